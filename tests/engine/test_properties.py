"""Laws of every fight, legal or not: they are played from generated logs."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest
from hypothesis import Phase, given, settings
from hypothesis import strategies as st

from sw_data.diagnostics import register
from sw_data.engine import Engine
from sw_data.models import ACTION, Character, Outcome, Vehicle
from sw_data.rules.catalog import CATALOG
from sw_data.rules.ruleset import ruleset

# No shrinking: it takes minutes for a fight, and what it ends in is no easier to read.
PHASES = (Phase.explicit, Phase.reuse, Phase.generate)

PEOPLE = ("ann", "bob", "cid", "dee")
ANYBODY = (*PEOPLE, "jeep")
WEAPONS: tuple[dict[str, Any], ...] = (
    {"name": "Sword", "damage": "Str+d8", "ready": True, "parry": 1},
    {"name": "Maul", "damage": "Str+d10+1", "ready": True, "parry": -1, "ap": 2, "reach": 1,
     "modifiers": [{"applies_to": "Fighting", "value": 1, "label": "long handle"}]},
    {"name": "Rifle", "damage": "2d8+1", "range": [12, 24, 48], "rof": 3, "ap": 2, "min_strength": "d8"},
    {"name": "Cannon", "damage": "4d10", "range": [20, 40, 80], "ap": 8},
    {"name": "Axe", "damage": "d6", "range": [3, 6, 12]},
    {"name": "Burner", "damage": "2d10", "range": "cone"},
)  # fmt: skip
TRAITS = ("Vigor", "spirit", "Fighting", "Shooting", "Notice", "Agility", "No such thing")
DICE = st.sampled_from(("d4", "d6", "d8", "d10", "d12", "d12+2"))


def some(values: Any, odds: int = 3) -> st.SearchStrategy[Any]:
    """One of `values`, or, one time in so many, None: the key is left out then."""
    return st.integers(1, odds).flatmap(lambda n: st.none() if n == 1 else values)


def without(keys: Mapping[str, Any]) -> dict[str, Any]:
    return {key: value for key, value in keys.items() if value is not None}


@st.composite
def people(draw: st.DrawFn, id: str) -> dict[str, Any]:
    wild = draw(st.booleans())
    most = draw(st.sampled_from((3, 3, 3, 0, 1, 5))) if wild else 1
    traits = ("agility", "smarts", "spirit", "strength", "vigor")
    weapons = draw(st.lists(st.sampled_from(WEAPONS), min_size=1, max_size=3))
    conditions = ("shaken", "distracted", "vulnerable", "stunned", "incapacitated", "prone")
    return without(
        {
            "kind": "character",
            "id": id,
            "name": id.title(),
            "wild_card": wild,
            "attributes": {each: draw(DICE) for each in traits},
            "skills": {"Fighting": draw(DICE), "Shooting": draw(DICE), "Notice": "d4"},
            "armor": draw(st.integers(0, 3)),
            "bennies": draw(some(st.integers(0, 4))),
            "wounds": {"value": draw(st.integers(0, most)), "max": most},
            "fatigue": {"value": draw(st.integers(0, 2))},
            "conditions": draw(some(st.lists(st.sampled_from(conditions), max_size=2, unique=True))),
            "edges": draw(some(st.just(["Hardy", "Level Headed"]))),
            "hindrances": draw(some(st.just(["Ugly (Minor)"]))),
            "weapons": weapons,
        }
    )  # fmt: skip


JEEP = {
    "kind": "vehicle", "id": "jeep", "name": "Jeep", "toughness": 9, "armor": 2, "top_speed": 60,
    "driver": "ann", "occupants": [{"actor": "ann", "seatbelt": True}, {"actor": "bob"}],
    "weapons": [{"name": "Turret", "damage": "2d10", "range": [50, 100, 200], "rof": 3}],
}  # fmt: skip

MODIFIERS = some(
    st.lists(
        st.fixed_dictionaries(
            {"label": st.sampled_from(("gang up", "")), "value": st.integers(-3, 3)}
        ),
        max_size=2,
    ),
    2,
)
FACES = st.lists(st.integers(1, 5), min_size=1, max_size=5)
RECORDED = st.dictionaries(
    st.sampled_from(("roll", "attack", "damage", "target_roll", "location", "detail", "side", "odd")),
    FACES | st.lists(FACES, min_size=1, max_size=2),
    max_size=2,
)  # fmt: skip


@st.composite
def actions(draw: st.DrawFn, number: int) -> dict[str, Any]:
    """An action that may well be against the rules, or name what is not there."""
    who = st.sampled_from(PEOPLE)
    anybody = st.sampled_from((*ANYBODY, *ANYBODY, "nobody", "Ann"))
    earlier = st.sampled_from(
        [f"a{n}" for n in range(max(0, number - 4), max(1, number))] + ["a1/incapacitation"]
    )
    kind = draw(
        st.sampled_from(
            ("attack",) * 6
            + ("reroll",) * 4
            + ("soak",) * 3
            + ("trait", "opposed", "damage", "recover", "spend_benny", "award_benny", "incapacitation",
               "injury", "bleeding", "heal", "session", "round", "deal", "vehicle_soak", "occupants")
        )
    )  # fmt: skip
    keys: dict[str, Any] = {"id": f"a{number}", "type": kind, "actor": draw(who)}
    purse = some(st.sampled_from(("own", "gm")), 2)
    trait = st.sampled_from(TRAITS)
    if kind == "trait":
        keys |= {
            "trait": draw(trait),
            "tn": draw(some(st.integers(-2, 9))),
            "free": draw(st.booleans()),
        }
    elif kind == "opposed":
        keys |= {"trait": draw(trait), "target": draw(anybody), "target_trait": draw(some(trait))}
    elif kind == "attack":
        weapon = st.sampled_from([each["name"] for each in WEAPONS] + ["Turret"])
        several = st.lists(anybody, min_size=1, max_size=3)
        keys |= {
            "weapon": draw(weapon),
            "target": draw(some(anybody, 5)),
            "targets": draw(some(several, 2)),
            "attacks": draw(some(st.integers(1, 4), 2)),
            "distance": draw(some(st.sampled_from((0, 12, 13, 48, 49, 100)), 2)),
            "trait": draw(some(st.sampled_from(("Fighting", "Athletics", "shooting")), 2)),
            "damage_modifiers": draw(MODIFIERS),
        }
    elif kind == "damage":
        keys |= {"target": draw(anybody), "damage": draw(st.sampled_from(("2d6", "d10+3", "4d6", "9"))),
                 "actor": draw(some(anybody, 2)), "ap": draw(st.integers(0, 3))}  # fmt: skip
    elif kind == "soak":
        keys |= {
            "attack": draw(earlier),
            "hit": draw(some(st.integers(1, 3), 2)),
            "from": draw(purse),
        }
    elif kind == "reroll":
        pool = st.sampled_from(
            ("roll", "attack", "target_roll", "control", "control_second", "occupants.ann")
        )
        keys |= {"of": draw(earlier), "with": draw(st.sampled_from(("benny", "ability"))),
                 "from": draw(purse), "pool": draw(some(pool, 2))}  # fmt: skip
    elif kind in ("spend_benny", "award_benny"):
        keys |= {"from": draw(purse), "amount": draw(some(st.integers(1, 2), 2))}
    elif kind in ("incapacitation", "injury", "bleeding"):
        keys |= {"of": draw(some(earlier, 2))}
    elif kind == "heal":
        keys |= {each: draw(some(st.integers(0, 3), 2)) for each in ("wounds", "fatigue")}
        keys |= {"hours": draw(some(st.sampled_from((1, 24)), 2))}
    elif kind in ("session", "round", "deal"):
        keys |= {"actor": None, "actors": ["ann", "bob"] if kind == "deal" else None}
    elif kind in ("vehicle_soak", "occupants"):
        keys |= {"of": draw(earlier), "actor": "jeep" if kind == "occupants" else keys["actor"]}
    keys["modifiers"] = draw(MODIFIERS)
    keys["actions_this_turn"] = draw(some(st.integers(1, 3), 2))
    keys["dice"] = draw(some(RECORDED, 2)) if draw(st.integers(0, 3)) == 0 else None
    return without(keys)


@st.composite
def fights(draw: st.DrawFn) -> dict[str, Any]:
    size = draw(st.integers(1, 14))
    return {
        "ruleset": draw(st.sampled_from(("core", "swade", "deluxe"))),
        "rules": draw(
            st.sampled_from(
                ({}, {"damage.wound_shakes": False}, {"benny.reroll_keeps": "best"}, {"reroll.allow_critical": True})
            )
        ),
        "seed": draw(st.integers(0, 1000)),
        "gm_bennies": draw(st.integers(0, 3)),
        "actors": [*(draw(people(id)) for id in PEOPLE), JEEP],
        "actions": [draw(actions(number)) for number in range(size)],
    }  # fmt: skip


MODES = st.fixed_dictionaries({"lenient": st.booleans(), "follow_ups": st.booleans()})


def pools(outcome: Mapping[str, Any]) -> dict[str, Any]:
    """An outcome's dice as a log has them."""
    shown: dict[str, Any] = {
        roll["pool"]: [{"die": die["die"], "faces": die["faces"]} for die in roll["dice"]]
        for roll in outcome["rolls"]
    }
    if "cards" in outcome:
        shown["cards"] = outcome["cards"]
    return shown


