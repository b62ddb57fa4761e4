"""Campaigns join the league: one for a season, or one for each division of it. Running and ended ones may, too."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from leagues.league.chapters import Chapter, choice, division_picks
from leagues.league.divisions import division_called, division_of
from leagues.league.refusals import no, organiser, season_of
from leagues.league.state import League, LeagueCampaign, LeagueSeason
from leagues.league.values import CampaignFacts, CampaignId, Number, Short
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Who

CHAPTER = Chapter("Seasons")


class AddCampaign(Command, frozen=True, kw_only=True):
    """A campaign becomes a season of the league, or with a `division` one of its campaigns. `season`: the one under
    way, or 0 to begin the next, with a `title`. What it has counted so far follows, and its ratings, where `rated`.
    `name` and `facts` are added as the report comes in."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "title")

    campaign: CampaignId
    season: Number = 0
    title: Short = ""
    division: Annotated[str, msgspec.Meta(max_length=40, extra={"names": "division"})] = ""
    rated: bool = True
    name: Short = ""
    facts: CampaignFacts = CampaignFacts()


class CampaignAdded(Event, frozen=True, kw_only=True):
    """`name` is the campaign's as it joined, `system` its rulebook."""

    sealed: ClassVar[tuple[str, ...]] = ("name", "title")

    season: int
    title: str
    campaign: str
    name: str
    system: str
    division: str = ""
    rated: bool = True


@CHAPTER.decides
def add_campaign(league: League, command: AddCampaign, who: Who, dice: Dice) -> Decision:
    organiser(who)
    facts, name = command.facts, command.name or command.facts.name
    if not facts.found or not facts.ours:
        raise nothing_there(command.campaign)
    if facts.test:
        raise no(say(_("%(name)s is only a test."), name=name), _("Tests count in no league."), "campaign")
    if league.campaign(command.campaign) or facts.elsewhere:
        raise no(say(_("%(name)s is in a league already."), name=name), field="campaign")
    season = _season_for(league, command)
    if command.division:
        division_of(league, command.division)
    elif league.divisions:
        raise no(_("The league has divisions."), _("Say which of them the campaign is played in."), "division")
    if season is not None and any(one.division == command.division for one in season.campaigns.values()):
        raise no(
            _("The season has a campaign of that division already."),
            say(_("Name another division.")) if league.divisions else say(_("Begin the next season (season 0).")),
            "division" if league.divisions else "season",
        )
    number = season.number if season is not None else len(league.seasons) + 1
    yield CampaignAdded(
        season=number,
        title=season.title if season is not None else command.title,
        campaign=command.campaign,
        name=name,
        system=facts.system,
        division=command.division,
        rated=command.rated,
    )


def nothing_there(campaign: str) -> Refused:
    return no(
        say(_("The club has no open campaign %(campaign)s."), campaign=campaign),
        _("Name a campaign of the league’s own club that has been opened."),
        "campaign",
    )


def _season_for(league: League, command: AddCampaign) -> LeagueSeason | None:
    """The season it joins; None for a new one."""
    if command.season:
        season = season_of(league, command.season)
        if season.closed:
            raise no(say(_("Season %(season)d is closed."), season=season.number), field="season")
        return season
    if league.under_way is not None:
        raise no(
            say(_("Season %(season)d is under way."), season=league.under_way.number),
            _("Close it before the next begins, or add the campaign to it."),
            "season",
        )
    return None


@CHAPTER.offers(AddCampaign)
def _offered(league: League, who: Who) -> Iterator[Choice]:
    if not who.referee:
        return
    season = league.under_way
    taken = {one.division for one in season.campaigns.values()} if season is not None else set()
    free = tuple(one for one in division_picks(league) if one.value not in taken)
    if season is not None and not free:
        return
    fields = [Field(name="campaign", kind="id", label=say(_("Campaign")), required=True, readily=0)]
    if league.divisions:
        fields.append(Field(name="division", kind="pick", label=say(_("Division")), picks=free, required=True))
    if season is None:
        fields.append(
            Field(name="title", kind="text", label=say(_("Title of the season")), most=80, picks=_titles(league))
        )
    fields.append(Field(name="rated", kind="flag", label=say(_("Its battles are rated")), default=True))
    label = (
        say(_("Begin season %(season)d with a campaign"), season=len(league.seasons) + 1)
        if season is None
        else say(_("Add a campaign to season %(season)d"), season=season.number)
    )
    yield choice(AddCampaign, label, *fields, season=season.number if season is not None else 0)


def _titles(league: League) -> tuple[Pick, ...]:
    number = str(len(league.seasons) + 1)
    return (Pick(f"Season {number}", say(_("Season %(season)s"), season=number)),)


@CHAPTER.evolves
def _added(league: League, event: CampaignAdded) -> None:
    season = league.season(event.season)
    if season is None:
        season = LeagueSeason(number=event.season, title=event.title)
        league.seasons.append(season)
    season.campaigns[event.campaign] = LeagueCampaign(
        id=event.campaign, name=event.name, system=event.system, division=event.division, rated=event.rated
    )


@CHAPTER.narrates
def _tell_added(league: League, event: CampaignAdded) -> Message:
    name = verbatim(event.name)
    if event.division:
        return say(
            _("%(campaign)s is season %(season)d of %(division)s."),
            campaign=name,
            season=event.season,
            division=division_called(league, event.division),
        )
    return say(_("%(campaign)s is season %(season)d of the league."), campaign=name, season=event.season)
