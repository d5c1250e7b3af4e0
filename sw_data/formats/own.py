"""Our own documents (contract.md section 1): a character, a weapon, a vehicle or a chase, told by its `kind`.

A document with faults is read all the same, as long as what is required is there: the parts that cannot be read are
left out, and stand as if they had not been written.
"""

from __future__ import annotations

import copy
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from itertools import pairwise
from typing import Any, Final, Literal, TypeAlias, cast

from pydantic import ValidationError

from sw_data.diagnostics import Diagnostic, DocumentRef, Edit, Fix, register
from sw_data.document import pointer
from sw_data.formats.base import Creation, Readable, Reading, Writing
from sw_data.jsonvalue import as_array, as_object, as_text
from sw_data.models import Character, Chase, Effect, Vehicle, Weapon
from sw_data.models.faults import Fault, Steps, faults

MODELS: Final[Mapping[str, type[Readable]]] = {
    "character": Character,
    "weapon": Weapon,
    "vehicle": Vehicle,
    "chase": Chase,
}
"""The model of each kind of document."""

CODES: Final = {"type": "SW121", "value": "SW122", "missing": "SW123", "unknown": "SW124"}
"""The code of each kind of fault."""

_ROUNDS: Final = 8
"""How often the unreadable parts are taken out; what is then still unreadable is left unread."""

_Path: TypeAlias = tuple[str, ...]


@dataclass(frozen=True, slots=True)
class Own:
    """Our own documents as a format."""

    name: str = field(default="sw-data", init=False)

    def recognises(self, value: object) -> bool:
        """Whether the document says that it is a character, a weapon, a vehicle or a chase of ours."""
        return _kind(value) is not None

    def read(self, value: object) -> Reading:
        """What the document says; every fault is a finding, and what can be read without it is read."""
        kind = _kind(value)
        given = as_object(value)
        if kind is None or given is None:
            return Reading(kind="")
        identity, name = as_text(given.get("id")), as_text(given.get("name"))
        document = DocumentRef(kind=kind, id=identity or name, name=name)
        model, found, origins = _read(MODELS[kind], given)
        return Reading(
            kind=kind,
            model=model,
            id=identity or name,
            name=name,
            diagnostics=tuple(fault_finding(fault, given, document) for fault in found),
            origins=origins,
        )

    def write(self, value: object, effects: Sequence[Effect]) -> Writing:
        """The edits that bring effects into the document: of a chase those on its participants."""
        given = as_object(value)
        if given is None:
            return Writing()
        after = cast("dict[str, Any]", copy.deepcopy(given))
        paths: list[_Path] = []
        for effect in effects:
            base = _participant(given, effect) if _kind(value) == "chase" else ()
            if base is None or effect.field == "gm_bennies":
                continue
            path = (*base, *effect.field.split("."))
            _pin_toughness(given, after, path, paths)
            _put(after, path, copy.deepcopy(effect.to))
            paths.append(path)
        return Writing(edits=_edits(given, after, paths))

    def create(self, model: Readable, target: str | None = None) -> Creation:
        """A new document of the model; it says what differs from the defaults, and reads back as the same model."""
        return Creation(value=plain_json(model))


def fault_finding(
    fault: Fault,
    value: object,
    document: DocumentRef | None = None,
    base: Steps = (),
    code: str | None = None,
) -> Diagnostic:
    """A fault of a model as a finding.

    Args:
        fault: The fault.
        value: The value that has it.
        document: Which document the finding is about.
        base: The way from the root of the file's value to `value`.
        code: Another code than that of our own documents.
    """
    place = pointer.join((*base, *fault.steps))
    made = register.finding(
        code or CODES[fault.kind], fault.message, pointer=place, document=document
    )
    if fault.kind != "unknown":
        return made
    return made.model_copy(update={"fix": _other_key(fault, value, place)})


def _other_key(fault: Fault, value: object, place: str) -> Fix:
    """The unknown key under the name that was meant, or taken away."""
    here: Any = value
    for step in fault.steps[:-1]:
        here = here[step]
    key = str(fault.steps[-1])
    away = Edit(op="remove", path=place)
    if fault.nearest is None or fault.nearest in here:
        return Fix(title=f"Take {key!r} away", edits=(away,), safe=False)
    meant = place.rpartition("/")[0] + pointer.join((fault.nearest,))
    added = Edit(op="add", path=meant, value=here[key])
    return Fix(title=f"Write {fault.nearest!r} for {key!r}", edits=(away, added), safe=False)


def _kind(value: object) -> str | None:
    given = as_object(value)
    kind = as_text(given.get("kind")) if given is not None else None
    return kind if kind in MODELS else None


# --- reading ----------------------------------------------------------------------------------------------------------


def _read(
    kind: type[Readable], given: dict[str, Any]
) -> tuple[Readable | None, tuple[Fault, ...], dict[str, str]]:
    """The model of a document, its faults, and where each part of the model stands in it."""
    found: tuple[Fault, ...] = ()
    left_out: set[Steps] = set()
    for _ in range(_ROUNDS):
        origins: dict[str, str] = {}
        places: dict[Steps, Steps] = {}
        sound = _without(given, left_out, (), (), origins, places)
        try:
            return kind.model_validate(sound), found, origins
        except ValidationError as error:
            these = faults(error, sound, kind)
            found = found or these
            new = {places[steps] for fault in these if (steps := _unreadable(fault)) in places}
            if not new or () in new:
                break
            left_out |= new
    return None, found, {}


