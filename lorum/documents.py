"""Variant files: one document's rules as data, its options and presets, and the variants they make.

A document is a tree of plain values. An option says which values it may have and what each of them
sets in the tree; a preset gives other values to some options. To make a variant, the values of all
options are found, what they set is set, and the tree is read into typed values and checked. Whatever
is wrong is a `VariantError` that names the file and the place in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping, Sequence
from enum import StrEnum
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any, TypeVar, cast

from attrs import Factory, field, frozen

from .contracts.base import Contract
from .contracts.families import FAMILIES, Tricks
from .errors import VariantError, quoted
from .rules import Rule
from .schedule import Schedule
from .settlement import KINDS, Account, Settlement
from .structure import Fault, check_plain, structured
from .variant import OptionValue, Plan, Table, Variant

T = TypeVar("T")

FORMAT = "lorum-variant/1"

Tree = dict[str, Any]

_PROSE = ("names", "rule", "rules")


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
    needs: Mapping[str, tuple[Any, ...]] = Factory(dict)
    """The option is in force only while other options have one of the values given."""
    into: str = ""
    """The place in the tree that takes the value."""
    sets: Mapping[str, Mapping[str, Any]] = Factory(dict)
    """For a value of the option: places in the tree and what is put there."""

    def checked(self, value: object, known: Mapping[Items, Sequence[str]]) -> OptionValue:
        """The value in its canonical form; raises `Fault`."""
        if self.items:
            return self._checked_list(value, known[self.items])
        if self.values:
            for allowed in self.values:
                if type(value) is type(allowed) and value == allowed:
                    return cast(OptionValue, allowed)
            shown = ", ".join(json.dumps(v) if isinstance(v, bool) else str(v) for v in self.values)
            raise Fault("", f"{quoted(value)} is none of {shown}")
        low, high = self.least or 0, self.most or 0
        if type(value) is not int or not low <= value <= high:
            raise Fault("", f"a whole number from {low} to {high} is needed, not {quoted(value)}")
        return value

    def _checked_list(self, value: object, known: Sequence[str]) -> tuple[str, ...]:
        if isinstance(value, str | bytes) or not isinstance(value, Sequence):
            raise Fault("", f"a list of contracts is needed, not {quoted(value)}")
        items: list[str] = []
        for item in value:
            if not isinstance(item, str) or item not in known:
                raise Fault("", f"{quoted(item)} is none of {', '.join(known)}")
            if item in items:
                raise Fault("", f"{quoted(item)} is named twice")
            items.append(item)
        if len(items) < self.fewest:
            raise Fault("", f"at least {self.fewest} must be named")
        return tuple(items)


@frozen(kw_only=True)
class Preset:
    """Other values for some options, under an id of its own."""

    names: Mapping[str, str] = Factory(dict)
    meaning: str = ""
    statement: str = ""
    values: Mapping[str, Any]
    cases: tuple[Case, ...] = ()


@frozen(kw_only=True)
class _Head:
    """What stands in a file beside the rules themselves."""

    format: str
    id: str
    extends: str = ""
    source: str = ""
    names: Mapping[str, str] = Factory(dict)
    option: Mapping[str, Option] = Factory(dict)
    preset: Mapping[str, Preset] = Factory(dict)


_RULES = ("table", "session", "settlement", "contract")
_HEAD = ("format", "id", "extends", "source", "names", "option", "preset")


@frozen(eq=False, kw_only=True, repr=False)
class Document:
    """A variant file, read: it makes the variants of its id and of its presets."""

    where: str
    """The file, as errors name it."""
    text: str
    """The whole tree as canonical JSON; what a document extends is part of it."""
    tree: Tree = field(init=False)
    head: _Head = field(init=False)

    @tree.default
    def _tree(self) -> Tree:
        return json.loads(self.text)  # type: ignore[no-any-return]

    @head.default
    def _read_head(self) -> _Head:
        unknown = [key for key in self.tree if key not in (*_RULES, *_HEAD)]
        if unknown:
            raise VariantError(self.where, quoted(unknown[0]), "an unknown key")
        return self._read({key: self.tree[key] for key in _HEAD if key in self.tree}, _Head, "")

    def __attrs_post_init__(self) -> None:
        if self.head.format != FORMAT:
            raise VariantError(self.where, "format", f"{FORMAT} is needed, not {quoted(self.head.format)}")
        self._check_names(self.tree, "")
        for name, option in self.head.option.items():
            self._check_option(name, option)
        for id, preset in self.head.preset.items():
            for name in {*preset.values, *(name for case in preset.cases for name in case.values)}:
                if name not in self.head.option:
                    raise VariantError(self.where, f"preset.{id}.{name}", "there is no such option")
        for id in self.ids:
            if not _is_id(id):
                raise VariantError(self.where, quoted(id), _ID_FORM)

    def _check_names(self, tree: Tree, path: str) -> None:
        """Names are shown to people: nothing in them may act on a terminal."""
        for key, value in tree.items():
            where = f"{path}.{key}" if path else key
            if isinstance(value, dict):
                self._check_names(value, where)
            elif path.split(".")[-1] == "names" and not (isinstance(value, str) and value.isprintable()):
                raise VariantError(self.where, where, f"{quoted(value)} is no name that can be shown")

    def _check_option(self, name: str, option: Option) -> None:
        key = f"option.{name}"
        if not _OPTION_NAME.fullmatch(name):
            raise VariantError(self.where, key, "an option's name is made of small letters and underscores")
        for value in option.values:
            if not isinstance(value, bool | int) and not (isinstance(value, str) and _is_id(value)):
                raise VariantError(self.where, f"{key}.values", f"{quoted(value)} is no word and no number")
        for word in option.sets:
            if word not in map(_word, option.values):
                raise VariantError(self.where, f"{key}.sets.{word}", "the option has no such value")
        places = [place for sets in option.sets.values() for place in sets]
        for place in (*places, option.into) if option.into else places:
            *parents, _ = place.split(".")
            if place.split(".")[0] not in _RULES or not isinstance(self.at(".".join(parents)), dict):
                raise VariantError(self.where, key, f"there is no place {quoted(place)}")

    def __reduce__(self) -> tuple[Callable[..., Document], tuple[str, str]]:
        return _document, (self.where, self.text)

    @property
    def ids(self) -> tuple[str, ...]:
        """The document's id and those of its presets."""
        return (self.head.id, *self.head.preset)

    def _read(self, data: object, cls: type[T], path: str) -> T:
        try:
            return structured(data, cls)
        except Fault as fault:
            key = f"{path}.{fault.path}" if path and fault.path else path + fault.path
            raise VariantError(self.where, key, fault.reason) from None

    # Options

    def variant(self, id: str, options: Mapping[str, object]) -> Variant:
        """The variant or preset of that id with these options; raises `VariantError`."""
        if id != self.head.id and id not in self.head.preset:
            raise VariantError(self.where, "id", f"there is no variant {quoted(id)}")
        plain = {name: _plain(value) for name, value in options.items()}
        try:
            return _made(
                self, id, tuple(sorted((name, (type(value), value)) for name, value in plain.items()))
            )
        except TypeError:  # a value that cannot be hashed is refused with its reason
            return self._make(id, plain)

    def _make(self, id: str, given: Mapping[str, object]) -> Variant:
        values = _Values(self, id, given)
        return self._built(id, tuple(values.changed()), dict(values.in_force()))

    def listable(self) -> dict[Items, list[str]]:
        """The contracts that a list may name, by the kind of list."""
        contracts = self.tree.get("contract")
        plain = contracts if isinstance(contracts, dict) else {}
        mixable = [
            id
            for id, contract in plain.items()
            if isinstance(contract, dict) and contract.get("family") == "tricks" and "mix" not in contract
        ]
        return {Items.CONTRACTS: list(plain), Items.TRICK_CONTRACTS: mixable}

    # From the tree to the variant

    def _built(
        self, id: str, changed: tuple[tuple[str, OptionValue], ...], values: Mapping[str, OptionValue]
    ) -> Variant:
        tree = json.loads(self.text)
        for name, value in values.items():
            option = self.head.option[name]
            if option.into:
                _put(tree, option.into, list(value) if isinstance(value, tuple) else value)
            # What it sets is taken from the tree just read, which no other variant has a part of.
            for path, what in tree["option"][name].get("sets", {}).get(_word(value), {}).items():
                _put(tree, path, what)
        table = self._read(tree.get("table", {}), Table, "table")
        plan = self._read(tree.get("session", {}), Plan, "session")
        settlement = self._read(tree.get("settlement", {}), Settlement, "settlement")
        definitions = self._definitions(tree)
        preset = self.head.preset.get(id)
        variant = Variant(
            id=id,
            source=self,
            changed=changed,
            options=tuple(values.items()),
            table=table,
            plan=plan,
            settlement=settlement,
            definitions=definitions,
            departures=_departures(plan, _listed(self.at("session.contracts"))),
            fingerprint=_fingerprint(tree),
            names=preset.names if preset else self.head.names,
        )
        if contradiction := _contradiction(variant):
            raise VariantError(self.where if not changed else str(variant), *contradiction)
        return variant

    def at(self, path: str) -> object:
        """What the tree has in a place, None where it has nothing."""
        value: object = self.tree
        for key in path.split("."):
            value = value.get(key) if isinstance(value, dict) else None
        return value

    def _definitions(self, tree: Tree) -> Mapping[str, Contract]:
        definitions: dict[str, Contract] = {}
        contracts = tree.get("contract")
        if not isinstance(contracts, dict) or not contracts:
            raise VariantError(self.where, "contract", "there is no contract")
        for id, data in contracts.items():
            key = f"contract.{id}"
            if not isinstance(data, dict):
                raise VariantError(self.where, key, f"a table is needed, not {quoted(data)}")
            family = data.get("family")
            cls = FAMILIES.get(family) if isinstance(family, str) else None
            if cls is None:
                reason = f"{quoted(family)} is none of {', '.join(FAMILIES)}"
                raise VariantError(self.where, f"{key}.family", reason)
            plain = {name: value for name, value in data.items() if name != "family"}
            if not _is_id(id):
                raise VariantError(self.where, quoted(key), _ID_FORM)
            if "id" in plain:
                raise VariantError(self.where, f"{key}.id", "an unknown key")
            definitions[id] = self._read({**plain, "id": id}, cls, key)
        for id, contract in definitions.items():
            if isinstance(contract, Tricks) and contract.mix:
                definitions[id] = contract.mixed(self._components(contract, definitions))
        return MappingProxyType(definitions)

    def _components(self, contract: Tricks, definitions: Mapping[str, Contract]) -> list[Tricks]:
        components = []
        if len(set(contract.mix)) < len(contract.mix):
            raise VariantError(self.where, f"contract.{contract.id}.mix", "a contract is named twice")
        for id in contract.mix:
            component = definitions.get(id)
            if not isinstance(component, Tricks) or component.mix:
                reason = f"{quoted(id)} is no trick contract that can be mixed"
                raise VariantError(self.where, f"contract.{contract.id}.mix", reason)
            if component.stop_after or component.hand:
                reason = f"{id} is not played with all cards to the last trick"
                raise VariantError(self.where, f"contract.{contract.id}.mix", reason)
            components.append(component)
        return components


