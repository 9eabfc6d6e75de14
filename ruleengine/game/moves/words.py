"""The words of moves: how texts are split, and what a word means as the value of an operand."""

from __future__ import annotations

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final

from ruleengine.errors import InvalidMoveError
from ruleengine.expressions.problems import did_you_mean, meant_or_listed
from ruleengine.game.moves.notation import DECLINE
from ruleengine.game.moves.run_together import run_together
from ruleengine.game.moves.source import Source, malformed
from ruleengine.pipeline.geometry import directions_of
from ruleengine.pipeline.operands.operand import Operand, OperandValue
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Env, State
from ruleengine.pipeline.wording.called import plainly
from ruleengine.resolve.telling import NUMBERED
from ruleengine.schema.pieces import UNOWNED

_BETWEEN_WORDS: Final = re.compile(r"[\s,]+|(?<=\w)(?:-(?=[\w-])|=(?=\w))")
_PAIR: Final = re.compile(
    r"\(\s*(-?[0-9]{1,4})\s*,\s*(-?[0-9]{1,4})\s*\)|(?<![\w,])([0-9]{1,4}),([0-9]{1,4})(?![\w,])"
)
_TAKES: Final = re.compile(r"(?<=[0-9])x(?=[a-z])")
_ANY_TAKES: Final = re.compile(r"x", re.IGNORECASE)
_WHICH: Final = re.compile(rf"([^{NUMBERED}]+){NUMBERED}([0-9]{{1,4}})")
_LENGTH: Final = re.compile(r"[0-9]{1,9}")
DIRECTIONS: Final = frozenset(directions_of("up"))
_NUMBER: Final = re.compile(r"-?[0-9]{1,9}")


