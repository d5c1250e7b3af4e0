"""Laws of the conversion over made-up characters: every format into every other, and what the report says of it."""

from __future__ import annotations

import json
import re
import tempfile
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any
from xml.etree import ElementTree

import pytest
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy

import sw_data as sw
from sw_data.api.convert import Conversion
from sw_data.dice import Damage, Die
from sw_data.formats.report import Fate
from sw_data.jsonvalue import as_array, as_object
from sw_data.models import ATTRIBUTES, ArmorPiece, Character, Weapon, WeaponModifier

READABLE = (
    "foundry",
    "roll20",
    "fantasy-grounds",
    "savaged-us",
    "statblock",
    "markdown",
    "sw-data",
)
TARGETS = (*READABLE, "html")
_NAMED_LOSS = re.compile(r"^[a-z0-9-]+ has no place for (.+?) (?='|\")")

_PLAIN = st.from_regex(r"[A-ZÄÖÉ][a-zäöüéß]{2,8}( [A-Z][a-z]{2,8})?", fullmatch=True)
_WILD_TEXT = st.text(st.characters(codec="utf-8", categories=("L", "M", "N", "P", "S", "Z", "Cc", "Cf")), min_size=1, max_size=12)  # fmt: skip
_NAMES = _PLAIN | _WILD_TEXT
_DICE = st.builds(Die, st.sampled_from([4, 6, 8, 10])) | st.builds(Die, st.just(12), st.integers(0, 3))  # fmt: skip
_TRAITS = st.sampled_from(
    ["Fighting", "Shooting", "Athletics", "Notice", "Weird Science", "Occult"]
)
_DAMAGE = st.builds(
    Damage,
    st.lists(st.sampled_from([4, 6, 8, 10, 12]), max_size=3).map(lambda dice: tuple(sorted(dice))),
    st.booleans(),
    st.integers(-2, 4),
)
_MODIFIERS = st.builds(
    WeaponModifier,
    applies_to=_TRAITS | st.just("damage"),
    value=st.integers(-3, 3),
    label=st.sampled_from(["", "long handle"]),
)
_WEAPONS = st.builds(
    Weapon,
    name=_NAMES,
    damage=_DAMAGE,
    parry=st.integers(-2, 2),
    ap=st.integers(0, 8),
    reach=st.integers(0, 3),
    rof=st.integers(1, 6),
    range=st.none() | st.sampled_from([(3, 6, 12), (12, 24, 48), "Cone Template"]),
    min_strength=st.none() | _DICE,
    ready=st.booleans(),
    adds_strength=st.none() | st.booleans(),
    trait=st.none() | _TRAITS,
    modifiers=st.lists(_MODIFIERS, max_size=2).map(tuple),
)
_ARMOR = st.builds(
    ArmorPiece,
    name=_NAMES,
    armor=st.integers(0, 6),
    min_strength=st.none() | _DICE,
    worn=st.booleans(),
)
_SHEET: dict[str, SearchStrategy[Any]] = {
    "name": _NAMES,
    "wild_card": st.booleans(),
    "attributes": st.fixed_dictionaries({each: _DICE for each in ATTRIBUTES}),
    "skills": st.dictionaries(_TRAITS | _PLAIN, _DICE, max_size=4),
    "parry": st.integers(2, 12),
    "toughness": st.integers(10, 30),
    "armor": st.integers(0, 9),
    "pace": st.integers(0, 12),
    "size": st.integers(-4, 12),
    "bennies": st.none() | st.integers(0, 6),
    "wounds": st.fixed_dictionaries({"value": st.integers(0, 3), "ignored": st.integers(0, 1)}),
    "fatigue": st.fixed_dictionaries({"value": st.integers(0, 1), "ignored": st.integers(0, 1)}),
    "wounds_or_fatigue_ignored": st.integers(0, 1),
    "conditions": st.lists(st.sampled_from(["shaken", "prone", "entangled"]), unique=True),
    "edges": st.lists(_NAMES | st.just("Quick"), max_size=2),
    "hindrances": st.lists(_NAMES | st.just("Vow (Major)"), max_size=2),
    "injuries": st.lists(st.just({"location": "arm", "side": "left"}), max_size=1),
    "weapons": st.lists(_WEAPONS, max_size=2),
    "armor_pieces": st.lists(_ARMOR, max_size=2),
}
CHARACTERS = st.fixed_dictionaries(_SHEET).map(Character.model_validate)
LAW = settings(max_examples=20, deadline=None, suppress_health_check=[HealthCheck.too_slow])


def _leaves(value: Any, place: str = "") -> Iterator[tuple[str, Any]]:
    """Every value of JSON that holds no other; counted here apart from the library."""
    members, elements = as_object(value), as_array(value)
    parts: list[tuple[object, Any]] = [*(members or {}).items(), *enumerate(elements or ())]
    if not parts:
        yield place, value
    for key, each in parts:
        step = str(key).replace("~", "~0").replace("/", "~1")
        yield from _leaves(each, f"{place}/{step}")


def _meaning(model: Character) -> dict[str, Any]:
    """What a character says, place by place, with Strength written out in the damage of its weapons."""
    value = model.model_dump(mode="json", by_alias=True, exclude={"current", "id"})
    for each, weapon in zip(value["weapons"], model.weapons, strict=True):
        adds = weapon.adds_strength
        if adds is None:
            thrown = weapon.trait in ("Athletics", "Throwing")
            melee = weapon.range is None or thrown
            adds = weapon.damage.strength or (melee and bool(weapon.damage.dice))
        each["damage"] = str(Damage(weapon.damage.dice, adds, weapon.damage.flat))
        each["range"] = "/".join(map(str, weapon.brackets)) if weapon.brackets else each["range"]
        del each["adds_strength"], each["id"]
        usual = "Fighting" if weapon.range is None else "Shooting"
        each["trait"] = None if each["trait"] == usual else each["trait"]
    return dict(_leaves(value))


