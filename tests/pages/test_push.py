"""Phones are told once that their person is waited for, and only they can read it."""

from __future__ import annotations

import json
from base64 import urlsafe_b64decode
from collections.abc import Iterator
from datetime import timedelta
from uuid import uuid4

import pytest
from django.core.exceptions import ImproperlyConfigured
from django.core.management import call_command
from django.test import RequestFactory
from django.utils import timezone
from pytest_django import Settings

from battles import handler
from battles.live import Watch
from battles.reports import Report
from campaigns import clerk, erasure
from campaigns.models import Notice, OpenPage, PushDevice, PushMessage, User
from campaigns.outgoing import addresses
from campaigns.push import devices, keys, presence, sender
from deploy import doctor, environment
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream import codec
from tests.cast import Cast
from tests.pages.conftest import Table, as_
from tests.pages.kept import cast, kept_table, table
from tests.push_service import Service, serving

__all__ = ["cast", "kept_table", "table"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as found:
        yield found


def ask(service: Service, table: Table, user: User, name: str = "phone") -> int:
    return as_(user).post(f"{table.url}push/", service.subscription(name)).status_code


def told(table: Table, user: User, lines: str) -> None:
    for command in table.commands(lines):
        report = Report(str(uuid4()), type(command).__name__, codec.encode(command))
        handler.execute(table.battle, [report], Who(str(user.pk)), "page")


def work() -> int:
    """The clerk comes by; how many messages went out."""
    clerk.sweep()
    return sender.send_due()


def test_your_turn_reaches_a_phone_once_and_in_secret(table: Table, cast: Cast, service: Service) -> None:
    assert ask(service, table, cast.bob) == 204
    assert work() == 0  # what stood before they asked is on their screen
    told(table, cast.carol, "deploy red-1")
    assert work() == 0
    told(table, cast.carol, "deploy red-2")
    assert (work(), work()) == (1, 0)
    (path, headers), (message,) = service.got[0], service.told
    url = f"/battles/{table.battle}/"
    assert message == {"title": table.sheet.called, "body": "It is your turn.", "url": url, "tag": table.battle}
    assert path == "/phone"
    signed, _comma, key = headers["authorization"].removeprefix("vapid t=").partition(",k=")
    about, claims = (json.loads(urlsafe_b64decode(part + "==")) for part in signed.split(".")[:2])
    assert (about["alg"], claims["aud"], key) == ("ES256", service.origin, keys.public_key())
    assert (headers["ttl"], headers["urgency"], headers["topic"]) == ("14400", "high", table.battle.replace("-", ""))
    told(table, cast.bob, "deploy alpha-1")
    assert work() == 0
    told(table, cast.carol, "move red-1 1\nmove red-2 2")
    assert (work(), len(service.told)) == (1, 2)
    (undone,) = handler.replay(table.battle)[2][-1:]
    undo = Report(str(uuid4()), "Undo", f'{{"position": {undone.position}, "reason": ""}}')
    handler.execute(table.battle, [undo], Who(str(cast.carol.pk)), "page")
    assert work() == 0
    told(table, cast.carol, "move red-2 2")
    assert work() == 0  # the same turn, told again
    table.play("concede soviets")
    assert work() == 1
    assert service.told[-1]["body"] == "It is for you to confirm the outcome."


def test_a_proposal_to_undo_is_told_and_the_undo_itself_is_not(table: Table, cast: Cast, service: Service) -> None:
    table.play("deploy red-1\ndeploy red-2\ndeploy alpha-1\nmove red-1 1\nmove red-2 2")
    told(table, cast.bob, "move alpha-1 1")
    row = table.head + 1
    told(table, cast.bob, "fire alpha-1 red-1 cover=no dice=6,6,6,6,6 defence=1,1,1")
    ask(service, table, cast.carol)
    undo = Report(str(uuid4()), "Undo", f'{{"position": {row}, "reason": "wrong"}}')
    receipt = handler.execute(table.battle, [undo], Who(str(cast.bob.pk)), "page")
    assert receipt.state.proposal is not None, "Leaguer has drawn a card for the shot, so she is asked"
    assert work() == 1
    assert service.told[-1]["body"] == "You are asked to agree."


def test_what_a_push_service_answers_is_heeded(table: Table, cast: Cast, service: Service) -> None:
    ask(service, table, cast.bob)
    service.answers = [429, 302, 201]
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    assert work() == 0
    for sent in (0, 1):  # it is not followed where it sends us, and tried again
        assert sender.send_due() == 0
        PushMessage.objects.update(next_at=timezone.now())
        assert sender.send_due() == sent
    assert [path for path, _headers in service.got] == ["/phone"] * 3
    service.answers = [410]
    told(table, cast.bob, "deploy alpha-1")
    told(table, cast.carol, "move red-1 1\nmove red-2 2")
    work()
    assert not PushDevice.objects.exists()


def test_a_service_that_cannot_be_reached_is_given_up_after_some_tries(
    table: Table, cast: Cast, service: Service, settings: Settings
) -> None:
    settings.PUSH_HOSTS = ["http://127.0.0.1:9"]
    device = {**service.subscription(), "endpoint": "http://127.0.0.1:9/x"}
    assert as_(cast.bob).post(f"{table.url}push/", device).status_code == 204
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    work()
    for tries in range(1, sender.MOST_TRIES):
        assert PushMessage.objects.get().tries == tries
        PushMessage.objects.update(next_at=timezone.now())
        sender.send_due()
    assert not PushMessage.objects.exists()


def test_a_page_that_is_open_keeps_the_phone_quiet(table: Table, cast: Cast, service: Service) -> None:
    ask(service, table, cast.bob)
    watch = Watch(table.battle, str(cast.bob.pk), "", "", 0)
    presence.note([watch], [])
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    assert work() == 0
    assert PushMessage.objects.get().waited
    presence.note([], [watch])  # it was put away
    PushMessage.objects.update(next_at=timezone.now())
    assert sender.send_due() == 1
    told(table, cast.bob, "deploy alpha-1")
    told(table, cast.carol, "move red-1 1\nmove red-2 2")
    presence.note([watch], [])
    work()
    PushMessage.objects.filter(waited=True).update(next_at=timezone.now())
    assert sender.send_due() == 0  # they have had it before their eyes
    assert len(service.told) == 1


def test_old_news_and_what_is_over_are_not_told(table: Table, cast: Cast, service: Service) -> None:
    ask(service, table, cast.bob)
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    clerk.sweep()
    told(table, cast.bob, "deploy alpha-1")
    clerk.sweep()
    assert sender.send_due() == 0
    call_command("rebuild", verbosity=0)
    assert work() == 0
    with pytest.MonkeyPatch.context() as patch:  # as a battle that is imported, or a clerk that stood still
        patch.setattr("campaigns.notices.in_battles.LATE", timedelta(0))
        told(table, cast.carol, "move red-1 1\nmove red-2 2")
        assert work() == 0
    assert service.told == []


def test_a_device_is_told_so_often_an_hour(
    table: Table, cast: Cast, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr("campaigns.push.sender.MOST_AN_HOUR", 1)
    ask(service, table, cast.bob)
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    assert work() == 1
    told(table, cast.bob, "deploy alpha-1")
    told(table, cast.carol, "move red-1 1\nmove red-2 2")
    assert work() == 0


@pytest.mark.parametrize(
    "endpoint",
    [
        *("http://fcm.googleapis.com/x", "https://127.0.0.1/x", "https://fcm.googleapis.com:8443/x", "https://[::1]/x"),
        *("https://fcm.googleapis.com@10.0.0.1/x", "https://evil.fcm.googleapis.com/x", "https://push.apple.com/x"),
        *(
            "https://notpush.apple.com/x",
            "file:///etc/passwd",
            "",
            "https://[",
            "https://fcm.googleapis.com/" + "x" * 999,
        ),
    ],
)
def test_nobody_makes_the_site_send_elsewhere(endpoint: str) -> None:
    with pytest.raises(Refused, match="no address at a push service"):
        devices.check_endpoint(endpoint)


def test_the_known_services_are_sent_to_unless_they_lead_inside(monkeypatch: pytest.MonkeyPatch) -> None:
    for host in ("fcm.googleapis.com", "updates.push.services.mozilla.com", "web.push.apple.com"):
        devices.check_endpoint(f"https://{host}/x")
    inside = [(2, 1, 6, "", ("93.184.216.34", 443)), (2, 1, 6, "", ("10.0.0.7", 443))]
    monkeypatch.setattr("socket.getaddrinfo", lambda *args, **named: inside)
    with pytest.raises(addresses.Forbidden, match="public network"):
        sender._Session().post("https://fcm.googleapis.com/x", b"", {})


def test_a_device_goes_with_the_login_the_password_and_the_person(table: Table, cast: Cast, service: Service) -> None:
    client = as_(cast.bob)
    client.post(f"{table.url}push/", service.subscription())
    assert client.get(f"{table.url}push/", {"endpoint": f"{service.origin}/phone"}).json()["known"] is True
    client.post("/logout/")
    assert not PushDevice.objects.exists()
    cast.alice.is_staff = True
    cast.alice.save()
    office = as_(cast.alice)
    office.post(f"{table.url}push/", service.subscription())
    assert PushDevice.objects.count() == 1
    left = office.post("/admin/logout/")
    assert (left.status_code, left.headers["Clear-Site-Data"]) == (302, '"cache"')
    assert "no-store" in left.headers["Cache-Control"]
    assert office.get("/account/").status_code == 302
    assert not PushDevice.objects.exists()
    ask(service, table, cast.bob)
    assert "Tell" not in as_(cast.bob).get("/account/").content.decode().split('id="devices"')[0].split("<main")[1]
    page = as_(cast.bob).get("/account/").content.decode()
    assert "Stop telling A browser" in page
    as_(cast.bob).post("/account/devices/stop/", {"device": PushDevice.objects.get().pk})
    assert not PushDevice.objects.exists()
    ask(service, table, cast.bob)
    devices.EndedByPassword().password_changed("new", cast.bob)
    assert not PushDevice.objects.exists()
    ask(service, table, cast.bob)
    assert Notice.objects.filter(user=cast.bob).exists()
    OpenPage.objects.create(user=cast.bob, stream=table.battle, until=timezone.now())
    erasure.forget_person(cast.bob, "ops", "asked to")
    assert not any(model.objects.filter(user=cast.bob).exists() for model in (PushDevice, Notice, OpenPage))


def test_a_browser_has_one_account_and_an_account_so_many(table: Table, cast: Cast, service: Service) -> None:
    assert ask(service, table, cast.bob) == ask(service, table, cast.bob) == ask(service, table, cast.carol) == 204
    assert PushDevice.objects.get().user == cast.carol
    for number in range(devices.MOST):
        assert ask(service, table, cast.bob, str(number)) == 204
    answer = as_(cast.bob).post(f"{table.url}push/", service.subscription("one-more"))
    assert (answer.status_code, "10 devices" in answer.json()["told"]) == (422, True)
    for wrong in ({"p256dh": "x"}, {"auth": "AAAA"}, {"endpoint": "http://10.0.0.1/"}):
        assert as_(cast.dave).post(f"{table.url}push/", {**service.subscription(), **wrong}).status_code == 422
    agent = "Mozilla/5.0 (Android 14; Mobile; rv:140.0) Gecko/140.0 Firefox/140.0"
    assert devices.label(RequestFactory().get("/", headers={"user-agent": agent})) == "Firefox on Android"


def test_without_push_nothing_is_offered(table: Table, cast: Cast, settings: Settings, service: Service) -> None:
    ask(service, table, cast.bob)
    settings.PUSH = False
    assert as_(cast.bob).get(f"{table.url}push/").status_code == 404
    assert ask(service, table, cast.bob) == 404
    assert 'id="devices"' not in as_(cast.bob).get("/account/").content.decode()
    told(table, cast.carol, "deploy red-1\ndeploy red-2")
    assert work() == 0
    assert doctor.push().good
    assert as_(cast.erin).get("/account/").status_code == 200


def test_the_settings_say_whom_push_services_hear(settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    made = keys.public_key()
    settings.VAPID_KEY = "AAECAwQFBgcICQoLDA0ODxAREhMUFRYXGBkaGxwdHh8"
    assert len(made) == len(keys.public_key()) == 87
    assert made != keys.public_key()
    monkeypatch.setenv("VAPID_KEY", "short")
    with pytest.raises(ImproperlyConfigured, match="VAPID_KEY"):
        environment.vapid_key()
    monkeypatch.setenv("PUSH_HOSTS", "http://push.lan:8080")
    assert environment.push_hosts(production=False) == ["http://push.lan:8080"]
    with pytest.raises(ImproperlyConfigured, match="PUSH_HOSTS"):
        environment.push_hosts(production=True)
