"""Schedules: how many deals a session has, who deals each, and which contracts are open for it."""

from __future__ import annotations

from collections.abc import Sequence
from enum import StrEnum

from .rules import Rule


class Schedule(StrEnum):
    """The order of a session's deals. Deals are counted from 0 here."""

    ROUND = "round"
    """A round has one deal of each contract; the dealer chooses among those it still lacks."""
    EACH_DEALER = "each-dealer"
    """In a full round every dealer plays every contract; the dealer chooses among those still due."""
    BY_DEALER = "by-dealer"
    """One dealer conducts all contracts in order, then the next does."""
    BY_GAME = "by-game"
    """Each contract is played once with every dealer, then the next contract is."""

    @property
    def rule(self) -> Rule:
        """The clause that describes the schedule."""
        return _RULES[self]

    @property
    def chooses(self) -> bool:
        """Whether the dealer chooses the contract."""
        return self in (Schedule.ROUND, Schedule.EACH_DEALER)

    def deals(self, contracts: int, players: int, rounds: int) -> int:
        """The planned number of deals."""
        return contracts * rounds * (1 if self is Schedule.ROUND else players)

    def turns(self, deal: int, contracts: int, planned: int) -> int:
        """How often the deal has passed on before that deal; it does after every deal beyond the plan."""
        if self is not Schedule.BY_DEALER:
            return deal
        if deal < planned:
            return deal // contracts
        return (planned - 1) // contracts + deal - planned + 1

    def open_contracts(
        self, contracts: Sequence[str], players: int, played: Sequence[str]
    ) -> tuple[str, ...]:
        """The contracts that may be played next; `played` names those of all deals so far, in order."""
        deal = len(played)
        if self is Schedule.BY_DEALER:
            return (contracts[deal % len(contracts)],)
        if self is Schedule.BY_GAME:
            return (contracts[deal // players % len(contracts)],)
        done = self.done(contracts, players, played)[0 if self is Schedule.ROUND else deal % players]
        return tuple(contract for contract in contracts if contract not in done)

    def done(
        self, contracts: Sequence[str], players: int, played: Sequence[str]
    ) -> tuple[frozenset[str], ...]:
        """What the round in progress has had: altogether, or by each dealer; () where nobody chooses."""
        if self is Schedule.ROUND:
            return (frozenset(played[len(played) - len(played) % len(contracts) :]),)
        if self is Schedule.EACH_DEALER:
            this_round = played[len(played) - len(played) % (players * len(contracts)) :]
            # A dealer deals one deal in as many as there are players.
            return tuple(frozenset(this_round[turn::players]) for turn in range(players))
        return ()


class Ties(StrEnum):
    """What happens when several players share the best total."""

    SHARED = "shared"
    EXTRA_DEAL = "extra-deal"


_RULES = {
    Schedule.ROUND: Rule.SESSION_ROUND,
    Schedule.EACH_DEALER: Rule.SESSION_EACH_DEALER,
    Schedule.BY_DEALER: Rule.SESSION_BY_DEALER,
    Schedule.BY_GAME: Rule.SESSION_BY_GAME,
}
