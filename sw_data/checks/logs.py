"""Action logs (SW6xx): what can be seen of a log before a single die is rolled.

A log is checked as it comes: first its header, then one action after another, so that one of any length can be read
in a stream. What depends on what happened before (a benny that is spent, a Shaken attacker) only resolving it can tell.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable, Iterator, Sequence
from dataclasses import dataclass, field
from typing import Any, Final, TypeAlias

from pydantic import ValidationError

from sw_data.checks import chases
from sw_data.checks.dice import BY_ACTOR, faces_beyond, recorded_dice
from sw_data.checks.registry import check, rooted
from sw_data.checks.subject import below, found
from sw_data.diagnostics import Diagnostic, DocumentRef
from sw_data.errors import UnknownKnobError, UnknownRulesetError
from sw_data.formats.foundry.values import Spot, shown
from sw_data.formats.own import fault_finding
from sw_data.formats.registry import format_of
from sw_data.jsonvalue import Object, as_array, as_object, as_text
from sw_data.models import ACTION, ATTRIBUTES, Action, Character, Chase, LogHeader, Vehicle
from sw_data.models.faults import faults, nearest, nearest_actor
from sw_data.models.skills import LINKED, folded, skill_named
from sw_data.rules.ruleset import CORE, ruleset

Player: TypeAlias = Character | Vehicle
References: TypeAlias = Callable[[str], Sequence[Player] | None]
"""Gives the actors of the file that a `$ref` names; None if it cannot be read (whoever reads it says why)."""

_SINGLE: Final = ("actor", "target")
_SEVERAL: Final = ("targets", "actors")
_EARLIER: Final = ("attack", "of", "against")
_WITHOUT_ROLL: Final = frozenset(
    {"round", "session", "deal", "hold", "heal", "spend_benny", "award_benny", "reroll"}
)
_HARMLESS: Final = _WITHOUT_ROLL | {"trait", "opposed", "recover", "soak", "bleeding", "get_close"}
_IN_A_CHASE: Final = frozenset(
    {"zone_movement", "get_close", "ram", "block", "regain_control", "this_way", "hide"}
)


@dataclass(slots=True)
class LogCheck:
    """What is known of a log while its actions are checked.

    Attributes:
        actors: Everyone whom an action can name, by id.
        chases: The chases of the header, by id.
        complete: Whether nobody else can be named: false where actors come from elsewhere.
        wild_die: The most that a Wild Die shows; where a log turns knobs, the largest die there is.
    """

    actors: dict[str, Player] = field(default_factory=dict[str, Player])
    chases: dict[str, Chase] = field(default_factory=dict[str, Chase])
    complete: bool = True
    wild_die: int = CORE.trait.wild_die.sides
    _types: dict[str, str] = field(default_factory=dict[str, str])
    _by_name: dict[str, list[str]] = field(default_factory=dict[str, list[str]])

    def add(self, players: Iterable[Player]) -> None:
        """Further actors."""
        for player in players:
            if self.actors.setdefault(player.id, player) is player:
                self._by_name.setdefault(folded(player.name), []).append(player.id)

    def action(self, value: object) -> list[Diagnostic]:
        """The findings of the next action; pointers are from the action's root."""
        spot = Spot(value, "")
        findings = action_faults(value)
        given = as_object(value)
        if given is None:
            return findings
        broken = {each.pointer for each in findings}
        more = [*self._named(spot), *self._weapon(spot), *self._traits(spot), *self._place(spot)]
        more += [*self._earlier(spot), *self._id(spot), *recorded_dice(spot), *self._faces(spot)]
        findings += [each for each in more if each.pointer not in broken]
        if not findings:
            return findings
        about = DocumentRef(kind="action", id=as_text(given.get("id")))
        return [each.model_copy(update={"document": about}) for each in findings]

    def _who(self, name: str) -> list[str]:
        return [name] if name in self.actors else self._by_name.get(folded(name), [])

    def _player(self, spot: Spot) -> Player | None:
        ids = self._who(spot.text)
        return self.actors[ids[0]] if len(ids) == 1 else None

    def _named(self, action: Spot) -> Iterator[Diagnostic]:
        """Everyone whom the action names."""
        given = action.object
        spots = [action.at(key) for key in _SINGLE if key in given]
        for key in _SEVERAL:
            if key in given:
                spots += action.at(key).each()
        for spot in spots:
            if isinstance(spot.value, str):
                yield from self._actor(spot.value, spot.pointer)
        recorded = as_object(given.get("dice")) or {}
        for pool in BY_ACTOR:
            if pool not in recorded:
                continue
            dice = action.at("dice", pool)
            for name in dice.object:
                yield from self._actor(name, dice.at(name).pointer)

    def _actor(self, name: str, pointer: str) -> Iterator[Diagnostic]:
        ids = self._who(name)
        if len(ids) > 1:
            message = f"{shown(name)} can be {_listed(ids)}; name one by its id"
            yield found("SW612", message, pointer)
        elif not ids and self.complete:
            everyone = [(each.id, each.name) for each in self.actors.values()]
            near = nearest_actor(name, everyone)
            there = list(dict.fromkeys(each.name for each in self.actors.values()))
            hint = f"did you mean {near}?" if near else f"there are {_listed(there)}"
            yield found("SW611", f"no actor {shown(name)} in this log; {hint}", pointer)

    def _weapon(self, action: Spot) -> Iterator[Diagnostic]:
        """The weapon of an attack: the attacker's own, or one of the vehicle that it is in."""
        if "weapon" not in action.object or action.at("type").text != "attack":
            return
        spot, player = action.at("weapon"), self._player(action.at("actor"))
        if not spot.text or player is None:
            return
        weapons = list(player.weapons)
        for each in self.actors.values():
            if isinstance(each, Vehicle):
                crew = {each.driver, *(one.actor for one in each.occupants)}
                weapons += each.weapons if player.id in crew else ()
        wanted = folded(spot.text)
        if not any(wanted in (folded(each.name), folded(each.id)) for each in weapons):
            names = [name for each in weapons for name in (each.name, each.id)]
            near = nearest(spot.text, names)
            known = _listed([each.name for each in weapons])
            hint = f"did you mean {near!r}?" if near else f"there are {known}"
            yield found(
                "SW613", f"{player.name} has no weapon {shown(spot.text)}; {hint}", spot.pointer
            )

    def _traits(self, action: Spot) -> Iterator[Diagnostic]:
        """Traits that are no attribute and no skill of anybody."""
        given = action.object
        for key, whose in (("trait", "actor"), ("target_trait", "target")):
            if key not in given:
                continue
            spot, player = action.at(key), self._player(action.at(whose))
            if not spot.text or not isinstance(player, Character):
                continue
            name = folded(spot.text)
            if name in LINKED or name in ATTRIBUTES or skill_named(player.skills, spot.text):
                continue
            known = {*player.skills, *(each.title() for each in (*LINKED, *ATTRIBUTES))}
            near = nearest(spot.text, sorted(known))
            hint = f"did you mean {near!r}?" if near else "it is rolled unskilled"
            message = f"{player.name} has no trait {shown(spot.text)}; {hint}"
            yield found("SW616", message, spot.pointer, rule="trait.unskilled")

    def _faces(self, action: Spot) -> Iterator[Diagnostic]:
        """Faces that the trait of a known actor cannot show."""
        if action.at("type").text in ("trait", "opposed") and "dice" in action.object:
            player = self._player(action.at("actor"))
            if isinstance(player, Character):
                yield from faces_beyond(action, player, self.wild_die)

    def _place(self, action: Spot) -> Iterator[Diagnostic]:
        """The chase, and who takes part in it."""
        if "chase" not in action.object and action.at("type").text not in _IN_A_CHASE:
            return
        spot = action.at("chase")
        if spot.text and spot.text not in self._tracks():
            if self.complete or self.chases:
                message = f"no chase {shown(spot.text)} in this log; there are {_listed(list(self.chases))}"
                yield found("SW617", message, spot.pointer)
            return
        if action.at("type").text not in _IN_A_CHASE or not self.complete:
            return
        chase = (
            self._tracks().get(spot.text) if spot.text else next(iter(self.chases.values()), None)
        )
        if chase is None or (not spot.text and len(self.chases) > 1):
            missing = (
                "the log has no chase"
                if chase is None
                else f"there are {_listed(list(self.chases))}"
            )
            message = f"a {action.at('type').text} belongs to a chase; {missing}"
            yield found("SW617", message, spot.pointer)
            return
        player = self._player(action.at("actor"))
        if player is not None and not self._rides(player, chase):
            message = f"{player.name} takes no part in the chase {chase.name!r}"
            yield found("SW617", message, action.at("actor").pointer)

    def _tracks(self) -> dict[str, Chase]:
        return self.chases | {chase.name: chase for chase in self.chases.values()}

    def _rides(self, player: Player, chase: Chase) -> bool:
        """Whether it is a participant, or in a vehicle of one."""
        for each in chase.participants:
            vehicle = self.actors.get(each.vehicle or "")
            crew = (
                {one.actor for one in vehicle.occupants}
                if isinstance(vehicle, Vehicle)
                else set[str]()
            )
            driver = vehicle.driver if isinstance(vehicle, Vehicle) else None
            if player.id in {each.actor, each.vehicle, driver, *crew}:
                return True
        return False

    def _earlier(self, action: Spot) -> Iterator[Diagnostic]:
        """References to earlier actions."""
        kind = action.at("type").text
        given = action.object
        for key in _EARLIER:
            if key not in given:
                continue
            spot = action.at(key)
            if not spot.text:
                continue
            first = spot.text.split("/")[0]
            of = self._types.get(spot.text) or self._types.get(first)
            if of is None:
                near = nearest(spot.text, self._types)
                hint = f"; did you mean {near!r}?" if near else ""
                yield found(
                    "SW615", f"no action before this one is {shown(spot.text)}{hint}", spot.pointer
                )
            elif spot.text != first:
                continue
            elif (kind == "soak" and of in _HARMLESS) or (kind == "reroll" and of in _WITHOUT_ROLL):
                what = (
                    "wounds nobody, so there is nothing to soak"
                    if kind == "soak"
                    else "cannot be rerolled"
                )
                hint = "; name the action that was rerolled" if of == "reroll" else ""
                message = f"{shown(spot.text)} is a {of}, which {what}{hint}"
                yield found("SW615", message, spot.pointer)

    def _id(self, action: Spot) -> Iterator[Diagnostic]:
        """The id of the action, which must be its own."""
        spot = action.at("id")
        if not spot.text:
            return
        if spot.text in self._types:
            yield found(
                "SW614",
                f"the id {shown(spot.text)} is used by an action before this one",
                spot.pointer,
            )
        else:
            self._types[spot.text] = action.at("type").text


