"""Trick contracts: follow suit, the highest card of the suit led takes the trick.

The family holds for every trick contract of the documents. Its parameters say which cards and tricks
have a price, which cards may not be led or discarded for a while, which cards win only when led,
after which trick play stops, and whether a card may be announced. A *mix* is several such contracts
at once: the prices of all, the limits of all.

Play cannot stall: a limit that bars every card of a hand does not bind (`tricks.nothing-else`), so
that whoever is to act has a card to play, and every card played leaves one fewer.
"""

from __future__ import annotations

from collections.abc import Hashable, Mapping, Sequence
from enum import StrEnum
from itertools import product
from typing import ClassVar

from attrs import evolve, field, frozen
from attrs.validators import optional

from ..actions import ANNOUNCE, DECLINE
from ..cards import NO_CARDS, PACK, SUITS, CardSet, cards_of
from ..errors import Violation, violation
from ..rules import Rule
from .base import (
    NOBODY,
    SUIT_MASK,
    Contract,
    DealFrame,
    Position,
    ScoreLine,
    check_points,
    check_price,
    score_line,
    suit_label,
)
from .division import can_divide

Lines = tuple[ScoreLine, ...]


class Until(StrEnum):
    """How long a limit lasts."""

    FIRST_TRICK = "first-trick"
    BROKEN = "broken"


class AnnounceBefore(StrEnum):
    """When players are asked for an announcement."""

    NEVER = "never"
    OPENING_LEAD = "opening-lead"
    LAST_TRICK = "last-trick"


@frozen
class LeadLimit:
    """Cards that may not be led, to the first trick or until one of them has been discarded.

    `singleton` excepts a card that is its holder's only one of its suit. Whoever holds nothing but
    cards that are barred may lead them.
    """

    cards: CardSet
    until: Until
    singleton: bool = False
    rule: Rule = Rule.TRICKS_LEAD_LIMIT

    def barred(self, hand: int, first_trick: bool, discarded: int) -> int:
        """The cards of `hand` that the limit bars from being led."""
        barred = hand & self.cards
        over = not first_trick if self.until is Until.FIRST_TRICK else discarded & self.cards
        if not barred or over:
            return 0
        if self.singleton:
            for suit in SUITS:
                if (hand & suit.mask).bit_count() == 1:
                    barred &= ~suit.mask
        return 0 if barred == hand else barred


@frozen
class DiscardLimit:
    """Cards that may not be discarded on the first trick, unless nothing else is held."""

    cards: CardSet
    rule: Rule = Rule.TRICKS_DISCARD_LIMIT


@frozen
class Price:
    """What it costs to take a card of a set or, without `cards`, a trick.

    `points` is the price in any trick; `tricks` names other prices for the first trick, the last, or
    a trick by its number; `announced` is the price of a card that falls in the last trick as announced.
    """

    cards: CardSet | None = None
    points: int = field(default=0, validator=check_points)
    tricks: Mapping[str, int] = field(factory=dict)
    announced: int | None = field(default=None, validator=optional(check_price))
    rule: Rule = Rule.TRICKS_CARD_POINTS

    @tricks.validator
    def _check_tricks(self, attribute: object, value: Mapping[str, int]) -> None:
        for trick, points in value.items():
            check_points(self, attribute, points)
            if trick not in ("first", "last") and not (trick.isascii() and trick.isdigit()):
                raise ValueError("a trick is named first, last or by its number")

    def at(self, number: int, last: int, announced: bool = False) -> int:
        """The price in the trick with that number, `last` being the last one's."""
        if number == last:
            if announced and self.announced is not None:
                return self.announced
            if "last" in self.tricks:
                return self.tricks["last"]
        if number == 1 and "first" in self.tricks:
            return self.tricks["first"]
        return self.tricks.get(str(number), self.points)

    @property
    def fixed(self) -> bool:
        """Whether the price is the same in every trick."""
        return not self.tricks and self.announced is None


TrickTable = tuple[int, int, int, int, Lines, bool, bool]
"""What a trick contract keeps, anew after every trick:

- where in the history the trick in progress begins, or the round of asking before it,
- the number of that trick, from 1,
- the cards that were in hands when it began, as a mask,
- the cards discarded in the tricks before, as a mask,
- the charges so far,
- whether players are being asked for an announcement,
- whether the announcement was made.
"""

