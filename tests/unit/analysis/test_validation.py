from __future__ import annotations

from collections.abc import Callable
from pathlib import Path

import pytest

from ruleengine.analysis.validation import Report, validate
from ruleengine.errors import Diagnostic
from ruleengine.resolve.files.library import shipped_names

Check = Callable[..., Report]

TEMPO = """
flags:
  tempo:
    question: How far does a man go?
    choices: {slow: one cell, fast: two cells, wild: as he likes}
    default: slow
"""


def codes(report: Report) -> list[str]:
    return [each.code for each in report.diagnostics]


def only(report: Report) -> Diagnostic:
    assert len(report.diagnostics) == 1, report.diagnostics
    return report.diagnostics[0]


@pytest.mark.parametrize("name", shipped_names())
def test_shipped_rulesets_and_variants_are_sound_without_a_warning(name: str) -> None:
    report = validate(name)
    assert report.ok
    assert report.diagnostics == ()


def test_a_sound_ruleset_gives_an_empty_report(check: Check) -> None:
    report = check()
    assert report.ok
    assert (report.name, report.diagnostics) == ("duel", ())
    assert (report.num_flags, report.num_assignments) == (0, 1)
    assert report.rules is not None
    assert list(report.documents) == ["duel.yaml"]


def test_a_file_that_is_not_there_is_an_error_in_the_report(tmp_path: Path) -> None:
    report = validate(str(tmp_path / "nothing.yaml"))
    assert codes(report) == ["source/not-found"]
    assert not report.ok


def test_the_lines_of_a_file_that_cannot_be_read_as_yaml_are_at_hand(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.chdir(tmp_path)
    Path("broken.yaml").write_text("schema: 1\nname: [broken\n", encoding="utf-8")
    report = validate("broken.yaml")
    fault = report.diagnostics[0]
    assert fault.span is not None
    assert report.documents[fault.span.file].line(2) == "name: [broken"


def test_an_error_that_every_setting_shares_is_reported_once(check: Check) -> None:
    report = check(
        ("act: [step]", "act: [stepp]"),
        more=TEMPO + "about: {pick: tempo, slow: a, otherwise: b}\n",
    )
    assert report.num_assignments > 1
    assert codes(report) == ["resolve/unknown-name"]
    assert "(with" not in only(report).message


def test_errors_of_different_settings_do_not_hide_each_other(check: Check) -> None:
    report = check(
        (
            "distance: 1}",
            "distance: {pick: tempo, slow: 1, fast: lenght, wild: widht}}",
        ),
        more=TEMPO,
    )
    assert codes(report) == ["expression/unknown-name", "expression/unknown-name"]
    assert [each.message.rpartition(" (")[2] for each in report.diagnostics] == [
        "with tempo: fast)",
        "with tempo: wild)",
    ]


PACE = """
flags:
  pace: {question: Who is quick?, choices: {nobody: none, all: all of them}, default: nobody}
  size: {question: How large?, type: number, values: [3, 4], default: 3}
  hall:
    question: Which hall?
    type: map
    fields: {doors: {values: [1, 2]}, floor: {values: [stone, wood]}}
    default: {doors: 1, floor: stone}
"""
CAPTURE = ("- capture: to", "- {only: %s, let: {prey: piece_at(to)}}\n      - remove: prey")


def test_a_value_under_which_a_step_is_missing_is_loaded(check: Check) -> None:
    capture = (CAPTURE[0], CAPTURE[1] % "{pace: nobody}")
    fault = only(check(capture, more=PACE))
    assert fault.code == "expression/unknown-name"
    assert fault.message.endswith("'prey' is not known here (with pace: all)")


@pytest.mark.parametrize(
    ("columns", "overrides", "blamed"),
    [("size", {"size": 4}, "size: 3"), ("5 - hall.doors", {}, "hall.doors: 2")],
)
def test_every_number_that_is_listed_is_loaded(
    check: Check, columns: str, overrides: dict[str, object], blamed: str
) -> None:
    wide = ("columns: 3}", f"columns: {columns}}}")
    report = check(wide, ("[a1, b1, c1]", "[a1, b1, c1, d1]"), more=PACE, overrides=overrides)
    assert only(report).message == f"the board has no cell 'd1' (with {blamed})"


def test_few_combinations_have_every_value(check: Check) -> None:
    report = check(more=PACE)
    assert report.ok
    assert report.num_assignments == 2


def test_a_fault_that_another_value_hides_is_found_when_looked_for_deeply(check: Check) -> None:
    # The step is there under `all`, and under a hall of wood; both are loaded in one go.
    capture = (CAPTURE[0], CAPTURE[1] % "[{pace: nobody}, {hall: wood}]")
    flags = PACE.partition("  size")[0] + (
        "  hall: {question: Which?, choices: {stone: stone, wood: wood}, default: stone}\n"
    )
    assert check(capture, more=flags).ok
    fault = only(check(capture, more=flags, deep=True))
    assert fault.message.endswith("(with pace: all)")


def test_an_override_that_does_not_exist_is_reported_beside_the_other_errors(check: Check) -> None:
    report = check(("act: [step]", "act: [stepp]"), overrides={"speed": "fast"})
    assert sorted(codes(report)) == ["resolve/unknown-flag", "resolve/unknown-name"]


def test_faults_of_flags_and_selections_end_up_in_the_report(check: Check) -> None:
    assert codes(check(more="flags: {tempo: {question: What?}}\n")) == ["schema/missing-key"]
    wrong = check(("act: [step]", "act: [step]\n        only: {tempo: slow}"))
    assert codes(wrong) == ["resolve/unknown-flag"]


def test_warnings_speak_of_the_chosen_values(check: Check) -> None:
    far = ("distance: 1}", "distance: {pick: tempo, slow: 1, fast: 2, wild: 7}}")
    assert check(far, more=TEMPO).diagnostics == ()
    found = check(far, more=TEMPO, overrides={"tempo": "wild"})
    assert found.ok
    assert "check/action-never-legal" in codes(found)


def test_parts_that_no_flag_value_selects_are_warned_of(check: Check) -> None:
    report = check(
        ("distance: 1}", "distance: {pick: tempo, slow: 1, fast: 2, wild: 1, otherwise: 3}}"),
        more=TEMPO,
    )
    assert codes(report) == ["resolve/never-selected"]
    assert report.ok


def test_uncited_clauses_are_only_counted(check: Check) -> None:
    report = check(
        ("- act: [step]", "- act: [step]\n        clauses: [R-1]"),
        more="clauses: {R-1: You step., R-2: Be kind.}\n",
    )
    assert report.diagnostics == ()
    assert (report.num_clauses, report.uncited_clauses) == (2, ("R-2",))


def test_the_same_fault_of_one_place_is_kept_once(check: Check) -> None:
    report = check(("distance: 1}", "distance: lenght}"))
    assert len({(each.span, each.code, each.message) for each in report.diagnostics}) == 1
    assert codes(report) == ["expression/unknown-name"]
