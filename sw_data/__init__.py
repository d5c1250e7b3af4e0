"""Savage Worlds data for virtual tabletops: read, check, resolve and write back."""

__version__ = "0.1.0"
