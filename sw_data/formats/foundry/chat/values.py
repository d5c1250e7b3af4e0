"""What a message of the chat says, as values.

A message is made by the hundred thousand, kept on disk while messages are put in order, and read back; so these are
tuples of plain values, and `packed` and `unpacked` turn a message into JSON and back.
"""

from __future__ import annotations

from typing import Any, Final, Literal, NamedTuple, TypeAlias

RollKind: TypeAlias = Literal["trait", "damage", "confirmation", "other"]

MOST_DICE: Final = 500
"""Faces in one roll; a roll with more is not read."""


class Problem(NamedTuple):
    """Something in a message that cannot be read or is odd: a code, one sentence, and a pointer in the message."""

    code: str
    message: str
    pointer: str = ""


class ChatDie(NamedTuple):
    """A die as it fell: its sides, the faces with those of its Aces, its part in the roll, what it is labelled.

    `role` is `trait`, `wild` or `die`.
    """

    sides: int
    faces: tuple[int, ...]
    role: str = "die"
    label: str = ""

    @property
    def total(self) -> int:
        """The sum of the faces."""
        return sum(self.faces)


class ChatModifier(NamedTuple):
    """A modifier of a roll; one that was itself rolled (Conviction) has dice, and `value` is what they came to."""

    label: str
    value: int
    dice: tuple[ChatDie, ...] = ()


class ChatRoll(NamedTuple):
    """A roll as the tabletop stored it.

    Attributes:
        kind: What it is: a trait roll, a damage roll, the d6 that confirms a critical failure, or another.
        dice: The dice; of a trait roll the trait dice and then the Wild Die, else in the order of the formula.
        modifiers: Everything that was added.
        total: The total that is stored; None if none is.
        computed: The total that the stored dice and modifiers come to; None if it cannot be told.
        keep: How many dice of the pool count (Rate of Fire).
        tn: The target number that is stored.
        ap: The Armor Piercing that is stored.
        reroll: `benny` or `free` if it is a reroll.
        hidden: Whether a later roll of the same message has taken its place.
        rerollable: Whether the tabletop offers a reroll; None if it does not say.
    """

    kind: RollKind
    dice: tuple[ChatDie, ...]
    modifiers: tuple[ChatModifier, ...] = ()
    total: float | None = None
    computed: float | None = None
    keep: int = 1
    tn: int | None = None
    ap: int | None = None
    reroll: str | None = None
    hidden: bool = False
    rerollable: bool | None = None

    @property
    def trait_dice(self) -> tuple[ChatDie, ...]:
        """The dice that are no Wild Die."""
        return tuple(die for die in self.dice if die.role != "wild")

    @property
    def wild_die(self) -> ChatDie | None:
        """The Wild Die, if there is one."""
        return next((die for die in self.dice if die.role == "wild"), None)


class Target(NamedTuple):
    """Somebody whom a message aims at: the uuid or token id as stored, and the name."""

    key: str
    name: str = ""


class Hit(NamedTuple):
    """What a tabletop made of a damage roll: the target, Toughness after nothing, armor, AP, the result."""

    target: str
    damage: float | None = None
    toughness: int | None = None
    armor: int | None = None
    ap: int | None = None


class Card(NamedTuple):
    """What the card of a module says of itself.

    Attributes:
        module: `swade-tools` or `betterrolls-swade2`.
        type: `skill`, `attribute`, `item`, `damage`, `soak`, `recover`, `unstun`, `incapacitation`, `injury`,
        `applied`.
        actor: The id of the actor.
        token: The id of its token.
        item: The id of the item.
        skill: The name or the id of the skill.
        attribute: The attribute, by its key.
        targets: Ids of the targets' tokens.
        wounds: Wounds that are dealt, or that are to be soaked.
        soaked: Wounds that were soaked.
        before: Wounds before the damage, as the module keeps them to undo it.
        shaken_before: Whether the target was Shaken before.
        tn: The target number.
        critical_failure: Whether the module calls it a critical failure.
        raised: Whether a damage roll has its raise die.
        hits: What the damage rolls came to, one for each.
        vehicle: The id of a vehicle that is used.
        selected: Which of several rolls stands.
    """

    module: str
    type: str
    actor: str | None = None
    token: str | None = None
    item: str | None = None
    skill: str | None = None
    attribute: str | None = None
    targets: tuple[str, ...] = ()
    wounds: int | None = None
    soaked: int | None = None
    before: int | None = None
    shaken_before: bool | None = None
    tn: int | None = None
    critical_failure: bool | None = None
    raised: bool | None = None
    hits: tuple[Hit, ...] = ()
    vehicle: str | None = None
    selected: int | None = None


