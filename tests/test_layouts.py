"""Layout contracts: Lorum of K and P, Unter laying of E, and rows of a table's own."""

from __future__ import annotations

import pytest
from builders import WHOLE_SUITS, cited, deal, legal, lines, play, refused, result
from conftest import House

import lorum
from lorum import Rule, Suit

BY_SUIT = {0: WHOLE_SUITS[0], 1: WHOLE_SUITS[2], 2: WHOLE_SUITS[1], 3: WHOLE_SUITS[3]}


def laid(state: lorum.DealState) -> str:
    """All cards that lie, row by row."""
    return " ".join(str(card) for row in lorum.rows_of(state).values() for card in row)


# Opening


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_OPENING, Rule.LAYOUTS_OPENING, Rule.LAYOUTS_OPENER)
def test_any_card_opens_lorum_of_k() -> None:
    """K5.10, K4.5: forehand opens with any card, after which the turn passes clockwise."""
    hand = "7a Oa 9l Tl 7h Ah 8b Kb"
    for dealer in range(4):
        state = deal("compendium", "lorum", {(dealer + 1) % 4: hand}, dealer=dealer)
        assert state.to_act == (dealer + 1) % 4
        assert legal(state) == hand
        for card in hand.split():
            assert play(state, card).to_act == (dealer + 2) % 4
        refused(state, "pass", Rule.LAYOUTS_MUST_PLAY)


@pytest.mark.rule(Rule.SEVEN_LORUM_OPENING, Rule.SEVEN_LORUM_PILES)
def test_any_card_opens_lorum_of_p_and_sets_the_rank() -> None:
    """P6.2, P6.3: the dealer's right-hand neighbour sets the rank at which every pile starts."""
    state = deal("seven-contracts", "lorum", {3: "7a Oa 9l Tl 7h Ah 8b Kb", 2: "Oh Ob Ka Kl Ol 7l Ta 9b"})
    assert state.to_act == 3
    assert legal(state) == "7a Oa 9l Tl 7h Ah 8b Kb"
    state = play(state, "Oa")
    assert state.to_act == 2
    assert legal(state) == "Ka Ol Oh Ob"
    refused(state, "Kl", Rule.SEVEN_LORUM_PILES)
    refused(state, "9b", Rule.SEVEN_LORUM_PILES)
    assert refused(state, "Ta", Rule.SEVEN_LORUM_GROWTH).facts == {"card": "Ta"}


@pytest.mark.rule(Rule.EIGHT_UNTER_OPENING, Rule.LAYOUTS_OPENING, Rule.LAYOUTS_OPENER)
def test_the_first_with_an_unter_opens() -> None:
    """E9.1: the opener, or failing an Unter the next who has one; those skipped do and pay nothing."""
    given = {1: "7h 8h 9h Th Oh Kh Ah 7l", 2: "8l 9l Tl Ul Ol Kl Al Uh", 3: "7b 8b 9b Tb Ub Ob Kb Ab"}
    state = deal("eight-games", "unter-laying", given)
    assert state.to_act == 2
    assert legal(state) == "Ul Uh"
    refused(state, "8l", Rule.EIGHT_UNTER_OPENING)
    assert state.actions == ()
    own = deal("eight-games", "unter-laying", {1: "Ua 7a 8a 9a Ta 7l 8l 9l"})
    assert (own.to_act, legal(own)) == (1, "Ua")
    far = deal("eight-games", "unter-laying", {0: "Ua Ul Uh Ub"})
    assert (far.to_act, legal(far)) == (0, "Ua Ul Uh Ub")
    turned = deal("eight-games", "unter-laying", given, direction="counter-clockwise")
    assert turned.to_act == 3
    assert turned.deal.forehand == 3


# Suits and rows


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_SUIT_OPENING, Rule.LAYOUTS_SUIT_OPENING)
def test_suits_open_at_the_opening_rank_or_at_any_on_the_table() -> None:
    """K5.11, K5.13: the opening card's rank alone; by option the rank of any card that lies."""
    given = {1: "9h", 2: "Th 8h 9l Tl Ul Ol Kl Al", 3: "Tb Ta 7b 8b Ub Ob Kb Ab", 0: "9a 9b 7h"}
    state = play(deal("compendium", "lorum", given), "9h Th")
    assert legal(state) == "pass"
    assert refused(state, "Tb", Rule.COMPENDIUM_LORUM_SUIT_OPENING).facts == {"card": "Tb", "opening": "9"}
    any_rank = play(deal("compendium", "lorum", given, lorum_suit_opening="any-laid-rank"), "9h Th")
    assert legal(any_rank) == "Ta Tb"
    refused(any_rank, "7b", Rule.COMPENDIUM_LORUM_SUIT_OPENING)
    any_rank = play(any_rank, "Tb")
    assert "9b" in legal(any_rank).split()
    assert state.variant.options["lorum_suit_opening"] == "opening-rank"