class _Values:
    """The values of a document's options: those given, those of a preset, and defaults."""

    def __init__(self, document: Document, id: str, given: Mapping[str, object]) -> None:
        self.document = document
        self.id = id
        self.given = given
        self.options = document.head.option
        self.preset = document.head.preset.get(id)
        self.listable = document.listable()
        self.found: dict[str, OptionValue] = {}
        self.asked: list[str] = []
        for name in given:
            if name not in self.options:
                raise VariantError(id, str(name), f"{id} has no such option")

    def in_force(self) -> Iterator[tuple[str, OptionValue]]:
        """Every option that is in force, in the document's order, and its value."""
        for name, option in self.options.items():
            lacking = [other for other, allowed in option.needs.items() if self.value(other) not in allowed]
            if not lacking:
                yield name, self.value(name)
            elif name in self.given:
                wanted = " or ".join(map(str, option.needs[lacking[0]]))
                raise VariantError(self.id, name, f"it has no meaning unless {lacking[0]} is {wanted}")

    def changed(self) -> Iterator[tuple[str, OptionValue]]:
        """The options whose value is not what it would be, had it not been given."""
        for name, value in self.in_force():
            if name in self.given and value != self.checked(name, self.default(name), self.document.where):
                yield name, value

    def value(self, name: str) -> OptionValue:
        """The value of an option."""
        if name not in self.found:
            if name not in self.options or name in self.asked:
                reason = "there is no such option, or its value depends on itself"
                raise VariantError(self.document.where, f"option.{name}", reason)
            self.asked.append(name)
            if name in self.given:
                self.found[name] = self.checked(name, self.given[name], self.id)
            else:
                self.found[name] = self.checked(name, self.default(name), self.document.where)
            self.asked.remove(name)
        return self.found[name]

    def checked(self, name: str, value: object, source: str) -> OptionValue:
        """A value in its canonical form."""
        try:
            return self.options[name].checked(value, self.listable)
        except Fault as fault:
            raise VariantError(source, name, fault.reason) from None

    def default(self, name: str) -> object:
        """The value of an option that is not given: from the preset, or else from the option."""
        option = self.options[name]
        preset_cases = self.preset.cases if self.preset else ()
        for case in preset_cases:
            if name in case.values and self.fits(case):
                return case.values[name]
        if self.preset and name in self.preset.values:
            return self.preset.values[name]
        for case in option.cases:
            if name in case.values and self.fits(case):
                return case.values[name]
        if option.default is not None:
            return option.default
        own = self.document.at(option.into)
        return option.values[0] if own is None and option.values else own

    def fits(self, case: Case) -> bool:
        """Whether the other options have the values that a case asks for."""
        return all(self.value(name) == _listed(value) for name, value in case.when.items())


