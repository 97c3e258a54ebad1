"""Chain contracts: Quartets of P and Lorum of E."""

from __future__ import annotations

import pytest
from builders import cited, deal, legal, lines, play, refused, result
from conftest import House

import lorum
from lorum import Rule

RUNS = ("7a Ta 7l Tl 7h Th 7b Tb", "8a 9a 8l 9l 8h 9h 8b 9b")
RUN_MOVES = "7a 8a 9a Ta 7l 8l 9l Tl 7h 8h 9h Th 7b 8b 9b"


@pytest.mark.rule(Rule.SEVEN_QUARTETS_LEAD, Rule.CHAINS_LEAD)
def test_any_card_begins_a_chain() -> None:
    """P5.1: the dealer's right-hand neighbour leads any card; in E the opener does."""
    hand = "7a Oa 9l Tl 7h Ah 8b Kb"
    for dealer in range(4):
        state = deal("seven-contracts", "quartets", {(dealer - 1) % 4: hand}, dealer=dealer)
        assert state.to_act == (dealer - 1) % 4
        assert legal(state) == hand
        state = deal("eight-games", "lorum", {(dealer + 1) % 4: hand}, dealer=dealer)
        assert state.to_act == (dealer + 1) % 4
        assert legal(state) == hand
    assert state.variant.contract("lorum").cite(Rule.CHAINS_LEAD) is Rule.CHAINS_LEAD
    p = lorum.get_variant("seven-contracts")
    assert p.contract("quartets").cite(Rule.CHAINS_LEAD) is Rule.SEVEN_QUARTETS_LEAD


@pytest.mark.rule(
    Rule.SEVEN_QUARTETS_NEXT,
    Rule.SEVEN_QUARTETS_LENGTH,
    Rule.CHAINS_NEXT,
    Rule.CHAINS_LENGTH,
    Rule.CHAINS_NEXT_LEAD,
)
def test_quartets() -> None:
    """P5.2, P5.3, P5.4: the holder must add the next card, even several in a row; four cards are a chain."""
    given = {3: "9h Kl", 2: "Th Uh Al 7l", 1: "Oh 7h 8l", 0: "8h 9l"}
    state = play(deal("seven-contracts", "quartets", given), "9h")
    assert (state.to_act, legal(state)) == (2, "Th")
    refusal = refused(state, "Uh", Rule.SEVEN_QUARTETS_NEXT)
    assert refusal.facts == {"card": "Uh"}
    refused(state, "Al", Rule.SEVEN_QUARTETS_NEXT)
    refused(state, "pass", Rule.PLAY_PASS)
    state = play(state, "Th")
    assert (state.to_act, legal(state)) == (2, "Uh")
    state = play(state, "Uh Oh")
    assert state.to_act == 1
    assert len(lorum.legal_actions(state)) == 7  # the fourth card: seat 1 opens another
    state = play(state, "7h 8h")
    assert state.to_act == 0  # the Nine is gone: the chain ended after two
    assert len(lorum.legal_actions(state)) == 7


@pytest.mark.rule(Rule.SEVEN_QUARTETS_NEXT, Rule.CHAINS_CORNER)
def test_quartets_turn_the_corner() -> None:
    """P5.2: the Seven follows the Ace."""
    state = deal("seven-contracts", "quartets", {3: "Kl", 2: "Al 7l", 1: "8l"})
    state = play(state, "Kl")
    assert (state.to_act, legal(state)) == (2, "Al")
    state = play(state, "Al")
    assert (state.to_act, legal(state)) == (2, "7l")
    state = play(state, "7l 8l")
    assert state.to_act == 1
    assert len(lorum.legal_actions(state)) == 7


@pytest.mark.rule(Rule.EIGHT_LORUM_RUN, Rule.CHAINS_NEXT, Rule.CHAINS_LENGTH)
def test_runs_of_lorum_of_e() -> None:
    """E8.1, E8.3: the next three higher cards by their holders; a gap ends the run; who laid last leads."""
    given = {1: "8a 7a Ua", 2: "9a Ta", 3: "Oa"}
    state = play(deal("eight-games", "lorum", given), "8a")
    assert (state.to_act, legal(state)) == (2, "9a")
    refused(state, "Ta", Rule.EIGHT_LORUM_RUN)
    state = play(state, "9a Ta Ua")
    assert state.to_act == 1  # four cards: the Ober is not asked for
    state = play(state, "7a")
    assert state.to_act == 1  # its Eight is gone: a run of one card
    short = play(deal("eight-games", "lorum", {1: "Aa Oa", 2: "Ka"}), "Aa Oa Ka")
    assert short.to_act == 2  # the Ace has gone before


@pytest.mark.rule(Rule.EIGHT_LORUM_HIGHEST, Rule.CHAINS_CORNER, Rule.CHAINS_NEXT_LEAD)
def test_a_card_that_is_highest_is_a_run_of_its_own() -> None:
    """E8.2, E8.4: an Ace, or a card whose next higher one is gone, may be laid away; nobody has to."""
    state = deal("eight-games", "lorum", {1: "Aa Ka Al 7l", 2: "7a", 3: "8l"})
    assert "7l" in legal(state)  # laying the Ace away is a choice
    state = play(state, "Aa")
    assert state.to_act == 1  # no turn of the corner: the Seven is not asked for
    state = play(state, "Ka Al")
    assert state.to_act == 1
    assert play(state, "7l").to_act == 3
    p = play(deal("seven-contracts", "quartets", {3: "Aa", 2: "7a"}), "Aa")
    assert (p.to_act, legal(p)) == (2, "7a")


