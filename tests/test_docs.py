"""The pages name everything there is, and what they show is true."""

from __future__ import annotations

import doctest
import re
import subprocess
import sys
from pathlib import Path

import click
import pytest

import sw_data.diagnostics
from sw_data.diagnostics.register import REGISTER
from sw_data.rules.catalog import CATALOG
from sw_data_cli.main import cli

_CONTEXT = click.Context(cli, info_name="sw-data")
COMMANDS = sorted(cli.list_commands(_CONTEXT))


def command(name: str) -> click.Command:
    found = cli.get_command(_CONTEXT, name)
    assert found is not None, f"{name} is listed and cannot be loaded"
    return found


def links(text: str) -> list[str]:
    """Where the links of a Markdown page lead, without its code blocks."""
    return re.findall(r"\]\(([^)\s]+)\)", re.sub(r"```.*?```", "", text, flags=re.DOTALL))


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_has_a_page_that_names_its_options(name: str, root: Path) -> None:
    page = root / "docs" / "commands" / f"{name}.md"
    assert page.exists(), f"no page docs/commands/{name}.md"
    text = page.read_text(encoding="utf-8")
    assert f"sw-data {name}" in text
    options = {
        max(parameter.opts, key=len)
        for parameter in command(name).params
        if isinstance(parameter, click.Option) and not parameter.hidden
    }
    assert {option for option in options if option not in text} == set()


@pytest.mark.parametrize("name", COMMANDS)
def test_every_command_and_option_has_help(name: str) -> None:
    assert command(name).help, f"sw-data {name} has no help text"
    silent = [
        parameter.name
        for parameter in command(name).params
        if isinstance(parameter, click.Option) and not parameter.help
    ]
    assert silent == []


def test_there_is_no_page_of_a_command_that_does_not_exist(root: Path) -> None:
    pages = {path.stem for path in (root / "docs" / "commands").glob("*.md")} - {"README"}
    assert pages - set(COMMANDS) == set()


def test_every_rule_id_stands_in_the_page_of_its_chapter(root: Path) -> None:
    missing: list[str] = []
    for rule in CATALOG:
        page = root / "docs" / "rules" / f"{rule.split('.')[0]}.md"
        if not page.exists() or f"`{rule}`" not in page.read_text(encoding="utf-8"):
            missing.append(f"{rule} in docs/rules/{page.name}")
    assert missing == []


def test_the_pages_of_rules_name_no_rule_that_does_not_exist(root: Path) -> None:
    chapters = {rule.split(".")[0] for rule in CATALOG}
    pages = {path.stem for path in (root / "docs" / "rules").glob("*.md")} - {"README"}
    assert pages - chapters == set()


def test_every_code_says_what_why_and_how_to_fix() -> None:
    assert REGISTER, "no code is registered"
    for name, code in REGISTER.items():
        assert re.fullmatch(r"SW[0-7][0-9]{2}", name)
        for field in ("title", "what", "why", "example", "fix"):
            assert getattr(code, field).strip(), f"{name} has no {field}"


def test_the_generated_pages_are_what_the_register_says(root: Path) -> None:
    checked = subprocess.run(
        [sys.executable, str(root / "docs" / "generate.py"), "--check"],
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert checked.returncode == 0, checked.stdout + checked.stderr


def test_the_readme_is_true(root: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.chdir(root)
    result = doctest.testfile(
        str(root / "README.md"),
        module_relative=False,
        optionflags=doctest.ELLIPSIS | doctest.NORMALIZE_WHITESPACE,
        encoding="utf-8",
    )
    assert result.attempted > 3
    assert result.failed == 0


def test_links_between_pages_lead_somewhere(root: Path) -> None:
    broken = [
        f"{page.relative_to(root)}: {target}"
        for page in [*root.glob("*.md"), *(root / "docs").rglob("*.md")]
        for target in links(page.read_text(encoding="utf-8"))
        if "://" not in target
        and not target.startswith("#")
        and not (page.parent / target.split("#")[0]).exists()
    ]
    assert broken == []


def test_every_family_of_codes_is_a_module_that_is_registered() -> None:
    folder = Path(sw_data.diagnostics.__file__).parent
    families = {path.stem for path in folder.glob("*.py")} - {"__init__", "model", "register"}
    codes = {
        entry.code
        for family in families
        for entry in sys.modules[f"sw_data.diagnostics.{family}"].CODES
    }
    assert codes == set(REGISTER)
