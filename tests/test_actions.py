"""Actions as values, their numbers, the order in which refusals are found, and states as values."""

from __future__ import annotations

import copy
import os
import pickle
import subprocess
import sys
from collections.abc import Callable, Iterator
from typing import Any

import pytest
from builders import (
    WHOLE_SUITS,
    completed,
    deal,
    dealt,
    house,
    legal,
    play,
    play_out,
    refused,
    score,
    session,
)

import lorum
from lorum import (
    PACK,
    Announce,
    ArgumentError,
    BuyIn,
    Card,
    ChooseContract,
    DealCards,
    DealState,
    Decline,
    Double,
    Pass,
    Play,
    Revoke,
    Rule,
    ScoreDeal,
    SessionState,
    record,
)
from lorum.actions import OfPlayer, OfTable
from lorum.errors import quoted

State = SessionState | DealState


# Actions as values


def test_actions_check_their_fields() -> None:
    wrong: list[tuple[Any, dict[str, Any]]] = [
        (Play, {"card": "Kh"}), (Play, {"card": None}), (Play, {"card": 3}),
        (Play, {"card": Card("Kh"), "seat": 4}),
        (Pass, {"seat": "0"}), (Decline, {"seat": -1}), (Double, {"seat": True}), (Announce, {"seat": 1.0}),
        (BuyIn, {"seat": [0]}),
        (ChooseContract, {"contract": None}), (ChooseContract, {"contract": 1}),
        (ChooseContract, {"contract": b"reds"}),
        (Revoke, {"seat": None}), (Revoke, {"seat": True}), (Revoke, {"seat": 4}), (Revoke, {"seat": "1"}),
        (DealCards, {"hands": "7a"}), (DealCards, {"hands": None}), (DealCards, {"hands": 4}),
        (DealCards, {"hands": [7]}),
        (DealCards, {"hands": [["7a"]]}), (DealCards, {"hands": [None]}),
        (DealCards, {"hands": [], "stock": 3}),
        (DealCards, {"hands": [], "stock": ["7a"]}), (DealCards, {"hands": [], "stock": None}),
        (ScoreDeal, {"points": "3320"}), (ScoreDeal, {"points": 8}), (ScoreDeal, {"points": None}),
        (ScoreDeal, {"points": [1.0]}), (ScoreDeal, {"points": [True]}), (ScoreDeal, {"points": [-1]}),
        (ScoreDeal, {"points": ["3"]}), (ScoreDeal, {"points": [10**9]}), (ScoreDeal, {"points": [10**5000]}),
        (ScoreDeal, {"points": [8], "contract": 1}), (ScoreDeal, {"points": [8], "doubled": 1}),
        (ScoreDeal, {"points": [8], "doubled": None}), (ScoreDeal, {"points": [8], "revoked_by": True}),
        (ScoreDeal, {"points": [8], "revoked_by": 4}), (ScoreDeal, {"points": [8], "revoked_by": "0"}),
    ]  # fmt: skip
    for kind, fields in wrong:
        with pytest.raises(ArgumentError):
            kind(**fields)
    for hands in (["7x"], ["7a 7a"], ["7a,8a"]):
        with pytest.raises(lorum.NotationError):
            DealCards(hands)
    for kind, fields in ((Play, {}), (ChooseContract, {}), (Revoke, {}), (DealCards, {}), (ScoreDeal, {})):
        with pytest.raises(TypeError):
            kind(**fields)


def test_a_claim_is_part_of_an_action_and_not_of_a_state() -> None:
    assert Pass() == Pass(seat=None) != Pass(seat=1)
    assert Play(Card("Kh")) == Play(Card("Qh").__class__("K♥"))
    assert hash(Play(Card("Kh"), seat=2)) == hash(Play(Card("Kh"), seat=2))
    with pytest.raises(TypeError):
        Pass(1)  # type: ignore[call-arg]
    state = deal("compendium", "no-tricks", dealer=3)
    assert lorum.apply(state, Play(Card("7a"))) == lorum.apply(state, Play(Card("7a"), seat=0))
    assert lorum.apply(state, Play(Card("7a"))).actions == (Play(Card("7a"), seat=0),)


