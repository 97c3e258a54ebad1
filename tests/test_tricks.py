"""Trick contracts: legality, who takes a trick, and what taking costs."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import (
    SUITS,
    WHOLE_SUITS,
    cited,
    completed,
    deal,
    hands_of_tricks,
    legal,
    lines,
    play,
    play_out,
    play_tricks,
    played_tricks,
    refused,
    result,
    session,
    write_variant,
)
from conftest import House

import lorum
from lorum import Card, DealState, Rule

HEARTS = WHOLE_SUITS[2]
OBERS = "Oa Ol Oh Ob"
K_TRICKS = ("reds", "obers", "no-tricks", "king-of-hearts", "first-and-last", "fifth-trick", "all-bad")
EVERY_TRICK_CONTRACT = [
    *(("compendium", contract) for contract in K_TRICKS),
    *(("compendium-three", contract) for contract in K_TRICKS),
    *(("seven-contracts", contract) for contract in ("hearts", "obers", "no-tricks", "hairy-ape")),
    *(("eight-games", contract) for contract in ("reds", "obers", "tricks", "first-and-last", "fifth-trick")),
]


def rows(text: str) -> str:
    """The cards of a suit from a rank on, such as ``9h-``, and single cards."""
    order = "789TUOKA"
    return " ".join(
        " ".join(r + word[1] for r in order[order.index(word[0]) :]) if word.endswith("-") else word
        for word in text.split()
    )


# Following suit


@pytest.mark.slow
@pytest.mark.rule(Rule.TRICKS_FOLLOW_SUIT, Rule.TRICKS_DISCARD)
@pytest.mark.parametrize(("variant", "contract"), EVERY_TRICK_CONTRACT)
def test_followers_play_the_suit_led_or_anything(variant: str, contract: str) -> None:
    """K5.4, P3.2, E1.7: follow suit if able, else any card; so in every trick contract, at every card."""
    rules = lorum.get_variant(variant)
    for seed in range(3):
        pack = lorum.shuffled(rules.pack, f"{seed} {contract}")
        size = len(pack) // rules.players
        hands = [pack[i * size : (i + 1) * size] for i in range(rules.players)]
        state = lorum.new_deal(rules, contract, hands)
        number = 0
        while state.phase == "play":
            tricks = lorum.tricks_of(state)
            assert state.to_act is not None
            hand = state.hands[state.to_act]
            free = {action.card for action in lorum.legal_actions(state) if isinstance(action, lorum.Play)}
            assert free <= set(hand)
            if tricks and tricks[-1].winner is None:
                led = tricks[-1].plays[0][1].suit
                following = [card for card in hand if card.suit is led]
                assert free == set(following or hand)
                for card in set(hand) - free:
                    refusal = refused(state, lorum.Play(card), Rule.TRICKS_FOLLOW_SUIT)
                    assert refusal.facts == {"card": str(card), "led": led.label}
            actions = lorum.legal_actions(state)
            state = lorum.apply(state, actions[number * (seed + 1) % len(actions)])
            number += 1
        assert number in (len(pack), 20)


@pytest.mark.rule(Rule.TRICKS_WINNER, Rule.TRICKS_NO_TRUMP, Rule.TRICKS_WINNER_LEADS)
@pytest.mark.parametrize(
    ("variant", "contract", "direction"),
    [("compendium", "no-tricks", 1), ("seven-contracts", "no-tricks", -1), ("eight-games", "tricks", 1)],
)
def test_the_highest_of_the_suit_led_takes_and_leads(variant: str, contract: str, direction: int) -> None:
    """K2.3, K5.4, P3.3, P3.4, E1.6, E1.11: Aces of other suits take nothing; nobody has to beat."""
    lead, second, third, last = (direction * place % 4 for place in (1, 2, 3, 4))
    given = {
        lead: "8a 9a 7l 8l 7h 8h 9h 7b",
        second: "Ta Aa 9l Tl Ul Th Uh Oh",
        third: "7a Ua Ol Kl Kh Ah 8b 9b",
        last: "Oa Ka Al Tb Ub Ob Kb Ab",
    }
    state = deal(variant, contract, given)
    taken = play(state, "7b Aa 8b Tb")  # the Ace of another suit takes nothing
    assert lorum.tricks_of(taken)[0].winner == taken.to_act == last
    below = play(state, "8a Ta")
    assert legal(below) == "7a Ua"  # the third need not beat the Ten
    below = play(below, "7a")
    assert legal(below) == "Oa Ka"
    assert play(below, "Oa").to_act == last
    above = play(state, "8a Aa Ua Ka")
    assert lorum.tricks_of(above)[0].winner == above.to_act == second
    assert legal(above) == "Ta 9l Tl Ul Th Uh Oh"


@pytest.mark.rule(Rule.TRICKS_WINNER, Rule.TRICKS_WINNER_LEADS)
def test_a_lone_seven_takes_against_aces() -> None:
    """K5.4: the Seven of Bells led; the others, void, throw Aces: the Seven takes and its seat leads."""
    hands = ["Aa " + rows("8h-"), rows("7b-"), "Al Ka Oa Ua Ta 9a 8a 7a", "7h Kl Ol Ul Tl 9l 8l 7l"]
    state = play(deal("compendium", "no-tricks", hands), "7b Al Kl Aa")
    (trick,) = lorum.tricks_of(state)
    assert (trick.number, trick.leader, trick.winner) == (1, 1, 1)
    assert trick.plays == ((1, Card("7b")), (2, Card("Al")), (3, Card("Kl")), (0, Card("Aa")))
    assert state.to_act == 1


def test_an_incomplete_trick_has_no_winner() -> None:
    """K5.4: only the last card decides, whatever lies so far."""
    state = deal("compendium", "no-tricks", {1: "7a", 2: "8a", 3: "9a", 0: "Ta"})
    for card in ("7a", "8a", "9a"):
        state = play(state, card)
        assert [trick.winner for trick in lorum.tricks_of(state)] == [None]
    state = play(state, "Ta")
    assert [trick.winner for trick in lorum.tricks_of(state)] == [0]
    assert lorum.tricks_of(deal("compendium", "lorum")) == ()
    assert lorum.tricks_of(session("compendium")) == ()


# Reds and Hearts


@pytest.mark.rule(Rule.COMPENDIUM_REDS_FIRST_LEAD, Rule.TRICKS_LEAD_LIMIT, Rule.TRICKS_NOTHING_ELSE)
def test_reds_first_lead() -> None:
    """K5.2, K5.3, K7.1: no Heart to the first trick but from a hand of Hearts alone; free later."""
    state = deal("compendium", "reds", {1: "7h 8h 9h Ua Oa Ka Aa Ta", 2: "7a", 3: "8a", 0: "9a"})
    assert legal(state) == "Ta Ua Oa Ka Aa"
    refusal = refused(state, "7h", Rule.COMPENDIUM_REDS_FIRST_LEAD)
    assert refusal.facts == {"card": "7h", "trick": 1}
    assert legal(play(state, "Aa 7a 8a 9a")) == "Ta Ua Oa Ka 7h 8h 9h"
    assert legal(deal("compendium", "reds", {1: HEARTS})) == HEARTS
    seven = deal("compendium", "reds", {1: "7h 8h 9h Th Uh Oh Kh Ab"})
    assert legal(seven) == "Ab"


@pytest.mark.rule(Rule.COMPENDIUM_REDS_HEARTS_LEAD, Rule.TRICKS_BROKEN)
def test_reds_until_broken() -> None:
    """K5.3, K6.2, K6.3: by option no Heart is led before one has been discarded."""
    given = {1: "Aa Ka Oa Ua Ta 7h 8h 9h", 2: "7a 8a Th", 3: "7l 8l 9l Tl Ul Ol Kl 9a", 0: "7b"}
    state = deal("compendium", "reds", given, reds_hearts_lead="until-broken")
    refused(state, "7h", Rule.COMPENDIUM_REDS_HEARTS_LEAD)
    state = play(state, "Aa 7a 9a 7b")
    refusal = refused(state, "7h", Rule.COMPENDIUM_REDS_HEARTS_LEAD)
    assert refusal.facts == {"card": "7h", "trick": 2}
    assert legal(state) == "Ta Ua Oa Ka"
    unbroken = play(state, "Ka 8a 7l 8b")
    assert legal(unbroken) == "Ta Ua Oa"
    broken = play(unbroken, "Oa Th 8l 9b")
    assert legal(broken) == "Ta Ua 7h 8h 9h"
    default = play(deal("compendium", "reds", given), "Aa 7a 9a 7b")
    assert "7h" in legal(default)
    assert default.variant.options["reds_hearts_lead"] == "first-trick"
    alone = deal("compendium", "reds", {1: HEARTS}, reds_hearts_lead="until-broken")
    assert legal(alone) == HEARTS


@pytest.mark.rule(Rule.EIGHT_REDS_FIRST_LEAD, Rule.TRICKS_NOTHING_ELSE)
def test_reds_of_e() -> None:
    """E2.1, E2.3: no red opening lead but from a hand of reds alone; discarding one is allowed."""
    state = deal("eight-games", "reds", {1: "7a 8a 9a Ta 7h 8h 9h Th", 2: rows("7l-")[:-3] + " Uh"})
    assert legal(state) == "7a 8a 9a Ta"
    refused(state, "7h", Rule.EIGHT_REDS_FIRST_LEAD)
    state = play(state, "7a")
    assert "Uh" in legal(state)
    second = deal("eight-games", "reds", {1: "Aa 7h 8h", 2: "7a", 3: "8a", 0: "9a"})
    assert {"7h", "8h"} <= set(legal(play(second, "Aa 7a 8a 9a")).split())  # only the opening lead is barred
    assert legal(deal("eight-games", "reds", {1: HEARTS})) == HEARTS


def test_hearts_of_p_are_led_freely() -> None:
    """P3.1: the dealer's right-hand neighbour leads any card in Hearts, Obers, No tricks and Hairy ape."""
    hand = "7a Oa 7h Kh Oh 7b Ob Ol"
    for contract in ("hearts", "obers", "no-tricks", "hairy-ape"):
        state = deal("seven-contracts", contract, {3: hand})
        assert state.to_act == 3
        assert legal(state) == lorum.format_cards(lorum.parse_cards(hand))


