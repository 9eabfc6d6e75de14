"""Whatever happens to a ruleset in an editor: diagnostics with places, or a game to play.

The default run makes a few hundred edits, always the same; with `RULEENGINE_EDITS=20` in the
environment there are twenty times as many, and other ones each time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable, Sequence
from pathlib import Path
from typing import TypeAlias, TypeVar

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from ruleengine.analysis.validation import validate
from ruleengine.errors import Diagnostic, EndlessError, RulesetError, render
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.game.streams import draw as draw_number
from ruleengine.resolve.files.library import shipped_names

T = TypeVar("T")

SAMPLER = Path(__file__).with_name("sampler.yaml")
SHIPPED = sorted(shipped_names().values())
PLIES = 20
TIMES = int(os.environ.get("RULEENGINE_EDITS", "1"))

TOKEN = re.compile(r"[A-Za-z_][A-Za-z0-9_.]*|[0-9]+|\"[^\"\n]*\"|==|!=|<=|>=|[<>]")
ENTRY = re.compile(r"\w+: (?:[^,{}\[\]\n]+|\[[^\[\]\n]*\]|\{[^{}\n]*\})(?:, )?")
# What an author may put in the wrong place: other types, other sizes, other languages.
SCALARS = (
    *("0", "1", "-1", "7", "64", "65", "1000", "2147483647", "99999999999999999999", "2.5", '"3"'),
    *("true", "false", "yes", "null", "~", "nothing", "any", "chance", "it", "mover", "opponent"),
    *("turn", "ply", "phase", "seat", '""', '"."', "[]", "{}", "[1, 2]", "{rows: 1}", "a1", "z9"),
    *('"piece_at(to)"', '"piece_at(to).owner"', '"zone_of(to, camp)"', '"zone_of(to, camp).owner"'),
    *('"turn / die"', '"not can()"', '"count() > 0"', '"mover.opponent"', "unit", "unit.cell"),
    *("end_turn", "stop", "check_endings", "&a", "*a", "!x", "|", ">", "<<", "---", "'", '"'),
)
KEYS = (
    *("id", "label", "clauses", "only", "pick", "otherwise", "value_of", "else", "for", "who"),
    *("owner", "kind", "in", "where", "title", "limit", "per", "optional", "draw", "winner"),
    *("append", "remove", "schema", "extends", "shape", "parts", "off_board", "steps", "mystery"),
)
INDENTS = ("", " ", "  ", "    ", "      ", "\t", "- ")
CHARACTERS = " \t\n:,-#'\"{}[]&*!|>%@`.()=<+0aZ\u00e9\u2028\x00"

Lines: TypeAlias = list[str]
Numbers: TypeAlias = tuple[int, int, int]
Edit: TypeAlias = Callable[[Lines, Numbers], None]


def delete_line(lines: Lines, numbers: Numbers) -> None:
    del lines[numbers[0] % len(lines)]


def duplicate_line(lines: Lines, numbers: Numbers) -> None:
    lines.insert(numbers[0] % len(lines), lines[numbers[1] % len(lines)])


def swap_lines(lines: Lines, numbers: Numbers) -> None:
    one, two = numbers[0] % len(lines), numbers[1] % len(lines)
    lines[one], lines[two] = lines[two], lines[one]


def change_indentation(lines: Lines, numbers: Numbers) -> None:
    index = numbers[0] % len(lines)
    lines[index] = one_of(INDENTS, numbers[1]) + lines[index].lstrip()


def change_character(lines: Lines, numbers: Numbers) -> None:
    index = numbers[0] % len(lines)
    at = numbers[1] % (len(lines[index]) + 1)
    removed, new = numbers[2] % 2, one_of(CHARACTERS, numbers[2] // 2)
    lines[index] = lines[index][:at] + new + lines[index][at + removed :]


def replace_word(lines: Lines, numbers: Numbers) -> None:
    index = numbers[0] % len(lines)
    words = list(TOKEN.finditer(lines[index]))
    if words:
        old, new = one_of(words, numbers[1]), some_word(lines, numbers[2])
        lines[index] = lines[index][: old.start()] + new + lines[index][old.end() :]


def delete_entry(lines: Lines, numbers: Numbers) -> None:
    index = numbers[0] % len(lines)
    entries = list(ENTRY.finditer(lines[index]))
    if entries:
        old = one_of(entries, numbers[1])
        lines[index] = lines[index][: old.start()] + lines[index][old.end() :]


def insert_entry(lines: Lines, numbers: Numbers) -> None:
    index = numbers[0] % len(lines)
    line, key = lines[index], one_of(KEYS, numbers[1])
    value = some_word(lines, numbers[2])
    if "{" in line:
        at = line.index("{") + 1
        lines[index] = f"{line[:at]}{key}: {value}, {line[at:]}"
    else:
        indent = " " * (len(line) - len(line.lstrip()))
        lines.insert(index, f"{indent}{key}: {value}")


def some_word(lines: Lines, number: int) -> str:
    """Return a word of the file, or one that does not belong in it."""
    own: set[str] = set(TOKEN.findall("\n".join(lines)))
    return one_of(sorted(own) or SCALARS if number % 2 else SCALARS, number // 2)


def one_of(options: Sequence[T], number: int) -> T:
    return options[number % len(options)]


EDITS: dict[str, Edit] = {
    edit.__name__: edit
    for edit in (
        delete_line,
        duplicate_line,
        swap_lines,
        change_indentation,
        change_character,
        replace_word,
        delete_entry,
        insert_entry,
    )
}
# Replaced words most often leave a file that can still be read.
NAMES = (*EDITS, *["replace_word"] * 4, "delete_entry")
NUMBER = st.integers(0, 2**14)
CHANGES = st.lists(
    st.tuples(st.sampled_from(NAMES), st.tuples(NUMBER, NUMBER, NUMBER)), min_size=1, max_size=3
)


def edited(text: str, changes: Sequence[tuple[str, Numbers]]) -> str:
    lines = text.split("\n")
    for name, numbers in changes:
        if lines:
            EDITS[name](lines, numbers)
    return "\n".join(lines)


def check_places(diagnostics: tuple[Diagnostic, ...], path: Path, text: str) -> None:
    assert diagnostics
    lines = re.split("\r\n|\r|\n", text)
    for problem in diagnostics:
        span = problem.span
        assert span is not None, problem
        assert (1, 1) <= (span.line, span.col) <= (span.end_line, span.end_col)
        if Path(span.file).name == path.name:
            assert span.line <= max(1, len(lines)), problem
            assert render(problem, lines[span.line - 1])


def play(game: Game, seed: int) -> None:
    """Play some random plies; rules that go round in a circle are the only way to fail."""
    try:
        position = game.start()
        for number in range(PLIES):
            if position.outcome is not None:
                return
            options = position.chance or position.legal_moves()
            assert options
            position = position.play(
                options[draw_number(9, seed, 0, 0, number, options=len(options))]
            )
            assert position.drawing
    except EndlessError:
        note("its rules go round in a circle")


def effort(max_examples: int) -> settings:
    return settings(
        max_examples=max_examples * TIMES,
        deadline=None,
        derandomize=TIMES == 1,
        suppress_health_check=[HealthCheck.function_scoped_fixture, HealthCheck.too_slow],
    )


@effort(400)
@given(changes=CHANGES, seed=NUMBER)
def test_edits_of_a_file_that_uses_everything(
    tmp_path: Path, changes: list[tuple[str, Numbers]], seed: int
) -> None:
    path, text = tmp_path / SAMPLER.name, edited(SAMPLER.read_text(encoding="utf-8"), changes)
    path.write_bytes(text.encode("utf-8"))
    report = validate(str(path))
    if report.ok:
        play(load(str(path)), seed)
    else:
        check_places(report.errors, path, text)


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda path: path.stem)
@effort(max(6, 200 // len(SHIPPED)))
@given(changes=CHANGES, seed=NUMBER)
def test_edits_of_a_shipped_file(
    tmp_path: Path, shipped: Path, changes: list[tuple[str, Numbers]], seed: int
) -> None:
    path, text = tmp_path / shipped.name, edited(shipped.read_text(encoding="utf-8"), changes)
    path.write_bytes(text.encode("utf-8"))
    try:
        game = load(str(path))
    except RulesetError as error:
        check_places(error.diagnostics, path, text)
    else:
        play(game, seed)


def test_the_file_that_uses_everything_is_right() -> None:
    assert validate(str(SAMPLER)).diagnostics == ()
