"""Things that are declared and then never spoken of, under any flag values."""

from __future__ import annotations

import re
from collections.abc import Collection, Iterator, Mapping
from typing import Final

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.resolve.checks.declarations import models_in
from ruleengine.resolve.flags.citing import cited_in, is_list_of_clauses
from ruleengine.schema.reach import ANY_KIND, KindOperand
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.step_sources import ForEachSpec
from ruleengine.schema.steps import Let
from ruleengine.source.document import Map, Seq, Value
from ruleengine.source.locate import locate_key

_WORD: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_]*")
_TOLD: Final = re.compile(r"\{([^{}]*)\}")  # what a sentence tells
# What stands under these keys is read by people, or declares what is being looked for.
_PROSE: Final = frozenset(
    {"about", "because", "clauses", "drawn", "picture", "says", "symbol", "title"}
)
_NOT_RULES: Final = frozenset(
    {"colors", "extends", "flags", "name", "readings", "schema", "silenced"}
)
# Keys whose own keys are names that are being used.
_NAMING: Final = frozenset({"run", "add", "set", "mark", "only", "letters", "attributes"})
# Keys under which a name is mentioned without being asked for.
_NO_QUESTION: Final = frozenset({"hide", "id", "only"})

# Sections of what does nothing by itself, but only where a rule asks for it.
_ASKED_FOR: Final = ("conditions", "tables", "procedures")

NOUNS: Final[Mapping[str, str]] = {
    "zones": "zone",
    "kinds": "kind",
    "counters": "counter",
    "marks": "mark",
    "dice": "die",
    "conditions": "condition",
    "tables": "table",
    "procedures": "procedure",
    "rules": "list of rules",
    "actions": "action",
    "phases": "phase",
}
"""Sections whose names have to be used, and the word for one of them."""


def unused(survey: Survey) -> Iterator[Finding]:
    """Find what nothing in the whole file uses, whatever the flags."""
    words = used_words(survey.root)
    ruleset = survey.rules.resolved.ruleset
    kinds = {piece.kind for piece in survey.rules.resolved.setup}
    if _names_any_kind(ruleset):
        kinds |= set(ruleset.kinds)
    # A symbol is seen on the board, as are the lines of a board that is no plain grid.
    drawn = {name for name, zone in ruleset.zones.items() if zone.symbol is not None}
    for section, noun in NOUNS.items():
        for name in getattr(ruleset, section):
            is_at_work = name in {
                "phases": survey.live.phases,
                "kinds": kinds,
                "zones": drawn,
            }.get(section, ())
            if name not in words and not is_at_work:
                verb = "is never entered" if section == "phases" else "is never used"
                yield _finding(f"{noun} '{name}' {verb}", name, survey, (section, name))
    yield from _unasked(ruleset, words)
    yield from _unseen(survey)
    if ruleset.colors and not words & {"color", "colors", *ruleset.colors}:
        yield _finding("the colors are never given to anybody", "colors", survey, ("colors",))
    for name, flag in survey.rules.resolved.flags.items():
        if flag.affects == "play" and name not in words:
            yield _finding(
                f"nothing depends on flag '{name}'", name, survey, ("flags", name), in_root=True
            )


def _unasked(ruleset: Ruleset, words: Collection[str]) -> Iterator[Finding]:
    """Find names that a step gives to values, and that nothing asks for."""
    for step in models_in(ruleset):
        for name in step.let if isinstance(step, Let) else ():
            if name not in words:
                message = f"the name '{name}' is given to a value, and never used"
                place = step.place_of_key("let", name)
                yield Finding("check/unused", name, message, place, "use it, or take it out")


def _unseen(survey: Survey) -> Iterator[Finding]:
    """Find what is written down, while no rule asks for it and no view shows it."""
    ruleset = survey.rules.resolved.ruleset
    kept = {**dict.fromkeys(ruleset.counters, "counters"), **dict.fromkeys(ruleset.marks, "marks")}
    dark = {
        name
        for view in ruleset.views
        if view.from_ == "everybody" and view.of is None
        for name in view.hide
    }
    lost = [name for name in kept if name in dark]
    read = read_words(survey.root) if lost else ()
    for name in lost:
        if name not in read:
            message = (
                f"{NOUNS[kept[name]]} '{name}' is kept, but no rule asks for it and nobody sees it"
            )
            yield _finding(message, name, survey, (kept[name], name))


def _names_any_kind(ruleset: Ruleset) -> bool:
    """Tell whether a player can name every kind of piece, or steps go through all of them."""
    return any(
        ANY_KIND in (each.kind if isinstance(each, KindOperand) else each.among_kinds or ())
        for each in models_in(ruleset)
        if isinstance(each, KindOperand | ForEachSpec)
    )


