"""Run mutmut on the engine.

    python tests/mutate_engine.py run --max-children 1 [NAME ...]      (or any other command of mutmut)

It does what `mutmut` does with two differences.

Functions with decorators are changed too. Most of them here are properties or defaults of fields. Their
copies, changed and not, go without the decorator, and the function that chooses among them keeps it.

Tests are collected once, not in the process of every mutant: that takes longer than to run the one test
that fails. The tests that have killed other mutants of the same function come first, then those of the
same subject. With LORUM_MUTANTS=quick only some of the others follow, which leaves over mutants that
all tests would kill, but the run takes a fraction of the time.
"""

from __future__ import annotations

import os
from collections.abc import Iterable
from pathlib import Path
from typing import Any

import libcst as cst
import pytest
from _pytest.config import _prepareconfig
from _pytest.main import Session
from mutmut import __main__ as mutmut
from mutmut.configuration import config
from mutmut.mutation import file_mutation
from mutmut.runners.harness import PytestRunner
from mutmut.utils.file_utils import change_cwd
from mutmut.workers.isolation import ForkRunner

KILLERS = Path("mutants/killers")
"""For each function the tests that have killed mutants of it."""

SUBJECTS = {
    "base": "chains layouts errors variants",
    "chains": "chains variants errors",
    "books": "session table beans revokes",
    "deal": "actions errors revokes table session",
    "dealing": "table actions",
    "division": "entered",
    "layouts": "layouts entered variants",
    "leftovers": "chains layouts entered",
    "play": "actions table",
    "schedule": "session",
    "session": "session beans table errors revokes observation",
    "settlement": "settlement beans",
    "tricks": "tricks entered errors variants",
}
"""For modules that share their tests, or have none of their own, where these stand."""

visitor: Any = file_mutation.MutationVisitor
fork: Any = ForkRunner
harness: Any = PytestRunner
maker: Any = file_mutation
skipped, arranged = visitor._skip_node_and_children, maker.function_trampoline_arrangement
started, original_run = fork.startup, harness.run_tests

items: dict[str, pytest.Item] = {}


def skip(self: Any, node: cst.CSTNode) -> bool:
    """As mutmut does, but for the decorators of a function."""
    if isinstance(node, cst.FunctionDef):
        node = node.with_changes(decorators=())
    return bool(skipped(self, node))


def arrange(function: cst.FunctionDef, mutants: Any, class_name: str | None) -> Any:
    """As mutmut does, but with the decorators on the function that chooses alone."""
    before, (chooser, *copies), after, names = arranged(function, mutants, class_name)
    return before, [chooser, *(copy.with_changes(decorators=()) for copy in copies)], after, names


def startup(self: ForkRunner) -> None:
    """Collect the tests."""
    with change_cwd("mutants"):
        chosen = [*config().pytest_add_cli_args, *config().pytest_add_cli_args_test_selection]
        prepared = _prepareconfig(["--rootdir=.", "-p", "no:terminal", "-s", "-o", "addopts=", *chosen])
        prepared.option.tbstyle = "native"  # nobody reads it; others take long to make
        prepared._do_configure()
        session = Session.from_config(prepared)
        prepared.hook.pytest_sessionstart(session=session)
        items.update((item.nodeid, item) for item in session.perform_collect())
    started(self)


def in_order(mutant: str, tests: list[str], killers: Path) -> list[str]:
    """The tests, those that most likely kill the mutant before the others."""
    known = killers.read_text("utf-8").split("\n") if killers.is_file() else []
    subject = mutant.split(".x")[0].split(".")[-1]
    files = [f"tests/test_{name}.py" for name in SUBJECTS.get(subject, subject).split()]
    own = [test for test in tests if test.split("::")[0] in files]
    rest = tests
    if os.environ.get("LORUM_MUTANTS") == "quick":
        rest = [test for test in tests if "lockstep" in test] + tests[:: max(1, len(tests) // 60)]
    return list(dict.fromkeys([test for test in known if test in set(tests)] + own + rest))


def run_tests(self: PytestRunner, *, mutant_name: str | None, tests: Iterable[str]) -> int:
    """Run the collected tests until one fails."""
    if not items or mutant_name is None:
        return int(original_run(self, mutant_name=mutant_name, tests=tests))
    import mutation

    mutation.forget()
    killers = KILLERS.absolute() / mutant_name.partition("__mutmut_")[0]
    order = in_order(mutant_name, list(tests), killers)
    with change_cwd("mutants"):
        for number, test in enumerate(order):
            item = items[test]
            following = items[order[number + 1]] if number + 1 < len(order) else None
            item.config.hook.pytest_runtest_protocol(item=item, nextitem=following)
            if item.session.testsfailed:
                known = killers.read_text("utf-8").split("\n") if killers.is_file() else []
                killers.parent.mkdir(exist_ok=True)
                killers.write_text("\n".join(dict.fromkeys([test, *known][:12])), "utf-8")
                return 1
    return 0


if __name__ == "__main__":
    visitor._skip_node_and_children = skip
    maker.function_trampoline_arrangement = arrange
    fork.startup = startup
    harness.run_tests = run_tests
    mutmut.cli()
