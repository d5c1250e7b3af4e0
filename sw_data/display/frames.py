"""Results as tables: rows with named, typed columns, and frames of pandas, polars or Arrow made of them.

The columns are listed in `docs/frames.md`. No frame library is imported until a frame is asked for.
"""

from __future__ import annotations

import csv
import io
from collections.abc import Iterable, Iterator, Mapping, Sequence
from importlib import import_module
from typing import Any, BinaryIO, Final, Literal, TypeAlias

from sw_data.diagnostics import Diagnostic
from sw_data.display.outcomes import violation_text
from sw_data.errors import ImpossibleError, MissingExtraError
from sw_data.models import ATTRIBUTES, Character, Chase, Outcome, Roll, Vehicle, Weapon

Kind: TypeAlias = Literal["pandas", "polars", "arrow"]
Type: TypeAlias = Literal["text", "int", "float", "flag"]
Row: TypeAlias = Mapping[str, object]
Columns: TypeAlias = Mapping[str, Type]

OUTCOMES: Final[Columns] = {
    "id": "text", "encounter": "text", "type": "text", "status": "text", "actor": "text", "actor_name": "text",
    "target": "text", "of": "text", "trait": "text", "result": "text", "raises": "int", "total": "int", "tn": "int",
    "modifier": "int", "critical_failure": "flag", "winner": "text", "margin": "int", "hits": "int",
    "damage": "int", "wounds": "int", "shaken": "flag", "dice": "text", "rules": "text", "violations": "text",
    "warnings": "text", "revised_by": "text", "summary": "text",
}  # fmt: skip
"""One row an outcome."""

FINDINGS: Final[Columns] = {
    "code": "text", "severity": "text", "message": "text", "file": "text", "line": "int", "column": "int",
    "pointer": "text", "kind": "text", "id": "text", "name": "text", "rule": "text", "fix": "text", "safe": "flag",
}  # fmt: skip
"""One row a finding."""

SHEETS: Final[Columns] = {
    "kind": "text", "id": "text", "name": "text", "format": "text", "file": "text", "findings": "int",
    "wild_card": "flag", **dict.fromkeys(ATTRIBUTES, "text"), "parry": "int", "toughness": "int", "armor": "int",
    "pace": "int", "size": "int", "wounds": "int", "wounds_max": "int", "fatigue": "int", "bennies": "int",
    "conditions": "text", "weapons": "text", "damage": "text", "range": "text", "ap": "int", "rof": "int",
    "min_strength": "text", "top_speed": "float", "handling": "int", "last_zone": "int", "participants": "int",
}  # fmt: skip
"""One row a document that was loaded."""

_BATCH: Final = 10_000


def outcome_row(outcome: Outcome, names: Mapping[str, str] | None = None) -> dict[str, object]:
    """An outcome as a row of `OUTCOMES`; what does not apply is None."""
    first = outcome.rolls[0] if outcome.rolls else None
    hits = outcome.hits
    dealt = [hit.damage for hit in hits or () if hit.damage is not None]
    return {
        "id": outcome.id,
        "encounter": outcome.encounter or "",
        "type": outcome.type,
        "status": outcome.status,
        "actor": outcome.actor,
        "actor_name": None if outcome.actor is None else (names or {}).get(outcome.actor),
        "target": outcome.target,
        "of": outcome.of,
        "trait": first.trait if first is not None else None,
        "result": outcome.result,
        "raises": outcome.raises,
        "total": outcome.total,
        "tn": outcome.tn,
        "modifier": None if first is None else sum(each.value for each in first.modifiers),
        "critical_failure": outcome.critical_failure,
        "winner": outcome.winner,
        "margin": outcome.margin,
        "hits": None if hits is None else len(hits),
        "damage": sum(dealt) if dealt else None,
        "wounds": None if hits is None else sum(hit.wounds for hit in hits),
        "shaken": None if hits is None else any(hit.shaken for hit in hits),
        "dice": "; ".join(_dice(roll) for roll in outcome.rolls if roll.dice),
        "rules": " ".join(outcome.rules),
        "violations": "; ".join(violation_text(each) for each in outcome.violations),
        "warnings": "; ".join(violation_text(each) for each in outcome.warnings),
        "revised_by": outcome.revised_by,
        "summary": outcome.summary,
    }


def _dice(roll: Roll) -> str:
    """Dice of a pool as they are written in the text form of a log: `attack d8(8 3) d6(2)`."""
    faces = " ".join(f"{die.die}({' '.join(map(str, die.faces))})" for die in roll.dice)
    return f"{roll.pool} {faces}"


def finding_row(finding: Diagnostic) -> dict[str, object]:
    """A finding as a row of `FINDINGS`."""
    about, fix = finding.document, finding.fix
    return {
        "code": finding.code,
        "severity": finding.severity.value,
        "message": finding.message,
        "file": finding.file,
        "line": finding.line,
        "column": finding.column,
        "pointer": finding.pointer,
        "kind": None if about is None else about.kind,
        "id": None if about is None else about.id,
        "name": None if about is None else about.name,
        "rule": finding.rule,
        "fix": None if fix is None else fix.title,
        "safe": None if fix is None else fix.safe,
    }


