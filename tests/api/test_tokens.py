"""Coming in: by token in one statement, by session with its CSRF token, and not at all."""

from __future__ import annotations

from datetime import timedelta
from hashlib import sha256
from uuid import UUID, uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext, override_settings
from django.utils import timezone

from api import authentication
from api.models import SEEN_WITHIN, Token, digest, issue
from battles.models import Sheet
from campaigns import role_queries
from campaigns.erasure import forget_person
from campaigns.models import Fixture
from tests.api.conftest import Caller, problem, report, said, whole_log
from tests.campaigns.conftest import Season
from tests.cast import PASSWORD, Cast, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def laid_once() -> None:
    """Nobody has a token before a test gives one: each builds what it asks about."""


def test_a_token_is_shown_once_and_kept_as_a_digest(cast: Cast) -> None:
    answer = Caller().post("token/", {"username": "bob", "password": PASSWORD})
    assert answer.status_code == 201
    key = said(answer)["token"]
    (kept,) = Token.objects.all()
    assert (kept.user, kept.digest) == (cast.bob, sha256(key.encode()).hexdigest())
    assert key not in str(list(Token.objects.values_list()))
    bob = Caller()
    bob.headers = {"Authorization": f"Token {key}"}
    assert said(bob.get("me/"))["id"] == said(answer)["user"] == str(cast.bob.pk)


def test_a_token_costs_one_statement(bob: Caller) -> None:
    with CaptureQueriesContext(connection) as queries:
        assert bob.get("systems/").status_code == 200
    assert len(queries) == 1


@BOTH
def test_with_a_battle_it_costs_one_statement_and_finds_what_two_would(season: Season) -> None:
    """What somebody is to a battle: by their club, an office, a platoon, as a substitute, in a guest's seat that they
    have claimed, or not at all; of a battle in no campaign, of one whose campaign is gone, and of none."""
    battle, cast = UUID(season.muster()), season.cast
    kim, lou = UserFactory.create(username="kim"), UserFactory.create(username="lou", guest_of=battle)
    seats, instead = f'{{"bears": ["{kim.pk}"]}}', f'["{kim.pk}"]'
    Fixture.objects.filter(battle=battle).update(seats=seats, substitutes=instead)
    UserFactory.create(username="max", guest_of=battle, claimed_by=cast.dave)
    people = {kept: person for person in (*cast[:5], kim, lou) for kept in [digest(issue(person))]}
    ties = {one.username: role_queries.battle_found(one, battle) for one in people.values()}
    assert [name for name, one in ties.items() if one and one.ties.organises] == ["alice"]
    assert {name for name, one in ties.items() if one and one.ties.belongs} >= {"bob", "carol", "kim"}
    assert [name for name, one in ties.items() if one and one.claimed] == ["dave"]
    for campaign in (season.stream, None, uuid4()):
        Sheet.objects.filter(pk=battle).update(campaign=campaign)
        for kept, person in people.items():
            with CaptureQueriesContext(connection) as queries:
                told = authentication.holder_and_battle(kept, battle)
            assert len(queries) == 1
            assert told == (person, role_queries.battle_found(person, battle)), (person.username, campaign)
    assert authentication.holder_and_battle(digest(issue(kim)), uuid4()) == (kim, None)
    assert authentication.holder_and_battle("0" * 64, battle) == (None, None)


def test_a_token_given_back_opens_nothing(cast: Cast) -> None:
    one, other = Caller(cast.bob), Caller(cast.bob)
    assert one.call("DELETE", "token/").status_code == 204
    problem(one.get("me/"), 401, "not-authenticated")
    assert other.get("me/").status_code == 200


def test_an_account_that_is_closed_does_not_come_in(cast: Cast) -> None:
    bob = Caller(cast.bob)
    cast.bob.is_active = False
    cast.bob.save()
    problem(bob.get("systems/"), 401, "not-authenticated")
    problem(Caller().post("token/", {"username": "bob", "password": PASSWORD}), 401, "not-authenticated")


@pytest.mark.parametrize(
    "header", ["Token", "Token a b", "Token wrong", "Token " + "x" * 5000, "Token \xe9\xff", "token"]
)
@BOTH
def test_a_header_that_is_no_token(cast: Cast, header: str) -> None:
    stranger = Caller()
    stranger.headers = {"Authorization": header}
    response = stranger.get("systems/")
    problem(response, 401, "not-authenticated")
    assert response["WWW-Authenticate"] == "Token, Bearer"


