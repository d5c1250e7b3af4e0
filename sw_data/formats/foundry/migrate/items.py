"""Items: how they are worn, named, limited and charged, from version to version."""

from __future__ import annotations

import re
import unicodedata
from typing import Final

from sw_data.formats.foundry.migrate.requirements import requirements_in
from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.target import document_id
from sw_data.jsonvalue import (
    Object,
    as_array,
    as_flag,
    as_number,
    as_object,
    as_text,
)

_WORN: Final = frozenset({"weapon", "armor", "shield", "gear", "consumable"})
_NO_RANGE: Final = frozenset({"", "-", "*", "0", "\u2013", "\u2014"})
_NO_SWID: Final = frozenset({"", "none"})
_RESERVED: Final = frozenset({"any", "none"})
_MOST_BATTERY: Final = 100
_UNTYPED: Final = re.compile(r"^Compendium\.[^.]+\.[^.]+\.([A-Za-z0-9]{16})$")


def slug_of(name: str) -> str:
    """The slug that the game system makes of a name; `none` if nothing of it is left."""
    bare = "".join(
        each for each in unicodedata.normalize("NFKD", name) if not unicodedata.combining(each)
    )
    kept = re.sub(r"[^a-z0-9 -]", "", bare.lower())
    found = re.sub(r"-{2,}", "-", re.sub(r"\s+", "-", kept.strip())).strip("-")
    return "none" if found in _RESERVED or not found else found


def equipped(draft: Draft) -> None:
    """Whether an item is carried, worn or in a hand."""
    path: Path = (draft.key, "equipped")
    if not draft.has(*path):
        return
    value = draft.get(*path)
    worn = value is True or (isinstance(value, str) and value.casefold() == "true")
    if draft.setting.type in _WORN and not draft.has(draft.key, "equipStatus"):
        status = (4 if draft.setting.type == "weapon" else 3) if worn else 1
        draft.become(path, (draft.key, "equipStatus"), status, "how an item is carried is a number")
    elif draft.setting.type == "power" and not draft.has(draft.key, "favorite"):
        draft.become(path, (draft.key, "favorite"), worn, "a power at hand is a favorite")


def reload(draft: Draft) -> None:
    """How a weapon is reloaded."""
    path: Path = (draft.key, "autoReload")
    auto = as_flag(draft.get(*path))
    if auto is not None and not draft.has(draft.key, "reloadType"):
        draft.become(
            path,
            (draft.key, "reloadType"),
            "none" if auto else "full",
            "reloading has several ways",
        )


def battery(draft: Draft) -> None:
    """How much a battery holds."""
    path: Path = (draft.key, "charges", "max")
    most = as_number(draft.get(*path))
    if draft.get(draft.key, "subtype") == "battery" and most is not None and most != _MOST_BATTERY:
        draft.write(path, _MOST_BATTERY, "a battery is counted in percent")


def swid(draft: Draft) -> None:
    """The slug by which other documents name an item."""
    path: Path = (draft.key, "swid")
    if draft.setting.partial or not isinstance(draft.value.get(draft.key), dict):
        return
    held = draft.get(*path)
    if held is not None and (not isinstance(held, str) or held not in _NO_SWID):
        return
    made = slug_of(as_text(draft.value.get("name")) or "")
    if held is None or made != "none":
        draft.write(path, made, "other documents name an item by a slug of its name")


def range_type(draft: Draft) -> None:
    """Whether a weapon is for melee, for range, or for both."""
    path: Path = (draft.key, "rangeType")
    if draft.setting.type != "weapon" or draft.setting.partial or draft.get(*path) is not None:
        return
    if not (draft.has(draft.key, "range") or draft.has(draft.key, "shots")):
        return
    distance = (as_text(draft.get(draft.key, "range")) or "").strip() not in _NO_RANGE
    shots = bool(as_number(draft.get(draft.key, "shots")))
    both = 2 if draft.get(draft.key, "reloadType") == "self" else 1
    kind = (both if shots and distance else 2) if shots or distance else 0
    draft.write(path, kind, "told by its range and its shots")


