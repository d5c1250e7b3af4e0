"""Reports about import, export and conversion (section I), each with a file that shows it."""

from __future__ import annotations

import copy
import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest

import sw_data as sw
from sw_data.api.mend import mend
from sw_data.document.store import open_store
from sw_data.errors import DocumentError
from sw_data.models import Character

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]
Command = Callable[..., subprocess.CompletedProcess[str]]

BLOCK = """Harbour Guard
Attributes: Agility d6, Smarts d6, Spirit d6, Strength d8, Vigor d8
Skills: Athletics d6, Common Knowledge d4, Fighting d8, Notice d6
Pace: 6; Parry: 6; Toughness: 8 (2)
Edges: Level Headed
Gear: Cutlass (Str+d6), leather armor (+2).
Special Abilities:
Size 2 (Large): It is as large as a bear.
"""
GERMAN = """Hafenwache
Attribute: Geschicklichkeit W6, Verstand W6, Willenskraft W6, Stärke W8, Konstitution W8
Fertigkeiten: Athletik W6, Allgemeinwissen W4, Kämpfen W8, Wahrnehmung W6
Bewegungsweite: 6; Parade: 6; Robustheit: 8 (2)
"""


def only(path: Path) -> Character:
    (found,) = sw.load(path).characters.values()
    return found


# R080
@pytest.mark.parametrize("change", ["drop", "number", "null", "list"])
def test_a_roll20_character_with_one_bad_attribute_is_read_all_the_same(
    fixtures: Path, written: Write, change: str
) -> None:
    sheet = json.loads((fixtures / "roll20/official.json").read_text(encoding="utf-8"))
    for number in range(len(sheet["attribs"])):
        bad = copy.deepcopy(sheet)
        if change == "drop":
            del bad["attribs"][number]
        else:
            value: Any = {"number": 3, "null": None, "list": [1]}[change]
            bad["attribs"][number]["current"] = value
        loaded = sw.load(written("bad.json", bad))
        assert len(loaded.characters) == 1
        assert all(each.pointer is not None for each in loaded.diagnostics if each.code == "SW101")


# R081
@pytest.mark.parametrize(
    ("old", "new"),
    [
        (" ", "  "),
        (" d", "\u00a0d"),
        ("Fighting", "Fight\u00ading"),
        ("; ", ";\n"),
        ("\n", "\r\n"),
        ("It is", "It\u2019s"),
        (".\n", "\n"),
    ],
)
def test_a_stat_block_is_read_whatever_its_blanks_and_line_ends(
    written: Write, old: str, new: str
) -> None:
    assert old in BLOCK
    whole, odd = only(written("a.txt", BLOCK)), only(written("b.txt", BLOCK.replace(old, new)))
    assert odd.attributes == whole.attributes
    assert odd.skills == whole.skills
    assert (odd.pace, odd.parry, odd.toughness, odd.size) == (6, 6, 8, 2)


# R081
def test_a_skill_that_a_stat_block_does_not_have_is_not_invented(written: Write) -> None:
    assert set(only(written("a.txt", BLOCK)).skills) == {
        "Athletics", "Common Knowledge", "Fighting", "Notice",
    }  # fmt: skip


# R084
def test_effects_that_are_a_text_are_found_and_mended(npc: Make, written: Write) -> None:
    path = written("orc.json", {**npc(), "effects": "[]"})
    (found,) = [each for each in sw.validate(path) if each.code == "SW351"]
    assert (found.severity, found.pointer, found.line) == ("error", "/effects", 1)
    assert found.fix is not None
    assert found.fix.safe
    mend([path])
    assert json.loads(path.read_text())["effects"] == []
    assert [each for each in sw.validate(path) if each.code == "SW351"] == []


