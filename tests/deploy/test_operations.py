"""What watches over a site: whether it lives and is ready, its numbers, the ids of requests, and what its log says."""

from __future__ import annotations

import json
import re
import sys
import time
from collections.abc import Iterator
from datetime import timedelta
from http.client import HTTPConnection
from pathlib import Path
from typing import Any
from unittest.mock import Mock
from uuid import uuid4

import pytest
import redis
from django.db import OperationalError, connection, transaction
from django.test import Client, RequestFactory
from django.utils import timezone
from pytest_django import Settings

import deploy
from api.models import issue
from battles import calling, projections
from battles.models import Sheet
from campaigns import invitations
from campaigns.models import (
    CampaignSheet,
    Club,
    Fixture,
    Invitation,
    Notice,
    OwnDiscord,
    OwnDiscordMessage,
    PushDevice,
    PushMessage,
    Round,
    Standing,
    User,
)
from campaigns.projections import SECOND
from deploy import changes, health, request_ids, waiting
from tests.cast import PASSWORD
from tests.databases import Scratch
from tests.deploy.serving import served_anew
from tests.deploy.test_cors import SCORES, a_named_site_calls_the_api
from tests.servers import free_port
from tests.where import BOTH

TOKEN = "counts-and-nothing-else"
SAMPLE = re.compile(r"^(\w+)(?:\{(.*)\})? (\S+)$", re.MULTILINE)


def ask(port: int, path: str, body: dict[str, Any] | None = None, **headers: str) -> tuple[int, dict[str, str], str]:
    line = HTTPConnection("127.0.0.1", port, timeout=60)
    sent = {name.replace("_", "-"): value for name, value in headers.items()}
    if body is None:
        line.request("GET", path, headers=sent)
    else:
        line.request("POST", path, json.dumps(body), sent | {"Content-Type": "application/json"})
    answer = line.getresponse()
    text = answer.read().decode()
    line.close()
    return answer.status, {name.lower(): value for name, value in answer.getheaders()}, text


def numbers(port: int) -> dict[str, float]:
    """What /metrics says: by name and labels, as they stand there."""
    status, _headers, text = ask(port, "/metrics", Authorization=f"Bearer {TOKEN}")
    assert status == 200
    return {f"{name}{{{labels}}}" if labels else name: float(value) for name, labels, value in SAMPLE.findall(text)}


@pytest.mark.only_on("sqlite")  # what counts and what is logged does not turn on the database
def test_a_site_that_is_watched(database: Scratch, tmp_path: Path) -> None:
    """Reports, refusals and requests count in whichever process they are answered; the log has their ids, one object a
    line, and no secret; and while nobody asks for anything it says nothing. A named site may call its API."""
    bob = User.objects.get(username="bob")
    key, battle = issue(bob), str(Sheet.objects.get(status=Sheet.Status.OPEN, title__contains="Alpha").stream)
    invited = invitations.link(Invitation.objects.create(club=Club.objects.all()[0], made_by=bob))
    code = invited.rstrip("/").rpartition("/")[2]
    report, refused, asked = str(uuid4()), str(uuid4()), "evening-of-20260501"
    file = tmp_path / "log"
    more = {"LOG_FORMAT": "json", "LOG_LEVEL": "INFO", "ACCESS_LOG": "1"}
    more |= {"METRICS_TOKEN": TOKEN, "METRICS_DIR": str(tmp_path / "metrics")}
    more |= {"CORS_ORIGINS": SCORES}
    with served_anew(database, file, **more) as served:
        for id_, side in ((refused, "nobody"), (report, "americans")):
            body = {"id": id_, "type": "Concede", "data": {"side": side}}
            address = f"/api/v1/battles/{battle}/commands/"
            ask(served.port, address, body, Authorization=f"Token {key}", X_Request_ID=asked)
        for path in (f"/join/{code}/", f"/login/?next=/join/{code}/", "/nowhere/at/all"):
            _status, headers, _text = ask(served.port, path, X_Request_ID="no id\tat all")
            assert re.fullmatch("[0-9a-f]{16}", headers["x-request-id"])
        ask(served.port, "/api/v1/token/", {"username": "bob", "password": PASSWORD})
        ask(served.port, "/api/v1/token/", {"username": "bob", "password": "a wrong-Password-1"})
        assert ask(served.port, "/healthz")[0] == 200
        status, headers, text = ask(served.port, "/readyz", Host="10.0.0.7")
        assert (status, json.loads(text)) == (200, {"ready": True, "wrong": []})
        assert ask(served.port, "/metrics")[0] == 404
        assert ask(served.port, "/metrics", Authorization=f"Bearer {TOKEN}x")[0] == 404
        told = numbers(served.port)
        began = file.stat().st_size
        time.sleep(1.5)
        assert file.stat().st_size == began, "it says something while nobody asks"
        a_named_site_calls_the_api(served.port)
    assert told['leaguer_reports_total{kind="battle",via="api"}'] == 1
    (no,) = (label for label in told if label.startswith("leaguer_refusals_total"))
    assert 'kind="battle"' in no
    assert told['leaguer_requests_total{method="GET",route="none",status="4xx"}'] >= 1
    assert told['leaguer_request_seconds_count{route="join"}'] == 1
    assert "nowhere" not in str(told), "a path is a label"
    assert (told["leaguer_database_up"], told['leaguer_waiting{what="battles"}']) == (1, 0)
    lines = [json.loads(line) for line in file.read_text().splitlines()]
    access = [line for line in lines if line.get("request") == asked]
    assert [(line["status"], line["reports"], line["battle"]) for line in access if "path" in line][-1] == (
        200,
        [report],
        battle,
    )
    assert [refused] in [line.get("reports") for line in access]
    said = file.read_text()
    assert [secret for secret in (key, code, PASSWORD, "wrong-Password", TOKEN) if secret in said] == []
    assert "/healthz" not in said


