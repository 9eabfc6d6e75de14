"""The chapters about what is on the table: board, sides, pieces, and how they are set out."""

from __future__ import annotations

import re
from collections import Counter as Tally
from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.analysis.unused_check import used_words
from ruleengine.expressions import resolved as tree
from ruleengine.resolve.board.grid import Grid
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.constants import NO_KIND
from ruleengine.schema.board import CellsShape, Zone
from ruleengine.schema.drawn_frame import A_HOLE, HOLE, draw
from ruleengine.schema.expression import Expression
from ruleengine.schema.pieces import UNOWNED
from ruleengine.schema.reach import RELATIVE, LeapReach
from ruleengine.schema.wording import is_several, number_word
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.cell_words import cells_in_words, naming_words
from ruleengine.workbench.rulebook.document import (
    Block,
    Figure,
    Heading,
    Item,
    Items,
    Legend,
    LegendEntry,
    Paragraph,
    Table,
    Token,
)
from ruleengine.workbench.rulebook.english import capital, counted, joined, quoted, sentence, spaced
from ruleengine.workbench.rulebook.opening import spoken_board
from ruleengine.workbench.rulebook.operands import DIRECTION_WORDS
from ruleengine.workbench.rulebook.picture import (
    Standing,
    board_svg,
    hole_svg,
    swatch_svg,
    symbol_svg,
    token_svg,
)
from ruleengine.workbench.rulebook.picture_edges import inner_holes
from ruleengine.workbench.rulebook.picture_layout import Layout
from ruleengine.workbench.rulebook.setting_out import say_shape, setup_lines, zones_in
from ruleengine.workbench.rulebook.speech import Speech

_FEW = 3
"""With more kinds than this, the table of pieces has to serve as the legend."""
_COUNTING: Final = frozenset({"nth_cell", "place_in"})
"""Functions that ask for the order of the cells of a zone."""
_AHEAD: Final = re.compile(r"\b(?:forward|backward|ahead)", re.IGNORECASE)
_WAYS = {
    "up": "up the board",
    "down": "down the board",
    "left": "to the left",
    "right": "to the right",
}


_NEIGHBOR_WORDS: Final[Mapping[str, str]] = {
    **DIRECTION_WORDS,
    "orthogonal": "along its row and column",
    "diagonal": "along its diagonals",
    "all": "along its row, its column and its diagonals",
}
PAIR_WORDS: Final[Mapping[str, str]] = {
    "column_row_top": "A move may also name a cell by the numbers of its column and its row, "
    "counted from 0 at the left and at the top.",
    "column_row_bottom": "A move may also name a cell by the numbers of its column and its row, "
    "counted from 0 at the left and at the bottom.",
    "row_column": "A move may also name a cell by the numbers of its row and its column, counted "
    "from 0 at the top and at the left.",
}
"""Words for every way to write a cell as two numbers."""


_STACKS: Final = (
    "Pieces may lie on each other: of several letters on one cell, the last one is on top."
)


def board(author: Author) -> Iterator[Block]:
    """Yield the chapter about the board and its zones."""
    rules = author.speech.rules
    grid, ruleset = rules.grid, rules.ruleset
    yield author.opening.figure(author.palette)
    yield from _legend(author)
    yield Paragraph(f"{_size(grid)} {naming_words(grid)}".strip(), tuple(ruleset.board.clauses))
    if ruleset.board.lines is not None:
        yield Paragraph(
            f"Its cells are {counted(len(grid.cells), 'point')}, which lines join as the picture "
            "shows. The next point on a line is one step away, however long the line is."
        )
    elif grid.holes:
        yield Paragraph(f"It has {counted(len(grid.cells), 'cell')}; {_holes(grid)}.")
    if grid.slant:
        yield Paragraph(
            "Its cells are hexagons: a cell has six neighbors, one on either side, two above it "
            f"and two below. Its columns run down to the {'right' if grid.slant > 0 else 'left'}."
        )
    elif ruleset.board.neighbors is not None:
        ways = joined((_NEIGHBOR_WORDS[each] for each in ruleset.board.neighbors), "and")
        yield Paragraph(f"The neighbors of a cell are the next ones {ways}.")
    if any(counter.shown == "order" for counter in ruleset.counters.values()):
        yield Paragraph(_STACKS)
    if ruleset.board.pairs is not None:
        yield Paragraph(PAIR_WORDS[ruleset.board.pairs], is_quiet=True)
    yield from author.sayings("board")
    zones = tuple(_zone_lines(author))
    if zones:
        yield Items(zones, "Zones")


