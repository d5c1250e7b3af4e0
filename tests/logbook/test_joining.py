"""How messages become actions: who is meant, what belongs together, and what stays open."""

from __future__ import annotations

import json
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.chat import read_chat
from sw_data.errors import DocumentError
from sw_data.logbook.questions import read_answers

Json = dict[str, Any]


def read(table: Any, answers: dict[str, str] | None = None) -> tuple[list[Json], Any]:
    reading = read_chat(table.path(), answers=answers)
    return list(reading.actions()), reading


def asked(reading: Any) -> dict[str, list[str]]:
    return {each.id: [c.answer for c in each.candidates] for each in reading.questions}


def attack(table: Any, who: str, at: str | None = None) -> Json:
    message: Json = table.trait(who, "Fighting", table.dice((8, 7), (6, 2)), at=at)
    return message


def test_an_attack_and_its_damage_are_one_action(table: Any, named: Json) -> None:
    attack(table, named["buck"], named["ogre"])
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4), (6, 3)), "swr")
    (action,), reading = read(table)
    assert action["weapon"] == "Longsword"
    assert action["target"] == named["ogre"]
    # The rules roll the weapon first, then Strength, then the raise.
    assert [each["faces"] for each in action["dice"]["damage"]] == [[4], [5], [3]]
    assert action["source"]["with"] == [table.messages[1]["_id"]]
    assert reading.coverage.joined == 1


def test_damage_of_another_item_does_not_join(table: Any, named: Json) -> None:
    table.sheets[0]["items"].append(table.weapon("dagger0000000001", "Dagger", "@str+d4"))
    attack(table, named["buck"], named["ogre"])
    table.messages[0]["flags"]["swade-tools"] = {
        "rolltype": "skill",
        "itemroll": "sword00000000001",
        "usetarget": "tokogre000000001",
    }
    table.damage(named["buck"], "Dagger", table.dice((8, 5), (4, 3)), "sw")
    actions, reading = read(table)
    assert [each["type"] for each in actions] == ["attack"]
    assert "damage" not in actions[0]["dice"]
    assert reading.coverage.open == {"SW670": 1}


def test_a_target_is_told_by_the_damage_that_follows(table: Any, named: Json) -> None:
    message = attack(table, named["buck"])
    damage = table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "sw")
    table.tools(
        damage,
        rolltype="damage",
        itemroll="sword00000000001",
        usetarget="tokogre000000001",
        useactor=named["buck"],
    )
    (action,), _ = read(table)
    assert (action["id"], action["target"]) == (message["_id"], named["ogre"])


def test_a_target_is_told_by_what_is_said_of_it(table: Any, named: Json) -> None:
    attack(table, named["buck"])
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "sw")
    table.say(named["ogre"], content="<b>Ogre</b> is Shaken.")
    (action,), _ = read(table)
    assert action["target"] == named["ogre"]
    assert action["recorded"]["hits"] == [{"damage": 9, "wounds": 0}]


def test_an_attack_on_nobody_is_asked_about_and_an_answer_settles_it(
    table: Any, named: Json
) -> None:
    message = attack(table, named["buck"])
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "sw")
    actions, reading = read(table)
    assert actions == []
    question = f"{message['_id']}:target"
    assert named["ogre"] in asked(reading)[question]
    assert named["buck"] not in asked(reading)[question]
    assert reading.coverage.open["SW666"] == 2
    (action,), again = read(table, {question: named["ogre"]})
    assert action["target"] == named["ogre"]
    assert again.coverage.opened == 0


def test_one_of_two_weapons_is_asked_for(table: Any, named: Json) -> None:
    table.sheets[0]["items"].append(table.weapon("dagger0000000001", "Dagger", "@str+d4"))
    message = attack(table, named["buck"], named["ogre"])
    actions, reading = read(table)
    assert actions == []
    question = f"{message['_id']}:weapon"
    assert set(asked(reading)[question]) == {"sword00000000001", "dagger0000000001", "trait"}
    (action,), _ = read(table, {question: "dagger0000000001"})
    assert action["weapon"] == "Dagger"
    (plain,), _ = read(table, {question: "trait"})
    assert (plain["type"], plain["trait"]) == ("trait", "Fighting")


