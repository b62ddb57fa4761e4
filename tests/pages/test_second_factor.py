"""The second step at login: set up, asked for at every door that takes a password, lost and turned off."""

from __future__ import annotations

import re
from concurrent.futures import ThreadPoolExecutor
from io import StringIO

import pytest
from django.core.management import CommandError, call_command
from django.db import connection
from django.http import HttpRequest
from django.test import Client
from pyotp import TOTP
from pytest_django import Settings

from campaigns import erasure, login_throttle, second_factor
from campaigns.models import Authenticator, OutboxMessage, RecoveryCode, User
from tests.api.conftest import Caller, problem, said
from tests.cast import PASSWORD, Cast
from tests.pages.conftest import as_
from tests.where import BOTH

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("mailing")]
THEN = 1_800_000_000  # a moment at which a step begins
PAGE, CODE = "/account/second-step/", "/login/code/"


class Phone:
    """Shows the codes of one key, by a clock that the test turns."""

    def __init__(self, user: User, monkeypatch: pytest.MonkeyPatch) -> None:
        self.user, self.at = user, THEN
        monkeypatch.setattr(second_factor, "now", lambda: self.at)

    def shows(self, later: int = 0) -> str:
        return TOTP(second_factor.key_of(Authenticator.objects.get(user=self.user))).at(self.at + later)

    def waits(self, seconds: int = second_factor.STEP) -> str:
        self.at += seconds
        return self.shows()


@pytest.fixture
def bob(cast: Cast) -> User:
    cast.bob.email = "bob@steel.example"
    cast.bob.save()
    return cast.bob


@pytest.fixture
def phone(bob: User, monkeypatch: pytest.MonkeyPatch) -> Phone:
    return Phone(bob, monkeypatch)


def on(user: User, phone: Phone) -> list[str]:
    """It is set up; the recovery codes."""
    second_factor.begin(user)
    codes = second_factor.confirm(HttpRequest(), user, phone.shows())
    assert codes
    phone.waits()
    return codes


def log_in(to: str = "", **headers: str) -> Client:
    """As far as the password leads."""
    client = Client(headers=headers)
    answer = client.post(f"/login/?next={to}", {"username": "bob", "password": PASSWORD, "next": to})
    assert answer.status_code == 302
    return client


def is_in(client: Client) -> bool:
    return client.get("/account/").status_code == 200


def told() -> list[str]:
    """What Bob was mailed, by its first words."""
    return [row.body.split(".")[0] for row in OutboxMessage.objects.filter(address="bob@steel.example").order_by("pk")]


# -- setting it up -----------------------------------------------------------------------------------------------------


def test_it_is_set_up_with_the_password_and_the_first_code(bob: User, phone: Phone) -> None:
    client = as_(bob)
    assert "not in use" in client.get("/account/").content.decode()
    assert client.post(PAGE, {"do": "begin", "password": "wrong"}).status_code == 422
    assert not Authenticator.objects.exists()

    page = client.post(PAGE, {"do": "begin", "password": PASSWORD}).content.decode()
    key = second_factor.key_of(Authenticator.objects.get())
    assert "<svg" in page
    assert " ".join(key[n : n + 4] for n in range(0, len(key), 4)) in page
    assert f"otpauth://totp/Leaguer%20localhost:bob?secret={key}" in page
    assert not second_factor.is_on(bob), "nobody is locked out by a code that was never read"

    wrong = client.post(PAGE, {"do": "confirm", "code": "000000"})
    assert (wrong.status_code, second_factor.is_on(bob)) == (422, False)
    assert key[:4] in wrong.content.decode()
    done = client.post(PAGE, {"do": "confirm", "code": phone.shows()}).content.decode()
    codes = re.findall(r"<code>((?:[2-9A-Z]{4}-){5}[2-9A-Z]{4})</code>", done)
    assert len(set(codes)) == second_factor.CODES
    assert second_factor.is_on(bob)
    assert told() == ["At the next login to your account bob, a code from your app is asked for after the password"]
    assert "in use" in client.get("/account/").content.decode()
    assert all(code not in client.get(PAGE).content.decode() for code in codes), "they are shown once"
    assert second_factor.begin(bob) is None, "a key that counts is not overwritten"


