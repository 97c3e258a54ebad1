"""Tests of the simple implementation alone: hand-checked cases, then whole sessions played at random."""

from __future__ import annotations

import copy
import random
from typing import Any

import pytest
from naive import (
    E_CONTRACTS,
    K_CONTRACTS,
    K_CORE,
    P_CONTRACTS,
    PRESETS,
    DominoOfK,
    NaiveSession,
    Refused,
    TrickGame,
    read_card,
)

ALL_CARDS = [rank + suit for suit in "alhb" for rank in "789TUOKA"]


def hands_with(session: NaiveSession, given: dict[int, str]) -> list[str]:
    """Full hands: those given as they are, a missing or short one filled up in pack order."""
    taken = {card for text in given.values() for card in text.split()}
    rest = [card for card in session.pack if card not in taken]
    size = len(session.pack) // session.players
    hands = []
    for seat in range(session.players):
        hand = given.get(seat, "").split()
        while len(hand) < size:
            hand.append(rest.pop(0))
        hands.append(" ".join(hand))
    return hands


def begin(
    variant: str,
    contract: str,
    given: dict[int, str],
    first_dealer: int = 0,
    **options: object,
) -> NaiveSession:
    """A session of one contract, its first deal dealt and ready for what comes after the choice."""
    session = NaiveSession(variant, {"contracts": [contract], **options}, first_dealer)
    session.apply({"type": "deal", "hands": hands_with(session, given)})
    if session.phase == "choose":
        session.apply({"type": "choose", "seat": session.to_act, "contract": contract})
    return session


def cards(session: NaiveSession) -> list[str]:
    """The cards that may be played, written one after the other; 'pass' alone when there is none."""
    return [str(action.get("card", action["type"])) for action in session.legal()]


def play(session: NaiveSession, *moves: str) -> None:
    for move in moves:
        if move == "pass":
            session.apply({"type": "pass", "seat": session.to_act})
        else:
            session.apply({"type": "play", "seat": session.to_act, "card": move})


def refuse(session: NaiveSession, action: dict[str, Any]) -> None:
    """The action is refused and changes nothing."""
    before = repr(state_of(session))
    with pytest.raises(Refused):
        session.apply(action)
    assert repr(state_of(session)) == before


def state_of(session: NaiveSession) -> dict[str, Any]:
    state = dict(vars(session))
    if session.game is not None:
        state["game"] = vars(session.game)
    return state


def play_first_legal(session: NaiveSession) -> None:
    """Play the deal in hand to its end, always taking the first action."""
    deal = len(session.results)
    while len(session.results) == deal:
        session.apply(session.legal()[0])


def scored(variant: str, contract: str, points: list[int], **options: object) -> NaiveSession:
    """A session of one contract whose first deal is entered by its result."""
    session = NaiveSession(variant, {"contracts": [contract], **options})
    session.apply({"type": "score", "contract": contract, "points": points})
    return session


# --------------------------------------------------------------------------------------------------
# Cards and dealing


def test_cards_are_read_in_every_notation() -> None:
    """K2.4, P2.1: French suits and ranks stand for the German ones."""
    assert [read_card(text) for text in ("10♥", "Qs", "jC", "Kd", "tH", "7♧", "A♦\ufe0f")] == [
        "Th",
        "Ol",
        "Ua",
        "Kb",
        "Th",
        "7a",
        "Ab",
    ]
    for wrong in ("", "h", "1h", "h7", "7x", "10", "7hh", 7, None):
        with pytest.raises(Refused):
            read_card(wrong)


def test_wrong_hands_are_refused() -> None:
    """K4.2, K1.5: eight cards each of 32, at three ten each of 30 without two Bells."""
    session = NaiveSession("compendium")
    good = hands_with(session, {})
    refuse(session, {"type": "deal", "hands": good[:3]})
    refuse(session, {"type": "deal", "hands": [good[0], good[0], good[2], good[3]]})
    refuse(session, {"type": "deal", "hands": [good[0] + " " + good[1][:2], good[1][3:], *good[2:]]})
    refuse(session, {"type": "deal", "hands": good, "stock": "7a"})
    refuse(session, {"type": "deal", "hands": good, "unknown": 1})
    session.apply({"type": "deal", "hands": good})
    assert session.hands[1] == [rank + "l" for rank in "789TUOKA"]

    three = NaiveSession("compendium-three")
    good = hands_with(three, {})
    assert [len(hand.split()) for hand in good] == [10, 10, 10]
    refuse(three, {"type": "deal", "hands": [good[0], good[1], good[2].replace("9b", "8b")]})
    three.apply({"type": "deal", "hands": good})


# --------------------------------------------------------------------------------------------------
# Sessions and schedules


@pytest.mark.parametrize(
    ("variant", "options", "planned"),
    [
        ("compendium", {}, 32),
        ("compendium", {"schedule": "each-dealer"}, 32),
        ("compendium", {"rounds": 3}, 24),
        ("compendium", {"contracts": ["reds", "lorum"]}, 8),
        ("compendium-short", {}, 8),
        ("compendium-short", {"players": 3}, 12),
        ("compendium-short", {"players": 3, "rounds": 1}, 4),
        ("compendium-extended", {}, 64),
        ("compendium-extended", {"schedule": "round"}, 16),
        ("compendium-three", {}, 24),
        ("compendium-beans", {}, 32),
        ("seven-contracts", {}, 28),
        ("seven-contracts", {"contracts": ["lorum", "hearts"]}, 8),
        ("eight-games", {}, 32),
        ("eight-games-two-cards", {}, 32),
    ],
)
def test_number_of_deals(variant: str, options: dict[str, object], planned: int) -> None:
    """K4.4, K4.6, K11.1, K11.2, K1.5, P2.4, E1.2."""
    assert NaiveSession(variant, options).planned == planned


def test_round_binds_everybody() -> None:
    """K4.7: whoever chose before, the round lacks what it lacks; the dealer moves on each time (K1.3)."""
    session = NaiveSession("compendium", {"contracts": ["lorum", "reds"]}, first_dealer=3)
    session.apply({"type": "deal", "hands": hands_with(session, {})})
    assert (session.phase, session.to_act, session.open()) == ("choose", 3, ["lorum", "reds"])
    session.apply({"type": "choose", "seat": 3, "contract": "lorum"})
    play_first_legal(session)
    assert session.dealer == 0
    assert session.open() is None
    refuse(session, {"type": "score", "contract": "lorum", "points": [0, 1, 1, 1]})
    session.apply({"type": "score", "contract": "reds", "points": [8, 0, 0, 0]})
    session.apply({"type": "deal", "hands": hands_with(session, {})})
    assert session.open() == ["lorum", "reds"]


def test_each_dealer_plays_every_contract() -> None:
    """K4.7, K11.2: a dealer's own earlier choices bind, the others' do not."""
    session = NaiveSession("compendium", {"contracts": ["reds", "obers"], "schedule": "each-dealer"})
    for _ in range(4):
        session.apply({"type": "score", "contract": "reds", "points": [8, 0, 0, 0]})
    assert session.dealer == 0
    refuse(session, {"type": "score", "contract": "reds", "points": [8, 0, 0, 0]})
    session.apply({"type": "deal", "hands": hands_with(session, {})})
    assert session.open() == ["obers"]


def test_dealers_of_p_and_e() -> None:
    """P2.4, E1.3, E1.5: who deals when."""
    p = NaiveSession("seven-contracts", {"contracts": ["hearts", "hairy-ape"]}, first_dealer=1)
    seen = []
    while p.phase != "finished":
        seen.append((p.dealer, p.contract))
        refuse(p, {"type": "score", "contract": "obers", "points": [10, 0, 0, 0]})
        p.apply({"type": "score", "points": [8, 0, 0, 0] if p.contract == "hearts" else [10, 0, 0, 0]})
    assert seen == [(d, c) for d in (1, 0, 3, 2) for c in ("hearts", "hairy-ape")]

    for direction, dealers in (("clockwise", (1, 2, 3, 0)), ("counter-clockwise", (1, 0, 3, 2))):
        e = NaiveSession("eight-games", {"contracts": ["reds", "obers"], "direction": direction}, 1)
        seen = []
        while e.phase != "finished":
            seen.append((e.dealer, e.contract))
            e.apply({"type": "score", "points": [8, 0, 0, 0]})
        assert seen == [(d, c) for c in ("reds", "obers") for d in dealers]

    e = NaiveSession("eight-games", {"contracts": ["reds", "obers"], "schedule": "by-dealer"}, 1)
    seen = []
    while e.phase != "finished":
        seen.append((e.dealer, e.contract))
        e.apply({"type": "score", "points": [8, 0, 0, 0]})
    assert seen == [(d, c) for d in (1, 2, 3, 0) for c in ("reds", "obers")]


