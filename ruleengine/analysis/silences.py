"""Warnings that the author of a ruleset has looked at and put aside."""

from __future__ import annotations

from collections.abc import Collection, Iterable, Sequence

from ruleengine.analysis.finding import Finding
from ruleengine.codes import CODES
from ruleengine.errors import Diagnostic
from ruleengine.expressions.problems import did_you_mean
from ruleengine.schema.ruleset import Silence


def keep_loud(
    findings: Iterable[Finding], silenced: Sequence[Silence], looked_for: Collection[str]
) -> list[Diagnostic]:
    """Return the warnings that are not silenced, and one for each silence without effect.

    A silence can only be without effect when its code was looked for, or is no code at all.
    """
    kept: list[Diagnostic] = []
    used: set[int] = set()
    for finding in findings:
        matching = [n for n, silence in enumerate(silenced) if _matches(silence, finding)]
        used.update(matching)
        if not matching:
            kept.append(finding.diagnostic())
    for number, silence in enumerate(silenced):
        if number not in used and (silence.code in looked_for or silence.code not in CODES):
            kept.append(_without_effect(silence))
    return kept


def _matches(silence: Silence, finding: Finding) -> bool:
    return silence.code == finding.code and silence.about in (None, finding.about)


def _without_effect(silence: Silence) -> Diagnostic:
    about = f" about '{silence.about}'" if silence.about is not None else ""
    hint = None
    if silence.code not in CODES:
        hint = did_you_mean(silence.code, CODES)
    return Diagnostic(
        "check/silence-unused",
        f"there is no warning {silence.code}{about} to silence",
        silence.span,
        hint or "take the entry out",
        severity="warning",
    )
