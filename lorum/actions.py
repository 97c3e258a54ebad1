"""The actions of a session, as values.

`PlayerAction` is what a player does when it is that player's turn; its `seat` is a claim that is
checked against the turn and not kept. `TableAction` is a fact of the table: the cards that were
dealt, a result entered by a scorekeeper, a revoke. A server takes those from itself alone.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Set
from typing import ClassVar, TypeVar

from attrs import field, frozen

from .cards import ALL_CARDS, PACK, Card, in_pack_order, parse_cards
from .errors import ArgumentError, quoted
from .quick import maker

T = TypeVar("T")

PASS = 32
DECLINE = 33
DOUBLE = 34
ANNOUNCE = 35
BUY_IN = 36
FIRST_CONTRACT = 37

_MOST_POINTS = 10_000_000


def check_seat(value: int) -> int:
    """`value` as a seat: an integer from 0 to 3; raises `ArgumentError` for anything else."""
    if type(value) is not int or not 0 <= value <= 3:
        raise ArgumentError(f"a seat is an integer from 0 to 3, not {quoted(value)}")
    return value


def _optional_seat(value: int | None) -> int | None:
    return None if value is None else check_seat(value)


def _card(value: Card) -> Card:
    if isinstance(value, Card):
        return value
    raise ArgumentError(f"a card is needed, not {quoted(value)}")


def _contract(value: str) -> str:
    if isinstance(value, str):
        return value
    raise ArgumentError(f"a contract is named by its id, not {quoted(value)}")


def _optional_contract(value: str | None) -> str | None:
    return None if value is None else _contract(value)


def _flag(value: bool) -> bool:
    if isinstance(value, bool):
        return value
    raise ArgumentError(f"true or false is needed, not {quoted(value)}")


def in_order(value: Iterable[T], what: str) -> Iterable[T]:
    """`value` to be gone through in its order; raises `ArgumentError` for a text and for what has none."""
    if type(value) is tuple or type(value) is list:
        return value  # known without the questions below, which take long and are asked for every hand
    if isinstance(value, Iterable) and not isinstance(value, str | bytes | bytearray | Set | Mapping):
        return value
    raise ArgumentError(f"a list of {what} is needed, not {quoted(value)}")


def _cards(value: Iterable[Card] | str) -> tuple[Card, ...]:
    """Cards in the order given, from cards or from their notation."""
    if isinstance(value, str):
        return parse_cards(value)
    return tuple(map(_card, in_order(value, "cards")))


def hand_of(value: Iterable[Card] | str) -> tuple[Card, ...]:
    """A hand from cards or from their notation, in pack order."""
    return in_pack_order(map(_card, value) if isinstance(value, Set) else _cards(value))


def hands_of(value: Iterable[Iterable[Card] | str]) -> tuple[tuple[Card, ...], ...]:
    """Hands by seat; raises `ArgumentError` or `NotationError` for what is none."""
    return tuple(hand_of(hand) for hand in in_order(value, "hands"))


def _points(value: Iterable[int]) -> tuple[int, ...]:
    points: list[int] = []
    for number in in_order(value, "points"):
        if type(number) is not int or not 0 <= number <= _MOST_POINTS:
            raise ArgumentError(f"points are whole numbers from 0 to {_MOST_POINTS}, not {quoted(number)}")
        points.append(number)
    return tuple(points)


class OfTable:
    """A fact of the table, never among the legal actions of a player."""

    __slots__ = ()
    kind: ClassVar[str]


@frozen
class OfPlayer:
    """What a player does in turn."""

    kind: ClassVar[str]
    index: ClassVar[int] = 63
    """The number of the action in `action_index`; for a card and a contract the first of several."""
    seat: int | None = field(default=None, kw_only=True, converter=_optional_seat)
    """Who claims to act; `None` stands for whose turn it is."""


@frozen(weakref_slot=False)
class DealCards(OfTable):
    """The cards dealt: hands by seat, and the stock with its top card first where one is known."""

    kind = "deal"
    hands: tuple[tuple[Card, ...], ...] = field(converter=hands_of)
    """The hands by seat, from cards or from their notation; each is kept in pack order."""
    stock: tuple[Card, ...] = field(default=(), converter=_cards)
    """The cards that were not dealt, where their order is known."""


make_deal_cards = maker(DealCards)


@frozen
class ScoreDeal(OfTable):
    """A deal played elsewhere, entered by each seat's points before doubling."""

    kind = "score"
    points: tuple[int, ...] = field(converter=_points)
    """What each seat is charged, from 0 to ten millions."""
    contract: str | None = field(default=None, converter=_optional_contract)
    """The contract's id; None where only one may be played."""
    doubled: bool = field(default=False, converter=_flag)
    """Whether the dealer doubled."""
    revoked_by: int | None = field(default=None, converter=_optional_seat)
    """Who ended the deal by a revoke, and is charged the contract's whole total."""


