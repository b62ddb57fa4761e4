"""Why a fact is so, the battle as it was believed, and who may mend it."""

from __future__ import annotations

import re
from itertools import product

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext

from battles import log
from tests.pages.conftest import MOVED, Table, as_, forms
from tests.pages.mending.acts import HIT, correction, mending, part, press, row_of, text

pytestmark = pytest.mark.django_db


def test_a_fact_leads_to_the_reports_that_made_it(table: Table, bob: Client) -> None:
    table.play(HIT)
    lead = re.search(r'href="([^"]*why/\?of=units\.red-1\.damage)"', bob.get(table.url).content.decode())
    assert lead
    page = bob.get(lead[1]).content
    assert "Tagil : Damage" in text(page)
    chain = part(page, 'id="chain"')
    assert "Tagil defends" in chain
    assert "Dice of the table: 1, 2" in chain
    assert "003 R28" in chain
    ruling = re.search(r'href="([^"]*\?ruling=\d+)#ruling"', chain)
    assert ruling
    assert bob.get(ruling[1]).status_code == 200
    assert "It is as it was mustered" in bob.get(f"{table.url}why/?of=units.red-2.damage").content.decode()
    with CaptureQueriesContext(connection) as asked:
        bob.get(lead[1])
    assert sum("log_row" in one["sql"] for one in asked) == 1, [one["sql"] for one in asked]
    for wrong in ("", "units.red-1.crew", "nonsense"):
        assert bob.get(f"{table.url}why/?of={wrong}").status_code == 404


def test_the_battle_is_shown_as_it_was_believed_on_a_date(table: Table, alice: Client) -> None:
    table.play(HIT)
    before = table.head
    url, page = correction(alice, table, row_of(table, "Fire"), "strike")
    at = log.read(table.battle)[-1].at
    alice.post(url, press(mending(page), "do", reason="another round") | {"rest": ["strike"]})
    assert "Alpha 66 fires at Tagil" not in _live(alice, table.url)
    believed = f"{table.url}?as_of={at.removesuffix('Z')}"
    page = alice.get(believed).content
    assert "As it was known on" in page.decode()
    assert f"Row {before} was the last one then." in page.decode()
    assert "Alpha 66 fires at Tagil" in _live(alice, believed)
    assert not [form for form in forms(page).forms if "type" in form.fields or "how" in form.fields]
    assert "Correct…" not in page.decode()
    early = alice.get(f"{table.url}?as_of=2001-01-01T00:00").content.decode()
    assert "Nothing had been reported by then" in early
    wrong = alice.get(f"{table.url}?as_of=yesterday")
    assert wrong.status_code == 422
    assert "“yesterday” is not a date and time." in wrong.content.decode()


def _live(client: Client, url: str) -> str:
    """The log without what lies folded under a revision."""
    story = part(client.get(url).content, 'id="story"')
    return re.sub(r'<details class="fold">.*?</details>', "", story, flags=re.DOTALL)


def test_a_foreigner_sees_no_button_and_is_refused(table: Table, bob: Client) -> None:
    table.play(HIT)
    dave = as_(table.cast.dave)
    head = table.head
    page = dave.get(table.url).content.decode()
    for word in ("Correct…", "Declare facts", "Amend the outcome", "taking"):
        assert word not in page
    undo = forms(bob.get(table.url).content).of("Undo").filled()
    assert dave.post(f"{table.url}report/", undo).status_code == 403
    for path in (f"correct/{row_of(table, 'Fire')}/", "declare/", "amend/", "settle/"):
        for response in (dave.get(f"{table.url}{path}"), dave.post(f"{table.url}{path}", {"step": "do"})):
            assert response.status_code == 403, path
            assert "You are not playing in this battle." in response.content.decode()
        assert Client().get(f"{table.url}{path}").headers["Location"].startswith("/login/")
        assert Client().post(f"{table.url}{path}").headers["Location"].startswith("/login/")
    assert table.head == head


def test_a_player_amends_nothing(table: Table, bob: Client, alice: Client) -> None:
    table.play(HIT)
    assert "Amend the outcome" not in bob.get(table.url).content.decode()
    assert bob.get(f"{table.url}amend/").status_code == 403
    sent = press(mending(alice.get(f"{table.url}amend/").content), "do", winner="americans", reason="mine")
    response = bob.post(f"{table.url}amend/", sent)
    assert response.status_code == 403
    assert "Only an organiser or umpire amends an outcome." in response.content.decode()


def test_where_no_report_begins_nothing_is_corrected(table: Table, alice: Client) -> None:
    table.play(MOVED)
    for at in (1, 2, 9999, 999_999_999_999):
        assert alice.get(f"{table.url}correct/{at}/").headers["Location"] == table.url
        sent = {"how": "strike", "reason": "x", "step": "do", "id": "0b6f8f9e-2f4b-4c6f-9d5f-111111111111"}
        response = alice.post(f"{table.url}correct/{at}/", sent)
        assert response.status_code == 422
        assert 'role="alert"' in response.content.decode()


def test_a_form_that_arrives_damaged_changes_nothing(table: Table, alice: Client) -> None:
    table.play(MOVED)
    head = table.head
    damages: tuple[dict[str, str], ...] = (
        {},
        {"id": "7", "reason": "x", "how": "strike"},
        {"reason": "x" * 600, "how": "change", "line": "stay alpha-1"},
        {"reason": "\x00", "how": "strike"},
        {"reason": "x", "how": "nonsense", "rest": "nonsense", "settle-3": "nonsense"},
        {"reason": "x", "data:tanks": "1", "number:.": "1", "flag:red-1.": "yes", ":": "1"},
        {"reason": "x", "position": "9" * 20, "after": "-1"},
    )
    for path, damage_ in product(("declare/", "amend/", "settle/", "correct/3/"), damages):
        response = alice.post(f"{table.url}{path}", {"step": "do", **damage_})
        assert response.status_code in (302, 409, 422), (damage_, response.status_code)
        if response.status_code == 302:
            assert path == "settle/"
    assert table.head == head
