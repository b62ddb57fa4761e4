"""A season is mended through its door: nothing that has happened outside it happens twice, and nothing is lost."""

from __future__ import annotations

import json
from collections.abc import Callable, Iterator
from typing import Any
from uuid import uuid4

import pytest
from django.core import mail as django_mail
from django.test import Client

from battles import log
from battles.models import Sheet
from battles.replay import plain
from battles.reports import Receipt, Report
from battles.verification import first_fault
from campaigns import clerk, handler, projection_rebuild
from campaigns.models import Fixture, OutboxMessage, Round, Standing
from campaigns.presenters.live_facts import counting, live_facts
from campaigns.season import Season as State
from campaigns.season.cases import TakePlatoonCase
from campaigns.season.decider import SEASONS
from campaigns.season.musters import MusterBattle
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Forces, Pairing
from rules.adjudicate import Who
from rules.contract import Command, Dice, Event, Refused
from rules.stream import codec
from rules.stream.revision.contract import MendedHistory
from rules.stream.revision.reports import Correct, Resolve, Undo
from tests.campaigns.begun import at_first, cast, season
from tests.campaigns.conftest import Season
from tests.campaigns.mended import how
from tests.campaigns.office import office_of

__all__ = ["at_first", "cast", "season"]
pytestmark = pytest.mark.django_db
PENALTY = Penalise(platoon="bears", score=2, reason="late")


def at(season: Season, kind: str) -> int:
    """Where the last report of this kind that counts begins."""
    told = [past for past in _history(season).live_reports() if past.type == kind]
    return told[-1].position


def _history(season: Season) -> MendedHistory[State, Who | None]:
    _state, told, rows = handler.replay(season.stream)
    return MendedHistory(SEASONS, plain(told, rows))


def undone(season: Season, kind: str) -> Receipt:
    return season.report(season.organiser, Undo(position=at(season, kind)))


def told_again(receipt: Receipt) -> list[str]:
    return how([fact.event for answer in receipt.answers for fact in answer.events])


def rebuilt(season: Season) -> None:
    """The read tables are what the log makes of them."""
    found: list[object] = []
    projection_rebuild.rebuild(found.append)
    assert found == []


def test_a_penalty_is_taken_back(season: Season) -> None:
    season.begin()
    season.report(season.organiser, PENALTY)
    season.report(season.organiser, OpenRound(deadline=""))
    assert Standing.objects.get(platoon="bears").penalty == 2
    assert told_again(undone(season, "Penalise")) == ["struck"]
    assert Standing.objects.get(platoon="bears").penalty == 0
    assert Round.objects.get().status == Round.Status.OPEN
    rebuilt(season)
    assert first_fault(season.stream, "campaign") is None


def test_what_is_kept_follows_the_correction(season: Season) -> None:
    """For whoever reads the facts in the order in which they follow from one another; and it is still whose it was."""
    season.begin()
    season.report(season.organiser, PENALTY)
    season.report(season.organiser, OpenRound(deadline=""))
    opened = at(season, "OpenRound")
    receipt = undone(season, "Penalise")
    _season, told, rows = handler.replay(season.stream)
    assert [fact.position for fact in counting(told)][-2:] == [receipt.position, opened]
    assert live_facts(told, rows)[-1][1].position == opened
    season.report(season.organiser, CloseRound(round=1))
    undone(season, "OpenRound")  # it stands behind rows written later
    state = handler.replay(season.stream)[0]
    assert (state.rounds, state.platoons["bears"].penalty) == ([], 0)
    rebuilt(season)
    assert first_fault(season.stream, "campaign") is None


def test_a_report_that_fails_halfway_leaves_what_was_kept_where_it_stands(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.begin()
    season.report(season.organiser, PENALTY)
    season.report(season.organiser, OpenRound(deadline=""))
    undone(season, "Penalise")
    before = handler.replay(season.stream)[0]
    decide = SEASONS.decide

    def halfway(state: State, command: Command, who: Who, dice: Dice, rows: Callable[[], Any]) -> Iterator[Event]:
        yield from decide(state, command, who, dice, rows)
        raise Refused("season", "And then it was refused.")

    monkeypatch.setattr(SEASONS, "decide", halfway)
    late = Report(str(uuid4()), "Penalise", codec.encode(PENALTY))
    receipt = handler.execute(season.stream, [late], season.organiser, "api", dry_run=True, atomic=False)
    assert receipt.answers[0].refused is not None
    assert receipt.state == before


def test_a_battle_is_not_mustered_twice(season: Season) -> None:
    """Its pairing is taken back: the battle goes on beside the rounds, and counts once."""
    season.begin()
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, Pair(pairings=(Pairing(home="bears", away="cats"),)))
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    rows = log.head(battle).position
    assert told_again(undone(season, "Pair")) == ["struck", "played"]
    assert log.head(battle).position == rows
    assert Sheet.objects.count() == 1
    assert [one.fixture for one in Fixture.objects.all()] == [battle]
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    assert Fixture.objects.get().position == log.head(battle).position
    (item,) = handler.replay(season.stream)[0].items
    season.report(season.organiser, Resolve(position=item, how="keep"))
    assert handler.replay(season.stream)[0].items == ()
    assert Fixture.objects.get().position == log.head(battle).position
    assert not clerk.sweep()
    rebuilt(season)


