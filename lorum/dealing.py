"""Which cards can be dealt: as many as the variant says, from its pack, none twice."""

from __future__ import annotations

from itertools import chain

from .cards import BIT, Card
from .errors import Violation, violation
from .rules import Rule
from .variant import Variant


def hands_violation(
    variant: Variant,
    size: int,
    hands: tuple[tuple[Card, ...], ...],
    used: int = 0,
    stock_rule: Rule = Rule.DEAL_STOCK,
) -> Violation | None:
    """Why these hands cannot be dealt; `used` are cards dealt before, which `stock_rule` bars."""
    if len(hands) != variant.players:
        return violation(
            Rule.DEAL_HANDS, f"{variant.players} hands are needed, not {len(hands)}", hands=len(hands)
        )
    for seat, hand in enumerate(hands):
        if len(hand) != size:
            return violation(
                Rule.DEAL_HANDS,
                f"seat {seat} needs {size} cards, not {len(hand)}",
                seat=seat,
                cards=len(hand),
            )
    return cards_violation(variant, tuple(chain.from_iterable(hands)), used, stock_rule)


def cards_violation(
    variant: Variant, cards: tuple[Card, ...], used: int = 0, stock_rule: Rule = Rule.DEAL_STOCK
) -> Violation | None:
    """Why these cards cannot come from the pack."""
    together = sum(map(BIT, cards))
    # Bits of which none is there twice add up without a carry, so that as many are set.
    if together.bit_count() == len(cards) and not together & (variant.set_aside | used):
        return None
    barred, first = variant.set_aside | used, 0
    while not barred & cards[first].bit:
        barred |= cards[first].bit
        first += 1
    card = cards[first]
    if variant.set_aside & card.bit:
        return violation(Rule.CARDS_SHORT_PACK, f"{card} is not in the pack", card=str(card))
    if used & card.bit:
        return violation(stock_rule, f"{card} has been dealt before", card=str(card))
    return violation(Rule.DEAL_PACK, f"{card} is there twice", card=str(card))
