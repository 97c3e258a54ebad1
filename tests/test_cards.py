"""Cards, their notation, and the shuffle."""

from __future__ import annotations

import copy
import hashlib
import pickle
import random
from itertools import pairwise, product
from typing import Any

import pytest
from builders import RANKS, SUITS, deal, play, session

import lorum
from lorum import PACK, ArgumentError, Card, NotationError, Rank, Rule, Suit


@pytest.mark.rule(Rule.CARDS_PACK)
def test_pack() -> None:
    """K2.1, E1.1, P2.1: 32 cards, acorns, leaves, hearts and bells, each from Seven to Ace."""
    assert " ".join(map(str, PACK)) == (
        "7a 8a 9a Ta Ua Oa Ka Aa 7l 8l 9l Tl Ul Ol Kl Al 7h 8h 9h Th Uh Oh Kh Ah 7b 8b 9b Tb Ub Ob Kb Ab"
    )
    assert [card.index for card in PACK] == list(range(32))
    assert [suit.label for suit in Suit] == ["acorns", "leaves", "hearts", "bells"]
    assert [rank.letter for rank in Rank] == list("789TUOKA")
    for variant in ("compendium", "seven-contracts", "eight-games"):
        assert lorum.get_variant(variant).pack == PACK


@pytest.mark.rule(Rule.CARDS_RANK_ORDER)
def test_rank_order() -> None:
    """K2.2, P2.2, E1.1: A K O U 10 9 8 7 from high to low; of two cards led and followed the higher takes."""
    order = "789TUOKA"
    for low, high in pairwise(order):
        rest = " ".join(rank + "a" for rank in order if rank not in (low, high))
        leaves, hearts, bells = (" ".join(rank + suit for rank in "789TUOK") for suit in "lhb")
        others = {3: f"Al {hearts}", 0: f"Ah {bells}"}
        climbs = deal("compendium", "no-tricks", {1: f"{low}a {rest} Ab", 2: f"{high}a {leaves}", **others})
        assert lorum.tricks_of(play(climbs, f"{low}a {high}a Al Ah"))[0].winner == 2
        falls = deal("compendium", "no-tricks", {1: f"{high}a {rest} Ab", 2: f"{low}a {leaves}", **others})
        assert lorum.tricks_of(play(falls, f"{high}a {low}a Al Ah"))[0].winner == 1


@pytest.mark.rule(Rule.CARDS_SHORT_PACK)
def test_short_pack() -> None:
    """K1.5: at three the Seven and Eight of Bells are not in the pack, and no way leads to them."""
    three = lorum.get_variant("compendium", players=3)
    assert len(three.pack) == 30
    assert set(PACK) - set(three.pack) == {Card("7b"), Card("8b")}
    hands = [" ".join(map(str, three.pack[i : i + 10])) for i in (0, 10, 20)]
    deal = lorum.new_deal(three, "reds", hands)
    for word in ("7b", "8b"):
        refusal = lorum.violation(deal, lorum.Play(Card(word)))
        assert refusal
        assert refusal.rule is Rule.CARDS_SHORT_PACK
        assert refusal.facts == {"card": word}
    wrong = [hands[0], hands[1], hands[2].replace("9b", "8b")]
    refusal = lorum.violation(session(three), lorum.DealCards(wrong))
    assert refusal
    assert refusal.rule is Rule.CARDS_SHORT_PACK


@pytest.mark.rule(Rule.CARDS_FRENCH)
def test_french_cards_are_the_same_cards() -> None:
    """K2.4, P2.1: Clubs, Spades, Hearts, Diamonds; Queen for Ober, Jack for Unter: one object, one hash."""
    for german, french in zip("alhb", "cshd", strict=True):
        for rank, stand_in in zip("789TUOKA", "789TJQKA", strict=True):
            card = Card(rank + german)
            assert card is Card(stand_in + french)
            assert card.french == stand_in + french
            assert str(card) == rank + german
            assert hash(card) == hash(Card(stand_in + french))
    assert Card("Qh") == Card("Oh") != Card("Kh")
    assert len({Card("Qh"), Card("Oh"), Card("Q♥")}) == 1


