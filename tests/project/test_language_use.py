"""The page that sets the games against the language has a cross where a game uses a word.

`RULEENGINE_WRITE=1 python -m pytest tests/project/test_language_use.py` sets the crosses anew.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterator
from dataclasses import dataclass
from pathlib import Path
from typing import TypeAlias, get_args

import pytest
import yaml

from ruleengine.expressions.functions import FUNCTIONS
from ruleengine.schema.fields import own_key
from ruleengine.schema.flags import FlagSection
from ruleengine.schema.reference_parts import UNIONS, models_under
from ruleengine.schema.ruleset import Ruleset

ROOT = Path(__file__).resolve().parents[2]
PAGE = ROOT / "docs" / "explanation" / "how-games-use-the-language.md"
WRITES = os.environ.get("RULEENGINE_WRITE") == "1"

Word: TypeAlias = tuple[str, str]
"""What a word is, such as `step`, and the word."""

# Lists of steps, and other keys that say what the keys below them are.
BELOW = dict.fromkeys(("effects", "turn", "round", "steps", "then", "else", "do", "repeat"), "step")
BELOW |= {"validators": "validator", "shape": "shape", "setup": "setup"}
BELOW |= {"operands": "operands", "any_of": "operand", "procedures": "procedures"}
# Where an author's own names stand as keys, and what is below each.
NAMED = {"operands": "operand", "procedures": "step"}
PROSE = frozenset({"about", "because", "clauses", "question", "says", "title"})
CALL = re.compile(r"\b([a-z_]+)\(")
KEYWORD = re.compile(r"\b([a-z_]+)=(?!=)")
NAME = re.compile(r"\b([a-z_]+)\b")
CITED = re.compile(
    r"\b(section|shape|setup|operand|validator|step|function|key|name) ((?:`\w+`(?:, )?)+)"
)


def words_in(node: object, what: str = "top") -> Iterator[Word]:
    """Yield the words of the language that a part of a ruleset uses."""
    if isinstance(node, dict):
        picks = "pick" in node
        for key, value in node.items():
            if what in NAMED and not picks:
                yield from words_in(value, NAMED[what])
                continue
            yield "key", str(key)
            yield ("section" if what == "top" else what), str(key)
            if key not in PROSE:
                yield from words_in(value, what if picks else BELOW.get(key, "other"))
    elif isinstance(node, list):
        for item in node:
            yield from words_in(item, what)
    elif isinstance(node, str):
        yield what, node
        yield from (("function", name) for name in CALL.findall(node))
        yield from (("key", name) for name in KEYWORD.findall(node))
        yield from (("name", name) for name in NAME.findall(node))


def read(path: Path) -> dict[str, object]:
    """Read a file with plain PyYAML, so that the crosses owe nothing to the engine."""
    document = yaml.safe_load(path.read_text(encoding="utf-8"))
    assert isinstance(document, dict)
    return document


GAMES = {
    path.stem: frozenset(words_in(document))
    for path in sorted((ROOT / "rulesets").rglob("*.yaml"))
    if "extends" not in (document := read(path))
}


def vocabulary() -> Iterator[Word]:
    """Yield the words that the page has to speak of."""
    for title, _, union, *_ in UNIONS:
        what = title.lower().removesuffix("s") if title != "Setup" else "setup"
        yield from ((what, own_key(model)) for model in get_args(get_args(union)[0]))
    yield from (("function", name) for name in FUNCTIONS)
    fields = Ruleset.model_fields.items()
    yield from (("section", name) for name, field in fields if not field.is_required())


@dataclass(frozen=True)
class Row:
    """A line of the table: what it is about, the words that say it, and a cell for each game."""

    about: str
    said_with: str
    cells: tuple[str, ...]

    @property
    def words(self) -> frozenset[Word]:
        found = CITED.findall(self.said_with)
        return frozenset((what, word) for what, some in found for word in re.findall(r"\w+", some))

    def crosses(self) -> tuple[str, ...]:
        """Return the cells as they have to be."""
        return tuple("x" if self.words & words else "" for words in GAMES.values())


def table() -> tuple[tuple[str, ...], list[Row]]:
    """Return the games in the head of the table and its rows."""
    lines = [line for line in PAGE.read_text(encoding="utf-8").splitlines() if line[:1] == "|"]
    cells = [tuple(cell.strip() for cell in line.strip("|").split("|")) for line in lines]
    return cells[0][2:], [Row(each[0], each[1], each[2:]) for each in cells[2:]]


def write() -> None:
    """Set the crosses anew, and the games at the head of the table."""
    _, rows = table()
    lines = [("what", "said with", *GAMES), ("---",) * (len(GAMES) + 2)]
    lines += [(row.about, row.said_with, *row.crosses()) for row in rows]
    text = PAGE.read_text(encoding="utf-8")
    start = text.index("\n|") + 1
    end = text.rindex("|\n") + 2
    drawn = "".join(f"| {' | '.join(cells)} |\n".replace("|  ", "| ") for cells in lines)
    PAGE.write_text(text[:start] + drawn + text[end:], encoding="utf-8")


@pytest.fixture(scope="module", autouse=True)
def _written() -> None:
    if WRITES:
        write()


def test_every_game_has_a_column() -> None:
    games, rows = table()
    assert rows
    assert list(games) == list(GAMES), "see the head of this file for how to write it anew"


def test_crosses_are_where_games_use_the_words() -> None:
    games, rows = table()
    wrong = [
        f"{row.about}: {'no ' * (cell == 'x')}cross for {game}"
        for row in rows
        for game, cell, wanted in zip(games, row.cells, row.crosses(), strict=True)
        if cell != wanted
    ]
    assert wrong == [], "see the head of this file for how to write it anew"


def test_every_row_has_words_that_exist() -> None:
    _, rows = table()
    known = set(vocabulary()) | {word for words in GAMES.values() for word in words}
    assert [row.about for row in rows if not row.words] == []
    unknown = {word for row in rows for word in row.words if word[0] not in {"key", "name"}}
    assert sorted(unknown - known) == []


def test_every_key_that_is_named_is_one() -> None:
    _, rows = table()
    models = [*models_under(Ruleset), *models_under(FlagSection)]
    keys = {field.alias or name for m in models for name, field in m.model_fields.items()}
    keys |= {"only", "pick", "value_of"}  # anywhere in a file, and gone before it is checked
    named = {word for row in rows for what, word in row.words if what == "key"}
    assert sorted(named - keys) == []


def test_every_word_of_the_language_is_in_some_row() -> None:
    _, rows = table()
    told = {word for row in rows for word in row.words}
    missing = sorted(set(vocabulary()) - told)
    assert missing == [], "give it a row, or put it into one"
