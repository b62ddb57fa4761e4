"""Who comes in to a friendly battle brings forces of their own, where the host leaves that to them."""

from __future__ import annotations

from concurrent.futures import ThreadPoolExecutor
from typing import Any

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.utils.html import escape

from battles import handler, log
from battles.models import Sheet
from campaigns import friendly
from campaigns.models import User, WaitingRoom
from rules import all_systems
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.test_friendly import PLATOON, begun, place
from tests.rules.modern_age.ros import BATTLESCRIBE, node, roster
from tests.rules.modern_age.test_ros_hostile import zipped
from tests.where import BOTH

HOSTS = {"system": "modern_age", "forces": "draft", "points": "80", "scenario": "free_for_all", "other": "own"}


def come(client: Client, room: WaitingRoom, **said: Any) -> Any:
    return client.post(place(room), {"code": friendly.code_of(room), **said})


def models(room: WaitingRoom, mine: bool) -> list[str]:
    """As they fight, of the host or of who has come in."""
    muster = handler.state(str(room.pk)).muster
    return [unit.model for unit in muster.units if (unit.side == room.side) is mine]


@pytest.mark.parametrize("system", sorted(all_systems()))
def test_every_list_and_draft_of_every_rulebook_can_be_brought(cast: Cast, system: str) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    known = all_systems()[system].friendly
    for choice in (*(f"list:{one.key}" for one in known.ready), "draft", "given"):
        room = begun(bob, system, other="own")
        before = friendly.muster_of(room)
        side = friendly.other_side(room)
        page = carol.get(place(room)).content.decode()
        offered, points = f'value="{choice}"' in page, str(known.points[0])
        answer = come(carol, room, forces=choice, points=points)
        if not offered:
            assert answer.status_code in (400, 422), "what is not offered is refused"
            assert not Sheet.objects.filter(pk=room.pk).exists()
            continue
        assert answer.status_code == 302, answer.content.decode()
        after = handler.state(str(room.pk)).muster
        theirs = [unit.model for unit in after.units if unit.side != side]
        assert theirs == [unit.model for unit in before.units if unit.side != side]
        mine = [unit.model for unit in after.units if unit.side == side]
        if choice.startswith("list:"):
            force = next(one.forces[side] for one in known.ready if choice == f"list:{one.key}")
            assert mine == [one.model for one in force.vehicles]
        elif choice == "given":
            assert mine == [unit.model for unit in before.units if unit.side == side]


def test_a_roster_is_brought_by_an_account_or_a_guest(cast: Cast) -> None:
    uploaded: Any = {"roster_file": SimpleUploadedFile("mine.rosz", zipped(("mine.ros", PLATOON)))}
    for client, sent in ((as_(cast.carol), {"roster": PLATOON.decode()}), (Client(), uploaded)):
        room = begun(as_(cast.bob), **HOSTS)
        host = [unit.model for unit in friendly.muster_of(room).units if unit.side == room.side]
        page = client.get(place(room)).content.decode()
        assert 'value="roster"' in page
        assert "multipart/form-data" in page
        answer = come(client, room, forces="roster", nickname="Otto", **sent)
        assert answer.status_code == 302, answer.content.decode()
        assert models(room, mine=False) == ["M1 Abrams", "M60 Patton"]
        assert models(room, mine=True) == host
        names = [unit.name for unit in handler.state(str(room.pk)).muster.units]
        assert "Alpha 66" in names
        assert "Maus" in client.get(answer.headers["Location"]).content.decode(), "what was left out is told"


def test_without_the_hosts_leave_the_forces_stay(cast: Cast) -> None:
    room = begun(as_(cast.bob), **(HOSTS | {"other": ""}))
    carol = as_(cast.carol)
    assert 'name="forces"' not in carol.get(place(room)).content.decode()
    answer = come(carol, room, forces="draft", points="40")
    assert answer.status_code == 422
    assert "chosen already" in answer.content.decode()
    assert come(carol, room).status_code == 302


def test_what_is_unfit_is_told_and_nothing_begins(cast: Cast) -> None:
    room = begun(as_(cast.bob), **HOSTS)
    guest = Client()
    for said, told in (
        ({"forces": "roster", "roster": BATTLESCRIBE.decode()}, "Artillery Scout is made by fans"),
        ({"forces": "roster", "roster": "{}"}, "roster"),
        ({"forces": "roster"}, "No file was chosen"),
        ({"forces": "draft", "points": "200"}, "Sizes: "),
        ({"forces": "draft", "points": "many"}, "Sizes: "),
        ({"forces": "list:nowhere"}, "There is no ready-made list"),
        ({"forces": "again"}, "does not say with which forces"),
    ):
        answer = come(guest, room, nickname="Otto", **said)
        assert answer.status_code >= 400, said
        alert = answer.content.decode().partition('role="alert"')[2].partition("</section>")[0]
        assert escape(told) in alert, alert
        assert 'value="Otto"' in answer.content.decode(), "what was typed stays"
    assert not User.objects.filter(guest_of=room.pk).exists()
    assert not Sheet.objects.exists()
    assert WaitingRoom.objects.get() == room
    assert come(guest, room, nickname="Otto", forces="draft", points="80").status_code == 302


def test_a_wrong_code_reads_no_roster(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    room = begun(as_(cast.bob), **HOSTS)
    monkeypatch.setattr("campaigns.rosters.read", lambda *_args: pytest.fail("it was read"))
    answer = as_(cast.carol).post(place(room), {"code": "2222-2222", "forces": "roster", "roster": "<roster/>"})
    assert answer.status_code == 422


@BOTH
@pytest.mark.django_db(transaction=True)
def test_of_two_who_come_at_once_one_brings_their_forces_whole(cast: Cast) -> None:
    room = begun(as_(cast.bob), **HOSTS)
    clients = [(as_(cast.carol), "M1 Abrams"), (as_(cast.dave), "M60 Patton")]

    def step(one: tuple[Client, str]) -> Any:
        try:
            sent = roster(node(one[1], type="model")).decode()
            return come(one[0], room, forces="roster", roster=sent).headers.get("Location", "")
        finally:
            connection.close()

    with ThreadPoolExecutor(2) as pool:
        found = list(pool.map(step, clients))
    (brought,) = models(room, mine=False)
    first = [model for _client, model in clients].index(brought)
    assert found[first] == f"/battles/{room.pk}/"
    # who was late by little is told at the form, who was late by more looks on
    assert found[1 - first] in (f"/battles/{room.pk}/join/", f"/battles/{room.pk}/")
    assert len(log.read(str(room.pk))) == 1
