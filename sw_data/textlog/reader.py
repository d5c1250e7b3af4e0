"""Reading the text form: lines to a header and actions, each with its line and column when it is wrong."""

from __future__ import annotations

import re
from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from typing import Any, Final

from pydantic import ValidationError

from sw_data.errors import DocumentError
from sw_data.models import ACTION, Action, ActionLog, LogHeader
from sw_data.models.faults import faults
from sw_data.models.skills import folded
from sw_data.textlog.grammar import Node, Problem, number, parsed, unquoted
from sw_data.textlog.sentences import POOLS, Fields, fields_of, pool_of

Json = dict[str, Any]

_MOST: Final = 1_000_000
"""The most lines of a log."""
_BOM: Final = "\ufeff"
_LINE_END: Final = re.compile("\r\n|\r|\n")
_STRUCK: Final = frozenset({"attack", "damage"})
_ONCE: Final = {"gm_bennies": "gm_bennies", "seed": "seed", "version": "version"}


@dataclass(frozen=True)
class TextLog:
    """A log that was read from its text form.

    Attributes:
        header: Everything but the actions.
        actions: The actions.
        lines: The line of each action, from 1.
        places: Line and column of each entry of the header's `actors`.
        columns: Of each action the columns of its fields, by their names; of the whole the one of the empty name.
        settings: Line and column of what else the header says, by JSON Pointer.
    """

    header: LogHeader
    actions: tuple[Action, ...]
    lines: tuple[int, ...]
    places: tuple[tuple[int, int], ...] = ()
    columns: tuple[Mapping[str, int], ...] = ()
    settings: Mapping[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])

    @property
    def log(self) -> ActionLog:
        """The whole log."""
        given = {name: getattr(self.header, name) for name in LogHeader.model_fields}
        return ActionLog(**given, actions=self.actions)


def is_text_form(text: str) -> bool:
    """Whether a text is to be read as the text form: something stands in it, and it is no JSON."""
    for line in _LINE_END.split(text.removeprefix(_BOM)):
        plain = line.strip()
        if plain and not plain.startswith("#"):
            return plain[0] not in "{["
    return False


def read_text(text: str, *, name: str | None = None) -> TextLog:
    """The log that a text in the text form describes.

    Args:
        text: The text, a line an action.
        name: What the text is called in errors.

    Raises:
        DocumentError: A line cannot be read; the first one, with line, column and what was expected.
        MissingExtraError: The parser is not installed.
    """
    reading = _read(text, name)
    if reading.problems:
        place, problem = reading.problems[0]
        more = len(reading.problems) - 1
        rest = f" (and {more} more line{'' if more == 1 else 's'} cannot be read)" if more else ""
        raise DocumentError(
            problem.message + rest, path=name, line=place, column=problem.column, code="SW610"
        )
    return reading.log()


def examine_text(
    text: str, *, name: str | None = None
) -> tuple[TextLog | None, tuple[tuple[int, Problem], ...]]:
    """The log of the lines that can be read, and of each other line what is wrong with it.

    The log is None if its header cannot be. Raises as `read_text` does for a text that is too long, and without parser.
    """
    reading = _read(text, name)
    try:
        return reading.log(), tuple(reading.problems)
    except DocumentError as error:
        return None, (*reading.problems, (1, Problem(1, error.message)))


def _read(text: str, name: str | None) -> _Reading:
    reading = _Reading()
    lines = _LINE_END.split(text.removeprefix(_BOM))
    if len(lines) > _MOST:
        raise DocumentError(f"more than {_MOST} lines", path=name, line=_MOST, code="SW004")
    for place, line in enumerate(lines, 1):
        plain = line.strip()
        if plain and not plain.startswith("#"):
            reading.line(place, line)
    reading.end()
    return reading


