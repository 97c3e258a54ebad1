"""The registry, options, printed forms, and variant files of a table's own."""

from __future__ import annotations

import copy
import importlib.resources
import pickle
import shutil
from collections.abc import Iterator, Mapping
from pathlib import Path
from time import process_time
from typing import Any

import pytest
from attrs import field, frozen
from builders import dealt, legal, play_out, result, score, session, toml, write_variant
from conftest import House

import lorum
from lorum import ArgumentError, Rule, Variant, VariantError, documents, registry
from lorum.contracts.tricks import Tricks
from lorum.structure import structured

IDS = [
    "compendium", "compendium-short", "compendium-extended", "compendium-three", "compendium-beans",
    "seven-contracts", "eight-games", "eight-games-two-cards",
]  # fmt: skip
ALL_K = ("reds", "obers", "no-tricks", "lorum", "king-of-hearts", "first-and-last", "fifth-trick", "all-bad")

DEFAULTS: dict[str, dict[str, object]] = {
    "compendium": {
        "players": 4, "contracts": ALL_K, "rounds": 4, "schedule": "round", "reds_hearts_lead": "first-trick",
        "obers_first_discard": "allowed", "obers_win": "by-rank", "lorum_suit_opening": "opening-rank",
        "all_bad_components": ("reds", "obers", "no-tricks", "king-of-hearts"), "stop_when_decided": False,
        "doubling": False, "tie_break": "extra-deal", "scoring": "penalty",
    },
    "seven-contracts": {
        "contracts": ("hearts", "obers", "no-tricks", "quartets", "fast-train", "hairy-ape", "lorum"),
        "stop_when_decided": False,
    },
    "eight-games": {
        "contracts": ("reds", "obers", "tricks", "first-and-last", "fifth-trick", "red-king", "lorum",
         "unter-laying"),
        "direction": "clockwise", "schedule": "by-game", "first_and_last": "eight-cards",
        "announce_before": "opening-lead", "tie_break": "shared", "stop_when_decided": False,
    },
}  # fmt: skip
BEANS = {
    "bean_settlement": "pairwise", "pot_goes_to": "lorum-winner", "beans_end": "refused-buy-in",
    "bought_beans_count": False,
}  # fmt: skip
PRESETS: dict[str, dict[str, object]] = {
    "compendium-short": {**DEFAULTS["compendium"], "contracts": ALL_K[:4], "rounds": 2},
    "compendium-extended": {**DEFAULTS["compendium"], "schedule": "each-dealer", "rounds": 2},
    "compendium-three": {**DEFAULTS["compendium"], "players": 3, "rounds": 3},
    "compendium-beans": {
        **{name: value for name, value in DEFAULTS["compendium"].items() if name != "tie_break"},
        **BEANS, "scoring": "beans-and-pot",
    },
    "eight-games-two-cards": {**DEFAULTS["eight-games"], "first_and_last": "two-cards"},
}  # fmt: skip


# The registry


def test_the_registry() -> None:
    variants = lorum.variants()
    assert isinstance(variants, Mapping)
    assert list(variants) == IDS
    assert len(variants) == len(IDS)
    for name in IDS:
        assert variants[name] == lorum.get_variant(name)
        assert variants[name].id == name
    with pytest.raises(KeyError):
        variants["whist"]
    with pytest.raises(TypeError):
        variants["whist"] = variants["compendium"]  # type: ignore[index]


@pytest.mark.parametrize("name", IDS)
def test_defaults(name: str) -> None:
    """Every option as in force, in no variant another than the documented default."""
    rules = lorum.get_variant(name)
    assert dict(rules.options) == {**DEFAULTS, **PRESETS}[name]
    assert dict(rules.changed) == {}
    assert str(rules) == name
    assert repr(rules) == f"<Variant {name}>"
    with pytest.raises(TypeError):
        rules.options["rounds"] = 3  # type: ignore[index]
    with pytest.raises(TypeError):
        rules.changed["rounds"] = 3  # type: ignore[index]


def test_wins_and_departures() -> None:
    """K3.1, K8.11, P2.6, E1.8."""
    wins = {name: lorum.get_variant(name).wins for name in IDS}
    assert wins == {
        **dict.fromkeys(IDS, "lowest"),
        "compendium-beans": "highest",
        "seven-contracts": "highest",
    }
    assert all(lorum.get_variant(name).departures == () for name in IDS)


# Printed forms


PRINTED: list[tuple[str, dict[str, Any], str]] = [
    ("compendium", {}, "compendium"),
    ("compendium", {"players": 4, "doubling": False}, "compendium"),
    ("compendium", {"players": 3, "doubling": True}, "compendium(players=3, doubling=true)"),
    ("compendium", {"doubling": True, "players": 3}, "compendium(players=3, doubling=true)"),
    ("compendium", {"contracts": ["lorum", "reds"]}, "compendium(contracts=[lorum, reds])"),
    ("compendium", {"all_bad_components": ("reds", "obers"), "rounds": 99},
     "compendium(rounds=99, all_bad_components=[reds, obers])"),
    ("compendium", {"rounds": 4}, "compendium"),
    ("compendium", {"players": 3, "rounds": 3}, "compendium(players=3)"),
    ("compendium", {"players": 3, "rounds": 4}, "compendium(players=3, rounds=4)"),
    ("compendium", {"schedule": "each-dealer", "rounds": 1}, "compendium(schedule=each-dealer)"),
    ("compendium", {"scoring": "beans", "pot_goes_to": "nobody"},
     "compendium(scoring=beans, pot_goes_to=nobody)"),
    ("compendium-short", {"players": 3}, "compendium-short(players=3)"),
    ("compendium-three", {"players": 4}, "compendium-three(players=4)"),
    ("compendium-extended", {"schedule": "round"}, "compendium-extended(schedule=round)"),
    ("seven-contracts", {"stop_when_decided": True}, "seven-contracts(stop_when_decided=true)"),
    ("eight-games", {"direction": "counter-clockwise", "announce_before": "last-trick"},
     "eight-games(direction=counter-clockwise, announce_before=last-trick)"),
    ("eight-games-two-cards", {"first_and_last": "eight-cards"},
     "eight-games-two-cards(first_and_last=eight-cards)"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "printed"), PRINTED)
def test_printed_forms(name: str, options: dict[str, Any], printed: str) -> None:
    rules = lorum.get_variant(name, **options)
    assert str(rules) == printed
    again = lorum.get_variant(printed)
    assert again == rules
    assert hash(again) == hash(rules)
    assert dict(again.options) == dict(rules.options)
    assert dict(again.changed) == dict(rules.changed)
    assert again.fingerprint == rules.fingerprint
    assert lorum.get_variant(name, **dict(rules.changed)) == rules


def test_options_go_on_top_of_a_printed_form() -> None:
    three = lorum.get_variant("compendium(players=3, doubling=true)", doubling=False)
    assert str(three) == "compendium(players=3)"
    assert str(lorum.get_variant("compendium(players=3)", players=4)) == "compendium"
    assert str(lorum.get_variant("compendium( players = 3 ,contracts=[ reds,lorum ])")) == (
        "compendium(players=3, contracts=[reds, lorum])"
    )
    assert lorum.get_variant("compendium()") == lorum.get_variant("compendium")


@pytest.mark.parametrize(
    "text",
    [
        "", " ", "whist", "Compendium", "compendium ", " compendium", "compendium(", "compendium)",
        "compendium(players)",
        "compendium(players=)", "compendium(players=3,)", "compendium(,players=3)",
        "compendium(players=3 doubling=true)",
        "compendium(players=3, players=3)", "compendium(players=3))", "compendium(contracts=[reds)",
        "compendium(contracts=[])", "compendium(contracts=[reds, reds])", "compendium(contracts=[[reds]])",
        "compendium(contracts=reds)", "compendium(whist=1)", "compendium(players=three)",
        "compendium(players=5)",
        "compendium(doubling=1)", "compendium(doubling=True)", "compendium(players=3.0)",
        "compendium(rounds=-1)",
        "compendium(self=1)", "compendium(rounds=" + "9" * 5000 + ")", "compendium\n",
        "compendium(players=3)\n",
        "\ud800", "compendium(\ud800=1)", "x" * 10000, "compendium(" * 2000, "../compendium",
        "compendium(rounds=٣)",
    ],
    ids=lambda text: ascii(text)[:40],
)  # fmt: skip
def test_wrong_printed_forms(text: str) -> None:
    with pytest.raises(VariantError) as raised:
        lorum.get_variant(text)
    str(raised.value).encode()
    assert len(str(raised.value)) < 500


@pytest.mark.parametrize("text", [None, 3, b"compendium", ["compendium"], lorum.get_variant])
def test_a_variant_is_named_by_a_text(text: Any) -> None:
    with pytest.raises(ArgumentError):
        lorum.get_variant(text)


WRONG_VALUES: dict[str, list[Any]] = {
    "players": ["3", 3.0, True, None, 2, 5, [3], {"n": 3}, b"3"],
    "rounds": [0, 100, -1, True, "2", 2.0, None, [2], 10**4000, float("nan")],
    "doubling": [1, 0, "true", None, []],
    "schedule": ["by-dealer", "", None, 1, ["round"]],
    "contracts": [
        [], (), "reds", b"reds", None, 3, {"reds"}, {"reds": 1}, ["reds", "reds"], ["hearts"], ["reds", 1],
        [["reds"]], [None], iter(["reds"]),
    ],
    "all_bad_components": [
        ["reds"], [], ["reds", "lorum"], ["reds", "all-bad"], ["reds", "reds"], "reds", None,
    ],
}  # fmt: skip
WRONG_OPTIONS: list[tuple[str, dict[str, Any], str]] = [
    *(("compendium", {name: value}, name) for name, values in WRONG_VALUES.items() for value in values),
    ("compendium", {"whist": 1}, "whist"),
    ("compendium", {"direction": "clockwise"}, "direction"),
    ("seven-contracts", {"players": 4}, "players"),
    ("seven-contracts", {"tie_break": "shared"}, "tie_break"),
    ("eight-games", {"rounds": 1}, "rounds"),
    *(("compendium", {name: value}, name) for name, value in BEANS.items()),
    *(("compendium-beans", {"scoring": "penalty", name: value}, name) for name, value in BEANS.items()),
    ("compendium", {"scoring": "beans", "tie_break": "shared"}, "tie_break"),
    ("compendium-beans", {"tie_break": "extra-deal"}, "tie_break"),
    ("compendium-beans", {"tie_break": "shared"}, "tie_break"),
]  # fmt: skip


