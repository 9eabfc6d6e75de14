"""The start, the unused, the silenced, and the picture."""

from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.analysis.validation import Report, validate

Check = Callable[..., Report]

PICTURE = ("columns: 3}", 'columns: 3, picture: "{}"}}')


def only(report: Report, code: str) -> str:
    (found,) = (each for each in report.diagnostics if each.code == code)
    return found.message


def codes(report: Report) -> list[str]:
    return [each.code for each in report.diagnostics]


def test_a_start_in_which_nobody_can_move_is_found(check: Check) -> None:
    report = check(("any_of: [nothing, enemy]", "any_of: [enemy]"))
    assert "nobody can act any more" in only(report, "check/deadlocked-start")


def test_a_game_that_is_over_before_it_begins_is_found(check: Check) -> None:
    report = check(
        ("at: [a3, b3, c3]", "at: [a3]"), ("count(owner=north) == 0", "count(owner=north) < 2")
    )
    assert "north has lost every man" in only(report, "check/deadlocked-start")


def test_a_game_of_throws_alone_needs_nobody_to_act(tmp_path: Path) -> None:
    path = tmp_path / "luck.yaml"
    path.write_text(
        "schema: 1\nname: luck\ntitle: Luck\nsides: {one: {}, two: {}}\nkinds: {}\n"
        "board: {rows: 1, columns: 1}\ndice: {die: {faces: 6}}\ncounters: {score: {per: side}}\n"
        "phases: {play: {turns: [one, two], turn: [roll: die, add: {score: die}]}}\n"
        "endings: [{each: us, when: us.score > 9, winner: us, says: ten}]\n",
        encoding="utf-8",
    )
    assert codes(validate(str(path))) == []


def test_a_throw_that_frees_somebody_is_enough(check: Check) -> None:
    report = check(
        ("distance: 1", "distance: die"),
        ("- act: [step]", "- roll: die\n      - act: [step]"),
        ("any_of: [nothing, enemy]", "any_of: [enemy]"),
        more="dice: {die: {faces: 2}}\n",
    )
    assert codes(report) == []


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("zones: {camp: {shape: {cells: [a1]}}}\n", "zone 'camp' is never used"),
        ("counters: {raids: {}}\n", "counter 'raids' is never used"),
        ("dice: {die: {faces: 6}}\n", "die 'die' is never used"),
        ("procedures: {tidy: [end_turn]}\n", "procedure 'tidy' is never used"),
        ("conditions: {calm: [{holds: turn > 3}]}\n", "condition 'calm' is never used"),
        ("colors: [red, blue]\n", "the colors are never given to anybody"),
        (
            "flags: {tempo: {question: Fast?, type: boolean, default: true}}\n",
            "nothing depends on flag 'tempo'",
        ),
    ],
)
def test_what_is_declared_and_never_used_is_found(check: Check, more: str, message: str) -> None:
    report = check(more=more)
    assert codes(report) == ["check/unused"]
    assert only(report, "check/unused") == message


def test_what_is_kept_while_no_rule_asks_and_nobody_sees_it_is_found(check: Check) -> None:
    kept = ("      - capture: to\n", "      - capture: to\n      - add: {raids: 1}\n")
    counters = "counters: {raids: {}}\n"
    hidden = "views: [{hide: raids, from: everybody}]\n"
    assert codes(check(kept, more=counters)) == []
    assert only(check(kept, more=counters + hidden), "check/unused") == (
        "counter 'raids' is kept, but no rule asks for it and nobody sees it"
    )
    asked = ("count(owner=south) == 0", "count(owner=south) == 0 and raids > 3")
    assert codes(check(kept, asked, more=counters + hidden)) == []


def test_a_name_that_is_given_to_a_value_and_never_used_is_found(check: Check) -> None:
    capture = "      - capture: to\n"
    let = (capture, f"      - let: {{here: unit.cell, there: to}}\n{capture}")
    used = ("      - move: {piece: unit, to: to}", "      - move: {piece: unit, to: there}")
    report = check(let, used)
    assert codes(report) == ["check/unused"]
    told = "the name 'here' is given to a value, and never used"
    assert only(report, "check/unused") == told


def test_a_zone_that_is_drawn_is_used(check: Check) -> None:
    assert codes(check(more='zones: {camp: {symbol: "-", shape: {cells: [a1]}}}\n')) == []


def test_kinds_actions_and_phases_can_be_unused_too(check: Check) -> None:
    kind = check(
        ("letters: {north: N, south: S}}", "letters: {north: N, south: S}}, ox: {letters: {}}")
    )
    assert only(kind, "check/unused") == "kind 'ox' is never used"
    action = check(("  step:\n", "  rest: {effects: [end_turn]}\n  step:\n"))
    assert only(action, "check/unused") == "action 'rest' is never used"
    phase = check(("actions:\n", "  late:\n    steps: [check_endings]\nactions:\n"))
    assert only(phase, "check/unused") == "phase 'late' is never entered"


