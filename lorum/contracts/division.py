"""Whether the tricks and cards of a deal can be shared out so that each seat has given points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping, Sequence
from functools import cache


def can_divide(points: Sequence[int], tricks: Mapping[int, int], cards: Sequence[int], players: int) -> bool:
    """Whether each seat's tricks and cards can add up to its points.

    `tricks` counts the tricks of each worth, `cards` gives the worth of each card that has one. A seat
    cannot have more cards than its tricks hold.
    """
    counted = Counter(worth for worth in cards if worth)
    worths = (*tricks, *counted)
    trick_kinds = len(tricks)

    def shares(amount: int, kind: int, left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        """What may remain of each kind from `kind` on after a seat has taken things worth `amount`."""
        if kind == len(worths):
            if not amount:
                yield ()
            return
        is_card = kind >= trick_kinds
        worth, most = worths[kind], left[kind]
        if worth:
            most = min(most, amount // worth)
        if is_card:
            most = min(most, room)
        for taken in range(most + 1):
            room_left = room - taken if is_card else room + players * taken
            for rest in shares(amount - worth * taken, kind + 1, left, room_left):
                yield (left[kind] - taken, *rest)

    @cache
    def fits(seat: int, left: tuple[int, ...]) -> bool:
        if seat == len(points):
            return not any(left)
        return any(fits(seat + 1, rest) for rest in set(shares(points[seat], 0, left, 0)))

    return fits(0, (*tricks.values(), *counted.values()))
