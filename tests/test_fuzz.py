"""Whatever is read is understood or refused with a `LorumError`, in a time in proportion to its length."""

from __future__ import annotations

import copy
import json
import os
import random
from pathlib import Path
from typing import Any

import pytest
from fuzz_parsers import (
    IDS,
    TARGETS,
    altered,
    check_action,
    check_card,
    check_cards,
    check_file,
    check_printed,
    check_record,
    seeds,
)
from hypothesis import HealthCheck, given, settings
from hypothesis import strategies as st

import lorum
from lorum import record, testing
from lorum.testing import check

pytestmark = pytest.mark.slow

FUZZ = settings(
    max_examples=60,
    deadline=None,
    derandomize=bool(os.environ.get("CI")),
    suppress_health_check=list(HealthCheck),
    database=None,
)
FEWER = settings(FUZZ, max_examples=40)

SIGNS = "789T10UJOQKAuhqlahbcsd♣♧♠♤♥♡♦♢\ufe0f \t\n\u00a0x²٣Ⅷ"
texts = st.one_of(st.text(SIGNS, max_size=12), st.text(max_size=12))


def huge() -> int:
    """A number that Python refuses to write."""
    return 10**5000


scalars = st.one_of(
    st.builds(huge),
    st.none(),
    st.booleans(),
    st.integers(),
    st.integers(-2, 40),
    st.sampled_from([-1, 2**63, "10" * 40, "\ud800", "3", "Kh", "reds", "deal", ""]),
    st.floats(),
    st.text(max_size=8),
    st.sampled_from(["type", "seat", "card", "hands", "points", "compendium", "lorum-record/1"]),
)
KEYS = ["type", "seat", "card", "hands", "stock", "points", "contract", "doubled", "revoked_by", "meta"]
HEAD = ["format", "edition", "variant", "options", "rules", "first_dealer", "actions", "meta", "players"]
anything = st.recursive(
    scalars,
    lambda inner: st.one_of(
        st.lists(inner, max_size=4),
        st.dictionaries(st.one_of(st.sampled_from(KEYS + HEAD), st.text(max_size=5)), inner, max_size=5),
    ),
    max_leaves=12,
)
actions = st.one_of(
    anything,
    st.fixed_dictionaries(
        {
            "type": st.sampled_from(
                ["deal", "score", "choose", "double", "decline", "announce", "play", "pass"]
            )
        },
        optional=dict.fromkeys(KEYS[1:], anything),
    ),
)


# The targets of `fuzz_parsers`


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_understands_where_it_starts_from(target: str) -> None:
    """From what is refused at once no way leads far."""
    starts = seeds(target)
    assert len(set(starts)) == len(starts) >= 5
    for data in starts:
        assert TARGETS[target](data), data


