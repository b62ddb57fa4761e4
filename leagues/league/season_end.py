"""A season of the league is closed: titles, promotion and relegation."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from leagues.league.chapters import Chapter, choice, division_picks, person_picks
from leagues.league.divisions import division_called, division_of
from leagues.league.honours import HonoursAwarded, of_season
from leagues.league.refusals import no, organiser, player_of, season_of
from leagues.league.state import League, LeagueCampaign, LeagueSeason
from leagues.league.values import Move, Number, Title
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed
from rules.stream.decider import Who

CHAPTER = Chapter("The end of a season")


class CloseLeagueSeason(Command, frozen=True, kw_only=True):
    """Close the season under way, once all its campaigns are over. `moves`: who changes division after it; left out,
    it is as the terms say (`up`, `down`)."""

    sealed: ClassVar[tuple[str, ...]] = ("words",)

    season: Number
    moves: Annotated[tuple[Move, ...], msgspec.Meta(max_length=500)] | msgspec.UnsetType = msgspec.UNSET
    words: Annotated[str, msgspec.Meta(max_length=500)] = ""


class LeagueSeasonClosed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("words",)

    season: int
    titles: tuple[Title, ...]
    moves: tuple[Move, ...]
    words: str = ""


@CHAPTER.decides
def close_season(league: League, command: CloseLeagueSeason, who: Who, dice: Dice) -> Decision:
    organiser(who)
    season = season_of(league, command.season)
    if season.closed:
        raise no(say(_("Season %(season)d is closed already."), season=season.number), field="season")
    for campaign in season.campaigns.values():
        if not campaign.places:
            raise no(
                say(_("“%(campaign)s” is under way."), campaign=campaign.name),
                _("Close it first; the clerk reports it here."),
                "season",
            )
    moves = moves_by_terms(league, season) if command.moves is msgspec.UNSET else command.moves
    for move in moves:
        player_of(league, move.player, "moves")
        division_of(league, move.division, "moves")
    yield LeagueSeasonClosed(season=season.number, titles=titles(season), moves=moves, words=command.words)
    if honours := of_season(league, season.number):
        yield HonoursAwarded(season=season.number, honours=honours)


def titles(season: LeagueSeason) -> tuple[Title, ...]:
    """Who came first in each division; all of them, where some are equal."""
    return tuple(
        Title(player=player, division=campaign.division)
        for campaign in season.campaigns.values()
        for place in campaign.places
        if place.rank == 1
        for player in place.players[:1]
    )


def moves_by_terms(league: League, season: LeagueSeason) -> tuple[Move, ...]:
    """The best of each division move up and the last of it down, as many as the terms say. In a small division nobody
    does both: who moves up does not move down."""
    order = [one.key for one in league.divisions]
    found: dict[str, str] = {}
    for campaign in season.campaigns.values():
        if campaign.division in order:
            found |= _moves(league, campaign, order)
    return tuple(
        Move(player=player, division=division)
        for player, division in found.items()
        if player in league.players and league.players[player].division != division
    )


def _moves(league: League, campaign: LeagueCampaign, order: list[str]) -> dict[str, str]:
    at = order.index(campaign.division)
    ranked = list(dict.fromkeys(player for place in campaign.places for player in place.players[:1]))
    moves = dict.fromkeys(ranked, campaign.division)
    if at + 1 < len(order) and (down := int(league.terms["down"])):
        moves |= dict.fromkeys(ranked[-down:], order[at + 1])
    if at:
        moves |= dict.fromkeys(ranked[: int(league.terms["up"])], order[at - 1])
    return moves


@CHAPTER.offers(CloseLeagueSeason)
def _offered(league: League, who: Who) -> Iterator[Choice]:
    season = league.under_way
    if not who.referee or season is None or not all(one.places for one in season.campaigns.values()):
        return
    fields = []
    if league.divisions:
        proposed = [{"player": one.player, "division": one.division} for one in moves_by_terms(league, season)]
        of_player = Field(
            name="player",
            kind="pick",
            label=say(_("Player")),
            picks=person_picks(league, league.players),
            required=True,
        )
        to = Field(name="division", kind="pick", label=say(_("Division")), picks=division_picks(league), required=True)
        moves = Field(
            name="moves",
            kind="rows",
            label=say(_("Who changes division")),
            fields=(of_player, to),
            most=500,
            default=proposed,
        )
        fields.append(moves)
    words = Field(name="words", kind="text", label=say(_("Closing words")), most=500)
    label = say(_("Close season %(season)d"), season=season.number)
    yield choice(CloseLeagueSeason, label, *fields, words, season=season.number)


@CHAPTER.evolves
def _closed(league: League, event: LeagueSeasonClosed) -> None:
    season = league.season(event.season)
    assert season is not None
    season.closed, season.titles, season.moves = True, event.titles, event.moves
    for move in event.moves:
        league.players[move.player].division = move.division


@CHAPTER.narrates
def _tell_closed(league: League, event: LeagueSeasonClosed) -> Message:
    told = say(_("Season %(season)d is closed."), season=event.season)
    if event.titles:
        winners = listed([_won(league, one) for one in event.titles])
        told = say(_("Season %(season)d is closed. Won by: %(winners)s."), season=event.season, winners=winners)
    if not event.moves:
        return told
    moved = listed([_moved(league, one) for one in event.moves])
    return say(_("%(closed)s Moves: %(moves)s."), closed=told, moves=moved)


def _won(league: League, title: Title) -> Message:
    if not title.division:
        return say(_("%(player)s"), player=title.player)
    return say(_("%(player)s (%(division)s)"), player=title.player, division=division_called(league, title.division))


def _moved(league: League, move: Move) -> Message:
    return say(_("%(player)s to %(division)s"), player=move.player, division=division_called(league, move.division))
