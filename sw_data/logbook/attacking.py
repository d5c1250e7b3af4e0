"""Trait rolls and attacks: which of them a roll was, with which weapon, at whom, and what damage belongs to it."""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from sw_data.logbook.drafts import Draft, arranged, dice_of, strength_of
from sw_data.logbook.modifiers import sort_modifiers
from sw_data.logbook.parts import Json
from sw_data.logbook.roster import Who
from sw_data.models import Weapon
from sw_data.models.skills import folded
from sw_data.rules.attack import is_melee, trait_of

if TYPE_CHECKING:
    from sw_data.logbook.ledger import Ledger

_FIGHTING: Final = frozenset({"fighting", "shooting"})
"""Skills that are rolled for nothing but attacks, so that a roll without a target or a damage is asked about."""


def rolled(draft: Draft) -> Json:
    """An action with one trait roll."""
    sort_into(draft, None, False)
    out = draft.begun()
    assert draft.roll is not None
    out["dice"] = {"roll": dice_of(draft.roll.dice)}
    return out


def sort_into(draft: Draft, weapon: Weapon | None, ranged: bool) -> None:
    """Sorts the modifiers of a draft's roll into it."""
    assert draft.roll is not None
    assert draft.who is not None
    found = sort_modifiers(
        draft.roll,
        draft.who,
        draft.trait,
        weapon=weapon,
        joker=draft.joker,
        targets=draft.targets,
        ranged=ranged,
    )
    if found.table:
        draft.fields["modifiers"] = found.table
    if found.range is not None:
        draft.fields["range"] = found.range
    if found.actions > 1:
        draft.fields["actions_this_turn"] = found.actions
    if found.rules:
        draft.concluded["left_to_rules"] = found.rules


def trait_or_attack(book: Ledger, draft: Draft) -> Json | None:
    """The action of a trait roll: an attack if a weapon, a target or a damage says so; None if it stays open."""
    if draft.fields.get("free"):
        draft.fields = {"trait": draft.trait, **draft.fields}
        return rolled(draft)
    weapon = _weapon_of(book, draft)
    hits = [*draft.damages, *(each for again in draft.rerolls for each in again.damages)]
    fights = folded(draft.trait) in _FIGHTING
    if weapon is None and not hits and not fights:
        return _plain(draft)
    if weapon is None:
        weapon = _guided_weapon(book, draft, fights=fights)
        if weapon is _PLAIN:
            return _plain(draft)
        if weapon is None:
            return None
    return _attack(book, draft, weapon, hits)


def _plain(draft: Draft) -> Json:
    draft.fields = {"trait": draft.trait, **draft.fields}
    return rolled(draft)


_PLAIN: Final = Weapon(name="no weapon")
"""Stands for the answer that a roll was no attack."""


def _weapon_of(book: Ledger, draft: Draft) -> Weapon | None:
    """The weapon that the chat itself names: by the card, the item shown before, or the damage that follows."""
    assert draft.who is not None
    items = [draft.item, *(each.item for each in draft.damages)]
    items += [each.item for again in draft.rerolls for each in again.damages]
    for item in items:
        found = weapon_named(book, draft.who, item)
        if found is not None:
            return found
    return None


def weapon_named(book: Ledger, who: Who, item: str | None) -> Weapon | None:
    """The weapon of an id, a uuid or a name on somebody's sheet."""
    if not item:
        return None
    ident = item.rpartition(".")[2]
    weapons = who.weapons()
    found = next((each for each in weapons if each.id == ident), None)
    if found is not None:
        return found
    name = folded(book.roster.item_name(who.id, ident) or item)
    named = [each for each in weapons if folded(each.name) == name]
    return named[0] if len(named) == 1 else None


def _guided_weapon(book: Ledger, draft: Draft, *, fights: bool) -> Weapon | None:
    """The only weapon that fits the skill (of those in hand, if any is), or the one that is asked for.

    `_PLAIN` if it is said to be no attack; None if the question stays open.
    """
    who = draft.who
    assert who is not None
    fitting = [each for each in who.weapons() if folded(trait_of(each)) == folded(draft.trait)]
    ready = [each for each in fitting if each.ready]
    only = ready if ready else fitting
    aimed = bool(draft.targets) or any(each.targets for each in draft.damages)
    if fights and len(only) == 1 and (aimed or draft.damages):
        return only[0]
    if not fights and not fitting:
        # Damage without a weapon: a power. Its damage is an action of its own.
        for each in draft.damages:
            each.base = each.group = None
        return _PLAIN
    candidates = [(each.id, each.name) for each in (fitting or who.weapons())]
    if not draft.damages:
        candidates.append(("trait", "no attack, a roll of the skill alone"))
    answer = book.ask(
        draft.message,
        "weapon",
        "SW667",
        f"With which weapon does {who.name} attack here?",
        candidates,
    )
    if answer == "trait":
        return _PLAIN
    found = None if answer is None else weapon_named(book, who, answer)
    if found is None:
        _leave_open(book, draft, "SW667")
        return None
    return found


def _leave_open(book: Ledger, draft: Draft, code: str) -> None:
    """A draft that becomes no action, with all that hangs on it."""
    book.left_open(draft, code)
    draft.dropped = True
    for each in [
        *draft.damages,
        *draft.rerolls,
        *(d for again in draft.rerolls for d in again.damages),
    ]:
        each.dropped = True
        book.left_open(each, code)


