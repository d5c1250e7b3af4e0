"""Rolls as Foundry stores them, of every generation: dice with their Aces, modifiers, and what they come to.

An Ace is a result marked `exploded`; its further faces stand at the end of the die's results, those of the first die
first. Of a pool each die stands for itself; which of them count is the pool's own matter and told by `keep`.
"""

from __future__ import annotations

import re
from typing import Any, Final, cast

from sw_data.document.raw import is_list
from sw_data.formats.foundry.chat.arithmetic import number_of, value_of
from sw_data.formats.foundry.chat.usual import usual_roll
from sw_data.formats.foundry.chat.values import (
    MOST_DICE,
    ChatDie,
    ChatModifier,
    ChatRoll,
    Problem,
    RollKind,
)
from sw_data.formats.foundry.chat.words import is_wild, modifier_family
from sw_data.jsonvalue import as_text

_POOLS: Final = frozenset({"PoolTerm", "DicePool"})
_KEEP: Final = re.compile(r"k[hl]?([0-9]{0,4})")
_LABELLED: Final = re.compile(r"^\s*(.{1,200}?)\s*:\s*([+\u2212-]?\s*[0-9]{1,4})\s*$")
_DEEP: Final = 20

Value = dict[str, Any]


class UnreadableRoll(Exception):  # noqa: N818 - a refusal that becomes a Problem of the message
    """A roll that is not read; says why, and under which code."""

    def __init__(self, code: str, message: str) -> None:
        self.code = code
        self.message = message
        super().__init__(message)


def read_roll(value: object, lines: tuple[str, ...] = ()) -> tuple[ChatRoll, list[Problem]]:
    """The roll of a JSON object, and what is odd in it; UnreadableRoll if it is none or too large.

    Args:
        value: The roll.
        lines: The lines of the message's flavor, in which older versions name the modifiers.
    """
    if not isinstance(value, dict):
        raise UnreadableRoll("SW661", f"a roll is an object, and this is {_shown(value)}")
    roll = cast("Value", value)
    usual = usual_roll(roll)
    if usual is not None:
        return usual, []
    terms = roll.get("terms")
    if not is_list(terms):
        raise UnreadableRoll("SW661", "the roll has no terms, so its dice cannot be told")
    reader = _Roll(roll, terms)
    return reader.read(lines), reader.problems


