"""Records, summaries and observations as JSON.

Only JSON types come out of this module, and whatever goes in is checked to the last key: nothing that
is read is guessed, converted or left aside. What cannot be read is a `RecordError`; an action that can
be read and breaks a rule is an `IllegalAction` with its index.
"""

from __future__ import annotations

import json
from collections import deque
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Any

from attrs import Factory, frozen

from .actions import (
    ACTION_TYPES,
    Action,
    ChooseContract,
    DealCards,
    Play,
    PlayerAction,
    Revoke,
    ScoreDeal,
    check_action,
    check_seat,
)
from .cards import format_cards
from .deal import apply
from .errors import ArgumentError, IllegalAction, LorumError, RecordError, VariantError, quoted, shown
from .observation import Observation, observe, overview
from .play import State
from .registry import variants as packaged_variants
from .rules import EDITION
from .session import SessionState, new_session
from .variant import Variant, check_variant

FORMAT = "lorum-record/1"
SUMMARY_FORMAT = "lorum-summary/1"
OBSERVATION_FORMAT = "lorum-observation/1"

LARGEST_META = 64 * 1024
"""The size of a `meta` object as JSON, in bytes."""
DEEPEST_META = 100
"""How many levels a `meta` object has, itself counted: far fewer than any reader of JSON can take."""

Json = dict[str, Any]


# Actions


def action_to_json(action: Action, seat: int | None = None) -> Json:
    """An action in JSON types; `seat` is written for a player's action that does not name its own."""
    data: Json = {"type": check_action(action).kind}
    if seat is not None:
        check_seat(seat)
    if isinstance(action, PlayerAction):
        own = action.seat if action.seat is not None else seat
        if own is not None:
            data["seat"] = own
    if isinstance(action, DealCards):
        data["hands"] = [format_cards(hand) for hand in action.hands]
        if action.stock:
            data["stock"] = " ".join(map(str, action.stock))
    elif isinstance(action, ScoreDeal):
        data["points"] = list(action.points)
        if action.contract is not None:
            data["contract"] = action.contract
        if action.doubled:
            data["doubled"] = True
        if action.revoked_by is not None:
            data["revoked_by"] = action.revoked_by
    elif isinstance(action, ChooseContract):
        data["contract"] = action.contract
    elif isinstance(action, Play):
        data["card"] = str(action.card)
    elif isinstance(action, Revoke):
        data["seat"] = action.seat
    return data


def action_from_json(obj: object) -> Action:
    """The action of a JSON object; raises `RecordError` for anything that is none."""
    return _action(obj, None)


def _action(obj: object, at: int | None) -> Action:
    path = "" if at is None else f"actions[{at}]"
    if not isinstance(obj, dict):
        raise RecordError(f"an action is an object, not {quoted(obj)}", at, path)
    kind = obj.get("type")
    cls = ACTION_TYPES.get(kind) if isinstance(kind, str) else None
    if cls is None:
        raise RecordError(f"{quoted(kind)} is no type of action", at, _at(path, "type"))
    fields = {key: value for key, value in obj.items() if key not in ("type", "meta")}
    if "meta" in obj:
        _check_meta(obj["meta"], at, _at(path, "meta"))
    from .structure import Fault, structured

    try:
        if cls is DealCards:
            texts = structured(fields, _Cards)
            return DealCards(texts.hands, texts.stock or "")
        return structured(fields, cls)
    except Fault as fault:
        raise RecordError(fault.reason, at, _at(path, fault.path)) from None
    except LorumError as error:
        raise RecordError(str(error), at, path) from None


@frozen(kw_only=True)
class _Cards:
    """The cards of a deal as JSON has them."""

    hands: tuple[str, ...]
    stock: str | None = None


def _at(path: str, more: str) -> str:
    return f"{path}.{more}" if path and more else path + more


def _check_meta(meta: object, at: int | None, path: str) -> None:
    if not isinstance(meta, dict):
        raise RecordError(f"meta is an object, not {quoted(meta)}", at, path)
    try:
        text = json.dumps(meta, ensure_ascii=False, separators=(",", ":"), allow_nan=False)
        if json.loads(text) != meta:
            raise ValueError
        size = len(text.encode("utf-8", "surrogatepass"))
    except (TypeError, ValueError, RecursionError):
        raise RecordError("meta is no JSON", at, path) from None
    if size > LARGEST_META:
        raise RecordError(f"meta is larger than {LARGEST_META} bytes", at, path)
    level: list[Any] = [meta]
    for _ in range(DEEPEST_META):
        level = [item for value in level for item in _items(value)]
    if any(isinstance(value, dict | list | tuple) for value in level):
        raise RecordError(f"meta has more than {DEEPEST_META} levels", at, path)


