"""The laws of the game, as properties of every variant, preset and option.

The laws themselves stand in `lorum.testing`, where `check_variant` holds a table's own rules against
them too. Here hypothesis draws the variants, their options and what happens at the table.
"""

from __future__ import annotations

import itertools
import os
import random
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, example, given, settings
from hypothesis import strategies as st

import lorum
from lorum import record, testing
from lorum.rules import Rule
from lorum.testing import chance, check, laws

pytestmark = pytest.mark.slow

IDS = list(lorum.variants())
CONTRACTS = [
    (id, contract)
    for id in ("compendium", "seven-contracts", "eight-games")
    for contract in lorum.get_variant(id).contracts
]
DIRECTIONS = {"clockwise": "counter-clockwise", "counter-clockwise": "clockwise"}


def properties(examples: int) -> settings:
    return settings(
        max_examples=examples,
        deadline=None,
        derandomize=bool(os.environ.get("CI")),
        suppress_health_check=list(HealthCheck),
        database=None,
    )


seeds = st.integers(0, 2**32 - 1).map(random.Random)


# Every law, anywhere in a session or a deal


@properties(60)
@given(state=testing.sessions(most_deals=6), rng=seeds)
def test_laws_in_sessions(state: lorum.SessionState, rng: random.Random) -> None:
    laws.hold(state, rng)


@properties(60)
@given(state=testing.deals(), rng=seeds)
def test_laws_in_deals(state: lorum.DealState, rng: random.Random) -> None:
    laws.hold(state, rng)


@pytest.mark.parametrize(("id", "contract"), CONTRACTS)
@properties(6)
@given(data=st.data(), rng=seeds)
def test_all_laws_in_every_contract(id: str, contract: str, data: st.DataObject, rng: random.Random) -> None:
    variant = data.draw(testing.variants(id))
    laws.hold(data.draw(testing.deals(variant, contract)), rng)


@pytest.mark.parametrize("id", IDS)
@properties(8)
@given(data=st.data(), rng=seeds)
def test_all_laws_in_every_variant(id: str, data: st.DataObject, rng: random.Random) -> None:
    laws.hold(data.draw(testing.sessions(testing.variants(id))), rng)


@pytest.mark.parametrize("id", IDS)
@properties(8)
@given(data=st.data(), rng=seeds)
def test_what_a_seat_cannot_see(id: str, data: st.DataObject, rng: random.Random) -> None:
    state = data.draw(testing.sessions(testing.variants(id), most_deals=5))
    for _ in range(6):
        laws.hold(state, rng, ["secrets"])


@pytest.mark.parametrize("contract", ["first-and-last", "red-king", "lorum", "unter-laying"])
@properties(15)
@given(data=st.data(), rng=seeds, announce=st.sampled_from(["opening-lead", "last-trick"]))
def test_stock_announcements_and_chains_are_secret(
    contract: str, data: st.DataObject, rng: random.Random, announce: str
) -> None:
    variant = lorum.get_variant(
        "eight-games", contracts=[contract], first_and_last="two-cards", announce_before=announce
    )
    state = data.draw(testing.sessions(variant, most_deals=4, entered=False))
    for _ in range(6):
        laws.hold(state, rng, ["secrets"])


def test_the_law_of_secrets_is_no_empty_one() -> None:
    """In most positions there is another one that looks the same: the law compares something."""
    rng = random.Random(5)
    for id, contract in CONTRACTS:
        found = tried = 0
        for _ in range(2):
            for state in check.random_deals(lorum.get_variant(id), contract, rng):
                if rng.random() < 0.25 and state.phase != "finished" and sum(map(len, state.hands)) > 8:
                    tried += 1
                    found += laws._alike(state, rng.randrange(4), rng) is not None
        assert found > tried * 0.6, (id, contract, found, tried)


# Whole sessions


@pytest.mark.parametrize("id", IDS)
@properties(4)
@given(data=st.data(), rng=seeds)
def test_sessions_end_with_winners(id: str, data: st.DataObject, rng: random.Random) -> None:
    variant = data.draw(testing.variants(id, most_deals=36))
    *_, last = check.random_session(variant, rng)
    assert last.winners
    assert last.winners == tuple(sorted(last.winners))
    ended_early = len(last.results) < variant.deals
    assert not ended_early or last.actions[-1] == lorum.Decline(seat=last.actions[-1].seat)  # type: ignore[union-attr]
    assert all(result.tie_break for result in last.results[variant.deals :])
    laws.hold(last, rng)