def _converted(text: str, to: str) -> Conversion:
    with tempfile.TemporaryDirectory() as folder:
        path = Path(folder) / "sheet"
        path.write_text(text, "utf-8", newline="")
        return sw.convert(path, to)


def _written(made: Conversion) -> str:
    return made.value if made.is_text else json.dumps(made.value, ensure_ascii=False)


def _after(made: Conversion) -> Character | None:
    after = made.documents[0].after
    return after if isinstance(after, Character) else None


@pytest.mark.parametrize("to", TARGETS)
@LAW
@given(model=CHARACTERS)
def test_the_report_has_every_value_in_the_list_that_an_outsider_would_put_it_in(
    to: str, model: Character
) -> None:
    source = model.to_json()
    made = _converted(json.dumps(source), to)
    (report,) = made.reports
    leaves = dict(_leaves(source))
    fields = {each.pointer or "": each for each in report.fields}
    assert len(report.fields) == len(fields) == len(leaves)
    assert fields.keys() == leaves.keys()
    after = model if made.documents[0].unchanged else _after(made)
    now = {} if after is None else dict(_leaves(after.model_dump(mode="json", by_alias=True)))
    for place, value in leaves.items():
        field = fields[place]
        if place.endswith(("/trait", "/adds_strength", "/kind")) or value in (None, "", [], {}):
            continue
        assert (field.fate is Fate.CARRIED) == (now.get(place) == value), (field, now.get(place))
        if field.fate is not Fate.CARRIED:
            assert field.why


@pytest.mark.parametrize("to", [each for each in TARGETS if each != "sw-data"])
@LAW
@given(model=CHARACTERS)
def test_findings_name_exactly_what_is_lost(to: str, model: Character) -> None:
    made = _converted(json.dumps(model.to_json()), to)
    messages = [each.message for each in made.diagnostics if each.code in ("SW181", "SW193")]
    after = _after(made)
    if after is None:
        assert messages
        return
    was, now = _meaning(model), _meaning(after)
    defaults = _meaning(Character.model_validate({"name": "x", "attributes": dict.fromkeys(ATTRIBUTES, "d4")}))  # fmt: skip
    lost = {place for place, value in was.items() if _is_lost(place, value, now, defaults)}
    if to == "foundry":
        told = bool(messages) or "SW194" in {each.code for each in made.diagnostics}
        assert told == bool(lost) or _equal_to_the_rules(model, after), (messages, lost)
        return
    named = {match[1] for each in messages if (match := _NAMED_LOSS.match(each)) is not None}
    assert {"/" + each.replace("~", "~0").replace("/", "~1").replace(".", "/") for each in named} == lost  # fmt: skip


def _is_lost(place: str, value: Any, now: Mapping[str, Any], defaults: Mapping[str, Any]) -> bool:
    if value in (None, [], {}) or now.get(place, ...) == value:
        return False
    if place in now:
        return True
    usual = {"ap": 0, "reach": 0, "rof": 1, "parry": 0, "ready": False, "label": "", "kind": "weapon",
             "armor": 0, "worn": True, "damage": "0", "lasts": "permanent"}  # fmt: skip
    return bool(defaults.get(place, usual.get(place.rpartition("/")[2], ...)) != value)


def _equal_to_the_rules(model: Character, after: Character) -> bool:
    """Whether only conditions that others imply, sums of modifiers, labels or the case of a name differ."""
    differences = sw.diff(model, after).pairs[0].comparison.differences
    return not [each for each in differences if each.left is not None]


@settings(max_examples=40, deadline=None, suppress_health_check=[HealthCheck.too_slow])
@given(model=CHARACTERS, one=st.sampled_from(READABLE), other=st.sampled_from(READABLE))
def test_there_and_back_differs_in_nothing_that_was_not_said(
    model: Character, one: str, other: str
) -> None:
    first = _converted(json.dumps(model.to_json()), one)
    second = _converted(_written(first), other)
    third = _converted(_written(second), one)
    was, now = second.documents[0].reading.model, third.documents[0].after
    if second.documents[0].unchanged or third.documents[0].unchanged:
        return
    silent = all(each.lossless for each in (second, third))
    if isinstance(was, Character) and isinstance(now, Character) and silent:
        differences = sw.diff(was, now).pairs[0].comparison.differences
        assert not [each for each in differences if each.left is not None]


@LAW
@given(model=CHARACTERS, to=st.sampled_from(TARGETS))
def test_every_element_of_xml_and_every_word_of_a_block_is_in_the_report(
    model: Character, to: str
) -> None:
    xml = _written(_converted(json.dumps(model.to_json()), "fantasy-grounds"))
    (report,) = _converted(xml, to).reports
    told = [each for each in ElementTree.fromstring(xml).iter() if len(each) == 0]
    root = {"version", "dataversion", "release"}
    assert len(report.fields) == len(told) + len(root)
    block = _written(_converted(json.dumps(model.to_json()), "statblock"))
    for report in _converted(block, to).reports:
        spans = sorted(each.span for each in report.fields if each.span is not None)
        assert spans
        assert all(end > begin for begin, end in spans)
