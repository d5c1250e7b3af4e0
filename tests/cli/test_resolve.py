"""`sw-data resolve`, as it is installed: what it prints, what it writes, and what it says of a wrong use."""

from __future__ import annotations

import json
import subprocess
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest

Command = Callable[..., subprocess.CompletedProcess[str]]
ATTRIBUTES = dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6")


@pytest.fixture
def demo(fixtures: Path) -> Path:
    return fixtures / "demo"


def log(*actions: dict[str, Any], **header: Any) -> dict[str, Any]:
    actors = [
        {
            "kind": "character",
            "id": "joe",
            "name": "Joe",
            "wild_card": True,
            "attributes": ATTRIBUTES,
        },
        {"kind": "character", "id": "moe", "name": "Moe", "attributes": ATTRIBUTES},
    ]
    return {"format": "sw-data/log", "version": 1, "actors": actors, **header, "actions": actions}


def trait(ident: str, actor: str = "joe", **more: Any) -> dict[str, Any]:
    return {"id": ident, "type": "trait", "actor": actor, "trait": "Vigor", **more}


def as_lines(document: dict[str, Any]) -> str:
    header = {key: value for key, value in document.items() if key != "actions"}
    return "".join(json.dumps(each) + "\n" for each in [header, *document["actions"]])


def test_the_demo_fight_is_told_with_its_dice_and_rules(
    demo: Path, sw_data_command: Command
) -> None:
    ran = sw_data_command("resolve", demo / "fight.json", "--actors", demo / "party.json")
    assert ran.returncode == 0, ran.stderr
    lines = ran.stdout.splitlines()
    at = next(number for number, line in enumerate(lines) if line.startswith("a1: Joe hits Goblin"))
    assert "Shooting d10: 10+3 = 13, Wild d6: 2 = 13 against 4: 2 raises" in lines[at + 1]
    assert "attack.ranged" in lines[at + 1]
    hammer = next(line for line in lines if "Hammer on a stick in d6 hands" in line)
    assert "too weak for the d10 it asks: d6+d6, lost +1 Fighting, kept -1 parry" in hammer
    assert "    Goblin: wounds 0 -> 1, conditions now incapacitated, shaken" in lines
    assert lines[-1] == "7 resolved, 0 rejected, 2 revised; ruleset core, seed 7"


def test_the_export_differs_in_what_the_fight_changed_and_in_no_other_line(
    demo: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    after = tmp_path / "after.json"
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--export", after
    )
    assert ran.returncode == 0, ran.stderr
    before_text = (demo / "party.json").read_text("utf-8")
    after_text = after.read_text("utf-8")
    assert '"weight": 2.50,' in after_text
    old, new = json.loads(before_text), json.loads(after_text)
    for actor, was in zip(new, old, strict=True):
        for field in ("wounds", "bennies"):
            actor["system"][field]["value"] = was["system"][field]["value"]
        actor["effects"] = []
    assert new == old
    kept = [line for line in after_text.splitlines() if line in set(before_text.splitlines())]
    assert len(kept) > len(before_text.splitlines()) - 8


def test_the_updates_and_the_macro_say_the_same_changes(
    demo: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    arguments = ["resolve", str(demo / "fight.json"), "--actors", str(demo / "party.json")]
    updates, macro = tmp_path / "updates.json", tmp_path / "macro.js"
    ran = sw_data_command(*arguments, "--updates", updates, "--macro", macro)
    assert ran.returncode == 0, ran.stderr
    said = json.loads(updates.read_text("utf-8"))
    joe = next(each for each in said["update"] if each["_id"] == "joe0000000000001")
    assert joe == {"_id": "joe0000000000001", "system.bennies.value": 1, "system.wounds.value": 1}
    assert {each["parent"] for each in said["create"]} == {
        "Actor.grukk00000000001",
        "Actor.goblin0000000001",
    }
    assert "system.wounds.value" in macro.read_text("utf-8")


def test_json_is_one_document_and_nothing_else(demo: Path, sw_data_command: Command) -> None:
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--format", "json"
    )
    assert ran.returncode == 0
    run = json.loads(ran.stdout)
    assert [each["id"] for each in run["outcomes"]][:3] == ["a1", "a2", "a3"]
    assert run["summary"] == {"resolved": 7, "rejected": 0, "revised": 2}
    assert (run["seed"], run["dice"], run["ruleset"]["name"]) == (7, "sw1", "core")
    assert [each["name"] for each in run["actors"]] == ["Joe", "Grukk", "Goblin"]
    assert "encounters" not in run


