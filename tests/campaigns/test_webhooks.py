"""Webhooks: what a stranger may read of a club's logs reaches programs, signed, in order and at least once."""

from __future__ import annotations

from collections.abc import Iterator
from datetime import timedelta

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import Settings
from standardwebhooks.webhooks import Webhook, WebhookVerificationError

from battles import log
from campaigns import clerk
from campaigns.models import Campaign, OutboxMessage, WebhookCursor, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import sender
from campaigns.season.rounds import OpenRound
from campaigns.webhooks import deliverer, endpoints, signing
from tests.campaigns.conftest import Season
from tests.receiver import Receiver, at_once, hook, listening
from tests.where import BOTH

# On PostgreSQL a whole season arrives, whatever fails, in test_word_gets_through and test_webhooks_killed.
pytestmark = pytest.mark.django_db
Status = WebhookDelivery.Status


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with listening(settings) as found:
        yield found


def deliver(endpoint: WebhookEndpoint) -> int:
    return deliverer.deliver(endpoint.pk)


def due_again(endpoint: WebhookEndpoint) -> None:
    at_once(WebhookEndpoint.objects.filter(pk=endpoint.pk))
    at_once(WebhookCursor.objects.filter(endpoint=endpoint))


def whole(stream: str) -> list[tuple[str, int]]:
    return [(stream, row.position) for row in log.read(stream)]