def _finding(
    message: str, name: str, survey: Survey, path: tuple[str, ...], *, in_root: bool = False
) -> Finding:
    tree = survey.root if in_root else survey.rules.resolved.tree
    return Finding("check/unused", name, message, locate_key(tree, path), "use it, or take it out")


def used_words(root: Map) -> set[str]:
    """Return every name that some rule of the tree speaks of."""
    return _words_of(root, _NAMING)


def unspoken(tree: Map, *, but_by_views: bool = False) -> dict[str, set[str]]:
    """Return, by section, what no rule of a tree speaks of, or only what nothing speaks of.

    Of a tree under one choice of flags, that is what is there for other readings. With
    `but_by_views` also what only `views` speak of: it decides what is seen, not what is played.
    """
    found: dict[str, set[str]] = {section: set() for section in _ASKED_FOR}
    unheard = frozenset({"views"}) if but_by_views else frozenset()
    while True:
        words = _words_of(tree, _NAMING, without=found, unheard=unheard)
        size = sum(map(len, found.values()))
        for section, names in found.items():
            declared = tree.get(section)
            names.update(set(declared) - words if isinstance(declared, Map) else ())
        if sum(map(len, found.values())) == size:
            return found


def read_words(root: Map) -> set[str]:
    """Return every name that some rule asks for, under whichever flags; to write is not to ask."""
    return _words_of(root, frozenset(), _NO_QUESTION)


def _words_of(
    root: Map,
    naming: frozenset[str],
    skipped: frozenset[str] = frozenset(),
    *,
    without: Mapping[str, Collection[str]] | None = None,
    unheard: frozenset[str] = frozenset(),
) -> set[str]:
    words: set[str] = set()
    for key, value in root.items():
        if key in _PROSE or key in _NOT_RULES or key in unheard:
            words.update(_asked_flags(value) if key in _PROSE else ())
            continue
        if key in NOUNS and isinstance(value, Map):
            # The names that a section declares are not uses of them.
            left_out = (without or {}).get(key, ())
            for name, item in value.items():
                if name not in left_out:
                    _collect(item, words, naming, skipped)
        else:
            _collect(value, words, naming, skipped)
    return words


def _collect(
    value: Value,
    words: set[str],
    naming: frozenset[str],
    skipped: frozenset[str],
    *,
    named: bool = False,
) -> None:
    """Collect words of a value; where its keys are names, a counter may be called `title`."""
    if isinstance(value, Map):
        for key, item in value.items():
            if key in skipped or (key in _PROSE and not named):
                words.update(_told(key, item))
                words.update(_asked_flags(item))
                continue
            if key in {"color", "colors"}:
                words.add(key)
            if key in naming and isinstance(item, Map | Seq):
                for each in item if isinstance(item, Seq) else (item,):
                    words.update(each if isinstance(each, Map) else ())
            _collect(item, words, naming, skipped, named=key in _NAMING)
    elif isinstance(value, Seq):
        for item in value:
            _collect(item, words, naming, skipped)
    elif isinstance(value, str):
        words.update(_WORD.findall(value))


def _told(key: str, value: Value) -> Iterator[str]:
    """Yield the names in what a sentence tells between braces."""
    if key == "says" and isinstance(value, str):
        for told in _TOLD.findall(value):
            yield from _WORD.findall(told)


def _asked_flags(value: Value) -> Iterator[str]:
    """Yield the flags that decide which of several texts, or drawings, there is."""
    if isinstance(value, Map):
        for key, item in value.items():
            if key in {"pick", "value_of"} and isinstance(item, str):
                yield str(item)
            elif key == "only":
                for each in item if isinstance(item, Seq) else (item,):
                    yield from each if isinstance(each, Map) else ()
            else:
                yield from _asked_flags(item)
    elif isinstance(value, Seq):
        for item in value:
            yield from _asked_flags(item)


def uncited_clauses(root: Map) -> tuple[str, ...]:
    """Return the binding clauses that nothing cites, in the order of the file."""
    sentences = root.get("clauses")
    if not isinstance(sentences, Map):
        return ()
    cited: set[str] = set()
    for key, value in root.items():
        if key != "clauses":
            _collect_cited(value, cited)
    return tuple(
        clause
        for clause, said in sentences.items()
        if clause not in cited and not isinstance(said, Map)  # a note need not be cited
    )


def _collect_cited(value: Value, cited: set[str]) -> None:
    if isinstance(value, Map):
        clauses = value.get("clauses")
        if is_list_of_clauses(clauses):
            cited.update(clause for clause, _ in cited_in(clauses))
        for key, item in value.items():
            if key != "clauses":
                _collect_cited(item, cited)
    elif isinstance(value, Seq):
        for item in value:
            _collect_cited(item, cited)
