"""Directives that draw positions: ``lorum-trick``, ``lorum-layout`` and ``lorum-chain``.

Each takes a variant and one of its contracts, and the cards in the order in which they were played. The
engine plays them: what it refuses is an error of the page, and who takes a trick, what may be added to a
layout and what comes next in a chain is asked of it and never written by hand::

    .. lorum-trick:: compendium reds
       :leader: 1
       :cards: 9a Ta 8a Ob

       Seat 0 cannot follow suit. Seat 2 takes the trick.

    .. lorum-trick:: compendium reds
       :leader: 2
       :cards: 9l
       :hand: 8l Al 7h Kb

    .. lorum-layout:: seven-contracts lorum
       :cards: 9h Th 9a

    .. lorum-chain:: seven-contracts quartets
       :cards: Kb Ab 7b 8b Ul

The content, if there is any, is the caption. ``:alt:`` replaces the text that is made for who cannot see the
picture. The variant may have options: ``compendium(obers_win=only-when-led) obers``.

``lorum-trick`` draws the last trick in ``:cards:``; tricks before it are separated by ``/``. ``:leader:`` is
the seat that leads to the first of them (forehand with dealer 0 unless given). ``:hand:`` is what the seat to
act holds, all of it: the cards that may be played stand out. Hands that are not given are filled up so that
all plays are lawful.

``lorum-chain`` draws trains too. The pictures are SVG in the page and follow its colours, light and dark.
"""

from collections.abc import Callable, Iterable, Sequence
from html import escape
from itertools import permutations
from math import cos, pi, sin
from typing import Any, ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import lorum
from lorum.cards import mask_of
from lorum.contracts.families import Chains, Contract, Layouts, Trains, Tricks
from lorum.deal import playing

# Drawing

WIDTH, HEIGHT = 40, 58
"""The size of a card."""

SHAPES = {
    lorum.Suit.ACORNS: '<path d="M10 4V1M3 9C3 3 17 3 17 9Z"/>'
    '<path d="M5 10H15C15 15 12 17 10 20 8 17 5 15 5 10Z"/>',
    lorum.Suit.LEAVES: '<path d="M10 14V20"/>'
    '<path d="M10 1C15 5 19 9 18 13 17 16 13 16 10 14 7 16 3 16 2 13 1 9 5 5 10 1Z"/>',
    lorum.Suit.HEARTS: '<path d="M10 18C3 12 1 9 2 6 3 2 8 2 10 6 12 2 17 2 18 6 19 9 17 12 10 18Z"/>',
    lorum.Suit.BELLS: '<circle cx="10" cy="11" r="8"/><path class="slit" d="M2 11H18M10 11V16"/>'
    '<path d="M10 3V0"/>',
}
"""The signs of the suits, each in a square of 20 by 20."""


def sign(suit: lorum.Suit, x: float, y: float, size: float = 18) -> str:
    """Draw the sign of a suit, its upper left corner given."""
    return (
        f'<g class="{suit.label}" transform="translate({x:g} {y:g}) scale({size / 20:g})">{SHAPES[suit]}</g>'
    )


def text(words: str, x: float, y: float, style: str = "") -> str:
    """Write a line, its middle given."""
    return f'<text class="{style}" x="{x:g}" y="{y:g}">{escape(words)}</text>'


def picture_of(card: lorum.Card, x: float, y: float, style: str = "") -> str:
    """Draw a card, its upper left corner given."""
    return (
        f'<g class="card {style}"><rect x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'
        f"{text(card.rank.letter, x + WIDTH / 2, y + 22, 'rank')}"
        f"{sign(card.suit, x + WIDTH / 2 - 9, y + 32)}</g>"
    )


def svg(width: float, height: float, alt: str, parts: Iterable[str]) -> str:
    """Put the parts of a picture together."""
    return (
        f'<svg class="lorum-picture" role="img" aria-label="{escape(alt)}" viewBox="0 0 {width:g} {height:g}"'
        f' width="{width:g}" height="{height:g}">{"".join(parts)}</svg>'
    )


