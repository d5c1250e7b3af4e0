"""The state of one encounter: what may change, and a journal that can take every change back.

What changes is held in `Holder`s, one for each actor and each participant of a chase, under the dotted names of
the models (`wounds.value`). Names with a leading underscore are the engine's own notes (who has recovered this
round, who may still soak); they are taken back like the rest, and are no effects.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sw_data.dice import Die
from sw_data.engine.sheet import Sheet
from sw_data.models import (
    ATTRIBUTES,
    Character,
    Chase,
    Effect,
    Injury,
    Model,
    Participant,
    Vehicle,
)
from sw_data.models.character import Current
from sw_data.models.skills import folded
from sw_data.rules import armor, trait
from sw_data.rules.ruleset import Ruleset

Entry: TypeAlias = "tuple[Holder, str, Any]"


class Holder:
    """Something whose state can change, and its present values by field."""

    __slots__ = ("chase", "id", "name", "values")

    def __init__(
        self, id: str, name: str, values: dict[str, Any], chase: str | None = None
    ) -> None:
        self.id = id
        self.name = name
        self.values = values
        self.chase = chase

    def effect(self, field: str, old: Any, now: Any) -> Effect:
        """A change of a field, with values as JSON has them."""
        return Effect(self.id or None, field, _json(old), _json(now))


class Person(Holder):
    """A character in an encounter."""

    __slots__ = ("model", "sheet")

    def __init__(self, sheet: Sheet) -> None:
        model = sheet.model
        super().__init__(model.id, model.name, sheet.values.copy())
        self.model = model
        self.sheet = sheet

    @property
    def conditions(self) -> tuple[str, ...]:
        """The present conditions."""
        return self.values["conditions"]  # type: ignore[no-any-return]

    @property
    def wounds(self) -> int:
        """The present wounds."""
        return self.values["wounds.value"]  # type: ignore[no-any-return]

    @property
    def shaken(self) -> bool:
        """Whether the character is Shaken."""
        return "shaken" in self.values["conditions"]

    @property
    def down(self) -> bool:
        """Whether the character is Incapacitated or dead."""
        conditions = self.values["conditions"]
        return "incapacitated" in conditions or "dead" in conditions

    def attribute(self, name: str) -> Die:
        """The present die of an attribute."""
        lowered = self.values.get(f"attributes.{name}")
        return getattr(self.model.attributes, name) if lowered is None else lowered  # type: ignore[no-any-return]

    def trait(self, name: str) -> tuple[Die | None, str | None]:
        """The present die of an attribute or skill, and the attribute it is linked to; no die: unskilled."""
        wanted = folded(name)
        if wanted in ATTRIBUTES:
            return self.attribute(wanted), wanted
        return self.sheet.skill(name)

    def afflictions(self) -> set[str]:
        """Folded names of hindrances and of the effects of present injuries."""
        had = {folded(each.split("(")[0]) for each in self.model.hindrances}
        injuries: tuple[Injury, ...] = self.values["injuries"]
        return had | {folded(each.effect) for each in injuries if each.effect}

    def parry(self, rules: Ruleset) -> int:
        """Parry with the readied weapons (`attack.parry`)."""
        return self.sheet.parry(self.attribute("strength"), rules)

    def armor_penalty(self, rules: Ruleset) -> int:
        """What too heavy armor costs (`armor.weak`)."""
        if not rules.armor.weak_per_step:
            return 0
        return armor.weak_penalty(self.model.armor_pieces, self.attribute("strength"), rules)

    def now(self, rules: Ruleset) -> Character:
        """The character as it is now, `current` filled."""
        values, model = self.values, self.model
        attributes = model.attributes.model_copy(
            update={name: self.attribute(name) for name in ATTRIBUTES}
        )
        penalties = trait.body_penalties(
            self.wounds,
            model.wounds.ignored,
            values["fatigue.value"],
            model.fatigue.ignored,
            model.wounds_or_fatigue_ignored,
            rules,
        )
        current = Current(
            pace=trait.pace(
                model.pace, self.wounds, model.wounds.ignored, self.armor_penalty(rules), rules
            ),
            parry=self.parry(rules),
            penalty=min(0, sum(each.value for each in penalties)),
        )
        return model.model_copy(
            update={
                "attributes": attributes,
                "wounds": model.wounds.model_copy(update={"value": self.wounds}),
                "fatigue": model.fatigue.model_copy(update={"value": values["fatigue.value"]}),
                "bennies": values["bennies"],
                "conditions": values["conditions"],
                "injuries": values["injuries"],
                "current": current,
            }
        )


class Ride(Holder):
    """A vehicle in an encounter."""

    __slots__ = ("model",)

    def __init__(self, model: Vehicle) -> None:
        super().__init__(
            model.id,
            model.name,
            {
                "wounds.value": model.wounds.value,
                "conditions": model.conditions,
                "driver": model.driver,
                "occupants": model.occupants,
            },
        )
        self.model = model

    @property
    def conditions(self) -> tuple[str, ...]:
        """The present conditions."""
        return self.values["conditions"]  # type: ignore[no-any-return]

    @property
    def wounds(self) -> int:
        """The present wounds."""
        return self.values["wounds.value"]  # type: ignore[no-any-return]

    @property
    def wrecked(self) -> bool:
        """Whether the vehicle is Wrecked."""
        return "wrecked" in self.values["conditions"]

    @property
    def out_of_control(self) -> bool:
        """Whether the vehicle is Out of Control."""
        return "out_of_control" in self.values["conditions"]

    @property
    def aboard(self) -> tuple[tuple[str, bool], ...]:
        """Those inside and whether they are belted; the driver is, whether listed or not."""
        listed = {each.actor: each.seatbelt for each in self.values["occupants"]}
        driver = self.values["driver"]
        if driver is not None and driver not in listed:
            listed[driver] = False
        return tuple(listed.items())

    def now(self) -> Vehicle:
        """The vehicle as it is now."""
        values = self.values
        return self.model.model_copy(
            update={
                "wounds": self.model.wounds.model_copy(update={"value": self.wounds}),
                "conditions": values["conditions"],
                "driver": values["driver"],
                "occupants": values["occupants"],
            }
        )


class Runner(Holder):
    """A participant in a chase, on wheels or on foot."""

    __slots__ = ("model",)

    def __init__(self, model: Participant, chase: str) -> None:
        super().__init__(
            model.id,
            model.actor,
            {
                "actor": model.actor,
                "zone": model.zone,
                "on_hold": model.on_hold,
                "escaped": model.escaped,
                "close": model.close,
            },
            chase,
        )
        self.model = model

    @property
    def actor(self) -> str:
        """The actor who drives or runs."""
        return self.values["actor"]  # type: ignore[no-any-return]

    def effect(self, field: str, old: Any, now: Any) -> Effect:
        """A change of a field, with values as JSON has them."""
        return Effect(self.actor, field, _json(old), _json(now), self.chase, self.id)

    @property
    def zone(self) -> int:
        """The present zone."""
        return self.values["zone"]  # type: ignore[no-any-return]

    @property
    def escaped(self) -> bool:
        """Whether it has left the chase."""
        return self.values["escaped"]  # type: ignore[no-any-return]

    def now(self) -> Participant:
        """The participant as it is now."""
        values = {key: value for key, value in self.values.items() if key[0] != "_"}
        return self.model.model_copy(update=values)


class Track:
    """A chase in an encounter: its model and its participants."""

    __slots__ = ("by_id", "model", "runners")

    def __init__(self, model: Chase) -> None:
        self.model = model
        self.runners = tuple(Runner(each, model.id) for each in model.participants)
        self.by_id = {each.id: each for each in self.runners}

    def now(self) -> Chase:
        """The chase as it is now."""
        participants = tuple(each.now() for each in self.runners)
        return self.model.model_copy(update={"participants": participants})


class State:
    """Everything that can change in one encounter."""

    __slots__ = ("_by_name", "journal", "people", "rides", "table", "tracks")

    def __init__(
        self,
        actors: Sequence[Character | Vehicle],
        chases: Sequence[Chase],
        gm_bennies: int,
        sheet: Callable[[Character], Sheet],
    ) -> None:
        self.people: dict[str, Person] = {}
        self.rides: dict[str, Ride] = {}
        self._by_name: dict[str, list[Person | Ride]] | None = None
        for model in actors:
            if isinstance(model, Character):
                self.people[model.id] = Person(sheet(model))
            else:
                self.rides[model.id] = Ride(model)
        self.tracks = {chase.id: Track(chase) for chase in chases}
        self.table = Holder("", "the table", {"gm_bennies": gm_bennies, "_round": 0})
        self.journal: list[Entry] = []

    def knows(self, id: str | None) -> bool:
        """Whether that is the id of an actor, or of nobody."""
        return id is None or id in self.people or id in self.rides

    def named(self, name: str) -> list[Person | Ride]:
        """The actors of that name, whatever its case."""
        if self._by_name is None:
            self._by_name = {}
            holders: list[Person | Ride] = [*self.people.values(), *self.rides.values()]
            for holder in holders:
                self._by_name.setdefault(folded(holder.name), []).append(holder)
        return self._by_name.get(folded(name), [])

    def id_of(self, name: str) -> str:
        """The id of the actor of that id or, if it is the only one, of that name; else the name itself."""
        if name in self.people or name in self.rides:
            return name
        named = self.named(name)
        return named[0].id if len(named) == 1 else name

    def set(self, holder: Holder, field: str, value: Any) -> None:
        """Change a field, unless it has the value already; the old one goes into the journal."""
        values = holder.values
        old = values.get(field)
        if old is value or (old == value and type(old) is type(value)):
            return
        self.journal.append((holder, field, old))
        values[field] = value

    def add_condition(self, holder: Person | Ride, condition: str) -> None:
        """Give a condition, if it is not there already."""
        conditions = holder.values["conditions"]
        if condition not in conditions:
            self.set(holder, "conditions", (*conditions, condition))

    def drop_condition(self, holder: Person | Ride, *dropped: str) -> None:
        """Take conditions away."""
        conditions = holder.values["conditions"]
        left = tuple(each for each in conditions if each not in dropped)
        if len(left) != len(conditions):
            self.set(holder, "conditions", left)

    def undo(self, mark: int) -> list[Entry]:
        """Take every change since `mark` back; what was taken back, with the values it had, newest first."""
        undone: list[Entry] = []
        journal = self.journal
        while len(journal) > mark:
            holder, field, old = journal.pop()
            undone.append((holder, field, holder.values.get(field)))
            if old is None and field[0] == "_":
                holder.values.pop(field, None)
            else:
                holder.values[field] = old
        return undone


def effects_between(before: Iterable[Entry]) -> tuple[Effect, ...]:
    """The changes from earlier values to the present ones.

    Args:
        before: (holder, field, value) as it was, the oldest value of a field first.
    """
    first: dict[tuple[Holder, str], Any] = {}
    for holder, field, old in before:
        if field[0] != "_":
            first.setdefault((holder, field), old)
    out: list[Effect] = []
    for (holder, field), old in first.items():
        now = holder.values.get(field)
        if field[0] == "a" and field.startswith("attributes.") and isinstance(holder, Person):
            name = field.removeprefix("attributes.")
            old = getattr(holder.model.attributes, name) if old is None else old
            now = holder.attribute(name)
        if old != now:
            out.append(holder.effect(field, old, now))
    return tuple(out)


def _json(value: Any) -> Any:
    if isinstance(value, (int, str)):
        return value
    if isinstance(value, tuple):
        if not value:
            return []
        return [_json(each) for each in value]  # pyright: ignore[reportUnknownVariableType]
    if isinstance(value, Die):
        return str(value)
    return value.to_json() if isinstance(value, Model) else value


def changes(state: State) -> list[Effect]:
    """What is different from the models that the encounter started from."""
    out: list[Effect] = []
    for person in state.people.values():
        _person_changes(person, out)
    for ride in state.rides.values():
        model = ride.model
        _add(ride, "wounds.value", model.wounds.value, out)
        _add(ride, "conditions", model.conditions, out)
        _add(ride, "driver", model.driver, out)
        _add(ride, "occupants", model.occupants, out)
    for track in state.tracks.values():
        for runner in track.runners:
            for field in ("actor", "zone", "on_hold", "escaped", "close"):
                _add(runner, field, getattr(runner.model, field), out)
    return out


def _person_changes(person: Person, out: list[Effect]) -> None:
    model = person.model
    _add(person, "wounds.value", model.wounds.value, out)
    _add(person, "fatigue.value", model.fatigue.value, out)
    _add(person, "bennies", person.sheet.values["bennies"], out)
    _add(person, "conditions", model.conditions, out)
    _add(person, "injuries", model.injuries, out)
    for name in ATTRIBUTES:
        old, now = getattr(model.attributes, name), person.attribute(name)
        if old != now:
            out.append(person.effect(f"attributes.{name}", old, now))


def _add(holder: Holder, field: str, old: Any, out: list[Effect]) -> None:
    now = holder.values[field]
    if now != old:
        out.append(holder.effect(field, old, now))