def test_kinds_of_actions() -> None:
    table = (DealCards, ScoreDeal, Revoke)
    players = (ChooseContract, Double, Decline, Announce, Play, Pass, BuyIn)
    assert all(issubclass(kind, lorum.TableAction) for kind in table)
    assert all(issubclass(kind, lorum.PlayerAction) for kind in players)
    assert [kind.kind for kind in table] == ["deal", "score", "revoke"]
    assert [kind.kind for kind in players] == [
        "choose",
        "double",
        "decline",
        "announce",
        "play",
        "pass",
        "buy-in",
    ]


NUMBERS: list[tuple[lorum.PlayerAction, int]] = [
    *((Play(card), i) for i, card in enumerate(PACK)),
    (Pass(), 32), (Decline(), 33), (Double(), 34), (Announce(), 35), (BuyIn(), 36),
]  # fmt: skip
CONTRACTS = {
    "compendium": "reds obers no-tricks lorum king-of-hearts first-and-last fifth-trick all-bad",
    "seven-contracts": "hearts obers no-tricks quartets fast-train hairy-ape lorum",
    "eight-games": "reds obers tricks first-and-last fifth-trick red-king lorum unter-laying",
}


@pytest.mark.parametrize("variant", CONTRACTS)
def test_numbers_of_actions_are_fixed(variant: str) -> None:
    """The numbers follow the document, whatever the table's own list of contracts is."""
    names = CONTRACTS[variant].split()
    for rules in (lorum.get_variant(variant), lorum.get_variant(variant, contracts=[names[-1], names[1]])):
        numbered = [*NUMBERS, *((ChooseContract(name), 37 + i) for i, name in enumerate(names))]
        for action, number in numbered:
            assert lorum.action_index(rules, action) == number
            assert lorum.action_at(rules, number) == action
        for wrong in (-1, 37 + len(names), True, 1.0, "1", None, 10**5000):
            with pytest.raises(ArgumentError):
                lorum.action_at(rules, wrong)  # type: ignore[arg-type]
        for fact in (DealCards([]), ScoreDeal([8, 0, 0, 0]), Revoke(1), None, "pass", 3):
            with pytest.raises(ArgumentError):
                lorum.action_index(rules, fact)  # type: ignore[arg-type]
        with pytest.raises(ArgumentError):
            lorum.action_index(rules, ChooseContract("whist"))
    assert lorum.action_index(rules, Pass(seat=3)) == 32


def test_order_of_legal_actions() -> None:
    """Plays in pack order, contracts in the variant's order, doing before declining, a lone pass."""
    given = {1: "Ab 7a Kh 9l 8b Th Oa 7l"}
    assert legal(deal("compendium", "no-tricks", given)) == "7a Oa 7l 9l Th Kh 8b Ab"
    mine = ["lorum", "reds", "all-bad", "obers"]
    choosing = dealt(session("compendium", contracts=mine, doubling=True))
    assert legal(choosing) == "lorum reds all-bad obers"
    assert legal(play(choosing, "obers")) == "double decline"
    announcing = deal("eight-games", "red-king", {1: "Kh"})
    assert legal(announcing) == "announce decline"
    assert legal(play(announcing, "announce")) == "decline"
    broke = score(session("compendium", scoring="beans"), [0, 0, 14, 14], "all-bad")
    assert legal(broke) == "buy-in decline"
    stuck = play(deal("compendium", "lorum", {1: "Ua", 2: "7l 8l 7h 8h 7b 8b Al Ah"}), "Ua")
    assert legal(stuck) == "pass"
    assert legal(session("compendium")) == legal(finished()) == ""
    assert legal(play_out(deal("compendium", "reds"))) == ""


def finished() -> SessionState:
    state = session("eight-games", contracts=["tricks"])
    for _ in range(4):
        state = score(state, [8, 0, 0, 0])
    assert state.phase == "finished"
    return state


# Refusals


def every_action() -> Iterator[lorum.Action]:
    """One action of every kind, each in some way that is right somewhere."""
    yield from (DealCards(WHOLE_SUITS), ScoreDeal([8, 0, 0, 0], "reds"), Revoke(1), ChooseContract("reds"))
    yield from (Double(), Decline(), Announce(), Play(Card("7a")), Pass(), BuyIn())


def states_by_phase() -> dict[str, SessionState]:
    """A state of a session in every phase."""
    doubling = dealt(session("compendium", doubling=True))
    king = dealt(session("eight-games", contracts=["red-king"]))
    return {
        "deal": session("compendium"),
        "choose": doubling,
        "double": play(doubling, "reds"),
        "announce": king,
        "play": play(doubling, "reds decline"),
        "buy-in": score(session("compendium", scoring="beans"), [0, 0, 14, 14], "all-bad"),
        "finished": finished(),
    }


