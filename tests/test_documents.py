"""The variant files say what the documents say: their numbers and words, written down a second time.

The behaviour that follows from them is shown elsewhere; here stands what would otherwise show nowhere:
names, citations, the order of contracts and options, and the statements behind them.
"""

from __future__ import annotations

import tomllib
from pathlib import Path
from typing import Any

import pytest

import lorum
from lorum import Rule

FOLDER = Path(__file__).parent.parent / "variants"
DOCUMENTS = ("compendium", "seven-contracts", "eight-games")

NAMES = {
    "compendium": {"en": "Compendium", "pt": "Lorum", "de": "Lorum"},
    "seven-contracts": {"en": "Seven contracts", "fr": "Lórum"},
    "eight-games": {"en": "Eight games", "de": "Lorum"},
}

CONTRACT_NAMES = {
    "compendium": {
        "reds": {"en": "Reds", "pt": "Vermelhos", "de": "Rote"},
        "obers": {"en": "Obers", "pt": "Sem Damas", "de": "Damenlos"},
        "no-tricks": {"en": "No tricks", "pt": "Sem Vazas", "de": "Stichlos"},
        "lorum": {"en": "Lorum", "pt": "Lorum", "de": "Lorum"},
        "king-of-hearts": {"en": "King of Hearts", "pt": "Rei de Copas", "de": "Herzkönig"},
        "first-and-last": {
            "en": "First and last",
            "pt": "Primeira e última vaza",
            "de": "Erster und letzter Stich",
        },
        "fifth-trick": {"en": "Fifth trick", "pt": "Quinta vaza", "de": "Fünfter Stich"},
        "all-bad": {"en": "All bad", "pt": "Tudo Ruim", "de": "Alles Schlecht"},
    },
    "seven-contracts": {
        "hearts": {"en": "Hearts", "fr": "Cœurs"},
        "obers": {"en": "Obers", "fr": "Obers"},
        "no-tricks": {"en": "No tricks", "fr": "Sans Levées"},
        "quartets": {"en": "Quartets", "fr": "Quatuors"},
        "fast-train": {"en": "Fast train", "fr": "Train Rapide"},
        "hairy-ape": {"en": "Hairy ape", "fr": "Singe Velu"},
        "lorum": {"en": "Lórum", "fr": "Lórum"},
    },
    "eight-games": {
        "reds": {"en": "Reds", "de": "Rote"},
        "obers": {"en": "Obers", "de": "Ober"},
        "tricks": {"en": "Tricks", "de": "Stiche"},
        "first-and-last": {"en": "First and last trick", "de": "Erster und letzter Stich"},
        "fifth-trick": {"en": "Fifth trick", "de": "Fünfter Stich"},
        "red-king": {"en": "Red King", "de": "Roter König"},
        "lorum": {"en": "Lorum", "de": "Lorum"},
        "unter-laying": {"en": "Unter laying", "de": "Unter legen"},
    },
}

# What a file says, though much of it need not be said.
SAID = {
    "table": {"players", "direction", "packets", "cut"},
    "session": {"schedule", "contracts", "ties"},
    "settlement": {"account"},
    "tricks": set[str](),
    "layouts": {"suit_opening", "growth", "corner", "pass_points", "places"},
    "chains": {"length", "corner", "card_points"},
    "trains": {"card_points"},
}

