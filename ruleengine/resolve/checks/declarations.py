"""Check what a ruleset declares: sides, seats, kinds, dice and counters, and whom they name.

Expressions and steps are the business of `checker`; nothing here needs a scope.
"""

from __future__ import annotations

from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence
from typing import Final

from ruleengine.errors import Diagnostic, Span
from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema import steps
from ruleengine.schema.board import Zone, ZonePart
from ruleengine.schema.drawn_frame import HOLE, STROKES
from ruleengine.schema.expression import Expression
from ruleengine.schema.flags import Flag
from ruleengine.schema.model import Model
from ruleengine.schema.pieces import (
    UNOWNED,
    Counter,
    Fill,
    FillSpec,
    Kind,
    Marker,
    PieceRow,
    Pieces,
    Put,
    PutSpec,
    SetupItem,
)
from ruleengine.schema.reach import RELATIVE, LeapReach, LineReach, RouteReach
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.wording import a, listed
from ruleengine.source.document import Map

MAX_FACES: Final = 1_000
"""A throw lists every face; more would make a position too large to look at."""
MAX_KEEP: Final = 100
"""Every position carries all that is remembered."""


_NESTING: Final = (Model, list, dict, tuple)


def check_declarations(
    ruleset: Ruleset, known: Callable[[Expression], int | None]
) -> list[Diagnostic]:
    """Return what is wrong with the declarations of a ruleset."""
    models = list(models_in(ruleset))
    return [
        *_owners(ruleset),
        *_letters(ruleset),
        *_seats(ruleset, models),
        *_ranges(ruleset, known),
        *_first_values(ruleset, known),
        *_directions(ruleset, models),
        *_endings(ruleset, models),
        *_cited(ruleset, models, ruleset.clauses),
    ]


def check_flag_clauses(
    flags: Mapping[str, Flag], ruleset: Ruleset, root: Map
) -> Iterator[Diagnostic]:
    """Yield the clauses that flags cite and that have no sentence under any reading."""
    anywhere = root.get("clauses")
    known = {**ruleset.clauses, **dict.fromkeys(anywhere if isinstance(anywhere, Map) else ())}
    yield from _cited(ruleset, models_in(dict(flags)), known)


def unknown_name(noun: str, name: str, known: Iterable[str], span: Span | None) -> Diagnostic:
    """Say that a name stands for nothing that has been declared."""
    names = sorted(known)
    verb = "is" if len(names) == 1 else "are"
    hint = did_you_mean(name, names) or (
        f"there {verb} {listed(names)}" if names else f"declare {a(noun)} first"
    )
    return Diagnostic("resolve/unknown-name", f"there is no {noun} '{name}'", span, hint)


def models_in(value: object) -> Iterator[Model]:
    """Yield every model in a value, outer ones first."""
    pending = [value]
    while pending:
        here = pending.pop()
        parts: Iterable[object]
        if isinstance(here, Model):
            yield here
            parts = here.__dict__.values()
        elif isinstance(here, list | tuple):
            parts = here
        elif isinstance(here, dict):
            parts = here.values()
        else:
            continue
        pending += [part for part in reversed([*parts]) if isinstance(part, _NESTING)]


def expressions_in(value: object) -> Iterator[Expression]:
    """Yield every expression in a value."""
    pending = [value]
    while pending:
        here = pending.pop()
        if isinstance(here, Expression):
            yield here
        elif isinstance(here, Model):
            pending += here.__dict__.values()
        elif isinstance(here, dict):
            pending += here.values()
        elif isinstance(here, list | tuple):
            pending += here


