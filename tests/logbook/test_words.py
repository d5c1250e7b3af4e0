"""The words of the system's own translations: what each stands for, and that none stands for another."""

from __future__ import annotations

import pytest

from sw_data.formats.foundry.chat import words
from sw_data.formats.foundry.chat.words import (
    damaged_by,
    is_wild,
    modifier_family,
    purpose,
    statement_of,
)

WILD = (
    "Wild Die|Wildcard-Würfel|Dado salvaje|Dé joker|Dado Selvagem|Kość Figury|Dau Salvatge|不羁骰"
)
FAMILIES = {
    "wounds": "Wounds|Wunden|Heridas|Blessures|Ferimentos|Rany|Ferides|损伤",
    "fatigue": "Fatigue|Erschöpfung|Fatiga|Zmęczenie|疲劳",
    "distracted": "Distracted|Abgelenkt|Distraído|Distrait|Zmylony|Distret|分神",
    "entangled": "Entangled|Festgehalten|Aferrado|Entravé|Pochwycony|Aferrat|纠缠",
    "bound": "Bound|Gebunden|Inmovilizado|Immobilisé|Unieruchomiony|Immobilitzat|束缚",
    "vulnerable": "Target is Vulnerable|Verwundbar|Vulnérable|Alvo está Vulnerável|Odsłonięty|脆弱",
    "joker": "Joker|Comodín|Curinga|Comodí|鬼牌",
    "multi_action": "Multi-Action Penalty|Mehrfachaktionsabzug|Penalización de acción múltiple|"
    "Pénalité d'actions multiples|Penalidade de Ação Múltipla|Kara za Wiele Akcji|Penalització d'acció múltiple|多重动作减值",
    "unskilled": "Unskilled|Ungeübt|Sin entrenamiento|Non entraîné|Improwizacja|Sense entrenament|未受训",
    "range_medium": "Medium Range|Reichweite, Mittel|Distancia media|Portée moyenne|Distância Média|Średni Zasięg|"
    "Abast mitjà|中距射程",
    "range_long": "Long Range|Reichweite, Weit|Distancia larga|Portée longue|Distância Longa|Daleki Zasięg|Llarg abast|长距射程",
    "bonus_damage": "Bonus Damage|Bonusschaden|Bonus al daño|Bonus aux dégâts|Bônus de Dano|Dodatkowe obrażenia|"
    "Dany addicional|奖励伤害",
    "conviction": "Conviction|Entschlossenheit|Convicción|Determinacja|Convicció|信念点",
    "trait_die": "Trait Modifier|Eigenschaftsmodifikator|Mod. de rasgo|Mod. Trait|Modyfikator Cechy|特性调整值",
    "item": "Item Trait Modifier|Modificateur de trait d'objet|Mod. de rasgo de objeto|Mod. Característica do Item|物品特性调整值",
}
PURPOSES = {
    "recover": "Shaken|Angeschl.|Aturdido|Secoué|Teste de Espírito para remover Abalado|W Szoku|Atordit|动摇",
    "unstun": "Stunned|Betäubt|Conmocionado|Sonné|Teste de Vigor para remover Atordoado|Porażony|Conmocionat|震慑",
    "bleeding": "Bleeding Out|Verblutend|Desangrándose|Hémorragie|Teste de Vigor para resistir Sangramento|Konanie|Sagnant|失血",
    "incapacitation": "Incapacitated|Ausgeschaltet!|Incapacitado|Incapacité|Wyeliminowany|Incapacitat|无力化",
}
STATEMENTS = {
    "benny_spent": "spends a Benny!|setzt einen Benny ein!|¡usa un Beni!|dépense un jeton !|wydał Fuksa!|gasta un Beni!|"
    "使用了1助力点",
    "benny_given": "gets a Benny!|hat einen Benny erhalten!|¡obtiene un Beni!|a reçu un nouveau jeton !|otrzymał Fuksa!|"
    "aconsegueix un Beni!|获得一枚助力点",
    "bennies_refreshed": "All Bennies were refreshed!|Alle Bennys wurden aufgefrischt!|¡Se han inicializado todos los Bennies!|"
    "Les jetons ont été réinitialisés !|Fuksy zostały odświeżone!|S'han reiniciat tots els benis!|助力点已刷新",
}
TESTS = (
    "Skill Test|Fertigkeitsprobe|Tirada de Habilidad|Jet de compétence|Test umiejętności|Tirada d'habilitat|技能检定|"
    "Attribute Test|Attributssprobe|Tirada de Atributo|Jet d'attribut|Test atrybutu|Tirada d'atribut|属性检定"
)


def each(table: dict[str, str]) -> list[tuple[str, str]]:
    return [(word, meant) for meant, every in table.items() for word in every.split("|")]


@pytest.mark.parametrize("label", WILD.split("|"))
def test_a_wild_die_is_known_by_its_label(label: str) -> None:
    assert is_wild(label)


@pytest.mark.parametrize(("label", "family"), each(FAMILIES))
def test_a_label_is_that_of_one_family(label: str, family: str) -> None:
    assert modifier_family(label) == family
    assert not is_wild(label)


@pytest.mark.parametrize(("title", "meant"), each(PURPOSES))
def test_a_title_says_what_a_roll_is_for(title: str, meant: str) -> None:
    assert purpose(title) == meant


@pytest.mark.parametrize(("said", "kind"), each(STATEMENTS))
def test_a_sentence_about_bennies_is_understood(said: str, kind: str) -> None:
    statement = statement_of(said)
    assert statement is not None
    assert statement.kind == kind


@pytest.mark.parametrize("title", TESTS.split("|"))
def test_a_title_of_a_test_names_its_trait(title: str) -> None:
    assert words.tested_trait(f"Notice {title}") == "Notice"


@pytest.mark.parametrize(
    "label", ["Cover", "Gang Up", "Deckung", "Snapfire", "Portée extrême", "Wild Attack", "掩蔽"]
)
def test_a_label_that_is_the_tables_own_is_of_no_family(label: str) -> None:
    assert modifier_family(label) is None


def test_a_damage_names_its_item_in_every_script() -> None:
    assert damaged_by("Longsword Damage - AP 2") == "Longsword"
    assert damaged_by("长剑 伤害") == "长剑"


def test_words_far_behind_in_a_label_or_a_long_talk_are_not_looked_for() -> None:
    far = "x " * 300
    assert modifier_family(f"{far}wounds") is None
    assert words.tested_trait(f"{far}Skill Test") is None
    assert damaged_by(f"{far}Damage") is None
    assert statement_of(f"Joe spends a benny {far}") is None
    assert statement_of("Joe spends a benny") is not None
