from __future__ import annotations

import re
from collections.abc import Callable
from pathlib import Path

from ruleengine import Game, Match, load
from ruleengine.game.events import HIDDEN, GameEvent
from ruleengine.game.kept.record import Ply
from ruleengine.table.entries import Entry, in_lines
from ruleengine.table.sentences import SENTENCES
from ruleengine.table.story import entry_of, story_of

GAME = load("breakthrough")
"""A game with one kind of piece, the pawn."""
CHESS = load("gardner")
PIPELINE = Path(__file__).resolve().parents[3] / "ruleengine" / "pipeline"


def test_there_are_words_for_every_event() -> None:
    source = "\n".join(path.read_text(encoding="utf-8") for path in PIPELINE.rglob("*.py"))
    emitted = set(re.findall(r'(?:emit|Event)\("(\w+)"', source))
    assert emitted == set(SENTENCES) - {HIDDEN}


def test_what_the_move_says_is_not_said_again() -> None:
    moved = GameEvent("moved", {"piece": "white pawn", "from": "a1", "to": "a2"})
    assert str(entry_of(GAME, Ply("A", "step a1-a2"), (moved,))) == "A: step a1-a2"
    said = "A: step a2; White's pawn goes from a1 to a2"
    assert str(entry_of(GAME, Ply("A", "step a2"), (moved,))) == said


def test_of_a_piece_that_came_out_of_hiding_it_is_not_said_from_where() -> None:
    moved = GameEvent("moved", {"piece": "white pawn", "to": "a2"})
    assert str(entry_of(GAME, Ply("A", "go"), (moved,))) == "A: go; White's pawn comes to a2"


def test_a_throw_is_told_by_what_was_thrown() -> None:
    rolled = GameEvent("rolled", {"value": 4})
    assert str(entry_of(GAME, Ply(None, "big_die 4"), (rolled,))) == "big die: 4"


def test_how_chance_fell_is_told_only_as_far_as_it_is_seen() -> None:
    drawn = Ply(None, "first_fruit bag:pear#2")
    for piece, told in (("nobody pear", "first fruit: bag:pear"), ("piece", "first fruit: bag")):
        seen = GameEvent("chosen", {"piece": piece})
        assert str(entry_of(GAME, drawn, (seen,))) == told
    assert str(entry_of(GAME, drawn, ())) == "first fruit"


def told(text: str, *events: GameEvent, game: Game = CHESS) -> str:
    """Return what is told beside the text of a move."""
    return "; ".join(entry_of(game, Ply("A", text), events).sentences)


def test_where_kinds_differ_it_is_told_what_has_moved_but_not_its_way_again() -> None:
    moved = GameEvent("moved", {"piece": "white rook", "from": "a1", "to": "a2"}, "a2")
    for text, said in (
        ("move a1-a2", "A: move a1-a2 (rook)"),
        ("move rook-a1-a2", "A: move rook-a1-a2"),
        ("move a1", "A: move a1; White's rook goes from a1 to a2"),
    ):
        assert str(entry_of(CHESS, Ply("A", text), (moved,), "white")) == said
    pushed = entry_of(CHESS, Ply("A", "push a1-a2"), (moved,), "black")
    assert str(pushed) == "A: push a1-a2 (White's rook)"
    unknown = GameEvent("moved", {"piece": "white piece", "from": "a1", "to": "a2"}, "a2")
    entry = entry_of(CHESS, Ply("A", "move a1-a2"), (unknown,), "white")
    assert str(entry) == "A: move a1-a2", "there is nothing more to know"


def test_a_piece_that_is_placed_is_told_unless_kind_and_cell_are_named() -> None:
    placed = GameEvent("placed", {"piece": "white pawn", "to": "b2"}, "b2")
    assert told("put", placed, game=GAME) == "White's pawn is placed on b2"
    assert told("put b2", placed, game=GAME) == ""
    assert str(entry_of(CHESS, Ply("A", "put b2"), (placed,))) == "A: put b2 (pawn)"
    entered = GameEvent("moved", {"piece": "white pawn", "from": "box", "to": "b2"}, "b2")
    assert told("put b2", entered, game=GAME) == "White's pawn goes from box to b2"


