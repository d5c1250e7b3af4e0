"""Resolving a log of actions: as a whole, or as a stream that holds no more than the open encounters."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal, TypeAlias, cast

from sw_data.api.arguments import checked
from sw_data.api.cast import Actor, Actors, Cast, cast_of
from sw_data.api.collection import Named
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
from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.findings import WithFindings
from sw_data.errors import AmbiguousError, ImpossibleError, NotFoundError
from sw_data.models import Chase, FollowUp, Outcome
from sw_data.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sw_data.api.stats import Statistics
    from sw_data.display.board import Board
    from sw_data.display.pictures import Picture

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
) -> Resolution:
    """Prepares the resolving of a log; going through its `events` resolves it.

    For logs in JSON Lines that are larger than the memory. Arguments and errors as for `resolve`.
    """
    if is_chat_export(log):
        from sw_data.api.chat_log import session

        opened, actors = session(cast("Source", log), actors, answers)
    else:
        opened = open_log(log)
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
        cast_of(opened, actors),
        chosen,
        opened.header.seed if seed is None else seed,
        lenient,
        follow_ups,
        workers,
    )


@dataclass(frozen=True)
class Run(WithFindings):
    """A resolved log: every outcome, and the actors as they are at the end.

    Attributes:
        ruleset: The ruleset in force.
        seed: The seed of dice that were not recorded.
        outcomes: The outcomes in the order of the log, follow-ups where they were rolled.
        encounters: How each encounter ended, by name.
        summary: How many outcomes ended with which status.
        diagnostics: What is odd or wrong in the actors' documents.
    """

    ruleset: Ruleset
    seed: int
    outcomes: tuple[Outcome, ...]
    encounters: Mapping[str, EncounterEnd]
    summary: Mapping[str, int]
    diagnostics: tuple[Diagnostic, ...]
    cast: Cast = field(repr=False, compare=False)

    @property
    def actors(self) -> Named[Any]:
        """The characters and vehicles as they are at the end, by name or id; empty if there are several encounters."""
        return Named("actor", self._only().actors if len(self.encounters) == 1 else ())

    @property
    def chases(self) -> Named[Chase]:
        """The chases as they are at the end, by name or id; empty if there are several encounters."""
        return Named("chase", self._only().chases if len(self.encounters) == 1 else ())

    @property
    def pending(self) -> tuple[FollowUp, ...]:
        """Rolls that were called for and not made, of all encounters."""
        return tuple(each for end in self.encounters.values() for each in end.pending)

    @property
    def rejected(self) -> tuple[Outcome, ...]:
        """The actions that broke a rule or could not be read."""
        return tuple(each for each in self.outcomes if each.status == "rejected")

    def _only(self) -> EncounterEnd:
        return self.encounter()

    @checked(name="encounter")
    def encounter(self, name: str | None = None) -> EncounterEnd:
        """How an encounter ended: the one of that name, or the only one.

        Raises:
            NotFoundError: There is none of that name.
            AmbiguousError: There are several, and no name is given.
        """
        known = ", ".join(repr(each) for each in list(self.encounters)[:20])
        if name is not None:
            if name not in self.encounters:
                raise NotFoundError(f"no encounter {name!r}; there are {known}")
            return self.encounters[name]
        if len(self.encounters) != 1:
            raise AmbiguousError(f"{len(self.encounters)} encounters; say which: {known}")
        return next(iter(self.encounters.values()))

    def to_json(self) -> dict[str, Any]:
        """The run as `sw-data resolve --format json` prints it."""
        several = len(self.encounters) > 1
        out: dict[str, Any] = {
            "ruleset": self.ruleset.to_json(),
            "seed": self.seed,
            "dice": "sw1",
            "outcomes": [outcome.to_json() for outcome in self.outcomes],
            **(end_json(None) if several else end_json(self._only())),
            "pending": [follow_up_json(each) for each in self.pending],
            "summary": dict(self.summary),
        }
        if several:
            out["encounters"] = {name: end_json(end) for name, end in self.encounters.items()}
        return out

    @checked()
    def export(
        self, path: str | Path, *, encounter: str | None = None, in_place: bool = False
    ) -> tuple[Diagnostic, ...]:
        """Writes the actors as they are at the end in the format they came in; every other byte stays.

        Args:
            path: The file; a folder, if they came in several files, or there are several encounters and none is named.
            encounter: Which encounter, if there are several.
            in_place: Whether a file that was read may be written over.

        Returns:
            What their formats have no place for.

        Raises:
            ImpossibleError: The file is an input, or there is nothing to write.
            DocumentError: It cannot be written.
        """
        from sw_data.api.export import export
        from sw_data.api.exporting import export_each

        if encounter is None and len(self.encounters) > 1:
            return export_each(self.cast, self.encounters.values(), path, in_place=in_place)
        return export(self.cast, self.encounter(encounter), path, in_place=in_place)

    @checked()
    def updates(self, *, encounter: str | None = None) -> dict[str, Any]:
        """What a running Foundry world needs to have the same changes: updates, and effects to create and delete."""
        from sw_data.api.export import updates

        return updates(self.cast, self.encounter(encounter))[0]

    @checked()
    def macro(self, *, encounter: str | None = None) -> str:
        """The same as a Foundry script macro, which can be run twice without harm."""
        from sw_data.api.export import macro

        return macro(self.cast, self.encounter(encounter))[0]

    def stats(self) -> Statistics:
        """How the dice of the run fell for each who rolled; those from the seed count too."""
        from sw_data.api.stats import stats_of

        return stats_of(self)

    @checked()
    def explain(self, outcome_id: str, *, encounter: str | None = None) -> str:
        """The whole derivation of one outcome, from the sheets' fields to its effects; NotFoundError without one."""
        from sw_data.display.outcomes import explain

        for outcome in self.outcomes:
            if outcome.id == outcome_id and encounter in (None, outcome.encounter or ""):
                return explain(outcome, origins_of(self.cast, outcome), self.cast.names)
        raise NotFoundError(f"no outcome {outcome_id!r}; there are {len(self.outcomes)}")

    def to_frame(self, kind: Literal["pandas", "polars", "arrow"] = "pandas") -> Any:
        """The outcomes as a table, a row each (docs/frames.md).

        Args:
            kind: Which library's frame; the columns are the same.

        Raises:
            MissingExtraError: That library is not installed.
        """
        from sw_data.display import frames

        return frames.frame(
            (frames.outcome_row(each, self.cast.names) for each in self.outcomes),
            frames.OUTCOMES,
            kind,
        )

    def picture(self, of: Literal["wounds", "luck"] = "wounds") -> Picture:
        """A picture of the run: wounds over its rounds, or the dice of each beside fair dice.

        Args:
            of: What is shown.

        Raises:
            ImpossibleError: There is no such picture.
        """
        from sw_data.display import pictures

        if of == "wounds":
            return pictures.wounds_picture(self.outcomes, self.cast.names)
        if of == "luck":
            return pictures.luck_picture(self.outcomes, self.cast.names)
        raise ImpossibleError(f"a run has no picture of {of!r}; there are 'wounds', 'luck'")

    def replay(self, *, encounter: str | None = None) -> Board:
        """The run to step through: zones, dice as they fell, wounds and conditions, and why (docs/jupyter.md).

        Args:
            encounter: Which encounter, if there are several.

        Raises:
            NotFoundError: There is none of that name.
            AmbiguousError: There are several, and no name is given.
        """
        from sw_data.api.replay import replay_of

        return replay_of(self, encounter)

    def _repr_html_(self) -> str:
        """The run as a notebook shows it; all text escaped."""
        from sw_data.display.collected import run_html

        ends = {name: (end.actors, end.chases) for name, end in self.encounters.items()}
        note = f"ruleset {self.ruleset.name}, seed {self.seed}"
        return run_html(self.outcomes, self.summary, ends, self.pending, self.cast.names, note)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        from sw_data.display.runs import outcomes_text

        printer.text("…" if cycle else outcomes_text(self.outcomes, self.cast.names))

    def __str__(self) -> str:
        from sw_data.display.outcomes import outcome_text

        return "\n".join(outcome_text(each, self.cast.names) for each in self.outcomes)


