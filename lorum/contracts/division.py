"""Whether the tricks and cards of a deal can be shared out so that each seat has given points."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import cache
from itertools import combinations_with_replacement, product

_MOST_STEPS = 100_000
"""How long an answer is looked for. Contracts with very many prices can make it longer than anybody
would wait; then the points are taken to be possible."""


class _TooLong(Exception):
    pass


def can_divide(
    points: Sequence[int], tricks: Mapping[int, int], cards: Sequence[tuple[int, ...]], players: int
) -> bool:
    """Whether each seat's tricks and cards can add up to its points.

    `tricks` counts the tricks of each worth; `cards` has for each card with a price the worths that it
    may come to have. A seat cannot have more cards than its tricks hold.
    """
    points = sorted(points)  # whoever has little is the soonest refuted
    of_tricks = sum(worth * count for worth, count in tricks.items())
    if not sum(map(min, cards)) <= sum(points) - of_tricks <= sum(map(max, cards)):
        return False
    steps = 0

    def step() -> None:
        nonlocal steps
        steps += 1
        if steps > _MOST_STEPS:
            raise _TooLong

    # Cards with the same possible worths are alike: only how many get which worth makes a difference.
    alike = [combinations_with_replacement(worths, count) for worths, count in Counter(cards).items()]
    try:
        for choice in product(*alike):
            step()
            counted = Counter(worth for worths in choice for worth in worths if worth)
            if _fits(points, tricks, counted, players, step):
                return True
    except _TooLong:
        return True
    return False


def _fits(
    points: Sequence[int],
    tricks: Mapping[int, int],
    cards: Mapping[int, int],
    players: int,
    step: Callable[[], None],
) -> bool:
    """The same with the worth of every card known: `cards` counts those of each worth."""
    worths = (*tricks, *cards)

    def shares(amount: int, kind: int, left: tuple[int, ...], room: int) -> Iterator[tuple[int, ...]]:
        """What may remain of each kind from `kind` on after a seat has taken things worth `amount`."""
        step()
        if kind == len(worths):
            if not amount:
                yield ()
            return
        is_card = kind >= len(tricks)
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

    return fits(0, (*tricks.values(), *cards.values()))
