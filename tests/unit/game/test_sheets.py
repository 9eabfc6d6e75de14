"""Ready sheets: drawn once, handed in by any side."""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine import Game, load
from ruleengine.analysis.validation import validate
from ruleengine.errors import IllegalMoveError, PositionError, RulesetError
from ruleengine.game.match import Match
from ruleengine.schema.drawing import read_drawing
from ruleengine.workbench.cases.scenarios import run_files

RULES = """\
schema: 1
name: camp
title: Camp
SEATS
board: {rows: 5, columns: 3}
zones: {pond: {shape: {cells: [b3]}, symbol: "~"}}
kinds:
  man: {letters: {red: r, blue: b}}
  chief: {letters: {red: R, blue: B}}
phases:
  setting:
    steps:
      - submit: [deploy]
        commit: count(owner=mover) == 3
        says: three pieces have to stand
  play: {turns: [red, blue], turn: [act: [step]]}
actions:
  deploy:
    operands:
      OPERANDS
    validators:
      - require: count(owner=mover, kind=what) < 2
    effects: [place: {kind: what, owner: mover, at: to}]
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: 1}}
    effects: [capture: to, move: {piece: unit, to: to}]
endings:
  - {when: "not exists(owner=red, kind=chief)", winner: blue, says: gone}
  - {when: "not exists(owner=blue, kind=chief)", winner: red, says: gone}
  - {when: turn > 9, draw: true, says: long enough}
sheets:
  wedge:
    title: The wedge
    action: deploy
    drawn: |
      . r .
      R . r
  for_blue: {for: [blue], action: deploy, drawn: "B b b"}
  by_lot:
    action: deploy
    shuffled: true
    drawn: |
      . ~ .
      . . .
      r R r
"""
UPWARD = "sides: {red: {forward: up}, blue: {forward: down}}"
KIND_FIRST = "what: {kind: any}\n      to: {cell: {empty: true}}"


@pytest.fixture
def camp(tmp_path: Path) -> Callable[..., Game]:
    """Return a function that makes the game."""

    def make(seats: str = UPWARD, operands: str = KIND_FIRST) -> Game:
        path = tmp_path / "camp.yaml"
        text = RULES.replace("SEATS", seats).replace("OPERANDS", operands)
        path.write_text(text, encoding="utf-8")
        return load(str(path))

    return make


def test_a_sheet_is_turned_round_for_the_other_side(camp: Callable[..., Game]) -> None:
    game = camp()
    assert dict(game.sheets) == {"wedge": "The wedge", "for_blue": "for blue", "by_lot": "by lot"}
    red = ("deploy man-b2", "deploy chief-a1", "deploy man-c1", "commit")
    assert game.sheet("wedge", "red") == red
    blue = ("deploy man-b4", "deploy chief-c5", "deploy man-a5", "commit")
    assert game.sheet("wedge", "blue") == blue
    assert game.sheet("for_blue", "blue")[0] == "deploy chief-c5"
    match = Match(game)
    match.submit("blue", game.sheet("wedge", "blue"))
    match.submit("red", match.sheet("wedge", "red"))
    assert read_drawing(match.position.drawing) == ["b.B", ".b.", ".~.", ".r.", "R.r"]


@pytest.mark.parametrize(
    ("sides", "red", "blue"),
    [
        ("sides: {red: {}, blue: {}}", "a1", "c5"),
        ("sides: {red: {forward: down}, blue: {}}", "c5", "a1"),
        ("sides: {red: {forward: up}, blue: {forward: up}}", "a1", "a1"),
    ],
)
def test_where_a_side_looks_decides(
    camp: Callable[..., Game], sides: str, red: str, blue: str
) -> None:
    game = camp(sides)
    assert game.sheet("wedge", "red")[1] == f"deploy chief-{red}"
    assert game.sheet("wedge", "blue")[1] == f"deploy chief-{blue}"


def test_the_cell_may_be_named_first(camp: Callable[..., Game]) -> None:
    game = camp(operands="to: {cell: {empty: true}}\n      what: {kind: any}")
    assert game.sheet("wedge", "red")[0] == "deploy b2-man"
    assert Match(game).submit("red", game.sheet("wedge", "red")).actors == ("blue",)