def action_faults(value: object) -> list[Diagnostic]:
    """What an action breaks by itself, whatever stands before it; pointers are from its root."""
    try:
        ACTION.validate_python(value)
    except ValidationError as error:
        return [fault_finding(fault, value, code="SW610") for fault in faults(error, value, Action)]
    return []


def begin_log(
    header: object, *, players: Iterable[Player] = (), references: References | None = None
) -> tuple[LogCheck, list[Diagnostic]]:
    """Checks a log's header and the actors in it.

    Args:
        header: The JSON object of the log, or its first line.
        players: Actors that are given beside the log.
        references: What reads the files that the log refers to; without it nobody is unknown.

    Returns:
        What checks the actions, and the findings of the header, with pointers from its root.
    """
    log = LogCheck()
    given = as_object(header)
    if given is None:
        message = f"a log is an object; got {shown(header)}"
        return log, [found("SW121", message, "")]
    log.add(players)
    if given.get("rules") or given.get("ruleset"):
        log.wild_die = 12
    findings = [*_faults(given), *_rules(Spot(given, ""))]
    for spot in Spot(given, "").at("actors").each():
        findings += _actor(spot, log, references)
    for spot in Spot(given, "").at("chases").each():
        chase, more = _chase(spot)
        findings += more
        if chase is not None:
            log.chases.setdefault(chase.id, chase)
            if log.complete and log.actors:
                findings += chases.cast(chase, log.actors, spot)
    # The actors of a log without any come with the call that resolves it.
    log.complete = log.complete and bool(log.actors)
    return log, findings


