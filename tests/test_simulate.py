"""Sessions played at random."""

from __future__ import annotations

from typing import Any

import pytest

import lorum
from lorum import record
from lorum.simulate import random_session


@pytest.mark.parametrize("id", lorum.variants())
def test_a_session_is_played_to_its_end(id: str) -> None:
    variant = lorum.get_variant(id)
    state = random_session(variant, 5)
    assert state.phase == "finished"
    assert state.variant == variant
    assert state.winners
    assert len(state.results) >= variant.deals
    assert not any(isinstance(action, lorum.ScoreDeal | lorum.Revoke) for action in state.actions)
    assert record.replay(record.record_of(state)) == state


def test_the_seed_decides() -> None:
    variant = lorum.get_variant("seven-contracts", contracts=["hearts"])
    played = [random_session(variant, seed) for seed in (0, 1, 2, 10**30)]
    assert random_session(variant) == played[0]
    assert [random_session(variant, seed) for seed in (0, 1, 2, 10**30)] == played
    assert len(set(played)) == 4


def test_who_has_no_beans_buys() -> None:
    """So that the session goes to its last deal."""
    for seed in range(5):
        state = random_session(lorum.get_variant("compendium-beans"), seed)
        asked = [action for action in state.actions if isinstance(action, lorum.BuyIn)]
        if asked:
            break
    assert asked
    assert any(state.bought)
    assert len(state.results) >= state.variant.deals


def test_a_stock_runs_through_the_four_deals() -> None:
    state = random_session(lorum.get_variant("eight-games-two-cards", contracts=["first-and-last"]))
    first, *others = [action for action in state.actions if isinstance(action, lorum.DealCards)]
    assert len(others) == 3
    assert len(first.stock) == 24
    dealt = [card for action in (first, *others) for hand in action.hands for card in hand]
    assert sorted(dealt) == list(lorum.PACK)


@pytest.mark.parametrize("seed", [-1, True, "0", 1.0, None])
def test_a_seed_is_a_whole_number(seed: Any) -> None:
    with pytest.raises(lorum.ArgumentError, match="a seed is a whole number"):
        random_session(lorum.get_variant("compendium"), seed)
