"""How hard the compiler tries: at the kernel as it says, at other people's functions as before."""

from __future__ import annotations

import os
from types import SimpleNamespace
from typing import Any

import pytest
from numba.core import event

from ruleengine.kernel import cache
from ruleengine.kernel.access import config

pytestmark = pytest.mark.skipif("NUMBA_OPT" in os.environ, reason="the level is given from outside")


def level_inside(*modules: str) -> int:
    """Return the level in the middle of compiling functions of these modules, each in the last."""
    if not modules:
        return int(config.OPT)
    dispatcher = SimpleNamespace(py_func=SimpleNamespace(__module__=modules[0]))
    data: Any = {"dispatcher": dispatcher}
    with event.trigger_event("numba:compile", data=data):
        return level_inside(*modules[1:])


@pytest.mark.parametrize(
    ("modules", "is_own"),
    [
        (["ruleengine.kernel.machine"], True),
        (["ruleengine.kernel.machine", "ruleengine.kernel.ways"], True),
        (["ruleengine.kernel.machine", "numba.np.arrayobj"], True),
        (["somebody.else"], False),
        (["ruleengines.own"], False),
    ],
)
def test_only_the_kernel_is_compiled_at_its_own_level(
    modules: list[str], *, is_own: bool, monkeypatch: pytest.MonkeyPatch
) -> None:
    cache.compile_at_own_level()
    monkeypatch.setattr(cache, "_LEVEL", type(config.OPT)(1))
    before = int(config.OPT)
    assert level_inside(*modules) == (1 if is_own else before)
    assert int(config.OPT) == before