def _size(grid: Grid) -> str:
    """Return how many rows and columns there are: both in words, or both in figures."""
    rows, columns = counted(grid.rows, "row"), counted(grid.columns, "column")
    if not (rows[0].isalpha() and columns[0].isalpha()):
        rows = re.sub(r"^[a-z]+", str(grid.rows), rows)
        columns = re.sub(r"^[a-z]+", str(grid.columns), columns)
    return f"The board has {rows} and {columns}."


def _holes(grid: Grid) -> str:
    """Return which places of the grid are no cells, by their names where they are few."""
    number = len(grid.holes)
    where = "" if grid.names.are_own else cells_in_words(grid, grid.holes)
    said = f": {where}" if where else ", as the picture shows"
    rest = (
        "the other one is a hole" if number == 1 else f"the other {number_word(number)} are holes"
    )
    return f"{rest}{said}"


def _drawing(author: Author, pieces: tuple[Standing, ...]) -> str:
    """Return a board as text, for pages without pictures."""
    grid = author.speech.rules.grid
    marks = list(grid.ground)
    for piece in pieces:
        marks[piece.cell] = piece.letter
    starts = range(0, grid.num_cells, grid.columns)
    return draw([marks[start : start + grid.columns] for start in starts], grid.frame)


def _legend(author: Author) -> Iterator[Block]:
    ruleset, grid = author.speech.rules.ruleset, author.speech.rules.grid
    entries = [
        LegendEntry(
            swatch_svg(shade, author.palette),
            shade.zone.symbol or "",
            capital(shade.title),
        )
        for shade in author.palette.shades
    ]
    entries += [
        LegendEntry(
            token_svg(letter, author.palette.sides[owner]),
            letter,
            capital(author.speech.kind(name) + _of_side(author.speech, owner)),
        )
        for name, kind in ruleset.kinds.items()
        for owner, letter in kind.letters.items()
        if len(ruleset.kinds) <= _FEW
    ]
    entries += [
        LegendEntry(symbol_svg(mark.symbol), mark.symbol, capital(mark.title or spaced(name)))
        for name, mark in ruleset.marks.items()
        if mark.symbol is not None and name not in author.unspoken
    ]
    if grid.draws_holes:
        # Where nothing but the edge of a picture is bare, that needs no explanation.
        svg = hole_svg() if inner_holes(Layout(grid)) else ""
        entries.append(LegendEntry(svg, HOLE, capital(A_HOLE)))
    if entries:
        yield Legend(tuple(entries))


def _of_side(speech: Speech, owner: str) -> str:
    return "" if owner == UNOWNED else f", {speech.side(owner)}"


