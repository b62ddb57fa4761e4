"""Orders at the door: in time, sealed in the log, never disclosed on trial; their deadline by the terms."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime
from typing import Any
from uuid import UUID, uuid4

import pytest
from django.core.management import call_command
from django.utils import timezone
from pytest_django import DjangoDbBlocker

from battles import log
from battles.reports import Conflict, Report
from battles.verification import first_fault
from campaigns import handler
from campaigns.completion import completed, deadline, orders_by
from campaigns.models import Round, Standing
from campaigns.season.enlistment import Enlist
from campaigns.season.map.deployment import Deploy
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.orders import Order
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import Extend, OpenRound, RoundOpened
from campaigns.season.values import Recruit
from rules.contract import Command, Refused
from rules.stream import codec
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import shared_season
from tests.campaigns.on_map import OnMap
from tests.cast import Cast

MORNING = datetime(2027, 3, 10, 9, 30, tzinfo=UTC)


def report(command: Command) -> Report:
    return Report(str(uuid4()), type(command).__name__, codec.encode(command))


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Campaigning]:
    with shared_season(django_db_blocker, Campaigning) as season:
        yield season.begin().put(bears="bury", cats="elm").round()


@pytest.fixture
def season(db: None, at_first: Campaigning) -> Campaigning:
    return deepcopy(at_first)


@pytest.fixture
def cast(db: None, at_first: Campaigning) -> Cast:
    """Of the tests that begin a season of their own beside it."""
    return deepcopy(at_first.cast)


# -- when --------------------------------------------------------------------------------------------------------------


def test_orders_are_due_on_an_evening_by_the_terms() -> None:
    assert orders_by(OnMap().season, MORNING) == "2027-03-14T20:00:00Z"
    assert orders_by(OnMap(orders_days=1).season, MORNING) == "2027-03-11T20:00:00Z"
    assert orders_by(OnMap(orders_days=0).season, MORNING) == ""


@pytest.mark.parametrize(
    ("terms", "asked", "due"),
    [
        ({}, {}, ("2027-03-24T20:00:00Z", "2027-03-14T20:00:00Z")),
        ({"round_days": 2}, {}, ("2027-03-12T20:00:00Z", "2027-03-12T20:00:00Z")),  # never after the round's end
        ({"round_days": 0}, {}, ("", "2027-03-14T20:00:00Z")),
        ({"orders_days": 0}, {}, ("2027-03-24T20:00:00Z", "")),
        ({}, {"deadline": "2027-03-11T12:00:00Z"}, ("2027-03-11T12:00:00Z", "2027-03-11T12:00:00Z")),
        ({}, {"orders_by": ""}, ("2027-03-24T20:00:00Z", "")),
        ({}, {"orders_by": "2027-03-20T08:00:00Z"}, ("2027-03-24T20:00:00Z", "2027-03-20T08:00:00Z")),
    ],
)
def test_what_a_round_leaves_out_the_door_fills_in(
    terms: dict[str, Any], asked: dict[str, Any], due: tuple[str, str], monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(timezone, "now", lambda: MORNING)
    found = completed(OnMap(**terms).season, OpenRound(**asked))
    assert isinstance(found, OpenRound)
    assert (found.deadline or "", found.orders_by or "") == due  # left out is none, too


@pytest.mark.django_db
def test_an_order_that_comes_too_late_is_refused_even_when_the_clerk_is_late(
    season: Campaigning, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.disclose()
    season.report(season.organiser, CloseRound(round=1))
    season.round(orders_by="2027-03-14T20:00:00Z")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 3, 14, 19, 59, 59, tzinfo=UTC))
    season.order("boars", "entrench")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 3, 14, 20, tzinfo=UTC))
    with pytest.raises(Refused, match="were due") as refused:
        season.order("boars", "hold")
    assert refused.value.field == "platoon"


@pytest.mark.django_db
@pytest.mark.parametrize("orders_by", ["", "2027-03-16T20:00:00Z"])
def test_after_a_rounds_deadline_no_order_is_taken_either(
    season: Campaigning, orders_by: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Where they are due by nothing else, or by a moment that the deadline was moved before."""
    season.disclose()
    season.report(season.organiser, CloseRound(round=1))
    season.round(orders_by=orders_by, deadline="2027-03-18T20:00:00Z")
    season.report(season.organiser, Extend(deadline="2027-03-14T20:00:00Z", reason="The hall is taken"))
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 3, 14, 19, 59, 59, tzinfo=UTC))
    season.order("boars", "entrench")
    monkeypatch.setattr(timezone, "now", lambda: datetime(2027, 3, 14, 20, tzinfo=UTC))
    with pytest.raises(Refused, match="were due"):
        season.order("boars", "hold")
    shown = Round.objects.get(campaign_id=UUID(season.stream), number=2)
    assert shown.orders_by == "2027-03-14T20:00:00Z"  # so pages, mail and clerk say the same
    season.report(season.organiser, Extend(deadline="2027-03-20T20:00:00Z", reason="The hall is free again"))
    shown.refresh_from_db()
    assert shown.orders_by == (orders_by or "2027-03-20T20:00:00Z")


