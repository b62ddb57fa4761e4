"""Who joins a friendly battle by API brings forces of their own, where the host leaves that to them."""

from __future__ import annotations

from typing import Any

import pytest
from msgspec.structs import replace

from battles import handler
from battles.models import Sheet
from campaigns.models import User, WaitingRoom
from rules import all_systems, friendly
from rules.contract import Refused, say
from rules.ready_forces import Brought, Force
from tests.api.conftest import Caller, problem, said
from tests.api.test_friendly import PLATOON, begun, guest_of

pytestmark = pytest.mark.django_db
OPEN = {"system": "modern_age", "forces": "draft", "scenario": "free_for_all", "points": 80, "other": "own"}


def room_of(bob: Caller, **more: Any) -> tuple[str, dict[str, str]]:
    """Where to join, and the code."""
    room = begun(bob, **(OPEN | more))["room"]
    return f"battles/{room['battle']}/join/", {"code": room["code"]}


def test_a_guest_brings_a_roster(bob: Caller) -> None:
    where, code = room_of(bob)
    assert said(Caller().get(where))["other"] == "own"
    answer = Caller().post(where, code | {"nickname": "Otto", "forces": "roster", "roster": PLATOON})
    assert answer.status_code == 201, answer.content
    found = said(answer)
    assert [note["where"] for note in found["notes"]] == ["line 2, Maus"]
    battle = said(guest_of(found).get(f"battles/{found['battle']}/"))
    muster = handler.state(found["battle"]).muster
    assert [unit.model for unit in muster.units if unit.side in battle["mine"]] == ["M1 Abrams"]


@pytest.mark.parametrize("forces", [{"forces": "draft", "points": 80}, {"forces": "given"}, {}])
def test_an_account_draws_by_lot_or_takes_what_is_given(bob: Caller, carol: Caller, forces: dict[str, Any]) -> None:
    where, code = room_of(bob)
    assert carol.post(where, code | forces).status_code == 201


def test_a_list_for_ones_own_side(bob: Caller, carol: Caller) -> None:
    where, code = room_of(bob, system="tanks", forces="list", list="duel")
    found = said(carol.post(where, code | {"forces": "list", "list": "normandy"}))
    units = handler.state(found["battle"]).muster.units
    assert [unit.model for unit in units] == ["T-34/85", "Pz IV H", "Pz IV H", "StuG III G"]


@pytest.mark.parametrize(
    ("more", "status", "code", "field"),
    [
        ({"forces": "roster"}, 400, "malformed", "roster"),
        ({"forces": "roster", "roster": "{}"}, 400, "malformed", "roster"),
        ({"forces": "draft", "points": 7}, 422, "refused", "points"),
        ({"forces": "list", "list": "nowhere"}, 400, "unknown", "forces"),
        ({"forces": "again"}, 400, "malformed", "forces"),
    ],
)
def test_what_cannot_be_brought_names_field_and_remedy_and_leaves_the_room(
    bob: Caller, more: dict[str, Any], status: int, code: str, field: str
) -> None:
    where, key = room_of(bob)
    found = problem(Caller().post(where, key | {"nickname": "Otto"} | more), status, code)
    assert (found["field"], bool(found["remedy"])) == (field, code != "malformed" or bool(found["remedy"]))
    assert not User.objects.filter(guest_of__isnull=False).exists()
    assert not Sheet.objects.exists()
    assert Caller().post(where, key | {"nickname": "Otto"}).status_code == 201


def test_without_the_hosts_leave_nothing_is_brought(bob: Caller, carol: Caller) -> None:
    where, code = room_of(bob, other="given")
    assert said(carol.get(where))["other"] == "given"
    found = problem(carol.post(where, code | {"forces": "draft", "points": 80}), 422, "refused")
    assert found["field"] == "forces"
    assert WaitingRoom.objects.exists()


def test_no_refusal_names_the_cards_of_the_host(monkeypatch: pytest.MonkeyPatch) -> None:
    system = all_systems()["modern_age"]
    muster = friendly.ready_made(system, "alpha-66")
    (host, *_cards), side = next(iter(muster.fittings.values())), "soviets"

    def judged(_muster: object) -> None:
        why = Refused("R3", say(f"Another model has {host}."))
        why.also = (Refused("R4", say("Maus is no model.")),)
        raise why

    monkeypatch.setattr("rules.friendly.adjudicate.muster", judged)
    with pytest.raises(Refused) as told:
        friendly._with_force(muster, side, Force((Brought("Maus"),)))
    assert [one.text.text() for one in told.value.faults] == ["Maus is no model."]
    with pytest.raises(Refused) as told:
        friendly._with_force(muster, side, Force((Brought("Maus", (host,)),)))
    assert len(told.value.faults) == 2, "a card of one's own is named"


def test_ids_that_the_host_has_are_not_given_again() -> None:
    system = all_systems()["tanks"]
    muster = friendly.ready_made(system, "normandy")
    renamed = replace(muster, units=tuple(replace(one, id=f"axis-{n}") for n, one in enumerate(muster.units)))
    made = friendly.with_list(system, renamed, "axis", "east")
    assert [one.id for one in made.units] == ["axis-0", "axis-1", "axis-2", "axis-3", "axis-4", "axis-5"]
