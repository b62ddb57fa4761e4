"""Roster files over the API: read as what would enlist, and a platoon of one's own written as one."""

from __future__ import annotations

import os
import re
import subprocess
from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st
from pytest_django.live_server_helper import LiveServer

from api.models import issue
from campaigns import handler
from campaigns.models import Campaign
from campaigns.rosters import LARGEST
from rules import system
from rules.adjudicate import Who
from tests.api import documented
from tests.api.conftest import Caller, problem, report, said, whole_log
from tests.api.test_docs_typed import BLOCK, documents
from tests.api.test_fuzz import FUZZ
from tests.campaigns.conftest import Season
from tests.cast import CampaignFactory, Cast
from tests.rules.modern_age.ros import BATTLESCRIBE, NEW_RECRUIT, ROS, ROSZ, node, roster
from tests.rules.modern_age.test_ros_hostile import zipped

pytestmark = pytest.mark.django_db
READ = "systems/modern_age/rosters/"
XML, ZIP = ROS.media, ROSZ.media


@pytest.fixture
def desk(cast: Cast) -> Campaign:
    """An open campaign of two sides that nobody has enlisted in."""
    found = CampaignFactory.create(club=cast.club, name="Fulda 1985", sides={"nato": "NATO", "pact": "Warsaw Pact"})
    handler.open_campaign(found, Who(str(cast.alice.pk), referee=True), "admin")
    return found


def enlist(caller: Caller, desk: Campaign, **more: Any) -> Any:
    """Read a file, and send on what it came to."""
    read = said(caller.post(READ, BATTLESCRIBE, XML))
    return caller.post(f"campaigns/{desk.pk}/commands/", report("Enlist", **read["enlist"] | {"side": "nato"} | more))


def where(desk: Campaign, platoon: str, query: str = "") -> str:
    return f"campaigns/{desk.pk}/platoons/{platoon}/roster/{query}"


# -- reading -----------------------------------------------------------------------------------------------------------


def test_what_a_file_says_goes_on_into_a_report(bob: Caller, desk: Campaign) -> None:
    read = said(bob.post(READ, BATTLESCRIBE, XML))
    assert read["format"] == "ros"
    assert read["enlist"] == {
        "platoon": "team-yankee-tuesday",
        "name": "Team Yankee, Tuesday",
        "card": "Team Yankee",
        "vehicles": [
            {"id": "team-yankee-tuesday-1", "model": "M1 Abrams"},
            {"id": "team-yankee-tuesday-2", "model": "M1A1 Abrams"},
            {"id": "team-yankee-tuesday-3", "model": "M60 Patton"},
        ],
        "names": {"team-yankee-tuesday-1": "Alpha 66"},
        "fittings": {
            "team-yankee-tuesday-1": ["Sean Bannon", "Alpha 66"],
            "team-yankee-tuesday-2": ["artillery-scout-usa-radio-op"],
        },
    }
    assert read["notes"] == [
        {"where": "line 7", "text": "A limit of 100 points is not part of a platoon: a battle has it as an option."},
        {"where": "line 61, M1A1 Abrams", "text": "“customNotes” is not read."},
    ]
    assert enlist(bob, desk).status_code == 200
    season, _told, _rows = handler.replay(str(desk.pk))
    assert season.platoons["team-yankee-tuesday"].fittings["team-yankee-tuesday-1"] == ("Sean Bannon", "Alpha 66")


def test_a_packed_file_says_the_same_and_reading_changes_nothing(bob: Caller) -> None:
    before = whole_log()
    plain, packed = said(bob.post(READ, BATTLESCRIBE, XML)), said(bob.post(READ, zipped(("a.ros", BATTLESCRIBE)), ZIP))
    assert packed == plain | {"format": "rosz"}
    assert whole_log() == before


def test_a_file_whose_name_goes_into_no_key_gets_the_same_one_every_time(bob: Caller) -> None:
    first, again = (said(bob.post(READ, NEW_RECRUIT, XML))["enlist"] for _time in range(2))
    assert first == again
    assert first["name"] == "Мотострелки"
    assert re.fullmatch("(p-)?[0-9a-f]{8}", first["platoon"])
    nameless = said(bob.post(READ, roster(node("M60 Patton")), XML))["enlist"]
    assert nameless["name"] == ""
    assert nameless["platoon"] not in ("", first["platoon"])


