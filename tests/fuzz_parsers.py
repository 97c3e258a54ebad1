"""Whatever reads text from outside, as functions of bytes: understood, or refused with a `LorumError`.

Anything else that is raised is a fault, and so is a value that does not read again as it is written. Run
as a program it lets atheris, which watches what is reached, look for such bytes::

    pip install -e ".[fuzz]"
    python tests/fuzz_parsers.py records -max_total_time=600

The first argument is one of `TARGETS`; all others are libFuzzer's, such as the file of an input to be tried
again. What has been found of interest is kept in ``.fuzz`` and is where the next run goes on.

`test_fuzz` holds the same checks against what hypothesis makes up, and against every seed without atheris.
"""

# ruff: noqa: PT017 (whether text is refused is not known beforehand)

from __future__ import annotations

import gc
import io
import json
import os
import random
import re
import sys
import tempfile
from collections.abc import Callable, Iterable, Mapping, Sequence
from contextlib import ExitStack, redirect_stderr, redirect_stdout
from functools import cache
from hashlib import sha256
from pathlib import Path
from types import FunctionType
from typing import Any
from unittest.mock import patch

from walk import small_tables

import lorum
from lorum import cli, record
from lorum.testing import check

TESTS = Path(__file__).parent
IDS = list(lorum.variants())


# What must hold. Each check says whether the input was understood.


def check_card(text: str) -> bool:
    try:
        card = lorum.parse_card(text)
    except lorum.NotationError as error:
        check_notation_error(error, text)
        return False
    assert lorum.parse_card(str(card)) is card
    assert lorum.parse_card(card.french) is card
    return True


def check_cards(text: str) -> bool:
    try:
        cards = lorum.parse_cards(text)
    except lorum.NotationError as error:
        check_notation_error(error, text)
        return False
    assert lorum.parse_cards(lorum.format_cards(cards)) == tuple(sorted(cards))
    assert len(set(cards)) == len(cards)
    return True


def check_notation_error(error: lorum.NotationError, text: str) -> None:
    assert 0 <= error.position <= len(text)
    assert error.text == text
    assert str(error).isascii()


def check_action(obj: object) -> bool:
    try:
        action = record.action_from_json(obj)
    except lorum.RecordError as error:
        assert str(error).isascii()
        return False
    assert record.action_from_json(record.action_to_json(action)) == action
    return True


def check_record(text: str | bytes) -> lorum.SessionState | None:
    """The session of a text; None where it is refused."""
    try:
        state = record.replay(record.loads(text))
    except (lorum.RecordError, lorum.IllegalAction) as error:
        assert str(error).isascii()
        if isinstance(error, lorum.IllegalAction):
            assert error.at is not None
            json.dumps(error.violation.to_json())
        return None
    assert record.replay(record.record_of(state)) == state
    return state


def check_printed(text: str) -> bool:
    """A printed form of a variant."""
    try:
        variant = lorum.get_variant(text)
    except lorum.VariantError as error:
        assert str(error).isascii()
        return False
    assert lorum.get_variant(str(variant)) == variant
    return True


def check_file(path: Path, content: bytes) -> bool:
    """A variant file; one that is taken can be dealt and played."""
    path.write_bytes(content)
    try:
        variant = lorum.load_variant(path)
    except lorum.VariantError as error:
        assert str(path) in str(error) or error.source
        assert str(error).isascii()
        return False
    assert lorum.deal_cards(lorum.new_session(variant), variant.pack)
    rng = random.Random(0)
    for contract in variant.definitions:
        *_, state = check.random_deals(variant, contract, rng)
        assert state.phase == "finished"
    return True


OWN_FILE = b'format = "lorum-variant/1"\nid = "own"\nextends = "compendium"\n[table]\nplayers = 3\n'


