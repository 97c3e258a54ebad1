"""The conformance vectors hold for the engine, and show every clause."""

from __future__ import annotations

import json
import shutil
import subprocess
from collections import Counter
from pathlib import Path
from typing import Any

import make_vectors
import pytest
import walk
from make_vectors import FOLDER, SCHEMA
from shown import NOT_SHOWN

import lorum
from lorum import record, testing
from lorum.rules import Rule

VECTORS = [vector for vectors in make_vectors.stored().values() for vector in vectors]


def of_kind(*kinds: str) -> list[Any]:
    return [pytest.param(vector, id=vector["id"]) for vector in VECTORS if vector["kind"] in kinds]


def replayed(vector: dict[str, Any]) -> lorum.SessionState:
    return record.replay(vector["record"])


@pytest.mark.parametrize("vector", of_kind("legal"))
def test_legal(vector: dict[str, Any]) -> None:
    facts = record.summary(replayed(vector))
    for key in ("phase", "to_act", "legal"):
        assert facts[key] == vector[key]


@pytest.mark.parametrize("vector", of_kind("transition"))
def test_transition(vector: dict[str, Any]) -> None:
    action = record.action_from_json(vector["action"])
    facts = record.summary(lorum.apply(replayed(vector), action))
    assert {key: facts[key] for key in vector["after"]} == vector["after"]


@pytest.mark.parametrize("vector", of_kind("score"))
def test_score(vector: dict[str, Any]) -> None:
    state, result = replayed(vector), vector["result"]
    assert state.results[-1].to_json() == result
    assert (list(state.totals), state.pot) == (vector["totals"], vector["pot"])
    by_seat: Counter[int] = Counter()
    for line in result["lines"]:
        by_seat[line["seat"]] += line["points"]
    assert [by_seat[seat] for seat in range(state.variant.players)] == result["points"]


@pytest.mark.parametrize("vector", of_kind("refusal"))
def test_refusal(vector: dict[str, Any]) -> None:
    state, action = replayed(vector), record.action_from_json(vector["action"])
    problem = lorum.violation(state, action)
    assert problem is not None
    assert problem.rule == vector["rule"]
    with pytest.raises(lorum.IllegalAction):
        lorum.apply(state, action)


@pytest.mark.parametrize("vector", of_kind("record"))
def test_record(vector: dict[str, Any]) -> None:
    state = replayed(vector)
    summary = record.summary(state)
    for result in summary["results"]:
        del result["lines"]
    assert summary == vector["summary"]
    assert state.variant.settlement.start == vector["start"]
    assert [rule.value for rule in state.variant.departures] == vector["departures"]


@pytest.mark.parametrize("vector", of_kind("observation"))
def test_observation(vector: dict[str, Any]) -> None:
    assert record.observation(replayed(vector), vector["seat"]) == vector["observation"]


@pytest.mark.parametrize("vector", of_kind("dealing"))
def test_dealing(vector: dict[str, Any]) -> None:
    pack = lorum.parse_cards(vector["pack"]) if "pack" in vector else None
    assert record.action_to_json(lorum.deal_cards(replayed(vector), pack)) == vector["action"]


@pytest.mark.parametrize("vector", of_kind("notation"))
def test_notation(vector: dict[str, Any]) -> None:
    if "error" in vector:
        with pytest.raises(lorum.NotationError) as caught:
            lorum.parse_cards(vector["text"])
        assert caught.value.position == vector["error"]
    else:
        assert lorum.format_cards(lorum.parse_cards(vector["text"])) == vector["cards"]


@pytest.mark.parametrize("vector", of_kind("shuffle"))
def test_shuffle(vector: dict[str, Any]) -> None:
    seed: Any = bytes.fromhex(vector["hex"]) if "hex" in vector else vector["seed"]
    if vector.get("number"):
        seed = int(seed)
    shuffled = lorum.shuffled(lorum.parse_cards(vector["pack"]), seed)
    assert " ".join(map(str, shuffled)) == vector["shuffled"]


@pytest.mark.slow
@pytest.mark.parametrize("vector", of_kind("count"))
def test_count(vector: dict[str, Any]) -> None:
    deal = vector["deal"]
    variant = (
        lorum.load_variant(FOLDER / deal["file"]) if "file" in deal else lorum.get_variant(deal["variant"])
    )
    count = walk.Walk(strict=False).count(testing.replay_deal(deal, variant))
    assert count.ways == vector["ways"]
    assert count.lines == vector["lines"] == sum(count.results.values())
    assert count.results == {tuple(result["points"]): result["lines"] for result in vector["results"]}


@pytest.mark.slow
def test_making_them_again_gives_the_same_files() -> None:
    made = make_vectors.build()
    for path, text in made.items():
        assert (FOLDER / path).read_text(encoding="utf-8") == text, path
    there = {str(path.relative_to(FOLDER)) for path in FOLDER.rglob("*") if path.is_file()}
    assert there == {*made, "README.md", "vectors.schema.json"}


def test_schema() -> None:
    jsonschema = pytest.importorskip("jsonschema")
    schema = json.loads(SCHEMA.read_text(encoding="utf-8"))
    validator = jsonschema.Draft202012Validator
    validator.check_schema(schema)
    for name, vectors in make_vectors.stored().items():
        for error in validator(schema).iter_errors(vectors[::4]):
            raise AssertionError(f"{name}: {error.json_path}: {error.message}")


def test_every_contract_has_vectors() -> None:
    assert len({vector["id"] for vector in VECTORS}) == len(VECTORS)
    counts = Counter(vector["id"].rsplit("/", 2)[0] for vector in VECTORS)
    for document in make_vectors.DOCUMENTS:
        for contract in lorum.get_variant(document).contracts:
            assert counts[f"{document}/{contract}"] >= 10


def test_every_rule_is_shown() -> None:
    named = {rule for vector in VECTORS for rule in vector["rules"]}
    assert named == {rule.value for rule in Rule} - NOT_SHOWN.keys()
    assert all(bool(vector["rules"]) is (vector["kind"] != "shuffle") for vector in VECTORS)


def test_another_language_agrees() -> None:
    node = shutil.which("node")
    if node is None:
        pytest.skip("there is no node")
    script = Path(__file__).parent / "run_vectors.mjs"
    done = subprocess.run([node, str(script)], capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    assert "checked" in done.stdout
