"""What `lorum.testing` offers: strategies, examples that can be pasted, and `check_variant`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable, Iterator
from pathlib import Path
from random import Random
from typing import Any

import pytest
import walk
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

import lorum
from lorum import _hypothesis, record, settlement, testing
from lorum.actions import PASS
from lorum.contracts.chains import Chains
from lorum.contracts.layouts import Layouts
from lorum.contracts.trains import Trains
from lorum.contracts.tricks import Tricks
from lorum.deal import Playing
from lorum.testing import check, laws

ROOT = Path(lorum.__file__).parent.parent
FEW = settings(
    max_examples=20,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=list(HealthCheck),
    database=None,
)
SEARCH = settings(
    max_examples=500,
    deadline=None,
    derandomize=True,
    database=None,
    suppress_health_check=list(HealthCheck),
    phases=[Phase.generate, Phase.shrink],
)
GENERATE = settings(SEARCH, phases=[Phase.generate])
IDS = list(lorum.variants())


def found(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    """An example, the simplest one that hypothesis gets to."""
    return find(strategy, condition, settings=SEARCH)


def drawn(strategy: st.SearchStrategy[Any]) -> list[Any]:
    """What hypothesis draws, the same every time."""
    values = []

    @settings(GENERATE, max_examples=100)
    @given(strategy)
    def look(value: Any) -> None:
        values.append(value)

    look()
    return values


# Strategies


@FEW
@given(st.data(), testing.variants())
def test_hands_can_be_dealt(data: st.DataObject, variant: lorum.Variant) -> None:
    contract = data.draw(st.sampled_from(variant.contracts))
    hands = data.draw(testing.hands(variant, contract))
    state = lorum.new_deal(variant, contract, hands)
    assert state.hands == hands
    assert data.draw(testing.packs(variant)).__class__ is tuple
    whole = data.draw(testing.hands(variant))
    assert sorted(card for hand in whole for card in hand) == list(variant.pack)


def test_simplest_examples() -> None:
    variant = lorum.get_variant("compendium-three")
    assert found(testing.cards(), lambda card: True) is lorum.PACK[0]
    assert found(testing.packs(variant), lambda pack: True) == variant.pack
    assert found(testing.variants("compendium-beans"), lambda v: True) == lorum.get_variant(
        "compendium-beans"
    )
    assert found(testing.variants(), lambda v: v.players == 3).changed in ({"players": 3}, {})
    three = st.sampled_from([variant, lorum.get_variant("seven-contracts")])
    assert found(testing.variants(three), lambda v: True) == variant
    assert found(testing.variants(three), lambda v: v.id == "seven-contracts").changed == {}
    assert found(testing.sessions("eight-games"), lambda state: True).actions == ()
    assert found(testing.deals("eight-games"), lambda state: True).actions == ()


SCORED = lorum.ScoreDeal
TIED = lorum.get_variant("compendium", contracts=["first-and-last"], rounds=1)
TWO = lorum.get_variant("eight-games-two-cards", contracts=["first-and-last"])
PLACES: dict[str, tuple[str | lorum.Variant, Callable[[lorum.SessionState], bool]]] = {
    "the end": (TIED, lambda state: state.phase == "finished"),
    "buying in": ("compendium-beans", lambda state: state.phase == "buy-in"),
    "doubling": (
        lorum.get_variant("compendium", contracts=["reds"], rounds=9, doubling=True),
        lambda state: state.phase == "double",
    ),
    "announcing": (
        lorum.get_variant("eight-games", contracts=["red-king"]),
        lambda state: state.phase == "announce",
    ),
    "a tie": (TIED, lambda state: state.deal is not None and state.deal.tied is not None),
    "an entered deal": ("compendium", lambda state: any(isinstance(a, SCORED) for a in state.actions)),
    "a revoke": ("compendium", lambda state: any(isinstance(a, lorum.Revoke) for a in state.actions)),
    "a stock": (TWO, lambda state: any(isinstance(a, lorum.DealCards) and a.stock for a in state.actions)),
    "one suit": (
        "compendium",
        lambda state: any(len({c.suit for c in h}) == 1 < len(h) for h in state.hands),
    ),
    "many deals": ("seven-contracts", lambda state: len(state.results) > 8),
    "a pass": (
        lorum.get_variant("seven-contracts", contracts=["fast-train"]),
        lambda state: lorum.legal_actions(state) == (lorum.Pass(),),
    ),
}


@pytest.mark.parametrize("place", PLACES)
def test_sessions_get_everywhere(place: str) -> None:
    variant, condition = PLACES[place]
    sessions = testing.sessions(variant)
    assert condition(find(sessions, condition, settings=GENERATE))
    if place != "one suit":
        assert not condition(find(sessions, lambda state: not condition(state), settings=GENERATE))


def test_options_that_cannot_stand_together_are_not_drawn() -> None:
    """The stock of two cards each runs through the four deals of a game, so it needs them in a row."""
    variants = drawn(testing.variants("eight-games"))
    assert {(variant.options["first_and_last"], variant.options["schedule"]) for variant in variants} == {
        ("two-cards", "by-game"),
        ("eight-cards", "by-game"),
        ("eight-cards", "by-dealer"),
    }


def test_variants_are_drawn_of_no_more_deals_than_asked_for() -> None:
    variants = drawn(testing.variants("compendium-short", most_deals=12))
    assert max(variant.deals for variant in variants) <= 12
    assert len({variant.options["rounds"] for variant in variants}) > 2


def test_deals_are_drawn_from_the_first_card_to_the_last() -> None:
    deals = drawn(testing.deals("compendium", "king-of-hearts"))
    assert {deal.contract for deal in deals} == {"king-of-hearts"}
    assert {str(deal.phase) for deal in deals} == {"play", "finished"}
    assert {0, 32} <= {len(deal.actions) for deal in deals}


def test_a_deal_may_end_by_a_revoke() -> None:
    def revoked(deal: lorum.DealState) -> bool:
        return any(isinstance(action, lorum.Revoke) for action in deal.actions)

    deal = find(testing.deals("compendium", "obers"), revoked, settings=GENERATE)
    assert deal.phase == "finished"
    assert deal.result
    assert deal.result.revoked_by is not None


@FEW
@given(testing.sessions(entered=False, revokes=False))
def test_sessions_without_facts_of_the_table(state: lorum.SessionState) -> None:
    assert not any(isinstance(action, lorum.ScoreDeal | lorum.Revoke) for action in state.actions)


@FEW
@given(testing.deals("compendium", "lorum"))
def test_deals_of_one_contract(state: lorum.DealState) -> None:
    assert state.contract == "lorum"
    assert state.variant == lorum.get_variant("compendium")


@FEW
@given(testing.sessions(testing.variants("seven-contracts", most_deals=8), most_deals=2))
def test_sessions_of_drawn_variants(state: lorum.SessionState) -> None:
    assert state.variant.id == "seven-contracts"
    assert len(state.results) <= 3


# What is printed can be pasted


@FEW
@given(testing.sessions(most_deals=2))
def test_sessions_can_be_pasted(state: lorum.SessionState) -> None:
    assert eval(pretty(state), {"lorum": lorum}) == state


@FEW
@given(testing.deals())
def test_deals_can_be_pasted(state: lorum.DealState) -> None:
    assert eval(pretty(state), {"lorum": lorum}) == state


@FEW
@given(testing.variants())
def test_variants_can_be_pasted(variant: lorum.Variant) -> None:
    assert eval(pretty(variant), {"lorum": lorum}) == variant


def test_anything_else_is_printed_as_python_does() -> None:
    for value in (lorum.Card("Kh"), lorum.DealCards(["7a", "8a"]), None, [1, "x"]):
        assert testing.source_of(value) == repr(value)


def test_a_tables_own_variant_can_be_pasted(tmp_path: Path) -> None:
    path = tmp_path / "own.toml"
    path.write_text('format = "lorum-variant/1"\nid = "own"\nextends = "compendium"\n')
    variant = lorum.load_variant(path).with_options(players=3)
    assert eval(pretty(variant), {"lorum": lorum}) == variant
    session = lorum.new_session(variant, 2)
    assert eval(pretty(session), {"lorum": lorum}) == session
    state = lorum.new_deal(variant, "reds", [variant.pack[i * 10 : i * 10 + 10] for i in range(3)])
    assert eval(pretty(state), {"lorum": lorum}) == state


# The entry point


@pytest.mark.parametrize("cls", [lorum.Card, lorum.Variant, lorum.SessionState, lorum.DealState])
def test_types_have_strategies(cls: type) -> None:
    _hypothesis.register()
    assert isinstance(found(st.from_type(cls), lambda value: True), cls)


@pytest.mark.parametrize("first", ["lorum.testing", "lorum", "hypothesis", "lorum._hypothesis"])
def test_every_order_of_imports(first: str) -> None:
    """Hypothesis calls `register` while `lorum.testing` may be half imported."""
    program = f"""
