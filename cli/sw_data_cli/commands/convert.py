"""`sw-data convert`: sheets in another format or generation."""

from __future__ import annotations

import os
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.convert import Conversion, Converted


@click.command("convert")
@click.argument("source", metavar="SRC...", nargs=-1, required=True, type=options.INPUT)
@click.option(
    "--to",
    "aim",
    metavar="FORMAT",
    help="The format: sw-data, foundry, roll20, savaged-us, fantasy-grounds, statblock, markdown or html; of an action "
    "log, log (JSON) or text. Without it SRC stays what it is, in the version of --target.",
)
@click.option(
    "--from",
    "read_as",
    metavar="FORMAT",
    help="Read SRC as this format; told by content if not given.",
)
@click.option(
    "--target",
    metavar="VERSION",
    help="The generation to write, as a version of the game system: 5.2; the newest if not given. Of roll20 the sheet "
    "(official, tabbed), of fantasy-grounds the record (character, npc).",
)
@click.option("--lossy", is_flag=True, help="Exit with 0 even if something cannot be carried over.")
@click.option("--in-place", is_flag=True, help="Let the output be written over an input.")
@click.option(
    "--dry-run", is_flag=True, help="Without --to: write nothing, and print what would change."
)
@click.option(
    "--report",
    metavar="FILE",
    type=options.INPUT,
    help="Write what became of every field to FILE (- prints it), as JSON if its name ends with .json, else as text.",
)
@options.limit_option
@options.out_option(
    "Write to FILE, or in a folder one file for each document; standard output if not given."
)
def command(
    source: tuple[str, ...],
    aim: str | None,
    read_as: str | None,
    target: str | None,
    lossy: bool,
    in_place: bool,
    dry_run: bool,
    report: str | None,
    limits: tuple[str, ...],
    out: str | None,
) -> int:
    """Write the sheets in SRC in another format; what it cannot carry is said on standard error.

    SRC is told by its content; stat blocks and Fantasy Grounds are read too. One document gives one document, several a
    list, or with -o FOLDER/ a file for each. The exit status is 1 if something was left behind.

    Without --to, documents of Foundry are brought up to the version that --target names: files, packs, folders and
    zips, each into one of its kind.
    """
    if aim is None:
        if target is None:
            raise click.UsageError(
                "Missing option '--to' (or '--target' alone, for a newer version of what it is)"
            )
        if read_as is not None:
            raise click.UsageError("--from goes with --to")
        from sw_data_cli.migrating import bring_up

        return bring_up(source, target, out, report, limits, in_place=in_place, dry_run=dry_run)
    if dry_run:
        raise click.UsageError("--dry-run goes with --target alone, without --to")
    if report == "-" and out in (None, "-"):
        raise click.UsageError("the documents go to standard output; name a file for --report")
    if aim in ("log", "text"):
        return _log(source, aim, out, in_place)
    from sw_data.api.convert import convert
    from sw_data.api.limits import limits_of

    made = convert(source, aim, read_as=read_as, target=target, limits=limits_of(limits))
    inputs = () if in_place else source
    if out is not None and (Path(out).is_dir() or out.endswith(("/", os.sep))):
        _into_folder(made, out, inputs)
    else:
        output.write(_whole(made), out, inputs=inputs)
    if report is not None:
        if report.endswith(".json"):
            output.write(output.json_bytes(made.to_json(), indent=2) + b"\n", report, inputs=source)
        else:
            output.write(made.to_text(), report, inputs=source)
    output.findings(made.diagnostics, warnings=True)
    return 0 if lossy or made.lossless else 1


def _whole(made: Conversion) -> bytes:
    """What stands in one file; a document that stays as it is keeps its bytes."""
    return _one(made.documents[0]) if made.single else _bytes(made.value)


def _one(made: Converted) -> bytes:
    """One document; of one that stays, or is brought up, every byte that nothing changes."""
    if made.document is not None and made.entry.text_format is not None:
        from sw_data.formats.encoding import encoded

        return encoded(made.document.text)
    if made.document is not None:
        from sw_data.document import dump

        return dump(made.document)
    return _bytes(made.value)


def _bytes(value: object) -> bytes:
    if isinstance(value, str):
        return value.encode("utf-8", "replace")
    return output.json_bytes(value, indent=2) + b"\n"


def _log(source: tuple[str, ...], aim: str, out: str | None, in_place: bool) -> int:
    """An action log as one JSON document or as text."""
    from sw_data.api.typed import log_json, log_text

    if len(source) != 1:
        raise click.UsageError(f"--to {aim} takes one log")
    if aim == "text":
        made: bytes | str = log_text(source[0])
    else:
        made = output.json_bytes(log_json(source[0]), indent=2) + b"\n"
    output.write(made, out, inputs=() if in_place else source)
    return 0


def _into_folder(made: Conversion, out: str, inputs: tuple[str, ...]) -> None:
    from sw_data.api.export import names_apart

    folder = Path(out)
    folder.mkdir(exist_ok=True)
    names = [f"{each}{made.suffix}" for each in names_apart([_called(e) for e in made.documents])]
    there = [name for name in names if (folder / name).exists()]
    for each, name in zip(made.documents, names, strict=True):
        output.write(_one(each), str(folder / name), inputs=inputs)
    if there:
        more = f" and {len(there) - 5} more" if len(there) > 5 else ""
        output.note(f"{folder}: written over what was there: {', '.join(there[:5])}{more}")


def _called(made: Converted) -> str:
    """What the file of a document is called: by its name if that has letters, else by its kind."""
    name = made.entry.model_name
    return name if any(map(str.isalnum, name)) else made.reading.kind or "document"
