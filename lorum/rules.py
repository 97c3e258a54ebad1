"""The register of rules: every clause of the specification has one id, for ever.

Code, refusals, score lines, variant files and tests cite members of `Rule`; the pages of the
specification hold the text of each. What is common to several contracts has a common id
(``tricks.follow-suit``); what one document says of one contract has an id that begins with the
variant (``compendium.reds.first-lead``).
"""

from __future__ import annotations

from enum import StrEnum, unique

EDITION = "1"
"""The edition of the rules. It counts changes of the rules, as the version counts changes of the API."""

_PAGES = "https://lorum.readthedocs.io/rule.html#"


@unique
class Rule(StrEnum):
    """One clause of the specification: its value is the id, `summary` says it in one line."""

    _summary: str

    def __new__(cls, id: str, summary: str = "") -> Rule:
        if not summary:
            raise ValueError(f"rule {id!r} has no summary")
        member = str.__new__(cls, id)
        member._value_ = id
        member._summary = summary
        return member

    @property
    def summary(self) -> str:
        """The clause in one line."""
        return self._summary

    @property
    def url(self) -> str:
        """The address of the clause, which stays when the clause moves to another page."""
        return _PAGES + self.value

    # Cards
    CARDS_PACK = "cards.pack", "The pack has 32 cards: Acorns, Leaves, Hearts and Bells, each from Seven to Ace."
    CARDS_RANK_ORDER = "cards.rank-order", "From high to low: Ace, King, Ober, Unter, Ten, Nine, Eight, Seven."
    CARDS_SHORT_PACK = "cards.short-pack", "With three players the Seven and Eight of Bells are set aside: 30 cards."
    CARDS_FRENCH = "cards.french", "A French pack may stand in: Clubs, Spades, Hearts, Diamonds; Queen for Ober, Jack for Unter."
    CARDS_NOTATION = "cards.notation", "A card is written as its rank, then its suit."
    CARDS_SET_NOTATION = "cards.set-notation", "A set of cards is written in pack order, with blanks between, no card twice."

    # Table
    TABLE_PLAYERS = "table.players", "The variant fixes the number of players; each plays alone."
    TABLE_SEATS = "table.seats", "Seats are numbered clockwise from 0; the left neighbour of seat s is s+1."
    TABLE_DIRECTION = "table.direction", "Dealing, the turn to play and the deal itself pass in the variant's direction."
    TABLE_FOREHAND = "table.forehand", "Forehand is the player after the dealer in the direction of play."
    TABLE_TURN = "table.turn", "Only the player whose turn it is may act."

    # Dealing
    DEAL_FIRST_DEALER = "deal.first-dealer", "Any agreed method finds the first dealer."
    DEAL_ROTATION = "deal.rotation", "The deal passes to the next player in the direction of play."
    DEAL_CUT = "deal.cut", "The player on the side the deal comes from cuts the shuffled pack."
    DEAL_PACKETS = "deal.packets", "Cards are dealt in packets of the variant's size, the first packet to forehand."
    DEAL_HANDS = "deal.hands", "Every player gets a hand, and all hands have the size that the contract asks for."
    DEAL_PACK = "deal.pack", "Hands and stock are made of the cards of the pack, each of them once."
    DEAL_STOCK = "deal.stock", "Where two cards each are dealt, the next hands come from the cards not yet used, in order if it is known."
    DEAL_ENTERED = "deal.entered", "A deal played elsewhere may be entered by its points if they can arise in its contract."

    # Choosing, doubling, announcing
    CHOOSE_DECLARER = "choose.declarer", "The dealer chooses the contract after the cards are dealt."
    CHOOSE_OPEN = "choose.open", "Only a contract that the schedule still leaves open may be chosen."
    CHOOSE_TIE_BREAK = "choose.tie-break", "In a tie-break deal the tied players agree on any contract; the one nearest after the dealer enters it."
    DOUBLE_DEALER = "double.dealer", "Before the first card the dealer may double all points of the deal."
    ANNOUNCE_ASKED = "announce.asked", "Every player is asked once for an announcement, from the leader on."
    ANNOUNCE_HOLDER = "announce.holder", "Only the holder of the announced card may announce it."
    ANNOUNCE_FREE = "announce.free", "An announcement binds nobody; a card that falls earlier counts as if nothing had been announced."

    # Play in general
    PLAY_OVER = "play.over", "After the end no action is possible."
    PLAY_PHASE = "play.phase", "Each kind of action belongs to its phase."
    PLAY_CARD_HELD = "play.card-held", "A player may play only a card in hand."
    PLAY_PASS = "play.pass", "Passing is allowed only to a player who has no card to play."
    PLAY_OPENING = "play.opening", "Forehand plays first."

    # Tricks
    TRICKS_FOLLOW_SUIT = "tricks.follow-suit", "Whoever holds a card of the suit led must play one."
    TRICKS_DISCARD = "tricks.discard", "Whoever holds none of the suit led may play any card."
    TRICKS_WINNER = "tricks.winner", "The highest card of the suit led takes the trick."
    TRICKS_NO_TRUMP = "tricks.no-trump", "There are no trumps, and nobody has to beat."
    TRICKS_WINNER_LEADS = "tricks.winner-leads", "Whoever takes a trick leads to the next."
    TRICKS_LEAD_LIMIT = "tricks.lead-limit", "A contract can bar cards from being led, to the first trick or until they are broken."
    TRICKS_SINGLETON_LEAD = "tricks.singleton-lead", "A lead limit can except a card that is its holder's only one of its suit."
    TRICKS_BROKEN = "tricks.broken", "Barred cards are broken when one is discarded; leading one breaks nothing."
    TRICKS_NOTHING_ELSE = "tricks.nothing-else", "A limit does not bind a player who holds nothing but cards it bars."
    TRICKS_DISCARD_LIMIT = "tricks.discard-limit", "A contract can bar cards from being discarded on the first trick."
    TRICKS_ONLY_WHEN_LED = "tricks.only-when-led", "A contract can name cards that take a trick only when they were led."
    TRICKS_CARD_POINTS = "tricks.card-points", "Whoever takes a card with a price is charged that price."
    TRICKS_TRICK_POINTS = "tricks.trick-points", "Whoever takes a trick with a price is charged that price; it can depend on the trick's number."
    TRICKS_FALL_POINTS = "tricks.fall-points", "A card's price can depend on the trick in which it falls, and on its announcement."
    TRICKS_MIX = "tricks.mix", "A mix has the prices and the limits of all its components together."
    TRICKS_PLAYED_OUT = "tricks.played-out", "Play goes on to the last trick, unless another clause ends the deal."
    TRICKS_STOP_AFTER = "tricks.stop-after", "A contract can end after a trick of a given number."
    TRICKS_DECIDED = "tricks.decided", "Where the table has agreed so, play stops after the trick with which no point can be charged any more."

    # Layouts
    LAYOUTS_OPENING = "layouts.opening", "The layout is opened by any card, or by any card of the rank that the contract names."
    LAYOUTS_OPENER = "layouts.opener", "The first player from forehand on who can open the layout does."
    LAYOUTS_SUIT_OPENING = "layouts.suit-opening", "A suit is opened at the rank of the opening card, or, where agreed, at any rank on the table."
    LAYOUTS_GROWTH = "layouts.growth", "One card a turn: it opens a suit or is next to a card of its suit, upwards or both ways."
    LAYOUTS_CORNER = "layouts.corner", "The Ace ends a row, or, where rows turn the corner, the Seven follows it."
    LAYOUTS_MUST_PLAY = "layouts.must-play", "Whoever can play must; whoever cannot passes."
    LAYOUTS_PASS_PRICE = "layouts.pass-price", "A pass costs what the contract says."
    LAYOUTS_SET_ASIDE = "layouts.set-aside", "Cards that are not in the pack join the layout as soon as they fit, at no cost."
    LAYOUTS_END = "layouts.end", "The deal ends when as many hands are empty as the contract has prices for cards left."
    LAYOUTS_CARD_PRICE = "layouts.card-price", "At each hand that runs empty every card left in the others costs the price of that moment."
    LAYOUTS_OUT = "layouts.out", "A player without cards is skipped."

    # Chains
    CHAINS_LEAD = "chains.lead", "The leader begins a chain with any card."
    CHAINS_NEXT = "chains.next", "Whoever holds the next higher card of the suit must add it."
    CHAINS_CORNER = "chains.corner", "The Ace ends a chain, or, where chains turn the corner, the Seven follows it."
    CHAINS_LENGTH = "chains.length", "A chain ends when it has the contract's number of cards, or sooner when its next card is gone."
    CHAINS_NEXT_LEAD = "chains.next-lead", "Whoever played the last card of a chain begins another."
    CHAINS_END = "chains.end", "The deal ends at once with anyone's last card."
    CHAINS_CARD_PRICE = "chains.card-price", "Each card left in a hand costs what the contract says."

    # Trains
    TRAINS_FIRST = "trains.first", "Forehand begins the train with any card."
    TRAINS_NEXT = "trains.next", "Each next player adds, if able, a card of the next higher rank, in any suit; the Seven follows the Ace."
    TRAINS_PASS = "trains.pass", "Whoever holds no such card passes, at no cost; whoever holds one must not."
    TRAINS_END = "trains.end", "The deal ends at once with anyone's last card."
    TRAINS_CARD_PRICE = "trains.card-price", "Each card left in a hand costs what the contract says."

    # Revokes
    REVOKE_PENALTY = "revoke.penalty", "Whoever failed to follow suit though able is charged the contract's whole total, the others nothing."
    REVOKE_SHOWN = "revoke.shown", "A revoke can be established while the deal is played, against a player who has played another suit than was led."
    REVOKE_NONE = "revoke.none", "Where the document names no penalty, a revoke is not an action of the game."

    # Settlement
    SETTLEMENT_PENALTIES = "settlement.penalties", "Points charged are added to the player's total."
    SETTLEMENT_DOUBLED = "settlement.doubled", "In a doubled deal every charge counts twice."
    SETTLEMENT_UNTOUCHED = "settlement.untouched", "Whoever was charged pays; the untouched receive it in equal parts; if nobody is untouched it goes to the pot."
    SETTLEMENT_SWEEP = "settlement.sweep", "Whoever took everything pays nothing and receives the contract's total from each opponent."
    SETTLEMENT_TO_POT = "settlement.to-pot", "Whoever was charged pays it to the pot."
    SETTLEMENT_TO_WINNER = "settlement.to-winner", "Whoever was charged pays it to the deal's winner."

    # Pot
    POT_START = "pot.start", "The pot starts empty."
    POT_BALANCE = "pot.balance", "What players pay and receive and what the pot gains and loses add up to zero, in whole numbers."
    POT_WINNER = "pot.winner", "The winner of the contract that takes the pot gets all of it, this deal's payments included."
    POT_REST = "pot.rest", "What does not divide into equal parts goes to the pot."
    POT_LEFT_OVER = "pot.left-over", "What is left at the end goes in equal parts to the session's winners; the rest stays unowned."

    # Beans
    BEANS_START = "beans.start", "Every player starts with 20 beans."
    BEANS_PAIRWISE = "beans.pairwise", "Each pair settles on its own: the higher penalty pays the lower the difference."
    BEANS_TO_LOWEST = "beans.to-lowest", "Everyone pays the deal's lowest the difference; several lowest share in equal parts."
    BEANS_COMMON_POT = "beans.common-pot", "In King of Hearts, First and last and Fifth trick the points charged are paid into the pot."
    BEANS_UNTOUCHED = "beans.untouched", "In Reds and Obers the takers' beans go in equal parts to those who took no penalty card."
    BEANS_POT_GOES_TO = "beans.pot-goes-to", "The pot goes to the winner of the next Lorum, to the session's winner, or to nobody, as agreed."
    BEANS_BUY_IN = "beans.buy-in", "After a deal, whoever has no bean left is asked to buy 20 more, as often as it takes to have some."
    BEANS_REFUSED = "beans.refused", "The first refusal ends the session, and nobody's purchase of that moment counts."
    BEANS_NEVER = "beans.never", "Where agreed, nobody is asked to buy; debts run on to the last deal."
    BEANS_WINNER = "beans.winner", "The leader in beans wins; beans bought do not count, unless agreed."

    # Session
    SESSION_ROUND = "session.round", "A round has one deal of each contract; the dealer chooses among those the round still lacks."
    SESSION_EACH_DEALER = "session.each-dealer", "Every dealer plays every contract once in a full round."
    SESSION_ROUNDS = "session.rounds", "As many rounds are played as there are players, unless agreed otherwise."
    SESSION_BY_DEALER = "session.by-dealer", "One dealer conducts all contracts in order, then the deal passes on."
    SESSION_BY_GAME = "session.by-game", "Each game is played once with every dealer before the next game begins."
    SESSION_CORE_CONTRACTS = "session.core-contracts", "The core contracts belong to every set."
    SESSION_CONTRACT_LIST = "session.contract-list", "All contracts of the document are played, in its order."
    SESSION_TOTALS = "session.totals", "A score sheet keeps every deal's points and each player's running total."
    SESSION_LOWEST_WINS = "session.lowest-wins", "The lowest total after the last deal wins."
    SESSION_HIGHEST_WINS = "session.highest-wins", "The highest balance after the last deal wins."
    SESSION_SHARED = "session.shared", "Players with the same best result share the win."
    SESSION_EXTRA_DEAL = "session.extra-deal", "Players tied for the best total play an extra deal; the fewest points in it win, again while tied."

    # Compendium
    COMPENDIUM_REDS_POINTS = "compendium.reds.points", "Reds: each Heart taken costs 1."
    COMPENDIUM_REDS_FIRST_LEAD = "compendium.reds.first-lead", "Reds: no Heart may be led to the first trick, except from a hand of Hearts alone."
    COMPENDIUM_REDS_HEARTS_LEAD = "compendium.reds.hearts-lead", "Reds, where agreed: no Heart may be led until one has been discarded, except from a hand of Hearts alone."
    COMPENDIUM_OBERS_POINTS = "compendium.obers.points", "Obers: each Ober taken costs 2."
    COMPENDIUM_OBERS_FIRST_LEAD = "compendium.obers.first-lead", "Obers: no Ober may be led to the first trick unless it is the leader's only card of its suit."
    COMPENDIUM_OBERS_FIRST_DISCARD = "compendium.obers.first-discard", "Obers: an Ober may be discarded on the first trick, unless agreed otherwise."
    COMPENDIUM_OBERS_WIN = "compendium.obers.win", "Obers: an Ober that follows suit ranks as ever; where agreed, it takes a trick only when led."
    COMPENDIUM_NO_TRICKS_POINTS = "compendium.no-tricks.points", "No tricks: each trick taken costs 1."
    COMPENDIUM_LORUM_OPENING = "compendium.lorum.opening", "Lorum: forehand opens the layout with any card."
    COMPENDIUM_LORUM_SUIT_OPENING = "compendium.lorum.suit-opening", "Lorum: a suit is opened at the opening card's rank; where agreed, at any rank on the table."
    COMPENDIUM_LORUM_GROWTH = "compendium.lorum.growth", "Lorum: rows grow card by card both ways, from the Seven to the Ace."
    COMPENDIUM_LORUM_PASS_PRICE = "compendium.lorum.pass-price", "Lorum: each turn missed costs 1."
    COMPENDIUM_LORUM_CARDS_LEFT = "compendium.lorum.cards-left", "Lorum: the first empty hand ends the deal; each card left costs 1."
    COMPENDIUM_LORUM_SET_ASIDE = "compendium.lorum.set-aside", "Lorum for three: the two cards set aside join the layout as soon as they fit."
    COMPENDIUM_KING_OF_HEARTS_POINTS = "compendium.king-of-hearts.points", "King of Hearts: taking it costs 4, nothing else counts."
    COMPENDIUM_KING_OF_HEARTS_LEAD = "compendium.king-of-hearts.hearts-lead", "King of Hearts: no Heart may be led until one has been discarded, except from a hand of Hearts alone."
    COMPENDIUM_FIRST_AND_LAST_POINTS = "compendium.first-and-last.points", "First and last: the first trick costs 4, and so does the last."
    COMPENDIUM_FIFTH_TRICK_POINTS = "compendium.fifth-trick.points", "Fifth trick: the fifth trick costs 4."
    COMPENDIUM_ALL_BAD_MIX = "compendium.all-bad.mix", "All bad: the agreed contracts count together; Reds, Obers, No tricks and King of Hearts unless agreed otherwise."

    # Seven contracts
    SEVEN_HEARTS_POINTS = "seven-contracts.hearts.points", "Hearts: each Heart taken costs 1."
    SEVEN_HEARTS_DISTRIBUTION = "seven-contracts.hearts.distribution", "Hearts: the untouched share the eight; if all took some it goes to the pot; whoever takes all eight gets 8 from each."
    SEVEN_OBERS_POINTS = "seven-contracts.obers.points", "Obers: Acorns cost 1, Leaves 2, Bells 3, Hearts 4."
    SEVEN_OBERS_DISTRIBUTION = "seven-contracts.obers.distribution", "Obers: the untouched share the ten; if all took some it goes to the pot; whoever takes all four gets 10 from each."
    SEVEN_NO_TRICKS_POINTS = "seven-contracts.no-tricks.points", "No tricks: each trick taken costs 1."
    SEVEN_NO_TRICKS_DISTRIBUTION = "seven-contracts.no-tricks.distribution", "No tricks: distribution as in Hearts."
    SEVEN_QUARTETS_LEAD = "seven-contracts.quartets.lead", "Quartets: the dealer's right-hand neighbour leads any card."
    SEVEN_QUARTETS_NEXT = "seven-contracts.quartets.next", "Quartets: the holder of the next higher card of the suit must play it; the Seven follows the Ace."
    SEVEN_QUARTETS_LENGTH = "seven-contracts.quartets.length", "Quartets: four cards, or fewer when the next is gone, make a chain; whoever played last opens another."
    SEVEN_QUARTETS_CARDS_LEFT = "seven-contracts.quartets.cards-left", "Quartets: the first empty hand gets 1 from each rival for each card left."
    SEVEN_FAST_TRAIN_NEXT = "seven-contracts.fast-train.next", "Fast train: after a free first card each adds, if able, the next higher rank in any suit; the Seven follows the Ace."
    SEVEN_FAST_TRAIN_PASS = "seven-contracts.fast-train.pass", "Fast train: whoever lacks the next rank passes, at no cost."
    SEVEN_FAST_TRAIN_CARDS_LEFT = "seven-contracts.fast-train.cards-left", "Fast train: the first empty hand gets 1 from each rival for each card left."
    SEVEN_HAIRY_APE_POINTS = "seven-contracts.hairy-ape.points", "Hairy ape: whoever takes the King of Hearts pays 10 to the pot."
    SEVEN_LORUM_OPENING = "seven-contracts.lorum.opening", "Lórum: the dealer's right-hand neighbour sets the starting rank with any card."
    SEVEN_LORUM_PILES = "seven-contracts.lorum.piles", "Lórum: every suit has its own pile, which starts at the starting rank."
    SEVEN_LORUM_GROWTH = "seven-contracts.lorum.growth", "Lórum: a pile grows upwards only; the Seven follows the Ace."
    SEVEN_LORUM_PASS_PRICE = "seven-contracts.lorum.pass-price", "Lórum: a pass costs 1, paid to the pot when the deal ends."
    SEVEN_LORUM_CARDS_LEFT = "seven-contracts.lorum.cards-left", "Lórum: at the first empty hand the others pay 1 to the pot for each card left."
    SEVEN_LORUM_POT = "seven-contracts.lorum.pot", "Lórum: the winner takes the whole pot."

    # Eight games
    EIGHT_REDS_POINTS = "eight-games.reds.points", "Reds: each red card taken costs 1."
    EIGHT_REDS_FIRST_LEAD = "eight-games.reds.first-lead", "Reds: no red card may be the opening lead, except from a hand of red cards alone."
    EIGHT_OBERS_POINTS = "eight-games.obers.points", "Obers: each Ober taken costs 2."
    EIGHT_TRICKS_POINTS = "eight-games.tricks.points", "Tricks: each trick taken costs 1."
    EIGHT_FIRST_AND_LAST_POINTS = "eight-games.first-and-last.points", "First and last: the first trick costs 4, and so does the last."
    EIGHT_FIRST_AND_LAST_TWO_CARDS = "eight-games.first-and-last.two-cards", "First and last, where agreed: two cards each; the rest of the pack goes on unshuffled through the four deals."
    EIGHT_FIFTH_TRICK_POINTS = "eight-games.fifth-trick.points", "Fifth trick: the fifth trick costs 8."
    EIGHT_FIFTH_TRICK_STOP = "eight-games.fifth-trick.stop", "Fifth trick: play stops after the fifth trick."
    EIGHT_RED_KING_POINTS = "eight-games.red-king.points", "Red King: it costs 16 in the first trick, 32 in the last, 8 in any other."
    EIGHT_RED_KING_ANNOUNCED = "eight-games.red-king.announced", "Red King: it costs 64 in the last trick when its holder announced that before the opening lead; where agreed, before the last trick."
    EIGHT_LORUM_RUN = "eight-games.lorum.run", "Lorum: the next three higher cards of the suit are added by their holders, as far as they are still in play."
    EIGHT_LORUM_HIGHEST = "eight-games.lorum.highest", "Lorum: a card whose next higher one is gone, and every Ace, makes a run of its own when led."
    EIGHT_LORUM_CARDS_LEFT = "eight-games.lorum.cards-left", "Lorum: the deal ends with anyone's last card; each card left costs 1."
    EIGHT_UNTER_OPENING = "eight-games.unter-laying.opening", "Unter laying: the first player from the opener on who has an Unter lays one."
    EIGHT_UNTER_SUITS = "eight-games.unter-laying.suits", "Unter laying: a suit is opened by its Unter and grows up to the Ace and down to the Seven."
    EIGHT_UNTER_PASS = "eight-games.unter-laying.pass", "Unter laying: whoever can lay nothing sits out the turn, at no cost; passing with a card to lay is not allowed."
    EIGHT_UNTER_FIRST_OUT = "eight-games.unter-laying.first-out", "Unter laying: when the first player is out, each card left costs 1."
    EIGHT_UNTER_SECOND_OUT = "eight-games.unter-laying.second-out", "Unter laying: when the second player is out, each card left costs 2 more."
    EIGHT_UNTER_THIRD_OUT = "eight-games.unter-laying.third-out", "Unter laying: when the third player is out, each card left costs 3 more."
