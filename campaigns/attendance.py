"""Who is at the club this evening. Players say it of their own platoons, organisers of any. It is desk data: a round is
paired by it only where an organiser has it so."""

from __future__ import annotations

from collections.abc import Collection, Mapping
from datetime import date, datetime, timedelta

from django.db import transaction
from django.db.models import Q
from django.utils import timezone

from campaigns.models import Attendance, User
from campaigns.season import Season
from rules.zones import zone_of

NIGHT = timedelta(hours=5)  # an evening goes on past midnight, until then
KEPT = timedelta(days=30)
HERE, AWAY, UNSAID = "here", "away", "unsaid"
WORDS: Mapping[str, bool | None] = {HERE: True, AWAY: False, UNSAID: None}


def evening_of(zone: str, moment: datetime | None = None) -> date:
    """The date on which the evening of that moment, or of now, begins by the clocks of the zone."""
    return ((moment or timezone.now()).astimezone(zone_of(zone)) - NIGHT).date()


def said(stream: str, day: date) -> dict[str, bool]:
    """Who of the platoons, by key, said that they come or that they do not; the others have said nothing. One query."""
    return dict(Attendance.objects.filter(Q(campaign=stream), day=day).values_list("platoon", "here"))


def say(stream: str, platoons: Collection[str], day: date, here: bool | None, by: User) -> None:
    """Note it in place of what was said before; None takes that back. Evenings long past go. Said twice it is as if
    it was said once."""
    with transaction.atomic():
        Attendance.objects.filter(Q(campaign=stream), day__lt=day - KEPT).delete()
        if here is None:
            Attendance.objects.filter(Q(campaign=stream), platoon__in=platoons, day=day).delete()
            return
        Attendance.objects.bulk_create(
            [
                Attendance(campaign_id=stream, platoon=key, day=day, here=here, said_by=by, said_at=timezone.now())
                for key in platoons
            ],
            update_conflicts=True,
            unique_fields=["campaign", "platoon", "day"],
            update_fields=["here", "said_by", "said_at"],
        )


def of_player(season: Season, person: str) -> tuple[str, ...]:
    """The platoons that somebody says it of: those that they command, while the season runs."""
    if not person or season.closed is not None:
        return ()
    return tuple(key for key, one in season.platoons.items() if person in one.players and not one.dropped)


def not_there(season: Season, told: Mapping[str, bool]) -> tuple[str, ...]:
    """Who is left out where only those are paired who said that they are there."""
    return tuple(key for key, one in season.platoons.items() if not one.dropped and not told.get(key))


def absent_now(stream: str, season: Season) -> tuple[str, ...]:
    """Who is left out this evening. One query."""
    return not_there(season, said(stream, evening_of(season.zone)))
