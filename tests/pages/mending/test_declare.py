"""Facts declared and outcomes amended on their pages."""

from __future__ import annotations

import pytest
from django.test import Client

from battles import handler, log
from campaigns import clerk
from rules.battle import Battle
from tests.campaigns.alpha import LastStand
from tests.cast import Cast
from tests.pages.conftest import Table, as_, forms
from tests.pages.mending.acts import HIT, bob_fires, damage, mending, part, press, state

pytestmark = pytest.mark.django_db


def test_a_fact_is_declared_by_its_name_and_marked(table: Table, alice: Client) -> None:
    table.play(HIT)
    url = f"{table.url}declare/"
    form = mending(alice.get(f"{url}?of=red-1").content)
    looked = alice.post(url, press(form, "look", reason="left off", **{"number:models.red-1.damage": "3"}))
    assert "Tagil: Damage 3" in part(looked.content, "note foreseen")
    assert damage(table, "red-1") == 1
    form = mending(looked.content)
    assert form.fields["number:models.red-1.damage"] == ["3"]
    done = alice.post(url, press(form, "do"))
    assert done.status_code == 302
    assert damage(table, "red-1") == 3
    page = alice.get(table.url).content.decode()
    line = page.partition("units.red-1.damage")[2].partition("</dd>")[0]
    assert "declared" in line
    told = log.read(table.battle)[-1]
    assert (told.type, told.command_type) == ("Declared", "Declare")
    assert "models.red-1.damage" in told.data
    assert told.data.count("models.") == 1  # what was left alone is not declared


REFUSED: tuple[tuple[dict[str, str], str, str], ...] = (
    ({"number:models.red-1.damage": "many"}, "is not a whole number", "about: Tagil · Damage"),
    ({"number:models.red-1.damage": "-4"}, "0 or more", "about: Tagil · Damage"),
    ({"data:models.red-1.criticals": "[[["}, "cannot be read", "about: Tagil · Critical cards"),
    ({}, "No fact was changed.", ""),
)


def test_a_fact_that_cannot_be_is_refused_beside_its_control(table: Table, alice: Client) -> None:
    table.play(HIT)
    url = f"{table.url}declare/"
    form = mending(alice.get(f"{url}?of=red-1").content)
    for typed, said, about in REFUSED:
        response = alice.post(url, press(form, "do", reason="so it is", **typed))
        assert response.status_code == 422, typed
        assert said in response.content.decode()
        assert about in part(response.content, 'role="alert"')
        again = mending(response.content).fields
        assert again["reason"] == ["so it is"]
        for key, value in typed.items():
            assert again[key] == [value]


def test_facts_of_another_position_are_not_declared_along(table: Table, alice: Client) -> None:
    """The page showed them before the other side reported: only what was touched is meant."""
    fired = bob_fires(table, as_(table.cast.bob))
    url = f"{table.url}declare/"
    form = mending(alice.get(f"{url}?of=red-1").content)
    sent = press(form, "do", reason="mud", **{"number:models.red-1.moves": "3"})
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    assert fired < table.head
    response = alice.post(url, sent)
    assert response.status_code == 409
    assert alice.post(url, press(mending(response.content), "do")).status_code == 302
    told = log.read(table.battle)[-1]
    assert (told.type, told.data.count("models.")) == ("Declared", 1)


def test_a_player_declares_by_consent(table: Table, bob: Client, carol: Client) -> None:
    table.play(HIT)
    url = f"{table.url}declare/"
    form = mending(bob.get(f"{url}?of=red-1").content)
    sent = press(form, "do", reason="left off", **{"number:models.red-1.damage": "3"})
    assert bob.post(url, sent).status_code == 302
    assert damage(table, "red-1") == 1
    theirs = carol.get(table.url).content
    assert "Tagil: Damage 3" in part(theirs, "card urgent question")
    carol.post(f"{table.url}report/", forms(theirs).of("Agree").filled())
    assert damage(table, "red-1") == 3


def test_the_organiser_amends_the_outcome(table: Table, alice: Client, bob: Client) -> None:
    table.play(HIT)
    url = f"{table.url}amend/"
    form = mending(alice.get(url).content)
    sent = {"winner": "soviets", "reason": "the table says so", "number:conditions.red-2.damage": "2"}
    looked = alice.post(url, press(form, "look", **sent))
    assert "Red Banner" in part(looked.content, "note foreseen")
    assert alice.post(url, press(mending(looked.content), "do")).status_code == 302
    outcome = state(table).outcome()
    assert (outcome.over, outcome.winner) == (True, "soviets")
    row = log.read(table.battle)[-1]
    assert '"red-2"' in row.data
    assert '"red-1"' not in row.data  # only what was touched
    page = bob.get(table.url).content
    assert "amended" in part(page, 'class="outcome"')


def test_what_is_confirmed_is_amended_as_it_was_fought(cast: Cast) -> None:
    """Repaired after the battle is not what it was in the battle."""
    stand = LastStand(cast).drawn().confirmed()
    clerk.attend(stand.battle)
    settled: Battle = handler.state(stand.battle)
    now = {unit.id: unit.condition["damage"] for unit in settled.outcome().units}
    assert (settled.settled, now["red-2"]) == (True, 1)  # three in the battle, and repaired since
    client, url = as_(cast.alice), f"/battles/{stand.battle}/amend/"
    page = client.get(url).content
    assert "as it was fought, before the aftermath" in page.decode()
    form = mending(page)
    assert form.fields["number:conditions.red-2.damage"] == ["3"]
    sent = press(form, "do", reason="a card", **{"number:conditions.red-2.damage": "4"})
    assert client.post(url, sent).status_code == 302
    (row,) = (row for row in log.read(stand.battle) if row.type == "Amended")
    assert '"damage":4' in row.data

    stand.take_case()
    page = client.get(f"/battles/{stand.battle}/declare/?of=red-2").content
    assert mending(page).fields["number:models.red-2.damage"] == ["4"]  # as amended, and not as repaired


def test_a_confirmation_that_fell_says_so(cast: Cast) -> None:
    stand = LastStand(cast).drawn().confirmed()
    rows = [row.position for row in log.read(stand.battle) if row.type == "Confirmed"]
    url, alice, bob = f"/battles/{stand.battle}/", as_(cast.alice), as_(cast.bob)
    assert "asks to be confirmed again" not in bob.get("/").content.decode()
    form = mending(alice.get(f"{url}amend/").content)
    assert alice.post(f"{url}amend/", press(form, "do", winner="soviets", reason="counted")).status_code == 302
    page = bob.get(url).content.decode()
    mine, theirs = rows
    assert f"Your confirmation of row {mine} fell: the outcome is another now." in page
    assert f"Your confirmation of row {theirs}" not in page
    assert f"fell (row {theirs}), asked again" in page
    assert "Your confirmation" not in alice.get(url).content.decode()
    assert bob.get("/").content.decode().count("asks to be confirmed again") == 2  # for him, and among all
    assert "asks to be confirmed again" in bob.get(f"/campaigns/{stand.campaign}/").content.decode()
    stand.confirmed()
    assert "Your confirmation" not in bob.get(url).content.decode()
