"""Flags that change only what is seen, and flags whose rules change no game."""

from __future__ import annotations

import re
from collections.abc import Callable, Sequence
from pathlib import Path

import pytest

from ruleengine import load
from ruleengine.cli import coverage as coverage_command
from ruleengine.cli import sensitivity as sensitivity_command
from ruleengine.game.seen_only import NO_RULE, WORDS, apart, is_seen_only
from ruleengine.lab.covering import coverage_job, measure_coverage
from ruleengine.lab.jobs import Manner
from ruleengine.lab.report import sensitivity_report
from ruleengine.lab.sensitivity import measure_sensitivity, prepare

RULES = """\
schema: 1
name: looks
title: Looks
flags:
  seen: {question: Is it seen?, choices: {open: yes, closed: no}, default: open}
  coins: {question: Are there coins?, type: boolean, default: false}
  lasts: {question: Does it last?, type: boolean, default: false}
  never: {question: What if?, type: boolean, default: false}
sides: {north: {}, south: {}}
board: {rows: 2, columns: 2}
counters: {purse: {per: side}}
kinds: {man: {letters: {north: n, south: s}}}
setup: [drawn: "n .\\n. s"]
views:
  - {only: {seen: closed}, hide: purse}
phases:
  play:
    turns: [north, south]
    turn:
      - act: [wait]
      - {only: {seen: open}, tell: "{mover} waits"}
      - {only: {coins: true}, add: {purse: 1}, for: mover}
      - {only: {never: true}, if: turn > 100, then: [{add: {purse: 5}, for: mover}]}
actions: {wait: {}}
endings:
  - {id: over, when: {pick: lasts, "true": turn > 8, "false": turn > 4}, draw: true, says: over}
"""


@pytest.fixture
def looks(tmp_path: Path) -> str:
    path = tmp_path / "looks.yaml"
    path.write_text(RULES, encoding="utf-8")
    return str(path)


@pytest.mark.parametrize(
    ("flags", "alone"),
    [({"seen": "closed"}, True), ({"coins": True}, False), ({"lasts": True}, False), ({}, False)],
)
def test_only_views_and_sentences_may_differ(
    looks: str, flags: dict[str, object], *, alone: bool
) -> None:
    assert is_seen_only(load(looks), load(looks, flags)) is alone


FAR = """\
tables:
  far:
    only: {seen: closed}
    given: {us: side}
    gives: truth
    rows: [value: distant(us)]
  distant: {given: {us: side}, gives: truth, rows: [value: us.purse == 0]}
actions:"""


def test_tables_that_only_views_ask_for_belong_to_them(looks: str) -> None:
    path = Path(looks)
    text = RULES.replace("actions:", FAR)
    path.write_text(
        text.replace("hide: purse}", 'hide: piece, of: {where: "far(viewer)"}}'), encoding="utf-8"
    )
    assert is_seen_only(load(looks), load(looks, {"seen": "closed"}))
    game, manner = load(looks, {"seen": "closed"}), Manner(unfolded=True)
    flags = prepare(looks, games=5, adaptive=False, manner=manner, flags={"seen": "closed"})
    covered = measure_coverage(game, coverage_job(game, manner), 5, flags=flags)
    status = {rule.name.partition(" > ")[0]: rule.status for rule in covered.rules}
    assert status["far"] == status["distant"] == "only asked by views"
    assert not {"far", "distant"} & {rule.name.partition(" > ")[0] for rule in covered.dead}
    assert covered.flags is not None
    assert covered.flags["seen"] == "seen only"
    # One rule of play that asks for the table makes it a part of play.
    text = path.read_text(encoding="utf-8").replace(
        "act: [wait]",
        "if: distant(mover)\n        then: [act: [wait]]\n        else: [act: [wait]]",
    )
    path.write_text(text, encoding="utf-8")
    game = load(looks, {"seen": "closed"})
    covered = measure_coverage(game, coverage_job(game, manner), 5)
    status = {rule.name.partition(" > ")[0]: rule.status for rule in covered.rules}
    assert (status["far"], status["distant"]) == ("only asked by views", "fired")


PLAIN = '- {only: {seen: open}, tell: "{mover} waits"}'


