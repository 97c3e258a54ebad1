"""What the naive implementation answers to a conformance vector, and what it should."""

from __future__ import annotations

from typing import Any

from lorum.rules import Rule

KINDS = ("legal", "transition", "score", "refusal", "record", "dealing", "notation")
"""The kinds that the naive implementation knows something about."""


def of(naive: Any, vector: dict[str, Any]) -> tuple[object, object]:
    """The answer of an implementation, which is the module ``naive`` or one like it, and the one wanted."""
    kind = vector["kind"]
    if kind == "notation":
        return _cards(naive, vector["text"]), vector.get("cards")
    session = _replayed(naive, vector["record"])
    if kind == "refusal":
        # Whether points can arise is more than the naive one asks.
        refused = vector["rule"] == Rule.DEAL_ENTERED or _refused(naive, session, vector["action"])
        return refused, True
    if kind == "dealing":
        pack = vector.get("pack")
        return session.deal_out(pack and pack.split()), vector["action"]
    if kind == "transition":
        session.apply(vector["action"])
        return _standing(session), vector["after"]
    if kind == "legal":
        wanted = {key: vector[key] for key in ("phase", "to_act", "legal")}
        return {key: _standing(session)[key] for key in wanted}, wanted
    if kind == "score":
        result = {key: value for key, value in vector["result"].items() if key != "lines"}
        return (session.results[-1], session.totals, session.pot), (result, vector["totals"], vector["pot"])
    found = {**_standing(session), "results": session.results}
    found |= {key: getattr(session, key) for key in ("bought", "final_share", "winners", "departures")}
    whole = {**vector["summary"], "departures": vector["departures"]}
    return found, {key: whole[key] for key in found}


def _replayed(naive: Any, given: dict[str, Any]) -> Any:
    session = naive.NaiveSession(given["variant"], given["options"], given["first_dealer"])
    for action in given["actions"]:
        session.apply(action)
    return session


def _standing(session: Any) -> dict[str, Any]:
    return {
        "phase": session.phase,
        "to_act": session.to_act,
        "legal": session.legal(),
        "totals": session.totals,
        "pot": session.pot,
    }


def _refused(naive: Any, session: Any, action: dict[str, Any]) -> bool:
    try:
        session.apply(action)
    except naive.Refused:
        return True
    return False


def _cards(naive: Any, text: str) -> str | None:
    try:
        return " ".join(naive.in_pack_order(naive.read_cards(text)))
    except naive.Refused:
        return None
