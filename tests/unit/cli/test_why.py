from __future__ import annotations

import json
from collections.abc import Callable
from pathlib import Path
from typing import Any, TypeAlias

import pytest

from ruleengine import Match, load

Run: TypeAlias = Callable[..., Any]
"""The command line; see `conftest.py`."""

SITUATION = """\
board: |
  n .
  . .
  s s
mover: south
steps: [play: step a1-a2, play: step a3-b3]
"""

BAG = """\
schema: 1
name: bag
title: Bag
sides: {red: {}, blue: {}}
board: {rows: 1, columns: 3}
zones: {bag: {off_board: true}}
kinds: {apple: {letters: {nobody: a}}, pear: {letters: {nobody: p}}}
setup:
  - fill: {zone: bag, kind: apple, owner: nobody, count: 2}
  - fill: {zone: bag, kind: pear, owner: nobody}
phases:
  deal: {steps: [{choose: {as: fruit, who: chance, among: {in: bag}}}, {remove: fruit}]}
  play: {turns: [red, blue], turn: [act: [nod]]}
actions: {nod: {}}
views: [{hide: kind, of: {in: bag}, from: everybody}]
endings: [{when: turn > 9, draw: true, says: late}]
"""

STILL = """\
schema: 1
name: still
title: Still
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 1, columns: 2}
kinds: {man: {letters: {red: r, blue: b}}}
dice: {die: {faces: 2}}
phases: {play: {turns: [red, blue], turn: [{roll: die}, {act: [go]}]}}
actions:
  go:
    operands: {at: {cell: {empty: true}}}
    validators: [{require: die == 2, says: only with a two}]
    effects: [place: {kind: man, owner: mover, at: at}]
endings: [{when: turn > 9, draw: true, says: late}]
"""


def test_a_refusal_names_rule_clause_line_and_the_readings_that_allow_it(
    run: Run, duel: Path
) -> None:
    result = run("why", "duel.yaml", "--move", "step a1-b2")
    assert result.code == 0
    lines = result.out.splitlines()
    assert "step a1-b2 is refused for South" in lines
    assert "- the way from a1 to b2 is diagonal  reach/wrong-direction" in lines
    assert "    R-1: You move a man one cell." in lines
    assert any(line.startswith(f"    at {duel.name}:") for line in lines)
    assert lines[-3:] == [
        "It would be legal with",
        "- ways=any",
        "    Which ways may a man go?",
    ]


def test_a_legal_move(run: Run, duel: Path) -> None:
    assert duel.exists()
    result = run("why", "duel.yaml", "--flags", "ways=any", "--move", "step a1-b2")
    assert result.out.endswith("step a1-b2 is legal for South\n")


def test_the_same_as_data(run: Run, duel: Path) -> None:
    assert duel.exists()
    data = json.loads(run("why", "duel.yaml", "--move", "step a1-b1", "--format", "json").out)
    assert (data["legal"], data["told_to"]) == (False, "south")
    assert [each["code"] for each in data["reasons"]] == ["move/target-friend"]
    assert data["counterfactuals"] == []


def test_positions_come_in_every_form(run: Run, duel: Path) -> None:
    game = load(str(duel))
    match = Match(game)
    match.submit("south", "step a1-a2")
    Path("position.json").write_text(json.dumps(match.position.to_dict()), encoding="utf-8")
    match.submit("north", "step a3-a2")
    Path("record.json").write_text(match.record().to_json(), encoding="utf-8")
    Path("board.txt").write_text("n .\n. .\ns s\n", encoding="utf-8")
    Path("case.yaml").write_text(SITUATION, encoding="utf-8")
    Path("cases.yaml").write_text(
        "cases:\n  - id: one\n    ruleset: duel.yaml\n    start: true\n"
        "    flags: {ways: any}\n    steps: [play: step a1-b2]\n",
        encoding="utf-8",
    )
    for arguments, words in (
        (["position.json"], "step a3-a2 is legal for North"),
        (["record.json", "--ply", "1"], "step a3-a2 is legal for North"),
        (["record.json"], "step a3-a2 is refused for South"),
        (["board.txt"], "step a3-a2 is refused for South"),
        (["board.txt", "--after", "step a1-a2"], "step a3-a2 is legal for North"),
        (["case.yaml"], "step a3-a2 is refused for South"),
        (["cases.yaml", "--case", "one"], "step a3-a2 is legal for North"),
    ):
        result = run("why", "duel.yaml", "--position", *arguments, "--move", "step a3-a2")
        assert (result.code, words in result.out) == (0, True), (arguments, result)


