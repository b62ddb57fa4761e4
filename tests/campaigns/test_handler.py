"""The campaign's door: what goes in, what is refused, and the battles that open with it."""

from __future__ import annotations

from typing import Any
from uuid import uuid4

import pytest
from django.utils import timezone

from battles import folded, log
from battles import handler as battle_door
from battles.models import LogLine, Sheet
from battles.reports import Conflict, Report
from campaigns import clerk, handler
from campaigns.models import CampaignSheet, Fixture, Standing, Vehicle
from campaigns.season.enlistment import Enlist, Enlisted
from campaigns.season.kept_events import Opened
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing, Recruit
from rules.adjudicate import Who
from rules.contract import Refused
from rules.stream import codec, dice
from tests.campaigns.conftest import Season
from tests.where import BOTH

pytestmark = pytest.mark.django_db


def test_opening_freezes_the_desk_into_the_first_event(season: Season) -> None:
    receipt = season.open()
    (answer,) = receipt.answers
    opened = answer.events[0].event
    assert isinstance(opened, Opened)
    assert (opened.name, opened.system, opened.edition) == ("The long ridge", "skirmish", "1")
    assert opened.options == {"fog": False}
    assert opened.commitment == dice.commitment(opened.seed)
    season.desk.refresh_from_db()
    assert str(season.desk.stream) == season.stream
    assert CampaignSheet.objects.get().name == "The long ridge"


@BOTH
def test_opening_twice_opens_once_and_mustering_twice_by_the_same_report_musters_once(season: Season) -> None:
    first, second = season.open(), season.open()
    assert (first.position, first.digest, first.answers) == (second.position, second.digest, second.answers)
    season = Season(season.cast).begin()
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    command, id = MusterBattle(battle=str(uuid4()), sides=sides), str(uuid4())
    first = handler.muster_battle(season.stream, id, command, season.organiser, "api")
    second = handler.muster_battle(season.stream, id, command, season.organiser, "api")
    assert first.answers == second.answers
    assert Sheet.objects.count() == Fixture.objects.count() == 1


def test_seed_and_names_are_sealed(season: Season) -> None:
    season.begin()
    opened = season.open().state.opened
    stored = "".join(line.data + line.command_data for line in LogLine.objects.all())
    for secret in (opened.seed, "The long ridge", "The Bears", "bears's secret"):
        assert secret not in stored


def test_mustering_opens_the_battle_with_what_the_campaign_knows(season: Season) -> None:
    battle = season.begin().muster()
    state, _told, rows = battle_door.replay(battle)
    assert [row.type for row in rows] == ["Mustered"]
    muster = state.muster
    assert muster.campaign == season.stream
    assert muster.sides["north"].players == (str(season.cast.bob.pk),)
    assert [(unit.id, unit.side, unit.name) for unit in muster.units] == [
        ("bears-1", "north", "The Bears"),
        ("bears-2", "north", "Light (North)"),
        ("cats-1", "south", "The Cats"),
        ("cats-2", "south", "Light (South)"),
    ]
    assert muster.seed == dice.derived_seed(season.open().state.opened.seed, f"battle/{battle}")
    assert muster.confirm_within == 3600
    assert set(Vehicle.objects.values_list("status", "battle")) == {("fighting", Sheet.objects.get().pk)}


def test_a_battle_of_another_campaign_is_not_taken_over(season: Season) -> None:
    theirs = season.begin().muster()
    other = Season(season.cast).begin()
    before = log.head(other.stream)
    with pytest.raises(Refused) as refused:
        other.muster(battle=theirs)
    assert refused.value.field == "battle"
    assert log.head(other.stream) == before
    assert Fixture.objects.get().campaign_id == Sheet.objects.get().campaign


