"""What was added to a report as it came in stands in its row: it is decided again from there, on any day."""

from __future__ import annotations

import copy
import io
import json
from datetime import UTC, datetime
from typing import Any
from uuid import uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone
from msgspec.structs import replace

from battles import log
from battles.models import Sheet
from battles.reports import Report
from campaigns import handler
from campaigns.models import Round
from campaigns.season import decide
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Drop
from campaigns.season.recorded_reports import ruled_on
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from deploy import verify_export
from rules.contract import Refused
from tests.campaigns.between import ALICE, Camp
from tests.campaigns.conftest import Season
from tests.campaigns.decided_again import Asked, alone, differing

pytestmark = pytest.mark.django_db
MORNING = datetime(2027, 3, 10, 9, tzinfo=UTC)
LATER = datetime(2027, 5, 1, 9, tzinfo=UTC)
BEARS_MEET_CATS = OpenRound(title="First blood", pairings=(Pairing(home="bears", away="cats"),))
CLOSE = CloseRound(round=1)


def on(day: datetime, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(timezone, "now", lambda: day)


def closed(season: Season, monkeypatch: pytest.MonkeyPatch) -> str:
    """A round that was opened by the terms, and closed while a battle of it was over, and not settled."""
    season.desk.terms |= {"round_days": 14, "unfinished": "drawn"}
    season.desk.save()
    on(MORNING, monkeypatch)
    season.begin()
    season.report(season.organiser, BEARS_MEET_CATS)
    battle = str(uuid4())
    fixture = next(iter(handler.replay(season.stream)[0].fixtures))
    handler.muster_battle(season.stream, str(uuid4()), _called(battle, fixture), season.organiser, "page")
    Sheet.objects.filter(pk=battle).update(status=Sheet.Status.OVER)
    season.report(season.organiser, CLOSE)
    return battle


def _called(battle: str, fixture: str) -> MusterBattle:
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    return MusterBattle(battle=battle, fixture=fixture, sides=sides)


def said(season: Season, kind: str) -> dict[str, Any]:
    (row,) = (row for row in log.read(season.stream) if row.command_type == kind and row.ordinal == 0)
    told: dict[str, Any] = json.loads(row.command_data)
    return told


def test_a_row_keeps_what_was_told_and_what_was_added(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    battle = closed(season, monkeypatch)
    opened = said(season, "OpenRound")
    assert opened.pop("completed") == {"deadline": "2027-03-24T20:00:00Z"}
    assert "deadline" not in opened
    assert said(season, "CloseRound") == {"round": 1, "carry": [], "completed": {"carry": [battle]}}


def test_it_is_decided_again_on_another_day(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    closed(season, monkeypatch)
    on(LATER, monkeypatch)
    assert differing(log.read(season.stream)) == []


def test_rows_that_keep_nothing_of_it_have_it_in_their_events(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    """As all releases up to this one have written them."""
    closed(season, monkeypatch)
    rows = log.read(season.stream)
    old = [replace(row, command_data=_without(row.command_data)) for row in rows]
    assert old != rows
    assert differing(old) == []
    forgetful = [replace(row, data=row.data.replace("2027-03-24T20", "2027-03-25T20")) for row in rows]
    assert [position for position, _then, _again in differing(forgetful)] == [5]  # what a row keeps comes first


@pytest.mark.parametrize("unfinished", ["carry", "drawn"])
@pytest.mark.parametrize("gone", [(), ("cats",)])
def test_a_battle_counts_as_carried_where_the_terms_alone_would_have_ended_it(
    unfinished: str, gone: tuple[str, ...]
) -> None:
    """Rows of before say so by their events; those that go on by the terms go by them if they are decided otherwise."""
    camp = Camp(unfinished=unfinished)
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),)), ALICE)
    battle = camp.muster(fixture="r1-1")
    for platoon in gone:
        camp.report(Drop(platoon=platoon, reason="moved"), ALICE)
    by_terms = unfinished == "carry" and not gone
    before = copy.deepcopy(camp.season)
    events = camp.report(CLOSE, ALICE)
    assert ruled_on(before, CLOSE, events) == CLOSE, "whatever was called off did not go on"
    over = list(decide(copy.deepcopy(before), replace(CLOSE, carry=(battle,)), ALICE, camp.dice))
    assert ruled_on(before, CLOSE, over) == replace(CLOSE, carry=() if by_terms else (battle,))
    assert list(decide(copy.deepcopy(before), ruled_on(before, CLOSE, over), ALICE, camp.dice)) == over


def _without(data: str) -> str:
    told = json.loads(data) if data else {}
    return json.dumps({name: value for name, value in told.items() if name != "completed"}) if told else data


def test_the_same_report_sent_on_another_day_is_the_same_report(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.begin()
    on(MORNING, monkeypatch)
    id = str(uuid4())
    first = season.report(season.organiser, BEARS_MEET_CATS, id)
    on(LATER, monkeypatch)
    assert season.report(season.organiser, BEARS_MEET_CATS, id).answers[0].events == first.answers[0].events
    with pytest.raises(Refused, match="was used for another report"):
        season.report(season.organiser, replace(BEARS_MEET_CATS, deadline=Round.objects.get().deadline), id)


def test_nobody_sends_what_is_to_be_added(season: Season) -> None:
    season.begin()
    told = Report(str(uuid4()), "CloseRound", '{"round": 1, "completed": {"carry": []}}')
    with pytest.raises(Refused) as refused:
        handler.execute(season.stream, [told], season.organiser, "api")
    assert refused.value.code == "malformed"


def test_an_export_of_such_rows_verifies(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    closed(season, monkeypatch)
    out = io.StringIO()
    call_command("export", season.stream, stdout=out)
    assert verify_export.verify(io.BytesIO(out.getvalue().encode()))


def test_who_asks_clock_or_database_is_told(season: Season) -> None:
    with alone():
        with pytest.raises(Asked):
            timezone.now()
        with pytest.raises(Asked):
            log.read(season.stream)
