"""What a rulebook says of tallies: those that are only shown, those that go down or are hidden."""

from __future__ import annotations

from pathlib import Path

import pytest

from ruleengine.resolve.files.overlay import read_tree
from ruleengine.workbench.rulebook.book import write_book
from ruleengine.workbench.rulebook.markdown_page import render_markdown

AUCTION = """\
schema: 1
name: auction
title: Auction
clauses:
  A-1: The higher bid wins.
  A-2: Equal bids win nothing.
  A-3: What was bid last lies open.
flags:
  tie:
    question: What does a tie do?
    choices: {nothing_happens: nothing, poorer_wins: whoever has less wins}
    default: nothing_happens
    provenance: option
    clauses: [A-2]
  past:
    question: Are the bids of the past shown?
    choices: {shown: "yes", hidden: "no"}
    default: shown
    provenance: option
    clauses: [A-3]
  bonus:
    question: Is there a bonus?
    type: boolean
    default: false
    provenance: option
sides: {west: {title: West}, east: {title: East}}
board: {rows: 1, columns: 3}
zones:
  trap:
    title: the traps
    parts:
      west: {owner: west, shape: {cells: [a1]}}
      east: {owner: east, shape: {cells: [c1]}}
kinds: {token: {letters: {nobody: o}}}
counters:
  coins: {per: side, start: 9, title: coins}
  offer: {per: side, resets: turn}
  last_bid: {per: side, title: last bid}
  won: {per: side, title: lots won}
  streak: {per: side, title: lots in a row}
  pass_used: {per: side, limit: 3, title: passes}
setup: [{put: {kind: token, owner: nobody, at: b1}}]
tables:
  gain:
    given: {us: side}
    gives: number
    rows:
      - {when: us.offer > us.opponent.offer, value: 1, clauses: [A-1]}
      - {only: {tie: poorer_wins}, when: us.coins < us.opponent.coins, value: 1, clauses: [A-2]}
      - {value: 0, clauses: [A-2]}
phases:
  play:
    round:
      - {submit: [bid, rest], commit: mover.offer > 0, says: bid first}
      - for_each: {as: us, among_sides: true}
        do:
          - {add: {coins: 0 - us.offer}, for: us}
          - {set: {last_bid: us.offer}, for: us, clauses: [A-3]}
          - {add: {won: gain(us), streak: 1}, for: us, clauses: [A-1]}
      - if: bonus and west.streak > 2
        then: [{add: {coins: 1}, for: west}]
      - check_endings
actions:
  bid:
    operands: {amount: {number: {at_least: 1, at_most: "min(mover.coins, 9)"}}}
    validators:
      - {require: mover.offer == 0, says: once}
      - require: "not exists(kind=token, where=manhattan(it, the(kind=token)) > 1)"
      - require: "not exists(kind=token, where=zone_of(it.cell, trap).owner == mover)"
    effects: [{set: {offer: amount}}, {add: {coins: -amount}}]
  rest:
    uses: pass_used
    effects: [{set: {offer: 1}}]
views:
  - {only: {past: hidden}, hide: [coins, last_bid]}
endings:
  - {when: turn > 3, draw: true, says: done}
"""


@pytest.fixture
def auction(tmp_path: Path) -> Path:
    path = tmp_path / "auction.yaml"
    path.write_text(AUCTION, encoding="utf-8")
    return path


def page(path: Path, **flags: object) -> str:
    return render_markdown(write_book(read_tree(path), flags))


def test_a_tally_that_no_rule_asks_for_is_told_since_players_see_it(auction: Path) -> None:
    text = page(auction)
    assert "*Us*'s tally of “last bid” is set to *us*'s tally of “offer”." in text
    assert "- “Last bid”, for each side; it starts at 0." in text
    assert "*Us*'s tally of “lots won” goes up by" in text


def test_a_tally_that_only_another_reading_asks_for_is_told_to_be_without_effect(
    auction: Path,
) -> None:
    text = page(auction)
    assert "tally of “lots in a row” goes up" not in text
    assert "“Lots in a row” is kept as well, but nothing in this game depends on it." in text
    assert "tally of “lots in a row” goes up by 1" in page(auction, bonus=True)


def test_what_is_taken_away_goes_down(auction: Path) -> None:
    text = page(auction)
    assert "tally of “coins” goes down by *us*'s tally of “offer”." in text
    assert "Your tally of “coins” goes down by the *amount*." in text


def test_tallies_of_sides_are_hidden_of_sides(auction: Path) -> None:
    said = "The tallies of “coins” and “last bid” of sides are hidden from every "
    assert f"{said}side but their owner." in page(auction, past="hidden")


