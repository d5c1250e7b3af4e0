"""The state of one encounter: what may change, and a journal that can take every change back.

What changes is held in `Holder`s, one for each actor and each participant of a chase; their own notes are taken back
like the rest.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Sequence
from typing import Any, TypeAlias

from sw_data.engine.holders import Holder, Person, Ride, Track
from sw_data.engine.sheet import Sheet
from sw_data.models import ATTRIBUTES, Character, Chase, Effect, Vehicle
from sw_data.models.skills import folded

Entry: TypeAlias = "tuple[Holder, str, Any]"


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
