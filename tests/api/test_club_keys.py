"""Keys of clubs: made by officers, shown once, and never more than their scopes and an officer of the club may do."""

from __future__ import annotations

from datetime import timedelta
from uuid import uuid4

import pytest
from django.contrib.admin.models import LogEntry
from django.core.exceptions import ObjectDoesNotExist
from django.db import connection, transaction
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone

from api import keys
from api.models import ClubKey, KeyHolder, digest
from api.roles import TABLE, scope
from campaigns.erasure import forget_person
from campaigns.models import Campaign, Club, User
from tests.api.addresses import address, body
from tests.api.conftest import Caller, problem, report, said
from tests.api.role_exceptions import KINDS
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of
from tests.cast import Cast, ClubFactory
from tests.length import AT_LENGTH, some_of
from tests.where import BOTH

pytestmark = pytest.mark.django_db
KEYS = "clubs/steel/keys/"


def program(cast: Cast, *scopes: str, maker: User | None = None, club: Club | None = None) -> Caller:
    """A program that comes in with a key of the club."""
    _kept, token = keys.make(club or cast.club, maker or cast.alice, "Scoreboard", scopes or ("read",))
    caller = Caller()
    caller.headers = {"Authorization": f"Bearer {token}"}
    return caller


def test_a_key_is_made_by_an_officer_and_shown_once(cast: Cast, people: dict[str, Caller]) -> None:
    sent = {"name": "Scoreboard", "scopes": ["rounds", "read"], "days": 30}
    for who, status, code in (("anonymous", 401, "not-authenticated"), ("bob", 403, "not-yours")):
        problem(people[who].post(KEYS, sent), status, code)
    answer = people["alice"].post(KEYS, sent)
    assert answer.status_code == 201
    made = said(answer)
    (kept,) = ClubKey.objects.all()
    assert (kept.digest, kept.maker, kept.scopes) == (digest(made["token"]), cast.alice, "read rounds")
    assert abs(kept.expires_at - timezone.now() - timedelta(days=30)) < timedelta(minutes=1)
    listed = people["alice"].get(KEYS)
    assert made["token"].encode() not in listed.content
    assert said(listed)["keys"] == [made["key"]]
    assert said(listed)["people"] == {str(cast.alice.pk): "alice"}
    assert LogEntry.objects.get().object_repr == "Scoreboard"
    faults: tuple[dict[str, object], ...] = (
        {"name": " "},
        {"scopes": []},
        {"scopes": ["all"]},
        {"days": 0},
        {"name": "a\0"},
        {"club": "x"},
    )
    for wrong in faults:
        problem(people["alice"].post(KEYS, sent | wrong), 400, "malformed")
    assert ClubKey.objects.count() == 1


@BOTH
def test_a_key_costs_one_statement_and_ends_in_every_way(cast: Cast, people: dict[str, Caller]) -> None:
    mine = program(cast)
    assert mine.get("systems/").status_code == 200
    kept = ClubKey.objects.get()
    assert kept.last_used is not None
    with CaptureQueriesContext(connection) as queries:
        assert mine.get("systems/").status_code == 200
    assert len(queries) == 1

    def shut(act: str) -> None:
        with transaction.atomic():
            match act:
                case "end":
                    assert people["alice"].call("DELETE", f"{KEYS}{kept.pk}/").status_code == 204
                case "expire":
                    ClubKey.objects.update(expires_at=timezone.now())
                case "leave":
                    cast.club.organisers.remove(cast.alice)
                case "close":
                    User.objects.filter(pk=cast.alice.pk).update(is_active=False)
            problem(mine.get("systems/"), 401, "not-authenticated")
            transaction.set_rollback(True)
        assert mine.get("systems/").status_code == 200

    for act in ("end", "expire", "leave", "close"):
        shut(act)
    other = ClubFactory.create(slug="other", organisers=[cast.dave])
    problem(people["dave"].call("DELETE", f"clubs/{other.slug}/keys/{kept.pk}/"), 404, "not-found")
    people["alice"].call("DELETE", f"{KEYS}{kept.pk}/")
    assert said(people["alice"].get(KEYS))["keys"][0]["ended"] is not None
    forget_person(cast.alice, "root", "asked to")
    assert not ClubKey.objects.exists()


@pytest.mark.at_length
@pytest.mark.usefixtures("unlimited", "_skirmish")
def test_a_key_does_what_its_scopes_say_and_nothing_else(cast: Cast) -> None:
    """Every address and method: with all scopes but the one it needs 403, with that alone as its officer."""
    season = Campaigning(cast).begin().round()
    battle = season.muster()
    rows = list(enumerate(TABLE.items()))
    for n, (name, methods) in rows if AT_LENGTH else some_of(rows, 24, "keys"):
        for method in methods:
            if name == "docs" or (name, method) == ("token", "POST"):  # who asks for a token needs none
                continue
            needed = scope(name, method)
            needed = {"battle-commands": "manage", "campaign-commands": "manage", "league-commands": "manage"}.get(
                name, needed
            )
            others = [one for one in keys.SCOPES if one != needed]
            with transaction.atomic():
                where = address(name, season, battle)
                sent = body(name, f"platoon-{n}") if method in ("POST", "PATCH") else b""
                kind = KINDS.get(name, "application/json")
                refused = program(cast, *others).call(method, where, sent, kind)
                assert refused.status_code == 403, (name, method, refused.content)
                if needed:
                    own = program(cast, needed).call(method, where, sent, kind)
                    assert own.status_code in ANSWERS.get(name, (200, 201)), (name, method, own.content)
                transaction.set_rollback(True)


