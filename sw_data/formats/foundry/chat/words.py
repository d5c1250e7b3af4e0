"""Words by which the chat says what something is, in the languages that the system is translated into.

The system marks most of what it writes with words alone: labels of modifiers, titles of rolls, sentences about what
became of somebody. Its own translations are Catalan, Chinese, English, French, German, Polish, Portuguese and Spanish;
words of other languages come from modules that translate it. What is not known here is kept as the table wrote it.
"""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final

from sw_data.formats.foundry.chat.values import Statement
from sw_data.models.skills import folded

_LONGEST: Final = 200
"""The most characters of a title or label that are looked at: patterns take the square of it."""
_STATED: Final = 500
"""The most characters of a statement; what is longer is talk."""

_WILD: Final = re.compile(
    r"wild\s*die|wild\s*card\s*die|wild(card)?-?\s*würfel|dado\s+s[ae]lva(je|gem)|dau\s+salvatge|d[ée]\s+joker|dado\s+(selvaggio|jolly)"
    r"|kość\s+figury|divok[áa]\s+kostka|дик(ий|ая)|ワイルド|不羁骰|狂野骰|와일드"
)

_RANGES: Final = (
    r"\b({0})\b.*(range|reichweite|alcance|dist[aâ]ncia|port[ée]e|gittata|abast|zasięg)"
    r"|(range|reichweite|alcance|dist[aâ]ncia|port[ée]e|gittata|abast|zasięg).*\b({0})"
)

_FAMILIES: Final = (
    ("vulnerable", r"vulnerab|verwundbar|angreifbar|vuln[ée]rable|vulnerabile|vulner[áa]vel|odsłonięt|уязвим|脆弱"),
    ("wounds", r"wound|wunde|herida|blessure|ferit|feriment|ferid|\bran[ay]?\b|zranění|ранени|поранен|傷|损伤|부상"),
    ("fatigue", r"fatigue|erschöpf|fatiga|affaticamento|fadiga|zmęczeni|únava|усталост|втом|疲労|疲劳|피로"),
    ("distracted", r"distracted|abgelenkt|distra[íi]do|distrait|distratto|rozproszon|zmylon|distret|rozptýlen|отвлеч|відволік|分神"),  # noqa: E501
    ("entangled", r"entangled|umschlungen|festgehalten|enredad[oa]|aferra(t|d[oa])|emp[êe]tr[ée]|entrav[ée]|impigliat|pochwycon|опутан|纠缠"),  # noqa: E501
    ("bound", r"\bbound\b|gebunden|atad[oa]|im?mobili[sz]|inmoviliz|immobilitzat|legat[oa]|amarrad|unieruchomion|связан|束缚"),  # noqa: E501
    ("joker", r"joker|comod[íi]|curinga|джокер|ジョーカー|鬼牌|조커"),
    ("multi_action", r"multi.?action|mehrfach|acci[oó]n(es)? m[úu]ltiple|actions? multiple|azion[ei] multipl|a[çc][õo]es m[úu]ltipl|a[çc][ãa]o m[úu]ltipla|acció múltiple|wiele akcji|несколько действий|多重动作"),  # noqa: E501
    ("unskilled", r"unskilled|untrained|ungeübt|ungelernt|sin entrena|sense entrenament|non maîtris|non entraîné|improwizacj|senza abilità|sem per[íi]cia|без навык|未受训"),  # noqa: E501
    ("range_medium", _RANGES.format(r"medium|mittel|mittlere|medi[ao]|moyenne|m[ée]di[ao]|mitjà|średni") + "|中距射程"),
    ("range_long", _RANGES.format(r"long|weite?|lange|larg[oa]|longue|lung[oa]|long[oa]|llarg|daleki") + "|长距射程"),
    ("bonus_damage", r"bonus damage|raise|bonusschaden|steigerung|aumento|bonus al daño|relance|bonus aux dégâts|incremento|b[ôo]nus de dano|dany addicional|dodatkowe obrażenia|повышен|奖励伤害"),  # noqa: E501
    ("conviction", r"conviction|überzeugung|entschlossenheit|convicci[oó]|convinzione|convic[çc][ãa]o|determinacj|убежд|信念"),  # noqa: E501
    ("armor", r"underminstr.*armor|armor.*(strength|too heavy)"),
    ("weak", r"under\s*min(imum)?\s*str|not enough strength|minimum strength|mindeststärke"),
    ("trait_die", r"^(trait|skill|attribute|attr|die)\s*(die\s*)?mod(ifier)?$|^mod(attr|skill)$|eigenschaftsmodifikator|fertigkeitsmodifikator|^mod\. (trait|de rasgo|de trets)$|^modyfikator cechy$|^特性调整值"),  # noqa: E501
    ("item", r"item.*(mod|propert)|gegenstand.*mod|weapon mod|^trademark|^mod.* d'objet|^mod.* de objeto|^mod.* do item|^物品特性调整值"),  # noqa: E501
)  # fmt: skip
_FAMILY: Final = tuple((name, re.compile(pattern)) for name, pattern in _FAMILIES)

