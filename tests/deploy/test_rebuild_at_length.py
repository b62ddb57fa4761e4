"""manage.py rebuild and verify over a log of many streams: several processes, killed on their way; and what is written
to the log meanwhile."""

from __future__ import annotations

import io
import multiprocessing
import os
import signal
import time
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.utils import timezone

from battles import log, verify_progress
from battles.management.commands import verify
from battles.models import Sheet
from campaigns import projection_rebuild, rebuild_spool
from campaigns.models import CampaignSheet
from campaigns.projection_rebuild import READ_TABLES, rebuild
from campaigns.rebuild_compare import Difference
from tests.battles.logs import tamper
from tests.bench import copies
from tests.databases import Scratch, scratch
from tests.deploy.house import forked
from tests.where import BOTH

pytestmark = BOTH
ON_ONE = pytest.mark.only_on("sqlite")  # the statements are those of the first test
ROWS = 4_000
DIES_AT = 1_000  # rows


@pytest.fixture
def long_log(migrated: Scratch, tmp_path: Path, settings: Any, django_db_blocker: Any) -> Iterator[Path]:
    """A database with two copies of each stream, and nothing folded; the folder of what Leaguer keeps."""
    settings.VAR = tmp_path
    with django_db_blocker.unblock(), scratch(tmp_path, like=migrated) as database, database.used():
        assert copies.fill(ROWS) > ROWS
        yield tmp_path


def gone(pid: int) -> bool:
    """Whether a process has ended, be it that nobody has asked for it yet."""
    try:
        return Path(f"/proc/{pid}/stat").read_text().rpartition(")")[2].split()[0] == "Z"
    except OSError:
        return True