@BOTH
def test_what_is_forgotten_elsewhere_meanwhile_keeps_no_report_out(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """A season is locked while a report to it is decided: nothing that is erased then is of it."""
    season.begin()
    take, elsewhere = folded.take, [str(uuid4())]

    def taken(*how: Any) -> Any:
        found = take(*how)
        if elsewhere:
            log.leave_trail("account", elsewhere.pop(), "account", 1, log.START, "alice", "Asked to", timezone.now())
        return found

    monkeypatch.setattr(folded, "take", taken)
    before = log.head(season.stream).position
    season.dismiss(season.cast.erin)
    assert not elsewhere
    assert log.head(season.stream).position == before + 1


def test_what_the_rulebook_refuses_is_not_called(season: Season) -> None:
    season.begin().enlist(season.cast.bob, "dragons", model="Dragon")
    before = log.head(season.stream)
    with pytest.raises(Refused, match="Dragon") as refused:
        season.muster(north="dragons")
    assert refused.value.rule == "skirmish"
    assert log.head(season.stream) == before
    assert not Sheet.objects.exists()


def test_a_dry_run_changes_nothing(season: Season) -> None:
    season.begin()
    before = log.head(season.stream)
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    command = MusterBattle(battle=str(uuid4()), sides=sides)
    receipt = handler.muster_battle(season.stream, str(uuid4()), command, season.organiser, "api", dry_run=True)
    assert isinstance(receipt.answers[0].events[0].event, BattleMustered)
    assert log.head(season.stream) == before
    assert not Sheet.objects.exists()


@BOTH
def test_a_player_nobody_knows_cannot_be_enlisted(season: Season) -> None:
    """Nor one whose id is spelt otherwise: nobody could report for that platoon."""
    season.open()
    dave = str(season.cast.dave.pk)
    for player in (dave.upper(), f"{{{dave}}}", dave.replace("-", ""), str(uuid4())):
        enlist = Enlist(platoon="ghosts", name="Ghosts", player=player, vehicles=(Recruit(id="g", model="Light"),))
        with pytest.raises(Refused) as refused:
            season.report(season.organiser, enlist)
        assert refused.value.field == "player", player


def test_an_organiser_enlists_for_a_player(season: Season) -> None:
    season.open()
    dave = str(season.cast.dave.pk)
    enlist = Enlist(platoon="ghosts", name="Ghosts", player=dave, vehicles=(Recruit(id="g", model="Light"),))
    event = season.report(season.organiser, enlist).answers[0].events[0].event
    assert isinstance(event, Enlisted)
    assert event.player == dave


def test_who_missed_a_pairing_hears_of_it_before_they_report_on_one_of_its_platoons(season: Season) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(deadline=""))
    seen = log.head(season.stream).position
    season.report(season.organiser, Pair(pairings=(Pairing(home="bears", away="cats"),)))
    late = [Report(str(uuid4()), "Penalise", codec.encode(Penalise(platoon="bears", score=2, reason="late")))]
    with pytest.raises(Conflict) as conflict:
        handler.execute(season.stream, late, season.organiser, "api", after=seen)
    assert [fact.position for fact in conflict.value.missed] == [seen + 1]
    handler.execute(season.stream, late, season.organiser, "api", after=seen + 1)


def test_the_rest_of_a_queue_is_kept_when_its_end_is_refused(season: Season) -> None:
    """A queue may muster; the battle opens though a later report of it is refused."""
    season.begin()
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    good = Report(str(uuid4()), "MusterBattle", codec.encode(MusterBattle(battle=battle, sides=sides)))
    again = Report(str(uuid4()), "MusterBattle", codec.encode(MusterBattle(battle=str(uuid4()), sides=sides)))
    receipt = handler.execute(season.stream, [good, again], season.organiser, "api", atomic=False)
    assert receipt.answers[0].events
    assert receipt.answers[1].refused.field == "sides.north.platoon"
    assert battle_door.replay(battle)[0].head[0] == 1


def test_standings_conditions_and_records_follow_a_settled_battle(season: Season) -> None:
    battle = season.begin().fight()
    assert clerk.sweep() == 1
    fixture = Fixture.objects.get()
    assert (str(fixture.battle), fixture.status, fixture.winner) == (battle, "counted", "bears")
    assert (fixture.position, fixture.digest) == log.head(battle)[:2]
    assert list(Standing.objects.values_list("platoon", "rank", "score", "won", "lost", "points_for")) == [
        ("bears", 1, 5, 1, 0, 2),  # 3 for the win, 1 for every wreck
        ("cats", 2, 0, 0, 1, 0),
    ]
    bears = Vehicle.objects.get(vehicle="bears-1")
    record = (bears.battles, bears.shots, bears.hits, bears.kills)
    assert (bears.status, bears.battle, record) == ("fit", None, (1, 4, 4, 2))
    assert set(Vehicle.objects.filter(platoon="cats").values_list("status", flat=True)) <= {"damaged", "lost"}


def test_a_vehicle_goes_to_its_next_battle_as_the_last_one_left_it(season: Season) -> None:
    season.begin()
    first = season.muster()
    season.shoot(first, "cats-1", "bears-1")
    season.win(first)
    season.confirm(first)
    clerk.sweep()
    season.enlist(season.cast.carol, "dogs")
    second = season.muster(south="dogs")
    state, _told, _rows = battle_door.replay(second)
    assert {unit.id: unit.condition for unit in state.muster.units if unit.side == "north"} == {
        "bears-1": {"damage": 1},
        "bears-2": {"damage": 0},
    }


def test_a_stranger_reports_nothing(season: Season) -> None:
    season.begin()
    with pytest.raises(Refused) as refused:
        season.report(Who(str(season.cast.bob.pk)), MusterBattle(battle=str(uuid4()), sides={}))
    assert refused.value.code == "not-yours"


def test_a_stream_without_a_row_is_refused_what_it_does_not_know(season: Season) -> None:
    stream = str(uuid4())
    log.open_stream(stream, "campaign")
    with pytest.raises(Refused) as refused:
        handler.execute(stream, [Report(str(uuid4()), "Nothing", "{}")], season.organiser, "api")
    assert refused.value.code == "unknown"
