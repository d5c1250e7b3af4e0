from __future__ import annotations

import json
from typing import Any

import pytest

from sw_data.checks import check
from sw_data.diagnostics import Diagnostic
from sw_data.formats.registry import format_of

SOUND: dict[str, Any] = {
    "damage": "@str+d8",
    "range": "",
    "rangeType": 0,
    "rof": 1,
    "ap": 0,
    "parry": 0,
    "minStr": "d8",
    "shots": 0,
    "currentShots": 0,
    "price": 300,
    "weight": 3,
    "quantity": 1,
    "equipStatus": 1,
    "actions": {"trait": "Fighting", "traitMod": "", "dmgMod": "", "additional": {}},
    "templates": {"cone": False, "small": False},
    "trademark": 0,
}
GUN: dict[str, Any] = {
    **SOUND,
    "damage": "2d6",
    "range": "12/24/48",
    "rangeType": 1,
    "shots": 6,
    "currentShots": 6,
    "minStr": "d6",
    "actions": {"trait": "Shooting"},
}


def weapon(base: dict[str, Any], **changes: Any) -> dict[str, Any]:
    system = {**base, **changes}
    system = {key: value for key, value in system.items() if value is not ...}
    return {"name": "Thing", "type": "weapon", "system": system, "effects": [], "flags": {}}


def findings(document: dict[str, Any]) -> list[Diagnostic]:
    value = json.loads(json.dumps(document))
    each = format_of(value)
    assert each is not None
    return check(value, each.read(value))


def codes(document: dict[str, Any]) -> set[str]:
    return {each.code for each in findings(document)}


# --- the values of real packs: legal odd forms are read, malformed ones are found ---

LEGAL_DAMAGE = [
    *("@str+d4", "@str+d6", "@str+d8", "@str", "@str+3d6", "@str+2d6", "@str+d6+1", "@str+d4+3d6"),
    *("@str+d4+d6", "@str+d8+5d6", "Str+d4", "Str+d6", "@str+2d6+2", "@str+1d10+3d6", "@str+2"),
    *("Str+1d12", "Str+d12+4", "Str", "@str+d4+5d6+d8"),
]
LEGAL_FIXED = [
    *("2d6", "2d8", "3d6", "2d4", "2d6+1", "2d6 + 1", "2d8 +1", "2d8 - 1", "2d6-1", "d6", "1d4"),
    *("d10+d10", "d12+d6", "2d4+2d4", "d4-2", "8d10", "3d12", "2d12+3"),
]


@pytest.mark.parametrize("damage", LEGAL_DAMAGE)
def test_a_legal_damage_with_strength_is_not_found(damage: str) -> None:
    assert codes(weapon(SOUND, damage=damage, minStr="d12")) == set()


@pytest.mark.parametrize("damage", LEGAL_FIXED)
def test_a_legal_fixed_damage_is_not_found(damage: str) -> None:
    assert codes(weapon(GUN, damage=damage)) == set()


@pytest.mark.parametrize("damage", ["", "-", "0", "\u2013"])
def test_no_damage_is_legal(damage: str) -> None:
    assert codes(weapon(SOUND, damage=damage, minStr="")) == set()


@pytest.mark.parametrize(
    "damage", ["2d61", "2.8", "All the damage", {"parts": [], "versatile": ""}, [], True, "2d", "d"]
)
def test_a_malformed_damage_is_found(damage: Any) -> None:
    found = findings(weapon(SOUND, damage=damage))
    assert [(each.code, each.pointer) for each in found] == [("SW201", "/system/damage")]


@pytest.mark.parametrize("damage", ["1-3d6", "3d6\u20132"])
def test_a_damage_that_is_read_with_a_guess_says_so(damage: str) -> None:
    found = findings(weapon(GUN, damage=damage))
    assert [(each.code, each.severity) for each in found] == [("SW201", "warning")]


LEGAL_RANGES = [
    *("12/24/48", "3/6/12", "24/48/96", "10/20/40", "50/100/200", "30/60/120", "5/10/20", "4/8/16"),
    *("75/150/300", "2/4/8", "150/300/600", "6/12/24", "200/400/800", "36/72/144", "1/2/4"),
    *("20/40/60", "30/60/90", "4/8/12", "10/20/30", "300/600/1200", "25/50/100"),
]


