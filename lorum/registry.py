"""The registry: the variants of the documents, found by id, and a table's own from a file."""

from __future__ import annotations

import os
import re
from collections.abc import Iterator, Mapping
from functools import cache
from typing import TYPE_CHECKING, Any

from .errors import ArgumentError, VariantError, quoted
from .variant import Variant, read_option

if TYPE_CHECKING:
    from .documents import Document

_FILES = ("compendium", "seven-contracts", "eight-games")
_LARGEST_FILE = 1 << 16


class _Variants(Mapping[str, Variant]):
    """The variants by id, each made when it is first asked for."""

    __slots__ = ()

    def __getitem__(self, id: str) -> Variant:
        return _packaged_by_id()[id].variant(id, {})

    def __iter__(self) -> Iterator[str]:
        return iter(_packaged_by_id())

    def __len__(self) -> int:
        return len(_packaged_by_id())


def variants() -> Mapping[str, Variant]:
    """All variants of the documents, presets included, by id."""
    return _Variants()


def get_variant(text: str, /, **options: object) -> Variant:
    """The variant with that id or printed form, with `options` on top.

    Raises `VariantError` for an unknown id or option and for a value that an option cannot have.
    """
    if not isinstance(text, str):
        raise ArgumentError(f"a variant is named by a text, not {quoted(text)}")
    id, printed = _parsed(text)
    document = _packaged_by_id().get(id)
    if document is None:
        known = ", ".join(_packaged_by_id())
        raise VariantError(quoted(id), "", f"there is no such variant; there are {known}")
    return document.variant(id, {**printed, **options})


def load_variant(path: str | os.PathLike[str], id: str | None = None) -> Variant:
    """A table's own rules from a variant file, checked: its variant, or its preset with that id.

    Raises `VariantError` with file, key and reason for whatever is wrong in it, and `OSError` when it
    cannot be read.
    """
    loaded = load_variants(path)
    if id is None:
        return next(iter(loaded.values()))
    if not isinstance(id, str) or id not in loaded:
        raise VariantError(os.fsdecode(path), "id", f"there is no variant {quoted(id)}")
    return loaded[id]


def load_variants(path: str | os.PathLike[str]) -> dict[str, Variant]:
    """The variant of a file and all its presets, by id; raises as `load_variant` does."""
    if not isinstance(path, str | os.PathLike):
        raise ArgumentError(f"a path is needed, not {quoted(path)}")
    name = os.fsdecode(path)
    try:
        with open(path, "rb") as file:
            data = file.read(_LARGEST_FILE + 1)
        own = _parsed_toml(name, data)
        document = _document_from(name, own)
        loaded = {id: document.variant(id, {}) for id in document.ids}
    except RecursionError:
        raise VariantError(name, "", "no TOML: it is nested too deeply") from None
    except VariantError:
        raise
    except ValueError as error:  # a path that no file can have
        raise VariantError(name, "", str(error)) from None
    for id, key in zip(document.ids, ("id", *(f"preset.{id}" for id in document.head.preset)), strict=True):
        if id in _packaged_by_id():
            raise VariantError(document.where, key, f"{quoted(id)} is the id of another variant")
    if "extends" in own and (place := document.overruled(own)):
        reason = "an option of the variant that it extends says otherwise, and must be changed as well"
        raise VariantError(document.where, place, reason)
    return loaded


def _document_from(where: str, tree: dict[str, Any]) -> Document:
    from .documents import document_of
    from .trees import at_place

    if "format" not in tree:
        raise VariantError(where, "format", "it is missing")
    base = tree.get("extends")
    if base is None:
        return document_of(where, tree)
    parent = _packaged_by_id().get(base) if isinstance(base, str) else None
    if parent is None:
        known = ", ".join(_packaged_by_id())
        raise VariantError(where, "extends", f"{quoted(base)} is no variant; there are {known}")
    whole = _extended(_inherited(parent, base), tree)
    try:
        return document_of(where, whole)
    except VariantError as error:
        place = re.sub(r"'|\[\d+\]", "", error.key)
        if at_place(whole, place) is not None and at_place(tree, place) is None:
            raise VariantError(where, error.key, f"{error.reason} (inherited from {base})") from None
        raise


