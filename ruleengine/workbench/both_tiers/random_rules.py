"""Rulesets drawn at random, in which nothing makes sense but everything is said.

People write rules that hang together, and so do we: an agreement of the tiers on such rules says
little about those that somebody else thinks of. A drawn ruleset has a small board and a few of
everything, and its steps, conditions and filters are whatever the grammar of the language allows.
The same number always draws the same ruleset.
"""

from __future__ import annotations

from pathlib import Path
from typing import Any

import yaml

from ruleengine.game.game import Game
from ruleengine.game.loading import load
from ruleengine.workbench.both_tiers.random_expressions import ZONES, Drawer, Scope
from ruleengine.workbench.both_tiers.random_steps import StepDrawer

NOUNS: dict[str, Any] = {
    "schema": 1,
    "title": "Drawn at random",
    "sides": {"upper": {"forward": "down"}, "lower": {"forward": "up"}},
    "board": {"rows": 4, "columns": 4, "shared": True},
    "zones": {
        "home": {
            "parts": {
                "top": {"shape": {"cells": ["a4", "b4", "c4"]}, "owner": "upper"},
                "base": {"shape": {"cells": ["b1", "c1", "d1"]}, "owner": "lower"},
            }
        },
        "mid": {"shape": {"cells": ["b2", "c2", "c3", "b3"]}},
        "hand": {
            "off_board": True,
            "parts": {"ours": {"owner": "upper"}, "theirs": {"owner": "lower"}},
        },
    },
    "kinds": {
        "man": {
            "letters": {"upper": "n", "lower": "s", "nobody": "x"},
            "attributes": {"rank": 1, "becomes": "king"},
        },
        "king": {
            "letters": {"upper": "N", "lower": "S", "nobody": "X"},
            "attributes": {"rank": 3, "becomes": "nothing"},
        },
    },
    "dice": {"die": {"faces": 3}},
    "counters": {
        "low": {"start": 1, "keep": 3},
        "high": {"start": 2, "limit": 9},
        "score": {"per": "side", "keep": 2},
        "wounds": {"per": "piece", "start": 1, "shown": False},
        "snow": {"per": "cell", "shown": False},
        "passing": {"resets": "turn"},
        "strain": {"per": "piece", "kind": "man", "limit": 5, "start": 1, "shown": False},
    },
    "marks": {
        "spot": {"holds": "cell", "keep": 3},
        "resort": {"holds": "cell"},
        "last": {"holds": "piece"},
        "type": {"holds": "kind"},
        "mood": {"holds": ["calm", "wild", "grim"], "keep": 2},
        "champion": {"holds": "piece", "per": "side", "keep": 2},
        "came": {"holds": "cell", "per": "piece"},
        "trail": {"holds": "side", "per": "cell"},
        "temper": {"holds": ["grim", "calm"], "per": "piece"},
    },
}
SETUPS = (
    [
        {"put": {"kind": "man", "owner": "upper", "at": ["a4", "c4"]}},
        {"put": {"kind": "king", "owner": "upper", "at": ["b3"], "counters": {"wounds": 3}}},
        {"put": {"kind": "man", "owner": "lower", "at": ["b1", "d1"]}},
        {"put": {"kind": "king", "owner": "lower", "at": ["c2"]}},
        {"put": {"kind": "man", "owner": "nobody", "at": ["d3"]}},
    ],
    [
        {"fill": {"zone": "home", "kind": "man", "counters": {"strain": 4}}},
        {"put": {"kind": "king", "owner": "lower", "at": ["hand.theirs"]}},
        {"put": {"kind": "man", "owner": "upper", "at": ["hand.ours"], "count": 2}},
    ],
)


def random_ruleset(number: int) -> dict[str, Any]:
    """Return the ruleset of a number, as the mapping that its file would hold."""
    return _Ruleset(number).write()


def file_of(number: int, folder: Path) -> Path:
    """Return where the file of a number is."""
    return folder / f"drawn_{number}.yaml"


def load_random(number: int, folder: Path) -> Game:
    """Write the ruleset of a number into a folder, and load it as any other.

    Raises:
        RulesetError: something in it cannot be meant; what is drawn makes no sense by itself.
    """
    path = file_of(number, folder)
    text = yaml.safe_dump(random_ruleset(number), sort_keys=False, width=100)
    path.write_text(text, encoding="utf-8")
    return load(str(path))


