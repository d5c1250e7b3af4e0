"""One action being resolved: its dice, what is found out, and the outcome that comes of it."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, cast

from sw_data.dice import DicePool, DiceProblem, Die, Logged, RolledDie, Seeded
from sw_data.engine.holders import Person, Ride
from sw_data.engine.sheet import Sheet
from sw_data.engine.state import Entry, State, effects_between
from sw_data.models import (
    Action,
    Character,
    FollowUp,
    Hit,
    LoggedModifier,
    Modifier,
    Outcome,
    Result,
    Roll,
    Violation,
    Weapon,
    WieldedWeapon,
)
from sw_data.models.faults import nearest_actor, shown
from sw_data.rules.ruleset import Ruleset
from sw_data.rules.weapon import Wielded, wield

DICE_BUDGET: Final = 5000
"""The most faces that one action may show; a hostile log asks for more."""

LONGEST_MESSAGE: Final = 1000
"""Characters of a message; a name in a hostile log can be of any length."""

_MOST_KNOWN: Final = 10_000

_NAMES: Final = {sides: f"d{sides}" for sides in range(1, 101)}


class RejectedAction(Exception):  # noqa: N818 - a refusal that becomes an outcome, no error of a call
    """The action breaks a rule, or names what is not there; nothing changes."""

    def __init__(self, violation: Violation) -> None:
        self.violation = violation
        super().__init__(violation.message)


@dataclass(frozen=True, slots=True)
class Setting:
    """What all turns of a run share."""

    rules: Ruleset
    seed: int = 0
    lenient: bool = False
    roll_follow_ups: bool = True
    known: dict[tuple[int, Die, str], Wielded] = field(
        default_factory=dict[tuple[int, Die, str], Wielded]
    )

    sheets: dict[str, Sheet] = field(default_factory=dict[str, Sheet])

    def sheet(self, model: Character) -> Sheet:
        """What follows from a character's sheet alone, worked out once for a run."""
        found = self.sheets.get(model.id)
        if found is None or found.model is not model:
            found = self.sheets[model.id] = Sheet(model, self.rules)
        return found

    def wielded(self, weapon: Weapon, strength: Die, trait: str) -> Wielded:
        """A weapon in hands of this Strength, worked out once for each (`weapon.*`)."""
        key = (id(weapon), strength, trait)
        found = self.known.get(key)
        if found is None or found.weapon is not weapon:
            if len(self.known) >= _MOST_KNOWN:
                self.known.clear()
            found = self.known[key] = wield(weapon, strength, self.rules, trait)
        return found


