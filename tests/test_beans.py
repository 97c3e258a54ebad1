"""Beans: settlement by pairs or to the lowest, the pot, buying in, and who wins."""

from __future__ import annotations

from typing import Any

import pytest
from builders import completed, dealt, legal, play, play_out, refused, result, score, session

import lorum
from lorum import BuyIn, Decline, Rule, SessionState, record


def beans(scoring: str = "beans", **options: Any) -> SessionState:
    return session("compendium", scoring=scoring, **options)


def settled(contract: str, points: list[int], **options: Any) -> tuple[tuple[int, ...], int]:
    """What a deal entered by its points does to the beans and to the pot."""
    options = {"scoring": "beans-and-pot", "beans_end": "never", "players": len(points), **options}
    state = score(session("compendium", **options), points, contract)
    assert sum(result(state).change) + result(state).pot_change == 0
    assert all(type(number) is int for number in (*result(state).change, result(state).pot_change))
    return result(state).change, result(state).pot_change


@pytest.mark.rule(Rule.BEANS_START)
def test_everyone_starts_with_twenty() -> None:
    """K8.2: under either bean scoring, at four and at three."""
    for scoring in ("beans", "beans-and-pot"):
        for players in (3, 4):
            state = beans(scoring, players=players)
            assert state.totals == (20,) * players
            assert (state.pot, state.bought) == (0, (0,) * players)
            assert state.variant.wins == "highest"
    assert session("compendium").totals == (0, 0, 0, 0)
    assert lorum.get_variant("compendium").options["scoring"] == "penalty"


@pytest.mark.rule(Rule.BEANS_PAIRWISE)
@pytest.mark.parametrize(
    ("contract", "points", "change"),
    [
        ("no-tricks", [8, 0, 0, 0], (-24, 8, 8, 8)),
        ("no-tricks", [2, 2, 2, 2], (0, 0, 0, 0)),
        ("no-tricks", [4, 4, 0, 0], (-8, -8, 8, 8)),
        ("no-tricks", [3, 3, 2, 0], (-4, -4, 0, 8)),
        ("no-tricks", [5, 2, 1, 0], (-12, 0, 4, 8)),
        ("no-tricks", [10, 0, 0], (-20, 10, 10)),
        ("no-tricks", [5, 3, 2], (-5, 1, 4)),
        ("all-bad", [28, 0, 0, 0], (-84, 28, 28, 28)),
        ("all-bad", [14, 14, 0, 0], (-28, -28, 28, 28)),
    ],
)
@pytest.mark.parametrize("scoring", ["beans", "beans-and-pot"])
def test_pairs(scoring: str, contract: str, points: list[int], change: tuple[int, ...]) -> None:
    """K8.3, K8.9: in each pair the higher penalty pays the lower the difference; the sum is zero."""
    assert settled(contract, points, scoring=scoring) == (change, 0)
    pairs = [sum(other - own for other in points) for own in points]
    assert tuple(pairs) == change


@pytest.mark.rule(Rule.BEANS_TO_LOWEST, Rule.POT_REST)
@pytest.mark.parametrize(
    ("contract", "points", "change", "rest"),
    [
        ("no-tricks", [8, 0, 0, 0], (-8, 2, 2, 2), 2),
        ("no-tricks", [2, 2, 2, 2], (0, 0, 0, 0), 0),
        ("no-tricks", [4, 4, 0, 0], (-4, -4, 4, 4), 0),
        ("no-tricks", [3, 3, 2, 0], (-3, -3, -2, 8), 0),
        ("no-tricks", [5, 1, 1, 1], (-4, 1, 1, 1), 1),
        ("no-tricks", [4, 2, 1, 1], (-3, -1, 2, 2), 0),
        ("no-tricks", [3, 3, 1, 1], (-2, -2, 2, 2), 0),
        ("no-tricks", [6, 2, 2], (-4, 2, 2), 0),
        ("no-tricks", [5, 5, 0], (-5, -5, 10), 0),
        ("all-bad", [28, 0, 0, 0], (-28, 9, 9, 9), 1),
    ],
)
@pytest.mark.parametrize("scoring", ["beans", "beans-and-pot"])
def test_to_the_lowest(
    scoring: str, contract: str, points: list[int], change: tuple[int, ...], rest: int
) -> None:
    """K8.3: everyone pays the deal's lowest the difference; several share, a rest goes into the pot."""
    assert settled(contract, points, scoring=scoring, bean_settlement="to-lowest") == (change, rest)
    assert lorum.get_variant("compendium-beans").options["bean_settlement"] == "pairwise"


