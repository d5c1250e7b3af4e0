"""Writes the pages that come from code into `docs/`: one per diagnostic code, from the register.

`make docs` runs it; with `--check` it writes nothing and ends with exit status 1 if a page differs.
"""

from __future__ import annotations

import sys
from pathlib import Path

import click

from sw_data.diagnostics.register import REGISTER, Code

DOCS = Path(__file__).resolve().parent

FAMILIES = {
    "SW0": ("The file", "Not JSON, cut short, of no known format, too large."),
    "SW1": ("Shape and type of a field", "What a document of its kind cannot hold."),
    "SW2": ("Weapons", "Stat blocks of weapons."),
    "SW3": ("Characters", "Stat blocks of characters."),
    "SW4": ("Vehicles", "Stat blocks of vehicles."),
    "SW5": ("Chases", "Participants, zones and ranges."),
    "SW6": ("Action logs and dice", "Actions that cannot be, and faces that no die has."),
    "SW7": ("Collections", "Documents that do not agree with each other, and damaged packs."),
}

STATUS = {
    "error": "Error: `sw-data validate` ends with exit status 1.",
    "warning": "Warning: exit status 1 only with `--strict`.",
    "info": "Info: it never changes the exit status.",
}


def page(code: Code) -> str:
    """The page of one code: what, why, an example, how to fix, how to silence."""
    return f"""\
# {code.code}: {code.title}

{STATUS[code.severity]}

## What

{code.what}

## Why it matters

{code.why}

## Example

```json
{code.example.strip()}
```

## How to fix

{code.fix}

## How to silence

```sh
sw-data validate PATH --ignore {code.code}
```

[All codes](README.md)
"""


def index() -> str:
    """The table of all codes, by family."""
    lines = [
        "# Diagnostic codes",
        "",
        "Written by `make docs` from `sw_data/diagnostics/`; do not edit.",
        "Choose among them with `sw-data validate --select` and `--ignore`.",
    ]
    for prefix, (name, about) in FAMILIES.items():
        codes = [REGISTER[code] for code in sorted(REGISTER) if code.startswith(prefix)]
        if codes:
            lines += ["", f"## {prefix}xx: {name}", "", about, ""]
            lines += ["| code | severity | what is wrong |", "|---|---|---|"]
            lines += [
                f"| [{code.code}]({code.code}.md) | {code.severity} | {code.title} |"
                for code in codes
            ]
    return "\n".join(lines) + "\n"


def pages() -> dict[Path, str]:
    """Every generated page and its text."""
    folder = DOCS / "codes"
    return {
        folder / "README.md": index(),
        **{folder / f"{name}.md": page(code) for name, code in REGISTER.items()},
    }


@click.command()
@click.option("--check", is_flag=True, help="Write nothing; say which pages differ.")
def main(check: bool) -> None:
    """Write the pages that come from code into docs/."""
    wanted = pages()
    stale = [
        path
        for path, text in wanted.items()
        if not path.exists() or path.read_text(encoding="utf-8") != text
    ]
    left_over = [path for path in (DOCS / "codes").glob("*.md") if path not in wanted]
    for path in sorted([*stale, *left_over]):
        click.echo(
            f"{path.relative_to(DOCS.parent)}: {'differs' if path in stale else 'left over'}"
        )
    if check:
        if stale or left_over:
            click.echo("Run `make docs`.", err=True)
            sys.exit(1)
        return
    for path in left_over:
        path.unlink()
    for path in stale:
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(wanted[path], encoding="utf-8", newline="\n")


if __name__ == "__main__":
    main()
