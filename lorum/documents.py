"""Variant files: one document's rules as data, its options and presets, and the variants they make.

A document is a tree of plain values. An option says which values it may have and what each of them
sets in the tree; a preset gives other values to some options. To make a variant, the values of all
options are found, what they set is set, and the tree is read into typed values and checked. Whatever
is wrong is a `VariantError` that names the file and the place in it.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from hashlib import sha256
from types import MappingProxyType
from typing import Any

from attrs import Attribute, Factory, field, fields, frozen, has

from .contracts.base import Contract
from .contracts.families import FAMILIES, Tricks
from .errors import VariantError, quoted, shown
from .options import Case, Items, Option, Preset, Values, as_tuple, check_once
from .rules import Rule
from .schedule import Schedule
from .settlement import KINDS, Account, Settlement
from .structure import Fault, check_plain, structured
from .trees import Made, Tree, at_place, difference, merged
from .variant import OptionValue, Plan, Table, Variant, option_text, read_option

FORMAT = "lorum-variant/1"


@frozen(kw_only=True)
class _Head:
    """What stands in a file beside the rules themselves."""

    format: str
    id: str
    extends: str = ""
    source: str = ""
    names: Mapping[str, str] = MappingProxyType({})
    option: Mapping[str, Option] = MappingProxyType({})
    preset: Mapping[str, Preset] = MappingProxyType({})


_RULES = ("table", "session", "settlement", "contract")
_HEAD = ("format", "id", "extends", "source", "names", "option", "preset")


@frozen(eq=False, kw_only=True, repr=False)
class Document:
    """A variant file, read: it makes the variants of its id and of its presets."""

    where: str
    """The file, as errors name it."""
    text: str
    """The whole tree as canonical JSON; what a document extends is part of it."""
    _tree: Tree = field(init=False)
    head: _Head = field(init=False)

    @_tree.default
    def _read_tree(self) -> Tree:
        return json.loads(self.text)  # type: ignore[no-any-return]

    @head.default
    def _read_head(self) -> _Head:
        if self._tree.get("format") != FORMAT:
            raise Fault("format", f"{FORMAT} is needed, not {quoted(self._tree.get('format'))}")
        unknown = [key for key in self._tree if key not in (*_RULES, *_HEAD)]
        if unknown:
            raise Fault(quoted(unknown[0]), "an unknown key")
        return structured({key: self._tree[key] for key in _HEAD if key in self._tree}, _Head)

    def __attrs_post_init__(self) -> None:
        _check_id(self.head.id, "id")
        _check_names(self.head.names, "names")
        # What the file says must be right as it stands, even where an option always says something else.
        _read(self._tree)
        for name, option in self.head.option.items():
            self._check_option(name, option, f"option.{name}")
        for name, option in self.head.option.items():
            self._check_defaults(name, option, f"option.{name}")
        for id, preset in self.head.preset.items():
            _check_id(id, f"preset.{quoted(id)}")
            if id == self.head.id:
                raise Fault(f"preset.{id}", "it is the id of the variant itself")
            _check_names(preset.names, f"preset.{id}.names")
            self._check_values(preset.values, f"preset.{id}.values")
            for i, case in enumerate(preset.cases):
                self._check_case(case, f"preset.{id}.cases[{i}]")

    def _check_option(self, name: str, option: Option, key: str) -> None:
        if not _OPTION_NAME.fullmatch(name):
            raise Fault(key, "an option's name is words of small letters with underscores between")
        if option.items:
            most = len(self.listable()[option.items])
            if not 0 <= option.fewest <= most:
                raise Fault(f"{key}.fewest", f"a list can name from 0 to {most} contracts")
        elif option.values:
            for i, value in enumerate(option.values):
                if not isinstance(value, bool | int) and not (isinstance(value, str) and _is_id(value)):
                    raise Fault(f"{key}.values[{i}]", f"{quoted(value)} is no word and no number")
                if isinstance(value, str) and read_option(value) != value:
                    raise Fault(f"{key}.values[{i}]", f"{quoted(value)} would be read as no text")
            check_once(list(map(option_text, option.values)), f"{key}.values")
        elif option.most is None:
            raise Fault(key, "values, least and most, or items are needed")
        elif option.most < (option.least or 0):
            raise Fault(f"{key}.most", f"it is less than the least, {option.least or 0}")
        if option.into:
            self._check_place(option.into, f"{key}.into")
            if isinstance(self.at(option.into), dict):
                raise Fault(f"{key}.into", f"{quoted(option.into)} is a table and takes no value")
        words = set(map(option_text, option.values))
        if option.sets and not words:
            raise Fault(f"{key}.sets", "only an option with values can set anything")
        for word, sets in option.sets.items():
            if word not in words:
                raise Fault(f"{key}.sets.{shown(word)}", "the option has no such value")
            for place in sets:
                self._check_place(place, f"{key}.sets.{word}.{shown(place)}")

    def _check_defaults(self, name: str, option: Option, key: str) -> None:
        """Check what an option says of values, its own and those of others."""
        if option.default is not None:
            self._check_value(name, option.default, f"{key}.default")
        for i, case in enumerate(option.cases):
            self._check_case(case, f"{key}.cases[{i}]")
            if set(case.values) != {name}:
                raise Fault(f"{key}.cases[{i}].values", f"a value of {name}, and of nothing else, is needed")
        for other, allowed in option.needs.items():
            if not allowed:
                raise Fault(f"{key}.needs.{shown(other)}", "at least one value is needed")
            for i, value in enumerate(allowed):
                self._check_value(other, value, f"{key}.needs.{shown(other)}[{i}]")

    def _check_place(self, place: str, key: str) -> None:
        root, *_ = parents = place.split(".")[:-1] or [""]
        if root not in _RULES:
            raise Fault(key, f"{quoted(place)} is no place in {', '.join(_RULES)}")
        if not isinstance(self.at(".".join(parents)), dict):
            raise Fault(key, f"there is no table {quoted('.'.join(parents))} to put it into")

    def _check_case(self, case: Case, key: str) -> None:
        self._check_values(case.when, f"{key}.when")
        self._check_values(case.values, f"{key}.values")

    def _check_values(self, values: Mapping[str, object], key: str) -> None:
        for name, value in values.items():
            self._check_value(name, value, f"{key}.{shown(name)}")

    def _check_value(self, name: str, value: object, key: str) -> None:
        if name not in self.head.option:
            raise Fault(key, "there is no such option")
        self.head.option[name].checked(value, self.listable(), key)

    def __reduce__(self) -> tuple[Callable[..., Document], tuple[str, str]]:
        return _document, (self.where, self.text)

    @property
    def tree(self) -> Tree:
        """The whole tree, read anew: whoever changes it changes no variant."""
        return self._read_tree()

    @property
    def ids(self) -> tuple[str, ...]:
        """The document's id and those of its presets."""
        return (self.head.id, *self.head.preset)

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
        values = Values(
            id=id,
            options=self.head.option,
            preset=self.head.preset.get(id),
            tree=self._tree,
            listable=self.listable(),
            given=given,
        )
        made = Made(self.tree)
        try:
            changed = tuple(values.changed())
            in_force = dict(values.in_force())
            for name, value in in_force.items():
                self._put(made, name, value, values.places[name])
            return self._built(id, changed, in_force, made)
        except Fault as fault:
            raise VariantError(self.where, made.written_at(fault.path), fault.reason) from None

    def without_options(self, variant: Variant) -> Tree:
        """A tree that says of itself what a variant of this document is, its options put in."""
        made = Made(self.tree)
        for name, value in variant.options.items():
            self._put(made, name, value, "")
        return {key: value for key, value in made.tree.items() if key not in ("option", "preset")}

    def _put(self, made: Made, name: str, value: OptionValue, written: str) -> None:
        """Put what an option says into the tree of a variant; its value is written in that place."""
        option = self.head.option[name]
        if option.into:
            plain = list(value) if isinstance(value, tuple) else value
            made.put(option.into, plain, written, f"option.{name}.into")
        # What it sets is taken from the tree just read, which no other variant has a part of.
        word = option_text(value)
        for place, what in made.tree["option"][name].get("sets", {}).get(word, {}).items():
            key = f"option.{name}.sets.{word}.{place}"
            made.put(place, what, key, key)

    def overruled(self, own: Tree) -> str:
        """The first place of the rules of which `own` says something that options put otherwise, or ""."""
        made = self.without_options(self.variant(self.head.id, {}))
        rules = {key: own[key] for key in _RULES if key in own}
        same = _fingerprint(*_read(merged(made, rules))) == _fingerprint(*_read(made))
        return "" if same else difference(rules, made, "")

    def listable(self) -> dict[Items, list[str]]:
        """The contracts that a list may name, by the kind of list."""
        contracts = self._tree["contract"]
        mixable = [
            id
            for id, contract in contracts.items()
            if contract["family"] == "tricks" and "mix" not in contract
        ]
        return {Items.CONTRACTS: list(contracts), Items.TRICK_CONTRACTS: mixable}

    # From the tree to the variant

    def _built(
        self,
        id: str,
        changed: tuple[tuple[str, OptionValue], ...],
        values: Mapping[str, OptionValue],
        made: Made,
    ) -> Variant:
        table, plan, settlement, definitions = _read(made.tree)
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
            departures=_departures(plan, as_tuple(self.at("session.contracts"))),
            fingerprint=_fingerprint(table, plan, settlement, definitions),
            names=preset.names if preset else self.head.names,
        )
        try:
            _check_together(variant)
        except Fault as fault:
            # What has been given is no fault of the file, but what an option sets is.
            if changed and ".sets." not in made.written_at(fault.path):
                raise VariantError(str(variant), fault.path, fault.reason) from None
            raise
        return variant

    def at(self, path: str) -> object:
        """What the tree has in a place, None where it has nothing."""
        return at_place(self._tree, path)


