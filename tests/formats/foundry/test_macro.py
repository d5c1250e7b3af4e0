from __future__ import annotations

import json
import shutil
import subprocess
from pathlib import Path
from typing import Any

import pytest

from sw_data.formats.foundry.combat import with_cards
from sw_data.formats.foundry.macro import macro, script_literal
from sw_data.formats.foundry.updates import combatant_updates, updates
from sw_data.models import Effect

# Just enough of Foundry: actors with update and embedded effects, uuids, notifications.
WORLD = """
const merge = (target, key, value) => {
  const steps = key.split('.');
  const last = steps.pop();
  for (const step of steps) target = target[step] ??= {};
  if (last.startsWith('-=')) delete target[last.slice(2)];
  else target[last] = value;
};
class Actor {
  constructor(data) { this.data = data; this.log = []; }
  get effects() {
    const ids = new Set(this.data.effects.map((each) => each._id));
    return { has: (id) => ids.has(id) };
  }
  get statuses() { return new Set(this.data.effects.flatMap((each) => each.statuses ?? [])); }
  async update(changes) { for (const [k, v] of Object.entries(changes)) merge(this.data, k, v); }
  async createEmbeddedDocuments(type, list, { keepId }) {
    if (!keepId) throw new Error('a random id');
    for (const each of list) {
      if (this.effects.has(each._id)) throw new Error(`${each._id} is there already`);
      this.data.effects.push(each);
    }
  }
  async deleteEmbeddedDocuments(type, ids) {
    for (const id of ids) if (!this.effects.has(id)) throw new Error(`${id} is not there`);
    this.data.effects = this.data.effects.filter((each) => !ids.includes(each._id));
  }
}
const actors = new Map(Object.entries(INPUT).map(([uuid, data]) => [uuid, new Actor(data)]));
globalThis.fromUuid = async (uuid) =>
  uuid.includes('Token') ? { actor: actors.get(uuid) } : actors.get(uuid) ?? null;
for (const one of actors.values()) one.actor = one.data.combatantOf ? new Actor({}) : undefined;
const said = [];
globalThis.ui = {
  notifications: { info: (text) => said.push(['info', text]), warn: (text) => said.push(['warn', text]) },
};
const AsyncFunction = (async () => {}).constructor;
const run = new AsyncFunction(SCRIPT);
const state = () => JSON.parse(JSON.stringify([...actors].map(([uuid, actor]) => [uuid, actor.data])));
(async () => {
  await run();
  const once = state();
  await run();
  console.log(JSON.stringify({ once, twice: state(), said }));
})();
"""


def load(fixtures: Path, name: str) -> Any:
    return json.loads((fixtures / "foundry" / "written" / f"{name}.json").read_bytes())


def ran(script: str, world: dict[str, Any]) -> Any:
    node = shutil.which("node")
    if node is None:
        pytest.skip("node is not installed: the macro cannot be run")
    source = f"const INPUT = {json.dumps(world)};\nconst SCRIPT = {json.dumps(script)};\n{WORLD}"
    done = subprocess.run(
        [node, "-"], input=source, capture_output=True, encoding="utf-8", timeout=60, check=False
    )
    assert done.returncode == 0, done.stderr
    return json.loads(done.stdout)


def test_a_macro_run_twice_leaves_the_world_as_run_once(fixtures: Path) -> None:
    hurt, healed = load(fixtures, "g4_character"), load(fixtures, "g3_character")
    healed["effects"] = [
        {"_id": "shaken0000000000", "statuses": ["shaken"]},
        {"_id": "a" * 16, "statuses": ["stunned", "prone"]},
    ]
    made = updates(
        [
            (
                hurt,
                [
                    Effect("a", "wounds.value", 0, 2),
                    Effect("a", "conditions", [], ["shaken"]),
                    Effect("a", "zone", 1, 2, "c1"),
                ],
            ),
            (healed, [Effect("b", "conditions", ["prone", "shaken", "stunned"], ["stunned"])]),
        ]
    )
    result = ran(macro(made), {"Actor.g4Character00001": hurt, "Actor.g3Character00001": healed})
    assert result["once"] == result["twice"]
    (_, one), (_, two) = result["once"]
    assert one["system"]["wounds"]["value"] == 2
    assert [each["_id"] for each in one["effects"]] == ["shaken0000000000"]
    assert one["flags"]["sw-data"]["chases"][0]["zone"] == 2
    assert [(each["_id"], each["statuses"]) for each in two["effects"]] == [("a" * 16, ["stunned"])]
    assert [kind for kind, _ in result["said"]] == ["info", "info"]


