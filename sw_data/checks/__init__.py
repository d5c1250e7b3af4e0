"""Checks: what a document says that the rules or the virtual tabletop cannot use. Knows no file and no screen."""

from sw_data.checks.registry import check

__all__ = ["check"]
