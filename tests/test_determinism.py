"""The same input gives the same output: in every process, under every hash seed, beside any other session."""

from __future__ import annotations

import copy
import hashlib
import itertools
import json
import os
import pickle
import random
import subprocess
import sys
import threading
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest

import lorum
from lorum import record
from lorum.testing import chance, check, laws

pytestmark = pytest.mark.slow

IDS = list(lorum.variants())
ROOT = Path(lorum.__file__).parent.parent
OWN = """format = "lorum-variant/1"
id = "own"
extends = "seven-contracts"
[table]
direction = "clockwise"
"""

# What a process tells of some sessions: one digest.
TELL = """
import hashlib, itertools, json, random, sys
import lorum
from lorum import record
from lorum.testing import check
digest = hashlib.sha256()
for id in lorum.variants():
    digest.update(repr(dict(lorum.get_variant(id).options)).encode())
    for state in itertools.islice(check.random_session(lorum.get_variant(id), random.Random(id)), 60):
        digest.update(repr(lorum.legal_actions(state)).encode())
        digest.update(json.dumps(record.observation(state, 0)).encode())
    digest.update(record.dumps(record.record_of(state)).encode())
    every = [lorum.action_at(state.variant, i) for i in range(37)]
    digest.update(repr([lorum.violation(state, action) for action in every]).encode())
digest.update(repr(list(lorum.variants())).encode())
print(digest.hexdigest())
"""

# Another process reads states and their records, and answers with what it has read.
ANSWER = """
import pickle, sys
from lorum import record
import lorum
states = pickle.load(sys.stdin.buffer)
same = [record.replay(record.record_of(state), {state.variant.id: state.variant.with_options()}) == state
        for state in states if isinstance(state, lorum.SessionState)]
keys = [lorum.position_key(state) for state in states]
legal = [lorum.legal_actions(state) for state in states]
sys.stdout.buffer.write(pickle.dumps((states, all(same), keys, legal)))
"""


def run(program: str, data: bytes = b"", seed: str = "0") -> bytes:
    environment = {**os.environ, "PYTHONHASHSEED": seed, "PYTHONPATH": str(ROOT)}
    done = subprocess.run(
        [sys.executable, "-c", program], input=data, capture_output=True, env=environment, check=False
    )
    assert done.returncode == 0, done.stderr.decode()
    return done.stdout


def test_every_hash_seed_tells_the_same() -> None:
    assert len({run(TELL, seed=seed) for seed in ("0", "4242", "random")}) == 1


def played(id: str) -> Iterator[lorum.SessionState]:
    """A session whose deals and choices follow from SHA-2 alone, and not from Python's random source."""
    state = lorum.new_session(lorum.get_variant(id), 1)
    for ply in itertools.count():
        yield state
        if state.phase == "finished":
            return
        seed = f"{id} {ply}"
        legal = lorum.legal_actions(state)
        if legal:
            number = int.from_bytes(hashlib.sha256(seed.encode()).digest(), "big")
            state = lorum.apply(state, legal[number % len(legal)])
            continue
        try:
            cards = lorum.deal_cards(state, lorum.shuffled(state.variant.pack, seed))
        except lorum.ArgumentError:  # a stock runs
            cards = lorum.deal_cards(state)
        state = lorum.apply(state, cards)


# The first 16 hexadecimal digits of what is told of these sessions. They change when the rules do, or when
# other things are told of them, and never with the version of Python.
DIGESTS = {
    "compendium": "7af06610b714e47c",
    "compendium-short": "895a178622281e4e",
    "compendium-extended": "48d8038b2fabb63c",
    "compendium-three": "859f11eb9265e8de",
    "compendium-beans": "55304be4aada3765",
    "seven-contracts": "ee1acdc2a0917bb3",
    "eight-games": "57d2a5482eff101d",
    "eight-games-two-cards": "1eaefca555c11679",
}


@pytest.mark.parametrize("id", IDS)
def test_every_python_tells_the_same(id: str) -> None:
    """Summaries, observations, legal actions and refusals, the record, and which positions are equal."""
    digest = hashlib.sha256()

    def tell(*what: object) -> None:
        digest.update(json.dumps(what, separators=(",", ":")).encode())

    numbers: dict[object, int] = {}
    for ply, state in enumerate(played(id)):
        every = [lorum.action_at(state.variant, i) for i in range(37)]
        tell(numbers.setdefault(lorum.position_key(state), ply))
        if ply % 23 == 0 or state.phase == "finished":
            tell(record.summary(state), record.observation(state, ply % state.variant.players))
            problems = [lorum.violation(state, action) for action in every]
            tell([problem and problem.to_json() for problem in problems])
    tell(record.record_of(state))
    assert digest.hexdigest()[:16] == DIGESTS[id]


