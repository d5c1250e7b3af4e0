"""`sw-data log`: the chat of a virtual tabletop as an action log."""

from __future__ import annotations

import contextlib
import sys
from collections.abc import Generator, Iterator
from pathlib import Path
from typing import TYPE_CHECKING, Any

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.chat import ChatReading


@click.command("log")
@click.argument("export", type=options.INPUT)
@click.option(
    "--actors",
    multiple=True,
    metavar="PATH",
    type=options.INPUT,
    help="More actors than the export's own: sheets, a pack, a world. May be given many times.",
)
@click.option(
    "--answers",
    multiple=True,
    metavar="FILE",
    type=options.INPUT,
    help="Answers to what the chat leaves open; a FILE that is not there is written, one line for each open question. "
    "May be given many times.",
)
@options.out_option("Write the log to FILE instead of standard output.")
@options.limit_option
@options.format_option("text", "json")
def command(
    export: str,
    actors: tuple[str, ...],
    answers: tuple[str, ...],
    out: str | None,
    limits: tuple[str, ...],
    form: str,
) -> int:
    """Read the chat of EXPORT as an action log, one action a line, and say how much of it became actions.

    EXPORT is messages as JSON or JSON Lines, a messages pack, a world's folder, or a chat saved as text. The exit
    status
    is 1 if something in it stays open.
    """
    from sw_data.api.chat import read_chat
    from sw_data.api.chat_log import write_log
    from sw_data.api.limits import limits_of

    most = limits_of(limits)
    given: dict[str, str] = {}
    for each in answers:
        given.update(_answers(each))
    reading = read_chat(export, actors=actors or None, answers=given, limits=most)
    if out is not None and out != "-":
        from sw_data.api.files import writing

        with writing(out, inputs=[export, *actors, *answers]) as file:
            write_log(reading, file, watch=_watched)
    elif form == "text":
        sys.stdout.flush()
        write_log(reading, sys.stdout.buffer, watch=_watched)
    else:
        for action in reading.actions():
            del action  # only what they add up to is wanted
    template = next((each for each in answers if not Path(each).exists()), None)
    if template is not None and reading.questions:
        _write_template(reading, template)
    said(reading, form, to_stderr=out is None or out == "-")
    return 1 if reading.coverage.opened else 0


def _answers(path: str) -> dict[str, str]:
    from sw_data.api.chat import answers_in

    return dict(answers_in(path).given)


def _write_template(reading: ChatReading, path: str) -> None:
    from sw_data.api.chat_log import write_questions
    from sw_data.api.files import writing

    with writing(path) as file:
        write_questions(reading, file)
    output.note(f"{len(reading.questions)} questions to be answered are in {path}")


def said(reading: ChatReading, form: str, *, to_stderr: bool) -> None:
    """Says how much of a chat became actions, and what is wrong in it."""
    coverage = reading.coverage
    if form == "json":
        output.write_json(
            {
                "export": reading.name,
                "coverage": coverage.to_json(),
                "questions": [each.to_json() for each in reading.questions],
                "diagnostics": [
                    each.model_dump(mode="json", exclude_none=True)
                    for each in (*reading.findings, *coverage.findings)
                ],
            }
        )
        return
    from sw_data.display.coverage import coverage_text
    from sw_data.display.outcomes import finding_text

    shown = [*reading.findings, *coverage.findings]
    for each in shown[:20]:
        output.note(finding_text(each))
    if len(shown) > 20:
        output.note(f"{len(shown) - 20} more findings; --format json lists them")
    text = coverage_text(coverage.to_json())
    if to_stderr:
        output.note(text)
    else:
        output.show(text)


@contextlib.contextmanager
def _bar(reading: ChatReading) -> Generator[Any]:
    with click.progressbar(
        length=reading.size or 0,
        label="reading",
        file=sys.stderr,
        hidden=not reading.size,
        color=output.coloured(sys.stderr),
    ) as bar:
        yield bar


def _watched(reading: ChatReading, actions: Iterator[dict[str, Any]]) -> Iterator[dict[str, Any]]:
    """The actions, with a progress bar on standard error if that is a terminal."""
    if not sys.stderr.isatty():
        yield from actions
        return
    done = 0
    with _bar(reading) as bar:
        for number, action in enumerate(actions):
            if number % 500 == 0:
                at = reading.position
                bar.update(at - done)
                done = at
            yield action
        bar.update(max(0, reading.size - done))
