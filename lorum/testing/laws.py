"""What holds in every state of every variant, and a way to hold a state against it."""

from __future__ import annotations

import json
from collections import Counter
from collections.abc import Callable, Hashable, Mapping, Sequence
from random import Random
from typing import Any, TypeVar, cast

from attrs import evolve

from .. import record
from ..actions import Action, DealCards, Play, PlayerAction, Revoke, ScoreDeal
from ..cards import PACK, Card, in_pack_order, mask_of
from ..contracts.base import Contract
from ..contracts.chains import Chains
from ..contracts.tricks import Tricks
from ..deal import DealState, Phase, apply, new_deal
from ..documents import Document, document_of
from ..errors import IllegalAction, LorumError
from ..observation import observe
from ..play import (
    State,
    action_at,
    action_index,
    is_decided,
    legal_actions,
    position_key,
    violation,
)
from ..registry import get_variant
from ..registry import variants as packaged
from ..rules import Rule
from ..session import SessionState, new_session
from ..settlement import Account
from ..table import Direction
from ..trees import merged
from ..variant import Variant
from .chance import Hands, cut, hand_size, revokes_now
from .examples import deal_record, dealt_hands, replay_deal

S = TypeVar("S", SessionState, DealState)


class BrokenLaw(AssertionError):
    """A law that a variant breaks: which, how, and the record that shows it, in JSON types."""

    def __init__(self, law: str, reason: str, shown: Mapping[str, Any]) -> None:
        super().__init__(law, reason, shown)
        self.law = law
        self.reason = reason
        self.record = shown

    def __str__(self) -> str:
        return f"law {self.law}: {self.reason}\n{json.dumps(self.record)}"


class _Broken(Exception):
    pass


def _require(condition: object, reason: str) -> None:
    if not condition:
        raise _Broken(reason)


Law = Callable[[State, Random], None]
LAWS: dict[str, Law] = {}
"""All laws by name. Each takes a state, and a random source for what it does not try in full."""

QUICK = ("cards", "turn", "following", "accounts")
"""The laws that take no time to speak of, so that they are held against every state."""


def _law(law: Law) -> Law:
    LAWS[law.__name__.removeprefix("_")] = law
    return law


def hold(state: State, rng: Random, names: Sequence[str] = ()) -> None:
    """Hold a state against the laws of these names, or against all; raises `BrokenLaw`."""
    for name in names or LAWS:
        try:
            LAWS[name](state, rng)
        except _Broken as broken:
            raise BrokenLaw(name, str(broken), shown_as(state)) from broken.__cause__
        except (LorumError, LookupError, TypeError, ValueError, ArithmeticError) as error:
            reason = f"{type(error).__name__}: {error}"
            raise BrokenLaw(name, reason, shown_as(state)) from error


def shown_as(state: State) -> dict[str, Any]:
    """The record of a session or of a deal on its own."""
    return record.record_of(state) if isinstance(state, SessionState) else deal_record(state)


def _contract(state: State) -> Contract | None:
    deal = state.deal
    return state.variant.contract(deal.contract) if deal and deal.contract else None


def _plays(state: State) -> list[Card]:
    return [action.card for action in state.deal_actions if isinstance(action, Play)]


@_law
def _cards(state: State, rng: Random) -> None:
    """Every card of the deal is in one hand or has been played, once."""
    held = [card for hand in state.hands for card in hand]
    if isinstance(state, SessionState) and state.phase in (Phase.DEAL, Phase.BUY_IN, Phase.FINISHED):
        _require(not held, "there are cards in hands while no deal is in hand")
        return
    there = held + _plays(state)
    _require(len(there) == hand_size(state) * state.variant.players, f"{len(there)} cards are held or played")
    _require(len(set(there)) == len(there), "a card is there twice")
    _require(set(there) <= set(state.variant.pack), "a card is not in the pack")
    for hand in state.hands:
        _require(list(hand) == sorted(hand), "a hand is not in pack order")


