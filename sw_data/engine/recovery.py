"""Soaking, shaking it off, falling, bleeding, healing (rules.md section 3)."""

from __future__ import annotations

from sw_data.dice import Die
from sw_data.engine import harm, words
from sw_data.engine.combat import table_modifiers
from sw_data.engine.harm import Chance
from sw_data.engine.holders import Person
from sw_data.engine.rolls import roll_table, roll_trait, take
from sw_data.engine.standing import may_act, pay
from sw_data.engine.turn import Turn
from sw_data.models import AttributeName, Injury
from sw_data.models.actions import (
    Bleeding,
    Heal,
    Incapacitation,
    InjuryAction,
    Recover,
    Soak,
    SpendBenny,
)
from sw_data.models.skills import folded
from sw_data.rules import injury, soak
from sw_data.rules.incapacitation import dies


def resolve_soak(turn: Turn, action: Soak) -> None:
    """One benny, one Vigor roll, and wounds of one attack go (`soak.*`)."""
    person = turn.person_named(action.actor)
    chance: Chance | None = person.values.get("_chance")
    turn.cite("soak.when")
    if chance is None or chance.attack != action.attack:
        raise turn.refuse(
            "soak.when",
            f"there is nothing of {action.attack!r} for {person.name} to soak: it must have wounded {person.name}, "
            "and nothing else may have happened since",
        )
    hit = chance.hit(action.hit)
    if hit is None or not hit.wounds:
        which = "any" if action.hit is None else f"number {action.hit}"
        raise turn.refuse(
            "soak.when",
            f"{person.name} was not wounded by {which} of the hits of {action.attack!r}",
        )
    if hit.tried:
        raise turn.refuse(
            "soak.when",
            f"{person.name} has soaked hit {hit.number} of {action.attack!r} already; one roll for each attack",
        )
    pay(turn, person, action.from_)
    held = chance.wounds_before(hit.number)
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Vigor", tn, table_modifiers(turn), wounds=held)
    take(turn, check, tn)
    turn.cite("soak.penalty", "soak.result")
    taken = soak.soaked(check.raised, hit.wounds)
    changed = harm.Dealt(hit.number, hit.wounds, hit.shakes, True, taken)
    if changed.left == 0:
        turn.cite("soak.shaken")
    harm.resettle(turn, person, chance.with_hit(changed))
    what = words.counted(taken, "wound") if taken else "nothing"
    turn.summary = (
        f"{person.name} soaks {what} of {hit.wounds} ({check.total}) and {words.state_of(person)}."
    )


def resolve_recover(turn: Turn, action: Recover) -> None:
    """A Spirit roll to shake it off (`shaken.recover`)."""
    person = turn.person_named(action.actor)
    may_act(turn, person, free=True)
    if not person.shaken:
        turn.breach("shaken.recover", f"{person.name} is not Shaken")
    if person.values.get("_recovered"):
        turn.breach("shaken.recover", f"{person.name} has rolled to recover this round already")
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Spirit", tn, table_modifiers(turn))
    take(turn, check, tn)
    turn.cite("shaken.recover")
    state = turn.state
    state.set(person, "_recovered", check.result)
    if not check.success:
        turn.summary = (
            f"{person.name} {words.degree(check)} to recover ({check.total}) and stays Shaken."
        )
        return
    state.drop_condition(person, "shaken")
    if check.result == "success" and turn.rules.shaken.success == "free_actions":
        state.set(person, "_free_only", True)
        turn.summary = (
            f"{person.name} recovers ({check.total}), with only free actions left this round."
        )
    else:
        turn.summary = f"{person.name} recovers ({check.total}) and acts normally."


def resolve_spend_benny(turn: Turn, action: SpendBenny) -> None:
    """A benny that removes Shaken (`shaken.benny`)."""
    person = turn.person_named(action.actor)
    if folded(action.for_) != "shaken":
        raise turn.refuse(
            "benny.uses",
            f"a benny is not spent on {action.for_!r}: it rerolls, soaks, or removes 'shaken'",
        )
    may_act(turn, person, free=True)
    lost_round = bool(person.values.get("_free_only"))
    if not person.shaken and not lost_round:
        turn.breach("shaken.benny", f"{person.name} is not Shaken")
    elif not turn.rules.shaken.benny_any_time and not person.values.get("_recovered"):
        turn.breach(
            "shaken.benny",
            f"{person.name} must roll to recover first: the benny comes after the roll",
        )
    pay(turn, person, action.from_, action.amount)
    turn.cite("shaken.benny")
    turn.state.drop_condition(person, "shaken")
    turn.state.set(person, "_free_only", None)
    turn.summary = f"{person.name} spends a benny, is not Shaken and acts normally."


