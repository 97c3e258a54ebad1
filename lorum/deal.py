"""One deal, from the first card to its points: alone, or within a session.

A deal that is played has the stage `Playing`. It asks the contract's family what may be done and what
comes of it, and when the family says that the deal is over, it counts the points. Whatever happens
then is up to the session the deal belongs to; a deal on its own is finished.
"""

from __future__ import annotations

from collections.abc import Callable, Hashable, Iterable, Iterator
from enum import StrEnum
from typing import Any, ClassVar, Protocol

from attrs import evolve, field, frozen

from .actions import (
    Action,
    Announce,
    Decline,
    OfPlayer,
    Pass,
    Play,
    PlayerAction,
    Revoke,
    action_of,
    check_action,
    check_seat,
    hands_of,
    number_of,
)
from .cards import ALL_CARDS, Card, cards_of, mask_of
from .contracts.base import (
    NOBODY,
    At,
    Contract,
    DealFrame,
    Draft,
    Position,
    ScoreLine,
    position,
)
from .dealing import hands_violation
from .errors import ArgumentError, IllegalAction, Violation, quoted, violation
from .quick import maker
from .rules import Rule
from .settlement import Changes, settle
from .variant import Variant, check_variant

LARGEST_POT = 10**9


class Phase(StrEnum):
    """What a session or a deal is waiting for."""

    DEAL = "deal"
    CHOOSE = "choose"
    DOUBLE = "double"
    ANNOUNCE = "announce"
    PLAY = "play"
    BUY_IN = "buy-in"
    FINISHED = "finished"


class Stage(Protocol):
    """What stays as it is while a phase lasts, and what may happen in it."""

    def phase(self, at: Position) -> Phase: ...

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        """What may be done, asked where the mask of the position does not tell; in play it does."""

    def violation(self, at: Position, action: Action) -> Violation | None: ...

    def apply(self, at: Any, action: Action) -> Any:
        """What follows an action, asked where the function `apply` does not do it itself."""


@frozen
class DealInHand:
    """The deal that a session is at: its contract is None while it is not known."""

    number: int
    """From 1."""
    dealer: int
    forehand: int
    contract: str | None
    doubled: bool
    tied: tuple[int, ...] | None
    """The seats between which a tie-break deal decides."""


@frozen(weakref_slot=False)
class DealResult:
    """What a deal came to. `points` are as charged, doubling included; `lines` tells them one by one."""

    deal: int
    """The number of the deal, from 1."""
    dealer: int
    """The dealer's seat."""
    contract: str
    """The contract's id."""
    doubled: bool
    """Whether the dealer doubled it."""
    points: tuple[int, ...]
    """What each seat was charged, at least 0."""
    change: Changes
    """What the deal did to the players' accounts; penalties grow, whoever pays anything else has less."""
    pot_change: int
    """What it put into the pot, or less than 0 for what it took out."""
    tie_break: bool
    """Whether it was an extra deal, which changes no account."""
    revoked_by: int | None
    """Who ended it by a revoke."""
    lines: tuple[ScoreLine, ...]
    """The charges one by one; for each seat they add up to its points."""

    def to_json(self) -> dict[str, object]:
        """The result in JSON types."""
        return {
            "deal": self.deal,
            "dealer": self.dealer,
            "contract": self.contract,
            "doubled": self.doubled,
            "points": list(self.points),
            "change": list(self.change),
            "pot_change": self.pot_change,
            "tie_break": self.tie_break,
            "revoked_by": self.revoked_by,
            "lines": [line.to_json() for line in self.lines],
        }


make_result = maker(DealResult)


def points_of(lines: tuple[ScoreLine, ...], players: int) -> tuple[int, ...]:
    """What the lines add up to by seat."""
    points = [0] * players
    for line in lines:
        points[line.seat] += line.points
    return tuple(points)


class Home(Protocol):
    """The session that a deal belongs to."""

    def closed(
        self, deal: Playing, moves: bytes, lines: tuple[ScoreLine, ...], revoked_by: int | None
    ) -> Any:
        """The session's state after the deal."""


