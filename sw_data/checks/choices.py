"""A project's choices about findings: which codes, how severe, what is known and accepted (`[tool.sw-data]`)."""

from __future__ import annotations

import re
import tomllib
from collections.abc import Iterable, Sequence
from dataclasses import dataclass, replace
from typing import Final, Literal, TypeAlias, cast

from sw_data.diagnostics import Diagnostic, Severity, register
from sw_data.errors import DocumentError, ImpossibleError, NotFoundError
from sw_data.jsonvalue import as_array, as_flag, as_object, as_text
from sw_data.models.faults import nearest

Level: TypeAlias = Severity | Literal["off"]

MOST: Final = 1_000_000
"""Characters of a file of choices; a longer one is refused."""

_KEYS: Final = ("select", "ignore", "strict", "severity", "suppress")
_PARTS: Final = ("code", "document", "pointer", "file", "reason")


@dataclass(frozen=True, slots=True)
class Suppression:
    """A finding that is known and accepted: every part that is given has to fit.

    Attributes:
        code: A code, or what codes begin with.
        document: The name or id of a document, `*` standing for anything.
        pointer: The JSON Pointer of the place, `*` standing for anything.
        file: The file, or the end of its path, `*` standing for anything.
        reason: Why it is accepted; for people.
    """

    code: str
    document: str | None = None
    pointer: str | None = None
    file: str | None = None
    reason: str | None = None

    def fits(self, finding: Diagnostic) -> bool:
        """Whether a finding is the one that is meant."""
        if not finding.code.startswith(self.code):
            return False
        about = finding.document
        names = [about.name, about.id] if about is not None else []
        return (
            (self.document is None or _any_fits(names, self.document))
            and (self.pointer is None or _any_fits([finding.pointer], self.pointer))
            and (self.file is None or _file_fits(finding.file, self.file))
        )


@dataclass(frozen=True, slots=True)
class Choices:
    """What of all findings is wanted.

    Attributes:
        select: Only codes that begin with one of these; all if there are none.
        ignore: No codes that begin with one of these.
        strict: Whether a warning is as bad as an error for the exit status.
        severity: Codes, or what they begin with, and the severity that they have here; the longest one counts.
        suppress: Findings that are known and accepted.
    """

    select: tuple[str, ...] = ()
    ignore: tuple[str, ...] = ()
    strict: bool = False
    severity: tuple[tuple[str, Level], ...] = ()
    suppress: tuple[Suppression, ...] = ()

    def apply(self, diagnostics: Iterable[Diagnostic]) -> list[Diagnostic]:
        """The findings that are wanted, with the severities that they have here."""
        chosen: list[Diagnostic] = []
        for each in select(diagnostics, self.select, self.ignore):
            level = self._level(each)
            if level == "off" or any(one.fits(each) for one in self.suppress):
                continue
            chosen.append(
                each if level == each.severity else each.model_copy(update={"severity": level})
            )
        return chosen

    def _level(self, finding: Diagnostic) -> Level:
        fitting = [pair for pair in self.severity if finding.code.startswith(pair[0])]
        return max(fitting, key=lambda pair: len(pair[0]))[1] if fitting else finding.severity

    def with_options(
        self, select: Sequence[str] = (), ignore: Sequence[str] = (), strict: bool = False
    ) -> Choices:
        """These choices with those of a command line: another `select`, more to `ignore`, `strict` if either is."""
        return replace(
            self,
            select=codes(select) or self.select,
            ignore=(*self.ignore, *codes(ignore)),
            strict=self.strict or strict,
        )


def select(
    diagnostics: Iterable[Diagnostic], select: Sequence[str] = (), ignore: Sequence[str] = ()
) -> list[Diagnostic]:
    """The findings whose codes begin with one of `select` (all if it is empty) and with none of `ignore`."""
    wanted, unwanted = tuple(select) or ("SW",), tuple(ignore)
    return [
        each
        for each in diagnostics
        if each.code.startswith(wanted) and not (unwanted and each.code.startswith(unwanted))
    ]


def codes(given: Iterable[str]) -> tuple[str, ...]:
    """Codes and families from texts with commas: `SW2,SW301`; NotFoundError for one that no code begins with."""
    found = tuple(
        part.strip().upper() for each in given for part in each.split(",") if part.strip()
    )
    for each in found:
        if not any(known.startswith(each) for known in register.REGISTER):
            raise NotFoundError(
                f"no diagnostic code begins with {each!r}; codes are like SW203, families like SW2"
            )
    return found


