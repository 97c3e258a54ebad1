"""What a seat, or an onlooker, may know: no other hand, no stock, nothing that depends on one."""

from __future__ import annotations

import json
import pickle
from typing import Any

import pytest
from builders import WHOLE_SUITS, completed, deal, dealt, legal, play, play_out, refused, score, session

import lorum
from lorum import ArgumentError, Card, Rule, SessionState, record

Named = list[tuple[str, lorum.DealState | SessionState]]


def cards_said(view: lorum.Observation) -> set[str]:
    """The cards that an observation has in it, in whatever field, played cards apart."""
    played = {str(one.card) for one in view.deal_actions if isinstance(one, lorum.Play)}
    data = json.dumps(record_view(view))
    return {str(card) for card in lorum.PACK if f"{card}" in words(data)} - played


def words(text: str) -> set[str]:
    return set("".join(sign if sign.isalnum() else " " for sign in text).split())


def record_view(view: lorum.Observation) -> dict[str, Any]:
    return {
        "hand": None if view.hand is None else lorum.format_cards(view.hand),
        "legal": [record.action_to_json(action) for action in view.legal],
        "repr": repr(view).split("results=")[0],  # what earlier deals came to is known to all
        "actions": [record.action_to_json(action) for action in view.deal_actions],
    }


def states() -> list[lorum.DealState | SessionState]:
    """Sessions of every variant through every phase, with two deals each."""
    found: list[lorum.DealState | SessionState] = []
    for name, options in (
        ("compendium", {"doubling": True, "contracts": ["lorum", "reds"]}),
        ("compendium-three", {"contracts": ["lorum"]}),
        ("seven-contracts", {"contracts": ["quartets", "lorum"]}),
        ("eight-games", {"contracts": ["red-king"]}),
        ("eight-games", {"contracts": ["fifth-trick", "unter-laying"], "announce_before": "last-trick"}),
        ("eight-games", {"contracts": ["lorum"]}),
        ("eight-games-two-cards", {"contracts": ["first-and-last"]}),
        ("compendium-beans", {"contracts": ["all-bad"]}),
    ):  # fmt: skip
        state = session(name, **options)
        for number in range(2):
            if state.phase != "deal":
                break
            found.append(state)
            pack = lorum.shuffled(state.variant.pack, f"{name} {number}")
            two = state.variant.options.get("first_and_last") == "two-cards" and number
            state = lorum.apply(state, lorum.deal_cards(state) if two else lorum.deal_cards(state, pack))
            while state.phase not in ("deal", "finished", "buy-in"):
                found.append(state)
                state = lorum.apply(state, lorum.legal_actions(state)[0])
        found.append(state)
    return found


STATES = states()


@pytest.mark.slow
def test_no_other_card_is_seen_in_any_phase() -> None:
    """Keys, repr, JSON, pickle: besides what has been played, only one's own hand; an onlooker sees none."""
    for number, state in enumerate(STATES):
        if state.phase == "play" and number % 23:
            continue
        for seat in (*range(state.variant.players), None):
            view = lorum.observe(state, seat)
            own = set() if seat is None else {str(card) for card in state.hands[seat]}
            assert cards_said(view) <= own
            data = record.observation(state, seat)
            text = json.dumps({key: value for key, value in data.items() if key not in ("deal", "results")})
            assert {str(card) for card in lorum.PACK} & words(text) <= own
            assert view.hand == (None if seat is None else state.hands[seat])
            assert view.held == tuple(map(len, state.hands))
            assert b"Dealt" not in pickle.dumps(view)


def test_states_that_differ_in_hidden_cards_look_the_same() -> None:
    """Exchange two cards of two other seats: seat 0 and an onlooker see no difference."""
    for variant, contract in (
        ("compendium", "no-tricks"),
        ("compendium", "lorum"),
        ("seven-contracts", "fast-train"),
    ):
        hands = completed(lorum.get_variant(variant), {1: "7a 8l", 3: "9h 8b"})
        other = [hands[0], hands[1].replace("8l", "8b"), hands[2], hands[3].replace("8b", "8l")]
        one, two = deal(variant, contract, hands), deal(variant, contract, other)
        first = "9h" if variant == "seven-contracts" else "7a"
        one, two = play(one, first), play(two, first)
        assert one != two
        for seat in (0, 2, None):
            assert lorum.observe(one, seat) == lorum.observe(two, seat)
            assert record.observation(one, seat) == record.observation(two, seat)
        assert lorum.observe(one, 1) != lorum.observe(two, 1)


