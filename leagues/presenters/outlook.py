"""What each result of a fixture would do to the ratings of its league, before it is played."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from django.urls import reverse
from django.utils.translation import gettext as _

from campaigns.models import Campaign
from campaigns.presenters.belonging import Case, Change, Outlook
from campaigns.roles import Person
from campaigns.season import Fixture, Season
from campaigns.season.seating import played_for
from leagues import handler, projections, roles
from leagues.league.ratings import foreseen
from leagues.league.state import League as State
from leagues.league.values import OVERALL, Game, Result, Side
from leagues.models import League, LeagueCampaign
from leagues.models.sheets import Shown
from leagues.presenters.names import Names, names_for

FOUGHT = "fought"


class Foretold(msgspec.Struct, frozen=True):
    """A rating as people read it. `now`: a newcomer's of who has none."""

    player: str
    now: Shown
    then: Shown


class Possible(msgspec.Struct, frozen=True):
    """A result that a fixture may have: the platoon that wins, "" for a draw; and what it does to the ratings, by
    rating (`OVERALL`, or a rulebook)."""

    winner: str
    ratings: dict[str, tuple[Foretold, ...]]


def possible(league: State, campaign: str, season: Season, fixture: Fixture) -> list[Possible]:
    """Each platoon as the winner, and a draw. Empty for a fixture with nobody to meet, or if its campaign is not
    rated."""
    sides = dict(sorted(_players(season, fixture).items()))
    if len(sides) < 2:
        return []
    found = []
    for winner in (*fixture.platoons, ""):
        met = tuple(Side(players=who, result=_ends(key, winner), platoon=key) for key, who in sides.items())
        game = Game(key=f"{campaign}/{fixture.key}", round=fixture.round, how=FOUGHT, sides=met)
        order = [player for key in fixture.platoons for player in sides[key]]
        ratings = {
            ladder: tuple(
                Foretold(key, projections.shown(told[key].now, league), projections.shown(told[key].then, league))
                for key in order
                if key in told
            )
            for ladder, told in foreseen(league, game).items()
        }
        found.append(Possible(winner, {ladder: told for ladder, told in ratings.items() if told}))
    return [one for one in found if one.ratings]


def _players(season: Season, fixture: Fixture) -> dict[str, tuple[str, ...]]:
    """Whose the game is of each platoon: whoever was mustered, else who commands it; or as its terms say where somebody
    sits in."""
    return {key: played_for(season, fixture, key).players for key in fixture.platoons}


def _ends(platoon: str, winner: str) -> Result:
    return "drawn" if not winner else "won" if platoon == winner else "lost"


def of_fixture(campaign: Campaign, season: Season, fixture: Fixture, reader: Person) -> Iterator[Outlook]:
    """For whoever may see the league, the ratings over all rulebooks. One query where the campaign is of none."""
    row = LeagueCampaign.objects.select_related("league").filter(campaign=campaign.pk).first()
    if row is None or not row.rated:
        return
    desk = League.objects.select_related("club").filter(stream=row.league_id).first()
    if desk is None or not roles.may_see(reader, desk):
        return
    found = possible(handler.replay(str(desk.stream))[0], str(campaign.pk), season, fixture)
    if not found:
        return
    names = names_for(reader, desk, row.league, {one for who in _players(season, fixture).values() for one in who})
    cases = tuple(Case(_said(season, one), tuple(_changes(one, names, desk))) for one in found)
    yield Outlook(row.league.name, f"{reverse('league', args=[desk.slug])}#ratings", cases)


def _said(season: Season, one: Possible) -> str:
    return _("%(platoon)s wins") % {"platoon": season.platoons[one.winner].name} if one.winner else _("A draw")


def _changes(one: Possible, names: Names, desk: League) -> Iterator[Change]:
    """Without whoever is nobody to the reader: the page names who meets."""
    for told in one.ratings.get(OVERALL, ()):
        if not names.is_hidden(told.player):
            yield _change(told, names, desk)


def _change(told: Foretold, names: Names, desk: League) -> Change:
    who = names.of(told.player)
    return Change(
        name=who.name,
        address=reverse("league-player", args=[desk.slug, who.key]) if who.key else "",
        now=str(told.now.rating) if told.now.games else "–",
        then=str(told.then.rating),
        gain=f"{told.then.rating - told.now.rating:+d}",
    )
