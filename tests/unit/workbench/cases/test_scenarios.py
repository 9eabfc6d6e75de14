"""What a file of scenarios may say, and what is said when it or the rules are wrong."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.errors import SourceError
from ruleengine.workbench.cases import expectations
from ruleengine.workbench.cases.expectation_model import Expectation
from ruleengine.workbench.cases.files import read_scenarios
from ruleengine.workbench.cases.scenarios import CaseResult, run_case, run_files

Write = Callable[[str], Path]


def only(path: Path) -> CaseResult:
    (case,) = read_scenarios(path)
    return run_case(case)


def steps(*lines: str) -> str:
    return "\n".join(["- id: x", "  clauses: [M-1]", "  steps:", *(f"  - {x}" for x in lines)])


def test_every_expectation_is_compared() -> None:
    assert set(expectations._CHECKS) == set(Expectation.model_fields)  # noqa: SLF001


def test_a_case_runs_through(write: Write) -> None:
    result = only(
        write(
            steps(
                "expect: {chance: [die 1, die 2], mover: walker, actors: [], turn: 1}",
                "chance: die 1",
                "refused: {move: step a1-a3, code: reach/too-far, clause: M-1}",
                "refused: {move: step c3-c2, code: move/wrong-piece}",
                "expect: {legal: [step a1-a2, step a1-b1], chance: none, actors: [walker]}",
                "expect: {legal: {includes: step a1-a2, excludes: step a1-c1, count: 2}}",
                "play: step a1-a2",
                "expect: {cells: {a1: empty, b1: ., a2: W}, pieces: {walker: 1, watcher: 1}}",
                "expect: {counters: {steps: 1, rests: {walker: 0}}, zone_owners: {top: watcher}}",
                "expect: {events: [moved, turn side=watcher number=2], outcome: none}",
                "roll: 1",
                "play: c3-c2",
                "roll: 1",
                "play: step a2-a3",
                "expect: {outcome: {winner: walker, ending: arrived, reason: on top}}",
                "expect: {outcome: {ending: arrived}}",
                "refused: {move: step a3-a2, code: move/game-over}",
            )
        )
    )
    assert result.ok, str(result)
    assert result.clauses == ("M-1",)
    assert str(result) == "x: ok"


@pytest.mark.parametrize(
    ("lines", "message"),
    [
        (["expect: {mover: watcher}"], "mover: expected watcher, found walker"),
        (["expect: {turn: 2}"], "turn: expected 2, found 1"),
        (["expect: {chance: none}"], "chance: expected nothing, found die 1, die 2"),
        (["expect: {chance: [die 1]}"], "chance: expected die 1, found die 1, die 2"),
        (
            ["expect: {chance: {includes: die 3}}"],
            "chance: 'die 3' is expected, but cannot fall; there are: die 1, die 2",
        ),
        (
            ["expect: {chance: {excludes: [die 2]}}"],
            "chance: 'die 2' can fall, as 'die 2', but is not expected to",
        ),
        (
            ["expect: {chance: {excludes: [die 7]}}"],
            "chance: to exclude 'die 7' says nothing: '7' means nothing here; there are: die 1",
        ),
        (["expect: {chance: {count: 3}}"], "ways in which chance can fall: expected 3, found 2"),
        (["chance: die 1", "expect: {chance: {count: 3}}"], "chance: expected that chance falls"),
        (["expect: {phase: plya}"], "phase: there is no phase 'plya'; did you mean `play`?"),
        (["expect: {actors: [walker]}"], "actors: expected walker, found nothing"),
        (["expect: {choice: [a]}"], "choice: expected a choice between a, but none is open"),
        (["expect: {cells: {a1: empty}}"], "a1: expected empty, found W"),
        (["expect: {cells: {a1: .}}"], "a1: expected ., found W"),
        (["expect: {cells: {d9: W}}"], "cells: there is no cell 'd9'"),
        (["expect: {pieces: {walker: 2}}"], "pieces of 'walker': expected 2, found 1"),
        (
            ["expect: {pieces: {walkr: 2}}"],
            "pieces: there is no side 'walkr'; did you mean `walker`?",
        ),
        (["expect: {counters: {steps: 3}}"], "counters of 'steps': expected 3, found 0"),
        (
            ["expect: {counters: {rests: {walker: 3}}}"],
            "counter 'rests' of 'walker': expected 3, found 0",
        ),
        (["expect: {zone_owners: {top: walker}}"], "zone_owners of 'top'"),
        (["expect: {events: [rolled]}"], "events: expected rolled, found turn"),
        (["expect: {events: {includes: rolled}}"], "events: 'rolled' is expected"),
        (
            ["expect: {events: {excludes: turn}}"],
            "events: 'turn' happened, but is not expected; there is: turn side=walker number=1",
        ),
        (
            ["expect: {events: [moved, turn]}"],
            "events: expected moved; turn, found turn side=walker number=1",
        ),
        (
            ["expect: {events: {excludes: plaaced}}"],
            "events: there is no event 'plaaced'; did you mean `placed`?",
        ),
        (
            ["expect: {events: {includes: plaaced}}"],
            "events: there is no event 'plaaced'; did you mean `placed`?",
        ),
        (
            ["expect: {events: {excludes: placed at=a1}}"],
            "events: 'placed' has no detail 'at'; there are: piece, to",
        ),
        (
            ["expect: {events: {excludes: placed to=a1}}"],
            "events: write 'placed' alone or with all its details in order: piece=... to=...",
        ),
        (
            ["expect: {events: {excludes: placed a1}}"],
            "events: write the details in 'placed a1' as name=value",
        ),
        (
            ["expect: {events: {excludes: placed piece=walkr man to=a1}}"],
            "events: there is no side 'walkr'; did you mean `walker`?",
        ),
        (
            ["expect: {events: {excludes: placed piece=walker men to=a1}}"],
            "events: there is no kind 'men'; did you mean `man`?",
        ),
        (
            ["expect: {events: {excludes: turn side=watchr number=1}}"],
            "events: there is no side 'watchr'; did you mean `watcher`?",
        ),
        (
            ["expect: {view: {of: walker, events: {excludes: turnn}}}"],
            "view of walker: events: there is no event 'turnn'; did you mean `turn`?",
        ),
        (
            ["expect: {view: {of: walker, hidden: [stebs]}}"],
            "view of walker: hidden: there is no counter or mark 'stebs'; did you mean `steps`?",
        ),
        (
            ["expect: {view: {of: walker, pieces: {walkr: 0}}}"],
            "view of walker: pieces: there is no side 'walkr'; did you mean `walker`?",
        ),
        (
            ["expect: {view: {of: walker, kinds: {z9: empty}}}"],
            "view of walker: kinds: there is no cell 'z9'",
        ),
        (
            ["expect: {off_board: {benc: []}}"],
            "off_board: there is no place off the board 'benc'; did you mean `bench`?",
        ),
        (
            ["expect: {view: {of: walker, off_board: {nowhere: []}}}"],
            "off_board: there is no place off the board 'nowhere'; there are: bench",
        ),
        (["expect: {marks: {last: nothing}}"], "marks: there is no mark 'last'; there are none"),
        (
            ["expect: {outcome: {winner: nobody}}"],
            "outcome: expected that nobody wins, but the game goes on",
        ),
        (
            ["expect: {outcome: {draw: true}}"],
            "outcome: expected a draw, but the game goes on",
        ),
        (
            ["expect: {outcome: {ending: arrived}}"],
            "outcome: expected that the game ends by 'arrived', but the game goes on",
        ),
        (
            ["expect: {outcome: {reason: on top}}"],
            "outcome: expected that the game is over, but the game goes on",
        ),
        (["play: step a1-a2"], "'step a1-a2' cannot be played: chance falls first"),
        (["roll: 3"], "chance cannot fall as '3'"),
        (["roll: [1, 1]"], "chance cannot fall as '1': no chance point is open"),
        (["roll: 1", "play: step a1-a3"], "'step a1-a3' is expected to be legal, but is refused"),
        (["roll: 1", "play: step a1-a3"], "- reach/too-far: a3 is 2 away from a1"),
        (
            ["roll: 1", "refused: {move: step a1-a2, code: reach/too-far}"],
            "'step a1-a2' is expected to be refused, but is legal",
        ),
        (
            ["roll: 1", "refused: {move: step a1-a3, code: reach/too-near}"],
            "'step a1-a3' is refused, but not by reach/too-near",
        ),
        (
            ["roll: 1", "refused: {move: step a1-a3, code: reach/too-far, clause: M-2}"],
            "'step a1-a3' is refused, but not by reach/too-far citing M-2",
        ),
        (
            ["roll: 1", "refused: {move: step a1-c3, code: move/target-enemy}"],
            "refused, but not first by move/target-enemy\na later reason fits; `any_reason: true` ",
        ),
        (
            ["roll: 1", "refused: {move: step a1-a3, code: reach/too-far, clause: M-2}"],
            "\nthe code fits; it cites M-1\n- reach/too-far: ",
        ),
        (
            [
                "roll: 1",
                "refused: {move: step a1-a3, code: reach/too-far, clause: M-1, says: no}",
            ],
            "\nthe code and the clause fit; the sentence is 'a3 is 2 away from a1; ",
        ),
        (
            ["roll: 1", "refused: {move: step a1-a3, code: reach/too-far, rule: far}"],
            "\nthe code fits; the rule has neither `code` nor `id`\n",
        ),
        (["roll: 1", "expect: {legal: []}"], "there, but not expected: step a1-a2, step a1-b1"),
        (
            ["roll: 1", "expect: {legal: [step a1-c1]}"],
            "legal: expected, but not there: step a1-c1",
        ),
        (
            ["roll: 1", "expect: {legal: {includes: step a1-c1}}"],
            "legal: 'step a1-c1' is expected, but not there; there are: step a1-a2, step a1-b1",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: step a1-a2}}"],
            "legal: 'step a1-a2' is there, but not expected",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: jump a1-a2}}"],
            "says nothing: 'jump a1-a2' does not name the action step",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: stpe a1-a2}}"],
            "says nothing: 'stpe a1-a2' names no action; did you mean `step`?",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: step a1-a9}}"],
            (
                "legal: to exclude 'step a1-a9' says nothing: there is no 'a9'; "
                "the board goes from a1 to c3"
            ),
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: step a1 a2}}"],
            "legal: 'step a1 a2' is there, as 'step a1-a2', but not expected",
        ),
        (
            ["roll: 1", "expect: {view: {of: walker, legal: {excludes: step z1-a2}}}"],
            "view of walker: legal: to exclude 'step z1-a2' says nothing: there is no 'z1'",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: step a1}}"],
            "legal: 'step a1' is there, as 'step a1-a2', but not expected",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: [step b3, step]}}"],
            "legal: 'step' is there, as 'step a1-a2', but not expected",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: [a1-a2, a1]}}"],
            "legal: 'a1-a2' is there, as 'step a1-a2', but not expected",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: a1}}"],
            "legal: 'a1' is there, as 'step a1-a2', but not expected",
        ),
        (
            ["roll: 1", "expect: {legal: {excludes: step a1-a2-a3}}"],
            "legal: to exclude 'step a1-a2-a3' says nothing: 'step' takes ",
        ),
        (["roll: 1", "expect: {legal: {actions: []}}"], "actions with a legal move: there"),
        (["roll: 1", "expect: {legal: {count: 3}}"], "number of legal moves: expected 3, found 2"),
    ],
)
def test_a_failure_says_what_was_expected(write: Write, lines: list[str], message: str) -> None:
    result = only(write(steps(*lines)))
    assert not result.ok
    assert message in "\n".join(result.messages)


def test_the_beginning_of_a_move_excludes_what_begins_so(write: Write) -> None:
    """Nothing of one's own stands on b3, so that no legal move begins there."""
    assert only(write(steps("roll: 1", "expect: {legal: {excludes: [step b3, step b1]}}"))).ok


