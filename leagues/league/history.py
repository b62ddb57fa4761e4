"""Seasons that were played before: results alone, without a battle in the log. They are marked as history."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from leagues.league.chapters import Chapter
from leagues.league.divisions import division_of
from leagues.league.ratings import rated_anew
from leagues.league.refusals import no, organiser
from leagues.league.state import League, LeagueCampaign, LeagueSeason, Player
from leagues.league.values import Game, Id, Place, PlayerKey, Short, Title
from rules.contract import Command, Decision, Dice, Event, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.stream.decider import Who

CHAPTER = Chapter("What was before")
HOW = "history"


class ImportSeason(Command, frozen=True, kw_only=True):
    """A season that was played before becomes the next of the league, closed. `campaign`: an id made for it; `games`:
    its results, each with a key that begins with it; `places`: its final standings, if they are known. `names`: of
    players without an account, by the key each of them has from here on. Its games are rated where the terms say so."""

    sealed: ClassVar[tuple[str, ...]] = ("title", "names")

    campaign: Id
    title: Short
    system: Short = ""
    division: Annotated[str, msgspec.Meta(max_length=40, extra={"names": "division"})] = ""
    games: Annotated[tuple[Game, ...], msgspec.Meta(min_length=1, max_length=20_000)]
    places: Annotated[tuple[Place, ...], msgspec.Meta(max_length=5_000)] = ()
    names: Annotated[dict[PlayerKey, Short], msgspec.Meta(max_length=5_000)] = {}


class SeasonImported(Event, frozen=True, kw_only=True):
    """`joined`: who was not in the league yet; `names`: of those without an account."""

    sealed: ClassVar[tuple[str, ...]] = ("title", "names")

    season: int
    campaign: str
    title: str
    system: str
    division: str
    games: tuple[Game, ...]
    places: tuple[Place, ...]
    joined: tuple[str, ...]
    names: dict[str, str] = {}


@CHAPTER.decides
def import_season(league: League, command: ImportSeason, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if league.under_way is not None:
        raise no(
            say(_("Season %(season)d is under way."), season=league.under_way.number),
            _("Close it first: what was before comes in as a season of its own."),
            "campaign",
        )
    if league.campaign(command.campaign) is not None:
        raise no(_("That season is in the league already."), field="campaign")
    if command.division:
        division_of(league, command.division)
    _check_games(command)
    played = dict.fromkeys(player for game in command.games for side in game.sides for player in side.players)
    yield SeasonImported(
        season=len(league.seasons) + 1,
        campaign=command.campaign,
        title=command.title,
        system=command.system,
        division=command.division,
        games=command.games,
        places=command.places,
        joined=tuple(one for one in played if one not in league.players),
        names={key: name for key, name in command.names.items() if key in played and key not in league.players},
    )
    yield from rated_anew(league, changed=[game.key for game in command.games])


def _check_games(command: ImportSeason) -> None:
    seen = set()
    for game in command.games:
        if game.key.partition("/")[0] != command.campaign or game.key in seen:
            raise no(say(_("“%(game)s” is no key of a game of this season."), game=game.key), field="games")
        if game.how != HOW or game.battle:
            raise no(_("A result of before is marked as history and has no battle."), field="games")
        if len(game.sides) < 2:
            raise no(_("A game has two sides at least."), field="games")
        if not all(side.players for side in game.sides):
            raise no(_("A result of before names who played on each side."), field="games")
        seen.add(game.key)


@CHAPTER.evolves
def _imported(league: League, event: SeasonImported) -> None:
    for key in event.joined:
        name = event.names.get(key, "")
        league.players[key] = Player(key=key, since=event.season, division=event.division, name=name)
    joined = LeagueCampaign(
        id=event.campaign,
        name=event.title,
        system=event.system,
        division=event.division,
        places=event.places,
        history=True,
    )
    season = LeagueSeason(number=event.season, title=event.title, campaigns={event.campaign: joined}, closed=True)
    season.titles = tuple(
        Title(player=player, division=event.division)
        for place in event.places
        if place.rank == 1
        for player in place.players[:1]
    )
    league.seasons.append(season)
    for game in event.games:
        league.games[game.key] = game


@CHAPTER.narrates
def _tell_imported(league: League, event: SeasonImported) -> Message:
    return ngettext(
        "Season %(season)d was played before: %(n)d result, taken in as history.",
        "Season %(season)d was played before: %(n)d results, taken in as history.",
        len(event.games),
        season=event.season,
    )
