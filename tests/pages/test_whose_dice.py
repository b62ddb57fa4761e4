"""Whose dice: chosen as a battle is mustered, asked by its forms, kept to by its reports."""

from __future__ import annotations

import html
import re
from uuid import uuid4

from msgspec.structs import replace

from battles import handler
from battles.models import Sheet
from rules.contract import Side
from tests.cast import Cast
from tests.pages.by_form import Season
from tests.pages.conftest import Form, as_, forms
from tests.pages.test_tanks import ALICE, NAMES, UNITS, report_of
from tests.rules.tanks.table import muster

WHOSE = "pick-or-blank:leaguer"


def begun(cast: Cast, dice: str) -> str:
    sides = {"allies": Side(players=(str(cast.bob.pk),)), "axis": Side(players=(str(cast.carol.pk),))}
    stream = str(uuid4())
    forces = replace(muster(UNITS), sides=sides, names=NAMES, dice=dice)
    handler.open_battle(stream, report_of(forces), ALICE, "script")
    return stream


def setting_up(cast: Cast, stream: str) -> Form:
    return next(form for form in forms(as_(cast.bob).get(f"/battles/{stream}/").content).forms if WHOSE in form.fields)


def test_the_form_asks_whose_dice_and_leaguer_rolls_none_unasked(cast: Cast) -> None:
    stream = begun(cast, "table")
    bob, form = as_(cast.bob), setting_up(cast, stream)
    assert form.fields[WHOSE] == [""]
    page = bob.get(f"/battles/{stream}/").content.decode()
    assert "our own dice; Leaguer rolls only where it is told to" in page
    assert "Leave it blank and Leaguer rolls" not in page
    kept = bob.post(f"/battles/{stream}/report/", form.filled() | {"report": ["1"]})
    assert kept.status_code == 422
    assert "This battle is fought with the players’ own dice" in html.unescape(kept.content.decode())
    assert len(handler.replay(stream)[1]) == 1
    his = bob.post(f"/battles/{stream}/report/", form.filled() | {WHOSE: ["dice"], "report": ["1"]})
    assert his.status_code == 302
    assert handler.replay(stream)[1][1].event.roll.by == "leaguer"  # type: ignore[attr-defined]


def test_where_they_ask_each_time_nothing_is_chosen_beforehand(cast: Cast) -> None:
    stream = begun(cast, "ask")
    page = as_(cast.bob).get(f"/battles/{stream}/").content.decode()
    chosen = re.findall(rf'name="{WHOSE}" value="[^"]*"( checked)?', page)
    assert chosen
    assert not any(chosen)


def test_a_muster_says_whose_dice_as_the_house_rules_have_it_or_not(cast: Cast) -> None:
    season = Season(cast, terms={"whose_dice": "ask"}).both()
    form = season.muster_form(title="At the ford")
    assert form["pick:dice"] == ["ask"]
    assert season.muster(form | {"pick:dice": ["table"]}).status_code == 302
    battle = handler.state(str(Sheet.objects.get().pk))
    assert battle.muster.dice == "table"