def test_the_item_that_is_shown_first_is_the_weapon(table: Any, named: Json) -> None:
    table.sheets[0]["items"].append(table.weapon("dagger0000000001", "Dagger", "@str+d4"))
    table.say(
        named["buck"],
        type="itemCard",
        system={"uuid": "Actor.buck000000000001.Item.dagger0000000001"},
        content="<div></div>",
    )
    attack(table, named["buck"], named["ogre"])
    (action,), _ = read(table)
    assert action["weapon"] == "Dagger"


def test_an_item_card_of_older_worlds_is_known_by_its_html(table: Any, named: Json) -> None:
    table.sheets[0]["items"].append(table.weapon("dagger0000000001", "Dagger", "@str+d4"))
    html = '<div class="swade chat-card item-card" data-actor-id="buck000000000001" data-item-id="dagger0000000001"><h3 class="item-name">Dagger</h3></div>'
    table.say(named["buck"], content=html)
    attack(table, named["buck"], named["ogre"])
    (action,), _ = read(table)
    assert action["weapon"] == "Dagger"


def test_tokens_without_a_link_are_each_somebody(table: Any, named: Json) -> None:
    for token in ("tokgoblin0000001", "tokgoblin0000002"):
        attack(table, named["buck"], token)
        table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "sw")
    actions, reading = read(table)
    assert [each["target"] for each in actions] == ["tokgoblin0000001", "tokgoblin0000002"]
    made = {each["id"]: each["name"] for each in reading.header()["actors"]}
    assert made == {"tokgoblin0000001": "Goblin", "tokgoblin0000002": "Goblin (2)"}


def test_tokens_without_a_link_are_told_apart_without_the_scene_too(
    table: Any, named: Json
) -> None:
    table.scene = False
    attack(table, named["buck"], "tokgoblin0000002")
    table.damage(named["buck"], "Longsword", table.dice((8, 5), (8, 4)), "sw")
    (action,), reading = read(table)
    assert action["target"] == "tokgoblin0000002"
    assert [each["name"] for each in reading.header()["actors"]] == ["Goblin (2)"]


def test_a_token_has_its_own_differences(table: Any, named: Json) -> None:
    attack(table, named["buck"], "tokgoblin0000001")
    path = table.path()
    documents = [json.loads(line) for line in path.read_text().splitlines()]
    scene = next(each for each in documents if "walls" in each)
    token = next(each for each in scene["tokens"] if each["_id"] == "tokgoblin0000001")
    token["delta"] = {
        "system": {"wounds": {"max": 2}},
        "items": [{"_id": "spear00000000001", "name": "Long Spear"}],
    }
    path.write_text("".join(json.dumps(each) + "\n" for each in documents))
    reading = read_chat(path)
    list(reading.actions())
    (goblin,) = reading.header()["actors"]
    assert goblin["wounds"]["max"] == 2
    assert goblin["weapons"][0]["name"] == "Long Spear"
    assert goblin["weapons"][0]["damage"] == "Str+d6"


def test_two_of_one_name_are_asked_about(table: Any, named: Json) -> None:
    table.sheets.append({**table.sheets[0], "_id": "buck000000000002"})
    message = table.trait("nobody", "Notice", table.dice((6, 4), (6, 2)))
    message["speaker"] = {"actor": None, "token": None, "alias": "Buck"}
    actions, reading = read(table)
    assert actions == []
    question = f"{message['_id']}:who"
    assert set(asked(reading)[question]) == {"buck000000000001", "buck000000000002"}
    assert reading.coverage.findings[0].code == "SW665"
    (action,), _ = read(table, {question: "buck000000000002"})
    assert action["actor"] == "buck000000000002"


def test_a_deleted_actor_is_known_by_its_name_or_asked_about(table: Any, named: Json) -> None:
    gone = table.trait("gone000000000001", "Notice", table.dice((6, 4), (6, 2)))
    gone["speaker"]["alias"] = "Buck"
    lost = table.trait("gone000000000002", "Notice", table.dice((6, 4), (6, 2)))
    lost["speaker"]["alias"] = "Zed"
    actions, reading = read(table)
    assert [each["actor"] for each in actions] == [named["buck"]]
    assert list(asked(reading)) == [f"{lost['_id']}:who"]
    assert reading.coverage.open == {"SW664": 1}


def test_without_any_sheet_everybody_is_who_he_says_he_is(table: Any, named: Json) -> None:
    table.sheets = []
    table.scene = False
    table.trait(named["buck"], "Notice", table.dice((6, 4), (6, 2)))
    (action,), _ = read(table)
    assert action["actor"] == "buck000000000001"


