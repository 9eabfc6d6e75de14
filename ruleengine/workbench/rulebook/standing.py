"""Which sentences of a ruleset hold, word for word, under the flags that are chosen.

The rules of a game are those of its tree; a sentence is only what an author wrote about them. It
is taken for true where nothing speaks against that: some rule comes from it, or it allows what
needs no rule; no reading makes it doubtful; and every rule that cites it says the same as in the
file that the sentence was written in, under the readings of that file. Where only the last is
wanting it is quoted with a remark.
"""

from __future__ import annotations

import json
import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from ruleengine.errors import RulesetError
from ruleengine.game.game import Game
from ruleengine.game.loading import game_of, load
from ruleengine.resolve.clause_doubts import is_default, set_aside
from ruleengine.resolve.flag_rules import terms_of
from ruleengine.resolve.flag_values import as_plain
from ruleengine.resolve.library import shipped_names, shown_name
from ruleengine.resolve.overlay import MergedTree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.schema.flags import Flag
from ruleengine.schema.ruleset import Note
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.workbench.rulebook.compared_rules import compared, holds_more, is_in_order

Standing: TypeAlias = Literal[
    "holds",
    "open",
    "optional",
    "extended",
    "changed",
    "overtaken",
    "restricted",
    "outdated",
    "set_aside",
    "unused",
    "note",
]

STANDING_WORDS: Final[Mapping[Standing, str]] = {
    "holds": "holds",
    "open": "disputed: see the open points",
    "optional": "left to the players, who have chosen otherwise: see the open points",
    "extended": "holds with what the players have chosen besides: see the open points",
    "changed": "holds as far as this game has not changed it: a rule that comes from it is another",
    "overtaken": "holds as far as this game has not changed it: what is asked before a rule that "
    "comes from it is another",
    "restricted": "holds, but this game forbids more in an action that it describes",
    "outdated": "holds in part at most: this game has changed what it is about",
    "set_aside": "does not hold: this game, or a reading of it, goes against it",
    "unused": "plays no part in this game",
    "note": "a remark that binds nobody",
}
"""What is said of a clause, by how it stands."""

QUOTED: Final[Mapping[Standing, str]] = {
    "holds": "",
    "extended": "see the open points",
    "changed": "as far as this game has not changed it",
    "overtaken": "as far as this game has not changed it",
    "restricted": "this game forbids more",
}
"""What is said of a clause where it is quoted, for those that are.

That a rule says something else is no proof that the sentence has become false: something may have
been added, or it holds for all kinds but one. So it is kept, and marked. Where the board, the
pieces, what is kept of them or a row of a table have changed, its numbers and names are hardly
right any more, and it is left out.
"""
_FIGURE: Final = re.compile(r"[0-9]")

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARED: Final = ("tables", "conditions", "counters", "dice", "marks")


def standings(tree: MergedTree, game: Game) -> dict[str, Standing]:
    """Return how each clause stands."""
    resolved = game.rules.resolved
    here = _citations(resolved)
    doubted, optional = set(_doubted(game)), set(_chosen(game))
    asked: dict[str, list[Flag]] = {}
    for flag in resolved.flags.values():
        for clause in flag.clauses:
            asked.setdefault(clause, []).append(flag)
    aside = {clause for clause, _ in set_aside(resolved)}
    bases = _Bases(tree, game)
    found: dict[str, Standing] = {}
    for clause, said in resolved.ruleset.clauses.items():
        if isinstance(said, Note):
            found[clause] = "note"
        elif clause in aside:
            found[clause] = "set_aside"
        elif clause in doubted:
            found[clause] = "open"
        elif clause in optional:
            is_more = holds_more(bases.citations(clause, with_options=False), here.get(clause, []))
            found[clause] = "extended" if is_more else "optional"
        elif clause not in here:
            is_bare = not bases.citations(clause)
            found[clause] = _unenforced(asked[clause], is_bare) if clause in asked else "unused"
        else:
            how = compared(bases.citations(clause), here[clause])
            # Numbers are what a change of rules makes wrong first, and a limit as well.
            has_numbers = how in ("changed", "restricted") and _FIGURE.search(said) is not None
            found[clause] = "outdated" if has_numbers else how
    return found


