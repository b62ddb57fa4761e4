"""A roster file fills the form of a platoon, and a platoon is taken along as one."""

from __future__ import annotations

import re
from itertools import product
from pathlib import Path
from typing import Any
from uuid import uuid4

import pytest
from django.core.files.uploadedfile import SimpleUploadedFile
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django.live_server_helper import LiveServer

from battles.reports import Report
from campaigns import handler
from campaigns.models import User
from campaigns.rosters import LARGEST
from campaigns.season.enlistment import Enlist
from campaigns.season.values import Recruit
from rules.adjudicate import Who
from rules.rosters import Roster, Vehicle
from rules.stream import codec
from tests.browsing import Tabs
from tests.cast import Cast
from tests.length import AT_LENGTH, sampled
from tests.pages.by_form import BOB, CARDS, MODEL, NAME, Season
from tests.pages.conftest import as_, follow, forms
from tests.pages.test_campaign_forms_look import check, fits
from tests.pages.test_language import brackets
from tests.pages.test_layout import THUMB
from tests.rules.modern_age.ros import BATTLESCRIBE, NEW_RECRUIT, ROS, ROSZ, node, roster
from tests.rules.modern_age.test_ros_hostile import zipped

__all__ = ["brackets"]


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


def bring(season: Season, content: bytes | None, called: str = "mine.ros", **typed: Any) -> Any:
    """Bob brings a file to a form in which `typed` stands; without a nation, to the page before it."""
    nation = typed.pop("nation", "")
    return brought(season, content, offer(season, nation, **typed), nation, called)


def offer(season: Season, nation: str, **typed: Any) -> dict[str, list[str]]:
    """What Bob's form would send, but for the file."""
    found = forms(as_(season.cast.bob).get(f"{season.url}enlist/?nation={nation}").content)
    sent = (found.of("Enlist") if nation else found.at("enlist/")).filled(**typed)
    sent.pop("file")
    return sent


def brought(
    season: Season, content: bytes | None, sent: dict[str, list[str]], nation: str, called: str = "mine.ros"
) -> Any:
    files = {} if content is None else {"file": SimpleUploadedFile(called, content)}
    return as_(season.cast.bob).post(f"{season.url}enlist/?nation={nation}", sent | files | {"bring": ["1"]})


def notes(page: bytes) -> list[tuple[str, str]]:
    told = page.decode().partition('id="brought"')[2].partition("</section>")[0]
    return re.findall(r"<li><span[^>]*>(.*?)</span> <span>(.*?)</span></li>", told)


# -- bringing one ------------------------------------------------------------------------------------------------------


def test_a_file_fills_the_form_and_nothing_is_enlisted_before_it_is_sent(season: Season) -> None:
    response = bring(season, BATTLESCRIBE)
    assert response.status_code == 200
    assert notes(response.content) == [
        ("line 7", "A limit of 100 points is not part of a platoon: a battle has it as an option."),
        ("line 61, M1A1 Abrams", "“customNotes” is not read."),
    ]
    page = response.content.decode()
    assert page.index('id="brought"') < page.index('id="card-1"')
    assert season.rows == 1
    form = forms(response.content).of("Enlist")
    fields = form.fields
    assert form.action == "?nation=USA"
    assert (fields["text:name"], fields["pick:card"]) == (["Team Yankee, Tuesday"], ["Team Yankee"])
    assert [fields[MODEL.format(n)] for n in range(3)] == [["M1 Abrams"], ["M1A1 Abrams"], ["M60 Patton"]]
    assert (fields[NAME.format(1)], fields[NAME.format(2)]) == (["Alpha 66"], [""])
    assert {*fields[CARDS.format(1)]} == {"Sean Bannon", "Alpha 66"}
    assert fields[CARDS.format(2)] == ["artillery-scout-usa-radio-op"]

    season.nation, sent = "USA", form.filled(side="nato")
    assert season.enlist_with_faults(season.cast.bob, sent).status_code == 302
    state, _told, _rows = handler.replay(season.stream)
    (platoon,) = state.platoons.values()
    assert {*platoon.fittings["team-yankee-tuesday-1"]} == {"Sean Bannon", "Alpha 66"}
    assert season.rows == 2