@pytest.mark.parametrize("written", LEGAL_RANGES)
def test_legal_brackets_are_not_found(written: str) -> None:
    assert codes(weapon(GUN, range=written)) == set()


@pytest.mark.parametrize("written", ["Cone", "Cone Template", "Cone or MBT"])
def test_a_template_as_a_range_is_not_found(written: str) -> None:
    assert codes(weapon(GUN, range=written)) == set()


@pytest.mark.parametrize("written", ["", "-", "0", "*"])
def test_no_range_is_legal_for_melee(written: str) -> None:
    assert codes(weapon(SOUND, range=written)) == set()


@pytest.mark.parametrize(
    ("written", "code"),
    [
        ("15/30/660", "SW207"),
        ("20/400/800", "SW207"),
        ("24/47/96", "SW207"),
        ("10/20/35", "SW207"),
        ("12/48/48", "SW206"),
        ("48/24/12", "SW206"),
        ("50/100/100/200", "SW202"),
        ("1", "SW202"),
        ("6", "SW202"),
        ('24" path', "SW202"),
        ("12/24", "SW202"),
    ],
)
def test_a_malformed_range_is_found(written: str, code: str) -> None:
    found = findings(weapon(GUN, range=written))
    assert (code, "/system/range") in [(each.code, each.pointer) for each in found]


def test_brackets_in_the_wrong_order_are_named_in_the_right_one() -> None:
    (found,) = findings(weapon(GUN, range="48/24/12"))
    assert found.message.endswith("like 12/24/48")


def test_a_slip_in_one_bracket_is_named_with_what_is_usual() -> None:
    (found,) = findings(weapon(GUN, range="24/47/96"))
    assert "24/48/96 is more usual" in found.message


@pytest.mark.parametrize("written", ["d8", "d10", "d12", "d12+2"])
def test_a_minimum_strength_as_large_as_the_die_or_larger_is_not_found(written: str) -> None:
    assert codes(weapon(SOUND, minStr=written)) == set()


@pytest.mark.parametrize(
    "written", ["0", "1", "5", "1/4", "1/12", "NA8", "Plate Corselet", "d2", "d-2"]
)
def test_a_malformed_minimum_strength_is_found(written: str) -> None:
    found = findings(weapon(GUN, minStr=written))
    expected = [] if written == "0" else [("SW203", "/system/minStr")]
    assert [(each.code, each.pointer) for each in found] == expected


@pytest.mark.parametrize("written", ["", "-", None, ...])
def test_a_strength_weapon_that_names_no_minimum_strength_is_found(written: Any) -> None:
    (found,) = findings(weapon(SOUND, minStr=written))
    assert (found.code, found.pointer) == ("SW204", "/system/minStr")
    assert found.fix is not None
    assert [(each.op, each.value) for each in found.fix.edits] == [
        ("add" if written is ... else "replace", "d8")
    ]
    assert not found.fix.safe


def test_a_claw_needs_no_minimum_strength() -> None:
    assert codes(weapon(SOUND, minStr="", price=0, weight=0)) == set()


def test_a_d4_needs_no_minimum_strength() -> None:
    assert codes(weapon(SOUND, damage="@str+d4", minStr="")) == set()


def test_a_minimum_strength_below_the_damage_die_is_found_and_the_die_named() -> None:
    (found,) = findings(weapon(SOUND, damage="@str+d10", minStr="d6"))
    assert (found.code, found.rule) == ("SW205", "weapon.required_strength")
    assert "'d10'" in found.message


def test_the_minimum_strength_of_a_gun_has_nothing_to_do_with_its_dice() -> None:
    assert codes(weapon(GUN, damage="2d10", minStr="")) == set()


@pytest.mark.parametrize("value", [0, 2, 40, None, ...])
def test_a_legal_ap_is_not_found(value: Any) -> None:
    assert codes(weapon(GUN, ap=value)) == set()