_LEFT_TO_PLAYERS: Final = frozenset({"option", "house_rule"})
"""Why questions are open of which the rulebook has told its own answer."""


def _unenforced(flags: list[Flag], is_bare: bool) -> Standing:  # noqa: FBT001
    """Return how a clause stands that open points speak of and no rule in force comes from.

    What is allowed needs no rule: only other readings have one, against it. So it holds where
    there never was a rule and the choice is left to the players, who have made it as the file
    proposes. Where the rulebook is silent, or a rule has gone, nothing shows which way it is.
    """
    is_chosen = all(flag.provenance in _LEFT_TO_PLAYERS for flag in flags)
    return "holds" if is_bare and is_chosen else "open"


def _doubted(game: Game) -> Iterator[str]:
    """Yield the clauses that a flag makes doubtful.

    Where the rulebook is silent or leaves a choice, the default goes with its sentences, so that
    these are in doubt only under another value. Where it contradicts itself they always are,
    unless the flag shows that its default goes with one: no other clause is there to speak
    against it, or another value is said to be against it.
    """
    for name, flag in game.flags.items():
        if _is_default(game, name):
            spared = _against_any(name, flag) if len(flag.clauses) > 1 else set(flag.clauses)
            if flag.provenance in (None, "contradiction"):
                yield from (clause for clause in flag.clauses if clause not in spared)
        elif flag.provenance != "option":
            yield from flag.clauses


def _chosen(game: Game) -> Iterator[str]:
    """Yield the clauses of choices that the rulebook leaves to the players, made otherwise."""
    for name, flag in game.flags.items():
        if flag.provenance == "option" and not _is_default(game, name):
            yield from flag.clauses


def _is_default(game: Game, name: str) -> bool:
    return is_default(game.rules.resolved, name)


def _against_any(name: str, flag: Flag) -> set[str]:
    """Return the clauses that some value of a flag is said to be against."""
    return {clause for _, _, terms in terms_of(name, flag) for clause in terms.against}


class _Bases:
    """What clauses are cited by where they were written."""

    def __init__(self, tree: MergedTree, game: Game) -> None:
        self._tree = tree
        self._game = game
        self._clauses = tree.root.get("clauses")
        self._known: dict[tuple[str, bool], dict[str, list[str]]] = {}

    def citations(self, clause: str, *, with_options: bool = True) -> list[str]:
        """Return what cites a clause in the file that it was written in.

        With the choices made that are left to the players, or as the file proposes.
        """
        assert isinstance(self._clauses, Map)  # noqa: S101 - the clause was found in it
        file = child_span(self._clauses, clause).file
        known = self._known.get((file, with_options))
        if known is None:
            game = self._load(file, with_options=with_options)
            known = self._known[file, with_options] = _citations(game.rules.resolved)
        return known.get(clause, [])

    def _load(self, file: str, *, with_options: bool) -> Game:
        """Return the game of a file."""
        if file == self._tree.root.span.file:
            read: Callable[[Mapping[str, object]], Game] = partial(game_of, self._tree)
            base = self._game
        else:
            shipped = {shown_name(path): path for path in shipped_names().values()}
            read = partial(_read, str(shipped.get(file, Path(file))))
            base = read({})
        return self._with_options(read, base) if with_options else read({})

    def _with_options(self, read: Callable[[Mapping[str, object]], Game], base: Game) -> Game:
        options = {
            name: self._game.flag_values[name]
            for name, flag in base.flags.items()
            if flag.provenance == "option"
            and name in self._game.flags
            and not _is_default(self._game, name)
        }
        try:
            return read(options)
        except RulesetError:  # they need other flags, which are as the file has them
            return read({})