def test_whatever_it_is_called(season: Season) -> None:
    files = {
        "mine.rosz": zipped(("mine.ros", NEW_RECRUIT)),
        "MINE.ROS": NEW_RECRUIT,
        "mine.ros": zipped(("mine.ros", NEW_RECRUIT)),
        "document": NEW_RECRUIT,
    }
    for called, content in files.items():
        form = forms(bring(season, content, called).content).of("Enlist")
        fields = form.fields
        assert (form.action, fields["text:name"], fields["pick:card"]) == (
            "?nation=USSR",
            ["Мотострелки"],
            ["Red Banner"],
        ), called
        assert fields[MODEL.format(0)] == ["T-72"]


def test_what_the_file_does_not_say_stays_as_it_was_typed(season: Season) -> None:
    typed, rows = {"name": "Alpha 66", "side": "nato", "card": "Team Yankee"}, dict[str, Any](BOB)
    other = roster(node("M60 Patton")).replace(b'<rule name="Team Yankee"/>', b'<rule name="Nobody&apos;s"/>')
    ours = other.replace(b"<roster ", b'<roster generatedBy="Leaguer" ')
    response = bring(season, ours, nation="USA", **typed, **rows)
    fields = forms(response.content).of("Enlist").fields
    said = [fields["text:name"], fields["pick:side"], fields["pick:card"]]
    assert said == [[value] for value in typed.values()]
    assert fields[MODEL.format(0)] == ["M60 Patton"]
    assert (fields[NAME.format(1)], fields.get(MODEL.format(1))) == ([""], [""])
    assert '<output class="sum">' in response.content.decode()


def test_what_the_form_does_not_offer_is_told(season: Season) -> None:
    mixed = roster(node("M60 Patton", node("Komissar")) + node("T-64") + node("M1 Abrams"))
    response = bring(season, mixed)
    fields = forms(response.content).of("Enlist").fields
    assert [fields[MODEL.format(0)], fields[MODEL.format(1)]] == [["M60 Patton"], ["M1 Abrams"]]
    assert CARDS.format(1) not in fields
    assert [text for _where, text in notes(response.content)][-2:] == [
        "The form does not offer “Komissar” to a platoon of nation USA: it is left out.",
        "The form does not offer “T-64” to a platoon of nation USA: it is left out.",
    ]
    assert notes(response.content)[-1][0] == "vehicle 2 of the file"


REFUSED: dict[str, tuple[bytes | None, str]] = {
    "none": (None, "No file was chosen, or it is empty."),
    "empty": (b"", "no element found"),
    "a PDF": (b"%PDF-1.7\n\x00\xff", "This is not an XML file"),
    "JSON": (b'{"roster": {}}', "This file is no roster."),
    "DOCTYPE": (b'<!DOCTYPE r [<!ENTITY a "b">]><r>&a;</r>', "declares a document type"),
    "deep": (b"<a>" * 20000, "more elements, or deeper ones"),
    "half a zip": (b"PK\x03\x04 and then nothing", "This zip file is damaged"),
    "a zip that grows": (zipped(("a.ros", b" " * 5_000_000)), "larger than"),
    "game": (roster(gameSystemId="x", gameSystemName="<b>x</b>".replace("<", "&lt;")), "another game"),
    "nobody": (roster(), "No vehicle of this file can enlist here."),
    "unknown": (roster(node("Maus")), "No vehicle of this file can enlist here."),
    "too large": (BATTLESCRIBE + b" " * LARGEST, "bytes; 1000000 are read."),
    "far too large": (b" " * 4_000_000, "This file has 4000000 bytes"),
}


