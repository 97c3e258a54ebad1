"""Faults that other card-game libraries have had, each with the test that would find it here.

| fault | tests |
|---|---|
| flag not updated or not read | test_tricks: king_of_hearts_leads, reds_until_broken |
| helper assumes two legal cards or more | here: a_single_card_is_enough; test_layouts: a_last_single_card |
| start rule and follow rule contradict | test_layouts: the_first_with_an_unter_opens; here: a_contract_decides_who_begins |
| no validation before removal | test_actions: only_a_card_in_hand_is_played; test_cards: short_pack |
| a contract's legal set wrong though the generic one is right | test_tricks: followers_play_the_suit_led_or_anything |
| winner compares rank across suits; leader is the first seat | test_tricks: a_lone_seven_takes_against_aces |
| same, in a helper | test_tricks: an_incomplete_trick_has_no_winner |
| zero points is not "took none" | here: tricks_without_hearts; test_settlement: tricks_without_penalty_cards_do_not_touch |
| special case inverted | test_settlement: settlement_of_p, example_of_hearts |
| fixed party size assumed | test_settlement: all_that_is_paid_is_received; here: sums_of_every_contract |
| empty receiver set | test_settlement: settlement_of_p; test_beans: reds_and_obers_with_a_pot |
| remainder rule missing, money in floats | test_beans: to_the_lowest; test_settlement: a_rest_of_the_pot_stays_unowned |
| settlement before the final trick is booked | test_settlement: settlement_is_booked_with_the_last_card |
| score called before the end | here: no_score_before_the_end |
| mutation before validation | builders.refused, in every test of a refusal |
| visibility keyed on phase, not on owner | test_observation: no_other_card_is_seen_in_any_phase |
| side channels | test_observation: the_stock_is_seen_by_nobody, asking_gives_nothing_away |
| bookkeeping of voids | here: a_void_is_no_memory |
| aliasing | test_actions: lists_given_and_taken_are_not_shared; test_variants: what_a_variant_hands_out |
| shallow copy | test_actions: states_copy_and_pickle, forks_go_their_own_ways |
| a copy loses the configuration | test_actions: states_copy_and_pickle |
| pickling incl. variant | test_actions: states_pickle_to_another_process; test_variants: variants_copy_and_pickle |
| incomplete snapshot | test_records: a_record_gives_the_same_session_at_every_ply |
| seed stream not in the snapshot | here: a_saved_session_goes_on_alike |
| restore path untested, generators inside a state | here: restored_in_the_middle; test_chains: restored_in_the_middle_of_a_chain |
| keys that are not strings | test_records: a_summary_in_full, wrong_actions |
| global random source, silent defaults | test_cards: shuffle_depends_on_the_seed_alone; test_variants: defaults |
| iteration over sets | test_records: the_same_in_every_process |
| seed overwritten | here: the_same_seed_gives_the_same_session |
| costly copies of immutable parts | here: the_variant_is_shared |
| states not hashable, equality includes history | test_actions: states_are_equal..., position_key_forgets_the_way |
| phase check, end check order, termination | here: every_deal_ends; test_layouts: who_is_out_is_skipped |
| layout end not advanced | test_layouts: example_of_the_corner, rows_of_k_grow_both_ways_without_a_corner |
| pass when a play is possible, blocked game | test_layouts: who_can_play_must, three_never_block |
| deck size constants | test_tricks: three_players; test_entered: whatever_is_played_can_be_entered |
| same-looking cards of two decks unequal | test_cards: french_cards_are_the_same_cards |
| direction in only some places | test_table: everything_passes_in_one_direction; here: mirrored_play |
| option not wired for every player count | test_variants: every_option_changes_the_rules |
| a bot has its own idea of legality | here: legal_is_what_apply_takes |
| no golden scoring tests | test_tricks: golden_points; test_settlement: settlement_of_p; test_beans |
| active rule not visible | builders.refused; here: every_line_and_refusal_names_its_rule |
| over-strict rule without a switch | test_chains: a_card_that_is_highest...; test_variants: every_option_changes_the_rules |
| no written reference | test_lockstep |
| copy fidelity | here: a_copy_plays_on_alike |
"""  # noqa: E501

