"""Reading a sheet that is JSON, value by value: what each is read as, where it stood, and what nothing was made of."""

from __future__ import annotations

import re
from collections.abc import Iterator, Sequence
from dataclasses import dataclass, field
from typing import Final

from sw_data.diagnostics import Diagnostic, DocumentRef, Edit, Severity
from sw_data.diagnostics.register import finding
from sw_data.dice import Damage, Die
from sw_data.document import pointer
from sw_data.formats.base import Reading, Writing
from sw_data.formats.report import Fate, fields_of, leaves, short
from sw_data.formats.sheet import Draft, WeaponDraft, within
from sw_data.formats.spelling import clean, damage_in, die_in, is_broken_range, number_in, range_in
from sw_data.jsonvalue import Object, as_array, as_number, as_object, as_text
from sw_data.models import Effect
from sw_data.models.weapon import RangeBrackets

RUNS: Final = re.compile(
    r"<\s*(?:script|iframe|object|embed)\b|\bon[a-z]{3,20}\s*=|javascript\s*:", re.IGNORECASE
)
"""What runs a program in HTML: a script, an event, an address."""

_NAMED: Final = 8


@dataclass(frozen=True, slots=True)
class Spot:
    """A value and its JSON Pointer; `present` is false where the key is missing."""

    value: object
    pointer: str
    present: bool = True

    def at(self, *path: str | int) -> Spot:
        """What a path of keys and indices leads to; absent if a step of it is missing."""
        here = self
        for step in path:
            deeper = here.pointer + pointer.join((step,))
            members, elements = as_object(here.value), as_array(here.value)
            if members is not None and isinstance(step, str) and step in members:
                here = Spot(members[step], deeper)
            elif elements is not None and isinstance(step, int) and 0 <= step < len(elements):
                here = Spot(elements[step], deeper)
            else:
                here = Spot(None, deeper, present=False)
        return here

    def each(self) -> list[Spot]:
        """The elements of a list; none if it is no list."""
        listed = as_array(self.value) or []
        return [Spot(value, f"{self.pointer}/{index}") for index, value in enumerate(listed)]

    @property
    def object(self) -> Object:
        """The value as an object; empty if it is none."""
        return as_object(self.value) or {}