def test_the_stock_is_seen_by_nobody() -> None:
    """E5.2: neither the stock nor that there is one."""
    pack = lorum.shuffled(lorum.PACK, 5)
    fresh = session("eight-games-two-cards", contracts=["first-and-last"])
    action = lorum.deal_cards(fresh, pack)
    assert isinstance(action, lorum.DealCards)
    known, unknown = lorum.apply(fresh, action), lorum.apply(fresh, lorum.DealCards(action.hands))
    for _ in range(9):
        for seat in (0, 1, 2, 3, None):
            assert record.observation(known, seat) == record.observation(unknown, seat)
        if known.phase == "deal":
            break
        move = lorum.legal_actions(known)[0]
        known, unknown = lorum.apply(known, move), lorum.apply(unknown, move)
    assert known.phase == "deal"


def test_the_turn_is_hidden_while_a_chain_is_forced() -> None:
    """P5.2, E8.1: who goes on holds the next card, which only that seat may know."""
    for variant, contract, hands, leader in (
        ("seven-contracts", "quartets", {3: "9h", 1: "Th"}, 3),
        ("eight-games", "lorum", {1: "9h", 3: "Th"}, 1),
    ):
        start = deal(variant, contract, hands)
        for seat in (0, 1, 2, 3, None):
            assert lorum.observe(start, seat).to_act == leader
        state = play(start, "9h")
        holder = state.to_act
        assert holder is not None
        assert Card("Th") in state.hands[holder]
        for seat in (0, 1, 2, 3, None):
            view = lorum.observe(state, seat)
            assert view.to_act == (holder if seat == holder else None)
            assert view.legal == ((lorum.Play(Card("Th")),) if seat == holder else ())
            assert record.observation(state, seat)["to_act"] == view.to_act
        assert record.summary(state)["to_act"] == holder
        done = play(state, "Th")
        assert lorum.observe(done, None).deal_actions[-1] == lorum.Play(Card("Th"), seat=holder)


def test_legal_actions_are_seen_on_ones_own_turn_alone() -> None:
    """In every phase; an onlooker sees none."""
    for state in STATES[::5]:
        for seat in (*range(state.variant.players), None):
            view = lorum.observe(state, seat)
            own = seat is not None and seat == state.to_act
            assert view.legal == (lorum.legal_actions(state) if own else ())


@pytest.mark.rule(Rule.ANNOUNCE_ASKED)
def test_asking_gives_nothing_away() -> None:
    """E7.2, E7.3: everybody is asked, and what others see of it does not depend on who holds the King."""
    views = []
    for holder in range(4):
        hands = [
            "7a 8a 9a Ta Ua Oa Ka",
            "Aa 7l 8l 9l Tl Ul Ol",
            "Kl Al 7h 8h 9h Th Uh",
            "Oh Ah 7b 8b 9b Tb Ub",
        ]
        spare = iter(["Ob", "Kb", "Ab"])
        full = [f"{hand} {'Kh' if seat == holder else next(spare)}" for seat, hand in enumerate(hands)]
        state = deal("eight-games", "red-king", full)
        seen = []
        while state.phase == "announce":
            view = record.observation(state, None)
            seen.append((view["to_act"], view["legal"], view["deal"]["actions"], view["phase"]))
            state = play(state, "decline")
        views.append(seen)
    assert views[0] == views[1] == views[2] == views[3]
    assert [to_act for to_act, *_ in views[0]] == [1, 2, 3, 0]


def test_deal_actions_are_all_since_the_cards_were_dealt() -> None:
    """The choice, the doubling, every card and pass, a revoke; from the next deal on they are gone."""
    given = {1: "Ua", 2: "7l 8l 7h 8h 7b 8b Al Ah"}
    state = play(dealt(session("compendium", doubling=True), given), "lorum double Ua pass")
    actions = record.observation(state, None)["deal"]["actions"]
    assert [action["type"] for action in actions] == ["choose", "double", "play", "pass"]
    assert [action["seat"] for action in actions] == [0, 0, 1, 2]
    over = play_out(state)
    assert record.observation(over, 1)["deal"]["actions"] == []
    alone = play(deal("compendium", "no-tricks"), "7l 7h 7b 7a")
    revoked = lorum.apply(alone, lorum.Revoke(2))
    assert record.observation(revoked, 0)["deal"]["actions"][-1] == {"type": "revoke", "seat": 2}
    one_deal = session("compendium", contracts=["reds"], rounds=1, tie_break="shared")
    assert play_out(play(dealt(one_deal), "reds")).deal_actions == ()
    beans = play(score(session("compendium-beans"), [0, 0, 14, 14], "all-bad"), "buy-in")
    assert record.observation(beans, 0)["deal"]["actions"] == [{"type": "buy-in", "seat": 2}]


