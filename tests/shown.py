"""Which clauses a position, a step, a refusal, a result or a session shows.

A vector shows a clause when an implementation that has just this clause wrong would fail it. So each
function here asks what would come out without the clause, or with its parameter turned round, and names
the clause only where that is something else. A common clause is named along with the one by which a
document says the same of its contract. A text that is no rule tells cases of one apart, each of which is
worth a vector.
"""

from __future__ import annotations

from collections.abc import Iterator
from functools import cache
from typing import Any

from attrs import evolve

import lorum
from lorum.cards import mask_of
from lorum.contracts.base import SUIT_MASK, Contract, ScoreLine
from lorum.contracts.chains import Chains
from lorum.contracts.layouts import Growth, Layouts, SuitOpening
from lorum.contracts.trains import Trains
from lorum.contracts.tricks import AnnounceBefore, Tricks, Until
from lorum.deal import DealResult
from lorum.rules import Rule
from lorum.settlement import Account, Difference
from lorum.variant import Variant

State = lorum.SessionState | lorum.DealState

NOT_SHOWN = {
    Rule.DEAL_CUT: "the pack is cut at the table, before cards are handed in, and no record holds it"
}

TURN = frozenset(
    {
        Rule.TABLE_FOREHAND,
        Rule.TABLE_DIRECTION,
        Rule.TABLE_SEATS,
        Rule.TABLE_PLAYERS,
        Rule.CHOOSE_DECLARER,
        Rule.CHOOSE_TIE_BREAK,
        Rule.DOUBLE_DEALER,
        Rule.ANNOUNCE_ASKED,
        Rule.BEANS_BUY_IN,
        Rule.PLAY_OPENING,
        Rule.TRICKS_WINNER_LEADS,
        Rule.LAYOUTS_OPENER,
        Rule.LAYOUTS_OUT,
        Rule.CHAINS_NEXT_LEAD,
    }
)
"""The clauses that decide whose turn it is, which is all that others can see of a position."""


def both(contract: Contract, *rules: Rule) -> list[str]:
    """Common clauses, each with the contract's own where it has one."""
    return [one for rule in rules for one in (rule, contract.cite(rule))]


@cache
def contract_of(state: State) -> Contract | None:
    """The contract of the deal in hand, where it is known."""
    return state.variant.contract(state.deal.contract) if state.deal and state.deal.contract else None


@cache
def done(state: State) -> tuple[lorum.Action, ...]:
    """What has been done in the deal in hand; it is asked for again and again."""
    return state.deal_actions


def plays_of(state: State) -> list[lorum.Play]:
    return [action for action in done(state) if isinstance(action, lorum.Play)]


@cache
def turned(contract: Any, **changes: object) -> Any:
    """The contract with other parameters."""
    return evolve(contract, **changes)


# Positions


@cache
def of_position(state: State) -> tuple[str, ...]:
    """The clauses without which somebody else would be to act here, or could do something else."""
    return tuple(dict.fromkeys(_of_position(state)))


def _of_position(state: State) -> list[str]:
    deal, variant = state.deal, state.variant
    if state.to_act is None or deal is None:
        return []
    if state.phase == "choose":
        if deal.tied:
            return [Rule.CHOOSE_TIE_BREAK] if deal.dealer != state.to_act else []
        fewer = len(lorum.legal_actions(state)) < len(variant.contracts)
        return [Rule.CHOOSE_DECLARER, *([Rule.CHOOSE_OPEN, variant.plan.schedule.rule] if fewer else [])]
    if state.phase == "double":
        return [Rule.DOUBLE_DEALER]
    if state.phase == "buy-in":
        return [Rule.BEANS_BUY_IN]
    contract = contract_of(state)
    assert contract is not None
    if state.phase == "announce":
        return [Rule.ANNOUNCE_ASKED, *both(contract, Rule.ANNOUNCE_HOLDER)]
    rules = _of_turn(state)
    if lorum.is_decided(state):
        rules.append(Rule.TRICKS_PLAYED_OUT)
    if isinstance(contract, Tricks):
        rules += _of_trick(state, contract)
    elif isinstance(contract, Layouts):
        rules += _of_layout(state, contract)
    elif isinstance(contract, Chains):
        rules += _of_chain(state, contract)
    else:
        rules += _of_train(state, contract)
    return rules


