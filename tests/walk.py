"""All lines of play from a position, counted; and small tables on which whole deals can be walked."""

from __future__ import annotations

import itertools
from collections import Counter
from collections.abc import Hashable, Iterator
from dataclasses import dataclass, field
from pathlib import Path
from random import Random

import lorum
from lorum.contracts.base import Contract
from lorum.contracts.tricks import Tricks
from lorum.testing import check, laws

Hands = tuple[tuple[lorum.Card, ...], ...]

SMALL = Path(__file__).parent / "vectors" / "small"


@dataclass
class Count:
    """What a walk has counted from one position on."""

    ways: list[int] = field(default_factory=list)
    """How many rows of one action there are, of two, and so on."""
    lines: int = 0
    """How many rows of actions lead to the end."""
    results: Counter[tuple[int, ...]] = field(default_factory=Counter)
    """How many of them come to which points."""


class Walk:
    """Goes through all lines of play, and holds the laws against every position.

    Positions with the same `position_key` are gone through once; whenever such a position comes up in
    another way, it must lead on, along some lines tried at random, as it did before. A walk that is not
    `strict` only counts.
    """

    def __init__(self, merge: bool = True, strict: bool = True) -> None:
        self.merge = merge
        self.strict = strict
        self.positions = 0
        self.met_again = 0
        self.known: dict[Hashable, tuple[lorum.DealState, Count]] = {}
        self.rng = Random(0)

    def count(self, state: lorum.DealState, depth: int = 0) -> Count:
        assert depth <= check.bound_of(state.variant), "play does not end"
        key = lorum.position_key(state)
        if not self.strict and self.merge and key in self.known:
            return self.known[key][1]
        after = [(action, lorum.apply(state, action)) for action in lorum.legal_actions(state)]
        if self.merge and key in self.known:
            self.met_again += 1
            known, count = self.known[key]
            for _ in range(3):
                self.follow(known, state)
            return count
        self.positions += 1
        if self.strict:
            laws.hold(state, self.rng, laws.QUICK)
            check_violations(state)
        count = self._counted(state, [self.count(one, depth + 1) for _, one in after])
        self.known[key] = state, count
        return count

    def follow(self, one: lorum.DealState, other: lorum.DealState) -> None:
        """Play on from both in the same way, to the end: they stay alike."""
        while True:
            legal = lorum.legal_actions(one)
            assert legal == lorum.legal_actions(other), "the same key, but other actions"
            assert lorum.position_key(one) == lorum.position_key(other), "the same key, but another future"
            if not legal:
                assert one.result is not None
                assert other.result is not None
                assert one.result.points == other.result.points
                return
            action = self.rng.choice(legal)
            one, other = lorum.apply(one, action), lorum.apply(other, action)

    def _counted(self, state: lorum.DealState, parts: list[Count]) -> Count:
        if state.phase == "finished":
            assert state.result is not None
            return Count([], 1, Counter([state.result.points]))
        assert parts, "play stalls"
        ways = [len(parts)]
        results: Counter[tuple[int, ...]] = Counter()
        for part in parts:
            results.update(part.results)
        for row in itertools.zip_longest(*(part.ways for part in parts), fillvalue=0):
            ways.append(sum(row))
        return Count(ways, sum(part.lines for part in parts), results)


def check_violations(state: lorum.DealState) -> None:
    """None is refused exactly that is legal."""
    legal = set(lorum.legal_actions(state))
    for action in every_action(state.variant):
        assert (lorum.violation(state, action) is None) == (action in legal), action


_EVERY: dict[lorum.Variant, list[lorum.PlayerAction]] = {}


def every_action(variant: lorum.Variant) -> list[lorum.PlayerAction]:
    if variant not in _EVERY:
        _EVERY[variant] = [lorum.action_at(variant, i) for i in range(37)]
    return _EVERY[variant]