# Positions


class Impossible(Exception):
    """A position that the rules do not allow, with the reason."""


def alone(variant: lorum.Variant, contract: str, hands: Sequence[int], forehand: int) -> lorum.DealState:
    """A deal of these hands, given as masks, of any size."""
    dealer = variant.direction.next(forehand, variant.players, -1)
    return playing(variant, contract, tuple(hands), dealer, False, 0, None).start(lorum.DealState)


def played(state: lorum.DealState, cards: Iterable[lorum.Card]) -> lorum.DealState:
    """The deal after these cards; announcements are declined, and who has nothing to play passes."""
    for card in cards:
        while state.phase is lorum.Phase.ANNOUNCE:
            state = lorum.apply(state, lorum.Decline())
        try:
            state = lorum.apply(state, lorum.Play(card))
        except lorum.IllegalAction as error:
            raise Impossible(str(error)) from None
        while lorum.legal_actions(state) == (lorum.Pass(),):
            state = lorum.apply(state, lorum.Pass())
    return state


def by_one_seat(variant: lorum.Variant, contract: str, cards: Sequence[lorum.Card]) -> lorum.DealState:
    """The position of a layout, chain or train: whose the cards are does not matter, so one seat has all."""
    hands = [mask_of(variant.pack)] + [0] * (variant.players - 1)
    return played(alone(variant, contract, hands, 0), cards)


def next_cards(state: lorum.DealState) -> tuple[lorum.Card, ...]:
    """The cards that may be played."""
    return tuple(action.card for action in lorum.legal_actions(state) if isinstance(action, lorum.Play))


def trick_position(
    variant: lorum.Variant,
    contract: Tricks,
    tricks: Sequence[Sequence[lorum.Card]],
    leader: int,
    hand: Sequence[lorum.Card] | None,
) -> lorum.DealState:
    """The position after some tricks, with hands for everybody that make all plays lawful."""
    players = variant.players
    own: list[list[lorum.Card]] = [[] for _ in range(players)]
    barred: list[set[lorum.Suit]] = [set() for _ in range(players)]
    seat = leader
    for trick in tricks:
        first = seat
        for card in trick:
            own[seat].append(card)
            if card.suit is not trick[0].suit:
                barred[seat].add(trick[0].suit)
            seat = variant.direction.next(seat, players)
        if len(trick) == players:
            best = contract.winning(mask_of(trick), trick[0].index)
            order = [variant.direction.next(first, players, place) for place in range(players)]
            seat = order[[card.index for card in trick].index(best)]
    size = variant.hand_size(contract)
    if hand is not None:
        size = len(own[seat]) + len(hand)
        own[seat].extend(hand)
    cards = [card for trick in tricks for card in trick]
    reason = "there are not the cards for such hands"
    for suits in permutations(lorum.Suit):
        hands = filled(variant, own, barred, size, suits)
        if hands is None:
            continue
        try:
            return played(alone(variant, contract.id, hands, leader), cards)
        except Impossible as error:
            reason = str(error)
    raise Impossible(reason)


def filled(
    variant: lorum.Variant,
    own: Sequence[Sequence[lorum.Card]],
    barred: Sequence[set[lorum.Suit]],
    size: int,
    suits: Sequence[lorum.Suit],
) -> list[int] | None:
    """Hands of that size with the cards known to be in them, the rest taken from the suits in this order."""
    used = mask_of(card for cards in own for card in cards)
    pool = [card for suit in suits for card in variant.pack if card.suit is suit and not used & card.bit]
    hands = [mask_of(cards) for cards in own]
    for seat in sorted(range(variant.players), key=lambda seat: -len(barred[seat])):
        fitting = [card for card in pool if card.suit not in barred[seat]][: size - len(own[seat])]
        if len(own[seat]) + len(fitting) != size:
            return None
        hands[seat] |= mask_of(fitting)
        pool = [card for card in pool if card not in fitting]
    return hands