# --------------------------------------------------------------------------------------------------
# Trick contracts


def test_taker_leads_and_direction() -> None:
    """K5.4, K7.2, P3.1, P3.2: forehand leads, suit must be followed, the led suit's highest takes."""
    given = {0: "8a Al", 1: "7a 7l", 2: "9l Ah", 3: "9a 8l"}
    session = begin("compendium", "no-tricks", {**given, 2: "9l Tl Ul Ol Kl Ah Kh Oh"})
    assert session.to_act == 1
    play(session, "7a")
    assert session.to_act == 2
    assert "Ah" in cards(session)  # void in Acorns
    play(session, "Ah")
    assert cards(session)[-1][1] == "a"
    refuse(session, {"type": "play", "seat": 3, "card": "8l"})
    refuse(session, {"type": "play", "seat": 0, "card": "8a"})
    play(session, "9a", "8a")
    assert session.to_act == 3  # neither the Ace of another suit nor the first card takes it

    session = begin("seven-contracts", "no-tricks", given)
    assert session.to_act == 3
    play(session, "8l")
    assert session.to_act == 2


def test_reds_first_lead() -> None:
    """K5.2, K5.3: no Heart to the first trick, unless there is nothing else; free afterwards."""
    given = {1: "Aa Ka Oa Ua Ta 7h 8h 9h", 2: "7a", 3: "8a", 0: "9a"}
    session = begin("compendium", "reds", given)
    assert cards(session) == ["Ta", "Ua", "Oa", "Ka", "Aa"]
    play(session, "Aa", "7a", "8a", "9a")
    assert cards(session) == ["Ta", "Ua", "Oa", "Ka", "7h", "8h", "9h"]

    session = begin("compendium", "reds", {1: "7h 8h 9h Th Uh Oh Kh Ah"})
    assert len(cards(session)) == 8


def test_reds_until_broken() -> None:
    """K5.3, K6.2, K6.3: the other reading keeps Hearts back until one has been discarded."""
    given = {1: "Aa Ka Oa Ua Ta 7h 8h 9h", 2: "7a Th", 3: "8a", 0: "9a"}
    session = begin("compendium", "reds", given, reds_hearts_lead="until-broken")
    play(session, "Aa", "7a", "8a", "9a")
    assert cards(session) == ["Ta", "Ua", "Oa", "Ka"]
    play(session, "Ka", "Th")
    play(session, cards(session)[0])
    play(session, cards(session)[0])
    assert cards(session) == ["Ta", "Ua", "Oa", "7h", "8h", "9h"]


def test_a_led_heart_breaks_nothing() -> None:
    """K6.10, K6.3: Hearts led from a hand of Hearts alone do not free them for the others."""
    session = begin("compendium", "king-of-hearts", {1: "7h 8h 9h Th Uh Oh Kh 7l"})
    assert cards(session) == ["7l"]
    session = begin(
        "compendium", "king-of-hearts", {1: "7h 8h 9h Th Uh Oh", 2: "Ah Kh Ab"}, players=4, first_dealer=0
    )
    game = session.game
    assert isinstance(game, TrickGame)
    for hand, text in zip(session.hands, ("Aa", "7h 8h", "Ah Ab", "Al"), strict=True):
        hand[:] = text.split()
    play(session, "7h", "Ah", "Al", "Aa")
    assert not game.hearts_broken
    assert cards(session) == ["Ab"]


def test_king_of_hearts_frees_hearts_after_a_discard() -> None:
    """K6.1, K6.2: trick 2 sees a Heart thrown, so trick 3 may be led with one."""
    given = {1: "Aa Ka Oa 7h 8h Ab Kb Al", 2: "7a 8a Th Uh Oh Kh Ah 7b", 3: "8l 9a Ta", 0: "9l Ua"}
    session = begin("compendium", "king-of-hearts", given)
    play(session, "Ab", "7b")
    play(session, cards(session)[0])
    play(session, cards(session)[0])
    assert "7h" not in cards(session)
    play(session, "Al", "Kh")
    play(session, cards(session)[0])
    play(session, cards(session)[0])
    assert session.to_act == 1
    assert "7h" in cards(session)
    play_first_legal(session)
    assert session.results[0]["points"] == [0, 4, 0, 0]


def test_ober_limits() -> None:
    """K5.6, K5.7: a lone Ober may be led first; discards on the first trick are free, or barred by option."""
    given = {1: "Oa 7l 8l Ol 7h 8h 9h Oh", 2: "Ob 7b 8b 9b Tb Ub Kb Ab"}
    session = begin("compendium", "obers", given)
    assert cards(session) == ["Oa", "7l", "8l", "7h", "8h", "9h"]
    play(session, "7l")
    assert "Ob" in cards(session)
    session = begin("compendium", "obers", given, obers_first_discard="barred")
    play(session, "7l")
    assert cards(session) == ["7b", "8b", "9b", "Tb", "Ub", "Kb", "Ab"]
    session = begin("compendium", "all-bad", given, obers_first_discard="barred")
    play(session, "7l")
    assert "Ob" not in cards(session)


@pytest.mark.parametrize(("way", "taker"), [("by-rank", 2), ("only-when-led", 1)])
def test_ober_that_follows(way: str, taker: int) -> None:
    """K5.8: an Ober that follows suit wins by its rank; by option only a led Ober takes."""
    given = {1: "Ua", 2: "Oa", 3: "7a", 0: "8a"}
    session = begin("compendium", "obers", given, obers_win=way)
    play(session, "Ua", "Oa", "7a", "8a")
    assert session.to_act == taker
    session = begin("compendium", "obers", {1: "Oa 7l 8l 9l Tl Ul Kl Al", 2: "Ua"}, obers_win=way)
    play(session, "Oa", "Ua")
    play(session, cards(session)[0])
    play(session, cards(session)[0])
    assert session.to_act == 1  # led, so it ranks as ever; the higher ones stayed back


def test_obers_of_e_and_p_are_free() -> None:
    """E3.1, P3.1: no limit on leads."""
    assert "Oa" in cards(begin("eight-games", "obers", {1: "Oa 7a"}))
    assert "Oa" in cards(begin("seven-contracts", "obers", {3: "Oa 7a"}))
    assert "7h" in cards(begin("seven-contracts", "hearts", {3: "7h 7a"}))


def test_reds_of_e() -> None:
    """E2.1, E2.3: no red opening lead, unless the hand is all red."""
    assert cards(begin("eight-games", "reds", {1: "7a 8a 9a Ta 7h 8h 9h Th"})) == ["7a", "8a", "9a", "Ta"]
    assert len(cards(begin("eight-games", "reds", {1: "7h 8h 9h Th Uh Oh Kh Ah"}))) == 8


def test_all_bad_limits_hold_together() -> None:
    """K6.7, K6.9: every component's limits at once; 28 points in all, 30 at three (K11.5)."""
    session = begin("compendium", "all-bad", {1: "Oa Ol 7l 7h 8h 9h Th Uh"})
    assert cards(session) == ["Oa", "7l"]
    play_first_legal(session)
    assert sum(session.results[0]["points"]) == 28
    three = begin("compendium-three", "all-bad", {})
    play_first_legal(three)
    assert sum(three.results[0]["points"]) == 30
    some = begin("compendium", "all-bad", {1: "7h"}, all_bad_components=["first-and-last", "fifth-trick"])
    assert "7h" in cards(some)
    play_first_legal(some)
    assert sum(some.results[0]["points"]) == 12


LONG_ACORNS = {1: "8a 9a Ta Ua Oa Ka Aa Ah", 2: "7a 7h 8h 9h Th Uh Oh Kh"}


