"""The clerk finds everything that is due and does it, one stream at a time. Every step may be repeated."""

from __future__ import annotations

import logging
from collections.abc import Callable, Iterator

from battles import clerk as battle_clerk
from battles import log
from battles.clerk import THE_CLERK
from battles.handler import BATTLE
from battles.models import Sheet
from campaigns import adoption, friendly, guests, handler
from campaigns.clerk import battles, dates, ladders, proposals, rounds
from campaigns.discord import own
from campaigns.models import Campaign, CampaignSheet
from campaigns.notices import in_battles, in_seasons
from campaigns.push import sender
from campaigns.webhooks import deliverer

logger = logging.getLogger(__name__)

# What floors above add: how a stream of their kind is attended to, their streams that are due, and what they count of a
# campaign. The last two are asked after campaigns have been attended to.
KINDS: dict[str, Callable[[str], bool]] = {}
FURTHER: list[Callable[[], Iterator[str]]] = []
COUNTED: list[Callable[[str], bool]] = []


def sweep() -> int:
    """Do everything that is due now, and return in how many streams. A failure in one stream does not stop the
    others."""
    done = sum(_attend_safely(stream) for stream in due())
    for stream in summonable():
        summon(stream)
    tidy()
    return done


def tidy() -> None:
    """Clear the desk of what has had its day. Like everything here it may be repeated."""
    try:
        friendly.sweep()
        guests.sweep()
        adoption.sweep()
        sender.sweep()
        own.sweep()
        deliverer.tidy()
        in_battles.sweep()
    except Exception:  # whatever it is: the next sweep tries again
        logger.exception("the clerk could not tidy the desk")


def due() -> Iterator[str]:
    """The streams that wait for the clerk, battles before the campaigns that count them. Memory stays bounded."""
    yield from battle_clerk.due()
    yield from proposals.unanswered()
    yield from battles.with_untold_cases()
    yield from battles.uncounted()
    yield from _with_umpires_on_the_desk()
    yield from rounds.with_late_retreats()
    yield from ladders.due()
    yield from rounds.due()
    yield from dates.due()
    for further in FURTHER:
        yield from further()


def attend(stream: str) -> bool:
    """Do what is due in one stream; True if something was. Safe to repeat, and safe to kill at any moment."""
    kind = log.kind_of(stream)
    if kind in KINDS:
        return KINDS[kind](stream)
    if kind == BATTLE.name:
        agreed = proposals.attend(stream)
        told, settled = battles.tell_of_cases(stream), battle_clerk.attend(stream)
        if settled:
            guests.end(stream)
        return battles.count(stream) or settled or told or agreed
    named, retreated = _appoint_umpires(stream), rounds.choose_retreats(stream)
    tended = ladders.attend(stream)  # before a round closes, which ends what waits for an answer
    done = [rounds.attend(stream), dates.attend(stream), *(count(stream) for count in COUNTED)]
    return tended or retreated or named or any(done)


def summonable() -> Iterator[str]:
    """The streams in which somebody may have to be told that they are waited for."""
    yield from in_battles.due(Sheet)
    yield from in_battles.due(CampaignSheet)


def summon(stream: str) -> bool:
    """Tell whom a battle or a season waits for; True if somebody was told. Nothing else waits for it."""
    try:
        kind = log.kind_of(stream)
        if kind in KINDS:
            return False
        return in_battles.write(stream) if kind == BATTLE.name else in_seasons.write(stream)
    except Exception:  # whatever it is: a notice that is not told must not hold up a battle
        logger.exception("the clerk could not look who is waited for in %s", stream)
        return False


def _attend_safely(stream: str) -> bool:
    try:
        return attend(stream)
    except Exception:  # whatever it is: the other streams must not wait for it, and the next sweep tries again
        logger.exception("the clerk could not attend to %s", stream)
        return False


def _with_umpires_on_the_desk() -> Iterator[str]:
    """Open campaigns with umpires that are still on the desk."""
    named = Campaign.objects.filter(stream__isnull=False, umpires__isnull=False)
    yield from map(str, named.order_by("stream").values_list("stream", flat=True).distinct())


def _appoint_umpires(campaign: str) -> bool:
    """Appoint the umpires and take them off the desk; True if there were any."""
    desk = Campaign.objects.filter(stream=campaign).first()
    return desk is not None and handler.appoint_umpires(desk, THE_CLERK, "clerk")
