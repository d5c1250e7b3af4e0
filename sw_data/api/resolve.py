"""Resolving a log of actions: as a whole, or as a stream that holds no more than the open encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import Literal, TypeAlias, cast

from sw_data.api.arguments import checked
from sw_data.api.cast import Actors, Cast, cast_of
from sw_data.api.exports import is_chat_export
from sw_data.api.load import Source
from sw_data.api.log import Log, LogSource, open_log
from sw_data.api.play import (
    EncounterEnd,
    Event,
    OutcomeLine,
    Setup,
    in_log_order,
    in_number_order,
    play,
)
from sw_data.api.rules import ruleset_from
from sw_data.api.run import Run
from sw_data.diagnostics import Diagnostic
from sw_data.document.store import STORE_LIMITS, StoreLimits
from sw_data.errors import ImpossibleError
from sw_data.models import Outcome
from sw_data.rules.ruleset import Ruleset

FollowUps: TypeAlias = Literal["roll", "report"]


@dataclass
class Resolution:
    """A log that is being resolved: a stream of outcomes and of ends of encounters.

    Memory holds the actors of the open encounters and what of them can still be revised.

    Attributes:
        log: The log.
        cast: Its actors and chases.
        ruleset: The ruleset in force.
        seed: The seed of dice that are not recorded.
        workers: How many processes resolve the encounters.
        counts: How many outcomes of each status there were so far.
        watch: Is told of each outcome when nothing can revise it any more.
    """

    log: Log
    cast: Cast
    ruleset: Ruleset
    seed: int
    lenient: bool = False
    follow_ups: FollowUps = "roll"
    workers: int = 1
    counts: dict[str, int] = field(
        default_factory=lambda: {"resolved": 0, "rejected": 0, "revised": 0}
    )
    watch: Callable[[Outcome | OutcomeLine], None] | None = None

    @property
    def diagnostics(self) -> tuple[Diagnostic, ...]:
        """What is odd or wrong in the actors' documents."""
        return self.cast.diagnostics

    def events(
        self, *, states: bool = True, as_final: bool = False
    ) -> Iterator[Outcome | EncounterEnd]:
        """The outcomes as they become final, and the end of each encounter; can be gone through once.

        The outcomes of an encounter come in its order. So one that comes early waits for those before it; with
        `as_final` it does not, and no more is held than what can still be revised.

        Args:
            states: Whether the ends of encounters are wanted.
            as_final: Give an outcome of a streamed log as soon as nothing can revise it, whatever its order.
        """
        for event in self._events(encoded=False, states=states, as_final=as_final):
            if isinstance(event, EncounterEnd):
                yield event
            elif isinstance(event.outcome, Outcome):
                yield event.outcome

    def lines(
        self, *, states: bool = True, as_final: bool = False
    ) -> Iterator[OutcomeLine | EncounterEnd]:
        """As `events`, the outcomes as lines of JSON Lines; what several workers are quickest at."""
        for event in self._events(encoded=True, states=states, as_final=as_final):
            if isinstance(event, EncounterEnd):
                yield event
            elif isinstance(event.outcome, OutcomeLine):
                yield event.outcome

    def outcomes(self) -> Iterator[Outcome]:
        """The outcomes as they become final."""
        return (event for event in self.events(states=False) if isinstance(event, Outcome))

    def run(self) -> Run:
        """Resolves the log to its end, and keeps everything."""
        outcomes: list[Outcome] = []
        ends: dict[str, EncounterEnd] = {}
        for event in self._events(encoded=False, states=True):
            if isinstance(event, EncounterEnd):
                ends[event.name] = event
            elif isinstance(event.outcome, Outcome):
                outcomes.append(event.outcome)
        return Run(
            self.ruleset,
            self.seed,
            tuple(outcomes),
            ends,
            self.counts,
            self.diagnostics,
            self.cast,
        )

    def _events(self, *, encoded: bool, states: bool, as_final: bool = False) -> Iterator[Event]:
        setup = Setup(
            self.cast.players,
            self.cast.tracks,
            self.ruleset,
            self.seed,
            self.log.header.gm_bennies,
            self.lenient,
            self.follow_ups == "roll",
            encoded=encoded,
            states=states,
        )
        events: Iterable[Event]
        if self.workers > 1:
            from sw_data.api.workers import play_side_by_side

            events = play_side_by_side(self.log, setup, self.workers)
        else:
            events = play(self.log, setup)
        if not self.log.streamed:
            events = in_log_order(events, self.log)
        elif not as_final:
            events = in_number_order(events)
        for event in events:
            if not isinstance(event, EncounterEnd):
                self.counts[event.outcome.status] += 1
                if self.watch is not None:
                    self.watch(event.outcome)
            yield event