@pytest.mark.parametrize(
    ("name", "text", "words"),
    [
        ("no.json", "{", "position/bad-value: 'no.json' is no JSON"),
        ("list.json", "[]", "is neither a position nor a record"),
        ("other.json", "{}", "position/other-ruleset"),
        ("plies.json", '{"plies": 5}', "position/bad-value"),
        ("board.txt", "x y\n", "position/bad-drawing"),
        ("case.yaml", "bord: 5\n", "case.yaml:1:1: schema/unknown-key"),
        ("cases.yaml", "cases: []\n", "say which one with `--case`"),
        ("step.yaml", "board: 'n.\n\n  ..\n\n  ss'\nsteps: [play: step a1-a3]\n", "is refused"),
        ("missing.yaml", None, "source/not-found"),
        ("missing.txt", None, "missing.txt"),
    ],
)
def test_what_is_no_position_is_said_so(
    run: Run, duel: Path, name: str, text: str | None, words: str
) -> None:
    if text is not None:
        (duel.parent / name).write_text(text, encoding="utf-8")
    result = run("why", "duel.yaml", "--position", name, "--move", "step a1-a2")
    assert (result.code, result.out) == (1, "")
    assert words in result.err


def test_wrong_usage(run: Run, duel: Path) -> None:
    assert duel.exists()
    for arguments, words in (
        (["--by", "north"], "--by goes with --as referee, who is told all; `--as north` explains"),
        (["--by", "north", "--as", "south"], "--by goes with --as referee"),
        (["--position", "x.json", "--opening", "south=south"], "--opening goes with the start"),
    ):
        result = run("why", "duel.yaml", "--move", "step a1-a2", *arguments)
        assert result.code == 2
        assert words in result.err
    result = run("why", "duel.yaml", "--move", "step a1-a2", "--as", "west")
    assert (result.code, "there is no seat 'west'" in result.err) == (1, True)


def test_the_referee_may_ask_about_any_seat(run: Run, duel: Path) -> None:
    assert duel.exists()
    result = run("why", "duel.yaml", "--move", "step a1-a2", "--as", "referee", "--by", "north")
    assert "- it is not for North to decide, but for South  move/wrong-seat" in result.out
    result = run("why", "duel.yaml", "--move", "step a1-b2", "--as", "referee")
    assert "- ways=any" in result.out


def test_where_something_is_hidden_it_is_said_who_is_told_more(run: Run, tmp_path: Path) -> None:
    text = STILL.replace("dice:", "views: [{hide: piece, of: {owner: blue}, from: [red]}]\ndice:")
    dark = tmp_path / "still.yaml"
    dark.write_text(text.replace("columns: 2", "columns: 3"), encoding="utf-8")
    begun = ("why", str(dark), "--after", "die 2; go a1; die 2; go b1; die 2", "go b1")
    told = run(*begun)
    assert "something that is hidden from Red stands against it" in told.out
    assert "told as far as Red may know; `--as referee` is told all" in told.out
    told = run(*begun, "--as", "referee", "--by", "red")
    assert "told to the referee; `--as red` tells it as far as Red may know" in told.out
    # Of what nobody hides there is nothing to be said.
    assert "told" not in run("why", str(dark), "--after", "die 2; go a1", "go b1").out


def test_without_a_move_the_legal_ones_are_listed(run: Run, duel: Path) -> None:
    assert duel.exists()
    result = run("why", "duel.yaml")
    assert result.code == 0
    assert "South, your move: 2 legal moves" in result.out
    assert "  1) step a1-a2" in result.out
    data = json.loads(run("why", "duel.yaml", "--format", "json").out)
    assert data["legal_moves"] == ["step a1-a2", "step b1-b2"]
    other = run("why", "duel.yaml", "--as", "north").out
    assert "It is not for North to decide, but for South." in other


def test_without_a_move_the_end_of_a_game_is_named(run: Run, duel: Path) -> None:
    assert duel.exists()
    Path("over.yaml").write_text(SITUATION.partition("steps")[0].replace("n .", ". ."), "utf-8")
    assert "The game is over:" in run("why", "duel.yaml", "--position", "over.yaml").out


