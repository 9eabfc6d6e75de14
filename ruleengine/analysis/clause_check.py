"""Flag values under which the game departs from its rulebook."""

from __future__ import annotations

from collections.abc import Iterator

from ruleengine.analysis.finding import Finding
from ruleengine.analysis.survey import Survey
from ruleengine.errors import Span
from ruleengine.resolve.flags.rules import setting_at, terms_of
from ruleengine.resolve.flags.values import setting_text
from ruleengine.schema.wording import listed
from ruleengine.source.document import Map
from ruleengine.source.locate import locate_key


def against_clauses(survey: Survey) -> Iterator[Finding]:
    """Find chosen values that their flag declares to go against clauses."""
    resolved = survey.rules.resolved
    for name, flag in resolved.flags.items():
        for slot, value, terms in terms_of(name, flag):
            now = setting_at(resolved.values.values, slot)
            if not terms.against or not isinstance(now, str | int) or setting_text(now) != value:
                continue
            clauses = "clause" if len(terms.against) == 1 else "clauses"
            yield Finding(
                "check/against-clause",
                slot,
                f"with '{slot}' being {value}, {clauses} {listed(terms.against)} cannot be met",
                _place(survey, name),
                "choose another value, or silence the warning if that is agreed",
            )


def _place(survey: Survey, name: str) -> Span:
    readings = survey.root.get("readings")
    is_read = isinstance(readings, Map) and name in readings
    return locate_key(survey.root, ("readings" if is_read else "flags", name))
