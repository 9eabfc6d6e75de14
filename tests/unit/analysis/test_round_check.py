"""Words for the side on turn, in rounds where no side is."""

from __future__ import annotations

from collections.abc import Callable

import pytest

from ruleengine.analysis.validation import Report

Check = Callable[..., Report]

TURNS = "    turns: [south, north]\n    turn:\n      - act: [step]\n"
KEPT = "counters: {score: {per: side}, rounds: {}}\nmarks: {last: {holds: side, per: side}}\n"


def found(check: Check, *steps: str, more: str = "") -> list[tuple[str, str]]:
    """Return what is said of a round of these steps, with the text it stands under."""
    lines = "".join(f"      - {step}\n" for step in ("submit: [step]", *steps))
    report = check((TURNS, f"    round:\n{lines}"), more=KEPT + more)
    assert not report.errors, report.errors
    said = [each for each in report.warnings if each.code == "check/nobody-on-turn"]
    for each in said:
        assert each.span is not None
        assert each.hint is not None
    return [(each.message.removeprefix(START), str(each.span)) for each in said]


START = "in a round no side is on turn, so "


@pytest.mark.parametrize(
    ("step", "message", "place"),
    [
        ("{if: mover == south, then: [end_turn]}", "'mover' is always the first side", "14:14"),
        ("{if: opponent.score > 2, then: [end_turn]}", "'opponent' is always that of", "14:14"),
        ("{if: score > 2, then: [end_turn]}", "'score' is always that of", "14:14"),
        ("{if: last == south, then: [end_turn]}", "'last' is always that of", "14:14"),
        ("{add: {score: 1}}", "the 'score' that changes is always that of", "14:16"),
        ("{mark: {last: north}}", "the 'last' that changes is always that of", "14:17"),
        ("{act: [step]}", "whoever acts here is always", "14:10"),
        (
            "{for_each: {as: us, among_sides: true}, do: [{if: score > us.score, then: [stop]}]}",
            "'score' is always that of",
            "14:59",
        ),
    ],
)
def test_it_is_the_first_side_every_time(check: Check, step: str, message: str, place: str) -> None:
    ((said, span),) = found(check, step)
    assert said.startswith(message)
    assert said.endswith("the first side, 'north'")
    assert span == f"duel.yaml:{place}"


@pytest.mark.parametrize(
    "step",
    [
        "{if: south.score > north.score, then: [end_turn]}",
        "{add: {score: 1}, for: south}",
        "{add: {rounds: 1}}",
        "{act: [step], who: south}",
        "{submit: [step], moves: count(owner=mover), commit: score > 1, says: not yet}",
        "{for_each: {as: us, among_sides: true}, do: [{if: us.score > 1, then: [stop]}]}",
    ],
)
def test_who_names_the_side_hears_nothing(check: Check, step: str) -> None:
    assert found(check, step) == []


def test_a_procedure_counts_where_only_rounds_run_it(check: Check) -> None:
    procedure = "procedures: {tally: [add: {score: 1}]}\n"
    ((said, _),) = found(check, "run: tally", more=procedure)
    assert said.startswith("the 'score' that changes")
    also = "reactions: {counts: {on: captured, effects: [run: tally]}}\n"
    assert found(check, "run: tally", more=procedure + also) == []


def test_in_turns_the_mover_is_the_side_on_turn(check: Check) -> None:
    report = check((TURNS, f"{TURNS}      - {{add: {{score: 1}}}}\n"), more=KEPT)
    assert "check/nobody-on-turn" not in {each.code for each in report.warnings}


ROUND = (TURNS, "    round:\n      - submit: [step]\n        moves: 1\n")


@pytest.mark.parametrize(
    ("more", "message"),
    [
        ("  - {when: not exists(owner=opponent), draw: true, says: bare}\n", "'opponent' is"),
        ("  - {when: turn > 9, winner: mover, says: late}\n", "'mover' is always the first"),
        ("  - {when: far, draw: true, says: far}\n", "'far', which asks for 'score', is always"),
        ("  - {when: of(5) > 1, draw: true, says: of}\n", "'of', which asks for 'mover', is"),
        ("views: [{hide: piece, of: {owner: mover}}]\n", "'mover' is at times about the side"),
        ("reactions: {after: {on: captured, effects: [{add: {score: 1}}]}}\n", "the 'score' that"),
        ("reactions: {after: {on: captured, when: score > 1, effects: []}}\n", "'score' is"),
    ],
)
def test_endings_views_and_reactions_of_rounds_count(check: Check, more: str, message: str) -> None:
    assert said_of_a_round(check, more)[0].startswith(message)


@pytest.mark.parametrize(
    "more",
    [
        "  - {when: not exists(owner=south), draw: true, says: bare}\n",
        '  - {each: us, when: "used(score, side=us) > 9", winner: us, says: late}\n',
        "  - {when: of(south) > 1, draw: true, says: of}\n",
        "views: [{hide: piece, of: {owner: viewer}}]\n",
    ],
)
def test_endings_and_views_that_name_the_side_hear_nothing(check: Check, more: str) -> None:
    assert said_of_a_round(check, more, given="side") == []


def test_whoever_acts_alone_is_the_mover_of_the_endings_that_follow(check: Check) -> None:
    alone = (TURNS, "    round: [{act: [step], who: south}, {act: [step], who: north}]\n")
    ending = "  - {when: count() < 3, winner: mover, says: few}\n"
    assert said_of_a_round(check, ending, flow=alone) == []
    late = ending.replace("says: few", "says: few, at: turn_end")
    assert len(said_of_a_round(check, late, flow=alone)) == 1


def said_of_a_round(
    check: Check, more: str, *, given: str = "number", flow: tuple[str, str] = ROUND
) -> list[str]:
    """Return what is said of a game of rounds with this at its end."""
    pieces = "owner=mover" if given == "number" else "owner=us"
    table = f"{{given: {{us: {given}}}, gives: number, rows: [{{value: count({pieces})}}]}}"
    asked = f"conditions: {{far: [holds: score > 3]}}\ntables: {{of: {table}}}\n"
    endings = more if more.startswith(" ") else ""
    report = check(flow, more=endings + (more if not endings else "") + KEPT + asked)
    assert not report.errors, report.errors
    said = [each for each in report.warnings if each.code == "check/nobody-on-turn"]
    return [each.message.removeprefix(START) for each in said]
