"""`ruleengine simulate`: many games under one setting, and what they come to."""

from __future__ import annotations

import argparse
import math
from typing import TYPE_CHECKING

from rich.table import Table

from ruleengine.cli import measuring
from ruleengine.cli.arguments import add_game, add_position
from ruleengine.cli.delivering import Found, check_output
from ruleengine.cli.fitting import table
from ruleengine.cli.situated import game_at, position_clashes
from ruleengine.schema.wording import counted

if TYPE_CHECKING:
    from ruleengine.lab.simulating import Simulated
    from ruleengine.lab.summary import Summary

_SHOWN = 40
_USAGE = 2


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    measuring.add_measuring(parser, 1_000)
    add_position(parser)


def run(args: argparse.Namespace) -> int:
    """Play the games and print what came of them."""
    if position_clashes(args, "simulate"):
        return _USAGE
    check_output(args)
    game, position = game_at(args)
    with measuring.extras():
        from ruleengine.lab import jobs, simulating  # noqa: PLC0415 - heavy, and optional

        manner = measuring.manner_of(args, game)
        manner = manner.beginning(position)
        chunk = measuring.chunk_of(args, manner)
        plan = simulating.simulation_plan(jobs.make_job(game, manner), chunk)
        with measuring.running(args, chunk, plan) as playing:
            found = simulating.simulate(game, args.games, manner, playing)
        return measuring.finish(
            args,
            playing,
            Found(
                found.summary.games,
                found.to_dict,
                lambda: tables(found.summary),
                lambda: rows(found),
                lambda: _page(found, args),
            ),
        )


def _page(found: Simulated, args: argparse.Namespace) -> str:
    from ruleengine.lab.report import simulation_report  # noqa: PLC0415 - heavy
    from ruleengine.lab.simulating import games_to_repeat  # noqa: PLC0415 - heavy

    return simulation_report(found, measuring.command_of(args, games_to_repeat(found.repeat)))


def tables(summary: Summary) -> list[Table | str]:
    """Return what came of the games as tables."""
    from ruleengine.lab.summary import (  # noqa: PLC0415 - heavy
        outcome_title,
        special_rules,
        titles_of,
    )
    from ruleengine.lab.words import interval, percent  # noqa: PLC0415 - heavy

    parts: list[Table | str] = [
        f"{summary.label}: {counted(summary.games, 'game')}",
        "",
    ]
    outcomes = table("|Outcome", ">games", ">share (95 %)")
    for name, share in summary.outcomes.items():
        called = outcome_title(summary.outcomes, name)
        outcomes.add_row(called, f"{share.count:,}", interval(share.share))
    if summary.shared is not None:
        row = f"{summary.shared.count:,}", interval(summary.shared.share)
        outcomes.add_row("won together, counted for each side", *row)
    for name, share in summary.seats.items():
        outcomes.add_row(f"{name} wins", f"{share.count:,}", interval(share.share))
    parts += [outcomes, "", *_figures(summary), ""]
    endings = table("|Ending", "says", "clauses", ">games", ">share (95 %)", "outcomes")
    for ending in summary.endings:
        clauses = ", ".join(ending.clauses)
        found = ending.share
        shown = interval(found.share)
        endings.add_row(
            ending.name, ending.says, clauses, f"{found.count:,}", shown, ending.in_words
        )
    parts += [endings, ""]
    reach = table("Rule", "what", ">games", ">share", ">times a game")
    special = sorted(special_rules(summary), key=lambda rule: -rule.share.count)
    title = titles_of(summary)
    for rule in special[:_SHOWN]:
        reach.add_row(
            title(rule.meter),
            rule.meter.what,
            f"{rule.share.count:,}",
            percent(rule.share.share.value),
            f"{rule.times:.2f}",
        )
    parts.append(reach)
    if len(special) > _SHOWN:
        parts.append(f"... and {len(special) - _SHOWN} more in --format json")
    always = sum(
        rule.meter.what == "branch"
        and rule.meter.part in ("", "then")
        and rule.share.count == summary.games
        for rule in summary.rules
    )
    if always:
        branches = "1 branch" if always == 1 else f"{always} branches"
        parts.append(f"Not listed: {branches} taken in every game. `coverage` lists every rule.")
    return parts