# R085
def test_the_language_is_told_by_the_text(written: Write) -> None:
    english, german = only(written("a.txt", BLOCK)), only(written("b.txt", GERMAN))
    assert english.attributes == german.attributes
    assert (english.pace, english.parry, english.toughness) == (
        german.pace, german.parry, german.toughness,
    )  # fmt: skip
    for name in ("Fighting", "Athletics", "Notice", "Common Knowledge"):
        assert english.skill(name) == german.skill(name), name


# R086
@pytest.mark.parametrize("width", [20, 30, 40, 60, 80, 100])
def test_a_stat_block_may_be_wrapped_at_any_width(written: Write, width: int) -> None:
    lines: list[str] = []
    for paragraph in BLOCK.splitlines():
        line = ""
        for word in paragraph.split(" "):
            if line and len(line) + len(word) + 1 > width:
                lines.append(line)
                line = word
            else:
                line = f"{line} {word}" if line else word
        lines.append(line)
    wrapped = only(written("b.txt", "\n".join(lines)))
    whole = only(written("a.txt", BLOCK))
    assert wrapped.attributes == whole.attributes
    assert wrapped.skills == whole.skills


# R086
def test_a_stat_block_that_is_cut_off_anywhere_is_no_traceback(written: Write) -> None:
    known = 0
    start = BLOCK.index("Vigor d8") + len("Vigor d8")
    for end in range(start, len(BLOCK), 3):
        skills = len(only(written("a.txt", BLOCK[:end] + "\n")).skills)
        assert skills >= known - 1  # the last one may be half a word
        known = max(known, skills)


# R087
def test_one_bad_line_spoils_neither_its_block_nor_the_next(written: Write) -> None:
    bad = BLOCK.replace("Pace: 6; Parry: 6; Toughness: 8 (2)", "Pace: 6; Parry: high; Toughness: 8")
    path = written("a.txt", bad + "\n\n" + BLOCK.replace("Harbour Guard", "Smuggler"))
    loaded = sw.load(path)
    assert list(loaded.characters) == ["Harbour Guard", "Smuggler"]
    assert loaded.characters["Harbour Guard"].skills == loaded.characters["Smuggler"].skills
    places = [(each.line, each.column) for each in loaded.diagnostics if each.severity != "info"]
    assert places
    assert all(line == 4 and column for line, column in places), places


# R088
def test_what_is_missing_is_said_with_its_place_and_an_exit_status(
    npc: Make, written: Write, sw_data_command: Command
) -> None:
    sheet = npc()
    sheet["items"] = [{"name": "Sword", "type": "weapon", "system": {"damage": 7, "range": []}}]
    path = written("orc.json", sheet)
    ran = sw_data_command("validate", path, "--format", "json", "--strict")
    assert ran.returncode == 1
    pointers = {each.get("pointer") for each in json.loads(ran.stdout)["diagnostics"]}
    assert "/items/0/system/range" in pointers


# R091
@pytest.mark.parametrize(("size", "toughness"), [(0, 6), (1, 7)])
def test_a_stored_value_and_a_computed_one_are_not_added_up(
    npc: Make, written: Write, size: int, toughness: int
) -> None:
    stats = {"toughness": {"value": 7, "armor": 0}, "parry": {"value": 6}, "size": size}
    path = written("orc.json", npc(vigor="d8", skills={"Fighting": "d8"}, system={"stats": stats}))
    orc = only(path)
    assert (orc.toughness, orc.parry) == (toughness, 6)
    again = only(written("again.json", sw.convert(path, "foundry", target="6.0").value))
    assert (again.toughness, again.parry) == (toughness, 6)


# R092
@pytest.mark.parametrize(
    "name", ['Anna & <the "Oar">', "A&amp;B", "<br>", "<Pick>", "\U0001f5e1 ]]>"]
)
def test_fantasy_grounds_gets_xml_that_gives_back_the_same_name(
    npc: Make, written: Write, tmp_path: Path, name: str
) -> None:
    made = sw.convert(written("orc.json", npc(name)), "fantasy-grounds")
    text = made.value
    ElementTree.fromstring(text)
    path = tmp_path / "orc.xml"
    path.write_text(text, encoding="utf-8")
    assert only(path).name == name


