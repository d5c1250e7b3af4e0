"""Loading: formats told by content, models by name or id, findings at their places."""

from __future__ import annotations

import io
import json
import sys
from pathlib import Path
from typing import Any

import pytest

import sw_data as sw
from sw_data.document.store import StoreLimits
from sw_data.errors import AmbiguousError, DocumentError, NotFoundError

ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def sheet(name: str, **more: Any) -> dict[str, Any]:
    return {"kind": "character", "name": name, "attributes": ATTRIBUTES, **more}


def written(path: Path, value: object) -> Path:
    path.write_text(json.dumps(value), encoding="utf-8")
    return path


def test_the_demo_party_is_loaded_by_name_and_by_id(fixtures: Path) -> None:
    party = sw.load(fixtures / "demo" / "party.json")
    assert list(party.characters) == ["Joe", "Grukk", "Goblin"]
    assert party.characters["Joe"] is party.characters["joe0000000000001"]
    assert party.characters["joe"] is party.characters["Joe"]
    assert len(party.vehicles) == 0
    assert party.errors == ()


def test_a_name_that_two_have_is_ambiguous_and_their_ids_are_not(tmp_path: Path) -> None:
    goblins = [sheet("Goblin", id="g1"), sheet("Goblin", id="g2"), sheet("Orc")]
    loaded = sw.load(written(tmp_path / "x.json", goblins))
    with pytest.raises(AmbiguousError, match=r"2 characters are called 'Goblin'.*g1, g2"):
        loaded.characters["Goblin"]
    assert loaded.characters["g2"].id == "g2"
    assert list(loaded.characters) == ["g1", "g2", "Orc"]
    assert [loaded.characters[key].name for key in loaded.characters] == ["Goblin", "Goblin", "Orc"]


def test_a_name_that_nobody_has_lists_who_is_there(tmp_path: Path) -> None:
    loaded = sw.load(written(tmp_path / "x.json", sheet("Joe")))
    with pytest.raises(NotFoundError, match="no character 'Moe'; there are Joe"):
        loaded.characters["Moe"]
    assert "Moe" not in loaded.characters
    assert loaded.characters.get("Moe") is None


def test_two_of_one_id_are_both_there_and_a_finding_says_so(tmp_path: Path) -> None:
    loaded = sw.load(written(tmp_path / "x.json", [sheet("Joe"), sheet("Joe")]))
    assert len(loaded.characters) == 2
    assert len(list(loaded.characters.values())) == 2
    assert [each.code for each in loaded.diagnostics] == ["SW701"]


def test_a_sheet_that_cannot_be_read_does_not_stop_the_rest(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", [sheet("Joe"), {"kind": "character"}, 5, sheet("Moe")])
    loaded = sw.load(path)
    assert list(loaded.characters) == ["Joe", "Moe"]
    assert len(loaded) == 4
    assert {each.pointer for each in loaded.errors} >= {"/1/name"}
    assert all(each.file == str(path) and each.line == 1 for each in loaded.diagnostics)


@pytest.mark.parametrize(
    ("text", "message"),
    [("", "empty"), ("{", "breaks off"), ("[1,]", "a comma before"), ("\xff", "UTF-8")],
)
def test_a_file_that_nothing_can_be_read_from_is_an_error(
    text: str, message: str, tmp_path: Path
) -> None:
    path = tmp_path / "x.json"
    path.write_bytes(text.encode("latin-1"))
    with pytest.raises(DocumentError, match=message) as caught:
        sw.load(path)
    assert caught.value.path == str(path)


def test_a_file_that_is_not_there_is_an_error(tmp_path: Path) -> None:
    with pytest.raises(DocumentError, match="there is no such file or folder"):
        sw.load(tmp_path / "nope.json")


def test_a_file_beyond_the_limit_is_an_error(tmp_path: Path) -> None:
    path = written(tmp_path / "x.json", [sheet("Joe")] * 10)
    with pytest.raises(DocumentError, match="at most 100"):
        sw.load(path, limits=StoreLimits(size=100))


def test_several_files_and_folders_are_loaded_together(tmp_path: Path) -> None:
    folder = tmp_path / "more"
    folder.mkdir()
    one = written(tmp_path / "joe.json", sheet("Joe"))
    written(folder / "moe.json", sheet("Moe"))
    loaded = sw.load([one, folder])
    assert list(loaded.characters) == ["Joe", "Moe"]
    assert [entry.file for entry in loaded] == [str(one), str(folder / "moe.json")]


def test_standard_input_is_loaded_by_its_dash(monkeypatch: pytest.MonkeyPatch) -> None:
    data = io.TextIOWrapper(io.BytesIO(json.dumps(sheet("Joe")).encode()))
    monkeypatch.setattr(sys, "stdin", data)
    assert list(sw.load("-").characters) == ["Joe"]


def test_an_entry_knows_where_its_fields_stand(fixtures: Path) -> None:
    party = fixtures / "demo" / "party.json"
    entry = sw.load(party).entries[0]
    place = entry.place_of("skills.Fighting")
    assert place is not None
    file, line, rest = place.rsplit(":", 2)
    assert file == str(party)
    assert '"sides": 8' in party.read_text("utf-8").splitlines()[int(line) - 1]
    assert rest.endswith("/0/items/0/system/die/sides")
    assert entry.place_of("no.such.field") is None


def test_a_collection_shows_what_it_holds(fixtures: Path) -> None:
    assert repr(sw.load(fixtures / "demo" / "party.json")).startswith("<Collection: 3 characters;")


def test_an_export_keeps_the_comments_of_yaml_sources(tmp_path: Path) -> None:
    pytest.importorskip("yaml")
    text = (
        "# our hero\n_id: joeJoeJoeJoeJoe1\nname: Joe # he\ntype: npc\nsystem:\n"
        "  attributes: {vigor: {die: {sides: 6}}}\n  wounds:\n    value: 0 # none yet\n    max: 3\n"
        "  wildcard: true\n"
    )
    (tmp_path / "joe.yml").write_text(text)
    log = {
        "format": "sw-data/log",
        "version": 1,
        "actions": [{"id": "a", "type": "damage", "target": "Joe", "damage": "2d6", "dice": {"damage": [5, 5]}}],
    }  # fmt: skip
    (tmp_path / "log.json").write_text(json.dumps(log))
    run = sw.resolve(tmp_path / "log.json", actors=[tmp_path / "joe.yml"])
    lost = run.export(tmp_path / "after.yml")
    assert lost == ()
    after = (tmp_path / "after.yml").read_text()
    assert "# our hero" in after
    assert "name: Joe # he\n" in after
    assert "    value: 1 # none yet\n" in after
