"""Shaking it off, and what becomes of the Incapacitated (rules.md section 3)."""

from __future__ import annotations

from fractions import Fraction
from itertools import product, repeat

from sw_data.dice import Die
from sw_data.errors import ImpossibleError
from sw_data.models import Character
from sw_data.odds.chances import Odds, outcomes
from sw_data.odds.checks import Aim, Keeps, rerolled, roll_asked
from sw_data.odds.rolls import Modifiers, TraitRoll
from sw_data.odds.soaking import MAX_BENNIES
from sw_data.odds.totals import classified
from sw_data.rules import incapacitation as rule
from sw_data.rules import injury, trait
from sw_data.rules.ruleset import CORE, Ruleset


def recover(
    die: str | Die | Character,
    *,
    wild_card: bool = False,
    modifiers: Modifiers = 0,
    bennies: int = 0,
    reroll: Aim | None = None,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances to shake it off on one's action, by a Spirit die or a character (`shaken.recover`).

    Outcomes are `still_shaken`, `free_actions_only` (not Shaken, but without an action this round) and `acts`.
    A benny removes Shaken for sure once the roll is made (`shaken.benny`), so with one the character acts; with
    `reroll` the bennies are spent on rerolls instead.

    Args:
        die: The Spirit die, or a character.
        wild_card: Whether a Wild Die is rolled.
        modifiers: Modifiers of the roll.
        bennies: Bennies that may be spent.
        reroll: What bennies reroll for; left out, one benny removes Shaken.
        rules: The ruleset.

    Raises:
        ImpossibleError: More bennies than can be asked for.
    """
    roll, who = _asked(die, "Spirit", wild_card, modifiers, rules)
    found = roll.results(rules.trait.target_number, rules)
    cited = ["shaken.recover"]
    question = f"{who} to shake it off"
    if _allowed(bennies) and reroll is not None:
        keep: Keeps = rules.benny.reroll_keeps
        keeps: list[Keeps] = [*repeat(keep, bennies)]
        found = rerolled(found, keeps, reroll, rules)
        cited.append("benny.reroll")
        question += f", {bennies} rerolled for a {reroll}"
    plain = found["plain_success"]
    acts_at_once = rules.shaken.success == "act"
    acts = found["raise"] + (plain if acts_at_once else 0)
    if bennies and reroll is None:
        acts = Fraction(1)
        cited.append("shaken.benny")
        question += ", with a benny"
    chances = {
        "still_shaken": found["critical_failure"] + found["plain_failure"],
        "free_actions_only": Fraction(0) if acts_at_once else plain,
        "acts": acts,
    }
    if acts == 1:
        chances = {"acts": acts}
    events = [("not_shaken", 1 - chances.get("still_shaken", Fraction(0)))]
    events += [
        (name, Fraction(0))
        for name in ("still_shaken", "free_actions_only", "acts")
        if not chances.get(name)
    ]
    return Odds(question, outcomes(chances), tuple(events), rules=tuple(cited))


def _asked(
    die: str | Die | Character, name: str, wild_card: bool, modifiers: Modifiers, rules: Ruleset
) -> tuple[TraitRoll, str]:
    if isinstance(die, Character):
        return roll_asked(die, name, wild_card, modifiers, rules)
    roll, who = roll_asked(die, None, wild_card, modifiers, rules)
    return roll, f"{name} {who}"


def bleeding(
    die: str | Die | Character,
    *,
    wild_card: bool = True,
    modifiers: Modifiers = 0,
    bennies: int = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of one who is Bleeding Out, to the end of it: `stabilised` or `dead` (`bleeding.roll`).

    Every round a Vigor roll: a failure is death, a raise ends it, a success means another roll next round. Bennies
    reroll what would be death, in whichever round.

    Args:
        die: The Vigor die, or a character as it stands.
        wild_card: Whether a Wild Die is rolled.
        modifiers: Modifiers of every roll, wounds among them unless a character is given.
        bennies: Bennies that may be spent.
        rules: The ruleset.
    """
    roll, who = _asked(die, "Vigor", wild_card, modifiers, rules)
    saved = stabilised(roll, _allowed(bennies), rules)[-1]
    chances = {"dead": 1 - saved, "stabilised": saved}
    question = f"{who}, bleeding out"
    if bennies:
        question += f", {bennies} {'benny' if bennies == 1 else 'bennies'}"
    return Odds(
        question,
        outcomes(chances),
        rules=("bleeding.roll", "benny.reroll") if bennies else ("bleeding.roll",),
    )


def _allowed(bennies: int) -> int:
    if not 0 <= bennies <= MAX_BENNIES:
        raise ImpossibleError(f"odds of {bennies} bennies; 0 to {MAX_BENNIES} can be asked for")
    return bennies


def stabilised(roll: TraitRoll, bennies: int, rules: Ruleset) -> list[Fraction]:
    """The chance to live through bleeding out with 0, 1 … bennies, spent where a roll would mean death.

    A plain success leads back to where one was; what it leads to is the same chance again, so it divides out.
    """
    found = roll.results(rules.trait.target_number, rules)
    fails = found["plain_failure"] + (
        found["critical_failure"] if rules.reroll.allow_critical else 0
    )
    out: list[Fraction] = []
    for count in range(bennies + 1):
        again = fails * out[count - 1] if count else Fraction(0)
        out.append((found["raise"] + again) / (1 - found["plain_success"]))
    return out


def incapacitation(
    die: str | Die | Character,
    *,
    wild_card: bool = True,
    modifiers: Modifiers = 0,
    bennies: int = 0,
    rules: Ruleset = CORE,
) -> Odds:
    """The chances of an Incapacitated Wild Card, from the Vigor roll to the end of the bleeding (`incapacitation.*`).

    Outcomes are `dead_at_once`, `bleeds_to_death`, `stabilised` (with a permanent injury), `injured_until_healed` and
    `injured_24_hours`. A permanent injury may lower Vigor before the first roll for bleeding (`injury.guts`); that is
    counted. Bennies reroll what would be death, and a failure where a reroll is worth more; played for the most life.

    Args:
        die: The Vigor die, or a character as it stands, Incapacitated with all its wounds.
        wild_card: Whether a Wild Die is rolled.
        modifiers: Modifiers of every roll, wounds among them unless a character is given.
        bennies: Bennies that may be spent.
        rules: The ruleset.
    """
    roll, who = _asked(die, "Vigor", wild_card, modifiers, rules)
    vigor = die.attributes.vigor if isinstance(die, Character) else None
    one = vigor if vigor is not None else (Die.parse(die) if isinstance(die, str) else die)
    assert isinstance(one, Die)
    lower = one.stepped(-1)
    weaker = TraitRoll(lower.sides, roll.bonus - one.bonus + lower.bonus, roll.wild)
    hurt = vigor_lowered()
    lives = [
        hurt * less + (1 - hurt) * same
        for less, same in zip(
            stabilised(weaker, _allowed(bennies), rules),
            stabilised(roll, bennies, rules),
            strict=True,
        )
    ]
    ends = _ends(roll, bennies, lives, rules)
    question = f"{who}, Incapacitated"
    if bennies:
        question += f", {bennies} {'benny' if bennies == 1 else 'bennies'}"
    alive = 1 - ends["dead_at_once"] - ends["bleeds_to_death"]
    cited = ("incapacitation.roll", "incapacitation.death", "bleeding.roll", "injury.table")
    events = [("alive", alive), ("dead", 1 - alive)]
    events += [(name, p) for name, p in ends.items() if not p]
    return Odds(question, outcomes(ends), tuple(events), rules=cited)


def vigor_lowered() -> Fraction:
    """The chance that an injury lowers Vigor, counted over the faces of its table rolls (`injury.guts`)."""
    faces = range(1, 7)
    rows = [
        injury.location(first + second) == "guts" and injury.guts(third) == "vigor"
        for first, second, third in product(faces, faces, faces)
    ]
    return Fraction(sum(rows), len(rows))


def _ends(
    roll: TraitRoll, bennies: int, lives: list[Fraction], rules: Ruleset
) -> dict[str, Fraction]:
    """Where an Incapacitated Wild Card ends, the bennies played for the most life."""
    tn = rules.trait.target_number

    def after(total: int) -> str:
        critical = roll.is_critical(total)
        if rule.dies(total, critical):
            return "critical" if critical else "dead_at_once"
        return injury.duration(trait.raises(total, tn, rules))

    found = classified(roll.total, after, max(tn + rules.trait.raise_step, roll.bonus + 2, 2))
    names: tuple[str, ...] = (
        "dead_at_once",
        "bleeds_to_death",
        "stabilised",
        "injured_until_healed",
        "injured_24_hours",
    )
    certain = {"until_healed": names[3], "24_hours": names[4]}
    before: dict[str, Fraction] | None = None
    for count in range(bennies + 1):
        ends: dict[str, Fraction] = {name: Fraction(0) for name in names}
        for name, p in found.items():
            final = certain.get(name)
            if final is not None:
                ends[final] += p
                continue
            stop = _stop(name, lives[count])
            locked = before is None or (name == "critical" and not rules.reroll.allow_critical)
            best = stop if locked or before is None or _alive(stop) >= _alive(before) else before
            for end, q in best.items():
                ends[end] += p * q
        before = ends
    assert before is not None
    return before


def _stop(name: str, lives: Fraction) -> dict[str, Fraction]:
    if name == "permanent":
        return {"bleeds_to_death": 1 - lives, "stabilised": lives}
    return {"dead_at_once": Fraction(1)}


def _alive(ends: dict[str, Fraction]) -> Fraction:
    return 1 - ends.get("dead_at_once", Fraction(0)) - ends.get("bleeds_to_death", Fraction(0))
