"""A resolved log: its outcomes, the actors at the end, and what can be made of them."""

from __future__ import annotations

from collections.abc import Mapping
from dataclasses import dataclass, field
from pathlib import Path
from typing import TYPE_CHECKING, Any, Literal

from sw_data.api.arguments import checked
from sw_data.api.cast import Actor, Cast
from sw_data.api.collection import Named
from sw_data.api.play import EncounterEnd
from sw_data.diagnostics import Diagnostic
from sw_data.diagnostics.model import WithFindings
from sw_data.errors import AmbiguousError, ImpossibleError, NotFoundError
from sw_data.models import Chase, FollowUp, Outcome, Vehicle
from sw_data.rules.ruleset import Ruleset

if TYPE_CHECKING:
    from sw_data.api.stats import Statistics
    from sw_data.display.board import Board
    from sw_data.display.pictures import Picture


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
                rides = rides_of(self.cast)
                places = origins_of(self.cast, outcome, rides)
                return explain(outcome, places, self.cast.names, rides)
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


def rides_of(cast: Cast) -> dict[str, str]:
    """By driver, the vehicle as the sheets and the chases have it; nobody who has two."""
    ids = {part.model.name: part.model.id for part in cast.actors.values()}
    pairs: set[tuple[str, str]] = set()
    for part in cast.actors.values():
        if isinstance(part.model, Vehicle) and part.model.driver is not None:
            pairs.add((part.model.driver, part.model.id))
    for part in cast.chases.values():
        for each in part.model.participants if isinstance(part.model, Chase) else ():
            if each.vehicle is not None:
                pairs.add((each.actor, each.vehicle))
    found: dict[str, set[str]] = {}
    for driver, ride in pairs:
        found.setdefault(ids.get(driver, driver), set()).add(ids.get(ride, ride))
    return {driver: min(has) for driver, has in found.items() if len(has) == 1}


def origins_of(
    cast: Cast, outcome: Outcome, rides: Mapping[str, str] | None = None
) -> dict[str, dict[str, str]]:
    """Where the sheets' fields that an outcome rests on stand, by actor and field; of weapons, of the one used."""
    involved = {outcome.actor, outcome.target, *(hit.target for hit in outcome.hits or ())}
    involved |= {roll.actor for roll in outcome.rolls}
    involved |= {(rides or {}).get(who or "") for who in tuple(involved)}
    out: dict[str, dict[str, str]] = {}
    for name in involved:
        part = next((p for p in cast.actors.values() if name in (p.model.id, p.model.name)), None)
        if name is None or part is None or part.entry is None:
            continue
        if name == outcome.actor:
            used: tuple[str, ...] = (_weapon_field(part.model, outcome),)
        else:
            used = _in_hand(part.model)
        places: dict[str, str] = {}
        for origin in part.entry.reading.origins:
            if origin.startswith("weapons.") and not origin.startswith(used):
                continue
            at = part.entry.place_of(origin)
            if at is not None:
                places[origin] = at
        out[name] = places
    return out


def _in_hand(model: Actor | Chase) -> tuple[str, ...]:
    """The fields of readied weapons that count in Parry."""
    weapons = () if isinstance(model, Chase) else model.weapons
    return tuple(
        f"weapons.{n}.parry" for n, each in enumerate(weapons) if each.ready and each.parry
    )


def _weapon_field(model: Actor | Chase, outcome: Outcome) -> str:
    """Where the fields of the weapon that was used begin: `weapons.0.`."""
    if outcome.weapon is not None and not isinstance(model, Chase):
        for number, weapon in enumerate(model.weapons):
            if weapon.name == outcome.weapon.name:
                return f"weapons.{number}."
    return "no weapon"
