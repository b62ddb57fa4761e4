"""A site that asks everybody for a second step, or a passkey: at pages, at the API, for tokens and for lent seats."""

from __future__ import annotations

import pytest
from django.test import Client
from pytest_django import Settings

from campaigns import second_factor
from campaigns.models import User
from tests.api.conftest import Caller, problem, said
from tests.cast import PASSWORD, Cast
from tests.pages import shots
from tests.pages.conftest import as_
from tests.pages.test_second_factor import CODE, PAGE, Phone, is_in, log_in, on

pytestmark = pytest.mark.django_db


@pytest.fixture
def bob(cast: Cast) -> User:
    return cast.bob


@pytest.fixture
def phone(bob: User, monkeypatch: pytest.MonkeyPatch) -> Phone:
    return Phone(bob, monkeypatch)


@pytest.fixture
def of_all(settings: Settings) -> None:
    settings.SECOND_STEP = "all"


@pytest.mark.usefixtures("of_all")
def test_a_site_may_ask_everybody_for_it(bob: User, phone: Phone) -> None:
    client = log_in()
    for path in ("/", "/account/", "/account/password/", "/notices/", "/systems/", "/account/all/"):
        answer = client.get(path)
        assert (answer.status_code, answer.headers["Location"]) == (302, PAGE), path
    page = client.get(PAGE).content.decode()
    assert "Set it up first, or come in by a passkey" in page
    assert client.get("/api/v1/me/").json()["code"] == "second-step"
    client.post(PAGE, {"do": "begin", "password": PASSWORD})
    client.post(PAGE, {"do": "confirm", "code": phone.shows()})
    assert is_in(client)
    assert client.get("/api/v1/me/").status_code == 200
    assert Client().get("/systems/").status_code == 200, "who is a stranger reads what strangers read"
    anew = log_in()
    assert not is_in(anew)
    assert anew.post(CODE, {"code": phone.waits()}).status_code == 302
    assert is_in(anew)


@pytest.mark.usefixtures("of_all")
def test_a_site_that_asks_everybody_asks_programs_and_lent_seats(bob: User, phone: Phone, cast: Cast) -> None:
    asked = {"username": "bob", "password": PASSWORD}
    assert "this account has none" in problem(Caller().post("token/", asked), 401, "second-step")["detail"]
    battle = shots.face_down(bob, cast.carol, "Defensive Driver").stream
    carol = as_(cast.carol)
    session = carol.session
    session[second_factor.GIVEN] = True
    session.save()
    page = carol.post(f"/battles/{battle}/seat/", asked | {"act": "login"})
    assert (page.status_code, "this account has none" in page.content.decode()) == (422, True)
    on(bob, phone)
    assert said(Caller().post("token/", asked | {"code": phone.shows()}))["token"]


def test_the_office_is_not_entered_by_the_api_without_it(cast: Cast, settings: Settings, phone: Phone) -> None:
    """A key of the club does all that its office does: made by a password alone, it would go round the second step."""
    made = {"name": "board", "scopes": ["read"], "days": 9}
    club = cast.club
    club.organisers.add(cast.bob)
    token, session = Caller(cast.bob), as_(cast.bob)
    places = (f"clubs/{club.slug}/keys/", f"clubs/{club.slug}/webhooks/")
    for path in places:
        assert token.get(path).status_code == session.get(f"/api/v1/{path}").status_code == 200
    settings.SECOND_STEP = "office"
    for path in places:
        problem(token.get(path), 401, "second-step")
        assert session.get(f"/api/v1/{path}").json()["code"] == "second-step"
    problem(token.post(places[0], made), 401, "second-step")
    assert session.get("/api/v1/me/").status_code == 200, "it is asked of whoever enters the office alone"
    on(cast.bob, phone)
    for path in places:
        assert token.get(path).status_code == session.get(f"/api/v1/{path}").status_code == 200
    key = said(token.post(places[0], made | {"scopes": ["webhooks"]}))["token"]
    program = Caller()
    program.headers = {"Authorization": f"Bearer {key}"}
    assert program.get(places[1]).status_code == 200
