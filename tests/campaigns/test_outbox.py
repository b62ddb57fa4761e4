"""The outbox: a message is written once, and sent at most once, over a real mail server."""

from __future__ import annotations

import os
import signal
from collections.abc import Iterator
from datetime import timedelta
from email.message import EmailMessage
from io import StringIO
from threading import Barrier, Event

import pytest
from django.core import mail as django_mail
from django.core.management import call_command
from django.db import transaction
from django.test import Client
from django.utils import timezone
from pytest_django import Settings

from campaigns import mail, tasks
from campaigns.models import OutboxMessage, User
from tests.campaigns.smtp import TAKEN, Postbox, postbox
from tests.campaigns.test_webhooks_killed import in_child
from tests.cast import Cast, UserFactory
from tests.servers import free_port
from tests.where import BOTH
from tests.workers import ROOT

Status = OutboxMessage.Status
SMTP = "django.core.mail.backends.smtp.EmailBackend"


@pytest.fixture
def post(settings: Settings) -> Iterator[Postbox]:
    """A mail server, and the settings that lead to it."""
    with postbox() as server:
        settings.MAIL = True
        settings.EMAIL_BACKEND = SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", server.port
        yield server


@pytest.fixture
def bob(cast: Cast) -> User:
    cast.bob.email = "bob@steel.example"
    cast.bob.save()
    return cast.bob


def queue(user: User, key: str = "1") -> bool:
    """A message whose subject is `A test <key>`."""
    text = mail.write("test", user.spoken, {"key": key, "user": user})
    return mail.put([mail.Letter(f"test/{key}/{user.pk}", user, text)]) == 1


@pytest.fixture(autouse=True)
def _template(monkeypatch: pytest.MonkeyPatch) -> None:
    """`mail/test.txt`, without a file of its own among those of the house."""
    rendered = mail._rendered
    text = "A test {key}\n\nIs 1 < 2 & 2 > 1? Yes, {name}.\n"

    def render(template: str, context: dict[str, object]) -> str:
        if template != "test":
            return rendered(template, context)
        return text.format(key=context["key"], name=getattr(context["user"], "username", "stranger"))

    monkeypatch.setattr(mail, "_rendered", render)


def only() -> OutboxMessage:
    return OutboxMessage.objects.get()


# ---------------------------------------------------------------------------------------------------- writing


@BOTH
@pytest.mark.django_db
def test_saying_it_twice_makes_one_row(bob: User, post: Postbox) -> None:
    assert queue(bob)
    assert not queue(bob)
    assert queue(bob, "2")
    assert OutboxMessage.objects.count() == 2


@pytest.mark.only_on("sqlite")  # a transaction is one on either
@pytest.mark.django_db(transaction=True)
def test_what_is_rolled_back_was_never_said(bob: User, post: Postbox) -> None:
    with transaction.atomic():
        queue(bob)
        transaction.set_rollback(True)
    assert mail.send_due() == 0
    assert queue(bob)


@pytest.mark.django_db
@pytest.mark.parametrize(
    "changed", [{"email": ""}, {"mail": False}, {"is_active": False}], ids=["no address", "wants none", "closed"]
)
def test_nobody_is_written_to_who_cannot_or_will_not_be(bob: User, post: Postbox, changed: dict[str, object]) -> None:
    User.objects.filter(pk=bob.pk).update(**changed)
    bob.refresh_from_db()
    assert not queue(bob)
    assert not OutboxMessage.objects.exists()


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("language", "said"), [("", "No more mail"), ("de", "Keine Post mehr"), ("xx", "No more mail")]
)
def test_the_reader_is_written_to_in_their_language(bob: User, language: str, said: str, german: None) -> None:
    bob.language = language
    queue(bob)
    assert said in only().body


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> None:
    """One text of the foot in German, whatever has been translated so far."""
    from django.utils.translation import trans_real

    catalog = trans_real.translation("de")._catalog  # type: ignore[attr-defined]
    monkeypatch.setitem(catalog._catalogs[0], "No more mail like this:", "Keine Post mehr davon:")


@pytest.mark.django_db
def test_a_stranger_is_written_to_unless_the_address_wants_no_mail(bob: User) -> None:
    assert mail.queue_to("test/a", "new@steel.example", "test", {"key": "a"})
    User.objects.update(mail=False)
    assert not mail.queue_to("test/b", "BOB@steel.example", "test", {"key": "b"})
    assert only().user is None


# ---------------------------------------------------------------------------------------------------- sending


@pytest.mark.django_db
def test_a_message_arrives_as_it_was_written(bob: User, post: Postbox) -> None:
    queue(bob)
    bob.email = "elsewhere@steel.example"
    bob.save()
    assert mail.send_due() == 1
    (letter,) = post.letters
    assert (letter["To"], letter["Subject"]) == ("bob@steel.example", "A test 1")
    assert letter["From"] == "Leaguer <leaguer@localhost>"
    assert letter["Auto-Submitted"] == "auto-generated"
    assert "Is 1 < 2 & 2 > 1? Yes, bob." in letter.get_content()
    row = only()
    assert (row.status, row.tries, row.error, row.body) == (Status.SENT, 1, "", "")
    assert row.sent_at is not None
    assert mail.send_due() == 0