@pytest.mark.rule(Rule.LAYOUTS_SUIT_OPENING)
def test_rows_may_have_gaps_where_any_rank_opens() -> None:
    """K5.13: a suit that lies may be entered again at another rank on the table."""
    given = {1: "9h Uh", 2: "9l", 3: "Tl", 0: "Ul"}
    plain = play(deal("compendium", "lorum", given), "9h 9l Tl Ul")
    refused(plain, "Uh", Rule.COMPENDIUM_LORUM_GROWTH)
    gap = play(deal("compendium", "lorum", given, lorum_suit_opening="any-laid-rank"), "9h 9l Tl Ul")
    assert "Uh" in legal(gap).split()  # the Unter of Leaves lies; the Ten of Hearts does not
    gap = play(gap, "Uh")
    assert [str(card) for card in lorum.rows_of(gap)[Suit.HEARTS]] == ["9h", "Uh"]


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_GROWTH, Rule.LAYOUTS_GROWTH, Rule.LAYOUTS_CORNER)
def test_rows_of_k_grow_both_ways_without_a_corner() -> None:
    """K5.11, K5.12, K5.14: next to what lies, up or down; nothing follows the Ace or precedes the Seven."""
    given = {1: "9h", 2: "7h 8h Th Uh 9a 7a 8a Ta", 3: "Ub Kh"}
    state = play(deal("compendium", "lorum", given), "9h")
    assert legal(state) == "9a 8h Th"
    refused(state, "7h", Rule.COMPENDIUM_LORUM_GROWTH)
    refused(state, "Uh", Rule.COMPENDIUM_LORUM_GROWTH)
    ace = play(deal("compendium", "lorum", {1: "Ah", 2: "7h Kh 8h 9h Th Uh Oh 7a"}), "Ah")
    assert legal(ace) == "Kh"
    refused(ace, "7h", Rule.COMPENDIUM_LORUM_GROWTH)
    seven = play(deal("compendium", "lorum", {1: "7h", 2: "Ah 8h"}), "7h")
    refused(seven, "Ah", Rule.COMPENDIUM_LORUM_GROWTH)
    assert "8h" in legal(seven).split()


def test_both_ends_of_a_row_grow() -> None:
    """K5.12: next to the layout, not to the last card: both ends and all suits stay open."""
    state = play(deal("compendium", "lorum", {1: "9h 9a", 2: "Th 8a", 3: "8h", 0: "7h Uh"}), "9h Th 8h")
    assert {"7h", "Uh"} <= set(legal(state).split())
    state = play(state, "7h")
    assert "9a" in legal(state).split()
    assert laid(state) == "7h 8h 9h Th"


@pytest.mark.rule(Rule.SEVEN_LORUM_PILES, Rule.SEVEN_LORUM_GROWTH, Rule.LAYOUTS_GROWTH)
def test_example_of_a_start_on_the_nine_of_hearts() -> None:
    """P7.2: the next may play the 10 of Hearts or start a suit with its 9; the 8 of Hearts is barred."""
    state = deal("seven-contracts", "lorum", {3: "9h", 2: "8h Th 9a 9l 9b 8a Ta Ab"})
    state = play(state, "9h")
    assert legal(state) == "9a 9l Th 9b"
    refused(state, "8h", Rule.SEVEN_LORUM_GROWTH)