@pytest.mark.parametrize(
    ("wordy", "alone"),
    [
        ("{if: turn > 2, then: [tell: late], else: [tell: early]}", True),
        ("{if: turn > 2, then: [{if: rich(mover), then: [tell: rich]}]}", True),
        ("{for_each: {as: one, among: {}}, do: [{let: {man: one}}, {tell: '{man} waits'}]}", True),
        ("{run: {say: {us: mover}}}", True),
        ("{if: turn > 2, then: [{tell: late}, {add: {purse: 1}, for: mover}]}", False),
        ("{run: {pay: {us: mover}}}", False),
    ],
)
def test_steps_that_only_say_when_something_is_told_are_told(
    looks: str, wordy: str, *, alone: bool
) -> None:
    asked = """\
tables:
  rich: {given: {us: side}, gives: truth, rows: [value: us.purse > 5]}
procedures:
  say: {given: {us: side}, steps: [{if: us == north, then: [tell: north], else: [tell: south]}]}
  pay: {given: {us: side}, steps: [{tell: pay}, {add: {purse: 1}, for: us}]}
actions:"""
    text = RULES.replace("actions:", asked).replace(PLAIN, PLAIN[:23] + wordy[1:])
    Path(looks).write_text(text, encoding="utf-8")
    assert is_seen_only(load(looks), load(looks, {"seen": "closed"})) is alone


def test_what_is_kept_under_the_name_of_a_text_is_played(tmp_path: Path) -> None:
    path = tmp_path / "looks.yaml"
    start = "{pick: coins, 'true': 3, 'false': 1}"
    counters = f"{{purse: {{per: side}}, title: {{per: game, start: {start}}}}}"
    text = RULES.replace("{purse: {per: side}}", counters)
    text = re.sub(r".*only: {coins.*\n", "", text)
    path.write_text(text, encoding="utf-8")
    assert not is_seen_only(load(path), load(path, {"coins": True}))


def test_what_is_written_to_a_counter_with_the_name_of_a_text_is_played(looks: str) -> None:
    path = Path(looks)
    text = RULES.replace("{purse: {per: side}}", "{purse: {per: side}, title: {}}")
    rule = "set: {title: {pick: seen, open: turn, closed: turn - 1}}"
    text = text.replace("act: [wait]", f"{rule}\n      - act: [wait]")
    text = text.replace('"false": turn > 4', '"false": title > 4')
    path.write_text(text, encoding="utf-8")
    assert not is_seen_only(load(looks), load(looks, {"seen": "closed"}))


def test_a_flag_that_no_rule_depends_on_is_called_that(looks: str) -> None:
    path = Path(looks)
    unused = "  inert: {question: Is it?, type: boolean, default: false}\nsides:"
    path.write_text(RULES.replace("sides:", unused, 1), encoding="utf-8")
    assert apart(load(looks), load(looks, {"inert": True})) == "in nothing"
    found = measure_sensitivity(prepare(looks, games=5, adaptive=False, only=["inert", "seen"]))
    told = _text(sensitivity_command.tables, found)
    assert f"inert=true: {NO_RULE}" in told
    assert f"seen=closed: {WORDS}" in told
    assert f"<b>inert=true:</b> {NO_RULE}." in sensitivity_report(found)
    game, manner = load(looks), Manner(unfolded=True)
    flags = prepare(looks, games=5, adaptive=False, manner=manner)
    covered = measure_coverage(game, coverage_job(game, manner), 5, flags=flags)
    assert covered.flags is not None
    assert covered.flags["inert"] == "no rule"
    assert f"no rule: {NO_RULE}" in _text(coverage_command.tables, covered)


def test_coverage_and_sensitivity_say_the_same(looks: str) -> None:
    game, manner = load(looks), Manner(unfolded=True)
    flags = prepare(looks, games=40, adaptive=False, manner=manner)
    covered = measure_coverage(game, coverage_job(game, manner), 20, flags=flags)
    assert covered.flags == {
        "seen": "seen only",
        "coins": "changed no game",
        "lasts": "changed games",
        "never": "never reached",
    }
    assert covered.idle == ["seen", "coins", "never"]
    told = _text(coverage_command.tables, covered)
    assert "seen (seen only), coins (its rules did something), never (never reached)" in told
    assert WORDS in told
    found = measure_sensitivity(prepare(looks, games=40, adaptive=False))
    same = {row.choice.flag for row in found.rows if row.contrast.differ == 0}
    assert same == {*covered.idle}
    assert [row.choice.flag for row in found.rows if row.is_unseen] == ["seen"]
    assert f"seen=closed: {WORDS}" in _text(sensitivity_command.tables, found)
    assert f"<b>seen=closed:</b> {WORDS}." in sensitivity_report(found)


def _text(tables: Callable[..., Sequence[object]], found: object) -> str:
    return "\n".join(part for part in tables(found) if isinstance(part, str))
