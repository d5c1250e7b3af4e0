"""YAML as its values, read as the Foundry CLI reads it: YAML 1.2, so that `no` and `1:30` are texts.

Needs PyYAML (the extra `yaml`).
"""

from __future__ import annotations

import importlib
import json
import re
from functools import cache
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

    def integer(_: object, node: Any) -> int:
        text = str(node.value)
        sign, digits = (-1, text[1:]) if text[0] == "-" else (1, text.lstrip("+"))
        if len(digits) > DIGITS:
            raise LimitError(f"a number of {len(digits)} digits", code="SW011")
        base = {"0o": 8, "0x": 16}.get(digits[:2], 10)
        return sign * int(digits if base == 10 else digits[2:], base)

    def number(_: object, node: Any) -> float:
        return float(node.value)

    for tag, pattern, first in _PLAIN:
        Loader.add_implicit_resolver(
            tag, re.compile(f"(?:{pattern})$"), [c.strip("\0") for c in first]
        )
    Loader.add_constructor("tag:yaml.org,2002:int", integer)
    Loader.add_constructor("tag:yaml.org,2002:float", number)
    return Loader


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
        return _Plain(limits).value(loaded, 1), bool(reader.doubled)
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
    except (ValueError, OverflowError) as error:
        message = getattr(error, "message", str(error))
        code = getattr(error, "code", "SW718")
        raise DocumentError(message, path=name, code=code) from None


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
    """Takes what YAML gives and lets through what JSON has; an alias counts each time it is used."""

    def __init__(self, limits: Limits) -> None:
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
            return {
                key_text(key): self.value(one, depth + 1)
                for key, one in cast("dict[object, object]", value).items()
            }
        if isinstance(value, list):
            return [self.value(one, depth + 1) for one in cast("list[object]", value)]
        if value is None or isinstance(value, str | bool | int | float):
            return value
        raise ValueError(f"a {type(value).__name__} is nothing that JSON has")
