"""The actions of a chase: moving, getting close, ramming, helping, hiding (rules.md section 4)."""

from __future__ import annotations

from sw_data.dice import Die
from sw_data.engine import positions, words
from sw_data.engine.combat import contested, table_modifiers
from sw_data.engine.holders import Person, Runner, Track
from sw_data.engine.positions import find, ride_of, still_in, track_of
from sw_data.engine.rolls import roll_trait, take
from sw_data.engine.standing import may_act
from sw_data.engine.state import State
from sw_data.engine.turn import Turn
from sw_data.engine.wheels import Mover, chase_check, chase_modifiers, control_check, mover_of
from sw_data.models import Modifier
from sw_data.models.actions import (
    ActionBase,
    ControlCheck,
    GetClose,
    Hide,
    Ram,
    RegainControl,
    ThisWay,
    ZoneMovement,
)
from sw_data.rules import chase, condition, foot, opposed


def place(turn: Turn, action: ActionBase) -> tuple[Person, Track, Runner]:
    """Who acts, in which chase, as which participant."""
    person = turn.person_named(action.actor or "")
    track = track_of(turn, action.chase)
    if track is None:
        mine = [each for each in turn.state.tracks.values() if find(turn, each, person)]
        if len(mine) != 1:
            raise turn.unfit("SW617", f"{action.id!r} does not say in which chase {person.name} is")
        track = mine[0]
    runner = find(turn, track, person)
    if runner is None:
        raise turn.unfit("SW617", f"{person.name} takes no part in the chase {track.model.name!r}")
    return person, track, runner


def may_take_part(turn: Turn, person: Person, runner: Runner, *, driving: bool = True) -> None:
    """Breach a rule unless the participant may take chase actions (`chase.acting`, `chase.driver`)."""
    turn.cite("chase.acting")
    ride = ride_of(turn, runner)
    if runner.escaped:
        turn.breach("chase.acting", f"{person.name} has escaped and is out of the chase")
    elif ride is not None and ride.wrecked:
        turn.breach("chase.acting", f"{ride.name} is Wrecked and out of the chase")
    if driving and positions.driver_of(turn, runner) is not person:
        raise turn.refuse(
            "chase.driver", f"{person.name} does not drive; whoever does takes this action"
        )
    driver = positions.driver_of(turn, runner)
    if driver is None or condition.cannot_act(driver.conditions, turn.rules):
        who = "nobody at the wheel" if driver is None else f"{driver.name} cannot act"
        turn.breach("chase.acting", f"{who}: the participant takes no chase actions")
    may_act(turn, person)


def move_to(state: State, track: Track, runner: Runner, zone: int, *, moved: bool) -> None:
    """Put a participant into a zone; Close ends if it moved, or where two are in different zones (`chase.close`)."""
    state.set(runner, "zone", zone)
    for name in runner.values["close"]:
        other = track.by_id.get(name)
        if other is None or moved or other.zone != zone:
            part(state, runner, other, name)


def part(state: State, one: Runner, other: Runner | None, name: str) -> None:
    """Two are Close no more."""
    state.set(one, "close", tuple(each for each in one.values["close"] if each != name))
    if other is not None:
        left = tuple(each for each in other.values["close"] if each != one.id)
        state.set(other, "close", left)


def part_from_all(state: State, track: Track, runner: Runner) -> None:
    """One that leaves the chase is Close to nobody."""
    for name in runner.values["close"]:
        part(state, runner, track.by_id.get(name), name)


