"""Records, JSON Lines, summaries: round trips at every ply, and whatever may come from outside."""

from __future__ import annotations

import copy
import json
import subprocess
import sys
from collections.abc import Callable, Iterator
from functools import partial
from typing import Any

import pytest
from builders import WHOLE_SUITS, dealt, lasts, legal, play, play_out, score, session
from conftest import House

import lorum
from lorum import (
    Announce,
    BuyIn,
    ChooseContract,
    DealCards,
    Decline,
    Double,
    IllegalAction,
    Pass,
    Play,
    RecordError,
    Revoke,
    Rule,
    ScoreDeal,
    SessionState,
    record,
)

Json = dict[str, Any]


def a_session() -> SessionState:
    """A little of everything that a record may hold."""
    state = session("compendium", 1, doubling=True, scoring="beans", contracts=["reds", "lorum", "all-bad"])
    state = play_out(play(dealt(state), "lorum double"))
    state = score(state, [8, 0, 0, 0], "reds", doubled=True)
    while state.phase == "buy-in":
        state = play(state, "buy-in")
    state = play(play(dealt(state), "all-bad decline"), legal_first(play(dealt(state), "all-bad decline"), 6))
    return state


def legal_first(state: SessionState, count: int) -> str:
    """The first legal action so many times over, as words."""
    moves = []
    for _ in range(count):
        moves.append(legal(state).split()[0])
        state = play(state, moves[-1])
    return " ".join(moves)


STATE = a_session()
RECORD: Json = record.record_of(STATE)


# Actions


ACTIONS: list[tuple[lorum.Action, Json]] = [
    (DealCards(WHOLE_SUITS), {"type": "deal", "hands": list(WHOLE_SUITS)}),
    (DealCards(["8a 7a", "", "", ""], "Kh 7b"),
     {"type": "deal", "hands": ["7a 8a", "", "", ""], "stock": "Kh 7b"}),
    (ScoreDeal([3, 3, 2, 0], "reds"), {"type": "score", "points": [3, 3, 2, 0], "contract": "reds"}),
    (ScoreDeal([3, 3, 2, 0]), {"type": "score", "points": [3, 3, 2, 0]}),
    (ScoreDeal([8, 0, 0, 0], "reds", True, 0),
     {"type": "score", "points": [8, 0, 0, 0], "contract": "reds", "doubled": True, "revoked_by": 0}),
    (ChooseContract("reds", seat=0), {"type": "choose", "seat": 0, "contract": "reds"}),
    (Double(seat=0), {"type": "double", "seat": 0}), (Decline(seat=1), {"type": "decline", "seat": 1}),
    (Announce(seat=2), {"type": "announce", "seat": 2}), (Pass(seat=1), {"type": "pass", "seat": 1}),
    (Play(lorum.Card("Qh"), seat=1), {"type": "play", "seat": 1, "card": "Oh"}),
    (BuyIn(seat=3), {"type": "buy-in", "seat": 3}), (Revoke(2), {"type": "revoke", "seat": 2}),
    (Pass(), {"type": "pass"}), (Play(lorum.Card("7a")), {"type": "play", "card": "7a"}),
]  # fmt: skip


@pytest.mark.parametrize(("action", "data"), ACTIONS)
def test_actions_as_json(action: lorum.Action, data: Json) -> None:
    assert record.action_to_json(action) == data
    assert record.action_from_json(data) == action
    assert record.action_from_json({**data, "meta": {"clock": 3}}) == action
    if isinstance(action, lorum.PlayerAction):
        assert record.action_to_json(action, 3)["seat"] == (3 if action.seat is None else action.seat)
    else:
        assert record.action_to_json(action, 3) == data


def test_foreign_notation_is_read() -> None:
    """K2.4: French cards in a record are the same cards, and written in German."""
    read = record.action_from_json({"type": "play", "card": "Q♥\ufe0f"})
    assert record.action_to_json(read) == {"type": "play", "card": "Oh"}
    assert record.action_from_json({"type": "deal", "hands": ["10c js"], "stock": "QD"}) == DealCards(
        ["Ta Ul"], "Ob"
    )


