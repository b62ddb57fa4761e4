"""A friendly battle: prepared on one page, opened as the other player comes in, counted nowhere."""

from __future__ import annotations

import re
from datetime import timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.test import Client
from django.utils import timezone
from django.utils.html import escape

from battles import handler
from battles.models import Sheet
from battles.reports import Report
from campaigns import clerk, friendly
from campaigns.erasure import forget_person
from campaigns.models import CampaignSheet, User, WaitingRoom
from rules import all_systems
from rules.adjudicate import Who
from tests.cast import Cast
from tests.length import in_soak
from tests.pages import shots
from tests.pages.conftest import as_
from tests.rules.modern_age.ros import BATTLESCRIBE, node, roster
from tests.rules.modern_age.test_ros_hostile import zipped

BEGIN = "/friendly/"


def begun(client: Client, system: str = "modern_age", **said: Any) -> WaitingRoom:
    known = all_systems()[system].friendly
    forces = f"list:{known.ready[0].key}" if known.ready else "draft"
    form = {"system": system, "forces": forces, "points": str(known.points[0]), "side": "first", "dice": "ask"}
    answer = client.post(BEGIN, form | said)
    assert answer.status_code == 302, answer.content.decode()
    found = re.fullmatch(r"/battles/([0-9a-f-]{36})/join/", answer.headers["Location"])
    assert found
    return WaitingRoom.objects.get(pk=found[1])


def place(room: WaitingRoom) -> str:
    return f"/battles/{room.pk}/join/"


def code_on(client: Client, room: WaitingRoom) -> str:
    page = client.get(place(room)).content.decode()
    assert "<svg" in page
    found = re.search(r'<p class="code"[^>]*>([^<]+)</p>', page)
    assert found
    return found[1]


@pytest.mark.parametrize(
    "system",
    [
        "modern_age",
        *(
            pytest.param(
                system,
                marks=in_soak(
                    "tests/pages/test_friendly.py::test_two_accounts_are_in_a_battle_after_a_few_forms",
                    "tests/pages/test_friendly_own_forces.py"
                    "::test_every_list_and_draft_of_every_rulebook_can_be_brought",
                ),
            )
            for system in sorted(all_systems())
            if system != "modern_age"
        ),
    ],
)
def test_two_accounts_are_in_a_battle_after_a_few_forms(cast: Cast, system: str) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    assert "/friendly/" in bob.get("/").content.decode()
    assert f"?system={system}" in bob.get(BEGIN).content.decode()
    assert 'value="draft"' in bob.get(f"{BEGIN}?system={system}").content.decode()
    room = begun(bob, system)
    assert not Sheet.objects.filter(pk=room.pk).exists()
    assert bob.head(place(room)).status_code == 200

    here = place(room)
    assert "Play as carol" in carol.get(here).content.decode()
    answer = carol.post(here, {"code": code_on(bob, room).lower()})
    assert (answer.status_code, answer.headers["Location"]) == (302, f"/battles/{room.pk}/")
    assert bob.head(here).headers["Location"] == f"/battles/{room.pk}/"
    assert not WaitingRoom.objects.exists()

    battle = handler.state(str(room.pk))
    sides = list(battle.muster.sides)
    players = {side: known.players for side, known in battle.muster.sides.items()}
    assert players == {sides[0]: (str(cast.bob.pk),), sides[1]: (str(cast.carol.pk),)}
    assert (battle.muster.campaign, battle.muster.confirm_within) == ("", friendly.CONFIRM_WITHIN)
    assert battle.muster.dice == "ask"
    assert battle.muster.seed != "0" * 64
    assert not CampaignSheet.objects.exists()
    for client in (bob, carol):
        assert client.get(f"/battles/{room.pk}/").status_code == 200


def test_forces_are_drawn_by_lot_for_the_points(cast: Cast) -> None:
    room = begun(as_(cast.bob), forces="draft", points="80", scenario="free_for_all", dice="leaguer", side="second")
    muster = friendly.muster_of(room)
    assert (muster.scenario, muster.options["point_limit"], muster.dice) == ("free_for_all", 80, "leaguer")
    assert room.side == "defenders"


# With a model that no catalogue has, which is left out.
PLATOON = roster(
    node("M1 Abrams", node("Sean Bannon", type="upgrade"), type="model", customName="Alpha 66")
    + node("M60 Patton", type="model")
    + node("Maus", type="model")
)


