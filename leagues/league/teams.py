"""Teams: players who stand together in a league, with a captain. Organisers form and end them."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

import msgspec
from msgspec.structs import asdict

from leagues.league.chapters import WHY, Chapter, choice, person_picks, player_field
from leagues.league.divisions import alike
from leagues.league.refusals import no, organiser
from leagues.league.state import League, Team
from leagues.league.team_players import (
    PlayerTakenIn,
    check_free,
    first_season,
    free_players,
    going,
    going_teams,
    last_season,
    leaves,
    not_in_it,
    played_in,
    season_now,
    team_called,
)
from leagues.league.values import Colour, PlayerKey, TeamKey
from rules.bounds import Key, Name
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import called, verbatim
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Teams")


class FormTeam(Command, frozen=True, kw_only=True):
    """Form a team. `team`: its short name, which stands in addresses. Its `captain` is its first player; none is named
    where that is left out."""

    positional: ClassVar[tuple[str, ...]] = ("team",)
    sealed: ClassVar[tuple[str, ...]] = ("name",)

    team: Key
    name: Name
    colour: Colour = ""
    captain: PlayerKey = ""


class ChangeTeam(Command, frozen=True, kw_only=True):
    """Give a team another name or colour. Its short name stays."""

    positional: ClassVar[tuple[str, ...]] = ("team",)
    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    team: TeamKey
    name: Name
    colour: Colour = ""
    reason: Reason


class NameCaptain(Command, frozen=True, kw_only=True):
    """Make one of its players the captain of a team, in place of who it was."""

    positional: ClassVar[tuple[str, ...]] = ("team", "captain")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: TeamKey
    captain: PlayerKey
    reason: Reason


class EndTeam(Command, frozen=True, kw_only=True):
    """End a team: its players leave it. What it has played stays."""

    positional: ClassVar[tuple[str, ...]] = ("team",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: TeamKey
    reason: Reason


class TeamFormed(Event, frozen=True, kw_only=True):
    """`season`: that under way, or the next."""

    sealed: ClassVar[tuple[str, ...]] = ("name",)

    team: str
    name: str
    season: int
    colour: str = ""
    captain: str = ""


class TeamChanged(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    team: str
    name: str
    colour: str = ""
    reason: str = ""


class CaptainNamed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: str
    captain: str
    reason: str = ""


class TeamEnded(Event, frozen=True, kw_only=True):
    """`until`: the last season that each of its players counts for it; one before their first is none."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    team: str
    until: dict[str, int]
    reason: str = ""


