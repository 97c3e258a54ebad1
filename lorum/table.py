"""Seats, directions, and how cards come to the hands.

Seats are numbered clockwise from 0 (`table.seats`). Everything that passes round the table (the deal, the
packets of cards, the turn to play) passes in the variant's direction (`table.direction`). Who deals first
(`deal.first-dealer`) and who cuts (`deal.cut`) is up to the table: cards are handed in as they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from .cards import Card, in_pack_order


class Direction(StrEnum):
    """The direction in which everything passes round the table."""

    step: int
    """What to add to a seat to reach the next one."""

    def __new__(cls, word: str, step: int) -> Direction:
        member = str.__new__(cls, word)
        member._value_ = word
        member.step = step
        return member

    CLOCKWISE = "clockwise", 1
    COUNTER_CLOCKWISE = "counter-clockwise", -1

    def next(self, seat: int, players: int, places: int = 1) -> int:
        """The seat that many places further on."""
        return (seat + self.step * places) % players


def from_seat(first: int, players: int, direction: Direction) -> tuple[int, ...]:
    """All seats in turn, from `first` on."""
    return tuple(direction.next(first, players, places) for places in range(players))


def dealt(
    pack: Sequence[Card], order: Sequence[int], hand_size: int, packet: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat and the stock, when `pack` is dealt from its top.

    The seats get packets in `order`, round after round, until each has `hand_size` cards; a last
    packet is smaller when the size asks for it (`deal.packets`).
    """
    hands: list[tuple[Card, ...]] = [()] * len(order)
    for seat, places in zip(order, _places(len(order), hand_size, packet), strict=True):
        hands[seat] = in_pack_order([pack[place] for place in places])
    return tuple(hands), tuple(pack[len(order) * hand_size :])


@cache
def _places(players: int, hand_size: int, packet: int) -> tuple[tuple[int, ...], ...]:
    """For each player in the order of the deal where in the pack the cards of the hand lie."""
    places: list[list[int]] = [[] for _ in range(players)]
    top = 0
    while len(places[-1]) < hand_size:
        for hand in places:
            size = min(packet, hand_size - len(hand))
            hand.extend(range(top, top + size))
            top += size
    return tuple(map(tuple, places))
