"""What the points of a deal do to the accounts: penalties, doubling, transfers and the pot of P."""

from __future__ import annotations

from typing import Any

import pytest
from builders import (
    WHOLE_SUITS,
    cited,
    deal,
    hands_of_tricks,
    lines,
    play_out,
    play_tricks,
    played_tricks,
    result,
    score,
    session,
)
from conftest import House

import lorum
from lorum import Rule

EXAMPLE = "TaAaOa8a 7hKhAhAb Kl8l9lUl Uh8h9hOl Al7lObTl 8bTb9bKb 7bKa9a7a UbOhThUa"
"""Hearts of P: seats 0 and 2 take three Hearts each, seat 1 two, seat 3 none."""


def settled(contract: str, points: list[int], *, pot: int = 0) -> tuple[tuple[int, ...], int]:
    """The changes and the pot's change in P; the pot is filled before by whole Hairy apes."""
    contracts = [*(["hairy-ape"] if pot else []), contract]
    state = session("seven-contracts", contracts=contracts)
    if pot:
        assert pot == 10
        state = score(state, [10, 0, 0, 0])
    state = score(state, points, contract)
    assert result(state).points == tuple(points)
    return result(state).change, result(state).pot_change


# Penalties and doubling


@pytest.mark.rule(Rule.SETTLEMENT_PENALTIES, Rule.SESSION_TOTALS)
@pytest.mark.parametrize("variant", ["compendium", "compendium-three", "eight-games"])
def test_points_are_added_to_the_totals(variant: str) -> None:
    """K7.5, K8.1, K8.10, E1.8: per player and deal, with the running total; no pot."""
    rules = lorum.get_variant(variant, contracts=["reds"])
    state = session(rules)
    totals = (0,) * rules.players
    for number, points in enumerate(([8, 0, 0], [0, 5, 3], [2, 2, 4]), 1):
        points = [*points, *[0] * (rules.players - 3)]
        state = score(state, points)
        totals = tuple(a + b for a, b in zip(totals, points, strict=True))
        assert state.totals == totals
        assert result(state).change == result(state).points == tuple(points)
        assert (result(state).pot_change, state.pot) == (0, 0)
        assert [one.deal for one in state.results] == list(range(1, number + 1))
    sheet = [one.points for one in state.results]
    assert tuple(map(sum, zip(*sheet, strict=True))) == state.totals


@pytest.mark.rule(Rule.SETTLEMENT_DOUBLED)
def test_a_doubled_deal_counts_twice() -> None:
    """K11.3: every charge of the deal, in every family, and what is settled from it."""
    for contract in ("reds", "all-bad", "lorum"):
        plain, doubled = (play_out(deal("compendium", contract, doubled=flag)) for flag in (False, True))
        assert result(doubled).points == tuple(2 * own for own in result(plain).points)
        assert [(r, s, 2 * p, w) for r, s, p, w in lines(plain)] == lines(doubled)
        assert (result(plain).doubled, result(doubled).doubled) == (False, True)
    state = session("compendium", doubling=True, scoring="beans-and-pot")
    state = score(state, [3, 3, 2, 0], "reds", doubled=True)
    assert result(state).points == (6, 6, 4, 0)
    assert result(state).change == (-6, -6, -4, 16)
    state = score(state, [0, 0, 4, 0], "king-of-hearts", doubled=True)
    assert (result(state).change, state.pot) == ((0, 0, -8, 0), 8)
    assert play_out(deal("compendium", "reds")).doubled is False


# P


@pytest.mark.rule(Rule.SETTLEMENT_UNTOUCHED, Rule.SEVEN_HEARTS_DISTRIBUTION)
def test_example_of_hearts() -> None:
    """P7.1: A takes 3, B 3, C 2, D none: A pays 3, B 3, C 2, D gets 8; net zero, nothing to the pot."""
    state = session("seven-contracts", contracts=["hearts"])
    state = play_tricks(lorum.apply(state, lorum.DealCards(hands_of_tricks(EXAMPLE))), EXAMPLE)
    # By the seats of this deal: A is 0, C is 1, B is 2, D is 3.
    assert result(state).points == (3, 2, 3, 0)
    assert result(state).change == state.totals == (-3, -2, -3, 8)
    assert result(state).pot_change == state.pot == 0
    assert sum(state.totals) == 0
    assert settled("hearts", [3, 3, 2, 0]) == ((-3, -3, -2, 8), 0)