@CHAPTER.decides
def form_team(league: League, command: FormTeam, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if command.team in league.teams:
        raise no(_("There is or was a team of that short name."), _("Give it another one."), "team", "taken")
    _check_name(league, command.name, "")
    if command.captain:
        check_free(league, command.captain, "captain")
    yield TeamFormed(season=season_now(league), **asdict(command))
    if command.captain:
        since = first_season(league, command.captain, played_in(league, season_now(league)))
        yield PlayerTakenIn(team=command.team, player=command.captain, since=since)


@CHAPTER.decides
def change_team(league: League, command: ChangeTeam, who: Who, dice: Dice) -> Decision:
    organiser(who)
    team = going(league, command.team)
    if (command.name, command.colour) == (team.name, team.colour):
        raise no(_("The team is called so already."), field="name")
    _check_name(league, command.name, team.key)
    yield TeamChanged(team=team.key, name=command.name, colour=command.colour, reason=command.reason)


@CHAPTER.decides
def name_captain(league: League, command: NameCaptain, who: Who, dice: Dice) -> Decision:
    organiser(who)
    team = going(league, command.team)
    if command.captain == team.captain:
        raise no(say(_("%(player)s is its captain already."), player=command.captain), field="captain")
    if command.captain not in team.players:
        raise not_in_it(team, command.captain, "captain")
    yield CaptainNamed(team=team.key, captain=command.captain, reason=command.reason)


@CHAPTER.decides
def end_team(league: League, command: EndTeam, who: Who, dice: Dice) -> Decision:
    organiser(who)
    team = going(league, command.team)
    played = played_in(league, season_now(league))
    until = {player: last_season(league, player, played) for player in team.players}
    yield TeamEnded(team=team.key, until=until, reason=command.reason)


def _check_name(league: League, name: str, key: str) -> None:
    """`Refused` where another team that goes on is called so."""
    for team in league.teams.values():
        if team.key != key and not team.ended and alike(team.name) == alike(name):
            raise no(say(_("Another team is called “%(name)s”."), name=team.name), field="name")


# -- choices -----------------------------------------------------------------------------------------------------------


COLOUR = Field(name="colour", kind="text", label=say(_("Colour")), help=say(_("As #2f6f4e; blank for none.")), most=7)


@CHAPTER.offers(FormTeam)
def _offer_forming(league: League, who: Who) -> Iterator[Choice]:
    if not who.referee:
        return
    fields = [
        Field(name="name", kind="text", label=say(_("Name")), most=80, required=True),
        Field(
            name="team",
            kind="text",
            label=say(_("Short name")),
            help=say(_("It stands in the addresses of its pages.")),
            most=40,
            required=True,
            made_of="name",
            but=tuple(league.teams),
        ),
        msgspec.structs.replace(COLOUR, readily=0),
    ]
    if free := free_players(league):
        captain = Field(name="captain", kind="pick", label=say(_("Captain")), picks=person_picks(league, free))
        fields.append(captain)
    yield choice(FormTeam, say(_("Form a team")), *fields)


@CHAPTER.offers(ChangeTeam)
def _offer_changing(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for team in going_teams(league):
            name = Field(name="name", kind="text", label=say(_("Name")), most=80, required=True, default=team.name)
            colour = msgspec.structs.replace(COLOUR, default=team.colour, readily=0)
            label = say(_("Rename “%(team)s”"), team=verbatim(team.shown))
            yield choice(ChangeTeam, label, name, colour, WHY, team=team.key)


@CHAPTER.offers(NameCaptain)
def _offer_captains(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for team in going_teams(league):
            if others := [one for one in team.players if one != team.captain]:
                label = say(_("Name another captain of “%(team)s”"), team=verbatim(team.shown))
                yield choice(NameCaptain, label, player_field(league, others, "captain"), WHY, team=team.key)


@CHAPTER.offers(EndTeam)
def _offer_ending(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for team in going_teams(league):
            yield choice(EndTeam, say(_("End “%(team)s”"), team=verbatim(team.shown)), WHY, team=team.key)


# -- what changes ------------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _formed(league: League, event: TeamFormed) -> None:
    league.teams[event.team] = Team(
        key=event.team, name=event.name, colour=event.colour, captain=event.captain, since=event.season
    )


@CHAPTER.evolves
def _changed(league: League, event: TeamChanged) -> None:
    team = league.teams[event.team]
    team.name, team.colour = event.name, event.colour


@CHAPTER.evolves
def _captain_named(league: League, event: CaptainNamed) -> None:
    league.teams[event.team].captain = event.captain


@CHAPTER.evolves
def _ended(league: League, event: TeamEnded) -> None:
    team = league.teams[event.team]
    for player, until in event.until.items():
        leaves(team, player, until)
    team.captain, team.ended = "", True


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_formed(league: League, event: TeamFormed) -> Message:
    name = verbatim(event.name or event.team)
    if not event.captain:
        return say(_("A team is formed: %(team)s."), team=name)
    return say(_("A team is formed: %(team)s. Its captain is %(player)s."), team=name, player=called(event.captain))


@CHAPTER.narrates
def _tell_changed(league: League, event: TeamChanged) -> Message:
    return say(
        _("A team is called %(team)s from here on. %(reason)s"),
        team=verbatim(event.name or event.team),
        reason=event.reason,
    )


@CHAPTER.narrates
def _tell_captain(league: League, event: CaptainNamed) -> Message:
    return say(
        _("%(player)s is captain of %(team)s. %(reason)s"),
        player=event.captain,
        team=team_called(league, event.team),
        reason=event.reason,
    )


@CHAPTER.narrates
def _tell_ended(league: League, event: TeamEnded) -> Message:
    team = team_called(league, event.team)
    return say(_("The team %(team)s has come to its end. %(reason)s"), team=team, reason=event.reason)
