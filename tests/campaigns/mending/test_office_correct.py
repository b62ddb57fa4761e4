"""Corrections in the office: foreseen, settled, done."""

from __future__ import annotations

import html

import pytest
from django.test import Client

from battles import handler as battle_door
from battles import log
from battles.models import Sheet
from tests.campaigns.conftest import Season
from tests.campaigns.mending.office import Desk, at, done, shots, text, wrecked
from tests.campaigns.office import url
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def test_a_report_is_changed(season: Season, battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "correct", 2))
    assert form.form["line"] == "shoot bears-1 cats-1 dice=6"
    seen = form.look(line="shoot bears-1 cats-2 dice=6", reason="It was the other one.")
    assert "1 report is decided again" in seen or "2 reports are decided again" in seen
    assert "Rulings that change" in seen
    assert "bears-1 shoots" not in seen  # units go by their names
    done(form.do())
    play = battle_door.state(battle).play
    assert (play.vehicles["cats-1"].damage, play.vehicles["cats-2"].damage) == (0, 1)
    assert log.read(battle)[-1].by == str(season.cast.alice.pk)


def test_reports_that_cannot_stand_are_settled_in_the_preview(season: Season, alice: Client) -> None:
    """Another shot at the first cat makes it a wreck before it fires."""
    battle = wrecked(season)
    form = Desk(alice, at(battle, "correct", 2))
    seen = form.look(how="insert", line="shoot bears-2 cats-1 dice=6", reason="A shot was forgotten.")
    assert "Reports that cannot stand" in seen
    assert 'name="settle-4"' in form.page.content.decode()
    seen = form.look(**{"settle-4": "strike"})
    assert form.page.context["verdict"].foreseen.unsettled == ()
    assert "The Bears: Status damaged fit" in seen
    done(form.do())
    state = battle_door.state(battle)
    assert state.waiting == ()
    assert state.play.vehicles["bears-1"].damage == 0


@BOTH
def test_what_is_left_over_waits_in_the_list_until_it_is_settled(season: Season, alice: Client) -> None:
    battle = wrecked(season)
    form = Desk(alice, at(battle, "correct", 2))
    form.look(how="insert", line="shoot bears-2 cats-1 dice=6", reason="A shot was forgotten.")
    assert "left open waits" in done(form.do())
    rows = alice.get(url(Sheet, "changelist"), {"waits": "unsettled"}).context["cl"].result_list
    assert [str(row.pk) for row in rows] == [battle]
    assert "1 report to settle" in text(alice.get(url(Sheet, "changelist")))
    overview = alice.get(at(battle))
    assert at(battle, "settle") in overview.content.decode()
    assert at(battle, "amend") not in overview.content.decode()
    settle = Desk(alice, at(battle, "settle"))
    assert settle.page.context["form"].position == 4
    settle.look(how="keep")
    assert done(settle.do()) == "Done."
    assert battle_door.state(battle).waiting == ()
    assert not alice.get(url(Sheet, "changelist"), {"waits": "mending"}).context["cl"].result_count


def test_a_correction_can_be_undone(season: Season, alice: Client) -> None:
    battle = wrecked(season)
    before = battle_door.state(battle).play
    form = Desk(alice, at(battle, "correct", 2))
    form.look(how="strike", reason="It never happened.", rest="keep")
    done(form.do())
    assert battle_door.state(battle).play != before
    undo = Desk(alice, at(battle, "undo-correction"))
    undo.look()
    done(undo.do())
    assert battle_door.state(battle).play == before


def test_a_report_without_dice_is_rolled_for_when_it_is_done(battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "correct", 3))
    seen = form.look(how="insert", line="shoot bears-2 cats-2", reason="It was forgotten.")
    head = log.head(battle)
    assert "when it is done, so the rest cannot be foreseen" in seen
    assert log.head(battle) == head
    done(form.do())
    assert shots(battle) == 3


@pytest.mark.parametrize(
    ("said", "told"),
    [
        ({"line": "shoot bears-1"}, "“target” is missing"),
        ({"line": "shout bears-1"}, "is no report"),
        ({"line": "shoot bears-1 bears-9 dice=6"}, "cannot do that"),
        ({"line": ""}, "one line of battle script"),
        ({"reason": ""}, "required"),
        ({"how": "burn"}, "Select a valid choice"),
        ({"line": "shoot bears-1 cats-1 dice=7"}, "cannot show 7"),
    ],
)
def test_what_was_typed_is_not_lost(battle: str, alice: Client, said: dict[str, str], told: str) -> None:
    form = Desk(alice, at(battle, "correct", 2))
    head = log.head(battle)
    seen = form.look(**({"reason": "Unübersehbar"} | said))
    if "cards that lie face down" in seen:  # a look ahead tells nothing of a side that has some; the deed is refused
        form.page = form.do()
        seen = text(form.page)
    assert told in seen
    assert "What you typed still stands below." in seen
    for name, value in form.form.items():
        if name in ("line", "reason"):
            assert html.escape(value) in form.page.content.decode()
    assert not form.page.context["judged"].mark
    assert log.head(battle) == head