@checked()
def resolve_stream(
    log: LogSource,
    *,
    actors: Actors = None,
    seed: int | None = None,
    ruleset: str | Path | Ruleset | None = None,
    rules: Mapping[str, object] | Iterable[str] = (),
    lenient: bool = False,
    follow_ups: FollowUps = "roll",
    workers: int = 1,
    answers: Source | Mapping[str, str] | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Resolution:
    """Prepares the resolving of a log; going through its `events` resolves it.

    For logs in JSON Lines that are larger than the memory. Arguments and errors as for `resolve`.
    """
    if is_chat_export(log):
        from sw_data.api.chat_log import session

        opened, actors = session(cast("Source", log), actors, answers, limits)
    else:
        opened = open_log(log, limits=limits)
        if answers is not None:
            raise ImpossibleError(
                f"answers are for the chat of a virtual tabletop, and {opened.name} is an action log, which leaves "
                "nothing open"
            )
    chosen = ruleset_from(
        ruleset, rules, log_rules=opened.header.rules, log_ruleset=opened.header.ruleset
    )
    return Resolution(
        opened,
        cast_of(opened, actors, limits),
        chosen,
        opened.header.seed if seed is None else seed,
        lenient,
        follow_ups,
        workers,
    )


@checked()
def resolve(
    log: LogSource,
    *,
    actors: Actors = None,
    seed: int | None = None,
    ruleset: str | Path | Ruleset | None = None,
    rules: Mapping[str, object] | Iterable[str] = (),
    lenient: bool = False,
    follow_ups: FollowUps = "roll",
    workers: int = 1,
    answers: Source | Mapping[str, str] | None = None,
    limits: StoreLimits = STORE_LIMITS,
) -> Run:
    """Plays a log of actions by the rules; every die, modifier and rule is in the outcomes.

    The result depends on the ruleset, the seed, the ids of the actions and the logged dice, and on nothing else.

    Args:
        log: A file (one JSON document, or JSON Lines with a header in the first line), `-`, the JSON object, or an
            `ActionLog`.
        actors: More actors than the log's own: what `load` returned, files, or models. They win over those of the log
            with their id.
        seed: The seed of dice that are not recorded; by default the log's, which is 0 if it has none.
        ruleset: A built-in ruleset, a TOML file or a `Ruleset`; by default the log's.
        rules: Knobs, `{"shaken.success": "act"}`; they win over those of the log.
        lenient: Resolve what can be resolved of an action that breaks a rule, and keep the violation as a warning.
        follow_ups: Roll what an outcome calls for and the log does not contain, or only `report` it.
        workers: How many processes resolve the encounters; the result is the same for any number.
        answers: Answers to what a chat leaves open: a file, or the answers by question.
        limits: How much is read of a file.

    Raises:
        DocumentError: The log or a file of actors is not there, not JSON, or no log; says where.
        UnknownRulesetError: No such ruleset.
        UnknownKnobError: No such knob, or no such value of it.
        ImpossibleError: Answers for a log that is no chat.
        ArgumentError: An argument is of a kind that it cannot be.
    """
    return resolve_stream(
        log,
        actors=actors,
        seed=seed,
        ruleset=ruleset,
        rules=rules,
        lenient=lenient,
        follow_ups=follow_ups,
        workers=workers,
        answers=answers,
        limits=limits,
    ).run()
