"""Where the stat blocks of a text begin and end, what they are called, and which parts they have."""

from __future__ import annotations

import re
from bisect import bisect_left
from dataclasses import dataclass
from functools import lru_cache
from typing import Final

from sw_data.formats.names import attribute_named
from sw_data.formats.spelling import die_pattern
from sw_data.formats.statblock.labels import NUMBERS, OPENING, Part, by_label, label_pattern
from sw_data.formats.statblock.text import Line, Plain
from sw_data.models.skills import folded

LONGEST_TITLE: Final = 70
_GENERIC: Final = frozenset(
    {
        "statistics",
        "stats",
        "stat block",
        "statblock",
        "profile",
        "werte",
        "spielwerte",
        "game statistics",
    }
)
_SMALL: Final = frozenset(
    {"of", "the", "and", "a", "an", "in", "on", "for", "to", "with", "der", "die", "das", "und", "von",
     "de", "la", "le", "du", "des", "et", "del", "y", "di", "da", "wc"}
)  # fmt: skip
_WORD: Final = re.compile(r"[^\W\d_][^\s/-]*")
_RUN_GAP: Final = 60
_RUN: Final = 3


@dataclass(frozen=True, slots=True)
class Section:
    """One labelled part of a block; offsets are of the plain text.

    Attributes:
        part: What it is.
        label: Its label, folded.
        start: Where the label begins; for a part without one, where the part does.
        begin: Where its content begins.
        end: Where its content ends.
    """

    part: Part
    label: str
    start: int
    begin: int
    end: int


@dataclass(frozen=True, slots=True)
class Block:
    """One stat block: where it stands in the plain text, where its name is, and its parts."""

    start: int
    end: int
    title: tuple[int, int] | None
    sections: tuple[Section, ...]


@dataclass(frozen=True, slots=True)
class _Label:
    part: Part
    label: str
    start: int
    begin: int


@lru_cache(maxsize=1)
def attribute_pattern() -> re.Pattern[str]:
    """The name of an attribute (group `name`), and its die."""
    return re.compile(
        rf"(?<![\w])(?P<name>[^\W\d_]{{2,20}})\.?\s*[:=]?\s*(?P<die>{die_pattern()})"
        r"(?P<note>\s*\((?:A|M|a|m|animal|mindless|tierisch)\))?"
    )


def blocks(plain: Plain) -> tuple[Block, ...]:
    """The stat blocks of a text, in order; none if it has none."""
    labels = _labels(plain)
    anchors = _anchors(plain, labels)
    labels = sorted(
        {each.start: each for each in [*labels, *anchors]}.values(), key=lambda each: each.start
    )
    told: list[Block] = []
    titles = [_title(plain, labels, anchors, index) for index in range(len(anchors))]
    starts = [0]
    for index in range(1, len(anchors)):
        title = titles[index]
        starts.append(
            title.start if title is not None else _line_start(plain, anchors[index].start)
        )
    for index, start in enumerate(starts[: len(anchors)]):
        end = starts[index + 1] if index + 1 < len(anchors) else len(plain.text)
        title = titles[index]
        inside = _between(labels, start, end)
        if title is not None:
            inside = [each for each in inside if not title.start <= each.start < title.end]
        ends = [each.start for each in inside[1:]] + [end]
        sections = tuple(
            Section(each.part, each.label, each.start, each.begin, max(each.begin, stop))
            for each, stop in zip(inside, ends, strict=True)
        )
        span = None if title is None else (title.start, title.end)
        told.append(Block(start, end, span, sections))
    return tuple(told)


def _labels(plain: Plain) -> list[_Label]:
    """Every label of the text, without those that are the name of an ability."""
    lines = {line.start: line for line in plain.lines}
    parts = by_label()
    told: list[_Label] = []
    within: Part = "other"
    for match in label_pattern().finditer(plain.text):
        group = next(each for each in ("label", "bare", "alone") if match[each] is not None)
        word = folded(match[group])
        part, start = parts[word], match.start(group)
        line = lines.get(start)
        if group == "alone" and part not in OPENING:
            continue
        if match["before"] == " " and not match[group][0].isupper():
            continue
        if group == "bare" and (part not in NUMBERS or _in_parentheses(plain.text, start)):
            continue
        if within == "abilities" and part not in OPENING and line is not None:
            # `Size:` or `Armor:` at the head of an entry is an ability of that name.
            continue
        if (
            within == "abilities"
            and part not in ("attributes", "skills")
            and line is None
            and group != "alone"
        ):
            continue
        told.append(_Label(part, word, start, match.end()))
        within = part
    return told