def test_a_log_from_standard_input(sw_data_command: Command) -> None:
    text = json.dumps(log(trait("a1", dice={"roll": [5, 2]})))
    ran = sw_data_command("resolve", "-", "--format", "json", stdin=text)
    assert ran.returncode == 0, ran.stderr
    assert json.loads(ran.stdout)["outcomes"][0]["total"] == 5


def test_a_rejected_action_makes_the_status_1_and_the_log_goes_on(sw_data_command: Command) -> None:
    text = json.dumps(log(trait("a1", actor="nobody"), trait("a2", dice={"roll": [5, 2]})))
    ran = sw_data_command("resolve", "-", "--format", "json", stdin=text)
    assert ran.returncode == 1
    first, second = json.loads(ran.stdout)["outcomes"]
    assert first["status"] == "rejected"
    assert first["violations"][0]["code"] == "SW611"
    assert second["status"] == "resolved"


@pytest.mark.parametrize("form", ["one document", "lines"])
def test_an_action_that_cannot_be_read_is_rejected_with_its_place(
    form: str, sw_data_command: Command
) -> None:
    document = log(trait("a1", trait=5), trait("a2", dice={"roll": [5, 2]}))
    text = json.dumps(document) if form == "one document" else as_lines(document)
    ran = sw_data_command("resolve", "-", "--format", "json", stdin=text)
    assert ran.returncode == 1
    first, second = json.loads(ran.stdout)["outcomes"]
    assert (first["id"], first["type"], first["status"]) == ("a1", "trait", "rejected")
    assert first["violations"][0]["code"] == "SW610"
    line, column = (2, 56) if form == "lines" else (1, text.index('"trait": 5') + 10)
    assert first["violations"][0]["message"].startswith(f"line {line}, column {column}: trait")
    assert second["status"] == "resolved"


def test_a_broken_line_is_rejected_and_the_rest_is_resolved(sw_data_command: Command) -> None:
    lines = as_lines(log(trait("a1"), trait("a2"), trait("a3"))).splitlines()
    lines[2] = lines[2][:-3]
    ran = sw_data_command("resolve", "-", "--format", "json", stdin="\n".join(lines))
    assert ran.returncode == 1
    outcomes = json.loads(ran.stdout)["outcomes"]
    assert [each["status"] for each in outcomes] == ["resolved", "rejected", "resolved"]
    assert outcomes[1]["id"] == "line 3"
    assert "line 3, column" in outcomes[1]["violations"][0]["message"]


WRONG = [
    (["nope.json"], "nope.json: cannot be opened: no such file or directory"),
    (["."], ".: cannot be opened: is a directory"),
    (["text.json"], "text.json:1:1: expected a value, found 'no'"),
    (["cut.json"], "cut.json:1:"),
    (["list.json"], 'list.json:1:1: no action log: one has "format": "sw-data/log"'),
    (["version.json"], "version.json:1:38: version must be 1; got 2"),
    (
        ["log.json", "--rule", "shaken.sucess=act"],
        "no knob shaken.sucess; did you mean shaken.succ",
    ),
    (["log.json", "--rule", "shaken.success=dance"], "shaken.success cannot be 'dance'"),
    (["log.json", "--rule", "shaken.success"], "turns no knob; write KEY=VALUE"),
    (["log.json", "--ruleset", "corr"], "no ruleset 'corr'; there are core, swade, deluxe"),
    (["log.json", "--ruleset", "none.toml"], "none.toml: cannot be read: no such file"),
    (["log.json", "--ruleset", "bad.toml"], "bad.toml:1:9: not TOML"),
    (["log.json", "--actors", "nope.json"], "nope.json: there is no such file or folder"),
    (["log.json", "--actors", "text.json"], "text.json:1:1: expected a value"),
    (["log.json", "--workers", "0"], "Invalid value for '--workers'"),
    (["log.json", "--workers", "two"], "Invalid value for '--workers'"),
    (["log.json", "--seed", "seven"], "'seven' is not a valid integer"),
    (["log.json", "--follow-ups", "maybe"], "'maybe' is not one of 'roll', 'report'"),
    ([""], "it is empty; '.' is the working folder"),
    (["empty.json"], "empty.json:1:1: the file is empty"),
    (["binary.json"], "binary.json"),
    (["log.json", "--actors", "binary.json"], "binary.json"),
    (["log.json", "--actors", "empty.json"], "empty.json:1:1: the file is empty"),
    (["log.json", "--ruleset", "."], "no ruleset '.'; there are core, swade, deluxe"),
    (["log.json", "--rule", "a=1"], "no knob a; there are trait.target_number"),
    (["log.json", "--answers", "text.json"], "answers are for the chat of a virtual tabletop"),
    (["log.json", "--nonsense"], "No such option '--nonsense'"),
    (["log.json", "--export", "log.json"], "log.json is an input and would be written over"),
    (["log.json", "--export", "no/where.json"], "no/where.json: cannot be written"),
    (["log.json", "--outcomes", "no/where.jsonl"], "no/where.jsonl: cannot be written"),
    (["log.json", "--updates", "u.json"], "no actor came from a Foundry document"),
    (["log.json", "--encounter", "e9", "--export", "x.json"], "no encounter 'e9'"),
    (["log.json", "--encounter", "e9"], "--encounter is for"),
    (["log.json", "--in-place"], "--in-place is for --export"),
    (["log.json", "--explain", "a9"], "no outcome 'a9'"),
]


