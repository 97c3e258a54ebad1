"""Short ways to build states in tests: hands, deals, sessions, play by notation, refusals, variant files."""

from __future__ import annotations

import json
import re
from collections.abc import Iterable, Mapping, Sequence
from pathlib import Path
from typing import Any, TypeVar

import pytest

import lorum
from lorum import Action, DealState, PlayerAction, Rule, SessionState, Variant

S = TypeVar("S", SessionState, DealState)

SUITS = "alhb"
RANKS = "789TUOKA"
WHOLE_SUITS = tuple(" ".join(rank + suit for rank in RANKS) for suit in SUITS)
"""A deal in which seat 0 has all acorns, seat 1 all leaves, and so on."""

WORDS: Mapping[str, PlayerAction] = {
    "pass": lorum.Pass(),
    "announce": lorum.Announce(),
    "decline": lorum.Decline(),
    "double": lorum.Double(),
    "buy-in": lorum.BuyIn(),
}


# Hands and deals


def completed(variant: Variant, given: Mapping[int, str], size: int | None = None) -> list[str]:
    """Hands by seat: those given, filled up in pack order with cards that nobody was given."""
    size = size or len(variant.pack) // variant.players
    taken = {card for text in given.values() for card in text.split()}
    rest = [str(card) for card in variant.pack if str(card) not in taken]
    hands = []
    for seat in range(variant.players):
        hand = given.get(seat, "").split()
        while len(hand) < size:
            hand.append(rest.pop(0))
        hands.append(" ".join(hand))
    return hands


def deal(
    variant: str | Variant,
    contract: str,
    given: Mapping[int, str] | Sequence[str] = WHOLE_SUITS,
    *,
    dealer: int = 0,
    doubled: bool = False,
    pot: int = 0,
    **options: Any,
) -> DealState:
    """One deal on its own, its hands completed; options belong to the variant."""
    rules = lorum.get_variant(variant, **options) if isinstance(variant, str) else variant
    if isinstance(given, Mapping):
        given = completed(rules, given, rules.hand_size(rules.contract(contract)))
    return lorum.new_deal(rules, contract, given, dealer=dealer, doubled=doubled, pot=pot)


def session(variant: str | Variant, first_dealer: int = 0, **options: Any) -> SessionState:
    """A session before its first deal."""
    rules = lorum.get_variant(variant, **options) if isinstance(variant, str) else variant
    return lorum.new_session(rules, first_dealer)


def dealt(state: SessionState, given: Mapping[int, str] | Sequence[str] = WHOLE_SUITS) -> SessionState:
    """The session after cards have been dealt; hands given by seat are completed."""
    hands = completed(state.variant, given) if isinstance(given, Mapping) else given
    return lorum.apply(state, lorum.DealCards(hands))


def score(
    state: SessionState,
    points: Sequence[int],
    contract: str | None = None,
    *,
    doubled: bool = False,
    revoked_by: int | None = None,
) -> SessionState:
    """The session after a deal entered by its points."""
    return lorum.apply(state, lorum.ScoreDeal(points, contract, doubled, revoked_by))


# Play


def action(word: str) -> PlayerAction:
    """An action by its word or its card; any other word is a contract to choose."""
    if word in WORDS:
        return WORDS[word]
    try:
        return lorum.Play(lorum.Card(word))
    except lorum.NotationError:
        return lorum.ChooseContract(word)


def play(state: S, text: str) -> S:
    """The state after these actions, each done by whose turn it is."""
    for word in text.split():
        state = lorum.apply(state, action(word))
    return state


def play_tricks(state: S, tricks: str) -> S:
    """The state after whole tricks, each written as one word with the cards by seat."""
    for trick in tricks.split():
        cards = re.findall("..", trick)
        for _ in cards:
            assert state.to_act is not None
            state = lorum.apply(state, lorum.Play(lorum.Card(cards[state.to_act]), seat=state.to_act))
    return state