def test_a_status_set_by_hand_is_not_set_again(fixtures: Path) -> None:
    actor = load(fixtures, "g4_character")
    made = updates([(actor, [Effect("a", "conditions", [], ["shaken"])])])
    actor["effects"] = [{"_id": "b" * 16, "statuses": ["shaken"]}]
    result = ran(macro(made), {"Actor.g4Character00001": actor})
    assert [each["_id"] for each in result["twice"][0][1]["effects"]] == ["b" * 16]


def test_an_actor_that_is_not_in_the_world_is_told_of_and_the_rest_is_done(fixtures: Path) -> None:
    here, away = load(fixtures, "g4_character"), load(fixtures, "g3_character")
    wound = [Effect("a", "wounds.value", 0, 1)]
    result = ran(macro(updates([(away, wound), (here, wound)])), {"Actor.g4Character00001": here})
    assert result["once"][0][1]["system"]["wounds"]["value"] == 1
    kind, text = result["said"][0]
    assert kind == "warn"
    assert "Actor.g3Character00001" in text


def test_a_tokens_own_actor_is_found_by_its_token(fixtures: Path) -> None:
    actor = load(fixtures, "g5_npc")
    uuid = "Scene.s000000000000001.Token.t000000000000001"
    actor["_stats"]["exportSource"] = {"uuid": uuid}
    made = updates([(actor, [Effect("a", "conditions", [], ["shaken"])])])
    result = ran(macro(made), {uuid: actor})
    assert [each["_id"] for each in result["once"][0][1]["effects"]] == ["shaken0000000000"]


def test_a_combatant_gets_its_card_and_not_the_actor_that_it_stands_for() -> None:
    fight: dict[str, Any] = {
        "_id": "fight00000000001", "type": "chase", "round": 1,
        "combatants": [
            {"_id": "cmbjoe0000000001", "actorId": "joe", "system": {}},
            {"_id": "cmbann0000000001", "actorId": "ann", "system": {}},
        ],
    }  # fmt: skip
    made = combatant_updates(fight, with_cards(fight, [("joe", "KS")]))
    assert made.diagnostics == ()
    uuid = "Combat.fight00000000001.Combatant.cmbjoe0000000001"
    ran_twice = ran(macro(made.value), {uuid: {"combatantOf": "joe", "system": {}}})
    assert ran_twice["once"] == ran_twice["twice"]
    assert ran_twice["once"][0][1]["system"]["cardString"] == "K\u2660"
    assert ran_twice["once"][0][1]["initiative"] == made.value["update"][0]["initiative"]


NASTY = [
    "</script><script>alert(1)</script>",
    "`${process.exit(7)}`",
    '"); process.exit(7); ("',
    "\u2028\u2029\\u0022",
    "{changes} %s {0}",
]


@pytest.mark.parametrize("text", NASTY)
def test_no_text_of_a_sheet_becomes_code(text: str) -> None:
    made = {"update": [{"_id": "x", "system.note": text, "__proto__": {"polluted": text}}]}
    script = macro(made)
    assert script.isascii()
    assert "</" not in script
    result = ran(
        script.replace("`Actor.${_id}`", '"Actor.x"'), {"Actor.x": {"effects": [], "system": {}}}
    )
    assert result["twice"][0][1]["system"] == {"note": text}


def test_a_literal_is_json_but_for_the_prototype() -> None:
    value = {"a": ["<", "\u2028", 'q"', 1.5, None, True]}
    assert json.loads(script_literal(value)) == value
    assert '["__proto__"]:' in script_literal({"__proto__": 1})