@pytest.mark.rule(Rule.SEVEN_LORUM_GROWTH, Rule.LAYOUTS_CORNER)
def test_example_of_the_corner() -> None:
    """P7.3, P6.4: that pile goes on from the Ace of Hearts to the Seven, then the Eight."""
    hands = [WHOLE_SUITS[0], WHOLE_SUITS[1], "7h 8h 9b Tb Ub Ob Kb Ab", "9h Th Uh Oh Kh Ah 7b 8b"]
    state = play(
        deal("seven-contracts", "lorum", hands), "9h 9b 9l 9a Th Tb Tl Ta Uh Ub Ul Ua Oh Ob Ol Oa Kh Kb Kl Ka"
    )
    refused(state, "7b", Rule.SEVEN_LORUM_GROWTH)  # the pile of Bells has come to its King
    state = play(state, "Ah")
    assert legal(state) == "7h Ab"
    refused(state, "8h", Rule.SEVEN_LORUM_GROWTH)
    state = play(state, "7h Al Aa pass")
    assert legal(state) == "8h Ab"
    state = play(state, "8h")
    assert " ".join(map(str, lorum.rows_of(state)[Suit.HEARTS])) == "9h Th Uh Oh Kh Ah 7h 8h"


@pytest.mark.rule(Rule.LAYOUTS_GROWTH, Rule.LAYOUTS_CORNER, Rule.LAYOUTS_SUIT_OPENING, Rule.LAYOUTS_OPENING,
                  Rule.LAYOUTS_MUST_PLAY, Rule.LAYOUTS_PASS_PRICE, Rule.LAYOUTS_CARD_PRICE)  # fmt: skip
def test_a_layout_of_a_table_of_its_own_cites_the_common_clauses(house: House) -> None:
    """K5.10 to K5.18, P6.4, E9.1: without rules of its own a contract goes by the family's."""
    layout = {"family": "layouts", "opening": "U", "growth": "up", "corner": True, "pass_points": 2}
    rules = house("compendium", contract={"rows": layout}, session={"contracts": ["rows"]})
    given = {1: "Uh Tl", 2: "Th Oh Ul Tb", 3: "8b 7b"}
    state = deal(rules, "rows", given)
    assert refused(state, "Tl", Rule.LAYOUTS_OPENING).facts == {"card": "Tl"}
    refused(state, "pass", Rule.LAYOUTS_MUST_PLAY)
    state = play(state, "Uh")
    refused(state, "Th", Rule.LAYOUTS_GROWTH)
    refused(state, "Tb", Rule.LAYOUTS_SUIT_OPENING)
    assert {"Ul", "Oh"} <= set(legal(state).split())
    stuck = {1: "Uh Tl", 2: "Th 7b 8b 9b Tb Kb 7a 8a", 3: "9a Ta 7l 8l 9l Ob Ab Ka"}
    state = play_first(play(deal(rules, "rows", stuck), "Uh pass pass"))
    assert cited(state) == {Rule.LAYOUTS_PASS_PRICE, Rule.LAYOUTS_CARD_PRICE}
    passes = [line for line in result(state).lines if line.rule is Rule.LAYOUTS_PASS_PRICE]
    for line in passes:
        count = sum(action == lorum.Pass(seat=line.seat) for action in state.actions)
        assert (line.points, line.what) == (2 * count, f"{count} pass{'es' * (count > 1)}")
    for row in lorum.rows_of(state).values():
        assert not row or str(row[0])[0] == "U"


def play_first(state: lorum.DealState) -> lorum.DealState:
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    return state


@pytest.mark.rule(Rule.LAYOUTS_GROWTH, Rule.LAYOUTS_CORNER)
def test_rows_of_a_table_of_its_own_turn_the_corner_both_ways(house: House) -> None:
    """K5.11, P6.4: where rows grow both ways round the corner, the Ace lies below the Seven."""
    rows = {"family": "layouts", "growth": "both-ways", "corner": True}
    rules = house("compendium", contract={"rows": rows}, session={"contracts": ["rows"]})
    state = play(deal(rules, "rows", {1: "7h", 2: "Ah 8h Kh Al Ab 9h 8l Ka"}), "7h")
    assert legal(state) == "8h Ah"
    state = play_until(play(state, "Ah"), 2)
    assert {"8h", "Kh"} <= set(legal(state).split())


