"""Where rulesets and variants are found: by name or by path, and never outside their project."""

from __future__ import annotations

import os
import re
from pathlib import Path
from typing import TYPE_CHECKING, Final

from ruleengine.errors import Diagnostic, ResolveError, SourceError
from ruleengine.expressions.problems import did_you_mean

if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator

    from ruleengine.errors import Span

SUFFIX: Final = ".yaml"
RULESETS: Final = "rulesets"
VARIANTS: Final = "variants"

_HEAD: Final = re.compile(r"^\W*(schema|extends)\b", re.MULTILINE)
_CASES: Final = "cases"
_TOP_KEY: Final = re.compile(rf"^(schema|{_CASES})\s*:", re.MULTILINE)
_PATH_SUFFIXES: Final = (SUFFIX, ".yml")
_PACKAGE: Final = Path(__file__).parents[2]
# A wheel carries the rulesets inside the package; in a checkout they lie beside it.
_SHIPPED_HOMES: Final = (_PACKAGE / "shipped", _PACKAGE.parent)


def spelled(name_or_path: str | os.PathLike[str]) -> str:
    """Return a name or path as text; a path object is never a name.

    >>> spelled("duel"), spelled(Path("duel"))
    ('duel', './duel')
    """
    if isinstance(name_or_path, str):
        return name_or_path
    text = os.fspath(name_or_path)
    return text if _is_path(text) else os.path.join(os.curdir, text)  # noqa: PTH118 - Path drops it


def find(
    name_or_path: str,
    near: Path | None = None,
    roots: Iterable[Path] | None = None,
    *,
    at: Span | None = None,
    cases: Path | None = None,
) -> Path:
    """Return the file that a name or a path stands for.

    Args:
        name_or_path: A name has neither a slash nor the suffix `.yaml`.
        near: The file that refers to it; names are looked for around it, and paths start from
            its directory. Without it both start from the current directory, and whether a path
            exists is left to whoever reads it.
        roots: The directories it may lie in, symlinks followed; anywhere if not given.
        at: The place that refers to it, for diagnostics.
        cases: A file of scenario cases that names it; a name is looked for beside that file and
            in the directory above it before anywhere else.
    """
    directory = _absolute(near).parent if near is not None else Path.cwd()
    if _is_path(name_or_path):
        path = _absolute(directory / name_or_path)
        if roots is not None:
            _check_inside(name_or_path, path, roots, at)
        if near is not None and not _is_file(path):
            raise _unknown(name_or_path, _names_in([path.parent]), at)
        return path
    around = [] if cases is None else [*_around_cases(cases)]
    found = _rules_in(around, name_or_path) or next(
        filter(_is_file, (place / f"{name_or_path}{SUFFIX}" for place in _places(directory))), None
    )
    if found is None:
        places = [*around, *_places(directory)]
        looked_in = "" if cases is None else _looked_in(places)
        raise _unknown(name_or_path, _names_in(places), at, looked_in)
    if roots is not None:
        _check_inside(name_or_path, found, roots, at)
    return found


def _around_cases(cases: Path) -> Iterator[Path]:
    """Yield where names in a file of cases are looked for first; cases often lie in `tests`."""
    own = _absolute(cases).parent
    for home in (own, own.parent):
        yield home
        yield from _library_places(_project(home))


def _rules_in(places: Iterable[Path], name: str) -> Path | None:
    """Return the first file of a name that has no cases; they are often called like the rules."""
    files = (place / f"{name}{SUFFIX}" for place in places)
    return next((file for file in files if _is_file(file) and not looks_like_cases(file)), None)


def _looked_in(places: Iterable[Path]) -> str:
    """Say in which directories a name was looked for."""
    shipped = set(_shipped_places())
    own = [place for place in places if place not in shipped and place.is_dir()]
    named = dict.fromkeys(shown_name(place) for place in own)
    listed = ("the current directory" if text == os.curdir else text for text in named)
    return f"it was looked for in {', '.join(listed)} and among what comes with ruleengine"


def roots_of(path: Path) -> tuple[Path, ...]:
    """Return the directories that a file, and whatever it extends, may read from."""
    return (_project(_absolute(path).parent), *_shipped_directories())


def shipped_names() -> dict[str, Path]:
    """Return every ruleset and variant that comes with the package, by name."""
    return dict(sorted(_names_in(_shipped_places()).items()))


