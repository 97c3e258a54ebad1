"""Traceability: from the statements of the sources to clauses, and from clauses to code and tests.

All statements stand in a CSV file with the columns ``id``, ``kind`` and ``statement``. Clauses name those
that they answer in their ``sources``. What code and tests cite is read from their syntax trees, what variant
files cite from their TOML. Nothing is imported or run for it.

The directives ``statement-table``, ``rule-matrix`` and ``contract-table`` show the tables. ``ruling`` writes
one ruling, and adds links to the clauses that hold its answer. Statements and rulings can be cited like
clauses: ``:statement:`K5.4```, and from elsewhere the labels ``statement:K5.4`` and ``ruling:K5.3``.

Always reported are: a statement of kind rule, def, example or ruling that no clause answers; a statement
named that does not exist; a ruling missing or too many; an option or a parameter of variant files that no
clause names, or one named that does not exist; a rule cited in code, data or a test that does not exist.
With ``lorum_code_complete`` and ``lorum_tests_complete`` a clause without code, and one without a test, are
reported too.
"""

import ast
import csv
import re
import tomllib
from collections import defaultdict
from collections.abc import Iterable, Iterator
from functools import cache
from pathlib import Path
from typing import Any, ClassVar, NamedTuple

from attrs import fields
from docutils import nodes
from lorum_rules import lorum_domain, reference
from sphinx import addnodes
from sphinx.application import Sphinx
from sphinx.directives import ObjectDescription
from sphinx.environment import BuildEnvironment
from sphinx.roles import XRefRole
from sphinx.transforms.post_transforms import SphinxPostTransform
from sphinx.util import logging
from sphinx.util.docutils import SphinxDirective
from sphinx.util.typing import ExtensionMetadata

import lorum
from lorum.contracts.families import FAMILIES
from lorum.rules import Rule
from lorum.settlement import Settlement
from lorum.variant import Plan, Table

logger = logging.getLogger(__name__)

ANSWERED = ("rule", "def", "example", "ruling")
"""The kinds of statements that some clause has to answer."""

DOCUMENTS = ("compendium", "seven-contracts", "eight-games")


# Statements


class Statement(NamedTuple):
    """A row of the table of statements."""

    id: str
    kind: str
    text: str


@cache
def statements_in(path: Path) -> dict[str, Statement]:
    """All statements by id, in the order of the file."""
    with path.open(encoding="utf-8", newline="") as file:
        rows = [Statement(row["id"], row["kind"], row["statement"]) for row in csv.DictReader(file)]
    found = {row.id: row for row in rows}
    if len(found) < len(rows):
        raise ValueError(f"{path.name}: a statement stands there twice")
    return found


def all_statements(env: BuildEnvironment) -> dict[str, Statement]:
    """All statements of the sources, by id."""
    return statements_in(Path(env.srcdir) / env.config.lorum_statements)


def answers(env: BuildEnvironment) -> dict[str, list[str]]:
    """For each statement the clauses that answer it, in the order of the register."""
    found = defaultdict(list)
    clauses = lorum_domain(env).clauses
    for rule in Rule:
        _, facts = clauses.get(rule.value, ("", {}))
        for statement in facts.get("sources", ()):
            found[statement].append(rule.value)
    return found


# Citations


class Citation(NamedTuple):
    """A place that cites a rule: the member's name in code, or else the id."""

    rule: str
    file: str
    where: str


_QUOTED_ID = re.compile(r"`([a-z][a-z-]*(?:\.[a-z0-9-]+)+)`")
_BEGINNINGS = {rule.value.partition(".")[0] for rule in Rule}


def _member(node: ast.AST) -> str | None:
    """The rule that ``Rule.X``, ``lorum.Rule.X`` or ``Rule("x")`` stands for."""
    if isinstance(node, ast.Attribute) and node.attr.isupper() and _name(node.value) == "Rule":
        return node.attr
    if isinstance(node, ast.Call) and _name(node.func) == "Rule" and len(node.args) == 1:
        value = node.args[0]
        if isinstance(value, ast.Constant) and isinstance(value.value, str):
            return value.value
    return None


