"""Sessions: all deals of a variant, to the winner.

Between two cards only the position of the deal changes (see `lorum.deal`). What changes once a deal
stands in the `Books`: what has been played and what it came to. Each phase has a stage, which says
what may be done in it and which state follows.
"""

from __future__ import annotations

from collections.abc import Hashable, Sequence
from functools import lru_cache
from itertools import chain
from operator import add, sub
from typing import Any, ClassVar

from attrs import field, frozen

from .actions import (
    BUY_IN,
    DECLINE,
    DOUBLE,
    Action,
    BuyIn,
    ChooseContract,
    DealCards,
    Decline,
    Double,
    PlayerAction,
    ScoreDeal,
    actions_of,
    check_seat,
    in_order,
    make_deal_cards,
)
from .books import Books, LoggedDeal, make_books, make_logged
from .cards import Card, cards_of, mask_of
from .contracts.base import NOBODY, Position, ScoreLine, position
from .deal import (
    DealInHand,
    DealResult,
    Finished,
    Phase,
    Playing,
    StateBase,
    playing,
    refused,
    wrong_phase,
    wrong_seat,
)
from .dealing import cards_violation, hands_violation
from .errors import ArgumentError, Violation, quoted, shown, violation
from .quick import maker
from .rules import Rule
from .schedule import Ties
from .settlement import PotLeft, share_out
from .table import dealt
from .variant import Variant, check_variant


@frozen(repr=False, weakref_slot=False)
class OpenDeal:
    """The deal in hand within its session, from the moment its cards are dealt."""

    books: Books
    hands: tuple[int, ...]
    stock: tuple[Card, ...]
    chooser: int | None = field(eq=False)
    dealer: int = field(eq=False)

    @property
    def may_be_doubled(self) -> bool:
        """Whether the dealer is asked to double."""
        return self.books.variant.plan.doubling and self.books.tied is None

    def chosen(self, contract: str) -> SessionState:
        """The session once the contract is known."""
        if self.may_be_doubled:
            return _waiting(Doubling(self, contract), self.dealer, self.hands)
        return self.begun(contract, doubled=False)

    def begun(self, contract: str, doubled: bool) -> SessionState:
        """The session at the first card of the deal."""
        books = self.books
        stage = playing(books.variant, contract, self.hands, self.dealer, doubled, books.pot, self)
        return stage.start(SessionState)

    def logged(
        self,
        contract: str | None,
        doubled: bool | None,
        moves: bytes,
        revoked_by: int | None = None,
        result: DealResult | None = None,
    ) -> LoggedDeal:
        """This deal, as far as it has come."""
        if not self.may_be_doubled:
            doubled = None
        return make_logged(
            self.hands, self.stock, self.chooser, contract, doubled, moves, revoked_by, None, result
        )

    def closed(
        self, deal: Playing, moves: bytes, lines: tuple[ScoreLine, ...], revoked_by: int | None
    ) -> SessionState:
        """The session after this deal."""
        books = self.books
        result = deal.result(lines, books.number, revoked_by, books.tied is not None)
        logged = self.logged(deal.contract_id, deal.doubled, moves, revoked_by, result)
        return _after(books, logged, result)


_make_open_deal = maker(OpenDeal)


def _waiting(stage: Any, turn: int, hands: Sequence[int] = ()) -> SessionState:
    """A state outside play."""
    return position(SessionState, stage, turn, sum(hands), b"", None, 0)


def _to_be_dealt(books: Books) -> SessionState:
    """The state before a deal."""
    return _waiting(_make_dealing(books), NOBODY)


# From one deal to the next


def _after(books: Books, logged: LoggedDeal, result: DealResult) -> SessionState:
    """The session after a deal that came to this."""
    variant, tied = books.variant, books.tied
    log = (*books.log, logged)
    books = make_books(
        variant,
        books.first_dealer,
        log,
        tuple(map(add, books.totals, result.change)),
        books.pot + result.pot_change,
        books.bought,
        books.final_share,
        None,
        (),
    )
    if tied is not None:
        fewest = min(result.points[seat] for seat in tied)
        leaders = tuple(seat for seat in tied if result.points[seat] == fewest)
    elif len(log) == variant.deals:
        leaders = variant.settlement.leaders(books.totals, books.bought)
    else:
        asked = _asked_to_buy(books)
        if asked:
            return _waiting(BuyingIn(books, asked), asked[0])
        return _to_be_dealt(books)
    if len(leaders) > 1 and variant.plan.ties is Ties.EXTRA_DEAL:
        return _to_be_dealt(books.changed(tied=leaders))
    return _finished(books, leaders)