def _attack(book: Ledger, draft: Draft, weapon: Weapon, hits: list[Draft]) -> Json | None:
    who, roll = draft.who, draft.roll
    assert who is not None
    assert roll is not None
    draft.weapon = weapon
    draft.type = "attack"
    count = len(roll.trait_dice)
    targets = _targets(book, draft, weapon, hits, count)
    if targets is None:
        _leave_open(book, draft, "SW666")
        return None
    draft.targets = targets
    melee = is_melee(weapon, draft.trait)
    sort_into(draft, weapon, ranged=not melee)
    same_name = sum(1 for each in who.weapons() if folded(each.name) == folded(weapon.name))
    fields: Json = {"weapon": weapon.name if same_name == 1 else weapon.id}
    if len(targets) == 1:
        fields["target"] = targets[0].id
    else:
        fields["targets"] = [each.id for each in targets]
    if folded(draft.trait) != folded(trait_of(weapon)):
        fields["trait"] = draft.trait
    if len(targets) == 1 and count != weapon.rof and weapon.template is None:
        fields["attacks"] = count
    draft.fields.pop("tn", None)
    card = draft.card
    for key in ("result", "raises"):
        if card is None or card.tn is None or count > 1:
            draft.recorded.pop(key, None)
    if (
        card is not None
        and card.tn is not None
        and card.module == "betterrolls-swade2"
        and count == 1
    ):
        draft.recorded["tn"] = card.tn
    dice: Json = {"attack": dice_of(roll.dice)}
    recorded_hits = bring(book, draft, draft.damages, dice)
    if recorded_hits:
        draft.recorded["hits"] = recorded_hits
    draft.fields = {**fields, **draft.fields}
    if count > 1 and roll.total is not None:
        draft.concluded["kept"] = roll.keep
    out = draft.begun(*draft.damages)
    out["dice"] = dice
    return out


def bring(book: Ledger, draft: Draft, damages: list[Draft], dice: Json) -> list[Json]:
    """Takes damages into an attack or its reroll: dice, modifiers, and what the tabletop made of the hits."""
    base = draft.base if draft.base is not None and draft.type == "reroll" else draft
    who, weapon = base.who, base.weapon
    assert who is not None
    assert weapon is not None
    pools: list[list[Json]] = []
    hits: list[Json] = []
    for number, each in enumerate(damages, 1):
        each.dropped = True
        each.attack = (base.id, number if len(damages) > 1 else None)
        each.fate.read()
        book.coverage.joined += 1
        assert each.roll is not None
        order, table, rules = arranged(each.roll, weapon, strength_of(who), joker=base.joker)
        pools.append(dice_of(order))
        if table and "damage_modifiers" not in draft.fields:
            draft.fields["damage_modifiers"] = table
        elif table and table != draft.fields.get("damage_modifiers"):
            draft.concluded.setdefault("other_damage_modifiers", []).append(table)
        concluded = {**each.concluded, **({"left_to_rules": rules} if rules else {})}
        if concluded:
            draft.concluded.setdefault("damage", []).append(concluded)
        hits.append(hit_of(each))
    if pools:
        dice["damage"] = pools[0] if len(pools) == 1 else pools
    return hits if any(len(each) > 1 for each in hits) or hits else []


def hit_of(damage: Draft) -> Json:
    """What the tabletop says of one hit: the damage, and the wounds if it names any."""
    assert damage.roll is not None
    out: Json = {}
    total = damage.roll.total if damage.roll.total is not None else damage.roll.computed
    if total is not None:
        out["damage"] = int(total)
    statement = damage.statement
    applied = damage.concluded.get("applied")
    if applied is not None and isinstance(applied.get("wounds"), int):
        out["wounds"] = applied["wounds"]
    elif statement is not None and not damage.soaks:
        if statement.kind in ("shaken", "wounded"):
            out["wounds"] = statement.wounds or 0
        elif statement.kind == "unharmed":
            out["wounds"] = 0
    return out


def _targets(
    book: Ledger, draft: Draft, weapon: Weapon, hits: list[Draft], count: int
) -> tuple[Who, ...] | None:
    """Whom an attack aims at: what its message says, else its damage, else what is answered; None if it stays open."""
    targets = draft.targets
    if len(targets) == 1 or (targets and (weapon.template is not None or len(targets) == count)):
        return targets
    by_damage = tuple(
        {each.targets[0].id: each.targets[0] for each in hits if len(each.targets) == 1}.values()
    )
    named_ids = {each.id for each in targets}
    if len(by_damage) == 1 and (not targets or by_damage[0].id in named_ids):
        return by_damage
    if by_damage and len(by_damage) == count:
        return by_damage
    candidates = targets or book.roster.everybody()
    who = draft.who
    listed = [(each.id, each.name) for each in candidates if who is None or each.id != who.id][:50]
    said = f"{len(targets)} are named" if targets else "nobody is named"
    answer = book.ask(
        draft.message, "target", "SW666",
        f"At whom does {who.name if who else 'nobody'} attack with {weapon.name}? ({said}; {count} dice.)", listed,
    )  # fmt: skip
    if answer is None:
        return None
    found = [book.roster.by_answer(each.strip()) for each in answer.split(",")]
    named = tuple(each for each in found if each is not None)
    return named if named and len(named) == len(found) else None
