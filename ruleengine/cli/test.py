"""`ruleengine test`: run scenario cases, and say where the rules do something else."""

from __future__ import annotations

import argparse
from collections.abc import Iterable

from ruleengine.cli.arguments import add_format
from ruleengine.cli.output import complain, report, say, say_json
from ruleengine.schema.wording import counted
from ruleengine.workbench.cases.scenarios import CaseResult, Summary, run_files
from ruleengine.workbench.clauses.traceability import Gap, Trace


def add_arguments(parser: argparse.ArgumentParser) -> None:
    """Declare what the command takes."""
    parser.add_argument(
        "files",
        metavar="FILE_OR_DIR",
        nargs="+",
        help="a file of cases, or a directory with such files",
    )
    parser.add_argument(
        "-k", metavar="WORD", dest="word", default="", help="run only cases whose id contains it"
    )
    parser.add_argument(
        "--coverage",
        action="store_true",
        help="also fail when no case shows a clause, or tells a value of a flag from another",
    )
    add_format(parser, "text", "json")


def run(args: argparse.Namespace) -> int:
    """Run the cases, and return 1 when one fails or a file cannot be read."""
    found = run_files(args.files, args.word)
    gaps: tuple[Gap, ...] = ()
    trace = None
    if args.coverage and found.ok:
        trace = Trace(result.case for result in found.results)
        gaps = tuple(trace.gaps())
    if args.format == "json":
        say_json(_as_data(found, gaps, trace))
    else:
        _print(found, gaps)
        if trace is not None and not gaps:
            say(_covered(trace))
        elif args.coverage and trace is None and found.results:
            say("what the cases cover is looked at when all of them pass")
    return 0 if found.ok and not gaps else 1


def _covered(trace: Trace) -> str:
    """Say what cases cover that leave no gap."""
    clauses, flags = trace.num_clauses, len(trace.asked_flags)
    shown = "there are no clauses that a case could show"
    if clauses:
        all_ = "the only clause is" if clauses == 1 else f"all {clauses} clauses are"
        shown = f"{all_} cited by a rule or a flag, and shown by a case"
    if not flags:
        return shown
    return f"{shown}; cases tell all values of {counted(flags, 'flag')} apart"


def _print(found: Summary, gaps: Iterable[Gap]) -> None:
    report(found.diagnostics)
    for result in found.failed:
        complain(str(result))
    for gap in gaps:
        complain(f"{gap.span}: {gap.message}" if gap.span is not None else gap.message)
    if not found.results and not found.diagnostics:
        complain("there are no such cases")
        return
    parts = [f"{len(found.results) - len(found.failed)} passed"]
    parts += [f"{len(found.failed)} failed"] if found.failed else []
    parts += [f"{counted(len(found.diagnostics), 'error')} in files"] if found.diagnostics else []
    say(", ".join(parts))


def _as_data(found: Summary, gaps: tuple[Gap, ...], trace: Trace | None) -> dict[str, object]:
    asked = None
    if trace is not None:
        asked = {"clauses": trace.num_clauses, "flags": len(trace.asked_flags)}
    return {
        "ok": found.ok and not gaps,
        "cases": [_case_data(result) for result in found.results],
        "diagnostics": [diagnostic.to_dict() for diagnostic in found.diagnostics],
        "asked": asked,
        "gaps": [
            {"about": gap.about, "message": gap.message, "place": str(gap.span or "") or None}
            for gap in gaps
        ],
    }


def _case_data(result: CaseResult) -> dict[str, object]:
    failure, case = result.failure, result.case
    data: dict[str, object] = {
        "id": case.id,
        "ok": result.ok,
        "file": case.path.as_posix(),
        "line": case.span.line if case.span is not None else None,
        "clauses": list(case.clauses),
    }
    if failure is not None:
        data |= {
            "step": failure.step,
            "place": str(failure.span) if failure.span is not None else None,
            "messages": list(failure.messages),
            "board": failure.drawing,
            "beside": list(failure.beside),
            "standing": failure.standing,
        }
    return data
