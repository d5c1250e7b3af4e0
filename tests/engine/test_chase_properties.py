"""Laws of chases: whatever is tried, nothing impossible comes of it, and all of it can be taken back and done again."""

from __future__ import annotations

import copy
from collections.abc import Iterable
from random import Random
from typing import Any

from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

from sw_data.engine import Encounter, Engine, Numbered
from sw_data.models import ACTION, Character, Chase, Outcome, Vehicle
from sw_data.rules.ruleset import Ruleset, ruleset

_DICE = ("d4", "d6", "d8", "d10", "d12")
_CHASE_ACTIONS = (
    "zone_movement", "get_close", "ram", "regain_control", "this_way", "hide", "block",
)  # fmt: skip
_KNOBS: tuple[tuple[str, object], ...] = (
    ("reroll.allow_critical", True),
    ("opposed.minimum", "none"),
    ("vehicle.out_of_control_before", "collision"),
    ("benny.reroll_keeps", "best"),
    ("vehicle.mph_per_square", 3),
    ("damage.wound_shakes", False),
    ("shaken.success", "act"),
)


@st.composite
def scenes(draw: st.DrawFn) -> dict[str, Any]:
    """Two to five participants with what they ride in, a chase, a ruleset, and actions, legal or not."""
    count = draw(st.integers(2, 5))
    people: list[dict[str, Any]] = []
    rides: list[dict[str, Any]] = []
    participants: list[dict[str, Any]] = []
    last = draw(st.sampled_from([None, 3, 5, 10]))
    for number in range(count):
        on_foot = draw(st.integers(0, 3)) == 0
        crew = 1 if on_foot else draw(st.integers(1, 2))
        names = [f"w{number}{'ab'[seat]}" for seat in range(crew)]
        people += [draw(_person(name)) for name in names]
        if not on_foot:
            rides.append(draw(_ride(f"v{number}", names)))
        participants.append(
            {
                "id": f"p{number}",
                "actor": names[0],
                "vehicle": None if on_foot else f"v{number}",
                "side": "quarry" if number == 0 else draw(st.sampled_from(["quarry", "pursuer"])),
                "zone": draw(st.integers(1, last or 6)),
                "on_hold": draw(st.booleans()),
            }
        )
    chase = {
        "kind": "chase",
        "id": "c",
        "name": "Run",
        "chase_skill": draw(st.sampled_from(["Driving", "Driving", "Agility", "Climbing"])),
        "last_zone": last,
        "range": draw(
            st.sampled_from([{"modifier_per_zone": -1}, {"squares_per_zone": 12}]),
        ),
        "participants": participants,
    }
    ids = [each["id"] for each in people]
    cars = [each["id"] for each in rides]
    size = draw(st.integers(1, 30))
    actions = [draw(_action(index, ids, cars)) for index in range(size)]
    return {
        "people": people,
        "rides": rides,
        "chase": chase,
        "ruleset": draw(st.sampled_from(["core", "swade", "deluxe"])),
        "knobs": dict(draw(st.lists(st.sampled_from(_KNOBS), max_size=2))),
        "seed": draw(st.integers(0, 2**32)),
        "actions": actions,
    }


@st.composite
def _person(draw: st.DrawFn, name: str) -> dict[str, Any]:
    die = st.sampled_from(_DICE)
    traits = ("agility", "smarts", "spirit", "strength", "vigor")
    skills = ("Driving", "Shooting", "Fighting", "Stealth", "Notice")
    wild = draw(st.booleans())
    return {
        "kind": "character",
        "id": name,
        "name": name.upper(),
        "wild_card": wild,
        "attributes": {trait: draw(die) for trait in traits},
        "skills": {skill: draw(die) for skill in skills if draw(st.integers(0, 4))},
        "toughness": draw(st.integers(3, 8)),
        "bennies": draw(st.integers(0, 3)),
        "wounds": {"value": draw(st.integers(0, 1)) if wild else 0, "max": 3 if wild else 1},
        "conditions": draw(
            st.sampled_from([[], [], [], ["shaken"], ["vulnerable"], ["stunned"]]),
        ),
        "edges": draw(st.sampled_from([[], ["Quick"], ["Level Headed"]])),
        "weapons": [
            {"name": "Gun", "damage": "3d6+2", "range": [12, 24, 48], "rof": 3, "ap": 2},
            {"name": "Bat", "damage": "Str+d6"},
        ],
    }


