"""`sw-data log`, `sw-data stats`, and `sw-data resolve` of a chat."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Run = Callable[..., subprocess.CompletedProcess[str]]


def die(sides: int, *faces: int, flavor: str = "", cls: str = "Die") -> dict[str, Any]:
    results = [
        {"result": face, "active": True, **({"exploded": True} if at < len(faces) - 1 else {})}
        for at, face in enumerate(faces)
    ]
    return {
        "class": cls,
        "number": 1,
        "faces": sides,
        "modifiers": ["x"],
        "options": {"flavor": flavor},
        "results": results,
    }


def message(
    number: int, actor: str, roll: dict[str, Any], flavor: str, target: str | None = None
) -> dict[str, Any]:
    targets = [] if target is None else [{"name": target, "uuid": f"Actor.{target}"}]
    return {
        "_id": f"m{number}", "author": "u", "style": 0, "type": "base", "timestamp": number, "flavor": flavor, "content": "",
        "speaker": {"actor": actor, "alias": actor}, "rolls": [json.dumps(roll)], "flags": {"swade": {"targets": targets}},
    }  # fmt: skip


@pytest.fixture
def chat(tmp_path: Path) -> Path:
    attack = {"class": "TraitRoll", "total": 7, "terms": [{"class": "PoolTerm", "modifiers": ["kh"], "rolls": [
        {"terms": [die(8, 7, flavor="Fighting")]}, {"terms": [die(6, 2, flavor="Wild Die", cls="WildDie")]}]}]}  # fmt: skip
    damage = {
        "class": "DamageRoll",
        "total": 9,
        "terms": [
            die(6, 5, flavor="Strength"),
            {"class": "OperatorTerm", "operator": "+"},
            die(6, 4),
        ],
    }
    (tmp_path / "chat.jsonl").write_text(
        "".join(json.dumps(each) + "\n" for each in [
            message(1, "joe", attack, "Fighting Skill Test", "goblin"),
            message(2, "joe", damage, "Axe Damage - AP 0"),
            message(3, "joe", attack, "Fighting Skill Test"),
                message(4, "joe", damage, "Axe Damage - AP 0"),
        ])
    )  # fmt: skip
    attributes = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")
    joe = {"kind": "character", "id": "joe", "name": "Joe", "wild_card": True, "attributes": attributes, "skills": {"Fighting": "d8"},
           "weapons": [{"name": "Axe", "damage": "Str+d6", "ready": True}]}  # fmt: skip
    goblin = {
        "kind": "character",
        "id": "goblin",
        "name": "Goblin",
        "attributes": attributes,
        "skills": {"Fighting": "d8"},
    }
    (tmp_path / "actors.json").write_text(json.dumps([joe, goblin]))
    return tmp_path


def test_a_chat_becomes_a_log_and_its_questions_a_file(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command(
        "log",
        "chat.jsonl",
        "--actors",
        "actors.json",
        "-o",
        "session.jsonl",
        "--answers",
        "answers.jsonl",
        cwd=chat,
    )
    assert ran.returncode == 1, ran.stderr
    assert "4 messages: 4 with rolls" in ran.stdout
    assert "SW666" in ran.stdout
    (question,) = [json.loads(line) for line in (chat / "answers.jsonl").read_text().splitlines()]
    assert question["question"] == "m3:target"
    assert question["answer"] is None
    question["answer"] = "goblin"
    (chat / "answers.jsonl").write_text(json.dumps(question) + "\n")
    again = sw_data_command(
        "log",
        "chat.jsonl",
        "--actors",
        "actors.json",
        "-o",
        "session.jsonl",
        "--answers",
        "answers.jsonl",
        cwd=chat,
    )
    assert again.returncode == 0, again.stderr
    header, *actions = [
        json.loads(line) for line in (chat / "session.jsonl").read_text().splitlines()
    ]
    assert header["format"] == "sw-data/log"
    assert [(each["id"], each["type"], each["target"]) for each in actions] == [
        ("m1", "attack", "goblin"),
        ("m3", "attack", "goblin"),
    ]


def test_a_log_on_standard_output_is_nothing_but_the_log(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command("log", "chat.jsonl", "--actors", "actors.json", cwd=chat)
    lines = [json.loads(line) for line in ran.stdout.splitlines()]
    assert len(lines) == 2
    assert "4 messages" in ran.stderr


def test_the_summary_is_one_json_document(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command(
        "log", "chat.jsonl", "--actors", "actors.json", "--format", "json", cwd=chat
    )
    found = json.loads(ran.stdout)
    assert found["coverage"]["actions"] == 1
    assert found["coverage"]["open_by_code"] == {"SW666": 2}
    assert found["questions"][0]["candidates"] == {"goblin": "Goblin"}
    assert found["diagnostics"][0]["line"] == 3


def test_a_log_is_never_written_over_its_export(sw_data_command: Run, chat: Path) -> None:
    before = (chat / "chat.jsonl").read_bytes()
    ran = sw_data_command("log", "chat.jsonl", "-o", "chat.jsonl", cwd=chat)
    assert ran.returncode == 2
    assert (chat / "chat.jsonl").read_bytes() == before


def test_an_export_that_is_not_there_is_one_line(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command("log", "nothing.jsonl", cwd=chat)
    assert ran.returncode == 2
    assert len(ran.stderr.splitlines()) == 1


def test_a_chat_is_resolved_straight_through(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command(
        "resolve",
        "chat.jsonl",
        "--actors",
        "actors.json",
        "--export-chat",
        "out.json",
        "--export",
        "after.json",
        cwd=chat,
    )
    assert ran.returncode == 0, ran.stderr
    assert "Joe hits Goblin" in ran.stdout
    assert "questions are open" in ran.stderr
    (made,) = json.loads((chat / "out.json").read_text())
    assert made["timestamp"] == 1
    assert made["flags"]["sw-data"]["id"] == "m1"
    assert "incapacitated" in (chat / "after.json").read_text()


def test_an_audit_lists_differences_and_their_reasons(sw_data_command: Run, chat: Path) -> None:
    lines = [json.loads(line) for line in (chat / "chat.jsonl").read_text().splitlines()]
    roll = json.loads(lines[0]["rolls"][0])
    roll["total"] = 12
    lines[0]["rolls"] = [json.dumps(roll)]
    (chat / "chat.jsonl").write_text("".join(json.dumps(each) + "\n" for each in lines))
    ran = sw_data_command("resolve", "chat.jsonl", "--actors", "actors.json", "--audit", cwd=chat)
    assert "m1: SW653" in ran.stdout
    assert "1 SW653 Another total" in ran.stdout
    found = json.loads(
        sw_data_command(
            "resolve",
            "chat.jsonl",
            "--actors",
            "actors.json",
            "--audit",
            "--format",
            "json",
            cwd=chat,
        ).stdout
    )
    assert found["by_code"] == {"SW653": 1}
    assert (found["differences"][0]["recorded"], found["differences"][0]["resolved"]) == (12, 7)


def test_statistics_are_a_table_a_document_and_a_picture(sw_data_command: Run, chat: Path) -> None:
    ran = sw_data_command(
        "stats", "chat.jsonl", "--actors", "actors.json", "--svg", "luck.svg", cwd=chat
    )
    assert ran.returncode == 0, ran.stderr
    assert "Joe" in ran.stdout
    assert (chat / "luck.svg").read_text().startswith("<svg")
    found = json.loads(
        sw_data_command(
            "stats", "chat.jsonl", "--actors", "actors.json", "--format", "json", cwd=chat
        ).stdout
    )
    assert found["players"][0]["damage"]["dealt"] == 9
    assert found["players"][0]["dice"] == 4
