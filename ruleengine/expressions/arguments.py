"""Match the values of a call with the parameters of its function, by number and name."""

from __future__ import annotations

from collections.abc import Iterator
from typing import NamedTuple

from ruleengine.expressions.functions import Function, Parameter
from ruleengine.expressions.problems import Problem, closest
from ruleengine.expressions.syntax import Call, Compare, Keyword, Name, Node, unparse
from ruleengine.expressions.types import NEVER_ABSENT, PHRASES, Scope, Symbol, Type


class Matched(NamedTuple):
    """Which value goes where; what fits nowhere is in `stray`, and in `problems`."""

    args: tuple[tuple[Parameter, Node], ...]
    keywords: tuple[tuple[Parameter, Keyword], ...]
    dice: tuple[tuple[Symbol, Keyword], ...]
    operands: tuple[tuple[Symbol, Keyword], ...]
    stray: tuple[Node, ...]
    problems: tuple[Problem, ...]


def match_arguments(call: Call, function: Function, scope: Scope) -> Matched:
    """Return the values of `call` by parameter, and what is wrong with their number and names."""
    problems: list[Problem] = []
    stray: list[Node] = []
    taken = len(function.positional)
    args = list(zip(function.positional, call.args, strict=False))
    if function.rest is not None:
        args += [(function.rest, extra) for extra in call.args[taken:]]
    elif len(call.args) > taken:
        stray += call.args[taken:]
        problems.append(_too_many(call, function))
    if len(call.args) < taken:
        problems.append(_too_few(call, function))

    keywords: list[tuple[Parameter, Keyword]] = []
    dice: list[tuple[Symbol, Keyword]] = []
    operands: list[tuple[Symbol, Keyword]] = []
    asked = _asked_about(call, scope) if function.operands else ()
    seen: set[str] = set()
    named = {parameter.name: parameter for parameter in function.keywords}
    for keyword in call.keywords:
        if keyword.name in seen:
            message = f"'{keyword.name}=' is given twice"
            problems.append(_problem(message, keyword.start, keyword.end, "keep one of them"))
            stray.append(keyword.value)
            continue
        seen.add(keyword.name)
        die = scope.lookup(keyword.name) if function.dice else None
        if keyword.name in named:
            keywords.append((named[keyword.name], keyword))
        elif die is not None and die.role == "die":
            dice.append((die, keyword))
        elif any(operand.name == keyword.name for each in asked for operand in each.given):
            problem = _unlike_operands(keyword, asked)
            if problem is None:
                operands.append((_operand(asked[0], keyword.name), keyword))
            else:
                problems.append(problem)
                stray.append(keyword.value)
        else:
            problems.append(_unknown_keyword(keyword, function, scope, asked))
            stray.append(keyword.value)
    problems += _without_needed(keywords, seen)
    problems += _left_out(call, function, seen)
    return Matched(
        tuple(args), tuple(keywords), tuple(dice), tuple(operands), tuple(stray), tuple(problems)
    )


def _left_out(call: Call, function: Function, given: set[str]) -> Iterator[Problem]:
    """Yield named values that are missing."""
    for parameter in function.keywords:
        if parameter.required and parameter.name not in given:
            message = f"'{call.name}' needs '{parameter.name}='"
            yield _problem(message, call.start, call.end, f"write `{function.signature}`")


def _without_needed(
    keywords: list[tuple[Parameter, Keyword]], given: set[str]
) -> Iterator[Problem]:
    """Yield values that mean nothing without another one beside them."""
    for parameter, keyword in keywords:
        if parameter.needs and given.isdisjoint(parameter.needs):
            message = f"'{parameter.name}=' says what a chain is made of, and none is asked for"
            options = " or ".join(f"`{name}=`" for name in parameter.needs)
            end = keyword.start + len(keyword.name)
            yield _problem(message, keyword.start, end, f"add {options}, or write `where=`")


def _asked_about(call: Call, scope: Scope) -> tuple[Symbol, ...]:
    """Return the actions that a question about moves names, or all of them."""
    named = [scope.lookup(arg.name) for arg in call.args if isinstance(arg, Name)]
    symbols = named if call.args else list(scope.symbols())
    return tuple(each for each in symbols if each is not None and each.role == "action")


def _operand(action: Symbol, name: str) -> Symbol:
    return next(each for each in action.given if each.name == name)


