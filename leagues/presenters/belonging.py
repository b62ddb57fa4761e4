"""What the pages of campaigns tell of leagues (`campaigns.presenters.belonging`)."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import UUID

from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext

from campaigns.models import Campaign
from campaigns.presenters.belonging import Belonging, Heading
from campaigns.roles import Person
from leagues import roles
from leagues.models import League, LeagueCampaign, LeagueMachine, LeaguePlayer, LeagueSheet
from leagues.presenters.seasons import divisions_of

SHOWN = 4  # on the front page; the list of leagues has the rest


def of_campaign(campaign: Campaign, reader: Person) -> Iterator[Belonging]:
    """The league and season that a campaign is of, if the reader may know of the league. One query where it is of
    none."""
    for row, desk in _league_of(campaign, reader):
        yield _season(row, desk)


def of_scenario(campaign: Campaign, scenario: UUID, reader: Person) -> Iterator[Belonging]:
    """What the league's ratings would be, if a campaign of it went as a saved scenario has it."""
    for row, desk in _league_of(campaign, reader):
        text = _("The ratings of %(league)s, if it went so") % {"league": row.league.name}
        yield Belonging(text, f"{reverse('league-what-if', args=[desk.slug])}?of={scenario}")


def _league_of(campaign: Campaign, reader: Person) -> Iterator[tuple[LeagueCampaign, League]]:
    row = LeagueCampaign.objects.select_related("league").filter(campaign=campaign.pk).first()
    if row is None:
        return
    desk = League.objects.select_related("club").filter(stream=row.league_id).first()
    if desk is not None and roles.may_see(reader, desk):
        yield row, desk


def _season(row: LeagueCampaign, desk: League) -> Belonging:
    division = divisions_of(row.league).get(row.division, row.division)
    told = {"n": row.season, "division": division, "league": row.league.name}
    text = _("Season %(n)d of %(league)s") if not division else _("Season %(n)d · %(division)s of %(league)s")
    return Belonging(text % told, reverse("league", args=[desk.slug]))


def of_vehicle(campaign: Campaign, vehicle: str, reader: Person) -> Iterator[Belonging]:
    """The career of a vehicle that has fought in a season of a league, if the reader may know of it. One query where it
    has not."""
    part = LeagueCampaign.objects.select_related("league").filter(campaign=campaign.pk).first()
    row = LeagueMachine.objects.filter(pk=f"{part.league_id}/{campaign.pk}/{vehicle}").first() if part else None
    if part is None or row is None or not row.battles:
        return
    desk = League.objects.select_related("club").filter(stream=part.league_id).first()
    if desk is None or not roles.may_see(reader, desk):
        return
    hidden = LeaguePlayer.objects.filter(league=part.league, player=row.player, hidden=True).exists()
    if hidden and not roles.belongs(reader, desk):
        return
    text = _("Its career in %(league)s") % {"league": part.league.name}
    yield Belonging(text, reverse("league-machine", args=[desk.slug, campaign.pk, vehicle]))


def on_front_page(reader: Person) -> Iterator[Heading]:
    """The leagues that the reader may find, those that moved last first. Two queries."""
    found = {one.stream: one for one in roles.listed(reader)}
    for sheet in (
        LeagueSheet.objects.filter(pk__in=list(found)).order_by("-moved_at", "stream")[:SHOWN] if found else ()
    ):
        players = ngettext("%(n)d player", "%(n)d players", sheet.players) % {"n": sheet.players}
        season = _("season %(n)d") % {"n": sheet.season} if sheet.season else _("before its first season")
        yield Heading(sheet.name, f"{season} · {players}", reverse("league", args=[found[sheet.pk].slug]))