P_TABLES: list[tuple[str, list[int], tuple[int, ...], int]] = [
    # all took some
    ("hearts", [2, 2, 2, 2], (-2, -2, -2, -2), 8),
    ("hearts", [5, 1, 1, 1], (-5, -1, -1, -1), 8),
    ("no-tricks", [2, 2, 2, 2], (-2, -2, -2, -2), 8),
    ("no-tricks", [1, 4, 2, 1], (-1, -4, -2, -1), 8),
    ("obers", [1, 2, 3, 4], (-1, -2, -3, -4), 10),
    # one untouched
    ("hearts", [3, 3, 2, 0], (-3, -3, -2, 8), 0),
    ("hearts", [0, 6, 1, 1], (8, -6, -1, -1), 0),
    ("no-tricks", [3, 0, 3, 2], (-3, 8, -3, -2), 0),
    ("obers", [3, 3, 0, 4], (-3, -3, 10, -4), 0),
    ("obers", [7, 1, 0, 2], (-7, -1, 10, -2), 0),
    # two and two
    ("hearts", [4, 4, 0, 0], (-4, -4, 4, 4), 0),
    ("hearts", [7, 0, 0, 1], (-7, 4, 4, -1), 0),
    ("no-tricks", [0, 4, 0, 4], (4, -4, 4, -4), 0),
    ("obers", [5, 5, 0, 0], (-5, -5, 5, 5), 0),
    ("obers", [0, 9, 0, 1], (5, -9, 5, -1), 0),
    # all to one
    ("hearts", [8, 0, 0, 0], (24, -8, -8, -8), 0),
    ("hearts", [0, 0, 0, 8], (-8, -8, -8, 24), 0),
    ("no-tricks", [0, 8, 0, 0], (-8, 24, -8, -8), 0),
    ("obers", [0, 0, 10, 0], (-10, -10, 30, -10), 0),
    # to the pot
    ("hairy-ape", [0, 10, 0, 0], (0, -10, 0, 0), 10),
    # to the winner
    ("quartets", [8, 5, 0, 7], (-8, -5, 20, -7), 0),
    ("quartets", [1, 0, 1, 1], (-1, 3, -1, -1), 0),
    ("fast-train", [2, 5, 0, 7], (-2, -5, 14, -7), 0),
    # cards left and passes to the pot, which the winner takes
    ("lorum", [1, 1, 1, 0], (-1, -1, -1, 3), 0),
]  # fmt: skip


@pytest.mark.rule(
    Rule.SETTLEMENT_UNTOUCHED, Rule.SETTLEMENT_SWEEP, Rule.SETTLEMENT_TO_POT, Rule.SETTLEMENT_TO_WINNER,
    Rule.SEVEN_HEARTS_DISTRIBUTION, Rule.SEVEN_OBERS_DISTRIBUTION, Rule.SEVEN_NO_TRICKS_DISTRIBUTION,
    Rule.SEVEN_HAIRY_APE_POINTS, Rule.POT_BALANCE,
)  # fmt: skip
@pytest.mark.parametrize(("contract", "points", "change", "pot"), P_TABLES)
def test_settlement_of_p(contract: str, points: list[int], change: tuple[int, ...], pot: int) -> None:
    """P4.2, P4.3, P4.5, P4.6, P4.7, P5.7, P6.1, P6.6: who pays, who receives, what the pot gains."""
    assert settled(contract, points) == (change, pot)
    assert sum(change) + pot == 0
    assert all(type(number) is int for number in (*change, pot))


@pytest.mark.rule(Rule.SETTLEMENT_SWEEP)
def test_who_took_all_hearts_is_paid() -> None:
    """P4.3: nothing is paid, and 8 come from each opponent."""
    own = [WHOLE_SUITS[2], *WHOLE_SUITS[:2], WHOLE_SUITS[3]]
    played = play_out(deal("seven-contracts", "hearts", own, dealer=1))
    assert result(played).change == (24, -8, -8, -8)


