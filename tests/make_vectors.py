"""Makes the conformance vectors in ``tests/vectors`` from the engine: ``python tests/make_vectors.py``.

The same engine gives the same files, byte by byte. Positions come from deals played at random with fixed
seeds; of those the ones are kept that show the most different rules, as `shown` decides. What hardly comes
about by chance, as in the course of whole sessions, is written down by hand.
"""

from __future__ import annotations

import itertools
import json
import random
from collections.abc import Iterable, Iterator
from pathlib import Path
from typing import Any

import shown
import walk

import lorum
from lorum import record, testing
from lorum.rules import Rule
from lorum.testing import chance

FOLDER = Path(__file__).parent / "vectors"
SCHEMA = FOLDER / "vectors.schema.json"
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


# Positions


Step = tuple[lorum.SessionState, lorum.Action, lorum.SessionState]

DEALS = 4
"""How many deals of a contract are played at random for each set of options."""
LINES = 20
"""How many lines of play are looked at for what they show."""


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
    return [{}, *more]


def steps_for(document: str, contract: str) -> list[Step]:
    found: list[Step] = []
    for i, options in enumerate(option_sets(document, contract)):
        try:
            variant = lorum.get_variant(document, contracts=[contract], **options)
        except lorum.VariantError:
            continue
        for deal in range(DEALS):
            found += steps_of(variant, contract, f"{document} {contract} {i} {deal}")
    return found


def pick(candidates: Iterable[tuple[Any, frozenset[str]]], number: int) -> list[Any]:
    """So many of the candidates, or as many as it takes to show all that any of them shows.

    Each time the one is taken that shows the most that none before has shown.
    """
    left = [(item, shows) for item, shows in candidates if shows]
    chosen: list[Any] = []
    seen: set[str] = set()
    while left:
        gain = [len(shows - seen) for _, shows in left]
        if not max(gain):
            if len(chosen) >= number:
                break
            seen.clear()
            continue
        item, shows = left.pop(gain.index(max(gain)))
        seen |= shows
        chosen.append(item)
    return chosen


def vector(kind: str, rules: Iterable[str], state: lorum.SessionState | None, **content: Any) -> Vector:
    data: Vector = {
        "id": "",
        "kind": kind,
        "rules": [rule.value for rule in dict.fromkeys(rules) if isinstance(rule, Rule)],
    }
    if state is not None:
        data["record"] = {
            key: value for key, value in record.record_of(state).items() if key not in ("rules", "meta")
        }
    return {**data, **content}


# The kinds


def legal_vectors(states: Iterable[lorum.SessionState], number: int) -> list[Vector]:
    chosen = pick(((state, frozenset(shown.of_position(state))) for state in states), number)
    return [vector("legal", shown.of_position(state), state, **standing(state)) for state in chosen]


def standing(state: lorum.SessionState) -> dict[str, Any]:
    facts = record.summary(state)
    return {key: facts[key] for key in ("phase", "to_act", "legal")}


def transition_vectors(steps: Iterable[Step], number: int) -> list[Vector]:
    players = [step for step in steps if isinstance(step[1], lorum.PlayerAction)]
    chosen = pick(((step, frozenset(shown.of_step(*step))) for step in players), number)
    return [
        vector(
            "transition",
            shown.of_step(before, action, after),
            before,
            action=record.action_to_json(action, before.to_act),
            after={**standing(after), "totals": list(after.totals), "pot": after.pot},
        )
        for before, action, after in chosen
    ]


def score_vectors(steps: Iterable[Step], number: int) -> list[Vector]:
    ends = [step for step in steps if len(step[2].results) > len(step[0].results)]
    chosen = pick(((step, frozenset(shown.of_result(*step))) for step in ends), number)
    return [
        vector(
            "score",
            shown.of_result(before, action, after),
            after,
            result=after.results[-1].to_json(),
            totals=list(after.totals),
            pot=after.pot,
        )
        for before, action, after in chosen
    ]


def entered(document: str, contract: str) -> Iterator[Step]:
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
            yield session, action, lorum.apply(session, action)


def refusal_vectors(states: Iterable[lorum.SessionState], number: int) -> list[Vector]:
    candidates = []
    for state in states:
        for action in improper(state):
            problem = lorum.violation(state, action)
            if problem:
                rules = shown.of_refusal(state, action, problem.rule)
                candidates.append(((state, action, problem.rule, rules), frozenset(rules)))
    return [
        vector("refusal", rules, state, action=record.action_to_json(action, state.to_act), rule=rule.value)
        for state, action, rule, rules in pick(candidates, number)
    ]