@frozen
class Revoke(OfTable):
    """The table has established that `seat` did not follow suit though able."""

    kind = "revoke"
    seat: int = field(converter=check_seat)


@frozen
class ChooseContract(OfPlayer):
    """The contract of the deal, by its id."""

    kind = "choose"
    index = FIRST_CONTRACT
    contract: str = field(converter=_contract)


class Double(OfPlayer):
    """All points of this deal count twice."""

    __slots__ = ()
    kind = "double"
    index = DOUBLE


class Decline(OfPlayer):
    """No: not doubled, nothing announced, no beans bought."""

    __slots__ = ()
    kind = "decline"
    index = DECLINE


class Announce(OfPlayer):
    """The announced card will fall in the last trick."""

    __slots__ = ()
    kind = "announce"
    index = ANNOUNCE


@frozen
class Play(OfPlayer):
    """A card from the hand."""

    kind = "play"
    index = 0
    card: Card = field(converter=_card)


class Pass(OfPlayer):
    """Nothing can be played."""

    __slots__ = ()
    kind = "pass"
    index = PASS


class BuyIn(OfPlayer):
    """More beans, bought for a penny (`beans.buy-in`)."""

    __slots__ = ()
    kind = "buy-in"
    index = BUY_IN


TableAction = DealCards | ScoreDeal | Revoke
"""A fact of the table, never among the legal actions of a player."""
PlayerAction = ChooseContract | Double | Decline | Announce | Play | Pass | BuyIn
"""What a player does in turn."""
Action = TableAction | PlayerAction
"""Everything that moves a session from one state to the next."""
ACTION_TYPES: dict[str, type[TableAction] | type[PlayerAction]] = {
    cls.kind: cls
    for cls in (DealCards, ScoreDeal, ChooseContract, Double, Decline, Announce, Play, Pass, BuyIn, Revoke)
}
"""The classes of actions by the name of their kind, as JSON gives it."""


def check_action(value: object) -> Action:
    """`value` as an action; raises `ArgumentError` for anything else."""
    if isinstance(value, Action):
        return value
    raise ArgumentError(f"an action is needed, not {quoted(value)}")


PLAYS = tuple(Play(card) for card in PACK)
_OTHERS: dict[int, Pass | Decline | Double | Announce | BuyIn] = {
    PASS: Pass(), DECLINE: Decline(), DOUBLE: Double(), ANNOUNCE: Announce(), BUY_IN: BuyIn()
}  # fmt: skip

# In which order the actions of a phase are listed: doing before declining.
_LISTED = (DOUBLE, ANNOUNCE, BUY_IN, DECLINE, PASS)


def _plays_of_hands(suit: int) -> list[tuple[Play, ...]]:
    """For each of the 256 hands of a suit its plays."""
    hands: list[tuple[Play, ...]] = [()]
    for play in PLAYS[8 * suit : 8 * suit + 8]:
        hands += [(*hand, play) for hand in hands]
    return hands


_SUIT_PLAYS = [_plays_of_hands(suit) for suit in range(4)]
_ACORN_PLAYS, _LEAF_PLAYS, _HEART_PLAYS, _BELL_PLAYS = _SUIT_PLAYS


def actions_of(mask: int) -> tuple[PlayerAction, ...]:
    """The actions of a mask of action numbers: cards in pack order, doing before declining."""
    if mask <= ALL_CARDS:
        return (
            _ACORN_PLAYS[mask & 255]
            + _LEAF_PLAYS[mask >> 8 & 255]
            + _HEART_PLAYS[mask >> 16 & 255]
            + _BELL_PLAYS[mask >> 24]
        )
    return actions_of(mask & ALL_CARDS) + tuple(_OTHERS[number] for number in _LISTED if mask >> number & 1)


READY: dict[int, tuple[PlayerAction, ...]] = {
    hand << 8 * suit: plays for suit in range(4) for hand, plays in enumerate(_SUIT_PLAYS[suit]) if hand
}
for _mask in (1 << PASS, 1 << DECLINE, 1 << ANNOUNCE | 1 << DECLINE):
    READY[_mask] = actions_of(_mask)
"""What `actions_of` gives for the masks that come most often: cards of one suit, a pass, an answer."""


def action_of(number: int, seat: int | None = None) -> PlayerAction:
    """The action with a number below `FIRST_CONTRACT`, said by `seat`."""
    if seat is None:
        return PLAYS[number] if number < PASS else _OTHERS[number]
    return Play(PACK[number], seat=seat) if number < PASS else type(_OTHERS[number])(seat=seat)


def number_of(action: PlayerAction) -> int:
    """The number of an action other than a choice of contract."""
    return action.card.index if isinstance(action, Play) else action.index
