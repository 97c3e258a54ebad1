"""The train contract: Fast train of P."""

from __future__ import annotations

import pytest
from builders import cited, deal, legal, lines, play, refused, result
from conftest import House

import lorum
from lorum import Rule

GIVEN = {3: "Ka Kl Kh Kb 9a 9l 9h 9b", 2: "Aa 7a", 1: "7l 7h 7b 8a 8l 8h 8b Ta", 0: "Al Ah Ab"}


@pytest.mark.rule(Rule.TRAINS_FIRST)
def test_any_card_begins_the_train() -> None:
    """P5.5: the dealer's right-hand neighbour begins with any card."""
    hand = "7a Oa 9l Tl 7h Ah 8b Kb"
    for dealer in range(4):
        state = deal("seven-contracts", "fast-train", {(dealer - 1) % 4: hand}, dealer=dealer)
        assert state.to_act == (dealer - 1) % 4
        assert legal(state) == hand
        refused(state, "pass", Rule.SEVEN_FAST_TRAIN_PASS)


@pytest.mark.rule(Rule.SEVEN_FAST_TRAIN_NEXT, Rule.SEVEN_FAST_TRAIN_PASS, Rule.TRAINS_NEXT, Rule.TRAINS_PASS)
def test_the_next_rank_in_any_suit() -> None:
    """P5.5, P5.6: the next higher rank, the Seven after the Ace; who has it must play it, else pass."""
    state = play(deal("seven-contracts", "fast-train", GIVEN), "Kh")
    assert (state.to_act, legal(state)) == (2, "Aa")
    refused(state, "7a", Rule.SEVEN_FAST_TRAIN_NEXT)
    refused(state, "pass", Rule.SEVEN_FAST_TRAIN_PASS)
    state = play(state, "Aa")
    assert (state.to_act, legal(state)) == (1, "7l 7h 7b")
    refused(state, "8a", Rule.SEVEN_FAST_TRAIN_NEXT)
    state = play(state, "7b")
    assert (state.to_act, legal(state)) == (0, "pass")
    assert refused(state, "Al", Rule.SEVEN_FAST_TRAIN_NEXT).facts == {"card": "Al"}
    state = play(state, "pass pass pass")
    assert (state.to_act, legal(state)) == (1, "8a 8l 8h 8b")


@pytest.mark.rule(
    Rule.SEVEN_FAST_TRAIN_CARDS_LEFT, Rule.TRAINS_END, Rule.TRAINS_CARD_PRICE, Rule.SETTLEMENT_TO_WINNER
)
def test_the_first_empty_hand_wins_at_once() -> None:
    """P5.7: the deal ends with anyone's last card; 1 from each rival for each card left."""
    state = play(deal("seven-contracts", "fast-train", GIVEN, pot=4), "Kh Aa 7b pass pass pass")
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    left = [len(hand) for hand in state.hands]
    assert left.count(0) == 1
    assert result(state).points == tuple(left)
    assert lines(state) == [
        (Rule.SEVEN_FAST_TRAIN_CARDS_LEFT, seat, count, f"{count} card{'s' * (count > 1)} left")
        for seat, count in enumerate(left)
        if count
    ]
    winner = left.index(0)
    assert result(state).change == tuple(
        sum(left) if seat == winner else -own for seat, own in enumerate(left)
    )
    assert result(state).pot_change == 0
    assert state.actions[-1] == lorum.Play(state.actions[-1].card, seat=winner)  # type: ignore[union-attr]


def test_one_of_each_rank() -> None:
    """P5.5, P5.7: a whole suit runs round once and wins against hands of three cards left each and more."""
    hands = [
        "7l 9l Ul Kl 7h 9h Uh Kh",
        "8l Tl Ol Al 8h Th Oh Ah",
        "7b 8b 9b Tb Ub Ob Kb Ab",
        "7a 8a 9a Ta Ua Oa Ka Aa",
    ]
    state = deal("seven-contracts", "fast-train", hands)
    moves = []
    while state.phase == "play":
        moves.append(legal(state).split()[0])
        state = play(state, moves[-1])
    assert moves[:4] == ["7a", "8b", "pass", "9l"]
    assert min(result(state).points) == 0
    ranks = [move[0] for move in moves if move != "pass"]
    assert ranks == [("789TUOKA" * 4)[i] for i in range(len(ranks))]


@pytest.mark.rule(Rule.TRAINS_NEXT, Rule.TRAINS_PASS, Rule.TRAINS_CARD_PRICE)
def test_a_train_of_a_table_of_its_own(house: House) -> None:
    """P5.5, P5.7: the common clauses, at another price."""
    train = {"family": "trains", "card_points": 4}
    rules = house("compendium", contract={"train": train}, session={"contracts": ["train"]})
    state = play(deal(rules, "train", {1: "Kh", 2: "Aa 7a"}), "Kh")
    refused(state, "7a", Rule.TRAINS_NEXT)
    refused(state, "pass", Rule.TRAINS_PASS)
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert cited(state) == {Rule.TRAINS_CARD_PRICE}
    assert result(state).points == tuple(4 * len(hand) for hand in state.hands)


def test_positions_that_go_on_otherwise_have_other_keys() -> None:
    """P5.5: the same cards are left and the same player is to act, but another rank is due."""
    hands = [
        "9a Oa Ul Kl 8b Tb Kb Ab",
        "Aa 7l 8l Tl Al Th Uh Oh",
        "7a 8a Ta Ua Ka Ol 9h Ah",
        "9l 7h 8h Kh 7b 9b Ub Ob",
    ]
    start = deal("seven-contracts", "fast-train", hands)
    nine, king = play(start, "9l Ta Uh Oa Kh Ah 7l 8b"), play(start, "Kh Ah 7l 8b 9l Ta Uh Oa")
    assert (nine.to_act, nine.hands) == (king.to_act, king.hands)
    assert (legal(nine), legal(king)) == ("9b", "pass")
    assert lorum.position_key(nine) != lorum.position_key(king)