def fed_back(log: Mapping[str, Any], outcomes: list[dict[str, Any]]) -> dict[str, Any]:
    """The log with the dice of its outcomes; what the engine rolled by itself stands in it too."""
    left = list(log["actions"])
    written: list[dict[str, Any]] = []
    for outcome in outcomes:
        if left and left[0]["id"] == outcome["id"]:
            action = dict(left.pop(0))
        else:
            action = {key: outcome[key] for key in ("id", "type", "actor", "of")}
        if outcome["status"] != "rejected":
            action["dice"] = pools(outcome)
        written.append(action)
    assert not left
    return {**log, "actions": written}


def plain(outcomes: list[dict[str, Any]]) -> list[dict[str, Any]]:
    """Outcomes without the warnings of dice that were recorded and not needed."""
    return [
        {**each, "warnings": [one for one in each["warnings"] if one.get("code") not in ("SW606", "SW607")]}
        for each in outcomes
    ]  # fmt: skip


def fields(actors: Mapping[str, Any], gm_bennies: int) -> dict[tuple[str | None, str], Any]:
    """What an effect can change, by actor and field."""
    out: dict[tuple[str | None, str], Any] = {(None, "gm_bennies"): gm_bennies}
    for id, actor in actors.items():
        for field in ("wounds.value", "fatigue.value"):
            part, key = field.split(".")
            if part in actor:
                out[id, field] = actor[part][key]
        for field in ("bennies", "conditions", "injuries", "driver", "occupants"):
            if field in actor:
                out[id, field] = actor[field]
        for name, die in actor.get("attributes", {}).items():
            out[id, f"attributes.{name}"] = die
    return out


