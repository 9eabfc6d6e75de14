"""The chapters about what happens: turns, actions, consequences, endings, what is hidden."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from dataclasses import replace
from typing import Final

from ruleengine.expressions import resolved as tree
from ruleengine.pipeline.repetitions import asks_for_repetitions
from ruleengine.schema.ruleset import Action, Ending, Phase, Reaction
from ruleengine.workbench.rulebook.author import Author
from ruleengine.workbench.rulebook.claims import all_terms
from ruleengine.workbench.rulebook.document import (
    Block,
    Heading,
    Item,
    Items,
    Paragraph,
    plain,
)
from ruleengine.workbench.rulebook.english import (
    capital,
    joined,
    quoted,
    sentence,
    spaced,
)
from ruleengine.workbench.rulebook.knowledge_chapters import played_openly
from ruleengine.workbench.rulebook.operands import say_operand
from ruleengine.workbench.rulebook.phase_order import phases_begun_again
from ruleengine.workbench.rulebook.phrases import settled, turn_word
from ruleengine.workbench.rulebook.quotas import limit_line, taken, use_lines
from ruleengine.workbench.rulebook.quotes import said_words
from ruleengine.workbench.rulebook.restrictions import say_validator
from ruleengine.workbench.rulebook.speech import MOVED, TURN_ENDED, Speech
from ruleengine.workbench.rulebook.standstill import can_stand_still
from ruleengine.workbench.rulebook.step_endings import Place, say_ends
from ruleengine.workbench.rulebook.steps import is_in_order, result_words, say_steps
from ruleengine.workbench.rulebook.written import (
    how_moves_are_written,
    say_notation,
    written_operands,
)

EVENT_WORDS: Final[Mapping[str, str]] = {
    "moved": "a piece has moved",
    "captured": "a piece has been captured",
    "removed": "a piece has left the board",
    "sent": "a piece has been taken off the board",
    "placed": "a new piece has appeared",
    "given": "a piece has changed sides",
    "claimed": "a zone has changed hands",
    "became": "a piece has turned into another kind",
    "rolled": "a die has been thrown",
}
"""Words for every event."""

_EVENT_LOCALS: Final = {
    "piece": "the piece",
    "from": "the cell it came from",
    "to": "the cell it went to",
    "to_side": "the new owner",
    "zone": "the zone",
}


def flow(author: Author) -> Iterator[Block]:
    """Yield the chapter about how a game goes."""
    ruleset = author.speech.rules.ruleset
    phases, again = ruleset.phases, phases_begun_again(ruleset)
    for name, phase in phases.items():
        is_turn = phase.turn is not None
        speech = author.to_mover if is_turn else author.speech.in_rounds()
        lines = say_steps(speech, phase.flow)
        sayings = tuple(author.sayings("flow", phase))
        is_silent = not lines and not phase.goes_round
        if is_silent and not sayings:
            continue
        if len(phases) > 1:
            yield Heading(capital(phase.title or spaced(name)), tuple(phase.clauses))
        if not is_silent:
            order = _order(author, phase, is_again=name in again)
            yield Paragraph(order, () if len(phases) > 1 else tuple(phase.clauses))
        yield from sayings
        if not lines:
            if phase.goes_round:
                yield Paragraph(_NOTHING_TOLD, is_quiet=True)
            continue
        title = "In your turn" if is_turn else ("In each round" if phase.round else "")
        yield Items(lines, title, is_numbered=True)
        if is_turn and not _is_always_over(lines):
            yield Paragraph("Then the turn is over.", is_quiet=True)


_NOTHING_TOLD: Final = "Nothing that players have to do happens here."


def _is_always_over(lines: tuple[Item, ...]) -> bool:
    last = capital(lines[-1].text.removeprefix("Otherwise, ")) if lines else ""
    return last.startswith(("Go back to", "The turn is over"))


def _order(author: Author, phase: Phase, *, is_again: bool) -> str:
    speech = author.speech
    if phase.turns is not None:
        text = _order_of_turns(speech, phase, phase.turns)
        if phase.skip is not None and settled(speech, phase.skip) is not False:
            skipped = _asked_of(speech, "that side").claim(phase.skip)
            text += f" A side's turn is left out while {skipped}."
        return " ".join([text, *_players(author, phase.turns)])
    if phase.round is not None:
        return "The game goes on in rounds. In a round no side is on turn."
    if is_again:
        return "These steps are taken in order, each time that this phase begins."
    return "These steps are taken once, in order."


def _order_of_turns(speech: Speech, phase: Phase, turns: Sequence[str]) -> str:
    """Return whose turn comes when; where all turns are one side's there is no order to tell."""
    first = speech.side(turns[0])
    if len(set(turns)) == 1:
        return f"{capital(first)} {speech.have(first)} every turn."
    if phase.first is not None:
        first = speech.say(phase.first)
    order = joined(speech.side(side) for side in turns)
    return f"{capital(order)} take turns, in this order; {first} {speech.verb(first, 'begin')}."


