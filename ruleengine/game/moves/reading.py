"""From what a player writes to moves, legal or not: texts, and mappings from names to values."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from itertools import combinations
from typing import Final

from ruleengine.errors import IllegalMoveError, InvalidMoveError, Reason
from ruleengine.expressions.problems import closest, did_you_mean
from ruleengine.game.moves.against import Outlook, against, illegal, note_value
from ruleengine.game.moves.completing import Reading, complete_reading, num_taken
from ruleengine.game.moves.kind_in_front import moves_to, other_kind
from ruleengine.game.moves.missing import missing_once
from ruleengine.game.moves.moves import ACTION, Move, Written, text_of
from ruleengine.game.moves.notation import COMMIT, DECLINE, PASS, Notation, action_form
from ruleengine.game.moves.source import Source, malformed
from ruleengine.game.moves.words import DIRECTIONS, Words
from ruleengine.pipeline.actions import BoundAction
from ruleengine.pipeline.flow import Decision
from ruleengine.pipeline.operands.operand import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.schema.wording import all_of

_SHOWN: Final = 4  # forms of moves; more are no help


class Reader:
    """Reads the moves of one ruleset."""

    def __init__(self, rules: Rules, notation: Notation) -> None:
        self._rules = rules
        self._notation = notation
        self._words = Words(rules)

    def read_action(self, outlook: Outlook, written: Written) -> list[Move]:
        """Return the moves that can be meant: one, or several when a text names no action.

        Values need not be legal, and some may be missing; `why` says what is against the move.
        IllegalMoveError if too much is named, or if what is left out cannot be found.
        """
        if not isinstance(written, str):
            return [self._read_mapping(outlook, written)]
        decision, words = outlook.decision, self._words.split(written)
        single = self._single(decision, words)
        if single is not None:
            return [single]
        named = self._action_in(decision, words)
        if named is not None:
            length, name = named
            action = self._rules.actions[name]
            source = Source.of(outlook.seen, action, written, outlook.eyes)
            readings = self._readings(source, action, words[length:])
            return [self._move(outlook, action, readings, written)]
        if len(words) == 1 and self._is_not_due(words[0]):
            return [Move((), written, words[0], ())]
        self._refuse_misspelt(decision, words, written)
        moves = (
            self._unnamed(outlook, words, written)
            or [*self._by_kind(outlook, words, written)]
            or [*self._with_kinds(outlook, words, written, found=True)]
            or self._nearly(outlook, words, written)
            or [*self._with_kinds(outlook, words, written, found=False)]
        )
        if moves:
            return moves
        self._refuse_kind(outlook, words, written)
        for length, kinds in self._words.kinds_in_front(words):
            moves = self._nearly(outlook, words[length:], written)
            if moves and all(self._begins_with(move, kinds, outlook) for move in moves):
                return moves
        self._refuse_farthest(outlook, words, written)
        if words and all(map(self._words.known, words)):
            raise self._no_action(decision, written, ())
        raise self._no_such_action(decision, words[0] if words else "", written)

    def read_choice(
        self, outlook: Outlook, options: Sequence[Move], written: Written
    ) -> Move | None:
        """Return the option that is meant; a piece with a name may be named by its cell.

        In a mapping the option stands under the name of the choice.
        """
        decision, state = outlook.decision, outlook.state
        value: object = written
        if not isinstance(written, str):
            value = written[decision.name] if [*written] == [decision.name] else ()
        words = [DECLINE] if value is None else self._words.of_value(value)
        if words and words[0] == decision.name:
            words = words[1:]
        meant = self._words.option(words, [option.text.split()[-1] for option in options])
        if meant is not None:
            return options[meant]
        cells = self._words.cell_of
        if decision.what == "piece" and len(words) == 1 and words[0] in cells:
            here = state.at[cells[words[0]]]
            found = [option for option in options if option.values[0] in here]
            return found[0] if len(found) == 1 else None
        return None

    def _single(self, decision: Decision, words: Sequence[str]) -> Move | None:
        """Return the move that is a single word and no action, if it is one."""
        word = words[0] if len(words) == 1 else ""
        word = word if self._words.known(word) else word.lower()
        if word == PASS and decision.optional:
            return self._notation.pass_move()
        if word == COMMIT and decision.commits:
            return self._notation.commit_move()
        return None

    def _action_in(self, decision: Decision, words: Sequence[str]) -> tuple[int, str] | None:
        """Return how many words in front name an action, and which: by its name, or its title."""
        titled = self._words.action_in_front(words, decision.actions)
        if titled is None and words and words[0] in self._rules.actions:
            return 1, words[0]
        return titled

    def _refuse_misspelt(self, decision: Decision, words: Sequence[str], text: str) -> None:
        """Complain about a first word that says nothing and is nearly the name of an action."""
        if not words or self._words.says_something(words):
            return
        due = self._due(decision)
        if closest(words[0], [*due, *self._words.of_pieces]) in due:
            raise self._no_such_action(decision, words[0], text)

    def _is_not_due(self, word: str) -> bool:
        """Return whether a word could be a move elsewhere, and is no action and nothing else."""
        return word in (PASS, COMMIT) and not self._words.known(word)

    def _unnamed(self, outlook: Outlook, words: list[str], text: str) -> list[Move]:
        """Return the moves of a text that names all values of an action, but for what may be left.

        If none of them is legal, it is that of an action with too few values whose operands take
        more of them. IllegalMoveError if what is left is not clear in another one.
        """
        moves: list[Move] = []
        lacking: list[tuple[BoundAction, Reading]] = []
        unclear: IllegalMoveError | None = None
        for action, reading in self._without_action(outlook, words, text, some_left=True):
            if reading.rest:
                continue
            if reading.open and not reading.may_be_completed(action):
                lacking.append((action, reading))
                continue
            try:
                moves.append(self._move(outlook, action, [reading], text))
            except IllegalMoveError as error:
                is_nearer = unclear is None or error.code == "move/ambiguous"
                unclear = error if is_nearer else unclear
        is_ambiguous = unclear is not None and unclear.code == "move/ambiguous"
        if moves and not (lacking or is_ambiguous):
            return moves
        actions = self._rules.actions
        if any(actions[move.name].allows(outlook.state, move.values) for move in moves):
            return moves
        if unclear is not None and (is_ambiguous or not moves):
            raise unclear
        seen = (outlook.state, outlook.eyes)
        far = [num_taken(actions[move.name], move.values, *seen) for move in moves]
        farther = [
            each for each in lacking if far and num_taken(each[0], each[1].values, *seen) > max(far)
        ]
        if len(farther) != 1:
            return moves
        ((action, reading),) = farther
        return [self._move(outlook, action, [reading], text)]

    def _with_kinds(
        self, outlook: Outlook, words: list[str], text: str, *, found: bool
    ) -> Iterator[Move]:
        """Yield the moves of a text that names a piece by its kind alone, like a card in a hand.

        If it is not `found`, the text means a piece of those that lie beside the board.
        """
        for action, reading in self._without_action(outlook, words, text, by_kind=True):
            if reading.rest or reading.open:
                continue
            named = zip(action.operands, reading.values, strict=True)
            lost = [o for o, value in named if o.what == "piece" and isinstance(value, str)]
            if not lost if found else any(operand.may_be_beside for operand in lost):
                yield self._move(outlook, action, [reading], text)

    def _nearly(self, outlook: Outlook, words: list[str], text: str) -> list[Move]:
        """Return the move of the only action of which a text names something, but not all.

        IllegalMoveError with what is against each of them, if there are several.
        """
        near = [
            (action, reading)
            for action, reading in self._without_action(outlook, words, text)
            if len(reading.rest) < len(words) and not (reading.rest and action.extra_ignored)
        ]
        fewest = min((len(reading.rest) for _, reading in near), default=0)
        near = [each for each in near if len(each[1].rest) == fewest]
        if len(near) == 1:
            ((action, reading),) = near
            return [self._move(outlook, action, [reading], text)]
        told = [reason for action, reading in near for reason in against(outlook, action, reading)]
        if told:
            raise illegal(text, *dict.fromkeys(told))
        return []

    def _without_action(
        self,
        outlook: Outlook,
        words: list[str],
        text: str,
        *,
        by_kind: bool = False,
        some_left: bool = False,
    ) -> Iterator[tuple[BoundAction, Reading]]:
        """Yield how the words read as values of each action that can be taken.

        Of an action of which values may be left out the words say too little, unless `some_left`.
        """
        for name in outlook.decision.actions if words else ():
            action = self._rules.actions[name]
            if not some_left and any(o.named == "if_several" for o in action.operands):
                continue
            if any(operand.named == "never" for operand in action.operands) and not all(
                self._words.known(word) or word in DIRECTIONS or word.isdigit() for word in words
            ):
                continue  # a word that means nothing was rather meant to say what is to be done
            source = Source.of(outlook.seen, action, text, outlook.eyes)._replace(by_kind=by_kind)
            try:
                yield action, self._values(source, action, words)
            except InvalidMoveError:
                continue

    def _by_kind(self, outlook: Outlook, words: list[str], text: str) -> Iterator[Move]:
        """Yield the moves of a text that says in front which kind of piece moves.

        Only a piece whose kind the seat knows is found so.
        """
        for length, kinds in self._words.kinds_in_front(words):
            for move in self._unnamed(outlook, words[length:], text):
                if self._begins_with(move, kinds, outlook):
                    yield move

    def _begins_with(self, move: Move, kinds: frozenset[int], outlook: Outlook) -> bool:
        """Return whether a move begins with a piece that the seat knows to be of a kind."""
        operands = self._rules.actions[move.name].operands
        first = operands[0] if operands else None
        slot = move.values[0] if first is not None and first.what == "piece" else None
        return (
            isinstance(slot, int)
            and outlook.state.kind[slot] in kinds
            and outlook.eyes.knows("kind", slot)
        )

    def _refuse_kind(self, outlook: Outlook, words: list[str], text: str) -> None:
        """Complain about a kind in front of a piece that is none, as far as the seat may know."""
        for length, kinds in self._words.kinds_in_front(words):
            for action, reading in self._without_action(outlook, words[length:], text):
                if not action.operands or reading.values[0] is None:
                    continue
                if action.operands[0].what != "piece":
                    continue
                before = (outlook.state, outlook.eyes)
                reason = other_kind(self._rules, action, reading.values[0], kinds, before)
                if reason is not None and len(words) == length + 1:  # rather where it is to go
                    hint = moves_to(self._notation, action, words[-1], kinds, before)
                    reason = replace(reason, hint=hint or reason.hint)
                if reason is not None:
                    raise illegal(text, action.cited(reason))

    def _refuse_farthest(self, outlook: Outlook, words: list[str], text: str) -> None:
        """Complain about the first word that cannot be read, if those before it mean something."""
        starts = [0, *(length for length, _ in self._words.kinds_in_front(words))]
        for length in range(len(words) - 1, 0, -1):
            for start in starts:
                for action, reading in self._without_action(outlook, words[start:length], text):
                    if not reading.rest and start < length:
                        source = Source.of(outlook.seen, action, text, outlook.eyes)
                        self._values(source, action, words[start:])

    def _readings(self, source: Source, action: BoundAction, words: Sequence[str]) -> list[Reading]:
        """Return the ways to read the values of an action; some operands may be left out."""
        failure: InvalidMoveError | None = None
        try:
            reading = self._values(source, action, words)
        except InvalidMoveError as error:
            failure = error
        else:
            if not reading.open:
                return [reading]
        found: list[Reading] = []
        short: list[Reading] = []  # with something else missing
        for left_out, other in self._with_less(source, action, words):
            if isinstance(other, Reading):
                (found if other.open <= left_out else short).append(other)
            elif words[0] in DIRECTIONS:
                failure = other  # it is a direction that begins nowhere, and no cell
        if found or failure is None:
            return found or [reading]
        if short:
            return short[:1]
        raise failure

    def _with_less(
        self, source: Source, action: BoundAction, words: Sequence[str]
    ) -> Iterator[tuple[frozenset[str], Reading | InvalidMoveError]]:
        """Yield how the words read without some of the operands that may be left out."""
        may_be_open = [o.name for o in action.operands if o.named == "if_several"]
        for count in range(1, len(may_be_open) + 1):
            for left_out in map(frozenset, combinations(may_be_open, count)):
                try:
                    other = self._values(source.without(left_out), action, words, left_out)
                except InvalidMoveError as error:
                    yield left_out, error
                else:
                    if not other.rest:
                        yield left_out, other

    def _values(
        self,
        source: Source,
        action: BoundAction,
        words: Sequence[str],
        left_out: frozenset[str] = frozenset(),
    ) -> Reading:
        """Return a value for each operand but those left out, and the words that are over."""
        rest = list(words)
        env: Env = {}
        values: list[OperandValue] = []
        open_: set[str] = set()
        for operand in action.operands:
            value: OperandValue = None
            if operand.named != "never" and _is_asked(operand, source.seen, env):
                if rest and operand.name not in left_out:
                    value = self._words.value(source, operand, rest, env)
                if value is None:
                    open_.add(operand.name)
            values.append(value)
            note_value(operand, value, env)
        over = tuple(word for word in rest if word != DECLINE)
        return Reading(tuple(values), frozenset(open_), over)

    def _read_mapping(self, outlook: Outlook, written: Mapping[str, object]) -> Move:
        text, decision, name = text_of(written), outlook.decision, written.get(ACTION)
        if name is None:
            raise self._no_action(decision, text, decision.clauses)
        single = self._single(decision, [str(name)])
        if single is not None:
            return single
        action = self._rules.actions.get(str(name))
        if action is None and self._is_not_due(str(name)):
            return Move((), text, str(name), ())
        if action is None:
            error = self._no_such_action(decision, str(name), text)
            raise malformed(text, error.message, error.reasons[0].hint, decision.clauses)
        source = Source.of(outlook.seen, action, text, outlook.eyes)
        reading = self._values_of(source, action, written)
        return self._move(outlook, action, [reading], text)

    def _values_of(
        self, source: Source, action: BoundAction, written: Mapping[str, object]
    ) -> Reading:
        """Return a value for each operand that a mapping names, and the keys that are over."""
        source = source.without(
            operand.name
            for operand in action.operands
            if operand.named == "if_several" and written.get(operand.name) is None
        )
        env: Env = {}
        values: list[OperandValue] = []
        open_: set[str] = set()
        known = {ACTION}
        for operand in action.operands:
            value: OperandValue = None
            if operand.named != "never":
                known.add(operand.name)
                words = self._words.of_value(written.get(operand.name))
                value = self._words.value(source, operand, words, env) if words else None
                if words:
                    raise malformed(source.text, f"'{words[0]}' is too much for {operand.name}")
                if not _is_asked(operand, source.seen, env):
                    value = None if action.extra_ignored else value
                elif value is None:
                    open_.add(operand.name)
            values.append(value)
            note_value(operand, value, env)
        rest = tuple(str(key) for key in written if key not in known and written[key] is not None)
        return Reading(tuple(values), frozenset(open_), rest)

    def _move(
        self, outlook: Outlook, action: BoundAction, readings: Sequence[Reading], text: str
    ) -> Move:
        """Return the move of an action, with values that were left out or that nobody names."""
        reading, state = readings[0], outlook.state
        if action.name not in outlook.decision.actions:
            return Move((), text, action.name, reading.values)
        if reading.rest and not action.extra_ignored:
            raise illegal(text, *against(outlook, action, reading))
        missing = [o for o in action.operands if o.name in reading.open and o.named == "always"]
        if missing and len(missing) < len(reading.open):
            reasons = [action.cited(action.missing(operand)) for operand in missing]
            raise illegal(text, *missing_once(action, reasons))
        if reading.may_be_completed(action):
            done = complete_reading(self._rules, action, state, readings, outlook.eyes)
            if done.values is None:
                raise illegal(text, *map(action.cited, done.reasons))
            return self._notation.action_move(state, action.name, done.values)
        values = action.complete(state, reading.values)
        if _is_whole(action, values):
            return self._notation.action_move(state, action.name, values)
        return Move((), text, action.name, values)

    def _no_action(
        self, decision: Decision, text: str, clauses: tuple[str, ...]
    ) -> IllegalMoveError:
        """Return the error for a move of which only the values are known, if that.

        A mapping has to name its action, which the clauses of the step may say. A text may leave
        it out: that it cannot be read is about how moves are written, and no clause is behind it.
        """
        message = f"the move {_names_none_of(self._due(decision))}"
        forms = self._forms(decision)
        reason = Reason("move/no-action", message, clauses, decision.span, forms)
        return illegal(text, reason)

    def _no_such_action(self, decision: Decision, name: str, text: str) -> InvalidMoveError:
        known = self._due(decision)
        if not text.strip():
            return malformed(text, "no move is given", self._forms(decision))
        if meant := did_you_mean(name, known):
            return malformed(text, f"'{text}' names no action; {meant}")
        return malformed(text, f"'{text}' {_names_none_of(known)}", self._forms(decision))

    def _due(self, decision: Decision) -> list[str]:
        """Return what moves may begin with, as players call it."""
        others = [PASS] if decision.optional else []
        others += [COMMIT] if decision.commits and decision.unready is None else []
        return [*(self._rules.called[name] for name in decision.actions), *others]

    def _forms(self, decision: Decision) -> str | None:
        """Return a hint at how moves are written."""
        actions = [self._rules.actions[name] for name in decision.actions[:_SHOWN]]
        more = len(decision.actions) - len(actions)
        also = f"; {more} other{'s' if more > 1 else ''} may be written too" if more else ""
        named = (operand for action in actions for operand in action.operands)
        example = next(filter(None, (o.as_direction for o in named if o.named != "never")), None)
        also += f"; a cell in line may be written as a direction: `{example}`" if example else ""
        return f"write {', or '.join(map(action_form, actions))}{also}" if actions else None


def _names_none_of(actions: Sequence[str]) -> str:
    """Return in words that no action is named of those that are due."""
    if len(actions) == 1:
        return f"does not name the action {actions[0]}"
    return f"names none of the actions {all_of(actions)}" if actions else "names no action"


def _is_asked(operand: Operand, state: State, env: Env) -> bool:
    """Return whether an operand is to be named, as far as what it depends on is known."""
    return not operand.asks <= env.keys() or operand.applies(state, env)


def _is_whole(action: BoundAction, values: Sequence[OperandValue]) -> bool:
    """Return whether everything is named that can be, and is what it can be."""
    return not any(
        (isinstance(value, str) and operand.what != "word")
        or (value is None and not operand.is_optional)
        for operand, value in zip(action.operands, values, strict=True)
        if operand.named != "never"
    )
