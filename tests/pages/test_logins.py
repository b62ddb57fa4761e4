"""Where somebody is logged in: listed, ended, and told when it is a new place."""

from __future__ import annotations

import re
from datetime import timedelta
from io import StringIO

import pytest
from django.contrib.sessions.models import Session
from django.core.management import call_command
from django.core.management.base import CommandError
from django.test import Client
from django.utils import timezone

from campaigns import login_throttle, logins
from campaigns.models import BrowserLogin, OutboxMessage, User
from tests.api.conftest import Caller
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]
FIREFOX = "Mozilla/5.0 (Android 14; Mobile; rv:130.0) Gecko/130.0 Firefox/130.0"
SAFARI = "Mozilla/5.0 (Macintosh; Intel Mac OS X 14_0) Version/17.0 Safari/605.1.15"
NEW = "another one at dusk"


@pytest.fixture
def bob(cast: Cast) -> User:
    cast.bob.email = "bob@steel.example"
    cast.bob.save()
    return cast.bob


def log_in(agent: str = FIREFOX, address: str = "192.0.2.1", password: str = PASSWORD) -> Client:
    client = Client(headers={"User-Agent": agent}, REMOTE_ADDR=address)
    assert client.post("/login/", {"username": "bob", "password": password}).status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def listed(client: Client) -> list[str]:
    page = client.get("/account/").content.decode().partition('id="browsers"')[2].partition("</section>")[0]
    return re.findall(r'<b translate="no">([^<]+)</b>', page)


def told() -> list[str]:
    rows = OutboxMessage.objects.filter(address="bob@steel.example").order_by("pk")
    return [row.body.split(":")[0] for row in rows]


def test_browsers_are_listed_and_one_is_logged_out(bob: User) -> None:
    here, there = log_in(), log_in(SAFARI)
    assert sorted(listed(here)) == ["Firefox on Android", "Safari on macOS"]
    page = here.get("/account/").content.decode()
    assert page.count("this browser") == 1
    other = BrowserLogin.objects.get(label__startswith="Safari")
    for nothing in ("", "no-id", "00000000-0000-4000-8000-000000000000"):
        here.post("/account/logins/end/", {"login": nothing, "password": PASSWORD})
    assert is_in(there)
    here.post("/account/logins/end/", {"login": str(other.pk), "password": PASSWORD})
    assert (is_in(here), is_in(there)) == (True, False)
    assert listed(here) == ["Firefox on Android"]


def test_a_session_left_open_logs_nobody_out_without_the_password(bob: User) -> None:
    here, there = log_in(), log_in(SAFARI)
    (other,) = BrowserLogin.objects.filter(label__startswith="Safari")
    for sent in ({"login": str(other.pk)}, {"password": "wrong"}, {"login": str(other.pk), "password": NEW}):
        answer = here.post("/account/logins/end/", sent)
        assert (answer.status_code, "That is not your password." in answer.content.decode()) == (422, True)
    assert is_in(there)
    tries = [here.post("/account/logins/end/", {"password": "wrong"}) for _try in range(login_throttle.TRIES)]
    assert (tries[-1].status_code, is_in(there)) == (429, True), "tries are counted as at the login"


def test_nobody_logs_somebody_else_out(bob: User, cast: Cast) -> None:
    here = log_in()
    (mine,) = BrowserLogin.objects.all()
    as_(cast.carol).post("/account/logins/end/", {"login": str(mine.pk), "password": PASSWORD})
    as_(cast.carol).post("/account/logins/end/", {"password": PASSWORD})
    assert is_in(here)


def test_all_others_are_logged_out_at_once(bob: User) -> None:
    here, *others = (log_in() for _one in range(3))
    here.post("/account/logins/end/", {"password": PASSWORD})
    assert (is_in(here), *map(is_in, others)) == (True, False, False)


def test_a_new_password_ends_all_but_this_one(bob: User) -> None:
    here, there = log_in(), log_in(SAFARI)
    sent = {"old_password": PASSWORD, "new_password1": NEW, "new_password2": NEW}
    assert here.post("/account/password/", sent).status_code == 302
    assert (is_in(here), is_in(there)) == (True, False)
    assert listed(here) == ["Firefox on Android"]
    assert told()[-1].startswith("A new password was set for your account bob.")
    third = log_in(SAFARI, password=NEW)
    here.post("/account/logins/end/", {"password": NEW})
    assert (is_in(here), is_in(third)) == (True, False), "it has another key by now, and is known by it"


def test_who_has_logged_out_is_not_listed(bob: User) -> None:
    here, there = log_in(), log_in(SAFARI)
    there.post("/logout/")
    assert listed(here) == ["Firefox on Android"]
    log_in()
    assert not BrowserLogin.objects.filter(label__startswith="Safari").exists(), "swept at the next login"


