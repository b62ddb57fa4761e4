"""A player says that they are ready to play; who did not show up loses, where the terms have it so."""

from __future__ import annotations

from datetime import datetime
from typing import Any

import pytest
from django.utils import timezone

from campaigns.completion import too_late
from campaigns.season import narrate
from campaigns.season.kept_events import Decided
from campaigns.season.musters import CallOff
from campaigns.season.people import Drop
from campaigns.season.results import ReadyReported, ReportReady
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.adjudicate import Who
from rules.contract import Event
from tests.campaigns.between import ALICE, BOB, CAROL, Camp

READY = ReportReady(fixture="r1-1")


def begun(**terms: Any) -> Camp:
    camp = Camp(**{"unplayed": "no_show", **terms})
    camp.report(OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""), ALICE)
    return camp


def closed(camp: Camp) -> list[Event]:
    return [one for one in camp.report(CloseRound(round=1), ALICE) if isinstance(one, Decided)]


@pytest.mark.parametrize(
    ("ready", "how", "results"),
    [
        ([BOB], "walkover", {"bears": "won", "cats": "lost"}),
        ([CAROL], "walkover", {"bears": "lost", "cats": "won"}),
        ([BOB, CAROL], "default", {"bears": "drawn", "cats": "drawn"}),
        ([], "default", {"bears": "lost", "cats": "lost"}),
    ],
)
def test_who_did_not_say_so_loses_to_who_did_and_nobody_is_given_a_draw_for_silence(
    ready: list[Who], how: Any, results: Any
) -> None:
    camp = begun()
    for who in ready:
        camp.report(READY, who)
    assert closed(camp) == [Decided(fixture="r1-1", how=how, results=results)]


@pytest.mark.parametrize(("unplayed", "result"), [("drawn", "drawn"), ("lost", "lost")])
def test_it_changes_nothing_where_the_terms_do_not_ask(unplayed: str, result: str) -> None:
    camp = begun(unplayed=unplayed)
    camp.report(READY, BOB)
    assert closed(camp) == [Decided(fixture="r1-1", how="default", results=dict.fromkeys(("bears", "cats"), result))]  # type: ignore[arg-type]


def test_it_is_said_once_by_who_plays_in_it_while_it_waits_to_be_played() -> None:
    camp = begun()
    (event,) = camp.report(READY, BOB)
    assert event == ReadyReported(fixture="r1-1", platoon="bears")
    assert narrate(camp.season, event).text() == "bears is ready to play Bears – Cats."
    assert "have said" in camp.refused(READY, BOB).text.text()
    assert camp.refused(READY, ALICE).code == "not-yours"
    battle = camp.muster(fixture="r1-1")
    assert "under way" in camp.refused(READY, CAROL).text.text()
    camp.report(CallOff(battle=battle, reason="rain"), ALICE)
    assert camp.season.fixtures["r1-1"].ready == ("bears",)
    camp.report(READY, CAROL)
    closed(camp)
    assert "decided" in camp.refused(READY, CAROL).text.text()


def test_who_has_left_is_not_ready_and_who_was_left_wins_as_ever() -> None:
    camp = begun()
    camp.report(READY, CAROL)
    camp.report(Drop(platoon="cats", reason="moved"), CAROL)
    assert closed(camp) == [Decided(fixture="r1-1", how="walkover", results={"bears": "won", "cats": "lost"})]


def test_a_battle_that_was_begun_is_decided_as_unfinished_whoever_was_ready() -> None:
    camp = begun(unfinished="drawn")
    camp.report(READY, BOB)
    camp.muster(fixture="r1-1")
    assert closed(camp) == [
        Decided(fixture="r1-1", how="default", results={"bears": "drawn", "cats": "drawn"}),
    ]


def test_it_is_too_late_once_the_round_was_to_close() -> None:
    camp = begun()
    camp.season.rounds[-1].deadline = "2027-03-14T20:00:00Z"
    for moment, late in (("2027-03-14T19:59:59+00:00", False), ("2027-03-14T20:00:00+00:00", True)):
        with pytest.MonkeyPatch.context() as patch:
            patch.setattr(timezone, "now", lambda moment=moment: datetime.fromisoformat(moment))
            assert bool(list(too_late(camp.season, READY))) is late
