"""The clerk: finds everything that is due and does it, each thing on its own. Every step may be done twice."""

from __future__ import annotations

import logging
from collections.abc import Iterator
from uuid import NAMESPACE_URL, uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from battles import clerk as battle_clerk
from battles import door as battle_door
from battles import log
from battles.door import BATTLE
from battles.models import Sheet
from battles.reports import Report
from campaigns import door
from campaigns.models import Fixture
from campaigns.reports import ReportBattle
from rules import codec

logger = logging.getLogger(__name__)
NAMESPACE = uuid5(NAMESPACE_URL, "leaguer:clerk")


def sweep() -> int:
    """Do all that is due now, one stream after the other; how many it was. One that fails stops no other."""
    return sum(_attend_safely(stream) for stream in due())


def due() -> Iterator[str]:
    """The battles that wait for the clerk. Memory stays bounded, however many there are."""
    yield from battle_clerk.due()
    yield from uncounted()


def uncounted() -> Iterator[str]:
    """Settled battles that their campaign has not counted as they stand, in order of their ids."""
    behind = Fixture.objects.filter(
        ~Q(position=OuterRef("position"), digest=OuterRef("digest")), battle=OuterRef("stream")
    )
    yield from battle_clerk.ids(Sheet.objects.filter(Exists(behind), status=Sheet.Status.SETTLED))


def attend(stream: str) -> bool:
    """Do what is due in one stream; True when something was. Safe to do twice, and to be killed at any moment."""
    if log.kind_of(stream) != BATTLE.name:
        return False  # nothing falls due in a campaign yet
    settled = battle_clerk.attend(stream)
    return count(stream) or settled


def count(battle: str) -> bool:
    """Report a settled battle into its campaign as it stands; True when the campaign did not know yet."""
    campaign = Sheet.objects.filter(pk=battle, status=Sheet.Status.SETTLED).values_list("campaign", flat=True).first()
    if campaign is None:
        return False
    with transaction.atomic():
        log.lock(campaign)  # before the battle is read: what is counted is never older than what was counted before
        state, _told, rows = battle_door.replay(battle)
        position, digest = rows[-1].position, rows[-1].digest
        behind = Fixture.objects.filter(battle=battle, campaign=campaign).exclude(position=position, digest=digest)
        if not state.settled or not behind.exists():
            return False
        report = ReportBattle(battle=battle, position=position, digest=digest, outcome=state.outcome())
        id = str(uuid5(NAMESPACE, f"{campaign}/{battle}/{digest}"))
        reports = [Report(id, "ReportBattle", codec.encode(report))]
        door.execute(str(campaign), reports, battle_clerk.THE_CLERK, "clerk")
    return True


def _attend_safely(stream: str) -> bool:
    try:
        return attend(stream)
    except Exception:  # whatever it is: the next one must not wait for it, and the next sweep tries it again
        logger.exception("the clerk could not attend to %s", stream)
        return False
