"""`sw-data fetch`: a module, a system or a file, by its URL."""

from __future__ import annotations

import sys
import time
from typing import TYPE_CHECKING

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.fetch import Fetched

_STEP = 0.1
_MEGABYTE = 1024 * 1024


@click.command("fetch")
@click.argument("url", metavar="URL")
@click.option(
    "--cache",
    metavar="FOLDER",
    type=click.Path(path_type=str, file_okay=False),
    help="Keep what is fetched in FOLDER instead of the usual cache.",
)
@click.option("--refresh", is_flag=True, help="Fetch it even if the server says it did not change.")
@click.option("--offline", is_flag=True, help="Take it from the cache, and ask no server.")
@click.option(
    "--timeout",
    type=click.FloatRange(min=0, min_open=True),
    metavar="SECONDS",
    help="How long a server may be silent; 30 if not given.",
)
@click.option(
    "--max-size",
    type=click.IntRange(min=1),
    metavar="MEGABYTES",
    help="How large a file may be; 512 if not given.",
)
@click.option(
    "--limit",
    "limit",
    multiple=True,
    metavar="NAME=NUMBER",
    help="Take more, or less, from a server before it is given up, as in size=2G: size (of a file, 512M), ratio (of "
    "one that comes packed, 200), timeout (seconds of silence, 30), total (seconds of one file, 600), redirects (5), "
    "retries (3), pause (seconds before the first, 0.5); may be given many times.",
)
@options.format_option("text", "json")
def command(
    url: str,
    cache: str | None,
    refresh: bool,
    offline: bool,
    timeout: float | None,
    max_size: int | None,
    limit: tuple[str, ...],
    form: str,
) -> int:
    """Fetch a module or system by the URL of its manifest, or a file, and print where it is now.

    Other commands take a URL wherever they take a path. What was fetched stays in a cache, and comes again only if it
    changed.
    """
    from dataclasses import replace

    from sw_data.api.fetch import fetch
    from sw_data.api.limits import fetch_limits_of

    limits = fetch_limits_of(limit)
    if timeout is not None:
        limits = replace(limits, timeout=timeout)
    if max_size is not None:
        limits = replace(limits, size=max_size * _MEGABYTE)
    progress = Progress() if sys.stderr.isatty() else None
    try:
        found = fetch(
            url, cache=cache, refresh=refresh, offline=offline, limits=limits, progress=progress
        )
    finally:
        if progress is not None:
            progress.clear()
    if form == "json":
        output.write_json(found.to_json())
    else:
        output.note(_said(found))
        output.show(str(found.path))
    return 0


class Progress:
    """How far a download is, in one line of the terminal that is written over and over."""

    def __init__(self) -> None:
        self._last = 0.0
        self._width = 0

    def __call__(self, url: str, received: int, length: int | None) -> None:
        """Show it, at most ten times a second."""
        now = time.monotonic()
        if now - self._last < _STEP and received != length:
            return
        self._last = now
        name = url.rstrip("/").rpartition("/")[2][:40]
        far = f"{received / _MEGABYTE:.1f}"
        whole = f" of {length / _MEGABYTE:.1f}" if length else ""
        self._show(f"{name}: {far}{whole} MB")

    def clear(self) -> None:
        """Leave the line empty."""
        self._show("")

    def _show(self, text: str) -> None:
        line = output.printable(text).replace("\n", " ")
        click.echo(f"\r{line.ljust(self._width)}\r", err=True, nl=False)
        self._width = len(line)


def _said(found: Fetched) -> str:
    name = found.name or found.url.rstrip("/").rpartition("/")[2]
    version = f" {found.version}" if found.version else ""
    packs = f", packs: {', '.join(found.packs)}" if found.packs else ""
    how = "" if found.fresh else " (in the cache already)"
    return f"{name}{version}, {found.size} bytes{packs}{how}"
