"""The texts of new files; what stands in double angle brackets is filled in."""

from __future__ import annotations

from typing import Final

GAME: Final = """\
# yaml-language-server: $schema=<<schema>>
# A new game. Change what you like, and look whether it still fits together, from the directory
# in which `rulesets` lies:
#   ruleengine validate <<name>>      says what is wrong, and where
#   ruleengine play <<name>>          plays it
#   ruleengine test tests/<<name>>.yaml

schema: 1
name: <<name>>
title: <<title>>
about: >-
  What players read first: what the game is about, and how it is won.

# The rulebook, one numbered sentence for each rule. Every rule below names its clauses, and
# whoever tries something forbidden is told them.
clauses:
  R-1: The board has <<rows>> and <<columns>>.
  R-2: On your turn you move one of your men by one cell.
  R-3: You may not move onto a man of your own.
  R-4: You capture a man of another side by moving onto it.
  R-5: Whoever has captured all others has won.
  R-6: After a number of turns nobody has won.

# Questions that the rulebook leaves open, each with the answers that there are.
flags:
<<slant_flag>>  max_turns:
    question: After how many turns is the game drawn?
    type: number
    at_least: 1
    at_most: 1000
    default: 200
    clauses: [R-6]

sides:
<<sides>>

board: {rows: <<num_rows>>, columns: <<num_columns>>, clauses: [R-1]}

# A letter for each side draws the kind on the board.
kinds:
  man: {letters: {<<letters>>}}

# Row 1 is the bottom row, column a is on the left. An `id` is what a variant edits an item by.
setup:
  - id: men
    drawn: |
<<setup>>

phases:
  play:
    turns: [<<order>>]
    turn:
      - id: acts
        act: [step]
        else: [end_turn] # whoever cannot move waits
        clauses: [R-2]

actions:
  step:
    # What a player names, in this order: `step a1-a2`.
    operands:
      man: {piece: {owner: mover}}
      to:
        line:
          from: man
          directions: <<directions>>
          distance: 1
        clauses: [R-2]
    # What can be against it.
    validators:
      - id: not_onto_a_friend
        holds: {cell: to, any_of: [nothing, enemy]}
        clauses: [R-3]
    # What it does.
    effects:
      - id: captures
        capture: to
        clauses: [R-4]
      - id: goes
        move: {piece: man, to: to}

endings:
  - id: alone
    when: count() == count(owner=mover)
    winner: mover
    says: nobody else is left
    clauses: [R-5]
  - id: tired
    when: turn >= max_turns # every turn counts, whoever's it is
    at: turn_end
    draw: true
    says: the turns are used up
    clauses: [R-6]
"""

CASES: Final = """\
# Cases for <<name>>: small positions in which something is tried.
#   ruleengine test tests/<<name>>.yaml --coverage
# says what comes out differently, and which clauses no case is about.

ruleset: ../rulesets/<<name>>.yaml
cases:
  - id: step/one-cell-ahead
    clauses: [R-1, R-2]
    start: true
    steps:
      - play: <<first>>

  - id: step/not-further-than-one-cell
    clauses: [R-2]
    start: true
    steps:
      - refused: {move: <<too_far>>, code: reach/too-far, clause: R-2}

  - id: step/not-onto-a-friend
    clauses: [R-3]
    board: |
<<blocked>>
    mover: white
    steps:
      - refused: {move: <<onto_friend>>, code: move/target-friend, clause: R-3}

<<slants>>  - id: capture/the-last-one-wins
    clauses: [R-4, R-5]
    board: |
<<duel>>
    mover: white
    steps:
      - play: <<capture>>
      - expect: {cells: {<<taken_at>>: w}, outcome: {winner: white, ending: alone}}

  - id: end/after-the-last-turn-nobody-has-won
    clauses: [R-6]
    flags: {max_turns: 1}
    start: true
    steps:
      - play: <<first>>
      - expect: {outcome: {draw: true, ending: tired}}

  - id: end/before-the-last-turn-the-game-goes-on
    clauses: [R-6]
    flags: {max_turns: 200}
    start: true
    steps:
      - play: <<first>>
      - expect: {outcome: none}
"""

SLANT_FLAG: Final = """\
  directions:
    question: Which ways may a man move?
    choices:
      orthogonal: along rows and columns
      all: along rows, columns and diagonals
    default: orthogonal
    clauses: [R-2]
"""

SLANTS: Final = """\
  - id: step/slanted-only-if-all-directions-are-open
    clauses: [R-2]
    flags: {directions: all}
    board: |
<<free>>
    mover: white
    steps:
      - play: <<slanted>>

  - id: step/not-slanted-along-rows-and-columns
    clauses: [R-2]
    flags: {directions: orthogonal}
    board: |
<<free>>
    mover: white
    steps:
      - refused: {move: <<slanted>>, code: reach/wrong-direction}

"""

VARIANT: Final = """\
# yaml-language-server: $schema=<<schema>>
# A variant of <<base_title>>: only what is different is written here.
# From the directory in which `variants` lies:
#   ruleengine validate <<name>>      says what is wrong, and where
#   ruleengine flags <<base_there>>      explains the questions below
#   ruleengine play <<name>>

schema: 1
name: <<name>>
extends: <<base>>
title: <<title>>
about: >-
  What is different from the base, and why.

<<flags>>
#
# Rules can be changed as well. Mappings merge, values replace, and `null` removes a key. Lists
# are edited with `append`, `prepend`, `insert`, `remove`, `replace`, and `change`, which lays
# keys over one item. A list without such a word, or under `whole`, takes the place of the
# inherited one:
#
# endings:
#   append:
#     - id: long_enough
#       when: turn >= 100
#       draw: true
#       says: a hundred turns are enough
"""

VARIANT_CASES: Final = """\
# Cases for <<name>>: small positions in which something is tried.
#   ruleengine test tests/<<name>>.yaml

ruleset: ../variants/<<name>>.yaml
cases:
  - id: start/the-game-can-begin
    start: true
    steps:
<<steps>>
"""
