"""Every knob of the rules as one frozen object.

The dotted name of a knob is its path: `shaken.success` is `rules.shaken.success`.
A named ruleset is `CORE` with a few knobs turned; nothing asks for its name.
A knob given on the command line wins over the log's `rules`, which win over the ruleset file,
which wins over the built-in ruleset that it extends: one `override` after another, the strongest
last.
"""

from __future__ import annotations

import difflib
import re
import reprlib
import tomllib
from collections.abc import Iterable, Mapping
from dataclasses import dataclass
from types import MappingProxyType
from typing import Annotated, Any, Final, cast, get_args

from pydantic import Field, ValidationError
from pydantic.fields import FieldInfo

from sw_data.dice.notation import Die
from sw_data.errors import DocumentError, LimitError, UnknownKnobError, UnknownRulesetError
from sw_data.models.base import Model
from sw_data.rules.knob_types import Kind, read_word
from sw_data.rules.knobs import (
    AbilityKnobs,
    ArmorKnobs,
    AttackKnobs,
    BennyKnobs,
    Chapter,
    ChaseKnobs,
    ConditionKnobs,
    DamageKnobs,
    FatigueKnobs,
    FootKnobs,
    OpposedKnobs,
    RerollKnobs,
    ShakenKnobs,
    TraitKnobs,
    VehicleKnobs,
    WeaponKnobs,
    WoundsKnobs,
)

KnobValue = bool | int | float | str | Die | tuple[Die, ...] | None
"""What a knob can hold; None is written "none"."""

MAX_PROFILE: Final = 1_000_000
"""Characters of a ruleset file; a longer one is refused."""

_TOML_PLACE = re.compile(r" \(at (?:line ([0-9]+), column ([0-9]+)|end of document)\)$")


class Ruleset(Model):
    """All knobs of the rules; the dotted name of a knob is its path here: `shaken.success`.

    Frozen, hashable and cheap to read.
    "none" in JSON or TOML is None here.
    """

    name: Annotated[
        str, Field(max_length=200, description="What the ruleset is called; no rule asks for it.")
    ] = "core"
    trait: TraitKnobs = TraitKnobs()
    wounds: WoundsKnobs = WoundsKnobs()
    fatigue: FatigueKnobs = FatigueKnobs()
    opposed: OpposedKnobs = OpposedKnobs()
    benny: BennyKnobs = BennyKnobs()
    ability: AbilityKnobs = AbilityKnobs()
    reroll: RerollKnobs = RerollKnobs()
    attack: AttackKnobs = AttackKnobs()
    weapon: WeaponKnobs = WeaponKnobs()
    armor: ArmorKnobs = ArmorKnobs()
    condition: ConditionKnobs = ConditionKnobs()
    damage: DamageKnobs = DamageKnobs()
    shaken: ShakenKnobs = ShakenKnobs()
    chase: ChaseKnobs = ChaseKnobs()
    vehicle: VehicleKnobs = VehicleKnobs()
    foot: FootKnobs = FootKnobs()

    def override(self, changes: Mapping[str, object], *, name: str | None = None) -> Ruleset:
        """This ruleset with some knobs turned: `CORE.override({"shaken.success": "act"})`.

        Args:
            changes: Knob to value, the knob dotted or as a table in a table; "none" is None.
            name: The name of the new ruleset; the old one if not given.

        Raises:
            UnknownKnobError: No such knob, or no such value of it.
        """
        turned: dict[str, dict[str, KnobValue]] = {}
        for dotted, value in _flat(changes):
            chapter, field = known_knob(dotted).path
            turned.setdefault(chapter, {})[field] = _valid(dotted, value)
        update: dict[str, object] = {
            chapter: getattr(self, chapter).model_copy(update=fields)
            for chapter, fields in turned.items()
        }
        if name is not None:
            update["name"] = name[:200]
        return self.model_copy(update=update)

    def value(self, knob: str) -> KnobValue:
        """What a knob is set to, by its dotted name; UnknownKnobError if there is none."""
        chapter, field = known_knob(knob).path
        return cast(KnobValue, getattr(getattr(self, chapter), field))

    def to_json(self) -> dict[str, Any]:
        """The ruleset as it stands in a run's output: its name, then a table of knobs per chapter.

        `Ruleset.model_validate` reads it back.
        """
        return self.model_dump(mode="json")

    def to_mapping(self) -> dict[str, Any]:
        """Every knob by its dotted name, values as in JSON."""
        return {
            f"{chapter}.{field}": value
            for chapter, fields in self.to_json().items()
            if chapter != "name"
            for field, value in fields.items()
        }


