"""The score sheet: what it says of every deal, of the end, and of a session that is not over."""

from __future__ import annotations

import re
from typing import Any

import pytest
from builders import deal, dealt, play, play_out, score, session

import lorum
from lorum import Rule
from lorum.render import score_sheet


def sheet(state: lorum.SessionState) -> list[str]:
    """The lines of a score sheet; there is no blank at the end of any."""
    text = score_sheet(state)
    assert text.endswith("\n")
    lines = text.splitlines()
    assert [line.rstrip() for line in lines] == lines
    return lines


def of_deal(state: lorum.SessionState, number: int) -> list[str]:
    """What a score sheet says of one deal, without its heading."""
    lines = sheet(state)
    start = next(i for i, line in enumerate(lines) if line.startswith(f"deal {number}: "))
    return lines[start + 1 : lines.index("", start)]


PENALTIES = """\
Compendium: compendium(contracts=[first-and-last], rounds=1, doubling=true)
4 players, clockwise, 1 deals planned
penalty points, the lowest total wins (session.lowest-wins)
departs from its document: session.core-contracts

               seat 0   seat 1   seat 2   seat 3      pot

deal 1: First and last, dealer 0, doubled
points              8        8        0        0
total               8        8        0        0        0
    seat 0  deal.entered: entered (8)
    seat 1  deal.entered: entered (8)

deal 2: First and last, dealer 1, tie-break
points              4        4        0        0
    seat 0  deal.entered: entered (4)
    seat 1  deal.entered: entered (4)

deal 3: First and last, dealer 2, tie-break
points              0        0        8        0
    seat 2  deal.entered: entered (8)

result              8        8        0        0        0
winner: seat 3
"""


@pytest.mark.rule(Rule.SESSION_TOTALS, Rule.SESSION_EXTRA_DEAL, Rule.SETTLEMENT_DOUBLED)
def test_a_session_of_penalties_with_a_tie() -> None:
    state = session("compendium", contracts=["first-and-last"], rounds=1, doubling=True)
    state = score(state, [4, 4, 0, 0], "first-and-last", doubled=True)
    state = score(state, [4, 4, 0, 0], "first-and-last")
    state = score(state, [0, 0, 8, 0], "first-and-last")
    assert score_sheet(state) == PENALTIES


@pytest.mark.rule(Rule.POT_WINNER)
def test_a_session_of_transfers_with_a_pot() -> None:
    """Every deal is settled by a rule that is named; where the pot is won, by two."""
    state = session("seven-contracts", contracts=["hearts", "lorum"])
    state = score(state, [2, 2, 2, 2])
    state = score(state, [9, 5, 2, 4])
    assert sheet(state)[:4] == [
        "Seven contracts: seven-contracts(contracts=[hearts, lorum])",
        "4 players, counter-clockwise, 8 deals planned",
        "transfers, the highest balance wins (session.highest-wins)",
        "departs from its document: session.contract-list",
    ]
    assert of_deal(state, 1)[:2] == [
        "points              2        2        2        2",
        "change             -2       -2       -2       -2       +8",
    ]
    assert of_deal(state, 2) == [
        "points              9        5        2        4",
        "change             -9       -5      +26       -4       -8",
        "total             -11       -7       24       -6        0",
        "    seat 0  deal.entered: entered (9)",
        "    seat 1  deal.entered: entered (5)",
        "    seat 2  deal.entered: entered (2)",
        "    seat 3  deal.entered: entered (4)",
        "    settled by settlement.to-pot and seven-contracts.lorum.pot",
    ]


@pytest.mark.rule(Rule.BEANS_POT_GOES_TO)
def test_what_is_left_in_the_pot_at_the_end() -> None:
    options: dict[str, Any] = {"scoring": "beans-and-pot", "pot_goes_to": "session-winner"}
    state = session("compendium", contracts=["first-and-last", "reds"], rounds=1, **options)
    state = score(state, [8, 0, 0, 0], "first-and-last")
    state = score(state, [4, 3, 1, 0], "reds")
    assert sheet(state)[2] == "beans, the leader wins (beans.winner)"
    assert sheet(state)[-3:] == [
        "of the pot         +0       +0       +0       +8",
        "result              8       17       19       36        0",
        "winner: seat 3",
    ]


