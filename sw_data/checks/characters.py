"""Characters (SW30x, SW31x): what a sheet states against what it would come to, and names that mean nothing."""

from __future__ import annotations

from collections import defaultdict
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from sw_data.checks.subject import Item, Subject, found, replaced
from sw_data.diagnostics import Diagnostic, Edit
from sw_data.formats.foundry.effects import is_ready
from sw_data.formats.foundry.names import known
from sw_data.formats.foundry.reading import read
from sw_data.formats.foundry.sniff import data_key
from sw_data.formats.foundry.values import Spot, number_in, shown
from sw_data.formats.names import attribute_named
from sw_data.jsonvalue import Object, as_array, as_number, as_object
from sw_data.models import ATTRIBUTES, Character
from sw_data.models.character import half
from sw_data.models.faults import nearest
from sw_data.models.skills import LINKED, folded

CONDITIONS: Final = (
    "shaken", "stunned", "vulnerable", "distracted", "prone", "entangled", "bound", "frightened",
    "bleeding_out", "incapacitated", "dead",
)  # fmt: skip
"""The conditions of a character that contract.md names."""

_EDGES: Final = (
    "Level Headed", "Improved Level Headed", "Quick", "Hardy", "Frenzy", "Improved Frenzy",
)  # fmt: skip
_HINDRANCES: Final = ("Hesitant",)
_EQUIPPED: Final = 3
_MOST_PIECES: Final = 8
"""Pieces that are tried on one by one."""


def check(subject: Subject) -> Iterable[Diagnostic]:
    """A character by every check of characters."""
    model = subject.reading.model
    if isinstance(model, Character):
        for each in CHECKS:
            yield from each(subject, model)
    for item in subject.items("skill"):
        yield from linked_attribute(item)


