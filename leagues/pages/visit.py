"""The visitor of a league's pages: what they may see of it, and as whom they report."""

from __future__ import annotations

from collections.abc import Iterable
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest
from django.shortcuts import get_object_or_404

from battles import log
from campaigns import roles as campaign_roles
from campaigns.models import Campaign
from campaigns.pages import robots
from campaigns.presenters.live_facts import live_facts
from campaigns.roles import Person
from leagues import handler, roles
from leagues.models import League, LeagueCampaign, LeagueSheet
from leagues.presenters import story
from leagues.presenters.names import Names, names_for
from rules.stream.decider import Who


class Visit:
    """A founded league and its visitor. What a page does not ask for is not read."""

    def __init__(self, user: Person, desk: League, sheet: LeagueSheet) -> None:
        self.user, self.desk, self.sheet = user, desk, sheet
        self.stream = str(desk.stream)

    @property
    def reader(self) -> str:
        """The account's id; "" for a spectator."""
        return str(self.user.pk) if self.user.is_authenticated else ""

    @cached_property
    def who(self) -> Who | None:
        """Whoever may report; None for a spectator."""
        return roles.who_in_league(self.user, self.desk)

    @property
    def organises(self) -> bool:
        return self.who is not None and self.who.referee

    @cached_property
    def campaigns(self) -> list[LeagueCampaign]:
        return list(LeagueCampaign.objects.filter(league_id=self.sheet.pk))

    @cached_property
    def seen(self) -> frozenset[UUID]:
        """The campaigns of the league that the visitor may read."""
        wanted = [one.campaign for one in self.campaigns]
        found = campaign_roles.visible_campaigns(self.user).filter(stream__in=wanted) if wanted else ()
        return frozenset(one.stream for one in found if one.stream is not None)

    @cached_property
    def unseen(self) -> frozenset[str]:
        return frozenset(str(one.campaign) for one in self.campaigns if one.campaign not in self.seen)

    def name_people(self, others: Iterable[str] = ()) -> Names:
        return names_for(self.user, self.desk, self.sheet, others)

    def read(self) -> Told:
        """The league's log as it stands now."""
        return Told(self.stream)


class Told:
    """A league folded from its log."""

    def __init__(self, stream: str) -> None:
        try:
            self.league, self.told, self.rows = handler.replay(stream)
        except log.NoSuchStream:
            raise Http404 from None
        self.facts = live_facts(self.told, self.rows)

    @property
    def head(self) -> int:
        return int(self.league.head[0])

    @cached_property
    def people(self) -> set[str]:
        """Everybody whom the log names, beside the players."""
        return story.people_in(zip(self.told, self.rows, strict=True))


def visit(request: HttpRequest, slug: str) -> Visit:
    """A league that the visitor may see; 404 for any other. Robots are told to stay away from one that is not
    public."""
    desk = League.objects.select_related("club").filter(slug=slug, stream__isnull=False).first()
    if desk is None or not roles.may_see(request.user, desk):
        raise Http404
    sheet = get_object_or_404(LeagueSheet, stream=desk.stream)
    if desk.visibility != Campaign.Visibility.PUBLIC:
        robots.keep_out(request)
    return Visit(request.user, desk, sheet)


def framed(here: Visit) -> dict[str, Any]:
    """What every page of a league shows: whose it is, and its colour."""
    return {"league": here.desk, "sheet": here.sheet, "organises": here.organises}