@settings(max_examples=80, phases=PHASES)
@given(log=fights(), mode=MODES)
def test_the_dice_of_the_outcomes_give_the_same_outcomes(
    play: Callable[..., Any], log: dict[str, Any], mode: dict[str, bool]
) -> None:
    first = play(log, **mode)
    again = play(fed_back(log, first.outcomes), **mode)
    assert plain(again.outcomes) == plain(first.outcomes)
    assert again.actors == first.actors
    assert again.pending == first.pending
    spoilt = any(
        one.get("code", "").startswith("SW6") for each in first.outcomes for one in each["violations"]
    )  # fmt: skip
    if not spoilt:
        other = play({**fed_back(log, first.outcomes), "seed": log["seed"] + 1}, **mode)
        assert plain(other.outcomes) == plain(first.outcomes)
        assert other.actors == first.actors


@settings(max_examples=80, phases=PHASES)
@given(log=fights(), mode=MODES)
def test_effects_lead_from_the_sheets_to_the_end_and_back(
    play: Callable[..., Any], log: dict[str, Any], mode: dict[str, bool]
) -> None:
    empty = play({**log, "actions": []}, **mode)
    run = play(log, **mode)
    loaded = fields(empty.actors, empty.gm_bennies)
    present = dict(loaded)
    effects = [effect for each in run.outcomes for effect in each["effects"]]
    for effect in effects:
        place = (effect["actor"], effect["field"])
        assert effect["from"] == present[place]
        assert effect["to"] != effect["from"]
        present[place] = effect["to"]
    assert present == fields(run.actors, run.gm_bennies)
    for effect in reversed(effects):
        present[effect["actor"], effect["field"]] = effect["from"]
    assert present == loaded
    assert all(each["effects"] == [] for each in run.outcomes if each["status"] == "rejected")