@frozen(repr=False, weakref_slot=False)
class Playing(DealFrame):
    """The stage in which cards are played."""

    variant: Variant
    contract: Contract = field(eq=False)
    contract_id: str
    doubled: bool
    pot: int
    """What the pot holds before this deal is settled."""
    home: Home | None

    def __reduce__(self) -> tuple[Callable[..., Playing], tuple[Any, ...]]:
        return playing, (
            self.variant,
            self.contract_id,
            self.hands,
            self.dealer,
            self.doubled,
            self.pot,
            self.home,
        )

    def start(self, cls: type[At]) -> At:
        """The first position of the deal."""
        left = sum(self.hands)
        turn, table, legal = self.contract.start(self, left)
        return position(cls, self, turn, left, b"", table, legal)

    def phase(self, at: Position) -> Phase:
        return Phase.ANNOUNCE if self.contract.asks(at) else Phase.PLAY

    def violation(self, at: Position, action: Action) -> Violation | None:
        phase = self.phase(at)
        kinds = (Announce, Decline) if phase is Phase.ANNOUNCE else (Play, Pass, Revoke)
        if not isinstance(action, kinds):
            return wrong_phase(action, phase)
        if isinstance(action, Revoke):
            return self._revoke_violation(at, action.seat)
        if problem := wrong_seat(at, action):
            return problem
        number = number_of(action)
        if isinstance(action, Play) and not self.hands[at.turn] & at.left & action.card.bit:
            return self._not_held(at.turn, action.card)
        if at.legal >> number & 1:
            return None
        if isinstance(action, Pass):
            rule = self.contract.cite(self.contract.must_play)
            return violation(rule, "whoever has a card to play may not pass")
        return self.contract.refusal(self, at, number)

    def _not_held(self, seat: int, card: Card) -> Violation:
        if self.aside & card.bit:
            return violation(Rule.CARDS_SHORT_PACK, f"{card} is not in the pack", card=str(card))
        return violation(Rule.PLAY_CARD_HELD, f"seat {seat} does not hold {card}", seat=seat, card=str(card))

    # Revokes

    def no_penalty(self, seat: int) -> Violation | None:
        """Why nobody in that seat can be charged for a revoke."""
        if not self.variant.plan.revokes:
            return violation(Rule.REVOKE_NONE, f"{self.variant.id} has no penalty for a revoke")
        if seat >= self.players:
            return violation(Rule.TABLE_PLAYERS, f"there is no seat {seat}", seat=seat)
        if self.whole_total() is None:
            return violation(Rule.REVOKE_PENALTY, f"{self.contract_id} has no whole total to be charged")
        return None

    def _revoke_violation(self, at: Position, seat: int) -> Violation | None:
        problem = self.no_penalty(seat)
        if problem is None and not self.contract.strays(self, at) >> seat & 1:
            return violation(
                Rule.REVOKE_SHOWN, f"seat {seat} has played no other suit than was led", seat=seat
            )
        return problem

    def apply(self, at: Position, action: Action) -> Any:
        # Only facts of the table come here.
        problem = self.violation(at, action)
        if problem or not isinstance(action, Revoke):
            raise refused(problem)
        return self.ended(evolve(at, turn=NOBODY), action.seat)

    # The end

    def ended(self, at: Position, revoked_by: int | None = None) -> Any:
        """What follows the last position of the deal, where nobody is to act."""
        if revoked_by is None:
            lines = self.contract.lines(self, at)
        else:
            lines = (self.revoke_line(revoked_by),)
        lines = self.charged(lines)
        if self.home:
            return self.home.closed(self, at.moves, lines, revoked_by)
        result = self.result(lines, 1, revoked_by)
        return evolve(at, stage=Ended(self, result, revoked_by), legal=0)

    def whole_total(self) -> int | None:
        """The sum of all points of the contract, None where it depends on play."""
        return self.contract.total(self.players, self.hand_size, ALL_CARDS & ~self.aside)

    def revoke_line(self, seat: int) -> ScoreLine:
        """The charge for a revoke."""
        total = self.whole_total() or 0
        return ScoreLine(Rule.REVOKE_PENALTY, seat, total, "revoke")

    def charged(self, lines: tuple[ScoreLine, ...]) -> tuple[ScoreLine, ...]:
        """The lines as they are charged, doubled in a doubled deal (`settlement.doubled`)."""
        return tuple(evolve(line, points=2 * line.points) for line in lines) if self.doubled else lines

    def result(
        self,
        lines: tuple[ScoreLine, ...],
        number: int,
        revoked_by: int | None,
        tie_break: bool = False,
    ) -> DealResult:
        """The lines, added up and settled."""
        points = points_of(lines, self.players)
        if tie_break:
            change, pot_change = (0,) * self.players, 0
        else:
            contract = self.contract
            change, pot_change, _ = settle(
                contract.settles, self.variant.settlement, points, contract.takes_pot, self.pot
            )
        return make_result(
            number,
            self.dealer,
            self.contract_id,
            self.doubled,
            points,
            change,
            pot_change,
            tie_break,
            revoked_by,
            lines,
        )

    # What has been done

    def actions(self, moves: bytes) -> Iterator[PlayerAction]:
        """The actions with these numbers, seats filled in."""
        at = self.start(DealState)
        for i, number in enumerate(moves, 1):
            action = action_of(number, at.turn)
            yield action
            if i < len(moves):
                at = apply(at, action)

    def key(self, at: Position) -> Hashable:
        """What of this deal bears on what may still come."""
        strays = self.contract.strays(self, at) if self.variant.plan.revokes else 0
        return (
            self.dealer,
            self.contract_id,
            self.doubled,
            self.pot,
            at.turn,
            tuple(hand & at.left for hand in self.hands),
            points_of(self.contract.lines(self, at), self.players),
            strays,
            self.contract.key(self, at),
        )


