"""One's account, and a forgotten password."""

from __future__ import annotations

import re
from collections.abc import Iterator

import pytest
from django.core import mail
from django.core.cache import cache
from django.test import Client
from pytest_django import Settings

from campaigns import login_throttle
from campaigns.models import User
from tests.campaigns.smtp import Postbox, postbox
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_
from tests.servers import free_port, wait_for

pytestmark = pytest.mark.django_db
NEW = "ring of columns 66"


@pytest.fixture(autouse=True)
def _mail(settings: Settings) -> None:
    settings.MAIL = True


@pytest.fixture
def bob(cast: Cast) -> User:
    cast.bob.email = "bob@steel.example"
    cast.bob.save()
    return cast.bob


# ---------------------------------------------------------------------------------------------------- the account


def kept(user: User) -> tuple[str, str, bool]:
    user.refresh_from_db()
    return user.email, user.language, user.mail


def test_mail_and_language_are_ones_own_to_say(bob: User) -> None:
    client = as_(bob)
    page = client.get("/account/").content.decode()
    assert 'value="bob@steel.example"' in page
    assert "Deutsch" in page
    response = client.post("/account/", {"language": "de", "email": "bob@steel.example"}, follow=True)
    assert kept(bob) == ("bob@steel.example", "de", False)
    assert '<html lang="de">' in response.content.decode()
    client.post("/account/", {"language": "en", "email": "bob@steel.example", "mail": "on"})
    assert kept(bob) == ("bob@steel.example", "en", True)


def test_a_new_address_asks_for_the_password(bob: User) -> None:
    client = as_(bob)
    sent = {"language": "de", "email": "new@steel.example", "mail": "on"}
    for password in ("", "wrong"):
        response = client.post("/account/", sent | {"password": password})
        assert response.status_code == 422
        assert "Your password is needed to change the address." in response.content.decode()
        assert kept(bob) == ("bob@steel.example", "", True)
    client.post("/account/", sent | {"password": PASSWORD})
    assert kept(bob) == ("new@steel.example", "de", True)


def test_guessing_at_an_open_session_has_to_pause_and_so_does_the_door(bob: User) -> None:
    client = as_(bob)
    sent = {"language": "en", "email": "new@steel.example", "password": "wrong"}
    for _try in range(login_throttle.TRIES):
        assert client.post("/account/", sent).status_code == 422
    response = client.post("/account/", sent | {"password": PASSWORD})
    assert response.status_code == 429
    assert "Too many wrong tries." in response.content.decode()
    assert kept(bob)[0] == "bob@steel.example"
    assert "Too many" in Client().post("/login/", {"username": "bob", "password": PASSWORD}).content.decode()


def test_nonsense_is_not_kept(bob: User) -> None:
    client, sent = as_(bob), {"language": "de", "email": "bob@steel.example"}
    for wrong in ({"language": "xx"}, {"language": ""}, {"email": "nonsense", "password": PASSWORD}):
        assert client.post("/account/", sent | wrong).status_code == 422, wrong
        assert kept(bob) == ("bob@steel.example", "", True), wrong


def test_nobody_has_another_s_account(bob: User) -> None:
    assert Client().get("/account/").headers["Location"] == "/login/?next=/account/"
    assert Client().post("/account/", {"language": "de"}).status_code == 302
    client = Client(enforce_csrf_checks=True)
    client.force_login(bob)
    assert client.post("/account/", {"language": "de"}).status_code == 403
    assert kept(bob)[1] == ""


# ---------------------------------------------------------------------------------------------------- forgotten


@pytest.fixture
def post(settings: Settings) -> Iterator[Postbox]:
    with postbox() as server:
        settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


def ask(address: str) -> str:
    """What the site says to someone who has forgotten the password of an account with that address."""
    assert "The password forgotten?" in Client().get("/login/").content.decode()
    return Client().post("/account/forgotten/", {"email": address}, follow=True).content.decode()


def asked(bob: User, post: Postbox) -> str:
    """The link Bob is sent."""
    ask("BOB@steel.example")
    wait_for(lambda: bool(post.letters), "the letter")
    link: str = re.findall(r"http://localhost:8000(/account/forgotten/\S+)", post.letters[-1].get_content())[0]
    return link


def test_a_link_by_mail_sets_a_new_password_once(bob: User, post: Postbox) -> None:
    User.objects.update(language="de", mail=False)  # it was asked for: who wants no mail gets this one, too
    link = asked(bob, post)
    assert post.letters[0]["To"] == "bob@steel.example"
    client = Client()
    response = client.get(link, follow=True)
    at = response.redirect_chain[-1][0]
    assert "too common" in client.post(at, {"new_password1": "12345678", "new_password2": "12345678"}).content.decode()
    page = client.post(at, {"new_password1": NEW, "new_password2": NEW}, follow=True).content.decode()
    assert "Log in with it." in page
    assert Client().login(username="bob", password=NEW)
    assert "This link has been used" in Client().get(link, follow=True).content.decode()


def test_a_link_is_no_use_to_others(bob: User, cast: Cast, post: Postbox) -> None:
    link = asked(bob, post)
    other = link.replace(link.split("/")[3], "x")
    for wrong in (link[:-3] + "/", other):
        assert "This link has been used, or it is too old." in Client().get(wrong, follow=True).content.decode()
    response = Client().get(link)
    assert response.headers["X-Robots-Tag"] == "noindex"


def test_the_answer_is_the_same_whether_there_is_such_an_account(bob: User, post: Postbox) -> None:
    token = re.compile(r'value="\w{64}"')
    known, unknown = (token.sub("", ask(address)) for address in ("bob@steel.example", "nobody@steel.example"))
    assert known == unknown
    assert "Look into your mail" in known
    wait_for(lambda: bool(post.letters), "the letter")
    assert len(post.letters) == 1


def test_a_mail_server_that_is_gone_tells_nothing_either(bob: User, post: Postbox, settings: Settings) -> None:
    settings.EMAIL_PORT = free_port()
    assert "Look into your mail" in ask("bob@steel.example")


def test_asking_again_and_again_has_to_pause(bob: User) -> None:
    cache.clear()
    for n in range(login_throttle.TRIES):
        assert Client().post("/account/forgotten/", {"email": f"nobody-{n}@steel.example"}).status_code == 302
    assert "Too many wrong tries." in ask("bob@steel.example")
    assert mail.outbox == []


def test_a_site_without_mail_says_whom_to_ask(bob: User, settings: Settings) -> None:
    settings.MAIL = False
    assert "/account/forgotten/" not in Client().get("/login/").content.decode()
    assert "This site sends no mail." in Client().get("/account/forgotten/").content.decode()
    assert "This site sends no mail yet" in as_(bob).get("/account/").content.decode()
    Client().post("/account/forgotten/", {"email": "bob@steel.example"})
    assert mail.outbox == []
