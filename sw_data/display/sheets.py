"""Characters, weapons and vehicles as text and as HTML."""

from __future__ import annotations

from collections.abc import Sequence

from sw_data.display.markup import Html, badges, box, line, safe, shortened, table
from sw_data.models import ATTRIBUTES, Character, Injury, Vehicle, Weapon, WieldedWeapon
from sw_data.models.outcome import WeaponChange

MANY = 40
"""The most weapons, skills or edges that are listed."""


def range_text(weapon: Weapon) -> str:
    """A weapon's range: `12/24/48`, a template's name, or `melee`."""
    if weapon.brackets is not None:
        return "/".join(map(str, weapon.brackets))
    return weapon.template or "melee"


def modifiers_text(weapon: Weapon) -> str:
    """A weapon's modifiers: `+1 Fighting (long handle)`."""
    return ", ".join(
        f"{each.value:+d} {each.applies_to}{f' ({each.label})' if each.label else ''}"
        for each in weapon.modifiers
    )


def _notes(weapon: Weapon) -> str:
    notes = [f"AP {weapon.ap}"] if weapon.ap else []
    if weapon.rof > 1:
        notes.append(f"RoF {weapon.rof}")
    if weapon.parry:
        notes.append(f"Parry {weapon.parry:+d}")
    if weapon.reach:
        notes.append(f"Reach {weapon.reach}")
    if weapon.min_strength is not None:
        notes.append(f"min Str {weapon.min_strength}")
    if weapon.modifiers:
        notes.append(modifiers_text(weapon))
    return ", ".join(notes)


def weapon_text(weapon: Weapon) -> str:
    """A weapon in one line."""
    parts = [f"{weapon.name}: {weapon.damage}", range_text(weapon), _notes(weapon)]
    return shortened(", ".join(part for part in parts if part))


def weapons_html(weapons: Sequence[Weapon]) -> str:
    """Weapons as a table."""
    rows = [
        (each.name, str(each.damage), range_text(each), _notes(each), "ready" if each.ready else "")
        for each in weapons[:MANY]
    ]
    more = f"<div>and {len(weapons) - MANY} more</div>" if len(weapons) > MANY else ""
    return table(rows, ("weapon", "damage", "range", "", "")) + more


def weapon_html(weapon: Weapon) -> str:
    """A weapon by itself."""
    return weapons_html([weapon])


def changes(listed: Sequence[WeaponChange]) -> str:
    """Benefits lost or penalties kept: `+1 Fighting`."""
    return ", ".join(f"{each.value:+d} {each.applies_to}" for each in listed) or "nothing"


def wielded_text(weapon: WieldedWeapon) -> str:
    """A weapon in somebody's hands in one line."""
    asks = f", asks {weapon.required_strength}" if weapon.required_strength else ""
    weak = " and is too heavy" if weapon.too_weak else ""
    return shortened(
        f"{weapon.name} in {weapon.strength} hands{asks}{weak}: {weapon.damage}; "
        f"lost {changes(weapon.lost)}; kept {changes(weapon.kept)}"
    )


def wielded_html(weapon: WieldedWeapon) -> str:
    """A weapon in somebody's hands."""
    rows = [
        ("damage", weapon.damage),
        ("Strength", weapon.strength),
        ("asks", weapon.required_strength or "nothing"),
        ("too weak", "yes" if weapon.too_weak else "no"),
        ("lost", changes(weapon.lost)),
        ("kept", changes(weapon.kept)),
    ]
    return box(weapon.name, [table(rows)])


def injury_text(injury: Injury) -> str:
    """An injury: `left arm: One Arm (permanent)`."""
    where = f"{injury.side} {injury.location}" if injury.side else injury.location
    return (
        f"{where}: {injury.effect or f'{injury.attribute} down'} ({injury.lasts.replace('_', ' ')})"
    )


