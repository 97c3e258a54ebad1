"""Play at random, driven by a random source that is handed in."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random
from typing import cast

from ..actions import Action, DealCards, Revoke, ScoreDeal
from ..cards import Card, in_pack_order
from ..deal import DealInHand, Phase, apply
from ..errors import ArgumentError
from ..play import State, deal_cards, legal_actions, violation
from ..session import SessionState
from ..variant import Variant

Hands = tuple[tuple[Card, ...], ...]


def by_rank(card: Card) -> tuple[int, int]:
    """A key that sorts cards by rank, then by suit."""
    return card.rank.number, card.index


def cut(pile: Sequence[Card], players: int, size: int) -> Hands:
    """Hands of that size, one after another off a pile."""
    return tuple(in_pack_order(pile[seat * size : (seat + 1) * size]) for seat in range(players))


def revokes_now(state: State) -> list[Revoke]:
    """The revokes that the table may establish now."""
    if state.phase is not Phase.PLAY or not state.variant.plan.revokes:
        return []
    every = [Revoke(seat) for seat in range(state.variant.players)]
    return [revoke for revoke in every if violation(state, revoke) is None]


def hand_size(state: State) -> int:
    """How many cards each hand of the deal has that is in hand or waited for."""
    deal = state.deal
    # A tie-break deal has full hands, whatever its contract.
    contract = deal.contract if deal and deal.tied is None else None
    return state.variant.hand_size(state.variant.contract(contract) if contract else None)


def stock_deal(state: SessionState, pile: Sequence[Card], with_stock: bool) -> DealCards:
    """A deal of fewer cards than the pack has: from the stock that runs, or from the cards not yet used."""
    try:
        return deal_cards(state)
    except ArgumentError:
        pass  # no stock runs
    dealt = deal_cards(state, pile)
    return dealt if with_stock else DealCards(dealt.hands)


def random_pile(variant: Variant, rng: Random) -> list[Card]:
    """The pack, often in an order that gives hands of long suits or neighbouring ranks."""
    order = rng.choice(["suits", "ranks", "shuffled", "shuffled", "shuffled"])
    pile = sorted(variant.pack, key=by_rank) if order == "ranks" else list(variant.pack)
    if order == "shuffled":
        rng.shuffle(pile)
        return pile
    for _ in range(rng.randrange(12)):
        i, j = rng.randrange(len(pile)), rng.randrange(len(pile))
        pile[i], pile[j] = pile[j], pile[i]
    turned = rng.randrange(variant.players) * len(pile) // variant.players
    return pile[turned:] + pile[:turned]


def random_deal(state: SessionState, rng: Random) -> DealCards:
    """Cards for the deal that the session waits for."""
    size = hand_size(state)
    pile = random_pile(state.variant, rng)
    if size * state.variant.players == len(state.variant.pack):
        return DealCards(cut(pile, state.variant.players, size))
    return stock_deal(state, pile, rng.random() < 0.5)


def entered_deal(state: SessionState, rng: Random) -> ScoreDeal:
    """The next deal, played at random elsewhere and entered by its points."""
    variant = state.variant
    tie_break = cast(DealInHand, state.deal).tied is not None
    played = apply(state, random_deal(state, rng))
    while len(played.results) == len(state.results):
        # Points are entered as they are before doubling, which is declined last.
        choices = legal_actions(played)
        played = apply(played, choices[-1] if played.phase is Phase.DOUBLE else rng.choice(choices))
    result = played.results[-1]
    points, revoked_by = result.points, None
    definition = variant.contract(result.contract)
    total = definition.total(variant.players, hand_size(state), variant.table.pack)
    if variant.plan.revokes and total is not None and rng.random() < 0.1:
        revoked_by = rng.randrange(variant.players)
        points = tuple(total * (seat == revoked_by) for seat in range(variant.players))
    doubled = variant.plan.doubling and not tie_break and rng.random() < 0.5
    return ScoreDeal(points, result.contract, doubled, revoked_by)


def random_action(state: State, rng: Random, *, entered: bool = True, revokes: bool = True) -> Action:
    """What happens next: mostly a legal action, now and then a revoke or a deal entered by its points."""
    if isinstance(state, SessionState) and state.phase is Phase.DEAL:
        return entered_deal(state, rng) if entered and rng.random() < 0.3 else random_deal(state, rng)
    if revokes and rng.random() < 0.01:
        found = revokes_now(state)
        if found:
            return rng.choice(found)
    legal = legal_actions(state)
    if state.phase is Phase.BUY_IN and rng.random() < 0.8:
        return legal[0]
    return rng.choice(legal)
