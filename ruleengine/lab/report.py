"""Reports: one HTML page that needs nothing else, with what it takes to play the games again."""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ruleengine.game import seen_only
from ruleengine.game.game import Game
from ruleengine.lab import pictures
from ruleengine.lab.boards import heat_map, is_broad
from ruleengine.lab.comparing import Compared
from ruleengine.lab.contrasts import (
    LENGTH,
    LENGTH_MARGIN,
    MARGIN,
    Contrast,
    Measure,
    shown_measures,
)
from ruleengine.lab.outcome_bars import NOTHING_WON, outcome_bars
from ruleengine.lab.page import Figure, Picture, Section, page_of
from ruleengine.lab.pictures import FAINT, LINE, PALETTE, Bar, Head
from ruleengine.lab.scatter import Point, plane
from ruleengine.lab.sensitivity import WEIGHTS, Row, Sensitivity, Weight
from ruleengine.lab.simulating import Simulated, games_to_repeat
from ruleengine.lab.statistics import Estimate
from ruleengine.lab.summary import DRAWN, UNFINISHED, Summary, special_rules, titles_of
from ruleengine.lab.words import (
    CHANGES,
    SPLIT_WORDS,
    UNSAID,
    cut_short,
    interval,
    measure_name,
    moved,
    outcome_name,
    percent,
    together_words,
)
from ruleengine.program.meters import MAPS
from ruleengine.schema.wording import counted

WEIGHT_COLORS: Final[Mapping[Weight, str]] = dict(
    zip(WEIGHTS, (PALETTE[1], PALETTE[0], PALETTE[3], PALETTE[2], FAINT, LINE), strict=True)
)
_VERDICT_COLORS: Final = {"changed": PALETTE[1], "same": PALETTE[2], "unknown": FAINT}
_VERDICTS: Final = {"changed": "changed", "same": "did not change", "unknown": "still unknown"}
_CAPTIONS: Final = {
    "visits": ("Visits", "how often a piece comes to a cell, in a hundred games"),
    "captures": ("Captures", "pieces that are taken off a cell, in a hundred games"),
    "strikes": (
        "Named cells",
        "how often an action that moves no piece names a cell, in a hundred games",
    ),
}
_HOW_TO_READ: Final = (
    "Each line is one choice, held against the same games without it, with an interval; all of "
    "them hold together with 95 %."
)
_MOST_RULES: Final = 30


def simulation_report(found: Simulated, command: str = "") -> str:
    """Return the report of games under one setting; `command` is what repeats them."""
    summary = found.summary
    sections = [
        Section("Who wins", pictures=[Picture(outcome_bars([summary]))]),
        Section(
            "How long games are",
            words=_lengths_in_words(summary),
            pictures=[Picture(pictures.lengths([(summary.label, found.games.plies)]))],
        ),
        Section(
            "How games end",
            head=("Ending", "What it says", "Clauses", "Games", "Share (95 %)", "Outcomes"),
            rows=[
                (
                    ending.name,
                    ending.says,
                    ", ".join(ending.clauses),
                    f"{ending.share.count:,}",
                    interval(ending.share.share),
                    ending.in_words,
                )
                for ending in summary.endings
            ],
        ),
        _reached(summary),
        *_heat(found.game, summary),
    ]
    return page_of(
        kicker=f"Simulation of {counted(summary.games, 'game')}",
        title=found.game.title,
        about=_players(found.repeat),
        figures=_key_figures(summary),
        sections=sections,
        repeat=found.repeat,
        command=command,
        complete=found.complete,
        repeats=games_to_repeat(found.repeat) == summary.games,
    )