# Obers


@pytest.mark.rule(Rule.COMPENDIUM_OBERS_FIRST_LEAD, Rule.TRICKS_SINGLETON_LEAD)
def test_obers_first_lead() -> None:
    """K5.6, K7.1: an Ober is led to the first trick only when it is its leader's only card of the suit."""
    state = deal("compendium", "obers", {1: "Oa 7l 8l Ol 7h 8h 9h Oh", 2: "7a", 3: "8a", 0: "9a"})
    assert legal(state) == "Oa 7l 8l 7h 8h 9h"
    refused(state, "Ol", Rule.COMPENDIUM_OBERS_FIRST_LEAD)
    refused(state, "Oh", Rule.COMPENDIUM_OBERS_FIRST_LEAD)
    state = play(state, "Oa 7a 8a 9a")
    assert state.to_act == 1
    assert legal(state) == "7l 8l Ol 7h 8h 9h Oh"  # the limit is for the first trick


@pytest.mark.rule(Rule.COMPENDIUM_OBERS_FIRST_DISCARD, Rule.TRICKS_DISCARD_LIMIT)
@pytest.mark.parametrize("contract", ["obers", "all-bad"])
def test_obers_first_discard(contract: str) -> None:
    """K5.7: an Ober may be discarded on the first trick; where barred, not while another card is held."""
    given = {1: "7l 8l 9l Tl", 2: "Ob Oh 8b 9b Tb Ub Kb Ab", 3: "Ul Kl", 0: "Al"}
    state = play(deal("compendium", contract, given), "7l")
    assert state.variant.options["obers_first_discard"] == "allowed"
    assert {"Ob", "Oh"} <= set(legal(state).split())
    barred = play(deal("compendium", contract, given, obers_first_discard="barred"), "7l")
    assert legal(barred) == "8b 9b Tb Ub Kb Ab"
    refusal = refused(barred, "Ob", Rule.COMPENDIUM_OBERS_FIRST_DISCARD)
    assert refusal.facts == {"card": "Ob"}
    later = play(barred, "8b Ul Al")
    assert later.to_act == 0
    later = play_until_void(later, 2)
    assert "Ob" in legal(later)


@pytest.mark.rule(Rule.COMPENDIUM_OBERS_FIRST_DISCARD)
@pytest.mark.parametrize("dealer", range(4))
def test_no_ober_is_discarded_first(dealer: int) -> None:
    """K5.7: where barred, each of the four is, whoever holds it; the rest of the hand may be discarded."""
    state = deal("compendium", "obers", dealer=dealer, obers_first_discard="barred")  # a suit in each hand
    state = play(state, legal(state).split()[0])
    for _ in range(3):
        assert state.to_act is not None
        suit = SUITS[state.to_act]
        assert legal(state) == " ".join(rank + suit for rank in "789TUKA")
        refused(state, f"O{suit}", Rule.COMPENDIUM_OBERS_FIRST_DISCARD)
        state = play(state, f"7{suit}")


def play_until_void(state: DealState, seat: int) -> DealState:
    """Leads of Acorns or Leaves until that seat is to act."""
    lead = next(word for word in legal(state).split() if word[1] in "al")
    state = play(state, lead)
    while state.to_act != seat:
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    return state


@pytest.mark.rule(Rule.TRICKS_DISCARD_LIMIT, Rule.TRICKS_NOTHING_ELSE)
def test_a_discard_limit_yields_when_nothing_else_is_held(house: House) -> None:
    """K5.7: barred, unless nothing else is held; with two cards each that can come about."""
    rules = house(
        "eight-games-two-cards",
        contract={"first-and-last": {"discard_limits": [{"cards": OBERS}]}},
        session={"contracts": ["first-and-last"]},
    )
    given = ["7a 8a", "7l 8l", "Oa Ob", "Oh 7h"]
    state = play(deal(rules, "first-and-last", given), "7l")
    assert legal(state) == "Oa Ob"
    state = play(state, "Oa")
    assert legal(state) == "7h"
    refused(state, "Oh", Rule.TRICKS_DISCARD_LIMIT)


@pytest.mark.rule(Rule.COMPENDIUM_OBERS_WIN, Rule.TRICKS_ONLY_WHEN_LED)
def test_obers_win() -> None:
    """K5.8: an Ober that follows ranks as ever; by option it takes a trick only when it was led."""
    given = {1: "Ua 7l", 2: "Oa 8l", 3: "7a 9l", 0: "8a Tl"}
    trick = "Ua Oa 7a 8a"
    assert play(deal("compendium", "obers", given), trick).to_act == 2
    option: dict[str, Any] = {"obers_win": "only-when-led"}
    state = play(deal("compendium", "obers", given, **option), trick)
    assert state.to_act == 1
    assert lorum.tricks_of(state)[0].winner == 1
    led = deal("compendium", "obers", {1: "Oa", 2: "Ua", 3: "7a", 0: "8a"}, **option)
    assert play(led, "Oa Ua 7a 8a").to_act == 1
    beaten = deal("compendium", "obers", {1: "Oa", 2: "Ka", 3: "7a", 0: "8a"}, **option)
    assert play(beaten, "Oa Ka 7a 8a").to_act == 2
    # Wherever Obers are a component, and nowhere else.
    for components, taker in ((["obers", "no-tricks"], 1), (["reds", "no-tricks"], 2)):
        mixed = deal("compendium", "all-bad", given, all_bad_components=components, **option)
        assert play(mixed, trick).to_act == taker
    assert play(deal("compendium", "no-tricks", given, **option), trick).to_act == 2


@pytest.mark.rule(Rule.COMPENDIUM_OBERS_WIN)
@pytest.mark.parametrize("suit", SUITS)
def test_no_ober_wins_that_was_not_led(suit: str) -> None:
    """K5.8: by option that holds for the Ober of every suit, and for no other card."""
    for card, taker in (("U", 2), ("O", 0), ("K", 2), ("A", 2)):
        hands = {1: f"7{suit}", 2: f"{card}{suit}", 3: f"8{suit}", 0: f"T{suit}"}
        state = deal("compendium", "obers", hands, obers_win="only-when-led")
        after = play(state, f"7{suit} {card}{suit} 8{suit} T{suit}")
        assert lorum.tricks_of(after)[0].winner == after.to_act == taker


