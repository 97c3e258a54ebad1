"""Makes the conformance vectors in ``tests/vectors`` from the engine: ``python tests/make_vectors.py``.

The same engine gives the same files, byte by byte. Positions come from deals played at random with fixed
seeds; of those the ones are kept that show the most different rules. A few are written down by hand.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import walk

import lorum
from lorum import record, testing
from lorum.contracts.chains import Chains
from lorum.contracts.layouts import Layouts
from lorum.contracts.trains import Trains
from lorum.contracts.tricks import Tricks
from lorum.rules import Rule
from lorum.settlement import Account, Difference
from lorum.testing import chance

FOLDER = Path(__file__).parent / "vectors"
Vector = dict[str, Any]
Options = dict[str, Any]

DOCUMENTS = ("compendium", "seven-contracts", "eight-games")
VARIED: dict[str, list[Options]] = {
    "compendium": [
        {"players": 3},
        {"scoring": "beans"},
        {"scoring": "beans-and-pot", "doubling": True},
        {"stop_when_decided": True},
    ],
    "compendium reds": [{"reds_hearts_lead": "until-broken"}],
    "compendium obers": [{"obers_first_discard": "barred"}, {"obers_win": "only-when-led"}],
    "compendium lorum": [
        {"lorum_suit_opening": "any-laid-rank"},
        {"players": 3, "lorum_suit_opening": "any-laid-rank"},
    ],
    "compendium all-bad": [{"all_bad_components": ["first-and-last", "fifth-trick", "reds"]}],
    "seven-contracts": [{"stop_when_decided": True}],
    "eight-games": [{"direction": "counter-clockwise"}, {"stop_when_decided": True}],
    "eight-games first-and-last": [{"first_and_last": "two-cards"}],
    "eight-games red-king": [{"announce_before": "last-trick"}],
}


# Which rules a position, a step and a result show


def rules_of(state: lorum.SessionState) -> list[Rule]:
    """The rules that say what may be done in a position."""
    deal = state.deal
    if state.phase == "deal":
        return [Rule.DEAL_HANDS, Rule.DEAL_PACK]
    if state.phase == "choose":
        return [Rule.CHOOSE_TIE_BREAK if deal and deal.tied else Rule.CHOOSE_DECLARER, Rule.CHOOSE_OPEN]
    if state.phase == "double":
        return [Rule.DOUBLE_DEALER]
    if state.phase == "buy-in":
        return [Rule.BEANS_BUY_IN]
    if state.phase == "finished" or deal is None or deal.contract is None or state.to_act is None:
        return [Rule.PLAY_OVER]
    contract = state.variant.contract(deal.contract)
    legal = lorum.legal_actions(state)
    if state.phase == "announce":
        return [Rule.ANNOUNCE_ASKED, contract.cite(Rule.ANNOUNCE_HOLDER)]
    plays = [action.card for action in state.deal_actions if isinstance(action, lorum.Play)]
    hand = state.hands[state.to_act]
    if isinstance(contract, Tricks):
        return _rules_of_trick(state, contract, plays, hand, legal)
    if isinstance(contract, Layouts):
        if not plays:
            return [contract.cite(Rule.LAYOUTS_OPENING), contract.cite(Rule.LAYOUTS_OPENER)]
        growth = [contract.cite(Rule.LAYOUTS_SUIT_OPENING), contract.cite(Rule.LAYOUTS_GROWTH)]
        passing = legal == (lorum.Pass(),)
        return [*growth, contract.cite(Rule.LAYOUTS_MUST_PLAY)] if passing else growth
    if isinstance(contract, Chains):
        forced = len(legal) == 1 < len(hand)
        return [
            contract.cite(
                Rule.CHAINS_NEXT if forced else Rule.CHAINS_LEAD if not plays else Rule.CHAINS_NEXT_LEAD
            )
        ]
    if not isinstance(contract, Trains) or not plays:
        return [Rule.TRAINS_FIRST]
    return [contract.cite(Rule.TRAINS_PASS if legal == (lorum.Pass(),) else Rule.TRAINS_NEXT)]


def _rules_of_trick(
    state: lorum.SessionState,
    contract: Tricks,
    plays: list[lorum.Card],
    hand: tuple[lorum.Card, ...],
    legal: tuple[lorum.PlayerAction, ...],
) -> list[Rule]:
    begun = len(plays) % state.variant.players
    if begun:
        if any(card.suit is plays[-begun].suit for card in hand):
            return [Rule.TRICKS_FOLLOW_SUIT]
        barred = [limit.rule for limit in contract.discard_limits if len(plays) < state.variant.players]
        return [Rule.TRICKS_DISCARD, *barred]
    first = Rule.TRICKS_WINNER_LEADS if plays else Rule.PLAY_OPENING
    limits = [limit.rule for limit in contract.lead_limits if any(limit.cards & card.bit for card in hand)]
    free = (
        [Rule.TRICKS_NOTHING_ELSE]
        if limits and len(legal) == len(hand) and _all_limited(contract, hand)
        else []
    )
    return [first, *limits, *free]


def _all_limited(contract: Tricks, hand: tuple[lorum.Card, ...]) -> bool:
    return all(any(limit.cards & card.bit for limit in contract.lead_limits) for card in hand)


def rules_of_step(before: lorum.SessionState, after: lorum.SessionState) -> list[Rule]:
    """The rules that a step shows."""
    rules = rules_of(before)
    deal = before.deal
    contract = before.variant.contract(deal.contract) if deal and deal.contract else None
    if len(after.results) > len(before.results):
        return rules + rules_of_result(after)
    if isinstance(contract, Tricks) and before.phase == "play":
        tricks = lorum.tricks_of(after)
        if tricks and tricks[-1].winner is not None:
            rules += [Rule.TRICKS_WINNER, Rule.TRICKS_WINNER_LEADS]
            rules += [Rule.TRICKS_ONLY_WHEN_LED] if contract.only_when_led else []
    if isinstance(contract, Chains):
        rules.append(contract.cite(Rule.CHAINS_LENGTH))
    return rules


def rules_of_result(state: lorum.SessionState) -> list[Rule]:
    """The rules that the last deal's result comes from."""
    result, settlement = state.results[-1], state.variant.settlement
    contract = state.variant.contract(result.contract)
    rules = [line.rule for line in result.lines]
    if result.doubled:
        rules.append(Rule.SETTLEMENT_DOUBLED)
    if settlement.account is Account.PENALTIES:
        return [*rules, Rule.SETTLEMENT_PENALTIES]
    beans = settlement.account is Account.BEANS
    if contract.settles == "to-pot":
        rules.append(Rule.BEANS_COMMON_POT if beans else contract.cite(Rule.SETTLEMENT_TO_POT))
    elif contract.settles == "to-winner":
        rules.append(contract.cite(Rule.SETTLEMENT_TO_WINNER))
    elif contract.settles == "to-untouched":
        alone = result.points.count(0) == len(result.points) - 1
        sweeps = settlement.sweep and alone
        common = Rule.SETTLEMENT_SWEEP if sweeps else Rule.SETTLEMENT_UNTOUCHED
        rules.append(Rule.BEANS_UNTOUCHED if beans else contract.cite(common))
    else:
        pairwise = settlement.difference is Difference.PAIRWISE
        rules.append(Rule.BEANS_PAIRWISE if pairwise else Rule.BEANS_TO_LOWEST)
    if contract.takes_pot:
        rules.append(contract.cite(Rule.POT_WINNER))
    return rules


