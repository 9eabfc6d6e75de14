"""Leave in the tree only what the flags choose.

`pick`, `only` and `value_of` are the ways a tree speaks of flags. `check_selections` makes sure
that each of them is right whatever the flags are; `select` then follows them.
"""

from __future__ import annotations

from typing import TYPE_CHECKING, Final

from ruleengine.codes import Code
from ruleengine.errors import Diagnostic, InternalError
from ruleengine.expressions.problems import closest, did_you_mean
from ruleengine.resolve.checks.absences import without_absent
from ruleengine.resolve.flags.values import Setting, setting_text, settings
from ruleengine.schema.flags import ListFlag, MapFlag, TableFlag
from ruleengine.schema.wording import found, listed
from ruleengine.source.document import Map, Seq, Value

if TYPE_CHECKING:
    from collections.abc import Mapping

    from ruleengine.errors import Span
    from ruleengine.resolve.flags.choosing import FlagValues
    from ruleengine.resolve.flags.values import FlagValue
    from ruleengine.schema.flags import Flag

ABOUT_FLAGS: Final = frozenset({"extends", "flags", "readings"})
"""Sections that speak of flags themselves; nothing is selected in them, and none is left."""

OTHERWISE: Final = "otherwise"
# Tuples: a union in the loops below would be built anew at each test.
_CONTAINERS: Final = (Map, Seq)
_SCALARS: Final = (str, int)
_NOT_BRANCHES: Final = frozenset({"pick", "only", OTHERWISE})


class Selected:
    """What was selected from one tree so far.

    A part is selected anew only when a flag that it speaks of has another value, so that trees
    under different values have the same objects in them wherever they agree.
    """

    def __init__(self) -> None:
        self.results: dict[tuple[int, tuple[object, ...]], tuple[Value, Span] | None] = {}
        self._names: dict[int, tuple[str, ...]] = {}

    def flags_in(self, value: Value) -> tuple[str, ...]:
        """Return the flags that a part speaks of, sorted."""
        if not isinstance(value, _CONTAINERS):
            return ()
        known = self._names.get(id(value))
        if known is None:
            known = self._names[id(value)] = tuple(sorted(self._find(value)))
        return known

    def _find(self, value: Map | Seq) -> set[str]:
        if isinstance(value, Seq):
            return {name for item in value for name in self.flags_in(item)}
        names: set[str] = set()
        for key, item in value.items():
            if key == "only":
                for condition in item if isinstance(item, Seq) else (item,):
                    names.update(condition if isinstance(condition, Map) else ())
            elif key in {"pick", "value_of"}:
                names.add(str(item))
            else:
                names.update(self.flags_in(item))
        return names


def select(
    root: Map, flags: Mapping[str, Flag], values: FlagValues, selected: Selected | None = None
) -> Map:
    """Return the tree as the flags make it; parts that do not change are shared.

    `check_selections` must have found nothing. `selected` is what earlier calls for the same
    tree have left.
    """
    chosen = Map(root.span)
    selected = selected or Selected()
    selection = _Selection(flags, values.values, selected)
    for key, value in root.items():
        if key in ABOUT_FLAGS:
            continue
        kept = selection.entry(value, root.value_spans[key])
        if kept is not None:
            chosen.put(key, kept[0], root.key_spans[key], kept[1])
    return without_absent(root, chosen, selected.results)


class _Selection:
    __slots__ = ("_selected", "_texts", "_values")

    def __init__(
        self, flags: Mapping[str, Flag], values: Mapping[str, FlagValue], selected: Selected
    ) -> None:
        self._values = values
        self._selected = selected
        self._texts = {
            name: setting_text(value)
            for name in flags
            if not isinstance(value := values[name], _CONTAINERS)
        }

    def entry(self, value: Value, span: Span) -> tuple[Value, Span] | None:
        """Return what stands for a value, and its place; nothing when it is left out."""
        names = self._selected.flags_in(value)
        if not names:
            return value, span
        # A list or a map as a value has no text; the same one is the same object.
        key = (id(value), tuple(self._texts.get(n, id(self._values[n])) for n in names))
        results = self._selected.results
        if key not in results:
            results[key] = self._entry(value, span)
        return results[key]

    def _entry(self, value: Value, span: Span) -> tuple[Value, Span] | None:
        while isinstance(value, Map):
            if "only" in value:
                if not self._holds(value["only"]):
                    return None
                value = _without_only(value)
            elif "pick" in value:
                branch = self._branch(value)
                span = value.value_spans[branch]
                value = value[branch]
            elif "value_of" in value:
                return self._whole(str(value["value_of"])), span
            else:
                return self._map(value), span
        return (self._seq(value) if isinstance(value, Seq) else value), span

    def _map(self, tree: Map) -> Map:
        changes: dict[str, tuple[Value, Span] | None] = {}
        for key, value in tree.items():
            if isinstance(value, _CONTAINERS):
                kept = self.entry(value, tree.value_spans[key])
                if kept is None or kept[0] is not value:
                    changes[key] = kept
        if not changes:
            return tree
        chosen = Map(tree.span)
        for key, value in tree.items():
            kept = changes.get(key, (value, tree.value_spans[key]))
            if kept is not None:
                chosen.put(key, kept[0], tree.key_spans[key], kept[1])
        return chosen

    def _seq(self, items: Seq) -> Seq:
        chosen = Seq(items.span)
        changed = False
        for item, span in zip(items, items.item_spans, strict=True):
            kept: tuple[Value, Span] | None = (item, span)
            if isinstance(item, _CONTAINERS):
                kept = self.entry(item, span)
            if kept is None or kept[0] is not item:
                changed = True
            if kept is not None:
                chosen.push(*kept)
        return chosen if changed else items

    def _holds(self, condition: Value) -> bool:
        if isinstance(condition, Seq):
            return any(self._holds(alternative) for alternative in condition)
        if not isinstance(condition, Map):
            raise InternalError("a condition that is no mapping passed the checks")
        for name, wanted in condition.items():
            items = wanted if isinstance(wanted, Seq) else (wanted,)
            if self._texts[name] not in map(_text, items):
                return False
        return True

    def _whole(self, name: str) -> Map | Seq:
        value = self._values[name]
        if not isinstance(value, Map | Seq):
            raise InternalError("`value_of` a flag with a single value passed the checks")
        return value

    def _branch(self, tree: Map) -> str:
        branch = self._texts[str(tree["pick"])]
        return branch if branch in tree else OTHERWISE