@pytest.mark.parametrize(("arguments", "said"), WRONG, ids=[" ".join(a) for a, _ in WRONG])
def test_a_wrong_use_is_one_clear_line_and_exit_status_2(
    arguments: list[str], said: str, tmp_path: Path, sw_data_command: Command
) -> None:
    text = json.dumps(log(trait("a1")))
    (tmp_path / "log.json").write_text(text)
    (tmp_path / "cut.json").write_text(text[:-20])
    (tmp_path / "text.json").write_text("no json")
    (tmp_path / "list.json").write_text("[]")
    (tmp_path / "empty.json").write_text("")
    (tmp_path / "binary.json").write_bytes(bytes(range(256)) * 8)
    (tmp_path / "version.json").write_text('{"format": "sw-data/log", "version": 2}')
    (tmp_path / "bad.toml").write_text("shaken =")
    ran = sw_data_command("resolve", *arguments, cwd=tmp_path)
    assert ran.returncode == 2
    lines = ran.stderr.splitlines()
    assert len(lines) == 1, ran.stderr
    assert lines[0].startswith("sw-data: error: ")
    assert said in lines[0]


def test_a_wrong_name_is_told_whom_it_may_have_meant(sw_data_command: Command) -> None:
    for name, hint in (
        ("Jo", "did you mean 'Joe' (id 'joe')?"),
        ("joee", "did you mean 'Joe' (id 'joe')?"),
        ("Ghost", "there are Joe, Moe"),
    ):
        ran = sw_data_command("resolve", "-", stdin=json.dumps(log(trait("a1", actor=name))))
        assert ran.returncode == 1
        assert f"no actor {name!r} in this log; {hint}" in ran.stdout
    ran = sw_data_command("resolve", "-", stdin=json.dumps(log(trait("a1"), actors=[])))
    assert "it has no actors; list them in it, or name their file with --actors" in ran.stdout


def test_explain_introduces_the_actors_with_their_ids(demo: Path, sw_data_command: Command) -> None:
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--explain", "a6"
    )
    assert "from Joe (joe0000000000001) skills.Fighting at" in ran.stdout
    assert ran.stdout.count("joe0000000000001") == 1
    assert "Grukk takes 2 wounds and is Shaken" in ran.stdout


def test_knobs_of_the_command_line_win_over_the_log_and_the_log_over_the_ruleset(
    tmp_path: Path, sw_data_command: Command
) -> None:
    (tmp_path / "table.toml").write_text(
        'extends = "swade"\nname = "table"\n[trait]\ntarget_number = 5\nraise_step = 3\n'
    )
    text = json.dumps(log(trait("a1"), rules={"trait.raise_step": 2, "benny.start": 1}))
    ran = sw_data_command(
        "resolve", "-", "--ruleset", tmp_path / "table.toml", "--rule", "benny.start=7",
        "--format", "json", stdin=text,
    )  # fmt: skip
    assert ran.returncode == 0, ran.stderr
    ruleset = json.loads(ran.stdout)["ruleset"]
    assert ruleset["name"] == "table"
    assert ruleset["trait"]["target_number"] == 5
    assert ruleset["trait"]["raise_step"] == 2
    assert ruleset["benny"]["start"] == 7
    assert ruleset["shaken"]["success"] == "act"


