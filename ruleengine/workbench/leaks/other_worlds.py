"""Games that differ from a played one only in what one side has kept secret.

Each function changes the secret moves of a side, or moves whose effects may be hidden. Whether
the changed game can be played at all, and how far it looks the same to others, is found out by
playing it.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, replace
from typing import Final, TypeAlias

from ruleengine.errors import PlayError
from ruleengine.game.game import Game
from ruleengine.game.moves.notation import COMMIT
from ruleengine.game.position import Position
from ruleengine.game.views import SeenPiece, pieces_seen
from ruleengine.pipeline.state import SideId
from ruleengine.pipeline.steps.submission import Submit, table_of
from ruleengine.workbench.leaks.transcripts import Lots, Stretch, Told, draft_move

_MAX_PERMUTED = 6
_MAX_FRESH = 60
_MAX_TRIED = 12


@dataclass(frozen=True)
class Known:
    """A played game: its stretches, and the position before each of them."""

    game: Game
    side: SideId
    stretches: tuple[Stretch, ...]
    before: tuple[Position, ...]


Change: TypeAlias = Callable[[Known, Lots], "list[Stretch] | None"]


def other_kinds(known: Known, lots: Lots) -> list[Stretch] | None:
    """Let pieces of the side be of each other's kinds from the moment they are placed."""
    placed = [
        (number, place, told)
        for number, stretch in enumerate(known.stretches)
        for place, told in enumerate((*stretch.secret, stretch.then))
        if told is not None and told.side == known.side and _kind_in(known, told) is not None
    ]
    if len(placed) < 2:  # noqa: PLR2004 - one alone has nothing to change with
        return None
    lots.shuffle(placed)
    chosen = placed[: 2 + lots.below(_MAX_PERMUTED - 1)]
    kinds = [_words(told)[_kind_in(known, told) or 0] for _, _, told in chosen]
    given = [*kinds[1:], kinds[0]]
    if given == kinds:
        return None
    changed = list(known.stretches)
    for (number, place, told), kind in zip(chosen, given, strict=True):
        words = _words(told)
        words[_kind_in(known, told) or 0] = kind
        new = told._replace(text=f"{told.text.split(' ', 1)[0]} {'-'.join(words)}")
        stretch = changed[number]
        if place == len(stretch.secret):
            changed[number] = replace(stretch, then=new)
        else:
            secret = (*stretch.secret[:place], new, *stretch.secret[place + 1 :])
            changed[number] = replace(stretch, secret=secret)
    return changed


def mended(known: Known, changed: Sequence[Stretch], lots: Lots) -> list[Stretch] | None:
    """Return a changed game with others in place of secret moves that are refused, if it has any.

    Such a move names the same kind, and as much of the rest as it can: pieces of another size do
    not fit where others lay.
    """
    found = replace(known, stretches=tuple(changed))
    for submission in sorted({s.submission for s in changed if s.submission is not None}):
        moves = _secret_moves(found, submission)
        if moves == _secret_moves(known, submission):
            continue
        position = _beginning(known, submission)
        for number, told in enumerate(moves):
            try:
                position = position.play(told.text, told.seat)
            except PlayError:
                instead = _instead(found, position, told, lots)
                if instead is None:
                    return None
                moves[number] = instead
                position = position.play(instead.text, instead.seat)
        found = replace(found, stretches=tuple(_with(found, submission, moves)))
    return None if found.stretches == tuple(changed) else [*found.stretches]


def _instead(known: Known, position: Position, told: Told, lots: Lots) -> Told | None:
    """Return a legal move with the kind of one that is refused, and most of its other words."""
    kind = _kind_in(known, told)
    if kind is None or told.seat not in position.actors:
        return None
    action, words = told.text.split(" ", 1)[0], _words(told)
    legal = [
        told._replace(text=m.text) for m in position.legal_moves(told.seat) if m.name == action
    ]
    alike: dict[int, list[Told]] = {}
    for move in legal:
        named = _words(move)
        if _kind_in(known, move) == kind and named[kind] == words[kind]:
            alike.setdefault(len({*named} & {*words}), []).append(move)
    return lots.one_of(alike[max(alike)]) if alike else None


def other_order(known: Known, lots: Lots) -> list[Stretch] | None:
    """Let the side make its secret moves in another order."""
    submission = _some_submission(known, lots)
    if submission is None:
        return None
    moves = _secret_moves(known, submission)
    lots.shuffle(moves)
    return None if moves == _secret_moves(known, submission) else _with(known, submission, moves)


def changed_mind(known: Known, lots: Lots) -> list[Stretch] | None:
    """Let the side make one more secret move, which another replaces or takes back if it can."""
    submission = _some_submission(known, lots)
    if submission is None:
        return None
    moves = _secret_moves(known, submission)
    if not moves:
        return None
    position, seat = _beginning(known, submission), moves[0].seat
    if _commits_itself(position, moves):
        return None  # there is no room for one more
    at = lots.below(len(moves))
    for told in moves[:at]:
        position = position.play(told.text, seat)
    options = [move for move in position.legal_moves(seat) if move.name != COMMIT]
    if not options:
        return None
    extra = [lots.one_of(options).text]
    after = position.play(extra[0], seat)
    if after.has_committed:
        return None
    possible = {*options}
    undo = [move for move in after.legal_moves(seat) if move not in possible]
    lots.shuffle(undo)
    there = _seen(position, known.side)
    for move in undo[:_MAX_TRIED]:
        if move.name != COMMIT and _seen(after.play(move, seat), known.side) == there:
            extra.append(move.text)
            break
    else:
        # One that begins like the next move may be replaced by it.
        same = moves[at].text.split("-", 1)[0]
        extra = [lots.one_of([m for m in options if m.text.split("-", 1)[0] == same]).text]
    added = [moves[0]._replace(text=text) for text in extra]
    changed = [*moves[:at], *added, *moves[at:]]
    if _commits_itself(_beginning(known, submission), changed):
        return None
    return _with(known, submission, changed)


