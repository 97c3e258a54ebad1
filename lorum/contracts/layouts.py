"""Layout contracts: cards are laid out in a row for each suit.

The first card opens the layout. After it a turn is one card, which opens a suit or is next to a card
that lies: upwards only or both ways, round the corner from Ace to Seven or not. Whoever can play
must; whoever cannot passes, at the contract's price. At each hand that runs empty the cards left in
the others are charged; with the last such price the deal ends.

Play cannot stall. Some suit lies, for the first turn opens one. While a row of it can still grow, the
next card of that row is in a hand (or joins by itself, if it was set aside), and its holder may play
it. When no row can grow, every suit that lies is complete: rows that grow upwards round the corner, or
both ways, end only when all eight cards lie. Then a suit that does not lie can be opened, for its card
of the opening rank is in a hand or was set aside and joined. So some player can always play, at most
one turn of passes goes by before that, and every card played leaves one fewer.
"""

from __future__ import annotations

from collections.abc import Hashable, Iterable
from enum import StrEnum
from itertools import permutations
from typing import ClassVar

from attrs import Factory, field, frozen

from ..actions import PASS
from ..cards import ALL_CARDS, PACK, RANKS, cards_of
from ..errors import Violation, quoted, violation
from ..rules import Rule
from .base import (
    NOBODY,
    RANK_MASK,
    Contract,
    DealFrame,
    Lines,
    Position,
    ScoreLine,
    Step,
    above,
    below,
    check_points,
    check_price,
)
from .leftovers import Charges, card_charges, charges, left_lines

PASSING = 1 << PASS


class SuitOpening(StrEnum):
    """At which ranks a suit may be opened."""

    OPENING_RANK = "opening-rank"
    ANY_LAID_RANK = "any-laid-rank"


class Growth(StrEnum):
    """Which way rows grow."""

    UP = "up"
    BOTH_WAYS = "both-ways"


@frozen
class Place:
    """What each card left costs the others when one more hand runs empty."""

    points: int = field(validator=check_price)
    rule: Rule = Rule.LAYOUTS_CARD_PRICE


PASS_BITS = 8
"""How many bits a number of passes takes: nobody passes twice between two cards."""

LayoutTable = tuple[int, int, int, int, Lines]
"""What a layout contract keeps:

- the cards that lie, those set aside that have joined included, as a mask,
- the cards that fit, as a mask; some of them may lie already,
- how often each seat has passed, with `PASS_BITS` bits for a seat,
- how many hands are empty,
- the charges for cards left so far.
"""