def _read(path: str, flags: Mapping[str, object]) -> Game:
    return load(path, flags=flags)


def _citations(resolved: ResolvedRuleset) -> dict[str, list[str]]:
    """Return what cites each clause, as texts that are equal when the rules are."""
    tree = standalone_tree(resolved)
    found: dict[str, list[str]] = {}
    for path, item, ahead in _citing(tree, ()):
        said = _print(path, item, resolved, tree) + _limits(path, item, tree)
        if is_in_order(path):
            said += _ahead(path, ahead, resolved, tree)
        clauses = item["clauses"]
        assert isinstance(clauses, Seq)  # noqa: S101 - the models have seen it
        for clause in clauses:
            found.setdefault(str(clause), []).append(f"{'.'.join(path)}: {said}")
    return {clause: sorted(texts) for clause, texts in found.items()}


_Cited: TypeAlias = tuple[tuple[str, ...], Map, list[object]]
"""The keys that lead to a rule that cites clauses, the rule, and what is asked ahead of it."""


def _citing(value: Value, path: tuple[str, ...]) -> Iterator[_Cited]:
    """Yield every rule that cites clauses.

    What holds ahead of it in a list of which only the first that fits counts takes cases from it.
    """
    if isinstance(value, Map):
        if path and isinstance(value.get("clauses"), Seq):
            yield path, value, []
        for key, item in value.items():
            if path or key not in ("clauses", "flags"):
                yield from _citing(item, (*path, key))
    elif isinstance(value, Seq):
        ahead: list[object] = []
        for item in value:
            # Without its number, so that a rule before it makes no difference to another one.
            for at, found, asked in _citing(item, path):
                yield at, found, [*ahead, *asked] if found is item else asked
            if is_in_order(path) and isinstance(item, Map) and "when" in item:
                ahead.append(as_plain(item["when"]))


def _print(path: tuple[str, ...], item: Map, resolved: ResolvedRuleset, tree: Map) -> str:
    """Return what a rule says, with all it speaks of; rules inside it answer for themselves."""
    # What is cited by a whole phase or action is hardly about each of the steps in it.
    is_whole = path[0] in ("phases", "actions") and len(path) == _WHOLE
    bare = _bare(item, None if is_whole else _file_of(item))
    text = json.dumps(bare, sort_keys=True)
    return text + json.dumps(_about(text, resolved, tree), sort_keys=True)


def _about(text: str, resolved: ResolvedRuleset, tree: Map) -> dict[str, object]:
    """Return what is true of the names that a text speaks of."""
    return {word: _fact(word, resolved, tree) for word in sorted(_reached(text, tree))}


def _ahead(path: tuple[str, ...], asked: list[object], resolved: ResolvedRuleset, tree: Map) -> str:
    """Return what is asked ahead of a rule, of which only the first that fits counts.

    Every case goes to some row of a table, so that what an earlier one speaks of counts as well;
    endings seldom meet, and only another one ahead is likely to take cases.
    """
    if path[0] == "tables":
        asked = [*asked, _about(json.dumps(asked), resolved, tree)]
    return json.dumps(asked, sort_keys=True)


_WHOLE: Final = 2
"""How many keys lead to an entry of a section."""


def _limits(path: tuple[str, ...], item: Map, tree: Map) -> str:
    """Return what other files forbid of an action, if a rule is the action itself or its reach.

    What can be done is limited by that, although the rule that says it stays as it is. First come
    restrictions that others have edited, which may forbid more or less, then those they add.
    """
    match path:
        case ("actions", name) | ("actions", name, "operands", _):
            actions = tree["actions"]
            action = actions[name] if isinstance(actions, Map) else None
            rules = action.get("validators") if isinstance(action, Map) else None
            edited: list[object] = []
            added: list[object] = []
            for rule in rules if isinstance(rules, Seq) else ():
                if isinstance(rule, Map) and rule.span.file != _file_of(item):
                    is_added = _began_in(rule) == rule.span.file
                    (added if is_added else edited).append(_bare(rule))
            return json.dumps(edited, sort_keys=True) + json.dumps(added, sort_keys=True)
        case _:
            return ""


