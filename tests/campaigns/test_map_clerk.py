"""The clerk on the map: orders disclosed at their hour, retreats nobody chose made, players reminded of both, once."""

from __future__ import annotations

import threading
from collections import Counter
from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, timedelta

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from battles import log
from battles.reports import Report
from campaigns import clerk, handler, mail
from campaigns.models import Campaign, OutboxMessage, Round, Sector, Standing
from campaigns.season.map.disclosure import Disclose, OrdersResolved
from campaigns.season.map.retreats import Retreat, Retreated
from campaigns.season.reminders import Reminded
from campaigns.season.results import Concede
from campaigns.season.rounds import Extend
from rules.stream import codec
from tests.campaigns.campaigning import Campaigning
from tests.campaigns.conftest import shared_season
from tests.cast import Cast

pytestmark = pytest.mark.django_db
DAY, WEEK = "2027-03-10T20:00:00Z", "2027-03-17T20:00:00Z"


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Campaigning]:
    with shared_season(django_db_blocker, Campaigning) as season:
        yield season.begin()


@pytest.fixture
def season(db: None, at_first: Campaigning) -> Campaigning:
    return deepcopy(at_first)


def at(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that moment now."""
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(moment).astimezone(UTC))


def in_hours(hours: float) -> str:
    return (timezone.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


# -- orders ------------------------------------------------------------------------------------------------------------


def test_orders_are_disclosed_at_their_hour_and_not_before(
    season: Campaigning, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.round(orders_by=DAY, deadline=WEEK)
    season.order("bears", "move", "bury")
    at("2027-03-10T19:59:59Z", monkeypatch)
    clerk.sweep()  # reminds
    assert not season.told("OrdersResolved")
    assert list(clerk.due()) == []
    at(DAY, monkeypatch)
    assert list(clerk.due()) == [season.stream]
    assert clerk.sweep() == 1
    assert season.at("bears") == "bury"
    last = log.read(season.stream)[-1]
    assert (last.type, last.by, last.via) == ("OrdersResolved", "clerk", "clerk")
    assert (Round.objects.get().status, Round.objects.get().resolved) == (Round.Status.OPEN, True)
    before = season.head()
    assert clerk.sweep() == 0
    assert not clerk.attend(season.stream)
    assert season.head() == before


def test_a_round_that_is_overdue_as_a_whole_has_its_orders_disclosed_first(
    season: Campaigning, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.round(orders_by=DAY, deadline=WEEK)
    season.order("bears", "move", "bury")
    at("2027-04-01T00:00:00Z", monkeypatch)
    assert clerk.sweep() == 1
    types = [row.type for row in log.read(season.stream)]
    assert types.index("OrdersResolved") < types.index("TheatreScored") < types.index("RoundClosed")
    assert season.at("bears") == "bury"
    assert list(clerk.due()) == []
    call_command("rebuild", "--check")


def test_a_deadline_that_was_moved_before_the_orders_closes_over_nobodys_head(
    season: Campaigning, monkeypatch: pytest.MonkeyPatch
) -> None:
    """The orders were due later than the round now ends; and in a round without an hour for them, likewise."""
    season.round(orders_by=WEEK, deadline="2027-03-24T20:00:00Z")
    season.report(season.organiser, Extend(deadline=DAY, reason="The hall is let"))
    at(DAY, monkeypatch)
    clerk.sweep()
    season.round(deadline=WEEK)
    season.order("bears", "move", "bury")
    at(WEEK, monkeypatch)
    clerk.sweep()
    assert [one.resolved for one in Round.objects.order_by("number")] == [True, True]
    assert not Round.objects.filter(status=Round.Status.OPEN).exists()
    assert season.at("bears") == "bury"


def test_orders_without_an_hour_are_the_organisers_to_disclose(season: Campaigning) -> None:
    season.round()
    assert list(clerk.due()) == []
    assert not clerk.attend(season.stream)


def test_an_organiser_was_quicker(season: Campaigning, monkeypatch: pytest.MonkeyPatch) -> None:
    season.round(orders_by=DAY)
    at(DAY, monkeypatch)
    (found,) = clerk.due()
    season.report(season.organiser, Disclose(round=1))
    before = season.head()
    assert not clerk.attend(found)
    assert season.head() == before


# -- retreats ----------------------------------------------------------------------------------------------------------


def test_a_retreat_nobody_chose_is_made_when_its_hours_are_over(
    season: Campaigning, monkeypatch: pytest.MonkeyPatch
) -> None:
    season.beaten()
    until = Standing.objects.get(platoon="cats").retreat_by
    assert list(clerk.due()) == []
    at(until, monkeypatch)
    assert list(clerk.due()) == [season.stream]
    assert clerk.sweep() == 1
    (retreated,) = season.told("Retreated")
    assert isinstance(retreated, Retreated)
    assert (retreated.how, season.at("cats")) == ("clerk", "gate")
    assert (clerk.sweep(), list(clerk.due())) == (0, [])
    assert Sector.objects.get(sector="elm").owner == "reds"
    call_command("rebuild", "--check")


def test_who_chose_in_time_is_left_alone(season: Campaigning, monkeypatch: pytest.MonkeyPatch) -> None:
    season.beaten()
    at(Standing.objects.get(platoon="cats").retreat_by, monkeypatch)
    (found,) = clerk.due()
    season.report(season.player("cats"), Retreat(platoon="cats", to="fay"))
    assert not clerk.attend(found)
    assert season.at("cats") == "fay"


def test_a_campaign_that_came_without_its_desk_rests(season: Campaigning, monkeypatch: pytest.MonkeyPatch) -> None:
    season.beaten()
    at("2030-01-01T00:00:00Z", monkeypatch)
    Campaign.objects.all().delete()
    assert list(clerk.due()) == []
    assert not clerk.attend(season.stream)


# -- mail --------------------------------------------------------------------------------------------------------------


@pytest.fixture
def post(settings: Settings, mailoutbox: list[EmailMessage]) -> list[EmailMessage]:
    settings.MAIL = True
    return mailoutbox


def test_who_has_not_ordered_is_reminded_once_before_the_hour(season: Campaigning, post: list[EmailMessage]) -> None:
    season.round(orders_by=in_hours(24), deadline=in_hours(72))
    for key in ("bears", "boars", "cobras"):
        season.order(key, "hold")
    assert clerk.sweep() == 1
    assert season.told("Reminded") == [Reminded(round=1, players=(str(season.cast.carol.pk),))]
    assert (clerk.sweep(), mail.send_due(), mail.send_due()) == (0, 1, 0)
    (letter,) = post
    assert letter.to == ["carol@steel.example"]
    assert letter.subject == "The long ridge: orders for round 1"
    assert "No order yet: Cats. Who has none holds." in letter.body
    assert season.stream in letter.body


def test_once_they_are_disclosed_the_deadline_is_reminded_of(season: Campaigning, post: list[EmailMessage]) -> None:
    """Bears and cats have a battle to fight; the others have nothing to do."""
    season.put(bears="bury", cats="elm").round(deadline=in_hours(24))
    clerk.sweep()
    season.order("bears", "attack", "elm")
    season.disclose()
    assert clerk.sweep() == 1
    assert len(season.told("Reminded")) == 2
    mail.send_due()
    assert sorted(one.subject for one in post) == [
        *["The long ridge: Bears – Cats"] * 2,
        *["The long ridge: orders for round 1"] * 2,
        *["The long ridge: round 1 closes soon"] * 2,
    ]
    assert sum("a battle of yours is still open" in one.body for one in post) == 2


def test_who_is_beaten_is_written_to_at_once_and_reminded_with_the_others(
    season: Campaigning, post: list[EmailMessage]
) -> None:
    season.beaten()
    mail.send_due()
    (letter,) = (one for one in post if "Bears – Cats" not in one.subject)  # whom they meet, and how that was decided
    post[:] = [letter]
    assert (letter.to, letter.subject) == (["carol@steel.example"], "The long ridge: Cats has to retreat")
    assert "was beaten in Elm" in letter.body
    season.report(season.organiser, Extend(deadline=in_hours(24), reason="So that it ends"))
    clerk.sweep()
    mail.send_due()
    assert post[1].to == ["carol@steel.example"]
    assert "without a retreat chosen: Cats" in post[1].body
    assert (clerk.sweep(), mail.send_due()) == (0, 0)


def test_a_report_told_twice_writes_once_and_one_on_trial_never(season: Campaigning) -> None:
    season.put(bears="bury", cats="elm").round()
    season.order("bears", "attack", "elm")
    season.disclose()
    data = codec.encode(Concede(fixture="r1-1", platoon="cats"))
    told = [Report("00000000-0000-4000-8000-00000000c0de", "Concede", data)]
    for dry_run, letters in ((True, 0), (False, 1), (False, 1)):
        handler.execute(season.stream, told, season.player("cats"), "api", dry_run=dry_run)
        assert OutboxMessage.objects.filter(subject__contains="has to retreat").count() == letters


def test_who_has_one_way_is_gone_and_not_asked(season: Campaigning) -> None:
    season.put(cobras="fay").beaten()
    assert season.at("cats") == "gate"
    assert not OutboxMessage.objects.filter(kind="retreat").exists()


# -- all of it ---------------------------------------------------------------------------------------------------------


@pytest.mark.only_on("postgresql")  # on SQLite many clerks meet in test_round_clerk
@pytest.mark.django_db(transaction=True)
def test_many_clerks_at_once_disclose_and_retreat_once(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    ordered, beaten = Campaigning(cast).begin().round(orders_by=DAY), Campaigning(cast).begin()
    beaten.beaten()
    at("2030-01-01T00:00:00Z", monkeypatch)
    assert {*clerk.due()} == {ordered.stream, beaten.stream}
    failed: list[BaseException] = []
    together = threading.Barrier(4)

    def sweep() -> None:
        try:
            together.wait()
            for season in (ordered, beaten):
                clerk.attend(season.stream)
        except BaseException as error:  # told below, in the thread that asserts
            failed.append(error)
        finally:
            connection.close()

    threads = [threading.Thread(target=sweep) for _ in range(together.parties)]
    for thread in threads:
        thread.start()
    for thread in threads:
        thread.join()
    assert not failed
    told = Counter(row.type for season in (ordered, beaten) for row in log.read(season.stream))
    assert (told["OrdersResolved"], told["Retreated"], told["RetreatDue"]) == (2, 1, 1)
    assert isinstance(ordered.told("OrdersResolved")[0], OrdersResolved)
    call_command("rebuild", "--check")