def resolve_incapacitation(turn: Turn, action: Incapacitation) -> None:
    """The Vigor roll of the Incapacitated (`incapacitation.*`)."""
    person = turn.person_named(action.actor)
    state, name = turn.state, person.name
    due = person.values.get("_vigor_due")
    if "dead" in person.conditions:
        raise turn.refuse("incapacitation.roll", f"{name} is dead already")
    if "incapacitated" not in person.conditions:
        raise turn.refuse("incapacitation.roll", f"{name} is not Incapacitated")
    if not person.model.wild_card:
        raise turn.refuse("incapacitation.roll", f"{name} is an Extra and makes no such roll")
    if due is False or action.of not in (None, due):
        of = "" if action.of is None else f" for {action.of!r}"
        raise turn.refuse("incapacitation.roll", f"{name} owes no Vigor roll{of} now")
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Vigor", tn, table_modifiers(turn))
    take(turn, check, tn)
    turn.cite("incapacitation.roll")
    state.set(person, "_vigor_due", False)
    if dies(check.total, check.critical_failure):
        turn.cite("incapacitation.death")
        die(turn, person)
        turn.summary = f"{name} {words.degree(check)} at Vigor ({check.total}) and dies."
        return
    lasts = injury.duration(check.raised)
    if not check.success:
        turn.cite("incapacitation.failure")
        state.add_condition(person, "bleeding_out")
        turn.summary = (
            f"{name} fails at Vigor ({check.total}), is bleeding out and injured for good."
        )
    elif check.raises:
        turn.cite("incapacitation.raise")
        turn.summary = (
            f"{name} {words.degree(check)} at Vigor ({check.total}): an injury for 24 hours."
        )
    else:
        turn.cite("incapacitation.success")
        turn.summary = f"{name} succeeds at Vigor ({check.total}): an injury until healed."
    state.set(person, "_injury_due", (turn.id, lasts))
    turn.follow_up("injury", person.id)


def die(turn: Turn, person: Person) -> None:
    """Death ends the bleeding and keeps the other conditions (`bleeding.roll`)."""
    turn.state.drop_condition(person, "bleeding_out")
    turn.state.add_condition(person, "dead")


def resolve_injury(turn: Turn, action: InjuryAction) -> None:
    """A roll on the injury table (`injury.*`)."""
    person = turn.person_named(action.actor)
    due: tuple[str, injury.Duration] | None = person.values.get("_injury_due")
    if action.of is not None and (due is None or due[0] != action.of):
        raise turn.refuse("injury.table", f"{person.name} owes no injury roll for {action.of!r}")
    lasts: injury.Duration = due[1] if due else "permanent"
    turn.cite("injury.table")
    where = injury.location(sum(roll_table(turn, "location", 2)))
    turn.cite(f"injury.{where}")
    had = person.afflictions()
    made: Injury | None = None
    if where == "arm":
        side = injury.side(roll_table(turn, "side", 1)[0])
        injuries: tuple[Injury, ...] = person.values["injuries"]
        if not any(each.location == "arm" and each.side == side for each in injuries):
            made = Injury(location="arm", side=side, effect="One Arm", lasts=lasts)
    elif where == "guts":
        made = _lowered(turn, person, "guts", injury.guts(roll_table(turn, "detail", 1)[0]), lasts)
    elif where == "leg":
        effect = injury.leg(had)
        made = None if effect is None else Injury(location="leg", effect=effect, lasts=lasts)
    else:
        effect = injury.head(roll_table(turn, "detail", 1)[0], had)
        if effect == "smarts":
            made = _lowered(turn, person, "head", "smarts", lasts)
        elif effect is not None:
            made = Injury(location="head", effect=effect, lasts=lasts)
    if due:
        turn.state.set(person, "_injury_due", None)
    if made is None:
        turn.cite("injury.effect")
        turn.summary = f"{person.name} is hurt in the {where}, without further effect."
        return
    turn.state.set(person, "injuries", (*person.values["injuries"], made))
    said = (
        made.effect
        or f"{(made.attribute or '').title()} down to {person.attribute(made.attribute or 'vigor')}"
    )
    long = {"permanent": "for good", "until_healed": "until healed", "24_hours": "for 24 hours"}
    which = f"{made.side} {where}" if made.side else where
    turn.summary = f"{person.name} is injured in the {which}: {said}, {long[made.lasts]}."


