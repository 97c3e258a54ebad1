"""What all tests share."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from pathlib import Path

import pytest
from builders import house as built

from lorum import Variant

House = Callable[..., Variant]


@pytest.fixture
def house(tmp_path: Path) -> House:
    """Makes a table's own variant: ``house("compendium", contract={...})``."""
    return partial(built, tmp_path)