@st.composite
def _ride(draw: st.DrawFn, name: str, crew: list[str]) -> dict[str, Any]:
    return {
        "kind": "vehicle",
        "id": name,
        "name": name.upper(),
        "top_speed": draw(st.sampled_from([4, 20, 35, 60])),
        "top_speed_unit": draw(st.sampled_from(["squares", "mph"])),
        "handling": draw(st.integers(-1, 2)),
        "toughness": draw(st.integers(4, 14)),
        "armor": draw(st.integers(0, 2)),
        "wounds": {"value": draw(st.integers(0, 3)), "max": 3},
        "conditions": draw(st.sampled_from([[], [], ["out_of_control"]])),
        "driver": draw(st.sampled_from([crew[0], crew[0], None])),
        "occupants": [{"actor": who, "seatbelt": draw(st.booleans())} for who in crew[1:]],
    }


@st.composite
def _action(draw: st.DrawFn, index: int, people: list[str], cars: list[str]) -> dict[str, Any]:
    kinds = [
        *_CHASE_ACTIONS, *_CHASE_ACTIONS, "zone_movement", "attack", "attack", "board", "take_wheel",
        "hold", "control_check", "obstacle", "vehicle_soak", "occupants", "soak", "reroll", "reroll",
        "round", "deal", "complication", "recover", "damage", "award_benny", "spend_benny", "session",
        "opposed", "trait", "incapacitation", "injury", "bleeding", "heal",
    ]  # fmt: skip
    kind = draw(st.sampled_from(kinds))
    who = draw(st.sampled_from(people))
    other = draw(st.sampled_from([*people, *cars, *cars]))
    car = draw(st.sampled_from(cars or people))
    before = f"a{max(0, index - draw(st.integers(1, 2)))}"
    action: dict[str, Any] = {"id": f"a{index}", "type": kind, "actor": who}
    if kind in ("zone_movement",):
        action["push"] = draw(st.booleans())
    elif kind in ("get_close", "ram"):
        action["target"] = other
    elif kind == "block":
        action["against"] = before
    elif kind == "attack":
        action |= {"target": other, "weapon": draw(st.sampled_from(["Gun", "Bat"]))}
        action["attacks"] = draw(st.integers(1, 3))
    elif kind == "damage":
        action |= {"target": other, "damage": "4d6"}
    elif kind == "board":
        action |= {"target": car, "trait": draw(st.sampled_from([None, "Agility"]))}
    elif kind in ("obstacle", "occupants"):
        action["actor"] = draw(st.sampled_from([car, car, who]))
        if kind == "obstacle":
            action["kind"] = draw(st.sampled_from(["hard", "soft"]))
    elif kind == "vehicle_soak":
        action["of"] = before
    elif kind == "soak":
        action["attack"] = before
    elif kind == "reroll":
        pool = draw(st.sampled_from([None, None, "target_roll", "control", "control_second"]))
        action |= {"of": before, "with": draw(st.sampled_from(["benny", "ability"])), "pool": pool}
    elif kind in ("round", "session"):
        del action["actor"]
    elif kind == "deal":
        del action["actor"]
        action["chase"] = "c"
    elif kind == "opposed":
        action |= {"trait": "Fighting", "target": who if other in cars else other}
    elif kind == "trait":
        action["trait"] = "Driving"
    elif kind == "heal":
        action["wounds"] = 1
    if draw(st.integers(0, 3)) == 0:
        faces = st.lists(st.integers(1, 6), max_size=4)
        pools = st.sampled_from(["roll", "target_roll", "control", "control_second", "obstacle"])
        action["dice"] = draw(st.dictionaries(pools, faces, max_size=3))
    return action