def parse_choices(text: str, name: str) -> Choices | None:
    """The choices of a `pyproject.toml` (in its table `tool.sw-data`) or of an `sw-data.toml` (the whole file).

    Args:
        text: The text of the file.
        name: The file's name, for messages; by its end it is told which of the two it is.

    Returns:
        The choices; None for a `pyproject.toml` without such a table.

    Raises:
        DocumentError: No TOML.
        ImpossibleError: A key or a value that means nothing; the message says what would be right.
        NotFoundError: A code that does not exist.
    """
    if len(text) > MOST:
        raise DocumentError(
            f"{len(text)} characters; at most {MOST} are read", path=name, code="SW004"
        )
    try:
        data = cast("dict[str, object]", tomllib.loads(text.removeprefix("\ufeff")))
    except (tomllib.TOMLDecodeError, RecursionError, ValueError) as error:
        raise DocumentError(f"not TOML: {error}", path=name) from None
    table: object = data
    if name.replace("\\", "/").rsplit("/", 1)[-1] == "pyproject.toml":
        table = (as_object(data.get("tool")) or {}).get("sw-data")
        if table is None:
            return None
    given = as_object(table)
    if given is None:
        raise ImpossibleError(f"{name}: tool.sw-data should be a table")
    _known(given, _KEYS, name, "")
    strict = as_flag(given.get("strict", False))
    if strict is None:
        raise ImpossibleError(f"{name}: strict should be true or false")
    return Choices(
        select=codes(_texts(given.get("select", []), f"{name}: select")),
        ignore=codes(_texts(given.get("ignore", []), f"{name}: ignore")),
        strict=strict,
        severity=_severities(given.get("severity", {}), name),
        suppress=_suppressions(given.get("suppress", []), name),
    )


def _known(given: Iterable[str], keys: Sequence[str], name: str, where: str) -> None:
    for key in given:
        if key not in keys:
            near = nearest(key, keys)
            hint = f"did you mean {near!r}?" if near else f"there are {', '.join(keys)}"
            raise ImpossibleError(f"{name}: unknown key {where}{key!r}; {hint}")


def _code(text: str, name: str) -> str:
    found = codes([text])
    if len(found) != 1:
        raise ImpossibleError(
            f"{name}: {text!r} should be one code like SW203, or a family like SW2"
        )
    return found[0]


def _texts(value: object, what: str) -> list[str]:
    listed = [value] if isinstance(value, str) else as_array(value)
    if listed is None or not all(isinstance(each, str) for each in listed):
        raise ImpossibleError(f'{what} should be a list of codes like ["SW203", "SW3"]')
    return [str(each) for each in listed]


def _severities(value: object, name: str) -> tuple[tuple[str, Level], ...]:
    given = as_object(value)
    if given is None:
        raise ImpossibleError(
            f"{name}: severity should be a table from codes to error, warning, info or off"
        )
    chosen: list[tuple[str, Level]] = []
    for code, word in given.items():
        known = _code(code, name)
        if word == "off":
            chosen.append((known, "off"))
        elif word in tuple(Severity):
            chosen.append((known, Severity(str(word))))
        else:
            raise ImpossibleError(
                f"{name}: the severity of {code} is {word!r}; it should be error, warning, info or off"
            )
    return tuple(chosen)


def _suppressions(value: object, name: str) -> tuple[Suppression, ...]:
    listed = as_array(value)
    if listed is None:
        raise ImpossibleError(f"{name}: suppress should be a list of tables, each with a code")
    found: list[Suppression] = []
    for each in listed:
        given = as_object(each)
        code = as_text(given.get("code")) if given is not None else None
        if given is None or code is None:
            raise ImpossibleError(
                f'{name}: a suppression is a table with a code, like {{code = "SW203"}}'
            )
        _known(given, _PARTS, name, "suppress ")
        parts = {key: as_text(given.get(key)) for key in _PARTS[1:]}
        for key in parts:
            if key in given and parts[key] is None:
                raise ImpossibleError(
                    f"{name}: {key} of a suppression should be a text; got {given[key]!r}"
                )
        if all(parts[key] is None for key in ("document", "pointer", "file")):
            raise ImpossibleError(
                f"{name}: the suppression of {code} names no document, pointer or file; use `ignore` for all of them"
            )
        known = _code(code, name)
        found.append(
            Suppression(known, parts["document"], parts["pointer"], parts["file"], parts["reason"])
        )
    return tuple(found)


def _fits(text: str, pattern: str) -> bool:
    """Whether a text is like a pattern, in which only `*` has a meaning."""
    return re.fullmatch(".*".join(map(re.escape, pattern.split("*"))), text, re.DOTALL) is not None


def _any_fits(texts: Iterable[str | None], pattern: str) -> bool:
    return any(text is not None and _fits(text, pattern) for text in texts)


def _file_fits(file: str | None, pattern: str) -> bool:
    if file is None:
        return False
    path, wanted = file.replace("\\", "/"), pattern.replace("\\", "/")
    return _fits(path, wanted) or _fits(path, f"*/{wanted}")