def improper(state: lorum.SessionState) -> Iterator[lorum.Action]:
    variant = state.variant
    for index in range(37 + len(variant.definitions)):
        yield lorum.action_at(variant, index)
    if state.to_act is not None:
        yield _by_another(state)
        yield from map(lorum.Revoke, range(4))
    else:
        hands = [variant.pack[seat * 7 : seat * 7 + 7] for seat in range(variant.players)]
        yield lorum.DealCards(hands)
        yield lorum.DealCards([variant.pack[:8]] * variant.players)
        if state.phase == "deal":
            yield lorum.DealCards(chance.cut(lorum.PACK[::-1], variant.players, chance.hand_size(state)))
            yield from [action for action in state.actions if isinstance(action, lorum.DealCards)]
        yield lorum.ScoreDeal((5,) * variant.players, variant.contracts[0])
        yield lorum.ScoreDeal((1,) * variant.players, variant.contracts[0], revoked_by=1)


def _by_another(state: lorum.SessionState) -> lorum.Action:
    action = lorum.legal_actions(state)[0]
    seat = ((state.to_act or 0) + 1) % state.variant.players
    return record.action_from_json(record.action_to_json(action, seat))


def observation_vectors(states: Iterable[lorum.SessionState]) -> list[Vector]:
    """What is seen by the player to act, by the next seat and by an onlooker."""
    found = []
    sorted_out = [(state, frozenset(shown.of_position(state))) for state in states]
    for place in (0, 1, None):
        # Whoever is not to act does not see what may be done, only whose turn it is.
        visible = [(state, rules if place == 0 else rules & shown.TURN) for state, rules in sorted_out]
        for state in pick(visible, 1)[:1]:
            seat = None if place is None else (state.to_act + place) % state.variant.players
            rules = [rule for rule in shown.of_position(state) if place == 0 or rule in shown.TURN]
            found.append(
                vector("observation", rules, state, seat=seat, observation=record.observation(state, seat))
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
    ("seven-contracts", {}, 2),
    (
        "eight-games",
        {"contracts": ["red-king"], "tie_break": "extra-deal", "direction": "counter-clockwise"},
        0,
    ),
]


def record_vectors() -> list[Vector]:
    rows = [course(*one) for one in COURSES]
    for at, (id, options, dealer) in enumerate(RECORDS):
        rng = random.Random(f"record {at}")
        row = [lorum.new_session(lorum.get_variant(id, **options), dealer)]
        while row[-1].phase != "finished":
            # Long sessions are entered deal by deal, so that they stay small.
            enter = rng.random() < 0.6 or row[0].variant.deals > 24
            row.append(lorum.apply(row[-1], chance.random_action(row[-1], rng, entered=enter)))
        rows.append(row)
    found = []
    for row in rows:
        state = row[-1]
        if state.phase == "finished":
            summary = record.summary(state)
            for result in summary["results"]:
                del result["lines"]
            departures = [rule.value for rule in state.variant.departures]
            start = state.variant.settlement.start
            content = {"start": start, "departures": departures, "summary": summary}
            found.append(vector("record", shown.of_session(row), state, **content))
    return found


# Written down by hand: what is done in a session, deal by deal

Course = tuple[str, Options, int, list[Any]]