@dataclass(frozen=True, slots=True)
class Knob:
    """A choice that the rules leave to the table.

    Attributes:
        name: The dotted name, `shaken.success`.
        values: The values it takes, in words.
        default: Its value in `core`, as in JSON.
        description: What it does.
        rule: The id of the rule that it turns.
        source: Where that rule comes from, in the letters of the catalogue.
    """

    name: str
    values: str
    default: bool | int | float | str
    description: str
    rule: str
    source: str

    @property
    def path(self) -> tuple[str, str]:
        """The chapter and the field: ("shaken", "success")."""
        chapter, _, field = self.name.partition(".")
        return chapter, field


CORE: Final = Ruleset()
"""The default rules."""


def _chapters() -> dict[str, type[Chapter]]:
    return {name: type(part) for name, part in CORE.__dict__.items() if isinstance(part, Chapter)}


_CHAPTERS: Final = _chapters()


def _kind(field: FieldInfo) -> Kind:
    for part in field.metadata:
        if isinstance(part, Kind):
            return part
    words = get_args(field.annotation)
    return Kind(" or ".join(str(word) for word in words), read_word)


def _declared() -> tuple[dict[str, Knob], dict[str, Kind]]:
    declared: dict[str, Knob] = {}
    kinds: dict[str, Kind] = {}
    for chapter, model in _CHAPTERS.items():
        defaults = model().model_dump(mode="json")
        for field, info in model.model_fields.items():
            name = f"{chapter}.{field}"
            extra = cast("dict[str, str]", info.json_schema_extra)
            kinds[name] = _kind(info)
            declared[name] = Knob(
                name=name,
                values=kinds[name].text,
                default=defaults[field],
                description=(info.description or "").partition(" (`")[0],
                rule=extra["rule"],
                source=extra["source"],
            )
    return declared, kinds


_declared_knobs, _KINDS = _declared()
_KNOBS: Final[Mapping[str, Knob]] = MappingProxyType(_declared_knobs)


def knobs() -> Mapping[str, Knob]:
    """Every knob by its dotted name, in the order of the chapters."""
    return _KNOBS


def nearest_first(word: str, known: Iterable[str]) -> list[str]:
    """The known words, those most like `word` first, the others in their own order."""
    words = list(known)
    near = difflib.get_close_matches(word[:200], words, n=3, cutoff=0.6)
    return near + [one for one in words if one not in near]


def known_knob(name: str) -> Knob:
    """The knob of that dotted name.

    Raises:
        UnknownKnobError: There is none; the message names the nearest, then all.
    """
    knob = _KNOBS.get(name)
    if knob is not None:
        return knob
    names = nearest_first(name, _KNOBS)
    near = difflib.get_close_matches(name[:200], names[:1], cutoff=0.6)
    hint = f"did you mean {names[0]}? There" if near else "there"
    raise UnknownKnobError(
        f"no knob {name if 0 < len(name) < 60 else _shown(name)}; {hint} are {', '.join(names)}"
    )


def _shown(value: object) -> str:
    """A value for a message: never longer than a line."""
    try:
        return reprlib.repr(value)
    except ValueError:  # Python refuses to write out a number of more than 4300 digits
        return "a number of thousands of digits"


def _valid(name: str, value: object) -> KnobValue:
    """The value, checked, in the type that the knob holds; UnknownKnobError if it cannot be."""
    knob = _KNOBS[name]
    chapter, field = knob.path
    try:
        part = _CHAPTERS[chapter].model_validate({field: value})
    except (ValidationError, RecursionError):
        raise UnknownKnobError(
            f"{name} cannot be {_shown(value)}; "
            f"it is {knob.values} (in core: {_written(knob.default)})"
        ) from None
    return cast(KnobValue, getattr(part, field))


def _written(value: object) -> str:
    """A JSON value as it is written on the command line."""
    return str(value).lower() if isinstance(value, bool) else str(value)


def _flat(changes: Mapping[str, object]) -> Iterable[tuple[str, object]]:
    """Knob and value, tables in tables taken apart."""
    for key, value in changes.items():
        if isinstance(value, Mapping) and key not in _KNOBS:
            fields = cast("Mapping[str, object]", value)
            if not fields and key not in _CHAPTERS:
                known_knob(str(key))
            for field, inner in fields.items():
                yield f"{key}.{field}", inner
        else:
            yield str(key), value


