"""`sw-data weapon`: what weapons are worth in given hands."""

from __future__ import annotations

from typing import TYPE_CHECKING

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.api.weapon import InHands


@click.command("weapon")
@click.argument("source", metavar="SRC...", nargs=-1, required=True, type=options.INPUT)
@click.option(
    "--strength",
    metavar="DIE",
    help="The Strength of the hands, as d6 or d12+2; by default that on the sheet.",
)
@click.option(
    "--name",
    "names",
    multiple=True,
    metavar="NAME",
    help="Only weapons of this name; may be given many times.",
)
@options.ruleset_options
@options.limit_option
@options.format_option("text", "json")
@options.out_option()
def command(
    source: tuple[str, ...],
    strength: str | None,
    names: tuple[str, ...],
    ruleset: str | None,
    rules: tuple[str, ...],
    limits: tuple[str, ...],
    form: str,
    out: str | None,
) -> None:
    """Say what each weapon of SRC is worth in these hands: damage, what is lost, what is kept, and why."""
    from sw_data.api.limits import limits_of
    from sw_data.api.load import load
    from sw_data.api.weapon import wielded
    from sw_data.errors import NotFoundError
    from sw_data.models.skills import folded

    collection = load(source, limits=limits_of(limits))
    output.findings(collection.diagnostics)
    found = wielded(collection, strength=strength, ruleset=ruleset, rules=rules)
    if names:
        wanted = {folded(name) for name in names}
        known = found
        found = tuple(each for each in known if folded(each.wielded.weapon.name) in wanted)
        if not found:
            there = ", ".join(dict.fromkeys(each.wielded.weapon.name for each in known)) or "none"
            raise NotFoundError(f"no weapon {names[0]!r}; there are {there}")
    if form == "json":
        output.write_json([each.to_json() for each in found], out)
        return
    output.write(_text(found), out)


def _text(found: tuple[InHands, ...]) -> str:
    from sw_data.display.weapons import in_hands_text

    if not found:
        return "no weapons\n"
    blocks: list[str] = []
    owner: object = ()
    for each in found:
        if (each.actor, each.name) != owner:
            owner = (each.actor, each.name)
            if each.actor is not None:
                blocks.append(f"{each.name} (Strength {each.wielded.strength})")
        wielded = each.wielded
        blocks.append(
            in_hands_text(
                wielded.weapon,
                wielded.shown,
                attack_modifier=each.attack_modifier,
                parry=wielded.parry,
                rules=wielded.rules,
                indent=each.actor is not None,
            )
        )
    return "\n".join(blocks) + "\n"
