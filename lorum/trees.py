"""Trees of plain values, as variant files have them: what stands where, and two of them together."""

from __future__ import annotations

from typing import Any

from .errors import quoted
from .structure import Fault

Tree = dict[str, Any]


def at_place(tree: Tree, path: str) -> object:
    """What a tree has in a place such as ``contract.reds.prices``, None where it has nothing."""
    value: object = tree
    for key in path.split("."):
        value = value.get(key) if isinstance(value, dict) else None
    return value


def difference(own: Tree, made: Tree, path: str) -> str:
    """The first place of which one tree says something and another has something else, or ""."""
    for key, value in own.items():
        place, there = f"{path}.{key}" if path else key, made.get(key)
        if not isinstance(value, dict) or not isinstance(there, dict):
            if value != there:
                return place
        elif inner := difference(value, there, place):
            return inner
    return ""


def merged(parent: Tree, child: Tree) -> Tree:
    """The parent's tree, with what the child names replaced or added, table by table."""
    tree = dict(parent)
    for key, value in child.items():
        below = tree.get(key)
        tree[key] = merged(below, value) if isinstance(below, dict) and isinstance(value, dict) else value
    return tree


class Made:
    """The tree of a variant in the making, with what options put into it."""

    def __init__(self, tree: Tree) -> None:
        self.tree = tree
        self.written: list[tuple[str, str]] = []
        """For each place that was put in, in turn: where the file has what was put there."""

    def put(self, place: str, value: object, written: str, named: str) -> None:
        """Put in a value, which the file has in one place, and the name of the place in another.

        Raises `Fault` where other options have left no table to put it into.
        """
        *parents, last = place.split(".")
        table: Any = self.tree
        for i, key in enumerate(parents, 1):
            table = table.get(key)
            if not isinstance(table, dict):
                raise Fault(".".join(parents[:i]), f"a table is needed, to put {quoted(place)} into it")
        table[last] = value
        # An unknown key is told in quotes.
        self.written += (place, written), (".".join((*parents, quoted(last))), named)

    def written_at(self, key: str) -> str:
        """Where the file has what stands in a place of the tree: what came last has replaced the rest."""
        for place, written in reversed(self.written):
            if f"{key}.".startswith((f"{place}.", f"{place}[")):
                return written + key[len(place) :]
        return key