def test_obers_of_e_are_led_freely() -> None:
    """E3.1: no limit on leads."""
    assert "Oa" in legal(deal("eight-games", "obers", {1: "Oa 7a"})).split()


# King of Hearts


@pytest.mark.rule(Rule.COMPENDIUM_KING_OF_HEARTS_LEAD, Rule.TRICKS_BROKEN)
def test_king_of_hearts_leads() -> None:
    """K6.2, K6.3: discarded in the second trick, Hearts are free in the third; without it they are barred."""
    given = {
        1: "Aa Ka Oa 7h 8h Ab Kb Al",
        2: "7a 8a Th Uh Oh Kh Ah 7b",
        3: "8l 9a Ta 8b 9b",
        0: "9l Ua 9h Tb",
    }
    state = deal("compendium", "king-of-hearts", given)
    refused(state, "7h", Rule.COMPENDIUM_KING_OF_HEARTS_LEAD)
    state = play(state, "Ab 7b 8b Tb")
    refused(state, "7h", Rule.COMPENDIUM_KING_OF_HEARTS_LEAD)
    thrown = play(state, "Al Kh 8l 9l")
    assert "7h" in legal(thrown).split()
    assert play(thrown, "7h").to_act == 2
    kept = play(state, "Al 7a 8l 9l")
    refused(kept, "7h", Rule.COMPENDIUM_KING_OF_HEARTS_LEAD)
    assert legal(deal("compendium", "king-of-hearts", {1: HEARTS})) == HEARTS


@pytest.mark.rule(Rule.TRICKS_BROKEN)
def test_a_heart_led_breaks_nothing() -> None:
    """K6.10: a Heart led from Hearts alone, and the Hearts that follow it, leave the limit in force."""
    hands = [
        "Ka Aa 8l Kl Oh Ob Kb Ab",
        "7a 8a 7l Al 7h 8h 9h Th",
        "9a Ta 9l Tl Kh Ah 7b 8b",
        "Ua Oa Ul Ol Uh 9b Tb Ub",
    ]
    state = deal("compendium", "king-of-hearts", hands)
    state = play(state, "7a 9a Ua Ka Aa 8a Ta Oa Kl 7l 9l Ul 8l Al Tl Ol")
    assert legal(state) == "7h 8h 9h Th"
    state = play(state, "7h Ah Uh Oh")
    assert state.to_act == 2
    assert legal(state) == "7b 8b"
    refused(state, "Kh", Rule.COMPENDIUM_KING_OF_HEARTS_LEAD)


@pytest.mark.rule(Rule.TRICKS_LEAD_LIMIT, Rule.TRICKS_BROKEN)
def test_limits_of_a_table_of_its_own(house: House) -> None:
    """K6.2, K5.2: a limit without a rule of its own is refused by the common clause."""
    price = [{"cards": "Kb", "points": 2}]
    limits = [
        {"cards": rows("7b-"), "until": "broken"},
        {"cards": "Aa Al", "until": "first-trick", "singleton": True},
    ]
    rules = house(
        "compendium",
        contract={"bells": {"family": "tricks", "prices": price, "lead_limits": limits}},
        session={"contracts": ["bells"]},
    )
    state = deal(rules, "bells", {1: "Aa 7a Al 7b 8b 7h 8h 9h", 2: "8a 9a Th", 3: "Ta", 0: "Ua"})
    assert legal(state) == "7a Al 7h 8h 9h"
    refused(state, "Aa", Rule.TRICKS_LEAD_LIMIT)
    refused(state, "7b", Rule.TRICKS_LEAD_LIMIT)
    played = play_out(state)
    assert cited(played) == {Rule.TRICKS_CARD_POINTS}
    # A hand of nothing but cards it bars may lead any of them, from the lowest card of the pack on.
    acorns = {"family": "tricks", "prices": price, "lead_limits": [{"cards": rows("7a-"), "until": "broken"}]}
    own = house("compendium", contract={"own": acorns}, session={"contracts": ["own"]})
    assert legal(deal(own, "own", {1: rows("7a-")})) == rows("7a-")
    assert legal(deal(own, "own", {1: "7a 8a 7l 8l 7h 8h 7b 8b"})) == "7l 8l 7h 8h 7b 8b"
    assert legal(deal(rules, "bells", {1: rows("7b-")})) == rows("7b-")


# All bad


@pytest.mark.rule(Rule.COMPENDIUM_ALL_BAD_MIX, Rule.TRICKS_MIX)
@pytest.mark.parametrize(
    ("hand", "free", "refusals"),
    [
        ("Oa Ka Ol 7l 7h 8h 9h Oh", "Ka 7l", {"Oa": "OBERS", "Ol": "OBERS", "7h": "REDS"}),
        ("Oa Ol 7h 8h 9h Th Uh Kh", "Oa Ol", {"7h": "REDS"}),
        ("Oa Ol 7l 7h 8h 9h Th Uh", "Oa 7l", {"Ol": "OBERS", "7h": "REDS"}),
        (HEARTS, "7h 8h 9h Th Uh Kh Ah", {"Oh": "OBERS"}),
        ("Oa Oh 7h 8h 9h Th Uh Kh", "Oa", {"Oh": "REDS", "7h": "REDS"}),
    ],
)
def test_limits_of_a_mix_hold_together(hand: str, free: str, refusals: dict[str, str]) -> None:
    """K6.7, K6.9: what any component bars is barred; some lead is always left."""
    state = deal("compendium", "all-bad", {1: hand})
    assert legal(state) == free
    rules = {"REDS": Rule.COMPENDIUM_REDS_FIRST_LEAD, "OBERS": Rule.COMPENDIUM_OBERS_FIRST_LEAD}
    for card, name in refusals.items():
        refused(state, card, rules[name])


def test_a_mix_keeps_hearts_barred_for_the_king() -> None:
    """K6.9, K6.2: with the King of Hearts among the components Hearts stay barred after the first trick."""
    given = {1: "Aa 7h 8l", 2: "7a", 3: "8a", 0: "9a"}
    state = play(deal("compendium", "all-bad", given), "Aa 7a 8a 9a")
    refused(state, "7h", Rule.COMPENDIUM_KING_OF_HEARTS_LEAD)
    without = deal("compendium", "all-bad", given, all_bad_components=["reds", "no-tricks"])
    assert "7h" in legal(play(without, "Aa 7a 8a 9a")).split()


@pytest.mark.rule(Rule.COMPENDIUM_ALL_BAD_MIX)
@pytest.mark.parametrize(
    ("components", "total", "rules"),
    [
        (None, 28, ["REDS", "OBERS", "NO_TRICKS", "KING_OF_HEARTS"]),
        (["reds", "obers"], 16, ["REDS", "OBERS"]),
        (["first-and-last", "fifth-trick"], 12, ["FIRST_AND_LAST", "FIFTH_TRICK"]),
        (["fifth-trick", "no-tricks", "king-of-hearts"], 16, ["FIFTH_TRICK", "NO_TRICKS", "KING_OF_HEARTS"]),
    ],
)
def test_penalties_of_a_mix_add_up(components: list[str] | None, total: int, rules: list[str]) -> None:
    """K6.7, K6.8: each component's own points, 28 for the mix of the example."""
    options: dict[str, Any] = {"all_bad_components": components} if components else {}
    state = play_out(deal("compendium", "all-bad", **options))
    assert sum(result(state).points) == total
    assert cited(state) == {Rule[f"COMPENDIUM_{name}_POINTS"] for name in rules}
    assert state.variant.options["all_bad_components"] == tuple(
        components or ("reds", "obers", "no-tricks", "king-of-hearts")
    )


# What taking costs

ALL_TO_SEAT_1 = "7lAa7h7b 8lKa8h8b 9lOa9h9b TlUaThTb UlTaUhUb Ol9aOhOb Kl8aKhKb Al7aAhAb"
"""Seat 1 leads Acorns from the top and takes every trick; each of the others throws a whole suit."""


def all_to_forehand(variant: str, contract: str, before: str = "", **options: Any) -> DealState:
    """Forehand takes all tricks, seat by seat as in `ALL_TO_SEAT_1`, whichever way play goes."""
    tricks = ALL_TO_SEAT_1
    if variant == "seven-contracts":
        tricks = " ".join("".join((t[0:2], t[6:8], t[4:6], t[2:4])) for t in tricks.split())
    return played_tricks(variant, contract, tricks, before=before, **options)