def resolve_zone_movement(turn: Turn, action: ZoneMovement, blocked_in: int | None = None) -> None:
    """Zone Movement, pushed or not; `blocked_in` is the zone where a block stops it (`chase.movement`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner)
    rules, state = turn.rules, turn.state
    mover = mover_of(turn, track, runner)
    modifiers = table_modifiers(turn)
    if action.push:
        modifiers.append(chase.push_bonus(rules))
    if runner.values.get("_this_way") is not None:
        modifiers.append(Modifier("This Way!", rules.chase.this_way_bonus, "chase.this_way"))
        state.set(runner, "_this_way", None)
    tn = rules.trait.target_number
    check = chase_check(turn, mover, modifiers, tn)
    take(turn, check, tn)
    turn.cite("chase.movement")
    zones = chase.zones_moved(check.raised, action.zones)
    start, goal = runner.zone, runner.zone + zones
    end, last = goal, track.model.last_zone
    leaves = False
    if last is not None and goal > last:
        turn.cite("chase.end")
        leaves = runner.model.side == "quarry"
        end = max(last, start)
    if blocked_in is not None:
        end, leaves = min(goal, max(start, blocked_in)), False
    state.set(runner, "_moved", (start, goal if leaves else end))
    move_to(state, track, runner, end, moved=end != start or leaves)
    ride = mover.ride
    if action.push:
        turn.cite("chase.push")
        control_check(turn, mover, [], "control")
    if leaves and not (ride is not None and ride.wrecked) and not person.down:
        state.set(runner, "escaped", True)
        part_from_all(state, track, runner)
    where = (
        "escapes"
        if runner.escaped
        else f"is in zone {end}"
        if end != start
        else f"stays in zone {end}"
    )
    trouble = (
        f", and {mover.name} {words.state_of(ride)}" if ride is not None and ride.conditions else ""
    )
    if action.push and ride is None and (person.shaken or person.down):
        trouble = f", and {words.state_of(person)}"
    turn.summary = f"{person.name} {words.degree(check)} at {mover.skill} ({check.total}) and {where}{trouble}."


def other_in(turn: Turn, track: Track, name: str) -> Runner:
    """The participant that an actor or vehicle of that name is."""
    holder = turn.actor_named(name)
    found = find(turn, track, holder)
    if found is None:
        raise turn.unfit("SW617", f"{holder.name} takes no part in the chase {track.model.name!r}")
    return found


def _same_zone(turn: Turn, rule: str, one: Runner, other: Runner) -> None:
    """Breach `rule` unless both are in one zone, two participants, the other still there."""
    if one is other:
        raise turn.refuse(rule, f"{turn.name_of(one.actor)} cannot do that to itself")
    if other.escaped:
        turn.breach("chase.acting", f"{turn.name_of(other.actor)} has escaped")
    if one.zone != other.zone:
        turn.breach(
            rule,
            f"{turn.name_of(one.actor)} is in zone {one.zone} and {turn.name_of(other.actor)} in zone "
            f"{other.zone}; it takes the same zone",
        )


def resolve_get_close(turn: Turn, action: GetClose) -> None:
    """Coming Close to another in the same zone (`chase.close`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner)
    other = other_in(turn, track, action.target)
    turn.target = other.actor
    turn.cite("chase.close")
    _same_zone(turn, "chase.close", runner, other)
    mover = mover_of(turn, track, runner)
    if mover.ride is None:
        turn.cite("foot.close")
    tn = turn.rules.trait.target_number
    check = chase_check(turn, mover, table_modifiers(turn), tn)
    take(turn, check, tn)
    gone = runner.escaped or other.escaped
    if check.success and runner.zone == other.zone and not gone:
        state = turn.state
        for one, two in ((runner, other), (other, runner)):
            if two.id not in one.values["close"]:
                state.set(one, "close", (*one.values["close"], two.id))
    how = "is Close to" if check.success else "does not get close to"
    said = f"{person.name} {words.degree(check)} at {mover.skill} ({check.total})"
    turn.summary = f"{said} and {how} {turn.name_of(other.actor)}."