import importlib, importlib.metadata as metadata
class Entry:
    name = "lorum"
    group = "hypothesis"
    def load(self):
        from lorum._hypothesis import register
        return register
original = metadata.entry_points
metadata.entry_points = lambda **how: [Entry()] if how.get("group") == "hypothesis" else original(**how)
importlib.import_module({first!r})
from hypothesis import find, strategies as st
import lorum
assert find(st.from_type(lorum.Card), lambda card: True) is lorum.PACK[0]
st.from_type(lorum.SessionState).validate()
"""
    environment = {**os.environ, "PYTHONPATH": str(ROOT)}
    environment.pop("HYPOTHESIS_NO_PLUGINS", None)
    done = subprocess.run([sys.executable, "-c", program], capture_output=True, env=environment, check=False)
    assert done.returncode == 0, done.stderr.decode()


# check_variant


OWN = """format = "lorum-variant/1"
id = "our-table"
extends = "compendium"

[table]
direction = "counter-clockwise"
packets = 3

[session]
contracts = ["reds", "unters", "lorum", "last"]

[contract.unters]
family = "tricks"
prices = [{ cards = "Ua Ul Uh Ub", points = 3 }]
lead_limits = [{ cards = "Ua Ul Uh Ub", until = "broken" }]

[contract.last]
family = "tricks"
prices = [{ tricks = { last = 5, 4 = 1 } }]
"""


def own(folder: Path) -> lorum.Variant:
    path = folder / "our-table.toml"
    path.write_text(OWN)
    return lorum.load_variant(path)


@pytest.mark.slow
def test_a_tables_own_rules_are_checked(tmp_path: Path) -> None:
    testing.check_variant(own(tmp_path), deals=2, seed="ours")


def test_a_table_may_name_its_options_as_it_likes(tmp_path: Path) -> None:
    """What an option is about is told by the place that it goes to."""
    path = tmp_path / "named.toml"
    path.write_text(FEW_CARDS + NAMED_OTHERWISE)
    testing.check_variant(lorum.load_variant(path), deals=1)


def test_chains_with_a_stock_are_checked(tmp_path: Path) -> None:
    """A chain ends where its next card is in no hand, and then all know that it is in the stock."""
    path = tmp_path / "few.toml"
    path.write_text(
        'format = "lorum-variant/1"\nid = "few"\nsession = { schedule = "by-game", contracts = ["a"] }\n'
        'contract.a = { family = "chains", length = 4, hand = 2 }\n'
    )
    for seed in range(3):
        testing.check_variant(lorum.load_variant(path), deals=30, seed=seed)


def test_tie_breaks_of_two_card_games_are_checked() -> None:
    """A tie-break deal has full hands, whatever its contract."""
    options: dict[str, Any] = {"contracts": ["first-and-last"], "tie_break": "extra-deal"}
    variant = lorum.get_variant("eight-games-two-cards", **options)
    tie_breaks = 0
    for seed in range(8):
        *states, last = check.random_session(variant, Random(seed))
        for state in (*states, last):
            laws.hold(state, Random(seed), ["cards", "accounts"])
        tie_breaks += any(outcome.tie_break for outcome in last.results)
    assert tie_breaks > 1


@pytest.mark.parametrize("name", ["tricks-decided", "layouts-gaps", "chains-three"])
def test_tables_with_few_cards_are_checked(name: str) -> None:
    testing.check_variant(small(name), deals=1)


HELD: list[tuple[str, dict[str, Any]]] = [
    ("compendium-beans", {"contracts": ["first-and-last"], "rounds": 1, "doubling": True}),
    ("compendium-three", {"contracts": ["lorum"], "rounds": 1}),
    ("eight-games-two-cards", {"contracts": ["first-and-last"]}),
    ("seven-contracts", {"contracts": ["quartets"]}),
]


@pytest.mark.parametrize(("id", "options"), HELD)
def test_every_law_is_held_against_sessions(id: str, options: dict[str, Any]) -> None:
    """From the state in which no card has been dealt to the end."""
    rng = Random(id)
    *states, last = check.random_session(lorum.get_variant(id, **options), rng)
    for state in (*states[:: 1 + len(states) // 15], last):
        laws.hold(state, rng)


@pytest.mark.parametrize("stop", [False, True])
@pytest.mark.parametrize("contract", ["fifth-trick", "lorum"])
def test_every_law_is_held_against_deals(contract: str, stop: bool) -> None:
    """From the first card on, where play stops once the deal is decided and where it does not."""
    rng = Random(contract)
    variant = lorum.get_variant("compendium", stop_when_decided=stop)
    *states, last = check.random_deals(variant, contract, rng)
    for state in (*states[::8], last):
        laws.hold(state, rng)


ONE_DEAL: dict[str, Any] = {"contracts": ["king-of-hearts"], "rounds": 1}
HAPPENINGS: dict[str, tuple[lorum.Variant, Callable[[tuple[lorum.Action, ...]], bool]]] = {
    "a deal entered": (
        lorum.get_variant("compendium", **ONE_DEAL),
        lambda actions: isinstance(actions[0], SCORED),
    ),
    "a deal entered with a revoke": (
        lorum.get_variant("compendium", **ONE_DEAL),
        lambda actions: isinstance(actions[0], SCORED) and actions[0].revoked_by is not None,
    ),
    "a deal entered that was doubled": (
        lorum.get_variant("compendium", **ONE_DEAL, doubling=True),
        lambda actions: isinstance(actions[0], SCORED) and actions[0].doubled,
    ),
    "a revoke": (
        lorum.get_variant("compendium", **ONE_DEAL),
        lambda actions: isinstance(actions[-1], lorum.Revoke),
    ),
    "a purchase": (
        lorum.get_variant("compendium-beans", contracts=["all-bad"], rounds=2),
        lambda actions: any(isinstance(action, lorum.BuyIn) for action in actions),
    ),
    "a stock that is told": (
        TWO,
        lambda actions: isinstance(actions[0], lorum.DealCards) and len(actions[0].stock) == 24,
    ),
    "cards that are dealt after others and after a deal entered": (
        TWO,
        lambda actions: (
            [type(a) for a in actions if not isinstance(a, lorum.PlayerAction)][:3]
            == [lorum.DealCards, SCORED, lorum.DealCards]
        ),
    ),
}


@pytest.mark.parametrize("happening", HAPPENINGS)
def test_random_sessions_leave_nothing_out(happening: str) -> None:
    variant, condition = HAPPENINGS[happening]
    found = set()
    for seed in range(300):
        *_, last = check.random_session(variant, Random(seed))
        assert last.phase == "finished"
        found.add(bool(condition(last.actions)))
        if len(found) == 2:
            return
    raise AssertionError(f"{happening}: {found}")


@pytest.mark.slow
@pytest.mark.parametrize("id", ["compendium-three", "seven-contracts", "eight-games-two-cards"])
def test_variants_of_the_documents_are_checked(id: str) -> None:
    testing.check_variant(lorum.get_variant(id), deals=1)


def small(name: str) -> lorum.Variant:
    """A table with few cards, so that not many deals show what is wrong."""
    return lorum.load_variant(walk.SMALL / f"{name}.toml")


def forget(rules: lorum.Variant) -> None:
    """What contracts keep ready may have been made before a mistake was planted, or with it."""
    for contract in rules.definitions.values():
        contract._prepared.clear()


def broken(law: str, variant: str | lorum.Variant = "seven-contracts", deals: int = 3) -> testing.BrokenLaw:
    rules = lorum.get_variant(variant) if isinstance(variant, str) else variant
    forget(rules)
    with pytest.raises(testing.BrokenLaw) as caught:
        testing.check_variant(rules, deals=deals)
    forget(rules)
    assert caught.value.law == law
    assert isinstance(caught.value, AssertionError)
    assert law in str(caught.value)
    assert json.loads(str(caught.value).split("\n", 1)[1]) == caught.value.record
    return caught.value


def test_a_broken_law_shows_its_record(monkeypatch: pytest.MonkeyPatch) -> None:
    real: Any = settlement.KINDS["to-pot"]

    def lost_on_the_way(rules: Any, points: Any) -> Any:
        changes, _, *more = real(rules, points)
        return changes, 0, *more

    lost = {**settlement.KINDS, "to-pot": lost_on_the_way}
    monkeypatch.setattr(settlement, "KINDS", lost)
    shown = broken("accounts", deals=1).record
    monkeypatch.undo()
    state = record.replay(shown) if "format" in shown else testing.replay_deal(shown)
    assert state.variant.id == "seven-contracts"


def test_a_discard_though_able_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Tricks.played

    def lax(self: Tricks, frame: Any, turn: int, number: int, left: int, *rest: Any) -> Any:
        turn, table, legal = real(self, frame, turn, number, left, *rest)
        return turn, table, frame.hands[turn] & left if 0 < legal < 1 << 32 else legal

    monkeypatch.setattr(Tricks, "played", lax)
    broken("following")


def test_a_turn_that_tells_of_a_hand_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Chains, "hides_turn", lambda self, frame, at: False)
    broken("secrets", small("chains-three"), deals=8)


def test_a_seat_that_is_special_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Layouts.lines

    def lines(self: Layouts, frame: Any, at: Any) -> tuple[lorum.ScoreLine, ...]:
        return tuple(line for line in real(self, frame, at) if line.seat or "pass" not in line.what)

    monkeypatch.setattr(Layouts, "lines", lines)
    broken("turned", small("layouts-twelve"))


def test_stopping_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tricks, "_is_decided", lambda self, frame, number, *_: number > 1)
    broken("decision")


def test_a_mistake_is_told_with_the_state_that_shows_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """Not every law that is broken says so: a family of a table's own may fail where it is asked."""

    def mistaken(*_: object) -> bool:
        raise IndexError("no such row")

    monkeypatch.setattr(Layouts, "hides_turn", mistaken)
    shown = broken("secrets", small("layouts-twelve"), deals=8)
    assert shown.reason == "IndexError: no such row"
    assert isinstance(shown.__cause__, IndexError)


