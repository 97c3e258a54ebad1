"""The command line: what it prints and where, and its exit status."""

from __future__ import annotations

import errno
import io
import json
import runpy
import sys
from collections.abc import Callable
from pathlib import Path
from typing import Any, cast

import pytest
from builders import dealt, play, score, session, write_variant

import lorum
from lorum import Rule, cli, record
from lorum.render import score_sheet
from lorum.simulate import random_session

Run = Callable[..., tuple[int, str, str]]

KINGS: dict[str, Any] = {
    "format": "lorum-variant/1",
    "id": "kings",
    "extends": "compendium",
    "session": {"contracts": ["reds", "lorum"]},
}


@pytest.fixture
def run(capsys: pytest.CaptureFixture[str]) -> Run:
    """Runs a command in this process: its exit status, standard output and standard error."""

    def running(*arguments: str) -> tuple[int, str, str]:
        try:
            status = cli.main(arguments)
        except SystemExit as error:  # how argparse ends
            status = cast(int, error.code)
        out, err = capsys.readouterr()
        return status, out, err

    return running


def a_record(**changes: Any) -> dict[str, Any]:
    """The record of a session: a deal entered by its points, then cards, a contract and a card."""
    state = score(session("compendium"), [8, 0, 0, 0], "obers")
    return {**record.record_of(play(dealt(state), "reds 7h")), **changes}


def illegal_record() -> dict[str, Any]:
    """The same with a last card that its seat does not hold."""
    whole = a_record()
    whole["actions"].append({"type": "play", "seat": 3, "card": "8h"})
    return whole


def written(folder: Path, content: object, name: str = "session.json") -> str:
    path = folder / name
    path.write_text(content if isinstance(content, str) else json.dumps(content), "utf-8")
    return str(path)


class Stdin(io.TextIOWrapper):
    def __init__(self, content: bytes) -> None:
        super().__init__(io.BytesIO(content), "utf-8")


# replay


def test_replay_shows_the_score_sheet(run: Run, tmp_path: Path) -> None:
    whole = a_record()
    status, out, err = run("replay", written(tmp_path, whole))
    assert (status, err) == (0, "")
    assert out == score_sheet(record.replay(whole))
    assert "deal 1: Obers, dealer 0" in out
    assert out.endswith("not finished: play, seat 3 to act\n")


def test_replay_gives_the_summary_as_json(run: Run, tmp_path: Path) -> None:
    status, out, err = run("replay", written(tmp_path, a_record()), "--json")
    assert (status, err, out.count("\n")) == (0, "", 1)
    summary = json.loads(out)
    assert summary["format"] == "lorum-summary/1"
    assert (summary["totals"], summary["phase"], summary["to_act"]) == ([8, 0, 0, 0], "play", 3)
    assert summary == record.summary(record.replay(a_record()))


def test_replay_reads_json_lines(run: Run, tmp_path: Path) -> None:
    lines = record.dumps(a_record(), lines=True)
    assert run("replay", written(tmp_path, lines, "session.jsonl")) == run(
        "replay", written(tmp_path, a_record())
    )


def test_replay_reads_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", Stdin(json.dumps(a_record()).encode()))
    status, out, err = run("replay", "-")
    assert (status, err) == (0, "")
    assert out == score_sheet(record.replay(a_record()))


def test_replay_without_standard_input(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(sys, "stdin", None)
    assert run("replay", "-") == (2, "", "lorum: there is no standard input\n")


@pytest.mark.rule(Rule.PLAY_CARD_HELD)
def test_an_action_that_breaks_a_rule(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, illegal_record())
    message = "seat 3 does not hold 8h"
    assert run("replay", path) == (1, "", f"lorum: action 4: {message} (play.card-held)\n")
    status, out, err = run("replay", path, "--json")
    assert (status, err, out.count("\n")) == (1, "", 1)
    assert json.loads(out) == {"error": {"at": 4, "rule": "play.card-held", "message": message}}


WRONG_RECORDS: list[tuple[object, int | None, str]] = [
    ("", None, "no JSON"),
    ("{", None, "no JSON"),
    ("[" * 100_000, None, "no JSON"),  # how deep JSON may go is up to the interpreter
    ([], None, "a record is an object, not a list"),
    (a_record(format="lorum-record/2"), None, "format: lorum-record/1 is needed, not 'lorum-record/2'"),
    (a_record(variant="whist"), None, "variant: there is no variant 'whist'"),
    (a_record(options={"player": 3}), None, "options.player: compendium has no such option"),
    (a_record(options={"players": "3"}), None, "options.players: '3' is none of 4, 3"),
    (a_record(first_dealer=True), None, "first_dealer: a whole number is needed, not true"),
    (a_record(whist=1), None, "'whist': an unknown key"),
    (a_record(rules="0" * 16), None, "rules: the rules are not those of the record"),
    (a_record(actions=[{"type": "pass"}, {"type": "whist"}]), 1, "actions[1].type: 'whist' is no type of"),
    (a_record(actions=[{"type": "play", "card": "7x"}]), 0, "actions[0].card: no suit at position 1 of '7x'"),
    (a_record(actions=[{"type": "play"}]), 0, "actions[0].card: it is missing"),
]


@pytest.mark.parametrize(("content", "at", "message"), WRONG_RECORDS)
def test_what_cannot_be_read(run: Run, tmp_path: Path, content: object, at: int | None, message: str) -> None:
    path = written(tmp_path, content)
    status, out, err = run("replay", path)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"lorum: {message}")
    status, out, err = run("replay", path, "--json")
    assert (status, err, out.count("\n")) == (2, "", 1)
    error = json.loads(out)["error"]
    assert (error["at"], error["rule"]) == (at, None)
    assert error["message"].startswith(message)