def resolve_ram(turn: Turn, action: Ram) -> None:
    """Ramming, or pushing on foot (`chase.ram`, `foot.push`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner)
    other = other_in(turn, track, action.target)
    turn.target = other.actor
    turn.cite("chase.ram")
    _same_zone(turn, "chase.ram", runner, other)
    mine, theirs = mover_of(turn, track, runner), mover_of(turn, track, other)
    won = chase_contest(turn, mine, theirs, table_modifiers(turn), push=True)
    raises = turn.raises or 0
    natural_one = turn.rolls[0].dice[0].faces[0] == 1
    if won:
        cost = chase.ram_modifier(raises, turn.rules)
        control_check(turn, theirs, [cost] if cost else [], "control")
    elif natural_one:
        turn.cite("chase.ram_backfire")
        critical = [Modifier("critical failure at ramming", -2, "chase.ram_backfire")]
        control_check(turn, mine, critical if turn.critical_failure else [], "control")
    grieved = theirs if won else mine
    turn.summary = words.checked(
        turn,
        words.contested(turn, person.name, "ramming", theirs.name, won),
        grieved.ride or grieved.driver,
    )


def chase_contest(
    turn: Turn, mine: Mover, theirs: Mover, modifiers: list[Modifier], *, push: bool = False
) -> bool:
    """Opposed chase-skill checks, or on foot a push of Strength against Strength; whether the first wins."""
    assert mine.driver is not None
    on_foot = push and mine.ride is None and theirs.ride is None
    if on_foot:
        turn.cite("foot.push")
        skill, other_skill = "Strength", "Strength"
        own = [*modifiers, foot.push_bonus(turn.rules)]
        other: list[Modifier] = []
    else:
        turn.cite("chase.skill")
        skill, other_skill = mine.skill, theirs.skill
        own = [*modifiers, *chase_modifiers(turn, mine)]
        other = chase_modifiers(turn, theirs)
    if theirs.driver is not None:
        exposed = condition.vulnerable(theirs.driver.conditions, theirs.driver.name, turn.rules)
        if exposed:
            own.append(exposed)
    if theirs.driver is None or theirs.driver.down:
        return _uncontested(turn, mine.driver, skill, own)
    return contested(turn, mine.driver, skill, own, theirs.driver, other_skill, other)


def _uncontested(turn: Turn, person: Person, skill: str, modifiers: list[Modifier]) -> bool:
    """Against one whose driver cannot act a success is enough: the other total counts as 0."""
    check = roll_trait(turn, person, skill, turn.rules.opposed.minimum, modifiers)
    take(turn, check)
    turn.raises = 0
    if opposed.fails_at_once(check.total, check.critical_failure, turn.rules):
        turn.result = "critical_failure" if check.critical_failure else "failure"
        turn.winner = "target"
        return False
    contest = opposed.contest(check.total, 0, False, turn.rules)
    turn.winner, turn.raises = contest.winner, contest.raises
    won = contest.winner == "actor"
    turn.result = ("raise" if contest.raises else "success") if won else "failure"
    return won


def resolve_regain_control(turn: Turn, action: RegainControl) -> None:
    """Regaining control, without the penalty for not having it (`chase.regain`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner)
    mover = mover_of(turn, track, runner)
    turn.cite("chase.regain")
    if mover.ride is None:
        raise turn.refuse("chase.regain", f"{person.name} is on foot and has no vehicle to control")
    if not mover.ride.out_of_control:
        turn.breach("chase.regain", f"{mover.ride.name} is not Out of Control")
    tn = turn.rules.trait.target_number
    check = chase_check(turn, mover, table_modifiers(turn), tn, control=False)
    take(turn, check, tn)
    if check.success:
        turn.state.drop_condition(mover.ride, "out_of_control")
    kept = "has control again" if check.success else "is still out of control"
    turn.summary = f"{person.name} {words.degree(check)} at {mover.skill} ({check.total}): {mover.ride.name} {kept}."