@pytest.mark.rule(Rule.BEANS_COMMON_POT, Rule.SETTLEMENT_TO_POT)
@pytest.mark.parametrize(
    ("contract", "points"),
    [
        ("king-of-hearts", [0, 4, 0, 0]),
        ("first-and-last", [8, 0, 0, 0]),
        ("first-and-last", [4, 0, 4, 0]),
        ("fifth-trick", [0, 0, 0, 4]),
        ("fifth-trick", [0, 0, 4]),
    ],
)
def test_the_common_pot(contract: str, points: list[int]) -> None:
    """K8.6: in King of Hearts, First and last and Fifth trick everyone pays the points charged."""
    assert settled(contract, points) == (tuple(-own for own in points), sum(points))
    lowest = settled(contract, points, bean_settlement="to-lowest")
    assert lowest == (tuple(-own for own in points), sum(points))
    by_pairs = settled(contract, points, scoring="beans")
    assert by_pairs[1] == 0


@pytest.mark.rule(Rule.BEANS_UNTOUCHED, Rule.POT_REST)
@pytest.mark.parametrize(
    ("contract", "points", "change", "rest"),
    [
        ("reds", [8, 0, 0, 0], (-8, 2, 2, 2), 2),
        ("reds", [2, 2, 2, 2], (-2, -2, -2, -2), 8),
        ("reds", [4, 4, 0, 0], (-4, -4, 4, 4), 0),
        ("reds", [3, 3, 2, 0], (-3, -3, -2, 8), 0),
        ("reds", [7, 0, 0, 1], (-7, 4, 4, -1), 0),
        ("reds", [8, 0, 0], (-8, 4, 4), 0),
        ("reds", [3, 3, 2], (-3, -3, -2), 8),
        ("obers", [8, 0, 0, 0], (-8, 2, 2, 2), 2),
        ("obers", [2, 2, 2, 2], (-2, -2, -2, -2), 8),
        ("obers", [4, 2, 2, 0], (-4, -2, -2, 8), 0),
        ("obers", [6, 0, 2, 0], (-6, 4, -2, 4), 0),
    ],
)
def test_reds_and_obers_with_a_pot(
    contract: str, points: list[int], change: tuple[int, ...], rest: int
) -> None:
    """K8.7: the takers' eight beans go in equal parts to the untouched; the rest, or all, into the pot."""
    assert settled(contract, points) == (change, rest)
    assert settled(contract, points, bean_settlement="to-lowest") == (change, rest)


def test_without_a_pot_reds_settle_by_difference() -> None:
    """K8.3, K8.7: under plain beans every contract does."""
    assert settled("reds", [8, 0, 0, 0], scoring="beans") == ((-24, 8, 8, 8), 0)
    assert settled("king-of-hearts", [4, 0, 0, 0], scoring="beans") == ((-12, 4, 4, 4), 0)


# Who gets the pot


