"""What items roll: the trait they are used with, and the further actions that they offer."""

from __future__ import annotations

from typing import Final

from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.values import number_in
from sw_data.jsonvalue import Object, as_number, as_object, as_text

_OF_TRAIT: Final = {"skillMod": "modifier", "skillOverride": "override"}
_OF_DAMAGE: Final = {"dmgMod": "modifier", "dmgOverride": "override"}
_COUNTS: Final = {"rof": "dice", "shotsUsed": "resourcesUsed"}


def root_skill(draft: Draft) -> None:
    """The skill that an item is used with."""
    old: Path = (draft.key, "skill")
    new: Path = (draft.key, "actions", "skill")
    if draft.setting.type not in ("weapon", "power") or as_text(draft.get(*old)) is None:
        return
    if not draft.has(*new) and not draft.has(draft.key, "actions", "trait"):
        draft.move(old, new, "the skill is one of the item's actions")


def trait(draft: Draft) -> None:
    """The trait that an item is used with, and what is added to it."""
    actions: Path = (draft.key, "actions")
    for old, new in (("skill", "trait"), ("skillMod", "traitMod")):
        why = f"`{old}` is called `{new}` since it may be an attribute"
        _renamed(draft, (*actions, old), (*actions, new), why)


def additional(draft: Draft) -> None:
    """The further actions of an item."""
    path: Path = (draft.key, "actions", "additional")
    for name, each in (as_object(draft.get(*path)) or {}).items():
        entry = as_object(each)
        if entry is not None:
            _action(draft, (*path, name), entry)


def _action(draft: Draft, at: Path, entry: Object) -> None:
    kind = as_text(entry.get("type"))
    if kind == "skill":
        draft.write((*at, "type"), "trait", "an action may roll an attribute too")
        kind = "trait"
    for old, new in _COUNTS.items():
        if old in entry and _renamed(draft, (*at, old), (*at, new), f"`{old}` is called `{new}`"):
            text = as_text(draft.get(*at, new))
            if text is not None:
                number = number_in(text)
                draft.write((*at, new), number, "a number is no longer stored as a text")
    own = _OF_DAMAGE if kind == "damage" else _OF_TRAIT
    other = _OF_TRAIT if kind == "damage" else _OF_DAMAGE
    for old, new in own.items():
        if old in entry and _renamed(draft, (*at, old), (*at, new), f"`{old}` is called `{new}`"):
            number = as_number(draft.get(*at, new))
            if number is not None:
                text = f"{number:+g}" if number else ""
                draft.write((*at, new), text, "a modifier is a text")
    for old in other:
        if old in entry and entry[old] in ("", None):
            draft.remove(
                (*at, old), "it says nothing, and an action of this type has no such field"
            )


def _renamed(draft: Draft, old: Path, new: Path, why: str) -> bool:
    """Move an old key; if the new one is there too, the old one goes only if it says no more. Whether it was moved."""
    if not draft.has(*old):
        return False
    if not draft.has(*new):
        draft.move(old, new, why)
        return True
    if draft.get(*old) in (draft.get(*new), "", None):
        draft.remove(old, f"{why}; the older one says no more")
    return False


STEPS: Final[tuple[Step, ...]] = steps(
    "actions",
    (
        "root_skill",
        (0, 14),
        ("item",),
        "A `skill` beside the actions becomes one of them.",
        root_skill,
    ),
    (
        "trait",
        (3, 1),
        ("item",),
        "`actions.skill` and `skillMod` become `trait` and `traitMod`.",
        trait,
    ),
    (
        "additional",
        (3, 1),
        ("item",),
        "The older keys of further actions become `dice`, `resourcesUsed`, `modifier`, `override`.",
        additional,
    ),
)
