"""What a session was like for each who rolled: dice against expectation, Aces, bennies, damage, bad luck.

Only dice that a log records are counted; what the engine rolls from a seed says nothing about a table.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from sw_data.logbook.luck import (
    LONGEST,
    Measure,
    chance_of_failure,
    chance_of_run,
    count_of_events,
    count_of_faces,
    sum_of_faces,
)
from sw_data.logbook.parts import faces_in, flat, object_in, objects_in, sides_in, whole_in
from sw_data.models import Outcome, Roll

Json = dict[str, Any]

SMALL: Final = 30
"""Dice below which nothing can be said of anybody's luck."""

_TABLES: Final = frozenset({"cards", "location", "detail", "side"})


class Tally:
    """The counts of one who rolled, or of all together."""

    __slots__ = (
        "aces", "awarded", "bennies", "best", "chances", "counts", "critical", "critical_chances",
        "dealt", "dealt_wounds", "failures", "further", "gm_bennies", "hits", "longest", "ones",
        "run", "soaked", "sum", "taken", "taken_wounds", "traits",
    )  # fmt: skip

    def __init__(self) -> None:
        self.counts: Counter[int] = Counter()
        self.sum = 0
        self.aces = 0
        self.ones = 0
        self.further = 0
        self.traits = 0
        self.critical = 0
        self.critical_chances: Counter[float] = Counter()
        self.failures = 0
        self.run = 0
        self.longest = 0
        self.chances: list[float] = []
        self.bennies = 0
        self.gm_bennies = 0
        self.awarded = 0
        self.hits = 0
        self.dealt = 0
        self.best = 0
        self.dealt_wounds = 0
        self.taken = 0
        self.taken_wounds = 0
        self.soaked = 0

    def die(self, sides: int, faces: list[int]) -> None:
        """Counts a die: its first face, and how often it was rolled on.

        Only first faces are measured. How many further faces there are hangs on the Aces themselves, so that a mean
        over all faces would not be that of fair dice.
        """
        if sides < 2:
            return
        first = faces[0]
        self.counts[sides] += 1
        self.sum += first
        self.aces += first == sides
        self.ones += first == 1
        self.further += len(faces) - 1

    def trait(self, failed: bool, chance: float) -> None:
        """Counts a trait roll that succeeded or failed, and how likely a failure was."""
        self.traits += 1
        if len(self.chances) <= LONGEST:
            self.chances.append(chance)
        if failed:
            self.failures += 1
            self.run += 1
            self.longest = max(self.longest, self.run)
        else:
            self.run = 0

    def to_json(self) -> Json:
        """The counts as JSON, each beside what fair dice give."""
        dice = sum(self.counts.values())
        out: Json = {
            "dice": dice,
            "further_faces": self.further,
            "by_die": {f"d{sides}": number for sides, number in sorted(self.counts.items())},
            "sum": self._measured(sum_of_faces(self.counts, self.sum)),
            "aces": self._measured(count_of_faces(self.counts, self.aces)),
            "ones": self._measured(count_of_faces(self.counts, self.ones)),
            "trait_rolls": self.traits,
            "critical_failures": self._measured(
                count_of_events(sorted(self.critical_chances.items()), self.critical)
            ),
            "bennies": {
                "spent": self.bennies,
                "spent_by_gm": self.gm_bennies,
                "awarded": self.awarded,
            },
            "damage": {
                "hits": self.hits,
                "dealt": self.dealt,
                "best": self.best,
                "wounds_dealt": self.dealt_wounds,
                "taken": self.taken,
                "wounds_taken": self.taken_wounds,
                "wounds_soaked": self.soaked,
            },
            "longest_run": self._run(),
            "small_sample": dice < SMALL,
        }
        return out

    def _measured(self, measure: Measure) -> Json:
        return measure.to_json()

    def _run(self) -> Json:
        told = self.traits <= LONGEST and self.longest > 0
        chance = chance_of_run(self.chances, self.longest) if told else None
        return {
            "failures": self.longest,
            "of_rolls": self.traits,
            "chance": None if chance is None else round(chance, 4),
        }