@pytest.mark.rule(Rule.EIGHT_UNTER_SUITS)
def test_unter_laying_grows_from_the_unters() -> None:
    """E9.2: another Unter, or one card up from the Ober or down from the Ten, where the Unter lies."""
    given = {1: "Uh Ul Tl", 2: "Th Oh Ub 9h Kh Ob Tb Ol", 3: "Ua 8b 7b"}
    state = play(deal("eight-games", "unter-laying", given), "Uh")
    assert legal(state) == "Th Oh Ub"
    refused(state, "9h", Rule.EIGHT_UNTER_SUITS)
    refused(state, "Kh", Rule.EIGHT_UNTER_SUITS)
    refused(state, "Ob", Rule.EIGHT_UNTER_SUITS)  # the Unter of Bells does not lie
    state = play(state, "Oh")
    assert state.to_act == 3  # one card a turn
    state = play_until(state, 2)
    assert "Kh" in legal(state).split()
    assert "Ob" not in legal(state).split()
    assert "Ob" in legal(play_until(play(state, "Ub"), 2)).split()


@pytest.mark.rule(Rule.EIGHT_UNTER_SUITS, Rule.LAYOUTS_CORNER)
def test_unter_laying_does_not_turn_the_corner() -> None:
    """E9.2: upwards to the Ace, downwards to the Seven, and no further."""
    given = {1: "Uh Kh", 2: "Oh Ah Th", 0: "7h 8h 9h"}
    state = play_until(play(deal("eight-games", "unter-laying", given), "Uh Oh"), 1)
    state = play_until(play(state, "Kh"), 2)
    state = play_until(play(state, "Ah"), 0)
    refused(state, "7h", Rule.EIGHT_UNTER_SUITS)


def play_until(state: lorum.DealState, seat: int) -> lorum.DealState:
    while state.to_act != seat:
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    return state


# Passing


@pytest.mark.rule(Rule.LAYOUTS_MUST_PLAY, Rule.EIGHT_UNTER_PASS)
@pytest.mark.parametrize(
    ("variant", "contract", "opening", "rule"),
    [
        ("compendium", "lorum", "9h", Rule.LAYOUTS_MUST_PLAY),
        ("seven-contracts", "lorum", "9h", Rule.SEVEN_LORUM_PASS_PRICE),
        ("eight-games", "unter-laying", "Uh", Rule.EIGHT_UNTER_PASS),
    ],
)
def test_who_can_play_must(variant: str, contract: str, opening: str, rule: Rule) -> None:
    """K5.15, K5.16, P6.5, E9.3: a pass is refused to who has a card that fits, else it is the only way."""
    second, third = (2, 1) if variant == "seven-contracts" else (2, 3)
    first = 3 if variant == "seven-contracts" else 1
    given = {first: f"{opening} 7a", second: f"{opening[0]}l 7l", third: "8b 7b 8a 8l 7h Kb Ab Aa"}
    state = deal(variant, contract, given)
    refused(state, "pass", rule)
    state = play(state, opening)
    refused(state, "pass", rule)
    state = play(state, f"{opening[0]}l")
    if variant != "compendium":
        assert legal(state) == "pass"
        for card in state.hands[third]:
            assert lorum.violation(state, lorum.Play(card))
        assert play(state, "pass").to_act != third


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_PASS_PRICE, Rule.SEVEN_LORUM_PASS_PRICE, Rule.LAYOUTS_PASS_PRICE)
@pytest.mark.parametrize(
    ("variant", "rule"),
    [("compendium", Rule.COMPENDIUM_LORUM_PASS_PRICE), ("seven-contracts", Rule.SEVEN_LORUM_PASS_PRICE)],
)
def test_a_pass_costs_a_point(variant: str, rule: Rule) -> None:
    """K5.15, P6.5: one point for every turn missed, in one line a seat, booked when the deal ends."""
    pack = lorum.shuffled(lorum.PACK, 4)
    state = play_first(deal(variant, "lorum", [lorum.format_cards(pack[i::4]) for i in range(4)]))
    charged = {seat: (points, what) for r, seat, points, what in lines(state) if r is rule}
    counts = [sum(action == lorum.Pass(seat=seat) for action in state.actions) for seat in range(4)]
    assert sum(counts) > 2
    assert charged == {
        seat: (count, "1 pass" if count == 1 else f"{count} passes")
        for seat, count in enumerate(counts)
        if count
    }


def test_passing_costs_nothing_in_unter_laying() -> None:
    """E9.3: no price."""
    state = deal("eight-games", "unter-laying", {0: "Ua Ul Uh Ub"})
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert lorum.Pass(seat=1) in state.actions
    assert not any("pass" in what for *_, what in lines(state))


