"""Undo and redo on the battle page, by oneself and by consent, and how the log shows it."""

from __future__ import annotations

import pytest
from django.test import Client

from battles import log
from tests.pages.conftest import Form, Table, forms
from tests.pages.mending.acts import HIT, bob_fires, correction, mending, part, press, row_of, state, text

pytestmark = pytest.mark.django_db


def taking(client: Client, table: Table) -> Form:
    return forms(client.get(table.url).content).of("Undo")


def test_undo_is_one_tap_that_says_what_it_takes_back_and_redo_brings_it_again(table: Table, bob: Client) -> None:
    fired = bob_fires(table, bob)
    page = bob.get(table.url).content
    card = part(page, 'class="taking"', "</form>")
    assert "This is taken back:" in card
    assert "Alpha 66 fires at Tagil" in card
    assert ">Undo</button>" in card

    sent = taking(bob, table).filled()
    done = bob.post(f"{table.url}report/", sent)
    assert done.status_code == 302
    assert state(table).last < fired
    again = bob.post(f"{table.url}report/", sent)  # the phone was slow: a second tap
    assert again.headers["Location"] == done.headers["Location"]
    assert sum(row.type == "Revised" for row in log.read(table.battle)) == 1

    page = bob.get(table.url).content
    card = part(page, 'class="taking"', "</form>")
    assert "Redo" in card
    assert "Alpha 66 fires at Tagil" in card
    bob.post(f"{table.url}report/", taking(bob, table).filled())
    assert state(table).last == fired
    assert b"no longer counts" not in bob.get(table.url).content, "it does again"


def test_an_undo_takes_back_nothing_its_sender_has_not_seen(table: Table, bob: Client) -> None:
    bob_fires(table, bob)
    sent = taking(bob, table).filled()
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    head = table.head
    response = bob.post(f"{table.url}report/", sent)
    assert response.status_code == 409
    assert "Tagil defends" in part(response.content, 'role="alert"')
    assert table.head == head


def test_an_answered_report_is_undone_when_the_other_side_agrees(table: Table, bob: Client, carol: Client) -> None:
    table.play(HIT)
    assert "Ask Red Banner to undo" in bob.get(table.url).content.decode()
    bob.post(f"{table.url}report/", taking(bob, table).filled(reason="the dice fell off the table"))
    head = table.head
    assert log.read(table.battle)[-1].type == "Proposed"

    mine = part(bob.get(table.url).content, "question", "</section>")
    assert "You have asked the other side" in mine
    assert "Withdraw the proposal" in mine
    theirs = carol.get(table.url).content
    asked = part(theirs, "card urgent question", "</section>")
    assert "The other side asks you" in asked
    assert "the dice fell off the table" in asked
    assert "Tagil defends" in asked
    for page in (theirs, bob.get(table.url).content):
        assert b"to undo</button>" not in page, "it is asked already"
    done = carol.post(f"{table.url}report/", forms(theirs).of("Agree").filled())
    assert [row.type for row in log.read(table.battle)[head:]] == ["Agreed", "Revised"]
    page = carol.get(done.headers["Location"]).content
    assert "on is taken back." in part(page, 'id="ruling"', "</section>")
    assert "1 report no longer counts" in part(page, 'id="ruling"', "</section>"), "nor do the proposal and the consent"
    redo = part(page, 'class="taking"', "</summary>")
    assert "Ask Alpha 66 to redo" in redo
    assert "Tagil defends" in redo, "what counts again, not who agreed"


def test_a_proposal_is_declined_with_a_reason_or_withdrawn(table: Table, bob: Client, carol: Client) -> None:
    table.play(HIT)
    for client, reason in ((carol, "they counted"), (bob, None)):
        bob.post(f"{table.url}report/", taking(bob, table).filled())
        form = forms(client.get(table.url).content).of("Decline")
        client.post(f"{table.url}report/", form.filled(**({"reason": reason} if reason else {})))
        assert state(table).proposal is None
    assert "they counted" in bob.get(table.url).content.decode()


def asked_about_hers(table: Table, bob: Client) -> str:
    """Bob proposes that Carol's Defend had other dice; what he reads before he does."""
    table.play(HIT)
    url, page = correction(bob, table, row_of(table, "Defend"))
    form = next(one for one in forms(page).forms if "line" in one.fields)
    looked = bob.post(url, press(form, "look", line="defend red-1 dice=6,6", reason="two sixes"))
    assert looked.status_code == 200
    seen = part(looked.content, "note foreseen")
    assert bob.post(url, press(mending(looked.content), "do")).status_code == 302
    return seen


