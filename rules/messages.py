"""Sentences before they are written out: the rules make them, the floors above translate them."""

from __future__ import annotations

from collections.abc import Callable, Iterable

import msgspec


def gettext_noop(text: str) -> str:
    """Mark `text` for translation; the floors above translate it when it is shown."""
    return text


CONTEXT = "\x04"  # between a context and its text, as catalogues have it


def pgettext(context: str, text: str) -> str:
    """Mark `text` for translation where it means something else than in other places (the side of a tank, of a battle).

    Nobody reads `context`; it is for those who translate.
    """
    return f"{context}{CONTEXT}{text}"


def without_context(text: str) -> str:
    """A text as it is read: what `pgettext` put before it left out."""
    return text.rpartition(CONTEXT)[2]


class Message(msgspec.Struct, frozen=True):
    """A sentence before it is written out: msgids, a number and values. `values` may hold further messages."""

    singular: str
    plural: str = ""
    n: int | None = None
    values: dict[str, str | int | Message] = {}

    def text(
        self,
        gettext: Callable[[str], str] = without_context,
        counted: Callable[[str, str, int], str] = lambda one, many, n: one if n == 1 else many,
    ) -> str:
        """Write the sentence with the caller's translations (in English without them)."""
        words = {k: v.text(gettext, counted) if isinstance(v, Message) else v for k, v in self.values.items()}
        if not self.plural:
            return gettext(self.singular) % words if words else gettext(self.singular)
        n = self.n or 0
        return counted(self.singular, self.plural, n) % {"n": n, **words}


def ngettext(one: str, many: str, n: int, **values: str | int | Message) -> Message:
    """A message about `n` things, %(n)s or %(n)d in its texts, marked for translation by the name of this function:
    languages have more or fewer forms than English, and one entry of a catalogue holds them all."""
    return Message(one, many, n, values)


def say(text: str, **values: str | int | Message) -> Message:
    """A message without a plural. Mark `text` with `_()` where it is written."""
    return Message(text, values=values)


Sentence = str | Message  # a sentence, where it has no values as a text that is marked for translation


def as_message(text: Sentence) -> Message:
    return say(text) if isinstance(text, str) else text


def listed(parts: Iterable[Message]) -> Message:
    """Several things in a row, with commas between; at least one."""
    first, *others = parts
    for other in others:
        first = say(gettext_noop("%(one)s, %(other)s"), one=first, other=other)
    return first


VERBATIM = "%(text)s"


def called(key: str) -> Message:
    """A side or unit by its key. Where people read it, its name replaces the key."""
    return say("%(name)s", name=key)


def verbatim(text: str) -> Message:
    """A name or figure as a message: shown as it is, never translated."""
    return Message(VERBATIM, values={"text": text})