def _of_turn(state: State) -> list[str]:
    """What shows in the turn having come round the table."""
    contract, deal, variant = contract_of(state), state.deal, state.variant
    assert deal is not None
    actions = [action for action in done(state) if isinstance(action, lorum.Play | lorum.Pass)]
    last = (actions[-1].seat or 0) if actions else deal.dealer
    taken = isinstance(contract, Tricks) and actions and len(actions) % variant.players == 0
    jumps = isinstance(contract, Chains) and actions
    by_rank = isinstance(contract, Layouts) and contract.opening and not actions
    if taken or jumps or by_rank or state.to_act != variant.after[last]:
        return []
    rules: list[str] = [Rule.TABLE_DIRECTION, Rule.TABLE_SEATS]
    if variant.players == 3 and abs(last - (state.to_act or 0)) > 1:
        rules.append(Rule.TABLE_PLAYERS)  # with a fourth the turn would go there
    return rules if actions else [Rule.PLAY_OPENING, Rule.TABLE_FOREHAND, *rules]


def _hand(state: State) -> tuple[lorum.Card, ...]:
    return state.hands[state.to_act or 0]


def _legal_cards(state: State) -> int:
    return mask_of(action.card for action in lorum.legal_actions(state) if isinstance(action, lorum.Play))


# Tricks


def _of_trick(state: State, contract: Tricks) -> Iterator[str]:
    plays, hand, legal = plays_of(state), mask_of(_hand(state)), _legal_cards(state)
    players = state.variant.players
    begun = len(plays) % players
    number = len(plays) // players + 1
    announced = [action.seat for action in done(state) if isinstance(action, lorum.Announce)]
    card = contract.announced_cards
    if state.to_act in announced and card & legal and card != legal:
        yield Rule.ANNOUNCE_FREE
    if begun:
        yield from _of_following(state, contract, plays[-begun:], hand, legal, number)
        return
    if number > 1:
        leader = plays[-players].seat or 0
        if state.to_act not in (leader, state.variant.after[leader]):
            yield Rule.TRICKS_WINNER_LEADS
    asked = any(isinstance(action, lorum.Announce | lorum.Decline) for action in done(state))
    if contract.announce_before is AnnounceBefore.LAST_TRICK and len(_hand(state)) == 1 and not asked:
        yield from (Rule.ANNOUNCE_ASKED, "nobody is asked, for the card has been played")
    yield from _of_lead(state, contract, hand, legal, number)


def _of_following(
    state: State, contract: Tricks, trick: list[lorum.Play], hand: int, legal: int, number: int
) -> Iterator[str]:
    led = trick[0].card
    own = hand & led.suit.mask
    if own:
        if own != hand:
            yield Rule.TRICKS_FOLLOW_SUIT
        best = contract.winning(mask_of(play.card for play in trick), led.index)
        higher = own >> best
        if higher and higher << best != own:
            yield Rule.TRICKS_NO_TRUMP  # nobody has to beat
        return
    if legal == hand and hand & (hand - 1):
        yield Rule.TRICKS_DISCARD
    for limit in contract.discard_limits:
        if limit.cards & hand and (number > 1 or hand & ~limit.cards):
            yield Rule.TRICKS_DISCARD_LIMIT
            yield limit.rule
            yield from _of_mix(contract)
            yield "barred on the first trick" if number == 1 else "free afterwards"
    holds_ober = any(card.rank is lorum.Rank.OBER for card in _hand(state))
    if _plays_obers(state.variant, contract) and not contract.discard_limits and number == 1 and holds_ober:
        yield from (Rule.COMPENDIUM_OBERS_FIRST_DISCARD, "free on the first trick")


def _plays_obers(variant: Variant, contract: Tricks) -> bool:
    """Whether the options of the compendium's Obers bear on a contract."""
    return "obers_win" in variant.options and "obers" in (contract.id, *contract.mix)


def _of_mix(contract: Tricks) -> list[str]:
    return both(contract, Rule.TRICKS_MIX) if contract.mix else []