def test_a_roster_that_is_pasted_or_uploaded_is_fought_with(cast: Cast) -> None:
    bob = as_(cast.bob)
    page = bob.get(f"{BEGIN}?system=modern_age").content.decode()
    assert 'value="roster"' in page
    assert 'value="roster"' not in bob.get(f"{BEGIN}?system=tanks").content.decode()
    said = {"forces": "roster", "scenario": "free_for_all", "side": "second"}
    uploaded: Any = {"roster_file": SimpleUploadedFile("mine.rosz", zipped(("mine.ros", PLATOON)))}
    for sent in ({"roster": PLATOON.decode()}, uploaded):
        room = begun(bob, **said, **sent)
        muster = friendly.muster_of(room)
        units = [unit for unit in muster.units if unit.side == room.side]
        assert [unit.model for unit in units] == ["M1 Abrams", "M60 Patton"]
        assert (room.side, muster.sides[room.side].platoon) == ("defenders", "Team Yankee")
        assert muster.names == {units[0].id: "Alpha 66"}
        assert muster.fittings[units[0].id] == ("Sean Bannon",)
        assert any(unit.side != room.side for unit in muster.units), "the other side is drawn by lot"
        assert "Roster, line 2, Maus" in bob.get(place(room)).content.decode(), "what is left out is told"


def test_both_sides_may_come_of_rosters(cast: Cast) -> None:
    bob = as_(cast.bob)
    theirs = roster(node("M60 Patton", type="model") * 2).decode()
    room = begun(bob, forces="roster", scenario="free_for_all", roster=PLATOON.decode(), other_roster=theirs)
    muster = friendly.muster_of(room)
    assert [unit.model for unit in muster.units if unit.side != room.side] == ["M60 Patton"] * 2


FAULTS: tuple[tuple[dict[str, str], str], ...] = (
    ({}, "No file was chosen"),
    ({"roster": "<a"}, "This file is no roster|does not end|not well-formed|unclosed"),
    ({"roster": roster(gameSystemId="x", gameSystemName="Chess").decode()}, "another game"),
    ({"roster": roster().decode()}, "no units|has no"),
    ({"roster": roster(node("M60 Patton", type="model") * 12).decode()}, "costs 168 points"),
    ({"roster": BATTLESCRIBE.decode()}, "Artillery Scout is made by fans"),
    ({"roster": PLATOON.decode(), "other_roster": "{}"}, "no roster|begins|is not"),
    ({"roster": PLATOON.decode(), "scenario": "alpha_66"}, "No forces are drafted for the scenario"),
)


def test_a_roster_with_faults_comes_back_in_words_and_nothing_is_written(cast: Cast) -> None:
    form = {"system": "modern_age", "forces": "roster", "scenario": "free_for_all", "side": "first", "dice": "ask"}
    bob = as_(cast.bob)
    for said, told in FAULTS:
        answer = bob.post(BEGIN, form | said)
        page = answer.content.decode()
        assert answer.status_code == 422, told
        assert re.search(told, page.partition('role="alert"')[2].partition("</section>")[0]), page
        assert escape(said.get("roster", "")) in page, "what was pasted is kept"
    assert not WaitingRoom.objects.exists()
    assert not User.objects.filter(guest_of__isnull=False).exists()


def test_the_forces_of_the_last_battle_come_again_without_what_the_other_side_hid(cast: Cast) -> None:
    shots.face_down(cast.bob, cast.carol, "Defensive Driver")
    bob, carol = as_(cast.bob), as_(cast.carol)
    assert "As in your last battle" in bob.get(f"{BEGIN}?system=modern_age").content.decode()
    assert "As in your last battle" not in bob.get(f"{BEGIN}?system=tanks").content.decode()
    mine = begun(carol, forces="again")
    assert "Defensive Driver" in mine.muster
    theirs = begun(bob, forces="again")
    assert "Defensive Driver" not in theirs.muster
    assert theirs.side != mine.side


NOTHING_BEGINS = (
    ({"forces": ""}, "with which forces you play"),
    ({"forces": "list:nowhere"}, "There is no ready-made list"),
    ({"forces": "list:<b>"}, "&lt;b&gt;"),
    ({"forces": "again"}, "whose forces could come again"),
    ({"forces": "draft", "points": "7"}, "Sizes: 50, 80, 120."),
    ({"forces": "draft", "points": "9" * 99}, "Sizes"),
    ({"forces": "draft", "points": "50", "scenario": "alpha_66"}, "No forces are drafted for the scenario"),
    ({"side": "third"}, "which side you play"),
    ({"dice": "loaded"}, "whose dice are rolled"),
)


