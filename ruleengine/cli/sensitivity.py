"""`ruleengine sensitivity`: what every choice of every flag is worth."""

from __future__ import annotations

import argparse
from collections.abc import Iterator, Sequence
from typing import TYPE_CHECKING

from rich.table import Table

from ruleengine.cli import measuring
from ruleengine.cli.arguments import add_game, overrides
from ruleengine.cli.compare import add_margins
from ruleengine.cli.delivering import Found, check_output
from ruleengine.cli.fitting import table
from ruleengine.cli.loaded import load_game
from ruleengine.errors import LabError, ResolveError
from ruleengine.resolve.checks.declarations import unknown_name
from ruleengine.schema.wording import counted

if TYPE_CHECKING:
    from ruleengine.game.game import Game
    from ruleengine.lab.sensitivity import Row, Sensitivity

_REACH = (
    "reach: games in which a rule of the choice did something; - where that is not counted, "
    "as for the board or validators that are worked out beforehand (`coverage` asks those)"
)
_LONGEST = 32
"""Letters of a choice that stand in one line."""


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    add_game(parser)
    parser.add_argument(
        "--only", metavar="FLAG,...", help="only these flags; all of them if not said"
    )
    parser.add_argument(
        "--pairs", action="store_true", help="also every two choices of different flags together"
    )
    parser.add_argument(
        "--all-games",
        action="store_true",
        help="play all games of every choice, also when its answer is settled before",
    )
    add_margins(parser)
    measuring.add_measuring(parser, 2_000)


def run(args: argparse.Namespace) -> int:
    """Play every choice against the setting without it, and sort them by what they are worth."""
    check_output(args)
    game = load_game(args)
    only = _only(args.only, game)
    with measuring.extras():
        from ruleengine.lab import sensitivity  # noqa: PLC0415 - heavy, and optional

        manner = measuring.manner_of(args, game)
        chunk = measuring.chunk_of(args, manner)
        prepared = sensitivity.prepare(
            args.game,
            games=args.games,
            flags=overrides(args.game, args.flags),
            only=only,
            pairs=args.pairs,
            adaptive=not args.all_games,
            manner=manner,
            margin=args.margin,
            length_margin=args.length_margin,
        )
        sensitivity.check_choices(prepared)
        plan = sensitivity.sensitivity_plan(prepared.jobs, chunk)
        with measuring.running(args, chunk, plan) as playing:
            found = sensitivity.measure_sensitivity(prepared, playing)
        return measuring.finish(
            args,
            playing,
            Found(
                found.games_played,
                found.to_dict,
                lambda: tables(found),
                lambda: rows(found),
                lambda: _page(found, args),
            ),
        )


def _page(found: Sensitivity, args: argparse.Namespace) -> str:
    from ruleengine.lab.report import sensitivity_report  # noqa: PLC0415 - heavy

    return sensitivity_report(found, measuring.command_of(args))


def _only(text: str | None, game: Game) -> list[str] | None:
    """Return the flags that are asked for; ResolveError when there is none of a name."""
    if not game.flags:
        message = f"'{game.name}' has no flags, so that there are no choices"
        hint = "`ruleengine compare` holds it against a variant"
        raise LabError("lab/nothing-to-compare", message, hint=hint)
    if text is None:
        return None
    names = [name.strip() for name in text.split(",") if name.strip()]
    if not names:
        message = f"--only '{text}' names no flag"
        hint = "`ruleengine flags GAME` lists the flags"
        raise LabError("lab/nothing-to-compare", message, hint=hint)
    wrong = [name for name in names if name not in game.flags]
    if wrong:
        raise ResolveError([unknown_name("flag", name, game.flags, None) for name in wrong])
    return names