def _name(node: ast.AST) -> str:
    """The last name of ``a.b.c``."""
    return node.attr if isinstance(node, ast.Attribute) else node.id if isinstance(node, ast.Name) else ""


def code_citations(tree: ast.AST, file: str) -> Iterator[Citation]:
    """The rules that a module uses, and those that its docstrings name in backquotes."""
    for node in ast.walk(tree):
        if member := _member(node):
            yield Citation(member, file, "")
        if isinstance(node, ast.Expr) and isinstance(node.value, ast.Constant):
            for id in _QUOTED_ID.findall(str(node.value.value)):
                if id.partition(".")[0] in _BEGINNINGS:
                    yield Citation(id, file, "")


def mark_citations(tree: ast.AST, file: str, inside: str = "") -> Iterator[Citation]:
    """The rules in marks of tests: decorators, ``pytestmark`` and the marks of parameters."""
    for node in ast.iter_child_nodes(tree):
        within = inside
        if isinstance(node, ast.FunctionDef | ast.AsyncFunctionDef | ast.ClassDef):
            within = f"{inside}::{node.name}"
        if isinstance(node, ast.Call) and _name(node.func) == "rule" and _is_mark(node.func):
            for argument in node.args:
                if member := _member(argument):
                    yield Citation(member, file, inside)
        else:
            yield from mark_citations(node, file, within)


def _is_mark(node: ast.AST) -> bool:
    return isinstance(node, ast.Attribute) and _name(node.value) == "mark"


def data_citations(value: object, file: str, key: str = "") -> Iterator[Citation]:
    """The rules that a variant file names: under ``rule``, and on both sides under ``rules``."""
    if isinstance(value, dict):
        for name, item in value.items():
            if key == "rules":
                yield Citation(name, file, "")
            yield from data_citations(item, file, "rule" if key == "rules" else name)
    elif isinstance(value, list):
        for item in value:
            yield from data_citations(item, file, key)
    elif key == "rule" and isinstance(value, str):
        yield Citation(value, file, "")


class Citations(NamedTuple):
    """Everything that cites a rule, by its id, and the citations of rules that do not exist."""

    code: dict[str, list[Citation]]
    tests: dict[str, list[Citation]]
    unknown: list[Citation]


@cache
def citations_in(root: Path) -> Citations:
    """All citations below the top folder of the project."""
    code: list[Citation] = []
    tests: list[Citation] = []
    for path in sorted((root / "lorum").rglob("*.py")):
        file = path.relative_to(root / "lorum").as_posix()
        if file != "rules.py":  # the register itself
            code += code_citations(ast.parse(path.read_bytes()), file)
    for path in sorted((root / "variants").glob("*.toml")):
        code += data_citations(tomllib.loads(path.read_text(encoding="utf-8")), path.name)
    for path in sorted((root / "tests").rglob("*.py")):
        tests += mark_citations(ast.parse(path.read_bytes()), path.relative_to(root / "tests").as_posix())
    known = {rule.name: rule.value for rule in Rule} | {rule.value: rule.value for rule in Rule}
    return Citations(
        _by_rule(code, known),
        _by_rule(tests, known),
        [one for one in code + tests if one.rule not in known],
    )


def _by_rule(citations: Iterable[Citation], known: dict[str, str]) -> dict[str, list[Citation]]:
    found = defaultdict(list)
    for one in citations:
        if one.rule in known:
            found[known[one.rule]].append(one)
    return dict(found)


def top(env: BuildEnvironment) -> Path:
    """The top folder of the project."""
    return Path(env.srcdir, env.config.lorum_root).resolve()


# Options and parameters of variant files


@cache
def options_in(root: Path) -> frozenset[str]:
    """The names of all options in the variant files."""
    return frozenset(name for file in variant_files(root) for name in file.get("option", ()))


