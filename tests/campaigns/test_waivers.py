"""Faults of the forces that an organiser lets pass: in the logs of campaign and battle, the reasons sealed."""

from __future__ import annotations

from uuid import uuid4

import pytest

from battles import handler as battle_door
from battles import log
from battles.models import LogLine, Sheet
from campaigns import handler
from campaigns.season import UPCASTERS
from campaigns.season.decider import FACTS
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import BattleMustered, MusterBattle
from campaigns.season.values import Forces, Recruit
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reread import reread
from tests.campaigns.conftest import Season
from tests.cast import Cast

pytestmark = pytest.mark.django_db
FAULT, REASON = "R4/cards/wolf-1/Gunner", "his first evening"
GUNNERS = ("Connor Styles", "Bloodthirsty Gunner")


@pytest.fixture
def season(cast: Cast) -> Season:
    """Bob's tank has two gunners; Carol's is as it should be."""
    season = Season(cast)
    season.desk.system = "modern_age"
    season.desk.save()
    season.open()
    wolf = (Recruit(id="wolf-1", model="M1 Abrams"),)
    enlist = Enlist(platoon="wolf", name="Wolves", card="Team Yankee", vehicles=wolf, fittings={"wolf-1": GUNNERS})
    season.report(Who(str(cast.bob.pk)), enlist)
    bear = (Recruit(id="bear-1", model="T-64"),)
    season.report(Who(str(cast.carol.pk)), Enlist(platoon="bear", name="Bears", card="Red Banner", vehicles=bear))
    return season


def muster(**waivers: str) -> MusterBattle:
    sides = {"attackers": Forces(platoon="wolf"), "defenders": Forces(platoon="bear")}
    return MusterBattle(battle=str(uuid4()), scenario="tank_ace", sides=sides, waivers=waivers)


def test_without_a_reason_it_is_not_called(season: Season) -> None:
    with pytest.raises(Refused) as refused:
        season.report(season.organiser, muster())
    assert [fault.fault for fault in refused.value.faults] == [FAULT]
    assert not Sheet.objects.exists()


def test_the_reason_stands_in_both_logs_sealed(season: Season) -> None:
    command = muster(**{FAULT: REASON})
    (fact,) = season.report(season.organiser, command).answers[0].events
    assert isinstance(fact.event, BattleMustered)
    assert fact.event.waivers == {FAULT: REASON}
    assert battle_door.state(command.battle).muster.waivers == {FAULT: REASON}
    assert handler.replay(season.stream)[0].fixtures[command.battle].waivers == {FAULT: REASON}
    assert REASON not in "".join(line.data + line.command_data for line in LogLine.objects.all())


def test_an_erased_reason_leaves_the_battle_as_it_is(season: Season) -> None:
    command = muster(**{FAULT: REASON})
    season.report(season.organiser, command)
    for place in (f"data.waivers.{FAULT}", f"command.waivers.{FAULT}"):
        assert log.erase(command.battle, 1, place)
    assert battle_door.state(command.battle).muster.waivers == {FAULT: ""}
    assert log.verify_stream(command.battle) is None
    found = reread(battle_door.history(command.battle))
    assert not found.broken
    assert not found.items


def test_only_an_organiser_lets_pass(season: Season) -> None:
    for player in (season.cast.bob, season.cast.carol, season.cast.erin):
        with pytest.raises(Refused) as refused:
            season.report(Who(str(player.pk)), muster(**{FAULT: REASON}))
        assert refused.value.code == "not-yours"


def test_a_battle_called_before_there_were_waivers_reads_as_without() -> None:
    forces = '{"a":{"platoon":"x","vehicles":[]}}'
    old = f'{{"battle":"b","scenario":"s","options":{{}},"board":{{}},"title":"","sides":{forces}}}'
    event = FACTS.decode("BattleMustered", 1, old)
    assert isinstance(event, BattleMustered)
    assert event.waivers == {}
    assert ("BattleMustered", 1) in UPCASTERS


def test_a_rulebook_that_lets_nothing_pass_says_so(season: Season, cast: Cast) -> None:
    other = Season(cast).begin()
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    with pytest.raises(Refused) as refused:
        other.report(other.organiser, MusterBattle(battle=str(uuid4()), sides=sides, waivers={FAULT: REASON}))
    assert refused.value.field == "waivers"
