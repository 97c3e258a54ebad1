"""The engine and the naive implementation, side by side: the same at every ply of random sessions."""

from __future__ import annotations

import random
from typing import Any

import pytest
from naive import PRESETS, NaiveSession, Refused
from test_naive import random_deal, random_options, random_score

import lorum
from lorum import record

pytestmark = pytest.mark.slow


def skewed_deal(session: NaiveSession, rng: random.Random) -> dict[str, Any]:
    """A deal in which hands hold long suits or neighbouring ranks, so that rare rules bite."""
    if session.two_cards_each():
        return random_deal(session, rng)
    order = "789TUOKA"
    by_rank = rng.random() < 0.5
    cards = sorted(session.pack, key=lambda card: (order.index(card[0]), card[1]) if by_rank else card[::-1])
    for _ in range(rng.randrange(12)):
        i, j = rng.randrange(len(cards)), rng.randrange(len(cards))
        cards[i], cards[j] = cards[j], cards[i]
    size = len(cards) // session.players
    hands = [" ".join(cards[i * size : (i + 1) * size]) for i in range(session.players)]
    rng.shuffle(hands)
    return {"type": "deal", "hands": hands}


def compare(state: lorum.SessionState, naive: NaiveSession) -> None:
    """Everything that both know."""
    facts = record.summary(state)
    assert facts["phase"] == naive.phase
    assert facts["to_act"] == naive.to_act
    assert facts["legal"] == naive.legal()
    assert facts["open"] == naive.open()
    assert facts["totals"] == naive.totals
    assert facts["pot"] == naive.pot
    assert facts["bought"] == naive.bought
    assert facts["final_share"] == naive.final_share
    assert facts["winners"] == naive.winners
    if facts["deal"]:
        assert facts["deal"]["dealer"] == naive.dealer
        assert facts["deal"]["contract"] == naive.contract
    results = [{k: v for k, v in result.items() if k != "lines"} for result in facts["results"]]
    assert results == naive.results
    for result in facts["results"]:
        sums = [0] * naive.players
        for line in result["lines"]:
            sums[line["seat"]] += line["points"]
        assert sums == result["points"]


def do_both(state: lorum.SessionState, naive: NaiveSession, action: dict[str, Any]) -> lorum.SessionState:
    after = lorum.apply(state, record.action_from_json(action))
    naive.apply(action)
    return after


def random_action(state: lorum.SessionState, naive: NaiveSession, rng: random.Random) -> dict[str, Any]:
    """One of the legal actions, now and then a result entered by hand or a revoke."""
    if naive.phase != "deal":
        if naive.phase == "play" and rng.random() < 0.01:
            revoke = {"type": "revoke", "seat": rng.randrange(naive.players)}
            if lorum.violation(state, record.action_from_json(revoke)) is None:
                return revoke
        return rng.choice(naive.legal())
    if rng.random() < 0.1:
        score = random_score(naive, rng)
        if lorum.violation(state, record.action_from_json(score)) is None:
            return score
    return (skewed_deal if rng.random() < 0.3 else random_deal)(naive, rng)


def play_both(variant: str, seed: int) -> None:
    rng = random.Random(f"{variant} {seed}")
    options = random_options(variant, rng)
    dealer = rng.randrange(3)
    rules = lorum.get_variant(variant, **options)
    state, naive = lorum.new_session(rules, dealer), NaiveSession(variant, options, dealer)
    assert rules.deals == naive.planned
    assert rules.wins == naive.wins
    assert list(rules.contracts) == naive.contracts
    compare(state, naive)
    while naive.phase != "finished":
        if rng.random() < 0.05:
            refuse_both(state, naive, rng)
        state = do_both(state, naive, random_action(state, naive, rng))
        compare(state, naive)
    assert record.replay(record.loads(record.dumps(record.record_of(state)))) == state


def refuse_both(state: lorum.SessionState, naive: NaiveSession, rng: random.Random) -> None:
    """An action at random: both take it or both refuse it. It is not done."""
    kind = rng.choice(["play", "pass", "decline", "announce", "double", "buy-in", "choose", "revoke"])
    action: dict[str, Any] = {"type": kind}
    if rng.random() < 0.5 or kind == "revoke":
        action["seat"] = rng.randrange(naive.players)
    if kind == "play":
        action["card"] = str(rng.choice(lorum.PACK))
    if kind == "choose":
        action["contract"] = rng.choice(["reds", "obers", "hearts", "lorum", "all-bad"])
    engine_takes = lorum.violation(state, record.action_from_json(action)) is None
    if engine_takes:
        return  # the naive implementation changes in place, and would take it too far
    with pytest.raises(Refused):
        naive.apply(action)


@pytest.mark.parametrize("seed", range(12))
@pytest.mark.parametrize("variant", list(PRESETS))
def test_lockstep(variant: str, seed: int) -> None:
    """K, P, E: two implementations of the same statements agree."""
    play_both(variant, seed)
