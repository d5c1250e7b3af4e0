"""What a call can raise; what is wrong with *data* is a `Diagnostic` instead.

The tree, by what went wrong:

    SwDataError
    ├── UnreadableError          the input cannot be read as what it should be
    │   ├── NotationError        a text that is no die, no damage, no card
    │   └── DocumentError        a file that is not there, not JSON, of no known format
    │       └── LimitError       larger, deeper or more than the caller allowed
    ├── ImpossibleError          it can be read, and means something that cannot be here
    │   ├── UnknownKnobError     no such knob, or no such value of it
    │   ├── UnknownRulesetError  no built-in ruleset of that name
    │   └── NotFoundError        no actor, weapon, rule, code or schema of that name
    ├── AmbiguousError           it can mean two things, and the call does not say which
    ├── ArgumentError            an argument of a call is of a kind that it cannot be
    └── MissingExtraError        an optional dependency is not installed

Each is a `ValueError` too, except `NotFoundError` (a `KeyError`), `ArgumentError` (a `TypeError`) and
`MissingExtraError` (an `ImportError`).
"""

from __future__ import annotations


class SwDataError(Exception):
    """The root of every error that sw_data raises on purpose."""

    def __str__(self) -> str:
        return str(self.args[0]) if self.args else ""


class UnreadableError(SwDataError, ValueError):
    """The input cannot be read as what it should be."""


class NotationError(UnreadableError):
    """A text that is no die, no damage expression, no card or no range."""


class DocumentError(UnreadableError):
    """A file that is not there, not JSON or of no known format; says where, as far as is known.

    Attributes:
        path: The file as the caller named it, or None.
        line: Line from 1, or None.
        column: Column from 1, in characters, or None.
        code: The diagnostic code that says the same of data (SW0xx).
    """

    def __init__(
        self,
        message: str,
        *,
        path: str | None = None,
        line: int | None = None,
        column: int | None = None,
        code: str = "SW001",
    ) -> None:
        self.message = message
        self.path = path
        self.line = line
        self.column = column
        self.code = code
        place = ":".join(str(part) for part in (path, line, column) if part is not None)
        super().__init__(f"{place}: {message}" if place else message)


class LimitError(DocumentError):
    """The input is larger, deeper or more than the caller allowed."""


class ImpossibleError(SwDataError, ValueError):
    """The input can be read, and means something that cannot be here."""


class UnknownKnobError(ImpossibleError):
    """No such knob of a ruleset, or no such value of it; the message lists the known ones."""


class UnknownRulesetError(ImpossibleError):
    """No built-in ruleset of that name; the message lists the known ones."""


class NotFoundError(SwDataError, KeyError):
    """No actor, weapon, rule, code or schema of that name; the message lists or counts the known ones."""


class AmbiguousError(SwDataError, ValueError):
    """The call can mean two things, and does not say which."""


class ArgumentError(SwDataError, TypeError):
    """An argument of a call is of a kind that it cannot be; says which, what it is, and what it was given."""


class MissingExtraError(SwDataError, ImportError):
    """An optional dependency is not installed; the message says what to install."""

    def __init__(self, what: str, extra: str) -> None:
        self.extra = extra
        super().__init__(f"{what} needs more than is installed: pip install 'sw-data[{extra}]'")