def toughness(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """The stated Toughness against the computed one, and armor that would make up the difference."""
    if not subject.foreign:
        spot = subject.root.at("toughness")
        computed = 2 + half(joe.attributes.vigor) + joe.size + joe.armor
        if spot.present and joe.toughness != computed:
            yield found(
                "SW301",
                f"Toughness is {joe.toughness}, and half Vigor, Size and armor make {computed}",
                spot.pointer,
            )
        return
    data = subject.root.at(data_key(subject.value))
    spot = data.at("stats", "toughness", "value")
    stated = _number(spot)
    carried = [item for item in subject.items("armor") if not _worn(item)]
    by_itself = joe.toughness if _switched_on(subject, "autoCalcToughness") else None
    if by_itself is None:
        again = _computed(subject, ())
        by_itself = again.toughness if again is not None else joe.toughness
    if stated and stated != by_itself:
        for worn in [*([each] for each in carried[:_MOST_PIECES]), carried]:
            if worn and _as_worn(subject, worn) == stated:
                yield _missing_armor(stated, by_itself, worn)
                return
    if stated and stated != by_itself and not _switched_on(subject, "autoCalcToughness"):
        yield found(
            "SW301",
            f"Toughness is {stated}, and half Vigor, Size and worn armor make {by_itself}",
            spot.pointer,
        )
    elif carried and len(carried) == len(list(subject.items("armor"))) and joe.armor == 0:
        names = ", ".join(each.name for each in carried[:5])
        place = carried[0].data.at("equipStatus")
        yield found(
            "SW304",
            f"none of the armor is worn ({names}), so Toughness {joe.toughness} has no armor in it",
            place.pointer if place.present else carried[0].spot.pointer,
        )


def _missing_armor(stated: int, now: int, worn: list[Item]) -> Diagnostic:
    """The finding that names the armor with its place."""
    names = " and ".join(each.name for each in worn)
    places = [each.data.at("equipStatus") for each in worn]
    where = ", ".join(each.pointer for each in places)
    are = "is" if len(worn) == 1 else "are"
    return found(
        "SW303",
        f"Toughness is stated as {stated} and comes to {now}: {names} {are} not equipped ({where}); "
        f"worn, it would be {stated}",
        places[0].pointer,
        fix=(f"Equip {names}", tuple(replaced(each, _EQUIPPED) for each in places), False),
    )


def _worn(item: Item) -> bool:
    natural = item.data.at("isNaturalArmor").value is True
    told = item.data.at("equipStatus").present or item.data.at("equipped").present
    return is_ready(item.data.object) or (natural and not told)


def _as_worn(subject: Subject, worn: list[Item]) -> int | None:
    """The Toughness that the sheet would come to with these pieces worn."""
    again = _computed(subject, tuple(each.spot.pointer for each in worn))
    return None if again is None else again.toughness


def _computed(subject: Subject, worn: tuple[str, ...]) -> Character | None:
    """The sheet read anew with Toughness and Parry computed, and with further armor worn."""
    key = data_key(subject.value)
    data = as_object(subject.value.get(key)) or {}
    details = as_object(data.get("details")) or {}
    computed: Object = {"autoCalcToughness": True, "autoCalcParry": True}
    items = list(as_array(subject.value.get("items")) or [])
    for pointer in worn:
        index = int(pointer.rsplit("/", 1)[1])
        item = as_object(items[index]) or {}
        inner = as_object(item.get(data_key(item))) or {}
        items[index] = {**item, data_key(item): {**inner, "equipStatus": _EQUIPPED}}
    sheet = {**data, "details": {**details, **computed}}
    model = read({**subject.value, key: sheet, "items": items}).model
    return model if isinstance(model, Character) else None


def _switched_on(subject: Subject, switch: str) -> bool:
    """Whether the value is computed; in sheets that have no such switch yet it is typed in."""
    spot = subject.root.at(data_key(subject.value), "details", switch)
    if not spot.present:
        return data_key(subject.value) == "system"
    return spot.value is not False


def _number(spot: Spot) -> int | None:
    """A stated number; of "14(4)" the first."""
    value = as_number(spot.value)
    if value is None and spot.text:
        value = number_in(spot.text.split("(")[0])
    return None if value is None else int(value)


def parry(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """The stated Parry against the computed one."""
    if subject.foreign:
        spot = subject.root.at(data_key(subject.value), "stats", "parry", "value")
        stated = _number(spot)
        if not stated or _switched_on(subject, "autoCalcParry"):
            return
        again = _computed(subject, ())
        if again is None or again.parry == stated:
            return
        computed = again.parry
    else:
        spot = subject.root.at("parry")
        fighting = joe.skill("Fighting")
        computed = 2 + (half(fighting) if fighting else 0)
        stated = joe.parry
        # Without Fighting the number is all that a short sheet says of it.
        if not spot.present or stated == computed or fighting is None:
            return
    yield found(
        "SW302",
        f"Parry is {stated}, and half Fighting{' and shields' if subject.foreign else ''} make {computed}",
        spot.pointer,
        rule="attack.parry",
    )


def wounds(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """Wounds and fatigue above their maximum, and a Wild Card that can hold none."""
    at = subject.reading.origins
    for code, name, value, most in (
        ("SW305", "wounds", joe.wounds.value, joe.wounds.max),
        ("SW306", "fatigue", joe.fatigue.value, joe.fatigue.max),
    ):
        if value > most and most > 0:
            place = at.get(f"{name}.value", "")
            edit = Edit(op="replace", path=place, value=most)
            yield found(
                code,
                f"{name} are {value}, and at most {most} can be held"
                if name == "wounds"
                else f"fatigue is {value}, and at most {most} can be held",
                place,
                fix=(f"Write {most}", (edit,), False) if place else None,
            )
    if joe.wild_card and joe.wounds.max == 0:
        message = f"{joe.name} is a Wild Card and can hold no wounds; 3 would be usual"
        yield found("SW311", message, at.get("wounds.max", at.get("wounds", "")))


def armor(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """More armor than the Toughness that includes it."""
    if joe.armor > joe.toughness:
        place = subject.reading.origins.get("armor", subject.reading.origins.get("toughness", ""))
        yield found(
            "SW310",
            f"armor is {joe.armor} and Toughness, which includes it, {joe.toughness}; Toughness should be larger",
            place,
            rule="damage.compare",
        )


def skills_twice(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """The same skill twice on a sheet."""
    if not subject.foreign:
        pairs = [(folded(name), subject.root.at("skills", name), name) for name in joe.skills]
    else:
        pairs = [
            (folded(known("skills", item.data.at("swid").text, item.name) or item.name), item.spot, item.name)
            for item in subject.items("skill")
        ]  # fmt: skip
    first: dict[str, Spot] = {}
    for name, spot, written in pairs:
        before = first.setdefault(name, spot)
        if before is not spot:
            message = f"the skill {written} stands on the sheet twice (first at {before.pointer})"
            yield found("SW307", message, spot.pointer)


def linked_attribute(item: Item) -> Iterator[Diagnostic]:
    """A skill that is linked to a word that is no attribute."""
    spot = item.data.at("attribute")
    if not spot.text or folded(spot.text) in ATTRIBUTES:
        return
    meant = attribute_named(spot.text) or nearest(spot.text, ATTRIBUTES)
    hint = f"; did you mean {meant!r}?" if meant else f"; there are {', '.join(ATTRIBUTES)}"
    fix = (f"Write {meant}", (replaced(spot, meant),), False) if meant else None
    message = f"{item.name} is linked to {shown(spot.value)}, which is no attribute{hint}"
    yield found("SW308", message, spot.pointer, fix=fix)


def weapons_of_one_name(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """Two weapons that a log cannot tell apart by name."""
    by_name: dict[str, list[int]] = defaultdict(list)
    for index, weapon in enumerate(joe.weapons):
        by_name[folded(weapon.name)].append(index)
    for places in by_name.values():
        one, *others = (joe.weapons[index] for index in places)
        plain = [each.model_copy(update={"id": "", "ready": one.ready}) for each in others]
        if any(each != one.model_copy(update={"id": ""}) for each in plain):
            origins = subject.reading.origins
            place = origins.get(
                f"weapons.{places[1]}", origins.get(f"weapons.{places[1]}.damage", "")
            )
            message = f"{len(places)} weapons are called {one.name} and differ; a log tells them apart by id only"
            yield found("SW309", message, place)


def names(subject: Subject, joe: Character) -> Iterator[Diagnostic]:
    """Conditions, edges, hindrances and skills that are close to known ones and none of them."""
    if not subject.foreign:
        root = subject.root
        for spot in root.at("conditions").each():
            yield from misspelt("SW312", "condition", spot, CONDITIONS)
        for key, right in (("edges", _EDGES), ("hindrances", _HINDRANCES)):
            for spot in root.at(key).each():
                yield from misspelt("SW313", key.removesuffix("s"), spot, right)
        for name in joe.skills:
            yield from _skill(root.at("skills", name), name)
        return
    for item in subject.items("skill"):
        if known("skills", item.data.at("swid").text, item.name) is None:
            yield from _skill(item.spot.at("name"), item.name)


def misspelt(code: str, what: str, spot: Spot, words: Iterable[str]) -> Iterator[Diagnostic]:
    """A word of our own document that is close to one of the known words, and none of them."""
    written = spot.text.split("(")[0].strip()
    if not written or folded(written) in {folded(word) for word in words}:
        return
    likely = nearest(written, words, 0.85)
    if likely is not None:
        yield found(
            code,
            f"the {what} {shown(spot.value)} is not known; did you mean {likely!r}?",
            spot.pointer,
            fix=(f"Write {likely}", (replaced(spot, likely),), False),
        )


def _skill(spot: Spot, name: str) -> Iterator[Diagnostic]:
    plain = folded(name.split("(")[0])
    if plain in LINKED or known("skills", "", name) is not None:
        return
    likely = nearest(plain, LINKED, 0.85)
    if likely is not None:
        message = f"the skill {shown(name)} is not known; did you mean {likely.title()!r}?"
        yield found("SW314", message, spot.pointer)


CHECKS: Final[tuple[Callable[[Subject, Character], Iterator[Diagnostic]], ...]] = (
    toughness,
    parry,
    wounds,
    armor,
    skills_twice,
    weapons_of_one_name,
    names,
)
"""Every check of a character; a new one is a function and a line here."""