def _contradiction(variant: Variant) -> tuple[str, str] | None:
    """The first place of a variant that cannot be together with others, with the reason."""
    table, plan, settlement = variant.table, variant.plan, variant.settlement
    hand_size, rest = divmod(len(variant.pack), table.players)
    if rest or not hand_size:
        return "table.pack", f"{len(variant.pack)} cards cannot be dealt to {table.players} players"
    if not 1 <= table.packets <= hand_size:
        return "table.packets", f"cards are dealt in packets of 1 to {hand_size}"
    if not 1 <= plan.rounds <= 99:
        return "session.rounds", "from 1 to 99 rounds are needed"
    if not plan.contracts or len(set(plan.contracts)) < len(plan.contracts):
        return "session.contracts", "some contracts are needed, none of them twice"
    for id in (*plan.contracts, *plan.core):
        if id not in variant.definitions:
            return "session.contracts", f"there is no contract {quoted(id)}"
    if plan.doubling and not plan.schedule.chooses:
        return "session.doubling", "doubling belongs to a dealer who chooses the contract"
    for number in (settlement.start, settlement.buy_in):
        if not 0 <= number <= 1_000_000:
            return "settlement", "a number of beans is from 0 to 1000000"
    if settlement.buy_in and settlement.account is not Account.BEANS:
        return "settlement.buy_in", "only beans can be bought"
    for id, contract in variant.definitions.items():
        key = f"contract.{id}"
        fault = contract.fault(table.players, contract.hand or hand_size, table.pack)
        if fault:
            return key, fault
        if contract.settles not in KINDS:
            return f"{key}.settles", f"{quoted(contract.settles)} is none of {', '.join(KINDS)}"
        if not contract.has_winner and contract.takes_pot:
            return f"{key}.takes_pot", "a contract of its family has no winner"
        if not contract.has_winner and contract.settles == "to-winner":
            return f"{key}.settles", "a contract of its family has no winner"
        if contract.hand is not None:
            if plan.schedule is not Schedule.BY_GAME:
                return (
                    f"{key}.hand",
                    "a stock can run through the deals of a game only when they follow each other",
                )
            if not 2 <= contract.hand < hand_size or contract.hand * table.players**2 > len(variant.pack):
                return f"{key}.hand", "the pack has not the cards for a deal by each player"
    return None