@pytest.mark.parametrize(("name", "options", "key"), WRONG_OPTIONS)
def test_wrong_options(name: str, options: dict[str, Any], key: str) -> None:
    """Exact types; an option without meaning is refused even at its default."""
    with pytest.raises(VariantError) as raised:
        lorum.get_variant(name, **options)
    assert raised.value.key == key
    assert raised.value.source == name
    assert raised.value.reason
    assert str(raised.value).isascii()
    assert len(str(raised.value)) < 400


def test_two_cards_need_four_deals_in_a_row() -> None:
    """E1.3, E5.4: not with one dealer conducting all games, whether the game is played or not."""
    for name, options in (
        ("eight-games", {"first_and_last": "two-cards", "schedule": "by-dealer"}),
        ("eight-games-two-cards", {"schedule": "by-dealer"}),
        ("eight-games-two-cards", {"schedule": "by-dealer", "contracts": ["reds"]}),
    ):  # fmt: skip
        with pytest.raises(VariantError):
            lorum.get_variant(name, **options)
    eight = lorum.get_variant("eight-games-two-cards", schedule="by-dealer", first_and_last="eight-cards")
    assert eight.deals == 32


def test_an_option_without_its_contract_has_no_effect() -> None:
    """Accepted, printed, and without a say in play."""
    rules = lorum.get_variant("compendium", contracts=["no-tricks"], obers_win="only-when-led", rounds=1)
    assert str(rules) == "compendium(contracts=[no-tricks], rounds=1, obers_win=only-when-led)"
    plain = lorum.get_variant("compendium", contracts=["no-tricks"], rounds=1)
    first, second = (play_out(session_of(one)) for one in (rules, plain))
    assert first.totals == second.totals
    assert rules != plain


def session_of(rules: Variant) -> lorum.SessionState:
    state = dealt(session(rules))
    return lorum.apply(state, lorum.legal_actions(state)[0])


EFFECTS = [
    ("compendium", "reds_hearts_lead", "until-broken"), ("compendium", "obers_first_discard", "barred"),
    ("compendium", "obers_win", "only-when-led"), ("compendium", "lorum_suit_opening", "any-laid-rank"),
    ("compendium", "all_bad_components", ("reds", "obers")), ("compendium", "stop_when_decided", True),
    ("compendium", "doubling", True), ("compendium", "tie_break", "shared"),
    ("compendium", "scoring", "beans"),
    ("compendium", "scoring", "beans-and-pot"), ("compendium", "schedule", "each-dealer"),
    ("compendium", "rounds", 7),
    ("compendium-beans", "bean_settlement", "to-lowest"),
    ("compendium-beans", "pot_goes_to", "session-winner"),
    ("compendium-beans", "pot_goes_to", "nobody"), ("compendium-beans", "beans_end", "never"),
    ("compendium-beans", "bought_beans_count", True), ("seven-contracts", "stop_when_decided", True),
    ("eight-games", "direction", "counter-clockwise"), ("eight-games", "schedule", "by-dealer"),
    ("eight-games", "first_and_last", "two-cards"), ("eight-games", "announce_before", "last-trick"),
    ("eight-games", "tie_break", "extra-deal"), ("eight-games", "stop_when_decided", True),
]  # fmt: skip


@pytest.mark.parametrize(("name", "option", "value"), EFFECTS)
def test_every_option_changes_the_rules(name: str, option: str, value: object) -> None:
    """Each value but the default gives other rules, at three players too; what they are, other tests show."""
    rules = lorum.get_variant(name)
    other = lorum.get_variant(name, **{option: value})
    assert other != rules
    assert other.fingerprint != rules.fingerprint
    assert dict(other.changed) == {option: value}
    assert other.options[option] == value
    if name.startswith("compendium"):
        three = lorum.get_variant(name, **{option: value}, players=3)
        assert three.fingerprint != lorum.get_variant(name, players=3).fingerprint
        state = session(three)
        state = lorum.apply(state, lorum.deal_cards(state, three.pack))
        assert legal(state) == " ".join(three.contracts)
        for contract in three.contracts:
            chosen = lorum.apply(state, lorum.ChooseContract(contract))
            if chosen.phase == "double":
                chosen = lorum.apply(chosen, lorum.Decline())
            assert len(result(play_out(chosen)).points) == 3


def test_fingerprints() -> None:
    """16 hexadecimal digits, the same for the same rules."""
    prints = {name: lorum.get_variant(name).fingerprint for name in IDS}
    for text in prints.values():
        assert len(text) == 16
        assert int(text, 16) >= 0
    assert len(set(prints.values())) == len(IDS)
    assert lorum.get_variant("compendium", players=3).fingerprint == prints["compendium-three"]
    assert lorum.get_variant("compendium", players=3) != lorum.get_variant("compendium-three")


def test_variants_copy_and_pickle(house: House) -> None:
    own = house("compendium", table={"packets": 2})
    for rules in (
        *lorum.variants().values(),
        lorum.get_variant("compendium", contracts=["lorum"], doubling=True),
        own,
    ):
        for other in (copy.copy(rules), copy.deepcopy(rules), pickle.loads(pickle.dumps(rules))):
            assert other == rules
            assert hash(other) == hash(rules)
            assert str(other) == str(rules)
            assert session(other) == session(rules)
    assert pickle.loads(pickle.dumps(own)).table.packets == 2
    assert own != "house"


def test_variants_cannot_be_changed() -> None:
    rules = lorum.get_variant("compendium")
    for name in ("id", "players", "deals", "pack", "contracts", "options", "wins", "anything"):
        with pytest.raises(AttributeError):
            setattr(rules, name, 3)


def test_what_a_variant_hands_out_cannot_be_changed() -> None:
    """Nothing that an accessor returns leads back into the rules."""
    rules = lorum.get_variant("compendium-short")
    mappings: list[Any] = [
        rules.names,
        rules.definitions,
        rules.contract("reds").names,
        rules.contract("lorum").rules,
    ]
    for mapping in mappings:
        key, value = next(iter(mapping.items()))
        with pytest.raises(TypeError):
            mapping[key] = value


def test_with_options() -> None:
    rules = lorum.get_variant("compendium", doubling=True)
    assert str(rules.with_options(players=3)) == "compendium(players=3, doubling=true)"
    assert rules.with_options(doubling=False) == lorum.get_variant("compendium")
    with pytest.raises(VariantError):
        rules.with_options(whist=1)


def test_contracts_are_looked_up_by_id() -> None:
    rules = lorum.get_variant("compendium", contracts=["reds"])
    assert rules.contract("lorum").name == "Lorum"
    for wrong in ("hearts", "", None, 3, ["reds"], "\ud800"):
        with pytest.raises(ArgumentError) as raised:
            rules.contract(wrong)  # type: ignore[arg-type]
        assert str(raised.value).isascii()


# Files


HEAD: dict[str, Any] = {"format": "lorum-variant/1", "id": "house"}
TRICKS: dict[str, Any] = {"family": "tricks", "prices": [{"points": 1}]}
WHOLE: dict[str, Any] = {
    **HEAD,
    "session": {"schedule": "by-dealer", "contracts": ["one", "two"]},
    "contract": {"one": TRICKS, "two": {"family": "chains", "length": 3}},
}


def test_what_a_contract_says_of_itself(house: House) -> None:
    """P5.1, P5.5, P6.1: trick contracts have no winner; without a name the id is one."""
    rules = house("seven-contracts", contract={"own": {"family": "trains"}})
    assert [name for name in rules.definitions if not rules.contract(name).has_winner] == [
        "hearts", "obers", "no-tricks", "hairy-ape",
    ]  # fmt: skip
    assert rules.contract("own").name == "own"
    assert rules.contract("lorum").name == rules.contract("lorum").names["en"]


def test_a_file_of_its_own(tmp_path: Path) -> None:
    """Without a parent all that is not said has its default: four players, clockwise, penalties."""
    rules = lorum.load_variant(write_variant(tmp_path, WHOLE))
    assert (rules.id, rules.players, rules.deals, rules.wins) == ("house", 4, 8, "lowest")
    assert rules.direction is lorum.Direction.CLOCKWISE
    assert dict(rules.options) == dict(rules.changed) == {}
    state = session(rules)
    while state.phase != "finished":
        state = play_out(
            lorum.apply(state, lorum.deal_cards(state, lorum.shuffled(lorum.PACK, len(state.results))))
        )
    assert state.winners
    assert lorum.load_variant(str(tmp_path / "house.toml")) == rules