KINDS_OF_PHASE = {
    "deal": (DealCards, ScoreDeal),
    "choose": (ChooseContract,),
    "double": (Double, Decline),
    "announce": (Announce, Decline),
    "play": (Play, Pass, Revoke),
    "buy-in": (BuyIn, Decline),
    "finished": (),
}


@pytest.mark.rule(Rule.PLAY_PHASE)
@pytest.mark.parametrize("phase", [phase for phase in KINDS_OF_PHASE if phase != "finished"])
def test_each_kind_of_action_belongs_to_its_phase(phase: str) -> None:
    """K4.3, K8.5, K11.4, E7.3: dealing, choosing, doubling, announcing, playing, buying, each in its time."""
    state = states_by_phase()[phase]
    assert state.phase == phase
    for action in every_action():
        refusal = lorum.violation(state, action)
        if isinstance(action, KINDS_OF_PHASE[phase]):
            assert refusal is None or refusal.rule is not Rule.PLAY_PHASE
        else:
            assert refused(state, action, Rule.PLAY_PHASE).facts == {"action": action.kind, "phase": phase}
            if isinstance(action, lorum.PlayerAction):
                # The kind comes before the seat.
                fields = {
                    name: getattr(action, name) for name in ("card", "contract") if hasattr(action, name)
                }
                for seat in range(4):
                    refused(state, type(action)(seat=seat, **fields), Rule.PLAY_PHASE)


@pytest.mark.rule(Rule.PLAY_OVER)
def test_nothing_follows_the_end() -> None:
    """K3.1, K5.18, P5.7, E1.8: after the end of a session, or of a deal on its own, no action is possible."""
    for state in (finished(), play_out(deal("compendium", "reds")), play_out(deal("compendium", "lorum"))):
        assert state.phase == "finished"
        assert state.to_act is None
        assert lorum.legal_actions(state) == ()
        for action in every_action():
            refused(state, action, Rule.PLAY_OVER)
        refused(state, Play(Card("7a"), seat=3), Rule.PLAY_OVER)


@pytest.mark.rule(Rule.PLAY_CARD_HELD)
def test_only_a_card_in_hand_is_played() -> None:
    """K5.4, K5.11, P5.2, P5.5: a card of another hand, or one already played, is refused in every family."""
    for variant, contract in (
        ("compendium", "no-tricks"), ("compendium", "lorum"), ("seven-contracts", "quartets"),
        ("seven-contracts", "fast-train"), ("eight-games", "lorum"), ("eight-games", "unter-laying"),
    ):  # fmt: skip
        state = deal(variant, contract)
        for _ in range(6):
            assert state.to_act is not None
            own = set(state.hands[state.to_act])
            for card in set(PACK) - own:
                refusal = refused(state, Play(card), Rule.PLAY_CARD_HELD)
                assert refusal.facts == {"seat": state.to_act, "card": str(card)}
            state = lorum.apply(state, lorum.legal_actions(state)[0])


@pytest.mark.rule(Rule.PLAY_PASS)
def test_nobody_passes_who_has_a_card_to_play() -> None:
    """K5.16, P3.2, P5.2, E1.7: in tricks and chains there is always a card to play, so never a pass."""
    for variant, contract in (
        ("compendium", "reds"),
        ("seven-contracts", "quartets"),
        ("eight-games", "lorum"),
    ):
        state = deal(variant, contract)
        while state.phase == "play":
            refused(state, Pass(), Rule.PLAY_PASS)
            state = lorum.apply(state, lorum.legal_actions(state)[-1])


def test_order_of_refusals(tmp_path: Any) -> None:
    """Session over · kind · seat · card not held · pass with a card to play · suit · limits."""
    # Seat 1 leads Acorns, seat 2 is to follow: its King of Hearts is held but off suit and barred.
    rules = house(
        tmp_path,
        "compendium",
        contract={"reds": {"discard_limits": [{"cards": "Kh"}]}},
        session={"contracts": ["reds"]},
    )
    state = play(deal(rules, "reds", {1: "7a 7h", 2: "8a Kh", 3: "9a Ah"}), "7a")
    refused(state, Announce(seat=3), Rule.PLAY_PHASE)  # phase before seat
    refused(state, Play(Card("Ah"), seat=3), Rule.TABLE_TURN)  # seat before card
    refused(state, Pass(seat=3), Rule.TABLE_TURN)  # seat before passing
    refused(state, Play(Card("Ah"), seat=2), Rule.PLAY_CARD_HELD)  # card before suit
    refused(state, Play(Card("7a")), Rule.PLAY_CARD_HELD)  # played already, though it would follow
    refused(state, Pass(), Rule.PLAY_PASS)
    refused(state, Play(Card("Kh")), Rule.TRICKS_FOLLOW_SUIT)  # suit before limits
    refused(deal(rules, "reds", {1: "7a 7h"}), "7h", Rule.COMPENDIUM_REDS_FIRST_LEAD)
    refused(deal(rules, "reds", {1: "7a 7h"}), "8h", Rule.PLAY_CARD_HELD)  # card before limits
    over = play_out(state)
    refused(over, Announce(seat=3), Rule.PLAY_OVER)  # over before kind and seat


