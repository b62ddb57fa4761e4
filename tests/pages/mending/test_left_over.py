"""What a correction leaves over, settled at once or one by one."""

from __future__ import annotations

from functools import partial

import pytest
from django.test import Client

from battles import handler, log
from tests.pages.conftest import MOVED, Table, forms
from tests.pages.mending.acts import HIT, SHOT, correction, damage, mending, part, press, row_of, state, text

pytestmark = pytest.mark.django_db


def left_over(table: Table, alice: Client) -> None:
    """Alpha 66's shot is struck, and what was answered to it waits."""
    table.play(HIT)
    url, page = correction(alice, table, row_of(table, "Fire"), "strike")
    looked = alice.post(url, press(mending(page), "look", reason="another round"))
    assert "No attack is being resolved." in part(looked.content, "note foreseen")
    assert alice.post(url, press(mending(looked.content), "do")).status_code == 302
    assert state(table).waiting


def test_all_that_cannot_stand_is_settled_at_once(table: Table, alice: Client) -> None:
    table.play(HIT)
    url, page = correction(alice, table, row_of(table, "Fire"), "strike")
    looked = alice.post(url, press(mending(page), "look", reason="another round"))
    done = alice.post(url, press(mending(looked.content), "do", rest="strike"))
    assert done.status_code == 302
    assert not state(table).waiting
    assert damage(table, "red-1") == 0


def test_what_is_left_is_settled_one_by_one_from_the_battles_page(table: Table, alice: Client, bob: Client) -> None:
    left_over(table, alice)
    assert "A correction has left" in bob.get(table.url).content.decode()
    assert "A correction has left" not in Client().get(table.url).content.decode()
    taps = 0
    while state(table).waiting:
        form = forms(alice.get(table.url).content).at("/settle/")
        assert "replace" not in form.offers["how"]
        assert alice.post(f"{table.url}settle/", press(form, "do", how="strike")).status_code == 302
        taps += 1
        assert taps < 5
    assert damage(table, "red-1") == 0


def test_a_report_that_is_left_is_told_otherwise(table: Table, alice: Client) -> None:
    left_over(table, alice)
    page = alice.get(f"{table.url}settle/").content
    form = next(one for one in forms(page).forms if "line" in one.fields)
    shot = "fire alpha-1 red-2 dice=1,1,1,1,1"
    looked = alice.post(f"{table.url}settle/", press(form, "look", line=shot))
    assert "Alpha 66 fires at Ural" in part(looked.content, "note foreseen")
    done = alice.post(f"{table.url}settle/", press(mending(looked.content), "do"))
    assert done.status_code == 302
    told = [row.type for row in log.read(table.battle) if "replaced" in row.data]
    assert told == ["Retold"]


@pytest.mark.parametrize(("dice", "rolls"), [("1,2", False), (None, True)])
def test_leaguer_adds_no_die_to_those_of_the_table(table: Table, alice: Client, dice: str | None, rolls: bool) -> None:
    """A tank that had moved further defends with a die more: of its two dice of the table, or of Leaguer's."""
    table.play(MOVED + SHOT + "reroll alpha-1")
    table.play("defend red-1" + (f" dice={dice}" if dice else ""))
    moved = next(row.position for row in log.read(table.battle) if row.command_type == "Move")
    url, page = correction(alice, table, moved)
    form = forms(page).of("Move", unit="red-1")
    looked = alice.post(url, press(form, "look", moves="2", reason="two"))
    (place,) = [key for key in mending(looked.content).offers if key.startswith("settle-")]
    assert ("roll" in mending(looked.content).offers[place]) is rolls
    assert alice.post(url, press(mending(looked.content), "do")).status_code == 302
    for shown in (alice.get(table.url), alice.get(f"{table.url}settle/")):
        ways = next(form.offers["how"] for form in forms(shown.content).forms if "how" in form.offers)
        assert ("roll" in ways) is rolls


def test_dice_that_nobody_rolls_bring_the_form_back(
    table: Table, alice: Client, monkeypatch: pytest.MonkeyPatch
) -> None:
    table.play(MOVED + "hold-fire alpha-1")
    url, page = correction(alice, table, row_of(table, "HoldFire"), "insert")
    form = next(one for one in forms(page).forms if one.fields.get("line") is not None)
    monkeypatch.setattr("battles.handler.execute", partial(handler.execute, dry_run=True))  # where no die falls
    response = alice.post(url, press(form, "do", line="fire alpha-1 red-1", reason="it fired first"))
    assert response.status_code == 422
    assert "dice with 6 faces" in text(response.content)
    assert mending(response.content).fields["line"] == ["fire alpha-1 red-1"]


def test_a_settling_that_names_no_way_is_refused_in_place(table: Table, alice: Client) -> None:
    left_over(table, alice)
    form = forms(alice.get(table.url).content).at("/settle/")
    response = alice.post(f"{table.url}settle/", press(form, "do", reason="hm"))
    assert response.status_code == 422
    assert "Settle a report" in response.content.decode()
    gone = press(form, "do", how="strike") | {"position": ["2"]}
    assert alice.post(f"{table.url}settle/", gone).status_code == 422


def test_a_correction_is_undone_from_the_battles_page(table: Table, alice: Client) -> None:
    left_over(table, alice)
    position = state(table).corrected
    form = forms(alice.get(table.url).content).of("Undo", position=position)
    assert alice.post(f"{table.url}report/", form.filled()).status_code == 302
    assert not state(table).waiting
    assert damage(table, "red-1") == 1
