"""A fresh site: its code makes the first administrator, once, and leads to a campaign and a link for the players."""

from __future__ import annotations

import json
import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.core.management import call_command
from django.db import connection
from django.test import Client
from playwright.sync_api import ViewportSize, expect
from pytest_django import Settings
from pytest_django.live_server_helper import LiveServer

from campaigns import first_run, handler, login_throttle
from campaigns.demo import load
from campaigns.models import Campaign, Club, Invitation, User
from campaigns.season_templates import file
from rules.adjudicate import Who
from tests.axe import grave
from tests.browsing import Tabs
from tests.campaigns.smtp import postbox
from tests.cast import CampaignFactory, Cast
from tests.length import in_soak
from tests.pages.conftest import as_, follow
from tests.pages.test_layout import JUTS_OUT, THUMB, TOO_SMALL
from tests.servers import free_port

PASSWORD = "eleven wet mules"
PHONE_390: ViewportSize = {"width": 390, "height": 844}


def account(name: str = "alice", code: str = "") -> dict[str, str]:
    said = code or first_run.code()
    return {"code": said, "username": name, "email": f"{name}@x.example", "password1": PASSWORD, "password2": PASSWORD}


@pytest.mark.django_db
def test_the_first_page_leads_there_and_the_code_lets_in_once() -> None:
    client = Client()
    assert "/welcome/" in client.get("/").content.decode()
    response = client.post("/welcome/", account(code=first_run.code().lower().replace("-", " ")))
    assert (response.status_code, response.headers["Location"]) == (302, "/welcome/club/")
    alice = User.objects.get()
    assert (alice.is_superuser, alice.is_staff, alice.check_password(PASSWORD)) == (True, True, True)
    assert client.get("/welcome/club/").status_code == 200
    assert client.get("/welcome/").status_code == Client().post("/welcome/", account("eve")).status_code == 404
    assert "/welcome/" not in Client().get("/").content.decode()
    assert User.objects.count() == 1


@pytest.mark.django_db
def test_a_code_of_before_lets_nobody_in_where_the_last_administrator_is_gone() -> None:
    """It stands in logs and on a piece of paper. Whoever runs the machine has another one printed."""
    before, client = first_run.code(), Client()
    client.post("/welcome/", account())
    User.objects.update(is_active=False)
    page = Client().post("/welcome/", account("eve", before))
    assert page.status_code == 422
    assert "This is not the code" in page.content.decode()
    told = StringIO()
    call_command("welcome", "--code", stdout=told)
    assert before not in told.getvalue()
    assert Client().post("/welcome/", account("eve", told.getvalue().split()[-1])).status_code == 302
    assert User.objects.get(username="eve").is_superuser


@pytest.mark.django_db
def test_the_first_page_of_a_fresh_site_leads_to_a_guided_evening() -> None:
    client = Client()
    assert "/welcome/?then=sample" in client.get("/").content.decode()
    assert client.post("/welcome/?then=sample", account()).headers["Location"] == "/sample/"
    assert "Make a sample and begin" in client.get("/sample/").content.decode()
    assert 'href="/sample/"' in client.get("/").content.decode(), "until there is a campaign"


@pytest.mark.django_db
def test_where_the_demo_is_a_tap_begins_the_evening_but_never_in_production(settings: Settings, cast: Cast) -> None:
    assert load.PASSWORD not in Client().get("/").content.decode()
    CampaignFactory.create(pk=load.CAMPAIGN, club=cast.club, stream=load.CAMPAIGN)
    assert load.PASSWORD in Client().get("/").content.decode()
    assert "guided evening" not in as_(cast.bob).get("/").content.decode(), "who may have no sample"
    settings.PRODUCTION = True
    assert load.PASSWORD not in Client().get("/").content.decode()


@pytest.mark.django_db
def test_a_wrong_code_makes_nothing_and_is_not_guessed() -> None:
    client = Client()
    for n in range(login_throttle.TRIES):
        response = client.post("/welcome/", account(code=f"AAAA-{n:04}"))
        assert response.status_code == 422
        assert "not the code" in response.content.decode()
    while (response := client.post("/welcome/", account(code="AAAA-AAAA"))).status_code == 422:
        pass
    assert response.status_code == 429
    assert client.post("/welcome/", account()).status_code == 429  # the right one waits, too
    assert not User.objects.exists()


@pytest.mark.django_db
def test_a_bad_password_or_a_name_that_is_taken_is_said_and_the_code_is_no_try(cast: Cast) -> None:
    client = Client()
    for _ in range(2 * login_throttle.TRIES):
        response = client.post("/welcome/", account("bob"))
        assert response.status_code == 422
    response = client.post("/welcome/", account("bobby") | {"password1": "1", "password2": "1"})
    assert response.status_code == 422
    assert not User.objects.filter(is_superuser=True).exists()


@pytest.mark.django_db(transaction=True)
def test_of_several_at_once_one_administers() -> None:
    def come(n: int) -> int:
        try:
            return Client().post("/welcome/", account(f"player-{n}")).status_code
        finally:
            connection.close()

    with ThreadPoolExecutor(4) as pool:
        answers = sorted(pool.map(come, range(4)))
    assert answers == [302, 404, 404, 404]
    assert User.objects.filter(is_superuser=True).count() == User.objects.count() == 1