@pytest.mark.parametrize(
    ("variant", "contract", "points", "expected"),
    [
        pytest.param("compendium", "reds", 8, [(Rule.COMPENDIUM_REDS_POINTS, 1, f"{r}h") for r in "789TUOKA"],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_REDS_POINTS, Rule.TRICKS_CARD_POINTS)),
        pytest.param("compendium", "obers", 8,
         [(Rule.COMPENDIUM_OBERS_POINTS, 2, c) for c in ("Oa", "Ol", "Oh", "Ob")],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_OBERS_POINTS)),
        pytest.param("compendium", "no-tricks", 8,
                     [(Rule.COMPENDIUM_NO_TRICKS_POINTS, 1, f"trick {i}") for i in range(1, 9)],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_NO_TRICKS_POINTS, Rule.TRICKS_TRICK_POINTS)),
        pytest.param("compendium", "king-of-hearts", 4, [(Rule.COMPENDIUM_KING_OF_HEARTS_POINTS, 4, "Kh")],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_KING_OF_HEARTS_POINTS)),
        pytest.param("compendium", "first-and-last", 8,
                     [(Rule.COMPENDIUM_FIRST_AND_LAST_POINTS, 4, "trick 1"),
                      (Rule.COMPENDIUM_FIRST_AND_LAST_POINTS, 4, "trick 8")],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_FIRST_AND_LAST_POINTS, Rule.TRICKS_TRICK_POINTS)),
        pytest.param("compendium", "fifth-trick", 4, [(Rule.COMPENDIUM_FIFTH_TRICK_POINTS, 4, "trick 5")],
                     marks=pytest.mark.rule(Rule.COMPENDIUM_FIFTH_TRICK_POINTS)),
        pytest.param("seven-contracts", "hearts", 8,
         [(Rule.SEVEN_HEARTS_POINTS, 1, f"{r}h") for r in "789TUOKA"],
                     marks=pytest.mark.rule(Rule.SEVEN_HEARTS_POINTS)),
        pytest.param("seven-contracts", "obers", 10,
                     [(Rule.SEVEN_OBERS_POINTS, n, c) for c,
                      n in (("Oa", 1), ("Ol", 2), ("Ob", 3), ("Oh", 4))],
                     marks=pytest.mark.rule(Rule.SEVEN_OBERS_POINTS)),
        pytest.param("seven-contracts", "no-tricks", 8,
                     [(Rule.SEVEN_NO_TRICKS_POINTS, 1, f"trick {i}") for i in range(1, 9)],
                     marks=pytest.mark.rule(Rule.SEVEN_NO_TRICKS_POINTS)),
        pytest.param("seven-contracts", "hairy-ape", 10, [(Rule.SEVEN_HAIRY_APE_POINTS, 10, "Kh")],
                     marks=pytest.mark.rule(Rule.SEVEN_HAIRY_APE_POINTS)),
        pytest.param("eight-games", "reds", 8, [(Rule.EIGHT_REDS_POINTS, 1, f"{r}h") for r in "789TUOKA"],
                     marks=pytest.mark.rule(Rule.EIGHT_REDS_POINTS)),
        pytest.param("eight-games", "obers", 8,
         [(Rule.EIGHT_OBERS_POINTS, 2, c) for c in ("Oa", "Ol", "Oh", "Ob")],
                     marks=pytest.mark.rule(Rule.EIGHT_OBERS_POINTS)),
        pytest.param("eight-games", "tricks", 8,
         [(Rule.EIGHT_TRICKS_POINTS, 1, f"trick {i}") for i in range(1, 9)],
                     marks=pytest.mark.rule(Rule.EIGHT_TRICKS_POINTS)),
        pytest.param("eight-games", "first-and-last", 8,
                     [(Rule.EIGHT_FIRST_AND_LAST_POINTS, 4, "trick 1"),
                      (Rule.EIGHT_FIRST_AND_LAST_POINTS, 4, "trick 8")],
                     marks=pytest.mark.rule(Rule.EIGHT_FIRST_AND_LAST_POINTS)),
    ],
)  # fmt: skip
def test_all_to_one(variant: str, contract: str, points: int, expected: list[tuple[Rule, int, str]]) -> None:
    """K5.1, K5.5, K5.9, K6.1, K6.4, K6.5, P4.1, P4.4, P4.6, P6.1, E2.2, E3.1, E4.1, E5.1: a line each."""
    state = all_to_forehand(variant, contract)
    seat = 3 if variant == "seven-contracts" else 1
    assert result(state).points == tuple(points * (s == seat) for s in range(4))
    assert sorted(lines(state)) == sorted((rule, seat, n, what) for rule, n, what in expected)