def _items(value: object) -> Iterable[object]:
    """What stands one level below a value of JSON."""
    if isinstance(value, dict):
        return value.values()
    return value if isinstance(value, list | tuple) else ()


# Records


@frozen(kw_only=True)
class _Record:
    format: str
    variant: str
    first_dealer: int
    actions: tuple[Any, ...]
    options: Mapping[str, Any] = Factory(dict)
    edition: str | None = None
    rules: str | None = None
    meta: Any = None


def record_of(session: SessionState) -> Json:
    """The record of a session: what must be kept to have it again."""
    if not isinstance(session, SessionState):
        raise ArgumentError(f"a session is needed, not {quoted(session)}")
    return {
        "format": FORMAT,
        "edition": EDITION,
        "variant": session.variant.id,
        "options": _options(session.variant),
        "rules": session.variant.fingerprint,
        "first_dealer": session.first_dealer,
        "actions": [action_to_json(action) for action in session.actions],
        "meta": {},
    }


def replay(record: Mapping[str, Any], variants: Mapping[str, Variant] | None = None) -> SessionState:
    """The session of a record.

    `variants` holds further variants by id, such as a table's own. Raises `RecordError` for a record
    that cannot be read, and `IllegalAction` with the index of the action that breaks a rule.
    """
    [last] = deque(positions(record, variants), maxlen=1)
    return last


def positions(
    record: Mapping[str, Any], variants: Mapping[str, Variant] | None = None
) -> Iterator[SessionState]:
    """The states of a record, from before its first action on; raises as `replay` does."""
    read = _checked(record)
    # All actions are read before the first is applied: whether a record can be read comes first.
    actions = [_action(obj, at) for at, obj in enumerate(read.actions)]
    variant = _variant(read, variants)
    if not 0 <= read.first_dealer < variant.players:
        raise RecordError(f"there is no seat {quoted(read.first_dealer)}", None, "first_dealer")
    return _positions(new_session(variant, read.first_dealer), actions)


def _positions(state: SessionState, actions: Sequence[Action]) -> Iterator[SessionState]:
    yield state
    for at, action in enumerate(actions):
        try:
            state = apply(state, action)
        except IllegalAction as error:
            raise IllegalAction(error.violation, at) from None
        yield state


def _checked(record: object) -> _Record:
    from .structure import Fault, structured

    if not isinstance(record, Mapping):
        raise RecordError(f"a record is an object, not {quoted(record)}")
    if record.get("format") != FORMAT:
        raise RecordError(f"{FORMAT} is needed, not {quoted(record.get('format'))}", None, "format")
    try:
        read = structured(dict(record), _Record)
    except Fault as fault:
        raise RecordError(fault.reason, None, fault.path) from None
    if read.edition not in (None, EDITION):
        raise RecordError(f"edition {EDITION} is needed, not {quoted(read.edition)}", None, "edition")
    for name, value in read.options.items():
        items = value if isinstance(value, list | tuple) else ()
        if not isinstance(value, str | int | list | tuple) or not all(
            isinstance(item, str) for item in items
        ):
            reason = f"{quoted(value)} is no text, whole number, truth value or list of texts"
            raise RecordError(reason, None, _at("options", shown(name)))
    if "meta" in record:
        _check_meta(read.meta, None, "meta")
    return read


def _variant(read: _Record, variants: Mapping[str, Variant] | None) -> Variant:
    if not isinstance(variants, Mapping | None):
        raise ArgumentError(f"variants are given by id, not as {quoted(variants)}")
    own = (variants or {}).get(read.variant)
    if own is not None and check_variant(own).id != read.variant:
        raise ArgumentError(f"{own.id} is given under another id")
    found = own or packaged_variants().get(read.variant)
    if found is None:
        raise RecordError(f"there is no variant {quoted(read.variant)}", None, "variant")
    try:
        variant = found.with_options(**{str(name): value for name, value in read.options.items()})
    except VariantError as error:
        raise RecordError(error.reason, None, _at("options", shown(error.key))) from None
    if read.rules not in (None, variant.fingerprint):
        reason = f"the rules are not those of the record: {quoted(read.rules)} is not {variant.fingerprint}"
        raise RecordError(reason, None, "rules")
    return variant


def _options(variant: Variant) -> Json:
    return {
        name: list(value) if isinstance(value, tuple) else value for name, value in variant.changed.items()
    }


# Text


def dumps(record: Mapping[str, Any], *, lines: bool = False) -> str:
    """A record as JSON text; with `lines` as JSON Lines, a header first and then one action a line.

    Raises `RecordError` for what is no record.
    """
    for at, obj in enumerate(_checked(record).actions):
        _action(obj, at)
    try:
        if not lines:
            return json.dumps(dict(record), allow_nan=False)
        header = {key: value for key, value in record.items() if key != "actions"}
        return "".join(json.dumps(row, allow_nan=False) + "\n" for row in (header, *record["actions"]))
    except ValueError:
        raise RecordError("a number is too long to be written") from None


