"""How clauses stand in variants and under options: kept and marked, or left out."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

RULES = """\
schema: 1
name: hunt
title: Hunt
clauses:
  H-1: A piece goes as far as it likes.
  H-2: One move can capture several pieces.
  H-3: The board has four rows.
  H-4: A piece that is caught goes back to its yard.
  H-5: Whoever has fewer than 2 pieces has lost.
  H-0: The sides move in turn.
flags:
  bonus:
    question: Does whoever catches a piece go again?
    type: boolean
    default: false
    provenance: option
    clauses: [H-4]
  kept:
    question: Does a piece that is caught leave the game?
    type: boolean
    default: false
    provenance: option
    clauses: [H-4]
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 4, columns: 4, clauses: [H-3]}
zones: {yard: {title: the yard, off_board: true}}
kinds: {man: {letters: {ann: a, bob: b}}, king: {letters: {ann: A, bob: B}}}
counters: {again: {resets: turn, title: moves won}}
setup: [drawn: "aA..\\n....\\n....\\n..Bb"]
phases:
  play:
    turns: [ann, bob]
    turn: [{id: going, label: going, act: [go], else: [end_turn]}]
    clauses: [H-0]
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      to: {line: {from: unit, directions: orthogonal, distance: {at_least: 1}}, clauses: [H-1]}
    validators: [{id: free, path_clear: to}]
    effects:
      - move: {piece: unit, to: to}
      - id: catches
        for_each: {as: foe, among: {where: "it.owner != mover and manhattan(it, to) == 1"}}
        do:
          - only: {kept: false}
            send: {piece: foe, to: yard}
          - only: {kept: true}
            remove: foe
          - only: {bonus: true}
            add: {again: 1}
        clauses: [H-2, H-4]
endings:
  - {id: few, each: us, when: count(owner=us) < 2, winner: us.opponent, says: few, clauses: [H-5]}
  - {id: late, when: turn > 20, draw: true, says: late}
"""
VARIANT = """\
schema: 1
name: slow
extends: hunt.yaml
title: Slow hunt
clauses: {K-1: A king goes one cell.%s}
board: {rows: 5}
setup: {whole: [drawn: "aA..\\n....\\n....\\n....\\n..Bb"]}
actions:
  go:
    validators:
      append:
        - id: slow
          when: unit.kind == king
          require: manhattan(unit, to) < 2
          says: a king goes one cell
          clauses: [K-1]
    effects:
      change:
        catches:
          for_each: {among: {where: "unit.kind != king and manhattan(it, to) == 1"}}
endings:
  change: {few: {when: count(owner=us) < 3}}
