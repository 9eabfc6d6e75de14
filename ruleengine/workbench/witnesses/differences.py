"""In what two games differ, in words: readings of flags, rules, board and pieces.

Input: two games. Output: `Differences`. Rules are compared as the flags of each make them, so
that a rule which a flag leaves out is not there, whatever file it is written in.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Mapping
from dataclasses import dataclass, replace
from difflib import SequenceMatcher
from typing import Final, Literal, TypeAlias

from ruleengine.errors import Span
from ruleengine.game.game import Game
from ruleengine.game.kept.board_text import shown_board
from ruleengine.resolve.clause_doubts import set_aside
from ruleengine.resolve.files.inner_edits import id_of
from ruleengine.resolve.flags.values import as_plain
from ruleengine.schema.flags import ChoiceFlag, Flag
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.workbench.readings import plain

_SKIPPED: Final = frozenset({"schema", "name", "title", "about", "extends", "clauses"})
_NO_RULES: Final = frozenset({"clauses", "against", "picture", "title", "plural"})

LONGEST: Final = 200
"""Letters of a part that are shown."""

Sort: TypeAlias = Literal["only in the first", "only in the second", "changed"]


@dataclass(frozen=True)
class Reading:
    """What a flag is set to, in words."""

    value: object
    says: str

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"value": self.value, "says": self.says}


@dataclass(frozen=True)
class FlagDifference:
    """A flag that reads differently; a reading is missing where there is no such flag."""

    name: str
    question: str
    here: Reading | None
    there: Reading | None


@dataclass(frozen=True)
class Part:
    """A part of a ruleset as it is written, and where."""

    value: object
    span: Span
    clauses: tuple[str, ...]

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        return {"value": self.value, "place": str(self.span), "clauses": list(self.clauses)}


@dataclass(frozen=True)
class RuleDifference:
    """A rule that is not the same: where it stands, and how it reads in each game."""

    path: str
    here: Part | None
    there: Part | None

    @property
    def sort(self) -> Sort:
        """Whether it is in one of the games only."""
        if self.there is None:
            return "only in the first"
        return "only in the second" if self.here is None else "changed"


@dataclass(frozen=True)
class ClauseDifference:
    """A clause that reads differently; a sentence is missing where there is no such clause."""

    clause: str
    here: str | None
    there: str | None


@dataclass(frozen=True)
class AgainstDifference:
    """A clause that only one of the games goes against, by its file or by the reading of a flag."""

    clause: str
    says: str
    here: bool
    """Whether it is the first game."""
    flag: str | None

    def to_dict(self) -> dict[str, object]:
        """Return it as plain data."""
        by = "first" if self.here else "second"
        return {"clause": self.clause, "says": self.says, "by": by, "flag": self.flag}


@dataclass(frozen=True)
class Differences:
    """All in what two games differ."""

    names: tuple[str, str]
    flags: tuple[FlagDifference, ...]
    rules: tuple[RuleDifference, ...]
    boards: tuple[str, str] | None
    """The first boards, when they are not drawn alike."""
    sentences: tuple[ClauseDifference, ...]
    """The clauses that read differently, or that only one of the games has."""
    against: tuple[AgainstDifference, ...]
    """The clauses that only one of the games goes against."""
    clauses: Mapping[str, str]
    """The sentences of the clauses that are cited, as the second game has them, if it does."""

    @property
    def is_same(self) -> bool:
        """Whether nothing differs that could be found by comparing the rules.

        Sentences are what somebody wrote about rules, and not rules.
        """
        return not (self.flags or self.rules or self.boards)

    def to_dict(self) -> dict[str, object]:
        """Return the differences as plain data."""
        return {
            "first": self.names[0],
            "second": self.names[1],
            "flags": [
                {
                    "name": each.name,
                    "question": each.question,
                    "first": None if each.here is None else each.here.to_dict(),
                    "second": None if each.there is None else each.there.to_dict(),
                }
                for each in self.flags
            ],
            "rules": [
                {
                    "path": each.path,
                    "sort": each.sort,
                    "first": None if each.here is None else each.here.to_dict(),
                    "second": None if each.there is None else each.there.to_dict(),
                }
                for each in self.rules
            ],
            "boards": None if self.boards is None else [b.splitlines() for b in self.boards],
            "sentences": [
                {"clause": each.clause, "first": each.here, "second": each.there}
                for each in self.sentences
            ],
            "against": [each.to_dict() for each in self.against],
            "clauses": dict(self.clauses),
        }


def compare_games(one: Game, other: Game) -> Differences:
    """Return in what two games differ."""
    rules = tuple(_map(one.rules.resolved.tree, other.rules.resolved.tree, "", top=True))
    first, second = (str(shown_board(each, each.start().full_view())) for each in (one, other))
    boards = first, second
    cited = [
        clause
        for each in rules
        for part in (each.here, each.there)
        for clause in (part.clauses if part is not None else ())
    ]
    known = {**one.clauses, **other.clauses}
    return Differences(
        (one.name, other.name),
        tuple(_flags(one, other)),
        rules,
        boards if boards[0] != boards[1] else None,
        tuple(_sentences(one, other)),
        tuple(_against(one, other)),
        {clause: known[clause] for clause in dict.fromkeys(cited) if clause in known},
    )


def _sentences(one: Game, other: Game) -> Iterator[ClauseDifference]:
    for clause in dict.fromkeys([*one.clauses, *other.clauses]):
        here, there = one.clauses.get(clause), other.clauses.get(clause)
        if here != there:
            yield ClauseDifference(clause, here, there)


def _against(one: Game, other: Game) -> Iterator[AgainstDifference]:
    here, there = (dict(set_aside(game.rules.resolved)) for game in (one, other))
    for clause in dict.fromkeys([*here, *there]):
        if (clause in here) != (clause in there):
            game, found = (one, here) if clause in here else (other, there)
            says = game.clauses.get(clause, "")
            yield AgainstDifference(clause, says, clause in here, found[clause])


def _flags(one: Game, other: Game) -> Iterator[FlagDifference]:
    for name in dict.fromkeys([*one.flags, *other.flags]):
        here, there = _reading(one, name), _reading(other, name)
        if here != there:
            flag = one.flags.get(name) or other.flags[name]
            yield FlagDifference(name, flag.question, here, there)


def _reading(game: Game, name: str) -> Reading | None:
    if name not in game.flags:
        return None
    value = plain(game.flag_values[name])
    return Reading(value, _says(game.flags[name], value))


def _says(flag: Flag, value: object) -> str:
    return flag.words[value] if isinstance(flag, ChoiceFlag) and isinstance(value, str) else ""


def _map(one: Map, other: Map, path: str, *, top: bool = False) -> Iterator[RuleDifference]:
    for key in dict.fromkeys([*one, *other]):
        if (top and key in _SKIPPED) or key in _NO_RULES:
            continue
        inner = f"{path}.{key}" if path else key
        if key not in other:
            yield from _missing(one[key], inner, child_span(one, key), is_here=True)
        elif key not in one:
            yield from _missing(other[key], inner, child_span(other, key), is_here=False)
        else:
            pair = (child_span(one, key), child_span(other, key))
            yield from _value(one[key], other[key], inner, pair)


def _value(
    one: Value, other: Value, path: str, spans: tuple[Span, Span]
) -> Iterator[RuleDifference]:
    if _digest(one) == _digest(other):
        return
    if isinstance(one, Map) and isinstance(other, Map) and _is_section(path, one, other):
        for found in _map(one, other, path):
            yield RuleDifference(found.path, _citing(found.here, one), _citing(found.there, other))
    elif isinstance(one, Seq) and isinstance(other, Seq):
        yield from _seq(one, other, path)
    else:
        here, there = _part(one, spans[0]), _part(other, spans[1])
        yield RuleDifference(path, here, there)


def _citing(part: Part | None, around: Map) -> Part | None:
    """Return a part that cites nothing itself with the clauses of the rule that it is part of."""
    cited = around.get("clauses")
    if part is None or part.clauses or not isinstance(cited, Seq):
        return part
    return replace(part, clauses=tuple(map(str, cited)))


def _is_section(path: str, one: Map, other: Map) -> bool:
    """Tell whether two mappings hold rules, so that those are compared one by one.

    So are the parts of whatever is too long to be taken in at a glance, as long as both have any.
    """
    depth = path.count(".")
    parts = {"operands", "validators", "effects", "turn", "steps", "round", "parts"}
    if depth == 0 or parts & {*one, *other, path.rpartition(".")[2]}:
        return True
    is_long = max(len(_digest(one)), len(_digest(other))) > LONGEST
    return is_long and not one.keys().isdisjoint(other.keys() - _NO_RULES)


def _seq(one: Seq, other: Seq, path: str) -> Iterator[RuleDifference]:
    """Compare lists of rules by what they say, so that one more shifts nothing."""
    here, there = [_digest(item) for item in one], [_digest(item) for item in other]
    for tag, i1, i2, j1, j2 in SequenceMatcher(None, here, there, autojunk=False).get_opcodes():
        if tag == "equal":
            continue
        for i, j in _paired(one, other, range(i1, i2), range(j1, j2)):
            if i is None and j is not None:
                place = f"{path}.{id_of(other[j]) or j + 1}"
                yield RuleDifference(place, None, _part(other[j], child_span(other, j)))
            elif i is not None:
                place, span = f"{path}.{id_of(one[i]) or i + 1}", child_span(one, i)
                if j is None:
                    yield RuleDifference(place, _part(one[i], span), None)
                else:
                    yield from _value(one[i], other[j], place, (span, child_span(other, j)))


def _paired(
    one: Seq, other: Seq, left: Iterable[int], right: Iterable[int]
) -> Iterator[tuple[int, int] | tuple[int, None] | tuple[None, int]]:
    """Yield which items to hold against each other: those of one id, the rest in their order.

    Two rules with ids of their own are two rules, also where one stands in the other's place.
    """
    there = list(right)
    for i in left:
        j = next((j for j in there if id_of(one[i]) == id_of(other[j])), None)
        if j is None:
            yield i, None
        else:
            there.remove(j)
            yield i, j
    for j in there:
        yield None, j


def _missing(value: Value, path: str, span: Span, *, is_here: bool) -> Iterator[RuleDifference]:
    part = _part(value, span)
    yield RuleDifference(path, part if is_here else None, None if is_here else part)


def _part(value: Value, span: Span) -> Part:
    return Part(as_plain(value), span, tuple(dict.fromkeys(_cited(value))))


def _cited(value: Value) -> Iterator[str]:
    if isinstance(value, Map):
        for key, item in value.items():
            if key == "clauses" and isinstance(item, Seq):
                yield from map(str, item)
            else:
                yield from _cited(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _cited(item)


def _digest(value: Value) -> str:
    """Return what a part says, without the clauses that it cites."""
    return json.dumps(_bare(value), sort_keys=True, ensure_ascii=False)


def _bare(value: Value) -> object:
    if isinstance(value, Map):
        return {key: _bare(item) for key, item in value.items() if key not in _NO_RULES}
    return [_bare(item) for item in value] if isinstance(value, Seq) else value
