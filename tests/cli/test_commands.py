"""The smaller commands, as they are installed: weapon, roll, inspect, convert, unpack, pack, schema, rules."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


def weapon_of(stdout: str, name: str) -> dict[str, Any]:
    found: list[dict[str, Any]] = [each for each in json.loads(stdout) if each["name"] == name]
    assert len(found) == 1
    return found[0]


# --- weapon ------------------------------------------------------------------------------------------


def test_the_hammer_in_weak_hands_loses_its_bonus_and_keeps_its_penalty(
    fixtures: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command(
        "weapon", fixtures / "demo" / "party.json", "--strength", "d6", "--format", "json"
    )
    assert ran.returncode == 0, ran.stderr
    hammer = weapon_of(ran.stdout, "Hammer on a stick")
    assert hammer == {
        "name": "Hammer on a stick",
        "strength": "d6",
        "required_strength": "d10",
        "too_weak": True,
        "damage": "d6+d6",
        "lost": [{"applies_to": "Fighting", "value": 1}],
        "kept": [{"applies_to": "parry", "value": -1}],
        "actor": "joe0000000000001",
        "attack_modifier": 0,
        "parry": -1,
    }


def test_the_hammer_in_strong_hands_has_its_bonus(fixtures: Path, sw_data_command: Command) -> None:
    ran = sw_data_command(
        "weapon", fixtures / "demo" / "party.json", "--strength", "d12", "--format", "json"
    )
    hammer = weapon_of(ran.stdout, "Hammer on a stick")
    assert (hammer["damage"], hammer["attack_modifier"], hammer["too_weak"]) == (
        "d10+d12",
        1,
        False,
    )
    assert hammer["kept"] == [{"applies_to": "parry", "value": -1}]


@pytest.mark.parametrize("strength", ["d4", "d6", "d12+3"])
def test_the_rifle_deals_what_it_lists_in_any_hands(
    strength: str, fixtures: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command(
        "weapon", fixtures / "demo" / "party.json", "--strength", strength, "--format", "json"
    )
    assert weapon_of(ran.stdout, "Assault rifle")["damage"] == "2d8+1"


def test_the_text_says_what_is_lost_what_is_kept_and_why(
    fixtures: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command("weapon", fixtures / "demo" / "party.json", "--name", "hammer on a stick")
    assert ran.returncode == 0, ran.stderr
    for said in (
        "Joe (Strength d6)",
        "asks Strength d10, these hands have d6 [weapon.required_strength]",
        "Str+d10 on the sheet [weapon.damage_strength, weapon.strength_cap]",
        "lost: +1 Fighting [weapon.benefits_lost]",
        "kept: -1 parry [weapon.penalties_kept]",
    ):
        assert said in ran.stdout
    assert "Assault rifle" not in ran.stdout


@pytest.mark.parametrize(
    ("more", "said"),
    [
        ([], "say in whose hands"),
        (["--strength", "strong"], "'strong' is no die"),
        (["--strength", "d6", "--name", "Axe"], "no weapon 'Axe'; there are Sword"),
        (["--strength", "d6", "--rule", "weapon.lose_ap=maybe"], "weapon.lose_ap cannot be"),
    ],
)
def test_a_wrong_use_of_weapon_is_one_line(
    more: list[str], said: str, sw_data_command: Command
) -> None:
    sword = json.dumps({"kind": "weapon", "name": "Sword", "damage": "Str+d8"})
    ran = sw_data_command("weapon", "-", *more, stdin=sword)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr
    assert len(ran.stderr.splitlines()) == 1


# --- roll --------------------------------------------------------------------------------------------


def test_the_same_seed_rolls_the_same_dice(sw_data_command: Command) -> None:
    first, second = (sw_data_command("roll", "3d6+1", "--seed", "7") for _ in range(2))
    assert first.returncode == 0
    assert first.stdout == second.stdout
    assert first.stderr == "seed 7\n"


def test_a_roll_without_a_seed_says_which_it_drew(sw_data_command: Command) -> None:
    drawn = sw_data_command("roll", "8d10", "--format", "json")
    rolled = json.loads(drawn.stdout)
    again = sw_data_command("roll", "8d10", "--format", "json", "--seed", str(rolled["seed"]))
    assert json.loads(again.stdout) == rolled


def test_a_roll_adds_up(sw_data_command: Command) -> None:
    ran = sw_data_command(
        "roll", "Str+d10-2", "--strength", "d12+1", "--seed", "3", "--format", "json",
        "--times", "200",
    )  # fmt: skip
    for rolled in json.loads(ran.stdout):
        assert [(die["die"], die["role"]) for die in rolled["dice"]] == [
            ("d10", "damage"),
            ("d12", "strength"),
        ]
        for die in rolled["dice"]:
            sides = int(die["die"][1:])
            assert die["total"] == sum(die["faces"])
            assert all(face == sides for face in die["faces"][:-1])
            assert die["faces"][-1] < sides
        assert rolled["flat"] == -1
        assert rolled["total"] == sum(die["total"] for die in rolled["dice"]) - 1


def test_a_wild_die_replaces_the_trait_die_if_it_is_higher(sw_data_command: Command) -> None:
    ran = sw_data_command(
        "roll", "d8+1", "--wild", "--tn", "4", "--seed", "1", "--times", "300", "--format", "json"
    )
    results: set[str] = set()
    for rolled in json.loads(ran.stdout):
        assert rolled["total"] == max(die["total"] for die in rolled["dice"]) + 1
        results.add(rolled["result"])
    assert {"critical failure", "failure", "success", "1 raise", "2 raises"} <= results


@pytest.mark.parametrize(
    ("arguments", "said"),
    [
        (["2x6"], "'2x6' is no damage"),
        (["Str+d6"], "no Strength die is given"),
        (["2d6", "--wild"], "a Wild Die is rolled beside one die"),
        (["5"], "has no dice"),
        (["d8", "--strength", "d7"], "is no Strength: a trait is d4, d6"),
        (["99999d6"], "1 to 100 dice in one, not 99999"),
        (["d1000000"], "1 to 1000 sides, not 1000000"),
        (["d8", "--tn", "0"], "1<=x<=1000"),
        (["d0"], "1 to 1000 sides"),
    ],
)
def test_a_wrong_roll_is_one_line(
    arguments: list[str], said: str, sw_data_command: Command
) -> None:
    ran = sw_data_command("roll", *arguments)
    assert (ran.returncode, ran.stdout) == (2, "")
    assert said in ran.stderr


def test_weapon_does_not_call_damage_that_cannot_be_read_as_listed(
    sw_data_command: Command,
) -> None:
    club = json.dumps({"kind": "weapon", "name": "Club", "adds_strength": False, "damage": "much"})
    ran = sw_data_command("weapon", "-", "--strength", "d6", stdin=club)
    assert "none that can be read" in ran.stdout
    assert "as listed" not in ran.stdout


# --- inspect, convert, unpack, pack ------------------------------------------------------------------


def test_inspect_counts_formats_generations_and_kinds(
    fixtures: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command(
        "inspect", fixtures / "demo" / "party.json", fixtures / "demo" / "fight.json",
        "--format", "json",
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    party, fight = json.loads(ran.stdout)
    assert (party["container"], party["documents"]) == ("array", 3)
    assert party["generations"] == {"G4": 2, "G5": 1}
    assert party["kinds"] == {"character": 3}
    assert (fight["kinds"], fight["actions"]) == ({"log": 1}, 9)


def test_inspect_says_one_document_of_one(sw_data_command: Command, fixtures: Path) -> None:
    ran = sw_data_command("inspect", fixtures / "own" / "joe.json")
    assert "1 document\n" in ran.stdout


def test_inspect_of_what_is_broken_has_status_1_and_of_what_is_not_there_2(
    sw_data_command: Command,
) -> None:
    assert sw_data_command("inspect", "-", stdin="[1").returncode == 1
    ran = sw_data_command("inspect", "nope.json")
    assert (ran.returncode, ran.stdout) == (2, "")


def test_a_sheet_converted_to_our_own_form_resolves_the_same_fight(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    demo = fixtures / "demo"
    ours = tmp_path / "party.json"
    ran = sw_data_command("convert", demo / "party.json", "--to", "sw-data", "-o", ours)
    assert ran.returncode == 0, ran.stderr
    assert sw_data_command("validate", ours).returncode == 0
    runs = [
        json.loads(
            sw_data_command(
                "resolve", demo / "fight.json", "--actors", actors, "--format", "json"
            ).stdout
        )
        for actors in (demo / "party.json", ours)
    ]
    assert runs[0]["outcomes"] == runs[1]["outcomes"]


def test_a_document_of_that_format_already_stays_byte_for_byte(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    single = tmp_path / "joe.json"
    joe = json.loads((fixtures / "demo" / "party.json").read_text("utf-8"))[0]
    single.write_text(json.dumps(joe, indent=7).replace("\n", "\r\n"), newline="")
    out = tmp_path / "out.json"
    ran = sw_data_command("convert", single, "--to", "foundry", "-o", out)
    assert ran.returncode == 0, ran.stderr
    assert out.read_bytes() == single.read_bytes()


def test_convert_into_a_folder_writes_a_file_for_each(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command(
        "convert", fixtures / "demo" / "party.json", "--to", "sw-data", "-o", f"{tmp_path}/out/"
    )
    assert ran.returncode == 0, ran.stderr
    names = sorted(path.name for path in (tmp_path / "out").iterdir())
    assert names == ["Goblin.json", "Grukk.json", "Joe.json"]


def test_a_format_that_does_not_exist_lists_the_known_ones(
    fixtures: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command("convert", fixtures / "demo" / "party.json", "--to", "word")
    assert (ran.returncode, ran.stdout) == (2, "")
    assert "no format 'word'; there are " in ran.stderr
    assert "foundry" in ran.stderr


def test_what_is_packed_unpacks_to_the_same_documents(
    fixtures: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    party = fixtures / "demo" / "party.json"
    first, pack, again = tmp_path / "src", tmp_path / "pack", tmp_path / "again"
    ran = sw_data_command("unpack", party, "-o", first)
    assert ran.returncode == 0, ran.stderr
    assert "3 documents" in ran.stdout
    ran = sw_data_command("pack", first, "-o", pack, "--format", "json")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["documents"] == 3
    assert sw_data_command("unpack", pack, "-o", again).returncode == 0
    documents = [
        sorted(
            (json.loads(path.read_text("utf-8")) for path in folder.iterdir()),
            key=lambda each: str(each["_id"]),
        )
        for folder in (first, again)
    ]
    assert documents[0] == documents[1]
    refused = sw_data_command("pack", first, "-o", pack)
    assert (refused.returncode, refused.stdout) == (2, "")
    assert sw_data_command("pack", first, "-o", pack, "--in-place").returncode == 0


# --- schema, rules -----------------------------------------------------------------------------------


def test_every_schema_that_is_listed_is_printed(sw_data_command: Command) -> None:
    names = sw_data_command("schema").stdout.split()
    assert {"character", "weapon", "vehicle", "chase", "log", "outcome", "diagnostic"} <= set(names)
    for name in names[:3]:
        assert json.loads(sw_data_command("schema", name).stdout)["$schema"].endswith(
            "2020-12/schema"
        )


def test_an_unknown_schema_or_rule_lists_what_there_is(sw_data_command: Command) -> None:
    for arguments, said in ((["schema", "x"], "character"), (["rules", "soak.x"], "soak.when")):
        ran = sw_data_command(*arguments)
        assert (ran.returncode, ran.stdout) == (2, "")
        assert said in ran.stderr


def test_a_rule_is_printed_with_its_source_and_its_knobs(sw_data_command: Command) -> None:
    ran = sw_data_command("rules", "opposed.order", "--ruleset", "deluxe")
    assert ran.returncode == 0, ran.stderr
    assert "source: S1" in ran.stdout
    assert "opposed.minimum = none" in ran.stdout


def test_a_chapter_prints_all_its_rules(sw_data_command: Command) -> None:
    ran = sw_data_command("rules", "soak", "--format", "json")
    ids = [each["id"] for each in json.loads(ran.stdout)]
    assert "soak.when" in ids
    assert {each.partition(".")[0] for each in ids} == {"soak"}


def test_diff_prints_what_a_ruleset_changes_and_nothing_else(sw_data_command: Command) -> None:
    ran = sw_data_command("rules", "--diff", "deluxe", "--format", "json")
    assert json.loads(ran.stdout) == {
        "trait.extras_critical": {"core": "many_dice", "deluxe": "never"},
        "opposed.minimum": {"core": 4, "deluxe": "none"},
        "ability.reroll_keeps": {"core": "best", "deluxe": "last"},
        "reroll.allow_critical": {"core": False, "deluxe": True},
    }
    assert "no knob" in sw_data_command("rules", "--diff", "core").stdout
