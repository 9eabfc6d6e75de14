"""What can happen: the events that reactions hear, and the forms in which a program tells all."""

from __future__ import annotations

from typing import Final, NamedTuple

PAYLOADS: Final[dict[str, tuple[str, ...]]] = {
    "moved": ("piece", "from", "to"),
    "captured": ("piece", "from"),
    "removed": ("piece", "from"),
    "sent": ("piece", "from", "to"),
    "placed": ("piece", "to"),
    "given": ("piece", "to_side"),
    "claimed": ("zone", "to_side"),
    "became": ("piece",),
    "rolled": ("value",),
}
"""The events that reactions hear, with what each of them is about."""
HEARD: Final = tuple(PAYLOADS)

WORD: Final = "word"
"""What a value is about that is told as a word; its key is `value`."""
SENTENCE: Final = "sentence"
"""Which of the sentences of a program is told."""
NOT_FOR_ALL: Final = "not_for_all"
"""The number of a choice that not everybody may hear of."""
CHOSEN_IN: Final = "chosen_in"
"""The side in whose turn such a choice is settled."""
UNTOLD: Final = frozenset({NOT_FOR_ALL, CHOSEN_IN})
"""What an event is about that says who may hear of it, and is told to nobody."""
_CHOSEN: Final = ("piece", "cell", "seat", "side", "color", WORD, "value")
MORE: Final = "more"
"""No event: a value in the sentence that was told before it."""
RELEASED: Final = "released"
"""No event: before it stands what was done in secret, after it what followed for all to see."""


class Form(NamedTuple):
    """An event as it is told: its name, and what its numbers are about."""

    name: str
    keys: tuple[str, ...]


FORMS: Final = (
    *(Form(name, keys) for name, keys in PAYLOADS.items()),
    Form("rolled", ("side", "value")),
    Form("turn", ("side", "number")),
    Form("turn", ("number",)),
    Form("phase", ("phase",)),
    Form("ended", ("winner",)),
    Form("seated", ()),
    Form("colored", ()),
    *(Form("chosen", (key,)) for key in _CHOSEN),
    *(Form("chosen", (key, NOT_FOR_ALL, CHOSEN_IN)) for key in _CHOSEN),
    Form("told", (SENTENCE,)),
    Form("told", ("side", SENTENCE)),
    Form(MORE, ("value",)),
    Form("committed", ("side",)),
    Form("dropped", ("side", "action")),
    Form(RELEASED, ()),
)
NUMBERS: Final = {form: number for number, form in enumerate(FORMS)}

CAPTURED: Final = NUMBERS[Form("captured", PAYLOADS["captured"])]
"""The one form that an instruction tells by itself."""

TOLD: Final = 4
"""Numbers of one event as it is told: its form, then what it is about."""
MAX_TOLD: Final = 4096
"""Events of one step that there is room for."""
