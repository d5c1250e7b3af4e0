"""Weapons (SW2xx): what a stat block says that the rules cannot use, or that two of its parts disagree about.

Damage, range and minimum Strength that cannot be read at all are found by the reader of the document.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sw_data.checks.arms import Arm, arms
from sw_data.checks.subject import Repair, Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Edit, Fix
from sw_data.dice import Die
from sw_data.formats.foundry.values import Spot, number_in, shown
from sw_data.jsonvalue import as_int, as_number, as_text
from sw_data.models.skills import SAME_SKILL, folded
from sw_data.rules.attack import is_thrown
from sw_data.rules.ruleset import CORE
from sw_data.rules.weapon import wield

_RANGED_ONLY, _MIXED = 1, 2
_OUTWARDS: Final = ("cone", "scone", "stream")
_OF_ITS_OWN: Final = frozenset({"parry", "reach", "ap", "toughness", "pace"})
_FIRST_DATE, _LAST_DATE = 36526, 73050
"""The days from 2000 to 2099, as spreadsheets count them."""
_MAGAZINES: Final = frozenset({40000, 45000, 50000, 60000})


def check(subject: Subject) -> Iterable[Diagnostic]:
    """Every weapon of a document, by every check of weapons."""
    for arm in arms(subject):
        for each in CHECKS:
            yield from each(arm)


def unreadable_strength(subject: Subject, finding: Diagnostic) -> Diagnostic:
    """The reader's finding of a minimum Strength that is no die (SW203), with what would mend it.

    A Strength weapon asks for its damage die; for anything else it is not known, and nothing is written.
    """
    for arm in arms(subject):
        spot = arm.at("min_strength")
        if spot.pointer != finding.pointer:
            continue
        largest = arm.weapon.damage.largest_die if arm.by_strength else None
        meant = "" if largest is None else str(Die(largest))
        title = f"Write {meant}" if meant else "Write nothing"
        fix = Fix(title=title, edits=(replaced(spot, meant),), safe=False)
        return finding.model_copy(update={"fix": fix})
    return finding


def minimum_strength(arm: Arm) -> Iterator[Diagnostic]:
    """A Strength weapon's minimum Strength against its damage die."""
    largest = arm.weapon.damage.largest_die
    if not arm.by_strength or largest is None or largest <= 4:
        return
    die, minimum, spot = Die(largest), arm.weapon.min_strength, arm.at("min_strength")
    if minimum is None:
        # One that cannot be read is found already; our own documents leave it out on purpose.
        blank = not spot.present or spot.value is None or not spot.text or spot.text == "-"
        if arm.foreign and blank and not _natural(arm):
            yield found(
                "SW204",
                f"{arm.name} adds Strength to a {die} and names no minimum Strength; {str(die)!r} would be "
                "what its damage die asks",
                spot.pointer,
                rule="weapon.required_strength",
                fix=(f"Write {die} as the minimum Strength", (replaced(spot, str(die)),), False),
            )
    elif minimum.rank < die.rank:
        yield found(
            "SW205",
            f"the minimum Strength of {arm.name} is {minimum}, and its damage die is {die}; the larger one counts, "
            f"so {str(die)!r} would say what it asks",
            spot.pointer,
            rule="weapon.required_strength",
            fix=(f"Write {die} as the minimum Strength", (replaced(spot, str(die)),), False),
        )


def _natural(arm: Arm) -> bool:
    """Whether it is a claw, a bite or the like: it costs nothing and weighs nothing."""
    return not any(
        as_number(arm.data.at(key).value) or arm.data.at(key).text for key in ("price", "weight")
    )


