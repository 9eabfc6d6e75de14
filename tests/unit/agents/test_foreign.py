"""Agents of users: what is said when they fail, and how an edit of them is noticed."""

from __future__ import annotations

import pickle
import sys
from collections.abc import Callable, Iterator
from importlib import invalidate_caches, reload
from pathlib import Path
from typing import TypeAlias

import pytest

from ruleengine import load
from ruleengine.agents.arena import chosen_move, play_game
from ruleengine.agents.foreign import code_of
from ruleengine.agents.registry import parse_spec
from ruleengine.errors import AgentError
from ruleengine.game.match import Match
from ruleengine.game.moves.moves import Move
from ruleengine.game.views import View

Write: TypeAlias = Callable[[dict[str, str]], None]
"""Writes modules by name."""

AGENTS = """
class Fails:
    def choose(self, view, moves):
        if len(view.pieces) > 0:
            return self.missing()
    def missing(self):
        raise {raised}

class Narrow:
    def choose(self):
        pass

def fails(game, *, seed, number, seat):
    return Fails()

def narrow(game, *, seed, number, seat):
    return Narrow()

def without_seat(game, *, seed, number):
    return Fails()

def breaks(game, *, seed, number, seat):
    raise RuntimeError("no weights")
"""


@pytest.fixture
def write(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[Write]:
    """Write modules into a folder where they are found; afterwards they are forgotten."""
    monkeypatch.syspath_prepend(tmp_path)
    monkeypatch.chdir(tmp_path)
    before = set(sys.modules)

    def write_files(files: dict[str, str]) -> None:
        for name, text in files.items():
            path = tmp_path / f"{name}.py"
            path.parent.mkdir(exist_ok=True)
            path.write_text(text, encoding="utf-8")
        invalidate_caches()

    yield write_files
    for name in set(sys.modules) - before:
        del sys.modules[name]


def refused(spec: str) -> AgentError:
    with pytest.raises(AgentError) as caught:
        play_game(load("breakthrough_6x6"), [spec, "random"], seed=5, number=3)
    return caught.value


@pytest.mark.parametrize("raised", ["KeyError('oops')", "SystemExit(3)"])
def test_an_agent_that_fails_is_named_with_its_line_and_the_game(write: Write, raised: str) -> None:
    write({"failing": AGENTS.format(raised=raised)})
    error = refused("failing:fails")
    assert error.code == "agent/raised"
    assert error.place == "failing.py:7"
    assert "'failing:fails' failed as white, at ply 0 of game 3 with seed 5: " in error.message
    assert error.message.endswith(raised.replace("(", ": ").rstrip(")"))
    assert error.trace == (
        "failing.py:5, in choose: return self.missing()",
        f"failing.py:7, in missing: raise {raised}",
    )
    assert error.shown.startswith("failing.py:7: agent/raised: ")


def test_an_agent_that_takes_no_view_is_named_with_its_line(write: Write) -> None:
    write({"failing_narrow": AGENTS})
    error = refused("failing_narrow:narrow")
    assert (error.code, error.place) == ("agent/raised", "failing_narrow.py:10")


@pytest.mark.parametrize(
    ("factory", "line", "what"),
    [("without_seat", 19, "argument 'seat'"), ("breaks", 23, "RuntimeError: no weights")],
)
def test_a_factory_that_fails_is_named(write: Write, factory: str, line: int, what: str) -> None:
    write({"failing_factory": AGENTS})
    error = refused(f"failing_factory:{factory}")
    assert (error.code, error.place) == ("agent/not-made", f"failing_factory.py:{line}")
    assert what in error.message
    assert "white of game 3 with seed 5" in error.message


@pytest.mark.parametrize(
    ("text", "line", "what"),
    [
        ("def make(game)\n", 1, "SyntaxError: "),
        ("\nimport surely_not_there\n", 2, "surely_not_there"),
        ("raise SystemExit\n", 1, "SystemExit"),
    ],
)
def test_a_module_that_is_broken_is_named(write: Write, text: str, line: int, what: str) -> None:
    write({"failing_module": text})
    error = refused("failing_module:make")
    assert (error.code, error.place) == ("agent/not-importable", f"failing_module.py:{line}")
    assert what in error.message


@pytest.mark.parametrize("spec", ["./here/own_agents.py:make", "own_agents.py:make"])
def test_an_agent_named_by_its_file_is_told_its_name(spec: str) -> None:
    error = refused(spec)
    assert error.code == "agent/unknown"
    assert "`own_agents:make`" in error.hint


def test_errors_come_back_from_other_machines_as_they_were(write: Write) -> None:
    write({"failing_far": AGENTS.format(raised="KeyError")})
    error = refused("failing_far:fails")
    again = pickle.loads(pickle.dumps(error))  # noqa: S301 - our own
    assert (again.shown, str(again), again.place) == (error.shown, str(error), error.place)


def codes(write: Write, spec: str, files: dict[str, str]) -> str | None:
    """Return the digest of an agent in a process that imports these files."""
    for name in [name for name in sys.modules if name.startswith("coded")]:
        del sys.modules[name]
    write(files)
    return code_of(spec)


def test_an_edit_of_the_module_or_of_what_it_imports_beside_it_is_noticed(write: Write) -> None:
    files = {
        "coded": "import json\nimport coded_help\ndef make(): pass\n",
        "coded_help": "def weigh():\n    from coded_more import scale\n",
        "coded_more": "scale = 1\n",
        "coded_other": "scale = 1\n",
    }
    before = codes(write, "coded:make", files)
    assert before is not None
    assert codes(write, "coded:make", files) == before
    assert codes(write, "coded:make", files | {"coded_other": "scale = 2\n"}) == before
    for name in ("coded", "coded_help", "coded_more"):
        assert codes(write, "coded:make", files | {name: files[name] + "# other\n"}) != before


def test_an_edit_in_a_package_is_noticed(write: Write) -> None:
    files = {
        "codedbox/__init__": "scale = 1\n",
        "codedbox/agents": "from .help import weigh\nfrom . import more\ndef make(): pass\n",
        "codedbox/help": "weigh = 1\n",
        "codedbox/more": "",
    }
    before = codes(write, "codedbox.agents:make", files)
    for name, text in files.items():
        edited = files | {name: f"{text}# other\n"}
        assert codes(write, "codedbox.agents:make", edited) != before


def test_the_digest_is_that_of_the_code_that_plays(write: Write) -> None:
    write({"coded_late": "def make(): pass\n"})
    before = code_of("coded_late:make")
    write({"coded_late": "def make(): return 1  # longer\n"})
    assert code_of("coded_late:make") == before
    reload(sys.modules["coded_late"])
    assert code_of("coded_late:make") != before


def test_an_installed_agent_is_its_own_package_alone(write: Write) -> None:
    del write
    assert parse_spec("json.decoder:JSONDecoder").factory is not None
    assert code_of("json.decoder:JSONDecoder") is not None


def test_a_move_of_other_rules_is_played_by_its_text() -> None:
    """It was refused with the text of a legal move."""
    game, other = load("breakthrough"), load("breakthrough_6x6")
    match = Match(game, 1)
    known = {move.text: move for move in other.start().legal_moves()}

    class Elsewhere:
        def choose(self, view: View, moves: tuple[Move, ...]) -> Move:
            assert moves == view.legal_moves
            return next(known[move.text] for move in moves if move.text in known)

    move = chosen_move(match, match.actors[0], Elsewhere())
    assert move in match.position.legal_moves()
    assert move not in known.values()