def parse_rule(text: str) -> tuple[str, KnobValue]:
    """A knob and its value from a text as on the command line: `opposed.minimum=none`.

    Raises:
        UnknownKnobError: The text is no KEY=VALUE, or names no knob, or no value of it.
    """
    name, equals, written = (part.strip() for part in text.partition("="))
    if not equals:
        raise UnknownKnobError(
            f"{_shown(text)} turns no knob; write KEY=VALUE, as in shaken.success=act"
        )
    known_knob(name)
    return name, _valid(name, _KINDS[name].read(written))


def from_mapping(
    changes: Mapping[str, object], *, extends: Ruleset = CORE, name: str | None = None
) -> Ruleset:
    """A ruleset with the knobs of a log's `rules` turned: dotted name to value.

    Raises:
        UnknownKnobError: No such knob, or no such value of it.
    """
    return extends.override(changes, name=name)


def from_toml(text: str, name: str) -> Ruleset:
    """A ruleset from the text of a TOML file.

    The file may say `extends` (a built-in ruleset, default "core") and `name` (default: the `name`
    given here).
    Every other key is a knob, dotted (`shaken.success = "act"`) or in a table (`[shaken]`).

    Raises:
        DocumentError: The text is no TOML; line and column are given.
        LimitError: The text is longer or nested deeper than a ruleset can be.
        UnknownKnobError: No such knob, or no such value of it.
        UnknownRulesetError: `extends` names no built-in ruleset.
    """
    if len(text) > MAX_PROFILE:
        raise LimitError(
            f"a ruleset of {len(text)} characters; at most {MAX_PROFILE} are read", path=name
        )
    try:
        profile = tomllib.loads(text.removeprefix("\ufeff"))
    except tomllib.TOMLDecodeError as error:
        raise _not_toml(str(error), text, name) from None
    except RecursionError:
        raise LimitError("a ruleset that is nested too deeply", path=name) from None
    except ValueError as error:
        raise DocumentError(f"not TOML: {error}", path=name) from None
    base = profile.pop("extends", "core")
    title = profile.pop("name", name)
    for key, word in (("extends", base), ("name", title)):
        if not isinstance(word, str):
            raise UnknownRulesetError(f"{key} cannot be {_shown(word)}; it is a text (in {name})")
    try:
        return ruleset(base).override(profile, name=title)
    except (UnknownKnobError, UnknownRulesetError) as error:
        raise type(error)(f"{error} (in {name})") from None


def _not_toml(message: str, text: str, name: str) -> DocumentError:
    place = _TOML_PLACE.search(message)
    if place is None:
        return DocumentError(f"not TOML: {message}", path=name)
    what = message[: place.start()]
    lines = text.split("\n")
    line, column = (int(place[1]), int(place[2])) if place[1] else (len(lines), len(lines[-1]) + 1)
    return DocumentError(
        f"not TOML: {what[:1].lower()}{what[1:]}", path=name, line=line, column=column
    )


RULESETS: Final[Mapping[str, Ruleset]] = MappingProxyType(
    {
        "core": CORE,
        "swade": CORE.override(
            {
                "benny.reroll_keeps": "best",
                "weapon.required": "minimum",
                "armor.weak_per_step": -1,
                "vehicle.mph_per_square": 3,
                "weapon.weak_attack_penalty_per_step": 1,
                "shaken.success": "act",
                "shaken.benny_any_time": True,
            },
            name="swade",
        ),
        "deluxe": CORE.override(
            {
                "trait.extras_critical": "never",
                "opposed.minimum": None,
                "ability.reroll_keeps": "last",
                "reroll.allow_critical": True,
            },
            name="deluxe",
        ),
    }
)
"""The built-in rulesets by name, each as its differences from `core`."""


def ruleset(name: str) -> Ruleset:
    """The built-in ruleset of that name.

    Raises:
        UnknownRulesetError: There is none; the message names them all.
    """
    known = RULESETS.get(name)
    if known is None:
        raise UnknownRulesetError(
            f"no ruleset {_shown(name)}; there are {', '.join(nearest_first(str(name), RULESETS))}"
        )
    return known


def differences(a: Ruleset, b: Ruleset) -> dict[str, tuple[Any, Any]]:
    """The knobs in which two rulesets differ, each with both values as in JSON.

    The names of the rulesets do not count.
    """
    left, right = a.to_mapping(), b.to_mapping()
    return {knob: (left[knob], right[knob]) for knob in _KNOBS if left[knob] != right[knob]}