def loads(text: str | bytes) -> Json:
    """The record of a JSON text or of JSON Lines, its form checked; raises `RecordError`."""
    if isinstance(text, bytes | bytearray):
        try:
            text = text.decode("utf-8-sig")
        except UnicodeDecodeError as error:
            raise RecordError(f"no UTF-8 at byte {error.start}") from None
    if not isinstance(text, str):
        raise RecordError(f"a record is read from text, not from {quoted(text)}")
    rows = [(number, row) for number, row in enumerate(text.split("\n"), 1) if row.strip()]
    record = _parsed_lines(rows) if _is_header(rows) else _parsed(text, "")
    read = _checked(record)
    for at, obj in enumerate(read.actions):
        _action(obj, at)
    return record


def _is_header(rows: Sequence[tuple[int, str]]) -> bool:
    """Whether the first row is a whole object without actions, as JSON Lines begin."""
    try:
        header = _parsed(rows[0][1], "") if rows else None
    except RecordError:
        return False
    return isinstance(header, dict) and "actions" not in header


def _parsed_lines(rows: Sequence[tuple[int, str]]) -> Json:
    header, *actions = (_parsed(row, f"line {number}") for number, row in rows)
    return {**header, "actions": actions}


def _parsed(text: str, path: str) -> Any:
    def number(digits: str) -> float:
        value = float(digits)
        if value in (float("inf"), float("-inf")):
            raise RecordError("a number is too large", None, path)
        return value

    def no_number(name: str) -> float:
        raise RecordError(f"{name} is no JSON", None, path)

    def unique(pairs: list[tuple[str, Any]]) -> Json:
        found: Json = {}
        for key, value in pairs:
            if key in found:
                raise RecordError(f"the key {quoted(key)} is there twice", None, path)
            found[key] = value
        return found

    try:
        return json.loads(text, object_pairs_hook=unique, parse_constant=no_number, parse_float=number)
    except json.JSONDecodeError as error:
        where = f"character {error.pos}"
        raise RecordError(f"no JSON: {error.msg} at {where}", None, path) from None
    except RecursionError:
        raise RecordError("no JSON: it is nested too deeply", None, path) from None
    except LorumError:
        raise
    except ValueError:
        raise RecordError("no JSON: a number has too many digits", None, path) from None


# Summaries and observations


def summary(state: State) -> Json:
    """How a session or a deal stands: everything but the cards."""
    return {"format": SUMMARY_FORMAT, **_common(overview(state))}


def observation(state: State, seat: int | None) -> Json:
    """What `seat`, or for None an onlooker, may know of a state; see `lorum.observe`."""
    view = observe(state, seat)
    data = {"format": OBSERVATION_FORMAT, **_common(view)}
    if data["deal"] is not None:
        data["deal"]["actions"] = [action_to_json(action) for action in view.deal_actions]
    data["seat"] = view.seat
    data["hand"] = None if view.hand is None else format_cards(view.hand)
    data["held"] = list(view.held)
    return data


def _common(view: Observation) -> Json:
    deal = view.deal
    return {
        "variant": view.variant.id,
        "options": _options(view.variant),
        "players": view.variant.players,
        "wins": view.variant.wins,
        "phase": view.phase.value,
        "to_act": view.to_act,
        "deals": {"played": len(view.results), "planned": view.planned},
        "deal": deal
        and {
            "number": deal.number,
            "dealer": deal.dealer,
            "forehand": deal.forehand,
            "contract": deal.contract,
            "doubled": deal.doubled,
            "tied": None if deal.tied is None else list(deal.tied),
        },
        "open": None if view.open_contracts is None else list(view.open_contracts),
        "legal": [action_to_json(action, view.to_act) for action in view.legal],
        "results": [result.to_json() for result in view.results],
        "totals": list(view.totals),
        "pot": view.pot,
        "bought": list(view.bought),
        "final_share": list(view.final_share),
        "leaders": list(view.leaders),
        "winners": list(view.winners),
    }


# Schemas


def schema(name: str) -> Json:
    """The JSON Schema of a ``"record"``, a ``"summary"`` or an ``"observation"``.

    Raises `ArgumentError` for any other name.
    """
    from importlib.resources import files

    if name not in ("record", "summary", "observation"):
        raise ArgumentError(f"there is no schema {quoted(name)}")
    text = (files(__package__ or "lorum") / "schemas" / f"{name}.schema.json").read_text("utf-8")
    return json.loads(text)  # type: ignore[no-any-return]
