"""Following an invitation: with an account, without one, too late, and with bad intentions."""

from __future__ import annotations

import html
import re
from concurrent.futures import ThreadPoolExecutor
from datetime import timedelta
from threading import Barrier

import pytest
from django.db import connections
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns import invitations, login_throttle, passwords
from campaigns.models import Campaign, Invitation, User
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import Table, as_

pytestmark = pytest.mark.django_db
NEW = {"username": "frank", "email": "", "password1": "ring of columns 66", "password2": "ring of columns 66"}


@pytest.fixture
def invitation(cast: Cast) -> Invitation:
    return Invitation.objects.create(club=cast.club, made_by=cast.alice)


def at(invitation: Invitation) -> str:
    return invitations.link(invitation).removeprefix("http://localhost:8000")


def members(cast: Cast) -> set[str]:
    return set(cast.club.members.values_list("username", flat=True))


def test_a_stranger_makes_an_account_and_is_inside(cast: Cast, invitation: Invitation) -> None:
    client = Client()
    page = client.get(at(invitation), follow=True).content.decode()
    assert "Steel Club" in page
    assert "alice invites you" in page
    client.post("/language/setlang/", {"language": "de"})
    response = client.post(at(invitation), NEW | {"email": "frank@steel.example"}, follow=True)
    assert response.redirect_chain == [("/", 302)]
    frank = User.objects.get(username="frank")
    assert (frank.email, frank.language, frank.is_staff) == ("frank@steel.example", "de", False)
    assert str(frank.pk) == client.session["_auth_user_id"]
    assert members(cast) == {"bob", "carol", "frank"}
    assert Client().login(username="frank", password=NEW["password1"])


@pytest.mark.parametrize("place", ["join", "password"])
def test_what_makes_no_password_is_one_line_that_unfolds(cast: Cast, invitation: Invitation, place: str) -> None:
    """Nobody reads six rules before they have typed anything; what is wrong with a password is told of it then."""
    client = Client() if place == "join" else as_(cast.bob)
    page = client.get(at(invitation) if place == "join" else "/account/password/", follow=True).content.decode()
    (folded,) = re.findall(r'<details class="more"><summary>(.*?)</summary>(.*?)</details>', page, re.DOTALL)
    assert "At least 8 characters, hard to guess" in folded[0]
    assert {*re.findall("<li>(.*?)</li>", html.unescape(folded[1]))} == {*passwords.told()}
    assert re.search(r'name="(new_)?password1"[^>]*aria-describedby="(\w+)".*id="\2"', page, re.DOTALL)
    assert page.count("be a commonly used password") == 1
    assert "<li></li>" not in page


def test_the_line_says_the_length_that_is_asked_for(invitation: Invitation, settings: Settings) -> None:
    name = "django.contrib.auth.password_validation.MinimumLengthValidator"
    settings.AUTH_PASSWORD_VALIDATORS = [{"NAME": name, "OPTIONS": {"min_length": 12}}]
    assert "At least 12 characters, hard to guess" in Client().get(at(invitation), follow=True).content.decode()


def test_someone_with_an_account_logs_in_and_comes_in(cast: Cast, invitation: Invitation) -> None:
    client = Client()
    page = client.get(at(invitation), follow=True).content.decode()
    login = re.findall(r'<main.*?href="(/login/\?next=[^"]+)"', page, re.DOTALL)[0]
    response = client.post(login, {"username": "dave", "password": PASSWORD})
    assert response.headers["Location"] == "/join/"
    assert "Come in as" in client.get(at(invitation), follow=True).content.decode()
    assert "dave" not in members(cast)  # looking is not coming
    assert "Welcome to the club Steel Club." in client.post(at(invitation), follow=True).content.decode()
    assert "dave" in members(cast)


def test_a_member_is_told_so_and_uses_nothing_up(cast: Cast, invitation: Invitation) -> None:
    Invitation.objects.update(revoked_at=timezone.now())
    page = as_(cast.bob).get(at(invitation), follow=True).content.decode()
    assert "You belong to the club Steel Club already." in page


def test_one_for_a_campaign_leads_there(table: Table) -> None:
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    one = Invitation.objects.create(club=table.cast.club, made_by=table.cast.alice, campaign=table.desk)
    assert "Fulda 1985" in Client().get(at(one), follow=True).content.decode()
    response = as_(table.cast.dave).post(at(one))
    assert response.headers["Location"] == f"/campaigns/{table.campaign}/"


def test_one_for_a_campaign_that_is_not_open_tells_nothing_of_it(table: Table) -> None:
    Campaign.objects.update(stream=None)
    one = Invitation.objects.create(club=table.cast.club, made_by=table.cast.alice, campaign=table.desk)
    assert "Fulda" not in Client().get(at(one), follow=True).content.decode()
    assert as_(table.cast.dave).post(at(one)).headers["Location"] == "/"


