"""Trick contracts: follow suit, the highest card of the suit led takes the trick.

Whoever can follow suit must (`tricks.follow-suit`), whoever cannot may play any card (`tricks.discard`).
There is no trump (`tricks.no-trump`): the highest card of the suit led takes the trick (`tricks.winner`),
and its player leads to the next (`tricks.winner-leads`), to the last card (`tricks.played-out`).

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
from types import MappingProxyType
from typing import Any, ClassVar

from attrs import Attribute, evolve, field, frozen
from attrs.validators import optional

from ..actions import ANNOUNCE, DECLINE
from ..cards import ALL_CARDS, NO_CARDS, PACK, SUITS, CardSet, cards_of
from ..errors import FieldError, Violation, violation
from ..rules import Rule
from .base import (
    NOBODY,
    OTHER_SUITS,
    SUIT_MASK,
    Contract,
    DealFrame,
    Lines,
    Position,
    ScoreLine,
    Step,
    check_points,
    check_price,
    suit_label,
)
from .division import can_divide

_MOST_PRICES = 100

_TRICK_NAMES = ("first", "last", *map(str, range(1, len(PACK) + 1)))


class Until(StrEnum):
    """How long a limit lasts."""

    FIRST_TRICK = "first-trick"
    BROKEN = "broken"


class AnnounceBefore(StrEnum):
    """When players are asked for an announcement (`announce.asked`), which binds nobody (`announce.free`)."""

    NEVER = "never"
    OPENING_LEAD = "opening-lead"
    LAST_TRICK = "last-trick"


@frozen
class LeadLimit:
    """Cards that may not be led, to the first trick or until one of them has been discarded.

    `singleton` excepts a card that is its holder's only one of its suit (`tricks.singleton-lead`). Only
    a discard breaks (`tricks.broken`). Whoever holds nothing but cards that are barred may lead them.
    """

    cards: CardSet
    until: Until
    singleton: bool = False
    rule: Rule = Rule.TRICKS_LEAD_LIMIT

    def barred(self, hand: int, discarded: int) -> int:
        """The cards of `hand` that the limit bars from being led in a trick that it may last to.

        `discarded` are the cards discarded in the tricks before, none in the first.
        """
        barred = hand & self.cards
        if not barred or discarded & self.cards:
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

    def barred(self, hand: int) -> int:
        """The cards of `hand` that the limit bars."""
        barred = hand & self.cards
        return 0 if barred == hand else barred


@frozen
class Price:
    """What it costs to take a card of a set or, without `cards`, a trick.

    `points` is the price in any trick; `tricks` names other prices for the first trick, the last, or
    a trick by its number (`tricks.trick-points`, `tricks.fall-points`); `announced` is the price of a card
    that falls in the last trick as announced.
    """

    cards: CardSet | None = None
    points: int = field(default=0, validator=check_points)
    tricks: Mapping[str, int] = field(default=MappingProxyType({}))
    announced: int | None = field(default=None, validator=optional(check_price))
    rule: Rule = field()
    """The clause behind it: unless the file names one, that of cards, of tricks, or of when a card falls."""
    announced_rule: Rule = Rule.TRICKS_FALL_POINTS

    @rule.default
    def _rule(self) -> Rule:
        if self.cards is None:
            return Rule.TRICKS_TRICK_POINTS
        return Rule.TRICKS_FALL_POINTS if self.tricks else Rule.TRICKS_CARD_POINTS

    @tricks.validator
    def _check_tricks(self, attribute: Attribute[Any], value: Mapping[str, int]) -> None:
        for trick, points in value.items():
            check_points(self, attribute, points)
            if trick not in _TRICK_NAMES:
                raise FieldError(attribute.name, "a trick is named first, last or by its number")

    def charge(self, number: int, last: int, announced: bool = False) -> tuple[int, Rule]:
        """The price in the trick with that number, `last` being the last one's, and its clause."""
        if number == last:
            if announced and self.announced is not None:
                return self.announced, self.announced_rule
            if "last" in self.tricks:
                return self.tricks["last"], self.rule
        if number == 1 and "first" in self.tricks:
            return self.tricks["first"], self.rule
        return self.tricks.get(str(number), self.points), self.rule

    def at(self, number: int, last: int, announced: bool = False) -> int:
        """The price alone."""
        return self.charge(number, last, announced)[0]

    def fault(self, hand_size: int, last: int, pack: int) -> str | None:
        """Why nobody can ever be charged the price, `last` being the trick that ends the deal, or None."""
        if self.cards == NO_CARDS or not any((self.points, self.announced, *self.tricks.values())):
            return "a price of nothing is none"
        if self.cards is not None and not self.cards & pack:
            return "a price is for cards that are not in the pack"
        for trick in self.tricks:
            if trick not in ("first", "last") and not 1 < int(trick) < hand_size:
                return f"there is no trick {trick} between the first and the last of {hand_size}"
            if (trick == "last" and last < hand_size) or (trick.isdigit() and int(trick) > last):
                return f"trick {trick} is never played"
        if self.announced is not None and (self.cards is None or last < hand_size):
            return "an announcement is for a card in the last trick"
        return None

    @property
    def fixed(self) -> bool:
        """Whether the price is the same in every trick."""
        return not self.tricks and self.announced is None


