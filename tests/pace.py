"""How fast this machine is just now. A limit in seconds is meant for a quiet one."""

from __future__ import annotations

from time import process_time

# What `_work` takes on the quiet two-core machine on which the limits were set, in seconds of the processor.
QUIET = 0.02


def _work() -> None:
    total = 0
    for number in range(400_000):
        total += number * number % 7


def slowness() -> float:
    """How many times as long as on a quiet machine anything takes here and now; 1 at least."""
    took = []
    for _again in range(3):
        began = process_time()
        _work()
        took.append(process_time() - began)
    return max(1.0, min(took) / QUIET)
