"""Errors, violations and the register of rules."""

from __future__ import annotations

import copy
import json
import pickle
import re
from datetime import date, datetime, time
from typing import Any

import pytest
from builders import WHOLE_SUITS, deal, dealt, play, play_out, refused, score, session

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
from lorum.errors import quoted


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
    ("value", "words"),
    [
        (True, "true"), (False, "false"), (None, "null"), (1, "1"), (1.5, "1.5"), (float("nan"), "nan"),
        ("a", "'a'"), ([1], "a list"), ((), "a list"), ({}, "an object or table"),
        (date(1979, 5, 27), "a date"), (time(7, 32), "a time"),
        (datetime(1979, 5, 27, 7, 32), "a date and time"),
        (10**5000, "a very large number"), (b"a", "a value of type bytes"),
    ],
    ids=lambda value: type(value).__name__,
)  # fmt: skip
def test_values_are_told_in_the_words_of_the_file(value: object, words: str) -> None:
    """Who writes JSON or TOML need not know what Python calls it."""
    assert quoted(value) == words


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


# What refusals say


def in_deal(contract: str, hands: Any, moves: str = "", variant: str = "compendium", **options: Any) -> Any:
    return play(deal(variant, contract, hands, **options), moves)


def two_cards(stock: bool) -> lorum.SessionState:
    """Two cards each, in the second deal of four."""
    start = session("eight-games-two-cards", contracts=["first-and-last"])
    first: Any = lorum.deal_cards(start, lorum.PACK)
    return play_out(lorum.apply(start, first if stock else lorum.DealCards(first.hands)))


def entering(points: list[int], contract: str | None = "reds", **how: Any) -> lorum.ScoreDeal:
    return lorum.ScoreDeal(points, contract, **how)


BEGUN = in_deal("reds", {1: "7a Kh", 2: "8a"}, "7a")
TAKES_ALL = [8, 0, 0, 0]
REST = "7l 8l 7h 8h 7b 8b Ta Ua"