@pytest.mark.parametrize(
    ("sent", "status", "code"),
    [
        ({"username": "bob", "password": "wrong"}, 401, "not-authenticated"),
        ({"username": "nobody", "password": PASSWORD}, 401, "not-authenticated"),
        ({"username": "bob"}, 400, "malformed"),
        ({"username": "bob", "password": 1}, 400, "malformed"),
        ({"username": "b\0b", "password": PASSWORD}, 400, "malformed"),
        ({"username": "b" * 151, "password": PASSWORD}, 400, "malformed"),
        ({"username": "bob", "password": PASSWORD, "admin": True}, 400, "malformed"),
        ([], 400, "malformed"),
    ],
)
@BOTH
def test_no_token_for_that(cast: Cast, sent: object, status: int, code: str) -> None:
    problem(Caller().post("token/", sent), status, code)
    assert not Token.objects.exists()


def test_passwords_are_not_tried_out(cast: Cast) -> None:
    with override_settings(API_RATES={"passwords": 3, "reports": 0, "reads": 0}):
        for _ in range(3):
            problem(Caller().post("token/", {"username": "bob", "password": "guess"}), 401, "not-authenticated")
        late = Caller().post("token/", {"username": "bob", "password": PASSWORD})
        spoofed = Caller().post("token/", {"username": "bob", "password": PASSWORD}, X_Forwarded_For="192.0.2.7")
    for response in (late, spoofed):
        problem(response, 429, "throttled")
        assert 1 <= int(response["Retry-After"]) <= 61


def test_a_session_needs_its_csrf_token(cast: Cast, battle: str) -> None:
    bob = Caller()
    bob.client = browser = Client(enforce_csrf_checks=True, raise_request_exception=False)
    browser.force_login(cast.bob)
    where = f"battles/{battle}/commands/"
    shot = report("Shoot", shooter="bears-1", target="cats-1", dice=[1])
    before = whole_log()
    problem(bob.post(where, shot), 403, "csrf")
    assert whole_log() == before
    browser.cookies["csrftoken"] = secret = "s" * 32  # as a page sets it
    assert bob.post(where, shot, X_CSRFToken=secret).status_code == 200
    assert said(bob.get("me/"))["username"] == "bob"


def test_a_session_sends_what_a_token_does(cast: Cast, battle: str) -> None:
    """Its token against forged requests is looked for in the header: no other kind of body is taken for JSON on the way
    there, and none that nests too deeply is a fault."""
    browser, secret, key = Client(enforce_csrf_checks=True, raise_request_exception=False), "s" * 32, issue(cast.bob)
    browser.force_login(cast.bob)
    browser.cookies["csrftoken"] = secret
    where, rosters = f"/api/v1/battles/{battle}/commands/?dry_run=true", "/api/v1/systems/modern_age/rosters/"
    sent = [
        (where, "shoot bears-1 dice=1", "text/x-battle-script"),
        (where, "[" * 100_000, "application/json"),
        (where, '{"a":' * 50_000, "application/json"),
        (where, "9" * 5_000, "application/json"),
        (where, b"\xff", "application/json"),
        (where, "a=b", "application/x-www-form-urlencoded"),
        (rosters, "<roster/>", "application/xml"),
    ]
    for path, body, kind in sent:
        by_session = browser.post(path, body, content_type=kind, headers={"X-CSRFToken": secret})
        by_token = Client().post(path, body, content_type=kind, headers={"Authorization": f"Bearer {key}"})
        assert (by_session.status_code, by_session.content) == (by_token.status_code, by_token.content), (
            kind,
            body[:9],
        )
        assert by_session.status_code < 500
        assert browser.post(path, body, content_type=kind).status_code == 403, "without its token"


def test_a_token_is_not_a_session(cast: Cast) -> None:
    key = issue(cast.bob)
    answer = Client().get("/api/v1/me/", headers={"Authorization": f"Token {key}"})
    assert answer.status_code == 200
    assert not answer.cookies