# Positions


Step = tuple[lorum.SessionState, lorum.Action, lorum.SessionState]


def steps_of(variant: lorum.Variant, contract: str, seed: str) -> Iterator[Step]:
    """The steps of one deal of a contract at the start of a session, played at random."""
    rng = random.Random(seed)
    state = lorum.new_session(variant, rng.randrange(variant.players))
    while not state.results:
        action = chance.random_action(state, rng, entered=False)
        if isinstance(action, lorum.DealCards) and rng.random() < 0.6:
            action = dealt(state, seed)
        if isinstance(action, lorum.PlayerAction):
            action = lorum.action_at(variant, lorum.action_index(variant, action))
        after = lorum.apply(state, action)
        yield state, action, after
        state = after


def dealt(state: lorum.SessionState, seed: str) -> lorum.Action:
    return lorum.deal_cards(state, lorum.shuffled(state.variant.pack, seed))


def option_sets(document: str, contract: str) -> list[Options]:
    more = VARIED.get(f"{document} {contract}", []) + VARIED[document]
    return [{}, {}, {}, *more]


def steps_for(document: str, contract: str) -> list[Step]:
    found: list[Step] = []
    for i, options in enumerate(option_sets(document, contract)):
        try:
            variant = lorum.get_variant(document, contracts=[contract], **options)
        except lorum.VariantError:
            continue
        found += steps_of(variant, contract, f"{document} {contract} {i}")
    return found


