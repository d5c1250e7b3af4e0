"""A run step by step, as data for a board: who stands where and how, the dice as they fell, and why.

Step 0 is how everything stood at first; step n is the n-th outcome and what it changed. The start is found by taking
the effects back from the end, so it needs no rule. Texts are shortened and lists are cut, so that a stranger's sheet
cannot make a step large.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from sw_data.display.markup import shortened
from sw_data.display.steps import NAME, told, untold
from sw_data.display.track import MOST_ZONES
from sw_data.jsonvalue import as_array, as_int
from sw_data.models import Character, Chase, Effect, Outcome, Vehicle

MOST_ACTORS: Final = 40
"""The most whose wounds and conditions are shown."""
MOST_CHASES: Final = 4
MOST_PIECES: Final = 60
"""The most participants of a chase that are shown."""
MOST_MARKS: Final = 12
"""The most conditions of one, or names of those that one is Close to."""
CHECKPOINT: Final = 100
"""A state is kept at every so many steps."""

Key: TypeAlias = tuple[str | None, str, str]
"""A chase or None, an actor or participant, a field."""
State: TypeAlias = dict[Key, Any]
Json: TypeAlias = dict[str, Any]

_OF_ACTORS: Final = ("wounds.value", "fatigue.value", "bennies", "conditions")
_OF_PIECES: Final = ("zone", "close", "on_hold", "escaped", "actor")
_GM: Final = ""


@dataclass(frozen=True)
class Replay:
    """An encounter to step through.

    Attributes:
        title: What it is called.
        outcomes: Its outcomes, in order.
        actors: The characters and vehicles as they are at the end.
        chases: The chases as they are at the end.
        names: What actors are called, by id.
        note: What is said beside the title.
        gm_bennies: The bennies that the GM has left at the end; None if nobody counts them.
    """

    title: str
    outcomes: tuple[Outcome, ...] = ()
    actors: tuple[Character | Vehicle, ...] = ()
    chases: tuple[Chase, ...] = ()
    names: Mapping[str, str] = field(default_factory=dict[str, str])
    note: str = ""
    gm_bennies: int | None = None
    _kept: dict[int, State] = field(default_factory=dict[int, State], repr=False, compare=False)

    @property
    def last(self) -> int:
        """The number of the last step; 0 if nothing happens."""
        return len(self.outcomes)

    def head(self) -> Json:
        """What is the same at every step: the title, the actors, the chases and their participants."""
        return {
            "title": shortened(self.title, NAME),
            "note": shortened(self.note, NAME),
            "last": self.last,
            "actors": [_actor_head(each) for each in self._shown()],
            "unseen": max(0, len(self.actors) - MOST_ACTORS),
            "chases": [self._chase_head(each) for each in self.chases[:MOST_CHASES]],
        }

    def frames(self, first: int = 0, count: int | None = None) -> list[Json]:
        """Steps as JSON values: what happened, why, and how everybody stands after it.

        Args:
            first: The first step that is wanted, from 0.
            count: How many at most; all that follow without it.
        """
        first = max(0, first)
        end = self.last + 1 if count is None else min(self.last + 1, first + max(0, count))
        made: list[Json] = []
        before = self.state(first - 1 if first else 0)
        for step in range(first, end):
            outcome = self.outcomes[step - 1] if step else None
            after = before if outcome is None else applied(before, outcome.effects)
            made.append(self._frame(step, outcome, before, after))
            before = after
        return made

    def state(self, step: int) -> State:
        """How everything stands after a step, by chase (or None), actor or participant, and field."""
        if not self._kept:
            self._kept[0] = self._start()
        found = max(each for each in self._kept if each <= step)
        state = dict(self._kept[found])
        for number in range(found, min(step, self.last)):
            _apply(state, self.outcomes[number].effects)
            if (number + 1) % CHECKPOINT == 0:
                self._kept[number + 1] = dict(state)
        return state

    def at(self, step: int) -> tuple[tuple[Character | Vehicle, ...], tuple[Chase, ...]]:
        """The actors and chases as they are after a step."""
        state = self.state(step)
        actors = [_actor_at(each, state) for each in self.actors]
        return tuple(actors), tuple(_chase_at(each, state) for each in self.chases)

    def _start(self) -> State:
        state: State = {}
        for actor in self.actors:
            state[None, actor.id, "wounds.value"] = actor.wounds.value
            state[None, actor.id, "conditions"] = list(actor.conditions)
            if isinstance(actor, Character):
                state[None, actor.id, "fatigue.value"] = actor.fatigue.value
                state[None, actor.id, "bennies"] = actor.bennies
        for chase in self.chases:
            for each in chase.participants:
                state[chase.id, each.id, "zone"] = each.zone
                state[chase.id, each.id, "close"] = list(each.close)
                state[chase.id, each.id, "on_hold"] = each.on_hold
                state[chase.id, each.id, "escaped"] = each.escaped
                state[chase.id, each.id, "actor"] = each.actor
        if self.gm_bennies is not None:
            state[None, _GM, "gm_bennies"] = self.gm_bennies
        for outcome in reversed(self.outcomes):
            for effect in outcome.effects:
                key = _key(effect)
                if key in state:
                    state[key] = effect.from_
        return state

    def _shown(self) -> list[Character | Vehicle]:
        """The actors that are shown: those who take part first."""
        if len(self.actors) <= MOST_ACTORS:
            return list(self.actors)
        rank: dict[str, int] = {}
        for outcome in self.outcomes:
            hurt = [each.actor for each in outcome.effects]
            for who in (outcome.actor, outcome.target, *hurt):
                if who is not None:
                    rank.setdefault(who, len(rank))
            if len(rank) > MOST_ACTORS:
                break
        order = sorted(self.actors, key=lambda each: rank.get(each.id, len(rank)))
        return order[:MOST_ACTORS]

    def _chase_head(self, chase: Chase) -> Json:
        return {
            "name": shortened(chase.name, NAME),
            "skill": shortened(chase.chase_skill, NAME),
            "end": chase.last_zone,
            "pieces": [
                {"side": each.side, "vehicle": self._called(each.vehicle)}
                for each in chase.participants[:MOST_PIECES]
            ],
        }

    def _pieces(self, state: State) -> dict[str, str]:
        """What participants are called, by their ids: as the actor who drives or runs."""
        return {
            who: self._called(actor) for (_, who, name), actor in state.items() if name == "actor"
        }

    def _called(self, actor: str | None) -> str:
        return "" if actor is None else shortened(self.names.get(actor, actor), NAME)

    def _frame(self, step: int, outcome: Outcome | None, before: State, after: State) -> Json:
        said = untold() if outcome is None else told(outcome, self.names, self._pieces(after))
        acting = None if outcome is None else outcome.actor
        return {
            "step": step,
            **said,
            "actors": [_actor_now(each, before, after) for each in self._shown()],
            "chases": [
                self._chase_now(each, before, after, acting) for each in self.chases[:MOST_CHASES]
            ],
            "gm_bennies": after.get((None, _GM, "gm_bennies")),
        }

    def _chase_now(self, chase: Chase, before: State, after: State, acting: str | None) -> Json:
        drivers = {each.id: after[chase.id, each.id, "actor"] for each in chase.participants}
        pieces: list[Json] = []
        for each in chase.participants[:MOST_PIECES]:
            now = {name: after[chase.id, each.id, name] for name in _OF_PIECES}
            was = before[chase.id, each.id, "zone"]
            loose = any(
                "out_of_control" in _several(after.get((None, who, "conditions")))
                for who in (each.vehicle, now["actor"])
                if who is not None
            )
            close = [self._called(drivers.get(other, other)) for other in _several(now["close"])]
            pieces.append(
                {
                    "name": self._called(now["actor"]),
                    "zone": now["zone"],
                    "from": None if was == now["zone"] else was,
                    "close": close[:MOST_MARKS],
                    "on_hold": bool(now["on_hold"]),
                    "escaped": bool(now["escaped"]),
                    "out_of_control": loose,
                    "acting": acting is not None and acting in (now["actor"], each.vehicle),
                }
            )
        zones = [as_int(piece["zone"]) or 1 for piece in pieces] or [1]
        first, last = _extent(chase, zones, self._furthest(chase))
        return {"first": first, "last": last, "pieces": pieces}

    def _furthest(self, chase: Chase) -> int:
        """The highest zone that anybody comes to in the run, or has at its end."""
        known = self._zones.get(chase.id)
        if known is None:
            zones = [each.zone for each in chase.participants]
            for outcome in self.outcomes:
                for effect in outcome.effects:
                    if effect.chase == chase.id and effect.field == "zone":
                        zones += [as_int(effect.from_) or 1, as_int(effect.to) or 1]
            known = self._zones[chase.id] = max(zones, default=1)
        return known

    _zones: dict[str, int] = field(default_factory=dict[str, int], repr=False, compare=False)


def applied(state: State, effects: Iterable[Effect]) -> State:
    """A state after effects; what the board does not show is left out."""
    after = dict(state)
    _apply(after, effects)
    return after


def _apply(state: State, effects: Iterable[Effect]) -> None:
    for effect in effects:
        key = _key(effect)
        if key in state:
            state[key] = effect.to


def _key(effect: Effect) -> Key:
    if effect.chase is not None:
        return effect.chase, effect.participant or "", effect.field
    return None, effect.actor or _GM, effect.field


def _several(value: object) -> Sequence[str]:
    return [each for each in as_array(value) or () if isinstance(each, str)]


def _extent(chase: Chase, zones: Sequence[int], furthest: int) -> tuple[int, int]:
    """The first and last zone that are drawn: all of them, or so many about those who are there."""
    last = max(chase.last_zone if chase.last_zone is not None else furthest + 1, furthest)
    if last <= MOST_ZONES:
        return 1, last
    first = max(1, min(min(zones) - 1, last - MOST_ZONES + 1))
    return first, first + MOST_ZONES - 1


def _actor_head(actor: Character | Vehicle) -> Json:
    kind, fatigue = "vehicle", None
    if isinstance(actor, Character):
        kind, fatigue = "Wild Card" if actor.wild_card else "Extra", actor.fatigue.max
    return {
        "name": shortened(actor.name, NAME),
        "kind": kind,
        "wounds": actor.wounds.max,
        "fatigue": fatigue,
    }


def _actor_now(actor: Character | Vehicle, before: State, after: State) -> Json:
    def now(name: str) -> Any:
        return after.get((None, actor.id, name))

    conditions = [shortened(each.replace("_", " "), NAME) for each in _several(now("conditions"))]
    return {
        "wounds": now("wounds.value"),
        "fatigue": now("fatigue.value"),
        "bennies": now("bennies"),
        "conditions": conditions[:MOST_MARKS],
        "changed": [
            name.partition(".")[0]
            for name in _OF_ACTORS
            if before.get((None, actor.id, name)) != now(name)
        ],
    }


def _actor_at(actor: Character | Vehicle, state: State) -> Character | Vehicle:
    wounds = actor.wounds.model_copy(update={"value": state[None, actor.id, "wounds.value"]})
    update: dict[str, Any] = {
        "wounds": wounds,
        "conditions": tuple(_several(state[None, actor.id, "conditions"])),
    }
    if isinstance(actor, Character):
        fatigue = state[None, actor.id, "fatigue.value"]
        update["fatigue"] = actor.fatigue.model_copy(update={"value": fatigue})
        update["bennies"] = state[None, actor.id, "bennies"]
    return actor.model_copy(update=update)


def _chase_at(chase: Chase, state: State) -> Chase:
    participants = [
        each.model_copy(
            update={
                "zone": state[chase.id, each.id, "zone"],
                "on_hold": state[chase.id, each.id, "on_hold"],
                "escaped": state[chase.id, each.id, "escaped"],
                "actor": state[chase.id, each.id, "actor"],
                "close": tuple(_several(state[chase.id, each.id, "close"])),
            }
        )
        for each in chase.participants
    ]
    return chase.model_copy(update={"participants": tuple(participants)})