def test_tricks_and_rows_are_read_from_observations() -> None:
    state = play(deal("compendium", "no-tricks"), "7l 7h 7b 7a 8l")
    for seat in (0, None):
        assert lorum.tricks_of(lorum.observe(state, seat)) == lorum.tricks_of(state)
    assert [trick.winner for trick in lorum.tricks_of(state)] == [1, None]
    assert [str(trick.number) for trick in lorum.tricks_of(state)] == ["1", "2"]
    layout = play(deal("compendium", "lorum", {1: "9h", 2: "9l"}), "9h 9l")
    assert lorum.rows_of(lorum.observe(layout, None)) == lorum.rows_of(layout)


@pytest.mark.parametrize("seat", [-1, 4, True, "0", 0.0, [0]])
def test_there_is_no_such_seat(seat: Any) -> None:
    with pytest.raises(ArgumentError):
        lorum.observe(deal("compendium", "reds"), seat)
    with pytest.raises(ArgumentError):
        record.observation(deal("compendium", "reds"), seat)
    three = session("compendium-three")
    with pytest.raises(ArgumentError, match="no seat 3 in compendium-three"):
        lorum.observe(three, 3)


def test_refusals_tell_nothing_of_other_hands() -> None:
    """The same refusal whatever the others hold."""
    hands = completed(lorum.get_variant("compendium"), {1: "7a", 2: "8a Kh", 3: "8b", 0: "8l"})
    other = [hands[0].replace("8l", "8b"), *hands[1:3], hands[3].replace("8b", "8l")]
    one, two = (play(deal("compendium", "reds", given), "7a") for given in (hands, other))
    for card in lorum.PACK:
        assert lorum.violation(one, lorum.Play(card)) == lorum.violation(two, lorum.Play(card))


def test_an_observation_in_full() -> None:
    """All keys, in JSON types alone."""
    state = play(dealt(session("seven-contracts"), WHOLE_SUITS), "7b")
    data = record.observation(state, 2)
    assert json.loads(json.dumps(data)) == data
    assert data == {
        "format": "lorum-observation/1", "variant": "seven-contracts", "options": {}, "players": 4,
        "wins": "highest",
        "phase": "play", "to_act": 2, "deals": {"played": 0, "planned": 28},
        "deal": {
            "number": 1, "dealer": 0, "forehand": 3, "contract": "hearts", "doubled": False, "tied": None,
            "actions": [{"type": "play", "seat": 3, "card": "7b"}],
        },
        "open": None, "legal": [{"type": "play", "seat": 2, "card": card} for card in WHOLE_SUITS[2].split()],
        "results": [], "totals": [0, 0, 0, 0], "pot": 0, "bought": [0, 0, 0, 0], "final_share": [0, 0, 0, 0],
        "leaders": [0, 1, 2, 3], "winners": [], "seat": 2, "hand": WHOLE_SUITS[2], "held": [8, 8, 8, 7],
    }  # fmt: skip
    summary = record.summary(state)
    assert summary["format"] == "lorum-summary/1"
    assert set(data) - set(summary) == {"seat", "hand", "held"}
    assert legal(state) == WHOLE_SUITS[2]


def test_a_deal_on_its_own_is_observed() -> None:
    """K7.5, K8.1: one deal is planned, nobody has any beans bought or won, and the result is its account."""
    state = deal("compendium", "no-tricks")
    view = lorum.observe(state, 0)
    assert (view.results, view.planned, view.winners, view.open_contracts) == ((), 1, (), None)
    assert view.totals == view.bought == view.final_share == (0, 0, 0, 0)
    assert view.leaders == (0, 1, 2, 3)
    over = play_out(state)
    view = lorum.observe(over, None)
    assert over.result
    assert view.results == (over.result,)
    assert view.totals == over.result.points == (0, 8, 0, 0)
    assert view.bought == view.final_share == (0, 0, 0, 0)
    assert view.leaders == (0, 2, 3)


def test_refused_actions_are_not_observed() -> None:
    state = play(deal("compendium", "no-tricks", {1: "7a", 2: "8a"}), "7a")
    before = lorum.observe(state, None)
    refused(state, "pass", Rule.PLAY_PASS)
    assert lorum.observe(state, None) == before