def pick(candidates: Iterable[tuple[Any, tuple[Any, ...]]], number: int) -> list[Any]:
    """Some of the candidates, those first that show what none before has shown."""
    left = list(candidates)
    chosen: list[Any] = []
    seen: set[tuple[Any, ...]] = set()
    while left and len(chosen) < number:
        fresh = next((i for i, (_, shown) in enumerate(left) if shown not in seen), None)
        if fresh is None:
            seen.clear()
            continue
        item, shown = left.pop(fresh)
        seen.add(shown)
        chosen.append(item)
    return chosen


def vector(kind: str, rules: Iterable[Rule], state: lorum.SessionState | None, **content: Any) -> Vector:
    data: Vector = {"id": "", "kind": kind, "rules": list(dict.fromkeys(rule.value for rule in rules))}
    if state is not None:
        data["record"] = {
            key: value for key, value in record.record_of(state).items() if key not in ("rules", "meta")
        }
    return {**data, **content}


def shown_rules(state: lorum.SessionState) -> tuple[Any, ...]:
    return (str(state.variant), *rules_of(state))


# The kinds


def legal_vectors(steps: list[Step]) -> list[Vector]:
    states = [(before, shown_rules(before)) for before, _, _ in steps[::2] if before.to_act is not None]
    return [vector("legal", rules_of(state), state, **standing(state)) for state in pick(states, 6)]


def standing(state: lorum.SessionState) -> dict[str, Any]:
    facts = record.summary(state)
    return {key: facts[key] for key in ("phase", "to_act", "legal")}


def transition_vectors(steps: list[Step]) -> list[Vector]:
    candidates = [
        (step, (str(step[0].variant), step[1].kind, *rules_of_step(step[0], step[2])))
        for step in reversed(steps[::2])
        if isinstance(step[1], lorum.PlayerAction)
    ]
    return [
        vector(
            "transition",
            rules_of_step(before, after),
            before,
            action=record.action_to_json(action, before.to_act),
            after={**standing(after), "totals": list(after.totals), "pot": after.pot},
        )
        for before, action, after in pick(candidates, 5)
    ]


def score_vector(state: lorum.SessionState) -> Vector:
    return vector(
        "score",
        rules_of_result(state),
        state,
        result=state.results[-1].to_json(),
        totals=list(state.totals),
        pot=state.pot,
    )


def score_vectors(document: str, contract: str, steps: list[Step]) -> list[Vector]:
    ends = [(after, (str(after.variant),)) for _, _, after in steps if after.results]
    return [score_vector(state) for state in pick(ends, 5)] + [
        score_vector(state) for state in entered(document, contract)
    ]