# For a common clause the one that says the same of a contract.
CITED = {
    "compendium": {
        "reds": {"settlement.untouched": "beans.untouched"},
        "obers": {"settlement.untouched": "beans.untouched"},
        "lorum": {
            "layouts.opening": "compendium.lorum.opening",
            "layouts.suit-opening": "compendium.lorum.suit-opening",
            "layouts.growth": "compendium.lorum.growth",
            "layouts.pass-price": "compendium.lorum.pass-price",
            "layouts.set-aside": "compendium.lorum.set-aside",
        },
        "king-of-hearts": {"settlement.to-pot": "beans.common-pot"},
        "first-and-last": {"settlement.to-pot": "beans.common-pot"},
        "fifth-trick": {"settlement.to-pot": "beans.common-pot"},
        "all-bad": {"tricks.mix": "compendium.all-bad.mix"},
    },
    "seven-contracts": {
        **{
            id: {
                "settlement.untouched": f"seven-contracts.{id}.distribution",
                "settlement.sweep": f"seven-contracts.{id}.distribution",
            }
            for id in ("hearts", "obers", "no-tricks")
        },
        "quartets": {
            "chains.lead": "seven-contracts.quartets.lead",
            "chains.next": "seven-contracts.quartets.next",
            "chains.corner": "seven-contracts.quartets.next",
            "chains.length": "seven-contracts.quartets.length",
            "chains.next-lead": "seven-contracts.quartets.length",
            "chains.card-price": "seven-contracts.quartets.cards-left",
        },
        "fast-train": {
            "trains.next": "seven-contracts.fast-train.next",
            "trains.pass": "seven-contracts.fast-train.pass",
            "trains.card-price": "seven-contracts.fast-train.cards-left",
        },
        "lorum": {
            "layouts.opening": "seven-contracts.lorum.opening",
            "layouts.suit-opening": "seven-contracts.lorum.piles",
            "layouts.growth": "seven-contracts.lorum.growth",
            "layouts.corner": "seven-contracts.lorum.growth",
            "layouts.must-play": "seven-contracts.lorum.pass-price",
            "layouts.pass-price": "seven-contracts.lorum.pass-price",
            "pot.winner": "seven-contracts.lorum.pot",
        },
    },
    "eight-games": {
        "first-and-last": {"deal.stock": "eight-games.first-and-last.two-cards"},
        "fifth-trick": {"tricks.stop-after": "eight-games.fifth-trick.stop"},
        "red-king": {"announce.holder": "eight-games.red-king.announced"},
        "lorum": {
            "chains.next": "eight-games.lorum.run",
            "chains.length": "eight-games.lorum.run",
            "chains.corner": "eight-games.lorum.highest",
            "chains.next-lead": "eight-games.lorum.highest",
            "chains.end": "eight-games.lorum.cards-left",
            "chains.card-price": "eight-games.lorum.cards-left",
        },
        "unter-laying": {
            "layouts.opening": "eight-games.unter-laying.opening",
            "layouts.opener": "eight-games.unter-laying.opening",
            "layouts.suit-opening": "eight-games.unter-laying.suits",
            "layouts.growth": "eight-games.unter-laying.suits",
            "layouts.must-play": "eight-games.unter-laying.pass",
        },
    },
}

# For each option the statement behind it and the clause that describes it.
OPTIONS = {
    "compendium": {
        "players": ("K1.5", "cards.short-pack"),
        "contracts": ("K1.7", "session.core-contracts"),
        "rounds": ("K4.6", "session.rounds"),
        "schedule": ("K4.7", "session.each-dealer"),
        "reds_hearts_lead": ("K5.3", "compendium.reds.hearts-lead"),
        "obers_first_discard": ("K5.7", "compendium.obers.first-discard"),
        "obers_win": ("K5.8", "compendium.obers.win"),
        "lorum_suit_opening": ("K5.13", "compendium.lorum.suit-opening"),
        "all_bad_components": ("K6.8", "compendium.all-bad.mix"),
        "stop_when_decided": ("K6.6", "tricks.decided"),
        "doubling": ("K11.3", "double.dealer"),
        "tie_break": ("K9.3", "session.extra-deal"),
        "scoring": ("K8.2", "beans.start"),
        "bean_settlement": ("K8.3", "beans.to-lowest"),
        "pot_goes_to": ("K8.8", "beans.pot-goes-to"),
        "beans_end": ("K9.4", "beans.refused"),
        "bought_beans_count": ("K8.11", "beans.winner"),
    },
    "seven-contracts": {
        "contracts": ("P2.8", "session.contract-list"),
        "stop_when_decided": ("P4.8", "tricks.decided"),
    },
    "eight-games": {
        "contracts": ("K1.7", "session.contract-list"),
        "direction": ("E1.5", "table.direction"),
        "schedule": ("E1.3", "session.by-dealer"),
        "first_and_last": ("E5.4", "eight-games.first-and-last.two-cards"),
        "announce_before": ("E7.3", "eight-games.red-king.announced"),
        "tie_break": ("E1.9", "session.extra-deal"),
        "stop_when_decided": ("K6.6", "tricks.decided"),
    },
}