def test_one_is_seen_once_an_hour(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    here = log_in()
    (first,) = BrowserLogin.objects.all()
    here.get("/account/")
    assert BrowserLogin.objects.get().seen_at == first.seen_at
    then = logins.now()
    monkeypatch.setattr(logins, "now", lambda: then + logins.HOUR + 1)
    here.get("/account/")
    assert BrowserLogin.objects.get().seen_at > first.seen_at


def test_a_session_from_before_this_release_is_noted_on_its_account_page(bob: User) -> None:
    old = as_(bob)
    assert listed(old) == ["A browser"]
    assert "this browser" in old.get("/account/").content.decode()
    assert BrowserLogin.objects.count() == 1


def test_after_ninety_days_the_password_is_asked_for_again(bob: User, monkeypatch: pytest.MonkeyPatch) -> None:
    here, there = log_in(), log_in(SAFARI)
    BrowserLogin.objects.filter(label__startswith="Firefox").update(
        made_at=timezone.now() - logins.LONGEST - timedelta(hours=1)
    )
    then = logins.now()
    monkeypatch.setattr(logins, "now", lambda: then + logins.HOUR + 1)
    assert is_in(here), "the page that is asked for is still shown"
    assert (is_in(here), is_in(there)) == (False, True)
    assert listed(there) == ["Safari on macOS"]


def test_a_login_that_is_not_used_for_a_fortnight_is_over(bob: User) -> None:
    here = log_in()
    (session,) = Session.objects.all()
    left = session.expire_date - timezone.now()
    assert timedelta(days=13, hours=23) < left <= timedelta(days=14)
    Session.objects.update(expire_date=timezone.now() - timedelta(seconds=1))
    assert not is_in(here)


def test_who_is_closed_is_logged_out(bob: User) -> None:
    here = log_in()
    bob.is_active = False
    bob.save()
    assert not is_in(here)


def test_the_form_of_the_account_changes_nothing_else(bob: User) -> None:
    sent = {"language": "de", "email": bob.email, "username": "root", "is_superuser": "on", "is_staff": "on"}
    log_in().post("/account/", sent | {"is_active": "", "guest_of": "x", "password": PASSWORD})
    bob.refresh_from_db()
    assert (bob.spoken, bob.username, bob.is_superuser, bob.is_staff) == ("de", "bob", False, False)
    assert bob.check_password(PASSWORD)


def test_passwords_are_hidden_as_they_are_typed_and_managers_of_passwords_know_them(bob: User) -> None:
    here = log_in()
    pages = [Client().get("/login/"), *(here.get(path) for path in ("/account/password/", "/account/second-step/"))]
    fields = [tag for page in pages for tag in re.findall(r'<input[^>]*name="[^"]*password[^"]*"[^>]*>', page.text)]
    assert len(fields) == 6
    for tag in fields:
        assert 'type="password"' in tag
        assert re.search(r'autocomplete="(?:current|new)-password"', tag), tag
        assert "maxlength" not in tag


def test_a_command_logs_out_everywhere(bob: User, cast: Cast) -> None:
    noted, not_noted, carol, out = log_in(), as_(bob), as_(cast.carol), StringIO()
    call_command("log_out", "bob", stdout=out)
    assert (is_in(noted), is_in(not_noted), is_in(carol)) == (False, False, True)
    assert out.getvalue() == "Logged out, browsers: 2\n"
    assert not BrowserLogin.objects.filter(user=bob).exists()
    call_command("log_out", "--everybody", stdout=out)
    assert not is_in(carol)
    with pytest.raises(CommandError, match="nobody"):
        call_command("log_out", "nobody")


def test_pages_of_the_account_are_kept_by_no_browser(bob: User) -> None:
    here = log_in()
    for path in ("/account/", "/account/password/", "/account/second-step/", "/account/all/"):
        assert "no-store" in here.get(path).headers["Cache-Control"], path
    assert here.post("/logout/").headers["Clear-Site-Data"] == '"cache"'


def test_a_new_place_is_told(bob: User) -> None:
    home = log_in()
    assert told() == [
        "Somebody logged in to your account bob with a browser and from a place that were not known before"
    ]
    log_in(SAFARI)  # another browser at home
    home.post("/logout/")
    home.post("/login/", {"username": "bob", "password": PASSWORD}, REMOTE_ADDR="198.51.100.7")  # the phone elsewhere
    assert len(told()) == 1
    log_in(SAFARI, "203.0.113.9")
    assert len(told()) == 2
    assert "Safari on macOS" in OutboxMessage.objects.latest("pk").body


def test_a_program_from_a_new_place_is_told(bob: User) -> None:
    asked = {"username": "bob", "password": PASSWORD, "name": "scoreboard"}
    for _twice in range(2):
        assert Caller().post("token/", asked).status_code == 201
    (row,) = OutboxMessage.objects.all()
    assert "not logged in before: scoreboard." in row.body


def test_mail_for_the_account_goes_elsewhere_and_the_old_address_is_told(bob: User) -> None:
    sent = {"language": "en", "email": "new@steel.example", "mail": "on", "password": PASSWORD}
    as_(bob).post("/account/", sent)
    (row,) = OutboxMessage.objects.all()
    assert row.address == "bob@steel.example"
    assert "goes to another address from now on" in row.body


def test_what_is_told_of_the_account_does_not_ask_whether_mail_is_wanted(bob: User) -> None:
    bob.mail = False
    bob.save()
    log_in()
    (row,) = OutboxMessage.objects.all()
    assert (row.address, row.status) == ("bob@steel.example", OutboxMessage.Status.WAITING)
    assert "/mail/stop/" not in row.body