def test_a_failure_names_place_step_and_board(write: Write) -> None:
    path = write(steps("roll: 1", "expect: {cells: {a1: empty}}"))
    assert str(only(path)) == "\n".join(
        [
            f"{path}:14:7: x, step 2",
            "  a1: expected empty, found W",
            "  3 . . O",
            "  2 . . .",
            "  1 W . .",
            "    a b c",
            "  die: 1\n  turn 1, walker on turn; walker: your move",
        ]
    )


def test_an_expected_board_is_drawn_above_the_actual_one_with_the_cells_that_differ(
    write: Write,
) -> None:
    path = write(steps("expect: {board: 'W . O\n\n    . . .\n\n    . . .'}"))
    assert str(only(path)).splitlines()[1:] == [
        "  board: expected",
        "  3 W . O",
        "  2 . . .",
        "  1 . . .",
        "    a b c",
        "  found",
        "  3 . . O",
        "  2 . . .",
        "  1 W . .",
        "    a b c",
        "  a3: expected W, found empty",
        "  a1: expected empty, found W",
        "  turn 1, walker on turn; chance falls",
    ]


def test_clauses_have_to_exist(write: Write) -> None:
    path = write(steps("expect: {turn: 1}").replace("M-1", "M-9"))
    assert only(path).messages[0].startswith("there is no clause 'M-9'")