def character_text(character: Character) -> str:
    """A character in a few lines."""
    kind = "Wild Card" if character.wild_card else "Extra"
    dice = ", ".join(f"{name} {getattr(character.attributes, name)}" for name in ATTRIBUTES)
    skills = ", ".join(f"{name} {die}" for name, die in list(character.skills.items())[:MANY])
    lines = [
        f"{shortened(character.name)} ({kind})",
        f"  {dice}",
        f"  {shortened(skills)}" if skills else "",
        f"  Parry {character.parry}, Toughness {character.toughness} ({character.armor}), Pace {character.pace}",
        f"  {_state(character)}",
        *(f"  {weapon_text(each)}" for each in character.weapons[:MANY]),
    ]
    return "\n".join(each for each in lines if each.strip())


def _state(character: Character) -> str:
    parts = [f"wounds {character.wounds.value}/{character.wounds.max}"]
    parts.append(f"fatigue {character.fatigue.value}/{character.fatigue.max}")
    if character.bennies is not None:
        parts.append(f"bennies {character.bennies}")
    parts += [shortened(each, 60) for each in character.conditions]
    return ", ".join(parts)


def character_html(character: Character) -> str:
    """A character as a card."""
    dice = [[name.capitalize(), getattr(character.attributes, name)] for name in ATTRIBUTES]
    skills = ", ".join(f"{name} {die}" for name, die in list(character.skills.items())[:MANY])
    parts = [
        table([[each[1] for each in dice]], [str(each[0]) for each in dice]),
        line("skills", safe_list(skills)),
        line(
            "Parry",
            Html(
                f"{character.parry} · Toughness {character.toughness} ({character.armor}) · Pace {character.pace}"
                f" · wounds {character.wounds.value}/{character.wounds.max}"
                f" · fatigue {character.fatigue.value}/{character.fatigue.max}"
                + ("" if character.bennies is None else f" · bennies {character.bennies}")
            ),
        ),
        line("is", badges(character.conditions[:MANY])),
        line("edges", ", ".join(character.edges[:MANY])),
        line("hindrances", ", ".join(character.hindrances[:MANY])),
        line("injuries", "; ".join(injury_text(each) for each in character.injuries[:MANY])),
        weapons_html(character.weapons) if character.weapons else "",
    ]
    return box(character.name, parts, note="Wild Card" if character.wild_card else "Extra")


def safe_list(text: str) -> Html:
    """A long list, escaped and shortened."""
    return Html(safe(text, 2000))


def vehicle_text(vehicle: Vehicle) -> str:
    """A vehicle in a few lines."""
    unit = {"squares": "squares a turn"}.get(vehicle.top_speed_unit, vehicle.top_speed_unit)
    crew = ", ".join(
        f"{each.actor}{' (belted)' if each.seatbelt else ''}" for each in vehicle.occupants[:MANY]
    )
    lines = [
        shortened(vehicle.name),
        f"  Top Speed {vehicle.top_speed:g} {unit}, Handling {vehicle.handling:+d}, "
        f"Toughness {vehicle.toughness} ({vehicle.armor})",
        f"  wounds {vehicle.wounds.value}/{vehicle.wounds.max}"
        + "".join(f", {shortened(each, 60).replace('_', ' ')}" for each in vehicle.conditions),
        f"  driver {shortened(vehicle.driver or 'nobody')}"
        + (f"; inside {shortened(crew)}" if crew else ""),
        *(f"  {weapon_text(each)}" for each in vehicle.weapons[:MANY]),
    ]
    return "\n".join(lines)


def vehicle_html(vehicle: Vehicle) -> str:
    """A vehicle as a card."""
    crew = ", ".join(
        f"{each.actor}{' (belted)' if each.seatbelt else ''}" for each in vehicle.occupants[:MANY]
    )
    rows = [
        (
            f"{vehicle.top_speed:g} {vehicle.top_speed_unit}",
            f"{vehicle.handling:+d}",
            f"{vehicle.toughness} ({vehicle.armor})",
            f"{vehicle.wounds.value}/{vehicle.wounds.max}",
            vehicle.driver or "nobody",
        )
    ]
    parts = [
        table(rows, ("Top Speed", "Handling", "Toughness", "wounds", "driver")),
        line("is", badges(vehicle.conditions[:MANY])),
        line("inside", crew),
        weapons_html(vehicle.weapons) if vehicle.weapons else "",
    ]
    return box(vehicle.name, parts, note="vehicle")
