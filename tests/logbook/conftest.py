"""An evening at the table: a known log of actions, and the chat that each tabletop would have kept of it."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from pathlib import Path
from typing import Any

import pytest

from sw_data.api.resolve import resolve
from sw_data.api.run import Run
from sw_data.formats.foundry import Foundry
from sw_data.models import Character

Json = dict[str, Any]

ATTRIBUTES = ("agility", "smarts", "spirit", "strength", "vigor")
LABELS = {
    "trait.wound_penalty": "Wounds",
    "chase.initiative": "Joker",
    "trait.unskilled": "Unskilled",
    "condition.distracted": "Distracted",
}


def sheet(
    ident: str,
    name: str,
    *,
    wild: bool,
    dice: str,
    skills: dict[str, int],
    weapons: list[Json],
    linked: bool = True,
) -> Json:
    """A sheet of the newest generation but one."""
    sides = dict(zip(ATTRIBUTES, map(int, dice.split()), strict=True))
    items: list[Json] = [
        {"_id": f"{ident[:10]}{number:06}", "name": skill, "type": "skill",
         "system": {"attribute": "agility", "die": {"sides": die, "modifier": 0}, "wild-die": {"sides": 6}}}
        for number, (skill, die) in enumerate(skills.items())
    ]  # fmt: skip
    return {
        "_id": ident,
        "name": name,
        "type": "character" if wild and linked else "npc",
        "system": {
            "attributes": {
                each: {"die": {"sides": sides[each], "modifier": 0}, "wild-die": {"sides": 6}}
                for each in ATTRIBUTES
            },
            "details": {"autoCalcToughness": True, "autoCalcParry": True},
            "stats": {"size": 0, "toughness": {"value": 0, "armor": 0}, "parry": {"value": 0}},
            "wounds": {"value": 0, "max": 3 if wild else 0, "ignored": 0},
            "fatigue": {"value": 0, "max": 2, "ignored": 0},
            "bennies": {"value": 40, "max": 3},
            "wildcard": wild,
        },
        "items": [*items, *weapons],
        "effects": [],
        "flags": {},
        "prototypeToken": {"actorLink": linked},
        "ownership": {"default": 0},
    }


def weapon(ident: str, name: str, damage: str, **more: Any) -> Json:
    """A weapon in hand."""
    return {
        "_id": ident, "name": name, "type": "weapon",
        "system": {"damage": damage, "equipStatus": 4, "ap": 0, "rof": 1, "range": "", "minStr": "", "parry": 0,
                   "actions": {"trait": more.pop("trait", "Fighting"), "traitMod": "", "dmgMod": "", "additional": {}}, **more},
    }  # fmt: skip


def sheets() -> list[Json]:
    """Two heroes, an ogre, and a sheet of goblins of which each token is one."""
    return [
        sheet("buck000000000001", "Buck", wild=True, dice="8 6 6 8 8", skills={"Fighting": 8, "Shooting": 6, "Notice": 6, "Stealth": 8},
              weapons=[weapon("sword00000000001", "Longsword", "@str+d8")]),
        sheet("ada0000000000001", "Ada", wild=True, dice="8 8 8 6 6", skills={"Fighting": 4, "Shooting": 10, "Notice": 8, "Athletics": 6},
              weapons=[weapon("rifle00000000001", "Repeater", "2d6+1", trait="Shooting", range="24/48/96", rof=2, ap=1),
                       weapon("knife00000000001", "Knife", "@str+d4")]),
        sheet("ogre000000000001", "Ogre", wild=True, dice="6 4 6 8 12", skills={"Fighting": 8, "Intimidation": 6},
              weapons=[weapon("club000000000001", "Great Club", "@str+d8")]),
        sheet("goblin0000000001", "Goblin", wild=False, dice="8 4 6 4 6", skills={"Fighting": 6, "Stealth": 8}, linked=False,
              weapons=[weapon("spear00000000001", "Spear", "@str+d6")]),
    ]  # fmt: skip


TOKENS = {
    "tokbuck000000001": ("buck000000000001", "Buck", True),
    "tokada0000000001": ("ada0000000000001", "Ada", True),
    "tokogre000000001": ("ogre000000000001", "Ogre", True),
    "tokgoblin0000001": ("goblin0000000001", "Goblin", False),
    "tokgoblin0000002": ("goblin0000000001", "Goblin (2)", False),
    "tokgoblin0000003": ("goblin0000000001", "Goblin (3)", False),
    "tokgoblin0000004": ("goblin0000000001", "Goblin (4)", False),
    "tokgoblin0000005": ("goblin0000000001", "Goblin (5)", False),
    "tokgoblin0000006": ("goblin0000000001", "Goblin (6)", False),
    "tokgoblin0000007": ("goblin0000000001", "Goblin (7)", False),
}


def scene() -> Json:
    """The scene with the tokens."""
    return {
        "_id": "scene00000000001", "name": "Bridge", "walls": [], "drawings": [],
        "tokens": [
            {"_id": token, "name": name, "actorId": actor, "actorLink": linked}
            for token, (actor, name, linked) in TOKENS.items()
        ],
    }  # fmt: skip


def actor_of(token: str) -> str:
    """What the log calls the actor of a token."""
    base, _, linked = TOKENS[token]
    return base if linked else token


TOKEN_OF = {actor_of(token): token for token in TOKENS}
NAME_OF = {actor_of(token): name for token, (_, name, _) in TOKENS.items()}


class Evening:
    """The known log, and what comes of each of its actions by the rules."""

    def __init__(self, log: Json) -> None:
        self.actions: list[Json] = log["actions"]
        self.made = [
            {**_model(sheets()[3]).to_json(), "id": token, "name": name}
            for token, (_, name, linked) in TOKENS.items()
            if not linked
        ]
        self.log: Json = {**log, "actors": [*sheets()[:3], *self.made]}
        self.run: Run = resolve(self.log)
        found = {each.id: each.to_json() for each in self.run.outcomes}
        self.outcomes = [found[each["id"]] for each in self.actions]
        self.now: dict[str, Any] = {each.id: each for each in self.run.encounter().actors}


def _model(value: Json) -> Character:
    model = Foundry().read(value).model
    assert isinstance(model, Character)
    return model


# --- the chat that a tabletop keeps ------------------------------------------------------


def die_term(die: Json, label: str = "", wild: bool = False, **more: Any) -> Json:
    """A die term with the results of its Aces."""
    faces = die["faces"]
    results: list[Json] = [
        {"result": face, "active": True, **({"exploded": True} if at < len(faces) - 1 else {})}
        for at, face in enumerate(faces)
    ]
    return {
        "class": "WildDie" if wild else "Die", "options": {"flavor": label} if label else {}, "evaluated": True,
        "number": 1, "faces": int(die["die"][1:]), "modifiers": ["x"], "results": results, **more,
    }  # fmt: skip


def added(modifiers: list[Json], *, named: bool = True) -> list[Json]:
    """Terms of modifiers."""
    terms: list[Json] = []
    for each in modifiers:
        terms.append(
            {
                "class": "OperatorTerm",
                "options": {},
                "evaluated": True,
                "operator": "+" if each["value"] >= 0 else "-",
            }
        )
        options = {"flavor": each["label"]} if named and each["label"] else {}
        terms.append(
            {
                "class": "NumericTerm",
                "options": options,
                "evaluated": True,
                "number": abs(each["value"]),
            }
        )
    return terms


def pool_roll(
    cls: str,
    dice: list[Json],
    trait: str,
    wild: bool,
    modifiers: list[Json],
    *,
    named: bool = True,
    options: Json | None = None,
) -> Json:
    """A trait roll: a pool, and modifiers behind it."""
    totals = [sum(die["faces"]) for die in dice]
    keep = max(1, len(dice) - 1) if wild else len(dice)
    kept = sorted(range(len(dice)), key=lambda at: -totals[at])[:keep]
    rolls: list[Json] = []
    for at, die in enumerate(dice):
        is_wild = wild and at == len(dice) - 1
        rolls.append({"class": cls, "options": {}, "dice": [], "formula": f"1{die['die']}x", "total": totals[at], "evaluated": True,
                      "terms": [die_term(die, "Wild Die" if is_wild else trait, wild=is_wild and cls == "TraitRoll")]})  # fmt: skip
    pool: Json = {
        "class": "PoolTerm", "options": {}, "evaluated": True, "terms": [each["formula"] for each in rolls],
        "modifiers": ["kh" if keep == 1 else f"kh{keep}"], "rolls": rolls,
        "results": [{"result": total, "active": at in kept, **({} if at in kept else {"discarded": True})} for at, total in enumerate(totals)],
    }  # fmt: skip
    total = sum(totals[at] for at in kept) + sum(each["value"] for each in modifiers)
    return {
        "class": cls, "options": options or {}, "dice": [], "formula": "pool", "total": total, "evaluated": True,
        "terms": [pool, *added(modifiers, named=named)],
    }  # fmt: skip


def damage_roll(
    cls: str, dice: list[Json], roles: list[str], modifiers: list[Json], **options: Any
) -> Json:
    """A damage roll as Foundry writes it: Strength, the weapon's dice, the raise, and what is added."""
    order = sorted(
        range(len(dice)), key=lambda at: {"strength": 0, "weapon": 1, "raise": 2}[roles[at]]
    )
    labels = {"strength": "Strength", "weapon": "", "raise": "Bonus Damage"}
    terms: list[Json] = []
    for at in order:
        if terms:
            terms.append(
                {"class": "OperatorTerm", "options": {}, "evaluated": True, "operator": "+"}
            )
        terms.append(die_term(dice[at], labels[roles[at]]))
    total = sum(sum(die["faces"]) for die in dice) + sum(each["value"] for each in modifiers)
    return {
        "class": cls, "options": options, "dice": [], "formula": "damage", "total": total, "evaluated": True,
        "terms": [*terms, *added(modifiers)],
    }  # fmt: skip