def test_wounds_are_left_to_the_rules_and_the_tables_modifiers_are_kept(
    table: Any, named: Json
) -> None:
    modifiers = [
        {"label": "Wounds", "value": -1}, {"label": "Multi-Action Penalty", "value": -2},
        {"label": "Darkness", "value": -2}, {"label": "", "value": 1},
    ]  # fmt: skip
    table.trait(named["buck"], "Notice", table.dice((6, 4), (6, 2)), modifiers=modifiers)
    (action,), _ = read(table)
    assert action["modifiers"] == [{"label": "Darkness", "value": -2}, {"label": "", "value": 1}]
    assert action["actions_this_turn"] == 2
    assert action["source"]["vtt"]["left_to_rules"] == [{"label": "Wounds", "value": -1}]


def test_a_condition_is_left_to_the_rules_only_if_the_sheet_has_it(table: Any, named: Json) -> None:
    table.trait(
        named["buck"],
        "Notice",
        table.dice((6, 4), (6, 2)),
        modifiers=[{"label": "Distracted", "value": -2}],
    )
    (kept,), _ = read(table)
    table.sheets[0]["effects"] = [
        {
            "_id": "d",
            "name": "Distracted",
            "statuses": ["distracted"],
            "changes": [],
            "disabled": False,
        }
    ]
    (left,), _ = read(table)
    assert kept["modifiers"] == [{"label": "Distracted", "value": -2}]
    assert "modifiers" not in left


def test_a_range_is_a_bracket_and_no_modifier(table: Any, named: Json) -> None:
    table.trait(
        named["ada"], "Shooting", table.dice((10, 5), (10, 3), (6, 2)), at=named["ogre"],
        modifiers=[{"label": "Medium Range", "value": -2}],
    )  # fmt: skip
    (action,), _ = read(table)
    assert action["range"] == "medium"
    assert "modifiers" not in action


def test_a_die_that_was_added_is_a_modifier_with_its_faces(table: Any, named: Json) -> None:
    message = table.trait(named["buck"], "Notice", table.dice((6, 4), (6, 2)))
    made = json.loads(message["rolls"][0])
    made["terms"] += [
        {"class": "OperatorTerm", "operator": "+"},
        table.die_term({"die": "d6", "faces": [6, 3]}, "Conviction"),
    ]
    made["total"] = 13
    message["rolls"] = [json.dumps(made)]
    (action,), _ = read(table)
    assert action["modifiers"] == [{"label": "Conviction (d6 6+3)", "value": 9}]


def test_a_free_reroll_is_that_of_an_ability(table: Any, named: Json) -> None:
    first = table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 1)))
    table.trait(named["buck"], "Notice", table.dice((6, 5), (6, 1)), rerollMode="free")
    _, again = read(table)[0]
    assert (again["type"], again["of"], again["with"]) == ("reroll", first["_id"], "ability")


def test_a_benny_of_the_gm_pays_for_the_reroll_behind_it(table: Any, named: Json) -> None:
    table.trait(named["ogre"], "Notice", table.dice((4, 2), (6, 1)))
    gm = table.say("gm", content="Gamemaster spends a Benny")
    gm["speaker"] = {"actor": None, "token": None, "alias": "Gamemaster"}
    table.trait(named["ogre"], "Notice", table.dice((4, 3), (6, 5)), rerollMode="benny")
    actions, _ = read(table)
    assert (actions[1]["with"], actions[1]["from"]) == ("benny", "gm")


def test_a_reroll_whose_roll_is_not_in_the_log_is_asked_about(table: Any, named: Json) -> None:
    message = table.trait(named["buck"], "Notice", table.dice((6, 5), (6, 1)), rerollMode="benny")
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.open == {"SW671": 1}
    (action,), _ = read(table, {f"{message['_id']}:reroll": "first"})
    assert action["type"] == "trait"


def test_a_benny_for_nothing_is_asked_about(table: Any, named: Json) -> None:
    message = table.say(named["buck"], content="Buck spends a Benny")
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.open == {"SW674": 1}
    (action,), _ = read(table, {f"{message['_id']}:benny": "shaken"})
    assert (action["type"], action["for"]) == ("spend_benny", "shaken")
    nothing, settled = read(table, {f"{message['_id']}:benny": "nothing"})
    assert nothing == []
    assert settled.coverage.opened == 0


