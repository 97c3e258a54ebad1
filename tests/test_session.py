"""Sessions: schedules, choosing, doubling, ends, ties and extra deals."""

from __future__ import annotations

from typing import Any

import pytest
from builders import (
    WHOLE_SUITS,
    completed,
    dealt,
    legal,
    play,
    play_out,
    refused,
    result,
    score,
    session,
)

import lorum
from lorum import ChooseContract, Decline, Double, Rule, ScoreDeal, SessionState, record
from lorum.schedule import Schedule

CORE = ["reds", "obers", "no-tricks", "lorum"]
ALL_K = [*CORE, "king-of-hearts", "first-and-last", "fifth-trick", "all-bad"]
E8 = ["reds", "obers", "tricks", "first-and-last", "fifth-trick", "red-king", "lorum", "unter-laying"]
P7 = ["hearts", "obers", "no-tricks", "quartets", "fast-train", "hairy-ape", "lorum"]


def some_points(state: SessionState, contract: str, seat: int = 0) -> list[int]:
    """Points that can arise in a contract, all of them on one seat where that is possible."""
    rules = state.variant
    total = rules.contract(contract).total(rules.players, len(rules.pack) // rules.players, rules.table.pack)
    if total is None and contract == "red-king":
        total = 8
    points = [0] * rules.players
    if total is not None:
        points[seat] = total
        return points
    # A contract with cards left: the same number for everybody but one.
    assert state.deal
    points = [1] * rules.players
    points[state.deal.dealer] = 0
    if contract == "unter-laying":
        points[seat % 4], points[(seat + 1) % 4], points[(seat + 2) % 4], points[(seat + 3) % 4] = 6, 0, 1, 3
    elif contract == "lorum" and rules.id != "eight-games":
        points = [2] * rules.players
        points[state.deal.dealer] = 0
    return points


def schedule(state: SessionState) -> list[tuple[int, str]]:
    """Dealers and contracts of a session entered by points, the first open contract chosen every time."""
    seen = []
    while state.phase != "finished":
        assert state.deal
        open_contracts = open_now(state)
        contract = open_contracts[0]
        seen.append((state.deal.dealer, contract))
        state = score(state, some_points(state, contract), contract)
        if state.phase == "deal" and state.deal and state.deal.tied:
            break
    return seen


def open_now(state: SessionState) -> list[str]:
    """The contracts that may be entered now."""
    return [
        contract
        for contract in state.variant.contracts
        if lorum.violation(state, ScoreDeal(some_points(state, contract), contract)) is None
    ]


# Schedules


@pytest.mark.rule(Rule.SESSION_ROUND, Rule.CHOOSE_OPEN, Rule.CHOOSE_DECLARER)
def test_a_round_has_one_deal_of_each_contract() -> None:
    """K1.4, K4.3, K4.4, K4.7: after the deal the dealer chooses what the round still lacks."""
    state = session("compendium", contracts=["lorum", "reds"], first_dealer=3)
    assert state.deal
    assert state.deal.contract is None
    state = dealt(state)
    assert (state.phase, state.to_act, legal(state)) == ("choose", 3, "lorum reds")
    assert state.open_contracts == ("lorum", "reds")
    refused(state, ChooseContract("lorum", seat=0), Rule.TABLE_TURN)
    refused(state, ChooseContract("obers"), Rule.CHOOSE_OPEN)
    refused(state, ChooseContract("hearts"), Rule.CHOOSE_OPEN)
    refused(state, ChooseContract(""), Rule.CHOOSE_OPEN)
    state = play_out(play(state, "lorum"))
    refused(state, ScoreDeal([0, 2, 2, 2], "lorum"), Rule.CHOOSE_OPEN)
    state = dealt(state)
    assert (state.to_act, legal(state)) == (0, "reds")
    refusal = refused(state, "lorum", Rule.CHOOSE_OPEN)
    assert refusal.facts == {"contract": "lorum"}
    state = play_out(play(state, "reds"))
    assert legal(dealt(state)) == "lorum reds"


@pytest.mark.rule(Rule.SESSION_ROUND, Rule.SESSION_ROUNDS)
def test_a_whole_session_of_rounds() -> None:
    """K4.4, K12.1: eight deals a round, four rounds, each contract four times, the deal going round."""
    seen = schedule(session("compendium", 1, tie_break="shared"))
    assert len(seen) == 32
    assert [dealer for dealer, _ in seen] == [(1 + i) % 4 for i in range(32)]
    for number in range(4):
        assert [contract for _, contract in seen[8 * number : 8 * number + 8]] == ALL_K


@pytest.mark.rule(Rule.SESSION_EACH_DEALER)
def test_each_dealer_plays_every_contract() -> None:
    """K4.7, K11.2: a dealer's own earlier choices bind, not the others'; then all are open again."""
    state = session("compendium", contracts=["reds", "obers", "lorum"], schedule="each-dealer", rounds=2)
    assert state.variant.deals == 24
    for dealer in range(4):
        assert state.deal
        assert state.deal.dealer == dealer
        assert open_now(state) == ["reds", "obers", "lorum"]
        state = score(state, [8, 0, 0, 0], "reds" if dealer else "obers")
    assert open_now(state) == ["reds", "lorum"]
    refused(state, ScoreDeal([8, 0, 0, 0], "obers"), Rule.CHOOSE_OPEN)
    assert legal(dealt(state)) == "reds lorum"
    state = score(state, [8, 0, 0, 0], "reds")
    assert open_now(state) == ["obers", "lorum"]
    while len(state.results) < 12:
        contract = open_now(state)[0]
        state = score(state, some_points(state, contract), contract)
    assert open_now(state) == ["reds", "obers", "lorum"]


@pytest.mark.rule(Rule.SESSION_BY_DEALER, Rule.DEAL_ROTATION)
@pytest.mark.parametrize(
    ("variant", "options", "dealers", "contracts"),
    [
        ("seven-contracts", {}, [2, 1, 0, 3], P7),
        ("seven-contracts", {"contracts": ["lorum", "hearts"]}, [2, 1, 0, 3], ["lorum", "hearts"]),
        ("eight-games", {"schedule": "by-dealer"}, [2, 3, 0, 1], E8),
        ("eight-games", {"schedule": "by-dealer", "direction": "counter-clockwise"}, [2, 1, 0, 3], E8),
    ],
)
def test_one_dealer_conducts_all_contracts(
    variant: str, options: dict[str, Any], dealers: list[int], contracts: list[str]
) -> None:
    """P1.2, P2.4, E1.3: all contracts in order, then the deal passes on."""
    state = session(variant, 2, **options)
    assert state.variant.deals == 4 * len(contracts)
    seen = schedule(state)
    assert seen == [(dealer, contract) for dealer in dealers for contract in contracts]


@pytest.mark.rule(Rule.SESSION_BY_GAME, Rule.DEAL_ROTATION)
@pytest.mark.parametrize(
    ("direction", "dealers"), [("clockwise", [2, 3, 0, 1]), ("counter-clockwise", [2, 1, 0, 3])]
)
@pytest.mark.parametrize("contracts", [E8, ["unter-laying", "reds"]])
def test_each_game_is_played_with_every_dealer(
    direction: str, dealers: list[int], contracts: list[str]
) -> None:
    """E1.2, E1.3, E1.4: one game four times, the deal moving on each time, then the next game."""
    state = session("eight-games", 2, direction=direction, contracts=contracts)
    assert state.variant.deals == 4 * len(contracts)
    assert schedule(state) == [(dealer, contract) for contract in contracts for dealer in dealers]
    assert state.deal
    assert state.deal.contract == contracts[0]
    refused(state, ScoreDeal([8, 0, 0, 0], contracts[1]), Rule.CHOOSE_OPEN)


def test_every_schedule_has_its_clause() -> None:
    """K4.3, P1.2, E1.2: its id is the word that a variant file uses."""
    assert [schedule.rule.value for schedule in Schedule] == [f"session.{word}" for word in Schedule]
    assert lorum.get_variant("seven-contracts").plan.schedule.rule is Rule.SESSION_BY_DEALER


def test_a_fixed_contract_is_not_chosen() -> None:
    """P1.2, E1.2: the cards dealt, play or asking begins."""
    assert dealt(session("seven-contracts")).phase == "play"
    state = dealt(session("eight-games", contracts=["red-king"]))
    assert (state.phase, state.open_contracts) == ("announce", None)
    refused(state, ChooseContract("red-king"), Rule.PLAY_PHASE)


@pytest.mark.rule(Rule.SESSION_ROUNDS)
@pytest.mark.parametrize(
    ("variant", "options", "rounds", "deals"),
    [
        ("compendium", {}, 4, 32),
        ("compendium", {"players": 3}, 3, 24),
        ("compendium", {"schedule": "each-dealer"}, 1, 32),
        ("compendium", {"schedule": "each-dealer", "players": 3}, 1, 24),
        ("compendium", {"schedule": "each-dealer", "rounds": 3}, 3, 96),
        ("compendium", {"rounds": 3}, 3, 24),
        ("compendium", {"rounds": 99}, 99, 792),
        ("compendium", {"rounds": 1, "contracts": ["reds"]}, 1, 1),
        ("compendium", {"contracts": ["reds", "lorum"]}, 4, 8),
        ("compendium-three", {}, 3, 24),
        ("compendium-three", {"players": 4}, 4, 32),
        ("compendium-short", {}, 2, 8),
        ("compendium-short", {"players": 3}, 3, 12),
        ("compendium-short", {"players": 3, "rounds": 1}, 1, 4),
        ("compendium-short", {"contracts": ["reds"]}, 2, 2),
        ("compendium-extended", {}, 2, 64),
        ("compendium-extended", {"players": 3}, 2, 48),
        ("compendium-extended", {"schedule": "round"}, 2, 16),
        ("compendium-extended", {"rounds": 1}, 1, 32),
        ("compendium-beans", {}, 4, 32),
    ],
)
def test_how_many_rounds(variant: str, options: dict[str, Any], rounds: int, deals: int) -> None:
    """K4.6, K11.1, K11.2, K11.5: as many rounds as players, unless agreed otherwise."""
    rules = lorum.get_variant(variant, **options)
    assert (rules.options["rounds"], rules.deals) == (rounds, deals)
    assert record.summary(session(rules))["deals"] == {"played": 0, "planned": deals}


@pytest.mark.rule(Rule.SESSION_CORE_CONTRACTS)
@pytest.mark.parametrize(
    ("contracts", "departs"),
    [
        (ALL_K, False),
        (CORE, False),
        (list(reversed(CORE)), False),
        ([*CORE, "all-bad"], False),
        (CORE[:3], True),
        (["reds"], True),
        (ALL_K[4:], True),
        *(([id for id in ALL_K if id != missing], missing in CORE) for missing in ALL_K),
    ],
)
def test_a_set_without_the_core_is_a_departure(contracts: list[str], departs: bool) -> None:
    """K1.6, K1.7: playable, and said of the variant."""
    rules = lorum.get_variant("compendium", contracts=contracts)
    assert rules.departures == ((Rule.SESSION_CORE_CONTRACTS,) if departs else ())
    assert rules.contracts == tuple(contracts)
    assert legal(dealt(session(rules))) == " ".join(contracts)
    assert (
        lorum.get_variant("compendium").departures == lorum.get_variant("compendium-short").departures == ()
    )


@pytest.mark.rule(Rule.SESSION_CONTRACT_LIST)
@pytest.mark.parametrize(("variant", "contracts"), [("seven-contracts", P7), ("eight-games", E8)])
def test_another_list_is_a_departure(variant: str, contracts: list[str]) -> None:
    """K1.7, P2.8, E1.2: all contracts of the document in its order, or a table's own rule."""
    assert lorum.get_variant(variant).departures == ()
    assert lorum.get_variant(variant, contracts=contracts).departures == ()
    assert lorum.get_variant(variant, contracts=contracts) == lorum.get_variant(variant)
    for other in (contracts[:-1], contracts[::-1], contracts[:1]):
        rules = lorum.get_variant(variant, contracts=other)
        assert rules.departures == (Rule.SESSION_CONTRACT_LIST,)
        assert rules.contracts == tuple(other)


# Doubling


@pytest.mark.rule(Rule.DOUBLE_DEALER)
def test_the_dealer_may_double() -> None:
    """K11.3, K11.4: after the contract is chosen, before the first card; any deal, no limit."""
    state = session("compendium", 2, doubling=True)
    for contract in ("reds", "lorum", "obers"):
        assert state.deal
        dealer = state.deal.dealer
        state = play(dealt(state), contract)
        assert (state.phase, state.to_act, legal(state)) == ("double", dealer, "double decline")
        assert state.deal
        assert (state.deal.contract, state.deal.doubled) == (contract, False)
        refused(state, Double(seat=(dealer + 1) % 4), Rule.TABLE_TURN)
        refused(state, "7a", Rule.PLAY_PHASE)
        declined = play(state, "decline")
        assert declined.phase == "play"
        assert declined.deal
        assert declined.deal.doubled is False
        plain = result(play_out(declined))
        state = play(state, "double")
        assert state.deal
        assert state.deal.doubled is True
        assert state.to_act == (dealer + 1) % 4
        state = play_out(state)
        assert result(state).doubled
        assert result(state).points == tuple(2 * own for own in plain.points)
    assert (
        Decline(seat=2)
        in play(play(dealt(session("compendium", 2, doubling=True)), "reds"), "decline").actions
    )


@pytest.mark.rule(Rule.DOUBLE_DEALER)
def test_doubling_must_be_agreed() -> None:
    """K11.3, K9.3: without the option nobody is asked; an entered deal cannot be doubled either."""
    state = play(dealt(session("compendium")), "reds")
    assert state.phase == "play"
    refused(state, "double", Rule.PLAY_PHASE)
    refused(session("compendium"), ScoreDeal([8, 0, 0, 0], "reds", doubled=True), Rule.DOUBLE_DEALER)
    refused(session("seven-contracts"), ScoreDeal([8, 0, 0, 0], doubled=True), Rule.DOUBLE_DEALER)
    doubled = score(session("compendium", doubling=True), [8, 0, 0, 0], "reds", doubled=True)
    assert (result(doubled).points, result(doubled).doubled) == ((16, 0, 0, 0), True)
    assert doubled.totals == (16, 0, 0, 0)


# Ends


def after(variant: str, points: list[list[int]], contracts: list[str], **options: Any) -> SessionState:
    """A session of these contracts, entered by points."""
    state = session(variant, contracts=list(dict.fromkeys(contracts)), **options)
    for contract, one in zip(contracts, points, strict=True):
        state = score(state, one, contract)
    return state


@pytest.mark.rule(Rule.SESSION_LOWEST_WINS)
@pytest.mark.parametrize("variant", ["compendium", "eight-games"])
def test_the_lowest_total_wins(variant: str) -> None:
    """K3.1, K8.10, K9.1, E1.8: after the last deal."""
    points = [[8, 0, 0, 0], [0, 0, 8, 0], [0, 0, 0, 8], [1, 3, 2, 2]]
    options = {"rounds": 4} if variant == "compendium" else {}
    state = after(variant, points, ["reds"] * 4, **options)
    assert state.phase == "finished"
    assert state.totals == (9, 3, 10, 10)
    assert state.winners == state.leaders == (1,)
    assert state.variant.wins == "lowest"
    assert state.deal is None
    unfinished = after(variant, points[:3], ["reds"] * 3, **options)
    assert (unfinished.winners, unfinished.leaders) == ((), (1,))


@pytest.mark.rule(Rule.SESSION_HIGHEST_WINS)
def test_the_highest_balance_wins() -> None:
    """P2.6: transfers may go below zero."""
    state = after("seven-contracts", [[8, 0, 0, 0], [0, 4, 4, 0], [2, 2, 4, 0], [3, 3, 2, 0]], ["hearts"] * 4)
    assert state.totals == (24 + 4 - 2 - 3, -8 - 4 - 2 - 3, -8 - 4 - 4 - 2, -8 + 4 + 8 + 8)
    assert state.winners == (0,)
    assert state.variant.wins == "highest"


@pytest.mark.rule(Rule.SESSION_SHARED)
def test_a_tie_is_shared() -> None:
    """P2.6, E1.9, K9.3: the players with the same best result share the win; in K by option."""
    level = [[4, 4, 0, 0], [0, 0, 4, 4], [4, 0, 4, 0], [4, 0, 0, 4]]
    e = after("eight-games", level, ["reds"] * 4)
    assert (e.totals, e.winners) == ((12, 4, 8, 8), (1,))
    e = after("eight-games", [[8, 0, 0, 0]] * 4, ["reds"] * 4)
    assert e.winners == (1, 2, 3)
    p = after("seven-contracts", [[2, 2, 2, 2]] * 4, ["hearts"] * 4)
    assert p.winners == (0, 1, 2, 3)
    k = after("compendium", [[8, 0, 0, 0]], ["reds"], rounds=1, tie_break="shared")
    assert (k.phase, k.winners) == ("finished", (1, 2, 3))


# Extra deals


@pytest.mark.rule(Rule.SESSION_EXTRA_DEAL, Rule.CHOOSE_TIE_BREAK)
@pytest.mark.parametrize(
    ("points", "tied", "chooser"),
    [
        # Dealer of the fifth deal is seat 0 again, with four deals before it.
        ([[8, 0, 0, 0]] * 4, (1, 2, 3), 1),
        ([[0, 8, 0, 0]] * 4, (0, 2, 3), 2),
        ([[0, 4, 4, 0]] * 4, (0, 3), 3),
        ([[2, 2, 2, 2]] * 4, (0, 1, 2, 3), 1),
        ([[0, 0, 4, 4]] * 4, (0, 1), 1),
    ],
)
def test_the_tied_player_nearest_after_the_dealer_enters_the_choice(
    points: list[list[int]], tied: tuple[int, ...], chooser: int
) -> None:
    """K9.2, K9.3: everybody plays, any contract of the set may be chosen; a dealer who is tied comes last."""
    state = session("compendium", contracts=["reds"], rounds=4)
    for one in points:
        state = score(state, one, "reds")
    assert state.phase == "deal"
    assert state.deal
    assert (state.deal.number, state.deal.dealer, state.deal.tied) == (5, 0, tied)
    assert state.winners == ()
    state = dealt(state)
    assert (state.phase, state.to_act) == ("choose", chooser)
    refused(state, ChooseContract("reds", seat=(chooser + 1) % 4), Rule.TABLE_TURN)


def test_a_tied_dealer_chooses_last() -> None:
    """K9.3: the dealer is tied with the player before: that one enters the choice."""
    state = score(session("compendium", contracts=["reds"], rounds=1), [0, 0, 4, 4])
    assert state.deal
    assert (state.deal.dealer, state.deal.tied) == (1, (0, 1))
    assert dealt(state).to_act == 0


@pytest.mark.rule(Rule.SESSION_EXTRA_DEAL)
def test_extra_deals_until_one_is_left() -> None:
    """K9.2, K9.3: the fewest points among the tied win, again while tied; apart from the totals."""
    state = score(session("compendium", contracts=["reds", "obers"], rounds=1), [8, 0, 0, 0], "reds")
    state = score(state, [8, 0, 0, 0], "obers")
    assert state.deal
    assert (state.totals, state.deal.tied, state.deal.dealer) == ((16, 0, 0, 0), (1, 2, 3), 2)
    refused(state, ScoreDeal([0, 2, 2, 4]), Rule.CHOOSE_OPEN)  # the contract must be named
    assert legal(dealt(state)) == "reds obers"
    refused(dealt(state), "lorum", Rule.CHOOSE_OPEN)
    state = score(state, [0, 2, 2, 4], "reds")  # seat 0 took fewest, but is not compared
    assert state.phase == "deal"
    assert state.deal
    assert (state.deal.tied, state.deal.dealer, state.deal.number) == ((1, 2), 3, 4)
    one = state.results[-1]
    assert (one.tie_break, one.points, one.change, one.pot_change) == (True, (0, 2, 2, 4), (0, 0, 0, 0), 0)
    assert state.totals == (16, 0, 0, 0)
    state = score(state, [4, 2, 2, 0], "obers")  # a second tie
    assert state.deal
    assert (state.deal.tied, state.deal.dealer) == ((1, 2), 0)
    state = play_out(play(dealt(state, completed(state.variant, {})), "reds"))
    while state.phase != "finished":
        state = score(state, [0, 1, 7, 0], "reds")
    assert len(state.winners) == 1
    assert state.winners[0] in (1, 2)
    assert state.totals == (16, 0, 0, 0)
    assert all(one.tie_break for one in state.results[2:])
    assert record.summary(state)["deals"] == {"played": len(state.results), "planned": 2}
    refused(state, ScoreDeal([8, 0, 0, 0], "reds"), Rule.PLAY_OVER)


def test_a_tie_break_deal_is_not_doubled() -> None:
    """K9.3: nobody is asked, and none can be entered doubled."""
    state = score(session("compendium", contracts=["reds"], rounds=1, doubling=True), [8, 0, 0, 0])
    refused(state, ScoreDeal([8, 0, 0, 0], "reds", doubled=True), Rule.DOUBLE_DEALER)
    state = play(dealt(state), "reds")
    assert state.phase == "play"
    refused(state, "double", Rule.PLAY_PHASE)


@pytest.mark.rule(Rule.SESSION_EXTRA_DEAL, Rule.CHOOSE_TIE_BREAK)
@pytest.mark.parametrize("schedule", ["by-game", "by-dealer"])
@pytest.mark.parametrize("direction", ["clockwise", "counter-clockwise"])
def test_extra_deals_of_e(schedule: str, direction: str) -> None:
    """E1.9, K9.3: by option; the deal passes on, a tied player chooses any game of the set."""
    step = 1 if direction == "clockwise" else -1
    options: dict[str, Any] = {
        "contracts": ["reds", "red-king"],
        "schedule": schedule,
        "direction": direction,
    }
    state = session("eight-games", 1, tie_break="extra-deal", **options)
    last_dealer = None
    while len(state.results) < 8:
        assert state.deal
        last_dealer = state.deal.dealer
        state = score(state, [8, 0, 0, 0])
    assert last_dealer == (1 + 3 * step) % 4
    assert state.deal
    assert (state.deal.tied, state.deal.contract) == ((1, 2, 3), None)
    assert state.deal.dealer == (last_dealer + step) % 4 == 1
    state = dealt(state)
    chooser = 2 if step == 1 else 3
    assert (state.to_act, legal(state)) == (chooser, "reds red-king")
    state = play(state, "red-king")
    assert state.phase == "announce"
    while state.phase == "announce":
        state = play(state, "decline")
    state = play_out(state)
    assert state.totals == (64, 0, 0, 0)
    while state.phase != "finished":
        assert state.deal
        assert state.deal.tied
        state = (
            score(state, [0] * 3 + [8], "red-king")
            if 3 in state.deal.tied
            else score(state, [0, 0, 8, 0], "red-king")
        )
    assert len(state.winners) == 1


def test_no_extra_deal_without_a_tie() -> None:
    """K9.1: one lowest total ends the session."""
    state = score(session("compendium", contracts=["reds"], rounds=1), [1, 2, 3, 2])
    assert (state.phase, state.winners) == ("finished", (0,))


# The session as a whole


def test_deal_in_hand_and_its_facts() -> None:
    """K8.1: from the moment its cards are waited for until the session goes on to the next."""
    state = session("compendium", 1)
    facts = record.summary(state)["deal"]
    assert facts == {
        "number": 1,
        "dealer": 1,
        "forehand": 2,
        "contract": None,
        "doubled": False,
        "tied": None,
    }
    state = dealt(state)
    assert record.summary(state)["open"] == ALL_K
    assert record.summary(state)["deal"]["contract"] is None
    state = play(state, "lorum")
    assert record.summary(state)["deal"]["contract"] == "lorum"
    assert record.summary(state)["open"] is None
    state = play_out(state)
    assert record.summary(state)["deal"]["number"] == 2


@pytest.mark.rule(Rule.DEAL_ROTATION)
@pytest.mark.parametrize("contracts", [["tricks"], ["tricks", "reds"]])
def test_the_deal_passes_on_in_extra_deals_after_whole_dealers(contracts: list[str]) -> None:
    """K9.3, E1.3: where one dealer conducts all games, each extra deal has the next dealer."""
    state = session("eight-games", 1, contracts=contracts, schedule="by-dealer", tie_break="extra-deal")
    for _ in range(4 * len(contracts)):
        state = score(state, [2, 2, 2, 2])
    dealers = []
    for _ in range(5):
        assert state.deal
        dealers.append(state.deal.dealer)
        state = score(state, [2, 2, 2, 2], "tricks")
    assert dealers == [1, 2, 3, 0, 1]


def test_there_is_no_such_dealer() -> None:
    """K1.2, K1.5: any seat at the table may deal first."""
    with pytest.raises(lorum.ArgumentError, match="no seat 3 in compendium-three"):
        session("compendium-three", 3)


def test_hands_are_held_from_the_deal_on() -> None:
    """K4.3, K11.4: while the contract is chosen, while the dealer may double, and in play."""
    state = dealt(session("compendium", doubling=True))
    for word in ("no-tricks", "decline"):
        assert [lorum.format_cards(hand) for hand in state.hands] == list(WHOLE_SUITS)
        assert lorum.observe(state, None).held == (8, 8, 8, 8)
        state = play(state, word)
    assert [lorum.format_cards(hand) for hand in state.hands] == list(WHOLE_SUITS)


@pytest.mark.parametrize("doubled", [False, True])
def test_the_deal_just_ended_while_beans_are_bought(doubled: bool) -> None:
    """K8.5, K11.3: the deal in hand is still the one that brought the debt."""
    state = session("compendium", 2, scoring="beans", doubling=True)
    state = score(state, [28, 0, 0, 0], "all-bad", doubled=doubled)
    assert state.phase == "buy-in"
    assert record.summary(state)["deal"] == {
        "number": 1,
        "dealer": 2,
        "forehand": 3,
        "contract": "all-bad",
        "doubled": doubled,
        "tied": None,
    }


def test_actions_tell_all_with_seats() -> None:
    """All so far, the claims of seats filled in; the same actions give the same session."""
    state = session("compendium", doubling=True)
    state = play(dealt(state), "lorum double")
    state = score(play_out(state), [8, 0, 0, 0], "reds", doubled=True)
    state = play(dealt(state), "obers decline")
    state = lorum.apply(state, lorum.legal_actions(state)[0])
    actions = state.actions
    assert actions[0] == lorum.DealCards(WHOLE_SUITS)
    assert actions[1:3] == (ChooseContract("lorum", seat=0), Double(seat=0))
    assert ScoreDeal([8, 0, 0, 0], "reds", doubled=True) in actions
    assert actions[-3:] == (
        ChooseContract("obers", seat=2),
        Decline(seat=2),
        lorum.Play(lorum.Card("7b"), seat=3),
    )
    again = session("compendium", doubling=True)
    for action in actions:
        again = lorum.apply(again, action)
    assert again == state
    assert state.deal_actions == actions[-3:]


@pytest.mark.rule(Rule.SESSION_EXTRA_DEAL, Rule.DEAL_HANDS)
def test_the_last_trick_of_a_tie_break_deal_is_the_eighth() -> None:
    """E5.3, E5.5: with two cards each the last trick is the second; a tie-break deal has full hands."""
    options: dict[str, Any] = {"contracts": ["first-and-last"], "tie_break": "extra-deal"}
    state = session("eight-games-two-cards", **options)
    for number in range(4):  # everybody has two cards of a suit: who leads takes both tricks
        ranks = ["78", "9T", "UO", "KA"][number]
        state = play_out(dealt(state, [f"{ranks[0]}{suit} {ranks[1]}{suit}" for suit in "alhb"]))
    assert [result.points for result in state.results] == [
        (0, 8, 0, 0),
        (0, 0, 8, 0),
        (0, 0, 0, 8),
        (8, 0, 0, 0),
    ]
    assert [line.what for line in state.results[0].lines] == ["trick 1", "trick 2"]
    state = play_out(play(dealt(state), "first-and-last"))
    assert [line.what for line in state.results[-1].lines] == ["trick 1", "trick 8"]
