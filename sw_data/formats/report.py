"""The conversion report: every field of a sheet is carried, changed or not mapped, with its place.

A reader counts the fields of its document (`Reading.fields`); `conversion` then says what becomes of each in the
target, by comparing the model that was read with the model that the new document reads back as.
"""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace
from enum import StrEnum
from typing import Any, Final

from pydantic import BaseModel

from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.register import finding
from sw_data.document import pointer
from sw_data.formats.strength import written_out
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import Weapon

SHOWN: Final = 80
"""How much of a value is shown."""


class Fate(StrEnum):
    """What becomes of a field."""

    CARRIED = "carried"
    CHANGED = "changed"
    UNMAPPED = "unmapped"


@dataclass(frozen=True, slots=True)
class SourceField:
    """One field of a source and what becomes of it.

    Attributes:
        name: What the source calls it: a JSON Pointer, a path of tags, the label of a stat block.
        value: What it says, cut short.
        fate: Carried, changed or not mapped.
        model: Dotted field of the model that it goes into; empty if it goes into none.
        why: Why it was changed or is not mapped.
        pointer: Its JSON Pointer, in JSON.
        line: Its line, in a text; from 1.
        column: Its column, in characters from 1.
        span: Where it begins and ends in the text, in characters from 0.
    """

    name: str
    value: str
    fate: Fate
    model: str = ""
    why: str = ""
    pointer: str | None = None
    line: int | None = None
    column: int | None = None
    span: tuple[int, int] | None = None

    @property
    def place(self) -> str:
        """Where it stands: `12:5`, or its pointer."""
        return self.name if self.line is None else f"{self.line}:{self.column}"

    def to_json(self) -> dict[str, Any]:
        """The field as JSON; what says nothing is left out."""
        told: dict[str, Any] = {"name": self.name, "value": self.value, "fate": self.fate.value}
        for key in ("model", "why", "pointer", "line", "column"):
            value = getattr(self, key)
            if value not in ("", None):
                told[key] = value
        return told


@dataclass(frozen=True, slots=True)
class Report:
    """What became of every field of one sheet on its way into another format.

    Attributes:
        source: The name of the format that it came from.
        target: The name of the format that it went to.
        sheet: The sheet's name.
        fields: Its fields, in the order in which they stand.
        added: Dotted model fields that the target needs and the source does not say, with what was taken.
    """

    source: str
    target: str
    sheet: str
    fields: tuple[SourceField, ...]
    added: Mapping[str, str] = field(default_factory=dict[str, str])

    def of(self, fate: Fate) -> tuple[SourceField, ...]:
        """The fields with that fate."""
        return tuple(each for each in self.fields if each.fate is fate)

    @property
    def carried(self) -> tuple[SourceField, ...]:
        """The fields that the target says as the source did."""
        return self.of(Fate.CARRIED)

    @property
    def changed(self) -> tuple[SourceField, ...]:
        """The fields that the target says in another way."""
        return self.of(Fate.CHANGED)

    @property
    def unmapped(self) -> tuple[SourceField, ...]:
        """The fields that are lost."""
        return self.of(Fate.UNMAPPED)

    def to_json(self) -> dict[str, Any]:
        """The report as JSON."""
        return {
            "source": self.source,
            "target": self.target,
            "sheet": self.sheet,
            "summary": {fate.value: len(self.of(fate)) for fate in Fate},
            **{fate.value: [each.to_json() for each in self.of(fate)] for fate in Fate},
            "added": dict(self.added),
        }

    def to_text(self) -> str:
        """The report as lines: a head with the counts, then what was changed and what is lost."""
        counts = ", ".join(f"{len(self.of(fate))} {fate.value}" for fate in Fate)
        lines = [f"{self.sheet}: {self.source} to {self.target}: {counts}"]
        for each in (*self.changed, *self.unmapped):
            way = f" -> {each.model}" if each.model else ""
            what = each.name if each.line is None else f"{each.place} {each.name}"
            lines.append(f"  {each.fate.value}: {what} = {each.value}{way}: {each.why}")
        lines += [f"  added: {name} = {value}" for name, value in self.added.items()]
        return "\n".join(lines)


