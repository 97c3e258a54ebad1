"""The rules of Lorum, in every form its documents describe.

A session is a value. `legal_actions` says what may be done, `apply` does it and gives the next value,
`observe` shows what one seat may know of it. Every refusal and every point names its rule.
"""

from .actions import (
    Action,
    Announce,
    BuyIn,
    ChooseContract,
    DealCards,
    Decline,
    Double,
    Pass,
    Play,
    PlayerAction,
    Revoke,
    ScoreDeal,
    TableAction,
)
from .cards import PACK, Card, Rank, Suit, format_cards, parse_card, parse_cards, shuffled
from .contracts.base import ScoreLine
from .deal import DealInHand, DealResult, DealState, Phase, apply, new_deal
from .errors import (
    ArgumentError,
    IllegalAction,
    LorumError,
    NotationError,
    RecordError,
    VariantError,
    Violation,
)
from .observation import Observation, Trick, observe, rows_of, tricks_of
from .play import (
    State,
    action_at,
    action_index,
    deal_cards,
    is_decided,
    legal_actions,
    position_key,
    violation,
)
from .registry import get_variant, load_variant, variants
from .rules import EDITION, Rule
from .session import SessionState, new_session
from .table import Direction
from .variant import Variant

__version__ = "0.1.0"

__all__ = [
    "EDITION",
    "PACK",
    "Action",
    "Announce",
    "ArgumentError",
    "BuyIn",
    "Card",
    "ChooseContract",
    "DealCards",
    "DealInHand",
    "DealResult",
    "DealState",
    "Decline",
    "Direction",
    "Double",
    "IllegalAction",
    "LorumError",
    "NotationError",
    "Observation",
    "Pass",
    "Phase",
    "Play",
    "PlayerAction",
    "Rank",
    "RecordError",
    "Revoke",
    "Rule",
    "ScoreDeal",
    "ScoreLine",
    "SessionState",
    "State",
    "Suit",
    "TableAction",
    "Trick",
    "Variant",
    "VariantError",
    "Violation",
    "action_at",
    "action_index",
    "apply",
    "deal_cards",
    "format_cards",
    "get_variant",
    "is_decided",
    "legal_actions",
    "load_variant",
    "new_deal",
    "new_session",
    "observe",
    "parse_card",
    "parse_cards",
    "position_key",
    "rows_of",
    "shuffled",
    "tricks_of",
    "variants",
    "violation",
]
