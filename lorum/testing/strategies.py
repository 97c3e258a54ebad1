"""Strategies for hypothesis: cards, packs, hands, variants, deals and sessions."""

from __future__ import annotations

from random import Random
from typing import Any, TypeVar, cast

from hypothesis import strategies as st
from hypothesis.strategies import DrawFn, SearchStrategy

from ..actions import Action, DealCards
from ..cards import PACK, Card
from ..deal import DealState, Phase, apply, new_deal
from ..documents import Document
from ..errors import VariantError
from ..play import State, legal_actions
from ..registry import get_variant
from ..registry import variants as packaged
from ..session import SessionState, new_session
from ..variant import Variant
from .chance import Hands, by_rank, cut, entered_deal, hand_size, random_action, revokes_now, stock_deal

S = TypeVar("S", SessionState, DealState)
GivenVariant = Variant | str | SearchStrategy[Variant] | None


def cards() -> SearchStrategy[Card]:
    """Any of the 32 cards; the Seven of Acorns is the simplest."""
    return st.sampled_from(PACK)


def packs(variant: Variant) -> SearchStrategy[tuple[Card, ...]]:
    """The pack of a variant in any order; pack order is the simplest."""
    return st.permutations(variant.pack).map(tuple)


@st.composite
def hands(draw: DrawFn, variant: Variant, contract: str | None = None) -> Hands:
    """Hands by seat, as they may be dealt for a contract; without one, of the whole pack.

    Some are dealt from a shuffled pack. Others are nearly sorted by suits or by ranks, so that hands of
    one suit and of neighbouring ranks come up, for which many rules have an exception.
    """
    size = variant.hand_size(variant.contract(contract) if contract is not None else None)
    return cut(draw(_piles(variant)), variant.players, size)


@st.composite
def _piles(draw: DrawFn, variant: Variant) -> tuple[Card, ...]:
    order = draw(st.sampled_from(["suits", "ranks", "shuffled"]))
    if order == "shuffled":
        return draw(packs(variant))
    pile = list(variant.pack) if order == "suits" else sorted(variant.pack, key=by_rank)
    place = st.integers(0, len(pile) - 1)
    for i, j in draw(st.lists(st.tuples(place, place), max_size=8)):
        pile[i], pile[j] = pile[j], pile[i]
    turned = draw(st.integers(0, variant.players - 1)) * len(pile) // variant.players
    return (*pile[turned:], *pile[:turned])


@st.composite
def variants(draw: DrawFn, base: GivenVariant = None, *, most_deals: int = 128) -> Variant:
    """Any variant, with any values of its options that can stand together.

    `base` is the variant that the options are put on, its id or a strategy for it; without one, any
    variant of the documents is taken. The simplest variant is the base as it stands. Values that would
    make a session of more than `most_deals` deals are left out.
    """
    if isinstance(base, SearchStrategy):
        variant = draw(base)
    elif base is None:
        variant = packaged()[draw(st.sampled_from(list(packaged())))]
    else:
        variant = get_variant(base) if isinstance(base, str) else base
    document = cast(Document, variant.source)
    # What others depend on comes first.
    options = sorted(document.head.option.items(), key=lambda item: len(item[1].needs))
    for name, option in options:
        if name not in variant.options or not draw(st.booleans()):
            continue
        if option.items:
            known = document.listable()[option.items]
            values: SearchStrategy[Any] = st.lists(
                st.sampled_from(known), min_size=option.fewest, max_size=len(known), unique=True
            )
        elif option.values:
            values = st.sampled_from(option.values)
        else:
            least = option.least or 0
            values = st.integers(least, max(least, min(option.most or 0, most_deals)))
        try:
            changed = variant.with_options(**{name: draw(values)})
        except VariantError:
            continue  # it cannot stand beside an option that has been drawn before
        if changed.deals <= max(most_deals, variant.deals):
            variant = changed
    return variant


@st.composite
def deals(
    draw: DrawFn, variant: GivenVariant = None, contract: str | None = None, *, revokes: bool = True
) -> DealState:
    """A deal on its own after any number of actions, from its first position to its end.

    `variant` is a variant, an id or a strategy, `contract` one of its contracts; whatever is not given is
    drawn. With `revokes` a deal may end by one, where the rules have a penalty for it.
    """
    rules = _drawn(draw, variant)
    if contract is None:
        contract = draw(st.sampled_from(rules.contracts))
    state = new_deal(
        rules,
        contract,
        draw(hands(rules, contract)),
        dealer=draw(st.integers(0, rules.players - 1)),
        doubled=draw(st.booleans()),
        pot=draw(st.integers(0, 12)),
    )
    for _ in range(draw(st.integers(0, 48))):
        if state.phase is Phase.FINISHED:
            break
        state = apply(state, _drawn_action(draw, state))
    return _perhaps_revoked(draw, state) if revokes else state


@st.composite
def sessions(
    draw: DrawFn,
    variant: GivenVariant = None,
    *,
    most_deals: int = 40,
    entered: bool = True,
    revokes: bool = True,
) -> SessionState:
    """A session after any number of actions.

    `variant` is a variant, an id or a strategy; without it any variant with any options is drawn. At most
    `most_deals` deals are played out before the one that the session is left in. With `entered` some of
    them are entered by their points, with `revokes` some end by a revoke where the rules have a penalty.
    """
    rules = _drawn(draw, variant)
    state = new_session(rules, draw(st.integers(0, rules.players - 1)))
    few = min(3, most_deals)
    before = draw(st.one_of(st.integers(0, few), st.integers(0, min(rules.deals + 2, most_deals))))
    if before:
        rng = Random(draw(st.integers(0, 2**32 - 1)))
        while len(state.results) < before and state.phase is not Phase.FINISHED:
            state = apply(state, random_action(state, rng, entered=entered, revokes=revokes))
    for _ in range(draw(st.integers(0, 52))):
        if state.phase is Phase.FINISHED or len(state.results) > before:
            break
        state = apply(state, _drawn_action(draw, state, entered=entered))
    return _perhaps_revoked(draw, state) if revokes else state


def _drawn(draw: DrawFn, variant: GivenVariant) -> Variant:
    if isinstance(variant, Variant):
        return variant
    if isinstance(variant, str):
        return get_variant(variant)
    return draw(variants() if variant is None else variant)


def _drawn_action(draw: DrawFn, state: State, entered: bool = False) -> Action:
    if isinstance(state, SessionState) and state.phase is Phase.DEAL:
        size = hand_size(state)
        if entered and draw(st.integers(0, 7)) == 7:
            return entered_deal(state, Random(draw(st.integers(0, 2**32 - 1))))
        if size * state.variant.players == len(state.variant.pack):
            return DealCards(cut(draw(_piles(state.variant)), state.variant.players, size))
        return stock_deal(state, draw(packs(state.variant)), draw(st.booleans()))
    legal = legal_actions(state)
    return legal[draw(st.integers(0, len(legal) - 1))] if len(legal) > 1 else legal[0]


def _perhaps_revoked(draw: DrawFn, state: S) -> S:
    revokes = revokes_now(state)
    if revokes and draw(st.integers(0, 7)) == 7:
        return apply(state, draw(st.sampled_from(revokes)))
    return state
