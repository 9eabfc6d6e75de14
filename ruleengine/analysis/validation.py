"""From a name or a path to a report: everything that is wrong or odd about a ruleset.

read -> flags -> every flag setting that matters -> the picture -> the checks. Nothing is raised
for what an author wrote: whatever is found becomes a diagnostic.
"""

from __future__ import annotations

from collections.abc import Iterable, Mapping
from dataclasses import dataclass, field
from os import PathLike
from pathlib import Path

from ruleengine.analysis.blame import FlagBlame
from ruleengine.analysis.finding import Finding
from ruleengine.analysis.list_check import lists_replaced
from ruleengine.analysis.picture import check_picture
from ruleengine.analysis.silences import keep_loud
from ruleengine.analysis.static import CHECKS, run_checks
from ruleengine.analysis.survey import Survey
from ruleengine.analysis.unused_check import uncited_clauses
from ruleengine.errors import Diagnostic, RulesetError, Span
from ruleengine.pipeline.binding import bind_rules
from ruleengine.pipeline.rules import Rules
from ruleengine.resolve.files.library import shipped_names, shown_name, spelled
from ruleengine.resolve.files.overlay import MergedTree, read_tree
from ruleengine.resolve.flags.choosing import FlagValues, choose_flags, default_values, read_flags
from ruleengine.resolve.flags.covering import covering, never_selected, one_by_one
from ruleengine.resolve.flags.select import check_selections
from ruleengine.resolve.ruleset import ResolvedRuleset, Sharing, resolve_tree
from ruleengine.schema.flags import Flag
from ruleengine.source.document import Map, SourceDoc


@dataclass(frozen=True)
class Report:
    """What was found about a ruleset or variant."""

    name: str
    diagnostics: tuple[Diagnostic, ...]
    documents: Mapping[str, SourceDoc] = field(default_factory=dict)
    """The files that were read, by the name that places use; for showing the lines."""
    num_flags: int = 0
    num_assignments: int = 0
    """How many settings of the flags were loaded; together they have every part and value."""
    num_clauses: int = 0
    uncited_clauses: tuple[str, ...] = ()
    """Clauses with a sentence that no rule cites."""
    rules: Rules | None = None
    """The rules under the chosen flag values; nothing when they cannot be played."""

    @property
    def errors(self) -> tuple[Diagnostic, ...]:
        """What makes the ruleset unusable."""
        return tuple(each for each in self.diagnostics if each.severity == "error")

    @property
    def warnings(self) -> tuple[Diagnostic, ...]:
        """What is odd, but can be played."""
        return tuple(each for each in self.diagnostics if each.severity == "warning")

    @property
    def ok(self) -> bool:
        """Whether the ruleset can be used."""
        return not self.errors


def validate(
    name_or_path: str | PathLike[str],
    overrides: Mapping[str, object] | None = None,
    *,
    deep: bool = False,
) -> Report:
    """Check a ruleset or variant under every flag setting that matters.

    `overrides` are flag values from outside; the warnings are about the game under them.
    Every value of every flag is loaded at least once, beside as many others as go with it; when
    `deep`, also with all else as it is, and with every other value that it can go with.
    """
    try:
        tree = read_tree(name_or_path)
    except RulesetError as error:
        return Report(
            spelled(name_or_path), _ordered(error.diagnostics), _files_of(error.diagnostics)
        )
    return _Validation(tree, deep=deep).run(overrides or {})