def test_a_file_that_extends(house: House) -> None:
    """What is named is replaced or added, the rest is inherited, options with it."""
    rules = house(
        "compendium",
        session={"contracts": ["reds", "kings", "seventh"]},
        contract={
            "reds": {"prices": [{"cards": "7h 8h 9h Th Uh Oh Kh Ah", "points": 3}]},
            "kings": {"family": "tricks", "prices": [{"cards": "Ka Kl Kh Kb", "points": 2}]},
            "seventh": {"family": "tricks", "stop_after": 7, "prices": [{"tricks": {"7": 4}}]},
        },
    )
    assert rules.contracts == ("reds", "kings", "seventh")
    assert rules.deals == 3 * 4
    assert rules.departures == (Rule.SESSION_CORE_CONTRACTS,)
    assert rules.options["contracts"] == rules.contracts
    assert str(rules) == "house"
    assert legal(dealt(session(rules))) == "reds kings seventh"
    assert score(session(rules), [24, 0, 0, 0], "reds").totals == (24, 0, 0, 0)
    assert score(session(rules), [4, 2, 2, 0], "kings").totals == (4, 2, 2, 0)
    assert score(session(rules), [0, 4, 0, 0], "seventh").totals == (0, 4, 0, 0)
    narrow = rules.with_options(contracts=["kings"], doubling=True)
    assert str(narrow) == "house(contracts=[kings], doubling=true)"
    assert lorum.action_index(rules, lorum.ChooseContract("kings")) == 37 + 8


def test_a_file_that_extends_a_preset(house: House) -> None:
    """The preset's values become defaults."""
    short = house("compendium-short")
    assert short.contracts == ("reds", "obers", "no-tricks", "lorum")
    assert (short.deals, short.with_options(players=3).deals) == (8, 12)
    beans = house("compendium-beans")
    assert beans.wins == "highest"
    assert house("compendium-extended").deals == 64
    assert house("eight-games-two-cards").options["first_and_last"] == "two-cards"


def test_options_of_a_table_of_its_own(house: House) -> None:
    """An option says which values it may have, and what each of them sets."""
    rules = house(
        "compendium",
        option={
            "hearts_price": {
                "meaning": "What a Heart costs.", "values": ["one", "two"],
                "sets": {"two": {"contract.reds.prices": [{"cards": "7h 8h 9h Th Uh Oh Kh Ah",
                    "points": 2}]}},
            },
            "packets": {"meaning": "How cards are dealt.", "least": 1, "most": 3, "into": "table.packets"},
        },
        table={"packets": 1},
    )  # fmt: skip
    assert rules.options["hearts_price"] == "one"
    two = rules.with_options(hearts_price="two", packets=2)
    assert str(two) == "house(hearts_price=two, packets=2)"
    assert score(session(two), [16, 0, 0, 0], "reds").totals == (16, 0, 0, 0)
    for wrong in ({"hearts_price": "three"}, {"packets": 4}, {"packets": True}):
        with pytest.raises(VariantError):
            rules.with_options(**wrong)


def switch(**sets: object) -> dict[str, Any]:
    """An option that is on or off; what it sets when on, each place with ``__`` for a dot."""
    places = {place.replace("__", "."): value for place, value in sets.items()}
    return {"meaning": "x", "values": [False, True], "sets": {"true": places}}


def test_what_options_set_stays_with_the_variant(tmp_path: Path) -> None:
    """An option may write into what another one sets: it does so in its own variant alone."""
    chains = {"family": "chains", "length": 2}
    options = {"a": switch(contract__two=chains), "b": switch(contract__two__corner=True), "c": switch()}
    rules = lorum.load_variant(write_variant(tmp_path, {**WHOLE, "option": options}))
    alone = rules.with_options(a=True).fingerprint
    assert rules.with_options(a=True, b=True).fingerprint != alone
    assert rules.with_options(a=True, c=True).fingerprint == alone


def test_names_do_not_change_the_fingerprint(house: House) -> None:
    """Names and citations have no say in play."""
    named = house("compendium", contract={"reds": {"names": {"en": "Roses"}}}, names={"en": "Ours"})
    cited = house("compendium", contract={"reds": {"rules": {"tricks.winner": "play.opening"}}})
    assert named.fingerprint == cited.fingerprint == lorum.get_variant("compendium").fingerprint
    assert named.contract("reds").name == "Roses"


MISSING = object()


def changed(path: str, value: Any) -> dict[str, Any]:
    """The whole file with one place changed; `MISSING` takes it away."""
    tree = copy.deepcopy(WHOLE)
    place = tree
    *parents, last = path.split("/")
    for key in parents:
        place = place.setdefault(key, {})
    if value is MISSING:
        del place[last]
    else:
        place[last] = value
    return tree


WRONG_FILES: list[tuple[str, Any, str]] = [
    ("format", MISSING, "format"), ("format", "lorum-variant/2", "format"), ("format", 1, "format"),
    ("id", MISSING, "id"), ("id", 3, "id"), ("id", "", "id"), ("id", "a b", "id"), ("id", "é", "id"),
    ("id", "a--b", "id"), ("extends", "whist", "extends"), ("extends", ["compendium"], "extends"),
    ("whist", 1, "'whist'"), ("table/whist", 1, "table.'whist'"), ("session/whist", 1, "session.'whist'"),
    ("settlement/whist", 1, "settlement.'whist'"), ("contract/one/whist", 1, "contract.one.'whist'"),
    ("contract/one/id", "two", "contract.one.id"),
    ("table/players", "4", "table.players"), ("table/players", 4.0, "table.players"),
    ("table/players", True, "table.players"),
    ("table/players", 5, "table.players"), ("table/players", 2, "table.players"),
    ("table/players", 10**4000, "table.players"),
    ("table/players", 3, "table.pack"), ("table", 3, "table"), ("table", [], "table"),
    ("table/packets", 0, "table.packets"), ("table/packets", 9, "table.packets"),
    ("table/packets", -1, "table.packets"),
    ("table/direction", "left", "table.direction"), ("table/direction", 1, "table.direction"),
    ("table/pack", "7x", "table.pack"), ("table/pack", "7a 7a", "table.pack"),
    ("table/pack", "7a", "table.pack"), ("table/pack", ["7a"], "table.pack"),
    ("session", MISSING, "session.schedule"), ("session/schedule", MISSING, "session.schedule"),
    ("session/schedule", "whist", "session.schedule"), ("session/contracts", MISSING, "session.contracts"),
    ("session/contracts", [], "session.contracts"), ("session/contracts", "one", "session.contracts"),
    ("session/contracts", ["one", "one"], "session.contracts"),
    ("session/contracts", ["whist"], "session.contracts"),
    ("session/contracts", ["one", 2], "session.contracts[1]"),
    ("session/core", ["whist"], "session.core"), ("session/core", ["one", "one"], "session.core"),
    ("session/core", "one", "session.core"),
    ("session/rounds", 0, "session.rounds"), ("session/rounds", 100, "session.rounds"),
    ("session/rounds", 1.5, "session.rounds"), ("session/doubling", True, "session.doubling"),
    ("session/doubling", "yes", "session.doubling"), ("session/revokes", 1, "session.revokes"),
    ("settlement", {"account": "whist"}, "settlement.account"),
    ("settlement", {"start": -1}, "settlement.start"),
    ("settlement", {"start": 10**7}, "settlement.start"), ("settlement", {"buy_in": 20}, "settlement.buy_in"),
    ("settlement", {"account": "beans", "buy_in": -1}, "settlement.buy_in"),
    ("session/ties", "whist", "session.ties"), ("table/cut", "left", "table.cut"),
    ("settlement", {"difference": 1}, "settlement.difference"),
    ("contract", MISSING, "contract"), ("contract", {}, "contract"), ("contract", 3, "contract"),
    ("contract/one", 3, "contract.one"),
    ("contract/one/family", MISSING, "contract.one.family"),
    ("contract/one/family", "whist", "contract.one.family"),
    ("contract/one/family", 3, "contract.one.family"), ("contract/a b", TRICKS, "contract.'a b'"),
    ("contract/one/prices", [], "contract.one"), ("contract/one/prices", [{}], "contract.one"),
    ("contract/one/prices", 3, "contract.one.prices"), ("contract/one/prices", [3], "contract.one.prices[0]"),
    ("contract/one/prices", [{"points": -1}], "contract.one.prices[0].points"),
    ("contract/one/prices", [{"points": 1001}], "contract.one.prices[0].points"),
    ("contract/one/prices", [{"points": True}], "contract.one.prices[0].points"),
    ("contract/one/prices", [{"points": 1}, {"cards": "Kh Kh"}], "contract.one.prices[1].cards"),
    ("contract/one/prices", [{"points": 1, "rule": "whist.whist"}], "contract.one.prices[0].rule"),
    ("contract/one/prices", [{"points": 1, "rule": 3}], "contract.one.prices[0].rule"),
    ("contract/one/prices", [{"tricks": {"middle": 1}}], "contract.one.prices[0].tricks"),
    ("contract/one/prices", [{"tricks": {"5": -1}}], "contract.one.prices[0].tricks"),
    ("contract/one/prices", [{"tricks": {"9": 1}}], "contract.one"),
    ("contract/one/prices", [{"tricks": {"1": 1}}], "contract.one"),
    ("contract/one/prices", [{"tricks": {"0": 1}}], "contract.one.prices[0].tricks"),
    ("contract/one/prices", [{"tricks": {"8": 1}}], "contract.one"),
    ("contract/one/prices", [{"cards": "Kh", "announced": 0}], "contract.one.prices[0].announced"),
    ("contract/one/prices", [{"cards": "Kh", "announced": 9}], "contract.one"),
    ("contract/one/announce_before", "opening-lead", "contract.one"),
    ("contract/one/announce_before", "whist", "contract.one.announce_before"),
    ("contract/one", {"family": "tricks", "stop_after": 4, "prices": [{"tricks": {"5": 1}}]}, "contract.one"),
    ("contract/one", {"family": "tricks", "stop_after": 4, "prices": [{"tricks": {"last": 1}}]},
     "contract.one"),
    ("contract/one", {"family": "tricks", "announce_before": "last-trick",
                      "prices": [{"cards": "Kh Ka", "announced": 1}]}, "contract.one"),
    ("contract/mixed", {"family": "tricks", "mix": ["one", "two"]}, "contract.mixed.mix"),
    ("contract/mixed", {"family": "tricks", "mix": ["one", "mixed"]}, "contract.mixed.mix"),
    ("contract/mixed", {"family": "tricks", "mix": ["one", "one"]}, "contract.mixed.mix"),
    ("option", {"x": {"meaning": "x", "values": [1], "cases": [{"when": {"x": 1}, "values": {"x": 1}}]}},
     "option.x"),
    ("option", {"x": {"meaning": "x", "values": [1], "needs": {"y": [1]}}}, "option.x.needs.y[0]"),
    ("contract/one/stop_after", 9, "contract.one"),
    ("contract/one/stop_after", "5", "contract.one.stop_after"),
    ("contract/one/lead_limits", [{"cards": "Kh"}], "contract.one.lead_limits[0].until"),
    ("contract/one/lead_limits", [{"cards": "Kh", "until": "later"}], "contract.one.lead_limits[0].until"),
    ("contract/one/lead_limits", [{"cards": "Kh", "until": "broken", "singleton": 1}],
     "contract.one.lead_limits[0].singleton"),
    ("contract/one/discard_limits", [{"rule": "tricks.discard-limit"}],
     "contract.one.discard_limits[0].cards"),
    ("contract/one/only_when_led", 3, "contract.one.only_when_led"),
    ("contract/one/mix", ["two"], "contract.one.mix"), ("contract/one/mix", ["whist"], "contract.one.mix"),
    ("contract/one/mix", ["one"], "contract.one.mix"),
    ("contract/one/takes_pot", True, "contract.one.takes_pot"),
    ("contract/one/settles", "whist", "contract.one.settles"),
    ("contract/one/settles", "to-winner", "contract.one.settles"),
    ("contract/one/hand", 2, "contract.one.hand"),
    ("contract/one/names", {"en": 3}, "contract.one.names.en"),
    ("contract/one/names", "One", "contract.one.names"),
    ("contract/one/rules", {"tricks.winner": "whist.whist"}, "contract.one.rules.tricks.winner"),
    ("contract/one/rules", {"whist.whist": "tricks.winner"}, "contract.one.rules.whist.whist"),
    ("contract/two/length", MISSING, "contract.two.length"), ("contract/two/length", 0, "contract.two"),
    ("contract/two/length", 9, "contract.two"), ("contract/two/length", "3", "contract.two.length"),
    ("contract/two/card_points", 0, "contract.two.card_points"),
    ("contract/two/card_points", 1001, "contract.two.card_points"),
    ("contract/two/corner", "yes", "contract.two.corner"),
    ("contract/three", {"family": "layouts", "growth": "up"}, "contract.three"),
    ("contract/three", {"family": "layouts", "growth": "down"}, "contract.three.growth"),
    ("contract/three", {"family": "layouts", "places": []}, "contract.three"),
    ("contract/three", {"family": "layouts", "places": [{"points": 1}] * 4}, "contract.three"),
    ("contract/three", {"family": "layouts", "places": [{"points": 0}]}, "contract.three.places[0].points"),
    ("contract/three", {"family": "layouts", "pass_points": -1}, "contract.three.pass_points"),
    ("contract/three", {"family": "layouts", "suit_opening": "never"}, "contract.three.suit_opening"),
    ("contract/three", {"family": "layouts", "takes_pot": True, "places": [{"points": 1}] * 2},
     "contract.three.takes_pot"),
    ("names", {"en": 3}, "names.en"), ("names", 3, "names"), ("source", 3, "source"),
    ("option", {"x": {"values": [1, 2]}}, "option.x.meaning"),
    ("option", {"x": {"meaning": 3}}, "option.x.meaning"),
    ("option", {"x": {"meaning": "x", "whist": 1}}, "option.x.'whist'"),
    ("option", {"x": {"meaning": "x", "values": 3}}, "option.x.values"),
    ("option", {"x": {"meaning": "x", "values": ["a b"]}}, "option.x.values[0]"),
    ("option", {"x": {"meaning": "x", "values": [1, 1.5]}}, "option.x.values[1]"),
    ("option", {"x": {"meaning": "x", "values": [1], "into": "nowhere.at"}}, "option.x.into"),
    ("option", {"x": {"meaning": "x", "values": [1], "default": 2}}, "option.x.default"),
    ("option", {"x": {"meaning": "x", "rule": "whist.whist"}}, "option.x.rule"),
    ("preset", {"p": {"whist": 1, "values": {}}}, "preset.p.'whist'"),
    ("preset", {"p": {}}, "preset.p.values"),
    ("preset", {"a b": {"values": {}}}, "preset.'a b'"),
    ("preset", {"house": {"values": {}}}, "preset.house"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "key"), WRONG_FILES, ids=lambda value: ascii(value)[:40])