@pytest.mark.django_db
def test_mail_is_tried_and_the_servers_answer_can_be_read(settings: Settings, cast: Cast) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    cast.alice.is_superuser, cast.alice.email = True, "alice@steel.example"
    cast.alice.save()
    client = as_(cast.alice)
    settings.MAIL = False
    assert "EMAIL_URL" in client.get("/welcome/mail/").content.decode()
    settings.MAIL = True
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", free_port()
    response = client.post("/welcome/mail/")
    assert response.status_code == 422
    assert "refused" in response.content.decode()
    with postbox() as post:
        settings.EMAIL_PORT = post.port
        assert "took the message" in client.post("/welcome/mail/").content.decode()
        assert post.subjects == ["Leaguer can write to you"]


@pytest.mark.django_db
def test_who_does_not_administer_sets_nothing_up(cast: Cast) -> None:
    for user in (cast.alice, cast.bob):
        for place in ("club", "mail", "people"):
            assert as_(user).get(f"/welcome/{place}/").status_code == 404
            assert as_(user).post(f"/welcome/{place}/").status_code == 404
    cast.alice.is_staff = True
    cast.alice.save()
    other = Club.objects.create(name="Another", slug="another")
    said = {"template": "friendly", "system": "tanks", "club": other.pk, "name": "Theirs"}
    assert as_(cast.bob).post("/campaigns/new/", said).status_code == 404
    assert as_(cast.alice).post("/campaigns/new/", said).status_code == 422  # not a club of hers
    assert not Campaign.objects.exists()
    assert as_(cast.alice).post("/campaigns/new/", said | {"club": cast.club.pk}).status_code == 302
    assert Campaign.objects.get().club == cast.club


@pytest.mark.django_db
def test_a_template_goes_from_one_campaign_to_another_as_a_file(cast: Cast) -> None:
    cast.alice.is_staff = True
    cast.alice.save()
    alice = as_(cast.alice)
    said = {"template": "war", "system": "tanks", "club": str(cast.club.pk), "name": "The first"}
    alice.post("/campaigns/new/", said)
    first = Campaign.objects.get()
    handler.open_campaign(first, Who(str(cast.alice.pk), referee=True), "page")
    place = f"/campaigns/{first.pk}/template.json"
    assert (as_(cast.bob).get(place).status_code, Client().get(place).status_code) == (404, 302)
    saved = alice.get(place)
    assert 'filename="the-first.leaguer.json"' in saved.headers["Content-Disposition"]
    sent = said | {"template": "file", "name": "The second", "upload": SimpleUploadedFile("x.json", saved.content)}
    assert alice.post("/campaigns/new/", sent).status_code == 302
    assert Campaign.objects.get(name="The second").map == Campaign.objects.get(name="The first").map
    wrong = {"format": file.FORMAT, "template": {"name": "x", "terms": {"purse": -3}}}
    for content in (json.dumps(wrong).encode(), b"\x00", b""):
        response = alice.post("/campaigns/new/", sent | {"upload": SimpleUploadedFile("x.json", content)})
        assert response.status_code == 422
    assert Campaign.objects.count() == 2


@in_soak(
    "tests/pages/test_club_evening.py::test_a_small_evening",
)
@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_from_the_code_to_the_first_round_by_phone(live_server: LiveServer, tabs: Tabs) -> None:
    """By touch at 390 px, and nothing typed but names and a password."""
    page = tabs.open(None, size=PHONE_390, script=True, touch=True)
    page.goto(live_server.url)
    looked_at: list[str] = []

    def look() -> None:
        looked_at.append(page.url)
        assert not page.evaluate(JUTS_OUT), page.url
        assert not grave(page), page.url
        if "/admin/" not in page.url:
            assert not page.evaluate(TOO_SMALL, THUMB), page.url

    follow(page.get_by_role("link", name="Set it up"))
    look()
    for label, text in (("Code", first_run.code()), ("Your name", "alice")):
        page.get_by_label(label, exact=True).fill(text)
    page.locator("[name=password1]").fill(PASSWORD)
    page.locator("[name=password2]").fill(PASSWORD)
    follow(page.get_by_role("button", name="Make the account"))
    look()
    page.locator("[name=name]").fill("Steel Club")
    follow(page.get_by_role("button", name="Save and go on"))
    look()
    follow(page.get_by_role("link", name="Go on"))
    look()
    page.get_by_text("A one-day Swiss").click()
    page.locator("[name=name]").fill("Autumn cup")
    follow(page.get_by_role("button", name="Look at it"))
    follow(page.get_by_role("button", name=re.compile("open", re.IGNORECASE)).last)
    desk = Campaign.objects.get()
    assert desk.is_open
    page.goto(f"{live_server.url}/welcome/people/")
    follow(page.get_by_role("button", name="Make a link"))
    look()
    link = page.locator("#link").input_value()
    assert Invitation.objects.get().campaign == desk

    player = tabs.open(None, size=PHONE_390, script=True, touch=True)
    player.goto(live_server.url + link.partition("8000")[2])
    player.locator("[name=username]").fill("bob")
    player.locator("[name=password1]").fill(PASSWORD)
    player.locator("[name=password2]").fill(PASSWORD)
    follow(player.get_by_role("button", name="Make the account"))
    expect(player.get_by_role("heading", name="Autumn cup")).to_be_visible()
    assert len(set(looked_at)) == 5
