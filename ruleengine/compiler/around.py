"""What stands around a step while its code is written."""

from __future__ import annotations

from dataclasses import dataclass, field

from ruleengine.compiler.assembler import Label
from ruleengine.compiler.values import Env


@dataclass
class Around:
    """What a step sees around it."""

    env: Env
    end_of_list: Label
    end_of_unit: Label
    of_turn: bool
    turn_over: Label
    unchanged: Label | None = None
    """Where a turn ends right after an action, when it is the last step there is."""
    labels: dict[str, Label] = field(default_factory=dict)
    rounds_over: Label | None = None
    """Where a pass leads that leaves the rounds of a `repeat`, if that is the nearest loop."""
    loops: tuple[tuple[int, int], ...] = ()
    """What the loops around need to go on: places in the row, and how long each is."""