def _players(author: Author, turns: Sequence[str]) -> Iterator[str]:
    """Yield who plays a turn of a side that has several players: they take its turns in order."""
    ruleset = author.speech.rules.ruleset
    for name in dict.fromkeys(turns):
        seats = [f"player {seat}" for seat in ruleset.sides[name].seats or ()]
        if len(seats) > 1:
            whose = author.speech.side(name)
            order = f"{', then '.join(seats)}, and then {seats[0]} again"
            yield f"The turns of {whose} are played by one player after another: {order}."
    seated = {seat for side in ruleset.sides.values() for seat in side.seats or ()}
    if len({*(ruleset.seats or ())} - seated) > sum(not s.seats for s in ruleset.sides.values()):
        yield "The players of a side play its turns one after another."


def _asked_of(speech: Speech, words: str) -> Speech:
    return replace(speech, is_to_mover=False, mover_words=words)


def actions(author: Author) -> Iterator[Block]:
    """Yield the chapter about actions that can be taken time and again."""
    ruleset = author.speech.rules.ruleset
    names = [name for name in _ordered(author) if not _is_special(author, ruleset.actions[name])]
    if names:
        written = how_moves_are_written(author.game, author.speech, [*_ordered(author)])
        yield Paragraph(written, is_quiet=True)
    for name in names:
        yield from action_blocks(author, name)


def special_moves(author: Author) -> Iterator[Block]:
    """Yield the chapter about actions that can be taken once in a game."""
    for name in _ordered(author):
        if _is_special(author, author.speech.rules.ruleset.actions[name]):
            yield from action_blocks(author, name)


def _ordered(author: Author) -> Iterator[str]:
    yield from (
        name for name in author.speech.rules.ruleset.actions if name in author.usage.offered
    )


def _is_special(author: Author, action: Action) -> bool:
    """Tell whether an action can be taken once in a game."""
    rules = author.speech.rules
    uses = ((rules.ruleset.counters[use.counter], use) for use in action.used)
    return any(
        counter.resets == "never"
        and counter.limit is not None
        and rules.number(counter.limit) // taken(author, use) == 1
        for counter, use in uses
    )


def action_blocks(author: Author, name: str, remark: str = "") -> Iterator[Block]:
    """Yield what is said about one action, after a remark on what it is for."""
    ruleset = author.speech.rules.ruleset
    action = ruleset.actions[name]
    title = action.title or spaced(name)
    yield Heading(capital(title), tuple(action.clauses))
    if remark:
        yield Paragraph(remark)
    yield from author.sayings("meanings" if remark else "actions", action)
    speech = author.addressing(name)
    operands = tuple(
        line
        for key, operand in action.operands.items()
        if (line := say_operand(speech, key, operand)) is not None
    )
    is_ordered = len(written_operands(speech, action)) > 1
    if operands:
        yield Items(operands, "You name, in this order" if is_ordered else "You name")
    if not remark:
        yield say_notation(author.game, speech, name, author.opening.moves.get(name, ""))
    rules = tuple(
        line for rule in action.validators if (line := say_validator(speech, rule)) is not None
    )
    limits = tuple(limit_line(author, name, use) for use in action.used)
    if rules or limits:
        yield Items(limits + rules, "Restrictions")
    # What an action uses up is gone before the first of its effects.
    effects = (*use_lines(author, speech, name), *say_steps(speech, action.effects))
    if effects:
        yield Items(effects, "What happens", is_numbered=is_in_order(effects))
    else:
        yield Paragraph("Nothing else happens.", is_quiet=True)


def consequences(author: Author) -> Iterator[Block]:
    """Yield the chapter about reactions."""
    for name, reaction in author.speech.rules.ruleset.reactions.items():
        if settled(author.speech, reaction.when) is False:
            continue
        speech = author.speech.knowing(_event_locals(reaction))
        effects = say_steps(speech, reaction.effects)
        sayings = tuple(author.sayings("consequences", reaction))
        if not effects and not sayings:
            continue
        yield Heading(capital(spaced(name)), tuple(reaction.clauses))
        yield from sayings
        if not effects:
            continue
        yield from _conditions(speech, reaction)
        is_told = _is_many(speech, reaction)
        lead = "What follows" if is_told else _occasion(speech, reaction)
        yield Items(effects, lead, is_numbered=is_in_order(effects))