def entered(document: str, contract: str) -> Iterator[lorum.SessionState]:
    """Deals entered by their points: all to one seat, shared out, and as an example (P7.1) has them."""
    plain = lorum.get_variant(document, contracts=[contract])
    total = plain.contract(contract).total(4, 8, plain.table.pack)
    wanted = [(0, 0, 0, 0), (1, 2, 3, 0), (7, 1, 2, 0)]
    if total is not None:
        wanted = [
            (total, 0, 0, 0),
            (0, total - total // 2, 0, total // 2),
            (total - 3, 1, 1, 1),
            (3, 3, 2, total - 8),
        ]
    variants = [plain]
    if document == "compendium":
        variants.append(lorum.get_variant("compendium-beans", contracts=[contract]))
    for variant, points in itertools.product(variants, wanted):
        session = lorum.new_session(variant)
        try:
            action = lorum.ScoreDeal(points, contract)
        except lorum.ArgumentError:
            continue
        if lorum.violation(session, action) is None:
            yield lorum.apply(session, action)


def refusal_vectors(steps: list[Step]) -> list[Vector]:
    candidates = []
    for before, _, _ in steps[::3]:
        for action in improper(before):
            problem = lorum.violation(before, action)
            if problem:
                candidates.append(((before, action, problem), (problem.rule,)))
    return [
        vector(
            "refusal",
            [problem.rule],
            state,
            action=record.action_to_json(action, state.to_act),
            rule=problem.rule.value,
        )
        for state, action, problem in pick(candidates, 8)
    ]


def improper(state: lorum.SessionState) -> Iterator[lorum.Action]:
    variant = state.variant
    for index in range(37 + len(variant.definitions)):
        yield lorum.action_at(variant, index)
    if state.to_act is not None:
        yield _by_another(state)
        yield lorum.Revoke(state.to_act)
    else:
        hands = [variant.pack[seat * 7 : seat * 7 + 7] for seat in range(variant.players)]
        yield lorum.DealCards(hands)
        yield lorum.DealCards([variant.pack[:8]] * variant.players)
        yield lorum.ScoreDeal((5,) * variant.players, variant.contracts[0])
        yield lorum.ScoreDeal((1,) * variant.players, variant.contracts[0], revoked_by=1)


def _by_another(state: lorum.SessionState) -> lorum.Action:
    action = lorum.legal_actions(state)[0]
    seat = ((state.to_act or 0) + 1) % state.variant.players
    return record.action_from_json(record.action_to_json(action, seat))


def observation_vectors(steps: list[Step]) -> list[Vector]:
    states = [(before, shown_rules(before)) for before, _, _ in steps[1::3] if before.to_act is not None]
    found = []
    for i, state in enumerate(pick(states, 3)):
        seats = [state.to_act, ((state.to_act or 0) + 1) % state.variant.players, None]
        seat = seats[i]
        found.append(
            vector(
                "observation", rules_of(state), state, seat=seat, observation=record.observation(state, seat)
            )
        )
    return found


RECORDS: list[tuple[str, Options, int]] = [
    ("compendium", {"contracts": ["reds", "lorum", "all-bad"], "rounds": 1, "doubling": True}, 1),
    ("compendium", {"contracts": ["first-and-last"], "rounds": 2}, 0),
    ("compendium-short", {"players": 3, "rounds": 1}, 2),
    ("compendium-beans", {"contracts": ["lorum", "obers", "king-of-hearts"], "rounds": 3}, 0),
    (
        "compendium",
        {"scoring": "beans", "bean_settlement": "to-lowest", "players": 3, "contracts": ["no-tricks"]},
        0,
    ),
    ("seven-contracts", {"contracts": ["hearts", "hairy-ape", "lorum"]}, 3),
    ("seven-contracts", {"contracts": ["obers", "quartets", "no-tricks", "fast-train"]}, 0),
    ("eight-games-two-cards", {"contracts": ["first-and-last", "unter-laying"]}, 1),
    (
        "eight-games",
        {"contracts": ["red-king"], "tie_break": "extra-deal", "direction": "counter-clockwise"},
        0,
    ),
]


def record_vectors() -> list[Vector]:
    found = []
    for at, (id, options, dealer) in enumerate(RECORDS):
        variant = lorum.get_variant(id, **options)
        rng = random.Random(f"record {at}")
        state = lorum.new_session(variant, dealer)
        rules: list[Rule] = [variant.plan.schedule.rule]
        while state.phase != "finished":
            enter = rng.random() < 0.6
            state = lorum.apply(state, chance.random_action(state, rng, entered=enter))
            if state.phase == "buy-in":
                rules.append(Rule.BEANS_BUY_IN)
            if state.results and state.results[-1].tie_break:
                rules.append(Rule.SESSION_EXTRA_DEAL)
        for number in range(len(state.results)):
            rules += rules_of_result(lorum.record.replay(_until(state, number + 1)))
        summary = record.summary(state)
        for result in summary["results"]:
            del result["lines"]
        found.append(vector("record", rules, state, start=variant.settlement.start, summary=summary))
    return found


def _until(state: lorum.SessionState, deals: int) -> dict[str, Any]:
    """The record up to the end of a deal."""
    whole = record.record_of(state)
    for length, position in enumerate(record.positions(whole)):
        if len(position.results) == deals:
            return {**whole, "actions": whole["actions"][:length]}
    raise AssertionError("there are not so many deals")


SEEDS: list[int | str | bytes] = [
    0,
    1,
    42,
    2**200,
    "",
    "a secret seed",
    "Lórum",
    "♥ 0",
    b"",
    bytes(range(32)),
    b"0",
]


def shuffle_vectors() -> list[Vector]:
    found = []
    packs = [lorum.PACK, lorum.get_variant("compendium-three").pack, lorum.PACK[:1], ()]
    for seed, pack in [*((seed, packs[0]) for seed in SEEDS), *((7, pack) for pack in packs[1:])]:
        given = (
            {"hex": seed.hex()}
            if isinstance(seed, bytes)
            else {"seed": str(seed), "number": type(seed) is int}
        )
        shuffled = " ".join(map(str, lorum.shuffled(pack, seed)))
        found.append(
            vector(
                "shuffle", [Rule.CARDS_PACK], None, **given, pack=" ".join(map(str, pack)), shuffled=shuffled
            )
        )
    return found


def counted(state: lorum.DealState, file: str | None) -> Vector:
    count = walk.Walk(strict=False).count(state)
    deal = testing.deal_record(state)
    contract = state.variant.contract(state.contract)
    rules = {
        Tricks: Rule.TRICKS_FOLLOW_SUIT,
        Layouts: Rule.LAYOUTS_GROWTH,
        Chains: Rule.CHAINS_NEXT,
        Trains: Rule.TRAINS_NEXT,
    }
    if file:
        deal["file"] = file
        del deal["variant"]
    return vector(
        "count",
        [contract.cite(rules[type(contract)])],
        None,
        deal=deal,
        ways=count.ways,
        lines=count.lines,
        results=[{"points": list(points), "lines": lines} for points, lines in sorted(count.results.items())],
    )


def count_vectors() -> list[Vector]:
    found = []
    for name in walk.small_tables():
        variant = lorum.load_variant(FOLDER / "small" / f"{name}.toml")
        for contract in variant.contracts:
            for hands in walk.some_deals(variant.pack, variant.players, 1, f"count {contract}"):
                state = lorum.new_deal(variant, contract, hands)
                if name != "tricks-twelve-three":
                    found.append(counted(state, f"small/{name}.toml"))
    for document in DOCUMENTS:
        variant = lorum.get_variant(document)
        for contract in variant.contracts:
            found.append(counted(walk.endgame(variant, contract, 7, "count"), None))
    return found


def build() -> dict[str, str]:
    """All files, by their path in the folder of vectors."""
    files = {f"small/{name}.toml": text for name, text in walk.small_tables().items()}
    for path, text in files.items():  # they are read again below
        (FOLDER / path).parent.mkdir(parents=True, exist_ok=True)
        if not (FOLDER / path).exists() or (FOLDER / path).read_text(encoding="utf-8") != text:
            (FOLDER / path).write_text(text, encoding="utf-8")
    for document in DOCUMENTS:
        kinds: dict[str, list[Vector]] = {}
        for contract in lorum.get_variant(document).contracts:
            steps = steps_for(document, contract)
            makers: dict[str, Callable[[], list[Vector]]] = {
                "legal": lambda steps=steps: legal_vectors(steps),  # type: ignore[misc]
                "transition": lambda steps=steps: transition_vectors(steps),  # type: ignore[misc]
                "score": lambda d=document, c=contract, s=steps: score_vectors(d, c, s),  # type: ignore[misc]
                "refusal": lambda steps=steps: refusal_vectors(steps),  # type: ignore[misc]
                "observation": lambda steps=steps: observation_vectors(steps),  # type: ignore[misc]
            }
            for kind, make in makers.items():
                kinds.setdefault(kind, []).extend(numbered(f"{document}/{contract}/{kind}", make()))
        for kind, vectors in kinds.items():
            files[f"{document}-{kind}.json"] = written(vectors)
    files["record.json"] = written(numbered("record", record_vectors()))
    files["shuffle.json"] = written(numbered("shuffle", shuffle_vectors()))
    files["count.json"] = written(numbered("count", count_vectors()))
    return files


def numbered(prefix: str, vectors: list[Vector]) -> list[Vector]:
    return [{**one, "id": f"{prefix}/{number}"} for number, one in enumerate(vectors, 1)]


def written(vectors: list[Vector]) -> str:
    """One vector a line, so that a change shows as a change of that line."""
    rows = [json.dumps(one, ensure_ascii=False, separators=(",", ":")) for one in vectors]
    return "[\n" + ",\n".join(rows) + "\n]\n"


def main() -> None:
    for path, text in build().items():
        (FOLDER / path).write_text(text, encoding="utf-8")


if __name__ == "__main__":
    main()
