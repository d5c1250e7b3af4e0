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


@pytest.fixture
def play() -> Callable[..., Any]:
    """`play(log, rules, lenient=…, follow_ups=…)` resolves a log of one encounter."""
    return _play
