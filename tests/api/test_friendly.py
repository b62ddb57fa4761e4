"""Friendly battles by API: begun, waited for, joined and given up, within the bounds that pages have."""

from __future__ import annotations

from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone

from api.models import Token
from battles import handler
from battles.models import Sheet
from campaigns import friendly
from campaigns.models import User, WaitingRoom
from rules import all_systems
from tests.api.conftest import Caller, problem, report, said
from tests.cast import Cast
from tests.pages import shots
from tests.rules.modern_age.ros import node, roster
from tests.where import BOTH

pytestmark = pytest.mark.django_db
DUEL = {"system": "tanks", "forces": "list", "list": "duel"}


def begun(caller: Caller, **more: Any) -> dict[str, Any]:
    answer = caller.post("friendly/", DUEL | more)
    assert answer.status_code == 201, answer.content
    assert answer["Cache-Control"] == "private, no-store"
    found: dict[str, Any] = said(answer)
    return found


def guest_of(answer: dict[str, Any]) -> Caller:
    guest = Caller()
    guest.headers = {"Authorization": f"Bearer {answer['guest']['token']}"}
    return guest


def test_two_accounts_are_in_a_battle_after_two_requests(bob: Caller, carol: Caller, cast: Cast) -> None:
    room = begun(bob, dice="leaguer")["room"]
    where = f"battles/{room['battle']}/join/"
    assert (room["mine"], room["host"], room["dice"], len(room["code"])) == (True, "bob", "leaguer", 9)
    assert room["link"].endswith(f"/battles/{room['battle']}/join/#{room['code']}")
    assert [side["mine"] for side in room["sides"]] == [True, False]
    assert said(bob.get("friendly/"))["waiting"] == room["battle"]
    seen = said(carol.get(where))
    assert (seen["mine"], seen["code"], "#" in seen["link"]) == (False, "", False)
    assert [side["name"] for side in seen["sides"]] == [side["name"] for side in reversed(room["sides"])]

    answer = carol.post(where, {"code": room["code"].lower()})
    assert (answer.status_code, said(answer)) == (201, {"battle": room["battle"], "guest": None, "notes": []})
    problem(bob.get(where), 404, "not-found")
    assert said(bob.get("friendly/"))["waiting"] is None
    muster = handler.state(room["battle"]).muster
    assert [known.players for known in muster.sides.values()] == [(str(cast.bob.pk),), (str(cast.carol.pk),)]
    assert said(carol.get(f"battles/{room['battle']}/"))["mine"]


@BOTH
def test_a_guests_key_works_at_the_table_and_nowhere_else(bob: Caller) -> None:
    room = begun(bob)["room"]
    answer = said(Caller().post(f"battles/{room['battle']}/join/", {"code": room["code"], "nickname": "Otto"}))
    guest, battle = guest_of(answer), room["battle"]
    found = said(guest.get(f"battles/{battle}/"))
    assert found["mine"] == ["axis"]
    assert "Otto (guest)" in found["people"].values()
    assert guest.post(f"battles/{battle}/commands/", report("Concede", side="axis")).status_code == 200
    problem(guest.get("me/"), 401, "not-authenticated")
    problem(guest.post("friendly/", DUEL), 401, "not-authenticated")
    assert said(guest.get("friendly/"))["may_begin"] is False
    other = said(begun_by_carol := Caller(User.objects.get(username="carol")).post("friendly/", DUEL))["room"]
    assert begun_by_carol.status_code == 201
    problem(guest.call("DELETE", f"battles/{other['battle']}/join/"), 401, "not-authenticated")
    assert Token.objects.get(user__guest_of=battle).expires_at < timezone.now() + timedelta(days=1, minutes=1)  # type: ignore[operator]
    User.objects.filter(guest_of=battle).update(is_active=False)
    problem(guest.get(f"battles/{battle}/"), 401, "not-authenticated")


def test_without_an_account_it_is_begun_where_the_site_has_it_so(settings: Any) -> None:
    problem(Caller().post("friendly/", DUEL | {"nickname": "Hanna"}), 401, "not-authenticated")
    settings.GUESTS_BEGIN = True
    assert said(Caller().get("friendly/"))["may_begin"] is True
    assert problem(Caller().post("friendly/", DUEL), 422, "refused")["field"] == "nickname"
    begun_now = begun(Caller(), nickname="Hanna")
    host = guest_of(begun_now)
    where = f"battles/{begun_now['room']['battle']}/join/"
    assert said(host.get(where))["code"] == begun_now["room"]["code"]
    assert said(Caller().get(where))["host"] == "Hanna (guest)"
    assert host.call("DELETE", where).status_code == 204