def _owners(ruleset: Ruleset) -> Iterator[Diagnostic]:
    sides = ruleset.sides
    for zone in ruleset.zones.values():
        owned: list[Zone | ZonePart] = [zone, *(zone.parts or {}).values()]
        for each in owned:
            if each.owner is not None and each.owner not in sides:
                yield unknown_name("side", each.owner, sides, each.place_of("owner"))
    for item in ruleset.setup:
        for spec in _put_by(item):
            if spec.kind not in ruleset.kinds:
                yield unknown_name("kind", spec.kind, ruleset.kinds, spec.place_of("kind"))
            if spec.owner is not None and spec.owner not in {*sides, UNOWNED}:
                yield unknown_name("side", spec.owner, sides, spec.place_of("owner"))
        if isinstance(item, Fill) and item.fill.number_as is not None:
            counters = _per_piece(ruleset)
            if item.fill.number_as not in counters:
                place = item.fill.place_of("number_as")
                yield unknown_name("counter per piece", item.fill.number_as, counters, place)


def _put_by(item: SetupItem) -> Sequence[FillSpec | PutSpec | PieceRow]:
    """Return what an item of the setup says of pieces by kind and owner."""
    match item:
        case Fill():
            return (item.fill,)
        case Put():
            return (item.put,)
        case Pieces():
            return item.pieces
        case _:
            return ()


def _letters(ruleset: Ruleset) -> Iterator[Diagnostic]:
    """Every letter draws one kind of one side, and nothing else looks like it."""
    board, taken = ruleset.board, dict[str, str]()
    if board.lines is not None:
        taken |= dict.fromkeys(STROKES, "a line of the board")
    if board.holes is not None or board.lines is not None:
        taken[HOLE] = "a hole of the board"
    for name, kind in ruleset.kinds.items():
        for side, letter in kind.letters.items():
            if side not in {*ruleset.sides, UNOWNED}:
                place = kind.place_of_key("letters", side)
                yield unknown_name("side", side, ruleset.sides, place)
            elif letter in taken:
                beside = len(kind.letters) > 1 and _begins_off_the_board(name, ruleset)
                place = kind.place_of("letters", side)
                yield _letter_taken(letter, taken[letter], place, beside=beside)
            else:
                whose = "nobody" if side == UNOWNED else f"side '{side}'"
                taken[letter] = f"the kind '{name}' of {whose}"
    for zone in ruleset.zones.values():
        drawn: list[Zone | ZonePart] = [zone, *(zone.parts or {}).values()]
        for each in drawn:
            if each.symbol is not None and each.symbol in taken:
                yield _letter_taken(each.symbol, taken[each.symbol], each.place_of("symbol"))
    yield from _symbols(ruleset, taken)


def _symbols(ruleset: Ruleset, taken: dict[str, str]) -> Iterator[Diagnostic]:
    """Say which symbols of marks draw nothing, or what is drawn by others already."""
    taken |= {symbol: f"zone '{name}'" for symbol, name in ruleset.zone_symbols.items()}
    for name, mark in ruleset.marks.items():
        if mark.symbol is None:
            continue
        if mark.holds != "cell" or mark.per != "game":
            message = f"mark '{name}' cannot be drawn: only one cell of the whole game can"
            hint = "take `symbol` out, or hold a `cell` per game"
            yield Diagnostic("resolve/no-letter", message, mark.place_of("symbol"), hint)
        elif mark.symbol in taken:
            yield _letter_taken(mark.symbol, taken[mark.symbol], mark.place_of("symbol"))
        taken.setdefault(mark.symbol, f"mark '{name}'")


def _begins_off_the_board(kind: str, ruleset: Ruleset) -> bool:
    """Return whether all pieces of a kind begin in places off the board."""
    specs = [spec for item in ruleset.setup for spec in _put_by(item) if spec.kind == kind]
    zones = [ruleset.zones.get(s.zone.partition(".")[0]) for s in specs if isinstance(s, FillSpec)]
    return len(zones) == len(specs) > 0 and all(zone and zone.off_board for zone in zones)


def _letter_taken(letter: str, by: str, span: Span | None, *, beside: bool = False) -> Diagnostic:
    message = f"'{letter}' already draws {by}, so a drawing could not tell them apart"
    hint = "choose another letter; capital and small letters differ"
    if beside:
        hint += ". What stays off the board needs only that of the owner it begins with"
    return Diagnostic("resolve/letter-taken", message, span, hint)