def test_a_game_without_flags_has_no_other_readings(run: Run, duel: Path) -> None:
    text = duel.read_text(encoding="utf-8")
    text = text[: text.index("flags:")] + text[text.index("sides:") :]
    for old, new in (
        ("name: duel", "name: plain"),
        ("{pick: ways, straight: orthogonal, any: all}", "all"),
        (">= rounds", ">= 8"),
    ):
        text = text.replace(old, new)
    Path("plain.yaml").write_text(text, encoding="utf-8")
    told = run("why", "plain.yaml", "--move", "step a1-a3").out
    assert "The rules have no flags, so no other reading could make it legal." in told
    assert "sound, no flags" in run("validate", "plain.yaml").out


def test_a_long_clause_goes_on_where_it_begins(run: Run, duel: Path) -> None:
    rules = duel.read_text(encoding="utf-8")
    long = "You move a man one cell" + ", and then another man one cell" * 4 + "."
    duel.write_text(rules.replace("You move a man one cell.", long), encoding="utf-8")
    lines = run("why", "duel.yaml", "--move", "step a1-b2").out.splitlines()
    begun = next(n for n, line in enumerate(lines) if line.startswith("    R-1: "))
    assert lines[begun + 1].startswith("    ")
    assert f"{lines[begun][9:]} {lines[begun + 1][4:]}" in long


def test_a_move_before_that_is_refused_is_named_with_its_board(run: Run, duel: Path) -> None:
    del duel
    result = run("why", "duel.yaml", "--after", "step a1-a2;step a1-a2", "--move", "step a3-a2")
    assert result.code == 1
    assert "move 2 of 2 in `--after`, 'step a1-a2', is refused for North: " in result.err
    assert "2 s ~\n1 . s" in result.err


def test_moves_with_commas_between_them_are_told_of_semicolons(run: Run, duel: Path) -> None:
    del duel
    result = run("why", "duel.yaml", "--after", "step a1-a2, step b3-b2", "--move", "step a2-a3")
    assert result.code == 1
    hint = 'as commas may stand within one: --after "step a1-a2; step b3-b2"\n'
    assert result.err.endswith(hint)
    # So games are printed.
    played = run("why", "duel.yaml", "--after", "1. step a1-a2; 2. step b3-b2", "step a2-a3")
    assert played.code == 0
    assert run("perft", "duel.yaml", "1", "--after", "step a1-a2, step b3-b2").err == result.err


