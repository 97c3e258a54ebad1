"""Change everything in the variant files in turn, and see that some test fails.

    python tests/mutate_variants.py [--jobs N] [--only REGEX] [DOCUMENT ...]

The kinds of change:

- ``value``: a number, a truth value or a word is another; of a set of cards each card is left out,
- ``drop``: an entry is left out: a key with all below it, or an element of a list,
- ``name``: a key is another,
- ``order``: two neighbours change places, in a list or among the contracts, options and presets.

Only the words of a `meaning` stay as they are: they are prose and bear on nothing. Comments are no part of
a file's content.

The tests are collected once. For each change a child process is forked, which runs them with the changed
file until one fails, those about the same things first. That is why no module in the list below may load a
variant when it is imported. A test that fails must pass without a change. What no test notices is printed,
and the exit status is 1. The whole run takes some minutes; `--only` restricts it to what is printed so, as in
``--only 'eight-games.toml: value contract'``.
"""

from __future__ import annotations

import argparse
import gc
import os
import re
import shutil
import sys
import tempfile
import tomllib
from collections.abc import Iterator
from concurrent.futures import ProcessPoolExecutor
from itertools import repeat
from pathlib import Path
from typing import Any

import pytest

ROOT = Path(__file__).resolve().parent.parent
DOCUMENTS = ("compendium", "seven-contracts", "eight-games")

TESTS = [
    "test_documents.py",
    "test_variants.py",
    "test_table.py",
    "test_tricks.py",
    "test_layouts.py",
    "test_chains.py",
    "test_trains.py",
    "test_settlement.py",
    "test_beans.py",
    "test_revokes.py",
    "test_session.py",
    "test_vectors.py",
    "test_lockstep.py",
]

# Words that have a meaning in the same place: a change that the loader does not notice.
OTHERS = {
    "tricks": "layouts",
    "previous": "nobody",
    "first-trick": "broken",
    "broken": "first-trick",
    "up": "both-ways",
    "both-ways": "up",
    "opening-rank": "any-laid-rank",
    "any-laid-rank": "opening-rank",
    "clockwise": "counter-clockwise",
    "counter-clockwise": "clockwise",
    "round": "each-dealer",
    "each-dealer": "round",
    "by-dealer": "by-game",
    "by-game": "by-dealer",
    "penalties": "transfers",
    "transfers": "penalties",
    "extra-deal": "shared",
    "shared": "extra-deal",
    "to-pot": "by-difference",
    "to-untouched": "by-difference",
    "to-winner": "by-difference",
    "opening-lead": "last-trick",
    "last-trick": "opening-lead",
    "pairwise": "to-lowest",
    "to-lowest": "pairwise",
    "nobody": "winners",
    "contracts": "trick-contracts",
    "trick-contracts": "contracts",
}

CARDS = re.compile("[789TUOKA][alhb]( [789TUOKA][alhb])*")
RULE = re.compile(r"[a-z-]+(\.[a-z-]+)+")

Change = tuple[str, str, Any]
"""Its kind, its place and what it does, and the value with the change."""


def other_word(text: str) -> str:
    """Another word that may stand in the same place, if there is one."""
    if text.isdigit():
        return str(int(text) + 1)
    if RULE.fullmatch(text):
        return "play.opening" if text != "play.opening" else "play.turn"
    return OTHERS.get(text, text + "x")


def changes(value: Any, place: str = "") -> Iterator[Change]:
    """All changes to a value of a variant file."""
    if isinstance(value, dict):
        yield from changes_of_table(value, place)
    elif isinstance(value, list):
        for i, item in enumerate(value):
            yield "drop", f"{place}[{i}]", [*value[:i], *value[i + 1 :]]
            for kind, what, changed in changes(item, f"{place}[{i}]"):
                yield kind, what, [*value[:i], changed, *value[i + 1 :]]
        for i, changed in swapped(value):
            yield "order", f"{place}[{i}] and [{i + 1}]", changed
    elif isinstance(value, str) and CARDS.fullmatch(value):
        cards = value.split()
        for card in cards:
            yield "value", f"{place}: without {card}", " ".join(c for c in cards if c != card)
        another = next(card for card in ("Ab", "Aa", "7b") if card not in cards)
        yield "value", f"{place}: with {another}", f"{value} {another}"
    else:
        other: Any = other_word(value) if isinstance(value, str) else value + 1
        if isinstance(value, bool):
            other = not value
        yield "value", f"{place}: {value} -> {other}", other


def changes_of_table(table: dict[str, Any], place: str) -> Iterator[Change]:
    """All changes to a table: to its keys, and to what stands under them."""
    for key, value in table.items():
        where = f"{place}.{key}" if place else key
        yield "drop", where, {k: v for k, v in table.items() if k != key}
        yield "name", where, {other_word(k) if k == key else k: v for k, v in table.items()}
        if key != "meaning":
            for kind, what, changed in changes(value, where):
                yield kind, what, {**table, key: changed}
    if place in ("contract", "option", "preset"):
        for i, keys in swapped(list(table)):
            yield "order", f"{place}: {keys[i]} before {keys[i + 1]}", {key: table[key] for key in keys}