def _of_lead(state: State, contract: Tricks, hand: int, legal: int, number: int) -> Iterator[str]:
    tricks = lorum.tricks_of(state)
    fallen = mask_of(card for trick in tricks for _, card in trick.plays)
    discarded = mask_of(
        card for trick in tricks for _, card in trick.plays if card.suit is not trick.plays[0][1].suit
    )
    for limit in contract.lead_limits:
        held, others = hand & limit.cards, hand & ~limit.cards
        lasting = number == 1 or limit.until is Until.BROKEN
        if not held:
            continue
        if lasting and not discarded & limit.cards:
            barred = limit.barred(hand, discarded)
            if barred & ~legal:
                yield from (Rule.TRICKS_LEAD_LIMIT, limit.rule, *_of_mix(contract))
                if fallen & limit.cards:
                    yield from (Rule.TRICKS_BROKEN, "following and leading break nothing")
                elif number > 1:
                    yield f"{limit.rule} after the first trick"
            elif barred or (not others and hand & (hand - 1)):
                yield from (Rule.TRICKS_NOTHING_ELSE, limit.rule)
            if limit.singleton and others and held & legal & ~barred:
                yield from (Rule.TRICKS_SINGLETON_LEAD, limit.rule)
        elif others and held & legal and not limit.singleton:
            # Under a longer limit, or one that a discard does not break, they would be barred.
            if limit.until is Until.BROKEN:
                yield from (Rule.TRICKS_BROKEN, Rule.TRICKS_LEAD_LIMIT, limit.rule, f"{limit.rule} is off")
            elif not discarded & limit.cards:
                yield from (Rule.TRICKS_LEAD_LIMIT, limit.rule, f"{limit.rule} is off")


def _of_taking(variant: Variant, contract: Tricks, trick: list[lorum.Play]) -> Iterator[str]:
    """What shows in who takes a trick."""
    led = trick[0].card
    cards = mask_of(play.card for play in trick)
    best = contract.winning(cards, led.index)
    if best != led.index:
        yield Rule.TRICKS_WINNER
    if cards & ~SUIT_MASK[led.index]:
        yield Rule.TRICKS_NO_TRUMP
    suited = [play.card for play in trick if play.card.suit is led.suit]
    if max(suited, key=_skat_order).index != best:
        yield Rule.CARDS_RANK_ORDER
    passed_over = max(suited).index != best
    if passed_over:
        yield from (Rule.TRICKS_ONLY_WHEN_LED, *_of_mix(contract))
    by_rank = best != led.index and max(suited).rank is lorum.Rank.OBER
    if _plays_obers(variant, contract) and (passed_over or by_rank):
        yield Rule.COMPENDIUM_OBERS_WIN


def _skat_order(card: lorum.Card) -> float:
    """The order of other games with this pack, where the Ten stands between King and Ace."""
    return 6.5 if card.rank is lorum.Rank.TEN else card.rank.number


# Layouts


def _of_layout(state: State, contract: Layouts) -> Iterator[str]:
    yield from _of_laying(state, contract, mask_of(_hand(state)))
    if not done(state):
        if state.deal and state.to_act != state.deal.forehand:
            yield from both(contract, Rule.LAYOUTS_OPENER)
        return
    if not _legal_cards(state):
        yield from (Rule.PLAY_PASS, *both(contract, Rule.LAYOUTS_MUST_PLAY))
    last = done(state)[-1]
    if isinstance(last, lorum.Play | lorum.Pass) and state.to_act != state.variant.after[last.seat or 0]:
        yield Rule.LAYOUTS_OUT


