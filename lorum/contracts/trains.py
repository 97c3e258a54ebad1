"""Train contracts: each card is one rank higher than the card before, in any suit.

Forehand begins with any card (`trains.first`). After it, in turn, whoever holds a card of the next
higher rank must play one, and whoever holds none passes. The Seven follows the Ace. The deal ends at
once with anyone's last card (`trains.end`).

Play cannot stall. The train takes the ranks in turn, so that no rank has been played less often than
the one that is due. Were all four cards of that rank gone, all cards would be, and a hand would have
run empty before. So somebody holds a card of the rank that is due, and plays it after at most one pass
of each other player.
"""

from __future__ import annotations

from collections.abc import Hashable
from typing import ClassVar

from attrs import field, frozen

from ..actions import PASS
from ..cards import ALL_CARDS, PACK
from ..errors import Violation, violation
from ..rules import Rule
from .base import NOBODY, RANK_MASK, Contract, DealFrame, Position, ScoreLine, Step, above, check_price
from .leftovers import Charges, card_charges, left_impossible, left_lines

_NEXT_RANK = tuple(above(mask, corner=True) for mask in RANK_MASK)


@frozen(eq=False, kw_only=True)
class Trains(Contract):
    """A train contract. Its table is the mask of the cards that may be played next."""

    family: ClassVar[str] = "trains"
    must_play: ClassVar[Rule] = Rule.TRAINS_PASS

    card_points: int = field(default=1, validator=check_price)
    """The price of each card left."""

    @property
    def has_winner(self) -> bool:
        return True

    def fault(self, players: int, hand_size: int, pack: int) -> str | None:
        if players * hand_size < len(PACK):
            return "a train needs all cards in hands, or it could stall"
        return None

    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        card = PACK[number]
        return violation(self.cite(Rule.TRAINS_NEXT), f"{card} has not the next higher rank", card=str(card))

    def start(self, deal: DealFrame, left: int) -> Step:
        return deal.forehand, ALL_CARDS, deal.hands[deal.forehand]

    def played(self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: int) -> Step:
        if number != PASS:
            table = _NEXT_RANK[number]
            if not deal.hands[turn] & left:
                return NOBODY, table, 0
        turn = deal.after[turn]
        return turn, table, deal.hands[turn] & left & table or 1 << PASS

    def prepare(self, players: int, hand_size: int) -> Charges:
        return card_charges(players, hand_size, self.cite(Rule.TRAINS_CARD_PRICE), self.card_points)

    def lines(self, deal: DealFrame, at: Position) -> tuple[ScoreLine, ...]:
        return left_lines(deal, at.left, deal.prepared)

    def key(self, deal: DealFrame, at: Position) -> Hashable:
        table: int = at.table
        return table

    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        return left_impossible(deal, points, self.card_points)
