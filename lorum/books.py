"""The books of a session: what has been done in its deals, and what it came to.

They change once a deal. The actions of a session are told again from them.
"""

from __future__ import annotations

from collections.abc import Iterator

from attrs import evolve, field, frozen

from .actions import (
    DECLINE,
    DOUBLE,
    Action,
    ChooseContract,
    DealCards,
    Revoke,
    ScoreDeal,
    action_of,
)
from .cards import Card, cards_of, mask_of
from .deal import DealResult, playing
from .quick import maker
from .variant import Variant


@frozen(repr=False, weakref_slot=False)
class LoggedDeal:
    """A deal: all that was done in it, from which its actions can be told again, and what it came to."""

    hands: tuple[int, ...]
    """The hands as they were dealt, as masks by seat; none in a deal entered by its points."""
    stock: tuple[Card, ...]
    chooser: int | None
    """Who chose the contract; None where nobody did."""
    contract: str | None
    doubled: bool | None
    """Whether the dealer doubled; None when the dealer was not asked."""
    moves: bytes
    revoked_by: int | None
    scored: ScoreDeal | None = None
    """The entry, in a deal entered by its points."""
    result: DealResult | None = field(default=None, eq=False)
    """What the deal came to; None while it goes on."""
    asked: tuple[int, ...] = ()
    """Who was asked to buy beans after the deal."""
    answers: bytes = b""

    def answered(self, asked: tuple[int, ...], answers: bytes) -> LoggedDeal:
        """The deal with what was answered after it."""
        return evolve(self, asked=asked, answers=answers)

    def actions(self, variant: Variant, dealer: int) -> Iterator[Action]:
        """What was done, from the cards on, seats filled in."""
        if self.scored:
            yield self.scored
        else:
            yield DealCards(tuple(cards_of(hand) for hand in self.hands), self.stock)
            yield from self._after_the_cards(variant, dealer)
        for answer, seat in zip(self.answers, self.asked, strict=False):
            yield action_of(answer, seat)

    def _after_the_cards(self, variant: Variant, dealer: int) -> Iterator[Action]:
        if self.contract is None:
            return
        if self.chooser is not None:
            yield ChooseContract(self.contract, seat=self.chooser)
        if self.doubled is not None:
            yield action_of(DOUBLE if self.doubled else DECLINE, dealer)
        if self.moves:
            deal = playing(variant, self.contract, self.hands, dealer, False, 0, None)
            yield from deal.actions(self.moves)
        if self.revoked_by is not None:
            yield Revoke(self.revoked_by)


make_logged = maker(LoggedDeal)


@frozen(repr=False, weakref_slot=False)
class Books:
    """What changes once a deal. What was done makes two books equal: the rest follows from it."""

    variant: Variant
    first_dealer: int
    log: tuple[LoggedDeal, ...]
    totals: tuple[int, ...] = field(eq=False)
    pot: int = field(eq=False)
    bought: tuple[int, ...] = field(eq=False)
    final_share: tuple[int, ...] = field(eq=False)
    tied: tuple[int, ...] | None = field(eq=False)
    """The seats between which a tie-break deal decides."""
    winners: tuple[int, ...] = field(eq=False)

    def changed(
        self,
        log: tuple[LoggedDeal, ...] | None = None,
        totals: tuple[int, ...] | None = None,
        pot: int | None = None,
        bought: tuple[int, ...] | None = None,
        final_share: tuple[int, ...] | None = None,
        tied: tuple[int, ...] | None = None,
        winners: tuple[int, ...] = (),
    ) -> Books:
        """The books with this changed; whatever is not given stays, but for ties and winners."""
        return make_books(
            self.variant,
            self.first_dealer,
            self.log if log is None else log,
            self.totals if totals is None else totals,
            self.pot if pot is None else pot,
            self.bought if bought is None else bought,
            self.final_share if final_share is None else final_share,
            tied,
            winners,
        )

    @property
    def results(self) -> tuple[DealResult, ...]:
        """What each deal came to."""
        return tuple(deal.result for deal in self.log if deal.result)

    @property
    def number(self) -> int:
        """The number of the next deal, from 1."""
        return len(self.log) + 1

    @property
    def dealer(self) -> int:
        """The dealer of the next deal."""
        return self.dealer_of(self.number)

    @property
    def forehand(self) -> int:
        """The player after that dealer."""
        return self.variant.after[self.dealer]

    def dealer_of(self, number: int) -> int:
        """The dealer of the deal with that number (`deal.rotation`)."""
        variant = self.variant
        turns = variant.plan.schedule.turns(number - 1, len(variant.contracts), variant.deals)
        return variant.orders[self.first_dealer][turns % variant.players]

    @property
    def open_contracts(self) -> tuple[str, ...]:
        """The contracts that may be played in the next deal."""
        contracts = self.variant.contracts
        if self.tied is not None:
            return contracts
        played = [deal.contract or "" for deal in self.log]
        return self.variant.plan.schedule.open_contracts(contracts, self.variant.players, played)

    @property
    def fixed_contract(self) -> str | None:
        """The contract of the next deal where nobody chooses it."""
        if self.tied is not None or self.variant.plan.schedule.chooses:
            return None
        return self.open_contracts[0]

    @property
    def hand_size(self) -> int:
        """How many cards each player gets in the next deal."""
        fixed = self.fixed_contract
        return self.variant.hand_size(self.variant.definitions[fixed] if fixed else None)

    @property
    def chooser(self) -> int | None:
        """Who chooses the contract of the next deal; None where nobody does.

        The dealer does (`choose.declarer`); in a tie-break deal the tied player nearest after the
        dealer, a dealer who is tied coming last (`choose.tie-break`).
        """
        if self.tied is not None:
            return next(seat for seat in self.order if seat in self.tied)
        return self.dealer if self.variant.plan.schedule.chooses else None

    @property
    def order(self) -> tuple[int, ...]:
        """All seats in turn, from forehand to the dealer of the next deal."""
        return self.variant.orders[self.forehand]

    @property
    def dealt_at_once(self) -> int:
        """How many cards the next deal takes."""
        return self.hand_size * self.variant.players

    @property
    def deals_of_this_game(self) -> int:
        """How many deals the next one's game has had, where each game is played once with every dealer."""
        return len(self.log) % self.variant.players

    def stock(self) -> tuple[tuple[Card, ...] | None, int]:
        """The stock that runs, None when its order is not known, and the cards used before it."""
        stock: tuple[Card, ...] | None = None
        used = 0
        fixed = self.fixed_contract
        if fixed is None or self.variant.definitions[fixed].hand is None:
            return None, 0
        for deal in self.log[len(self.log) - self.deals_of_this_game :]:
            if stock is not None:
                used |= mask_of(stock[: self.dealt_at_once])
                stock = stock[self.dealt_at_once :]
            else:
                for hand in deal.hands:
                    used |= hand
                stock = deal.stock or None
        return stock, used


make_books = maker(Books)