BEANS = {"contracts": ["no-tricks"], "scoring": "beans"}
TWO_ASKED = [("no-tricks", 4, 4, 0, 0)] * 3
BACK = [("no-tricks", *(8 * (seat == loser) for seat in range(4))) for loser in range(4)]
LAYOUT = [("lorum", 1, 0, 3, 5), ("lorum", 0, 1, 2, 4)]
COURSES: list[Course] = [
    # Ties
    (
        "compendium",
        {"contracts": ["reds", "no-tricks"], "rounds": 1, "doubling": True},
        0,
        [("reds", 3, 3, 1, 1), "cards", "first", "first", "stop"],
    ),
    (
        "compendium",
        {"contracts": ["reds", "no-tricks"], "rounds": 1, "doubling": True},
        0,
        [("reds", 3, 3, 1, 1), ("no-tricks", 3, 3, 1, 1), "cards", "last", "first", "stop"],
    ),
    (
        "compendium",
        {"contracts": ["reds", "no-tricks"], "rounds": 1},
        0,
        [("reds", 3, 3, 1, 1), ("no-tricks", 3, 3, 1, 1), ("reds", 0, 0, 3, 5)],
    ),
    (
        "compendium",
        {"contracts": ["no-tricks"], "rounds": 1, "tie_break": "shared"},
        3,
        [("no-tricks", 4, 4, 0, 0)],
    ),
    # Schedules, rounds and contracts
    ("compendium-short", {}, 1, [("no-tricks", 8, 0, 0, 0), "cards", "stop"]),
    (
        "compendium",
        {"contracts": ["reds", "no-tricks"], "schedule": "each-dealer"},
        0,
        [("reds", 8, 0, 0, 0)] * 4 + ["cards", "stop"],
    ),
    (
        "compendium",
        {"contracts": ["reds", "no-tricks"], "schedule": "each-dealer"},
        0,
        [("reds", 8, 0, 0, 0), ("no-tricks", 7, 1, 0, 0)] * 2
        + [("no-tricks", 1, 7, 0, 0), ("reds", 1, 2, 0, 5)] * 2,
    ),
    ("compendium", {"contracts": ["no-tricks"], "players": 3}, 2, [("no-tricks", 4, 4, 2)] * 3),
    ("compendium", {"contracts": ["no-tricks"]}, 0, [("no-tricks", 3, 3, 2, 0)] * 4),
    (
        "compendium",
        {"contracts": ["reds", "obers", "no-tricks", "lorum", "fifth-trick"], "rounds": 1},
        2,
        [
            ("reds", 3, 3, 2, 0),
            ("obers", 2, 2, 4, 0),
            ("lorum", 1, 0, 3, 5),
            ("no-tricks", 3, 2, 2, 1),
            ("fifth-trick", 0, 0, 4, 0),
        ],
    ),
    # Beans: buying, refusing, debts, the winner
    (
        "compendium",
        BEANS,
        0,
        [*TWO_ASKED, "first", "first", *TWO_ASKED[:1]],
    ),
    ("compendium", BEANS, 0, [*TWO_ASKED, "first", "last"]),
    (
        "compendium",
        {**BEANS, "beans_end": "never"},
        0,
        [*TWO_ASKED, *TWO_ASKED[:1]],
    ),
    *(
        (
            "compendium",
            {**BEANS, "bought_beans_count": count},
            0,
            [BACK[0], "first", *BACK[1:]],
        )
        for count in (False, True)
    ),
    (
        "compendium",
        {**BEANS, "rounds": 2},
        0,
        [("no-tricks", 7, 1, 0, 0), "first", BACK[3]],
    ),
    (
        "compendium",
        {**BEANS, "rounds": 2, "doubling": True},
        0,
        [lorum.ScoreDeal((8, 0, 0, 0), "no-tricks", doubled=True), "first", BACK[3]],
    ),
    # The pot of beans
    *(
        (
            "compendium-beans",
            {"contracts": contracts, "rounds": 1, "pot_goes_to": to},
            0,
            [
                (contract, 4, 0, 0, 0) if contract != "lorum" else LAYOUT[contracts.index(contract)]
                for contract in contracts
            ],
        )
        for to in ("lorum-winner", "session-winner", "nobody")
        for contracts in (["king-of-hearts", "lorum"], ["lorum", "fifth-trick"])
    ),
    ("compendium-beans", {"contracts": ["king-of-hearts"], "rounds": 1}, 0, [("king-of-hearts", 4, 0, 0, 0)]),
    # The other documents
    (
        "seven-contracts",
        {"contracts": ["hairy-ape", "lorum"]},
        1,
        [
            ("hairy-ape", 10, 0, 0, 0),
            ("lorum", 0, 1, 3, 5),
            ("hairy-ape", 0, 0, 10, 0),
            ("lorum", 1, 0, 2, 4),
            ("hairy-ape", 0, 0, 10, 0),
            ("lorum", 0, 2, 4, 1),
            ("hairy-ape", 0, 10, 0, 0),
            ("lorum", 0, 2, 1, 3),
        ],
    ),
    ("seven-contracts", {"contracts": ["obers"]}, 0, [("obers", 4, 3, 2, 1)] * 4),
    (
        "eight-games",
        {"contracts": ["reds", "tricks"], "schedule": "by-dealer", "direction": "counter-clockwise"},
        2,
        [("reds", 3, 3, 2, 0), ("tricks", 3, 3, 2, 0)] * 4,
    ),
    (
        "eight-games-two-cards",
        {"contracts": ["first-and-last"]},
        0,
        ["cards", "play", "cards", "play", "stop"],
    ),
    (
        "eight-games-two-cards",
        {"contracts": ["first-and-last"]},
        0,
        [lorum.DealCards(["7a 8a", "9a Ta", "Ua Oa", "Ka Aa"]), "play", "stop"],
    ),
    # A Heart is led from a hand of Hearts, which does not free those of the others.
    (
        "compendium",
        {"contracts": ["king-of-hearts"], "rounds": 1},
        0,
        [
            lorum.DealCards(
                [
                    "Ua Ol Kl Al Ub Ob Kb Ab",
                    "Oa Ka Aa 7h 8h 9h Th Uh",
                    "7a 8a 7l 8l 9l Oh Kh Ah",
                    "9a Ta Tl Ul 7b 8b 9b Tb",
                ]
            ),
            *["first"] * 17,
            "stop",
        ],
    ),
    (
        "eight-games-two-cards",
        {"contracts": ["first-and-last"]},
        0,
        [("first-and-last", 4, 4, 0, 0), "cards", "play", "stop"],
    ),
]


