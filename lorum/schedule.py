"""Schedules: how many deals a session has, who deals each, and which contracts are open for it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from .rules import Rule


class Schedule(StrEnum):
    """The order of a session's deals. Deals are counted from 0 here."""

    rule: Rule
    """The clause that describes the schedule."""
    chooses: bool
    """Whether the dealer chooses the contract."""

    def __new__(cls, word: str, rule: Rule, chooses: bool) -> Schedule:
        member = str.__new__(cls, word)
        member._value_ = word
        member.rule = rule
        member.chooses = chooses
        return member

    ROUND = "round", Rule.SESSION_ROUND, True
    """A round has one deal of each contract; the dealer chooses among those it still lacks."""
    EACH_DEALER = "each-dealer", Rule.SESSION_EACH_DEALER, True
    """In a full round every dealer plays every contract; the dealer chooses among those still due."""
    BY_DEALER = "by-dealer", Rule.SESSION_BY_DEALER, False
    """One dealer conducts all contracts in order, then the next does."""
    BY_GAME = "by-game", Rule.SESSION_BY_GAME, False
    """Each contract is played once with every dealer, then the next contract is."""

    def deals(self, contracts: int, players: int, rounds: int) -> int:
        """The planned number of deals."""
        return contracts * rounds * (1 if self is ROUND else players)

    def turns(self, deal: int, contracts: int, planned: int) -> int:
        """How often the deal has passed on before that deal; it does after every deal beyond the plan."""
        if self is not BY_DEALER:
            return deal
        if deal < planned:
            return deal // contracts
        return (planned - 1) // contracts + deal - planned + 1

    def open_contracts(
        self, contracts: Sequence[str], players: int, played: Sequence[str]
    ) -> tuple[str, ...]:
        """The contracts that may be played next; `played` names those of all deals so far, in order."""
        deal = len(played)
        if self is BY_DEALER:
            return (contracts[deal % len(contracts)],)
        if self is BY_GAME:
            return (contracts[deal // players % len(contracts)],)
        done = self.done(contracts, players, played)[0 if self is ROUND else deal % players]
        return tuple(contract for contract in contracts if contract not in done)

    def done(
        self, contracts: Sequence[str], players: int, played: Sequence[str]
    ) -> tuple[frozenset[str], ...]:
        """What the round in progress has had: altogether, or by each dealer; () where nobody chooses."""
        if self is ROUND:
            return (frozenset(played[len(played) - len(played) % len(contracts) :]),)
        if self is EACH_DEALER:
            this_round = played[len(played) - len(played) % (players * len(contracts)) :]
            # A dealer deals one deal in as many as there are players.
            return tuple(frozenset(this_round[turn::players]) for turn in range(players))
        return ()


# Looking a member up takes longer than what is asked here, once or more in every deal.
ROUND = Schedule.ROUND
EACH_DEALER = Schedule.EACH_DEALER
BY_DEALER = Schedule.BY_DEALER
BY_GAME = Schedule.BY_GAME


class Ties(StrEnum):
    """What happens when several players share the best total."""

    SHARED = "shared"
    EXTRA_DEAL = "extra-deal"
