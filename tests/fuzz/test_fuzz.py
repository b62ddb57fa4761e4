"""Each target is fuzzed for a few seconds by `make soak`, and for as long as FUZZ says (FUZZ=3600: an hour each)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz.targets import TARGETS
from tests.length import TIMES

ROOT = Path(__file__).resolve().parent.parent.parent
SECONDS = int(os.environ.get("FUZZ", "0")) or 5 * max(TIMES, 1)
STARTS = 600  # seconds until a target is instrumented, on a machine that is busy


@pytest.mark.soak
@pytest.mark.parametrize("target", TARGETS)
def test_nothing_but_what_it_says_is_raised(target: str) -> None:
    """It goes on from the corpus of the last time. What fails is kept in var/fuzz."""
    command = [sys.executable, "-m", "tests.fuzz", target, "--seconds", str(SECONDS)]
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS + STARTS)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "Done" in done.stderr
