"""The clerk in this process: what is due is done, once, whatever else goes wrong."""

from __future__ import annotations

import dataclasses
import os
import signal
import subprocess
import sys
import threading
from datetime import timedelta
from types import MappingProxyType
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.db import connection
from django.utils import timezone

import rules
from battles import clerk as battle_clerk
from battles import folded, log, projections
from battles import handler as battle_door
from battles.models import Sheet
from battles.reports import Report
from campaigns import clerk, handler
from campaigns.models import Fixture, Standing, Vehicle
from campaigns.season.battle_reports import ReportBattle
from rules.adjudicate import CLERK, Who
from rules.contract import Outcome
from rules.reports import Amend, Confirm
from rules.stream import codec
from tests.campaigns.alpha import LastStand
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.length import in_soak
from tests.servers import wait_for
from tests.where import BOTH
from tests.workers import ROOT, process_environment

pytestmark = pytest.mark.django_db


def heads(*streams: str) -> list[log.Head]:
    return [log.head(stream) for stream in streams]


def test_nothing_is_due_before_both_have_confirmed(season: Season) -> None:
    battle = season.begin().muster()
    season.win(battle)
    assert clerk.sweep() == 0
    assert not clerk.attend(battle)
    assert not clerk.attend(season.stream)


@BOTH
def test_a_silent_side_has_confirmed_after_its_time_and_a_second_sweep_finds_nothing(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    battle = season.begin().muster()
    season.win(battle)
    assert list(clerk.due()) == []
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    assert list(clerk.due()) == [battle]
    assert clerk.sweep() == 1
    state, _told, _rows = battle_door.replay(battle)
    assert state.confirmed == {"north": True, "south": True}
    assert Fixture.objects.get().status == Fixture.Status.COUNTED
    before = heads(battle, season.stream)
    assert list(clerk.due()) == []
    assert clerk.sweep() == 0
    assert not clerk.attend(battle)
    assert heads(battle, season.stream) == before


def test_only_the_silent_side_confirms_by_default(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = season.begin().muster()
    season.win(battle)
    position, digest = battle_door.replay(battle)[0].fought
    season.play(battle, Confirm(side="north", position=position, digest=digest), Who(str(season.cast.bob.pk)))
    later = timezone.now() + timedelta(hours=2)
    monkeypatch.setattr(timezone, "now", lambda: later)
    clerk.sweep()
    assert battle_door.replay(battle)[0].confirmed == {"north": False, "south": True}


@BOTH
def test_what_is_due_is_found_in_bounded_pieces_and_one_battle_that_fails_stops_no_other(
    season: Season, monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    """A club takes a rulebook away with a battle of it still to be settled. What is due is found in pieces, the last of
    which is not full."""
    raid = dataclasses.replace(rules.all_systems()["skirmish"], key="raid")
    with_raid = MappingProxyType({**rules.all_systems(), "raid": raid})
    without = rules.all_systems()
    monkeypatch.setattr(rules, "all_systems", lambda: with_raid)
    lost = Season(season.cast)
    lost.desk.system = "raid"
    lost.desk.save()
    battles = [one.begin().fight() for one in (lost, season, Season(season.cast))]
    Sheet.objects.filter(pk=battles[0]).update(system="raid")
    _rename(battles[0])
    monkeypatch.setattr(battle_clerk, "BATCH", 2)
    assert set(clerk.due()) == set(battles)

    monkeypatch.setattr(rules, "all_systems", lambda: without)
    assert clerk.sweep() == 2
    assert battles[0] in caplog.text
    assert list(clerk.due()) == [battles[0]]


def _rename(battle: str) -> None:
    """The skirmish names itself in its muster; a raid would name the raid."""
    with log.lifted(), connection.cursor() as cursor:
        cursor.execute(
            'UPDATE log_row SET data = replace(data, \'"system":"skirmish"\', \'"system":"raid"\')'
            " WHERE stream = %s AND position = 1",
            [battle],
        )
    folded.forget(battle)  # whose head is what it was: rows do not change behind a process's back


def test_a_battle_whose_log_has_grown_is_counted_again(season: Season) -> None:
    """What a correction will do to a settled battle, done here by hand: a row more, and the sheet after it."""
    battle = season.begin().fight()
    clerk.sweep()
    before = list(Standing.objects.values()), list(Vehicle.objects.values())
    state, _told, rows = battle_door.replay(battle)
    last = rows[-1]
    entry = log.NewRow(type=last.type, version=last.version, data=last.data, command=uuid4(), ordinal=0)

    def sheet(new: list[log.Row]) -> log.Beside:
        return projections.beside(battle, state, [*rows, *new])

    log.append(battle, last.position, [entry], by=CLERK, via="clerk", now=timezone.now(), beside=sheet)

    assert list(clerk.due()) == [battle]
    assert clerk.sweep() == 1
    assert [row.type for row in log.read(season.stream)][-2:] == ["BattleReported", "BattleReported"]
    assert (Fixture.objects.get().position, Fixture.objects.get().digest) == log.head(battle)[:2]
    assert (list(Standing.objects.values()), list(Vehicle.objects.values())) == before
    assert clerk.sweep() == 0


def test_a_corrected_outcome_is_counted_instead_of_the_first(season: Season) -> None:
    battle = season.begin().fight()
    clerk.sweep()
    state, _told, _rows = battle_door.replay(battle)
    first = state.outcome()
    other = Outcome(over=True, winner="south", points={"north": 1, "south": 2}, units=first.units)
    report = ReportBattle(battle=battle, position=99, digest="ab" * 32, outcome=other)
    reports = [Report(str(uuid4()), "ReportBattle", codec.encode(report))]
    handler.execute(season.stream, reports, Who(CLERK, referee=True), "clerk")
    assert list(Standing.objects.values_list("platoon", "rank", "score", "played", "won", "lost")) == [
        ("cats", 1, 5, 1, 1, 0),
        ("bears", 2, 1, 1, 0, 1),
    ]


def test_the_command_sweeps_once(season: Season, capsys: pytest.CaptureFixture[str]) -> None:
    season.begin().fight()
    call_command("clerk", "--once")
    assert "1 battles" in capsys.readouterr().out
    assert Fixture.objects.get().status == Fixture.Status.COUNTED


@pytest.mark.django_db(transaction=True)
def test_several_clerks_at_once_settle_once_and_correct_once(season: Season) -> None:
    battles = [season.begin().fight(), Season(season.cast).begin().fight()]
    failed: list[BaseException] = []

    def sweep() -> None:
        try:
            clerk.sweep()
        except BaseException as error:  # told below, in the thread that asserts
            failed.append(error)
        finally:
            connection.close()

    def at_once() -> None:
        threads = [threading.Thread(target=sweep) for _ in range(3)]
        for thread in threads:
            thread.start()
        for thread in threads:
            thread.join()
        assert not failed

    at_once()
    for battle in battles:
        assert [row.type for row in log.read(battle)].count("Settled") == 1
    counted = [row.type for stream, _kind in log.streams("campaign") for row in log.read(stream)]
    assert counted.count("BattleReported") == 2
    season.play(battles[0], Amend(winner="south", conditions={}, reason="The other sheet"))
    season.confirm(battles[0])
    at_once()
    corrected = [row.type for row in log.read(season.stream)]
    assert (corrected.count("Revised"), corrected.count("BattleReported")) == (1, 2)
    call_command("rebuild", "--check")


@pytest.mark.only_on("sqlite")  # on both: several clerks at once
@pytest.mark.django_db(transaction=True)
def test_the_loop_settles_and_ends_when_told_to(cast: Cast) -> None:
    """In this process."""
    LastStand(cast).drawn().confirmed()
    ended, before = threading.Event(), {one: signal.getsignal(one) for one in (signal.SIGTERM, signal.SIGINT)}

    def tell() -> None:
        try:
            wait_for(lambda: ended.is_set() or is_counted(), "the clerk's loop")
        finally:
            connection.close()
            if not ended.is_set():
                os.kill(os.getpid(), signal.SIGTERM)

    thread = threading.Thread(target=tell)
    thread.start()
    try:
        call_command("clerk", "--every", "0.1")
    finally:
        ended.set()
        thread.join()
        for one, handler_ in before.items():
            signal.signal(one, handler_)
    assert is_counted()


def is_counted() -> bool:
    return Fixture.objects.get().status == Fixture.Status.COUNTED


@in_soak("tests/campaigns/test_clerk.py::test_the_loop_settles_and_ends_when_told_to")  # test_readme ends its process
@pytest.mark.only_on("sqlite")
@pytest.mark.django_db(transaction=True)
@pytest.mark.parametrize("told", [signal.SIGTERM, signal.SIGINT], ids=["TERM", "INT"])
def test_the_loop_of_a_process_settles_and_ends_when_told_to(cast: Cast, told: signal.Signals) -> None:
    LastStand(cast).drawn().confirmed()
    environment = process_environment() | {"REDIS_URL": ""}
    process = subprocess.Popen(
        [sys.executable, "manage.py", "clerk", "--every", "0.1"], cwd=ROOT, env=environment, start_new_session=True
    )
    try:
        wait_for(is_counted, "the clerk's loop")
        process.send_signal(told)
        assert process.wait(10) == 0
    finally:
        process.kill()
        process.wait()
