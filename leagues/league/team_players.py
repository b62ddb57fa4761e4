"""Who plays for which team. Membership counts by whole seasons, so that an earlier one keeps who played for whom."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import ClassVar

import msgspec

from leagues.league.chapters import WHY, Chapter, choice, player_field
from leagues.league.refusals import no, player_of, season_of
from leagues.league.state import League, Stay, Team
from leagues.league.values import Number, PlayerKey, TeamKey
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Players of teams")


class TakeIn(Command, frozen=True, kw_only=True):
    """Take a player of the league into a team. By its captain or an organiser. They count for it from the season under
    way on, or from the next one where they have played in that already; an organiser may name another `season`."""

    positional: ClassVar[tuple[str, ...]] = ("team", "player")

    team: TeamKey
    player: PlayerKey
    season: Number = 0


class LetGo(Command, frozen=True, kw_only=True):
    """Let a player go from a team. By its captain or an organiser. What they have played for it stays."""

    positional: ClassVar[tuple[str, ...]] = ("team", "player")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: TeamKey
    player: PlayerKey
    reason: Reason


class LeaveTeam(Command, frozen=True, kw_only=True):
    """Leave one's team. By the player."""

    positional: ClassVar[tuple[str, ...]] = ("player",)

    player: PlayerKey


class PlayerTakenIn(Event, frozen=True, kw_only=True):
    """`since`: the first season that they count for it."""

    team: str
    player: str
    since: int