GOLDEN = [
    ("compendium", "reds", (2, 2, 2, 2),
     "OaKa7a9a OlKlUlOh 9l8lUb8h 7lTl7bUh Ua8a8b9h 9bObKbTh TbTaAb7h AlAaKhAh"),
    ("compendium", "reds", (4, 4, 0, 0),
     "TlAl7lOl UaAa7aTa UbTbAbOb AhTh8hUh 9hKhOhOa KlKa8l8a 7hKb8b7b 9lUl9b9a"),
    ("compendium", "reds", (3, 3, 0, 2),
     "Ob9bAbTb KaTaUa7l AhOh8aUh 7h9hKbAl 8h8b7a9l TlUlOaKl KhUb9a8l Th7bAaOl"),
    ("compendium", "reds", (1, 1, 5, 1),
     "Ab7b9b8b KbTbKh7l OlTh9lKl Aa7a8a9a 7hOhAhKa 8hObUhOa UlUbTlAl 8lUa9hTa"),
    ("compendium", "no-tricks", (2, 2, 2, 2),
     "7aKaAa9a ThTaUaKb 7lKl8lTl ObUlTb9l Ub7b9bAb UhOa9hAl AhOh7h8h Kh8b8aOl"),
    ("compendium", "no-tricks", (4, 0, 0, 4),
     "Ul7lTh9l KlOaKh8b 8lKaOh7b 8a7a9hTb Kb9a7hAb OlTa8h9b TlUaAhUb AlAaUhOb"),
    ("compendium", "no-tricks", (2, 3, 0, 3),
     "8lAl7l9l ObAb9bKb UbTb7hUa ThUh8hKh OhTlAaAh Kl8b7a9h Oa7bTa9a UlOlKa8a"),
    ("compendium", "no-tricks", (1, 1, 5, 1),
     "Ab9bUbTb 9h7hKhTh TaOaKa8a 7l9l8lUl 8hOh9aUh 8b7bObAl 7aOlKlTl UaAaKbAh"),
    ("compendium", "obers", (2, 2, 2, 2),
     "Ah9h7hTh OaAaUa9a KlOlUl7l TlTb9l8l UhKh8h8b Ub7bObAb 7aOhKaTa AlKb9b8a"),
    ("compendium", "obers", (0, 4, 4, 0),
     "UlTh7h9h OlOhUb9l 8lUhKbUa AlKhKa9a 7lObAb9b Oa8aTbTa KlAh8b7a Tl8h7bAa"),
    ("compendium", "obers", (0, 4, 2, 2),
     "8l9l7lUl Ob8bKbAb 8aUaKaAa 9hKhUh8h KlOlAl7h AhUbTb9b OaOh7aTh 9aTl7bTa"),
    ("compendium", "obers", (0, 2, 6, 0),
     "8aUaAa7a 8lKlUl7l KbAb8b7b 8hObUb9b OlTlAlOa KhThAh9h 7h9lUhKa 9aTbOhTa"),
    ("compendium", "all-bad", (14, 14, 0, 0),
     "Aa9aAb8a KbKlTb8h 9bTaThKh 7bUaAlOh OaKa7lAh Ob7a9l9h UbOl8l7h 8bUlTlUh"),
    ("compendium", "all-bad", (9, 10, 0, 9),
     "Ta8a9aAa 9lTlAhAl 8hUlOaOl KhKlOh8l 7aKaUaTb Uh9h9bTh Ab7bObKb Ub7h8b7l"),
    ("compendium-three", "reds", (3, 2, 3),
     "9bObAb 9lTlOl Ua9aOa Oh7hKh Ka8aAa AlUb8l AhUhUl Ta8h7a 9hThKl KbTb7l"),
    ("compendium-three", "reds", (0, 4, 4),
     "UaOb9b AaAh9h 7aTbTl Oa7hKh 8lUhAl 7lAbUl TaOhKl KaTh8h 8aUb9l 9aKbOl"),
    ("compendium-three", "no-tricks", (0, 5, 5),
     "UaTbUb 7hUhTh 8aOhKh AaAh9h Ta9bUl KaOb9l TlAb9a 8lOlKl OaAl8h 7aKb7l"),
    ("compendium-three", "no-tricks", (3, 3, 4),
     "Ka9aOa AlUl8l Oh7hAh 7a8aTa ThUaAa 7l9lKl Kh9hUh TbKb9b UbObTl Ab8hOl"),
    ("compendium-three", "all-bad", (15, 15, 0),
     "Oa9a7a Ul9lTl AbTbOb 7l8hAa 8lTaKh ThUh7h 9bOh8a OlAhUb Al9hKb KlKaUa"),
    ("seven-contracts", "hearts", (2, 2, 2, 2),
     "Oa9a7aKa OlOhUlKl 9l8hUb8l 7lUh7bTl Ua9h8b8a 9bThKbOb Tb7hAbTa AlAhKhAa"),
    ("seven-contracts", "hearts", (4, 0, 0, 4),
     "7lAlTlUl KbUbObKh UaTb7aOa 8l7hTaKl 9lAb9hOl Ka9bAhAa 8a7b8h9a Oh8bThUh"),
    ("seven-contracts", "hearts", (0, 0, 3, 5),
     "8hTh7hOh AbKb7lTb OaTaUa8a 8b7bKh9b AaUhAh9h Ka8l7a9a TlOlKl9l UbObUlAl"),
    ("seven-contracts", "hearts", (3, 2, 3, 0),
     "TaAaOa8a 7hKhAhAb Kl8l9lUl Uh8h9hOl Al7lObTl 8bTb9bKb 7bKa9a7a UbOhThUa"),
    ("seven-contracts", "no-tricks", (2, 2, 2, 2),
     "7hKh8hUh Ub8aKaTa Ab9b7b8b 7lOlUlAh OhUa7aOa AlTlAa9a Tb9lObKb Th8lKl9h"),
    ("seven-contracts", "no-tricks", (0, 0, 4, 4),
     "Kl9h7hKh 7lUhOhTh TlUa8lAl 7a9bAh8h 9l9aOlAa KbOaUl7b 8b8aUbOb KaTaTbAb"),
    ("seven-contracts", "no-tricks", (0, 3, 0, 5),
     "7hTh7aOh 9l8hOaUh Tl9b9aAh 8l8bUa9h KlOl8aAl UbAbObTb 7lAaKaKb Ul7bTaKh"),
    ("seven-contracts", "no-tricks", (3, 2, 3, 0),
     "TlTa9a7a Uh7hKh8h 7b8aUb9b AlAaTb8b OhAhTh9h Ol7lOa9l KlUlAbOb 8lUaKbKa"),
    ("seven-contracts", "obers", (4, 1, 3, 2),
     "Al8bAb9b KhAaOa7a OlUa8aKa 9l7bKbOb 7lUlKlTl Oh8l9hTh Ah9aUh7h 8hTaTbUb"),
    ("seven-contracts", "obers", (0, 0, 5, 5),
     "ObOlTh7h Kb9lTbAb AaKl8bAh 8aTlUb9h TaAl7aOh Oa7l9b8h KaUlUaKh 9a8l7bUh"),
    ("seven-contracts", "obers", (4, 0, 0, 6),
     "Ah8hTh9h UbAbTb8b OaTaUa9a Ka7a8aOb 7lUlKl9l Aa9bOhKh Al8l7hUh 7bTlKbOl"),
    ("seven-contracts", "obers", (3, 3, 0, 4),
     "Th8hKhUh Oa7aUa9a 8b9bUbTb 9l8l7lAl ObAaTaKa Ab7bOlTl UlKb8aKl Oh7h9hAh"),
    ("eight-games", "reds", (2, 2, 2, 2),
     "OaKa7a9a OlKlUlOh 9l8lUb8h 7lTl7bUh Ua8a8b9h 9bObKbTh TbTaAb7h AlAaKhAh"),
    ("eight-games", "reds", (3, 2, 0, 3),
     "OlAl9a8l Th7lAaAh KbUb8aAb ObUlTaTb 9b9lUaUh 7b7h7aKh 9hKlOaOh 8bTlKa8h"),
    ("eight-games", "obers", (2, 2, 2, 2),
     "7lTa9a7a 7b9b8hUb ThUhAhOh 8lTbOaKa 9l8bKl9h TlKb8aKh UlAbUaOb AlOlAa7h"),
    ("eight-games", "obers", (2, 4, 0, 2),
     "Kh9hAaOb Ub7h8bKb 7bUl8aOl 9bTlKa8l UhOhTbKl Ab8hUa9l 9aAhTaAl 7aThOa7l"),
    ("eight-games", "tricks", (2, 2, 2, 2),
     "OaAa8aAl ThAhUhOh KbTaUaKl 7bUbObTb Ab9a9b8b Ul7lKh8l Tl7h8hOl 9l7aKa9h"),
    ("eight-games", "tricks", (3, 2, 0, 3),
     "UhTh8hKh Oa7aTa8a Ua8l7l9a Aa9hTlKa 7hAhAlUl KbAb9bOb OhTb8bUb OlKl9l7b"),
]  # fmt: skip
"""Whole deals by their points: a trick is one word, the cards by seat; dealer is seat 0."""


@pytest.mark.parametrize(("variant", "contract", "points", "tricks"), GOLDEN)
def test_golden_points(variant: str, contract: str, points: tuple[int, ...], tricks: str) -> None:
    """K5.1, K5.5, K5.9, K6.7, K7.5, K11.5, P4.1, P4.4, P4.6, E2.2, E3.1, E4.1: even, uneven and extreme."""
    state = played_tricks(variant, contract, tricks)
    assert result(state).points == points
    sums = [0] * len(points)
    for _, seat, charge, _ in lines(state):
        sums[seat] += charge
    assert tuple(sums) == points
    doubled = deal(variant, contract, hands_of_tricks(tricks), doubled=True)
    assert result(play_tricks(doubled, tricks)).points == tuple(2 * own for own in points)


@pytest.mark.rule(Rule.TRICKS_PLAYED_OUT, Rule.TRICKS_STOP_AFTER, Rule.EIGHT_FIFTH_TRICK_POINTS,
                  Rule.EIGHT_FIFTH_TRICK_STOP)  # fmt: skip
def test_fifth_tricks() -> None:
    """K6.5, K6.6, E6.1: K plays on to the last trick, E stops after the fifth, which counts eight."""
    tricks = ALL_TO_SEAT_1.split()
    for variant, points, rule in (
        ("compendium", 4, Rule.COMPENDIUM_FIFTH_TRICK_POINTS),
        ("eight-games", 8, Rule.EIGHT_FIFTH_TRICK_POINTS),
    ):
        state = deal(variant, "fifth-trick", [WHOLE_SUITS[1], WHOLE_SUITS[0], *WHOLE_SUITS[2:]])
        played = 5 if variant == "eight-games" else 8
        for trick in tricks[:played]:
            assert state.phase == "play"
            state = play(state, " ".join((trick[2:4], trick[4:6], trick[6:8], trick[0:2])))
        assert state.phase == "finished"
        assert lines(state) == [(rule, 1, points, "trick 5")]
    assert state.variant.contract("fifth-trick").cite(Rule.TRICKS_STOP_AFTER) is Rule.EIGHT_FIFTH_TRICK_STOP
    assert [len(hand) for hand in state.hands] == [3, 3, 3, 3]


@pytest.mark.rule(Rule.TRICKS_PLAYED_OUT)
@pytest.mark.parametrize(("variant", "contract"), EVERY_TRICK_CONTRACT)
def test_play_goes_on_to_the_last_trick(variant: str, contract: str) -> None:
    """K6.6, K7.5, P4.8: though all is decided, every contract is played out, E's fifth trick apart."""
    state = deal(variant, contract, completed(lorum.get_variant(variant), {}))
    cards = len(state.variant.pack)
    while state.phase == "play":
        state = lorum.apply(state, lorum.legal_actions(state)[-1])
    assert len(state.actions) == (20 if (variant, contract) == ("eight-games", "fifth-trick") else cards)


