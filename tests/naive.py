"""A second, deliberately simple implementation of the Lorum rules, used to check the fast one.

Cards are two-letter texts ('7a', 'Th', 'Ab'), hands are lists of such texts, and every rule is written out
where it applies, with the statement it comes from in a comment (K1.1 and so on). Nothing here is meant to be
quick. Only the standard library is used.
"""

from __future__ import annotations

from typing import Any

SUITS = ["a", "l", "h", "b"]  # acorns, leaves, hearts, bells
RANKS = ["7", "8", "9", "T", "U", "O", "K", "A"]  # upwards
PACK = [rank + suit for suit in SUITS for rank in RANKS]

K_CONTRACTS = [
    "reds",
    "obers",
    "no-tricks",
    "lorum",
    "king-of-hearts",
    "first-and-last",
    "fifth-trick",
    "all-bad",
]
K_CORE = ["reds", "obers", "no-tricks", "lorum"]
P_CONTRACTS = ["hearts", "obers", "no-tricks", "quartets", "fast-train", "hairy-ape", "lorum"]
E_CONTRACTS = [
    "reds",
    "obers",
    "tricks",
    "first-and-last",
    "fifth-trick",
    "red-king",
    "lorum",
    "unter-laying",
]

PRESETS: dict[str, tuple[str, dict[str, object]]] = {
    "compendium": ("K", {}),
    "compendium-short": ("K", {"contracts": K_CORE}),  # its rounds depend on the players, see below
    "compendium-extended": ("K", {"schedule": "each-dealer", "rounds": 2}),
    "compendium-three": ("K", {"players": 3}),
    "compendium-beans": ("K", {"scoring": "beans-and-pot"}),
    "seven-contracts": ("P", {}),
    "eight-games": ("E", {}),
    "eight-games-two-cards": ("E", {"first_and_last": "two-cards"}),
}


class Refused(Exception):
    """The rules do not allow this action; nothing has changed."""


# --------------------------------------------------------------------------------------------------
# Cards


def suit_of(card: str) -> str:
    return card[1]


def rank_of(card: str) -> str:
    return card[0]


def height(card: str) -> int:
    """0 for a Seven up to 7 for an Ace."""
    return RANKS.index(card[0])


def in_pack_order(cards: list[str]) -> list[str]:
    return [card for card in PACK if card in cards]


def next_higher(card: str) -> str | None:
    """The next card of the suit, None above the Ace."""
    if rank_of(card) == "A":
        return None
    return RANKS[height(card) + 1] + suit_of(card)


def next_higher_round_the_corner(card: str) -> str:
    """The next card of the suit, the Seven after the Ace."""
    return RANKS[(height(card) + 1) % 8] + suit_of(card)


def neighbours(card: str) -> list[str]:
    """The cards directly below and above in the suit, without turning the corner."""
    position = height(card)
    return [RANKS[p] + suit_of(card) for p in (position - 1, position + 1) if 0 <= p <= 7]


READ_RANK = {"10": "T", "J": "U", "j": "U", "Q": "O", "q": "O"}
READ_SUIT = {"c": "a", "C": "a", "s": "l", "S": "l", "d": "b", "D": "b"}
for _rank in RANKS:
    READ_RANK[_rank] = _rank
    READ_RANK[_rank.lower()] = _rank
for _suit in SUITS:
    READ_SUIT[_suit] = _suit
    READ_SUIT[_suit.upper()] = _suit
for _signs, _suit in (("♣♧", "a"), ("♠♤", "l"), ("♥♡", "h"), ("♦♢", "b")):
    for _sign in _signs:
        READ_SUIT[_sign] = _suit
        READ_SUIT[_sign + "\ufe0f"] = _suit


def read_card(text: object) -> str:
    if not isinstance(text, str):
        raise Refused("a card is written as text")
    cut = 2 if text.startswith("10") else 1
    rank, suit = text[:cut], text[cut:]
    if rank not in READ_RANK or suit not in READ_SUIT:
        raise Refused("no card is written like this")
    return READ_RANK[rank] + READ_SUIT[suit]


def read_cards(text: object) -> list[str]:
    """Cards separated by blanks (or a list of cards), in the order given."""
    if isinstance(text, str):
        cards = [read_card(word) for word in text.split(" ") if word]
    elif isinstance(text, list | tuple):
        cards = [read_card(word) for word in text]
    else:
        raise Refused("cards are written as text")
    if len(set(cards)) != len(cards):
        raise Refused("a card stands twice")
    return cards


def is_seat(value: object, players: int) -> bool:
    return type(value) is int and 0 <= value < players


# --------------------------------------------------------------------------------------------------
# The games of one deal. Each keeps `to_act`, `over`, `points` (before doubling) and, where the rules know
# one, `winner`. `legal_cards` is empty exactly when the seat to act has to pass.


class Game:
    def __init__(self, hands: list[list[str]], step: int, leader: int) -> None:
        self.hands = hands
        self.players = len(hands)
        self.step = step
        self.to_act = leader
        self.over = False
        self.points = [0] * self.players
        self.winner: int | None = None

    def next_seat(self, seat: int) -> int:
        return (seat + self.step) % self.players

    def legal_cards(self) -> list[str]:
        raise NotImplementedError

    def play(self, card: str) -> None:
        raise NotImplementedError

    def do_pass(self) -> None:
        raise NotImplementedError

    def charge_cards_left(self, price: int) -> None:
        for seat in range(self.players):
            self.points[seat] += price * len(self.hands[seat])


