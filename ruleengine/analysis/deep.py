"""Random games, to find what no look at the rules alone finds.

The engine is driven through a protocol, so that this stays below the library in the order of
layers. Warnings from here are about so many games: what was not seen may still happen.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from contextlib import contextmanager
from dataclasses import dataclass, field
from fractions import Fraction
from random import Random
from typing import Any, Final, Protocol

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.liveness import every_step
from ruleengine.analysis.sharing import note_alike, shared_cell
from ruleengine.analysis.silences import keep_loud
from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, EndlessError, Span
from ruleengine.pipeline.flow import Run
from ruleengine.pipeline.rules import Rules
from ruleengine.pipeline.state import Event, State
from ruleengine.pipeline.steps.reactions import BoundReaction
from ruleengine.resolve.constants import fold
from ruleengine.schema import steps
from ruleengine.schema.wording import counted
from ruleengine.source.locate import locate_key

MAX_PLIES: Final = 2_000
"""A random game that is longer than this is taken not to end."""

CODES: Final[tuple[Code, ...]] = (
    "check/endless-game",
    "check/never-played",
    "check/never-fired",
    "check/never-ended",
    "check/shared-cell",
)
"""The warnings that only random games give."""


class Chance(Protocol):
    """One way in which chance may fall."""

    @property
    def probability(self) -> Fraction:
        """How likely it is."""


class Choice(Protocol):
    """One move."""

    @property
    def name(self) -> str:
        """The action, or the name of the choice."""

    @property
    def text(self) -> str:
        """The move as a player writes it."""

    @property
    def values(self) -> tuple[int | str | None, ...]:
        """Operands or option as numbers."""


class Result(Protocol):
    """How a game ended."""

    @property
    def ending(self) -> str:
        """The name of the ending."""


class PlayablePosition(Protocol):
    """What is asked of a position."""

    @property
    def chance(self) -> Sequence[Chance] | None:
        """The ways in which chance may fall; None at any other point."""

    @property
    def outcome(self) -> Result | None:
        """How the game ended; None while it goes on."""

    @property
    def state(self) -> State:
        """The numbers behind it."""

    @property
    def actors(self) -> tuple[str, ...]:
        """The seats that decide."""

    def legal_moves(self) -> Sequence[Choice]:
        """Return the moves of the first seat that decides."""

    def sample_moves(self) -> Sequence[Choice]:
        """Return what may be played by whoever plays at random."""

    def play(self, choice: Any, /) -> PlayablePosition:  # noqa: ANN401 - whatever the position gave
        """Return the position after a move or a chance outcome."""


class PlayableGame(Protocol):
    """What is asked of a game."""

    @property
    def rules(self) -> Rules:
        """The rules it is played by."""

    def start(self) -> PlayablePosition:
        """Return the first position."""


@dataclass
class DeepReport:
    """What random games showed."""

    num_games: int
    seed: int
    num_plies: int = 0
    played: dict[str, int] = field(default_factory=dict)
    """How often each action was played."""
    endings: dict[str, int] = field(default_factory=dict)
    """How often each ending was reached; unfinished games are not among them."""
    fired: set[str] = field(default_factory=set)
    """The reactions that followed something."""
    alike: dict[str, str] = field(default_factory=dict)
    """Moves by action that are written like others and mean pieces that are not alike."""
    unfinished: list[int] = field(default_factory=list)
    """The games that did not end, by number."""
    interrupted: bool = False
    """Whether Ctrl-C ended the games before all were played."""
    diagnostics: tuple[Diagnostic, ...] = ()


def deep_check(
    game: PlayableGame,
    *,
    games: int,
    seed: int,
    max_plies: int = MAX_PLIES,
    progress: Callable[[int, int], None] | None = None,
) -> DeepReport:
    """Play random games and report what broke, what never ended and what never came up.

    The same seed plays the same games; game `n` does not depend on how many there are. `progress`
    hears after each ply how many games are over, and how many plies there were in all. Ctrl-C ends
    the games, and the report is about those that were over.
    """
    report = DeepReport(games, seed)
    broken: list[Diagnostic] = []
    tell = progress or (lambda _games, _plies: None)
    number = 0
    try:
        with _watched(game.rules, report.fired):
            for number in range(games):
                failure = _play_out(game, report, number, max_plies, tell)
                if failure is not None:
                    broken.append(failure)
    except KeyboardInterrupt:
        report.num_games, report.interrupted = number, True
    silenced = game.rules.resolved.ruleset.silenced
    loud = keep_loud(_findings(game.rules, report, max_plies), silenced, CODES)
    found = [*broken, *(each for each in loud if each.code != "check/silence-unused")]
    report.diagnostics = tuple(sorted(found, key=lambda each: each.sort_key()))
    return report


def _play_out(
    game: PlayableGame,
    report: DeepReport,
    number: int,
    max_plies: int,
    tell: Callable[[int, int], None],
) -> Diagnostic | None:
    """Play one game and count what happens; return what broke, if anything did."""
    source = Random(f"{report.seed}/{number}")  # noqa: S311 - games, not secrets
    ply = 0
    try:
        position = game.start()
        while position.outcome is None and ply < max_plies:
            choice = _pick(position, source)
            note_alike(game.rules, position, report.alike)
            position = position.play(choice)
            name = getattr(choice, "name", "")
            if name in game.rules.actions:
                report.played[name] = report.played.get(name, 0) + 1
            ply += 1
            tell(number, report.num_plies + ply)
    except Exception as error:  # noqa: BLE001 - whatever breaks, the other games are played
        what = f"{type(error).__name__}: {error}"
        return Diagnostic(
            "check/broken-game",
            f"random game {number} of seed {report.seed} broke at ply {ply}: {what}",
            None,
            "let somebody decide on the way round, or leave the loop"
            if isinstance(error, EndlessError)
            else "this is a bug in ruleengine; please report it with the ruleset and the seed",
        )
    report.num_plies += ply
    if position.outcome is None:
        report.unfinished.append(number)
    else:
        ending = position.outcome.ending
        report.endings[ending] = report.endings.get(ending, 0) + 1
    return None


def _pick(position: PlayablePosition, source: Random) -> object:
    if position.chance is not None:
        weights = [float(each.probability) for each in position.chance]
        return source.choices(position.chance, weights)[0]
    return source.choice(position.sample_moves())


def _findings(rules: Rules, report: DeepReport, max_plies: int) -> Iterator[Finding]:
    if report.num_games == 0:  # nothing was played, so that nothing shows
        return
    tree = rules.resolved.tree
    games = counted(report.num_games, "random game")
    if report.unfinished:
        first = report.unfinished[0]
        yield Finding(
            "check/endless-game",
            None,
            f"{len(report.unfinished)} of {games} did not end within {max_plies} plies, "
            f"first game {first} of seed {report.seed}",
            locate_key(tree, ("endings",)),
            "add an ending for games that go on too long, such as a limit of turns",
        )
    for name, text in report.alike.items():
        yield shared_cell(rules, name, text, games)
    offered = rules.resolved.ruleset.offered
    for name in rules.actions:
        if name in offered and name not in report.played:
            yield _never(
                "check/never-played",
                f"action '{name}' was never played",
                name,
                games,
                locate_key(tree, ("actions", name)),
            )
    for reaction in rules.reactions:
        if reaction.name not in report.fired:
            yield _never(
                "check/never-fired",
                f"reaction '{reaction.name}' never followed anything",
                reaction.name,
                games,
                locate_key(tree, ("reactions", reaction.name)),
            )
    # Where no game ended at all, that has been said.
    endings = _all_endings(rules) if len(report.unfinished) < report.num_games else ()
    for name, span in endings:
        if name not in report.endings:
            yield _never(
                "check/never-ended", f"ending '{name}' was never reached", name, games, span
            )


def _never(code: Code, what: str, about: str, games: str, span: Span | None) -> Finding:
    hint = "play more games, or look at what it needs"
    return Finding(code, about, f"{what} in {games}", span, hint)


def _all_endings(rules: Rules) -> Iterator[tuple[str, Span | None]]:
    """Yield the endings and the named steps that end the game, with their places."""
    ruleset, checked = rules.resolved.ruleset, rules.resolved.checked
    for ending, spec in zip(rules.endings, ruleset.endings, strict=True):
        if fold(checked[spec.when].root) is not False:  # else flags switch it off
            yield ending.name, ending.span
    for step in every_step(ruleset.step_lists):
        if isinstance(step, steps.End) and step.id is not None:
            yield step.id, step.span


@dataclass
class _Watched:
    """A reaction that notes when it follows something."""

    of: BoundReaction
    fired: set[str]

    @property
    def name(self) -> str:
        return self.of.name

    @property
    def effects(self) -> int:
        return self.of.effects

    def answers(self, game: Run, event: Event) -> bool:
        answer = self.of.answers(game, event)
        if answer:
            self.fired.add(self.of.name)
        return answer


@contextmanager
def _watched(rules: Rules, fired: set[str]) -> Iterator[None]:
    """Note in `fired` which reactions follow something; nothing else tells it from outside."""
    real = list(rules.reactions)
    rules.reactions[:] = [_Watched(reaction, fired) for reaction in real]  # type: ignore[misc]  # it answers like one
    try:
        yield
    finally:
        rules.reactions[:] = real