def test_rows_that_answer_for_themselves_change_no_other_clause(auction: Path) -> None:
    text = page(auction, tie="poorer_wins")
    assert "| A-1 | The higher bid wins. | holds |" in text
    assert "| A-2 | Equal bids win nothing. | left to the players" in text


def test_what_can_be_done_three_times_is_no_special_move(auction: Path) -> None:
    text = page(auction)
    assert "## Special moves" not in text
    assert text.index("### Rest") < text.index("## How the game ends")
    auction.write_text(AUCTION.replace("limit: 3", "limit: 1"), encoding="utf-8")
    assert "## Special moves\n\n### Rest" in page(auction)


def test_one_step_and_one_of_several_parts(auction: Path) -> None:
    text = page(auction)
    assert "more than 1 step apart" in text
    assert "the part of the traps that holds its cell" in text


def test_an_action_that_takes_several_of_a_counter_says_how_many(auction: Path) -> None:
    assert "- It can be played three times in a game by each side (counted as “passes”)." in page(
        auction
    )
    text = AUCTION.replace("uses: pass_used", "uses: {counter: pass_used, by: 2}")
    auction.write_text(text, encoding="utf-8")
    assert "- It takes 2 of the 3 “passes” in a game by each side." in page(auction)


def test_actions_that_share_what_can_be_used_once_say_so(auction: Path) -> None:
    text = AUCTION.replace("uses: pass_used", "title: wait\n    uses: pass_used")
    text = text.replace("limit: 3", "limit: 1").replace("  bid:\n", "  bid:\n    uses: pass_used\n")
    auction.write_text(text, encoding="utf-8")
    once = "- It can be played once in a game by each side (counted as “passes”);"
    assert f"{once} “bid” uses up the same one." in page(auction)
    assert f"{once} “wait” uses up the same one." in page(auction)


def test_a_word_that_is_kept_is_spoken_of_as_the_word_itself(auction: Path) -> None:
    text = AUCTION.replace(
        "tables:\n",
        "marks:\n  tone: {holds: [loud, very_low], per: side, title: the tone}\n"
        "  mood: {holds: [calm, wild]}\ntables:\n",
        1,
    )
    text = text.replace(
        "{require: mover.offer == 0, says: once}",
        "{require: mood != wild and mover.tone != loud and tone != nothing, says: once}",
    ).replace("[{set: {offer: 1}}]", "[{set: {offer: 1}}, {mark: {tone: very_low, mood: wild}}]")
    auction.write_text(text, encoding="utf-8")
    said = page(auction)
    assert "the “mood” is not “wild”, your tone is not “loud” and" in said
    assert "“Very low” is noted for you as “the tone”." in said
    assert "- “Mood”, which is “calm”, “wild” or nothing" in said
    assert "- “The tone”, which is “loud”, “very low” or nothing, for each side." in said


MIRRORS = """\
schema: 1
name: mirrors
title: Mirrors
sides: {white: {}, black: {}}
board: {rows: 2, columns: 3}
kinds:
  mirror: {letters: {white: m, black: M}}
counters: {facing: {per: piece, shown: true}}
setup:
  - drawn: |
      M3 . M1
      m2 . .
  - {put: {kind: mirror, owner: white, at: [b1, c1], counters: {facing: 7}}}
phases: {play: {turns: [white, black], turn: [act: [spin]]}}
actions:
  spin:
    operands: {unit: {piece: {owner: mover, where: it.facing < 9}}}
    effects: [{add: {facing: 1}, for: unit}]
endings: [{id: late, when: turn > 9, draw: true, says: it is late}]
"""


def test_a_tally_that_the_setup_tells_does_not_start_at_0(tmp_path: Path) -> None:
    path = tmp_path / "mirrors.yaml"
    path.write_text(MIRRORS, encoding="utf-8")
    text = page(path)
    assert "2 M3 .  M1\n1 m2 m7 m7\n" in text
    line = "Mirrors of the white side stand on b1 and c1, each with “facing” at 7."
    assert f"- {line}\n" in text
    assert "- “Facing”, for each piece; it starts as the pieces are set out." in text
    path.write_text(MIRRORS.replace("m2", "m"), encoding="utf-8")
    assert "it starts as the pieces are set out, and at 0 for all others." in page(path)


def test_a_tally_of_cells_starts_as_it_is_drawn(tmp_path: Path) -> None:
    path = tmp_path / "mirrors.yaml"
    cells = MIRRORS.replace("per: piece", "per: cell").replace("it.facing", "it.cell.facing")
    cells = cells.replace("for: unit", "for: unit.cell").replace(", counters: {facing: 7}", "")
    path.write_text(cells, encoding="utf-8")
    text = page(path)
    assert "it starts as the board is drawn, and at 0 on all other cells." in text
    assert "after the steps that come before it" not in text