@dataclass
class _Reading:
    """What was read so far."""

    header: Json = field(default_factory=lambda: {"format": "sw-data/log"})
    problems: list[tuple[int, Problem]] = field(default_factory=list[tuple[int, Problem]])
    encounter: str = ""
    sentences: list[tuple[int, Node, str]] = field(default_factory=list[tuple[int, Node, str]])
    places: list[tuple[int, int]] = field(default_factory=list[tuple[int, int]])
    actions: list[Action] = field(default_factory=list[Action])
    lines: list[int] = field(default_factory=list[int])
    columns: list[Mapping[str, int]] = field(default_factory=list[Mapping[str, int]])
    settings: dict[str, tuple[int, int]] = field(default_factory=dict[str, tuple[int, int]])
    _types: dict[str, str] = field(default_factory=dict[str, str])
    _struck: dict[str, str] = field(default_factory=dict[str, str])
    _rolled: dict[str, str] = field(default_factory=dict[str, str])

    def line(self, place: int, text: str) -> None:
        """One more line that says something."""
        try:
            node = parsed(text)
            if node.rule == "action":
                self.sentences.append((place, node, self.encounter))
            else:
                self._setting(place, node)
        except Problem as problem:
            self.problems.append((place, problem))

    def end(self) -> None:
        """Makes actions of the sentences; those without an id are called by their place."""
        given = [_label(node) for _, node, _ in self.sentences]
        taken = {each for each in given if each is not None}
        for place, (line, node, encounter) in enumerate(self.sentences, 1):
            ident = given[place - 1]
            if ident is None:
                ident = next(each for each in _free(place) if each not in taken)
                taken.add(ident)
            try:
                self._take(self._action(node, ident, encounter), line)
            except Problem as problem:
                self.problems.append((line, problem))
        self.problems.sort(key=lambda each: each[0])

    def _take(self, action: Action, line: int) -> None:
        """One more action, which a soak or a reroll after it can mean."""
        self.actions.append(action)
        self.lines.append(line)
        self._types.setdefault(action.id, action.type)
        if action.type in _STRUCK:
            for each in (getattr(action, "target", None), *getattr(action, "targets", ())):
                if each is not None:
                    self._struck[folded(str(each))] = action.id
        if action.type not in _WITHOUT_DICE:
            self._rolled[folded(str(action.actor))] = action.id

    def log(self) -> TextLog:
        """The log; DocumentError if its header cannot be."""
        try:
            header = LogHeader.model_validate(self.header)
        except ValidationError as error:
            fault = faults(error, self.header, LogHeader)[0]
            raise DocumentError(fault.message, code="SW610") from None
        return TextLog(
            header,
            tuple(self.actions),
            tuple(self.lines),
            tuple(self.places),
            tuple(self.columns),
            self.settings,
        )

    def _action(self, node: Node, ident: str, encounter: str) -> Action:
        sentence = next(each for each in node.parts if each.rule not in _AROUND)
        fields = fields_of(sentence)
        for each in node.every("modifiers"):
            _modifiers(each, fields)
        for each in node.every("options"):
            for key, column, value in _options(each):
                fields.set(key, value, column)
        if sentence.rule == "award_gm":
            fields.values.setdefault("from", "gm")
        self._imply(fields)
        dice = node.part("dice")
        if dice is not None:
            fields.set("dice", _dice(dice, self._first_pool(fields.values)), dice.column)
        values = {"id": ident, **fields.values}
        if encounter and "encounter" not in values:
            values["encounter"] = encounter
        try:
            action = ACTION.validate_python(values)
            self.columns.append({"": node.column, **fields.columns})
            return action
        except ValidationError as error:
            fault = faults(error, values, Action)[0]
            column = fields.columns.get(str(fault.steps[0]) if fault.steps else "", node.column)
            raise Problem(column, fault.message) from None

    def _first_pool(self, values: Json) -> str:
        """The pool that needs no name; of a reroll the one of what is rolled again."""
        kind = values["type"]
        if kind == "reroll":
            kind = self._types.get(str(values["of"]), kind)
        return POOLS.get(str(kind), "roll")

    def _imply(self, fields: Fields) -> None:
        """Fills in which attack is soaked and which roll is made again, if the sentence leaves it out."""
        wanted = {"soak": "attack", "reroll": "of"}.get(str(fields.values["type"]))
        if wanted is None or wanted in fields.values:
            return
        who = folded(str(fields.values.get("actor", "")))
        meant = (self._struck if wanted == "attack" else self._rolled).get(who)
        if meant is not None:
            fields.values[wanted] = meant
            return
        what = "no attack on the actor" if wanted == "attack" else "no roll of the actor"
        raise Problem(
            fields.columns["actor"],
            f"{what} stands before this line; say which by its id, like `{fields.verb} a2`",
        )

    def _setting(self, place: int, node: Node) -> None:
        """A line that is no action."""
        rule = node.rule
        if rule == "encounter":
            self.encounter = _phrase(node)
        elif rule in ("actors_from", "actor_sheet"):
            actors: list[Any] = self.header.setdefault("actors", [])
            below = node.parts[0]
            actors.append({"$ref": _phrase(node)} if rule == "actors_from" else value_of(below))
            self.places.append((place, below.column))
        elif rule == "rule":
            rules: Json = self.header.setdefault("rules", {})
            knob = unquoted(*node.words[0])
            if knob in rules:
                raise Problem(node.words[0][1], f"the rule {knob!r} is set twice")
            self.settings[f"/rules/{knob}"] = (place, node.words[0][1])
            rules[knob] = node.words[1][0] if len(node.words) > 1 else value_of(node.parts[0])
        elif rule == "chase":
            chases: list[Json] = self.header.setdefault("chases", [])
            chases.append(_chase(node))
            self.settings[f"/chases/{len(chases) - 1}"] = (place, node.column)
            self._check(node, {"chases": [chases[-1]]})
        elif rule in ("quarry", "pursuer"):
            self._participant(node)
        else:
            if rule in self.header:
                raise Problem(node.column, f"{rule.replace('_', ' ')} is said twice")
            value = _setting_value(node)
            self._check(node, {rule: value})
            self.settings[f"/{rule}"] = (place, node.column)
            self.header[rule] = value

    def _participant(self, node: Node) -> None:
        chases: list[Json] = self.header.get("chases", [])
        if not chases:
            raise Problem(node.column, "no `chase` line stands before this one")
        everyone: list[Json] = chases[-1]["participants"]
        everyone.append(_participant(node, len(everyone) + 1))
        self._check(node, {"chases": [chases[-1]]})

    def _check(self, node: Node, part: Json) -> None:
        """Says at once, at its place, what a header cannot hold."""
        value = {"format": "sw-data/log", **part}
        try:
            LogHeader.model_validate(value)
        except ValidationError as error:
            raise Problem(node.column, faults(error, value, LogHeader)[0].message) from None