def _of_laying(state: State, contract: Layouts, cards: int) -> Iterator[str]:
    """What shows in which of these cards may be laid."""
    plays = plays_of(state)
    if not plays:
        if contract.opening is None or cards & ~contract.openers:
            yield from both(contract, Rule.LAYOUTS_OPENING)
        return
    laid, opening, aside = mask_of(play.card for play in plays), plays[0].card, state.variant.set_aside
    lies, fits = contract.laid_on(laid, opening.index, aside)

    def otherwise(wrong: Layouts, aside: int = aside) -> bool:
        return bool((wrong.laid_on(laid, opening.index, aside)[1] ^ fits) & cards)

    down = contract.growth is Growth.UP
    if otherwise(turned(contract, growth=Growth.BOTH_WAYS if down else Growth.UP)):
        yield from both(contract, Rule.LAYOUTS_GROWTH)
    opened = contract.suit_opening is SuitOpening.ANY_LAID_RANK
    other = SuitOpening.OPENING_RANK if opened else SuitOpening.ANY_LAID_RANK
    unopened = sum(suit.mask for suit in lorum.Suit if not lies & suit.mask)
    if otherwise(turned(contract, suit_opening=other)) or cards & fits & unopened:
        yield from both(contract, Rule.LAYOUTS_SUIT_OPENING)
        if cards & ~fits & unopened:
            yield "a suit that cannot be opened"
    if otherwise(turned(contract, corner=not contract.corner)):
        yield from both(contract, Rule.LAYOUTS_CORNER)
        if contract.cite(Rule.LAYOUTS_CORNER) is Rule.LAYOUTS_CORNER:
            yield contract.cite(
                Rule.LAYOUTS_GROWTH
            )  # which says it where a document has no clause on corners
    if aside and otherwise(contract, aside=0):
        yield from both(contract, Rule.LAYOUTS_SET_ASIDE)


# Chains and trains


def _chain(state: State, contract: Chains) -> list[lorum.Play]:
    """The last chain, open or ended."""
    plays = plays_of(state)
    left = mask_of(card for hand in state.hands for card in hand) | mask_of(play.card for play in plays)
    chain: list[lorum.Play] = []
    open_ = False
    for play in plays:
        left ^= play.card.bit
        chain = [*chain, play] if open_ else [play]
        open_ = bool(contract.follower[play.card.index] & left) and len(chain) < contract.length
    return chain


def _of_chain(state: State, contract: Chains) -> Iterator[str]:
    chain = _chain(state, contract)
    hand, held = mask_of(_hand(state)), mask_of(card for hand in state.hands for card in hand)
    if not chain:
        yield from both(contract, Rule.CHAINS_LEAD)
        return
    last = chain[-1]
    round_the_corner = turned(contract, corner=True).follower[last.card.index]
    follows = contract.follower[last.card.index] & held
    if follows and len(chain) < contract.length:
        yield from both(contract, Rule.CHAINS_NEXT)
        if len(chain) == contract.length - 1:
            yield from both(contract, Rule.CHAINS_LENGTH)
        if last.card.rank is lorum.Rank.ACE:
            yield from both(contract, Rule.CHAINS_CORNER)
        return
    if hand & (hand - 1):
        yield from both(contract, Rule.CHAINS_LEAD)
    if state.to_act != chain[0].seat or len(chain) == 1:
        yield from both(contract, Rule.CHAINS_NEXT_LEAD)
    if follows or len(chain) < contract.length:
        yield from both(contract, Rule.CHAINS_LENGTH)
    if len(chain) < contract.length and round_the_corner & held:
        yield from both(contract, Rule.CHAINS_CORNER)


def _of_train(state: State, contract: Contract) -> Iterator[str]:
    if not plays_of(state):
        yield from both(contract, Rule.TRAINS_FIRST)
    elif not _legal_cards(state):
        yield from (Rule.PLAY_PASS, *both(contract, Rule.TRAINS_PASS))
    elif _legal_cards(state) != mask_of(_hand(state)):
        yield from both(contract, Rule.TRAINS_NEXT)
        if plays_of(state)[-1].card.rank is lorum.Rank.ACE:
            yield "the Seven follows the Ace"


# Steps


def of_step(before: State, action: lorum.Action, after: State) -> list[str]:
    """The clauses without which the step would be refused, or lead elsewhere."""
    contract = contract_of(before)
    rules: list[str] = []
    if before.phase == "choose" and before.variant.plan.doubling and before.deal and before.deal.tied:
        rules += [Rule.DOUBLE_DEALER, "a tie-break deal is not doubled"]
    if before.phase == "buy-in" and isinstance(action, lorum.Decline):
        rules.append(Rule.BEANS_REFUSED)
    if contract and isinstance(action, lorum.Play):
        rules += _of_play(before, contract, action)
    if _ended(before, after):
        return rules + of_result(before, action, after)
    return [*rules, *of_position(after)]


def _ended(before: State, after: State) -> bool:
    """Whether the step has ended a deal."""
    if isinstance(after, lorum.SessionState) and isinstance(before, lorum.SessionState):
        return len(after.results) > len(before.results)
    return after.phase == "finished"


