"""Seats, directions, dealers, and how cards come to the hands."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import pytest
from builders import (
    WHOLE_SUITS,
    completed,
    deal,
    dealt,
    house,
    legal,
    play,
    play_out,
    refused,
    score,
    session,
)

import lorum
from lorum import PACK, ArgumentError, Card, DealCards, Direction, Rule, SessionState

SHUFFLED = lorum.shuffled(PACK, "a pack for these tests")


def hands_of(action: DealCards) -> list[str]:
    return [lorum.format_cards(hand) for hand in action.hands]


def dealing(state: SessionState, pack: Any = None) -> DealCards:
    action = lorum.deal_cards(state, pack)
    assert isinstance(action, DealCards)
    return action


# Seats and directions


@pytest.mark.rule(Rule.TABLE_PLAYERS)
def test_number_of_players() -> None:
    """K1.1, K1.5, P2.1, E1.1: four play, each alone; three in the three-handed form of K."""
    for name, variant in lorum.variants().items():
        assert variant.players == (3 if name == "compendium-three" else 4)
        state = first_score(variant)
        assert len(state.totals) == len(state.results[0].points) == len(state.hands) == variant.players
    three = lorum.get_variant("compendium", players=3)
    full = [" ".join(map(str, three.pack[i : i + 10])) for i in (0, 10, 20)]
    refused(session(three), DealCards([*full, ""]), Rule.DEAL_HANDS)
    state = play(dealt(session(three), full), "reds")
    refused(state, lorum.Revoke(3), Rule.TABLE_PLAYERS)
    revoked = lorum.ScoreDeal((8, 0, 0), "reds", revoked_by=3)
    refused(session(three), revoked, Rule.TABLE_PLAYERS)


def first_score(variant: lorum.Variant) -> SessionState:
    """The session after its first deal, in which seat 0 took all."""
    first = variant.contracts[0]
    total = variant.contract(first).total(
        variant.players, len(variant.pack) // variant.players, variant.table.pack
    )
    assert total is not None
    return score(session(variant), [total] + [0] * (variant.players - 1), first)


@pytest.mark.rule(Rule.TABLE_SEATS)
def test_seats_are_numbered_clockwise() -> None:
    """K1.3, K4.5: the left neighbour of seat s is s+1; a claim names a seat from 0 to 3, exactly."""
    assert [Direction.CLOCKWISE.next(seat, 4) for seat in range(4)] == [1, 2, 3, 0]
    assert [Direction.COUNTER_CLOCKWISE.next(seat, 3) for seat in range(3)] == [2, 0, 1]
    for dealer in range(4):
        state = deal("compendium", "reds", completed_hands(), dealer=dealer)
        assert state.to_act == (dealer + 1) % 4
    wrong: Any
    for wrong in (-1, 4, True, False, 1.0, "1", 10**30):
        with pytest.raises(ArgumentError):
            lorum.Pass(seat=wrong)
    for wrong in (3, 4, -1, True, None, "0"):
        with pytest.raises(ArgumentError):
            lorum.new_session(lorum.get_variant("compendium-three"), wrong)


def completed_hands() -> list[str]:
    return completed(lorum.get_variant("compendium"), {})


@pytest.mark.rule(Rule.TABLE_DIRECTION, Rule.TABLE_FOREHAND, Rule.DEAL_ROTATION, Rule.PLAY_OPENING)
@pytest.mark.parametrize(
    ("variant", "options", "step"),
    [
        ("compendium", {"contracts": ["no-tricks"]}, 1),
        ("compendium-three", {"contracts": ["no-tricks"]}, 1),
        ("seven-contracts", {"contracts": ["no-tricks"]}, -1),
        ("eight-games", {"contracts": ["tricks"]}, 1),
        ("eight-games", {"contracts": ["tricks"], "direction": "counter-clockwise"}, -1),
    ],
)
def test_everything_passes_in_one_direction(variant: str, options: dict[str, object], step: int) -> None:
    """K1.3, K4.2, K4.5, K7.2, P2.3, P2.7, P3.1, P3.2, E1.4, E1.5: cards, turns and the deal itself."""
    rules = lorum.get_variant(variant, **options)
    players, size = rules.players, len(rules.pack) // rules.players
    assert rules.direction is (Direction.CLOCKWISE if step == 1 else Direction.COUNTER_CLOCKWISE)
    for first in range(players):
        state = session(rules, first)
        for deal_number in range(1, 4):
            dealer = (first + step * (deal_number - 1)) % players
            forehand = (dealer + step) % players
            assert state.deal
            assert (state.deal.number, state.deal.dealer, state.deal.forehand) == (
                deal_number,
                dealer,
                forehand,
            )
            action = dealing(state, rules.pack)
            packet = rules.pack[: 2 if variant == "seven-contracts" else 1]
            assert set(packet) <= set(action.hands[forehand])
            assert all(len(hand) == size for hand in action.hands)
            state = lorum.apply(state, action)
            if state.phase == "choose":
                assert state.to_act == dealer
                state = play(state, "no-tricks")
            turns = []
            for _ in range(players):
                turns.append(state.to_act)
                state = lorum.apply(state, lorum.legal_actions(state)[0])
            assert turns == [(forehand + step * place) % players for place in range(players)]
            state = play_out(state)


@pytest.mark.rule(Rule.TABLE_TURN)
def test_only_the_seat_whose_turn_it_is_acts() -> None:
    """K7.2, P3.2: a claim of another seat is refused in every phase; no claim, or the right one, is taken."""
    state = dealt(session("compendium", doubling=True, first_dealer=0), completed_hands())
    claims: list[tuple[type[lorum.PlayerAction], dict[str, Any]]] = [
        (lorum.ChooseContract, {"contract": "reds"}),
        (lorum.Double, {}),
        (lorum.Play, {"card": Card("7a")}),
    ]
    for kind, fields in claims:
        if kind is lorum.Play:
            fields = {"card": state.hands[1][0]}
        for seat in range(4):
            claimed = kind(seat=seat, **fields)
            if seat == state.to_act:
                assert lorum.violation(state, claimed) is None
            else:
                refusal = refused(state, claimed, Rule.TABLE_TURN)
                assert refusal.facts == {"seat": seat}
        assert lorum.apply(state, kind(**fields)) == lorum.apply(state, kind(seat=state.to_act, **fields))
        state = lorum.apply(state, kind(**fields))
    king = deal("eight-games", "red-king")
    refused(king, lorum.Decline(seat=0), Rule.TABLE_TURN)
    broke = score(session("compendium", scoring="beans"), [0, 0, 14, 14], "all-bad")
    assert (broke.phase, broke.to_act) == ("buy-in", 2)
    refused(broke, lorum.BuyIn(seat=3), Rule.TABLE_TURN)
    refused(broke, lorum.Decline(seat=3), Rule.TABLE_TURN)


# The first dealer, the cut, the deal


@pytest.mark.rule(Rule.DEAL_FIRST_DEALER)
def test_any_seat_may_deal_first() -> None:
    """K1.2, P2.7, E1.5: the first dealer is a parameter of the session; seat 0 unless said otherwise."""
    for name, variant in lorum.variants().items():
        for dealer in range(variant.players):
            state = lorum.new_session(variant, dealer)
            assert state.deal
            assert state.first_dealer == state.deal.dealer == dealer, name
        assert lorum.new_session(variant) == lorum.new_session(variant, 0) != lorum.new_session(variant, 1)


@pytest.mark.rule(Rule.DEAL_CUT)
def test_a_cut_pack_is_dealt_as_it_lies() -> None:
    """K4.1, P2.3, E1.5: who cuts acts before the cards are dealt: the pack is taken as the cut leaves it."""
    state = session("compendium")
    for place in range(1, 32):
        cut = SHUFFLED[place:] + SHUFFLED[:place]
        assert dealing(state, cut).hands[1] == tuple(sorted(cut[::4]))


@pytest.mark.rule(Rule.DEAL_PACKETS)
def test_packets() -> None:
    """K4.2, P2.3, P2.7, E1.10: one card at a time from forehand on; in P two at a time, to the right."""
    one = dealing(session("compendium", 2), SHUFFLED)
    for place, seat in enumerate((3, 0, 1, 2)):
        assert one.hands[seat] == tuple(sorted(SHUFFLED[place::4]))
    two = dealing(session("seven-contracts", 2), SHUFFLED)
    for place, seat in enumerate((1, 0, 3, 2)):
        packets = [SHUFFLED[i : i + 2] for i in range(2 * place, 32, 8)]
        assert two.hands[seat] == tuple(sorted(card for packet in packets for card in packet))
    eight = dealing(session("eight-games", 2), SHUFFLED)
    assert eight.hands == one.hands
    three = lorum.get_variant("compendium-three")
    pack = lorum.shuffled(three.pack, 3)
    thirds = dealing(session(three, 2), pack)
    for place, seat in enumerate((0, 1, 2)):
        assert thirds.hands[seat] == tuple(sorted(pack[place::3]))
    assert one.stock == two.stock == thirds.stock == ()


@pytest.mark.rule(Rule.DEAL_PACKETS)
def test_a_last_packet_is_smaller(tmp_path: Path) -> None:
    """P2.3: packets of a table's own size; three at a time give 3, 3 and 2."""
    rules = house(tmp_path, "seven-contracts", table={"packets": 3})
    hands = dealing(session(rules), PACK).hands
    assert lorum.format_cards(hands[3]) == "7a 8a 9a Ul Ol Kl 7b 8b"
    assert lorum.format_cards(hands[0]) == "8l 9l Tl Oh Kh Ah Kb Ab"


