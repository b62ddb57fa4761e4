"""The battles of a season read again by other house rules, or another edition: which rulings would be others?

Nothing is written. Only battles that are over are read: what is fought goes on by the rules of its muster. A season may
have many: so it is read in steps, each of so many reports, and what was read once is kept for a while in the cache.
"""

from __future__ import annotations

import hashlib
from collections.abc import Iterator
from uuid import UUID

import msgspec
from django.conf import settings
from django.core.cache import cache
from django.utils.translation import gettext as _

from battles import handler, naming
from battles.models import Sheet
from battles.own_words import as_spoken
from battles.presenters.preview import left, line, roll_in_words, ruling
from campaigns.presenters.story import battles_in
from campaigns.season import Fixture, Season
from campaigns.season.amendments import as_if, overlay
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.values import Reread
from rules import visibility
from rules.battle import Battle, History
from rules.reread import Rereading, Terms, reread
from rules.stream.dice import rolls_of
from rules.stream.revision.preview import Change

STEP = 3_000  # reports decided again in one step: one to three seconds
KEPT = 60 * 60  # seconds
SHOWN = 40  # rulings of one battle that a page shows


class Otherwise(msgspec.Struct, frozen=True):
    """A ruling that would be another: the report's row and its type, the dice it was decided by, and what it comes to
    before and after, in sentences as a spectator reads them."""

    position: int
    report: str
    dice: tuple[str, ...]
    before: tuple[str, ...]
    after: tuple[str, ...]


class Reading(msgspec.Struct, frozen=True):
    """One battle read again. `rulings`: the first of them; `count`: how many there are; `outcome`: what of that would
    differ."""

    battle: str
    reports: int
    count: int
    rulings: tuple[Otherwise, ...] = ()
    outcome: tuple[str, ...] = ()
    digest: str = ""

    @property
    def more(self) -> int:
        return self.count - len(self.rulings)


class Readings(msgspec.Struct, frozen=True):
    """The battles of a season that are `over` and would be decided by other rules, so far as they were `read`; those
    that `differ`, in the order of their musters, with their names."""

    over: int
    read: int
    differ: tuple[Reading, ...]
    names: dict[str, str]

    @property
    def rulings(self) -> int:
        return sum(one.count for one in self.differ)

    @property
    def left(self) -> int:
        return self.over - self.read

    @property
    def known(self) -> Reread:
        """As an amendment publishes it."""
        lines = "\n".join(f"{one.battle} {one.digest}" for one in self.differ)
        digest = hashlib.sha256(lines.encode()).hexdigest() if lines else ""
        found = tuple(one.battle for one in self.differ)
        return Reread(over=self.over, read=self.read, rulings=self.rulings, differ=found, digest=digest)


def of_command(season: Season, command: Amend, step: int = STEP) -> Readings:
    """What `command` would have decided otherwise, in the rounds that it is about; of an amendment from a later round
    on, what it would have in all rounds so far."""
    begins = 0 if command.from_start else command.round
    return read(season, Amended(round=begins, options=command.options, edition=command.edition or ""), step)


def read(season: Season, event: Amended, step: int = STEP) -> Readings:
    """In one step: what is in the cache, and of the rest as much as `step` reports are."""
    if not event.options and not event.edition:
        return Readings(0, 0, (), {})
    over, read, found = 0, 0, list[Reading]()
    for stream, sheet, terms in _asked(season, event):
        over += 1
        key = _key(sheet, terms)
        kept = cache.get(key)
        if kept is None and step > 0:
            reading = of_battle(stream, terms)
            step -= max(reading.reports, 1)
            kept = msgspec.json.encode(reading)
            cache.set(key, kept, KEPT)
        if kept is not None:
            read += 1
            reading = msgspec.json.decode(kept, type=Reading)
            found += [reading] if reading.count else []
    names = battles_in(season)
    return Readings(over, read, tuple(found), {one.battle: names.get(one.battle, one.battle) for one in found})


def _asked(season: Season, event: Amended) -> Iterator[tuple[str, Sheet, Terms]]:
    """The battles that are over and were fought by other rules than the event would have, with those. Two queries."""
    fixtures = {UUID(one.battle): one for one in season.in_order()}
    sheets = {
        one.pk: one for one in Sheet.objects.filter(pk__in=fixtures).exclude(status=Sheet.Status.OPEN).order_by("pk")
    }
    amended = as_if(season, event)
    for id, fixture in fixtures.items():
        if id in sheets:
            terms = _terms(season, amended, fixture, event)
            if terms.options or (terms.edition and terms.edition != sheets[id].edition):
                yield str(id), sheets[id], terms


def _terms(was: Season, now: Season, fixture: Fixture, event: Amended) -> Terms:
    before, after = was.settings(fixture.round), now.settings(max(fixture.round, event.round))
    return Terms(edition=event.edition or "", options=overlay(before, after, {}))


def _key(sheet: Sheet, terms: Terms) -> str:
    """With the release: another one may rule otherwise, or tell it otherwise, and may serve beside this one."""
    made_of = [settings.RELEASE, str(sheet.pk), sheet.digest, terms, as_spoken()]
    said = msgspec.json.encode(made_of, order="deterministic")
    return f"reread/{hashlib.sha256(said).hexdigest()}"


# -- one battle --------------------------------------------------------------------------------------------------------


def of_battle(stream: str, terms: Terms) -> Reading:
    """Read again under `terms`; what it was mustered with by itself is overruled by them."""
    history = handler.history(stream)
    found = reread(history, terms)
    if not found.differs:
        return Reading(stream, found.reports, 0)
    rulings = [*_otherwise(stream, history, found)]
    lines = [*_outcome(stream, history.state(), found)]
    said = msgspec.json.encode([[one.position for one in found.changes], [one.position for one in found.items]])
    return Reading(
        battle=stream,
        reports=found.reports,
        count=max(len(rulings), 1),
        rulings=tuple(rulings[:SHOWN]),
        outcome=tuple(lines),
        digest=hashlib.sha256(said).hexdigest(),
    )


def _otherwise(stream: str, history: History, found: Rereading) -> Iterator[Otherwise]:
    battle = history.state()
    names = naming.called(stream, battle)
    for change in found.changes:
        type_ = history.reports[change.position].type
        told = ruling(change, battle, "", type_, names).differing()
        after = told.after if told.before or told.after else (_("It reads the same; figures behind it differ."),)
        before = told.before or ((told.about,) if told.about else ())
        yield Otherwise(change.position, type_, _dice(change, battle), before, after)
    for item in found.items:
        told_of = left(item, names)
        ways = {"strike": _("It would be left out."), "accept": _("Some of its dice would not be needed.")}
        said = f"{told_of.text} {ways.get(item.settled, _('It would stand as the table played it.'))}"
        yield Otherwise(item.position, item.type, (told_of.dice,) if told_of.dice else (), (), (said,))


def _dice(change: Change, battle: Battle) -> tuple[str, ...]:
    seen = (visibility.see_event(battle, event, "") for event in change.before)
    return tuple(roll_in_words(roll) for event in seen if event is not None for roll in rolls_of(event))


def _outcome(stream: str, battle: Battle, found: Rereading) -> Iterator[str]:
    names = naming.called(stream, battle)
    for difference in found.outcome:
        told = line(difference, names)
        yield f"{told.fact}: {told.before} → {told.after}"
    if found.broken is not None or found.beyond:
        yield _("From row %(n)d on it cannot be read by these rules.") % {
            "n": found.broken.position if found.broken else found.reports
        }
