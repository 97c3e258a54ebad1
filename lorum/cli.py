"""The command line: ``lorum replay``, ``lorum variants``, ``lorum rules`` and ``lorum demo``.

Exit status 0 when all is well; 1 when a record can be read and an action in it breaks a rule; 2 when
something cannot be read or does not exist. An error is one line on standard error, or with ``--json``
one object on standard output.
"""

from __future__ import annotations

import argparse
import json
import os
import sys
from collections.abc import Sequence
from typing import Any, NoReturn

from . import __version__
from .clauses import rules_of
from .errors import ArgumentError, IllegalAction, LorumError, RecordError, quoted, shown
from .record import loads, replay, summary
from .registry import get_variant, load_variant, load_variants, variants
from .render import score_sheet
from .rules import EDITION, Rule
from .simulate import random_session
from .variant import Variant, option_text

_LARGEST_RECORD = 64 << 20


def main(argv: Sequence[str] | None = None) -> int:
    """Run a command; the exit status."""
    _open_streams()
    try:
        status = _run(sys.argv[1:] if argv is None else argv)
        sys.stdout.flush()
        return status
    except BrokenPipeError:
        # Whoever read the output has stopped: nothing is wrong, and nothing more can be said.
        _give_up_output()
        return 0
    except OSError as error:
        _give_up_output()
        print(f"lorum: cannot write: {error.strerror}", file=sys.stderr)
        return 2
    except KeyboardInterrupt:
        return 130


def _run(argv: Sequence[str]) -> int:
    # Where arguments are not understood, the word alone says how to tell so.
    as_json = "--json" in argv
    try:
        arguments = _parser().parse_args(argv)
        as_json = getattr(arguments, "json", False)
        output: str = arguments.run(arguments)
    except IllegalAction as error:
        return _fail(error.at, error.violation.rule, error.violation.message, as_json, 1)
    except RecordError as error:
        return _fail(error.at, None, str(error), as_json, 2)
    except LorumError as error:
        return _fail(None, None, str(error), as_json, 2)
    except OSError as error:
        reason = f"{quoted(str(error.filename))}: {error.strerror}" if error.filename else str(error)
        return _fail(None, None, reason, as_json, 2)
    sys.stdout.write(output)
    return 0


def _fail(at: int | None, rule: Rule | None, message: str, as_json: bool, status: int) -> int:
    if as_json:
        error = {"at": at, "rule": None if rule is None else rule.value, "message": message}
        print(json.dumps({"error": error}))
    else:
        where = "" if at is None or rule is None else f"action {at}: "
        cited = "" if rule is None else f" ({rule.value})"
        print(f"lorum: {where}{message}{cited}", file=sys.stderr)
    return status


def _open_streams() -> None:
    """Have somewhere to write to where a stream is closed, and escape what a terminal cannot show."""
    for name in ("stdout", "stderr"):
        stream = getattr(sys, name)
        if stream is None:
            setattr(sys, name, open(os.devnull, "w"))  # noqa: SIM115 (it stays open to the end)
        elif hasattr(stream, "reconfigure"):
            stream.reconfigure(errors="backslashreplace")


def _give_up_output() -> None:
    """Keep Python from writing what is left when it ends."""
    sys.stdout = open(os.devnull, "w")  # noqa: SIM115 (it stays open to the end)


class _Parser(argparse.ArgumentParser):
    """Arguments that are not understood are an error like any other."""

    def __init__(self, **settings: Any) -> None:
        super().__init__(**settings, allow_abbrev=False)

    def error(self, message: str) -> NoReturn:
        raise ArgumentError(shown(message))


def _parser() -> argparse.ArgumentParser:
    parser = _Parser(prog="lorum", description=f"Lorum Rules, edition {EDITION}.")
    parser.add_argument("--version", action="version", version=f"lorum {__version__}")
    commands = parser.add_subparsers(required=True, metavar="COMMAND")

    command = commands.add_parser("replay", help="check the record of a session and show its score sheet")
    command.add_argument("file", metavar="FILE", help="a record, as JSON or JSON Lines; - for standard input")
    command.add_argument("--json", action="store_true", help="the summary, or the error, as JSON")
    command.add_argument(
        "--variant-file", action="append", default=[], metavar="TOML", help="a table's own variant"
    )
    command.set_defaults(run=_replay)

    command = commands.add_parser("variants", help="list the variants with their options")
    command.set_defaults(run=_variants)

    command = commands.add_parser("rules", help="list the rules, those of a variant, or one rule")
    command.add_argument("of", nargs="?", metavar="VARIANT|RULE", help="a rule, or a variant as for demo")
    command.set_defaults(run=_rules)

    command = commands.add_parser("demo", help="play a session at random and show its score sheet")
    command.add_argument(
        "variant",
        nargs="?",
        default="compendium",
        metavar="VARIANT",
        help="an id, a printed form, or a table's own TOML file; compendium unless given",
    )
    command.add_argument("--seed", default="0", metavar="N", help="a whole number; 0 unless given")
    command.set_defaults(run=_demo)
    return parser


def _replay(arguments: argparse.Namespace) -> str:
    own: dict[str, Variant] = {}
    for file in arguments.variant_file:
        own.update(load_variants(file))
    state = replay(loads(_read(arguments.file)), own)
    return json.dumps(summary(state)) + "\n" if arguments.json else score_sheet(state)


def _read(name: str) -> bytes:
    if name == "-":
        if sys.stdin is None:
            raise RecordError("there is no standard input")
        data = sys.stdin.buffer.read(_LARGEST_RECORD + 1)
    else:
        with open(name, "rb") as file:
            data = file.read(_LARGEST_RECORD + 1)
    if len(data) > _LARGEST_RECORD:
        raise RecordError(f"the record is larger than {_LARGEST_RECORD} bytes")
    return data


def _variants(arguments: argparse.Namespace) -> str:
    return "".join(_told(id, variant) for id, variant in variants().items())


def _told(id: str, variant: Variant) -> str:
    """A variant with its options, a line each."""
    lines = [f"{id}: {variant.names.get('en', id)}, {variant.players} players, {variant.deals} deals"]
    lines.append(f"  contracts: {' '.join(variant.contracts)}")
    for name, value in variant.options.items():
        if name != "contracts":
            lines.append(f"  {name}: {' '.join(value) if isinstance(value, tuple) else option_text(value)}")
    return "\n".join(lines) + "\n"


def _rules(arguments: argparse.Namespace) -> str:
    name = arguments.of
    if name is not None and name in list(Rule):
        rule = Rule(name)
        return f"{rule.value}\n  {rule.summary}\n  {rule.url}\n"
    if name is not None and name not in variants() and "(" not in name and not name.endswith(".toml"):
        raise ArgumentError(f"{quoted(name)} is no rule and no variant")
    rules = list(Rule) if name is None else rules_of(_variant(name))
    width = max(len(rule.value) for rule in rules)
    return "".join(f"{rule.value:<{width}}  {rule.summary}\n" for rule in rules)


def _variant(text: str) -> Variant:
    """The variant of that id or printed form, or of the variant file of that name."""
    return load_variant(text) if text.endswith(".toml") else get_variant(text)


def _demo(arguments: argparse.Namespace) -> str:
    variant = _variant(arguments.variant)
    seed: str = arguments.seed
    if not (seed.isascii() and seed.isdigit() and len(seed) <= 100):
        raise ArgumentError(f"a seed is a whole number of at least 0, not {quoted(seed)}")
    return score_sheet(random_session(variant, int(seed)))
