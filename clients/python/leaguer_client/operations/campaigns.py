"""Operations at `campaigns`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from datetime import datetime
from typing import Any

from leaguer_client.shapes import (
    AnswerHeldRuling,
    Appointments,
    Campaign,
    CampaignChoices,
    Campaigns,
    CorrectionReach,
    DraftCorrection,
    Events,
    FixturePaired,
    Fixtures,
    HeldRuling,
    HeldRulings,
    Ladder,
    Post,
    Posts,
    Receipt,
    Report,
    SaySomething,
)
from leaguer_client.transport import Heard, Transport


class CampaignsOperations(Transport):
    """What is asked and told at `/api/v1/campaigns/`."""

    def list_campaigns(
        self, *, cursor: str | None = None, limit: int | None = None, since: datetime | None = None
    ) -> Campaigns:
        """The open campaigns you may see, newest first; unlisted ones only if you play in them."""
        return self.call("GET", "/campaigns/", Campaigns, query={"cursor": cursor, "limit": limit, "since": since})

    def read_a_campaign(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> Campaign:
        """What was frozen when it opened, and where its log stands; with `at` or `as_of`, where it stood.
        Send `If-None-Match` to get an answer only if it changed."""
        return self.call(
            "GET", f"/campaigns/{self.quoted(id)}/", Campaign, query={"as_of": as_of, "at": at, "corrected": corrected}
        )

    def list_the_appointments(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> Appointments:
        """Who holds an office in the campaign, besides the organisers of its club; with `at` or `as_of` who
        held one then. For organisers."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/appointments/",
            Appointments,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def download_a_campaigns_dates(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> bytes:
        """Every fixture with a date, as a calendar (RFC 5545); with places for who is logged in; with `at` or
        `as_of` as they stood then."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/calendar.ics",
            bytes,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )

    def read_what_you_may_report_to_a_campaign(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        command: str | None = None,
        cursor: str | None = None,
        limit: int | None = None,
        platoon: str | None = None,
    ) -> CampaignChoices:
        """Every report that you may send now, with what each asks for; with `as_of` what you could have sent
        then. None without an account. What comes too late by a deadline is offered until the clerk has been
        there. A report may be refused for what hangs together in it: what the vehicles cost in all, what..."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/choices/",
            CampaignChoices,
            query={"as_of": as_of, "command": command, "cursor": cursor, "limit": limit, "platoon": platoon},
        )

    def report_to_a_campaign(
        self,
        id: str,
        body: Report | list[Report] | str,
        *,
        after: int | None = None,
        atomic: bool | None = None,
        dry_run: bool | None = None,
        idempotency_key: str | None = None,
    ) -> Receipt:
        """Players enlist and command their platoons, organisers rule: /api/v1/campaigns/commands/ has the
        fields of each report, and /api/v1/campaigns/{id}/choices/ what you may report now."""
        return self.call(
            "POST",
            f"/campaigns/{self.quoted(id)}/commands/",
            Receipt,
            query={"after": after, "atomic": atomic, "dry_run": dry_run},
            body=body,
            idempotency_key=idempotency_key,
        )

    def see_all_that_a_correction_would_change(self, id: str, body: DraftCorrection) -> CorrectionReach:
        """Of a correction or an amended outcome of one of the campaign's battles, or of a correction, an
        adjudication, a penalty or amended house rules in the campaign: on from the battle to the season and
        its league."""
        return self.call("POST", f"/campaigns/{self.quoted(id)}/corrections/drafts/", CorrectionReach, body=body)

    def see_what_was_shared_all_that_a_correction_would_change(self, id: str, key: str) -> CorrectionReach:
        """As things stand now, and as you may know it. To propose it, or to report it, send the same report
        to the commands of its stream."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/corrections/drafts/{self.quoted(key)}/", CorrectionReach)

    def withdraw_a_correction_that_was_shared(self, id: str, key: str) -> None:
        """By whoever has asked for it, or an organiser. Its link shows nothing any more."""
        return self.call("DELETE", f"/campaigns/{self.quoted(id)}/corrections/drafts/{self.quoted(key)}/", None)

    def read_a_campaigns_log(
        self,
        id: str,
        *,
        after: int | None = None,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        history: str | None = None,
        limit: int | None = None,
        since: str | None = None,
    ) -> Events:
        """Every fact of the campaign in order, in words, as you may know of it; with `at` or `as_of` as it
        stood then. `since`: only rows after that position or time. Send `If-None-Match` to get an answer only
        if it changed."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/events/",
            Events,
            query={
                "after": after,
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "history": history,
                "limit": limit,
                "since": since,
            },
        )

    def listen_to_a_campaign(
        self, id: str, *, after: int | None = None, history: str | None = None
    ) -> Iterator[Heard[Events]]:
        """The same for the campaign's log: see `/api/v1/battles/{id}/events/live/`."""
        return self.listen(
            f"/campaigns/{self.quoted(id)}/events/live/", Events, query={"after": after, "history": history}
        )

    def explain_a_fact_of_the_map(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        of: str | None = None,
    ) -> Any:
        """Why a fact of the campaign is what it is: the rows behind it, with reasons and rule, in words. Of a
        platoon: score, place, penalty, and on a map where it is, its supply and what became of its order; its
        purse only for those who may know it. Of a vehicle: its status and crew. Of a fixture: its res..."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/explain/",
            Any,
            query={"as_of": as_of, "at": at, "corrected": corrected, "of": of},
        )

    def list_the_fixtures(
        self,
        id: str,
        *,
        as_of: datetime | None = None,
        at: int | None = None,
        corrected: bool | None = None,
        cursor: str | None = None,
        disputed: bool | None = None,
        limit: int | None = None,
        platoon: str | None = None,
        round: int | None = None,
        since: str | None = None,
        status: str | None = None,
    ) -> Fixtures:
        """The campaign's fixtures: announced ones, and battles beside the rounds; with `at` or `as_of` as
        they stood then."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/fixtures/",
            Fixtures,
            query={
                "as_of": as_of,
                "at": at,
                "corrected": corrected,
                "cursor": cursor,
                "disputed": disputed,
                "limit": limit,
                "platoon": platoon,
                "round": round,
                "since": since,
                "status": status,
            },
        )

    def read_why_a_fixture_was_paired(self, fixture: str, id: str) -> FixturePaired:
        """From what it was made when it was announced, by which method, and what that is as it is known now.
        Send `If-None-Match` to get an answer only if it changed."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/fixtures/{self.quoted(fixture)}/paired/", FixturePaired)

    def read_the_conversation_about_a_fixture(
        self, fixture: str, id: str, *, cursor: str | None = None, limit: int | None = None
    ) -> Posts:
        """The newest page first, each in the order in which it was written. The club says who reads it: its
        members and the campaign's players, or whoever may read the campaign."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/fixtures/{self.quoted(fixture)}/posts/",
            Posts,
            query={"cursor": cursor, "limit": limit},
        )

    def say_something_about_a_fixture(
        self, fixture: str, id: str, body: SaySomething, *, photos: Sequence[bytes] = ()
    ) -> Post:
        """In markdown, without HTML. It stands in no log and can be edited for a quarter of an hour. Photos
        come with it in a form (`multipart/form-data`: `body`, `id`, and `photos`, four at most, of 14 MB
        together). Each is drawn anew: 1600 pixels at most, and nothing of where and by what it was taken."""
        return self.call(
            "POST",
            f"/campaigns/{self.quoted(id)}/fixtures/{self.quoted(fixture)}/posts/",
            Post,
            body=body,
            files=("photos", photos),
        )

    def list_the_rulings_that_wait_for_a_second_officer_and_those_that_were_answered(
        self, id: str, *, cursor: str | None = None, limit: int | None = None, state: str | None = None
    ) -> HeldRulings:
        """As an officer of the campaign. The newest come first."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/held/",
            HeldRulings,
            query={"cursor": cursor, "limit": limit, "state": state},
        )

    def read_a_ruling_that_waits_for_a_second_officer(self, id: str, key: str) -> HeldRuling:
        """As an officer of the campaign. While it waits, it says what it would come to as things stand."""
        return self.call("GET", f"/campaigns/{self.quoted(id)}/held/{self.quoted(key)}/", HeldRuling)

    def answer_a_ruling_that_waits_for_a_second_officer(self, id: str, key: str, body: AnswerHeldRuling) -> HeldRuling:
        """Another officer confirms it, and it is done in the name of who asked; or declines it, with a
        reason. Who asked may withdraw it. The same answer sent again changes nothing. What is refused as
        things stand waits on."""
        return self.call("POST", f"/campaigns/{self.quoted(id)}/held/{self.quoted(key)}/", HeldRuling, body=body)

    def read_the_ladder(
        self, id: str, *, as_of: datetime | None = None, at: int | None = None, corrected: bool | None = None
    ) -> Ladder:
        """Who stands on which rung, from the top, and what each has to settle; with `at` or `as_of` as it was
        then. Whom you may challenge is among the choices. A campaign without a ladder has no rungs."""
        return self.call(
            "GET",
            f"/campaigns/{self.quoted(id)}/ladder/",
            Ladder,
            query={"as_of": as_of, "at": at, "corrected": corrected},
        )