CARD_RANKS = {"J": 11, "Q": 12, "K": 13, "A": 14}
CARD_SUITS = {"C": 1, "D": 2, "H": 3, "S": 4}


def card_document(card: str) -> Json:
    """An Action Card."""
    if card == "Joker":
        return {
            "_id": "joker00000000001",
            "name": "Joker",
            "value": 99,
            "system": {"suit": 4, "isJoker": True},
        }
    rank = card[:-1]
    return {
        "name": card,
        "value": CARD_RANKS.get(rank) or int(rank),
        "system": {"suit": CARD_SUITS[card[-1]], "isJoker": False},
    }


class Chat:
    """Writes the chat of an evening in one generation, with or without a module."""

    def __init__(self, evening: Evening, generation: str) -> None:
        self.evening = evening
        self.generation = generation
        self.messages: list[Json] = []
        self.time = 1_700_000_000_000
        self.extra = 0
        self.by_id = {each["id"]: each for each in evening.actions}
        self.outcome = {each["id"]: each for each in evening.outcomes}
        for action in evening.actions:
            self.time += 15_000
            getattr(self, "_" + action["type"])(action, self.outcome[action["id"]])
            if self.extra % 3 == 0:
                self.talk("Well then.")
            self.extra += 1

    @property
    def tools(self) -> bool:
        return self.generation == "v9"

    @property
    def better(self) -> bool:
        return self.generation == "v12"

    def message(self, ident: str | None, actor: str | None, **more: Any) -> Json:
        """A message in the shape of the generation."""
        self.time += 1000
        if ident is None:
            self.extra += 1
            ident = f"x{self.extra:015}"
        token = TOKEN_OF.get(actor or "")
        speaker = {"scene": "scene00000000001" if token else None, "actor": TOKENS[token][0] if token else None,
                   "token": token, "alias": NAME_OF.get(actor or "", "Gamemaster")}  # fmt: skip
        rolls = [json.dumps(each) for each in more.pop("rolls", [])]
        out: Json = {"_id": ident, "timestamp": self.time, "speaker": speaker, "flavor": more.pop("flavor", ""),
                     "content": more.pop("content", ""), "whisper": [], "blind": False, "flags": more.pop("flags", {})}  # fmt: skip
        talk = more.pop("talk", False)
        if self.generation == "v9":
            out.update({"user": "user000000000001", "type": 2 if talk else 5 if rolls else 0})
            if rolls:
                out["roll"] = rolls[-1]
        elif self.generation == "v10":
            out.update(
                {
                    "user": "user000000000001",
                    "type": 2 if talk else 5 if rolls else 0,
                    "rolls": rolls,
                }
            )
        else:
            out.update({"author": "user000000000001", "style": 2 if talk else 0, "type": more.pop("type", "base"),
                        "system": more.pop("system", {}), "rolls": rolls})  # fmt: skip
        self.messages.append(out)
        return out

    def talk(self, text: str) -> None:
        """Somebody says something in character."""
        self.message(None, "buck000000000001", content=text, talk=True)

    # Actions

    def _deal(self, action: Json, outcome: Json) -> None:
        for number, (actor, cards) in enumerate(outcome["cards"].items()):
            self.message(
                action["id"] if number == 0 else None, actor,
                flags={"core": {"initiativeRoll": True},
                       "swade": {"cards": [card_document(each) for each in cards], "pickedCard": card_document(cards[-1]), "isRedraw": False}},
            )  # fmt: skip

    def _modifiers(self, roll: Json) -> list[Json]:
        return [
            {"label": LABELS.get(each["rule"], each["label"]), "value": each["value"]}
            for each in roll["modifiers"]
        ]

    def _trait_message(
        self,
        action: Json,
        outcome: Json,
        title: str,
        purpose: str,
        pool: str = "roll",
        mode: str | None = None,
        **card: Any,
    ) -> None:
        roll = next(each for each in outcome["rolls"] if each["pool"] == pool)
        trait = roll["trait"]
        dice = [{"die": each["die"], "faces": each["faces"]} for each in roll["dice"]]
        wild = roll["dice"][-1]["role"] == "wild"
        modifiers = self._modifiers(roll)
        targets = card.pop("targets", [])
        flags: Json = {}
        if self.better:
            self._better_message(
                action,
                dice,
                wild,
                trait,
                modifiers,
                purpose,
                targets,
                fumble=outcome["critical_failure"],
                tn=outcome["tn"],
                **card,
            )
            return
        if self.tools:
            tools = {
                "skill": "skill",
                "attribute": "attribute",
                "soak": "soak",
                "recover": "unshaken",
            }
            if purpose in tools:
                flags["swade-tools"] = {"rolltype": tools[purpose], "useactor": TOKENS[TOKEN_OF[action["actor"]]][0],
                                        "usetoken": TOKEN_OF[action["actor"]], "skill": trait if purpose == "skill" else "",
                                        "usetarget": ",".join(targets), **card}  # fmt: skip
            text = title + "".join(f"<br>{each['label']}: {each['value']:+d}" for each in modifiers)
            made = pool_roll(
                "Roll",
                dice,
                trait,
                wild,
                modifiers,
                named=False,
                options={"rerollMode": mode} if mode else {},
            )
            self.message(action["id"], action["actor"], flavor=text, rolls=[made], flags=flags)
            return
        flags["swade"] = {
            "targets": [
                {"name": NAME_OF[actor_of(each)], "uuid": f"Scene.scene00000000001.Token.{each}"}
                for each in targets
            ]
        }
        made = pool_roll("TraitRoll", dice, trait, wild, modifiers,
                         options={"targetNumber": 4, "rollType": "trait", "modifiers": modifiers, **({"rerollMode": mode} if mode else {})})  # fmt: skip
        self.message(action["id"], action["actor"], flavor=title, rolls=[made], flags=flags)

    def _better_message(
        self, action: Json, dice: list[Json], wild: bool, trait: str, modifiers: list[Json], purpose: str,
        targets: list[str], **card: Any,
    ) -> Json:  # fmt: skip
        types = {
            "attribute": 1,
            "skill": 2,
            "item": 3,
            "soak": 10,
            "incapacitation": 11,
            "recover": 13,
        }
        bonus = sum(each["value"] for each in modifiers)
        rolled = [{"sides": int(die["die"][1:]), "raw_total": sum(die["faces"]), "result": sum(die["faces"]) + bonus,
                   "label": "Wild Die" if wild and at == len(dice) - 1 else trait, "extra_class": "",
                   "wild_die": wild and at == len(dice) - 1} for at, die in enumerate(dice)]  # fmt: skip
        data = {"type": types[purpose], "actor_id": TOKENS[TOKEN_OF[action["actor"]]][0], "token_id": TOKEN_OF[action["actor"]],
                "item_id": card.get("itemroll"), "skill_id": None,
                "attribute_name": trait.lower() if purpose == "attribute" else "", "target_ids": targets,
                "trait_roll": {"rolls": [{"dice": rolled, "is_fumble": card.get("fumble", False)}], "tn": card.get("tn", 4), "tn_reason": "", "wild_die": wild,
                               "modifiers": [{"name": each["label"], "value": each["value"]} for each in modifiers],
                               "selected_roll_index": 0}}  # fmt: skip
        return self.message(
            action["id"],
            action["actor"],
            flags={"betterrolls-swade2": {"br_data": data, "render_data": {"damage_rolls": []}}},
        )

    def _trait(self, action: Json, outcome: Json) -> None:
        attribute = action["trait"].lower() in ATTRIBUTES
        title = f"{action['trait']} {'Attribute' if attribute else 'Skill'} Test"
        self._trait_message(action, outcome, title, "attribute" if attribute else "skill")

    def _recover(self, action: Json, outcome: Json) -> None:
        self._trait_message(action, outcome, "Attempt to recover from being Shaken", "recover")

    def _incapacitation(self, action: Json, outcome: Json) -> None:
        self._trait_message(action, outcome, "Injury Roll", "incapacitation")

    def _soak(self, action: Json, outcome: Json) -> None:
        self.message(None, action["actor"], content="<div class='benny'>Spends a Benny!</div>")
        self._trait_message(action, outcome, "Soak Roll", "soak")

    def _attack(self, action: Json, outcome: Json) -> None:
        model = self.evening.now[action["actor"]]
        item = next(each.id for each in model.weapons if each.name == action["weapon"])
        if self.generation == "v13":
            self.message(
                None,
                action["actor"],
                type="itemCard",
                system={"uuid": f"Actor.x.Item.{item}"},
                content="<div>card</div>",
            )
        trait = outcome["rolls"][0]["trait"]
        self._trait_message(action, outcome, f"{trait} Skill Test", "item" if self.better else "skill", pool="attack",
                            targets=[TOKEN_OF[action["target"]]], **({"itemroll": item} if self.tools or self.better else {}))  # fmt: skip
        self._damage(action, action, outcome, item)

    def _damage(self, action: Json, attack: Json, outcome: Json, item: str) -> None:
        rolls = [each for each in outcome["rolls"] if each["pool"].split(".")[0] == "damage"]
        hits: list[Json] = outcome.get("hits") or []
        for number, roll in enumerate(rolls):
            dice = [{"die": each["die"], "faces": each["faces"]} for each in roll["dice"]]
            roles = [each["role"] for each in roll["dice"]]
            flat = [
                {"label": LABELS.get(each["rule"], ""), "value": each["value"]}
                for each in roll["modifiers"]
            ]
            ap = 1 if attack["weapon"] == "Repeater" else 0
            if self.better:
                card = next(each for each in self.messages if each["_id"] == action["id"])
                shown = [{"faces": int(die["die"][1:]), "results": die["faces"],
                          "label": {"strength": "Strength", "weapon": "Damage", "raise": "Raise"}[role]}
                         for die, role in zip(dice, roles, strict=True)]  # fmt: skip
                entry: Json = {"label": "x", "raise": "raise" in roles, "brswroll": {
                    "rolls": [{"result": roll["total"], "tn": hits[number]["toughness"], "armor": 0, "ap": ap, "target_id": TOKEN_OF[attack["target"]]}],
                    "modifiers": [{"name": each["label"] or f"Damage ({each['value']})", "value": each["value"]} for each in flat], "dice": shown}}  # fmt: skip
                card["flags"]["betterrolls-swade2"]["render_data"]["damage_rolls"].append(entry)
                continue
            flags: Json = {}
            if self.tools:
                flags["swade-tools"] = {"rolltype": "damage", "itemroll": item, "usetarget": TOKEN_OF[attack["target"]],
                                        "useactor": TOKENS[TOKEN_OF[attack["actor"]]][0], "usetoken": TOKEN_OF[attack["actor"]]}  # fmt: skip
            made = damage_roll(
                "Roll" if self.tools else "DamageRoll",
                dice,
                roles,
                flat,
                **({} if self.tools else {"ap": ap}),
            )
            self.message(
                None,
                attack["actor"],
                flavor=f"{attack['weapon']} Damage - AP {ap}",
                rolls=[made],
                flags=flags,
            )
        if self.generation in ("v10", "v13"):
            for hit in hits:
                name = NAME_OF[hit["target"]]
                if hit["wounds"] and not any(
                    each["type"] == "soak" and each["attack"] == attack["id"]
                    for each in self.evening.actions
                ):
                    self.message(
                        None,
                        hit["target"],
                        content=f"<strong>{name}</strong> is Shaken with {hit['wounds']} Wounds.",
                    )

    def _reroll(self, action: Json, outcome: Json) -> None:
        base = self.by_id[action["of"]]
        pool = "attack" if base["type"] == "attack" else "roll"
        self.message(None, action["actor"], content="Spends a Benny!")
        # betterrolls keeps a reroll in the card of the roll, and the system posts that of a soak as a second soak.
        if self.better and base["type"] != "soak":
            self._into_card(action, base, outcome, pool)
            return
        purpose = {"soak": "soak", "attack": "skill"}.get(base["type"])
        attribute = base.get("trait", "").lower() in ATTRIBUTES
        title = {"soak": "Soak Roll"}.get(base["type"], "Test")
        card: Json = {}
        item = ""
        if base["type"] == "attack":
            item = next(
                each.id
                for each in self.evening.now[action["actor"]].weapons
                if each.name == base["weapon"]
            )
            card = {
                "targets": [TOKEN_OF[base["target"]]],
                **({"itemroll": item} if self.tools else {}),
            }
        self._trait_message(action, outcome, title, purpose or ("attribute" if attribute else "skill"), pool=pool,
                            mode=None if base["type"] == "soak" else "benny", **card)  # fmt: skip
        if base["type"] == "attack":
            self._damage(action, base, outcome, item)

    def _into_card(self, action: Json, base: Json, outcome: Json, pool: str) -> None:
        card = next(each for each in self.messages if each["_id"] == base["id"])
        roll = next(each for each in outcome["rolls"] if each["pool"] == pool)
        bonus = sum(each["value"] for each in roll["modifiers"])
        wild = roll["dice"][-1]["role"] == "wild"
        dice = [{"sides": int(die["die"][1:]), "raw_total": sum(die["faces"]), "result": sum(die["faces"]) + bonus,
                 "label": "Wild Die" if wild and at == len(roll["dice"]) - 1 else roll["trait"], "extra_class": "",
                 "wild_die": wild and at == len(roll["dice"]) - 1} for at, die in enumerate(roll["dice"])]  # fmt: skip
        flags = card["flags"]["betterrolls-swade2"]
        flags["br_data"]["trait_roll"]["rolls"].append({"dice": dice, "is_fumble": False})
        if base["type"] == "attack":
            hits: list[Json] = outcome.get("hits") or []
            for number, damage in enumerate(
                e for e in outcome["rolls"] if e["pool"].split(".")[0] == "damage"
            ):
                shown = [{"faces": int(die["die"][1:]), "results": die["faces"],
                          "label": {"strength": "Strength", "weapon": "Damage", "raise": "Raise"}[die["role"]]} for die in damage["dice"]]  # fmt: skip
                flags["render_data"]["damage_rolls"].append({"raise": False, "brswroll": {
                    "rolls": [{"result": damage["total"], "tn": hits[number]["toughness"], "armor": 0, "ap": 0, "target_id": TOKEN_OF[base["target"]]}],
                    "modifiers": [{"name": f"Damage ({e['value']})", "value": e["value"]} for e in damage["modifiers"]], "dice": shown}})  # fmt: skip


