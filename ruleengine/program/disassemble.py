"""A program as text: what each row of code does, with names for numbers and places in the rules."""

from __future__ import annotations

from collections.abc import Iterator
from itertools import takewhile

from ruleengine.errors import Span
from ruleengine.program import layout as layout_module
from ruleengine.program.layout import Layout
from ruleengine.program.opcodes import (
    ADDRESS,
    NAMES,
    ONWARD,
    OPTIONAL,
    REGISTER,
    SHAPES,
    TABLE,
    WIDTH,
)
from ruleengine.program.program import VERSION, Program, Site

_NAME_WIDTH = 9
_TEXT_WIDTH = 56


def disassemble(program: Program) -> str:
    """Return the program as text: first how a row is laid out, then what waits, then the code."""
    return "\n".join([*_head(program), "", *_sites(program), "", *_code(program)]) + "\n"


def program_data(program: Program) -> dict[str, object]:
    """Return the whole program as plain data."""
    layout = program.layout
    return {
        "version": VERSION,
        "row": {"size": layout.size, "copied": layout.copied, "copies": program.num_copies},
        "sections": {name: list(place) for name, place in layout.sections.items()},
        "registers": dict(layout.registers),
        "start": list(program.start_row),
        "entry": program.entry,
        "actions": list(program.actions),
        "endings": list(program.endings),
        "words": dict(program.words),
        "sites": [
            {"what": _site(program, site), "lister": lister, "place": _where(site.span)}
            for site, lister in zip(program.sites, program.listers, strict=True)
        ],
        "code": [
            {"address": address, "op": NAMES[row[0]], "row": list(row), "place": _where(span)}
            for address, row, span in rows_of(program)
        ],
        "data": list(program.data),
    }


def rows_of(program: Program) -> Iterator[tuple[int, tuple[int, ...], Span | None]]:
    """Yield the address, the numbers and the place of every row of code."""
    for number, span in enumerate(program.spans):
        address = number * WIDTH
        yield address, tuple(program.code[address : address + WIDTH]), span


def place_names(layout: Layout) -> dict[int, str]:
    """Return what every number of a row is called."""
    header = takewhile(lambda each: each[0] != "HEADER", vars(layout_module).items())
    names = {place: name.lower() for name, place in header if name.isupper()}
    for name, (offset, length) in layout.sections.items():
        for index in range(length):
            names[offset + index] = f"{name}[{index}]" if length > 1 else name
    return names | {register: name for name, register in layout.registers.items()}


def _head(program: Program) -> Iterator[str]:
    layout = program.layout
    yield f"version {VERSION}"
    yield f"code {len(program.spans)} rows, data {len(program.data)} numbers"
    yield f"row {layout.size} numbers, of which a copy has {layout.copied}"
    yield f"copies {program.num_copies} at most at the same time"
    yield "sections"
    for name, (offset, length) in sorted(layout.sections.items(), key=lambda each: each[1]):
        yield f"  {offset:>6}  {name} ({length})"


def _sites(program: Program) -> Iterator[str]:
    yield "sites"
    for number, site in enumerate(program.sites):
        yield f"  {number:>6}  {_site(program, site)}{_place(site.span)}"


def _site(program: Program, site: Site) -> str:
    if site.actions:
        return f"{site.kind} {', '.join(program.actions[action] for action in site.actions)}"
    return f"{site.kind} {site.name}"


def _code(program: Program) -> Iterator[str]:
    names = place_names(program.layout)
    targets = set(jump_targets(program))
    yield "code"
    for address, row, span in rows_of(program):
        mark = ">" if address in targets else " "
        operands = ", ".join(_operands(row, names))
        text = f"{mark}{address:>6}  {NAMES[row[0]]:<{_NAME_WIDTH}}{operands}".rstrip()
        place = _place(span)
        yield f"{text:<{_TEXT_WIDTH}}{place}" if place else text


def jump_targets(program: Program) -> Iterator[int]:
    """Yield the addresses that rows of code name."""
    for _, row, _ in rows_of(program):
        for shape, value in zip(SHAPES[row[0]], row[1:], strict=False):
            if shape == ADDRESS or (shape == ONWARD and value):
                yield value


def _operands(row: tuple[int, ...], names: dict[int, str]) -> Iterator[str]:
    for shape, value in zip(SHAPES[row[0]], row[1:], strict=False):
        if shape == REGISTER:
            yield names.get(value, "-") if value >= 0 else "-"
        elif shape == OPTIONAL:
            yield names[value] if value else "-"
        elif shape in (ADDRESS, ONWARD):
            if value or shape == ADDRESS:
                yield f"-> {value}"
        elif shape == TABLE:
            yield f"@{value}" if value >= 0 else "-"
        else:
            yield str(value)


def _where(span: Span | None) -> str | None:
    return None if span is None else str(span)


def _place(span: Span | None) -> str:
    return "" if span is None else f"  ; {span.file}:{span.line}"
