"""Older documents of Foundry's Savage Worlds system, brought up to a newer version of it.

Steps are told by shape: per document and per key, never by the version that a document is stamped with. Keys that no
step knows stay where they are. Nothing is taken away but what says nothing, and a document is never brought down.
"""

from sw_data.formats.foundry.migrate.edits import rewritten
from sw_data.formats.foundry.migrate.kinds import kind_of
from sw_data.formats.foundry.migrate.newer import Mark
from sw_data.formats.foundry.migrate.step import Change, Step
from sw_data.formats.foundry.migrate.walk import STEPS, Migrated, migrated, too_new

__all__ = [
    "STEPS",
    "Change",
    "Mark",
    "Migrated",
    "Step",
    "kind_of",
    "migrated",
    "rewritten",
    "too_new",
]