# Pictures

Picture = tuple[str, str]
"""A picture as SVG, and the text that stands for it."""


def named(card: lorum.Card) -> str:
    """A card in words: King of Hearts."""
    return f"{card.rank.name.capitalize()} of {card.suit.label.capitalize()}"


def listed(cards: Iterable[lorum.Card], none: str = "none") -> str:
    """Cards in words, one after the other."""
    return ", ".join(map(named, cards)) or none


def draw_trick(variant: lorum.Variant, state: lorum.DealState, hand: Sequence[lorum.Card] | None) -> Picture:
    """Draw the last trick of a deal, and the hand of the seat to act if it is given."""
    tricks = lorum.tricks_of(state)
    trick = tricks[-1] if tricks and (hand is None or tricks[-1].winner is None) else None
    plays = trick.plays if trick else ()
    winner = trick.winner if trick else None
    to_act = None if winner is not None and hand is None else state.to_act
    middle, centre, radius = 200.0, 164.0, 74.0
    parts = [f'<circle class="table" cx="{middle:g}" cy="{centre:g}" r="{radius + 60:g}"/>']
    cards = dict(plays)
    order = [seat for seat, _ in plays]
    for seat in range(variant.players):
        angle = pi / 2 + 2 * pi * seat / variant.players
        x, y = middle + radius * 1.1 * cos(angle), centre + radius * sin(angle)
        outside = middle + 162 * cos(angle), centre + 148 * sin(angle) + 4
        parts.append(text(f"seat {seat}", *outside, style="acting" if seat == to_act else "seat"))
        left, top = x - WIDTH / 2, y - HEIGHT / 2
        if seat in cards:
            parts.append(picture_of(cards[seat], left, top, "winning" if seat == winner else ""))
            number = order.index(seat) + 1
            parts.append(f'<circle class="badge" cx="{left:g}" cy="{top:g}" r="9"/>')
            parts.append(text(str(number), left, top + 4, "number"))
        else:
            parts.append(place(left, top))
    parts.append(text(variant.direction.value, middle, centre - 2, "note"))
    if winner is not None:
        parts.append(text(f"seat {winner} takes it", middle, centre + 14, "note strong"))
    elif to_act is not None:
        doing = "to play" if plays else "to lead"
        parts.append(text(f"seat {to_act} {doing}", middle, centre + 14, "note strong"))
    words = [
        f"Seat {seat} {'plays' if i else 'leads'} the {named(card)}." for i, (seat, card) in enumerate(plays)
    ]
    if winner is not None:
        words.append(f"Seat {winner} takes the trick.")
    height = 330.0
    width = 400.0
    if hand is not None and state.to_act is not None:
        allowed = next_cards(state)
        words.append(f"Seat {state.to_act} holds {listed(sorted(hand))} and may play {listed(allowed)}.")
        parts.append(
            text(f"seat {state.to_act} holds; what may be played stands out", middle, height + 8, "note")
        )
        width = max(width, len(hand) * (WIDTH + 6) + 10.0)
        start = middle - (len(hand) * (WIDTH + 6) - 6) / 2
        for i, card in enumerate(sorted(hand)):
            free = card in allowed
            parts.append(
                picture_of(
                    card, start + i * (WIDTH + 6), height + (18 if free else 30), "free" if free else "barred"
                )
            )
        height += 96
    return svg(width, height, " ".join(words), parts), " ".join(words)


def place(x: float, y: float) -> str:
    """Draw the place of a card that is not there."""
    return f'<rect class="place" x="{x:g}" y="{y:g}" width="{WIDTH}" height="{HEIGHT}" rx="5"/>'