def _asked_to_buy(books: Books) -> tuple[int, ...]:
    """The seats that are asked to buy beans, in turn (`beans.buy-in`)."""
    if not books.variant.settlement.buy_in or min(books.totals) > 0:
        return ()
    variant = books.variant
    order = variant.orders[variant.after[books.dealer_of(len(books.log))]]
    return tuple(seat for seat in order if books.totals[seat] <= 0)


def _finished(books: Books, winners: tuple[int, ...]) -> SessionState:
    """The end of the session, what is left in the pot shared out (`pot.left-over`)."""
    final_share, pot = books.final_share, books.pot
    if books.variant.settlement.pot_left is PotLeft.WINNERS:
        final_share, pot = share_out(pot, winners, books.variant.players)
    totals = tuple(map(add, books.totals, final_share))
    ended = books.changed(totals=totals, pot=pot, final_share=final_share, winners=winners)
    return _waiting(Over(ended), NOBODY)


# The stages


@frozen(repr=False, weakref_slot=False)
class Dealing:
    """The session waits for cards, or for the points of a deal played elsewhere."""

    books: Books

    def phase(self, at: Position) -> Phase:
        return Phase.DEAL

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        return ()

    def violation(self, at: Position, action: Action) -> Violation | None:
        if isinstance(action, DealCards):
            return self._deal_violation(action)
        if isinstance(action, ScoreDeal):
            return self._score_violation(action)
        return wrong_phase(action, Phase.DEAL)

    def apply(self, at: Position, action: Action) -> SessionState:
        problem = self.violation(at, action)
        if problem is None and isinstance(action, DealCards):
            return self._dealt(action)
        if problem is None and isinstance(action, ScoreDeal):
            return self._scored(action)
        raise refused(problem)

    def _deal_violation(self, action: DealCards) -> Violation | None:
        books = self.books
        variant = books.variant
        stock, used = books.stock()
        size = books.hand_size
        problem = hands_violation(variant, size, action.hands, used, self._stock_rule)
        if problem:
            return problem
        if stock is not None:
            expected, left = self._from_stock(stock)
            if action.hands != expected:
                return violation(
                    self._stock_rule, "the hands are not the top cards of the stock, dealt in turn"
                )
            if action.stock not in ((), left):
                return violation(self._stock_rule, "the stock given is not what is left of it")
        elif action.stock:
            rest = len(variant.pack) - books.dealt_at_once
            if not rest:
                return violation(self._stock_rule, "all cards are dealt, so that there is no stock")
            if books.deals_of_this_game:
                return violation(
                    self._stock_rule, "a stock runs from the first deal of its game or not at all"
                )
            if len(action.stock) != rest:
                return violation(
                    self._stock_rule, f"the stock has {rest} cards, not {len(action.stock)}", cards=rest
                )
            return cards_violation(variant, (*chain.from_iterable(action.hands), *action.stock))
        return None

    @property
    def _stock_rule(self) -> Rule:
        fixed = self.books.fixed_contract
        return self.books.variant.definitions[fixed].cite(Rule.DEAL_STOCK) if fixed else Rule.DEAL_STOCK

    def _from_stock(self, stock: Sequence[Card]) -> tuple[tuple[tuple[Card, ...], ...], tuple[Card, ...]]:
        """The hands and the rest when cards are dealt from the top of a pack or stock."""
        books = self.books
        return dealt(stock, books.order, books.hand_size, books.variant.table.packets)

    def _dealt(self, action: DealCards) -> SessionState:
        books = self.books
        hands = tuple([mask_of(hand) for hand in action.hands])
        chooser = books.chooser
        deal = _make_open_deal(books, hands, action.stock, chooser, books.dealer)
        if chooser is None:
            return deal.chosen(books.open_contracts[0])
        return _waiting(_make_choosing(deal, books.open_contracts), chooser, hands)

    def _score_violation(self, action: ScoreDeal) -> Violation | None:
        books = self.books
        variant = books.variant
        open_contracts = books.open_contracts
        if action.contract is None and len(open_contracts) > 1:
            return violation(Rule.CHOOSE_OPEN, "the contract must be named: several may be played")
        contract = open_contracts[0] if action.contract is None else action.contract
        if contract not in open_contracts:
            return _not_open(contract)
        if action.doubled and (not variant.plan.doubling or books.tied is not None):
            return violation(Rule.DOUBLE_DEALER, "this deal cannot be doubled")
        if len(action.points) != variant.players:
            return violation(
                Rule.DEAL_ENTERED,
                f"points of {variant.players} seats are needed",
            )
        frame = self._frame(contract, action.doubled)
        revoked_by = action.revoked_by
        if revoked_by is not None:
            if problem := frame.no_penalty(revoked_by):
                return problem
            total = frame.revoke_line(revoked_by).points
            charged = tuple(total * (seat == revoked_by) for seat in range(variant.players))
            if action.points != charged:
                return violation(Rule.REVOKE_PENALTY, f"who revoked is charged {total} points", total=total)
            return None
        reason = frame.contract.impossible(frame, action.points)
        return violation(Rule.DEAL_ENTERED, reason) if reason else None

    def _frame(self, contract: str, doubled: bool) -> Playing:
        """A deal of that contract whose cards are not known, only how many each hand has."""
        books = self.books
        size = books.hand_size
        some = cards_of(mask_of(books.variant.pack))
        hands = tuple(mask_of(some[seat * size : (seat + 1) * size]) for seat in range(books.variant.players))
        return playing(books.variant, contract, hands, books.dealer, doubled, books.pot, None)

    def _scored(self, action: ScoreDeal) -> SessionState:
        books = self.books
        contract = action.contract or books.open_contracts[0]
        deal = self._frame(contract, action.doubled)
        if action.revoked_by is not None:
            lines: tuple[ScoreLine, ...] = (deal.revoke_line(action.revoked_by),)
        else:
            lines = tuple(
                ScoreLine(Rule.DEAL_ENTERED, seat, points, "entered")
                for seat, points in enumerate(action.points)
                if points
            )
        revoked_by = action.revoked_by
        result = deal.result(deal.charged(lines), books.number, revoked_by, books.tied is not None)
        logged = LoggedDeal((), (), None, contract, None, b"", revoked_by, action, result)
        return _after(books, logged, result)

    def deal_cards(self, pack: Sequence[Card] | None) -> DealCards:
        """The cards of `pack`, or of the stock that runs, dealt from the top."""
        stock, used = self.books.stock()
        if stock is not None:
            if pack is not None:
                raise ArgumentError("a stock runs: its cards are dealt, and no pack is needed")
            return make_deal_cards(*self._from_stock(stock))
        if pack is None:
            raise ArgumentError("a pack is needed, for no stock runs")
        cards = tuple(in_order(pack, "cards"))
        books = self.books
        # After a deal entered by its points some used cards are not known: the pack may have them still.
        unused = len(books.variant.pack) - used.bit_count()
        size = len(books.variant.pack)
        if books.dealt_at_once < size:
            size -= books.dealt_at_once * books.deals_of_this_game
        if set(map(type, cards)) - {Card}:
            raise ArgumentError("a pack is made of cards")
        cards = tuple(card for card in cards if not used & card.bit) if used else cards
        if not size <= len(cards) <= unused:
            raise ArgumentError(f"the pack must have {size} cards, not {len(cards)}")
        if problem := cards_violation(books.variant, cards):
            raise ArgumentError(problem.message)
        hands, rest = self._from_stock(cards)
        return make_deal_cards(hands, () if books.deals_of_this_game else rest)