@BOTH
@pytest.mark.django_db
def test_rows_are_sent_in_their_order_and_no_more_than_asked(bob: User, post: Postbox) -> None:
    for key in "abc":
        queue(bob, key)
    assert mail.send_due(2) == 2
    assert post.subjects == ["A test a", "A test b"]
    assert mail.send_due(2) == 1


@pytest.mark.django_db
def test_without_mail_set_up_messages_are_kept_and_wait_for_a_word(bob: User, settings: Settings) -> None:
    assert not settings.MAIL
    assert queue(bob)
    assert only().status == Status.KEPT
    settings.MAIL = True
    assert mail.send_due() == 0  # old news
    assert mail.send_again(OutboxMessage.objects.all()) == 1
    assert mail.send_due() == 1
    assert [one.subject for one in django_mail.outbox] == ["A test 1"]


@pytest.mark.django_db
def test_a_server_that_is_gone_puts_everything_off_and_longer_each_time(bob: User, post: Postbox) -> None:
    for key in "ab":
        queue(bob, key)
    post_port, free = post.port, free_port()
    waits = []
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr("django.conf.settings.EMAIL_PORT", free)
        for _try in range(3):
            assert mail.send_due() == 0
            rows = list(OutboxMessage.objects.order_by("pk"))
            assert {row.status for row in rows} == {Status.WAITING}
            assert len({row.next_at for row in rows}) == 1
            assert rows[0].claimed_at is None
            waits.append(round((rows[0].next_at - timezone.now()) / timedelta(minutes=1)))
            assert mail.send_due() == 0  # not before then
            assert OutboxMessage.objects.get(pk=rows[0].pk).tries == rows[0].tries
            OutboxMessage.objects.update(next_at=timezone.now())
    assert waits == [1, 2, 4]
    assert "refused" in OutboxMessage.objects.order_by("pk")[0].error
    assert free != post_port
    assert mail.send_due() == 2
    assert OutboxMessage.objects.order_by("pk")[0].error == ""


@pytest.mark.django_db
def test_it_is_given_up_in_the_end(bob: User, post: Postbox, settings: Settings) -> None:
    queue(bob, "old")
    settings.EMAIL_PORT = free_port()
    OutboxMessage.objects.update(tries=mail.MOST_TRIES - 1)
    queue(bob, "new")
    mail.send_due()
    old, new = OutboxMessage.objects.order_by("pk")
    assert (old.status, new.status) == (Status.FAILED, Status.WAITING)
    assert new.next_at > timezone.now() + timedelta(minutes=30)


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "status"), [("550 nobody here", Status.FAILED), ("451 later, please", Status.WAITING)]
)
def test_a_no_of_the_server_is_believed(bob: User, cast: Cast, post: Postbox, answer: str, status: str) -> None:
    cast.carol.email = "carol@steel.example"
    post.to = lambda address: answer if address.startswith("bob") else "250 well"
    queue(bob)
    queue(cast.carol)
    assert mail.send_due() == 1
    row = OutboxMessage.objects.get(user=bob)
    assert (row.status, row.uncertain) == (status, False)
    assert row.error == answer
    assert [letter["To"] for letter in post.letters] == ["carol@steel.example"]


@pytest.mark.django_db
@pytest.mark.parametrize(
    ("answer", "status", "uncertain"),
    [
        ("554 no", Status.FAILED, False),
        ("452 full", Status.WAITING, False),
        ("252 perhaps", Status.CLAIMED, True),
        ("gibberish", Status.CLAIMED, True),
    ],
)
def test_what_the_server_says_of_the_whole_letter(
    bob: User, post: Postbox, answer: str, status: str, uncertain: bool
) -> None:
    post.on_letter = lambda letter: answer
    queue(bob)
    assert mail.send_due() == 0
    assert (only().status, only().uncertain) == (status, uncertain)


@pytest.mark.django_db
def test_a_connection_broken_in_the_middle_is_uncertain_and_not_repeated(bob: User, post: Postbox) -> None:
    post.on_letter = lambda letter: ""
    for key in "ab":
        queue(bob, key)
    assert mail.send_due() == 0
    assert all(row.uncertain for row in OutboxMessage.objects.all())
    post.on_letter = lambda letter: TAKEN
    assert mail.send_due() == 0
    assert mail.send_again(OutboxMessage.objects.filter(subject="A test a")) == 1
    assert mail.send_due() == 1
    assert post.subjects == ["A test a", "A test b", "A test a"]
    assert post.letters[0]["Message-ID"] == post.letters[2]["Message-ID"] != post.letters[1]["Message-ID"]


@pytest.mark.django_db
def test_a_message_that_fits_no_envelope_holds_no_other_up(bob: User, post: Postbox) -> None:
    queue(bob, "a")
    OutboxMessage.objects.update(subject="one line\nor two")
    queue(bob, "b")
    assert mail.send_due() == 1
    assert OutboxMessage.objects.get(key__startswith="test/a").status == Status.FAILED
    assert post.subjects == ["A test b"]