def test_who_was_killed_goes_on_where_they_were(long_log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """By two processes, which end with the one that was killed. In the end all stands, and it is what one process makes
    of it without a pause."""
    monkeypatch.setattr(projection_rebuild, "FEW", 0)
    workers, seen = long_log / "workers", list[int]()

    def die(done: int, of: int) -> None:
        if done > DIES_AT:
            workers.write_text(" ".join(str(one.pid) for one in multiprocessing.active_children()))
            os.kill(os.getpid(), signal.SIGKILL)

    _pid, status = os.waitpid(forked(lambda: rebuild(lambda difference: None, jobs=2, progress=die)), 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    pids = [int(one) for one in workers.read_text().split()]
    assert len(pids) == 2
    assert not Sheet.objects.exists(), "nothing is written before all is folded"
    (kept,) = (long_log / "rebuild").glob("*.sqlite3")

    found = rebuild(lambda difference: None, jobs=2, progress=lambda done, of: seen.append(done))
    assert seen[0] > DIES_AT
    assert seen == sorted(seen)
    assert found == sum(model._default_manager.count() for model in READ_TABLES) > 2 * 29
    assert not kept.exists()
    assert rebuild(lambda difference: None, keep=False) == 0
    until = time.monotonic() + 10
    while not all(map(gone, pids)) and time.monotonic() < until:
        time.sleep(0.02)
    assert all(map(gone, pids))


@ON_ONE
def test_only_one_at_a_time(long_log: Path) -> None:
    one = rebuild_spool.Spool(projection_rebuild._place())
    with pytest.raises(rebuild_spool.Busy):
        rebuild(lambda difference: None)
    one.close(throw_away=False)


@ON_ONE
def test_what_was_folded_by_other_rules_is_thrown_away(tmp_path: Path) -> None:
    first = rebuild_spool.Spool(tmp_path / "spool")
    first.begin("one release", 0)
    row = rebuild_spool.FoldedRow(0, "a", b"")
    first.keep("battle", "b", [rebuild_spool.FoldedStream("b", 3, "ab", [row])])
    first.close(throw_away=False)

    again = rebuild_spool.Spool(tmp_path / "spool")
    again.begin("one release", 7)
    assert (again.rows_read(), again.reached("battle"), again.erasures) == (3, "b", 0)
    again.begin("another release", 7)
    assert (again.rows_read(), again.reached("battle"), again.count(0), again.erasures) == (0, None, 0, 7)
    again.close(throw_away=True)
    assert not list(tmp_path.iterdir())


@ON_ONE
@pytest.mark.django_db
def test_what_is_written_meanwhile_is_folded_in_the_end(monkeypatch: pytest.MonkeyPatch) -> None:
    """While the log is folded streams go on, a new one begins, one is forgotten, and a text is erased."""
    copies.fill(1)
    streams = dict(log.streams())
    seals = {stream: one for stream in streams if (one := next(iter(log.sealed_in(stream)), None))}
    erased, new = next(iter(seals.values())), copies.copied(copies.originals(), 1)
    battle = next(stream for stream, kind in streams.items() if kind == "battle" and stream != erased.stream)
    read = log.read_together

    def read_before(some: list[str]) -> dict[str, list[log.Told]]:
        """All but the last row of each, as somebody read them who was early."""
        return {stream: rows[: max(1, len(rows) - 1)] for stream, rows in read(some).items()}

    def write(done: int, of: int) -> None:
        monkeypatch.setattr(log, "read_together", read)
        if not log.forgotten():
            copies.fill(1, first=1)
            log.forget_stream(battle, "admin", "It was a test", timezone.now())
            log.forget_sealed(
                erased.stream, [(erased.position, erased.place)], "admin", "They asked for it", timezone.now()
            )

    monkeypatch.setattr(log, "read_together", read_before)
    rebuild(lambda difference: None, progress=write)
    differences: list[Difference] = []
    rebuild(differences.append, keep=False)
    assert differences == []
    assert CampaignSheet.objects.filter(stream=next(one.id for one in new if one.kind == "campaign")).exists()
    assert not Sheet.objects.filter(stream=battle).exists()


@ON_ONE
def test_who_was_killed_verifies_on(long_log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    """What was found to be wrong before is named again; and the log is walked anew as soon as all of it was."""
    monkeypatch.setattr(verify, "FEW", 0)
    first, _kind = next(log.streams())
    tamper("UPDATE log_row SET via = 'nowhere' WHERE stream = %s AND position = 2", first)
    walked = list[str]()

    def die(so_far: verify_progress.Walked) -> None:
        verify_progress.keep(so_far)
        if so_far.rows > DIES_AT:
            os.kill(os.getpid(), signal.SIGKILL)

    def killed() -> None:
        monkeypatch.setattr(verify, "keep", die)
        call_command("verify", "--jobs", "2", stderr=io.StringIO())

    _pid, status = os.waitpid(forked(killed), 0)
    assert os.waitstatus_to_exitcode(status) == -signal.SIGKILL
    (kept,) = (long_log / "verify").iterdir()
    before = verify_progress.begun()
    assert before.rows > DIES_AT

    monkeypatch.setattr(verify, "first_fault", lambda stream, kind: walked.append(stream))
    said = io.StringIO()
    with pytest.raises(CommandError, match="1 faults"):
        call_command("verify", "--jobs", "1", stdout=said, stderr=said)
    assert f"Stream {first}" in said.getvalue()
    every = [stream for stream, _kind in log.streams()]
    assert walked == every[before.streams :]
    assert not kept.exists()

    walked.clear()
    call_command("verify", "--jobs", "1", stdout=said)
    assert walked == every


@ON_ONE
def test_what_was_walked_long_ago_or_by_another_release_is_walked_again(
    long_log: Path, settings: Any, monkeypatch: pytest.MonkeyPatch
) -> None:
    so_far = verify_progress.begun()
    so_far.rows = 7
    verify_progress.keep(so_far)
    assert verify_progress.begun() == so_far
    settings.RELEASE = "99.0"
    assert verify_progress.begun().rows == 0
    settings.RELEASE = so_far.release
    monkeypatch.setattr(time, "time", lambda: so_far.at + verify_progress.FRESH)
    assert verify_progress.begun().rows == 0
    (kept,) = (long_log / "verify").iterdir()
    kept.write_text("{")
    assert verify_progress.begun().rows == 0


@ON_ONE
def test_several_processes_verify(long_log: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(verify, "FEW", 0)
    said = io.StringIO()
    call_command("verify", "--jobs", "2", stdout=said, stderr=said)
    assert f"The log holds: {sum(1 for _one in log.streams())} streams." in said.getvalue()
    assert "row" not in said.getvalue()