@dataclass
class JsonSheet:
    """A sheet while it is read: the character so far, findings, and what became of each value."""

    root: Spot
    draft: Draft = field(default_factory=Draft)
    diagnostics: list[Diagnostic] = field(default_factory=list[Diagnostic])
    carried: dict[str, str] = field(default_factory=dict[str, str])
    changed: dict[str, tuple[str, str]] = field(default_factory=dict[str, tuple[str, str]])
    unmapped: dict[str, str] = field(default_factory=dict[str, str])
    origins: dict[str, str] = field(default_factory=dict[str, str])

    def find(self, code: str, message: str, spot: Spot, severity: Severity | None = None) -> None:
        """A finding about a value."""
        self.diagnostics.append(finding(code, message, pointer=spot.pointer, severity=severity))

    def carry(self, model: str, *spots: Spot) -> None:
        """Values that go into a model field; the first is where the field came from."""
        for spot in spots:
            if spot.present:
                self.carried[spot.pointer] = model
                self.origins.setdefault(model, spot.pointer)

    def change(self, model: str, spot: Spot, why: str) -> None:
        """A value that goes into a model field as something else, with a finding."""
        self.changed[spot.pointer] = (model, why)
        self.origins.setdefault(model, spot.pointer)
        self.find("SW192", f"{spot.pointer}: {why}", spot)

    def skip(self, spot: Spot, why: str) -> None:
        """A value that is known, and that the model has no place for."""
        if spot.present:
            self.unmapped[spot.pointer] = why

    def refuse(self, spot: Spot, what: str, wanted: str, taken: str) -> None:
        """A value of the wrong type."""
        self.find("SW101", f"{what} is {short(spot.value)!r} and should be {wanted}; {taken}", spot)
        self.unmapped[spot.pointer] = f"it is not {wanted}"

    def text(self, spot: Spot, what: str, model: str = "") -> str:
        """A text without control characters; a number is read as one; anything else is an empty text."""
        value = spot.value
        if value is None or not spot.present:
            return ""
        if as_number(value) is not None:
            value = str(value)
        if not isinstance(value, str):
            self.refuse(spot, what, "a text", "it is left out")
            return ""
        tidy = clean(value)
        if tidy != value and model:
            self.find("SW194", f"{what} holds control characters; they are taken out", spot)
            self.changed[spot.pointer] = (model, "control characters are taken out")
            self.origins.setdefault(model, spot.pointer)
        elif model:
            self.carry(model, spot)
        return tidy.strip()

    def number(
        self, spot: Spot, what: str, model: str, low: int = -9999, high: int = 9999
    ) -> int | None:
        """A whole number, also one that is written as a text; None if there is none."""
        value = spot.value
        if not spot.present or value is None or value == "":
            return None
        number = as_number(value)
        if number is None and isinstance(value, str):
            number = number_in(value)
            if number is None and value.strip() in ("-", "\u2014", "\u2013"):
                return None
        if number is None or number != number or abs(number) > 1e9:
            self.refuse(spot, what, "a whole number", "the default is taken")
            return None
        whole = within(int(number), low, high)
        if whole != number:
            self.find("SW102", f"{what} is {short(value)} and is read as {whole}", spot)
            self.changed[spot.pointer] = (model, f"it is read as {whole}")
            self.origins.setdefault(model, spot.pointer)
        else:
            self.carry(model, spot)
        return whole

    def flag(self, spot: Spot) -> bool | None:
        """A switch: true, false, 0, 1, "on"; None if there is none."""
        value = spot.value
        if isinstance(value, bool):
            return value
        if isinstance(value, int | float):
            return value != 0
        if isinstance(value, str):
            return value.strip().casefold() not in ("", "0", "off", "false", "no")
        return None

    def die(self, spot: Spot, what: str, model: str, *, code: str = "SW105") -> Die | None:
        """A trait die, as a text or a number of sides; None if there is none, with a finding if there should be."""
        value = spot.value
        if not spot.present or value is None or value in ("", "-", "\u2014"):
            return None
        written = str(value) if as_number(value) is not None else as_text(value)
        found = None if written is None else die_in(written.replace("!", ""))
        if found is None:
            self.find(code, f"{what} is {short(value)!r}, which no trait has; it is left out", spot)
            self.unmapped[spot.pointer] = "it is no trait die"
            return None
        self.carry(model, spot)
        return found

    def minimum(self, spot: Spot, weapon: WeaponDraft | None, name: str, model: str) -> Die | None:
        """The minimum Strength of a thing, whose weapon is given if it is one; None if it has none."""
        value = spot.value
        if value not in (None, "", "0", 0, "-", "\u2014"):
            return self.die(spot, f"the minimum Strength of {name}", model, code="SW203")
        if spot.pointer and weapon is not None and (asked := weapon.unsaid_strength()) is not None:
            around = Spot(None, spot.pointer.rpartition("/")[0])
            self.find("SW204", asked, spot if spot.present else around)
        return None

    def damage(self, spot: Spot, what: str, model: str) -> Damage | None:
        """A damage expression; None if it cannot be read, with a finding."""
        value = spot.value
        if not spot.present or value is None:
            return None
        if isinstance(value, int) and not isinstance(value, bool):
            value = str(value)
        read = damage_in(value) if isinstance(value, str) else None
        if read is None or read.damage is None:
            self.find(
                "SW201",
                f"{what} is {short(value)!r}, which is no damage like 'Str+d8'; it is left out",
                spot,
            )
            self.unmapped[spot.pointer] = "it is no damage"
            return None
        if read.remark:
            self.change(model, spot, read.remark)
        else:
            self.carry(model, spot)
        return read.damage

    def range(self, spot: Spot, model: str) -> RangeBrackets | str | None:
        """The range of a weapon; None for melee."""
        value = as_text(spot.value)
        if value is None:
            return None
        if is_broken_range(value):
            self.find(
                "SW202",
                f"the range is {short(value)!r}, and should be three brackets like '12/24/48'; it is left out",
                spot,
            )
            self.unmapped[spot.pointer] = "it is no range"
            return None
        read = range_in(value)
        if read.remark:
            self.change(model, spot, read.remark)
        else:
            self.carry(model, spot)
        return read.range

    def finish(self, generation: str | None = None, kind: str = "character") -> Reading:
        """The reading: the character, its findings, and every value in one of the three lists."""
        draft = self.draft
        if not draft.name:
            self.find("SW103", "the sheet has no name", self.root)
        if draft.missing:
            message = f"the sheet does not say {', '.join(draft.missing)}; d4 is taken"
            self.find("SW103", message, self.root, Severity.WARNING)
        before = set(draft.skills)
        for each in draft.newer_skills():
            added = each.new is not None and each.new not in before
            tail = f"; {each.new} {draft.skills[each.new]} is added" if added and each.new else ""
            place = self.origins.get(f"skills.{each.old}", "")
            self.diagnostics.append(finding("SW196", each.why + tail, pointer=place))
        self._programs()
        model = draft.character()
        fields = fields_of(self.root.value, self.carried, self.changed, self.unmapped)
        lost = [each for each in fields if each.fate is Fate.UNMAPPED]
        if lost:
            names = ", ".join(each.name for each in lost[:_NAMED])
            more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
            self.find("SW191", f"{len(lost)} fields are not read: {names}{more}", self.root)
        document = DocumentRef(kind=kind, id=model.id, name=model.name)
        told = tuple(each.model_copy(update={"document": document}) for each in self.diagnostics)
        return Reading(
            kind=kind,
            model=model,
            id=model.id,
            name=model.name,
            generation=generation,
            diagnostics=told,
            origins=self.origins,
            fields=fields,
        )

    def _programs(self) -> None:
        """A finding for the first text that would run a program where it is shown."""
        for place, value in leaves(self.root.value):
            if isinstance(value, str) and RUNS.search(value):
                message = (
                    f"{place or 'the text'} holds HTML that runs a program; none of it is carried"
                )
                self.diagnostics.append(finding("SW195", message, pointer=place))
                return


