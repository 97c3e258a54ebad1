"""Whole deals and sessions of a variant, played at random and held against the laws."""

from __future__ import annotations

from collections.abc import Iterator
from random import Random

from .. import record
from ..deal import DealState, Phase, apply, new_deal
from ..play import legal_actions
from ..session import SessionState, new_session
from ..variant import Variant
from .chance import cut, random_action, random_pile
from .laws import LAWS, QUICK, BrokenLaw, hold, own_registry, shown_as


def bound_of(variant: Variant) -> int:
    """A number of actions that no deal of a variant exceeds, from its cards to its points."""
    # Each card is played once, and at most everybody else passes before the next one is.
    return 8 + 2 * variant.players + len(variant.pack) * variant.players


def random_deals(variant: Variant, contract: str, rng: Random) -> Iterator[DealState]:
    """The states of a deal of that contract, played at random."""
    definition = variant.contract(contract)
    size = variant.hand_size(definition)
    state = new_deal(
        variant,
        contract,
        cut(random_pile(variant, rng), variant.players, size),
        dealer=rng.randrange(variant.players),
        doubled=rng.random() < 0.3,
        pot=rng.randrange(4) * rng.randrange(10),
    )
    yield state
    for _ in range(bound_of(variant)):
        if state.phase is Phase.FINISHED:
            return
        state = apply(state, random_action(state, rng))
        yield state
    raise BrokenLaw("end", "the deal does not end", shown_as(state))


def random_session(variant: Variant, rng: Random, entered: bool = True) -> Iterator[SessionState]:
    """The states of a session, played at random to its end."""
    state = new_session(variant, rng.randrange(variant.players))
    yield state
    # A tie can go on and on, but not that often in a row.
    for _ in range((variant.deals + 200) * bound_of(variant)):
        if state.phase is Phase.FINISHED:
            return
        state = apply(state, random_action(state, rng, entered=entered))
        yield state
    raise BrokenLaw("end", "the session does not end", shown_as(state))


def check_variant(variant: Variant, *, deals: int = 100, seed: int | str = 0) -> None:
    """Play a variant at random and hold it against every law of the game.

    `deals` deals of every contract are played on their own, and whole sessions until that many deals
    have been played in them. Some laws are held against every state, others against a part of them that
    `seed` decides; the same call does the same. Raises `BrokenLaw`, an `AssertionError` that names the
    law and shows the record, when one fails.
    """
    rng = Random(f"{seed}")
    slow = [name for name in LAWS if name not in QUICK]
    for contract in variant.definitions:
        for _ in range(deals):
            # Deals and sessions are played to their end first, for some laws play on from a state.
            row = list(random_deals(variant, contract, rng))
            for deal in row:
                hold(deal, rng, QUICK)
                if rng.random() < 0.04:
                    hold(deal, rng, slow)
            hold(row[-1], rng, ("summary", "records", "turned", "mirrored"))
    played = 0
    while played < deals:
        states = list(random_session(variant, rng))
        for session in states:
            hold(session, rng, QUICK)
            if rng.random() < 0.01:
                hold(session, rng, slow)
        hold(session, rng, slow)
        for state, again in zip(
            states, record.positions(record.record_of(session), own_registry(variant)), strict=True
        ):
            if state != again or legal_actions(state) != legal_actions(again):
                raise BrokenLaw("records", "a position of the record is another", shown_as(state))
        played += len(session.results)