@pytest.mark.parametrize(
    ("step", "messages"),
    [
        (
            "refused: {move: step a1-a3, rule: arived}",
            ["there is no rule with the `code` or `id` 'arived'; did you mean `arrived`?"],
        ),
        (
            "expect: {outcome: {winner: wolker, seats: [walker, watch], ending: last_phase}}",
            [
                "there is no side 'wolker'; did you mean `walker`?",
                "there is no seat 'watch'; did you mean `watcher`?",
                "there is no ending with the `id` 'last_phase'; did you mean `last-phase`?",
            ],
        ),
    ],
)
def test_a_name_that_nothing_has_is_said_where_a_case_fails(
    write: Write, step: str, messages: list[str]
) -> None:
    found = only(write(steps("roll: 1", step))).messages
    assert list(found[-len(messages) :]) == messages


def test_a_position_that_does_not_fit_fails_the_case(write: Write) -> None:
    result = only(write(steps("expect: {turn: 1}") + "\n  counters: {step: 1}\n"))
    assert result.messages[0].startswith("position/bad-value: there is no counter 'step'")


def test_a_ruleset_that_cannot_be_loaded_fails_the_case(write: Write) -> None:
    result = only(write(steps("expect: {turn: 1}") + "\n  flags: {size: 3}\n"))
    assert result.messages[0] == "the game cannot be loaded"
    assert "resolve/unknown-flag" in result.messages[1]
    assert result.messages[2].startswith("hint: ")