def draw_layout(contract: Layouts, state: lorum.DealState, cards: Sequence[lorum.Card]) -> Picture:
    """Draw the rows of a layout: what lies, and what may be added next."""
    ranks = list(lorum.Rank)
    if contract.corner and cards:
        first = ranks.index(cards[0].rank)
        ranks = ranks[first:] + ranks[:first]
    rows = lorum.rows_of(state)
    free = next_cards(state)
    parts = []
    for row, suit in enumerate(lorum.Suit):
        y = 4 + row * (HEIGHT + 8)
        parts.append(sign(suit, 4, y + HEIGHT / 2 - 12, 24))
        for column, rank in enumerate(ranks):
            x = 44 + column * (WIDTH + 6)
            card = next(card for card in lorum.PACK if card.suit is suit and card.rank is rank)
            if card in rows[suit]:
                parts.append(picture_of(card, x, y, "first" if card == cards[0] else ""))
            elif card in free:
                parts.append(picture_of(card, x, y, "next"))
            else:
                parts.append(place(x, y))
    height = 4 + 4 * (HEIGHT + 8) + 18
    parts.append(text("solid: lies; heavy: the opening card; dashed: may be added", 228, height - 5, "note"))
    lying = [card for suit in lorum.Suit for card in rows[suit]]
    words = f"On the table: {listed(lying)}. May be added: {listed(free)}."
    return svg(414, height, words, parts), words


def draw_chain(variant: lorum.Variant, contract: Contract, cards: Sequence[lorum.Card]) -> Picture:
    """Draw chains or a train: the cards in order, and what comes next."""
    rows, state = chains(variant, contract, cards)
    going_on = bool(rows[-1])
    free = next_cards(state) if going_on else ()
    parts, words = [], []
    width = 0.0
    for row, chain in enumerate(rows):
        y = 4 + row * (HEIGHT + 10)
        last = row == len(rows) - 1
        shown = [(card, "first" if i == 0 else "") for i, card in enumerate(chain)]
        shown += [(card, "next") for card in free] if last else []
        for i, (card, style) in enumerate(shown):
            x = 4 + i * (WIDTH + 22)
            parts.append(picture_of(card, x, y, style))
            if 0 < i <= len(chain):
                parts.append(f'<path class="arrow" d="M{x - 18:g} {y + HEIGHT / 2:g}h12m-5-4l5 4-5 4"/>')
        end = 4 + len(shown) * (WIDTH + 22)
        if not chain:
            parts += [place(4, y), text("next: any card may be led", 60, y + HEIGHT / 2 + 4, "note start")]
            end = 230
        elif not last:
            parts.append(text("taken away", end, y + HEIGHT / 2 + 4, "note start"))
            end += 80
        width = max(width, end)
        if chain:
            words.append(f"{'Train' if isinstance(contract, Trains) else 'Chain'}: {listed(chain)}.")
    words.append(f"Next: {' or '.join(map(named, free))}." if going_on else "Next: any card may be led.")
    return svg(width + 4, 4 + len(rows) * (HEIGHT + 10), " ".join(words), parts), " ".join(words)


def chains(
    variant: lorum.Variant, contract: Contract, cards: Sequence[lorum.Card]
) -> tuple[list[list[lorum.Card]], lorum.DealState]:
    """The chains that the cards make, the open one last (empty when a lead is due), and the deal."""
    rows: list[list[lorum.Card]] = [[]]
    for i, card in enumerate(cards, 1):
        state = by_one_seat(variant, contract.id, cards[:i])
        rows[-1].append(card)
        if isinstance(contract, Chains) and not state.table[1]:  # no card must be added
            rows.append([])
    return rows, by_one_seat(variant, contract.id, cards)


# Directives


class picture(nodes.General, nodes.Element):
    """A picture in the document tree: ``svg`` for HTML, ``alt`` for everything else."""