def test_a_file_that_is_not_there(run: Run, tmp_path: Path) -> None:
    path = str(tmp_path / "nowhere.json")
    status, out, err = run("replay", path)
    assert (status, out, err) == (2, "", f"lorum: {lorum.errors.quoted(path)}: No such file or directory\n")
    status, out, err = run("replay", path, "--json")
    assert (status, err) == (2, "")
    assert json.loads(out)["error"]["message"].endswith("No such file or directory")
    status, out, err = run("replay", str(tmp_path))
    assert (status, out, err.count("\n")) == (2, "", 1)


def test_standard_input_that_cannot_be_read(run: Run, monkeypatch: pytest.MonkeyPatch) -> None:
    class Broken(io.BytesIO):
        def read(self, size: int | None = -1) -> bytes:
            raise OSError(errno.EIO, "Input/output error")

    monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(Broken()))
    assert run("replay", "-") == (2, "", f"lorum: [Errno {errno.EIO}] Input/output error\n")


def test_a_record_that_is_too_large(run: Run, tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(cli, "_LARGEST_RECORD", 5000)
    whole = json.dumps(a_record())
    fits = written(tmp_path, whole + " " * (5000 - len(whole)))
    assert run("replay", fits)[0] == 0
    message = "lorum: the record is larger than 5000 bytes\n"
    assert run("replay", written(tmp_path, whole + " " * (5001 - len(whole)))) == (2, "", message)


def test_a_tables_own_variants_are_made_known(run: Run, tmp_path: Path) -> None:
    own = str(write_variant(tmp_path, KINGS, "kings.toml"))
    other = str(write_variant(tmp_path, {**KINGS, "id": "queens"}, "queens.toml"))
    state = score(lorum.new_session(lorum.load_variant(own)), [8, 0, 0, 0], "reds")
    path = written(tmp_path, record.record_of(state))
    assert run("replay", path) == (2, "", "lorum: variant: there is no variant 'kings'\n")
    for files in ([own], [own, other], [other, own]):
        options = [word for file in files for word in ("--variant-file", file)]
        status, out, err = run("replay", path, *options)
        assert (status, err) == (0, "")
        assert out == score_sheet(state)


def test_a_variant_file_that_cannot_be_read(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, a_record())
    torn = written(tmp_path, "format = ", "torn.toml")
    status, out, err = run("replay", path, "--variant-file", torn)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert "no TOML" in err
    status, out, err = run("replay", path, "--variant-file", torn, "--json")
    assert (status, err) == (2, "")
    assert json.loads(out)["error"]["at"] is None
    assert run("replay", path, "--variant-file", str(tmp_path / "nowhere.toml"))[0] == 2


# variants and rules


def test_variants_are_listed_with_their_options(run: Run) -> None:
    status, out, err = run("variants")
    assert (status, err) == (0, "")
    heads = [line for line in out.splitlines() if not line.startswith(" ")]
    assert [head.split(":")[0] for head in heads] == list(lorum.variants())
    assert heads[0] == "compendium: Compendium, 4 players, 32 deals"
    told = out[: out.index("\nseven-contracts:")].splitlines()
    assert "  contracts: reds obers no-tricks lorum king-of-hearts first-and-last fifth-trick all-bad" in told
    assert {"  rounds: 4", "  doubling: false", "  tie_break: extra-deal"} < set(told)
    assert "  all_bad_components: reds obers no-tricks king-of-hearts" in told


def test_one_rule(run: Run) -> None:
    status, out, err = run("rules", "tricks.follow-suit")
    rule = Rule.TRICKS_FOLLOW_SUIT
    assert (status, err) == (0, "")
    assert out.splitlines() == ["tricks.follow-suit", f"  {rule.summary}", f"  {rule.url}"]


def test_all_rules(run: Run) -> None:
    status, out, err = run("rules")
    assert (status, err) == (0, "")
    assert [line.split()[0] for line in out.splitlines()] == [rule.value for rule in Rule]
    assert all(line.endswith(rule.summary) for line, rule in zip(out.splitlines(), Rule, strict=True))
    assert len({line.index(rule.summary) for line, rule in zip(out.splitlines(), Rule, strict=True)}) == 1


COMMON = {"cards", "table", "deal", "play", "settlement", "revoke", "session", "tricks"}


@pytest.mark.parametrize(
    ("variant", "topics"),
    [
        ("compendium", {"choose", "layouts", "compendium"}),
        ("compendium(doubling=true)", {"choose", "double", "layouts", "compendium"}),
        ("compendium(contracts=[reds], tie_break=shared)", {"choose", "compendium"}),
        ("compendium-beans", {"choose", "layouts", "pot", "beans", "compendium"}),
        ("seven-contracts", {"layouts", "chains", "trains", "pot", "seven-contracts"}),
        ("eight-games", {"announce", "layouts", "chains", "eight-games"}),
        ("eight-games(contracts=[reds], tie_break=extra-deal)", {"choose", "eight-games"}),
    ],
)
def test_the_rules_of_a_variant(run: Run, variant: str, topics: set[str]) -> None:
    """What its contracts say, and what is common in the topics that it has a use for."""
    status, out, err = run("rules", variant)
    assert (status, err) == (0, "")
    listed = [line.split()[0] for line in out.splitlines()]
    assert {rule.split(".")[0] for rule in listed} == COMMON | topics
    contracts = {rule.split(".")[1] for rule in listed if rule.count(".") == 2}
    assert contracts <= set(lorum.get_variant(variant).contracts)
    assert [rule.value for rule in Rule if rule.value in listed] == listed


def test_the_rules_of_a_table_of_its_own(run: Run, tmp_path: Path) -> None:
    """What it inherits it cites."""
    status, out, _ = run("rules", str(write_variant(tmp_path, KINGS)))
    assert status == 0
    assert "compendium.reds.points" in out
    assert "eight-games" not in out


def test_neither_a_rule_nor_a_variant(run: Run) -> None:
    message = "lorum: 'tricks.trumps' is no rule and no variant\n"
    assert run("rules", "tricks.trumps") == (2, "", message)


# demo


def test_demo_plays_a_session_of_the_compendium(run: Run) -> None:
    status, out, err = run("demo")
    assert (status, err) == (0, "")
    assert out == score_sheet(random_session(lorum.get_variant("compendium"), 0))
    assert run("demo", "compendium", "--seed", "0")[1] == out
    other = run("demo", "compendium", "--seed", "12345678901234567890")
    assert other[0] == 0
    assert other[1] != out


def test_demo_takes_a_printed_form_and_a_file(run: Run, tmp_path: Path) -> None:
    status, out, err = run("demo", "eight-games(contracts=[tricks], direction=counter-clockwise)")
    assert (status, err) == (0, "")
    assert "4 players, counter-clockwise, 4 deals planned" in out
    status, out, err = run("demo", str(write_variant(tmp_path, KINGS)), "--seed", "1")
    assert (status, err) == (0, "")
    assert out.startswith("Compendium: kings\n")
    assert out.count("\ndeal ") >= 8


@pytest.mark.parametrize(
    ("arguments", "message"),
    [
        (["whist"], "'whist': there is no such variant; there are compendium, "),
        (["compendium(players=5)"], "compendium: players: 5 is none of 4, 3"),
        (["compendium("], "'compendium(': no id and no printed form of a variant"),
        (["nowhere.toml"], "'nowhere.toml': No such file or directory"),
        (["compendium", "--seed=-1"], "a seed is a whole number of at least 0, not '-1'"),
        (["compendium", "--seed", "²"], "a seed is a whole number of at least 0, not '\\xb2'"),
        (["compendium", "--seed", ""], "a seed is a whole number of at least 0, not ''"),
        (["compendium", "--seed", "1" * 101], "a seed is a whole number of at least 0, not '1111"),
    ],
)
def test_a_demo_that_cannot_be(run: Run, arguments: list[str], message: str) -> None:
    status, out, err = run("demo", *arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith(f"lorum: {message}")


# The command as such


@pytest.mark.parametrize(
    ("arguments", "words"),
    [
        ([], "required: COMMAND"),
        (["whist"], "invalid choice: 'whist'"),
        (["replay"], "required: FILE"),
        (["replay", "a", "b"], "unrecognized arguments: b"),
        (["demo", "--seed"], "--seed: expected one argument"),
        (["demo", "--see", "1"], "unrecognized arguments: --see"),
        (["variants", "x\x1b\n"], "'unrecognized arguments: x\\x1b\\n'"),
    ],
)
def test_arguments_that_are_not_understood(run: Run, arguments: list[str], words: str) -> None:
    """One line, or one object wherever ``--json`` stands, and whether or not the command has it."""
    status, out, err = run(*arguments)
    assert (status, out, err.count("\n")) == (2, "", 1)
    assert err.startswith("lorum: ")
    assert words in err
    for told in (run("--json", *arguments), run(*arguments, "--json"), run(*arguments[:1], "--json")):
        status, out, err = told
        assert (status, err, out.count("\n")) == (2, "", 1)
        error = json.loads(out)["error"]
        assert (error["at"], error["rule"]) == (None, None)
        assert error["message"]


def test_json_is_asked_for_before_or_after_the_file(run: Run, tmp_path: Path) -> None:
    path = written(tmp_path, a_record())
    assert run("replay", "--json", path) == run("replay", path, "--json")
    assert run("replay", "--json", path)[0] == 0
    assert run("replay", "--", "--json") == (2, "", "lorum: '--json': No such file or directory\n")


def test_help_and_version(run: Run) -> None:
    status, out, err = run("--help")
    assert (status, err) == (0, "")
    assert f"Lorum Rules, edition {lorum.EDITION}." in out
    assert all(command in out for command in ("replay", "variants", "rules", "demo"))
    assert run("--version") == (0, f"lorum {lorum.__version__}\n", "")


def test_python_m_lorum_is_the_same(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    monkeypatch.setattr(sys, "argv", ["lorum", "rules", "cards.pack"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("lorum", run_name="__main__")
    assert ended.value.code == 0
    assert capsys.readouterr().out.startswith("cards.pack\n")
    monkeypatch.setattr(sys, "argv", ["lorum", "rules", "whist"])
    with pytest.raises(SystemExit) as ended:
        runpy.run_module("lorum", run_name="__main__")
    assert ended.value.code == 2
    assert capsys.readouterr().err == "lorum: 'whist' is no rule and no variant\n"


# Where it is written to


class Stuck(io.StringIO):
    """A stream that nothing can be written to."""

    def __init__(self, error: OSError) -> None:
        super().__init__()
        self.error = error

    def write(self, text: str) -> int:
        raise self.error


def test_a_reader_that_has_stopped(
    monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]
) -> None:
    """As in ``lorum rules | head -1``: there is nothing to complain about."""
    monkeypatch.setattr(sys, "stdout", Stuck(BrokenPipeError(errno.EPIPE, "Broken pipe")))
    assert cli.main(["rules"]) == 0
    assert not isinstance(sys.stdout, Stuck)
    sys.stdout.close()
    assert capsys.readouterr().err == ""


def test_a_disk_that_is_full(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    monkeypatch.setattr(sys, "stdout", Stuck(OSError(errno.ENOSPC, "No space left on device")))
    assert cli.main(["rules"]) == 2
    sys.stdout.close()
    assert capsys.readouterr().err == "lorum: cannot write: No space left on device\n"


def test_an_interrupted_command(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    def interrupted(*_: object) -> None:
        raise KeyboardInterrupt

    monkeypatch.setattr(cli, "random_session", interrupted)
    assert cli.main(["demo"]) == 130
    assert capsys.readouterr() == ("", "")


def test_closed_streams(monkeypatch: pytest.MonkeyPatch) -> None:
    """As in ``lorum demo whist >&- 2>&-``: the exit status alone tells."""
    for arguments, status in ((["rules", "cards.pack"], 0), (["rules", "whist"], 2)):
        monkeypatch.setattr(sys, "stdout", None)
        monkeypatch.setattr(sys, "stderr", None)
        assert cli.main(arguments) == status
        sys.stdout.close()
        sys.stderr.close()


def test_signs_that_the_terminal_has_not(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """They are escaped rather than refused, and streams of a caller's own are taken as they are."""
    own = str(write_variant(tmp_path, {**KINGS, "names": {"en": "Könige"}}))
    ascii_only = io.TextIOWrapper(io.BytesIO(), "ascii")
    monkeypatch.setattr(sys, "stdout", ascii_only)
    assert cli.main(["demo", own]) == 0
    ascii_only.seek(0)
    assert ascii_only.read().startswith("K\\xf6nige: kings\n")
    anything = io.StringIO()
    monkeypatch.setattr(sys, "stdout", anything)
    assert cli.main(["demo", own]) == 0
    assert anything.getvalue().startswith("Könige: kings\n")