"""
MARKED = "as far as this game has not changed it"


def page(tmp_path: Path, variant: str | None = None, **flags: object) -> str:
    (tmp_path / "hunt.yaml").write_text(RULES, encoding="utf-8")
    (tmp_path / "slow.yaml").write_text(variant or "", encoding="utf-8")
    tree = read_tree(str(tmp_path / ("slow.yaml" if variant else "hunt.yaml")))
    book = write_book(tree, flags)
    return render_markdown(book)


def marked_in(book: str) -> set[str]:
    """Return the clauses that are listed as changed; all others of the file hold."""
    words = "holds as far as this game has not changed it: a rule that comes from it is another"
    rows = [line for line in book.splitlines() if line.startswith("| H-")]
    assert rows
    assert all(row.endswith((f"| {words} |", "| holds |")) for row in rows)
    return {row.split()[1] for row in rows if row.endswith(f"{words} |")}


def test_what_does_not_happen_holds_without_a_rule(tmp_path: Path) -> None:
    rules = RULES.replace(
        "  H-0:", "  H-6: {no_rule: Nobody builds.}\n  H-7: Nobody sings.\n  H-0:"
    )
    (tmp_path / "hunt.yaml").write_text(rules, encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(tmp_path / "hunt.yaml"))))
    assert "| H-6 | Nobody builds. | holds |" in book
    assert "| H-7 | Nobody sings. | plays no part in this game |" in book
    (tmp_path / "slow.yaml").write_text(VARIANT % "" + "against: [H-6]\n", encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(tmp_path / "slow.yaml"))))
    assert "| H-6 | Nobody builds. | does not hold" in book


def test_a_rule_that_has_changed_leaves_its_sentence_with_a_mark(tmp_path: Path) -> None:
    book = page(tmp_path, VARIANT % "")
    assert f"> One move can capture several pieces. (H-2\\*; {MARKED})" in book
    assert "| H-2 | One move can capture several pieces. | holds as far as" in book


def test_a_restriction_that_is_added_marks_what_an_action_reaches(tmp_path: Path) -> None:
    book = page(tmp_path, VARIANT % "")
    assert "> A piece goes as far as it likes. (H-1\\*; this game forbids more)" in book
    forbidden = "holds, but this game forbids more in an action that it describes"
    assert f"| H-1 | A piece goes as far as it likes. | {forbidden} |" in book
    assert "> A king goes one cell. (K-1)" in book


STUCK = "{going: {else: {prepend: [{add: {again: 1}, clauses: [K-1]}]}}}"
REST = "rest: {effects: [{add: {again: 1}}]}"
COUNTED_IF = "{if: foe.kind == king, then: [{add: {again: 1}}]}"
COUNTED_AND_READ = "{add: {again: 1}}, {if: again > 1, then: [stop]}"
MORE = "{append: [rest]}"
EDIT = """\
schema: 1
name: slow
extends: hunt.yaml
title: Slow hunt
clauses: {K-1: A house rule.}
actions: {go: {%s}}
"""


@pytest.mark.parametrize(
    ("edit", "marked"),
    [
        # It may forbid more or less than before.
        ("validators: {change: {free: {when: turn > 3}}}", {"H-1"}),
        (
            "effects: {change: {catches: {do: {append: [{remove: foe, clauses: [K-1]}]}}}}",
            {"H-2", "H-4"},
        ),
        ("effects: {change: {catches: {do: {append: [{remove: foe}]}}}}", {"H-2", "H-4"}),
        # That something is counted besides changes nothing, unless the rule reads it.
        ("effects: {change: {catches: {do: {append: [{add: {again: 1}}]}}}}", set()),
        (
            "effects: {change: {catches: {do: {append: [{add: {again: 1}, clauses: [K-1]}]}}}}",
            set(),
        ),
        (
            f"effects: {{change: {{catches: {{do: {{append: [{COUNTED_IF}]}}}}}}}}",
            set(),
        ),
        (
            f"effects: {{change: {{catches: {{do: {{append: [{COUNTED_AND_READ}]}}}}}}}}",
            {"H-2", "H-4"},
        ),
        ("effects: {append: [{add: {again: 1}, clauses: [K-1]}]}", set()),
        # What is cited by a whole phase is not about each of its steps.
        (f"}}}}\nphases: {{play: {{turn: {{change: {STUCK}}}", set()),
        # Nor is it about what else is offered there, unless one that was is gone.
        (f"}}, {REST}}}\nphases: {{play: {{turn: {{change: {{going: {{act: {MORE}}}}}}}", set()),
        (f"}}, {REST}}}\nphases: {{play: {{turn: {{change: {{going: {{act: [rest]}}}}}}", {"H-0"}),
        # A rule that cites a clause again leaves those that do so already as they are.
        ("effects: {append: [{add: {again: 1}, clauses: [H-2, H-5]}]}", set()),
    ],
)
def test_a_rule_that_is_edited_is_another(tmp_path: Path, edit: str, marked: set[str]) -> None:
    book = page(tmp_path, EDIT % edit)
    assert marked_in(book) == marked


DUEL = """\
schema: 1
name: hunt
title: Duel
clauses: {H-1: A king beats all., H-2: A man beats no king., H-3: Else 2 men fall.}
sides: {ann: {title: Ann}, bob: {title: Bob}}
board: {rows: 2, columns: 2}
kinds:
  man: {letters: {ann: a, bob: b}, attributes: {rank: 1}}
  king: {letters: {ann: A, bob: B}, attributes: {rank: 2}}
setup: [drawn: "aA\\nBb"]
phases: {play: {turns: [ann, bob], turn: [{act: [go]}]}}
tables:
  old: {gives: truth, given: {one: piece}, rows: [{value: turn > 9}]}
  fight:
    gives: [wins, loses]
    given: {one: piece, other: piece}
    rows:
      - {id: king, when: one.kind == king, value: wins, clauses: [H-1]}
      - {id: man, when: other.kind == king or old(one), value: loses, clauses: [H-2]}
      - {id: else, value: wins, clauses: [H-3]}
actions:
  go:
    operands:
      unit: {piece: {owner: mover}}
      foe: {piece: {where: "it.owner != mover and fight(unit, it) == wins"}}
    effects: [remove: foe]
endings:
  - {id: few, when: count(owner=ann) == 0, winner: bob, says: few, clauses: [H-4]}
  - {id: less, when: count(owner=bob) == 0, winner: ann, says: less, clauses: [H-5]}
  - {id: late, when: turn > 20, draw: true, says: late}