@pytest.fixture(scope="session")
def evening(fixtures: Path) -> Evening:
    return Evening(json.loads((fixtures / "chat" / "evening.json").read_text(encoding="utf-8")))


@pytest.fixture(scope="session")
def chat_of() -> Callable[[Evening, str], list[Json]]:
    def make(evening: Evening, generation: str) -> list[Json]:
        return Chat(evening, generation).messages

    return make


@pytest.fixture
def world(tmp_path: Path) -> Callable[[list[Json]], Path]:
    """Writes messages, with the sheets and the scene, as one file of JSON Lines."""

    def write(messages: list[Json], name: str = "world.jsonl") -> Path:
        path = tmp_path / name
        lines: Iterator[Json] = iter([*sheets(), scene(), *messages])
        path.write_text("".join(json.dumps(each) + "\n" for each in lines), encoding="utf-8")
        return path

    return write


class Table:
    """Writes single messages, as the system or one of its modules would, for sheets of one's own."""

    def __init__(self, folder: Path) -> None:
        self.folder = folder
        self.sheets: list[Json] = sheets()
        self.messages: list[Json] = []
        self.scene = True
        self.time = 1_700_000_000_000

    pool_roll = staticmethod(pool_roll)
    damage_roll = staticmethod(damage_roll)
    die_term = staticmethod(die_term)
    weapon = staticmethod(weapon)
    sheet = staticmethod(sheet)
    card_document = staticmethod(card_document)

    def say(self, actor: str, rolls: list[Any] | None = None, **more: Any) -> Json:
        """A message of somebody, in the newest shape."""
        self.time += 1000
        number = len(self.messages) + 1
        token = TOKEN_OF.get(actor)
        out: Json = {
            "_id": f"n{number:015}", "timestamp": self.time, "author": "user000000000001", "style": 0, "type": "base", "system": {},
            "speaker": {"scene": None, "actor": TOKENS[token][0] if token else actor, "token": token, "alias": NAME_OF.get(actor, actor)},
            "rolls": [json.dumps(each) for each in rolls or []], "flavor": "", "content": "", "flags": {}, "whisper": [], "blind": False,
            **more,
        }  # fmt: skip
        self.messages.append(out)
        return out

    def dice(self, *faces: tuple[int, ...]) -> list[Json]:
        """Dice as `(sides, face, face …)`."""
        return [{"die": f"d{each[0]}", "faces": list(each[1:])} for each in faces]

    def trait(
        self, actor: str, trait: str, dice: list[Json], *, wild: bool = True, modifiers: list[Json] | None = None,
        title: str | None = None, at: str | None = None, before: list[Any] | None = None, total: int | None = None,
        **options: Any,
    ) -> Json:  # fmt: skip
        """A trait roll of the system."""
        made = pool_roll(
            "TraitRoll", dice, trait, wild, modifiers or [], options={"targetNumber": 4, **options}
        )
        if total is not None:
            made["total"] = total
        targets = (
            [] if at is None else [{"name": NAME_OF[at], "uuid": f"Scene.s.Token.{TOKEN_OF[at]}"}]
        )
        return self.say(
            actor, [*(before or []), made], flavor=f"{trait} Skill Test" if title is None else title,
            flags={"swade": {"targets": targets}},
        )  # fmt: skip

    def damage(
        self,
        actor: str,
        item: str,
        dice: list[Json],
        roles: str,
        modifiers: list[Json] | None = None,
        ap: int = 0,
    ) -> Json:
        """A damage roll of the system; a role is `s`, `w` or `r`."""
        names = {"s": "strength", "w": "weapon", "r": "raise"}
        made = damage_roll(
            "DamageRoll", dice, [names[each] for each in roles], modifiers or [], ap=ap
        )
        return self.say(actor, [made], flavor=f"{item} Damage - AP {ap}")

    def better(self, actor: str, **data: Any) -> Json:
        """A card of betterrolls."""
        token = TOKEN_OF[actor]
        render = data.pop("render", {})
        return self.say(
            actor,
            flags={"betterrolls-swade2": {"br_data": {"actor_id": TOKENS[token][0], "token_id": token, **data}, "render_data": render}},
        )  # fmt: skip

    def tools(self, message: Json, **flags: Any) -> Json:
        """Makes a message one of swade-tools."""
        message["flags"] = {"swade-tools": flags}
        return message

    def path(self) -> Path:
        """The export."""
        path = self.folder / "table.jsonl"
        documents = [*self.sheets, *([scene()] if self.scene else []), *self.messages]
        path.write_text("".join(json.dumps(each) + "\n" for each in documents), encoding="utf-8")
        return path

    def weak(self, item: Json, strength: int = 6, skill: int = 8) -> None:
        """Puts an item into Buck's hands, and makes them as strong as said."""
        buck = self.sheets[0]
        buck["system"]["attributes"]["strength"]["die"]["sides"] = strength
        buck["items"] = [each for each in buck["items"] if each["type"] != "weapon"] + [item]


@pytest.fixture
def table(tmp_path: Path) -> Table:
    return Table(tmp_path)


@pytest.fixture
def named() -> Json:
    """Ids by short names."""
    return {
        "buck": "buck000000000001",
        "ada": "ada0000000000001",
        "ogre": "ogre000000000001",
        "goblin": "tokgoblin0000001",
    }
