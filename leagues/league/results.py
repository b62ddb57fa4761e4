"""What seasons have come to is reported into the league by the clerk, and again where a correction changed it."""

from __future__ import annotations

from typing import Annotated, ClassVar

import msgspec

from leagues.league.chapters import Chapter
from leagues.league.ratings import rated_anew
from leagues.league.refusals import clerk, no
from leagues.league.state import League, Player
from leagues.league.values import Digest, Game, Id, Place, PlayerKey, Short
from rules.contract import Command, Decision, Dice, Event, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Who

CHAPTER = Chapter("Results")


class ReportResults(Command, frozen=True, kw_only=True):
    """How a campaign of the league stands at that row of its log. `games`: all that are decided otherwise than the
    league knows; `enlisted`: everybody who commands a platoon; `places`: the final standings, none while it is under
    way, and `names` what its platoons are called. By the clerk."""

    sealed: ClassVar[tuple[str, ...]] = ("names",)

    campaign: Id
    position: Annotated[int, msgspec.Meta(ge=1)]
    digest: Digest
    games: Annotated[tuple[Game, ...], msgspec.Meta(max_length=20_000)] = ()
    enlisted: Annotated[tuple[PlayerKey, ...], msgspec.Meta(max_length=5_000)] = ()
    places: Annotated[tuple[Place, ...], msgspec.Meta(max_length=5_000)] = ()
    names: Annotated[dict[Short, Short], msgspec.Meta(max_length=5_000)] = {}


class ResultsReported(Event, frozen=True, kw_only=True):
    """`joined`: who was not in the league yet. `season`: the campaign's. `names`: of the platoons that have places;
    people may ask that theirs be forgotten."""

    sealed: ClassVar[tuple[str, ...]] = ("names",)

    campaign: str
    season: int
    position: int
    digest: str
    games: tuple[Game, ...] = ()
    joined: tuple[str, ...] = ()
    places: tuple[Place, ...] = ()
    names: dict[str, str] = {}


@CHAPTER.decides
def report_results(league: League, command: ReportResults, who: Who, dice: Dice) -> Decision:
    """A report of an older row than was reported before comes late, and is refused."""
    clerk(who)
    found = league.campaign(command.campaign)
    if found is None:
        raise no(
            say(_("The campaign %(campaign)s is not in this league."), campaign=command.campaign), field="campaign"
        )
    season, campaign = found
    if command.position < campaign.position:
        raise no(_("A newer row of it has been reported."), field="position")
    for game in command.games:
        if game.key.partition("/")[0] != command.campaign:
            raise no(say(_("“%(game)s” is another campaign’s."), game=game.key), field="games")
    changed = tuple(game for game in command.games if league.games.get(game.key) != game)
    otherwise = [game.key for game in changed if not _rates_alike(game, league.games.get(game.key))]
    played = dict.fromkeys(
        (*command.enlisted, *(one for game in changed for side in game.sides for one in side.players))
    )
    yield ResultsReported(
        campaign=command.campaign,
        season=season.number,
        position=command.position,
        digest=command.digest,
        games=changed,
        joined=tuple(one for one in played if one not in league.players),
        places=command.places,
        names=command.names,
    )
    yield from rated_anew(league, changed=otherwise)


def _rates_alike(game: Game, known: Game | None) -> bool:
    """Whether only what no rating asks for is another: points, or how far the battle has been counted."""
    return known is not None and (game.how, _ends(game)) == (known.how, _ends(known))


def _ends(game: Game) -> list[tuple[tuple[str, ...], str]]:
    return [(side.players, side.result) for side in game.sides]


@CHAPTER.evolves
def _reported(league: League, event: ResultsReported) -> None:
    found = league.campaign(event.campaign)
    assert found is not None
    season, campaign = found
    campaign.position, campaign.digest = event.position, event.digest
    campaign.places = tuple(
        msgspec.structs.replace(one, name=event.names.get(one.platoon, one.name)) for one in event.places
    )
    for key in event.joined:
        league.players[key] = Player(key=key, since=season.number, division=campaign.division)
    for game in event.games:
        league.games[game.key] = game


@CHAPTER.narrates
def _tell_reported(league: League, event: ResultsReported) -> Message:
    found = league.campaign(event.campaign)
    name = verbatim(found[1].name) if found is not None else verbatim(event.campaign)
    n = len(event.games)
    if event.places:
        return ngettext("%(campaign)s is over; %(n)d result.", "%(campaign)s is over; %(n)d results.", n, campaign=name)
    return ngettext("%(campaign)s: %(n)d result.", "%(campaign)s: %(n)d results.", n, campaign=name)