WRONG_ACTIONS: list[Any] = [
    None, 1, "pass", [], True, {}, {"type": None}, {"type": 1}, {"type": "whist"}, {"type": "Pass"},
    {"type": ["pass"]},
    {"type": "pass", "whist": 1}, {"type": "pass", "card": "7a"}, {"type": "pass", "seat": True},
    {"type": "pass", "seat": "1"},
    {"type": "pass", "seat": 1.0}, {"type": "pass", "seat": 4}, {"type": "pass", "seat": -1},
    {"type": "pass", "seat": [1]},
    {"type": "pass", "\ud800": 1},
    {"type": "play"}, {"type": "play", "card": None}, {"type": "play", "card": 7},
    {"type": "play", "card": "7x"},
    {"type": "play", "card": ""}, {"type": "play", "card": "7a 8a"}, {"type": "play", "card": ["7a"]},
    {"type": "play", "card": "\ud800"},
    {"type": "choose"}, {"type": "choose", "contract": 1}, {"type": "choose", "contract": None},
    {"type": "choose", "contract": ["reds"]},
    {"type": "revoke"}, {"type": "revoke", "seat": None}, {"type": "revoke", "seat": True},
    {"type": "revoke", "seat": 9},
    {"type": "deal"}, {"type": "deal", "hands": None}, {"type": "deal", "hands": "7a"},
    {"type": "deal", "hands": [7]},
    {"type": "deal", "hands": [["7a"]]}, {"type": "deal", "hands": ["7a 7a"]},
    {"type": "deal", "hands": ["7a,8a"]},
    {"type": "deal", "hands": {"0": "7a"}}, {"type": "deal", "hands": [], "stock": 3},
    {"type": "deal", "hands": [], "stock": ["7a"]},
    {"type": "deal", "hands": [], "seat": 1}, {"type": "deal", "hands": [], "stock": "7a 7a"},
    {"type": "score"}, {"type": "score", "points": None}, {"type": "score", "points": "3320"},
    {"type": "score", "points": [1.0]},
    {"type": "score", "points": [True]}, {"type": "score", "points": ["3"]},
    {"type": "score", "points": [-1]},
    {"type": "score", "points": [10**4000]}, {"type": "score", "points": [None]},
    {"type": "score", "points": [[3]]},
    {"type": "score", "points": [8], "contract": 1}, {"type": "score", "points": [8], "doubled": 1},
    {"type": "score", "points": [8], "doubled": "true"}, {"type": "score", "points": [8], "doubled": None},
    {"type": "score", "points": [8], "revoked_by": True}, {"type": "score", "points": [8], "revoked_by": 4},
    {"type": "pass", "meta": None}, {"type": "pass", "meta": []}, {"type": "pass", "meta": "x"},
    {"type": "pass", "meta": {"x": {1, 2}}},
    {"type": "pass", "meta": {"x": float("nan")}}, {"type": "pass", "meta": {"x": "y" * 70000}},
]  # fmt: skip


@pytest.mark.parametrize("data", WRONG_ACTIONS, ids=lambda data: ascii(data)[:50])
def test_wrong_actions(data: Any) -> None:
    with pytest.raises(RecordError) as raised:
        record.action_from_json(data)
    assert raised.value.at is None
    str(raised.value).encode()
    assert len(str(raised.value)) < 400
    with pytest.raises(RecordError) as raised:
        record.replay({**RECORD, "actions": [*RECORD["actions"][:2], data]})
    assert raised.value.at == 2
    assert raised.value.path.startswith("actions[2]")


# Round trips