@st.composite
def directed_scenes(draw: st.DrawFn) -> dict[str, Any]:
    """A scene whose actions mostly follow from what has happened: blocks, rerolls, soaks, jumps that can succeed."""
    scene = draw(scenes())
    chance = draw(st.randoms(use_true_random=False))
    start = chance.randint(1, 3)
    for each in scene["chase"]["participants"]:
        each["zone"] = min(start + chance.randint(0, 1), scene["chase"]["last_zone"] or 9)
    for each in scene["people"]:
        each["conditions"] = []
        each["bennies"] = 5
    for each in scene["rides"]:
        each["wounds"]["value"] = 0
    actions: list[dict[str, Any]] = []
    scene["actions"] = actions
    for number in range(draw(st.integers(4, 16))):
        outcomes, encounter, _ = played(scene)
        action = _next(chance, scene, outcomes, encounter)
        actions.append({"id": f"a{number}", **action})
    return scene


def _next(
    chance: Random, scene: dict[str, Any], outcomes: list[Outcome], encounter: Encounter
) -> dict[str, Any]:
    """An action that suits the moment, or now and then one that does not."""
    chase = encounter.chases[0]
    last = next((each for each in reversed(outcomes) if each.status != "rejected"), None)
    answers: list[dict[str, Any]] = []
    if last is not None:
        rolls = [each for each in last.rolls if each.trait is not None]
        cause = last.of if last.type == "reroll" and last.of else last.id
        for roll in rolls:
            who = roll.actor or last.actor
            with_ = chance.choice(["benny", "ability"])
            answers.append(
                {"type": "reroll", "actor": who, "of": cause, "with": with_, "pool": roll.pool}
            )
        for hit in last.hits or ():
            answers.append({"type": "soak", "actor": hit.target, "attack": cause})
        for owed in last.follow_ups:
            answers.append({"type": owed.type, "actor": owed.actor, "of": owed.of})
            if owed.type == "occupants":
                ride = next(each for each in encounter.actors if each.id == owed.actor)
                if isinstance(ride, Vehicle) and ride.driver is not None:
                    answers += [{"type": "vehicle_soak", "actor": ride.driver, "of": cause}] * 3
        if last.type in _CHASE_ACTIONS:
            answers += [
                {"type": "block", "actor": each.actor, "against": scene["actions"][-1]["id"]}
                for each in chase.participants
                if each.on_hold and each.actor != last.actor
            ] * 3
    if answers and chance.random() < 0.55:
        return chance.choice(answers)
    one, two = chance.choice(chase.participants), chance.choice(chase.participants)
    crew = [each["id"] for each in scene["people"] if each["id"][1] == one.actor[1]]
    kinds: list[dict[str, Any]] = [
        {"type": "zone_movement", "actor": one.actor, "push": chance.random() < 0.6},
        {"type": "hold", "actor": one.actor},
        {"type": "get_close", "actor": one.actor, "target": two.actor},
        {"type": "ram", "actor": one.actor, "target": two.actor},
        {"type": "hide", "actor": one.actor},
        {"type": "this_way", "actor": one.actor},
        {"type": "regain_control", "actor": one.actor},
        {"type": "attack", "actor": chance.choice(crew), "weapon": "Gun",
         "target": two.vehicle or two.actor},
        {"type": "attack", "actor": chance.choice(crew), "weapon": "Bat", "target": two.actor},
        {"type": "take_wheel", "actor": chance.choice(crew)},
        {"type": "complication", "actor": one.actor},
        {"type": "recover", "actor": one.actor},
        {"type": "deal", "chase": "c"},
    ]  # fmt: skip
    if one.close:
        other = next(each for each in chase.participants if each.id == one.close[0])
        kinds += [
            {"type": "board", "actor": chance.choice(crew), "target": other.vehicle or "v0"},
            {"type": "attack", "actor": one.actor, "weapon": "Bat", "target": other.actor},
            {"type": "ram", "actor": one.actor, "target": other.actor},
        ]
    return chance.choice(kinds)


def rules_of(scene: dict[str, Any]) -> Ruleset:
    return ruleset(scene["ruleset"]).override(scene["knobs"])