@pytest.mark.rule(Rule.BEANS_POT_GOES_TO, Rule.POT_WINNER)
@pytest.mark.parametrize("scoring", ["beans", "beans-and-pot"])
def test_the_winner_of_lorum_takes_the_pot(scoring: str) -> None:
    """K8.8, K8.9: whatever filled it; Lorum itself settles by differences."""
    state = beans(scoring, bean_settlement="to-lowest", beans_end="never")
    state = score(state, [5, 1, 1, 1], "no-tricks")
    assert (state.totals, state.pot) == ((16, 21, 21, 21), 1)
    if scoring == "beans-and-pot":
        state = score(state, [4, 0, 0, 0], "king-of-hearts")
        assert state.pot == 5
    pot, before = state.pot, state.totals
    assert state.deal
    points = [2, 2, 2, 2]
    points[state.deal.dealer] = 0
    state = score(state, points, "lorum")
    expected = [own - 2 for own in before]
    expected[state.results[-1].dealer] = before[state.results[-1].dealer] + 6 + pot
    assert state.totals == tuple(expected)
    assert (result(state).pot_change, state.pot) == (-pot, 0)
    assert lorum.get_variant("compendium-beans").options["pot_goes_to"] == "lorum-winner"


def to_the_end(pot_goes_to: str, **options: Any) -> SessionState:
    """King of Hearts, then Lorum, then King of Hearts again; three players level at the end."""
    state = session(
        "compendium-beans", contracts=["king-of-hearts"], rounds=4, pot_goes_to=pot_goes_to, **options
    )
    for points in ([4, 0, 0, 0], [4, 0, 0, 0], [4, 0, 0, 0], [4, 0, 0, 0]):
        state = score(state, points)
    assert state.phase == "finished"
    return state


@pytest.mark.rule(Rule.BEANS_POT_GOES_TO, Rule.POT_LEFT_OVER)
def test_what_is_left_of_the_pot() -> None:
    """K8.8: to the session's winners in equal parts, a rest unowned; or to nobody."""
    for pot_goes_to in ("lorum-winner", "session-winner"):
        state = to_the_end(pot_goes_to)
        assert state.winners == (1, 2, 3)
        assert state.final_share == (0, 5, 5, 5)
        assert state.totals == (4, 25, 25, 25)
        assert state.pot == 1
    nobody = to_the_end("nobody")
    assert (nobody.winners, nobody.final_share) == ((1, 2, 3), (0, 0, 0, 0))
    assert (nobody.totals, nobody.pot) == ((4, 20, 20, 20), 16)


@pytest.mark.rule(Rule.BEANS_POT_GOES_TO)
@pytest.mark.parametrize("pot_goes_to", ["session-winner", "nobody"])
def test_lorum_leaves_the_pot_where_it_is_not_its_own(pot_goes_to: str) -> None:
    """K8.8: by option the winner of Lorum takes nothing of it."""
    state = session("compendium-beans", pot_goes_to=pot_goes_to)
    state = score(score(state, [4, 0, 0, 0], "king-of-hearts"), [2, 0, 2, 2], "lorum")
    assert result(state).change == (-2, 6, -2, -2)
    assert state.pot == 4


def test_the_session_winner_is_found_before_the_pot_is_shared() -> None:
    """K8.8, K8.11: the share adds to the winner's beans and makes nobody else one."""
    state = session("compendium-beans", contracts=["king-of-hearts"], rounds=1)
    state = score(state, [4, 0, 0, 0])
    assert state.totals == (16, 21, 21, 21)
    assert (state.final_share, state.pot, state.winners) == ((0, 1, 1, 1), 1, (1, 2, 3))
    assert state.leaders == state.winners


# Buying in


def broke(**options: Any) -> SessionState:
    """Seats 2 and 3 have lost all in the first deal, of which seat 0 was the dealer."""
    state = score(beans(**options), [0, 0, 14, 14], "all-bad")
    assert state.totals == (48, 48, -8, -8)
    return state