@pytest.mark.parametrize("value", ["0", "2", "150"])
def test_an_ap_as_text_is_found_and_mended(value: str) -> None:
    (found,) = findings(weapon(GUN, ap=value))
    assert found.code == "SW101"
    assert found.fix is not None
    assert (found.fix.safe, found.fix.edits[0].value) == (True, int(value))


@pytest.mark.parametrize(("value", "code"), [(-1, "SW102"), ("two", "SW101"), (1.5, "SW101")])
def test_an_impossible_ap_is_found(value: Any, code: str) -> None:
    assert [(each.code, each.pointer) for each in findings(weapon(GUN, ap=value))] == [
        (code, "/system/ap")
    ]


@pytest.mark.parametrize("value", [1, 3, 4, "", None, ...])
def test_a_legal_rate_of_fire_is_not_found(value: Any) -> None:
    assert codes(weapon(GUN, rof=value)) == set()


@pytest.mark.parametrize("value", [0, "0"])
def test_a_rate_of_fire_of_0_is_legal_for_melee_and_found_for_a_gun(value: Any) -> None:
    assert codes(weapon(SOUND, rof=value)) == set()
    (found,) = findings(weapon(GUN, rof=value))
    assert (found.code, found.severity) == ("SW214", "info")


@pytest.mark.parametrize(("value", "code"), [("3", "SW101"), ("1-2", "SW101"), (-1, "SW102")])
def test_a_malformed_rate_of_fire_is_found(value: Any, code: str) -> None:
    assert codes(weapon(GUN, rof=value)) == {code}


@pytest.mark.parametrize("value", [0, 1, -1, 2, None, ...])
def test_a_legal_parry_is_not_found(value: Any) -> None:
    assert codes(weapon(SOUND, parry=value)) == set()


@pytest.mark.parametrize("value", [0, 1, 30, 4000, None, "", ...])
def test_legal_shots_are_not_found(value: Any) -> None:
    assert codes(weapon(GUN, shots=value, currentShots=0)) == set()


@pytest.mark.parametrize("value", ["20/30", "many", -1, 1.5, [], True])
def test_malformed_shots_are_found(value: Any) -> None:
    found = findings(weapon(GUN, shots=value, currentShots=0))
    assert [(each.code, each.pointer) for each in found] == [("SW212", "/system/shots")]


def test_shots_as_text_are_found_and_mended() -> None:
    (found,) = findings(weapon(GUN, shots="20"))
    assert found.code == "SW101"
    assert found.fix is not None
    assert found.fix.safe


def test_shots_that_are_the_date_of_a_spreadsheet_are_found_and_not_mended_as_a_number() -> None:
    (found,) = findings(weapon(GUN, shots="42675"))
    assert found.code == "SW212"
    assert found.fix is None


def test_more_shots_left_than_it_holds_are_found() -> None:
    (found,) = findings(weapon(GUN, shots=6, currentShots=30))
    assert (found.code, found.pointer) == ("SW213", "/system/currentShots")


def test_shots_of_a_melee_weapon_are_found() -> None:
    assert codes(weapon(SOUND, shots=1)) == {"SW211"}


@pytest.mark.parametrize("value", [0, 1, 2, 4, 5, 3, ...])
def test_a_legal_equip_status_is_not_found(value: Any) -> None:
    assert codes(weapon(SOUND, equipStatus=value)) == set()


def test_an_impossible_equip_status_is_found() -> None:
    assert codes(weapon(SOUND, equipStatus=-1)) == {"SW102"}


@pytest.mark.parametrize("value", ["", False, True])
def test_the_old_switch_for_equipped_is_legal_in_every_form(value: Any) -> None:
    assert codes(weapon(SOUND, equipped=value, equipStatus=...)) == set()


@pytest.mark.parametrize("value", [0, 300, 0.25, None, ...])
def test_a_legal_price_is_not_found(value: Any) -> None:
    assert codes(weapon(SOUND, price=value, weight=3)) == set()


