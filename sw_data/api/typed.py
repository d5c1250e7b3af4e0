"""Logs in their text form: read where a log can be, and written from any log."""

from __future__ import annotations

import json
from collections.abc import Iterator
from typing import TYPE_CHECKING, Any

from sw_data.document import Document, Limits, parse
from sw_data.document.raw import LIMITS, decode
from sw_data.errors import DocumentError
from sw_data.models import Action, ActionLog
from sw_data.textlog import TextLog, is_text_form, read_text, write_text

if TYPE_CHECKING:
    from sw_data.api.log import LogSource


def typed_log(
    data: bytes, name: str | None, limits: Limits
) -> tuple[TextLog, Document, list[Any]] | None:
    """The log that was typed, its header as a document, and its actions as JSON; None if the text is none.

    Raises:
        DocumentError: A line cannot be read; says where and what was expected.
        MissingExtraError: The parser is not installed.
    """
    text, _, _ = decode(data, name=name, limits=limits)
    if not is_text_form(text):
        return None
    try:
        typed = read_text(text, name=name)
    except DocumentError as error:
        if '"sw-data/log"' in text:
            return None
        before = "\n".join(text.splitlines()[: (error.line or 1) - 1])
        hint = (
            ""
            if is_text_form(before)
            else "; this was read as the text form of a log, as it is no JSON"
        )
        raise DocumentError(
            error.message + hint,
            path=error.path,
            line=error.line,
            column=error.column,
            code=error.code,
        ) from None
    header = parse(
        "".join(_in_place(typed)).encode("utf-8", "surrogatepass"), name=name, limits=limits
    )
    return typed, header, [action.to_json() for action in typed.actions]


def _in_place(typed: TextLog) -> Iterator[str]:
    """The header as JSON whose actors stand where the text names them, so that a finding says that place."""
    header = typed.header.to_json()
    actors = header.pop("actors")
    before = json.dumps(header)[:-1] + ', "actors": ['
    yield before
    line, column = 1, len(before) + 1
    for number, (actor, (wanted, begins)) in enumerate(zip(actors, typed.places, strict=True)):
        comma = "," if number else ""
        yield comma
        column += len(comma)
        if "$ref" in actor:
            # The name is a value in an object here, which begins before it.
            begins -= len('{"$ref": ')
        if wanted > line:
            yield "\n" * (wanted - line)
            line, column = wanted, 1
        if begins > column and line == wanted:
            yield " " * (begins - column)
            column = begins
        text = json.dumps(actor)
        yield text
        column += len(text)
    yield "]}"


def log_of(source: LogSource, *, limits: Limits = LIMITS) -> ActionLog:
    """A whole log, in whichever form it is written; of its actions every one has to be readable.

    Raises:
        DocumentError: Not there, no log, or an action that cannot be read; says where.
    """
    from sw_data.api.log import Malformed, open_log

    opened = open_log(source, limits=limits)
    actions: list[Action] = []
    for number, written in opened.written():
        action = opened.action(number, written)
        if isinstance(action, Malformed):
            raise DocumentError(
                f"the action {action.id!r} cannot be read: {action.violations[0].message}",
                path=opened.name,
                code="SW610",
            )
        actions.append(action)
    given = {name: getattr(opened.header, name) for name in type(opened.header).model_fields}
    return ActionLog(**given, actions=tuple(actions))


def log_text(source: LogSource, *, limits: Limits = LIMITS) -> str:
    """A log in its text form; DocumentError as for `log_of`."""
    return write_text(log_of(source, limits=limits))


def log_json(source: LogSource, *, limits: Limits = LIMITS) -> dict[str, Any]:
    """A log as one JSON document, without what nothing is said about; DocumentError as for `log_of`."""
    log = log_of(source, limits=limits)
    out = log.model_dump(mode="json", by_alias=True, exclude_defaults=True)
    actions = [
        {"id": action.id, "type": action.type, **each}
        for action, each in zip(log.actions, out.pop("actions", []), strict=True)
    ]
    return {"format": log.format, "version": log.version, **out, "actions": actions}
