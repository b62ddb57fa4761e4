"""Operations at `clubs`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    Club,
    ClubKeys,
    Clubs,
    MadeClubKey,
    NewClubKey,
)
from leaguer_client.transport import Transport


class ClubsOperations(Transport):
    """What is asked and told at `/api/v1/clubs/`."""

    def list_clubs(self, *, cursor: str | None = None, limit: int | None = None) -> Clubs:
        """The clubs you may see, by name; unlisted ones only if you belong to them."""
        return self.call("GET", "/clubs/", Clubs, query={"cursor": cursor, "limit": limit})

    def read_a_club(self, club: str) -> Club:
        """What it says of itself, who runs it, and what it plays, with the names that you may know. Send
        `If-None-Match` to get an answer only if it changed."""
        return self.call("GET", f"/clubs/{self.quoted(club)}/", Club)

    def download_a_clubs_dates(self, club: str) -> bytes:
        """The fixtures with a date of its campaigns under way that lists show to you, as a calendar (RFC
        5545); with places for who is logged in."""
        return self.call("GET", f"/clubs/{self.quoted(club)}/calendar.ics", bytes)

    def list_a_clubs_keys(self, club: str) -> ClubKeys:
        """The keys of programs that come in for the club: for its officers. What each is written as is never
        shown again."""
        return self.call("GET", f"/clubs/{self.quoted(club)}/keys/", ClubKeys)

    def make_a_key_for_a_club(self, club: str, body: NewClubKey) -> MadeClubKey:
        """For a program of the club. It may do what its scopes say and an officer of the club may do, both:"""
        return self.call("POST", f"/clubs/{self.quoted(club)}/keys/", MadeClubKey, body=body)

    def end_a_clubs_key(self, club: str, key: str) -> None:
        """No program comes in with it from now on. It stays in the list, as the log names it. Ending it again
        changes nothing."""
        return self.call("DELETE", f"/clubs/{self.quoted(club)}/keys/{self.quoted(key)}/", None)
