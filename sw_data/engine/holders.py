"""Who and what can change in an encounter: characters, vehicles, participants of a chase.

Each keeps its present values by field, under the dotted names of the models (`wounds.value`). Names with a leading
underscore are the engine's own notes (who has recovered this round, who may still soak); they are no effects.
"""

from __future__ import annotations

from typing import Any

from sw_data.dice import Die
from sw_data.engine.sheet import Sheet
from sw_data.models import ATTRIBUTES, Character, Chase, Effect, Injury, Model, Participant, Vehicle
from sw_data.models.character import Current
from sw_data.models.skills import folded
from sw_data.rules import armor, trait
from sw_data.rules.ruleset import Ruleset


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


class Body(Holder):
    """A character or a vehicle: what can be wounded and has conditions."""

    __slots__ = ()

    @property
    def conditions(self) -> tuple[str, ...]:
        """The present conditions."""
        return self.values["conditions"]  # type: ignore[no-any-return]

    @property
    def wounds(self) -> int:
        """The present wounds."""
        return self.values["wounds.value"]  # type: ignore[no-any-return]


class Person(Body):
    """A character in an encounter."""

    __slots__ = ("model", "sheet")

    def __init__(self, sheet: Sheet) -> None:
        model = sheet.model
        super().__init__(model.id, model.name, sheet.values.copy())
        self.model = model
        self.sheet = sheet

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


class Ride(Body):
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