@_law
def _turn(state: State, rng: Random) -> None:
    """One seat is to act and has some action, unless cards are to be dealt or all is over."""
    legal = legal_actions(state)
    if state.phase in (Phase.DEAL, Phase.FINISHED):
        _require(state.to_act is None, "a seat is to act")
        _require(not legal, "an action is legal")
        return
    _require(state.to_act in range(state.variant.players), "nobody is to act")
    _require(legal, "no action is legal")
    _require(len(set(legal)) == len(legal), "an action is listed twice")
    kinds = [action.kind for action in legal]
    if "pass" in kinds:
        _require(kinds == ["pass"], "a pass does not stand alone")
    if "decline" in kinds:
        _require(kinds[-1] == "decline", "declining comes before doing")
    played = [action.card for action in legal if isinstance(action, Play)]
    _require(played == sorted(played), "plays are not in pack order")
    _require(set(played) <= set(state.hands[state.to_act or 0]), "a card may be played that is not held")


@_law
def _following(state: State, rng: Random) -> None:
    """Who can follow suit must; who cannot may play anything but what the contract bars."""
    contract = _contract(state)
    if not isinstance(contract, Tricks) or state.phase is not Phase.PLAY or state.to_act is None:
        return
    plays = _plays(state)
    number, begun = divmod(len(plays), state.variant.players)
    hand = set(state.hands[state.to_act])
    may = {action.card for action in legal_actions(state) if isinstance(action, Play)}
    if begun:
        led = plays[-begun].suit
        following = {card for card in hand if card.suit is led}
        barred: set[Card] = set()
        if not number:
            barred = {c for c in hand for limit in contract.discard_limits if limit.cards & c.bit}
        _require(may == (following or hand - barred or hand), "the cards that may follow are others")
        return
    limited = {c for c in hand for limit in contract.lead_limits if limit.cards & c.bit}
    _require(hand - limited <= may, "a card may not be led that no limit names")


@_law
def _accounts(state: State, rng: Random) -> None:
    """Nothing is lost: transfers and pot add up to zero, beans to those issued, penalties to the total."""
    settlement, players = state.variant.settlement, state.variant.players
    results = state.results if isinstance(state, SessionState) else tuple(filter(None, [state.result]))
    if isinstance(state, SessionState) and settlement.account is not Account.PENALTIES:
        issued = settlement.start * players + sum(state.bought)
        there = sum(state.totals) + state.pot
        _require(there == issued, f"accounts and pot hold {there}, not {issued}")
    for result in results[-1:]:
        contract = state.variant.contract(result.contract)
        sums = [0] * players
        for line in result.lines:
            sums[line.seat] += line.points
            _require(isinstance(line.rule, Rule), "a line without its rule")
        _require(tuple(sums) == result.points, f"the lines add up to {sums}, not to {result.points}")
        _require(min(result.points) >= 0, "points are negative")
        size = state.variant.hand_size(None if result.tie_break else contract)
        total = contract.total(players, size, state.variant.table.pack)
        if total is not None:
            charged = total * (2 if result.doubled else 1)
            _require(
                sum(result.points) == charged, f"{result.contract} charges {result.points}, not {charged}"
            )
        if contract.has_winner and result.revoked_by is None:
            fewest = min(result.points)
            _require(result.points.count(fewest) == 1, f"no single winner: {result.points}")
        moved = sum(result.change) + result.pot_change
        expected = sum(result.points) if settlement.account is Account.PENALTIES else 0
        _require(result.tie_break or moved == expected, f"accounts and pot move by {moved}")
        _require(
            not result.tie_break or not any((*result.change, result.pot_change)), "a tie-break moves accounts"
        )