class Statement(NamedTuple):
    """What a message without a roll states: `benny_spent`, `shaken`, `wounded`, `soaked` … and the wounds it names."""

    kind: str
    wounds: int | None = None


class Drawn(NamedTuple):
    """Action cards that somebody drew: all of them in the order they were drawn (`KS`, `Joker`), and the one picked."""

    cards: tuple[str, ...]
    picked: str | None = None
    redraw: bool = False


class Message(NamedTuple):
    """A message of the chat.

    Attributes:
        id: Its id; made from its place if it has none.
        time: When it was written, in milliseconds; None if it does not say.
        file: The file, or the pack, that it came from.
        line: Its line.
        key: Its key in a pack, or its pointer in an array.
        generation: The generation of its shape: `v9`, `v10`, `v12`.
        system: The id of another game system that it is stamped with.
        author: The id of the user.
        actor: The id of the actor who speaks.
        token: The id of the token who speaks.
        scene: The id of the scene.
        alias: The name of the one who speaks.
        kind: `roll`, `card`, `item`, `statement`, `draw`, `talk`, `table`, `html`.
        flavor: The flavor as text, its lines kept.
        private: Whether it is whispered.
        blind: Whether it is a blind roll.
        rolls: The rolls, in the order they were made.
        targets: Whom it aims at.
        item: The uuid or the id of the item that an item card shows.
        item_name: The name of that item.
        card: What the card of a module says.
        statement: What it states.
        drawn: Action cards that were drawn.
        problems: What cannot be read in it.
    """

    id: str
    time: float | None
    file: str
    line: int | None
    key: str | None
    generation: str
    system: str | None
    author: str | None
    actor: str | None
    token: str | None
    scene: str | None
    alias: str
    kind: str
    flavor: str = ""
    private: bool = False
    blind: bool = False
    rolls: tuple[ChatRoll, ...] = ()
    targets: tuple[Target, ...] = ()
    item: str | None = None
    item_name: str = ""
    card: Card | None = None
    statement: Statement | None = None
    drawn: Drawn | None = None
    problems: tuple[Problem, ...] = ()


def packed(message: Message) -> tuple[Any, ...]:
    """The message as JSON takes it; tuples become lists there."""
    return message


def _die(value: Any) -> ChatDie:
    return ChatDie(value[0], tuple(value[1]), value[2], value[3])


def _roll(value: Any) -> ChatRoll:
    return ChatRoll(
        value[0],
        tuple([ChatDie(die[0], tuple(die[1]), die[2], die[3]) for die in value[1]]),
        tuple([ChatModifier(m[0], m[1], tuple([_die(d) for d in m[2]])) for m in value[2]]),
        *value[3:],
    )


def unpacked(value: list[Any]) -> Message:
    """The message that `packed` was given, read back from JSON."""
    made: list[Any] = value
    made[16] = tuple([_roll(each) for each in made[16]])
    made[17] = tuple([Target(*each) for each in made[17]])
    card = made[20]
    if card is not None:
        card[7] = tuple(card[7])
        card[15] = tuple([Hit(*hit) for hit in card[15]])
        made[20] = Card(*card)
    if made[21] is not None:
        made[21] = Statement(*made[21])
    if made[22] is not None:
        made[22] = Drawn(tuple(made[22][0]), *made[22][1:])
    made[23] = tuple([Problem(*each) for each in made[23]])
    return Message(*made)