def test_a_kind_is_used_when_a_player_can_name_any(check: Check) -> None:
    kind = ("letters: {north: N, south: S}}", "letters: {north: N, south: S}}, ox: {letters: {}}")
    drop = "  drop: {operands: {what: {kind: any}}, effects: [end_turn]}\n  step:\n"
    assert codes(check(kind, ("  step:\n", drop), ("act: [step]", "act: [step, drop]"))) == []


def test_a_kind_is_used_when_steps_go_through_all(check: Check) -> None:
    kind = ("letters: {north: N, south: S}}", "letters: {north: N, south: S}}, ox: {letters: {}}")
    loop = "for_each: {as: sort, among_kinds: any}"
    step = f"- {loop}\n        do: [{{tell: '{{count(kind=sort)}}'}}]\n      - act: [step]"
    assert codes(check(kind, ("- act: [step]", step))) == []


def test_a_use_under_another_flag_value_counts(check: Check) -> None:
    flag = "flags: {calm: {question: Calm?, type: boolean, default: true}}\n"
    use = "- act: [step]\n      - {only: {calm: false}, add: {raids: 1}}"
    report = check(("- act: [step]", use), more=flag + "counters: {raids: {}}\n")
    assert codes(report) == []


def test_a_flag_that_only_changes_what_is_shown_needs_no_rule(check: Check) -> None:
    flag = "flags: {f: {question: Q, type: boolean, default: true, affects: display}}\n"
    assert codes(check(more=flag)) == []


def test_a_silence_keeps_a_warning_out(check: Check) -> None:
    counters = "counters: {raids: {}, rests: {}}\n"
    all_of_them = "silenced: [{code: check/unused, because: to come}]\n"
    one_of_them = "silenced: [{code: check/unused, about: raids, because: to come}]\n"
    assert codes(check(more=counters + all_of_them)) == []
    assert (
        only(check(more=counters + one_of_them), "check/unused") == "counter 'rests' is never used"
    )


def test_a_silence_without_effect_is_a_warning(check: Check) -> None:
    report = check(more="silenced: [{code: check/unusd, because: to come}]\n")
    (found,) = report.diagnostics
    assert found.code == "check/silence-unused"
    assert found.hint == "did you mean `check/unused`?"


def test_a_silence_for_random_games_waits_for_them(check: Check) -> None:
    assert codes(check(more="silenced: [{code: check/never-played, because: rare}]\n")) == []


def picture(text: str) -> tuple[str, str]:
    drawn = "\n".join(f"    {line}" for line in text.splitlines())
    return "board: {rows: 3, columns: 3}", f"board:\n  rows: 3\n  columns: 3\n  picture: |\n{drawn}"


def test_a_right_picture_is_quiet(check: Check) -> None:
    assert codes(check(picture("N N N\n. . .\nS S S"))) == []
    assert codes(check(picture("3 N N N\n2 . . .\n1 S S S\n  a b c"))) == []


@pytest.mark.parametrize(
    ("text", "line", "col"),
    [("N N N\n. . .\nS . S", 11, 7), ("3 N N N\n2 . . .\n1 S . S\n  a b c", 11, 9)],
)
def test_a_wrong_picture_is_an_error_at_the_first_mark_that_differs(
    check: Check, text: str, line: int, col: int
) -> None:
    report = check(picture(text))
    (found,) = report.errors
    assert found.code == "resolve/picture-differs"
    assert "shows '.' on b1" in found.message
    assert "`S . S`" in found.message
    assert "`S S S`" in found.message
    assert found.span is not None
    assert (found.span.line, found.span.col) == (line, col)


def test_a_picture_of_another_size_is_an_error(check: Check) -> None:
    report = check(picture("N N N\nS S S"))
    assert codes(report) == ["resolve/picture-differs"]
    assert "2 rows" in report.errors[0].message


def test_a_picture_is_held_against_the_values_that_the_file_gives(check: Check) -> None:
    flag = "flags: {calm: {question: Calm?, type: boolean, default: true}}\n"
    men = ("at: [a1, b1, c1]", 'at: {pick: calm, "true": [a1, b1, c1], "false": [a1]}')
    right = picture("N N N\n. . .\nS S S")
    assert codes(check(right, men, more=flag, overrides={"calm": False})) == []
    wrong = picture("N N N\n. . .\nS . .")
    assert codes(check(wrong, men, more=flag, overrides={"calm": False})) == [
        "resolve/picture-differs"
    ]
