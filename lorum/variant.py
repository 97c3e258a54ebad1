"""Variants: complete sets of rules for a session, as typed values."""

from __future__ import annotations

import re
from collections.abc import Callable, Mapping
from enum import StrEnum
from types import MappingProxyType
from typing import Any, Protocol

from attrs import Attribute, field, frozen

from .cards import ALL_CARDS, WHOLE_PACK, Card, CardSet, cards_of
from .contracts.base import Contract
from .errors import ArgumentError, FieldError, quoted
from .rules import Rule
from .schedule import Schedule, Ties
from .settlement import Settlement
from .table import Direction, from_seat

OptionValue = str | int | bool | tuple[str, ...]


class Cut(StrEnum):
    """Who cuts the shuffled pack. It is done before cards are handed in, and bears on nothing here."""

    PREVIOUS = "previous"
    """The player before the dealer, on the side that the deal comes from."""
    NOBODY = "nobody"


@frozen(kw_only=True)
class Table:
    """Who sits at the table, and how cards come to the hands."""

    players: int = field(default=4)
    direction: Direction = Direction.CLOCKWISE
    packets: int = 1
    """How many cards are dealt at a time."""
    cut: Cut = Cut.PREVIOUS
    pack: CardSet = WHOLE_PACK
    """The cards that are dealt."""

    @players.validator
    def _check_players(self, attribute: Attribute[Any], value: int) -> None:
        if not 3 <= value <= 4:
            raise FieldError(attribute.name, "three or four players are needed")


@frozen(kw_only=True)
class Plan:
    """Which deals a session has."""

    schedule: Schedule
    rounds: int = 1
    contracts: tuple[str, ...]
    """The contracts that are played, in order."""
    core: tuple[str, ...] = ()
    """Contracts that belong to every set; without any, the set is the document's list."""
    doubling: bool = False
    revokes: bool = False
    """Whether a revoke has a penalty."""
    stop_when_decided: bool = False
    ties: Ties = Ties.SHARED


class Source(Protocol):
    """Where a variant comes from, and where others that differ in options can be had."""

    def variant(self, id: str, options: Mapping[str, object]) -> Variant:
        """The variant or preset of that id with these options; raises `VariantError`."""


@frozen(eq=False, kw_only=True, repr=False)
class Variant:
    """A complete set of rules for a session.

    Two variants are equal when they have the same id, the same changed options and the same rules.
    """

    id: str
    source: Source
    _changed: tuple[tuple[str, OptionValue], ...]
    _options: tuple[tuple[str, OptionValue], ...]
    table: Table
    plan: Plan
    settlement: Settlement
    definitions: Mapping[str, Contract]
    """Every contract that the document defines, by id."""
    departures: tuple[Rule, ...]
    """The rules of its document that the list of contracts takes away."""
    fingerprint: str
    """16 hexadecimal digits that change with whatever bears on play."""
    names: Mapping[str, str] = MappingProxyType({})
    """The variant's name by language."""
    players: int = field(init=False)
    """How many play."""
    pack: tuple[Card, ...] = field(init=False)
    """The cards that are dealt, in pack order."""
    set_aside: int = field(init=False)
    """The cards that are not, as a mask."""
    deals: int = field(init=False)
    """The planned number of deals."""
    orders: tuple[tuple[int, ...], ...] = field(init=False)
    """For every seat all seats in turn, from that seat on."""
    after: tuple[int, ...] = field(init=False)
    """For every seat the next one."""

    @players.default
    def _players(self) -> int:
        return self.table.players

    @set_aside.default
    def _set_aside(self) -> int:
        return ALL_CARDS & ~self.table.pack

    @deals.default
    def _deals(self) -> int:
        return self.plan.schedule.deals(len(self.contracts), self.players, self.plan.rounds)

    @orders.default
    def _orders(self) -> tuple[tuple[int, ...], ...]:
        seats = range(self.players)
        return tuple(from_seat(seat, self.players, self.direction) for seat in seats)

    @after.default
    def _after(self) -> tuple[int, ...]:
        return tuple(order[1] for order in self.orders)

    @pack.default
    def _pack(self) -> tuple[Card, ...]:
        return cards_of(self.table.pack)

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """Every option that is in force, with its value."""
        return MappingProxyType(dict(self._options))

    @property
    def changed(self) -> Mapping[str, OptionValue]:
        """The options that differ from the id's own values."""
        return MappingProxyType(dict(self._changed))

    @property
    def direction(self) -> Direction:
        """The direction in which everything passes round the table."""
        return self.table.direction

    @property
    def contracts(self) -> tuple[str, ...]:
        """The ids of the contracts that are played, in order."""
        return self.plan.contracts

    @property
    def wins(self) -> str:
        """``"lowest"`` or ``"highest"``: which total wins."""
        return self.settlement.wins

    def contract(self, id: str) -> Contract:
        """The definition of a contract of the document; raises `ArgumentError` for any other id."""
        found = self.definitions.get(id) if isinstance(id, str) else None
        if found is None:
            raise ArgumentError(f"{self.id} has no contract {quoted(id)}")
        return found

    def hand_size(self, contract: Contract | None) -> int:
        """How many cards each player is dealt for a contract; in a tie-break deal, for None, the whole pack.

        Raises `ArgumentError` for anything else.
        """
        if contract is not None and not isinstance(contract, Contract):
            raise ArgumentError(f"a contract is needed, not {quoted(contract)}")
        return (contract and contract.hand) or len(self.pack) // self.players

    def with_options(self, /, **options: object) -> Variant:
        """The same variant with other options on top; raises `VariantError`."""
        return self.source.variant(self.id, {**dict(self._changed), **options})

    def __eq__(self, other: object) -> bool:
        if not isinstance(other, Variant):
            return NotImplemented
        return self is other or self._identity == other._identity

    def __hash__(self) -> int:
        return hash(self._identity)

    @property
    def _identity(self) -> tuple[object, ...]:
        return self.id, self._changed, self.fingerprint

    def __str__(self) -> str:
        options = ", ".join(f"{name}={option_text(value)}" for name, value in self._changed)
        return f"{self.id}({options})" if options else self.id

    def __repr__(self) -> str:
        return f"<Variant {self}>"

    def __copy__(self) -> Variant:
        return self

    def __deepcopy__(self, memo: object) -> Variant:
        return self

    def __reduce__(self) -> tuple[Callable[..., Variant], tuple[Any, ...]]:
        return _rebuilt, (self.source, self.id, self._changed)


def check_variant(value: object) -> Variant:
    """`value` as a variant; raises `ArgumentError` for anything else."""
    if isinstance(value, Variant):
        return value
    raise ArgumentError(f"a variant is needed, not {quoted(value)}")


def _rebuilt(source: Source, id: str, changed: tuple[tuple[str, OptionValue], ...]) -> Variant:
    return source.variant(id, dict(changed))


def option_text(value: object) -> str:
    """A value of an option as printed variants have it, and as a key of what the option sets."""
    if isinstance(value, bool):
        return "true" if value else "false"
    return f"[{', '.join(map(str, value))}]" if isinstance(value, list | tuple) else str(value)


def read_option(text: str) -> OptionValue:
    """The value that is printed so."""
    if text.startswith("["):
        inside = text[1:-1].strip()
        return tuple(item.strip() for item in inside.split(",")) if inside else ()
    if text in ("true", "false"):
        return text == "true"
    return int(text) if _NUMBER.fullmatch(text) else text


_NUMBER = re.compile("-?[0-9]{1,19}")
