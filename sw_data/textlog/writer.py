"""Writing a log in the text form; what a sentence has no words for stands in brackets as JSON, so nothing is lost."""

from __future__ import annotations

import json
import re
from collections import Counter
from collections.abc import Callable, Mapping
from typing import Any, Final

from sw_data.jsonvalue import as_array, as_object
from sw_data.models import ActionLog, LogHeader
from sw_data.textlog.grammar import keywords
from sw_data.textlog.sentences import POOLS, REFERENCE, SIGNED

Json = dict[str, Any]

_WORD: Final = re.compile(r"""[^\s,;:|()\[\]{}"=#/][^\s,;:|()\[\]{}"=]*""")
_NUMBER: Final = re.compile(r"[+-]?[0-9]+(\.[0-9]+)?([eE][+-]?[0-9]+)?")

_TRAITS: Final = ("trait", "target_trait")
"""Names behind which a number with a sign would be taken for a modifier."""


def write_text(log: ActionLog) -> str:
    """A log in the text form; reading it gives the same log."""
    given = log.to_json()
    lines = _header(given)
    actions: list[Json] = given["actions"]
    used = Counter(str(each["id"]) for each in actions)
    named = {str(each.get(key)) for each in actions for key in ("of", "attack", "against")}
    encounter = ""
    for place, action in enumerate(actions, 1):
        if action["encounter"] != encounter:
            encounter = action["encounter"]
            lines += ["", f"encounter {phrase(encounter)}"]
        ident = str(action["id"])
        own = ident == f"a{place}" and used[ident] == 1 and ident not in named
        lines.append(("" if own else f"{word(ident)}: ") + action_line(action))
    return "\n".join(lines) + "\n"


def word(text: str) -> str:
    """A text as one word, in quotes if it must be."""
    bare = _WORD.fullmatch(text) and not _NUMBER.fullmatch(text) and text not in keywords()
    return text if bare and text.isprintable() else quoted(text)


def phrase(text: str) -> str:
    """A name as it is, in quotes if it could be read as anything else."""
    parts = text.split(" ")
    bare = all(_WORD.fullmatch(each) and each not in keywords() for each in parts)
    if bare and text.isprintable() and not _NUMBER.fullmatch(parts[0]):
        return text
    return quoted(text)


def quoted(value: object) -> str:
    """A value as JSON on one line, without characters that cannot be seen."""
    text = json.dumps(value, ensure_ascii=False)
    return text if text.isprintable() else json.dumps(value, ensure_ascii=True)


def _header(given: Json) -> list[str]:
    header = LogHeader.model_validate({"format": given["format"]}).to_json()
    lines = ["sw-data/log 1", f"ruleset {phrase(given['ruleset'])}", f"seed {given['seed']}"]
    if given["note"] is not None:
        lines.append(f"note {phrase(given['note'])}")
    lines += [f"rule {word(key)} = {quoted(value)}" for key, value in given["rules"].items()]
    if given["gm_bennies"] != header["gm_bennies"]:
        lines.append(f"gm bennies {given['gm_bennies']}")
    if given["interleaved"]:
        lines.append("interleaved")
    if given["source"] is not None:
        lines.append(f"source {quoted(given['source'])}")
    for actor in given["actors"]:
        named = list(actor) == ["$ref"] and isinstance(actor["$ref"], str)
        lines.append(f"actors from {phrase(actor['$ref'])}" if named else f"actor {quoted(actor)}")
    for chase in given["chases"]:
        lines += _chase(chase)
    return [*lines, ""]


def _chase(chase: Json) -> list[str]:
    options = {"last_zone": chase["last_zone"], **chase["range"]}
    ident = f" as {word(chase['id'])}" if chase["id"] != chase["name"] else ""
    lines = [
        f"chase {phrase(chase['name'])}{ident} using {phrase(chase['chase_skill'])} {_options(options)}"
    ]
    for place, each in enumerate(chase["participants"], 1):
        text = f"{each['side']} {phrase(each['actor'])}"
        if each["vehicle"] is not None:
            text += f" in {phrase(each['vehicle'])}"
        text += f" at zone {each['zone']}"
        if each["id"] != f"p{place}":
            text += f" as {word(each['id'])}"
        more = {key: each[key] for key in ("on_hold", "escaped", "close") if each[key]}
        lines.append(f"{text} {_options(more)}" if more else text)
    return lines


def _options(fields: Mapping[str, object]) -> str:
    """Fields in brackets, each with its value as JSON."""
    said = [key if value is True else f"{key} {quoted(value)}" for key, value in fields.items()]
    return f"[{', '.join(said)}]" if said else ""


