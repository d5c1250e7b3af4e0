"""Edges (SW34x): their requirements, in the form of a list; the older text says what it says."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Final

from sw_data.checks.subject import Item, Subject, found, replaced
from sw_data.diagnostics import Diagnostic
from sw_data.dice import STEPS
from sw_data.formats.foundry.values import Spot, number_in, shown
from sw_data.formats.names import attribute_named
from sw_data.jsonvalue import as_array, as_int, as_object
from sw_data.models import ATTRIBUTES
from sw_data.models.faults import nearest
from sw_data.models.skills import folded

TYPES: Final = (
    "rank", "attribute", "skill", "edge", "hindrance", "ancestry", "power", "wildCard", "other",
)  # fmt: skip
"""The types of requirements."""

RANKS: Final = ("novice", "seasoned", "veteran", "heroic", "legendary")
"""The ranks, the first one stored as 0."""


def check(subject: Subject) -> Iterable[Diagnostic]:
    """Every edge of a document."""
    for item in subject.items("edge", "ability", "hindrance"):
        yield from requirements(item)


def requirements(item: Item) -> Iterator[Diagnostic]:
    """Every requirement of a list."""
    spot = item.data.at("requirements")
    if not spot.present or spot.value is None or as_object(spot.value) is not None:
        return
    if as_array(spot.value) is None:
        message = f"the requirements of {item.name} are {shown(spot.value)} and should be a list"
        yield found("SW341", message, spot.pointer)
    each_one = spot.each()
    for place, each in enumerate(each_one):
        if as_object(each.value) is None:
            message = f"a requirement of {item.name} is {shown(each.value)} and should be an object"
            yield found("SW341", message, each.pointer)
            continue
        yield from _requirement(item, each)
        joined = each.at("combinator")
        if joined.text not in ("", "and", "or") or (
            joined.present and not isinstance(joined.value, str)
        ):
            message = f"a requirement of {item.name} is joined by {shown(joined.value)}; it should be 'and' or 'or'"
            yield found("SW344", message, joined.pointer)
        elif joined.text == "or" and place == len(each_one) - 1:
            message = f"the last requirement of {item.name} is joined by 'or' to nothing"
            fix = ("Write and", (replaced(joined, "and"),), True)
            yield found("SW344", message, joined.pointer, fix=fix)


def _requirement(item: Item, spot: Spot) -> Iterator[Diagnostic]:
    kind, value = spot.at("type"), spot.at("value")
    match kind.text:
        case "rank":
            yield from _rank(item, value)
        case "attribute" | "skill":
            yield from _trait(item, spot, kind.text)
        case "wildCard":
            if value.present and not isinstance(value.value, bool) and value.value != "":
                message = f"{item.name} requires a Wild Card by {shown(value.value)}; it should be true or false"
                yield found("SW342", message, value.pointer)
        case _ if kind.text not in TYPES:
            meant = nearest(kind.text, TYPES)
            hint = f"did you mean {meant!r}?" if meant else f"there are {', '.join(TYPES)}"
            fix = (f"Write {meant}", (replaced(kind, meant),), False) if meant else None
            message = f"a requirement of {item.name} is of type {shown(kind.value)}; {hint}"
            yield found("SW341", message, kind.pointer, fix=fix)
        case _:
            return


def _rank(item: Item, spot: Spot) -> Iterator[Diagnostic]:
    number = as_int(spot.value)
    if number is not None and 0 <= number < len(RANKS):
        return
    word = folded(spot.text.rsplit(".", 1)[-1])
    meant = RANKS.index(word) if word in RANKS else as_int(number_in(spot.text))
    sure = meant is not None and 0 <= meant < len(RANKS)
    fix = (f"Write {meant}", (replaced(spot, meant),), True) if sure else None
    hint = f"; {meant} would be right" if sure else ""
    yield found(
        "SW342",
        f"{item.name} requires the rank {shown(spot.value)}; it should be a number, 0 for Novice to 4 for Legendary"
        f"{hint}",
        spot.pointer,
        fix=fix,
    )


def _trait(item: Item, spot: Spot, kind: str) -> Iterator[Diagnostic]:
    selector, value = spot.at("selector"), spot.at("value")
    label = spot.at("label").text
    if kind == "attribute" and folded(selector.text) not in ATTRIBUTES:
        meant = attribute_named(selector.text or label)
        fix = (f"Write {meant}", (replaced(selector, meant),), False) if meant else None
        yield found(
            "SW343",
            f"{item.name} requires the attribute {shown(selector.value)}; it should be one of {', '.join(ATTRIBUTES)}",
            selector.pointer,
            fix=fix,
        )
    elif kind == "skill" and not selector.text and not label:
        message = (
            f"{item.name} requires a skill and does not say which; its swid should stand there"
        )
        yield found("SW343", message, selector.pointer)
    number = as_int(value.value)
    if number in STEPS:
        return
    meant_number = as_int(number_in(value.text.lstrip("dD").rstrip("+")))
    sure = meant_number in STEPS
    of = label or selector.text or kind
    yield found(
        "SW342",
        f"{item.name} requires {shown(value.value)} in {of}; it should be the sides of a die: 4, 6, 8, 10 or 12",
        value.pointer,
        fix=(f"Write {meant_number}", (replaced(value, meant_number),), True) if sure else None,
    )