def comparison_report(found: Compared, command: str = "") -> str:
    """Return the report of settings side by side; `command` is what repeats them."""
    margin = found.contrasts[0].outcomes[0].margin if found.contrasts else MARGIN
    longer = _length_margin(found.contrasts[0]) if found.contrasts else LENGTH_MARGIN
    first = found.summaries[0].label
    sections = [
        Section("In words", words=found.words),
        Section(
            f"What changes, against {first}",
            pictures=[
                Picture(
                    pictures.forest(
                        _changes(found.contrasts),
                        "change of the share of games, in percentage points",
                        margin=margin,
                        heads=("points", "share"),
                    ),
                    "Shares of games",
                    f"{_band(margin)} Lines are intervals that all hold together with 95 %.",
                ),
                Picture(
                    pictures.ratios(
                        [
                            _longer(each, each.after, _verdict_color(each.measure(LENGTH)))
                            for each in found.contrasts
                        ],
                        "length of games, compared with the first",
                        margin=longer,
                        heads=("plies",),
                    ),
                    "Length of games",
                    _band_of_lengths(longer),
                ),
            ],
        ),
        Section("Who wins", pictures=[Picture(outcome_bars(found.summaries))]),
        Section(
            "How long games are",
            pictures=[Picture(pictures.lengths([(g.job.label, g.plies) for g in found.games]))],
        ),
    ]
    for (_, game), summary in zip(found.settings, found.summaries, strict=True):
        sections += _heat(game, summary, f": {summary.label}")
    return page_of(
        kicker=f"{len(found.settings)} settings over the same games",
        title=" \u00b7 ".join(dict.fromkeys(game.title for _, game in found.settings)),
        about=f"{first} against {_listed([s.label for s in found.summaries[1:]])}. "
        + _players(found.repeat),
        figures=(),
        sections=sections,
        repeat=found.repeat,
        command=command,
        complete=found.complete,
        repeats=games_to_repeat(found.repeat) == found.summaries[0].games,
        legend={_VERDICTS[name]: color for name, color in _VERDICT_COLORS.items()},
    )


def sensitivity_report(found: Sensitivity, command: str = "") -> str:
    """Return the report of what every choice is worth; `command` is what repeats it."""
    side = found.choices.base.sides[0]
    margin = found.rows[0].contrast.outcomes[0].margin if found.rows else MARGIN
    played = [row for row in found.rows if row.games]
    sections = [
        Section("In words", words=_weights_in_words(found)),
        *(_what_they_do(played, side, margin) if played else []),
        _every("Every choice", found.rows, side),
    ]
    if found.pairs:
        pairs = _every("Pairs of choices", found.pairs, side)
        sections.append(_with_interactions(pairs, found, side))
    sections += _heat(found.choices.base, found.summary, " without any change")
    return page_of(
        kicker=f"{counted(len(found.rows), 'choice')}, {counted(found.games_played, 'game')}",
        title=f"{found.choices.base.title}: what every choice is worth",
        about=_players(found.repeat),
        figures=_key_figures(found.summary),
        sections=sections,
        repeat=found.repeat,
        command=command,
        complete=found.complete,
        repeats=found.complete,
        legend={
            weight: color
            for weight, color in WEIGHT_COLORS.items()
            if weight != "not played" or len(played) < len(found.rows)
        },
    )


# -- parts


def _what_they_do(played: Sequence[Row], side: str, margin: float) -> list[Section]:
    """Return the pictures of what choices do."""
    longer = _length_margin(played[0].contrast)
    return [
        Section(
            f"What each choice does to the wins of {side}",
            words=[_HOW_TO_READ, _band(margin)],
            pictures=[
                Picture(
                    pictures.forest(
                        _by_weight(played, lambda row: _change(row, side)),
                        f"wins of {side}, change in percentage points",
                        margin=margin,
                        heads=("points", "reach", "differ"),
                    ),
                    caption="Reach: games in which a rule of the choice did something; - where "
                    "that is not counted. Differ: games that went differently.",
                )
            ],
        ),
        Section(
            "What each choice does to the length of games",
            pictures=[
                Picture(
                    pictures.ratios(
                        _by_weight(played, _longer_row),
                        "length of games, compared with those without the choice",
                        margin=longer,
                        heads=("plies",),
                    )
                )
            ],
            words=[_band_of_lengths(longer)],
        ),
        Section(
            "How often it matters, and how much",
            pictures=[
                Picture(
                    plane(
                        _points(played, side), f"size of the change in wins of {side}, in points"
                    ),
                    caption="Each dot is one choice; the weightiest are named, with the change "
                    "and its sign.",
                )
            ],
        ),
    ]


def _key_figures(summary: Summary) -> list[Figure]:
    shown = list(summary.outcomes.items())
    wins = [
        _figure(f"{name} wins", share.share)
        for name, share in (shown[:-NOTHING_WON] if len(shown) <= NOTHING_WON + 2 else [])
    ]
    found = [*wins, _figure(outcome_name(summary.outcomes, DRAWN), summary.outcomes[DRAWN].share)]
    low, high = summary.quantiles["p5"], summary.quantiles["p95"]
    found.append(
        Figure("length", f"{summary.length.value:,.0f} plies", f"nine in ten {low:,} to {high:,}")
    )
    if summary.branching is not None:
        found.append(
            Figure(
                "moves to choose from", f"{summary.branching.mean.value:.0f}", "of random players"
            )
        )
    if summary.first_mover is not None:
        found.append(
            _figure(summary.first_mover_wins, summary.first_mover.share, " of decided games")
        )
    return found