def course(id: str, options: Options, dealer: int, moves: list[Any]) -> list[lorum.SessionState]:
    """The states of a session in which this is done, to its end or to ``stop``.

    A contract with points is a deal that is entered; ``cards`` are dealt; the ``first`` or the ``last`` of
    the legal actions is done; with ``play`` the deal goes on to its end; an action is done as it is.
    """
    row = [lorum.new_session(lorum.get_variant(id, **options), dealer)]
    for move in moves:
        state = row[-1]
        if move == "stop":
            return row
        if move == "cards":
            row.append(lorum.apply(state, dealt_next(state)))
        elif move in ("first", "last"):
            row.append(lorum.apply(state, lorum.legal_actions(state)[0 if move == "first" else -1]))
        elif move == "play":
            while row[-1].phase == "play":
                row.append(lorum.apply(row[-1], lorum.legal_actions(row[-1])[0]))
        elif isinstance(move, tuple):
            row.append(lorum.apply(state, lorum.ScoreDeal(move[1:], move[0])))
        else:
            row.append(lorum.apply(state, move))
    assert row[-1].phase == "finished", "the course ends before its session"
    return row


def dealt_next(state: lorum.SessionState) -> lorum.Action:
    try:
        return lorum.deal_cards(state)
    except lorum.ArgumentError:
        return dealt(state, "course")


def session_steps(document: str) -> list[Step]:
    """The steps of the courses in a document's variants."""
    rows = [course(*one) for one in COURSES if one[0].startswith(document)]
    return [step for row in rows for step in zip(row, row[-1].actions, row[1:], strict=False)]


DEALINGS: list[Course] = [
    ("compendium", {}, 0, []),
    ("compendium", {}, 2, []),
    ("compendium", {}, 3, [("reds", 8, 0, 0, 0), ("lorum", 1, 0, 3, 5)]),
    ("compendium-three", {}, 2, []),
    ("compendium-three", {}, 0, [("no-tricks", 4, 4, 2)]),
    ("seven-contracts", {}, 0, []),
    ("seven-contracts", {}, 1, []),
    ("seven-contracts", {}, 0, [("hearts", 8, 0, 0, 0)]),
    ("seven-contracts", {"contracts": ["hearts"]}, 0, [("hearts", 8, 0, 0, 0)]),
    ("eight-games", {"direction": "counter-clockwise"}, 3, [("reds", 8, 0, 0, 0)]),
    ("eight-games-two-cards", {"contracts": ["first-and-last"]}, 1, []),
    ("eight-games-two-cards", {"contracts": ["first-and-last"]}, 1, ["cards", "play"]),
    ("eight-games-two-cards", {"contracts": ["first-and-last"]}, 1, ["cards", "play"] * 3),
]


def dealing_vectors() -> list[Vector]:
    found = []
    for id, options, dealer, moves in DEALINGS:
        state = course(id, options, dealer, [*moves, "stop"])[-1]
        action = record.action_to_json(dealt_next(state))
        pack = " ".join(map(str, lorum.shuffled(state.variant.pack, "course")))
        runs = any(done.stock for done in state.actions if isinstance(done, lorum.DealCards))
        given = {} if runs else {"pack": pack}
        found.append(vector("dealing", shown.of_dealing(state), state, **given, action=action))
    return found


