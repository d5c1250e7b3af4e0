"""The published JSON Schemas of our documents (draft 2020-12): made from the models, kept in `schemas/`.

`python -m sw_data.schema FOLDER` writes them; with `--check` it writes nothing and ends with exit status 1
if a file there differs. An installed package has them as its own data.
"""

from __future__ import annotations

import json
import sys
from collections.abc import Callable, Sequence
from functools import cache
from importlib.resources import files
from importlib.resources.abc import Traversable
from pathlib import Path
from typing import Any, Final, NotRequired

from pydantic import TypeAdapter
from typing_extensions import TypedDict

from sw_data.diagnostics import Diagnostic
from sw_data.errors import NotFoundError
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import (
    ACTION,
    ActionLog,
    Character,
    Chase,
    FollowUp,
    LogHeader,
    Outcome,
    Vehicle,
    Weapon,
    WieldedWeapon,
)
from sw_data.rules.ruleset import Ruleset

DIALECT: Final = "https://json-schema.org/draft/2020-12/schema"
IDENTITY: Final = "https://sw-data.invalid/schemas/"
"""What the `$id` of every schema begins with: a name, no address to fetch."""


class Encounter(TypedDict):
    """The final states of one encounter."""

    actors: list[Character | Vehicle]
    chases: list[Chase]


class Counts(TypedDict):
    """How many actions ended with which status."""

    resolved: int
    rejected: int
    revised: int


class RunDocument(TypedDict):
    """What `sw-data resolve --format json` prints: every outcome, and the actors as they are at the end."""

    ruleset: Ruleset
    seed: int
    outcomes: list[Outcome]
    actors: list[Character | Vehicle]
    chases: list[Chase]
    encounters: NotRequired[dict[str, Encounter]]
    pending: list[FollowUp]
    summary: Counts


class Found(TypedDict):
    """How many files, documents and findings of each severity there were."""

    files: int
    documents: int
    error: int
    warning: int
    info: int


class ReportDocument(TypedDict):
    """What `sw-data validate --format json` prints: the findings, and how many there are."""

    summary: Found
    diagnostics: list[Diagnostic]


class WieldedDocument(TypedDict):
    """What `sw-data weapon --format json` prints for one weapon in somebody's hands."""

    actor: str
    attack_modifier: int
    parry: int


def _of(kind: Any) -> Callable[[], dict[str, Any]]:
    return lambda: TypeAdapter(kind).json_schema()


def _weapon_in_hands() -> dict[str, Any]:
    schema = TypeAdapter(WieldedWeapon).json_schema()
    more = TypeAdapter(WieldedDocument).json_schema()
    schema["properties"] = {**schema["properties"], **more["properties"]}
    schema["required"] = [*schema["required"], *more["required"]]
    return {"type": "array", "$defs": schema.pop("$defs"), "items": schema}


_MAKERS: Final[dict[str, tuple[str, Callable[[], dict[str, Any]]]]] = {
    "character": ("Character", _of(Character)),
    "weapon": ("Weapon", _of(Weapon)),
    "vehicle": ("Vehicle", _of(Vehicle)),
    "chase": ("Chase", _of(Chase)),
    "log": ("Action log", _of(ActionLog)),
    "log_header": ("First line of an action log in JSON Lines", _of(LogHeader)),
    "action": ("Action of a log", ACTION.json_schema),
    "outcome": ("Outcome of an action", _of(Outcome)),
    "run": ("Resolved log", _of(RunDocument)),
    "diagnostic": ("Finding of a validation", _of(Diagnostic)),
    "report": ("Validation", _of(ReportDocument)),
    "weapons_in_hands": ("Weapons in somebody's hands", _weapon_in_hands),
    "ruleset": ("Ruleset", _of(Ruleset)),
}
_KINDS: Final = ("character", "weapon", "vehicle", "chase")
_WRITTEN: Final = {
    "gt": "exclusiveMinimum",
    "ge": "minimum",
    "lt": "exclusiveMaximum",
    "le": "maximum",
}


def names() -> tuple[str, ...]:
    """The names of the published schemas: `character`, `log` and so on."""
    return tuple(_MAKERS)


def generate() -> dict[str, dict[str, Any]]:
    """Every schema by its name, made from the models."""
    return {name: _generated(name) for name in _MAKERS}


