"""What `sw-data convert --target` does without a format: documents brought up to a version, and the report of it."""

from __future__ import annotations

import os
import tempfile
from pathlib import Path
from typing import TYPE_CHECKING

import click

from sw_data_cli import output

if TYPE_CHECKING:
    from sw_data.api.migrate import Migration
    from sw_data.document.store import StoreLimits


def bring_up(
    source: tuple[str, ...],
    target: str,
    out: str | None,
    report: str | None,
    limits: tuple[str, ...],
    *,
    in_place: bool,
    dry_run: bool,
) -> int:
    """Bring documents up to a version and write them where the options say; the exit status."""
    from sw_data.api.limits import limits_of
    from sw_data.api.migrate import migrate

    most = limits_of(limits)
    if dry_run and (in_place or out is not None):
        raise click.UsageError("--dry-run writes nothing; leave out --in-place and -o")
    if in_place and out is not None:
        raise click.UsageError("--in-place writes where it reads; leave out -o")
    if dry_run:
        done = migrate(source, target, limits=most)
        _report(done, report or "-")
    elif in_place or (out is not None and out != "-"):
        if out is not None and out.endswith(("/", os.sep)):
            Path(out).mkdir(exist_ok=True)
        done = migrate(source, target, out=out, in_place=in_place, limits=most)
        _say(done, report)
    else:
        if report == "-":
            raise click.UsageError("the documents go to standard output; name a file for --report")
        done = _to_standard_output(source, target, most)
        _say(done, report)
    output.findings(done.diagnostics)
    return 0 if done.ok else 1


def _to_standard_output(source: tuple[str, ...], target: str, limits: StoreLimits) -> Migration:
    """One file, printed; packs and folders are no text."""
    from sw_data.api.migrate import migrate

    name = source[0]
    if len(source) > 1 or (name != "-" and Path(name).is_dir()):
        raise click.UsageError("name a file or folder with -o, or say --in-place")
    with tempfile.TemporaryDirectory(prefix="sw-data-") as folder:
        place = Path(folder) / "migrated"
        done = migrate(source, target, out=place, limits=limits)
        output.show(place.read_bytes())
    return done


def _say(done: Migration, report: str | None) -> None:
    output.note(done.summary())
    if report is not None:
        _report(done, report)


def _report(done: Migration, report: str) -> None:
    if report.endswith(".json"):
        output.write_json(done.to_json(), report)
    else:
        output.write(done.to_text(), report)
