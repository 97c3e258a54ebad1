"""What all tests share."""

from __future__ import annotations

import os
from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from builders import house as built

from lorum import Variant

if "MUTANT_UNDER_TEST" in os.environ:
    from mutation import pytest_runtest_call, pytest_runtest_setup  # noqa: F401

House = Callable[..., Variant]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Makes a table's own variant: ``house("compendium", contract={...})``."""
    return partial(built, tmp_path)