def test_bennies_that_are_given_and_refreshed_are_actions(table: Any, named: Json) -> None:
    table.say(named["buck"], content="Buck gets a Benny")
    gm = table.say("gm", content="All Bennies have been refreshed")
    gm["speaker"] = {"actor": None, "token": None, "alias": ""}
    actions, _ = read(table)
    assert [each["type"] for each in actions] == ["award_benny", "session"]


def test_a_vigor_roll_after_damage_that_says_nothing_is_asked_about(
    table: Any, named: Json
) -> None:
    attack(table, named["ogre"], named["buck"])
    table.damage(named["ogre"], "Great Club", table.dice((8, 7), (8, 7)), "sw")
    message = table.trait(
        named["buck"], "Vigor", table.dice((8, 5), (6, 1)), title="Vigor Attribute Test"
    )
    actions, reading = read(table)
    assert [each["type"] for each in actions] == ["attack"]
    question = f"{message['_id']}:purpose"
    assert asked(reading)[question] == ["soak", "incapacitation", "trait"]
    soaked, _ = read(table, {question: "soak"})
    assert soaked[1]["type"] == "soak"
    assert soaked[1]["attack"] == soaked[0]["id"]


def test_a_soak_of_nothing_is_a_finding(table: Any, named: Json) -> None:
    table.trait(named["buck"], "Vigor", table.dice((8, 5), (6, 1)), title="Soak Roll")
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.open == {"SW673": 1}


def test_damage_without_an_attack_is_an_action_of_its_own(table: Any, named: Json) -> None:
    message = table.damage(
        named["ogre"],
        "Falling",
        table.dice((6, 5), (6, 4)),
        "ww",
        [{"label": "", "value": 1}, {"label": "Spikes", "value": 2}],
    )
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.open == {"SW670": 1}
    (action,), _ = read(table, {f"{message['_id']}:target": named["buck"]})
    assert (action["type"], action["target"], action["damage"]) == (
        "damage",
        named["buck"],
        "2d6+1",
    )
    assert action["damage_modifiers"] == [{"label": "Spikes", "value": 2}]


def test_a_power_is_a_roll_and_a_damage(table: Any, named: Json) -> None:
    table.sheets[0]["items"].append(
        {
            "_id": "skillspell000001",
            "name": "Spellcasting",
            "type": "skill",
            "system": {"die": {"sides": 8, "modifier": 0}},
        }
    )
    table.trait(named["buck"], "Spellcasting", table.dice((8, 6), (6, 2)), at=named["ogre"])
    table.damage(named["buck"], "Bolt", table.dice((6, 5), (6, 4)), "ww")
    actions, _ = read(table)
    assert [each["type"] for each in actions] == ["trait", "damage"]
    assert actions[1]["target"] == named["ogre"]


def test_a_roll_that_names_no_trait_is_asked_about(table: Any, named: Json) -> None:
    message = table.trait(named["buck"], "", table.dice((8, 6), (6, 2)), title="")
    made = json.loads(message["rolls"][0])
    message["rolls"] = [json.dumps(made)]
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.open == {"SW668": 1}
    (action,), _ = read(table, {f"{message['_id']}:trait": "Notice"})
    assert action["trait"] == "Notice"


def test_a_trait_in_another_language_is_that_of_the_rules(table: Any, named: Json) -> None:
    table.trait(
        named["buck"],
        "Wahrnehmung",
        table.dice((6, 6, 1), (6, 2)),
        title="Wahrnehmung Fertigkeitswurf",
    )
    (action,), _ = read(table)
    assert action["trait"] == "Notice"


def test_cards_of_a_round_are_one_deal(table: Any, named: Json) -> None:
    for actor, cards in ((named["buck"], ["5H", "KS"]), (named["ogre"], ["Joker"])):
        table.say(
            actor,
            flags={
                "core": {"initiativeRoll": True},
                "swade": {
                    "cards": [table.card_document(each) for each in cards],
                    "pickedCard": table.card_document(cards[-1]),
                },
            },
        )
    table.trait(
        named["ogre"],
        "Notice",
        table.dice((4, 2), (6, 5)),
        modifiers=[{"label": "Joker", "value": 2}],
    )
    table.say(
        named["buck"],
        flags={
            "core": {"initiativeRoll": True},
            "swade": {"cards": [table.card_document("2C")], "pickedCard": "x"},
        },
    )
    actions, reading = read(table)
    assert [each["type"] for each in actions] == ["deal", "trait", "deal"]
    assert actions[0]["dice"]["cards"] == {named["buck"]: ["5H", "KS"], named["ogre"]: ["Joker"]}
    assert "modifiers" not in actions[1]
    assert reading.coverage.rounds == 2