@pytest.mark.parametrize(
    ("value", "number", "safe"), [("300", 300, True), (".5", 0.5, True), ("\u00a510", 10, False)]
)
def test_a_price_as_text_is_found_and_can_be_mended(value: str, number: float, safe: bool) -> None:
    (found,) = findings(weapon(SOUND, price=value))
    assert found.code == "SW223"
    assert found.fix is not None
    assert (found.fix.safe, found.fix.edits[0].value) == (safe, number)


# --- parts of a stat block that disagree ---


@pytest.mark.parametrize("trait", ["Fighting", ""])
def test_a_strength_weapon_marked_as_ranged_only_is_found(trait: str) -> None:
    document = weapon(SOUND, rangeType=1, actions={"trait": trait})
    (found,) = findings(document)
    assert (found.code, found.pointer) == ("SW208", "/system/rangeType")
    assert found.fix is not None
    assert found.fix.edits[0].value == 0


def test_a_throwing_knife_may_be_marked_as_ranged_only() -> None:
    knife = weapon(
        SOUND, damage="@str+d4", range="3/6/12", rangeType=1, actions={"trait": "Athletics"}
    )
    assert codes(knife) == set()


def test_a_spear_that_can_be_thrown_is_mixed() -> None:
    spear = {"damage": "@str+d6", "range": "3/6/12", "minStr": "d6"}
    assert codes(weapon(SOUND, **spear, rangeType=2)) == set()
    assert codes(weapon(SOUND, **spear, rangeType=0)) == {"SW210"}
    (found,) = findings(weapon(SOUND, **spear, rangeType=1))
    assert found.code == "SW208"
    assert found.fix is not None
    assert found.fix.edits[0].value == 2


def test_a_gun_without_a_range_is_found() -> None:
    assert "SW210" in codes(weapon(GUN, range=""))


def test_a_bow_that_adds_strength_to_a_shot_is_found() -> None:
    assert codes(weapon(GUN, damage="@str+d6")) == {"SW209"}


def test_a_thrown_weapon_without_strength_is_found_and_a_grenade_is_not() -> None:
    thrown: dict[str, Any] = {
        "range": "5/10/20",
        "actions": {"trait": "Athletics"},
        "damage": "3d6",
    }
    assert codes(weapon(GUN, **thrown)) == {"SW219"}
    assert codes(weapon(GUN, **thrown, templates={"medium": True})) == set()


def test_a_cone_with_brackets_is_found_and_a_rocket_is_not() -> None:
    assert codes(weapon(GUN, templates={"cone": True})) == {"SW218"}
    assert codes(weapon(GUN, templates={"medium": True})) == set()


def test_ap_and_damage_modifiers_of_a_weapon_without_damage_are_found() -> None:
    assert codes(weapon(SOUND, damage="", minStr="", ap=2)) == {"SW224"}


@pytest.mark.parametrize(
    "trait", ["Fighting", "Shooting", "Athletics", "Focus", "Spirit", "", "Djkz"]
)
def test_a_trait_that_is_known_or_like_none_is_not_found(trait: str) -> None:
    assert "SW222" not in codes(weapon(SOUND, actions={"trait": trait}))


def test_a_misspelt_trait_is_found_and_the_right_one_named() -> None:
    (found,) = findings(weapon(GUN, actions={"trait": "Atheltics"}))
    assert (found.code, found.pointer) == ("SW222", "/system/actions/trait")
    assert "'Athletics'" in found.message


@pytest.mark.parametrize("modifier", ["+2", "-2", "4", "+d6x", "*2", ""])
@pytest.mark.parametrize(
    "override",
    ["", "3d6", "@str+d4", "@spi+d6", "1d10+1d8", "@Weapon{\u041f\u0430\u0437\u0443\u0440\u0456}"],
)
def test_further_actions_of_real_packs_are_not_found(modifier: str, override: str) -> None:
    action = {"name": "Burst", "type": "damage", "modifier": modifier, "override": override}
    actions = {"trait": "Fighting", "additional": {"a1": action}}
    assert codes(weapon(SOUND, actions=actions)) == set()