class TrickGame(Game):
    """All trick contracts. `parts` names what is charged, by document and contract: 'K reds', 'P obers'."""

    def __init__(
        self,
        hands: list[list[str]],
        step: int,
        leader: int,
        parts: list[str],
        *,
        stop_when_decided: bool = False,
        reds_hearts_lead: str = "first-trick",
        obers_first_discard: str = "allowed",
        obers_win: str = "by-rank",
        announce_before: str = "opening-lead",
    ) -> None:
        super().__init__(hands, step, leader)
        self.parts = parts
        self.stop_when_decided = stop_when_decided
        self.reds_hearts_lead = reds_hearts_lead
        self.obers_first_discard = obers_first_discard
        self.obers_win = obers_win
        self.announce_before = announce_before
        self.last_trick = len(hands[0])  # eight; ten at three (K11.5); two with two cards each (E5.3)
        self.number = 1  # of the trick on the table
        self.trick: list[tuple[int, str]] = []
        self.hearts_broken = False
        self.off_suit: list[int] = []  # seats that have played another suit than was led
        self.announced = False
        self.asked_to_announce = False

    # What is charged.

    def price_of_card(self, card: str, trick: int) -> int:
        price = 0
        for part in self.parts:
            if part in ("K reds", "P hearts", "E reds") and suit_of(card) == "h":  # K5.1 P4.1 E2.2
                price += 1
            if part in ("K obers", "E obers") and rank_of(card) == "O":  # K5.5 E3.1
                price += 2
            if part == "P obers" and rank_of(card) == "O":  # P4.4
                price += {"a": 1, "l": 2, "b": 3, "h": 4}[suit_of(card)]
            if part == "K king-of-hearts" and card == "Kh":  # K6.1
                price += 4
            if part == "P hairy-ape" and card == "Kh":  # P6.1
                price += 10
            if part == "E red-king" and card == "Kh":  # E7.1 E7.2 E7.4
                if trick == 1:
                    price += 16
                elif trick == self.last_trick:
                    price += 64 if self.announced else 32
                else:
                    price += 8
        return price

    def price_of_trick(self, trick: int) -> int:
        price = 0
        for part in self.parts:
            if part in ("K no-tricks", "P no-tricks", "E tricks"):  # K5.9 P4.6 E4.1
                price += 1
            if part in ("K first-and-last", "E first-and-last"):  # K6.4 E5.1 E5.3
                if trick == 1:
                    price += 4
                if trick == self.last_trick:
                    price += 4
            if part == "K fifth-trick" and trick == 5:  # K6.5
                price += 4
            if part == "E fifth-trick" and trick == 5:  # E6.1
                price += 8
        return price

    # What may be played.

    def may_lead(self, card: str, hand: list[str]) -> bool:
        only_hearts = all(suit_of(c) == "h" for c in hand)
        for part in self.parts:
            hearts_barred = False
            if part == "K reds":
                if self.reds_hearts_lead == "first-trick":  # K5.2 K5.3
                    hearts_barred = self.number == 1
                else:
                    hearts_barred = not self.hearts_broken
            if part == "K king-of-hearts":  # K6.2
                hearts_barred = not self.hearts_broken
            if part == "E reds":  # E2.1
                hearts_barred = self.number == 1
            if hearts_barred and suit_of(card) == "h" and not only_hearts:  # K6.3 E2.3
                return False
            same_suit = [c for c in hand if suit_of(c) == suit_of(card)]
            if part == "K obers" and self.number == 1 and rank_of(card) == "O" and same_suit != [card]:
                return False  # K5.6
        return True  # K6.9: every part has agreed

    def legal_cards(self) -> list[str]:
        hand = self.hands[self.to_act]
        if not self.trick:
            return in_pack_order([card for card in hand if self.may_lead(card, hand)])
        led = suit_of(self.trick[0][1])
        following = [card for card in hand if suit_of(card) == led]
        if following:  # K5.4 P3.2 E1.7
            return in_pack_order(following)
        if "K obers" in self.parts and self.number == 1 and self.obers_first_discard == "barred":  # K5.7
            others = [card for card in hand if rank_of(card) != "O"]
            if others:
                return in_pack_order(others)
        return in_pack_order(hand)

    # What happens.

    def taker(self) -> int:
        led = suit_of(self.trick[0][1])
        candidates = []
        for position, (seat, card) in enumerate(self.trick):
            if suit_of(card) != led:
                continue
            ober_not_led = rank_of(card) == "O" and position > 0
            if "K obers" in self.parts and self.obers_win == "only-when-led" and ober_not_led:  # K5.8
                continue
            candidates.append((height(card), seat))
        return max(candidates)[1]

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        if self.trick and suit_of(card) != suit_of(self.trick[0][1]):
            self.off_suit.append(seat)
            if suit_of(card) == "h":  # K6.2 K6.10: only a discard breaks them
                self.hearts_broken = True
        self.trick.append((seat, card))
        if len(self.trick) < self.players:
            self.to_act = self.next_seat(seat)
            return
        taker = self.taker()
        self.points[taker] += self.price_of_trick(self.number)
        for _, taken in self.trick:
            self.points[taker] += self.price_of_card(taken, self.number)
        finished = self.number
        self.trick = []
        self.number += 1
        self.to_act = taker
        self.over = finished == self.last_trick
        if "E fifth-trick" in self.parts and finished == 5:  # E6.1
            self.over = True
        if self.stop_when_decided and self.decided():  # K6.6 P4.8
            self.over = True

    def decided(self) -> bool:
        """Between tricks: nothing still held and no trick to come can cost anything."""
        for trick in range(self.number, self.last_trick + 1):
            if self.price_of_trick(trick) > 0:
                return False
            for hand in self.hands:
                for card in hand:
                    if self.price_of_card(card, trick) > 0:
                        return False
        return True

    def announcement_due(self) -> bool:
        """E7.2, E7.3: the seats are to be asked now, before the lead."""
        if "E red-king" not in self.parts or self.asked_to_announce or self.trick or self.over:
            return False
        if self.announce_before == "opening-lead":
            return self.number == 1
        return self.number == self.last_trick and any("Kh" in hand for hand in self.hands)