def _of_play(before: State, contract: Contract, action: lorum.Play) -> Iterator[str]:
    if isinstance(contract, Tricks):
        players = before.variant.players
        plays = [*plays_of(before), action]
        if len(plays) % players == 0:
            yield from _of_taking(before.variant, contract, plays[-players:])
    elif len(_hand(before)) == 1 and isinstance(contract, Layouts):
        yield Rule.LAYOUTS_END


# Results


def result_of(state: State) -> DealResult:
    """The last deal's result."""
    result = state.results[-1] if isinstance(state, lorum.SessionState) else state.result
    assert result is not None
    return result


def of_result(before: State, action: lorum.Action, after: State) -> list[str]:
    """The clauses without which the deal that has just ended would have come to something else."""
    result = result_of(after)
    contract = after.variant.contract(result.contract)
    rules = [rule for line in result.lines for rule in of_line(contract, line)]
    if contract_of(before) is contract and before.phase in ("play", "announce"):
        rules += _of_ending(before, action, contract)
    if result.doubled:
        rules.append(Rule.SETTLEMENT_DOUBLED)
    if isinstance(contract, Tricks) and len({line.rule for line in result.lines}) > 1:
        rules += _of_mix(contract)
    if isinstance(after, lorum.SessionState) and not result.tie_break:
        rules += _of_settlement(after, result, contract)
    return rules


def of_line(contract: Contract, line: ScoreLine) -> list[str]:
    """The clause of a charge, and the common one that it is a case of."""
    if line.what in ("entered", "revoke"):
        return [line.rule]
    if isinstance(contract, Layouts):
        return [line.rule, Rule.LAYOUTS_PASS_PRICE if "pass" in line.what else Rule.LAYOUTS_CARD_PRICE]
    if isinstance(contract, Tricks):
        # A price that names no clause has the one on cards, though it be for a trick.
        own = [] if line.rule is Rule.TRICKS_CARD_POINTS else [line.rule]
        if line.what.startswith("trick"):
            return [*own, Rule.TRICKS_TRICK_POINTS]
        prices = [price for price in contract.prices if line.rule in (price.rule, price.announced_rule)]
        fixed = all(price.fixed for price in prices)
        return [*own, Rule.TRICKS_CARD_POINTS if fixed else Rule.TRICKS_FALL_POINTS]
    return [line.rule, Rule.CHAINS_CARD_PRICE if isinstance(contract, Chains) else Rule.TRAINS_CARD_PRICE]


def _of_ending(before: State, action: lorum.Action, contract: Contract) -> Iterator[str]:
    """What shows in the moment at which a deal was over."""
    passes = any(isinstance(act, lorum.Pass) for act in done(before))
    if isinstance(contract, Trains):
        yield from both(contract, Rule.TRAINS_END)
        if passes:
            yield from both(contract, Rule.TRAINS_PASS)  # at no cost
    elif isinstance(contract, Chains):
        yield from both(contract, Rule.CHAINS_END)
    elif isinstance(contract, Layouts):
        yield Rule.LAYOUTS_END
        if passes:
            yield from both(contract, Rule.LAYOUTS_PASS_PRICE)
            if not contract.pass_points:
                yield contract.cite(Rule.LAYOUTS_MUST_PLAY)
    elif isinstance(action, lorum.Revoke):
        yield Rule.REVOKE_SHOWN
    elif isinstance(contract, Tricks):
        announced = any(isinstance(act, lorum.Announce) for act in done(before))
        played_last = mask_of(card for _, card in lorum.tricks_of(before)[-1].plays)
        if announced and not contract.announced_cards & (played_last | mask_of(_hand(before))):
            yield Rule.ANNOUNCE_FREE  # the card fell before, and cost no more than it does
        if lorum.is_decided(before):
            yield Rule.TRICKS_PLAYED_OUT
        if any(before.hands[before.variant.after[before.to_act or 0]]):
            if contract.stop_after is None:
                yield Rule.TRICKS_DECIDED
            elif not before.variant.plan.stop_when_decided:  # else that would have ended the deal, too
                yield from both(contract, Rule.TRICKS_STOP_AFTER)


