"""How rulebooks tell of cells and places: by their names, by rows, without helpers, in one line."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.html_page import render_html
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: plots
title: Plots
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 3, columns: 3, names: %s}
zones:
  even_rows: {shape: {rows: [0, 2]}, explained: false}
  even_columns: {shape: {columns: [0, 2]}, explained: false}
  rims: {title: the rims, shape: {rows: [0, 2]}}
  top: {title: the top, shape: {rows: [0, 1, 2]}}
  corners: {title: the corners, shape: {intersection: [even_rows, even_columns]}}
kinds: {man: {letters: {ann: a, bob: b}}}
phases: {play: {turns: [ann, bob], turn: [{act: [put], else: [end_turn]}]}}
actions:
  put:
    operands: {to: {cell: {in: [rims, top, corners], empty: true}}}
    effects: [place: {kind: man, owner: mover, at: to}]
endings: [{when: turn > 20, draw: true, says: late}]
"""


def book(tmp_path: Path, names: str, *, html: bool = False) -> str:
    path = tmp_path / "plots.yaml"
    path.write_text(RULES % names, encoding="utf-8")
    written = write_book(read_tree(str(path)))
    return render_html(written) if html else render_markdown(written)


@pytest.mark.parametrize(
    ("names", "said"),
    [
        ("{rows: [3, 2, 1]}", "the letter of its column and then the number of its row: a3 is"),
        ("{columns: [1, 2, 3], rows: [x, yy, z]}", "the number of its column and then the letters"),
        ("{rows: [n1, m1, s1]}", "the letter of its column and then the name of its row: an1 is"),
        ('"1a 1b 1c\\n2a 2b 2c\\n3a 3b 3c"', "the number of its row and then the letter of its"),
        ('"1a b1 1c\\n2a b2 2c\\n3a b3 3c"', None),
        ('"1 2 3\\n4 5 6\\n7 8 9"', None),
    ],
)
def test_the_names_of_cells_are_told_as_they_are(
    tmp_path: Path, names: str, said: str | None
) -> None:
    written = book(tmp_path, names)
    assert ("A cell is named by" in written) is (said is not None)
    assert said is None or f"A cell is named by {said}" in written


def test_rows_are_a_run_only_if_they_lie_side_by_side(tmp_path: Path) -> None:
    written = book(tmp_path, "{rows: [3, 13, 2]}")
    assert "The rims: rows 2 and 3." in written
    assert "The top: rows 2, 13 and 3." in written
    assert "The top: rows 1 to 3." in book(tmp_path, "{rows: [3, 2, 1]}")


def test_rows_that_skip_one_are_no_run_though_their_numbers_are(tmp_path: Path) -> None:
    rules = RULES.replace("rows: 3,", "rows: 5,").replace("[0, 2]}}\n  top", "[0, 2, 4]}}\n  top")
    path = tmp_path / "plots.yaml"
    path.write_text(rules % "{rows: [3, 23, 2, 12, 1]}", encoding="utf-8")
    assert "The rims: rows 1, 2 and 3." in render_markdown(write_book(read_tree(str(path))))


def test_a_zone_that_only_helps_is_neither_listed_nor_drawn(tmp_path: Path) -> None:
    written = book(tmp_path, "{rows: [3, 2, 1]}")
    assert "even" not in written
    assert "The corners: a1, a3, c1 and c3." in written
    assert "even" not in book(tmp_path, "{rows: [3, 2, 1]}", html=True)


