"""States as text that makes them again."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any, cast

from .. import record
from ..actions import Play
from ..cards import format_cards, in_pack_order
from ..deal import DealState, apply, new_deal
from ..documents import Document
from ..play import State
from ..registry import get_variant
from ..registry import variants as packaged
from ..session import SessionState
from ..variant import Variant
from .chance import Hands


def deal_record(state: DealState) -> dict[str, Any]:
    """A deal on its own in JSON types; `replay_deal` makes it again."""
    start = dealt_hands(state)
    return {
        "variant": str(state.variant),
        "contract": state.contract,
        "hands": [format_cards(hand) for hand in start],
        "dealer": state.dealer,
        "doubled": state.doubled,
        "pot": state.pot - (state.result.pot_change if state.result else 0),
        "actions": [record.action_to_json(action) for action in state.actions],
    }


def replay_deal(deal: Mapping[str, Any], variant: Variant | None = None) -> DealState:
    """The deal of a `deal_record`; `variant` stands in for its own, where that is not in the registry."""
    state = new_deal(
        variant or get_variant(deal["variant"]),
        deal["contract"],
        deal["hands"],
        dealer=deal["dealer"],
        doubled=deal["doubled"],
        pot=deal["pot"],
    )
    for action in deal["actions"]:
        state = apply(state, record.action_from_json(action))
    return state


def dealt_hands(state: State) -> Hands:
    """The hands of the deal in hand as they were dealt."""
    dealt = [set(hand) for hand in state.hands]
    for action in state.deal_actions:
        if isinstance(action, Play) and action.seat is not None:
            dealt[action.seat].add(action.card)
    return tuple(map(in_pack_order, dealt))


def source_of(value: object) -> str:
    """A variant, session or deal as an expression that makes it again."""
    if isinstance(value, SessionState):
        return f"lorum.record.replay({record.record_of(value)!r}{_beside(value.variant, '{!r}: {}')})"
    if isinstance(value, DealState):
        return f"lorum.testing.replay_deal({deal_record(value)!r}{_beside(value.variant, '{1}')})"
    if isinstance(value, Variant):
        if value.id in packaged():
            return f"lorum.get_variant({str(value)!r})"
        options = ", ".join(f"{name}={option!r}" for name, option in value.changed.items())
        made = f"lorum.load_variant({cast(Document, value.source).where!r})"
        return f"{made}.with_options({options})" if options else made
    return repr(value)


def _beside(variant: Variant, form: str) -> str:
    """What is handed in beside a record, so that a variant which is not in the registry is found."""
    if variant.id in packaged():
        return ""
    base = variant.source.variant(variant.id, {})
    shown = form.format(variant.id, source_of(base if "{!r}" in form else variant))
    return f", {{{shown}}}" if "{!r}" in form else f", {shown}"