def shallow(value: object, depth: int = 60) -> bool:
    """Whether lists and objects stand inside each other no deeper than a sheet's."""
    waiting: list[tuple[object, int]] = [(value, 0)]
    while waiting:
        here, level = waiting.pop()
        inner: Iterator[object] = iter(())
        if (members := as_object(here)) is not None:
            inner = iter(members.values())
        elif (elements := as_array(here)) is not None:
            inner = iter(elements)
        else:
            continue
        if level >= depth:
            return False
        waiting.extend((each, level + 1) for each in inner)
    return True


def too_deep(kind: str) -> Reading:
    """The reading of a document that is nested deeper than any sheet."""
    message = "lists and objects stand inside each other deeper than in any sheet; it is not read"
    return Reading(kind=kind, diagnostics=(finding("SW005", message, pointer=""),))


def written_back(
    value: object,
    reading: Reading,
    effects: Sequence[Effect],
    numbers: Sequence[str],
    *,
    as_texts: bool = False,
) -> Writing:
    """The edits that bring effects on numbers into a document, each at the place that the number was read from.

    Args:
        value: The document.
        reading: What was read from it.
        effects: The effects.
        numbers: The dotted model fields that the document can hold.
        as_texts: Whether a number that stands there as a text is written as one.
    """
    edits: list[Edit] = []
    told: list[Diagnostic] = []
    for effect in effects:
        place = reading.origins.get(effect.field)
        if effect.field not in numbers or place is None or not isinstance(effect.to, int):
            told.append(
                finding(
                    "SW181",
                    f"the sheet has no place for {effect.field} {short(effect.to)!r}",
                    pointer="",
                )
            )
            continue
        here = _spot(value, place)
        new: int | str = str(effect.to) if as_texts and isinstance(here.value, str) else effect.to
        edits.append(Edit(op="replace", path=place, value=new))
    return Writing(tuple(edits), tuple(told))


def _spot(value: object, place: str) -> Spot:
    """What a pointer leads to, with numbers as indices where a list is."""
    here = Spot(value, "")
    for step in pointer.split(place):
        index = pointer.index(step)
        here = (
            here.at(index)
            if as_array(here.value) is not None and index is not None
            else here.at(step)
        )
    return here