BEANS = {"scoring": ["beans", "beans-and-pot"]}

# For each option what it may be, the default first, and when it is in force.
CHOICES: dict[str, dict[str, dict[str, Any]]] = {
    "compendium": {
        "players": {"values": [4, 3]},
        "contracts": {"items": "contracts"},
        "rounds": {"least": 1, "most": 99},
        "schedule": {"values": ["round", "each-dealer"]},
        "reds_hearts_lead": {"values": ["first-trick", "until-broken"]},
        "obers_first_discard": {"values": ["allowed", "barred"]},
        "obers_win": {"values": ["by-rank", "only-when-led"]},
        "lorum_suit_opening": {"values": ["opening-rank", "any-laid-rank"]},
        "all_bad_components": {"items": "trick-contracts", "fewest": 2},
        "stop_when_decided": {"values": [False, True]},
        "doubling": {"values": [False, True]},
        "tie_break": {"values": ["extra-deal", "shared"], "needs": {"scoring": ["penalty"]}},
        "scoring": {"values": ["penalty", "beans", "beans-and-pot"]},
        "bean_settlement": {"values": ["pairwise", "to-lowest"], "needs": BEANS},
        "pot_goes_to": {"values": ["lorum-winner", "session-winner", "nobody"], "needs": BEANS},
        "beans_end": {"values": ["refused-buy-in", "never"], "needs": BEANS},
        "bought_beans_count": {"values": [False, True], "needs": BEANS},
    },
    "seven-contracts": {
        "contracts": {"items": "contracts"},
        "stop_when_decided": {"values": [False, True]},
    },
    "eight-games": {
        "contracts": {"items": "contracts"},
        "direction": {"values": ["clockwise", "counter-clockwise"]},
        "schedule": {"values": ["by-game", "by-dealer"]},
        "first_and_last": {"values": ["eight-cards", "two-cards"]},
        "announce_before": {"values": ["opening-lead", "last-trick"]},
        "tie_break": {"values": ["shared", "extra-deal"]},
        "stop_when_decided": {"values": [False, True]},
    },
}

PRESETS = {
    "compendium": {
        "compendium-short": ("Short compendium", "K11.1"),
        "compendium-extended": ("Extended compendium", "K11.2"),
        "compendium-three": ("Compendium for three", "K1.5"),
        "compendium-beans": ("Compendium with beans", "K8.6"),
    },
    "seven-contracts": {},
    "eight-games": {"eight-games-two-cards": ("Eight games, two cards", "E5.2")},
}

PRESET_NAMES = {
    "compendium-short": {"pt": "Lorum curto", "de": "Kurzes Lorum"},
    "compendium-extended": {"pt": "Lorum estendido", "de": "Erweitertes Lorum"},
    "compendium-three": {"pt": "Lorum para três jogadores", "de": "Dreispieler-Lorum"},
    "compendium-beans": {"pt": "Lorum com feijões", "de": "Lorum mit Bohnen"},
    "eight-games-two-cards": {"de": "Lorum mit zwei Karten"},
}


def tree(document: str) -> dict[str, Any]:
    return tomllib.loads((FOLDER / f"{document}.toml").read_text("utf-8"))


@pytest.mark.parametrize("document", DOCUMENTS)
def test_heads(document: str) -> None:
    """K, P, E: what a file says of itself."""
    data = tree(document)
    assert data["format"] == "lorum-variant/1"
    assert data["id"] == document
    assert data["source"] == {"compendium": "K", "seven-contracts": "P", "eight-games": "E"}[document]
    assert data["names"] == NAMES[document]
    assert lorum.get_variant(document).names == NAMES[document]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_nothing_is_left_to_defaults(document: str) -> None:
    """Who reads a file sees how cards are dealt and settled, and all rules of layouts, chains and trains."""
    data = tree(document)
    for table in ("table", "session", "settlement"):
        assert SAID[table] <= set(data[table])
    for contract in data["contract"].values():
        assert SAID[contract["family"]] <= set(contract)


