"""Build the wheel and the sdist, and use the package from every place that it can live in.

Run it as ``python .ci/check_wheel.py`` in an environment that has ``build``. It makes environments with the
runtime dependencies alone and plays, outside the source tree, a whole session of every variant from each of:
the wheel, the sdist, an editable install, a zip file and a bare checkout. Where there is a console script it
is run too.
"""

import email
import os
import re
import shutil
import subprocess
import sys
import tarfile
import tempfile
import tomllib
import venv
import zipfile
from collections.abc import Sequence
from pathlib import Path

HERE = Path(__file__).resolve().parent
ROOT = HERE.parent
PROJECT = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
SHIPPED_SOURCES = (".ci", "docs", "lorum", "tests", "variants")
SHIPPED_FILES = ("CHANGELOG.md", "CITATION.cff", "CONTRIBUTING.md", "LICENSE", "README.md", "pyproject.toml")


def run(*command: str | Path, cwd: Path, pythonpath: Path | None = None) -> str:
    """Run a command, give its standard output, and stop the check if it fails."""
    env = {name: value for name, value in os.environ.items() if not name.startswith("PYTHON")}
    if pythonpath:
        env["PYTHONPATH"] = str(pythonpath)
    done = subprocess.run(command, cwd=cwd, env=env, capture_output=True, text=True, encoding="utf-8")
    if done.returncode:
        print(done.stdout, done.stderr, sep="\n", file=sys.stderr)
        sys.exit(f"exit {done.returncode}: {' '.join(map(str, command))}")
    return done.stdout


def expect(condition: bool, complaint: str) -> None:
    """Stop the check with a complaint unless the condition holds."""
    if not condition:
        sys.exit(complaint)


def source_files(*folders: str) -> set[str]:
    """Give the files of these folders, as paths from the root."""
    return {
        path.relative_to(ROOT).as_posix()
        for folder in folders
        for path in (ROOT / folder).rglob("*")
        if path.is_file() and not {"__pycache__", "_build"} & set(path.parts)
    }


def check_wheel(wheel: Path) -> None:
    """The wheel holds the package, its type marker, the variants and nothing else, and needs no extra."""
    with zipfile.ZipFile(wheel) as archive:
        names = archive.namelist()
        (path,) = (name for name in names if name.endswith(".dist-info/METADATA"))
        metadata = email.message_from_bytes(archive.read(path))
    packed = {name for name in names if ".dist-info/" not in name}
    variants = {f"lorum/_variants/{name.removeprefix('variants/')}" for name in source_files("variants")}
    wanted = source_files("lorum") | variants
    expect(packed == wanted, f"wheel: differs from the source in {sorted(packed ^ wanted)}")
    expect("lorum/py.typed" in packed, "wheel: no py.typed")
    expect(metadata["License-Expression"] == PROJECT["license"], "wheel: no license expression")
    expect(any(name.endswith("/licenses/LICENSE") for name in names), "wheel: no LICENSE")
    needs = {
        re.split(r"[^\w.-]", line, maxsplit=1)[0]
        for line in metadata.get_all("Requires-Dist", [])
        if "extra ==" not in line
    }
    expect(needs == {"attrs", "cattrs"}, f"wheel: needs {sorted(needs)} at run time")


def check_sdist(sdist: Path) -> None:
    """The sdist holds all that the repository holds."""
    with tarfile.open(sdist) as archive:
        packed = {member.name.partition("/")[2] for member in archive if member.isfile()}
    missing = (source_files(*SHIPPED_SOURCES) | set(SHIPPED_FILES)) - packed
    expect(not missing, f"sdist: lacks {sorted(missing)}")


def environment(folder: Path, *requirements: str | Path) -> Path:
    """Make a fresh environment with these requirements and what they need; give the folder of its scripts."""
    venv.create(folder, with_pip=True)
    scripts = folder / ("Scripts" if os.name == "nt" else "bin")
    run(scripts / "python", "-m", "pip", "install", "--quiet", *requirements, cwd=folder)
    return scripts


def play(python: Path, place: Path, outside: Path, pythonpath: Path | None = None) -> list[str]:
    """Play a session of every variant with the package found under ``place``; give the records' files.

    Without ``pythonpath`` Python runs isolated (-I), so that it finds what is installed and nothing else.
    """
    isolation = ["-P", "-s"] if pythonpath else ["-I"]
    script = shutil.copy(HERE / "play_sessions.py", outside)
    return run(python, *isolation, script, place.resolve(), cwd=outside, pythonpath=pythonpath).split()


def use_console(scripts: Path, records: Sequence[str], outside: Path) -> None:
    """Run the console script on all that it does in a core install."""
    lorum = scripts / "lorum"
    listing = run(lorum, "variants", cwd=outside)
    expect("compendium" in listing, "lorum variants: lists no compendium")
    for record in records:
        variant = Path(record).name.removesuffix(".json")
        expect(variant in listing, f"lorum variants: does not list {variant}")
        for command in (["demo", variant, "--seed", "1"], ["replay", record]):
            expect(run(lorum, *command, cwd=outside).strip() != "", f"lorum {' '.join(command)}: silent")
    first, second = (run(lorum, "demo", cwd=outside) for _ in range(2))
    expect(first == second, "lorum demo: differs between runs")


def main() -> None:
    """Run the whole check in a temporary directory."""
    with tempfile.TemporaryDirectory() as name:
        work = Path(name)
        outside = work / "outside"
        outside.mkdir()

        run(sys.executable, "-m", "build", "--outdir", work / "dist", ROOT, cwd=work)
        (wheel,) = (work / "dist").glob("*.whl")
        (sdist,) = (work / "dist").glob("*.tar.gz")
        check_wheel(wheel)
        check_sdist(sdist)
        print(f"built {wheel.name} and {sdist.name}")

        for place, requirement in (("wheel", wheel), ("sdist", sdist)):
            scripts = environment(work / place, requirement)
            records = play(scripts / "python", work / place, outside)
            use_console(scripts, records, outside)
            print(f"{place}: played {len(records)} sessions")

        with tarfile.open(sdist) as archive:
            archive.extractall(work / "unpacked", filter="data")
        (checkout,) = (work / "unpacked").iterdir()
        scripts = environment(work / "editable", "--editable", checkout)
        records = play(scripts / "python", checkout, outside)
        use_console(scripts, records, outside)
        print(f"editable install: played {len(records)} sessions")

        # The last two need only the dependencies. On the oldest Python these are the oldest that we allow.
        floors = [need.replace(">=", "==") for need in PROJECT["dependencies"]]
        oldest = f">={sys.version_info[0]}.{sys.version_info[1]}" == PROJECT["requires-python"]
        scripts = environment(work / "bare", *(floors if oldest else PROJECT["dependencies"]))
        zipped = work / "lorum.zip"
        shutil.copy(wheel, zipped)
        for title, path in (("zip file", zipped), ("bare checkout", checkout)):
            records = play(scripts / "python", path, outside, pythonpath=path)
            print(f"{title}: played {len(records)} sessions")


if __name__ == "__main__":
    main()