def shown_name(path: Path, given: str | None = None) -> str:
    """Return what messages call a file: as the user gave it, else as short as can be."""
    if given is not None and _is_path(given):
        return given
    path = _absolute(path)
    for directory in _shipped_directories():
        if path.is_relative_to(directory):
            return path.relative_to(directory.parent).as_posix()
    if path.is_relative_to(Path.cwd()):
        return path.relative_to(Path.cwd()).as_posix()
    try:
        relative = Path(os.path.relpath(path))
    except ValueError:  # on another drive
        relative = path
    return min(relative.as_posix(), path.as_posix(), key=len)


def _absolute(path: Path) -> Path:
    # Not `resolve`: a file that is a symlink belongs where the link is.
    return Path(os.path.abspath(path))  # noqa: PTH100 - the method keeps `..`


def _is_path(name_or_path: str) -> bool:
    separators = {"/", os.sep}
    return name_or_path.endswith(_PATH_SUFFIXES) or any(each in name_or_path for each in separators)


def _is_file(path: Path) -> bool:
    try:
        return path.is_file()
    except (OSError, ValueError):  # a name too long for the file system, or with a zero byte
        return False


def _places(directory: Path) -> Iterator[Path]:
    """Yield the directories in which names are looked for, nearest first."""
    yield directory
    yield from _library_places(_project(directory))
    yield from _shipped_places()


def _project(directory: Path) -> Path:
    """Return the directory that holds `rulesets` and `variants`, seen from one inside it."""
    if directory.name in {RULESETS, VARIANTS}:
        return directory.parent
    if directory.parent.name == RULESETS:
        return directory.parent.parent
    return directory


def _library_places(home: Path) -> Iterator[Path]:
    rulesets = home / RULESETS
    yield rulesets
    yield from _subdirectories(rulesets)
    yield home / VARIANTS


def _subdirectories(directory: Path) -> list[Path]:
    try:
        return sorted(entry for entry in directory.iterdir() if entry.is_dir())
    except OSError:
        return []


def _shipped_home() -> Path | None:
    return next((home for home in _SHIPPED_HOMES if (home / RULESETS).is_dir()), None)


def _shipped_places() -> Iterator[Path]:
    home = _shipped_home()
    if home is not None:
        yield from _library_places(home)


def _shipped_directories() -> tuple[Path, ...]:
    home = _shipped_home()
    return (home / RULESETS, home / VARIANTS) if home is not None else ()


def _names_in(directories: Iterable[Path]) -> dict[str, Path]:
    """Return the files in the directories by name; the nearest directory wins."""
    names: dict[str, Path] = {}
    for directory in directories:
        try:
            files = sorted(directory.glob(f"*{SUFFIX}"))
        except OSError:
            continue
        for file in files:
            if not file.name.startswith("."):  # settings of some tool
                names.setdefault(file.stem, file)
    return names


def _is_ruleset(path: Path) -> bool:
    """Return whether a file looks like a ruleset or variant, and not like scenario cases, say."""
    return _HEAD.search(_text_of(path)) is not None


def looks_like_cases(path: Path) -> bool:
    """Return whether a file has scenario cases, by the keys at its top."""
    return set(_TOP_KEY.findall(_text_of(path))) == {_CASES}


def looks_like_rules(path: Path) -> bool:
    """Return whether a file is a ruleset or variant, by the keys at its top."""
    return set(_TOP_KEY.findall(_text_of(path))) == {"schema"}


def _text_of(path: Path) -> str:
    try:
        return path.read_text(encoding="utf-8", errors="replace") if path.is_file() else ""
    except OSError:
        return ""


def _check_inside(name_or_path: str, path: Path, roots: Iterable[Path], at: Span | None) -> None:
    real = os.path.realpath(path)
    inside = any(Path(real).is_relative_to(os.path.realpath(root)) for root in roots)
    if Path(name_or_path).is_absolute() or not inside:
        message = f"'{name_or_path}' lies outside the directories of this project"
        hint = "put the file beside this one, or into `rulesets` or `variants`, and name it"
        raise SourceError([Diagnostic("source/outside-roots", message, at, hint)])


def _unknown(
    name_or_path: str, names: dict[str, Path], at: Span | None, looked_in: str = ""
) -> Exception:
    stem = Path(name_or_path).name.removesuffix(SUFFIX)
    names = {name: path for name, path in names.items() if _is_ruleset(path)}
    hint = did_you_mean(stem, names) or (
        f"there is {', '.join(sorted(names))}" if names else "give the path of a file"
    )
    message = f"there is no ruleset or variant '{name_or_path}'"
    message += f"; {looked_in}" if looked_in else ""
    if at is None:
        return SourceError([Diagnostic("source/not-found", message, None, hint)])
    return ResolveError([Diagnostic("resolve/unknown-parent", message, at, hint)])