def test_unknown_sheets_and_seats_are_refused(camp: Callable[..., Game]) -> None:
    game = camp()
    for name, who in (("wegde", "red"), ("wedge", "green"), ("for_blue", "red")):
        with pytest.raises(PositionError):
            game.sheet(name, who)
    match = Match(game)
    with pytest.raises(IllegalMoveError) as caught:
        match.submit("red", game.sheet("wedge", "blue")[:1] * 2)
    assert caught.value.index == 1


def test_a_seat_without_a_side_has_to_be_named_by_side(camp: Callable[..., Game]) -> None:
    sides = "sides: {red: {forward: up, seats: [bob]}, blue: {forward: down}}"
    game = camp(f"seats: [ann, bob]\n{sides}")
    assert game.sheet("wedge", "bob")[1] == "deploy chief-a1"
    with pytest.raises(PositionError) as caught:
        game.sheet("wedge", "ann")
    assert "name the side instead" in caught.value.message


def test_validate_tries_every_sheet(camp: Callable[..., Game], tmp_path: Path) -> None:
    camp()
    path = tmp_path / "camp.yaml"
    found = [(each.code, each.message) for each in validate(str(path)).warnings]
    assert "check/sheet-refused" not in [code for code, _ in found]
    text = path.read_text(encoding="utf-8")
    path.write_text(text.replace("R . r\n", "r . r\n").replace("B b b", "B b ."), encoding="utf-8")
    found = [
        (each.code, each.message)
        for each in validate(str(path)).warnings
        if each.code == "check/sheet-refused"
    ]
    assert len(found) == 2
    assert "'deploy man-c1': this does not hold" in found[0][1]
    assert "by 'blue': 'commit': three pieces have to stand" in found[1][1]


def test_scenarios_hand_in_sheets(camp: Callable[..., Game], tmp_path: Path) -> None:
    camp()
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        """\
ruleset: ./camp.yaml
defaults: {start: true}
cases:
  - id: camp/sheets
    steps:
      - submit: {by: red, sheet: wedge}
      - submit: {by: blue, sheet: for_blue}
      - expect: {cells: {c5: B, a1: R}}
  - id: camp/no-sheet
    steps: [submit: {by: red, sheet: wegde}]
  - id: camp/refused
    steps:
      - play: {by: red, move: deploy man-b2}
      - refused: {submit: {by: red, sheet: wedge}, code: reach/wrong-cell, index: 0}
""",
        encoding="utf-8",
    )
    good, unknown, refused = run_files([cases]).results
    assert good.ok, str(good)
    assert refused.ok, str(refused)
    assert unknown.messages == ("there is no sheet 'wegde'; did you mean `wedge`?",)


def test_lots_spread_a_shuffled_sheet_over_the_cells_of_its_drawing(
    camp: Callable[..., Game],
) -> None:
    game = camp()
    found = Counter(game.sheet("by_lot", "red", seed=seed) for seed in range(5600))
    spots = {move.split("-")[1] for sheet in found for move in sheet[:-1]}
    assert spots == {"a1", "b1", "c1", "a2", "b2", "c2", "a3", "c3"}  # the pond stays out
    # A chief on one of eight cells, two men on the others: each way about 33 times.
    assert len(found) == 8 * 21
    assert sum((times - 100 / 3) ** 2 / (100 / 3) for times in found.values()) < 240
    assert all(sorted(move.split()[1][:3] for move in sheet[:-1]) == ["chi", "man", "man"]
               for sheet in found)  # fmt: skip


def test_a_match_deals_each_side_a_sheet_of_its_own(camp: Callable[..., Game]) -> None:
    game = camp()
    match = Match(game, seed=5)
    sheet = match.sheet("by_lot", "red")
    assert sheet == match.sheet("by_lot", "red") == game.sheet("by_lot", "red", seed=5)
    cells = {"red": sheet, "blue": match.sheet("by_lot", "blue")}
    turned = {"a1": "c5", "b1": "b5", "c1": "a5", "a2": "c4", "b2": "b4", "c2": "a4", "a3": "c3",
              "c3": "a3"}  # fmt: skip
    mirrored = sorted(f"{move[:-2]}{turned[move[-2:]]}" for move in cells["red"][:-1])
    assert mirrored != sorted(cells["blue"][:-1])
    assert sheet != Match(game, seed=6).sheet("by_lot", "red")
    match.submit("blue", cells["blue"])
    match.submit("red", sheet)
    assert match.position.view(None).pieces