def sheet_row(
    model: Character | Vehicle | Weapon | Chase | None,
    *,
    kind: str,
    name: str,
    form: str | None,
    file: str | None,
    findings: int,
) -> dict[str, object]:
    """A document as a row of `SHEETS`; what its kind does not have is None."""
    row: dict[str, object] = {name: None for name in SHEETS}
    row |= {"kind": kind, "name": name, "format": form, "file": file, "findings": findings}
    if model is None:
        return row
    row["id"] = model.id
    if isinstance(model, Character | Vehicle):
        row |= {
            "toughness": model.toughness,
            "armor": model.armor,
            "wounds": model.wounds.value,
            "wounds_max": model.wounds.max,
            "conditions": ", ".join(model.conditions),
            "weapons": ", ".join(each.name for each in model.weapons),
        }
    if isinstance(model, Character):
        row |= {each: str(getattr(model.attributes, each)) for each in ATTRIBUTES}
        row |= {
            "wild_card": model.wild_card,
            "parry": model.parry,
            "pace": model.pace,
            "size": model.size,
            "fatigue": model.fatigue.value,
            "bennies": model.bennies,
        }
    elif isinstance(model, Vehicle):
        row |= {"top_speed": float(model.top_speed), "handling": model.handling}
    elif isinstance(model, Weapon):
        reach = "/".join(map(str, model.brackets)) if model.brackets else model.template
        row |= {
            "damage": str(model.damage),
            "range": reach,
            "ap": model.ap,
            "rof": model.rof,
            "parry": model.parry,
            "min_strength": None if model.min_strength is None else str(model.min_strength),
        }
    else:
        row |= {"last_zone": model.last_zone, "participants": len(model.participants)}
    return row


def frame(rows: Iterable[Row], columns: Columns, kind: Kind = "pandas") -> Any:
    """Rows as a frame: a pandas or polars `DataFrame`, or an Arrow `Table`.

    Args:
        rows: The rows.
        columns: The columns and what they hold.
        kind: Which library's frame.

    Raises:
        MissingExtraError: That library is not installed.
        ImpossibleError: No such kind of frame.
    """
    every = list(rows)
    data = {name: [_clean(row.get(name)) for row in every] for name in columns}
    if kind == "pandas":
        pandas = library("pandas")
        types = {"text": "string", "int": "Int64", "float": "Float64", "flag": "boolean"}
        return pandas.DataFrame(
            {name: pandas.array(data[name], dtype=types[of]) for name, of in columns.items()}
        )
    if kind == "polars":
        polars = library("polars")
        kinds = {
            "text": polars.String,
            "int": polars.Int64,
            "float": polars.Float64,
            "flag": polars.Boolean,
        }
        return polars.DataFrame(data, schema={name: kinds[of] for name, of in columns.items()})
    if kind == "arrow":
        return library("pyarrow").table(data, schema=arrow_schema(columns))
    raise ImpossibleError(f"no kind of frame {kind!r}; there are 'pandas', 'polars', 'arrow'")


def _clean(value: object) -> object:
    """A value that any library takes: half a surrogate pair, which UTF-8 has no place for, as an escape."""
    if isinstance(value, str) and not value.isascii():
        return value.encode("utf-8", "backslashreplace").decode("utf-8")
    return value


def library(name: Literal["pandas", "polars", "pyarrow"]) -> Any:
    """A frame library; MissingExtraError if it is not installed."""
    extra = "polars" if name == "polars" else "table"
    try:
        return import_module(name)
    except ImportError:
        what = "an Arrow table or a Parquet file" if name == "pyarrow" else f"a frame of {name}"
        raise MissingExtraError(what, extra) from None


def arrow_schema(columns: Columns) -> Any:
    """The columns as an Arrow schema."""
    arrow = library("pyarrow")
    kinds = {
        "text": arrow.string(),
        "int": arrow.int64(),
        "float": arrow.float64(),
        "flag": arrow.bool_(),
    }
    return arrow.schema([(name, kinds[of]) for name, of in columns.items()])


def write_csv(rows: Iterable[Row], columns: Columns, out: BinaryIO) -> None:
    """Writes rows as CSV with a line of names, as they come; None is an empty cell, flags are true and false."""
    text = io.TextIOWrapper(out, encoding="utf-8", errors="backslashreplace", newline="")
    try:
        written = csv.writer(text)
        written.writerow(columns)
        for row in rows:
            written.writerow([_cell(row.get(name)) for name in columns])
        text.flush()
    finally:
        text.detach()


def _cell(value: object) -> object:
    if isinstance(value, bool):
        return "true" if value else "false"
    return "" if value is None else value


def write_parquet(rows: Iterable[Row], columns: Columns, out: BinaryIO) -> None:
    """Writes rows as Parquet, ten thousand at a time.

    Raises:
        MissingExtraError: pyarrow is not installed.
    """
    schema = arrow_schema(columns)
    parquet = import_module("pyarrow.parquet")
    with parquet.ParquetWriter(out, schema, compression="zstd") as writer:
        for batch in _batches(rows):
            writer.write_table(frame(batch, columns, "arrow"))


def _batches(rows: Iterable[Row]) -> Iterator[Sequence[Row]]:
    batch: list[Row] = []
    for row in rows:
        batch.append(row)
        if len(batch) == _BATCH:
            yield batch
            batch = []
    if batch:
        yield batch
