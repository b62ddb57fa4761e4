"""The crews of a campaign that is over, for one that may keep them."""

from __future__ import annotations

from uuid import UUID

import msgspec

from campaigns.models import Campaign, CampaignSheet, Standing, Vehicle
from campaigns.season.values import Veteran
from campaigns.season.veterans import CallVeterans

GONE = (Vehicle.Status.LOST, Vehicle.Status.SOLD, Vehicle.Status.WRITTEN_OFF, Vehicle.Status.CAPTURED)


def with_crews(command: CallVeterans, system: str) -> CallVeterans:
    """The report with the crews that may be kept: fit ones that have learnt something, of vehicles that are not gone.
    None of a campaign that is not there, not over, a test, or of another rulebook. Four queries at most."""
    campaign = UUID(command.campaign)
    over = CampaignSheet.objects.filter(pk=campaign, status=CampaignSheet.Status.CLOSED, system=system)
    if not over.exists() or not Campaign.objects.filter(stream=campaign, test=False).exists():
        return msgspec.structs.replace(command, crews=(), names={}, found=False)
    players = dict(Standing.objects.filter(campaign_id=campaign).values_list("platoon", "player"))
    found = Vehicle.objects.filter(campaign_id=campaign, crew=Vehicle.Crew.FIT, experience__gt=0).exclude(
        status__in=GONE
    )
    rows = list(found.order_by("vehicle"))
    crews = tuple(
        Veteran(
            key=f"{command.campaign}/{one.vehicle}",
            player=players.get(one.platoon, one.player),
            model=one.model,
            experience=one.experience,
        )
        for one in rows
    )
    names = {f"{command.campaign}/{one.vehicle}": one.name for one in rows if one.name != one.model}
    return msgspec.structs.replace(command, crews=crews, names=names, found=True)