from __future__ import annotations

import copy
import importlib
import inspect
import pickle
import random
import re
from pathlib import Path
from typing import Any

import pytest
from attrs import evolve
from builders import (
    WHOLE_SUITS,
    deal,
    dealt,
    hands_of_tricks,
    legal,
    play,
    play_out,
    play_tricks,
    result,
    score,
    session,
)

import lorum
from lorum import Card, DealState, Rule, SessionState, record
from lorum.contracts.tricks import Tricks

EVERY_CONTRACT = [
    (name, contract)
    for name in ("compendium", "compendium-three", "seven-contracts", "eight-games", "eight-games-two-cards")
    for contract in lorum.get_variant(name).contracts
]


def random_deal(variant: str, contract: str, seed: object, **options: Any) -> DealState:
    rules = lorum.get_variant(variant, **options)
    size = rules.hand_size(rules.contract(contract))
    pack = lorum.shuffled(rules.pack, f"{variant} {contract} {seed}")
    return lorum.new_deal(rules, contract, [pack[i * size : (i + 1) * size] for i in range(rules.players)])


def chosen(state: Any, rng: random.Random) -> Any:
    return lorum.apply(state, rng.choice(lorum.legal_actions(state)))


def test_a_single_card_is_enough() -> None:
    """K6.3, K6.9, K5.6: the last trick with the King of Hearts or an Ober alone in hand."""
    tricks = "7lAa7h7b 8lKa8h8b 9lOa9h9b TlUaThTb UlTaUhUb Kl9aAhKb Al8aKhAb Ol7aOhOb"
    for contract in ("king-of-hearts", "obers", "all-bad", "reds"):
        state = play_tricks(deal("compendium", contract, hands_of_tricks(tricks)), tricks)
        assert state.phase == "finished"
    state = deal(
        "compendium",
        "king-of-hearts",
        ["8a 7l 8l 9l Tl Ul Ol Kl", "7a Kh Th Uh Oh 7h 8h 9h", *WHOLE_SUITS_REST],
    )
    assert legal(state) == "7a"


def test_a_refusal_without_a_reason_is_no_silence(monkeypatch: pytest.MonkeyPatch) -> None:
    """A family that bars an action and does not say why is at fault; the action is not taken for all that."""
    monkeypatch.setattr(Tricks, "refusal", lambda *_: None)
    state = play(deal("compendium", "reds", {1: "7a", 2: "8a 7l"}), "7a")
    before = (hash(state), lorum.legal_actions(state))
    with pytest.raises(AssertionError, match="breaks no rule"):
        play(state, "7l")
    assert (hash(state), lorum.legal_actions(state)) == before


WHOLE_SUITS_REST = ("9a Ta Ua Oa Ka Aa Al Ah", WHOLE_SUITS[3])


@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_a_contract_decides_who_begins(variant: str, contract: str) -> None:
    """K4.5, K5.10, P3.1, E1.5, E9.1: whoever is to act has something to do, and nobody else has."""
    rng = random.Random(f"{variant} {contract}")
    for seed in range(4):
        state = random_deal(variant, contract, seed)
        while state.phase != "finished":
            actions = lorum.legal_actions(state)
            assert actions
            for seat in range(state.variant.players):
                for action in actions:
                    refusal = lorum.violation(state, evolve(action, seat=seat))
                    assert (refusal is None) == (seat == state.to_act)
            state = chosen(state, rng)


def test_tricks_without_hearts() -> None:
    """K8.7, P4.7: a seat that takes tricks without Hearts is untouched in Reds; in No tricks it is not."""
    tricks = "7aAa8a9a TaKaUaOa 7lAl8l9l TlKlUlOl 7hAh8h9h ThKhUhOh 7b8b9bAb TbUbObKb"
    for contract in ("reds", "no-tricks"):
        state = dealt(session("compendium-beans", contracts=[contract]), hands_of_tricks(tricks))
        state = play_tricks(play(state, contract), tricks)
        if contract == "reds":
            assert result(state).points == (0, 8, 0, 0)
            assert result(state).change == (2, -8, 2, 2)  # seat 3 took two tricks and is paid
        else:
            assert result(state).points == (0, 6, 0, 2)


