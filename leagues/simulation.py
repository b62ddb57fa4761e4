"""Plays a league of two divisions for years, by ordinary reports: seasons at random (`campaigns.simulation`), what
they come to, promotion and relegation. Its players stay. The same seed gives the same league."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from hashlib import sha256
from typing import NamedTuple
from uuid import NAMESPACE_URL, UUID, uuid5

import msgspec
from django.db import transaction

from battles.reports import Report
from campaigns.models import User
from campaigns.simulation import desk, play
from campaigns.simulation.desk import People, Taken
from campaigns.simulation.reporters import VIA
from leagues import clerk, handler, simulated_teams
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.seasons import AddCampaign
from leagues.league.values import Division
from leagues.models import League, LeagueGame, LeaguePlayer, LeagueSheet, LeagueStay, LeagueTeamSeason
from rules.adjudicate import Who
from rules.contract import Command
from rules.stream import codec

NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:leagues:simulations")
DIVISIONS = (Division(key="premier", name="Premier"), Division(key="second", name="Second"))

Progress = Callable[[int, int], None]


class Played(NamedTuple):
    """A league that was played, and what it came to: the same for the same seed."""

    league: str
    organiser: str
    digest: str


def simulate_league(
    system: str,
    seasons: int,
    players: int,
    rounds: int,
    seed: int,
    club: str,
    progress: Progress = lambda done, of: None,
) -> Played:
    """Play so many seasons of `rounds` rounds, with half of the players in each division of the first. `progress` gets
    the number of seasons done, and of all. Raises `campaigns.simulation.Taken`."""
    name = f"{desk.slug_of(club)}/league/{system}/{seasons}/{players}/{rounds}/{seed}"
    years = _founded(name, desk.people_of(club, players), seed)
    for season in range(1, seasons + 1):
        for division in DIVISIONS:
            years.play(season, division, system, rounds)
        years.tell(CloseLeagueSeason(season=season))
        years.team_up()
        progress(season, seasons)
    return Played(years.stream, years.people.organiser.username, digest_of(years.stream))


def _founded(name: str, people: People, seed: int) -> _Years:
    id = uuid5(NAMESPACE, name)
    if League.objects.filter(pk=id).exists():
        raise Taken(str(id))
    league = League(pk=id, club=people.club, name=f"Simulated league {seed}", slug=f"simulated-{id.hex[:12]}")
    years = _Years(str(id), name, seed, people)
    handler.found_new(league, {}, DIVISIONS, years.organiser, VIA)
    return years


class _Years:
    """A league and its people. The id of every report follows from the seed."""

    def __init__(self, stream: str, name: str, seed: int, people: People) -> None:
        self.stream, self.name, self.seed, self.people = stream, name, seed, people
        self.organiser = Who(str(people.organiser.pk), referee=True)
        self.reports = 0

    def tell(self, command: Command, by: str = "") -> None:
        """By the organiser, or by the player of this id."""
        self.reports += 1
        id = str(uuid5(UUID(self.stream), f"report {self.reports}"))
        report = Report(id, type(command).__name__, codec.encode(command))
        who = self.organiser if by in ("", self.organiser.id) else Who(by)
        handler.execute(self.stream, [report], who, VIA)

    def team_up(self) -> None:
        """Teams are formed after the first season, and change after each."""
        league = handler.replay(self.stream)[0]
        if league.teams:
            simulated_teams.change(league, self.tell)
        else:
            simulated_teams.form(league, self.tell, self.organiser.id)

    def play(self, season: int, division: Division, system: str, rounds: int) -> None:
        """A division's season, from its opening to its last standings."""
        name = f"{self.name}/{season}/{division.key}"
        playing = self._playing(division)
        with transaction.atomic():
            reporters = desk.opened_by(
                People(self.people.club, self.people.organiser, playing),
                name,
                f"{division.name} {season}",
                system,
                len(playing),
                rounds,
                self.seed,
                test=False,
            )
            begun = handler.replay(self.stream)[0].under_way
            self.tell(
                AddCampaign(
                    campaign=reporters.campaign,
                    season=begun.number if begun is not None else 0,
                    title=f"Season {season}",
                    division=division.key,
                )
            )
        play(reporters, len(playing), rounds)
        clerk.count(reporters.campaign)

    def _playing(self, division: Division) -> Sequence[User]:
        """Who plays in a division: those it has, and of those who have not played yet every other."""
        known = handler.replay(self.stream)[0].players
        first = DIVISIONS.index(division)
        return [
            user
            for n, user in enumerate(self.people.players)
            if (known[key].division == division.key if (key := str(user.pk)) in known else n % 2 == first)
        ]


def digest_of(league: str) -> str:
    """SHA-256 over everything a league has come to, but for when that was."""
    sheet = LeagueSheet.objects.get(pk=league)
    told = [
        [sheet.seasons, sheet.divisions, sheet.terms, sheet.games, sheet.model],
        list(LeaguePlayer.objects.filter(league=sheet).order_by("key").values_list()),
        list(LeagueGame.objects.filter(league=sheet).order_by("key").values_list()),
        list(LeagueStay.objects.filter(league=sheet).order_by("key").values_list()),
        list(LeagueTeamSeason.objects.filter(league=sheet).order_by("key").values_list()),
    ]
    return sha256(msgspec.json.encode(told)).hexdigest()