@cache
def statements_behind(root: Path) -> frozenset[str]:
    """The statements that options and presets of the variant files rest on."""
    return frozenset(
        entry["statement"]
        for file in variant_files(root)
        for kind in ("option", "preset")
        for entry in file.get(kind, {}).values()
        if "statement" in entry
    )


def variant_files(root: Path) -> list[dict[str, Any]]:
    """The trees of the variant files."""
    return [
        tomllib.loads(path.read_text(encoding="utf-8")) for path in sorted((root / "variants").glob("*.toml"))
    ]


def parameters() -> frozenset[str]:
    """What the tables of a variant file can say, ids, names and citations apart."""
    places: list[tuple[str, type[Any]]] = [("table", Table), ("session", Plan), ("settlement", Settlement)]
    places += [("contract", family) for family in FAMILIES.values()]
    prose = ("id", "names", "rules")
    return frozenset(
        f"{table}.{field.name}"
        for table, cls in places
        for field in fields(cls)
        if field.init and field.name not in prose
    )


# Checks


def check(app: Sphinx, env: BuildEnvironment) -> None:
    """Report every gap and every name that leads nowhere."""
    for problem in problems(env):
        logger.warning("%s", problem, type="lorum_trace")


def problems(env: BuildEnvironment) -> Iterator[str]:
    """Every gap, and every name that leads nowhere, in words."""
    root = top(env)
    domain, statements, answered = lorum_domain(env), all_statements(env), answers(env)
    for statement in statements.values():
        if statement.kind in ANSWERED and statement.id not in answered:
            yield f"statement without a clause: {statement.id}"
        if (statement.kind == "ruling") != (statement.id in domain.rulings):
            yield f"ruling missing, or for a statement that is none: {statement.id}"
    for id in sorted({*answered, *domain.rulings, *statements_behind(root)} - set(statements)):
        yield f"there is no such statement: {id}"
    for key, known in (("option", options_in(root)), ("parameter", parameters())):
        named = {name for _, facts in domain.clauses.values() for name in facts[key]}
        yield from (f"there is no such {key}: {name}" for name in sorted(named - known))
        yield from (f"{key} without a clause: {name}" for name in sorted(known - named))
    cited = citations_in(root)
    for one in cited.unknown:
        yield f"there is no such rule: {one.rule}, cited in {one.file}{one.where}"
    if env.config.lorum_code_complete:
        yield from (f"rule without code: {rule.value}" for rule in Rule if rule.value not in cited.code)
    if env.config.lorum_tests_complete:
        yield from (f"rule without a test: {rule.value}" for rule in Rule if rule.value not in cited.tests)


# Tables


class Later(nodes.General, nodes.Element):
    """The place of a table or a line that is made when all pages have been read."""


class LaterDirective(SphinxDirective):
    """A directive that leaves a place for a table."""

    kind: ClassVar[str]

    def run(self) -> list[nodes.Node]:
        """Leave the place."""
        lorum_domain(self.env).tables[self.env.docname] = self.env.docname, None
        argument = self.arguments[0] if self.arguments else ""
        return [Later(kind=self.kind, argument=argument, docname=self.env.docname)]


class StatementTable(LaterDirective):
    """The statements of one source, whose letter is the argument, and the clauses that answer them."""

    kind = "statements"
    required_arguments = 1

    def run(self) -> list[nodes.Node]:
        """Leave the place, and make every statement citable."""
        domain = self.env.domains.standard_domain
        for statement in all_statements(self.env).values():
            if statement.id.startswith(self.arguments[0]):
                domain.note_object("statement", statement.id, statement.id, location=self.get_location())
                label = f"statement:{statement.id}"
                domain.note_hyperlink_target(label, self.env.docname, statement.id, statement.text)
        return super().run()


class RuleMatrix(LaterDirective):
    """For each clause what cites it in code and tests."""

    kind = "matrix"


class ContractTable(LaterDirective):
    """All contracts of all documents."""

    kind = "contracts"


