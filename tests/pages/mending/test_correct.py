"""Correcting a report on its page: as it was told, foreseen, done; nothing typed is lost."""

from __future__ import annotations

import pytest
from django.test import Client

from tests.pages.conftest import MOVED, Table, as_, forms
from tests.pages.mending.acts import HIT, bob_fires, correction, damage, mending, part, press, row_of

pytestmark = pytest.mark.django_db


def test_a_correction_is_filled_in_as_it_was_told_and_seen_before_it_is_made(
    table: Table, bob: Client, alice: Client
) -> None:
    fired = bob_fires(table, bob)
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    before = damage(table, "red-1")
    url, page = correction(alice, table, fired)
    form = forms(page).of("Fire", unit="alpha-1")
    assert form.fields["dice:dice"] == ["2 5 6 6 1"]
    assert form.fields["pick:target"] == ["red-1"]
    assert form.fields["flag:close"] == ["no", "yes"]

    head = table.head
    looked = alice.post(url, press(form, "look", dice="1 1 6 6 1", reason="a five was a one"))
    assert looked.status_code == 200
    seen = part(looked.content, "note foreseen")
    assert "Nothing is changed yet." in seen
    assert "2, 5, 6, 6, 1" in seen
    assert "1, 1, 6, 6, 1" in seen
    assert "damage 1, Critical cards (Stunned Crew, Bailed Out)" in seen
    assert "Correct it" in seen
    assert table.head == head

    form = mending(looked.content)
    assert form.fields["dice:dice"] == ["1 1 6 6 1"]
    assert form.fields["reason"] == ["a five was a one"]
    done = alice.post(url, press(form, "do"))
    assert done.status_code == 302
    assert damage(table, "red-1") < before
    shown = alice.get(done.headers["Location"].partition("#")[0]).content
    assert "a five was a one" in part(shown, 'id="ruling"')


def test_what_is_for_the_other_side_to_say_is_not_asked(table: Table, bob: Client, alice: Client) -> None:
    fired = bob_fires(table, bob)
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    for asked, flag in ((bob, "flag:keep_own"), (alice, "flag:keep_hidden")):
        fields = forms(correction(asked, table, fired)[1]).of("Fire", unit="alpha-1").fields
        assert [name for name in fields if name.startswith("flag:keep_")] == [flag]


def test_a_player_asks_the_other_side_who_sees_the_same(table: Table, bob: Client, carol: Client) -> None:
    fired = bob_fires(table, bob)
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    before = damage(table, "red-1")
    url, page = correction(bob, table, fired)
    form = forms(page).of("Fire", unit="alpha-1")
    looked = bob.post(url, press(form, "look", dice="1 1 6 6 1", reason="a five was a one"))
    assert "Ask Red Banner" in part(looked.content, "note foreseen")
    bob.post(url, press(mending(looked.content), "do"))
    assert damage(table, "red-1") == before
    theirs = carol.get(table.url).content
    asked = part(theirs, "card urgent question", "</section>")
    assert "1, 1, 6, 6, 1" in asked
    carol.post(f"{table.url}report/", forms(theirs).of("Agree").filled())
    assert damage(table, "red-1") < before


def test_what_is_typed_is_never_lost(table: Table, alice: Client) -> None:
    table.play(HIT)
    url, page = correction(alice, table, row_of(table, "Fire"))
    for typed, status, said, about in (
        ({"dice": "1 1 6", "reason": "miscounted"}, 422, "3 dice were reported where 5 are rolled.", "Attack dice"),
        ({"dice": "one", "reason": "miscounted"}, 422, "“one” cannot be read as dice.", "Attack dice"),
        ({"dice": "1 1 6 6 1", "reason": ""}, 422, "characters", "Reason"),
    ):
        for step in ("look", "do"):
            response = alice.post(url, press(forms(page).of("Fire", unit="alpha-1"), step, **typed))
            assert response.status_code == status, typed
            told = part(response.content, 'role="alert"')
            assert said in told, typed
            assert f"about: {about}" in told, typed
            form = mending(response.content)
            assert form.fields["dice:dice"] == [typed["dice"]]
            assert form.fields["reason"] == [typed["reason"]]


def test_what_was_settled_survives_a_mistake_made_later(table: Table, alice: Client) -> None:
    table.play(HIT)
    url, page = correction(alice, table, row_of(table, "Fire"), "strike")
    looked = alice.post(url, press(mending(page), "look", reason="another round"))
    (place,) = [key for key in mending(looked.content).offers if key.startswith("settle-")]
    sent = press(mending(looked.content), "do", reason="", **{place: "strike"})
    form = mending(alice.post(url, sent).content)
    assert form.fields[place] == ["strike"]
    looked = alice.post(url, press(form, "look", reason="another round"))
    assert mending(looked.content).fields[place] == ["strike"]


def test_a_correction_overtaken_shows_what_was_missed_and_what_it_comes_to_now(table: Table, alice: Client) -> None:
    fired = bob_fires(table, as_(table.cast.bob))
    url, page = correction(alice, table, fired)
    sent = press(forms(page).of("Fire", unit="alpha-1"), "do", dice="1 1 6 6 1", reason="miscounted")
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    head = table.head
    response = alice.post(url, sent)
    assert response.status_code == 409
    assert "Tagil defends" in part(response.content, 'role="alert"')
    assert "Tagil defends" in part(response.content, "note foreseen")
    assert table.head == head
    assert alice.post(url, press(mending(response.content), "do")).status_code == 302


def test_a_report_that_was_forgotten_is_inserted(table: Table, alice: Client) -> None:
    table.play(MOVED + "hold-fire alpha-1")
    url, page = correction(alice, table, row_of(table, "HoldFire"), "insert")
    form = next(one for one in forms(page).forms if one.fields.get("line") is not None)
    looked = alice.post(url, press(form, "look", line="fire alpha-1 red-1 dice=1,1,1,1,1", reason="it fired first"))
    assert "Preview" in looked.content.decode()
    refused = alice.post(url, press(form, "look", line="bombard alpha-1", reason="it fired first"))
    assert refused.status_code == 422
    assert mending(refused.content).fields["line"] == ["bombard alpha-1"]


def test_two_lines_are_not_one_report(table: Table, alice: Client) -> None:
    table.play(HIT)
    url, page = correction(alice, table, row_of(table, "Fire"), "insert")
    form = next(one for one in forms(page).forms if "line" in one.fields)
    response = alice.post(url, press(form, "look", line="stay alpha-1\nstay red-1", reason="x"))
    assert response.status_code == 422
    assert "Write one report here" in response.content.decode()
