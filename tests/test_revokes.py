"""Revokes: facts that the table establishes, the penalty of K, and where there is none."""

from __future__ import annotations

from typing import Any

import pytest
from builders import WHOLE_SUITS, cited, deal, dealt, lines, play, play_out, refused, result, score, session
from conftest import House

import lorum
from lorum import Revoke, Rule, ScoreDeal

MIXED = ["7a Aa 7l 8l 9l Tl Ul Ol", "Kl Al 7h 8h 9h Th Uh Oh", "Kh Ah 8a 9a Ta Ua Oa Ka", WHOLE_SUITS[3]]
"""From a lead of Leaves on, seat 2 and seat 3 have played other suits; seat 0 has followed."""


@pytest.mark.rule(Rule.REVOKE_PENALTY)
@pytest.mark.parametrize(
    ("contract", "total"),
    [
        ("reds", 8), ("obers", 8), ("no-tricks", 8), ("king-of-hearts", 4), ("first-and-last", 8),
        ("fifth-trick", 4),
        ("all-bad", 28),
    ],
)  # fmt: skip
def test_the_offender_is_charged_the_whole_total(contract: str, total: int) -> None:
    """K7.3, K7.4: the deal ends there; the offender takes all, the others none."""
    state = play(deal("compendium", contract, MIXED), "Kl 8a 7b 7l")
    ended = lorum.apply(state, Revoke(2))
    assert ended.phase == "finished"
    assert result(ended).points == (0, 0, total, 0)
    assert result(ended).revoked_by == 2
    assert lines(ended) == [(Rule.REVOKE_PENALTY, 2, total, "revoke")]
    assert ended.actions[-1] == Revoke(2)
    assert ended.to_act is None
    doubled = play(deal("compendium", contract, MIXED, doubled=True), "Kl 8a 7b 7l")
    assert result(lorum.apply(doubled, Revoke(3))).points == (0, 0, 0, 2 * total)
    mixed = play(deal("compendium", "all-bad", MIXED, all_bad_components=["reds", "fifth-trick"]), "Kl 8a")
    assert result(lorum.apply(mixed, Revoke(2))).points == (0, 0, 12, 0)


@pytest.mark.rule(Rule.REVOKE_PENALTY)
def test_totals_at_three() -> None:
    """K7.3, K11.5: ten for No tricks, thirty for All bad."""
    hands = [
        "7a Aa 7l 8l 9l Tl Ul Ol Kb Ab",
        "Kl Al 7h 8h 9h Th Uh Oh 9b Tb",
        "Kh Ah 8a 9a Ta Ua Oa Ka Ub Ob",
    ]
    for contract, total in (("no-tricks", 10), ("all-bad", 30), ("reds", 8)):
        state = play(deal("compendium-three", contract, hands), "Kl 8a")
        assert result(lorum.apply(state, Revoke(2))).points == (0, 0, total)


@pytest.mark.rule(Rule.REVOKE_PENALTY)
def test_no_revoke_where_the_total_depends_on_play(house: House) -> None:
    """K7.3: the whole total is charged, and here the trick in which the King falls decides what it is."""
    king = {"family": "tricks", "prices": [{"cards": "Kh", "points": 8, "tricks": {"last": 32}}]}
    rules = house("compendium", contract={"king": king}, session={"contracts": ["king"]})
    refused(play(deal(rules, "king", MIXED), "Kl 8a"), Revoke(2), Rule.REVOKE_PENALTY)
    refused(session(rules), ScoreDeal([0, 0, 8, 0], revoked_by=2), Rule.REVOKE_PENALTY)


@pytest.mark.rule(Rule.REVOKE_PENALTY)
def test_cards_out_of_the_pack_are_not_charged(house: House) -> None:
    """K1.5, K7.3: the whole total at three is without the Seven and Eight of Bells."""
    bells = {"family": "tricks", "prices": [{"cards": "7b 8b 9b", "points": 2}]}
    rules = house("compendium", contract={"bells": bells}, session={"contracts": ["bells"]})
    state = deal(
        rules.with_options(players=3),
        "bells",
        ["7a 8a 9a Ta Ua Oa Ka Aa 7h 8h", "7l 8l 9l Tl Ul Ol Kl Al 9h Th", "Uh Oh Kh Ah 9b Tb Ub Ob Kb Ab"],
    )
    assert result(lorum.apply(play(state, "7l 9b"), Revoke(2))).points == (0, 0, 2)


@pytest.mark.rule(Rule.REVOKE_SHOWN)
def test_only_against_who_has_played_another_suit() -> None:
    """K7.4: while the deal is played, from the card on that was of another suit than was led."""
    state = deal("compendium", "no-tricks", MIXED)
    for seat in range(4):
        refused(state, Revoke(seat), Rule.REVOKE_SHOWN)
    state = play(state, "Kl")
    assert refused(state, Revoke(1), Rule.REVOKE_SHOWN).facts == {"seat": 1}
    state = play(state, "8a")
    assert lorum.violation(state, Revoke(2)) is None
    refused(state, Revoke(3), Rule.REVOKE_SHOWN)
    state = play(state, "7b 7l")
    for seat, shown in enumerate((False, False, True, True)):
        assert (lorum.violation(state, Revoke(seat)) is None) == shown
    later = play(state, "Al 9a 8b 8l")
    assert lorum.violation(later, Revoke(2)) is None  # it may be found later
    late = play_out(state)
    refused(late, Revoke(2), Rule.PLAY_OVER)


