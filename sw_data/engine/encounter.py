"""One encounter: actions in, outcomes out, with follow-ups, rerolls, soaks and blocks (contract.md section 1)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import replace
from typing import Any, NamedTuple

from sw_data.dice import DiceProblem
from sw_data.engine import blocks, pending, rerolls
from sw_data.engine.audit import differences
from sw_data.engine.chain import Chain, Kind, Link, Record
from sw_data.engine.closing import close_chances, may_be_soaked
from sw_data.engine.in_turn import end_hold, whose_turn
from sw_data.engine.standing import pay
from sw_data.engine.state import Entry, State, changes
from sw_data.engine.table import RESOLVERS
from sw_data.engine.turn import LONGEST_MESSAGE, RejectedAction, Setting, Turn
from sw_data.models import (
    Action,
    Character,
    Chase,
    Effect,
    FollowUp,
    Outcome,
    Roll,
    Vehicle,
    Violation,
)
from sw_data.models.actions import AwardBenny, Block, Reroll, Soak, VehicleSoak


class Numbered(NamedTuple):
    """An outcome that nothing can revise any more, and its place in the order of the log."""

    number: int
    outcome: Outcome


class Encounter:
    """The state of one encounter and the last action, which may still be revised."""

    def __init__(
        self,
        name: str,
        setting: Setting,
        actors: Sequence[Character | Vehicle],
        chases: Sequence[Chase],
        gm_bennies: int,
    ) -> None:
        self.name = name
        self._setting = setting
        self._models = (actors, chases)
        self._state = State(actors, chases, gm_bennies, setting.sheet)
        self._chain: Chain | None = None
        self._held: dict[str, Record] = {}
        self._ids: set[str] = set()
        self._count = 0

    # What it has come to

    @property
    def actors(self) -> tuple[Character | Vehicle, ...]:
        """The actors as they are now, in the order they were given."""
        state = self._state
        return tuple(
            state.people[each.id].now(self._setting.rules)
            if isinstance(each, Character)
            else state.rides[each.id].now()
            for each in self._models[0]
        )

    @property
    def chases(self) -> tuple[Chase, ...]:
        """The chases as they are now."""
        return tuple(track.now() for track in self._state.tracks.values())

    @property
    def gm_bennies(self) -> int:
        """The GM's bennies."""
        return self._state.table.values["gm_bennies"]  # type: ignore[no-any-return]

    @property
    def cards(self) -> tuple[tuple[str, str], ...]:
        """The Action Card that each holds since the last deal, in the order they were dealt."""
        return self._state.table.values.get("_cards") or ()

    @property
    def pending(self) -> tuple[FollowUp, ...]:
        """Follow-ups that nobody has rolled yet."""
        return tuple(FollowUp(each.type, each.actor, each.of) for each in pending.due(self._state))

    def changes(self) -> list[Effect]:
        """What is different from the actors and chases as they were given."""
        return changes(self._state)

    # Actions

    def act(self, action: Action) -> list[Numbered]:
        """Resolve the next action; the outcomes that are final now, which need not be this action's own."""
        action = self._by_id(action)
        if action.id in self._ids:
            message = f"the id {action.id!r} is used twice; each action needs its own"
            return self.refuse(
                action.id, action.type, action.actor, [Violation(message, None, "SW614")]
            )
        self._ids.add(action.id)
        if self._setting.roll_follow_ups:
            self._roll_follow_ups(action)
        self._resolve(action, action.dice, vars(action).get("of"))
        return self._release()

    def _by_id(self, action: Action) -> Action:
        """The action with its actor and targets named by their ids, where they are named by their names."""
        fields = vars(action)
        actor: str | None = fields["actor"]
        target: str | None = fields.get("target")
        targets: tuple[str, ...] = fields.get("targets") or ()
        if self._state.knows(actor) and self._state.knows(target) and not targets:
            return action
        ids = self._state.id_of
        given: dict[str, Any] = {}
        if actor is not None and ids(actor) != actor:
            given["actor"] = ids(actor)
        if target is not None and ids(target) != target:
            given["target"] = ids(target)
        if any(ids(each) != each for each in targets):
            given["targets"] = tuple(map(ids, targets))
        return action.model_copy(update=given) if given else action

    def refuse(
        self, id: str, type: str, actor: str | None, violations: Sequence[Violation]
    ) -> list[Numbered]:
        """Put a rejection in the place of an action that cannot be read."""
        said = violations[0].message if violations else "cannot be read"
        self._count += 1
        outcome = Outcome(
            id=id,
            type=type,
            status="rejected",
            actor=actor,
            encounter=self.name or None,
            violations=tuple(violations),
            summary=f"Rejected: {said}.",
        )
        return [Numbered(self._count, outcome)]

    def finish(self) -> list[Numbered]:
        """No more actions: every outcome still held is final."""
        self._chain = None
        out = [self._final(record) for record in self._held.values()]
        self._held.clear()
        return out

    def _resolve(self, action: Action, dice: Mapping[str, Any], of: str | None = None) -> None:
        """Run an action; rejected, everything is as it was before."""
        try:
            if action.type == "reroll":
                self._reroll(action)
            elif action.type == "block":
                self._block(action)
            else:
                self._plain(action, dice, of)
        except RejectedAction as refused:
            self._reject(action, refused.violation)
        except DiceProblem as problem:
            self._reject(action, Violation(problem.message, None, problem.code))

    def _reject(self, action: Action, violation: Violation) -> None:
        if len(violation.message) > LONGEST_MESSAGE:
            violation = replace(violation, message=f"{violation.message[:LONGEST_MESSAGE]} …")
        target = vars(action).get("target")
        self._hold(
            action,
            Outcome(
                id=action.id,
                type=action.type,
                status="rejected",
                actor=action.actor,
                target=target,
                encounter=action.encounter or None,
                violations=(violation,),
                rules=() if violation.rule is None else (violation.rule,),
                summary=f"Rejected: {violation.message}.",
            ),
        )

    def _hold(self, action: Action, outcome: Outcome) -> Record:
        self._count += 1
        record = Record(self._count, action, outcome)
        self._held[action.id] = record
        return record

    def _plain(self, action: Action, dice: Mapping[str, Any], of: str | None) -> None:
        """An action that begins a chain, or a soak or awarded benny that continues one."""
        state, chain = self._state, self._chain
        continues = chain is not None and chain.continued_by(action)
        mark = len(state.journal)
        kind: Kind = "root"
        if continues:
            kind = "award" if isinstance(action, AwardBenny) else "soak"
        turn = self._turn(action, dice, action.id)
        try:
            self._run(turn)
        except (RejectedAction, DiceProblem):
            state.undo(mark)
            raise
        if of is None:
            of = vars(action).get("of")
        outcome = turn.outcome(state.journal[mark:], action.type, action.id, of)
        record = self._hold(action, outcome)
        if action.type == "soak" or action.type == "vehicle_soak":
            self._mark_soaked(action, turn, action.id, mark)
        link = Link(kind, action, dice, action.id, record, outcome, of)
        if continues:
            assert chain is not None
            chain.links.append(link)
        else:
            # Only now: had the action been rejected, the one before it could still be rerolled.
            del state.journal[:mark]
            self._chain = Chain([link])

    def _turn(self, action: Action, dice: Mapping[str, Any], dice_id: str) -> Turn:
        return Turn(self._setting, self._state, action, dice, dice_id)

    def _run(self, turn: Turn, blocked_in: int | None = None) -> None:
        """Resolve an action against the state, with what every action does beside."""
        action, state = turn.action, self._state
        mark = len(state.journal)
        person = whose_turn(turn)
        resolver: Any = RESOLVERS[action.type]
        if blocked_in is None:
            resolver(turn, action)
        else:
            resolver(turn, action, blocked_in)
        if person is not None and action.type != "hold":
            end_hold(turn, person)
        self.after(turn, mark)

    def after(self, turn: Turn, mark: int) -> None:
        """Close chances to soak that this action ends, and note its follow-ups as pending."""
        close_chances(self._state, turn.action, mark)
        if turn.follow_ups:
            pending.note(turn)

    def _roll_follow_ups(self, action: Action) -> None:
        """Roll what is due, unless this action is the decision about it, or the roll itself."""
        state = self._state
        while state.table.values.get("_pending"):
            waiting = pending.due(state)
            if not waiting or any(pending.decides(action, each, self._chain) for each in waiting):
                return
            first = waiting[0]
            id = pending.free_id(first.id, self._ids)
            self._ids.add(id)
            self._resolve(pending.as_action(first, id, self.name), {}, first.of)
            if self._held[id].outcome.status == "rejected":
                return

    # Revisions

    def _mark_soaked(self, action: Soak | VehicleSoak, turn: Turn, by: str, mark: int) -> None:
        """A soak that changed something revises the attack (`soak.reroll`)."""
        attack = action.attack if isinstance(action, Soak) else action.of
        record = self._held.get(attack)
        if record is None:
            return
        # Of seven wounds one soaked leaves as many as can be held; what a crash deals counts past that.
        changed = isinstance(action, VehicleSoak) or any(
            field in ("wounds.value", "conditions") for _, field, _ in self._state.journal[mark:]
        )
        if turn.result in ("success", "raise") and changed:
            record.soaked_by[action.id] = by
        else:
            record.soaked_by.pop(action.id, None)

    def _replay(self, chain: Chain, changed: int, dice: Mapping[str, Any], dice_id: str) -> Turn:
        """Play the chain again up to one link, that one with new dice, and re-apply what was paid and awarded."""
        made: Turn | None = None
        for number, link in enumerate(chain.links):
            if link.kind in ("payment", "award"):
                self._pay_again(link)
            elif number < changed:
                self._run_link(chain, number, link.dice, link.dice_id)
            elif number == changed:
                made = self._run_link(chain, number, dice, dice_id)
        assert made is not None
        return made

    def _run_link(self, chain: Chain, number: int, dice: Mapping[str, Any], dice_id: str) -> Turn:
        link = chain.links[number]
        turn = self._turn(link.action, dice, dice_id)
        mark = len(self._state.journal)
        if link.kind == "block":
            blocks.block(self, turn, chain, number)
        else:
            self._run(turn)
        if isinstance(link.action, Soak | VehicleSoak):
            self._mark_soaked(link.action, turn, dice_id, mark)
        return turn

    def _pay_again(self, link: Link) -> None:
        turn = self._turn(link.action, {}, link.action.id)
        turn.lenient = True
        if isinstance(link.action, Reroll):
            self._pay_reroll(turn, link.action)
        else:
            RESOLVERS[link.action.type](turn, link.action)

    def _pay_reroll(self, turn: Turn, action: Reroll) -> None:
        if action.with_ == "benny":
            pay(turn, turn.person_named(action.actor), action.from_)

    def _reroll(self, action: Reroll) -> None:
        """All the dice of a roll again (`benny.reroll`, `ability.reroll`, `reroll.when`, `reroll.critical`)."""
        chain = self._chain
        turn = self._turn(action, action.dice, action.id)
        person = turn.person_named(action.actor)
        number = None if chain is None else chain.link(action.of)
        if chain is None or number is None:
            known = action.of in self._ids
            why = (
                "something else has happened since"
                if known
                else "there is no such action before it"
            )
            raise turn.refuse("reroll.when", f"{action.of!r} cannot be rerolled: {why}")
        link = chain.links[number]
        roll = rerolls.roll_to_reroll(turn, action, chain, number, person)
        made, again, before = self._rolled_again(turn, action, chain, number, roll)
        said = " and keeps the old roll" if again is None else ""
        outcome = rerolls.told(
            made.outcome([*before, *self._state.journal], "reroll", action.id, action.of),
            action,
            whose=link.action.actor,
            summary=f"{person.name} rerolls {roll.trait or roll.pool}{said}",
        )
        if again is not None:
            link.dice, link.dice_id = again, action.id
        link.standing = replace(outcome, actor=link.action.actor)
        chain.supersede(number, action.id)
        record = self._hold(action, outcome)
        chain.drop_after(number)
        chain.links.append(Link("payment", action, {}, action.id, record, None, action.of))
        if link.kind == "block":
            chain.mark_blocked()

    def _rolled_again(
        self, turn: Turn, action: Reroll, chain: Chain, number: int, roll: Roll
    ) -> tuple[Turn, dict[str, Any] | None, list[Entry]]:
        """The link played again with the roll that stands, its dice if that is the new one, and what was taken back.

        Refused, everything is as it was before.
        """
        state, link, rules = self._state, chain.links[number], self._setting.rules
        standing = link.standing
        assert standing is not None
        benny = action.with_ == "benny"
        before: list[Entry] = []
        try:
            probe = len(state.journal)
            self._pay_reroll(turn, action)
            state.undo(probe)
            before = state.undo(0)
            left = rerolls.kept(standing, roll, link.dice)
            dice: dict[str, Any] | None = {**action.dice, **left}
            made = self._replay(chain, number, {**action.dice, **left}, action.id)
            made.used.update(left)
            new = made.outcome((), link.action.type, link.action.id)
            keeps = rules.benny.reroll_keeps if benny else rules.ability.reroll_keeps
            if keeps == "best" and not rerolls.better(standing, new, roll.pool):
                state.undo(0)
                dice = None
                made = self._replay(chain, number, link.dice, link.dice_id)
            made.warnings += turn.warnings
            made.cite(*turn.cited)
            self._pay_again(Link("payment", action, {}, action.id, link.record))
        except (RejectedAction, DiceProblem):
            self.restore(before)
            raise
        made.cite("benny.reroll" if benny else "ability.reroll")
        if isinstance(link.action, Soak):
            made.cite("soak.reroll")
        return made, dice, before

    def restore(self, before: Sequence[Entry]) -> None:
        """Back to the values that were there before a revision that was refused."""
        state = self._state
        if not before:
            return
        state.undo(0)
        seen: set[tuple[int, str]] = set()
        for holder, field, value in before:
            if (id(holder), field) not in seen:
                seen.add((id(holder), field))
                state.set(holder, field, value)

    def _block(self, action: Block) -> None:
        """A block: it must follow the blocked action directly (`chase.block`)."""
        state, chain = self._state, self._chain
        turn = self._turn(action, action.dice, action.id)
        if chain is None or chain.root.action.id != action.against:
            turn.person_named(action.actor)
            raise turn.refuse("chase.block", f"the block must follow {action.against!r} directly")
        record = Record(0, action, chain.root.record.outcome)
        link = Link("block", action, action.dice, action.id, record)
        chain.links.append(link)
        mark = len(state.journal)
        before: list[Entry] = []
        try:
            before = blocks.block(self, turn, chain, len(chain.links) - 1)
        except (RejectedAction, DiceProblem):
            chain.links.pop()
            if len(state.journal) >= mark and not before:
                state.undo(mark)
            raise
        entries = before + state.journal if before else state.journal[mark:]
        outcome = turn.outcome(entries, "block", action.id, action.against)
        link.record = self._hold(action, outcome)
        link.standing = outcome
        chain.mark_blocked()

    # Links as the block needs them

    def undo_chain(self) -> list[Entry]:
        """Take the whole chain back."""
        return self._state.undo(0)

    def play_blocked(self, chain: Chain, number: int, blocked_in: int | None) -> None:
        """Play the chain before a block again, its root stopped in a zone, or not at all."""
        root = chain.root
        turn = self._turn(root.action, root.dice, root.dice_id)
        if blocked_in is not None:
            self._run(turn, blocked_in)
        else:
            # What it did is undone; the turn that it took is not.
            person = whose_turn(turn)
            if person is not None:
                end_hold(turn, person)
        for at, link in enumerate(chain.links[1:number], 1):
            again = self._turn(link.action, link.dice, link.dice_id)
            if link.kind in ("payment", "award"):
                self._pay_again(link)
            elif link.kind == "block":
                blocks.stand(self, again, chain, at)
            elif blocked_in is not None or not chain.soaks_root(link.action):
                self._run(again)
            else:
                link.record.redone_by = chain.links[number].action.id

    # What is final

    def _release(self) -> list[Numbered]:
        """Outcomes that nothing can revise any more."""
        chained: set[str] = set()
        if self._chain is not None:
            chained = {link.record.action.id for link in self._chain.links}
        done: list[str] = []
        for id, record in self._held.items():
            if id not in chained and not may_be_soaked(self._state, record.outcome):
                done.append(id)
        return [self._final(self._held.pop(id)) for id in done]

    def _final(self, record: Record) -> Numbered:
        outcome = record.outcome
        by = record.redone_by
        if by is None and record.soaked_by:
            by = list(record.soaked_by.values())[-1]
        if by is not None and outcome.status == "resolved":
            outcome = replace(outcome, status="revised", revised_by=by)
        if record.action.recorded is not None:
            found = differences(record.action.recorded, outcome, self._state.id_of)
            outcome = replace(outcome, recorded=found)
        return Numbered(record.number, outcome)
