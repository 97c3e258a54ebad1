"""Change every number and word of the variant files in turn, and see that some test fails.

    python tests/mutate_variants.py [DOCUMENT ...]

Each change is made in a copy of the project; the tests that read the variant files run there, and must
fail. What no test notices is printed, and the exit status is 1. Prose (`meaning`) is left out: it bears on
nothing. The whole run takes about half an hour on two processors.
"""

from __future__ import annotations

import os
import re
import shutil
import subprocess
import sys
import tempfile
from concurrent.futures import ThreadPoolExecutor
from pathlib import Path
from queue import SimpleQueue

from lorum import NotationError, Rule, parse_cards

ROOT = Path(__file__).resolve().parent.parent

TESTS = [
    "test_documents.py",
    "test_variants.py",
    "test_tricks.py",
    "test_layouts.py",
    "test_chains.py",
    "test_trains.py",
    "test_settlement.py",
    "test_beans.py",
    "test_session.py",
    "test_vectors.py",
    "test_lockstep.py",
]

TOKEN = re.compile(r'"[^"]*"|(?<![\w"-])(?:\d+|true|false)(?![\w"-])')

# Words that have another meaning in the same place: a change that the loader does not notice.
OTHERS = {
    "tricks": "layouts",
    "first-trick": "broken",
    "broken": "first-trick",
    "up": "both-ways",
    "both-ways": "up",
    "opening-rank": "any-laid-rank",
    "any-laid-rank": "opening-rank",
    "clockwise": "counter-clockwise",
    "counter-clockwise": "clockwise",
    "round": "each-dealer",
    "each-dealer": "round",
    "by-dealer": "by-game",
    "by-game": "by-dealer",
    "penalties": "transfers",
    "transfers": "penalties",
    "extra-deal": "shared",
    "shared": "extra-deal",
    "to-pot": "by-difference",
    "to-untouched": "by-difference",
    "to-winner": "by-difference",
    "opening-lead": "last-trick",
    "last-trick": "opening-lead",
    "pairwise": "to-lowest",
    "to-lowest": "pairwise",
    "nobody": "winners",
}


def changed(token: str) -> str:
    """Another value of the same kind."""
    if token.isdigit():
        return str(int(token) + 1)
    if token in ("true", "false"):
        return "false" if token == "true" else "true"
    word = token[1:-1]
    try:
        cards = parse_cards(word)
    except NotationError:
        cards = ()
    if cards:
        return f'"{" ".join(map(str, cards[1:]))}"'
    if word in list(Rule):
        return f'"{Rule.CARDS_PACK if word != Rule.CARDS_PACK else Rule.CARDS_FRENCH}"'
    return f'"{OTHERS.get(word, word + "x")}"'


def mutants(text: str) -> list[tuple[int, str, str]]:
    """For every change its line, a description, and the text with it."""
    found = []
    for number, line in enumerate(text.split("\n"), 1):
        if line.lstrip().startswith(("#", "meaning")):
            continue
        for match in TOKEN.finditer(line):
            new = line[: match.start()] + changed(match[0]) + line[match.end() :]
            lines = text.split("\n")
            lines[number - 1] = new
            found.append((number, f"{line.strip()}  ->  {new.strip()}", "\n".join(lines)))
    return found


def survives(project: Path, file: str, text: str) -> bool:
    """Whether all tests pass with this text in place of the file's."""
    path = project / "variants" / file
    original = path.read_text("utf-8")
    path.write_text(text, "utf-8")
    try:
        command = [sys.executable, "-m", "pytest", "-x", "-q", "-p", "no:cacheprovider", *TESTS]
        environment = {**os.environ, "PYTHONPATH": str(project)}
        return (
            subprocess.run(command, cwd=project / "tests", env=environment, capture_output=True).returncode
            == 0
        )
    finally:
        path.write_text(original, "utf-8")


def main(documents: list[str]) -> int:
    """Run all changes; the exit status."""
    work = Path(tempfile.mkdtemp())
    projects: SimpleQueue[Path] = SimpleQueue()
    for i in range(os.cpu_count() or 1):
        project = work / str(i)
        for folder in ("lorum", "variants", "tests"):
            shutil.copytree(ROOT / folder, project / folder)
        shutil.copy(ROOT / "pyproject.toml", project)
        projects.put(project)

    def run(change: tuple[str, int, str, str]) -> str | None:
        file, number, description, text = change
        project = projects.get()
        try:
            return f"{file}:{number}: {description}" if survives(project, file, text) else None
        finally:
            projects.put(project)

    changes = [
        (f"{document}.toml", *mutant)
        for document in documents
        for mutant in mutants((ROOT / "variants" / f"{document}.toml").read_text("utf-8"))
    ]
    with ThreadPoolExecutor(os.cpu_count()) as pool:
        survivors = [line for line in pool.map(run, changes) if line]
    shutil.rmtree(work)
    print(*survivors, sep="\n")
    print(f"{len(changes)} changes, {len(survivors)} not noticed")
    return int(bool(survivors))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:] or ["compendium", "seven-contracts", "eight-games"]))
