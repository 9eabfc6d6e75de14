"""What a check found: a warning that an author can silence by its code and its subject."""

from __future__ import annotations

from typing import NamedTuple

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, Span


class Finding(NamedTuple):
    """One warning; `about` is the name it speaks of, if it speaks of one."""

    code: Code
    about: str | None
    message: str
    span: Span | None
    hint: str | None = None
    related: tuple[Span, ...] = ()

    def diagnostic(self) -> Diagnostic:
        """Return the finding as it is reported."""
        return Diagnostic(
            self.code, self.message, self.span, self.hint, self.related, severity="warning"
        )
