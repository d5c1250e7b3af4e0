"""What is installed: two names, the schemas as data, and a command that starts quickly."""

from __future__ import annotations

import email
import importlib.metadata
import json
import os
import re
import subprocess
import sys
import tomllib
import zipfile
from collections.abc import Callable
from pathlib import Path, PurePosixPath
from typing import Any

import pytest

import sw_data

# Each takes long to import, and neither the help nor the bare library needs it.
HEAVY = ("requests", "jsonschema", "IPython", "numpy", "pandas", "polars", "pyarrow", "matplotlib")


@pytest.fixture(scope="session")
def wheel(root: Path, tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The wheel that `.ci/run` built, or one built now."""
    named = os.environ.get("SW_DATA_WHEEL")
    if named:
        return Path(named)
    folder = tmp_path_factory.mktemp("wheel")
    built = subprocess.run(
        [sys.executable, "-m", "hatchling", "build", "-t", "wheel", "-d", str(folder)],
        cwd=root,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert built.returncode == 0, built.stdout + built.stderr
    (path,) = folder.glob("*.whl")
    return path


@pytest.fixture(scope="session")
def packed(wheel: Path) -> dict[str, bytes]:
    """The files of the wheel."""
    with zipfile.ZipFile(wheel) as archive:
        return {name: archive.read(name) for name in archive.namelist()}


@pytest.fixture(scope="session")
def project(root: Path) -> dict[str, Any]:
    """What pyproject.toml says."""
    return tomllib.loads((root / "pyproject.toml").read_text(encoding="utf-8"))


def test_the_wheel_installs_two_names_and_no_other(packed: dict[str, bytes]) -> None:
    top = {PurePosixPath(name).parts[0] for name in packed}
    assert {name for name in top if not name.endswith(".dist-info")} == {"sw_data", "sw_data_cli"}


def test_every_schema_of_the_checkout_is_in_the_wheel(root: Path, packed: dict[str, bytes]) -> None:
    schemas = {path.name: path.read_bytes() for path in (root / "schemas").glob("*.json")}
    assert schemas, "schemas/ is empty; make schemas"
    prefix = "sw_data/_schemas/"
    inside = {name.removeprefix(prefix): packed[name] for name in packed if prefix in name}
    assert inside == schemas


def test_every_file_of_the_packages_is_in_the_wheel(root: Path, packed: dict[str, bytes]) -> None:
    checkout = {
        path.relative_to(folder).as_posix()
        for folder, package in ((root, "sw_data"), (root / "cli", "sw_data_cli"))
        for path in (folder / package).rglob("*")
        if path.is_file() and "__pycache__" not in path.parts
    }
    inside = {name for name in packed if name.startswith(("sw_data/", "sw_data_cli/"))}
    assert {name for name in inside if not name.startswith("sw_data/_schemas/")} == checkout


def test_the_wheel_is_marked_as_typed_and_carries_the_licence(packed: dict[str, bytes]) -> None:
    assert "sw_data/py.typed" in packed
    assert any(name.endswith(".dist-info/licenses/LICENSE") for name in packed)


def test_schemas_hold_no_python(root: Path) -> None:
    # A module there would be found by the build and break the editable install.
    assert list((root / "schemas").rglob("*.py")) == []


def test_the_version_is_the_same_everywhere(wheel: Path, packed: dict[str, bytes]) -> None:
    (name,) = [name for name in packed if name.endswith(".dist-info/METADATA")]
    version = email.message_from_bytes(packed[name])["Version"]
    assert version == sw_data.__version__ == importlib.metadata.version("sw-data")
    assert wheel.name.startswith(f"sw_data-{version}-")


def test_the_changelog_begins_with_what_is_not_released_yet(root: Path) -> None:
    headings = re.findall(
        r"^## .*$", (root / "CHANGELOG.md").read_text("utf-8"), flags=re.MULTILINE
    )
    assert headings[0] == "## [Unreleased]"


def test_the_command_is_the_entry_point_of_the_project() -> None:
    (entry,) = importlib.metadata.entry_points(group="console_scripts", name="sw-data")
    assert entry.value == "sw_data_cli.main:main"


def test_the_command_prints_its_version(
    sw_data_command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    ran = sw_data_command("--version", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert sw_data.__version__ in ran.stdout


def test_the_command_helps_in_any_folder(
    sw_data_command: Callable[..., subprocess.CompletedProcess[str]], tmp_path: Path
) -> None:
    ran = sw_data_command("--help", cwd=tmp_path)
    assert (ran.returncode, ran.stderr) == (0, "")
    assert ran.stdout.startswith("Usage: sw-data")


@pytest.mark.parametrize(
    "program",
    [
        "import sw_data",
        "import sw_data as sw; sw.load; sw.validate; sw.resolve; sw.Character",
        "import sys; sys.argv = ['sw-data', '--help']\n"
        "from sw_data_cli.main import main\n"
        "try: main()\n"
        "except SystemExit as end: assert not end.code, end.code",
    ],
    ids=["import", "names", "help"],
)
def test_starting_imports_nothing_heavy(program: str, tmp_path: Path) -> None:
    report = "\nimport json, sys; print('\\n' + json.dumps(sorted(sys.modules)), file=sys.stderr)"
    ran = subprocess.run(
        [sys.executable, "-c", program + report],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=False,
    )
    assert ran.returncode == 0, ran.stderr
    loaded: list[str] = json.loads(ran.stderr.splitlines()[-1])
    assert {name.partition(".")[0] for name in loaded} & set(HEAVY) == set()


def test_help_does_not_import_the_commands_it_lists(tmp_path: Path) -> None:
    program = (
        "import sys; sys.argv = ['sw-data', '--version']\n"
        "from sw_data_cli.main import main\n"
        "try: main()\n"
        "except SystemExit: pass\n"
        "print([name for name in sys.modules if name.startswith('sw_data_cli.commands.')])"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program],
        cwd=tmp_path,
        capture_output=True,
        encoding="utf-8",
        check=True,
    )
    assert ran.stdout.splitlines()[-1] == "[]"


def test_every_pure_layer_that_exists_is_held_pure(root: Path, project: dict[str, Any]) -> None:
    pure = {"rules", "engine", "odds", "models", "dice"}
    there = {name for name in pure if list((root / "sw_data").glob(f"{name}/__init__.py"))}
    there |= {name for name in pure if (root / "sw_data" / f"{name}.py").exists()}
    contracts = {entry["id"]: entry for entry in project["tool"]["importlinter"]["contracts"]}
    for contract in ("pure", "rules-know-no-files"):
        assert set(contracts[contract]["source_modules"]) == {f"sw_data.{name}" for name in there}


def test_every_format_is_held_apart_from_the_others(root: Path, project: dict[str, Any]) -> None:
    contracts = {entry["id"]: entry for entry in project["tool"]["importlinter"]["contracts"]}
    lean_on_none = contracts["formats-share"]["source_modules"]
    shared = {"__init__", "registry", *(name.rpartition(".")[2] for name in lean_on_none)}
    formats = root / "sw_data" / "formats"
    there = {path.stem for path in formats.iterdir() if path.suffix == ".py"}
    there |= {path.parent.name for path in formats.glob("*/__init__.py")}
    named = {name.rpartition(".")[2] for name in contracts["formats-apart"]["modules"]}
    assert named == there - shared
    assert set(contracts["formats-share"]["forbidden_modules"]) == set(
        contracts["formats-apart"]["modules"]
    )