def sweep(session: NaiveSession, tricks: int, thrown: dict[int, str] | None = None) -> None:
    """The leader of LONG_ACORNS plays from the top; its rival throws what is named for a trick, if it can."""
    for trick in range(1, tricks + 1):
        play(session, ["Aa", "Ka", "Oa", "Ua", "Ta", "9a", "8a", "Ah"][trick - 1])
        for _ in range(3):
            wish = (thrown or {}).get(trick, "")
            play(session, wish if wish in cards(session) else cards(session)[0])


def test_first_last_and_fifth_trick() -> None:
    """K6.4, K6.5, K6.6, E5.1, E6.1: what counts, and which deals stop after the fifth trick."""
    session = begin("compendium", "first-and-last", LONG_ACORNS)
    sweep(session, 8)
    assert session.results[0]["points"] == [0, 8, 0, 0]
    session = begin("compendium", "fifth-trick", LONG_ACORNS)
    sweep(session, 5)
    assert not session.results
    play_first_legal(session)
    assert session.results[0]["points"] == [0, 4, 0, 0]
    session = begin("eight-games", "fifth-trick", LONG_ACORNS)
    sweep(session, 5)
    assert session.results[0]["points"] == [0, 8, 0, 0]


def test_three_handed_tricks() -> None:
    """K11.5: ten tricks; the last is the tenth."""
    session = begin("compendium-three", "no-tricks", {})
    play_first_legal(session)
    assert sum(session.results[0]["points"]) == 10
    session = begin("compendium-three", "first-and-last", {})
    count = 0
    while not session.results:
        session.apply(session.legal()[0])
        count += 1
    assert count == 30
    assert sum(session.results[0]["points"]) == 8


def test_stop_when_decided() -> None:
    """K6.6, P4.8: the deal ends with the trick after which nothing can cost a point any more."""
    session = begin("compendium", "king-of-hearts", LONG_ACORNS, stop_when_decided=True)
    sweep(session, 2, {2: "Kh"})
    assert session.results[0]["points"] == [0, 4, 0, 0]
    session = begin("compendium", "fifth-trick", LONG_ACORNS, stop_when_decided=True)
    sweep(session, 5)
    assert session.results
    session = begin(
        "seven-contracts", "hairy-ape", {3: LONG_ACORNS[1], 2: LONG_ACORNS[2]}, stop_when_decided=True
    )
    sweep(session, 3, {3: "Kh"})
    assert session.results[0]["points"] == [0, 0, 0, 10]
    session = begin(
        "compendium",
        "all-bad",
        LONG_ACORNS,
        stop_when_decided=True,
        all_bad_components=["king-of-hearts", "fifth-trick"],
    )
    sweep(session, 4, {2: "Kh"})
    assert not session.results
    play(session, "Ta")
    for _ in range(3):
        play(session, cards(session)[0])
    assert session.results[0]["points"] == [0, 8, 0, 0]


# --------------------------------------------------------------------------------------------------
# The red King


def answer(session: NaiveSession, announcing: bool) -> list[int]:
    """Everybody is asked; the holder of the King answers as told. Who was asked, in order."""
    asked = []
    while session.phase == "announce":
        seat = session.to_act
        assert seat is not None
        asked.append(seat)
        holder = "Kh" in session.hands[seat]
        decline = {"type": "decline", "seat": seat}
        announce = {"type": "announce", "seat": seat}
        assert session.legal() == ([announce, decline] if holder else [decline])
        if not holder:
            refuse(session, {"type": "announce", "seat": seat})
        session.apply(announce if holder and announcing else decline)
    return asked


@pytest.mark.parametrize(
    ("announcing", "thrown", "points"),
    [(True, {}, 64), (False, {}, 32), (True, {2: "Kh"}, 8), (False, {7: "Kh"}, 8)],
)
def test_red_king(announcing: bool, thrown: dict[int, str], points: int) -> None:
    """E7.1, E7.2, E7.4: 32 in the last trick, 64 if announced, 8 in between whatever was announced."""
    session = begin("eight-games", "red-king", LONG_ACORNS)
    assert session.phase == "announce"
    assert answer(session, announcing) == [1, 2, 3, 0]
    sweep(session, 8, thrown)
    assert session.results[0]["points"] == [0, points, 0, 0]


def test_red_king_in_the_first_trick() -> None:
    """E7.1: 16."""
    session = begin(
        "eight-games", "red-king", {1: "7a 8a 9a Ta Ua Oa Ka Aa", 2: "Kh"}, stop_when_decided=True
    )
    answer(session, False)
    play(session, "7a", "Kh")
    play(session, cards(session)[0])
    play(session, cards(session)[0])
    assert session.results[0]["points"] == [0, 16, 0, 0]


def test_red_king_announced_before_the_last_trick() -> None:
    """E7.3: the other reading asks before the last trick, and nobody once the King has been played."""
    session = begin("eight-games", "red-king", LONG_ACORNS, announce_before="last-trick")
    assert session.phase == "play"
    sweep(session, 7)
    assert session.phase == "announce"
    assert answer(session, True) == [1, 2, 3, 0]
    assert cards(session) == ["Ah"]
    play_first_legal(session)
    assert session.results[0]["points"] == [0, 64, 0, 0]

    session = begin("eight-games", "red-king", LONG_ACORNS, announce_before="last-trick")
    sweep(session, 7, {3: "Kh"})
    assert session.phase == "play"
    play_first_legal(session)
    assert session.results[0]["points"] == [0, 8, 0, 0]


def test_questions_go_round_the_other_way() -> None:
    """E1.5, E7.3: with the direction of play turned, the asking turns too."""
    session = begin("eight-games", "red-king", {}, direction="counter-clockwise")
    assert answer(session, False) == [3, 2, 1, 0]


# --------------------------------------------------------------------------------------------------
# Layouts


def test_lorum_of_k() -> None:
    """K5.10 to K5.16: open anywhere, suits at the opening rank, rows both ways, no corner, no free pass."""
    given = {1: "9h", 2: "Th 8h 7h 9l Tl Al Ta Ka", 3: "7b 8b Tb Ub Ob Kb Ab Aa"}
    session = begin("compendium", "lorum", given)
    assert len(cards(session)) == 8
    play(session, "9h")
    assert cards(session) == ["9l", "8h", "Th"]
    refuse(session, {"type": "pass", "seat": 2})
    play(session, "9l")
    assert cards(session) == ["pass"]
    refuse(session, {"type": "play", "seat": 3, "card": "Tb"})
    play(session, "pass")
    game = session.game
    assert game is not None
    assert game.points == [0, 0, 0, 1]


def test_lorum_of_k_entered_anywhere() -> None:
    """K5.13: the letter of the text lets a suit be entered at any rank on the table, with gaps."""
    given = {1: "9h", 2: "Th 8h 7h Tl Al Ta Ka Ua", 3: "7b 8b Tb Ub Ob Kb Ab Aa"}
    session = begin("compendium", "lorum", given, lorum_suit_opening="any-laid-rank")
    play(session, "9h", "Th")
    assert cards(session) == ["Tb"]
    session = begin("compendium", "lorum", given)
    play(session, "9h", "Th")
    assert cards(session) == ["pass"]


def test_lorum_of_k_has_no_corner() -> None:
    """K5.14: nothing follows the Ace."""
    session = begin("compendium", "lorum", {1: "Ah", 2: "7h 8h 9h Th Uh Oh 7a 8a"})
    play(session, "Ah")
    assert cards(session) == ["pass"]


def test_lorum_of_k_is_charged() -> None:
    """K5.15, K5.18, K5.19: passes count for everyone, cards left for all but the first who is out."""
    given = {seat: " ".join(r + s for r in "789TUOKA") for seat, s in zip((1, 2, 3, 0), "hlab", strict=True)}
    session = begin("compendium", "lorum", given)
    play(session, "7h", "7l", "7a", "7b")
    while not session.results:
        assert len(cards(session)) == 1
        play(session, cards(session)[0])
    assert session.results[0]["points"] == [1, 0, 1, 1]
    assert session.results[0]["change"] == [1, 0, 1, 1]
    session = begin("compendium", "lorum", given)
    play(session, "9h", "9l", "9a", "9b")  # the same, but upwards first
    while not session.results:
        play(session, cards(session)[-1])
    assert session.results[0]["points"] == [1, 0, 1, 1]