_PURPOSES: Final = (
    ("soak", r"\bsoak|wegsteck|absor[bv]|encaiss|assorb|поглощ|поглинан|ソーク|흡수"),
    ("bleeding", r"bleed|blut(en|et|ung)|sangr[aá]nd|sangr(a|ia)|saignement|h[ée]morrag|sanguin|krwaw|кровотеч|sagnant|konani[ea]|失血"),  # noqa: E501
    ("incapacitation", r"injury|incapacit|außer gefecht|ausgeschaltet|wyeliminowan|无力化|kampfunfähig|verletzung|lesi[oó]n|hors de combat|blessure grave|inabilitat|ранение и недееспос"),  # noqa: E501
    ("recover", r"un-?shake|shaken|erschütter|angeschl|aturdido|aturdimiento|secou[ée]|sconvolto|abalad|wstrząśnięt|w szoku|atordit|otřesen|шок|动摇"),  # noqa: E501
    ("unstun", r"un-?stun|stunned|betäub|sonn[ée]|stordit|atordoad|conmocionad[oa]|conmocionat|ogłuszon|porażon|оглуш|震慑"),  # noqa: E501
)  # fmt: skip
_PURPOSE: Final = tuple((name, re.compile(pattern)) for name, pattern in _PURPOSES)

DAMAGE: Final = re.compile(
    r"\b(damage|dmg|schaden|da[ñn]o|d[ée]g[âa]ts|danni|danno|dany|obrażenia|zranění|урон|пошкодження)\b|ダメージ|伤害|피해"
)
_TRAIT_TEST: Final = re.compile(
    r"^(.*?)\s*(?:(?:skill|attribute|ability|fertigkeits?|attributss?)[\s-]*(?:test|check|roll|probe|wurf)\b"
    r"|jet (?:de compétence|d'attribut)|tirada (?:de habilidad|de atributo|d'habilitat|d'atribut)"
    r"|test (?:umiejętności|atrybutu)|(?:技能|属性)检定)"
)

_BENNY: Final = re.compile(
    r"\bbenn(y|ie|ies|ys)\b|\bbennie|\bbenis?\b|\bum bene\b|\bbenes\b|\bjetons?\b|\bfuks|фишк|бенни|助力点"
)
_SPENT: Final = re.compile(
    r"spen[dt]|use[sd]?\b|ausgegeben|gibt .* aus|eingesetzt|setzt .* ein|gasta|usa\b|d[ée]pens|utilis|spes[oae]|wyda|потрат|использ|使用|花费"  # noqa: E501
)
_GIVEN: Final = re.compile(
    r"g[oe]ts?\b|gain|receiv|give[ns]?\b|award|earn|erh(ä|a)lt|bekommt|recibe|gana\b|re[çc]oit|reçu|gagne|riceve|ganha|obtiene|añadió|aconsegueix|afegit|genommen|otrzym|wziął|получ|获得|得到"
)
_ALL: Final = re.compile(
    r"refresh|reset|aufgefrischt|erneuert|all .*benn|restaur|recarg|r[ée]initialis|inicializad|reinicia|odśwież"
    r"|обновл|刷新"
)

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
    return _WILD.search(folded(label[:_LONGEST])) is not None


@lru_cache(maxsize=4096)
def modifier_family(label: str) -> str | None:
    """What a modifier comes from, by its label: `wounds`, `joker`, `range_long` …; None if the words are not known."""
    text = folded(label[:_LONGEST])
    for name, pattern in _FAMILY:
        if pattern.search(text):
            return name
    return None


@lru_cache(maxsize=4096)
def purpose(title: str) -> str | None:
    """What a roll is for, by its title: `soak`, `recover`, `unstun`, `incapacitation`, `bleeding`; None if it does not say."""  # noqa: E501
    text = folded(title[:_LONGEST])
    for name, pattern in _PURPOSE:
        if pattern.search(text):
            return name
    return None


@lru_cache(maxsize=4096)
def tested_trait(title: str) -> str | None:
    """The trait that a title like `Fighting Skill Test` names."""
    found = _TRAIT_TEST.match(title[:_LONGEST].casefold())
    return title[: found.end(1)].strip() or None if found else None


@lru_cache(maxsize=4096)
def damaged_by(title: str) -> str | None:
    """The item that a title like `Longsword Damage - AP 2` names; None if it is no title of damage."""
    found = DAMAGE.search(title[:_LONGEST].casefold())
    return title[: found.start()].strip(" -:\u2013\u2014") if found else None


def statement_of(text: str) -> Statement | None:
    """What a message without a roll states about bennies, wounds or being Shaken; None if it is talk."""
    if len(text) >= _STATED:
        return None
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
