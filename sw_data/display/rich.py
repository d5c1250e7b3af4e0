"""The one place that knows which value is shown how: HTML for a notebook, text for a terminal."""

from __future__ import annotations

from sw_data.display import runs, sheets, track
from sw_data.display.markup import safe
from sw_data.display.outcomes import outcome_text
from sw_data.models import Character, Chase, Outcome, Vehicle, Weapon, WieldedWeapon


def html_of(value: object) -> str:
    """A value as HTML, escaped; another one as its representation."""
    if isinstance(value, Character):
        return sheets.character_html(value)
    if isinstance(value, Vehicle):
        return sheets.vehicle_html(value)
    if isinstance(value, Weapon):
        return sheets.weapon_html(value)
    if isinstance(value, WieldedWeapon):
        return sheets.wielded_html(value)
    if isinstance(value, Chase):
        return track.chase_svg(value)
    if isinstance(value, Outcome):
        return runs.outcome_html(value)
    return f"<pre>{safe(value, 4000)}</pre>"


def text_of(value: object) -> str:
    """A value as text for a terminal."""
    if isinstance(value, Character):
        return sheets.character_text(value)
    if isinstance(value, Vehicle):
        return sheets.vehicle_text(value)
    if isinstance(value, Weapon):
        return sheets.weapon_text(value)
    if isinstance(value, WieldedWeapon):
        return sheets.wielded_text(value)
    if isinstance(value, Chase):
        return track.chase_text(value)
    if isinstance(value, Outcome):
        return outcome_text(value)
    return str(value)
