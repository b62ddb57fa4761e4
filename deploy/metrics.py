"""The numbers that Prometheus reads at `/metrics`. Each process counts into files of its own in METRICS_DIR, and
whichever is asked adds them up; what waits is asked of the database.

Every label has few values: kinds of log, names of routes, rules as the code has them. Nothing that people type is one.
"""

from __future__ import annotations

import os
import re
from collections.abc import Iterable, Sequence
from contextlib import suppress
from typing import TYPE_CHECKING

from django.conf import settings
from django.db import DatabaseError

from battles import calling
from battles.outages import noticed, resting
from deploy import changes, waiting

if TYPE_CHECKING:
    from battles.reports import Report

settings.METRICS_DIR.mkdir(mode=0o700, parents=True, exist_ok=True)
os.environ["PROMETHEUS_MULTIPROC_DIR"] = str(settings.METRICS_DIR)  # read as the library is loaded

from prometheus_client import CONTENT_TYPE_LATEST, CollectorRegistry, Counter, Histogram, generate_latest  # noqa: E402
from prometheus_client.core import GaugeMetricFamily, Metric  # noqa: E402
from prometheus_client.multiprocess import MultiProcessCollector  # noqa: E402
from prometheus_client.registry import Collector  # noqa: E402

CONTENT_TYPE = CONTENT_TYPE_LATEST
BUCKETS = (0.005, 0.01, 0.025, 0.05, 0.1, 0.25, 0.5, 1.0, 2.5, 5.0, 10.0)  # seconds
RULE = re.compile(r"[A-Za-z0-9][A-Za-z0-9 .:_/-]{0,39}")
MOST_RULES = 500  # of a process; further ones count as "other"

_none = CollectorRegistry()  # they are told by the files alone
REPORTS = Counter("leaguer_reports", "Reports that were taken.", ("kind", "via"), registry=_none)
REFUSALS = Counter("leaguer_refusals", "Reports that were refused.", ("kind", "rule", "code"), registry=_none)
REQUESTS = Counter("leaguer_requests", "Requests that were answered.", ("route", "method", "status"), registry=_none)
SECONDS = Histogram(
    "leaguer_request_seconds", "Time until the answer begins.", ("route",), buckets=BUCKETS, registry=_none
)
_rules: set[tuple[str, str, str]] = set()


def answered(route: str, method: str, status: int, seconds: float) -> None:
    REQUESTS.labels(route, method, f"{status // 100}xx").inc()
    SECONDS.labels(route).observe(seconds)


class Counting:
    """Counts reports as they are taken and refused."""

    def begins(self, kind: str, stream: str, reports: Sequence[Report]) -> None:
        pass

    def taken(self, kind: str, via: str, count: int) -> None:
        REPORTS.labels(kind, via).inc(count)

    def refused(self, kind: str, rule: str, code: str) -> None:
        told = (kind, rule, code)
        if told not in _rules:
            if len(_rules) >= MOST_RULES or not RULE.fullmatch(rule):
                told = (kind, "other", code)
            else:
                _rules.add(told)
        REFUSALS.labels(*told).inc()


class Waiting(Collector):
    """What the database and the broker know of what waits."""

    def collect(self) -> Iterable[Metric]:
        there = GaugeMetricFamily("leaguer_database_up", "Whether the database answers.")
        found: list[Metric] = []
        try:
            if not resting():
                found = self._of_the_database()
                changes.told("/metrics, the database", "")
        except (DatabaseError, OSError) as error:
            outage = noticed(error, quietly=True)
            text = f"what waits cannot be counted: {' '.join(str(error).split())}"
            changes.told("/metrics, the database", outage.code if outage else "fault", text)
        there.add_metric([], float(bool(found)))
        return [there, *found, *self._of_the_broker()]

    def _of_the_database(self) -> list[Metric]:
        held = GaugeMetricFamily("leaguer_waiting", f"What waits, up to {waiting.MOST} of each.", labels=["what"])
        for what, count in waiting.counts():
            held.add_metric([what], count)
        late = GaugeMetricFamily("leaguer_clerk_lag_seconds", "How long the oldest of what is due waits for the clerk.")
        late.add_metric([], waiting.lag())
        return [held, late]

    def _of_the_broker(self) -> list[Metric]:
        if not settings.REDIS_URL:
            return []
        there = GaugeMetricFamily("leaguer_redis_up", "Whether Redis answers.")
        queue = GaugeMetricFamily("leaguer_queue", "Tasks that no worker has taken yet.")
        try:
            queue.add_metric([], waiting.queued())
        except Exception as error:  # however it fails: the other numbers are told
            changes.told("/metrics, the broker", "redis-away", calling.cause(error))
            there.add_metric([], 0)
            return [there]
        changes.told("/metrics, the broker", "")
        there.add_metric([], 1)
        return [there, queue]


def written() -> bytes:
    """All numbers, as Prometheus reads them."""
    registry = CollectorRegistry()
    MultiProcessCollector(registry, str(settings.METRICS_DIR))
    registry.register(Waiting())
    text: bytes = generate_latest(registry)
    return text


def sweep() -> None:
    """Remove the files of processes that have ended. The web server does it as it starts: its counts begin anew."""
    for file in settings.METRICS_DIR.glob("*_*.db"):
        pid = file.stem.rpartition("_")[2]
        if pid.isdecimal() and not _lives(int(pid)):
            with suppress(FileNotFoundError):
                file.unlink()


def _lives(pid: int) -> bool:
    try:
        os.kill(pid, 0)
    except ProcessLookupError:
        return False
    except PermissionError:
        pass
    return True