TrickTable = tuple[int, int, int, int, Lines, bool]
"""What a trick contract keeps, anew after every trick:

- where in the history the trick in progress begins, which is still to come while players are asked
  for an announcement,
- the number of that trick, from 1,
- the cards that are in hands when it begins, as a mask,
- the cards discarded in the tricks before, as a mask, where a lead limit may last beyond the first,
- the charges so far,
- whether the announcement was made.
"""

Rates = tuple[tuple[int, Rule], ...]
"""For each price of a contract how much it is in some trick, and the clause that says so."""

CardLines = Mapping[int, tuple[Lines, ...]]

Tariff = tuple[tuple[Lines, ...], int, CardLines]
"""What one trick can cost, as score lines that are ready for whichever seat takes it:

- what the trick itself costs, by seat,
- the cards that cost something in it, as a mask,
- for each of them, by index, what it costs, by seat.
"""


def _for_every_seat(lines: Lines, players: int) -> tuple[Lines, ...]:
    """The lines with each seat in turn as the one charged."""
    return tuple(
        tuple(ScoreLine(line.rule, seat, line.points, line.what) for line in lines) for seat in range(players)
    )


@frozen(eq=False, kw_only=True)
class Tricks(Contract):
    """A trick contract."""

    family: ClassVar[str] = "tricks"

    prices: tuple[Price, ...] = ()
    lead_limits: tuple[LeadLimit, ...] = ()
    discard_limits: tuple[DiscardLimit, ...] = ()
    only_when_led: CardSet = NO_CARDS
    """Cards that take a trick only when they were led (`tricks.only-when-led`)."""
    stop_after: int | None = None
    """The number of the trick that ends the deal; None: the last."""
    announce_before: AnnounceBefore = AnnounceBefore.NEVER
    mix: tuple[str, ...] = ()
    """The contracts that are played together here."""
    announced_cards: int = field(init=False)
    """The cards with a price for their announcement, as a mask."""
    limits: tuple[tuple[LeadLimit, ...], tuple[LeadLimit, ...]] = field(init=False)
    """The lead limits that may bind in the first trick, and those that may last beyond it."""
    takers: tuple[int, ...] = field(init=False)
    """For each card led the cards that can take the trick, as masks: its suit, but of those that win
    only when led just the card itself."""

    @limits.default
    def _limits(self) -> tuple[tuple[LeadLimit, ...], tuple[LeadLimit, ...]]:
        lasting = tuple(limit for limit in self.lead_limits if limit.until is not Until.FIRST_TRICK)
        return self.lead_limits, lasting

    @takers.default
    def _takers(self) -> tuple[int, ...]:
        return tuple(card.suit.mask & ~self.only_when_led | card.bit for card in PACK)

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

    def fault(self, players: int, hand_size: int, pack: int) -> str | None:
        last = hand_size if self.stop_after is None else self.stop_after
        if not 1 <= last <= hand_size:
            return f"it cannot stop after trick {last} of {hand_size}"
        if not 1 <= len(self.prices) <= _MOST_PRICES:
            return f"it needs from 1 to {_MOST_PRICES} prices"
        for price in self.prices:
            fault = price.fault(hand_size, last, pack)
            if fault:
                return fault
        limited = [
            *(limit.cards for limit in self.lead_limits),
            *(limit.cards for limit in self.discard_limits),
        ]
        if NO_CARDS in limited:
            return "a limit on no cards is none"
        if (self.announce_before is AnnounceBefore.NEVER) == bool(self.announced_cards):
            return "a card with a price for its announcement and a time to announce it need each other"
        if self.announced_cards.bit_count() > 1:
            return "only one card can be announced"
        return None

    # Legality

    def leads(self, hand: int, number: int, discarded: int) -> int:
        """The cards of a hand that may be led to the trick with that number."""
        barred = 0
        for limit in self.limits[number > 1]:
            barred |= limit.barred(hand, discarded)
        return (hand ^ barred or hand) if barred else hand

    def discards(self, hand: int, number: int) -> int:
        """The cards that may be played to it from a hand that cannot follow suit."""
        barred = 0
        if number == 1:
            for limit in self.discard_limits:
                barred |= limit.barred(hand)
        return hand ^ barred or hand

    def asks_before(self, number: int, last: int, moves: bytes) -> bool:
        """Whether an announcement is asked for before the trick with that number (`announce.asked`)."""
        if not self._asks_late:
            return number == 1
        # A card that is in no hand may still be in one for all that the players know.
        return number == last and self.announced_cards.bit_length() - 1 not in moves

    @property
    def _asks_late(self) -> bool:
        return self.announce_before is AnnounceBefore.LAST_TRICK

    def answers(self, hand: int) -> int:
        """What a hand may answer when announcements are asked for."""
        return 1 << ANNOUNCE | 1 << DECLINE if hand & self.announced_cards else 1 << DECLINE

    def refusal(self, deal: DealFrame, at: Position, number: int) -> Violation:
        start, trick_number, _, discarded, _, _ = at.table
        if number == ANNOUNCE:
            return violation(self.cite(Rule.ANNOUNCE_HOLDER), "only the holder of the card may announce it")
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
            rule = next(limit.rule for limit in self.discard_limits if limit.barred(hand) & card.bit)
            return violation(rule, f"{card} may not be discarded on the first trick", card=str(card))
        limits = self.limits[trick_number > 1]
        limit = next(limit for limit in limits if limit.barred(hand, discarded) & card.bit)
        when = "to the first trick" if limit.until is Until.FIRST_TRICK else "until one has been discarded"
        return violation(limit.rule, f"{card} may not be led {when}", card=str(card), trick=trick_number)

    # Play

    def start(self, deal: DealFrame, left: int) -> Step:
        leader = deal.forehand
        hand = deal.hands[leader]
        if self.announced_cards and self.asks_before(1, deal.hand_size, b""):
            return leader, (deal.players, 1, left, 0, (), False), self.answers(hand)
        return leader, (0, 1, left, 0, (), False), self.leads(hand, 1, 0)

    def played(
        self, deal: DealFrame, turn: int, number: int, left: int, moves: bytes, table: TrickTable
    ) -> Step:
        start = table[0]
        cards_played = len(moves) - start
        following = deal.after[turn]
        if cards_played == deal.players:
            return self._taken(deal, following, left, moves, table)
        if cards_played <= 0:
            return self._answered(deal, following, number, left, len(moves) == start, table)
        hand = deal.hands[following] & left
        follow = hand & SUIT_MASK[moves[start]]
        if not follow:
            follow = self.discards(hand, table[1]) if self.discard_limits else hand
        return following, table, follow

    def _answered(
        self, deal: DealFrame, following: int, number: int, left: int, all_asked: bool, table: TrickTable
    ) -> Step:
        """The step after an answer to the question for an announcement."""
        start, trick_number, before, discarded, lines, announced = table
        announced = announced or number == ANNOUNCE
        table = start, trick_number, before, discarded, lines, announced
        hand = deal.hands[following] & left
        if not all_asked:
            return following, table, self.answers(hand)
        if deal.until_decided and self._is_decided(deal, trick_number, left, announced):
            return NOBODY, table, 0
        # A round of asking ends where it began, with the leader.
        return following, table, self.leads(hand, trick_number, discarded)

    def _taken(self, deal: DealFrame, leader: int, left: int, moves: bytes, table: TrickTable) -> Step:
        """The step after the last card of a trick."""
        start, trick_number, before, discarded, lines, announced = table
        cards = before ^ left
        led = moves[start]
        winner = deal.orders[leader][moves.index(self.winning(cards, led), start) - start]
        trick_lines, priced, card_lines = deal.prepared[announced][trick_number]
        lines += trick_lines[winner]
        if cards & priced:
            for card in moves[start:]:
                if card in card_lines:
                    lines += card_lines[card][winner]
        start = len(moves)
        ended = trick_number == (self.stop_after or deal.hand_size)
        trick_number += 1
        if ended or (
            deal.until_decided
            and self._is_decided(deal, trick_number, left, None if self._asks_late else announced)
        ):
            return NOBODY, (start, trick_number, left, discarded, lines, announced), 0
        hand = deal.hands[winner] & left
        limits = self.limits[1]
        if limits:
            discarded |= cards & OTHER_SUITS[led]
        if self.announced_cards and self.asks_before(trick_number, deal.hand_size, moves):
            start += deal.players
            legal = self.answers(hand)  # they come before the trick
        else:
            legal = self.leads(hand, trick_number, discarded) if limits else hand
        return winner, (start, trick_number, left, discarded, lines, announced), legal

    def winning(self, cards: int, led: int) -> int:
        """Which card takes a trick: the highest of the suit led, both by index.

        The suit's highest bit in the mask is its highest card. A card that wins only when led counts
        only when it is the one that was led.
        """
        return (cards & self.takers[led]).bit_length() - 1

    def asks(self, at: Position) -> bool:
        start: int = at.table[0]
        return len(at.moves) < start

    # Points

    def prepare(self, players: int, hand_size: int) -> tuple[tuple[Tariff, ...], tuple[Tariff, ...]]:
        """For deals without and with an announcement, the tariff of each trick by its number."""
        plain = self._tariffs(players, hand_size, announced=False)
        return plain, self._tariffs(players, hand_size, announced=True) if self.announced_cards else plain

    def _tariffs(self, players: int, hand_size: int, announced: bool) -> tuple[Tariff, ...]:
        tariffs: list[Tariff] = []
        # Most tricks of a deal have the same prices for their cards.
        cards: dict[Rates, tuple[int, CardLines]] = {}
        for number in range(hand_size + 1):
            charges = tuple(price.charge(number, hand_size, announced) for price in self.prices)
            if charges not in cards:
                cards[charges] = self._card_lines(charges, players)
            trick: Lines = ()
            for price, (points, rule) in zip(self.prices, charges, strict=True):
                if points and price.cards is None:
                    trick += (ScoreLine(rule, 0, points, f"trick {number}"),)
            tariffs.append((_for_every_seat(trick, players), *cards[charges]))
        return tuple(tariffs)

    def _card_lines(self, charges: Rates, players: int) -> tuple[int, CardLines]:
        """The cards that cost something at these prices, and what they cost."""
        lines: dict[int, Lines] = {}
        for price, (points, rule) in zip(self.prices, charges, strict=True):
            if points and price.cards is not None:
                for card in cards_of(price.cards):
                    line = ScoreLine(rule, 0, points, str(card))
                    lines[card.index] = (*lines.get(card.index, ()), line)
        priced = sum(1 << card for card in lines)
        return priced, {card: _for_every_seat(each, players) for card, each in lines.items()}

    def lines(self, deal: DealFrame, at: Position) -> Lines:
        lines: Lines = at.table[4]
        return lines

    def _is_decided(self, deal: DealFrame, number: int, cards: int, announced: bool | None) -> bool:
        """Whether some trick is over, and no trick from that number on nor one of these cards costs anything.

        `announced` is None as long as it can become either.
        """
        last = self.stop_after or deal.hand_size
        return number > 1 and not any(
            trick_lines[0] or cards & priced
            for tariffs in (deal.prepared if announced is None else (deal.prepared[announced],))
            for trick_lines, priced, _ in tariffs[number : last + 1]
        )

    def decided(self, deal: DealFrame, at: Position) -> bool:
        # The cards of the trick in progress are still to be taken by somebody.
        _, number, before, _, _, announced = at.table
        to_be_asked = self.asks(at) or (self._asks_late and number < deal.hand_size)
        return self._is_decided(deal, number, before, None if to_be_asked else announced)

    def total(self, players: int, hand_size: int, pack: int) -> int | None:
        total = 0
        all_cards_taken = self.stop_after is None and players * hand_size == pack.bit_count()
        for price in self.prices:
            if price.cards is None:
                last = self.stop_after or hand_size
                total += sum(price.at(number, hand_size) for number in range(1, last + 1))
            elif price.fixed and all_cards_taken:
                total += price.points * (price.cards & pack).bit_count()
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
        start, number, before, discarded, _, announced = at.table
        still_barred = tuple(
            not limit.cards & discarded and bool(limit.cards & at.left) for limit in self.limits[1]
        )
        announced = announced and bool(self.announced_cards & before)
        last = deal.hand_size
        to_be_asked = self._asks_late and number < last and self.asks_before(last, last, at.moves)
        return number, still_barred, announced, to_be_asked, len(at.moves) - start, at.moves[start:]

    # Results entered by hand

    def impossible(self, deal: DealFrame, points: tuple[int, ...]) -> str | None:
        hand_size = deal.hand_size
        pack = ALL_CARDS & ~deal.aside
        total = self.total(deal.players, hand_size, pack)
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
            if prices and pack & card.bit:
                worths = {
                    sum(price.at(number, hand_size) for price in prices) for number in range(1, last + 1)
                }
                worths |= {sum(price.at(last, hand_size, announced=True) for price in prices)}
                if self.stop_after or deal.players * hand_size < pack.bit_count():
                    worths.add(0)  # the card need not have been played at all
                choices.append(tuple(sorted(worths)))
        if can_divide(points, tricks, choices, deal.players):
            return None
        return "no way of sharing out the tricks and cards gives these points"