@pytest.mark.rule(Rule.DEAL_HANDS)
@pytest.mark.parametrize(
    ("hands", "facts"),
    [
        ([], {"hands": 0}),
        (WHOLE_SUITS[:3], {"hands": 3}),
        ([*WHOLE_SUITS, ""], {"hands": 5}),
        ([WHOLE_SUITS[0][:-3], *WHOLE_SUITS[1:]], {"seat": 0, "cards": 7}),
        (
            [WHOLE_SUITS[0], WHOLE_SUITS[1] + " 7h", WHOLE_SUITS[2][3:], WHOLE_SUITS[3]],
            {"seat": 1, "cards": 9},
        ),
        (["", "", "", ""], {"seat": 0, "cards": 0}),
    ],
)
def test_hands_of_the_right_number_and_size(hands: list[str], facts: dict[str, int]) -> None:
    """K4.2, P2.3, E1.10: a hand for every player, eight cards in each."""
    state = session("compendium")
    assert refused(state, DealCards(hands), Rule.DEAL_HANDS).facts == facts
    with pytest.raises(lorum.IllegalAction) as raised:
        deal("compendium", "reds", hands)
    assert raised.value.violation.rule is Rule.DEAL_HANDS


@pytest.mark.rule(Rule.DEAL_HANDS)
def test_hands_of_three_and_of_two_cards() -> None:
    """K1.5, E5.2: ten cards each at three; two each where the stock runs on."""
    three = session("compendium-three")
    refused(three, DealCards(WHOLE_SUITS), Rule.DEAL_HANDS)
    refused(three, DealCards(WHOLE_SUITS[:3]), Rule.DEAL_HANDS)
    two = session("eight-games-two-cards", contracts=["first-and-last"])
    refused(two, DealCards(WHOLE_SUITS), Rule.DEAL_HANDS)
    assert lorum.violation(two, DealCards(["7a 8a", "7l 8l", "7h 8h", "7b 8b"])) is None