class _Left:
    """The fields of an action that are still to be written."""

    def __init__(self, action: Json) -> None:
        self.fields = {
            key: value for key, value in action.items() if key not in ("id", "type", "encounter")
        }

    def text(self, key: str, before: str = "", write: Callable[[str], str] = phrase) -> str:
        """A field with the words before it; nothing if it is not there."""
        value = self.fields.pop(key, None)
        if key in _TRAITS and SIGNED.fullmatch(str(value).rpartition(" ")[2]):
            write = quoted
        return "" if value is None else f"{before} {write(str(value))}".lstrip(" ")

    def take(self, key: str) -> Any:
        """A field's value."""
        return self.fields.pop(key, None)


def action_line(action: Json) -> str:
    """One action, without its id and encounter."""
    kind = str(action["type"])
    left = _Left(action)
    sentence = _sentence(kind, left)
    modifiers = [
        f"{before}{each['value']:+d}{' ' if each['label'] else ''}{phrase(each['label']) if each['label'] else ''}"
        for key, before in (
            ("modifiers", ""),
            ("damage_modifiers", "damage "),
            ("target_modifiers", "target "),
        )
        for each in left.take(key) or ()
    ]
    dice = as_object(left.take("dice")) or {}
    faces = _dice(kind, dice)
    if dice and faces is None:
        left.fields["dice"] = dice
    turn = left.take("actions_this_turn")
    options = {"actions": turn} if turn != 1 else {}
    options |= {key: value for key, value in left.fields.items() if not _default(key, value)}
    parts = [sentence]
    if modifiers:
        parts.append(f"({', '.join(modifiers)})")
    if options:
        parts.append(_options(options))
    return " ".join(parts) + (f": {faces}" if faces else "")


_UNSAID: Final[Json] = {"free": False, "push": False, "ap": 0, "targets": [], "actors": []}
"""What fields that are not None hold when nothing is said about them."""


def _default(key: str, value: object) -> bool:
    """Whether a field is as it is when nothing is said about it."""
    return value is None or (key in _UNSAID and value == _UNSAID[key])


def _sentence(kind: str, left: _Left) -> str:
    who = left.fields.get("actor")
    if kind == "award_benny" and who is None:
        if left.fields.get("from") == "gm":
            left.take("from")
        return f"gm gains {_amount(left)}{_cause(left)}"
    if kind == "damage":
        target = left.text("target")
        return (
            f"{target} takes {left.text('damage', write=word)}{_space(left.text('actor', 'from'))}"
        )
    if kind in ("session", "round"):
        return kind
    if kind == "deal":
        everyone = [phrase(str(each)) for each in left.take("actors") or ()]
        return "deal" + (f" to {', '.join(everyone)}" if everyone else "")
    return f"{left.text('actor')} {_SAID[kind](left)}".rstrip()


def _space(text: str) -> str:
    return f" {text}" if text else ""


def _amount(left: _Left) -> str:
    amount = left.take("amount")
    return "benny" if amount == 1 else f"{amount} bennies"


def _cause(left: _Left) -> str:
    return _space(left.text("for", "for"))


def _purse(left: _Left) -> str:
    return " from gm" if left.take("from") == "gm" else ""


def _opposed(left: _Left) -> str:
    text = f"rolls {left.text('trait')} {left.text('target', 'against')}"
    return text + _space(left.text("target_trait", "using"))


def _attack(left: _Left) -> str:
    targets = list(left.fields["targets"])
    if left.fields["target"] is not None and not targets:
        targets = [left.take("target")]
        left.take("targets")
    elif left.fields["target"] is None and len(targets) > 1:
        left.take("targets")
    else:
        targets = []
    text = "attacks " + ", ".join(phrase(str(each)) for each in targets)
    text = f"{text.rstrip()} {left.text('weapon', 'with')}"
    if left.fields["distance"] is not None:
        text += f" at {_figure(left.take('distance'))} squares"
    elif left.fields["range"] is not None:
        text += f" at {left.take('range')} range"
    return text + _space(left.text("trait", "using"))


def _figure(value: float) -> str:
    return json.dumps(value)


def _soak(left: _Left) -> str:
    text = f"soaks {left.text('attack', write=word)}"
    hit = left.take("hit")
    return text + (f" hit {hit}" if hit is not None else "") + _purse(left)


def _reroll(left: _Left) -> str:
    text = f"rerolls {left.text(REFERENCE['reroll'], write=word)}"
    return text + (" with ability" if left.take("with") == "ability" else "") + _purse(left)


def _heal(left: _Left) -> str:
    parts = [
        f"{_figure(left.fields[key])} {key}" for key in ("wounds", "fatigue", "hours")
        if left.fields[key] or isinstance(left.fields[key], float)
    ]  # fmt: skip
    for key in ("wounds", "fatigue", "hours"):
        left.take(key)
    return f"heals {', '.join(parts)}"