def random_sessions() -> Iterator[SessionState]:
    for name, options in (
        ("compendium", {"contracts": ["lorum", "all-bad"], "doubling": True, "rounds": 1}),
        ("compendium-three", {"contracts": ["lorum", "reds"], "rounds": 1}),
        ("compendium-beans", {"contracts": ["all-bad", "lorum"], "rounds": 2}),
        ("seven-contracts", {"contracts": ["fast-train", "quartets"]}),
        ("eight-games", {"contracts": ["red-king", "unter-laying"], "direction": "counter-clockwise"}),
        ("eight-games-two-cards", {"contracts": ["first-and-last"]}),
    ):  # fmt: skip
        state = session(name, **options)
        number = 0
        while state.phase != "finished" and number < 250:
            yield state
            number += 1
            if state.phase == "deal":
                pack = lorum.shuffled(state.variant.pack, number)
                runs = "two" in name and len(state.results) % 4
                action: lorum.Action = lorum.deal_cards(state) if runs else lorum.deal_cards(state, pack)
            else:
                actions = lorum.legal_actions(state)
                action = actions[number * number % len(actions)]
            state = lorum.apply(state, action)
        yield state


@pytest.mark.slow
def test_a_record_gives_the_same_session_at_every_ply() -> None:
    """Equal, hash-equal, with the same future; in one text or in lines."""
    for number, state in enumerate(random_sessions()):
        if number % 17 and state.phase != "buy-in":
            continue
        kept = record.record_of(state)
        for text in (record.dumps(kept), record.dumps(kept, lines=True)):
            read = record.loads(text)
            assert read == kept
            again = record.replay(read)
            assert again == state
            assert hash(again) == hash(state)
            assert lorum.legal_actions(again) == lorum.legal_actions(state)
            assert record.summary(again) == record.summary(state)
            assert record.dumps(record.record_of(again)) == record.dumps(kept)


def test_all_positions_of_a_record() -> None:
    """From before the first action on, each the state after one more."""
    states = list(record.positions(RECORD))
    assert len(states) == len(RECORD["actions"]) + 1
    assert states[0] == lorum.new_session(STATE.variant, 1)
    assert states[-1] == STATE == record.replay(RECORD)
    for before, after, action in zip(states, states[1:], STATE.actions, strict=False):
        assert lorum.apply(before, action) == after
    assert lasts(record.positions({**RECORD, "actions": []})) == states[0]


def test_a_record_in_full() -> None:
    state = play(dealt(session("compendium", 2, contracts=["reds", "lorum"], doubling=True)), "lorum")
    assert record.record_of(state) == {
        "format": "lorum-record/1", "edition": "1", "variant": "compendium",
        "options": {"contracts": ["reds", "lorum"], "doubling": True}, "rules": state.variant.fingerprint,
        "first_dealer": 2,
        "actions": [{"type": "deal", "hands": list(WHOLE_SUITS)},
         {"type": "choose", "seat": 2, "contract": "lorum"}],
        "meta": {},
    }  # fmt: skip
    lean = {"format": "lorum-record/1", "variant": "compendium", "first_dealer": 2, "actions": []}
    assert record.replay(lean) == session("compendium", 2)
    claimless = {
        **lean,
        "actions": [{"type": "deal", "hands": list(WHOLE_SUITS)}, {"type": "choose", "contract": "reds"}],
    }
    assert record.record_of(record.replay(claimless))["actions"][1]["seat"] == 2


def test_a_summary_in_full() -> None:
    state = score(session("seven-contracts"), [3, 3, 2, 0])
    state = play(dealt(state), "7b")
    line = [
        {"rule": "deal.entered", "seat": s, "points": p, "what": "entered"} for s, p in enumerate((3, 3, 2))
    ]
    assert record.summary(state) == {
        "format": "lorum-summary/1", "variant": "seven-contracts", "options": {}, "players": 4,
        "wins": "highest",
        "phase": "play", "to_act": 2, "deals": {"played": 1, "planned": 28},
        "deal": {"number": 2, "dealer": 0, "forehand": 3, "contract": "obers", "doubled": False,
         "tied": None},
        "open": None, "legal": [{"type": "play", "seat": 2, "card": card} for card in WHOLE_SUITS[2].split()],
        "results": [{
            "deal": 1, "dealer": 0, "contract": "hearts", "doubled": False, "points": [3, 3, 2, 0],
            "change": [-3, -3, -2, 8],
            "pot_change": 0, "tie_break": False, "revoked_by": None, "lines": line,
        }],
        "totals": [-3, -3, -2, 8], "pot": 0, "bought": [0, 0, 0, 0], "final_share": [0, 0, 0, 0],
        "leaders": [3], "winners": [],
    }  # fmt: skip
    end = session("eight-games", contracts=["tricks"])
    for _ in range(4):
        end = score(end, [8, 0, 0, 0])
    facts = record.summary(end)
    assert (facts["deal"], facts["to_act"], facts["legal"], facts["winners"]) == (None, None, [], [1, 2, 3])