def _of_settlement(state: lorum.SessionState, result: DealResult, contract: Contract) -> Iterator[str]:
    """What shows in what a deal did to the accounts."""
    rules, points = state.variant.settlement, result.points
    if rules.account is Account.PENALTIES:
        yield Rule.SETTLEMENT_PENALTIES
        return
    held = state.pot + sum(state.final_share) - result.pot_change
    if any(result.change):
        yield Rule.POT_BALANCE
    if result.deal == 1:
        if rules.account is Account.BEANS:
            yield Rule.BEANS_START
        if result.pot_change or contract.takes_pot:
            yield Rule.POT_START
    untouched = points.count(0)
    if contract.settles == "to-pot":
        yield from both(contract, Rule.SETTLEMENT_TO_POT)
    elif contract.settles == "to-winner":
        yield from both(contract, Rule.SETTLEMENT_TO_WINNER)
    elif contract.settles == "to-untouched":
        sweep = rules.sweep and untouched == len(points) - 1
        yield from both(contract, Rule.SETTLEMENT_SWEEP if sweep else Rule.SETTLEMENT_UNTOUCHED)
        yield f"{untouched} untouched"
        if not sweep and untouched and sum(points) % untouched:
            yield Rule.POT_REST
    elif rules.difference is Difference.PAIRWISE:
        yield Rule.BEANS_PAIRWISE
    else:
        yield Rule.BEANS_TO_LOWEST
        if (sum(points) - min(points) * len(points)) % points.count(min(points)):
            yield Rule.POT_REST
    paid = sum(points) if contract.settles == "to-pot" else 0
    if contract.takes_pot and held + paid:
        yield from both(contract, Rule.POT_WINNER)
    if rules.account is Account.BEANS and contract.has_winner and held:
        yield Rule.BEANS_POT_GOES_TO
    if state.phase == "finished" and state.pot + sum(state.final_share):
        yield Rule.POT_LEFT_OVER


# Sessions


def of_session(states: list[lorum.SessionState]) -> list[str]:
    """The clauses without which a session would have gone otherwise, by its states one after another."""
    rules: list[str] = []
    end = states[-1]
    variant, settlement, plan = end.variant, end.variant.settlement, end.variant.plan
    for before, action, after in zip(states, end.actions, states[1:], strict=False):
        if _ended(before, after):
            rules += of_result(before, action, after)
        elif before.phase == "buy-in":
            rules += [Rule.BEANS_BUY_IN, *([Rule.BEANS_REFUSED] if isinstance(action, lorum.Decline) else [])]
    in_debt = any(min(state.totals) <= 0 for state in states if state.phase == "deal" and state.results)
    if settlement.account is Account.BEANS and not settlement.buy_in and in_debt:
        rules.append(Rule.BEANS_NEVER)
    planned = [result for result in end.results if not result.tie_break]
    if len(planned) > 1:
        rules += [Rule.SESSION_TOTALS, Rule.DEAL_ROTATION]
    if len(planned) == variant.deals:
        if len(variant.contracts) > 1:
            rules.append(plan.schedule.rule)
        if plan.schedule.chooses:
            rules.append(Rule.SESSION_ROUNDS)
    if variant.departures or variant.changed.get("contracts"):
        rules.append(Rule.SESSION_CORE_CONTRACTS if plan.core else Rule.SESSION_CONTRACT_LIST)
    if end.first_dealer:
        rules.append(Rule.DEAL_FIRST_DEALER)
    if settlement.account is Account.BEANS:
        other = evolve(settlement, bought_count=not settlement.bought_count)
        before_share = [total - share for total, share in zip(end.totals, end.final_share, strict=True)]
        if other.leaders(before_share, end.bought) != end.winners:
            rules.append(Rule.BEANS_WINNER)
    elif settlement.penalties:
        rules.append(Rule.SESSION_LOWEST_WINS)
    else:
        rules.append(Rule.SESSION_HIGHEST_WINS)
    if any(result.tie_break for result in end.results):
        rules.append(Rule.SESSION_EXTRA_DEAL)
    elif len(end.winners) > 1:
        rules.append(Rule.SESSION_SHARED)
    return rules


# Dealing and notation