@pytest.mark.parametrize(("opening", "spare"), [("7a", "7b 8b"), ("8a", "8b 7b"), ("9a", ""), ("Ta", "")])
def test_three_handed_lorum(opening: str, spare: str) -> None:
    """K11.6: the two cards set aside join the layout when they fit, at once if opened at 7 or 8."""
    session = begin("compendium-three", "lorum", {1: "7a 8a 9a Ta", 2: "9b Tb"})
    play(session, opening)
    game = session.game
    assert isinstance(game, DominoOfK)
    assert sorted(game.table) == sorted([opening, *spare.split()])
    assert ("9b" in cards(session)) == (opening != "Ta")
    assert "Tb" not in cards(session) or opening == "Ta"
    if opening == "9a":
        play(session, "9b")
        assert sorted(game.table) == ["7b", "8b", "9a", "9b"]
    if opening == "Ta":
        play(session, "Tb")
        assert sorted(game.table) == ["Ta", "Tb"]
    assert game.points == [0, 0, 0]


def test_three_handed_lorum_entered_anywhere() -> None:
    """K11.6, K5.13: a card set aside and laid opens its rank to the other suits under any-laid-rank."""
    given = {1: "7a", 2: "8l 9l 9b"}
    session = begin("compendium-three", "lorum", given, lorum_suit_opening="any-laid-rank")
    play(session, "7a")
    assert {"8l", "9b"} <= set(cards(session))
    assert "9l" not in cards(session)


def test_domino_of_p_started_on_a_nine() -> None:
    """P7.2: from 9 of Hearts, the next may play the Ten of Hearts or another Nine, never the Eight."""
    session = begin("seven-contracts", "lorum", {3: "9h", 2: "8h Th 9l 8l Tl Kb Ab 7b"})
    play(session, "9h")
    assert session.to_act == 2
    assert cards(session) == ["9l", "Th"]
    refuse(session, {"type": "play", "seat": 2, "card": "8h"})
    refuse(session, {"type": "pass", "seat": 2})


def test_domino_of_p_turns_the_corner() -> None:
    """P7.3, P6.4, P6.6: the pile goes from Ace to Seven to Eight; who is out first takes the pot."""
    session = begin("seven-contracts", "lorum", {3: "7h 8h 9h Th Uh Oh Kh Ah"})
    played = []
    play(session, "9h")
    while not session.results:
        if session.to_act == 3:
            assert len(cards(session)) == 1
            played += cards(session)
        play(session, cards(session)[0])
    assert played == ["Th", "Uh", "Oh", "Kh", "Ah", "7h", "8h"]
    result = session.results[0]
    # The other suits lie with seats 0, 1, 2 and each is opened at its Nine, on the first turn.
    assert result["points"] == [1, 1, 1, 0]
    assert result["change"] == [-1, -1, -1, 3]
    assert result["pot_change"] == 0


def test_domino_of_p_charges_passes() -> None:
    """P6.5, P6.6: passes and cards left are paid when the deal ends, and the winner collects the lot."""
    session = NaiveSession("seven-contracts", {"contracts": ["hairy-ape", "lorum"]})
    session.apply({"type": "score", "points": [0, 10, 0, 0]})
    assert (session.totals, session.pot) == ([0, -10, 0, 0], 10)
    session.apply({"type": "score", "points": [9, 4, 2, 5]})
    assert session.results[1]["change"] == [-9, -4, 10 + 9 + 4 + 5, -5]
    assert session.results[1]["pot_change"] == -10
    assert (session.totals, session.pot) == ([-9, -14, 28, -5], 0)

    session = begin("seven-contracts", "lorum", {3: "9h", 2: "7h 8h Uh Oh Kh Ah 7l 8l", 1: "9l 9b Ub"})
    play(session, "9h", "pass")
    assert (session.to_act, cards(session)) == (1, ["9l", "9b"])
    game = session.game
    assert game is not None
    assert game.points == [0, 0, 1, 0]
    assert (session.totals, session.pot) == ([0, 0, 0, 0], 0)


def test_unter_laying_skips_an_opener_without_unter() -> None:
    """E9.1, E9.2, E9.3: the next with an Unter starts; who cannot lay sits out and pays nothing."""
    given = {1: "7h 8h 9h Th Oh Kh Ah 7l", 2: "8l 9l Tl Ul Ol Kl Al Uh", 3: "7b 8b 9b Tb Ub Ob Kb Ab"}
    session = begin("eight-games", "unter-laying", given)
    assert session.to_act == 2
    assert cards(session) == ["Ul", "Uh"]
    play(session, "Ul")
    assert cards(session) == ["Ub"]
    play(session, "Ub", "Ua")
    assert session.to_act == 1
    assert cards(session) == ["pass"]
    play(session, "pass")
    assert cards(session) == ["Tl", "Ol", "Uh"]
    refuse(session, {"type": "pass", "seat": 2})
    game = session.game
    assert game is not None
    assert game.points == [0, 0, 0, 0]


def test_unter_laying_has_three_scales() -> None:
    """E9.4 to E9.7: cards left cost 1 when the first is out, 2 more, then 3 more; the out are skipped."""
    given = {seat: " ".join(r + s for r in "789TUOKA") for seat, s in zip((1, 2, 3, 0), "hlab", strict=True)}
    session = begin("eight-games", "unter-laying", given)
    turns = []
    while not session.results:
        turns.append(session.to_act)
        play(session, cards(session)[0])
    assert turns == [1, 2, 3, 0] * 7 + [1, 2, 3]
    assert session.results[0]["points"] == [1 + 2 + 3, 0, 1, 1 + 2]

    # With Ub in seat 1's hand and 7h in seat 0's, seat 1 holds it back: seat 0 sits out until it comes.
    given = {**given, 1: "8h 9h Th Uh Oh Kh Ah Ub", 0: "7b 8b 9b Tb Ob Kb Ab 7h"}
    session = begin("eight-games", "unter-laying", given)
    play(session, "Uh", "Ul", "Ua")
    assert session.to_act == 0
    assert cards(session) == ["pass"]


# --------------------------------------------------------------------------------------------------
# Chains and trains


def test_quartets() -> None:
    """P5.1 to P5.4: four cards by their holders, round the corner, or fewer if the next one is gone."""
    given = {3: "9h Kl", 2: "Th Uh Al 7l", 1: "Oh 7h 8l", 0: "8h 9l"}
    session = begin("seven-contracts", "quartets", given)
    play(session, "9h")
    assert (session.to_act, cards(session)) == (2, ["Th"])
    refuse(session, {"type": "pass", "seat": 2})
    play(session, "Th")
    assert (session.to_act, cards(session)) == (2, ["Uh"])  # several in a row by one player
    play(session, "Uh", "Oh")
    assert session.to_act == 1
    assert len(cards(session)) == 7  # four cards: the chain is away and seat 1 opens another
    play(session, "7h", "8h")
    assert session.to_act == 0  # 9h is gone, so the chain ended after two
    assert len(cards(session)) == 7

    session = begin("seven-contracts", "quartets", given)
    play(session, "Kl")
    assert (session.to_act, cards(session)) == (2, ["Al"])
    play(session, "Al")
    assert cards(session) == ["7l"]
    play(session, "7l", "8l")
    assert session.to_act == 1
    assert len(cards(session)) == 7


ENDS_IN_A_RUN = ("7a Ta 7l Tl 7h Th 7b Tb", "8a 9a 8l 9l 8h 9h 8b 9b")


def test_run_ended_by_a_last_card() -> None:
    """E8.5, E8.3, P5.7: a run stops where somebody's hand is empty, though another started it."""
    moves = [rank + suit for suit in "alhb" for rank in "789T"][:-1]
    session = begin("eight-games", "lorum", {1: ENDS_IN_A_RUN[0], 2: ENDS_IN_A_RUN[1]})
    play(session, *moves)
    assert session.results[0]["points"] == [8, 1, 0, 8]
    assert session.totals == [8, 1, 0, 8]

    session = begin("seven-contracts", "quartets", {3: ENDS_IN_A_RUN[0], 2: ENDS_IN_A_RUN[1]})
    play(session, *moves)
    assert session.results[0]["points"] == [8, 8, 0, 1]
    assert session.results[0]["change"] == [-8, -8, 17, -1]