def check_command(arguments: list[str], stdin: bytes, folder: Path) -> bool:
    """A command line, in a folder with ``own.toml`` and ``session.json``."""
    (folder / "own.toml").write_bytes(OWN_FILE)
    (folder / "session.json").write_text(json.dumps(vector_records()[0]), "utf-8")
    out, err = (io.TextIOWrapper(io.BytesIO(), "ascii", write_through=True) for _ in range(2))
    before = os.getcwd()
    with ExitStack() as stack:
        stack.enter_context(patch.object(sys, "stdin", io.TextIOWrapper(io.BytesIO(stdin))))
        # To play the session of a demo takes long, and reads nothing.
        stack.enter_context(
            patch.object(cli, "random_session", lambda variant, seed: lorum.new_session(variant))
        )
        stack.enter_context(redirect_stdout(out))
        stack.enter_context(redirect_stderr(err))
        os.chdir(folder)
        stack.callback(os.chdir, before)
        try:
            status = cli.main(arguments)
        except SystemExit as ended:  # argparse has shown its help
            assert ended.code == 0
            assert not read_back(err)
            return True
    told, complaint = read_back(out), read_back(err)
    assert status in (0, 1, 2)
    if status == 0:
        assert told
        assert not complaint
    elif complaint:
        assert not told
        assert complaint.startswith("lorum: ")
        assert complaint.count("\n") == 1
    else:
        error = json.loads(told)["error"]
        assert (error["rule"] is None) == (status == 2)
    return status == 0


def read_back(stream: io.TextIOWrapper) -> str:
    stream.seek(0)
    return stream.read()


# The same, of any bytes


def text_of(data: bytes) -> str:
    """Bytes as text; those that are no UTF-8 become the surrogates that Python has for them."""
    return data.decode("utf-8", "surrogateescape")


def cards(data: bytes) -> bool:
    text = text_of(data)
    one, several = check_card(text), check_cards(text)
    return one or several


def actions(data: bytes) -> bool:
    try:
        obj = json.loads(data)
    except (ValueError, RecursionError):
        return False
    return check_action(obj)


def records(data: bytes) -> bool:
    return check_record(data) is not None


def variants(data: bytes) -> bool:
    return check_printed(text_of(data))


def variant_files(data: bytes) -> bool:
    with tempfile.TemporaryDirectory() as folder:
        return check_file(Path(folder) / "fuzzed.toml", data)


def command_line(data: bytes) -> bool:
    """Arguments by lines, and what comes on standard input after an empty line."""
    head, _, stdin = data.partition(b"\n\n")
    arguments = text_of(head).split("\n")
    if any("/" in argument or "\0" in argument for argument in arguments):
        return False  # it might be the path of a device; and no argument can have a zero in it
    with tempfile.TemporaryDirectory() as folder:
        return check_command(arguments, stdin, Path(folder))


TARGETS: Mapping[str, Callable[[bytes], bool]] = {
    "cards": cards,
    "actions": actions,
    "records": records,
    "variants": variants,
    "variant-files": variant_files,
    "command-line": command_line,
}
"""Every target by name. It says whether the bytes were understood."""


# Where to start from


@cache
def vector_records() -> list[dict[str, Any]]:
    """A record of each variant with each set of options that the vectors have, of one deal or so."""
    found: dict[str, dict[str, Any]] = {}
    for path in sorted((TESTS / "vectors").glob("*-*.json")):
        for vector in json.loads(path.read_text("utf-8")):
            whole = {**vector["record"], "actions": vector["record"]["actions"][:40]}
            key = json.dumps([whole["variant"], whole["options"]])
            found[key] = max(found.get(key, whole), whole, key=lambda one: len(one["actions"]))
    return list(found.values())


def action_seeds() -> Iterable[bytes]:
    """An action of each kind with each set of keys."""
    more = (
        lorum.BuyIn(seat=3),
        lorum.Revoke(2),
        lorum.ScoreDeal((8, 0, 0, 0), "reds", True, 0),
        lorum.Pass(),
    )
    rows = [action for whole in vector_records() for action in whole["actions"]]
    rows += [record.action_to_json(action) for action in more]
    yield from {" ".join(sorted(row)) + row["type"]: json.dumps(row).encode() for row in rows}.values()


def file_seeds() -> list[bytes]:
    """The variant files of the documents under ids that are free, and those of tables with few cards."""
    whole = [path.read_bytes() for path in sorted((TESTS.parent / "variants").glob("*.toml"))]
    free = [file.replace(b'id = "', b'id = "my-', 1).replace(b"preset.", b"preset.my-") for file in whole]
    return [OWN_FILE, *free, *(text.encode() for text in small_tables().values())]