@pytest.mark.rule(Rule.DEAL_PACK)
def test_every_card_once() -> None:
    """K2.1, K4.2, K1.5: no card twice, none from outside the pack."""
    state = session("compendium")
    twice = [WHOLE_SUITS[0], "7a " + WHOLE_SUITS[1][3:], *WHOLE_SUITS[2:]]
    assert refused(state, DealCards(twice), Rule.DEAL_PACK).facts == {"card": "7a"}
    cards = [(Card("7a"),) * 8, *map(lorum.parse_cards, WHOLE_SUITS[1:])]
    refused(state, DealCards(cards), Rule.DEAL_PACK)
    three = lorum.get_variant("compendium-three")
    hands = completed(three, {0: "7b"})
    assert refused(session(three), DealCards(hands), Rule.CARDS_SHORT_PACK).facts == {"card": "7b"}


def test_hands_are_sets() -> None:
    """The order in which a hand is given does not matter, nor whether it is text or cards."""
    state = session("compendium")
    given = DealCards(WHOLE_SUITS)
    for other in (
        DealCards([" ".join(reversed(hand.split())) for hand in WHOLE_SUITS]),
        DealCards([lorum.parse_cards(hand) for hand in WHOLE_SUITS]),
        DealCards(tuple(set(lorum.parse_cards(hand)) for hand in WHOLE_SUITS)),
        DealCards(map(str, WHOLE_SUITS)),
    ):
        assert other == given
        assert lorum.apply(state, other) == lorum.apply(state, given)