@BOTH
def test_what_is_wrong_is_named(database: Scratch, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    """A migration that is missing, a Redis that is away, a clerk that is late: each by its name, with when to ask
    again. A proxy goes on sending people to a site whose clerk is late."""
    monkeypatch.setattr(health, "FRESH", -1.0)
    port = free_port()
    settings.REDIS_URL = f"redis://:hunter2@127.0.0.1:{port}/0"
    assert wrong("/readyz") == ["redis"]
    settings.REDIS_URL = ""
    sheet = Sheet.objects.filter(status=Sheet.Status.OPEN)[0]
    since = (timezone.now() - timedelta(seconds=400)).strftime(projections.MOMENT)
    Sheet.objects.filter(pk=sheet.pk).update(status=Sheet.Status.CONFIRMED, moved_at=since)
    assert 400 <= waiting.lag() < 500
    assert dict(waiting.counts())["battles"] == 1
    assert (wrong("/readyz"), wrong("/readyz/web")) == (["clerk"], [])
    settings.CLERK_LATE = 10_000
    assert wrong("/readyz") == []
    with connection.cursor() as cursor:
        cursor.execute("DELETE FROM django_migrations WHERE app = 'battles' AND name LIKE '0002%'")
        assert wrong("/readyz/web") == ["migrations"]
        cursor.execute("DROP TABLE django_migrations")
    assert wrong("/readyz/web") == ["migrations"]


@BOTH
def test_the_clerk_is_late_at_whatever_is_due_by_the_clock(database: Scratch) -> None:
    """Not at battles alone: a worker that is gone closes no round and reminds nobody."""
    assert waiting.lag() == 0
    now = timezone.now()
    passed, coming = ((now + timedelta(seconds=by)).strftime(SECOND) for by in (-400, 4000))
    sheet, fixture = CampaignSheet.objects.filter(rounds__status="open")[0], Fixture.objects.filter(battle=None)[0]
    Round.objects.filter(campaign=sheet).update(resolved=False)
    late = {
        "deadline": Round.objects.filter(campaign=sheet),
        "orders_by": Round.objects.filter(campaign=sheet),
        "remind_at": Round.objects.filter(campaign=sheet),
        "retreat_by": Standing.objects.filter(campaign=sheet),
        "ladder_due": CampaignSheet.objects.filter(pk=sheet.pk),
    }
    for field, rows in late.items():
        with transaction.atomic():
            rows.update(**{field: passed})
            assert 399 <= waiting.lag() < 500, field
            rows.update(**{field: coming})
            assert waiting.lag() == 0, field
            transaction.set_rollback(True)
    with transaction.atomic():
        Fixture.objects.filter(pk=fixture.pk).update(remind_at=passed, date=coming)
        CampaignSheet.objects.filter(pk=fixture.campaign_id).update(status=CampaignSheet.Status.OPEN)
        assert 399 <= waiting.lag() < 500
        transaction.set_rollback(True)
    assert waiting.lag() == 0


@BOTH
def test_the_clerk_is_late_at_what_goes_out(database: Scratch, settings: Settings) -> None:
    """A message to a device or to somebody's Discord that could have been sent, and to nobody whose channel is gone."""
    bob, ago = User.objects.get(username="bob"), timezone.now() - timedelta(seconds=400)
    notice = Notice.objects.create(user=bob, kind="called", title="A game", stream=uuid4())
    device = PushDevice.objects.create(user=bob, endpoint="https://push.example/1")
    push = PushMessage.objects.create(device=device, notice=notice, position=1, next_at=ago)
    settings.PUSH = False
    assert waiting.lag() == 0
    settings.PUSH = True
    assert 400 <= waiting.lag() < 500
    push.delete()
    place = OwnDiscord.objects.create(user=bob, url="https://discord.example/1", next_at=ago)
    OwnDiscordMessage.objects.create(place=place, key="1", made_at=ago - timedelta(days=1))
    assert 400 <= waiting.lag() < 500
    assert dict(waiting.counts())["discord"] == 1
    for change in ({"next_at": timezone.now() + timedelta(hours=1)}, {"next_at": ago, "off": OwnDiscord.Off.GONE}):
        OwnDiscord.objects.update(**change)
        assert waiting.lag() == 0


def wrong(path: str) -> list[str]:
    """The parts that are named at this address."""

    def nothing(request: Any) -> Any:
        raise AssertionError(path)

    answer = health.answer_monitors(nothing)(RequestFactory().get(path))
    told = json.loads(answer.content)
    assert told["ready"] == (not told["wrong"]) == (answer.status_code == 200)
    assert ("Retry-After" in answer.headers) == (answer.status_code == 503)
    assert b"hunter2" not in answer.content
    return [one["part"] for one in told["wrong"]]


@pytest.fixture
def numbers_here(monkeypatch: pytest.MonkeyPatch, tmp_path: Path, settings: Settings) -> Iterator[None]:
    """/metrics is answered by this process, which else has no part in counting."""
    monkeypatch.setenv("PROMETHEUS_MULTIPROC_DIR", "")  # is put back as it was
    settings.METRICS, settings.METRICS_TOKEN, settings.METRICS_DIR = True, TOKEN, tmp_path / "metrics"
    yield
    if sys.modules.pop("deploy.metrics", None):
        del deploy.metrics


def test_what_redis_says_of_itself_is_logged_and_no_address() -> None:
    refused = redis.ResponseError("MISCONF Redis is unable to persist to disk")
    assert calling.cause(refused) == "ResponseError: MISCONF Redis is unable to persist to disk"
    assert calling.cause(redis.ConnectionError("redis://:hunter2@host")) == "ConnectionError"


@pytest.mark.usefixtures("numbers_here")
def test_what_is_asked_every_few_seconds_is_logged_when_it_changes(
    settings: Settings, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture, client: Client, db: None
) -> None:
    """Not with each question: a proxy and Prometheus ask all through an outage."""
    monkeypatch.setattr(health, "FRESH", -1.0)
    monkeypatch.setattr(changes, "_wrong", {})
    caplog.set_level("INFO")
    token, gone = {"Authorization": f"Bearer {TOKEN}"}, OperationalError("connection failed")

    def ask_all() -> list[int]:
        paths = ("/readyz", "/readyz/web", "/metrics") * 3
        return sorted({client.get(path, headers=token).status_code for path in paths})

    with monkeypatch.context() as away:
        settings.REDIS_URL = f"redis://:hunter2@127.0.0.1:{free_port()}/0"
        away.setattr(health, "connection", Mock(cursor=Mock(side_effect=gone)))
        away.setattr(waiting, "counts", Mock(side_effect=gone))
        assert ask_all() == [200, 503]
    said = [record.getMessage() for record in caplog.records if record.levelname == "ERROR"]
    assert sorted(one.partition(":")[0] for one in said) == [
        "/metrics, the broker",
        "/metrics, the database",
        "/readyz",
        "/readyz/web",
    ], said
    assert "connection failed" in str(said)
    told = {f"{record.msg}" for record in caplog.records}
    assert {"/readyz: busy redis-away: %s", "/metrics, the broker: redis-away: %s"} <= told, "what Sentry is told"
    assert "hunter2" not in str(said)
    settings.REDIS_URL = ""
    caplog.clear()
    assert ask_all() == [200]
    assert [(one.levelname, "well again" in one.getMessage()) for one in caplog.records] == [("INFO", True)] * 3


def test_who_may_read_the_numbers(settings: Settings) -> None:
    """By network: past a proxy, of whom the proxy says that it was."""
    from ipaddress import ip_network

    def may(address: str, **headers: str) -> bool:
        return health.may_read(RequestFactory().get("/metrics", REMOTE_ADDR=address, headers=headers))

    settings.METRICS_FROM, settings.METRICS_TOKEN = (ip_network("10.1.0.0/16"), ip_network("2001:db8::7")), TOKEN
    settings.PROXIES = 0
    assert may("10.1.2.3")
    assert may("::ffff:10.1.2.3")
    assert may("2001:db8::7")
    assert not may("2001:db8::8")
    assert not may("127.0.0.1", X_Forwarded_For="10.1.2.3")
    assert not may("127.0.0.1", Authorization=f"Token {TOKEN}")
    assert may("127.0.0.1", Authorization=f"Bearer {TOKEN}")
    settings.PROXIES = 1
    assert may("127.0.0.1", X_Forwarded_For="1.2.3.4, 10.1.2.3")
    assert not may("127.0.0.1", X_Forwarded_For="10.1.2.3, 1.2.3.4")
    assert not may("192.0.2.1", X_Forwarded_For="10.1.2.3", Authorization="Bearer é"), "no proxy of ours"


@pytest.mark.parametrize(
    "brought", ["short", "a b-12345678", "x" * 65, "-leading-1234", "evil\r\nX-More: 1", "ünïcode-123"]
)
def test_an_id_that_is_not_well_formed_is_replaced(brought: str) -> None:
    from django.http import HttpResponse

    request = RequestFactory().get("/")
    request.META["HTTP_X_REQUEST_ID"] = brought
    answer = request_ids.numbered(lambda request: HttpResponse())(request)
    assert re.fullmatch("[0-9a-f]{16}", answer.headers["X-Request-ID"])
    assert request_ids.now() is None
