"""The way past one machine (docs/scale.md), tried: two web nodes, two workers, a primary and its standby, each on a
machine of its own; and what happens to people when any of them dies, is cut off, or changes its part."""

from __future__ import annotations

import os
import signal
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from datetime import UTC, datetime
from time import monotonic, sleep

import pytest

from tests.chaos.cluster import NODES, Cluster, cluster, missing
from tests.chaos.history import FOR_EVER
from tests.chaos.hosts import Host
from tests.servers import wait_for

AT_ONCE = 1.0  # seconds until a service manager starts again what has ended
GONE = 15.0  # seconds that a machine is off, or cut off
PATIENCE = 180.0  # seconds in which all is as before, on a machine that does other things as well
MOST = 60.0  # seconds that a report may take, whatever happens
BETWEEN = 2.0
STANDS = 150  # battles that wait to be confirmed: one every few seconds
# How long the clerk took: of each battle, when it was confirmed at last, and when it was settled.
SETTLED = """
SELECT EXTRACT(EPOCH FROM MAX("at"::timestamptz) FILTER (WHERE type = 'Confirmed')),
       EXTRACT(EPOCH FROM MIN("at"::timestamptz) FILTER (WHERE type = 'Settled'))
FROM log_row GROUP BY stream HAVING bool_or(type = 'Settled')
"""


@dataclass(frozen=True)
class Fault:
    """`strike` and `heal` are done with `lasts` seconds between them."""

    name: str
    strike: Callable[[], None]
    heal: Callable[[], None] = lambda: None
    lasts: float = AT_ONCE


@dataclass(frozen=True)
class Span:
    """When a fault was there, by both clocks."""

    name: str
    since: float
    until: float
    began: float
    ended: float


def killed(site: Cluster, name: str) -> Fault:
    part = site.parts[name]
    return Fault(f"{name} killed", part.kill, part.launch)


def postgres_killed(site: Cluster, host: Host, what: str) -> Fault:
    def strike() -> None:
        said = (host.home / "var/lib/postgresql/leaguer/postmaster.pid").read_text()
        os.kill(int(said.splitlines()[0]), signal.SIGKILL)

    return Fault(f"PostgreSQL of the {what} killed", strike)


def off(site: Cluster, host: Host, what: str, lasts: float = GONE) -> Fault:
    def strike() -> None:
        for part in site.of(host.name):
            part.kill()
        host.stop_all()

    def heal() -> None:
        for part in site.of(host.name):
            part.launch()

    return Fault(f"{what} loses its power", strike, heal, lasts)


def cut_off(host: Host, what: str, lasts: float = GONE) -> Fault:
    return Fault(f"{what} is cut off", host.cut, host.mend, lasts)


def apart(site: Cluster, one: Host, other: Host, what: str) -> Fault:
    def cut() -> None:
        site.net.between(one, other, open_=False)

    def mend() -> None:
        site.net.between(one, other, open_=True)

    return Fault(f"{what} do not reach each other", cut, mend, GONE)


def of_programs(site: Cluster) -> Iterator[Fault]:
    for name in sorted(site.parts):
        if not name.startswith("patroni"):
            yield killed(site, name)
    for what, host in (("primary", site.primary()), ("standby", site.standby())):
        yield postgres_killed(site, site.hosts[host], what)
        yield killed(site, f"patroni@{host}")


def of_machines(site: Cluster) -> Iterator[Fault]:
    """Each is named anew when its turn comes: primary and standby change places meanwhile."""
    for name in (*NODES, "queue"):
        yield off(site, site.hosts[name], name)
        yield cut_off(site.hosts[name], name)
    for how in (off_or_cut(site, "standby"), off_or_cut(site, "primary")):
        yield from how


def off_or_cut(site: Cluster, what: str) -> Iterator[Fault]:
    """Of a primary for so long that the standby takes its place."""
    lasts = GONE if what == "standby" else 3 * GONE
    yield off(site, site.hosts[getattr(site, what)()], f"the {what}", lasts)
    yield cut_off(site.hosts[getattr(site, what)()], f"the {what}", lasts)