def test_taking_what_is_refused_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Playing, "apply", lambda self, at, action: at)
    assert broken("refusals").reason == "Revoke(seat=0) is taken though revoke.none refuses it"


def test_a_seat_that_may_do_less_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    """A lead that was made is refused where this seat sits in the place of the leader."""
    real = Chains.start

    def start(self: Chains, frame: Any, left: int) -> Any:
        turn, table, legal = real(self, frame, left)
        return turn, table, legal if turn else legal & -legal

    monkeypatch.setattr(Chains, "start", start)
    assert broken("turned", small("chains-three"), deals=8).reason == "what was done is refused"


def test_a_deal_without_an_end_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    def played(self: Trains, frame: Any, turn: int, number: int, *rest: Any) -> Any:
        return frame.after[turn], 0, 1 << PASS

    monkeypatch.setattr(Trains, "played", played)
    shown = broken("end", deals=1)
    assert shown.reason == "the deal does not end"
    assert {"type": "pass", "seat": 0} in shown.record["actions"]


FEW_CARDS = """format = "lorum-variant/1"
id = "few-cards"

[table]
pack = "Ka Kl Kh Kb Aa Al Ah Ab"

[session]
schedule = "by-dealer"
ties = "extra-deal"
contracts = ["only"]

[contract.only]
family = "tricks"
prices = [{ cards = "Aa Al Ah Ab", points = 1 }]
"""