class PictureDirective(SphinxDirective):
    """What the three directives have in common."""

    required_arguments = 1
    final_argument_whitespace = True
    has_content = True
    option_spec: ClassVar[OptionSpec] = {"cards": directives.unchanged, "alt": directives.unchanged}

    def run(self) -> list[nodes.Node]:
        """Make a figure of the picture and its caption."""
        try:
            name, _, contract_id = self.arguments[0].rpartition(" ")
            variant = lorum.get_variant(name.strip())
            drawn, alt = self.draw(variant, variant.contract(contract_id))
        except (lorum.LorumError, Impossible) as error:
            raise self.error(f"{self.name}: {error}") from None
        figure = nodes.figure(
            "", picture(svg=drawn, alt=self.options.get("alt", alt)), classes=["lorum-figure"]
        )
        self.set_source_info(figure)
        if self.content:
            children, messages = self.parse_inline(" ".join(self.content), lineno=self.content_offset)
            figure += nodes.caption("", "", *children)
            return [figure, *messages]
        return [figure]

    @property
    def cards(self) -> tuple[lorum.Card, ...]:
        """The cards played."""
        return lorum.parse_cards(" ".join(self.options.get("cards", "").split()))

    def draw(self, variant: lorum.Variant, contract: Contract) -> Picture:
        """The picture and its text."""
        raise NotImplementedError

    def wrong_family(self, contract: Contract) -> Impossible:
        """The error for a contract that cannot be drawn so."""
        return Impossible(f"{contract.id} is a contract of {contract.family}")


class TrickDirective(PictureDirective):
    """A trick: four seats round a table, the cards in order, the winner marked."""

    option_spec: ClassVar[OptionSpec] = {
        **PictureDirective.option_spec,
        "leader": directives.nonnegative_int,
        "hand": directives.unchanged,
    }

    def draw(self, variant: lorum.Variant, contract: Contract) -> Picture:
        """The trick, asked of the engine."""
        if not isinstance(contract, Tricks):
            raise self.wrong_family(contract)
        texts = self.options.get("cards", "").split("/")
        tricks = [lorum.parse_cards(" ".join(text.split())) for text in texts]
        leader = self.options.get("leader", variant.direction.next(0, variant.players))
        if any(len(trick) != variant.players for trick in tricks[:-1]) or len(tricks[-1]) > variant.players:
            raise Impossible(f"a trick has {variant.players} cards")
        hand = lorum.parse_cards(self.options["hand"]) if "hand" in self.options else None
        state = trick_position(variant, contract, tricks, leader, hand)
        while state.phase is lorum.Phase.ANNOUNCE:
            state = lorum.apply(state, lorum.Decline())
        return draw_trick(variant, state, hand)


class LayoutDirective(PictureDirective):
    """A layout: a row for each suit, what lies in it and what may be added."""

    def draw(self, variant: lorum.Variant, contract: Contract) -> Picture:
        """The layout, asked of the engine."""
        if not isinstance(contract, Layouts):
            raise self.wrong_family(contract)
        return draw_layout(contract, by_one_seat(variant, contract.id, self.cards), self.cards)


class ChainDirective(PictureDirective):
    """Chains, or a train: the cards in order and what comes next."""

    def draw(self, variant: lorum.Variant, contract: Contract) -> Picture:
        """The chains, asked of the engine."""
        if not isinstance(contract, Chains | Trains):
            raise self.wrong_family(contract)
        return draw_chain(variant, contract, self.cards)


def visit_html(self: Any, node: picture) -> None:
    """Write the picture into the page."""
    self.body.append(node["svg"])


def visit_text(self: Any, node: picture) -> None:
    """Write the text that stands for the picture."""
    self.add_text(node["alt"] + " ")


def visit_latex(self: Any, node: picture) -> None:
    """Write the text that stands for the picture."""
    self.body.append(self.encode(node["alt"]))


def depart(self: Any, node: picture) -> None:
    """Do nothing."""


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, their node and their colours."""
    html: tuple[Callable[..., None], Callable[..., None]] = (visit_html, depart)
    app.add_node(picture, html=html, text=(visit_text, depart), latex=(visit_latex, depart))
    app.add_directive("lorum-trick", TrickDirective)
    app.add_directive("lorum-layout", LayoutDirective)
    app.add_directive("lorum-chain", ChainDirective)
    app.add_css_file("lorum-pictures.css")
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