def some_states(folder: Path) -> list[lorum.SessionState | lorum.DealState]:
    path = folder / "own.toml"
    path.write_text(OWN)
    variants = [*map(lorum.get_variant, IDS), lorum.load_variant(path)]
    variants.append(lorum.get_variant("compendium", players=3, doubling=True, stop_when_decided=True))
    found: list[lorum.SessionState | lorum.DealState] = []
    for variant in variants:
        rng = random.Random(str(variant))
        sessions = list(check.random_session(variant, rng))
        found += [*rng.sample(sessions, 12), sessions[-1]]
        for contract in variant.contracts:
            found += rng.sample(list(check.random_deals(variant, contract, rng)), 2)
    return found


def test_states_go_to_another_process_and_back(tmp_path: Path) -> None:
    states = some_states(tmp_path)
    again, same, keys, legal = pickle.loads(run(ANSWER, pickle.dumps(states), seed="7"))
    assert again == states
    assert same
    assert list(map(hash, again)) == list(map(hash, states))
    assert keys == [lorum.position_key(state) for state in states]
    assert legal == [lorum.legal_actions(state) for state in states]
    for state, other in zip(states, again, strict=True):
        assert record.summary(other) == record.summary(state)
        assert other.variant == state.variant
        assert other.actions == state.actions


@pytest.mark.parametrize("how", [copy.copy, copy.deepcopy, lambda state: pickle.loads(pickle.dumps(state))])
def test_copies_go_their_own_way(how: object, tmp_path: Path) -> None:
    """A copy plays on as its original does, and neither is changed by what the other does."""
    assert callable(how)
    for state in some_states(tmp_path)[::2]:
        before = json.dumps(laws.shown_as(state))
        twin = how(state)
        assert twin == state
        assert hash(twin) == hash(state)
        rng, again = random.Random(3), random.Random(3)
        one: Any = state
        other: Any = twin
        for _ in range(20):
            if one.phase == "finished":
                break
            one = lorum.apply(one, chance.random_action(one, rng))
            other = lorum.apply(other, chance.random_action(other, again))
            assert one == other
        assert json.dumps(laws.shown_as(state)) == before
        assert json.dumps(laws.shown_as(twin)) == before


def test_interleaved_sessions_are_the_same_as_one_after_another() -> None:
    def digest(states: list[lorum.SessionState]) -> str:
        return hashlib.sha256(repr([lorum.legal_actions(state) for state in states]).encode()).hexdigest()

    alone = {id: list(check.random_session(lorum.get_variant(id), random.Random(id))) for id in IDS}
    running = {id: check.random_session(lorum.get_variant(id), random.Random(id)) for id in IDS}
    together: dict[str, list[lorum.SessionState]] = {id: [] for id in IDS}
    while running:
        for id in list(running):
            random.random()  # what others draw is of no account
            state = next(running[id], None)
            if state is None:
                del running[id]
            else:
                together[id].append(state)
    assert together == alone
    assert {id: digest(states) for id, states in together.items()} == {
        id: digest(states) for id, states in alone.items()
    }


def test_nothing_draws_from_the_common_random_source() -> None:
    random.seed(5)
    expected = random.Random(5).random()
    for id in IDS:
        state = lorum.new_session(lorum.get_variant(id))
        state = lorum.apply(state, lorum.deal_cards(state, lorum.shuffled(state.variant.pack, 1)))
        lorum.observe(state, 0)
        record.dumps(record.record_of(state))
    assert random.random() == expected


def test_threads_share_states(tmp_path: Path) -> None:
    """Many threads play on from the same states, and all come to the same ends."""
    states = some_states(tmp_path)[::11]
    expected = [play_on(state) for state in states]
    found: list[object] = []

    def work() -> None:
        try:
            found.append([play_on(state) for state in states])
        except BaseException as error:
            found.append(error)

    threads = [threading.Thread(target=work) for _ in range(4)]
    interval = sys.getswitchinterval()
    sys.setswitchinterval(1e-5)
    try:
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
    finally:
        sys.setswitchinterval(interval)
    assert found == [expected] * len(threads)


def play_on(state: Any) -> tuple[object, ...]:
    rng = random.Random(1)
    for _ in range(60):
        if state.phase == "finished":
            break
        state = lorum.apply(state, chance.random_action(state, rng, entered=False))
        lorum.observe(state, 1)
    return state, lorum.position_key(state), json.dumps(record.summary(state))
