"""Agents that users write: how they are found, which code plays, and what is said when it fails."""

from __future__ import annotations

import ast
import hashlib
import importlib
import sysconfig
import traceback
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from pathlib import Path
from types import ModuleType
from typing import Any, Final

from ruleengine.agents.protocol import Agent
from ruleengine.errors import AgentError, MissingExtraError, NoRoomError
from ruleengine.game.game import Game

_PACKAGE: Final = Path(__file__).resolve().parents[1]
_FRAMES: Final = 5
_LONGEST: Final = 300
_DIGITS: Final = 16
_CODES: Final[dict[str, tuple[object, str]]] = {}
"""The digest of a module as it was imported; an edit that comes later does not play."""


def factory_of(text: str) -> Callable[..., Any]:
    """Return what makes an agent, `package.module:factory`; AgentError when there is no such."""
    module, _, name = text.partition(":")
    try:
        found = getattr(_imported(module), name, None)
    except KeyboardInterrupt:
        raise
    except BaseException as error:
        failed = Failure.of(error)
        message = f"the module '{module}' of the agent '{text}' cannot be imported: "
        if isinstance(error, ModuleNotFoundError) and error.name == module.partition(".")[0]:
            hint = "it has to be where Python looks for modules, such as the folder you are in"
            raise AgentError("agent/not-importable", f"{message}{error}", hint=hint) from error
        raise failed.as_error(
            "agent/not-importable", message + failed.what, f"mend it: `import {module}` fails"
        ) from error
    if not callable(found):
        message = f"there is nothing to call by the name of '{name}' in the module '{module}'"
        raise AgentError(
            "agent/not-importable", message, hint="name a function or a class that makes an agent"
        )
    made: Callable[..., Any] = found
    return made


def made_by(  # noqa: PLR0913 - all but the first are named
    factory: Callable[..., Any], *, spec: str, game: Game, seed: int, number: int, seat: str
) -> Agent:
    """Call a factory; AgentError when it fails, or when what it makes is no agent."""
    try:
        agent = factory(game, seed=seed, number=number, seat=seat)
    except (AgentError, MissingExtraError, KeyboardInterrupt):
        raise
    except BaseException as error:
        failed = Failure.of(error, factory)
        where = f"for {seat} of game {number} with seed {seed}"
        message = f"the agent '{spec}' could not be made {where}: {failed.what}"
        hint = "it is called as `factory(game, seed=..., number=..., seat=...)`"
        raise failed.as_error("agent/not-made", message, hint) from error
    if not callable(getattr(agent, "choose", None)):
        what = "nothing" if agent is None else f"something of the type '{type(agent).__name__}'"
        message = f"'{spec}' returned {what}, which has no method `choose`"
        raise AgentError("agent/not-an-agent", message, hint="return an object with `choose`")
    made: Agent = agent
    return made


def is_foreign(agent: object) -> bool:
    """Return whether users wrote an agent, so that what it raises is no fault of the engine."""
    return type(agent).__module__.partition(".")[0] != _PACKAGE.name


PASSED_ON: Final = (AgentError, MissingExtraError, NoRoomError, KeyboardInterrupt)
"""What an agent may raise that says by itself what is wrong, or is no failure of the agent."""


@dataclass(frozen=True)
class Failure:
    """What somebody else's code raised, and where."""

    what: str
    """The exception and its text, in a line."""
    place: str | None
    """The last line of the user's own that was run."""
    trace: tuple[str, ...]
    """The last lines of the user's own that led there."""

    @classmethod
    def of(cls, error: BaseException, called: object = None) -> Failure:
        """Look at an exception; where none of the user's lines was run, at what was called."""
        name, text = type(error).__name__, " ".join(str(error).split())
        frames = list(_own(traceback.extract_tb(error.__traceback__)))
        trace = [f"{_place(each.filename, each.lineno)}, in {each.name}" for each in frames]
        trace = [
            f"{shown}: {frame.line}" if frame.line else shown
            for shown, frame in zip(trace, frames, strict=True)
        ]
        place = _place(frames[-1].filename, frames[-1].lineno) if frames else None
        code = getattr(getattr(called, "__func__", called), "__code__", None)
        if place is None and code is not None:
            place = _place(code.co_filename, code.co_firstlineno)
        if isinstance(error, SyntaxError) and error.filename:
            place, text = _place(error.filename, error.lineno), str(error.msg)
            trace.append(f"{place}: {(error.text or '').strip()}")
        what = f"{name}: {text}" if text else name
        return cls(what[:_LONGEST], place, tuple(trace[-_FRAMES:]))

    def as_error(self, code: Any, message: str, hint: str) -> AgentError:  # noqa: ANN401 - a code
        """Return the exception that says so."""
        return AgentError(code, message, hint=hint, place=self.place, trace=self.trace)