class _Ruleset:
    """Draws one ruleset."""

    def __init__(self, number: int) -> None:
        self.number = number
        self.d = Drawer(number)
        self.s = StepDrawer(self.d)

    def write(self) -> dict[str, Any]:
        d = self.d
        rules = {**NOUNS, "name": f"drawn_{self.number}", "setup": d.one(SETUPS)}
        # Tables first: everything after them may call them; none may call itself.
        rules["tables"] = {name: self._table(name) for name in ("reckon", "judge", "place")}
        rules["conditions"] = {
            "settled": [{"holds": d.truth(Scope(), 2)}, {"holds": d.truth(Scope(), 1)}]
        }
        d.conditions.append("settled")
        rules["procedures"] = {name: self._procedure(name) for name in ("shake", "stir")}
        both = Scope(piece=["unit"], cell=["to"])
        rules["rules"] = {"shared": [{"require": d.truth(both, 2), "says": "no"}]}
        # What waits for a decision cannot be asked about; the last one may ask about the others.
        rules["actions"] = {name: self._action(waits=False) for name in ("step", "leave")}
        d.actions += rules["actions"]
        rules["actions"]["after_all"] = self._action(waits=d.chance(0.7))
        rules["phases"] = {"play": self._phase(), "rest": self._phase()}
        if d.chance(0.4):
            rules["reactions"] = {"echo": self._reaction()}
        rules["endings"] = [
            {
                "id": "early",
                "when": f"turn > 3 and {d.truth(Scope(), 2)}",
                "draw": True,
                "says": "so it is",
            },
            {
                "id": "ours",
                "each": "us",
                "when": f"turn > 2 and {d.truth(Scope(side=['us']), 2)}",
                "winner": "us",
                "several": d.one(["draw", "first", "share"]),
                "says": "it is ours",
            },
            {
                "id": "late",
                "when": "turn > 12",
                "winner": "lower",
                "says": "it is late",
                "worth": 2,
            },
        ]
        if d.chance(0.3):
            rules["endings"][0]["at"] = "turn_end"
        if d.chance(0.4):
            rules["views"] = [self._view() for _ in range(d.one([1, 2]))]
        if d.chance(0.3):
            rules["board"] = {**rules["board"], "neighbors": d.one(["all", "diagonal"])}
        return rules

    def _view(self) -> dict[str, Any]:
        d = self.d
        scope = Scope(side=["viewer"]).of("piece")
        hidden = {
            "hide": d.one(["kind", "piece", "wounds", "came"]),
            "from": d.one(["others", "everybody"]),
        }
        if d.chance(0.7):
            return {**hidden, "of": {"where": d.truth(scope, 1)}}
        return d.one([hidden, {"hide": d.one(["score", "spot", "low"]), "from": ["upper"]}])

    def _table(self, name: str) -> dict[str, Any]:
        d, given = self.d, {"one": "piece", "there": "cell", "many": "number"}
        gives = {"reckon": "number", "judge": "truth", "place": "cell"}[name]
        scope = Scope(piece=["one"], cell=["there"], number=["many"])
        rows = [
            {"when": d.truth(scope, 2), "value": d.value(gives, scope, 2)}
            for _ in range(d.one([0, 0, 1, 2]))
        ]
        if gives != "truth" and d.chance(0.3):
            rows.append({"when": d.truth(scope, 1), "value": "nothing"})
        rows.append({"value": d.value(gives, scope, 3)})
        d.tables.setdefault(gives, []).append(name)
        return {"given": given, "gives": gives, "rows": rows}

    def _procedure(self, name: str) -> dict[str, Any]:
        scope = Scope(piece=["one"], cell=["there"], number=["many"])
        steps = self.s.steps(scope, 2, waits=False)
        self.d.procedures.append(name)
        return {"given": {"one": "piece", "there": "cell", "many": "number"}, "steps": steps}

    def _action(self, *, waits: bool) -> dict[str, Any]:
        d, scope = self.d, Scope()
        operands: dict[str, Any] = {"unit": {"piece": {"owner": "mover", **self._more_pieces()}}}
        scope = scope.having(piece="unit")
        operands["to"] = self._way(scope)
        scope = scope.having(cell="to")
        if d.chance(0.25):
            operands["many"] = {"number": {"at_least": 1, "at_most": d.one([2, "min(die, 3)"])}}
            if d.chance(0.4):
                operands["many"]["named"] = d.one(["never", "if_several"])
            scope = scope.having(number="many")
        if d.chance(0.2):
            operands["into"] = {"kind": ["man", "king"]}
            if d.chance(0.5):
                operands["into"]["when"] = d.truth(scope, 1)
            scope = scope.having(kind="into")
        validators = [
            self._validator(scope, operands, waits=waits) for _ in range(d.one([0, 1, 2, 3]))
        ]
        effects: list[Any] = [{"move": {"piece": "unit", "to": "to"}}] if d.chance(0.8) else []
        if d.chance(0.5):
            effects.insert(0, {"capture": "to"})
        effects += self.s.steps(scope, 3, waits=waits)
        action = {"operands": operands, "validators": validators, "effects": effects}
        if d.chance(0.2):
            action["uses"] = d.one(["high", {"counter": "strain", "for": "unit", "by": 2}])
        return action

    def _more_pieces(self) -> dict[str, Any]:
        d = self.d
        return d.one([{}, {}, {"kind": ["man", "king"]}, d.piece_filter(Scope(), 2, owned=False)])

    def _way(self, scope: Scope) -> dict[str, Any]:
        d = self.d
        ways: list[dict[str, Any]] = [
            {"line": {"from": "unit", "directions": "all", "distance": 1}},
            {"line": {"from": "unit", "directions": "orthogonal", "distance": {"at_least": 1}}},
            {
                "line": {
                    "from": "unit",
                    "directions": ["forward", "sideways"],
                    "distance": {"at_least": 1, "at_most": d.one([2, "die", "low"])},
                }
            },
            {"leap": {"from": "unit", "by": [[1, 2]], "ahead": [[2, 0]]}},
            {"leap": {"from": "unit", "by": [[1, 2], [2, 2]], "through": {"empty": True}}},
            {"cell": d.cell_filter(scope, 2)},
            {
                "route": {
                    "from": "unit",
                    "directions": "orthogonal",
                    "steps": {"at_least": 1, "at_most": 3},
                    "through": {"empty": True, **d.one([{}, d.cell_filter(scope, 1)])},
                }
            },
        ]
        if d.chance(0.15):
            first, second = d.one(ways[:5]), d.one(ways[3:])
            return {"any_of": [{"when": d.truth(scope, 1), **first}, second]}
        return d.one(ways)

    def _validator(self, scope: Scope, operands: dict[str, Any], *, waits: bool) -> dict[str, Any]:
        d = self.d
        rules: list[dict[str, Any]] = [
            {"rules": "shared"},
            {"holds": {"cell": "to", "any_of": d.some(["nothing", "enemy", "friend", "neutral"])}},
            {"require": d.truth(scope, 3), "says": "no"},
            {"require": d.truth(scope, 3), "says": "no"},
            {d.one(["inside", "outside"]): {"cell": d.cell(scope, 1), "zone": d.some(ZONES)}},
        ]
        if not waits:
            rules.append({"afterwards": d.truth(scope, 2), "says": "not so"})
        if "line" in operands["to"] or "route" in operands["to"]:
            cost = {"to": "to", "cost": d.number(scope.of("cell"), 1), "at_most": d.one([2, "low"])}
            rules += [
                {"path_clear": "to"},
                {"path_avoids": {"to": "to", "zone": ["mid"]}},
                {"path_length": {"to": "to", "steps": d.one([2, "die"])}},
                {"path_cost": cost},
            ]
        if "line" in operands["to"]:
            rules.append({"corners_clear": {"from": "unit", "to": "to", "solid": ["mid"]}})
        rule = dict(d.one(rules))
        if d.chance(0.3) and "rules" not in rule:
            rule["when"] = d.truth(scope, 1)
        return rule

    def _phase(self) -> dict[str, Any]:
        d = self.d
        turn: list[Any] = [{"label": "begin", "add": {"score": 1}}]
        if d.chance(0.7):
            turn.append({"roll": "die"})
        turn += self.s.steps(Scope(), 1, waits=True) if d.chance(0.3) else []
        actions = ["step", *d.some(["leave", "after_all"])]
        turn.append({"act": actions, "else": ["end_turn"], "optional": d.chance(0.2)})
        turn += self.s.steps(Scope(), 2, waits=True) if d.chance(0.5) else []
        turn += self._leaving()
        if not d.chance(0.15):
            return {"turns": ["lower", "upper"], "turn": turn}
        submit = {"submit": ["step", "leave"], "secret": d.chance(0.7), "moves": d.one([1, 2])}
        return {"round": [submit, *self.s.steps(Scope(), 2, waits=False)]}

    def _leaving(self) -> list[Any]:
        """Return steps that leave the turn, the phase or the game now and then."""
        d = self.d
        again = [{"add": {"passing": 1}}, {"again": "begin"}]
        leaving: list[Any] = [
            {"if": f"passing < 2 and {d.truth(Scope(), 1)}", "then": again},
            {"if": "turn > 4", "then": [{"enter": "rest"}]},
            {
                "if": f"turn > 5 and {d.truth(Scope(), 2)}",
                "then": [{"end": d.one([{"draw": True}, {"winner": "mover"}, {"void": True}])}],
            },
        ]
        for step in leaving[2:]:
            step["then"][0]["end"]["says"] = "over"
        return [d.one(leaving)] if d.chance(0.3) else []

    def _reaction(self) -> dict[str, Any]:
        d = self.d
        event = d.one(["moved", "captured", "became", "given", "placed"])
        scope = Scope(piece=["piece"])
        reaction = {"on": event, "effects": self.s.steps(scope, 2, waits=False)}
        if d.chance(0.5):
            reaction["when"] = d.truth(scope, 1)
        return reaction
