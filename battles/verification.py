"""The checks of `manage.py verify` on each stream. A restored backup goes through the same."""

from __future__ import annotations

from collections.abc import Callable

from battles import dice_verifier, log

# In this order; the first fault found is named. A check takes the stream's id and kind.
CHECKS: list[Callable[[str, str], log.Fault | None]] = [
    lambda stream, kind: log.verify_stream(stream),
    dice_verifier.unfair,
]


def first_fault(stream: str, kind: str) -> log.Fault | None:
    return next((fault for check in CHECKS if (fault := check(stream, kind))), None)