def all_deals(pack: tuple[lorum.Card, ...], players: int) -> Iterator[Hands]:
    """Every way to deal a pack."""
    if players == 1:
        yield (pack,)
        return
    for hand in itertools.combinations(pack, len(pack) // players):
        rest = tuple(card for card in pack if card not in hand)
        for others in all_deals(rest, players - 1):
            yield (hand, *others)


Swap = dict[lorum.Card, lorum.Card]


def symmetries(variant: lorum.Variant, contract: str) -> list[Swap]:
    """The exchanges of suits that change neither the pack nor the contract."""
    definition = variant.contract(contract)
    suits = sorted({card.suit for card in variant.pack}, key=lambda suit: suit.number)
    found = []
    for others in itertools.permutations(suits):
        to = dict(zip(suits, others, strict=True))
        swap = {card: _card(card.rank, to[card.suit]) for card in variant.pack}
        if set(swap.values()) == set(variant.pack) and all(
            {swap[card] for card in cards} == cards for cards in _named_cards(definition, variant.pack)
        ):
            found.append(swap)
    return found


def _card(rank: lorum.Rank, suit: lorum.Suit) -> lorum.Card:
    return lorum.Card(rank.letter + suit.letter)


def _named_cards(contract: Contract, pack: tuple[lorum.Card, ...]) -> list[set[lorum.Card]]:
    """The sets of cards that a contract names. Only trick contracts name any."""
    if not isinstance(contract, Tricks):
        return []
    named = [contract.only_when_led, *(price.cards for price in contract.prices if price.cards is not None)]
    named += [limit.cards for limit in contract.lead_limits]
    named += [limit.cards for limit in contract.discard_limits]
    return [{card for card in pack if cards & card.bit} for cards in named]


def deals_up_to_symmetry(variant: lorum.Variant, contract: str) -> Iterator[Hands]:
    """Of all deals that differ by an exchange of suits alone, the first in the order of `all_deals`."""
    swaps = symmetries(variant, contract)
    for hands in all_deals(variant.pack, variant.players):
        if all(hands <= laws.swapped(hands, swap) for swap in swaps):
            yield hands


def some_deals(pack: tuple[lorum.Card, ...], players: int, number: int, seed: str) -> Iterator[Hands]:
    """Some deals, the same for the same seed."""
    size = len(pack) // players
    for i in range(number):
        cards = lorum.shuffled(pack, f"{seed} {i}")
        yield tuple(tuple(sorted(cards[seat * size : (seat + 1) * size])) for seat in range(players))


def endgame(variant: lorum.Variant, contract: str, cards: int, seed: str) -> lorum.DealState:
    """A position near the end of a deal: so many cards are left to be played, or a few more."""
    rng = Random(f"{variant} {contract} {seed}")
    size = variant.hand_size(variant.contract(contract))
    pack = lorum.shuffled(variant.pack, f"{contract} {seed}")
    hands = [pack[seat * size : (seat + 1) * size] for seat in range(variant.players)]
    row = [lorum.new_deal(variant, contract, hands, dealer=rng.randrange(variant.players))]
    while row[-1].phase != "finished":
        row.append(lorum.apply(row[-1], rng.choice(lorum.legal_actions(row[-1]))))
    left = cards + sum(map(len, row[-1].hands))
    while len(row) > 1 and sum(map(len, row[-2].hands)) <= left:
        row.pop()
    return row[-1]


# Small tables


def small_tables() -> dict[str, str]:
    """Variant files of tables with few cards, by name: every family with all that it can be given."""
    return {
        "tricks-nine": _table(3, "O K A", "a h b", TRICKS),
        "tricks-twelve": _table(4, "O K A", "a l h b", TRICKS),
        "tricks-twelve-three": _table(3, "O K A", "a l h b", TRICKS),
        "tricks-decided": _table(4, "O K A", "a l h b", TRICKS, "stop_when_decided = true"),
        "layouts-twelve": _table(4, "9 T U", "a l h b", LAYOUTS),
        "layouts-twelve-three": _table(3, "9 T U", "a l h b", LAYOUTS),
        "layouts-gaps": _table(3, "7 T U A", "a h b", LAYOUTS),
        "layouts-long": _table(3, "7 8 9 U O A", "a h", LAYOUTS),
        "chains-twelve": _table(4, "7 9 T U O A", "a h", CHAINS),
        "chains-three": _table(3, "7 8 T K A", "a h b", CHAINS),
    }


def _table(players: int, ranks: str, suits: str, contracts: str, session: str = "") -> str:
    pack = [rank + suit for suit in suits.split() for rank in ranks.split()]
    hearts = " ".join(card for card in pack if card[1] == "h")
    obers = " ".join(card for card in pack if card[0] == "O")
    ids = [line[10:-1] for line in contracts.splitlines() if line.startswith("[contract.")]
    listed = ", ".join(f'"{id}"' for id in ids)
    head = f"""format = "lorum-variant/1"
id = "small"

[table]
players = {players}
pack = "{" ".join(pack)}"

[session]
schedule = "by-dealer"
contracts = [{listed}]
revokes = true
{session}
"""
    return head.rstrip() + "\n" + contracts.replace("HEARTS", hearts).replace("OBERS", obers)


TRICKS = """
[contract.reds-first]
family = "tricks"
prices = [{ cards = "HEARTS", points = 1 }]
lead_limits = [{ cards = "HEARTS", until = "first-trick" }]

[contract.reds-broken]
family = "tricks"
prices = [{ cards = "HEARTS", points = 1 }]
lead_limits = [{ cards = "HEARTS", until = "broken" }]

[contract.obers]
family = "tricks"
prices = [{ cards = "OBERS", points = 2 }]
lead_limits = [{ cards = "OBERS", until = "first-trick", singleton = true }]

[contract.obers-barred]
family = "tricks"
prices = [{ cards = "OBERS", points = 2 }]
lead_limits = [{ cards = "OBERS", until = "first-trick", singleton = true }]
discard_limits = [{ cards = "OBERS" }]
only_when_led = "OBERS"

[contract.king]
family = "tricks"
prices = [{ cards = "Kh", points = 4 }]
lead_limits = [{ cards = "HEARTS", until = "broken" }]

[contract.mix]
family = "tricks"
mix = ["reds-broken", "obers-barred", "king"]

[contract.first-and-last]
family = "tricks"
prices = [{ tricks = { first = 4, last = 4 } }]

[contract.second]
family = "tricks"
prices = [{ tricks = { 2 = 8 } }]
stop_after = 2

[contract.king-announced-first]
family = "tricks"
prices = [{ cards = "Kh", points = 8, tricks = { first = 16, last = 32 }, announced = 64 }]
announce_before = "opening-lead"

[contract.king-announced-last]
family = "tricks"
prices = [{ cards = "Kh", points = 8, tricks = { first = 16, last = 32 }, announced = 64 }]
announce_before = "last-trick"
"""

LAYOUTS = """
[contract.both-ways]
family = "layouts"
pass_points = 1

[contract.any-rank]
family = "layouts"
suit_opening = "any-laid-rank"
pass_points = 1

[contract.upwards]
family = "layouts"
growth = "up"
corner = true
pass_points = 1

[contract.upwards-any-rank]
family = "layouts"
suit_opening = "any-laid-rank"
growth = "up"
corner = true

[contract.round]
family = "layouts"
corner = true
pass_points = 2

[contract.unters]
family = "layouts"
opening = "U"
places = [{ points = 1 }, { points = 2 }]
"""

CHAINS = """
[contract.four]
family = "chains"
length = 4

[contract.four-round]
family = "chains"
length = 4
corner = true

[contract.two]
family = "chains"
length = 2
card_points = 3

[contract.eight-round]
family = "chains"
length = 8
corner = true

[contract.one]
family = "chains"
length = 1
"""