@pytest.mark.rule(Rule.TRICKS_DECIDED)
@pytest.mark.parametrize(
    ("variant", "contract", "decided", "options"),
    [
        ("compendium", "reds", 8, {}),
        ("compendium", "obers", 6, {}),
        ("compendium", "no-tricks", 8, {}),
        ("compendium", "king-of-hearts", 7, {}),
        ("compendium", "first-and-last", 8, {}),
        ("compendium", "fifth-trick", 5, {}),
        ("compendium", "all-bad", 8, {}),
        ("compendium", "all-bad", 7, {"all_bad_components": ["king-of-hearts", "fifth-trick"]}),
        ("compendium", "all-bad", 6, {"all_bad_components": ["obers", "fifth-trick"]}),
        ("seven-contracts", "hearts", 8, {}),
        ("seven-contracts", "obers", 6, {}),
        ("seven-contracts", "hairy-ape", 7, {}),
        ("eight-games", "obers", 6, {}),
        ("eight-games", "red-king", 7, {}),
        ("eight-games", "first-and-last", 8, {}),
    ],
)
def test_play_may_stop_when_decided(
    variant: str, contract: str, decided: int, options: dict[str, Any]
) -> None:
    """K6.6, P4.8, E6.1: by option play stops after the trick with which no point can come any more."""
    before = "decline decline decline decline" if contract == "red-king" else ""
    full = all_to_forehand(variant, contract, before, **options)
    state: DealState = deal(variant, contract, hands_as_dealt(full), stop_when_decided=True, **options)
    count, asked = 0, len(before.split())
    for action in full.actions:
        if state.phase == "finished":
            break
        assert lorum.is_decided(state) is False
        state = lorum.apply(state, action)
        count += 1
    assert state.phase == "finished"
    assert count - asked == 4 * decided
    assert lorum.is_decided(state)
    assert result(state).points == result(full).points
    assert result(state).lines == result(full).lines


def hands_as_dealt(state: DealState) -> list[str]:
    """The hands from which a deal was played to its last card."""
    hands: list[list[str]] = [list(map(str, hand)) for hand in state.hands]
    for action in state.actions:
        if isinstance(action, lorum.Play):
            assert action.seat is not None
            hands[action.seat].append(str(action.card))
    return [" ".join(hand) for hand in hands]


def test_a_forced_rest_does_not_decide() -> None:
    """K6.6: as long as a card in hand can bring a point to somebody, the deal is open."""
    state = deal("compendium", "no-tricks", [WHOLE_SUITS[1], WHOLE_SUITS[0], *WHOLE_SUITS[2:]])
    while state.phase == "play":
        assert not lorum.is_decided(state)
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert lorum.is_decided(state)


def test_each_discard_limit_has_its_own_clause(house: House) -> None:
    """K5.7, K6.9: of two limits, the one that bars the card is named."""
    limits = [
        {"cards": "Oa Ol Oh Ob", "rule": "compendium.obers.first-discard"},
        {"cards": "Ka Kl Kh Kb"},
    ]
    own = {"family": "tricks", "prices": [{"points": 1}], "discard_limits": limits}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    state = play(deal(rules, "own", {1: "Aa 7a 8a 9a Ta Ua Oa Ka", 2: "Ol Kl 7l"}), "Aa")
    refused(state, "Ol", Rule.COMPENDIUM_OBERS_FIRST_DISCARD)
    refused(state, "Kl", Rule.TRICKS_DISCARD_LIMIT)


def test_keys_tell_whether_a_limit_still_binds(house: House) -> None:
    """K6.2, K6.10: the same cards are gone, but the Eight was once discarded and once followed suit."""
    limits = [{"cards": "8h 9h", "until": "broken"}]
    own = {"family": "tricks", "prices": [{"points": 1}], "lead_limits": limits}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    start = deal(rules, "own", {0: "8a", 1: "Aa Ah 9h Kl", 2: "7a 7h", 3: "8h Th"})
    broken, bound = play(start, "Aa 7a 8h 8a Ah 7h Th 7l"), play(start, "Aa 7a Th 8a Ah 7h 8h 7l")
    assert (broken.to_act, broken.hands) == (bound.to_act, bound.hands)
    assert ("9h" in legal(broken), "9h" in legal(bound)) == (True, False)
    assert lorum.position_key(broken) != lorum.position_key(bound)
    # With the Nine nothing is left that could be barred.
    broken, bound = play(broken, "Kl Al 9b 8l Kh Tb 9a 9h"), play(bound, "Kl Al 9b 8l Kh Tb 9a 9h")
    assert lorum.position_key(broken) == lorum.position_key(bound)


def test_tricks_that_are_gone_decide_nothing() -> None:
    """K6.4, K6.5, K6.6: the fifth trick decides its contract, the last one First and last."""
    for contract, decisive in (("fifth-trick", 5), ("first-and-last", 8)):
        state = deal("compendium", contract)
        while state.phase == "play":
            complete = sum(trick.winner is not None for trick in lorum.tricks_of(state))
            assert lorum.is_decided(state) == (complete >= decisive)
            state = lorum.apply(state, lorum.legal_actions(state)[0])


def test_decided_deals_may_go_on() -> None:
    """K6.6: without the option a decided deal is played on, and stays decided within a trick."""
    hands = ["Kh 7l 8l 9l Tl Ul Ol Kl", WHOLE_SUITS[0], "7h 8h 9h Th Uh Oh Ah Al", WHOLE_SUITS[3]]
    state = deal("compendium", "king-of-hearts", hands)
    state = play(state, "Aa 7h 7b Kh")
    assert lorum.is_decided(state)
    assert state.phase == "play"
    assert lorum.is_decided(play(state, "Ka"))
    stopped = play(deal("compendium", "king-of-hearts", hands, stop_when_decided=True), "Aa 7h 7b Kh")
    assert result(stopped).points == (0, 4, 0, 0)


# Three players


def test_three_players() -> None:
    """K1.5, K11.5: ten tricks and ten points; the last trick is the tenth, the fifth stays the fifth."""
    tricks = [
        f"{a}l{b}a{c}"
        for a, b, c in zip(
            "789TUOKA", "AKOUT987", ("7h", "8h", "9h", "Th", "Uh", "Oh", "Kh", "Ah"), strict=True
        )
    ]
    text = " ".join([*tricks, "UbAbTb", "ObKb9b"])
    for contract, points in (
        ("no-tricks", 10),
        ("reds", 8),
        ("first-and-last", 8),
        ("fifth-trick", 4),
        ("obers", 8),
    ):
        state = played_tricks("compendium-three", contract, text)
        assert result(state).points == (0, points, 0)
        assert len(state.actions) == 30
    state = played_tricks("compendium-three", "first-and-last", text)
    assert [what for *_, what in lines(state)] == ["trick 1", "trick 10"]
    state = played_tricks("compendium-three", "all-bad", text)
    assert result(state).points == (0, 30, 0)


# The red King


def red_king(fall: int, before: str = "decline decline decline decline", **options: Any) -> DealState:
    """Seat 1 takes every trick; seat 2 throws the King to the trick of that number."""
    leader, other = "8a 9a Ta Ua Oa Ka Aa Ah", "7a 7h 8h 9h Th Uh Oh Kh"
    leads, thrown = (
        ["Aa", "Ka", "Oa", "Ua", "Ta", "9a", "8a", "Ah"],
        ["7a", "7h", "8h", "9h", "Th", "Uh", "Oh"],
    )
    if fall == 1:  # whoever throws the King to the first trick has no Acorn
        leader, other = WHOLE_SUITS[0], HEARTS
        leads, thrown = (
            ["Aa", "Ka", "Oa", "Ua", "Ta", "9a", "8a", "7a"],
            ["7h", "8h", "9h", "Th", "Uh", "Oh", "Ah"],
        )
    thrown.insert(fall - 1, "Kh")
    state = deal("eight-games", "red-king", [WHOLE_SUITS[1], leader, other, WHOLE_SUITS[3]], **options)
    rest = zip(WHOLE_SUITS[3].split(), WHOLE_SUITS[1].split(), strict=True)
    for lead, card, (bell, leaf) in zip(leads, thrown, rest, strict=True):
        if state.phase == "announce":
            state = play(state, before)
        state = play(state, f"{lead} {card} {bell} {leaf}")
    return state