NAMED_OTHERWISE = """
[option.direction]
meaning = "Where the packets go."
values = ["left", "right"]
sets = { left = { "table.direction" = "clockwise" }, right = { "table.direction" = "counter-clockwise" } }

[option.stop_when_decided]
meaning = "Whether the deal stops."
values = ["no", "yes"]
sets = { no = { "session.stop_when_decided" = false }, yes = { "session.stop_when_decided" = true } }
"""


def few_cards(folder: Path, points: str = "points = 1") -> lorum.Variant:
    path = folder / "few-cards.toml"
    path.write_text(FEW_CARDS.replace("points = 1", points))
    return lorum.load_variant(path)


def test_a_session_without_an_end_is_found(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """Where nobody is ever charged, extra deals cannot tell players apart."""
    testing.check_variant(few_cards(tmp_path), deals=2)
    free = few_cards(tmp_path, "tricks = { first = 1 }")
    monkeypatch.setattr(Tricks, "lines", lambda *_: ())
    assert broken("end", free, deals=1).reason == "the session does not end"


def test_a_position_that_is_another_after_its_record_is_found(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The end of a record may be right and what is before it not."""
    real: Any = record.positions

    def positions(*about: Any) -> Iterator[lorum.SessionState]:
        first, *states, last = real(*about)
        return iter([first, *states[1:], last, last])

    monkeypatch.setattr(record, "positions", positions)
    assert broken("records", few_cards(tmp_path), deals=1).reason == "a position of the record is another"
