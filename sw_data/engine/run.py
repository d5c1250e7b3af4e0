"""The set-up of a run: what every encounter starts from."""

from __future__ import annotations

from collections.abc import Iterable

from sw_data.engine.encounter import Encounter
from sw_data.engine.seats import seated
from sw_data.engine.turn import Setting
from sw_data.models import Character, Chase, Vehicle
from sw_data.rules.ruleset import CORE, Ruleset


class Engine:
    """The set-up that all encounters of a run share.

    Args:
        actors: Characters and vehicles as loaded; every encounter starts from them.
        chases: Chases as loaded.
        rules: The ruleset.
        seed: The seed of dice that the log does not have.
        gm_bennies: The GM's bennies, counted in each encounter.
        lenient: Resolve what can be resolved although it breaks a rule.
        roll_follow_ups: Roll follow-ups that the log does not contain; else only list them.
    """

    def __init__(
        self,
        actors: Iterable[Character | Vehicle],
        chases: Iterable[Chase] = (),
        rules: Ruleset = CORE,
        *,
        seed: int = 0,
        gm_bennies: int = 3,
        lenient: bool = False,
        roll_follow_ups: bool = True,
    ) -> None:
        self.actors, self.chases = seated(tuple(actors), tuple(chases))
        self.setting = Setting(rules, seed, lenient, roll_follow_ups)
        self.gm_bennies = gm_bennies

    def encounter(self, name: str = "") -> Encounter:
        """A fresh encounter, starting from the actors and chases as loaded."""
        return Encounter(name, self.setting, self.actors, self.chases, self.gm_bennies)