TEXTS = [
    # In another order than they are written
    "Ab Kb Ob Ub Tb 9b 8b 7b",
    "Ah Th Kh Oh Uh",
    "7b 7h 7l 7a",
    "Kh 7b 10a",
    "  Kh   7b ",
    # Nothing
    "",
    "   ",
    # Other letters and signs
    "7a 8a 9a Ta Ua Oa Ka Aa",
    "kH",
    "tA",
    "uL",
    "oB",
    "10D",
    "jc",
    "Jc Qs Kh Ad",
    "Ul Js",
    "Q♠",
    "7♣ 8♧ 9♠ T♤",
    "U♥ O♡ K♦ A♢",
    "A♥\ufe0f 10♦\ufe0f",
    # A card twice
    "Kh Kh",
    "Kh 7b kH",
    # Not parted by blanks
    "Kh,7b",
    "Kh7b",
    "Kh\t7b",
    # No card
    "hK",
    "1a",
    "10",
    "11a",
    "K",
    "Kx 7a",
    "7a 6a",
    "Dh",
    "Bh",
    "Ka a",
    "Kh\ufe0f",
]


def notation_vectors() -> list[Vector]:
    found = []
    for text in TEXTS:
        content: dict[str, object]
        try:
            content = {"cards": lorum.format_cards(lorum.parse_cards(text))}
        except lorum.NotationError as error:
            content = {"error": error.position}
        found.append(vector("notation", shown.of_text(text), None, text=text, **content))
    return found


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
        # No clause says how a program shuffles.
        found.append(vector("shuffle", [], None, **given, pack=" ".join(map(str, pack)), shuffled=shuffled))
    return found


def counted(state: lorum.DealState, file: str | None) -> Vector:
    count = walk.Walk(strict=False).count(state)
    deal = testing.deal_record(state)
    if file:
        deal["file"] = file
        del deal["variant"]
    return vector(
        "count",
        rules_on_the_way(state),
        None,
        deal=deal,
        ways=count.ways,
        lines=count.lines,
        results=[{"points": list(points), "lines": lines} for points, lines in sorted(count.results.items())],
    )


def rules_on_the_way(state: lorum.DealState) -> list[Rule]:
    """What shows in some of the lines of play from a position, and so in their number or their results."""
    rules = set(shown.of_position(state))
    rng = random.Random(0)
    for _ in range(LINES):
        at = state
        while at.phase != "finished":
            action = rng.choice(lorum.legal_actions(at))
            after = lorum.apply(at, action)
            rules.update(shown.of_step(at, action, after))
            at = after
    return [rule for rule in Rule if rule in rules]


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
            states = [before for before, _, _ in steps]
            scored = [*steps, *entered(document, contract)]
            made = {
                "legal": legal_vectors(states, 6),
                "transition": transition_vectors(steps, 5),
                "score": score_vectors(scored, 8),
                "refusal": refusal_vectors(states[::5], 8),
                "observation": observation_vectors(states),
            }
            for kind, vectors in made.items():
                kinds.setdefault(kind, []).extend(numbered(f"{document}/{contract}/{kind}", vectors))
        steps = session_steps(document)
        states = [after for _, _, after in steps]
        made = {
            "legal": legal_vectors(states, 0),
            "transition": transition_vectors(steps, 0),
            "score": score_vectors(steps, 0),
            "refusal": refusal_vectors(states, 0),
        }
        for kind, vectors in made.items():
            kinds[kind].extend(numbered(f"{document}/session/{kind}", vectors))
        for kind, vectors in kinds.items():
            files[f"{document}-{kind}.json"] = written(vectors)
    files["record.json"] = written(numbered("record", record_vectors()))
    files["dealing.json"] = written(numbered("dealing", dealing_vectors()))
    files["shuffle.json"] = written(numbered("shuffle", shuffle_vectors()))
    files["notation.json"] = written(numbered("notation", notation_vectors()))
    files["count.json"] = written(numbered("count", count_vectors()))
    return files


def stored() -> dict[str, list[Vector]]:
    """The vectors as the files have them, by file."""
    paths = sorted(path for path in FOLDER.glob("*.json") if path != SCHEMA)
    return {path.name: json.loads(path.read_text(encoding="utf-8")) for path in paths}


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
