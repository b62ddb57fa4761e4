"""Output of `manage.py reread`: the differences found in recorded battles, as text or as JSON lines."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Sequence
from difflib import SequenceMatcher
from itertools import groupby
from typing import Any

import msgspec
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from battles import naming
from battles.presenters.preview import Left, left, line, roll_in_words, ruling, sentences
from rules import visibility
from rules.battle import Battle, History
from rules.contract import Event
from rules.reread import Rereading
from rules.stream.codec import encode
from rules.stream.revision.preview import Change

Write = Callable[[str], object]


class Count:
    """Progress: how many battles and reports were read."""

    def __init__(self) -> None:
        self.read = self.differ = self.skipped = 0

    def text(self) -> str:
        told = ngettext(
            "%(n)d battle decided again: %(differ)d differ, %(skipped)d skipped.",
            "%(n)d battles decided again: %(differ)d differ, %(skipped)d skipped.",
            self.read,
        )
        return told % {"n": self.read, "differ": self.differ, "skipped": self.skipped}


def _types(history: History) -> dict[int, str]:
    return {past.position: past.type for past in history.live_reports()}


class Text:
    """Prints for people, line by line, as a spectator of the battle may know it."""

    def __init__(self, write: Write) -> None:
        self.write = write

    def skipped(self, stream: str, why: str) -> None:
        self.write(_("Battle %(stream)s is skipped. %(why)s") % {"stream": stream, "why": why})

    def unreadable(self, stream: str, error: str) -> None:
        self.write(
            _("Battle %(stream)s: this release cannot replay it: %(error)s") % {"stream": stream, "error": error}
        )

    def erased(self, stream: str) -> None:
        self.write(
            _("Battle %(stream)s: its muster holds erased values and was taken as it stands.") % {"stream": stream}
        )

    def total(self, count: Count) -> None:
        self.write(count.text())

    def battle(self, stream: str, history: History, found: Rereading) -> None:
        battle = history.state()
        muster = battle.muster
        told = {"stream": stream, "title": muster.title or muster.scenario, "system": battle.rules.name}
        self.write(_("Battle %(stream)s, %(title)s (%(system)s, %(edition)s)") % (told | {"edition": muster.edition}))
        for text in _lines(stream, battle, _types(history), found):
            self.write(f"  {text}")


def _lines(stream: str, battle: Battle, types: dict[int, str], found: Rereading) -> Iterator[str]:
    names = naming.called(stream, battle)
    for change in found.changes:
        yield from _change(change, battle, types, names)
    for _same, group in groupby((left(item, names) for item in found.items), lambda one: (one.text, one.settled)):
        yield _left(list(group))
    for roll in found.orphans:
        yield _("dice no longer needed: %(roll)s") % {"roll": roll_in_words(roll)}
    for side in found.voided:
        yield _("the confirmation of %(side)s would fall") % {"side": names[side]}
    for difference in found.outcome:
        told = line(difference, names)
        yield _("outcome, %(label)s: %(before)s → %(after)s") % {
            "label": told.fact,
            "before": told.before,
            "after": told.after,
        }
    if found.broken:
        said = {"position": found.broken.position, "report": found.broken.type, "error": found.broken.error}
        yield _("row %(position)d, %(report)s: this release fails at it: %(error)s") % said
    if found.beyond:
        left_over = ngettext(
            "%(n)d report could not be decided again", "%(n)d reports could not be decided again", found.beyond
        )
        yield left_over % {"n": found.beyond}


def _change(change: Change, battle: Battle, types: dict[int, str], names: dict[str, str]) -> Iterator[str]:
    told = ruling(change, battle, "", types.get(change.position, ""), names)
    yield _("row %(position)d, %(report)s") % {"position": told.position, "report": told.report}
    if told.before == told.after:  # the difference is not in the sentences
        for before, after in zip(change.before, change.after, strict=True):
            yield from (f"  {text}" for text in _fields(battle, before, after))
    for what, a, b, c, d in SequenceMatcher(None, told.before, told.after, autojunk=False).get_opcodes():
        if what != "equal":
            yield from (_("  was: %(text)s") % {"text": text} for text in told.before[a:b])
            yield from (_("  now: %(text)s") % {"text": text} for text in told.after[c:d])


def _fields(battle: Battle, before: Event, after: Event) -> Iterator[str]:
    seen = [visibility.see_event(battle, event, "") for event in (before, after)]
    was, now = (msgspec.to_builtins(event) if event is not None else {} for event in seen)
    (sentence,) = sentences([before], battle, "")
    if not was:
        yield sentence
    for name in was:
        if was[name] != now.get(name):
            yield f"{sentence} {name}: {encode(was[name])} → {encode(now.get(name))}"


def _left(group: list[Left]) -> str:
    """Reports with the same trouble, one after the other."""
    first, last = group[0], group[-1]
    ways = {
        "keep": _("Taken as the table played it."),
        "accept": _("Decided without them."),
        "strike": _("Left out."),
        "": _("It cannot even be kept."),
    }
    said = {"first": first.position, "last": last.position, "n": len(group), "report": first.report, "why": first.why}
    place = _("row %(first)d, %(report)s: %(why)s.")
    if len(group) > 1:
        place = _("rows %(first)d to %(last)d, %(n)d reports: %(why)s.")
    return " ".join([place % said, first.text, ways[first.settled]])


class Json:
    """Prints for programs: a JSON object a line; events as a spectator may know them, null for one hidden from all."""

    def __init__(self, write: Write) -> None:
        self.write = write

    def _put(self, **said: Any) -> None:
        self.write(encode(said))

    def skipped(self, stream: str, why: str) -> None:
        self._put(battle=stream, skipped=why)

    def unreadable(self, stream: str, error: str) -> None:
        self._put(battle=stream, unreadable=error)

    def erased(self, stream: str) -> None:
        self._put(battle=stream, erased=True)

    def total(self, count: Count) -> None:
        self._put(read=count.read, differ=count.differ, skipped=count.skipped)

    def battle(self, stream: str, history: History, found: Rereading) -> None:
        battle = history.state()
        names, types = naming.called(stream, battle), _types(history)
        self._put(
            battle=stream,
            system=battle.muster.system,
            edition=battle.muster.edition,
            reports=found.reports,
            changes=[
                {
                    "position": change.position,
                    "report": types.get(change.position, ""),
                    "before": _events(change.before, battle),
                    "after": _events(change.after, battle),
                    "was": sentences(change.before, battle, "", names),
                    "now": sentences(change.after, battle, "", names),
                }
                for change in found.changes
            ],
            items=[left(item, names) for item in found.items],
            orphans=found.orphans,
            voided=found.voided,
            outcome=[line(difference, names) for difference in found.outcome],
            broken=found.broken,
            beyond=found.beyond,
            erased=found.erased,
        )


def _events(events: Sequence[Event], battle: Battle) -> list[dict[str, Any] | None]:
    seen = (visibility.see_event(battle, event, "") for event in events)
    return [
        {"type": type(event).__name__, "data": msgspec.to_builtins(event)} if event is not None else None
        for event in seen
    ]