@pytest.mark.parametrize(
    ("changed", "why"),
    [
        ({"uses": 0}, "has been used up"),
        ({"expires_at": timezone.now() - timedelta(days=1)}, "has expired"),
        ({"revoked_at": timezone.now()}, "was withdrawn"),
    ],
)
def test_one_that_is_over_says_so_plainly(
    cast: Cast, invitation: Invitation, changed: dict[str, object], why: str
) -> None:
    Invitation.objects.update(**changed)
    for client in (Client(), as_(cast.dave)):
        for response in (client.get(at(invitation), follow=True), client.post(at(invitation), NEW)):
            assert response.status_code == 410
            assert why in response.content.decode()
            assert "Ask an organiser" in response.content.decode()
    assert not User.objects.filter(username="frank").exists()
    assert "dave" not in members(cast)


def test_one_that_was_never_made_is_no_page(cast: Cast, invitation: Invitation) -> None:
    for address in ("/join/x/", "/join/1.abc/", at(invitation)[:-2] + "/"):
        assert Client().get(address).status_code == 404
        assert Client().post(address, NEW).status_code == 404


NOT_TAKEN = (
    ({"username": "bob"}, "already exists"),
    ({"username": "BOB"}, "already exists"),
    ({"username": "a b"}, "valid username"),
    ({"username": ""}, "required"),
    ({"password2": "something else"}, "match"),
    ({"password1": "12345678", "password2": "12345678"}, "too common"),
    ({"password1": "frank-66", "password2": "frank-66"}, "similar"),
    ({"email": "nonsense"}, "valid email"),
)


def test_an_account_is_one_that_django_would_take(cast: Cast, invitation: Invitation) -> None:
    before = User.objects.count()
    for changed, said in NOT_TAKEN:
        response = Client().post(at(invitation), NEW | changed)
        assert response.status_code == 422, changed
        assert said in response.content.decode()
    assert User.objects.count() == before
    assert Invitation.objects.get().uses == 1


def test_an_address_that_is_taken_is_not_told(cast: Cast, invitation: Invitation) -> None:
    User.objects.filter(pk=cast.bob.pk).update(email="bob@steel.example")
    assert Client().post(at(invitation), NEW | {"email": "bob@steel.example"}).status_code == 302


def test_asking_for_names_has_to_pause(cast: Cast, invitation: Invitation) -> None:
    asked = NEW | {"username": "bob"}
    for _try in range(login_throttle.TRIES):
        assert Client().post(at(invitation), asked).status_code == 422
    for name in ("bob", "frank"):
        response = Client().post(at(invitation), NEW | {"username": name})
        assert response.status_code == 429
        page = response.content.decode()
        assert "Too many wrong tries. Wait 5 minutes" in page
        assert "already exists" not in page
        assert f'value="{name}"' in page  # nothing typed is lost, but passwords
        assert NEW["password1"] not in page
    assert Client(REMOTE_ADDR="192.0.2.7").post(at(invitation), NEW).status_code == 302


def test_a_form_of_another_site_does_nothing(cast: Cast, invitation: Invitation) -> None:
    for user in (None, cast.dave):
        client = Client(enforce_csrf_checks=True)
        if user:
            client.force_login(user)
        assert client.post(at(invitation), NEW).status_code == 403
    assert members(cast) == {"bob", "carol"}


def test_it_leads_to_no_other_site(cast: Cast, invitation: Invitation) -> None:
    response = Client().post(at(invitation) + "?next=https://elsewhere.example/", NEW | {"next": "//elsewhere.example"})
    assert response.headers["Location"] == "/"


def test_search_engines_and_caches_keep_out(invitation: Invitation) -> None:
    response = Client().get(at(invitation))
    assert response.headers["X-Robots-Tag"] == "noindex"
    assert "no-store" in response.headers["Cache-Control"]
    assert response.headers["Referrer-Policy"] == "same-origin"


@pytest.mark.django_db(transaction=True)
def test_two_strangers_take_the_last_use_and_one_account_is_made(cast: Cast, invitation: Invitation) -> None:
    together = Barrier(2, timeout=30)

    def come(name: str) -> int:
        client = Client()
        client.get(at(invitation))
        together.wait()
        try:
            return client.post(at(invitation), NEW | {"username": name}).status_code
        finally:
            connections.close_all()

    with ThreadPoolExecutor(2) as pool:
        answers = sorted(pool.map(come, ("frank", "grace")))
    assert answers == [302, 410]
    assert len(members(cast) & {"frank", "grace"}) == 1
    assert User.objects.filter(username__in=("frank", "grace")).count() == 1