def _figure(name: str, share: Estimate, of: str = "") -> Figure:
    span = f"{100 * share.low:.1f} to {100 * share.high:.1f}"
    return Figure(name, percent(share.value), f"{span}{of}")


def _reached(summary: Summary) -> Section:
    rules = sorted(special_rules(summary), key=lambda rule: -rule.share.count)
    title = titles_of(summary)
    found = [
        Bar(title(rule.meter), rule.share.share, PALETTE[2], (f"{rule.times:,.1f} a game",))
        for rule in rules[:_MOST_RULES]
    ]
    more = len(rules) - len(found)
    words = [f"{more} that are reached less often are not shown."] if more else []
    chart = pictures.bars(found, "games in which it did something, with its 95 % interval")
    return Section("Which rules are reached", words=words, pictures=[Picture(chart)])


def _heat(game: Game, summary: Summary, of: str = "") -> list[Section]:
    drawn = [(name, heat_map(game, name, summary.cells[name], summary.games)) for name in MAPS]
    if tuple(summary.cells["strikes"]) == tuple(summary.cells["visits"]):
        del drawn[MAPS.index("strikes")]  # whatever is aimed at a cell only puts a piece there
    shown = [Picture(svg, *_CAPTIONS[name]) for name, svg in drawn if svg is not None]
    title, broad = f"Where it happens{of}", is_broad(game)
    return [Section(title, pictures=shown, boards=True, broad=broad)] if shown else []


def _lengths_in_words(summary: Summary) -> list[str]:
    spread = summary.quantiles
    about = f"{interval(summary.length, is_share=False)} plies on average"
    lines = [f"{about}, the shortest {spread['least']:,}, the longest {spread['most']:,}."]
    if summary.branching is not None:
        lines.append(
            f"At a decision of random players there are "
            f"{interval(summary.branching.mean, is_share=False)} legal moves on average, and "
            f"up to {summary.branching.most:,}, at the {summary.branching.decisions:,} that were "
            f"looked at in {counted(summary.branching.games, 'other game')}."
        )
    lines.append(f"Somebody wins {interval(summary.decisive.share)} of the games.")
    return lines + cut_short(summary.limits)


def _band(margin: float) -> str:
    return f"A change inside the gray band, less than {100 * margin:g} points, counts as none."


def _length_margin(each: Contrast) -> float:
    """Return the part of the length that a change has to reach to count."""
    measure = each.measure(LENGTH)
    return measure.margin / measure.before if measure.before else LENGTH_MARGIN


def _band_of_lengths(margin: float) -> str:
    return (
        f"A change inside the gray band, less than {100 * margin:.3g} % of the length, counts "
        "as none."
    )


def _verdict_color(measure: Measure) -> str:
    return _VERDICT_COLORS[measure.verdict]


def _changes(contrasts: Sequence[Contrast]) -> list[pictures.Row]:
    rows: list[pictures.Row] = []
    for each in contrasts:
        rows.append(Head(each.after))
        rows += [
            Bar(
                measure_name(measure.name),
                measure.difference.estimate,
                _verdict_color(measure),
                (f"{100 * measure.before:.0f} \u2192 {100 * measure.after:.0f} %",),
            )
            for measure in each.outcomes
            if measure.before or measure.after
        ]
    return rows


def _longer(each: Contrast, label: str, color: str) -> Bar:
    """Return how many times as long games are, with what that is in plies."""
    measure = each.measure(LENGTH)
    before = measure.before or 1.0
    times = Estimate(*(1 + number / before for number in measure.difference.estimate))
    said = f"{measure.before:,.0f} \u2192 {measure.after:,.0f}"
    return Bar(label, times, color, (said,))


def _weights_in_words(found: Sensitivity) -> list[str]:
    lines = []
    for weight in WEIGHTS:
        listed = ", ".join(_under(weight, found.rows)) or "none"
        if weight == "not played" and listed == "none":
            continue
        lines.append(f"{weight[:1].upper()}{weight[1:]}: {listed}.")
    if found.pairs:
        counts = {weight: sum(row.weight == weight for row in found.pairs) for weight in WEIGHTS}
        listed = ", ".join(f"{weight} {count:,}" for weight, count in counts.items() if count)
        lines.append(f"Pairs of choices: {listed}.")
    unsettled = sum(not row.settled for row in found.rows)
    if unsettled:
        lines.append(
            f"More games could still move {unsettled} of {counted(len(found.rows), 'choice')} to "
            "another heading, marked with ?."
        )
    if found.unseen:
        lines.append(f"{', '.join(found.unseen)}: {seen_only.WORDS}.")
    if found.idle:
        lines.append(f"{', '.join(found.idle)}: {seen_only.NO_RULE}.")
    lines += [f"{flag}: {why}." for flag, why in found.untried.items()]
    return lines


