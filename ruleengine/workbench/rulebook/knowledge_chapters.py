"""The chapters about what players may know, and what they have to keep count of."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.game.kept.board_text import unknown_letters
from ruleengine.resolve.checks.disclosing import disclosures
from ruleengine.schema import steps
from ruleengine.schema.pieces import UNOWNED, Counter, Marker
from ruleengine.schema.procedures import steps_of
from ruleengine.schema.ruleset import Ruleset
from ruleengine.schema.selectors import PieceFilter
from ruleengine.schema.step_lists import walk_steps
from ruleengine.schema.views import Hide
from ruleengine.schema.wording import a
from ruleengine.workbench.rulebook import filters
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.document import Block, Item, Items, Paragraph
from ruleengine.workbench.rulebook.english import joined, quoted, sentence, spaced
from ruleengine.workbench.rulebook.phrases import settled, turn_word
from ruleengine.workbench.rulebook.speech import IT

_RESET_WORDS: Final[Mapping[str, str]] = {
    "never": "",
    "turn": ", anew in every {turn}",
    "phase": ", anew in every phase",
}
_PER_WORDS: Final[Mapping[str, str]] = {
    "game": "for the whole game",
    "side": "for each side",
    "seat": "for each player",
    "piece": "for each piece",
    "cell": "for each cell",
}
_FROM_WORDS: Final[Mapping[str, str]] = {
    "others": "every side but its owner",
    "everybody": "everybody",
}


_HIDDEN_OF: Final[Mapping[str, str]] = {
    "piece": "a piece",
    "cell": "cells",
    "side": "sides",
    "seat": "players",
}


def hidden(author: Author) -> Iterator[Block]:
    """Yield the chapter about what players may not know."""
    ruleset = author.speech.rules.ruleset
    secret = [step for step in _all_steps(author) if isinstance(step, steps.Submit) and step.secret]
    yield from author.sayings("hidden")
    views = [told for view in ruleset.views if (told := _told_of(author, view)).hide]
    lines = [_hide(author, view) for view in views]
    if secret:
        lines.append(Item("What a side does before it has committed is not shown to anybody else."))
    if views:
        lines += [Item(each) for each in _heard(author)]
    if any("kind" in view.hide for view in views):
        lines.append(Item(_drawn_covered(author)))
    if lines:
        yield Items(tuple(lines))
        yield Paragraph("Everything else is open to everybody.", is_quiet=True)
    else:
        yield Paragraph("Nothing is hidden: everybody sees everything.")


def _told_of(author: Author, view: Hide) -> Hide:
    """Return what is hidden without what nothing else in the book speaks of."""
    hide = [what for what in view.hide if what not in author.unspoken]
    return view.model_copy(update={"hide": hide})


def _hide(author: Author, view: Hide) -> Item:
    speech = author.speech
    if isinstance(view.from_, str):
        from_ = _FROM_WORDS[view.from_]
    else:
        from_ = joined(speech.side(side) for side in view.from_)
    text = _unseen(author, view, from_) if "piece" in view.hide else _unknown(author, view, from_)
    return Item(sentence(text), tuple(view.clauses))


def _unseen(author: Author, view: Hide, from_: str) -> str:
    """Return that pieces are not seen at all, and so nothing of them."""
    of, as_long = _apart(author, view.of)
    words = "pieces" if of is None else filters.pieces(author.speech, of, several=True)
    hidden = f"are hidden, as if they were not there, from {_of_several(from_)}{as_long}"
    return f"{words} {hidden}{_kept_with(author)}"


def _apart(author: Author, of: PieceFilter | None) -> tuple[PieceFilter | None, str]:
    """Return which pieces are meant, and how long, where a condition is not about each of them."""
    if of is None or of.where is None:
        return of, ""
    known = settled(author.speech, of.where)
    parts = tree.walk_resolved(author.speech.root(of.where))
    is_of_each = any(isinstance(p, tree.Reference) and p.symbol.name == IT for p in parts)
    if known is False or (known is None and is_of_each):
        return of, ""
    rest = of.model_copy(update={"where": None})
    is_any = not rest.model_dump(exclude_none=True, exclude_defaults=True)
    as_long = f" as long as {author.speech.claim(of.where)}" if known is None else ""
    return (None if is_any else rest), as_long


def _kept_with(author: Author) -> str:
    """Return what is kept for pieces, which nobody knows of a piece that is not seen."""
    speech, ruleset = author.speech, author.speech.rules.ruleset
    untold = author.speech.idle | author.unspoken
    tallies = [
        speech.counter(name)
        for name, counter in ruleset.counters.items()
        if counter.per == "piece" and name not in untold
    ]
    notes = [
        _note_title(author, name)
        for name, mark in ruleset.marks.items()
        if mark.per == "piece" and name not in untold
    ]
    kept = [
        f"their {one if len(titles) == 1 else several} {joined(titles)}"
        for one, several, titles in (
            ("tally of", "tallies of", tallies),
            ("note", "notes", notes),
        )
        if titles
    ]
    be = "is" if len(tallies) + len(notes) == 1 else "are"
    return f"; so {be} {joined(kept)}" if kept else ""


_HEARD: Final = (
    "Of a move, everybody hears what it is called and what it names, but not what would tell of "
    "something hidden: that is left out, or \u201c?\u201d stands for it"
)


def _heard(author: Author) -> Iterator[str]:
    """Yield what is heard of moves that tell of something hidden, where some can be played."""
    rules = author.speech.rules
    hidden = {what for view in rules.ruleset.views for what in view.hide}
    told = {
        each.what
        for name in played_openly(author)
        for each in disclosures(rules, rules.ruleset.actions[name])
    }
    if "piece" in hidden:
        yield (
            f"{_HEARD}, such as for a cell that a hidden piece comes to or goes from. Of a move "
            "that names a hidden piece, or that is about one without naming it, others hear only "
            "that somebody has moved."
        )
    elif told & hidden:
        yield f"{_HEARD}."


def played_openly(author: Author) -> Iterator[str]:
    """Yield the actions of which others hear when they are played."""
    for step in _all_steps(author):
        if isinstance(step, steps.Act):
            yield from step.act
        elif isinstance(step, steps.Submit) and not step.secret:
            yield from step.submit


def _drawn_covered(author: Author) -> str:
    """Return what stands on drawn boards for pieces whose kind is hidden."""
    marks: dict[str, list[str]] = {}
    for owner, mark in unknown_letters(author.game).items():
        whose = "a neutral one" if owner == UNOWNED else f"one of {author.speech.side(owner)}"
        marks.setdefault(mark, []).append(whose)
    text = "where boards are drawn, {} stands for a piece whose kind is hidden"
    if len(marks) == 1:
        return sentence(text.format(quoted(*marks)))
    each = (f"{quoted(mark)} for {joined(whose, 'or')}" for mark, whose in marks.items())
    return sentence(f"{text.format('a sign of its own')}: {joined(each)}")


def _of_several(from_: str) -> str:
    return from_.replace("its owner", "their owner")


def _unknown(author: Author, view: Hide, from_: str) -> str:
    """Return that something is not known of what everybody sees."""
    speech = author.speech
    ruleset = speech.rules.ruleset
    tallies = [speech.counter(name) for name in view.hide if name in ruleset.counters]
    notes = [_note_title(author, name) for name in view.hide if name in ruleset.marks]
    kept = {*ruleset.counters, *ruleset.marks}
    things = [{"kind": "the kind"}.get(name, name) for name in view.hide if name not in kept]
    for several, one, titles in (
        ("the tallies of", "the tally of", tallies),
        ("the notes", "the note", notes),
    ):
        if titles:
            things.append(f"{several if len(titles) > 1 else one} {joined(titles)}")
    of = _hidden_of(view, ruleset)
    pieces, as_long = _apart(author, view.of)
    if pieces is not None:
        of = f" of {a(filters.pieces(speech, pieces, anywhere=True))}"
    be = "is" if len(view.hide) == 1 else "are"
    if len(view.hide) > 1:
        from_ = _of_several(from_)
    return f"{joined(things)}{of} {be} hidden from {from_}{as_long}"


def _hidden_of(view: Hide, ruleset: Ruleset) -> str:
    """Return of what something is hidden where no pieces are described."""
    declared: dict[str, Counter | Marker] = {**ruleset.counters, **ruleset.marks}
    kept_per = {declared[name].per if name in declared else "piece" for name in view.hide}
    if kept_per == {"game"}:
        return ""
    of = (_HIDDEN_OF[per] for per in _HIDDEN_OF if per in kept_per)
    return f" of {joined(of)}"


def kept(author: Author) -> Iterator[Block]:
    """Yield the chapter about tallies and notes."""
    ruleset = author.speech.rules.ruleset
    lines = []
    for name, counter in ruleset.counters.items():
        if name in author.speech.idle or name in author.unspoken:
            continue
        if ("counter", name) in author.speech.directions:
            author.speech.remarks.add("directions")
        text = f"{author.speech.counter(name)}, {_how_long(author, counter)}"
        text += _STACKED if counter.shown == "order" else ""
        text += _range(author, name, counter)
        lines.append(Item(sentence(text), tuple(counter.clauses)))
    for name, mark in ruleset.marks.items():
        if name in author.speech.idle or name in author.unspoken:
            continue
        text = f"{_note_title(author, name)}, which is {_what_is_noted(mark)}, "
        text += _how_long(author, mark)
        lines.append(Item(sentence(text), tuple(mark.clauses)))
    if lines:
        yield Paragraph("The rules speak of tallies and notes, which somebody has to keep.")
        yield from author.sayings("kept")
        yield Items(tuple(lines))
    shown = [
        author.speech.counter(name) if name in ruleset.counters else _note_title(author, name)
        for name in (*ruleset.counters, *ruleset.marks)
        if name in author.speech.idle
    ]
    if shown:
        verb, them = ("is", "it") if len(shown) == 1 else ("are", "them")
        text = f"{joined(shown)} {verb} kept as well, but nothing in this game depends on {them}"
        yield Paragraph(sentence(text), is_quiet=True)


_STACKED: Final = ": pieces on one cell lie in this order, the one with the most on top"


def _range(author: Author, name: str, counter: Counter) -> str:
    """Return where a tally starts, which may depend on the kind of piece, and how far it goes."""
    rules = author.speech.rules
    limit = f"goes up to {rules.number(counter.limit)}" if counter.limit is not None else ""
    start = _start(author, name, counter)
    is_short = start.startswith("it ") and "," not in start
    if is_short or not start:
        said = " and ".join(filter(None, [start.removeprefix("it "), limit]))
        return f"; it {said}" if said else ""
    return f"; {start}{', and it ' * bool(limit)}{limit}"


def _start(author: Author, name: str, counter: Counter) -> str:
    """Return where a tally starts; nothing where steps that nobody is told set it at once."""
    rules = author.speech.rules
    if name in author.begun_untold:
        return "the picture shows where it starts" if name in author.opening.drawn else ""
    starts = {rules.number(counter.start) if counter.start is not None else 0}
    if counter.per == "piece":
        kinds = zip(rules.ruleset.kinds, rules.starts(name), strict=True)
        starts = {start for kind, start in kinds if counter.is_of(kind)} or starts
    if set_out := _set_out(author, name):
        others = f"at {starts.pop()}" if len(starts) == 1 else "as the table of pieces says"
        return f"it starts {set_out.format(others=others)}"
    return f"it starts at {starts.pop()}" if len(starts) == 1 else _IN_TABLE


_IN_TABLE: Final = "the table of pieces says where it starts"


def _set_out(author: Author, name: str) -> str:
    """Return how a tally starts of which the setup tells; there is room for how others start."""
    rules = author.speech.rules
    if any(each.counter == name for each in rules.setup_counts):
        return "as the board is drawn, and {others} on all other cells"
    has = rules.ruleset.counters[name].is_of
    told = [name in dict(piece.counters) for piece in rules.setup if has(piece.kind)]
    if not any(told):
        return ""
    comes_later = any(isinstance(step, steps.Place) for step in _all_steps(author))
    others = ", and {others} for all others" if comes_later or not all(told) else ""
    return f"as the pieces are set out{others}"


def _how_long(author: Author, declared: Counter | Marker) -> str:
    """Return for what something is kept, and when it begins anew."""
    resets = _RESET_WORDS[declared.resets].format(turn=turn_word(author.speech))
    if declared.per == "game" and resets:
        return resets.removeprefix(", ")
    if isinstance(declared, Counter) and declared.kind is not None:
        return f"for each {joined(map(author.speech.kind, declared.kind))}{resets}"
    return _PER_WORDS[declared.per] + resets


def _what_is_noted(mark: Marker) -> str:
    """Return what a mark can hold."""
    words = [quoted(spaced(word)) for word in mark.words] or [f"a {mark.type}"]
    return joined([*words, "nothing"], "or")


def _note_title(author: Author, name: str) -> str:
    return quoted(author.speech.rules.ruleset.marks[name].title or spaced(name))


def _all_steps(author: Author) -> Iterator[steps.Step]:
    ruleset = author.speech.rules.ruleset
    for phase in ruleset.phases.values():
        yield from walk_steps(phase.flow)
    for name in author.usage.procedures:
        yield from walk_steps(steps_of(ruleset.procedures[name]))
    for name in author.usage.actions:
        yield from walk_steps(ruleset.actions[name].effects)
    for reaction in ruleset.reactions.values():
        yield from walk_steps(reaction.effects)
