"""What one seat, or an onlooker, may know of a session or a deal.

An `Observation` is made of what has happened at the table and of the seat's own hand. No other hand,
no stock, and nothing that depends on one of them gets into it, in any phase.
"""

from __future__ import annotations

from attrs import frozen

from .actions import Action, Play, PlayerAction, check_seat
from .cards import SUITS, Card, Suit, cards_of, mask_of
from .deal import DealInHand, DealResult, Phase, Playing
from .errors import ArgumentError
from .play import State, check_state, legal_actions
from .session import SessionState
from .variant import Variant


@frozen
class Observation:
    """A session or a deal as one seat may see it; `seat` is None for an onlooker."""

    variant: Variant
    """The rules."""
    seat: int | None
    """Whose view it is; None for an onlooker's."""
    phase: Phase
    """What is waited for."""
    to_act: int | None
    """The seat whose turn it is; None also where that would tell about a hand that is not the seat's own."""
    deal: DealInHand | None
    """The deal in hand; while beans are bought the one just ended; None at the end of a session."""
    deal_actions: tuple[Action, ...]
    """What has been done in the deal after its cards were dealt."""
    open_contracts: tuple[str, ...] | None
    """What the chooser may choose; None in any other phase."""
    hand: tuple[Card, ...] | None
    """The seat's own cards; None for an onlooker."""
    held: tuple[int, ...]
    """How many cards each seat has left."""
    legal: tuple[PlayerAction, ...]
    """What the seat may do, when it is its turn."""
    results: tuple[DealResult, ...]
    """What each deal came to."""
    totals: tuple[int, ...]
    """The accounts that the winner is judged by, by seat; points charged, balances or beans."""
    pot: int
    """What the pot holds."""
    bought: tuple[int, ...]
    """The beans that each seat has bought."""
    final_share: tuple[int, ...]
    """What each seat got of the pot at the end of the session."""
    leaders: tuple[int, ...]
    """The seats with the best total now."""
    winners: tuple[int, ...]
    """The winners' seats in order; none before the end."""
    planned: int
    """The planned number of deals."""


def observe(state: State, seat: int | None) -> Observation:
    """What `seat` may know of a state; what an onlooker may know for None.

    Raises `ArgumentError` when there is no such seat.
    """
    check_state(state)
    if seat is not None and check_seat(seat) >= state.variant.players:
        raise ArgumentError(f"there is no seat {seat} in {state.variant}")
    own_turn = seat is not None and seat == state.to_act
    stage = state.stage
    hidden = isinstance(stage, Playing) and stage.contract.hides_turn(stage, state) and not own_turn
    return _observation(
        state,
        seat,
        None if hidden else state.to_act,
        None if seat is None else state.hands[seat],
        legal_actions(state) if own_turn else (),
    )


def overview(state: State) -> Observation:
    """A state without its hands, but with the turn and what is legal: for whoever keeps it."""
    check_state(state)
    return _observation(state, None, state.to_act, None, legal_actions(state))


def _observation(
    state: State,
    seat: int | None,
    to_act: int | None,
    hand: tuple[Card, ...] | None,
    legal: tuple[PlayerAction, ...],
) -> Observation:
    none = (0,) * state.variant.players
    if isinstance(state, SessionState):
        results, totals, bought, shares = state.results, state.totals, state.bought, state.final_share
        leaders, winners, planned = state.leaders, state.winners, state.variant.deals
        open_contracts = state.open_contracts
    else:
        results = (state.result,) if state.result else ()
        totals = state.result.change if state.result else none
        bought = shares = none
        leaders = state.variant.settlement.leaders(totals, none)
        winners, planned, open_contracts = (), 1, None
    return Observation(
        variant=state.variant,
        seat=seat,
        phase=state.phase,
        to_act=to_act,
        deal=state.deal,
        deal_actions=state.deal_actions,
        open_contracts=open_contracts,
        hand=hand,
        held=tuple(len(cards) for cards in state.hands),
        legal=legal,
        results=results,
        totals=totals,
        pot=state.pot,
        bought=bought,
        final_share=shares,
        leaders=leaders,
        winners=winners,
        planned=planned,
    )


@frozen
class Trick:
    """A trick: the seats and cards in order of play, and who took it once it is complete."""

    number: int
    """From 1."""
    plays: tuple[tuple[int, Card], ...]
    winner: int | None

    @property
    def leader(self) -> int:
        """Who led to it."""
        return self.plays[0][0]


def tricks_of(view: State | Observation) -> tuple[Trick, ...]:
    """The tricks of the deal in hand, the one in progress last; none in a contract without tricks."""
    from .contracts.tricks import Tricks

    contract = _contract(view)
    if not isinstance(contract, Tricks):
        return ()
    plays = _plays(view)
    players = view.variant.players
    tricks = []
    for start in range(0, len(plays), players):
        trick = plays[start : start + players]
        winner = None
        if len(trick) == players:
            best = contract.winning(mask_of(card for _, card in trick), trick[0][1].index)
            winner = next(seat for seat, card in trick if card.index == best)
        tricks.append(Trick(start // players + 1, trick, winner))
    return tuple(tricks)


def rows_of(view: State | Observation) -> dict[Suit, tuple[Card, ...]]:
    """The rows of the layout in hand by suit, each in the order of its cards; empty in other contracts.

    Rows that turn the corner begin at the rank of the opening card, others at their lowest card.
    """
    from .contracts.layouts import Layouts

    contract = _contract(view)
    plays = _plays(view)
    if not isinstance(contract, Layouts):
        return {}
    if not plays:
        return dict.fromkeys(SUITS, ())
    opening = plays[0][1]
    laid, _ = contract.laid_on(mask_of(card for _, card in plays), opening.index, view.variant.set_aside)
    first = opening.rank.number if contract.corner else 0
    return {
        suit: tuple(sorted(cards_of(laid & suit.mask), key=lambda card: (card.rank.number - first) % 8))
        for suit in SUITS
    }


def _contract(view: State | Observation) -> object:
    if not isinstance(view, Observation):
        check_state(view)
    deal = view.deal
    return None if deal is None or deal.contract is None else view.variant.contract(deal.contract)


def _plays(view: State | Observation) -> tuple[tuple[int, Card], ...]:
    return tuple(
        (action.seat, action.card)
        for action in view.deal_actions
        if isinstance(action, Play) and action.seat is not None
    )
