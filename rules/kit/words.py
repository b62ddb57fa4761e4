"""How all rulebooks say what they have in common: dice, numbers of things, names."""

from __future__ import annotations

from collections.abc import Mapping

from rules.contract import Message, Roll, say
from rules.contract import gettext_noop as _


def faces(roll: Roll | None) -> str:
    """What dice show, in a line."""
    return ", ".join(map(str, roll.values)) or "-" if roll else "-"


def plural(one: str, many: str, n: int, **values: str | int | Message) -> Message:
    """Texts marked for translation, with %(n)s or %(n)d for the number."""
    return Message(one, many, n, dict(values))


def named(names: Mapping[str, Message], word: str) -> Message:
    """What people call `word`; the word itself if it has no other name."""
    return names.get(word) or say(_("“%(name)s”"), name=word)