def swapped(items: list[Any]) -> Iterator[tuple[int, list[Any]]]:
    """A list with two neighbours swapped, for all of them, and where the first of the two stands."""
    for i in range(len(items) - 1):
        yield i, [*items[:i], items[i + 1], items[i], *items[i + 2 :]]


class Loop:
    """Takes the place of pytest's loop over the tests: runs them anew for each change."""

    def __init__(self, todo: list[tuple[str, str, str]]) -> None:
        self.todo = todo
        self.unnoticed: list[str] = []
        self.sound: set[pytest.Item] = set()
        """The tests that are known to pass without a change."""

    def pytest_runtestloop(self, session: pytest.Session) -> bool:
        """The hook of pytest."""
        import lorum
        from lorum import registry

        if registry._packaged_by_id.cache_info().currsize:
            pytest.exit("a module of the tests loads a variant when it is imported", 3)
        for id in lorum.variants():  # what reading a variant needs is made once, and not for each change
            lorum.get_variant(id)
        registry._packaged_by_id.cache_clear()
        gc.freeze()
        tests = {test: words(test.nodeid) for test in session.items}
        for file, description, text in self.todo:
            about = words(description)
            order = sorted(tests, key=lambda test: (turn_of(test, file), -len(about & tests[test])))
            path = session.config.rootpath / "variants" / file
            original = path.read_text("utf-8")
            path.write_text(text, "utf-8")
            failed = first_failure(session, order)
            path.write_text(original, "utf-8")
            if failed is None:
                print(description, flush=True)
                self.unnoticed.append(description)
            elif failed not in self.sound:
                if first_failure(session, [failed]):
                    pytest.exit(f"without a change {failed.nodeid} fails", 3)
                self.sound.add(failed)
        return True


def words(text: str) -> set[str]:
    """The words in a text: a change and a test that share many are likely to be about the same thing."""
    return set(re.findall("[a-z]+(?:-[a-z]+)*", text))


def turn_of(test: pytest.Item, file: str) -> int:
    """First what is said of that file as such, last what takes long."""
    if "test_documents" in test.nodeid and f"[{Path(file).stem}]" in test.nodeid:
        return 0
    return 2 if "lockstep" in test.nodeid or "making_them_again" in test.nodeid else 1


def first_failure(session: pytest.Session, tests: list[pytest.Item]) -> pytest.Item | None:
    """The first of these tests that fails; they run in a child process."""
    answer, tell = os.pipe()
    child = os.fork()
    if not child:
        try:
            session.config.pluginmanager.unregister(name="terminalreporter")
            for i, test in enumerate(tests):
                test.config.hook.pytest_runtest_protocol(item=test, nextitem=None)
                if session.testsfailed:
                    os.write(tell, str(i).encode())
                    break
            os._exit(0)
        finally:
            os._exit(1)
    os.close(tell)
    with open(answer) as pipe:
        number = pipe.read()
    _, status = os.waitpid(child, 0)
    if status:
        pytest.exit(f"running the tests ended with status {status}", 3)
    return tests[int(number)] if number else None


def run(part: int, given: argparse.Namespace) -> tuple[int, int]:
    """A worker's part of the changes, in a copy of the project: their number, and that of the unnoticed."""
    with tempfile.TemporaryDirectory() as folder:
        project = Path(folder).resolve()
        for name in ("lorum", "variants", "tests"):
            shutil.copytree(ROOT / name, project / name)
        shutil.copy(ROOT / "pyproject.toml", project)
        sys.path[:0] = [str(project), str(project / "tests")]
        os.environ["PYTHONPATH"] = str(project)
        os.chdir(project / "tests")
        from builders import write_variant

        todo = []
        for document in given.documents:
            file = f"{document}.toml"
            tree = tomllib.loads((project / "variants" / file).read_text("utf-8"))
            for kind, what, changed in changes(tree):
                description = f"{file}: {kind} {what}"
                if re.search(given.only, description):
                    todo.append((file, description, write_variant(project, changed).read_text("utf-8")))
        loop = Loop(todo[part :: given.jobs])
        options = ["-qq", "--tb=no", "--assert=plain", "-p", "no:cacheprovider", f"--basetemp={project}/tmp"]
        if pytest.main([*options, *TESTS], plugins=[loop]):
            raise RuntimeError("the tests could not be run; the reason stands above")
    return len(loop.todo), len(loop.unnoticed)


def main() -> int:
    """Make all changes; the exit status."""
    parser = argparse.ArgumentParser(
        description=__doc__, formatter_class=argparse.RawDescriptionHelpFormatter
    )
    parser.add_argument("--jobs", type=int, default=os.cpu_count() or 1, help="how many processes")
    parser.add_argument("--only", default="", help="only the changes whose description this is found in")
    parser.add_argument("documents", nargs="*", default=DOCUMENTS)
    given = parser.parse_args()
    with ProcessPoolExecutor(given.jobs) as pool:
        made, unnoticed = map(sum, zip(*pool.map(run, range(given.jobs), repeat(given)), strict=True))
    print(f"{made} changes, {unnoticed} not noticed")
    return int(bool(unnoticed))


if __name__ == "__main__":
    sys.exit(main())