def of_comebacks(site: Cluster) -> Iterator[Fault]:
    """A primary that comes back may not take its place again from whoever has it meanwhile: what was acknowledged there
    would be lost. Whether it tries turns on what etcd tells it at that moment."""
    for n in (1, 2, 3):
        yield cut_off(site.hosts[site.primary()], f"the primary, time {n},", 3 * GONE)


def of_ways(site: Cluster) -> Iterator[Fault]:
    hosts, primary, standby = site.hosts, site.primary(), site.standby()
    yield apart(site, hosts[primary], hosts[standby], "primary and standby")
    yield apart(site, hosts["web1"], hosts[primary], "web1 and the primary")
    yield apart(site, hosts["work1"], hosts[primary], "work1 and the primary")
    yield apart(site, hosts["edge"], hosts["web2"], "edge and web2")
    yield apart(site, hosts[primary], hosts["queue"], "the primary and queue")


def of_promotions(site: Cluster) -> Iterator[Fault]:
    for n in (1, 2):
        yield Fault(f"promotion {n}", site.switch)


def suffered(site: Cluster, fault: Fault) -> Span:
    """Until all is as before, without a hand but for what `heal` is: power, or a cable."""
    since, began = monotonic(), datetime.now(tz=UTC).timestamp()
    fault.strike()
    sleep(fault.lasts)
    fault.heal()
    healed = monotonic()

    def over() -> bool:
        """What was on its way when it happened has its answer, too."""
        of_now = [one for one in site.history.reports if one.began > since]
        answered = all(one.ended < FOR_EVER for one in of_now if one.began < healed)
        news = sum(one.began > healed and one.acknowledged for one in of_now)
        return answered and news > 3 and site.is_whole() and site.serves()

    wait_for(over, f"all as before: {fault.name}", PATIENCE)
    span = Span(fault.name, since, monotonic(), began, datetime.now(tz=UTC).timestamp())
    sleep(BETWEEN)
    return span


def figures(site: Cluster, span: Span, settled: list[tuple[float, float]]) -> str:
    history = site.history
    clerk = max((at - said for said, at in settled if said < span.ended and span.began < at), default=0.0)
    return (
        f"{span.name}: longest refusal {history.longest(span.since, span.until):.1f} s, slowest report"
        f" {history.slowest(span.since, span.until):.1f} s, slowest settlement {clerk:.1f} s,"
        f" all as before after {span.until - span.since:.0f} s"
    )


pytestmark = [
    pytest.mark.skipif(os.geteuid() != 0, reason="only root may make networks: run `make chaos` as root"),
    pytest.mark.skipif(bool(missing()), reason=f"not installed: {', '.join(missing())}"),
]


@pytest.fixture(scope="module")
def site(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Cluster]:
    with cluster(tmp_path_factory.mktemp("cluster"), battles=3, stands=STANDS) as site:
        yield site


@pytest.mark.parametrize(
    "kind", [of_promotions, of_programs, of_machines, of_comebacks, of_ways], ids=lambda kind: kind.__name__
)
def test_people_play_on(site: Cluster, tell: Callable[[str], None], kind: Callable[[Cluster], Iterator[Fault]]) -> None:
    """No acknowledged report is lost, none counts twice, and nobody has to lend a hand."""
    spans = []
    with site.played(pause=4.0):
        sleep(5)
        for fault in kind(site):
            spans.append(suffered(site, fault))
            tell(f"{spans[-1].name}: {site.history.slowest(spans[-1].since, spans[-1].until):.1f} s")
    with site.connect() as line:
        settled = [(float(str(said)), float(str(at))) for said, at in line.execute(SETTLED).fetchall()]
    tell(site.history.told)
    for span in spans:
        tell(figures(site, span, settled))
    worst = max(spans, key=lambda span: site.history.slowest(span.since, span.until))
    assert site.history.slowest(worst.since, worst.until) < MOST, worst.name