@pytest.mark.rule(Rule.BEANS_BUY_IN)
def test_who_has_no_bean_is_asked() -> None:
    """K8.4, K8.5: after the deal, clockwise from its forehand on; each gets 20 as often as needed."""
    state = broke()
    assert (state.phase, state.to_act, legal(state)) == ("buy-in", 2, "buy-in decline")
    assert state.deal
    assert (state.deal.number, state.deal.dealer, state.deal.contract) == (1, 0, "all-bad")
    once = play(state, "buy-in")
    assert (once.phase, once.to_act) == ("buy-in", 3)
    assert once.totals == state.totals  # not before all have bought
    assert once.bought == (0, 0, 0, 0)
    with_pot = score(beans("beans-and-pot"), [0, 0, 14, 14], "all-bad")
    assert play(with_pot, "buy-in buy-in").bought == (0, 0, 20, 20)
    both = play(once, "buy-in")
    assert both.phase == "deal"
    assert both.totals == (48, 48, 12, 12)
    assert both.bought == (0, 0, 20, 20)
    assert both.actions[-2:] == (BuyIn(seat=2), BuyIn(seat=3))
    assert sum(both.totals) == 80 + sum(both.bought)


@pytest.mark.rule(Rule.BEANS_BUY_IN)
@pytest.mark.parametrize(
    ("dealer", "order"), [(0, [1, 2, 3]), (1, [2, 3, 1]), (2, [3, 1, 2]), (3, [1, 2, 3])]
)
def test_the_order_of_asking(dealer: int, order: list[int]) -> None:
    """K8.5: from the forehand of the deal just ended."""
    state = beans(first_dealer=(dealer - 1) % 4, contracts=["all-bad"], rounds=3, doubling=True)
    state = score(state, [0, 9, 9, 10])
    assert (state.phase, state.totals) == ("deal", (48, 12, 12, 8))
    state = score(state, [0, 9, 9, 10], doubled=True)
    assert state.totals == (104, -4, -4, -16)
    for seat in order:
        assert (state.phase, state.to_act) == ("buy-in", seat)
        refused(state, BuyIn(seat=0), Rule.TABLE_TURN)
        state = play(state, "buy-in")
    assert state.phase == "deal"
    assert state.totals == (104, 16, 16, 4)


@pytest.mark.rule(Rule.BEANS_BUY_IN)
@pytest.mark.parametrize(
    ("points", "totals", "bought"),
    [
        # Seat 0 revokes or takes all of All bad: -84.
        ([28, 0, 0, 0], (-64, 48, 48, 48), (80, 0, 0, 0)),
        ([0, 0, 14, 14], (48, 48, -8, -8), (0, 0, 20, 20)),
        ([12, 12, 4, 0], (0, 0, 32, 48), (20, 20, 0, 0)),
        ([17, 11, 0, 0], (-20, 4, 48, 48), (40, 0, 0, 0)),
    ],
)
def test_as_often_as_needed(points: list[int], totals: tuple[int, ...], bought: tuple[int, ...]) -> None:
    """K8.5: until there are beans: one bean is enough, none is not."""
    state = score(beans(), points, "all-bad")
    assert state.totals == totals
    asked = [seat for seat in (1, 2, 3, 0) if totals[seat] <= 0]
    for seat in asked:
        assert (state.phase, state.to_act) == ("buy-in", seat)
        state = play(state, "buy-in")
    assert state.phase == "deal"
    assert state.bought == bought
    assert state.totals == tuple(a + b for a, b in zip(totals, bought, strict=True))
    assert min(state.totals) > 0
    assert all(own - 20 <= 0 for own, more in zip(state.totals, bought, strict=True) if more)


