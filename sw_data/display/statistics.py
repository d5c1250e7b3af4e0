"""The statistics of a session as text and as a picture."""

from __future__ import annotations

import html
from collections.abc import Mapping
from typing import Any, Final

Json = Mapping[str, Any]

_WIDTH: Final = 640
_ROW: Final = 34


def statistics_text(statistics: Json) -> str:
    """A table of those who rolled: what they rolled, what fair dice give, and what is worth a word."""
    players = statistics["players"]
    if not players:
        return "no dice are recorded"
    lines = [
        f"{'':24} {'dice':>6} {'sum':>6} {'fair dice':>19} {'p':>6} {'Aces':>12} {'crit. f.':>9} "
        f"{'bennies':>7} {'dealt':>6} {'taken':>6} {'run':>4}"
    ]
    hurt = "damage" not in statistics["missing"]
    for each in [*players, {"name": "all", **statistics["all"]}]:
        lines.append(_row(each, hurt=hurt))
    lines += ["", *notes(statistics)]
    return "\n".join(lines)


def _row(each: Json, *, hurt: bool) -> str:
    dealt, taken = (each["damage"][key] if hurt else "-" for key in ("dealt", "taken"))
    total, aces, critical = each["sum"], each["aces"], each["critical_failures"]
    fair = f"{total['expected']:.0f} ({total['low']:.0f}-{total['high']:.0f})"
    mark = "*" if not each["small_sample"] and total["p"] < 0.05 else " "
    return (
        f"{str(each['name'])[:24]:24} {each['dice']:6} {total['observed']:6.0f} {fair:>19} {total['p']:5.3f}{mark} "
        f"{aces['observed']:4.0f} of {aces['expected']:5.1f} "
        f"{critical['observed']:3.0f} of {critical['expected']:3.1f} "
        f"{each['bennies']['spent']:6} {dealt:>6} {taken:>6} "
        f"{each['longest_run']['failures']:4}"
    )


def notes(statistics: Json) -> list[str]:
    """What one should know to read the table."""
    players = statistics["players"]
    out = [
        "sum: of the first face of each die; fair dice: the mean, and the range in which fair dice stay "
        "95 times in 100; p: how often they stray as far "
        f"({statistics['all']['sum']['method']}, to both sides, what was seen counted half); "
        "Aces and critical failures: seen, of how many fair dice give; run: the most failed rolls in a row",
    ]
    if not statistics["all"]["dice"]:
        out = []
    odd = [each for each in players if not each["small_sample"] and each["sum"]["p"] < 0.05]
    measured = sum(1 for each in players if not each["small_sample"])
    if measured:
        out.append(
            f"* p below 0.05: {len(odd)} of {measured}; of fair dice {measured * 0.05:.1f} would be marked"
        )
    small = [str(each["name"]) for each in players if each["small_sample"]]
    if small:
        shown = ", ".join(small[:8]) + (" and others" if len(small) > 8 else "")
        out.append(f"too few dice to say anything: {shown}")
    for each in players:
        run = each["longest_run"]
        if run["failures"] >= 3 and run["chance"] is not None:
            out.append(
                f"{each['name']}: {run['failures']} failures in a row in {run['of_rolls']} rolls, "
                f"which fair dice give {run['chance']:.1%} of the time"
            )
    if statistics["missing"]:
        out.append(_without(statistics["missing"]))
    if statistics["unknown_faces"]:
        out.append(
            f"{statistics['unknown_faces']} faces are of dice that the log does not name; give the sheets with --actors"
        )
    return out


def _without(missing: list[str]) -> str:
    """What stays unknown for want of sheets, as one sentence."""
    damage = (
        "damage dealt and taken is not known"
        if "damage" in missing
        else "damage is what the tabletop recorded"
    )
    return (
        f"without the sheets of all: {damage}, what was soaked is not known, "
        "and a roll fails against 4 unless the log says otherwise; give the sheets with --actors"
    )


def statistics_svg(statistics: Json) -> str:
    """A picture: for each who rolled the range of fair dice as a bar, and what fell as a mark."""
    players = [each for each in statistics["players"] if each["dice"]]
    height = 40 + _ROW * len(players)
    parts = [
        f'<svg xmlns="http://www.w3.org/2000/svg" viewBox="0 0 {_WIDTH} {height}" width="{_WIDTH}" role="img" '
        'font-family="sans-serif" font-size="12" fill="currentColor">',
        "<title>How the dice of each fell, beside fair dice</title>",
        f'<text x="{_WIDTH / 2 + 80:.0f}" y="18" text-anchor="middle">'
        "fair dice stay within the bar 95 times in 100</text>",
    ]
    left, right = 200, _WIDTH - 40
    middle = (left + right) / 2
    for at, each in enumerate(players):
        total = each["sum"]
        y = 34 + at * _ROW
        half = max(total["high"] - total["expected"], total["expected"] - total["low"], 1)
        away = max(-2.0, min(2.0, (total["observed"] - total["expected"]) / half))
        x = middle + away * (right - left) / 4
        bar_from, bar_to = middle - (right - left) / 4, middle + (right - left) / 4
        name = html.escape(str(each["name"])[:28])
        inside = total["low"] <= total["observed"] <= total["high"]
        said = f"{total['observed']:.0f}, fair dice {total['expected']:.0f}, p {total['p']:.3f}"
        parts.append(f'<text x="{left - 10}" y="{y + 15}" text-anchor="end">{name}</text>')
        parts.append(
            f'<rect x="{bar_from:.1f}" y="{y + 4}" width="{bar_to - bar_from:.1f}" height="14" fill="#d8dee9">'
            f"<title>{html.escape(said)}</title></rect>"
        )
        parts.append(
            f'<line x1="{middle:.1f}" y1="{y + 2}" x2="{middle:.1f}" y2="{y + 20}" stroke="#8a94a6"/>'
        )
        parts.append(
            f'<circle cx="{x:.1f}" cy="{y + 11}" r="5" fill="{"#2e5aac" if inside else "#c0392b"}">'
            f"<title>{html.escape(said)}</title></circle>"
        )
    return "".join(parts) + "</svg>"
