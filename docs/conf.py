"""Configuration of the documentation. Build it with ``sphinx-build -n -W docs docs/_build/html``."""

import sys
from importlib.metadata import version as version_of
from pathlib import Path

from docutils import nodes
from sphinx.addnodes import pending_xref
from sphinx.application import Sphinx
from sphinx.environment import BuildEnvironment

import lorum

sys.path.insert(0, str(Path(__file__).parent / "_ext"))

project = "lorum"
author = "The lorum authors"
copyright = "The lorum authors. Code: MIT. Text of the specification: CC BY 4.0"
release = version_of("lorum")
version = ".".join(release.split(".")[:2])

extensions = [
    "lorum_commands",
    "lorum_pictures",
    "lorum_one_page",
    "lorum_rules",
    "lorum_trace",
    "lorum_variants",
    "sphinx.ext.autodoc",
    "sphinx.ext.doctest",
    "sphinx.ext.intersphinx",
    "sphinx.ext.napoleon",
]
exclude_patterns = ["_build", "_ext", "_inventory"]
nitpicky = True
# Objects of other projects that no committed inventory knows. Each entry says why.
nitpick_ignore: list[tuple[str, str]] = []

html_theme = "furo"
html_title = f"lorum {release}"
html_static_path = ["_static"]
html_css_files = ["lorum.css"]

autodoc_member_order = "bysource"
python_maximum_signature_line_length = 90

doctest_global_setup = "import lorum"

# The inventory is committed, so that the build needs no network.
intersphinx_mapping = {"python": ("https://docs.python.org/3.11", "_inventory/python.inv")}

# Every member of the register must have its clause.
lorum_rules_complete = True
# Every clause must be cited in the code or the variant files, and every clause must have a test.
lorum_code_complete = True
lorum_tests_complete = True


def resolve_public_name(
    app: Sphinx, env: BuildEnvironment, node: pending_xref, contnode: nodes.TextElement
) -> nodes.reference | None:
    """Lead a reference to ``lorum.cards.Card`` to ``lorum.Card``, where the public name is documented.

    Annotations name the module that defines a class; users import it from ``lorum``.
    """
    package, _, path = node.get("reftarget", "").partition(".")
    name = path.rpartition(".")[2]
    if node.get("refdomain") != "py" or package != "lorum" or name not in lorum.__all__:
        return None
    return env.domains.python_domain.resolve_xref(
        env, node["refdoc"], app.builder, "obj", f"lorum.{name}", node, contnode
    )


def setup(app: Sphinx) -> None:
    """Connect the handler above."""
    app.connect("missing-reference", resolve_public_name)
