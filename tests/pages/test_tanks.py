"""Tanks on a phone: the corner of a road is asked for where it is driven, and what cannot be is said in words."""

from __future__ import annotations

import html
import re
from typing import Any
from uuid import uuid4

from msgspec.structs import replace

from battles import handler
from battles.reports import Report
from rules import system as find_system
from rules.adjudicate import Who
from rules.contract import Command, Side
from rules.reports import command_codec
from rules.stream import script
from rules.stream.codec import encode
from tests.cast import CampaignFactory, Cast
from tests.pages.conftest import Form, as_, forms
from tests.rules.tanks.table import SHERMAN, TIGER, muster

ALICE = Who("alice", referee=True)
UNITS = {"otto": (TIGER, "axis"), "able": (SHERMAN, "allies"), "baker": (SHERMAN, "allies")}
NAMES = {"otto": "Otto", "able": "Able", "baker": "Baker"}


def report_of(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, encode(command))


def table(cast: Cast, *lines: str, campaign: str = "") -> str:
    """Bob has the allies, Carol the axis, and it is the axis' Move step; the stream of the battle."""
    sides = {"allies": Side(players=(str(cast.bob.pk),)), "axis": Side(players=(str(cast.carol.pk),))}
    forces = replace(muster(UNITS), sides=sides, names=NAMES, campaign=campaign)
    stream = str(uuid4())
    handler.open_battle(stream, report_of(forces), ALICE, "script")
    begun = ("roll-setup dice=1,5", "choose-setup axis build", "deploy allies", "deploy axis")
    codec = command_codec(find_system("tanks"))
    for line in (*begun, *lines):
        handler.execute(stream, [report_of(next(script.parse(line, codec)).command)], ALICE, "api")
    return stream


def the_corner(page: bytes) -> Form:
    """Of the two forms that ask for it the one on level ground."""
    return next(form for form in forms(page).forms if "length-cm:corner" in form.fields)


def sent(cast: Cast, stream: str, **said: str) -> Any:
    carol = as_(cast.carol)
    form = the_corner(carol.get(f"/battles/{stream}/").content)
    return carol.post(f"/battles/{stream}/report/", form.filled(over="road", **said) | {"report": ["1"]})


def test_the_page_asks_how_far_the_corner_of_a_road_was(cast: Cast) -> None:
    stream = table(cast)
    assert sent(cast, stream, length="16 cm", corner="12").status_code == 302
    tiger = handler.state(stream).play.units["otto"]
    assert (tiger.driven, tiger.used, tiger.turned) == (160, 200, 90)
    page = as_(cast.carol).get(f"/battles/{stream}/").content.decode()
    assert "Otto drives 16 cm over a road. It turns by 90 degrees, the last of them after 12 cm." in page


def test_what_cannot_be_driven_round_a_corner_is_refused_in_words(cast: Cast) -> None:
    answer = sent(cast, table(cast), length="16,1", corner="12")
    assert answer.status_code == 422
    said = html.unescape(answer.content.decode())
    assert "Otto cannot drive 16.1 cm over this ground." in said
    assert "It can drive 16 cm at most." in said


def test_a_club_measures_with_a_tape_of_its_own_and_the_log_keeps_the_battles_unit(cast: Cast) -> None:
    cast.club.tape = "in-2.5"
    cast.club.save()
    season = uuid4()
    CampaignFactory.create(pk=season, club=cast.club, system="tanks", stream=season)
    stream = table(cast, campaign=str(season))
    asked = as_(cast.carol).get(f"/battles/{stream}/").content.decode()
    assert 'data-measure="in"' in asked
    assert 'data-measure="cm"' not in asked
    assert sent(cast, stream, length="16 cm", corner="4,8").status_code == 302
    assert handler.state(stream).play.units["otto"].driven == 160
    page = as_(cast.carol).get(f"/battles/{stream}/").content.decode()
    assert "Otto drives 6.4 in over a road. It turns by 90 degrees, the last of them after 4.8 in." in page
    told = [one["text"] for one in as_(cast.carol).get(f"/api/v1/battles/{stream}/events/").json()["events"]]
    assert any("Otto drives 16 cm" in text for text in told), "programs read the battle's own"
    cast.club.tape = ""
    cast.club.save()
    assert "Otto drives 16 cm" in as_(cast.carol).get(f"/battles/{stream}/").content.decode()


def test_names_stand_in_the_log_and_in_what_is_asked(cast: Cast) -> None:
    lines = ("drive otto open length=50 contact=able", "end-movement axis", "hold-fire axis")
    stream = table(cast, *lines, "ram otto rear penetration=6 damage=6 radius=1")
    page = html.unescape(as_(cast.carol).get(f"/battles/{stream}/").content.decode())
    assert "in contact with it: Otto" in page
    log = re.sub(r"<[^>]+>", "", page)
    assert "Otto rams Able (armour 37 to 26): Able is hit; both are stunned." in log
    assert "Able explodes (1)" in log
