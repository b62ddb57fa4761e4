"""What a campaign would bring into a league, before it joins. Nothing is written."""

from __future__ import annotations

from collections.abc import Mapping

import msgspec

from campaigns import handler as campaign_handler
from campaigns.models import CampaignSheet
from campaigns.roles import Person, visible_campaigns
from leagues import clerk
from leagues.handler import facts_of
from leagues.league import evolve
from leagues.league.ratings import counts
from leagues.league.seasons import AddCampaign, CampaignAdded, add_campaign
from leagues.league.state import League
from leagues.models import League as Desk
from leagues.models import LeagueCampaign
from rules.contract import Choice, Pick
from rules.messages import verbatim
from rules.stream.copying import copied
from rules.stream.decider import Who
from rules.stream.dice import FallenDice


class Joining(msgspec.Struct, frozen=True):
    """`season`: its number. `joined`: who would be new in the league, `known`: who is there already; `results`, and how
    many of them would be `rated`. `over`: whether the campaign has ended."""

    season: int
    campaign: str
    joined: tuple[str, ...]
    known: int
    results: int
    rated: int
    over: bool


def foresee(league: League, command: AddCampaign, who: Who) -> Joining:
    """`league` stays as it is. `Refused` as the report would be."""
    league = copied(league)
    whole = msgspec.structs.replace(command, facts=facts_of(league, command.campaign))
    (added,) = add_campaign(league, whole, who, FallenDice())
    assert isinstance(added, CampaignAdded)
    evolve(league, added, *league.head)
    season, _told, rows = campaign_handler.replay(command.campaign)
    report = clerk.report_of(league, command.campaign, season, rows[-1])
    players = dict.fromkeys(
        (*report.enlisted, *(one for game in report.games for side in game.sides for one in side.players))
    )
    new = tuple(one for one in players if one not in league.players)
    return Joining(
        season=added.season,
        campaign=added.name,
        joined=new,
        known=len(players) - len(new),
        results=len(report.games),
        rated=sum(1 for game in report.games if counts(league, game)),
        over=bool(report.places),
    )


def free_campaigns(desk: Desk, user: Person) -> dict[str, str]:
    """The campaigns of the club that could join and that `user` may read, the newest first: each by its id with its
    name. Two queries."""
    taken = LeagueCampaign.objects.values("campaign")
    open_ = (
        visible_campaigns(user).filter(club=desk.club_id, stream__isnull=False, test=False).exclude(stream__in=taken)
    )
    names = {str(stream): name for stream, name in open_.values_list("stream", "name")}
    order = CampaignSheet.objects.filter(stream__in=list(names)).order_by("-opened_at", "stream")
    return {str(stream): names[str(stream)] for stream in order.values_list("stream", flat=True)}


def picked(choice: Choice, campaigns: Mapping[str, str]) -> Choice:
    """A choice that asks for a campaign, with those that could join to pick from; any other as it is."""
    if choice.command != AddCampaign.__name__:
        return choice
    picks = tuple(Pick(stream, verbatim(name)) for stream, name in campaigns.items())
    fields = tuple(
        msgspec.structs.replace(one, picks=picks) if one.name == "campaign" else one for one in choice.fields
    )
    return msgspec.structs.replace(choice, fields=fields)