def test_codes_are_kept_as_digests(bob: User, phone: Phone) -> None:
    codes = on(bob, phone)
    kept = str(list(RecoveryCode.objects.values_list()))
    assert all(code not in kept and code.replace("-", "") not in kept for code in codes)


def test_the_database_alone_gives_no_codes(bob: User, phone: Phone, settings: Settings) -> None:
    """The key is sealed by SECRET_KEY, and for its account; it outlives a change of that, and is sealed anew in use."""
    codes = on(bob, phone)
    one = Authenticator.objects.get()
    key = second_factor.key_of(one)
    assert key not in one.key
    Authenticator.objects.update(key=key)  # as of the release before
    assert second_factor.check(HttpRequest(), bob, phone.waits()) == "app"
    before = Authenticator.objects.get()
    assert (key in before.key, second_factor.key_of(before)) == (False, key)
    settings.SECRET_KEY_FALLBACKS, settings.SECRET_KEY = [settings.SECRET_KEY], "another one"
    assert second_factor.check(HttpRequest(), bob, phone.waits()) == "app"
    assert Authenticator.objects.get().key != before.key
    settings.SECRET_KEY_FALLBACKS = []
    assert second_factor.check(HttpRequest(), bob, phone.waits()) == "app", "the one before is needed no longer"
    shown = phone.waits()
    settings.SECRET_KEY = "one that nobody told"
    assert second_factor.check(HttpRequest(), bob, shown) is None
    assert second_factor.check(HttpRequest(), bob, codes[0]) == "recovery"


def test_new_codes_end_the_old_ones(bob: User, phone: Phone) -> None:
    old = on(bob, phone)
    client = as_(bob)
    assert client.post(PAGE, {"do": "renew", "code": "000000"}).status_code == 422
    page = client.post(PAGE, {"do": "renew", "code": phone.shows()}).content.decode()
    new = re.findall(r"<code>([2-9A-Z-]{29})</code>", page)
    assert len(new) == second_factor.CODES
    assert not {*new} & {*old}
    assert second_factor.check(HttpRequest(), bob, old[0]) is None
    assert second_factor.check(HttpRequest(), bob, new[0]) == "recovery"


def test_it_is_turned_off_with_a_code(bob: User, phone: Phone) -> None:
    on(bob, phone)
    client = as_(bob)
    assert client.post(PAGE, {"do": "off", "code": "000000"}).status_code == 422
    assert second_factor.is_on(bob)
    assert client.post(PAGE, {"do": "off", "code": phone.shows()}).status_code == 302
    assert not second_factor.is_on(bob)
    assert not RecoveryCode.objects.exists()
    assert told()[-1].startswith("Your account bob is open to its password alone again")
    assert is_in(log_in())


# -- the login ---------------------------------------------------------------------------------------------------------


def test_the_password_alone_lets_nobody_in(bob: User, phone: Phone) -> None:
    on(bob, phone)
    client = log_in(to="/notices/")
    assert not is_in(client)
    wrong = client.post(CODE, {"code": "000000"})
    assert (wrong.status_code, is_in(client)) == (422, False)
    client.post(CODE, {"code": "000001"})
    assert [one[:59] for one in told()] == ["Somebody gave the right password for your account bob, and "], (
        "told once an hour"
    )
    right = client.post(CODE, {"code": phone.shows()})
    assert (right.status_code, right.headers["Location"]) == (302, "/notices/")
    assert is_in(client)


def test_a_code_counts_once(bob: User, phone: Phone) -> None:
    on(bob, phone)
    code = phone.shows()
    first, second = log_in(), log_in()
    first.post(CODE, {"code": code})
    assert (is_in(first), second.post(CODE, {"code": code}).status_code) == (True, 422)
    second.post(CODE, {"code": f" {phone.waits()[:3]} {phone.shows()[3:]} "})
    assert is_in(second), "with spaces, as some apps show it"


def test_a_code_is_good_while_it_shows_and_no_longer(bob: User, phone: Phone) -> None:
    on(bob, phone)
    phone.waits(300)
    for later, right in ((-60, False), (60, False), (-30, False), (30, False), (0, True)):
        assert bool(second_factor.check(HttpRequest(), bob, phone.shows(later))) == right, later
    slow = log_in()
    assert slow.post(CODE, {"code": phone.shows(-30)}).status_code == 422
    assert not [one for one in told() if one.startswith("Somebody gave the right password")], "its owner was slow"
    assert slow.post(CODE, {"code": phone.waits()}).status_code == 302