def test_a_joker_that_the_log_did_not_deal_is_the_tables_modifier(table: Any, named: Json) -> None:
    table.trait(
        named["ogre"],
        "Notice",
        table.dice((4, 2), (6, 5)),
        modifiers=[{"label": "Joker", "value": 2}],
    )
    (action,), _ = read(table)
    assert action["modifiers"] == [{"label": "Joker", "value": 2}]


def test_a_fight_gives_the_cards_that_no_message_shows(table: Any, named: Json) -> None:
    table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    combat = {
        "_id": "combat0000000001", "round": 1, "turn": 0, "_stats": {"modifiedTime": 1_600_000_000_000},
        "combatants": [
            {"_id": "c1", "actorId": named["buck"], "tokenId": "tokbuck000000001", "name": "Buck",
             "system": {"cardValue": 14, "suitValue": 4, "cardString": "A\u2660", "hasJoker": False}},
            {"_id": "c2", "actorId": named["ogre"], "tokenId": "tokogre000000001", "name": "Ogre", "system": {},
             "flags": {"swade": {"cardValue": 99, "suitValue": 99, "cardString": "Red J", "hasJoker": True}}},
        ],
    }  # fmt: skip
    table.sheets.append(combat)
    actions, reading = read(table)
    assert actions[0]["dice"]["cards"] == {named["buck"]: ["AS"], named["ogre"]: ["Joker"]}
    assert reading.coverage.combats == 1


def test_a_group_roll_of_an_extra_keeps_its_wild_die(table: Any, named: Json) -> None:
    table.trait(named["goblin"], "Stealth", table.dice((8, 3), (6, 5)))
    (action,), _ = read(table)
    assert len(action["dice"]["roll"]) == 2


def test_rolls_of_other_games_are_no_business_of_the_rules(table: Any, named: Json) -> None:
    table.say(
        named["buck"],
        [
            {
                "class": "D20Roll",
                "terms": [table.die_term({"die": "d20", "faces": [17]})],
                "total": 17,
            }
        ],
    )
    other = table.say(
        named["buck"],
        [
            {
                "class": "D20Roll",
                "terms": [table.die_term({"die": "d20", "faces": [17]})],
                "total": 17,
            }
        ],
    )
    other["_stats"] = {"systemId": "dnd5e"}
    actions, reading = read(table)
    assert actions == []
    assert reading.coverage.other == 1
    assert reading.coverage.systems == {"dnd5e": 1}


def test_private_rolls_are_read_and_counted(table: Any, named: Json) -> None:
    message = table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    message["whisper"] = ["user000000000001"]
    blind = table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    blind["blind"] = True
    actions, reading = read(table)
    assert len(actions) == 2
    assert reading.coverage.private == 2


def test_a_message_that_stands_twice_counts_once(table: Any, named: Json) -> None:
    message = table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    table.messages.append({**message, "flavor": "Notice Skill Test (edited)"})
    actions, reading = read(table)
    assert len(actions) == 1
    assert reading.coverage.codes["SW679"] == 1


def test_an_answer_to_no_question_is_a_finding(table: Any, named: Json) -> None:
    table.trait(named["buck"], "Notice", table.dice((6, 2), (6, 5)))
    _, reading = read(table, {"elsewhere:target": "x"})
    assert reading.coverage.codes["SW678"] == 1


def test_an_export_without_a_message_is_an_error(tmp_path: Path, table: Any) -> None:
    with pytest.raises(DocumentError, match="no message"):
        list(read_chat(table.path()).actions())


@pytest.mark.parametrize(
    "line",
    ["{", "[1]", '{"question": 3}', '{"question": "a", "answer": 7}'],
    ids=["broken", "list", "number", "answer"],
)
def test_a_broken_answers_file_is_an_error_with_its_line(line: str) -> None:
    with pytest.raises(DocumentError) as error:
        read_answers(["", line], "answers.jsonl")
    assert error.value.line == 2


def test_an_answer_that_is_null_is_none() -> None:
    assert read_answers(
        ['{"question": "a", "answer": null}', '{"question": "b", "answer": "c"}'], "x"
    ).given == {"b": "c"}
