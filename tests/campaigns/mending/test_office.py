"""Mending in the office: who may, undo and redo, the list of the log, and nothing hidden."""

from __future__ import annotations

import html
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles import handler as battle_door
from battles import log
from battles.models import LogLine, Sheet
from rules.stream.revision.reports import Revised, Undo
from tests.campaigns.conftest import Season
from tests.campaigns.mending.office import Desk, at, done, shots, text
from tests.campaigns.office import office_of, url
from tests.cast import ClubFactory, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def test_organisers_of_the_club_and_superusers_alone(season: Season, battle: str) -> None:
    ClubFactory.create(organisers=[season.cast.dave])
    row = battle_door.state(battle).last
    addresses = [at(battle), at(battle, "undo"), at(battle, "amend"), at(battle, "correct", row)]
    root = UserFactory.create(username="root", is_superuser=True)
    head = log.head(battle)
    assert office_of(root).get(addresses[3]).status_code == 302  # without the case, a superuser too
    for user, status in ((season.cast.alice, 200), (root, 200), (season.cast.dave, 404), (season.cast.bob, 403)):
        client = office_of(user)
        known = addresses if user != root else addresses[:3]
        assert [client.get(address).status_code for address in known] == [status] * len(known)
        if status != 200:
            assert {client.post(address, {"do": "1"}).status_code for address in addresses} == {status}
    assert [Client().get(address).status_code for address in addresses] == [302] * 4
    assert log.head(battle) == head


def test_what_there_is_not_is_not_found(battle: str, alice: Client) -> None:
    for nowhere in (
        at(str(uuid4())),
        at(battle, "settle"),
        at(battle, "redo"),
        at(battle, "burn"),
        at(battle, "correct"),
    ):
        assert alice.get(nowhere).status_code == 404
    gone = alice.get(at(battle, "correct", 99), follow=True)
    assert "No report that can be corrected begins at position 99." in text(gone)
    assert alice.get(at(battle, "correct", 1)).status_code == 302  # the muster


def test_the_way_there(battle: str, alice: Client) -> None:
    for page in (alice.get(url(Sheet, "changelist")), alice.get(url(Sheet, "change", battle))):
        assert at(battle) in page.content.decode()
    overview = alice.get(at(battle)).content.decode()
    assert reverse("battle", args=[battle]) in overview
    for act in ("undo", "amend", "declare"):
        assert at(battle, act) in overview
    assert at(battle, "redo") not in overview
    assert at(battle, "correct", 2) in overview
    assert at(battle, "correct", 1) not in overview  # the muster


def test_the_last_report_is_undone_and_redone(season: Season, battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "undo"))
    seen = form.look(reason="He had moved.")
    assert "Taken back Row 3: The Cats shoots at The Bears." in seen
    assert shots(battle) == 2
    assert done(form.do()) == "Done."
    assert shots(battle) == 1
    row = log.read(battle)[-1]
    assert (row.type, row.by, row.via) == ("Revised", str(season.cast.alice.pk), "admin")
    redo = Desk(alice, at(battle, "redo"))
    redo.look()
    done(redo.do())
    assert shots(battle) == 2


def test_nothing_is_done_that_was_not_seen(season: Season, battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "undo"))
    head = log.head(battle)
    assert "Nothing was done" in text(form.do())  # not seen at all
    form.look()
    assert "something else is typed" in text(form.do(reason="On second thoughts"))
    assert log.head(battle) == head
    form.look()
    season.shoot(battle, "bears-1", "cats-2")
    moved = form.do()
    assert moved.status_code in (200, 422)
    assert "The battle has moved on" in text(moved)
    assert shots(battle) == 3


def test_the_same_form_twice_counts_once(battle: str, alice: Client) -> None:
    form = Desk(alice, at(battle, "declare"))
    form.look(**{"fact-1": "vehicles.cats-1.damage", "value-1": "0", "reason": "Smoke"})
    done(form.do())
    head = log.head(battle)
    done(form.do())
    assert log.head(battle) == head


@BOTH
def test_the_log_marks_what_was_struck_with_the_revision(season: Season, battle: str, alice: Client) -> None:
    season.play(battle, Undo(position=3))
    season.shoot(battle, "bears-1", "cats-2")
    page = alice.get(url(LogLine, "changelist"), {"stream": battle})
    assert text(page).count("struck by row 5") == 1

    def found(counts: str) -> list[int]:
        chosen = {"stream": battle, "counts": counts}
        return [row.position for row in alice.get(url(LogLine, "changelist"), chosen).context["cl"].result_list]

    assert found("no") == [3]
    assert found("yes") == [1, 2, 4, 5, 6]  # that a case was taken, nothing takes back
    assert "struck by row 5" in text(alice.get(url(LogLine, "change", f"{battle}:3")))
    assert "struck" not in text(alice.get(url(LogLine, "change", f"{battle}:2")))
    everything = alice.get(url(LogLine, "changelist"), {"counts": "no"})  # no stream is chosen: all of them
    assert everything.context["cl"].result_count == log.head(battle).position + log.head(season.stream).position


@BOTH
def test_the_log_of_many_revisions_asks_no_more(season: Season, battle: str, alice: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert alice.get(url(LogLine, "changelist"), {"stream": battle}).status_code == 200
        return len(asked)

    few = queries()
    for _ in range(3):
        season.play(battle, Undo(position=battle_door.state(battle).last))
        season.shoot(battle, "bears-1", "cats-2", 1)
    assert any(isinstance(fact.event, Revised) for fact in battle_door.replay(battle)[1])
    assert queries() == few


@BOTH
def test_an_overview_of_many_reports_asks_no_more(season: Season, battle: str, alice: Client) -> None:
    def queries() -> int:
        with CaptureQueriesContext(connection) as asked:
            assert alice.get(at(battle)).status_code == 200
        return len(asked)

    few = queries()
    for _ in range(5):
        season.shoot(battle, "bears-1", "cats-2", 1)
    assert queries() == few


def test_no_page_shows_what_is_hidden(season: Season, battle: str, alice: Client) -> None:
    """Neither the seed nor a card face down, though she has the case."""
    seed = battle_door.state(battle).muster.seed
    pages = [alice.get(at(battle, *rest)) for rest in ((), ("undo",), ("declare",), ("amend",), ("correct", 2))]
    for act in ("undo", "declare", "amend"):
        form = Desk(alice, at(battle, act))
        form.look(**{"fact-1": "shots", "value-1": "3", "reason": "x", "winner": ""})
        pages.append(form.page)
    for page in pages:
        assert page.status_code == 200
        for secret in (seed, "bears's secret", "cats's secret"):
            assert secret not in html.unescape(page.content.decode())
