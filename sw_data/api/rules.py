"""Which ruleset a run is played by: command line over log over file over built-in."""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from pathlib import Path
from typing import cast

from sw_data.errors import DocumentError
from sw_data.rules.ruleset import (
    CORE,
    MAX_PROFILE,
    Ruleset,
    from_mapping,
    from_toml,
    parse_rule,
    ruleset,
)


def ruleset_from(
    name: str | Path | Ruleset | None,
    rules: Mapping[str, object] | Iterable[str] = (),
    *,
    log_rules: Mapping[str, object] | None = None,
    log_ruleset: str | None = None,
) -> Ruleset:
    """The ruleset that a name or a TOML file gives, with knobs turned.

    Args:
        name: A built-in ruleset, a TOML file, a ruleset, or None for the log's (without a log: core).
        rules: Knobs that win over everything else, as a mapping or as texts `KEY=VALUE`.
        log_rules: The knobs of a log, which win over the ruleset's.
        log_ruleset: The ruleset that the log names; a built-in one.

    Raises:
        UnknownRulesetError: No built-in ruleset of that name, and no file.
        UnknownKnobError: No such knob, or no such value of it.
        DocumentError: The file cannot be read.
    """
    if isinstance(name, Ruleset):
        chosen = name
    elif name is None:
        chosen = ruleset(log_ruleset) if log_ruleset is not None else CORE
    else:
        chosen = _named(name)
    if log_rules:
        chosen = from_mapping(log_rules, extends=chosen)
    if isinstance(rules, Mapping):
        turned = dict(cast("Mapping[str, object]", rules))
    else:
        turned = dict(parse_rule(text) for text in rules)
    return from_mapping(turned, extends=chosen) if turned else chosen


def _named(name: str | Path) -> Ruleset:
    path = Path(name)
    if isinstance(name, str) and not path.suffix and not path.is_file():
        return ruleset(name)
    try:
        with path.open("rb") as file:
            data = file.read(4 * MAX_PROFILE + 1)
    except OSError as error:
        if isinstance(name, str) and path.suffix.lower() != ".toml":
            return ruleset(name)
        why = (error.strerror or str(error)).lower()
        raise DocumentError(f"cannot be read: {why}", path=str(name), code="SW012") from None
    try:
        text = data.decode("utf-8-sig")
    except UnicodeDecodeError:
        raise DocumentError("no UTF-8 text", path=str(name), code="SW007") from None
    return from_toml(text, str(name))
