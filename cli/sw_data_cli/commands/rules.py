"""`sw-data rules`: the rules, their sources and their knobs."""

from __future__ import annotations

from typing import TYPE_CHECKING, Any

import click

from sw_data_cli import options, output

if TYPE_CHECKING:
    from sw_data.rules.ruleset import Ruleset


@click.command("rules")
@click.argument("rule_id", metavar="[ID]", required=False)
@click.option(
    "--diff",
    metavar="NAME|FILE",
    help="Print the knobs in which this ruleset differs from --ruleset (default: core).",
)
@click.option("--knobs", is_flag=True, help="Print every knob and how the ruleset sets it.")
@options.ruleset_options
@options.format_option("text", "json")
def command(
    rule_id: str | None,
    diff: str | None,
    knobs: bool,
    ruleset: str | None,
    rules: tuple[str, ...],
    form: str,
) -> None:
    """Print the rule ID with its source and its knobs; without ID, the list of rules.

    ID may be a chapter: the first word of a rule's id.
    """
    from sw_data.api.rules import ruleset_from

    if diff is not None:
        _diff(ruleset_from(ruleset), ruleset_from(diff, rules), form)
    elif knobs:
        _knobs(ruleset_from(ruleset, rules), form)
    else:
        _rules(rule_id, ruleset_from(ruleset, rules), form)


def _rules(rule_id: str | None, ruleset: Ruleset, form: str) -> None:
    from sw_data.rules.catalog import CATALOG, rule

    if rule_id is None:
        chosen = list(CATALOG.values())
    elif any(each.chapter == rule_id for each in CATALOG.values()):
        chosen = [each for each in CATALOG.values() if each.chapter == rule_id]
    else:
        chosen = [rule(rule_id)]
    if form == "json":
        documents = [each.to_json() for each in chosen]
        alone = rule_id is not None and len(chosen) == 1 and chosen[0].id == rule_id
        output.write_json(documents[0] if alone else documents)
        return
    if rule_id is None:
        width = max(len(each.id) for each in chosen)
        lines = [f"{each.id:<{width}}  {_first_sentence(each.text)}" for each in chosen]
        output.show("\n".join(lines))
        return
    set_to = ruleset.to_mapping()
    for number, each in enumerate(chosen):
        lines = [each.id, f"  {each.text}", f"  source: {each.source}"]
        lines += [f"  knob:   {knob} = {_value(set_to[knob])}" for knob in each.knobs]
        lines += [f"  file:   {each.file}", f"  page:   {each.page}"]
        output.show(("\n" if number else "") + "\n".join(lines))


def _knobs(ruleset: Ruleset, form: str) -> None:
    from sw_data.rules.ruleset import knobs

    set_to = ruleset.to_mapping()
    if form == "json":
        output.write_json({"name": ruleset.name, "knobs": set_to})
        return
    for name, knob in knobs().items():
        output.show(
            f"{name} = {_value(set_to[name])}\n"
            f"  {knob.description}\n  {knob.values}; rule {knob.rule}, source {knob.source}"
        )


def _diff(one: Ruleset, other: Ruleset, form: str) -> None:
    from sw_data.rules.ruleset import differences

    found = differences(one, other)
    if form == "json":
        output.write_json({knob: {one.name: a, other.name: b} for knob, (a, b) in found.items()})
        return
    if not found:
        output.show(f"{other.name} differs from {one.name} in no knob")
        return
    width = max(len(knob) for knob in found)
    lines = [f"{'knob':<{width}}  {one.name} -> {other.name}"]
    lines += [f"{knob:<{width}}  {_value(a)} -> {_value(b)}" for knob, (a, b) in found.items()]
    output.show("\n".join(lines))


def _value(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else str(value)


def _first_sentence(text: str) -> str:
    end = text.find(". ")
    return text if end < 0 else text[: end + 1]