# Ends


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_CARDS_LEFT, Rule.LAYOUTS_END, Rule.LAYOUTS_CARD_PRICE)
def test_the_first_empty_hand_ends_lorum_of_k() -> None:
    """K5.17, K5.18, K5.19: the deal ends at once; the others are charged one point for each card held."""
    state = play(deal("compendium", "lorum", BY_SUIT), "9h 9l 9b 9a")
    while state.phase == "play":
        assert len(lorum.legal_actions(state)) in (1, 2)
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert [len(hand) for hand in state.hands] == [1, 0, 1, 1]
    assert lines(state) == [(Rule.COMPENDIUM_LORUM_CARDS_LEFT, seat, 1, "1 card left") for seat in (0, 2, 3)]
    assert result(state).points == result(state).change == (1, 0, 1, 1)


@pytest.mark.rule(Rule.SEVEN_LORUM_CARDS_LEFT, Rule.SEVEN_LORUM_POT, Rule.POT_WINNER)
def test_the_winner_of_lorum_of_p_takes_the_pot() -> None:
    """P6.5, P6.6, P7.4: passes and cards left are paid to the pot, and the winner takes all of it."""
    hands = [WHOLE_SUITS[0], WHOLE_SUITS[3], WHOLE_SUITS[1], WHOLE_SUITS[2]]
    state = play(deal("seven-contracts", "lorum", hands, pot=17), "9h 9l 9b 9a")
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert lines(state) == [(Rule.SEVEN_LORUM_CARDS_LEFT, seat, 1, "1 card left") for seat in (0, 1, 2)]
    assert result(state).change == (-1, -1, -1, 17 + 3)
    assert result(state).pot_change == -17
    assert state.pot == 0
    assert state.variant.contract("lorum").cite(Rule.POT_WINNER) is Rule.SEVEN_LORUM_POT


@pytest.mark.rule(
    Rule.EIGHT_UNTER_FIRST_OUT,
    Rule.EIGHT_UNTER_SECOND_OUT,
    Rule.EIGHT_UNTER_THIRD_OUT,
    Rule.LAYOUTS_END,
    Rule.LAYOUTS_CARD_PRICE,
    Rule.LAYOUTS_OUT,
)
def test_three_scales_of_unter_laying() -> None:
    """E9.4, E9.5, E9.6, E9.7: 1 a card when the first is out, 2 more at the second, 3 more at the third."""
    state = deal("eight-games", "unter-laying", BY_SUIT)
    turns = []
    while state.phase == "play":
        turns.append(state.to_act)
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert turns == [1, 2, 3, 0] * 7 + [1, 2, 3]
    assert result(state).points == (1 + 2 + 3, 0, 1, 1 + 2)
    assert lines(state) == [
        (Rule.EIGHT_UNTER_FIRST_OUT, 0, 1, "1 card left"),
        (Rule.EIGHT_UNTER_FIRST_OUT, 2, 1, "1 card left"),
        (Rule.EIGHT_UNTER_FIRST_OUT, 3, 1, "1 card left"),
        (Rule.EIGHT_UNTER_SECOND_OUT, 0, 2, "1 card left"),
        (Rule.EIGHT_UNTER_SECOND_OUT, 3, 2, "1 card left"),
        (Rule.EIGHT_UNTER_THIRD_OUT, 0, 3, "1 card left"),
    ]


@pytest.mark.rule(Rule.LAYOUTS_OUT)
def test_who_is_out_is_skipped() -> None:
    """E9.7: turns go on among those with cards, without actions of the others."""
    # Seat 0 keeps the Unter of Bells, without which seat 3 can lay only its Seven of Acorns.
    hands = ["Ub Aa Ka Oa Ua Ta 9a 8a", WHOLE_SUITS[2], WHOLE_SUITS[1], "7b 8b 9b Tb Ob Kb Ab 7a"]
    state = play(deal("eight-games", "unter-laying", hands), "Uh Ul")
    assert legal(state) == "pass"
    passes = 0
    while state.phase == "play":
        assert state.to_act is not None
        assert state.hands[state.to_act]
        before = state.to_act
        words = [word for word in legal(state).split() if word != "Ub"] or ["Ub"]
        passes += words == ["pass"]
        state = play(state, words[0])
        if state.phase == "play" and all(state.hands):
            assert state.to_act == (before + 1) % 4
    assert passes
    out = [seat for seat, hand in enumerate(state.hands) if not hand]
    assert len(out) == 3


