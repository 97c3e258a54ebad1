"""The naive implementation with one clause wrong, for every clause that vectors can show.

An entry of `WRONG` names clauses, a text that stands once in ``naive.py``, and what an implementer might
have put in its place who had not read them, or had read them otherwise. Vectors that name a clause must tell.
"""

from __future__ import annotations

from pathlib import Path
from types import ModuleType

SOURCE = (Path(__file__).parent / "naive.py").read_text(encoding="utf-8")


def naive_with(old: str, new: str) -> ModuleType:
    """The naive implementation with another text in one place."""
    assert SOURCE.count(old) == 1, old
    module = ModuleType("wrong")
    exec(compile(SOURCE.replace(old, new), "wrong", "exec"), module.__dict__)
    return module


# fmt: off
# ruff: noqa: E501
WRONG: list[tuple[str, str, str]] = [
    # Cards
    ("cards.pack", 'SUITS = ["a", "l", "h", "b"]', 'SUITS = ["b", "h", "l", "a"]'),
    ("cards.rank-order", '"9", "T", "U", "O", "K", "A"]', '"9", "U", "O", "K", "T", "A"]'),
    ("cards.short-pack", 'self.set_aside = ["7b", "8b"]', 'self.set_aside = ["7a", "7b"]'),
    ("cards.french", '"J": "U", "j": "U", "Q": "O"', '"J": "U", "j": "U", "Q": "K"'),
    ("cards.french", '"s": "l", "S": "l", "d": "b"', '"s": "b", "S": "b", "d": "l"'),
    ("cards.notation", '"10": "T", ', ""),
    ("cards.notation", "READ_RANK[_rank.lower()] = _rank", ""),
    ("cards.set-notation", "if len(set(cards)) != len(cards):\n        raise", "if False:\n        raise"),
    ("cards.set-notation", "return [card for card in PACK if card in cards]", "return cards"),
    # Table
    ("table.players", 'chosen.get("players", 4)', "4"),
    ("table.seats table.direction", "self.step = 1 if", "self.step = -1 if"),
    ("table.direction", '"P": "counter-clockwise"', '"P": "clockwise"'),
    ("table.forehand", "return self.next_seat(self.dealer)\n", "return self.dealer\n"),
    ("table.turn", "or claim != self.to_act):", "):"),
    # Dealing
    ("deal.first-dealer", "self.dealer = first_dealer", "self.dealer = 0"),
    ("deal.rotation", "self.dealer = self.next_seat(self.dealer)", "pass"),
    ("deal.packets", 'packet = 2 if self.document == "P" else 1', "packet = 4"),
    ("deal.hands", "if any(len(hand) != size for hand in hands):", "if False:"),
    ("deal.pack", "if len(set(dealt)) != len(dealt) or any(card not in self.pack for card in dealt):", "if False:"),
    ("deal.stock eight-games.first-and-last.two-cards", "if sorted(hands[seat]) != sorted(expected):", "if False:"),
    ("deal.stock", "if any(card in self.used for card in dealt):", "if False:"),
    ("eight-games.first-and-last.two-cards", "self.first_and_last == ", "not "),
    ("deal.entered", 'if self.phase != "deal":\n            raise Refused("no deal is to be entered now")', "if True:\n            raise Refused"),
    # Choosing, doubling, announcing
    ("choose.declarer", "return self.dealer  # K1.4", "return self.forehand()"),
    ("choose.open", "return [contract for contract in self.contracts if contract not in played]", "return list(self.contracts)"),
    ("choose.open", "not isinstance(contract, str) or contract not in self.playable_contracts():\n                raise", "contract not in K_CONTRACTS:\n                raise"),
    ("choose.tie-break", "for seat in self.from_seat_on(self.forehand()):  # K9.3", "for seat in self.from_seat_on(self.dealer):  #"),
    ("choose.tie-break", "if self.tied:  # K9.3\n            return list(self.contracts)", "if self.tied:\n            return self.contracts[:1]"),
    ("double.dealer", "if self.doubling and not self.tied:  # K11.3 K11.4 K9.3", "if self.doubling:"),
    ("double.dealer", 'self.phase = "double"\n                self.to_act = self.dealer', 'self.phase = "double"\n                self.to_act = self.forehand()'),
    ("announce.asked", "self.asked = self.from_seat_on(game.to_act)", "self.asked = self.from_seat_on(game.next_seat(game.to_act))"),
    ("announce.asked", 'and any("Kh" in hand for hand in self.hands)', ""),
    ("announce.holder eight-games.red-king.announced", 'if "Kh" in self.hands[seat]:\n                return', "if True:\n                return"),
    ("announce.holder", 'if "Kh" not in self.hands[seat]:', "if False:"),
    ("announce.free", "else:\n                    price += 8", "else:\n                    price += 64 if self.announced else 8"),
    # Play in general
    ("play.over", "allowed.get(self.phase, [])", "allowed.get(self.phase, list(allowed))"),
    ("play.phase", 'raise Refused("not now")', "return"),
    ("play.card-held", "if card not in cards:", "if card in self.hands[seat] and card not in cards:"),
    ("play.pass layouts.must-play trains.pass", 'if cards:\n                    raise Refused("there is a card to play")', "if False:\n                    raise"),
    ("play.pass", 'return [{"type": "pass", "seat": seat}]', "return []"),
    ("play.opening", "leader = self.forehand()  # K4.5", "leader = self.dealer  #"),
    # Tricks
    ("tricks.follow-suit", "if following:  # K5.4 P3.2 E1.7", "if False:"),
    ("tricks.discard", "                return in_pack_order(others)\n        return in_pack_order(hand)", "                return in_pack_order(others)\n        return in_pack_order([c for c in hand if suit_of(c) == 'h'] or hand)"),
    ("tricks.winner", "if suit_of(card) != led:\n                continue", "if False:\n                continue"),
    ("tricks.winner", "return max(candidates)[1]", "return self.trick[0][0]"),
    ("tricks.no-trump", "candidates.append((height(card), seat))", "candidates.append((height(card), seat))\n        trumps = [(height(c), s) for s, c in self.trick if suit_of(c) == 'h']\n        candidates = trumps or candidates"),
    ("tricks.no-trump", "if following:  # K5.4 P3.2 E1.7", "top = max(height(c) for _, c in self.trick if suit_of(c) == led)\n        following = [c for c in following if height(c) > top] or following\n        if following:"),
    ("tricks.winner-leads", "self.to_act = taker", "self.to_act = self.next_seat(seat)"),
    ("tricks.lead-limit compendium.reds.first-lead compendium.obers.first-lead compendium.king-of-hearts.hearts-lead compendium.reds.hearts-lead eight-games.reds.first-lead", 'only_hearts = all(suit_of(c) == "h" for c in hand)', "return True"),
    ("compendium.reds.first-lead", "hearts_barred = self.number == 1\n                else", "hearts_barred = not self.hearts_broken\n                else"),
    ("compendium.reds.hearts-lead", 'if self.reds_hearts_lead == "first-trick":', "if True:"),
    ("tricks.lead-limit eight-games.reds.first-lead", "if part == \"E reds\":  # E2.1\n                hearts_barred = self.number == 1", "if part == \"E reds\":\n                hearts_barred = not self.hearts_broken"),
    ("tricks.singleton-lead compendium.obers.first-lead", "and same_suit != [card]:", ":"),
    ("tricks.broken compendium.king-of-hearts.hearts-lead", "self.hearts_broken = True", "pass"),
    ("tricks.broken compendium.king-of-hearts.hearts-lead", "self.trick.append((seat, card))", "self.trick.append((seat, card))\n        self.hearts_broken |= suit_of(card) == 'h'"),
    ("tricks.nothing-else", "and not only_hearts:", ":"),
    ("tricks.discard-limit compendium.obers.first-discard", 'and self.obers_first_discard == "barred"', "and False"),
    ("tricks.discard-limit compendium.obers.first-discard", 'self.number == 1 and self.obers_first_discard == "barred"', 'self.obers_first_discard == "barred"'),
    ("compendium.obers.first-discard", 'and self.obers_first_discard == "barred"', ""),
    ("tricks.only-when-led compendium.obers.win", 'self.obers_win == "only-when-led" and ober_not_led', "False"),
    ("compendium.obers.win", 'self.obers_win == "only-when-led" and ober_not_led', "ober_not_led"),
    ("tricks.card-points", "self.points[taker] += self.price_of_card(taken, self.number)", "self.points[seat] += self.price_of_card(taken, self.number)"),
    ("tricks.trick-points", "self.points[taker] += self.price_of_trick(self.number)", "self.points[seat] += self.price_of_trick(self.number)"),
    ("tricks.fall-points eight-games.red-king.points", "price += 16", "price += 8"),
    ("tricks.mix compendium.all-bad.mix", "for component in self.all_bad_components]", "for component in self.all_bad_components[:1]]"),
    ("tricks.played-out", "if self.stop_when_decided and self.decided():", "if self.decided():"),
    ("tricks.stop-after eight-games.fifth-trick.stop", 'if "E fifth-trick" in self.parts and finished == 5:', "if False:"),
    ("tricks.decided", "if self.stop_when_decided and self.decided():", "if False:"),
    # Prices of tricks and cards
    ("compendium.reds.points seven-contracts.hearts.points eight-games.reds.points", 'suit_of(card) == "h":  # K5.1 P4.1 E2.2', 'card == "Kh":'),
    ("compendium.obers.points eight-games.obers.points", 'if part in ("K obers", "E obers") and rank_of(card) == "O":  # K5.5 E3.1\n                price += 2', 'if part in ("K obers", "E obers") and rank_of(card) == "O":\n                price += 1'),
    ("seven-contracts.obers.points", '{"a": 1, "l": 2, "b": 3, "h": 4}', '{"a": 1, "l": 2, "h": 3, "b": 4}'),
    ("compendium.king-of-hearts.points", 'if part == "K king-of-hearts" and card == "Kh":', 'if part == "K king-of-hearts" and card == "Oh":'),
    ("seven-contracts.hairy-ape.points", 'if part == "P hairy-ape" and card == "Kh":', 'if part == "P hairy-ape" and card == "Oh":'),
    ("tricks.fall-points eight-games.red-king.points", "else:\n                    price += 8", "else:\n                    price += 4"),
    ("tricks.fall-points eight-games.red-king.announced", "64 if self.announced else 32", "32"),
    ("compendium.no-tricks.points seven-contracts.no-tricks.points eight-games.tricks.points", '"E tricks"):  # K5.9 P4.6 E4.1\n                price += 1', '"E tricks"):\n                price += 1 if trick > 1 else 2'),
    ("compendium.first-and-last.points eight-games.first-and-last.points", "if trick == self.last_trick:\n                    price += 4", "if trick == 8:\n                    price += 3"),
    ("compendium.fifth-trick.points", 'if part == "K fifth-trick" and trick == 5:', 'if part == "K fifth-trick" and trick == 4:'),
    ("eight-games.fifth-trick.points", 'if part == "E fifth-trick" and trick == 5:', 'if part == "E fifth-trick" and trick == 4:'),
    # Layouts
    ("layouts.opening compendium.lorum.opening", "if not self.table:  # K5.10\n            return True", 'if not self.table:\n            return rank_of(card) == "U"'),
    ("layouts.opening seven-contracts.lorum.opening", "if self.start is None:  # P6.2\n            return True", 'if self.start is None:\n            return rank_of(card) == "U"'),
    ("layouts.opening eight-games.unter-laying.opening", 'if rank_of(card) == "U":\n            return True', 'if rank_of(card) == "U" or not self.table:\n            return True'),
    ("layouts.opener eight-games.unter-laying.opening", 'while not any(rank_of(card) == "U" for card in self.hands[self.to_act]):', "while False:"),
    ("layouts.suit-opening compendium.lorum.suit-opening", 'if self.suit_opening == "opening-rank":', "if False:"),
    ("layouts.suit-opening compendium.lorum.suit-opening", 'if self.suit_opening == "opening-rank":', "if True:"),
    ("layouts.suit-opening seven-contracts.lorum.piles", "return rank_of(card) == self.start", "return True"),
    ("layouts.suit-opening eight-games.unter-laying.suits", 'if rank_of(card) == "U":\n            return True', 'if rank_of(card) == "U" and len(self.table) < 4:\n            return True'),
    ("layouts.suit-opening seven-contracts.lorum.piles", "return rank_of(card) == self.start", "return rank_of(card) in map(rank_of, self.top.values())"),
    ("layouts.suit-opening eight-games.unter-laying.suits", 'if rank_of(card) == "U":\n            return True', 'if rank_of(card) == "U" or rank_of(card) in map(rank_of, self.table):\n            return True'),
    ("layouts.growth compendium.lorum.growth", "if any(near in self.table for near in neighbours(card)):", "if any(near in self.table for near in neighbours(card)[:1]):"),
    ("layouts.growth seven-contracts.lorum.growth", "return card == next_higher_round_the_corner(self.top[suit])  # P6.4", "return next_higher_round_the_corner(card) == self.top[suit]"),
    ("layouts.growth eight-games.unter-laying.suits", "return RANKS[towards_unter] + suit_of(card) in self.table", 'return "U" + suit_of(card) in self.table'),
    ("layouts.corner compendium.lorum.growth", "for p in (position - 1, position + 1) if 0 <= p <= 7]", "for p in (position - 1, (position + 1) % 8)]"),
    ("layouts.corner seven-contracts.lorum.growth", "return card == next_higher_round_the_corner(self.top[suit])  # P6.4", "return card == next_higher(self.top[suit])"),
    ("layouts.corner eight-games.unter-laying.suits", "return RANKS[towards_unter] + suit_of(card) in self.table", "return (next_higher_round_the_corner(card) if position == 7 else RANKS[towards_unter] + suit_of(card)) in self.table"),
    ("layouts.must-play eight-games.unter-laying.pass seven-contracts.lorum.pass-price", 'if cards:\n                return [{"type": "play", "seat": seat, "card": card} for card in cards]', "if True:\n                return [{'type': 'play', 'seat': seat, 'card': card} for card in cards]"),
    ("layouts.pass-price compendium.lorum.pass-price", "self.points[self.to_act] += 1  # K5.15", "pass"),
    ("layouts.pass-price seven-contracts.lorum.pass-price", "self.points[self.to_act] += 1  # P6.5", "pass"),
    ("layouts.pass-price eight-games.unter-laying.pass", "self.go_on()  # E9.3: costs nothing", "self.points[self.to_act] += 1\n        self.go_on()"),
    ("layouts.set-aside compendium.lorum.set-aside", "if self.fits(spare):", "if False:"),
    ("layouts.end", "if len(self.out) == 3:", "if len(self.out) == 1:"),
    ("layouts.end compendium.lorum.cards-left", "if not self.hands[seat]:  # K5.18", "if not any(self.hands):"),
    ("layouts.end seven-contracts.lorum.cards-left", "if not self.hands[seat]:  # P6.6", "if not any(self.hands):"),
    ("layouts.card-price compendium.lorum.cards-left", "if not self.hands[seat]:  # K5.18\n            self.charge_cards_left(1)", "if not self.hands[seat]:\n            self.charge_cards_left(2)"),
    ("layouts.card-price seven-contracts.lorum.cards-left", "if not self.hands[seat]:  # P6.6\n            self.charge_cards_left(1)", "if not self.hands[seat]:\n            self.charge_cards_left(2)"),
    ("layouts.card-price eight-games.unter-laying.second-out eight-games.unter-laying.third-out", "self.charge_cards_left(len(self.out))", "self.charge_cards_left(1)"),
    ("eight-games.unter-laying.first-out", "self.charge_cards_left(len(self.out))", "self.charge_cards_left(len(self.out) if len(self.out) > 1 else 0)"),
    ("layouts.out", "while self.to_act in self.out:  # E9.7", "while False:"),
    # Chains
    ("chains.lead seven-contracts.quartets.lead", "return in_pack_order(self.hands[self.to_act])\n        wanted", "return in_pack_order(self.hands[self.to_act])[:1]\n        wanted"),
    ("chains.next seven-contracts.quartets.next eight-games.lorum.run", "return [wanted]", "return in_pack_order(self.hands[self.to_act])"),
    ("chains.next seven-contracts.quartets.next eight-games.lorum.run", "self.to_act = holder", "self.to_act = self.next_seat(seat)"),
    ("chains.corner seven-contracts.quartets.next", "turns_the_corner=True", "turns_the_corner=False"),
    ("chains.corner eight-games.lorum.highest", "turns_the_corner=False", "turns_the_corner=True"),
    ("chains.length seven-contracts.quartets.length eight-games.lorum.run", "if len(self.chain) == 4 or holder is None:", "if len(self.chain) == 3 or holder is None:"),
    ("chains.next-lead seven-contracts.quartets.length eight-games.lorum.highest", "self.chain = []  # and", "self.to_act = self.next_seat(seat)\n            self.chain = []  # and"),
    ("chains.end", "if not self.hands[seat]:  # P5.7 E8.5", "if not any(self.hands):"),
    ("chains.card-price seven-contracts.quartets.cards-left eight-games.lorum.cards-left", "if not self.hands[seat]:  # P5.7 E8.5\n            self.charge_cards_left(1)", "if not self.hands[seat]:\n            self.charge_cards_left(2)"),
    # Trains
    ("trains.first", "if self.last is None:\n            return in_pack_order(hand)", "if self.last is None:\n            return in_pack_order(hand)[:1]"),
    ("trains.next seven-contracts.fast-train.next", "return in_pack_order([card for card in hand if rank_of(card) == wanted])", "return in_pack_order([c for c in hand if rank_of(c) == wanted and suit_of(c) != suit_of(self.last)])"),
    ("trains.next seven-contracts.fast-train.next", "wanted = rank_of(next_higher_round_the_corner(self.last))", "wanted = rank_of(next_higher(self.last) or self.last)"),
    ("trains.pass seven-contracts.fast-train.pass", "    def do_pass(self) -> None:\n        self.to_act = self.next_seat(self.to_act)", "    def do_pass(self) -> None:\n        self.points[self.to_act] += 1\n        self.to_act = self.next_seat(self.to_act)"),
    ("trains.end", "if not self.hands[seat]:  # P5.7\n", "if not any(self.hands):\n"),
    ("trains.card-price seven-contracts.fast-train.cards-left", "if not self.hands[seat]:  # P5.7\n            self.charge_cards_left(1)", "if not self.hands[seat]:\n            self.charge_cards_left(2)"),
    # Revokes
    ("revoke.penalty", "points[seat] = total  # K7.3 K7.4", "points = list(self.game.points)\n        points[seat] += total - sum(points)"),
    ("revoke.shown", "or seat not in self.game.off_suit:", ":"),
    ("revoke.shown revoke.penalty", 'if self.phase != "play" or self.document != "K" or not isinstance(self.game, TrickGame):', "if True:"),
    ("revoke.none", 'if self.phase != "play" or self.document != "K" or', 'if self.phase != "play" or'),
    # Settlement
    ("settlement.penalties", "return list(points), 0", "return [-p for p in points], 0"),
    ("settlement.doubled", "points = [2 * p for p in points]", "pass"),
    ("settlement.untouched seven-contracts.hearts.distribution seven-contracts.obers.distribution seven-contracts.no-tricks.distribution", "if not untouched:\n        return change, total", "if not untouched:\n        return change, 0"),
    ("settlement.sweep seven-contracts.hearts.distribution seven-contracts.obers.distribution seven-contracts.no-tricks.distribution", "if len(takers) == 1:", "if False:"),
    ("beans.untouched settlement.untouched", "if not free:\n        return change, paid\n", "if len(free) < 2:\n        return change, paid\n"),
    ("beans.untouched settlement.untouched", "change[seat] += paid // len(free)", "change[seat] += paid // 4"),
    ("settlement.to-pot beans.common-pot", "return [-p for p in points], sum(points)", "return settle_by_differences(points, 'pairwise')"),
    ("settlement.to-winner", "change[winner] = sum(p for seat, p in enumerate(points) if seat != winner)", "change[winner] = 0"),
    # Pot
    ("pot.start", "self.pot = 0\n", "self.pot = 4\n"),
    ("pot.balance", "self.pot += pot_change", "pass"),
    ("pot.winner seven-contracts.lorum.pot", "change[winner] += self.pot + into_pot\n            return change, -self.pot\n        if not self.beans", "change[winner] += self.pot\n            return change, into_pot - self.pot\n        if not self.beans"),
    ("pot.rest", "return change, paid % len(free)", "return change, 0"),
    ("pot.left-over", "share = self.pot // len(winners)", "share = 0"),
    # Beans
    ("beans.start", "[20 if self.beans else 0]", "[0]"),
    ("beans.pairwise", 'if way == "pairwise":', "if False:"),
    ("beans.to-lowest", 'if way == "pairwise":', "if True:"),
    ("beans.pot-goes-to", 'if contract == "lorum" and self.pot_goes_to == "lorum-winner":', "if False:"),
    ("beans.pot-goes-to", 'if contract == "lorum" and self.pot_goes_to == "lorum-winner":', 'if contract == "lorum":'),
    ("beans.pot-goes-to pot.left-over", 'and self.pot_goes_to != "nobody"', ""),
    ("beans.buy-in", "if self.totals[seat] <= 0]", "if self.totals[seat] < 0]"),
    ("beans.buy-in", "while self.totals[buyer] <= 0:", "if self.totals[buyer] <= 0:"),
    ("beans.buy-in", 'self.beans and self.beans_end == "refused-buy-in":', "False:"),
    ("beans.refused", "self.finish(self.leaders())\n            return", "self.asked.pop(0)\n            self.start_deal()\n            return"),
    ("beans.never", 'self.beans and self.beans_end == "refused-buy-in":', "self.beans:"),
    ("beans.winner", "if self.beans and not self.bought_beans_count:", "if False:"),
    ("beans.winner", "if self.beans and not self.bought_beans_count:", "if self.beans:"),
    # Session
    ("session.round", 'if self.schedule == "round":  # K4.7', "if False:"),
    ("session.round", 'if self.document == "K" and self.schedule == "round":  # K4.6', "if False:"),
    ("session.each-dealer", 'if self.document == "K" and self.schedule == "round":  # K4.6', 'if self.document == "K":'),
    ("session.rounds", "return self.players  # K4.6", "return 1"),
    ("session.by-dealer", "not one_dealer_conducts_all or", "True or"),
    ("session.by-game", "return [self.contracts[number // 4]]", "return [self.contracts[number % len(self.contracts)]]"),
    ("session.core-contracts", "for contract in K_CORE):", "for contract in K_CONTRACTS):"),
    ("session.core-contracts", 'self.departures = ["session.core-contracts"]', "pass"),
    ("session.contract-list", 'self.departures = ["session.contract-list"]', "pass"),
    ("session.totals", "self.totals[seat] += change[seat]", "self.totals[seat] = change[seat]"),
    ("session.lowest-wins", 'else "lowest"\n', 'else "highest"\n'),
    ("session.highest-wins", 'self.wins = "highest"', 'self.wins = "lowest"'),
    ("session.shared", "self.winners = list(winners)", "self.winners = winners[:1]"),
    ("session.extra-deal", 'if len(leaders) > 1 and self.tie_break == "extra-deal":', "if False:"),
    ("session.extra-deal", "if self.tied:  # K9.3\n            return [0] * self.players, 0", "if False:\n            return [0] * self.players, 0"),
]
# fmt: on