def test_no_message_names_a_card_the_seat_does_not_hold() -> None:
    """What a refusal says depends on the seat's own hand, the table and the action alone."""
    state = play(deal("compendium", "reds", {1: "7a", 2: "8a Kh"}), "7a")
    for card in PACK:
        for action in (Play(card), Play(card, seat=3), Pass()):
            refusal = lorum.violation(state, action)
            if refusal:
                said = str(refusal.to_json())
                others = [str(other) for other in PACK if other is not card and str(other) in said]
                assert set(others) <= {str(mine) for mine in state.hands[2]}


# States as values


def some_states() -> list[State]:
    """States of every variant and phase, deals on their own among them."""
    states: list[State] = list(states_by_phase().values())
    pack = lorum.shuffled(PACK, "states")
    for name in lorum.variants():
        state = session(name)
        rules = state.variant
        for _ in range(2):
            if lorum.violation(state, DealCards([])) is None:
                break
            cards = lorum.shuffled(rules.pack, name)
            try:
                action = lorum.deal_cards(state, cards)
            except ArgumentError:
                action = lorum.deal_cards(state)
            state = lorum.apply(state, action)
            states.append(state)
            while state.deal and state.phase != "deal":
                state = lorum.apply(state, lorum.legal_actions(state)[0])
                states.append(state)
    hands = [lorum.format_cards(pack[i : i + 8]) for i in range(0, 32, 8)]
    for variant, names in CONTRACTS.items():
        for contract in names.split():
            alone: DealState = deal(variant, contract, hands)
            while alone.phase != "finished":
                states.append(alone)
                alone = lorum.apply(alone, lorum.legal_actions(alone)[-1])
            states.append(alone)
    two = session("eight-games-two-cards", contracts=["first-and-last"])
    states.append(two)
    states.append(lorum.apply(two, lorum.deal_cards(two, pack)))
    return states


STATES = some_states()


def test_states_cannot_be_changed() -> None:
    for state in (STATES[0], STATES[4], deal("compendium", "reds")):
        for name in (
            "turn",
            "moves",
            "left",
            "legal",
            "stage",
            "table",
            "phase",
            "totals",
            "hands",
            "anything",
        ):
            with pytest.raises(AttributeError):
                setattr(state, name, 1)
        with pytest.raises(AttributeError):
            del state.turn
        for value in (lorum.legal_actions(state), state.hands, state.actions, state.deal_actions):
            assert isinstance(value, tuple)
    values: list[Any] = [
        Pass(),
        DealCards(WHOLE_SUITS),
        lorum.observe(STATES[4], 0),
        deal("compendium", "reds").deal,
    ]
    for what in values:
        with pytest.raises(AttributeError):
            what.seat = 1


def test_states_copy_and_pickle() -> None:
    for number, state in enumerate(STATES):
        if state.phase == "play" and number % 11:
            continue
        for other in (copy.copy(state), copy.deepcopy(state), pickle.loads(pickle.dumps(state))):
            assert type(other) is type(state)
            assert other == state
            assert hash(other) == hash(state)
            assert lorum.legal_actions(other) == lorum.legal_actions(state)
            assert lorum.position_key(other) == lorum.position_key(state)
            assert other.actions == state.actions
            assert other.hands == state.hands
            assert other.variant == state.variant
            assert record.summary(other) == record.summary(state)