@pytest.mark.at_length
def test_a_refusal_stands_at_the_file_and_nothing_typed_is_lost(season: Season) -> None:
    """On the form; before a nation is chosen, too, where no file is named, at length each of these."""
    typed: dict[str, Any] = {"text:name": "Alpha 66", "pick:side": "nato", "pick:card": "Team Yankee", **BOB}
    said = {key: value if isinstance(value, list) else [value] for key, value in typed.items()}
    offered: dict[str, dict[str, list[str]]] = {}
    for name, (content, told) in REFUSED.items():
        response = None
        for nation in ("", "USA") if AT_LENGTH or content is None else ("USA",):
            if nation not in offered:
                offered[nation] = offer(season, nation, **typed if nation else {})
            response = brought(season, content, offered[nation], nation)
            page = response.content.decode()
            assert response.status_code == 422, name
            assert told in page.partition('id="file-fault"')[2].partition("</p>")[0], name
            assert 'aria-describedby="file-help file-fault"' in page
            assert "<b>x" not in page
        assert response
        fields = forms(response.content).of("Enlist").fields
        assert {key: fields.get(key) for key in typed} == said, name
    assert season.rows == 1


def test_what_was_left_out_is_told_when_nothing_is_left(season: Season) -> None:
    (_where, text), *_rest = notes(bring(season, roster(node("Maus"))).content)
    assert text == "The catalogue has no “Maus”: it is left out."


