"""What one seat has before it: the moves it may play, and what stands against the others."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from functools import cached_property
from typing import TYPE_CHECKING

from ruleengine.errors import IllegalMoveError, InvalidMoveError, Reason
from ruleengine.game.kept import storage
from ruleengine.game.known_worlds import Worlds
from ruleengine.game.moves.against import Outlook
from ruleengine.game.moves.missing import missing_once, with_values
from ruleengine.game.moves.moves import Move, Written, text_of
from ruleengine.game.moves.notation import COMMIT, PASS
from ruleengine.game.moves.refusing import cells_of, told_reasons
from ruleengine.game.moves.source import malformed
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.sight import Eyes
from ruleengine.pipeline.state import GONE, NOBODY, SideId, Slot, State
from ruleengine.schema.wording import any_of

if TYPE_CHECKING:
    from ruleengine.game.game import Game


class Desk:
    """The decision of a seat, on the state it works on.

    Mostly that is the state of the position; in a submission each side has a draft of its own.
    """

    def __init__(self, game: Game, state: State, decision: Decision) -> None:
        self._game = game
        self.state = state
        self.decision = decision
        self._elsewhere: list[Desk] = []  # in worlds that the side may take for the real one

    @cached_property
    def eyes(self) -> Eyes:
        """What the seat may know of the state."""
        return self._game.rules.sight.eyes(self.state, self._side)

    @cached_property
    def _side(self) -> SideId:
        seat = self.decision.seats[0] if self.decision.seats else NOBODY
        return self.state.seat_side[seat] if seat != NOBODY else NOBODY

    @cached_property
    def _worlds(self) -> Worlds:
        """What the side may take for the state; many moves may be asked about in one position."""
        return Worlds(self._game.rules, self.state, self._side)

    @property
    def drawing(self) -> str:
        """The board as the seat sees it."""
        return storage.draw_board(self._game.rules, self.state, self.eyes)

    @cached_property
    def _named_from(self) -> State:
        """The state from which the seat names pieces: those it does not see are not there."""
        if not self._game.rules.sight.hides_pieces:
            return self.state
        seen = self.state.copy()
        seen.at = [tuple(slot for slot in here if self.eyes.sees(slot)) for here in seen.at]
        return seen

    @cached_property
    def legal(self) -> tuple[Move, ...]:
        """The legal moves, sorted."""
        decision, state, notation = self.decision, self.state, self._game.notation
        if decision.kind == "chance":
            return ()
        if decision.kind == "choice":
            return tuple(
                notation.choice_move(state, decision, option) for option in decision.options
            )
        actions = self._game.rules.actions
        moves = [
            notation.action_move(state, name, values)
            for name in decision.actions
            for values in actions[name].legal(state)
        ]
        moves.sort(key=_order)
        if decision.optional:
            moves.append(notation.pass_move())
        if decision.commits and decision.unready is None:
            moves.append(notation.commit_move())
        return tuple(moves)

    def parse(self, written: Written) -> Move:
        """Return the move that is meant here, legal or not; InvalidMoveError if it is none."""
        decision, text = self.decision, text_of(written)
        if decision.kind == "act":
            if self._game.rules.sight.hides_pieces:
                # The rules may offer what is not seen; else it could not even be named.
                found = self._plainly(written) or self._offered(text)
                if found is not None:
                    return found
            candidates = self._read_as_told(written)
            if len(candidates) == 1:
                return self._or_one_alike(candidates[0])
            legal = [move for move in candidates if not self.why(move)]
            if len(legal) > 1:
                meant = ", ".join(f"'{self._game.rules.spoken(move.text)}'" for move in legal)
                raise malformed(text, f"'{text}' could be {meant}")
            return legal[0] if legal else candidates[0]
        option = self._game.reader.read_choice(self.outlook, self.legal, written)
        if option is not None:
            return option
        raise InvalidMoveError(
            "move/no-such-option",
            f"'{text}' is no option here; the options are: {self._options()}",
            move=text,
            position=self.drawing,
        )

    def _options(self) -> str:
        """Return the options of a choice as a list; numbers, which may be many, by their ends."""
        options = {move: move.text.removeprefix(f"{move.name} ") for move in self.legal}
        declining = [
            f"{text} (to decline)" for move, text in options.items() if move.values == (None,)
        ]
        texts = [text for move, text in options.items() if move.values != (None,)] + declining
        if self.decision.what == "number":
            numbers = [move.values[0] for move in self.legal if move.values[0] is not None]
            ends = f"{numbers[0]} to {numbers[-1]}"
            texts = [ends, *texts[len(numbers) :]] if len(numbers) > 1 else texts
        return ", ".join(texts)

    def _offered(self, text: str) -> Move | None:
        """Return the first legal move that is written so; to list them all may take long."""
        names = {called: name for name, called in self._game.rules.called.items()}
        begun = text.split(" ", 1)[0]
        action = self._game.rules.actions.get(names.get(begun, begun))
        if action is not None and all(
            operand.named == "always" and operand.what != "piece" for operand in action.operands
        ):
            return None  # without pieces there is nothing unseen to name: it was read plainly
        spoken = self._game.rules.spoken
        return next((each for each in self.legal if text in (each.text, spoken(each.text))), None)

    def _plainly(self, written: Written) -> Move | None:
        """Return the legal move that a text means, if that is plain without listing them all."""
        try:
            (move,) = self._game.reader.read_action(self.outlook, written)
        except (IllegalMoveError, InvalidMoveError, ValueError):
            return None
        action = self._game.rules.actions.get(move.name)
        if (
            action is None
            or move.text != text_of(written)
            or move.name not in self.decision.actions
        ):
            return None
        pieces = (
            value
            for operand, value in zip(action.operands, move.values, strict=True)
            if operand.what == "piece" and isinstance(value, int)
        )
        # A piece that shares its place may be written as another one that is not seen.
        alone = all(len(self.state.at[self.state.cell[slot]]) == 1 for slot in pieces)
        return move if alone and action.allows(self.state, move.values) else None

    @cached_property
    def outlook(self) -> Outlook:
        """What the seat reads moves from."""
        return Outlook(self._named_from, self.state, self.decision, self.eyes)

    def _read_as_told(self, written: Written) -> Sequence[Move]:
        """Return what a text can mean; when it is refused at once, as the seat may hear it."""
        try:
            return self._game.reader.read_action(self.outlook, written)
        except IllegalMoveError as error:
            rules = self._game.rules
            if not rules.hides:
                raise
            told = told_reasons(rules, self._worlds, self._side, lambda w: self._unread(w, written))
            first = told[0]
            raise IllegalMoveError(
                first.code, first.message, move=error.move, position=error.position, reasons=told
            ) from None

    def _unread(self, world: State, written: Written) -> tuple[Reason, ...]:
        """Return the reasons for which nothing can be read in another world."""
        try:
            self._game.reader.read_action(self._desk_in(world).outlook, written)
        except (IllegalMoveError, InvalidMoveError) as error:
            return error.reasons
        return ()

    def _desk_in(self, world: State) -> Desk:
        """Return the same seat's desk in another world; what it sees there is worked out once."""
        for desk in self._elsewhere:
            if desk.state is world:
                return desk
        self._elsewhere.append(Desk(self._game, world, self.decision))
        return self._elsewhere[-1]

    def meant(self, choice: Move | Written) -> Move:
        """Return the move that is meant here, legal or not, by one of a list or by a text."""
        return self._own(choice) if isinstance(choice, Move) else self.parse(choice)

    def _own(self, move: Move) -> Move:
        """Return the same move as it is written here: numbers of pieces may differ."""
        if self._is_written_so(move):
            return move
        # What could not be read as a whole is not written in a way that could be read again.
        return self.parse(move.text) if move.order else move

    def _is_written_so(self, move: Move) -> bool:
        """Return whether a move reads the same here, so that it means the same pieces.

        That is by far quicker to say than which of all legal moves it is.
        """
        if not move.order or move.name not in self.decision.actions:
            return False
        operands = self._game.rules.actions[move.name].operands
        if len(move.values) != len(operands):
            return False  # a move of a view, which has no numbers of pieces where kinds are hidden
        num_pieces = len(self.state.cell)
        if any(
            operand.named == "never"
            or (operand.what == "piece" and isinstance(value, int) and value >= num_pieces)
            for operand, value in zip(operands, move.values, strict=True)
        ):
            return False
        return self._game.notation.action_move(self.state, move.name, move.values) == move

    def _or_one_alike(self, move: Move) -> Move:
        """Return a move, or if it is illegal the first legal one that is written so.

        A text names the first piece that fits, which need not be the one that may be moved.
        """
        at, cell = self.state.at, self.state.cell
        shares = move.order and any(
            cell[slot] != GONE and len(at[cell[slot]]) > 1 for slot in self._pieces_of(move)
        )
        if not shares or self._game.rules.actions[move.name].allows(self.state, move.values):
            return move
        return next((each for each in self.legal if each.text == move.text), move)

    def _pieces_of(self, move: Move) -> Iterator[Slot]:
        """Yield the pieces that a move names."""
        action = self._game.rules.actions.get(move.name)
        if action is None or len(action.operands) != len(move.values):  # a pass, or `commit`
            return
        for operand, value in zip(action.operands, move.values, strict=True):
            if operand.what == "piece" and operand.named != "never" and isinstance(value, int):
                yield value

    def against(self, choice: Move | Written, *, full: bool = False) -> tuple[Reason, ...]:
        """Return every reason against what is meant by a text or a move.

        The referee, who is told `full` reasons, is told them also of pieces that the seat does not
        see and so cannot name.
        """
        lost = True  # where the seat sees no piece it names one, or what it means is unclear
        try:
            move = self.meant(choice)
            lost = self._names_nothing(move)
            reasons = self.why(move, full=full)
        except (IllegalMoveError, InvalidMoveError) as error:
            reasons = error.reasons
        is_move = self.decision.kind == "act" and self._game.rules.sight.hides_pieces
        if full and lost and reasons and is_move:
            return self._against_unseen(choice) or reasons
        return reasons

    def _names_nothing(self, move: Move) -> bool:
        """Return whether a move names a place for a piece, but none that the seat sees there."""
        action = self._game.rules.actions.get(move.name)
        if action is None or len(action.operands) != len(move.values):
            return False
        named = zip(action.operands, move.values, strict=True)
        return any(operand.what == "piece" and isinstance(value, str) for operand, value in named)

    def _against_unseen(self, choice: Move | Written) -> tuple[Reason, ...]:
        """Return what is against a move if it is read by who sees every piece; nothing if unread.

        What is legal only if read so stays refused for what the seat named.
        """
        eyes = self._game.rules.sight.eyes(self.state, None)
        outlook = Outlook(self.state, self.state, self.decision, eyes)
        written = choice.text if isinstance(choice, Move) else choice
        try:
            moves = self._game.reader.read_action(outlook, written)
        except IllegalMoveError as error:
            return error.reasons
        except InvalidMoveError:
            return ()
        found = [self.why(move, full=True) for move in moves]
        return found[0] if all(found) else ()

    def why(self, move: Move, *, full: bool = False) -> tuple[Reason, ...]:
        """Return every reason against a move, in words for the seat or in full for the referee."""
        decision = self.decision
        if decision.kind == "choice":
            return () if move in self.legal else (self._not_now(move),)
        if move.name == PASS and decision.optional:
            return ()
        if move.name == COMMIT and decision.commits:
            return () if decision.unready is None else (decision.unready,)
        if move.name not in decision.actions:
            return (self._not_now(move),)
        rules = self._game.rules
        action = rules.actions[move.name]
        if full or not rules.hides:
            against = self._refusals(move, self.state, None if full else self.eyes)
            return self._with_values(action, move, missing_once(action, against))
        if action.allows(self.state, move.values):
            return ()
        told = told_reasons(
            rules,
            self._worlds,
            self._side,
            lambda world: self._refusals(move, world, rules.sight.eyes(world, self._side)),
            cells_of(rules, action, self.state, move.values),
        )
        # Only now: which values are missing may not be the same in all worlds.
        return self._with_values(action, move, missing_once(action, told))

    def _with_values(
        self, action: BoundAction, move: Move, reasons: tuple[Reason, ...]
    ) -> tuple[Reason, ...]:
        return with_values(action, move, reasons, lambda: self.legal)

    def _refusals(self, move: Move, state: State, eyes: Eyes | None) -> tuple[Reason, ...]:
        action = self._game.rules.actions[move.name]
        return tuple(map(action.cited, action.refusals(state, move.values, eyes)))

    def _not_now(self, move: Move) -> Reason:
        """Return that an action is not among those that can be taken, by the clauses about it.

        Those of the step may be about what happens where nobody can act.
        """
        decision, actions = self.decision, self._game.rules.actions
        asked = actions.get(move.name)
        others = ["`pass`"] if decision.optional else []
        others += ["`commit`"] if decision.commits and decision.unready is None else []
        titles = [actions[name].title for name in decision.actions]
        due = any_of([*titles, *others]) if titles else decision.title
        title = move.name if asked is None else asked.title
        return Reason(
            "move/not-now",
            f"'{title}' cannot be played now; what is to be decided is: {due}",
            decision.clauses if asked is None else asked.clauses,
            decision.span,
            hint=_how_written(decision, actions),
        )

    def refused(self, text: str, reasons: tuple[Reason, ...]) -> IllegalMoveError:
        """Return the error for a move that there are reasons against."""
        first = reasons[0]
        return IllegalMoveError(
            first.code, first.message, move=text, position=self.drawing, reasons=reasons
        )


def _how_written(decision: Decision, actions: Mapping[str, BoundAction]) -> str | None:
    """Return what moves begin with that can be played, where their titles do not say it."""
    asked = [actions[name] for name in decision.actions]
    if all(action.title == action.called for action in asked):
        return None
    return f"a move begins with {any_of(f'`{action.called}`' for action in asked)}"


def _order(move: Move) -> tuple[int, ...]:
    return move.order