READINGS = [
    *((f"{rank}{sign}", f"{rank}{suit}") for suit, signs in zip(SUITS, ("♣♧", "♠♤", "♥♡", "♦♢"), strict=True)
      for sign in signs for rank in RANKS),
    *((f"{rank}{sign}\ufe0f", f"{rank}{suit}") for suit,
     signs in zip(SUITS, ("♣♧", "♠♤", "♥♡", "♦♢"), strict=True)
      for sign in signs for rank in RANKS),
    ("10h", "Th"), ("10H", "Th"), ("10♥\ufe0f", "Th"), ("10d", "Tb"),
    ("th", "Th"), ("tH", "Th"), ("kH", "Kh"), ("qs", "Ol"), ("Js", "Ul"), ("jC", "Ua"), ("OL", "Ol"),
    ("ab", "Ab"), ("aa", "Aa"), ("AC", "Aa"), ("Ah", "Ah"), ("uD", "Ub"), ("Uc", "Ua"), ("Qb", "Ob"),
]  # fmt: skip


@pytest.mark.rule(Rule.CARDS_NOTATION)
@pytest.mark.parametrize(("text", "card"), READINGS)
def test_notation(text: str, card: str) -> None:
    """K2.1, K2.4: rank, then suit, each read on its own, in letters of either case or in signs."""
    assert str(Card(text)) == card
    assert lorum.parse_card(text) is Card(card)


@pytest.mark.rule(Rule.CARDS_NOTATION)
def test_every_mixture_of_letters() -> None:
    """K2.1, K2.4: German and French letters, large and small, go together as they like."""
    ranks = {
        "7": "7",
        "8": "8",
        "9": "9",
        "10": "T",
        "T": "T",
        "U": "U",
        "J": "U",
        "O": "O",
        "Q": "O",
        "K": "K",
        "A": "A",
    }
    suits = {"a": "a", "c": "a", "l": "l", "s": "l", "h": "h", "b": "b", "d": "b"}
    for (rank, r), (suit, s) in product(ranks.items(), suits.items()):
        for text in (rank + suit, (rank + suit).upper(), (rank + suit).lower()):
            assert str(Card(text)) == r + s
    for card in PACK:
        assert Card(str(card)) is card
        assert Card(card.french) is card


WRONG_CARDS = [
    ("", 0), ("h", 0), ("hK", 0), ("1h", 0), ("6h", 0), ("2c", 0), ("-7h", 0), (" Kh", 0), ("\ufe0fKh", 0),
    ("♥K", 0),
    ("ｋh", 0), ("７h", 0), ("ſh", 0), ("0h", 0), ("11h", 0), ("\ud800h", 0), ("Ｋｈ", 0),
    ("K", 1), ("Kx", 1), ("K h", 1), ("K\ufe0f♥", 1), ("Kk", 1), ("KK", 1), ("T\u0131", 1),
    ("10", 2), ("10x", 2), ("10 h", 2), ("100h", 2),
    ("Khh", 2), ("Kh ", 2), ("Kh7a", 2), ("Kh\n", 2), ("Kh\ufe0f", 2), ("K♥\u200d", 2), ("K♥\ufe0e", 2),
    ("10hh", 3), ("K♥\ufe0f\ufe0f", 3), ("K♥\ufe0f ", 3),
]  # fmt: skip


@pytest.mark.rule(Rule.CARDS_NOTATION)
@pytest.mark.parametrize(("text", "position"), WRONG_CARDS)
def test_wrong_cards_and_where(text: str, position: int) -> None:
    """K2.1: what is no card is refused with the position at which it goes wrong."""
    with pytest.raises(NotationError) as raised:
        Card(text)
    assert raised.value.position == position
    assert raised.value.text == text
    assert str(raised.value).isascii()
    assert len(str(raised.value)) < 200


@pytest.mark.parametrize("value", [None, 7, 7.5, True, b"Kh", ["Kh"], Rank.KING, object()])
def test_a_card_is_written_as_text(value: object) -> None:
    for read in (Card, lorum.parse_card, lorum.parse_cards):
        with pytest.raises(ArgumentError):
            read(value)  # type: ignore[arg-type]


@pytest.mark.rule(Rule.CARDS_SET_NOTATION)
def test_sets_of_cards() -> None:
    """K2.1: cards with blanks between, read in any order, written in pack order; empty text is none."""
    assert lorum.parse_cards("") == lorum.parse_cards("   ") == ()
    assert lorum.parse_cards("Kh 7b Qs") == (Card("Kh"), Card("7b"), Card("Ol"))
    assert lorum.parse_cards("  Kh   7b ") == (Card("Kh"), Card("7b"))
    assert lorum.format_cards([]) == ""
    assert lorum.format_cards([Card("7b"), Card("Kh"), Card("8a")]) == "8a Kh 7b"
    assert lorum.format_cards(reversed(PACK)) == " ".join(map(str, PACK))
    assert lorum.parse_cards(lorum.format_cards(PACK)) == PACK
    no_cards: Any
    for no_cards in ("7a", ["7a"], [Card("7a"), None], None, 7):
        with pytest.raises(ArgumentError):
            lorum.format_cards(no_cards)


