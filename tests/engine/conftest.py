"""Playing a log in process, and looking at what came of it by id."""

from __future__ import annotations

from collections.abc import Callable, Mapping
from typing import Any

import pytest

from sw_data.engine import Encounter, Engine
from sw_data.models import ActionLog, Character, Vehicle
from sw_data.rules.ruleset import ruleset


class Played:
    """A log that was played: `run["a1"]` is an outcome as JSON, the rest is by id."""

    def __init__(self, outcomes: list[dict[str, Any]], encounter: Encounter) -> None:
        self.outcomes = outcomes
        self.by_id = {each["id"]: each for each in outcomes}
        self.actors = {each.id: each.to_json() for each in encounter.actors}
        self.chases = {each.id: each.to_json() for each in encounter.chases}
        self.pending = encounter.pending
        self.changes = encounter.changes()
        self.gm_bennies = encounter.gm_bennies

    def __getitem__(self, id: str) -> dict[str, Any]:
        return self.by_id[id]

    @property
    def ids(self) -> list[str]:
        return [each["id"] for each in self.outcomes]

    def participant(self, id: str) -> dict[str, Any]:
        """A participant of the only chase, or of whichever has one of that id."""
        for chase in self.chases.values():
            for each in chase["participants"]:
                if each["id"] == id:
                    return dict(each)
        raise KeyError(id)

    def zone(self, id: str) -> int:
        return int(self.participant(id)["zone"])

    def rule(self, id: str) -> str | None:
        """The rule or code that an action was rejected by; None if it was not."""
        broken = self.by_id[id]["violations"]
        if not broken:
            return None
        said: str | None = broken[0].get("rule") or broken[0].get("code")
        return said

    def warned(self, id: str) -> list[str]:
        """Rules and codes of the warnings of an outcome."""
        return [
            str(each[key])
            for each in self.by_id[id]["warnings"]
            for key in ("rule", "code")
            if key in each
        ]

    def modifiers(self, id: str, pool: str = "roll") -> dict[str, int]:
        """The modifiers of a roll by their rule; several of one rule together."""
        found: dict[str, int] = {}
        for each in self.roll(id, pool)["modifiers"]:
            found[each["rule"]] = found.get(each["rule"], 0) + each["value"]
        return found

    def roll(self, id: str, pool: str = "roll") -> dict[str, Any]:
        return dict(next(each for each in self.by_id[id]["rolls"] if each["pool"] == pool))

    def pools(self, id: str) -> list[str]:
        return [each["pool"] for each in self.by_id[id]["rolls"]]


def _play(
    log: Mapping[str, Any],
    rules: Mapping[str, Any] | None = None,
    *,
    lenient: bool = False,
    follow_ups: bool = False,
) -> Played:
    parsed = ActionLog.model_validate({"format": "sw-data/log", "version": 1, **log})
    chosen = ruleset(parsed.ruleset)
    if parsed.rules:
        chosen = chosen.override(parsed.rules)
    if rules:
        chosen = chosen.override(rules)
    actors = [
        (Character if each["kind"] == "character" else Vehicle).model_validate(each)
        for each in parsed.actors
    ]
    engine = Engine(
        actors,
        parsed.chases,
        chosen,
        seed=parsed.seed,
        gm_bennies=parsed.gm_bennies,
        lenient=lenient,
        roll_follow_ups=follow_ups,
    )
    encounter = engine.encounter()
    made = [each for action in parsed.actions for each in encounter.act(action)]
    made += encounter.finish()
    made.sort(key=lambda each: each.number)
    return Played([each.outcome.to_json() for each in made], encounter)


@pytest.fixture(scope="session")
def play() -> Callable[..., Any]:
    """`play(log, rules, lenient=…, follow_ups=…)` resolves a log of one encounter."""
    return _play


def _character(id: str, wild: bool, **fields: Any) -> dict[str, Any]:
    traits = ("agility", "smarts", "spirit", "strength", "vigor")
    skills = {"Driving": "d8", "Shooting": "d8", "Fighting": "d8", "Stealth": "d8", "Notice": "d6"}
    whole: dict[str, Any] = {
        "kind": "character",
        "id": id,
        "name": id.title(),
        "wild_card": wild,
        "attributes": dict.fromkeys(traits, "d6"),
        "skills": skills,
        "parry": 5,
        "toughness": 5,
        "bennies": 3,
        "weapons": [
            {"name": "Rifle", "damage": "2d8", "range": [12, 24, 48], "rof": 2},
            {"name": "Club", "damage": "Str+d4"},
        ],
    }
    whole["skills"] = {**skills, **fields.pop("skills", {})}
    whole["attributes"] = {**whole["attributes"], **fields.pop("attributes", {})}
    return {**whole, **fields}


def _vehicle(id: str, driver: str, fields: Mapping[str, Any]) -> dict[str, Any]:
    whole: dict[str, Any] = {
        "kind": "vehicle",
        "id": id,
        "name": id.title(),
        "top_speed": 20,
        "toughness": 10,
        "armor": 2,
        "driver": driver,
        "occupants": [{"actor": driver, "seatbelt": True}],
    }
    return {**whole, **fields}