@dataclass
class SessionTally:
    """The counts of a session: of each who rolled, and of all.

    Attributes:
        by_actor: The counts by actor.
        every: The counts of all.
        unknown: Faces of which the log does not say what die they are of.
        actions: Actions in all.
        rejected: Actions that the rules reject.
        unresolved: Actions of which nothing is known but what the tabletop recorded.
        told: Hits that the tabletop recorded of those.
    """

    by_actor: dict[str, Tally] = field(default_factory=dict[str, Tally])
    every: Tally = field(default_factory=Tally)
    unknown: int = 0
    actions: int = 0
    rejected: int = 0
    unresolved: int = 0
    told: int = 0

    @property
    def missing(self) -> tuple[str, ...]:
        """What cannot be told, or only as the tabletop recorded it, for want of sheets."""
        if not self.unresolved:
            return ()
        return ("damage" if not self.told else "damage by the rules", "soaks", "target numbers")

    def of(self, actor: str) -> Tally:
        """The counts of an actor."""
        found = self.by_actor.get(actor)
        if found is None:
            found = self.by_actor[actor] = Tally()
        return found

    def take(self, action: Mapping[str, Any], outcome: Outcome | None) -> None:
        """Counts an action, with what came of it if that is known."""
        self.actions += 1
        actor = action.get("actor")
        if outcome is not None and any(each.code == "SW611" for each in outcome.violations):
            # Its actor has no sheet here, so what the tabletop recorded is all there is.
            outcome = None
        self.unresolved += outcome is None
        rejected = outcome is not None and outcome.status == "rejected"
        if rejected:
            self.rejected += 1
        rolls = {} if outcome is None or rejected else {roll.pool: roll for roll in outcome.rolls}
        for pool, dice in object_in(action.get("dice")).items():
            if pool in _TABLES:
                continue
            roller = self._roller(action, pool, rolls.get(pool))
            for sides, faces in self._dice(dice, rolls, pool):
                for tally in self._both(roller):
                    tally.die(sides, faces)
            if pool in ("roll", "attack"):
                self._trait(action, dice, rolls.get(pool), roller)
        if isinstance(actor, str):
            self._bennies(action, actor, rejected)
        self._damage(action, outcome if not rejected else None)

    def _both(self, roller: str | None) -> tuple[Tally, ...]:
        return (self.every,) if roller is None else (self.of(roller), self.every)

    def _roller(self, action: Mapping[str, Any], pool: str, roll: Roll | None) -> str | None:
        if roll is not None and roll.actor is not None:
            return roll.actor
        who = action.get("target") if pool == "target_roll" else action.get("actor")
        return who if isinstance(who, str) else None

    def _dice(
        self, dice: Any, rolls: Mapping[str, Roll], pool: str
    ) -> Iterator[tuple[int, list[int]]]:
        """The dice of a pool with their sides: as the log names them, or as the outcome does."""
        listed = flat(dice)
        bare = sum(1 for each in listed if isinstance(each, int))
        if bare:
            for name, roll in rolls.items():
                if name == pool or name.startswith(f"{pool}."):
                    for die in roll.dice:
                        yield sides_in({"die": die.die}), list(die.faces)
                    bare = 0
            self.unknown += bare
            return
        for each in listed:
            shown = faces_in(each)
            if shown:
                yield sides_in(each), shown

    def _trait(
        self, action: Mapping[str, Any], dice: Any, roll: Roll | None, roller: str | None
    ) -> None:
        named = [(sides_in(each), faces_in(each)) for each in flat(dice)]
        if roll is not None:
            sides = [sides_in({"die": die.die}) for die in roll.dice]
            first = [die.faces[0] for die in roll.dice]
            bonus = sum(each.value for each in roll.modifiers)
            tn = roll.tn if roll.tn is not None else 4
            failed = (
                roll.result in ("failure", "critical_failure") if roll.result else roll.total < tn
            )
            critical = roll.critical_failure is True
            wild = any(die.role == "wild" for die in roll.dice)
        elif named and all(faces for _, faces in named):
            sides = [each for each, _ in named]
            first = [faces[0] for _, faces in named]
            bonus = sum(whole_in(each.get("value")) for each in objects_in(action.get("modifiers")))
            tn = whole_in(action.get("tn"), 4)
            recorded = object_in(action.get("recorded"))
            result = recorded.get("result")
            best = max(sum(faces) for _, faces in named) + bonus
            failed = result in ("failure", "critical_failure") if result else best < tn
            critical = recorded.get("critical_failure") is True
            wild = len(sides) > 1
        else:
            return
        chance = chance_of_failure(sides, tn - bonus)
        for tally in self._both(roller):
            tally.trait(failed, chance)
            if len(sides) == 2 and wild and all(each > 1 for each in sides):
                tally.critical_chances[1 / (sides[0] * sides[1])] += 1
                tally.critical += 1 if critical or first == [1, 1] else 0

    def _bennies(self, action: Mapping[str, Any], actor: str, rejected: bool) -> None:
        kind = action.get("type")
        if rejected:
            return
        amount = action.get("amount")
        number = amount if isinstance(amount, int) else 1
        for tally in self._both(actor):
            if kind == "award_benny":
                tally.awarded += number
            elif kind in ("soak", "spend_benny", "vehicle_soak") or (
                kind == "reroll" and action.get("with", "benny") == "benny"
            ):
                if action.get("from") == "gm":
                    tally.gm_bennies += number
                else:
                    tally.bennies += number

    def _damage(self, action: Mapping[str, Any], outcome: Outcome | None) -> None:
        actor = action.get("actor")
        giver = (
            actor
            if isinstance(actor, str) and action.get("type") in ("attack", "reroll", "damage")
            else None
        )
        if outcome is not None:
            hits = [(hit.target, hit.damage or 0, hit.wounds) for hit in outcome.hits or ()]
            if (
                outcome.type == "soak"
                and outcome.result in ("success", "raise")
                and isinstance(actor, str)
            ):
                less = sum(
                    whole_in(each.from_) - whole_in(each.to)
                    for each in outcome.effects
                    if each.field == "wounds.value" and each.actor == actor
                )
                for tally in self._both(actor):
                    tally.soaked += max(0, less)
        else:
            hits = [
                (
                    str(each.get("target") or action.get("target") or ""),
                    whole_in(each.get("damage")),
                    whole_in(each.get("wounds")),
                )
                for each in objects_in(object_in(action.get("recorded")).get("hits"))
            ]
            self.told += len(hits)
        for target, damage, wounds in hits:
            givers = (self.every,) if giver is None else (self.of(giver), self.every)
            for tally in givers:
                tally.hits += 1
                tally.dealt += damage
                tally.best = max(tally.best, damage)
                tally.dealt_wounds += wounds
            if target:
                for tally in self._both(target):
                    tally.taken += damage
                    tally.taken_wounds += wounds
