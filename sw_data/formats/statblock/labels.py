"""The labels of a stat block's parts, in the languages and editions that people paste them in."""

from __future__ import annotations

import re
from functools import lru_cache
from typing import Final, Literal, TypeAlias

from sw_data.models.skills import folded

Part: TypeAlias = Literal[
    "attributes", "skills", "pace", "parry", "toughness", "charisma", "size", "wounds", "fatigue", "bennies",
    "conditions", "edges", "hindrances", "gear", "abilities", "powers", "power_points", "languages", "other",
]  # fmt: skip
"""What a label begins; `other` is a part that the rules have no use for."""

LABELS: Final[dict[Part, tuple[str, ...]]] = {
    "attributes": (
        "attributes", "attribute", "attributs", "atributos", "attributi", "caractéristiques", "cechy", "атрибуты",
    ),
    "skills": ("skills", "fertigkeiten", "compétences", "habilidades", "abilità", "perícias", "umiejętności", "навыки"),
    "pace": ("pace", "bewegungsweite", "bewegung", "allure", "paso", "passo", "movimentação", "tempo", "шаг"),
    "parry": ("parry", "parade", "parada", "parata", "aparar", "obrona", "защита"),
    "toughness": (
        "toughness", "robustheit", "résistance", "dureza", "robustezza", "resistência", "wytrzymałość", "стойкость",
    ),
    "charisma": ("charisma", "cha", "charisme", "carisma", "charyzma"),
    "size": ("size", "größe", "taille", "tamaño", "taglia", "tamanho", "rozmiar"),
    "wounds": ("wounds", "wunden", "blessures", "heridas", "ferite", "ferimentos", "rany"),
    "fatigue": ("fatigue", "erschöpfung", "fatiga", "affaticamento", "fadiga"),
    "bennies": ("bennies", "benny", "bennys", "jetons"),
    "conditions": ("conditions", "condition", "status", "zustände", "états", "estados"),
    "edges": ("edges", "edge", "talente", "atouts", "ventajas", "vantaggi", "vantagens", "przewagi", "черты"),
    "hindrances": (
        "hindrances", "hindrance", "handicaps", "handicap", "desventajas", "svantaggi", "complicações", "zawady",
        "изъяны",
    ),
    "gear": (
        "gear", "equipment", "weapons", "weapon", "armor", "armour", "attacks", "ausrüstung", "waffen", "rüstung",
        "équipement", "armes", "equipo", "armas", "equipaggiamento", "equipamento", "ekwipunek", "снаряжение",
    ),
    "abilities": (
        "special abilities", "special ability", "abilities", "monstrous abilities", "racial abilities",
        "ancestral abilities", "spezialfähigkeiten", "besondere eigenschaften", "besonderheiten",
        "capacités spéciales", "capacidades especiales", "habilidades especiales", "capacità speciali",
        "habilidades especiais", "zdolności specjalne", "особые способности",
    ),
    "powers": ("powers", "spells", "mächte", "pouvoirs", "poderes", "poteri", "moce"),
    "power_points": ("power points", "pp", "machtpunkte", "points de pouvoir", "puntos de poder", "punti potere"),
    "languages": ("languages", "sprachen", "langues", "idiomas", "lingue"),
    "other": (
        "tactics", "treasure", "description", "rank", "race", "ancestry", "experience", "xp", "advances", "quote",
        "sanity", "wealth", "cyberware", "strain", "motivation", "secret", "background", "profession", "gender",
        "load limit", "running die", "encumbrance", "running", "grit",
    ),
}  # fmt: skip
"""The labels of each part, folded."""

EDGES_AND_HINDRANCES: Final = frozenset(
    {"edges & hindrances", "edges and hindrances", "edges/hindrances"}
)
"""Labels over edges and hindrances together."""

OPENING: Final[frozenset[Part]] = frozenset(
    {"attributes", "skills", "edges", "hindrances", "gear", "abilities", "powers"}
)
"""Parts whose label may stand on a line of its own, without a colon, and that end a list of abilities."""

NUMBERS: Final[frozenset[Part]] = frozenset({"pace", "parry", "toughness", "charisma"})
"""Parts that are a number, whose label may go without a colon."""


@lru_cache(maxsize=1)
def by_label() -> dict[str, Part]:
    """The part of each folded label."""
    told: dict[str, Part] = {}
    for part, labels in LABELS.items():
        for label in labels:
            told.setdefault(folded(label), part)
    for label in EDGES_AND_HINDRANCES:
        told[label] = "edges"
    return told


@lru_cache(maxsize=1)
def label_pattern() -> re.Pattern[str]:
    """A label with its colon, or alone on its line: at a line's start, or after a mark that ends the part before."""
    words = sorted((*by_label(),), key=len, reverse=True)
    names = "|".join(re.escape(word).replace(r"\ ", r"\s+") for word in words)
    return re.compile(
        rf"(?P<before>^[ ]{{0,40}}|[;,.|)][ ]{{0,40}}|[ ]{{2,40}}|(?<=[\w)\"-])[ ])(?P<label>{names})[ ]{{0,40}}:(?!//)"
        rf"|^[ ]{{0,40}}(?P<alone>{names})[ ]{{0,40}}$"
        rf"|(?:^[ ]{{0,40}}|[;,.|)][ ]{{1,40}})(?P<bare>{names})[ ]{{1,40}}(?=[0-9]{{1,5}}(?:[ ]{{0,40}}[;,.(\n]|$))",
        re.IGNORECASE | re.MULTILINE,
    )