@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_sums_of_every_contract(variant: str, contract: str) -> None:
    """K8.3, P2.5: penalties come to the contract's total, transfers and pot to nothing, in whole numbers."""
    rng = random.Random(f"{variant} {contract}")
    for seed in range(4):
        state = random_deal(variant, contract, seed)
        while state.phase != "finished":
            state = chosen(state, rng)
        one = result(state)
        rules = state.variant
        definition = rules.contract(contract)
        total = definition.total(rules.players, rules.hand_size(definition), rules.table.pack)
        if total is not None:
            assert sum(one.points) == total
        if variant == "seven-contracts":
            assert sum(one.change) + one.pot_change == 0
        else:
            assert one.change == one.points
        assert all(type(number) is int for number in (*one.points, *one.change, one.pot_change))


def test_no_score_before_the_end() -> None:
    """K7.5: a deal has no result, a session no new one, before the last card."""
    state = deal("compendium", "reds")
    while state.phase == "play":
        assert state.result is None
        assert record.summary(state)["results"] == []
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert state.result is not None
    assert len(record.summary(state)["results"]) == 1


def test_a_void_is_no_memory() -> None:
    """K5.4: that a seat was void is read from its hand alone, whoever showed it and in whichever place."""
    hands = ["7a 8a 9a Ta Ua Oa Ka 7l", "8l 9l Tl Ul Ol Kl Al 7h", "Aa 8h 9h Th Uh Oh Kh Ah", WHOLE_SUITS[3]]
    state = play(deal("compendium", "no-tricks", hands), "8l 8h 7b")  # the third and the second are void
    assert legal(state) == "7l"  # the last is not
    state = play(state, "7l 9l 9h 8b")
    assert legal(state) == "7a 8a 9a Ta Ua Oa Ka"  # now it is


def test_a_saved_session_goes_on_alike() -> None:
    """Save between deals, read again, deal the same packs: the same rest of the session."""
    state = session("compendium", doubling=True)
    for number in range(3):
        state = whole_deal(state, number)
    again = record.replay(record.loads(record.dumps(record.record_of(state))))
    for number in range(3, 32):
        state, again = whole_deal(state, number), whole_deal(again, number)
        assert state == again
    assert state.totals == again.totals


def whole_deal(state: SessionState, number: int) -> SessionState:
    rng = random.Random(number)
    done = len(state.results)
    state = lorum.apply(state, lorum.deal_cards(state, lorum.shuffled(state.variant.pack, number)))
    while len(state.results) == done:
        state = chosen(state, rng)
    return state


@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_restored_in_the_middle(variant: str, contract: str) -> None:
    """In mid-trick, mid-chain, after passes, while asking: the actions alone give the state again."""
    rng = random.Random(contract)
    state = start = random_deal(variant, contract, "restored")
    while state.phase != "finished":
        state = chosen(state, rng)
        again = start
        for action in state.actions:
            again = lorum.apply(again, action)
        assert again == state
        assert (again.to_act, lorum.legal_actions(again)) == (state.to_act, lorum.legal_actions(state))


def test_the_same_seed_gives_the_same_session() -> None:
    """Two sessions side by side, with other uses of randomness between, do not disturb each other."""
    one, two = session("compendium"), session("compendium")
    for number in range(3):
        one = whole_deal(one, number)
        random.seed(number)
        random.random()
        two = whole_deal(two, number)
    assert one == two