@pytest.mark.rule(Rule.EIGHT_RED_KING_ANNOUNCED)
def test_announcement() -> None:
    """E7.3: before the opening lead, says the contract itself, and not its option alone."""
    assert tree("eight-games")["contract"]["red-king"]["announce_before"] == "opening-lead"


@pytest.mark.rule(Rule.DEAL_CUT)
@pytest.mark.parametrize("document", DOCUMENTS)
def test_cut(document: str) -> None:
    """K4.1, P2.3, E1.5: who sits on the side that the deal comes from cuts the pack."""
    assert lorum.get_variant(document).table.cut == tree(document)["table"]["cut"] == "previous"


@pytest.mark.rule(Rule.SESSION_CORE_CONTRACTS)
def test_core_contracts() -> None:
    """K1.6, K1.7: the core of the compendium in its order; the other documents have a list, and no core."""
    cores = {document: tree(document)["session"].get("core", []) for document in DOCUMENTS}
    assert cores == {
        "compendium": ["reds", "obers", "no-tricks", "lorum"],
        "seven-contracts": [],
        "eight-games": [],
    }


@pytest.mark.parametrize("document", DOCUMENTS)
def test_contract_names(document: str) -> None:
    """K12.7 and the table of names: every contract in order, named in the document's languages."""
    contracts = tree(document)["contract"]
    assert {id: contract["names"] for id, contract in contracts.items()} == CONTRACT_NAMES[document]
    assert list(contracts) == list(CONTRACT_NAMES[document])
    assert list(lorum.get_variant(document).contracts) == list(contracts)


def test_prices_of_obers() -> None:
    """P4.4: Acorns 1, Leaves 2, Bells 3, Hearts 4, in this order, which bears on nothing."""
    prices = tree("seven-contracts")["contract"]["obers"]["prices"]
    assert [(price["cards"], price["points"]) for price in prices] == [
        ("Oa", 1),
        ("Ol", 2),
        ("Ob", 3),
        ("Oh", 4),
    ]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_options(document: str) -> None:
    """Every option stands in its place, with its statement and its clause."""
    options = tree(document)["option"]
    found = {name: (option["statement"], option["rule"]) for name, option in options.items()}
    assert found == OPTIONS[document]
    assert list(options) == list(OPTIONS[document])
    for option in options.values():
        assert option["meaning"].endswith(".")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_choices(document: str) -> None:
    """What every option may be, and when it is in force."""
    options = tree(document)["option"]
    keys = ("values", "least", "most", "items", "fewest", "needs")
    found = {name: {key: option[key] for key in keys if key in option} for name, option in options.items()}
    assert found == CHOICES[document]


@pytest.mark.parametrize("document", DOCUMENTS)
def test_presets(document: str) -> None:
    """Every preset, its name and its statement."""
    presets = tree(document).get("preset", {})
    found = {id: (preset["names"].pop("en"), preset["statement"]) for id, preset in presets.items()}
    assert found == PRESETS[document]
    for id, preset in presets.items():
        assert preset["names"] == PRESET_NAMES[id]
        assert preset["meaning"].endswith(".")


@pytest.mark.parametrize("document", DOCUMENTS)
def test_citations(document: str) -> None:
    """What a contract cites is about that contract, and a common clause is cited by one of its own."""
    contracts = tree(document)["contract"]
    cited = {id: contract["rules"] for id, contract in contracts.items() if "rules" in contract}
    assert cited == CITED[document]
    for id, contract in contracts.items():
        own = f"{document}.{id}."
        for key in ("prices", "lead_limits", "places"):
            for entry in contract.get(key, ()):
                assert entry["rule"].startswith(own)
        for common, cited in contract.get("rules", {}).items():
            assert Rule(common).value.split(".")[0] not in DOCUMENTS
            assert cited.startswith(own) or cited.startswith("beans.")
