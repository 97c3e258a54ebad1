"""The functions that sessions and deals are played with. They are pure, and work on both alike."""

from __future__ import annotations

from collections.abc import Hashable, Sequence

from .actions import (
    FIRST_CONTRACT,
    READY,
    Action,
    ChooseContract,
    DealCards,
    PlayerAction,
    action_of,
    actions_of,
    check_action,
    number_of,
)
from .cards import Card
from .deal import DealState, Ended, Playing, no_state
from .errors import ArgumentError, Violation, quoted
from .session import BuyingIn, Dealing, Over, SessionState
from .variant import Variant, check_variant

State = SessionState | DealState

_FEW = 3
"""Hands of so few cards come again and again towards the end of deals: what they list is kept. There are
fewer than six thousand."""


_ready = READY.get


def legal_actions(state: State) -> tuple[PlayerAction, ...]:
    """What the player to act may do.

    Plays come in pack order, contracts in the variant's order, doing before declining; a pass stands
    alone. There is none in the phases ``deal`` and ``finished``.
    """
    try:
        mask = state.legal
    except AttributeError:
        raise no_state(state) from None
    ready = _ready(mask)
    if ready:
        return ready
    if mask and type(mask) is int:
        listed = actions_of(mask)
        if len(listed) <= _FEW:
            READY[mask] = listed
        return listed
    check_state(state)
    return state.stage.listed(state)  # type: ignore[no-any-return]


def violation(state: State, action: Action) -> Violation | None:
    """The first rule that an action breaks; None exactly when `apply` takes it."""
    return check_state(state).stage.violation(state, action)  # type: ignore[no-any-return]


def is_decided(state: State) -> bool:
    """Whether no further point can be charged in the deal in hand.

    A trick contract is decided when, after a complete trick, no card in a hand and no trick to come
    can bring a point to whoever takes it; any other deal when it ends. While players are asked to buy
    beans the deal in hand is the one that has just ended.
    """
    stage = check_state(state).stage
    if isinstance(stage, Playing):
        return stage.contract.decided(stage, state)
    return isinstance(stage, BuyingIn | Over | Ended)


def position_key(state: State) -> Hashable:
    """A value that is equal for states with the same future, however they came about."""
    return check_state(state).key


def deal_cards(session: SessionState, pack: Sequence[Card] | None = None) -> DealCards:
    """The action that deals `pack`, as it lies, in the variant's way; its first card is the top one.

    Where a stock runs, no pack is given: the cards are dealt from it. Where two cards each are dealt and no
    stock is known to run, cards of the pack that have been used in this game are passed over. Raises
    `ArgumentError` for a pack that has not the cards to be dealt, and in any phase but ``deal``.
    """
    stage = check_state(session).stage
    if not isinstance(stage, Dealing):
        raise ArgumentError("the session does not wait for cards")
    return stage.deal_cards(pack)


def action_index(variant: Variant, action: PlayerAction) -> int:
    """The number of a player's action: the same in every state, for ever.

    0 to 31 are the cards in pack order, 32 to pass, 33 to decline, 34 to double, 35 to announce, 36 to
    buy in, 37 and up the contracts in the document's order. Raises `ArgumentError` for a fact of the table.
    """
    check_variant(variant)
    check_action(action)
    if isinstance(action, ChooseContract):
        variant.contract(action.contract)
        return FIRST_CONTRACT + list(variant.definitions).index(action.contract)
    if isinstance(action, PlayerAction):
        return number_of(action)
    raise ArgumentError(f"a player's action is needed, not {quoted(action)}")


def action_at(variant: Variant, index: int) -> PlayerAction:
    """The action with that number; raises `ArgumentError` when there is none."""
    check_variant(variant)
    contracts = list(variant.definitions)
    if type(index) is not int or not 0 <= index < FIRST_CONTRACT + len(contracts):
        raise ArgumentError(f"there is no action {quoted(index)}")
    if index >= FIRST_CONTRACT:
        return ChooseContract(contracts[index - FIRST_CONTRACT])
    return action_of(index)


def check_state(state: State) -> State:
    """`state` if it is one; raises `ArgumentError` for anything else."""
    if not isinstance(state, SessionState | DealState):
        raise no_state(state)
    return state