_make_dealing = maker(Dealing)


@lru_cache(1024)
def _choices(contracts: tuple[str, ...]) -> tuple[ChooseContract, ...]:
    return tuple(map(ChooseContract, contracts))


class Asking:
    """What is common to the stages in which one seat is asked for something other than a card."""

    __slots__ = ()
    waits: ClassVar[Phase]
    kinds: ClassVar[tuple[type[PlayerAction], ...]]
    """What may be answered."""

    def phase(self, at: Position) -> Phase:
        return self.waits

    def violation(self, at: Position, action: Action) -> Violation | None:
        return wrong_seat(at, action) if isinstance(action, self.kinds) else wrong_phase(action, self.waits)


@frozen(repr=False, weakref_slot=False)
class Choosing(Asking):
    """A contract is to be chosen."""

    waits = Phase.CHOOSE
    kinds = (ChooseContract,)
    contract_id: ClassVar[None] = None
    doubled: ClassVar[None] = None

    deal: OpenDeal
    open_contracts: tuple[str, ...] = field(eq=False)

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        return _choices(self.open_contracts)

    def violation(self, at: Position, action: Action) -> Violation | None:
        problem = super().violation(at, action)
        if (
            problem is None
            and isinstance(action, ChooseContract)
            and action.contract not in self.open_contracts
        ):
            return _not_open(action.contract)
        return problem

    def apply(self, at: Position, action: Action) -> SessionState:
        problem = self.violation(at, action)
        if problem or not isinstance(action, ChooseContract):
            raise refused(problem)
        return self.deal.chosen(action.contract)


