"""What a run of mutmut needs of pytest; `conftest.py` takes it up when mutmut is at work.

What the package keeps for later is thrown away before a mutant is tested, for it was made without the
mutant; and while mutmut notes which test reaches which function, before every test, for otherwise only the
first would seem to reach what is worked out once. A test that runs for long, as a mutant may make a loop
endless, fails.
"""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from types import FrameType

import pytest

from lorum import actions, documents, registry, session, table

LONGEST = 4.0
"""Seconds of processor time for one test."""

READY = dict(actions.READY)


def forget() -> None:
    """Throw away what is kept from earlier calls."""
    for kept in (
        registry._packaged_by_id,
        documents._document,
        documents._made,
        session._choices,
        table._places,
    ):
        kept.cache_clear()
    actions.READY.clear()
    actions.READY.update(READY)


def pytest_runtest_setup() -> None:
    if os.environ["MUTANT_UNDER_TEST"] == "stats":
        forget()


def _too_long(number: int, frame: FrameType | None) -> None:
    pytest.fail("the test takes too long")


@pytest.hookimpl(wrapper=True)
def pytest_runtest_call() -> Iterator[None]:
    signal.signal(signal.SIGPROF, _too_long)
    signal.setitimer(signal.ITIMER_PROF, LONGEST)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_PROF, 0)