@pytest.mark.parametrize(("proxies", "status"), [(0, 429), (1, 401)])
def test_tries_are_counted_by_the_word_of_a_proxy_we_have(cast: Cast, proxies: int, status: int) -> None:
    """A client that invents an address for every try is one client, unless a proxy of ours says that they are two."""
    wrong = {"username": "bob", "password": "no"}
    with override_settings(API_RATES={"passwords": 1, "reports": 0, "reads": 0}, PROXIES=proxies):
        assert Caller().post("token/", wrong, X_Forwarded_For="203.0.113.1, 192.0.2.1").status_code == 401
        assert Caller().post("token/", wrong, X_Forwarded_For="203.0.113.1, 192.0.2.2").status_code == status
        assert Caller().post("token/", wrong, X_Forwarded_For="203.0.113.2, 192.0.2.1").status_code == 429


# ---------------------------------------------------------------------------------------------------- how one ends


def holds(key: str) -> bool:
    return Client().get("/api/v1/me/", headers={"Authorization": f"Token {key}"}).status_code == 200


def test_a_token_carries_a_name_a_last_use_and_an_expiry(cast: Cast) -> None:
    asked = {"username": "bob", "password": PASSWORD, "name": "scoreboard", "days": 30}
    answer = said(Caller().post("token/", asked))
    kept = Token.objects.get()
    assert (answer["name"], kept.name) == ("scoreboard", "scoreboard")
    assert kept.expires_at is not None
    assert abs(kept.expires_at - (timezone.now() + timedelta(days=30))) < timedelta(minutes=1)
    assert answer["expires"][:16] == kept.expires_at.isoformat()[:16]
    for wrong in ({"days": 0}, {"days": 4000}, {"days": "30"}, {"name": "x" * 81}, {"name": "a\0b"}):
        problem(Caller().post("token/", asked | wrong), 400, "malformed")


def test_an_expired_token_opens_nothing_and_goes_with_the_next(cast: Cast) -> None:
    old, one_of_02 = issue(cast.bob), issue(cast.bob)
    Token.objects.filter(digest=sha256(old.encode()).hexdigest()).update(expires_at=timezone.now())
    Token.objects.filter(digest=sha256(one_of_02.encode()).hexdigest()).update(expires_at=None, last_used=None)
    assert (holds(old), holds(one_of_02)) == (False, True)
    issue(cast.bob)
    assert Token.objects.count() == 2


@BOTH
def test_a_last_use_is_written_once_an_hour(cast: Cast) -> None:
    bob = Caller(cast.bob)

    def statements() -> list[str]:
        with CaptureQueriesContext(connection) as queries:
            assert bob.get("systems/").status_code == 200
        return [query["sql"].split()[0] for query in queries if query["sql"].split()[0] in ("SELECT", "UPDATE")]

    assert statements() == ["SELECT"]
    Token.objects.update(last_used=timezone.now() - SEEN_WITHIN - timedelta(seconds=1))
    assert statements() == ["SELECT", "UPDATE"]
    assert statements() == ["SELECT"]
    last_used = Token.objects.get().last_used
    assert last_used is not None
    assert timezone.now() - last_used < timedelta(minutes=1)


def test_a_new_password_ends_every_token_whichever_way_it_is_set(cast: Cast) -> None:
    """The forms all save what `set_password` has set; an old password hashed anew is no new one."""
    carols = issue(cast.carol)
    browser = Client()
    browser.force_login(cast.bob)
    key, new = issue(cast.bob), "eleven wet mules"
    sent = {"old_password": PASSWORD, "new_password1": new, "new_password2": new}
    assert browser.post("/account/password/", sent | {"old_password": "wrong"}).status_code == 200
    assert holds(key)
    assert browser.post("/account/password/", sent).status_code == 302
    assert not holds(key)

    key = issue(cast.bob)
    with override_settings(PASSWORD_HASHERS=["django.contrib.auth.hashers.ScryptPasswordHasher", MD5]):
        assert Client().login(username="bob", password=new)
    assert holds(key)
    cast.bob.set_password("twelve dry mules")
    cast.bob.save()
    assert not holds(key)
    assert holds(carols)


MD5 = "django.contrib.auth.hashers.MD5PasswordHasher"


def test_a_person_forgotten_leaves_no_token(cast: Cast) -> None:
    issue(cast.dave, "Dave's telephone")
    forget_person(cast.dave, "root", "asked to")
    assert not Token.objects.exists()