def test_a_season_arrives_in_order_and_signed(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    battle = season.fight()
    clerk.sweep()
    assert deliver(endpoint) == len(receiver.taken)
    for stream in (season.stream, battle):
        assert [one for one in receiver.places() if one[0] == stream] == whole(stream)
    assert deliver(endpoint) == 0  # nothing is told again
    verifier = Webhook(signing.secret(endpoint.key))
    for one in receiver.taken:
        assert verifier.verify(one.body, one.headers) == one.told
        with pytest.raises(WebhookVerificationError):
            verifier.verify(one.body + b" ", one.headers)
    types = [one.told["type"] for one in receiver.taken]
    assert types[0] == "campaign.opened"
    assert {"campaign.enlisted", "campaign.battle_mustered", "battle.mustered", "battle.settled"} <= {*types}
    assert len({one.headers["webhook-id"] for one in receiver.taken}) == len(receiver.taken)
    season.enlist(season.cast.bob, "dogs")
    assert deliver(endpoint) == log.head(season.stream).position + log.head(battle).position - len(types) > 0


def test_an_endpoint_begins_with_what_is_reported_after_it(season: Season, receiver: Receiver) -> None:
    season.begin()
    endpoint, head = hook(season.cast.club, f"{receiver.origin}/in"), log.head(season.stream).position
    assert deliver(endpoint) == 0
    season.report(season.organiser, OpenRound(method="everyone"))
    assert deliver(endpoint)
    assert receiver.places() == whole(season.stream)[head:]


def test_what_fails_is_tried_again_and_what_follows_waits(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    receiver.answers["/in"] = [204, (500, {}, b"no disk\n left"), 204]
    assert deliver(endpoint) == 1
    assert deliver(endpoint) == 0  # not yet
    failed = WebhookDelivery.objects.get(position=2)
    assert (failed.status, failed.code, failed.answer, failed.tries) == (Status.RETRYING, 500, "no disk  left", 1)
    cursor = WebhookCursor.objects.get(endpoint=endpoint)
    assert timedelta(seconds=5) < cursor.next_at - timezone.now() < timedelta(seconds=13)
    due_again(endpoint)
    assert deliver(endpoint) == log.head(season.stream).position - 1
    assert receiver.places() == whole(season.stream)
    assert receiver.got[1].headers["webhook-id"] == receiver.got[2].headers["webhook-id"]
    failed.refresh_from_db()
    assert (failed.status, failed.code, failed.tries) == (Status.DELIVERED, 204, 2)


def test_one_log_does_not_wait_for_another(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    receiver.answers["/in"] = [400, 204]
    battle = season.muster()
    deliver(endpoint)
    assert receiver.places() == whole(battle)
    due_again(endpoint)
    deliver(endpoint)
    assert receiver.places() == whole(battle) + whole(season.stream)


def test_the_wait_grows_and_ends(season: Season, receiver: Receiver) -> None:
    waits = [deliverer._later(tries) for tries in range(40)]
    assert all(timedelta(seconds=8) <= one <= timedelta(hours=3.6) for one in waits)
    assert waits[0] < timedelta(seconds=13) < timedelta(minutes=2) < waits[4] < timedelta(hours=2) < waits[-1]
    season.cast.alice.email = "alice@steel.example"
    season.cast.alice.save()
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    receiver.answers["/in"] = [500]
    deliver(endpoint)
    WebhookCursor.objects.update(failing_since=timezone.now() - timedelta(days=5, hours=1))
    due_again(endpoint)
    deliver(endpoint)
    endpoint.refresh_from_db()
    assert endpoint.off == WebhookEndpoint.Off.FAILING
    letter = OutboxMessage.objects.get(user=season.cast.alice)
    assert letter.subject == "Nothing is sent to the webhook “The site’s own page” any more"
    assert "has not answered for days" in letter.body
    assert f"/admin/campaigns/webhookendpoint/{endpoint.pk}/change/" in letter.body
    before = len(receiver.got)
    due_again(endpoint)
    assert deliverer.due() == []
    assert deliver(endpoint) == 0
    assert len(receiver.got) == before
    receiver.answers["/in"] = [204]
    endpoints.switch_on(endpoint)
    assert deliverer.due() == [endpoint.pk]
    deliver(endpoint)
    assert receiver.places() == whole(season.stream)  # nothing was left out


def test_gone_is_gone(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    receiver.answers["/in"] = [410]
    assert deliver(endpoint) == 0
    endpoint.refresh_from_db()
    assert endpoint.off == WebhookEndpoint.Off.GONE
    assert len(receiver.got) == 1


def test_a_receiver_may_ask_to_wait(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    season.muster()
    for tried, status in enumerate((429, 503), 1):
        receiver.answers["/in"] = [(status, {"Retry-After": "90"}, b""), 204]
        assert deliver(endpoint) == 0
        assert len(receiver.got) == tried  # no other log is tried meanwhile
        endpoint.refresh_from_db()
        assert timedelta(seconds=80) < endpoint.next_at - timezone.now() <= timedelta(seconds=90)
        assert deliverer.due() == []
        due_again(endpoint)
    assert deliver(endpoint)
    assert deliverer._asked_for("Fri, 31 Dec 1999 23:59:59 GMT") == timedelta(seconds=1)
    assert deliverer._asked_for("9999999999999") == deliverer.PATIENCE
    assert deliverer._asked_for("soon") is None


def test_a_redirect_is_not_followed(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    receiver.answers["/in"] = [(307, {"Location": f"{receiver.origin}/elsewhere"}, b"")]
    assert deliver(endpoint) == 0
    assert [one.path for one in receiver.got] == ["/in"]
    assert WebhookDelivery.objects.get().code == 307


def test_a_receiver_that_drips_is_given_up(receiver: Receiver) -> None:
    receiver.drips = True
    with pytest.raises(sender.Unanswered):
        sender.send("POST", f"{receiver.origin}/in", b"x", own=[receiver.origin], seconds=0.15)
    receiver.drips, receiver.answers["/in"] = False, [(200, {}, b"a" * 200_000)]
    answer = sender.send("POST", f"{receiver.origin}/in", b"x", own=[receiver.origin])
    assert len(answer.body) == sender.MOST_READ
    with pytest.raises(ValueError, match="too many"):
        sender.send("POST", f"{receiver.origin}/in", b"x" * 1_000_001, own=[receiver.origin])


def test_a_secret_is_renewed_with_both_counting_for_a_day(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    old = signing.secret(endpoint.key)
    new = endpoints.renew(endpoint)
    assert new != old
    season.begin()
    deliver(endpoint)
    one = receiver.taken[0]
    assert Webhook(old).verify(one.body, one.headers) == Webhook(new).verify(one.body, one.headers)
    WebhookEndpoint.objects.update(old_until=timezone.now() - timedelta(seconds=1))
    season.report(season.organiser, OpenRound(method="everyone"))
    deliver(endpoint)
    one = receiver.taken[-1]
    Webhook(new).verify(one.body, one.headers)
    with pytest.raises(WebhookVerificationError):
        Webhook(old).verify(one.body, one.headers)


def test_another_key_of_the_site_breaks_no_receiver_while_the_one_before_is_told(
    season: Season, receiver: Receiver, settings: Settings
) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    kept = signing.secret(endpoint.key)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one " * 5
    season.begin()
    deliver(endpoint)
    one = receiver.taken[-1]
    for secret in (kept, signing.secret(endpoint.key)):
        assert Webhook(secret).verify(one.body, one.headers) == one.told
    assert kept != signing.secret(endpoint.key)
    settings.SECRET_KEY_FALLBACKS = []
    endpoints.test(endpoint)
    deliver(endpoint)
    last = receiver.taken[-1]
    with pytest.raises(WebhookVerificationError):
        Webhook(kept).verify(last.body, last.headers)


def test_nothing_is_sent_to_a_host_that_the_site_does_not_name_any_more(season: Season, settings: Settings) -> None:
    endpoint = hook(season.cast.club, "https://hooks.example/in")
    settings.WEBHOOK_PUBLIC = []
    season.begin()
    assert deliver(endpoint) == 0
    assert "hosts that it names alone" in str(list(endpoint.deliveries.values()))


def test_a_log_is_sent_again_from_anywhere(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    deliver(endpoint)
    before = list(receiver.taken)
    endpoints.begin_at(endpoint, season.stream, 2)
    deliver(endpoint)
    again = receiver.taken[len(before) :]
    assert [one.place for one in again] == whole(season.stream)[1:]
    assert [(one.body, one.headers["webhook-id"]) for one in again] == [
        (one.body, one.headers["webhook-id"]) for one in before[1:]
    ]
    with pytest.raises(log.NoSuchStream):
        endpoints.begin_at(endpoint, "00000000-0000-4000-8000-000000000000", 1)


def test_tests_and_redeliveries_are_sent_beside(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    deliver(endpoint)
    first = receiver.taken[0]
    endpoints.switch_off(endpoint, WebhookEndpoint.Off.PERSON)
    asked = endpoints.test(endpoint)
    assert deliverer.due() == [endpoint.pk]
    deliver(endpoint)
    asked.refresh_from_db()
    assert (asked.status, receiver.taken[-1].told["type"]) == (Status.DELIVERED, "leaguer.test")
    one = WebhookDelivery.objects.get(position=1)
    one_again = WebhookDelivery.objects.filter(pk=one.pk)
    assert endpoints.send_again(one_again) == 1
    deliver(endpoint)
    assert (receiver.taken[-1].body, receiver.taken[-1].headers["webhook-id"]) == (
        first.body,
        first.headers["webhook-id"],
    )
    assert deliverer.due() == []


def test_of_what_members_alone_read_nothing_is_sent_unasked(season: Season, receiver: Receiver) -> None:
    plain = hook(season.cast.club, f"{receiver.origin}/plain")
    inside = hook(season.cast.club, f"{receiver.origin}/inside", members_too=True, of_battles=False)
    season.begin()
    season.muster()
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    deliver(plain)
    deliver(inside)
    assert receiver.places("/plain") == []
    assert receiver.places("/inside") == whole(season.stream)
    Campaign.objects.update(visibility=Campaign.Visibility.PUBLIC)
    deliver(plain)
    assert whole(season.stream)[0] in receiver.places("/plain")
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    endpoints.send_again(WebhookDelivery.objects.filter(endpoint=plain))
    before = len(receiver.got)
    deliver(plain)
    assert len(receiver.got) == before  # what was sent once is not sent again any more


def test_what_is_asked_does_not_grow_with_the_years(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()

    def queries() -> int:
        deliver(endpoint)
        with CaptureQueriesContext(connection) as asked:
            assert deliver(endpoint) == 0
        return len(asked)

    few = queries()
    season.muster()
    for n in range(5):
        season.enlist(season.cast.bob, f"dogs-{n}")
    assert queries() == few <= 10
    with CaptureQueriesContext(connection) as asked:
        deliverer.due()
    assert len(asked) == 1


@BOTH
def test_what_is_old_is_thrown_away(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    deliver(endpoint)
    WebhookDelivery.objects.filter(position__lt=3).update(made_at=timezone.now() - deliverer.KEPT - timedelta(days=1))
    WebhookDelivery.objects.filter(position=1).update(status=Status.ASKED)
    clerk.tidy()
    left = sorted(WebhookDelivery.objects.values_list("position", flat=True))
    assert left == [1, *range(3, log.head(season.stream).position + 1)]