def test_a_system_names_its_formats(bob: Caller) -> None:
    assert said(bob.get("systems/modern_age/"))["rosters"] == [
        {"key": "ros", "name": ROS.name, "endings": list(ROS.endings), "media": "application/xml"},
        {"key": "rosz", "name": ROSZ.name, "endings": list(ROSZ.endings), "media": "application/zip"},
    ]


def test_a_rulebook_of_another_kind_has_files_of_its_own(season: Season, bob: Caller) -> None:
    read = said(
        bob.post("systems/skirmish/rosters/", b"skirmish Wolves\n# Old ones\nThe Wolf = Light\nHeavy", "text/plain")
    )
    assert read["notes"] == [{"where": "line 2", "text": "Remarks are not read."}]
    answer = bob.post(f"campaigns/{season.stream}/commands/", report("Enlist", **read["enlist"]))
    assert answer.status_code == 200
    taken = bob.get(f"campaigns/{season.stream}/platoons/wolves/roster/")
    assert taken.content == b"skirmish Wolves\nThe Wolf = Light\nHeavy"
    assert taken["Content-Type"] == "text/plain"


@pytest.mark.parametrize(
    ("body", "kind", "status", "code", "field"),
    [
        pytest.param(b"", XML, 400, "malformed", "file", id="empty"),
        pytest.param(b"\xff\x00" * 50, XML, 400, "malformed", "file", id="bytes"),
        pytest.param(b'{"roster": {}}', XML, 400, "malformed", "file", id="JSON"),
        pytest.param(b'<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', XML, 400, "malformed", "file", id="DOCTYPE"),
        pytest.param(b"<a>" * 20000, XML, 400, "malformed", "file", id="deep"),
        pytest.param(b"<r>" + b"<a/>" * 60000 + b"</r>", XML, 400, "malformed", "file", id="many"),
        pytest.param(b"PK\x03\x04 and then nothing", ZIP, 400, "malformed", "file", id="half a zip"),
        pytest.param(zipped(("a.ros", b" " * 5_000_000)), ZIP, 400, "malformed", "file", id="zip that grows"),
        pytest.param(roster(gameSystemId="40k", gameSystemName="40k"), XML, 422, "refused", "file", id="other game"),
        pytest.param(b" " * (LARGEST + 1), XML, 413, "too-large", "", id="too large"),
        pytest.param(BATTLESCRIBE, "application/x-www-form-urlencoded", 415, "unsupported-media-type", "", id="kind"),
        pytest.param(BATTLESCRIBE, "multipart/form-data", 415, "unsupported-media-type", "", id="a form"),
    ],
)
def test_what_is_no_roster_is_refused_in_words(
    bob: Caller, body: bytes, kind: str, status: int, code: str, field: str
) -> None:
    found = problem(bob.post(READ, body, kind), status, code)
    assert found.get("field", "") == field
    assert found["remedy"]


def test_reading_is_for_accounts_and_for_rulebooks_with_formats(people: dict[str, Caller], bob: Caller) -> None:
    problem(people["anonymous"].post(READ, BATTLESCRIBE, XML), 401, "not-authenticated")
    problem(bob.post("systems/chess/rosters/", BATTLESCRIBE, XML), 404, "not-found")
    object.__setattr__(system("modern_age"), "rosters", ())
    try:
        found = problem(bob.post(READ, BATTLESCRIBE, XML), 404, "not-found")
        assert found["detail"] == "This rulebook reads and writes no roster files."
    finally:
        object.__setattr__(system("modern_age"), "rosters", (ROS, ROSZ))


