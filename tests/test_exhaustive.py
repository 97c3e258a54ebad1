"""Every line of play on small tables, and at the end of deals of every contract.

The tables have 9 to 15 cards; their files are in ``tests/vectors/small``. Every position of a deal is held
against the laws, and it is shown that play never stalls and always ends. By default some deals of each
contract are walked through, until some hundred positions have been seen. With ``LORUM_EXHAUSTIVE=long`` in
the environment it is every deal where there are at most 20,000 that differ by more than an exchange of
suits, many more of the others, and tables with longer hands: count on a day, or name a table with ``-k``.
"""

from __future__ import annotations

import math
import os
from pathlib import Path

import pytest
import walk

import lorum
from lorum.rules import Rule
from lorum.testing import laws

pytestmark = pytest.mark.slow

LONG = os.environ.get("LORUM_EXHAUSTIVE") == "long"
MANY = 200
BUDGET = 80 if not LONG else 10**9
"""No further deal is begun when so many positions have been seen."""
SOURCES = walk.small_tables()


def small(name: str, folder: Path) -> lorum.Variant:
    path = folder / f"{name}.toml"
    path.write_text(SOURCES[name], encoding="utf-8")
    return lorum.load_variant(path)


CONTRACTS = [
    (name, line[10:-1])
    for name, text in SOURCES.items()
    for line in text.splitlines()
    if line.startswith("[contract.") and (LONG or name != "tricks-twelve-three")
]


@pytest.mark.parametrize(("name", "contract"), CONTRACTS)
def test_all_lines_of_small_deals(name: str, contract: str, tmp_path: Path) -> None:
    variant = small(name, tmp_path)
    pack, players = variant.pack, variant.players
    number = math.factorial(len(pack)) // math.factorial(len(pack) // players) ** players
    if LONG and number <= 20_000 * len(walk.symmetries(variant, contract)):
        deals = walk.deals_up_to_symmetry(variant, contract)
    else:
        deals = walk.some_deals(pack, players, MANY, f"{contract} of {name}")
    positions = 0
    for hands in deals:
        if positions > BUDGET:
            break
        if contract == "unters" and not any(card.rank is lorum.Rank.UNTER for hand in hands for card in hand):
            continue
        state = lorum.new_deal(variant, contract, hands)
        whole = walk.Walk()
        count = whole.count(state)
        positions += whole.positions
        assert count.lines == sum(count.results.values()) >= 1


@pytest.mark.parametrize(
    ("contract", "exchanges"), [("reds-first", 2), ("obers", 6), ("king", 2), ("mix", 2), ("second", 6)]
)
def test_deals_up_to_symmetry(contract: str, exchanges: int, tmp_path: Path) -> None:
    """Exchanging the suits that a contract treats alike leads from some deal that is kept to every other."""
    variant = small("tricks-nine", tmp_path)
    swaps = walk.symmetries(variant, contract)
    assert len(swaps) == exchanges
    kept = list(walk.deals_up_to_symmetry(variant, contract))
    reached = {laws.swapped(hands, swap) for hands in kept for swap in swaps}
    assert reached == set(walk.all_deals(variant.pack, variant.players))
    assert len(kept) < len(reached)


@pytest.mark.parametrize("name", ["tricks-nine", "layouts-gaps", "chains-three"])
def test_merging_positions_counts_the_same(name: str, tmp_path: Path) -> None:
    """Going through every line one by one gives the counts that going through each position once gives."""
    variant = small(name, tmp_path)
    for contract in variant.contracts:
        if contract not in ("reds-broken", "mix", "second", "both-ways", "upwards", "four-round"):
            continue
        for hands in walk.some_deals(variant.pack, variant.players, 1, f"merge {contract}"):
            state = lorum.new_deal(variant, contract, hands)
            merged, plain = walk.Walk(), walk.Walk(merge=False)
            assert merged.count(state) == plain.count(state)
            assert merged.positions <= plain.positions


def options() -> list[tuple[str, dict[str, object], str]]:
    found: list[tuple[str, dict[str, object], str]] = []
    for id in ("compendium", "seven-contracts", "eight-games"):
        found += [(id, {}, contract) for contract in lorum.get_variant(id).contracts]
    found += [
        ("compendium", {"players": 3}, "lorum"),
        ("compendium", {"players": 3, "lorum_suit_opening": "any-laid-rank"}, "lorum"),
        ("compendium", {"lorum_suit_opening": "any-laid-rank"}, "lorum"),
        ("compendium", {"players": 3, "stop_when_decided": True}, "all-bad"),
        ("compendium", {"reds_hearts_lead": "until-broken"}, "reds"),
        ("eight-games", {"announce_before": "last-trick"}, "red-king"),
        ("eight-games", {"first_and_last": "two-cards"}, "first-and-last"),
    ]
    return found


