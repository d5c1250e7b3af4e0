"""What Foundry itself keeps around the game's data: the keys of a document, tokens, folders, pages of a journal."""

from __future__ import annotations

from typing import Final

from sw_data.formats.foundry.migrate.step import Draft, Path, Step, steps
from sw_data.formats.foundry.target import document_id
from sw_data.jsonvalue import as_array, as_number, as_object, as_text

_TEXTURE: Final = (("img", "src"), ("tint", "tint"))
_LIGHT: Final = (
    ("dimLight", "dim"), ("brightLight", "bright"), ("lightAngle", "angle"), ("lightColor", "color"),
    ("lightAlpha", "alpha"), ("lightAnimation", "animation"),
)  # fmt: skip


def _rename(draft: Draft, old: str, new: str, why: str) -> None:
    if draft.has(old) and not draft.has(new):
        draft.move((old,), (new,), why)


def system(draft: Draft) -> None:
    """The game's own data."""
    if as_object(draft.value.get("data")) is not None:
        _rename(draft, "data", "system", "Foundry 10 keeps the game's data under `system`")


def ownership(draft: Draft) -> None:
    """Who may see and change a document."""
    _rename(draft, "permission", "ownership", "Foundry 10 calls permissions ownership")


def prototype_token(draft: Draft) -> None:
    """The token that an actor is put on a scene with."""
    if as_object(draft.value.get("token")) is not None:
        _rename(draft, "token", "prototypeToken", "Foundry 10 calls an actor's token its prototype")


def token_texture(draft: Draft) -> None:
    """The picture of a token, its size and whether it is mirrored."""
    why = "Foundry 10 keeps a token's picture in `texture`"
    texture = draft.members("texture") or {}
    for old, new in _TEXTURE:
        if draft.has(old) and new not in texture:
            draft.move((old,), ("texture", new), why)
    scale = as_number(draft.value.get("scale"))
    if scale is None or "scaleX" in texture:
        return
    for axis in ("X", "Y"):
        mirrored = draft.value.get(f"mirror{axis}") is True
        draft.write(("texture", f"scale{axis}"), -scale if mirrored else scale, why)
    draft.remove(("scale",), why)
    for axis in ("X", "Y"):
        if isinstance(draft.value.get(f"mirror{axis}"), bool):
            draft.remove((f"mirror{axis}",), "the sign of the scale says whether it is mirrored")


def token_sight(draft: Draft) -> None:
    """What a token sees and what light it gives."""
    why = "Foundry 10 keeps what a token sees in `sight`"
    sight = draft.members("sight") or {}
    if draft.has("vision") and "enabled" not in sight:
        draft.move(("vision",), ("sight", "enabled"), why)
    if draft.has("sightAngle") and "angle" not in sight:
        draft.move(("sightAngle",), ("sight", "angle"), why)
    dim, bright = as_number(draft.get("dimSight")), as_number(draft.get("brightSight"))
    if (dim is not None or bright is not None) and "range" not in sight:
        draft.write(("sight", "range"), max(dim or 0, bright or 0), why)
        draft.write(("sight", "brightness"), int((bright or 0) > (dim or 0)), why)
        for old in ("dimSight", "brightSight"):
            if draft.has(old):
                draft.remove((old,), why)
    light = draft.members("light") or {}
    for old, new in _LIGHT:
        if draft.has(old) and new not in light:
            draft.move((old,), ("light", new), "Foundry 9 keeps the light of a token in `light`")


def token_bars(draft: Draft) -> None:
    """Bars that show power points."""
    for bar in ("bar1", "bar2"):
        if draft.get(bar, "attribute") == "powerPoints":
            draft.write(
                (bar, "attribute"),
                "powerPoints.general",
                "power points are those of an arcane background, or general ones",
            )


def token_delta(draft: Draft) -> None:
    """What an unlinked token has otherwise than its actor."""
    if as_object(draft.value.get("actorData")) is not None:
        _rename(draft, "actorData", "delta", "Foundry 11 keeps a token's own actor data as a delta")


