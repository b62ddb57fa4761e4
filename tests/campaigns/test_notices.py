"""One stream of notices: told once, by the channels and at the times that people have chosen, and lost nowhere."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from datetime import UTC, datetime, time, timedelta
from email.message import EmailMessage as Received
from uuid import uuid4

import pytest
from django.core.mail import EmailMessage
from django.core.management import call_command
from django.db import connection
from django.test import Client
from django.test.utils import CaptureQueriesContext
from django.utils import timezone
from pytest_django import DjangoDbBlocker, Settings

from battles.live import Watch
from campaigns import clerk, handler
from campaigns.models import Notice, NoticeChoice, NoticeDelivery, OutboxMessage, PushDevice, User
from campaigns.notices import of_season
from campaigns.push import presence, sender
from campaigns.season.appointments import AcceptDate, ProposeDate, SetDate
from campaigns.season.results import Concede
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season, shared_season
from tests.campaigns.dating import FRIDAY, SATURDAY, Dated
from tests.campaigns.noticing import NOON, at, choose, mention, nothing_waits, post, propose, work
from tests.campaigns.smtp import postbox
from tests.cast import Cast, UserFactory, logged_in
from tests.length import in_soak
from tests.push_service import Service, serving

__all__ = ["post"]
pytestmark = pytest.mark.django_db


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Dated]:
    with shared_season(django_db_blocker, Dated) as found:
        nothing_waits(found)
        yield found


@pytest.fixture
def dated(db: None, at_first: Dated, post: list[EmailMessage]) -> Dated:
    return deepcopy(at_first)


@pytest.fixture
def cast(db: None, at_first: Dated) -> Cast:
    """Of the tests that begin a season of their own beside it."""
    return deepcopy(at_first.cast)


# ---------------------------------------------------------------------------------------------------- when and how


def test_quiet_hours_hold_it_until_they_end(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    carol = dated.cast.carol
    carol.zone, carol.quiet_from, carol.quiet_until = "America/New_York", time(22), time(8)  # noon UTC is 7:00 there
    carol.save()
    at(NOON, monkeypatch)
    propose(dated)
    work()
    assert post == []
    at(NOON + timedelta(minutes=59), monkeypatch)
    work()
    assert post == []
    at(NOON + timedelta(hours=1), monkeypatch)
    for _time in range(2):
        work()
    assert [one.to for one in post] == [["carol@steel.example"]]
    assert not NoticeDelivery.objects.exists()


@pytest.mark.parametrize(
    ("timing", "until"),
    [
        ("day", NOON.replace(hour=18)),
        pytest.param(
            "week",
            datetime(2131, 3, 12, 18, tzinfo=UTC),
            marks=in_soak("tests/campaigns/test_notice_table.py::test_everybody_is_told_as_they_have_chosen"),
        ),
    ],
)
def test_a_digest_has_all_of_it_once(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch, timing: str, until: datetime
) -> None:
    for kind in ("proposed", "mentioned"):
        choose(dated.cast.carol, kind, timing)
    at(NOON, monkeypatch)
    propose(dated)
    mention(dated, "1")
    mention(dated, "1")
    at(until - timedelta(seconds=1), monkeypatch)
    work()
    assert post == []
    at(until, monkeypatch)
    for _time in range(2):
        work()
    (letter,) = post
    assert letter.subject == "Leaguer: 2 notices for you"
    assert letter.body.index("bob mentions you") < letter.body.index("Bears proposes a date")  # newest first
    assert "/mail/stop/" in letter.extra_headers["List-Unsubscribe"]


def test_who_has_read_it_is_not_told_again(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    for kind in ("proposed", "mentioned"):
        choose(dated.cast.carol, kind, "day")
    at(NOON, monkeypatch)
    propose(dated)
    page = logged_in(dated.cast.carol).get("/notices/").content.decode()
    assert "Bears proposes a date" in page
    mention(dated, "1")
    at(NOON.replace(hour=18), monkeypatch)
    work()
    (letter,) = post
    assert letter.subject == "Leaguer: 1 notice for you"
    assert "Bears proposes a date" not in letter.body


def test_who_has_acted_since_or_is_asked_no_more_is_not_told(
    dated: Dated, post: list[EmailMessage], monkeypatch: pytest.MonkeyPatch
) -> None:
    """Carol answers before the evening: the date and what she was told of their fixture is nothing new to her."""
    for kind in ("proposed", "dated", "mentioned"):
        choose(dated.cast.carol, kind, "day")
    choose(dated.cast.bob, "dated", "day")
    at(NOON, monkeypatch)
    propose(dated)
    dated.report(dated.organiser, SetDate(fixture="r1-1", at=SATURDAY, reason="the hall"))
    dated.report(dated.carol, ProposeDate(fixture="r1-1", at=FRIDAY, place="Better so"))
    mention(dated, "1")
    at(NOON.replace(hour=18), monkeypatch)
    work()
    told = {one.to[0]: one.body for one in post}
    assert "bob mentions you" in told["carol@steel.example"]
    assert "17 March" not in told["carol@steel.example"]
    assert "17 March" in told["bob@steel.example"]


def test_a_page_that_is_open_has_told_it(season: Season, monkeypatch: pytest.MonkeyPatch) -> None:
    season.begin()
    battle = season.muster()
    season.win(battle)
    clerk.sweep()
    watch = Watch(battle, str(season.cast.bob.pk), "", "", 0)
    asked = Notice.objects.filter(kind="confirm", read_at=None)
    presence.note([watch], [])
    assert asked.count() == 2  # it was opened a moment ago
    at(timezone.now() + presence.LASTS, monkeypatch)
    presence.note([watch], [])
    assert [one.user for one in asked] == [season.cast.carol]


def test_nothing_at_all_is_a_choice_and_the_page_still_has_it(dated: Dated, post: list[EmailMessage]) -> None:
    choose(dated.cast.carol, "proposed", "never")
    propose(dated)
    work()
    assert post == []
    assert "Bears proposes a date" in logged_in(dated.cast.carol).get("/notices/").content.decode()


@pytest.fixture
def service(settings: Settings) -> Iterator[Service]:
    with serving(settings) as found:
        yield found


@pytest.mark.parametrize(
    ("channels", "pushed", "mailed"), [("", 1, 0), ("push", 1, 0), ("mail", 0, 1), ("push,mail", 1, 1)]
)
def test_it_comes_by_the_channels_that_were_chosen(
    dated: Dated, post: list[EmailMessage], service: Service, channels: str, pushed: int, mailed: int
) -> None:
    carol = dated.cast.carol
    PushDevice.objects.create(user=carol, digest=uuid4().hex, label="phone", **service.subscription())
    if channels:
        choose(carol, "proposed", "once", channels)
    propose(dated)
    work()
    assert (sender.send_due(), len(post)) == (pushed, mailed)


def test_a_digest_on_a_device_says_how_many_there_are(
    dated: Dated, service: Service, monkeypatch: pytest.MonkeyPatch
) -> None:
    carol = dated.cast.carol
    at(NOON, monkeypatch)
    PushDevice.objects.create(user=carol, digest=uuid4().hex, label="phone", **service.subscription())
    for kind in ("proposed", "mentioned"):
        choose(carol, kind, "day")
    propose(dated)
    mention(dated, "1")
    at(NOON.replace(hour=18), monkeypatch)
    work()
    assert sender.send_due() == 1
    assert service.told == [{"title": "Leaguer", "body": "2 notices for you", "url": "/notices/", "tag": "notices"}]


@pytest.mark.parametrize(("channels", "mailed"), [("", 1), ("push", 0)])
def test_where_no_device_takes_it_mail_does_unless_they_want_none(
    dated: Dated, post: list[EmailMessage], service: Service, channels: str, mailed: int
) -> None:
    carol = dated.cast.carol
    PushDevice.objects.create(user=carol, digest=uuid4().hex, label="phone", **service.subscription())
    service.answers = [410]
    if channels:
        choose(carol, "proposed", "once", channels)
    propose(dated)
    assert sender.send_due() == 0
    work()
    assert (PushDevice.objects.count(), len(post)) == (0, mailed)


# ---------------------------------------------------------------------------------------------------- mail


def test_a_fixture_and_its_battle_are_one_conversation(dated: Dated, post: list[EmailMessage]) -> None:
    propose(dated)
    dated.report(dated.carol, AcceptDate(fixture="r1-1", at=FRIDAY))
    battle = dated.called()
    dated.win(battle)
    work()
    roots = {one.extra_headers["References"] for one in post}
    ids = {one.extra_headers["Message-ID"] for one in post}
    assert (len(post), len(roots), len(ids)) == (4, 1, 4)
    assert all(one.extra_headers["In-Reply-To"] == one.extra_headers["References"] for one in post)


def test_one_click_stops_one_kind(dated: Dated, post: list[EmailMessage]) -> None:
    propose(dated)
    work()
    (letter,) = post
    address = letter.extra_headers["List-Unsubscribe"].strip("<>").removeprefix("http://localhost:8000")
    program = Client(enforce_csrf_checks=True)
    page = program.get(address).content.decode()
    assert "Stop mail about: A date is proposed" in page
    assert "Stop all mail" in page
    assert program.post(address, {"List-Unsubscribe": "One-Click"}).status_code == 200
    carol = User.objects.get(pk=dated.cast.carol.pk)
    assert carol.mail
    (choice,) = NoticeChoice.objects.filter(user=carol)
    assert (choice.kind, choice.timing, choice.channels) == ("proposed", "once", "push,discord")
    dated.report(dated.bob, ProposeDate(fixture="r1-1", at=FRIDAY.replace("19:00", "20:00")))
    work()
    assert len(post) == 1
    assert program.post(address, {"all": "yes"}).status_code == 200
    assert not User.objects.get(pk=carol.pk).mail


def test_a_dead_mail_server_loses_nothing_and_doubles_nothing(
    dated: Dated, settings: Settings, monkeypatch: pytest.MonkeyPatch
) -> None:
    settings.EMAIL_BACKEND = "django.core.mail.backends.smtp.EmailBackend"
    settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", 9
    propose(dated)
    work()
    with postbox() as server:
        settings.EMAIL_PORT = server.port
        OutboxMessage.objects.update(next_at=timezone.now())
        for _time in range(2):
            work()
        letters: list[Received] = server.letters
        assert [one["To"] for one in letters] == ["carol@steel.example"]


# ---------------------------------------------------------------------------------------------------- once


def test_what_the_clerk_missed_is_found_by_its_next_sweep_and_told_once(
    season: Season, monkeypatch: pytest.MonkeyPatch
) -> None:
    """It is asked of both to confirm an outcome while no clerk looks."""
    season.begin()
    battle = season.muster()
    season.win(battle)
    assert not Notice.objects.filter(kind="confirm").exists()
    at(timezone.now() + timedelta(minutes=50), monkeypatch)
    clerk.sweep()
    told = Notice.objects.filter(kind="confirm", silent=False)
    assert {one.user for one in told} == {season.cast.bob, season.cast.carol}
    with CaptureQueriesContext(
        connection,
    ) as asked:
        assert list(clerk.summonable()) == []
    assert len(asked) == 2
    before = list(Notice.objects.values_list("pk", "told_at", "position"))
    clerk.sweep()
    assert list(Notice.objects.values_list("pk", "told_at", "position")) == before


def test_old_news_and_what_is_told_again_by_a_correction_are_no_news(season: Season, post: list[EmailMessage]) -> None:
    for user in (season.cast.bob, season.cast.carol):
        User.objects.filter(pk=user.pk).update(email=f"{user.username}@steel.example")
    season.begin()
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    before = Notice.objects.count()
    call_command("rebuild", verbosity=0)
    clerk.sweep()
    enlisted = season.enlist(season.cast.dave, "dogs")
    season.report(season.organiser, Undo(position=enlisted.position, reason="not he"))
    assert Notice.objects.filter(kind="pairing", stream=season.stream).count() == 2
    assert Notice.objects.count() == before


def test_the_number_of_queries_does_not_grow_with_the_readers(season: Season, settings: Settings) -> None:
    settings.MAIL = True
    season.open()
    counts = []
    for n in (4, 12):
        for one in range(n + 1):  # one of them meets nobody
            user = UserFactory.create(email=f"{n}-{one}@steel.example")
            season.enlist(user, f"k{n}-{one}")
        pairings = tuple(Pairing(home=f"k{n}-{one}", away=f"k{n}-{one + 1}") for one in range(0, n, 2))
        receipt = season.report(season.organiser, OpenRound(pairings=pairings, deadline=""))
        state, told, _rows = handler.replay(season.stream)

        Notice.objects.all().delete()
        OutboxMessage.objects.all().delete()
        facts = [fact for fact in told if fact.position == receipt.position]
        with CaptureQueriesContext(connection) as asked:
            of_season.write(season.stream, state, facts, season.organiser.id)
        assert OutboxMessage.objects.count() == n
        counts.append(len(asked))

        for fixture in [one for one in state.fixtures.values() if one.is_open]:
            season.report(season.organiser, Concede(fixture=fixture.key, platoon=fixture.platoons[0]))
        season.report(season.organiser, CloseRound(round=len(state.rounds)))
    assert counts[0] == counts[1] <= 12


def test_a_battle_that_is_settled_asks_nobody_any_more(season: Season) -> None:
    season.begin()
    battle = season.muster()
    season.win(battle)
    clerk.sweep()
    assert set(Notice.objects.filter(kind="confirm").values_list("over", flat=True)) == {False}
    season.confirm(battle)
    clerk.sweep()
    assert set(Notice.objects.filter(kind="confirm").values_list("over", flat=True)) == {True}
    assert Notice.objects.filter(kind="settled").count() == 2
