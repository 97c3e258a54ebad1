"""Whole sessions by players who choose at random."""

from __future__ import annotations

from random import Random

from .cards import Card, shuffled
from .deal import Phase, apply
from .errors import ArgumentError, quoted
from .play import deal_cards, legal_actions
from .session import SessionState, new_session
from .variant import Variant


def random_session(variant: Variant, seed: int = 0) -> SessionState:
    """A session of `variant` to its end, the same for the same seed.

    Every player picks one of the legal actions at random; who is asked to buy beans buys, so that the
    session goes to its last deal. Raises `ArgumentError` for a seed below 0.
    """
    if type(seed) is not int or seed < 0:
        raise ArgumentError(f"a seed is a whole number of at least 0, not {quoted(seed)}")
    chance = Random(seed)
    state = new_session(variant)
    while state.phase is not Phase.FINISHED:
        if state.phase is Phase.DEAL:
            state = apply(state, deal_cards(state, _pack(state, chance)))
            continue
        choices = legal_actions(state)
        choice = 0 if state.phase is Phase.BUY_IN else int(chance.random() * len(choices))
        state = apply(state, choices[choice])
    return state


def _pack(state: SessionState, chance: Random) -> tuple[Card, ...] | None:
    stock, _ = state.books.stock()
    return shuffled(state.variant.pack, chance.getrandbits(128)) if stock is None else None