@pytest.mark.rule(Rule.CARDS_SET_NOTATION)
@pytest.mark.parametrize(
    ("text", "position"),
    [
        ("Kh Kh", 3), ("Kh 7a kH", 6), ("Th 10h", 3), ("Oh Q♥", 3), ("Kh K♥\ufe0f", 3),
        ("Kh,7a", 2), ("Kh\t7a", 2), ("Kh\n7a", 2), ("Kh\u00a07a", 2), ("Kh7a", 2), ("K♥\ufe0f7a", 3),
        ("Kh  7", 5), ("Kh x", 3), (",", 0), ("\t", 0), ("Kh \n", 3), ("7a 8a 9x", 7), ("7a 10", 5),
    ],
)  # fmt: skip
def test_wrong_sets_and_where(text: str, position: int) -> None:
    """K2.1: a card twice, however written, and anything that is no card between blanks, are refused."""
    with pytest.raises(NotationError) as raised:
        lorum.parse_cards(text)
    assert raised.value.position == position


def test_cards_stay_the_same_objects() -> None:
    for card in PACK:
        assert copy.copy(card) is card
        assert copy.deepcopy([card])[0] is card
        assert pickle.loads(pickle.dumps(card)) is card
        assert repr(card) == f"Card('{card}')"
    assert sorted(lorum.shuffled(PACK, 1)) == list(PACK)
    assert Card("7a") < Card("Ab")
    assert Card("7a") <= Card("7a") <= Card("8a")
    assert not Card("7l") <= Card("Aa")
    with pytest.raises(TypeError):
        min(Card("7a"), "Ab")
    with pytest.raises(TypeError):
        assert Card("7a") <= "Ab"
    with pytest.raises(AttributeError):
        Card("7a").index = 3  # type: ignore[misc]
    with pytest.raises(TypeError):
        Card()  # type: ignore[call-arg]


# The shuffle


def by_hand(pack: list[Card], seed: bytes) -> list[Card]:
    """N = SHA-512 of the seed; for i from the last place to 1: j = N mod (i+1), N = N div (i+1), swap."""
    number = int(hashlib.sha512(seed).hexdigest(), 16)
    cards = list(pack)
    for i in reversed(range(1, len(cards))):
        j = number % (i + 1)
        number = number // (i + 1)
        cards[i], cards[j] = cards[j], cards[i]
    return cards


@pytest.mark.parametrize(
    ("seed", "data"),
    [
        (0, b"0"), (7, b"7"), (12345678901234567890, b"12345678901234567890"),
        pytest.param(10**4000, b"1" + b"0" * 4000, id="a large number"),
        ("", b""), ("7", b"7"), ("Lórum ♥", "Lórum ♥".encode()), (b"", b""),
        (b"\x00\xff" * 8, b"\x00\xff" * 8),
    ],
)  # fmt: skip
def test_shuffle_is_what_the_design_says(seed: int | str | bytes, data: bytes) -> None:
    for pack in (PACK, PACK[:30], PACK[:2], PACK[:1], (), tuple(reversed(PACK))):
        assert list(lorum.shuffled(pack, seed)) == by_hand(list(pack), data)
    assert sorted(lorum.shuffled(PACK, seed)) == list(PACK)


def test_shuffle_depends_on_the_seed_alone() -> None:
    """The digits of a number, the text of them and their bytes are one seed; nothing else has a say."""
    random.seed(1)
    first = lorum.shuffled(PACK, 7)
    random.seed(2)
    assert first == lorum.shuffled(PACK, "7") == lorum.shuffled(PACK, b"7") == lorum.shuffled(list(PACK), 7)
    assert first != lorum.shuffled(PACK, 8)
    state = random.getstate()
    lorum.shuffled(PACK, 9)
    assert random.getstate() == state


@pytest.mark.parametrize(
    "seed",
    [
        -1,
        True,
        False,
        None,
        1.0,
        float("nan"),
        [1],
        bytearray(b"7"),
        pytest.param("\ud800", id="no text"),
        pytest.param(10**5000, id="too large"),
        object(),
    ],
)
def test_bad_seeds(seed: object) -> None:
    with pytest.raises(ArgumentError):
        lorum.shuffled(PACK, seed)  # type: ignore[arg-type]


def test_a_pack_is_left_as_it_was() -> None:
    pack = list(PACK)
    lorum.shuffled(pack, 1)
    assert pack == list(PACK)