@pytest.mark.rule(Rule.LAYOUTS_END, Rule.LAYOUTS_CARD_PRICE)
def test_prices_of_a_table_of_its_own(house: House) -> None:
    """E9.4, E9.5: as many prices as there are hands to run empty before the deal ends."""
    places = [{"points": 5}, {"points": 7}]
    rules = house(
        "eight-games", contract={"unter-laying": {"places": places}}, session={"contracts": ["unter-laying"]}
    )
    state = deal(rules, "unter-laying", BY_SUIT)
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert result(state).points == (5 + 7, 0, 5, 5 + 7)
    assert cited(state) == {Rule.LAYOUTS_CARD_PRICE}


def test_a_last_single_card() -> None:
    """K5.11: one card in hand: it fits or the turn is missed; nothing is assumed of there being two."""
    state = play(deal("compendium", "lorum", BY_SUIT), "9h 9l 9b 9a")
    while len(state.hands[1]) > 1 or state.to_act != 1:
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert len(lorum.legal_actions(state)) == 1
    assert play(state, legal(state)).phase == "finished"


# Three players


@pytest.mark.rule(Rule.COMPENDIUM_LORUM_SET_ASIDE, Rule.LAYOUTS_SET_ASIDE)
@pytest.mark.parametrize(
    ("opening", "joined", "bell"),
    [("7a", "7b 8b", True), ("8a", "7b 8b", True), ("9a", "", True), ("Ta", "", False), ("Aa", "", False)],
)
def test_cards_set_aside_join_when_they_fit(opening: str, joined: str, bell: bool) -> None:
    """K11.6: by nobody and at no cost; rows go on from them."""
    state = deal("compendium-three", "lorum", {1: "7a 8a 9a Ta Aa", 2: "9b Tb 9l"})
    state = play(state, opening)
    assert laid(state).split() == sorted(
        [opening, *joined.split()], key=lambda c: "789TUOKA".index(c[0]) + 8 * (c[1] == "b")
    )
    assert ("9b" in legal(state).split()) == bell
    if opening == "9a":
        state = play(state, "9b")
        assert [str(card) for card in lorum.rows_of(state)[Suit.BELLS]] == ["7b", "8b", "9b"]
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert all(line.seat in range(3) for line in result(state).lines)
    assert state.variant.contract("lorum").cite(Rule.LAYOUTS_SET_ASIDE) is Rule.COMPENDIUM_LORUM_SET_ASIDE


def test_cards_set_aside_open_ranks() -> None:
    """K11.6, K5.13: where any rank on the table opens a suit, theirs do too."""
    given = {1: "7a", 2: "8l 9l 9b"}
    state = play(deal("compendium-three", "lorum", given, lorum_suit_opening="any-laid-rank"), "7a")
    assert {"8l", "9b"} <= set(legal(state).split())
    assert "9l" not in legal(state).split()
    plain = play(deal("compendium-three", "lorum", given), "7a")
    assert "8l" not in legal(plain).split()


@pytest.mark.parametrize("option", ["opening-rank", "any-laid-rank"])
def test_three_never_block(option: str) -> None:
    """K5.13, K11.6: whatever the deal, play comes to an end."""
    rules = lorum.get_variant("compendium-three", lorum_suit_opening=option)
    for seed in range(40):
        pack = lorum.shuffled(rules.pack, seed)
        state = lorum.new_deal(rules, "lorum", [pack[:10], pack[10:20], pack[20:]], dealer=seed % 3)
        for number in range(120):
            if state.phase == "finished":
                break
            actions = lorum.legal_actions(state)
            state = lorum.apply(state, actions[(number * seed) % len(actions)])
        assert state.phase == "finished"


def test_rows_of_other_contracts_are_empty() -> None:
    """P6.3: rows belong to layouts; before the first card each suit's row is empty."""
    assert lorum.rows_of(deal("compendium", "reds")) == {}
    assert lorum.rows_of(deal("compendium", "lorum")) == dict.fromkeys(Suit, ())
    assert lorum.rows_of(lorum.observe(play(deal("compendium", "lorum"), "7l"), 3)) == {
        Suit.ACORNS: (), Suit.LEAVES: (lorum.Card("7l"),), Suit.HEARTS: (), Suit.BELLS: (),
    }  # fmt: skip
