"""Cards, sets of cards, their notation, and the shuffle.

There are 32 `Card` objects and no others, in pack order: acorns, leaves, hearts, bells, each from
Seven to Ace. Inside the package a set of cards is an integer *mask* in which bit i stands for the
i-th card, so that a question about a hand is one operation; outside it is a tuple of cards.
"""

from __future__ import annotations

from collections.abc import Iterable, Sequence
from enum import Enum
from operator import attrgetter
from typing import NewType, Self, final

from attrs import frozen

from .errors import ArgumentError, NotationError, quoted


class Suit(Enum):
    """The four suits, in pack order (`cards.pack`), with the French signs that stand in (`cards.french`)."""

    ACORNS = 0, "acorns", "a", "c", "c♣♧"
    LEAVES = 1, "leaves", "l", "s", "s♠♤"
    HEARTS = 2, "hearts", "h", "h", "♥♡"
    BELLS = 3, "bells", "b", "d", "d♦♢"

    number: int
    """Its place in pack order, from 0."""
    label: str
    """The English name, in small letters."""
    letter: str
    """How it is written, which is the value too."""
    french_letter: str
    """How its French stand-in is written."""
    other_signs: str
    """What else it is read from."""
    mask: int
    """All cards of the suit, as a mask."""

    def __new__(cls, number: int, label: str, letter: str, french: str, others: str) -> Suit:
        member = object.__new__(cls)
        member._value_ = letter
        member.number = number
        member.label = label
        member.letter = letter
        member.french_letter = french
        member.other_signs = others
        member.mask = 0xFF << 8 * number
        return member


class Rank(Enum):
    """The eight ranks, from low to high (`cards.rank-order`)."""

    SEVEN = 0, "7", "7", ("7",)
    EIGHT = 1, "8", "8", ("8",)
    NINE = 2, "9", "9", ("9",)
    TEN = 3, "T", "T", ("T", "10")
    UNTER = 4, "U", "J", ("U", "J")
    OBER = 5, "O", "Q", ("O", "Q")
    KING = 6, "K", "K", ("K",)
    ACE = 7, "A", "A", ("A",)

    number: int
    """Its place from low to high, from 0."""
    letter: str
    """How it is written, which is the value too."""
    french_letter: str
    """How its French stand-in is written."""
    inputs: tuple[str, ...]
    """What it is read from."""
    mask: int
    """The four cards of the rank, as a mask."""

    def __new__(cls, number: int, letter: str, french: str, inputs: tuple[str, ...]) -> Rank:
        member = object.__new__(cls)
        member._value_ = letter
        member.number = number
        member.letter = letter
        member.french_letter = french
        member.inputs = inputs
        member.mask = 0x01010101 << number
        return member


SUITS = tuple(Suit)
RANKS = tuple(Rank)

ALL_CARDS = 0xFFFFFFFF

CardSet = NewType("CardSet", int)
"""A mask that a variant file writes as a set of cards."""

NO_CARDS = CardSet(0)
WHOLE_PACK = CardSet(ALL_CARDS)

_RANK_BY_SIGN = {sign: rank for rank in RANKS for sign in rank.inputs}
_SUIT_BY_SIGN = {sign: suit for suit in SUITS for sign in suit.letter + suit.other_signs}


@final
@frozen(eq=False, init=False, repr=False)
class Card:
    """One of the 32 cards: ``Card("Kh")`` is the King of Hearts, in German or French notation.

    Raises `NotationError` for a text that is no card.
    """

    index: int
    """The place in the pack, 0 to 31."""
    suit: Suit
    rank: Rank
    bit: int
    """The set of this card alone, as a mask."""
    byte: bytes
    """The index as one byte, as histories of play keep it."""

    def __new__(cls, text: str) -> Self:
        return parse_card(text)

    @property
    def french(self) -> str:
        """The card in French letters, such as ``Qs`` for the Ober of Leaves."""
        return self.rank.french_letter + self.suit.french_letter

    def __str__(self) -> str:
        return self.rank.letter + self.suit.letter

    def __repr__(self) -> str:
        return f"Card('{self}')"

    def __hash__(self) -> int:
        return self.index

    def __lt__(self, other: object) -> bool:
        return self.index < other.index if isinstance(other, Card) else NotImplemented

    def __le__(self, other: object) -> bool:
        return self.index <= other.index if isinstance(other, Card) else NotImplemented

    def __reduce__(self) -> tuple[type[Card], tuple[str]]:
        return Card, (str(self),)

    def __copy__(self) -> Card:
        return self

    def __deepcopy__(self, memo: object) -> Card:
        return self


