"""From moves to their text: `march a3-a4`, `guard d7`, `die 4`; `reading` goes back."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Sequence
from fractions import Fraction

from ruleengine.game.moves.moves import ACTION, ChanceOutcome, Move
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.operands.operand import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import State, Value
from ruleengine.resolve.setup.sheets import SheetMove
from ruleengine.resolve.telling import NUMBERED, Telling
from ruleengine.schema.fields import NOTHING_NAMED

PASS = "pass"  # noqa: S105 - the move, not a word to keep secret
"""The text of the move of a side that need not act and does not."""
COMMIT = "commit"
"""The text of the move with which a side ends its part of a submission."""
DECLINE = NOTHING_NAMED
"""The text of an option that declines."""

_ALL_TOLD = Telling(by_owner=True, by_kind=True, by_number=True)
_LAST = 1 << 30  # declining is listed after every option, whatever options are numbered by
_NUMBERS = 256  # room in the order for numbers of pieces written alike on one cell
_ABSENT = -1  # an operand that is not named comes before every value it could have


def move_form(name: str, operands: Iterable[tuple[str, bool]]) -> str:
    """Return how the moves of an action are written, given its operands and which may be left out.

    >>> move_form("step", [("unit", False), ("to", False)]), move_form("lay", [("to", True)])
    ('step UNIT-TO', 'lay [TO]')
    >>> move_form("go", [("stack", True), ("to", False), ("many", True)]), move_form("wait", [])
    ('go [STACK-]TO[-MANY]', 'wait')
    """
    listed = list(operands)
    must = next((at for at, (_, may_lack) in enumerate(listed) if not may_lack), 0)
    parts = []
    for at, (operand, may_lack) in enumerate(listed):
        # The dash between two goes with the one that may be left out.
        before = "-" if at > must else ""
        behind = "-" if at < must else ""
        word = f"{before}{operand.upper()}{behind}"
        parts.append(f"[{word}]" if may_lack else word)
    return f"{name} {''.join(parts)}".rstrip()


def action_form(action: BoundAction) -> str:
    """Return how the moves of an action are written; what nobody names is not."""
    return move_form(
        action.called,
        [
            (each.name, each.is_optional or each.named == "if_several")
            for each in action.operands
            if each.named != "never"
        ],
    )


class Notation:
    """Writes and reads the moves of one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        self._places = rules.grid.places
        self._action_number = {name: number for number, name in enumerate(rules.actions)}
        self._num_places = len(self._places)
        # The ways in which a piece on a cell may be told from others there.
        ways = (len(rules.names.sides) + 2) * (len(rules.names.kinds) + 1)
        self._per_cell = ways * _NUMBERS if rules.tells_sharing else 1
        self._plain = {
            name: not rules.piece_names and all(_is_plain(o, rules) for o in action.operands)
            for name, action in rules.actions.items()
        }
        self._operands = {
            name: tuple(operand.name for operand in action.operands)
            for name, action in rules.actions.items()
        }

    def action_move(self, state: State, name: str, values: Sequence[OperandValue]) -> Move:
        """Return the move of an action; a piece is written as the cell it stands on."""
        action = self._rules.actions[name]
        if not self._plain[name]:
            return self._full_move(state, name, values)
        cells = [
            state.cell[value] if operand.what == "piece" else value  # type: ignore[index]
            for operand, value in zip(action.operands, values, strict=True)
        ]
        texts = [self._places[cell] for cell in cells]  # type: ignore[index]
        order = (self._action_number[name], *cells)
        written = ((ACTION, name), *zip(self._operands[name], texts, strict=True))
        return Move(order, _move_text(name, texts), name, tuple(values), written)  # type: ignore[arg-type]

    def spoken(self, state: State, name: str, values: Sequence[OperandValue]) -> str:
        """Return the text of the move of an action as players read it."""
        return self._rules.spoken(self.action_move(state, name, values).text)

    def _full_move(self, state: State, name: str, values: Sequence[OperandValue]) -> Move:
        """Return the move of an action that names more than pieces and cells."""
        order, texts = [self._action_number[name]], []
        written: list[tuple[str, int | str]] = [(ACTION, name)]
        for operand, value in zip(self._rules.actions[name].operands, values, strict=True):
            if operand.named == "never":
                continue
            if value is None:
                order.append(_ABSENT)
            else:
                number, text = self._written(state, operand, value)
                order.append(number)
                texts.append(text)
                written.append((operand.name, value if operand.what == "number" else text))
        return Move(tuple(order), _move_text(name, texts), name, tuple(values), tuple(written))

    def _written(self, state: State, operand: Operand, value: int | str) -> tuple[int, str]:
        """Return where a value stands in the order of moves, and its text."""
        if isinstance(value, str):
            return operand.words.index(value), value
        match operand.what:
            case "piece":
                text = self._rules.written(state, value, operand.telling)
                return self._piece_order(state, value, operand.telling), text
            case "cell":
                return value, self._places[value]
            case "kind":
                return value, self._rules.names.kinds[value]
            case _:
                return value, str(value)

    def _piece_order(self, state: State, slot: int, telling: Telling) -> int:
        """Return where a piece stands in the order of moves: by cell, beside it by name or kind."""
        cell, num_named = state.cell[slot], len(self._rules.piece_names)
        if cell < self._rules.num_cells:
            return self._order_on(state, slot, telling)
        after = self._num_places * self._per_cell
        if slot < num_named:
            return after + slot
        if not self._rules.tells_kinds or not telling.by_kind:
            return cell * self._per_cell
        beside = (cell - self._rules.num_cells) * len(self._rules.names.kinds) + state.kind[slot]
        return after + num_named + beside

    def _order_on(self, state: State, slot: int, telling: Telling) -> int:
        """Return where a piece on the board stands in the order of moves."""
        if self._per_cell == 1:
            return state.cell[slot]
        owner, kind = self._rules.apart(state, slot, telling)
        # Nothing that is told comes first, then nobody, whose number is below all others.
        told = (0 if owner is None else owner + 2, 0 if kind is None else kind + 1)
        kinds = len(self._rules.names.kinds) + 1
        number = self._rules.number_on(state, slot) if telling.by_number else 1
        way = (told[0] * kinds + told[1]) * _NUMBERS + min(number, _NUMBERS) - 1
        return state.cell[slot] * self._per_cell + way

    def pass_move(self) -> Move:
        """Return the move of a side that does not act."""
        return Move((len(self._action_number),), PASS, PASS, (), ((ACTION, PASS),))

    def commit_move(self) -> Move:
        """Return the move of a side that has done all it wants to."""
        return Move((len(self._action_number),), COMMIT, COMMIT, (), ((ACTION, COMMIT),))

    def sheet_texts(self, name: str, moves: Iterable[SheetMove]) -> tuple[str, ...]:
        """Return the texts of the moves of a ready sheet, in its order."""
        action = self._rules.resolved.ruleset.sheets[name].action or ""
        order = [operand.what for operand in self._rules.actions[action].operands]
        found: list[str] = []
        for move in moves:
            words = {"kind": move.kind, "cell": self._places[move.cell]}
            found.append(f"{action} {'-'.join(words[what] for what in order)}")
        return tuple(found)

    def choice_move(self, state: State, decision: Decision, value: Value) -> Move:
        """Return the move that answers a choice."""
        option = value if isinstance(value, int | str) else None
        sort = self._sort_key(state, decision, option)
        text = self.option_text(state, decision, option)
        chosen = option if option is not None and decision.what == "number" else text
        written = ((decision.name, chosen),)
        return Move((sort,), f"{decision.name} {text}", decision.name, (option,), written)

    def outcomes(self, state: State, decision: Decision) -> tuple[ChanceOutcome, ...]:
        """Return the outcomes of a chance point, each with a text of its own.

        The texts are the referee's: what a seat may know of them is for its view to say.
        """
        values = [value for value in decision.options if isinstance(value, int | str)]
        if decision.what == "piece":
            texts = self.pieces_apart(state, [int(value) for value in values])
        else:
            texts = [self.option_text(state, decision, value) for value in values]
        chance = Fraction(1, len(values))
        return tuple(
            ChanceOutcome(f"{decision.name} {text}", decision.name, value, chance)
            for text, value in zip(texts, values, strict=True)
        )

    def pieces_apart(self, state: State, slots: Sequence[int]) -> list[str]:
        """Return how pieces are written, no two alike: by kind in one place, then by number.

        On a board that is shared they are written as in moves.
        """
        rules = self._rules
        places = [rules.piece_text(state, slot) for slot in slots]
        shared, found = Counter(places), Counter[str]()
        texts: list[str] = []
        for place, slot in zip(places, slots, strict=True):
            text = place
            if rules.tells_sharing and 0 <= state.cell[slot] < rules.num_cells:
                text = rules.written(state, slot, _ALL_TOLD)
            elif shared[place] > 1:
                text = f"{place}:{rules.names.kinds[state.kind[slot]]}"
                found[text] += 1
                text += f"{NUMBERED}{found[text]}" if found[text] > 1 else ""
            texts.append(text)
        return texts

    def option_text(self, state: State, decision: Decision, value: int | str | None) -> str:
        """Return the text of an option: a cell, a name or a number."""
        names = self._rules.names
        if value is None:
            return DECLINE
        if isinstance(value, str):
            return value
        match decision.what:
            case "piece":
                return self._rules.written(state, value, decision.telling)
            case "cell":
                return self._places[value]
            case "seat":
                return names.seats[value]
            case "side":
                return names.sides[value]
            case "color":
                return names.colors[value]
            case _:
                return str(value)

    def _sort_key(self, state: State, decision: Decision, value: int | str | None) -> int:
        if value is None:
            return _LAST
        if isinstance(value, str):
            return decision.options.index(value)
        if decision.what != "piece":
            return value
        return self.option_order(state, value, decision.telling)

    def option_order(self, state: State, slot: int, telling: Telling) -> int:
        """Return where a piece stands among the options of a choice."""
        if state.cell[slot] >= self._rules.num_cells:
            return state.cell[slot] * self._per_cell
        return self._order_on(state, slot, telling)


def _move_text(name: str, texts: Sequence[str]) -> str:
    return f"{name} {'-'.join(texts)}" if texts else name


def _is_plain(operand: Operand, rules: Rules) -> bool:
    """Return whether an operand is always written, and as a cell."""
    shares = (rules.tells_kinds and operand.may_be_beside) or (
        rules.tells_sharing and operand.what == "piece"
    )
    if shares:
        return False
    is_place = operand.what in {"piece", "cell"}
    return is_place and operand.named != "never" and not operand.is_optional