Tariff = tuple[tuple[Lines, ...], int, Mapping[int, tuple[Lines, ...]]]
"""What one trick can cost, as score lines that are ready for whichever seat takes it:

- what the trick itself costs, by seat,
- the cards that cost something in it, as a mask,
- for each of them, by index, what it costs, by seat.
"""


@frozen(eq=False, kw_only=True)
class Tricks(Contract):
    """A trick contract."""

    family: ClassVar[str] = "tricks"

    prices: tuple[Price, ...] = ()
    lead_limits: tuple[LeadLimit, ...] = ()
    discard_limits: tuple[DiscardLimit, ...] = ()
    only_when_led: CardSet = NO_CARDS
    """Cards that take a trick only when they were led."""
    stop_after: int | None = None
    """The number of the trick that ends the deal; None: the last."""
    announce_before: AnnounceBefore = AnnounceBefore.NEVER
    mix: tuple[str, ...] = ()
    """The contracts that are played together here."""
    announced_cards: int = field(init=False)
    """The cards with a price for their announcement, as a mask."""
    lasting_limits: bool = field(init=False)
    """Whether a lead limit lasts beyond the first trick."""

    @lasting_limits.default
    def _lasting_limits(self) -> bool:
        return any(limit.until is not Until.FIRST_TRICK for limit in self.lead_limits)

    @announced_cards.default
    def _announced_cards(self) -> int:
        mask = 0
        for price in self.prices:
            if price.announced is not None and price.cards:
                mask |= price.cards
        return mask

    def mixed(self, components: Sequence[Tricks]) -> Tricks:
        """This contract with the prices and limits of all components."""
        winless = self.only_when_led
        for component in components:
            winless = CardSet(winless | component.only_when_led)
        return evolve(
            self,
            prices=self.prices + tuple(price for one in components for price in one.prices),
            lead_limits=self.lead_limits + tuple(limit for one in components for limit in one.lead_limits),
            discard_limits=self.discard_limits
            + tuple(limit for one in components for limit in one.discard_limits),
            only_when_led=winless,
        )

    @property
    def revocable(self) -> bool:
        return True

    def fault(self, players: int, hand_size: int) -> str | None:
        if not any(price.points or price.tricks or price.announced for price in self.prices):
            return "nothing has a price"
        last = self.stop_after or hand_size
        if last > hand_size:
            return f"it cannot stop after trick {last} of {hand_size}"
        for price in self.prices:
            for trick in price.tricks:
                if trick not in ("first", "last") and not 1 < int(trick) < hand_size:
                    return f"there is no trick {trick} between the first and the last of {hand_size}"
                if (last < hand_size and trick == "last") or (trick.isdigit() and int(trick) > last):
                    return f"trick {trick} is never played"
        if (self.announce_before is AnnounceBefore.NEVER) == bool(self.announced_cards):
            return "a card with a price for its announcement and a time to announce it need each other"
        if self.announced_cards.bit_count() > 1:
            return "only one card can be announced"
        return None

    # Legality

    def legal(self, deal: DealFrame, turn: int, left: int, moves: bytes, table: TrickTable) -> int:
        start, number, _, discarded, _, asking, _ = table
        hand = deal.hands[turn] & left
        if asking:
            return 1 << ANNOUNCE | 1 << DECLINE if hand & self.announced_cards else 1 << DECLINE
        if len(moves) == start:
            limited = self.lead_limits if number == 1 else self.lasting_limits
            return self.leads(hand, number, discarded) if limited else hand
        following = hand & SUIT_MASK[moves[start]]
        if following:
            return following
        return self.discards(hand, number) if self.discard_limits else hand

    def leads(self, hand: int, number: int, discarded: int) -> int:
        """The cards of a hand that may be led to the trick with that number."""
        free = hand
        for limit in self.lead_limits:
            free &= ~limit.barred(hand, number == 1, discarded)
        return free or hand

    def discards(self, hand: int, number: int) -> int:
        """The cards that may be played to it from a hand that cannot follow suit."""
        free = hand
        if number == 1:
            for limit in self.discard_limits:
                free &= ~limit.cards
        return free or hand

    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        start, trick_number, _, discarded, _, _, _ = at.table
        if number == ANNOUNCE:
            return violation(self.cite(Rule.ANNOUNCE_HOLDER), "only the holder of the card may announce it")
        if number >= len(PACK):
            return violation(Rule.PLAY_PASS, "whoever has a card to play may not pass")
        hand = deal.hands[at.turn] & at.left
        card = PACK[number]
        if len(at.moves) > start:
            led = at.moves[start]
            if hand & SUIT_MASK[led]:
                suit = suit_label(led)
                return violation(
                    self.cite(Rule.TRICKS_FOLLOW_SUIT),
                    f"{card} does not follow suit: {suit} were led and the hand has some",
                    card=str(card),
                    led=suit,
                )
            rule = next(limit.rule for limit in self.discard_limits if limit.cards & card.bit)
            return violation(rule, f"{card} may not be discarded on the first trick", card=str(card))
        first = trick_number == 1
        limit = next(limit for limit in self.lead_limits if limit.barred(hand, first, discarded) & card.bit)
        when = "to the first trick" if limit.until is Until.FIRST_TRICK else "until one has been discarded"
        return violation(limit.rule, f"{card} may not be led {when}", card=str(card), trick=trick_number)

    # Play

    def start(self, deal: DealFrame) -> tuple[int, TrickTable]:
        asking = self.announce_before is AnnounceBefore.OPENING_LEAD
        in_hands = 0
        for hand in deal.hands:
            in_hands |= hand
        return deal.forehand, (0, 1, in_hands, 0, (), asking, False)

    def played(
        self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: TrickTable
    ) -> tuple[int, TrickTable]:
        start, trick_number, before, discarded, lines, asking, announced = table
        if asking:
            announced = announced or number == ANNOUNCE
            if len(moves) - start == deal.players:
                # Everybody has been asked: the round of asking ends where it began, with the leader.
                asking, start = False, len(moves)
            table = start, trick_number, before, discarded, lines, asking, announced
        elif len(moves) - start == deal.players:
            return self._taken(deal, turn, left, moves, table)
        return deal.after[turn], table

    def _taken(
        self, deal: DealFrame, turn: int, left: int, moves: bytes, table: TrickTable
    ) -> tuple[int, TrickTable]:
        """The turn and table after the last card of a trick, which `turn` played."""
        start, number, before, discarded, lines, _, announced = table
        trick = moves[start:]
        cards = before ^ left
        led = trick[0]
        winner = deal.orders[deal.after[turn]][trick.index(self.winning(cards, led))]
        trick_lines, priced, card_lines = deal.prepared[announced][number]
        lines += trick_lines[winner]
        if cards & priced:
            for card in trick:
                if priced >> card & 1:
                    lines += card_lines[card][winner]
        asking = (
            self.announce_before is AnnounceBefore.LAST_TRICK
            and number == deal.hand_size - 1
            and bool(left & self.announced_cards)
        )
        discarded |= cards & ~SUIT_MASK[led]
        after = len(moves), number + 1, left, discarded, lines, asking, announced
        ended = number == (self.stop_after or deal.hand_size)
        if ended or (deal.until_decided and not self._can_charge(deal, number + 1, left)):
            return NOBODY, after
        return winner, after

    def winning(self, cards: int, led: int) -> int:
        """Which card takes a trick: the highest of the suit led, both by index.

        The suit's highest bit in the mask is its highest card. A card that wins only when led counts
        only when it is the one that was led.
        """
        able = cards & SUIT_MASK[led] & ~self.only_when_led | 1 << led
        return able.bit_length() - 1

    def asks(self, at: Position) -> bool:
        asking: bool = at.table[5]
        return asking

    # Points

    def prepare(self, players: int, hand_size: int) -> tuple[tuple[Tariff, ...], tuple[Tariff, ...]]:
        """For deals without and with an announcement, the tariff of each trick by its number."""
        plain, announced = (
            tuple(self._tariff(number, players, hand_size, said) for number in range(hand_size + 1))
            for said in (False, True)
        )
        return plain, announced

    def _tariff(self, number: int, players: int, hand_size: int, announced: bool) -> Tariff:
        seats = range(players)
        trick: list[Lines] = [()] * players
        cards: dict[int, list[Lines]] = {}
        for price in self.prices:
            points = price.at(number, hand_size, announced)
            if not points:
                continue
            if price.cards is None:
                for seat in seats:
                    trick[seat] += (score_line(price.rule, seat, points, f"trick {number}"),)
            else:
                for card in cards_of(price.cards):
                    charged = cards.setdefault(card.index, [()] * players)
                    for seat in seats:
                        charged[seat] += (score_line(price.rule, seat, points, str(card)),)
        priced = sum(1 << card for card in cards)
        return tuple(trick), priced, {card: tuple(lines) for card, lines in cards.items()}

    def lines(self, deal: DealFrame, at: Position) -> Lines:
        lines: Lines = at.table[4]
        return lines

    def _can_charge(self, deal: DealFrame, number: int, cards: int) -> bool:
        """Whether a trick from that number on, or one of these cards in it, can still cost anything."""
        last = self.stop_after or deal.hand_size
        return any(
            trick_lines[0] or cards & priced
            for tariffs in deal.prepared
            for trick_lines, priced, _ in tariffs[number : last + 1]
        )

    def decided(self, deal: DealFrame, at: Position) -> bool:
        # The cards of the trick in progress are still to be taken by somebody.
        _, number, before, _, _, _, _ = at.table
        return not self._can_charge(deal, number, before)

    def total(self, players: int, hand_size: int) -> int | None:
        total = 0
        all_cards_taken = self.stop_after is None and self.hand is None
        for price in self.prices:
            if price.cards is None:
                last = self.stop_after or hand_size
                total += sum(price.at(number, hand_size) for number in range(1, last + 1))
            elif price.fixed and all_cards_taken:
                total += price.points * price.cards.bit_count()
            else:
                return None
        return total

    # Questions about the play so far

    def strays(self, deal: DealFrame, at: Position) -> int:
        seats = 0
        leader = deal.forehand
        played = bytes(move for move in at.moves if move < len(PACK))
        for start in range(0, len(played), deal.players):
            trick = played[start : start + deal.players]
            order = deal.orders[leader]
            for seat, card in zip(order, trick, strict=False):
                if not SUIT_MASK[trick[0]] >> card & 1:
                    seats |= 1 << seat
            cards = sum(1 << card for card in trick)
            leader = order[trick.index(self.winning(cards, trick[0]))]
        return seats

    def key(self, deal: DealFrame, at: Position) -> Hashable:
        start, number, _, discarded, _, asking, announced = at.table
        still_barred = tuple(
            not limit.cards & discarded and bool(limit.cards & at.left)
            for limit in self.lead_limits
            if limit.until is Until.BROKEN
        )
        announced = announced and bool(self.announced_cards & at.left)
        return number, still_barred, asking, announced, at.moves[start:]

    # Results entered by hand

    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        hand_size = deal.hand_size
        total = self.total(deal.players, hand_size)
        if total is not None and sum(points) != total:
            return f"the points of this contract add up to {total}, not {sum(points)}"
        last = self.stop_after or hand_size
        tricks: dict[int, int] = {}
        for number in range(1, last + 1):
            worth = sum(price.at(number, hand_size) for price in self.prices if price.cards is None)
            tricks[worth] = tricks.get(worth, 0) + 1
        choices = []
        for card in PACK:
            prices = [price for price in self.prices if price.cards and price.cards & card.bit]
            if prices and not deal.aside & card.bit:
                worths = {
                    sum(price.at(number, hand_size) for price in prices) for number in range(1, last + 1)
                }
                worths |= {sum(price.at(last, hand_size, announced=True) for price in prices)}
                if self.stop_after or self.hand:
                    worths.add(0)  # the card need not have been played at all
                choices.append(sorted(worths))
        if any(can_divide(points, tricks, worths, deal.players) for worths in product(*choices)):
            return None
        return "no way of sharing out the tricks and cards gives these points"
