"""Whom proposals to correct a season wait for, and who is not told yet: as `in_battles` for battles."""

from __future__ import annotations

from datetime import datetime

from django.db import transaction
from django.urls import reverse
from django.utils import timezone

from battles import log
from campaigns import handler
from campaigns.models import Campaign, CampaignSheet, Notice, NoticeCursor
from campaigns.models.people import accounts_of
from campaigns.notices.in_battles import LATE
from campaigns.notices.telling import News, tell
from campaigns.season.corrections import asked
from campaigns.season.state import Season

KIND = "answer"


def write(stream: str) -> bool:
    """Tell whom the season's proposals wait for; True if somebody was told. Safe to repeat, and for two at a time. The
    season is folded only where there is a proposal."""
    with transaction.atomic():
        log.lock(stream)
        sheet = CampaignSheet.objects.filter(pk=stream).first()
        told = _write(stream, sheet.name) if sheet is not None and sheet.asked else []
        if not told and (sheet is None or not sheet.asked):
            Notice.objects.filter(stream=stream, kind=KIND, over=False).update(over=True)
        head = log.head(stream).position
        NoticeCursor.objects.update_or_create(stream=stream, defaults={"position": head, "at": timezone.now()})
    return any(told)


def _write(stream: str, title: str) -> list[News]:
    season, _told, rows = handler.replay(stream)
    asked = asked_of(season)
    people = {user.pk: user for user in accounts_of(asked) if user.is_active}
    desk = Campaign.of_stream(stream)
    link = reverse("corrections", args=[stream])
    there = Notice.objects.filter(stream=stream, kind=KIND)
    there.filter(over=False).exclude(user__in=people).update(over=True)
    known = {one.user_id: one for one in there.filter(user__in=people)}
    news = list[News]()
    for user in people.values():
        row, one = rows[asked[str(user.pk)] - 1], known.get(user.pk)
        if one is not None and one.position >= row.position:
            continue
        news.append(
            News(
                key=f"stands/{stream}/{KIND}/{user.pk}",
                user=user,
                kind=KIND,
                template="waited_for",
                context={"title": title, "link": link},
                stream=stream,
                link=link,
                title=title,
                position=row.position,
                club=desk.club if desk is not None else None,
                silent=datetime.fromisoformat(row.at) < timezone.now() - LATE,
                at=datetime.fromisoformat(row.at),
            )
        )
    there.filter(over=True, user__in=people).update(over=False)
    tell(news)
    return [one for one in news if not one.silent]


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