def follow_up_json(follow_up: FollowUp) -> dict[str, Any]:
    """A roll that was called for and not made, as JSON."""
    return {"type": follow_up.type, "actor": follow_up.actor, "of": follow_up.of}


def end_json(end: EncounterEnd | None) -> dict[str, Any]:
    """The actors and chases at the end of an encounter, as JSON; none of them without one."""
    if end is None:
        return {"actors": [], "chases": []}
    return {
        "actors": [actor.to_json() for actor in end.actors],
        "chases": [chase.to_json() for chase in end.chases],
        "gm_bennies": end.gm_bennies,
    }


def origins_of(cast: Cast, outcome: Outcome) -> dict[str, dict[str, str]]:
    """Where the sheets' fields that an outcome rests on stand, by actor and field; of weapons, of the one used."""
    involved = {outcome.actor, outcome.target, *(hit.target for hit in outcome.hits or ())}
    involved |= {roll.actor for roll in outcome.rolls}
    out: dict[str, dict[str, str]] = {}
    for name in involved:
        part = next((p for p in cast.actors.values() if name in (p.model.id, p.model.name)), None)
        if name is None or part is None or part.entry is None:
            continue
        used = _weapon_field(part.model, outcome)
        places: dict[str, str] = {}
        for origin in part.entry.reading.origins:
            if origin.startswith("weapons.") and not origin.startswith(used):
                continue
            at = part.entry.place_of(origin)
            if at is not None:
                places[origin] = at
        out[name] = places
    return out


def _weapon_field(model: Actor | Chase, outcome: Outcome) -> str:
    """Where the fields of the weapon that was used begin: `weapons.0.`."""
    if outcome.weapon is not None and not isinstance(model, Chase):
        for number, weapon in enumerate(model.weapons):
            if weapon.name == outcome.weapon.name:
                return f"weapons.{number}."
    return "no weapon"


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
    ).run()