def _read(tree: Tree) -> tuple[Table, Plan, Settlement, Mapping[str, Contract]]:
    """The rules of a tree as typed values; raises `Fault`."""
    return (
        structured(tree.get("table", {}), Table, "table"),
        structured(tree.get("session", {}), Plan, "session"),
        structured(tree.get("settlement", {}), Settlement, "settlement"),
        _definitions(tree.get("contract")),
    )


def _definitions(contracts: object) -> Mapping[str, Contract]:
    definitions: dict[str, Contract] = {}
    if contracts is None or contracts == {}:
        raise Fault("contract", "there is no contract")
    for id, data in structured(contracts, dict[str, dict[str, Any]], "contract").items():
        _check_id(id, f"contract.{quoted(id)}")
        key = f"contract.{id}"
        if "family" not in data:
            raise Fault(f"{key}.family", "it is missing")
        family = data["family"]
        if not isinstance(family, str) or family not in FAMILIES:
            raise Fault(f"{key}.family", f"{quoted(family)} is none of {', '.join(FAMILIES)}")
        plain = {name: value for name, value in data.items() if name != "family"}
        if "id" in plain:
            raise Fault(f"{key}.id", "an unknown key")
        definitions[id] = structured({**plain, "id": id}, FAMILIES[family], key)
        for rule in definitions[id].rules:
            topic, *more = rule.value.split(".")[:-1]
            if more or (topic in FAMILIES and topic != family):
                raise Fault(f"{key}.rules.{rule.value}", "no common clause that its family knows")
        _check_names(definitions[id].names, f"{key}.names")
    for id, contract in definitions.items():
        if isinstance(contract, Tricks) and contract.mix:
            definitions[id] = contract.mixed(_components(contract, definitions))
    return MappingProxyType(definitions)