@pytest.mark.parametrize(
    ("names", "cells", "start", "shown"),
    [
        ("{rows: [3, 2, 1]}", "[a1]", "The cell a1 holds a man of Ann.", "is on a1"),
        (
            "{rows: [3, 2, 1]}",
            "[a1, b3]",
            "Each of the cells a1 and b3 holds a man of",
            "is in the",
        ),
        ('"1 2 3\\n4 5 6\\n7 8 9"', "[7]", "The cell 7 holds a man of Ann.", "is on the cell 7"),
    ],
)
def test_a_zone_that_only_helps_is_told_by_its_cells_where_a_rule_speaks_of_it(
    tmp_path: Path, names: str, cells: str, start: str, shown: str
) -> None:
    nook = f"{{shape: {{cells: {cells}}}, explained: false}}"
    rules = RULES.replace("zones:\n", f"zones:\n  nook: {nook}\n")
    rules = rules.replace(
        "phases:", "setup: [{fill: {zone: nook, kind: man, owner: ann}}]\nphases:"
    )
    rules = rules.replace("    effects:", "    validators: [{require: to in nook}]\n    effects:")
    path = tmp_path / "plots.yaml"
    path.write_text(rules % names, encoding="utf-8")
    written = render_markdown(write_book(read_tree(str(path))))
    assert f"- {start}" in written
    assert f"Allowed only if the destination {shown}" in written
    titled = rules.replace("nook: {", "nook: {title: the nook, ")
    path.write_text(titled % names, encoding="utf-8")
    written = render_markdown(write_book(read_tree(str(path))))
    assert "- Every cell of the nook holds a man of Ann." in written


ROUGH = """\
flags:
  ground:
    question: Does rough ground stop men?
    type: boolean
    default: false
zones:
  rough: {title: rough ground, shape: {cells: [b2]}}
"""


def test_a_zone_that_only_another_reading_asks_about_is_left_out(tmp_path: Path) -> None:
    rules = RULES.replace("zones:\n", ROUGH).replace(
        "    effects:",
        "    validators: [{when: ground, require: to not in rough}]\n    effects:",
    )
    path = tmp_path / "plots.yaml"
    path.write_text(rules % "{rows: [3, 2, 1]}", encoding="utf-8")
    tree = read_tree(str(path))
    assert "- The rough ground: b2." in render_markdown(write_book(tree, {"ground": True}))
    assert "The rough ground" not in render_markdown(write_book(tree, {"ground": False}))


SETUP = """\
setup:
  - put: {kind: man, owner: nobody, at: deck}
  - put: {kind: king, owner: nobody, at: deck, count: 3}
  - put: {kind: man, owner: nobody, at: deck}
  - put: {kind: king, owner: bob, at: deck, count: 2}
  - put: {kind: man, owner: ann, at: [a1, a2]}
counters: {sixes: {resets: turn, title: sixes in a row}}
"""


def test_pieces_in_one_place_are_told_in_one_line(tmp_path: Path) -> None:
    rules = RULES.replace("zones:\n", "zones:\n  deck: {title: the deck, off_board: true}\n")
    rules = rules.replace(
        "kinds: {man: {letters: {ann: a, bob: b}}}\n",
        "kinds:\n  man: {letters: {ann: a, bob: b, nobody: m}}\n"
        "  king: {letters: {bob: K, nobody: k}}\n" + SETUP,
    )
    path = tmp_path / "plots.yaml"
    path.write_text(rules % "{rows: [3, 2, 1]}", encoding="utf-8")
    written = render_markdown(write_book(read_tree(str(path))))
    assert "- Two men and three kings begin in the deck.\n" in written
    assert "- Two kings of Bob begin in the deck." in written
    assert "- Men of Ann stand on a1 and a2." in written
    assert "- \u201cSixes in a row\u201d, anew in every turn; it starts at 0." in written


@pytest.mark.parametrize(
    ("asked", "said"),
    [
        (
            "linked: rims, through: it.row > 0, where: it.column == 1",
            (
                "linked by a chain of such cells to the rims in which each is such that its row "
                "number is more than 0, and itself one whose column number is 1."
            ),
        ),
        (
            "linked: b2, where: it != b2, through: 'it != b1 and not same_row(it, before)'",
            (
                "to which any number of steps, or none, lead from b2, each to a neighbor and such "
                "that the cell that it leads to is not b1 and the cell that it leads to and the "
                "cell that it leaves are not in the same row, and itself one that is not b2."
            ),
        ),
        (
            "linked: b2, empty: true, through: 'before != b1'",
            (
                "to which any number of steps, or none, lead from b2 over such cells, each to a "
                "neighbor and such that the cell that it leaves is not b1."
            ),
        ),
    ],
)
def test_a_chain_is_told_by_its_cells_or_by_its_steps(
    tmp_path: Path, asked: str, said: str
) -> None:
    path = tmp_path / "plots.yaml"
    rules = (RULES % "{rows: [3, 2, 1]}").replace("in: [rims, top, corners], empty: true", asked)
    path.write_text(rules, encoding="utf-8")
    cell = "any empty cell" if "empty" in asked else "any cell"
    assert f"{cell} {said}" in render_markdown(write_book(read_tree(str(path))))


