"""One record of Fantasy Grounds while it is read: its values, its findings, and what became of each field."""

from __future__ import annotations

from typing import Final

from sw_data.diagnostics import Diagnostic, Severity
from sw_data.diagnostics.register import finding
from sw_data.dice import Die
from sw_data.formats.fantasy_grounds.xml import Element
from sw_data.formats.json_sheet import RUNS
from sw_data.formats.report import Fate, SourceField, short
from sw_data.formats.sheet import Draft, within
from sw_data.formats.spelling import MOST, die_in, number_in, trait_die

STRUCTURE: Final = frozenset({"type", "static", "mergerule", "name", "locked"})
"""Attributes that say what an element is, and nothing of the sheet."""

_NAMED: Final = 8


def _runs(element: Element) -> bool:
    """Whether an element is markup that runs a program, or has such markup in its text."""
    said = " ".join(f"{key}={value}" for key, value in element.attributes.items())
    return RUNS.search(f"<{element.tag} {said}>{element.text}") is not None


class Record:
    """One record while it is read."""

    def __init__(self, element: Element) -> None:
        self.element = element
        self.draft = Draft()
        self.diagnostics: list[Diagnostic] = []
        self.origins: dict[str, str] = {}
        self.fates: dict[int, tuple[Fate, str, str]] = {}

    def find(
        self, code: str, message: str, element: Element, severity: Severity | None = None
    ) -> None:
        """A finding at an element."""
        self.diagnostics.append(
            finding(code, message, severity=severity).at(None, element.line, element.column)
        )

    def carry(self, model: str, element: Element | None) -> None:
        """An element that goes into a model field."""
        if element is not None:
            self.fates[id(element)] = (Fate.CARRIED, model, "")
            self.origins.setdefault(model, f"{element.line}:{element.column}")

    def change(self, model: str, element: Element, why: str) -> None:
        """An element that goes into a model field as something else."""
        self.fates[id(element)] = (Fate.CHANGED, model, why)
        self.origins.setdefault(model, f"{element.line}:{element.column}")
        self.find("SW192", f"{element.path}: {why}", element)

    def skip(self, element: Element | None, why: str) -> None:
        """An element that the model has no place for, with all that is in it."""
        if element is not None:
            for each in element.walk():
                self.fates.setdefault(id(each), (Fate.UNMAPPED, "", why))

    def text(self, element: Element | None, model: str = "") -> str:
        """The text of an element without blanks around it; empty if there is none."""
        if element is None:
            return ""
        if model:
            self.carry(model, element)
        return element.text.strip(" \t\n")

    def number(self, element: Element | None, model: str, low: int = -9999) -> int | None:
        """A whole number; None if there is none, with a finding if it is no number."""
        if element is None or not element.text.strip():
            return None
        found = number_in(element.text)
        if found is None:
            self.find("SW101", f"{element.path} is {short(element.text)!r} and should be a whole number; "
                      "the default is taken", element)  # fmt: skip
            self.skip(element, "it is no whole number")
            return None
        whole = within(found, low, MOST)
        if whole != found:
            self.change(model, element, f"it is read as {whole}")
        else:
            self.carry(model, element)
        return whole

    def die(
        self,
        dice: Element | None,
        bonuses: tuple[Element | None, ...],
        what: str,
        model: str,
        *,
        code: str = "SW105",
    ) -> Die | None:
        """A trait: its die, and the first modifier of it that is not 0."""
        if dice is None or not dice.text.strip():
            return None
        die = die_in(dice.text)
        if die is None:
            self.find(
                code, f"{what} is {short(dice.text)!r}, which no trait has; it is left out", dice
            )
            self.skip(dice, "it is no trait die")
            return None
        self.carry(model, dice)
        bonus = die.bonus
        for element in bonuses:
            found = self.number(element, model) or 0
            bonus = bonus or found
        return trait_die(die.sides, bonus)

    def summary(self, fields: tuple[SourceField, ...]) -> None:
        """One finding for all fields that are not read, and one for HTML that runs a program."""
        lost = [each for each in fields if each.fate is Fate.UNMAPPED]
        if lost:
            names = ", ".join(each.name.removeprefix(self.element.path) for each in lost[:_NAMED])
            more = f" and {len(lost) - _NAMED} more" if len(lost) > _NAMED else ""
            self.find("SW191", f"{len(lost)} fields are not read: {names}{more}", self.element)
        runs = next((each for each in self.element.walk() if _runs(each)), None)
        if runs is not None:
            self.find(
                "SW195", f"{runs.path} holds HTML that runs a program; none of it is carried", runs
            )

    def fields(self, element: Element) -> list[SourceField]:
        """The fields of one element: what it says, and attributes that are no part of its type."""
        told = [
            SourceField(f"{element.path}/@{key}", short(value), Fate.UNMAPPED, "", "the model has no use for it", None,
                        element.line, element.column)
            for key, value in element.attributes.items() if key not in STRUCTURE
        ]  # fmt: skip
        words = element.text.strip()
        if element.children and not words:
            return told
        fate, model, why = self.fates.get(
            id(element), (Fate.UNMAPPED, "", "the rules have no use for it")
        )
        if not words and fate is Fate.UNMAPPED:
            fate, why = Fate.CARRIED, "it says nothing"
        told.append(
            SourceField(
                element.path, short(words), fate, model, why, None, element.line, element.column
            )
        )
        return told
