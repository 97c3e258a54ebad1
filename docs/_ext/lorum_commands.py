"""The directive ``lorum-command``: a command line and what it really prints.

``.. lorum-command:: rules tricks.follow-suit`` runs ``lorum rules tricks.follow-suit`` when the page is read,
in the folder of the page, and shows both the command and its output. ``:lines: 12`` shows only so many lines
of it, and ``:exit: 1`` says which exit status is expected; another one is an error of the page.
"""

import shlex
import subprocess
import sys
from pathlib import Path
from typing import ClassVar

from docutils import nodes
from docutils.parsers.rst import directives
from sphinx.application import Sphinx
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

import lorum

PACKAGE = Path(lorum.__file__).parent.parent


class CommandDirective(SphinxDirective):
    """A command and its output."""

    required_arguments = 1
    final_argument_whitespace = True
    option_spec: ClassVar[OptionSpec] = {
        "lines": directives.positive_int,
        "exit": directives.nonnegative_int,
    }

    def run(self) -> list[nodes.Node]:
        """Run it and show what it prints."""
        arguments: str = self.arguments[0]
        result = subprocess.run(
            [sys.executable, "-m", "lorum", *shlex.split(arguments)],
            cwd=Path(self.env.doc2path(self.env.docname)).parent,
            env={"PYTHONPATH": str(PACKAGE), "PYTHONIOENCODING": "utf-8"},
            stdin=subprocess.DEVNULL,
            stdout=subprocess.PIPE,
            stderr=subprocess.STDOUT,
            encoding="utf-8",
            check=False,
        )
        if result.returncode != self.options.get("exit", 0):
            raise self.error(f"lorum {arguments}: exit status {result.returncode}: {result.stdout}")
        lines = result.stdout.splitlines()
        shown = lines[: self.options.get("lines", len(lines))]
        if len(shown) < len(lines):
            shown.append("...")
        self.env.note_reread()  # the package may have changed
        text = "\n".join([f"$ lorum {arguments}", *shown])
        block = nodes.literal_block(text, text, language="console")
        self.set_source_info(block)
        return [block]


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive."""
    app.add_directive("lorum-command", CommandDirective)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
