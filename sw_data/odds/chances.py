"""What can come of a roll or an action: named outcomes, each with its exact chance."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Mapping
from dataclasses import dataclass
from fractions import Fraction
from typing import Any, TypeAlias

from sw_data.errors import NotFoundError
from sw_data.odds.shown import Showing
from sw_data.odds.totals import Distribution, written

Event: TypeAlias = "str | Iterable[str] | Callable[[str], bool]"


@dataclass(frozen=True, slots=True)
class Chance:
    """One outcome, how likely it is, and what it counts (wounds, zones), None if it counts nothing."""

    outcome: str
    p: Fraction
    counts: int | None = None


@dataclass(frozen=True, slots=True)
class Odds(Showing):
    """Every outcome of a question with its exact chance; the chances add up to 1.

    Attributes:
        question: What was asked, in words.
        outcomes: The outcomes, worst first, no two at once.
        events: Chances of further events that a player names, such as `success` (a raise is one too) or `hit`.
        total: The distribution of the total, where there is one.
        counted: What `mean` is the mean of: `total`, `wounds`, `zones`, `turns`; empty if it has none.
        rules: The ids of the rules that it rests on.
        notes: What one should know to read it, such as a weapon's benefits lost.
    """

    question: str
    outcomes: tuple[Chance, ...]
    events: tuple[tuple[str, Fraction], ...] = ()
    total: Distribution | None = None
    counted: str = ""
    rules: tuple[str, ...] = ()
    notes: tuple[str, ...] = ()

    def p(self, event: Event) -> Fraction:
        """The chance of an event.

        Args:
            event: The name of an outcome or event (`"raise"`, `"1 wound"`), several outcomes (`["1_wound",
                "incapacitated"]`), or a test of an outcome's name.

        Raises:
            NotFoundError: There is no such outcome or event; the message names them.
        """
        if isinstance(event, str):
            return self._named(event)
        if callable(event):
            return sum((each.p for each in self.outcomes if event(each.outcome)), start=Fraction(0))
        wanted = {_key(name) for name in event}
        known = {each.outcome for each in self.outcomes}
        for name in wanted - known:
            raise NotFoundError(f"no outcome {name!r}; there are {', '.join(sorted(known))}")
        return sum((each.p for each in self.outcomes if each.outcome in wanted), start=Fraction(0))

    def _named(self, event: str) -> Fraction:
        key = _key(event)
        for each in self.outcomes:
            if each.outcome == key:
                return each.p
        for name, chance in self.events:
            if name == key:
                return chance
        names = [each.outcome for each in self.outcomes] + [name for name, _ in self.events]
        raise NotFoundError(f"no outcome or event {event!r}; there are {', '.join(names)}")

    def at_least(self, outcome: str) -> Fraction:
        """The chance of this outcome or one that stands below it in the table."""
        key = _key(outcome)
        names = [each.outcome for each in self.outcomes]
        if key not in names:
            raise NotFoundError(f"no outcome {outcome!r}; there are {', '.join(names)}")
        return sum((each.p for each in self.outcomes[names.index(key) :]), start=Fraction(0))

    @property
    def mean(self) -> Fraction | None:
        """The average of what is counted (`counted`); None if nothing is."""
        if self.counted == "total" and self.total is not None:
            return self.total.mean
        if any(each.counts is None for each in self.outcomes):
            return None
        return sum((each.p * (each.counts or 0) for each in self.outcomes), start=Fraction(0))

    def table(self) -> list[dict[str, Any]]:
        """One row an outcome: `outcome`, `p`, and `at_least`, the chance of it or one below it in the table."""
        rows: list[dict[str, Any]] = []
        left = sum((each.p for each in self.outcomes), start=Fraction(0))
        for each in self.outcomes:
            rows.append({"outcome": each.outcome, "p": each.p, "at_least": left})
            left -= each.p
        return rows

    def to_json(self) -> dict[str, Any]:
        """The odds as JSON, each chance as a number and as a fraction."""
        out: dict[str, Any] = {
            "question": self.question,
            "outcomes": [
                {"outcome": each.outcome, **written("p", each.p)} for each in self.outcomes
            ],
            "events": [{"event": name, **written("p", chance)} for name, chance in self.events],
            "mean": None,
            "counted": self.counted,
            "rules": list(self.rules),
            "notes": list(self.notes),
        }
        mean = self.mean
        if mean is not None:
            out["mean"] = float(mean)
        if self.total is not None:
            out["totals"] = self.total.to_json()["totals"]
        return out


def _key(name: str) -> str:
    return "_".join(name.casefold().replace("_", " ").split())


def outcomes(
    chances: Mapping[str, Fraction], counts: Mapping[str, int] | None = None
) -> tuple[Chance, ...]:
    """Outcomes in the order of the mapping, those that cannot be left out."""
    return tuple(
        Chance(name, p, None if counts is None else counts.get(name))
        for name, p in chances.items()
        if p
    )


def several(count: int, one: str, many: str | None = None) -> str:
    """The name of so many: `1_wound`, `2_wounds`."""
    return f"{count}_{one}" if count == 1 else f"{count}_{many or one + 's'}"
