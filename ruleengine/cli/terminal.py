"""Drawing on a terminal: colors where there are any, plain text everywhere else."""

from __future__ import annotations

import re
import sys
from collections.abc import Iterable, Sequence
from itertools import cycle
from typing import Final

from rich.console import Console, ConsoleOptions, RenderResult
from rich.measure import Measurement
from rich.text import Text

from ruleengine.cli.output import printable
from ruleengine.game.game import Game
from ruleengine.table.lines import Line, plain

_STYLES: Final = {"": "", "dim": "dim", "title": "bold", "warn": "yellow", "zone": "blue"}
_OTHERS: Final = ("cyan", "yellow", "magenta", "green", "red", "blue")
# Sides that are called like a color have it; black would not be seen on a dark terminal.
_NAMED: Final = {
    "red": "red",
    "blue": "bright_blue",
    "green": "green",
    "yellow": "yellow",
    "white": "bright_white",
    "black": "magenta",
}
_SIDE_STYLES: Final = tuple(f"bold {color}" for color in _OTHERS)
_PART: Final = re.compile(r"[^/\-_.: ]*[/\-_.: ]+|[^/\-_.: ]+")
_MIN_WIDTH: Final = 40
_MAX_WIDTH: Final = 100
_HEIGHT: Final = 24  # where nobody says how high it is
_CLEAR: Final = "\x1b[H\x1b[2J\x1b[3J"  # the screen and what has been scrolled off it


class _Console(Console):
    """A console that leaves it to the command line what happens when nobody reads any more."""

    def on_broken_pipe(self) -> None:
        """Raise it anew: rich would end the program as if the command had failed."""
        raise BrokenPipeError


def console() -> Console:
    """Return the console for stdout.

    Markup and emoji are off: a ruleset may contain brackets and colons of its own.
    """
    return _Console(markup=False, emoji=False, highlight=False, soft_wrap=False)


def hanging(out: Console, text: Text) -> Text:
    """Return a line that, where it goes on below, is indented as far as its words begin."""
    words = text.plain.lstrip(" -")
    indent = len(text) - len(words)
    if "\n" in words or text.cell_len <= out.width:
        return text
    lines = text[indent:].wrap(out, max(out.width - indent, 1))
    for line in lines:
        line.rstrip()
    return text[:indent] + Text("\n" + " " * indent).join(lines)


class Parts:
    """Lines that go on below after a `/`, `-`, `_`, `.`, `:` or space, not within a word."""

    def __init__(self, lines: Iterable[str]) -> None:
        self._lines = [_PART.findall(line) for line in lines]

    def __rich_measure__(self, _console: Console, _options: ConsoleOptions) -> Measurement:
        parts = [len(part.rstrip()) for line in self._lines for part in line]
        whole = [sum(map(len, line)) for line in self._lines]
        return Measurement(max(parts, default=0), max(whole, default=0))

    def __rich_console__(self, _console: Console, options: ConsoleOptions) -> RenderResult:
        for parts in self._lines:
            line = ""
            for part in parts:
                if line and len(line) + len(part.rstrip()) > options.max_width:
                    yield Text(line.rstrip(), overflow="fold")
                    line = ""
                line += part
            yield Text(line.rstrip(), overflow="fold")


def board(game: Game, drawing: str) -> Text:
    """Return a drawn board with the pieces in the colors of their sides, and its key below it."""
    styles, frame = _styles(game), game.rules.grid.frame
    text = Text()
    lines = drawing.splitlines()
    left = max(map(len, frame.left), default=-1) + 1
    # Between the rows are lines that join the cells, if the board has them.
    step, first = 2 if frame.strokes else 1, len(frame.above[:1])
    last = first + step * (frame.rows - 1)
    rows = range(first, last + 1, step)
    for number, line in enumerate(lines[: last + 1]):
        begin = left if number in rows else len(line)
        text.append(line[:begin], style="dim")
        for mark in line[begin:]:
            text.append(mark, style=styles.get(mark, ""))
        text.append("\n")
    return text.append("\n".join(lines[last + 1 :]), style="dim")


