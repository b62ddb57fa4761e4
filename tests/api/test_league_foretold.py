"""What a report to a league would change, before it is sent: by API, and on its pages."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.urls import reverse

from battles import log
from campaigns import clerk
from campaigns.season.season_end import CloseSeason
from leagues.league import preview
from leagues.league.divisions import MovePlayer
from leagues.league.opening import SetTerms
from leagues.league.season_end import CloseLeagueSeason
from tests.api.conftest import Caller, said
from tests.api.shared_league import cast, season, there, years
from tests.api.test_league_careers import at_first
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.book import PREMIER, SECOND, Book, game, ranked
from tests.leagues.conftest import Years
from tests.leagues.test_league_pages import sent

__all__ = ["at_first", "cast", "season", "there", "years"]  # fixtures


def test_two_states_side_by_side() -> None:
    book, then = Book(PREMIER, SECOND, up=1, down=0), Book(PREMIER, SECOND, up=1, down=0)
    for one in (book, then):
        top, low = one.season(1, "premier"), one.season(2, "second", season=1)
        one.reported(top, game(top, 1, "alice", "bob"), places=ranked("alice", "bob"))
        one.reported(low, game(low, 1, "carol", "dave"), places=ranked("carol", "dave"))
    assert preview.preview(book.league, then.league) == preview.Preview()
    then.told(CloseLeagueSeason(season=1))
    found = preview.preview(book.league, then.league)
    assert found.ratings == ()
    assert found.divisions == (preview.Transferred("carol", "second", "premier"),)
    assert [(one.title.player, one.given) for one in found.titles] == [("alice", True), ("carol", True)]
    assert all(one.given for one in found.honours)
    back = preview.preview(then.league, book.league)
    assert [one.given for one in back.titles] == [False, False]
    then.told(SetTerms(terms={"rating": "elo"}, reason="We know it"))
    then.told(MovePlayer(player="dave", division="premier", reason="His wish"))
    found = preview.preview(book.league, then.league)
    assert {(one.player, one.ladder) for one in found.ratings} == {
        (player, ladder) for player in ("alice", "bob", "carol", "dave") for ladder in ("", "tanks")
    }
    assert {one.player for one in found.divisions} == {"carol", "dave"}


def tried(caller: Caller, years: Years, type: str, **data: Any) -> dict[str, Any]:
    report = {"id": str(uuid4()), "type": type, "data": data}
    (answer,) = said(caller.post(f"leagues/{years.stream}/commands/?dry_run=true", report))["reports"]
    assert answer["status"] == "accepted", answer
    return dict(answer)


@pytest.mark.django_db
def test_a_dry_run_says_what_would_change(people: dict[str, Caller], years: Years, season: Season, cast: Cast) -> None:
    alice, bob = people["alice"], str(cast.bob.pk)
    season.fight()
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    head = log.head(years.stream).position
    shift = tried(alice, years, "CloseLeagueSeason", season=1)["league"]
    assert [(one["season"], one["player"], one["given"]) for one in shift["titles"]] == [(1, bob, True)]
    assert {"butcher"} <= {one["honour"] for one in shift["honours"]}
    assert (shift["ratings"], shift["people"][bob]) == ([], "bob")
    shift = tried(alice, years, "SetTerms", terms={"rating": "elo"}, reason="We know it")["league"]
    assert {one["after"] for one in shift["ratings"] if one["ladder"] == ""} == {1516, 1484}
    assert log.head(years.stream).position == head
    years.report(CloseLeagueSeason(season=1))
    undone = tried(alice, years, "Undo", position=head + 1, reason="Too early")
    assert [one["given"] for one in undone["league"]["titles"]] == [False]
    assert undone["preview"]["taken"]
    assert any(one["of"] == "seasons.1.titles" for one in undone["preview"]["sheet"])


@pytest.mark.django_db
def test_a_page_says_it_before_it_is_sent(years: Years, season: Season, cast: Cast) -> None:
    season.fight()
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    alice = logged_in(cast.alice)
    form = sent("CloseLeagueSeason", '{"season":1}', **{"text:words": "", "check": "1"})
    answer = alice.post(reverse("league-manage", args=["long"]), form).content.decode()
    for told in ("Checked, not reported yet", "Title of season 1: bob", "Honour of season 1: The butcher, bob"):
        assert told in answer, told
    assert not years.state().seasons[0].closed