def test_lorum_of_e() -> None:
    """E8.1, E8.2, E8.4: no corner; a highest card is a run of its own; a gone card ends the run."""
    session = begin("eight-games", "lorum", {1: "Aa Oa 8a 7a", 2: "Ka 9a Ta Ua"})
    play(session, "Aa")
    assert session.to_act == 1
    play(session, "Oa", "Ka")
    assert session.to_act == 2  # the Ace has gone before
    session = begin("eight-games", "lorum", {1: "8a 7a 9l", 2: "9a Ta", 3: "7l 8l"})
    play(session, "8a")
    assert cards(session) == ["9a"]
    play(session, "9a", "Ta")
    assert cards(session) == ["Ua"]
    play(session, "Ua")
    holder = session.to_act
    assert holder == 0
    session = begin("eight-games", "lorum", {1: "8a 7a Ua", 2: "9a Ta"})
    play(session, "8a", "9a", "Ta", "Ua", "7a")
    assert session.to_act == 1  # a Seven whose Eight has been played


def test_fast_train() -> None:
    """P5.5, P5.6, P5.7: next rank of any suit, round the corner; passing only for want of a card, free."""
    given = {3: "Ka Kl Kh Kb 9a 9l 9h 9b", 2: "Aa 7a", 1: "7l 7h 7b 8a 8l 8h 8b Ta", 0: "Al Ah Ab"}
    session = begin("seven-contracts", "fast-train", given)
    play(session, "Kh")
    assert (session.to_act, cards(session)) == (2, ["Aa"])
    refuse(session, {"type": "pass", "seat": 2})
    play(session, "Aa")
    assert cards(session) == ["7l", "7h", "7b"]
    play(session, "7b")
    assert (session.to_act, cards(session)) == (0, ["pass"])
    play(session, "pass", "pass", "pass")
    assert session.to_act == 1
    assert cards(session) == ["8a", "8l", "8h", "8b"]
    game = session.game
    assert game is not None
    assert game.points == [0, 0, 0, 0]
    played = 3
    while not session.results:
        played += session.legal()[0]["type"] == "play"
        session.apply(session.legal()[0])
    result = session.results[0]
    assert sum(result["points"]) == 32 - played
    assert sum(result["change"]) == 0
    assert max(result["change"]) == sum(result["points"])


# --------------------------------------------------------------------------------------------------
# Settlements of P


def test_example_of_a_settlement() -> None:
    """P7.1: 3, 3 and 2 Hearts are paid, the fourth player gets eight, nothing goes into the pot."""
    session = scored("seven-contracts", "hearts", [3, 3, 2, 0])
    assert session.results[0]["change"] == [-3, -3, -2, 8]
    assert session.results[0]["pot_change"] == 0
    assert sum(session.totals) == 0


@pytest.mark.parametrize(
    ("contract", "points", "change", "pot"),
    [
        ("hearts", [8, 0, 0, 0], [24, -8, -8, -8], 0),
        ("hearts", [2, 2, 2, 2], [-2, -2, -2, -2], 8),
        ("hearts", [4, 4, 0, 0], [-4, -4, 4, 4], 0),
        ("hearts", [7, 0, 1, 0], [-7, 4, -1, 4], 0),
        ("obers", [0, 10, 0, 0], [-10, 30, -10, -10], 0),
        ("obers", [1, 2, 3, 4], [-1, -2, -3, -4], 10),
        ("obers", [0, 3, 3, 4], [10, -3, -3, -4], 0),
        ("obers", [0, 7, 0, 3], [5, -7, 5, -3], 0),
        ("no-tricks", [0, 0, 8, 0], [-8, -8, 24, -8], 0),
        ("no-tricks", [5, 1, 1, 1], [-5, -1, -1, -1], 8),
        ("hairy-ape", [0, 0, 10, 0], [0, 0, -10, 0], 10),
        ("quartets", [3, 0, 2, 7], [-3, 12, -2, -7], 0),
        ("fast-train", [1, 1, 1, 0], [-1, -1, -1, 3], 0),
    ],
)
def test_settlements_of_p(contract: str, points: list[int], change: list[int], pot: int) -> None:
    """P4.2, P4.3, P4.5, P4.6, P4.7, P5.7, P6.1."""
    session = scored("seven-contracts", contract, points)
    result = session.results[0]
    assert (result["points"], result["change"], result["pot_change"]) == (points, change, pot)
    assert session.totals == change
    assert session.pot == pot


def test_taking_no_heart_though_a_trick() -> None:
    """P4.4, P4.7: tricks without a penalty card leave a player untouched; Obers have four prices."""
    session = begin("seven-contracts", "obers", {3: "Aa Ka Oa Al Kl Ol 7h 7b"})
    play_first_legal(session)
    assert sum(session.results[0]["points"]) == 10
    game = TrickGame([["Oa"], ["Ol"], ["Ob"], ["Oh"]], 1, 0, ["P obers"])
    assert [game.price_of_card(card, 1) for card in ("Oa", "Ol", "Ob", "Oh", "Kh")] == [1, 2, 3, 4, 0]


def test_pot_left_over_in_p() -> None:
    """P2.8, P2.6: what is left goes in equal parts to the winners, a rest stays unowned."""
    session = NaiveSession("seven-contracts", {"contracts": ["hairy-ape"]})
    for points in ([10, 0, 0, 0], [10, 0, 0, 0], [10, 0, 0, 0], [10, 0, 0, 0]):
        session.apply({"type": "score", "points": points})
    assert session.winners == [1, 2, 3]
    assert session.final_share == [0, 13, 13, 13]
    assert session.totals == [-40, 13, 13, 13]
    assert session.pot == 1


# --------------------------------------------------------------------------------------------------
# Settlements in beans


@pytest.mark.parametrize(
    ("points", "way", "change", "pot"),
    [
        ([3, 3, 2, 0], "pairwise", [-4, -4, 0, 8], 0),
        ([8, 0, 0, 0], "pairwise", [-24, 8, 8, 8], 0),
        ([2, 2, 2, 2], "pairwise", [0, 0, 0, 0], 0),
        ([4, 4, 0, 0], "pairwise", [-8, -8, 8, 8], 0),
        ([3, 3, 2, 0], "to-lowest", [-3, -3, -2, 8], 0),
        ([8, 0, 0, 0], "to-lowest", [-8, 2, 2, 2], 2),
        ([4, 2, 1, 1], "to-lowest", [-3, -1, 2, 2], 0),
        ([2, 2, 2, 2], "to-lowest", [0, 0, 0, 0], 0),
    ],
)
def test_settlement_by_differences(points: list[int], way: str, change: list[int], pot: int) -> None:
    """K8.2, K8.3: everyone starts with 20; the differences are paid pair by pair, or to the lowest."""
    session = scored("compendium", "reds", points, scoring="beans", bean_settlement=way)
    assert session.results[0]["change"] == change
    assert session.totals == [20 + c for c in change]
    assert session.pot == pot


@pytest.mark.parametrize(
    ("contract", "points", "change", "pot"),
    [
        ("reds", [8, 0, 0, 0], [-8, 2, 2, 2], 2),
        ("reds", [2, 2, 2, 2], [-2, -2, -2, -2], 8),
        ("reds", [4, 4, 0, 0], [-4, -4, 4, 4], 0),
        ("reds", [3, 3, 2, 0], [-3, -3, -2, 8], 0),
        ("obers", [6, 0, 2, 0], [-6, 4, -2, 4], 0),
        ("king-of-hearts", [0, 4, 0, 0], [0, -4, 0, 0], 4),
        ("first-and-last", [4, 4, 0, 0], [-4, -4, 0, 0], 8),
        ("fifth-trick", [0, 0, 0, 4], [0, 0, 0, -4], 4),
        ("no-tricks", [8, 0, 0, 0], [-24, 8, 8, 8], 0),
        ("lorum", [0, 1, 2, 3], [6, 2, -2, -6], 0),
    ],
)
def test_beans_and_pot(contract: str, points: list[int], change: list[int], pot: int) -> None:
    """K8.6, K8.7, K8.9."""
    session = scored("compendium-beans", contract, points)
    assert session.results[0]["change"] == change
    assert session.results[0]["pot_change"] == pot
    assert session.pot == pot


def test_doubled_beans() -> None:
    """K11.3, K8.7: all scores of a doubled deal count twice, so sixteen beans are shared."""
    session = NaiveSession("compendium-beans", {"doubling": True})
    session.apply({"type": "score", "contract": "reds", "points": [5, 3, 0, 0], "doubled": True})
    assert session.results[0]["points"] == [10, 6, 0, 0]
    assert session.results[0]["change"] == [-10, -6, 8, 8]