def _components(contract: Tricks, definitions: Mapping[str, Contract]) -> list[Tricks]:
    components = []
    key = f"contract.{contract.id}.mix"
    check_once(contract.mix, key)
    for id in contract.mix:
        component = definitions.get(id)
        if not isinstance(component, Tricks) or component.mix:
            raise Fault(key, f"{quoted(id)} is no trick contract that can be mixed")
        if component.stop_after or component.hand:
            raise Fault(key, f"{id} is not played with all cards to the last trick")
        components.append(component)
    return components


_NO_WINNER = "a winner is paid only in chains, trains, and layouts with one price of cards left"


def _check_together(variant: Variant) -> None:
    """Raise a `Fault` at the first place of a variant that cannot be together with others."""
    table, plan, settlement = variant.table, variant.plan, variant.settlement
    hand_size, rest = divmod(len(variant.pack), table.players)
    if rest or not hand_size:
        raise Fault("table.pack", f"{len(variant.pack)} cards cannot be dealt to {table.players} players")
    if not 1 <= table.packets <= hand_size:
        raise Fault("table.packets", f"cards are dealt in packets of 1 to {hand_size}")
    if not 1 <= plan.rounds <= 99:
        raise Fault("session.rounds", "from 1 to 99 rounds are needed")
    if not plan.contracts:
        raise Fault("session.contracts", "at least one contract is needed")
    for key, ids in (("session.contracts", plan.contracts), ("session.core", plan.core)):
        check_once(ids, key)
        for id in ids:
            if id not in variant.definitions:
                raise Fault(key, f"there is no contract {quoted(id)}")
    if plan.doubling and not plan.schedule.chooses:
        raise Fault("session.doubling", "doubling belongs to a dealer who chooses the contract")
    for key, number in (("settlement.start", settlement.start), ("settlement.buy_in", settlement.buy_in)):
        if not 0 <= number <= 1_000_000:
            raise Fault(key, "a number of beans is from 0 to 1000000")
    if settlement.buy_in and settlement.account is not Account.BEANS:
        raise Fault("settlement.buy_in", "only beans can be bought")
    for id, contract in variant.definitions.items():
        key = f"contract.{id}"
        fault = contract.fault(table.players, contract.hand or hand_size, table.pack)
        if fault:
            raise Fault(key, fault)
        if contract.settles not in KINDS:
            raise Fault(f"{key}.settles", f"{quoted(contract.settles)} is none of {', '.join(KINDS)}")
        if not contract.has_winner and contract.takes_pot:
            raise Fault(f"{key}.takes_pot", _NO_WINNER)
        if not contract.has_winner and contract.settles == "to-winner":
            raise Fault(f"{key}.settles", _NO_WINNER)
        if contract.hand is not None:
            if plan.schedule is not Schedule.BY_GAME:
                reason = "a stock can run through the deals of a game only when they follow each other"
                raise Fault(f"{key}.hand", reason)
            if contract.hand < 2:
                raise Fault(f"{key}.hand", "at least 2 cards are needed")
            if contract.hand >= hand_size or contract.hand * table.players**2 > len(variant.pack):
                raise Fault(f"{key}.hand", "the pack has not the cards for a deal by each player")


