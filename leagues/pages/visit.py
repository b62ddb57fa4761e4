"""The visitor of a league's pages: what they may see of it, and as whom they report."""

from __future__ import annotations

from collections.abc import Iterable, Mapping, Sequence
from functools import cached_property
from typing import Any
from uuid import UUID

from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import get_object_or_404
from django.urls import reverse

from battles import log
from battles.forms.trouble import Trouble
from battles.pages import as_of
from battles.pages.opened import Moment
from campaigns import roles as campaign_roles
from campaigns.models import Campaign
from campaigns.models.desk import speaks
from campaigns.own_words.speaking import speak_as
from campaigns.pages import clocks, robots
from campaigns.presenters.as_it_stood import When
from campaigns.presenters.moments import clocks_of
from campaigns.roles import Person
from leagues import roles
from leagues.models import League, LeagueCampaign, LeaguePlayer, LeagueSheet
from leagues.presenters import story
from leagues.presenters.as_it_stood import AsItStands, stood_at
from leagues.presenters.names import Names, names_for
from leagues.standing import standing
from rules.stream.decider import Who


class Visit:
    """A founded league and its visitor. What a page does not ask for is not read."""

    def __init__(
        self,
        user: Person,
        desk: League,
        sheet: LeagueSheet,
        moment: Moment | None = None,
        every: Sequence[log.Row] | None = None,
    ) -> None:
        """`moment`: an earlier one that is shown. Names, and who may read what, are as of now. `every`: all rows of the
        log, where they have been read."""
        self.user, self.desk, self.now, self.moment = user, desk, sheet, moment
        self.stream = str(desk.stream)
        self.stood, self._told, self._every = AsItStands(sheet), None, every
        if moment is not None:
            when = When(moment.at, moment.corrected)
            self._told = told = Told(self.stream, when, every)
            self.stood = stood_at(self.stream, told.found, when, (moment.as_of and as_of.written(moment.as_of)) or "")

    stood: AsItStands
    _told: Told | None

    @property
    def sheet(self) -> LeagueSheet:
        return self.stood.sheet

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
        return self.stood.campaigns()

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
        return names_for(self.user, self.desk, self.now, others)

    def players(self, names: Names) -> Mapping[str, LeaguePlayer]:
        """The players with their figures at the moment that is shown, by key. No query."""
        return names.roll if self.moment is None else {one.player: one for one in self.stood.players()}

    def read(self) -> Told:
        """The league's log as it stands now, or up to the moment that is shown."""
        return self._told or Told(self.stream)

    def every(self) -> Sequence[log.Row]:
        """All rows of the league's log."""
        return self.read().rows if self._every is None else self._every


class Told:
    """A league folded from its log."""

    def __init__(self, stream: str, when: When | None = None, every: Sequence[log.Row] | None = None) -> None:
        try:
            self.found = standing(stream, when, every)
        except log.NoSuchStream:
            raise Http404 from None
        self.league, self.told, self.rows, self.facts, self.live = self.found

    @property
    def head(self) -> int:
        return int(self.league.head[0])

    @cached_property
    def people(self) -> set[str]:
        """Everybody whom the log names, beside the players."""
        return story.people_in(zip(self.told, self.rows, strict=True))


def visit_then(request: HttpRequest, slug: str) -> tuple[Visit, Trouble | None]:
    """The league at the moment that the address asks for (`campaigns.pages.clocks`), where nothing can be reported, or
    now; and what is wrong with a moment that cannot be read."""
    here = visit(request, slug)
    if not clocks.is_asked(request):
        return here, None
    every = log.read(here.stream)
    moment, trouble = clocks.asked(request, every, lambda: _zone(here))
    if moment is None:
        return here, trouble
    if moment.at > here.now.position:
        raise Http404
    return Visit(here.user, here.desk, here.now, moment, every), None


def _zone(here: Visit) -> str:
    """By whose clocks times are typed: those of the league's newest campaign."""
    return clocks_of(here.campaigns[-1].campaign) if here.campaigns else ""


def keeping(here: Visit, response: HttpResponse) -> HttpResponse:
    """A page of a league, with links that keep to the moment it shows."""
    return clocks.keep(response, here.moment, reverse("league", args=[here.desk.slug]))


def visit(request: HttpRequest, slug: str) -> Visit:
    """A league that the visitor may see, whose page speaks as its club; 404 for any other. Robots are told to stay away
    from one that is not public."""
    found = League.objects.select_related("club").annotate(speaks=speaks("club"))
    desk = found.filter(slug=slug, stream__isnull=False).first()
    if desk is None or not roles.may_see(request.user, desk):
        raise Http404
    sheet = get_object_or_404(LeagueSheet, stream=desk.stream)
    if desk.visibility != Campaign.Visibility.PUBLIC:
        robots.keep_out(request)
    desk.club.speaks = desk.speaks
    speak_as(desk.club)
    return Visit(request.user, desk, sheet)


def framed(here: Visit) -> dict[str, Any]:
    """What every page of a league shows: whose it is, and its colour."""
    return {
        "league": here.desk,
        "sheet": here.sheet,
        "organises": here.organises and here.moment is None,
        "moment": here.moment,
    }