@pytest.mark.parametrize(("id", "chosen", "contract"), options())
def test_all_lines_at_the_end_of_deals(id: str, chosen: dict[str, object], contract: str) -> None:
    variant = lorum.get_variant(id, **chosen)
    positions = 0
    for seed in range(MANY):
        if positions > BUDGET:
            break
        state = walk.endgame(variant, contract, 9 if LONG else 6, str(seed))
        whole = walk.Walk()
        assert whole.count(state).lines >= 1
        positions += whole.positions


@pytest.mark.rule(Rule.EIGHT_RED_KING_ANNOUNCED)
def test_announced_king_on_the_table_has_a_key_of_its_own() -> None:
    """E7.2: led to the last trick, the King costs 64 or 32, so the two positions have not the same future."""
    states = []
    for first in (lorum.Announce(), lorum.Decline()):
        hands = [
            "8a 9a Ta Ua Oa Ka Aa Kh",
            "7a 7l 8l 9l Tl Ul Ol Kl",
            "7h 8h 9h Th Uh Oh Ah Al",
            "7b 8b 9b Tb Ub Ob Kb Ab",
        ]
        state = lorum.new_deal(lorum.get_variant("eight-games"), "red-king", hands, dealer=3)
        for answer in (first, lorum.Decline(), lorum.Decline(), lorum.Decline()):
            state = lorum.apply(state, answer)
        while sum(map(len, state.hands)) > 3:
            own = [a for a in lorum.legal_actions(state) if a != lorum.Play(lorum.Card("Kh"))]
            state = lorum.apply(state, (own or lorum.legal_actions(state))[0])
        states.append(state)
    results = []
    for state in states:
        while state.phase != "finished":
            state = lorum.apply(state, lorum.legal_actions(state)[0])
        results.append(state.result and max(state.result.points))
    assert results == [64, 32]
    assert lorum.position_key(states[0]) != lorum.position_key(states[1])


@pytest.mark.rule(Rule.TRICKS_CARD_POINTS)
def test_total_counts_only_cards_of_the_pack(tmp_path: Path) -> None:
    """Cards that are set aside cannot be taken, so the contract's total is without them."""
    path = tmp_path / "aside.toml"
    path.write_text(
        """format = "lorum-variant/1"
id = "aside"
[table]
pack = "7a 8a 9a Ta Ua Oa Ka Aa 7l 8l 9l Tl Ul Ol Kl Al Uh Oh Kh Ah 7b 8b 9b Tb Ub Ob Kb Ab"
[session]
schedule = "by-dealer"
contracts = ["reds"]
revokes = true
[contract.reds]
family = "tricks"
prices = [{ cards = "7h 8h 9h Th Uh Oh Kh Ah", points = 1 }]
"""
    )
    variant = lorum.load_variant(path)
    size = variant.hand_size(variant.contract("reds"))
    hands = [variant.pack[seat * size : (seat + 1) * size] for seat in range(4)]
    state = lorum.new_deal(variant, "reds", hands)
    while state.phase != "finished":
        state = lorum.apply(state, lorum.legal_actions(state)[0])
    assert state.result is not None
    assert sum(state.result.points) == 4
    session = lorum.new_session(variant)
    assert lorum.violation(session, lorum.ScoreDeal(state.result.points)) is None
    assert lorum.violation(session, lorum.ScoreDeal((4, 0, 0, 0), revoked_by=0)) is None


@pytest.mark.rule(Rule.LAYOUTS_OPENING)
def test_layout_that_nobody_can_open_is_refused(tmp_path: Path) -> None:
    """A contract that names an opening rank cannot be played without a card of it: the file is at fault."""
    path = tmp_path / "no-unter.toml"
    path.write_text(
        """format = "lorum-variant/1"
id = "no-unter"
[table]
pack = "7a 8a 9a Ta Oa Ka Aa 7l 8l 9l Tl Ol Kl Al 7h 8h 9h Th Oh Kh Ah 7b 8b 9b Tb Ob Kb Ab"
[session]
schedule = "by-dealer"
contracts = ["unters"]
[contract.unters]
family = "layouts"
opening = "U"
"""
    )
    with pytest.raises(lorum.VariantError):
        lorum.load_variant(path)