def test_a_board_may_be_empty_but_for_some_cells(write: Write) -> None:
    case = "- {id: x, board: empty, cells: {a1: W, c3: O}, steps: [%s]}"
    assert only(write(case % "expect: {pieces: {walker: 1, watcher: 1}, cells: {a1: W}}")).ok
    assert only(write(case.replace("cells: {a1: W, c3: O}, ", "") % "roll: 1")).ok


def test_the_mistakes_of_a_ruleset_are_listed_once(write: Write) -> None:
    path = write(steps("roll: 1") + "\n" + steps("roll: 1").replace("id: x", "id: z"))
    ruleset = path.with_name("meadow.yaml")
    wrong = ruleset.read_text(encoding="utf-8").replace("distance: die", "distance: dye")
    ruleset.write_text(wrong, encoding="utf-8")
    first, second = run_files([path]).results
    assert "dye" in "\n".join(first.messages)
    assert second.messages == ("the game cannot be loaded, as told at 'x'",)


def test_files_are_summed_up(write: Write) -> None:
    path = write(steps("roll: 1") + "\n" + steps("expect: {turn: 9}").replace("id: x", "id: y"))
    summary = run_files([path])
    assert not summary.ok
    assert [result.case.id for result in summary.failed] == ["y"]
    assert summary.clauses == {"M-1": ("x", "y")}


