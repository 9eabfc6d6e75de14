"""What the documentation shows works: set-up commands, Python blocks and console blocks."""

from __future__ import annotations

import os
import re
import shlex
import shutil
import subprocess
import sys
from dataclasses import dataclass
from itertools import pairwise
from pathlib import Path

import pytest

ROOT = Path(__file__).resolve().parents[2]
PAGES = [ROOT / "README.md", *sorted((ROOT / "docs").rglob("*.md"))]
MARKED = re.compile(r"<!-- command: (\w+) -->\n(.*?)<!-- /command -->", re.DOTALL)
FENCE = re.compile(r"^```(?P<language>\w*)[^\n]*\n(?P<body>.*?)^```$", re.MULTILINE | re.DOTALL)
# The same call that the installed script makes.
CLI = "import sys; from ruleengine.cli.main import main; sys.exit(main())"


@dataclass(frozen=True, slots=True)
class Block:
    """A fenced block, and the line of its page on which its first line stands."""

    language: str
    body: str
    line: int


def blocks_of(page: Path) -> list[Block]:
    text = page.read_text(encoding="utf-8")
    return [
        Block(found["language"], found["body"], text.count("\n", 0, found.start("body")) + 1)
        for found in FENCE.finditer(text)
    ]


def pages_with(language: str) -> list[Path]:
    return [page for page in PAGES if any(b.language == language for b in blocks_of(page))]


def page_id(page: Path) -> str:
    return page.relative_to(ROOT).as_posix()


def set_up_commands() -> dict[str, str]:
    """Return the marked set-up commands of the README by name."""
    commands = {}
    for name, marked in MARKED.findall((ROOT / "README.md").read_text(encoding="utf-8")):
        blocks = FENCE.findall(marked)
        assert [language for language, _ in blocks] == ["sh"], f"{name}: one ```sh block"
        commands[name] = blocks[0][1].strip()
    return commands


def script_of(blocks: list[Block]) -> str:
    """Join the blocks of a page into one script in which line numbers are those of the page."""
    script = ""
    for block in blocks:
        script += "\n" * (block.line - 1 - script.count("\n")) + block.body
    return script


def commands_of(block: Block) -> list[str]:
    """Return the lines of a console block that are typed after the prompt."""
    lines = block.body.replace("\\\n", " ").splitlines()
    return [line.removeprefix("$ ") for line in lines if line.startswith("$ ")]


def printed_by(page: Path) -> dict[int, str]:
    """Return what blocks of commands print, by their lines: the text block right below each."""
    text = page.read_text(encoding="utf-8")
    found = [*FENCE.finditer(text)]
    return {
        text.count("\n", 0, one.start("body")) + 1: two["body"]
        for one, two in pairwise(found)
        if (one["language"], two["language"]) == ("console", "text")
        and not text[one.end() : two.start()].strip()
    }


def is_printed(shown: str, out: str) -> bool:
    """Return whether a page shows part of an output; dots leave some out, lines may break."""
    parts = (re.escape(" ".join(part.split())) for part in shown.split("..."))
    return re.search(".*".join(parts), " ".join(out.split())) is not None


def run(command: list[str], *, cwd: Path) -> str:
    done = subprocess.run(
        command,
        cwd=cwd,
        env=os.environ | {"RULEENGINE_SAVES": str(cwd / "saves")},
        stdin=subprocess.DEVNULL,
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, f"{shlex.join(command)}\n{done.stdout}\n{done.stderr}"
    return done.stdout


def test_readme_has_exactly_two_set_up_commands() -> None:
    commands = set_up_commands()
    assert sorted(commands) == ["test", "validate"]
    shell_blocks = [b for b in blocks_of(ROOT / "README.md") if b.language in {"sh", "bash", ""}]
    assert len(shell_blocks) == 2
    assert all("\n" not in command for command in commands.values()), "one command, one line"
    assert commands["validate"].endswith("ruleengine validate rulesets/generals_10x10.yaml")
    assert "pytest" in commands["test"]


def test_ci_takes_the_commands_from_the_readme() -> None:
    script = (ROOT / ".ci" / "run").read_text(encoding="utf-8")
    for name, command in set_up_commands().items():
        assert f"run_readme_command {name}" in script
        assert command not in script
    assert "-m pytest" not in script


def test_what_pages_show_is_held_against_what_is_printed() -> None:
    assert sum(len(printed_by(page)) for page in PAGES) >= 4
    assert is_printed("a b ... d", "x a\n  b c d")
    assert not is_printed("a b ... d", "x a b c")
    assert not is_printed("a c", "a b c")


def test_there_are_pages_with_blocks_that_run() -> None:
    assert ROOT / "README.md" in pages_with("python")
    assert ROOT / "README.md" in pages_with("console")


def write_files_of(page: Path, directory: Path) -> None:
    """Write the blocks that begin with `# file: NAME`, as a reader of the page would."""
    for block in blocks_of(page):
        named = re.match(r"# file: (\S+)\n", block.body)
        if named is not None:
            path = directory / named[1]
            path.parent.mkdir(parents=True, exist_ok=True)
            path.write_text(block.body, encoding="utf-8")


@pytest.mark.parametrize("page", pages_with("python"), ids=page_id)
def test_python_blocks_run(page: Path, tmp_path: Path) -> None:
    write_files_of(page, tmp_path)
    blocks = [block for block in blocks_of(page) if block.language == "python"]
    scripts = [block for block in blocks if ">>>" not in block.body]
    transcripts = [block for block in blocks if ">>>" in block.body]
    for name, part, command in (
        (f"{page.stem}.py", scripts, [sys.executable]),
        (f"{page.stem}.txt", transcripts, [sys.executable, "-m", "doctest"]),
    ):
        if part:
            path = tmp_path / name
            path.write_text(script_of(part), encoding="utf-8")
            run([*command, str(path)], cwd=tmp_path)


@pytest.mark.parametrize("page", pages_with("console"), ids=page_id)
def test_console_blocks_run(page: Path, tmp_path: Path) -> None:
    # A copy, because a command that writes must not write into the tree.
    for directory in ("rulesets", "variants"):
        shutil.copytree(ROOT / directory, tmp_path / directory)
    write_files_of(page, tmp_path)
    printed = printed_by(page)
    for block in (block for block in blocks_of(page) if block.language == "console"):
        commands = commands_of(block)
        assert commands, f"line {block.line}: no line starts with '$ '"
        for command in commands:
            program, *arguments = shlex.split(command, comments=True)
            assert program == "ruleengine", f"line {block.line}: ```console is run; use ```sh"
            out = run([sys.executable, "-c", CLI, *arguments], cwd=tmp_path)
        shown = printed.get(block.line, "")
        assert is_printed(shown, out), f"line {block.line}: this is printed now:\n{out}"


def test_links_between_pages_lead_somewhere() -> None:
    links = [
        (page, target)
        for page in [*PAGES, ROOT / "CONTRIBUTING.md", ROOT / "tests" / "README.md"]
        for target in re.findall(
            r"\]\(([^)#\s]+)[^)]*\)", FENCE.sub("", page.read_text(encoding="utf-8"))
        )
        if "://" not in target
    ]
    assert links
    broken = [
        f"{page_id(page)}: {target}"
        for page, target in links
        if not (page.parent / target).exists()
    ]
    assert broken == []