def of_dealing(state: lorum.SessionState) -> list[str]:
    """The clauses without which other hands would be dealt from the same pack."""
    rules: list[str] = [Rule.DEAL_PACKETS, Rule.TABLE_FOREHAND, Rule.TABLE_DIRECTION, Rule.TABLE_SEATS]
    if state.results:
        rules.append(Rule.DEAL_ROTATION)
    if state.first_dealer:
        rules.append(Rule.DEAL_FIRST_DEALER)
    if state.variant.set_aside:
        rules += [Rule.TABLE_PLAYERS, Rule.CARDS_SHORT_PACK]
    contract = contract_of(state)
    if contract and contract.hand:
        rules += both(contract, Rule.DEAL_STOCK)
    return rules


def of_text(text: str) -> list[str]:
    """The clauses without which a text would be read as other cards, or written otherwise."""
    words = text.split()
    try:
        cards = lorum.parse_cards(text)
    except lorum.NotationError as error:
        before = text[: error.position]
        parted = bool(before) and before[-1] != " " and _is_cards(before)
        return [Rule.CARDS_SET_NOTATION if parted or len(set(words)) < len(words) else Rule.CARDS_NOTATION]
    rules: list[str] = []
    if list(cards) != sorted(cards):
        rules.append(Rule.CARDS_RANK_ORDER if len({card.suit for card in cards}) == 1 else Rule.CARDS_PACK)
    if rules or text != " ".join(words) or not words:
        rules.append(Rule.CARDS_SET_NOTATION)
    if words != list(map(str, cards)):
        rules.append(Rule.CARDS_NOTATION)
    if any(word[-1].lower() in _FRENCH or word[0].lower() in {"j", "q"} for word in words):
        rules.append(Rule.CARDS_FRENCH)
    return rules or [Rule.CARDS_NOTATION]


def _is_cards(text: str) -> bool:
    try:
        return bool(lorum.parse_cards(text))
    except lorum.NotationError:
        return False


_FRENCH = frozenset("csd♣♧♠♤♥♡♦♢\ufe0f")


# Refusals


def of_refusal(state: State, action: lorum.Action, rule: Rule) -> list[str]:
    """The clause that a refusal names, and the common ones that it is a case of."""
    contract = contract_of(state)
    rules = [rule, f"refused by {rule}"]
    if isinstance(action, lorum.Revoke) and action.seat in strays_of(state):
        rules.append(f"{rule} though there may have been a revoke")
    if contract is None or state.phase == "buy-in":
        return rules
    if rule is contract.cite(Rule.DEAL_STOCK):
        told = any(done.stock for done in state.actions if isinstance(done, lorum.DealCards))
        rules += [Rule.DEAL_STOCK, "from a stock that runs" if told else "where no stock runs"]
    if isinstance(contract, Tricks):
        if any(limit.rule is rule for limit in contract.lead_limits):
            rules += _of_lead_refused(state, contract)
        if any(limit.rule is rule for limit in contract.discard_limits):
            rules.append(Rule.TRICKS_DISCARD_LIMIT)
    laying = rule in map(contract.cite, _LAYING)
    if laying and isinstance(contract, Layouts) and isinstance(action, lorum.Play):
        rules += _of_laying(state, contract, action.card.bit)
    return rules + [common for common in _REFUSING if rule is contract.cite(common)]


_LAYING = (Rule.LAYOUTS_OPENING, Rule.LAYOUTS_SUIT_OPENING, Rule.LAYOUTS_GROWTH)
_REFUSING = (
    Rule.ANNOUNCE_HOLDER,
    Rule.LAYOUTS_MUST_PLAY,
    Rule.CHAINS_NEXT,
    Rule.TRAINS_NEXT,
    Rule.TRAINS_PASS,
)


def strays_of(state: State) -> set[int | None]:
    """The seats that have played another suit than was led."""
    plays = [trick.plays for trick in lorum.tricks_of(state)]
    return {seat for trick in plays for seat, card in trick if card.suit is not trick[0][1].suit}


def _of_lead_refused(state: State, contract: Tricks) -> list[str]:
    """The common clauses on limits that show in a refused lead."""
    wanted = {Rule.TRICKS_LEAD_LIMIT, Rule.TRICKS_BROKEN}
    return [rule for rule in _of_trick(state, contract) if rule in wanted]