@pytest.mark.rule(
    Rule.SEVEN_HEARTS_DISTRIBUTION, Rule.SEVEN_OBERS_DISTRIBUTION, Rule.SEVEN_NO_TRICKS_DISTRIBUTION
)
def test_distributions_have_their_own_clauses() -> None:
    """P4.2, P4.3, P4.5, P4.6: for each of the three contracts the document says how it is shared out."""
    rules = lorum.get_variant("seven-contracts")
    for name in ("hearts", "obers", "no-tricks"):
        own = Rule(f"seven-contracts.{name}.distribution")
        assert rules.contract(name).cite(Rule.SETTLEMENT_UNTOUCHED) is own
        assert rules.contract(name).cite(Rule.SETTLEMENT_SWEEP) is own


@pytest.mark.rule(Rule.SETTLEMENT_UNTOUCHED)
@pytest.mark.parametrize("contract", ["hearts", "no-tricks"])
def test_tricks_without_penalty_cards_do_not_touch(contract: str) -> None:
    """P4.7: untouched is who took nothing that costs in this contract."""
    state = played_tricks("seven-contracts", contract, EXAMPLE)
    takers = {trick.winner for trick in lorum.tricks_of(state)}
    untouched = {seat for seat, points in enumerate(result(state).points) if not points}
    if contract == "no-tricks":
        assert not untouched & takers
    else:
        assert untouched == {3}
    for seat in untouched:
        assert result(state).change[seat] > 0


# The pot


@pytest.mark.rule(Rule.POT_START)
def test_the_pot_starts_empty() -> None:
    """P2.5: and so does every account in P."""
    for name, variant in lorum.variants().items():
        state = session(variant)
        assert state.pot == 0, name
        assert state.totals == ((20,) if name == "compendium-beans" else (0,)) * variant.players


@pytest.mark.rule(Rule.POT_WINNER, Rule.SEVEN_LORUM_POT, Rule.SETTLEMENT_TO_POT)
def test_the_pot_is_carried_from_deal_to_deal() -> None:
    """P1.2, P6.1, P6.6, P7.4: Hairy ape and undecided deals fill it, the winner of Lórum empties it."""
    state = session("seven-contracts")
    for points, pot in (
        ([2, 2, 2, 2], 8), ([1, 2, 3, 4], 18), ([8, 0, 0, 0], 18), ([1, 0, 1, 1], 18), ([2, 5, 0, 7], 18),
        ([0, 0, 0, 10], 28),
    ):  # fmt: skip
        state = score(state, points)
        assert state.pot == pot
        assert sum(state.totals) + state.pot == 0
    before = state.totals
    state = score(state, [9, 5, 2, 4])
    assert result(state).change == (-9, -5, 28 + 9 + 5 + 4, -4)
    assert (result(state).pot_change, state.pot) == (-28, 0)
    assert state.totals == tuple(a + b for a, b in zip(before, result(state).change, strict=True))


@pytest.mark.rule(Rule.POT_BALANCE)
def test_all_that_is_paid_is_received() -> None:
    """P2.5, K8.3, K8.6: transfers and pot sum to zero, beans and pot to what was given out."""
    for name, options, start in (
        ("seven-contracts", {}, 0),
        ("compendium-beans", {"bean_settlement": "to-lowest", "beans_end": "never"}, 80),
        ("compendium-beans", {"players": 3, "beans_end": "never"}, 60),
        ("compendium", {"scoring": "beans", "bean_settlement": "to-lowest", "beans_end": "never"}, 80),
    ):  # fmt: skip
        state = session(name, **options)
        seed = 0
        while state.phase != "finished":
            seed += 1
            pack = lorum.shuffled(state.variant.pack, f"{name} {seed}")
            state = play_out(lorum.apply(state, lorum.deal_cards(state, pack)))
            assert sum(state.totals) + state.pot == start + sum(state.bought)
            if state.phase != "finished":
                assert sum(result(state).change) + result(state).pot_change == 0
            assert state.pot >= 0