class RichTerminal:
    """The terminal of a person, or a file or pipe in its place."""

    def __init__(self) -> None:
        self._console = console()
        self._is_screen = self._console.is_terminal and not self._console.is_dumb_terminal
        self.is_paged = sys.stdin.isatty() and sys.stdout.isatty()
        self._sides: dict[str, str] = {}
        self._colors = cycle(_OTHERS)
        _never_fail_to_decode()
        if self.is_paged:
            self._completer = _Completer()

    @property
    def width(self) -> int:
        """How many characters a line has; the window may have changed."""
        return min(max(self._console.width, _MIN_WIDTH), _MAX_WIDTH)

    @property
    def height(self) -> int:
        """How many lines there are."""
        return self._console.height if self._console.is_terminal else _HEIGHT

    def show(self, lines: Iterable[Line]) -> None:
        """Print lines."""
        for each in lines:
            if not self._console.is_terminal:
                sys.stdout.write(printable(plain([each])) + "\n")
                continue
            text = Text()
            for bit in each:
                text.append(printable(bit.text), style=self._style(bit.role))
            self._console.print(text, soft_wrap=True)

    def _style(self, role: str) -> str:
        name, mark = role.removesuffix("!"), role.endswith("!")
        if name.startswith("side "):
            if name not in self._sides:
                known = _NAMED.get(name.removeprefix("side "))
                self._sides[name] = f"bold {known or next(self._colors)}"
            style = self._sides[name]
        else:
            style = _STYLES[name]
        return f"{style} reverse".strip() if mark else style

    def ask(self, prompt: str, options: Sequence[str] = ()) -> str | None:
        """Return what is typed, or nothing at the end of input."""
        if self.is_paged:
            self._completer.options = sorted(set(options))
        try:
            answer = input(printable(prompt))
        except EOFError:
            sys.stdout.write("\n")
            return None
        if not sys.stdin.isatty():  # a terminal shows what is typed; a file or a pipe does not
            sys.stdout.write(f"{printable(answer)}\n")
        return answer

    def wipe(self) -> None:
        """Leave nothing of what was shown or typed, as far as the terminal lets it be done."""
        if self.is_paged:
            self._completer.forget()
        if not self._console.is_terminal:
            sys.stdout.write("\n")
            return
        # A terminal that cannot clear its screen can at least scroll.
        sys.stdout.write("\n" * self.height + (_CLEAR if self._is_screen else ""))
        sys.stdout.flush()


class _Completer:
    """The tab key and the history of the line, where there is a readline."""

    def __init__(self) -> None:
        self.options: list[str] = []
        try:
            import readline  # noqa: PLC0415 - it takes over `input`, which is for people only
        except ImportError:  # on Windows
            self._readline = None
            return
        self._readline = readline
        readline.set_completer(self._complete)
        readline.set_completer_delims("")
        readline.parse_and_bind("tab: complete")

    def _complete(self, text: str, number: int) -> str | None:
        found = [option for option in self.options if option.startswith(text)]
        return found[number] if number < len(found) else None

    def forget(self) -> None:
        """Forget what was typed: whoever comes next could bring it back with a key."""
        self.options = []
        if self._readline is not None:
            self._readline.clear_history()


def _never_fail_to_decode() -> None:
    """Take what is no text as something that is no move."""
    reconfigure = getattr(sys.stdin, "reconfigure", None)
    if reconfigure is not None:
        reconfigure(errors="replace")


def _styles(game: Game) -> dict[str, str]:
    ruleset = game.rules.resolved.ruleset
    styles = dict.fromkeys(ruleset.zone_symbols, "blue")
    styles["."] = "dim"
    sides = list(ruleset.sides)
    for kind in ruleset.kinds.values():
        for side, letter in kind.letters.items():
            if side in sides:  # else a piece of nobody, which stays plain
                styles[letter] = _SIDE_STYLES[sides.index(side) % len(_SIDE_STYLES)]
    return styles