def test_wrong_files_name_file_key_and_reason(tmp_path: Path, path: str, value: Any, key: str) -> None:
    file = write_variant(tmp_path, changed(path, value))
    with pytest.raises(VariantError) as raised:
        lorum.load_variant(file)
    error = raised.value
    assert error.source == str(file)
    assert error.key == key
    assert error.reason
    assert str(error) == f"{file}: {key}: {error.reason}"
    assert len(error.reason) < 400


KH = {"cards": "Kh", "announced": 1}
REASONS: list[tuple[str, Any, str]] = [
    ("contract/two/length", 9, "from 1 to 8 cards"),
    ("contract/two/card_points", 0, "from 1 to 1000 points"),
    ("contract/three", {"family": "layouts", "growth": "up"}, "turn the corner"),
    ("contract/three", {"family": "layouts", "places": [{"points": 1}] * 4}, "from 1 to 3 prices"),
    ("contract/one/stop_after", 9, "after trick 9 of 8"),
    ("contract/one/prices", [], "from 1 to 100 prices"),
    ("contract/one/prices", [{"points": -1}], "from 0 to 1000"),
    ("contract/one/prices", [{}], "nothing"),
    ("contract/one/prices", [{"tricks": {"middle": 1}}], "first, last or by its number"),
    ("contract/one/prices", [{"tricks": {"9": 1}}], "no trick 9 between the first and the last of 8"),
    ("contract/one", {"family": "tricks", "stop_after": 4, "prices": [{"tricks": {"5": 1}}]}, "never played"),
    ("contract/one/prices", [{"points": 1, "announced": 1}], "a card in the last trick"),
    ("contract/one/prices", [KH], "a time to announce it"),
    ("contract/one",
     {"family": "tricks", "announce_before": "last-trick", "prices": [{"cards": "Kh Ka", "announced": 1}]},
     "only one card"),
    ("contract/one",
     {"family": "tricks", "announce_before": "last-trick", "prices": [KH, {"cards": "Ka", "announced": 1}]},
     "only one card"),
]  # fmt: skip


@pytest.mark.parametrize(("path", "value", "words"), REASONS)
def test_what_is_wrong_with_a_contract(tmp_path: Path, path: str, value: Any, words: str) -> None:
    """E2.1 to E9.6: which number, and what it may be."""
    assert words in refusal_of(tmp_path, changed(path, value)).reason


@pytest.mark.parametrize(
    ("path", "value"),
    [
        ("contract/one/prices", [{"points": 1000}]),
        ("contract/two/card_points", 1000),
        ("contract/one/prices", [{"points": 1}] * 100),
        ("contract/one/stop_after", 1),
        ("contract/one/stop_after", 8),
        ("contract/two/length", 1),
        ("contract/two/length", 8),
    ],
)
def test_the_least_and_the_most_of_a_contract(tmp_path: Path, path: str, value: Any) -> None:
    """E5.3, E6.1, E8.1: numbers up to their bounds are taken."""
    assert lorum.load_variant(write_variant(tmp_path, changed(path, value))).deals == 8


def test_layouts_that_nothing_opens(tmp_path: Path) -> None:
    """E9.1: the rank that opens a layout is one, and the pack has cards of it."""
    tree = {**WHOLE, "contract": {"one": TRICKS, "two": {"family": "layouts", "opening": "X"}}}
    error = refusal_of(tmp_path, tree)
    assert error.key == "contract.two"
    assert "'X'" in error.reason
    pack = [str(card) for card in lorum.PACK if card.rank.letter != "U"]
    tree = {
        **WHOLE,
        "table": {"pack": " ".join(pack)},
        "contract": {"one": TRICKS, "two": {"family": "layouts", "opening": "U"}},
    }
    error = refusal_of(tmp_path, tree)
    assert (error.key, error.reason) == ("contract.two", "no card of the pack can open the layout")


@pytest.mark.parametrize(
    "text",
    [
        b"\xff\xfe", b"\x00", b"id", b"= 3", b'id = "a"\nid = "b"\n', b"[table]\n[table]\n", b"x = nan",
        b"x = inf",
        b"x = -inf", b"x = 1979-05-27", b"x = 07:32:00", b"x = [" * 20000, b"x = {a = " * 20000,
        b"x = " + b"9" * 5000,
        b"x = \"\\ud800\"", b"#" * (1 << 21), b"x = 1e999",
    ],
    ids=lambda text: ascii(text)[:30],
)  # fmt: skip
def test_what_is_no_variant_file(tmp_path: Path, text: bytes) -> None:
    file = tmp_path / "house.toml"
    file.write_bytes(text if b"x = " not in text else b'format = "lorum-variant/1"\nid = "house"\n' + text)
    with pytest.raises(VariantError) as raised:
        lorum.load_variant(file)
    assert raised.value.source == str(file)
    assert len(str(raised.value)) < 400


def test_files_that_cannot_be_read(tmp_path: Path) -> None:
    with pytest.raises(OSError, match="nowhere"):
        lorum.load_variant(tmp_path / "nowhere.toml")
    with pytest.raises(OSError, match="irectory"):
        lorum.load_variant(tmp_path)