class PlayerLeftTeam(Event, frozen=True, kw_only=True):
    """`until` as in `TeamEnded`. `let_go`: by somebody else, for a reason."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: str
    player: str
    until: int
    let_go: bool = False
    reason: str = ""


# -- what counts for whom ----------------------------------------------------------------------------------------------


def season_now(league: League) -> int:
    """The number of the season under way, or of the next."""
    return league.under_way.number if league.under_way is not None else len(league.seasons) + 1


def team_of(league: League, player: str) -> Team | None:
    """The team that a player is in now."""
    return next((one for one in league.teams.values() if player in one.players), None)


def played_in(league: League, number: int) -> set[str]:
    """Everybody who has a result in a season."""
    season = league.season(number)
    campaigns = season.campaigns if season is not None else {}
    return {
        player
        for key, game in league.games.items()
        if game.how and key.partition("/")[0] in campaigns
        for side in game.sides
        for player in side.players
    }


def first_season(league: League, player: str, played: Iterable[str]) -> int:
    """From which season on somebody counts who is taken in now. `played`: who has a result in the season under way:
    nobody brings a team what they have played without it."""
    now = season_now(league)
    earlier = [stay.until for team in league.teams.values() for stay in team.stays if stay.player == player]
    return max(now + 1 if player in played else now, *(until + 1 for until in earlier if until is not None), 1)


def last_season(league: League, player: str, played: Iterable[str]) -> int:
    """Until which season somebody counts who leaves now: that under way, if they have played in it."""
    now = season_now(league)
    return now if player in played else now - 1


def going(league: League, key: str) -> Team:
    team = league.teams.get(key)
    if team is None or team.ended:
        known = ", ".join(one.key for one in league.teams.values() if not one.ended) or "-"
        raise no(say(_("There is no team “%(key)s”."), key=key), say(_("Teams: %(keys)s."), keys=known), "team")
    return team


def _captain(team: Team, who: Who) -> None:
    if who.id != team.captain and not who.referee:
        raise no(_("Only the captain of the team or an organiser may do this."), _("Ask them."), "by", "not-yours")


def check_free(league: League, player: str, field: str) -> None:
    player_of(league, player, field)
    if (team := team_of(league, player)) is not None:
        raise no(
            say(_("%(player)s is in a team: “%(team)s”."), player=player, team=team.shown),
            _("They have to leave that team first."),
            field,
        )


def not_in_it(team: Team, player: str, field: str) -> Refused:
    return no(
        say(_("%(player)s is not in the team “%(team)s”."), player=player, team=team.shown),
        _("Name one of its players."),
        field,
    )


def going_teams(league: League) -> Iterator[Team]:
    return (one for one in league.teams.values() if not one.ended)


def free_players(league: League) -> list[str]:
    taken = {player for team in going_teams(league) for player in team.players}
    return [key for key in league.players if key not in taken]


# -- decisions ---------------------------------------------------------------------------------------------------------


@CHAPTER.decides
def take_in(league: League, command: TakeIn, who: Who, dice: Dice) -> Decision:
    team = going(league, command.team)
    _captain(team, who)
    check_free(league, command.player, "player")
    since = first_season(league, command.player, played_in(league, season_now(league)))
    if command.season:
        if not who.referee:
            raise no(
                _("From which season on a player counts is as the rules say."),
                _("Leave the season out, or ask an organiser."),
                "season",
                "not-yours",
            )
        since = _named_season(league, command)
    yield PlayerTakenIn(team=team.key, player=command.player, since=since)


def _named_season(league: League, command: TakeIn) -> int:
    if command.season != season_now(league):
        season_of(league, command.season)
    for team in league.teams.values():
        for stay in team.stays:
            if stay.player == command.player and stay.until is not None and stay.until >= command.season:
                raise no(
                    say(
                        _("%(player)s has played for “%(team)s” in season %(season)d."),
                        player=command.player,
                        team=team.shown,
                        season=stay.until,
                    ),
                    _("Name a later season."),
                    "season",
                )
    return command.season


@CHAPTER.decides
def let_go(league: League, command: LetGo, who: Who, dice: Dice) -> Decision:
    team = going(league, command.team)
    _captain(team, who)
    if command.player not in team.players:
        raise not_in_it(team, command.player, "player")
    until = last_season(league, command.player, played_in(league, season_now(league)))
    yield PlayerLeftTeam(team=team.key, player=command.player, until=until, let_go=True, reason=command.reason)


@CHAPTER.decides
def leave_team(league: League, command: LeaveTeam, who: Who, dice: Dice) -> Decision:
    player = player_of(league, command.player)
    if who.id != player.key:
        raise no(
            say(_("Whether %(player)s leaves their team is theirs to say."), player=player.key),
            _("Its captain or an organiser may let them go."),
            "player",
            "not-yours",
        )
    team = team_of(league, player.key)
    if team is None:
        raise no(say(_("%(player)s is in no team."), player=player.key), field="player")
    until = last_season(league, player.key, played_in(league, season_now(league)))
    yield PlayerLeftTeam(team=team.key, player=player.key, until=until)


# -- choices -----------------------------------------------------------------------------------------------------------


@CHAPTER.offers(TakeIn)
def _offer_taking(league: League, who: Who) -> Iterator[Choice]:
    mine = [one for one in going_teams(league) if who.referee or who.id == one.captain]
    free = free_players(league) if mine else []
    for team in mine if free else ():
        fields = [player_field(league, free)]
        if who.referee:
            help = say(_("From which season on they count; 0: as the rules say."))
            most = season_now(league)
            fields.append(
                Field(name="season", kind="number", label=say(_("Season")), help=help, most=most, default=0, readily=0)
            )
        yield choice(TakeIn, say(_("Take a player into “%(team)s”"), team=verbatim(team.shown)), *fields, team=team.key)


@CHAPTER.offers(LetGo)
def _offer_letting_go(league: League, who: Who) -> Iterator[Choice]:
    for team in going_teams(league):
        if team.players and (who.referee or who.id == team.captain):
            label = say(_("Let a player of “%(team)s” go"), team=verbatim(team.shown))
            yield choice(LetGo, label, player_field(league, team.players), WHY, team=team.key)


@CHAPTER.offers(LeaveTeam)
def _offer_leaving(league: League, who: Who) -> Iterator[Choice]:
    if who.id in league.players and (team := team_of(league, who.id)) is not None:
        yield choice(LeaveTeam, say(_("Leave “%(team)s”"), team=verbatim(team.shown)), player=who.id)


# -- what changes ------------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _taken_in(league: League, event: PlayerTakenIn) -> None:
    team = league.teams[event.team]
    team.stays = (*team.stays, Stay(player=event.player, since=event.since))


@CHAPTER.evolves
def _left(league: League, event: PlayerLeftTeam) -> None:
    leaves(league.teams[event.team], event.player, event.until)


def leaves(team: Team, player: str, until: int) -> None:
    """Who has counted for it in no season was never in it."""
    stays = []
    for stay in team.stays:
        if stay.player != player or stay.until is not None:
            stays.append(stay)
        elif until >= stay.since:
            stays.append(msgspec.structs.replace(stay, until=until))
    team.stays = tuple(stays)
    if team.captain == player:
        team.captain = ""


# -- how it reads ------------------------------------------------------------------------------------------------------


def team_called(league: League, key: str) -> Message:
    team = league.teams.get(key)
    return verbatim(team.shown if team is not None else key)


@CHAPTER.narrates
def _tell_taken_in(league: League, event: PlayerTakenIn) -> Message:
    return say(
        _("%(player)s plays for %(team)s from season %(season)d on."),
        player=event.player,
        team=team_called(league, event.team),
        season=event.since,
    )


@CHAPTER.narrates
def _tell_left(league: League, event: PlayerLeftTeam) -> Message:
    team = team_called(league, event.team)
    if event.let_go:
        told = say(
            _("%(player)s is let go from %(team)s. %(reason)s"), player=event.player, team=team, reason=event.reason
        )
    else:
        told = say(_("%(player)s leaves %(team)s."), player=event.player, team=team)
    return told