@pytest.mark.rule(Rule.POT_LEFT_OVER)
@pytest.mark.parametrize(
    ("last", "totals", "share", "rest"),
    [
        # Three Hairy apes go before: seats 0, 1 and 2 have paid ten each.
        ([0, 0, 0, 10], (0, 0, 0, 0), (10, 10, 10, 10), 0),
        ([10, 0, 0, 0], (-20, -10, -10, 40), (0, 0, 0, 40), 0),
        ([0, 10, 0, 0], (-10, -20, -10, 40), (0, 0, 0, 40), 0),
    ],
)
def test_what_is_left_goes_to_the_winners(
    last: list[int], totals: tuple[int, ...], share: tuple[int, ...], rest: int
) -> None:
    """P2.8, P2.6: a session without Lórum ends with beans in the pot; the winners share it."""
    state = session("seven-contracts", contracts=["hairy-ape"])
    for points in ([10, 0, 0, 0], [0, 10, 0, 0], [0, 0, 10, 0], last):
        state = score(state, points)
    assert state.phase == "finished"
    assert state.totals == totals
    assert state.final_share == share
    assert state.pot == rest
    assert state.winners == tuple(seat for seat, own in enumerate(share) if own)


@pytest.mark.rule(Rule.POT_LEFT_OVER)
def test_a_rest_of_the_pot_stays_unowned() -> None:
    """P2.8: forty among three winners are thirteen each; one stays."""
    state = session("seven-contracts", contracts=["hairy-ape"])
    for _ in range(4):
        state = score(state, [0, 0, 10, 0])
    assert state.winners == (0, 1, 3)
    assert state.final_share == (13, 13, 0, 13)
    assert state.totals == (13, 13, -40, 13)
    assert state.pot == 1
    for seat in range(4):
        changes = sum(one.change[seat] for one in state.results)
        assert state.totals[seat] == changes + state.bought[seat] + state.final_share[seat]


def test_settlement_is_booked_with_the_last_card() -> None:
    """K7.5: no further call is needed, and none is possible before."""
    state = session("seven-contracts", contracts=["hearts"])
    state = lorum.apply(state, lorum.DealCards(hands_of_tricks(EXAMPLE)))
    *tricks, last = EXAMPLE.split()
    state = play_tricks(state, " ".join(tricks))
    assert state.results == ()
    assert state.totals == (0, 0, 0, 0)
    state = play_tricks(state, last)
    assert len(state.results) == 1
    assert state.totals == (-3, -2, -3, 8)
    assert cited(state) == {Rule.SEVEN_HEARTS_POINTS}


SETTLES: list[tuple[str, dict[str, Any]]] = [
    ("to-pot", {"family": "tricks", "prices": [{"cards": "Kh", "points": 5}]}),
    ("to-untouched", {"family": "tricks", "prices": [{"cards": "Kh Ka", "points": 5}]}),
    ("by-difference", {"family": "tricks", "prices": [{"points": 1}]}),
    ("to-winner", {"family": "trains"}),
]


@pytest.mark.rule(Rule.SETTLEMENT_TO_POT, Rule.SETTLEMENT_TO_WINNER, Rule.SETTLEMENT_UNTOUCHED)
@pytest.mark.parametrize(("kind", "contract"), SETTLES)
def test_ways_to_settle_of_a_table_of_its_own(house: House, kind: str, contract: dict[str, Any]) -> None:
    """P4.2, P5.7, P6.1: which way a contract is settled is data."""
    rules = house(
        "seven-contracts", contract={"own": {**contract, "settles": kind}}, session={"contracts": ["own"]}
    )
    state = play_out(deal(rules, "own"))
    points, change = result(state).points, result(state).change
    assert sum(change) + result(state).pot_change == 0
    if kind == "to-pot":
        assert change == tuple(-own for own in points)
    if kind == "by-difference":
        assert change == tuple(sum(points) - 4 * own for own in points)
    if kind == "to-winner":
        winner = points.index(min(points))
        assert change[winner] == sum(points) - points[winner]


@pytest.mark.rule(Rule.SETTLEMENT_TO_WINNER, Rule.POT_BALANCE)
def test_a_winner_with_points_of_its_own(house: House) -> None:
    """P5.7, K5.15: who wins after a pass is paid what the others were charged, and pays itself nothing."""
    rows = {"family": "layouts", "pass_points": 1, "settles": "to-winner"}
    rules = house("seven-contracts", contract={"rows": rows}, session={"contracts": ["rows"]})
    assert result(score(session(rules), [1, 3, 3, 3])).change == (9, -3, -3, -3)
