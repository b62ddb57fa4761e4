"""Operations at `battles`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from leaguer_client.shapes import (
    Adoption,
    AdoptionProposal,
    AgreeToAdoption,
    Battle,
    BattleLuck,
    Battles,
    ClaimedSeat,
    ClaimSeat,
    Declarables,
    Events,
    GuestCode,
    Joined,
    JoinFriendly,
    Post,
    Posts,
    ProposeAdoption,
    Receipt,
    Report,
    Room,
    SaySomething,
)
from leaguer_client.transport import Heard, Transport


class BattlesOperations(Transport):
    """What is asked and told at `/api/v1/battles/`."""

    def list_battles(
        self,
        *,
        campaign: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        player: str | None = None,
        since: datetime | None = None,
        status: str | None = None,
        system: str | None = None,
    ) -> Battles:
        """The battles you may see, newest first. Battles of an unlisted campaign appear only if you name it
        or ask for your own."""
        return self.call(
            "GET",
            "/battles/",
            Battles,
            query={
                "campaign": campaign,
                "cursor": cursor,
                "limit": limit,
                "player": player,
                "since": since,
                "status": status,
                "system": system,
            },
        )

    def read_a_battle(self, id: str, *, as_of: datetime | None = None) -> Battle:
        """The battle as you may see it, and what you may report now. Send `If-None-Match` to get an answer
        only if it changed."""
        return self.call("GET", f"/battles/{self.quoted(id)}/", Battle, query={"as_of": as_of})

    def see_whether_a_campaign_adopts_a_battle(self, id: str) -> Adoption:
        """The proposal that waits, with what it comes to; else the campaigns in which both players command a
        platoon. For the two players of a friendly battle, and the organisers of the campaign that is asked,
        or has adopted it."""
        return self.call("GET", f"/battles/{self.quoted(id)}/adoption/", Adoption)

    def propose_that_a_campaign_adopts_a_battle(
        self, id: str, body: ProposeAdoption, *, dry_run: bool | None = None
    ) -> AdoptionProposal:
        """By one of its players, once it is settled. The other one agrees; then an organiser accepts it with
        the report `MusterBattle` to the campaign: this `battle`, its `sides` and `fixture`, and `adopted` as
        `{}`."""
        return self.call(
            "POST", f"/battles/{self.quoted(id)}/adoption/", AdoptionProposal, query={"dry_run": dry_run}, body=body
        )

    def end_the_proposal_to_adopt_a_battle(self, id: str, *, proposal: str | None = None) -> None:
        """Who has proposed it takes it back; the other player, or an organiser, declines it. Nothing of it is
        kept."""
        return self.call("DELETE", f"/battles/{self.quoted(id)}/adoption/", None, query={"proposal": proposal})

    def agree_that_a_campaign_adopts_a_battle(self, id: str, body: AgreeToAdoption) -> AdoptionProposal:
        """By the player who is asked, to the proposal they have seen. An organiser of the campaign has to
        accept it then. Agreed twice is agreed."""
        return self.call("POST", f"/battles/{self.quoted(id)}/adoption/agreement/", AdoptionProposal, body=body)

    def read_your_code_as_a_guest(self, id: str) -> GuestCode:
        """For a guest of this battle, while they play it. With the code any account may claim their seat,
        also when the battle is over."""
        return self.call("GET", f"/battles/{self.quoted(id)}/claim/", GuestCode)

    def claim_a_guests_seat(self, id: str, body: ClaimSeat) -> ClaimedSeat:
        """The seat of the guest whose code it is becomes your account's, and what was reported from it reads
        as yours. The guest is logged out, and their key ends. A code works once, for sixty days. Wrong ones
        are counted."""
        return self.call("POST", f"/battles/{self.quoted(id)}/claim/", ClaimedSeat, body=body)

    def report_to_a_battle(
        self,
        id: str,
        body: Report | list[Report] | str,
        *,
        after: int | None = None,
        atomic: bool | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """One report, a list of them, or a battle script. Reports are decided in order; a report sent again
        counts once."""
        return self.call(
            "POST",
            f"/battles/{self.quoted(id)}/commands/",
            Receipt,
            query={"after": after, "atomic": atomic, "dry_run": dry_run},
            body=body,
            idempotency_key=idempotency_key,
        )

    def read_a_battles_log(
        self,
        id: str,
        *,
        after: int | None = None,
        as_of: datetime | None = None,
        history: str | None = None,
        limit: int | None = None,
    ) -> Events:
        """The ruled facts that count, in order, in words, as you may know of them."""
        return self.call(
            "GET",
            f"/battles/{self.quoted(id)}/events/",
            Events,
            query={"after": after, "as_of": as_of, "history": history, "limit": limit},
        )

    def listen_to_a_battle(
        self, id: str, *, after: int | None = None, history: str | None = None
    ) -> Iterator[Heard[Events]]:
        """Server-sent events: `rows`, whenever there are new rows in the battle's log. Their `data` are what
        `events/` answers for them, their `id` is the position up to which you have been told. Connect again
        with the header `Last-Event-ID`, as browsers do by themselves, or with `after`, and you miss noth..."""
        return self.listen(
            f"/battles/{self.quoted(id)}/events/live/", Events, query={"after": after, "history": history}
        )

    def explain_a_fact(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, of: str | None = None
    ) -> Any:
        """Why a fact of the sheet or the outcome is what it is: the reports, dice and rules behind it, in
        words."""
        return self.call("GET", f"/battles/{self.quoted(id)}/explain/", Any, query={"as_of": as_of, "at": at, "of": of})

    def read_what_can_be_declared(self, id: str) -> Declarables:
        """Every fact that `Declare` can set, even against the rules. For the sides and referees."""
        return self.call("GET", f"/battles/{self.quoted(id)}/facts/", Declarables)

    def look_at_a_waiting_room(self, id: str) -> Room:
        """The friendly battle while it waits for its other player. As soon as they are in, this is a 404, and
        the battle is at `battles/{id}/`."""
        return self.call("GET", f"/battles/{self.quoted(id)}/join/", Room)

    def join_a_friendly_battle(self, id: str, body: JoinFriendly) -> Joined:
        """Opens the battle, with you on its other side: as your account, or without one as a guest under a
        `nickname`. A code works once. The rulebook judges forces of your own before the battle begins: what
        is refused may be sent again."""
        return self.call("POST", f"/battles/{self.quoted(id)}/join/", Joined, body=body)

    def give_a_friendly_battle_up(self, id: str) -> None:
        """By its host, while it waits. Nothing of it is kept."""
        return self.call("DELETE", f"/battles/{self.quoted(id)}/join/", None)

    def read_the_luck_of_a_battle(self, id: str, *, as_of: datetime | None = None, at: int | None = None) -> BattleLuck:
        """What each side's dice came to, beside what they should come to on average, as the rulebook counts
        them."""
        return self.call("GET", f"/battles/{self.quoted(id)}/luck/", BattleLuck, query={"as_of": as_of, "at": at})

    def read_the_conversation_about_a_battle(
        self, id: str, *, cursor: str | None = None, limit: int | None = None
    ) -> Posts:
        """It is that about its fixture. A friendly battle has none, as it has no club."""
        return self.call("GET", f"/battles/{self.quoted(id)}/posts/", Posts, query={"cursor": cursor, "limit": limit})

    def say_something_about_a_battle(self, id: str, body: SaySomething, *, photos: Sequence[bytes] = ()) -> Post:
        """In the conversation about its fixture, with photos as there."""
        return self.call("POST", f"/battles/{self.quoted(id)}/posts/", Post, body=body, files=("photos", photos))

    def read_an_earlier_moment(self, id: str, *, as_of: datetime | None = None, at: int | None = None) -> Battle:
        """The battle as it stood at a position of its log, or as it was believed to stand at a time, as you
        may see it."""
        return self.call("GET", f"/battles/{self.quoted(id)}/state/", Battle, query={"as_of": as_of, "at": at})