@pytest.mark.django_db
def test_what_is_under_way_or_sent_is_not_sent_again(bob: User, post: Postbox) -> None:
    for key in "abc":
        queue(bob, key)
    mail.claim()
    mail.send_due(1)
    assert mail.send_again(OutboxMessage.objects.all()) == 0
    statuses = OutboxMessage.objects.order_by("key").values_list("status", flat=True)
    assert list(statuses) == [Status.CLAIMED, Status.SENT, Status.WAITING]


# ------------------------------------------------------------------------------------------- several, and killed ones


def clerk() -> int:
    """`manage.py clerk --once` in a process of its own, with this mail server; its id."""
    return in_child(lambda: call_command("clerk", "--once", stdout=StringIO()))


def ended(child: int) -> int:
    """How it ended: 0, or the signal that killed it, below nothing."""
    return os.waitstatus_to_exitcode(os.waitpid(child, 0)[1])


@pytest.mark.django_db(transaction=True)
def test_two_workers_at_once_send_each_message_once(bob: User, post: Postbox) -> None:
    wanted = sorted(f"A test {n:02}" for n in range(40))
    for subject in wanted:
        queue(bob, subject.removeprefix("A test "))
    post.welcome = Barrier(2, timeout=30).wait  # each has claimed its first, and neither begins before the other
    assert [ended(child) for child in [clerk(), clerk()]] == [0, 0]
    assert sorted(post.subjects) == wanted
    assert OutboxMessage.objects.filter(status=Status.SENT, tries=1).count() == len(wanted)


@pytest.mark.only_on("sqlite")  # on both: what two at once claim is marked before it is handed over
@pytest.mark.django_db(transaction=True)
def test_a_worker_killed_between_handing_over_and_marking_sends_nothing_twice(bob: User, post: Postbox) -> None:
    queue(bob, "a")
    queue(bob, "b")
    handed_over, killed = Event(), Event()

    def hold(letter: EmailMessage) -> str:
        handed_over.set()
        killed.wait(30)
        return TAKEN

    post.on_letter = hold
    victim = clerk()
    assert handed_over.wait(30)
    os.kill(victim, signal.SIGKILL)
    assert ended(victim) == -signal.SIGKILL
    killed.set()
    post.on_letter = lambda letter: TAKEN
    assert ended(clerk()) == 0
    assert post.subjects == ["A test a", "A test b"]
    first, second = OutboxMessage.objects.order_by("pk")
    assert (first.status, second.status) == (Status.CLAIMED, Status.SENT)
    assert not first.uncertain  # a worker may still be at it
    OutboxMessage.objects.filter(pk=first.pk).update(claimed_at=timezone.now() - timedelta(minutes=6))
    assert OutboxMessage.objects.get(pk=first.pk).uncertain
    assert mail.send_due() == 0
    assert mail.send_again(OutboxMessage.objects.all()) == 1
    assert mail.send_due() == 1
    assert post.subjects == ["A test a", "A test b", "A test a"]


# ---------------------------------------------------------------------------------------------------- stopping


@pytest.mark.django_db
def test_mail_is_stopped_by_the_address_under_it(bob: User, post: Postbox) -> None:
    queue(bob, "a")
    queue(bob, "b")
    mail.send_due(1)
    (letter,) = post.letters
    address = letter["List-Unsubscribe"].strip(" <>")
    assert address in letter.get_content()
    assert letter["List-Unsubscribe-Post"] == "List-Unsubscribe=One-Click"
    path = address.removeprefix("http://localhost:8000")
    program = Client(enforce_csrf_checks=True)
    assert "Stop all mail" in program.get(path).content.decode()  # looking at it stops nothing
    assert User.objects.get(pk=bob.pk).mail
    assert program.post(path, {"List-Unsubscribe": "One-Click"}).status_code == 200
    assert not User.objects.get(pk=bob.pk).mail
    assert mail.send_due() == 0  # nor what was written before
    assert len(post.letters) == 1


@pytest.mark.django_db
def test_nobody_stops_anothers_mail(bob: User) -> None:
    mine, other = (mail.link(user).removeprefix("http://localhost:8000") for user in (bob, UserFactory.create()))
    forged = mine.replace(bob.pk.hex, other.removeprefix("/mail/stop/").partition(".")[0])
    assert forged not in (mine, other)
    for wrong in (forged, mine[:-3] + "/", "/mail/stop/x/"):
        assert Client().post(wrong).status_code == 404
    assert User.objects.filter(mail=False).count() == 0


@pytest.mark.django_db
def test_the_task_of_the_worker_sends_what_waits(bob: User, post: Postbox) -> None:
    queue(bob)
    tasks.post()
    assert post.subjects == ["A test 1"]


def test_the_house_has_no_template_without_a_subject() -> None:
    """Every message's first line is its subject, and a short one."""
    folder = ROOT / "campaigns" / "templates" / "mail"
    found = {path.name: path.read_text().splitlines()[0] for path in folder.glob("[!_]*.txt")}
    assert len(found) >= 2
    assert all("translate" in first for first in found.values())
