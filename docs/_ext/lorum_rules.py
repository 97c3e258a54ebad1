"""The ``rule`` directive and role: every clause of the specification under its id.

A clause is written as::

    .. rule:: tricks.follow-suit
       :sources: K5.4, P2.1
       :option: obers_first_discard
       :code: lorum.contracts.tricks

       A player who holds a card of the suit led must play one.

Its heading is the summary in the register, :class:`lorum.rules.Rule`, and its id is the HTML anchor. An id
that the register does not know is an error. The clause goes into ``objects.inv`` twice: as an object of type
``std:rule``, which ``:rule:`tricks.follow-suit``` links to, and as the label ``rule:tricks.follow-suit``, so
that other projects can cite it with plain ``:ref:`` through intersphinx.

The page ``rule.html`` lists all clauses and leads from ``rule.html#tricks.follow-suit`` to that clause, on
whatever page it stands. This is the address that ``Rule.url`` gives.

With ``lorum_rules_complete = True`` every member of the register without a clause is reported. A clause that
is written twice is always reported.
"""

import re
from collections.abc import Iterator
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives import ObjectDescription
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from lorum import rules
from lorum.rules import Rule

logger = logging.getLogger(__name__)

STATEMENT = re.compile(r"[A-Z]\d+\.\d+")  # a statement of a source: K5.4


def words(argument: str | None) -> list[str]:
    """Read a comma separated list that must not be empty."""
    items = [item.strip() for item in (argument or "").split(",")]
    if "" in items:
        raise ValueError("empty item in a comma separated list")
    return items


def statements(argument: str | None) -> list[str]:
    """Read a comma separated list of statement ids."""
    items = words(argument)
    for item in items:
        if not STATEMENT.fullmatch(item):
            raise ValueError(f"not a statement id such as K5.4: {item!r}")
    return items


class RuleDirective(ObjectDescription[Rule]):
    """One clause of the specification, under its id in the register."""

    option_spec: ClassVar[OptionSpec] = {
        "sources": statements,
        "option": words,
        "code": words,
    }

    def get_signatures(self) -> list[str]:
        """Take the one id of the clause, and refuse one that the register does not know."""
        if self.arguments[0] not in set(Rule):
            raise self.error(f"no rule of the register: {self.arguments[0]!r}")
        return self.arguments

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> Rule:
        """Write the heading: the summary and the id of the rule."""
        rule = Rule(sig)
        signode["rule"] = rule.value
        signode += nodes.strong(rule.summary, rule.summary)
        signode += nodes.literal(rule.value, rule.value, classes=["rule-id"])
        return rule

    def add_target_and_index(self, name: Rule, sig: str, signode: addnodes.desc_signature) -> None:
        """Make the id the anchor, an object, a label and an entry of the index."""
        anchor = name.value
        signode["ids"].append(anchor)
        self.state.document.note_explicit_target(signode)
        self.indexnode["entries"].append(("single", f"{anchor} (rule)", anchor, "", None))
        domain = self.env.domains.standard_domain
        domain.note_object("rule", anchor, anchor, location=signode)
        domain.note_hyperlink_target(f"rule:{anchor}", self.env.docname, anchor, name.summary)
        if register := rules.__file__:  # a page is read anew when the register changes
            self.env.note_dependency(register)

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        """Add the small line with the options, the sources and the code of the clause."""
        line = nodes.paragraph(classes=["rule-facts"])
        for title, key in (("Option", "option"), ("Sources", "sources"), ("Code", "code")):
            if key in self.options:
                line += nodes.Text(f"{'. ' if line.children else ''}{title}: ")
                for number, item in enumerate(self.options[key]):
                    line += nodes.Text(", " if number else "")
                    line += nodes.Text(item) if key == "sources" else nodes.literal(item, item)
        if line.children:
            content_node += line

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        return (sig_node["rule"],)

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        return str(sig_node["rule"])


def check_complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Report every member of the register that has no clause."""
    if app.config.lorum_rules_complete:
        for rule in Rule:
            if ("rule", rule.value) not in env.domains.standard_domain.objects:
                logger.warning("rule without a clause: %s", rule.value, type="lorum_rules")


FORWARD = """<script>
function forward() {
  const entry = document.getElementById(decodeURIComponent(location.hash.slice(1)));
  if (entry && entry.matches(".rule-list li")) location.replace(entry.querySelector("a").href);
}
addEventListener("hashchange", forward);
forward();
</script>"""


def rule_page(app: Sphinx) -> Iterator[tuple[str, dict[str, Any], str]]:
    """Make the page that finds every clause."""
    entries = []
    for (kind, name), (page, anchor) in sorted(app.env.domains.standard_domain.objects.items()):
        if kind == "rule":
            link = escape(f"{app.builder.get_relative_uri('rule', page)}#{anchor}")
            summary = escape(Rule(name).summary)
            entries.append(f'<li id="{anchor}"><a href="{link}"><code>{name}</code></a> {summary}</li>')
    body = "\n".join(["<h1>All clauses</h1>", '<ul class="rule-list">', *entries, "</ul>", FORWARD])
    yield "rule", {"title": "All clauses", "body": body}, "page.html"


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directive, the role, the object type and the check."""
    app.add_config_value("lorum_rules_complete", False, "env", frozenset({bool}))
    app.add_object_type("rule", "rule", objname="rule")
    app.add_directive_to_domain("std", "rule", RuleDirective, override=True)
    app.add_role_to_domain("std", "rule", XRefRole(warn_dangling=True), override=True)
    app.connect("html-collect-pages", rule_page)
    app.connect("env-check-consistency", check_complete)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
