"""Which clauses a variant may come to: for whoever wants to read its rules and no others."""

from __future__ import annotations

from typing import TYPE_CHECKING, cast

from .contracts.families import Tricks
from .registry import variants
from .rules import Rule
from .schedule import Ties
from .settlement import Account
from .variant import Variant

if TYPE_CHECKING:
    from .documents import Document

_ALWAYS = ("cards", "table", "deal", "play", "settlement", "revoke", "session")


def rules_of(variant: Variant) -> list[Rule]:
    """The clauses of a variant's own contracts, and the common ones of the topics that it has a use for.

    Families of contracts that it does not play, doubling where nobody doubles and the like are left out.
    """
    plan, account = variant.plan, variant.settlement.account
    contracts = [variant.contract(id) for id in variant.contracts]
    topics = {
        "announce": any(isinstance(contract, Tricks) and contract.announced_cards for contract in contracts),
        "choose": plan.schedule.chooses or plan.ties is Ties.EXTRA_DEAL,
        "double": plan.doubling,
        "pot": account is not Account.PENALTIES,
        "beans": account is Account.BEANS,
        **dict.fromkeys((*_ALWAYS, *(contract.family for contract in contracts)), True),
        **dict.fromkeys((f"{_document(variant)}.{contract.id}" for contract in contracts), True),
    }
    return [rule for rule in Rule if topics.get(rule.value.rpartition(".")[0])]


def _document(variant: Variant) -> str:
    """The document that a variant belongs to, by the id that begins those of its clauses."""
    head = cast("Document", variant.source).head
    return cast("Document", variants()[head.extends].source).head.id if head.extends else head.id
