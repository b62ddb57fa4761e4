"""Webhooks by the API: set up by officers and by keys with a scope of their own, tried, sent again, switched; and what
they are sent is what the schema says."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any

import pytest
from django.contrib.admin.models import LogEntry
from jsonschema_rs import Draft202012Validator
from pytest_django import Settings
from standardwebhooks.webhooks import Webhook

from api import club_webhooks, webhook_schema
from battles import log
from campaigns import clerk
from campaigns.models import WebhookDelivery, WebhookEndpoint
from campaigns.season.rounds import OpenRound
from campaigns.webhooks import deliverer, endpoints
from leagues import handler as league_handler
from leagues.models import League
from tests.api import documented
from tests.api.conftest import Caller, problem, said
from tests.api.test_club_keys import program
from tests.campaigns.conftest import Season
from tests.cast import CampaignFactory, ClubFactory
from tests.receiver import Receiver, at_once, listening

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
HOOKS = "clubs/steel/webhooks/"


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with listening(settings) as found:
        yield found


def made(caller: Caller, url: str, **more: Any) -> Any:
    answer = caller.post(HOOKS, {"name": "Our page", "url": url, **more})
    assert answer.status_code == 201, answer.content
    return said(answer)


def test_from_the_first_message_to_the_last(season: Season, people: dict[str, Caller], receiver: Receiver) -> None:
    """Made, tried, sent to, sent again, from a position on, with a new secret, switched off and on, deleted."""
    alice, first = people["alice"], made(people["alice"], f"{receiver.origin}/in", leagues=False)
    place = f"{HOOKS}{first['webhook']['id']}/"
    for read in (alice.get(HOOKS), alice.get(place)):
        assert read.status_code == 200
        assert b"whsec_" not in read.content
    assert said(alice.get(HOOKS))["webhooks"] == [first["webhook"]] == [said(alice.get(place))]
    endpoint = WebhookEndpoint.objects.get()
    tried = said(alice.post(f"{place}test/", b""))
    assert (tried["status"], tried["type"], tried["stream"]) == ("asked", "leaguer.test", None)
    season.report(season.organiser, OpenRound(method="everyone"))
    deliverer.deliver(endpoint.pk)
    Webhook(first["secret"]).verify(receiver.taken[0].body, receiver.taken[0].headers)
    page = said(alice.get(f"{place}deliveries/?limit=1"))
    (newest,) = page["deliveries"]
    assert (newest["status"], newest["code"], newest["stream"]) == ("delivered", 204, season.stream)
    assert said(alice.get(page["next"].partition("/api/v1/")[2]))["deliveries"][0]["type"] in told(receiver)
    assert said(alice.get(f"{place}deliveries/?status=failed"))["deliveries"] == []
    again = f"{place}deliveries/{newest['id']}/again/"
    assert said(alice.post(again, b""))["status"] == "asked"
    assert problem(alice.post(again, b""), 422, "refused")["rule"] == "webhook"
    deliverer.deliver(endpoint.pk)
    assert receiver.taken[-1].headers["webhook-id"] == newest["message"] == receiver.taken[-2].headers["webhook-id"]
    count = len(receiver.taken)
    assert alice.post(f"{place}replay/", {"stream": season.stream, "position": 1}).status_code == 204
    deliverer.deliver(endpoint.pk)
    assert len(receiver.taken) == count + log.head(season.stream).position
    renewed = said(alice.post(f"{place}secret/", b""))
    assert renewed["secret"] != first["secret"]
    assert renewed["webhook"]["old_until"] is not None
    off = said(alice.call("PATCH", place, {"on": False, "name": "Off", "url": f"{receiver.origin}/new"}))
    assert (off["state"], off["name"], off["url"]) == ("person", "Off", f"{receiver.origin}/new")
    season.enlist(season.cast.bob, "dogs")
    at_once(WebhookEndpoint.objects.all())
    assert deliverer.deliver(endpoint.pk) == 0
    assert said(alice.call("PATCH", place, {"on": True}))["state"] == "on"
    assert deliverer.deliver(endpoint.pk) > 0
    assert receiver.taken[-1].path == "/new"
    for secret in (first["secret"], renewed["secret"]):
        Webhook(secret).verify(receiver.taken[-1].body, receiver.taken[-1].headers)
    assert alice.call("DELETE", place).status_code == 204
    problem(alice.get(place), 404, "not-found")
    what = [one.change_message for one in LogEntry.objects.order_by("pk")]
    assert len(what) == 9
    assert {one.user_id for one in LogEntry.objects.all()} == {season.cast.alice.pk}


def told(receiver: Receiver) -> set[str]:
    return {one.told["type"] for one in receiver.taken}


def test_what_is_refused_names_field_rule_and_remedy(
    season: Season, people: dict[str, Caller], settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    alice = people["alice"]
    for url in (
        "http://93.184.216.34/",
        "https://127.0.0.1/",
        "https://[::1]/",
        "https://10.0.0.8:8443/",
        "https://169.254.169.254/latest/",
        "https://[64:ff9b::7f00:1]/",
        "https://alice:secret@93.184.216.34/",
        "https://93.184.216.34:22/",
        "ftp://93.184.216.34/",
        "x",
    ):
        told = problem(alice.post(HOOKS, {"name": "In", "url": url}), 422, "refused")
        assert (told["field"], told["rule"]) == ("url", "webhook")
        assert told["remedy"].startswith("Take an address on the internet")
    one = made(alice, "https://93.184.216.34/in")["webhook"]
    told = problem(alice.call("PATCH", f"{HOOKS}{one['id']}/", {"url": "https://127.0.0.1/"}), 422, "refused")
    assert told["field"] == "url"
    foreign = CampaignFactory.create(club=ClubFactory.create())
    for campaign in (str(foreign.pk), "00000000-0000-4000-8000-000000000000"):
        status, code = (400, "malformed") if "-" not in campaign else (422, "refused")
        sent = {"name": "In", "url": "https://93.184.216.34/in", "campaign": campaign}
        assert problem(alice.post(HOOKS, sent), status, code)["field"] == "campaign"
    assert made(alice, "https://93.184.216.34/in", campaign=season.stream)["webhook"]["campaign"] == season.stream
    for wrong in ({"name": " "}, {"name": "a\0"}, {"url": ""}, {"key": "x"}, {"on": 1}):
        problem(alice.call("PATCH", f"{HOOKS}{one['id']}/", wrong), 400, "malformed")
    for asked in ({"stream": "x", "position": 1}, {"stream": season.stream, "position": 0}):
        problem(alice.post(f"{HOOKS}{one['id']}/replay/", asked), 400, "malformed")
    nowhere = {"stream": "00000000-0000-4000-8000-000000000000", "position": 1}
    assert problem(alice.post(f"{HOOKS}{one['id']}/replay/", nowhere), 422, "refused")["field"] == "stream"
    problem(alice.get(f"{HOOKS}{10**30}/"), 404, "not-found")
    problem(alice.post(f"{HOOKS}{one['id']}/deliveries/{10**30}/again/", b""), 404, "not-found")
    assert WebhookEndpoint.objects.get(pk=one["id"]).url == "https://93.184.216.34/in"
    monkeypatch.setattr(club_webhooks, "MOST", 2)
    told = problem(alice.post(HOOKS, {"name": "In", "url": "https://93.184.216.34/in"}), 422, "refused")
    assert told["detail"] == "A club has 2 webhooks at most."


def test_who_may(season: Season, people: dict[str, Caller]) -> None:
    """Officers of the club, and its keys with the scope; another club's find nothing of it."""
    cast = season.cast
    one = made(people["alice"], "https://93.184.216.34/in")["webhook"]
    for who, status, code in (("anonymous", 401, "not-authenticated"), ("bob", 403, "not-yours")):
        problem(people[who].get(HOOKS), status, code)
    key = program(cast, "webhooks")
    assert said(key.get(HOOKS))["webhooks"] == [one]
    hers = made(key, "https://93.184.216.34/key")["webhook"]
    entry = LogEntry.objects.order_by("pk").last()
    assert entry is not None
    assert (entry.user, entry.change_message) == (cast.alice, "API, key “Scoreboard”")
    problem(program(cast, "read", "manage").get(HOOKS), 403, "not-yours")
    other = ClubFactory.create(slug="other", organisers=[cast.dave, cast.alice])
    problem(program(cast, "webhooks", club=other).get(HOOKS), 403, "not-yours")
    for webhook in (one, hers):
        problem(people["dave"].get(f"clubs/other/webhooks/{webhook['id']}/"), 404, "not-found")
    mine, theirs = (WebhookEndpoint.objects.get(pk=each["id"]) for each in (one, hers))
    row = WebhookDelivery.objects.create(endpoint=theirs, message="msg", type="battle.x", status="delivered")
    problem(people["alice"].post(f"{HOOKS}{mine.pk}/deliveries/{row.pk}/again/", b""), 404, "not-found")