class _Validation:
    def __init__(self, tree: MergedTree, *, deep: bool) -> None:
        self._tree = tree
        self._is_deep = deep
        self._root: Map = tree.root
        self._found: list[Diagnostic] = []
        self._flags: Mapping[str, Flag] = {}
        self._rules: Rules | None = None
        self._num_assignments = 0

    def run(self, overrides: Mapping[str, object]) -> Report:
        try:
            self._flags = read_flags(self._root)
        except RulesetError as error:
            self._found += error.diagnostics
            return self._report()
        wrong = check_selections(self._root, self._flags)
        if wrong:
            self._found += wrong
            return self._report()
        chosen = self._choose(overrides)
        resolved = self._resolve_all(chosen)
        if resolved is not None and not self._found:
            self._rules = bind_rules(resolved)
            self._check_picture(chosen, changed=bool(overrides))
        if self._rules is not None and not self._found:
            self._warn(resolved_rules=self._rules)
        return self._report()

    def _choose(self, overrides: Mapping[str, object]) -> FlagValues:
        """Return the chosen values; the defaults stand in for a choice that is wrong."""
        try:
            return choose_flags(self._flags, self._root, overrides)
        except RulesetError as error:
            self._found += error.diagnostics
            return FlagValues(default_values(self._flags, self._root))

    def _resolve_all(self, chosen: FlagValues) -> ResolvedRuleset | None:
        """Resolve every setting of the flags that matters; return the chosen one if it is right."""
        first: ResolvedRuleset | None = None
        seen: set[tuple[Span | None, str, str]] = set()
        sharing = Sharing()
        blame = FlagBlame(self._root, self._flags, chosen, sharing)
        for values in self._assignments(chosen):
            self._num_assignments += 1
            try:
                resolved = resolve_tree(self._root, self._flags, values, sharing)
            except RulesetError as error:
                for each in error.diagnostics:
                    key = (each.span, each.code, each.message)
                    if key not in seen:
                        seen.add(key)
                        self._found.append(blame.explain(each, values))
            else:
                first = resolved if values is chosen else first
        return first

    def _assignments(self, chosen: FlagValues) -> Iterable[FlagValues]:
        """Return the settings to load, the chosen one first."""
        few = covering(self._root, self._flags, chosen)
        if not self._is_deep:
            return few
        from ruleengine.resolve.flags.pairwise import pairwise  # noqa: PLC0415 - rarely used

        return _distinct([*few, *one_by_one(self._flags, chosen), *pairwise(self._flags, chosen)])

    def _check_picture(self, chosen: FlagValues, *, changed: bool) -> None:
        """Hold the picture against the board under the values that the files give by themselves."""
        assert self._rules is not None  # noqa: S101 - bound just before
        rules = self._rules
        if changed and choose_flags(self._flags, self._root, {}) != chosen:
            plain = choose_flags(self._flags, self._root, {})
            rules = bind_rules(resolve_tree(self._root, self._flags, plain))
        self._found += check_picture(rules)

    def _warn(self, resolved_rules: Rules) -> None:
        findings = [
            Finding(each.code, None, each.message, each.span, each.hint, each.related)
            for each in never_selected(self._root, self._flags)
        ]
        findings += lists_replaced(self._tree.replaced)
        findings += run_checks(Survey.of(self._root, resolved_rules))
        looked_for = {"resolve/never-selected", "check/list-replaced", *(c for c, _ in CHECKS)}
        silenced = resolved_rules.resolved.ruleset.silenced
        self._found += keep_loud(findings, silenced, looked_for)

    def _report(self) -> Report:
        sentences = self._root.get("clauses")
        return Report(
            name=self._tree.name,
            diagnostics=_ordered(self._found),
            documents=self._tree.documents,
            num_flags=len(self._flags),
            num_assignments=self._num_assignments,
            num_clauses=len(sentences) if isinstance(sentences, Map) else 0,
            uncited_clauses=uncited_clauses(self._root),
            rules=self._rules,
        )


def _distinct(assignments: Iterable[FlagValues]) -> list[FlagValues]:
    """Return assignments without those that set the same values as one before."""
    found: dict[str, FlagValues] = {}
    for each in assignments:
        found.setdefault(repr(each.values), each)
    return list(found.values())


def _ordered(diagnostics: Iterable[Diagnostic]) -> tuple[Diagnostic, ...]:
    """Return diagnostics by place, each place, code and message once."""
    unique = {(each.span, each.code, each.message): each for each in reversed([*diagnostics])}
    return tuple(sorted(unique.values(), key=lambda each: each.sort_key()))


def _files_of(diagnostics: Iterable[Diagnostic]) -> dict[str, SourceDoc]:
    """Return the lines of files that could not be made into one tree, as far as they are text."""
    documents: dict[str, SourceDoc] = {}
    shipped: dict[str, Path] | None = None
    for span in (each.span for each in diagnostics if each.span is not None):
        if span.file in documents:
            continue
        path = Path(span.file)
        if not path.is_file():
            if shipped is None:
                shipped = {shown_name(each): each for each in shipped_names().values()}
            path = shipped.get(span.file, path)
        try:
            text = path.read_text(encoding="utf-8", errors="replace")
        except OSError:
            continue
        lines = tuple(text.splitlines())
        documents[span.file] = SourceDoc(span.file, lines, Map(span._replace(line=1, col=1)))
    return documents