def test_the_variant_is_shared() -> None:
    """K1.1: one object for the rules, and history that does not grow with every card."""
    state = dealt(session("compendium"))
    rules = state.variant
    assert lorum.get_variant("compendium") is rules
    later = play_out(play(state, "reds"))
    assert later.variant is rules
    assert copy.deepcopy(later).variant is rules
    few, many = whole_deal(session("compendium"), 0), session("compendium")
    for number in range(16):
        many = whole_deal(many, number)
    assert len(pickle.dumps(many)) < 16 * len(pickle.dumps(few))


@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_every_deal_ends(variant: str, contract: str) -> None:
    """K5.12, P5.6, E9.3: after a bounded number of actions, with at most one round of passes at a time."""
    rng = random.Random(f"{contract}")
    for seed in range(6):
        state = random_deal(variant, contract, seed)
        passes = count = 0
        while state.phase != "finished":
            actions = lorum.legal_actions(state)
            passes = passes + 1 if actions == (lorum.Pass(),) else 0
            assert passes < state.variant.players
            state = lorum.apply(state, rng.choice(actions))
            count += 1
            assert count <= 32 * 4
        assert state.to_act is None


@pytest.mark.parametrize("contract", ["tricks", "red-king", "lorum", "unter-laying", "reds"])
def test_mirrored_play(contract: str) -> None:
    """E1.5: with seats renumbered, one direction is the other, from the first card to the points."""
    rng = random.Random(contract)
    pack = lorum.shuffled(lorum.PACK, contract)
    hands = [pack[i * 8 : i * 8 + 8] for i in range(4)]
    one = lorum.new_deal(lorum.get_variant("eight-games"), contract, hands, dealer=1)
    rules = lorum.get_variant("eight-games", direction="counter-clockwise")
    two = lorum.new_deal(rules, contract, [hands[-seat % 4] for seat in range(4)], dealer=3)
    while one.phase != "finished":
        assert one.to_act is not None
        assert two.to_act == -one.to_act % 4
        assert lorum.legal_actions(one) == lorum.legal_actions(two)
        action = rng.choice(lorum.legal_actions(one))
        one, two = lorum.apply(one, action), lorum.apply(two, action)
    assert result(two).points == tuple(result(one).points[-seat % 4] for seat in range(4))


@pytest.mark.slow
@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_legal_is_what_apply_takes(variant: str, contract: str) -> None:
    """What is listed is taken, what is not is refused, card by card and action by action."""
    rng = random.Random(f"{contract} {variant}")
    actions: list[lorum.PlayerAction] = [lorum.Play(card) for card in lorum.PACK]
    actions += [lorum.Pass(), lorum.Decline(), lorum.Announce(), lorum.Double(), lorum.BuyIn()]
    state = random_deal(variant, contract, "legal")
    while state.phase != "finished":
        listed = lorum.legal_actions(state)
        assert len(set(listed)) == len(listed)
        for action in actions:
            refusal = lorum.violation(state, action)
            assert (refusal is None) == (action in listed)
            if refusal is None:
                lorum.apply(state, action)
            else:
                with pytest.raises(lorum.IllegalAction):
                    lorum.apply(state, action)
        state = chosen(state, rng)


@pytest.mark.parametrize(("variant", "contract"), EVERY_CONTRACT)
def test_every_line_and_refusal_names_its_rule(variant: str, contract: str) -> None:
    """K8.1: whom it meets, how much and for what; what is said of a contract's own play is its own clause."""
    rng = random.Random(f"lines {contract}")
    document = lorum.get_variant(variant).id.replace("-three", "").replace("-two-cards", "")
    state = random_deal(variant, contract, "lines")
    while state.phase != "finished":
        for card in lorum.PACK:
            refusal = lorum.violation(state, lorum.Play(card))
            if refusal:
                assert isinstance(refusal.rule, Rule)
                own = refusal.rule.split(".")
                assert own[0] != document or own[1] in (contract, "reds", "obers", "king-of-hearts")
        state = chosen(state, rng)
    for line in result(state).lines:
        assert line.rule.startswith(f"{document}.")
        assert line.points > 0
        assert line.what


