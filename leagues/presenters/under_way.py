"""The season of a league that is under way, as its organisers look at it: each campaign, what waits in it, and where it
is ruled on."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from uuid import UUID

import msgspec
from django.db.models import Count, Q
from django.urls import reverse
from django.utils.translation import gettext as _
from django.utils.translation import ngettext, pgettext

from campaigns import waiting as what
from campaigns import waiting_list
from campaigns.models import CampaignSheet, Fixture, User
from leagues.models import LeagueCampaign, LeagueSheet
from leagues.presenters.seasons import divisions_of


class Part(msgspec.Struct, frozen=True):
    """A campaign of the season. `office`: the address of its round for who may rule there, else ""."""

    name: str
    division: str
    page: str
    office: str
    stands: str
    waits: tuple[str, ...]


def parts(sheet: LeagueSheet, user: User) -> list[Part]:
    """None while no season is under way. Three queries, however many campaigns there are."""
    if not sheet.under_way:
        return []
    rows = list(LeagueCampaign.objects.filter(league=sheet, season=sheet.season))
    divisions = divisions_of(sheet)
    order = list(divisions)
    rows.sort(key=lambda one: (order.index(one.division) if one.division in order else len(order), one.name))
    keys = [row.campaign for row in rows]
    ruled = waiting_list.ruled_over(CampaignSheet, user).filter(pk__in=keys).values("pk")
    sheets = CampaignSheet.objects.filter(pk__in=keys).annotate(mine=Count("pk", filter=Q(pk__in=ruled)))
    found = {one.pk: one for one in sheets}
    open_ones = Q(status__in=what.PENDING) & Q(what.in_open_round())
    counted = Fixture.objects.filter(campaign__in=keys).values_list("campaign")
    waiting = counted.annotate(disputed=Count("pk", filter=what.disputed()), without=Count("pk", filter=open_ones))
    waits = {key: (disputed, without) for key, disputed, without in waiting.order_by()}
    return list(_parts(rows, divisions, found, waits, user))


def _parts(
    rows: Sequence[LeagueCampaign],
    divisions: Mapping[str, str],
    found: Mapping[UUID, CampaignSheet],
    waits: Mapping[UUID, tuple[int, int]],
    user: User,
) -> Iterator[Part]:
    for row in rows:
        campaign = found.get(row.campaign)
        if campaign is None:
            continue
        rules = user.is_staff and bool(getattr(campaign, "mine", 0))
        yield Part(
            name=row.title or row.name,
            division=divisions.get(row.division, ""),
            page=reverse("campaign", args=[row.campaign]),
            office=reverse("admin:campaigns_campaignsheet_round", args=[row.campaign]) if rules else "",
            stands=_stands(campaign),
            waits=tuple(_waits(campaign, *waits.get(row.campaign, (0, 0)))),
        )


def _stands(campaign: CampaignSheet) -> str:
    if campaign.status == CampaignSheet.Status.CLOSED:
        return pgettext("a campaign or season", "over")
    return _("Round %(n)s") % {"n": campaign.round} if campaign.round else _("before its first round")


def _waits(campaign: CampaignSheet, disputed: int, without: int) -> Iterator[str]:
    if disputed:
        yield ngettext("%(n)d result in dispute", "%(n)d results in dispute", disputed) % {"n": disputed}
    if without:
        yield ngettext("%(n)d fixture without a result", "%(n)d fixtures without a result", without) % {"n": without}
    if campaign.unsettled:
        told = ngettext("%(n)d report to settle", "%(n)d reports to settle", campaign.unsettled)
        yield told % {"n": campaign.unsettled}