@pytest.mark.rule(Rule.BEANS_BUY_IN)
def test_beans_that_were_bought() -> None:
    state = session("compendium-beans", contracts=["all-bad"])
    state = score(state, [0, 7, 7, 14], "all-bad")
    assert sheet(state)[-2:] == [
        "so far             48       20       20       -8        0",
        "not finished: buy-in, seat 3 to act",
    ]
    assert sheet(play(state, "buy-in"))[-3:] == [
        "bought              0        0        0       20",
        "so far             48       20       20       12        0",
        "not finished: deal",
    ]
    assert sheet(play(state, "decline"))[-2:] == [
        "result             48       20       20       -8        0",
        "winner: seat 0",
    ]


@pytest.mark.rule(Rule.SESSION_SHARED)
def test_winners_who_share() -> None:
    state = session("compendium", contracts=["first-and-last"], rounds=1, tie_break="shared")
    state = score(state, [4, 4, 0, 0], "first-and-last")
    assert sheet(state)[-1] == "winners: seat 2 and seat 3 (session.shared)"


def test_before_the_first_deal_and_in_it() -> None:
    state = session("compendium-three")
    assert sheet(state)[-4:] == [
        "               seat 0   seat 1   seat 2      pot",
        "",
        "so far              0        0        0        0",
        "not finished: deal",
    ]
    assert not any("departs" in line for line in sheet(state))
    state = dealt(state, {0: "7a", 1: "8a"})
    assert sheet(state)[-1] == "not finished: choose, seat 0 to act"
    assert sheet(play(state, "reds 8a"))[-1] == "not finished: play, seat 2 to act"


@pytest.mark.rule(Rule.COMPENDIUM_REDS_POINTS)
def test_every_point_says_what_it_is_for() -> None:
    """K5.1: seat 2, with all hearts, takes them in eight tricks; the charges stand in the order of play."""
    state = play(dealt(session("compendium", 1)), "reds")
    for _ in range(8):
        state = play(state, " ".join(str(state.hands[seat][0]) for seat in (2, 3, 0, 1)))
    charges = ", ".join(f"{card} (1)" for card in lorum.PACK[16:24])
    assert of_deal(state, 1) == [
        "points              0        0        8        0",
        "total               0        0        8        0        0",
        f"    seat 2  compendium.reds.points: {charges}",
    ]


@pytest.mark.rule(Rule.TRICKS_MIX)
def test_a_rule_of_a_mix_stands_once_for_each_seat() -> None:
    """K6.8: tricks and cards are charged in turn, and told rule by rule, in the order they came up."""
    state = play_out(play(dealt(session("compendium", 1)), "all-bad"))
    assert len(state.results[0].lines) > len({(line.seat, line.rule) for line in state.results[0].lines})
    charges: dict[tuple[int, Rule], list[tuple[str, int]]] = {}
    for line in state.results[0].lines:
        charges.setdefault((line.seat, line.rule), []).append((line.what, line.points))
    rows = [
        f"    seat {seat}  {rule.value}: {', '.join(f'{what} ({points})' for what, points in charged)}"
        for (seat, rule), charged in sorted(charges.items(), key=lambda item: item[0][0])
    ]
    assert of_deal(state, 1)[2:] == rows
    for seat, points in enumerate(state.results[0].points):
        told = "".join(row for row in rows if row.startswith(f"    seat {seat} "))
        assert sum(map(int, re.findall(r"\((\d+)\)", told))) == points


def test_only_sessions_have_a_score_sheet() -> None:
    no_session: Any
    for no_session in (deal("compendium", "reds"), None, lorum.get_variant("compendium"), "compendium"):
        with pytest.raises(lorum.ArgumentError, match="a session is needed"):
            score_sheet(no_session)
