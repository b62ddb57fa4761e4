"""A season while everything fails that word goes through. The clerk's processes are killed; the mail server, Discord
and a program that receives webhooks are down, refuse, hang up, or want to be left in peace, and come back.

In the end no message is lost and none has come twice, no webhook is lost, and each log has arrived in its order.
The suite plays it with four players, `make soak` with twenty.
"""

from __future__ import annotations

import os
import signal
import time
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import ExitStack
from datetime import timedelta
from email.message import EmailMessage
from random import Random
from typing import Any

import pytest
from django.db import models
from django.utils import timezone
from pytest_django import Settings

from battles.reports import Receipt
from campaigns import clerk, mail
from campaigns.models import (
    DiscordChannel,
    DiscordMessage,
    OutboxMessage,
    WebhookCursor,
    WebhookDelivery,
    WebhookEndpoint,
)
from campaigns.notices import delivery
from campaigns.outgoing import threads
from rules.adjudicate import Who
from rules.contract import Command
from tests import discord, receiver
from tests.campaigns.smtp import TAKEN, Postbox, postbox
from tests.campaigns.test_notice_season import AT_ONCE, Twenty, said
from tests.campaigns.test_webhooks_killed import check_order, in_child, whole
from tests.cast import Cast
from tests.receiver import Receiver, at_once, hook
from tests.servers import free_port

pytestmark = pytest.mark.django_db(transaction=True)
Status = OutboxMessage.Status
SMTP = "django.core.mail.backends.smtp.EmailBackend"
LATER, LOST = "451 later, please", ""


class World:
    """What Leaguer sends to. `came`: letters that the mail server has taken, or hung up on when it had them."""

    def __init__(self, settings: Settings, post: Postbox, hears: discord.Discord, stack: ExitStack) -> None:
        self.settings, self.post, self.discord, self.stack = settings, post, hears, stack
        self.came: list[EmailMessage] = []
        self.letters: list[str] = []  # answers to the next ones
        post.on_letter = self._take
        settings.MAIL, settings.EMAIL_BACKEND = True, SMTP
        settings.EMAIL_HOST, settings.EMAIL_PORT = "127.0.0.1", post.port
        self.program = self._listen(0)
        self.random, self.killed, self.is_down = Random(11), 0, False

    def _take(self, letter: EmailMessage) -> str:
        answer = self.letters.pop(0) if self.letters else TAKEN
        if answer != LATER:
            self.came.append(letter)
        return answer

    def _listen(self, port: int) -> Receiver:
        self.listens = ExitStack()
        found = self.listens.enter_context(receiver.listening(None, port))
        self.stack.callback(self.listens.close)
        self.settings.WEBHOOK_HOSTS = [self.discord.origin, found.origin]
        return found

    # -- what goes wrong -----------------------------------------------------------------------------------------------

    def mail_is_down(self) -> None:
        self.settings.EMAIL_PORT = free_port()

    def mail_is_busy(self) -> None:
        self.letters = [LATER, LATER]

    def mail_hangs_up(self) -> None:
        """After it has taken the message, as far as it is concerned."""
        self.letters = [LOST]

    def discord_is_down(self) -> None:
        self.discord.fails = [500, 502]

    def discord_wants_peace(self) -> None:
        self.discord.per = 1

    def program_is_down(self) -> None:
        self.listens.close()
        self.is_down = True

    def program_fails(self) -> None:
        self.program.answers["/in"] = [500, (429, {"Retry-After": "60"}, b""), 204]

    def program_is_slow(self) -> None:
        self.program.slow = 0.02

    def all_is_well(self) -> None:
        """Again."""
        self.settings.EMAIL_PORT, self.letters = self.post.port, []
        self.discord.fails, self.discord.per = [], 1000
        if self.is_down:
            back, self.is_down = self._listen(self.program.port), False
            back.got, back.taken = self.program.got, self.program.taken
            self.program = back
        self.program.answers, self.program.slow = {}, 0.0

    # -- the clerk -----------------------------------------------------------------------------------------------------

    def comes_by(self, is_killed: bool) -> None:
        """A process of the clerk's, which is killed in the midst of its work, or ends."""
        time_goes_by()
        child = in_child(round_of_the_clerk)
        if is_killed:
            time.sleep(self.random.random() * 0.25)
            os.kill(child, signal.SIGKILL)
        _child, status = os.waitpid(child, 0)
        self.killed += os.WIFSIGNALED(status)


TROUBLES: tuple[Callable[[World], None], ...] = (
    World.mail_is_down,
    World.program_fails,
    World.mail_hangs_up,
    World.discord_is_down,
    World.all_is_well,
    World.program_is_down,
    World.mail_is_busy,
    World.discord_wants_peace,
    World.program_is_slow,
    World.all_is_well,
)


