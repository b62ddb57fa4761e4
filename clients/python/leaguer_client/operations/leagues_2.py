"""Operations at `leagues`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from datetime import datetime

from leaguer_client.shapes import (
    AskLeagueScenario,
    Commands,
    LeagueCareers,
    LeagueScenarioCompared,
    LeagueTeams,
    LeagueVehicle,
)
from leaguer_client.transport import Transport


class Leagues2Operations(Transport):
    """What is asked and told at `/api/v1/leagues/`."""

    def list_the_teams_of_a_league(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LeagueTeams:
        """Who plays for which team in which season, and what each has come to; with `at` or `as_of` as it was
        then. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/teams/",
            LeagueTeams,
            query={"as_of": as_of, "at": at, "corrected": corrected, "cursor": cursor, "limit": limit},
        )

    def list_the_vehicles_of_a_league(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LeagueCareers:
        """All that have fought, each with what it was in earlier seasons, the most kills first; with `at` or
        `as_of` as they stood then. Without those of campaigns that you may not read. Send `If-None-Match` to
        get an answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/vehicles/",
            LeagueCareers,
            query={"as_of": as_of, "at": at, "corrected": corrected, "cursor": cursor, "limit": limit},
        )

    def read_a_vehicles_career_in_a_league(
        self,
        campaign: str,
        id: str,
        vehicle: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
    ) -> LeagueVehicle:
        """By the vehicle's campaign and its id there, in any season: its line over all seasons with every
        battle, and its honours; with `at` or `as_of` as they stood then. Send `If-None-Match` to get an
        answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/vehicles/{self.quoted(campaign)}/{self.quoted(vehicle)}/",
            LeagueVehicle,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def ask_what_if_of_a_league(self, id: str, body: AskLeagueScenario) -> LeagueScenarioCompared:
        """The ratings over all rulebooks made anew with something changed. Nothing is written. Who hides from
        you is not among the players. With a `scenario` of a season, also what that comes to in the season
        itself."""
        return self.call("POST", f"/leagues/{self.quoted(id)}/what-if/", LeagueScenarioCompared, body=body)

    def read_what_a_league_can_be_told(self) -> Commands:
        """What players say of themselves, captains of their teams, and what organisers do, with how each is
        written as a line of script. The clerk reports what campaigns have come to."""
        return self.call("GET", "/leagues/commands/", Commands)