def _zone_lines(author: Author) -> Iterator[Item]:
    speech = author.speech
    grid = speech.rules.grid
    spoken_of = used_words(speech.rules.tree)
    for name, zone in speech.rules.ruleset.zones.items():
        is_idle = name in author.idle_zones or (name not in spoken_of and _only_draws(zone))
        if not zone.explained or is_idle:
            continue
        info = grid.zones[grid.zone_id[name]]
        title = speech.zone(name)
        they = "they" if is_several(title) else "it"
        whose = speech.side(zone.owner) if zone.owner else ""
        owner = f"; {they} {_belong(title)} to {whose} at the start" if whose else ""
        text = f"{title}: {_where(author, name)}{owner}"
        parts = tuple(
            Item(
                sentence(
                    f"{part_title}: {_where(author, f'{name}.{part}')}"
                    + _belongs(speech, zone, part_title, each.owner)
                )
            )
            for part, each in (zone.parts or {}).items()
            for part_title in [speech.zone(f"{name}.{part}")]
        )
        if parts and info.off_board and _is_one_each(speech, name, zone):
            text, parts = f"{title}: a place beside the board, one for each side", ()
        elif parts and info.off_board:
            text = f"{title}: places beside the board"
        elif parts:
            text = f"{title}: {counted(len(info.cells), 'cell')} in these parts"
        yield Item(sentence(text), tuple(zone.clauses), items=parts)


def _is_one_each(speech: Speech, name: str, zone: Zone) -> bool:
    """Tell whether every side owns one part of a zone, which is called after it."""
    owners = {part: each.owner for part, each in (zone.parts or {}).items()}
    if sorted(map(str, owners.values())) != sorted(speech.rules.ruleset.sides):
        return False
    return all(
        speech.zone(f"{name}.{part}") == speech.part_of(speech.side(str(owner)), speech.zone(name))
        for part, owner in owners.items()
    )


def _belong(title: str) -> str:
    """Return the verb for whose something is, as it goes with its title."""
    return "belong" if is_several(title) else "belongs"


def _belongs(speech: Speech, zone: Zone, title: str, owner: str | None) -> str:
    """Return to whom a part of a zone belongs; that it is nobody only where others are owned."""
    if owner is not None:
        return f"; {_belong(title)} to {speech.side(owner)}"
    is_owned = any(part.owner for part in (zone.parts or {}).values())
    return f"; {_belong(title)} to nobody at the start" if is_owned else ""


def _only_draws(zone: Zone) -> bool:
    """Tell whether a zone is nothing but a symbol on the board, which the legend tells."""
    return zone.symbol is not None and not (zone.clauses or zone.owner or zone.parts)


def _where(author: Author, name: str) -> str:
    grid = author.speech.rules.grid
    info = grid.zones[grid.zone_id[name]]
    if info.off_board:
        return "a place beside the board"
    whole, _, part = name.partition(".")
    declared = author.speech.rules.ruleset.zones[whole]
    shape = (declared.parts or {})[part].shape if part else declared.shape
    cells = cells_in_words(grid, info.cells)
    number = counted(len(info.cells), "cell")
    if shape is None:
        return cells or number
    if isinstance(shape, CellsShape) and len(shape.cells) > 1 and _is_counted(author, whole):
        return f"in this order {joined(shape.cells)}"
    if any(not author.speech.rules.ruleset.zones[each].explained for each in zones_in(shape)):
        return cells or f"{number}, as the picture shows"
    words = say_shape(author.speech, shape)
    if words in (cells, f"the cells {cells}", "as drawn") or words.startswith("the cells "):
        return cells or f"{number}, as the picture shows"
    return f"{words} ({cells or number})"


def _is_counted(author: Author, zone: str) -> bool:
    """Tell whether some rule asks for cells of a zone by their numbers, so that order matters.

    Where it is not plain which zone is asked about, it may be this one.
    """
    if not author.usage.names & _COUNTING:
        return False
    rules = author.speech.rules
    asked = [
        node.args[0]
        for checked in rules.checked.values()
        for node in tree.walk_resolved(checked.root)
        if isinstance(node, tree.Invocation) and node.function.name in _COUNTING
    ]
    named = {zone for arg in asked for zone in _zones_named(author, arg)}
    return zone in named or "" in named