def test_what_cannot_be_begun_says_what_is_wrong(cast: Cast) -> None:
    form, bob = {"system": "modern_age", "forces": "list:first-game", "side": "first", "dice": "ask"}, as_(cast.bob)
    for said, told in NOTHING_BEGINS:
        answer = bob.post(BEGIN, form | said)
        assert answer.status_code == 422, told
        assert told in answer.content.decode()
    assert not WaitingRoom.objects.exists()


def test_the_code_works_once_and_for_the_other_player(cast: Cast) -> None:
    bob, carol, dave = as_(cast.bob), as_(cast.carol), as_(cast.dave)
    room = begun(bob)
    code, here = code_on(bob, room), place(room)
    assert code.replace("-", "") not in str([*WaitingRoom.objects.values()])
    assert carol.post(here, {"code": "2222-2222"}).status_code == 422
    assert carol.post(here, {}).status_code == 422
    assert bob.post(here, {"code": code}).status_code == 200, "its host sees the code again"
    assert not Sheet.objects.exists()
    assert carol.post(here, {"code": code}).status_code == 302
    answer = dave.post(here, {"code": code})
    assert answer.headers["Location"] == f"/battles/{room.pk}/"
    assert str(cast.dave.pk) not in str(handler.state(str(room.pk)).muster.sides)


def test_wrong_codes_are_counted(cast: Cast) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    room = begun(bob)
    found = [carol.post(place(room), {"code": "wrong"}).status_code for _try in range(12)]
    assert found[0] == 422
    assert found[-1] == 429
    assert carol.post(place(room), {"code": code_on(bob, room)}).status_code == 429


def test_an_account_has_one_battle_waiting_and_may_give_it_up(cast: Cast) -> None:
    bob = as_(cast.bob)
    before, room = begun(bob), begun(bob, "tanks")
    assert WaitingRoom.objects.get() == room
    assert bob.get(place(before)).status_code == 404
    assert place(room) in bob.get(BEGIN).content.decode()
    assert bob.post(place(room), {"act": "stop"}).status_code == 302
    assert not WaitingRoom.objects.exists()


def test_begun_too_often_has_to_wait(cast: Cast) -> None:
    bob, form = as_(cast.bob), {"system": "tanks", "forces": "list:duel", "side": "first", "dice": "ask"}
    assert [bob.post(BEGIN, form).status_code for _time in range(21)] == [302] * 20 + [429]


def test_a_room_ends_after_a_day_and_is_swept(cast: Cast) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    room = begun(bob)
    code = code_on(bob, room)
    WaitingRoom.objects.update(made_at=timezone.now() - timedelta(hours=25))
    assert carol.post(place(room), {"code": code}).status_code == 404
    assert clerk.sweep() == 0
    assert not WaitingRoom.objects.exists()


def test_a_room_goes_with_the_account_that_is_forgotten(cast: Cast) -> None:
    begun(as_(cast.bob))
    forget_person(cast.bob, "test", "Asked to")
    assert not WaitingRoom.objects.exists()


def test_who_went_home_has_confirmed(cast: Cast) -> None:
    bob, carol = as_(cast.bob), as_(cast.carol)
    room = begun(bob)
    carol.post(place(room), {"code": code_on(bob, room)})
    sheet = Sheet.objects.get(pk=room.pk)
    assert sheet.campaign is None
    concede = Report(str(uuid4()), "Concede", '{"side":"soviets"}')
    handler.execute(str(room.pk), [concede], Who(str(cast.carol.pk)), "page")
    assert Sheet.objects.get(pk=room.pk).confirm_by
    Sheet.objects.filter(pk=room.pk).update(confirm_by="2000-01-01T00:00:00.000000Z")
    assert str(room.pk) in list(clerk.due())


def test_a_visitor_logs_in_first(cast: Cast) -> None:
    room = begun(as_(cast.bob))
    assert Client().get(BEGIN).status_code == 302
    assert Client().post(BEGIN, {"system": "tanks"}).status_code == 302
    assert Client().get(f"/battles/{uuid4()}/join/").status_code == 404
    assert Client().get(place(room)).headers["X-Robots-Tag"] == "noindex"
