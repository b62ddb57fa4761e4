"""Reports settled battles into their campaigns, which count them."""

from __future__ import annotations

from collections.abc import Iterator
from uuid import uuid5

from django.db import transaction
from django.db.models import Exists, OuterRef, Q

from battles import clerk as battle_clerk
from battles import handler as battle_handler
from battles import log
from battles.models import Sheet
from battles.reports import Report
from campaigns import handler
from campaigns.clerk.report_ids import NAMESPACE
from campaigns.models import Fixture
from campaigns.season.battle_reports import ReportBattle
from rules.stream import codec


def uncounted() -> Iterator[str]:
    """Settled battles that their campaign has not counted as they are now, ordered by id."""
    behind = Fixture.objects.filter(
        ~Q(position=OuterRef("position"), digest=OuterRef("digest")), battle=OuterRef("stream")
    )
    yield from battle_clerk.ids(Sheet.objects.filter(Exists(behind), status=Sheet.Status.SETTLED))


def count(battle: str) -> bool:
    """Report a settled battle into its campaign as it stands; True if the campaign did not know it yet."""
    campaign = Sheet.objects.filter(pk=battle, status=Sheet.Status.SETTLED).values_list("campaign", flat=True).first()
    if campaign is None:
        return False
    with transaction.atomic():
        log.lock(campaign)  # lock before reading the battle, so that no older state is counted after a newer one
        state, _told, rows = battle_handler.replay(battle)
        position, digest = rows[-1].position, rows[-1].digest
        behind = Fixture.objects.filter(battle=battle, campaign=campaign).exclude(position=position, digest=digest)
        if not state.settled or not behind.exists():
            return False
        report = ReportBattle(battle=battle, position=position, digest=digest, outcome=state.outcome())
        id = str(uuid5(NAMESPACE, f"{campaign}/{battle}/{digest}"))
        reports = [Report(id, "ReportBattle", codec.encode(report))]
        handler.execute(str(campaign), reports, battle_clerk.THE_CLERK, "clerk")
    return True