def resolve_this_way(turn: Turn, action: ThisWay) -> None:
    """Helping allies one zone behind (`chase.this_way`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner, driving=False)
    tn = turn.rules.trait.target_number
    check = roll_trait(turn, person, "Smarts", tn, table_modifiers(turn))
    take(turn, check, tn)
    turn.cite("chase.this_way")
    helped: list[str] = []
    if check.success:
        until: int = turn.state.table.values["_round"] + 1
        for each in track.runners:
            ally = each is not runner and each.model.side == runner.model.side
            if ally and not each.escaped and each.zone == runner.zone - 1:
                turn.state.set(each, "_this_way", until)
                helped.append(turn.name_of(each.actor))
    who = ", ".join(helped) or "nobody"
    turn.summary = f"{person.name} {words.degree(check)} at Smarts ({check.total}) and helps {who}."


def resolve_hide(turn: Turn, action: Hide) -> None:
    """Hiding from pursuers three zones back or more (`chase.hide`)."""
    person, track, runner = place(turn, action)
    may_take_part(turn, person, runner)
    rules, state = turn.rules, turn.state
    turn.cite("chase.hide")
    state.set(runner, "_stood_in", runner.zone)
    if runner.model.side != "quarry":
        raise turn.refuse("chase.hide", f"{person.name} is a pursuer and has nobody to hide from")
    pursuers = [
        each for each in track.runners if each.model.side == "pursuer" and still_in(turn, each)
    ]
    near = [each for each in pursuers if runner.zone - each.zone < rules.chase.hide_zones]
    if near:
        who = ", ".join(turn.name_of(each.actor) for each in near)
        turn.breach(
            "chase.hide",
            f"every pursuer must be {rules.chase.hide_zones} zones back; {who} is nearer",
        )
    modifiers = table_modifiers(turn)
    if not pursuers:
        won = _uncontested(turn, person, "Stealth", modifiers)
    else:
        closest = max(pursuers, key=lambda each: each.zone)
        bonus, theirs = chase.hide_modifiers(runner.zone - closest.zone, len(pursuers), rules)
        if bonus:
            modifiers.append(
                Modifier(f"{runner.zone - closest.zone} zones ahead", bonus, "chase.hide")
            )
        drivers = (positions.driver_of(turn, each) for each in pursuers)
        watch = [each for each in drivers if each is not None]
        lookout = watch[chase.sharpest([_notice(turn, each) for each in watch])]
        turn.target = lookout.id
        exposed = condition.vulnerable(lookout.conditions, lookout.name, rules)
        if exposed:
            modifiers.append(exposed)
        against = [Modifier(f"{len(pursuers)} pursuers", theirs, "chase.hide")] if theirs else []
        won = contested(turn, person, "Stealth", modifiers, lookout, "Notice", against)
        if not won and closest.zone < runner.zone:
            move_to(state, track, runner, closest.zone, moved=True)
    if won:
        state.set(runner, "escaped", True)
        part_from_all(state, track, runner)
    end = "and escapes" if won else f"and is back in zone {runner.zone}"
    how = "hides" if won else "does not hide"
    turn.summary = f"{person.name} {how} ({turn.total}) {end}."


def _notice(turn: Turn, person: Person) -> tuple[Die, bool]:
    """What a pursuer looks with: the die, its bonus or what lacking the skill costs, and whether a Wild Die helps."""
    die = person.trait("Notice")[0]
    if die is None:
        lacking = turn.rules.trait
        base = lacking.unskilled_die
        die = Die(base.sides, base.bonus + lacking.unskilled_modifier)
    return die, person.model.wild_card


def resolve_control_check(turn: Turn, action: ControlCheck) -> None:
    """A Control Check for a reason outside the log; nobody's decision, so no action of its own."""
    person, track, runner = place(turn, action)
    ride = ride_of(turn, runner)
    if runner.escaped or (ride is not None and ride.wrecked):
        turn.breach("chase.acting", f"{person.name} is out of the chase")
    mover = mover_of(turn, track, runner)
    control_check(turn, mover, table_modifiers(turn), "roll")
    first = next((roll for roll in turn.rolls if roll.pool == "roll"), None)
    if first is not None:
        turn.result, turn.raises, turn.total, turn.tn = (
            first.result,
            first.raises,
            first.total,
            first.tn,
        )
        turn.critical_failure = bool(first.critical_failure)
    else:
        turn.result, turn.raises = "failure", 0
    holder = ride or person
    turn.summary = f"{person.name} makes a Control Check: {holder.name} {words.state_of(holder)}."
