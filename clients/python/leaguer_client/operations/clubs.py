"""Operations at `clubs`. Made by clients/python/generate.py. Not to be edited."""

from __future__ import annotations

from leaguer_client.shapes import (
    ChangedWebhook,
    Club,
    ClubKeys,
    Clubs,
    Deliveries,
    Delivery,
    MadeClubKey,
    MadeWebhook,
    NewClubKey,
    NewWebhook,
    Replay,
    Webhook,
    Webhooks,
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

    def list_a_clubs_webhooks(self, club: str) -> Webhooks:
        """For its officers, and for keys of the club with the scope `webhooks`. No secret is shown again."""
        return self.call("GET", f"/clubs/{self.quoted(club)}/webhooks/", Webhooks)

    def make_a_webhook_for_a_club(self, club: str, body: NewWebhook) -> MadeWebhook:
        """What is reported from now on is sent there. What is sent, and how, stands at `webhooks` in this
        schema and in the help. `secret` is shown this once."""
        return self.call("POST", f"/clubs/{self.quoted(club)}/webhooks/", MadeWebhook, body=body)

    def read_a_clubs_webhook(self, club: str, webhook: str) -> Webhook:
        """Where it leads, what it is sent, and whether it is on."""
        return self.call("GET", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/", Webhook)

    def change_a_clubs_webhook(self, club: str, webhook: str, body: ChangedWebhook) -> Webhook:
        """Or switch it off, and on again: it then goes on where it stopped."""
        return self.call("PATCH", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/", Webhook, body=body)

    def delete_a_clubs_webhook(self, club: str, webhook: str) -> None:
        """With the record of what was sent there."""
        return self.call("DELETE", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/", None)

    def list_what_was_sent_to_a_webhook(
        self, club: str, webhook: str, *, cursor: str | None = None, limit: int | None = None, status: str | None = None
    ) -> Deliveries:
        """What became of each message, the newest first."""
        return self.call(
            "GET",
            f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/deliveries/",
            Deliveries,
            query={"cursor": cursor, "limit": limit, "status": status},
        )

    def send_a_message_to_a_webhook_again(self, club: str, delivery: str, webhook: str) -> Delivery:
        """By itself, beside the order of its log, with the same id. One that is still tried is not asked for."""
        return self.call(
            "POST",
            f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/deliveries/{self.quoted(delivery)}/again/",
            Delivery,
        )

    def send_a_log_to_a_webhook_from_a_position_on(self, club: str, webhook: str, body: Replay) -> None:
        """All that follows, in order, of a battle, campaign or league that the webhook is sent; behind the
        end of its log, what comes next."""
        return self.call("POST", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/replay/", None, body=body)

    def renew_the_secret_of_a_webhook(self, club: str, webhook: str) -> MadeWebhook:
        """The new one is shown this once. For a day what is sent is signed by both."""
        return self.call("POST", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/secret/", MadeWebhook)

    def test_a_webhook(self, club: str, webhook: str) -> Delivery:
        """A message that tells nothing is sent, also where the webhook is off. Its delivery says what was
        answered."""
        return self.call("POST", f"/clubs/{self.quoted(club)}/webhooks/{self.quoted(webhook)}/test/", Delivery)