def wanted_settings(flag: Flag, wanted: Value) -> tuple[Setting, ...]:
    """Return the settings that a condition lists for a flag; unknown ones are left out."""
    items = wanted if isinstance(wanted, Seq) else [wanted]
    texts = set(map(_text, items))
    return tuple(setting for setting in settings(flag) if setting_text(setting) in texts)


def _text(item: Value) -> str:
    return setting_text(item) if isinstance(item, _SCALARS) else ""


def uncovered_settings(flag: Flag, tree: Map) -> tuple[Setting, ...]:
    """Return the settings that have no branch of their own in a pick."""
    return tuple(setting for setting in settings(flag) if setting_text(setting) not in tree)


def _without_only(tree: Map) -> Map:
    rest = Map(tree.span)
    for key, value in tree.items():
        if key != "only":
            rest.put(key, value, tree.key_spans[key], tree.value_spans[key])
    return rest


def check_selections(root: Map, flags: Mapping[str, Flag]) -> list[Diagnostic]:
    """Return what is wrong with any `pick`, `only` or `value_of` in the tree, by place."""
    checks = _Checks(flags)
    for key in sorted({"pick", "only", "value_of"} & root.keys()):
        message = f"`{key}` cannot stand at the top of a file"
        checks.report("resolve/bad-selection", message, root.key_spans[key], "use it in a section")
    for key, value in root.items():
        if key not in ABOUT_FLAGS and not {"pick", "only", "value_of"} & {key}:
            checks.check(value)
    return sorted(checks.diagnostics, key=lambda diagnostic: diagnostic.sort_key())