def _zones_named(author: Author, arg: tree.Resolved) -> Iterator[str]:
    """Yield the zones that an expression can stand for; an empty name if that is any."""
    rules = author.speech.rules
    match arg:
        case tree.Reference() if arg.symbol.role == "zone":
            yield arg.symbol.name.partition(".")[0]
        case tree.Lookup():
            for row in rules.ruleset.tables[arg.symbol.name].rows:
                yield from _zones_named(author, rules.checked[row.value].root)
        case tree.Invocation() if arg.function.name == "part":
            yield from _zones_named(author, arg.args[0])
        case _:
            yield ""


def sides(author: Author) -> Iterator[Block]:
    """Yield the chapter about who plays."""
    ruleset = author.speech.rules.ruleset
    titles = [author.speech.side(name) for name in ruleset.sides]
    be = "is" if len(titles) == 1 else "are"
    yield Paragraph(f"There {be} {counted(len(titles), 'side')}: {joined(titles)}.")
    yield from author.sayings("sides")
    lines = tuple(_side_lines(author))
    if lines:
        yield Items(lines)


def _side_lines(author: Author) -> Iterator[Item]:
    ruleset = author.speech.rules.ruleset
    seated: set[str] = set()
    is_ahead_asked = _is_ahead_asked(author)
    for name, side in ruleset.sides.items():
        seated.update(side.seats or ())
        who, facts = author.speech.side(name), []
        if side.seats:
            players = joined(f"player {seat}" for seat in side.seats)
            facts.append(f"{author.speech.be(who)} played by {players}")
        if side.forward and is_ahead_asked:
            facts.append(f"{author.speech.verb(who, 'go')} forward {_WAYS[side.forward]}")
        if facts:
            yield Item(sentence(f"{who} {joined(facts)}"), tuple(side.clauses))
    if set(ruleset.seats or ()) - seated:
        players = joined(author.game.seats)
        yield Item(f"The players are {players}; who plays which side is settled in the opening.")
    if ruleset.colors:
        colors = joined(map(spaced, ruleset.colors))
        yield Item(f"The colors are {colors}; they mean nothing to the rules.")


def _is_ahead_asked(author: Author) -> bool:
    """Tell whether it makes a difference which way a side looks: to a rule, or to a sentence."""
    rules = author.speech.rules
    if used_words(rules.tree) & (RELATIVE | {"forward"}):
        return True
    if any(_AHEAD.search(text) for text in author.game.clauses.values()):
        return True
    return any(isinstance(each, LeapReach) and each.ahead for each in models_in(rules.ruleset))


def pieces(author: Author) -> Iterator[Block]:
    """Yield the chapter about pieces, dice and how they are set out."""
    rules = author.speech.rules
    ruleset = rules.ruleset
    at_start = Tally((piece.owner, piece.kind) for piece in rules.setup)
    owners = [*ruleset.sides, *([UNOWNED] if ruleset.has_neutral else [])]
    attributes = list(dict.fromkeys(a for kind in ruleset.kinds.values() for a in kind.attributes))
    attributes = [each for each in attributes if each not in author.unspoken]
    heads = ["Piece", *(_owner_head(author.speech, owner) for owner in owners)]
    heads += ["At the start"] if rules.setup else []
    heads += [capital(spaced(attribute)) for attribute in attributes]
    begun = list(dict.fromkeys(name for kind in ruleset.kinds.values() for name in kind.counters))
    heads += [f"{capital(author.speech.counter(name))} at first" for name in begun]
    rows: list[tuple[str | Token, ...]] = []
    for name, kind in ruleset.kinds.items():
        tokens = [
            Token(kind.letters[owner], owner) if owner in kind.letters else "\u2013"
            for owner in owners
        ]
        numbers = [at_start[owner, name] for owner in owners if owner in kind.letters]
        count = str(numbers[0]) if len(set(numbers)) == 1 else " / ".join(map(str, numbers))
        each = " each" if len(numbers) > 1 and len(set(numbers)) == 1 and numbers[0] else ""
        facts = [
            _fact(author, attribute, kind.attributes[attribute])
            if attribute in kind.attributes
            else "\u2013"
            for attribute in attributes
        ]
        order = list(ruleset.kinds).index(name)
        facts += [
            str(rules.starts(counter)[order]) if ruleset.has_counter(name, counter) else "\u2013"
            for counter in begun
        ]
        start = [f"{count}{each}"] if rules.setup else []
        rows.append((capital(author.speech.kind(name)), *tokens, *start, *facts))
    if rows:
        yield Table(tuple(heads), tuple(rows))
    yield from author.sayings("pieces")
    lines = list(setup_lines(author.speech))
    if lines:
        yield Items(tuple(lines), "At the start")
    elif not rows:
        yield Paragraph("There are no pieces: what is on the board is kept as tallies and notes.")
    elif not author.opening.has_pieces:
        yield Paragraph("No piece is on the board at the start.")
    dice = tuple(_dice(author))
    if dice:
        yield Items(dice, "Dice")


