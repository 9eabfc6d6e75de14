from __future__ import annotations

from ruleengine.schema.flags import BooleanFlag, FlagSection


def test_a_flag_that_was_read_can_be_put_into_a_section_again() -> None:
    flag = BooleanFlag(type="boolean", question="Go on?", default=True)
    section = FlagSection(flags={"go_on": flag})
    assert FlagSection.model_validate(section) == section
    assert section.flags["go_on"] is flag