class RulingDirective(ObjectDescription[str]):
    """A ruling, under the number of its statement, with links to the clauses that hold the answer."""

    def handle_signature(self, sig: str, signode: addnodes.desc_signature) -> str:
        """Write the heading: the number and the statement."""
        statement = all_statements(self.env).get(sig)
        signode["ruling"] = sig
        signode["statement"] = statement.text if statement else ""
        signode += nodes.strong("", signode["statement"])
        signode += nodes.literal("", sig, classes=["rule-id"])
        return sig

    def add_target_and_index(self, name: str, sig: str, signode: addnodes.desc_signature) -> None:
        """Make it an object and a label."""
        anchor = f"ruling-{name}"
        signode["ids"].append(anchor)
        self.state.document.note_explicit_target(signode)
        domain = self.env.domains.standard_domain
        domain.note_object("ruling", name, anchor, location=signode)
        domain.note_hyperlink_target(f"ruling:{name}", self.env.docname, anchor, signode["statement"])
        lorum_domain(self.env).rulings[name] = self.env.docname, None

    def transform_content(self, content_node: addnodes.desc_content) -> None:
        """Leave a place for the links."""
        lorum_domain(self.env).tables[self.env.docname] = self.env.docname, None
        content_node += Later(kind="clauses", argument=self.arguments[0], docname=self.env.docname)

    def _object_hierarchy_parts(self, sig_node: addnodes.desc_signature) -> tuple[str, ...]:
        return (sig_node["ruling"],)

    def _toc_entry_name(self, sig_node: addnodes.desc_signature) -> str:
        return str(sig_node["ruling"])


Cell = list[nodes.Node]


def table(
    widths: tuple[int, ...], head: tuple[str, ...], rows: Iterable[tuple[str, list[Cell]]]
) -> nodes.table:
    """A table; each row comes with the anchor it gets, if any."""
    group = nodes.tgroup(cols=len(widths))
    group += [nodes.colspec(colwidth=width) for width in widths]
    top, body = nodes.thead(), nodes.tbody()
    top += _row([[nodes.Text(word)] for word in head])
    for anchor, cells in rows:
        row = _row(cells)
        if anchor:
            row["ids"].append(anchor)
        body += row
    group += [top, body]
    made = nodes.table(classes=["lorum-table"])
    made += group
    return made


def _row(cells: list[Cell]) -> nodes.row:
    row = nodes.row()
    for cell in cells:
        entry = nodes.entry()
        entry += nodes.paragraph("", "", *cell)
        row += entry
    return row


def listed(items: Iterable[nodes.Node]) -> Cell:
    """The items with commas between them."""
    cell: Cell = []
    for item in items:
        cell += [nodes.Text(", ")] if cell else []
        cell.append(item)
    return cell