def _own(frames: traceback.StackSummary) -> Iterator[traceback.FrameSummary]:
    """Yield the frames that are the user's; if there are none, those that are not the engine's."""
    theirs = [
        frame
        for frame in frames
        if not frame.filename.startswith("<frozen")
        and Path(frame.filename).parent != Path(importlib.__file__).parent
        and not Path(frame.filename).resolve().is_relative_to(_PACKAGE)
    ]
    installed = [Path(path).resolve() for path in _installed()]
    own = [
        frame
        for frame in theirs
        if not any(Path(frame.filename).resolve().is_relative_to(path) for path in installed)
    ]
    yield from own or theirs


def _place(file: str, line: int | None) -> str:
    path = Path(file)
    if path.is_relative_to(Path.cwd()):
        path = path.relative_to(Path.cwd())
    return f"{path}:{line}" if line else str(path)


@cache
def _installed() -> tuple[str, ...]:
    """Return the folders of what is installed; nobody edits that between two runs."""
    paths, names = sysconfig.get_paths(), ("stdlib", "platstdlib", "purelib", "platlib")
    return tuple(dict.fromkeys(paths[name] for name in names))


def code_of(text: str) -> str | None:
    """Return a digest of the code of an agent, `package.module:factory`, as it was imported.

    It takes in the module and, as far as they are named by `import`, all modules in the same folder
    and below it; of an installed package only what belongs to it. What lies elsewhere, data files
    and what is imported by name at play are not in it. Nothing for a module that is no file.
    """
    name = text.partition(":")[0]
    module = _imported(name)
    kept = _CODES.get(name)
    return None if kept is None or kept[0] is not module.__spec__ else kept[1]


def _imported(name: str) -> ModuleType:
    """Return a module; the digest of its code is taken when it is first asked for."""
    module = import_module(name)
    if name not in _CODES or _CODES[name][0] is not module.__spec__:
        digest = _digest(module)
        if digest is not None:
            _CODES[name] = module.__spec__, digest
    return module


def _digest(module: ModuleType) -> str | None:
    file = getattr(module, "__file__", None)
    if file is None or not Path(file).is_file():
        return None
    path, name = Path(file).resolve(), module.__name__
    if name == "__main__":
        name = path.stem
    depth = name.count(".") + (path.name == "__init__.py")
    root = path.parents[depth]
    digest = hashlib.sha256()
    for found in sorted(_sources(root, name, path)):
        digest.update(f"{found.relative_to(root).as_posix()} ".encode())
        digest.update(hashlib.sha256(found.read_bytes()).digest())
    return digest.hexdigest()[:_DIGITS]


def _sources(root: Path, name: str, path: Path) -> set[Path]:
    """Return the files of a module and of all below the root that it comes to import."""
    is_installed = any(root == Path(path).resolve() for path in _installed())
    top = name.partition(".")[0] if is_installed else None
    found: set[Path] = set()
    todo = [(name, path), *_packages(root, name)]
    while todo:
        name, path = todo.pop()
        if path in found:
            continue
        found.add(path)
        for wanted in _imports(name, path):
            if top is None or wanted.partition(".")[0] == top:
                todo += [*_packages(root, wanted), *_file_of(root, wanted)]
    return found


def _packages(root: Path, name: str) -> Iterator[tuple[str, Path]]:
    """Yield the packages that a module lies in, whose code is run before its own."""
    parts = name.split(".")
    for length in range(1, len(parts)):
        yield from _file_of(root, ".".join(parts[:length]))


def _file_of(root: Path, name: str) -> Iterator[tuple[str, Path]]:
    base = root.joinpath(*name.split("."))
    for path in (base / "__init__.py", base.with_name(f"{base.name}.py")):
        if path.is_file():
            yield name, path.resolve()
            return


def _imports(name: str, path: Path) -> Iterator[str]:
    """Yield the modules that a file names by `import`, wherever in it."""
    try:
        tree = ast.parse(path.read_bytes())
    except (SyntaxError, ValueError):
        return  # compiled code, or a file that will be found wrong when it is imported
    package = name.split(".") if path.name == "__init__.py" else name.split(".")[:-1]
    for node in ast.walk(tree):
        if isinstance(node, ast.Import):
            yield from (each.name for each in node.names)
        elif isinstance(node, ast.ImportFrom):
            above = package[: len(package) - node.level + 1] if node.level else []
            base = ".".join([*above, *([node.module] if node.module else [])])
            if base:
                yield base
            yield from (f"{base}.{each.name}" if base else each.name for each in node.names)
