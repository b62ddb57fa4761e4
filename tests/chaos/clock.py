"""`python -m tests.chaos.clock MODULE ...` runs a module by a clock that is set while it runs: the file CLOCK says by
how many seconds it is fast. Time that only passes (`monotonic`) is left alone, as by a clock that is set."""

from __future__ import annotations

import os
import runpy
import sys
import time
from contextlib import suppress
from datetime import UTC, datetime, timedelta
from pathlib import Path

from django.utils import timezone

FILE = Path(os.environ["CLOCK"])
_time = time.time


def fast() -> float:
    with suppress(OSError, ValueError):
        return float(FILE.read_text())
    return 0.0


def wrong_time() -> float:
    return _time() + fast()


def wrong_now() -> datetime:
    return datetime.now(tz=UTC) + timedelta(seconds=fast())


if __name__ == "__main__":
    time.time = wrong_time
    timezone.now = wrong_now
    del sys.argv[0]
    sys.path.insert(0, "")
    runpy.run_module(sys.argv[0], run_name="__main__", alter_sys=True)