def _began_in(rule: Map) -> str:
    """Return the file that a rule is from: an edit leaves its id and its clauses as they are."""
    kept = next((key for key in ("id", "clauses") if key in rule), None)
    return rule.span.file if kept is None else child_span(rule, kept).file


def _file_of(item: Map) -> str:
    """Return the file in which a rule cites its clauses, whichever file has edited it since."""
    clauses = item["clauses"]
    assert isinstance(clauses, Seq)  # noqa: S101 - the models have seen it
    return clauses.span.file


def _bare(value: Value, file: str | None = None) -> object:
    """Return a rule without the rules inside it that cite clauses of their own.

    What another file than that of the rule puts among its steps is a change of it all the same.
    """
    if isinstance(value, Map):
        return {
            key: _bare_list(key, item, file) if isinstance(item, Seq) else _bare(item, file)
            for key, item in value.items()
            if key not in ("clauses", "picture", "title", "plural", "denied", "says", "explained")
            and not _answers_itself(item)
        }
    if isinstance(value, Seq):
        return [_bare(item, file) for item in value if not _answers_itself(item)]
    return as_plain(value)


_STEPS: Final = frozenset({"then", "else", "do", "repeat", "steps"})
"""Lists of the steps that a rule is made of."""


def _bare_list(key: str, items: Seq, file: str | None) -> object:
    if key == "rows":
        return _bare_rows(items)
    if key not in _STEPS or file is None:
        return _bare(items, file)
    return [
        _bare(item, file)
        for item in items
        if not isinstance(item, Map) or not _answers_itself(item) or _file_of(item) != file
    ]


def _bare_rows(rows: Seq) -> object:
    """Return the rows of a table; those that a variant lays over it change what it answers."""
    below = rows[-1]
    return [
        _bare(row)
        for row in rows
        if not _answers_itself(row)
        or (isinstance(row, Map) and isinstance(below, Map) and row.span.file != below.span.file)
    ]


def _answers_itself(value: Value) -> bool:
    return isinstance(value, Map) and isinstance(value.get("clauses"), Seq)


def _reached(text: str, tree: Map) -> set[str]:
    """Return the names that a text speaks of, and those that what they stand for speaks of."""
    reached: set[str] = set()
    pending = [text]
    while pending:
        for word in set(_WORD.findall(pending.pop())) - reached:
            reached.add(word)
            for section in _DECLARED:
                declared = tree.get(section)
                if isinstance(declared, Map) and word in declared:
                    pending.append(json.dumps(_bare(declared[word])))
    return reached


def _fact(word: str, resolved: ResolvedRuleset, tree: Map) -> object:
    """Return what is true of a name: the cells of a zone, an attribute, what is declared."""
    for find in (_cells, _attribute, _kind):
        fact = find(word, resolved)
        if fact is not None:
            return fact
    declared = [tree.get(section) for section in _DECLARED]
    entries = (each[word] for each in declared if isinstance(each, Map) and word in each)
    return next((_bare(entry) for entry in entries), None)


def _cells(word: str, resolved: ResolvedRuleset) -> object:
    zones = resolved.grid.zones
    return {
        zone.name: [zone.owner, sorted(zone.cells)]
        for zone in zones
        if zone.name.partition(".")[0] == word
    } or None


def _attribute(word: str, resolved: ResolvedRuleset) -> object:
    kinds = resolved.ruleset.kinds
    return {
        name: str(kind.attributes[word]) for name, kind in kinds.items() if word in kind.attributes
    } or None


def _kind(word: str, resolved: ResolvedRuleset) -> object:
    kind = resolved.ruleset.kinds.get(word)
    return None if kind is None else sorted(kind.letters)
