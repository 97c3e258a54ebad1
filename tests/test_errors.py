"""Errors, violations and the register of rules."""

from __future__ import annotations

import copy
import json
import pickle
import re
from typing import Any

import pytest
from builders import deal, play, play_out, refused

import lorum
from lorum import (
    ArgumentError,
    IllegalAction,
    LorumError,
    NotationError,
    RecordError,
    Rule,
    VariantError,
    Violation,
    record,
)


def a_violation() -> Violation:
    state = play(deal("compendium", "no-tricks", {1: "7a", 2: "8a 7l"}), "7a")
    return refused(state, "7l", Rule.TRICKS_FOLLOW_SUIT)


ERRORS: list[tuple[LorumError, tuple[str, ...]]] = [
    (NotationError("Kx", 1, "no suit"), ("text", "position", "reason")),
    (NotationError("Kx", 1), ("text", "position", "reason")),
    (VariantError("compendium", "players", "it is wrong"), ("source", "key", "reason")),
    (VariantError("compendium", "", "it is wrong"), ("source", "key", "reason")),
    (RecordError("it is wrong"), ("reason", "at", "path")),
    (RecordError("it is wrong", 3, "actions[3].card"), ("reason", "at", "path")),
    (ArgumentError("it is wrong"), ("reason",)),
    (IllegalAction(a_violation()), ("violation", "at")),
    (IllegalAction(a_violation(), 17), ("violation", "at")),
]


@pytest.mark.parametrize(("error", "fields"), ERRORS, ids=lambda value: type(value).__name__)
def test_errors_pickle_with_their_fields(error: LorumError, fields: tuple[str, ...]) -> None:
    for other in (pickle.loads(pickle.dumps(error)), copy.copy(error), copy.deepcopy(error)):
        assert type(other) is type(error)
        assert [getattr(other, name) for name in fields] == [getattr(error, name) for name in fields]
        assert str(other) == str(error)


def test_the_tree_of_errors() -> None:
    """All but `IllegalAction` are `ValueError`s too."""
    for kind in (NotationError, VariantError, RecordError, ArgumentError):
        assert issubclass(kind, LorumError)
        assert issubclass(kind, ValueError)
    assert issubclass(IllegalAction, LorumError)
    assert not issubclass(IllegalAction, ValueError)


def test_messages() -> None:
    assert str(NotationError("Kx", 1, "no suit")) == "no suit at position 1 of 'Kx'"
    assert str(VariantError("house.toml", "table.players", "no")) == "house.toml: table.players: no"
    assert str(VariantError("house.toml", "", "no")) == "house.toml: no"
    assert str(RecordError("no", 3, "actions[3]")) == "actions[3]: no"
    assert str(RecordError("no")) == "no"
    violation = a_violation()
    assert str(IllegalAction(violation)) == f"{violation.message} (tricks.follow-suit)"
    assert str(IllegalAction(violation, 17)) == f"action 17: {violation.message} (tricks.follow-suit)"


@pytest.mark.parametrize(
    "text",
    ["\ud800", "\x1b[31m", "a\nb", "x" * 100000, "ő♥", "\u202e", "'\"", "\\" * 1000],
    ids=["surrogate", "control", "line", "long", "letters", "direction", "quotes", "backslashes"],
)
def test_foreign_text_is_escaped_and_cut(text: str) -> None:
    """Nothing that came from outside reaches a terminal as it is."""
    caught: list[LorumError] = []
    for call in (
        lambda: lorum.Card(text),
        lambda: lorum.parse_cards(text),
        lambda: lorum.get_variant(text),
        lambda: lorum.get_variant("compendium", schedule=text),
        lambda: lorum.get_variant("compendium", contracts=[text]),
        lambda: lorum.get_variant("compendium").contract(text),
        lambda: record.loads(text),
        lambda: record.replay({"format": text}),
        lambda: record.action_from_json({"type": text}),
        lambda: record.action_from_json({"type": "pass", text: 1}),
        lambda: record.action_from_json({"type": "play", "card": text}),
        lambda: record.replay(
            {"format": "lorum-record/1", "variant": text, "first_dealer": 0, "actions": []}
        ),
        lambda: record.replay({"format": "lorum-record/1", text: text}),
        lambda: lorum.apply(chosen(), lorum.ChooseContract(text)),
    ):
        with pytest.raises(LorumError) as raised:
            call()
        caught.append(raised.value)
    for error in caught:
        assert str(error).isascii()
        assert str(error).isprintable()
        assert len(str(error)) < 400