REFUSALS: list[tuple[Any, Any, Rule, dict[str, object], list[str]]] = [
    # State, action, rule, facts, and words that say what is wrong and where.
    (BEGUN, "Ab", Rule.PLAY_CARD_HELD, {"seat": 2, "card": "Ab"}, ["seat 2", "not hold Ab"]),
    (in_deal("reds", {}, variant="compendium-three"), "7b", Rule.CARDS_SHORT_PACK, {"card": "7b"},
     ["7b", "not in the pack"]),
    (BEGUN, lorum.Play(lorum.Card("8a"), seat=3), Rule.TABLE_TURN, {"seat": 3}, ["turn of seat 3"]),
    (BEGUN, "double", Rule.PLAY_PHASE, {"action": "double", "phase": "play"}, ["double", "play phase"]),
    (play_out(BEGUN), "7a", Rule.PLAY_OVER, {}, ["deal is over"]),
    (score(session("seven-contracts", contracts=["lorum"]), [9, 5, 2, 4]), "7a",
     Rule.PLAY_PHASE, {"action": "play", "phase": "deal"}, ["play", "deal phase"]),
    # Tricks
    (BEGUN, "pass", Rule.PLAY_PASS, {}, ["may not pass"]),
    (in_deal("reds", {1: "7a", 2: "8a 7l"}, "7a"), "7l", Rule.TRICKS_FOLLOW_SUIT,
     {"card": "7l", "led": "acorns"}, ["7l", "acorns", "follow"]),
    (in_deal("reds", {1: "7a Kh"}), "Kh", Rule.COMPENDIUM_REDS_FIRST_LEAD, {"card": "Kh", "trick": 1},
     ["Kh", "led", "to the first trick"]),
    (in_deal("king-of-hearts", {1: "7a 8a 9h", 2: "9a Ta", 3: "Ua Oa", 0: "Ka Aa 7h"}, "7a 9a Ua Ka"), "7h",
     Rule.COMPENDIUM_KING_OF_HEARTS_LEAD, {"card": "7h", "trick": 2}, ["7h", "until one has been discarded"]),
    (in_deal("obers", {1: "7a", 2: "Ol 7l 8l 9l Tl Ul Kl Al"}, "7a", obers_first_discard="barred"), "Ol",
     Rule.COMPENDIUM_OBERS_FIRST_DISCARD, {"card": "Ol"}, ["Ol", "discarded", "first trick"]),
    (in_deal("red-king", {2: "Kh"}, variant="eight-games"), "announce",
     Rule.EIGHT_RED_KING_ANNOUNCED, {}, ["holder", "announce"]),
    # Layouts, chains, trains
    (in_deal("lorum", {1: "9h", 2: "9l 7l"}, "9h"), "pass", Rule.LAYOUTS_MUST_PLAY, {}, ["may not pass"]),
    (in_deal("unter-laying", {1: "Uh Tl"}, variant="eight-games"), "Tl", Rule.EIGHT_UNTER_OPENING,
     {"card": "Tl"}, ["Tl", "open the layout"]),
    (in_deal("lorum", {1: "9h", 2: "9l 7l"}, "9h"), "7l", Rule.COMPENDIUM_LORUM_SUIT_OPENING,
     {"card": "7l", "opening": "9"}, ["7l", "open its suit"]),
    (in_deal("lorum", {1: "9h", 2: "9l Uh"}, "9h"), "Uh", Rule.COMPENDIUM_LORUM_GROWTH, {"card": "Uh"},
     ["Uh", "not fit onto its row"]),
    (in_deal("quartets", {3: "9h", 2: "Th 7l"}, "9h", "seven-contracts"), "7l", Rule.SEVEN_QUARTETS_NEXT,
     {"card": "7l"}, ["7l", "not the next card of the chain"]),
    (in_deal("quartets", {3: "9h"}, variant="seven-contracts"), "pass", Rule.PLAY_PASS, {}, ["may not pass"]),
    (in_deal("fast-train", {3: "9h", 2: "Th 7l"}, "9h", "seven-contracts"), "7l",
     Rule.SEVEN_FAST_TRAIN_NEXT, {"card": "7l"}, ["7l", "not the next higher rank"]),
    (in_deal("fast-train", {3: "9h", 2: "Th 7l"}, "9h", "seven-contracts"), "pass",
     Rule.SEVEN_FAST_TRAIN_PASS, {}, ["may not pass"]),
    # Revokes
    (BEGUN, lorum.Revoke(1), Rule.REVOKE_SHOWN, {"seat": 1}, ["seat 1", "no other suit"]),
    (in_deal("reds", {}, variant="compendium-three"), lorum.Revoke(3), Rule.TABLE_PLAYERS, {"seat": 3},
     ["no seat 3"]),
    (in_deal("lorum", {}), lorum.Revoke(1), Rule.REVOKE_PENALTY, {}, ["lorum", "no whole total"]),
    (in_deal("hearts", {}, variant="seven-contracts"), lorum.Revoke(1), Rule.REVOKE_NONE, {},
     ["seven-contracts", "no penalty"]),
    # Cards
    (session("compendium"), lorum.DealCards(WHOLE_SUITS[:3]), Rule.DEAL_HANDS, {"hands": 3},
     ["4 hands", "not 3"]),
    (session("compendium"), lorum.DealCards([*WHOLE_SUITS[:3], "7b"]), Rule.DEAL_HANDS,
     {"seat": 3, "cards": 1}, ["seat 3", "8 cards", "not 1"]),
    (session("compendium"), lorum.DealCards([*WHOLE_SUITS[:3], WHOLE_SUITS[0]]), Rule.DEAL_PACK,
     {"card": "7a"}, ["7a", "twice"]),
    (session("compendium"), lorum.DealCards(WHOLE_SUITS, "7a"), Rule.DEAL_STOCK, {}, ["no stock"]),
    (two_cards(stock=False), lorum.DealCards(["7a 8l", "8b 9b", "7h 8h", "7b 9h"]),
     Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS, {"card": "7a"}, ["7a", "dealt before"]),
    (two_cards(stock=False), lorum.DealCards(["9l 8l", "8b 9b", "7h 8h", "7b 9h"], "7l"),
     Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS, {}, ["first deal"]),
    (session("eight-games-two-cards", contracts=["first-and-last"]),
     lorum.DealCards(["9l 8l", "8b 9b", "7h 8h", "7b 9h"], "7l"), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS,
     {"cards": 24}, ["24 cards", "not 1"]),
    (two_cards(stock=True), lorum.DealCards(["9l 8l", "8b 9b", "7h 8h", "7b 9h"]),
     Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS, {}, ["top cards of the stock"]),
    (two_cards(stock=True), lorum.DealCards(["9l Kl", "Tl Al", "7l Ul", "8l Ol"], "7b"),
     Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS, {}, ["not what is left of it"]),
    # The choice, and points that are entered
    (dealt(session("compendium", contracts=["reds", "lorum"])), "obers", Rule.CHOOSE_OPEN,
     {"contract": "obers"}, ["'obers'", "not open"]),
    (session("compendium"), entering(TAKES_ALL, None), Rule.CHOOSE_OPEN, {}, ["must be named"]),
    (session("compendium"), entering(TAKES_ALL, "hearts"), Rule.CHOOSE_OPEN, {"contract": "hearts"},
     ["'hearts'", "not open"]),
    (session("compendium"), entering(TAKES_ALL, doubled=True), Rule.DOUBLE_DEALER, {}, ["doubled"]),
    (session("compendium"), entering([8, 0, 0]), Rule.DEAL_ENTERED, {}, ["4 seats"]),
    (session("compendium"), entering([7, 0, 0, 0]), Rule.DEAL_ENTERED, {}, ["up to 8", "not 7"]),
    (session("compendium"), entering([7, 1, 0, 0], "obers"), Rule.DEAL_ENTERED, {}, ["sharing out"]),
    (session("compendium"), entering([1, 1, 1, 1], "lorum"), Rule.DEAL_ENTERED, {}, ["passes", "cards left"]),
    (session("seven-contracts", contracts=["quartets"]), entering([0, 0, 1, 1], None), Rule.DEAL_ENTERED, {},
     ["exactly one player"]),
    (session("seven-contracts", contracts=["quartets"]), entering([0, 1, 9, 1], None), Rule.DEAL_ENTERED, {},
     ["seat 2", "9"]),
    (session("seven-contracts"), entering(TAKES_ALL, "hearts", revoked_by=0), Rule.REVOKE_NONE, {},
     ["seven-contracts", "no penalty"]),
    (session("compendium-three"), entering([8, 0, 0], revoked_by=3), Rule.TABLE_PLAYERS, {"seat": 3},
     ["no seat 3"]),
    (session("compendium"), entering(TAKES_ALL, "lorum", revoked_by=0), Rule.REVOKE_PENALTY, {},
     ["lorum", "no whole total"]),
    (session("compendium"), entering(TAKES_ALL, revoked_by=1), Rule.REVOKE_PENALTY, {"total": 8},
     ["8 points"]),
]  # fmt: skip


@pytest.mark.parametrize(("state", "action", "rule", "facts", "words"), REFUSALS)
def test_refusals_say_what_and_where(
    state: Any, action: Any, rule: Rule, facts: dict[str, object], words: list[str]
) -> None:
    """K5.2 to K7.4, P2.9 to P6.5, E2.1 to E9.3: the rule, its facts by name, and a sentence to read."""
    violation = refused(state, action, rule)
    assert violation.facts == facts
    for word in words:
        assert word in violation.message


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