def conversion(
    source: str,
    target: str,
    sheet: str,
    fields: Sequence[SourceField],
    before: BaseModel,
    after: BaseModel | None,
) -> Report:
    """The report of a conversion.

    Args:
        source: The name of the format that the sheet came from.
        target: The name of the format that it went to.
        sheet: The sheet's name.
        fields: The fields of the source, as its reader counted them.
        before: The model that was read from the source.
        after: The model that the new document reads back as; None if it cannot be read back.
    """
    was, now = flat(before), {} if after is None else flat(after)
    said = set[str]() if after is None else set(flat(after, said=True))
    told: list[SourceField] = []
    for each in fields:
        if not each.model or each.fate is Fate.UNMAPPED:
            told.append(each)
            continue
        told.append(_after(each, was, now, said, target) if after is not None else each)
    sources = {each.model for each in fields if each.model}
    added = {
        name: short(value)
        for name, value in now.items()
        if was.get(name) != value
        and (name in was or name in said)
        and name.rpartition(".")[2] != "id"
        and not any(_within(name, known) for known in sources)
    }
    return Report(source, target, sheet, tuple(told), added)


def _after(
    each: SourceField,
    was: Mapping[str, object],
    now: Mapping[str, object],
    said: Collection[str],
    target: str,
) -> SourceField:
    keys = [key for key in was if _within(key, each.model)]
    # One of three range brackets is a part of a value that has no parts here.
    keys = keys or [key for key in was if _within(each.model, key)]
    # What the source says and the target has at its default is not said by the target.
    lost = [key for key in keys if key not in now or (key not in said and now[key] != was[key])]
    other = [key for key in keys if key not in lost and now[key] != was[key]]
    if keys and len(lost) == len(keys):
        return replace(each, fate=Fate.UNMAPPED, why=f"{target} has no place for {each.model}")
    if lost or other:
        key = (other or lost)[0]
        became = short(now[key]) if key in now else "nothing"
        why = f"{target} says {became} for {key}, not {short(was[key])}"
        return replace(each, fate=Fate.CHANGED, why=f"{each.why}; {why}" if each.why else why)
    return each


def _within(name: str, outer: str) -> bool:
    return name == outer or name.startswith(f"{outer}.")


def flat(model: BaseModel, *, said: bool = False) -> dict[str, object]:
    """Every value of a model by its dotted name; what is computed is left out.

    A weapon's skill that is the one of its kind anyway says nothing more than none, nor does the word that Strength is
    added where the damage says so itself.

    Args:
        model: The model.
        said: Only the values that are not the defaults of the model.
    """
    value = model.model_dump(mode="json", by_alias=True, exclude_defaults=said, exclude={"current"})
    told = dict(_flat("", value))
    if isinstance(model, Weapon):
        _plainly(told, "", model)
    for number, each in enumerate(getattr(model, "weapons", ())):
        _plainly(told, f"weapons.{number}.", each)
    return told


def _plainly(told: dict[str, object], prefix: str, weapon: Weapon) -> None:
    """Makes what a weapon says without need as if it did not say it."""
    empty = {
        "trait": weapon.trait == ("Fighting" if weapon.range is None else "Shooting"),
        "adds_strength": weapon.adds_strength is True and weapon.damage.strength,
    }
    for key, needless in empty.items():
        if needless and f"{prefix}{key}" in told:
            told[f"{prefix}{key}"] = None


def _meaning(model: BaseModel) -> dict[str, object]:
    """The values of a model, a weapon's damage with the Strength that is added to it."""
    told = flat(model)
    own = [("", model)] if isinstance(model, Weapon) else []
    mounted: Sequence[Weapon] = getattr(model, "weapons", ())
    for prefix, each in [*own, *((f"weapons.{n}.", w) for n, w in enumerate(mounted))]:
        told[f"{prefix}damage"] = str(written_out(each))
        told[f"{prefix}adds_strength"] = None
    return told


def _flat(name: str, value: object) -> Iterator[tuple[str, object]]:
    members, elements = as_object(value), as_array(value)
    if elements is not None and all(isinstance(each, int) for each in elements):
        elements = None
    if members is None and elements is None:
        yield name, value
        return
    inner = members.items() if members is not None else enumerate(elements or [])
    for key, each in inner:
        yield from _flat(f"{name}.{key}" if name else str(key), each)


