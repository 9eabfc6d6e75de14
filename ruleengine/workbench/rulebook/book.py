"""A whole rulebook: the chapters in order, and what each key of a ruleset is told in.

Input: a ruleset or variant and flag values. Output: a `Book`, plain data for a renderer.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import replace
from typing import Final

from ruleengine.game.game import Game
from ruleengine.game.loading import game_of
from ruleengine.resolve.files.overlay import MergedTree
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.resolve.ruleset import ResolvedRuleset, resolve_tree
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.schema.wording import number_word
from ruleengine.workbench.rulebook import (
    knowledge_chapters,
    meanings,
    play_chapters,
    table_chapters,
)
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.claims import speech_about
from ruleengine.workbench.rulebook.direction_names import direction_names
from ruleengine.workbench.rulebook.document import Block, Book, Items, Paragraph, Section, Table
from ruleengine.workbench.rulebook.english import counted
from ruleengine.workbench.rulebook.points import points
from ruleengine.workbench.rulebook.speech import ACTOR
from ruleengine.workbench.rulebook.standing import STANDING_WORDS, standings
from ruleengine.workbench.rulebook.usage import Usage

CHAPTERS: Final[tuple[tuple[str, str, Callable[[Author], Iterator[Block]]], ...]] = (
    ("board", "The board", table_chapters.board),
    ("sides", "Who plays", table_chapters.sides),
    ("pieces", "The pieces", table_chapters.pieces),
    ("flow", "How the game goes", play_chapters.flow),
    ("actions", "What you can do", play_chapters.actions),
    ("special", "Special moves", play_chapters.special_moves),
    ("consequences", "What follows", play_chapters.consequences),
    ("meanings", "What is meant by", meanings.meanings),
    ("endings", "How the game ends", play_chapters.endings),
    ("hidden", "What is hidden", knowledge_chapters.hidden),
    ("kept", "Tallies and notes", knowledge_chapters.kept),
    ("sheets", "Ready set-ups", table_chapters.sheets),
)
"""The chapters about the rules, in order; one that has nothing to say is left out."""

KEYS: Final[Mapping[str, str | None]] = {
    "schema": None,
    "name": "imprint",
    "title": "title",
    "about": "title",
    "clauses": "clauses",
    "against": "clauses",
    "seats": "sides",
    "colors": "sides",
    "sides": "sides",
    "board": "board",
    "zones": "board",
    "kinds": "pieces",
    "dice": "pieces",
    "counters": "kept",
    "marks": "kept",
    "conditions": "meanings",  # or said in full wherever they are asked
    "tables": "meanings",
    "setup": "pieces",
    "phases": "flow",
    "actions": "actions",
    "procedures": "meanings",
    "rules": "actions",  # written out in every action that takes them
    "reactions": "consequences",
    "endings": "endings",
    "views": "hidden",
    "sheets": "sheets",
    "silenced": None,  # for authors, not for players
}
"""Where each key of a ruleset is told."""

UNTOLD: Final[Mapping[str, str]] = {
    "id": "a name for variants to refer to",
    "code": "a word for programs",
    "infers": "how values that are never named are found; that exactly one may fit is told",
    "before_way": "which of several reasons is told first",
    "extra_values": "about the writing of moves, not about play",
    "shared": "about the writing of moves; the set-up shows which pieces share a cell",
    "keep": "how far back a rule may ask, which the rule itself tells",
    "opening": "for programs that begin after the toss",
    "cover": "told with what is hidden, as `unknown_letters` has it",
    "shown": "how a piece is drawn on a screen",
    "because": "for authors",
    "about": "told with the title, and with each ready set-up",
    "picture": "the board is drawn from the rules instead",
    "note": "told in the list of clauses",
    "no_rule": "told in the list of clauses",
    "refusals": "told to whoever names something wrong; what may be named is told",
    "uses": "told by `Action.used`, in whichever form it is written",
    "draw": "told when an ending has no winner and is not void",
    "plural": "the verbs behind the title of a side show it, and where several pieces are told",
    "gives": "the answers of a table show it",
    "shuffled": "told with each ready set-up, by the cells over which lots spread its pieces",
    "over": "told in the same words as `shuffled`",
}
"""Keys inside rules that players need not be told of, and why."""


def write_book(tree: MergedTree, flags: Mapping[str, object] | None = None) -> Book:
    """Return the rulebook of a ruleset or variant under the flag values given."""
    game = game_of(tree, flags)
    speech = speech_about(_flagless(game))
    if not any(phase.turn for phase in speech.rules.ruleset.phases.values()):
        speech = replace(speech, mover_words=ACTOR)
    speech = replace(speech, directions=direction_names(speech.rules))
    usage = Usage(speech, tree.root)
    told = Usage(speech, tree.root, is_told=True)
    author = Author(game, replace(speech, idle=usage.idle), usage, told, standings(tree, game))
    sections = _chapters(author)
    while author.missed:
        author = replace(author, avoided=author.avoided | author.missed, printed=set())
        sections = _chapters(author)
    sections[0] = _with_remarks(sections[0], author.speech.remarks)
    sections += _closing(author)
    doubtful = (clause for clause, how in author.standings.items() if how != "holds")
    ruleset = game.rules.resolved.ruleset
    about = ruleset.about or ""
    return Book(
        ruleset.title,
        about,
        _imprint(game),
        tuple(sections),
        dict(author.palette.sides),
        frozenset(doubtful),
    )


def _chapters(author: Author) -> list[Section]:
    return [
        Section(key, title, blocks)
        for key, title, write in CHAPTERS
        if (blocks := tuple(write(author)))
    ]


_REMARKS: Final = {
    "numbers": (
        "Where the rules reckon with row and column numbers, rows are counted from 0 at the top "
        "and columns from 0 at the left."
    ),
    "directions": (
        "Where a number stands for a direction, 0 is up, and each number more is an eighth of a "
        "turn clockwise: 2 is right, 4 down and 6 left; 8 is up again."
    ),
    "rests": (
        "The rest of a division is never below 0, also where a number below 0 is divided: -1 "
        "divided by 8 leaves a rest of 7."
    ),
}


def _with_remarks(board: Section, remarks: AbstractSet[str]) -> Section:
    """Return the chapter about the board with remarks on what the rules reckon with.

    They are about the whole board, and would look like one more zone behind the list of these.
    """
    texts = [Paragraph(text) for name, text in _REMARKS.items() if name in remarks]
    lists = [place for place, block in enumerate(board.blocks) if isinstance(block, Items)]
    end = lists[0] if lists else len(board.blocks)
    return Section(board.key, board.title, (*board.blocks[:end], *texts, *board.blocks[end:]))


def _flagless(game: Game) -> ResolvedRuleset:
    """Return the same rules with the values of flags written into every expression."""
    tree = standalone_tree(game.rules.resolved)
    declared = read_flags(tree)
    return resolve_tree(tree, declared, choose_flags(declared, tree, {}))


def _imprint(game: Game) -> str:
    text = f"Ruleset {game.name}, {game.hash}."
    if not game.flags:
        return text
    departures = sum(point.is_departure for point in points(game))
    readings = counted(len(game.flags), "open point")
    if len(game.flags) == 1:
        how = "not " * bool(departures)
        return f"{text} {readings.capitalize()}, {how}read as the ruleset proposes."
    if not departures:
        return f"{text} {readings.capitalize()}, all read as the ruleset proposes."
    if departures == len(game.flags):
        return f"{text} {readings.capitalize()}, none read as the ruleset proposes."
    many = number_word(departures) if readings[0].isalpha() else str(departures)
    return f"{text} {readings.capitalize()}, {many} of them not read as the ruleset proposes."


def _closing(author: Author) -> Iterator[Section]:
    """Yield the open points and the list of clauses."""
    open_points = points(author.game)
    if open_points:
        lead = Paragraph(
            "The rulebook leaves these questions open, or players answer them in different ways. "
            "The answer that this game is played by is marked \u2713; a point whose answer is not "
            "the proposed one is marked \u2605."
        )
        yield Section("points", "Open points", (lead, *open_points))
    clauses = author.game.clauses
    if clauses:
        rows = tuple(
            (clause, text, STANDING_WORDS[author.standings[clause]])
            for clause, text in clauses.items()
        )
        lead = Paragraph(
            "The sentences behind the rules, and how they stand in this game. Where a number "
            "carries an asterisk elsewhere, its sentence may not hold as it is printed here.",
            is_quiet=True,
        )
        yield Section("clauses", "Clauses", (lead, Table(("Clause", "Text", "In this game"), rows)))
