"""Who is meant: actors and weapons by the names of the notebook's variables, by their own names, or from files."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, MutableMapping, Sequence
from pathlib import Path
from typing import Any, Final, TypeAlias, TypeGuard, cast

from sw_data.api.collection import Collection, Named
from sw_data.api.load import load
from sw_data.api.run import Run
from sw_data.errors import AmbiguousError, NotFoundError
from sw_data.models import Character, Vehicle, Weapon
from sw_data.models.faults import nearest
from sw_data.models.skills import folded

Namespace: TypeAlias = MutableMapping[str, Any]
Actor: TypeAlias = Character | Vehicle

_MOST: Final = 2000
"""The most actors of a notebook that names are looked up among."""


def source_of(word: str, namespace: Namespace) -> Any:
    """What a word names: a variable that holds sheets or a run, or else a file."""
    value = namespace.get(word) if word.isidentifier() else None
    if isinstance(value, Collection | Character | Vehicle | Weapon):
        return value
    if isinstance(value, str | Path):
        return value
    return list(actors_in(value)) or word


def _is_named(value: object) -> TypeGuard[Named[Any]]:
    return isinstance(value, Named)


def actors_in(value: object) -> Iterator[Actor]:
    """The characters and vehicles of something that a variable holds."""
    if isinstance(value, Character | Vehicle):
        yield value
    elif isinstance(value, Collection):
        yield from value.characters.models
        yield from value.vehicles.models
    elif isinstance(value, Run):
        if len(value.encounters) == 1:
            yield from value.encounter().actors
    elif _is_named(value):
        yield from (each for each in value.models if isinstance(each, Character | Vehicle))
    elif isinstance(value, list | tuple):
        listed = cast("Sequence[object]", value)
        yield from (each for each in listed if isinstance(each, Character | Vehicle))


def actors_of(namespace: Namespace) -> list[Actor]:
    """Every actor that a notebook's variables hold, each once."""
    found: list[Actor] = []
    for name, value in list(namespace.items()):
        if name.startswith("_"):
            continue
        for actor in actors_in(value):
            if len(found) < _MOST and actor not in found:
                found.append(actor)
    return found


def actor_named(name: str, namespace: Namespace, given: Iterable[str] = ()) -> Actor:
    """The actor that is meant by a variable, a name or an id; of files only where they are given.

    Raises:
        NotFoundError: Nobody is called so.
        AmbiguousError: Several are, and differ.
    """
    held = namespace.get(name) if name.isidentifier() else None
    if isinstance(held, Character | Vehicle):
        return held
    everyone: list[Actor] = []
    for word in given:
        source = sheets_named(word, namespace)
        everyone += actors_in(load(source) if isinstance(source, str | Path) else source)
    everyone = everyone or actors_of(namespace)
    wanted = folded(name)
    for meant in (
        [each for each in everyone if each.id == name],
        [each for each in everyone if folded(each.name) == wanted],
    ):
        if len(meant) == 1:
            return meant[0]
        if meant:
            raise AmbiguousError(
                f"{len(meant)} different sheets are called {name!r}{_held_by(meant, namespace)}; "
                f"put one into a variable of its own and name that, "
                f"as in hero = party.characters[{name!r}]; %sw odds takes --actors too"
            )
    known = ", ".join(dict.fromkeys(each.name for each in everyone)) or "nobody"
    raise NotFoundError(f"no actor {name!r}; there are {known}")


def _held_by(meant: Sequence[Actor], namespace: Namespace) -> str:
    """The variables that hold these actors, for a message."""
    held = [
        variable
        for variable, value in list(namespace.items())
        if not variable.startswith("_") and any(each in meant for each in actors_in(value))
    ]
    return f", in {', '.join(held[:8])}" if held else ""


def sheets_named(word: str, namespace: Namespace) -> Any:
    """As `source_of`, of a word that must be a variable or a file.

    Raises:
        NotFoundError: It is neither; the message names the variable that it is like.
    """
    source = source_of(word, namespace)
    if source is not word or not word.isidentifier() or Path(word).exists():
        return source
    held = [name for name, value in list(namespace.items()) if next(actors_in(value), None)]
    near = nearest(word, [name for name in held if not name.startswith("_")])
    hint = f"; did you mean {near!r}?" if near else ""
    raise NotFoundError(f"{word!r} is neither a variable that holds sheets nor a file{hint}")


def character_named(name: str, namespace: Namespace, given: Iterable[str] = ()) -> Character:
    """As `actor_named`, of characters; NotFoundError if it is a vehicle."""
    found = actor_named(name, namespace, given)
    if not isinstance(found, Character):
        raise NotFoundError(f"{name!r} is a vehicle, and a character is wanted")
    return found


def is_actor(name: str, namespace: Namespace, given: Iterable[str] = ()) -> bool:
    """Whether somebody is called so."""
    try:
        actor_named(name, namespace, given)
    except NotFoundError:
        return False
    except AmbiguousError:
        return True
    return True