def _figures(summary: Summary) -> list[Table | str]:
    from ruleengine.lab.words import cut_short, interval  # noqa: PLC0415 - heavy

    figures = table("|Figure", ">value (95 %)", "")
    spread = summary.quantiles
    drafts = ", a secret submission as one for each side" if summary.has_drafts else ""
    figures.add_row(
        "length in plies",
        interval(summary.length, is_share=False),
        f"decisions, throws included{drafts}: median {spread['median']}, "
        f"90 % between {spread['p5']} and {spread['p95']}",
    )
    if summary.branching is not None:
        figures.add_row(
            "branching",
            interval(summary.branching.mean, is_share=False),
            f"legal moves at a decision, up to {summary.branching.most}; listed at "
            f"{counted(summary.branching.decisions, 'decision')} "
            f"of {counted(summary.branching.games, 'other game')} between random players",
        )
    for side, points in summary.points.items():
        figures.add_row(f"points of {side}", interval(points, is_share=False), "in a game")
    figures.add_row("decisiveness", interval(summary.decisive.share), "games that somebody won")
    if summary.first_mover is not None:
        more = 100 * summary.advantage.value
        advantage = "" if math.isnan(more) else f"; advantage {more:+.1f} points"
        figures.add_row(
            summary.first_mover_wins,
            interval(summary.first_mover.share),
            f"of decided games{advantage}",
        )
    elif not summary.together:
        won = summary.decisive.count > 0
        why = "no side has the first turn" if won else "nobody won"
        figures.add_row("first mover", "", why)
    return [figures, *cut_short(summary.limits)]


def rows(found: Simulated) -> list[dict[str, object]]:
    """Return the figures as rows for CSV."""
    summary = found.summary
    made: list[dict[str, object]] = []
    for name, share in summary.outcomes.items():
        made.append(
            {"table": "outcome", "name": name, "count": share.count, **share.share._asdict()}
        )
    if summary.shared is not None:
        made.append(
            {
                "table": "outcome",
                "name": "won together",
                "count": summary.shared.count,
                **summary.shared.share._asdict(),
            }
        )
    made += [
        {"table": "player", "name": name, "count": share.count, **share.share._asdict()}
        for name, share in summary.seats.items()
    ]
    made += [
        {"table": "points", "name": side, **points._asdict()}
        for side, points in summary.points.items()
    ]
    made.append({"table": "figure", "name": "decisive", **summary.decisive.share._asdict()})
    if summary.first_mover is not None:
        made.append(
            {"table": "figure", "name": "first_mover", **summary.first_mover.share._asdict()}
        )
    if not math.isnan(summary.advantage.value):
        made.append(
            {"table": "figure", "name": "first_mover_advantage", **summary.advantage._asdict()}
        )
    made.append({"table": "figure", "name": "length", **summary.length._asdict()})
    if summary.branching is not None:
        made.append({"table": "figure", "name": "branching", **summary.branching.mean._asdict()})
    made += [
        {
            "table": "ending",
            "name": ending.name,
            "count": ending.share.count,
            **ending.share.share._asdict(),
            "clauses": " ".join(ending.clauses),
            "place": ending.place or "",
        }
        for ending in summary.endings
    ]
    made += [
        {
            "table": "ending outcome",
            "name": ending.name,
            "part": outcome,
            "count": share.count,
            **share.share._asdict(),
        }
        for ending in summary.endings
        for outcome, share in ending.outcomes.items()
    ]
    made += [
        {
            "table": "rule",
            "name": rule.meter.name,
            "part": rule.meter.part,
            "count": rule.share.count,
            "times_per_game": rule.times,
            **rule.share.share._asdict(),
            "clauses": " ".join(rule.meter.clauses),
            "place": str(rule.meter.span or ""),
        }
        for rule in summary.rules
    ]
    return made
