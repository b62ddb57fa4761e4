"""Who may do what in a league. Pages, API and office all ask here."""

from __future__ import annotations

import msgspec
from django.db.models import Q, QuerySet

from campaigns.models import Campaign, Club
from campaigns.roles import Person, has_account, visible_campaigns
from leagues.models import League, LeaguePlayer, LeagueSheet
from rules.stream.decider import Who


def organises(user: Person, desk: League) -> bool:
    """Whether `user` rules over the league: organisers of its club, those appointed for it, every superuser. Two
    queries at most."""
    if not has_account(user):
        return False
    if user.is_superuser or user.organises.filter(pk=desk.club_id).exists():
        return True
    return str(user.pk) in _offices(desk)


def _offices(desk: League) -> dict[str, str]:
    if desk.stream is None:
        return {}
    offices = LeagueSheet.objects.filter(pk=desk.stream).values_list("offices", flat=True).first()
    return msgspec.json.decode(offices, type=dict[str, str]) if offices else {}


def clubs_to_found_for(user: Person) -> QuerySet[Club]:
    """The clubs for which `user` may found a league: those they organise, and every one for a superuser."""
    if not has_account(user):
        return Club.objects.none()
    return Club.objects.all() if user.is_superuser else user.organises.all()


def belongs(user: Person, desk: League) -> bool:
    """Whether `user` is of the club or has played in the league, and so sees who is hidden from strangers."""
    if not has_account(user):
        return False
    if organises(user, desk) or desk.club.members.filter(pk=user.pk).exists():
        return True
    return LeaguePlayer.objects.filter(league_id=desk.stream, player=str(user.pk)).exists()


def who_in_league(user: Person, desk: League) -> Who | None:
    """`user` as a reporter to a league, with the right to rule if they have it; None for who has no account here."""
    return Who(str(user.pk), referee=organises(user, desk)) if has_account(user) else None


def may_see(user: Person, desk: League) -> bool:
    """Anyone sees a public or unlisted league; only the club and its players one for members."""
    return desk.visibility != League.Visibility.MEMBERS or belongs(user, desk)


def unseen(user: Person, league: LeagueSheet) -> frozenset[str]:
    """The campaigns of a league that `user` may not read, though they may read the league. Two queries."""
    played = Campaign.objects.filter(stream__in=list(league.campaigns.values_list("campaign", flat=True)))
    hidden = played.exclude(pk__in=visible_campaigns(user).values("pk"))
    return frozenset(str(stream) for stream in hidden.values_list("stream", flat=True))


def listed(user: Person) -> QuerySet[League]:
    """The leagues that a list shows to `user`."""
    public = Q(visibility=League.Visibility.PUBLIC)
    if not has_account(user):
        return League.objects.filter(public, stream__isnull=False)
    if user.is_superuser:
        return League.objects.filter(stream__isnull=False)
    played = LeaguePlayer.objects.filter(player=str(user.pk)).values_list("league_id", flat=True)
    mine = Q(club__in=user.organises.values("pk")) | Q(club__members=user) | Q(stream__in=played)
    return League.objects.filter(public | mine, stream__isnull=False).distinct()
