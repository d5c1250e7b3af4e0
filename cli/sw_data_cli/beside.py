"""What `sw-data resolve` does beside resolving: the audit of a tabletop, and the outcomes as messages of its chat."""

from __future__ import annotations

import contextlib
from collections.abc import Generator
from typing import TYPE_CHECKING

from sw_data_cli import output

if TYPE_CHECKING:
    from sw_data.api.exporting import Exporting
    from sw_data.api.resolve import Resolution


@contextlib.contextmanager
def chat_file(stream: Resolution, path: str | None) -> Generator[None]:
    """Writes each outcome as a message of Foundry's chat while the block goes on."""
    if path is None:
        yield
        return
    from sw_data.api.audit import ChatWriter

    with output.opened(path, inputs=stream.cast.inputs) as file:
        writer = ChatWriter(stream, file)
        stream.watch = writer.take
        yield
        writer.close()


def print_audit(stream: Resolution, exporting: Exporting, form: str) -> int:
    """Prints each difference between the tabletop and the rules, and how many there are of each kind."""
    from sw_data.api.audit import Auditing
    from sw_data.api.play import EncounterEnd
    from sw_data_cli.resolving import status, totals

    auditing = Auditing(stream)
    counts: dict[str, int] = {}
    listed: list[dict[str, object]] = []
    for event in stream.events():
        if isinstance(event, EncounterEnd):
            exporting.take(event)
            continue
        for each in auditing.take(event):
            counts[each.code] = counts.get(each.code, 0) + 1
            if form == "json":
                listed.append(each.to_json())
            else:
                rule = f" [{each.rule}]" if each.rule else ""
                output.show(f"{each.id}: {each.code} {each.message}{rule}")
    exporting.finish()
    if form == "json":
        output.write_json(
            {
                "ruleset": stream.ruleset.to_json(),
                "seed": stream.seed,
                "differences": listed,
                "by_code": counts,
                "summary": stream.counts,
            }
        )
        return status(stream)
    from sw_data.diagnostics.register import REGISTER

    for code, number in sorted(counts.items()):
        output.show(f"{number} {code} {REGISTER[code].title}")
    output.show(f"{sum(counts.values())} differences; {totals(stream)}")
    return status(stream)
