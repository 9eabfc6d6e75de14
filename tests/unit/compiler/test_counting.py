"""What counted programs count."""

from __future__ import annotations

from pathlib import Path

from ruleengine import load
from ruleengine.compiler.flow import compile_ruleset

RULES = """\
schema: 1
name: pair
title: Pair
sides: {south: {}, north: {}}
board: {rows: 3, columns: 3}
kinds: {man: {letters: {south: s, north: n}}}
setup: [{drawn: "s . n\\n. . .\\ns . n"}]
phases: {play: {turns: [south, north], turn: [act: [step, jump]]}}
actions:
  step:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: 1}}
    validators: &shared
      - {id: early, require: turn < 9, says: it is late}
    effects: [move: {piece: man, to: to}]
  jump:
    operands:
      man: {piece: {owner: mover}}
      to: {line: {from: man, directions: orthogonal, distance: 2}}
    validators: *shared
    effects: [move: {piece: man, to: to}]
endings: [{when: turn > 12, draw: true, says: it is late}]
"""


def test_a_rule_that_two_actions_share_is_counted_for_each(tmp_path: Path) -> None:
    path = tmp_path / "pair.yaml"
    path.write_text(RULES, encoding="utf-8")
    resolved = load(str(path)).rules.resolved
    metered = compile_ruleset(resolved, counted=True, unfolded=True).metered
    assert metered is not None
    asked = {meter.name for meter in metered.asked}
    rule = "early: require: turn < 9"
    assert {f"step > {rule}", f"jump > {rule}"} <= {name.partition(",")[0] for name in asked}


def test_a_sentence_is_named_as_it_is_written(tmp_path: Path) -> None:
    path = tmp_path / "pair.yaml"
    told = '[{tell: "at {to}"}, {move: {piece: man, to: to}}]'
    path.write_text(RULES.replace("[move: {piece: man, to: to}]", told, 1), encoding="utf-8")
    metered = compile_ruleset(load(str(path)).rules.resolved, counted=True).metered
    assert metered is not None
    assert "step > tell: at {to}" in [meter.name for meter in metered.done]


def test_steps_are_named_as_they_are_written(tmp_path: Path) -> None:
    path = tmp_path / "pair.yaml"
    turn = "turn: [act: [step, jump]]"
    changed = RULES.replace(turn, "turn: [{act: [step], optional: true, else: [end_turn]}]")
    path.write_text(changed, encoding="utf-8")
    metered = compile_ruleset(load(str(path)).rules.resolved, counted=True).metered
    assert metered is not None
    names = {meter.name for meter in metered.all}
    assert "play > end_turn" in names
    assert any("optional: true" in name for name in names)
