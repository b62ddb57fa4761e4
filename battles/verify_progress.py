"""How far `manage.py verify` has walked the log, for who was killed: the next one goes on from there. What was walked
more than a day ago, or by another release, is walked again."""

from __future__ import annotations

import os
import time
from contextlib import suppress

import msgspec
from django.conf import settings
from django.db import connection

from battles import log, progress_files

FRESH = 24 * 60 * 60  # seconds


class Walked(msgspec.Struct):
    """All streams up to `after`, by their ids: how many, how many rows they have, and the faults that were found, each
    with the kind of its stream."""

    release: str
    at: float  # by the clock of this machine, when the first was walked
    after: str | None = None
    streams: int = 0
    rows: int = 0
    faults: list[tuple[str, log.Fault]] = []


def begun() -> Walked:
    """What was walked before, or nothing yet."""
    new = Walked(settings.RELEASE, time.time())
    if not connection.in_atomic_block:
        with suppress(OSError, msgspec.MsgspecError):
            found = msgspec.json.decode(progress_files.place("verify", "json").read_bytes(), type=Walked)
            if found.release == new.release and 0 <= new.at - found.at < FRESH:
                return found
    return new


def keep(walked: Walked) -> None:
    """For whoever comes next, if this process is killed. Without a place to keep it, it is not kept."""
    if connection.in_atomic_block:
        return
    with suppress(OSError):
        path = progress_files.place("verify", "json")
        path.parent.mkdir(parents=True, exist_ok=True)
        half = path.with_suffix(f".{os.getpid()}")
        half.write_bytes(msgspec.json.encode(walked))
        half.replace(path)


def forget() -> None:
    """All is walked."""
    with suppress(OSError):
        progress_files.place("verify", "json").unlink(missing_ok=True)