def _event_locals(reaction: Reaction) -> Mapping[str, str]:
    """Return the words for what an event is about; what has appeared has not gone anywhere."""
    appeared = {"to": "the cell it appeared on"} if reaction.on == "placed" else {}
    return {**_EVENT_LOCALS, **appeared}


def _is_many(speech: Speech, reaction: Reaction) -> bool:
    """Tell whether what a reaction depends on is better told line by line."""
    if reaction.when is None or settled(speech, reaction.when) is not None:
        return False
    return len(all_terms(speech, speech.root(reaction.when))) > _FEW


_FEW: Final = 2


def _conditions(speech: Speech, reaction: Reaction) -> Iterator[Block]:
    """Yield what a reaction depends on, where that is too much for the sentence before it."""
    if _is_many(speech, reaction) and reaction.when is not None:
        terms = all_terms(speech, speech.root(reaction.when))
        lines = tuple(Item(sentence(speech.clause(node, negated=no))) for node, no in terms)
        lead = _occasion(speech, reaction, is_short=True)
        yield Items(lines, f"{lead}, this follows if all of these hold")


def _occasion(speech: Speech, reaction: Reaction, *, is_short: bool = False) -> str:
    """Return when a reaction comes about; shortly after what it depends on has been told."""
    text = f"When {EVENT_WORDS[reaction.on]}"
    if reaction.by is not None:
        text += f" by {joined((speech.action(name) for name in reaction.by), 'or')}"
    if not is_short and reaction.when is not None and settled(speech, reaction.when) is None:
        text += f", and {speech.claim(reaction.when)}"
    return text


def endings(author: Author) -> Iterator[Block]:
    """Yield the chapter about how a game ends."""
    ruleset = author.speech.rules.ruleset
    live = [each for each in ruleset.endings if settled(author.speech, each.when) is not False]
    yield from author.sayings("endings")
    if live:
        yield Items(
            tuple(_ending(author, ending) for ending in live),
            "The game is over as soon as one of these holds; the first that does decides",
            is_numbered=True,
        )
        unsaid = [each for each in live if _may_be_several(author.speech, each)]
        if any(each.several is None for each in unsaid):
            which = "one of these" if len(live) > 1 else "this"
            others = " and nothing else is said" if any(each.several for each in unsaid) else ""
            text = f"Where {which} holds for several sides at once{others}, the game is drawn."
            yield Paragraph(text, is_quiet=True)
    by_steps = tuple(say_ends(_places(author)))
    if by_steps:
        also = "also " if live else ""
        yield Items(by_steps, f"The game is {also}over at once when one of these happens")
    if can_stand_still(author.speech, author.usage):
        before = "none of these has ended the game and " if live or by_steps else ""
        result = "lost" if author.speech.rules.ruleset.is_for_one_side else "a draw"
        text = f"Where {before}nobody can do anything any more, the game is {result}."
        yield Paragraph(text, is_quiet=True)


def _places(author: Author) -> Iterator[Place]:
    """Yield the lists of steps that play reaches; procedures are come to from these."""
    ruleset = author.speech.rules.ruleset
    for name, phase in ruleset.phases.items():
        is_turn = phase.turn is not None
        words = "your turn" if is_turn else "a round" if phase.round else ""
        if len(ruleset.phases) > 1 or not words:
            words = f"{words}{' in ' * bool(words)}the phase {author.speech.phase(name)}"
        yield Place(words, author.to_mover if is_turn else author.speech.in_rounds(), phase.flow)
    for name in (each for each in ruleset.actions if each in author.usage.actions):
        effects = ruleset.actions[name].effects
        yield Place(author.speech.action(name), author.addressing(name), effects)
    for name, reaction in ruleset.reactions.items():
        if settled(author.speech, reaction.when) is not False:
            speech = author.speech.knowing(_event_locals(reaction))
            occasion = _occasion(speech, reaction).removeprefix("When ")
            yield Place(quoted(spaced(name)), speech, reaction.effects, occasion)