def test_states_pickle_to_another_process(tmp_path: Any) -> None:
    """Hash, key and future are the same there, whatever the seed of Python's own hashes."""
    some = STATES[::12]
    file = tmp_path / "states.pickle"
    file.write_bytes(pickle.dumps((some, [record.summary(state) for state in some])))
    code = (
        "import pickle, sys, lorum\n"
        "from lorum import record\n"
        "states, summaries = pickle.load(open(sys.argv[1], 'rb'))\n"
        "assert [record.summary(state) for state in states] == summaries\n"
        "for state in states:\n"
        "    for action in lorum.legal_actions(state):\n"
        "        assert lorum.violation(state, action) is None\n"
        "        lorum.apply(state, action)\n"
        "open(sys.argv[1], 'wb').write(pickle.dumps(states))\n"
    )
    env = {**os.environ, "PYTHONHASHSEED": "12345", "PYTHONPATH": os.pathsep.join(sys.path)}
    subprocess.run([sys.executable, "-c", code, str(file)], check=True, env=env, timeout=60)
    back = pickle.loads(file.read_bytes())
    assert back == some
    assert [hash(state) for state in back] == [hash(state) for state in some]


def test_states_are_equal_when_all_that_was_done_is() -> None:
    one, two = (play(dealt(session("compendium")), "reds 7l") for _ in range(2))
    assert one == two
    assert hash(one) == hash(two)
    assert len(set(STATES)) == len(STATES)
    assert one != play(dealt(session("compendium")), "obers 7l")
    assert one != play(dealt(session("compendium", 1)), "reds 7h")
    assert one != play(dealt(session("compendium", stop_when_decided=True)), "reds 7l")
    alone: object = deal("compendium", "reds")
    assert play(dealt(session("compendium")), "reds") != alone
    assert deal("compendium", "reds") != deal("compendium", "reds", doubled=True)
    assert deal("compendium", "reds") != deal("compendium", "reds", pot=1)
    # A revoke that says the same as play would have: another history.
    lone = play(deal("compendium", "no-tricks"), "7l 7h 7b 7a")
    assert lorum.apply(lone, Revoke(2)) != lorum.apply(lone, Revoke(3))


def test_forks_go_their_own_ways() -> None:
    state = deal("compendium", "no-tricks", {1: "7a 8a", 2: "9a Ta"})
    left, right = play(state, "7a"), play(state, "8a")
    assert left != right
    assert left.actions != right.actions
    assert state.actions == ()
    assert play(left, "9a").hands != play(left, "Ta").hands
    assert len(state.hands[1]) == 8


def test_position_key_forgets_the_way() -> None:
    """Two tricks in either order come to the same position, though not to equal states."""
    hands = [
        "7a 8a 7l 8l 7h 8h 7b 8b",
        "9a Ta 9l Tl 9h Th 9b Tb",
        "Ua Oa Ul Ol Uh Oh Ub Ob",
        "Ka Aa Kl Al Kh Ah Kb Ab",
    ]
    state = deal("compendium", "no-tricks", hands, dealer=2)
    one = play(state, "Aa 7a 9a Ua Ka 8a Ta Oa")
    two = play(state, "Ka 7a 9a Ua Aa 8a Ta Oa")
    assert one != two
    assert lorum.position_key(one) == lorum.position_key(two)
    assert hash(lorum.position_key(one)) == hash(lorum.position_key(two))
    other = play(state, "Aa 7a 9a Ua Al 7l 9l Ul")
    assert lorum.position_key(one) != lorum.position_key(other)
    keys = {lorum.position_key(state) for state in STATES}
    assert len(keys) > len(STATES) * 0.9
    # Scores decide between sessions: the same totals from the same contracts in either order.
    first = score(score(session("compendium", rounds=1), [8, 0, 0, 0], "reds"), [0, 8, 0, 0], "obers")
    second = score(score(session("compendium", rounds=1), [0, 8, 0, 0], "obers"), [8, 0, 0, 0], "reds")
    third = score(score(session("compendium", rounds=1), [0, 8, 0, 0], "reds"), [8, 0, 0, 0], "obers")
    fourth = score(score(session("compendium", rounds=1), [8, 0, 0, 0], "reds"), [0, 8, 0, 0], "no-tricks")
    assert first != second
    assert lorum.position_key(first) == lorum.position_key(second) == lorum.position_key(third)
    assert lorum.position_key(first) != lorum.position_key(fourth)


