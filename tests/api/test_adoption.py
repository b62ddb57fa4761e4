"""What becomes of a friendly battle, by API: a campaign adopts it, an account claims a guest's seat in it."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.test import Client
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles.models import Sheet
from campaigns import clerk, guests
from campaigns.friendly_requests import CLAIMED_BY_ONE
from campaigns.models import Adoption, Fixture, User
from campaigns.roles import played_by
from tests.api.conftest import Caller, Ground, laid, problem, report, rolled_back, said, whole_log
from tests.campaigns.conftest import Season
from tests.campaigns.test_adoption import SIDES, fought, standing
from tests.cast import Cast
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def played(cast: Cast) -> Ground:
    """The campaign, and a friendly battle that Bob has won against Carol."""
    ground = laid(cast)
    fought(ground.season)
    return ground


@pytest.fixture(scope="module")
def laid_once(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Ground]:
    with rolled_back(django_db_blocker, played) as ground:
        yield ground


@pytest.fixture
def battle(ground: Ground) -> str:
    return str(Sheet.objects.get(campaign=None).pk)


def where(battle: str) -> str:
    return f"battles/{battle}/adoption/"


def asked(season: Season, **more: Any) -> dict[str, Any]:
    return {"campaign": season.stream, "sides": SIDES} | more


def proposed(bob: Caller, season: Season, battle: str) -> dict[str, Any]:
    answer = bob.post(where(battle), asked(season))
    assert answer.status_code == 201, answer.content
    assert answer["Cache-Control"] == "private, no-store"
    found: dict[str, Any] = said(answer)
    return found


def test_both_players_and_an_organiser_adopt_it(
    season: Season, battle: str, people: dict[str, Caller], carol: Caller
) -> None:
    bob, alice = people["bob"], people["alice"]
    seen = said(bob.get(where(battle)))
    assert (seen["settled"], seen["adopted"], seen["proposal"]) == (True, None, None)
    (open_to,) = seen["campaigns"]
    assert open_to["id"] == season.stream
    assert open_to["platoons"] == {"north": ["bears"], "south": ["cats"]}
    before = whole_log()
    tried = bob.post(f"{where(battle)}?dry_run=true", asked(season))
    assert (tried.status_code, said(tried)["id"]) == (200, "")
    assert not Adoption.objects.exists()

    found = proposed(bob, season, battle)
    assert found["foreseen"] == said(tried)["foreseen"]
    assert found["foreseen"]["units"]["south-1"] == "cats-1"
    assert [one["score_after"] for one in found["foreseen"]["platoons"] if one["platoon"] == "bears"] == [5]
    assert (found["people"][found["by"]], found["people"][found["asked"]], found["agreed"]) == ("bob", "carol", False)
    assert proposed(bob, season, battle)["id"] == found["id"], "sent twice it is the same"
    assert said(alice.get(where(battle)))["proposal"] == found
    for _time in range(2):
        agreed = carol.post(f"{where(battle)}agreement/", {"proposal": found["id"]})
        assert (agreed.status_code, said(agreed)["agreed"]) == (200, True)
    assert proposed(bob, season, battle)["agreed"], "an echo of the proposal takes no agreement away"
    assert whole_log() == before

    accept = report("MusterBattle", battle=battle, sides={side: {"platoon": one} for side, one in SIDES.items()})
    accept["data"]["adopted"] = {}
    assert alice.post(f"campaigns/{season.stream}/commands/", accept).status_code == 200
    assert said(bob.get(where(battle)))["adopted"] == {"campaign": season.stream, "fixture": battle}
    assert problem(bob.post(where(battle), asked(season)), 422, "refused")["field"] == "battle"
    problem(carol.call("DELETE", where(battle)), 409, "conflict")
    clerk.sweep()
    assert standing("bears") == (1, 5)


def test_nobody_answers_for_somebody_else(season: Season, battle: str, people: dict[str, Caller]) -> None:
    found = proposed(people["bob"], season, battle)
    agree = {"proposal": found["id"]}
    for who in ("bob", "alice"):
        problem(people[who].post(f"{where(battle)}agreement/", agree), 403, "not-yours")
    problem(people["alice"].post(where(battle), asked(season)), 403, "not-yours")
    for who, status, code in (("dave", 403, "not-yours"), ("erin", 403, "not-yours"), ("anonymous", 401, "")):
        for method, path, body in (
            ("GET", where(battle), b""),
            ("POST", where(battle), asked(season)),
            ("DELETE", where(battle), b""),
            ("POST", f"{where(battle)}agreement/", agree),
        ):
            problem(people[who].call(method, path, body), status, code or "not-authenticated")
    problem(people["bob"].get(where(str(uuid4()))), 404, "not-found")
    problem(people["bob"].get(where(season.muster())), 403, "not-yours")
    assert not Adoption.objects.get().agreed
    assert not Fixture.objects.filter(battle=battle).exists()


@pytest.mark.parametrize("who", ["bob", "carol", "alice"])
def test_it_is_taken_back_or_declined(season: Season, battle: str, people: dict[str, Caller], who: str) -> None:
    first = proposed(people["bob"], season, battle)
    Adoption.objects.update(fixture="another")
    second = proposed(people["bob"], season, battle)
    assert second["id"] != first["id"]
    found = problem(people["carol"].post(f"{where(battle)}agreement/", {"proposal": first["id"]}), 409, "conflict")
    assert (found["field"], bool(found["remedy"])) == ("proposal", True)
    problem(people[who].call("DELETE", f"{where(battle)}?proposal={first['id']}"), 409, "conflict")
    problem(people["carol"].post(where(battle), asked(season)), 422, "refused")
    assert people[who].call("DELETE", f"{where(battle)}?proposal={second['id']}").status_code == 204
    assert not Adoption.objects.exists()
    problem(people["bob"].call("DELETE", where(battle)), 409, "conflict")


@pytest.mark.parametrize(
    ("more", "status", "code", "field"),
    [
        ({"campaign": "nowhere"}, 422, "refused", "campaign"),
        ({"sides": {"north": "bears", "south": "nobody"}}, 422, "refused", "sides.south.platoon"),
        ({"sides": {}}, 422, "refused", None),
        ({"sides": ["bears"]}, 400, "malformed", "sides"),
        ({"fixture": "r9-9"}, 422, "refused", "fixture"),
        ({"colour": "red"}, 400, "malformed", "colour"),
    ],
)
def test_what_cannot_be_proposed_says_why(
    season: Season, battle: str, bob: Caller, more: dict[str, Any], status: int, code: str, field: str | None
) -> None:
    found = problem(bob.post(where(battle), asked(season, **more)), status, code)
    assert field is None or found["field"] == field
    assert not Adoption.objects.exists()


def test_it_waits_until_it_is_settled_and_a_guests_seat_is_claimed(season: Season, bob: Caller) -> None:
    battle = fought(season, settle=False)
    assert "not settled" in problem(bob.post(where(battle), asked(season)), 422, "refused")["detail"]
    clerk.sweep()
    proposal = proposed(bob, season, battle)
    season.muster()
    seen = said(bob.get(where(battle)))["proposal"]
    assert (seen["id"], seen["foreseen"]) == (proposal["id"], None)
    assert any("lacks 2 × Light" in fault["detail"] for fault in seen["against"])
    battle = fought(season, "Otto")
    assert problem(bob.post(where(battle), asked(season)), 422, "refused")["field"] == "campaign"


# -- a guest's seat ----------------------------------------------------------------------------------------------------


def guest_in(bob: Caller) -> tuple[Caller, str]:
    """A guest who has come in by API, and the battle."""
    room = said(bob.post("friendly/", {"system": "skirmish", "forces": "list", "list": "duel"}))["room"]
    came_in = said(Caller().post(f"battles/{room['battle']}/join/", {"code": room["code"], "nickname": "Otto"}))
    guest = Caller()
    guest.headers = {"Authorization": f"Bearer {came_in['guest']['token']}"}
    return guest, f"battles/{room['battle']}/claim/"


@BOTH
def test_an_account_claims_a_guests_seat(season: Season, bob: Caller, carol: Caller, people: dict[str, Caller]) -> None:
    guest, path = guest_in(bob)
    battle, before = path.split("/")[1], {one.pk for one in played_by(str(season.cast.carol.pk))}
    told = said(guest.get(path))
    assert told["until"] > timezone.now().isoformat()
    problem(guest.post(path, {"code": told["code"]}), 403, "not-yours")
    problem(Caller().post(path, {"code": told["code"]}), 401, "not-authenticated")
    problem(carol.get(path), 403, "not-yours")
    assert problem(bob.post(path, {"code": told["code"]}), 422, "refused")["field"] == "code"
    claimed = carol.post(path, {"code": told["code"].lower()})
    assert (claimed.status_code, said(claimed)) == (201, {"battle": battle})
    assert said(carol.get(f"battles/{battle}/"))["mine"] == ["south"]
    assert [str(one.pk) for one in played_by(str(season.cast.carol.pk)) if one.pk not in before] == [battle]
    problem(guest.get(f"battles/{battle}/"), 401, "not-authenticated")
    for who in ("carol", "dave"):
        assert problem(people[who].post(path, {"code": told["code"]}), 422, "refused")["remedy"]
    assert User.objects.get(guest_of=battle).claimed_by == season.cast.carol


def test_a_guest_proposes_nothing(season: Season, bob: Caller) -> None:
    guest, path = guest_in(bob)
    adoption_of = path.replace("claim", "adoption")
    assert said(guest.get(adoption_of))["campaigns"] == []
    assert problem(guest.post(adoption_of, asked(season)), 422, "refused")["field"] == "campaign"


@pytest.mark.usefixtures("unlimited")
def test_tries_at_a_seat_are_counted_with_those_of_the_page(season: Season, bob: Caller, carol: Caller) -> None:
    _guest, path = guest_in(bob)
    page = Client()
    page.force_login(season.cast.carol)
    assert [page.post(f"/{path}", {"code": "wrong"}).status_code for _try in range(5)] == [422] * 5
    assert [carol.post(path, {"code": "2222-2222"}).status_code for _try in range(6)] == [422] * 5 + [429]
    right = guests.code_of(User.objects.get(guest_of=path.split("/")[1]))
    assert int(carol.post(path, {"code": right})["Retry-After"]) > 60
    dave = Caller(season.cast.dave)
    elsewhere = [f"battles/{uuid4()}/claim/", *(guest_in(bob)[1] for _battle in range(3))]
    problem(dave.post(elsewhere[0], {"code": "wrong"}), 404, "not-found")
    found = [dave.post(path, {"code": "wrong"}).status_code for path in elsewhere[1:] for _try in range(8)]
    assert found == [422] * CLAIMED_BY_ONE + [429] * 4, "an account is counted at all battles together"