def test_paths_that_no_file_can_have() -> None:
    with pytest.raises(VariantError) as raised:
        lorum.load_variant("our\0table.toml")
    assert raised.value.source == "our\0table.toml"
    assert str(raised.value).startswith("'our\\x00table.toml': ")
    no_path: Any
    for no_path in (None, 3, b"our-table.toml", ["our-table.toml"]):
        with pytest.raises(ArgumentError):
            lorum.load_variant(no_path)


def test_one_of_the_presets_of_a_file(tmp_path: Path) -> None:
    presets = {"house-three": {"values": {"players": 3}}, "house-short": {"values": {"rounds": 1}}}
    file = write_variant(tmp_path, {**K_HEAD, "preset": presets})
    assert (lorum.load_variant(file).id, lorum.load_variant(file).players) == ("house", 4)
    three = lorum.load_variant(file, "house-three")
    assert (three.id, three.players, dict(three.changed)) == ("house-three", 3, {})
    assert lorum.load_variant(file, "house-short").deals == 8
    no_id: Any
    for no_id in ("compendium", "house-four", "", 3, ["house"]):
        with pytest.raises(VariantError) as raised:
            lorum.load_variant(file, no_id)
        assert (raised.value.source, raised.value.key) == (str(file), "id")
    with pytest.raises(VariantError, match="there is no variant 'compendium'"):
        three.source.variant("compendium", {})


@pytest.fixture
def installed(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Path]:
    """The package as a wheel puts it, with the variants inside; the folder of those."""
    checkout = Path(lorum.__file__).parent.parent
    inside = shutil.copytree(checkout / "variants", tmp_path / "lorum" / "_variants")
    monkeypatch.setattr(importlib.resources, "files", lambda _: tmp_path / "lorum")
    registry._packaged_by_id.cache_clear()
    yield inside
    registry._packaged_by_id.cache_clear()


def test_an_installed_package_has_the_variants_within(installed: Path) -> None:
    assert list(lorum.variants()) == IDS
    file = installed / "eight-games.toml"
    file.write_text(file.read_text("utf-8").replace('en = "Eight games"', 'en = "Eight more games"'), "utf-8")
    registry._packaged_by_id.cache_clear()
    assert lorum.get_variant("eight-games").names["en"] == "Eight more games"


def test_contracts_that_stop_early_are_not_mixed(tmp_path: Path) -> None:
    """K6.7: all components are played with all cards to the last trick."""
    short = {"family": "tricks", "stop_after": 5, "prices": [{"tricks": {"5": 4}}]}
    tree = {**K_HEAD, "contract": {"fifth-trick": short, "all-bad": {"mix": ["reds", "fifth-trick"]}}}
    assert refusal_of(tmp_path, tree).key == "contract.all-bad.mix"


def test_a_stock_must_last_for_all_deals(tmp_path: Path) -> None:
    """E5.4: as many cards as every player needs for a deal of each."""
    for size in (1, 3, 8, -2):
        tree = {**HEAD, "extends": "eight-games", "contract": {"tricks": {"hand": size}}}
        assert refusal_of(tmp_path, tree).key.startswith("contract.tricks")


def test_ids_that_are_taken(tmp_path: Path) -> None:
    for name in IDS:
        tree = {**HEAD, "id": name, "extends": "compendium"}
        with pytest.raises(VariantError) as raised:
            lorum.load_variant(write_variant(tmp_path, tree))
        assert raised.value.key == "id"


def test_three_players_and_trains(tmp_path: Path) -> None:
    """P5.5, K1.5: without all cards in hands a train could stall, so it is refused."""
    tree = {
        **WHOLE,
        "table": {"players": 3, "pack": " ".join(map(str, lorum.get_variant("compendium-three").pack))},
        "contract": {"one": {"family": "trains"}, "two": TRICKS},
    }
    with pytest.raises(VariantError) as raised:
        lorum.load_variant(write_variant(tmp_path, tree))
    assert raised.value.key == "contract.one"
    tree["contract"] = WHOLE["contract"]
    assert lorum.load_variant(write_variant(tmp_path, tree)).players == 3


def test_a_layout_that_nobody_can_open(tmp_path: Path) -> None:
    """E9.1: without an Unter in the pack there is no first card."""
    pack = " ".join(str(card) for card in lorum.PACK if card.rank is not lorum.Rank.UNTER)
    unters = {"family": "layouts", "opening": "U"}
    tree = {**WHOLE, "table": {"pack": pack}, "contract": {"one": unters, "two": TRICKS}}
    refusal = refusal_of(tmp_path, tree)
    assert (refusal.key, refusal.reason) == ("contract.one", "no card of the pack can open the layout")
    tree["contract"] = {"one": {"family": "layouts", "opening": "O"}, "two": TRICKS}
    assert lorum.load_variant(write_variant(tmp_path, tree)).contracts == ("one", "two")


def test_a_layout_with_a_stock(tmp_path: Path) -> None:
    """E9.1, K1.5: a card in the stock would end its row for good, so all must be in hands or set aside."""
    tree = {
        **WHOLE,
        "session": {"schedule": "by-game", "contracts": ["one"]},
        "contract": {"one": {"family": "layouts", "hand": 2}},
    }
    refusal = refusal_of(tmp_path, tree)
    assert (refusal.key, refusal.reason) == (
        "contract.one",
        "a layout needs the whole pack in hands, or play could stall",
    )
    tree["contract"] = {"one": {"family": "layouts"}}
    assert lorum.load_variant(write_variant(tmp_path, tree)).contracts == ("one",)


def test_the_packaged_files_are_their_own_toml(tmp_path: Path) -> None:
    """A file read, written and read again gives the same rules."""
    folder = Path(__file__).parent.parent / "variants"
    import tomllib

    for name in ("compendium", "seven-contracts", "eight-games"):
        tree = tomllib.loads((folder / f"{name}.toml").read_text("utf-8"))
        assert tomllib.loads(f"x = {toml(tree)}") == {"x": tree}
        tree["id"] = "copy"
        tree.pop("preset", None)  # whose ids are taken
        rules = lorum.load_variant(write_variant(tmp_path, tree, f"{name}.toml"))
        assert rules.fingerprint == lorum.get_variant(name).fingerprint


# Files that go wrong in less usual ways


def refusal_of(tmp_path: Path, tree: Mapping[str, object] | bytes) -> VariantError:
    file = tmp_path / "house.toml"
    if isinstance(tree, bytes):
        file.write_bytes(tree)
    else:
        file = write_variant(tmp_path, tree)
    with pytest.raises(VariantError) as raised:
        lorum.load_variant(file)
    return raised.value


K_HEAD: dict[str, Any] = {**HEAD, "extends": "compendium"}


