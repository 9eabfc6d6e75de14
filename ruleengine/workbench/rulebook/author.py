"""What all chapters of a rulebook share: the game, its words, and which clauses were printed."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Iterator, Mapping
from collections.abc import Set as AbstractSet
from dataclasses import dataclass, field, replace
from functools import cached_property
from itertools import takewhile

from ruleengine.analysis.unused_check import used_words
from ruleengine.game.game import Game
from ruleengine.schema.board import Zone
from ruleengine.schema.model import Model
from ruleengine.schema.reach import AnyOfOperand, LeapOperand, LineOperand, Operand
from ruleengine.workbench.rulebook.document import Sayings
from ruleengine.workbench.rulebook.homes import actions_of_clauses, asked_by, homes_of
from ruleengine.workbench.rulebook.opening import Opening
from ruleengine.workbench.rulebook.phrases import settled
from ruleengine.workbench.rulebook.picture import Palette, drawn_names, shades_of, side_colors
from ruleengine.workbench.rulebook.speech import ACTOR, Speech, local_name
from ruleengine.workbench.rulebook.standing import QUOTED, Standing
from ruleengine.workbench.rulebook.untold import untold_steps
from ruleengine.workbench.rulebook.usage import Usage, are_counted, telling


@dataclass
class Author:
    """Writes one rulebook; each clause is printed where it is first needed, and only there."""

    game: Game
    """The game as its author wrote it, with its flags."""
    speech: Speech
    """Words for its rules under the flags chosen, to no one in particular."""
    usage: Usage
    """What play reaches."""
    told: Usage
    """What of it is told: not what only unexplained procedures and tables speak of."""
    standings: Mapping[str, Standing]
    avoided: frozenset[tuple[str, str]] = frozenset()
    """Clauses with chapters that do not come to print them."""
    printed: set[str] = field(default_factory=set)

    @cached_property
    def to_mover(self) -> Speech:
        """The same words, said to the side on turn."""
        return replace(self.speech, is_to_mover=True)

    def addressing(self, action: str) -> Speech:
        """Return the words for an action, said to whoever plays it."""
        operands = self.speech.rules.ruleset.actions[action].operands
        speech = replace(
            self.to_mover.naming(operands),
            in_line=self._in_line(operands),
            leapt_to=frozenset(
                name for name, operand in operands.items() if self._is_leapt_to(operand)
            ),
        )
        if action in self.usage.submitted:
            return replace(speech, mover_words=ACTOR)
        return speech

    def _is_leapt_to(self, operand: Operand) -> bool:
        """Tell whether some ways to a cell are leaps, over whatever stands between."""
        return isinstance(operand, AnyOfOperand) and any(
            isinstance(way, LeapOperand)
            and way.leap.through is None
            and settled(self.speech, way.when) is not False
            for way in operand.any_of
        )

    def _in_line(self, operands: Mapping[str, Operand]) -> frozenset[frozenset[str]]:
        """Return the operands that lie in line with the one from which they are reached."""
        lines = {
            name: local_name(self.speech.root(operand.line.from_))
            for name, operand in operands.items()
            if isinstance(operand, LineOperand)
        }
        return frozenset(frozenset({name, start}) for name, start in lines.items() if start)

    @cached_property
    def palette(self) -> Palette:
        """The colors of sides and zones."""
        grid, ruleset = self.speech.rules.grid, self.speech.rules.ruleset
        titles = {
            name: self.speech.zone(name)
            for zone_name, zone in ruleset.zones.items()
            if zone.explained
            for name in drawn_names(zone_name, zone)
        }
        return Palette(side_colors(ruleset), shades_of(grid, titles))

    @cached_property
    def opening(self) -> Opening:
        """The first position."""
        return Opening(self.game, self.speech)

    @cached_property
    def unspoken(self) -> frozenset[str]:
        """The names of what is there only for what is not explained.

        What tells positions apart is asked for wherever they are counted.
        """
        used = self.usage.names | self.usage.kept
        asked = {*telling(self.speech.rules.ruleset)} if are_counted(self.told.names) else set()
        return frozenset(used - self.told.names - self.told.kept - asked)

    @cached_property
    def begun_untold(self) -> frozenset[str]:
        """The counters and marks that the first phases change in steps that nobody is told."""
        ruleset = self.speech.rules.ruleset
        first = takewhile(lambda phase: not phase.goes_round, ruleset.phases.values())
        untold = [step for phase in first for step in untold_steps(ruleset, phase.flow)]
        return frozenset(name for step in untold for name in self.usage.beneath(step).kept)

    @cached_property
    def idle_zones(self) -> frozenset[str]:
        """The zones that only other readings of the file ask about, and that no board shows."""
        ruleset = self.speech.rules.ruleset
        laid_out = self.usage.beneath(
            (ruleset.setup, ruleset.zones, ruleset.sheets, ruleset.kinds, ruleset.board)
        )
        here = {name.partition(".")[0] for name in self.usage.names | laid_out.names}
        elsewhere = used_words(self.usage.root) - here
        return frozenset(
            name
            for name, zone in ruleset.zones.items()
            if name in elsewhere and not zone.off_board and not _is_shown(zone)
        )

    @cached_property
    def homes(self) -> Mapping[str, str]:
        """The chapter of every clause that has one."""
        ruleset = self.speech.rules.ruleset
        asked = [name for name in ruleset.actions if self.usage.is_only_asked(name)]
        left = {
            clause: [chapter for chapter in chapters if (clause, chapter) not in self.avoided]
            for clause, chapters in homes_of(ruleset, asked, self.unspoken).items()
        }
        return {clause: chapters[0] for clause, chapters in left.items() if chapters}

    @property
    def missed(self) -> frozenset[tuple[str, str]]:
        """The clauses that are not printed and should be, with the chapters they belonged to.

        A rule that cites one may be told elsewhere or not at all, as one that play never reaches.
        """
        return frozenset(
            (clause, chapter)
            for clause, chapter in self.homes.items()
            if self._remark(clause) is not None and clause not in self.printed
        )

    def sayings(
        self, chapter: str, *parts: object, besides: AbstractSet[str] = frozenset()
    ) -> Iterator[Sayings]:
        """Yield the sentences of a chapter behind parts of the ruleset, each only once.

        With them come those of the clauses that are named `besides`.
        """
        cited: Collection[str] = {*self._cited_by(parts), *besides} if parts else self.homes
        fresh = [
            clause
            for clause in cited
            if self._remark(clause) is not None
            and clause not in self.printed
            and self.homes.get(clause) == chapter
            and (chapter != "actions" or self._is_told_at(clause, parts))
        ]
        self.printed.update(fresh)
        if fresh:
            order = list(self.game.clauses)
            fresh.sort(key=order.index)
            yield Sayings(
                tuple(
                    (clause, self.game.clauses[clause], self._remark(clause) or "")
                    for clause in fresh
                )
            )

    def left_out_with(self, part: object) -> Iterator[object]:
        """Yield what is left out because only things like this part use it: none is explained."""
        ruleset, used = self.speech.rules.ruleset, self.usage.beneath(part)
        names = self.unspoken & (used.names | used.kept)
        sections: tuple[Mapping[str, object], ...] = (
            ruleset.procedures,
            ruleset.conditions,
            ruleset.tables,
            ruleset.actions,
            ruleset.counters,
            ruleset.marks,
        )
        for section in sections:
            yield from (section[name] for name in section if name in names)

    def _remark(self, clause: str) -> str | None:
        """Return what is said of a clause where it is quoted; nothing if it is not."""
        how = self.standings.get(clause)
        return None if how is None else QUOTED.get(how)

    def _is_told_at(self, clause: str, parts: tuple[object, ...]) -> bool:
        """Tell whether a clause is printed at one of some actions, and not at a later one."""
        ruleset = self.speech.rules.ruleset
        best = self._best_actions.get(clause)
        return best is None or any(part is ruleset.actions[best] for part in parts)

    @cached_property
    def _best_actions(self) -> Mapping[str, str]:
        ruleset = self.speech.rules.ruleset
        offered = [name for name in ruleset.actions if name in self.usage.offered]
        return actions_of_clauses(ruleset, offered)

    def _cited_by(self, parts: tuple[object, ...]) -> Iterator[str]:
        """Yield the clauses of parts of the ruleset, and of the conditions that they ask."""
        ruleset = self.speech.rules.ruleset
        yield from clauses_in(parts)
        for name in asked_by(ruleset, parts):
            yield from clauses_in(ruleset.conditions[name])


def _is_shown(zone: Zone) -> bool:
    """Tell whether boards draw a zone, or a part of it."""
    parts = (zone.parts or {}).values()
    return bool(zone.owner or zone.symbol) or any(each.owner or each.symbol for each in parts)


def clauses_in(value: object) -> Iterator[str]:
    """Yield the clauses that a part of a ruleset, and everything inside it, comes from."""
    match value:
        case Model():
            yield from getattr(value, "clauses", ())
            for key in type(value).model_fields:
                if key != "clauses":
                    yield from clauses_in(getattr(value, key))
        case dict():
            yield from clauses_in(value.values())
        case str():
            return
        case Iterable():
            for item in value:
                yield from clauses_in(item)