@pytest.mark.parametrize(
    ("goes_to", "totals", "pot", "winners"),
    [
        ("lorum-winner", [21, 25, 13, 21], 0, [1]),
        ("session-winner", [22, 22, 13, 22], 1, [0, 1, 3]),
        ("nobody", [21, 21, 13, 21], 4, [0, 1, 3]),
    ],
)
def test_bean_pot_goes_to(goes_to: str, totals: list[int], pot: int, winners: list[int]) -> None:
    """K8.8: the next Lorum collects the pot, or the session's winners share it, or it stays.

    After the King the accounts are 20, 16, 20, 20 and the pot 4. Points 2, 1, 4, 2 then change them by
    differences: the sum is 9, so everyone gets 9 less four times the own points: 1, 5, -7, 1.
    """
    session = NaiveSession(
        "compendium-beans",
        {"contracts": ["king-of-hearts", "lorum"], "rounds": 1, "pot_goes_to": goes_to},
    )
    session.apply({"type": "score", "contract": "king-of-hearts", "points": [0, 4, 0, 0]})
    session.apply({"type": "score", "contract": "lorum", "points": [2, 1, 4, 2]})
    assert (session.totals, session.pot, session.winners) == (totals, pot, winners)


def test_buying_in() -> None:
    """K8.4, K8.5: 20 as often as needed to have beans; asked from the forehand of the deal just ended on."""
    options = {"contracts": ["reds"], "scoring": "beans", "doubling": True, "rounds": 6}
    session = NaiveSession("compendium", options)
    session.apply({"type": "score", "contract": "reds", "points": [8, 0, 0, 0], "doubled": True})
    assert session.totals == [-28, 36, 36, 36]
    assert (session.phase, session.to_act, session.dealer) == ("buy-in", 0, 0)
    assert session.legal() == [{"type": "buy-in", "seat": 0}, {"type": "decline", "seat": 0}]
    refuse(session, {"type": "buy-in", "seat": 1})
    session.apply({"type": "buy-in", "seat": 0})
    assert session.totals == [12, 36, 36, 36]
    assert session.bought == [40, 0, 0, 0]
    assert (session.phase, session.dealer) == ("deal", 1)


def test_no_bean_left() -> None:
    """K8.5: a player with exactly none is asked too, and gets 20."""
    session = scored("compendium", "reds", [7, 1, 0, 0], scoring="beans")
    assert session.totals == [0, 24, 28, 28]
    session.apply({"type": "buy-in", "seat": 0})
    assert session.totals == [20, 24, 28, 28]
    assert session.bought == [20, 0, 0, 0]


def two_broke(**options: object) -> NaiveSession:
    base = {"contracts": ["reds"], "scoring": "beans", "doubling": True, "rounds": 6}
    session = NaiveSession("compendium", {**base, **options})
    session.apply({"type": "score", "contract": "reds", "points": [4, 4, 0, 0], "doubled": True})
    session.apply({"type": "score", "contract": "reds", "points": [4, 4, 0, 0], "doubled": True})
    return session


def test_buying_in_refused() -> None:
    """K8.5, K9.4: one refusal ends the session and undoes the purchases of that moment."""
    session = two_broke()
    assert session.totals == [-12, -12, 52, 52]
    assert (session.phase, session.to_act, session.dealer) == ("buy-in", 0, 1)
    session.apply({"type": "buy-in", "seat": 0})
    assert session.totals == [-12, -12, 52, 52]
    session.apply({"type": "decline", "seat": 1})
    assert session.phase == "finished"
    assert session.winners == [2, 3]
    assert session.bought == [0, 0, 0, 0]
    assert session.totals == [-12, -12, 52, 52]

    session = two_broke()
    session.apply({"type": "buy-in"})
    session.apply({"type": "buy-in"})
    assert session.totals == [8, 8, 52, 52]
    assert session.bought == [20, 20, 0, 0]


def test_nobody_is_asked() -> None:
    """K9.4, K8.5: by option debts run on; and nobody is asked after the last deal."""
    assert two_broke(beans_end="never").phase == "deal"
    assert two_broke(rounds=2).phase == "finished"


@pytest.mark.parametrize(("count", "winners"), [(False, [0, 1, 2, 3]), (True, [0])])
def test_bought_beans(count: bool, winners: list[int]) -> None:
    """K8.11: bought beans are taken off before comparing, unless the table counts them.

    Every seat loses one doubled deal, which costs 48 and brings the others 16 each; seat 0 has to buy twice
    after the first, seat 1 once after the second.
    """
    session = NaiveSession(
        "compendium",
        {"contracts": ["reds"], "scoring": "beans", "doubling": True, "bought_beans_count": count},
    )
    for loser in range(4):
        points = [8 if seat == loser else 0 for seat in range(4)]
        session.apply({"type": "score", "contract": "reds", "points": points, "doubled": True})
        while session.phase == "buy-in":
            session.apply({"type": "buy-in", "seat": loser})
    assert session.bought == [40, 20, 0, 0]
    assert session.totals == [60, 40, 20, 20]
    assert session.winners == winners


# --------------------------------------------------------------------------------------------------
# Doubling, revokes, ties


def test_doubling() -> None:
    """K11.3, K11.4: the dealer is asked after the choice, before the first card."""
    session = begin("compendium", "no-tricks", {}, doubling=True, first_dealer=2)
    assert session.legal() == [{"type": "double", "seat": 2}, {"type": "decline", "seat": 2}]
    session.apply({"type": "double", "seat": 2})
    play_first_legal(session)
    assert session.results[0]["doubled"]
    assert sum(session.results[0]["points"]) == 16
    session = begin("compendium", "no-tricks", {}, doubling=True)
    session.apply({"type": "decline", "seat": 0})
    play_first_legal(session)
    assert sum(session.results[0]["points"]) == 8


def test_revoke() -> None:
    """K7.3, K7.4: only against a seat that has played off suit; it takes the contract's whole total."""
    session = begin("compendium", "all-bad", LONG_ACORNS, doubling=True)
    refuse(session, {"type": "revoke", "seat": 2})
    session.apply({"type": "double"})
    play(session, "Aa", "7a")
    refuse(session, {"type": "revoke", "seat": 2})
    play(session, cards(session)[0])
    refuse(session, {"type": "revoke", "seat": 1})
    session.apply({"type": "revoke", "seat": 3})
    assert session.results[0]["points"] == [0, 0, 0, 56]
    assert session.results[0]["revoked_by"] == 3
    assert session.totals == [0, 0, 0, 56]


def test_no_revoke_elsewhere() -> None:
    """P2.9, E1.12, K7.4: neither document but K has a penalty, and no layout contract has one."""
    for variant, contract, leader in (("seven-contracts", "hearts", 3), ("eight-games", "reds", 1)):
        follower = (leader + (1 if leader == 1 else -1)) % 4
        session = begin(
            variant, contract, {leader: LONG_ACORNS[1], follower: LONG_ACORNS[2].replace("7a", "7b")}
        )
        play(session, "Aa", "7b")
        refuse(session, {"type": "revoke", "seat": follower})
    session = begin("compendium", "lorum", {})
    play(session, cards(session)[0])
    refuse(session, {"type": "revoke", "seat": 1})


def test_revoked_deal_in_beans() -> None:
    """K7.4: a revoked deal is settled like any other."""
    session = begin("compendium-beans", "reds", {1: LONG_ACORNS[1], 2: "7b 8b 9b Tb Ub Ob Kb Ab"})
    play(session, "Aa", "7b")
    session.apply({"type": "revoke", "seat": 2})
    assert session.results[0]["change"] == [2, 2, -8, 2]
    assert session.pot == 2
    session.apply({"type": "score", "contract": "reds", "points": [0, 8, 0, 0], "revoked_by": 1})
    assert session.results[1]["revoked_by"] == 1