def round_of_the_clerk() -> None:
    clerk.sweep()
    delivery.hand_over()
    mail.send_due()
    threads.finish()


def time_goes_by() -> None:
    """Whatever waits is due, and what a killed worker had claimed is free."""
    for model in (WebhookEndpoint, DiscordChannel):
        model.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    waiting: tuple[models.QuerySet[Any], ...] = (
        WebhookEndpoint.objects.all(),
        WebhookCursor.objects.all(),
        DiscordChannel.objects.all(),
        OutboxMessage.objects.filter(status=Status.WAITING),
    )
    for rows in waiting:
        at_once(rows)


def nothing_waits() -> bool:
    """However late it gets."""
    time_goes_by()
    mail_waits = OutboxMessage.objects.filter(status=Status.WAITING).exists()
    return not mail_waits and not any(due() for _kind, due, _send in threads.JOBS)


class Beset(Twenty):
    """After every few reports something goes wrong, and a clerk comes by."""

    world: World | None = None
    every = 3
    reports = 0

    def report(self, who: Who, command: Command, id: str | None = None) -> Receipt:
        receipt = super().report(who, command, id)
        self.reports += 1
        if self.world is not None and self.reports % self.every == 0:
            turn = self.reports // self.every
            TROUBLES[turn % len(TROUBLES)](self.world)
            self.world.comes_by(is_killed=turn % 3 != 0)
        return receipt


@pytest.fixture
def world(settings: Settings) -> Iterator[World]:
    with ExitStack() as stack:
        post, hears = stack.enter_context(postbox()), stack.enter_context(discord.listening(settings))
        yield World(settings, post, hears, stack)


@pytest.mark.parametrize(
    ("size", "rounds"),
    [
        # On SQLite it is killed in test_webhooks_killed and test_outbox.
        pytest.param(4, 1, marks=pytest.mark.only_on("postgresql")),
        pytest.param(20, 3, marks=pytest.mark.soak),
    ],
)
def test_word_gets_through(cast: Cast, world: World, size: int, rounds: int) -> None:
    hook(cast.club, f"{world.program.origin}/in")
    DiscordChannel.objects.create(club=cast.club, name="#games", url=world.discord.url, language="en")
    season = Beset(cast, size)
    season.world, battles = world, list[str]()
    for number in range(1, rounds + 1):
        battles += season.round(number).values()
    world.all_is_well()
    for _time in range(6):
        world.comes_by(is_killed=False)
        if nothing_waits():
            break
    assert world.killed
    check_mail(world, season, rounds)
    check_webhooks(world, [season.stream, *battles])
    check_discord(world, rounds)


def check_mail(world: World, season: Twenty, rounds: int) -> None:
    """Each message of the table stands in the outbox. It has come, or a killed worker or a broken line has left it
    uncertain, and a person decides; none has come twice."""
    written = list(OutboxMessage.objects.all())
    for n, player in enumerate(season.players):
        wanted = [one for number in range(1, rounds + 1) for one in said(AT_ONCE[season.does(n)], n, number)]
        assert sorted(one.subject for one in written if one.address == player.email) == sorted(wanted), n
    assert {one.status for one in written} <= {Status.SENT, Status.CLAIMED}
    came = Counter((str(one["To"]), str(one["Message-ID"])) for one in world.came)
    assert max(came.values()) == 1
    sent, unsure = (sum(one.status == status for one in written) for status in (Status.SENT, Status.CLAIMED))
    assert sent <= len(came) <= sent + unsure == len(written)
    subjects = Counter((str(one["To"]), without_spaces(str(one["Subject"]))) for one in world.came)
    assert not subjects - Counter((one.address, without_spaces(one.subject)) for one in written)


def without_spaces(subject: str) -> str:
    """A long one is folded into several lines on its way."""
    return "".join(subject.split())


def check_webhooks(world: World, streams: list[str]) -> None:
    check_order(world.program, streams)
    rows = sum(len(whole(stream)) for stream in streams)
    assert len({one.headers["webhook-id"] for one in world.program.taken}) == rows
    assert WebhookDelivery.objects.filter(status=WebhookDelivery.Status.DELIVERED).count() == rows


def check_discord(world: World, rounds: int) -> None:
    """Every message stands there once, but for those of which a killed worker has not said whether they do."""
    there = Counter(world.discord.titles())
    assert max(there.values()) == 1
    rows = DiscordMessage.objects.all()
    known = {one.title for one in rows if one.status == DiscordMessage.Status.POSTED}
    unsure = {one.title for one in rows if one.status == DiscordMessage.Status.CLAIMED}
    assert known <= there.keys() <= known | unsure
    assert len(known) + len(unsure) == rows.count()
    for number in range(1, rounds + 1):
        for title in (f"The long ridge: pairings of Round {number}", f"The long ridge: standings after Round {number}"):
            assert title in known | unsure
