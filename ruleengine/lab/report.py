"""Reports: one HTML page that needs nothing else, with what it takes to play the games again."""

from __future__ import annotations

import json
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, field
from importlib import resources
from typing import Final

import jinja2

from ruleengine.game.game import Game
from ruleengine.lab import pictures
from ruleengine.lab.boards import heat_map
from ruleengine.lab.comparing import Compared
from ruleengine.lab.contrasts import LENGTH, MARGIN, Measure
from ruleengine.lab.pictures import PALETTE, Bar, Point
from ruleengine.lab.sensitivity import WEIGHTS, Row, Sensitivity
from ruleengine.lab.simulating import Simulated
from ruleengine.lab.summary import DRAWN, Summary, special_rules
from ruleengine.lab.words import ROOM_IS_SHORT, interval, measure_name, percent
from ruleengine.program.meters import MAPS

WEIGHT_COLORS: Final = dict(
    zip(WEIGHTS, (PALETTE[1], PALETTE[0], PALETTE[4], PALETTE[2], "#9a9a9a"), strict=True)
)
_CAPTIONS: Final = {
    "visits": "Visits: how often a piece comes to a cell, in a hundred games",
    "captures": "Captures: pieces that are taken off a cell, in a hundred games",
    "strikes": "Strikes: how often an action that moves no piece is aimed at a cell, "
    "in a hundred games",
}
_MOST_RULES: Final = 30


@dataclass
class Section:
    """A part of a report: words, pictures and a table, whichever there are."""

    title: str
    words: Sequence[str] = ()
    pictures: Sequence[tuple[str, str]] = ()
    """Each with its caption."""
    head: Sequence[str] = ()
    rows: Sequence[Sequence[str]] = field(default_factory=list)


def simulation_report(found: Simulated) -> str:
    """Return the report of games under one setting."""
    summary = found.summary
    sections = [
        Section("Who wins", pictures=[("", _outcomes(summary))]),
        Section(
            "How long games are",
            words=_lengths_in_words(summary),
            pictures=[("", pictures.lengths([(summary.label, found.games.plies)]))],
        ),
        Section(
            "How games end",
            head=("Ending", "What it says", "Clauses", "Games", "Share (95 %)"),
            rows=[
                (
                    ending.name,
                    ending.says,
                    ", ".join(ending.clauses),
                    f"{ending.share.count:,}",
                    interval(ending.share.share),
                )
                for ending in summary.endings
            ],
        ),
        Section("Which rules are reached", pictures=[("", _reach(summary))]),
        _heat(found.game, summary),
    ]
    title = f"{found.game.title}: {summary.games:,} games"
    return _page(title, _players(found.repeat), sections, found.repeat, found.complete)


def comparison_report(found: Compared) -> str:
    """Return the report of settings side by side."""
    shares = [
        Bar(
            f"{each.after}: {measure_name(measure.name)}",
            measure.difference.estimate,
            _verdict_color(measure),
        )
        for each in found.contrasts
        for measure in each.outcomes
        if measure.before or measure.after
    ]
    plies = [
        Bar(
            each.after,
            each.measure(LENGTH).difference.estimate,
            _verdict_color(each.measure(LENGTH)),
        )
        for each in found.contrasts
    ]
    margin = found.contrasts[0].outcomes[0].margin if found.contrasts else MARGIN
    first = found.summaries[0].label
    sections = [
        Section("In words", words=found.words),
        Section(
            f"What changes, against {first}",
            pictures=[
                (
                    "Shares of games, in percentage points; gray is too little to matter",
                    pictures.forest(shares, "percentage points", margin=margin),
                ),
                ("Length of games", pictures.forest(plies, "plies", scale=1)),
            ],
        ),
        Section(
            "How long games are",
            pictures=[("", pictures.lengths([(g.job.label, g.plies) for g in found.games]))],
        ),
        *(
            Section(f"Who wins: {summary.label}", pictures=[("", _outcomes(summary))])
            for summary in found.summaries
        ),
        *(
            _heat(game, summary, f": {summary.label}")
            for (_, game), summary in zip(found.settings, found.summaries, strict=True)
        ),
    ]
    title = " against ".join(summary.label for summary in found.summaries)
    return _page(title, _players(found.repeat), sections, found.repeat, found.complete)


def sensitivity_report(found: Sensitivity) -> str:
    """Return the report of what every choice is worth."""
    side = found.choices.base.sides[0]
    title = f"{found.choices.base.title}: what every choice is worth"
    sections = [
        Section("In words", words=_weights_in_words(found)),
        Section(
            f"What each choice does to the wins of {side}",
            words=["Each line is one choice, held against the same games without it."],
            pictures=[("", _forest(found.rows, side))],
        ),
        Section(
            "What each choice does to the length of games",
            pictures=[("", _forest(found.rows, LENGTH))],
        ),
        Section(
            "How often it matters, and how much",
            pictures=[
                (
                    "Each dot is one choice",
                    pictures.plane(_points(found.rows, side), f"change in wins of {side} (points)"),
                )
            ],
        ),
        Section("Every choice", head=_head(side), rows=[_line(row, side) for row in found.rows]),
        _heat(found.choices.base, found.summary),
    ]
    if found.pairs:
        rows = [_line(row, side) for row in found.pairs]
        sections.insert(-1, Section("Pairs of choices", head=_head(side), rows=rows))
    return _page(title, _players(found.repeat), sections, found.repeat, found.complete)