_make_choosing = maker(Choosing)


def _not_open(contract: str) -> Violation:
    return violation(
        Rule.CHOOSE_OPEN, f"{quoted(contract)} is not open for this deal", contract=shown(contract)
    )


_DOUBLE_OR_NOT = actions_of(1 << DOUBLE | 1 << DECLINE)
_BUY_OR_NOT = actions_of(1 << BUY_IN | 1 << DECLINE)


@frozen(repr=False)
class Doubling(Asking):
    """The dealer may double the deal."""

    waits = Phase.DOUBLE
    kinds = (Double, Decline)
    doubled: ClassVar[None] = None

    deal: OpenDeal
    contract_id: str

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        return _DOUBLE_OR_NOT

    def apply(self, at: Position, action: Action) -> SessionState:
        problem = self.violation(at, action)
        if problem:
            raise refused(problem)
        return self.deal.begun(self.contract_id, doubled=isinstance(action, Double))


@frozen(repr=False)
class BuyingIn(Asking):
    """Players without beans are asked, one after another, to buy more; `moves` holds the answers."""

    waits = Phase.BUY_IN
    kinds = (BuyIn, Decline)

    books: Books
    asked: tuple[int, ...] = field(eq=False)

    def listed(self, at: Position) -> tuple[PlayerAction, ...]:
        return _BUY_OR_NOT

    def apply(self, at: Position, action: Action) -> SessionState:
        problem = self.violation(at, action)
        if problem:
            raise refused(problem)
        bought = isinstance(action, BuyIn)
        answers = at.moves + bytes((BUY_IN if bought else DECLINE,))
        if bought and len(answers) < len(self.asked):
            return SessionState(self, self.asked[len(answers)], 0, answers, None, 0)
        books = self.told(answers)
        if not bought:
            return _finished(books, books.variant.settlement.leaders(books.totals, books.bought))
        return _to_be_dealt(_with_purchases(books, self.asked))

    def told(self, answers: bytes) -> Books:
        """The books with these answers in them."""
        *before, last = self.books.log
        return self.books.changed(log=(*before, last.answered(self.asked, answers)))


