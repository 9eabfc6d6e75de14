"""Whatever happens to a ruleset in an editor: diagnostics with places, or a game to play.

The default run makes a few hundred edits, always the same; with `RULEENGINE_EDITS=20` in the
environment there are twenty times as many, and other ones each time.
"""

from __future__ import annotations

import os
import re
from collections.abc import Callable
from pathlib import Path

import pytest
from hypothesis import HealthCheck, given, note, settings
from hypothesis import strategies as st

from ruleengine.analysis.validation import validate
from ruleengine.errors import Diagnostic, EndlessError, RulesetError, render
from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.game.streams import draw as draw_number
from ruleengine.resolve.library import shipped_names

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
CHARACTERS = " \t\n:,-#'\"{}[]&*!|>%@`.()=<+0aZ\u00e9\u2028\x00"

Edit = Callable[[st.DrawFn, list[str]], None]


def some_line(draw: st.DrawFn, lines: list[str]) -> int:
    return draw(st.integers(0, max(0, len(lines) - 1)))


def delete_line(draw: st.DrawFn, lines: list[str]) -> None:
    if len(lines) > 1:
        del lines[some_line(draw, lines)]


def duplicate_line(draw: st.DrawFn, lines: list[str]) -> None:
    lines.insert(some_line(draw, lines), lines[some_line(draw, lines)])


def swap_lines(draw: st.DrawFn, lines: list[str]) -> None:
    one, two = some_line(draw, lines), some_line(draw, lines)
    lines[one], lines[two] = lines[two], lines[one]


def change_indentation(draw: st.DrawFn, lines: list[str]) -> None:
    index = some_line(draw, lines)
    indent = draw(st.sampled_from(["", " ", "  ", "    ", "      ", "\t", "- "]))
    lines[index] = indent + lines[index].lstrip()


def change_character(draw: st.DrawFn, lines: list[str]) -> None:
    index = some_line(draw, lines)
    at = draw(st.integers(0, len(lines[index])))
    new = draw(st.sampled_from(CHARACTERS)) if draw(st.booleans()) else ""
    lines[index] = lines[index][:at] + new + lines[index][at + draw(st.integers(0, 1)) :]


def replace_word(draw: st.DrawFn, lines: list[str]) -> None:
    index = some_line(draw, lines)
    words = list(TOKEN.finditer(lines[index]))
    if words:
        old = draw(st.sampled_from(words))
        new = draw(st.one_of(words_of(lines), st.sampled_from(SCALARS)))
        lines[index] = lines[index][: old.start()] + new + lines[index][old.end() :]


def words_of(lines: list[str]) -> st.SearchStrategy[str]:
    return st.sampled_from(sorted(set(TOKEN.findall("\n".join(lines))) or {"x"}))


def delete_entry(draw: st.DrawFn, lines: list[str]) -> None:
    index = some_line(draw, lines)
    entries = list(ENTRY.finditer(lines[index]))
    if entries:
        old = draw(st.sampled_from(entries))
        lines[index] = lines[index][: old.start()] + lines[index][old.end() :]


def insert_entry(draw: st.DrawFn, lines: list[str]) -> None:
    index = some_line(draw, lines)
    key = draw(st.one_of(st.sampled_from(KEYS), words_of(lines)))
    value = draw(st.one_of(st.sampled_from(SCALARS), words_of(lines)))
    line = lines[index]
    if "{" in line and draw(st.booleans()):
        at = line.index("{") + 1
        lines[index] = f"{line[:at]}{key}: {value}, {line[at:]}"
    else:
        indent = " " * (len(line) - len(line.lstrip()))
        lines.insert(index, f"{indent}{key}: {value}")


EDITS: tuple[Edit, ...] = (
    delete_line,
    duplicate_line,
    swap_lines,
    change_indentation,
    change_character,
    replace_word,
    replace_word,  # most likely to leave a file that can be read
    replace_word,
    delete_entry,
    insert_entry,
)


@st.composite
def edited(draw: st.DrawFn, text: str) -> str:
    lines = text.split("\n")
    for edit in draw(st.lists(st.sampled_from(EDITS), min_size=1, max_size=3)):
        edit(draw, lines)
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


@effort(250)
@given(text=edited(SAMPLER.read_text(encoding="utf-8")), seed=st.integers(0, 2**16))
def test_edits_of_a_file_that_uses_everything(tmp_path: Path, text: str, seed: int) -> None:
    path = tmp_path / SAMPLER.name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    report = validate(str(path))
    if not report.ok:
        check_places(report.errors, path, text)
        return
    note("it is valid")
    play(load(str(path)), seed)


@pytest.mark.parametrize("shipped", SHIPPED, ids=lambda path: path.stem)
@effort(20)
@given(data=st.data())
def test_edits_of_a_shipped_file(tmp_path: Path, shipped: Path, data: st.DataObject) -> None:
    text = data.draw(edited(shipped.read_text(encoding="utf-8")))
    path = tmp_path / shipped.name
    path.write_bytes(text.encode("utf-8", "surrogatepass"))
    try:
        game = load(str(path))
    except RulesetError as error:
        check_places(error.diagnostics, path, text)
        return
    play(game, data.draw(st.integers(0, 2**16)))


def test_the_file_that_uses_everything_is_right() -> None:
    assert validate(str(SAMPLER)).diagnostics == ()