def test_what_bears_on_the_future_is_in_the_key() -> None:
    plain = deal("compendium", "king-of-hearts", {1: "Aa 7h", 2: "7a 8h", 3: "8a"})
    assert lorum.position_key(plain) != lorum.position_key(deal("compendium", "king-of-hearts", {1: "Aa 7h"}))
    for options in ({"doubled": True}, {"pot": 5}, {"dealer": 1}):
        assert lorum.position_key(deal("compendium", "reds")) != lorum.position_key(
            deal("compendium", "reds", **options)
        )
    said = play(deal("eight-games", "red-king", {1: "Kh"}), "announce decline decline decline")
    silent = play(deal("eight-games", "red-king", {1: "Kh"}), "decline decline decline decline")
    assert lorum.position_key(said) != lorum.position_key(silent)
    said, silent = play(said, "Kh"), play(silent, "Kh")
    for _ in range(3):
        assert lorum.position_key(said) != lorum.position_key(silent)
        said, silent = (lorum.apply(state, lorum.legal_actions(state)[0]) for state in (said, silent))
    assert lorum.position_key(said) == lorum.position_key(silent)  # the King has fallen


def test_keys_of_sessions() -> None:
    """While a contract is chosen the hands count; in play what is left of them, whoever held the rest."""
    hands = [
        "7a 8a 7l 8l 7h 8h 7b 8b",
        "9a Ta 9l Tl 9h Th 9b Tb",
        "Ua Oa Ul Ol Uh Oh Ub Ob",
        "Ka Aa Kl Al Kh Ah Kb Ab",
    ]
    other = [hands[0].replace("7a", "9a"), hands[1].replace("9a", "7a"), *hands[2:]]
    doubling = session("compendium", 2, doubling=True)
    one, two = dealt(doubling, hands), dealt(doubling, other)
    assert lorum.position_key(one) != lorum.position_key(two)
    one, two = play(one, "no-tricks"), play(two, "no-tricks")
    assert lorum.position_key(one) != lorum.position_key(two)
    assert lorum.position_key(play(one, "double")) != lorum.position_key(play(one, "decline"))
    one, two = play(one, "decline Aa 7a 9a Ua"), play(two, "decline Aa 9a 7a Ua")
    assert one != two
    assert lorum.position_key(one) == lorum.position_key(two)
    assert lorum.position_key(one) != lorum.position_key(play(one, "Ka"))


def test_keys_tell_who_has_played_another_suit() -> None:
    """K7.4, E1.12: against whom a revoke can be established counts where it has a penalty, and only there."""
    given = {0: "8a", 1: "Aa 9a Ta Ua Oa Ka", 2: "7a", 3: "7l"}
    for variant, contract, counts in (("compendium", "no-tricks", True), ("eight-games", "tricks", False)):
        hands = deal(variant, contract, given).hands
        text = [lorum.format_cards(hand) for hand in hands]
        other = [*text[:2], text[2].replace("7a", "7l"), text[3].replace("7l", "7a")]
        one = play(deal(variant, contract, text), "Aa 7a 7l 8a")
        two = play(deal(variant, contract, other), "Aa 7l 7a 8a")
        assert (one.to_act, one.hands) == (two.to_act, two.hands)
        assert (lorum.position_key(one) != lorum.position_key(two)) == counts


def test_a_deal_on_its_own_in_hand() -> None:
    """K4.5, K7.4, K11.3: its dealer, forehand and doubling, and all that was done, a revoke included."""
    state = deal("compendium", "no-tricks", dealer=2, doubled=True)
    facts = state.deal
    assert (facts.number, facts.dealer, facts.forehand, facts.doubled) == (1, 2, 3, True)
    plain = lorum.new_deal(lorum.get_variant("compendium"), "reds", WHOLE_SUITS)
    assert (plain.dealer, plain.doubled, plain.pot) == (0, False, 0)
    over = play_out(plain)
    assert over.result
    assert over.result.deal == 1
    state = play(deal("compendium", "no-tricks"), "7l 7h 7b 7a")
    over = lorum.apply(state, lorum.Revoke(2))
    assert over.actions == (*state.actions, lorum.Revoke(2))
    assert len(over.actions) == 5
    assert lorum.legal_actions(over) == ()


def test_states_print_what_they_are() -> None:
    """The rules, the phase, and whose turn it is, where it is anybody's."""
    state = deal("compendium-three", "reds", {})
    assert repr(state) == "<DealState compendium-three, reds, play, seat 1 to act>"
    assert repr(play_out(state)) == "<DealState compendium-three, reds, finished>"
    start = session("compendium", doubling=True)
    assert repr(start) == "<SessionState compendium(doubling=true), 0 of 32 deals, deal>"
    chosen = dealt(score(start, [8, 0, 0, 0], "reds"))
    assert repr(chosen).endswith(", 1 of 32 deals, choose, seat 1 to act>")


