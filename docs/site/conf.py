"""How Sphinx makes a site of `docs/`: `make site`. The pages stay plain Markdown; what only a site needs stands here.

Nothing is fetched when the site is read: no font, no script, no style from elsewhere. A warning is an error.
"""

from __future__ import annotations

import posixpath
import re
from pathlib import Path
from typing import Any, Final

DOCS: Final = Path(__file__).resolve().parents[1]

project = "sw_data"
author = "sw_data"
extensions = ["myst_nb"]
exclude_patterns = ["site", "**/.ipynb_checkpoints"]

html_theme = "furo"
html_title = "sw_data"
html_copy_source = False
html_show_sphinx = False
html_show_copyright = False
html_static_path = ["static"]
html_css_files = ["site.css"]
# The two styles of code are those of the theme; both reach the contrast that small text asks for.
pygments_style = "friendly"
pygments_dark_style = "monokai"

myst_heading_anchors = 4
# Examples of documents with a mistake in them are no JSON, and the grammar of logs is no language of Pygments.
# The rules of a chapter stand as small headings right below its title.
suppress_warnings = ["misc.highlighting_failure", "myst.header"]

nb_execution_mode = "force"
nb_execution_raise_on_error = True
nb_execution_timeout = 300
# Widgets would load a script from elsewhere; what values show without one is the same.
nb_ipywidgets_js: dict[str, dict[str, str]] = {}
nb_mime_priority_overrides = [
    ("html", "text/html", 0),
    ("html", "image/svg+xml", 1),
    ("html", "application/vnd.jupyter.widget-view+json", None),
]

GUIDES: Final = ("jupyter", "odds", "logs", "text-log", "chase", "frames", "migration")
REST: Final = tuple(sorted({page.stem for page in DOCS.glob("*.md")} - {"index", *GUIDES}))
CONTENTS: Final[dict[str, tuple[tuple[str, tuple[str, ...]], ...]]] = {
    "index": (
        ("Guides", GUIDES),
        ("To look up", ("commands/README", "rules/README", "codes/README", "formats/README")),
        ("Notebooks", ("notebooks/*",)),
        ("Inside", REST),
    ),
    "commands/README": (("", ("*",)),),
    "rules/README": (("", ("*",)),),
    "codes/README": (("", ("*",)),),
    "formats/README": (("", ("*",)),),
}
"""The navigation: by page, what hangs below it. A page that hangs nowhere is a warning, and so an error."""

_LINK: Final = re.compile(r"\[([^\[\]]*)\]\((\.\./[^)#\s]+)\)")


def _navigation(page: str) -> str:
    """The hidden lists of the pages below one."""
    parts: list[str] = []
    for caption, pages in CONTENTS.get(page, ()):
        head = [":hidden:", ":glob:", *([f":caption: {caption}"] if caption else [])]
        parts.append("\n".join(["", "```{toctree}", *head, "", *pages, "```", ""]))
    return "".join(parts)


def _inside(page: str, text: str) -> str:
    """The text with links to what is no page, such as a folder of the repository, as plain words."""
    folder = posixpath.dirname(page)

    def link(found: re.Match[str]) -> str:
        words, target = found.groups()
        path = posixpath.normpath(posixpath.join(folder, target))
        if path.startswith("../") and (DOCS / path).exists():
            return words
        return found[0]

    return _LINK.sub(link, text)


def _read(app: Any, page: str, source: list[str]) -> None:
    """Completes a page as it is read."""
    if not (DOCS / f"{page}.md").is_file():
        return
    source[0] = _inside(page, source[0]) + _navigation(page)


def setup(app: Any) -> dict[str, bool]:
    """Adds the navigation to the pages."""
    app.connect("source-read", _read)
    return {"parallel_read_safe": True, "parallel_write_safe": True}