def chosen() -> lorum.SessionState:
    state = lorum.new_session(lorum.get_variant("compendium"))
    return lorum.apply(state, lorum.deal_cards(state, lorum.PACK))


def test_violations() -> None:
    """The rule, words, and the same as data that cannot be changed."""
    violation = a_violation()
    assert violation.rule is Rule.TRICKS_FOLLOW_SUIT
    assert dict(violation.facts) == {"card": "7l", "led": "acorns"}
    assert violation.to_json() == {
        "rule": "tricks.follow-suit", "message": violation.message, "facts": {"card": "7l", "led": "acorns"},
    }  # fmt: skip
    assert json.loads(json.dumps(violation.to_json())) == violation.to_json()
    with pytest.raises(TypeError):
        violation.facts["card"] = "7a"  # type: ignore[index]
    with pytest.raises(AttributeError):
        violation.message = ""  # type: ignore[misc]
    assert pickle.loads(pickle.dumps(violation)) == violation
    assert hash(violation) == hash(a_violation())
    assert violation != Violation(Rule.TRICKS_FOLLOW_SUIT, violation.message)
    assert dict(Violation(Rule.PLAY_PASS, "no").facts) == {}


def test_score_lines_as_json() -> None:
    state = play_out(deal("compendium", "reds"))
    assert state.result
    for line, data in zip(state.result.lines, state.result.to_json()["lines"], strict=True):  # type: ignore[call-overload]
        assert data == {"rule": line.rule.value, "seat": line.seat, "points": line.points, "what": line.what}
    assert pickle.loads(pickle.dumps(state.result)) == state.result
    assert lorum.ScoreLine(Rule.REVOKE_PENALTY, 1, 8, "revoke").to_json() == {
        "rule": "revoke.penalty", "seat": 1, "points": 8, "what": "revoke",
    }  # fmt: skip


# The register


def test_rule_ids() -> None:
    """Dotted, in small letters; grouped as the specification is."""
    groups = {
        "cards", "table", "deal", "choose", "double", "announce", "play", "tricks", "layouts", "chains",
        "trains", "revoke",
        "settlement", "pot", "beans", "session", "compendium", "seven-contracts", "eight-games",
    }  # fmt: skip
    for rule in Rule:
        assert re.fullmatch(r"[a-z]+(-[a-z]+)*(\.[a-z]+(-[a-z]+)*)+", rule)
        assert rule.split(".")[0] in groups
        assert rule.name.replace("_", "-").lower().split("-")[-1] == rule.split(".")[-1].split("-")[-1]
        assert rule.summary.endswith(".")
        assert len(rule.summary) < 160
        assert rule.url == f"https://lorum.readthedocs.io/rule.html#{rule.value}"
        assert Rule(rule.value) is rule
        assert pickle.loads(pickle.dumps(rule)) is rule
        assert str(rule) == rule == rule.value
    assert len(Rule) == 166


def test_a_register_refuses_empty_summaries_and_repeated_ids() -> None:
    from enum import StrEnum, unique

    make: Any = vars(Rule)["_new_member_"]
    with pytest.raises(ValueError, match="no summary"):
        make(Rule, "x.y")
    with pytest.raises(ValueError, match=r"whist\.whist"):
        Rule("whist.whist")

    with pytest.raises(ValueError, match="duplicate"):

        @unique
        class Other(StrEnum):
            A = "a.a"
            B = "a.a"


def test_citations_of_contracts_are_rules() -> None:
    """Whatever a contract of a document says in its own words has a clause of that document."""
    for name, prefix in (
        ("compendium", "compendium."),
        ("seven-contracts", "seven-contracts."),
        ("eight-games", "eight-games."),
    ):
        rules = lorum.get_variant(name)
        for contract in rules.definitions.values():
            for common, own in contract.rules.items():
                assert own.startswith((prefix + contract.id, "beans."))
                assert common.split(".")[0] not in ("compendium", "seven-contracts", "eight-games")
                assert contract.cite(common) is own


def test_edition() -> None:
    assert lorum.EDITION == "1"
    assert all(name in dir(lorum) for name in lorum.__all__)
