"""Savage Worlds data for virtual tabletops: read, check, resolve and write back.

    import sw_data as sw
    sheet = sw.load("fvtt-Actor-joe.json")
    report = sw.validate("packs/")
    run = sw.resolve("session.jsonl", actors=sheet, seed=7)

Calls: `load` reads sheets, `validate` finds what is wrong in them, `resolve` plays a log of actions (`resolve_stream`
one that is larger than the memory), `convert` writes a sheet in another format or generation, `diff` compares two,
`wielded` says what weapons are worth in given hands, `roll` rolls dice, `inspect` says what is in a file, `unpack` and
`pack` turn compendiums into one file per document and back. `read_chat` reads the chat of a virtual tabletop as a log,
and `stats` says how the dice of a session fell.

Exact chances are the functions of `odds`: `sw.odds.attack(joe, "Hammer", target=goblin)`.

What they return: a `Collection`, a `Report`, a `Run`, a `Resolution`; in them a `Diagnostic` for each finding and an
`Outcome` for each action.

Models, each built with `model_validate` from our JSON: `Character`, `Weapon`, `Vehicle`, `Chase`, `ActionLog`,
`Ruleset`.

Every error that is raised on purpose is a `SwDataError`; what is wrong with data is a `Diagnostic` instead.
"""

from __future__ import annotations

from importlib import import_module
from typing import TYPE_CHECKING

if TYPE_CHECKING:
    from sw_data import odds as odds
    from sw_data.api.chat import read_chat
    from sw_data.api.collection import Collection
    from sw_data.api.convert import convert
    from sw_data.api.diff import diff
    from sw_data.api.inspect import inspect
    from sw_data.api.load import load
    from sw_data.api.pack import pack, unpack
    from sw_data.api.resolve import Resolution, resolve, resolve_stream
    from sw_data.api.roll import roll
    from sw_data.api.run import Run
    from sw_data.api.stats import stats
    from sw_data.api.validate import Report, validate
    from sw_data.api.weapon import wielded
    from sw_data.diagnostics import Diagnostic
    from sw_data.errors import SwDataError
    from sw_data.models import ActionLog, Character, Chase, Outcome, Vehicle, Weapon
    from sw_data.rules.ruleset import Ruleset

__version__ = "0.1.0"

__all__ = [
    "ActionLog",
    "Character",
    "Chase",
    "Collection",
    "Diagnostic",
    "Outcome",
    "Report",
    "Resolution",
    "Ruleset",
    "Run",
    "SwDataError",
    "Vehicle",
    "Weapon",
    "convert",
    "diff",
    "inspect",
    "load",
    "odds",
    "pack",
    "read_chat",
    "resolve",
    "resolve_stream",
    "roll",
    "stats",
    "unpack",
    "validate",
    "wielded",
]

_HOMES = {
    "ActionLog": "models",
    "Character": "models",
    "Chase": "models",
    "Collection": "api.collection",
    "Diagnostic": "diagnostics",
    "Outcome": "models",
    "Report": "api.validate",
    "Resolution": "api.resolve",
    "Ruleset": "rules.ruleset",
    "Run": "api.run",
    "SwDataError": "errors",
    "Vehicle": "models",
    "Weapon": "models",
    "convert": "api.convert",
    "diff": "api.diff",
    "inspect": "api.inspect",
    "load": "api.load",
    "pack": "api.pack",
    "read_chat": "api.chat",
    "resolve": "api.resolve",
    "resolve_stream": "api.resolve",
    "roll": "api.roll",
    "stats": "api.stats",
    "unpack": "api.pack",
    "validate": "api.validate",
    "wielded": "api.weapon",
}
"""Where each name lies; it is imported when it is first asked for, so that `import sw_data` costs next to nothing."""


def __getattr__(name: str) -> object:
    if name == "odds":
        return import_module("sw_data.odds")
    home = _HOMES.get(name)
    if home is None:
        raise AttributeError(f"module 'sw_data' has no attribute {name!r}")
    value: object = getattr(import_module(f"sw_data.{home}"), name)
    globals()[name] = value
    return value


def __dir__() -> list[str]:
    return sorted({*globals(), *__all__})


def load_ipython_extension(shell: object) -> None:
    """Adds `%sw` and `%%sw` to a notebook; IPython calls it on `%load_ext sw_data`."""
    import_module("sw_data.jupyter").load(shell)


def unload_ipython_extension(shell: object) -> None:
    """Takes them away again; IPython calls it on `%unload_ext sw_data`."""
    import_module("sw_data.jupyter").unload(shell)