class Fill(SphinxPostTransform):
    """Make the tables, before references are resolved."""

    default_priority = 5

    def run(self, **_: Any) -> None:
        """Replace every place by what belongs there."""
        for place in list(self.document.findall(Later)):
            kind, argument, docname = place["kind"], place["argument"], place["docname"]
            if kind == "statements":
                made = self.statements(argument, docname)
            elif kind == "matrix":
                made = self.matrix(docname)
            elif kind == "contracts":
                made = self.contracts(docname)
            else:
                made = self.clauses(argument, docname)
            place.replace_self(made)
        rulings = lorum_domain(self.env).rulings
        for link in self.document.findall(addnodes.pending_xref):
            # In the small line of a clause a statement that needed a ruling leads to the ruling.
            if link.get("source") and link["reftarget"] in rulings:
                link["reftype"] = "ruling"

    def statements(self, source: str, docname: str) -> nodes.Node:
        """The statements of one source."""
        answered = answers(self.env)
        rulings = lorum_domain(self.env).rulings
        rows: list[tuple[str, list[Cell]]] = []
        for one in all_statements(self.env).values():
            if one.id.startswith(source):
                kind: nodes.Node = nodes.Text(one.kind)
                if one.id in rulings:
                    kind = reference("ruling", one.id, docname, "ruling")
                clauses = listed(reference("rule", id, docname) for id in answered.get(one.id, ()))
                rows.append((one.id, [[nodes.Text(one.id)], [kind], [nodes.Text(one.text)], clauses]))
        return table((6, 7, 45, 42), ("Number", "Kind", "Statement", "Clauses"), rows)

    def clauses(self, statement: str, docname: str) -> nodes.Node:
        """The clauses that hold the answer of a ruling."""
        links = listed(reference("rule", id, docname) for id in answers(self.env).get(statement, ()))
        return nodes.paragraph("", "Clauses: ", *links, classes=["rule-facts"])

    def matrix(self, docname: str) -> nodes.Node:
        """Clauses, code and tests."""
        cited = citations_in(top(self.env))
        rows: list[tuple[str, list[Cell]]] = []
        for rule in Rule:
            code = dict.fromkeys(one.file for one in cited.code.get(rule.value, ()))
            tests = dict.fromkeys(one.file + one.where for one in cited.tests.get(rule.value, ()))
            cells = [listed(nodes.literal("", name) for name in names) for names in (code, tests)]
            rows.append(("", [[reference("rule", rule.value, docname)], *cells]))
        return table((30, 30, 40), ("Clause", "Code", "Tests"), rows)

    def contracts(self, docname: str) -> nodes.Node:
        """The contracts of all documents, with their names in the languages of the sources."""
        rows: list[tuple[str, list[Cell]]] = []
        for variant in DOCUMENTS:
            for id, contract in lorum.get_variant(variant).definitions.items():
                others = dict.fromkeys(name for name in contract.names.values() if name != contract.name)
                begins = f"{variant}.{id}."
                clauses = [rule.value for rule in Rule if rule.value.startswith(begins)]
                cells: list[Cell] = [
                    [nodes.literal("", variant)],
                    [nodes.literal("", id)],
                    [nodes.Text(contract.name)],
                    [nodes.Text(", ".join(others))],
                    [nodes.Text(contract.family)],
                    listed(reference("rule", clause, docname) for clause in clauses),
                ]
                rows.append(("", cells))
        head = ("Variant", "Id", "Name", "Other names", "Family", "Clauses")
        return table((14, 14, 14, 18, 8, 32), head, rows)


def outdated(app: Sphinx, env: BuildEnvironment, *_: set[str]) -> list[str]:
    """The pages with tables: what these show may have changed anywhere."""
    return sorted(page for page in lorum_domain(env).tables if page in env.found_docs)


def forget(app: Sphinx) -> None:
    """Read everything anew in every build."""
    for cached in (statements_in, citations_in, options_in, statements_behind):
        cached.cache_clear()


def setup(app: Sphinx) -> ExtensionMetadata:
    """Add the directives, the roles, the tables and the checks."""
    app.setup_extension("lorum_rules")
    app.add_config_value("lorum_statements", "spec/statements.csv", "env", frozenset({str}))
    app.add_config_value("lorum_root", "..", "env", frozenset({str}))
    app.add_config_value("lorum_code_complete", False, "", frozenset({bool}))
    app.add_config_value("lorum_tests_complete", False, "", frozenset({bool}))
    app.add_node(Later)
    for kind in ("statement", "ruling"):
        app.add_object_type(kind, kind, objname=kind)
        app.add_role_to_domain("std", kind, XRefRole(warn_dangling=True), override=True)
    app.add_directive_to_domain("std", "ruling", RulingDirective, override=True)
    app.add_directive("statement-table", StatementTable)
    app.add_directive("rule-matrix", RuleMatrix)
    app.add_directive("contract-table", ContractTable)
    app.add_post_transform(Fill)
    app.connect("builder-inited", forget)
    app.connect("env-get-outdated", outdated)
    app.connect("env-check-consistency", check)
    return {"version": "1", "parallel_read_safe": True, "parallel_write_safe": True}