def token_detection(draft: Draft) -> None:
    """How a token detects others."""
    modes = as_array(draft.value.get("detectionModes"))
    if modes is None:
        return
    named: dict[str, object] = {}
    for each in modes:
        mode = as_object(each) or {}
        identity = as_text(mode.get("id"))
        if not identity or identity in named:
            return
        named[identity] = {key: value for key, value in mode.items() if key != "id"}
    draft.write(("detectionModes",), named, "Foundry 14 keeps detection modes by their id")


def source(draft: Draft) -> None:
    """Where in a compendium a document came from."""
    path: Path = ("flags", "core", "sourceId")
    old = as_text(draft.get(*path))
    if old is None:
        return
    if draft.get("_stats", "compendiumSource") is None:
        draft.move(path, ("_stats", "compendiumSource"), "Foundry 12 keeps the source in `_stats`")
    elif draft.get("_stats", "compendiumSource") == old:
        draft.remove(path, "`_stats.compendiumSource` says the same")


def folder_parent(draft: Draft) -> None:
    """The folder that a folder is in."""
    _rename(draft, "parent", "folder", "Foundry 10 names the folder of a folder as of any document")


def journal_pages(draft: Draft) -> None:
    """A journal entry of one text and one picture."""
    if draft.has("pages") or not (draft.get("content") or draft.get("img")):
        return
    why = "Foundry 10 keeps texts and pictures of a journal entry as pages"
    name = as_text(draft.value.get("name")) or ""
    pages: list[object] = []
    for kind, key in (("image", "img"), ("text", "content")):
        content = as_text(draft.get(key))
        if not content:
            continue
        page: dict[str, object] = {
            "_id": document_id("", as_text(draft.value.get("_id")) or "", "page", kind),
            "name": name or "Page",
            "type": kind,
            "title": {"show": False, "level": 1},
        }
        if kind == "text":
            page["text"] = {"content": content, "format": 1}
        else:
            page["src"] = content
        if isinstance(parent := draft.value.get("_key"), str) and parent.count("!") == 2:
            _, collection, ids = parent.split("!")
            page["_key"] = f"!{collection}.pages!{ids}.{page['_id']}"
        pages.append(page)
    draft.write(("pages",), pages, why)
    for key in ("img", "content"):
        if draft.has(key):
            draft.remove((key,), why)


_PRIMARY: Final = (
    "actor", "item", "deck", "combat", "journal", "scene", "adventure", "folder", "other",
)  # fmt: skip

STEPS: Final[tuple[Step, ...]] = steps(
    "envelope",
    ("system", (2, 0), ("actor", "item", "deck", "card"), "`data` becomes `system`.", system),
    ("ownership", (2, 0), _PRIMARY, "`permission` becomes `ownership`.", ownership),
    ("token", (2, 0), ("actor",), "An actor's `token` becomes `prototypeToken`.", prototype_token),
    (
        "token_texture",
        (2, 0),
        ("token",),
        "A token's picture, tint, scale and mirroring move into `texture`.",
        token_texture,
    ),
    (
        "token_sight",
        (2, 0),
        ("token",),
        "A token's sight and light move into `sight` and `light`.",
        token_sight,
    ),
    (
        "journal_pages",
        (2, 0),
        ("journal",),
        "A journal entry's text and picture become pages.",
        journal_pages,
    ),
    ("folder_parent", (2, 0), ("folder",), "A folder's `parent` becomes `folder`.", folder_parent),
    (
        "token_bars",
        (2, 1),
        ("token",),
        "Token bars that show power points show the general ones.",
        token_bars,
    ),
    ("token_delta", (3, 1), ("token",), "A token's `actorData` becomes `delta`.", token_delta),
    (
        "source",
        (4, 0),
        (*_PRIMARY, "effect"),
        "`flags.core.sourceId` becomes `_stats.compendiumSource`.",
        source,
    ),
    (
        "token_detection",
        (6, 0),
        ("token",),
        "The list of a token's detection modes becomes an object by id.",
        token_detection,
    ),
)