def _make(suit: Suit, rank: Rank) -> Card:
    card: Card = object.__new__(Card)
    index = 8 * suit.number + rank.number
    values = {"index": index, "suit": suit, "rank": rank, "bit": 1 << index, "byte": bytes((index,))}
    for name, value in values.items():
        object.__setattr__(card, name, value)
    return card


PACK = tuple(_make(suit, rank) for suit in SUITS for rank in RANKS)
"""All 32 cards in pack order."""


def _read(text: str, start: int) -> tuple[Card, int]:
    """The card that is written from `start` on, and the position after it."""
    rank_end = start + (2 if text.startswith("10", start) else 1)
    rank = _RANK_BY_SIGN.get(_ascii_upper(text[start:rank_end]))
    if rank is None:
        raise NotationError(text, start, "no rank")
    suit = _SUIT_BY_SIGN.get(_ascii_lower(text[rank_end : rank_end + 1]))
    if suit is None:
        raise NotationError(text, rank_end, "no suit")
    end = rank_end + 1
    # The emoji form of a suit sign is followed by a variation selector.
    if text[end : end + 1] == "\ufe0f" and not text[rank_end].isascii():
        end += 1
    return PACK[8 * suit.number + rank.number], end


def _ascii_upper(sign: str) -> str:
    return sign.upper() if sign.isascii() else sign


def _ascii_lower(sign: str) -> str:
    return sign.lower() if sign.isascii() else sign


def parse_card(text: str) -> Card:
    """The card written as `text` (`cards.notation`).

    Raises `NotationError` with the position where it goes wrong.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"a card is written as text, not {quoted(text)}")
    card, end = _read(text, 0)
    if end != len(text):
        raise NotationError(text, end, "more than a card")
    return card


def parse_cards(text: str) -> tuple[Card, ...]:
    """The cards of a text such as ``"Kh 7b"``, in the order written (`cards.set-notation`).

    Cards are separated by blanks; an empty text has none. Raises `NotationError` for a card given
    twice and for anything that is no card.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"cards are written as text, not {quoted(text)}")
    cards: list[Card] = []
    seen = 0
    position = 0
    while True:
        while text[position : position + 1] == " ":
            position += 1
        if position == len(text):
            return tuple(cards)
        card, end = _read(text, position)
        if text[end : end + 1] not in ("", " "):
            raise NotationError(text, end, "no blank after a card")
        if seen & card.bit:
            raise NotationError(text, position, "a card twice")
        seen |= card.bit
        cards.append(card)
        position = end


def format_cards(cards: Iterable[Card]) -> str:
    """A set of cards as text, in pack order (`cards.set-notation`)."""
    if isinstance(cards, str) or not isinstance(cards, Iterable):
        raise ArgumentError(f"cards are needed, not {quoted(cards)}")
    found = list(cards)
    if not all(isinstance(card, Card) for card in found):
        raise ArgumentError("a set of cards is made of cards")
    return " ".join(str(card) for card in in_pack_order(found))


BIT = attrgetter("bit")


def mask_of(cards: Iterable[Card]) -> int:
    """The set of these cards as a mask."""
    mask = 0
    for card in cards:
        mask |= card.bit
    return mask


def cards_of(mask: int) -> tuple[Card, ...]:
    """The cards of a mask, in pack order."""
    cards = []
    while mask:
        card = PACK[(mask & -mask).bit_length() - 1]
        cards.append(card)
        mask ^= card.bit
    return tuple(cards)


_INDEX = attrgetter("index")


def in_pack_order(cards: Iterable[Card]) -> tuple[Card, ...]:
    """The cards sorted into pack order."""
    return tuple(sorted(cards, key=_INDEX))


def shuffled(pack: Sequence[Card], seed: int | str | bytes) -> tuple[Card, ...]:
    """The pack in an order that depends on `seed` alone, the same in every language.

    `seed` is an integer of at least 0 (its decimal digits are used), a text (as UTF-8) or bytes. Its
    SHA-512, read as a big-endian integer, drives an exchange of each place with one at or below it.
    Raises `ArgumentError` for any other seed.
    """
    from hashlib import sha512

    if isinstance(pack, str) or not isinstance(pack, Sequence):
        raise ArgumentError(f"a pack is a list of cards, not {quoted(pack)}")
    if isinstance(seed, bool) or not isinstance(seed, int | str | bytes):
        raise ArgumentError(f"a seed is an integer, a text or bytes, not {quoted(seed)}")
    try:
        data = seed if isinstance(seed, bytes) else str(seed).encode()
    except ValueError:
        raise ArgumentError("the seed cannot be written as text") from None
    if isinstance(seed, int) and seed < 0:
        raise ArgumentError("a seed is not negative")
    number = int.from_bytes(sha512(data).digest())
    cards = list(pack)
    for i in range(len(cards) - 1, 0, -1):
        number, j = divmod(number, i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return tuple(cards)