@pytest.mark.rule(Rule.EIGHT_RED_KING_POINTS, Rule.TRICKS_FALL_POINTS)
@pytest.mark.parametrize(
    ("fall", "points"), [(1, 16), (2, 8), (3, 8), (4, 8), (5, 8), (6, 8), (7, 8), (8, 32)]
)
def test_red_king(fall: int, points: int) -> None:
    """E7.1: 16 in the first trick, 32 in the last, 8 in any other; nothing else counts."""
    state = red_king(fall)
    assert lines(state) == [(Rule.EIGHT_RED_KING_POINTS, 1, points, "Kh")]


ANNOUNCED = "decline announce decline decline"


@pytest.mark.rule(Rule.EIGHT_RED_KING_ANNOUNCED, Rule.TRICKS_FALL_POINTS)
@pytest.mark.parametrize("when", ["opening-lead", "last-trick"])
def test_red_king_announced(when: str) -> None:
    """E7.2, E7.3: 64 in the last trick when announced before the opening lead, or before the last."""
    state = red_king(8, ANNOUNCED, announce_before=when)
    assert result(state).points == (0, 64, 0, 0)
    silent = red_king(8, announce_before=when)
    assert result(silent).points == (0, 32, 0, 0)
    assert lorum.get_variant("eight-games").options["announce_before"] == "opening-lead"


@pytest.mark.rule(Rule.ANNOUNCE_FREE)
@pytest.mark.parametrize(("fall", "points"), [(2, 8), (5, 8), (7, 8)])
def test_an_announcement_binds_nobody(fall: int, points: int) -> None:
    """E7.4: announced or not, a King that falls earlier counts the same, and may be played at any time."""
    assert result(red_king(fall, ANNOUNCED)).points == (0, points, 0, 0)
    assert result(red_king(1, ANNOUNCED)).points == (0, 16, 0, 0)


@pytest.mark.rule(Rule.ANNOUNCE_ASKED, Rule.ANNOUNCE_HOLDER, Rule.EIGHT_RED_KING_ANNOUNCED)
@pytest.mark.parametrize(
    ("direction", "order"), [("clockwise", [1, 2, 3, 0]), ("counter-clockwise", [3, 2, 1, 0])]
)
def test_everybody_is_asked_once(direction: str, order: list[int]) -> None:
    """E7.2, E7.3: from the leader on; only the holder of the King can announce it."""
    state = deal("eight-games", "red-king", direction=direction)
    asked = []
    while state.phase == "announce":
        assert state.to_act is not None
        asked.append(state.to_act)
        holds = Card("Kh") in state.hands[state.to_act]
        assert legal(state) == ("announce decline" if holds else "decline")
        if not holds:
            refused(state, "announce", Rule.EIGHT_RED_KING_ANNOUNCED)
        state = play(state, "decline")
    assert asked == order
    assert state.phase == "play"
    assert state.to_act == order[0]


@pytest.mark.rule(Rule.ANNOUNCE_ASKED)
def test_nobody_is_asked_for_a_king_that_has_fallen() -> None:
    """E7.3: before the last trick, from its leader on, and only while the King is in hand."""
    for fall in range(1, 8):
        over = red_king(fall, announce_before="last-trick")
        assert result(over).points == (0, 16 if fall == 1 else 8, 0, 0)
        assert len(over.actions) == 32
    full = red_king(8, announce_before="last-trick")
    late = deal("eight-games", "red-king", hands_as_dealt(full), announce_before="last-trick")
    for action in full.actions[:28]:
        assert late.phase == "play"
        late = lorum.apply(late, action)
    for seat in (1, 2, 3, 0):
        assert (late.phase, late.to_act) == ("announce", seat)
        assert legal(late) == ("announce decline" if seat == 2 else "decline")
        late = play(late, "decline")
    assert (late.phase, late.to_act) == ("play", 1)


@pytest.mark.rule(Rule.ANNOUNCE_HOLDER)
def test_a_card_of_a_table_of_its_own_is_announced(house: House) -> None:
    """E7.2: the price and the time belong to the contract; the common clause refuses who does not hold it."""
    rules = house(
        "compendium",
        contract={
            "queen": {
                "family": "tricks",
                "prices": [{"cards": "Ol", "points": 3, "announced": 9}],
                "announce_before": "opening-lead",
            }
        },
        session={"contracts": ["queen"]},
    )
    state = deal(rules, "queen", {2: "Ol"})
    refused(state, "announce", Rule.ANNOUNCE_HOLDER)
    assert legal(play(state, "decline")) == "announce decline"


# Contracts of a table of its own


def test_seventh_trick_and_stop(house: House) -> None:
    """K6.5, E6.1: the seventh trick at four points, after which play stops, as data alone."""
    rules = house(
        "compendium",
        contract={"seventh": {"family": "tricks", "stop_after": 7, "prices": [{"tricks": {"7": 4}}]}},
        session={"contracts": ["seventh", "reds"]},
    )
    state = play_out(deal(rules, "seventh", [WHOLE_SUITS[1], WHOLE_SUITS[0], *WHOLE_SUITS[2:]]))
    assert lines(state) == [(Rule.TRICKS_TRICK_POINTS, 1, 4, "trick 7")]
    assert [len(hand) for hand in state.hands] == [1, 1, 1, 1]


@pytest.mark.rule(Rule.TRICKS_CARD_POINTS)
def test_kings_at_two_points_each(house: House) -> None:
    """K5.5: any cards at any price."""
    rules = house(
        "compendium",
        contract={"kings": {"family": "tricks", "prices": [{"cards": "Ka Kl Kh Kb", "points": 2}]}},
        session={"contracts": ["kings"]},
    )
    state = play_out(deal(rules, "kings", [WHOLE_SUITS[1], WHOLE_SUITS[0], *WHOLE_SUITS[2:]]))
    assert result(state).points == (0, 8, 0, 0)
    assert cited(state) == {Rule.TRICKS_CARD_POINTS}


def test_a_trick_is_named_by_its_number(house: House) -> None:
    """A price that no trick can bring is an impossible combination."""
    contract = {"fifth": {"family": "tricks", "prices": [{"tricks": {"05": 4}}]}}
    try:
        rules = house("compendium", contract=contract, session={"contracts": ["fifth"]})
    except lorum.VariantError:
        return
    assert result(play_out(deal(rules, "fifth"))).points != (0, 0, 0, 0)


@pytest.mark.rule(Rule.TRICKS_LEAD_LIMIT, Rule.ANNOUNCE_ASKED)
def test_a_lead_after_the_question_is_limited_as_any(house: House) -> None:
    """K5.2, E7.3: a table that asks for an announcement and bars Hearts from the first lead has both."""
    own: dict[str, Any] = {
        "family": "tricks",
        "announce_before": "opening-lead",
        "prices": [{"cards": "Kh", "points": 1, "announced": 2}],
    }
    for more, hand, free in (("", "7h 8h 9h Th Uh Oh Kh 7a", "7a"), (" 7a", "7h 8h 9h Th Uh Oh 7a 8a", "8a")):
        own["lead_limits"] = [{"cards": HEARTS + more, "until": "first-trick"}]
        rules = house("eight-games", contract={"own": own}, session={"contracts": ["own"]})
        state = deal(rules, "own", {1: hand})
        while state.phase == "announce":
            state = lorum.apply(state, lorum.legal_actions(state)[-1])
        assert state.to_act == 1
        assert legal(state) == free


@pytest.mark.rule(Rule.TRICKS_FALL_POINTS)
def test_a_card_that_costs_nothing_as_it_falls_has_no_line(house: House) -> None:
    """E7.1: the price is that of the trick; here the King costs nothing before the last."""
    own = {"family": "tricks", "prices": [{"cards": "Kh", "tricks": {"last": 5}}]}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    fell = play_out(deal(rules, "own"))
    kept = play_out(deal(rules, "own", {1: "8l 9l Tl Ul Ol Kl Al Ah", 2: "7l 7h 8h 9h Th Uh Oh Kh"}))
    assert fell.result is not None
    assert kept.result is not None
    assert fell.result.lines == ()
    assert [(line.points, line.what) for line in kept.result.lines] == [(5, "Kh")]


