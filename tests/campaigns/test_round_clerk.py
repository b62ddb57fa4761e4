"""Rounds by the clerk alone: reminded of once before their deadline, closed once at it, whoever else sweeps."""

from __future__ import annotations

import threading
from collections import Counter
from datetime import UTC, datetime, timedelta
from typing import Any
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import connection
from django.utils import timezone
from pytest_django import Settings

from battles import log
from campaigns import clerk, handler, mail
from campaigns.models import Fixture, OutboxMessage, Round, Standing, User
from campaigns.season.musters import MusterBattle
from campaigns.season.people import Appoint, Dismiss
from campaigns.season.reminders import Reminded
from campaigns.season.rounds import Extend, OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Forces, Pairing
from rules.contract import Event
from tests.campaigns.conftest import Season
from tests.cast import Cast, UserFactory
from tests.length import in_soak
from tests.where import BOTH

pytestmark = pytest.mark.django_db
PAST = "2020-03-14T20:00:00Z"
SOON = "The long ridge: round 1 closes soon"
RULED = in_soak(
    "tests/campaigns/test_round_end.py::test_a_fixture_nobody_mustered_is_decided_by_the_terms",
    "tests/campaigns/test_round_clerk.py::test_what_nobody_played_has_its_result_at_the_deadline",
)
A_ROUND = Pairing(home="bears", away="cats")


class Evenings(Season):
    """Bob's bears meet Carol's cats in round 1; both can be written to. Reminders go out two days before a deadline."""

    def __init__(self, cast: Cast, **terms: bool | int | str) -> None:
        super().__init__(cast)
        self.desk.terms = {"remind_hours": 48, "per_round": 5, "unplayed": "drawn"} | terms
        self.desk.save(update_fields=["terms"])
        for user in (cast.bob, cast.carol):
            User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")

    def until(self, deadline: str) -> Evenings:
        self.begin()
        self.report(self.organiser, OpenRound(deadline=deadline, pairings=(A_ROUND,)))
        OutboxMessage.objects.filter(kind="pairing").delete()  # they have read whom they meet
        return self

    def extend(self, deadline: str) -> None:
        self.report(self.organiser, Extend(deadline=deadline, reason="Snow"))

    def events(self, *types: str) -> list[Event]:
        _state, told, rows = handler.replay(self.stream)
        return [fact.event for fact, row in zip(told, rows, strict=True) if row.type in types]

    def head(self) -> log.Head:
        return log.head(self.stream)


@pytest.fixture
def season(cast: Cast) -> Evenings:
    return Evenings(cast)


@pytest.fixture
def post(settings: Settings, mailoutbox: list[EmailMessage]) -> list[EmailMessage]:
    """What has left this site by mail."""
    settings.MAIL = True
    return mailoutbox


def in_hours(hours: float) -> str:
    return (timezone.now() + timedelta(hours=hours)).strftime("%Y-%m-%dT%H:%M:%SZ")


def at(moment: str, monkeypatch: pytest.MonkeyPatch) -> None:
    """It is that moment now."""
    monkeypatch.setattr(timezone, "now", lambda: datetime.fromisoformat(moment).astimezone(UTC))


# ---------------------------------------------------------------------------------------------------- closing