def test_lines() -> None:
    """A header, then one action a line, so that a server appends; blank lines and line ends do not matter."""
    text = record.dumps(RECORD, lines=True)
    rows = text.splitlines()
    assert text.endswith("\n")
    assert len(rows) == 1 + len(RECORD["actions"])
    assert "actions" not in json.loads(rows[0])
    for count in range(len(rows)):
        read = record.loads("\n".join(rows[: count + 1]))
        assert read["actions"] == RECORD["actions"][:count]
    assert record.loads("\r\n".join(["", *rows, "", ""])) == RECORD
    assert record.loads(text.encode()) == record.loads(b"\xef\xbb\xbf" + text.encode()) == RECORD
    assert record.loads(json.dumps(RECORD, indent=2)) == RECORD
    with pytest.raises(RecordError) as raised:
        record.loads("\n".join([*rows[:3], "{"]))
    assert raised.value.path == "line 4"
    with pytest.raises(RecordError):
        record.loads(text + text)


def test_own_variants_are_handed_in(house: House) -> None:
    rules = house("compendium", session={"contracts": ["reds", "lorum"]})
    state = play(dealt(session(rules.with_options(doubling=True))), "reds")
    kept = record.loads(record.dumps(record.record_of(state)))
    assert kept["variant"] == "house"
    assert record.replay(kept, {"house": rules}) == state
    for others in (None, {}, {"home": rules}):
        with pytest.raises(RecordError) as raised:
            record.replay(kept, others)
        assert raised.value.path == "variant"
    changed = house("compendium", session={"contracts": ["reds", "obers"]})
    with pytest.raises(RecordError) as raised:
        record.replay(kept, {"house": changed})
    assert raised.value.path == "rules"
    no_variants: Any
    for no_variants in ([rules], rules, "house", {"house": "compendium"}):
        with pytest.raises(lorum.ArgumentError):
            record.replay(kept, no_variants)
    with pytest.raises(lorum.ArgumentError, match="house is given under another id"):
        record.replay({**kept, "variant": "home"}, {"home": rules})


# What cannot be read


def variations(value: Any) -> Iterator[Any]:
    """The value with one place in it replaced by things that do not belong there, or left out."""
    junk: list[Any] = [
        None, True, False, 0, 1, -1, 99, 10**30, 1.0, float("nan"), float("inf"), "", "x", "\ud800", "0", [],
        [None], {}, {"x": 1}, [[[]]],
    ]  # fmt: skip
    yield from junk
    if isinstance(value, dict):
        for key, item in value.items():
            yield {k: v for k, v in value.items() if k != key}
            for other in variations(item):
                yield {**value, key: other}
        yield {**value, "whist": 1}
        yield {**value, "\ud800": 1}
    elif isinstance(value, list):
        for i, item in enumerate(value[:4]):
            yield value[:i] + value[i + 1 :]
            yield [*value[: i + 1], item, *value[i + 1 :]]
            for other in variations(item):
                yield [*value[:i], other, *value[i + 1 :]]


def short_record() -> Json:
    state = session("compendium", contracts=["reds", "lorum"], doubling=True)
    state = score(state, [8, 0, 0, 0], "reds", doubled=True)
    state = play(dealt(state), "lorum double")
    return record.record_of(state)


