"""Lists of rules that several actions take."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine import Game, RulesetError, load

HEAD = """
schema: 1
name: shared
title: Shared
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {north: n, south: s}}, king: {letters: {north: N, south: S}}}
setup:
  - drawn: |
      n N n
      . . .
      s S s
phases: {play: {turns: [south, north], turn: [act: [step, jump]]}}
endings: [{when: turn > 9, draw: true, says: late}]
actions:
  step:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: all, distance: 1}}
    validators:
      - {id: king_stays, require: unit.kind != king, says: the king stays}
      - rules: landing
    effects: [move: {piece: unit, to: to}]
  jump:
    operands:
      unit: {piece: {owner: mover}}
      to: {cell: {}}
      over: {number: {at_least: 1, at_most: 2}}
    validators: [rules: landing]
    effects: [move: {piece: unit, to: to}]
"""
RULES = """
rules:
  landing:
    - {id: free, holds: {cell: to, any_of: [nothing]}}
    - {id: near, require: "distance(unit, to) <= 2", says: "{to} is too far"}
"""


def game(tmp_path: Path, text: str) -> Game:
    path = tmp_path / "shared.yaml"
    path.write_text(text, encoding="utf-8")
    return load(str(path))


def test_every_action_has_the_rules_of_the_list(tmp_path: Path) -> None:
    start = game(tmp_path, HEAD + RULES).start()
    line = (
        (HEAD + RULES).splitlines().index("    - {id: free, holds: {cell: to, any_of: [nothing]}}")
    )
    for move in ("step a1-b1", "jump a1-b1 1"):
        (reason,) = start.why(move)
        assert reason.span is not None
        assert (reason.rule, reason.span.line) == ("free", line + 1)
    assert [reason.message for reason in start.why("step b1-b2")] == ["the king stays"]
    assert start.why("jump a1-b2 2") == ()


def test_a_variant_changes_the_list_once(tmp_path: Path) -> None:
    (tmp_path / "shared.yaml").write_text(HEAD + RULES, encoding="utf-8")
    variant = (
        "schema: 1\nname: open\ntitle: Open\nextends: shared\nrules: {landing: {remove: [free]}}\n"
    )
    (tmp_path / "open.yaml").write_text(variant, encoding="utf-8")
    start = load(str(tmp_path / "open.yaml")).start()
    assert start.why("step a1-b1") == start.why("jump a1-b1 1") == ()


@pytest.mark.parametrize(
    ("rules", "code", "words"),
    [
        ("", "resolve/unknown-name", "there is no list of rules 'landing'"),
        (
            "rules: {landing: [rules: other], other: [rules: landing]}",
            "resolve/table-circle",
            "landing",
        ),
        (
            "rules: {landing: [{rules: other, when: turn > 2}], other: []}",
            "schema/bad-value",
            "'when' stands beside 'rules'",
        ),
        ("rules: {landing: [require: nowhere > 2]}", "expression/unknown-name", "'nowhere'"),
        ("rules: 3", "schema/wrong-type", "expected a mapping"),
        ("rules: {landing: 3}", "schema/wrong-type", "expected a list"),
    ],
)
def test_what_is_wrong_with_a_list_is_told(
    tmp_path: Path, rules: str, code: str, words: str
) -> None:
    with pytest.raises(RulesetError) as caught:
        game(tmp_path, HEAD + rules)
    assert caught.value.diagnostics[0].code == code
    assert words in caught.value.diagnostics[0].message
