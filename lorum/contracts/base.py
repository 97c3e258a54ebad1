"""What every family of contracts has in common.

A *family* is a class below `Contract`; a contract is one object of it, its numbers read from a
variant file. A family says what may be played, what a play does, and which points come of it. It
knows nothing of sessions, totals or the other families.

Play is a row of `Position`s. A position holds what changes with every card; what stays the same for
the whole deal stands in its `stage`, which is a `DealFrame` while cards are played. Each family
keeps what else it has to remember in `Position.table`, a value of its own.
"""

from __future__ import annotations

from abc import ABC, abstractmethod
from collections.abc import Hashable, Mapping
from types import MappingProxyType
from typing import Any, ClassVar, TypeVar

from attrs import Attribute, define, field, frozen

from ..cards import ALL_CARDS, PACK, SUITS
from ..errors import FieldError, Violation
from ..rules import Rule

NOBODY = -1
"""The turn when nobody is to act."""

SUIT_MASK = tuple(card.suit.mask for card in PACK)
"""For each card all cards of its suit."""

OTHER_SUITS = tuple(ALL_CARDS & ~card.suit.mask for card in PACK)
"""For each card all cards of the other suits."""

RANK_MASK = tuple(card.rank.mask for card in PACK)
"""For each card the four cards of its rank."""

SEVENS = RANK_MASK[0]
ACES = RANK_MASK[7]


def above(cards: int, corner: bool) -> int:
    """The cards next above some cards of a mask; `corner`: the Seven is above the Ace."""
    higher = (cards & ~ACES) << 1
    return higher | (cards & ACES) >> 7 if corner else higher


def below(cards: int, corner: bool) -> int:
    """The cards next below some cards of a mask; `corner`: the Ace is below the Seven."""
    lower = (cards & ~SEVENS) >> 1
    return lower | (cards & SEVENS) << 7 if corner else lower


HIGHEST_PRICE = 1000


def check_points(_: object, attribute: Attribute[Any], value: int) -> None:
    """A validator: a number of points from 0 to `HIGHEST_PRICE`."""
    if not 0 <= value <= HIGHEST_PRICE:
        raise FieldError(attribute.name, f"points are from 0 to {HIGHEST_PRICE}")


def check_price(_: object, attribute: Attribute[Any], value: int) -> None:
    """A validator: a number of points from 1 to `HIGHEST_PRICE`."""
    if not 1 <= value <= HIGHEST_PRICE:
        raise FieldError(attribute.name, f"a price is from 1 to {HIGHEST_PRICE} points")


@frozen
class ScoreLine:
    """One charge: the rule it comes from, whom it meets, how much, and for what."""

    rule: Rule
    """The clause behind it."""
    seat: int
    """Who is charged."""
    points: int
    """How much, at least 0, doubling included."""
    what: str
    """What for, in short, such as ``"Kh"``, ``"trick 5"`` or ``"2 cards left"``."""

    def to_json(self) -> dict[str, object]:
        """The line in JSON types."""
        return {"rule": self.rule.value, "seat": self.seat, "points": self.points, "what": self.what}


Lines = tuple[ScoreLine, ...]


@define(eq=False, init=False, repr=False)
class Draft:
    """A position in the making.

    It has the slots of `Position`, and becomes one when its class is set: to build one object for every
    card in this way takes a quarter of the time that the constructor of a frozen class needs.
    """

    stage: Any
    turn: int = field(eq=False)
    left: int = field(eq=False)
    moves: bytes
    table: Any = field(eq=False)
    legal: int = field(eq=False)


@frozen(repr=False)
class Position(Draft):
    """Where a session or a deal stands.

    `stage` is what stays as it is until the phase changes, `turn` the seat to act, `left` the cards
    still in hands, `moves` the numbers of the actions of this deal since its contract was settled,
    `table` what the contract's family keeps, and `legal` what may be done now, as a mask of action
    numbers. Stage and moves alone make two positions equal: the rest follows from them.
    """


At = TypeVar("At", bound=Position)

Step = tuple[int, Any, int]
"""Whose turn it is, the family's table, and what may be done, as a mask of action numbers.

What may be played is decided where a step is made, and nowhere else.
"""


def position(cls: type[At], stage: Any, turn: int, left: int, moves: bytes, table: Any, legal: int) -> At:
    """A position of that class, built as a draft."""
    draft: Any = Draft()
    draft.stage = stage
    draft.turn = turn
    draft.left = left
    draft.moves = moves
    draft.table = table
    draft.legal = legal
    draft.__class__ = cls
    return draft  # type: ignore[no-any-return]