def outcome(call: Callable[[], object]) -> tuple[str, Any]:
    """What a call gives, or the error of this package that it raises; any other error is not caught."""
    try:
        return "read", call()
    except (RecordError, IllegalAction) as error:
        return type(error).__name__, error


def test_anything_but_a_record_is_refused_by_name() -> None:
    """Any place replaced by anything: a RecordError, an IllegalAction, or another record; no other error."""
    kinds = {"read": 0, "RecordError": 0, "IllegalAction": 0}
    for other in variations(short_record()):
        kind, value = outcome(partial(record.replay, other))
        kinds[kind] += 1
        if kind == "IllegalAction":
            assert value.at is not None
        if kind != "read":
            assert str(value)
        outcome(partial(record.dumps, other))
        text = json.dumps(other)
        kind, value = outcome(partial(record.loads, text))
        if kind == "read":
            # Without actions an object is a header of JSON Lines that no action follows yet.
            lone = isinstance(other, dict) and "actions" not in other
            assert value == ({**other, "actions": []} if lone else other)
    assert min(kinds.values()) > 20


TEXTS = [
    "", " ", "\n\n", "null", "3", "[]", "{}", "{", "}", "{]", '"x"', "\x00", "nul", "{'format': 1}",
    "[" * 100000, '{"a":' * 100000,
    "[" * 900 + "]" * 900, "\ud800", "\ufeff{}", "1" * 5000, "-", "NaN", "Infinity",
    '{"format": "lorum-record/1"',
    '{"format": "lorum-record/2", "variant": "compendium", "first_dealer": 0, "actions": []}',
]  # fmt: skip


@pytest.mark.parametrize("text", TEXTS, ids=lambda text: ascii(text)[:30])
def test_texts_that_are_no_record(text: str) -> None:
    with pytest.raises(RecordError) as raised:
        record.loads(text)
    assert len(str(raised.value)) < 400
    str(raised.value).encode()


@pytest.mark.parametrize(
    "part",
    [
        '"meta": {"x": NaN}', '"meta": {"x": Infinity}', '"meta": {"x": -Infinity}', '"meta": {"x": 1e999}',
        '"meta": {"x": -1e999}',
        '"meta": {"x": ' + "9" * 5000 + "}", '"meta": {"x": 1, "x": 2}',
        '"first_dealer": 1, "first_dealer": 1',
        '"first_dealer": ' + "9" * 5000, '"first_dealer": 1.0', '"first_dealer": true', '"first_dealer": 1e0',
        '"meta": ' + "[" * 5000 + "]" * 5000, '"meta": {"x": ' + "[" * 990 + "]" * 990 + "}", '"meta": 3',
        '"meta": null', '"meta": []',
        '"meta": {"x": "' + "y" * 65536 + '"}', '"actions": [{"type": "pass", "type": "pass"}]',
        '"actions": {}', '"actions": "x"',
        '"actions": null', '"actions": [[]]', '"variant": "Compendium"', '"variant": 3', '"options": []',
        '"options": null',
        '"edition": "2"', '"edition": 1', '"rules": 3',
    ],
    ids=lambda part: part[:30],
)  # fmt: skip
def test_json_that_is_no_record(part: str) -> None:
    fields = {"format": '"lorum-record/1"', "variant": '"compendium"', "first_dealer": "0", "actions": "[]"}
    own = part.split('"')[1]
    rest = ", ".join(f'"{key}": {value}' for key, value in fields.items() if key != own)
    with pytest.raises(RecordError) as raised:
        record.replay(record.loads(f"{{{rest}, {part}}}"))
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize(
    ("changes", "path"),
    [
        ({"format": "lorum-record/2"}, "format"), ({"format": None}, "format"),
        ({"variant": "whist"}, "variant"),
        ({"variant": ""}, "variant"), ({"variant": "compendium(players=3)"}, "variant"),
        ({"edition": "2"}, "edition"), ({"rules": "0" * 16}, "rules"),
        ({"rules": ""}, "rules"), ({"options": {"whist": 1}}, "options.whist"),
        ({"options": {"players": 5}}, "options.players"),
        ({"options": {"players": True}}, "options.players"),
        ({"options": {"rounds": 10**4000}}, "options.rounds"),
        ({"options": {"contracts": ["whist"]}}, "options.contracts"),
        ({"options": {"contracts": [["reds"]]}}, "options.contracts"),
        ({"options": {"contracts": [{}]}}, "options.contracts"),
        ({"options": {"pot_goes_to": "nobody"}}, "options.pot_goes_to"),
        ({"first_dealer": 4}, "first_dealer"), ({"first_dealer": -1}, "first_dealer"),
        ({"first_dealer": 10**4000}, "first_dealer"),
        ({"variant": "compendium-three", "first_dealer": 3}, "first_dealer"), ({"whist": 1}, "'whist'"),
        ({"meta": {"x": 1j}}, "meta"),
        ({"meta": {"x": "y" * 65536}}, "meta"),
    ],
)  # fmt: skip
def test_wrong_parts_and_where(changes: Json, path: str) -> None:
    plain = {"format": "lorum-record/1", "variant": "compendium", "first_dealer": 0, "actions": []}
    with pytest.raises(RecordError) as raised:
        record.replay({**plain, **changes})
    assert raised.value.path == path
    assert raised.value.at is None
    assert len(str(raised.value)) < 400


