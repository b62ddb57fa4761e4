"""An evening on one sheet in the office: typed or pasted, previewed, in one batch, taken back at once."""

from __future__ import annotations

import re
from collections.abc import Iterator
from copy import deepcopy
from typing import Any
from uuid import uuid4

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from pytest_django import DjangoDbBlocker

from campaigns import handler
from campaigns.admin.ruling import results_sheet, round_page
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.office import AtForm, office_of, text
from tests.campaigns.ruled import state
from tests.cast import ClubFactory, logged_in

pytestmark = pytest.mark.django_db
MINE = ("dogs", "eels", "foxes", "gulls")


@pytest.fixture
def alice(evening: Season) -> Client:
    return office_of(evening.cast.alice)


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Season]:
    """Six platoons in three fixtures; the battle of the first is under way."""
    with shared_season(django_db_blocker, Season) as season:
        season.begin()
        for n, key in enumerate(MINE):
            season.enlist((season.cast.bob, season.cast.carol)[n % 2], key)
        three = ("bears", "cats"), ("dogs", "eels"), ("foxes", "gulls")
        pairs = tuple(Pairing(home=one, away=other) for one, other in three)
        season.report(season.organiser, OpenRound(pairings=pairs))
        sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
        season.report(season.organiser, MusterBattle(battle=str(uuid4()), fixture="r1-1", sides=sides))
        yield season


@pytest.fixture
def evening(db: None, at_first: Season) -> Season:
    return deepcopy(at_first)


def sheet(season: Season, alice: Client) -> AtForm:
    return AtForm(alice, results_sheet.address(season.stream, 1))


def decided(season: Season) -> dict[str, Any]:
    found = {one.key: one.decided for one in state(season).fixtures.values()}
    return {key: (one.how, one.results, one.points) for key, one in found.items() if one is not None}


WON = ("adjudicated", {"dogs": "lost", "eels": "won"}, {"dogs": 2, "eels": 7})
ABSENT = ("walkover", {"foxes": "won", "gulls": "lost"}, None)


