"""What the naive implementation answers to the vectors, right as it is and with one clause wrong."""

from __future__ import annotations

from collections import defaultdict
from typing import Any

import answers
import make_vectors
import naive
import pytest
import wrong
from shown import NOT_SHOWN

from lorum.rules import Rule

VECTORS = [
    vector
    for vectors in make_vectors.stored().values()
    for vector in vectors
    if vector["kind"] in answers.KINDS
]
NAMING: dict[str, list[dict[str, Any]]] = defaultdict(list)
for vector in VECTORS:
    for rule in vector["rules"]:
        NAMING[rule].append(vector)


@pytest.mark.parametrize("vector", VECTORS, ids=[vector["id"] for vector in VECTORS])
def test_it_conforms(vector: dict[str, Any]) -> None:
    found, wanted = answers.of(naive, vector)
    assert found == wanted


@pytest.mark.parametrize(("rules", "old", "new"), wrong.WRONG, ids=[rules for rules, _, _ in wrong.WRONG])
def test_a_clause_that_is_wrong_fails_a_vector_that_names_it(rules: str, old: str, new: str) -> None:
    implementation = wrong.naive_with(old, new)
    for rule in map(Rule, rules.split()):
        assert any(fails(implementation, vector) for vector in NAMING[rule]), rule


def fails(implementation: object, vector: dict[str, Any]) -> bool:
    try:
        found, wanted = answers.of(implementation, vector)
    except Exception:  # whatever it is that a wrong implementation stumbles over
        return True
    return found != wanted


def test_every_clause_is_got_wrong() -> None:
    tried = {Rule(rule) for rules, _, _ in wrong.WRONG for rule in rules.split()}
    assert tried == set(Rule) - NOT_SHOWN.keys()