@_law
def _summary(state: State, rng: Random) -> None:
    """The totals can be counted again from a summary."""
    facts = record.summary(state)
    _require(json.loads(json.dumps(facts)) == facts, "a summary is no JSON")
    if not isinstance(state, SessionState):
        return
    totals, pot = [state.variant.settlement.start] * facts["players"], 0
    for result in facts["results"]:
        totals = [mine + change for mine, change in zip(totals, result["change"], strict=True)]
        pot += result["pot_change"]
    for more in (facts["bought"], facts["final_share"]):
        totals = [mine + own for mine, own in zip(totals, more, strict=True)]
    pot -= sum(facts["final_share"])
    _require(totals == facts["totals"], f"the results add up to {totals}, not to {facts['totals']}")
    _require(pot == facts["pot"], f"the pot adds up to {pot}, not to {facts['pot']}")
    _require(facts["deals"]["played"] == len(facts["results"]), "not every deal has its result")
    if state.phase is Phase.FINISHED:
        _require(facts["winners"], "a session ends without a winner")
        _require(set(facts["winners"]) <= set(facts["leaders"]), "a winner has not the best total")
    else:
        _require(not facts["winners"], "there are winners before the end")


@_law
def _refusals(state: State, rng: Random) -> None:
    """`violation` is None exactly when `apply` takes the action; a refusal changes nothing."""
    legal = set(legal_actions(state))
    variant = state.variant
    before, digest = shown_as(state), hash(state)
    numbered = [action_at(variant, i) for i in range(37 + len(variant.definitions))]
    for i, numbered_action in enumerate(numbered):
        _require(action_index(variant, numbered_action) == i, f"action {i} has another number")
    seats = range(4)
    every: list[Action] = [*numbered, *(evolve(rng.choice(numbered[:40]), seat=seat) for seat in seats)]
    every += [
        evolve(action, seat=seat)
        for action in rng.sample(sorted(legal, key=repr), min(2, len(legal)))
        for seat in seats
    ]
    every += [Revoke(seat) for seat in seats]
    if state.phase is not Phase.DEAL:
        every += [ScoreDeal((1,) * variant.players), DealCards(cut(variant.pack, variant.players, 2))]
    for action in every:
        problem = violation(state, action)
        if isinstance(action, PlayerAction):
            own = action.seat is None or action.seat == state.to_act
            _require(
                (problem is None) == (own and evolve(action, seat=None) in legal),
                f"{action} and what is legal",
            )
        if problem is None:
            apply(state, action)
            continue
        try:
            apply(state, action)
        except IllegalAction as error:
            _require(error.violation == problem, f"{action} is refused for another reason")
        else:
            raise _Broken(f"{action} is taken though {problem.rule} refuses it")
        if (
            isinstance(action, PlayerAction)
            and action.seat not in (None, state.to_act)
            and evolve(action, seat=None) in legal
        ):
            _require(problem.rule is Rule.TABLE_TURN, f"{problem.rule} where it is another's turn")
        json.dumps(problem.to_json())
    _require(hash(state) == digest and shown_as(state) == before, "a refused action changed the state")


@_law
def _notation(state: State, rng: Random) -> None:
    """Actions and the variant read as they are written."""
    for action in (*legal_actions(state), *state.deal_actions):
        _require(
            record.action_from_json(record.action_to_json(action)) == action, f"{action} is read otherwise"
        )
    if state.variant.id in packaged():
        _require(get_variant(str(state.variant)) == state.variant, "the variant is read otherwise")


@_law
def _records(state: State, rng: Random) -> None:
    """The record gives the equal state, with the same future."""
    if isinstance(state, SessionState):
        written = record.dumps(record.record_of(state), lines=rng.random() < 0.5)
        again: State = record.replay(record.loads(written), own_registry(state.variant))
    else:
        again = replay_deal(json.loads(json.dumps(deal_record(state))), state.variant)
    _require(again == state and hash(again) == hash(state), "the record gives another state")
    _require(legal_actions(again) == legal_actions(state), "after its record other actions are legal")
    _require(position_key(again) == position_key(state), "after its record the future is another")
    _require(again.actions == state.actions, "the record tells other actions")
    _require(record.summary(again) == record.summary(state), "the record gives another summary")