ANSWERS = {
    "club-webhook": (200, 204),
    "club-webhook-replay": (204,),
    "battle-commands": (403,),  # it never plays
    "league-next-season": (200, 422),
    "league-history": (200, 422),
    "league-vehicle": (404,),
    "scenarios": (200, 403),
    "scenario": (200, 403),
    "league-scenarios": (200, 403),
    "league-scenario": (200, 403),
}


def test_a_key_is_an_officer_of_its_own_club_alone(season: Season, cast: Cast) -> None:
    foreign = program(cast, *keys.SCOPES, maker=cast.alice, club=ClubFactory.create(organisers=[cast.alice]))
    where = f"campaigns/{season.stream}/"
    assert foreign.get(where).status_code == 200, "as everybody reads it"
    problem(foreign.post(f"{where}commands/", report("OpenRound", deadline="")), 403, "not-yours")
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    problem(foreign.get(where), 404, "not-found")
    assert program(cast).get(where).status_code == 200


def test_a_key_reports_under_its_own_name_for_its_maker(season: Season, cast: Cast, people: dict[str, Caller]) -> None:
    clock = program(cast, "rounds")
    where = f"campaigns/{season.stream}/commands/"
    sent = report("OpenRound", deadline="", pairings=[{"home": "bears", "away": "cats"}])
    assert clock.post(where, sent).status_code == 200
    problem(clock.post(where, report("Adjudicate", fixture="r1-1", winner="bears", reason="So")), 403, "not-yours")
    events = said(people["bob"].get(f"campaigns/{season.stream}/events/?limit=200"))
    key = str(ClubKey.objects.get().pk)
    assert events["events"][-1]["by"] == key
    assert events["people"][key] == "Scoreboard (for alice)"
    assert str(cast.alice.pk) not in {one["by"] for one in events["events"] if one["report_type"] == "OpenRound"}
    page = Client()
    page.force_login(cast.bob)
    assert "Scoreboard (for alice)" in office_of(cast.alice).get("/admin/battles/logline/").content.decode()


def test_a_key_of_a_player_does_not_play(season: Season, battle: str, cast: Cast, people: dict[str, Caller]) -> None:
    """Bob plays, and is an officer as well: his key has no side, no case, and nothing of what only he may know."""
    cast.club.organisers.add(cast.bob)
    his = program(cast, *keys.SCOPES, maker=cast.bob)
    where = f"battles/{battle}/"
    assert people["bob"].report(battle, "Shoot", shooter="bears-1", target="cats-1").status_code == 200
    problem(his.report(battle, "Shoot", shooter="bears-1", target="cats-1"), 403, "not-yours")
    for case in ("TakeCase", "LeaveCase"):
        problem(his.report(battle, case, reason="To look"), 403, "not-yours")
    assert his.report(battle, "ChangeDepth", depth="result").status_code == 200
    last = said(people["carol"].get(f"{where}events/?limit=200"))
    assert last["people"][last["events"][-1]["by"]] == "Scoreboard (for bob)"
    take = report("TakePlatoonCase", platoon="cats", reason="To look")
    problem(his.post(f"campaigns/{season.stream}/commands/", take), 403, "not-yours")


def test_the_office_makes_a_key_and_ends_it(cast: Cast) -> None:
    office, where = office_of(cast.alice), "/admin/api/clubkey/"
    other = ClubFactory.create()
    sent = {"club": cast.club.pk, "name": "Scoreboard", "scopes": ["read", "results"], "days": 10}
    assert f'value="{other.pk}"' not in office.get(f"{where}add/").content.decode()
    assert office.post(f"{where}add/", sent | {"club": other.pk}).status_code == 200
    assert not ClubKey.objects.exists()
    shown = office.post(f"{where}add/", sent)
    kept = ClubKey.objects.get()
    token = shown.context["token"]
    assert (kept.digest, kept.scopes, kept.maker) == (digest(token), "read results", cast.alice)
    assert (token in shown.content.decode(), "no-store" in shown["Cache-Control"]) == (True, True)
    assert keys.holder(digest(token)) is not None
    for page in (where, f"{where}{kept.pk}/change/"):
        told = office.get(page).content.decode()
        assert "Scoreboard" in told
        assert token not in told
    assert office_of(cast.alice).post(f"{where}{kept.pk}/delete/", {"post": "yes"}).status_code == 403
    office.post(where, {"action": "end", "_selected_action": [str(kept.pk)]})
    assert keys.holder(digest(token)) is None
    said_of = LogEntry.objects.filter(object_id=str(kept.pk)).values_list("user", flat=True)
    assert list(said_of) == [cast.alice.pk] * 2
    assert office_of(cast.bob).get(where).status_code in (302, 403)


def test_who_comes_in_with_a_key_is_never_saved(cast: Cast) -> None:
    program(cast)
    found = keys.holder(ClubKey.objects.get().digest)
    assert isinstance(found, KeyHolder)
    with pytest.raises(ObjectDoesNotExist):
        User.objects.get(pk=found.pk)
    assert keys.names([uuid4()], None) == {}