@pytest.mark.parametrize(
    ("variant", "contract"),
    [("compendium", "lorum"), ("seven-contracts", "quartets"), ("seven-contracts", "fast-train")],
)
def test_a_deal_without_tricks_is_decided_when_it_ends(variant: str, contract: str) -> None:
    """K5.18, P5.7, K6.6: cards left cost something to the last card."""
    state = deal(variant, contract)
    while state.phase != "finished":
        assert lorum.is_decided(state) is False
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert lorum.is_decided(state) is True


def test_lists_given_and_taken_are_not_shared() -> None:
    hands = [hand.split() for hand in WHOLE_SUITS]
    cards = [[Card(card) for card in hand] for hand in hands]
    action = DealCards(cards)
    points = [8, 0, 0, 0]
    entered = ScoreDeal(points)
    cards[0].clear()
    points[0] = 1
    assert len(action.hands[0]) == 8
    assert entered.points == (8, 0, 0, 0)
    contracts = ["reds", "lorum"]
    rules = lorum.get_variant("compendium", contracts=contracts)
    contracts.append("obers")
    assert rules.contracts == ("reds", "lorum")
    assert lorum.get_variant("compendium", contracts=["reds", "lorum"]).contracts == ("reds", "lorum")
    state = dealt(session(rules))
    summary = record.summary(state)
    summary["totals"][0] = 99
    summary["open"].clear()
    kept = record.record_of(state)
    kept["actions"].clear()
    assert state.totals == (0, 0, 0, 0)
    assert legal(state) == "reds lorum"
    assert len(record.record_of(state)["actions"]) == 1
    layout = play(deal("compendium", "lorum"), "7l")
    lorum.rows_of(layout).clear()
    assert lorum.rows_of(layout)


@pytest.mark.parametrize(
    "function",
    [
        lorum.tricks_of, lorum.rows_of, record.summary, record.record_of, record.action_to_json,
        lambda junk: lorum.apply(deal("compendium", "reds"), OfPlayer()),  # type: ignore[arg-type]
        lambda junk: lorum.violation(deal("compendium", "reds"), OfTable()),  # type: ignore[arg-type]
        lambda junk: lorum.action_index(lorum.get_variant("compendium"), OfPlayer()),  # type: ignore[arg-type]
        lambda junk: record.record_of(deal("compendium", "reds")),  # type: ignore[arg-type]
        lambda junk: lorum.shuffled(junk, 1), lorum.format_cards, lorum.load_variant,
        lambda junk: lorum.deal_cards(session("compendium"), 3),  # type: ignore[arg-type]
    ],
    ids=[
        "tricks_of", "rows_of", "summary", "record_of", "action_to_json", "apply", "violation",
        "action_index",
        "record_of a deal", "shuffled", "format_cards", "load_variant", "deal_cards",
    ],
)  # fmt: skip
def test_what_is_of_the_wrong_type_is_refused_by_name(function: Any) -> None:
    """Bad input raises a `LorumError`."""
    with pytest.raises(lorum.LorumError):
        function(None)


@pytest.mark.parametrize("junk", [None, "pass", 3, object()])
def test_apply_and_its_like_refuse_what_they_cannot_use(junk: Any) -> None:
    """Bad input raises a `LorumError`."""
    for state in (session("compendium"), dealt(session("compendium")), deal("compendium", "reds")):
        with pytest.raises(lorum.LorumError):
            lorum.apply(state, junk)
    with pytest.raises(lorum.ArgumentError) as raised:
        lorum.apply(junk, Pass())
    assert raised.value.reason == f"a session or a deal is needed, not {quoted(junk)}"
    for call in (
        lambda: lorum.apply(junk, Pass()),
        lambda: lorum.legal_actions(junk),
        lambda: lorum.observe(junk, 0),
        lambda: lorum.new_deal(junk, "reds", WHOLE_SUITS),
    ):
        with pytest.raises(lorum.LorumError):
            call()


@pytest.mark.parametrize("junk", [None, "reds", 3, object()])
def test_what_is_no_action_or_state_where_it_is_checked(junk: Any) -> None:
    with pytest.raises(ArgumentError):
        lorum.violation(deal("compendium", "reds"), junk)
    for function in (lorum.is_decided, lorum.position_key, lorum.deal_cards, lorum.new_session):
        with pytest.raises(ArgumentError):
            function(junk)