@pytest.mark.parametrize("id", IDS)
@properties(2)
@given(data=st.data(), rng=seeds)
def test_the_record_gives_every_position(id: str, data: st.DataObject, rng: random.Random) -> None:
    variant = data.draw(testing.variants(id, most_deals=12))
    states = list(itertools.islice(check.random_session(variant, rng), 400))
    for at, (state, again) in enumerate(
        zip(states, record.positions(record.record_of(states[-1])), strict=True)
    ):
        assert state == again, at
        assert hash(state) == hash(again), at
        assert lorum.legal_actions(state) == lorum.legal_actions(again), at
    part = states[len(states) // 3]
    for action in states[-1].actions[len(part.actions) :]:
        part = lorum.apply(part, action)
    assert part == states[-1]
    assert len(set(states)) == len(states)


@pytest.mark.rule(Rule.BEANS_BUY_IN, Rule.BEANS_REFUSED)
@properties(8)
@given(
    rng=seeds,
    scoring=st.sampled_from(["beans", "beans-and-pot"]),
    players=st.sampled_from([4, 3]),
    settlement=st.sampled_from(["pairwise", "to-lowest"]),
)
def test_beans_through_buying_in(rng: random.Random, scoring: str, players: int, settlement: str) -> None:
    variant = lorum.get_variant(
        "compendium-short",
        scoring=scoring,
        players=players,
        bean_settlement=settlement,
        rounds=4,
        doubling=True,
    )
    for state in check.random_session(variant, rng):
        laws.hold(state, rng, ["accounts"])
        if state.phase == "buy-in":
            laws.hold(state, rng)


@pytest.mark.rule(Rule.SESSION_EXTRA_DEAL)
@properties(12)
@given(rng=seeds, id=st.sampled_from(["compendium", "eight-games"]), players=st.sampled_from([4, 3]))
def test_tie_break_deals(rng: random.Random, id: str, players: int) -> None:
    """A result that is the same for two seats leads to an extra deal, which obeys all laws."""
    options: dict[str, Any] = {"contracts": ["first-and-last"], "tie_break": "extra-deal"}
    if id == "compendium":
        options.update(players=players, rounds=1)
    state = lorum.new_session(lorum.get_variant(id, **options), rng.randrange(3))
    points = [0] * state.variant.players
    points[rng.randrange(len(points))] = 8
    while state.phase == "deal" and len(state.results) < state.variant.deals:
        state = lorum.apply(state, lorum.ScoreDeal(points))
    assert state.deal is not None
    assert state.deal.tied == tuple(seat for seat, own in enumerate(points) if not own)
    totals = state.totals
    for _ in range(120):
        if state.phase == "finished":
            break
        laws.hold(state, rng, laws.QUICK)
        if rng.random() < 0.05:
            laws.hold(state, rng)
        state = lorum.apply(state, chance.random_action(state, rng))
    assert state.totals == totals


# The table turned and mirrored, by a file


@pytest.mark.rule(Rule.TABLE_DIRECTION)
@pytest.mark.parametrize("id", IDS)
def test_a_mirrored_file_plays_the_same(id: str, tmp_path: Path) -> None:
    variant = lorum.get_variant(id)
    path = tmp_path / "mirrored.toml"
    other = DIRECTIONS[variant.direction]
    text = f'format = "lorum-variant/1"\nid = "mirrored"\nextends = "{id}"\n[table]\ndirection = "{other}"\n'
    if "direction" in variant.options:
        text += f'[option.direction]\nmeaning = "Turned."\nvalues = ["{other}"]\ninto = "table.direction"\n'
    path.write_text(text)
    mirror = lorum.load_variant(path)
    assert mirror.direction == other
    seats = [-seat % variant.players for seat in range(variant.players)]
    for seed in range(2):
        *_, state = check.random_session(variant, random.Random(seed))
        laws._compare(state, mirror, seats)
    for contract in variant.contracts:
        for position in check.random_deals(variant, contract, random.Random(contract)):
            laws._compare(position, mirror, seats)


# Equal keys


@pytest.mark.parametrize("id", ["compendium-short", "compendium-beans", "seven-contracts", "eight-games"])
@properties(15)
@given(data=st.data(), rng=seeds)
def test_equal_keys_by_other_ways(id: str, data: st.DataObject, rng: random.Random) -> None:
    """Two deals whose results are exchanged lead to the same future where they lead to the same books."""
    variant = lorum.get_variant(id)
    *_, played = itertools.islice(check.random_session(variant, rng, entered=True), 150)
    scores = [
        lorum.ScoreDeal([p // (1 + r.doubled) for p in r.points], r.contract, r.doubled)
        for r in played.results[:4]
        if not r.tie_break and r.revoked_by is None
    ]
    states: dict[Any, list[lorum.SessionState]] = {}
    for order in itertools.permutations(scores):
        state: lorum.SessionState | None = lorum.new_session(variant)
        for score in order:
            assert state is not None
            while state.phase == "buy-in":
                state = lorum.apply(state, lorum.BuyIn())
            if lorum.violation(state, score):
                state = None
                break
            state = lorum.apply(state, score)
        if state is not None:
            states.setdefault(lorum.position_key(state), []).append(state)
    for same in states.values():
        one, other = same[0], same[-1]
        for _ in range(45):
            assert lorum.position_key(one) == lorum.position_key(other)
            assert lorum.legal_actions(one) == lorum.legal_actions(other)
            assert (one.totals, one.pot, one.bought, one.winners) == (
                other.totals,
                other.pot,
                other.bought,
                other.winners,
            )
            if one.phase == "finished":
                break
            action = chance.random_action(one, rng)
            one, other = lorum.apply(one, action), lorum.apply(other, action)


# Notation


@given(testing.cards())
def test_cards_read_as_written(card: lorum.Card) -> None:
    for text in (str(card), card.french, str(card).upper(), card.french.lower()):
        assert lorum.parse_card(text) is card
    assert lorum.Card(str(card)) is card
    assert eval(repr(card), vars(lorum)) is card


@pytest.mark.rule(Rule.CARDS_SET_NOTATION)
@given(st.sets(testing.cards()))
def test_sets_of_cards_read_as_written(cards: set[lorum.Card]) -> None:
    text = lorum.format_cards(cards)
    assert lorum.parse_cards(text) == tuple(sorted(cards))
    assert lorum.format_cards(lorum.parse_cards(text)) == text


@properties(60)
@given(testing.variants())
@example(lorum.get_variant("eight-games-two-cards", first_and_last="eight-cards"))
@example(lorum.get_variant("compendium-short", contracts=["all-bad"], players=3))
def test_variants_read_as_printed(variant: lorum.Variant) -> None:
    again = lorum.get_variant(str(variant))
    assert again == variant
    assert hash(again) == hash(variant)
    assert str(again) == str(variant)
    assert again.options == variant.options
    assert again.fingerprint == variant.fingerprint
    assert lorum.get_variant(variant.id, **variant.changed) == variant
    assert variant.deals == again.deals >= 1


@pytest.mark.parametrize("id", IDS)
def test_every_action_has_one_number(id: str) -> None:
    variant = lorum.get_variant(id)
    actions = [lorum.action_at(variant, i) for i in range(37 + len(variant.definitions))]
    assert [lorum.action_index(variant, action) for action in actions] == list(range(len(actions)))
    assert len(set(actions)) == len(actions)
    assert [str(a.card) for a in actions if isinstance(a, lorum.Play)] == [str(card) for card in lorum.PACK]
    for index in (-1, len(actions), True, "0", None, 1.0):
        with pytest.raises(lorum.ArgumentError):
            lorum.action_at(variant, index)  # type: ignore[arg-type]
    for action in actions:
        assert record.action_from_json(record.action_to_json(action)) == action
        assert record.action_from_json(record.action_to_json(action, 2)) == type(action)(
            **{name: getattr(action, name) for name in ("card", "contract") if hasattr(action, name)},
            seat=2,
        )


# Many deals


VARIED: list[dict[str, Any]] = [
    {},
    {"stop_when_decided": True},
    {"players": 3},
    {"players": 3, "stop_when_decided": True, "obers_win": "only-when-led"},
    {"reds_hearts_lead": "until-broken", "obers_first_discard": "barred"},
    {"obers_win": "only-when-led", "reds_hearts_lead": "until-broken"},
    {"players": 3, "obers_first_discard": "barred", "reds_hearts_lead": "until-broken"},
    {"all_bad_components": ["king-of-hearts", "first-and-last", "fifth-trick", "obers"]},
    {"direction": "counter-clockwise"},
    {"announce_before": "last-trick", "stop_when_decided": True},
    {"first_and_last": "two-cards"},
]


def test_ten_thousand_deals() -> None:
    """Every trick contract under its options: the points of each deal are the contract's total."""
    rng = random.Random(1)
    plan = []
    for id in ("compendium", "seven-contracts", "eight-games"):
        for options in VARIED:
            try:
                variant = lorum.get_variant(id, **options)
            except lorum.VariantError:
                continue
            plan += [
                (variant, contract) for contract in variant.contracts if is_trick_contract(variant, contract)
            ]
    for variant, contract in itertools.islice(itertools.cycle(plan), 10_000):
        play_deal(variant, contract, rng)


def is_trick_contract(variant: lorum.Variant, contract: str) -> bool:
    return variant.contract(contract).family == "tricks"


def play_deal(variant: lorum.Variant, contract: str, rng: random.Random) -> None:
    definition = variant.contract(contract)
    size = variant.hand_size(definition)
    hands = chance.cut(chance.random_pile(variant, rng), variant.players, size)
    state = lorum.new_deal(variant, contract, hands, dealer=rng.randrange(variant.players))
    plies = 0
    while True:
        legal = lorum.legal_actions(state)
        if not legal:
            break
        state = lorum.apply(state, legal[int(rng.random() * len(legal))])
        plies += 1
    assert state.result is not None
    assert plies <= variant.players * (size + 1)
    total = definition.total(variant.players, size, variant.table.pack)
    if total is not None:
        assert sum(state.result.points) == total
    else:
        assert contract == "red-king"
        assert sorted(state.result.points)[:3] == [0, 0, 0]
        assert max(state.result.points) in (8, 16, 32, 64)
