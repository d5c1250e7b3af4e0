"""A project's choices: where they are looked for, and what they do to a validation."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.api.choices import nearest_choices, read_choices
from sw_data.api.mend import mend
from sw_data.errors import DocumentError, ImpossibleError, NotFoundError

ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def sheet(path: Path, **more: Any) -> Path:
    value = {"kind": "character", "name": "Joe", "attributes": ATTRIBUTES, **more}
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


@pytest.fixture
def project(tmp_path: Path) -> Path:
    """A repository with a folder in a folder."""
    (tmp_path / ".git").mkdir()
    (tmp_path / "packs" / "deep").mkdir(parents=True)
    return tmp_path


def test_the_nearest_file_counts_and_sw_data_toml_before_pyproject(project: Path) -> None:
    (project / "pyproject.toml").write_text('[tool.sw-data]\nignore = ["SW1"]\n', "utf-8")
    inner = project / "packs" / "deep"
    found = nearest_choices(inner)
    assert found is not None
    assert (found[0].ignore, found[1].name) == (("SW1",), "pyproject.toml")
    (project / "packs" / "sw-data.toml").write_text('ignore = ["SW2"]\n', "utf-8")
    found = nearest_choices(inner)
    assert found is not None
    assert found[0].ignore == ("SW2",)
    (project / "sw-data.toml").write_text("strict = true\n", "utf-8")
    found = nearest_choices(project)
    assert found is not None
    assert (found[0].strict, found[0].ignore) == (True, ())


def test_a_pyproject_without_the_table_is_passed_over(project: Path) -> None:
    (project / "pyproject.toml").write_text("[tool.sw-data]\nstrict = true\n", "utf-8")
    (project / "packs" / "pyproject.toml").write_text("[tool.other]\nx = 1\n", "utf-8")
    found = nearest_choices(project / "packs")
    assert found is not None
    assert found[0].strict
    with pytest.raises(DocumentError, match=r"no table \[tool\.sw-data\]"):
        read_choices(project / "packs" / "pyproject.toml")


def test_the_search_ends_at_the_root_of_the_repository(project: Path) -> None:
    inner = project / "packs"
    (inner / ".git").mkdir()
    (project / "sw-data.toml").write_text("strict = true\n", "utf-8")
    assert nearest_choices(inner / "deep") is None
    assert nearest_choices(project) is not None


@pytest.mark.parametrize(
    ("text", "error", "said"),
    [
        ("[", DocumentError, "not TOML"),
        ('ignore = ["SW9"]', NotFoundError, "no diagnostic code begins with 'SW9'"),
        ("igore = []", ImpossibleError, "did you mean 'ignore'"),
        ('strict = "yes"', ImpossibleError, "strict should be true or false"),
        ('suppress = [{code = "SW2"}]', ImpossibleError, "use `ignore`"),
    ],
)
def test_choices_that_mean_nothing_are_refused(
    tmp_path: Path, text: str, error: type[Exception], said: str
) -> None:
    path = tmp_path / "sw-data.toml"
    path.write_text(text, "utf-8")
    with pytest.raises(error) as raised:
        read_choices(path)
    assert said in str(raised.value)


def test_choices_that_are_not_utf_8_are_refused(tmp_path: Path) -> None:
    path = tmp_path / "sw-data.toml"
    path.write_bytes(b'reason = "\xe4"')
    with pytest.raises(DocumentError, match="byte 11 is not UTF-8"):
        read_choices(path)


def test_severity_off_suppress_and_ignore_are_applied(tmp_path: Path) -> None:
    joe, moe = sheet(tmp_path / "joe.json", wonds=1), sheet(tmp_path / "moe.json", wonds=1)
    moe.write_text(moe.read_text("utf-8").replace("Joe", "Moe"), "utf-8")
    config = tmp_path / "sw-data.toml"

    def found(text: str) -> list[tuple[str, str | None]]:
        config.write_text(text, "utf-8")
        report = sw.validate([joe, moe], choices=config)
        return [
            (each.severity.value, each.document.name if each.document else None) for each in report
        ]

    assert found("") == [("error", "Joe"), ("error", "Moe")]
    assert found('severity = {SW1 = "info", SW124 = "warning"}') == [
        ("warning", "Joe"),
        ("warning", "Moe"),
    ]
    assert found('severity = {SW124 = "off"}') == []
    assert found('suppress = [{code = "SW124", document = "M*"}]') == [("error", "Joe")]
    assert found('suppress = [{code = "SW124", file = "joe.json"}]') == [("error", "Moe")]
    assert found('suppress = [{code = "SW124", pointer = "/wonds"}]') == []
    assert found('suppress = [{code = "SW203", pointer = "*"}]') == [
        ("error", "Joe"),
        ("error", "Moe"),
    ]


def test_select_takes_the_place_of_the_file_and_ignore_is_added(tmp_path: Path) -> None:
    joe = sheet(tmp_path / "joe.json", wonds=1, pace="fast")
    config = tmp_path / "sw-data.toml"
    config.write_text('select = ["SW124"]\n', "utf-8")
    assert [each.code for each in sw.validate(joe, choices=config)] == ["SW124"]
    assert [each.code for each in sw.validate(joe, choices=config, select=["SW121"])] == ["SW121"]
    assert not sw.validate(joe, choices=config, ignore=["SW1"]).diagnostics


def test_strict_choices_make_a_warning_count(tmp_path: Path) -> None:
    joe = sheet(tmp_path / "joe.json")
    joe.write_text('{"name": "Joe", ' + joe.read_text("utf-8")[1:], "utf-8")
    config = tmp_path / "sw-data.toml"
    config.write_text("strict = true", "utf-8")
    assert sw.validate(joe).ok()
    assert not sw.validate(joe).ok(strict=True)
    strict = sw.validate(joe, choices=config)
    assert not strict.ok()
    assert 'failures="1"' in strict.to_junit()
    assert 'failures="0"' in sw.validate(joe).to_junit()


def test_what_is_suppressed_is_not_mended(tmp_path: Path) -> None:
    joe = sheet(tmp_path / "joe.json", zzz=1)
    before = joe.read_bytes()
    config = tmp_path / "sw-data.toml"
    config.write_text('suppress = [{code = "SW124", file = "joe.json"}]', "utf-8")
    assert mend(joe, unsafe=True, choices=config).fixes == {}
    assert joe.read_bytes() == before
    assert mend(joe, unsafe=True).fixes == {"SW124": 1}


def test_a_long_log_is_checked_line_by_line_with_its_references(tmp_path: Path) -> None:
    sheet(tmp_path / "joe.json")
    header = {"format": "sw-data/log", "version": 1, "actors": [{"$ref": "joe.json"}]}
    lines = [json.dumps(header)]
    lines += [
        json.dumps({"id": f"a{number}", "type": "trait", "actor": "Joe", "trait": "Vigor"})
        for number in range(500)
    ]
    lines.append('{"id": "last", "type": "trait", "actor": "Jo", "trait": "Vigor"}')
    log = tmp_path / "log.jsonl"
    log.write_text("\n".join(lines) + "\n", "utf-8")
    report = sw.validate(log)
    (finding,) = report.diagnostics
    assert (finding.code, finding.line, finding.column) == ("SW611", 502, 42)
    assert "did you mean 'Joe'" in finding.message
    assert report.documents == 1


def test_a_stat_block_has_findings_at_its_lines(tmp_path: Path) -> None:
    block = tmp_path / "pasted"
    block.write_text(
        "Brute\nAttributes: Agility d6, Smarts d4, Spirit d6, Strength d8, Vigor d8\n"
        "Skills: Fighting d8\nPace: 6; Parry: 9; Toughness: 6\n",
        "utf-8",
    )
    report = sw.validate(block)
    (finding,) = [each for each in report if each.code == "SW302"]
    assert (finding.file, finding.line, finding.pointer, finding.fix) == (str(block), 4, None, None)
    assert report.documents == 1
    assert "Parry: 9" in report.to_text()


def test_broken_xml_has_its_line_and_hostile_xml_is_refused(fixtures: Path, tmp_path: Path) -> None:
    broken = tmp_path / "a.xml"
    broken.write_text("<root>\n<character>\n</root>", "utf-8")
    report = sw.validate([broken, fixtures / "fantasy-grounds" / "doctype.xml"])
    assert [(each.code, each.line) for each in report.errors] == [("SW015", 3), ("SW016", 2)]


def test_a_sheet_of_roll20_has_the_findings_of_any_sheet_at_its_pointers(fixtures: Path) -> None:
    path = fixtures / "roll20" / "official.json"
    (finding,) = [each for each in sw.validate(path) if each.code == "SW302"]
    assert finding.pointer is not None
    value = json.loads(path.read_text("utf-8"))
    number = int(finding.pointer.split("/")[2])
    assert value["attribs"][number]["name"].startswith("parry")
    assert finding.line is not None
    assert finding.fix is None


def test_of_a_log_with_very_many_findings_the_first_are_kept_and_the_rest_counted(
    tmp_path: Path,
) -> None:
    header = {"format": "sw-data/log", "version": 1, "actors": [{"kind": "character", "name": "Joe",
              "attributes": ATTRIBUTES}]}  # fmt: skip
    action = '{"id": "a%d", "type": "trait", "actor": "Joe", "trait": "Vigor", "x": 1}'
    log = tmp_path / "log.jsonl"
    log.write_text(
        "\n".join([json.dumps(header), *(action % number for number in range(1500))]), "utf-8"
    )
    report = sw.validate(log)
    assert len(report) == 1001
    assert "there are 500 findings of SW610 from here on" in report.diagnostics[-1].message
    assert report.diagnostics[-1].line == 1002


def test_every_element_of_an_array_has_its_own_line(tmp_path: Path) -> None:
    path = tmp_path / "party.json"
    value = {"kind": "character", "name": "Joe", "attributes": ATTRIBUTES, "x": 1}
    path.write_text("[\n" + ",\n".join([json.dumps(value)] * 3) + "\n]", "utf-8")
    found = [(each.code, each.line, each.pointer) for each in sw.validate(path)]
    assert found == [
        ("SW124", 2, "/0/x"),
        ("SW124", 3, "/1/x"),
        ("SW701", 3, "/1"),
        ("SW124", 4, "/2/x"),
        ("SW701", 4, "/2"),
    ]
    loaded = sw.load(path)
    assert [each.line for entry in loaded for each in entry.diagnostics] == [2, 3, 4]
    assert sorted((each.code, each.line) for each in loaded.diagnostics) == sorted(
        (code, line) for code, line, _ in found
    )
