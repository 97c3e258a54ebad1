"""What is charged when the first empty hand ends the deal and only cards left cost anything."""

from __future__ import annotations

from ..rules import Rule
from .base import DealFrame, ScoreLine, score_line


def left_lines(deal: DealFrame, left: int, rule: Rule, price: int) -> tuple[ScoreLine, ...]:
    """A charge for the cards left in each hand."""
    counts = ((hand & left).bit_count() for hand in deal.hands)
    return tuple(
        score_line(rule, seat, price * count, cards_left(count)) for seat, count in enumerate(counts) if count
    )


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


def cards_left(count: int) -> str:
    """What a score line says of cards left in a hand."""
    return f"{count} card{'s' * (count > 1)} left"