def own_registry(variant: Variant) -> dict[str, Variant]:
    """What `lorum.record` needs to find a variant that is not in the registry."""
    return {variant.id: variant.source.variant(variant.id, {})}


# What a seat cannot see


@_law
def _secrets(state: State, rng: Random) -> None:
    """Two states that differ only in what a seat cannot see look the same to it."""
    seat = rng.choice([None, *range(state.variant.players)])
    other = _alike(state, seat, rng)
    if other is None:
        return
    view, same = observe(state, seat), observe(other, seat)
    _require(view == same and repr(view) == repr(same), f"seat {seat} sees a difference")
    _require(
        record.observation(state, seat) == record.observation(other, seat), f"seat {seat} reads a difference"
    )
    if seat is None:
        return
    for i in range(37 + len(state.variant.definitions)):
        action = evolve(action_at(state.variant, i), seat=seat)
        _require(
            violation(state, action) == violation(other, action), f"a refusal of {action} tells seat {seat}"
        )


def _alike(state: State, seat: int | None, rng: Random) -> State | None:
    """A state that `seat` cannot tell from this one: some cards that it cannot see have changed places."""
    found: State | None = None
    wanted = _wanted(state)
    for at in range(6):
        tried = _with_swap(found or state, seat, rng, wanted if at < 3 else None)
        if (
            tried is not None
            and tried.phase == state.phase
            and _wanted(tried) == wanted
            and (tried.to_act == state.to_act or wanted is not None)
        ):
            found = tried
    return found


def _with_swap(state: State, seat: int | None, rng: Random, wanted: Card | None) -> State | None:
    """The state with two cards exchanged that `seat` cannot see; None when what was done forbids it.

    `wanted` is one of the two, if it is hidden from that seat.
    """
    players, pack = state.variant.players, state.variant.pack
    if isinstance(state, DealState):
        dealt = dealt_hands(state)
        swap = _swap(pack, [dealt], _plays(state), seat, rng, wanted)
        if swap is None:
            return None
        start = new_deal(
            state.variant,
            state.contract,
            swapped(dealt, swap),
            dealer=state.dealer,
            doubled=state.doubled,
            pot=deal_record(state)["pot"],
        )
        return _replayed(start, state.actions)
    actions = list(state.actions)
    begins = [i for i, action in enumerate(actions) if isinstance(action, DealCards | ScoreDeal)]
    if not begins:
        return None
    number = len(begins) - 1 if rng.random() < 0.7 else rng.randrange(len(begins))
    # Where a stock runs, the deals of one game belong together.
    first = last = number
    if _is_small(actions[begins[number]], state):
        first = number - number % players
        last = min(first + players, len(begins)) - 1
    span = range(begins[first], begins[last + 1] if last + 1 < len(begins) else len(actions))
    group = [a for i in span if isinstance(a := actions[i], DealCards)]
    played = [a.card for i in span if isinstance(a := actions[i], Play)]
    swap = _swap(pack, [action.hands for action in group], played, seat, rng, wanted)
    if swap is None or not group:
        return None
    for i in span:
        action = actions[i]
        if isinstance(action, DealCards):
            actions[i] = DealCards(swapped(action.hands, swap), tuple(swap.get(c, c) for c in action.stock))
    return _replayed(new_session(state.variant, state.first_dealer), actions)


def _is_small(action: Action, state: SessionState) -> bool:
    return isinstance(action, DealCards) and len(action.hands[0]) * state.variant.players < len(
        state.variant.pack
    )


def _swap(
    pack: Sequence[Card],
    dealt: Sequence[Hands],
    played: Sequence[Card],
    seat: int | None,
    rng: Random,
    wanted: Card | None,
) -> dict[Card, Card] | None:
    seen = set(played)
    if seat is not None:
        seen.update(card for hands in dealt for card in hands[seat])
    hidden = [card for card in pack if card not in seen]
    if len(hidden) < 2:
        return None
    one, other = rng.sample(hidden, 2)
    if wanted in hidden and wanted is not other:
        one = wanted
    return {one: other, other: one}