def test_one_bean_is_enough() -> None:
    """K8.4, K8.5: who has a bean left is not asked."""
    state = beans()
    state = score(state, [6, 0, 1, 1], "no-tricks")  # 20 + 8 - 24 = 4
    assert (state.phase, state.totals) == ("deal", (4, 28, 24, 24))
    assert score(state, [2, 2, 2, 2], "reds").phase == "deal"
    state = score(state, [4, 4, 0, 0], "obers")
    assert state.totals == (-4, 20, 32, 32)
    assert (state.phase, state.to_act) == ("buy-in", 0)
    state = beans("beans-and-pot")
    for contract, points in (
        ("reds", [3, 5, 0, 0]), ("no-tricks", [6, 2, 0, 0]), ("king-of-hearts", [0, 4, 0, 0]),
        ("first-and-last", [0, 8, 0, 0]), ("fifth-trick", [0, 4, 0, 0]),
    ):  # fmt: skip
        state = score(state, points, contract)
    assert state.totals == (1, -1, 32, 32)
    assert (state.phase, state.to_act) == ("buy-in", 1)
    state = play(state, "buy-in")
    assert (state.phase, state.totals, state.bought) == ("deal", (1, 19, 32, 32), (0, 20, 0, 0))


@pytest.mark.rule(Rule.BEANS_REFUSED)
def test_the_first_refusal_ends_the_session() -> None:
    """K8.5, K9.4: nobody's purchase of that moment counts; the leader in beans wins."""
    state = play(broke(), "buy-in decline")
    assert state.phase == "finished"
    assert state.totals == (48, 48, -8, -8)
    assert state.bought == (0, 0, 0, 0)
    assert state.winners == (0, 1)
    assert state.actions[-2:] == (BuyIn(seat=2), Decline(seat=3))
    at_once = play(broke(), "decline")
    assert (at_once.phase, at_once.winners) == ("finished", (0, 1))
    assert at_once != state
    refused(state, "buy-in", Rule.PLAY_OVER)
    # Earlier purchases stand.
    again = score(play(broke(), "buy-in buy-in"), [2, 2, 2, 2], "reds")
    again = score(again, [0, 0, 4, 4], "obers")
    assert again.totals == (56, 56, 4, 4)
    again = score(again, [0, 0, 4, 4], "no-tricks")
    assert (again.phase, again.to_act) == ("buy-in", 2)
    ended = play(again, "decline")
    assert (ended.bought, ended.totals) == ((0, 0, 20, 20), (64, 64, -4, -4))


def test_a_refusal_shares_what_is_left_of_the_pot() -> None:
    """K8.8, K9.4: the winner of a session that ends early is its winner."""
    state = session("compendium-beans")
    state = score(state, [4, 0, 0, 0], "king-of-hearts")
    state = score(state, [0, 0, 14, 14], "all-bad")
    assert (state.phase, state.totals, state.pot) == ("buy-in", (44, 48, -8, -8), 4)
    ended = play(state, "decline")
    assert ended.winners == (1,)
    assert ended.final_share == (0, 4, 0, 0)
    assert ended.totals == (44, 52, -8, -8)
    assert ended.pot == 0


@pytest.mark.rule(Rule.BEANS_NEVER)
def test_where_nobody_is_asked_debts_run_on() -> None:
    """K9.4: by option the session goes on to the last deal."""
    state = broke(beans_end="never")
    assert state.phase == "deal"
    state = score(state, [0, 0, 4, 4], "no-tricks")
    assert state.totals == (56, 56, -16, -16)
    assert (state.phase, state.bought) == ("deal", (0, 0, 0, 0))
    assert lorum.get_variant("compendium-beans").options["beans_end"] == "refused-buy-in"


@pytest.mark.rule(Rule.BEANS_BUY_IN)
def test_nobody_is_asked_after_the_last_deal() -> None:
    """K8.5: after every deal but the last."""
    state = score(beans(contracts=["all-bad"], rounds=1), [0, 0, 14, 14])
    assert (state.phase, state.winners) == ("finished", (0, 1))
    assert state.totals == (48, 48, -8, -8)


