"""Settlement: what the points of a deal do to the players' accounts and the pot.

Everything here is a pure function of whole numbers. The points of a deal are all that settlement
needs: who is untouched, who took everything and who won the deal can be read from them.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from enum import StrEnum

from attrs import field, frozen

from .rules import Rule

# Looking a member up takes longer than most of the sums here, which are part of every deal.
SETTLEMENT_PENALTIES = Rule.SETTLEMENT_PENALTIES
SETTLEMENT_TO_POT = Rule.SETTLEMENT_TO_POT
SETTLEMENT_TO_WINNER = Rule.SETTLEMENT_TO_WINNER
SETTLEMENT_UNTOUCHED = Rule.SETTLEMENT_UNTOUCHED
SETTLEMENT_SWEEP = Rule.SETTLEMENT_SWEEP
BEANS_PAIRWISE = Rule.BEANS_PAIRWISE
BEANS_TO_LOWEST = Rule.BEANS_TO_LOWEST
POT_WINNER = Rule.POT_WINNER

Changes = tuple[int, ...]


class Account(StrEnum):
    """What the totals of a session are."""

    PENALTIES = "penalties"
    """Points charged; the lowest total wins."""
    TRANSFERS = "transfers"
    """What was paid and received; the highest balance wins."""
    BEANS = "beans"
    """Beans in hand; the leader wins."""


class Difference(StrEnum):
    """How a deal is settled by differences."""

    PAIRWISE = "pairwise"
    TO_LOWEST = "to-lowest"


class PotLeft(StrEnum):
    """Who gets what is left in the pot at the end of the session."""

    WINNERS = "winners"
    NOBODY = "nobody"


@frozen(kw_only=True)
class Settlement:
    """How the accounts of a variant are kept."""

    account: Account = Account.PENALTIES
    start: int = 0
    """What every account holds before the first deal. The pot holds nothing (`pot.start`)."""
    difference: Difference = Difference.PAIRWISE
    sweep: bool = False
    """Whether taking everything pays where the untouched are paid (`settlement.sweep`)."""
    pot_left: PotLeft = PotLeft.WINNERS
    buy_in: int = 0
    """How many beans one purchase brings; with 0 nobody is asked to buy (`beans.never`)."""
    bought_count: bool = False
    """Whether bought beans count when the winner is found."""
    penalties: bool = field(init=False)
    """Whether the accounts are penalties."""
    pairwise: bool = field(init=False)
    """Whether each pair settles its difference."""

    @penalties.default
    def _penalties(self) -> bool:
        return self.account is Account.PENALTIES

    @pairwise.default
    def _pairwise(self) -> bool:
        return self.difference is Difference.PAIRWISE

    @property
    def wins(self) -> str:
        """``"lowest"`` or ``"highest"``: which total wins."""
        return "lowest" if self.penalties else "highest"

    def leaders(self, totals: Sequence[int], bought: Sequence[int]) -> tuple[int, ...]:
        """The seats with the best total."""
        if self.penalties:
            standing = [-total for total in totals]
        elif self.bought_count:
            standing = list(totals)
        else:
            standing = [total - own for total, own in zip(totals, bought, strict=True)]
        best = max(standing)
        return tuple(seat for seat, own in enumerate(standing) if own == best)


def deal_winner(points: Sequence[int]) -> int:
    """The seat with the fewest points, which in a contract with a winner is one seat alone."""
    return min(range(len(points)), key=points.__getitem__)


def settle(
    kind: str, rules: Settlement, points: Sequence[int], takes_pot: bool, pot: int
) -> tuple[Changes, int, tuple[Rule, ...]]:
    """What a deal changes: each account, and the pot; and the clauses that say so.

    Under penalties the points charged are the change (`settlement.penalties`).

    `kind` is a name in `KINDS`, for accounts that are no penalty totals; `takes_pot` says that the
    deal's winner gets the whole pot, with what this deal paid into it (`pot.winner`).
    """
    if rules.penalties:
        return tuple(points), 0, (SETTLEMENT_PENALTIES,)
    changes, pot_change, rule = KINDS[kind](rules, points)
    if not takes_pot:
        return changes, pot_change, (rule,)
    winner = deal_winner(points)
    won = pot + pot_change
    changes = tuple([own + won * (seat == winner) for seat, own in enumerate(changes)])
    return changes, -pot, (rule, POT_WINNER)


Settled = tuple[Changes, int, Rule]
"""The changes of the accounts and of the pot, which add up to zero (`pot.balance`), and the clause."""


def _to_pot(rules: Settlement, points: Sequence[int]) -> Settled:
    """Everyone pays the points charged to the pot."""
    return tuple([-own for own in points]), sum(points), SETTLEMENT_TO_POT


def _to_winner(rules: Settlement, points: Sequence[int]) -> Settled:
    """Everyone pays the points charged to the deal's winner."""
    winner = deal_winner(points)
    got = sum(points)
    changes = tuple([got - own if seat == winner else -own for seat, own in enumerate(points)])
    return changes, 0, SETTLEMENT_TO_WINNER


def _to_untouched(rules: Settlement, points: Sequence[int]) -> Settled:
    """Who was charged pays those who were not.

    Without anyone untouched all of it goes to the pot, and so does what does not divide (`pot.rest`).
    """
    total = sum(points)
    untouched = points.count(0)
    if not untouched:
        return tuple([-own for own in points]), total, SETTLEMENT_UNTOUCHED
    if rules.sweep and untouched == len(points) - 1:
        return tuple([untouched * total if own else -total for own in points]), 0, SETTLEMENT_SWEEP
    share, rest = divmod(total, untouched)
    return tuple([-own if own else share for own in points]), rest, SETTLEMENT_UNTOUCHED


def _by_difference(rules: Settlement, points: Sequence[int]) -> Settled:
    """The higher pay the lower the difference, each pair on its own or all to the lowest."""
    if rules.pairwise:
        total, players = sum(points), len(points)
        return tuple([total - players * own for own in points]), 0, BEANS_PAIRWISE
    lowest = min(points)
    paid = [own - lowest for own in points]
    share, rest = divmod(sum(paid), paid.count(0))
    return tuple([-own if own else share for own in paid]), rest, BEANS_TO_LOWEST


KINDS: dict[str, Callable[[Settlement, Sequence[int]], Settled]] = {
    "to-pot": _to_pot,
    "to-winner": _to_winner,
    "to-untouched": _to_untouched,
    "by-difference": _by_difference,
}
"""The ways to settle a deal, by the name that variant files use."""


def share_out(pot: int, winners: Sequence[int], players: int) -> tuple[Changes, int]:
    """What each seat gets of what the pot holds at the end, and the rest that does not divide."""
    share, rest = divmod(pot, len(winners))
    return tuple(share * (seat in winners) for seat in range(players)), rest