def test_what_a_move_brings_to_a_cell_does_not_stand_behind_it_like_what_was_there() -> None:
    rook = GameEvent("placed", {"piece": "black rook", "to": "b2"}, "b2")
    shot = Ply("white", "shoot b2")
    entry = entry_of(CHESS, shot, (rook,), "white")
    assert str(entry) == "White: shoot b2; Black's rook is placed on b2"
    says = GameEvent("told", {"says": "b2: hit"})
    assert str(entry_of(CHESS, shot, (rook, says), "white")) == "White: shoot b2; b2: hit"
    elsewhere = GameEvent("told", {"says": "b22: hit"})
    assert "placed on b2" in str(entry_of(CHESS, shot, (rook, elsewhere), "white"))


def test_many_that_are_placed_are_counted_for_each_side() -> None:
    cells = ("a1", "b1", "c1", "d1", "e1")
    events = [GameEvent("placed", {"piece": "white piece", "to": cell}, cell) for cell in cells]
    events.append(GameEvent("placed", {"piece": "black pawn", "to": "a5"}, "a5"))
    assert told("commit", *events) == ("5 pieces of White are placed; 1 piece of Black is placed")


def test_what_becomes_of_a_piece_is_told_with_its_place() -> None:
    moved = GameEvent("moved", {"piece": "white queen", "from": "a4", "to": "a5"}, "a5")
    became = GameEvent("became", {"piece": "white queen"}, "a5")
    assert told("move a4-a5", moved, became) == "White's piece on a5 becomes a queen"
    assert told("move a4-a5-queen", moved, became) == ""
    given = GameEvent("given", {"piece": "black rook", "to_side": "black"}, "c3")
    assert told("convert b3", given) == "the rook on c3 now belongs to Black"
    assert entry_of(CHESS, Ply("A", "convert b3"), (given,)).cells == {"c3"}


def test_what_nobody_had_to_choose_is_told() -> None:
    chosen = GameEvent("chosen", {"piece": "black rook"}, "c3")
    assert told("strike a1", chosen) == "Black's rook on c3 is chosen"
    assert told("target c3", chosen) == ""
    given = GameEvent("given", {"piece": "black rook", "to_side": "black"}, "c3")
    assert told("strike a1", chosen, given) == "the rook on c3 now belongs to Black"
    assert told("place b2", GameEvent("chosen", {"cell": "b2"})) == ""
    assert told("roll", GameEvent("chosen", {"value": "left"})) == "left is chosen"
    assert told("attack b2", GameEvent("chosen", {"value": 3})) == "3 is chosen"
    assert told("many 3", GameEvent("chosen", {"value": 3})) == ""


def test_a_move_that_comes_to_nothing_is_told_with_its_action() -> None:
    dropped = GameEvent("dropped", {"side": "white", "action": "march"})
    assert told("commit", dropped) == "'march' of White has become impossible"


def test_what_a_game_does_is_told_with_places() -> None:
    position = load("hex").start()
    (placed,) = [each for each in position.play("put a1").events if each.name == "placed"]
    assert placed.place == "a1"
    assert told("put", placed, game=load("hex")) == "Red's stone is placed on a1"


def test_what_becomes_what_it_was_already_is_not_told() -> None:
    became = GameEvent("became", {"piece": "white queen"}, "a5", changes=False)
    entered = GameEvent("moved", {"piece": "white queen", "from": "box", "to": "a5"}, "a5")
    assert told("drop a5", entered, became) == "White's queen goes from box to a5"


def test_a_piece_that_is_sent_off_the_board_is_told_with_the_place() -> None:
    game = load("ur")
    details: dict[str, str | int | None] = {
        "piece": "black man",
        "from": "d2",
        "to": "waiting.black",
    }
    sent = GameEvent("sent", details, "waiting.black")
    said = "Black's man goes from d2 to Black's waiting place"
    assert told("advance c2", sent, game=game) == said
    back = GameEvent("sent", details, "a2")  # it has come back to the board since
    assert told("advance c2", back, game=game) == said


def test_a_piece_that_is_sent_twice_is_told_with_both_places() -> None:
    game = load("ur")
    there, on = "waiting.black", "waiting.white"
    first = GameEvent("sent", {"piece": "black man", "from": "d2", "to": there}, on)
    second = GameEvent("sent", {"piece": "black man", "from": there, "to": on}, on)
    assert told("advance c2", first, second, game=game) == (
        "Black's man goes from d2 to Black's waiting place; "
        "Black's man goes from Black's waiting place to White's waiting place"
    )


