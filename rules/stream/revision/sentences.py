"""How what mends a stream reads in its log: one sentence for each event, and facts in words."""

from __future__ import annotations

from typing import Any

from rules import lengths
from rules.messages import Message, ngettext, say, verbatim
from rules.messages import gettext_noop as _
from rules.stream import facts
from rules.stream.contract import Event
from rules.stream.facts import Vocabulary
from rules.stream.revision.reports import Agreed, Declared, Declined, Proposed, Reseeded, Retold, Revised

MOST_TOLD = 4  # facts told in one sentence
LONGEST = 60  # characters of a value told in a sentence
MOST_NAMED = 3  # of its parts

ACTS = {
    "undo": say(_("Everything from row %(position)s on is taken back.")),
    "redo": say(_("What was taken back in row %(position)s counts again.")),
    "correction": say(_("A correction begins at row %(position)s.")),
}
RETOLD = {
    "told": say(_("The report of row %(position)s is decided again.")),
    "changed": say(_("The report of row %(position)s is changed.")),
    "inserted": say(_("A report that was missing is inserted.")),
    "replaced": say(_("Another report takes the place of the one of row %(position)s.")),
    "rolled": say(_("The report of row %(position)s is decided again; Leaguer rolls what is missing.")),
    "accepted": say(_("The report of row %(position)s is decided again, without the dice left over.")),
    "kept": say(_("The report of row %(position)s stands as the table played it.")),
    "struck": say(_("The report of row %(position)s is struck.")),
    "voided": say(_("The report of row %(position)s no longer holds: the outcome is another.")),
    "played": say(_("The report of row %(position)s cannot be told again; it stands as it was played, to be settled.")),
    "waiting": say(_("The report of row %(position)s cannot stand as things are now; it waits to be settled.")),
}
RIGHTS = {
    "own": say(_("by its reporter")),
    "consent": say(_("by consent of both sides")),
    "referee": say(_("by ruling of an organiser or umpire")),
}
PROPOSED = {
    "Undo": say(_("to undo the report of row %(position)s")),
    "Correct": say(_("to correct the report of row %(position)s")),
    "Resolve": say(_("how to settle the report of row %(position)s")),
    "Declare": say(_("to declare facts")),
}


def narrate(words: Vocabulary, event: Event) -> Message:
    """One sentence for the log, in words to be translated."""
    match event:
        case Revised():
            told = with_lapsed(_filled(ACTS[event.act], position=event.from_position), event)
            return because(told, event.reason)
        case Retold():
            return _filled(RETOLD[event.how], position=event.of)
        case Declared():
            told = say(
                _("Declared %(right)s: %(facts)s."), right=RIGHTS[event.authority], facts=_facts(words, event.facts)
            )
            return because(told, event.reason)
        case Proposed():
            position = event.data.get("position")
            what = _filled(PROPOSED[event.type], position=position if isinstance(position, int) else 0)
            return say(_("%(side)s proposes %(what)s."), side=event.side, what=what)
        case Agreed(by_default=True):
            return say(
                _("Nobody of %(side)s is left to answer: the proposal of row %(n)s is agreed to by default."),
                side=event.side,
                n=event.position,
            )
        case Agreed():
            return say(_("%(side)s agrees to the proposal of row %(n)s."), side=event.side, n=event.position)
        case Reseeded():
            return say(
                _("Leaguer is committed to a new seed for dice that nobody has asked for yet: %(commitment)s."),
                commitment=event.commitment,
            )
        case Declined():
            told = say(_("%(side)s declines the proposal of row %(n)s."), side=event.side, n=event.position)
            return because(told, event.reason)
    raise TypeError(type(event))


def _filled(message: Message, **values: int) -> Message:
    return Message(message.singular, values=dict(values)) if "%(" in message.singular else message


def with_lapsed(told: Message, event: Revised) -> Message:
    """And which proposals are over with it: what they were about is not there any more; and what it opens again."""
    for row in (event.lapsed, *(event.lapsed_beside or ())):
        told = say(_("%(told)s The proposal of row %(n)s has lapsed."), told=told, n=row) if row else told
    for row in event.reopened or ():
        told = say(_("%(told)s The report of row %(n)s, which was settled, is open again."), told=told, n=row)
    return told


def because(told: Message, reason: str | Message) -> Message:
    """`reason`: as somebody typed it; or the house's own, to be translated."""
    if not reason:
        return told
    return say(
        _("%(told)s Reason: %(reason)s"), told=told, reason=verbatim(reason) if isinstance(reason, str) else reason
    )


def _facts(words: Vocabulary, values: dict[str, Any]) -> Message:
    parts = [fact_told(words, path, value) for path, value in list(values.items())[:MOST_TOLD]]
    if len(values) > MOST_TOLD:
        parts.append(say(_("%(n)s facts more"), n=len(values) - MOST_TOLD))
    told = parts[0]
    for part in parts[1:]:
        told = say(_("%(one)s; %(more)s"), one=told, more=part)
    return told


def fact_told(words: Vocabulary, path: str, value: Any) -> Message:
    """A fact with its value, in words: "alpha: Damage 3"."""
    keys, label = facts.named(words, path)
    told = say(_("%(fact)s %(value)s"), fact=label, value=_in_words(words, path, value))
    for key in reversed(keys):
        told = say(_("%(key)s: %(told)s"), key=key, told=told)
    return told


def _in_words(words: Vocabulary, path: str, value: Any) -> Message | int:
    parts = facts.parts_of(words, path)
    return lengths.told(value, "", parts) if parts and isinstance(value, int) else in_short(value)


def in_short(value: Any) -> Message | int:
    """A plain value in a few words; of many entries how many there are, and what the first are called."""
    if value is True or value is False:
        return say(_("yes")) if value else say(_("no"))
    if isinstance(value, int):
        return value
    if value in (None, "", [], {}):
        return say(_("none"))
    if isinstance(value, str):
        return verbatim(_cut(value))
    if isinstance(value, dict):
        return verbatim(_cut(", ".join(_words(value)[:MOST_NAMED]) or "…"))
    first = [next(iter(_words(one)), "…") for one in value[:MOST_NAMED]]
    names = _cut(", ".join([*first, *(["…"] if len(value) > MOST_NAMED else [])]))
    return ngettext("%(n)d entry (%(names)s)", "%(n)d entries (%(names)s)", len(value), names=names)


def _words(value: Any) -> list[str]:
    """What there is to call it by, in order: its words, or where it has none its numbers."""
    if isinstance(value, str):
        return [value] if value else []
    if isinstance(value, dict | list | tuple):
        parts = [*value.values()] if isinstance(value, dict) else [*value]
        words = [word for part in parts if isinstance(part, str | dict | list | tuple) for word in _words(part)]
        return words or [str(part) for part in parts if isinstance(part, int) and not isinstance(part, bool)]
    return [] if value is None else [str(value)]


def _cut(text: str) -> str:
    return text if len(text) <= LONGEST else f"{text[:LONGEST]}…"