def check_log(
    value: object, *, players: Iterable[Player] = (), references: References | None = None
) -> list[Diagnostic]:
    """Every finding of a log in one JSON document, with pointers from its root; arguments as for `begin_log`."""
    log, findings = begin_log(value, players=players, references=references)
    for index, each in enumerate(as_array((as_object(value) or {}).get("actions")) or []):
        findings += [rooted(one, below("/actions", index)) for one in log.action(each)]
    return findings


def _faults(header: Object) -> list[Diagnostic]:
    """What the header breaks; its chases are checked one by one."""
    plain: Object = {k: v for k, v in header.items() if k not in ("actions", "chases")}
    findings: list[Diagnostic] = []
    try:
        LogHeader.model_validate(plain)
    except ValidationError as error:
        findings = [fault_finding(fault, plain) for fault in faults(error, plain, LogHeader)]
    for key in ("actions", "chases"):
        if key in header and as_array(header[key]) is None:
            findings.append(
                found("SW121", f"{key} must be a list; got {shown(header[key])}", f"/{key}")
            )
    return findings


def _rules(header: Spot) -> Iterator[Diagnostic]:
    """The ruleset and the knobs that the log turns."""
    name = as_text(header.at("ruleset").value)
    if name is not None:
        try:
            ruleset(name)
        except UnknownRulesetError as error:
            yield found("SW608", str(error), header.at("ruleset").pointer)
    turned = header.at("rules")
    for knob, value in turned.object.items():
        try:
            CORE.override({knob: value})
        except UnknownKnobError as error:
            yield found("SW608", _short(str(error)), turned.at(knob).pointer)