def apply(state: At, action: Action) -> At:
    """The state after an action. Raises `IllegalAction` when the rules refuse it; nothing is changed."""
    try:
        stage = state.stage
    except AttributeError:
        raise no_state(state) from None
    if type(action) is Play:
        card = action.card
        number, bit, byte = card.index, card.bit, card.byte
        left = state.left ^ bit
    elif type(stage) is Playing and isinstance(action, OfPlayer):
        number = number_of(action)
        bit, byte, left = 1 << number, bytes((number,)), state.left
    else:
        return stage.apply(state, action)  # type: ignore[no-any-return]
    turn = state.turn
    # Where no cards are played none is legal.
    if not state.legal & bit or (action.seat is not None and action.seat != turn):
        raise refused(stage.violation(state, action))
    moves = state.moves + byte
    # Built here and not by `position`: this runs for every card.
    after: Any = Draft()
    after.stage = stage
    turn, after.table, after.legal = stage.contract.played(stage, turn, number, left, moves, state.table)
    after.turn = turn
    after.left = left
    after.moves = moves
    after.__class__ = type(state)
    return after if turn >= 0 else stage.ended(after)  # type: ignore[no-any-return]


_make_playing = maker(Playing)


def playing(
    variant: Variant,
    contract_id: str,
    hands: tuple[int, ...],
    dealer: int,
    doubled: bool,
    pot: int,
    home: Home | None,
) -> Playing:
    """The stage of a deal of these hands, which are known to be right."""
    contract = variant.definitions[contract_id]
    hand_size = hands[0].bit_count()
    players = variant.players
    return _make_playing(
        hands,
        dealer,
        players,
        variant.orders,
        variant.after,
        variant.set_aside,
        variant.plan.stop_when_decided,
        hand_size,
        contract.prepared(players, hand_size),
        variant,
        contract,
        contract_id,
        doubled,
        pot,
        home,
    )


class Finished:
    """What is common to the stages in which nothing more can be done."""

    __slots__ = ()
    whole: ClassVar[str]
    """What it is that has ended."""

    def phase(self, at: Position) -> Phase:
        return Phase.FINISHED

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        return ()

    def violation(self, at: Position, action: Action) -> Violation | None:
        check_action(action)
        return violation(Rule.PLAY_OVER, f"the {self.whole} is over")

    def apply(self, at: At, action: Action) -> At:
        raise refused(self.violation(at, action))


@frozen(repr=False)
class Ended(Finished):
    """The stage of a deal on its own that is over."""

    whole = "deal"

    deal: Playing
    result: DealResult = field(eq=False)
    revoked_by: int | None


class StateBase(Position):
    """What a session and a deal have in common."""

    __slots__ = ()

    @property
    def phase(self) -> Phase:
        """The phase, which says what is waited for."""
        return self.stage.phase(self)  # type: ignore[no-any-return]

    @property
    def to_act(self) -> int | None:
        """The seat whose turn it is; None where nobody is to act."""
        return None if self.turn == NOBODY else self.turn