def test_the_seed_of_the_command_line_wins_over_that_of_the_log(sw_data_command: Command) -> None:
    text = json.dumps(log(*(trait(f"a{number}") for number in range(20)), seed=1))
    runs = [
        sw_data_command("resolve", "-", "--format", "json", *more, stdin=text).stdout
        for more in ([], ["--seed", "1"], ["--seed", "2"])
    ]
    assert runs[0] == runs[1]
    assert json.loads(runs[2])["outcomes"] != json.loads(runs[0])["outcomes"]


def fights(count: int) -> dict[str, Any]:
    return log(
        *(
            trait(f"e{number}a{turn}", encounter=f"e{number}")
            for number in range(count)
            for turn in range(3)
        ),
        seed=5,
    )


def test_several_encounters_have_their_states_apart(sw_data_command: Command) -> None:
    ran = sw_data_command("resolve", "-", "--format", "json", stdin=as_lines(fights(3)))
    assert ran.returncode == 0, ran.stderr
    run = json.loads(ran.stdout)
    assert (run["actors"], run["chases"]) == ([], [])
    assert list(run["encounters"]) == ["e0", "e1", "e2"]
    assert [each["id"] for each in run["encounters"]["e1"]["actors"]] == ["joe", "moe"]


@pytest.mark.parametrize("interleaved", [False, True])
def test_any_number_of_workers_writes_the_same_bytes(
    interleaved: bool, tmp_path: Path, sw_data_command: Command
) -> None:
    document = fights(200)
    if interleaved:
        document["interleaved"] = True
        document["actions"] = sorted(document["actions"], key=lambda each: str(each["id"])[-1])
    (tmp_path / "log.jsonl").write_text(as_lines(document))
    written: list[bytes] = []
    for workers in ("1", "2", "3"):
        out = tmp_path / f"{workers}.jsonl"
        ran = sw_data_command(
            "resolve", tmp_path / "log.jsonl", "--outcomes", out, "--workers", workers
        )
        assert ran.returncode == 0, ran.stderr
        assert ran.stdout == "600 resolved, 0 rejected, 0 revised; ruleset core, seed 5\n"
        written.append(out.read_bytes())
    assert written[0] == written[1] == written[2]
    assert len(written[0].splitlines()) == 600


def test_an_encounter_that_goes_on_after_another_one_began_is_rejected(
    sw_data_command: Command,
) -> None:
    document = log(
        trait("a1", encounter="e1"), trait("a2", encounter="e2"), trait("a3", encounter="e1")
    )
    for workers in ("1", "2"):
        ran = sw_data_command(
            "resolve", "-", "--outcomes", "-", "--workers", workers, stdin=as_lines(document)
        )
        assert ran.returncode == 1
        outcomes = [json.loads(line) for line in ran.stdout.splitlines()]
        late = next(each for each in outcomes if each["id"] == "a3")
        assert late["violations"][0]["code"] == "SW619"
    ran = sw_data_command("resolve", "-", stdin=json.dumps(document))
    assert ran.returncode == 0, ran.stdout