def tables(found: Sensitivity) -> list[Table | str]:
    """Return the choices, sorted by what they are worth."""
    from ruleengine.game.seen_only import NO_RULE, WORDS  # noqa: PLC0415 - heavy
    from ruleengine.lab.sensitivity import WEIGHTS  # noqa: PLC0415 - heavy
    from ruleengine.lab.words import CHANGES, SPLIT_WORDS, together_words  # noqa: PLC0415 - heavy

    sides = [name for name in found.summary.outcomes if name in found.choices.base.sides]
    parts: list[Table | str] = [
        ", ".join(
            (
                f"{found.name}: {counted(len(found.rows), 'choice')}",
                counted(found.games_played, "game"),
            )
        ),
        f"players: {', '.join(found.base.job.manner.agents)}",
    ]
    for weight in WEIGHTS:
        rows_ = [row for row in found.rows if row.weight == weight]
        if rows_:
            parts += ["", _table(f"{weight} ({len(rows_)})", rows_, sides)]
    if found.unseen:
        parts += ["", f"{', '.join(found.unseen)}: {WORDS}"]
    if found.idle:
        parts += ["", f"{', '.join(found.idle)}: {NO_RULE}"]
    for flag, why in found.untried.items():
        parts += ["", f"{flag}: {why}"]
    if found.pairs:
        parts += ["", _table("pairs", found.pairs, sides, together=found.has_interactions)]
    parts += [
        "",
        CHANGES,
        *([together_words(sides[0])] if found.has_interactions else []),
        _REACH,
        "differ: games that went differently; a rule can do something and change no game",
        "Intervals hold for all choices together. ? = more games could still move it elsewhere.",
    ]
    if any(measure.is_split for row in found.all_rows for measure in row.contrast.measures):
        parts.append(SPLIT_WORDS)
    return parts


def _table(
    title: str, found: Sequence[Row], sides: Sequence[str], *, together: bool = False
) -> Table:
    from ruleengine.lab.contrasts import LENGTH, shown_measures  # noqa: PLC0415 - heavy
    from ruleengine.lab.summary import DRAWN  # noqa: PLC0415 - heavy
    from ruleengine.lab.words import UNSAID, interval, moved, percent  # noqa: PLC0415 - heavy

    # With two sides and nobody drawing, the second column would be the first with a minus.
    shown = sides[:1] if len(sides) == 2 else sides  # noqa: PLR2004 - a game of two
    figures = shown_measures([row.contrast for row in found], shown)
    called = {DRAWN: "draws", LENGTH: "plies", **{side: f"{side} wins" for side in shown}}
    names = [f">{called.get(name, name)}" for name in figures]
    names += [">together"] if together else []
    made = table("|Choice", ">games", ">reach", ">differ", *names, "", title=title)
    # Which choice it is stays on one line; numbers can go on below.
    for column in made.columns[-len(names) - 1 : -1]:
        column.no_wrap = False
    for row in found:
        reach = percent(row.reach.share.share.value) if row.reach.share else "-"
        alone = UNSAID if row.interaction is None else interval(row.interaction, signed=True)
        measures = [row.contrast.measure(name) for name in figures]
        made.add_row(
            "\n".join(_lines(row)),
            f"{row.games:,}",
            reach,
            percent(row.contrast.differ / row.games) if row.games else "-",
            *(moved(measure) for measure in measures),
            *([alone] if together else []),
            "" if row.settled else "?",
        )
    return made


def _lines(row: Row) -> Iterator[str]:
    """Yield a choice in lines that are not too long for a narrow window."""
    label = row.choice.label.replace(" & ", " &\n")
    given = row.choice.given.replace(", ", ",\n")
    for line in (f"{label}\n(with {given})" if given else label).split("\n"):
        name, equals, value = line.partition("=")
        if len(line) <= _LONGEST:
            yield line
        else:
            yield f"{name}{equals}"
            yield f"  {value}"


def rows(found: Sensitivity) -> list[dict[str, object]]:
    """Return the choices as rows for CSV."""
    made: list[dict[str, object]] = []
    for row in (*found.rows, *found.pairs):
        line: dict[str, object] = {
            "choice": row.choice.label,
            "given": row.choice.given,
            "weight": row.weight,
            "settled": row.settled,
            "games": row.games,
            "reach": row.reach.share.share.value if row.reach.share else "",
            "differ": row.contrast.differ,
        }
        for measure in row.contrast.measures:
            estimate = measure.difference.estimate
            line |= {
                measure.name: estimate.value,
                f"{measure.name}_low": estimate.low,
                f"{measure.name}_high": estimate.high,
                f"{measure.name}_p": measure.adjusted if row.games else "",
            }
        if row.interaction is not None:
            line |= {
                "interaction": row.interaction.value,
                "interaction_low": row.interaction.low,
                "interaction_high": row.interaction.high,
            }
        made.append(line)
    return made