def command_seeds() -> list[bytes]:
    session = json.dumps(vector_records()[0])
    arguments = [
        ["demo"], ["demo", "own.toml", "--seed", "12"], ["demo", "compendium(players=3, doubling=true)"],
        ["replay", "session.json"], ["replay", "session.json", "--json"], ["replay", "-"],
        ["replay", "--variant-file", "own.toml", "--json", "-"],
        ["rules"], ["rules", "tricks.follow-suit"], ["rules", "eight-games"], ["variants"], ["--version"],
        ["-h"],
    ]  # fmt: skip
    return ["\n".join(words).encode() + b"\n\n" + session.encode() * ("-" in words) for words in arguments]


def seeds(target: str) -> list[bytes]:
    """Inputs that a target understands, from which others are made by changing a little."""
    if target == "cards":
        texts = ["Kh", "10\u2660\ufe0f", "qD", " ".join(map(str, lorum.PACK)), "Kh  7b js 10c", ""]
        return [text.encode() for text in texts]
    if target == "actions":
        return list(action_seeds())
    if target == "records":
        whole = vector_records()
        lines = [record.dumps(one, lines=True) for one in whole[::9]]
        return [text.encode() for text in (*map(json.dumps, whole), *lines)]
    if target == "variants":
        printed = [str(lorum.get_variant(one["variant"], **one["options"])) for one in vector_records()]
        return [text.encode() for text in (*IDS, *dict.fromkeys(printed))]
    return file_seeds() if target == "variant-files" else command_seeds()


JUNK = [
    "null", "true", "-1", "1.5", "1e999", "NaN", "9" * 20, "1" * 5000, '""', "[]", "{}", "[" * 2000, '"',
    "[[", "=", ",", "\n", "\0", "\\ud800", "\ufeff", "\ufe0f", "\u00b2", "\u0663", "\u00e9", "\u001b[31m",
]  # fmt: skip
"""What parsers have stumbled over."""


def altered(data: bytes, rng: random.Random, others: Sequence[bytes]) -> bytes:
    """The bytes with something in them lost, repeated, exchanged, or replaced by something else."""
    start, end = sorted(rng.randrange(len(data) + 1) for _ in range(2))
    end = min(end, start + 8)
    other = rng.choice(others)
    place = rng.randrange(len(other) + 1)
    parts = [b"", rng.randbytes(2), data[start:end] * 2, other[place : place + 8], rng.choice(JUNK).encode()]
    new = rng.choice(parts)
    return data[:start] + new + data[end:]


# The program

WATCHED = ("argparse", "json", "lorum", "tomllib")
"""What atheris is to look into; all that is loaded would take minutes to prepare."""


def main() -> None:
    if sys.argv[1:2] == [] or sys.argv[1] not in TARGETS:
        sys.exit(f"usage: {sys.argv[0]} {{{','.join(TARGETS)}}} [options of libFuzzer]")
    import atheris

    name, *options = sys.argv[1:]
    target, starts = TARGETS[name], seeds(name)
    for data in starts:
        target(data)  # what is imported and made at the first call is there to be looked into
    for one in gc.get_objects():
        if isinstance(one, FunctionType) and str(one.__module__).partition(".")[0] in WATCHED:
            atheris.instrument_func(one)

    def one_input(data: bytes) -> None:
        target(data)

    folder = Path(".fuzz", name)
    folder.mkdir(parents=True, exist_ok=True)
    words = {word for data in starts for word in re.findall(rb"[\w-]{2,}", data)}
    words |= {junk.encode() for junk in JUNK if len(junk) < 60}
    dictionary = folder.with_suffix(".dict")
    lines = ["".join(f"\\x{byte:02x}" for byte in word) for word in sorted(words)]
    dictionary.write_text("".join(f'"{line}"\n' for line in lines))
    own = [f"-artifact_prefix={folder}-", f"-dict={dictionary}", "-timeout=30"]
    if not any(Path(option).is_file() for option in options):
        for data in starts:
            (folder / f"seed-{sha256(data).hexdigest()[:16]}").write_bytes(data)
        options.append(str(folder))
    atheris.Setup([sys.argv[0], *own, *options], one_input)
    atheris.Fuzz()


if __name__ == "__main__":
    main()