def swapped(hands: Hands, swap: Mapping[Card, Card]) -> Hands:
    """The hands with some cards in the place of others."""
    return tuple(in_pack_order(swap.get(card, card) for card in hand) for hand in hands)


def _replayed(state: S, actions: Sequence[Action]) -> S | None:
    try:
        for action in actions:
            state = apply(state, action)
    except IllegalAction:
        return None
    return state


def _wanted(state: State) -> Card | None:
    """The card that an open chain goes on with, of which nobody but its holder knows where it is."""
    contract = _contract(state)
    if not isinstance(contract, Chains) or state.phase is not Phase.PLAY:
        return None
    plays = _plays(state)
    # A card in the stock ends a chain as one that has been played does, and all know that it is there.
    to_come = mask_of(plays) | mask_of(card for hand in state.hands for card in hand)
    wanted = length = 0
    for card in plays:
        to_come &= ~card.bit
        length += 1
        wanted = contract.follower[card.index] & to_come
        if length == contract.length or not wanted:
            length = wanted = 0
    return next((card for card in PACK if card.bit == wanted), None)


# Turning the table


@_law
def _turned(state: State, rng: Random) -> None:
    """Renumbering the seats changes nothing else."""
    players = state.variant.players
    by = rng.randrange(1, players)
    _compare(state, state.variant, [(seat + by) % players for seat in range(players)])


@_law
def _mirrored(state: State, rng: Random) -> None:
    """Play in the other direction, by seats numbered the other way round, is the same."""
    players = state.variant.players
    _compare(state, mirrored(state.variant), [-seat % players for seat in range(players)])


def mirrored(variant: Variant) -> Variant:
    """The same rules in the other direction."""
    other = next(direction for direction in Direction if direction is not variant.direction)
    return with_value(variant, "table", "direction", other.value)


def with_value(variant: Variant, table: str, key: str, value: str | bool) -> Variant:
    """The same rules but for the value in some place."""
    document = cast(Document, variant.source)
    tree = merged(document.without_options(variant), {table: {key: value}})
    return document_of(document.where, tree).variant(document.head.id, {})


def moved(action: Action, seats: Sequence[int]) -> Action:
    """An action after the seats have been given these new numbers."""

    def by_seat(values: Sequence[Any]) -> list[Any]:
        return [values[seats.index(seat)] for seat in range(len(seats))]

    if isinstance(action, DealCards):
        return DealCards(by_seat(action.hands), action.stock)
    if isinstance(action, ScoreDeal):
        by = None if action.revoked_by is None else seats[action.revoked_by]
        return ScoreDeal(by_seat(action.points), action.contract, action.doubled, by)
    if isinstance(action, Revoke):
        return Revoke(seats[action.seat])
    return action if action.seat is None else evolve(action, seat=seats[action.seat])


