"""The scope that the tests of this directory share: a small siege with one die."""

from __future__ import annotations

import pytest

from ruleengine.expressions.types import BUILTINS, Member, Scope, Symbol


@pytest.fixture(scope="session")
def scope() -> Scope:
    declared = Scope(
        [
            *BUILTINS,
            Symbol("die", "die", "number", low=1, high=6),
            Symbol("hits", "counter", "number", low=0, keep=2),
            Symbol("throws", "counter", "number", low=0, high=3, per="side"),
            Symbol("hits_to_win", "constant", "number", value=3),
            Symbol("strict", "constant", "truth", value=True),
            Symbol("arena.size", "constant", "number", value=10),
            Symbol("arena.rings", "constant", "number", low=1, high=4),
            Symbol("directions", "flag", "word", choices=("orthogonal", "diagonal")),
            Symbol("targets", "flag", "word", choices=("orthogonal", "knightly")),
            Symbol("attacker", "side", "side"),
            Symbol("defender", "side", "side"),
            Symbol("king", "kind", "kind"),
            Symbol("scout", "kind", "kind"),
            Symbol("spy", "kind", "kind"),
            Symbol("moat", "zone", "zone"),
            Symbol("garrison", "zone", "zone"),
            Symbol("red", "color", "color"),
            Symbol("siege", "phase", "phase"),
            Symbol(
                "march",
                "action",
                "action",
                given=(Symbol("unit", "local", "piece"), Symbol("to", "local", "cell")),
            ),
            Symbol("strike", "action", "action"),
            Symbol("clear_enemies", "procedure", "procedure"),
        ],
        {
            "piece": {
                "strength": Member("number", low=0, high=10),
                "mood": Member("word", choices=("calm", "angry")),
            },
            "kind": {"rank": Member("number")},
            "cell": {"snow": Member("number", keep=1)},
        },
    )
    return declared.child(
        [
            Symbol("unit", "local", "piece"),
            Symbol("to", "local", "cell"),
            Symbol("a", "local", "number"),
            Symbol("b", "local", "number", low=0, high=9),
        ]
    )
