"""A draft of pairings with its reasons, and the ladder, for programs."""

from __future__ import annotations

import pytest

from battles import log
from campaigns.models import Standing
from campaigns.season.rounds import OpenRound
from rules.stream.revision.reports import Correct
from tests.api.conftest import Caller, problem, report, said
from tests.campaigns.conftest import Season, _skirmish, season

__all__ = ["_skirmish", "season"]
pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]


def test_pairings_are_drawn_up_with_their_reasons_for_organisers(people: dict[str, Caller], season: Season) -> None:
    season.begin()
    season.enlist(season.cast.bob, "dogs")
    where = f"campaigns/{season.stream}/pairings/"
    problem(people["bob"].get(where), 403, "not-yours")
    draft = said(people["alice"].get(f"{where}?method=swiss"))
    assert draft["pairings"] == [{"home": "bears", "away": "cats"}]
    assert draft["byes"] == ["dogs"]
    assert draft["reasons"][0] == "Bears – Cats: level in the standings, with 0 each."
    assert draft["breaks"] == []
    assert said(people["alice"].get(f"{where}?method=ladder"))["pairings"] == []
    problem(people["alice"].get(f"{where}?method=lots"), 400, "malformed")


def test_why_a_fixture_was_paired_is_told_as_it_was_published(people: dict[str, Caller], season: Season) -> None:
    season.begin()
    season.enlist(season.cast.bob, "dogs")
    before = log.head(season.stream).position
    season.report(season.organiser, OpenRound(method="swiss", deadline=""))
    where = f"campaigns/{season.stream}/"
    (fixture,) = [one["fixture"] for one in said(people["anonymous"].get(f"{where}fixtures/"))["fixtures"]]
    place = f"{where}fixtures/{fixture}/paired/"
    found = said(people["anonymous"].get(place))["paired"]
    assert (found["at"], found["since"], found["known"]) == (before, [], None)
    assert found["reasons"] == ["Bears – Cats: level in the standings, with 0 each."]
    assert found["method"]
    then = said(people["anonymous"].get(found["standings"].partition("/api/v1/")[2]))
    assert {one["platoon"] for one in then["standings"]} == {"bears", "cats", "dogs"}
    season.report(season.organiser, Correct(position=before, how="strike", reason="Dave did not come"))
    again = said(people["anonymous"].get(place))["paired"]
    assert (again["reasons"], len(again["since"])) == (found["reasons"], 1)
    assert again["known"] is not None
    problem(people["bob"].get(f"{where}fixtures/r9-9/paired/"), 404, "not-found")


def test_a_program_plays_a_ladder(people: dict[str, Caller], season: Season) -> None:
    season.desk.terms |= {"time_zone": "Asia/Tokyo"}
    season.desk.save()
    season.begin()
    where = f"campaigns/{season.stream}/"
    assert said(people["carol"].get(f"{where}ladder/"))["rungs"] == []
    season.report(season.organiser, OpenRound(method="ladder", deadline=""))
    (choice,) = [
        one for one in said(people["carol"].get(f"{where}choices/"))["choices"] if one["command"] == "Challenge"
    ]
    (whom,) = choice["fields"][0]["picks"]
    sent = report("Challenge", platoon="cats", against=whom["value"])
    said(people["carol"].post(f"{where}commands/", sent))
    first, second = said(people["bob"].get(f"{where}ladder/"))["rungs"]
    assert (first["platoon"], first["against"], first["challenged"]) == ("bears", "cats", True)
    assert (second["platoon"], second["against"], second["challenged"]) == ("cats", "bears", False)
    assert first["answer_by"] == Standing.objects.get(platoon="bears").answer_by  # in UTC, whatever its clocks say
    assert "AcceptChallenge" in said(people["bob"].get(f"{where}platoons/bears/"))["may"]
    said(people["bob"].post(f"{where}commands/", report("AcceptChallenge", platoon="bears", challenger="cats")))
    assert [one["fixture"] for one in said(people["carol"].get(f"{where}ladder/"))["rungs"]] == ["r1-1", "r1-1"]