class Turn:
    """An action while it is resolved. Resolvers read the action, change the state and fill this in."""

    __slots__ = (
        "action", "budget", "cards", "cited", "critical_failure", "dice", "dice_id", "follow_ups", "hits",
        "id", "lenient", "margin", "order", "raises", "result", "rolls", "rules", "setting", "state",
        "summary", "target", "tn", "total", "used", "warnings", "weapon", "winner",
    )  # fmt: skip

    def __init__(
        self,
        setting: Setting,
        state: State,
        action: Action,
        dice: Mapping[str, Any],
        dice_id: str,
    ) -> None:
        self.setting = setting
        self.rules = setting.rules
        self.lenient = setting.lenient
        self.state = state
        self.action = action
        self.id: str = action.id
        self.dice = dice
        self.dice_id = dice_id
        self.used: set[str] = set()
        self.budget = DICE_BUDGET
        self.rolls: list[Roll] = []
        self.hits: list[Hit] | None = None
        self.follow_ups: list[FollowUp] = []
        self.warnings: list[Violation] = []
        self.cited: dict[str, None] = {}
        self.result: Result | None = None
        self.raises: int | None = None
        self.total: int | None = None
        self.tn: int | None = None
        self.critical_failure: bool | None = None
        self.winner: Any = None
        self.margin: int | None = None
        self.order: tuple[str, ...] | None = None
        self.cards: dict[str, list[str]] | None = None
        self.weapon: WieldedWeapon | None = None
        self.target: str | None = None
        self.summary = ""

    # What is found out

    def cite(self, *rules: str) -> None:
        """Note rules that the outcome rests on."""
        for rule in rules:
            self.cited[rule] = None

    def breach(self, rule: str, message: str) -> None:
        """A rule is broken: the action is rejected, or, leniently, goes on with a warning."""
        violation = Violation(message, rule)
        if not self.lenient:
            raise RejectedAction(violation)
        self.warnings.append(violation)

    def refuse(self, rule: str, message: str) -> RejectedAction:
        """A rejection that no leniency mends; to be raised."""
        return RejectedAction(Violation(message, rule))

    def unfit(self, code: str, message: str) -> RejectedAction:
        """A rejection of an action that names what is not there; to be raised."""
        return RejectedAction(Violation(message, None, code))

    def warn(self, message: str, *, code: str | None = None, rule: str | None = None) -> None:
        """Keep a warning in the outcome."""
        self.warnings.append(Violation(message[:LONGEST_MESSAGE], rule, code))

    def follow_up(self, type: str, actor: str) -> None:
        """Call for a roll that leaves somebody a decision first."""
        self.follow_ups.append(FollowUp(type, actor, self.id))

    # Who is meant

    def actor_named(self, name: str) -> Person | Ride:
        """The character or vehicle of that id, or of that name if it is the only one."""
        state = self.state
        found: Person | Ride | None = state.people.get(name) or state.rides.get(name)
        if found is not None:
            return found
        named = state.named(name)
        if len(named) == 1:
            return named[0]
        if named:
            ids = ", ".join(repr(each.id) for each in named)
            raise self.unfit(
                "SW612", f"{name!r} can be any of the actors {ids}; name one by its id"
            )
        raise self.unfit("SW611", f"no actor {shown(name)} in this log; {self._known(name)}")

    def _known(self, name: str) -> str:
        """Whom a wrong name may have meant, or who is there."""
        everyone = [*self.state.people.values(), *self.state.rides.values()]
        if not everyone:
            return "it has no actors; list them in it, or name their file with --actors"
        near = nearest_actor(name, [(each.id, each.name) for each in everyone])
        if near:
            return f"did you mean {near}?"
        there = ", ".join(each.name for each in everyone[:8])
        return f"there are {there}" + (f" and {len(everyone) - 8} more" if everyone[8:] else "")

    def person_named(self, name: str) -> Person:
        """The character of that id or name."""
        found = self.actor_named(name)
        if isinstance(found, Person):
            return found
        raise self.unfit("SW611", f"{name!r} is a vehicle, and this needs a character")

    def ride_named(self, name: str) -> Ride:
        """The vehicle of that id or name."""
        found = self.actor_named(name)
        if isinstance(found, Ride):
            return found
        raise self.unfit("SW611", f"{name!r} is a character, and this needs a vehicle")

    def name_of(self, id: str | None) -> str:
        """The name of an actor, for people to read."""
        if id is None:
            return "nobody"
        found = self.state.people.get(id) or self.state.rides.get(id)
        return found.name if found else id

    # Dice

    def pool(self, name: str) -> DicePool:
        """The dice of a pool: as recorded, else from the seed."""
        recorded = self.dice.get(name)
        self.used.add(name)
        if recorded is None:
            return Seeded(self.setting.seed, self.dice_id, name)
        if not isinstance(recorded, list):
            raise DiceProblem("SW604", f"{name!r} should be a list of faces")
        return Logged(name, recorded)  # pyright: ignore[reportUnknownArgumentType]

    def part_of(self, name: str, key: str) -> DicePool:
        """One actor's dice in a pool that has them by actor."""
        whole = f"{name}.{key}"
        recorded = self.dice.get(name)
        if whole in self.dice or recorded is None:
            return self.pool(whole)
        self.used.add(name)
        if not isinstance(recorded, dict):
            raise DiceProblem("SW604", f"{name!r} should have faces by actor")
        given = cast("dict[str, Any]", recorded)
        faces: Any = given.get(self.key_of(key, given))
        if faces is None:
            return Seeded(self.setting.seed, self.dice_id, whole)
        if not isinstance(faces, list):
            raise DiceProblem("SW604", f"{whole!r} should be a list of faces")
        return Logged(whole, faces)  # pyright: ignore[reportUnknownArgumentType]

    def key_of(self, id: str, given: Mapping[str, Any]) -> str:
        """What an actor goes by in an object of the log: its id, or its name if it is the only one of that name."""
        if id in given:
            return id
        for name in given:
            found = self.state.named(name)
            if len(found) == 1 and found[0].id == id:
                return name
        return id

    def damage_pool(self, number: int, hits: int) -> tuple[str, DicePool]:
        """The dice of the damage of one hit (from 0) of so many, and the pool's name."""
        name = "damage" if number == 0 else f"damage.{number + 1}"
        recorded: Any = self.dice.get("damage")
        nested = isinstance(recorded, list) and bool(recorded) and isinstance(recorded[0], list)  # pyright: ignore[reportUnknownArgumentType]
        if name in self.dice and not nested:
            return name, self.pool(name)
        if recorded is None:
            return name, self.pool(name)
        self.used.add("damage")
        lists = cast("list[Any]", recorded if nested else [recorded])
        if len(lists) < hits:
            raise DiceProblem(
                "SW602", f"{hits} hits need {hits} lists of damage dice, the log has {len(lists)}"
            )
        if len(lists) > hits:
            raise DiceProblem(
                "SW603", f"{hits} {'hit needs' if hits == 1 else 'hits need'} no more than {hits} "
                f"{'list' if hits == 1 else 'lists'} of damage dice, the log has {len(lists)}"
            )  # fmt: skip
        if not isinstance(lists[number], list):
            raise DiceProblem("SW604", "'damage' should be a list of faces for each hit")
        return name, Logged(name, lists[number])

    def die(self, pool: DicePool, sides: int, role: str, aces: bool = True) -> RolledDie:
        """Roll the next die of a pool."""
        faces = pool.die(sides, aces)
        shown = len(faces)
        self.budget -= shown
        if self.budget < 0:
            raise DiceProblem("SW605", f"more than {DICE_BUDGET} faces in one action")
        total = faces[0] if shown == 1 else sum(faces)
        return RolledDie(_NAMES.get(sides) or f"d{sides}", role, faces, total)

    def given(self, modifiers: Sequence[LoggedModifier]) -> list[Modifier]:
        """The table's own modifiers."""
        return [
            Modifier(each.label or "modifier", each.value, "trait.modifiers") for each in modifiers
        ]

    # What came of it

    def outcome(
        self, before: Iterable[Entry], type: str, id: str, of: str | None = None
    ) -> Outcome:
        """The outcome.

        Args:
            before: (holder, field, value) of what has changed since the action began, as it was then.
            type: The outcome's type.
            id: The outcome's id.
            of: The action that it follows from.
        """
        for name in self.dice:
            if name not in self.used:
                self.used.add(name)
                self._unused(name)
        action = self.action
        return Outcome(
            id=id,
            type=type,
            status="resolved",
            actor=action.actor,
            target=self.target,
            encounter=action.encounter or None,
            of=of,
            result=self.result,
            raises=self.raises,
            total=self.total,
            tn=self.tn,
            critical_failure=self.critical_failure,
            winner=self.winner,
            margin=self.margin,
            order=self.order,
            cards=self.cards,
            rolls=tuple(self.rolls),
            hits=None if self.hits is None else tuple(self.hits),
            weapon=self.weapon,
            effects=effects_between(before),
            follow_ups=tuple(self.follow_ups),
            warnings=tuple(self.warnings),
            rules=tuple(self.cited),
            summary=self.summary,
        )

    def _unused(self, name: str) -> None:
        if name.split(".")[0] in _POOLS:
            self.warn(f"the dice of {name!r} were not needed and are ignored", code="SW606")
        else:
            known = ", ".join(sorted(_POOLS))
            self.warn(f"no pool {name!r}; there are {known}", code="SW607")


_POOLS: Final = frozenset(
    {
        "roll", "attack", "damage", "target_roll", "control", "control_second", "obstacle", "occupants",
        "location", "detail", "side", "cards",
    }
)  # fmt: skip