def test_nobody_gets_the_same_mail_twice(season: Season) -> None:
    season.begin()
    season.cast.bob.email = "bob@example.org"
    season.cast.bob.save()
    season.report(season.organiser, PENALTY)
    ann = Who(season.organiser.id, referee=True, needs_case=True)
    season.report(ann, TakePlatoonCase(platoon="bears", reason="a complaint"))
    written = OutboxMessage.objects.count()
    assert written == 1
    assert told_again(undone(season, "Penalise")) == ["struck"]
    assert OutboxMessage.objects.count() == written
    assert handler.replay(season.stream)[0].cases == {"bears": (season.organiser.id,)}
    assert django_mail.outbox == []


def test_the_clerk_leaves_a_round_open_that_was_opened_again(season: Season) -> None:
    season.begin()
    season.report(season.organiser, OpenRound(deadline="2020-03-28T20:00:00Z"))
    assert clerk.sweep()
    assert Round.objects.get().status == Round.Status.CLOSED
    undone(season, "CloseRound")
    clerk.sweep()
    assert (Round.objects.get().status, Round.objects.get().deadline) == (Round.Status.OPEN, "")
    season.report(season.organiser, CloseRound(round=1))
    assert Round.objects.get().status == Round.Status.CLOSED
    rebuilt(season)


def test_somebody_without_an_account_is_enlisted_by_no_correction(season: Season) -> None:
    season.begin()
    data = json.loads(next(row.command_data for row in log.read(season.stream) if row.command_type == "Enlist"))
    change = Correct(
        position=at(season, "Enlist"), how="change", data=data | {"player": "nobody"}, reason="x", type="Enlist"
    )
    with pytest.raises(Refused) as refused:
        season.report(season.organiser, change)
    assert refused.value.field == "player"


def test_it_is_mended_by_the_api(season: Season, client: Client) -> None:
    season.begin()
    season.report(season.organiser, PENALTY)
    address = f"/api/v1/campaigns/{season.stream}/commands/"
    said = {"id": str(uuid4()), "type": "Undo", "data": {"position": at(season, "Penalise"), "reason": "not late"}}
    client.force_login(season.cast.bob)
    assert client.post(address, said, content_type="application/json").status_code == 403
    client.force_login(season.cast.alice)
    tried = client.post(f"{address}?dry_run=true", said, content_type="application/json").json()
    assert [one["platoon"] for one in tried["reports"][0]["shift"]["platoons"]] == ["bears"]
    assert Standing.objects.get(platoon="bears").penalty == 2
    done = client.post(address, said, content_type="application/json").json()
    assert [one["type"] for one in done["reports"][0]["events"]] == ["Revised", "Retold"]
    assert Standing.objects.get(platoon="bears").penalty == 0
    events = f"/api/v1/campaigns/{season.stream}/events/"
    counting = client.get(events).json()["events"]
    every = client.get(f"{events}?history=all").json()["events"]
    assert [one["type"] for one in counting][-2:] == ["Revised", "Retold"]
    struck = [one for one in every if one not in counting]
    assert [(one["type"], one["struck"], one["struck_why"]) for one in struck] == [
        ("Penalised", counting[-2]["position"], "not late")
    ]


def test_the_pages_show_what_counts(season: Season) -> None:
    season.begin()
    season.report(season.organiser, PENALTY)
    season.report(season.organiser, OpenRound(deadline="", title="The ford"))
    undone(season, "Penalise")
    office = office_of(season.cast.alice)
    page = office.get(f"/campaigns/{season.stream}/").content.decode()
    assert "is penalised" not in page
    assert "is taken back" in page
    assert office.get(f"/admin/campaigns/campaignsheet/{season.stream}/rule/").status_code == 200


def test_a_dry_run_says_which_reports_become_items_and_why(season: Season, client: Client) -> None:
    """Why is said where no purse and no card can be behind it."""
    season.begin()
    season.report(season.organiser, OpenRound(deadline=""))
    season.report(season.organiser, Pair(pairings=(Pairing(home="bears", away="cats"),)))
    undo = {"id": str(uuid4()), "type": "Undo", "data": {"position": at(season, "OpenRound"), "reason": "too soon"}}
    client.force_login(season.cast.alice)
    address = f"/api/v1/campaigns/{season.stream}/commands/?dry_run=true"
    (answer,) = client.post(address, undo, content_type="application/json").json()["reports"]
    (item,) = answer["preview"]["items"]
    assert (item["type"], item["position"], item["settled"]) == ("Pair", at(season, "Pair"), "")
    assert item["text"] != "It cannot be told again as it was."
    assert "round" in item["text"].lower()