class DominoOfK(Game):
    """Lorum of the compendium: rows that grow both ways (K5.10 to K5.19, K11.6)."""

    def __init__(
        self, hands: list[list[str]], step: int, leader: int, suit_opening: str, set_aside: list[str]
    ) -> None:
        super().__init__(hands, step, leader)
        self.suit_opening = suit_opening
        self.set_aside = list(set_aside)
        self.table: list[str] = []  # in the order laid

    def fits(self, card: str) -> bool:
        if not self.table:  # K5.10
            return True
        if any(near in self.table for near in neighbours(card)):  # K5.11 K5.12 K5.14
            return True
        if self.suit_opening == "opening-rank":  # K5.13
            return rank_of(card) == rank_of(self.table[0])
        return any(rank_of(card) == rank_of(laid) for laid in self.table)

    def legal_cards(self) -> list[str]:
        return in_pack_order([card for card in self.hands[self.to_act] if self.fits(card)])

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        self.table.append(card)
        again = True
        while again:  # K11.6: laying one may make room for the other
            again = False
            for spare in list(self.set_aside):
                if self.fits(spare):
                    self.set_aside.remove(spare)
                    self.table.append(spare)
                    again = True
        if not self.hands[seat]:  # K5.18
            self.charge_cards_left(1)
            self.winner = seat
            self.over = True
        else:
            self.to_act = self.next_seat(seat)

    def do_pass(self) -> None:
        self.points[self.to_act] += 1  # K5.15
        self.to_act = self.next_seat(self.to_act)


class DominoOfP(Game):
    """Lórum of the seven contracts: piles that go up only and turn the corner (P6.2 to P6.6)."""

    def __init__(self, hands: list[list[str]], step: int, leader: int) -> None:
        super().__init__(hands, step, leader)
        self.start: str | None = None  # the rank at which piles start
        self.top: dict[str, str] = {}  # by suit, the card laid last

    def fits(self, card: str) -> bool:
        if self.start is None:  # P6.2
            return True
        suit = suit_of(card)
        if suit not in self.top:  # P6.3
            return rank_of(card) == self.start
        return card == next_higher_round_the_corner(self.top[suit])  # P6.4

    def legal_cards(self) -> list[str]:
        return in_pack_order([card for card in self.hands[self.to_act] if self.fits(card)])

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        if self.start is None:
            self.start = rank_of(card)
        self.top[suit_of(card)] = card
        if not self.hands[seat]:  # P6.6
            self.charge_cards_left(1)
            self.winner = seat
            self.over = True
        else:
            self.to_act = self.next_seat(seat)

    def do_pass(self) -> None:
        self.points[self.to_act] += 1  # P6.5
        self.to_act = self.next_seat(self.to_act)


class UnterLaying(Game):
    """E9.1 to E9.7."""

    def __init__(self, hands: list[list[str]], step: int, leader: int) -> None:
        super().__init__(hands, step, leader)
        self.table: list[str] = []
        self.out: list[int] = []
        while not any(rank_of(card) == "U" for card in self.hands[self.to_act]):  # E9.1
            self.to_act = self.next_seat(self.to_act)

    def fits(self, card: str) -> bool:
        if rank_of(card) == "U":
            return True
        # E9.2: upwards from the Unter a card rests on the one below it, downwards on the one above it.
        position = height(card)
        towards_unter = position - 1 if position > RANKS.index("U") else position + 1
        return RANKS[towards_unter] + suit_of(card) in self.table

    def legal_cards(self) -> list[str]:
        return in_pack_order([card for card in self.hands[self.to_act] if self.fits(card)])

    def go_on(self) -> None:
        self.to_act = self.next_seat(self.to_act)
        while self.to_act in self.out:  # E9.7
            self.to_act = self.next_seat(self.to_act)

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        self.table.append(card)
        if not self.hands[seat]:
            self.out.append(seat)
            self.charge_cards_left(len(self.out))  # E9.4 E9.5 E9.6
            if len(self.out) == 3:
                self.over = True
                return
        self.go_on()

    def do_pass(self) -> None:
        self.go_on()  # E9.3: costs nothing