def test_several_pieces_are_called_as_their_kind_says(tmp_path: Path) -> None:
    path = tmp_path / "herd.yaml"
    path.write_text(
        "schema: 1\nname: herd\ntitle: Herd\nextends: gardner\nkinds: {rook: {plural: oxen}}\n",
        encoding="utf-8",
    )
    given = [
        GameEvent("given", {"piece": "black rook", "to_side": "black"}, cell)
        for cell in ("c3", "c4")
    ]
    taken = [GameEvent("captured", {"piece": "black rook", "from": cell}) for cell in ("a4", "b4")]
    game = load(str(path))
    assert told("turn", *given, game=game) == "the oxen on c3 and c4 now belong to Black"
    assert told("blast", *taken, game=game) == "Black's oxen on a4 and b4 are captured"


def test_several_pieces_that_change_sides_are_told_together() -> None:
    given = [
        GameEvent("given", {"piece": "black rook", "to_side": "black"}, cell)
        for cell in ("c3", "c4", "d4", "c3")
    ]
    assert told("turn", *given) == "the rooks on c3, c4 and d4 now belong to Black"
    other = GameEvent("given", {"piece": "black pawn", "to_side": "black"}, "e4")
    assert told("turn", *given, other) == (
        "the rooks on c3, c4 and d4 now belong to Black; the pawn on e4 now belongs to Black"
    )


def test_a_piece_of_nobody_is_called_by_its_kind() -> None:
    events = (
        GameEvent("placed", {"piece": "nobody wall", "to": "c4"}, "c4"),
        GameEvent("became", {"piece": "nobody old_wall"}, "d4"),
        GameEvent("moved", {"piece": "nobody rook", "from": "d1", "to": "c1"}, "c1"),
    )
    assert told("build", *events) == (
        "a wall is placed on c4; the piece on d4 becomes an old wall; the rook goes from d1 to c1"
    )


HANDS = """\
schema: 1
name: hands
title: Hands
sides: {north: {forward: down}, south: {forward: up}}
board: {rows: 3, columns: 3}
zones:
  hand: {off_board: true, parts: {north: {owner: north}, south: {owner: south}}}
kinds: {man: {letters: {north: n, south: s}}, elder: {letters: {north: e, south: E}}}
setup:
  - drawn: |
      e n .
      . . .
      s . .
phases: {play: {turns: [south, north], turn: [act: [take]]}}
actions:
  take:
    operands: {to: {cell: {empty: true}}}
    effects:
      - for_each: {as: victim, among: {owner: opponent}}
        do: [EFFECTS]
endings: [{when: turn > 9, draw: true, says: late}]
"""
SEND = '{send: {piece: victim, to: "part(hand, mover)"}}'
GIVE = "{give: {piece: victim, to: mover}}"
BECOME = "{become: {piece: victim, kind: man}}"


def _hands(tmp_path: Path, *effects: str) -> str:
    """Return what is told when all men of the enemy are taken into the hand."""
    path = tmp_path / "hands.yaml"
    path.write_text(HANDS.replace("EFFECTS", ", ".join(effects)), encoding="utf-8")
    game = load(str(path))
    seen = game.start().play("take b2").events_for("north")
    return "; ".join(entry_of(game, Ply("south", "take b2"), seen).sentences)


def test_a_capture_is_told_before_what_becomes_of_the_piece(tmp_path: Path) -> None:
    # What lies in the hand of south is south's.
    given = "north's elder goes from a3 to south's hand; north's man goes from b3 to south's hand"
    assert _hands(tmp_path, GIVE, SEND) == given
    assert _hands(tmp_path, SEND, GIVE) == given
    # The man was one already.
    became = given.replace("hand;", "hand; there it becomes south's man;", 1)
    for effects in ((GIVE, BECOME, SEND), (SEND, GIVE, BECOME), (BECOME, SEND, GIVE)):
        assert _hands(tmp_path, *effects) == became


def test_pieces_alike_that_a_move_places_are_told_together() -> None:
    events = [
        GameEvent("placed", {"piece": "white pawn", "to": cell}, cell)
        for cell in ("a1", "b1", "c1")
    ]
    game = load("gardner")
    placed = entry_of(game, Ply("white", "place a1-c1"), tuple(events))
    assert str(placed) == "White: place a1-c1; White's pawns are placed on a1, b1 and c1"


def test_a_piece_that_is_known_where_it_goes_is_called_by_its_kind() -> None:
    sent = GameEvent(
        "sent", {"piece": "white pawn", "from": "a4", "to": "hand"}, "hand", "nobody piece"
    )
    assert told("card", sent) == "the pawn goes from a4 to hand"