@pytest.mark.parametrize("value", [None, 3, "x", [], b"x", object(), {"format": 1}])
def test_what_is_no_record(value: Any) -> None:
    for read in (record.replay, record.positions, record.dumps):
        with pytest.raises(RecordError):
            read(value)
    with pytest.raises(RecordError):
        record.loads(value)


@pytest.mark.parametrize("data", [b"\xff\xfe", b"\x80", b"", b"\x00" * 10, bytearray(b"{"), '{"x": "\ud800"'])
def test_bytes_that_are_no_record(data: Any) -> None:
    with pytest.raises(RecordError):
        record.loads(data)


@pytest.mark.parametrize(
    "extra",
    [{"meta": {"x": object()}}, {"meta": {"x": float("nan")}}, {"meta": {1j: 1}}, {"actions": [{1, 2}]},
     {"actions": [object()]}],
)  # fmt: skip
def test_what_json_does_not_know_is_not_written(extra: Json) -> None:
    deep: Any = []
    for _ in range(5000):
        deep = [deep]
    for more in (extra, {"actions": [deep]}, {"options": {"x": deep}}):
        for lines in (False, True):
            with pytest.raises(RecordError):
                record.dumps({**RECORD, **more}, lines=lines)


@pytest.mark.parametrize("key", [10**5000, None, 3, (1, 2)], ids=["long", "none", "number", "pair"])
def test_keys_that_no_json_has(key: Any) -> None:
    for wrong in ({**RECORD, key: 1}, {**RECORD, "options": {key: 1}}, {**RECORD, "actions": [{key: 1}]}):
        for refuse in (record.replay, record.dumps):
            with pytest.raises(RecordError) as raised:
                refuse(wrong)
            assert len(str(raised.value)) < 400


def test_a_number_that_python_does_not_write_is_not_written() -> None:
    for lines in (False, True):
        with pytest.raises(RecordError, match="too long"):
            record.dumps({**RECORD, "first_dealer": 10**5000}, lines=lines)


@pytest.mark.parametrize("value", [None, 1.5, {}, {"x": 1}, [1], [None], ["reds", ["obers"]], [{}]])
def test_what_no_option_can_be_is_no_record(value: object) -> None:
    """Texts, whole numbers, truth values and lists of texts, as the schema says; which, the variant says."""
    wrong = {**RECORD, "options": {"x": value}}
    for refused in (lambda: record.dumps(wrong), lambda: record.loads(json.dumps(wrong))):
        with pytest.raises(RecordError) as raised:
            refused()
        assert raised.value.path == "options.x"