X: dict[str, Any] = {"meaning": "x", "values": ["a", "b"]}
WRONG_EXTENSIONS: list[tuple[dict[str, Any], str, str]] = [
    # What the file says where an option goes to, or where one always says something else.
    ({"table": {"players": 5}}, "table.players", "three or four players"),
    ({"extends": "compendium-three", "table": {"players": 5}}, "table.players", "three or four players"),
    ({"session": {"rounds": 100}}, "session.rounds", "from 1 to 99"),
    ({"session": {"ties": 1}}, "session.ties", "1 is none of shared, extra-deal"),
    ({"extends": "compendium-beans", "session": {"ties": True}}, "session.ties", "true is none of shared"),
    ({"session": {"contracts": ["reds", "aces"]}}, "session.contracts", "'aces' is none of reds"),
    ({"session": {"contracts": ["reds", 1]}}, "session.contracts[1]", "a text is needed, not 1"),
    ({"session": {"contracts": ["reds", "reds"]}}, "session.contracts", "'reds' is named twice"),
    ({"session": {"core": ["reds", "reds"]}}, "session.core", "'reds' is named twice"),
    ({"session": {"core": ["aces"]}}, "session.core", "no contract 'aces'"),
    ({"contract": {"all-bad": {"mix": ["reds", "aces"]}}}, "contract.all-bad.mix", "'aces'"),
    ({"contract": 1}, "contract", "an object or table is needed, not 1"),
    ({"contract": {"reds": []}}, "contract.reds", "an object or table is needed, not a list"),
    ({"session": []}, "session", "an object or table is needed, not a list"),
    ({"option": {"rounds": False}}, "option.rounds", "an object or table is needed, not false"),
    ({"contract": {"x": {"prices": []}}}, "contract.x.family", "it is missing"),
    ({"contract": {"reds": {"names": {"en": "\u202e"}}}}, "contract.reds.names.en", "no name"),
    # What options say
    ({"option": {"x": {"meaning": "x"}}}, "option.x", "values, least and most, or items"),
    ({"option": {"x": {"meaning": "x", "least": 1}}}, "option.x", "values, least and most, or items"),
    ({"option": {"x": {"meaning": "x", "most": -1}}}, "option.x.most", "less than the least, 0"),
    ({"option": {"x": {"meaning": "x", "least": 3, "most": 2}}}, "option.x.most", "less than the least, 3"),
    ({"option": {"x": {"meaning": "x", "most": 3}}}, "option.x.default", "it is missing"),
    ({"option": {"x": {"meaning": "x", "most": 3, "default": 4}}}, "option.x.default", "from 0 to 3"),
    ({"option": {"contracts": {"fewest": 9}}}, "option.contracts.fewest", "from 0 to 8"),
    ({"option": {"contracts": {"fewest": -1}}}, "option.contracts.fewest", "from 0 to 8"),
    ({"option": {"contracts": {"default": ["reds", "reds"]}}}, "option.contracts.default", "named twice"),
    ({"option": {"x": {"meaning": "x", "values": [1, 2, 1]}}}, "option.x.values", "'1' is named twice"),
    ({"option": {"x": {"meaning": "x", "values": ["a", "1"]}}}, "option.x.values[1]", "be read as no text"),
    ({"option": {"x": {"meaning": "x", "values": ["true"]}}}, "option.x.values[0]", "be read as no text"),
    ({"option": {"x_": {"meaning": "x", "values": [1]}}}, "option.x_", "underscores between"),
    ({"option": {"x": {"meaning": "x", "most": 3, "sets": {"3": {"session.rounds": 4}}}}},
     "option.x.sets", "only an option with values"),
    ({"contract": {"reds": {"rules": {"compendium.reds.points": "tricks.winner"}}}},
     "contract.reds.rules.compendium.reds.points", "no common clause"),
    ({"contract": {"reds": {"rules": {"chains.end": "tricks.winner"}}}},
     "contract.reds.rules.chains.end", "no common clause"),
    ({"contract": {"reds": {"family": "chains", "length": 3}}}, "contract.reds.'lead_limits'",
     "an unknown key (inherited from compendium)"),
    ({"option": {"x": {**X, "values": ["a", {}]}}}, "option.x.values[1]", "an object or table is no word"),
    ({"option": {"x": {**X, "default": "c"}}}, "option.x.default", "'c' is none of a, b"),
    ({"option": {"x": {**X, "into": "contract"}}}, "option.x.into", "no place in table, session, settle"),
    ({"option": {"x": {**X, "into": "session.a.b"}}}, "option.x.into", "no table 'session.a'"),
    ({"option": {"x": {**X, "into": "contract.reds"}}}, "option.x.into", "is a table and takes no value"),
    ({"option": {"x": {**X, "into": "session.whist"}}}, "option.x.into", "an unknown key"),
    ({"option": {"x": {**X, "into": "table.packets"}}}, "table.packets", "1 is none of a, b"),
    ({"option": {"x": {**X, "default": "b", "into": "table.packets"}}}, "option.x.default", "whole number"),
    ({"option": {"x": {**X, "into": "contract.reds.hand"}}}, "option.x.values[0]", "whole number"),
    ({"option": {"x": {**X, "sets": {"c": {}}}}}, "option.x.sets.c", "no such value"),
    ({"option": {"x": {**X, "sets": {"b": {"a.b": 1}}}}}, "option.x.sets.b.a.b", "'a.b' is no place in"),
    ({"option": {"x": {**X, "sets": {"a": {"table.packets": 99}}}}}, "option.x.sets.a.table.packets",
     "packets of 1 to 8"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds.prices": [{"points": "1"}]}}}}},
     "option.x.sets.a.contract.reds.prices[0].points", "a whole number is needed"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds.whist": 1}}}}},
     "option.x.sets.a.contract.reds.whist", "an unknown key"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds.names.en": "\u001b"}}}}},
     "option.x.sets.a.contract.reds.names.en", "no name that can be shown"),
    ({"option": {"x": {**X, "needs": {"whist": [1]}}}}, "option.x.needs.whist[0]", "no such option"),
    ({"option": {"x": {**X, "needs": {"players": [4, 5]}}}}, "option.x.needs.players[1]", "5 is none of"),
    ({"option": {"x": {**X, "needs": {"doubling": [1]}}}}, "option.x.needs.doubling[0]", "none of false"),
    ({"option": {"x": {**X, "needs": {"players": []}}}}, "option.x.needs.players", "at least one value"),
    ({"option": {"x": {**X, "cases": [{"when": {"whist": 1}, "values": {"x": "a"}}]}}},
     "option.x.cases[0].when.whist", "no such option"),
    ({"option": {"x": {**X, "cases": [{"when": {"rounds": 0}, "values": {"x": "a"}}]}}},
     "option.x.cases[0].when.rounds", "from 1 to 99"),
    ({"option": {"x": {**X, "cases": [{"when": {}, "values": {"x": "c"}}]}}},
     "option.x.cases[0].values.x", "'c' is none of a, b"),
    ({"option": {"x": {**X, "cases": [{"when": {}, "values": {"x": "b", "whist": 1}}]}}},
     "option.x.cases[0].values.whist", "no such option"),
    ({"option": {"x": {**X, "cases": [{"when": {}, "values": {"x": "b", "players": 3}}]}}},
     "option.x.cases[0].values", "a value of x, and of nothing else"),
    ({"option": {"x": {**X, "cases": [{"when": {"x": "a"}, "values": {"x": "b"}}]}}},
     "option.x", "depends on itself"),
    # What presets say
    ({"preset": {"p": {"values": {"whist": 1}}}}, "preset.p.values.whist", "no such option"),
    ({"preset": {"p": {"values": {"players": 5}}}}, "preset.p.values.players", "5 is none of 4, 3"),
    ({"preset": {"p": {"values": {"contracts": ["aces"]}}}}, "preset.p.values.contracts", "'aces' is none"),
    ({"preset": {"p": {"values": {}, "cases": [{"when": {"players": 2}, "values": {}}]}}},
     "preset.p.cases[0].when.players", "2 is none of 4, 3"),
    ({"preset": {"p": {"values": {}, "cases": [{"when": {"whist": 2}, "values": {}}]}}},
     "preset.p.cases[0].when.whist", "no such option"),
    ({"preset": {"p": {"values": {}, "cases": [{"when": {}, "values": {"rounds": 0}}]}}},
     "preset.p.cases[0].values.rounds", "from 1 to 99"),
    ({"preset": {"p": {"values": {}, "cases": [{"when": {}, "values": {"whist": 0}}]}}},
     "preset.p.cases[0].values.whist", "no such option"),
    ({"preset": {"p": {"values": {}, "names": {"en": "\u001b"}}}}, "preset.p.names.en", "no name"),
    ({"names": {"en": "\u001b"}}, "names.en", "no name"),
    # What options leave to each other
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds": 1}}},
                 "y": {**X, "sets": {"a": {"contract.reds.takes_pot": True}}}}},
     "option.x.sets.a.contract.reds", "a table is needed, to put 'contract.reds.takes_pot' into it"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds": TRICKS}}},
                 "y": {**X, "sets": {"a": {"contract.reds.names.en": "x"}}}}},
     "option.x.sets.a.contract.reds.names", "a table is needed, to put 'contract.reds.names.en' into it"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds.names.en": "x"}}},
                 "y": {**X, "sets": {"a": {"contract.reds.names": {"en": 1}}}}}},
     "option.y.sets.a.contract.reds.names.en", "a text is needed, not 1"),
    ({"option": {"x": {**X, "sets": {"a": {"contract.reds.names": {"en": "x"}}}},
                 "y": {**X, "sets": {"a": {"contract.reds.names.en": 1}}}}},
     "option.y.sets.a.contract.reds.names.en", "a text is needed, not 1"),
]  # fmt: skip


@pytest.mark.parametrize(("tables", "key", "words"), WRONG_EXTENSIONS)
def test_what_is_wrong_stands_where_it_is_written(
    tmp_path: Path, tables: dict[str, Any], key: str, words: str
) -> None:
    """Of a file that extends another one too, and whatever options put over it."""
    error = refusal_of(tmp_path, {**K_HEAD, **tables})
    assert (error.source, error.key) == (str(tmp_path / "house.toml"), key)
    assert words in error.reason


WRONG_WHEN_GIVEN: list[tuple[dict[str, Any], str, str]] = [
    ({"x": switch(contract__reds=1), "y": switch(contract__reds__takes_pot=True)},
     "option.x.sets.true.contract.reds", "a table is needed, to put 'contract.reds.takes_pot' into it"),
    ({"x": switch(contract__reds=1)}, "option.x.sets.true.contract.reds", "table is needed, not 1"),
    ({"x": switch(session="no")}, "option.x.sets.true.session", "'session' is no place in"),
    ({"x": switch(table__players="no")}, "option.x.sets.true.table.players", "a whole number is needed"),
    ({"x": {**switch(), "into": "table.players"}}, "table.players", "4 is none of false, true"),
    ({"x": {**switch(), "into": "table.players", "default": False}}, "option.x.default", "not false"),
    ({"x": {**switch(), "into": "contract.reds.hand"}}, "option.x.values[0]", "a whole number is needed"),
]  # fmt: skip


@pytest.mark.parametrize(("options", "key", "words"), WRONG_WHEN_GIVEN)
def test_what_is_wrong_when_an_option_is_given(
    tmp_path: Path, options: dict[str, Any], key: str, words: str
) -> None:
    """It is a fault of the file all the same, and found in the same place."""
    file = write_variant(tmp_path, {**K_HEAD, "option": options})
    with pytest.raises(VariantError) as raised:
        lorum.load_variant(file).with_options(**dict.fromkeys(options, True))
    assert (raised.value.source, raised.value.key) == (str(file), key)
    assert words in raised.value.reason


def test_many_values_and_places_take_no_longer(tmp_path: Path) -> None:
    """The time is in proportion to the length of the file."""
    places = {f"contract.reds.names.x{i}": "a" for i in range(1000)}
    values = list(range(1200))
    options = {
        "x": {**X, "sets": {"a": places}},
        "y": {"meaning": "x", "values": values, "sets": {str(i): {} for i in values}},
    }
    start = process_time()
    assert lorum.load_variant(write_variant(tmp_path, {**K_HEAD, "option": options})).players == 4
    assert process_time() - start < 2


def test_a_value_that_its_place_does_not_take(tmp_path: Path) -> None:
    """Not the value that is given is wrong, but where it goes."""
    packets = {"meaning": "x", "values": [1, "many"], "into": "table.packets"}
    rules = lorum.load_variant(write_variant(tmp_path, {**K_HEAD, "option": {"packets": packets}}))
    with pytest.raises(VariantError) as raised:
        rules.with_options(packets="many")
    assert (raised.value.key, raised.value.reason) == (
        "option.packets.into", "a whole number is needed, not 'many'",
    )  # fmt: skip
    packets["values"] = [1, 99]
    rules = lorum.load_variant(write_variant(tmp_path, {**K_HEAD, "option": {"packets": packets}}))
    with pytest.raises(VariantError) as raised:
        rules.with_options(packets=99)
    assert (raised.value.source, raised.value.key) == ("house(packets=99)", "table.packets")


