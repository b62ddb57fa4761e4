"""A league's tables for other programs: ratings, standings, results, titles. Names are those that a reader may know."""

from __future__ import annotations

from collections.abc import Collection, Iterator

import msgspec

from campaigns.presenters.tables import Row
from leagues.league.values import Place
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.presenters.as_it_stood import AsItStands
from leagues.presenters.names import Names

TABLES = ("ratings", "standings", "results", "titles")


def rows_of(table: str, stood: AsItStands, names: Names, unseen: Collection[str] = ()) -> list[Row]:
    """One of `TABLES`, without campaigns that the reader may not know of (`unseen`)."""
    if table == "ratings":
        return list(_ratings(stood, names))
    if table == "titles":
        return list(_titles(stood.sheet, names))
    campaigns = [one for one in stood.campaigns() if str(one.campaign) not in unseen]
    return list(_standings(stood, campaigns, names) if table == "standings" else _results(stood, campaigns, names))


def _ratings(stood: AsItStands, names: Names) -> Iterator[Row]:
    divisions = _divisions(stood.sheet)
    for n, one in enumerate(stood.players(), 1):
        yield {
            "place": n,
            "player": names.name(one.player),
            "division": divisions.get(one.division, one.division),
            "rating": one.rating,
            "doubt": one.doubt,
            "settled": one.settled,
            "played": one.played,
            "won": one.won,
            "drawn": one.drawn,
            "lost": one.lost,
            "titles": one.titles,
        }


def _titles(league: LeagueSheet, names: Names) -> Iterator[Row]:
    divisions = _divisions(league)
    for season in msgspec.json.decode(league.seasons):
        for title in season["titles"]:
            division = str(title.get("division", ""))
            yield {
                "season": season["number"],
                "title": season["title"],
                "division": divisions.get(division, division),
                "player": names.name(title["player"]),
            }


def _standings(stood: AsItStands, campaigns: list[LeagueCampaign], names: Names) -> Iterator[Row]:
    """The final standings of what is over; of what is under way, those of that moment."""
    divisions = _divisions(stood.sheet)
    under_way = [one.campaign for one in campaigns if not one.places]
    now: dict[str, list[Place]] = {}
    for one in sorted(stood.standings(under_way), key=lambda one: (one.rank, one.platoon)):
        players = tuple(msgspec.json.decode(one.players, type=list[str]))
        place = Place(players=players, rank=one.rank, score=one.score, platoon=one.platoon, name=one.name)
        now.setdefault(str(one.campaign_id), []).append(place)
    for campaign in campaigns:
        final = msgspec.json.decode(campaign.places, type=list[Place]) if campaign.places else None
        for place in final if final is not None else now.get(str(campaign.campaign), ()):
            yield {
                "season": campaign.season,
                "campaign": campaign.name,
                "division": divisions.get(campaign.division, campaign.division),
                "final": final is not None,
                "rank": place.rank,
                "platoon": place.name,
                "players": ", ".join(map(names.name, place.players)),
                "score": place.score,
            }


def _results(stood: AsItStands, campaigns: list[LeagueCampaign], names: Names) -> Iterator[Row]:
    """A row for each player of a game, in the order in which results came in."""
    called = {one.campaign: one.name for one in campaigns}
    for one in stood.games_in(called):
        yield {
            "number": one.number,
            "season": one.season,
            "campaign": called[one.campaign],
            "system": one.system,
            "round": one.round,
            "player": names.name(one.player),
            "partners": ", ".join(map(names.name, msgspec.json.decode(one.partners, type=list[str]))),
            "opponents": ", ".join(map(names.name, msgspec.json.decode(one.opponents, type=list[str]))),
            "result": one.result,
            "points": one.points,
            "against": one.against,
            "how": one.how,
            "rating": one.rating,
            "change": one.change,
        }


def _divisions(league: LeagueSheet) -> dict[str, str]:
    return dict(msgspec.json.decode(league.divisions, type=list[tuple[str, str]]))