def encounter_of(scene: dict[str, Any], *, seed: int, lenient: bool, roll: bool) -> Encounter:
    actors: list[Character | Vehicle] = [
        *(Character.model_validate(each) for each in scene["people"]),
        *(Vehicle.model_validate(each) for each in scene["rides"]),
    ]
    chase = Chase.model_validate(scene["chase"])
    engine = Engine(
        actors, [chase], rules_of(scene), seed=seed, lenient=lenient, roll_follow_ups=roll
    )
    return engine.encounter()


def possible(encounter: Encounter) -> None:
    """No impossible state."""
    chase = encounter.chases[0]
    by_id = {each.id: each for each in chase.participants}
    for each in chase.participants:
        assert each.zone >= 1
        assert chase.last_zone is None or each.zone <= chase.last_zone
        assert not (each.escaped and each.close)
        for name in each.close:
            assert each.id in by_id[name].close
            assert by_id[name].zone == each.zone
    for actor in encounter.actors:
        assert 0 <= actor.wounds.value <= actor.wounds.max
        assert len(set(actor.conditions)) == len(actor.conditions)
        if isinstance(actor, Character):
            assert actor.bennies is not None
            assert actor.bennies >= 0
            assert 0 <= actor.fatigue.value <= actor.fatigue.max
        else:
            inside = [each.actor for each in actor.occupants]
            assert len(set(inside)) == len(inside)
            assert "shaken" not in actor.conditions
    assert encounter.gm_bennies >= 0
    seats = [
        who
        for actor in encounter.actors
        if isinstance(actor, Vehicle)
        for who in {actor.driver, *(each.actor for each in actor.occupants)} - {None}
    ]
    assert len(set(seats)) == len(seats)


def played(
    scene: dict[str, Any], *, lenient: bool = False, roll: bool = True, seed: int | None = None
) -> tuple[list[Outcome], Encounter, dict[str, set[str]]]:
    """The outcomes in order, the encounter, and who was out of the chase when each action came."""
    start = scene["seed"] if seed is None else seed
    encounter = encounter_of(scene, seed=start, lenient=lenient, roll=roll)
    possible(encounter)
    made: list[Numbered] = []
    out: dict[str, set[str]] = {}
    for written in scene["actions"]:
        out[written["id"]] = out_of_it(encounter)
        made += encounter.act(ACTION.validate_python(written))
        possible(encounter)
    made += encounter.finish()
    made.sort(key=lambda each: each.number)
    outcomes = [each.outcome for each in made]
    for each in outcomes:
        assert Outcome.model_validate(each.to_json()).to_json() == each.to_json()
    assert len({each.id for each in outcomes}) == len(outcomes)
    return outcomes, encounter, out


def out_of_it(encounter: Encounter) -> set[str]:
    """Drivers and runners whose vehicle is Wrecked, or who have escaped."""
    wrecked = {each.id for each in encounter.actors if "wrecked" in each.conditions}
    return {
        each.actor
        for each in encounter.chases[0].participants
        if each.escaped or each.vehicle in wrecked
    } - {
        each.actor
        for each in encounter.chases[0].participants
        if not each.escaped and each.vehicle not in wrecked
    }


@given(scenes() | directed_scenes(), st.booleans(), st.booleans())
@settings(max_examples=30, suppress_health_check=[HealthCheck.too_slow])
def test_no_chase_ends_in_an_exception_or_an_impossible_state(
    scene: dict[str, Any], lenient: bool, roll: bool
) -> None:
    outcomes, _, out = played(scene, lenient=lenient, roll=roll)
    if lenient:
        return
    for each in outcomes:
        if each.type in _CHASE_ACTIONS and each.status == "resolved":
            assert each.actor not in out[each.id], each.summary


def documents(encounter: Encounter) -> dict[str, dict[str, Any]]:
    """All state that effects can name, by actor or participant."""
    found = {each.id: each.to_json() for each in encounter.actors}
    for each in encounter.chases[0].participants:
        found[f"c/{each.id}"] = each.to_json()
    found["gm"] = {"gm_bennies": encounter.gm_bennies}
    for document in found.values():
        document.pop("current", None)
    return found


