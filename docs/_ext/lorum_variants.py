"""Directives that tell of variants what their files say: ``lorum-variant`` and ``lorum-comparison``.

``.. lorum-variant:: compendium`` writes the facts, contracts, options and presets of a document, and
``.. lorum-variant:: compendium-short`` those of a preset, each with the ids of its clauses.
``.. lorum-comparison::`` sets the three documents side by side; with ``contracts`` as its argument it does so
for their contracts.

All of it is read from the registry when the pages are built, so that a page cannot say anything else than
the package does.
"""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from typing import ClassVar

from docutils import nodes
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import lorum
from lorum.contracts.families import Chains, Contract, Layouts, Trains, Tricks
from lorum.contracts.layouts import Growth, SuitOpening
from lorum.contracts.tricks import AnnounceBefore, LeadLimit, Price, Until
from lorum.documents import Document
from lorum.options import Case, Option
from lorum.rules import Rule
from lorum.schedule import Schedule, Ties
from lorum.settlement import Account

DOCUMENTS = ("compendium", "seven-contracts", "eight-games")
LANGUAGES = {"hu": "Hungarian", "de": "German", "pt": "Portuguese", "fr": "French"}
NUMBERS = ("none", "one", "two", "three", "four", "five", "six", "seven", "eight", "nine", "ten")
ORDINALS = ("", "first", "second", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth", "tenth")


def document_of(variant: lorum.Variant) -> Document:
    """The document of a variant."""
    if not isinstance(variant.source, Document):
        raise TypeError(f"{variant} has no document")
    return variant.source


# Words


def rule(*rules: Rule) -> str:
    """Link to clauses, in brackets."""
    return f"({', '.join(f':rule:`{rule.value}`' for rule in dict.fromkeys(rules))})"


def literal(value: object) -> str:
    """Write a value as it is written in a printed variant."""
    if isinstance(value, list | tuple):
        return f"``[{', '.join(map(str, value))}]``"
    return f"``{json.dumps(value) if isinstance(value, bool) else value}``"


def count(number: int, word: str) -> str:
    """Write a number with a word in the right form."""
    return f"{number} {word}{'s' * (number != 1)}"


def ordinal(trick: str) -> str:
    """Name a trick by the word or number that a variant file has for it."""
    return ORDINALS[int(trick)] if trick.isdigit() and int(trick) < len(ORDINALS) else trick


def which(cards: int, article: str) -> str:
    """Name a set of cards: ``each Heart``, ``the King of Hearts``; several cards begin with ``article``."""
    for suit in lorum.Suit:
        if cards == suit.mask:
            return f"{article} {suit.label.capitalize().removesuffix('s')}"
    for rank in lorum.Rank:
        if cards == rank.mask:
            return f"{article} {rank.name.capitalize()}"
    held = [card for card in lorum.PACK if card.bit & cards]
    if len(held) == 1:
        return f"the {held[0].rank.name.capitalize()} of {held[0].suit.label.capitalize()}"
    return f"{article} of {lorum.format_cards(held)}"


def title(words: str) -> str:
    """Begin a sentence with a capital letter."""
    return words[:1].upper() + words[1:]


def named(contract: Contract) -> str:
    """Name a contract in English, and after it in the other languages."""
    others = [f"{LANGUAGES[key]} *{name}*" for key, name in contract.names.items() if key in LANGUAGES]
    return ", ".join([f"**{contract.name}** (``{contract.id}``)", *others])


# A contract in sentences


def told(variant: lorum.Variant, contract: Contract) -> Iterator[str]:
    """Tell all that a contract's data say, a sentence at a time."""
    if isinstance(contract, Tricks):
        yield from told_tricks(variant, contract)
    elif isinstance(contract, Layouts):
        yield from told_layouts(contract)
    elif isinstance(contract, Chains):
        yield from told_chains(contract)
    elif isinstance(contract, Trains):
        yield from told_trains(contract)
    yield from told_settlement(variant, contract)


def told_tricks(variant: lorum.Variant, contract: Tricks) -> Iterator[str]:
    """Tell the parameters of a trick contract."""
    if contract.mix:
        names = [variant.contract(id).name for id in contract.mix]
        yield f"Played together: {', '.join(names)} {rule(contract.cite(Rule.TRICKS_MIX))}."
    for price in contract.prices:
        yield told_price(price)
    hand_size = contract.hand or variant.hand_size(contract)
    total = contract.total(variant.players, hand_size, variant.table.pack)
    if total is None:
        yield "How many points there are in all depends on the trick in which the card falls."
    else:
        yield f"{count(total, 'point')} in all."
    for limit in contract.lead_limits:
        yield told_lead_limit(limit)
    for barred in contract.discard_limits:
        what = which(barred.cards, "no")
        yield f"{title(what)} may be discarded on the first trick {rule(barred.rule)}."
    if contract.only_when_led:
        what = which(contract.only_when_led, "an")
        yield f"{title(what)} takes a trick only when it was led {rule(Rule.TRICKS_ONLY_WHEN_LED)}."
    if contract.announce_before is not AnnounceBefore.NEVER:
        when = contract.announce_before.value.replace("-", " ")
        cited = rule(contract.cite(Rule.ANNOUNCE_HOLDER), Rule.ANNOUNCE_ASKED)
        yield f"Before the {when} all are asked for an announcement {cited}."
    if contract.hand:
        yield f"{count(contract.hand, 'card')} for each player {rule(contract.cite(Rule.DEAL_STOCK))}."
    if contract.stop_after:
        cited = rule(contract.cite(Rule.TRICKS_STOP_AFTER))
        yield f"The deal ends after the {ordinal(str(contract.stop_after))} trick {cited}."


def told_price(price: Price) -> str:
    """Tell a price."""
    what = "each trick" if price.cards is None else which(price.cards, "each")
    if not price.tricks:
        words = f"{what} costs {price.points}"
    elif price.cards is None:
        words = ", ".join(
            f"the {ordinal(trick)} trick costs {points}" for trick, points in price.tricks.items()
        )
        words += f", any other {price.points or 'nothing'}"
    else:
        places = [f"{points} in the {ordinal(trick)} trick" for trick, points in price.tricks.items()]
        words = f"{what} costs {', '.join(places)}, {price.points or 'nothing'} in any other"
    if price.announced is not None:
        words += f"; {price.announced} when it falls in the last trick as announced"
    return f"{title(words)} {rule(price.rule)}."


def told_lead_limit(limit: LeadLimit) -> str:
    """Tell a limit on leads."""
    until = "to the first trick" if limit.until is Until.FIRST_TRICK else "before one has been discarded"
    but = ", unless it is the leader's only card of its suit" if limit.singleton else ""
    cited = rule(limit.rule, Rule.TRICKS_NOTHING_ELSE)
    return f"{title(which(limit.cards, 'no'))} may be led {until}{but} {cited}."


def told_layouts(contract: Layouts) -> Iterator[str]:
    """Tell the parameters of a layout contract."""
    opening = rule(contract.cite(Rule.LAYOUTS_OPENING))
    if contract.opening is None:
        yield f"Forehand opens the layout with any card {opening}."
    else:
        rank = next(rank for rank in lorum.Rank if rank.letter == contract.opening)
        yield f"The first player who holds one opens the layout with any {rank.name.capitalize()} {opening}."
    where = "the opening card's rank"
    if contract.suit_opening is SuitOpening.ANY_LAID_RANK:
        where = "the rank of any card on the table"
    yield f"A suit is opened at {where} {rule(contract.cite(Rule.LAYOUTS_SUIT_OPENING))}."
    way = "upwards only" if contract.growth is Growth.UP else "both ways"
    corner = "; the Seven follows the Ace" if contract.corner else ", from the Seven to the Ace"
    cited = rule(contract.cite(Rule.LAYOUTS_GROWTH), contract.cite(Rule.LAYOUTS_CORNER))
    yield f"Rows grow {way}{corner} {cited}."
    if contract.pass_points:
        yield f"Each pass costs {contract.pass_points} {rule(contract.cite(Rule.LAYOUTS_PASS_PRICE))}."
    else:
        yield f"A pass costs nothing {rule(contract.cite(Rule.LAYOUTS_MUST_PLAY))}."
    for number, place in enumerate(contract.places, 1):
        more = "" if number == 1 else " more"
        end = "; that ends the deal" if number == len(contract.places) else ""
        hand = f"When the {ORDINALS[number]} hand is empty"
        yield f"{hand}, each card left costs {place.points}{more}{end} {rule(place.rule)}."


def told_chains(contract: Chains) -> Iterator[str]:
    """Tell the parameters of a chain contract."""
    yield f"Forehand leads any card {rule(contract.cite(Rule.CHAINS_LEAD))}."
    cited = rule(contract.cite(Rule.CHAINS_NEXT), contract.cite(Rule.CHAINS_LENGTH))
    yield f"Its holder adds the next higher card of the suit, up to {count(contract.length, 'card')} {cited}."
    corner = "The Seven follows the Ace" if contract.corner else "Nothing follows the Ace"
    yield f"{corner} {rule(contract.cite(Rule.CHAINS_CORNER))}."
    yield f"Whoever played last leads again {rule(contract.cite(Rule.CHAINS_NEXT_LEAD))}."
    cited = rule(contract.cite(Rule.CHAINS_END), contract.cite(Rule.CHAINS_CARD_PRICE))
    yield f"The first empty hand ends the deal; each card left costs {contract.card_points} {cited}."


def told_trains(contract: Trains) -> Iterator[str]:
    """Tell the parameters of a train contract."""
    yield f"Forehand leads any card {rule(contract.cite(Rule.TRAINS_FIRST))}."
    cited = rule(contract.cite(Rule.TRAINS_NEXT))
    yield f"In turn a card of the next higher rank, in any suit; the Seven follows the Ace {cited}."
    yield f"Whoever holds none passes, at no cost {rule(contract.cite(Rule.TRAINS_PASS))}."
    cited = rule(contract.cite(Rule.TRAINS_END), contract.cite(Rule.TRAINS_CARD_PRICE))
    yield f"The first empty hand ends the deal; each card left costs {contract.card_points} {cited}."


SETTLED = {
    "to-pot": "Everyone pays the points charged to the pot",
    "to-winner": "Everyone pays the points charged to the deal's winner",
    "to-untouched": "The points charged are paid to those who took nothing that costs; "
    "if there is nobody, to the pot",
}
SETTLED_BY = {
    "to-pot": Rule.SETTLEMENT_TO_POT,
    "to-winner": Rule.SETTLEMENT_TO_WINNER,
    "to-untouched": Rule.SETTLEMENT_UNTOUCHED,
}
BEANS_SETTLED_BY = {**SETTLED_BY, "to-pot": Rule.BEANS_COMMON_POT, "to-untouched": Rule.BEANS_UNTOUCHED}


def told_settlement(variant: lorum.Variant, contract: Contract) -> Iterator[str]:
    """Tell what becomes of the points, where they are not simply written down."""
    settlement = variant.settlement
    if settlement.account is Account.PENALTIES:
        return
    beans = settlement.account is Account.BEANS
    if contract.settles == "by-difference":
        by_pairs = settlement.difference.value == "pairwise"
        words = "Each pair settles its difference" if by_pairs else "All pay the lowest the difference"
        rules = [Rule.BEANS_PAIRWISE if by_pairs else Rule.BEANS_TO_LOWEST]
    else:
        words = SETTLED[contract.settles]
        rules = [(BEANS_SETTLED_BY if beans else SETTLED_BY)[contract.settles]]
    if contract.settles == "to-untouched" and settlement.sweep:
        words += "; whoever took everything is paid by all others instead"
        rules.append(Rule.SETTLEMENT_SWEEP)
    yield f"{words} {rule(*map(contract.cite, rules))}."
    if contract.takes_pot:
        cited = rule(Rule.BEANS_POT_GOES_TO if beans else contract.cite(Rule.POT_WINNER))
        yield f"The deal's winner takes the pot {cited}."


# The facts of a variant

Fact = tuple[str, Callable[[lorum.Variant], str]]


def players(variant: lorum.Variant) -> str:
    """Tell how many play."""
    return f"{NUMBERS[variant.players].capitalize()}, each alone {rule(Rule.TABLE_PLAYERS)}"


def pack(variant: lorum.Variant) -> str:
    """Tell which cards are in the pack."""
    aside = [card for card in lorum.PACK if card not in variant.pack]
    if aside:
        return f"{len(variant.pack)} cards, without {lorum.format_cards(aside)} {rule(Rule.CARDS_SHORT_PACK)}"
    return f"{len(variant.pack)} cards {rule(Rule.CARDS_PACK)}"


def direction(variant: lorum.Variant) -> str:
    """Tell the direction."""
    return f"{variant.direction.value.capitalize()} {rule(Rule.TABLE_DIRECTION)}"


def side(variant: lorum.Variant, after: bool) -> str:
    """Name the dealer's neighbour in the direction of play, or on the other side."""
    return "left" if (variant.direction is lorum.Direction.CLOCKWISE) == after else "right"


def cut(variant: lorum.Variant) -> str:
    """Tell who cuts."""
    return f"By the dealer's {side(variant, False)}-hand neighbour {rule(Rule.DEAL_CUT)}"


def dealing(variant: lorum.Variant) -> str:
    """Tell how cards are dealt."""
    packets = variant.table.packets
    size = NUMBERS[variant.hand_size(None)].capitalize()
    how = "one at a time" if packets == 1 else f"in packets of {NUMBERS[packets]}"
    words = f"{size} each, {how} {rule(Rule.DEAL_PACKETS)}"
    for id in variant.contracts:
        contract = variant.contract(id)
        if contract.hand:
            words += (
                f"; {NUMBERS[contract.hand]} each in {contract.name} {rule(contract.cite(Rule.DEAL_STOCK))}"
            )
    return words


def first(variant: lorum.Variant) -> str:
    """Tell who plays first."""
    cited = rule(Rule.TABLE_FOREHAND, Rule.PLAY_OPENING)
    return f"Forehand, the dealer's {side(variant, True)}-hand neighbour {cited}"


def choice(variant: lorum.Variant) -> str:
    """Tell who says which contract is played."""
    if variant.plan.schedule.chooses:
        return f"The dealer chooses after the cards are dealt {rule(Rule.CHOOSE_DECLARER)}"
    return f"Fixed order {rule(Rule.SESSION_CONTRACT_LIST)}"


SCHEDULES = {
    Schedule.ROUND: "Rounds with one deal of each contract, whoever chooses it",
    Schedule.EACH_DEALER: "Full rounds in which every dealer plays every contract once",
    Schedule.BY_DEALER: "One dealer conducts all contracts in order, then the next does",
    Schedule.BY_GAME: "Each contract once with every dealer, then the next contract",
}


def schedule(variant: lorum.Variant) -> str:
    """Tell how the contracts follow each other."""
    plan = variant.plan
    words = f"{SCHEDULES[plan.schedule]} {rule(plan.schedule.rule)}"
    if plan.schedule.chooses:
        words += f"; {count(plan.rounds, 'round')} {rule(Rule.SESSION_ROUNDS)}"
    return words


def deals(variant: lorum.Variant) -> str:
    """Tell how many deals there are."""
    return str(variant.deals)


def contracts(variant: lorum.Variant) -> str:
    """List the contracts."""
    return ", ".join(variant.contract(id).name for id in variant.contracts)


def accounts(variant: lorum.Variant) -> str:
    """Tell what is written down."""
    settlement = variant.settlement
    if settlement.account is Account.PENALTIES:
        return f"Penalty points, added up {rule(Rule.SETTLEMENT_PENALTIES)}"
    if settlement.account is Account.TRANSFERS:
        return f"Transfers between the players {rule(Rule.SETTLEMENT_UNTOUCHED, Rule.SETTLEMENT_TO_WINNER)}"
    return f"Beans; everyone starts with {settlement.start} {rule(Rule.BEANS_START)}"


def pot(variant: lorum.Variant) -> str:
    """Tell about the pot."""
    if variant.settlement.account is Account.PENALTIES:
        return "None"
    played = [variant.contract(id) for id in variant.contracts]
    payers = [one.name for one in played if one.settles == "to-pot"]
    sharers = [one.name for one in played if one.settles == "to-untouched"]
    takers = [one.name for one in played if one.takes_pot]
    beans = variant.settlement.account is Account.BEANS
    settled_by = BEANS_SETTLED_BY if beans else SETTLED_BY
    words = f"Paid into in {', '.join(payers)} {rule(settled_by['to-pot'])}"
    words += f", and in {', '.join(sharers)} when nobody is untouched {rule(settled_by['to-untouched'])}"
    cited = rule(Rule.BEANS_POT_GOES_TO if beans else Rule.POT_WINNER)
    return f"{words}; taken by the winner of {' or '.join(takers)} {cited}"


def winner(variant: lorum.Variant) -> str:
    """Tell who wins."""
    account = variant.settlement.account
    if account is Account.PENALTIES:
        return f"The lowest total {rule(Rule.SESSION_LOWEST_WINS)}"
    if account is Account.TRANSFERS:
        return f"The highest balance {rule(Rule.SESSION_HIGHEST_WINS)}"
    return f"The leader in beans {rule(Rule.BEANS_WINNER)}"


def ties(variant: lorum.Variant) -> str:
    """Tell what becomes of a tie."""
    if variant.plan.ties is Ties.EXTRA_DEAL:
        return f"Played off in an extra deal {rule(Rule.SESSION_EXTRA_DEAL)}"
    return f"The win is shared {rule(Rule.SESSION_SHARED)}"


def revokes(variant: lorum.Variant) -> str:
    """Tell about revokes."""
    if variant.plan.revokes:
        return f"The offender is charged the contract's whole total {rule(Rule.REVOKE_PENALTY)}"
    return f"No penalty is named {rule(Rule.REVOKE_NONE)}"


FACTS: Sequence[Fact] = (
    ("Players", players),
    ("Pack", pack),
    ("Direction", direction),
    ("Cut", cut),
    ("Dealing", dealing),
    ("First to play", first),
    ("Contract", choice),
    ("Schedule", schedule),
    ("Deals", deals),
    ("Contracts", contracts),
    ("Accounts", accounts),
    ("Pot", pot),
    ("Winner", winner),
    ("A tie", ties),
    ("A revoke", revokes),
)


# The options of a document


def ranged(option: Option) -> str:
    """Tell which values an option may have."""
    if option.values:
        return " or ".join(map(literal, option.values))
    if option.items:
        which = "contracts" if option.items == "contracts" else "trick contracts that are no mix"
        return f"a list of {which}, at least {NUMBERS[option.fewest]}, none twice"
    return f"{option.least} to {option.most}"


def default_of(variant: lorum.Variant, name: str, option: Option) -> str:
    """Tell the default of an option."""
    if name not in variant.options:
        return f"{literal(option.values[0])}, in force only {needed(option.needs)}"
    value = variant.options[name]
    words = "all of the document's, in its order" if name == "contracts" else literal(value)
    return "; ".join([words, *(f"{literal(case.values[name])} {when(case)}" for case in option.cases)])


def needed(needs: Mapping[str, Sequence[object]]) -> str:
    """Tell what an option needs to be in force."""
    return " and ".join(
        f"with ``{name}`` {' or '.join(literal(value) for value in values)}" for name, values in needs.items()
    )


def when(case: Case) -> str:
    """Tell when a default that depends on other options holds."""
    return "with " + " and ".join(f"``{name}`` {literal(value)}" for name, value in case.when.items())


def grounds(option: Option) -> str:
    """Tell what an option rests on."""
    cited = [f":statement:`{option.statement}`"] if option.statement else []
    return ", ".join([*cited, *([f":rule:`{option.rule.value}`"] if option.rule else [])])


# Pages


def table(rows: Iterable[Sequence[str]], widths: Sequence[int], header: bool = False) -> Iterator[str]:
    """Write rows of text as a table."""
    yield from (".. list-table::", f"   :widths: {' '.join(map(str, widths))}")
    yield "   :header-rows: 1" if header else "   :stub-columns: 1"
    yield ""
    for row in rows:
        for number, cell in enumerate(row):
            yield f"   {'*' if number == 0 else ' '} - {cell}"
    yield ""


def heading(words: str) -> Iterator[str]:
    """Write the heading of a section."""
    yield from ("", words, "-" * len(words), "")


def facts_of(variant: lorum.Variant) -> Iterator[str]:
    """Write the facts of a variant as a table."""
    rows = [("Id", f"``{variant.id}``")]
    names = [f"{LANGUAGES[key]} *{name}*" for key, name in variant.names.items() if key in LANGUAGES]
    if names:
        rows.append(("Also called", ", ".join(names)))
    rows += [(label, fact(variant)) for label, fact in FACTS]
    rows.append(("Rules", f"``{variant.fingerprint}``, as a record has them under ``rules``"))
    yield from table(rows, (18, 82))


def options_of(variant: lorum.Variant, document: Document) -> Iterator[str]:
    """Write the options of a document, each with its values, its default and its grounds."""
    for name, option in document.head.option.items():
        yield f"``{name}``"
        yield f"   {option.meaning} *Values:* {ranged(option)}."
        yield f"   *Default:* {default_of(variant, name, option)}. *Grounds:* {grounds(option)}."
        yield ""


def document_page(variant: lorum.Variant) -> Iterator[str]:
    """Write the page of a document."""
    document = document_of(variant)
    yield from facts_of(variant)
    yield from heading("Contracts")
    for id in variant.contracts:
        contract = variant.contract(id)
        yield from (named(contract), "")
        for sentence in told(variant, contract):
            yield f"- {sentence}"
        yield ""
    yield from heading("Options")
    yield from options_of(variant, document)
    if document.head.preset:
        yield from heading("Presets")
        for id, preset in document.head.preset.items():
            yield f"- :doc:`{id}`: {preset.meaning} (:statement:`{preset.statement}`)"
        yield ""
    yield from heading("Clauses of its own")
    yield "These say what no other document says. All others are common clauses."
    yield ""
    for clause in Rule:
        if clause.value.startswith(f"{variant.id}."):
            yield f"- :rule:`{clause.value}`: {clause.summary}"


def preset_page(variant: lorum.Variant) -> Iterator[str]:
    """Write the page of a preset."""
    document = document_of(variant)
    parent = lorum.get_variant(document.head.id)
    preset = document.head.preset[variant.id]
    yield from (f"{preset.meaning} A preset of :doc:`{parent.id}` (:statement:`{preset.statement}`).", "")
    yield from heading("What it sets")
    rows = [("Option", f"``{parent.id}``", f"``{variant.id}``")]
    for name, value in preset.values.items():
        cases = [f"{literal(case.values[name])} {when(case)}" for case in preset.cases if name in case.values]
        rows.append(
            (f"``{name}``", literal(parent.options.get(name, "")), "; ".join([literal(value), *cases]))
        )
    yield from table(rows, (24, 38, 38), header=True)
    yield from (f"All other options are those of :doc:`{parent.id}`, and can be given on top.", "")
    yield from heading("What comes of it")
    yield from facts_of(variant)
    changed = [
        (id, list(told(variant, variant.contract(id))))
        for id in variant.contracts
        if list(told(variant, variant.contract(id))) != list(told(parent, parent.contract(id)))
    ]
    if changed:
        yield from heading("Contracts that differ")
        for id, sentences in changed:
            yield from (named(variant.contract(id)), "")
            yield from (f"- {sentence}" for sentence in sentences)
            yield ""


KINDS = {
    "Hearts taken": ("hearts", "reds"),
    "Obers taken": ("obers",),
    "Tricks taken": ("no-tricks", "tricks"),
    "King of Hearts taken": ("king-of-hearts", "hairy-ape", "red-king"),
    "First and last trick": ("first-and-last",),
    "Fifth trick": ("fifth-trick",),
    "Several at once": ("all-bad",),
}


CITATION = re.compile(r" \((:rule:`[^`]+`(, )?)+\)")
"""Links to clauses in brackets, which would be in the way side by side."""


def kind(contract: Contract) -> str:
    """Name the row of the comparison that a contract belongs to."""
    if not isinstance(contract, Tricks):
        return {"layouts": "Layout", "chains": "Chains", "trains": "Train"}[contract.family]
    return next(label for label, ids in KINDS.items() if contract.id in ids)


def facts_compared() -> Iterator[str]:
    """Write the facts of the documents side by side."""
    found = [lorum.get_variant(id) for id in DOCUMENTS]
    rows: list[Sequence[str]] = [("", *(f":doc:`{id}`" for id in DOCUMENTS))]
    rows += [(f"**{label}**", *map(fact, found)) for label, fact in FACTS]
    yield from table(rows, (13, 29, 29, 29), header=True)


def contracts_compared() -> Iterator[str]:
    """Write the contracts of the documents side by side."""
    found = [lorum.get_variant(id) for id in DOCUMENTS]
    rows: list[Sequence[str]] = [("", *(f":doc:`{id}`" for id in DOCUMENTS))]
    for label in (*KINDS, "Layout", "Chains", "Train"):
        cells = []
        for variant in found:
            own = [variant.contract(id) for id in variant.contracts if kind(variant.contract(id)) == label]
            texts = [f"**{one.name}.** {' '.join(told(variant, one))}" for one in own]
            cells.append(CITATION.sub("", " ".join(texts)) or "none")
        rows.append((f"**{label}**", *cells))
    yield from table(rows, (13, 29, 29, 29), header=True)


class VariantDirective(SphinxDirective):
    """What the file of a document or preset says."""

    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Write it."""
        try:
            variant = lorum.get_variant(self.arguments[0])
        except lorum.LorumError as error:
            raise self.error(str(error)) from None
        self.env.note_reread()  # the registry may have changed
        page = document_page if variant.id == document_of(variant).head.id else preset_page
        return self.parse_text_to_nodes("\n".join(page(variant)), allow_section_headings=True)


class ComparisonDirective(SphinxDirective):
    """The three documents side by side."""

    optional_arguments = 1
    tables: ClassVar[Mapping[str, Callable[[], Iterator[str]]]] = {
        "facts": facts_compared,
        "contracts": contracts_compared,
    }

    def run(self) -> list[nodes.Node]:
        """Write the table."""
        name = self.arguments[0] if self.arguments else "facts"
        if name not in self.tables:
            raise self.error(f"{name!r} is none of {', '.join(self.tables)}")
        self.env.note_reread()  # the registry may have changed
        return self.parse_text_to_nodes("\n".join(self.tables[name]()))


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives."""
    app.add_directive("lorum-variant", VariantDirective)
    app.add_directive("lorum-comparison", ComparisonDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