@pytest.mark.rule(Rule.CHAINS_END, Rule.CHAINS_CARD_PRICE, Rule.EIGHT_LORUM_CARDS_LEFT)
def test_lorum_of_e_ends_with_a_last_card() -> None:
    """E8.5: as soon as any player, the leader or not, lays the last card held; each card left counts 1."""
    state = play(deal("eight-games", "lorum", {1: RUNS[0], 2: RUNS[1]}), RUN_MOVES)
    assert state.phase == "finished"
    assert lines(state) == [
        (Rule.EIGHT_LORUM_CARDS_LEFT, 0, 8, "8 cards left"),
        (Rule.EIGHT_LORUM_CARDS_LEFT, 1, 1, "1 card left"),
        (Rule.EIGHT_LORUM_CARDS_LEFT, 3, 8, "8 cards left"),
    ]
    assert result(state).change == (8, 1, 0, 8)


@pytest.mark.rule(
    Rule.CHAINS_END, Rule.CHAINS_CARD_PRICE, Rule.SEVEN_QUARTETS_CARDS_LEFT, Rule.SETTLEMENT_TO_WINNER
)
def test_quartets_pay_the_first_empty_hand() -> None:
    """P5.7: the winner gets 1 from each rival for each card left; the pot has no part in it."""
    state = play(deal("seven-contracts", "quartets", {3: RUNS[0], 2: RUNS[1]}, pot=9), RUN_MOVES)
    assert cited(state) == {Rule.SEVEN_QUARTETS_CARDS_LEFT}
    assert result(state).points == (8, 8, 0, 1)
    assert result(state).change == (-8, -8, 17, -1)
    assert (result(state).pot_change, state.pot) == (0, 9)
    alone = play(
        deal("seven-contracts", "quartets", {3: "7a 8a 9a Ta Ua Oa Ka Aa"}), "7a 8a 9a Ta Ua Oa Ka Aa"
    )
    assert result(alone).change == (-8, -8, -8, 24)


@pytest.mark.rule(
    Rule.CHAINS_LEAD, Rule.CHAINS_NEXT, Rule.CHAINS_CORNER, Rule.CHAINS_LENGTH, Rule.CHAINS_NEXT_LEAD,
    Rule.CHAINS_END, Rule.CHAINS_CARD_PRICE,
)  # fmt: skip
def test_chains_of_a_table_of_its_own(house: House) -> None:
    """P5.3, E8.1, E8.2: length, corner and price are numbers; the common clauses are cited."""
    pairs = {"family": "chains", "length": 2, "card_points": 3}
    rules = house("compendium", contract={"pairs": pairs}, session={"contracts": ["pairs"]})
    state = play(deal(rules, "pairs", {1: "8a Ah", 2: "9a 7h", 3: "Ta"}), "8a")
    refused(state, "7h", Rule.CHAINS_NEXT)
    refused(state, "pass", Rule.PLAY_PASS)
    state = play(state, "9a")
    assert (state.to_act, len(lorum.legal_actions(state))) == (2, 7)
    state = deal(rules, "pairs", {1: "Ah", 2: "7h"})
    assert play(state, "Ah").to_act == 1
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert cited(state) == {Rule.CHAINS_CARD_PRICE}
    assert all(points % 3 == 0 for points in result(state).points)
    long = house(
        "compendium",
        contract={"pairs": {**pairs, "length": 8, "corner": True}},
        session={"contracts": ["pairs"]},
    )
    state = deal(long, "pairs", {1: "Oh Uh", 2: "Kh Ah", 3: "7h 8h", 0: "9h Th"})
    state = play(state, "Oh Kh Ah 7h 8h 9h Th")
    assert (state.to_act, legal(state)) == (1, "Uh")
    assert play(state, "Uh").to_act == 1


def test_restored_in_the_middle_of_a_chain() -> None:
    """P5.2: who must go on is known from the history alone."""
    state = play(deal("seven-contracts", "quartets", {3: "9h", 1: "Th"}), "9h")
    again = lorum.new_deal(
        state.variant, "quartets", deal("seven-contracts", "quartets", {3: "9h", 1: "Th"}).hands
    )
    for action in state.actions:
        again = lorum.apply(again, action)
    assert again == state
    assert (again.to_act, legal(again)) == (1, "Th")


def test_positions_that_go_on_otherwise_have_other_keys(house: House) -> None:
    """P5.2, P5.4: the same cards are left, the same player is to act: to add the Ten, or to lead."""
    pairs = {"family": "chains", "length": 2}
    rules = house("compendium", contract={"pairs": pairs}, session={"contracts": ["pairs"]})
    start = deal(rules, "pairs", {1: "7h 8h Th Ka Ab", 2: "9h Aa Kb"})
    forced, free = play(start, "7h 8h Ab Ka Aa Kb 9h"), play(start, "8h 9h Aa Kb Ab 7h Ka")
    assert (forced.to_act, forced.hands) == (free.to_act, free.hands)
    assert legal(forced) == "Th"
    assert len(lorum.legal_actions(free)) == 4
    assert lorum.position_key(forced) != lorum.position_key(free)
