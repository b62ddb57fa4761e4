"""Who is asked to agree to a correction of a season or to a substitute, is challenged in it, or has to know of a date,
and is not told yet: as `summonses` for battles."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from uuid import UUID

from django.db import transaction
from django.db.models import Exists, OuterRef, Q
from django.utils import timezone

from battles import log
from battles.projections import MOMENT
from campaigns import handler
from campaigns.models import CampaignSheet, Fixture, PushDevice, Standing, Summons, User
from campaigns.models.people import accounts
from campaigns.push import dates, keys, substitutes
from campaigns.push.summonses import LATE, write_messages
from campaigns.season.challenges.making import Challenged
from campaigns.season.challenges.situation import waiting
from campaigns.season.corrections import asked
from campaigns.season.decider import FACTS
from campaigns.season.state import Season

MADE = Challenged.__name__
Kind = Summons.Kind


def due() -> Iterator[str]:
    """Seasons with news of the last minutes. No query without any device."""
    if not keys.is_on() or not PushDevice.objects.exists():
        return
    fresh = CampaignSheet.objects.filter(moved_at__gte=(timezone.now() - LATE).strftime(MOMENT))
    yield from map(str, fresh.order_by("stream").values_list("stream", flat=True))


def write(stream: str) -> bool:
    """Write down whom the season's proposals, challenges and dates wait for; True if somebody is to be told. Safe to
    repeat, and for two at a time. The season is folded only where there is one of them."""
    if not keys.is_on() or not PushDevice.objects.exists():
        return False
    challenged = Exists(Standing.objects.filter(campaign=OuterRef("pk")).exclude(challenger=""))
    of_fixtures = ~Q(proposed="", date="", asked_for="")
    dated = Exists(Fixture.objects.filter(of_fixtures, campaign=OuterRef("pk"), status=Fixture.Status.ANNOUNCED))
    if not CampaignSheet.objects.filter(challenged | dated | ~Q(asked=""), pk=stream).exists():
        Summons.objects.filter(stream=stream, lapsed=False).update(lapsed=True)
        return False
    with transaction.atomic():
        log.lock(stream)
        season, _told, rows = handler.replay(stream)
        said = dates.Told(rows)
        asked = {
            Kind.ANSWER: asked_of(season),
            Kind.CHALLENGE: challenged_in(season, rows),
            Kind.PROPOSED: dates.proposed_in(season, said),
            Kind.DATED: dates.fixed_in(season, said),
            Kind.REMINDED: dates.reminded_in(season, said),
            Kind.SUBSTITUTE: substitutes.asked_in(season, rows),
        }
        told = [_write(stream, kind, people, rows) for kind, people in asked.items()]
    return any(told)


def _write(stream: str, kind: Kind, people: dict[str, int], rows: Sequence[log.Row]) -> bool:
    there = _with_devices(people)
    Summons.objects.filter(stream=stream, kind=kind, lapsed=False).exclude(user__in=there).update(lapsed=True)
    told = [_summon(stream, user, kind, rows[position - 1]) for user, position in there.items()]
    return any(told)


def asked_of(season: Season) -> dict[str, int]:
    """Whom the open proposals ask, by their ids in the log, each with the newest that waits for them. One who proposed
    it, or speaks for a platoon that has agreed, has said their word."""
    found: dict[str, int] = {}
    for proposal in season.proposals:
        said = {key for key in (proposal.side, *proposal.agreed) if key in season.platoons}
        spoken = {player for key in said for player in season.platoons[key].players}
        for key in asked(proposal):
            if key not in proposal.agreed and key in season.platoons:
                others = (player for player in season.platoons[key].players if player not in spoken)
                found |= dict.fromkeys(others, proposal.position)
    return found


def challenged_in(season: Season, rows: Sequence[log.Row]) -> dict[str, int]:
    """Whom challenges wait for, by their ids in the log, each with the newest row of one."""
    made = ((row.position, FACTS.decode(row.type, row.version, row.data)) for row in rows if row.type == MADE)
    newest = {(event.challenger, event.challenged): at for at, event in made if isinstance(event, Challenged)}
    return {
        player: newest[one.challenger, one.challenged]
        for one in waiting(season)
        for player in season.platoons[one.challenged].players
    }


def _with_devices(people: dict[str, int]) -> dict[UUID, int]:
    active = {user.pk: people[str(user.pk)] for user in accounts(people).filter(is_active=True)}
    having = set(PushDevice.objects.filter(user__in=active).values_list("user", flat=True))
    return {pk: position for pk, position in active.items() if pk in having}


def _summon(stream: str, user: UUID, kind: Kind, row: log.Row) -> bool:
    """Once for each proposal, challenge or date, and not where it is old: the clerk stood still, or there was no device
    yet."""
    known = Summons.objects.filter(stream=stream, user=user, kind=kind).first()
    if known is not None and known.position >= row.position:
        Summons.objects.filter(pk=known.pk, lapsed=True).update(lapsed=False)
        return False
    values = {"position": row.position, "told_at": timezone.now(), "lapsed": False}
    made, _new = Summons.objects.update_or_create(
        user=User.objects.get(pk=user), stream=stream, kind=kind, defaults=values
    )
    return datetime.fromisoformat(row.at) >= timezone.now() - LATE and write_messages(made, row)