def test_a_further_action_that_cannot_be_read_is_found() -> None:
    additional = {
        "a1": {"name": "Burst", "type": "damage", "override": "3d"},
        "a2": {"name": "Frenzy", "type": "trait", "dice": "two"},
        "a3": {"name": "Aim", "type": "trait", "override": "Shotting"},
    }
    found = findings(weapon(SOUND, actions={"trait": "Fighting", "additional": additional}))
    assert [(each.code, each.pointer) for each in found] == [
        ("SW225", "/system/actions/additional/a1/override"),
        ("SW225", "/system/actions/additional/a2/dice"),
        ("SW222", "/system/actions/additional/a3/override"),
    ]


# --- our own weapons ---


def own(**changes: Any) -> dict[str, Any]:
    return {"kind": "weapon", "name": "Thing", "damage": "Str+d8", **changes}


def test_our_own_sound_weapons_are_not_found() -> None:
    assert codes(own()) == set()
    assert codes(own(damage="2d8+1", range=[24, 48, 96])) == set()
    assert codes(own(damage="2d6+4", adds_strength=False)) == set()
    assert codes(own(modifiers=[{"applies_to": "Fighting", "value": 1}])) == set()
    assert codes(own(range=[3, 6, 12], modifiers=[{"applies_to": "Throwing", "value": 1}])) == set()


def test_a_melee_damage_that_does_not_name_strength_is_found_and_mended() -> None:
    (found,) = findings(own(damage="d10"))
    assert (found.code, found.pointer) == ("SW220", "/damage")
    assert found.fix is not None
    assert (found.fix.safe, found.fix.edits[0].value) == (True, "Str+d10")


def test_strength_in_the_damage_and_not_in_the_switch_is_found() -> None:
    assert codes(own(adds_strength=False)) == {"SW221"}


@pytest.mark.parametrize(
    ("target", "value", "code"),
    [
        ("Fighting", 0, "SW215"),
        ("Shooting", 1, "SW216"),
        ("Parry", 1, "SW216"),
        ("Fihgting", 1, "SW216"),
        ("damage", 1, None),
    ],
)
def test_a_modifier_that_can_never_apply_is_found(
    target: str, value: int, code: str | None
) -> None:
    document = own(modifiers=[{"applies_to": target, "value": value}])
    assert codes(document) == ({code} if code else set())


def test_benefits_that_the_owners_hands_lose_are_named() -> None:
    document = {
        "kind": "character",
        "name": "Joe",
        "attributes": dict.fromkeys(("agility", "smarts", "spirit", "strength", "vigor"), "d6"),
        "weapons": [
            {"name": "Knife", "damage": "Str+d4"},
            {
                "name": "Hammer on a stick",
                "damage": "Str+d10",
                "parry": -1,
                "modifiers": [{"applies_to": "Fighting", "value": 1, "label": "long handle"}],
            },
        ],
    }
    (found,) = [each for each in findings(document) if each.code.startswith("SW2")]
    assert (found.code, found.pointer) == ("SW217", "/weapons/1/damage")
    assert "Joe has d6: it loses +1 Fighting" in found.message


# --- fixes ---


@pytest.mark.parametrize(
    ("document", "code", "value"),
    [
        (weapon(SOUND, minStr="1/4"), "SW203", "d8"),
        (weapon(GUN, minStr="1/4"), "SW203", ""),
        (weapon(GUN, range="24/47/96"), "SW207", "24/48/96"),
        (weapon(GUN, range="12/48/48"), "SW206", "12/24/48"),
        (weapon(GUN, range="48/24/12"), "SW206", "12/24/48"),
        (own(damage="2d6", range=[12, 50, 24]), "SW206", [12, 24, 50]),
        (own(damage="2d6", range=[24, 47, 96]), "SW207", [24, 48, 96]),
        (weapon(GUN, range="7/9/11"), "SW207", None),
    ],
)
def test_what_is_likely_meant_is_a_fix_that_is_not_safe(
    document: dict[str, Any], code: str, value: Any
) -> None:
    (found,) = findings(document)
    assert found.code == code
    if value is None:
        assert found.fix is None
    else:
        assert found.fix is not None
        assert (found.fix.safe, found.fix.edits[0].value) == (False, value)