@pytest.mark.parametrize(
    ("pack", "reason"),
    [
        (None, "a pack is needed, for no stock runs"),
        (PACK[:31], "the pack must have 32 cards, not 31"),
        ((*PACK, PACK[0]), "the pack must have 32 cards, not 33"),
        ((*PACK[:31], PACK[0]), "7a is there twice"),
        (["7a"] * 32, "a pack is made of cards"),
        ("7a 8a", "a list of cards is needed, not '7a 8a'"),
    ],
)
def test_a_wrong_pack_cannot_be_dealt(pack: Any, reason: str) -> None:
    with pytest.raises(ArgumentError) as raised:
        lorum.deal_cards(session("compendium"), pack)
    assert raised.value.reason == reason


def test_a_pack_of_the_right_size_in_later_deals() -> None:
    """K4.2, E5.4: all cards again; where each gets two, what is left, known to be so or not."""
    state = score(session("compendium"), [8, 0, 0, 0], "reds")
    assert lorum.violation(state, lorum.deal_cards(state, PACK)) is None
    with pytest.raises(ArgumentError, match="must have 32 cards"):
        lorum.deal_cards(state, PACK[:31])
    first = dealing(two_cards(), SHUFFLED)
    second = play_out(lorum.apply(two_cards(), DealCards(first.hands)))
    assert dealing(second, SHUFFLED[8:]).hands == dealing(play_out(lorum.apply(two_cards(), first))).hands
    # What was used is passed over, as where the whole pack is shuffled anew.
    assert dealing(second, SHUFFLED) == dealing(second, SHUFFLED[7:]) == dealing(second, SHUFFLED[8:])
    for pack in (SHUFFLED[9:], SHUFFLED[:8], SHUFFLED[8:16], (*SHUFFLED[8:], SHUFFLED[8])):
        with pytest.raises(ArgumentError, match="must have 24 cards"):
            lorum.deal_cards(second, pack)
    with pytest.raises(ArgumentError, match="is there twice"):
        lorum.deal_cards(second, (*SHUFFLED[8:31], SHUFFLED[8]))
    entered = score(two_cards(), [8, 0, 0, 0])
    assert dealing(entered, SHUFFLED[8:]).hands == dealing(second, SHUFFLED[8:]).hands
    whole = dealing(entered, SHUFFLED)
    assert sorted(card for hand in whole.hands for card in hand) == sorted(SHUFFLED[:8])
    assert whole.stock == dealing(second, SHUFFLED[8:]).stock == ()
    with pytest.raises(ArgumentError, match="must have 24 cards"):
        lorum.deal_cards(entered, SHUFFLED[9:])


def test_why_cards_cannot_be_dealt() -> None:
    """E5.4: from a stock that runs no pack is needed, else one is, and its cards have an order."""
    runs = lorum.apply(two_cards(), dealing(two_cards(), SHUFFLED))
    with pytest.raises(ArgumentError, match="stock runs"):
        lorum.deal_cards(play_out(runs), SHUFFLED[8:])
    with pytest.raises(ArgumentError, match="pack is needed"):
        lorum.deal_cards(two_cards())
    unordered: Any = set(PACK)
    with pytest.raises(ArgumentError, match="list of cards"):
        lorum.deal_cards(session("compendium"), unordered)


def test_cards_are_dealt_only_when_they_are_waited_for() -> None:
    chosen = dealt(session("compendium"))
    over = score(session("eight-games", contracts=["tricks"], direction="clockwise"), [8, 0, 0, 0])
    for _ in range(3):
        over = score(over, [8, 0, 0, 0])
    for state in (chosen, play(chosen, "reds"), over):
        with pytest.raises(ArgumentError):
            lorum.deal_cards(state, PACK)
    with pytest.raises(ArgumentError):
        lorum.deal_cards(session("compendium-three"), PACK)


# Two cards each


def two_cards(**options: Any) -> SessionState:
    return session("eight-games-two-cards", contracts=["first-and-last"], **options)