OVER = """\
  anywhere: {action: deploy, shuffled: true, drawn: ". . .\\n. . .\\nr R r"}
  at_home: {action: deploy, shuffled: true, over: homes, drawn: ". . .\\n. . .\\nr R r"}
"""


def test_lots_can_be_spread_over_a_zone_instead(tmp_path: Path) -> None:
    path = listed(tmp_path, OVER)
    text = path.read_text(encoding="utf-8").replace("rows: [4]", "rows: [3, 4]")
    path.write_text(text.replace("rows: [0]", "rows: [0, 1]"), encoding="utf-8")
    game = load(str(path))
    for side, rows in (("red", "12"), ("blue", "45")):
        sheets = [game.sheet("at_home", side, seed=seed)[:-1] for seed in range(200)]
        cells = {move.split("-")[1] for sheet in sheets for move in sheet}
        assert cells == {f"{column}{row}" for column in "abc" for row in rows}
        assert all(len(sheet) == 3 for sheet in sheets)


def test_validate_hands_in_what_lots_may_come_to(tmp_path: Path) -> None:
    """A sheet was sound as it is drawn, and refused as it is dealt."""
    path = listed(tmp_path, OVER)
    rule = '      - {require: "to in part(homes, mover)", says: far}\n'
    text = path.read_text(encoding="utf-8")
    text = text.replace("    validators:\n", f"    validators:\n{rule}")
    path.write_text(text, encoding="utf-8")
    report = validate(path)
    found = [each for each in report.diagnostics if each.code == "check/sheet-refused"]
    about = [each for each in found if "'anywhere'" in each.message]
    refused = "cannot be handed in by 'red' as lots may fall: 'deploy man-a3': far"
    assert [each.message for each in about] == [f"the sheet 'anywhere' {refused}"]
    assert "`over`" in (about[0].hint or "")
    assert not [each for each in found if "'at_home'" in each.message]


@pytest.mark.parametrize(
    ("sheet", "code", "message"),
    [
        ("over: homes, drawn: r R r", "schema/bad-value", "nothing is shuffled"),
        ("shuffled: true, over: hoems, drawn: r R r", "resolve/unknown-name", "no zone 'hoems'"),
        (
            "shuffled: true, over: grove, drawn: r R r",
            "resolve/bad-sheet",
            "zone 'grove' has 2 cells on the board for side 'red', too few for 3 pieces",
        ),
        (
            "shuffled: true, over: box, drawn: r R r",
            "resolve/bad-sheet",
            "zone 'box' has 0 cells on the board for side 'red', too few for 3 pieces",
        ),
    ],
)
def test_what_lots_cannot_be_spread_over_is_said(
    tmp_path: Path, sheet: str, code: str, message: str
) -> None:
    path = listed(tmp_path, f"  odd: {{action: deploy, {sheet}}}\n")
    with pytest.raises(RulesetError) as caught:
        load(str(path))
    assert caught.value.diagnostics[0].code == code
    assert message in caught.value.diagnostics[0].message
    assert caught.value.diagnostics[0].span is not None


LISTED = """\
  spread:
    title: Spread
    action: deploy
    put: [{kind: chief, at: b1}, {kind: man, at: [a1, c2]}]
  rows: {action: deploy, put: [{kind: man, zone: homes}]}
  wood: {action: deploy, shuffled: true, put: [{kind: man, zone: grove}, {kind: chief, at: c1}]}
"""
ZONES = """\
zones:
  homes:
    parts: {red: {owner: red, shape: {rows: [4]}}, blue: {owner: blue, shape: {rows: [0]}}}
  grove: {shape: {cells: [a2, b2]}}
  box: {off_board: true}
"""


def listed(directory: Path, more: str = "") -> Path:
    rules = RULES.replace("SEATS", UPWARD).replace("OPERANDS", KIND_FIRST)
    old, new = 'zones: {pond: {shape: {cells: [b3]}, symbol: "~"}}\n', ZONES
    path = directory / "camp.yaml"
    text = rules.replace(old, new).replace("      . ~ .\n", "") + LISTED + more
    path.write_text(text, encoding="utf-8")
    return path


