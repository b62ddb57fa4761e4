"""What leagues add to everything about a person: profile, ratings, games, vehicles, honours, titles, and their logs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import msgspec
from django.conf import settings
from django.db.models import Q, QuerySet
from django.urls import reverse
from django.utils.translation import gettext_noop as _

from campaigns.about_person.logs import Story, Told, concerning
from campaigns.about_person.parts import Line, Part, Subject, holds, rows
from campaigns.roles import visible_campaigns
from leagues import handler, roles
from leagues.league.values import Place
from leagues.models import (
    League,
    LeagueCampaign,
    LeagueGame,
    LeagueHonour,
    LeagueMachine,
    LeaguePlayer,
    LeagueSheet,
    LeagueStay,
    LeagueTeam,
)
from leagues.presenters.log import campaign_of, teller
from leagues.presenters.names import names_for

PLAYER = (
    *("league__name", "alias", "hidden", "division", "since", "rating", "doubt", "rated", "settled", "by_system"),
    *("played", "won", "drawn", "lost", "titles"),
)
GAME = (
    *("league__name", "season", "round", "system", "campaign", "battle", "how", "result", "points", "against"),
    *("rating", "change"),
)
MACHINE = (
    *("league__name", "name", "model", "season", "battles", "shots", "hits", "kills", "damage", "wrecked", "fate"),
)


def _leagues(about: Subject) -> QuerySet[LeagueSheet]:
    """All of them, or for an officer those that lists show to them."""
    found = LeagueSheet.objects.all()
    return found if about.own else found.filter(pk__in=roles.listed(about.reader).values("stream"))


def _profile(about: Subject) -> Iterator[Line]:
    """How they are shown and what they are rated, then their offices and what each season brought them."""
    for one in rows(LeaguePlayer.objects.filter(player__in=about.ids, league__in=_leagues(about)), *PLAYER):
        yield one | {"by_system": msgspec.json.decode(one["by_system"])}
    yield from rows(_leagues(about).filter(holds("offices", about.ids)), "name", role="organiser")
    for sheet in _leagues(about).filter(holds("seasons", about.ids)).order_by("pk").iterator():
        for season in msgspec.json.decode(sheet.seasons):
            for kind in ("titles", "moves"):
                mine = [one["division"] for one in season[kind] if one["player"] in about.ids]
                if mine:
                    line = {"league_name": sheet.name, "season": season["number"], "role": kind}
                    yield line | {"divisions": mine}


def _seen(about: Subject, found: QuerySet[Any]) -> QuerySet[Any]:
    """All of these rows of campaigns in leagues, or for an officer those of campaigns that they may read."""
    if about.own:
        return found
    seen = visible_campaigns(about.reader).exclude(stream=None).values("stream")
    return found.filter(league__in=_leagues(about), campaign__in=seen)


def _places(about: Subject) -> Iterator[Line]:
    """Where they stood in the end, in each campaign of a league."""
    found = LeagueCampaign.objects.filter(holds("places", about.ids)).select_related("league").order_by("pk")
    for one in _seen(about, found):
        for place in msgspec.json.decode(one.places, type=list[Place]):
            if not set(about.ids).isdisjoint(place.players):
                of = {"league_name": one.league.name, "campaign_name": one.name, "season": one.season}
                yield of | {"rank": place.rank, "score": place.score, "platoon": place.name}


def _games(about: Subject) -> Iterator[Line]:
    """Theirs, and those of others in which they sat in, or for whose platoon somebody did."""
    theirs = Q(player__in=about.ids)
    yield from rows(_seen(about, LeagueGame.objects.filter(theirs)), *GAME)
    others = LeagueGame.objects.filter(Q(substitute__in=about.ids) | holds("platoon_of", about.ids)).exclude(theirs)
    yield from rows(_seen(about, others), *GAME, role="substitute")


def _machines(about: Subject) -> Iterator[Line]:
    yield from rows(LeagueMachine.objects.filter(player__in=about.ids), *MACHINE)


def _honours(about: Subject) -> Iterator[Line]:
    fields = ("league__name", "season", "honour", "name", "machine", "figure")
    yield from rows(LeagueHonour.objects.filter(player__in=about.ids), *fields)


def of_league(about: Subject, stream: str) -> Story:
    """Without what campaigns come to that they may not read."""
    desk = League.objects.select_related("club").get(stream=stream)
    sheet = LeagueSheet.objects.get(pk=stream)
    league, told, read = handler.replay(stream)
    unseen = roles.unseen(about.reader, sheet)
    names = names_for(about.eyes, desk, sheet, {row.by for row in read})
    seen = teller(league, names, about.eyes_id, unseen)

    def each() -> Told:
        for fact, row in concerning(about, told, read):
            if campaign_of(fact.event) not in unseen:
                yield row, *seen(fact.event), fact.struck

    address = settings.SITE_URL + reverse("league", args=[desk.slug])
    return Story(desk.name, address, roles.may_see(about.reader, desk), each())


def _teams(about: Subject) -> Iterator[Line]:
    """Those they count for, with the seasons, and those that they are captain of."""
    stays = LeagueStay.objects.filter(player__in=about.ids, league__in=_leagues(about))
    yield from rows(stays, "league__name", "team", "since", "until", role="player")
    led = LeagueTeam.objects.filter(captain__in=about.ids, league__in=_leagues(about))
    yield from rows(led, "league__name", "team", "name", "since", "ended", role="captain")


PARTS = (
    Part("leagues", _("Leagues: how you are shown, ratings, titles"), (LeaguePlayer, LeagueSheet), _profile),
    Part("places", _("Where you stood at the end of seasons"), (LeagueCampaign,), _places),
    Part("games", _("Your games in leagues"), (LeagueGame,), _games),
    Part("machines", _("Careers of your vehicles"), (LeagueMachine,), _machines, private=True),
    Part("teams", _("Your teams in leagues"), (LeagueStay, LeagueTeam), _teams),
    Part("honours", _("Your honours"), (LeagueHonour,), _honours, private=True),
)
