"""Every flag of a ruleset, every choice, one at a time: the settings that sensitivity plays.

A flag may mean something only when another one is set. Then the setting has both, and it is held
against the one in which only the other is set, so that what is measured is the flag alone.
"""

from __future__ import annotations

import json
from collections.abc import Iterable, Iterator, Sequence
from dataclasses import dataclass
from functools import cached_property
from itertools import combinations

from ruleengine.analysis.blame import FlagBlame
from ruleengine.errors import RulesetError
from ruleengine.game.game import Game
from ruleengine.game.seen_only import Apart, apart
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, read_flags
from ruleengine.resolve.flags.rules import is_among, setting_at
from ruleengine.resolve.flags.solver import Solver
from ruleengine.resolve.flags.values import FlagValue, as_plain, setting_text
from ruleengine.resolve.ruleset import ResolvedRuleset, Sharing, resolve_tree
from ruleengine.schema.flags import Flag, MapFlag
from ruleengine.source.document import Map, Seq


@dataclass(frozen=True)
class Choice:
    """One choice of one flag, or of two, and the setting it is held against."""

    slots: tuple[str, ...]
    values: tuple[str, ...]
    label: str
    given: str
    """What else had to be set for the choice to mean anything; empty when nothing had."""
    affects: str
    game: Game
    reference: Game

    @cached_property
    def apart(self) -> Apart:
        """What it changes: what is played, only what is seen and told, or nothing."""
        return apart(self.reference, self.game)

    @property
    def flag(self) -> str:
        """The flag, without the field of a map."""
        return self.slots[0].partition(".")[0]


class Choices:
    """The choices of a ruleset; games that are the same are made once."""

    def __init__(self, name_or_path: str, flags: dict[str, object] | None = None) -> None:
        self._root = read_tree(name_or_path).root
        self._flags: dict[str, Flag] = read_flags(self._root)
        self._base = choose_flags(self._flags, self._root, flags or {})
        self._solver = Solver(self._flags, self._base)
        self._sharing = Sharing()
        self._games: dict[str, Game] = {}
        self.base = self._game(self._base)

    @property
    def flags(self) -> dict[str, Flag]:
        """All flags."""
        return self._flags

    def why_untried(self, flag: str) -> str:
        """Return why a flag has no choice."""
        if any(self._others(slot) for slot in self._slots([flag])):
            return "no other value that goes with the rest of the flags"
        return "no values to try; write some under `samples` of the flag"

    def single(self, only: Sequence[str] | None = None) -> Iterator[Choice]:
        """Yield each choice that is not the one of the ruleset itself."""
        for slot in self._slots(only):
            for value in self._others(slot):
                found = self._choice({slot: value})
                if found is not None:
                    yield found

    def pairs(self, only: Sequence[str] | None = None) -> Iterator[Choice]:
        """Yield every two choices of different flags that go together."""
        options = [(slot, value) for slot in self._slots(only) for value in self._others(slot)]
        for (one, value), (two, other) in combinations(options, 2):
            if one.partition(".")[0] == two.partition(".")[0]:
                continue
            found = self._choice({one: value, two: other})
            if found is not None:
                yield found

    def _slots(self, only: Sequence[str] | None) -> Iterator[str]:
        for name, flag in self._flags.items():
            if only is not None and name not in only:
                continue
            if isinstance(flag, MapFlag):
                yield from (f"{name}.{field}" for field in flag.fields_)
            else:
                yield name

    def _others(self, slot: str) -> Iterable[FlagValue]:
        now = self._at(self._base, slot)
        return [value for value in self._solver.domain(slot) if not is_among(value, [now])]

    def _choice(self, wanted: dict[str, FlagValue]) -> Choice | None:
        """Return a choice with the setting nearest to the base; None when it cannot be had."""
        allowed = self._solver.narrow({}, {slot: (value,) for slot, value in wanted.items()})
        if allowed is None:
            return None
        values = self._solver.assignment(allowed)
        others = self._changed(values, wanted)
        reference = self._base
        if others:
            asked = {slot: (value,) for slot, value in others.items()}
            asked |= {slot: (self._at(self._base, slot),) for slot in wanted}
            without = self._solver.narrow({}, asked)
            if without is not None:
                reference = self._solver.assignment(without)
        texts = [f"{slot}={written(value)}" for slot, value in wanted.items()]
        given = ", ".join(f"{slot}={written(value)}" for slot, value in others.items())
        flags = [self._flags[slot.partition(".")[0]] for slot in wanted]
        return Choice(
            tuple(wanted),
            tuple(written(value) for value in wanted.values()),
            " & ".join(texts),
            given if reference is not self._base else "",
            "play" if any(flag.affects == "play" for flag in flags) else flags[0].affects,
            self._game(values),
            self._game(reference),
        )

    def _changed(self, values: FlagValues, wanted: Iterable[str]) -> dict[str, FlagValue]:
        """Return what is not as in the base, beside what was wanted."""
        found: dict[str, FlagValue] = {}
        for slot in self._slots(None):
            value = self._at(values, slot)
            if slot not in wanted and not is_among(value, [self._at(self._base, slot)]):
                found[slot] = value
        return found

    @staticmethod
    def _at(values: FlagValues, slot: str) -> FlagValue:
        """Return the value of a flag, or of a field of one."""
        found = setting_at(values.values, slot)
        assert isinstance(found, str | int | Map | Seq)  # noqa: S101 - what flags hold
        return found

    def _game(self, values: FlagValues) -> Game:
        key = json.dumps({name: plain(value) for name, value in values.values.items()})
        if key not in self._games:
            resolved = self._resolved(values)
            self._games[key] = Game(bind_rules(resolved))
        return self._games[key]

    def _resolved(self, values: FlagValues) -> ResolvedRuleset:
        """Return the rules under some values; an error says which of them it needs."""
        try:
            return resolve_tree(self._root, self._flags, values, self._sharing)
        except RulesetError as error:
            blame = FlagBlame(self._root, self._flags, self._base, self._sharing)
            found = [blame.explain(each, values) for each in error.diagnostics]
            raise type(error)(found) from None


def plain(value: FlagValue) -> object:
    """Return a value without its places."""
    return as_plain(value) if isinstance(value, Map | Seq) else value


def written(value: FlagValue) -> str:
    """Return a value as it is written on the command line."""
    if isinstance(value, str | int):
        return setting_text(value)
    return json.dumps(plain(value), ensure_ascii=False).replace('"', "")
