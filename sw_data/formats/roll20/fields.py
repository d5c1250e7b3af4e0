"""The attributes of the two Savage Worlds sheets of Roll20: one table, which reading and writing both go by.

Roll20 does not tell capital from small letters in the names of attributes, so they are compared folded. Where a sheet
has renamed a field, the newer name comes first: it is the one that is written, and the one that wins.
"""

from __future__ import annotations

from typing import Final, Literal, TypeAlias

SheetKind: TypeAlias = Literal["official", "tabbed"]

SKILLS: Final = (
    "academics", "athletics", "battle", "boating", "climbing", "common knowledge", "driving", "electronics", "faith",
    "fighting", "focus", "gambling", "guts", "hacking", "healing", "intimidation", "investigation", "lockpicking",
    "notice", "occult", "performance", "persuasion", "piloting", "psionics", "repair", "research", "riding", "ritual",
    "science", "shooting", "spellcasting", "stealth", "streetwise", "survival", "swimming", "taunt", "thievery",
    "throwing", "tracking", "weird science",
)  # fmt: skip
"""Skills that have a place of their own on the sheets."""

OFFICIAL_SKILLS: Final = frozenset(SKILLS) - {
    "climbing", "guts", "investigation", "lockpicking", "ritual", "streetwise", "swimming", "throwing", "tracking",
}  # fmt: skip
"""Those of them that the official sheet has."""

CONDITIONS: Final = {
    "isshaken": ("shaken", "1", "isShaken"),
    "isinc": ("incapacitated", "on", "isinc"),
    "distracted": ("distracted", "-2", "distracted"),
    "vulnerable": ("vulnerable", "-2", "vulnerable"),
    "stunned": ("stunned", "-2", "stunned"),
}
"""Attributes of conditions: the condition, what is written while it holds, and the name as the sheet spells it."""

LINKS: Final = {
    "agl": "agility",
    "agi": "agility",
    "sma": "smarts",
    "spi": "spirit",
    "str": "strength",
    "vig": "vigor",
}
"""The sheets' short names of linked attributes."""

SHORT: Final = {
    "agility": "agl",
    "smarts": "sma",
    "spirit": "spi",
    "strength": "str",
    "vigor": "vig",
}

ROWS: Final[dict[str, tuple[str, ...]]] = {
    "skills": (
        "custskillname", "skillname", "knowledgeother", "knowledgeothermod", "skillnamerank", "skillnamerankmod",
        "linkedknowledgeotheratt", "linkedotherattscore", "skillnamerank_display", "skillnamerank_rank",
        "knowledgeother_display", "knowledgeother_rank", "knowledgeotherbuttonname",
    ),
    "edges": ("edge", "edgedescription", "tookat", "edgetype"),
    "hindrances": ("hindrance", "hindrancedescription", "hindrancetype"),
    "specialabilities": ("specialability", "specialabilitydescription"),
    "weapons": (
        "weapon", "range", "rof", "weaponap", "shots", "shots_max", "damageatt", "dmgnumdice", "dmgdietype",
        "dmgbonusnum", "weapondamage", "weaponnotes", "weaponweight", "weaponminstrength", "minstrength",
        "weaponskill", "weaponattackbonus", "weaponattackbonusreason", "weaponcarried", "weapondmg",
    ),
    "armor": (
        "armortype", "armortypeprotection", "armorminstrength", "minstrength", "areaprotected", "armorstack",
        "armorworn", "armorcarried", "armortypeweight", "armornotes",
    ),
    "shields": ("shieldtype", "shieldparry", "shieldcover", "shieldworn", "shieldminstrength"),
}  # fmt: skip
"""The fields of each repeating section, folded; a row's id may hold underscores, so they tell where a field begins."""

KNOWN_SECTIONS: Final = {
    "spells": "the model has no powers",
    "gear": "the model has no gear but weapons and armor",
    "shields": "what a shield adds is in Parry already; the model has no cover of shields",
    "advancement": "the model has no advances",
    "quests": "the model has no journal",
    "augmentation": "the model has no cyberware",
    "specialabilities": "the model has no special abilities",
}
"""Repeating sections that the model has no place for, and why."""
