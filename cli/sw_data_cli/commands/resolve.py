"""`sw-data resolve`: a log of actions, played by the rules."""

from __future__ import annotations

import os

import click

from sw_data_cli import options, output


@click.command("resolve")
@click.argument("log", type=options.INPUT)
@click.option(
    "--actors",
    multiple=True,
    metavar="PATH",
    type=options.INPUT,
    help="More actors than the log's own; they win over those of the log with their id. May be given many times.",
)
@options.seed_option()
@options.ruleset_options
@click.option(
    "--lenient",
    is_flag=True,
    help="Resolve what can be resolved of an action that breaks a rule, and warn.",
)
@click.option(
    "--follow-ups",
    type=click.Choice(["roll", "report"]),
    default="roll",
    show_default=True,
    help="Roll what an outcome calls for and the log does not contain, or only list it.",
)
@click.option(
    "--outcomes",
    metavar="FILE",
    type=options.INPUT,
    help="Write the outcomes to FILE, each as soon as nothing can revise it any more: JSON Lines, or a table if its "
    "name ends in .csv or .parquet; - is standard output.",
)
@click.option(
    "--export",
    metavar="FILE",
    type=options.INPUT,
    help="Write the actors as they are at the end, in the format they came in; - is standard output, a folder is "
    "needed if they came in several files.",
)
@click.option(
    "--updates",
    metavar="FILE",
    type=options.INPUT,
    help="Write what a running Foundry world needs to have the same changes, as JSON; - is standard output.",
)
@click.option(
    "--macro",
    metavar="FILE",
    type=options.INPUT,
    help="Write the same as a Foundry script macro; - is standard output.",
)
@click.option(
    "--export-chat",
    metavar="FILE",
    type=options.INPUT,
    help="Write the outcomes as messages that Foundry takes into its chat; - is standard output.",
)
@click.option(
    "--audit",
    is_flag=True,
    help="List where the tabletop concluded otherwise than the rules, with the reason, instead of the outcomes.",
)
@click.option(
    "--answers",
    metavar="FILE",
    type=options.INPUT,
    help="Answers to what a chat leaves open, as sw-data log writes the questions down.",
)
@click.option(
    "--encounter",
    metavar="NAME",
    help="The encounter that --export, --updates and --macro write, if there are several.",
)
@click.option("--in-place", is_flag=True, help="Let --export write over the file that was read.")
@click.option(
    "--explain",
    metavar="ID",
    help="Print the whole derivation of the outcome of this action instead.",
)
@click.option(
    "--workers",
    type=click.IntRange(1, 256),
    default=1,
    show_default=True,
    metavar="N",
    help="Resolve the encounters in so many processes; the result is the same.",
)
@options.limit_option
@options.format_option("text", "json")
def command(
    log: str,
    actors: tuple[str, ...],
    seed: int | None,
    ruleset: str | None,
    rules: tuple[str, ...],
    lenient: bool,
    follow_ups: str,
    outcomes: str | None,
    export: str | None,
    updates: str | None,
    macro: str | None,
    export_chat: str | None,
    audit: bool,
    answers: str | None,
    encounter: str | None,
    in_place: bool,
    explain: str | None,
    workers: int,
    limits: tuple[str, ...],
    form: str,
) -> int:
    """Play the actions of LOG by the rules, and show who did what, why, and what changed.

    LOG is one JSON document, JSON Lines whose first line is the header, the text form, or - for standard input; or the
    chat of a virtual tabletop, as sw-data log reads it. The exit status is 1 if an action was rejected.

    What is written to - takes standard output over: the outcomes are not told, and the counts go to standard error.
    """
    from sw_data.api.exporting import Exporting
    from sw_data.api.files import refuse_place
    from sw_data.api.limits import limits_of
    from sw_data.api.play import prepare_for_a_long_run
    from sw_data.api.resolve import resolve_stream
    from sw_data_cli import beside, resolving

    places = {
        "--outcomes": outcomes,
        "--export": export,
        "--updates": updates,
        "--macro": macro,
        "--export-chat": export_chat,
    }
    printed = {"--format json": form == "json", "--audit": audit, "--explain": explain is not None}
    _refuse_two_answers(
        {
            "--explain": explain is not None,
            "--audit": audit,
            "--outcomes": outcomes is not None,
            "--format json": form == "json",
        }
    )
    _refuse_one_place_for_two(places, [name for name, wanted in printed.items() if wanted])
    if in_place and export is None:
        raise click.UsageError("--in-place is for --export, which is not asked for")
    if encounter is not None and export is None and updates is None and macro is None:
        raise click.UsageError(
            "--encounter is for --export, --updates or --macro; ask for one of them"
        )
    taken = "-" in places.values()
    prepare_for_a_long_run()
    stream = resolve_stream(
        log,
        actors=actors or None,
        seed=seed,
        ruleset=ruleset,
        rules=rules,
        lenient=lenient,
        follow_ups="report" if follow_ups == "report" else "roll",
        workers=workers,
        answers=answers,
        limits=limits_of(limits),
    )
    exporting = Exporting(
        stream.cast,
        export=export,
        updates=updates,
        macro=macro,
        encounter=encounter,
        in_place=in_place,
    )
    for place in (outcomes, export_chat):
        if place is not None:
            refuse_place(place, inputs=stream.cast.inputs)
    output.findings(stream.diagnostics)
    if stream.log.left_open:
        output.note(stream.log.left_open)
    files = [place for place in places.values() if place not in (None, "-")]
    with output.reader_may_leave(stay=bool(files)), beside.chat_file(stream, export_chat):
        if audit:
            status = beside.print_audit(stream, exporting, form)
        elif outcomes is not None:
            status = resolving.write_outcomes(stream, exporting, outcomes, form, taken=taken)
        elif form == "json":
            status = resolving.print_json(stream, exporting)
        elif taken:
            status = resolving.write_nothing_else(stream, exporting)
        else:
            status = resolving.print_text(stream, exporting, explain)
    output.findings(exporting.diagnostics, warnings=True)
    return status


def _refuse_two_answers(asked: dict[str, bool]) -> None:
    """One of two kinds of answer would be left out in silence."""
    for one, others in (
        ("--explain", ("--audit", "--outcomes", "--format json")),
        ("--audit", ("--outcomes",)),
    ):
        for other in others:
            if asked[one] and asked[other]:
                raise click.UsageError(f"{one} and {other} do not go together; ask for one of them")


def _refuse_one_place_for_two(places: dict[str, str | None], printed: list[str]) -> None:
    """One file would lose what was written first, and two documents on standard output are none."""
    taken = {"-": printed[0]} if printed else {}
    for option, place in places.items():
        if place is None or place == os.devnull:
            continue
        real = place if place == "-" else os.path.realpath(place)
        if real in taken:
            where = "standard output" if place == "-" else place
            raise click.UsageError(f"{taken[real]} and {option} both go to {where}")
        taken[real] = option
