"""How much of a chat became actions, what was left open, and why."""

from __future__ import annotations

from collections import Counter
from dataclasses import dataclass, field
from typing import Any, Final

from sw_data.diagnostics import Diagnostic, DocumentRef, register
from sw_data.formats.foundry.chat.values import Message
from sw_data.logbook.questions import Question

MOST_FINDINGS: Final = 1000
"""Findings that are kept; the rest is only counted."""


class Fate:
    """What became of a message: passed over, until something in it becomes (part of) an action or is left open.

    A message of which anything is left open counts as open, whatever else of it was read.
    """

    __slots__ = ("_counts", "_state")

    def __init__(self, counts: Counter[str]) -> None:
        self._counts = counts
        self._state = ""

    def opened(self) -> None:
        """Something in it is left open."""
        if self._state != "open":
            self._to("open")

    def read(self) -> None:
        """Something in it became an action, or part of one."""
        if not self._state:
            self._to("read")

    def _to(self, state: str) -> None:
        if self._state:
            self._counts[self._state] -= 1
        self._counts[state] += 1
        self._state = state


_TALK: Final = Fate(Counter())
"""The fate of everything that is only talk: nothing of it is ever read or open."""


@dataclass
class Coverage:
    """The counts of a reading, and its findings.

    Attributes:
        messages: Messages in all.
        told: Messages that are read, and those in which something is open.
        kinds: Messages by what they are: `roll`, `talk`, `item`, `draw` …
        generations: Messages by the generation of their shape.
        private: Whispered and blind messages.
        rolls: Rolls in all.
        joined: Rolls that belong to another's action: damage, confirmations.
        actions: Actions by type.
        other: Rolls that are no business of the rules (a d20, a table, a running die).
        open: Rolls and statements that became no action, by the code that says why.
        systems: Messages of other game systems, by the system.
        codes: Findings by code, those that were not kept included.
        findings: The findings, each with its place.
        questions: How many questions nobody has answered.
        combats: Fights whose present round is read.
        rounds: Rounds that were dealt.
    """

    messages: int = 0
    told: Counter[str] = field(default_factory=Counter[str])
    kinds: Counter[str] = field(default_factory=Counter[str])
    generations: Counter[str] = field(default_factory=Counter[str])
    private: int = 0
    rolls: int = 0
    joined: int = 0
    actions: Counter[str] = field(default_factory=Counter[str])
    other: int = 0
    open: Counter[str] = field(default_factory=Counter[str])
    systems: Counter[str] = field(default_factory=Counter[str])
    codes: Counter[str] = field(default_factory=Counter[str])
    findings: list[Diagnostic] = field(default_factory=list[Diagnostic])
    questions: int = 0
    combats: int = 0
    rounds: int = 0

    def begin(self, message: Message) -> Fate:
        """Counts a message, whose fate is not known yet.

        A card that a Combat document holds is told like a message and is none.
        """
        if message.generation == "combat":
            return Fate(Counter())
        self.messages += 1
        self.kinds[message.kind] += 1
        self.generations[message.generation] += 1
        if message.private or message.blind:
            self.private += 1
        return _TALK if message.kind == "talk" else Fate(self.told)

    def find(self, code: str, message: str, of: Message | None = None, pointer: str = "") -> None:
        """Adds a finding about a message."""
        self.codes[code] += 1
        if len(self.findings) >= MOST_FINDINGS:
            return
        about = None if of is None else DocumentRef(kind="message", id=of.id, name=of.alias or None)
        base = of.key if of is not None and of.key and of.key.startswith("/") else ""
        where = f"{base}{pointer}" or None
        finding = register.finding(code, message, pointer=where, document=about)
        if of is not None:
            finding = finding.at(of.file, of.line, 1 if of.line is not None else None)
        self.findings.append(finding)

    def ask(self, question: Question, of: Message) -> None:
        """Adds the finding that says what a question asks."""
        self.questions += 1
        fits = ", ".join(
            f"{each.answer} ({each.meaning})" if each.meaning else each.answer
            for each in question.candidates[:10]
        )
        said = (
            f"{question.ask} Candidates: {fits}."
            if fits
            else f"{question.ask} No candidate is known."
        )
        self.find(question.code, said, of)

    @property
    def fates(self) -> dict[str, int]:
        """Messages by what became of them: `read`, `open` or `passed_over`, which come to all messages."""
        read, opened = self.told["read"], self.told["open"]
        return {"read": read, "open": opened, "passed_over": self.messages - read - opened}

    @property
    def opened(self) -> int:
        """How many rolls and statements became no action and are left open."""
        return sum(self.open.values())

    def to_json(self) -> dict[str, Any]:
        """The counts as JSON."""
        return {
            "messages": self.messages,
            "fates": self.fates,
            "kinds": dict(self.kinds),
            "generations": dict(self.generations),
            "private": self.private,
            "rolls": self.rolls,
            "joined": self.joined,
            "actions": sum(self.actions.values()),
            "actions_by_type": dict(self.actions),
            "other_rolls": self.other,
            "open": self.opened,
            "open_by_code": dict(self.open),
            "other_systems": dict(self.systems),
            "questions": self.questions,
            "combats": self.combats,
            "rounds": self.rounds,
            "findings_by_code": dict(self.codes),
        }
