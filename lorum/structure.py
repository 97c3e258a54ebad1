"""Plain data to typed values, with exact types and the place of the first fault.

One private cattrs converter serves variant files and records. It takes no value for another
(``true`` is no number, ``"3"`` neither, a text is no list) and no key that it does not know.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping
from enum import StrEnum
from functools import cache
from types import MappingProxyType
from typing import Any, TypeVar, get_args, get_origin

from attrs import has

from .cards import Card, CardSet, mask_of, parse_card, parse_cards
from .errors import FieldError, LorumError, quoted, shown
from .rules import Rule

T = TypeVar("T")


class Fault(Exception):
    """What is wrong with plain data, and where: a path such as ``contract.reds.prices[0].points``."""

    def __init__(self, path: str, reason: str) -> None:
        super().__init__(path, reason)
        self.path = path
        self.reason = reason


def structured(data: object, cls: type[T], path: str = "") -> T:
    """`data`, which stands at `path`, as a value of `cls`; raises `Fault`."""
    try:
        return _converter().structure(data, cls)  # type: ignore[no-any-return]
    except Exception as error:
        raise _fault(error, path) from None


def check_plain(data: object, path: str = "") -> None:
    """Raise a `Fault` at the first value that JSON does not have, as TOML has dates."""
    if isinstance(data, dict):
        for key, value in data.items():
            check_plain(value, _joined(path, shown(key)))
    elif isinstance(data, list):
        for i, value in enumerate(data):
            check_plain(value, f"{path}[{i}]")
    elif isinstance(data, int):
        if not -(2**63) <= data < 2**63:  # which is as far as TOML goes
            raise Fault(path, "the number is too large")
    elif not isinstance(data, str) and not (isinstance(data, float) and abs(data) < float("inf")):
        raise Fault(
            path, f"a text, a finite number, true, false, a list or a table is needed, not {quoted(data)}"
        )


def _exact(kind: type, label: str) -> Callable[[object, object], object]:
    def check(value: object, _: object) -> object:
        if type(value) is not kind:
            raise Fault("", f"{label} is needed, not {quoted(value)}")
        return value

    return check


def _word(value: object, cls: type[StrEnum]) -> StrEnum:
    words = [member.value for member in cls]
    if isinstance(value, str) and value in words:
        return cls(value)
    raise Fault("", f"{quoted(value)} is none of {', '.join(words)}")


def _rule(value: object, _: object) -> Rule:
    try:
        if isinstance(value, str):
            return Rule(value)
    except ValueError:
        pass
    raise Fault("", f"{quoted(value)} is no rule id")


def _is_tuple(cls: object) -> bool:
    return get_origin(cls) is tuple


def _is_mapping(cls: object) -> bool:
    origin = get_origin(cls)
    return isinstance(origin, type) and issubclass(origin, Mapping)


@cache
def _converter() -> Any:
    from cattrs import Converter

    converter = Converter(forbid_extra_keys=True, detailed_validation=True)

    def tuple_of(cls: Any) -> Callable[[object, object], object]:
        args = get_args(cls)

        def read(value: object, _: object) -> object:
            if not isinstance(value, list | tuple):
                raise Fault("", f"a list is needed, not {quoted(value)}")
            items = []
            for i, item in enumerate(value):
                try:
                    items.append(converter.structure(item, args[0]))
                except Exception as error:
                    raise _fault(error, f"[{i}]") from None
            return tuple(items)

        return read

    def mapping_of(cls: Any) -> Callable[[object, object], object]:
        key_type, value_type = get_args(cls)

        def read(value: object, _: object) -> object:
            if not isinstance(value, dict):
                raise Fault("", f"an object or table is needed, not {quoted(value)}")
            items = {}
            for key, item in value.items():
                try:
                    items[converter.structure(key, key_type)] = converter.structure(item, value_type)
                except Exception as error:
                    raise _fault(error, shown(key) if isinstance(key, str) else quoted(key)) from None
            return MappingProxyType(items)

        return read

    def checked(cls: Any) -> Callable[[object, object], object]:
        from cattrs.gen import make_dict_structure_fn

        read = make_dict_structure_fn(
            cls, converter, _cattrs_forbid_extra_keys=True, _cattrs_detailed_validation=True
        )

        def check(value: object, target: object) -> object:
            if not isinstance(value, dict):
                raise Fault("", f"an object or table is needed, not {quoted(value)}")
            return read(value, target)

        return check

    converter.register_structure_hook_factory(_is_tuple, tuple_of)
    converter.register_structure_hook_factory(_is_mapping, mapping_of)
    converter.register_structure_hook_factory(has, checked)
    # These come before cattrs' own hooks for the same classes, which convert what they are given.
    converter.register_structure_hook(StrEnum, _word)
    converter.register_structure_hook(Rule, _rule)
    for kind, label in ((int, "a whole number"), (str, "a text"), (bool, "true or false")):
        converter.register_structure_hook(kind, _exact(kind, label))

    def card_set(value: object, _: object) -> int:
        return mask_of(parse_cards(_exact(str, "a set of cards")(value, None)))  # type: ignore[arg-type]

    def card(value: object, _: object) -> Card:
        return parse_card(_exact(str, "a card")(value, None))  # type: ignore[arg-type]

    converter.register_structure_hook_func(lambda cls: cls is CardSet, card_set)
    converter.register_structure_hook(Card, card)
    return converter


def _fault(error: BaseException, path: str) -> Fault:
    """The first fault in what cattrs raised, its path from the outside in."""
    from cattrs.errors import ClassValidationError, ForbiddenExtraKeysError

    if isinstance(error, ClassValidationError):
        inner = error.exceptions[0]
        return _fault(inner, _joined(path, _place(inner)))
    if isinstance(error, Fault):
        return Fault(_joined(path, error.path), error.reason)
    if isinstance(error, FieldError):
        return Fault(_joined(path, error.field), error.reason)
    if isinstance(error, ForbiddenExtraKeysError):
        return Fault(_joined(path, min(map(quoted, error.extra_fields))), "an unknown key")
    if isinstance(error, KeyError):
        return Fault(path, "it is missing")
    if isinstance(error, LorumError | ValueError | TypeError):
        return Fault(path, str(error))
    raise error


def _place(error: BaseException) -> str:
    """The field that cattrs was at, "" where it was at none."""
    notes = getattr(error, "__notes__", ())
    return next((str(note.name) for note in notes if hasattr(note, "name")), "")


def _joined(path: str, more: str) -> str:
    return f"{path}.{more}" if path and more and not more.startswith("[") else path + more
