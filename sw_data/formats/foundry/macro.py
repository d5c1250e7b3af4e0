"""A script macro for Foundry that brings a running world up to date."""

from __future__ import annotations

import json
from collections.abc import Mapping
from typing import Any, Final

_TEXT: Final = """\
// Brings the actors of this world to the state after the resolved actions.
// It can be run again: what is done already is left as it is.
const changes = {changes};
const missing = new Set();
async function find(uuid) {{
  const found = await fromUuid(uuid);
  if (!found) missing.add(uuid);
  // A token leads to its own actor; a combatant, which has an actor too, is meant itself.
  return uuid.startsWith("Combat.") ? found ?? null : found?.actor ?? found ?? null;
}}
for (const {{ _id, uuid, ...data }} of changes.update) {{
  const actor = await find(uuid ?? `Actor.${{_id}}`);
  if (actor) await actor.update(data);
}}
for (const {{ parent, type, ids }} of changes.delete) {{
  const actor = await find(parent);
  const present = actor ? ids.filter((id) => actor.effects.has(id)) : [];
  if (present.length) await actor.deleteEmbeddedDocuments(type, present);
}}
for (const {{ parent, type, data }} of changes.create) {{
  const actor = await find(parent);
  if (!actor || actor.effects.has(data._id)) continue;
  // The table may have set the status by hand in the meantime.
  const statuses = data.statuses ?? [];
  if (statuses.length && statuses.every((status) => actor.statuses?.has(status))) continue;
  await actor.createEmbeddedDocuments(type, [data], {{ keepId: true }});
}}
if (missing.size) {{
  ui.notifications.warn(`sw-data: not in this world: ${{[...missing].join(", ")}}`);
}}
ui.notifications.info("sw-data: the actors are up to date.");
"""


def macro(updates: Mapping[str, Any]) -> str:
    """The text of a script macro (JavaScript, for Foundry 8 and later) that does what an update object says.

    Running it twice leaves the world as running it once. What the object's texts say cannot become code.
    """
    changes = {key: updates.get(key, []) for key in ("update", "create", "delete")}
    return _TEXT.format(changes=script_literal(changes))


def script_literal(value: object) -> str:
    """A JSON value as JavaScript source: plain ASCII, without `<`, and with no key that means more than itself."""
    text = json.dumps(value, ensure_ascii=True, indent=2).replace("<", "\\u003c")
    # In an object literal this key, unless computed, sets the prototype.
    return text.replace('"__proto__":', '["__proto__"]:')
