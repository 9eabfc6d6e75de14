"""Values of flags that a shipped ruleset says cannot go together are refused together."""

from __future__ import annotations

from collections.abc import Iterator

import pytest

from ruleengine import load
from ruleengine.errors import RulesetError
from ruleengine.resolve.files.library import shipped_names
from ruleengine.resolve.files.overlay import read_tree
from ruleengine.resolve.flags.choosing import read_flags
from ruleengine.schema.flags import ChoiceFlag, TermedChoice

RULESETS = [name for name, path in shipped_names().items() if path.parent.name == "rulesets"]


def conflicts() -> Iterator[tuple[str, dict[str, int | str]]]:
    """Yield rulesets with settings of two flags that one of them excludes."""
    for name in RULESETS:
        for flag_name, flag in read_flags(read_tree(name).root).items():
            if not isinstance(flag, ChoiceFlag):
                continue
            for choice, terms in flag.choices.items():
                if isinstance(terms, TermedChoice):
                    for other, values in terms.conflicts.items():
                        if "." not in other:
                            yield from ((name, {flag_name: choice, other: v}) for v in values)


def test_there_are_conflicts() -> None:
    assert any(conflicts())


@pytest.mark.parametrize(("name", "flags"), list(conflicts()), ids=str)
def test_what_conflicts_is_refused(name: str, flags: dict[str, int | str]) -> None:
    with pytest.raises(RulesetError) as caught:
        load(name, flags=flags)
    assert [each.code for each in caught.value.diagnostics] == ["resolve/flag-conflict"]