def _short(message: str) -> str:
    """An unknown knob lists all knobs; the first few, the nearest, are enough here."""
    words = message.split(", ")
    return message if len(words) < 8 else f"{', '.join(words[:5])} … (`sw-data rules` lists all)"


def _actor(spot: Spot, log: LogCheck, references: References | None) -> Iterator[Diagnostic]:
    path = spot.at("$ref")
    if path.present:
        players = references(path.text) if references is not None and path.text else None
        if players is None:
            log.complete = False
        else:
            log.add(players)
        return
    form = format_of(spot.value)
    if form is None:
        yield found(
            "SW003",
            "no actor: a character or vehicle of ours has a `kind`, one of a virtual tabletop a `type`",
            spot.pointer,
        )
        return
    reading = form.read(spot.value)
    for each in check(spot.value, reading):
        yield rooted(each, spot.pointer)
    model: Any = reading.model
    if isinstance(model, Character | Vehicle):
        if model.id in log.actors:
            first = log.actors[model.id].name
            message = f"the id {model.id!r} is used twice: {model.name!r} here and {first!r} before"
            yield found("SW701", message, spot.pointer)
        log.add([model])
    elif model is None:
        # Somebody is here whom nobody can read; whoever names them names no stranger.
        log.complete = False


def _chase(spot: Spot) -> tuple[Chase | None, list[Diagnostic]]:
    inner = as_object(spot.value)
    value = spot.value if inner is None else {"kind": "chase", **inner}
    form = format_of(value)
    if form is None:
        return None, [
            found("SW121", f"a chase is an object of ours; got {shown(spot.value)}", spot.pointer)
        ]
    reading = form.read(value)
    findings = [rooted(each, spot.pointer) for each in check(value, reading)]
    return (reading.model if isinstance(reading.model, Chase) else None), findings


def _listed(names: Sequence[str]) -> str:
    shown_names = ", ".join(repr(each) for each in names[:8])
    return f"{shown_names} and {len(names) - 8} more" if len(names) > 8 else shown_names or "none"
