"""A release takes the place of another while people play: nobody waits, and nothing that was acknowledged is lost."""

from __future__ import annotations

import shutil
from collections import Counter
from collections.abc import Callable, Iterator
from contextlib import contextmanager
from pathlib import Path
from threading import Event, Thread
from time import monotonic, sleep

import pytest

from tests.chaos.clients import Organiser, Reader
from tests.chaos.parts import PATIENCE
from tests.chaos.upgrading import Upgraded, has, two_releases
from tests.servers import wait_for

# Commits that stand for the old release, and whether its fold is another: before rounds knew whether they are of a
# ladder, which is in the read tables now (campaigns/migrations/0043); and before indexes and a table of words, with the
# same fold, and with sessions as they are now.
BEFORE = {"6d83596de5878d2856844a09ae9f2867de9fb45e": True, "cba112c7aa98f462d952ba0b08a8e64ba2547eb5": False}
CALM, BESIDE = 15.0, 30.0  # seconds
ENDS = 10.0  # seconds in which the old ones answer what they have; from this release on they do it when told to end
HOLDS = 15.0  # seconds that somebody is at a table which the new release changes
WAITS = "SELECT count(*) FROM pg_locks WHERE NOT granted AND relation = 'campaigns_club'::regclass"
MOST = 10.0  # seconds that a report may take, on a machine that does other things as well; less than HOLDS


def upgraded(site: Upgraded, folds_otherwise: bool, tell: Callable[[str], None]) -> None:
    """As an administrator does it by docs/operations.md."""
    began = monotonic()

    def done(what: str) -> None:
        history = site.history
        slowest, longest = history.slowest(began, monotonic()), history.longest()
        tell(f"{monotonic() - began:6.1f} s: {what}; longest refusal {longest:.1f} s, slowest report {slowest:.1f} s")

    site.takes("new")
    with somebody_is_long(site):
        site.run("manage.py", "upgrade", "--verbosity", "0")
    done("the new release has upgraded the database")
    old, new = (site.homes[one] / "staticfiles" for one in ("old", "new"))
    shutil.copytree(old, new, copy_function=unless_there, dirs_exist_ok=True)
    for part in site.of("new"):
        part.start()
    site.led("old", "new")
    done("both serve")
    a_round_by_the_old_one(site)
    sleep(BESIDE)
    site.led("new")
    sleep(ENDS)
    for name in ("web-old", "worker-old", "beat-old"):
        status = site.parts[name].end()
        done(f"{name} has ended: {status}")
        assert status == 0
    found = site.run("manage.py", "rebuild", "--verbosity", "0", status=int(folds_otherwise))
    done("the read tables are folded once more")
    assert ("campaigns_round" in found) == folds_otherwise, "a round of a ladder as the old release knows it"


@contextmanager
def somebody_is_long(site: Upgraded) -> Iterator[None]:
    """Reads and writes clubs in one transaction, for a while after a migration has begun to wait for it."""
    begun = Event()

    def hold() -> None:
        with site.database.connect() as line, line.transaction(), site.database.connect() as other:
            line.execute("LOCK TABLE campaigns_club IN ROW EXCLUSIVE MODE")
            begun.set()
            wait_for(lambda: other.execute(WAITS).fetchone() != (0,), "a migration that waits", PATIENCE, look=0.02)
            sleep(HOLDS)

    thread = Thread(target=hold, daemon=True)
    thread.start()
    assert begun.wait(PATIENCE)
    yield
    thread.join()


def a_round_by_the_old_one(site: Upgraded) -> None:
    """A season to which nobody else reports."""
    way = lambda: ("127.0.0.1", site.ports["old"])  # noqa: E731
    Organiser(site.made["ladders"][-1], 0.0, way, site.made["keys"], site.history, Event()).act()


def unless_there(source: str, target: str) -> None:
    if not Path(target).exists():
        shutil.copy(source, target)


@pytest.mark.skipif(not all(map(has, BEFORE)), reason="an archive or a shallow clone has no older commits")
@pytest.mark.parametrize("before", BEFORE)
def test_a_release_takes_the_place_of_another(tmp_path: Path, tell: Callable[[str], None], before: str) -> None:
    with two_releases(tmp_path, before, battles=5, stands=80, ladders=3) as site:
        with site.played(pause=1.5) as clients:
            sleep(CALM)
            upgraded(site, BEFORE[before], tell)
            sleep(CALM)
            readers = [client for client in clients if isinstance(client, Reader)]
            tell(site.history.told)
            tell(f"{sum(one.read for one in readers)} pages and their files")
        assert not Counter(one for reader in readers for one in reader.failed)
        assert not site.history.failures, "no report was refused that the rules allow"
        assert site.history.slowest(0.0, monotonic()) < MOST
