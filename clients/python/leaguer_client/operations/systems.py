"""Operations at `systems`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Articles,
    Picks,
    Roster,
    System,
    Systems,
)
from leaguer_client.transport import Transport


class SystemsOperations(Transport):
    """What is asked and told at `/api/v1/systems/`."""

    def list_the_rule_systems(self) -> Systems:
        """Every rulebook this site can play."""
        return self.call("GET", "/systems/", Systems)

    def read_a_rule_system(self, key: str) -> System:
        """Editions, scenarios, options and house rules, what a board may hold, and a JSON Schema of every
        command."""
        return self.call("GET", f"/systems/{self.quoted(key)}/", System)

    def read_names_of_a_catalogue(self, key: str, picks: str, *, edition: str | None = None) -> Picks:
        """The models, the cards of vehicles, or the cards of platoons that a field of a campaign’s choice
        takes (`catalogue` there), as values. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET", f"/systems/{self.quoted(key)}/picks/{self.quoted(picks)}/", Picks, query={"edition": edition}
        )

    def read_a_roster_file(self, key: str, body: bytes, kind: str) -> Roster:
        """The body is the file itself, its media type that of one of the rulebook's `rosters`. Nobody is
        enlisted: `enlist` is the matching Enlist report, and `notes` list what the file holds beyond it."""
        return self.call("POST", f"/systems/{self.quoted(key)}/rosters/", Roster, body=body, kind=kind)

    def browse_a_catalogue(
        self,
        key: str,
        *,
        cursor: str | None = None,
        edition: str | None = None,
        kind: str | None = None,
        limit: int | None = None,
        nation: str | None = None,
        q: str | None = None,
    ) -> Articles:
        """Models and cards with their figures, each with its source."""
        return self.call(
            "GET",
            f"/systems/{self.quoted(key)}/units/",
            Articles,
            query={"cursor": cursor, "edition": edition, "kind": kind, "limit": limit, "nation": nation, "q": q},
        )