def test_who_is_asked_sees_what_is_proposed_and_what_comes_of_agreeing(
    table: Table, bob: Client, carol: Client
) -> None:
    assert "is for others to know" in asked_about_hers(table, bob)
    mine = part(bob.get(table.url).content, "card urgent question")
    assert "You have asked the other side" in mine
    assert "is for others to know" in mine
    assert "Ruled otherwise" not in mine
    theirs = carol.get(table.url).content
    asked = part(theirs, "card urgent question")
    assert "change it" in asked
    assert "defend red-1 dice=6,6" in asked
    assert "two sixes" in asked
    assert "Ruled otherwise" in asked
    assert "Tagil defends (6, 6): 1 hit and 0 criticals get through." in asked
    assert '<span translate="no">Tagil:</span> <span>Critical card</span>' in asked  # only the name stays as it is
    assert state(table).play.models["red-1"].criticals
    carol.post(f"{table.url}report/", forms(theirs).of("Agree").filled())
    assert not state(table).play.models["red-1"].criticals


def test_an_organiser_with_the_case_agrees_to_what_the_proposer_may_not_foresee(
    table: Table, bob: Client, alice: Client
) -> None:
    assert "is for others to know" in asked_about_hers(table, bob)
    page = alice.get(table.url).content
    assert "Tagil defends (6, 6): 1 hit and 0 criticals get through." in part(page, "card urgent question")
    alice.post(f"{table.url}report/", forms(page).of("Agree").filled())
    assert not state(table).play.models["red-1"].criticals


def test_who_is_asked_to_agree_is_told_so_and_not_to_move(table: Table, bob: Client, carol: Client) -> None:
    asked_about_hers(table, bob)
    for client in (bob, carol, Client()):
        page = client.get(table.url).content
        reds = part(page, '<span translate="no">Red Banner</span>', "</h3>")
        assert "asked to agree" in reds
        assert "to move" not in reds
    assert "You are asked to agree." in carol.get(table.url).content.decode()
    assert "You are asked to agree." not in bob.get(table.url).content.decode()


def test_what_the_sides_only_said_is_not_taken_back(table: Table, bob: Client, alice: Client) -> None:
    asked_about_hers(table, bob)
    card = part(alice.get(table.url).content, 'class="taking"', "</form>")
    assert "Tagil defends" in card
    assert "proposes" not in card


def test_what_was_taken_back_lies_struck_under_the_revision_that_took_it(table: Table, bob: Client) -> None:
    fired = bob_fires(table, bob)
    bob.post(f"{table.url}report/", taking(bob, table).filled(reason="wrong tank"))
    story = part(bob.get(table.url).content, 'id="story"', "</section>")
    assert f'id="p{fired}"' not in story
    fold = story.partition('class="fold"')[2]
    assert "1 report no longer counts" in fold
    assert "<del>Alpha 66 fires at Tagil" in fold
    assert "wrong tank" in story
    assert "by its reporter" in story


def test_a_report_told_again_keeps_its_sender_and_its_time(table: Table, bob: Client, alice: Client) -> None:
    fired = bob_fires(table, bob)
    table.play("reroll alpha-1\ndefend red-1 dice=1,2")
    at, page = correction(alice, table, row_of(table, "Move"))  # which changes nothing of the shot
    form = forms(page).of("Move", unit="alpha-1")
    done = alice.post(at, press(form, "do", moves="2", reason="it was measured again"))
    assert done.status_code == 302, text(done.content)[:2000]
    told = state(table)
    story = part(alice.get(table.url).content, 'id="story"', "</section>")
    entry = story.partition("Alpha 66 fires at Tagil")[2].partition("</li>")[0]
    assert "decided again" in entry
    assert '<span translate="no">bob</span>' in entry
    assert f"first in row {fired}" in entry
    assert "by alice" in entry
    assert told.last > fired


def test_a_confirmation_is_taken_back_and_not_corrected(table: Table, bob: Client) -> None:
    """There is nothing in it to correct."""
    table.play(HIT + "concede soviets")
    bob.post(f"{table.url}report/", forms(bob.get(table.url).content).of("Confirm").filled())
    page = bob.get(table.url).content.decode()
    assert log.read(table.battle)[-1].type == "Confirmed"
    assert f"correct/{table.head}/" not in page
    assert "/correct/" in page, "the reports before it"
    assert taking(bob, table).fields["type"] == ["Undo"]
