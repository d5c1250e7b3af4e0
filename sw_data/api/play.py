"""Actions handed to their encounters, one after another; outcomes as soon as nothing can revise them."""

from __future__ import annotations

import gc
import json
from collections.abc import Iterable, Iterator
from dataclasses import dataclass
from typing import TYPE_CHECKING, Final, NamedTuple, TypeAlias

from pydantic_core import to_json

from sw_data.api.cast import Actor
from sw_data.api.log import Log, Malformed
from sw_data.models import Action, Chase, Effect, FollowUp, Outcome, Violation
from sw_data.models.outcome import Status
from sw_data.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sw_data.engine import Encounter, Engine

GONE_ON: Final = "SW619"


@dataclass(frozen=True, slots=True)
class EncounterEnd:
    """How an encounter ended.

    Attributes:
        name: Its name in the log; empty for actions without one.
        actors: The characters and vehicles as they are at the end.
        chases: The chases as they are at the end.
        pending: Rolls that were called for and not made.
        gm_bennies: The bennies that the GM has left.
        changes: What changed from the actors as loaded to now.
        cards: The Action Card that each holds since the last deal, in the order they were dealt.
    """

    name: str
    actors: tuple[Actor, ...]
    chases: tuple[Chase, ...]
    pending: tuple[FollowUp, ...]
    gm_bennies: int
    changes: tuple[Effect, ...]
    cards: tuple[tuple[str, str], ...] = ()


class OutcomeLine(NamedTuple):
    """An outcome as a line of JSON Lines.

    Attributes:
        id: The outcome's id.
        encounter: Its encounter; empty if it has none.
        status: Its status.
        data: The line, with its end.
    """

    id: str
    encounter: str
    status: Status
    data: bytes


class Settled(NamedTuple):
    """An outcome that nothing can revise any more, and its place among those of its encounter."""

    number: int
    outcome: Outcome | OutcomeLine


Event: TypeAlias = Settled | EncounterEnd
"""What comes of a log: outcomes as soon as nothing can revise them, and each encounter's end after its last one."""


@dataclass(frozen=True, slots=True)
class Setup:
    """What all encounters of a log share; a worker process is given it once.

    Attributes:
        encoded: Outcomes are given as lines.
        states: The ends of encounters are given.
    """

    actors: tuple[Actor, ...]
    chases: tuple[Chase, ...]
    rules: Ruleset
    seed: int
    gm_bennies: int
    lenient: bool
    roll_follow_ups: bool
    encoded: bool
    states: bool

    def engine(self) -> Engine:
        """The rules engine with this cast and ruleset."""
        from sw_data.engine import Engine

        return Engine(
            self.actors,
            self.chases,
            self.rules,
            seed=self.seed,
            gm_bennies=self.gm_bennies,
            lenient=self.lenient,
            roll_follow_ups=self.roll_follow_ups,
        )

    def given(self, outcomes: Iterable[tuple[int, Outcome]]) -> Iterator[Settled]:
        """Outcomes in the form that is wanted."""
        if self.encoded:
            return (Settled(number, outcome_line(outcome)) for number, outcome in outcomes)
        return (Settled(number, outcome) for number, outcome in outcomes)


def prepare_for_a_long_run() -> None:
    """Let the garbage collector of this process look seldom: what a run makes holds no cycles.

    For a process that does nothing else, as the command line or a worker; about a quarter of the time is saved.
    """
    gc.freeze()
    gc.set_threshold(200_000, 50, 100)


def play(log: Log, setup: Setup) -> Iterator[Event]:
    """Hands each action to its encounter; in a streamed log an encounter ends when the next one begins."""
    engine = setup.engine()
    opened: dict[str, Encounter] = {}
    ended: set[int] = set()
    current: str | None = None
    interleaved = log.interleaved
    for number, written in log.written():
        action = log.action(number, written)
        name = action.encounter if action.encounter is not None else current or ""
        encounter = opened.get(name)
        if encounter is None:
            if hash(name) in ended:
                yield from setup.given([(0, too_late(action, name))])
                continue
            if not interleaved and current is not None:
                yield from finish(opened.pop(current), setup)
                ended.add(hash(current))
            encounter = opened[name] = engine.encounter(name)
        current = name
        yield from setup.given(act(encounter, action))
    if current is None:
        opened[""] = engine.encounter("")
    for encounter in opened.values():
        yield from finish(encounter, setup)