def test_tie_break_deals() -> None:
    """K9.2, K9.3: extra deals until one is lowest; points kept apart; who chooses; no doubling."""
    session = NaiveSession("compendium", {"contracts": ["reds", "lorum"], "rounds": 1, "doubling": True})
    session.apply({"type": "score", "contract": "reds", "points": [4, 4, 0, 0]})
    session.apply({"type": "score", "contract": "lorum", "points": [9, 0, 4, 4]})
    assert session.totals == [13, 4, 4, 4]
    assert (session.phase, session.dealer, session.tied) == ("deal", 2, [1, 2, 3])
    session.apply({"type": "deal", "hands": hands_with(session, {})})
    assert (session.to_act, session.open()) == (3, ["reds", "lorum"])
    session.apply({"type": "choose", "seat": 3, "contract": "reds"})
    assert session.phase == "play"
    play_first_legal(session)
    last = session.results[-1]
    assert last["tie_break"]
    assert sum(last["points"]) == 8
    assert (last["change"], last["pot_change"]) == ([0, 0, 0, 0], 0)
    assert session.totals == [13, 4, 4, 4]

    session = NaiveSession("compendium", {"contracts": ["reds"], "rounds": 1})
    session.apply({"type": "score", "contract": "reds", "points": [4, 4, 0, 0]})
    assert session.tied == [2, 3]
    session.apply({"type": "score", "contract": "reds", "points": [0, 0, 4, 4]})
    assert (session.tied, session.dealer) == ([2, 3], 2)
    session.apply({"type": "deal", "hands": hands_with(session, {})})
    assert session.to_act == 3  # the dealer is tied too and comes last
    session.apply({"type": "choose", "seat": 3, "contract": "reds"})
    assert session.phase == "play"

    session = NaiveSession("compendium", {"contracts": ["reds"], "rounds": 1})
    for points in ([4, 4, 0, 0], [0, 0, 4, 4], [0, 0, 8, 0]):
        session.apply({"type": "score", "contract": "reds", "points": points})
    assert session.winners == [3]
    assert session.totals == [4, 4, 0, 0]


def test_ties_elsewhere() -> None:
    """P2.6, E1.9, K9.3: shared in P, in E unless the option says otherwise, and with beans."""
    session = scored("compendium", "reds", [4, 4, 0, 0], rounds=1, tie_break="shared")
    assert session.winners == [2, 3]
    session = scored("compendium", "reds", [4, 4, 0, 0], rounds=1, scoring="beans")
    assert session.winners == [2, 3]
    for tie_break, winners in (("shared", [0, 1]), ("extra-deal", [])):
        session = NaiveSession("eight-games", {"contracts": ["reds"], "tie_break": tie_break})
        for points in ([0, 0, 8, 0], [0, 0, 0, 8], [0, 0, 0, 8], [0, 0, 0, 8]):
            session.apply({"type": "score", "points": points})
        assert session.winners == winners
    assert session.tied == [0, 1]
    refuse(session, {"type": "score", "points": [0, 8, 0, 0]})
    session.apply({"type": "score", "points": [0, 8, 0, 0], "contract": "reds"})
    assert session.winners == [0]


def test_scores_that_cannot_be() -> None:
    """K5.1, K8.1: what is entered for a deal must add up and be in whole points from 0 on."""
    session = NaiveSession("compendium")
    for points in ([8, 0, 0], [7, 0, 0, 0], [9, -1, 0, 0], [8.0, 0, 0, 0], [True, 7, 0, 0], "8000", None):
        refuse(session, {"type": "score", "contract": "reds", "points": points})
    refuse(session, {"type": "score", "points": [8, 0, 0, 0]})
    refuse(session, {"type": "score", "contract": "hearts", "points": [8, 0, 0, 0]})
    refuse(session, {"type": "score", "contract": "reds", "points": [8, 0, 0, 0], "doubled": True})
    refuse(session, {"type": "score", "contract": "reds", "points": [4, 4, 0, 0], "revoked_by": 1})
    refuse(session, {"type": "score", "contract": "lorum", "points": [1, 1, 2, 2]})
    refuse(session, {"type": "score", "contract": "reds", "points": [8, 0, 0, 0], "seat": 1})
    session.apply({"type": "score", "contract": "reds", "points": [8, 0, 0, 0]})


# --------------------------------------------------------------------------------------------------
# Two cards each


def two_card_deal(pile: list[str], forehand: int) -> list[str]:
    """The top eight, one by one from the forehand on, clockwise."""
    hands = [""] * 4
    for place in range(4):
        hands[(forehand + place) % 4] = pile[place] + " " + pile[place + 4]
    return hands


def test_two_cards_with_a_stock() -> None:
    """E5.2, E5.3, E5.4: a stock that was given binds the next deals to its top cards, in order."""
    session = NaiveSession("eight-games-two-cards", {"contracts": ["first-and-last", "reds"]})
    pile = list(ALL_CARDS)
    random.Random(3).shuffle(pile)
    first = two_card_deal(pile, 1)
    refuse(session, {"type": "deal", "hands": first, "stock": " ".join(pile[9:])})
    session.apply({"type": "deal", "hands": first, "stock": " ".join(pile[8:])})
    play_first_legal(session)
    assert sum(session.results[0]["points"]) == 8
    refuse(session, {"type": "deal", "hands": two_card_deal(pile[8:], 1)})
    refuse(session, {"type": "deal", "hands": two_card_deal(pile[8:], 2), "stock": " ".join(pile[17:])})
    session.apply({"type": "deal", "hands": two_card_deal(pile[8:], 2), "stock": " ".join(pile[16:])})
    play_first_legal(session)
    session.apply({"type": "deal", "hands": two_card_deal(pile[16:], 3)})
    play_first_legal(session)
    session.apply({"type": "deal", "hands": two_card_deal(pile[24:], 0), "stock": ""})
    play_first_legal(session)
    assert session.contract == "reds"
    session.apply({"type": "deal", "hands": hands_with(session, {})})


def test_two_cards_without_a_stock() -> None:
    """E5.4: any cards not used in this game-round."""
    session = NaiveSession("eight-games-two-cards", {"contracts": ["first-and-last"]})
    pile = list(ALL_CARDS)
    session.apply({"type": "deal", "hands": two_card_deal(pile, 1)})
    play_first_legal(session)
    refuse(session, {"type": "deal", "hands": two_card_deal(pile[7:], 2)})
    refuse(session, {"type": "deal", "hands": two_card_deal(pile[8:], 2), "stock": " ".join(pile[16:])})
    session.apply({"type": "deal", "hands": two_card_deal(pile[20:], 0)})
    play_first_legal(session)
    session.apply({"type": "deal", "hands": two_card_deal(pile[8:], 0)})


def test_two_cards_with_a_deal_entered_by_its_result() -> None:
    """E5.4: a deal that is only entered uses up the top eight cards of a stock that runs."""
    session = NaiveSession(
        "eight-games-two-cards", {"contracts": ["first-and-last"], "tie_break": "extra-deal"}
    )
    pile = list(ALL_CARDS)
    session.apply({"type": "deal", "hands": two_card_deal(pile, 1), "stock": " ".join(pile[8:])})
    play_first_legal(session)
    session.apply({"type": "score", "points": [4, 4, 0, 0]})
    refuse(session, {"type": "deal", "hands": two_card_deal(pile[8:], 3)})
    session.apply({"type": "deal", "hands": two_card_deal(pile[16:], 3)})


def test_two_cards_but_a_full_tie_break() -> None:
    """E5.4, E1.9: an extra deal has full hands, and its first and eighth tricks count."""
    session = NaiveSession(
        "eight-games-two-cards", {"contracts": ["first-and-last"], "tie_break": "extra-deal"}
    )
    for _ in range(4):
        session.apply({"type": "score", "points": [4, 4, 0, 0]})
    assert session.tied == [2, 3]
    refuse(session, {"type": "deal", "hands": two_card_deal(list(ALL_CARDS), 1)})
    session.apply({"type": "deal", "hands": hands_with(session, {1: LONG_ACORNS[1], 2: LONG_ACORNS[2]})})
    session.apply({"type": "choose", "seat": 2, "contract": "first-and-last"})
    sweep(session, 8)
    assert session.results[-1]["points"] == [0, 8, 0, 0]


# --------------------------------------------------------------------------------------------------
# Whole sessions at random


def some(rng: random.Random, values: list[str], least: int = 1) -> list[str]:
    return rng.sample(values, rng.randint(least, len(values)))


