"""What all odds have in common: a text, and a display in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

if TYPE_CHECKING:
    from sw_data.display.odds import Shown


class Showing:
    """Odds that show themselves; the display is imported when it is asked for."""

    __slots__ = ()

    def __str__(self) -> str:
        from sw_data.display.odds import text

        return text(cast("Shown", self))

    def _repr_html_(self) -> str:
        from sw_data.display.odds import html

        return html(cast("Shown", self))

    def to_svg(self) -> str:
        """The odds as bars in a plain SVG, each with its number."""
        from sw_data.display.odds import svg

        return svg(cast("Shown", self))
