"""Records in files: read with a place for everything that is wrong, written as a whole."""

from __future__ import annotations

import json
from collections.abc import Mapping
from dataclasses import dataclass
from functools import cached_property
from pathlib import Path
from typing import Any, Final

from ruleengine.codes import Code
from ruleengine.errors import (
    Diagnostic,
    PlayError,
    PositionError,
    ResolveError,
    RulesetError,
    SchemaError,
    SourceError,
    Span,
)
from ruleengine.game.game import Game
from ruleengine.game.kept.record import Record, take_ply
from ruleengine.game.kept.record_form import Where, check_form
from ruleengine.game.loading import game_of
from ruleengine.resolve.files.overlay import SCHEMA_VERSION, MergedTree, read_tree
from ruleengine.resolve.flags.choosing import choose_flags, read_flags
from ruleengine.source.document import Map
from ruleengine.source.locate import locate, locate_key
from ruleengine.source.yaml_reader import read_content, read_text

MAX_BYTES: Final = 64 * 1024 * 1024


@dataclass(frozen=True)
class RecordFile:
    """A record that was read from a file, and where its parts stand there."""

    name: str
    text: str
    record: Record

    @cached_property
    def _tree(self) -> Map | None:
        """The same text with places; it is looked at only when something is wrong."""
        try:
            # JSON is YAML; a text that is too long for that has no places but its beginning.
            return read_text(self.text, self.name).root
        except SourceError:
            return None

    def place(self, *where: str | int) -> Span:
        """Return the place of a part of the record."""
        if self._tree is None:
            return Span(self.name, 1, 1, 1, 2)
        return locate(self._tree, where)

    def complaint(
        self, code: Code, message: str, where: Where, hint: str | None = None
    ) -> ResolveError:
        """Return the error for something in the record that does not fit the rules."""
        return ResolveError([Diagnostic(code, message, self.place(*where), hint)])

    def load_game(self, rules: str | None = None, *, elsewhere: str | None = None) -> Game:
        """Return the game that was played, from the ruleset of its name or from the one given.

        `elsewhere` says what to do where the ruleset lies in another place than its name says.

        Raises:
            RulesetError: there is no such ruleset, or it has changed since; with the place in
                the record.
        """
        record = self.record
        if record.schema != SCHEMA_VERSION:
            message = f"the record is of schema {record.schema}, and this is {SCHEMA_VERSION}"
            hint = "use the version of ruleengine that wrote it"
            raise self.complaint("resolve/schema-version", message, ("schema",), hint)
        try:
            tree = read_tree(rules or record.ruleset)
        except RulesetError as error:
            first = error.diagnostics[0]
            if rules is not None or (first.span is not None and first.span.line > 1):
                raise  # what is wrong is no matter of the record
            raise self.complaint(
                first.code, first.message, ("ruleset",), _where_hint(elsewhere)
            ) from None
        try:
            game = game_of(tree, changed_flags(tree, record.flags))
        except RulesetError as error:
            first = error.diagnostics[0]
            message = f"'{record.ruleset}' does not know these flags any more: {first.message}"
            raise self.complaint(
                "position/other-ruleset", message, ("flags",), self._rules_hint(rules)
            ) from None
        if game.hash != record.hash:
            message = f"'{record.ruleset}' has changed since the record was made"
            hint = self._rules_hint(rules)
            raise self.complaint("position/other-ruleset", message, ("hash",), hint)
        return game

    def _rules_hint(self, rules: str | None) -> str:
        """Return what tells how far the record fits rules that are not its own."""
        rules = rules or self.record.ruleset
        return f"`ruleengine replay {self.name} --rules {rules}` says where it stops fitting"

    def load_other(self, rules: str | None, flags: Mapping[str, object]) -> Game:
        """Return another game to hold the record against.

        Other rules are taken as they are; rules of the same name, as far as they know them,
        under the flags of the record; `flags` come on top.
        """
        tree = read_tree(rules or self.record.ruleset)
        own: Mapping[str, object] = {}
        if tree.root.get("name") == self.record.ruleset:
            declared = read_flags(tree.root)
            known = {name: each for name, each in self.record.flags.items() if name in declared}
            own = changed_flags(tree, known)
        return game_of(tree, {**own, **flags})

    def check_plies(self, game: Game) -> None:
        """Play the record under its own rules; RulesetError with the place of what is wrong."""
        record = self.record
        try:
            position = record.first(game)
        except PositionError as error:
            where = "opening" if record.start is None else "start"
            raise self.complaint(error.code, error.message, (where,)) from None
        for number, ply in enumerate(record.plies):
            try:
                position = take_ply(position, ply)
            except (PlayError, PositionError) as error:
                message = f"ply {number + 1}, '{ply.text}': {error.message}"
                hint = "somebody has changed the record; take it from where it came from"
                raise self.complaint(error.code, message, ("plies", number), hint) from None
        outcome = None if position.outcome is None else position.outcome.to_dict()
        claimed = record.outcome if record.closing == "finished" else None
        if outcome != claimed and not (record.closing != "finished" and outcome is None):
            reached = "goes on" if outcome is None else f"ends: {outcome['reason']}"
            message = f"after the last ply the game {reached}; the record says something else"
            hint = "somebody has changed the record; take it from where it came from"
            where = "closing" if (outcome is None) != (claimed is None) else "outcome"
            raise self.complaint("position/bad-value", message, (where,), hint)
        if record.by is not None and record.by not in game.seats:
            message = f"there is no seat '{record.by}'; there are: {', '.join(game.seats)}"
            raise self.complaint("position/bad-value", message, ("by",))