@frozen(eq=False, kw_only=True)
class Layouts(Contract):
    """A layout contract."""

    family: ClassVar[str] = "layouts"
    must_play: ClassVar[Rule] = Rule.LAYOUTS_MUST_PLAY

    opening: str | None = None
    """The letter of the rank that opens the layout; None: any card does."""
    suit_opening: SuitOpening = SuitOpening.OPENING_RANK
    growth: Growth = Growth.BOTH_WAYS
    corner: bool = False
    """Whether the Seven follows the Ace."""
    pass_points: int = field(default=0, validator=check_points)
    """The price of a pass."""
    places: tuple[Place, ...] = Factory(lambda: (Place(1),))
    """The price of each card left, for the first empty hand, the second, and so on; the last ends the deal
    (`layouts.end`). Whoever is out is skipped (`layouts.out`)."""
    openers: int = field(init=False)
    """The cards that may open the layout, as a mask."""
    welcomes: tuple[int, ...] = field(init=False)
    """For each card those that fit once it lies, as masks: its neighbours, and where any rank that lies
    opens a suit, its rank."""

    @openers.default
    def _openers(self) -> int:
        return next((rank.mask for rank in RANKS if rank.letter == self.opening), ALL_CARDS)

    @welcomes.default
    def _welcomes(self) -> tuple[int, ...]:
        return tuple(self._neighbours(card.bit) | self._opened(card.rank.mask) for card in PACK)

    def _neighbours(self, card: int) -> int:
        higher = above(card, self.corner)
        return higher if self.growth is Growth.UP else higher | below(card, self.corner)

    def _opened(self, rank: int) -> int:
        return rank if self.suit_opening is SuitOpening.ANY_LAID_RANK else 0

    @property
    def has_winner(self) -> bool:
        return len(self.places) == 1

    def fault(self, players: int, hand_size: int, pack: int) -> str | None:
        if self.opening is not None and self.openers == ALL_CARDS:
            return f"{quoted(self.opening)} is no rank"
        if not self.openers & pack:
            return "no card of the pack can open the layout"
        if players * hand_size < pack.bit_count():
            # A card in the stock neither joins by itself nor is played, so that its row could end there.
            return "a layout needs the whole pack in hands, or play could stall"
        if not 1 <= len(self.places) < players:
            return f"there must be from 1 to {players - 1} prices of cards left"
        if self.growth is Growth.UP and not self.corner:
            # A row that cannot reach the cards below its first would leave their holders stuck for ever.
            return "rows that grow upwards only must turn the corner, or play could stall"
        return None

    # Legality

    def laid_on(self, laid: int, opening: int, aside: int) -> tuple[int, int]:
        """What lies and what fits when these cards lie, those set aside joining as far as they fit.

        The cards of the rank that opened the layout fit from then on.
        """
        fitting = RANK_MASK[opening]
        for card in cards_of(laid):
            fitting |= self.welcomes[card.index]
        return self._joined(laid, fitting, aside)

    def _joined(self, laid: int, fitting: int, aside: int) -> tuple[int, int]:
        """The same after all cards set aside have joined that fit."""
        while joining := fitting & aside & ~laid:
            laid |= joining
            for card in cards_of(joining):
                fitting |= self.welcomes[card.index]
        return laid, fitting

    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        card = PACK[number]
        if not at.moves:
            return violation(
                self.cite(Rule.LAYOUTS_OPENING), f"{card} cannot open the layout", card=str(card)
            )
        laid, _, _, _, _ = at.table
        if not laid & card.suit.mask:
            return violation(
                self.cite(Rule.LAYOUTS_SUIT_OPENING),
                f"{card} cannot open its suit: it has not the rank for it",
                card=str(card),
                opening=PACK[at.moves[0]].rank.letter,
            )
        return violation(
            self.cite(Rule.LAYOUTS_GROWTH),
            f"{card} does not fit onto its row",
            card=str(card),
        )

    # Play

    def start(self, deal: DealFrame, left: int) -> Step:
        turn = next(seat for seat in deal.orders[deal.forehand] if deal.hands[seat] & self.openers)
        return turn, (0, self.openers, 0, 0, ()), deal.hands[turn] & self.openers

    def played(
        self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: LayoutTable
    ) -> Step:
        laid, fitting, passes, out, lines = table
        after = deal.after[turn]
        if out:
            while not deal.hands[after] & left:
                after = deal.after[after]
        if number == PASS:
            passes += 1 << PASS_BITS * turn
        else:
            if not laid:
                fitting = RANK_MASK[number]
            laid |= 1 << number
            fitting |= self.welcomes[number]
            if fitting & deal.aside:
                laid, fitting = self._joined(laid, fitting, deal.aside)
            if not deal.hands[turn] & left:
                _, by_place = deal.prepared
                lines += left_lines(deal, left, by_place[out])
                out += 1
                if out == len(self.places):
                    return NOBODY, (laid, fitting, passes, out, lines), 0
        return after, (laid, fitting, passes, out, lines), deal.hands[after] & left & fitting or PASSING

    # Points

    def prepare(self, players: int, hand_size: int) -> tuple[Charges, tuple[Charges, ...]]:
        """The charges for passes, and for the cards left at each empty hand."""
        rule = self.cite(Rule.LAYOUTS_PASS_PRICE)
        passes = charges(players, players * hand_size, rule, self.pass_points, "pass", "passes")
        return passes, tuple(
            card_charges(players, hand_size, place.rule, place.points) for place in self.places
        )

    def lines(self, deal: DealFrame, at: Position) -> tuple[ScoreLine, ...]:
        _, _, passes, _, lines = at.table
        charged: Lines = ()
        for by_count in deal.prepared[0]:
            charged += by_count[passes % (1 << PASS_BITS)]
            passes >>= PASS_BITS
        return charged + lines  # type: ignore[no-any-return]

    def key(self, deal: DealFrame, at: Position) -> Hashable:
        laid, fitting, _, _, _ = at.table
        return laid, fitting

    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        if len(self.places) == 1:
            openers = (deal.forehand,) if self.opening is None else range(deal.players)
            possible = any(
                self._could_win(deal, points, winner, opener)
                for winner in range(deal.players)
                for opener in openers
            )
        else:
            possible = any(
                self._could_place(deal, [points[seat] for seat in order])
                for order in permutations(range(deal.players))
            )
        return None if possible else "no number of passes and cards left gives these points"

    def _could_win(self, deal: DealFrame, points: tuple[int, ...], winner: int, opener: int) -> bool:
        """Whether these points can arise when `opener` has the first turn and `winner` is out first.

        A winner who passed k times had k turns more than cards; the seats before the winner have had as
        many turns, those after one fewer, and each of their turns was a card or a pass.
        """
        size, price, card_price = deal.hand_size, self.pass_points, self.places[0].points
        # Where passes are free, nothing tells how many there were, nor depends on it.
        passes, rest = divmod(points[winner], price) if price else (0, points[winner])
        if rest:
            return False
        order = deal.orders[opener]
        left = 0
        for place, seat in enumerate(order):
            if seat == winner:
                continue
            turns = size + passes - (place > order.index(winner))
            # With n cards left the turns were size - n cards, and passes: the points tell n.
            count, rest = divmod(points[seat] - price * (turns - size), price + card_price)
            # The first turn of all is a card.
            if rest or not max(1, size - turns) <= count <= size - (seat == opener):
                return False
            left += count
        # At least one card is laid in every round of turns.
        return size + passes <= deal.players * size - left

    def _could_place(self, deal: DealFrame, points: list[int]) -> bool:
        """Whether these points can arise when the seats go out in this order."""
        # What cards left have cost whoever is still in, with the numbers of cards that may be left.
        possible = {0: {deal.hand_size}}
        for place, mine in zip(self.places, points, strict=False):
            if not self._with_passes(deal, mine, possible):
                return False
            following: dict[int, set[int]] = {}
            for sofar, counts in possible.items():
                for count in range(1, max(counts) + 1):
                    following.setdefault(sofar + place.points * count, set()).add(count)
            possible = following
        return all(self._with_passes(deal, mine, possible) for mine in points[len(self.places) :])

    def _with_passes(self, deal: DealFrame, points: int, charged: Iterable[int]) -> bool:
        """Whether some number of passes makes these points of one of the charges for cards left."""
        # Between two cards nobody passes twice.
        most = self.pass_points * deal.players * deal.hand_size
        return any(
            points == own
            or (self.pass_points and own < points <= own + most and not (points - own) % self.pass_points)
            for own in charged
        )
