"""The group of commands and their exit statuses.

A command is a module that is imported when it is called; its one line of help stands here, so that `sw-data --help`
imports none of them. A command returns its exit status: None or 0, fine; 1, findings or rejected actions. What
could not be done is raised, and becomes one line on standard error and exit status 2.
"""

from __future__ import annotations

import importlib
import os
import re
import sys
import traceback
from typing import Final

import click

from sw_data import __version__
from sw_data.errors import SwDataError, UnknownKnobError
from sw_data_cli import streams

COMMANDS: Final[dict[str, str]] = {
    "validate": "Find what is wrong in sheets, packs and logs.",
    "convert": "Write a document in another format or generation.",
    "diff": "Compare two sheets, in the same or in different formats.",
    "resolve": "Play a log of actions by the rules.",
    "log": "Read the chat of a virtual tabletop as a log of actions.",
    "stats": "Say how the dice of a session fell, for whom.",
    "weapon": "Say what weapons are worth in given hands.",
    "odds": "Say the exact chances of a roll, an attack, a soak, a chase action.",
    "roll": "Roll dice from a seed.",
    "inspect": "Say what is in a file or folder.",
    "unpack": "Write a compendium as one file per document.",
    "pack": "Make a compendium from one file per document.",
    "fetch": "Fetch a module, a system or a file by its URL.",
    "schema": "Print a JSON Schema.",
    "rules": "Print a rule, or what a ruleset changes.",
}

_NO_COMMAND: Final = re.compile(r"No such command '(.*)'\.")

FAILED: Final = 2
"""The exit status of a command that could not do its work."""


class Commands(click.Group):
    """A group that imports a command when it is called."""

    def list_commands(self, ctx: click.Context) -> list[str]:
        """The names of the commands, in the order of the help."""
        return list(COMMANDS)

    def get_command(self, ctx: click.Context, cmd_name: str) -> click.Command | None:
        """The command of that name; None if there is none."""
        if cmd_name not in COMMANDS:
            return None
        module = importlib.import_module(f"sw_data_cli.commands.{cmd_name}")
        command: click.Command = module.command
        return command

    def format_commands(self, ctx: click.Context, formatter: click.HelpFormatter) -> None:
        """Writes the list of commands without importing them."""
        with formatter.section("Commands"):
            formatter.write_dl(list(COMMANDS.items()))


@click.group(cls=Commands, context_settings={"help_option_names": ["-h", "--help"]})
@click.version_option(__version__, "--version", prog_name="sw-data")
def cli() -> None:
    """Savage Worlds data for virtual tabletops: check, resolve, write back.

    Exit status: 0, all is well; 1, there are findings or rejected actions; 2, the command could not do its work.
    """


def main() -> None:
    """Run `sw-data` with the arguments of the process, and end it with the exit status."""
    sys.exit(run(sys.argv[1:]))


def run(arguments: list[str]) -> int:
    """The exit status of `sw-data` with these arguments; never raises."""
    streams.prepare()
    try:
        status = cli.main(arguments, prog_name="sw-data", standalone_mode=False)
        sys.stdout.flush()
        return status if isinstance(status, int) else 0
    except click.exceptions.NoArgsIsHelpError as error:
        click.echo(error.format_message(), err=True)
        return FAILED
    except (BrokenPipeError, SystemExit):
        # The reader of a pipe has gone, as `head` does: that is no error to tell, and still not all was written. click
        # would end the process with 1 then, which says that there are findings.
        streams.give_up_output()
        return FAILED
    except click.UsageError as error:
        return failed(_usage(error))
    except click.ClickException as error:
        return failed(error.format_message())
    except (KeyboardInterrupt, click.Abort):
        return failed("interrupted")
    except UnknownKnobError as error:
        return failed(_first_knobs(str(error)))
    except SwDataError as error:
        return failed(str(error))
    except OSError as error:
        # What is left in the stream's memory would fail once more at the end.
        streams.give_up_output()
        return failed(_of_the_system(error))
    except UnicodeError as error:
        return failed(f"text in an encoding that cannot be read or written: {error}")
    except (RecursionError, MemoryError):
        _show_trace()
        return failed("the input is too large or nested too deeply to be worked on here")
    except Exception as error:
        _show_trace()
        return failed(
            f"this should not happen, please report it with the command and its input: "
            f"{type(error).__name__}: {error} (SW_DATA_DEBUG=1 shows where)"
        )


def failed(message: str) -> int:
    """Writes the one line that says why the command could not do its work."""
    line = " ".join(part.strip() for part in message.splitlines() if part.strip())
    click.echo(f"sw-data: error: {printable(line)}", err=True)
    return FAILED


def printable(text: str) -> str:
    """The text without control characters: what a file holds must not steer the terminal."""
    from sw_data_cli.output import printable as shown

    return shown(text)


def _first_knobs(message: str) -> str:
    """The library lists every knob; on a terminal the nearest are enough."""
    knobs = message.split(", ")
    return (
        message if len(knobs) < 8 else f"{', '.join(knobs[:4])} … (sw-data rules --knobs lists all)"
    )


def _usage(error: click.UsageError) -> str:
    where = error.ctx.command_path if error.ctx else "sw-data"
    message = error.format_message().rstrip(".")
    return f"{message}{_meant(error)} (see {where} --help)"


def _meant(error: click.UsageError) -> str:
    """The command that a misspelled one is like, where the error is of a command."""
    found = _NO_COMMAND.fullmatch(error.format_message())
    context = error.ctx
    if found is None or context is None or not isinstance(context.command, click.Group):
        return ""
    from sw_data.models.faults import nearest

    near = nearest(found[1], context.command.list_commands(context))
    return f"; did you mean {near!r}?" if near else ""


def _of_the_system(error: OSError) -> str:
    if streams.is_closed(error):
        return streams.CLOSED
    names = [str(name) for name in (error.filename, error.filename2) if name is not None]
    why = (error.strerror or str(error) or type(error).__name__).lower()
    return f"{' and '.join(names)}: {why}" if names else why


def _show_trace() -> None:
    if os.environ.get("SW_DATA_DEBUG") == "1":
        traceback.print_exc()