def test_pasted_lines_are_previewed_reported_at_once_and_taken_back_at_once(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(lines="Eels\tDogs\t7:2\nFoxes\tGulls\tno-show: Gulls\nBears\tCats\tdraw")
    form.press("look")
    assert form.page.status_code == 200
    assert "is adjudicated: won by Eels" in form.read
    assert "a walk-over, won by Foxes" in form.read
    assert "Its battle is under way" in form.read
    assert decided(evening) == {}
    assert form.press("do").status_code == 302, form.read
    assert decided(evening) == {"r1-2": WON, "r1-3": ABSENT}
    rows = handler.replay(evening.stream)[2]
    assert len({row.at for row in rows[-2:]}) == 1
    page = alice.get(form.address)
    assert "The 2 results that were just entered" in text(page)
    undo = page.context["last"][0]
    assert alice.post(form.address, {"undo": undo}).status_code == 302
    assert decided(evening) == {}
    assert "just entered" not in text(alice.get(form.address))
    assert handler.replay(evening.stream)[2][: len(rows)] == rows  # nothing was rewritten


def test_an_evening_is_typed_in(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice)
    typed = {"outcome.r1-2": "won1", "first.r1-2": "2", "second.r1-2": "7", "outcome.r1-3": "absent1"}
    form.fill(**typed, reason="Read out at the bar").press("look")
    assert form.press("do").status_code == 302
    assert decided(evening) == {"r1-2": WON, "r1-3": ABSENT}
    assert [one.reason for one in map(decided_of(evening), ("r1-2", "r1-3"))] == ["Read out at the bar"] * 2


def test_no_points_are_points_where_the_other_has_some(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice)
    form.fill(**{"outcome.r1-2": "won1", "first.r1-2": "0", "second.r1-2": "7", "outcome.r1-3": "drawn"}).press("look")
    assert form.press("do").status_code == 302, form.read
    read = text(alice.get(round_page.address(evening.stream, 1)))
    assert re.search(r"Dogs bob lost, 0 – ?Eels carol won, 7", read), read
    assert re.search(r"Foxes bob drawn? – ?Gulls carol drawn?", read), read


def decided_of(season: Season) -> Any:
    return lambda key: state(season).fixtures[key].decided


def test_what_is_misspelt_stays_in_the_box_and_nothing_is_done(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(lines="Eels,Dgos,draw\nFoxes,Gulls,draw")
    assert form.press("look").status_code == 422
    assert "Nobody in this round is called “Dgos”. Near to it: Dogs." in form.read
    assert form.paper.fields["lines"].strip() == "Eels,Dgos,draw"
    assert form.paper.fields["outcome.r1-3"] == "drawn"
    assert "do" not in form.paper.buttons
    alice.post(form.address, form.paper.fields | {"do": "1"})
    assert decided(evening) == {}
    form.fill(lines="Eels,Dogs,draw").press("look")
    assert form.press("do").status_code == 302
    assert set(decided(evening)) == {"r1-2", "r1-3"}


def test_points_without_a_result_are_asked_about(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(**{"first.r1-2": "3", "outcome.r1-3": "drawn", "first.r1-3": "3"})
    assert form.press("look").status_code == 422
    assert "Points go with a win or a draw" in form.read
    assert "Give the points of both" in form.read
    assert "do" not in form.paper.buttons


def test_all_of_them_or_none(evening: Season, alice: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second report is refused: the first is not kept either."""
    form = sheet(evening, alice).fill(**{"outcome.r1-2": "won0", "outcome.r1-3": "absent0"})
    form.press("look")
    made = results_sheet._reports

    def spoilt(season: Any, sent: Any) -> Any:
        found = list(made(season, sent))
        return [found[0], (found[1][0], type(found[1][1])(found[1][1].id, "WalkOver", found[0][1].data))]

    monkeypatch.setattr(results_sheet, "_reports", spoilt)
    monkeypatch.setattr(results_sheet, "_mark", lambda at, reports: form.paper.fields["mark"])
    form.press("do")
    assert form.page.status_code == 422
    assert decided(evening) == {}


def test_a_sheet_that_is_sent_twice_counts_once(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(**{"outcome.r1-2": "won0"})
    form.press("look")
    sent = dict(form.paper.fields)
    form.press("do")
    before = len(handler.replay(evening.stream)[2])
    assert alice.post(form.address, sent | {"do": "1"}).status_code == 302
    assert len(handler.replay(evening.stream)[2]) == before


def test_only_what_was_previewed_is_done(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(**{"outcome.r1-2": "won0"})
    form.press("look")
    evening.report(evening.organiser, Penalise(platoon="dogs", score=1, reason="Late"))
    assert form.press("do").status_code == 409
    assert "moved on since this preview" in form.read
    assert decided(evening) == {}
    assert form.press("do").status_code == 302
    assert set(decided(evening)) == {"r1-2"}


def test_what_was_entered_is_taken_back_only_while_nothing_followed(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice).fill(**{"outcome.r1-2": "won0"})
    form.press("look")
    form.press("do")
    undo = alice.get(form.address).context["last"][0]
    evening.report(evening.organiser, Penalise(platoon="dogs", score=1, reason="Late"))
    assert alice.get(form.address).context["last"] == ()
    alice.post(form.address, {"undo": undo})
    assert set(decided(evening)) == {"r1-2"}


def test_the_round_leads_to_its_sheet_while_results_are_missing(evening: Season, alice: Client) -> None:
    page = alice.get(round_page.address(evening.stream, 1))
    assert page.context["results"] == results_sheet.address(evening.stream, 1)
    form = sheet(evening, alice).fill(**{"outcome.r1-2": "void", "outcome.r1-3": "void"})
    assert form.page.context["next_round"] == ""
    form.press("look")
    form.press("do")
    assert decided(evening)["r1-2"] == ("void", {}, None)
    assert alice.get(round_page.address(evening.stream, 1)).context["results"] == ""
    page = alice.get(form.address)
    read = text(page)
    assert "No fixture of this round waits for a result." in read
    assert "It has a result already." in read
    follows = page.context["next_round"]
    assert f'href="{follows}"' in page.content.decode()
    assert alice.get(follows).context["title"] == "Close the round and publish the next"


def test_it_is_for_organisers_of_the_club(evening: Season) -> None:
    place = results_sheet.address(evening.stream, 1)
    stranger = ClubFactory.create().organisers.first() or evening.cast.dave
    for user in (evening.cast.bob, stranger):
        assert office_of(user).get(place).status_code in (302, 403, 404)
        assert office_of(user).post(place, {"outcome.r1-2": "won0", "do": "1"}).status_code in (302, 403, 404)
    assert logged_in(evening.cast.dave).get(place).status_code in (302, 403)
    assert office_of(evening.cast.alice).get(results_sheet.address(evening.stream, 9)).status_code == 404
    assert decided(evening) == {}


def queries(alice: Client, place: str, said: dict[str, str] | None = None) -> int:
    with CaptureQueriesContext(
        connection,
    ) as seen:
        response = alice.get(place) if said is None else alice.post(place, said)
    assert response.status_code == 200
    return len(seen)


def test_queries_do_not_grow_with_the_fixtures(evening: Season, alice: Client) -> None:
    form = sheet(evening, alice)
    preview = form.paper.fields | {"outcome.r1-2": "won0", "look": "1"}
    found = queries(alice, form.address), queries(alice, form.address, preview)
    more = tuple(Pairing(home="dogs", away=key) for key in ("bears", "cats", "foxes", "gulls"))
    evening.report(evening.organiser, Pair(pairings=more))
    preview = sheet(evening, alice).paper.fields | {f"outcome.r1-{n}": "won0" for n in range(2, 8)} | {"look": "1"}
    assert (queries(alice, form.address), queries(alice, form.address, preview)) == found
