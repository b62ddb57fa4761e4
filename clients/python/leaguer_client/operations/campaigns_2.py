"""Operations at `campaigns`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from datetime import datetime

from leaguer_client.shapes import (
    AskScenario,
    Chances,
    ChangeScenario,
    Ledger,
    Map,
    Orders,
    PairingDraft,
    Platoons,
    PlatoonSheet,
    Rounds,
    SavedAndCompared,
    SavedScenario,
    SavedScenarios,
    SaveScenario,
    ScenarioCompared,
    SectorStory,
    Standings,
    Vehicles,
)
from leaguer_client.transport import Transport


class Campaigns2Operations(Transport):
    """What is asked and told at `/api/v1/campaigns/`."""

    def read_what_became_of_points(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        platoon: str | None = None,
    ) -> Ledger:
        """Every change of a purse and what it was for: of your own platoons, and of those whose case you have
        taken as an organiser (`TakePlatoonCase`); with `at` or `as_of` as it stood then, of platoons that
        were yours then and are now."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/ledger/",
            Ledger,
            query={
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "cursor": cursor,
                "limit": limit,
                "platoon": platoon,
            },
        )

    def read_the_map(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> Map:
        """Sectors, links and fronts, where the platoons stand, their supply, and the sides' scores; with `at`
        or `as_of` as they stood then. The same for everybody. Send `If-None-Match` to get an answer only if
        it changed."""
        return self.call(
            "GET", f"/campaigns/{self.quoted(id)}/map/", Map, query={"as_of": as_of, "at": at, "corrected": corrected}
        )

    def draw_the_map(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> bytes:
        """The map as one self-contained SVG, for print, mail or your own page; with `at` or `as_of` as it
        stood then. It shows your own orders as arrows, and nobody else's."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/map.svg",
            bytes,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def draw_up_pairings(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        method: str | None = None,
    ) -> PairingDraft:
        """Who would meet in the next round by a method, why, and what it breaks: before it is published by
        `OpenRound`, which pairs anew. Without a method by the first there is; on a map nobody is paired by
        any. With `at` or `as_of` as it would have been drawn up then. For organisers."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/pairings/",
            PairingDraft,
            query={"as_of": as_of, "at": at, "corrected": corrected, "method": method},
        )

    def list_the_platoons(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> Platoons:
        """Every platoon that has enlisted, with the ids of its vehicles; with `at` or `as_of` as they stood
        then. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/platoons/",
            Platoons,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def read_a_platoon(
        self,
        id: str,
        platoon: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
    ) -> PlatoonSheet:
        """Its vehicles with conditions, crews, jobs and records, and its players' instructions to the
        workshop; with `at` or `as_of` as they stood then."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/platoons/{self.quoted(platoon)}/",
            PlatoonSheet,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def ask_how_a_platoon_can_still_win(
        self, id: str, platoon: str, *, rank: int | None = None, schedule: str | None = None, seed: int | None = None
    ) -> Chances:
        """What is enough for the rank, exactly where few fixtures matter; else how often it comes up in many
        seasons that are drawn by a seed of their own, with the error of that."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/platoons/{self.quoted(platoon)}/chances/",
            Chances,
            query={"rank": rank, "schedule": schedule, "seed": seed},
        )

    def read_what_a_platoon_may_be_ordered(self, id: str, platoon: str) -> Orders:
        """Every order you could give your platoon now, and the one it has. Only for its players, not even for
        organisers: orders are secret until they are disclosed."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/platoons/{self.quoted(platoon)}/orders/", Orders)

    def take_a_platoon_along_as_a_roster_file(self, id: str, platoon: str, *, format: str | None = None) -> bytes:
        """Your own platoon as it enlisted, as a file. Nobody else's: it names the hidden cards."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/platoons/{self.quoted(platoon)}/roster/",
            bytes,
            query={"format": format},
        )

    def list_the_rounds(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        status: str | None = None,
    ) -> Rounds:
        """Each round with its deadline, and the standings published when it closed; with `at` or `as_of` as
        they were then. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/rounds/",
            Rounds,
            query={
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "cursor": cursor,
                "limit": limit,
                "status": status,
            },
        )

    def list_saved_scenarios(self, id: str) -> SavedScenarios:
        """Yours, and those that others have saved for the club, if you belong to it."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/scenarios/", SavedScenarios)

    def save_a_scenario(self, id: str, body: SaveScenario) -> SavedScenario:
        """Under a name. It is counted anew whenever it is read, or as the season stood at its `position`."""
        return self.call("POST", f"/campaigns/{self.quoted(id)}/scenarios/", SavedScenario, body=body)

    def read_a_saved_scenario(self, id: str, scenario: str) -> SavedAndCompared:
        """With what it comes to now."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", SavedAndCompared)

    def call_a_saved_scenario_otherwise(self, id: str, scenario: str, body: ChangeScenario) -> SavedScenario:
        """One of your own: its name, and who may see it."""
        return self.call(
            "PATCH", f"/campaigns/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", SavedScenario, body=body
        )

    def delete_a_saved_scenario(self, id: str, scenario: str) -> None:
        """One of your own. For a week you can take it back on the page of the campaign."""
        return self.call("DELETE", f"/campaigns/{self.quoted(id)}/scenarios/{self.quoted(scenario)}/", None)

    def read_a_sector(
        self,
        id: str,
        sector: str,
        *,
        after: int | None = None,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        limit: int | None = None,
    ) -> SectorStory:
        """A sector, its links, and its story: who came, met, stayed and left, as you may know of it; with
        `at` or `as_of` as it stood then."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/sectors/{self.quoted(sector)}/",
            SectorStory,
            query={"after": after, "as_of": as_of, "at": at, "corrected": corrected, "limit": limit},
        )

    def read_the_standings(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        since: str | None = None,
    ) -> Standings:
        """Every platoon's place, best first; with `at` or `as_of` as they stood then; with `since` only those
        that changed. Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/standings/",
            Standings,
            query={"as_of": as_of, "at": at, "corrected": corrected, "since": since},
        )

    def download_a_table_of_a_campaign(
        self,
        id: str,
        table: str,
        *,
        as_: str | None = None,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
    ) -> bytes:
        """`standings`, `fixtures` (with places for who is logged in) or `results`; with `at` or `as_of` as
        they stood then. In CSV the first line names the columns, and a text that a spreadsheet would run as a
        formula has an apostrophe before it."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/tables/{self.quoted(table)}/",
            bytes,
            query={"as": as_, "as_of": as_of, "at": at, "corrected": corrected},
        )

    def list_the_vehicles(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        platoon: str | None = None,
        status: str | None = None,
    ) -> Vehicles:
        """Each vehicle's condition and service record; with `at` or `as_of` as they stood then. Send
        `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/vehicles/",
            Vehicles,
            query={
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "cursor": cursor,
                "limit": limit,
                "platoon": platoon,
                "status": status,
            },
        )

    def ask_what_if(self, id: str, body: AskScenario) -> ScenarioCompared:
        """The season folded again with something changed: standings, owners of sectors, purses that you may
        know, and what could not be decided again. Nothing is written, and no die is rolled."""
        return self.call("POST", f"/campaigns/{self.quoted(id)}/what-if/", ScenarioCompared, body=body)