def _moves(left: _Left) -> str:
    zones = left.take("zones")
    return "moves" + (f" {zones} zones" if zones is not None else "") + (
        " pushing" if left.take("push") else ""
    )  # fmt: skip


def _checks(what: str) -> Callable[[_Left], str]:
    return lambda left: f"checks {what}{_space(left.text('of', 'after', word))}"


def _skilled(before: str) -> Callable[[_Left], str]:
    """A sentence that can say a trait and a target number."""

    def written(left: _Left) -> str:
        text = before + _space(left.text("target", "in" if before == "takes wheel" else ""))
        return text + _space(left.text("trait", "using")) + _tn(left)

    return written


def _tn(left: _Left) -> str:
    tn = left.take("tn")
    return "" if tn is None else f" against {tn}"


def _vehicle_soak(left: _Left) -> str:
    return f"soaks crash {left.text('of', write=word)}{_purse(left)}"


def _obstacle(left: _Left) -> str:
    return f"hits {left.take('kind')} obstacle{_space(left.text('of', 'after', word))}"


def _plain(text: str) -> Callable[[_Left], str]:
    return lambda _: text


_SAID: Final[dict[str, Callable[[_Left], str]]] = {
    "trait": lambda left: f"rolls {left.text('trait')}{_tn(left)}",
    "opposed": _opposed,
    "attack": _attack,
    "soak": _soak,
    "vehicle_soak": _vehicle_soak,
    "recover": _plain("recovers"),
    "reroll": _reroll,
    "spend_benny": lambda left: f"spends {_amount(left)}{_cause(left)}{_purse(left)}",
    "award_benny": lambda left: f"gains {_amount(left)}{_cause(left)}",
    "incapacitation": _checks("incapacitation"),
    "injury": _checks("injury"),
    "bleeding": _checks("bleeding"),
    "occupants": _checks("occupants"),
    "control_check": _plain("checks control"),
    "heal": _heal,
    "board": _skilled("boards"),
    "take_wheel": _skilled("takes wheel"),
    "complication": _skilled("faces complication"),
    "hold": _plain("holds"),
    "zone_movement": _moves,
    "get_close": lambda left: f"closes with {left.text('target')}",
    "ram": lambda left: f"rams {left.text('target')}",
    "block": lambda left: f"blocks {left.text('against', write=word)}",
    "regain_control": _plain("regains control"),
    "this_way": _plain("leads"),
    "hide": _plain("hides"),
    "obstacle": _obstacle,
}
"""What the actor does, by type of action."""


def _dice(kind: str, dice: Json) -> str | None:
    """Dice by pool; None if a pool has something that is no face, and has to stand as JSON."""
    # The first pool of a reroll is that of another action, so it is named.
    first = "" if kind == "reroll" else POOLS.get(kind, "roll")
    said: list[str] = []
    for name, pool in dice.items():
        faces = _pool(pool)
        bare = name == first and not said
        named = _WORD.fullmatch(name) and not _NUMBER.fullmatch(name) and name.isprintable()
        if faces is None or not (bare or named):
            return None
        said.append(faces if bare else f"{name} {faces}")
    return "; ".join(said)


def _pool(pool: object) -> str | None:
    entries = as_object(pool)
    if entries is not None:
        written = {key: _hit(value, cards=True) for key, value in entries.items()}
        if not written or None in written.values():
            return None
        return ", ".join(f"{word(key)}={faces}" for key, faces in written.items())
    hits = as_array(pool) or []
    if len(hits) > 1 and all(isinstance(each, list) for each in hits):
        several = [_hit(each) for each in hits]
        return None if None in several else " / ".join(str(each) for each in several)
    return _hit(hits)


def _hit(faces: object, *, cards: bool = False) -> str | None:
    """The faces of one hit, or the cards of one who draws."""
    said = [_face(each, cards) for each in as_array(faces) or []]
    return None if not said or None in said else " ".join(str(each) for each in said)


def _face(face: object, cards: bool) -> str | None:
    if isinstance(face, int) and not isinstance(face, bool):
        return str(face)
    if isinstance(face, str) and cards:
        return word(face)
    die = as_object(face)
    if die is None or list(die) != ["die", "faces"]:
        return None
    name, rolled = die["die"], as_array(die["faces"]) or []
    plain = all(isinstance(each, int) and not isinstance(each, bool) for each in rolled)
    if not isinstance(name, str) or not rolled or not plain:
        return None
    if not _WORD.fullmatch(name) or _NUMBER.fullmatch(name) or not name.isprintable():
        return None
    return f"{name}({' '.join(map(str, rolled))})"
