"""What the logs of battles and campaigns have come to for a person: seats, offices, platoons, vehicles, dates."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

from django.db.models import Model, Q, QuerySet
from django.utils.translation import gettext_noop as _

from battles.models import Seat
from campaigns.about_person.parts import AT_ONCE, Line, Part, Subject, holds, rows
from campaigns.models import Appointment, Fixture, Standing, Vehicle
from campaigns.roles import visible_battles, visible_campaigns

PLATOON = (
    *("campaign__name", "platoon", "name", "side", "rank", "score", "played", "won", "drawn", "lost", "points_for"),
    *("points_against", "objectives", "destroyed", "preserved", "penalty", "byes", "joined", "dropped", "form"),
)
OF_ITS_PLAYERS = ("card", "purse", "owed", "worth", "flaws", "sector", "supply", "ordered", "retreat_by", "answer_by")
VEHICLE = (
    *("campaign__name", "platoon", "vehicle", "name", "model", "status", "crew", "grade", "experience", "battles"),
    *("shots", "hits", "kills", "damage", "repairs"),
)
FIXTURE = ("campaign__name", "fixture", "round", "title", "status", "results", "date")


def _of(about: Subject, model: type[Model]) -> QuerySet[Any]:
    """The rows of a campaign's read table: all of them, or for an officer those of campaigns that they may read."""
    found = model._default_manager.all()
    if about.own:
        return found
    return found.filter(campaign__in=visible_campaigns(about.reader).exclude(stream=None).values("stream"))


def _seats(about: Subject) -> Iterator[Line]:
    """As mustered, then as a substitute."""
    seats = Seat.objects.filter(player__in=about.ids)
    if not about.own:
        seats = seats.filter(sheet__in=visible_battles(about.reader).values("pk"))
    yield from rows(seats, "sheet", "side", "sheet__system", "sheet__title", "sheet__mustered_at", "sheet__status")
    substitutes = _of(about, Fixture).filter(holds("seats", about.ids))
    yield from rows(substitutes, "campaign__name", "fixture", "battle")


def _offices(about: Subject) -> Iterator[Line]:
    yield from rows(_of(about, Appointment).filter(person__in=about.ids), "campaign__name", "office")


def _commanded(about: Subject) -> QuerySet[Any]:
    return _of(about, Standing).filter(Q(player__in=about.ids) | holds("players", about.ids))


def _platoons(about: Subject) -> Iterator[Line]:
    yield from rows(_commanded(about), *PLATOON, *(OF_ITS_PLAYERS if about.own else ()))
    cases = _of(about, Standing).filter(holds("cases", about.ids))
    yield from rows(cases, "campaign__name", "platoon", "name", role="took its case")


def _vehicles(about: Subject) -> Iterator[Line]:
    found = _of(about, Vehicle).filter(player__in=about.ids)
    yield from rows(found, *VEHICLE, *(("condition", "price", "held") if about.own else ()))


def _dates(about: Subject) -> Iterator[Line]:
    """The fixtures of every platoon that they command, and those in which they sit in for another player."""
    mine = _commanded(about).order_by("pk").values_list("campaign", "platoon")
    for campaign, platoon in mine.iterator(chunk_size=AT_ONCE):
        found = Fixture.objects.filter(campaign=campaign, platoons__contains=f'"{platoon}"')
        yield from rows(found, *FIXTURE, *(("place", "proposed", "remind_at") if about.own else ()))
    for name, role in (("substitutes", "sits in"), ("asked_for", "asked to sit in")):
        yield from rows(_of(about, Fixture).filter(holds(name, about.ids)), *FIXTURE, role=role)


PARTS = (
    Part("seats", _("Battles in which you have played"), (Seat, Fixture), _seats),
    Part("offices", _("Offices that campaigns have given you"), (Appointment,), _offices),
    Part("platoons", _("Your platoons"), (Standing,), _platoons),
    Part("vehicles", _("Your vehicles"), (Vehicle,), _vehicles),
    Part("dates", _("Your fixtures and dates"), (Fixture,), _dates),
)
