"""Damage arriving: at a character, or at a vehicle; and what a soak may still take back (rules.md section 3).

A character that was wounded keeps a note of it, the `Chance` to soak, until something else happens to it
(`soak.when`). The note has the state before the attack and every hit as dealt, so that the present state
follows from what was soaked.
"""

from __future__ import annotations

from dataclasses import dataclass, replace

from sw_data.engine.holders import Person, Ride
from sw_data.engine.turn import Turn
from sw_data.models import Hit, Modifier
from sw_data.rules import damage, vehicle


@dataclass(slots=True)
class Dealt:
    """One hit on one target: its number in `hits` (from 1), what it dealt, what was soaked of it."""

    number: int
    wounds: int
    shakes: bool
    tried: bool = False
    soaked: int = 0

    @property
    def left(self) -> int:
        """Wounds that stand."""
        return self.wounds - self.soaked

    @property
    def leaves_shaken(self) -> bool:
        """Whether it leaves the target Shaken (`soak.shaken`)."""
        return self.shakes and (self.wounds == 0 or self.left > 0)


@dataclass(slots=True)
class Chance:
    """The chance to soak the wounds of one action: the state before it, and its hits as dealt."""

    attack: str
    wounds: int
    conditions: tuple[str, ...]
    hits: tuple[Dealt, ...]

    def hit(self, number: int | None) -> Dealt | None:
        """The hit of that number; without one the first that wounds and was not tried yet."""
        if number is not None:
            return next((each for each in self.hits if each.number == number), None)
        wounding = [each for each in self.hits if each.wounds]
        return next(
            (each for each in wounding if not each.tried), wounding[0] if wounding else None
        )

    def wounds_before(self, number: int) -> int:
        """Wounds held before a hit, as dealt by the hits before it, soaked or not (`soak.penalty`)."""
        return self.wounds + sum(each.wounds for each in self.hits if each.number < number)

    def with_hit(self, changed: Dealt) -> Chance:
        """The same chance with one hit changed."""
        hits = tuple(changed if each.number == changed.number else each for each in self.hits)
        return replace(self, hits=hits)


def hit_person(turn: Turn, person: Person, amount: int, toughness: int) -> Hit:
    """Bring damage on a character and note the hit (`damage.*`)."""
    state, rules = turn.state, turn.rules
    harm = damage.harm(amount, toughness, person.shaken, person.sheet.hardy, rules)
    turn.cite("damage.compare")
    if not harm.reached:
        return _note(turn, Hit(person.id, 0, False, amount, toughness, 0))
    if harm.raises:
        turn.cite("damage.wounds")
    elif harm.wounds:
        turn.cite("damage.shaken_again")
    else:
        turn.cite("damage.shaken")
    shaken = harm.shakes and not person.shaken
    if person.down:
        turn.cite("incapacitation.restricts")
        hit = _note(turn, Hit(person.id, harm.wounds, False, amount, toughness, harm.raises))
        _also(turn, person, harm.wounds, harm.shakes)
        return hit
    hit = _note(turn, Hit(person.id, harm.wounds, shaken, amount, toughness, harm.raises))
    if harm.wounds and harm.shakes and harm.raises:
        turn.cite("damage.wound_shakes")
    deal(turn, person, harm.wounds, harm.shakes)
    if shaken:
        state.add_condition(person, "shaken")
    return hit


def _note(turn: Turn, hit: Hit) -> Hit:
    if turn.hits is None:
        turn.hits = []
    turn.hits.append(hit)
    return hit


def _also(turn: Turn, person: Person, wounds: int, shakes: bool) -> None:
    """A further hit on one whom this same action felled: it counts if the fall is soaked."""
    chance: Chance | None = person.values.get("_chance")
    if chance is not None and chance.attack == turn.id:
        dealt = Dealt(len(turn.hits or ()), wounds, shakes)
        turn.state.set(person, "_chance", replace(chance, hits=(*chance.hits, dealt)))


def deal(turn: Turn, person: Person, wounds: int, shakes: bool) -> None:
    """Wound a character that is not down, and keep the chance to soak; the hit is the last one noted."""
    chance: Chance | None = person.values.get("_chance")
    if chance is None or chance.attack != turn.id:
        if not wounds and (not shakes or person.shaken):
            return
        chance = Chance(turn.id, person.wounds, person.conditions, ())
    dealt = Dealt(len(turn.hits or ()), wounds, shakes)
    more = Chance(chance.attack, chance.wounds, chance.conditions, (*chance.hits, dealt))
    turn.state.set(person, "_chance", more)
    if wounds:
        wound(turn, person, wounds)


