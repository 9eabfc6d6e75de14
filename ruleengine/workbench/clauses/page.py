"""The matrix of one ruleset as a page, in Markdown.

`ruleengine trace NAME --format markdown > docs/reference/clauses/NAME.md` writes the page.
"""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from ruleengine.schema.wording import counted
from ruleengine.workbench.clauses.matrix import Matrix
from ruleengine.workbench.clauses.traceability import ClauseTrace


def render_page(matrix: Matrix) -> str:
    """Return the page; it names no lines, so that it changes only when the rules do."""
    return "\n".join([*_lines(matrix), ""])


def _lines(matrix: Matrix) -> Iterator[str]:
    yield f"# {matrix.title}: clauses"
    yield ""
    yield f"This page is generated: `ruleengine trace {matrix.name} --format markdown` prints it."
    yield ""
    yield "For each clause: what of the ruleset cites it, and the cases that show it."
    yield "A note binds nobody, so nothing has to come from it."
    yield ""
    yield f"{counted(len(matrix.clauses), 'clause')}, {counted(matrix.num_cases, 'case')}."
    yield ""
    yield "| Clause | What it says | Rules and flags | Cases |"
    yield "|---|---|---|---|"
    for clause in matrix.clauses.values():
        yield _row(clause)
    yield ""
    yield "## What is left over"
    yield ""
    yield from _left_over("Clauses that no rule and no flag cites", matrix.clauses_without_rule)
    yield from _left_over("Clauses that no case shows", matrix.clauses_without_case)
    rules = [f"`{rule.by}`" for rule in matrix.rules_without_clause]
    yield from _left_over("Rules that come from no clause", rules)
    cited = [f"`{each.case}` cites {each.clause}" for each in matrix.unknown_citations]
    yield from _left_over("Cases that cite a clause which is not there", cited)


def _row(clause: ClauseTrace) -> str:
    text = clause.text if clause.is_binding else f"Note: {clause.text}"
    rules = dict.fromkeys(f"`{citation.by}`" for citation in clause.citations)
    cases = dict.fromkeys(f"`{case}`" for case in clause.cases)
    cells = (clause.id, text, ", ".join(rules), ", ".join(cases))
    return "| " + " | ".join(" ".join(cell.split()).replace("|", "\\|") for cell in cells) + " |"


def _left_over(title: str, items: Sequence[str]) -> Iterator[str]:
    yield f"- {title}: {', '.join(items) or 'none'}."
