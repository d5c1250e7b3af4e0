"""What every model has in common: frozen, no unknown keys, dice spelt as people write them."""

from __future__ import annotations

from typing import Annotated, Any, TypeAlias, TypeVar

from pydantic import (
    BaseModel,
    BeforeValidator,
    ConfigDict,
    PlainSerializer,
    Strict,
    WithJsonSchema,
)

from sw_data.dice import Damage, Die

T = TypeVar("T")

Many: TypeAlias = Annotated[tuple[T, ...], Strict(False)]
"""Any number of values, in order; a JSON array."""


class Model(BaseModel):
    """A frozen value without unknown keys; built with `model_validate` from our JSON."""

    model_config = ConfigDict(
        frozen=True,
        extra="forbid",
        strict=True,
        populate_by_name=True,
        arbitrary_types_allowed=True,
    )

    def to_json(self) -> dict[str, Any]:
        """The model as our JSON document (keys as in contract.md, dice as text)."""
        return self.model_dump(mode="json", by_alias=True)

    def _repr_html_(self) -> str:
        """The model as a notebook shows it; all text escaped."""
        from sw_data.display.rich import html_of

        return html_of(self)

    def _repr_pretty_(self, printer: Any, cycle: bool) -> None:
        """The model as a terminal shows it."""
        from sw_data.display.rich import text_of

        printer.text("…" if cycle else text_of(self))


def _die(value: object) -> object:
    return Die.parse(value) if isinstance(value, str) else _as_is(value, Die, "a die like 'd8'")


def _trait_die(value: object) -> object:
    die = _die(value)
    if isinstance(die, Die) and die.sides not in (4, 6, 8, 10, 12):
        raise ValueError(f"{die} is no trait die; a trait is d4, d6, d8, d10, d12 or d12+n")
    return die


def _damage(value: object) -> object:
    if isinstance(value, str):
        return Damage.parse(value)
    return _as_is(value, Damage, "damage like '2d8+1' or 'Str+d10'")


def _as_is(value: object, kind: type, wanted: str) -> object:
    if isinstance(value, kind):
        return value
    raise ValueError(f"{value!r} is not {wanted}")


DieField: TypeAlias = Annotated[
    Die,
    BeforeValidator(_die),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^\s*1?[dD][0-9]{1,4}\s*([+-]\s*[0-9]{1,5})?\s*$",
            "examples": ["d8", "d12+2"],
        }
    ),
]
"""A die, written `d8` or `d12+2`."""

TraitDie: TypeAlias = Annotated[
    Die,
    BeforeValidator(_trait_die),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(
        {
            "type": "string",
            "pattern": r"^\s*1?[dD](4|6|8|10|12)\s*([+-]\s*[0-9]{1,5})?\s*$",
            "examples": ["d8", "d12+2"],
        }
    ),
]
"""The die of a trait: d4 to d12, and past d12 a flat bonus (rule `dice.trait`)."""

DamageField: TypeAlias = Annotated[
    Damage,
    BeforeValidator(_damage),
    PlainSerializer(str, return_type=str),
    WithJsonSchema(
        {"type": "string", "minLength": 1, "examples": ["2d8+1", "Str+d10", "Str+d6+1"]}
    ),
]
"""A damage expression, written `2d8+1` or `Str+d10`."""