class Words:
    """The words that mean something in one ruleset."""

    def __init__(self, rules: Rules) -> None:
        self._rules = rules
        grid = rules.grid
        self.cell_of = {name: n for n, name in enumerate(grid.places) if n not in grid.holes}
        self._kind_of = {name: kind for kind, name in enumerate(rules.names.kinds)}
        self._told = {UNOWNED, *rules.names.sides, *self._kind_of}
        self._slot_of = {name: slot for slot, name in enumerate(rules.piece_names)}
        self._called: dict[str, frozenset[int]] = {}  # kinds by what they are called
        self._drawn: dict[str, frozenset[int]] = {}  # and by the letters that draw them
        for name, number in self._kind_of.items():
            kind = rules.resolved.ruleset.kinds[name]
            for called in {plainly(name), plainly(kind.title or name)}:
                self._called[called] = self._called.get(called, frozenset()) | {number}
            for letter in kind.letters.values():
                self._drawn[letter] = self._drawn.get(letter, frozenset()) | {number}
        self._titled: dict[str, tuple[str, ...]] = {}  # actions by what they are called
        for action in rules.actions.values():
            for called in {plainly(action.name), plainly(action.title)}:
                self._titled[called] = (*self._titled.get(called, ()), action.name)
        said = {w for a in rules.actions.values() for o in a.operands for w in o.words}
        self._in_titles = {
            word
            for called in (*self._called, *self._titled, *map(plainly, said))
            for word in called.split()
        }
        self._pairs = rules.resolved.ruleset.board.pairs
        self._words = {
            *self._slot_of,
            *self.cell_of,
            *self._kind_of,
            *rules.actions,
            *said,
        }

    def kinds_in_front(self, words: Sequence[str]) -> Iterator[tuple[int, frozenset[int]]]:
        """Yield how many words in front call a kind, and which: by name, title or letter."""
        for length in range(1, len(words)):
            kinds = self._called.get(plainly(" ".join(words[:length])), frozenset())
            if length == 1:
                kinds |= self._drawn.get(words[0], frozenset())
            if kinds:
                yield length, kinds

    def action_in_front(
        self, words: Sequence[str], offered: Sequence[str]
    ) -> tuple[int, str] | None:
        """Return how many words in front are the title of an action, and which action that is.

        One that is offered is rather meant. Whatever else the words can mean goes before titles;
        the name of an action does only if the title has nothing more to say.
        """
        is_name = bool(words) and words[0] in self._rules.actions
        begun = words[1:2] if is_name else words[:1]
        if not begun or self.known(begun[0]) or any(self.kinds_in_front([*begun, ""])):
            return None
        for length in range(len(words), int(is_name), -1):
            titled = self._titled.get(plainly(" ".join(words[:length])), ())
            meant = [name for name in titled if name in offered] or titled
            if len(meant) == 1:
                return length, meant[0]
        return None

    def known(self, word: str) -> bool:
        """Return whether a word means something: a piece, a cell, a kind, an action, a choice."""
        return word in self._words

    @property
    def of_pieces(self) -> Iterable[str]:
        """The names of pieces and of kinds."""
        return (*self._slot_of, *self._kind_of)

    def says_something(self, words: Sequence[str]) -> bool:
        """Return whether the first of some words could mean something, if not what is there."""
        word = words[0]
        return (
            self.known(word)
            or word in DIRECTIONS
            or word in self._drawn
            or plainly(word) in self._in_titles
            or any(self.kinds_in_front([*words, ""]))
            or self._rules.grid.names.is_like(word)
            or not word.isalpha()
        )

    def split(self, text: str) -> list[str]:
        """Return the words of a text; `a3xb4` and `a3b4` are two, unless something is called so.

        Cells may be written in small or capital letters, unless something else is called so.
        """
        return [
            word
            for part, is_cell in self._with_pairs(text)
            for piece in ([part] if is_cell else _BETWEEN_WORDS.split(part.strip()))
            for word in ([piece] if is_cell or piece in self._words else self._taken(piece))
            if word.strip("-")
        ]

    def _taken(self, text: str) -> list[str]:
        """Return the words of a text without spaces, which may be cells with an `x` between."""
        for parts in ([text], _TAKES.split(text), _ANY_TAKES.split(text)):
            cells = [self._cell(part) for part in parts]
            named = [cell for cell in cells if cell is not None]
            if len(named) == len(cells):
                return named
        return [
            word
            for part in _TAKES.split(text)
            for word in ([part] if part in self._words else self._apart(part))
        ]

    def _apart(self, word: str) -> list[str]:
        """Return the parts of a word such as `e2e4`, unless it is a word of some title."""
        if word.lower() in self._in_titles:
            return [word]
        return run_together(word, self._on_board, self._drawn.__contains__)

    def _on_board(self, word: str) -> str | None:
        name = self._cell(word)
        return name if name is not None and self.cell_of[name] < self._rules.num_cells else None

    def _cell(self, word: str) -> str | None:
        """Return the cell that a word names, in small or capital letters; nothing if it is none."""
        name = self._rules.grid.names.in_any_case(word)
        return name if name in self.cell_of else None

    def _with_pairs(self, text: str) -> Iterator[tuple[str, bool]]:
        """Yield the parts of a text, and the cells that are written as pairs of numbers in it.

        A dash that joins a pair to what stands before or after it belongs to neither.
        """
        end = 0
        for match in _PAIR.finditer(text) if self._pairs is not None else ():
            yield text[end : match.start()].removesuffix("-"), False
            one, two = (int(number) for number in match.groups() if number is not None)
            yield self._cell_name(one, two), True
            end = match.end() + text.startswith("-", match.end())
        yield text[end:], False

    def _cell_name(self, one: int, two: int) -> str:
        """Return the name of the cell that a pair of numbers means, or the pair."""
        grid = self._rules.grid
        row, column = (one, two) if self._pairs == "row_column" else (two, one)
        row = grid.rows - 1 - row if self._pairs == "column_row_bottom" else row
        cell = grid.cell_in(row, column)
        return f"({one},{two})" if cell is None else grid.places[cell]

    def of_value(self, value: object) -> list[str]:
        """Return the words of one value of a mapping; a list is one word after the other."""
        match value:
            case None:
                return []
            case [int(one), int(two)] if self._pairs is not None:
                return [self._cell_name(one, two)]
            case list() | tuple():
                return [word for part in value for word in self.of_value(part)]
            case _:
                return [
                    word
                    for part, is_cell in self._with_pairs(str(value))
                    for word in ([part] if is_cell else map(self._as_called, part.split()))
                ]

    def _as_called(self, word: str) -> str:
        """Return a cell as it is called, whatever its case, and other words as they are."""
        return word if word in self._words else self._cell(word) or word

    def option(self, words: Sequence[str], texts: Sequence[str]) -> int | None:
        """Return which of the options of a choice is meant, by its number.

        One in several words may be written with spaces, any in small or capital letters, and a
        piece by its kind alone, by name or title, where that is told and no other is of that kind.
        """
        written = "_".join(words)
        if written in texts:
            return texts.index(written)
        plain = plainly(written)
        kinds = self._called.get(plain, frozenset())
        for meant in (
            [n for n, text in enumerate(texts) if plainly(text) == plain],
            [n for n, text in enumerate(texts) if self._told_kind(text) in kinds],
        ):
            if meant:
                return meant[0] if len(meant) == 1 else None
        return None

    def _told_kind(self, text: str) -> int | None:
        """Return the kind by which a piece is told from others in its place: `hand.red:king`."""
        told = text.partition(NUMBERED)[0].partition(":")[2]
        return self._kind_of.get(told.rpartition(".")[2])

    def value(self, source: Source, operand: Operand, words: list[str], env: Env) -> OperandValue:
        """Take the words of one value away and return what they mean.

        What could be meant but is not there stays a text, which the operand refuses.
        """
        word = words.pop(0)
        if word == DECLINE:
            return None
        if operand.slides and word in DIRECTIONS and words and _LENGTH.fullmatch(words[0]):
            return self._slide(source, operand, [word, words.pop(0)], env)
        if operand.slides and word in DIRECTIONS and operand.only_length is not None:
            return self._slide(source, operand, [word, str(operand.only_length)], env)
        if operand.slides and word in DIRECTIONS:
            message = f"'{word}' does not say how far"
            far = self._length(source, operand, word, env)
            raise malformed(
                source.text, message, hint=f"write the length behind it: `{word} {far}`"
            )
        match operand.what:
            case "piece" | "cell":
                return self._place(source, operand, word, env)
            case "kind":
                return self._kind(source, operand, word, words)
            case "number" if _NUMBER.fullmatch(word):
                # What the largest depends on may be missing; that is what is refused then.
                begins = operand.reads <= env.keys()
                return operand.meant(source.seen, env, int(word)) if begins else int(word)
            case "word" if (found := self._word(source, operand, word, words)) is not None:
                return found
            case what:
                raise _no_value(source, operand, word, operand.words if what == "word" else ())

    @staticmethod
    def _word(source: Source, operand: Operand, word: str, words: list[str]) -> str | None:
        """Return the word that is meant, in any case of letters: `Up right` is `up_right`.

        Of two that begin alike it is the longer, unless what comes next may be said of a later
        operand.
        """
        later = [*source.operands.values()]
        later = later[later.index(operand) + 1 :]
        longest = len(words)
        if word in operand.words and words and any(words[0] in each.words for each in later):
            longest = 0
        for length in range(longest, -1, -1):
            written = (word, *words[:length])
            exact = "_".join(written)
            meant = [each for each in operand.words if plainly(each) == plainly(exact)]
            if exact in operand.words or len(meant) == 1:
                del words[:length]
                return exact if exact in operand.words else meant[0]
        return None

    def _kind(self, source: Source, operand: Operand, word: str, words: list[str]) -> int:
        """Return the kind of a name, a title in one or more words, or a letter of its own."""
        if word in self._kind_of:
            return self._kind_of[word]
        named = [name for name, _ in operand.candidates({}) if name is not None]
        for length in range(len(words), -1, -1):
            meant = self._called.get(plainly(" ".join((word, *words[:length]))), frozenset())
            fitting = meant.intersection(self._kind_of[name] for name in named) or meant
            if len(fitting) == 1:
                del words[:length]
                return next(iter(fitting))
        drawn = self._drawn.get(word, frozenset())
        fitting = drawn.intersection(self._kind_of[name] for name in named) or drawn
        if len(fitting) == 1:
            return next(iter(fitting))
        raise _no_value(source, operand, word, named)

    def _slide(
        self, source: Source, operand: Operand, words: Sequence[str], env: Env
    ) -> OperandValue:
        """Return the cell that a direction and a length lead to."""
        direction, length = words
        env = source.start(operand, direction, env)
        # Without anything to start from, that is what the move is refused for.
        begins = operand.reads <= env.keys()
        end = operand.slide(source.seen, env, direction, int(length)) if begins else None
        return f"{direction} {length}" if end is None else end

    def _length(self, source: Source, operand: Operand, direction: str, env: Env) -> int:
        """Return the least length that can be written behind a direction; 1 if none can."""
        env = source.start(operand, direction, env)
        if not operand.reads <= env.keys():
            return 1
        seen, grid = source.seen, self._rules.grid
        ends = {value for value, _ in operand.options(seen, env)}
        lengths = range(1, max(grid.rows, grid.columns) + 1)
        fitting = (each for each in lengths if operand.slide(seen, env, direction, each) in ends)
        return next(fitting, 1)

    def _place(self, source: Source, operand: Operand, word: str, env: Env) -> OperandValue:
        if operand.what == "piece" and word in self._slot_of:
            slot = self._slot_of[word]
            return word if slot in source.unseen else slot
        if operand.what == "piece" and (numbered := _WHICH.fullmatch(word)) is not None:
            return self._numbered(source, operand, numbered, env)
        place, _, told = word.partition(":")
        if operand.what == "piece" and told and place in self.cell_of:
            alike = self._told_on(source.seen, operand, place, told)
            if alike:
                return self._one_of(source, operand, alike, env, word)
            if all(part in self._told for part in told.split(".")):
                return word
        cell = self.cell_of.get(word)
        if cell is None:
            return self._nowhere(source, operand, word, env)
        if operand.what == "cell":
            return cell
        here = source.seen.at[cell]
        if cell >= self._rules.num_cells and self._rules.tells_kinds and operand.telling.by_kind:
            known = [slot for slot in here if self._knows_kind(source.seen, operand, slot)]
            kinds = dict.fromkeys(source.seen.kind[slot] for slot in known)
            if len(kinds) > 1:
                texts = ", ".join(self._rules.beside_text(word, each) for each in kinds)
                raise malformed(source.text, f"several pieces lie in '{word}'; write {texts}")
        return self._one_of(source, operand, here, env, word) if here else word

    def _told_on(self, seen: State, operand: Operand, place: str, told: str) -> list[int]:
        """Return the pieces in a place that are of the owner and kind that is written."""
        lying = seen.at[self.cell_of[place]]
        return [slot for slot in lying if self._is_told(seen, operand, slot, told)]

    def _numbered(
        self, source: Source, operand: Operand, written: re.Match[str], env: Env
    ) -> OperandValue:
        """Return which of the pieces written alike on a cell is meant: `b1#2` is the second.

        Of pieces that nothing tells apart that is the first.
        """
        seen, word = source.seen, written[0]
        place, _, told = written[1].partition(":")
        cell = self.cell_of.get(place, self._rules.num_cells)
        if cell >= self._rules.num_cells or not operand.telling.by_number:
            return word
        lying = self._told_on(seen, operand, place, told) if told else seen.at[cell]
        here = [slot for slot in lying if self._rules.number_on(seen, slot) == int(written[2])]
        if not here:
            return word
        found = self._one_of(source, operand, here, env, word)
        first = operand.twin_of(seen, env, found) if operand.reads <= env.keys() else None
        return found if first is None else first

    def _nowhere(self, source: Source, operand: Operand, word: str, env: Env) -> OperandValue:
        """Return what a word means that is no place: a piece by its kind, or what is not there."""
        kinds = self._called.get(plainly(word)) if source.by_kind else None
        if source.by_kind and kinds is None and operand.may_be_beside:
            kinds = self._drawn.get(word)
        if operand.what == "piece" and kinds is not None:
            return self._of_kind(source, operand, word, kinds, env)
        # Where pieces have names, a word may be the name of a piece that there is not.
        named = self._slot_of and operand.what == "piece"
        is_pair = self._pairs is not None and word.startswith("(")
        if not named and not is_pair and not self._rules.grid.names.is_like(word):
            if operand.may_be_beside:  # there it is the kind that tells a piece, not a cell
                hint = did_you_mean(word, self._kind_of)
                raise malformed(source.text, f"there is no piece '{word}'", hint)
            raise malformed(source.text, f"'{word}' is not a cell of this board")
        return word

    def _of_kind(
        self, source: Source, operand: Operand, word: str, kinds: frozenset[int], env: Env
    ) -> OperandValue:
        """Return the piece of a kind that an operand could be, if all such are written alike."""
        seen = source.seen
        if not operand.reads <= env.keys():
            return word
        found: dict[str, int] = {}
        for slot, _ in operand.options(seen, env):
            if (
                isinstance(slot, int)
                and seen.kind[slot] in kinds
                and self._knows_kind(seen, operand, slot)
            ):
                found.setdefault(self._rules.written(seen, slot, operand.telling), slot)
        if len(found) > 1:
            texts = meant_or_listed(word, [*found])
            raise malformed(source.text, f"'{word}' could be several pieces; {texts}")
        if found or word in self._told or len(kinds) > 1:
            return next(iter(found.values()), word)
        return next(name for name, kind in self._kind_of.items() if kind in kinds)

    def _one_of(
        self, source: Source, operand: Operand, here: Sequence[int], env: Env, word: str
    ) -> int:
        """Return which of the pieces in one place is meant, if that can be told."""
        if self._rules.tells_sharing and len(here) > 1:
            return self._only_one(source, operand, here, env, word)
        return self._meant(source, operand, here, env)

    def _is_told(self, seen: State, operand: Operand, slot: int, told: str) -> bool:
        """Return whether a piece is of the owner, of the kind, or of both that are written."""
        names = self._rules.names
        owner, kind = names.owner(seen.owner[slot]), names.kinds[seen.kind[slot]]
        if not self._knows_kind(seen, operand, slot):
            return told == owner  # else whoever guesses would learn whether they are right
        return told in (owner, kind, f"{owner}.{kind}")

    def _knows_kind(self, seen: State, operand: Operand, slot: int) -> bool:
        """Return whether the side on turn may tell a piece by its kind."""
        if not self._rules.hides_kinds:
            return True
        return operand.telling.by_kind and seen.owner[slot] == seen.mover

    def _only_one(
        self, source: Source, operand: Operand, here: Sequence[int], env: Env, word: str
    ) -> int:
        """Return which piece on a cell is meant by a word; complain when several could be.

        Of those that differ in their number alone it is the first, if that may be named.
        """
        seen = source.seen
        if not operand.reads <= env.keys():
            return self._meant(source, operand, here, env)
        fitting = [
            slot
            for slot in here
            if not operand.refuse(seen, env, slot) and operand.twin_of(seen, env, slot) is None
        ]
        texts: dict[str, int] = {}
        for slot in fitting:
            texts.setdefault(self._rules.written(seen, slot, operand.telling), slot)
        if word in texts:
            return texts[word]
        firsts = [text for text in texts if NUMBERED not in text]
        if len(firsts) == 1 and all(text.partition(NUMBERED)[0] in firsts for text in texts):
            return texts[firsts[0]]
        if len(texts) > 1:
            place = self._rules.place(seen.cell[here[0]])
            message = f"several pieces stand on {place}; write {' or '.join(texts)}"
            raise malformed(source.text, message)
        return self._meant(source, operand, here, env)

    @staticmethod
    def _meant(source: Source, operand: Operand, here: Sequence[int], env: Env) -> int:
        """Return which of the pieces in one place is meant.

        It is the first that the operand takes, or else rather one of the side on turn than
        another's.
        """
        seen = source.seen
        if len(here) > 1 and operand.reads <= env.keys():
            fitting = (slot for slot in here if not operand.refuse(seen, env, slot))
            found = next(fitting, None)
            if found is not None:
                return found
        return next((slot for slot in here if seen.owner[slot] == seen.mover), here[0])


def _no_value(
    source: Source, operand: Operand, word: str, known: Sequence[str]
) -> InvalidMoveError:
    """Return the error for a word that is no value of an operand."""
    hint = f"; {meant_or_listed(word, known)}" if known else ""
    title = "" if operand.called == operand.name else f", {operand.title}"
    message = f"'{word}' is no {operand.what} for '{operand.name}'{title}{hint}"
    return malformed(source.text, message)