@BOTH
def test_a_round_closes_at_its_deadline_and_not_before(season: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    season.until("2027-03-14T20:00:00Z")
    at("2027-03-14T19:59:59Z", monkeypatch)
    clerk.sweep()  # reminds
    assert Round.objects.get().status == Round.Status.OPEN
    assert list(clerk.due()) == []
    at("2027-03-14T20:00:00Z", monkeypatch)
    assert list(clerk.due()) == [season.stream]
    assert clerk.sweep() == 1
    assert Round.objects.get().status == Round.Status.CLOSED
    last = log.read(season.stream)[-1]
    assert (last.type, last.by, last.via) == ("RoundClosed", "clerk", "clerk")


def test_a_round_without_a_deadline_is_nobodys_but_the_organisers(season: Evenings) -> None:
    season.until("")
    assert list(clerk.due()) == []
    assert not clerk.attend(season.stream)


@pytest.mark.parametrize(
    ("unplayed", "score"), [("drawn", 1), pytest.param("lost", 0, marks=RULED), pytest.param("void", 0, marks=RULED)]
)
def test_what_nobody_played_has_its_result_at_the_deadline(cast: Cast, unplayed: str, score: int) -> None:
    season = Evenings(cast, unplayed=unplayed).until(PAST)
    assert clerk.sweep() == 1
    fixture = Fixture.objects.get()
    assert (fixture.status, fixture.how) == (Fixture.Status.DECIDED, "default")
    assert set(Standing.objects.values_list("score", "purse")) == {(score, 5)}
    assert clerk.sweep() == 0
    call_command("rebuild", "--check")
    assert season.head().position == len(log.read(season.stream))


# ---------------------------------------------------------------------------------------------------- reminding


def test_each_player_is_written_to_once(season: Evenings, post: list[EmailMessage]) -> None:
    season.until(in_hours(24))
    assert clerk.sweep() == 1
    people = {str(season.cast.bob.pk), str(season.cast.carol.pk)}
    (told,) = season.events("Reminded")
    assert isinstance(told, Reminded)
    assert set(told.players) == people
    assert {str(one.user_id) for one in OutboxMessage.objects.all()} == people
    assert OutboxMessage.objects.count() == 2
    assert clerk.sweep() == 0
    assert not clerk.attend(season.stream)
    assert len(season.events("Reminded")) == 1
    assert mail.send_due() == 2
    assert mail.send_due() == 0
    assert sorted(message.to[0] for message in post) == ["bob@steel.example", "carol@steel.example"]
    assert all("The long ridge" in message.subject and season.stream in message.body for message in post)
    assert all("- Round 1: Bears against Cats: " in message.body for message in post)


def test_nobody_is_reminded_too_early_or_without_a_term(cast: Cast) -> None:
    Evenings(cast).until(in_hours(49))
    Evenings(cast, remind_hours=0).until(in_hours(1))
    assert list(clerk.due()) == []


def test_who_has_played_is_not_reminded(season: Evenings) -> None:
    season.until("")
    season.enlist(season.cast.alice, "dogs")
    battle = str(uuid4())
    sides = {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    season.report(season.organiser, MusterBattle(battle=battle, fixture="r1-1", sides=sides))
    season.win(battle)
    season.confirm(battle)
    clerk.sweep()
    season.extend(in_hours(1))
    assert clerk.sweep() == 1
    assert season.events("Reminded") == [Reminded(round=1, players=())]
    assert not OutboxMessage.objects.exists()


def test_a_moved_deadline_is_reminded_of_once_more(season: Evenings) -> None:
    """Also one that is moved back to where it was."""
    first, second = in_hours(24), in_hours(30)
    season.until(first)
    for n, deadline in enumerate((second, first, second), 1):
        assert clerk.sweep() == 1
        assert clerk.sweep() == 0
        assert len(season.events("Reminded")) == n
        assert OutboxMessage.objects.count() == 2 * n
        season.extend(deadline)
    assert clerk.sweep() == 1
    assert OutboxMessage.objects.count() == 8


def test_the_event_and_the_messages_come_to_be_together(season: Evenings, monkeypatch: pytest.MonkeyPatch) -> None:
    """The second message cannot be written: nobody was reminded, and everybody is by the next sweep."""
    season.until(in_hours(1))
    before, write, written = season.head(), mail.write, list[str]()

    def failing(template: str, *args: Any) -> mail.Written:
        if written:
            raise OSError("no room")
        written.append(template)
        return write(template, *args)

    with monkeypatch.context() as patched:
        patched.setattr(mail, "write", failing)
        assert clerk.sweep() == 0
    assert (season.head(), OutboxMessage.objects.count()) == (before, 0)
    assert clerk.sweep() == 1
    assert OutboxMessage.objects.count() == 2


def test_one_who_cannot_be_written_to_stops_no_other(season: Evenings) -> None:
    season.until(in_hours(1))
    User.objects.filter(pk=season.cast.bob.pk).update(is_active=False)
    clerk.sweep()
    assert [message.user for message in OutboxMessage.objects.all()] == [season.cast.carol]


# ---------------------------------------------------------------------------------------------------- all of it


def test_the_command_alone_does_all_of_it(cast: Cast, post: list[EmailMessage]) -> None:
    """An embedded install has no Celery and no Redis: one sweep settles, counts, reminds, closes and posts."""
    over, soon = Evenings(cast).until(PAST), Evenings(cast).until(in_hours(3))
    battle = over.fight()
    call_command("clerk", "--once")
    assert Fixture.objects.get(battle=battle).status == Fixture.Status.COUNTED
    assert Fixture.objects.get(campaign__stream=over.stream, fixture="r1-1").how == "default"
    assert Round.objects.get(campaign__stream=over.stream).status == Round.Status.CLOSED
    assert len(soon.events("Reminded")) == 1
    assert sorted(one.subject for one in post) == [*2 * ["The long ridge: Bears – Cats is decided"], *2 * [SOON]]
    before = over.head(), soon.head()
    call_command("clerk", "--once")
    assert (over.head(), soon.head(), len(post)) == (*before, 4)


@pytest.mark.django_db(transaction=True)
def test_many_clerks_at_once_close_and_remind_once(cast: Cast) -> None:
    over, soon = Evenings(cast).until(PAST), Evenings(cast).until(in_hours(3))
    failed: list[BaseException] = []
    together = threading.Barrier(4)

    def sweep() -> None:
        try:
            together.wait()
            for season in (over, soon):
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
    told = Counter(row.type for season in (over, soon) for row in log.read(season.stream))
    assert (told["RoundClosed"], told["Decided"], told["Reminded"]) == (1, 1, 1)
    assert Counter(OutboxMessage.objects.values_list("kind", flat=True)) == {"ruled": 2, "closing": 2}
    call_command("rebuild", "--check")


# ---------------------------------------------------------------------------------------------------- umpires


@pytest.mark.parametrize(
    "office",
    [
        "organiser",
        pytest.param(
            "umpire",
            marks=in_soak(
                "tests/campaigns/test_round_clerk.py::test_who_was_given_an_office_meanwhile_keeps_it",
                "tests/campaigns/test_roles.py::test_umpires_named_before_it_opens_are_appointed_in_its_log",
            ),
        ),
    ],
)
def test_who_was_given_an_office_meanwhile_keeps_it(season: Evenings, office: str) -> None:
    season.until("")
    frank, grace = UserFactory.create(username="frank"), UserFactory.create(username="grace")
    season.desk.umpires.add(frank, grace)
    season.report(season.organiser, Appoint(person=str(frank.pk), office=office, reason="Asked"))  # type: ignore[arg-type]
    assert clerk.sweep() == 1
    offices = handler.replay(season.stream)[0].offices
    assert (offices[str(frank.pk)], offices[str(grace.pk)]) == (office, "umpire")
    assert list(clerk.due()) == []


def test_a_season_that_is_closed_gets_no_umpires(season: Evenings) -> None:
    season.begin()
    season.report(season.organiser, Dismiss(person=str(season.cast.erin.pk), reason="Done"))
    season.report(season.organiser, CloseSeason())
    season.desk.umpires.add(season.cast.erin)
    clerk.sweep()
    assert handler.replay(season.stream)[0].offices == {}
    assert list(clerk.due()) == []
