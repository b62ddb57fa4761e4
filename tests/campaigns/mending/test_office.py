"""What the office shows of battles that are corrected: the way to their pages, what waits, the list of the log."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.urls import reverse

from battles import handler as battle_door
from battles import log
from battles.models import LogLine, Sheet
from campaigns import clerk
from campaigns.models import Fixture
from campaigns.season.penalties import Penalise
from leagues.league.opening import Rename
from rules.adjudicate import Who
from rules.reports import Amend
from rules.stream.revision.reports import Agree, Correct, Decline, Resolve, Revised, Undo
from tests.campaigns.begun import at_first, cast, season
from tests.campaigns.conftest import Season
from tests.campaigns.office import url
from tests.cast import ClubFactory
from tests.leagues.conftest import Years
from tests.where import BOTH

__all__ = ["at_first", "cast", "season"]
pytestmark = pytest.mark.django_db


@pytest.fixture
def years(season: Season) -> Years:
    return Years(season.cast)


def waiting(alice: Client, what: str) -> list[str]:
    rows = alice.get(url(Sheet, "changelist"), {"waits": what}).context["cl"].result_list
    return [str(row.pk) for row in rows]


def test_the_way_to_a_battles_corrections_is_its_page(battle: str, alice: Client) -> None:
    for page in (alice.get(url(Sheet, "changelist")), alice.get(url(Sheet, "change", battle))):
        assert f'<a href="{reverse("battle", args=[battle])}">correct</a>' in page.content.decode()
    there = alice.get(reverse("battle", args=[battle])).content.decode()
    for way in ("battle-declare", "battle-amend"):
        assert reverse(way, args=[battle]) in there
    assert reverse("battle-correct", args=[battle, 2]) in there
    assert reverse("battle-correct", args=[battle, 1]) not in there  # the muster


def test_what_is_left_over_waits_in_the_list_until_it_is_settled(season: Season, alice: Client) -> None:
    """Another shot at the first cat makes it a wreck before it fires."""
    battle = season.begin().muster()
    season.shoot(battle, "bears-1", "cats-1")
    season.shoot(battle, "bears-2", "bears-1", 1)
    season.shoot(battle, "cats-1", "bears-1", 6)
    season.take_case(battle)
    shot = {"shooter": "bears-2", "target": "cats-1", "dice": [6]}
    season.play(battle, Correct(position=2, how="insert", type="Shoot", data=shot, reason="A shot was forgotten."))
    assert waiting(alice, "unsettled") == [battle]
    assert "1 report to settle" in alice.get(url(Sheet, "changelist")).content.decode()
    season.play(battle, Resolve(position=4, how="keep"))
    assert waiting(alice, "mending") == []


@pytest.mark.parametrize(("answer", "left"), [(Agree, 1), (Decline, 2)])
def test_a_proposal_waits_in_the_list_until_it_is_answered(
    season: Season, battle: str, alice: Client, answer: type[Agree | Decline], left: int
) -> None:
    """Bob asks Carol to take back the shot of hers."""
    season.play(battle, Undo(position=3), Who(str(season.cast.bob.pk)))
    assert waiting(alice, "proposal") == [battle]
    assert "Bears proposes" in alice.get(url(Sheet, "changelist")).content.decode()
    proposal = battle_door.state(battle).proposal
    assert proposal is not None
    season.play(battle, answer(position=proposal.position))
    assert battle_door.state(battle).play.shots == left
    assert waiting(alice, "mending") == []


def test_confirmations_that_fell_wait_in_the_list_until_they_are_given_again(season: Season, alice: Client) -> None:
    battle = season.begin().fight()
    clerk.sweep()
    assert Fixture.objects.get().winner == "bears"
    assert waiting(alice, "voided") == []
    season.play(battle, Amend(winner="south", conditions={"cats-1": {"damage": 1}}, reason="The wrong tanks."))
    assert waiting(alice, "voided") == [battle]
    season.confirm(battle)
    clerk.sweep()
    assert Fixture.objects.get().winner == "cats"
    assert waiting(alice, "mending") == []


@BOTH
def test_the_log_marks_what_was_struck_with_the_revision(season: Season, battle: str, alice: Client) -> None:
    season.play(battle, Undo(position=3))
    season.shoot(battle, "bears-1", "cats-2")
    page = alice.get(url(LogLine, "changelist"), {"stream": battle})
    assert page.content.decode().count("struck by row 5") == 1

    def found(counts: str) -> list[int]:
        chosen = {"stream": battle, "counts": counts}
        return [row.position for row in alice.get(url(LogLine, "changelist"), chosen).context["cl"].result_list]

    assert found("no") == [3]
    assert found("yes") == [1, 2, 4, 5, 6]  # that a case was taken, nothing takes back
    assert "struck by row 5" in alice.get(url(LogLine, "change", f"{battle}:3")).content.decode()
    assert "struck" not in alice.get(url(LogLine, "change", f"{battle}:2")).content.decode()
    everything = alice.get(url(LogLine, "changelist"), {"counts": "no"})  # no stream is chosen: all of them
    assert everything.context["cl"].result_count == log.head(battle).position + log.head(season.stream).position


@BOTH
def test_the_log_marks_what_was_struck_of_a_season_and_of_a_league(season: Season, years: Years, alice: Client) -> None:
    """An officer reads the logs of their club's leagues, too, though they are no superuser's."""
    season.begin()
    season.report(season.organiser, Penalise(platoon="bears", score=1, reason="Late."))
    fined = log.head(season.stream).position
    season.report(season.organiser, Undo(position=fined, reason="The train was late."))
    years.report(Rename(name="The longest league", reason="It is."))
    years.report(Undo(position=2, reason="The old name is better."))
    for stream, position in ((season.stream, fined), (years.stream, 2)):
        page = alice.get(url(LogLine, "changelist"), {"stream": stream})
        assert page.content.decode().count(f"struck by row {position + 1}") == 1
        chosen = {"stream": stream, "counts": "no"}
        rows = alice.get(url(LogLine, "changelist"), chosen).context["cl"].result_list
        assert [row.position for row in rows] == [position]
    found = alice.get(url(LogLine, "changelist"), {"kind": "league", "type": "Renamed"})
    assert [str(row.stream) for row in found.context["cl"].result_list] == [years.stream]
    season.cast.club.organisers.remove(season.cast.alice)
    season.cast.club.organisers.add(season.cast.dave)
    other = ClubFactory.create(organisers=[season.cast.alice])
    assert other.organisers.count() == 1
    assert alice.get(url(LogLine, "changelist"), {"kind": "league"}).context["cl"].result_count == 0


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