def _generated(name: str) -> dict[str, Any]:
    title, make = _MAKERS[name]
    body = _as_published(make())
    _dice_once(body)
    if name in _KINDS:
        body["required"] = ["kind", *body["required"]]
    return {"$schema": DIALECT, "$id": f"{IDENTITY}{name}.schema.json", "title": title, **body}


def _as_published(value: object, key: str = "") -> Any:
    """A generated schema in JSON Schema's own words, defaults as in JSON, without titles that only repeat a name."""
    elements = as_array(value)
    if elements is not None:
        return [_as_published(one) for one in elements]
    given = as_object(value)
    if given is None:
        return value
    if key == "default":
        # The one default that pydantic cannot spell: no damage.
        return "0" if given.keys() == {"dice", "strength", "flat"} else given
    return {
        _WRITTEN.get(name, name): _as_published(part, name)
        for name, part in _spelt(key, given).items()
        if name != "title" or not isinstance(part, str)
    }


def _spelt(key: str, given: dict[str, Any]) -> dict[str, Any]:
    """An effect has the key `from`, which no Python field can be named."""
    if key != "Effect":
        return given
    spelt = {
        ("from" if name == "from_" else name): part for name, part in given["properties"].items()
    }
    required = ["from" if name == "from_" else name for name in given["required"]]
    return {**given, "properties": spelt, "required": required}


def _dice_once(body: dict[str, Any]) -> None:
    """Recorded dice are the same in every action: one definition instead of thirty."""
    definitions: dict[str, Any] = body.get("$defs", {})
    inline = [
        part["properties"] for part in definitions.values() if "dice" in part.get("properties", {})
    ]
    recorded = [properties for properties in inline if "additionalProperties" in properties["dice"]]
    if len(recorded) > 1:
        definitions["Dice"] = {
            **recorded[0]["dice"],
            "description": "The faces of each pool as they fell, in rolling order.",
        }
        for properties in recorded:
            properties["dice"] = {"$ref": "#/$defs/Dice"}


@cache
def text(name: str) -> str:
    """A generated schema as it stands in its file."""
    return json.dumps(_generated(_known(name)), indent=2, ensure_ascii=False) + "\n"


def _known(name: str) -> str:
    if name not in _MAKERS:
        raise NotFoundError(f"no schema {name!r}; there are {', '.join(_MAKERS)}")
    return name


def root() -> Traversable:
    """The folder of the published schemas: in the installed package, else that of the checkout."""
    package = files("sw_data")
    installed = package.joinpath("_schemas")
    return installed if installed.is_dir() else Path(str(package)).parent / "schemas"


@cache
def _stored(name: str) -> str:
    return root().joinpath(f"{_known(name)}.schema.json").read_text(encoding="utf-8")


def load(name: str) -> dict[str, Any]:
    """A published schema by its name; NotFoundError lists the known ones."""
    schema: dict[str, Any] = json.loads(_stored(name))
    return schema


def write(folder: Path, *, check: bool = False) -> list[str]:
    """Writes every schema into a folder; returns the names of the files that differed.

    With `check` nothing is written. A file there that is no schema of ours any more counts as differing, and is
    taken away.
    """
    wanted = {f"{name}.schema.json": text(name) for name in _MAKERS}
    found = {path.name: path for path in folder.glob("*.schema.json")}
    differing = [
        name
        for name, content in wanted.items()
        if name not in found or found[name].read_text(encoding="utf-8") != content
    ]
    left_over = sorted(found.keys() - wanted.keys())
    if not check:
        for name in differing:
            (folder / name).write_text(wanted[name], encoding="utf-8", newline="\n")
        for name in left_over:
            found[name].unlink()
    return differing + left_over


def main(arguments: Sequence[str]) -> int:
    """Writes or checks the schemas of a folder; 0 if it was already right or has been written, else 1."""
    check = "--check" in arguments
    folders = [argument for argument in arguments if argument != "--check"]
    if len(folders) != 1:
        sys.stderr.write("usage: python -m sw_data.schema [--check] FOLDER\n")
        return 2
    differing = write(Path(folders[0]), check=check)
    for name in differing:
        sys.stderr.write(f"{name} {'differs from the models' if check else 'written'}\n")
    if check and differing:
        sys.stderr.write("Run `make schemas`.\n")
        return 1
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
