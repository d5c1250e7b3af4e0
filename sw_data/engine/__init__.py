"""Actions, resolved: a state, an action and dice in, an outcome out. Knows no file and no format.

`Engine` is the set-up of a run; each `Encounter` starts from it and folds actions into outcomes.
"""

from sw_data.engine.encounter import Encounter, Numbered
from sw_data.engine.run import Engine

__all__ = ["Encounter", "Engine", "Numbered"]
