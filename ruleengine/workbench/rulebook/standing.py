"""Which sentences of a ruleset hold, word for word, under the flags that are chosen.

The rules of a game are those of its tree; a sentence is only what an author wrote about them. It
is taken for true where nothing speaks against that: some rule comes from it, no reading makes it
doubtful, and every rule that cites it says the same as in the file that the sentence was written
in, under the readings of that file.
"""

from __future__ import annotations

import json
import re
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Final, Literal, TypeAlias

from ruleengine.game.game import Game
from ruleengine.game.loading import game_of, load
from ruleengine.resolve.flag_rules import setting_at, terms_of
from ruleengine.resolve.flag_values import as_plain, setting_text
from ruleengine.resolve.library import shipped_names, shown_name
from ruleengine.resolve.overlay import MergedTree
from ruleengine.resolve.ruleset import ResolvedRuleset
from ruleengine.resolve.standalone import standalone_tree
from ruleengine.schema.ruleset import Note
from ruleengine.source.document import Map, Seq, Value, child_span
from ruleengine.workbench.rulebook.points import plain_value

Standing: TypeAlias = Literal["holds", "open", "changed", "set_aside", "unused", "note"]

STANDING_WORDS: Final[Mapping[Standing, str]] = {
    "holds": "holds",
    "open": "disputed: see the open points",
    "changed": "holds in part: this game has changed a rule that comes from it",
    "set_aside": "set aside by a reading of this game",
    "unused": "plays no part in this game",
    "note": "a remark that binds nobody",
}
"""What is said of a clause, by how it stands."""

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_DECLARED: Final = ("tables", "conditions", "counters", "dice", "marks")


def standings(tree: MergedTree, game: Game) -> dict[str, Standing]:
    """Return how each clause stands."""
    resolved = game.rules.resolved
    here = _citations(resolved)
    doubted = set(_doubted(game))
    asked = {clause for flag in resolved.flags.values() for clause in flag.clauses}
    aside = set(_set_aside(resolved))
    bases = _Bases(tree, game)
    found: dict[str, Standing] = {}
    for clause, said in resolved.ruleset.clauses.items():
        if isinstance(said, Note):
            found[clause] = "note"
        elif clause in aside:
            found[clause] = "set_aside"
        elif clause in doubted or (clause in asked and clause not in here):
            found[clause] = "open"
        elif clause not in here:
            found[clause] = "unused"
        elif here[clause] != bases.citations(clause):
            found[clause] = "changed"
        else:
            found[clause] = "holds"
    return found


def _doubted(game: Game) -> Iterator[str]:
    """Yield the clauses that a flag makes doubtful.

    Where the rulebook is silent or leaves a choice, the default goes with its sentences, so that
    these are in doubt only under another value. Where it contradicts itself they always are.
    """
    for name, flag in game.flags.items():
        is_default = plain_value(game.flag_values[name]) == plain_value(flag.default)
        if not is_default or flag.provenance in (None, "contradiction"):
            yield from flag.clauses


def _set_aside(resolved: ResolvedRuleset) -> Iterator[str]:
    """Yield the clauses that chosen values declare to go against."""
    for name, flag in resolved.flags.items():
        for slot, value, terms in terms_of(name, flag):
            now = setting_at(resolved.values.values, slot)
            if isinstance(now, str | int) and setting_text(now) == value:
                yield from terms.against


class _Bases:
    """What clauses are cited by where they were written."""

    def __init__(self, tree: MergedTree, game: Game) -> None:
        self._tree = tree
        self._game = game
        self._clauses = tree.root.get("clauses")
        self._known: dict[str, dict[str, list[str]]] = {}

    def citations(self, clause: str) -> list[str]:
        """Return what cites a clause in the file that it was written in."""
        assert isinstance(self._clauses, Map)  # noqa: S101 - the clause was found in it
        file = child_span(self._clauses, clause).file
        if file not in self._known:
            self._known[file] = _citations(self._load(file).rules.resolved)
        return self._known[file].get(clause, [])

    def _load(self, file: str) -> Game:
        if file == self._tree.root.span.file:
            return game_of(self._tree)
        shipped = {shown_name(path): path for path in shipped_names().values()}
        return load(str(shipped.get(file, Path(file))))


def _citations(resolved: ResolvedRuleset) -> dict[str, list[str]]:
    """Return what cites each clause, as texts that are equal when the rules are."""
    tree = standalone_tree(resolved)
    found: dict[str, list[str]] = {}
    for path, item in _citing(tree, ()):
        said = _print(item, resolved, tree)
        clauses = item["clauses"]
        assert isinstance(clauses, Seq)  # noqa: S101 - the models have seen it
        for clause in clauses:
            found.setdefault(str(clause), []).append(f"{'.'.join(path)}: {said}")
    return {clause: sorted(texts) for clause, texts in found.items()}


def _citing(value: Value, path: tuple[str, ...]) -> Iterator[tuple[tuple[str, ...], Map]]:
    """Yield every rule that cites clauses, with the keys that lead to it."""
    if isinstance(value, Map):
        if path and isinstance(value.get("clauses"), Seq):
            yield path, value
        for key, item in value.items():
            if path or key not in ("clauses", "flags"):
                yield from _citing(item, (*path, key))
    elif isinstance(value, Seq):
        for item in value:
            # Without its number, so that a rule before it makes no difference to this one.
            yield from _citing(item, path)


def _print(item: Map, resolved: ResolvedRuleset, tree: Map) -> str:
    """Return what a rule says, with all it speaks of; rules inside it answer for themselves."""
    bare = _bare(item)
    text = json.dumps(bare, sort_keys=True)
    about = {word: _fact(word, resolved, tree) for word in sorted(_reached(text, tree))}
    return text + json.dumps(about, sort_keys=True)


def _bare(value: Value) -> object:
    """Return a rule without the rules inside it that cite clauses of their own."""
    if isinstance(value, Map):
        return {
            key: _bare(item)
            for key, item in value.items()
            if key not in ("clauses", "picture", "title") and not _answers_itself(item)
        }
    if isinstance(value, Seq):
        return [_bare(item) for item in value if not _answers_itself(item)]
    return as_plain(value)


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