@pytest.mark.rule(Rule.DEAL_STOCK, Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
def test_a_stock_that_was_given_runs_through_four_deals() -> None:
    """E5.2, E5.4: two cards each, one at a time from the opener on; the four deals use all 32 cards."""
    state = two_cards(first_dealer=0)
    first = dealing(state, SHUFFLED)
    assert first.stock == SHUFFLED[8:]
    seen: list[Card] = []
    for number in range(4):
        action = dealing(state, SHUFFLED) if not number else dealing(state)
        top = SHUFFLED[8 * number : 8 * number + 8]
        forehand = (number + 1) % 4
        for place in range(4):
            assert action.hands[(forehand + place) % 4] == tuple(sorted((top[place], top[place + 4])))
        seen += [card for hand in action.hands for card in hand]
        after = lorum.apply(state, action)
        # The stock may be given again, as it then lies, or left out.
        assert lorum.violation(state, DealCards(action.hands)) is None
        assert action.stock == SHUFFLED[8 * number + 8 :]
        state = play_out(after)
    assert sorted(seen) == list(PACK)
    assert state.phase == "finished"
    assert sum(state.totals) == 4 * 8


@pytest.mark.rule(Rule.DEAL_STOCK, Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
def test_a_stock_that_runs_binds() -> None:
    """E5.4: other hands, the right hands at wrong seats, and another rest are refused; no pack is dealt."""
    state = play_out(lorum.apply(two_cards(), dealing(two_cards(), SHUFFLED)))
    right = dealing(state)
    rule = Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS
    turned = (*right.hands[1:], right.hands[0])
    refused(state, DealCards(turned), rule)
    last = SHUFFLED[-8:]
    refused(state, DealCards([last[:2], last[2:4], last[4:6], last[6:]]), rule)
    refused(state, DealCards(right.hands, right.stock[:-1]), rule)
    refused(state, DealCards(right.hands, tuple(reversed(right.stock))), rule)
    refused(state, DealCards(right.hands, SHUFFLED[8:]), rule)
    used = SHUFFLED[:2]
    refused(state, DealCards((used, *right.hands[1:])), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
    with pytest.raises(ArgumentError):
        lorum.deal_cards(state, SHUFFLED[8:])


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_cards_of_every_earlier_deal_are_used() -> None:
    """E5.4: in the third deal of four those of the first are gone as well."""
    state = two_cards()
    for number in range(2):
        state = play_out(lorum.apply(state, dealing(state) if number else dealing(state, SHUFFLED)))
    for used in (SHUFFLED[0], SHUFFLED[8]):
        hands = [(used, SHUFFLED[16]), *dealing(state).hands[1:]]
        refusal = refused(state, DealCards(hands), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
        assert refusal.facts == {"card": str(used)}


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_without_a_stock_any_unused_cards_are_dealt() -> None:
    """E5.4: no card of an earlier deal of the four comes again, nothing else binds; then all are back."""
    state = two_cards()
    with pytest.raises(ArgumentError):
        lorum.deal_cards(state)
    for number in range(4):
        cards = SHUFFLED[8 * number : 8 * number + 8]
        hands = [cards[i : i + 2] for i in (0, 2, 4, 6)]
        if number:
            again = DealCards([SHUFFLED[:2], *hands[1:]])
            refusal = refused(state, again, Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
            assert refusal.facts["card"] in {str(card) for card in SHUFFLED[:2]}
            assert dealing(state, SHUFFLED).hands == dealing(state, SHUFFLED[8 * number :]).hands
        state = play_out(lorum.apply(state, DealCards(hands)))
    assert state.phase == "finished"


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_a_first_stock_is_the_rest_of_the_pack() -> None:
    """E5.4: 24 cards, none of them dealt or twice; a deal of all cards has no stock."""
    state = two_cards()
    hands = dealing(state, SHUFFLED).hands
    stock = SHUFFLED[8:]
    assert lorum.violation(state, DealCards(hands, stock)) is None
    refused(state, DealCards(hands, stock[:-1]), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
    refused(state, DealCards(hands, (*stock, SHUFFLED[0])), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
    refused(state, DealCards(hands, (*stock[:-1], SHUFFLED[0])), Rule.DEAL_PACK)
    refused(state, DealCards(hands, (*stock[:-1], stock[0])), Rule.DEAL_PACK)
    refused(session("compendium"), DealCards(WHOLE_SUITS, "7a"), Rule.DEAL_STOCK)
    refused(session("eight-games"), DealCards(WHOLE_SUITS, "7a"), Rule.DEAL_STOCK)


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_the_stock_runs_on_past_a_deal_entered_by_its_points() -> None:
    """E5.4: the cards of an entered deal are the top eight, known or not."""
    state = play_out(lorum.apply(two_cards(), dealing(two_cards(), SHUFFLED)))
    state = score(state, [8, 0, 0, 0])
    assert dealing(state).stock == SHUFFLED[24:]
    assert sorted(card for hand in dealing(state).hands for card in hand) == sorted(SHUFFLED[16:24])
    unknown = score(two_cards(), [8, 0, 0, 0])
    assert lorum.violation(unknown, DealCards(["7a 8a", "7l 8l", "7h 8h", "7b 8b"])) is None


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_only_the_first_deal_of_the_four_gives_the_stock() -> None:
    """E5.4: the pack is shuffled for the first deal only; its stock is given then or not at all."""
    unknown = score(two_cards(), [8, 0, 0, 0])
    hands = ["7a 8a", "7l 8l", "7h 8h", "7b 8b"]
    rest = [card for card in PACK if str(card) not in " ".join(hands)]
    refused(unknown, DealCards(hands, rest), Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_keys_tell_what_of_the_stock_binds() -> None:
    """E5.4: the order of a stock that runs, or else the cards used; nothing in the last of the four."""
    top, rest = list(SHUFFLED[:8]), list(SHUFFLED[8:])
    pack, turned = [*top, *rest], [*top, *rest[:-8], *reversed(rest[-8:])]
    known, other, unknown = two_cards(), two_cards(), two_cards()
    for number in range(4):
        action = dealing(known, pack) if not number else dealing(known)
        if number < 3:
            other = lorum.apply(other, dealing(other, turned) if not number else dealing(other))
        # A stock that runs may be given again or left out.
        silent = DealCards(action.hands)
        if number:
            assert lorum.position_key(lorum.apply(known, silent)) == lorum.position_key(
                lorum.apply(known, action)
            )
        known, unknown = lorum.apply(known, silent if number else action), lorum.apply(unknown, silent)
        assert (lorum.position_key(known) == lorum.position_key(unknown)) == (number == 3)
        if number < 3:
            assert lorum.position_key(known) != lorum.position_key(other)
        known, other, unknown = play_out(known), play_out(other) if number < 3 else other, play_out(unknown)
        assert (lorum.position_key(known) == lorum.position_key(unknown)) == (number == 3)


@pytest.mark.rule(Rule.DEAL_STOCK)
def test_keys_tell_which_cards_are_used() -> None:
    """E5.4: with the same hands and points now, other cards may come where others have gone before."""
    acorns = ["7a 8a", "9a Ta", "Ua Oa", "Ka Aa"]
    hearts = DealCards(["7h 8h", "9h Th", "Uh Oh", "Kh Ah"])
    one, two = (
        play_out(lorum.apply(two_cards(), DealCards(hands)))
        for hands in (acorns, [hand.replace("a", "l") for hand in acorns])
    )
    assert (one.totals, one.deal) == (two.totals, two.deal)
    assert lorum.position_key(one) != lorum.position_key(two)
    one, two = lorum.apply(one, hearts), lorum.apply(two, hearts)
    assert lorum.position_key(one) != lorum.position_key(two)
    assert lorum.position_key(play_out(one)) != lorum.position_key(play_out(two))


@pytest.mark.rule(Rule.EIGHT_FIRST_AND_LAST_TWO_CARDS)
def test_play_with_two_cards() -> None:
    """E5.3: the opener leads one of the two, the taker leads to the last trick, each trick counts 4."""
    state = dealt(two_cards(), ["8a 7h", "9a Al", "Ta Kl", "7a 7b"])
    assert legal(state) == "9a Al"
    state = play(state, "9a")
    assert legal(state) == "Ta"
    refused(state, "Kl", Rule.TRICKS_FOLLOW_SUIT)
    state = play(state, "Ta 7a 8a")
    assert (state.to_act, legal(state)) == (2, "Kl")
    state = play(state, "Kl 7b 7h Al")
    assert state.totals == (0, 4, 4, 0)


def test_tie_break_deal_has_full_hands() -> None:
    """K9.3, E5.4: the extra deal is a deal of the whole pack, whatever is chosen."""
    state = two_cards(tie_break="extra-deal")
    for points in ([4, 4, 0, 0], [4, 4, 0, 0], [0, 0, 4, 4], [0, 0, 4, 4]):
        state = score(state, points)
    assert (state.phase, state.totals) == ("deal", (8, 8, 8, 8))
    refused(state, DealCards(["7a 8a", "7l 8l", "7h 8h", "7b 8b"]), Rule.DEAL_HANDS)
    refused(state, DealCards(WHOLE_SUITS, "7a"), Rule.DEAL_STOCK)
    with pytest.raises(ArgumentError):
        lorum.deal_cards(state)
    state = play(lorum.apply(state, dealing(state, PACK)), "first-and-last")
    state = play_out(state)
    assert sum(state.results[-1].points) == 8