class ChainGame(Game):
    """Quartets of P (P5.1 to P5.4, P5.7) and Lorum of E (E8.1 to E8.5)."""

    def __init__(self, hands: list[list[str]], step: int, leader: int, turns_the_corner: bool) -> None:
        super().__init__(hands, step, leader)
        self.turns_the_corner = turns_the_corner
        self.chain: list[str] = []  # empty while somebody is to lead

    def holder(self, card: str) -> int | None:
        for seat in range(self.players):
            if card in self.hands[seat]:
                return seat
        return None

    def wanted(self) -> str | None:
        """The card that has to continue the chain, wherever it is."""
        if self.turns_the_corner:
            return next_higher_round_the_corner(self.chain[-1])
        return next_higher(self.chain[-1])

    def legal_cards(self) -> list[str]:
        if not self.chain:
            return in_pack_order(self.hands[self.to_act])
        wanted = self.wanted()
        assert wanted is not None
        assert wanted in self.hands[self.to_act]
        return [wanted]

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        self.chain.append(card)
        if not self.hands[seat]:  # P5.7 E8.5
            self.charge_cards_left(1)
            self.winner = seat
            self.over = True
            return
        wanted = self.wanted()
        holder = None if wanted is None else self.holder(wanted)
        if len(self.chain) == 4 or holder is None:  # P5.3 E8.1 E8.2
            self.chain = []  # and the same seat opens the next one: P5.4 E8.3 E8.4
        else:
            self.to_act = holder


class FastTrain(Game):
    """P5.5 to P5.7."""

    def __init__(self, hands: list[list[str]], step: int, leader: int) -> None:
        super().__init__(hands, step, leader)
        self.last: str | None = None

    def legal_cards(self) -> list[str]:
        hand = self.hands[self.to_act]
        if self.last is None:
            return in_pack_order(hand)
        wanted = rank_of(next_higher_round_the_corner(self.last))
        return in_pack_order([card for card in hand if rank_of(card) == wanted])

    def play(self, card: str) -> None:
        seat = self.to_act
        self.hands[seat].remove(card)
        self.last = card
        if not self.hands[seat]:  # P5.7
            self.charge_cards_left(1)
            self.winner = seat
            self.over = True
        else:
            self.to_act = self.next_seat(seat)

    def do_pass(self) -> None:
        self.to_act = self.next_seat(self.to_act)


# --------------------------------------------------------------------------------------------------
# Settlements: from points (doubled already) to changes of the accounts and of the pot.


def settle_takers_of_p(points: list[int]) -> tuple[list[int], int]:
    """Hearts, Obers and No tricks of P (P4.2, P4.3, P4.5, P4.6, P4.7)."""
    total = sum(points)
    takers = [seat for seat in range(4) if points[seat] > 0]
    untouched = [seat for seat in range(4) if points[seat] == 0]
    if len(takers) == 1:
        return [3 * total if seat in takers else -total for seat in range(4)], 0
    change = [-p for p in points]
    if not untouched:
        return change, total
    for seat in untouched:
        change[seat] += total // len(untouched)
    return change, 0


def settle_into_pot(points: list[int]) -> tuple[list[int], int]:
    """Everyone pays into the pot what was charged (P6.1, K8.6)."""
    return [-p for p in points], sum(points)


def settle_to_winner(points: list[int], winner: int) -> tuple[list[int], int]:
    """Each rival pays the winner (P5.7)."""
    change = [-p for p in points]
    change[winner] = sum(p for seat, p in enumerate(points) if seat != winner)
    return change, 0


def settle_by_differences(points: list[int], way: str) -> tuple[list[int], int]:
    """K8.3."""
    players = len(points)
    if way == "pairwise":
        change = [0] * players
        for one in range(players):
            for other in range(players):
                change[one] += points[other] - points[one]
        return change, 0
    lowest = min(points)
    receivers = [seat for seat in range(players) if points[seat] == lowest]
    paid = sum(p - lowest for p in points)
    change = [lowest - p for p in points]
    for seat in receivers:
        change[seat] += paid // len(receivers)
    return change, paid % len(receivers)


def settle_takers_of_k(points: list[int]) -> tuple[list[int], int]:
    """Reds and Obers with a bean pot (K8.7)."""
    paid = sum(points)
    change = [-p for p in points]
    free = [seat for seat, p in enumerate(points) if p == 0]
    if not free:
        return change, paid
    for seat in free:
        change[seat] += paid // len(free)
    return change, paid % len(free)


# --------------------------------------------------------------------------------------------------
# The session.


