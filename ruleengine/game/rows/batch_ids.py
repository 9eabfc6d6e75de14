"""How the compiled tier finds the stable number of a move: one table for a whole ruleset."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from fractions import Fraction
from typing import TYPE_CHECKING, Any

import numpy as np

from ruleengine.errors import InternalError
from ruleengine.game.moves.move_ids import piece_places
from ruleengine.game.moves.moves import ChanceOutcome
from ruleengine.game.moves.notation import COMMIT, DECLINE, PASS
from ruleengine.kernel import numbering, stepping
from ruleengine.pipeline.operands.operand import Operand
from ruleengine.pipeline.start import empty_state, pieces_at
from ruleengine.program import layout as row
from ruleengine.program.layout import ABSENT_NUMBER
from ruleengine.program.program import Program, Site
from ruleengine.resolve.telling import NUMBERED, Telling

if TYPE_CHECKING:
    from ruleengine.game.game import Game

_Tree = dict[int, "int | _Tree"]


class NumberTable:
    """The numbers of all moves, in a tree of tables by what the machine lists."""

    def __init__(self, game: Game, program: Program) -> None:
        self._game = game
        self._program = program
        self._places = {name: number for number, name in enumerate(game.rules.grid.places)}
        self._named = {name: number for number, name in enumerate(game.rules.piece_names)}
        found: _Tree = {}
        for parts, number in self._all():
            _plant(found, parts, number)
        tables: list[int] = []
        count = len(program.actions) + len(program.sites)
        self.roots = np.array(
            [_flatten(found[root], tables) if root in found else -1 for root in range(count)],
            dtype=np.int32,
        )
        self.tree = np.array(tables or [0], dtype=np.int32)
        self.pass_id = self._number(PASS)
        commit = game.move_ids.find(COMMIT)
        self.commit_id = -1 if commit is None else commit
        self.num_operands = max((len(each) for each in program.operands), default=0)
        self.kinds = np.array(self._kinds() or [0], dtype=np.int32)

    def _kinds(self) -> list[int]:
        """Return how each operand of each action counts."""
        found: list[int] = []
        for action in self._game.rules.actions.values():
            shapes = [_shape(operand) for operand in action.operands]
            found += shapes + [stepping.SKIPPED] * (self.num_operands - len(shapes))
        return found

    def _all(self) -> Iterator[tuple[list[int], int]]:
        """Yield every move as the machine lists it, with its number."""
        actions = self._game.rules.actions
        for number, (name, action) in enumerate(actions.items()):
            for texts in self._game.move_ids.combinations(name):
                parts = [
                    self._value(operand, text)
                    for operand, text in zip(action.operands, texts, strict=True)
                    if operand.named != "never"
                ]
                yield [number, *parts], self._game.move_ids.numbered(name, texts)
        for number, site in enumerate(self._program.sites):
            if site.kind == "choice":
                for value, text in self._options(site):
                    yield [len(actions) + number, value], self._number(f"{site.name} {text}")

    def _value(self, operand: Operand, text: str | None) -> int:
        if text is None:
            return ABSENT_NUMBER if operand.what == "number" else -1
        match operand.what:
            case "piece" | "cell":
                return self._place(text)
            case "kind":
                return self._game.rules.names.kinds.index(text)
            case "number":
                return int(text)
            case _:
                return self._program.words[text]

    def _place(self, text: str) -> int:
        if text in self._named:
            return len(self._places) + self._named[text]
        text, _, which = text.partition(NUMBERED)
        place, _, told = text.partition(":")
        if not told and not which:
            return self._places[text]
        names, num_cells, cell = self._game.rules.names, self._game.rules.num_cells, place
        number, kinds = self._places[cell], len(names.kinds)
        after = len(self._places) + len(self._named)
        if number >= num_cells:
            return after + (number - num_cells) * kinds + names.kinds.index(told)
        owner, _, kind = told.rpartition(".")
        if told in names.kinds:
            owner, kind = "", told
        elif not owner:
            owner, kind = told, ""
        beside = (len(self._places) - num_cells) * kinds
        owner_code = names.owner_id(owner) + 2 if owner else 0
        kind_code = names.kinds.index(kind) + 1 if kind else 0
        spot = number * (len(names.sides) + 2) + owner_code
        way = spot * (kinds + 1) + kind_code
        # Behind all that are the first of their like come those that are the second, and so on.
        ways = num_cells * (len(names.sides) + 2) * (kinds + 1)
        return after + beside + way + (int(which or 1) - 1) * ways

    def _options(self, site: Site) -> Iterator[tuple[int, str]]:
        names = self._game.rules.names
        if site.optional:
            yield -1, DECLINE
        if site.what in ("piece", "cell"):
            rules = self._game.rules
            is_piece = site.what == "piece"
            texts = piece_places(rules, _telling_at(site)) if is_piece else self._places
            yield from ((self._place(text), text) for text in texts)
        elif site.words:
            yield from ((self._program.words[text], text) for text in site.words)
        elif site.what == "number":
            yield from ((number, str(number)) for number in site.numbers)
        else:
            lists = {"seat": names.seats, "side": names.sides, "color": names.colors}
            yield from enumerate(lists[site.what])

    def _number(self, text: str) -> int:
        number = self._game.move_ids.find(text)
        if number is None:
            raise InternalError(f"the move '{text}' has no number")
        return number


def _shape(operand: Operand) -> int:
    if operand.named == "never":
        return stepping.SKIPPED
    if operand.what != "piece":
        return stepping.VALUE
    return _piece_shape(operand.telling)


def _piece_shape(telling: Telling) -> int:
    """Return by what a piece counts for the number of a move."""
    if not telling.by_kind:
        return stepping.UNTOLD
    if telling.by_number:
        return stepping.OWNED_AND_COUNTED if telling.by_owner else stepping.COUNTED
    return stepping.OWNED if telling.by_owner else stepping.PIECE


def _telling_at(site: Site) -> Telling:
    """Return how a choice tells pieces apart."""
    return Telling(site.by_owner, site.by_kind, site.by_number)


def _plant(tree: _Tree, parts: Sequence[int], number: int) -> None:
    """Put a move into the tree; two moves in one place would be a fault of the stepping."""
    *way, last = parts
    for part in way:
        branch = tree.setdefault(part, {})
        if isinstance(branch, int):
            raise InternalError("a move goes on where another has ended")
        tree = branch
    if tree.setdefault(last, number) != number:
        raise InternalError("two moves are listed alike")


def _flatten(branch: int | _Tree, tables: list[int]) -> int:
    """Write a table and those that follow it; return its offset, or the number of a move."""
    if isinstance(branch, int):
        return branch
    present = sorted(value for value in branch if value != ABSENT_NUMBER)
    least, many = (present[0], present[-1] - present[0] + 1) if present else (0, 0)
    at = len(tables)
    tables += [least, many, -1, *[-1] * many]
    for value, after in branch.items():
        absent = value == ABSENT_NUMBER
        place = numbering.ABSENT if absent else numbering.TABLE + value - least
        tables[at + place] = _flatten(after, tables)
    return at


def site_table(program: Program) -> Any:  # noqa: ANN401 - an array
    """Return what the stepping code has to know of the sites."""
    kinds = {
        "act": stepping.ACT,
        "choice": stepping.CHOICE,
        "submit": stepping.SUBMIT,
        "chance": stepping.FALL,
    }
    rows = [
        (
            kinds[site.kind],
            site.register,
            site.resume,
            lister,
            int(site.optional),
            int(site.secret),
            site.sides,
            site.who,
            int(site.by_seat),
            _piece_shape(_telling_at(site)) if site.what == "piece" else 0,
            site.faces,
        )
        for site, lister in zip(program.sites, program.listers, strict=True)
    ]
    return np.array(rows, dtype=np.int32).reshape(-1)


def outcomes_of(
    game: Game,
    program: Program,
    values_of: Any,  # noqa: ANN401 - an array: the row of a game
    values: Any,  # noqa: ANN401 - an array: what the outcomes are
) -> tuple[ChanceOutcome, ...]:
    """Return the outcomes of the chance point at which a game waits."""
    site = program.sites[int(values_of[row.SITE])]
    names, layout = game.rules.names, program.layout
    lists = {"seat": names.seats, "side": names.sides, "color": names.colors}
    words = {program.words[word]: word for word in site.words}
    options = [int(each) for each in values]
    if site.what == "piece":
        state = empty_state(game.rules)
        for name in ("cell", "owner", "kind"):
            at, length = layout.sections[name]
            setattr(state, name, values_of[at : at + length].tolist())
        if game.rules.tells_sharing:
            state.at = pieces_at(state, int(values_of[row.NUM_PIECES]))
        texts = game.notation.pieces_apart(state, options)
    elif site.what == "cell":
        texts = [game.rules.place(cell) for cell in options]
    else:
        known = lists.get(site.what)
        texts = [words.get(each) or (known[each] if known else str(each)) for each in options]
    chance = Fraction(1, len(options))
    return tuple(
        ChanceOutcome(f"{site.name} {text}", site.name, words.get(value, value), chance)
        for text, value in zip(texts, options, strict=True)
    )
