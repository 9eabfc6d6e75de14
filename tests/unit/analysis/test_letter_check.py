"""Steps after which a piece cannot be drawn."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]
LAST = "      - move: {piece: unit, to: to}\n"
ROCK = ("south: S}}}", "south: S}}, rock: {letters: {nobody: o}}}")
WALL = "zones: {wall: {shape: {cells: [b2]}}}\n"


def found(report: Report) -> list[str]:
    return [each.message.partition(",")[0] for each in report.diagnostics]


def test_whoever_is_given_a_piece_needs_a_letter_for_it(check: Check) -> None:
    report = check(
        (LAST, f"{LAST}      - {{give: {{piece: unit, to: nobody}}}}\n"),
        ("south: S}}}", "south: S}}, rock: {letters: {nobody: o}}}"),
        (
            "- put: {kind: man, owner: n",
            "- put: {kind: rock, owner: nobody, at: b2}\n  - put: {kind: man, owner: n",
        ),
    )
    assert found(report) == ["kind 'man' has no letter for nobody"]


def test_a_step_that_makes_several_such_kinds_is_one_warning(check: Check) -> None:
    report = check(
        ("south: S}}}", "south: S}}, king: {letters: {south: K}}, duke: {letters: {south: D}}}"),
        ("unit: {piece: {owner: mover}}", "unit: {piece: {owner: south}}"),
        (LAST, f"{LAST}      - {{give: {{piece: unit, to: north}}}}\n"),
        (
            "- put: {kind: man, owner: n",
            (
                "- put: {kind: king, owner: south, at: a2}\n"
                "  - put: {kind: duke, owner: south, at: b2}\n  - put: {kind: man, owner: n"
            ),
        ),
    )
    (one,) = [each for each in report.diagnostics if each.code == "check/no-letter"]
    assert one.message == (
        "kind 'duke' has no letter for side 'north', and kind 'king' lacks one too, "
        "so what this step makes cannot be drawn"
    )
    assert one.hint == (
        "add to their `letters`: duke (north), king (north), or silence the warning if such a "
        "piece never stands on the board"
    )


def test_procedures_hand_on_what_a_piece_becomes(check: Check) -> None:
    report = check(
        ("south: S}}}", "south: S}}, king: {letters: {south: K}}}"),
        (LAST, f"{LAST}      - run: {{raise_to: {{man: unit, into: king}}}}\n"),
        more="procedures:\n  raise_to:\n    given: {man: piece, into: kind}\n"
        "    steps: [become: {piece: man, kind: into}]\n",
    )
    assert found(report) == ["kind 'king' has no letter for side 'north'"]


@pytest.mark.parametrize("order", [("become", "give"), ("give", "become")])
def test_two_steps_that_belong_together_are_looked_at_as_one(
    check: Check, order: tuple[str, str]
) -> None:
    steps = {
        "become": "      - become: {piece: unit, kind: rock}\n",
        "give": "      - give: {piece: unit, to: nobody}\n",
    }
    report = check((LAST, LAST + "".join(steps[each] for each in order)), ROCK)
    assert found(report) == []


def test_a_kind_that_only_one_side_may_become_is_found_for_the_others(check: Check) -> None:
    king = ("south: S}}}", "south: S}}, king: {letters: {south: K}}}")
    become = (LAST, f"{LAST}      - become: {{piece: unit, kind: king}}\n")
    assert found(check(king, become)) == ["kind 'king' has no letter for side 'north'"]
    only_south = ("unit: {piece: {owner: mover}}", "unit: {piece: {owner: south}}")
    assert found(check(king, become, only_south, ("[south, north]", "[south]"))) == []


DEALT = (
    ("south: S}}}", "south: S}}, card: {letters: {nobody: c}}}"),
    (
        "- put: {kind: man, owner: n",
        "- fill: {zone: deck, kind: card, owner: nobody}\n  - put: {kind: man, owner: n",
    ),
)
ZONES = "zones: {deck: {off_board: true}, hand: {off_board: true}}\n"
DEAL = """\
      - choose: {as: card, who: chance, among: {in: deck}}
      - give: {piece: card, to: mover}
      - send: {piece: card, to: hand}
"""
COLLECT = """\
      - for_each: {as: one, among: {in: hand}}
        do:
          - give: {piece: one, to: nobody}
          - send: {piece: one, to: deck}
"""


def test_what_never_comes_onto_the_board_needs_no_letter(check: Check) -> None:
    report = check(*DEALT, (LAST, LAST + DEAL + COLLECT), more=ZONES)
    assert found(report) == []


def test_what_is_laid_from_a_hand_needs_a_letter(check: Check) -> None:
    lay = "      - {for_each: {as: laid, among: {in: hand}}, do: [move: {piece: laid, to: to}]}\n"
    report = check(*DEALT, (LAST, LAST + DEAL + lay), more=ZONES)
    assert found(report) == ["kind 'card' has no letter for side 'north' and side 'south'"]
    sent = "      - send: {piece: unit, to: hand}\n"
    report = check(*DEALT, (LAST, LAST + sent + DEAL + COLLECT), more=ZONES)
    assert found(report) == ["kind 'man' has no letter for nobody"]


def test_a_name_stands_for_something_else_in_another_step(check: Check) -> None:
    collect = COLLECT.replace("as: one", "as: card").replace("piece: one", "piece: card")
    shown = "      - run: {show: {card: first_piece(in=hand)}}\n"
    report = check(
        *DEALT,
        (LAST, f"{LAST}{shown}      - if: true\n        then:\n{indented(DEAL)}{collect}"),
        more=ZONES + "procedures: {show: {given: {card: piece}, steps: [check_endings]}}\n",
    )
    assert found(report) == []


def indented(steps: str) -> str:
    return "".join(f"    {line}\n" for line in steps.splitlines())


WEAR = "counters: {wear: {per: piece}}\n"
WORN = (LAST, f"{LAST}      - {{add: {{wear: 1}}, for: unit}}\n")
SPARED = ("owner: mover", "owner: mover, where: it.wear < 9")


@pytest.mark.parametrize(
    ("letter", "counters", "messages"),
    [
        ("2", WEAR, ["the digit '2' is a letter of kind 'man'"]),
        ("2", WEAR.replace("piece", "piece, shown: false"), []),
        ("M", WEAR, []),
    ],
)
def test_a_letter_that_is_a_digit_is_taken_for_what_is_counted(
    check: Check, letter: str, counters: str, messages: list[str]
) -> None:
    report = check(("south: S", f'south: "{letter}"'), WORN, SPARED, more=counters)
    assert found(report) == messages
    assert all("`N:2` is one piece" in each.message for each in report.diagnostics)