def test_needs_and_cases_know_lists(tmp_path: Path) -> None:
    """What an option asks of a list of contracts is compared with such a list."""
    short = {"contracts": ["reds", "obers"]}
    options = {
        "x": {**X, "needs": {"contracts": [["reds", "obers"], ["lorum"]]}},
        "y": {**X, "cases": [{"when": short, "values": {"y": "b"}}]},
    }
    rules = lorum.load_variant(write_variant(tmp_path, {**K_HEAD, "option": options}))
    assert "x" not in rules.options
    assert rules.options["y"] == "a"
    narrow = rules.with_options(**short)
    assert (narrow.options["x"], narrow.options["y"]) == ("a", "b")
    with pytest.raises(VariantError, match=r"unless contracts is \[reds, obers\] or \[lorum\]$"):
        rules.with_options(x="a")


def test_options_are_told_in_the_words_of_the_file() -> None:
    with pytest.raises(VariantError, match=r"doubling: null is none of false, true$"):
        lorum.get_variant("compendium", doubling=None)
    with pytest.raises(VariantError, match=r"doubling: a list is none of false, true$"):
        lorum.get_variant("compendium", doubling=[True])


def test_cases_of_a_preset_that_is_extended(tmp_path: Path) -> None:
    """Each option takes what is said of it."""
    options: dict[str, Any] = {"a": X, "b": X}
    case = {"when": {"players": 3}, "values": {"a": "b", "b": "b"}}
    parent = {**WHOLE, "table": {"players": 4}, "option": options, "preset": {"p": {"values": {}}}}
    parent["option"]["players"] = {"meaning": "x", "values": [4, 3], "into": "table.players"}
    parent["preset"]["p"]["cases"] = [case]
    inherited = registry._inherited(documents.document_of("parent.toml", parent), "p")
    rules = documents.document_of("child.toml", {**inherited, "id": "child"}).variant("child", {})
    assert (rules.options["a"], rules.options["b"]) == ("a", "a")
    assert [option["cases"][0]["values"] for option in inherited["option"].values() if "cases" in option] == [
        {"a": "b"}, {"b": "b"},
    ]  # fmt: skip


@pytest.mark.parametrize("id", ["names", "rule", "rules"])
def test_contracts_called_as_prose_is(tmp_path: Path, id: str) -> None:
    """They bear on play like all others."""
    prints = set()
    for points in (1, 2):
        own = {"family": "tricks", "prices": [{"points": points}], "stop_after": 3}
        tree = {**WHOLE, "session": {"schedule": "by-game", "contracts": [id]}, "contract": {id: own}}
        prints.add(lorum.load_variant(write_variant(tmp_path, tree)).fingerprint)
    assert len(prints) == 2


NO_JSON = [
    ("nan", "not nan"), ("-inf", "not -inf"), ("1e999", "not inf"), ("1979-05-27", "not a date"),
    ("07:32:00", "not a time"), ("1979-05-27T07:32:00Z", "not a date and time"),
    ("0x" + "f" * 5000, "too large"), ("-9223372036854775809", "too large"),
]  # fmt: skip
PLACES = [
    ("names = { en = ? }", "names.en"),
    ("table.players = ?", "table.players"),
    ("session.contracts = ['reds', ?]", "session.contracts[1]"),
    ("settlement.start = ?", "settlement.start"),
    ("contract.reds.prices = [{ points = 1 }, { tricks = { 5 = ? } }]", "contract.reds.prices[1].tricks.5"),
    ("option.rounds.default = ?", "option.rounds.default"),
    ("option.rounds.values = [1, ?]", "option.rounds.values[1]"),
    ("option.players.sets.3 = { 'table.packets' = ? }", "option.players.sets.3.table.packets"),
    (
        "option.rounds.cases = [{ when = { players = ? }, values = {} }]",
        "option.rounds.cases[0].when.players",
    ),
    ("option.rounds.needs.players = [?]", "option.rounds.needs.players[0]"),
    ("preset.p.values.rounds = ?", "preset.p.values.rounds"),
    ("whist = [[?]]", "whist[0][0]"),
]


@pytest.mark.parametrize(("value", "words"), NO_JSON, ids=[value[:20] for value, _ in NO_JSON])
@pytest.mark.parametrize(("line", "key"), PLACES)
def test_values_that_json_has_not(tmp_path: Path, line: str, key: str, value: str, words: str) -> None:
    """They are found wherever they stand."""
    head = 'format = "lorum-variant/1"\nid = "house"\nextends = "compendium"\n'
    error = refusal_of(tmp_path, (head + line.replace("?", value)).encode())
    assert error.key == key
    assert error.reason.endswith(words)


def test_the_largest_whole_number(tmp_path: Path) -> None:
    """TOML has no larger one."""
    option = {"x": {"meaning": "x", "least": -(2**63), "most": 2**63 - 1, "default": 2**63 - 1}}
    rules = lorum.load_variant(write_variant(tmp_path, {**K_HEAD, "option": option}))
    assert rules.options["x"] == 2**63 - 1


@pytest.mark.parametrize(
    ("content", "reason"),
    [
        (b"x = 1\n\xff", "no UTF-8 at byte 6"),
        (b"x = " + b"9" * 5000, "no TOML: a number has too many digits"),
        (b"x = ", "no TOML: 'Invalid value (at end of document)'"),
    ],
)
def test_why_it_is_no_toml(tmp_path: Path, content: bytes, reason: str) -> None:
    assert refusal_of(tmp_path, content).reason == reason


def test_deep_table_names(tmp_path: Path) -> None:
    name = b".".join([b"a"] * 2000)
    refusal_of(tmp_path, b'format = "lorum-variant/1"\nid = "house"\n[contract.' + name + b"]\nx = 1\n")


def test_a_trick_number_of_many_digits(tmp_path: Path) -> None:
    tree = changed("contract/one/prices", [{"tricks": {"9" * 5000: 1}}])
    file = write_variant(tmp_path, tree)
    try:
        lorum.load_variant(file)
    except VariantError:
        return


@pytest.mark.parametrize(
    "option",
    [
        {"items": "whist"}, {"values": [1], "needs": {"players": 4}},
        {"values": [1], "needs": {"players": "4"}},
        {"values": [1], "sets": {"1": "a"}},
    ],
)  # fmt: skip
def test_ill_typed_parts_of_options(tmp_path: Path, option: dict[str, Any]) -> None:
    refusal_of(tmp_path, {**K_HEAD, "option": {"x": {"meaning": "x", **option}}})


@pytest.mark.parametrize(
    ("tables", "key"),
    [
        ({"contract": {"lorum": {"opening": "X"}}}, "contract.lorum"),
        ({"contract": {"lorum": {"opening": "J"}}}, "contract.lorum"),
        ({"contract": {"lorum": {"opening": ""}}}, "contract.lorum"),
        ({"preset": {"p": {"values": {"whist": 3}}}}, "preset.p"),
        ({"preset": {"compendium": {"values": {"players": 3}}}}, "preset.compendium"),
    ],
)
def test_values_without_meaning_are_refused(tmp_path: Path, tables: dict[str, Any], key: str) -> None:
    """A rank that is none or in other letters; a preset's unknown option; an id that is taken."""
    assert refusal_of(tmp_path, {**K_HEAD, **tables}).key.startswith(key)


@pytest.mark.parametrize(
    "tables",
    [
        pytest.param({"contract": {"reds": {"stop_after": 0}}}, id="a deal of no tricks"),
        pytest.param({"contract": {"x": {**TRICKS, "stop_after": -1}}}, id="a deal of fewer than no tricks"),
        pytest.param({"contract": {"x": {"family": "tricks", "prices": [{"tricks": {"5": 0}}]}}},
         id="a price of nothing"),
        pytest.param({"contract": {"x": {"family": "tricks", "prices": [{"points": 1, "announced": 4}]}}},
                     id="an announced price of tricks"),
        pytest.param({"contract": {"x": {"family": "tricks", "prices": [{"cards": "", "points": 4}]}}},
         id="a price of no cards"),
        pytest.param({"option": {"x": {"meaning": "x", "values": [1], "sets": {"2": {"table.players": 3}}}}},
                     id="what a value sets that the option cannot have"),
        pytest.param({"option": {"x": {"meaning": "x", "values": [1], "sets": {"1": {"whist": 3}}}}},
                     id="a place that is not in the file"),
        pytest.param({"option": {"\u001b[31m": {"meaning": "x", "values": [1, 2]}}}, id="an option's name"),
    ],
)  # fmt: skip
def test_values_without_meaning(tmp_path: Path, tables: dict[str, Any]) -> None:
    """Unknown keys, ill-typed values and impossible combinations are errors that name file and key."""
    assert refusal_of(tmp_path, {**K_HEAD, **tables}).key


def test_every_file_says_its_format(tmp_path: Path) -> None:
    assert refusal_of(tmp_path, {"id": "house", "extends": "compendium"}).key == "format"


@pytest.mark.parametrize(
    "tables",
    [
        {"contract": {"reds": {"rules": {"\u001b[31m": "play.pass"}}}},
        {"contract": {"\u001b[31m": {"family": "x"}}},
        {"option": {"\u001b[31m": {"meaning": "x", "values": [1], "into": "a.b"}}},
    ],
)
def test_foreign_keys_are_escaped(tmp_path: Path, tables: dict[str, Any]) -> None:
    assert "\u001b" not in str(refusal_of(tmp_path, {**K_HEAD, **tables}))


@pytest.mark.parametrize("name", ["\ud800", "\u001b[31m", "x" * 5000], ids=["surrogate", "control", "long"])
def test_foreign_option_names_are_escaped_and_cut(name: str) -> None:
    with pytest.raises(VariantError) as raised:
        lorum.get_variant("compendium", **{name: 1})
    assert str(raised.value).isascii()
    assert "\u001b" not in str(raised.value)
    assert len(str(raised.value)) < 400