def _departures(plan: Plan, document_list: object) -> tuple[Rule, ...]:
    if plan.core:
        missing = any(id not in plan.contracts for id in plan.core)
        return (Rule.SESSION_CORE_CONTRACTS,) if missing else ()
    return (Rule.SESSION_CONTRACT_LIST,) if plan.contracts != document_list else ()


def _fingerprint(
    table: Table, plan: Plan, settlement: Settlement, definitions: Mapping[str, Contract]
) -> str:
    """A digest of all that bears on play, however a file has written it down."""
    played = [(id, definitions[id].family, definitions[id]) for id in plan.contracts if id in definitions]
    text = json.dumps(_content([table, plan, settlement, played]), sort_keys=True, separators=(",", ":"))
    return sha256(text.encode()).hexdigest()[:16]


_NO_PLAY = ("id", "names", "rules", "rule", "announced_rule", "mix", "core", "cut")
"""What has no say in play: names and citations, and what is told in another way as well."""


def _content(value: Any) -> Any:
    """A typed value as plain data, without what is as it is by default."""
    if has(type(value)):
        return {
            one.name: _content(own)
            for one in fields(type(value))
            if one.init and one.name not in _NO_PLAY and (own := getattr(value, one.name)) != _default(one)
        }
    if isinstance(value, Mapping):
        return {key: _content(item) for key, item in value.items()}
    return [_content(item) for item in value] if isinstance(value, list | tuple) else value


def _default(one: Attribute[Any]) -> object:
    default: Any = one.default
    return default.factory() if isinstance(default, Factory) else default  # type: ignore[arg-type]


def _is_id(text: str) -> bool:
    return all(part.isascii() and part.isalnum() for part in text.split("-"))


def _check_id(id: str, key: str) -> None:
    if not _is_id(id):
        raise Fault(key, f"an id is made of letters, digits and single hyphens, not {quoted(id)}")


def _check_names(names: Mapping[str, str], key: str) -> None:
    """Names are shown to people: nothing in them may act on a terminal."""
    for language, name in names.items():
        if not name.isprintable():
            raise Fault(f"{key}.{shown(language)}", f"{quoted(name)} is no name that can be shown")


_OPTION_NAME = re.compile("[a-z]+(_[a-z]+)*")


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
    try:
        return Document(where=where, text=text)
    except Fault as fault:
        raise VariantError(where, fault.path, fault.reason) from None


def document_of(where: str, tree: Tree) -> Document:
    """The document of a tree; raises `VariantError`. Equal trees give the same document."""
    try:
        check_plain(tree)
    except Fault as fault:
        raise VariantError(where, fault.path, fault.reason) from None
    return _document(where, json.dumps(tree, separators=(",", ":")))
