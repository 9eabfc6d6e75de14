"""The chapter about what other chapters speak of: procedures, conditions, tables, questions."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import Final

from ruleengine.schema import steps
from ruleengine.schema.conditions import NamedCondition
from ruleengine.schema.expression import Expression
from ruleengine.schema.model import Model
from ruleengine.schema.procedures import Procedure, given_to, steps_of
from ruleengine.schema.tables import Given, TableRow
from ruleengine.schema.tables import Table as RuleTable
from ruleengine.workbench.rulebook import table_words
from ruleengine.workbench.rulebook.author import Author, clauses_in
from ruleengine.workbench.rulebook.claims import titled_condition
from ruleengine.workbench.rulebook.covered import answering_rows
from ruleengine.workbench.rulebook.document import (
    Block,
    Heading,
    Item,
    Items,
    Paragraph,
    Table,
    reference,
)
from ruleengine.workbench.rulebook.english import capital, joined, sentence, spaced
from ruleengine.workbench.rulebook.phrases import settled, verdict
from ruleengine.workbench.rulebook.play_chapters import action_blocks
from ruleengine.workbench.rulebook.same_position import say_same_position
from ruleengine.workbench.rulebook.speech import Speech, called, told_apart
from ruleengine.workbench.rulebook.steps import is_in_order, say_steps


def meanings(author: Author) -> Iterator[Block]:
    """Yield the chapter about procedures and tables that other chapters speak of."""
    ruleset, told = author.speech.rules.ruleset, author.told
    procedures = {
        name: body for name, body in ruleset.procedures.items() if name in told.procedures
    }
    titled = {name: titled_condition(author.speech, name) for name in ruleset.conditions}
    conditions = [body for name, body in titled.items() if body is not None and name in told.names]
    tables = {
        name: table
        for name, table in ruleset.tables.items()
        if name in told.names and table_words.only_row(author.speech, name) is None
    }
    own = frozenset(clauses_in([procedures, conditions, tables]))
    for name, body in procedures.items():
        yield from _procedure(author, name, body, own)
    for condition in conditions:
        yield from _condition(author, condition, own)
    for name, table in tables.items():
        yield from _table(author, name, table, own)
    same = say_same_position(author)
    if same:
        yield Heading("The same position")
        yield Paragraph(same)
    for name in (each for each in ruleset.actions if told.is_only_asked(each)):
        yield from action_blocks(author, name, _ASKED)


_ASKED: Final = "Nobody plays this: the rules only ask whether it could be played."


def _procedure(
    author: Author, name: str, body: list[steps.Step] | Procedure, own: frozenset[str]
) -> Iterator[Block]:
    given = given_to(body)
    title = body.title if isinstance(body, Procedure) else None
    cited = tuple(body.clauses) if isinstance(body, Procedure) else ()
    heading = Heading(capital(_titled(title, name, given)), cited)
    if isinstance(body, Procedure) and not body.explained:
        yield from _unexplained(author, heading, body, own)
        return
    yield heading
    yield from author.sayings("meanings", body)
    if given:
        yield Paragraph(f"For {_given(given)}:")
    lines = say_steps(_naming(author.speech, given), steps_of(body))
    yield Items(lines, is_numbered=is_in_order(lines))


def _unexplained(
    author: Author, heading: Heading, body: Model, own: frozenset[str]
) -> Iterator[Block]:
    """Yield what is said of something whose title says enough: the sentences it comes from.

    With them come those of all that is left out with it, unless something in this chapter has
    them as its `own`. Where they are printed elsewhere, nothing is left to say.
    """
    besides = frozenset(clauses_in(author.left_out_with(body))) - own
    sayings = tuple(author.sayings("meanings", body, besides=besides))
    if sayings:
        yield heading
        yield from sayings


def _condition(author: Author, condition: NamedCondition, own: frozenset[str]) -> Iterator[Block]:
    heading = Heading(capital(str(condition.title)), tuple(condition.clauses))
    if not condition.explained:
        yield from _unexplained(author, heading, condition, own)
        return
    yield heading
    yield from author.sayings("meanings", condition)
    lines = tuple(
        Item(sentence(author.speech.claim(part.holds)), tuple(part.clauses))
        for part in condition.parts
        if settled(author.speech, part.holds) is not True
    )
    if len(lines) == 1:
        said = author.speech.claim(condition.parts[0].holds)
        yield Paragraph(sentence(f"this is so when {said}"), lines[0].clauses)
    else:
        yield Items(lines, "This is so when all of these hold")


def _titled(title: str | None, name: str, given: Given) -> str:
    """Return what a procedure or a table is called in its heading."""
    if title is None:
        return spaced(name)
    return table_words.filled(title, ((each, _introduced(given, each)) for each in given))


def _introduced(given: Given, name: str) -> str:
    """Return what something that is given is called in a heading."""
    kind = given[name]
    return told_apart(called(name), name, kind if isinstance(kind, str) else "word")


def _given(given: Given) -> str:
    return joined(
        f"{called(name)} ({kind if isinstance(kind, str) else joined(kind, 'or')})"
        for name, kind in given.items()
    )


def _naming(speech: Speech, given: Given) -> Speech:
    """Return a speech in which what is given is called by its name, without an article."""
    return speech.knowing({name: called(name) for name in given})


_OPENING: Final = "\u201c"
_OTHERWISE: Final = "in every other case"


def _table(author: Author, name: str, table: RuleTable, own: frozenset[str]) -> Iterator[Block]:
    heading = Heading(capital(_titled(table.title, name, table.given)), tuple(table.clauses))
    if not table.explained:
        yield from _unexplained(author, heading, table, own)
        return
    yield heading
    yield from author.sayings("meanings", table)
    speech = _naming(author.speech, table.given)
    live = answering_rows(speech, table)
    if len(live) == 1:
        said = _answer(speech, live[0].value)
        root = speech.root(live[0].value)
        if not table.given and root.type == "truth" and verdict(speech, root) is None:
            yield Paragraph(sentence(f"this is so when {speech.clause(root)}"))
            return
        if not any(called(name) in said for name in table.given):
            yield Paragraph(sentence(f"it is always {said}"))
            return
        given = _asked(speech, name, [said])
        yield Paragraph(f"For {_given(given)}: {said}." if given else sentence(said))
        return
    cases = [
        _OTHERWISE if row.when is None or settled(speech, row.when) else speech.claim(row.when)
        for row in live
    ]
    words = [_answer(speech, row.value) for row in live]
    given = _asked(speech, name, [*cases, *words])
    about = f" for {_given(given)}" if given else ""
    yield Paragraph(f"An answer is looked up here{about}: the first row that fits gives it.")
    # A word is written as it is where rules ask for it.
    answers = [each if each.startswith(_OPENING) else capital(each) for each in words]
    columns = [tuple(map(capital, cases)), tuple(answers)]
    remarks = tuple(_remark(author, row) for row in live)
    if any(remarks):
        columns.append(remarks)
    heads = ("When", "Answer", "That is")[: len(columns)]
    yield Table(heads, tuple(zip(*columns, strict=True)))


def _asked(speech: Speech, table: str, words: Sequence[str]) -> Given:
    """Return what a table is given that is spoken of: under a flag some of it may not matter."""
    declared = speech.rules.ruleset.tables[table]
    if declared.title is None:
        return declared.given
    told = " ".join([declared.title, *words])
    return {
        name: kind
        for name, kind in declared.given.items()
        if called(name) in told or f"{{{name}}}" in told or (table, name) in speech.unsaid
    }


def _remark(author: Author, row: TableRow) -> str:
    """Return what a row says of itself, and the clauses it comes from."""
    said = sentence(row.says) if row.says else ""
    doubtful = (clause for clause, how in author.standings.items() if how != "holds")
    cited = reference(row.clauses, frozenset(doubtful))
    return f"{said} [{cited}]".strip() if cited else said


def _answer(speech: Speech, value: Expression) -> str:
    """Return what a row of a table answers."""
    root = speech.root(value)
    if root.type != "truth":
        return speech.noun(root)
    known = verdict(speech, root)
    if known is not None:
        return "yes" if known else "no"
    return f"yes if {speech.clause(root)}; otherwise no"
