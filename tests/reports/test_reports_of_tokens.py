"""Reports about identity and tokens (section L), each with a file that shows it."""

from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any

import sw_data as sw
from sw_data.document import apply, parse
from sw_data.formats.foundry.token import UnlinkedToken
from sw_data.models import Character, Effect

Make = Callable[..., dict[str, Any]]
Write = Callable[[str, object], Path]


# R116
def test_of_two_sheets_of_one_name_only_the_one_that_is_meant_is_hurt(
    npc: Make, written: Write
) -> None:
    sheets = [{**npc("Zombie", wild_card=False), "_id": f"zombie000000000{n}"} for n in (1, 2)]
    blows = [
        {"id": name, "type": "damage", "target": target, "damage": "2d10",
         "dice": {"damage": [9, 9]}}
        for name, target in (("a", "Zombie"), ("b", "zombie0000000002"))
    ]  # fmt: skip
    log = {"format": "sw-data/log", "version": 1, "ruleset": "core", "actions": blows}
    run = sw.resolve(written("log.json", log), actors=written("zombies.json", sheets))
    by_name, by_id = run.outcomes
    assert by_name.status == "rejected"
    assert "zombie0000000001" in by_name.violations[0].message
    assert {each.actor for each in by_id.effects} == {"zombie0000000002"}
    assert run.actors["zombie0000000001"].conditions == ()
    assert "incapacitated" in run.actors["zombie0000000002"].conditions


# R116
def test_a_token_without_a_link_keeps_what_happened_to_it_for_itself(npc: Make) -> None:
    zombie = npc("Zombie", wild_card=False)
    tokens = [
        {"_id": f"token0000000000{n}", "name": "Zombie", "actorLink": False, "actorId": zombie["_id"],
         "delta": {"_id": f"delta0000000000{n}"}}
        for n in (1, 2)
    ]  # fmt: skip
    form = UnlinkedToken(zombie)
    before = json.dumps(zombie)
    first = form.read(tokens[0]).model
    assert isinstance(first, Character)
    assert first.id == "token00000000001"
    hurt = Effect(actor=first.id, field="conditions", from_=[], to=["shaken"])
    document = parse(json.dumps(tokens[0]))
    changed = apply(document, form.write(tokens[0], [hurt]).edits).value
    assert json.dumps(zombie) == before
    after, other = form.read(changed).model, form.read(tokens[1]).model
    assert isinstance(after, Character)
    assert isinstance(other, Character)
    assert (after.conditions, other.conditions) == (("shaken",), ())