@pytest.mark.rule(Rule.BEANS_WINNER)
@pytest.mark.parametrize(("count", "winners"), [(False, (2,)), (True, (0, 2))])
def test_bought_beans_and_the_winner(count: bool, winners: tuple[int, ...]) -> None:
    """K8.11: the leader in beans less those bought; by option bought beans count."""
    state = beans(contracts=["all-bad"], rounds=2, bought_beans_count=count)
    state = score(state, [14, 14, 0, 0])
    state = play(state, "buy-in buy-in")
    assert state.totals == (12, 12, 48, 48)
    state = score(state, [0, 9, 9, 10])
    assert state.bought == (20, 20, 0, 0)
    assert state.totals == (12 + 28, 12 - 8, 48 - 8, 48 - 12)
    assert state.winners == winners
    assert state.variant.options["bought_beans_count"] is count
    assert lorum.get_variant("compendium-beans").options["bought_beans_count"] is False


@pytest.mark.rule(Rule.BEANS_WINNER, Rule.SESSION_SHARED)
def test_without_a_pot_the_leader_has_the_lowest_penalties() -> None:
    """K8.11, K9.3: so that both ways to find the winner agree; a tie for the lead is shared."""
    for seed in range(6):
        state = beans(contracts=["reds", "lorum"], rounds=2, first_dealer=seed % 4)
        penalties = [0, 0, 0, 0]
        while state.phase != "finished":
            if state.phase == "buy-in":
                state = play(state, "buy-in")
                continue
            pack = lorum.shuffled(lorum.PACK, f"{seed} {len(state.results)}")
            state = play_out(play(lorum.apply(state, lorum.deal_cards(state, pack)), open_contract(state)))
            penalties = [a + b for a, b in zip(penalties, result(state).points, strict=True)]
        lowest = min(penalties)
        assert state.winners == tuple(seat for seat in range(4) if penalties[seat] == lowest)
    shared = score(beans(contracts=["reds"], rounds=1), [4, 4, 0, 0])
    assert (shared.phase, shared.winners) == ("finished", (2, 3))


def open_contract(state: SessionState) -> str:
    return legal(dealt(state, completed(state.variant, {}))).split()[0]


def test_beans_in_summaries() -> None:
    """K8.5: bought beans are told apart from those won; start, changes, purchases and share add up."""
    state = play(broke(), "buy-in")
    facts = record.summary(state)
    assert facts["phase"] == "buy-in"
    assert facts["legal"] == [{"type": "buy-in", "seat": 3}, {"type": "decline", "seat": 3}]
    assert facts["deal"]["number"] == 1
    assert record.observation(state, 1)["deal"]["actions"][-1] == {"type": "buy-in", "seat": 2}
    state = play(state, "buy-in")
    assert record.summary(state)["bought"] == [0, 0, 20, 20]
    for seat in range(4):
        changes = sum(one.change[seat] for one in state.results)
        assert state.totals[seat] == 20 + changes + state.bought[seat] + state.final_share[seat]


@pytest.mark.parametrize("players", [3, 4])
def test_three_players_with_beans(players: int) -> None:
    """K1.5, K8.3: every option of beans goes with three players too."""
    for settlement in ("pairwise", "to-lowest"):
        for goes_to in ("lorum-winner", "session-winner", "nobody"):
            options = {"bean_settlement": settlement, "pot_goes_to": goes_to, "beans_end": "never"}
            contracts = ["king-of-hearts", "lorum", "reds"]
            state = beans("beans-and-pot", players=players, contracts=contracts, rounds=1, **options)
            state = score(state, [4] + [0] * (players - 1), "king-of-hearts")
            state = score(state, [8] + [0] * (players - 1), "reds")
            rest = 8 % (players - 1)
            assert state.pot == 4 + rest
            state = play_out(play(dealt(state, completed(state.variant, {})), "lorum"))
            assert sum(state.totals) + state.pot == 20 * players
            kept = {"lorum-winner": 0, "nobody": 4 + rest}.get(goes_to)
            if kept is not None and settlement == "pairwise":
                assert state.pot == kept
