"""Results as tables: the documented columns, the right types, a row each."""

from __future__ import annotations

import csv
import io
import re
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path

import pytest

import sw_data as sw
from sw_data.display import frames
from sw_data.errors import ImpossibleError


@pytest.fixture(scope="module")
def run(fixtures: Path) -> sw.Run:
    demo = fixtures / "demo"
    return sw.resolve(demo / "fight.json", actors=demo / "party.json")


@pytest.mark.parametrize(
    ("heading", "columns"),
    [
        ("A run", frames.OUTCOMES),
        ("A report", frames.FINDINGS),
        ("A collection", frames.SHEETS),
    ],
)
def test_every_column_is_documented_in_its_order(
    heading: str, columns: frames.Columns, root: Path
) -> None:
    page = (root / "docs" / "frames.md").read_text(encoding="utf-8")
    section = page.split(f"## {heading}")[1].split("\n## ")[0]
    assert dict(re.findall(r"(?m)^\| `(\w+)` \| (\w+) \|", section)) == dict(columns)
    assert re.findall(r"(?m)^\| `(\w+)` \|", section) == list(columns)


def test_every_row_has_the_columns_and_no_other(run: sw.Run, fixtures: Path) -> None:
    for outcome in run.outcomes:
        assert list(frames.outcome_row(outcome)) == list(frames.OUTCOMES)
    report = sw.validate(fixtures / "validate" / "bad")
    assert len(report)
    for finding in report:
        assert list(frames.finding_row(finding)) == list(frames.FINDINGS)


def test_a_row_says_what_the_outcome_says(run: sw.Run) -> None:
    outcome = next(each for each in run.outcomes if each.type == "attack")
    row = frames.outcome_row(outcome, run.cast.names)
    assert row["total"] == outcome.total
    assert row["actor_name"] == "Joe"
    assert str(row["dice"]).startswith("attack d10(10 3) d6(2); damage ")


def test_a_pandas_frame_has_nullable_types(run: sw.Run) -> None:
    pytest.importorskip("pandas", reason="needs sw-data[table]")
    frame = run.to_frame()
    assert len(frame) == len(run.outcomes)
    assert {name: str(of) for name, of in frame.dtypes.items()} == {
        name: {"text": "string", "int": "Int64", "float": "Float64", "flag": "boolean"}[of]
        for name, of in frames.OUTCOMES.items()
    }


def test_a_polars_frame_has_the_same_rows(run: sw.Run) -> None:
    pytest.importorskip("polars", reason="needs sw-data[polars]")
    frame = run.to_frame("polars")
    assert frame.height == len(run.outcomes)
    assert frame["total"].to_list() == [each.total for each in run.outcomes]


def test_an_arrow_table_has_the_same_rows(run: sw.Run) -> None:
    pytest.importorskip("pyarrow", reason="needs sw-data[table]")
    assert run.to_frame("arrow").column("id").to_pylist() == [each.id for each in run.outcomes]


def test_a_frame_without_rows_has_its_types() -> None:
    pytest.importorskip("pandas", reason="needs sw-data[table]")
    frame = frames.frame([], frames.FINDINGS)
    assert (len(frame), str(frame["line"].dtype)) == (0, "Int64")


def test_a_collection_and_a_report_become_frames(fixtures: Path) -> None:
    pytest.importorskip("pandas", reason="needs sw-data[table]")
    own = sw.load(fixtures / "own").to_frame()
    assert set(own["kind"]) >= {"character", "vehicle", "weapon", "chase"}
    report = sw.validate(fixtures / "validate" / "bad")
    assert len(report.to_frame()) == len(report)


def test_no_other_kind_of_frame_is_known(run: sw.Run) -> None:
    with pytest.raises(ImpossibleError, match="'pandas', 'polars', 'arrow'"):
        frames.frame([], frames.OUTCOMES, "excel")  # type: ignore[arg-type]  # pyright: ignore[reportArgumentType]


def test_half_a_surrogate_pair_does_not_stop_a_table() -> None:
    out = io.BytesIO()
    frames.write_csv([{"id": "\ud800", "safe": True}], {"id": "text", "safe": "flag"}, out)
    assert out.getvalue() == b"id,safe\r\n\\ud800,true\r\n"


def test_the_command_writes_a_table_of_the_outcomes(
    sw_data_command: Callable[..., subprocess.CompletedProcess[str]],
    fixtures: Path,
    tmp_path: Path,
    run: sw.Run,
) -> None:
    demo, out = fixtures / "demo", tmp_path / "out.csv"
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--outcomes", out
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    rows = list(csv.DictReader(out.read_text(encoding="utf-8").splitlines()))
    assert [row["id"] for row in rows] == [each.id for each in run.outcomes]
    assert list(rows[0]) == list(frames.OUTCOMES)


def test_the_command_writes_parquet(
    sw_data_command: Callable[..., subprocess.CompletedProcess[str]], fixtures: Path, tmp_path: Path
) -> None:
    parquet = pytest.importorskip("pyarrow.parquet", reason="needs sw-data[table]")
    demo, out = fixtures / "demo", tmp_path / "out.parquet"
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--outcomes", out
    )
    assert (ran.returncode, ran.stderr) == (0, "")
    assert parquet.read_table(out).column_names == list(frames.OUTCOMES)


def test_a_missing_library_is_one_line_that_says_what_to_install() -> None:
    program = (
        "import sys; sys.modules['pandas'] = sys.modules['polars'] = sys.modules['pyarrow'] = None\n"
        "from sw_data.display import frames\n"
        "for kind in ('pandas', 'polars', 'arrow'):\n"
        "    try: frames.frame([], frames.OUTCOMES, kind)\n"
        "    except ImportError as error: print(error)"
    )
    ran = subprocess.run(
        [sys.executable, "-c", program], capture_output=True, encoding="utf-8", check=True
    )
    assert re.findall(r"sw-data\[(\w+)\]", ran.stdout) == ["table", "polars", "table"]