def test_of_a_piece_that_leaves_the_game_it_is_not_told_what_it_became(tmp_path: Path) -> None:
    assert _hands(tmp_path, GIVE, "{remove: victim}") == (
        "north's elder on a3 leaves the game; north's man on b3 leaves the game"
    )


def test_what_lies_beside_the_board_is_in_a_place_and_not_on_it() -> None:
    given = GameEvent("given", {"piece": "black rook", "to_side": "black"}, "hand.white")
    assert told("convert", given) == "the rook in hand.white now belongs to Black"


def test_a_piece_from_its_own_stock_is_not_told_where_all_are_alike() -> None:
    game = load("go")
    entered = GameEvent("moved", {"piece": "black stone", "from": "bowl.black", "to": "a9"}, "a9")
    assert str(entry_of(game, Ply("black", "put a9"), (entered,), "black")) == "Black: put a9"


def test_what_chance_does_several_times_in_the_same_words_is_one_line() -> None:
    dealt = Entry(None, "card deck", "card: deck", ("the piece goes to Blue's hand",), frozenset())
    shown = dealt._replace(text="card: deck:two")
    said = [str(entry) for entry in in_lines([shown, dealt, dealt, dealt, shown])]
    assert said == [str(shown), f"{dealt} (3 times)", str(shown)]
    moved = dealt._replace(seat="white")
    assert [*in_lines([moved, moved])] == [moved, moved]


def test_several_pieces_alike_that_leave_are_told_together() -> None:
    def left(name: str, piece: str, start: str, **more: str) -> GameEvent:
        return GameEvent(name, {"piece": piece, "from": start, **more})

    gone = [left("removed", "black pawn", cell) for cell in ("a4", "b4", "d4")]
    king = left("removed", "black king", "c4")
    assert told("blast", *gone[:2], king, gone[2]) == (
        "Black's pawns on a4, b4 and d4 leave the game; Black's king on c4 leaves the game"
    )
    taken = [left("captured", "nobody pawn", cell) for cell in ("a4", "b4")]
    assert told("blast", *taken) == "the pawns on a4 and b4 are captured"
    sent = [left("sent", "black pawn", cell, to="box") for cell in ("a4", "b4")]
    assert told("blast", *sent) == "Black's pawns go from a4 and b4 to box"
    elsewhere = left("sent", "black pawn", "c4", to="hand")
    assert told("blast", sent[0], elsewhere) == (
        "Black's pawn goes from a4 to box; Black's pawn goes from c4 to hand"
    )
    named = [left("captured", f"black pawn {name}", "a4") for name in ("ann", "bob")]
    assert told("blast", *named) == (
        "Black's pawn ann on a4 is captured; Black's pawn bob on a4 is captured"
    )


def test_what_is_chosen_for_want_of_another_option_is_told_also_among_pieces_alike() -> None:
    """What happens to another piece that is called the same does not tell which is chosen."""
    gone = GameEvent("removed", {"piece": "white pawn", "from": "a3"})
    left = GameEvent("chosen", {"piece": "white pawn"}, "c2")
    assert told("take", gone, left).endswith("White's pawn on c2 is chosen")
    moved = GameEvent("moved", {"piece": "white pawn", "from": "a2", "to": "c2"}, "c2")
    assert "chosen" not in told("take", left, moved)


def test_behind_a_lot_it_is_told_what_was_chosen_without_one() -> None:
    thrown, drawn = GameEvent("rolled", {"value": 4}), GameEvent("chosen", {"side": "white"})
    left = GameEvent("chosen", {"cell": "c2"})
    assert str(entry_of(GAME, Ply(None, "die 4"), (thrown, left))) == "die: 4; c2 is chosen"
    said = str(entry_of(GAME, Ply(None, "first white"), (drawn, left)))
    assert said == "first: white; c2 is chosen"


BAG = """
schema: 1
name: bag
title: Bag
sides: {north: {}, south: {}}
board: {rows: 1, columns: 2}
zones:
  sack: {off_board: true}
  mouth: {shape: {cells: [a1]}}
kinds: {ace: {letters: {nobody: A}}, king: {letters: {nobody: K}}}
setup:
  - put: {kind: ace, owner: nobody, at: [sack]}
  - put: {kind: king, owner: nobody, at: [sack]}
views: [{hide: piece, of: {in: sack}}]
phases:
  deal:
    steps:
      - choose: {as: card, who: chance, among: {in: sack}}
      - choose: {as: spot, who: north, among_cells: {in: mouth}}
  play: {turns: [north, south], turn: [act: [wait]]}
actions: {wait: {}}
endings: [{when: turn > 3, draw: true, says: it is late}]
"""


