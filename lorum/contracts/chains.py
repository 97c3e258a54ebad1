"""Chain contracts: to the card led its holders add the next higher cards of the suit.

The leader begins a chain with any card. Whoever holds the next higher card of the suit must add it,
whoever's turn it would be, up to the contract's number of cards. The chain is taken away when it is
complete or when its next card is not in any hand; whoever played last begins another. The deal ends
at once with anyone's last card.

Play cannot stall: a chain that goes on does so with a card that somebody holds, and when one ends its
last player leads, whose hand is not empty, for the deal would have ended. Every action is a card.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from attrs import field, frozen

from ..cards import PACK
from ..errors import Violation, violation
from ..rules import Rule
from .base import NOBODY, Contract, DealFrame, Position, ScoreLine, Step, above, check_price
from .leftovers import Charges, card_charges, left_impossible, left_lines

ChainTable = tuple[int, int]
"""What a chain contract keeps:

- how many cards the open chain has, 0 when a lead is due,
- the card that must be added, as a mask, 0 when a lead is due.
"""


@frozen(eq=False, kw_only=True)
class Chains(Contract):
    """A chain contract."""

    family: ClassVar[str] = "chains"

    length: int
    """How many cards make a chain, the first included."""
    corner: bool = False
    """Whether the Seven follows the Ace."""
    card_points: int = field(default=1, validator=check_price)
    """The price of each card left."""
    follower: tuple[int, ...] = field(init=False)
    """For each card the next higher one as a mask, 0 for none."""

    @follower.default
    def _follower(self) -> tuple[int, ...]:
        return tuple(above(card.bit, self.corner) for card in PACK)

    @property
    def has_winner(self) -> bool:
        return True

    def fault(self, players: int, hand_size: int, pack: int) -> str | None:
        return None if 1 <= self.length <= 8 else "a chain has from 1 to 8 cards"

    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        card = PACK[number]
        return violation(
            self.cite(Rule.CHAINS_NEXT),
            f"{card} is not the next card of the chain, which its holder must play",
            card=str(card),
        )

    def start(self, deal: DealFrame, left: int) -> Step:
        return deal.forehand, (0, 0), deal.hands[deal.forehand]

    def played(
        self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: ChainTable
    ) -> Step:
        hand = deal.hands[turn] & left
        if not hand:
            return NOBODY, (0, 0), 0
        length = table[0] + 1
        following = self.follower[number] & left
        if following and length < self.length:
            holder = 0
            while not deal.hands[holder] & following:
                holder += 1
            return holder, (length, following), following
        return turn, (0, 0), hand

    def hides_turn(self, deal: DealFrame, at: Position) -> bool:
        # Whoever has to go on holds the card, which nobody knows before it is played.
        return bool(at.table[1])

    def prepare(self, players: int, hand_size: int) -> Charges:
        return card_charges(players, hand_size, self.cite(Rule.CHAINS_CARD_PRICE), self.card_points)

    def lines(self, deal: DealFrame, at: Position) -> tuple[ScoreLine, ...]:
        return left_lines(deal, at.left, deal.prepared)

    def key(self, deal: DealFrame, at: Position) -> Hashable:
        table: ChainTable = at.table
        return table

    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        return left_impossible(deal, points, self.card_points)
