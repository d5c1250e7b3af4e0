"""How much of a chat became a log, as text."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, Final

from sw_data.diagnostics.register import REGISTER

_KINDS: Final = {
    "roll": "with rolls",
    "talk": "talk",
    "item": "cards of items",
    "draw": "cards drawn",
    "statement": "statements",
    "card": "cards of modules",
    "table": "draws from tables",
    "html": "text of rolls",
}


def coverage_text(coverage: Mapping[str, Any]) -> str:
    """The counts of a reading: messages, rolls, actions, and what is open and why."""
    kinds = coverage["kinds"]
    parts = [f"{number} {_KINDS.get(name, name)}" for name, number in kinds.items() if number]
    lines = [f"{coverage['messages']} messages: {', '.join(parts) or 'none'}"]
    fates = coverage["fates"]
    lines.append(
        f"{fates['read']} of them read, {fates['open']} open, {fates['passed_over']} passed over"
    )
    if coverage["private"]:
        lines.append(f"{coverage['private']} of them whispered or blind, read all the same")
    for name, number in coverage["other_systems"].items():
        lines.append(f"{number} of another game system ({name}), not read")
    lines.append(
        f"{coverage['rolls']} rolls: {coverage['joined']} belong to the action of another, "
        f"{coverage['other_rolls']} are no business of the rules"
    )
    types = ", ".join(f"{number} {name}" for name, number in coverage["actions_by_type"].items())
    lines.append(f"{coverage['actions']} actions: {types or 'none'}")
    if coverage["combats"]:
        lines.append(f"{coverage['combats']} fights, {coverage['rounds']} rounds dealt")
    if coverage["open"]:
        lines.append(f"{coverage['open']} rolls and statements are open:")
        for code, number in sorted(coverage["open_by_code"].items()):
            lines.append(f"    {number} {code} {REGISTER[code].title}")
    if coverage["questions"]:
        lines.append(
            f"{coverage['questions']} questions; --answers FILE writes them down to be answered"
        )
    return "\n".join(lines)