def test_where_a_turn_went_by_it_is_said_whose_it_is(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "still.yaml"
    game.write_text(STILL, encoding="utf-8")
    text = "Red had no move; it is Blue's turn, and chance has to fall first, as one of: die 1, "
    listed = run("why", str(game), "--after", "die 1").out
    asked = run("why", str(game), "--after", "die 1", "--move", "go a1").out
    assert text in " ".join(listed.split())
    assert text in " ".join(asked.split())
    assert "flag" not in asked


def test_who_was_passed_over_can_ask_about_that_moment(run: Run, tmp_path: Path) -> None:
    game = tmp_path / "still.yaml"
    game.write_text(STILL, encoding="utf-8")
    begun = ("why", str(game), "--after", "die 1")
    asked = run(*begun, "--as", "red", "go a1").out
    assert "die: 1" in asked  # the board of that moment
    assert "Red had no move at all here, and was passed over\ngo a1 is refused for Red\n" in asked
    assert "- only with a two  move/requirement" in asked
    assert "`--as" not in asked
    offer = "`--as red --move MOVE` says what stood against a move when red had none"
    assert offer in run(*begun).out
    assert offer in run(*begun, "go a1").out
    assert offer in run(*begun, "--as", "blue", "go a1").out
    data = json.loads(run(*begun, "--as", "red", "go a1", "--format", "json").out)
    assert data["passed_over"]
    assert [reason["code"] for reason in data["reasons"]] == ["move/requirement"]
    # Who decides now is asked about now.
    later = run(*begun[:-1], "die 1; die 2", "--as", "blue", "go a1").out
    assert "go a1 is legal for Blue" in later


def test_a_move_may_stand_behind_the_game_and_one_case_needs_no_name(run: Run, duel: Path) -> None:
    case = "ruleset: duel.yaml\ncases:\n  - {id: one, start: true, steps: [expect: {turn: 1}]}\n"
    (duel.parent / "one.yaml").write_text(case, encoding="utf-8")
    named = run("why", "duel.yaml", "--move", "step a1-b2")
    assert run("why", "duel.yaml", "step a1-b2") == named
    assert run("why", "duel.yaml", "step a1-b2", "--position", "one.yaml").code == 0
    assert run("why", "duel.yaml", "step a1-b2", "--move", "step a1-b2").code == 2


def test_a_legal_move_that_is_written_in_short_is_told_in_full(run: Run, duel: Path) -> None:
    assert duel.exists()
    short = run("why", "duel.yaml", "a1a2").out
    assert "a1a2 is legal for" in short
    assert "it is read as `step a1-a2`" in short
    assert "read as" not in run("why", "duel.yaml", "step a1-a2").out
    data = json.loads(run("why", "duel.yaml", "a1a2", "--format", "json").out)
    assert data["read_as"] == "step a1-a2"


def test_the_referee_is_told_how_chance_can_fall(run: Run, tmp_path: Path) -> None:
    path = tmp_path / "bag.yaml"
    path.write_text(BAG, encoding="utf-8")
    listed = "`--as referee` without a move lists the ways in which chance can fall, for `--after`"
    for words, told in (
        ((), f"fruit bag. {listed}."),
        (("a1",), "fruit bag move/needs-chance at "),
        (("a1",), listed),
        (
            ("--as", "referee"),
            "fruit bag:apple, fruit bag:apple#2, fruit bag:pear. `--after` says how.",
        ),
    ):
        said = " ".join(run("why", str(path), *words).out.split())
        assert told in said
        assert "hance has to fall first, as one of: fruit bag" in said
    refused = run("why", str(path), "--after", "fruit bag").err
    assert "'fruit bag' is several outcomes, which only the referee can tell apart" in refused
    assert "hint: `why --as referee` lists the ways in which chance can fall" in refused
    cases = "ruleset: ./bag.yaml\ncases: [{id: x, start: true, steps: [{chance: plum}]}]\n"
    (tmp_path / "cases.yaml").write_text(cases, encoding="utf-8")
    failed = run("test", str(tmp_path / "cases.yaml")).err
    assert "as 'plum': it falls as one of: fruit bag:apple, fruit bag:apple#2, fruit" in failed


def test_names_that_are_not_around_the_board_are_printed_below_it(run: Run) -> None:
    net = Path(__file__).parents[2] / "agreement" / "rules" / "numbered_points.yaml"
    out = run("why", str(net), "8-12").out
    assert "What the cells are called:\n8-------9\n" in out
    assert "no line leads from 8 to 12" in out


def test_where_chance_is_due_the_next_step_is_said(run: Run) -> None:
    told = run("why", "generals_10x10", "a1-a5").out.replace("\n", " ")
    assert "`--after 'winner A'` lets chance fall before the move is looked at" in told
    assert "`--opening SIDE=SEAT` settles at once who plays what" in told
    told = run("why", "generals_10x10", "--opening", "attacker=A", "a1-a5").out.replace("\n", " ")
    assert "`--after 'die 1'` lets chance fall" in told
    assert "--opening" not in told


def test_ways_that_fail_alike_are_one_sentence_with_the_clauses_of_both(
    run: Run, duel: Path
) -> None:
    line = "{line: {from: man, directions: {pick: ways, straight: orthogonal, any: all}, "
    ways = (
        "any_of: [{line: {from: man, directions: orthogonal, distance: 1}, clauses: [R-1]}, "
        "{line: {from: man, directions: orthogonal, distance: 2}, clauses: [R-2]}]"
    )
    text = duel.read_text(encoding="utf-8").replace(f"{line}distance: 1}}}}", f"{{{ways}}}")
    duel.write_text(text, encoding="utf-8")
    out = run("why", "duel.yaml", "--move", "step a1-b2").out
    refused = out[out.index("is refused") :].splitlines()
    assert refused[1].endswith("reach/wrong-direction")
    assert refused[2:4] == [
        "    R-1: You move a man one cell.",
        "    R-2: No man leaves the board.",
    ]
    assert out.count("reach/wrong-direction") == 1
