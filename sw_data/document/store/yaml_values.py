"""YAML as its values, read as the Foundry CLI reads it: YAML 1.2, so that `no` and `1:30` are texts.

Needs PyYAML (the extra `yaml`).
"""

from __future__ import annotations

import importlib
import json
import re
from functools import cache
from math import isfinite
from typing import Any, Final, cast

from sw_data.document.raw import Limits
from sw_data.document.syntax import DIGITS
from sw_data.errors import DocumentError, LimitError, MissingExtraError

_PLAIN: Final = (
    ("tag:yaml.org,2002:bool", r"true|True|TRUE|false|False|FALSE", "tTfF"),
    ("tag:yaml.org,2002:null", r"~|null|Null|NULL|", "~nN\0"),
    ("tag:yaml.org,2002:int", r"[-+]?[0-9]+|0o[0-7]+|0x[0-9a-fA-F]+", "-+0123456789"),
    (
        "tag:yaml.org,2002:float",
        r"[-+]?(?:\.[0-9]+|[0-9]+(?:\.[0-9]*)?)(?:[eE][-+]?[0-9]+)?",
        "-+0123456789.",
    ),
)
_MOST_VALUES: Final = 5_000_000


@cache
def library() -> Any:
    """PyYAML; MissingExtraError if it is not installed."""
    try:
        return importlib.import_module("yaml")
    except ImportError:
        raise MissingExtraError("reading and writing YAML", "yaml") from None


@cache
def loader() -> Any:
    """PyYAML's safe loader, with the plain scalars of YAML 1.2; knows whether a mapping had a key twice."""
    yaml = library()

    class Loader(getattr(yaml, "CSafeLoader", yaml.SafeLoader)):  # type: ignore[misc]
        """YAML 1.2's plain scalars, and no others."""

        yaml_implicit_resolvers: dict[str, list[tuple[str, re.Pattern[str]]]] = {}  # noqa: RUF012
        doubled = False

        def construct_mapping(self, node: Any, deep: bool = False) -> dict[Any, Any]:
            mother: Any = super()
            members: dict[Any, Any] = mother.construct_mapping(node, deep=deep)
            if len(members) != len(node.value):
                self.doubled = True
            return members

    def integer(self: Any, node: Any) -> int:
        text = str(self.construct_scalar(node))
        sign, digits = (-1, text[1:]) if text[:1] == "-" else (1, text.lstrip("+"))
        if len(digits) > DIGITS:
            raise _at(LimitError, f"a number of {len(digits)} digits", node, "SW011")
        base = {"0o": 8, "0x": 16}.get(digits[:2], 10)
        return sign * int(digits if base == 10 else digits[2:], base)

    def number(self: Any, node: Any) -> float:
        text = str(self.construct_scalar(node))
        found = float(text)
        if not isfinite(found):
            message = f"{text!r} is no number of JSON; write the number that is meant, or null"
            raise _at(DocumentError, message, node, "SW010")
        return found

    for tag, pattern, first in _PLAIN:
        Loader.add_implicit_resolver(
            tag, re.compile(f"(?:{pattern})$"), [c.strip("\0") for c in first]
        )
    Loader.add_constructor("tag:yaml.org,2002:int", integer)
    Loader.add_constructor("tag:yaml.org,2002:float", number)
    return Loader


def _at(kind: type[DocumentError], message: str, node: Any, code: str) -> DocumentError:
    mark = node.start_mark
    return kind(message, line=mark.line + 1, column=mark.column + 1, code=code)


@cache
def _dumper() -> Any:
    yaml = library()

    class Dumper(getattr(yaml, "SafeDumper")):  # type: ignore[misc]  # noqa: B009
        """Writes texts that YAML 1.1 or 1.2 would take for something else in quotes, and no anchors."""

        def ignore_aliases(self, data: object) -> bool:
            return True

    def text(dumper: Any, data: str) -> Any:
        # YAML takes these for line breaks, and folds them into blanks unless they are escaped.
        style = '"' if any(each in data for each in "\x85\u2028\u2029") else None
        return dumper.represent_scalar("tag:yaml.org,2002:str", data, style=style)

    Dumper.add_representer(str, text)
    for tag, pattern, first in _PLAIN:
        Dumper.add_implicit_resolver(tag, re.compile(f"(?:{pattern})$"), list(first.strip("\0")))
    return Dumper


