"""Each target reads what fuzzing has found before. `make soak` fuzzes each for a few seconds more, or until it has been
fuzzed by coverage for as long as FUZZ says (FUZZ=3600: an hour each in all)."""

from __future__ import annotations

import os
import subprocess
import sys
from pathlib import Path

import pytest

from tests.fuzz import kept
from tests.fuzz.__main__ import ready
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
    command += ["--in-all"] if os.environ.get("FUZZ") else []
    done = subprocess.run(command, cwd=ROOT, capture_output=True, text=True, timeout=SECONDS + STARTS)
    assert done.returncode == 0, done.stderr[-4000:]
    assert "Done" in done.stderr


@pytest.mark.parametrize("target", TARGETS)
def test_what_was_found_before_is_read(target: str) -> None:
    found, _seconds = kept.of(target)
    assert found, f"`python -m tests.fuzz {target} --keep` writes what is kept of it"
    fuzz = ready(TARGETS[target])
    for data in found:
        fuzz(data)


def test_what_is_kept_comes_to_all_lines_that_all_inputs_come_to() -> None:
    target = TARGETS["lengths"]
    found = [b"x", b"9 1/2 in", b"8 1/2 in", b"15,5 cm", b"12,5 cm", b"x"]
    assert kept.chosen(target, ready(target), found) == [b"x", b"12,5 cm", b"8 1/2 in"]


def test_what_is_kept_is_read_as_it_was_written(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(kept, "FOLDER", tmp_path)
    inputs = [b"", b"\x00\xff\n\r", "é\u2028".encode()]
    kept.write("dates", inputs, 12)
    assert kept.of("dates") == (inputs, 12)
    assert kept.of("lengths") == ([], 0)