@pytest.mark.parametrize(
    ("holes", "said"),
    [
        ("{cells: [c4]}", "It has 35 cells; the other one is a hole: c4."),
        ("{cells: [d2, b4]}", "It has 34 cells; the other two are holes: b4 and d2."),
        ("{rows: [1]}", "It has 30 cells; the other six are holes: row 5."),
        (
            '{drawn: "______\\n_...._\\n_...._\\n_...._\\n_...._\\n______"}',
            "It has 16 cells; the other 20 are holes, as the picture shows.",
        ),
    ],
)
def test_holes_are_named_where_they_are_few(tmp_path: Path, holes: str, said: str) -> None:
    path = tmp_path / "plots.yaml"
    rules = RULES.replace("rows: 3, columns: 3, names: %s", f"rows: 6, columns: 6, holes: {holes}")
    path.write_text(rules.replace("{rows: [0, 1, 2]}", "{rows: [2]}"), encoding="utf-8")
    assert said in render_markdown(write_book(read_tree(str(path))))


FILLED = """\
schema: 1
name: filled
title: Filled
sides: {player: {title: You, plural: true}}
board: {rows: 5, columns: 5, holes: {cells: [a1, a5]}}
zones:
  gap: {title: the gap, shape: {cells: [%s]}}
  filled: {explained: false, shape: {difference: {without: [gap]}}}
kinds: {peg: {letters: {player: o}}}
setup: [fill: {zone: filled, kind: peg, owner: player}]
phases: {play: {turns: [player], turn: [{act: [take]}]}}
actions: {take: {operands: {peg: {piece: {in: filled}}}, effects: [remove: peg]}}
endings: [{when: count() == 0, winner: player, says: the board is empty}]
"""


@pytest.mark.parametrize(
    ("gap", "said"),
    [
        ("c3", "Each of the cells other than c3 holds a peg of yours."),
        ("b3, c3, d3, b2", "Each of the cells other than b2, b3, c3 and d3 holds a peg of yours."),
        ("a3, b3, c3, d3, e3", "Each of the cells other than those of row 3 holds a peg of yours."),
    ],
)
def test_many_cells_are_told_by_those_that_are_left_out(
    tmp_path: Path, gap: str, said: str
) -> None:
    path = tmp_path / "filled.yaml"
    path.write_text(FILLED % gap, encoding="utf-8")
    page = render_markdown(write_book(read_tree(str(path))))
    assert said in page
    assert "the filled" not in page


def test_a_helper_of_the_whole_board_or_of_half_of_it_is_told_too(tmp_path: Path) -> None:
    path = tmp_path / "filled.yaml"
    whole = FILLED.replace("difference: {without: [gap]}", "rows: [0, 1, 2, 3, 4]") % "c3"
    path.write_text(whole, encoding="utf-8")
    assert "Every cell of the whole board holds a peg" in render_markdown(
        write_book(read_tree(str(path)))
    )
    dark = "x.x.x.x\\n.x.x.x.\\n" * 3 + "x.x.x.x"
    half = (
        FILLED.replace("rows: 5, columns: 5, holes: {cells: [a1, a5]}", "rows: 7, columns: 7")
        .replace("difference: {without: [gap]}", f'drawn: "{dark}"')
        .replace("gap: {title: the gap", "gap: {title: the gap, symbol: g")
    ) % "c3"
    path.write_text(half, encoding="utf-8")
    assert "Each of the cells a1, a3, a5, a7, b2," in render_markdown(
        write_book(read_tree(str(path)))
    )


def test_what_the_rules_reckon_with_is_told_before_the_zones(tmp_path: Path) -> None:
    rules = (RULES % "{rows: [3, 2, 1]}").replace("turn > 20", "count(where=it.cell.row == 1) > 2")
    path = tmp_path / "plots.yaml"
    path.write_text(rules, encoding="utf-8")
    remark = "Where the rules reckon with row and column numbers, rows are counted from 0 at the"
    before, _, after = render_markdown(write_book(read_tree(str(path)))).partition(remark)
    assert "**Zones**" not in before
    assert "**Zones**" in after
