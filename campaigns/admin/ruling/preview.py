"""Preview of an organiser's report: its events, and what changes with them. Nothing is written and no die is rolled."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from contextlib import suppress
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.reports import Asked, Report
from battles.sentences import with_remedy, words
from campaigns import handler, season
from campaigns.admin import house_units
from campaigns.admin.ruling.amending import Amending, amending
from campaigns.models import Vehicle
from campaigns.presenters.reach import repairs_in_words
from campaigns.presenters.story import names_in
from campaigns.season import Season, narrate, see_event, warnings
from campaigns.season.decider import REPORTS
from campaigns.season.house_rules import Amend
from campaigns.season.kept_events import Amended
from campaigns.season.map.disclosure import Disclose
from campaigns.season.preview import Altered, Standing, Stock, preview
from campaigns.season.reminders import awaited
from campaigns.season.round_end import CloseRound, RoundClosed
from campaigns.season.standings import ranks
from rules.adjudicate import Who
from rules.conditions import in_words
from rules.contract import Command, Event, Refused, RuleSystem, Unfallen
from rules.declarations import Article
from rules.stream.dice import FallenDice


class VehicleChange(msgspec.Struct, frozen=True):
    """A fact of a vehicle that would change: its name, the fact, and its values before and after."""

    who: str
    what: str
    before: str
    after: str


class PlatoonChange(msgspec.Struct, frozen=True):
    """A platoon whose standing would change. `known`: whether the organiser may know its purse."""

    name: str
    before: Standing
    after: Standing
    known: bool


class Preview(msgspec.Struct, frozen=True):
    """The preview. `told`: the events in words, as far as they need no new die. `asked`: the die that the rest
    needs. `units`: the house units, where they are amended."""

    told: tuple[str, ...]
    ranks: tuple[PlatoonChange, ...]
    vehicles: tuple[VehicleChange, ...]
    asked: Asked | None = None
    units: tuple[Article, ...] = ()
    amending: Amending | None = None

    @property
    def purses(self) -> bool:
        """Whether the organiser may know one of the purses."""
        return any(one.known for one in self.ranks)


def preview_of(stream: str, report: Report, who: Who) -> Preview:
    """The preview of a report. Raises `Refused` as reporting it would. Of secret orders it only says who has given
    one."""
    if report.type == Disclose.__name__:
        return Preview(told=tuple(_sealed(handler.replay(stream)[0])), ranks=(), vehicles=())
    receipt = handler.execute(stream, [report], who, "admin", dry_run=True)
    (answer,) = receipt.answers
    before = handler.replay(stream)[0]
    if answer.asked is None:
        after, events = receipt.state, [ruled.event for ruled in answer.events]
    else:
        after, events = _as_far_as_it_goes(stream, report, who)
    command = REPORTS.decode(report.type, report.data)
    if command.mends:  # what is decided again beside it is told apart
        events = [*filter(lambda event: isinstance(event, Amended), events)][:1]
    found = _compared(before, after, events, command, who, answer.asked)
    return msgspec.structs.replace(found, amending=amending(stream, report, command, who, names_in(after)))


class Closing(msgspec.Struct, frozen=True):
    """The end of a round as far as it can be foreseen, and the season after it, in which the next one is drawn up."""

    after: Season
    preview: Preview


def closing(stream: str, report: Report, who: Who) -> Closing:
    """A round closes. What a new die decides is not foreseen: that moves nobody in the standings but by `alive`."""
    (answer,) = handler.execute(stream, [report], who, "admin", dry_run=True).answers
    before = handler.replay(stream)[0]
    after, events = _as_far_as_it_goes(stream, report, who)
    if after.under_way is not None:
        events.append(RoundClosed(number=after.under_way.number, places=ranks(after)))
        season.evolve(after, events[-1])
    command = REPORTS.decode(report.type, report.data)
    return Closing(after, _compared(before, after, events, command, who, answer.asked))


class Tried(msgspec.Struct, frozen=True):
    """What one report of a batch comes to: its events in words, or why it is refused. `asks`: what follows needs a die
    that has not been rolled."""

    told: tuple[str, ...] = ()
    refused: Refused | None = None
    asks: bool = False


def batch(stream: str, reports: Sequence[Report], who: Who) -> tuple[list[Tried], tuple[PlatoonChange, ...]]:
    """Reports made one after the other, each as far as it goes, and whose place or score changes by all of them."""
    before, after = handler.replay(stream)[0], handler.replay(stream)[0]
    tried = [_tried(after, report, who) for report in reports]
    return tried, _compared(before, after, (), CloseRound(round=0), who, None).ranks


def _tried(after: Season, report: Report, who: Who) -> Tried:
    told = []
    try:
        for event in _foretold(after, report, who):
            told.append(_sentence(after, event, who))
    except Unfallen:
        return Tried(tuple(told), asks=True)
    except Refused as refused:
        return Tried(refused=refused)
    return Tried(tuple(told))


def opening(after: Season, report: Report, who: Who) -> tuple[str, ...]:
    """What opens the next round, in words, of a season as `closing` leaves it, which goes on with it. `Refused` as
    reporting it would."""
    return tuple(_sentence(after, event, who) for event in _foretold(after, report, who))


def _foretold(after: Season, report: Report, who: Who) -> Iterator[Event]:
    """The events of a report, each once the season has gone on with it. `Unfallen` at the first die that has not been
    rolled; `Refused` as reporting it would."""
    command = handler.CAMPAIGN.complete(after, REPORTS.decode(report.type, report.data))
    for event in season.decide(after, command, who, FallenDice()):
        season.evolve(after, event)
        yield event


def _sentence(after: Season, event: Event, who: Who) -> str:
    return words(narrate(after, see_event(after, event, who.id)), names_in(after))


def _compared(
    before: Season, after: Season, events: Sequence[Event], command: Command, who: Who, asked: Asked | None
) -> Preview:
    differs = preview(before, after, command.round if isinstance(command, Amend) else None)
    names = names_in(after)
    return Preview(
        told=(
            *(words(narrate(after, see_event(after, event, who.id)), names) for event in events),
            *_warned(before, command, names),
        ),
        ranks=tuple(
            PlatoonChange(names.get(one.platoon, one.platoon), one.before, one.after, known)
            for one in differs.platoons
            if (known := after.known_to(one.platoon, who.id)) or _moved(one.before, one.after)
        ),
        vehicles=tuple(
            change
            for one in differs.vehicles
            for change in _changes(
                after.rules, names.get(one.vehicle, one.vehicle), one, after.known_to(one.platoon, who.id)
            )
        ),
        asked=asked,
        units=_units(after, command),
    )


def _units(after: Season, command: Command) -> tuple[Article, ...]:
    text = command.options.get(house_units.OPTION, "") if isinstance(command, Amend) else ""
    return house_units.units(after.rules, after.edition, str(text))


def _warned(season: Season, command: Command, names: Mapping[str, str]) -> Iterator[str]:
    """The faults that the platoon would have, if the terms only warn of them."""
    for flaw in warnings(season, command):
        yield with_remedy(flaw.text, flaw.remedy, names)


def _as_far_as_it_goes(stream: str, report: Report, who: Who) -> tuple[Season, list[Any]]:
    """The events up to the first die that has not been rolled, and the season after them."""
    state, events = handler.replay(stream)[0], []
    with suppress(Unfallen):
        for event in _foretold(state, report, who):
            events.append(event)
    return state, events


class Ordering(msgspec.Struct, frozen=True):
    """How many orders are given, by how many platoons, and the names of those without one."""

    given: int
    platoons: int
    silent: tuple[str, ...]


def ordering(season: Season) -> Ordering | None:
    """Who has given an order, which is public, while a round takes orders; None otherwise."""
    if season.opened.theatre is None or season.under_way is None or season.under_way.resolved:
        return None
    silent = tuple(season.platoons[key].name for key in awaited(season, season.under_way).orders)
    given = len(season.orders)
    return Ordering(given, given + len(silent), silent)


def retreating(season: Season) -> list[str]:
    """The names of the platoons that have to retreat."""
    return [season.platoons[key].name for key in season.retreats]


def _sealed(season: Season) -> Iterator[str]:
    """A disclosure in words, without the orders: nobody reads them before it is done."""
    found = ordering(season)
    if found is None:
        return
    said = {"given": found.given, "platoons": found.platoons}
    yield _("Orders given: %(given)d of %(platoons)d. They are shown and carried out when you disclose them.") % said
    if found.silent:
        yield _("Without an order these hold: %(names)s.") % {"names": ", ".join(found.silent)}
    if beaten := retreating(season):
        yield _("The clerk chooses where these retreat: %(names)s.") % {"names": ", ".join(beaten)}


# -- what differs ------------------------------------------------------------------------------------------------------


def _moved(before: Standing, after: Standing) -> bool:
    """Whether anything differs that everybody may read: not if it is a purse alone."""
    return (before.rank, before.score) != (after.rank, after.score)


def _changes(rules: RuleSystem, who: str, altered: Altered, known: bool) -> Iterator[VehicleChange]:
    before, after = _said(rules, altered.before, known), _said(rules, altered.after, known)
    for what, value in after.items():
        if before[what] != value:
            yield VehicleChange(who, what, before[what], value)


def _said(rules: RuleSystem, stock: Stock, known: bool) -> dict[str, str]:
    """A vehicle's facts in words."""
    return {
        _("status"): str(Vehicle.Status(stock.status).label),
        _("condition"): words(in_words(rules, stock.condition)),
        _("crew’s grade"): str(Vehicle.Grade(stock.grade).label),
        _("repairs it needs"): repairs_in_words(stock.jobs, known),
    }