def random_options(variant: str, rng: random.Random) -> dict[str, object]:
    """Some valid options; the bean options, tie_break and by-dealer only where they may stand."""
    document, values = PRESETS[variant]
    options: dict[str, object] = {}

    def maybe(name: str, *choices: object) -> None:
        if rng.random() < 0.5:
            options[name] = rng.choice(choices)

    maybe("stop_when_decided", False, True)
    if document == "P":
        maybe("contracts", some(rng, P_CONTRACTS), tuple(P_CONTRACTS))
    if document == "E":
        maybe("contracts", some(rng, E_CONTRACTS), tuple(E_CONTRACTS))
        maybe("direction", "clockwise", "counter-clockwise")
        maybe("announce_before", "opening-lead", "last-trick")
        maybe("tie_break", "shared", "extra-deal")
        maybe("first_and_last", "eight-cards", "two-cards")
        if {**values, **options}.get("first_and_last") != "two-cards":
            maybe("schedule", "by-game", "by-dealer")
    if document == "K":
        maybe("players", 4, 3)
        maybe("contracts", some(rng, K_CONTRACTS), tuple(K_CORE), K_CONTRACTS)
        maybe("rounds", 1, 2, 3)
        maybe("schedule", "round", "each-dealer")
        maybe("reds_hearts_lead", "first-trick", "until-broken")
        maybe("obers_first_discard", "allowed", "barred")
        maybe("obers_win", "by-rank", "only-when-led")
        maybe("lorum_suit_opening", "opening-rank", "any-laid-rank")
        parts = [c for c in K_CONTRACTS if c not in ("lorum", "all-bad")]
        maybe("all_bad_components", some(rng, parts, 2), tuple(parts))
        maybe("doubling", False, True)
        maybe("scoring", "penalty", "beans", "beans-and-pot")
        if {**values, **options}.get("scoring", "penalty") == "penalty":
            maybe("tie_break", "extra-deal", "shared")
        else:
            maybe("bean_settlement", "pairwise", "to-lowest")
            maybe("pot_goes_to", "lorum-winner", "session-winner", "nobody")
            maybe("beans_end", "refused-buy-in", "never")
            maybe("bought_beans_count", False, True)
    return options


def random_deal(session: NaiveSession, rng: random.Random) -> dict[str, Any]:
    if session.two_cards_each():
        if session.stock is not None:
            pile = list(session.stock)
        else:
            pile = [card for card in ALL_CARDS if card not in session.used]
            rng.shuffle(pile)
        hands: list[list[str]] = [[] for _ in range(4)]
        order = session.from_seat_on(session.forehand())
        for place in range(8):
            hands[order[place % 4]].append(pile[place])
        action: dict[str, Any] = {"type": "deal", "hands": [" ".join(hand) for hand in hands]}
        if len(session.results) % 4 == 0 and rng.random() < 0.5:
            action["stock"] = " ".join(pile[8:])
        return action
    pile = list(session.pack)
    rng.shuffle(pile)
    size = len(pile) // session.players
    return {
        "type": "deal",
        "hands": [" ".join(pile[i * size : (i + 1) * size]) for i in range(session.players)],
    }


def random_score(session: NaiveSession, rng: random.Random) -> dict[str, Any]:
    contract = rng.choice(session.playable_contracts())
    total = session.total_of(contract)
    points = [0] * session.players
    if total is None:
        points = [rng.randint(1, 9) for _ in points]
        points[rng.randrange(session.players)] = 0
    else:
        for _ in range(total):
            points[rng.randrange(session.players)] += 1
    action: dict[str, Any] = {"type": "score", "contract": contract, "points": points}
    if session.doubling and not session.tied:
        action["doubled"] = rng.random() < 0.5
    return action


def check_books(session: NaiveSession) -> None:
    if session.document == "P":
        assert sum(session.totals) + session.pot == 0
    elif session.beans:
        assert sum(session.totals) + session.pot == 20 * session.players + sum(session.bought)
    start = 20 if session.beans else 0
    for seat in range(session.players):
        changes = sum(result["change"][seat] for result in session.results)
        extra = session.bought[seat] + session.final_share[seat]
        assert session.totals[seat] == start + changes + extra
    assert session.pot == sum(r["pot_change"] for r in session.results) - sum(session.final_share)
    assert session.pot >= 0


def check_state(session: NaiveSession) -> None:
    legal = session.legal()
    assert (session.to_act is None) == (not legal)
    assert (session.to_act is None) == (session.phase in ("deal", "finished"))
    assert all(action["seat"] == session.to_act for action in legal)
    assert (session.open() is not None) == (session.phase == "choose")
    assert bool(session.winners) == (session.phase == "finished")
    if session.phase == "play" and legal[0]["type"] == "play":
        order = [ALL_CARDS.index(str(action["card"])) for action in legal]
        assert order == sorted(order)


def try_wrong_things(session: NaiveSession, rng: random.Random) -> None:
    legal = session.legal()
    actions: list[dict[str, Any]] = [
        {"type": "play", "card": rng.choice(ALL_CARDS)},
        {"type": "pass"},
        {"type": "decline"},
        {"type": "announce"},
        {"type": "buy-in"},
        {"type": "double"},
        {"type": "choose", "contract": rng.choice(session.contracts)},
    ]
    for action in actions:
        if not any({**action, "seat": session.to_act} == allowed for allowed in legal):
            refuse(session, action)
    if legal:
        refuse(session, {**legal[0], "seat": (int(str(session.to_act)) + 1) % session.players})


@pytest.mark.slow
@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("variant", PRESETS)
def test_random_sessions(variant: str, seed: int) -> None:
    """K1.1 to E9.7: every session ends with winners, and its books balance at every moment."""
    rng = random.Random(f"{variant} {seed}")
    options = random_options(variant, rng) if seed else {}
    first_dealer = rng.randrange(3)
    session = NaiveSession(variant, options, first_dealer)
    by_hand = rng.choice([0.0, 0.2])
    steps = 0
    while session.phase != "finished":
        steps += 1
        assert steps < 20000
        check_state(session)
        if rng.random() < 0.01:
            try_wrong_things(session, rng)
        if rng.random() < 0.005:
            session = copy.deepcopy(session)
        deals = len(session.results)
        if session.phase == "deal":
            if rng.random() < by_hand:
                session.apply(random_score(session, rng))
            else:
                session.apply(random_deal(session, rng))
        elif isinstance(session.game, TrickGame) and session.game.off_suit and rng.random() < 0.002:
            if session.document == "K" and session.phase == "play":
                session.apply({"type": "revoke", "seat": rng.choice(session.game.off_suit)})
        elif session.phase == "buy-in" and rng.random() < 0.9:
            session.apply(session.legal()[0])
        else:
            session.apply(rng.choice(session.legal()))
        if len(session.results) > deals:
            result = session.results[-1]
            assert result["deal"] == deals + 1
            total = session.total_of(result["contract"])
            if total is not None:
                assert sum(result["points"]) == total * (2 if result["doubled"] else 1)
            if result["contract"] == "lorum" and session.document != "E":
                assert result["points"].count(min(result["points"])) == 1  # K8.8
            if session.phase != "finished":
                check_books(session)
    check_state(session)
    check_books(session)
    best = max if session.wins == "highest" else min
    if not any(result["tie_break"] for result in session.results) and not any(session.bought):
        assert session.totals[session.winners[0]] == best(session.totals)
    played = [result for result in session.results if not result["tie_break"]]
    assert len(played) == session.planned or session.beans
    for action in ({"type": "deal", "hands": []}, {"type": "pass"}, {"type": "score", "points": []}):
        refuse(session, action)


def test_seats_do_not_matter() -> None:
    """K1.1, K1.3: the same cards and choices, one seat further round, give the same result further round."""
    rng = random.Random(7)
    one, other = NaiveSession("compendium", {}, 0), NaiveSession("compendium", {}, 1)
    while one.phase != "finished":
        action: dict[str, Any] = random_deal(one, rng) if one.phase == "deal" else {}
        if not action:
            action = rng.choice(one.legal())
        one.apply(action)
        turned: dict[str, Any]
        if action["type"] == "deal":
            turned = {"type": "deal", "hands": [action["hands"][(seat - 1) % 4] for seat in range(4)]}
        else:
            turned = {**action, "seat": (action["seat"] + 1) % 4}
        other.apply(turned)
        assert [other.totals[(seat + 1) % 4] for seat in range(4)] == one.totals
    assert sorted((seat + 1) % 4 for seat in one.winners) == other.winners
