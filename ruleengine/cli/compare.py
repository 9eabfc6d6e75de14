"""`ruleengine compare`: variants side by side over the same games."""

from __future__ import annotations

import argparse
from typing import TYPE_CHECKING

from rich.table import Table

from ruleengine.cli import measuring
from ruleengine.cli.arguments import add_flags, overrides
from ruleengine.cli.delivering import Found, check_output
from ruleengine.cli.fitting import table
from ruleengine.game.game import Game
from ruleengine.game.loading import load

if TYPE_CHECKING:
    from ruleengine.lab.comparing import Compared


_HUNDRED = 100


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "settings",
        metavar="GAME[@FLAG=VALUE,...]",
        nargs="+",
        help="rulesets or variants, by path or name, each with flags of its own if wanted; "
        "all are held against the first",
    )
    add_flags(parser)
    add_margins(parser)
    measuring.add_measuring(parser, 2_000)


def add_margins(parser: argparse.ArgumentParser) -> None:
    """Declare what is still the same."""
    parser.add_argument(
        "--margin",
        type=_part,
        default=0.05,
        metavar="X",
        help="a share of games that moves by less is the same; 0.05, which is 5 points",
    )
    parser.add_argument(
        "--length-margin",
        type=_part,
        default=0.1,
        metavar="X",
        help="a mean length that moves by less than this part of itself is the same; 0.1",
    )


def _part(text: str) -> float:
    try:
        number = float(text)
    except ValueError:
        raise argparse.ArgumentTypeError(f"'{text}' is not a number") from None
    if not 0 < number < 1:
        meant = f"; {text} of a hundred is {number / 100:g}" if 1 <= number < _HUNDRED else ""
        raise argparse.ArgumentTypeError(f"{text} is not a part between 0 and 1{meant}")
    return number


def run(args: argparse.Namespace) -> int:
    """Play the games under every setting, and say what changed."""
    check_output(args)
    settings = [(text, _game(text, args.flags)) for text in args.settings]
    with measuring.extras():
        from ruleengine.lab import comparing  # noqa: PLC0415 - heavy, and optional

        manner = measuring.manner_of(args, settings[0][1])
        chunk = measuring.chunk_of(args, manner)
        jobs = comparing.make_jobs(settings, manner)
        plan = comparing.comparison_plan(jobs, chunk)
        with measuring.running(args, chunk, plan) as playing:
            found = comparing.compare(
                settings,
                args.games,
                manner=manner,
                playing=playing,
                margin=args.margin,
                length_margin=args.length_margin,
                jobs=jobs,
            )
        return measuring.finish(
            args,
            playing,
            Found(
                sum(len(games) for games in found.games),
                found.to_dict,
                lambda: tables(found),
                lambda: rows(found),
                lambda: _page(found, args),
            ),
        )


def _page(found: Compared, args: argparse.Namespace) -> str:
    from ruleengine.lab.report import comparison_report  # noqa: PLC0415 - heavy
    from ruleengine.lab.simulating import games_to_repeat  # noqa: PLC0415 - heavy

    return comparison_report(found, measuring.command_of(args, games_to_repeat(found.repeat)))


def _game(text: str, flags: list[str]) -> Game:
    """Return the game of `GAME@FLAG=VALUE,FLAG=VALUE`."""
    name, _, own = text.partition("@")
    return load(name, overrides(name, [*flags, *_settings(own)]))


def _settings(text: str) -> list[str]:
    """Split at commas that are not inside brackets."""
    parts, depth = [""], 0
    for char in text:
        depth += (char in "[{") - (char in "]}")
        if char == "," and depth == 0:
            parts.append("")
        else:
            parts[-1] += char
    return [part for part in parts if part.strip()]


def tables(found: Compared) -> list[Table | str]:
    """Return settings side by side, then what that means."""
    from ruleengine.lab.contrasts import LENGTH  # noqa: PLC0415 - heavy
    from ruleengine.lab.words import interval, measure_name  # noqa: PLC0415 - heavy

    labels = [summary.label for summary in found.summaries]
    made = table("|", *(f">{label}" for label in labels))
    if not found.complete:
        made.add_row("games", *(f"{summary.games:,}" for summary in found.summaries))
    for name in found.summaries[0].outcomes:
        cells = [
            interval(summary.outcomes[name].share) if name in summary.outcomes else ""
            for summary in found.summaries
        ]
        made.add_row(measure_name(name), *cells)
    lengths = [interval(summary.length, is_share=False) for summary in found.summaries]
    made.add_row(measure_name(LENGTH), *lengths)
    return [made, "", *found.words]


def rows(found: Compared) -> list[dict[str, object]]:
    """Return the differences as rows for CSV."""
    return [
        {
            "before": each.before,
            "after": each.after,
            "measure": measure.name,
            "games": each.games,
            "before_value": measure.before,
            "after_value": measure.after,
            "difference": measure.difference.estimate.value,
            "low": measure.difference.estimate.low,
            "high": measure.difference.estimate.high,
            "p_value": measure.difference.p_value,
            "adjusted_p_value": measure.adjusted,
            "verdict": measure.verdict,
        }
        for each in found.contrasts
        for measure in each.measures
    ]