@frozen(init=False, repr=False, eq=False, weakref_slot=False)
class DealFrame:
    """What stays the same from the first card of a deal to its last."""

    hands: tuple[int, ...]
    """The hands as they were dealt, as masks by seat."""
    dealer: int
    players: int = field(eq=False)
    orders: tuple[tuple[int, ...], ...] = field(eq=False)
    """For every seat all seats in turn, from that seat on."""
    after: tuple[int, ...] = field(eq=False)
    """For every seat the next one."""
    aside: int = field(eq=False)
    """The cards that are not in the pack, as a mask."""
    until_decided: bool = field(eq=False)
    """Whether play stops as soon as no point can be charged any more (`tricks.decided`)."""
    hand_size: int = field(eq=False)
    """How many cards each hand had."""
    prepared: Any = field(eq=False)
    """What the contract's family has worked out once for deals of this size."""

    @property
    def forehand(self) -> int:
        """The seat after the dealer (`table.forehand`), who plays first (`play.opening`)."""
        return self.after[self.dealer]


@frozen(eq=False, kw_only=True, repr=False)
class Contract(ABC):
    """The rules of one deal: a family with its numbers."""

    family: ClassVar[str]
    must_play: ClassVar[Rule] = Rule.PLAY_PASS
    """The clause that bars a pass from whoever can play."""

    id: str
    names: Mapping[str, str] = MappingProxyType({})
    """The contract's name by language."""
    settles: str = "by-difference"
    """How points become changes of accounts that are no penalty totals, as in `lorum.settlement.KINDS`."""
    takes_pot: bool = False
    """Whether the deal's winner gets the pot."""
    hand: int | None = None
    """How many cards each player is dealt; None stands for the whole pack."""
    rules: Mapping[Rule, Rule] = MappingProxyType({})
    """For a family's common clause the clause that says the same of this contract."""
    _prepared: dict[tuple[int, int], Any] = field(init=False, factory=dict)

    def cite(self, rule: Rule) -> Rule:
        """The clause to name for a common one: the contract's own where it has one."""
        return self.rules.get(rule, rule)

    @property
    def name(self) -> str:
        """The English name, or else the id."""
        return self.names.get("en", self.id)

    @property
    def has_winner(self) -> bool:
        """Whether each deal has a winner: one player with fewer points than any other."""
        return False

    @abstractmethod
    def fault(self, players: int, hand_size: int, pack: int) -> str | None:
        """Why the contract cannot be played by so many with so many cards of a pack each, or None."""

    @abstractmethod
    def prepare(self, players: int, hand_size: int) -> Any:
        """What does not change from deal to deal and is worth having ready."""

    def prepared(self, players: int, hand_size: int) -> Any:
        """The same, worked out once."""
        size = players, hand_size
        if size not in self._prepared:
            self._prepared[size] = self.prepare(players, hand_size)
        return self._prepared[size]

    @abstractmethod
    def start(self, deal: DealFrame, left: int) -> Step:
        """The first step of the deal. `left` are all cards in hands, as a mask."""

    @abstractmethod
    def played(self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: Any) -> Step:
        """The step after `turn` did the action `number`; its turn is `NOBODY` when that ends the deal.

        `left` and `moves` are as they are after the action, `table` is as it was before.
        """

    @abstractmethod
    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        """Why the action `number`, which is not among the legal ones, is refused.

        It is no pass, and a card is known to be in the hand of the seat to act.
        """

    @abstractmethod
    def lines(self, deal: DealFrame, at: Position) -> tuple[ScoreLine, ...]:
        """The charges so far, each with its rule."""

    @abstractmethod
    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        """Why these points by seat cannot arise in this contract, or None.

        Of the frame only the seats and the size of the hands count.
        """

    def asks(self, at: Position) -> bool:
        """Whether players are being asked for an announcement."""
        return False

    def hides_turn(self, deal: DealFrame, at: Position) -> bool:
        """Whether whose turn it is would tell the others about a hand."""
        return False

    def decided(self, deal: DealFrame, at: Position) -> bool:
        """Whether no further point can be charged; only a trick contract can know before its end."""
        return False

    def strays(self, deal: DealFrame, at: Position) -> int:
        """The seats that have played another suit than was led, as a mask of seats."""
        return 0

    @abstractmethod
    def key(self, deal: DealFrame, at: Position) -> Hashable:
        """What of the play so far bears on what may still come, apart from hands and turn."""

    def total(self, players: int, hand_size: int, pack: int) -> int | None:
        """The sum of all points of a deal, or None where it depends on play.

        So many cards of a pack, which is given as a mask, are dealt to each player.
        """
        return None


def suit_label(card: int) -> str:
    """The name of a card's suit."""
    return SUITS[card >> 3].label
