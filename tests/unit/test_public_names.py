"""The names that `import ruleengine` offers."""

from __future__ import annotations

import subprocess
import sys

import pytest

import ruleengine


def test_every_public_name_can_be_had() -> None:
    assert len(ruleengine.__all__) > 10
    for name in ruleengine.__all__:
        assert getattr(ruleengine, name).__name__ == name
    table: dict[str, tuple[str, ...]] = vars(ruleengine)["_HOMES"]
    homes = {name for names in table.values() for name in names}
    assert homes == set(ruleengine.__all__)


def test_other_names_are_refused_in_the_usual_way() -> None:
    with pytest.raises(AttributeError, match="has no attribute 'nonsense'"):
        ruleengine.nonsense  # noqa: B018 - asking is the test


def test_importing_the_package_loads_nothing_that_plays() -> None:
    code = "import sys, ruleengine; sys.exit(any(m.startswith('ruleengine.') for m in sys.modules))"
    assert subprocess.run([sys.executable, "-c", code], check=False).returncode == 0