def requirements(draft: Draft) -> None:
    """What an Edge asks for."""
    path: Path = (draft.key, "requirements")
    held = draft.get(*path)
    text = as_text(held)
    old = as_object(held)
    if old is not None:
        text = as_text(old.get("value")) or ""
        if old.keys() - {"value"}:
            draft.keep(path)
    if draft.setting.type in ("edge", "") and text is not None:
        draft.write(path, requirements_in(text), "what an Edge asks for is a list")


def race(draft: Draft) -> None:
    """Races are called ancestries."""
    if draft.setting.type == "ability" and draft.get(draft.key, "subtype") == "race":
        draft.write((draft.key, "subtype"), "ancestry", "a race is called an ancestry")


def ancestry(draft: Draft) -> None:
    """An ancestry is a type of its own; its id stays."""
    if draft.value.get("type") == "ability" and draft.get(draft.key, "subtype") == "ancestry":
        draft.write(("type",), "ancestry", "an ancestry is an item of its own type")
        draft.remove((draft.key, "subtype"), "the type says so")


def grants(draft: Draft) -> None:
    """What an item brings along, named by uuid."""
    for number, each in enumerate(as_array(draft.get(draft.key, "grants")) or []):
        uuid = as_text((as_object(each) or {}).get("uuid"))
        if uuid is None:
            continue
        fixed = re.sub(r"(^|\.)Item\.Item\.", r"\1Item.", uuid)
        match = _UNTYPED.match(fixed)
        if match is not None:
            fixed = f"{fixed[: match.start(1)]}Item.{match[1]}"
        draft.write(
            (draft.key, "grants", number, "uuid"), fixed, "a uuid names the type of its document"
        )


def charges(draft: Draft) -> None:
    """Charges of an item."""
    path: Path = (draft.key, "charges")
    held = draft.members(*path)
    if held is None:
        return
    rows = as_object(held.get("charges"))
    if rows is not None:
        listed: list[object] = [{"id": key, **(as_object(row) or {})} for key, row in rows.items()]
        draft.write((*path, "charges"), listed, "charges are a list")
    elif "charges" not in held and held.keys() & {"value", "max"}:
        value, most = as_number(held.get("value")), as_number(held.get("max"))
        row: Object = {
            "id": document_id("", as_text(draft.value.get("_id")) or "", "charges")[:8],
            "sort": 0,
            "name": "Charges",
            "value": max(0, value or 0),
            "max": max(1, most or 1),
            "rechargeAmount": "",
            "rechargeType": "finite",
        }
        rest = {key: each for key, each in held.items() if key not in ("value", "max")}
        draft.write(
            path, {"hasCharges": True, "charges": [row], **rest}, "an item can have several charges"
        )


STEPS: Final[tuple[Step, ...]] = steps(
    "items",
    (
        "equipped",
        (1, 2),
        ("item",),
        "`equipped` becomes `equipStatus`, of a power `favorite`.",
        equipped,
    ),
    ("reload", (2, 3), ("item",), "`autoReload` becomes `reloadType`.", reload),
    ("battery", (2, 3), ("item",), "A battery holds 100.", battery),
    ("grants", (3, 1), ("item",), "Uuids of granted items name the type of the document.", grants),
    ("swid", (3, 2), ("item",), "An item without a slug gets the one of its name.", swid),
    (
        "requirements",
        (3, 2),
        ("item",),
        "The text of an Edge's requirements becomes a list.",
        requirements,
    ),
    ("race", (3, 2), ("item",), "The subtype `race` becomes `ancestry`.", race),
    (
        "range_type",
        (3, 3),
        ("item",),
        "A weapon that does not say whether it is for melee or for range does.",
        range_type,
    ),
    (
        "ancestry",
        (4, 1),
        ("item",),
        "An ability that is an ancestry becomes an item of type `ancestry`.",
        ancestry,
    ),
    ("charges", (5, 2), ("item",), "Charges become a list.", charges),
)