@pytest.mark.parametrize(
    ("more", "status", "code", "field"),
    [
        ({"system": "chess"}, 400, "unknown", "system"),
        ({"forces": "horde"}, 400, "malformed", "forces"),
        ({"list": "nowhere"}, 400, "unknown", "forces"),
        ({"forces": "again"}, 422, "refused", "forces"),
        ({"forces": "draft", "points": 7}, 422, "refused", "points"),
        ({"forces": "draft", "points": 10**9}, 400, "malformed", "points"),
        ({"forces": "draft", "points": 100, "scenario": "nowhere"}, 400, "unknown", "scenario"),
        ({"side": "third"}, 400, "malformed", "side"),
        ({"dice": "loaded"}, 400, "malformed", "dice"),
        ({"colour": "red"}, 400, "malformed", "colour"),
    ],
)
def test_what_cannot_be_begun_names_field_and_remedy(
    bob: Caller, more: dict[str, Any], status: int, code: str, field: str
) -> None:
    found = problem(bob.post("friendly/", DUEL | more), status, code)
    assert found["field"] == field
    assert found["remedy"]
    assert not WaitingRoom.objects.exists()


def test_what_cannot_be_joined_says_why(bob: Caller, carol: Caller) -> None:
    room = begun(bob)["room"]
    where = f"battles/{room['battle']}/join/"
    found = problem(carol.post(where, {"code": "2222-2222"}), 422, "refused")
    assert (found["field"], found["remedy"]) == ("code", "Read it again on the other phone.")
    assert problem(bob.post(where, {"code": room["code"]}), 422, "refused")["field"] == "code"
    assert problem(Caller().post(where, {"code": room["code"]}), 422, "refused")["field"] == "nickname"
    assert not User.objects.filter(guest_of__isnull=False).exists()
    problem(carol.post(f"battles/{uuid4()}/join/", {"code": room["code"]}), 404, "not-found")
    problem(carol.call("DELETE", where), 403, "not-yours")
    assert bob.call("DELETE", where).status_code == 204
    problem(carol.post(where, {"code": room["code"]}), 404, "not-found")
    assert not Sheet.objects.exists()


def test_somebody_who_is_too_late_is_told(bob: Caller, carol: Caller, monkeypatch: pytest.MonkeyPatch) -> None:
    room = begun(bob)["room"]

    def gone(*_args: object) -> str:
        raise friendly.Gone

    monkeypatch.setattr(friendly, "open_battle", gone)
    problem(carol.post(f"battles/{room['battle']}/join/", {"code": room["code"]}), 409, "conflict")


@pytest.mark.usefixtures("unlimited")
def test_programs_and_pages_are_counted_together(bob: Caller, carol: Caller, cast: Cast) -> None:
    client = Client()
    client.force_login(cast.bob)
    form = {"system": "tanks", "forces": "list:duel", "side": "first", "dice": "ask"}
    assert [client.post("/friendly/", form).status_code for _time in range(10)] == [302] * 10
    assert [bob.post("friendly/", DUEL).status_code for _time in range(11)] == [201] * 10 + [429]
    assert int(bob.post("friendly/", DUEL)["Retry-After"]) > 60
    room = WaitingRoom.objects.get()
    tries = [carol.post(f"battles/{room.pk}/join/", {"code": "wrong"}).status_code for _try in range(11)]
    assert tries == [422] * 10 + [429]
    problem(carol.post(f"battles/{room.pk}/join/", {"code": friendly.code_of(room)}), 429, "throttled")


def test_the_forces_one_can_choose_are_listed(carol: Caller, cast: Cast) -> None:
    shots.face_down(cast.bob, cast.carol, "Defensive Driver")
    answer = carol.get("friendly/")
    found = {one["system"]: one for one in said(answer)["systems"]}
    assert found.keys() == all_systems().keys()
    tanks = found["tanks"]
    assert {one["key"] for one in tanks["lists"]} == {one.key for one in all_systems()["tanks"].friendly.ready}
    assert tanks["points"]
    assert tanks["scenarios"]
    assert not tanks["last"]
    assert [side["mine"] for side in found["modern_age"]["last"]] == [True, False]
    assert b"Defensive Driver" not in answer.content
    assert begun(carol, system="modern_age", forces="again")["room"]["sides"][0]["mine"]


PLATOON = roster(node("M1 Abrams", type="model") + node("Maus", type="model")).decode()


def test_forces_come_of_a_roster(bob: Caller) -> None:
    more = {"system": "modern_age", "forces": "roster", "scenario": "free_for_all", "roster": PLATOON}
    found = begun(bob, **more)
    assert found["room"]["sides"][0]["models"][0] == {"model": "M1 Abrams", "count": 1}
    assert [note["where"] for note in found["notes"]] == ["line 2, Maus"]
    assert [one["system"] for one in said(bob.get("friendly/"))["systems"] if one["rosters"]] == ["modern_age"]
    WaitingRoom.objects.all().delete()
    for wrong, status, field in (
        ({"roster": ""}, 400, "roster"),
        ({"roster": "{}"}, 400, "roster"),
        ({"other_roster": "{}"}, 400, "other_roster"),
        ({"system": "tanks"}, 400, "roster"),
    ):
        answer = problem(bob.post("friendly/", DUEL | more | wrong), status, "malformed")
        assert (answer["field"], bool(answer["remedy"])) == (field, True)
    assert not WaitingRoom.objects.exists()