def test_a_site_may_let_clocks_be_wrong_by_half_a_minute(bob: User, phone: Phone, settings: Settings) -> None:
    on(bob, phone)
    phone.waits(300)
    settings.SECOND_STEP_LATE = 1
    for later, right in ((-60, False), (60, False), (-30, True), (30, True)):
        assert bool(second_factor.check(HttpRequest(), bob, phone.shows(later))) == right, later


def test_a_recovery_code_counts_once_however_it_is_typed(bob: User, phone: Phone) -> None:
    codes = on(bob, phone)
    client = log_in()
    page = client.post(CODE, {"code": codes[0].lower().replace("-", " ")}, follow=True)
    assert "Codes left: 9." in page.content.decode()
    assert is_in(client)
    assert told()[-1] == "Somebody logged in to your account bob with a recovery code"
    assert log_in().post(CODE, {"code": codes[0]}).status_code == 422


def test_the_password_waits_for_its_code_for_ten_minutes_and_as_long_as_it_is_the_password(
    bob: User, phone: Phone, monkeypatch: pytest.MonkeyPatch
) -> None:
    on(bob, phone)
    late, changed, closed = log_in(), log_in(), log_in()
    session = late.session
    session["second-factor"] |= {"at": session["second-factor"]["at"] - 601}
    session.save()
    assert late.post(CODE, {"code": phone.shows()}).headers["Location"] == "/login/"
    bob.set_password("another one at dusk")
    bob.save()
    assert changed.post(CODE, {"code": phone.shows()}).headers["Location"] == "/login/"
    bob.set_password(PASSWORD)
    bob.is_active = False
    bob.save()
    assert closed.post(CODE, {"code": phone.shows()}).headers["Location"] == "/login/"
    assert Client().get(CODE).headers["Location"] == "/login/"
    assert not any(map(is_in, (late, changed, closed)))


def test_codes_cannot_be_guessed_and_a_new_try_at_the_password_wins_nothing(bob: User, phone: Phone) -> None:
    on(bob, phone)
    for _try in range(login_throttle.TRIES):
        assert log_in().post(CODE, {"code": "000000"}).status_code == 422
    answers = [log_in().post(CODE, {"code": phone.shows()}) for _try in range(3)]
    assert [answer.status_code for answer in answers][-1] == 429
    assert "Too many wrong tries" in answers[-1].content.decode()
    caller = Caller().post("token/", {"username": "bob", "password": PASSWORD, "code": phone.shows()})
    assert caller.status_code == 429


@BOTH
@pytest.mark.django_db(transaction=True)
def test_of_two_who_give_the_same_code_at_once_one_comes_in(bob: User, phone: Phone) -> None:
    codes = on(bob, phone)

    def used(code: str) -> bool:
        try:
            return second_factor.check(HttpRequest(), User.objects.get(pk=bob.pk), code) is not None
        finally:
            connection.close()

    for code in (phone.shows(), codes[0]):
        with ThreadPoolExecutor(4) as pool:
            assert sum(pool.map(used, [code] * 4)) == 1


def test_a_seat_is_lent_by_password_and_code(bob: User, phone: Phone, cast: Cast) -> None:
    from tests.pages import shots

    on(bob, phone)
    battle = shots.face_down(bob, cast.carol, "Defensive Driver").stream
    carol, sent = as_(cast.carol), {"act": "login", "username": "bob", "password": PASSWORD}
    page = carol.post(f"/battles/{battle}/seat/", sent)
    assert page.status_code == 422
    assert "type in the code that its app shows" in page.content.decode()
    assert carol.post(f"/battles/{battle}/seat/", sent | {"login_code": phone.shows()}).status_code == 302


@pytest.fixture
def alice(cast: Cast) -> User:
    cast.alice.is_staff = True
    cast.alice.save()
    return cast.alice


# -- programs, and the office ------------------------------------------------------------------------------------------