def test_a_side_that_submits_after_the_other_can_hand_in_its_sheet(
    camp: Callable[..., Game], tmp_path: Path
) -> None:
    camp()
    path = tmp_path / "camp.yaml"
    text = path.read_text(encoding="utf-8")
    step = "      - submit: [deploy]\n"
    both = text[text.index(step) : text.index("  play: ")]
    parts = [both.replace(step, f"{step}        who: [{side}]\n") for side in ("red", "blue")]
    path.write_text(text.replace(both, "".join(parts)), encoding="utf-8")
    found = [each.code for each in validate(str(path)).warnings]
    assert "check/sheet-refused" not in found


def test_a_sheet_can_be_listed_by_kinds_and_cells(tmp_path: Path) -> None:
    """The other side has the cells turned round with the board, and of a zone its own part."""
    game = load(str(listed(tmp_path)))
    assert game.sheet("spread", "red")[:-1] == ("deploy chief-b1", "deploy man-a1", "deploy man-c2")
    assert game.sheet("spread", "blue")[:-1] == (
        "deploy chief-b5",
        "deploy man-c5",
        "deploy man-a4",
    )
    assert game.sheet("rows", "red")[:-1] == tuple(f"deploy man-{c}1" for c in "abc")
    assert game.sheet("rows", "blue")[:-1] == tuple(f"deploy man-{c}5" for c in "abc")
    match = Match(game)
    for side in ("red", "blue"):
        match.submit(side, match.sheet("spread", side))
    assert match.position.drawing.splitlines()[0].split() == ["5", ".", "B", "b"]


def test_lots_spread_what_is_listed_over_its_own_cells(tmp_path: Path) -> None:
    game = load(str(listed(tmp_path)))
    dealt = {game.sheet("wood", "blue", seed=seed)[:-1] for seed in range(20)}
    assert len(dealt) == 3
    cells = {frozenset(move.rpartition("-")[2] for move in moves) for moves in dealt}
    assert cells == {frozenset({"b4", "c4", "a5"})}


def test_a_listed_sheet_that_would_be_refused_is_told_at_its_list(tmp_path: Path) -> None:
    found = [each for each in validate(str(listed(tmp_path))).warnings if "sheet" in each.code]
    assert [each.code for each in found] == ["check/sheet-refused"]
    assert "'deploy man-c1': " in found[0].message
    assert found[0].span is not None


@pytest.mark.parametrize(
    ("put", "code", "message"),
    [
        ("[{kind: mann, at: a1}]", "resolve/unknown-name", "there is no kind 'mann'"),
        ("[{kind: man, at: [a1, d9]}]", "resolve/unknown-cell", "the board has no cell 'd9'"),
        ("[{kind: man, zone: grov}]", "resolve/unknown-name", "there is no zone 'grov'"),
        ("[{kind: man, zone: box}]", "resolve/bad-sheet", "zone 'box' has no cells on the board"),
        ("[{kind: man}]", "schema/bad-value", "both or neither of `at` and `zone`"),
        ("[{kind: man, at: a1}]\n    drawn: r", "schema/bad-value", "a sheet is drawn, listed"),
    ],
)
def test_what_is_wrong_with_a_list_has_a_place(
    tmp_path: Path, put: str, code: str, message: str
) -> None:
    path = listed(tmp_path, f"  odd:\n    for: [red]\n    action: deploy\n    put: {put}\n")
    (found,) = validate(str(path)).errors
    assert found.code == code
    assert message in found.message
    assert found.span is not None
    assert found.hint