def load(text: str, name: str | None, limits: Limits) -> tuple[object, bool]:
    """The JSON value that a YAML text says, and whether a mapping in it has a key twice.

    Raises:
        DocumentError: Not YAML, or something that JSON has not.
        LimitError: Too deep, or too many values once aliases are followed.
        MissingExtraError: PyYAML is not installed.
    """
    yaml = library()
    try:
        reader = loader()(text)
        try:
            loaded: object = reader.get_single_data()
        finally:
            reader.dispose()
        plain = _Plain(limits)
        value = plain.value(loaded, 1)
        return value, bool(reader.doubled) or plain.doubled
    except yaml.YAMLError as error:
        mark = getattr(error, "problem_mark", None)
        message = str(getattr(error, "problem", None) or error)
        raise DocumentError(
            f"not YAML: {message}",
            path=name,
            line=mark.line + 1 if mark else None,
            column=mark.column + 1 if mark else None,
            code="SW718",
        ) from None
    except RecursionError:
        raise LimitError("nested deeper than can be read here", path=name, code="SW005") from None
    except DocumentError as error:
        raise type(error)(
            error.message, path=name, line=error.line, column=error.column, code=error.code
        ) from None
    except (ValueError, OverflowError) as error:
        raise DocumentError(str(error), path=name, code="SW718") from None
    except (AttributeError, LookupError, TypeError):
        # PyYAML trusts that a tag fits what is written behind it.
        message = "a tag that does not fit its value; take the tag out"
        raise DocumentError(message, path=name, code="SW718") from None


def write(value: object) -> bytes:
    """A JSON value as YAML, keys in their order; MissingExtraError if PyYAML is not installed."""
    return _dumped(value, 100).encode()


def one_line(text: str) -> str:
    """A text without line breaks as the shortest scalar that YAML 1.1 and 1.2 read alike."""
    return _dumped(text, float("inf")).removesuffix("\n").removesuffix("\n...")


def _dumped(value: object, width: float) -> str:
    text = library().dump(
        value, Dumper=_dumper(), sort_keys=False, allow_unicode=True, width=width, indent=2
    )
    return cast("str", text)


def key_text(key: object) -> str:
    """A key as JSON has it; ValueError if JSON cannot have it."""
    if isinstance(key, str):
        return key
    if key is None or isinstance(key, bool | int | float):
        return json.dumps(key)
    raise ValueError(f"the key {key!r} is no text")


class _Plain:
    """Takes what YAML gives and lets through what JSON has; an alias counts each time it is used.

    Attributes:
        doubled: Whether keys that YAML tells apart, `1` and `"1"`, are one key of JSON.
    """

    def __init__(self, limits: Limits) -> None:
        self.doubled = False
        self._depth = limits.depth
        self._left = min(_MOST_VALUES, limits.size)

    def value(self, value: object, depth: int) -> object:
        if depth > self._depth:
            raise LimitError(f"nested deeper than {self._depth} levels", code="SW005")
        self._left -= 1 + (len(value) // 16 if isinstance(value, str) else 0)
        if self._left < 0:
            raise LimitError(
                "more values than are read; do aliases repeat each other?", code="SW004"
            )
        if isinstance(value, dict):
            given = cast("dict[object, object]", value)
            members = {key_text(key): self.value(one, depth + 1) for key, one in given.items()}
            self.doubled = self.doubled or len(members) != len(given)
            return members
        if isinstance(value, list):
            return [self.value(one, depth + 1) for one in cast("list[object]", value)]
        if value is None or isinstance(value, str | bool | int | float):
            return value
        raise ValueError(f"a {type(value).__name__} is nothing that JSON has")