def _under(weight: Weight, rows: Sequence[Row]) -> list[str]:
    """Return what stands under a heading: flags, or choices where others of the flag do not."""
    found: dict[str, None] = {}
    for row in rows:
        if row.weight == weight:
            whole = all(
                each.weight == weight for each in rows if each.choice.flag == row.choice.flag
            )
            found[row.choice.flag if whole else row.choice.label] = None
    return list(found)


def _by_weight(rows: Sequence[Row], bar: Callable[[Row], Bar]) -> list[pictures.Row]:
    """Return lines of a chart below the headings that choices are sorted under."""
    found: list[pictures.Row] = []
    for weight in WEIGHTS:
        own = [row for row in rows if row.weight == weight]
        if own:
            found.append(Head(weight, WEIGHT_COLORS[weight]))
            found += [bar(row) for row in own]
    return found


def _label(row: Row) -> str:
    given = f" (with {row.choice.given})" if row.choice.given else ""
    return f"{row.choice.label}{'' if row.settled else ' ?'}{given}"


def _change(row: Row, side: str) -> Bar:
    return Bar(
        _label(row),
        row.contrast.measure(side).difference.estimate,
        WEIGHT_COLORS[row.weight],
        (
            percent(row.reach.share.share.value) if row.reach.share else "-",
            percent(row.contrast.differ / row.games),
        ),
    )


def _longer_row(row: Row) -> Bar:
    return _longer(row.contrast, _label(row), WEIGHT_COLORS[row.weight])


def _points(rows: Sequence[Row], side: str) -> list[Point]:
    return [
        Point(
            row.choice.label,
            row.contrast.differ / row.games,
            row.contrast.measure(side).difference.estimate.value,
            WEIGHT_COLORS[row.weight],
        )
        for row in rows
    ]


def _every(title: str, rows: Sequence[Row], side: str) -> Section:
    figures = shown_measures([row.contrast for row in rows], [side])
    called = {side: f"Wins of {side}", DRAWN: "Draws", LENGTH: "Plies", UNFINISHED: "Unfinished"}
    head = ("Choice", "Worth", "Games", "Reach", "Differ", *(called[name] for name in figures))
    is_split = any(measure.is_split for row in rows for measure in row.contrast.measures)
    return Section(
        title,
        words=[f"{CHANGES[:1].upper()}{CHANGES[1:]}.", *([f"{SPLIT_WORDS}."] if is_split else [])],
        head=head,
        rows=[_line(row, figures) for row in rows],
        colors=[WEIGHT_COLORS[row.weight] for row in rows],
    )


def _with_interactions(pairs: Section, found: Sensitivity, side: str) -> Section:
    """Add to a table of pairs what the two choices of each do together."""
    if not found.has_interactions:
        return pairs
    told = [
        UNSAID if row.interaction is None else interval(row.interaction, signed=True)
        for row in found.pairs
    ]
    words = together_words(side)
    return replace(
        pairs,
        words=[*pairs.words, f"{words[:1].upper()}{words[1:]}."],
        head=(*pairs.head, "Together"),
        rows=[(*row, each) for row, each in zip(pairs.rows, told, strict=True)],
    )


def _line(row: Row, figures: Sequence[str]) -> tuple[str, ...]:
    given = f" (with {row.choice.given})" if row.choice.given else ""
    found = row.contrast
    return (
        _foldable(f"{row.choice.label}{given}"),
        f"{row.weight}{'' if row.settled else ' ?'}",
        f"{row.games:,}",
        percent(row.reach.share.share.value) if row.reach.share else "-",
        percent(found.differ / row.games) if row.games else "-",
        *(moved(found.measure(name)) for name in figures),
    )


def _foldable(text: str) -> str:
    """Return names that may go on below after an underscore or an equals sign."""
    return text.replace("_", "_\u200b").replace("=", "=\u200b")


def _listed(names: Sequence[str]) -> str:
    return names[0] if len(names) == 1 else f"{', '.join(names[:-1])} and {names[-1]}"


def _players(repeat: Mapping[str, object]) -> str:
    agents = repeat["agents"]
    names = [str(agent) for agent in agents] if isinstance(agents, list) else [str(agents)]
    order = ", in the order of seats" if len(names) > 1 else ""
    return f"Players: {', '.join(names)}{order}. Seed {repeat['seed']}."