def _extended(inherited: dict[str, Any], own: dict[str, Any]) -> dict[str, Any]:
    """What a file that extends a variant comes to."""
    from .trees import at_place, merged

    options = dict(inherited["option"])
    for name, option in options.items():
        if "into" in option and at_place(own, option["into"]) is not None:
            # What the file says of the rules stands before what the option would have said without it.
            options[name] = {key: value for key, value in option.items() if key not in ("default", "cases")}
    return merged({**inherited, "option": options}, own)


def _inherited(parent: Document, id: str) -> dict[str, Any]:
    """What a file that extends a variant starts from; a preset's values become defaults."""
    tree = dict(parent.tree)
    presets = tree.pop("preset", {})
    del tree["id"]
    if id in presets:
        options = dict(tree["option"])
        preset = presets[id]
        cases = preset.get("cases", [])
        for name in {*preset["values"], *(name for case in cases for name in case["values"])}:
            own_cases = [
                {**case, "values": {name: case["values"][name]}} for case in cases if name in case["values"]
            ]
            default = {"default": preset["values"][name]} if name in preset["values"] else {}
            options[name] = {**options[name], **default, "cases": own_cases}
        tree["option"] = options
    return tree


def _parsed_toml(where: str, data: bytes) -> dict[str, Any]:
    import tomllib

    if len(data) > _LARGEST_FILE:
        raise VariantError(where, "", f"the file is larger than {_LARGEST_FILE} bytes")
    try:
        return tomllib.loads(data.decode("utf-8-sig"))
    except UnicodeDecodeError as error:
        reason = f"no UTF-8 at byte {error.start}"
    except tomllib.TOMLDecodeError as error:
        reason = f"no TOML: {quoted(str(error))}"
    except ValueError:
        reason = "no TOML: a number has too many digits"
    raise VariantError(where, "", reason)


@cache
def _packaged_by_id() -> dict[str, Document]:
    from .documents import document_of

    documents = [
        document_of(f"{name}.toml", _parsed_toml(f"{name}.toml", _packaged_bytes(name))) for name in _FILES
    ]
    return {id: document for document in documents for id in document.ids}


def _packaged_bytes(name: str) -> bytes:
    """A packaged variant file: within the package when it is installed, beside it in a checkout."""
    from importlib.resources import files
    from pathlib import Path

    package = files(__package__ or "lorum")
    installed = package / "_variants" / f"{name}.toml"
    if installed.is_file():
        return installed.read_bytes()
    return (Path(str(package)).parent / "variants" / f"{name}.toml").read_bytes()


_PRINTED = re.compile(r"([A-Za-z0-9-]+)(?:\((.*)\))?", re.DOTALL)
_PART = re.compile(r"\s*([a-z_]+)\s*=\s*(\[[^\[\]]*\]|[^\s,\[\]()]+)\s*(,|$)")


def _parsed(text: str) -> tuple[str, dict[str, object]]:
    """The id and the options of a printed form."""
    whole = _PRINTED.fullmatch(text) if len(text) <= 4096 else None
    if whole is None:
        raise VariantError(quoted(text), "", "no id and no printed form of a variant")
    id, inside = whole.groups()
    options: dict[str, object] = {}
    position = 0
    inside = inside or ""
    while position < len(inside):
        part = _PART.match(inside, position)
        if part is None or part[1] in options:
            raise VariantError(id, "", f"cannot read the options from {quoted(inside[position:])} on")
        options[part[1]] = read_option(part[2])
        position = part.end()
        if part[3] and position == len(inside):
            raise VariantError(id, "", "an option is missing after the last comma")
    return id, options