def _in_parentheses(text: str, offset: int) -> bool:
    before = text[max(0, offset - 300) : offset]
    return before.rfind("(") > before.rfind(")")


def _anchors(plain: Plain, labels: list[_Label]) -> list[_Label]:
    """Where blocks have their attributes: after the label, or as a run of at least three of them without one."""
    found = [
        m
        for m in attribute_pattern().finditer(plain.text)
        if attribute_named(m["name"]) is not None
    ]
    heads = [each for each in labels if each.part == "attributes"]
    runs: list[list[re.Match[str]]] = []
    for match in found:
        name = attribute_named(match["name"])
        same = runs and match.start() - runs[-1][-1].end() <= _RUN_GAP
        if same and _between(heads, runs[-1][-1].end(), match.start()):
            # A weapon's `Min Str d6` at the end of one block is none of the next one's attributes.
            same = False
        if same and name not in {attribute_named(each["name"]) for each in runs[-1]}:
            runs[-1].append(match)
        else:
            runs.append([match])
    told: list[_Label] = []
    covered: set[int] = set()
    for index, label in enumerate(labels):
        if label.part != "attributes":
            continue
        stop = labels[index + 1].start if index + 1 < len(labels) else len(plain.text)
        following = {each.part for each in labels[index + 1 : index + 8]}
        own = next((run[0].start() for run in runs if label.begin <= run[0].start() < stop), None)
        if own is not None or following & {"parry", "toughness"}:
            told.append(label)
        if own is not None:
            covered.add(own)
    for run in runs:
        start = run[0].start()
        if len(run) >= _RUN and start not in covered:
            told.append(_Label("attributes", "", start, start))
    return sorted(told, key=lambda each: each.start)


def _between(labels: list[_Label], start: int, end: int) -> list[_Label]:
    """The labels, which are in order, that begin between two offsets."""
    first = bisect_left(labels, start, key=lambda each: each.start)
    return labels[first : bisect_left(labels, end, lo=first, key=lambda each: each.start)]


def _line_start(plain: Plain, offset: int) -> int:
    return plain.text.rfind("\n", 0, offset) + 1


def _title(plain: Plain, labels: list[_Label], anchors: list[_Label], index: int) -> Line | None:
    """The line with the name of the block that has its attributes at an anchor."""
    after = anchors[index - 1].begin if index else 0
    before = _line_start(plain, anchors[index].start)
    region = [line for line in plain.lines_in(after, before) if line.end > line.start]
    marked = [line for line in region if line.title and _may_be_name(plain, line)]
    if marked:
        return marked[-1]
    last = max((each.start for each in _between(labels, after, before)), default=after)
    loose = [line for line in region if line.start > last or (index == 0 and last == after)]
    likely = [
        line
        for line in loose
        if not line.bullet and _may_be_name(plain, line) and _like_a_title(plain, line)
    ]
    apart = [line for line in likely if _stands_apart(plain, line, region)]
    if apart:
        return apart[-1]
    if likely and likely[-1] is loose[-1]:
        return likely[-1]
    if (
        index == 0
        and loose
        and loose[0].end - loose[0].start <= LONGEST_TITLE
        and _may_be_name(plain, loose[0])
    ):
        return loose[0]
    return None


def _may_be_name(plain: Plain, line: Line) -> bool:
    written = folded(plain.text[line.start : line.end].strip(" :#"))
    return (
        bool(written)
        and written not in by_label()
        and written not in _GENERIC
        and any(map(str.isalpha, written))
    )


def _like_a_title(plain: Plain, line: Line) -> bool:
    written = plain.text[line.start : line.end].strip()
    if len(written) > LONGEST_TITLE or written[-1] in ".,;:!?-" or ":" in written:
        return False
    words = _WORD.findall(written.split("(")[0]) or _WORD.findall(written)
    counted = [word for word in words if folded(word) not in _SMALL]
    return bool(counted) and all(word[0].isupper() or not word[0].islower() for word in counted)


def _stands_apart(plain: Plain, line: Line, region: list[Line]) -> bool:
    """Whether a line is the first of its paragraph, or follows the end of a sentence."""
    if line is region[0]:
        return True
    before = plain.text[max(0, line.start - LONGEST_TITLE * 2) : line.start].rstrip(" ")
    return before.endswith("\n\n") or before.rstrip().endswith((".", "!", "?", ")", '"'))