def _unreadable(fault: Fault) -> Steps:
    """The part that has to go for the rest to be read: the value, or what lacks a required one."""
    return fault.steps[:-1] if fault.kind == "missing" else fault.steps


def _without(
    value: object,
    left_out: set[Steps],
    here: Steps,
    there: Steps,
    origins: dict[str, str],
    places: dict[Steps, Steps],
) -> Any:
    """A value without some of its parts; `here` leads to it in the document, `there` in what is left of it."""
    places[there] = here
    if there:
        origins[".".join(str(step) for step in there)] = pointer.join(here)
    members, elements = as_object(value), as_array(value)
    if members is not None:
        return {
            key: _without(part, left_out, (*here, key), (*there, key), origins, places)
            for key, part in members.items()
            if (*here, key) not in left_out
        }
    if elements is not None:
        kept: list[Any] = []
        for index, part in enumerate(elements):
            if (*here, index) not in left_out:
                steps = ((*here, index), (*there, len(kept)))
                kept.append(_without(part, left_out, *steps, origins, places))
        return kept
    return value


# --- writing ----------------------------------------------------------------------------------------------------------


def _participant(chase: dict[str, Any], effect: Effect) -> _Path | None:
    """The path of the participant that an effect of a chase is about: by its id, else by actor or vehicle."""
    participants = as_array(chase.get("participants")) or []
    named = (
        ("id", effect.participant),
        *((key, effect.actor) for key in ("actor", "vehicle", "id")),
    )
    for key, name in named:
        for index, each in enumerate(participants):
            if name is not None and (as_object(each) or {}).get(key) == name:
                return ("participants", str(index))
    return None


def _pin_toughness(
    given: dict[str, Any], after: dict[str, Any], path: _Path, paths: list[_Path]
) -> None:
    """A lowered Vigor leaves Toughness as it was (rule `injury.effect`), so one that was left out is now written."""
    if path != ("attributes", "vigor") or "toughness" in after or given.get("kind") != "character":
        return
    model, _, _ = _read(Character, given)
    if isinstance(model, Character):
        after["toughness"] = model.toughness
        paths.append(("toughness",))


def _inside(value: Any, step: str, following: str) -> Any:
    """What a key or an index leads to; None if the step after it cannot go on from there."""
    elements = as_array(value)
    part = (as_object(value) or {}).get(step) if elements is None else elements[int(step)]
    return as_array(part) if following.isdecimal() else as_object(part)


def _put(value: dict[str, Any], path: _Path, new: object) -> None:
    """Sets what a path leads to; objects on the way that are not there are made."""
    here: Any = value
    for step, following in pairwise(path):
        if _inside(here, step, following) is None:
            here[step] = {}
        here = _inside(here, step, following)
    here[path[-1]] = new


def _edits(
    before: dict[str, Any], after: dict[str, Any], paths: Sequence[_Path]
) -> tuple[Edit, ...]:
    """One edit for each path whose value changed, or for the first step of it that was not there before."""
    edits: dict[_Path, Edit] = {}
    for path in paths:
        old: Any = before
        new: Any = after
        way = list(path)
        while len(way) > 1 and (inside := _inside(old, way[0], way[1])) is not None:
            step = way.pop(0)
            old, new = inside, _inside(new, step, way[0])
        there = way[0] in old
        if not there or not same(old[way[0]], new[way[0]]):
            place = path[: len(path) - len(way) + 1]
            op: Literal["add", "replace"] = "replace" if there else "add"
            edits[place] = Edit(op=op, path=pointer.join(place), value=new[way[0]])
    return tuple(edits.values())


def same(one: object, other: object) -> bool:
    """Whether two JSON values are the same: `1` is not `true`, nor is an object another one with more keys."""
    return type(one) is type(other) and one == other


# --- creating ---------------------------------------------------------------------------------------------------------


def plain_json(model: Readable) -> dict[str, Any]:
    """A model as our JSON document, without what the defaults say anyway.

    What another value decides (Parry, Toughness, how many wounds a character holds) is always written.
    """
    whole = model.to_json()
    short: dict[str, Any] = model.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    out: dict[str, Any] = {"kind": whole["kind"]}
    always = ("parry", "toughness", "wounds") if isinstance(model, Character) else ()
    for key, value in whole.items():
        if key in always or (key in short and key not in ("kind", "current")):
            out[key] = value if key in always else short[key]
    if isinstance(model, Vehicle) and "wounds" in short:
        out["wounds"] = whole["wounds"]
    _without_id(out)
    for weapon in out.get("weapons", ()):
        _without_id(weapon)
    return out


def _without_id(value: dict[str, Any]) -> None:
    """An id that is the name says nothing."""
    if value.get("id") == value.get("name"):
        value.pop("id", None)