def act(encounter: Encounter, action: Action | Malformed) -> Iterable[tuple[int, Outcome]]:
    """What one more action makes final in its encounter."""
    if isinstance(action, Malformed):
        return encounter.refuse(action.id, action.type, action.actor, action.violations)
    return encounter.act(action)


def finish(encounter: Encounter, setup: Setup) -> Iterator[Event]:
    """The rest of an encounter's outcomes, and its end."""
    yield from setup.given(encounter.finish())
    if setup.states:
        yield EncounterEnd(
            encounter.name,
            encounter.actors,
            encounter.chases,
            encounter.pending,
            encounter.gm_bennies,
            tuple(encounter.changes()),
            encounter.cards,
        )


def too_late(action: Action | Malformed, name: str) -> Outcome:
    """The rejection of an action whose encounter has ended."""
    message = (
        f"the encounter {name!r} has ended: another one began after it; "
        'keep its actions together, or say "interleaved": true in the header'
    )
    return Outcome(
        action.id,
        action.type,
        "rejected",
        actor=action.actor,
        encounter=name or None,
        violations=(Violation(message, code=GONE_ON),),
        summary=f"Rejected: {message}.",
    )


def outcome_line(outcome: Outcome) -> OutcomeLine:
    """An outcome as one line of JSON Lines."""
    data = outcome.to_json()
    try:
        # Three times as fast as the standard library, and the same text on every platform.
        line = to_json(data)
    except ValueError:
        # Half a surrogate pair in a name, which UTF-8 has no place for.
        line = json.dumps(data, separators=(",", ":")).encode("ascii")
    return OutcomeLine(outcome.id, outcome.encounter or "", outcome.status, line + b"\n")


def in_number_order(events: Iterable[Event]) -> Iterator[Event]:
    """The outcomes of each encounter in its order: one that comes early waits for those before it."""
    waiting: dict[str, dict[int, Settled]] = {}
    wanted: dict[str, int] = {}
    for event in events:
        if isinstance(event, EncounterEnd):
            yield event
            continue
        name = event.outcome.encounter or ""
        number = wanted.setdefault(name, 1)
        if event.number < number:
            # Refused outside of an encounter: it has no number in one.
            yield event
            continue
        held = waiting.setdefault(name, {})
        held[event.number] = event
        while number in held:
            yield held.pop(number)
            number += 1
        wanted[name] = number
        if not held:
            del waiting[name]


def in_log_order(events: Iterable[Event], log: Log) -> list[Event]:
    """The outcomes in the order of a log in one document, a follow-up behind the one before it; then the ends."""
    every = list(events)
    ends = [event for event in every if isinstance(event, EncounterEnd)]
    by_encounter: dict[str, list[Settled]] = {}
    for event in every:
        if isinstance(event, Settled):
            by_encounter.setdefault(event.outcome.encounter or "", []).append(event)
    for outcomes in by_encounter.values():
        outcomes.sort(key=lambda event: event.number)
    together: list[Event] = [event for outcomes in by_encounter.values() for event in outcomes]
    if len(by_encounter) > 1:
        together = _woven(by_encounter, log)
    return [*together, *ends]


def _woven(by_encounter: dict[str, list[Settled]], log: Log) -> list[Event]:
    places: dict[tuple[str, str], list[int]] = {}
    current = ""
    for number, written in log.written():
        action = log.action(number, written)
        current = action.encounter if action.encounter is not None else current
        places.setdefault((current, action.id), []).append(number)
    keyed: list[tuple[int, Event]] = []
    for name, outcomes in by_encounter.items():
        last = 0
        for event in outcomes:
            stands = places.get((name, event.outcome.id))
            last = max(stands.pop(0) if stands else 0, last)
            keyed.append((last, event))
    keyed.sort(key=lambda pair: pair[0])
    return [event for _, event in keyed]