@settings(max_examples=80, phases=PHASES)
@given(log=fights(), mode=MODES)
def test_no_fight_ends_in_an_impossible_state(
    play: Callable[..., Any], log: dict[str, Any], mode: dict[str, bool]
) -> None:
    loaded = {each["id"]: each for each in log["actors"]}
    run = play(log, **mode)
    assert run.gm_bennies >= 0
    for id, actor in run.actors.items():
        conditions = actor["conditions"]
        assert len(conditions) == len(set(conditions))
        most = actor["wounds"]["max"]
        assert 0 <= actor["wounds"]["value"] <= most
        if actor["kind"] == "vehicle":
            assert Vehicle.model_validate(actor).to_json() == actor
            continue
        assert actor["bennies"] is None or actor["bennies"] >= 0
        assert 0 <= actor["fatigue"]["value"] <= actor["fatigue"]["max"]
        assert actor["wild_card"] or actor["wounds"]["value"] <= 1
        assert not {"dead", "bleeding_out"} <= set(conditions)
        was = loaded[id]
        if not actor["wild_card"] and actor["wounds"]["value"] > was["wounds"]["value"]:
            assert "incapacitated" in conditions
        assert actor["current"]["pace"] >= 1
        assert actor["current"]["penalty"] <= 0
        assert Character.model_validate(actor).to_json() == actor
    for each in run.pending:
        assert each.type in ("incapacitation", "injury", "bleeding", "occupants")


@settings(max_examples=80, phases=PHASES)
@given(log=fights(), mode=MODES)
def test_every_number_has_its_reason_and_every_reason_its_page(
    play: Callable[..., Any], log: dict[str, Any], mode: dict[str, bool]
) -> None:
    codes = register.REGISTER
    for outcome in play(log, **mode).outcomes:
        summary = outcome["summary"]
        assert summary.endswith(".")
        assert not any(bad in summary for bad in ("None", "  ", "..", " ,", "(1 wounds", "()"))
        assert set(outcome["rules"]) <= set(CATALOG)
        assert len(outcome["rules"]) == len(set(outcome["rules"]))
        if outcome["status"] == "rejected":
            assert len(outcome["violations"]) == 1
        else:
            assert outcome["violations"] == []
        for each in (*outcome["violations"], *outcome["warnings"]):
            assert each.get("rule", "dice.ace") in CATALOG
            assert each.get("code", "SW601") in codes
            assert "rule" in each or "code" in each
        for roll in outcome["rolls"]:
            given_ = sum(each["value"] for each in roll["modifiers"])
            for each in roll["modifiers"]:
                assert each["label"]
                assert each["rule"] in CATALOG
            totals = [die["total"] for die in roll["dice"]]
            assert all(sum(die["faces"]) == die["total"] for die in roll["dice"])
            if "trait" not in roll:
                assert roll["total"] == sum(totals) + given_
            elif len(totals) <= 2 and all(die["role"] == "wild" for die in roll["dice"][1:]):
                assert roll["total"] == max(totals) + given_
            elif (
                len({hit["target"] for hit in outcome.get("hits", [])}) < 2 and "target" in outcome
            ):
                assert roll["total"] - given_ in totals


