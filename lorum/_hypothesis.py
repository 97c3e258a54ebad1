"""What hypothesis loads when it starts, by the entry point of the package.

It says which strategies make the values of `lorum`, and how they are printed in a failing example. The
strategies themselves are imported when they are asked for: `lorum.testing` imports hypothesis, so that
importing it here would go in a circle.
"""

from __future__ import annotations

from collections.abc import Callable
from typing import Any


def register() -> None:
    """Tell hypothesis of the types of `lorum`; to do it twice does no harm."""
    from hypothesis import strategies as st
    from hypothesis.vendor import pretty

    from .cards import Card
    from .deal import DealState
    from .session import SessionState
    from .variant import Variant

    for cls, maker in (
        (Card, "cards"),
        (Variant, "variants"),
        (SessionState, "sessions"),
        (DealState, "deals"),
    ):
        st.register_type_strategy(cls, _strategy(maker))
    for printed in (Variant, SessionState, DealState):
        pretty.for_type_by_name(printed.__module__, printed.__name__, _print)


def _strategy(maker: str) -> Callable[[type[Any]], Any]:
    def strategy(_: type[Any]) -> Any:
        from . import testing

        return getattr(testing, maker)()

    return strategy


def _print(value: object, printer: Any, cycle: bool) -> None:
    from . import testing

    printer.text(testing.source_of(value))