def test_every_message_is_as_the_schema_says(season: Season, receiver: Receiver) -> None:
    """The receiver of all tests holds each message against these very schemas; here are those of all four names."""
    document = documented.document()
    kept = document["components"]["schemas"]
    assert {name: kept[name] for name in webhook_schema.components()} == webhook_schema.components()
    desk = League(club=season.cast.club, name="The long league", slug="long")
    endpoint = WebhookEndpoint(club=season.cast.club, name="In", url=f"{receiver.origin}/in")
    endpoints.renew(endpoint)
    endpoint.save()
    league_handler.found_new(desk, {}, (), season.organiser, "api")
    season.fight()
    clerk.sweep()
    endpoints.test(endpoint)
    deliverer.deliver(endpoint.pk)
    seen = set()
    for one in receiver.taken:
        name = one.told["type"] if one.told["type"] == "leaguer.test" else one.told["type"].partition(".")[0]
        shape = document["webhooks"][name]["post"]["requestBody"]["content"]["application/json"]["schema"]
        Draft202012Validator(shape | {"components": document["components"]}).validate(one.told)
        wrong = Draft202012Validator(shape | {"components": document["components"]})
        assert not wrong.is_valid({**one.told, "type": "other"})
        assert not wrong.is_valid({**one.told, "data": {}})
        seen.add(name)
    assert seen == set(document["webhooks"])