def test_what_is_drawn_in_secret_is_not_told_by_a_choice_that_everybody_sees(
    tmp_path: Path,
) -> None:
    path = tmp_path / "bag.yaml"
    path.write_text(BAG, encoding="utf-8")
    match = Match(load(str(path)), seed=1)
    (referee,) = (step.ply.text for step in match.recent if step.ply.seat is None)
    assert referee in ("card sack:ace", "card sack:king")
    for seat in (None, "north", "south"):
        (entry,) = story_of(match, seat)
        assert str(entry) == "card; a1 is chosen; now: play"
        assert entry.ply == "card ?"


def test_one_of_several_alike_in_a_box_is_any_of_them(mini: Callable[..., Game]) -> None:
    game = mini(
        zones="box: {off_board: true, title: the box}",
        kinds="man: {letters: {north: n, south: s}}\n"
        "runner: {letters: {nobody: o}}\nball: {letters: {nobody: b}}",
        setup="- put: {kind: runner, owner: nobody, at: box, count: 3}\n"
        "- put: {kind: ball, owner: nobody, at: box}",
    )
    for kind, called in (("runner", "a runner"), ("ball", "the ball")):
        moved = GameEvent("moved", {"piece": f"nobody {kind}", "from": "box", "to": "b2"}, "b2")
        assert told("go", moved, game=game) == f"{called} goes from the box to b2"
        onward = GameEvent("moved", {"piece": f"nobody {kind}", "from": "b2", "to": "b3"}, "b3")
        assert told("go", onward, game=game) == f"the {kind} goes from b2 to b3"


LAID = """\
schema: 1
name: laid
title: Laid
sides: {red: {title: Red}, blue: {title: Blue}}
board: {rows: 1, columns: 2}
zones:
  hand: {off_board: true, parts: {red: {title: "Red's hand", owner: red}}}
kinds:
  tile: {letters: {nobody: t, red: r, blue: b}}
setup:
  - fill: {zone: hand.red, kind: tile, owner: red}
phases: {play: {turns: [red, blue], turn: [act: [lay]]}}
actions:
  lay:
    operands:
      tile: {piece: {owner: mover, in: "part(hand, mover)"}}
    effects:
      - give: {piece: tile, to: nobody}
      - move: {piece: tile, to: "cell_at(0, 0)"}
endings: [{when: turn > 2, draw: true, says: all lie}]
"""


def test_what_is_given_before_it_moves_is_told_where_it_has_come_to(tmp_path: Path) -> None:
    path = tmp_path / "laid.yaml"
    path.write_text(LAID, encoding="utf-8")
    match = Match(load(path))
    match.submit("red", "lay hand.red")
    (entry,) = story_of(match, "red")
    assert entry.sentences[:2] == (
        "the tile goes from Red's hand to a1",
        "the tile on a1 now belongs to nobody",
    )


def test_what_goes_with_a_piece_that_becomes_another_is_told() -> None:
    events = (
        GameEvent("moved", {"piece": "white queen", "from": "a4", "to": "a5"}, "a5"),
        GameEvent("moved", {"piece": "black pawn", "from": "a4", "to": "a5"}, "a5"),
        GameEvent("became", {"piece": "white queen"}, "a5", "white pawn"),
    )
    said = str(entry_of(CHESS, Ply("A", "move a4-a5"), events, "white"))
    assert said == "A: move a4-a5 (Black's pawn); White's piece on a5 becomes a queen"


def test_a_choice_that_is_made_by_itself_is_told_with_its_title(tmp_path: Path) -> None:
    path = tmp_path / "bag.yaml"
    chosen = """      - choose: {as: n, who: north, numbers: {from: 3, to: 3}, title: How many go?}
      - choose: {as: way, who: north, among_words: [left], title: the way}
"""
    path.write_text(BAG.replace("  play: {", f"{chosen}  play: {{"), encoding="utf-8")
    match = Match(load(str(path)), seed=1)
    told = "; ".join(str(entry) for entry in story_of(match, None))
    assert "How many go? 3; the way: left" in told
