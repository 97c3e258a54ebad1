"""Options of a variant file: which values they may have, and which value holds in a variant."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from enum import StrEnum
from types import MappingProxyType
from typing import Any, cast

from attrs import define, field, frozen

from .errors import VariantError, quoted
from .rules import Rule
from .structure import Fault
from .trees import Tree, at_place
from .variant import OptionValue, option_text


@frozen(kw_only=True)
class Case:
    """Values that hold when other options have the given values."""

    when: Mapping[str, Any]
    values: Mapping[str, Any]


class Items(StrEnum):
    """What a list may name."""

    CONTRACTS = "contracts"
    TRICK_CONTRACTS = "trick-contracts"
    """The trick contracts that can be mixed."""


@frozen(kw_only=True)
class Option:
    """One choice that a document leaves to the table."""

    meaning: str
    """What it decides, in one sentence."""
    statement: str = ""
    """The statement of the sources behind it."""
    rule: Rule | None = None
    """The clause that describes it."""
    values: tuple[Any, ...] = ()
    """The words, numbers or truth values it may have."""
    least: int | None = None
    most: int | None = None
    """The range of a number."""
    items: Items | None = None
    """For a list: what it is a list of."""
    fewest: int = 1
    """How many items a list has at least."""
    default: Any = None
    """Its value unless another is given; without one, what the tree says in the place it goes to, or else
    the first of its values."""
    cases: tuple[Case, ...] = ()
    """Defaults that depend on other options; the first that fits holds."""
    needs: Mapping[str, tuple[Any, ...]] = MappingProxyType({})
    """The option is in force only while other options have one of the values given."""
    into: str = ""
    """The place in the tree that takes the value."""
    sets: Mapping[str, Mapping[str, Any]] = MappingProxyType({})
    """For a value of the option: places in the tree and what is put there."""

    def checked(self, value: object, known: Mapping[Items, Sequence[str]], place: str) -> OptionValue:
        """The value that stands in a place, in its canonical form; raises `Fault`."""
        if self.items:
            return self._checked_list(value, known[self.items], place)
        if self.values:
            for allowed in self.values:
                if type(value) is type(allowed) and value == allowed:
                    return cast(OptionValue, allowed)
            raise Fault(place, f"{quoted(value)} is none of {', '.join(map(option_text, self.values))}")
        low, high = self.least or 0, self.most or 0
        if type(value) is not int or not low <= value <= high:
            raise Fault(place, f"a whole number from {low} to {high} is needed, not {quoted(value)}")
        return value

    def _checked_list(self, value: object, known: Sequence[str], place: str) -> tuple[str, ...]:
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise Fault(place, f"a list of contracts is needed, not {quoted(value)}")
        for item in value:
            if not isinstance(item, str) or item not in known:
                raise Fault(place, f"{quoted(item)} is none of {', '.join(known)}")
        check_once(value, place)
        if len(value) < self.fewest:
            raise Fault(place, f"at least {self.fewest} must be named")
        return tuple(value)


@frozen(kw_only=True)
class Preset:
    """Other values for some options, under an id of its own."""

    names: Mapping[str, str] = MappingProxyType({})
    meaning: str = ""
    statement: str = ""
    values: Mapping[str, Any]
    cases: tuple[Case, ...] = ()


@define(eq=False, kw_only=True)
class Values:
    """The values of the options of a variant: those given, those of a preset, and defaults."""

    id: str
    """The variant's id."""
    options: Mapping[str, Option]
    preset: Preset | None
    tree: Tree
    """The file that has the options."""
    listable: Mapping[Items, Sequence[str]]
    """What lists may name."""
    given: Mapping[str, object]
    found: dict[str, OptionValue] = field(init=False, factory=dict)
    places: dict[str, str] = field(init=False, factory=dict)
    """Where the file has the value of an option, or says where it goes."""
    asked: list[str] = field(init=False, factory=list)

    def __attrs_post_init__(self) -> None:
        for name in self.given:
            if name not in self.options:
                raise VariantError(self.id, str(name), f"{self.id} has no such option")

    def in_force(self) -> Iterator[tuple[str, OptionValue]]:
        """Every option that is in force, in the document's order, and its value."""
        for name, option in self.options.items():
            lacking = [other for other in option.needs if not self.has(other, option.needs[other])]
            if not lacking:
                yield name, self.value(name)
            elif name in self.given:
                wanted = " or ".join(map(option_text, option.needs[lacking[0]]))
                raise VariantError(self.id, name, f"it has no meaning unless {lacking[0]} is {wanted}")

    def changed(self) -> Iterator[tuple[str, OptionValue]]:
        """The options whose value is not what it would be, had it not been given."""
        for name, value in self.in_force():
            if name in self.given and value != self.default(name)[1]:
                yield name, value

    def value(self, name: str) -> OptionValue:
        """The value of an option."""
        if name not in self.found:
            if name in self.asked:
                raise Fault(f"option.{name}", "its value depends on itself")
            self.asked.append(name)
            if name in self.given:
                self.places[name], self.found[name] = f"option.{name}.into", self.own(name)
            else:
                self.places[name], self.found[name] = self.default(name)
            self.asked.remove(name)
        return self.found[name]

    def own(self, name: str) -> OptionValue:
        """The value that is given."""
        try:
            return self.options[name].checked(self.given[name], self.listable, name)
        except Fault as fault:
            raise VariantError(self.id, fault.path, fault.reason) from None

    def default(self, name: str) -> tuple[str, OptionValue]:
        """The place and the value of an option that is not given."""
        place, value = next(self.defaults(name))
        return place, self.options[name].checked(value, self.listable, place)

    def defaults(self, name: str) -> Iterator[tuple[str, object]]:
        """What stands for an option that is not given, what comes first before all else."""
        option = self.options[name]
        if self.preset:
            yield from self.cases(name, self.preset.cases, f"preset.{self.id}")
            if name in self.preset.values:
                yield f"preset.{self.id}.values.{name}", self.preset.values[name]
        yield from self.cases(name, option.cases, f"option.{name}")
        if option.default is not None:
            yield f"option.{name}.default", option.default
        own = at_place(self.tree, option.into)
        if own is not None:
            yield option.into, own
        if not option.values:
            raise Fault(f"option.{name}.default", "it is missing")
        yield f"option.{name}.values[0]", option.values[0]

    def cases(self, name: str, cases: Sequence[Case], key: str) -> Iterator[tuple[str, object]]:
        """The values of the cases that fit."""
        for i, case in enumerate(cases):
            if name in case.values and all(self.has(other, [value]) for other, value in case.when.items()):
                yield f"{key}.cases[{i}].values.{name}", case.values[name]

    def has(self, name: str, values: Sequence[object]) -> bool:
        """Whether an option has one of these values."""
        return self.value(name) in map(as_tuple, values)


def check_once(items: Sequence[str], key: str) -> None:
    """Raise a `Fault` when one of some items, which stand in a place, is there twice."""
    seen: set[str] = set()
    for item in items:
        if item in seen:
            raise Fault(key, f"{quoted(item)} is named twice")
        seen.add(item)


def as_tuple(value: object) -> object:
    """A value of an option as variants have it: a list is a tuple."""
    return tuple(value) if isinstance(value, list) else value