def test_a_file_too_large_is_not_read(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    def reader(*_asked: object) -> None:
        raise AssertionError("somebody is about to read the file")

    monkeypatch.setattr("campaigns.rosters._format_by_ending", reader)
    assert bring(season, b" " * (LARGEST + 1)).status_code == 422
    with pytest.raises(AssertionError, match="about to read"):
        bring(season, b" " * LARGEST)


def test_who_may_not_enlist_brings_no_file(season: Season) -> None:
    sent = {"bring": "1", "file": SimpleUploadedFile("mine.ros", BATTLESCRIBE)}
    response = as_(season.cast.dave).post(f"{season.url}enlist/", sent)
    assert response.status_code == 403
    assert "Team Yankee, Tuesday" not in response.content.decode()
    sent = {"bring": "1", "file": SimpleUploadedFile("mine.ros", BATTLESCRIBE)}
    assert Client().post(f"{season.url}enlist/", sent).status_code == 302


@pytest.mark.at_length
@pytest.mark.usefixtures("brackets")
def test_no_text_escapes_translation(season: Season) -> None:
    bob = as_(season.cast.bob)
    contents = {
        "BattleScribe": BATTLESCRIBE,
        "New Recruit": NEW_RECRUIT,
        "empty": b"",
        "none": None,
        "mixed": roster(node("M60 Patton", node("Komissar")) + node("T-64")),
    }
    for nation, name in sampled(product(("", "USA"), contents)):
        check(bring(season, contents[name], nation=nation))
    season.both()
    check(bob.get(season.url))
    for path in ("vehicles/alpha-66-1/", "platoons/alpha-66/", "platoons/alpha-66/?print=1", "platoons/alpha-66/buy/"):
        check(bob.get(season.url + path))
    check(as_(season.cast.carol).get(f"{season.url}platoons/alpha-66/roster/"))


# -- taking one along --------------------------------------------------------------------------------------------------


def test_a_platoon_is_taken_along_by_its_player(season: Season) -> None:
    bob = as_(season.both().cast.bob)
    address = f"{season.url}platoons/alpha-66/roster/"
    wanted = Roster(
        name="Alpha 66",
        platoon="Team Yankee",
        vehicles=(Vehicle(name="Alpha 66", model="M1 Abrams", cards=("Robert Folk", "Sean Bannon")),),
    )
    found = re.findall(r'href="([^"]*/roster/[^"]*)"', season.page(season.cast.bob, "platoons/alpha-66/"))
    assert found == [f"{address}?format=ros", f"{address}?format=rosz"]
    for link, format in zip(found, (ROS, ROSZ), strict=True):
        taken = bob.get(link)
        assert taken.headers["Content-Type"] == format.media
        assert taken.headers["Content-Disposition"] == f'attachment; filename="alpha-66{format.endings[0]}"'
        assert "no-store" in taken.headers["Cache-Control"]
        assert format.read(taken.content) == wanted


def test_nobody_else_is_offered_it_or_gets_it(season: Season) -> None:
    cast = season.both().cast
    cast.alice.is_superuser = True
    cast.alice.save()
    address = f"{season.url}platoons/alpha-66/roster/"
    readers: list[User | None] = [cast.alice, cast.carol, cast.dave, None]
    for user in readers:
        client = as_(user) if user else Client()
        for page in (season.url, f"{season.url}vehicles/alpha-66-1/"):
            assert address not in client.get(page).content.decode()
        response = client.get(address)
        assert response.status_code == (403 if user else 302)
        assert b"Robert Folk" not in response.content
    assert "Only its player may have this platoon" in as_(cast.carol).get(address).content.decode()
    bob = as_(cast.bob)
    assert bob.get(f"{season.url}platoons/nobody/roster/").status_code == 404
    assert bob.get(f"{address}?format=pdf").status_code == 404
    assert bob.post(address).status_code == 405


def test_a_platoon_no_file_can_hold_is_told_so(season: Season) -> None:
    vehicles = tuple(Recruit(id=f"mix-{n}", model=model) for n, model in enumerate(("M1 Abrams", "T-64")))
    mix = Enlist(platoon="mix", name="Mix", side="nato", vehicles=vehicles)
    sent = Report(str(uuid4()), "Enlist", codec.encode(mix))
    handler.execute(season.stream, [sent], Who(str(season.cast.bob.pk)), "api")
    response = as_(season.cast.bob).get(f"{season.url}platoons/mix/roster/")
    assert response.status_code == 422
    assert "A roster of this format is of one country, not of 2." in response.content.decode()


def test_a_file_costs_no_more_queries_than_the_form(season: Season) -> None:
    bob = as_(season.both().cast.bob)
    with CaptureQueriesContext(connection) as form:
        bob.get(f"{season.url}enlist/?nation=USA")
    with CaptureQueriesContext(connection) as file:
        sent = {"bring": "1", "file": SimpleUploadedFile("mine.ros", BATTLESCRIBE)}
        assert bob.post(f"{season.url}enlist/", sent).status_code == 200
    assert len(file) == len(form)


# -- a phone -----------------------------------------------------------------------------------------------------------


@pytest.mark.page
@pytest.mark.django_db(transaction=True)
def test_a_file_is_brought_on_a_phone(tabs: Tabs, live_server: LiveServer, season: Season, tmp_path: Path) -> None:
    file = tmp_path / "Team Yankee, the long Tuesday evening platoon.ros"
    bob = tabs.open(season.cast.bob, live_server.url)
    bob.goto(f"{live_server.url}{season.url}enlist/")
    fits(bob)
    box = bob.get_by_label("Roster file").bounding_box()
    assert box
    assert box["height"] >= THUMB
    for content, told in ((b"poker", "This is not an XML file"), (BATTLESCRIBE, "The file was read")):
        file.write_bytes(content)
        bob.get_by_label("Roster file").set_input_files(file)
        fits(bob)
        follow(bob.get_by_role("button", name="Fill in from the file"))
        assert told in bob.locator("main").inner_text()
        fits(bob)
    bob.get_by_label("NATO", exact=True).check()
    follow(bob.get_by_role("button", name="Report", exact=True))
    assert "It would stand with faults" in bob.locator("main").inner_text()
    fits(bob)
    follow(bob.get_by_role("button", name="Report it all the same"))
    assert "enlists with 3 vehicles" in bob.locator("#ruling").inner_text()
    fits(bob)
    with bob.expect_download() as taken:
        bob.get_by_role("link", name="Export as roster (.ros)").click()
    assert taken.value.suggested_filename == "team-yankee-tuesday.ros"
    assert ROS.read(Path(taken.value.path()).read_bytes()).name == "Team Yankee, Tuesday"
