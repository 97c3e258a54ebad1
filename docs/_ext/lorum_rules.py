"""The ``rule`` directive and role: every clause of the specification under its id.

A clause is written as::

    .. rule:: tricks.follow-suit
       :option: obers_first_discard
       :parameter: contract.discard_limits
       :sources: K5.4, P2.1

       A player who holds a card of the suit led must play one.

       .. reason::

          All documents agree.

Its heading is the summary in the register, :class:`lorum.rules.Rule`, and its id is the HTML anchor. An id
that the register does not know is an error. The clause goes into ``objects.inv`` twice: as an object of type
``std:rule``, which ``:rule:`tricks.follow-suit``` links to, and as the label ``rule:tricks.follow-suit``, so
that other projects can cite it with plain ``:ref:`` through intersphinx.

The page ``rule.html`` lists all clauses and leads from ``rule.html#tricks.follow-suit`` to that clause, on
whatever page it stands. This is the address that ``Rule.url`` gives.

With ``lorum_rules_complete = True`` every member of the register without a clause is reported. A clause that
is written twice is always reported.

What stands in the small lines under the clauses is kept for `lorum_trace`, which makes tables of it.
"""

import re
from collections.abc import Iterator, Set
from html import escape
from typing import Any, ClassVar

from docutils import nodes
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives import ObjectDescription
from sphinx.domains import Domain
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata, OptionSpec

from lorum import rules
from lorum.rules import Rule

logger = logging.getLogger(__name__)

STATEMENT = re.compile(r"[A-Z]\d+\.\d+")  # a statement of a source: K5.4

Facts = dict[str, list[str]]
"""What a clause says in its small lines: ``option``, ``parameter`` and ``sources``."""


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


class LorumDomain(Domain):
    """What the pages say, kept from reading to writing. References go through the standard domain."""

    name = "lorum"
    label = "Lorum"
    initial_data: ClassVar[dict[str, Any]] = {"clauses": {}, "rulings": {}, "tables": {}}
    data_version = 1

    @property
    def clauses(self) -> dict[str, tuple[str, Facts]]:
        """For the id of each clause its page and its facts."""
        return self.data["clauses"]  # type: ignore[no-any-return]

    @property
    def rulings(self) -> dict[str, tuple[str, None]]:
        """For the statement of each ruling its page."""
        return self.data["rulings"]  # type: ignore[no-any-return]

    @property
    def tables(self) -> dict[str, tuple[str, None]]:
        """The pages with a table that has to be made anew in every build."""
        return self.data["tables"]  # type: ignore[no-any-return]

    def clear_doc(self, docname: str) -> None:
        """Forget a page."""
        for kept in self.initial_data:
            self.data[kept] = {key: value for key, value in self.data[kept].items() if value[0] != docname}

    def merge_domaindata(self, docnames: Set[str], otherdata: dict[str, Any]) -> None:
        """Take over what a parallel process has read."""
        for kept in self.initial_data:
            self.data[kept] |= {key: value for key, value in otherdata[kept].items() if value[0] in docnames}


def lorum_domain(env: BuildEnvironment) -> LorumDomain:
    """What the pages of this build say."""
    domain = env.domains["lorum"]
    assert isinstance(domain, LorumDomain)
    return domain


def reference(kind: str, target: str, docname: str, text: str = "") -> addnodes.pending_xref:
    """A link to an object of the standard domain, such as a ``rule``."""
    shown = nodes.literal(target, target) if kind == "rule" else nodes.inline(target, text or target)
    return addnodes.pending_xref(
        "", shown, refdomain="std", reftype=kind, reftarget=target, refdoc=docname, refexplicit=True
    )


class RuleDirective(ObjectDescription[Rule]):
    """One clause of the specification, under its id in the register."""

    option_spec: ClassVar[OptionSpec] = {"option": words, "parameter": words, "sources": statements}

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
        facts = {key: self.options.get(key, []) for key in self.option_spec}
        lorum_domain(self.env).clauses[anchor] = self.env.docname, facts
        if register := rules.__file__:  # a page is read anew when the register changes
            self.env.note_dependency(register)

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        """Add the small line with the options, the parameters and the sources of the clause."""
        line = nodes.paragraph(classes=["rule-facts"])
        linked = "statement" in self.env.domains.standard_domain.object_types
        for key in self.option_spec:
            for number, item in enumerate(self.options.get(key, ())):
                line += nodes.Text(", " if number else f"{'. ' if line.children else ''}{key.capitalize()}: ")
                if key != "sources":
                    line += nodes.literal(item, item)
                elif linked:
                    line += (link := reference("statement", item, self.env.docname))
                    link["source"] = True
                else:
                    line += nodes.Text(item)
        if line.children:
            content_node += line

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        return (sig_node["rule"],)

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        return str(sig_node["rule"])


class ReasonDirective(SphinxDirective):
    """Why a clause says what it says; it is no part of the norm."""

    has_content = True

    def run(self) -> list[nodes.Node]:
        """Put the word before the first paragraph."""
        self.assert_has_content()
        block = nodes.container(classes=["rule-reason"])
        block += self.parse_content_to_nodes()
        first = block.children[0]
        if not isinstance(first, nodes.paragraph):
            raise self.error("a reason begins with a sentence")
        first.insert(0, [nodes.emphasis("", "Reason:"), nodes.Text(" ")])
        return [block]


def check_complete(app: Sphinx, env: BuildEnvironment) -> None:
    """Report every member of the register that has no clause."""
    if app.config.lorum_rules_complete:
        for rule in Rule:
            if rule.value not in lorum_domain(env).clauses:
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
    """Add the directives, the role, the object type and the check."""
    app.add_config_value("lorum_rules_complete", False, "env", frozenset({bool}))
    app.add_domain(LorumDomain)
    app.add_object_type("rule", "rule", objname="rule")
    app.add_directive_to_domain("std", "rule", RuleDirective, override=True)
    app.add_role_to_domain("std", "rule", XRefRole(warn_dangling=True), override=True)
    app.add_directive("reason", ReasonDirective)
    app.connect("html-collect-pages", rule_page)
    app.connect("env-check-consistency", check_complete)
    return {"version": "2", "parallel_read_safe": True, "parallel_write_safe": True}
