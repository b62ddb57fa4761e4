"""Workers that are killed, that come two at a time or meet a receiver that hangs; a receiver that is dead and comes
back: nothing is lost, and each log arrives in its order."""

from __future__ import annotations

import os
import signal
import time
import warnings
from collections.abc import Callable, Iterator
from datetime import timedelta
from functools import partial
from random import Random
from threading import Barrier, Event, Thread

import pytest
from django.db import connection, connections
from django.utils import timezone
from pytest_django import Settings

from battles import log
from campaigns.models import WebhookCursor, WebhookDelivery, WebhookEndpoint
from campaigns.outgoing import threads
from campaigns.webhooks import deliverer
from tests.campaigns.conftest import Season
from tests.length import AT_LENGTH
from tests.receiver import Receiver, at_once, hook, listening

pytestmark = [pytest.mark.django_db(transaction=True)]
KILLS = 40 if AT_LENGTH else 4


@pytest.fixture
def receiver(settings: Settings) -> Iterator[Receiver]:
    with listening(settings) as found:
        yield found


def time_goes_by() -> None:
    """Whatever waits is due, and what a killed worker had claimed is free."""
    WebhookEndpoint.objects.update(claimed_until=timezone.now() - timedelta(seconds=1))
    at_once(WebhookEndpoint.objects.all())
    at_once(WebhookCursor.objects.all())


def in_child(work: Callable[[], object]) -> int:
    """Run it in a process of its own, with a connection of its own; its id. It ends with 1 if the work fails."""
    connections.close_all()
    if connection.vendor == "postgresql":
        connection.close_pool()  # type: ignore[attr-defined]
    with warnings.catch_warnings():
        warnings.simplefilter("ignore")
        child = os.fork()
    if child == 0:
        status = 1
        try:
            work()
            status = 0
        finally:
            os._exit(status)
    return child


def until(what: Callable[[], bool]) -> None:
    for _ in range(6000):
        if what():
            return
        time.sleep(0.005)
    raise AssertionError("it does not come about")


def came(receiver: Receiver, many: int) -> bool:
    return len(receiver.got) >= many


def whole(stream: str) -> list[int]:
    return [row.position for row in log.read(stream)]


def check_order(receiver: Receiver, streams: list[str], path: str = "") -> int:
    """Each log in order, without a gap; what came twice did so before what follows it. How many came twice."""
    twice = 0
    for stream in streams:
        arrived = [position for there, position in receiver.places(path) if there == stream]
        seen: list[int] = []
        for position in arrived:
            if position in seen:
                assert position == seen[-1]
                twice += 1
            else:
                seen.append(position)
        assert seen == whole(stream)
    return twice


@pytest.mark.only_on("sqlite")  # on PostgreSQL it is killed in test_word_gets_through
def test_killed_at_any_moment(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    battle = season.fight()
    random, most = Random(7), len(whole(season.stream)) + len(whole(battle))
    receiver.slow = 0.004
    for n in range(KILLS):
        time_goes_by()
        enough = min(len(receiver.got) + random.randrange(1, 4), most)
        child = in_child(lambda: deliverer.deliver(endpoint.pk))
        until(partial(came, receiver, enough))
        time.sleep(random.random() * 0.03)
        os.kill(child, signal.SIGKILL)
        os.waitpid(child, 0)
        if n % 2:
            season.enlist(season.cast.bob, f"dogs-{n}")
    time_goes_by()
    deliverer.deliver(endpoint.pk)
    check_order(receiver, [season.stream, battle])
    assert len({one.headers["webhook-id"] for one in receiver.taken}) == len(whole(season.stream)) + len(whole(battle))
    delivered = WebhookDelivery.objects.filter(status=WebhookDelivery.Status.DELIVERED)
    assert delivered.count() == len(whole(season.stream)) + len(whole(battle))


def test_two_workers_at_once_send_everything_once(season: Season, receiver: Receiver) -> None:
    endpoint = hook(season.cast.club, f"{receiver.origin}/in")
    season.begin()
    battle = season.fight()
    barrier, sent = Barrier(4), list[int]()

    def work() -> None:
        try:
            barrier.wait()
            sent.append(deliverer.deliver(endpoint.pk))
        finally:
            connections.close_all()

    workers = [Thread(target=work) for _ in range(4)]
    for one in workers:
        one.start()
    for one in workers:
        one.join()
    assert check_order(receiver, [season.stream, battle]) == 0
    assert sorted(sent) == [0, 0, 0, len(receiver.taken)]


@pytest.mark.only_on("sqlite")
def test_a_receiver_that_hangs_holds_up_no_other(season: Season, receiver: Receiver) -> None:
    slow = hook(season.cast.club, f"{receiver.origin}/slow")
    quick = hook(season.cast.club, f"{receiver.origin}/quick")
    season.begin()
    battle = season.fight()
    receiver.held["/slow"] = Event()
    begun = threads.start()
    assert len(begun) == 2
    until(lambda: len(receiver.places("/quick")) == len(whole(season.stream)) + len(whole(battle)))
    until(lambda: not threads.start())  # the clerk comes by again: the one that hangs is being sent to
    assert receiver.places("/slow") == []
    receiver.held["/slow"].set()
    for one in begun:
        one.result(60)
    check_order(receiver, [season.stream, battle], "/slow")
    assert check_order(receiver, [season.stream, battle], "/quick") == 0
    assert deliverer.deliver(slow.pk) == deliverer.deliver(quick.pk) == 0


@pytest.mark.only_on("sqlite")
def test_a_dead_receiver_comes_back(season: Season, settings: Settings) -> None:
    with listening(settings) as gone:
        port = gone.port
    endpoint = hook(season.cast.club, f"{gone.origin}/in")
    season.begin()
    assert deliverer.deliver(endpoint.pk) == 0
    failed = WebhookDelivery.objects.get()
    assert (failed.status, failed.code) == (WebhookDelivery.Status.RETRYING, None)
    assert "refused" in failed.answer
    assert deliverer.due() == []
    season.enlist(season.cast.bob, "dogs")
    with listening(settings, port) as back:
        time_goes_by()
        deliverer.deliver(endpoint.pk)
        assert check_order(back, [season.stream]) == 0