@settings(max_examples=30, phases=PHASES)
@given(log=fights(), mode=MODES)
def test_an_outcome_reads_its_own_json(
    play: Callable[..., Any], log: dict[str, Any], mode: dict[str, bool]
) -> None:
    for outcome in play(log, **mode).outcomes:
        assert Outcome.model_validate(outcome).to_json() == outcome


@settings(max_examples=30, phases=PHASES)
@given(one=fights(), two=fights(), order=st.lists(st.booleans(), min_size=28, max_size=28))
def test_encounters_see_nothing_of_each_other(
    one: dict[str, Any], two: dict[str, Any], order: list[bool]
) -> None:
    actors = [
        (Character if each["kind"] == "character" else Vehicle).model_validate(each)
        for each in one["actors"]
    ]
    rules = ruleset(one["ruleset"]).override(one["rules"])
    logs = {
        name: [ACTION.validate_python({**each, "encounter": name}) for each in log["actions"]]
        for name, log in (("e1", one), ("e2", two))
    }

    def played(plan: list[str]) -> dict[str, Any]:
        engine = Engine(actors, (), rules, seed=one["seed"], gm_bennies=one["gm_bennies"])
        open_ = {name: engine.encounter(name) for name in plan}
        left = {name: iter(log) for name, log in logs.items()}
        made: dict[str, list[Any]] = {name: [] for name in plan}
        for name in plan:
            action = next(left[name], None)
            if action is not None:
                made[name] += open_[name].act(action)
        for name, encounter in open_.items():
            made[name] += encounter.finish()
        return {
            name: (
                sorted(made[name], key=lambda each: each.number),
                [each.to_json() for each in open_[name].actors],
            )
            for name in sorted(plan)
        }

    apart = played(["e2"] * 14 + ["e1"] * 14)
    mixed = played([*("e1" if each else "e2" for each in order), *["e1"] * 14, *["e2"] * 14])
    assert mixed == apart


@pytest.mark.parametrize("rules", ["core", "swade", "deluxe"])
def test_a_fight_of_a_hundred_rounds_ends(play: Callable[..., Any], rules: str) -> None:
    ann = {
        "kind": "character", "id": "ann", "name": "Ann", "wild_card": True, "bennies": 3,
        "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d8"),
        "skills": {"Fighting": "d8"}, "weapons": [{"name": "Sword", "damage": "Str+d6", "ready": True}],
    }  # fmt: skip
    bob = {**ann, "id": "bob", "name": "Bob"}
    actions: list[dict[str, Any]] = []
    for number in range(100):
        actions += [
            {"id": f"r{number}", "type": "round"},
            {"id": f"s{number}", "type": "recover", "actor": "ann"},
            {
                "id": f"a{number}",
                "type": "attack",
                "actor": "ann",
                "weapon": "Sword",
                "target": "bob",
            },
            {"id": f"k{number}", "type": "soak", "actor": "bob", "attack": f"a{number}"},
            {"id": f"t{number}", "type": "recover", "actor": "bob"},
            {
                "id": f"b{number}",
                "type": "attack",
                "actor": "bob",
                "weapon": "Sword",
                "target": "ann",
            },
        ]
    run = play(
        {"ruleset": rules, "seed": 3, "actors": [ann, bob], "actions": actions}, follow_ups=True
    )
    # One of them falls, and is dead or stable in the end: nobody bleeds for a hundred rounds.
    fallen = [actor for actor in run.actors.values() if "incapacitated" in actor["conditions"]]
    assert len(fallen) == 1
    assert "bleeding_out" not in fallen[0]["conditions"]
