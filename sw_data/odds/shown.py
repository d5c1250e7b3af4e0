"""What all odds have in common: a text, and a display in a notebook."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any, cast

if TYPE_CHECKING:
    from sw_data.display.odds import Shown
    from sw_data.display.pictures import Picture


class Showing:
    """Odds that show themselves; the display is imported when it is asked for."""

    __slots__ = ()

    def __init_subclass__(cls) -> None:
        # IPython looks at a class before its bases, and would take the `__repr__` of a dataclass first.
        type.__setattr__(cls, "_repr_pretty_", Showing._repr_pretty_)

    def __str__(self) -> str:
        from sw_data.display.odds import text

        return text(cast("Shown", self))

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        printer.text("…" if cycle else str(self))

    def _repr_html_(self) -> str:
        from sw_data.display.odds import html

        return html(cast("Shown", self))

    def picture(self) -> Picture:
        """The odds as a picture: a plain SVG, a Vega-Lite specification, a PNG, a table."""
        from sw_data.display.pictures import odds_picture

        return odds_picture(cast("Shown", self))

    def to_vega(self) -> dict[str, Any]:
        """The odds as bars in a Vega-Lite specification, its data inside."""
        return self.picture().to_vega()

    def to_svg(self) -> str:
        """The odds as bars in a plain SVG, each with its number."""
        return self.picture().to_svg()