def wound(turn: Turn, person: Person, wounds: int) -> None:
    """Give a character wounds; past its maximum it is Incapacitated (`damage.wild_card`, `damage.extra`)."""
    state, model = turn.state, person.model
    held, incapacitated = damage.wounds_held(
        person.wounds, wounds, model.wounds.max, model.wild_card
    )
    state.set(person, "wounds.value", held)
    if not incapacitated:
        return
    turn.cite("damage.wild_card" if model.wild_card else "damage.extra")
    fell(turn, person)


def fell(turn: Turn, person: Person) -> None:
    """Incapacitate a character; a Wild Card owes a Vigor roll (`incapacitation.roll`)."""
    turn.state.add_condition(person, "incapacitated")
    if person.model.wild_card:
        turn.state.set(person, "_vigor_due", turn.id)
        turn.follow_up("incapacitation", person.id)


def tire(turn: Turn, person: Person, levels: int) -> None:
    """Give a character fatigue; past its maximum it is Incapacitated (`trait.fatigue_penalty`)."""
    state, most = turn.state, person.model.fatigue.max
    total = person.values["fatigue.value"] + levels
    if total > most:
        state.set(person, "fatigue.value", max(most, person.values["fatigue.value"]))
        turn.cite("trait.fatigue_penalty")
        state.add_condition(person, "incapacitated")
        # Exhaustion asks for no Vigor roll, and rest ends it.
        state.set(person, "_vigor_due", False)
        state.set(person, "_worn_out", True)
    else:
        state.set(person, "fatigue.value", total)


def resettle(turn: Turn, person: Person, chance: Chance) -> None:
    """Bring a character into the state that a chance leaves, after a soak."""
    state, model = turn.state, person.model
    held, down = chance.wounds, False
    for each in chance.hits:
        if each.left:
            held, falls = damage.wounds_held(held, each.left, model.wounds.max, model.wild_card)
            down = down or falls
    conditions = [each for each in chance.conditions if each != "shaken"]
    if "shaken" in chance.conditions or any(each.leaves_shaken for each in chance.hits):
        conditions.append("shaken")
    if down:
        conditions.append("incapacitated")
    state.set(person, "wounds.value", held)
    if set(conditions) != set(person.conditions):
        state.set(person, "conditions", tuple(conditions))
    if not down and person.values.get("_vigor_due") == chance.attack:
        state.set(person, "_vigor_due", None)
    state.set(person, "_chance", chance)


@dataclass(frozen=True, slots=True)
class Crash:
    """Wounds that an obstacle gave a vehicle, and what a driver's soak may take back (`vehicle.soak`).

    `wounds` are those held before; `before` are the modifiers of the driver's check before the Control Check
    that led here; None after an obstacle action.
    """

    action: str
    wounds: int
    dealt: int
    before: tuple[Modifier, ...] | None = None
    tried: bool = False
    soaked: int = 0
    occupants_rolled: bool = False

    @property
    def left(self) -> int:
        """Wounds of the crash that stand."""
        return self.dealt - self.soaked


def wound_ride(turn: Turn, ride: Ride, wounds: int) -> bool:
    """Give a vehicle wounds; whether it is wrecked by them (`vehicle.wrecked`)."""
    state = turn.state
    held, wrecked = vehicle.wounds_held(ride.wounds, wounds, ride.model.wounds.max)
    total = ride.wounds + wounds
    state.set(ride, "wounds.value", held)
    if wrecked:
        state.set(ride, "_beyond", total - held)
        turn.cite("vehicle.wrecked")
        state.add_condition(ride, "wrecked")
    return wrecked


def mend_ride(turn: Turn, ride: Ride, wounds: int) -> None:
    """Take wounds of a vehicle away again; if those past its maximum go too it is not wrecked (`vehicle.soak`)."""
    state = turn.state
    beyond: int = ride.values.get("_beyond") or 0
    held, wrecked = vehicle.wounds_held(ride.wounds + beyond - wounds, 0, ride.model.wounds.max)
    if beyond:
        state.set(ride, "_beyond", ride.wounds + beyond - wounds - held or None)
        if not wrecked:
            state.drop_condition(ride, "wrecked")
    state.set(ride, "wounds.value", held)
