"""A clause can be cited from another Sphinx project, with nothing but intersphinx."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

import lorum

pytest.importorskip("sphinx")

EXTENSIONS = Path(__file__).resolve().parent.parent / "docs" / "_ext"
PACKAGE = Path(lorum.__file__).resolve().parent.parent


def build(folder: Path, conf: str, index: str) -> Path:
    """The built pages of a project with one page; any warning is an error."""
    folder.mkdir()
    (folder / "conf.py").write_text(conf, encoding="utf-8")
    (folder / "index.rst").write_text(index, encoding="utf-8")
    pages = folder / "_build"
    command = [sys.executable, "-m", "sphinx", "-q", "-n", "-W", "-b", "html", str(folder), str(pages)]
    path = os.pathsep.join(filter(None, (str(PACKAGE), os.environ.get("PYTHONPATH", ""))))
    done = subprocess.run(
        command, capture_output=True, text=True, check=False, env={**os.environ, "PYTHONPATH": path}
    )
    assert done.returncode == 0, done.stderr
    return pages


def test_a_foreign_project_cites_a_clause(tmp_path: Path) -> None:
    specification = build(
        tmp_path / "specification",
        f"import sys\nsys.path.insert(0, {str(EXTENSIONS)!r})\n"
        "project = 'lorum'\nextensions = ['lorum_rules']\nhtml_theme = 'basic'\n",
        "Specification\n=============\n\n"
        ".. rule:: tricks.follow-suit\n   :sources: K5.4\n\n   A player who can follow suit must.\n",
    )
    inventory = str(specification / "objects.inv")
    foreign = build(
        tmp_path / "foreign",
        "project = 'foreign'\nextensions = ['sphinx.ext.intersphinx']\nhtml_theme = 'basic'\n"
        f"intersphinx_mapping = {{'lorum': ('https://lorum.example/', {inventory!r})}}\n",
        "Foreign\n=======\n\nSee :ref:`rule:tricks.follow-suit`, "
        "or :external+lorum:ref:`the duty to follow <rule:tricks.follow-suit>`.\n",
    )
    page = (foreign / "index.html").read_text(encoding="utf-8")
    assert page.count('href="https://lorum.example/index.html#tricks.follow-suit"') == 2
    assert lorum.Rule.TRICKS_FOLLOW_SUIT.summary in page
    assert 'id="tricks.follow-suit"' in (specification / "index.html").read_text(encoding="utf-8")
    assert 'id="tricks.follow-suit"' in (specification / "rule.html").read_text(encoding="utf-8")