@pytest.mark.parametrize("hands", [set(WHOLE_SUITS), dict.fromkeys(WHOLE_SUITS), frozenset(WHOLE_SUITS)])
def test_hands_by_seat_have_an_order(hands: Any) -> None:
    with pytest.raises(ArgumentError):
        DealCards(hands)


def test_a_deal_on_its_own_tells_what_it_is() -> None:
    state = deal("compendium", "lorum", dealer=2, doubled=True, pot=7)
    assert (state.contract, state.dealer, state.doubled, state.pot) == ("lorum", 2, True, 7)
    assert (state.deal.number, state.deal.forehand, state.deal.tied) == (1, 3, None)
    assert state.deal_actions == state.actions == ()
    with pytest.raises(ArgumentError):
        deal("compendium-three", "reds", ["", "", ""], dealer=3)


def test_what_is_wrong_with_a_deal() -> None:
    """K1.1, K1.5, P2.5, K11.3: which value, and what it may be."""
    three: Any = lorum.get_variant("compendium-three")
    hands = completed(three, {})
    with pytest.raises(ArgumentError, match="no seat 3 in compendium-three"):
        lorum.new_deal(three, "reds", hands, dealer=3)
    wrong: Any = 7
    with pytest.raises(ArgumentError, match="true or false, not 7"):
        lorum.new_deal(three, "reds", hands, doubled=wrong)
    with pytest.raises(ArgumentError, match="from 0 to 1000000000, not -7"):
        lorum.new_deal(three, "reds", hands, pot=-7)
    assert lorum.new_deal(three, "reds", hands, pot=10**9).pot == 10**9


@pytest.mark.parametrize(
    "fields",
    [
        {"contract": "whist"}, {"contract": None}, {"dealer": 4}, {"dealer": True}, {"dealer": "0"},
        {"pot": -1}, {"pot": 10**9 + 1},
        {"pot": 1.0}, {"pot": True}, {"doubled": 1}, {"doubled": None}, {"hands": None}, {"hands": "7a"},
        {"hands": [7]},
    ],
)  # fmt: skip
def test_a_deal_checks_what_it_is_given(fields: dict[str, Any]) -> None:
    rules = lorum.get_variant("compendium")
    values: dict[str, Any] = {"contract": "reds", "hands": completed(rules, {}), **fields}
    with pytest.raises(ArgumentError):
        lorum.new_deal(rules, values.pop("contract"), values.pop("hands"), **values)


def test_states_say_where_they_are() -> None:
    """What a debugger shows: no card, so that nothing is told by accident."""
    one = deal("compendium", "reds", {1: "7a", 2: "8a", 3: "9a"})
    assert repr(one) == "<DealState compendium, reds, play, seat 1 to act>"
    assert repr(play(one, "7a 8a")) == "<DealState compendium, reds, play, seat 3 to act>"
    assert repr(play_out(one)) == "<DealState compendium, reds, finished>"
    state = session("compendium", contracts=["reds"], rounds=1)
    options = "contracts=[reds], rounds=1"
    assert repr(state) == f"<SessionState compendium({options}), 0 of 1 deals, deal>"
    assert repr(dealt(state)) == f"<SessionState compendium({options}), 0 of 1 deals, choose, seat 0 to act>"
    over = score(state, [1, 0, 3, 4], "reds")
    assert repr(over) == f"<SessionState compendium({options}), 1 of 1 deals, finished>"


def test_what_is_said_of_a_call_that_cannot_be() -> None:
    rules = lorum.get_variant("compendium")
    revoke: Any = lorum.Revoke(1)
    calls: list[tuple[Callable[[], object], str]] = [
        (lambda: lorum.deal_cards(dealt(session("compendium")), PACK), "the session does not wait for cards"),
        (
            lambda: lorum.action_index(rules, revoke),
            "a player's action is needed, not a value of type Revoke",
        ),
        (lambda: lorum.action_at(rules, 45), "there is no action 45"),
        (lambda: lorum.legal_actions(revoke), "a session or a deal is needed, not a value of type Revoke"),
        (lambda: lorum.action_at(rules, -1), "there is no action -1"),
        (
            lambda: lorum.violation(revoke, Pass()),
            "a session or a deal is needed, not a value of type Revoke",
        ),
    ]
    for call, reason in calls:
        with pytest.raises(ArgumentError) as raised:
            call()
        assert raised.value.reason == reason