def test_a_revoke_is_no_action_of_a_player() -> None:
    """K7.4: a fact of the table, never among the legal actions, possible whoever is to act."""
    state = play(deal("compendium", "no-tricks", MIXED), "Kl 8a 7b 7l")
    assert Revoke(2) not in lorum.legal_actions(state)  # type: ignore[comparison-overlap]
    for _ in range(3):
        assert lorum.violation(state, Revoke(2)) is None
        state = lorum.apply(state, lorum.legal_actions(state)[0])


@pytest.mark.rule(Rule.REVOKE_PENALTY)
def test_no_revoke_in_a_layout() -> None:
    """K7.3, K7.4: Lorum has no suits to follow and no whole total."""
    state = play(deal("compendium", "lorum"), "7l 7h")
    for seat in range(4):
        refused(state, Revoke(seat), Rule.REVOKE_PENALTY)
    refused(session("compendium"), ScoreDeal([8, 0, 0, 0], "lorum", revoked_by=0), Rule.REVOKE_PENALTY)


@pytest.mark.rule(Rule.REVOKE_NONE)
@pytest.mark.parametrize(("variant", "contract"), [("seven-contracts", "hearts"), ("eight-games", "tricks")])
def test_documents_without_a_penalty(variant: str, contract: str) -> None:
    """P2.9, E1.12: refused, in play and as an entry."""
    state = play_some(deal(variant, contract, MIXED, dealer=2 if variant == "seven-contracts" else 0))
    for seat in range(4):
        refused(state, Revoke(seat), Rule.REVOKE_NONE)
    refused(session(variant, contracts=[contract]), ScoreDeal([8, 0, 0, 0], revoked_by=0), Rule.REVOKE_NONE)


def play_some(state: lorum.DealState) -> lorum.DealState:
    for _ in range(4):
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    return state


def test_a_revoked_deal_is_settled_like_any_other() -> None:
    """K7.4: as penalties, by differences, to the untouched or into the pot; the session goes on."""
    cases: list[tuple[dict[str, Any], str, tuple[int, ...], int]] = [
        ({}, "reds", (0, 0, 8, 0), 0),
        ({"scoring": "beans"}, "reds", (8, 8, -24, 8), 0),
        ({"scoring": "beans-and-pot"}, "reds", (2, 2, -8, 2), 2),
        ({"scoring": "beans-and-pot"}, "fifth-trick", (0, 0, -4, 0), 4),
        ({"scoring": "beans-and-pot"}, "no-tricks", (8, 8, -24, 8), 0),
    ]
    for options, contract, change, pot in cases:
        state = play(play(dealt(session("compendium", **options), MIXED), contract), "Kl 8a 7b 7l")
        state = lorum.apply(state, Revoke(2))
        assert (result(state).change, result(state).pot_change) == (change, pot)
        assert result(state).revoked_by == 2
        assert state.deal
        assert state.deal.dealer == (0 if state.phase == "buy-in" else 1)
        entered = score(
            session("compendium", **options), [0, 0, result(state).points[2], 0], contract, revoked_by=2
        )
        assert (result(entered).change, result(entered).pot_change) == (change, pot)
        assert (entered.totals, entered.phase) == (state.totals, state.phase)
        assert cited(entered) == {Rule.REVOKE_PENALTY}


def test_a_revoke_is_told_after_beans_have_been_bought() -> None:
    """K7.4, K8.5: the record of a deal keeps who revoked when its answers come to it."""
    state = play(dealt(session("compendium-beans"), MIXED), "no-tricks Kl 8a 7b 7l")
    state = play(lorum.apply(state, Revoke(2)), "buy-in")
    assert state.actions[-2:] == (Revoke(2), lorum.BuyIn(seat=2))
    again = session("compendium-beans")
    for action in state.actions:
        again = lorum.apply(again, action)
    assert again == state


@pytest.mark.rule(Rule.REVOKE_PENALTY)
def test_entries_of_revoked_deals() -> None:
    """K7.3: the whole total on the offender, nothing else."""
    for points in ([8, 0, 0, 0], [0, 0, 7, 0], [0, 0, 8, 1], [0, 0, 0, 0]):
        refused(session("compendium"), ScoreDeal(points, "reds", revoked_by=2), Rule.REVOKE_PENALTY)
    state = score(session("compendium", doubling=True), [0, 0, 8, 0], "reds", doubled=True, revoked_by=2)
    assert (result(state).points, result(state).revoked_by) == ((0, 0, 16, 0), 2)


def test_a_revoke_in_a_tie_break_deal() -> None:
    """K7.4, K9.3: it decides like any points."""
    state = score(session("compendium", contracts=["reds"], rounds=1), [4, 4, 0, 0])
    state = score(state, [0, 0, 8, 0], "reds", revoked_by=2)
    assert (state.phase, state.winners) == ("finished", (3,))


@pytest.mark.rule(Rule.REVOKE_SHOWN)
def test_suits_are_told_from_what_was_led_to_each_trick() -> None:
    """K7.4: a card that follows is no stray, whatever earlier tricks were led in."""
    state = play(deal("compendium", "no-tricks", MIXED), "Kl 8a 7b 7l Al 9a 8b 8l")
    assert lorum.violation(state, Revoke(2)) is None
    refused(state, Revoke(0), Rule.REVOKE_SHOWN)
    state = play(state, "Oh Kh")
    assert lorum.tricks_of(state)[-1].leader == 1
    refused(state, Revoke(1), Rule.REVOKE_SHOWN)
