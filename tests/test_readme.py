"""The README must be true: its Python example runs, and its commands are where CI looks for them."""

import re
import tomllib
from pathlib import Path

import pytest

import lorum

ROOT = Path(__file__).parent.parent
README = (ROOT / "README.md").read_text(encoding="utf-8")


def test_python_example_runs(capsys: pytest.CaptureFixture[str]) -> None:
    (example,) = re.findall(r"^```python\n(.*?)^```$", README, re.MULTILINE | re.DOTALL)
    exec(compile(example, "README.md", "exec"), {"__name__": "readme"})
    assert capsys.readouterr().out


@pytest.mark.parametrize("name", ["main", "test"])
def test_commands_are_single_lines(name: str) -> None:
    pattern = rf"^<!-- command: {name} -->\n```sh\n(.*?)^```$"
    (command,) = re.findall(pattern, README, re.MULTILINE | re.DOTALL)
    assert command.count("\n") == 1


def test_the_version_is_the_same_everywhere() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text(encoding="utf-8"))["project"]
    citation = (ROOT / "CITATION.cff").read_text(encoding="utf-8")
    cited = re.findall(r"^ *version: (.*)$", citation, re.MULTILINE)
    assert {project["version"], *cited} == {lorum.__version__}
