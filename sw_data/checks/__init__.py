"""Checks: what a document says that the rules or the virtual tabletop cannot use. Knows no file and no screen."""

from sw_data.checks.choices import Choices, Suppression, parse_choices, select
from sw_data.checks.fixes import Repairs, fixes
from sw_data.checks.logs import LogCheck, begin_log, check_log
from sw_data.checks.registry import check

__all__ = [
    "Choices",
    "LogCheck",
    "Repairs",
    "Suppression",
    "begin_log",
    "check",
    "check_log",
    "fixes",
    "parse_choices",
    "select",
]