def short(value: object) -> str:
    """A value as the report shows it: in one line, cut short."""
    if isinstance(value, bool):
        return "true" if value else "false"
    if value is None:
        return "null"
    if isinstance(value, dict | list):
        return "{}" if isinstance(value, dict) else "[]"
    text = " ".join(str(value)[: SHOWN * 4].split())
    return text if len(text) <= SHOWN else f"{text[: SHOWN - 1]}…"


def lost(target: str, before: BaseModel, after: BaseModel | None) -> tuple[Diagnostic, ...]:
    """A finding for each value of a model that a new document of it does not say; ids are no values.

    Args:
        target: The name of the format.
        before: The model that the document was made of.
        after: The model that the document reads back as; None if it does not read back at all.
    """
    if after is None:
        return (
            finding(
                "SW193", f"the {target} document that was made of this sheet cannot be read back"
            ),
        )
    was, now = _meaning(before), _meaning(after)
    said = flat(before, said=True)
    told: list[Diagnostic] = []
    for name, value in was.items():
        if name.rpartition(".")[2] == "id" or value is None or now.get(name) == value:
            continue
        if name not in now and name not in said:
            continue
        instead = short(now[name]) if name in now else ""
        kept = f"; it says {instead}" if instead else ""
        told.append(finding("SW193", f"{target} has no place for {name} {short(value)!r}{kept}"))
    return tuple(told)


# --- the fields of a JSON document ------------------------------------------------------------------------------------


def leaves(value: object, steps: tuple[str | int, ...] = ()) -> Iterator[tuple[str, object]]:
    """Every value of a JSON document that holds no other, with its pointer; an empty list or object is one."""
    waiting: list[tuple[tuple[str | int, ...], object]] = [(steps, value)]
    while waiting:
        here, each = waiting.pop()
        members, elements = as_object(each), as_array(each)
        inner: Sequence[tuple[str | int, object]] = (
            tuple(members.items()) if members is not None else tuple(enumerate(elements or ()))
        )
        if not inner:
            yield pointer.join(here), each
        for key, part in reversed(inner):
            waiting.append(((*here, key), part))


def fields_of(
    value: object,
    carried: Mapping[str, str],
    changed: Mapping[str, tuple[str, str]] | None = None,
    unmapped: Mapping[str, str] | None = None,
    why: str = "the rules have no use for it",
) -> tuple[SourceField, ...]:
    """The fields of a JSON document, each in one of the three lists.

    Args:
        value: The document.
        carried: Pointers (of a value, or of all that is in it) and the dotted model field that each goes into.
        changed: Pointers, with the model field and why the value was changed.
        unmapped: Pointers that are known and not mapped, with the reason.
        why: The reason for every other field.
    """
    return tuple(
        _field(place, each, carried, changed or {}, unmapped or {}, why)
        for place, each in leaves(value)
    )


def _field(
    place: str,
    value: object,
    carried: Mapping[str, str],
    changed: Mapping[str, tuple[str, str]],
    unmapped: Mapping[str, str],
    why: str,
) -> SourceField:
    here = place
    while True:
        if here in changed:
            model, reason = changed[here]
            return SourceField(place, short(value), Fate.CHANGED, model, reason, pointer=place)
        if here in unmapped:
            return SourceField(
                place, short(value), Fate.UNMAPPED, "", unmapped[here], pointer=place
            )
        if here in carried:
            return SourceField(place, short(value), Fate.CARRIED, carried[here], pointer=place)
        if "/" not in here:
            break
        here = here.rpartition("/")[0]
    if value in ("", None) or value == [] or value == {}:
        return SourceField(place, short(value), Fate.CARRIED, "", "it says nothing", pointer=place)
    return SourceField(place, short(value), Fate.UNMAPPED, "", why, pointer=place)


def fields_by_origins(
    value: object, origins: Mapping[str, str], diagnostics: Iterable[Diagnostic] = ()
) -> tuple[SourceField, ...]:
    """The fields of a JSON document whose reader only says where each model field came from.

    What a finding points at, and a model field came from, counts as changed, for the reason that the finding gives.
    """
    carried = {place: name for name, place in origins.items()}
    changed = {
        each.pointer: (carried[each.pointer], each.message)
        for each in diagnostics
        if each.pointer is not None and each.pointer in carried
    }
    return fields_of(value, carried, changed)