def _with_purchases(books: Books, buyers: Sequence[int]) -> Books:
    """The books after each buyer has bought as often as it takes to have beans."""
    once = books.variant.settlement.buy_in
    purchases = tuple(
        (-total // once + 1) * once if seat in buyers else 0 for seat, total in enumerate(books.totals)
    )
    return books.changed(
        totals=tuple(map(add, books.totals, purchases)),
        bought=tuple(map(add, books.bought, purchases)),
    )


@frozen(repr=False)
class Over(Finished):
    """The session is finished."""

    whole = "session"

    books: Books


class SessionState(StateBase):
    """A session: a value, from which `lorum.apply` makes the next.

    Two states are equal when all that was done is the same. See `lorum.position_key` for states with
    the same future.
    """

    __slots__ = ()

    def __repr__(self) -> str:
        turn = "" if self.to_act is None else f", seat {self.to_act} to act"
        played = f"{len(self.results)} of {self.variant.deals} deals"
        return f"<SessionState {self.variant}, {played}, {self.phase.value}{turn}>"

    @property
    def _open(self) -> OpenDeal | None:
        stage = self.stage
        if isinstance(stage, Playing):
            return stage.home  # type: ignore[return-value]
        return stage.deal if isinstance(stage, Choosing | Doubling) else None

    @property
    def books(self) -> Books:
        """What changes once a deal."""
        deal = self._open
        return deal.books if deal else self.stage.books

    @property
    def variant(self) -> Variant:
        """The rules."""
        return self.books.variant

    @property
    def first_dealer(self) -> int:
        """The dealer of the first deal."""
        return self.books.first_dealer

    @property
    def totals(self) -> tuple[int, ...]:
        """The accounts that the winner is judged by."""
        return self.books.totals

    @property
    def pot(self) -> int:
        """What the pot holds."""
        return self.books.pot

    @property
    def bought(self) -> tuple[int, ...]:
        """The beans that each seat has bought."""
        return self.books.bought

    @property
    def final_share(self) -> tuple[int, ...]:
        """What each seat got of the pot at the end of the session."""
        return self.books.final_share

    @property
    def results(self) -> tuple[DealResult, ...]:
        """What each deal came to."""
        return self.books.results

    @property
    def winners(self) -> tuple[int, ...]:
        """The winners' seats in order; none before the end."""
        return self.books.winners

    @property
    def leaders(self) -> tuple[int, ...]:
        """The seats with the best total now."""
        books = self.books
        return books.variant.settlement.leaders(
            tuple(map(sub, books.totals, books.final_share)), books.bought
        )

    @property
    def open_contracts(self) -> tuple[str, ...] | None:
        """What the chooser may choose; None in any other phase."""
        return self.stage.open_contracts if isinstance(self.stage, Choosing) else None

    @property
    def deal(self) -> DealInHand | None:
        """The deal in hand; while beans are bought the one just ended; None at the end."""
        books, stage = self.books, self.stage
        if isinstance(stage, Over):
            return None
        if isinstance(stage, BuyingIn):
            number = len(books.log)
            contract = books.log[-1].contract
            doubled = books.results[-1].doubled
        else:
            number = books.number
            if self._open:
                contract, doubled = stage.contract_id, bool(stage.doubled)
            else:
                contract, doubled = books.fixed_contract, False
        dealer = books.dealer_of(number)
        return DealInHand(number, dealer, books.variant.after[dealer], contract, doubled, books.tied)

    @property
    def hands(self) -> tuple[tuple[Card, ...], ...]:
        """The cards in each hand now; empty hands while no cards are dealt."""
        deal = self._open
        if deal is None:
            return ((),) * self.variant.players
        return tuple(cards_of(hand & self.left) for hand in deal.hands)

    @property
    def deal_actions(self) -> tuple[Action, ...]:
        """What has been done in the deal in hand after its cards were dealt."""
        number = self.deal.number if self.deal else 0
        log = self._log
        if not log or number != len(log):
            return ()
        return tuple(log[-1].actions(self.variant, self.books.dealer_of(number)))[1:]

    @property
    def _log(self) -> tuple[LoggedDeal, ...]:
        """All deals so far, the one in hand included as far as it has come."""
        stage = self.stage
        if isinstance(stage, BuyingIn):
            return stage.told(self.moves).log
        deal = self._open
        if not deal:
            return self.books.log
        return (*self.books.log, deal.logged(stage.contract_id, stage.doubled, self.moves))

    @property
    def actions(self) -> tuple[Action, ...]:
        """All actions so far, seats filled in."""
        return tuple(
            action
            for number, logged in enumerate(self._log, 1)
            for action in logged.actions(self.variant, self.books.dealer_of(number))
        )

    @property
    def _stock_after(self) -> Hashable:
        """The stock that runs on after the deal in hand, and the cards used then."""
        books, deal = self.books, self._open
        stock, used = books.stock()
        if deal is None:
            return stock, used
        if books.deals_of_this_game == books.variant.players - 1:
            return None
        for hand in deal.hands:
            used |= hand
        return (deal.stock or None if stock is None else stock[books.dealt_at_once :]), used

    @property
    def key(self) -> Hashable:
        """What bears on what may still come."""
        books = self.books
        schedule = books.variant.plan.schedule
        played = [deal.contract or "" for deal in books.log]
        stage = self.stage
        deal = self._open
        return (
            books.variant,
            self.phase,
            self.deal,
            self.turn,
            books.totals,
            books.pot,
            books.bought,
            books.winners,
            schedule.done(books.variant.contracts, books.variant.players, played),
            self._stock_after,
            deal and not isinstance(stage, Playing) and deal.hands,
            stage.key(self) if isinstance(stage, Playing) else self.moves,
        )


def new_session(variant: Variant, first_dealer: int = 0) -> SessionState:
    """A session of a variant before its first deal; raises `ArgumentError` for a wrong dealer."""
    players = check_variant(variant).players
    if check_seat(first_dealer) >= players:
        raise ArgumentError(f"there is no seat {first_dealer} in {variant}")
    none = (0,) * players
    start = (variant.settlement.start,) * players
    books = Books(variant, first_dealer, (), start, 0, none, none, None, ())
    return _to_be_dealt(books)