def _lowered(
    turn: Turn, person: Person, where: str, attribute: AttributeName, lasts: injury.Duration
) -> Injury | None:
    """An attribute falls by one die, never below d4 (`dice.step`); None if it cannot."""
    die = person.attribute(attribute)
    lower: Die = die.stepped(-1)
    turn.cite("dice.step", "injury.effect")
    if lower == die:
        return None
    turn.state.set(person, f"attributes.{attribute}", lower)
    return Injury.model_validate({"location": where, "attribute": attribute, "lasts": lasts})


def resolve_bleeding(turn: Turn, action: Bleeding) -> None:
    """The Vigor roll of one who is Bleeding Out (`bleeding.roll`)."""
    person = turn.person_named(action.actor)
    if "bleeding_out" not in person.conditions:
        raise turn.refuse("bleeding.roll", f"{person.name} is not Bleeding Out")
    if person.values.get("_bled"):
        turn.breach("bleeding.roll", f"{person.name} has rolled for bleeding this round already")
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Vigor", tn, table_modifiers(turn))
    take(turn, check, tn)
    turn.cite("bleeding.roll")
    turn.state.set(person, "_bled", True)
    if not check.success:
        die(turn, person)
        turn.summary = (
            f"{person.name} {words.degree(check)} at Vigor ({check.total}) and bleeds to death."
        )
    elif check.raises:
        turn.state.drop_condition(person, "bleeding_out")
        turn.summary = f"{person.name} stops bleeding ({check.total})."
    else:
        turn.summary = f"{person.name} hangs on ({check.total}) and rolls again next round."


def resolve_heal(turn: Turn, action: Heal) -> None:
    """Wounds and fatigue healed, hours passed (`heal.*`)."""
    person = turn.person_named(action.actor)
    state, name = turn.state, person.name
    if "dead" in person.conditions:
        turn.breach("heal.wounds", f"{name} is dead, and healing does not help")
    wounds = min(action.wounds, person.wounds)
    fatigue: int = min(action.fatigue, person.values["fatigue.value"])
    worn_out = _worn_out(person)
    state.set(person, "wounds.value", person.wounds - wounds)
    state.set(person, "fatigue.value", person.values["fatigue.value"] - fatigue)
    # One who fell without a wound on the sheet has none to take away, and gets up all the same.
    revived = wounds > 0 or (action.wounds > 0 and person.down and not worn_out)
    gone: set[str] = set()
    if wounds or fatigue or revived:
        turn.cite("heal.wounds")
    if revived:
        state.drop_condition(person, "incapacitated", "bleeding_out")
        if person.wounds == 0:
            gone = {"until_healed", "24_hours"}
    elif fatigue and worn_out:
        state.drop_condition(person, "incapacitated")
    if action.hours >= 24:
        turn.cite("heal.day")
        gone.add("24_hours")
    if not person.down:
        state.set(person, "_vigor_due", None)
        state.set(person, "_worn_out", None)
    due: tuple[str, injury.Duration] | None = person.values.get("_injury_due")
    if due is not None and due[1] in gone:
        state.set(person, "_injury_due", None)
    mended = _mend(turn, person, gone)
    parts = [words.counted(wounds, "wound")] if wounds else []
    if fatigue:
        parts.append(words.counted(fatigue, "fatigue level"))
    if parts:
        said = f"{name} is healed of {' and '.join(parts)}"
    elif action.hours:
        said = f"{action.hours:g} {'hour passes' if action.hours == 1 else 'hours pass'} for {name}"
    else:
        said = f"{name} is looked after"
    if mended:
        said += ", and an injury mends" if mended == 1 else f", and {mended} injuries mend"
    turn.summary = f"{said}: {name} {words.state_of(person)}."


def _worn_out(person: Person) -> bool:
    """Whether it is fatigue, not wounds, that has Incapacitated a character."""
    if "incapacitated" not in person.conditions:
        return False
    if person.values.get("_worn_out"):
        return True
    # A sheet that came so does not say why: by fatigue, if that is full and the wounds are not.
    full: bool = 0 < person.model.fatigue.max <= person.values["fatigue.value"]
    return full and person.wounds < person.model.wounds.max


def _mend(turn: Turn, person: Person, durations: set[str]) -> int:
    """Injuries of these durations go, and the attributes that they took come back; how many."""
    injuries: tuple[Injury, ...] = person.values["injuries"]
    mended = [each for each in injuries if each.lasts in durations]
    if not mended:
        return 0
    for each in mended:
        if each.attribute is not None:
            raised = person.attribute(each.attribute).stepped(1)
            turn.state.set(person, f"attributes.{each.attribute}", raised)
    left = tuple(each for each in injuries if each.lasts not in durations)
    turn.state.set(person, "injuries", left)
    return len(mended)