# -- never on trial ----------------------------------------------------------------------------------------------------


@pytest.mark.django_db
@pytest.mark.parametrize("atomic", [True, False])
def test_orders_are_not_disclosed_to_try_it_nor_beside_other_reports(season: Campaigning, atomic: bool) -> None:
    season.order("cats", "attack", "bury")
    before = season.head()
    alone: list[Command] = [Disclose(round=1)]
    slip: list[Command] = [*alone, Deploy(platoon="boars", sector="nowhere", reason="A slip")]
    for batch, dry_run in ((alone, True), (slip, True), (slip, False), (slip[::-1], False)):
        with pytest.raises(Refused, match="cannot be tried") as refused:
            handler.execute(
                season.stream, [report(one) for one in batch], season.organiser, "api", dry_run=dry_run, atomic=atomic
            )
        assert refused.value.field == "type"
        assert refused.value.remedy is not None
    assert season.head() == before
    season.disclose()
    assert season.at("cats") == "bury"


@pytest.mark.django_db
def test_a_dry_run_of_anything_else_answers_the_same_whatever_was_ordered(season: Campaigning) -> None:
    """The same season with another order of Carol's: what Bob and the organiser try comes to the same."""
    tried = [
        (season.player("bears"), Order(platoon="bears", do="attack", to="elm")),
        (season.organiser, Deploy(platoon="bears", sector="clay", reason="So it is")),
    ]
    answers = []
    for do, to in (("attack", "bury"), ("withdraw", "gate")):
        season.order("cats", do, to)  # type: ignore[arg-type]
        receipts = [handler.execute(season.stream, [report(one)], who, "api", dry_run=True) for who, one in tried]
        answers.append([[fact.event for answer in one.answers for fact in answer.events] for one in receipts])
    assert answers[0] == answers[1]


# -- in the log --------------------------------------------------------------------------------------------------------


@pytest.mark.django_db
def test_what_was_ordered_is_sealed_and_the_log_holds_together(season: Campaigning) -> None:
    """In the rows themselves stands that there is an order; what it says lies beside them."""
    season.order("cats", "attack", "bury")
    ordered = season.told("Ordered")
    assert (ordered[-1].do, ordered[-1].to) == ("attack", "bury")
    (line,) = [line for line in log.export_lines(season.stream) if '"Ordered"' in line]
    assert "cats" in line
    assert "attack" not in line
    assert "bury" not in line
    season.disclose()
    (resolved,) = season.told("OrdersResolved")
    assert isinstance(resolved, OrdersResolved)
    assert resolved.fixtures[0].ground is not None
    assert resolved.fixtures[0].ground.attacker == "cats"
    assert first_fault(season.stream, "campaign") is None
    call_command("rebuild", "--check", verbosity=0)
    assert Standing.objects.get(platoon="cats").sector == "bury"


@pytest.mark.django_db
def test_a_conflict_does_not_tell_which_sector_another_was_sent_to(cast: Cast) -> None:
    """Bob's platoon is called as a sector is; Carol is sent there, and Bob has not seen that she was ordered at all."""
    season = Campaigning(cast).begin()
    enlist = Enlist(platoon="bury", name="Bury’s own", side="reds", vehicles=(Recruit(id="bury-1", model="Light"),))
    season.report(season.player("bears"), enlist)
    season.put(cats="elm").round()
    seen = season.head().position
    season.order("cats", "attack", "bury")
    handler.execute(
        season.stream,
        [report(Order(platoon="bury", do="entrench", to="alton"))],
        season.player("bears"),
        "api",
        after=seen,
    )
    with pytest.raises(Conflict):
        handler.execute(
            season.stream,
            [report(Order(platoon="bury", do="hold", to="alton"))],
            season.player("bears"),
            "api",
            after=seen,
        )
    season.disclose()


@pytest.mark.django_db
def test_a_round_is_opened_with_its_orders_due_by_the_terms(cast: Cast) -> None:
    season = Campaigning(cast, round_days=14, orders_days=4).begin()
    season.report(season.organiser, OpenRound())
    (opened,) = season.told("RoundOpened")
    assert isinstance(opened, RoundOpened)
    state, now = season.state(), timezone.now()
    assert (opened.orders_by, opened.deadline) == (orders_by(state, now), deadline(state, now))