"""
NEW_ROW = "{when: turn > 5, value: loses, clauses: [K-1]}"
NEW_PAIR = "{when: one.kind == man and other.kind == man, value: loses, clauses: [K-1]}"
ANSWERED = "{when: one.kind == king and other.kind != king, value: loses, clauses: [K-1]}"
HIGHER = "{when: one.rank > other.rank, value: loses, clauses: [K-1]}"
NEW_END = "{when: turn > 5, draw: true, says: five, clauses: [K-1]}"


@pytest.mark.parametrize(
    ("edit", "marked"),
    [
        (f"tables: {{fight: {{rows: {{insert: {{before: man, items: [{NEW_ROW}]}}}}}}}}", {2, 3}),
        (f"tables: {{fight: {{rows: {{prepend: [{NEW_ROW}]}}}}}}", {1, 2, 3}),
        ("tables: {fight: {rows: {remove: [king]}}}", {2, 3}),
        # A row takes cases only from those that its kinds could go to.
        (f"tables: {{fight: {{rows: {{prepend: [{NEW_PAIR}]}}}}}}", {2, 3}),
        (f"tables: {{fight: {{rows: {{insert: {{before: man, items: [{ANSWERED}]}}}}}}}}", set()),
        (f"tables: {{fight: {{rows: {{prepend: [{HIGHER}]}}}}}}", {1}),
        ("tables: {fight: {rows: {change: {man: {when: turn > 3}}}}}", {3}),
        # What an earlier row asks for is as good as the row.
        ("tables: {old: {rows: [value: turn > 3]}}", {3}),
        # The same cases go to an earlier row as before, whatever it says of them.
        ("tables: {fight: {rows: {change: {king: {value: loses}}}}}", set()),
        (f"endings: {{insert: {{before: less, items: [{NEW_END}]}}}}", {5}),
        (f"endings: {{append: [{NEW_END}]}}", set()),
        ("endings: {remove: [few]}", set()),
    ],
)
def test_a_rule_is_marked_when_another_is_asked_before_it(
    tmp_path: Path, edit: str, marked: set[int]
) -> None:
    rules = DUEL.replace("clauses: {", "clauses: {H-4: Who has none loses., H-5: Or wins., ", 1)
    (tmp_path / "hunt.yaml").write_text(rules, encoding="utf-8")
    head = "schema: 1\nname: slow\nextends: hunt.yaml\ntitle: Slow\nclauses: {K-1: New.}"
    (tmp_path / "slow.yaml").write_text(f"{head}\n{edit}\n", encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(tmp_path / "slow.yaml")), {}))
    listed = [line for line in book.splitlines() if line.startswith("| H-")]
    found = {int(line[4]) for line in listed if "what is asked before a rule" in line}
    assert found == marked
    # A sentence with numbers stays: what it says is not another, only where it is true.
    assert "Else 2 men fall. (H-3" in book


@pytest.mark.parametrize("sentence", ["The board has four rows.", "Whoever has fewer than 2"])
def test_a_sentence_about_things_or_with_numbers_is_left_out(tmp_path: Path, sentence: str) -> None:
    assert f"> {sentence}" in page(tmp_path)
    assert f"> {sentence}" not in page(tmp_path, VARIANT % "")


def test_a_variant_that_repeats_a_clause_says_that_it_holds(tmp_path: Path) -> None:
    book = page(tmp_path, VARIANT % ", H-2: One move can capture several pieces.")
    assert "> One move can capture several pieces. (H-2)  " in book


def test_an_option_that_only_adds_leaves_the_sentence(tmp_path: Path) -> None:
    caught = "> A piece that is caught goes back to its yard."
    assert f"{caught} (H-4)" in page(tmp_path)
    assert f"{caught} (H-4\\*; see the open points)" in page(tmp_path, bonus=True)
    assert caught not in page(tmp_path, kept=True).partition("## Open points")[0]


ALLOWED = """\
flags:
  crowding:
    question: May men of both sides share a yard?
    choices: {allowed: "yes", never: "no"}
    default: allowed
    provenance: %s
    clauses: [H-6]
"""


def _with_permission(provenance: str) -> str:
    """Return rules with a sentence that only another reading has a rule about."""
    rules = RULES.replace("clauses:\n", "clauses:\n  H-6: A yard may be crowded.\n", 1)
    rules = rules.replace("flags:\n", ALLOWED % provenance, 1)
    apart = "{only: {crowding: never}, id: apart, require: turn < 9, says: no, clauses: [H-6]}"
    return rules.replace("[{id: free, path_clear: to}]", f"[{{id: free, path_clear: to}}, {apart}]")


@pytest.mark.parametrize(
    ("provenance", "crowding", "stands"),
    [
        ("option", "allowed", "holds |"),
        ("house_rule", "allowed", "holds |"),
        ("option", "never", "left to the players, who have chosen otherwise"),
        # Where the rulebook is silent, a sentence without a rule may be about any reading.
        ("silence", "allowed", "disputed: see the open points |"),
    ],
)
def test_what_is_allowed_needs_no_rule_to_hold(
    tmp_path: Path, provenance: str, crowding: str, stands: str
) -> None:
    path = tmp_path / "hunt.yaml"
    path.write_text(_with_permission(provenance), encoding="utf-8")
    book = render_markdown(write_book(read_tree(str(path)), {"crowding": crowding}))
    assert f"| H-6 | A yard may be crowded. | {stands}" in book


AGAINST = """\
schema: 1
name: slow
extends: hunt.yaml
title: Truce
against: [H-4]
"""


def test_open_points_say_which_sentences_the_game_goes_against(tmp_path: Path) -> None:
    book = page(tmp_path, AGAINST)
    sentence = "A piece that is caught goes back to its yard."
    assert book.count(f"> H-4\\*: {sentence} (This game goes against it.)") == 2
    moot = "This game goes against what the question is about, so that it may not come up any more."
    assert f"Flag `bonus`. {moot}\n" in book
    plain = page(tmp_path)
    assert f"> H-4: {sentence}  \n" in plain
    assert moot not in plain
