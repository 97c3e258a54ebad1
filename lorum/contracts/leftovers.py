"""What is charged when the first empty hand ends the deal and only cards left cost anything."""

from __future__ import annotations

from ..rules import Rule
from .base import DealFrame, Lines, ScoreLine

Charges = tuple[tuple[Lines, ...], ...]
"""Score lines that are ready: for each seat, for each number of things it is charged for."""


def charges(players: int, most: int, rule: Rule, price: int, one: str, many: str) -> Charges:
    """The charges for up to `most` things, called `one` or `many`."""
    return tuple(
        tuple(
            (ScoreLine(rule, seat, price * count, f"{count} {one if count == 1 else many}"),)
            if count and price
            else ()
            for count in range(most + 1)
        )
        for seat in range(players)
    )


def card_charges(players: int, hand_size: int, rule: Rule, price: int) -> Charges:
    """The charges for the cards left in a hand."""
    return charges(players, hand_size, rule, price, "card left", "cards left")


def left_lines(deal: DealFrame, left: int, prices: Charges) -> Lines:
    """What the cards left in each hand cost."""
    lines: Lines = ()
    for hand, by_count in zip(deal.hands, prices, strict=True):
        lines += by_count[(hand & left).bit_count()]
    return lines


def left_impossible(deal: DealFrame, points: tuple[int, ...], price: int) -> str | None:
    """Why these points cannot arise from cards left, or None: one hand is empty, the others are not."""
    if points.count(0) != 1:
        return "exactly one player has no card left"
    for seat, mine in enumerate(points):
        # Forehand has played the first card.
        most = deal.hand_size - (seat == deal.forehand)
        if mine and (mine % price or mine > most * price):
            return f"seat {seat} cannot have been left with cards worth {mine}"
    return None
