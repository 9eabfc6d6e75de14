"""Whatever happens in a game was found possible before: no warning is given in error."""

from __future__ import annotations

from collections.abc import Sequence
from random import Random

import pytest

from ruleengine.analysis.liveness import find_live
from ruleengine.game.game import Game
from ruleengine.game.moves.moves import ChanceOutcome, Move
from ruleengine.pipeline.binding import bind_rules
from ruleengine.resolve.files.library import shipped_names
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, read_flags
from ruleengine.resolve.flags.covering import covering
from ruleengine.resolve.ruleset import resolve_tree

PLIES = 120


def games(name: str) -> list[tuple[FlagValues, Game]]:
    """Return the game under every flag setting that matters."""
    tree = read_tree(name)
    flags = read_flags(tree.root)
    chosen = choose_flags(flags, tree.root, {})
    return [
        (values, Game(bind_rules(resolve_tree(tree.root, flags, values))))
        for values in covering(tree.root, flags, chosen)
    ]


@pytest.mark.parametrize("name", shipped_names())
def test_what_happens_in_random_games_was_found_possible(name: str) -> None:
    for number, (values, game) in enumerate(games(name)):
        live, _travel = find_live(game.rules)
        source = Random(number)  # noqa: S311 - games, not secrets
        position = game.start()
        for _ in range(PLIES):
            if position.outcome is not None:
                break
            options: Sequence[Move | ChanceOutcome] = position.chance or position.legal_moves()
            choice = source.choice(options)
            position = position.play(choice)
            state = position.state
            seen = {cell for cell in state.cell if cell >= 0}
            assert seen <= live.facts.standing, values
            assert choice.name not in game.rules.actions or choice.name in live.live, values
            assert game.rules.names.phases[state.phase] in live.phases, values
            for info in game.rules.counters.values():
                low, high = live.facts.counter(info.name)
                for value in state.counters[info.offset : info.offset + info.count]:
                    assert low is None or low <= value, (info.name, values)
                    assert high is None or value <= high, (info.name, values)