_AROUND: Final = frozenset({"label", "modifiers", "options", "dice"})
_WITHOUT_DICE: Final = frozenset(
    {
        "round", "session", "deal", "hold", "heal", "spend_benny", "award_benny", "reroll", "damage",
    }
)  # fmt: skip


def _label(node: Node) -> str | None:
    label = node.part("label")
    return None if label is None else unquoted(*label.words[0])


def _free(place: int) -> Iterator[str]:
    """The ids that an action without one can have, the one of its place first."""
    while True:
        yield f"a{place}"
        place += 1


def _phrase(node: Node) -> str:
    return node.parts[0].text()


def _setting_value(node: Node) -> object:
    if node.rule == "interleaved":
        return True
    if node.rule in _ONCE:
        return number(*node.words[0])
    if node.rule == "source":
        return value_of(node.parts[0])
    return _phrase(node)


def value_of(node: Node) -> Any:
    """The JSON value of a node."""
    match node.rule:
        case "json_string":
            return unquoted(*node.words[0])
        case "json_number":
            return number(*node.words[0])
        case "json_true":
            return True
        case "json_false":
            return False
        case "json_null":
            return None
        case "json_array":
            return [value_of(each) for each in node.parts]
        case "object":
            return {unquoted(*each.words[0]): value_of(each.parts[0]) for each in node.parts}
        case _:
            return node.text()


def _options(node: Node) -> Iterator[tuple[str, int, object]]:
    """Field, column and value of each option in brackets."""
    for each in node.every("option"):
        key, column = each.words[0]
        value = value_of(each.parts[0]) if each.parts else True
        yield ("actions_this_turn" if key == "actions" else key), column, value


def _modifiers(node: Node, fields: Fields) -> None:
    """Modifiers in parentheses: of the roll, or where they say so of the damage or the target."""
    end, before = 0, ""
    for each in node.every("modifier"):
        words = list(each.words)
        which = words.pop(0)[0] if len(words) > 1 else ""
        word, column = words[0]
        if column == end + 1 and word[0].isdigit():
            raise Problem(
                column,
                f"`{before},{word}` is no whole number; two modifiers have a comma and a space between them",
            )
        key = f"{which}_modifiers" if which else "modifiers"
        label = each.part("because")
        end, before = (0, "") if label else (column + len(word), word)
        one = {"label": label.text() if label else "", "value": number(*words[0])}
        fields.values.setdefault(key, []).append(one)
        fields.columns.setdefault(key, each.column)


def _dice(node: Node, first: str) -> Json:
    """The dice of an action by pool; the first pool needs no name."""
    dice: Json = {}
    for place, pool in enumerate(node.every("pool")):
        named = pool.part("pool_name")
        if named is None and place:
            raise Problem(pool.column, "only the first pool needs no name; say which this is")
        name = first if named is None else named.words[0][0]
        if name in dice:
            raise Problem(pool.column, f"the pool {name!r} stands here twice")
        dice[name] = pool_of(pool)
    return dice


def _chase(node: Node) -> Json:
    """A chase without its participants."""
    chase: Json = {"name": "", "participants": []}
    for part in node.parts:
        match part.rule:
            case "chase_name":
                chase["name"] = part.text()
            case "named":
                chase["id"] = unquoted(*part.words[0])
            case "skill":
                chase["chase_skill"] = part.parts[0].text()
            case _:
                for key, _, value in _options(part):
                    if key in ("modifier_per_zone", "squares_per_zone"):
                        chase["range"] = {key: value}
                    else:
                        chase[key] = value
    return chase


def _participant(node: Node, place: int) -> Json:
    """One who chases or is chased."""
    one: Json = {"id": f"p{place}", "side": node.rule}
    for part in node.parts[0].parts:
        match part.rule:
            case "rider":
                one["actor"] = part.text()
            case "vehicle":
                one["vehicle"] = part.parts[0].text()
            case "zone":
                one["zone"] = number(*part.words[0])
            case "named":
                one["id"] = unquoted(*part.words[0])
            case _:
                one.update({key: value for key, _, value in _options(part)})
    return one