def test_a_file_that_cannot_be_read_does_not_stop_the_others(write: Write) -> None:
    path = write(steps("roll: 1"))
    summary = run_files([path.parent / "absent.yaml", path])
    assert [diagnostic.code for diagnostic in summary.diagnostics] == ["source/not-found"]
    assert len(summary.results) == 1
    assert not summary.ok


def test_nothing_to_run_is_not_a_success(tmp_path: Path) -> None:
    assert not run_files([tmp_path]).ok


def test_a_missing_file_is_a_source_error(tmp_path: Path) -> None:
    with pytest.raises(SourceError):
        read_scenarios(tmp_path / "absent.yaml")


def test_rules_that_go_round_fail_their_case_and_no_other(tmp_path: Path) -> None:
    ruleset = tmp_path / "round.yaml"
    ruleset.write_text(
        """\
schema: 1
name: round
title: Round
sides: {a: {}, b: {}}
board: {rows: 1, columns: 3}
kinds: {man: {letters: {a: x, b: y}}}
counters: {laps: {}}
setup: [drawn: "x . y"]
phases: {play: {turns: [a, b], turn: [act: [wait, run]]}}
actions:
  wait: {effects: []}
  run: {effects: [{label: lap, add: {laps: 1}}, {if: laps > 0, then: [again: lap]}]}
endings: [{when: turn > 5, winner: b, says: late}]
""",
        encoding="utf-8",
    )
    cases = tmp_path / "cases.yaml"
    cases.write_text(
        """\
ruleset: round.yaml
defaults: {start: true}
cases:
  - {id: round/goes-round, steps: [play: run]}
  - {id: round/waits, steps: [play: wait]}
""",
        encoding="utf-8",
    )
    failed, passed = run_files([cases]).results
    assert failed.failure is not None
    assert "go round in a circle" in failed.failure.messages[0]
    assert passed.failure is None


def test_a_game_that_nobody_has_won_is_expected_as_the_ruleset_says_it(tmp_path: Path) -> None:
    endings = "[{when: turn > 0, winner: RESULT, says: over}]"
    game = (
        "schema: 1\nname: alone\ntitle: Alone\nsides: {one: {}}\nboard: {rows: 1, columns: 1}\n"
        "kinds: {}\nphases: {play: {turns: [one], turn: [act: [nod]]}}\nactions: {nod: {}}\n"
    )
    case = "{id: x, start: true, steps: [play: nod, {expect: {outcome: {winner: EXPECTED}}}]}"
    found = {}
    for result in ("nobody", "one"):
        text = f"{game}endings: {endings.replace('RESULT', result)}\n"
        (tmp_path / "alone.yaml").write_text(text, encoding="utf-8")
        for expected in ("nobody", "one"):
            path = tmp_path / "cases.yaml"
            cases = f"ruleset: ./alone.yaml\ncases: [{case.replace('EXPECTED', expected)}]\n"
            path.write_text(cases, encoding="utf-8")
            found[result, expected] = only(path).messages
    assert found["nobody", "nobody"] == found["one", "one"] == ()
    assert found["nobody", "one"][0] == "winner: expected one, found nobody"
    assert found["one", "nobody"][0] == "winner: expected nobody, found one"