def test_several_encounters_are_exported_to_a_folder_or_one_by_its_name(
    demo: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    party = str(demo / "party.json")
    hurt = {"type": "damage", "target": "Joe", "damage": "2d6", "dice": {"damage": [5, 5]}}
    document = log(
        {"id": "a1", "encounter": "e/1", **hurt}, {"id": "a2", "encounter": "e2", **hurt}, actors=[]
    )
    arguments = ["resolve", "-", "--actors", party, "--follow-ups", "report"]
    refused = sw_data_command(
        *arguments, "--export", tmp_path / "after.json", stdin=json.dumps(document)
    )
    assert refused.returncode == 2
    assert "--encounter" in refused.stderr
    assert not (tmp_path / "after.json").exists()
    ran = sw_data_command(*arguments, "--export", f"{tmp_path}/out/", stdin=json.dumps(document))
    assert ran.returncode == 0, ran.stderr
    assert sorted(path.name for path in (tmp_path / "out").iterdir()) == ["e2.json", "e_1.json"]
    one = sw_data_command(
        *arguments,
        "--export",
        tmp_path / "e2.json",
        "--encounter",
        "e2",
        stdin=json.dumps(document),
    )
    assert one.returncode == 0, one.stderr
    assert (tmp_path / "e2.json").read_bytes() == (tmp_path / "out" / "e2.json").read_bytes()


def test_an_input_is_written_over_only_in_place(
    demo: Path, tmp_path: Path, sw_data_command: Command
) -> None:
    party = tmp_path / "party.json"
    party.write_bytes((demo / "party.json").read_bytes())
    arguments = ["resolve", str(demo / "fight.json"), "--actors", str(party)]
    refused = sw_data_command(*arguments, "--export", party)
    assert refused.returncode == 2
    assert party.read_bytes() == (demo / "party.json").read_bytes()
    ran = sw_data_command(*arguments, "--export", party, "--in-place")
    assert ran.returncode == 0, ran.stderr
    assert json.loads(party.read_text("utf-8"))[1]["system"]["wounds"]["value"] == 2


@pytest.mark.parametrize(
    "places",
    [
        ("--export", "x.json", "--updates", "./x.json"),
        ("--outcomes", "-", "--updates", "-"),
        ("--outcomes", "-", "--format", "json"),
    ],
    ids=" ".join,
)
def test_two_outputs_never_go_to_one_place(
    places: tuple[str, ...],
    tmp_path: Path,
    monkeypatch: pytest.MonkeyPatch,
    sw_data_command: Command,
) -> None:
    monkeypatch.chdir(tmp_path)
    ran = sw_data_command("resolve", "-", *places, stdin=json.dumps(log(trait("a1"))))
    assert ran.returncode == 2
    assert "both go to" in ran.stderr
    assert not ran.stdout
    assert not (tmp_path / "x.json").exists()


def test_an_empty_path_is_not_the_working_folder(sw_data_command: Command) -> None:
    ran = sw_data_command("validate", "", "--fix")
    assert ran.returncode == 2
    assert "it is empty" in ran.stderr


def test_lenient_resolves_and_warns(sw_data_command: Command) -> None:
    shaken = log(trait("a1", dice={"roll": [5, 2]}))
    shaken["actors"][0]["conditions"] = ["shaken"]
    strict = sw_data_command("resolve", "-", stdin=json.dumps(shaken))
    assert strict.returncode == 1
    assert "rejected" in strict.stdout
    ran = sw_data_command("resolve", "-", "--lenient", stdin=json.dumps(shaken))
    assert ran.returncode == 0
    assert "    warning: " in ran.stdout
    assert "shaken.restricts" in ran.stdout


def test_explain_shows_where_the_numbers_stand(demo: Path, sw_data_command: Command) -> None:
    ran = sw_data_command(
        "resolve", demo / "fight.json", "--actors", demo / "party.json", "--explain", "a5"
    )
    assert ran.returncode == 0, ran.stderr
    assert "skills.Fighting at " in ran.stdout
    assert "party.json:172:22 /0/items/0/system/die/sides" in ran.stdout
    assert "-1 wounds [trait.wound_penalty]" in ran.stdout


def test_a_reference_is_read_from_the_folder_of_the_log_and_never_outside_it(
    tmp_path: Path, sw_data_command: Command
) -> None:
    folder = tmp_path / "table"
    folder.mkdir()
    sheets = json.dumps(log()["actors"])
    (folder / "party.json").write_text(sheets)
    (tmp_path / "outside.json").write_text(sheets)
    (folder / "link.json").symlink_to(tmp_path / "outside.json")
    action = trait("a1", dice={"roll": [5, 2]})
    for path, status in (
        ("party.json", 0),
        ("./party.json", 0),
        ("../outside.json", 1),
        ("link.json", 1),
        (str(folder / "party.json"), 1),
        ("nothing.json", 1),
    ):
        (folder / "log.json").write_text(json.dumps(log(action, actors=[{"$ref": path}])))
        ran = sw_data_command("resolve", folder / "log.json")
        assert ran.returncode == status, (path, ran.stdout, ran.stderr)
        assert ("SW618" in ran.stderr) == (status == 1)


def test_hostile_names_cannot_steer_the_terminal(sw_data_command: Command) -> None:
    document = log(trait("a1", actor="\x1b[2J\x07evil"))
    ran = sw_data_command("resolve", "-", stdin=json.dumps(document))
    assert "\x1b" not in ran.stdout
    assert "\\x1b[2J" in ran.stdout
