"""Operations at `leagues`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from datetime import datetime
from typing import Any

from leaguer_client.shapes import (
    BeginSeason,
    ChangeScenario,
    Events,
    FoundLeague,
    HistoryTaken,
    League,
    LeagueBegun,
    LeagueChoices,
    LeagueForeseen,
    LeagueGames,
    LeagueHonours,
    LeaguePlan,
    LeaguePlayers,
    Leagues,
    Receipt,
    Report,
    SavedLeagueAndCompared,
    SavedLeagueScenario,
    SavedLeagueScenarios,
    SaveLeagueScenario,
    TakeInHistory,
)
from leaguer_client.transport import Transport


class LeaguesOperations(Transport):
    """What is asked and told at `/api/v1/leagues/`."""

    def list_leagues(
        self, *, cursor: str | None = None, limit: int | None = None, since: datetime | None = None
    ) -> Leagues:
        """The leagues you may see, newest first; unlisted ones only if you play in them."""
        return self.call("GET", "/leagues/", Leagues, query={"cursor": cursor, "limit": limit, "since": since})

    def found_a_league(self, body: FoundLeague) -> League:
        """Organisers of a club found its leagues. Campaigns join one afterwards, by its commands."""
        return self.call("POST", "/leagues/", League, body=body)

    def read_a_league(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> League:
        """Its terms, divisions and seasons, with the campaigns of each and who won; with `at` or `as_of` as
        it stood then. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET", f"/leagues/{self.quoted(id)}/", League, query={"as_of": as_of, "at": at, "corrected": corrected}
        )

    def read_what_you_may_report_to_a_league(
        self, id: str, *, command: str | None = None, cursor: str | None = None, limit: int | None = None
    ) -> LeagueChoices:
        """Every report that you may send now, with what each asks for. None without an account. Send
        `If-None-Match` to get an answer only if it changed: that does not tell of campaigns that have been
        opened since, which may join."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/choices/",
            LeagueChoices,
            query={"command": command, "cursor": cursor, "limit": limit},
        )

    def report_to_a_league(
        self,
        id: str,
        body: Report | list[Report] | str,
        *,
        after: int | None = None,
        atomic: bool | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Players say how they are shown, captains who plays for their team, organisers rule:
        /api/v1/leagues/commands/ has the fields of each report, and /api/v1/leagues/{id}/choices/ what you
        may report now. What a campaign of the league comes to, the clerk reports."""
        return self.call(
            "POST",
            f"/leagues/{self.quoted(id)}/commands/",
            Receipt,
            query={"after": after, "atomic": atomic, "dry_run": dry_run},
            body=body,
            idempotency_key=idempotency_key,
        )

    def read_a_leagues_log(
        self,
        id: str,
        *,
        after: int | None = None,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        history: str | None = None,
        limit: int | None = None,
    ) -> Events:
        """Every fact of the league in order, in words, with the names that you may know; without what
        campaigns come to that you may not read; with `at` or `as_of` as it stood then. `history=all` returns
        the rows that do not count, too. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/events/",
            Events,
            query={
                "after": after,
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "history": history,
                "limit": limit,
            },
        )

    def explain_a_figure_of_a_league(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        of: str | None = None,
    ) -> Any:
        """Why a figure of the league is what it is: the games behind it, each with what it changed and with
        the fixture and battle that it was; or the rows of the log that settled it. Of a player: ratings,
        record and other metrics, luck, division, titles, and the place in a campaign that is over. Of a
        vehi..."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/explain/",
            Any,
            query={"as_of": as_of, "at": at, "corrected": corrected, "of": of},
        )

    def read_what_a_result_would_change(self, campaign: str, fixture: str, id: str) -> LeagueForeseen:
        """For a fixture of a campaign in the league: each result that it may have, with the ratings of both
        sides now and then. Without players who are hidden from you."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/foreseen/{self.quoted(campaign)}/{self.quoted(fixture)}/",
            LeagueForeseen,
        )

    def take_results_of_before_into_a_league(
        self, id: str, body: TakeInHistory, *, preview: bool | None = None
    ) -> HistoryTaken:
        """For organisers of the league, while no season is under way. `text` is a list in CSV, a tournament
        of Challonge (JSON) or an archive of Tabbycat (XML); each season of it becomes one of the league,
        closed and marked as history. All of it or nothing: a line at fault stops it, unless `despite`
        leaves..."""
        return self.call(
            "POST", f"/leagues/{self.quoted(id)}/history/", HistoryTaken, query={"preview": preview}, body=body
        )

    def list_the_honours_of_a_league(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LeagueHonours:
        """What was awarded for its seasons, the newest first: to players, and to vehicles of theirs; with
        `at` or `as_of` those there were then. Without players who are hidden from you. Send `If-None-Match`
        to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/honours/",
            LeagueHonours,
            query={"as_of": as_of, "at": at, "corrected": corrected, "cursor": cursor, "limit": limit},
        )

    def read_what_the_next_season_can_be_made_of(self, id: str) -> LeaguePlan:
        """For organisers of the league: who may return, with what and where, and what the season and its
        campaigns would be called."""
        return self.call("GET", f"/leagues/{self.quoted(id)}/next-season/", LeaguePlan)

    def begin_the_next_season_of_a_league(
        self, id: str, body: BeginSeason, *, dry_run: bool | None = None
    ) -> LeagueBegun:
        """For organisers of the league: opens a campaign for each division that is named, with the settings
        of the last one, the platoons of who returns, and their crews where they are kept. All of it or
        nothing; a platoon that cannot be enlisted as it was is left to its player. A dry run (`dry_run`)
        answe..."""
        return self.call(
            "POST", f"/leagues/{self.quoted(id)}/next-season/", LeagueBegun, query={"dry_run": dry_run}, body=body
        )

    def list_the_players_of_a_league(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LeaguePlayers:
        """Everybody who has played in it, with rating and record; with `at` or `as_of` as they stood then.
        Who does not belong to the club reads the names that the players and the league's terms let them read.
        Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/players/",
            LeaguePlayers,
            query={"as_of": as_of, "at": at, "corrected": corrected, "cursor": cursor, "limit": limit},
        )

    def list_a_players_games_in_a_league(
        self,
        id: str,
        player: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
    ) -> LeagueGames:
        """What a player has played, newest first, with the rating after each; with `at` or `as_of` as it was
        known then. Who is hidden from strangers has none for them. Send `If-None-Match` to get an answer only
        if it changed."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/players/{self.quoted(player)}/games/",
            LeagueGames,
            query={"as_of": as_of, "at": at, "corrected": corrected, "cursor": cursor, "limit": limit},
        )

    def list_saved_scenarios_of_a_league(self, id: str) -> SavedLeagueScenarios:
        """Yours, and those that others have saved for the club, if you belong to it."""
        return self.call("GET", f"/leagues/{self.quoted(id)}/scenarios/", SavedLeagueScenarios)

    def save_a_scenario_of_a_league(self, id: str, body: SaveLeagueScenario) -> SavedLeagueScenario:
        """Under a name. It is counted anew whenever it is read."""
        return self.call("POST", f"/leagues/{self.quoted(id)}/scenarios/", SavedLeagueScenario, body=body)

    def read_a_saved_scenario_of_a_league(self, id: str, scenario: str) -> SavedLeagueAndCompared:
        """With what it comes to now."""
        return self.call(
            "GET", f"/leagues/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", SavedLeagueAndCompared
        )

    def call_a_saved_scenario_of_a_league_otherwise(
        self, id: str, scenario: str, body: ChangeScenario
    ) -> SavedLeagueScenario:
        """One of your own: its name, and who may see it."""
        return self.call(
            "PATCH", f"/leagues/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", SavedLeagueScenario, body=body
        )

    def delete_a_saved_scenario_of_a_league(self, id: str, scenario: str) -> None:
        """One of your own. For a week you can take it back on the page of the league."""
        return self.call("DELETE", f"/leagues/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", None)

    def download_a_table_of_a_league(
        self,
        id: str,
        table: str,
        *,
        as_: str | None = None,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
    ) -> bytes:
        """`ratings`, `standings` (final ones, and those of today), `results` (a row for each player of a
        game) or `titles`, with the names that you may know; with `at` or `as_of` as they stood then. In CSV
        the first line names the columns, and a text that a spreadsheet would run as a formula has an
        apostro..."""
        return self.call(
            "GET",
            f"/leagues/{self.quoted(id)}/tables/{self.quoted(table)}/",
            bytes,
            query={"as": as_, "as_of": as_of, "at": at, "corrected": corrected},
        )
