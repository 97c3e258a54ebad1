"""What `lorum.testing` offers: strategies, examples that can be pasted, and `check_variant`."""

from __future__ import annotations

import json
import os
import subprocess
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, find, given, settings
from hypothesis import strategies as st
from hypothesis.vendor.pretty import pretty

import lorum
from lorum import _hypothesis, deal, record, settlement, testing
from lorum.contracts.chains import Chains
from lorum.contracts.layouts import Layouts
from lorum.contracts.tricks import Tricks

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
IDS = list(lorum.variants())


def found(strategy: st.SearchStrategy[Any], condition: Callable[[Any], bool]) -> Any:
    """An example, the simplest one that hypothesis gets to."""
    return find(strategy, condition, settings=SEARCH)


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
    assert found(testing.sessions("eight-games"), lambda state: True).actions == ()
    assert found(testing.deals("eight-games"), lambda state: True).actions == ()


SCORED = lorum.ScoreDeal
TIED = lorum.get_variant("compendium", contracts=["first-and-last"], rounds=1)
TWO = lorum.get_variant("eight-games-two-cards", contracts=["first-and-last"])
PLACES: dict[str, tuple[str | lorum.Variant, Callable[[lorum.SessionState], bool]]] = {
    "the end": (TIED, lambda state: state.phase == "finished"),
    "buying in": ("compendium-beans", lambda state: state.phase == "buy-in"),
    "doubling": (lorum.get_variant("compendium", doubling=True), lambda state: state.phase == "double"),
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
    found = []

    @settings(SEARCH, max_examples=100, phases=[Phase.generate])
    @given(testing.sessions(variant))
    def look(state: lorum.SessionState) -> None:
        found.append(condition(state))

    look()
    assert any(found)
    assert not all(found) or place == "one suit"


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


def test_a_tables_own_rules_are_checked(tmp_path: Path) -> None:
    testing.check_variant(own(tmp_path), deals=2, seed="ours")


@pytest.mark.parametrize("id", ["compendium-three", "seven-contracts", "eight-games-two-cards"])
def test_variants_of_the_documents_are_checked(id: str) -> None:
    testing.check_variant(lorum.get_variant(id), deals=1)


def broken(law: str, id: str = "seven-contracts", deals: int = 3) -> testing.BrokenLaw:
    deal._prepared.cache_clear()
    with pytest.raises(testing.BrokenLaw) as caught:
        testing.check_variant(lorum.get_variant(id), deals=deals)
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
    shown = broken("accounts").record
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
    broken("secrets", deals=8)


def test_a_seat_that_is_special_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    real = Layouts.lines

    def lines(self: Layouts, frame: Any, at: Any) -> tuple[lorum.ScoreLine, ...]:
        return tuple(line for line in real(self, frame, at) if line.seat or not line.what.endswith("passes"))

    monkeypatch.setattr(Layouts, "lines", lines)
    broken("turned")


def test_stopping_too_early_is_found(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Tricks, "_can_charge", lambda self, frame, number, cards: False)
    broken("decision")