@pytest.mark.parametrize("variant", list(lorum.variants()))
def test_a_copy_plays_on_alike(variant: str) -> None:
    """Fork at random plies, play both on with the same choices, compare all that can be asked."""
    for seed in range(3):
        rng = random.Random(f"{variant} {seed}")
        state = session(variant)
        for _ in range(rng.randrange(1, 80)):
            state = onward(state, rng)
        fork = pickle.loads(pickle.dumps(copy.deepcopy(state)))
        one, two = random.Random(seed), random.Random(seed)
        for _ in range(60):
            state, fork = onward(state, one), onward(fork, two)
            assert fork == state
        assert record.summary(fork) == record.summary(state)
        assert record.record_of(fork) == record.record_of(state)
        assert [lorum.observe(fork, seat) for seat in (0, 1, None)] == [
            lorum.observe(state, seat) for seat in (0, 1, None)
        ]


def onward(state: SessionState, rng: random.Random) -> SessionState:
    """One action further, cards dealt where they are waited for."""
    if state.phase == "finished":
        return state
    if state.phase != "deal":
        return chosen(state, rng)  # type: ignore[no-any-return]
    pack = lorum.shuffled(state.variant.pack, rng.randrange(1000))
    fixed = state.deal.contract if state.deal else None
    if fixed == "first-and-last" and "two" in state.variant.id and state.deal and state.deal.number % 4 != 1:
        return lorum.apply(state, lorum.deal_cards(state))
    return lorum.apply(state, lorum.deal_cards(state, pack))


def test_score_cards_of_a_mixed_session_stay_apart() -> None:
    """K8.1: what one deal came to does not change when the next is played."""
    state = score(session("seven-contracts"), [3, 3, 2, 0])
    before = state.results
    later = play_out(dealt(state))
    assert later.results[:1] == before == state.results
    assert Card("7a") in state.variant.pack


# The register and the tests


def marked() -> dict[Rule, list[str]]:
    """For every rule the tests that are marked with it."""
    found: dict[Rule, list[str]] = {rule: [] for rule in Rule}
    for path in sorted(Path(__file__).parent.glob("test_*.py")):
        if path.stem not in OWN:
            continue
        module = importlib.import_module(path.stem)
        for name, function in inspect.getmembers(module, inspect.isfunction):
            if name.startswith("test_"):
                for rule in rules_of(function):
                    found[rule].append(f"{path.stem}.{name}")
                    assert re.search(r"\b[KPE]\d+\.\d+", function.__doc__ or ""), f"{name} names no statement"
    return found


OWN = {
    "test_cards", "test_table", "test_actions", "test_variants", "test_tricks", "test_layouts",
    "test_chains", "test_trains",
    "test_settlement", "test_session", "test_beans", "test_revokes", "test_entered", "test_observation",
    "test_records",
    "test_errors", "test_faults",
}  # fmt: skip


def rules_of(function: Any) -> list[Rule]:
    rules = []
    for mark in getattr(function, "pytestmark", []):
        if mark.name == "rule":
            rules += mark.args
        if mark.name == "parametrize":
            rules += [
                rule
                for row in mark.args[1]
                for one in getattr(row, "marks", ())
                if one.name == "rule"
                for rule in one.args
            ]
    assert all(isinstance(rule, Rule) for rule in rules)
    return rules


def test_every_rule_is_shown_by_a_test() -> None:
    lacking = [rule.value for rule, tests in marked().items() if not tests]
    assert lacking == []


def test_the_table_of_faults_names_tests_that_exist() -> None:
    """Each row above leads somewhere."""
    assert __doc__
    rows = [line for line in __doc__.splitlines() if line.startswith("| ")][1:]
    assert len(rows) == 44
    for row in rows:
        where = row.rsplit("|", 2)[1]
        for module, names in re.findall(r"(here|test_\w+): ([\w, .]+)", where):
            functions = dir(importlib.import_module(__name__ if module == "here" else module))
            for name in names.split(", "):
                stem = f"test_{name.strip().rstrip('.')}"
                assert any(function.startswith(stem) for function in functions), (module, name)