def _owner_head(speech: Speech, owner: str) -> str:
    return "Neutral" if owner == UNOWNED else capital(speech.side(owner))


_COIN: Final = 2


def _dice(author: Author) -> Iterator[Item]:
    """Yield a line for all dice with the same faces and the same clauses."""
    rules = author.speech.rules
    alike: dict[tuple[int, tuple[str, ...]], list[str]] = {}
    for name, die in rules.ruleset.dice.items():
        alike.setdefault((rules.number(die.faces), tuple(die.clauses)), []).append(name)
    for (faces, clauses), names in alike.items():
        which = "1 and 2" if faces == _COIN else f"1 to {faces}"
        if len(names) == 1:
            words = f"{author.speech.die(names[0])} has the faces {which}, all equally likely"
        else:
            called = joined(quoted(spaced(name)) for name in names)
            words = f"each of the dice {called} has the faces {which}, all equally likely"
        yield Item(sentence(words), clauses)


def _fact(author: Author, attribute: str, said: Expression) -> str:
    """Return what is true of a kind: a number, yes or no, or another kind."""
    value = author.speech.rules.number(said)
    if author.speech.rules.scope.members("kind")[attribute].type == "kind":
        kinds = list(author.speech.rules.ruleset.kinds)
        return "\u2013" if value == NO_KIND else author.speech.kind(kinds[value])
    return ("yes" if value else "no") if isinstance(value, bool) else str(value)


def sheets(author: Author) -> Iterator[Block]:
    """Yield the chapter about ready sets of moves."""
    rules = author.speech.rules
    for name, sheet in rules.ruleset.sheets.items():
        side, (moves, spots, texts) = next(iter(rules.sheets[name].items()))
        standing = tuple(
            Standing(move.cell, rules.ruleset.kinds[move.kind].letters[side], side)
            for move in moves
        )
        about = f" {sentence(sheet.about)}" if sheet.about else ""
        yield Heading(capital(sheet.title or spaced(name)), tuple(sheet.clauses))
        if sheet.action is None:
            written = ", ".join(f"“{text}”" for text in texts)
            yield Paragraph(
                f"Moves to hand in together, as {author.speech.side(side)} writes them: "
                f"{written}.{about}"
            )
            continue
        lots = ""
        if spots is not None and {*spots} == {move.cell for move in moves}:
            lots = " Lots decide what comes on which of these cells."
        elif spots is not None:
            named = cells_in_words(rules.grid, spots)
            over = named or joined(rules.grid.places[cell] for cell in sorted(spots))
            lots = f" Lots spread these pieces over {over}."
        yield Paragraph(
            f"Moves of {author.speech.action(sheet.action)} to hand in together, shown for "
            f"{author.speech.side(side)}.{lots}{about}"
        )
        yield Figure(
            board_svg(
                rules.grid,
                author.palette,
                standing,
                label=spoken_board(author.speech, standing),
                scale=0.62,
            ),
            _drawing(author, standing),
        )
