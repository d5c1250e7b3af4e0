"""LevelDB folders: read without touching them, and written fresh. Knows keys and values, no document."""

from sw_data.document.store.leveldb.reader import LevelDb, Loss, is_leveldb
from sw_data.document.store.leveldb.writer import lock_is_held, write_folder

__all__ = ["LevelDb", "Loss", "is_leveldb", "lock_is_held", "write_folder"]