def brackets(arm: Arm) -> Iterator[Diagnostic]:
    """Range brackets that do not grow, or grow as no weapon's do."""
    three = arm.weapon.brackets
    if three is None or three == (0, 0, 0):
        return
    short, medium, long = three
    spot = arm.at("range")
    written = f"{short}/{medium}/{long}"
    if not short < medium < long:
        if short == medium == long and "/" not in spot.text:
            return
        meant = _likely(three)
        example = "/".join(map(str, meant or (short, 2 * short, 4 * short)))
        yield found(
            "SW206",
            f"the range of {arm.name} is {written}, and each bracket should be longer than the one before, "
            f"like {example}",
            spot.pointer,
            rule="attack.range",
            fix=_brackets_fix(arm, meant),
        )
    elif not (medium == 2 * short and long in (4 * short, 3 * short)):
        likely = _likely(three)
        hint = f"; {'/'.join(map(str, likely))} is more usual" if likely else ""
        yield found(
            "SW207",
            f"the range of {arm.name} is {written}, and brackets double or grow by equal steps{hint}",
            spot.pointer,
            rule="attack.range",
            fix=_brackets_fix(arm, likely),
        )


def _likely(three: tuple[int, int, int]) -> tuple[int, int, int] | None:
    """The same brackets in their order, or the usual ones that differ in one number only."""
    short, medium, long = sorted(three)
    if three != (short, medium, long) and short < medium < long:
        return short, medium, long
    short, medium, long = three
    usual = [(base, 2 * base, 4 * base) for base in (short, medium // 2, long // 4) if base]
    for each in usual:
        if sum(one != other for one, other in zip(each, three, strict=True)) == 1:
            return each
    return None


def _brackets_fix(arm: Arm, likely: tuple[int, int, int] | None) -> Repair | None:
    if likely is None:
        return None
    written = "/".join(map(str, likely))
    value: object = written if arm.foreign else list(likely)
    return f"Write {written}", (replaced(arm.at("range"), value),), False


def marks(arm: Arm) -> Iterator[Diagnostic]:
    """The mark melee, ranged or mixed against damage, range and skill."""
    spot = arm.data.at("rangeType")
    mark = as_int(spot.value)
    if not arm.foreign or mark is None:
        return
    thrown = is_thrown(arm.weapon, arm.trait) and bool(arm.weapon.trait)
    if (
        mark == _RANGED_ONLY
        and arm.weapon.damage.strength
        and not thrown
        and folded(arm.trait) != "shooting"
    ):
        better = _MIXED if arm.shoots else 0
        word = "mixed" if arm.shoots else "melee"
        yield found(
            "SW208",
            f"{arm.name} adds Strength to its damage and is marked as ranged only; {word} ({better}) would be right",
            spot.pointer,
            rule="weapon.damage_strength",
            fix=(f"Mark it as {word}", (replaced(spot, better),), False),
        )
    elif mark == _RANGED_ONLY and not arm.shoots and arm.weapon.damage.dice:
        yield found(
            "SW210",
            f"{arm.name} is marked as ranged only and has neither range brackets nor a template",
            arm.at("range").pointer,
            rule="attack.range",
        )
    elif mark == 0 and arm.weapon.brackets is not None and "/" in arm.at("range").text:
        yield found(
            "SW210",
            f"{arm.name} is marked as melee only and has the range {shown(arm.at('range').value)}; "
            f"mixed ({_MIXED}) would be right",
            spot.pointer,
            rule="attack.range",
            fix=("Mark it as mixed", (replaced(spot, _MIXED),), False),
        )


def skill(arm: Arm) -> Iterator[Diagnostic]:
    """The skill that it is used with against whether its damage adds Strength."""
    trait, spot = folded(arm.trait), arm.at("damage")
    if arm.weapon.trait and trait == "shooting" and arm.weapon.damage.strength:
        yield found(
            "SW209",
            f"{arm.name} is used with Shooting, and its damage {arm.weapon.damage} adds Strength; a shooting weapon "
            "deals its listed damage",
            spot.pointer,
            rule="weapon.damage_ranged",
        )
    dice = arm.weapon.damage.dice
    plain = arm.weapon.brackets is not None and dice and not arm.weapon.damage.strength
    if plain and arm.weapon.trait and is_thrown(arm.weapon, arm.trait) and not _template(arm):
        if arm.weapon.adds_strength is False and not arm.foreign:
            return
        yield found(
            "SW219",
            f"{arm.name} is thrown, and its damage {arm.weapon.damage} does not say Strength; a thrown weapon without "
            "powder of its own is written like "
            f"{'@str' if arm.foreign else 'Str'}+{arm.weapon.damage}",
            spot.pointer,
            rule="weapon.damage_strength",
        )


def _template(arm: Arm) -> bool:
    templates = arm.data.at("templates").object
    return any(value is True for value in templates.values()) or arm.weapon.template is not None


def switch(arm: Arm) -> Iterator[Diagnostic]:
    """Our own switch for Strength against the damage."""
    if arm.foreign:
        return
    damage, adds = arm.weapon.damage, arm.weapon.adds_strength
    if adds is False and damage.strength:
        yield found(
            "SW221",
            f"the damage of {arm.name} is {damage}, and adds_strength is false; only one of them can be meant",
            arm.at("adds_strength").pointer,
            rule="weapon.damage_strength",
        )
    elif (
        adds is None
        and damage.dice
        and not damage.strength
        and arm.by_strength
        and not _ranged(arm)
    ):
        edit = replaced(arm.at("damage"), f"Str+{damage}")
        yield found(
            "SW220",
            f"the damage of {arm.name}, {damage}, does not name Strength, and it is added; 'Str+{damage}' would say so",
            arm.at("damage").pointer,
            rule="weapon.damage_strength",
            fix=(f"Write Str+{damage}", (edit,), True),
        )


def _ranged(arm: Arm) -> bool:
    """Whether it has a range, be it one that cannot be read."""
    return arm.shoots or arm.at("range").value is not None


def shots(arm: Arm) -> Iterator[Diagnostic]:
    """How many shots it holds and has left."""
    if not arm.foreign:
        return
    holds, left = arm.data.at("shots"), arm.data.at("currentShots")
    numbers = [_shots(spot) for spot in (holds, left)]
    for spot, number, what in zip((holds, left), numbers, ("holds", "has left"), strict=True):
        date = (
            number is not None and _FIRST_DATE <= number <= _LAST_DATE and number not in _MAGAZINES
        )
        if number is None and spot.present and spot.value not in (None, "", "-"):
            yield found(
                "SW212",
                f"the shots that {arm.name} {what} are {shown(spot.value)} and should be a whole number, 0 or more",
                spot.pointer,
            )
        elif number is not None and isinstance(spot.value, str) and not date:
            yield found(
                "SW101",
                f"the shots that {arm.name} {what} are the text {shown(spot.value)}; it is read as the number {number}",
                spot.pointer,
                fix=(f"Write {number} as a number", (replaced(spot, number),), True),
            )
        if date:
            yield found(
                "SW212",
                f"the shots that {arm.name} {what} are {number}, which looks like a date that a spreadsheet made of "
                "a text such as 10/30",
                spot.pointer,
            )
    most, rest = numbers
    if most and rest and rest > most:
        yield found(
            "SW213",
            f"{arm.name} has {rest} shots left and holds {most}; at most {most} can be left",
            left.pointer,
            fix=(f"Write {most}", (replaced(left, most),), False),
        )
    if most and not arm.shoots and not _template(arm) and not arm.at("range").text:
        yield found(
            "SW211",
            f"{arm.name} holds {most} shots and has no range; 0 would be right for a melee weapon",
            holds.pointer,
            fix=("Write 0", (replaced(holds, 0),), False),
        )


def _shots(spot: Spot) -> int | None:
    number = number_in(spot.text) if isinstance(spot.value, str) else as_number(spot.value)
    whole = as_int(number)
    return whole if whole is not None and whole >= 0 else None


def rate_of_fire(arm: Arm) -> Iterator[Diagnostic]:
    """A weapon that shoots with a Rate of Fire of 0."""
    spot = arm.at("rof")
    if arm.foreign and arm.weapon.brackets is not None and str(spot.value) == "0":
        yield found(
            "SW214",
            f"{arm.name} shoots, and its Rate of Fire is 0; it is read as 1",
            spot.pointer,
            rule="attack.rate_of_fire",
            fix=("Write 1", (replaced(spot, 1),), True),
        )


def modifiers(arm: Arm) -> Iterator[Diagnostic]:
    """Modifiers that add nothing, or to nothing that the weapon is used with."""
    if arm.foreign:
        return
    for spot in arm.data.at("modifiers").each():
        value, target = as_int(spot.at("value").value), as_text(spot.at("applies_to").value)
        if value is None or target is None:
            continue
        away = ("Take the modifier away", (Edit(op="remove", path=spot.pointer),), value == 0)
        if value == 0:
            message = f"{arm.name} has a modifier of 0 to {target}, which adds nothing"
            yield found("SW215", message, spot.at("value").pointer, fix=away)
        elif not _can_apply(arm, folded(target)):
            own = folded(target) in _OF_ITS_OWN
            right = f"the key {folded(target)!r}" if own else f"{arm.trait!r} or 'damage'"
            yield found(
                "SW216",
                f"{arm.name} modifies {target}, and no attack with it rolls that; it should be {right}",
                spot.at("applies_to").pointer,
                rule="trait.modifiers",
                fix=away,
            )


def _can_apply(arm: Arm, target: str) -> bool:
    """Whether a roll with the weapon can be of that trait: its own skill, or one that it can be used with too."""
    if target == "damage":
        return True
    used = {folded(arm.trait)}
    if arm.weapon.trait is None and arm.shoots:
        used |= {"athletics", "throwing"} | ({"fighting"} if arm.by_strength else {"shooting"})
    for name in tuple(used):
        used.update(SAME_SKILL.get(name, ()))
    return target in used


def harmless(arm: Arm) -> Iterator[Diagnostic]:
    """AP or damage modifiers of a weapon that deals no damage."""
    weapon = arm.weapon
    spot = arm.at("damage")
    nothing = not weapon.damage.dice and not weapon.damage.strength and weapon.damage.flat <= 0
    written = as_text(spot.value) or ""
    if not nothing or written.strip() not in ("", "-", "0", "\u2013", "\u2014"):
        return
    given = [f"AP {weapon.ap}"] if weapon.ap else []
    given += [f"{each.value:+d} damage" for each in weapon.modifiers if each.applies_to == "damage"]
    if given:
        place = arm.at("ap").pointer if weapon.ap else spot.pointer
        yield found("SW224", f"{arm.name} has {' and '.join(given)} and deals no damage", place)


def templates(arm: Arm) -> Iterator[Diagnostic]:
    """A cone or stream that has range brackets too."""
    if not arm.foreign or arm.weapon.brackets is None:
        return
    for key in _OUTWARDS:
        spot = arm.data.at("templates", key)
        if spot.value is True:
            yield found(
                "SW218",
                f"{arm.name} has the range {shown(arm.at('range').value)} and a {key} template, which starts at its "
                "wielder; only one of them can be meant",
                spot.pointer,
                rule="weapon.template",
            )


def lost_benefits(arm: Arm) -> Iterator[Diagnostic]:
    """What the weapon loses in its owner's hands."""
    if arm.owner is None:
        return
    strength = arm.owner.attributes.strength
    held = wield(arm.weapon, strength, CORE, arm.weapon.trait)
    if held.too_weak and held.lost:
        lost = ", ".join(f"{each.value:+d} {each.applies_to}" for each in held.lost)
        asks = arm.at("min_strength" if held.required == arm.weapon.min_strength else "damage")
        yield found(
            "SW217",
            f"{arm.name} asks for Strength {held.required}, and {arm.owner.name} has {strength}: it loses {lost}",
            asks.pointer if asks.present else arm.data.pointer,
            rule="weapon.benefits_lost",
        )


CHECKS: Final[tuple[Callable[[Arm], Iterator[Diagnostic]], ...]] = (
    minimum_strength,
    brackets,
    marks,
    skill,
    switch,
    shots,
    rate_of_fire,
    modifiers,
    harmless,
    templates,
    lost_benefits,
)
"""Every check of a weapon; a new one is a function and a line here."""