class NaiveSession:
    def __init__(self, variant: str, options: dict[str, object] | None = None, first_dealer: int = 0) -> None:
        self.variant = variant
        self.document, values = PRESETS[variant]
        chosen: dict[str, Any] = {**values, **(options or {})}
        self.first_dealer = first_dealer

        self.players: int = chosen.get("players", 4)
        self.stop_when_decided: bool = chosen.get("stop_when_decided", False)

        # K only
        self.schedule: str = chosen.get(
            "schedule", {"K": "round", "P": "by-dealer", "E": "by-game"}[self.document]
        )
        self.rounds: int = chosen.get("rounds", self.usual_rounds())
        self.reds_hearts_lead: str = chosen.get("reds_hearts_lead", "first-trick")
        self.obers_first_discard: str = chosen.get("obers_first_discard", "allowed")
        self.obers_win: str = chosen.get("obers_win", "by-rank")
        self.lorum_suit_opening: str = chosen.get("lorum_suit_opening", "opening-rank")
        self.all_bad_components: list[str] = list(
            chosen.get("all_bad_components", ["reds", "obers", "no-tricks", "king-of-hearts"])
        )
        self.doubling: bool = chosen.get("doubling", False)
        self.scoring: str = chosen.get("scoring", "penalty")
        self.bean_settlement: str = chosen.get("bean_settlement", "pairwise")
        self.pot_goes_to: str = chosen.get("pot_goes_to", "lorum-winner")
        self.beans_end: str = chosen.get("beans_end", "refused-buy-in")
        self.bought_beans_count: bool = chosen.get("bought_beans_count", False)

        # E only
        self.first_and_last: str = chosen.get("first_and_last", "eight-cards")
        self.announce_before: str = chosen.get("announce_before", "opening-lead")

        self.beans = self.document == "K" and self.scoring != "penalty"
        if self.document == "P" or self.beans:
            self.tie_break = "shared"  # P2.6 K9.3
        else:
            self.tie_break = chosen.get("tie_break", {"K": "extra-deal", "E": "shared"}[self.document])
        self.wins = "highest" if self.document == "P" or self.beans else "lowest"

        usual = {"K": K_CONTRACTS, "P": P_CONTRACTS, "E": E_CONTRACTS}[self.document]
        self.contracts: list[str] = list(chosen.get("contracts", usual))
        self.departures: list[str] = []  # K1.6 K1.7; P1.2 P2.8 E1.2
        if self.document == "K" and not all(contract in self.contracts for contract in K_CORE):
            self.departures = ["session.core-contracts"]
        if self.document != "K" and self.contracts != usual:
            self.departures = ["session.contract-list"]
        direction = chosen.get(
            "direction", {"K": "clockwise", "P": "counter-clockwise", "E": "clockwise"}[self.document]
        )
        self.step = 1 if direction == "clockwise" else -1

        self.pack = list(PACK)
        self.set_aside: list[str] = []
        if self.players == 3:  # K1.5
            self.set_aside = ["7b", "8b"]
            self.pack = [card for card in PACK if card not in self.set_aside]

        if self.document == "K" and self.schedule == "round":  # K4.6
            self.planned = len(self.contracts) * self.rounds
        elif self.document == "K":  # K4.7 K11.2
            self.planned = len(self.contracts) * self.players * self.rounds
        else:  # P2.4 E1.2
            self.planned = len(self.contracts) * 4

        self.totals = [20 if self.beans else 0] * self.players  # K8.2 P2.5
        self.pot = 0
        self.bought = [0] * self.players
        self.final_share = [0] * self.players
        self.winners: list[int] = []
        self.results: list[dict[str, Any]] = []
        self.hands: list[list[str]] = [[] for _ in range(self.players)]

        self.phase = "deal"
        self.to_act: int | None = None
        self.dealer = first_dealer
        self.contract: str | None = None
        self.doubled = False
        self.tied: list[int] = []  # in a tie-break deal, the seats it decides between
        self.game: Game | None = None
        self.asked: list[int] = []  # seats still to be asked: announcements, buying in
        self.buyers: list[int] = []
        self.stock: list[str] | None = None  # where one runs, two cards each (E5.4)
        self.used: list[str] = []  # cards known to be used in this game-round
        self.start_deal()

    def usual_rounds(self) -> int:
        if self.schedule == "each-dealer" and self.variant != "compendium-short":
            return 1  # K11.2
        if self.variant == "compendium-short":
            return 3 if self.players == 3 else 2  # K11.1
        return self.players  # K4.6

    # Where we are.

    def next_seat(self, seat: int) -> int:
        return (seat + self.step) % self.players

    def from_seat_on(self, seat: int) -> list[int]:
        return [(seat + self.step * i) % self.players for i in range(self.players)]

    def forehand(self) -> int:
        return self.next_seat(self.dealer)

    def two_cards_each(self) -> bool:
        return (
            self.document == "E"
            and self.first_and_last == "two-cards"
            and self.contract == "first-and-last"
            and not self.tied
        )

    def contract_is_fixed(self) -> bool:
        return self.document != "K" and not self.tied

    def playable_contracts(self) -> list[str]:
        """The contracts that this deal may have."""
        if self.tied:  # K9.3
            return list(self.contracts)
        number = len(self.results)
        if self.document == "P" or (self.document == "E" and self.schedule == "by-dealer"):
            return [self.contracts[number % len(self.contracts)]]
        if self.document == "E":
            return [self.contracts[number // 4]]
        if self.schedule == "round":  # K4.7
            length = len(self.contracts)
            this_round = self.results[number - number % length :]
            played = [result["contract"] for result in this_round]
        else:
            length = len(self.contracts) * self.players
            this_pass = self.results[number - number % length :]
            played = [result["contract"] for result in this_pass if result["dealer"] == self.dealer]
        return [contract for contract in self.contracts if contract not in played]

    def start_deal(self) -> None:
        number = len(self.results)
        if number > 0:
            one_dealer_conducts_all = self.document == "P" or self.schedule == "by-dealer"
            if self.tied or not one_dealer_conducts_all or number % len(self.contracts) == 0:
                self.dealer = self.next_seat(self.dealer)
        self.contract = None
        if self.contract_is_fixed():
            self.contract = self.playable_contracts()[0]
        self.hands = [[] for _ in range(self.players)]
        self.game = None
        self.doubled = False
        self.asked = []
        self.buyers = []
        if not self.two_cards_each() or number % 4 == 0:
            self.stock = None
            self.used = []
        self.phase = "deal"
        self.to_act = None

    def chooser(self) -> int:
        if not self.tied:
            return self.dealer  # K1.4
        for seat in self.from_seat_on(self.forehand()):  # K9.3, the dealer comes last in this order
            if seat in self.tied:
                return seat
        raise AssertionError

    # What may be done.

    def open(self) -> list[str] | None:
        return self.playable_contracts() if self.phase == "choose" else None

    def legal(self) -> list[dict[str, object]]:
        seat = self.to_act
        if self.phase == "choose":
            return [
                {"type": "choose", "seat": seat, "contract": contract}
                for contract in self.playable_contracts()
            ]
        if self.phase == "double":
            return [{"type": "double", "seat": seat}, {"type": "decline", "seat": seat}]
        if self.phase == "announce":
            assert seat is not None
            if "Kh" in self.hands[seat]:
                return [{"type": "announce", "seat": seat}, {"type": "decline", "seat": seat}]
            return [{"type": "decline", "seat": seat}]
        if self.phase == "buy-in":
            return [{"type": "buy-in", "seat": seat}, {"type": "decline", "seat": seat}]
        if self.phase == "play":
            assert self.game is not None
            cards = self.game.legal_cards()
            if cards:
                return [{"type": "play", "seat": seat, "card": card} for card in cards]
            return [{"type": "pass", "seat": seat}]
        return []

    # What is done.

    def apply(self, action: dict[str, object]) -> None:
        if not isinstance(action, dict):
            raise Refused("an action is an object")
        kind = action.get("type")
        fields = {
            "deal": ["hands", "stock"],
            "score": ["points", "contract", "doubled", "revoked_by"],
            "choose": ["seat", "contract"],
            "double": ["seat"],
            "decline": ["seat"],
            "announce": ["seat"],
            "play": ["seat", "card"],
            "pass": ["seat"],
            "buy-in": ["seat"],
            "revoke": ["seat"],
        }
        if not isinstance(kind, str) or kind not in fields:
            raise Refused("no such action")
        for key in action:
            if key not in ("type", "meta") and key not in fields[kind]:
                raise Refused("this action has no such field")
        if kind == "deal":
            self.apply_deal(action)
        elif kind == "score":
            self.apply_score(action)
        elif kind == "revoke":
            self.apply_revoke(action)
        else:
            self.apply_player_action(kind, action)

    def apply_player_action(self, kind: str, action: dict[str, object]) -> None:
        allowed = {
            "choose": ["choose"],
            "double": ["double", "decline"],
            "announce": ["announce", "decline"],
            "play": ["play", "pass"],
            "buy-in": ["buy-in", "decline"],
        }
        if kind not in allowed.get(self.phase, []):
            raise Refused("not now")
        claim = action.get("seat")
        if claim is not None and (not is_seat(claim, self.players) or claim != self.to_act):
            raise Refused("another seat is to act")
        assert self.to_act is not None
        seat = self.to_act
        if kind == "choose":
            contract = action.get("contract")
            if not isinstance(contract, str) or contract not in self.playable_contracts():
                raise Refused("this contract may not be chosen")
            self.contract = contract
            if self.doubling and not self.tied:  # K11.3 K11.4 K9.3
                self.phase = "double"
                self.to_act = self.dealer
            else:
                self.start_play()
        elif self.phase == "double":
            self.doubled = kind == "double"
            self.start_play()
        elif self.phase == "announce":
            assert isinstance(self.game, TrickGame)
            if kind == "announce":
                if "Kh" not in self.hands[seat]:
                    raise Refused("only the holder of the King may announce")
                self.game.announced = True
            self.asked.pop(0)
            if not self.asked:
                self.game.asked_to_announce = True
            self.after_move()
        elif self.phase == "play":
            assert self.game is not None
            cards = self.game.legal_cards()
            if kind == "play":
                card = read_card(action.get("card"))
                if card not in cards:
                    raise Refused("this card may not be played")
                self.game.play(card)
            else:
                if cards:
                    raise Refused("there is a card to play")
                self.game.do_pass()
            self.after_move()
        else:
            self.apply_buy_in(kind, seat)

    def apply_deal(self, action: dict[str, object]) -> None:
        if self.phase != "deal":
            raise Refused("no cards are to be dealt now")
        given = action.get("hands")
        if not isinstance(given, list | tuple) or len(given) != self.players:
            raise Refused("one hand for every seat")
        hands = [read_cards(hand) for hand in given]
        stock = read_cards(action["stock"]) if action.get("stock") is not None else []
        size = 2 if self.two_cards_each() else len(self.pack) // self.players
        if any(len(hand) != size for hand in hands):
            raise Refused("a hand of another size")
        dealt = [card for hand in hands for card in hand]
        if len(set(dealt)) != len(dealt) or any(card not in self.pack for card in dealt):
            raise Refused("a card twice, or none of this pack")
        left: list[str] | None = None
        if not self.two_cards_each():
            if stock:
                raise Refused("no stock remains of a full deal")
        elif self.stock is not None:  # E5.2 E5.4: the next hands lie on top
            for place, seat in enumerate(self.from_seat_on(self.forehand())):
                expected = [self.stock[place], self.stock[place + 4]]
                if sorted(hands[seat]) != sorted(expected):
                    raise Refused("the stock gives other cards")
            left = self.stock[8:]
            if stock and stock != left:
                raise Refused("the stock is another one")
        elif len(self.results) % 4 == 0:  # the first deal of the four
            if stock:
                if sorted(stock + dealt) != sorted(self.pack):
                    raise Refused("the stock is not the rest of the pack")
                left = stock
        else:
            if stock:
                raise Refused("no stock runs in this game-round")
            if any(card in self.used for card in dealt):
                raise Refused("a card that has been used in this game-round")
        self.stock = left
        self.used += dealt
        self.hands = [in_pack_order(hand) for hand in hands]
        if self.contract_is_fixed():
            self.start_play()
        else:  # K4.3 K9.2
            self.phase = "choose"
            self.to_act = self.chooser()

    def deal_out(self, pack: list[str] | None) -> dict[str, object]:
        """A pack as it lies, or the stock, dealt from its top (K4.2, P2.3, E1.10, E5.2)."""
        left = list(pack or self.stock or [])
        packet = 2 if self.document == "P" else 1
        size = 2 if self.two_cards_each() else len(self.pack) // self.players
        hands: list[list[str]] = [[] for _ in range(self.players)]
        while len(hands[self.dealer]) < size and left:  # the dealer is served last
            for seat in self.from_seat_on(self.forehand()):
                hands[seat] += left[:packet]
                left = left[packet:]
        written = [" ".join(in_pack_order(hand)) for hand in hands]
        return {"type": "deal", "hands": written, **({"stock": " ".join(left)} if left else {})}

    def trick_parts(self, contract: str) -> list[str]:
        """What is charged in a trick contract; empty for any other contract."""
        if self.document == "K":
            if contract == "lorum":
                return []
            if contract == "all-bad":  # K6.7 K6.8
                return ["K " + component for component in self.all_bad_components]
        if self.document == "P" and contract in ("quartets", "fast-train", "lorum"):
            return []
        if self.document == "E" and contract in ("lorum", "unter-laying"):
            return []
        return [self.document + " " + contract]

    def total_of(self, contract: str) -> int | None:
        """What a contract charges in all, where that is always the same."""
        whole = {
            "K reds": 8,
            "K obers": 8,
            "K no-tricks": len(self.pack) // self.players,  # K5.9 K11.5
            "K king-of-hearts": 4,
            "K first-and-last": 8,
            "K fifth-trick": 4,
            "P hearts": 8,
            "P obers": 10,
            "P no-tricks": 8,
            "P hairy-ape": 10,
            "E reds": 8,
            "E obers": 8,
            "E tricks": 8,
            "E first-and-last": 8,
            "E fifth-trick": 8,
        }
        parts = self.trick_parts(contract)
        if not parts or parts == ["E red-king"]:
            return None
        return sum(whole[part] for part in parts)

    def start_play(self) -> None:
        assert self.contract is not None
        leader = self.forehand()  # K4.5 P3.1 E1.5
        parts = self.trick_parts(self.contract)
        name = self.document + " " + self.contract
        if parts:
            self.game = TrickGame(
                self.hands,
                self.step,
                leader,
                parts,
                stop_when_decided=self.stop_when_decided,
                reds_hearts_lead=self.reds_hearts_lead,
                obers_first_discard=self.obers_first_discard,
                obers_win=self.obers_win,
                announce_before=self.announce_before,
            )
        elif name == "K lorum":
            self.game = DominoOfK(self.hands, self.step, leader, self.lorum_suit_opening, self.set_aside)
        elif name == "P lorum":
            self.game = DominoOfP(self.hands, self.step, leader)
        elif name == "P quartets":
            self.game = ChainGame(self.hands, self.step, leader, turns_the_corner=True)
        elif name == "P fast-train":
            self.game = FastTrain(self.hands, self.step, leader)
        elif name == "E lorum":
            self.game = ChainGame(self.hands, self.step, leader, turns_the_corner=False)
        else:
            self.game = UnterLaying(self.hands, self.step, leader)
        self.after_move()

    def after_move(self) -> None:
        """Find out who acts next, or end the deal."""
        game = self.game
        assert game is not None
        if game.over:
            self.end_deal(list(game.points), game.winner, None)
            return
        if isinstance(game, TrickGame) and game.announcement_due():
            if not self.asked:
                self.asked = self.from_seat_on(game.to_act)
            self.phase = "announce"
            self.to_act = self.asked[0]
            return
        self.phase = "play"
        self.to_act = game.to_act

    def apply_revoke(self, action: dict[str, object]) -> None:
        seat = action.get("seat")
        if self.phase != "play" or self.document != "K" or not isinstance(self.game, TrickGame):
            raise Refused("no revoke can be established now")
        if not is_seat(seat, self.players) or seat not in self.game.off_suit:
            raise Refused("this seat has always followed suit")
        assert isinstance(seat, int)
        assert self.contract is not None
        total = self.total_of(self.contract)
        assert total is not None
        points = [0] * self.players
        points[seat] = total  # K7.3 K7.4
        self.end_deal(points, None, seat)

    def apply_score(self, action: dict[str, object]) -> None:
        if self.phase != "deal":
            raise Refused("no deal is to be entered now")
        contract = action.get("contract")
        if contract is None and self.contract_is_fixed():
            contract = self.contract
        if not isinstance(contract, str) or contract not in self.playable_contracts():
            raise Refused("this contract may not be played now")
        given = action.get("points")
        if not isinstance(given, list | tuple) or len(given) != self.players:
            raise Refused("points for every seat")
        points: list[int] = []
        for value in given:
            if type(value) is not int or value < 0:
                raise Refused("points are whole numbers from 0 on")
            points.append(value)
        total = self.total_of(contract)
        if total is not None and sum(points) != total:
            raise Refused("the contract charges another total")
        doubled = action.get("doubled", False)
        if type(doubled) is not bool:
            raise Refused("doubled is true or false")
        if doubled and (not self.doubling or self.tied):
            raise Refused("this deal cannot be doubled")
        revoked_by = action.get("revoked_by")
        offender: int | None = None
        if revoked_by is not None:
            if self.document != "K" or not self.trick_parts(contract):
                raise Refused("no penalty for a revoke here")
            if not is_seat(revoked_by, self.players):
                raise Refused("no such seat")
            assert isinstance(revoked_by, int)
            if points[revoked_by] != total:
                raise Refused("the offender takes everything")
            offender = revoked_by
        winner: int | None = None
        if (self.document, contract) in (
            ("K", "lorum"),
            ("P", "lorum"),
            ("P", "quartets"),
            ("P", "fast-train"),
        ):
            if points.count(min(points)) > 1:
                raise Refused("somebody has won this deal alone")
            if contract != "lorum" and min(points) > 0:
                raise Refused("the winner has no card left")
            winner = points.index(min(points))  # K8.8
        if self.two_cards_each() and self.stock is not None:
            self.used += self.stock[:8]
            self.stock = self.stock[8:]
        self.contract = contract
        self.doubled = doubled
        self.end_deal(points, winner, offender)

    # The end of a deal.

    def settle(self, points: list[int], winner: int | None) -> tuple[list[int], int]:
        """Changes of the accounts and of the pot."""
        contract = self.contract
        if self.tied:  # K9.3
            return [0] * self.players, 0
        if self.document == "P":
            if contract in ("hearts", "obers", "no-tricks"):
                return settle_takers_of_p(points)
            if contract == "hairy-ape":
                return settle_into_pot(points)
            assert winner is not None
            if contract in ("quartets", "fast-train"):
                return settle_to_winner(points, winner)
            change, into_pot = settle_into_pot(points)  # P6.5 P6.6: pay, then one takes it all
            change[winner] += self.pot + into_pot
            return change, -self.pot
        if not self.beans:  # K7.5 E1.8
            return list(points), 0
        if self.scoring == "beans-and-pot" and contract in (
            "king-of-hearts",
            "first-and-last",
            "fifth-trick",
        ):
            return settle_into_pot(points)
        if self.scoring == "beans-and-pot" and contract in ("reds", "obers"):
            return settle_takers_of_k(points)
        change, into_pot = settle_by_differences(points, self.bean_settlement)  # K8.9
        if contract == "lorum" and self.pot_goes_to == "lorum-winner":  # K8.8
            assert winner is not None
            change[winner] += self.pot + into_pot
            return change, -self.pot
        return change, into_pot

    def end_deal(self, points: list[int], winner: int | None, revoked_by: int | None) -> None:
        if self.doubled:  # K11.3
            points = [2 * p for p in points]
        change, pot_change = self.settle(points, winner)
        self.results.append(
            {
                "deal": len(self.results) + 1,
                "dealer": self.dealer,
                "contract": self.contract,
                "doubled": self.doubled,
                "points": points,
                "change": change,
                "pot_change": pot_change,
                "tie_break": bool(self.tied),
                "revoked_by": revoked_by,
            }
        )
        for seat in range(self.players):
            self.totals[seat] += change[seat]
        self.pot += pot_change
        if self.tied:
            fewest = min(points[seat] for seat in self.tied)
            self.tied = [seat for seat in self.tied if points[seat] == fewest]
            if len(self.tied) == 1:  # K9.2
                self.finish(self.tied)
            else:
                self.start_deal()
        elif len(self.results) == self.planned:
            self.end_planned_deals()
        else:
            self.between_deals()

    def between_deals(self) -> None:
        if self.beans and self.beans_end == "refused-buy-in":  # K8.5
            self.asked = [seat for seat in self.from_seat_on(self.forehand()) if self.totals[seat] <= 0]
            if self.asked:
                self.buyers = []
                self.phase = "buy-in"
                self.to_act = self.asked[0]
                return
        self.start_deal()

    def apply_buy_in(self, kind: str, seat: int) -> None:
        if kind == "decline":  # K8.5 K9.4
            self.finish(self.leaders())
            return
        self.buyers.append(seat)
        self.asked.pop(0)
        if self.asked:
            self.to_act = self.asked[0]
            return
        for buyer in self.buyers:
            while self.totals[buyer] <= 0:
                self.totals[buyer] += 20
                self.bought[buyer] += 20
        self.start_deal()

    # The end of the session.

    def leaders(self) -> list[int]:
        accounts = list(self.totals)
        if self.beans and not self.bought_beans_count:  # K8.11
            accounts = [total - bought for total, bought in zip(self.totals, self.bought, strict=True)]
        best = min(accounts) if self.wins == "lowest" else max(accounts)
        return [seat for seat in range(self.players) if accounts[seat] == best]

    def end_planned_deals(self) -> None:
        leaders = self.leaders()
        if len(leaders) > 1 and self.tie_break == "extra-deal":  # K9.2 E1.9
            self.tied = leaders
            self.start_deal()
        else:
            self.finish(leaders)

    def finish(self, winners: list[int]) -> None:
        self.winners = list(winners)
        if self.document == "P" or (self.beans and self.pot_goes_to != "nobody"):  # P2.8 K8.8
            share = self.pot // len(winners)
            for seat in winners:
                self.final_share[seat] = share
                self.totals[seat] += share
            self.pot -= share * len(winners)  # what does not divide stays here, unowned
        self.hands = [[] for _ in range(self.players)]
        self.game = None
        self.tied = []
        self.asked = []
        self.phase = "finished"
        self.to_act = None