KING: dict[str, Any] = {"family": "tricks", "prices": [{"cards": "Kh", "announced": 5}]}


def own_king(
    house: House, when: str, contract: dict[str, Any] | None = None, session: dict[str, Any] | None = None
) -> lorum.Variant:
    """A table at which the King of Hearts costs 5 in the last trick when it was announced, else nothing."""
    king = {**KING, "announce_before": when, **(contract or {})}
    return house("eight-games", contract={"king": king}, session={"contracts": ["king"], **(session or {})})


KING_LAST = {1: "8l 9l Tl Ul Ol Kl Al Ah", 2: "7l 7h 8h 9h Th Uh Oh Kh"}


def answered(state: DealState, answer: str) -> DealState:
    """Everybody asked, of whom the King's holder gives that answer."""
    while state.phase == "announce":
        holds = answer if "announce" in legal(state) else "decline"
        state = play(state, holds)
    return state


@pytest.mark.rule(Rule.TRICKS_DECIDED)
def test_an_announcement_that_was_not_made_is_not_waited_for(house: House) -> None:
    """K6.6, E7.3: declined before the opening lead, the King brings nothing, and one trick ends the deal."""
    rules = own_king(house, "opening-lead", session={"stop_when_decided": True})
    declined = answered(deal(rules, "king", KING_LAST), "decline")
    assert (declined.phase, lorum.is_decided(declined)) == ("play", False)
    ended = play_out(declined)
    assert [len(hand) for hand in ended.hands] == [7, 7, 7, 7]
    announced = play_out(answered(deal(rules, "king", KING_LAST), "announce"))
    assert [len(hand) for hand in announced.hands] == [0, 0, 0, 0]
    assert sum(result(announced).points) == 5


@pytest.mark.rule(Rule.TRICKS_DECIDED, Rule.ANNOUNCE_ASKED)
def test_the_last_answer_may_decide_a_deal(house: House) -> None:
    """K6.6, E7.3: asked before the last trick, the deal is decided once nobody has announced."""
    rules = own_king(house, "last-trick", session={"stop_when_decided": True})
    state = deal(rules, "king", KING_LAST)
    while state.phase == "play":
        assert not lorum.is_decided(state)
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert state.phase == "announce"
    assert not lorum.is_decided(state)
    declined = answered(state, "decline")
    assert (declined.phase, result(declined).points) == ("finished", (0, 0, 0, 0))
    assert [len(hand) for hand in declined.hands] == [1, 1, 1, 1]
    announced = answered(state, "announce")
    assert announced.phase == "play"
    assert sum(result(play_out(announced)).points) == 5


@pytest.mark.rule(Rule.ANNOUNCE_ASKED)
@pytest.mark.parametrize("when", ["opening-lead", "last-trick"])
def test_the_only_trick_is_the_last(tmp_path: Path, when: str) -> None:
    """E7.3: with hands of one card the last trick is also the first, and it is asked before its lead."""
    tree = {
        "format": "lorum-variant/1",
        "id": "four-cards",
        "table": {"pack": "7l Kh Ah 7b"},
        "session": {"contracts": ["king"], "schedule": "by-dealer"},
        "contract": {"king": {**KING, "announce_before": when}},
    }
    state = deal(lorum.load_variant(write_variant(tmp_path, tree)), "king", ["Kh", "Ah", "7b", "7l"])
    assert (state.phase, state.to_act) == ("announce", 1)
    assert result(play_out(answered(state, "announce"))).points == (0, 5, 0, 0)
    assert result(play_out(answered(state, "decline"))).points == (0, 0, 0, 0)


@pytest.mark.rule(Rule.ANNOUNCE_ASKED, Rule.DEAL_STOCK)
@pytest.mark.parametrize(
    ("cards", "asked"),
    [
        ("7h 8h  7l 8l  8a Kh  7a 7b", True),
        ("7h 8h  7l 8l  7b 8b  7a 8a", True),
        ("7a 8h  7h 8l  Kh 8b  9h 8a", False),
    ],
    ids=["in hand", "in the stock", "played"],
)
def test_a_card_in_the_stock_is_asked_for(house: House, cards: str, asked: bool) -> None:
    """E5.3, E7.3: whether the King is in a hand or in the stock is not for the asking to tell."""
    rules = own_king(house, "last-trick", contract={"hand": 2})
    state = deal(rules, "king", cards.split("  "))
    for _ in range(4):
        state = lorum.apply(state, lorum.legal_actions(state)[0 if asked else -1])
    assert (state.phase == "announce") is asked


@pytest.mark.rule(Rule.TRICKS_DECIDED)
@pytest.mark.parametrize(("answer", "decided"), [("decline", True), ("announce", False)])
@pytest.mark.parametrize("when", ["opening-lead", "last-trick"])
def test_an_answer_tells_whether_a_deal_is_decided(
    house: House, when: str, answer: str, decided: bool
) -> None:
    """K6.6, E7.3: open before the question; after it, what counts is whether the King was announced."""
    state = deal(own_king(house, when), "king", KING_LAST)
    for trick in range(1, 9):
        if state.phase == "announce":
            assert not lorum.is_decided(state)
            state = answered(state, answer)
        asked = when == "opening-lead" or trick == 8
        assert lorum.is_decided(state) is (asked and decided and trick > 1)
        for _ in range(4):
            state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert state.phase == "finished"


@pytest.mark.rule(Rule.TRICKS_BROKEN)
def test_the_first_card_of_the_pack_is_not_broken_by_itself(house: House) -> None:
    """K5.8: barred until one of them has been discarded, whichever cards they are."""
    own = {
        "family": "tricks",
        "prices": [{"points": 1}],
        "lead_limits": [{"cards": "7a 8a", "until": "broken"}],
    }
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    state = deal(rules, "own", {1: "7a 9l Kl Al Th Uh Oh Ah"})
    state = play(state, "Al")
    for _ in range(3):
        state = lorum.apply(state, lorum.legal_actions(state)[-1])
    assert state.to_act == 1
    assert "7a" not in legal(state)


@pytest.mark.rule(Rule.ANNOUNCE_ASKED)
def test_keys_tell_whether_the_announced_card_has_fallen(tmp_path: Path) -> None:
    """E5.3, E7.3: in the stock it may still be asked for, fallen it is not; nothing else differs."""
    pack = [card for card in lorum.PACK if str(card) not in ("7b", "8b")]
    tree = {
        "format": "lorum-variant/1",
        "id": "three-cards",
        "table": {"players": 3, "pack": " ".join(map(str, pack))},
        "session": {"contracts": ["king"], "schedule": "by-game"},
        "contract": {"king": {**KING, "announce_before": "last-trick", "hand": 3}},
    }
    rules = lorum.load_variant(write_variant(tmp_path, tree))
    keys = []
    for first in ("Kh", "Ah"):
        state = deal(rules, "king", ["9a Ta 7h", f"7a 8a {first}", "Ua Oa 8h"], dealer=2)
        state = play(state, f"7h {first} 8h")
        assert (state.to_act, legal(state)) == (1, "7a 8a")
        keys.append(lorum.position_key(state))
        state = play(state, "7a Ua 9a")
        assert (state.phase == "announce") is (first == "Ah")
    assert keys[0] != keys[1]


@pytest.mark.rule(Rule.TRICKS_NOTHING_ELSE, Rule.TRICKS_DISCARD_LIMIT, Rule.TRICKS_LEAD_LIMIT)
def test_a_limit_that_does_not_bind_sets_no_other_aside(house: House) -> None:
    """K6.9: of two limits one bars the whole hand and does not bind; the other does, led or discarded."""
    limits = [{"cards": "7h 8h 9h Th Uh"}, {"cards": HEARTS}]
    own = {
        "family": "tricks",
        "prices": [{"points": 1}],
        "lead_limits": [{**limit, "until": "first-trick"} for limit in limits],
        "discard_limits": limits,
    }
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    led = deal(rules, "own", WHOLE_SUITS, dealer=1)
    assert (led.to_act, legal(led)) == (2, "Oh Kh Ah")
    follows = play(deal(rules, "own", WHOLE_SUITS, dealer=0), "7l")
    assert (follows.to_act, legal(follows)) == (2, "Oh Kh Ah")
    refused(follows, "7h", Rule.TRICKS_DISCARD_LIMIT)