def test_meta_is_carried_and_not_kept() -> None:
    """Any object up to 64 KiB of UTF-8 without blanks, in the record and in each action."""
    meta = {"site": "x", "deep": [[{"a": None, "b": 1.5, "c": "ő\ud800"}]], "size": "y" * 60000}
    marked = copy.deepcopy(RECORD)
    marked["meta"] = meta
    for action in marked["actions"]:
        action["meta"] = {"clock": 1.5}
    assert record.replay(marked) == STATE
    assert record.loads(record.dumps(marked)) == marked
    assert record.loads(record.dumps(marked, lines=True)) == marked
    assert record.record_of(record.replay(marked)) == RECORD
    room = 64 * 1024 - len('{"x":""}')
    plain = {"format": "lorum-record/1", "variant": "compendium", "first_dealer": 0, "actions": []}
    record.replay({**plain, "meta": {"x": "y" * room}})
    with pytest.raises(RecordError):
        record.replay({**plain, "meta": {"x": "y" * (room + 1)}})
    record.replay({**plain, "meta": {"x": "ő" * (room // 2)}})
    with pytest.raises(RecordError):
        record.replay({**plain, "meta": {"x": "ő" * (room // 2 + 1)}})
    # A hundred levels, whatever the Python that reads them would take.
    for kind in ("[{}]", '{{"x": {}}}'):
        text = "1"
        for _ in range(49):
            text = kind.format(kind.format(text))
        meta = {"x": json.loads(text)}
        record.replay({**plain, "meta": {"y": meta}})
        with pytest.raises(RecordError) as raised:
            record.replay({**plain, "meta": {"z": {"y": meta}}})
        assert raised.value.path == "meta"


@pytest.mark.parametrize("meta", [{1: "x"}, {"x": (1, 2)}, {"x": [{None: 1}]}])
def test_meta_that_would_come_back_otherwise(meta: Any) -> None:
    """JSON has texts for keys and knows no tuples."""
    with pytest.raises(RecordError, match="meta is no JSON") as raised:
        record.replay({**RECORD, "meta": meta})
    assert raised.value.path == "meta"
    with pytest.raises(RecordError, match="meta is no JSON") as raised:
        record.replay({**RECORD, "actions": [*RECORD["actions"], {"type": "pass", "meta": meta}]})
    assert raised.value.path == f"actions[{len(RECORD['actions'])}].meta"


@pytest.mark.parametrize(
    ("name", "value"),
    [
        ("record", RECORD),
        ("summary", record.summary(STATE)),
        ("observation", record.observation(STATE, 2)),
        ("observation", record.observation(STATE, None)),
    ],
)
def test_schemas(name: str, value: Json) -> None:
    """What is written fits its schema, and nothing may stand beside it."""
    jsonschema = pytest.importorskip("jsonschema")
    schema = record.schema(name)
    jsonschema.Draft202012Validator.check_schema(schema)
    jsonschema.validate(value, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**value, "whist": 1}, schema)
    with pytest.raises(jsonschema.ValidationError):
        jsonschema.validate({**value, "format": "lorum-whist/1"}, schema)


def test_there_are_no_other_schemas() -> None:
    no_schema: Any
    for no_schema in ("deal", "", "../record", None, ["record"]):
        with pytest.raises(lorum.ArgumentError, match="there is no schema"):
            record.schema(no_schema)


def test_an_illegal_action_names_its_place() -> None:
    """What can be read and breaks a rule is told by index; what cannot be read comes first."""
    actions = [
        {"type": "deal", "hands": list(WHOLE_SUITS)},
        {"type": "choose", "contract": "reds"},
        {"type": "pass"},
    ]
    plain: Json = {"format": "lorum-record/1", "variant": "compendium", "first_dealer": 0, "actions": actions}
    with pytest.raises(IllegalAction) as raised:
        record.replay(plain)
    assert raised.value.at == 2
    assert raised.value.violation.rule is Rule.PLAY_PASS
    assert str(raised.value).startswith("action 2: ")
    with pytest.raises(RecordError):
        record.replay({**plain, "actions": [*actions, {"type": "whist"}]})
    assert record.loads(record.dumps(plain)) == plain  # its form is right
    assert [state.phase.value for state in partly(plain)] == ["deal", "choose", "play"]


def partly(data: Json) -> list[SessionState]:
    found: list[SessionState] = []
    with pytest.raises(IllegalAction):
        found.extend(record.positions(data))
    return found


def test_revokes_are_recorded() -> None:
    """K7.4: as the last action of their deal, played or entered."""
    hands = ["7a Aa 7l 8l 9l Tl Ul Ol", "Kl Al 7h 8h 9h Th Uh Oh", "Kh Ah 8a 9a Ta Ua Oa Ka", WHOLE_SUITS[3]]
    state = play(play(dealt(session("compendium"), hands), "reds"), "Kl 8a 7b 7l")
    state = score(lorum.apply(state, Revoke(2)), [0, 8, 0, 0], "obers", revoked_by=1)
    kept = record.record_of(state)
    assert kept["actions"][-2:] == [
        {"type": "revoke", "seat": 2},
        {"type": "score", "points": [0, 8, 0, 0], "contract": "obers", "revoked_by": 1},
    ]
    assert record.replay(record.loads(record.dumps(kept, lines=True))) == state
    assert [one["revoked_by"] for one in record.summary(state)["results"]] == [2, 1]


def test_a_thousand_plies() -> None:
    """A long session is read, written, compared and hashed without recursion."""
    state = session("compendium-extended")
    while len(state.results) < 40:
        state = lorum.apply(state, lorum.deal_cards(state, lorum.shuffled(lorum.PACK, len(state.results))))
        state = play_out(state)
    text = record.dumps(record.record_of(state))
    assert len(record.loads(text)["actions"]) > 1000
    limit = sys.getrecursionlimit()
    sys.setrecursionlimit(400)
    try:
        again = record.replay(record.loads(text))
        assert again == state
        assert hash(again) == hash(state)
    finally:
        sys.setrecursionlimit(limit)


def test_the_same_in_every_process() -> None:
    """The order of everything is the same, whatever the seed of Python's hashes."""
    code = (
        "import lorum\nfrom lorum import record\n"
        "s = lorum.new_session(lorum.get_variant('compendium', scoring='beans', doubling=True))\n"
        "s = lorum.apply(s, lorum.deal_cards(s, lorum.shuffled(lorum.PACK, 'x')))\n"
        "for _ in range(60):\n"
        "    a = lorum.legal_actions(s)\n"
        "    if not a: break\n"
        "    s = lorum.apply(s, a[0])\n"
        "print(record.dumps(record.record_of(s)))\n"
        "print(record.summary(s), list(lorum.variants()), s.variant.fingerprint)\n"
    )
    path = {"PYTHONPATH": ":".join(sys.path)}
    outs = {
        subprocess.run(
            [sys.executable, "-c", code],
            check=True,
            capture_output=True,
            timeout=60,
            env={**path, "PYTHONHASHSEED": seed},
        ).stdout
        for seed in ("0", "1", "4242")
    }
    assert len(outs) == 1


def test_an_option_named_self() -> None:
    with pytest.raises(RecordError):
        record.replay(
            {
                "format": "lorum-record/1",
                "variant": "compendium",
                "first_dealer": 0,
                "actions": [],
                "options": {"self": 1},
            }
        )


@pytest.mark.parametrize("name", ["\ud800", "\u001b[31m", "x" * 5000], ids=["surrogate", "control", "long"])
def test_foreign_option_names_are_escaped_and_cut(name: str) -> None:
    plain = {
        "format": "lorum-record/1",
        "variant": "compendium",
        "first_dealer": 0,
        "actions": [],
        "options": {name: 1},
    }
    with pytest.raises(RecordError) as raised:
        record.replay(plain)
    assert str(raised.value).isascii()
    assert "\u001b" not in str(raised.value)
    assert len(str(raised.value)) < 400