def test_a_token_takes_the_code_too(bob: User, phone: Phone) -> None:
    codes = on(bob, phone)
    asked = {"username": "bob", "password": PASSWORD}
    found = problem(Caller().post("token/", asked), 401, "second-step")
    assert found["field"] == "code"
    problem(Caller().post("token/", asked | {"code": "000000"}), 401, "second-step")
    assert said(Caller().post("token/", asked | {"code": phone.shows()}))["token"]
    assert said(Caller().post("token/", asked | {"code": codes[3]}))["token"]
    problem(Caller().post("token/", asked | {"code": codes[3]}), 401, "second-step")


def test_the_offices_own_login_asks_too(alice: User, monkeypatch: pytest.MonkeyPatch) -> None:
    phone = Phone(alice, monkeypatch)
    on(alice, phone)
    client = Client()
    answer = client.post("/admin/login/?next=/admin/", {"username": "alice", "password": PASSWORD, "next": "/admin/"})
    assert answer.headers["Location"] == CODE
    assert client.get("/admin/").status_code == 302
    assert client.post(CODE, {"code": phone.shows()}).headers["Location"] == "/admin/"
    assert client.get("/admin/").status_code == 200


def test_the_offices_login_is_as_it_was_without_one(cast: Cast, alice: User) -> None:
    client = Client()
    page = client.get("/admin/", follow=True)
    assert page.redirect_chain == [("/admin/login/?next=/admin/", 302)]
    wrong = client.post("/admin/login/?next=/admin/", {"username": "alice", "password": "wrong"})
    assert (wrong.status_code, client.get("/admin/").status_code) == (200, 302)
    right = client.post("/admin/login/", {"username": "alice", "password": PASSWORD, "next": "/admin/"})
    assert right.headers["Location"] == "/admin/"
    assert client.get("/admin/login/").headers["Location"] == "/admin/"
    not_staff = as_(cast.bob).get("/admin/", follow=True)
    assert "not authorized" in not_staff.content.decode()


def test_an_office_may_ask_everybody_for_it(alice: User, settings: Settings, monkeypatch: pytest.MonkeyPatch) -> None:
    settings.SECOND_STEP = "office"
    client = as_(alice)
    page = client.get("/admin/campaigns/campaign/", follow=True)
    assert page.redirect_chain == [(PAGE, 302)]
    assert "Set it up first" in page.content.decode()
    on(alice, Phone(alice, monkeypatch))
    assert client.get("/admin/campaigns/campaign/").status_code == 200
    assert Client().get("/admin/").headers["Location"] == "/admin/login/?next=/admin/"


# -- lost --------------------------------------------------------------------------------------------------------------


def test_who_has_lost_everything_is_helped_by_an_administrator(
    bob: User, phone: Phone, cast: Cast, alice: User
) -> None:
    on(bob, phone)
    people = [str(bob.pk), str(cast.carol.pk)]
    chosen = {"action": "second_step_off", "_selected_action": people, "own_password": PASSWORD}
    as_(alice).post("/admin/campaigns/user/", chosen)
    assert second_factor.is_on(bob), "organisers administer no accounts"
    alice.is_superuser = True
    alice.save()
    page = as_(alice).post("/admin/campaigns/user/", chosen, follow=True).content.decode()
    assert "No code is asked for from bob." in page
    assert "from carol" not in page
    assert told()[-1].startswith("Your account bob is open to its password alone again")
    history = as_(alice).get(f"/admin/campaigns/user/{bob.pk}/history/").content.decode()
    assert "second step at login off" in history


def test_a_command_turns_it_off(bob: User, phone: Phone) -> None:
    on(bob, phone)
    out = StringIO()
    call_command("second_step", "off", "bob", stdout=out)
    assert out.getvalue() == "No code is asked for from bob.\n"
    assert not second_factor.is_on(bob)
    for name, why in (("bob", "has no second step"), ("nobody", "There is no account")):
        with pytest.raises(CommandError, match=why):
            call_command("second_step", "off", name)


def test_who_is_forgotten_leaves_no_key(bob: User, phone: Phone) -> None:
    on(bob, phone)
    erasure.forget_person(bob, "test", "asked for it")
    assert (Authenticator.objects.count(), RecoveryCode.objects.count()) == (0, 0)
