"""Seats, directions, and how cards come to the hands.

Seats are numbered clockwise from 0 (`table.seats`). Everything that passes round the table (the deal, the
packets of cards, the turn to play) passes in the variant's direction (`table.direction`). Who deals first
(`deal.first-dealer`) and who cuts (`deal.cut`) is up to the table: cards are handed in as they lie.
"""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum
from functools import cache

from .cards import Card


class Direction(StrEnum):
    """The direction in which everything passes round the table."""

    CLOCKWISE = "clockwise"
    COUNTER_CLOCKWISE = "counter-clockwise"

    @property
    def step(self) -> int:
        """What to add to a seat to reach the next one."""
        return 1 if self is Direction.CLOCKWISE else -1

    def next(self, seat: int, players: int, places: int = 1) -> int:
        """The seat that many places further on."""
        return (seat + self.step * places) % players


@cache
def successors(players: int, direction: Direction) -> tuple[int, ...]:
    """For every seat the next one."""
    return tuple(direction.next(seat, players) for seat in range(players))


def from_seat(first: int, players: int, direction: Direction) -> tuple[int, ...]:
    """All seats in turn, from `first` on."""
    return tuple(direction.next(first, players, places) for places in range(players))


@cache
def orders(players: int, direction: Direction) -> tuple[tuple[int, ...], ...]:
    """For every seat all seats in turn, from that seat on."""
    return tuple(from_seat(seat, players, direction) for seat in range(players))


def dealt(
    pack: Sequence[Card], order: Sequence[int], hand_size: int, packet: int
) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
    """The hands by seat and the stock, when `pack` is dealt from its top.

    The seats get packets in `order`, round after round, until each has `hand_size` cards; a last
    packet is smaller when the size asks for it (`deal.packets`).
    """
    hands: list[list[Card]] = [[] for _ in order]
    top = 0
    while len(hands[order[-1]]) < hand_size:
        for seat in order:
            size = min(packet, hand_size - len(hands[seat]))
            hands[seat].extend(pack[top : top + size])
            top += size
    return tuple(tuple(sorted(hand)) for hand in hands), tuple(pack[top:])