def _departures(plan: Plan, document_list: object) -> tuple[Rule, ...]:
    if plan.core:
        missing = any(id not in plan.contracts for id in plan.core)
        return (Rule.SESSION_CORE_CONTRACTS,) if missing else ()
    return (Rule.SESSION_CONTRACT_LIST,) if plan.contracts != document_list else ()


def _fingerprint(tree: Tree) -> str:
    """A digest of all that bears on play: names and citations do not."""
    content = {key: _without_prose(tree[key]) for key in _RULES if key in tree}
    # A contract may be called as prose is.
    content["contract"] = {id: _without_prose(contract) for id, contract in tree["contract"].items()}
    text = json.dumps(content, sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


def _without_prose(value: Any) -> Any:
    if isinstance(value, dict):
        return {key: _without_prose(item) for key, item in value.items() if key not in _PROSE}
    if isinstance(value, list):
        return [_without_prose(item) for item in value]
    return value


_ID_FORM = "an id is made of letters, digits and single hyphens"


def _is_id(text: str) -> bool:
    return all(part.isascii() and part.isalnum() for part in text.split("-"))


_OPTION_NAME = re.compile("[a-z]+(_[a-z]+)*")


def _word(value: object) -> str:
    """A value of an option as a key of its `sets`."""
    return json.dumps(value) if isinstance(value, bool | int) else str(value)


def _put(tree: Tree, path: str, value: object) -> None:
    """Put a value into a place that is known to be there."""
    *parents, last = path.split(".")
    for key in parents:
        tree = tree[key]
    tree[last] = value


def _listed(value: object) -> object:
    return tuple(value) if isinstance(value, list) else value


def _plain(value: object) -> object:
    """A value of an option without the peculiarities of its class: a list is a tuple, a text a text."""
    if isinstance(value, str):
        return str.__str__(value)
    if isinstance(value, Sequence) and not isinstance(value, bytes):
        return tuple(str.__str__(item) if isinstance(item, str) else item for item in value)
    return value


@lru_cache(256)
def _made(document: Document, id: str, options: tuple[tuple[str, tuple[type, object]], ...]) -> Variant:
    return document._make(id, {name: value for name, (_, value) in options})


@lru_cache(32)
def _document(where: str, text: str) -> Document:
    return Document(where=where, text=text)


def document_of(where: str, tree: Tree) -> Document:
    """The document of a tree; raises `VariantError`. Equal trees give the same document."""
    try:
        check_plain(tree)
    except Fault as fault:
        raise VariantError(where, fault.path, fault.reason) from None
    return _document(where, json.dumps(tree, separators=(",", ":")))


def merged(parent: Tree, child: Tree) -> Tree:
    """The parent's tree, with what the child names replaced or added, table by table."""
    tree = dict(parent)
    for key, value in child.items():
        below = tree.get(key)
        tree[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return tree