def _unlike_operands(keyword: Keyword, actions: tuple[Symbol, ...]) -> Problem | None:
    """Return what is wrong with an operand that some of the actions do not have, or not alike."""
    end = keyword.start + len(keyword.name)
    without = [a.name for a in actions if all(each.name != keyword.name for each in a.given)]
    if without:
        message = f"action '{without[0]}' has no operand '{keyword.name}'"
        hint = "name only actions that have it"
        return _problem(message, keyword.start, end, hint)
    first = _operand(actions[0], keyword.name)
    for action in actions[1:]:
        other = _operand(action, keyword.name)
        if (other.type, other.choices) != (first.type, first.choices):
            message = (
                f"'{keyword.name}' is {PHRASES[first.type]} in action '{actions[0].name}' "
                f"and {PHRASES[other.type]} in action '{action.name}'"
            )
            return _problem(message, keyword.start, end, "ask about each action by itself")
    return None


def unfit_call(call: Call, called: Symbol) -> Problem | None:
    """Return what is wrong with the number of values that a table or a procedure is given."""
    needed, hint = len(called.given), f"write `{called.signature}`"
    if call.keywords:
        first, last = call.keywords[0], call.keywords[-1]
        message = f"'{call.name}' takes its values in order, without names"
        return _problem(message, first.start, last.end, hint)
    if len(call.args) > needed:
        most = _values(needed) if needed else "no values"
        message = f"'{call.name}' takes {most}, not {len(call.args)}"
        return _problem(message, call.args[needed].start, call.args[-1].end, hint)
    if len(call.args) < needed:
        missing = called.given[len(call.args)].name
        message = (
            f"'{call.name}' needs {_values(needed)}, not {len(call.args)}: '{missing}' is missing"
        )
        return _problem(message, call.start, call.end, hint)
    return None


def passing_types(wanted: Type) -> tuple[Type, ...]:
    """Return what may be handed on as a value of a type: most may be nothing."""
    return (wanted,) if wanted in NEVER_ABSENT else (wanted, "nothing")


def _problem(message: str, start: int, end: int, hint: str) -> Problem:
    return Problem("expression/wrong-arguments", message, start, end, hint)


def _too_many(call: Call, function: Function) -> Problem:
    most = len(function.positional)
    first, last = call.args[most], call.args[-1]
    message = f"'{call.name}' takes {_values(most)}, not {len(call.args)}"
    hint = f"write `{function.signature}`"
    match first:
        case Compare(op="==", left=Name(name=name)) if name in _keyword_names(function):
            hint = f"name a value with one `=`: `{name}={unparse(first.right)}`"
    return _problem(message, first.start, last.end, hint)


def _too_few(call: Call, function: Function) -> Problem:
    least = len(function.positional)
    bound = "at least " if function.rest is not None else ""
    missing = function.positional[len(call.args)].name
    message = (
        f"'{call.name}' needs {bound}{_values(least)}, not {len(call.args)}: "
        f"the {missing} is missing"
    )
    return _problem(message, call.start, call.end, f"write `{function.signature}`")


def _unknown_keyword(
    keyword: Keyword, function: Function, scope: Scope, asked: tuple[Symbol, ...]
) -> Problem:
    options = _keyword_names(function)
    if function.dice:
        options |= {symbol.name for symbol in scope.symbols() if symbol.role == "die"}
        options |= {operand.name for each in asked for operand in each.given}
    option = closest(keyword.name, options)
    each = next(
        (parameter.it for parameter in function.keywords if parameter.name == "where"), None
    )
    if each is not None and keyword.name in scope.members(each):
        hint = f"ask for it with `where=it.{keyword.name} == {unparse(keyword.value)}`"
    elif option is not None:
        hint = f"did you mean `{option}=`?"
    elif keyword.name in {parameter.name for parameter in function.positional}:
        hint = f"leave out the name: `{unparse(keyword.value)}`"
    else:
        hint = f"write `{function.signature}`"
    message = f"'{function.name}' has no '{keyword.name}='"
    return _problem(message, keyword.start, keyword.start + len(keyword.name), hint)


def _keyword_names(function: Function) -> set[str]:
    return {parameter.name for parameter in function.keywords}


def _values(number: int) -> str:
    return "no values without a name" if number == 0 else f"{number} value{'s' * (number != 1)}"