@pytest.mark.usefixtures("unlimited")
@FUZZ
@given(body=st.binary(max_size=200), cut=st.integers(0, len(BATTLESCRIBE)), kind=st.sampled_from([XML, ZIP]))
def test_any_bytes_are_read_or_refused(bob: Caller, body: bytes, cut: int, kind: str) -> None:
    for sent in (body, BATTLESCRIBE[:cut] + body + BATTLESCRIBE[cut:], b"PK\x03\x04" + body):
        answer = bob.post(READ, sent, kind)
        assert answer.status_code in (200, 400, 422), (sent, answer.content)


# -- writing -----------------------------------------------------------------------------------------------------------


def test_a_platoon_comes_back_as_it_enlisted(bob: Caller, desk: Campaign) -> None:
    assert enlist(bob, desk).status_code == 200
    for query, format in (("", ROS), ("?format=ros", ROS), ("?format=rosz", ROSZ)):
        taken = bob.get(where(desk, "team-yankee-tuesday", query))
        assert taken.status_code == 200
        assert taken["Content-Type"] == format.media
        assert taken["Content-Disposition"] == f'attachment; filename="team-yankee-tuesday{format.endings[0]}"'
        assert taken["Cache-Control"] == "private, no-store"
        again = said(bob.post(READ, taken.content, format.media))
        assert again["enlist"] == said(bob.post(READ, BATTLESCRIBE, XML))["enlist"]
        assert again["notes"] == []


def test_nobody_but_its_player_may_have_it(people: dict[str, Caller], bob: Caller, cast: Cast, desk: Campaign) -> None:
    """The organiser neither, though she enlisted it for him; nor a superuser."""
    assert enlist(people["alice"], desk, player=str(cast.bob.pk)).status_code == 200
    cast.alice.is_superuser = True
    cast.alice.save()
    place = where(desk, "team-yankee-tuesday")
    assert bob.get(place).status_code == 200
    for who in ("alice", "carol", "dave"):
        answer = people[who].get(place)
        problem(answer, 403, "not-yours")
        assert b"Bannon" not in answer.content
    problem(people["anonymous"].get(place), 401, "not-authenticated")
    problem(bob.get(where(desk, "nobody")), 404, "not-found")
    found = problem(bob.get(place + "?format=pdf"), 400, "malformed")
    assert found["field"] == "format"
    Campaign.objects.filter(pk=desk.pk).update(visibility=Campaign.Visibility.MEMBERS)
    problem(people["dave"].get(place), 404, "not-found")


def test_a_platoon_that_no_file_can_hold_is_refused_in_words(bob: Caller, desk: Campaign) -> None:
    mixed = [{"id": "mix-1", "model": "M1 Abrams"}, {"id": "mix-2", "model": "T-64"}]
    sent = report("Enlist", platoon="mix", name="Mix", side="nato", vehicles=mixed)
    assert bob.post(f"campaigns/{desk.pk}/commands/", sent).status_code == 200
    found = problem(bob.get(where(desk, "mix")), 422, "refused")
    assert found["detail"] == "A roster of this format is of one country, not of 2."


# -- as it is documented -----------------------------------------------------------------------------------------------


@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
@pytest.mark.usefixtures("unlimited", "transactional_db")
def test_reading_and_enlisting_by_curl(live_server: LiveServer, cast: Cast, desk: Campaign, tmp_path: Path) -> None:
    token = issue(cast.bob)
    (tmp_path / "mine.ros").write_bytes(BATTLESCRIBE)
    paths = documented.document()["paths"]
    (block,) = BLOCK.findall(paths["/api/v1/systems/{key}/rosters/"]["post"]["description"])
    there = {"API": f"{live_server.url}/api/v1", "CAMPAIGN": str(desk.pk), "TOKEN": token}
    there |= {"SIDE": "nato", "FILE": "mine.ros", "SYSTEM": "modern_age"}
    how: dict[str, Any] = {"cwd": tmp_path, "env": os.environ | there, "capture_output": True, "text": True}
    typed = subprocess.run(["sh", "-eu", "-c", block], **how)
    assert typed.returncode == 0, typed.stderr
    read, enlisted = documents(typed.stdout)
    assert len(read["notes"]) == 2
    assert enlisted["reports"][0]["events"][0]["type"] == "Enlisted"
    assert "team-yankee-tuesday" in handler.replay(str(desk.pk))[0].platoons