@pytest.mark.parametrize("target", TARGETS)
def test_every_target_takes_any_bytes(target: str) -> None:
    rng = random.Random(target)
    starts = seeds(target)
    for data in (b"", b"\xff", b"\x00", b"\n\n", *starts):
        TARGETS[target](data)
        for _ in range(1 + 600 // len(starts)):
            data = altered(data, rng, starts)
            TARGETS[target](data)


# Cards


@FUZZ
@given(texts)
def test_cards(text: str) -> None:
    check_card(text)


@FUZZ
@given(st.lists(st.one_of(texts, testing.cards().map(str)), max_size=6).map(" ".join))
def test_sets_of_cards(text: str) -> None:
    check_cards(text)


@FUZZ
@given(anything)
def test_no_text_at_all(value: Any) -> None:
    for read in (
        lorum.parse_card,
        lorum.parse_cards,
        lorum.get_variant,
        lorum.DealCards,
        lorum.ScoreDeal,
        lorum.Revoke,
        lorum.Play,
        lorum.ChooseContract,
    ):
        try:
            read(value)
        except lorum.LorumError as error:
            str(error).encode("ascii")
    with pytest.raises(lorum.LorumError):
        lorum.shuffled(lorum.PACK, value if not isinstance(value, str) and type(value) is not int else -1)


# Variants


names = st.sampled_from([*IDS, "x", ""])
pieces = st.sampled_from(
    [
        "players",
        "contracts",
        "rounds",
        "=",
        "(",
        ")",
        "[",
        "]",
        ",",
        " ",
        "3",
        "true",
        "reds",
        "lorum",
        "\n",
        "\x00",
        "é",
    ]
)


@FUZZ
@given(names, st.lists(pieces, max_size=12).map("".join), st.text(max_size=10))
def test_printed_variants(name: str, inside: str, more: str) -> None:
    for text in (name + inside, f"{name}({inside})", f"{name}({inside}){more}", more):
        check_printed(text)


@FUZZ
@given(
    st.sampled_from(IDS),
    st.dictionaries(st.sampled_from(["players", "contracts", "rounds", "direction", "no"]), anything),
)
def test_options(id: str, options: dict[str, Any]) -> None:
    try:
        variant = lorum.get_variant(id, **options)
    except lorum.VariantError as error:
        str(error).encode("ascii")
    else:
        assert lorum.get_variant(str(variant)) == variant
    with pytest.raises(lorum.VariantError):
        lorum.get_variant(id, **{**options, "there_is_no_such": 1})


FILES = seeds("variant-files")
HEADER = b'format = "lorum-variant/1"\nid = "own"\nextends = "compendium"\n'
VALUES = [
    b"0",
    b"-1",
    b"1e999",
    b"nan",
    b"99999999999",
    b'""',
    b'"Kh"',
    b"[]",
    b"{}",
    b"true",
    b"[[1]]",
    b"1979-05-27",
    b'"U"',
]


@FEWER
@given(st.sampled_from(FILES), st.data())
def test_variant_files(tmp_path_factory: pytest.TempPathFactory, file: bytes, data: st.DataObject) -> None:
    """A file in which lines are lost, doubled, or given another value."""
    rows = file.split(b"\n")
    place = st.integers(0, len(rows) - 1)
    for _ in range(data.draw(st.integers(1, 3))):
        i = data.draw(place)
        what = data.draw(st.sampled_from(["lose", "double", "value", "bytes"]))
        if what == "lose":
            rows[i] = b""
        elif what == "double":
            rows[i] = rows[i] + b"\n" + rows[data.draw(place)]
        elif what == "value" and b"=" in rows[i]:
            rows[i] = rows[i].split(b"=")[0] + b"= " + data.draw(st.sampled_from(VALUES))
        else:
            rows[i] = data.draw(st.binary(max_size=6)) + rows[i]
    check_file(tmp_path_factory.mktemp("variant") / "fuzzed.toml", b"\n".join(rows))


@FUZZ
@given(st.binary(max_size=60))
def test_any_bytes_as_variant_file(tmp_path_factory: pytest.TempPathFactory, content: bytes) -> None:
    check_file(tmp_path_factory.mktemp("variant") / "fuzzed.toml", content)


def test_missing_files_are_errors_of_the_system(tmp_path: Path) -> None:
    for path in (tmp_path / "none.toml", tmp_path):
        with pytest.raises(OSError, match=r"."):
            lorum.load_variant(path)


@pytest.mark.parametrize(
    "content",
    [
        b"a = " + b"[" * 100_000,
        HEADER + b"a." * 2_000 + b"a = 1",
        HEADER + b"[" + b"names." * 2_000 + b"a]",
        HEADER + b"names = {" + b"a." * 2_000 + b"a = 1}",
        HEADER + b"contract.reds.prices = " + b"[" * 300 + b"]" * 300,
        b'x = "' + b"a" * 900_000 + b'"',
        b"x = " + b"1" * 10_000,
        b"\xff" * 1000,
        b"[a]\n" * 2000,
        b"x" * (2 << 20),
    ],
)
def test_heavy_variant_files(content: bytes, tmp_path: Path) -> None:
    path = tmp_path / "heavy.toml"
    path.write_bytes(content)
    with pytest.raises(lorum.VariantError):
        lorum.load_variant(path)


# Records


@FUZZ
@given(actions)
def test_actions(obj: Any) -> None:
    check_action(obj)


def records() -> list[dict[str, Any]]:
    found = []
    for id in IDS:
        *_, state = check.random_session(lorum.get_variant(id), random.Random(id))
        whole = record.record_of(state)
        found.append({**whole, "actions": whole["actions"][:90]})
    return found


RECORDS = records()


@FUZZ
@given(
    st.one_of(
        anything,
        st.fixed_dictionaries(
            {"format": st.just("lorum-record/1")}, optional=dict.fromkeys(HEAD[1:], anything)
        ),
    )
)
def test_any_json_as_record(obj: Any) -> None:
    try:
        text = json.dumps(obj)
    except (UnicodeEncodeError, ValueError):
        text = "null"
    check_record(text)
    try:
        assert record.replay(obj).phase
    except (lorum.RecordError, lorum.IllegalAction) as error:
        str(error).encode("ascii")
    try:
        record.dumps(obj)
    except lorum.RecordError as error:
        str(error).encode("ascii")


@FUZZ
@given(st.one_of(st.text(max_size=40), st.binary(max_size=40)))
def test_any_text_as_record(text: str | bytes) -> None:
    assert check_record(text) is None


@FUZZ
@given(st.sampled_from(RECORDS), st.data())
def test_mutated_records(whole: dict[str, Any], data: st.DataObject) -> None:
    """A valid record in which something is lost, exchanged, repeated or replaced."""
    changed = copy.deepcopy(whole)
    rows = changed["actions"]
    for _ in range(data.draw(st.integers(1, 2))):
        i = data.draw(st.integers(0, len(rows) - 1))
        what = data.draw(
            st.sampled_from(["lose", "repeat", "exchange", "cut", "field", "head", "key", "lose key"])
        )
        row = rows[i] if isinstance(rows[i], dict) else {}
        if what == "lose" and len(rows) > 1:
            del rows[i]
        elif what == "repeat":
            rows.insert(i, rows[i])
        elif what == "exchange":
            j = data.draw(st.integers(0, len(rows) - 1))
            rows[i], rows[j] = rows[j], rows[i]
        elif what == "cut":
            del rows[i + 1 :]
        elif what == "field" and row:
            row[data.draw(st.sampled_from(sorted(row)))] = data.draw(anything)
        elif what == "head":
            changed[data.draw(st.sampled_from(HEAD[:4] + HEAD[5:6]))] = data.draw(anything)
        elif what == "key":
            row[data.draw(st.sampled_from(KEYS))] = data.draw(anything)
        elif row:
            del row[data.draw(st.sampled_from(sorted(row)))]
    try:
        state = record.replay(changed)
    except (lorum.RecordError, lorum.IllegalAction) as error:
        str(error).encode("ascii")
    else:
        assert record.replay(record.record_of(state)) == state
    try:
        text = json.dumps(changed)
    except (UnicodeEncodeError, ValueError):
        return
    check_record(text)
    position = data.draw(st.integers(0, len(text)))
    check_record(
        text[:position] + data.draw(st.text(max_size=2)) + text[position + data.draw(st.integers(0, 2)) :]
    )


@FEWER
@given(st.sampled_from(RECORDS), st.data())
def test_mutated_json_lines(whole: dict[str, Any], data: st.DataObject) -> None:
    rows = record.dumps(whole, lines=True).splitlines()
    i, j = (data.draw(st.integers(0, len(rows) - 1)) for _ in range(2))
    rows[i], rows[j] = rows[j], rows[i]
    rows.insert(
        i, data.draw(st.sampled_from(["", " ", "[]", "{}", "null", rows[0], '{"type": "pass"}', "\ufeff"]))
    )
    check_record("\n".join(rows))
    check_record(("\r\n".join(rows)).encode())


@pytest.mark.parametrize(
    "text",
    [
        "[" * 200_000,
        '{"a":' * 100_000,
        '{"format": "lorum-record/1", "meta": ' + "[" * 90_000,
        '{"format": "lorum-record/1", "first_dealer": ' + "1" * 100_000 + "}",
        '{"format": NaN}',
        '{"format": 1e999}',
        '{"format": "lorum-record/1", "format": "lorum-record/1"}',
        "\n" * 500_000,
        "{}\n" * 50_000,
        '"' + "\\ud800" * 50_000 + '"',
    ],
)
def test_heavy_texts(text: str) -> None:
    assert check_record(text) is None
    assert check_record(text.encode()) is None


def test_entered_points_that_take_long() -> None:
    """To find out whether points can arise is quick for the largest mix and for any numbers."""
    trick_contracts = ["reds", "obers", "no-tricks", "king-of-hearts", "first-and-last", "fifth-trick"]
    variant = lorum.get_variant(
        "compendium", players=3, contracts=["all-bad"], all_bad_components=trick_contracts
    )
    state = lorum.new_session(variant)
    total = variant.contract("all-bad").total(3, 10, variant.table.pack)
    assert total is not None
    rng = random.Random(2)
    for _ in range(300):
        one, other = sorted(rng.randrange(total + 1) for _ in range(2))
        lorum.violation(state, lorum.ScoreDeal((one, other - one, total - other)))
        lorum.violation(state, lorum.ScoreDeal((1_000_000, other, 0)))
