"""The clerk finds everything that is due and does it, one stream at a time. Every step may be repeated."""

from __future__ import annotations

import logging
from collections.abc import Iterator

from battles import clerk as battle_clerk
from battles import log
from battles.handler import BATTLE
from campaigns.clerk import battle_counts, cases, retreats, rounds, umpires

logger = logging.getLogger(__name__)


def sweep() -> int:
    """Do everything that is due now, and return in how many streams. A failure in one stream does not stop the
    others."""
    return sum(_attend_safely(stream) for stream in due())


def due() -> Iterator[str]:
    """The streams that wait for the clerk, battles before the campaigns that count them. Memory stays bounded."""
    yield from battle_clerk.due()
    yield from cases.due()
    yield from battle_counts.uncounted()
    yield from umpires.due()
    yield from retreats.due()
    yield from rounds.due()


def attend(stream: str) -> bool:
    """Do what is due in one stream; True if something was. Safe to repeat, and safe to kill at any moment."""
    if log.kind_of(stream) == BATTLE.name:
        told, settled = cases.attend(stream), battle_clerk.attend(stream)
        return battle_counts.count(stream) or settled or told
    named, retreated = umpires.attend(stream), retreats.attend(stream)
    return rounds.attend(stream) or retreated or named


def _attend_safely(stream: str) -> bool:
    try:
        return attend(stream)
    except Exception:  # whatever it is: the other streams must not wait for it, and the next sweep tries again
        logger.exception("the clerk could not attend to %s", stream)
        return False
