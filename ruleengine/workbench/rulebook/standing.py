"""Which sentences of a ruleset hold, word for word, under the flags that are chosen.

The rules of a game are those of its tree; a sentence is only what an author wrote about them. It
is taken for true where nothing speaks against that: some rule comes from it, or it allows what
needs no rule; no reading makes it doubtful; and every rule that cites it says the same as in the
file that the sentence was written in, under the readings of that file. Where only the last is
wanting it is quoted with a remark.
"""

from __future__ import annotations

import re
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from pathlib import Path
from typing import Final, Literal, TypeAlias

from ruleengine.errors import RulesetError
from ruleengine.game.game import Game
from ruleengine.game.loading import game_of, load
from ruleengine.resolve.clause_doubts import is_default, set_aside
from ruleengine.resolve.files.library import shipped_names, shown_name
from ruleengine.resolve.files.overlay import MergedTree
from ruleengine.resolve.flags.rules import terms_of
from ruleengine.schema.flags import Flag
from ruleengine.schema.ruleset import NoRule, Note
from ruleengine.source.document import Map, child_span
from ruleengine.workbench.rulebook.cited_rules import Citations, citations_of
from ruleengine.workbench.rulebook.compared_rules import (
    Comparison,
    are_written_still,
    compared,
    holds_more,
)

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
    here = citations_of(resolved)
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
            before = bases.citations(clause, with_options=False)
            is_more = holds_more(before.whole.get(clause, []), here.whole.get(clause, []))
            found[clause] = "extended" if is_more else "optional"
        elif clause not in here.whole and isinstance(said, NoRule):
            found[clause] = "holds"
        elif clause not in here.whole:
            is_bare = clause not in bases.citations(clause).whole
            found[clause] = _unenforced(asked[clause], is_bare) if clause in asked else "unused"
        else:
            how = _compared(clause, bases.citations(clause), here)
            # Numbers are what a change of rules makes wrong first, and a limit as well.
            text = resolved.ruleset.sentences[clause]
            has_numbers = how in ("changed", "restricted") and _FIGURE.search(text) is not None
            found[clause] = "outdated" if has_numbers else how
    return found


def _compared(clause: str, before: Citations, here: Citations) -> Comparison:
    """Return how the rules of a clause compare with those of the file that it was written in.

    That they keep a tally besides, which none of them reads, makes no difference to them.
    """
    then, now = before.whole.get(clause, []), here.whole[clause]
    how = compared(then, now)
    if how == "changed" and are_written_still(then, now):
        return compared(before.plain.get(clause, []), here.plain[clause])
    return how


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
        self._known: dict[tuple[str, bool], Citations] = {}

    def citations(self, clause: str, *, with_options: bool = True) -> Citations:
        """Return what cites clauses in the file that one of them was written in.

        With the choices made that are left to the players, or as the file proposes.
        """
        assert isinstance(self._clauses, Map)  # noqa: S101 - the clause was found in it
        file = child_span(self._clauses, clause).file
        known = self._known.get((file, with_options))
        if known is None:
            game = self._load(file, with_options=with_options)
            known = self._known[file, with_options] = citations_of(game.rules.resolved)
        return known

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