SHIPS = """\
schema: 1
name: ships
title: Ships
sides: {red: {forward: up, cover: x}, blue: {forward: down, cover: y}}
board: {rows: 4, columns: 4}
zones:
  sea: {parts: {red: {owner: red, shape: {rows: [2, 3]}}, blue: {owner: blue, shape: {rows: [0, 1]}}}}
  dock: {off_board: true, parts: {red: {owner: red}, blue: {owner: blue}}}
kinds: {hull: {letters: {red: h, blue: H}}, mine: {letters: {red: m, blue: M}}}
setup: [fill: {zone: dock, kind: mine}]
phases:
  set: {steps: [{submit: [ship, lay], commit: count(owner=mover) == 3, says: a ship and a mine}]}
  play: {turns: [red, blue], turn: [act: [wait]]}
actions:
  ship:
    operands:
      bow: {cell: {in: "part(sea, mover)", empty: true}}
      stern: {line: {from: bow, directions: orthogonal, distance: 1}}
    effects:
      - place: {kind: hull, owner: mover, at: bow}
      - place: {kind: hull, owner: mover, at: stern}
  lay:
    operands:
      unit: {piece: {owner: mover, in: "part(dock, mover)"}}
      to: {cell: {in: "part(sea, mover)", empty: true}}
    effects: [move: {piece: unit, to: to}]
  wait: {}
endings: [{when: turn > 3, draw: true, says: it is late}]
views: [{hide: kind}]
sheets:
  corner: {SHEET}
"""  # noqa: E501 - a zone to a line


def ships(directory: Path, sheet: str, ways: tuple[str, str] = ("up", "down")) -> Path:
    path = directory / "ships.yaml"
    text = SHIPS.replace("SHEET", sheet)
    for way, own in zip(("up", "down"), ways, strict=True):
        text = text.replace(f"forward: {way}", f"forward: {own}")
    path.write_text(text, encoding="utf-8")
    return path


def test_moves_of_any_action_can_be_written_out(tmp_path: Path) -> None:
    game = load(ships(tmp_path, 'moves: [ship a1-b1, "lay dock.red:mine-d2"]'))
    assert game.sheet("corner", "red") == ("ship a1-b1", "lay dock.red:mine-d2", "commit")
    assert game.sheet("corner", "blue") == ("ship d4-c4", "lay dock.blue:mine-a3", "commit")
    match = Match(game)
    for seat in game.seats:
        match.submit(seat, match.sheet("corner", seat))
    assert match.position.drawing.splitlines()[:4] == [
        "4 . . H H",
        "3 M . . .",
        "2 . . . m",
        "1 h h . .",
    ]


def test_sides_may_face_each_other_from_left_and_right(tmp_path: Path) -> None:
    written = "moves: [ship a1-b1]"
    game = load(ships(tmp_path, written, ("right", "left")))
    assert game.sheet("corner", "blue") == ("ship d4-c4", "commit")
    alone = load(ships(tmp_path, f"{written}, for: [blue]", ("right", "left")))
    assert alone.sheet("corner", "blue") == ("ship a1-b1", "commit")
    across = ships(tmp_path, written, ("right", "down"))
    found = [each for each in validate(across).diagnostics if each.code == "resolve/bad-sheet"]
    assert "'blue' looks across the way" in found[0].message
    assert "`for: [blue]`" in (found[0].hint or "")


@pytest.mark.parametrize(
    ("sheet", "code", "message"),
    [
        ("moves: [ship a1-b1]", "check/sheet-refused", "'commit': a ship and a mine"),
        ("moves: [ship a1-c1]", "check/sheet-refused", "'ship a1-c1': c1 is 2 away from a1"),
        ("moves: [ship a1-king]", "check/sheet-refused", "'king' is no cell for 'stern'"),
        ("moves: [ship a1]", "check/sheet-refused", "'ship a1': stern is missing"),
        ("moves: [ship a1-b1, wait]", "check/sheet-refused", "'wait' cannot be submitted here"),
        ("moves: [shipp a1-b1]", "resolve/unknown-name", "there is no action 'shipp'"),
        ("moves: [ship a1-b1], action: ship", "schema/bad-value", "`moves` say it themselves"),
        ("drawn: h", "schema/bad-value", "`action` belongs to a sheet that is drawn or listed"),
        ("moves: [ship a1-b1], shuffled: true", "schema/bad-value", "lots cannot deal out"),
    ],
)
def test_what_is_wrong_with_moves_that_are_written_out_is_told(
    tmp_path: Path, sheet: str, code: str, message: str
) -> None:
    found = [each for each in validate(ships(tmp_path, sheet)).diagnostics if each.code == code]
    assert message in found[0].message
