"""What a report on a campaign would come to: its events, and what differs after them. Nothing happens, no die falls."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from typing import Any

import msgspec
from django.utils.translation import gettext as _

from battles.reports import Asked, Report
from battles.sentences import words
from campaigns import handler, season
from campaigns.models import Vehicle
from campaigns.presenters.story import names_in
from campaigns.season import Season, narrate, see_event, warnings
from campaigns.season.house_rules import Amend
from campaigns.season.map.disclosure import Disclose
from campaigns.season.preview import Altered, Standing, Stock, preview
from campaigns.season.reminders import awaited
from rules.adjudicate import Who
from rules.conditions import in_words
from rules.contract import Command, RuleSystem, Unfallen
from rules.stream.dice import FallenDice
from rules.upkeep import Job


class Line(msgspec.Struct, frozen=True):
    """A fact of a vehicle that would differ: whose, which, and how it stands before and after."""

    who: str
    what: str
    before: str
    after: str


class Rank(msgspec.Struct, frozen=True):
    """A platoon that would stand otherwise. `known`: whether the organiser may know what its purse holds."""

    name: str
    before: Standing
    after: Standing
    known: bool


class Foreseen(msgspec.Struct, frozen=True):
    """`told`: the events in words, as far as they can be foreseen; `asked`: the die that has to fall for the rest."""

    told: tuple[str, ...]
    ranks: tuple[Rank, ...]
    lines: tuple[Line, ...]
    asked: Asked | None = None


def foresee(stream: str, report: Report, who: Who) -> Foreseen:
    """Raises `Refused` as the door would. Of orders that are still secret nothing is foreseen but who has given one."""
    if report.type == Disclose.__name__:
        return Foreseen(told=tuple(_sealed(handler.replay(stream)[0])), ranks=(), lines=())
    receipt = handler.execute(stream, [report], who, "admin", dry_run=True)
    (answer,) = receipt.answers
    before = handler.replay(stream)[0]
    if answer.asked is None:
        after, events = receipt.state, [ruled.event for ruled in answer.events]
    else:
        after, events = _as_far_as_it_goes(stream, report, who)
    command = handler.REPORTS.decode(report.type, report.data)
    differs = preview(before, after, command.round if isinstance(command, Amend) else None)
    names = names_in(after)
    return Foreseen(
        told=(
            *(words(narrate(after, see_event(after, event, who.id)), names) for event in events),
            *_warned(before, command, names),
        ),
        ranks=tuple(
            Rank(names.get(one.platoon, one.platoon), one.before, one.after, after.known_to(one.platoon, who.id))
            for one in differs.platoons
        ),
        lines=tuple(
            line
            for one in differs.vehicles
            for line in _lines(
                after.rules, names.get(one.vehicle, one.vehicle), one, after.known_to(one.platoon, who.id)
            )
        ),
        asked=answer.asked,
    )


def _warned(season: Season, command: Command, names: Mapping[str, str]) -> Iterator[str]:
    """The faults a platoon would stand with, where the terms only warn of them."""
    for flaw in warnings(season, command):
        yield " ".join(words(text, names) for text in (flaw.text, flaw.remedy) if text is not None)


def _as_far_as_it_goes(stream: str, report: Report, who: Who) -> tuple[Season, list[Any]]:
    """The events up to the first die that has not fallen, on a state of our own."""
    state = handler.replay(stream)[0]
    command = handler.REPORTS.decode(report.type, report.data)
    events = []
    try:
        for event in handler.CAMPAIGN.decide(state, command, who, FallenDice(), list):
            season.evolve(state, event)
            events.append(event)
    except Unfallen:
        pass
    return state, events


class Ordering(msgspec.Struct, frozen=True):
    """How many of so many platoons that can be ordered have their order, and by name who has none."""

    given: int
    platoons: int
    silent: tuple[str, ...]


def ordering(season: Season) -> Ordering | None:
    """While a round waits for orders: who has given one is public, which it is nobody's. None else."""
    if season.opened.theatre is None or season.under_way is None or season.under_way.resolved:
        return None
    silent = tuple(season.platoons[key].name for key in awaited(season, season.under_way).orders)
    given = len(season.orders)
    return Ordering(given, given + len(silent), silent)


def retreating(season: Season) -> list[str]:
    """Who has to retreat, by name."""
    return [season.platoons[key].name for key in season.retreats]


def _sealed(season: Season) -> Iterator[str]:
    """Which the orders are, nobody is told before it is done."""
    found = ordering(season)
    if found is None:
        return
    said = {"given": found.given, "platoons": found.platoons}
    yield _("Orders given: %(given)d of %(platoons)d. They are told, and resolved, when it is done.") % said
    if found.silent:
        yield _("Without an order these hold: %(names)s.") % {"names": ", ".join(found.silent)}
    if beaten := retreating(season):
        yield _("The clerk chooses where these retreat: %(names)s.") % {"names": ", ".join(beaten)}


# -- what differs ------------------------------------------------------------------------------------------------------


def _lines(rules: RuleSystem, who: str, altered: Altered, known: bool) -> Iterator[Line]:
    before, after = _said(rules, altered.before, known), _said(rules, altered.after, known)
    for what, value in after.items():
        if before[what] != value:
            yield Line(who, what, before[what], value)


def _said(rules: RuleSystem, stock: Stock, known: bool) -> dict[str, str]:
    """A vehicle's facts in words; what a job takes may be a share of what its cards cost."""
    told = _("%(job)s (rounds: %(rounds)d, points: %(points)d)") if known else _("%(job)s (rounds: %(rounds)d)")
    jobs = (told % _job(job) for job in stock.jobs)
    return {
        _("status"): str(Vehicle.Status(stock.status).label),
        _("condition"): words(in_words(rules, stock.condition)),
        _("crew’s grade"): str(Vehicle.Grade(stock.grade).label),
        _("repairs it needs"): "; ".join(jobs),
    }


def _job(job: Job) -> dict[str, Any]:
    return {"job": words(job.label), "rounds": job.rounds, "points": job.points}