def test_an_option_named_self() -> None:
    with pytest.raises(VariantError):
        lorum.get_variant("compendium").with_options(**{"self": 1})


def test_what_is_no_fault_of_the_data_is_not_called_one() -> None:
    """A mistake in a class that is read comes out as it is, and not as an error in somebody's file."""

    def mistaken(_: object, attribute: object, value: str) -> None:
        raise NotImplementedError(value)

    @frozen
    class Mistaken:
        id: str = field(validator=mistaken)

    with pytest.raises(NotImplementedError, match="house"):
        structured({"id": "house"}, Mistaken)


def test_what_a_file_says_stands_before_what_it_inherits(tmp_path: Path) -> None:
    """A preset's value and a default for other options give way to the file's own word."""
    for base in ("compendium", "compendium-short", "compendium-extended", "compendium-three"):
        tree = {**HEAD, "id": "mine", "extends": base, "session": {"rounds": 5}}
        rules = lorum.load_variant(write_variant(tmp_path, tree))
        assert (rules.plan.rounds, rules.options["rounds"], rules.changed) == (5, 5, {})
    three = lorum.load_variant(
        write_variant(tmp_path, {**HEAD, "id": "mine", "extends": "compendium", "table": {"players": 3}})
    )
    assert (three.players, len(three.pack), three.plan.rounds) == (3, 30, 3)
    again = {**HEAD, "id": "mine", "extends": "compendium-short", "session": {"rounds": 5}}
    option = {"rounds": {"cases": [{"when": {"players": 3}, "values": {"rounds": 7}}]}}
    mine = lorum.load_variant(write_variant(tmp_path, {**again, "option": option}))
    assert (mine.plan.rounds, mine.with_options(players=3).plan.rounds) == (5, 7)


@pytest.mark.parametrize(
    ("base", "tables", "key"),
    [
        ("compendium-beans", {"settlement": {"start": 30}}, "settlement.start"),
        ("compendium-beans", {"table": {"players": 4}, "settlement": {"start": 30}}, "settlement.start"),
        ("compendium-beans", {"contract": {"reds": {"settles": "to-pot"}}}, "contract.reds.settles"),
        ("compendium-three", {"table": {"pack": "7a 7l 7h Kh Ah Kl"}}, "table.pack"),
        ("compendium-short", {"session": {"rounds": 500}}, "session.rounds"),
    ],
)
def test_what_an_inherited_option_would_overrule(
    tmp_path: Path, base: str, tables: dict[str, Any], key: str
) -> None:
    """It is refused rather than passed over."""
    assert refusal_of(tmp_path, {**HEAD, "id": "mine", "extends": base, **tables}).key == key


def test_a_byte_order_mark_is_no_fault(tmp_path: Path) -> None:
    path = write_variant(tmp_path, WHOLE)
    path.write_bytes(b"\xef\xbb\xbf" + path.read_bytes())
    assert lorum.load_variant(path).id == "house"


def test_citations_bear_on_no_fingerprint(tmp_path: Path) -> None:
    """But points do, whatever the contract is called."""

    def fingerprint(**price: Any) -> str:
        king = {"family": "tricks", "announce_before": "opening-lead", "prices": [{"cards": "Kh", **price}]}
        plan = {"schedule": "by-dealer", "contracts": ["rules"]}
        tree = {**WHOLE, "session": plan, "contract": {"rules": king}}
        return lorum.load_variant(write_variant(tmp_path, tree)).fingerprint

    plain = fingerprint(announced=5)
    assert fingerprint(announced=5, announced_rule="tricks.card-points") == plain
    assert fingerprint(announced=5, rule="tricks.trick-points") == plain
    assert fingerprint(announced=6) != plain


def test_names_cannot_be_changed(tmp_path: Path) -> None:
    """Variants are shared by all that ask for them."""
    for rules in (lorum.get_variant("compendium"), lorum.load_variant(write_variant(tmp_path, WHOLE))):
        with pytest.raises(TypeError):
            rules.names["en"] = "Mine"  # type: ignore[index]


@pytest.mark.parametrize("value", ["reds", False, "", 0, []])
def test_the_size_of_hands_is_asked_for_a_contract(value: Any) -> None:
    rules = lorum.get_variant("eight-games-two-cards")
    assert rules.hand_size(rules.contract("first-and-last")) == 2
    assert rules.hand_size(rules.contract("reds")) == rules.hand_size(None) == 8
    with pytest.raises(lorum.ArgumentError, match="a contract is needed"):
        rules.hand_size(value)


@pytest.mark.parametrize(
    ("one", "reason"),
    [
        ({"prices": [{"cards": "7h", "points": 4}]}, "a price is for cards that are not in the pack"),
        ({"lead_limits": [{"cards": "", "until": "broken"}]}, "a limit on no cards is none"),
        ({"discard_limits": [{"cards": ""}]}, "a limit on no cards is none"),
    ],
)
def test_cards_that_are_not_there(tmp_path: Path, one: dict[str, Any], reason: str) -> None:
    """A price that nobody can be charged and a limit that bars nothing are slips of the pen."""
    plan = {"schedule": "by-dealer", "contracts": ["one"]}
    table = {"pack": "Ka Aa Kl Al Kh Ah Kb Ab"}
    refusal = refusal_of(
        tmp_path, {**HEAD, "table": table, "session": plan, "contract": {"one": {**TRICKS, **one}}}
    )
    assert (refusal.key, refusal.reason) == ("contract.one", reason)


def test_a_price_has_the_clause_of_what_it_is_for(house: House) -> None:
    """K5.5, K6.1, E7.1: of cards, of tricks, or of cards whose price depends on the trick."""
    prices = [
        {"cards": "Kh", "points": 1},
        {"points": 1},
        {"cards": "Oh", "points": 1, "tricks": {"last": 2}},
    ]
    own = {"family": "tricks", "prices": prices}
    rules = house("compendium", contract={"own": own}, session={"contracts": ["own"]})
    contract = rules.contract("own")
    assert isinstance(contract, Tricks)
    assert [price.rule for price in contract.prices] == [
        Rule.TRICKS_CARD_POINTS, Rule.TRICKS_TRICK_POINTS, Rule.TRICKS_FALL_POINTS,
    ]  # fmt: skip
    assert contract.total(4, 8, rules.table.pack) is None


def test_what_an_option_sets_is_a_fault_of_the_file(tmp_path: Path) -> None:
    """Whoever gives a value of the option cannot know; a value that the option takes is another matter."""
    sets = {"true": {"table.packets": 0}}
    option = {"x": {"meaning": "x", "values": [False, True], "sets": sets}}
    rules = lorum.load_variant(write_variant(tmp_path, {**WHOLE, "table": {"players": 4}, "option": option}))
    with pytest.raises(VariantError) as raised:
        rules.with_options(x=True)
    assert (Path(raised.value.source).name, raised.value.key) == (
        "house.toml",
        "option.x.sets.true.table.packets",
    )


def test_two_cards_are_the_fewest(tmp_path: Path) -> None:
    for hand in (0, 1):
        one = {**TRICKS, "hand": hand}
        plan = {"schedule": "by-game", "contracts": ["one"]}
        refusal = refusal_of(tmp_path, {**WHOLE, "session": plan, "contract": {"one": one}})
        assert (refusal.key, refusal.reason) == ("contract.one.hand", "at least 2 cards are needed")


def test_a_fingerprint_is_of_the_rules_and_not_of_the_text(tmp_path: Path) -> None:
    """French letters, another order of cards, defaults written out, contracts that are not played."""

    def fingerprint(**more: Any) -> str:
        one = {"family": "tricks", "prices": [{"cards": "Ka Kl", "points": 2}], **more.pop("one", {})}
        contracts = {"one": one, **more.pop("contract", {})}
        plan = {"schedule": "by-dealer", "contracts": ["one"], **more.pop("session", {})}
        tree = {**HEAD, "session": plan, "contract": contracts, **more}
        return lorum.load_variant(write_variant(tmp_path, tree)).fingerprint

    plain = fingerprint()
    assert fingerprint(one={"prices": [{"cards": "Ks Kc", "points": 2}]}) == plain
    assert fingerprint(table={"players": 4, "cut": "nobody"}, settlement={"sweep": False}) == plain
    assert fingerprint(contract={"two": {"family": "chains", "length": 3}}) == plain
    assert fingerprint(one={"only_when_led": ""}, session={"rounds": 1}) == plain
    changed = [
        fingerprint(one={"prices": [{"cards": "Ka Kl", "points": 3}]}),
        fingerprint(one={"only_when_led": "Ka"}),
        fingerprint(session={"rounds": 2}), fingerprint(table={"direction": "counter-clockwise"}),
        fingerprint(settlement={"account": "transfers"}), fingerprint(one={"stop_after": 3}),
    ]  # fmt: skip
    assert len({plain, *changed}) == 7


def test_the_same_said_otherwise_is_not_overruled(tmp_path: Path) -> None:
    three = lorum.get_variant("compendium-three").pack
    pack = " ".join(card.french for card in reversed(three))
    tree = {**HEAD, "id": "mine", "extends": "compendium-three", "table": {"pack": pack}}
    assert lorum.load_variant(write_variant(tmp_path, tree)).pack == three


def test_printed_numbers_are_read_back(tmp_path: Path) -> None:
    option = {"x": {"meaning": "x", "values": [2, -1, 10**9], "into": "session.rounds"}}
    rules = lorum.load_variant(write_variant(tmp_path, {**WHOLE, "option": option}))
    assert lorum.registry._parsed("house(x=-1)") == ("house", {"x": -1})
    assert lorum.registry._parsed("House(x=1000000000)") == ("House", {"x": 10**9})
    assert str(rules.with_options(x=2)) in ("house", "house(x=2)")
