"""Two sheets compared as what the rules make of them, whatever format each came from.

A model is taken apart into facts: the die of a skill, the damage of a weapon, that somebody has an edge. Facts have the
same name on both sides where they mean the same: skills, edges and hindrances by their names in the rules, weapons and
armor by their own names. Ids are of one file only and no facts.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import Any, Final, cast

from sw_data.formats.base import Readable
from sw_data.formats.names import Family, known, trait_named
from sw_data.formats.strength import written_out
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Character, Chase, Vehicle, Weapon
from sw_data.models.skills import LINKED, folded

_NO_FACTS: Final = frozenset({"id", "kind", "current", "trait_names"})
_FAMILIES: Final[dict[str, Family]] = {"edges": "edges", "hindrances": "hindrances"}
_IMPLIED: Final = {"entangled": "vulnerable", "bound": "distracted"}
_DEFAULTS: Final[dict[str, object]] = {"parry": 0, "reach": 0, "ap": 0, "rof": 1}


@dataclass(frozen=True, slots=True)
class Fact:
    """One fact of a sheet.

    Attributes:
        name: What it is, dotted: `skills.Fighting`, `weapons.Hammer.damage`, `edges.Quick`.
        value: What it says, as text or a JSON number; True for something that is simply there.
        field: The dotted field of the model, by which its reader knows its place: `weapons.0.damage`.
    """

    name: str
    value: object
    field: str


@dataclass(frozen=True, slots=True)
class Difference:
    """A fact on which two sheets differ.

    Attributes:
        name: What it is, dotted.
        left: What the first sheet says; None if it does not say.
        right: What the second says; None if it does not say.
        left_field: The dotted field of the first model; None if it has none.
        right_field: The dotted field of the second.
        left_place: Where it stands: `file:line:column`, and in JSON its pointer; None if it was computed.
        right_place: The same of the second.
    """

    name: str
    left: object = None
    right: object = None
    left_field: str | None = None
    right_field: str | None = None
    left_place: str | None = None
    right_place: str | None = None

    @property
    def only(self) -> str | None:
        """`left` or `right` if only that sheet says it; None if both do, and differently."""
        if self.left_field is None:
            return "right"
        return "left" if self.right_field is None else None

    def to_json(self) -> dict[str, Any]:
        """The difference as JSON; `left` or `right` is missing where that sheet does not say it."""
        told: dict[str, Any] = {"field": self.name}
        for side, field, value, place in (
            ("left", self.left_field, self.left, self.left_place),
            ("right", self.right_field, self.right, self.right_place),
        ):
            if field is not None:
                told[side] = value
                told[f"{side}_place"] = place
        return told


@dataclass(frozen=True, slots=True)
class Comparison:
    """Two sheets side by side.

    Attributes:
        differences: What differs, in the order of the first sheet, then what only the second has.
        same: How many facts are the same.
    """

    differences: tuple[Difference, ...]
    same: int


@dataclass(frozen=True, slots=True)
class Sheet:
    """One of the sheets that are compared: what it is, and where it came from."""

    kind: str
    name: str
    format: str | None = None
    file: str | None = None

    def to_json(self) -> dict[str, Any]:
        """The sheet as JSON."""
        return {"kind": self.kind, "name": self.name, "format": self.format, "file": self.file}


@dataclass(frozen=True, slots=True)
class Pair:
    """Two sheets of the same somebody, and how they compare."""

    left: Sheet
    right: Sheet
    comparison: Comparison

    @property
    def equal(self) -> bool:
        """Whether they say the same."""
        return not self.comparison.differences

    def to_json(self) -> dict[str, Any]:
        """The pair as JSON."""
        return {
            "left": self.left.to_json(),
            "right": self.right.to_json(),
            "same": self.comparison.same,
            "differences": [each.to_json() for each in self.comparison.differences],
        }


def compare(left: Readable, right: Readable) -> Comparison:
    """Two models compared fact by fact."""
    ours = {each.name: each for each in facts(left)}
    theirs = {each.name: each for each in facts(right)}
    found: list[Difference] = []
    same = 0
    for name, fact in ours.items():
        other = theirs.get(name)
        if other is None:
            found.append(Difference(name, fact.value, None, fact.field, None))
        elif fact.value != other.value:
            found.append(Difference(name, fact.value, other.value, fact.field, other.field))
        else:
            same += 1
    found += [
        Difference(name, None, fact.value, None, fact.field)
        for name, fact in theirs.items()
        if name not in ours
    ]
    return Comparison(tuple(_whole(found)), same)


def _whole(found: list[Difference]) -> Iterator[Difference]:
    """Without the details of a weapon that only one sheet has."""
    alone = {f"{each.name}.": each.only for each in found if each.only}
    for each in found:
        parts = each.name.split(".")
        outer = (".".join(parts[:end]) + "." for end in range(1, len(parts)))
        if each.only is None or all(alone.get(name) != each.only for name in outer):
            yield each


def facts(model: Readable) -> tuple[Fact, ...]:
    """Everything that a model says, each with a name that is the same in every format."""
    value = model.model_dump(mode="json", by_alias=True)
    told: list[Fact] = [Fact("kind", model.kind, "kind")]
    if isinstance(model, Weapon):
        inner = {k: v for k, v in value.items() if k not in _NO_FACTS}
        told += _of_weapon("", "", _with_strength(inner, model))
        value = {}
    for key, part in value.items():
        if key not in _NO_FACTS:
            told += _facts_of(model, key, part)
    return tuple(_apart(each for each in told if each.value is not None))


def _facts_of(model: Readable, key: str, part: Any) -> Iterator[Fact]:
    if key == "skills" and isinstance(model, Character):
        for name, die in part.items():
            yield Fact(f"skills.{trait_named(name)}", die, f"skills.{name}")
    elif key == "skill_attributes" and isinstance(model, Character):
        for name, attribute in part.items():
            usual = LINKED.get(folded(trait_named(name)))
            if name in model.skills and attribute != usual:
                yield Fact(f"skill_attributes.{trait_named(name)}", attribute, f"{key}.{name}")
    elif key in _FAMILIES:
        for number, name in enumerate(part):
            own = known(_FAMILIES[key], name) or name
            yield Fact(f"{key}.{own}", True, f"{key}.{number}")
    elif key == "conditions":
        for number, name in enumerate(part):
            yield Fact(f"{key}.{name}", True, f"{key}.{number}")
            if name in _IMPLIED and _IMPLIED[name] not in part:
                yield Fact(f"{key}.{_IMPLIED[name]}", True, f"{key}.{number}")
    elif key in ("weapons", "armor_pieces"):
        seen: dict[str, int] = {}
        for number, each in enumerate(part):
            name = " ".join(each["name"].split())
            count = seen[name] = seen.get(name, 0) + 1
            name = name if count == 1 else f"{name} #{count}"
            yield Fact(f"{key}.{name}", True, f"{key}.{number}")
            inner = {k: v for k, v in each.items() if k not in _NO_FACTS and k != "name"}
            if key == "weapons" and isinstance(model, Character):
                inner = _with_strength(inner, model.weapons[number])
            yield from _of_weapon(f"{key}.{name}", f"{key}.{number}", inner)
    elif key in ("occupants", "participants") and isinstance(model, Vehicle | Chase):
        for number, each in enumerate(part):
            name = each.get("actor") or each.get("vehicle") or str(number)
            yield Fact(f"{key}.{name}", True, f"{key}.{number}")
            inner = {k: v for k, v in each.items() if k != "actor"}
            yield from _flat(f"{key}.{name}", f"{key}.{number}", inner)
    else:
        yield from _flat(key, key, part)


def _with_strength(inner: dict[str, Any], weapon: Weapon) -> dict[str, Any]:
    """The weapon with Strength in its damage if it adds it, so that each way to write that is the same."""
    return {**inner, "damage": str(written_out(weapon)), "adds_strength": None}


def _of_weapon(name: str, field: str, inner: dict[str, Any]) -> Iterator[Fact]:
    for key, value in inner.items():
        here = f"{name}.{key}" if name else key
        place = f"{field}.{key}" if field else key
        if key == "modifiers":
            sums: dict[str, int] = {}
            for each in value:
                to = trait_named(each["applies_to"])
                sums[to] = sums.get(to, 0) + each["value"]
            for to, number in sums.items():
                if number:
                    yield Fact(f"{here}.{to}", number, place)
        elif key == "range" and (brackets := as_array(cast("object", value))) is not None:
            yield Fact(here, "/".join(map(str, brackets)), place)
        elif key == "trait":
            usual = "Shooting" if inner.get("range") else "Fighting"
            if value and trait_named(value) != usual:
                yield Fact(here, trait_named(value), place)
        elif key == "adds_strength":
            # Unless it is said, the damage says it.
            if value is not None and value != ("str" in str(inner.get("damage")).casefold()):
                yield Fact(here, value, place)
        elif _DEFAULTS.get(key, ...) != value:
            yield from _flat(here, place, value)


def _flat(name: str, field: str, value: object) -> Iterator[Fact]:
    members, elements = as_object(value), as_array(value)
    if members is None and elements is None:
        yield Fact(name, value, field)
        return
    inner: Iterable[tuple[object, object]] = (
        members.items() if members is not None else enumerate(elements or [])
    )
    for key, each in inner:
        yield from _flat(f"{name}.{key}", f"{field}.{key}", each)


def _apart(told: Iterable[Fact]) -> Iterator[Fact]:
    """Facts with names of their own: what is said twice is two."""
    seen: dict[str, int] = {}
    for each in told:
        number = seen[each.name] = seen.get(each.name, 0) + 1
        yield each if number == 1 else Fact(f"{each.name} #{number}", each.value, each.field)