@pytest.fixture
def road() -> Callable[..., Any]:
    """A chase on wheels, as a log.

    Ann (a Wild Card) flees in the car (p1) with Deb beside her; Bo (an Extra) follows in the van (p2), Cy (a Wild
    Card) on the bike (p3). All stand in zone 4 of 10. Keywords named for one of them change its document, those named
    for a participant its place in the chase; `chase` changes the chase itself, and the rest goes into the log.
    """
    people = {"ann": True, "deb": True, "bo": False, "cy": True}
    rides = {"car": "ann", "van": "bo", "bike": "cy"}

    def made(*actions: dict[str, Any], chase: Mapping[str, Any] | None = None, **more: Any) -> Any:
        actors = [_character(id, wild, **more.pop(id, {})) for id, wild in people.items()]
        car = {"occupants": [{"actor": "ann", "seatbelt": True}, {"actor": "deb"}]}
        car |= more.pop("car", {})
        actors.append(_vehicle("car", "ann", car))
        actors += [_vehicle(id, rides[id], more.pop(id, {})) for id in ("van", "bike")]
        participants = [
            {
                "id": f"p{number}",
                "actor": actor,
                "vehicle": ride,
                "side": "quarry" if ride == "car" else "pursuer",
                "zone": 4,
                **more.pop(f"p{number}", {}),
            }
            for number, (ride, actor) in enumerate(rides.items(), 1)
        ]
        track = {
            "kind": "chase",
            "id": "c1",
            "name": "Coast road",
            "chase_skill": "Driving",
            "last_zone": 10,
            "range": {"modifier_per_zone": -2},
            "participants": participants,
            **(chase or {}),
        }
        return {"actors": actors, "chases": [track], "actions": list(actions), **more}

    return made


@pytest.fixture
def alley() -> Callable[..., Any]:
    """A chase on foot, as a log: Fay (a Wild Card) flees (p1); Gus (an Extra, p2) and Hal (a Wild Card, p3) follow.

    All stand in zone 4 of 10; keywords as for `road`.
    """
    people = {"fay": True, "gus": False, "hal": True}

    def made(*actions: dict[str, Any], chase: Mapping[str, Any] | None = None, **more: Any) -> Any:
        actors = [_character(id, wild, **more.pop(id, {})) for id, wild in people.items()]
        participants = [
            {
                "id": f"p{number}",
                "actor": actor,
                "side": "quarry" if actor == "fay" else "pursuer",
                "zone": 4,
                **more.pop(f"p{number}", {}),
            }
            for number, actor in enumerate(people, 1)
        ]
        track = {
            "kind": "chase",
            "id": "c1",
            "name": "Old town",
            "chase_skill": "Agility",
            "last_zone": 10,
            "range": {"modifier_per_zone": -1},
            "participants": participants,
            **(chase or {}),
        }
        return {"actors": actors, "chases": [track], "actions": list(actions), **more}

    return made


@pytest.fixture
def act() -> Callable[..., Any]:
    """`act("zone_movement", "ann", roll=[5, 2])`: an action, numbered a1, a2 …; lists are its dice."""
    number = 0

    def made(type: str, actor: str | None = None, **fields: Any) -> dict[str, Any]:
        nonlocal number
        number += 1
        pools = ("roll", "target_roll", "control", "control_second", "obstacle", "attack", "damage")
        dice = {
            key.replace("__", "."): fields.pop(key)
            for key in list(fields)
            if key.split("__")[0] in pools and isinstance(fields[key], list)
        }
        dice.update(fields.pop("dice", {}))
        action: dict[str, Any] = {"id": f"a{number}", "type": type, **fields}
        if actor is not None:
            action["actor"] = actor
        if dice:
            action["dice"] = dice
        return action

    return made


@pytest.fixture(scope="session")
def person() -> Callable[..., dict[str, Any]]:
    """`person("joe", wild_card=False, …)` is a sheet: a Wild Card of d6 with Fighting and Shooting d8, armed."""

    def made(id: str, **keys: Any) -> dict[str, Any]:
        traits = ("agility", "smarts", "spirit", "strength", "vigor")
        return {
            "kind": "character",
            "id": id,
            "name": id.title(),
            "wild_card": True,
            "skills": {"Fighting": "d8", "Shooting": "d8", "Notice": "d8"},
            "parry": 5,
            "toughness": 5,
            "weapons": [
                {"name": "Sword", "damage": "Str+d6", "ready": True},
                {"name": "Gun", "damage": "2d6", "range": [12, 24, 48], "rof": 3},
                {"name": "Flamer", "damage": "2d10", "range": "cone"},
            ],
            **keys,
            "attributes": {**dict.fromkeys(traits, "d6"), **keys.get("attributes", {})},
        }

    return made