def _ending(author: Author, ending: Ending) -> Item:
    speech = author.speech
    # Where positions are counted, the next turn has begun; otherwise it has not.
    if not asks_for_repetitions(speech.root(ending.when), speech.rules):
        words = TURN_ENDED if ending.at == "turn_end" else MOVED
        is_nobodys = _comes_in_no_turn(author, ending)
        speech = speech.in_rounds() if is_nobodys else replace(speech, mover_words=words)
    if ending.each is not None:
        speech = speech.knowing({ending.each: "that side"})
    result = result_words(_in_head(speech, ending), ending.winner, ending)
    text = f"{_says(speech, ending)}: {result}"
    lead = " for a side" if ending.each is not None else ""
    facts = []
    if not _is_said_already(speech, ending):
        facts.append(f"this is so{lead} when {speech.claim(ending.when)}")
    if ending.several is not None and _may_be_several(speech, ending):
        facts.append(f"when it holds for several sides, {_SEVERAL[ending.several]}")
    if ending.at == "turn_end":
        turn = turn_word(speech)
        facts.append(f"it is looked at only when a {turn} has been played to its end")
    if ending.during is not None:
        where = joined(speech.phase(phase) for phase in ending.during)
        facts.append(f"it is looked at only in {where}")
    said = " ".join([sentence(text), *(sentence(fact) for fact in facts)])
    return Item(said, tuple(ending.clauses))


def _comes_in_no_turn(author: Author, ending: Ending) -> bool:
    """Tell whether an ending is looked at only when no side is on turn, nor has just acted."""
    phases = author.speech.rules.ruleset.phases
    asked = [each for name, each in phases.items() if name in (ending.during or phases)]
    is_round = all(each.round is not None for each in asked if each.goes_round)
    return is_round and (ending.at == "turn_end" or not any(played_openly(author)))


_SEVERAL: Final[Mapping[str, str]] = {
    "first": "the first of them counts",
    "draw": "the game is drawn",
    "share": "they share it; when all would win, the game is drawn",
}


def _may_be_several(speech: Speech, ending: Ending) -> bool:
    """Tell whether it matters that an ending can hold for several sides at once."""
    return ending.each is not None and not ending.draw and not _fits_one_side(speech, ending)


def _is_said_already(speech: Speech, ending: Ending) -> bool:
    """Tell whether what an author says of an ending is just what it depends on."""
    named = _met_first(speech, ending)
    return plain(_says(speech, ending)) == plain(named.claim(ending.when))


def _met_first(speech: Speech, ending: Ending) -> Speech:
    """Return the words where the side that an ending is asked for is met first."""
    return speech if ending.each is None else speech.knowing({ending.each: "a side"})


def _says(speech: Speech, ending: Ending) -> str:
    """Return what an author says of an ending."""
    return said_words(_met_first(speech, ending), ending.says)


def _in_head(speech: Speech, ending: Ending) -> Speech:
    """Return how a result is said in front of its condition.

    What an author says of an ending may be about the loser, so that "that side" would be taken
    for that one.
    """
    if ending.each is None:
        return speech
    return speech.knowing({ending.each: "the side for which this is so"})


def _fits_one_side(speech: Speech, ending: Ending) -> bool:
    """Tell whether an ending can hold for one side only, as far as its words show.

    So it is when the side is said to be a certain one, and when it has more than its opponent.
    """
    root = speech.root(ending.when)
    parts = root.parts if isinstance(root, tree.Junction) and root.op == "and" else (root,)
    is_pair = len(speech.rules.ruleset.sides) == _PAIR
    for part in parts:
        if not isinstance(part, tree.Comparison):
            continue
        ends = (part.left, part.right)
        if part.op == "==" and any(_is_local(end, ending.each) for end in ends):
            return True
        if is_pair and part.op in ("<", ">"):
            one, other = (_outline(end, ending.each) for end in ends)
            if one != other and _outline(ends[0], ending.each, is_swapped=True) == other:
                return True
    return False


_PAIR: Final = 2


def _is_local(node: tree.Resolved, name: str | None) -> bool:
    return isinstance(node, tree.Reference) and (node.symbol.role, node.symbol.name) == (
        "local",
        name,
    )


def _outline(node: tree.Resolved, side: str | None, *, is_swapped: bool = False) -> object:
    """Return what an expression says, to be compared; or what it says of the opponent."""
    if _is_local(node, side):
        return "opponent" if is_swapped else "side"
    if isinstance(node, tree.MemberOf) and node.name == "opponent" and _is_local(node.of, side):
        return "side" if is_swapped else "opponent"
    # Neither where it stands nor what numbers it can come to makes a difference.
    told = (getattr(node, key) for key in node._fields if key not in ("node", "bounds"))
    return type(node), *(_outlined(each, side, is_swapped=is_swapped) for each in told)


def _outlined(part: object, side: str | None, *, is_swapped: bool) -> object:
    if isinstance(part, tree.Resolved):
        return _outline(part, side, is_swapped=is_swapped)
    if type(part) is tuple:
        return tuple(_outlined(each, side, is_swapped=is_swapped) for each in part)
    return part