def read_record(path: Path, name: str | None = None) -> RecordFile:
    """Read a record; RulesetError with all that is wrong and where, if it is none."""
    name = str(path) if name is None else name
    text = read_content(path, name, max_bytes=MAX_BYTES).removeprefix("\ufeff")
    data = _json(text, name)
    faults = check_form(data)
    if not faults:
        return RecordFile(name, text, Record.of_checked(data))
    tree = _places(text, name)
    raise SchemaError(
        Diagnostic(
            _code(message),
            message,
            Span(name, 1, 1, 1, 2) if tree is None else _place(tree, where),
            "this is no record of a game" if not where else None,
        )
        for where, message in faults
    )


def _place(tree: Map, where: Where) -> Span:
    is_key = len(where) == 1 and where[0] in tree and isinstance(where[0], str)
    return locate_key(tree, where) if is_key else locate(tree, where)


def _code(message: str) -> Code:
    if message.endswith("is missing"):
        return "schema/missing-key"
    if message.startswith("there is no key"):
        return "schema/unknown-key"
    return "schema/wrong-type" if message.startswith("expected") else "schema/bad-value"


def _places(text: str, name: str) -> Map | None:
    try:
        return read_text(text, name).root
    except SourceError:
        return None


def _json(text: str, name: str) -> Any:  # noqa: ANN401 - JSON may be anything
    def refuse(code: Code, message: str, span: Span) -> SourceError:
        hint = "a record is written whole or not at all; take it from where it came from"
        return SourceError([Diagnostic(code, message, span, hint)])

    start = Span(name, 1, 1, 1, 2)
    if not text.strip():
        raise refuse("source/empty", "the file is empty", start)
    try:
        return json.loads(text, object_pairs_hook=_unique)
    except json.JSONDecodeError as error:
        span = Span(name, error.lineno, error.colno, error.lineno, error.colno + 1)
        message = f"this is no JSON: {error.msg[:1].lower()}{error.msg[1:]}"
        raise refuse("source/syntax", message, span) from None
    except _TwiceError as error:
        raise refuse("source/duplicate-key", str(error), start) from None
    except RecursionError:
        raise refuse("source/too-deep", "the file is nested too deeply", start) from None
    except ValueError as error:  # a number of thousands of digits
        raise refuse("source/unsupported", f"this is no JSON: {error}", start) from None


class _TwiceError(ValueError):
    """A key was written twice."""


def _unique(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) != len(pairs):
        keys = [key for key, _ in pairs]
        twice = next(key for key in keys if keys.count(key) > 1)
        raise _TwiceError(f"the key '{twice}' is there twice")
    return found


def changed_flags(tree: MergedTree, flags: Mapping[str, Any]) -> dict[str, Any]:
    """Return the flags that differ from what a ruleset says by itself.

    A record has the values of all flags, and to set one that another rules out is an error.
    """
    own = choose_flags(read_flags(tree.root), tree.root, {}).values
    return {
        name: value
        for name, value in flags.items()
        if name not in own or not _same(own[name], value)
    }


def _same(one: object, other: object) -> bool:
    return json.dumps(one, sort_keys=True) == json.dumps(other, sort_keys=True)


def _where_hint(elsewhere: str | None) -> str:
    """Return where a ruleset that is not found by its name has to be looked for."""
    hint = "names are looked for around the current directory: go where the game was begun"
    return f"{hint}, or {elsewhere}" if elsewhere else hint