class DealState(StateBase):
    """A deal on its own: a value, from which `lorum.apply` makes the next."""

    __slots__ = ()

    def __repr__(self) -> str:
        turn = "" if self.to_act is None else f", seat {self.to_act} to act"
        return f"<DealState {self.variant}, {self.contract}, {self.phase.value}{turn}>"

    @property
    def _deal(self) -> Playing:
        stage = self.stage
        return stage.deal if isinstance(stage, Ended) else stage

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self._deal.variant

    @property
    def contract(self) -> str:
        """The contract's id."""
        return self._deal.contract_id

    @property
    def dealer(self) -> int:
        """The dealer's seat."""
        return self._deal.dealer

    @property
    def doubled(self) -> bool:
        """Whether every charge counts twice."""
        return self._deal.doubled

    @property
    def pot(self) -> int:
        """The content of the pot, before the end as it was and after it as the deal leaves it."""
        result = self.result
        return self._deal.pot + (result.pot_change if result else 0)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each hand now."""
        return tuple(cards_of(hand & self.left) for hand in self._deal.hands)

    @property
    def result(self) -> DealResult | None:
        """What the deal came to, once it has ended."""
        return self.stage.result if isinstance(self.stage, Ended) else None

    @property
    def deal(self) -> DealInHand:
        """What the deal is."""
        deal = self._deal
        return DealInHand(1, deal.dealer, deal.forehand, deal.contract_id, deal.doubled, None)

    @property
    def deal_actions(self) -> tuple[Action, ...]:
        """What has been done after the cards were dealt, the same as `actions`."""
        return self.actions

    @property
    def key(self) -> Hashable:
        """What bears on what may still come."""
        deal = self._deal
        return deal.variant, self.phase, self.result and self.result.points, deal.key(self)

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far, seats filled in."""
        done: tuple[Action, ...] = tuple(self._deal.actions(self.moves))
        if isinstance(self.stage, Ended) and self.stage.revoked_by is not None:
            done += (Revoke(self.stage.revoked_by),)
        return done


def new_deal(
    variant: Variant,
    contract: str,
    hands: Iterable[Iterable[Card] | str],
    *,
    dealer: int = 0,
    doubled: bool = False,
    pot: int = 0,
) -> DealState:
    """One deal on its own, its cards dealt and its contract known.

    `hands` are sets of cards by seat, as cards or as text. `doubled` says that every charge counts twice,
    whatever the variant's options are. `pot` is what the pot holds before, up to a thousand millions. Raises
    `IllegalAction` for hands that cannot be dealt, `ArgumentError` or `NotationError` for anything
    that is no such value.
    """
    definition = check_variant(variant).contract(contract)
    if check_seat(dealer) >= variant.players:
        raise ArgumentError(f"there is no seat {dealer} in {variant}")
    if not isinstance(doubled, bool):
        raise ArgumentError(f"doubled is true or false, not {quoted(doubled)}")
    if type(pot) is not int or not 0 <= pot <= LARGEST_POT:
        raise ArgumentError(f"a pot is a whole number from 0 to {LARGEST_POT}, not {quoted(pot)}")
    cards = hands_of(hands)
    problem = hands_violation(variant, variant.hand_size(definition), cards)
    if problem:
        raise IllegalAction(problem)
    masks = tuple(mask_of(hand) for hand in cards)
    return playing(variant, contract, masks, dealer, doubled, pot, None).start(DealState)


# Reasons to refuse, common to all stages


def no_state(value: object) -> ArgumentError:
    """The error for a value that is neither a session nor a deal."""
    return ArgumentError(f"a session or a deal is needed, not {quoted(value)}")


def refused(problem: Violation | None) -> IllegalAction:
    """The error for an action with this violation."""
    if problem is None:
        raise AssertionError("an action that breaks no rule was refused")
    return IllegalAction(problem)


def wrong_phase(action: Action, phase: Phase) -> Violation:
    """An action of a kind that does not belong to the phase; raises `ArgumentError` for no action."""
    check_action(action)
    return violation(
        Rule.PLAY_PHASE,
        f"{action.kind} is not possible in the {phase.value} phase",
        action=action.kind,
        phase=phase.value,
    )


def wrong_seat(at: Position, action: PlayerAction) -> Violation | None:
    """An action claimed by a seat whose turn it is not."""
    if action.seat is None or action.seat == at.turn:
        return None
    return violation(Rule.TABLE_TURN, f"it is not the turn of seat {action.seat}", seat=action.seat)
