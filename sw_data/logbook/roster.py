"""Who is meant: speakers and targets as the chat names them, and the actors that they are.

An actor is told by the id of its token, its own id, and last by its name. A token that is not linked to its actor is
somebody of its own: three Goblins of one sheet are wounded one by one, so each becomes an actor with the token's id.
"""

from __future__ import annotations

import re
from collections.abc import Iterable, Mapping
from typing import Final, NamedTuple, TypeAlias

from sw_data.models import Character, Vehicle, Weapon
from sw_data.models.skills import folded

Actor: TypeAlias = Character | Vehicle

_UUID: Final = re.compile(r"(?:^|\.)(Scene|Token|Actor|Item)\.([A-Za-z0-9_-]{1,64})")
_NUMBERED: Final = re.compile(r"\s*[\(\[#]?\s*[0-9]{1,4}\s*[\)\]]?$")


class Token(NamedTuple):
    """A token of a scene: its actor, its name, whether it is linked, and what it is if it is not."""

    id: str
    actor: str | None
    name: str
    linked: bool
    model: Actor | None = None


class Who(NamedTuple):
    """Somebody: the id that the log calls him by, his name, and his sheet if there is one."""

    id: str
    name: str
    model: Actor | None = None

    @property
    def character(self) -> Character | None:
        """The sheet of a character."""
        return self.model if isinstance(self.model, Character) else None

    def weapons(self) -> tuple[Weapon, ...]:
        """The weapons on the sheet."""
        return () if self.model is None else self.model.weapons


class Unknown(NamedTuple):
    """Nobody who is known, or several: what the chat says, and who could be meant."""

    said: str
    candidates: tuple[Who, ...] = ()


class Roster:
    """The actors and tokens that a chat can name.

    Attributes:
        made: Actors that had to be made, because a token without a link to its sheet appears in the chat.
    """

    def __init__(
        self,
        actors: Iterable[Actor] = (),
        tokens: Iterable[Token] = (),
        linked: Mapping[str, bool] | None = None,
        items: Mapping[str, Mapping[str, str]] | None = None,
    ) -> None:
        """Takes actors, tokens, and for each actor whether its tokens are linked and what its items are called."""
        self._items = dict(items or {})
        self._ids: dict[str, Who] = {}
        self._names: dict[str, list[Who]] = {}
        self._linked = dict(linked or {})
        self._tokens = {each.id: each for each in tokens}
        self._seen: dict[str, Who] = {}
        self.made: dict[str, Actor] = {}
        self._bases: dict[str, str] = {}
        for model in actors:
            who = Who(model.id, model.name, model)
            if model.id not in self._ids:
                self._ids[model.id] = who
                self._names.setdefault(folded(model.name), []).append(who)

    @property
    def empty(self) -> bool:
        """Whether no sheet is known at all; then everybody is who he says he is."""
        return not self._ids

    def speaker(self, actor: str | None, token: str | None, alias: str) -> Who | Unknown:
        """Who speaks."""
        if token is not None:
            known = self._seen.get(token)
            if known is not None:
                return known
            return self._of_token(token, actor, alias)
        if actor is not None:
            found = self._ids.get(actor)
            if found is not None:
                return found
            if self.empty:
                return Who(actor, alias or actor)
        return self._named(alias, actor)

    def _of_token(self, token: str, actor: str | None, alias: str) -> Who | Unknown:
        placed = self._tokens.get(token)
        if placed is not None:
            who = self._placed(placed, alias)
        else:
            base = self._ids.get(actor) if actor else None
            if base is None:
                if self.empty and actor is not None:
                    return Who(actor, alias or actor)
                found = self._named(alias, actor or token)
                if isinstance(found, Unknown):
                    return found
                base = found
            who = (
                base if self._is_linked(base) else self._own(token, alias or base.name, base.model)
            )
        if isinstance(who, Who):
            self._seen[token] = who
        return who

    def _is_linked(self, base: Who) -> bool:
        """Whether the tokens of an actor are the actor itself; a Wild Card's are, unless its sheet says otherwise."""
        model = base.model
        told = self._linked.get(base.id)
        if told is not None:
            return told
        return not isinstance(model, Character) or model.wild_card

    def _placed(self, token: Token, alias: str) -> Who | Unknown:
        base = self._ids.get(token.actor) if token.actor else None
        if token.linked and base is not None:
            return base
        model = token.model or (base.model if base else None)
        if model is None:
            return Unknown(token.name or alias or token.id)
        return self._own(token.id, token.name or alias, model)

    def _own(self, token: str, name: str, model: Actor | None) -> Who:
        if model is None:
            return Who(token, name)
        own = model.model_copy(update={"id": token, "name": name})
        self.made[token] = own
        self._bases[token] = model.id
        return Who(token, name, own)

    def _named(self, alias: str, said: str | None) -> Who | Unknown:
        found = self._names.get(folded(alias), []) if alias else []
        if len(found) == 1:
            return found[0]
        if self.empty and alias:
            return Who(alias, alias)
        return Unknown(alias or said or "nobody", tuple(found))

    def target(self, key: str, name: str) -> Who | Unknown:
        """Who is aimed at: the uuid or the id of a token or an actor, and its name."""
        parts = dict(_UUID.findall(key))
        token, actor = parts.get("Token"), parts.get("Actor")
        if not parts and key:
            if key in self._seen or key in self._tokens:
                token = key
            elif key in self._ids:
                actor = key
            else:
                token = key
        if token is None:
            return self.speaker(actor, None, name)
        known = self._seen.get(token)
        if known is not None:
            return known
        if token in self._tokens or (actor and actor in self._ids):
            return self._of_token(token, actor, name)
        if self.empty:
            return Who(name or token, name or token)
        base = self._named(name, token)
        if isinstance(base, Unknown) and not base.candidates:
            base = self._named(_NUMBERED.sub("", name), token)
        if isinstance(base, Unknown):
            return base._replace(said=name or token)
        who = base if self._is_linked(base) else self._own(token, name, base.model)
        self._seen[token] = who
        return who

    def name_of(self, ident: str) -> str | None:
        """What somebody with a sheet is called, by the id that the log has."""
        found = self._ids.get(ident) or self._seen.get(ident)
        return None if found is None else found.name

    def item_name(self, who: str, item: str | None) -> str | None:
        """The name of an item on somebody's sheet, by its id."""
        if not item:
            return None
        model = self.made.get(who)
        held = self._items.get(who)
        if held is None and model is not None:
            held = self._items.get(self._bases.get(who, ""))
        return None if held is None else held.get(item.rpartition(".")[2])

    def by_answer(self, answer: str) -> Who | None:
        """Who an answer names: an id, a token, or a name that only one has."""
        if answer in self._ids:
            return self._ids[answer]
        if answer in self._seen:
            return self._seen[answer]
        if answer in self._tokens:
            who = self._of_token(answer, None, "")
            return who if isinstance(who, Who) else None
        named = self._names.get(folded(answer), [])
        if len(named) == 1:
            return named[0]
        return Who(answer, answer) if self.empty else None

    def everybody(self) -> tuple[Who, ...]:
        """Everybody who is known by an id, and the tokens that have appeared."""
        return (*self._ids.values(), *(w for w in self._seen.values() if w.id in self.made))
