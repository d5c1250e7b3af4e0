"""Words by which the chat says what something is, in the languages that the system is translated into.

The system marks most of what it writes with words alone: labels of modifiers, titles of rolls, sentences about what
became of somebody. What is not known here is kept as the table wrote it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from sw_data.formats.foundry.chat.values import Statement
from sw_data.models.skills import folded

_WILD: Final = re.compile(
    r"wild\s*die|wild\s*card\s*die|wild(card)?-?\s*würfel|dado\s+salva(je|gem)|d[ée]\s+joker|dado\s+(selvaggio|jolly)"
    r"|kość\s+figury|divok[áa]\s+kostka|дик(ий|ая)|ワイルド|狂野骰|와일드"
)

_FAMILIES: Final = (
    ("vulnerable", r"vulnerab|verwundbar|angreifbar|vuln[ée]rable|vulnerabile|уязвим"),
    ("wounds", r"wound|wunde|herida|blessure|ferit|feriment|\bran[ay]?\b|zranění|ранени|поранен|傷|부상"),
    ("fatigue", r"fatigue|erschöpf|fatiga|affaticamento|fadiga|zmęczeni|únava|усталост|втом|疲労|피로"),
    ("distracted", r"distracted|abgelenkt|distra[íi]do|distrait|distratto|rozproszon|rozptýlen|отвлеч|відволік"),
    ("entangled", r"entangled|umschlungen|enredad[oa]|emp[êe]tr[ée]|impigliat|опутан"),
    ("bound", r"\bbound\b|gebunden|atad[oa]|entrav[ée]|legat[oa]|amarrad|связан"),
    ("joker", r"joker|джокер|ジョーカー|조커"),
    ("multi_action", r"multi.?action|mehrfach|acci[oó]n(es)? m[úu]ltiple|actions? multiple|azion[ei] multipl|a[çc][õo]es m[úu]ltipl|несколько действий"),  # noqa: E501
    ("unskilled", r"unskilled|untrained|ungeübt|ungelernt|sin entrenar|non maîtris|senza abilità|sem per[íi]cia|без навык"),  # noqa: E501
    ("range_medium", r"(medium|mittlere|media|moyenne|média)\b.*(range|reichweite|alcance|distancia|port[ée]e|gittata)|(range|reichweite|alcance|distancia|port[ée]e|gittata).*\b(medium|mittel|medi[ao]|moyenne|m[ée]di[oa])"),  # noqa: E501
    ("range_long", r"(long|weite|lange)\b.*(range|reichweite)|(range|reichweite|alcance|distancia|port[ée]e|gittata).*\b(long|weit|larg[oa]|longue|lung[oa]|long[oa])"),  # noqa: E501
    ("bonus_damage", r"bonus damage|raise|bonusschaden|steigerung|aumento|relance|incremento|повышен"),
    ("conviction", r"conviction|überzeugung|convicci[oó]n|convinzione|convic[çc][ãa]o|убежд"),
    ("armor", r"underminstr.*armor|armor.*(strength|too heavy)"),
    ("weak", r"under\s*min(imum)?\s*str|not enough strength|minimum strength|mindeststärke"),
    ("trait_die", r"^(trait|skill|attribute|attr|die)\s*(die\s*)?mod(ifier)?$|^mod(attr|skill)$|eigenschaftsmodifikator|fertigkeitsmodifikator"),  # noqa: E501
    ("item", r"item.*(mod|propert)|gegenstand.*mod|weapon mod|^trademark"),
)  # fmt: skip
_FAMILY: Final = tuple((name, re.compile(pattern)) for name, pattern in _FAMILIES)

_PURPOSES: Final = (
    ("soak", r"\bsoak|wegsteck|absor[bv]|encaiss|assorb|поглощ|поглинан|ソーク|흡수"),
    ("bleeding", r"bleed|blut(en|et|ung)|sangrand|sangr(a|ia)|saignement|h[ée]morrag|sanguin|krwaw|кровотеч"),
    ("incapacitation", r"injury|incapacit|außer gefecht|kampfunfähig|verletzung|lesi[oó]n|hors de combat|blessure grave|inabilitat|ранение и недееспос"),  # noqa: E501
    ("recover", r"un-?shake|shaken|erschütter|angeschlagen|aturdido|aturdimiento|secou[ée]|sconvolto|abalad|wstrząśnięt|otřesen|шок"),  # noqa: E501
    ("unstun", r"un-?stun|stunned|betäub|sonn[ée]|stordit|atordoad|ogłuszon|оглуш"),
)  # fmt: skip
_PURPOSE: Final = tuple((name, re.compile(pattern)) for name, pattern in _PURPOSES)

DAMAGE: Final = re.compile(
    r"\b(damage|dmg|schaden|da[ñn]o|d[ée]g[âa]ts|danni|danno|obrażenia|zranění|урон|пошкодження)\b|ダメージ|피해"
)
_TRAIT_TEST: Final = re.compile(
    r"^(.*?)\s*(?:skill|attribute|ability|fertigkeits?|attributs?)[\s-]*(?:test|check|roll|probe|wurf)\b"
)

_BENNY: Final = re.compile(r"\bbenn(y|ie|ies|ys)\b|\bbennie|фишк|бенни")
_SPENT: Final = re.compile(
    r"spen[dt]|use[sd]?\b|ausgegeben|gibt .* aus|eingesetzt|setzt .* ein|gasta|usa\b|d[ée]pens|utilis|spes[oae]|wyda|потрат|использ"  # noqa: E501
)
_GIVEN: Final = re.compile(
    r"g[oe]ts?\b|gain|receiv|give[ns]?\b|award|earn|erh(ä|a)lt|bekommt|recibe|gana\b|re[çc]oit|gagne|riceve|ganha|otrzym|получ"
)
_ALL: Final = re.compile(r"refresh|reset|aufgefrischt|erneuert|all .*benn|restaur|recarg|обновл")

_SHAKEN: Final = _PURPOSE[3][1]
_WOUNDS: Final = re.compile(
    r"([0-9]{1,3})\s*(?:wounds?|wunden?|heridas?|blessures?|ferit[ae]|ferimentos?|ran[ay]?|ранени[еяй]|ран[аы]?)\b"
)
_ALL_SOAKED: Final = re.compile(
    r"(soak|wegsteck|absor[bv]|encaiss|assorb|поглощ).*\b(all|alle|tod[ao]s|toutes|tutt[ei]|все)\b|\b(all|alle|tod[ao]s|toutes|tutt[ei]|все)\b.*(soak|weggesteckt|absor[bv]|encaiss|assorb|поглощ)"
)
_NOTHING: Final = re.compile(
    r"no significant damage|unharmed|kein(en)? (nennenswerten )?schaden|sin da[ñn]o|aucun d[ée]g[âa]t|nessun danno"
)
_DOWN: Final = re.compile(r"incapacitated|außer gefecht|incapacitad[oa]|hors de combat|inabilitat")
_DEAD: Final = re.compile(r"\b(dies|is dead|stirbt|muere|meurt|muore|morre|погиб|умирает)\b")
_NO_LONGER: Final = re.compile(
    r"no longer|not .*any ?more|nicht mehr|recover|remov|ya no|plus\b|non .* pi[uù]|больше не"
)
CRITICAL: Final = re.compile(
    r"critical failure|critfail|fumble|snake eyes|kritischer (fehlschlag|patzer)|pifia|[ée]chec critique|fallimento critico|falha cr[íi]tica|критический провал"  # noqa: E501
)


@lru_cache(maxsize=4096)
def is_wild(label: str) -> bool:
    """Whether a label is that of a Wild Die."""
    return _WILD.search(folded(label)) is not None


@lru_cache(maxsize=4096)
def modifier_family(label: str) -> str | None:
    """What a modifier comes from, by its label: `wounds`, `joker`, `range_long` …; None if the words are not known."""
    text = folded(label)
    for name, pattern in _FAMILY:
        if pattern.search(text):
            return name
    return None


@lru_cache(maxsize=4096)
def purpose(title: str) -> str | None:
    """What a roll is for, by its title: `soak`, `recover`, `unstun`, `incapacitation`, `bleeding`; None if it does not say."""  # noqa: E501
    text = folded(title)
    for name, pattern in _PURPOSE:
        if pattern.search(text):
            return name
    return None


@lru_cache(maxsize=4096)
def tested_trait(title: str) -> str | None:
    """The trait that a title like `Fighting Skill Test` names."""
    found = _TRAIT_TEST.match(title.casefold())
    return title[: found.end(1)].strip() or None if found else None


@lru_cache(maxsize=4096)
def damaged_by(title: str) -> str | None:
    """The item that a title like `Longsword Damage - AP 2` names; None if it is no title of damage."""
    found = DAMAGE.search(title.casefold())
    return title[: found.start()].strip(" -:\u2013\u2014") if found else None


def statement_of(text: str) -> Statement | None:
    """What a message without a roll states about bennies, wounds or being Shaken; None if it is talk."""
    said = folded(text)
    if _BENNY.search(said):
        if _ALL.search(said):
            return Statement("bennies_refreshed")
        if _SPENT.search(said):
            return Statement("benny_spent")
        return Statement("benny_given") if _GIVEN.search(said) else None
    wounds = _WOUNDS.search(said)
    if _ALL_SOAKED.search(said):
        return Statement("soaked_all", 0)
    if _NOTHING.search(said):
        return Statement("unharmed", 0)
    if _DEAD.search(said):
        return Statement("dead")
    if _DOWN.search(said):
        return Statement("incapacitated")
    if _SHAKEN.search(said):
        if _NO_LONGER.search(said):
            return Statement("recovered")
        return Statement("shaken", int(wounds[1]) if wounds else None)
    return Statement("wounded", int(wounds[1])) if wounds else None
