"""Where documents lie: files, packs, folders, zips. Knows Foundry's containers, and nothing of the game in them."""

from sw_data.document.store.base import (
    STORE_LIMITS,
    Change,
    Entry,
    Store,
    StoreLimits,
    atomic,
    unchanged,
    write_bytes,
)
from sw_data.document.store.opening import open_store
from sw_data.document.store.packing import pack
from sw_data.document.store.sources import Report
from sw_data.document.store.unpacking import unpack

__all__ = [
    "STORE_LIMITS",
    "Change",
    "Entry",
    "Report",
    "Store",
    "StoreLimits",
    "atomic",
    "open_store",
    "pack",
    "unchanged",
    "unpack",
    "write_bytes",
]