class _Checks:
    def __init__(self, flags: Mapping[str, Flag]) -> None:
        self.diagnostics: list[Diagnostic] = []
        self._flags = flags
        self._left: Mapping[str, frozenset[str]] = {}
        """The choices of flags that `only` leaves at the place that is being looked at."""

    def check(self, value: Value) -> None:
        if isinstance(value, Seq):
            for item in value:
                self.check(item)
        elif isinstance(value, Map):
            around = self._left
            if "only" in value:
                self._check_only(value)
                self._left = self._left_by(value["only"])
            if "pick" in value:
                self._check_pick(value)
            elif "value_of" in value:
                self._check_value_of(value)
            for key, item in value.items():
                if key not in {"only", "pick", "value_of"}:
                    self.check(item)
            self._left = around

    def _left_by(self, condition: Value) -> Mapping[str, frozenset[str]]:
        """Return what is left under a condition too; of alternatives, any may be."""
        left = dict(self._left)
        for name, wanted in condition.items() if isinstance(condition, Map) else ():
            if (flag := self._flags.get(name)) is not None:
                chosen = frozenset(map(setting_text, wanted_settings(flag, wanted)))
                left[name] = left.get(name, chosen) & chosen
        return left

    def report(self, code: Code, message: str, span: Span, hint: str | None = None) -> None:
        self.diagnostics.append(Diagnostic(code, message, span, hint))

    def _check_only(self, tree: Map) -> None:
        condition, span = tree["only"], tree.value_spans["only"]
        if isinstance(condition, Seq) and condition:
            for alternative, place in zip(condition, condition.item_spans, strict=True):
                self._check_condition(alternative, place)
        else:
            self._check_condition(condition, span)

    def _check_condition(self, condition: Value, span: Span) -> None:
        if not isinstance(condition, Map) or not condition:
            message = f"expected flags and the choices they have to have, found {found(condition)}"
            self.report("resolve/bad-selection", message, span, "write `only: {flag: choice}`")
            return
        for name, wanted in condition.items():
            flag = self._switch(name, condition.key_spans[name], "only")
            if flag is None:
                continue
            items: list[tuple[Value, Span]] = [(wanted, condition.value_spans[name])]
            if isinstance(wanted, Seq):
                items = list(zip(wanted, wanted.item_spans, strict=True))
            for item, place in items:
                self._check_choice(name, flag, item, place)

    def _check_choice(self, name: str, flag: Flag, item: Value, place: Span) -> None:
        known = [setting_text(setting) for setting in settings(flag)]
        if isinstance(item, Map | Seq) or item is None:
            message = f"expected a choice of flag '{name}', found {found(item)}"
            self.report("resolve/unknown-choice", message, place, f"there is {listed(known)}")
        elif setting_text(item) not in known:  # type: ignore[arg-type]
            self._unknown_choice(name, setting_text(item), known, place)  # type: ignore[arg-type]

    def _unknown_choice(self, name: str, choice: str, known: list[str], place: Span) -> None:
        hint = did_you_mean(choice, known) or f"there is {listed(known)}"
        message = f"flag '{name}' has no choice '{choice}'"
        self.report("resolve/unknown-choice", message, place, hint)

    def _check_pick(self, tree: Map) -> None:
        name = tree["pick"]
        flag = self._switch(name, tree.value_spans["pick"], "pick")
        if flag is None:
            return
        known = [setting_text(setting) for setting in settings(flag)]
        left = self._left.get(str(name), frozenset(known))
        missing = [choice for choice in known if choice not in tree and choice in left]
        others = [key for key in tree if key not in known and key not in _NOT_BRANCHES]
        if len(others) > 1 and len(missing) < len(known):
            self._beside_pick(tree, str(name), known, others)
            others = []
        for branch in tree:
            if branch in others:
                self._unknown_choice(str(name), branch, known, tree.key_spans[branch])
                meant = closest(branch, missing)
                missing = [choice for choice in missing if choice != meant]
        if missing and OTHERWISE not in tree:
            message = f"nothing is given for {listed(missing)} of flag '{name}'"
            hint = f"add `{missing[0]}:`, or `{OTHERWISE}:` for all that are left"
            self.report("resolve/missing-branch", message, tree.value_spans["pick"], hint)

    def _beside_pick(self, tree: Map, name: str, known: list[str], others: list[str]) -> None:
        """Report keys beside `pick` that are no choices: somebody wants to pick a part of them."""
        message = f"`pick` stands for a whole value, so {listed(others)} cannot be beside it"
        written = ", ".join(f"{choice}: ..." for choice in known)
        hint = (
            f"put `pick` where the value stands that differs, `key: {{pick: {name}, {written}}}`, "
            f"write all keys under each choice, or write the item once for each choice, with "
            f"`only: {{{name}: {known[0]}}}`"
        )
        self.report("resolve/bad-selection", message, tree.key_spans[others[0]], hint)

    def _check_value_of(self, tree: Map) -> None:
        extra = [key for key in tree if key not in {"value_of", "only"}]
        if extra:
            message = f"`value_of` stands for a whole value, so {listed(extra)} cannot be beside it"
            self.report("resolve/bad-selection", message, tree.key_spans[extra[0]], "take it out")
        flag = self._named(tree["value_of"], tree.value_spans["value_of"], "value_of")
        if flag is not None and not isinstance(flag, MapFlag | TableFlag | ListFlag):
            message = f"`value_of` needs a list, a table or a map; this flag is a {flag.type}"
            hint = "use `pick`, or the flag's name in an expression"
            self.report("resolve/wrong-flag-kind", message, tree.value_spans["value_of"], hint)

    def _switch(self, name: Value | str, span: Span, word: str) -> Flag | None:
        """Return a flag of which all settings are known, or report why there is none."""
        flag = self._named(name, span, word)
        if flag is None or settings(flag):
            return flag
        what = "number without `values`" if flag.type == "number" else flag.type
        message = f"`{word}` needs a flag with choices; '{name}' is a {what}"
        hint = "use its name in an expression"
        if flag.type in {"map", "table", "list"}:
            hint = "use `value_of`, which takes the whole value"
        self.report("resolve/wrong-flag-kind", message, span, hint)
        return None

    def _named(self, name: Value | str, span: Span, word: str) -> Flag | None:
        if not isinstance(name, str):
            message = f"`{word}` needs the name of a flag, found {found(name)}"
            self.report("resolve/bad-selection", message, span, f"write `{word}: name_of_a_flag`")
            return None
        if name not in self._flags:
            hint = did_you_mean(name, self._flags) or (
                f"the flags are {listed(self._flags)}" if self._flags else "declare it in `flags`"
            )
            self.report("resolve/unknown-flag", f"there is no flag '{name}'", span, hint)
            return None
        return self._flags[name]