def _seats(ruleset: Ruleset, models: list[Model]) -> Iterator[Diagnostic]:
    """Whoever has to decide has somebody to do it."""
    seated: dict[str, str] = {}
    for name, side in ruleset.sides.items():
        for index, seat in enumerate(side.seats or ()):
            place = side.place_of("seats", index)
            if ruleset.seats is not None and seat not in ruleset.seats:
                yield unknown_name("seat", seat, ruleset.seats, place)
            elif seat in seated:
                message = f"seat '{seat}' belongs to side '{seated[seat]}' already"
                hint = "a seat has one side; name another seat"
                yield Diagnostic("resolve/bad-seats", message, place, hint)
            seated.setdefault(seat, name)
    if ruleset.seats is None or not ruleset.sides.keys().isdisjoint(ruleset.seats):
        return  # a seat that is called like a side is reported as a name that is taken
    if len(ruleset.seats) < len(ruleset.sides):
        message = f"there are {len(ruleset.sides)} sides, but only {_count(ruleset.seats)}"
        hint = "name at least one seat for each side"
        yield Diagnostic("resolve/bad-seats", message, ruleset.place_of("seats"), hint)
    elif not seated and not any(isinstance(model, steps.Seat) for model in models):
        message = f"nothing says which side {listed(ruleset.seats)} play"
        hint = "give each side its `seats`, or add a phase with a `seat` step"
        yield Diagnostic("resolve/bad-seats", message, ruleset.place_of("seats"), hint)


def _count(seats: list[str]) -> str:
    return "1 seat" if len(seats) == 1 else f"{len(seats)} seats"


def _per_piece(ruleset: Ruleset) -> list[str]:
    return [name for name, counter in ruleset.counters.items() if counter.per == "piece"]


def _first_values(
    ruleset: Ruleset, known: Callable[[Expression], int | None]
) -> Iterator[Diagnostic]:
    """Kinds and the setup say what counters per piece start with, and only what they can hold."""
    per_piece = _per_piece(ruleset)
    put = [(spec.kind, spec) for item in ruleset.setup for spec in _put_by(item)]
    for of, said in (*ruleset.kinds.items(), *put):
        who = "kind" if isinstance(said, Kind) else "setup"
        numbered = said.number_as if isinstance(said, FillSpec) else None
        if numbered in per_piece and not ruleset.has_counter(of, numbered):
            yield _lacks(of, numbered, said.place_of("number_as"))
        for name, value in said.counters.items():
            place = said.place_of_key("counters", name)
            start = known(value)
            if name not in per_piece:
                yield unknown_name("counter per piece", name, per_piece, place)
                continue
            counter = ruleset.counters[name]
            if not counter.is_of(of):
                yield _lacks(of, name, place)
                continue
            if counter.resets != "never":
                message = f"counter '{name}' starts anew in play, so no {who} can say its start"
                hint = f"take `resets` out of counter '{name}', or set it in a step"
                yield Diagnostic("resolve/bad-counter", message, place, hint)
            limit = known(counter.limit) if counter.limit is not None else None
            if start is not None and limit is not None and limit < start:
                message = f"{start} is above {limit}, the limit of counter '{name}'"
                hint = "raise the limit, or start lower"
                yield Diagnostic("resolve/out-of-range", message, place, hint)


def _lacks(kind: str, counter: str, place: Span | None) -> Diagnostic:
    message = f"pieces of kind '{kind}' have no counter '{counter}'"
    hint = f"take it out, or add '{kind}' to the `kind` of counter '{counter}'"
    return Diagnostic("resolve/bad-counter", message, place, hint)