# R093
@pytest.mark.parametrize("encoding", ["utf-8", "utf-8-sig", "utf-16"])
def test_a_name_is_the_same_in_each_encoding(npc: Make, tmp_path: Path, encoding: str) -> None:
    path = tmp_path / "orc.json"
    path.write_bytes(json.dumps(npc("Gómez"), ensure_ascii=False).encode(encoding))
    assert only(path).name == "Gómez"


# R093
def test_an_encoding_is_never_guessed(npc: Make, tmp_path: Path) -> None:
    path = tmp_path / "orc.json"
    path.write_bytes(json.dumps(npc("Gómez"), ensure_ascii=False).encode("latin-1"))
    with pytest.raises(DocumentError):
        sw.load(path)
    (found,) = sw.validate(path)
    assert found.severity == "error"
    assert found.line == 1


# R093
def test_xml_is_read_in_the_encoding_that_it_names(fixtures: Path) -> None:
    (name,) = [
        each.name for each in sw.load(fixtures / "fantasy-grounds/latin1.xml").characters.values()
    ]
    assert "\u00c3" not in name
    assert not name.isascii()


# R096
def test_a_savaged_us_character_becomes_a_foundry_one(fixtures: Path, written: Write) -> None:
    source = fixtures / "savaged-us/generic_quirks.json"
    made = sw.convert(source, "foundry", target="5.2")
    before, after = only(source), only(written("anna.json", made.value))
    assert after.attributes == before.attributes
    assert {name: str(die) for name, die in after.skills.items()} == {
        name: str(die) for name, die in before.skills.items()
    }
    assert (after.parry, after.toughness, after.pace) == (
        before.parry,
        before.toughness,
        before.pace,
    )


# R097
@pytest.mark.parametrize("name", ["Common Knowledge", "common knowledge", "COMMON KNOWLEDGE"])
def test_a_skill_of_two_words_is_found_by_its_name(npc: Make, written: Write, name: str) -> None:
    orc = only(written("orc.json", npc(skills={"Common Knowledge": "d8"})))
    assert str(orc.skill(name)) == "d8"


# R097
def test_a_skill_is_found_by_its_identity_where_its_name_is_another(
    npc: Make, item: Make, written: Write
) -> None:
    skill = item("skill", "Allgemeinwissen", attribute="smarts", swid="common-knowledge",
                 die={"sides": 8, "modifier": 0})  # fmt: skip
    orc = only(written("orc.json", npc(items=(skill,))))
    assert str(orc.skill("Common Knowledge")) == "d8"


# R099
def test_a_roll20_sheet_is_compared_with_what_it_would_be_computed_as(
    fixtures: Path, written: Write
) -> None:
    sheet = json.loads((fixtures / "roll20/official.json").read_text(encoding="utf-8"))
    pointer = ""
    for number, row in enumerate(sheet["attribs"]):
        if row["name"] == "toughnesscur":
            row["current"], pointer = "19", f"/attribs/{number}/current"
    path = written("pelle.json", sheet)
    (found,) = [each for each in sw.validate(path) if each.code == "SW301"]
    assert (found.pointer, only(path).toughness) == (pointer, 19)


# R095
def test_a_document_keeps_the_ids_that_it_came_with(npc: Make, item: Make, written: Write) -> None:
    sheet = npc(items=(item("weapon", "Sword", damage="@str+d8", minStr="d8"),))
    sheet["effects"] = [{"_id": "e" * 16, "name": "Boost", "origin": "Item.abc", "changes": []}]
    path = written("orc.json", sheet)
    made = sw.convert(path, "foundry", target="6.0").value
    assert [each["_id"] for each in made["items"]] == [each["_id"] for each in sheet["items"]]
    assert made["effects"][0]["origin"] == "Item.abc"
    assert next(iter(open_store(path).entries())).value == sheet