# -- parts


def _outcomes(summary: Summary) -> str:
    found = [
        Bar(name, share.share, PALETTE[number % len(PALETTE)])
        for number, (name, share) in enumerate(summary.outcomes.items())
        if share.count or number < len(summary.outcomes) - 3
    ]
    return pictures.bars(found)


def _reach(summary: Summary) -> str:
    rules = sorted(special_rules(summary), key=lambda rule: -rule.share.count)[:_MOST_RULES]
    found = [
        Bar(rule.meter.name, rule.share.share, PALETTE[2], f"({rule.times:.2f} a game)")
        for rule in rules
    ]
    return pictures.bars(found, "games in which it did something (%)")


def _heat(game: Game, summary: Summary, of: str = "") -> Section:
    drawn = [(name, heat_map(game, name, summary.cells[name], summary.games)) for name in MAPS]
    shown = [(_CAPTIONS[name], svg) for name, svg in drawn if svg is not None]
    return Section(f"Where it happens{of}", pictures=shown)


def _lengths_in_words(summary: Summary) -> list[str]:
    spread = summary.quantiles
    about = f"{interval(summary.length, is_share=False)} plies on average"
    half = f"half of the games take {spread['median']} or fewer"
    lines = [f"{about}; {half}, nine in ten between {spread['p5']} and {spread['p95']}."]
    if summary.branching is not None:
        lines.append(
            f"At a decision there are {interval(summary.branching.mean, is_share=False)} legal "
            f"moves on average, and {summary.branching.most} at most."
        )
    lines.append(f"Somebody wins {interval(summary.decisive.share)} of the games.")
    if summary.cramped:
        lines.append(f"{summary.cramped} games were cut short for want of room. {ROOM_IS_SHORT}")
    if summary.first_mover is not None:
        lines.append(
            "The side with the first turn wins "
            f"{interval(summary.first_mover.share)} of those that somebody wins."
        )
    return lines


def _verdict_color(measure: Measure) -> str:
    return {"changed": PALETTE[1], "same": PALETTE[2], "unknown": "#9a9a9a"}[measure.verdict]


def _weights_in_words(found: Sensitivity) -> list[str]:
    lines = []
    for weight, flags in found.flags.items():
        listed = ", ".join(flags) if flags else "none"
        lines.append(f"{weight[:1].upper()}{weight[1:]}: {listed}.")
    open_ = [row.choice.label for row in found.rows if not row.settled]
    if open_:
        still = f"Of {len(open_)} choices out of {len(found.rows)} it is still open whether more"
        lines.append(f"{still} games would move them to another heading; they are marked with ?.")
    return lines


def _forest(rows: Sequence[Row], name: str) -> str:
    found = [
        Bar(
            f"{row.choice.label}{'' if row.settled else ' ?'}",
            row.contrast.measure(name).difference.estimate,
            WEIGHT_COLORS[row.weight],
            f"reach {percent(row.reach.share.share.value)}" if row.reach.share else "",
        )
        for row in rows
        if row.games
    ]
    if name == LENGTH:
        return pictures.forest(found, "plies", scale=1)
    margin = rows[0].contrast.outcomes[0].margin if rows else MARGIN
    return pictures.forest(found, "percentage points", margin=margin)


def _points(rows: Sequence[Row], side: str) -> list[Point]:
    return [
        Point(
            row.choice.label,
            row.contrast.differ / row.games,
            row.contrast.measure(side).difference.estimate.value,
            WEIGHT_COLORS[row.weight],
        )
        for row in rows
        if row.games
    ]


def _head(side: str) -> tuple[str, ...]:
    return ("Choice", "Worth", "Games", "Reach", "Differ", f"Wins of {side}", "Draws", "Plies")


def _line(row: Row, side: str) -> tuple[str, ...]:
    given = f" (with {row.choice.given})" if row.choice.given else ""
    found = row.contrast
    return (
        f"{row.choice.label}{given}",
        f"{row.weight}{'' if row.settled else ' ?'}",
        f"{row.games:,}",
        percent(row.reach.share.share.value) if row.reach.share else "-",
        percent(found.differ / row.games) if row.games else "-",
        interval(found.measure(side).difference.estimate, signed=True),
        interval(found.measure(DRAWN).difference.estimate, signed=True),
        interval(found.measure(LENGTH).difference.estimate, is_share=False, signed=True),
    )


def _players(repeat: Mapping[str, object]) -> str:
    agents = repeat["agents"]
    names = ", ".join(agents) if isinstance(agents, list) else str(agents)
    return f"Players: {names}. Seed: {repeat['seed']}."


def _page(
    title: str,
    about: str,
    sections: Sequence[Section],
    repeat: Mapping[str, object],
    complete: bool,  # noqa: FBT001 - a fact of the run
) -> str:
    source = resources.files("ruleengine.lab").joinpath("templates/report.html.j2")
    environment = jinja2.Environment(
        autoescape=True,
        keep_trailing_newline=True,
        lstrip_blocks=True,
        trim_blocks=True,
        undefined=jinja2.StrictUndefined,
    )
    template = environment.from_string(source.read_text(encoding="utf-8"))
    return template.render(
        title=title,
        about=about,
        sections=sections,
        weights=WEIGHT_COLORS,
        is_sensitivity=any(section.title == "Every choice" for section in sections),
        repeat=json.dumps(repeat, indent=2, ensure_ascii=False),
        complete=complete,
    )