def _compare(state: State, variant: Variant, seats: Sequence[int]) -> None:
    def by_seat(values: Sequence[Any]) -> tuple[Any, ...]:
        return tuple(values[seats.index(seat)] for seat in range(len(seats)))

    if isinstance(state, SessionState):
        other: State | None = _replayed(
            new_session(variant, seats[state.first_dealer]),
            [moved(action, seats) for action in state.actions],
        )
    else:
        start = new_deal(
            variant,
            state.contract,
            by_seat(dealt_hands(state)),
            dealer=seats[state.dealer],
            doubled=state.doubled,
            pot=deal_record(state)["pot"],
        )
        other = _replayed(start, [moved(action, seats) for action in state.actions])
    if other is None:
        raise _Broken("what was done is refused")
    _require(other.phase == state.phase, "the phase is another")
    _require(
        other.to_act == (None if state.to_act is None else seats[state.to_act]), "another seat is to act"
    )
    _require(legal_actions(other) == legal_actions(state), "other actions are legal")
    _require(other.hands == by_seat(state.hands), "the hands are others")
    _require(is_decided(other) == is_decided(state), "one is decided and the other not")
    _require(other.pot == state.pot, "the pot is another")
    results: Sequence[Any] = state.results if isinstance(state, SessionState) else [state.result]
    others: Sequence[Any] = other.results if isinstance(other, SessionState) else [other.result]
    for mine, its in zip(results, others, strict=True):
        if mine is None:
            continue
        _require(its.points == by_seat(mine.points), "the points are others")
        _require(
            (its.change, its.pot_change) == (by_seat(mine.change), mine.pot_change), "the changes are others"
        )
        lines = Counter((line.rule, seats[line.seat], line.points, line.what) for line in mine.lines)
        _require(
            lines == Counter((n.rule, n.seat, n.points, n.what) for n in its.lines), "the lines are others"
        )
    if isinstance(state, SessionState) and isinstance(other, SessionState):
        for name in ("totals", "bought", "final_share"):
            _require(getattr(other, name) == by_seat(getattr(state, name)), f"{name} is another")
        for name in ("winners", "leaders"):
            _require(
                set(getattr(other, name)) == {seats[s] for s in getattr(state, name)},
                f"the {name} are others",
            )


# The future


@_law
def _futures(state: State, rng: Random) -> None:
    """States with the same `position_key` have the same actions, and the same keys after each of them."""
    # The end of a deal has few enough lines of play for many of them to meet again.
    while sum(map(len, state.hands)) > 9 and legal_actions(state):
        state = apply(state, rng.choice(legal_actions(state)))
    seen: dict[Hashable, dict[Action, Hashable]] = {}
    row = [state]
    for _ in range(240):
        if not row:
            return
        at = row.pop(rng.randrange(len(row)))
        if at.phase in (Phase.DEAL, Phase.FINISHED):
            continue
        every: list[Action] = [*legal_actions(at), *revokes_now(at)]
        after = {action: apply(at, action) for action in every}
        keys: dict[Action, Hashable] = {action: position_key(one) for action, one in after.items()}
        known = seen.setdefault(position_key(at), keys)
        _require(known == keys, "states with the same key have different futures")
        _require(list(known) == list(keys), "states with the same key list their actions otherwise")
        row.extend(one for one in after.values() if sum(map(len, one.hands)) <= 9)


@_law
def _decision(state: State, rng: Random) -> None:
    """In a decided deal no play charges anything more; to stop then changes no points."""
    if not isinstance(state, DealState) or state.phase is Phase.FINISHED:
        return
    results = set()
    for _ in range(2 if is_decided(state) else 1):
        end, was = state, is_decided(state)
        decided = [end] if was else []
        while end.phase is not Phase.FINISHED:
            end = apply(end, rng.choice(legal_actions(end)))
            _require(is_decided(end) or not was, "a decided deal is open again")
            if is_decided(end) and not was:
                was = True
                decided.append(end)
        results.add(end.result and end.result.points)
        _require(decided and was, "a deal has ended undecided")
        _require(_stopped(end) == (end.result and end.result.points), "to stop early changes the points")
    _require(len(results) == 1, f"a decided deal can come to {results}")


def _stopped(end: DealState) -> tuple[int, ...] | None:
    """The points of a finished deal when play stops, or does not stop, as soon as it is decided."""
    stops = end.variant.plan.stop_when_decided
    flipped = with_value(end.variant, "session", "stop_when_decided", not stops)
    state = replay_deal({**deal_record(end), "actions": []}, flipped)
    for action in end.actions:
        if state.phase is Phase.FINISHED:
            break
        state = apply(state, action)
    while state.phase is not Phase.FINISHED:
        state = apply(state, legal_actions(state)[0])
    return None if state.result is None else state.result.points
