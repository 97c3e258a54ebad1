"""Sessions as plain text: the score sheet, which says of every point what rule it comes from."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from .deal import DealResult
from .errors import ArgumentError, quoted
from .rules import Rule
from .session import SessionState
from .settlement import Account, settle
from .variant import Variant

_ACCOUNT = {
    Account.PENALTIES: "penalty points, the lowest total wins",
    Account.TRANSFERS: "transfers, the highest balance wins",
    Account.BEANS: "beans, the leader wins",
}

_WIDTH = 9


def score_sheet(state: SessionState) -> str:
    """The score sheet of a session (`session.totals`) as far as it has come, with the rule of each point."""
    if not isinstance(state, SessionState):
        raise ArgumentError(f"a session is needed, not {quoted(state)}")
    return "\n".join(_sheet(state)) + "\n"


def _sheet(state: SessionState) -> Iterator[str]:
    variant = state.variant
    yield f"{variant.names.get('en', variant.id)}: {variant}"
    yield f"{variant.players} players, {variant.direction.value}, {variant.deals} deals planned"
    yield f"{_ACCOUNT[variant.settlement.account]} ({_winning_rule(variant).value})"
    for departure in variant.departures:
        yield f"departs from its document: {departure.value}"
    yield ""
    yield _row("", [f"seat {seat}" for seat in range(variant.players)], "pot")
    totals = [variant.settlement.start] * variant.players
    pot = 0
    for result in state.results:
        totals = [total + change for total, change in zip(totals, result.change, strict=True)]
        yield from _deal_rows(variant, result, totals, pot)
        pot += result.pot_change
    yield from _closing_rows(state)


def _deal_rows(variant: Variant, result: DealResult, totals: Sequence[int], pot: int) -> Iterator[str]:
    yield ""
    title = f"deal {result.deal}: {variant.contract(result.contract).name}, dealer {result.dealer}"
    yield title + ", doubled" * result.doubled + ", tie-break" * result.tie_break
    yield _row("points", result.points)
    if not result.tie_break:
        if result.change != result.points:
            yield _row("change", [f"{change:+d}" for change in result.change], f"{result.pot_change:+d}")
        yield _row("total", totals, pot + result.pot_change)
    charges: dict[tuple[int, Rule], list[str]] = {}
    for line in sorted(result.lines, key=lambda line: line.seat):
        charges.setdefault((line.seat, line.rule), []).append(f"{line.what} ({line.points})")
    for (seat, rule), charged in charges.items():
        yield f"    seat {seat}  {rule.value}: {', '.join(charged)}"
    if result.change != result.points and not result.tie_break:
        yield f"    settled by {' and '.join(_settled_by(variant, result, pot))}"


def _settled_by(variant: Variant, result: DealResult, pot: int) -> Iterator[str]:
    """The clauses that the changes of a deal come from, `pot` being what the pot held before."""
    contract = variant.contract(result.contract)
    *_, rules = settle(contract.settles, variant.settlement, result.points, contract.takes_pot, pot)
    for rule in rules:
        yield contract.cite(rule).value


def _closing_rows(state: SessionState) -> Iterator[str]:
    yield ""
    if any(state.bought):
        yield _row("bought", state.bought)
    if any(state.final_share):
        yield _row("of the pot", [f"{share:+d}" for share in state.final_share])
    yield _row("result" if state.winners else "so far", state.totals, state.pot)
    if state.winners:
        names = " and ".join(f"seat {seat}" for seat in state.winners)
        shared = f" ({Rule.SESSION_SHARED.value})" if len(state.winners) > 1 else ""
        yield f"{'winners' if shared else 'winner'}: {names}{shared}"
    else:
        turn = "" if state.to_act is None else f", seat {state.to_act} to act"
        yield f"not finished: {state.phase.value}{turn}"


def _winning_rule(variant: Variant) -> Rule:
    return {
        Account.PENALTIES: Rule.SESSION_LOWEST_WINS,
        Account.TRANSFERS: Rule.SESSION_HIGHEST_WINS,
        Account.BEANS: Rule.BEANS_WINNER,
    }[variant.settlement.account]


def _row(label: str, cells: Sequence[object], pot: object = "") -> str:
    return f"{label:<12}{''.join(f'{cell!s:>{_WIDTH}}' for cell in cells)}{pot!s:>{_WIDTH}}".rstrip()