class _Roll:
    """One roll while it is read."""

    __slots__ = ("dice", "faces", "keep", "mods", "options", "pooled", "problems", "roll", "terms")

    def __init__(self, roll: Value, terms: list[Any]) -> None:
        self.roll = roll
        self.terms = terms
        options = roll.get("options")
        self.options: Value = cast("Value", options) if isinstance(options, dict) else {}
        self.dice: list[ChatDie] = []
        self.mods: list[ChatModifier] = []
        self.problems: list[Problem] = []
        self.pooled = False
        self.keep = 1
        self.faces = 0

    def read(self, lines: tuple[str, ...]) -> ChatRoll:
        """The roll."""
        if len(self.terms) > 4 * MOST_DICE:
            raise UnreadableRoll(
                "SW662", f"a roll of {len(self.terms)} terms; rolls so long are not read"
            )
        simple = self._terms(self.terms, True)
        total = number_of(self.roll.get("total"))
        if simple:
            computed: float | None = self._sum()
        else:
            computed = value_of(self.terms)
        if computed is None:
            self._say(
                "SW661", "the formula of the roll cannot be worked out; its stored total is taken"
            )
        elif total is not None and computed != total:
            self._say("SW663", f"the stored total is {total:g}, and the dice come to {computed:g}")
        if any(not mod.label for mod in self.mods):
            self._labels(lines)
        kind = self._kind()
        options = self.options
        tn = options.get("targetNumber")
        ap = number_of(options.get("ap"))
        reroll = options.get("rerollMode")
        rerollable = options.get("rerollable")
        return ChatRoll(
            kind,
            self._roles() if kind == "trait" else tuple(self.dice),
            tuple(self.mods),
            total,
            computed,
            self.keep,
            tn if isinstance(tn, int) and not isinstance(tn, bool) else None,
            None if ap is None else int(ap),
            reroll if reroll in ("benny", "free") else None,
            self._hidden(),
            rerollable if isinstance(rerollable, bool) else None,
        )

    def _say(self, code: str, message: str) -> None:
        if len(self.problems) < 5:
            self.problems.append(Problem(code, message))

    def _terms(self, terms: list[Any], first: bool, deep: int = 0) -> bool:
        """Takes the terms in; whether they are a plain sum."""
        simple = True
        sign = 1
        for number, term in enumerate(terms):
            if isinstance(term, dict):
                entry = cast("Value", term)
                name = as_text(entry.get("class"))
                if name == "OperatorTerm":
                    operator = entry.get("operator")
                    if operator == "-":
                        sign = -sign
                    elif operator != "+":
                        simple = False
                    continue
                if name == "NumericTerm":
                    self._number(entry, entry.get("number"), sign)
                elif name in _POOLS and first and number == 0:
                    self._pool(entry, deep)
                elif "faces" in entry or "results" in entry:
                    if sign < 0:
                        simple = False
                    self._die_term(entry, after_pool=self.pooled)
                elif name == "StringTerm":
                    self._text(entry, sign)
                else:
                    simple = self._nested(entry, sign, deep) and simple
            elif isinstance(term, str):  # before Foundry 8 operators were bare texts
                operator = term.strip()
                if operator == "-":
                    sign = -sign
                elif operator not in ("+", ""):
                    bare = number_of(operator)
                    if bare is None:
                        simple = False
                    else:
                        self._number({}, bare, sign)
                        sign = 1
                continue
            else:
                self._number({}, term, sign)
            sign = 1
        return simple

    def _number(self, entry: Value, written: object, sign: int) -> None:
        number = number_of(written)
        if number is None:
            self._say("SW661", f"a modifier of {_shown(written)} is no number and is not counted")
            return
        if number:
            self.mods.append(ChatModifier(_flavor(entry), int(sign * number)))

    def _text(self, entry: Value, sign: int) -> None:
        """A benny's bonus of a reroll stands as text."""
        written = entry.get("term")
        number = number_of(written)
        if number is None:
            self._say(
                "SW661", f"the term {_shown(written)} of the roll is no number and is not counted"
            )
        elif number:
            self.mods.append(ChatModifier(_flavor(entry), int(sign * number)))

    def _nested(self, entry: Value, sign: int, deep: int) -> bool:
        """A parenthesis or a function: what it comes to is a modifier, and its dice are those of the modifier."""
        if deep >= _DEEP:
            raise UnreadableRoll("SW662", "a roll with terms so deep inside each other is not read")
        worth = value_of([entry])
        if worth is None:
            self._say("SW661", f"a term of the class {_shown(entry.get('class'))} cannot be read")
            return False
        inner = _Roll({}, [])
        roll = entry.get("roll")
        if isinstance(roll, dict):
            terms = cast("Value", roll).get("terms")
            if is_list(terms):
                inner._terms(terms, False, deep + 1)
        rolled = tuple(inner.dice)
        self._count(sum(len(die.faces) for die in rolled))
        if rolled and not self.pooled and sign > 0 and worth == inner._sum():
            self.dice += rolled
            self.mods += inner.mods
            return True
        if worth or rolled:
            self.mods.append(ChatModifier(_flavor(entry), int(sign * worth), rolled))
        return True

    def _count(self, faces: int) -> None:
        self.faces += faces
        if self.faces > MOST_DICE:
            raise UnreadableRoll(
                "SW662", f"a roll of more than {MOST_DICE} dice; rolls so large are not read"
            )

    def _die_term(self, entry: Value, *, after_pool: bool) -> None:
        dice = self._dice(entry)
        label = _flavor(entry)
        if after_pool or modifier_family(label) == "conviction":
            self.mods.append(ChatModifier(label, sum(die.total for die in dice), tuple(dice)))
        else:
            self.dice += dice

    def _dice(self, entry: Value) -> list[ChatDie]:
        """The dice of a die term, each with the faces of its Aces."""
        results = entry.get("results")
        sides = number_of(entry.get("faces"))
        if not is_list(results) or sides is None:
            raise UnreadableRoll("SW661", "a die without sides or results")
        listed = results
        self._count(len(listed))
        label = _flavor(entry)
        wild = entry.get("class") == "WildDie" or (label != "" and is_wild(label))
        role = "wild" if wild else "die"
        count = number_of(entry.get("number"))
        chains: list[list[int]] = []
        waiting: list[int] = []
        asked = len(listed) if count is None else int(count)
        for one in listed:
            result = cast("Value", one) if isinstance(one, dict) else {"result": one}
            face = result.get("result")
            if not isinstance(face, int):
                raise UnreadableRoll("SW661", f"a face of {_shown(face)}")
            dropped = result.get("active") is False
            if len(chains) < asked:
                chains.append([])
                at = len(chains) - 1
            elif waiting:
                at = waiting.pop(0)
            else:
                chains.append([])
                at = len(chains) - 1
            if not dropped:
                chains[at].append(face)
            if result.get("exploded") or result.get("rerolled"):
                waiting.append(at)
        return [ChatDie(int(sides), tuple(chain), role, label) for chain in chains if chain]

    def _pool(self, entry: Value, deep: int) -> None:
        """A pool: each of its rolls is a die, with modifiers of its own up to SWADE 0.10."""
        self.pooled = True
        rolls = entry.get("rolls")
        if not is_list(rolls):
            raise UnreadableRoll("SW661", "a pool without its rolls")
        inner_mods: list[tuple[ChatModifier, ...]] = []
        for one in rolls:
            terms = cast("Value", one).get("terms") if isinstance(one, dict) else None
            if not is_list(terms):
                raise UnreadableRoll("SW661", "a pool with a roll that has no terms")
            listed = terms
            if len(listed) == 1 and isinstance(listed[0], dict) and "results" in listed[0]:
                self.dice += self._dice(cast("Value", listed[0]))
                inner_mods.append(())
                continue
            inner = _Roll({}, [])
            inner._terms(listed, False, deep + 1)
            self._count(sum(len(die.faces) for die in inner.dice))
            self.dice += inner.dice
            inner_mods += [tuple(inner.mods)] * len(inner.dice)
        modifiers = entry.get("modifiers")
        for each in modifiers if is_list(modifiers) else ():
            found = _KEEP.match(each) if isinstance(each, str) else None
            if found:
                self.keep = int(found[1] or 1)
        common = inner_mods[0] if inner_mods else ()
        if common and all(mods == common for mods in inner_mods):
            self.mods = [*common, *self.mods]
        elif any(inner_mods):
            self._say(
                "SW661",
                "the dice of the pool have different modifiers; those of the first are taken",
            )
            self.mods = [*common, *self.mods]

    def _sum(self) -> float:
        """What dice and modifiers come to: of a pool the highest dice that it keeps."""
        totals = [die.total for die in self.dice]
        if self.pooled:
            totals = sorted(totals, reverse=True)[: self.keep]
        return sum(totals) + sum(mod.value for mod in self.mods)

    def _roles(self) -> tuple[ChatDie, ...]:
        """The dice of a trait roll, told apart: the Wild Die last."""
        dice = self.dice
        wild = [die for die in dice if die.role == "wild"]
        if not wild and len(dice) > 1 and dice[-1].sides == 6 and _differs(dice):
            wild = [dice[-1]._replace(role="wild")]
            dice = dice[:-1]
        return (*[d._replace(role="trait") for d in dice if d.role != "wild"], *wild)

    def _kind(self) -> RollKind:
        name = self.roll.get("class")
        options = self.options
        if options.get("critfailConfirmationRoll"):
            return "confirmation"
        if name == "DamageRoll" or options.get("rollType") == "damage":
            return "damage"
        if name == "TraitRoll" or self.pooled:
            return "trait"
        return "other"

    def _hidden(self) -> bool:
        """Whether every result is hidden: a later roll of the message stands in its place."""
        for term in self.terms:
            if not isinstance(term, dict):
                continue
            entry = cast("Value", term)
            shown = entry.get("results")
            if is_list(shown) and shown:
                first: object = shown[0]
                return isinstance(first, dict) and cast("Value", first).get("hidden") is True
        return False

    def _labels(self, lines: tuple[str, ...]) -> None:
        """Names for modifiers without one: from the list in the options, else from lines `label: +n` of the flavor."""
        named: list[tuple[str, int]] = []
        listed = self.options.get("modifiers")
        for each in listed if is_list(listed) else ():
            if isinstance(each, dict):
                entry = cast("Value", each)
                worth, label = number_of(entry.get("value")), entry.get("label")
                if worth and isinstance(label, str) and not entry.get("ignore"):
                    named.append((label, int(worth)))
        for line in lines:
            found = _LABELLED.match(line)
            if found:
                written = found[2].replace("\u2212", "-").replace(" ", "")
                named.append((found[1], int(written)))
        for at, mod in enumerate(self.mods):
            if mod.label or mod.dice:
                continue
            same = next((each for each in named if each[1] == mod.value), None)
            if same is not None:
                named.remove(same)
                self.mods[at] = mod._replace(label=same[0])


def _differs(dice: list[ChatDie]) -> bool:
    """Whether the last die is labelled otherwise than the first, or none is labelled at all."""
    return dice[-1].label != dice[0].label or not dice[0].label


def _flavor(entry: Value) -> str:
    options = entry.get("options")
    if isinstance(options, dict):
        flavor = cast("Value", options).get("flavor")
        if isinstance(flavor, str):
            return flavor
    return ""


def _shown(value: object) -> str:
    text = repr(value)
    return text if len(text) <= 40 else text[:37] + "..."