def fresh_draft(known: Known, lots: Lots) -> list[Stretch] | None:
    """Let the side do something else altogether in one submission."""
    submission = _some_submission(known, lots)
    if submission is None:
        return None
    position, played = _beginning(known, submission), _secret_moves(known, submission)
    by_itself = _commits_itself(position, played)
    seat = played[0].seat
    moves: list[Told] = []
    for _ in range(_MAX_FRESH):
        options = position.legal_moves(seat)
        if by_itself:  # then nothing else commits
            options = tuple(move for move in options if move.name != COMMIT)
        if not options:
            return None
        move = draft_move(options, lots, len(moves))
        if move.name == COMMIT:
            break
        moves.append(played[0]._replace(text=move.text))
        position = position.play(move, seat)
        if position.has_committed:
            break
    # What comes after is played as it was, a `commit` as well.
    return _with(known, submission, moves) if position.has_committed == by_itself else None


def other_move(known: Known, lots: Lots) -> list[Stretch] | None:
    """Let the side make another move in the open, of which others may see nothing."""
    open_ = [
        number
        for number, stretch in enumerate(known.stretches)
        if stretch.then is not None
        and not stretch.secret
        and stretch.then.text != COMMIT
        and stretch.then.side == known.side
    ]
    if not open_:
        return None
    number = lots.one_of(open_)
    stretch = known.stretches[number]
    position = known.before[number]
    assert stretch.then is not None  # noqa: S101 - chosen so
    seat = stretch.then.seat
    options = [m for m in position.legal_moves(seat) if m.text not in (COMMIT, stretch.then.text)]
    if not options or position.in_secret:
        return None
    changed = list(known.stretches)
    changed[number] = replace(stretch, then=stretch.then._replace(text=lots.one_of(options).text))
    return changed


CHANGES: Final[tuple[Change, ...]] = (
    other_kinds,
    other_order,
    other_kinds,
    changed_mind,
    other_kinds,
    fresh_draft,
    other_move,
)
"""What is changed in turn; kinds most often, for they stay hidden longest."""


def name_of(change: Change) -> str:
    """Return what is changed, in words."""
    return change.__name__.replace("_", " ")


REMADE: Final = frozenset(map(name_of, (other_order, changed_mind)))
"""Those that make the same draft in another way."""


def _seen(position: Position, side: SideId) -> tuple[SeenPiece, ...]:
    """Return the pieces that a side sees; a whole view would list all its moves."""
    rules = position.game.rules
    return pieces_seen(rules, rules.sight.eyes(table_of(position.state, side), side))


def _words(told: Told) -> list[str]:
    return told.text.split(" ", 1)[1].split("-")


def _kind_in(known: Known, told: Told) -> int | None:
    """Return which word of a move is a kind, if it names one."""
    name, _, rest = told.text.partition(" ")
    action = known.game.rules.actions.get(name)
    if action is None or len(rest.split("-")) != len(action.operands):
        return None
    return next((n for n, operand in enumerate(action.operands) if operand.what == "kind"), None)


def _some_submission(known: Known, lots: Lots) -> int | None:
    found = sorted({s.submission for s in known.stretches if s.submission is not None})
    return lots.one_of(found) if found else None


def _beginning(known: Known, submission: int) -> Position:
    """Return the position before the side did anything in a submission."""
    first = next(n for n, s in enumerate(known.stretches) if s.submission == submission)
    return known.before[first]


def _commits_itself(position: Position, moves: Sequence[Told]) -> bool:
    """Return whether one of the moves commits by itself; what is refused ends the matter."""
    blocks = position.game.rules.blocks
    steps = (step for block in blocks for step in block.steps)
    if not any(isinstance(step, Submit) and step.is_limited for step in steps):
        return False  # far quicker to say than by playing long drafts
    for told in moves:
        try:
            position = position.play(told.text, told.seat)
        except PlayError:
            return False
        if position.has_committed:
            return True
    return False


def _secret_moves(known: Known, submission: int) -> list[Told]:
    return [told for s in known.stretches if s.submission == submission for told in s.secret]


def _with(known: Known, submission: int, moves: Sequence[Told]) -> list[Stretch]:
    """Return the stretches with other secret moves, as many as before in each but the last."""
    parts = [n for n, s in enumerate(known.stretches) if s.submission == submission]
    changed = list(known.stretches)
    rest = list(moves)
    for number in parts:
        count = len(rest) if number == parts[-1] else len(changed[number].secret)
        changed[number] = replace(changed[number], secret=tuple(rest[:count]))
        del rest[:count]
    return changed