def hands_of_tricks(tricks: str) -> list[str]:
    """The hands from which whole tricks, written as for `play_tricks`, are played."""
    rows = [re.findall("..", trick) for trick in tricks.split()]
    return [" ".join(column) for column in zip(*rows, strict=True)]


def played_tricks(
    variant: str | Variant,
    contract: str,
    tricks: str,
    *,
    before: str = "",
    dealer: int = 0,
    **options: Any,
) -> DealState:
    """A deal played from its first trick on as `play_tricks` says; `before`: answers to an announcement."""
    state = deal(variant, contract, hands_of_tricks(tricks), dealer=dealer, **options)
    return play_tricks(play(state, before), tricks)


def play_out(state: S) -> S:
    """The deal in hand played to its end, always with the first legal action."""
    done = results(state)
    while results(state) == done:
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    return state


def results(state: SessionState | DealState) -> int:
    """How many deals have come to a result."""
    return len(state.results) if isinstance(state, SessionState) else int(state.result is not None)


# Questions


def word_of(action: Action) -> str:
    """An action as `action` reads it."""
    if isinstance(action, lorum.Play):
        return str(action.card)
    return action.contract if isinstance(action, lorum.ChooseContract) else action.kind


def legal(state: SessionState | DealState) -> str:
    """The legal actions, as words."""
    return " ".join(word_of(action) for action in lorum.legal_actions(state))


def refused(state: SessionState | DealState, what: str | Action, rule: Rule) -> lorum.Violation:
    """The violation of an action that breaks just this rule; the state is checked to stay as it was."""
    wrong = action(what) if isinstance(what, str) else what
    violation = lorum.violation(state, wrong)
    assert violation is not None, f"{wrong} is taken"
    assert violation.rule is rule, violation
    assert violation.message.isprintable()
    for fact in ("card", "seat", "contract"):
        if fact in violation.facts:
            assert str(violation.facts[fact]) in violation.message
    before = (hash(state), lorum.legal_actions(state), state.to_act, state.hands, state.actions)
    any_state: Any = state
    with pytest.raises(lorum.IllegalAction) as raised:
        lorum.apply(any_state, wrong)
    assert raised.value.violation == violation
    assert raised.value.at is None
    assert (hash(state), lorum.legal_actions(state), state.to_act, state.hands, state.actions) == before
    assert lorum.violation(state, wrong) == violation
    return violation


def result(state: SessionState | DealState) -> lorum.DealResult:
    """The result of a deal on its own, or of a session's latest deal."""
    found = state.results[-1] if isinstance(state, SessionState) else state.result
    assert found is not None
    return found


def lines(state: SessionState | DealState) -> list[tuple[Rule, int, int, str]]:
    """The score lines of the latest result."""
    return [(line.rule, line.seat, line.points, line.what) for line in result(state).lines]


def cited(state: SessionState | DealState) -> set[Rule]:
    """The rules that the score lines of the latest result name."""
    return {line.rule for line in result(state).lines}


# Variant files


def toml(value: object) -> str:
    """A plain value in TOML, tables inline."""
    if isinstance(value, Mapping):
        return "{" + ", ".join(f"{json.dumps(key)} = {toml(item)}" for key, item in value.items()) + "}"
    if isinstance(value, list | tuple):
        return "[" + ", ".join(map(toml, value)) + "]"
    return json.dumps(value, allow_nan=False)


def write_variant(folder: Path, tree: Mapping[str, object], name: str = "house.toml") -> Path:
    """A variant file with this content."""
    path = folder / name
    path.write_text("".join(f"{json.dumps(key)} = {toml(value)}\n" for key, value in tree.items()), "utf-8")
    return path


def house(folder: Path, extends: str, **tables: Any) -> Variant:
    """A table's own variant that extends another one."""
    head = {"format": "lorum-variant/1", "id": "house", "extends": extends}
    return lorum.load_variant(write_variant(folder, {**head, **tables}))


def lasts(sequence: Iterable[SessionState]) -> SessionState:
    """The last of some states."""
    *_, last = sequence
    return last