def _ranges(ruleset: Ruleset, known: Callable[[Expression], int | None]) -> Iterator[Diagnostic]:
    """Dice can be thrown and counters can count; what is not known has been reported."""
    for die in ruleset.dice.values():
        faces = known(die.faces)
        if faces is not None and not 1 <= faces <= MAX_FACES:
            message = f"a die with {faces} faces; it can have from 1 to {MAX_FACES}"
            place, hint = die.place_of("faces"), "change the number of faces"
            yield Diagnostic("resolve/out-of-range", message, place, hint)
    for counter in ruleset.counters.values():
        start = known(counter.start) if counter.start is not None else 0
        limit = known(counter.limit) if counter.limit is not None else None
        if start is not None and limit is not None and limit < start:
            message = f"the limit of {limit} is below {start}, which the counter starts with"
            place, hint = counter.place_of("limit"), "raise the limit, or start lower"
            yield Diagnostic("resolve/out-of-range", message, place, hint)
        for index, kind in enumerate(counter.kind or ()):
            if kind not in ruleset.kinds:
                yield unknown_name("kind", kind, ruleset.kinds, counter.place_of("kind", index))
    for mark in ruleset.marks.values():
        yield from words_twice(mark, "holds", mark.words)
    kept: list[Counter | Marker] = [*ruleset.counters.values(), *ruleset.marks.values()]
    for each in kept:
        keep = known(each.keep) if each.keep is not None else 1
        if keep is not None and not 1 <= keep <= MAX_KEEP:
            message = f"{keep} values to keep; it can be from 1 to {MAX_KEEP}"
            place, hint = each.place_of("keep"), "change the number; 1 is the present value alone"
            yield Diagnostic("resolve/out-of-range", message, place, hint)


def words_twice(model: Model, key: str, words: Sequence[str]) -> Iterator[Diagnostic]:
    """Report words that stand twice in a list of words of your own."""
    for index, word in enumerate(words):
        if word in words[:index]:
            message = f"the word '{word}' stands in the list twice"
            place = model.place_of(key, index)
            yield Diagnostic("resolve/name-taken", message, place, "take one of them out")


def _directions(ruleset: Ruleset, models: list[Model]) -> Iterator[Diagnostic]:
    """Directions seen from a side need every side to look somewhere."""
    blind = [name for name, side in ruleset.sides.items() if side.forward is None]
    if not blind:
        return
    for model in models:
        if isinstance(model, LeapReach) and model.ahead:
            message = f"'ahead' is seen from a side, but {_look_nowhere(blind)}"
            hint = f"give side '{blind[0]}' its `forward`: up, down, left or right"
            yield Diagnostic("resolve/no-forward", message, model.place_of("ahead"), hint)
        if not isinstance(model, LineReach | RouteReach):
            continue
        for index, direction in enumerate(model.directions):
            if direction in RELATIVE:
                message = f"'{direction}' is seen from a side, but {_look_nowhere(blind)}"
                hint = f"give side '{blind[0]}' its `forward`: up, down, left or right"
                place = model.place_of("directions", index)
                yield Diagnostic("resolve/no-forward", message, place, hint)


def _endings(ruleset: Ruleset, models: list[Model]) -> Iterator[Diagnostic]:
    if not ruleset.endings and not any(isinstance(model, steps.End) for model in models):
        message = "the game never ends: there are no endings, and no step `end`"
        hint = "add `endings:` with at least one entry, or a step `end`"
        yield Diagnostic("resolve/no-ending", message, ruleset.span, hint)
    for ending in ruleset.endings:
        for index, phase in enumerate(ending.during or ()):
            if phase not in ruleset.phases:
                place = ending.place_of("during", index)
                yield unknown_name("phase", phase, ruleset.phases, place)


def _cited(
    ruleset: Ruleset, models: Iterable[Model], known: Collection[str]
) -> Iterator[Diagnostic]:
    """Every clause that a rule or flag cites, or goes against, has its sentence in `clauses`."""
    for model in models:
        # What stands under `clauses` in the ruleset itself is the sentences.
        for key in ("against",) if model is ruleset else ("clauses", "against"):
            for index, clause in enumerate(getattr(model, key, ())):
                if clause not in known:
                    message = f"clause '{clause}' has no sentence under 'clauses'"
                    hint = did_you_mean(clause, known) or f"add `{clause}: ...` there"
                    place = model.place_of(key, index)
                    yield Diagnostic("resolve/unknown-clause", message, place, hint)


def _look_nowhere(sides: Sequence[str]) -> str:
    return f"{listed(sides)} {'looks' if len(sides) == 1 else 'look'} nowhere"