def apply(found: dict[str, dict[str, Any]], effect: Any, before: Any, after: Any) -> None:
    """Bring one effect in, or take it back, after looking that what it changes is there."""
    place = f"{effect.chase}/{effect.participant}"
    holder = found[(effect.actor or "gm") if effect.chase is None else place]
    *steps, last = effect.field.split(".")
    for step in steps:
        holder = holder[step]
    assert holder[last] == before, (effect, holder[last])
    holder[last] = after


@given(scenes() | directed_scenes(), st.booleans())
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_the_effects_lead_from_the_start_to_the_end_and_back(
    scene: dict[str, Any], lenient: bool
) -> None:
    start = encounter_of(scene, seed=0, lenient=False, roll=True)
    before = documents(start)
    outcomes, encounter, _ = played(scene, lenient=lenient)
    now = copy.deepcopy(before)
    effects = [effect for each in outcomes for effect in each.effects]
    for each in outcomes:
        assert each.status != "rejected" or not each.effects
    for effect in effects:
        apply(now, effect, effect.from_, effect.to)
    assert now == documents(encounter)
    for effect in reversed(effects):
        apply(now, effect, effect.to, effect.from_)
    assert now == before


def unreadable(outcomes: Iterable[Outcome]) -> set[str]:
    """Actions that were rejected for their dice."""
    return {
        each.id
        for each in outcomes
        if any((said.code or "").startswith("SW60") for said in each.violations)
    }


def with_dice_of(scene: dict[str, Any], outcomes: list[Outcome]) -> dict[str, Any]:
    """The same scene with every die and card as the outcomes show it; follow-ups are actions of their own.

    An action whose recorded dice could not be is left out: it changed nothing, and has no dice to show.
    """
    written = {each["id"]: each for each in scene["actions"]}
    actions: list[dict[str, Any]] = []
    for each in outcomes:
        if each.id in unreadable(outcomes):
            continue
        action: dict[str, Any] = dict(written.get(each.id) or {})
        if not action:
            action = {"id": each.id, "type": each.type, "actor": each.actor, "of": each.of}
        if each.status != "rejected":
            dice: dict[str, Any] = {
                roll.pool: [{"die": die.die, "faces": list(die.faces)} for die in roll.dice]
                for roll in each.rolls
            }
            if each.cards is not None:
                dice["cards"] = each.cards
            action["dice"] = dice
        actions.append(action)
    return {**scene, "actions": actions}


def shown(outcomes: Iterable[Outcome]) -> list[dict[str, Any]]:
    """Outcomes as JSON, without warnings about dice that were not needed, and without the words of a refusal."""
    found: list[dict[str, Any]] = []
    for each in outcomes:
        value = each.to_json()
        if each.status == "rejected":
            value["summary"] = ""
            value["violations"] = [{**said, "message": ""} for said in value["violations"]]
        value["warnings"] = [
            said for said in value["warnings"] if said.get("code") not in ("SW606", "SW607")
        ]
        found.append(value)
    return found


@given(scenes() | directed_scenes())
@settings(max_examples=25, suppress_health_check=[HealthCheck.too_slow])
def test_the_dice_of_the_outcomes_give_the_same_outcomes(scene: dict[str, Any]) -> None:
    outcomes, encounter, _ = played(scene)
    again, repeated, _ = played(with_dice_of(scene, outcomes), seed=scene["seed"] + 1)
    left_out = unreadable(outcomes)
    assert shown(again) == shown(each for each in outcomes if each.id not in left_out)
    assert documents(repeated) == documents(encounter)


@given(scenes() | directed_scenes())
@settings(max_examples=15, suppress_health_check=[HealthCheck.too_slow])
def test_follow_ups_are_rolled_once_and_leave_nothing_that_an_action_went_past(
    scene: dict[str, Any],
) -> None:
    outcomes, encounter, _ = played(scene)
    ids = [each.id for each in outcomes]
    for each in outcomes:
        if each.of is not None and "/" in each.id:
            assert each.of in ids[: ids.index(each.id)]
            assert each.status != "rejected", each.summary
    last = outcomes[-1]
    for waiting in encounter.pending:
        owed = next(each for each in outcomes if each.id == waiting.of)
        assert ids.index(owed.id) <= ids.index(last.id)
