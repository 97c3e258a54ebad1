"""Deals played elsewhere, entered by their points: what can arise and what cannot."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest
from builders import completed, deal, dealt, lines, play, play_out, refused, result, score, session
from conftest import House

import lorum
from lorum import Rule, ScoreDeal

POSSIBLE: list[tuple[str, str, list[list[int]]]] = [
    ("compendium", "reds", [[8, 0, 0, 0], [2, 2, 2, 2], [0, 1, 0, 7], [5, 1, 1, 1]]),
    ("compendium", "obers", [[8, 0, 0, 0], [2, 2, 2, 2], [4, 0, 4, 0], [6, 2, 0, 0]]),
    ("compendium", "no-tricks", [[8, 0, 0, 0], [2, 2, 2, 2], [0, 3, 5, 0]]),
    ("compendium", "king-of-hearts", [[4, 0, 0, 0], [0, 0, 0, 4]]),
    ("compendium", "first-and-last", [[8, 0, 0, 0], [4, 4, 0, 0]]),
    ("compendium", "fifth-trick", [[0, 4, 0, 0]]),
    # One trick and all its four cards: 1 + 4 + 2 + 4; 28 to one; a trick with nothing in it.
    ("compendium", "all-bad", [[28, 0, 0, 0], [14, 14, 0, 0], [27, 1, 0, 0], [11, 17, 0, 0], [7, 7, 7, 7]]),
    ("compendium", "lorum", [[0, 2, 2, 2], [0, 14, 16, 16], [1, 3, 3, 3], [1, 0, 3, 3]]),
    ("compendium-three", "no-tricks", [[10, 0, 0], [4, 3, 3]]),
    ("compendium-three", "all-bad", [[30, 0, 0], [10, 10, 10]]),
    ("seven-contracts", "hearts", [[8, 0, 0, 0], [3, 3, 2, 0]]),
    ("seven-contracts", "obers", [[10, 0, 0, 0], [1, 2, 3, 4], [5, 5, 0, 0], [7, 3, 0, 0], [4, 4, 2, 0]]),
    ("seven-contracts", "no-tricks", [[0, 0, 0, 8]]),
    ("seven-contracts", "quartets", [[8, 8, 8, 0], [1, 1, 0, 1], [0, 8, 8, 7]]),
    ("seven-contracts", "fast-train", [[2, 5, 0, 7], [0, 1, 1, 1]]),
    ("seven-contracts", "hairy-ape", [[10, 0, 0, 0]]),
    ("seven-contracts", "lorum", [[1, 1, 1, 0], [9, 5, 2, 4]]),
    ("eight-games", "tricks", [[1, 3, 2, 2]]),
    ("eight-games", "fifth-trick", [[8, 0, 0, 0]]),
    ("eight-games", "red-king", [[8, 0, 0, 0], [0, 16, 0, 0], [0, 0, 32, 0], [0, 0, 0, 64]]),
    ("eight-games", "lorum", [[8, 0, 8, 8], [0, 1, 1, 1]]),
    ("eight-games", "unter-laying",
     [[0, 1, 3, 6], [6, 3, 0, 1], [0, 1, 1 + 2, 1 + 2 + 3], [0, 5, 4 + 2 * 3, 5 + 2 * 4 + 3]]),
]  # fmt: skip

IMPOSSIBLE: list[tuple[str, str, list[list[int]]]] = [
    ("compendium", "reds", [[7, 0, 0, 0], [9, 0, 0, 0], [0, 0, 0, 0], [8, 8, 8, 8]]),
    ("compendium", "obers", [[7, 1, 0, 0], [3, 3, 2, 0], [4, 0, 0, 0]]),
    ("compendium", "no-tricks", [[8, 1, 0, 0], [7, 0, 0, 0]]),
    ("compendium", "king-of-hearts", [[2, 2, 0, 0], [8, 0, 0, 0], [1, 1, 1, 1]]),
    ("compendium", "first-and-last", [[5, 3, 0, 0], [2, 2, 2, 2], [4, 0, 0, 0]]),
    ("compendium", "fifth-trick", [[0, 2, 2, 0], [5, 0, 0, 0]]),
    # A trick holds four cards: 1 + 4 + 3 * 3 is the most that one trick and its cards can bring... in 28.
    ("compendium", "all-bad", [[27, 0, 0, 0], [29, 0, 0, 0], [28, 28, 0, 0]]),
    # Cards left and passes go with each other: the winner has strictly the fewest.
    ("compendium", "lorum",
     [[0, 0, 2, 2], [1, 1, 1, 1], [0, 1, 2, 2], [0, 18, 2, 2], [0, 0, 0, 0], [2, 2, 3, 3],
      # Forehand has laid the first card; thirteen rounds in which somebody can always play take more cards.
      [0, 16, 2, 2], [5, 17, 19, 19]]),
    ("compendium-three", "no-tricks", [[8, 0, 0], [10, 1, 0]]),
    ("compendium-three", "all-bad", [[28, 0, 0]]),
    ("seven-contracts", "obers", [[8, 0, 0, 0], [10, 1, 0, 0]]),
    # Forehand has played the first card, so it cannot have eight left.
    ("seven-contracts", "quartets", [[0, 0, 1, 1], [1, 1, 1, 1], [9, 1, 0, 1], [0, 1, 1, 8], [0, 0, 0, 0]]),
    ("seven-contracts", "fast-train", [[0, 0, 3, 3], [1, 1, 1, 1], [0, 1, 1, 8]]),
    ("seven-contracts", "hairy-ape", [[5, 5, 0, 0], [0, 0, 0, 0]]),
    ("eight-games", "fifth-trick", [[4, 4, 0, 0], [0, 0, 0, 0]]),
    ("eight-games", "red-king", [[8, 8, 0, 0], [0, 0, 0, 0], [24, 0, 0, 0], [4, 0, 0, 0]]),
    ("eight-games", "lorum", [[0, 8, 1, 1], [0, 0, 1, 1], [0, 9, 1, 1]]),
    ("eight-games", "unter-laying", [[0, 0, 3, 6], [0, 9, 27, 27], [1, 1, 1, 1], [0, 1, 2, 6], [0, 1, 3, 5]]),
]  # fmt: skip


@pytest.mark.rule(Rule.DEAL_ENTERED)
@pytest.mark.parametrize(("variant", "contract", "tables"), POSSIBLE)
def test_points_that_can_arise(variant: str, contract: str, tables: list[list[int]]) -> None:
    """K8.1, K7.5, P3.5, E1.8: the deal counts as if it had been played."""
    for points in tables:
        state = score(session(variant, contracts=[contract]), points)
        assert result(state).points == tuple(points)
        assert lines(state) == [(Rule.DEAL_ENTERED, s, p, "entered") for s, p in enumerate(points) if p]
        assert result(state).revoked_by is None
        assert state.actions == (ScoreDeal(points),)


@pytest.mark.rule(Rule.DEAL_ENTERED)
@pytest.mark.parametrize(("variant", "contract", "tables"), IMPOSSIBLE)
def test_points_that_cannot_arise(variant: str, contract: str, tables: list[list[int]]) -> None:
    """K5.1 to K6.7, P4.1 to P6.6, E2.2 to E9.6: wrong sums, and sums that no way of taking gives."""
    for points in tables:
        refused(session(variant, contracts=[contract]), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_points_of_every_seat() -> None:
    """K1.1, K1.5: one number a seat."""
    for points in ([], [8], [8, 0, 0], [8, 0, 0, 0, 0]):
        refused(session("compendium"), ScoreDeal(points, "reds"), Rule.DEAL_ENTERED)
    refused(session("compendium-three"), ScoreDeal([8, 0, 0, 0], "reds"), Rule.DEAL_ENTERED)


def every_contract() -> list[tuple[str, str, dict[str, Any]]]:
    found: list[tuple[str, str, dict[str, Any]]] = []
    for name in ("compendium", "compendium-three", "seven-contracts", "eight-games", "eight-games-two-cards"):
        found += [(name, contract, {}) for contract in lorum.get_variant(name).contracts]
    found += [
        ("compendium", "all-bad", {"all_bad_components": ["first-and-last", "fifth-trick", "obers"]}),
        ("compendium", "lorum", {"lorum_suit_opening": "any-laid-rank"}),
        ("eight-games", "red-king", {"announce_before": "last-trick"}),
        ("eight-games", "unter-laying", {"direction": "counter-clockwise"}),
    ]
    return found


@pytest.mark.rule(Rule.DEAL_ENTERED)
@pytest.mark.parametrize(("variant", "contract", "options"), every_contract())
def test_whatever_is_played_can_be_entered(variant: str, contract: str, options: dict[str, Any]) -> None:
    """K8.1: the points of any deal that was played are possible, and settle to the same."""
    rules = lorum.get_variant(variant, **options)
    size = rules.hand_size(rules.contract(contract))
    for seed in range(12):
        pack = lorum.shuffled(rules.pack, f"{contract} {seed}")
        hands = [pack[i * size : (i + 1) * size] for i in range(rules.players)]
        played = lorum.new_deal(rules, contract, hands, dealer=0)
        number = seed
        while played.phase != "finished":
            actions = lorum.legal_actions(played)
            played = lorum.apply(played, actions[number % len(actions)])
            number = number * 7 + 3
        entered = score(session(variant, **{**options, "contracts": [contract]}), list(result(played).points))
        assert result(entered).points == result(played).points


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_the_contract_may_be_left_out_where_it_is_fixed() -> None:
    """K4.3, P1.2, E1.2: where several may be played, it must be named."""
    refused(session("compendium"), ScoreDeal([8, 0, 0, 0]), Rule.CHOOSE_OPEN)
    refused(session("compendium"), ScoreDeal([8, 0, 0, 0], "hearts"), Rule.CHOOSE_OPEN)
    refused(session("compendium"), ScoreDeal([8, 0, 0, 0], ""), Rule.CHOOSE_OPEN)
    refused(session("seven-contracts"), ScoreDeal([10, 0, 0, 0], "obers"), Rule.CHOOSE_OPEN)
    refused(session("seven-contracts"), ScoreDeal([8, 0, 0, 0], "reds"), Rule.CHOOSE_OPEN)
    named = score(session("seven-contracts"), [8, 0, 0, 0], "hearts")
    silent = score(session("seven-contracts"), [8, 0, 0, 0])
    assert named.results == silent.results
    assert lorum.position_key(named) == lorum.position_key(silent)
    last = session("compendium", contracts=["reds", "lorum"])
    assert score(score(last, [8, 0, 0, 0], "reds"), [2, 0, 2, 2]).results[1].contract == "lorum"


def test_entered_and_played_deals_mix() -> None:
    """K8.1: in any order; dealers, rounds, totals and pot go on from either."""
    state = session("seven-contracts")
    state = play_out(dealt(state))
    state = score(state, [1, 2, 3, 4])
    state = play_out(dealt(state, completed(state.variant, {})))
    state = score(state, [8, 5, 0, 7])
    assert [one.contract for one in state.results] == ["hearts", "obers", "no-tricks", "quartets"]
    assert sum(state.totals) + state.pot == 0
    assert state.deal
    assert (state.deal.number, state.deal.contract) == (5, "fast-train")
    k = session("compendium", contracts=["reds", "lorum"], rounds=2)
    k = play_out(play(dealt(k), "lorum"))
    k = score(k, [8, 0, 0, 0])
    assert k.deal
    assert k.deal.dealer == 2
    k = score(k, [0, 0, 8, 0], "reds")
    k = play_out(play(dealt(k), "lorum"))
    assert len(k.results) == 4


def test_entered_points_are_before_doubling() -> None:
    """K11.3: what is entered is doubled when the deal was."""
    state = score(session("compendium", doubling=True), [3, 3, 2, 0], "reds", doubled=True)
    assert result(state).points == state.totals == (6, 6, 4, 0)
    assert [points for _, _, points, _ in lines(state)] == [6, 6, 4]


def test_entering_is_for_the_deal_phase() -> None:
    """K8.1: not once cards have been dealt."""
    state = dealt(session("compendium"))
    refused(state, ScoreDeal([8, 0, 0, 0], "reds"), Rule.PLAY_PHASE)
    refused(play(state, "reds"), ScoreDeal([8, 0, 0, 0], "reds"), Rule.PLAY_PHASE)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_two_cards_each() -> None:
    """E5.3: two tricks at four points each."""
    state = session("eight-games-two-cards", contracts=["first-and-last"])
    for points in ([8, 0, 0, 0], [4, 0, 4, 0]):
        assert lorum.violation(state, ScoreDeal(points)) is None
    for points in ([4, 0, 0, 0], [2, 2, 2, 2], [12, 0, 0, 0]):
        refused(state, ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_contracts_that_stop_early_may_leave_cards_unplayed(house: House) -> None:
    """E6.1: a card with a price need not have been taken at all."""
    kings = {"family": "tricks", "stop_after": 2, "prices": [{"cards": "Ka Kl Kh Kb", "points": 2}]}
    rules = house("compendium", contract={"kings": kings}, session={"contracts": ["kings"]})
    for points in ([0, 0, 0, 0], [8, 0, 0, 0], [2, 4, 0, 0], [2, 2, 0, 0]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in ([1, 0, 0, 0], [10, 0, 0, 0], [2, 2, 2, 0]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_layouts_at_other_prices(house: House) -> None:
    """K5.15, K5.18: passes at two points, cards at three."""
    layout = {"family": "layouts", "pass_points": 2, "places": [{"points": 3}]}
    rules = house("compendium", contract={"rows": layout}, session={"contracts": ["rows"]})
    for seed in range(20):
        pack = lorum.shuffled(rules.pack, seed)
        state = play_out(lorum.new_deal(rules, "rows", [pack[i::4] for i in range(4)]))
        assert lorum.violation(session(rules), ScoreDeal(list(result(state).points))) is None
    refused(session(rules), ScoreDeal([0, 4, 4, 4]), Rule.DEAL_ENTERED)
    refused(session(rules), ScoreDeal([1, 8, 8, 8]), Rule.DEAL_ENTERED)
    free = house("compendium", contract={"rows": {"family": "layouts"}}, session={"contracts": ["rows"]})
    assert lorum.violation(session(free), ScoreDeal([0, 1, 8, 8])) is None
    assert lorum.violation(session(free), ScoreDeal([0, 7, 8, 8])) is None
    refused(session(free), ScoreDeal([0, 8, 8, 8]), Rule.DEAL_ENTERED)
    refused(session(free), ScoreDeal([0, 9, 1, 1]), Rule.DEAL_ENTERED)
    refused(session(free), ScoreDeal([0, 0, 1, 1]), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_no_more_cards_than_tricks_hold(house: House) -> None:
    """K5.4, K6.7: who has taken one trick has taken four cards."""
    prices = [
        {"points": 10},
        {"cards": "7h 8h 9h Th Uh Oh Kh Ah", "points": 1},
        {"cards": "7l 8l 9l Tl Ul Ol Kl Al", "points": 2},
    ]
    rules = house(
        "compendium",
        contract={"own": {"family": "tricks", "prices": prices}},
        session={"contracts": ["own"]},
    )
    for points in ([18, 86, 0, 0], [14, 90, 0, 0], [14, 18, 18, 54]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in ([19, 85, 0, 0], [1, 103, 0, 0], [0, 11, 19, 74]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_prices_of_tricks_that_are_never_played(house: House) -> None:
    """E6.1, E7.1: the King costs one in the first trick and three in the second, with which play stops."""
    prices = [{"cards": "Kh", "points": 5, "tricks": {"first": 1, "2": 3}}]
    own = {"family": "tricks", "stop_after": 2, "prices": prices}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    for points in ([0, 1, 0, 0], [3, 0, 0, 0], [0, 0, 0, 0]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    refused(session(rules), ScoreDeal([5, 0, 0, 0]), Rule.DEAL_ENTERED)


def test_what_takes_too_long_to_tell_is_possible(monkeypatch: pytest.MonkeyPatch) -> None:
    """K8.1: points are refused only when it is certain that they cannot arise."""
    points = ScoreDeal([7, 1, 0, 0], "obers")
    refused(session("compendium"), points, Rule.DEAL_ENTERED)
    monkeypatch.setattr("lorum.contracts.division._MOST_STEPS", 5)
    assert lorum.violation(session("compendium"), points) is None


@pytest.mark.rule(Rule.DEAL_ENTERED)
@pytest.mark.parametrize("family", [{"family": "trains"}, {"family": "chains", "length": 3}])
def test_cards_left_at_other_prices(house: House, family: dict[str, Any]) -> None:
    """P5.7: whole cards at three points each, up to all eight, or the seven that forehand can have left."""
    own = {**family, "card_points": 3}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    for points in ([0, 21, 24, 24], [24, 3, 0, 3]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in ([0, 24, 24, 24], [0, 21, 27, 24], [0, 21, 22, 24], [0, 21, 24, 2]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_two_players_left_with_cards(house: House) -> None:
    """E9.4, E9.5: the deal ends with the second empty hand; both others are charged at both places."""
    unter: dict[str, Any] = {"places": [{"points": 5}, {"points": 7}]}
    rules = house("eight-games", contract={"unter-laying": unter}, session={"contracts": ["unter-laying"]})
    for points in ([0, 5, 12, 12], [12, 17, 0, 5], [0, 10, 24, 12], [5 * 8 + 7 * 8, 12, 5, 0]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in ([0, 5, 12, 1], [0, 5, 12, 13], [0, 5, 12, 0], [0, 5, 19, 12], [0, 0, 12, 12]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)
    unter["pass_points"] = 1
    rules = house("eight-games", contract={"unter-laying": unter}, session={"contracts": ["unter-laying"]})
    for seed in range(8):
        pack = lorum.shuffled(rules.pack, seed)
        played = play_out(lorum.new_deal(rules, "unter-laying", [pack[i::4] for i in range(4)]))
        assert lorum.violation(session(rules), ScoreDeal(list(result(played).points))) is None


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_layouts_that_one_rank_opens(house: House) -> None:
    """E9.1, K5.15: who is skipped for want of an opening card has a turn less, and may not have laid one."""
    rows = {"family": "layouts", "opening": "U", "pass_points": 1}
    rules = house("compendium", contract={"rows": rows}, session={"contracts": ["rows"]})
    for seed in range(20):
        pack: Sequence[lorum.Card] = lorum.shuffled(rules.pack, seed)
        if seed % 2:
            pack = sorted(pack, key=lambda card: card.rank.letter == "U")  # all four in one hand
        hands = [pack[(i + seed) % 4 * 8 : (i + seed) % 4 * 8 + 8] for i in range(4)]
        state = play_out(lorum.new_deal(rules, "rows", hands))
        assert lorum.violation(session(rules), ScoreDeal(list(result(state).points))) is None
    refused(session(rules), ScoreDeal([0, 16, 16, 16]), Rule.DEAL_ENTERED)


def test_prices_of_cards_that_are_not_in_the_pack(house: House) -> None:
    """K1.5, K7.3: at three the Seven and Eight of Bells are not there to be taken."""
    bells = {"family": "tricks", "prices": [{"cards": "7b 8b 9b", "points": 1}]}
    rules = house(
        "compendium", contract={"bells": bells}, session={"contracts": ["bells"]}, table={"players": 3}
    )
    if rules.players != 3:
        rules = rules.with_options(players=3)
    state = play_out(deal(rules, "bells", completed(rules, {})))
    assert sum(result(state).points) == 1
    assert lorum.violation(session(rules), ScoreDeal([1, 0, 0])) is None


@pytest.mark.rule(Rule.DEAL_ENTERED, Rule.LAYOUTS_END)
def test_a_layout_that_ends_with_the_second_empty_hand(house: House) -> None:
    """E9.4, with two prices instead of three: first one seat is out, then another, and two keep cards."""
    layout = {"family": "layouts", "places": [{"points": 1}, {"points": 10}]}
    rules = house("compendium", contract={"rows": layout}, session={"contracts": ["rows"]})
    state = play_out(deal(rules, "rows", {}))
    assert sorted(result(state).points)[0] == 0
    assert lorum.violation(session(rules), ScoreDeal(list(result(state).points))) is None
    # The second to be out had three cards left, the others have had five and three, and keep two and one.
    assert lorum.violation(session(rules), ScoreDeal([25, 3, 0, 13])) is None
    for points in ([25, 3, 0, 0], [25, 3, 0, 9], [25, 3, 3, 13], [25, 12, 0, 13], [25, 3, 0, 1000]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_layouts_with_places_and_paid_passes(house: House) -> None:
    """E9.3, P5.10: passes make up what cards left do not, at their price and no other."""
    layout = {"family": "layouts", "places": [{"points": 3}, {"points": 6}], "pass_points": 4}
    rules = house("compendium", contract={"rows": layout}, session={"contracts": ["rows"]})
    for seed in range(20):
        hands = [lorum.shuffled(lorum.PACK, seed)[i * 8 : i * 8 + 8] for i in range(4)]
        state = play_out(lorum.new_deal(rules, "rows", hands))
        assert lorum.violation(session(rules), ScoreDeal(result(state).points)) is None
    # Two have gone out, the first for passes alone; the others had three cards or more at 3, then some at 6.
    assert lorum.violation(session(rules), ScoreDeal([4, 3, 9, 9])) is None
    # A seat may pass often, but not more often than there are cards.
    for points in ([4, 7, 9, 13], [20, 3, 9, 9], [4 * 32, 3, 9, 9]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in (
        [2, 3, 9, 9],
        [4, 2, 9, 9],
        [0, 0, 0, 0],
        [1000, 999, 0, 0],
        [4, 3, 9, 5],
        [4 * 33, 3, 9, 9],
    ):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_a_tie_break_deal_has_full_hands(house: House) -> None:
    """E5.3, E1.6: a contract for two cards each is played with all of them, so that all Hearts are taken."""
    rules = house(
        "eight-games",
        contract={"reds": {"hand": 2}},
        session={"contracts": ["reds"], "schedule": "by-game", "ties": "extra-deal", "revokes": True},
    )
    state = session(rules)
    for points in ([1, 0, 0, 0], [0, 1, 0, 0], [0, 0, 1, 0], [0, 0, 0, 1]):
        state = lorum.apply(state, ScoreDeal(points))
    assert state.deal is not None
    assert state.deal.tied == (0, 1, 2, 3)
    refused(state, ScoreDeal([0, 0, 0, 0], "reds"), Rule.DEAL_ENTERED)
    refused(state, ScoreDeal([0, 0, 0, 1], "reds"), Rule.DEAL_ENTERED)
    assert lorum.apply(state, ScoreDeal([8, 0, 0, 0], "reds")).results[-1].tie_break
    assert lorum.apply(state, ScoreDeal([8, 0, 0, 0], "reds", revoked_by=0)).results[-1].revoked_by == 0


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_points_that_nobody_could_wait_for(house: House) -> None:
    """K5.1: with a price of its own for every card there are too many ways to try: the points are taken."""
    prices = [{"cards": str(card), "points": 2 * card.index + 2} for card in lorum.PACK]
    contract = {"family": "tricks", "prices": prices}
    rules = house("compendium", contract={"dear": contract}, session={"contracts": ["dear"]})
    total = sum(2 * i for i in range(1, 33))
    for points in ([total, 0, 0, 0], [total // 4 - 1, total // 4 + 1, total // 4, total // 4]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
    for points in ([total, 1, 0, 0], [total - 1, 1, 0, 0], [total - 4, 2, 1, 1]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)


@pytest.mark.rule(Rule.DEAL_ENTERED)
def test_all_cards_are_taken_by_somebody(house: House) -> None:
    """E7.1: what the cards come to together is at least what they cost where they cost the least."""
    dear = [
        {"cards": str(card), "points": 500 + i, "tricks": {"first": 600 + i, "3": 700 + i, "last": 800 + i}}
        for i, card in enumerate(lorum.PACK[:6])
    ]
    rules = house(
        "compendium", contract={"dear": {"family": "tricks", "prices": dear}}, session={"contracts": ["dear"]}
    )
    for points in ([0, 0, 0, 0], [1, 1, 1, 1], [3014, 0, 0, 0], [4816, 0, 0, 0]):
        refused(session(rules), ScoreDeal(points), Rule.DEAL_ENTERED)
    for points in ([3015, 0, 0, 0], [4815, 0, 0, 0]):
        assert lorum.violation(session(rules), ScoreDeal(points)) is None
