"""Campaigns in the office: sheets with the pages for rulings, rounds, fixtures, sectors, standings, vehicles,
offices."""

from __future__ import annotations

from collections.abc import Callable
from functools import partial
from typing import Any

import msgspec
from django.contrib import admin
from django.db.models import QuerySet, Value
from django.http import HttpRequest, HttpResponse
from django.urls import URLPattern, path, reverse
from django.utils.html import format_html
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.presenters.people import own_names_of
from battles.templatetags.times import time_at
from campaigns.admin import trail
from campaigns.admin.by_campaign import NewestCampaigns
from campaigns.admin.office import OfCampaign, Shown, named, streams_of
from campaigns.admin.ruling import campaign_pages, held, next_round, results_sheet, round_page, views
from campaigns.admin.waiting_filters import (
    AllInFilter,
    AskedFilter,
    BetweenRoundsFilter,
    CarriedFilter,
    ContradictedFilter,
    DisputedFilter,
    FaultsFilter,
    LeftOpenFilter,
    OrdersOverdueFilter,
    OverdueFilter,
    OverdueRoundFilter,
    ReconsideredFilter,
    UndatedFilter,
)
from campaigns.models import Appointment, CampaignSheet, Fixture, Round, Sector, Standing, User, Vehicle


def _time(name: str, label: Any) -> Callable[[Any], str]:
    """A column of a list: a time of the log as people write it, in UTC."""

    @admin.display(description=label, ordering=name)
    def column(row: Any) -> str:
        return time_at(getattr(row, name), style="log")

    return column


OPENED, MOVED = _time("opened_at", _("opened at")), _time("moved_at", _("last report at"))
ORDERS_BY, ENDS = _time("orders_by", _("orders by")), _time("deadline", _("deadline"))
DATED = _time("date", _("date"))
REMINDS = _time("remind_at", _("reminds at"))
BY_CAMPAIGN = ("campaign", NewestCampaigns)


class RuledOver:
    """Lists whose rows lead to the rulings on their campaign."""

    @admin.display(description=_("rulings"))
    def ruling(self, row: CampaignSheet | Round | Appointment) -> str:
        stream = row.pk if isinstance(row, CampaignSheet) else row.campaign_id
        return format_html('<a href="{}">{}</a>', views.rule_url(stream), gettext("rule over it"))


@admin.register(CampaignSheet)
class CampaignSheetAdmin(RuledOver, Shown):
    list_display = ("name", "system", "edition", "status", "round", "ruling", "position", OPENED, MOVED)
    list_filter = (BetweenRoundsFilter, LeftOpenFilter, AskedFilter, "status", "system")
    search_fields = ("name", "=stream")
    readonly_fields = ("ruling", "rows")

    def of_clubs(self, rows: QuerySet[Any], user: User) -> QuerySet[Any]:
        return rows.filter(stream__in=streams_of(user))

    def view_on_site(self, obj: CampaignSheet) -> str:
        return reverse("campaign", args=[obj.pk])

    def get_urls(self) -> list[URLPattern]:
        """Add the pages for rulings. Sheets themselves are not edited: rulings are reports."""

        def page(view: Callable[..., HttpResponse]) -> Any:
            return self.admin_site.admin_view(partial(view, self))

        pages: list[tuple[str, Callable[..., HttpResponse], str]] = [
            ("trail/", trail.page, "trail"),
            ("<uuid:stream>/round/", round_page.newest, "round"),
            ("<uuid:stream>/round/<int:number>/", round_page.page, "round_of"),
            ("<uuid:stream>/round/<int:number>/results/", results_sheet.page, "results"),
            ("<uuid:stream>/platoons/", campaign_pages.platoons, "platoons"),
            ("<uuid:stream>/season/", campaign_pages.season, "season"),
            ("<uuid:stream>/log/", campaign_pages.log, "log"),
            ("<uuid:stream>/held/<uuid:key>/", held.page, "held"),
            ("<uuid:stream>/rule/", views.overview, "rule"),
            ("<uuid:stream>/rule/next-round/", next_round.next_round, "rule_next"),
            ("<uuid:stream>/rule/<slug:act>/", views.rule, "rule_act"),
            ("<uuid:stream>/rule/<slug:act>/<str:subject>/", views.rule, "rule_about"),
        ]
        return [
            *(path(route, page(view), name=f"campaigns_campaignsheet_{name}") for route, view, name in pages),
            *super().get_urls(),
        ]


@admin.register(Round)
class RoundAdmin(RuledOver, OfCampaign):
    list_display = ("number", "title", "campaign", "status", ORDERS_BY, "resolved", ENDS, REMINDS, "ruling")
    list_display_links = ("number", "title")
    list_filter = (OverdueRoundFilter, AllInFilter, OrdersOverdueFilter, "status", BY_CAMPAIGN)
    list_select_related = ("campaign",)
    search_fields = ("title", "campaign__name")


@admin.register(Fixture)
class FixtureAdmin(OfCampaign):
    list_display = ("number", "name", "round", "campaign", "status", "how", "won_by", DATED, "is_disputed", "ruling")
    list_display_links = ("number", "name")
    list_filter = (
        *(DisputedFilter, OverdueFilter, CarriedFilter, ContradictedFilter, ReconsideredFilter),
        *(UndatedFilter, "status", "how", BY_CAMPAIGN),
    )
    list_select_related = ("campaign",)
    search_fields = ("title", "scenario", "fixture", "platoons", "campaign__name", "=battle")

    @admin.display(description=_("fixture"), ordering="fixture")
    def name(self, row: Fixture) -> str:
        return row.called

    @admin.display(description=_("winner"), ordering="winner", empty_value="–")
    def won_by(self, row: Fixture) -> str:
        if not row.winner_called:
            return ""
        return _why(row.campaign_id, row.winner_called, f"fixtures.{row.fixture}.result", gettext("Result"))

    @admin.display(description=_("disputed"), boolean=True)
    def is_disputed(self, row: Fixture) -> bool:
        return bool(row.disputed)

    @admin.display(description=_("rulings"))
    def ruling(self, row: Fixture) -> str:
        act, said = ("reconsider", gettext("reconsider")) if row.reconsidered else ("adjudicate", gettext("adjudicate"))
        return format_html('<a href="{}">{}</a>', views.rule_url(row.campaign_id, act, row.fixture), said)


@admin.register(Sector)
class SectorAdmin(OfCampaign):
    list_display = ("name", "campaign", "terrain", "value", "owner", "contested", "supply", "base")
    list_filter = ("contested", "supply", "capital", "terrain", BY_CAMPAIGN)
    list_select_related = ("campaign",)
    search_fields = ("name", "sector", "campaign__name")


@admin.register(Standing)
class StandingAdmin(OfCampaign):
    list_display = (
        "its_rank",
        "name",
        "who",
        "campaign",
        "its_score",
        "played",
        "won",
        "drawn",
        "lost",
        "known_purse",
        "faults",
    )
    list_display_links = ("name",)
    list_filter = (FaultsFilter, "dropped", BY_CAMPAIGN)
    list_select_related = ("campaign",)
    search_fields = ("name", "platoon", "campaign__name")
    people = ("player",)
    exclude = ("purse", "owed", "worth", "cases")
    readonly_fields = ("known_purse", "known_owed", "known_worth", "have_case")

    def get_queryset(self, request: HttpRequest) -> QuerySet[Any]:
        """Each row knows its reader: in the office, too, only who has taken a platoon's case may know its purse."""
        rows: QuerySet[Any] = super().get_queryset(request).annotate(reader=Value(str(request.user.pk)))
        return rows

    @admin.display(description=_("rank"), ordering="rank")
    def its_rank(self, row: Standing) -> str:
        return _why(row.campaign_id, row.rank, f"platoons.{row.platoon}.place", gettext("Rank"))

    @admin.display(description=_("score"), ordering="score")
    def its_score(self, row: Standing) -> str:
        return _why(row.campaign_id, row.score, f"platoons.{row.platoon}.score", gettext("Score"))

    @admin.display(description=_("purse"), empty_value="–")
    def known_purse(self, row: Any) -> str | None:
        if not row.known_to(row.reader, organises=True):
            return None
        return _why(row.campaign_id, row.purse, f"platoons.{row.platoon}.purse", gettext("Purse"))

    @admin.display(description=_("owed"), empty_value="–")
    def known_owed(self, row: Any) -> int | None:
        return int(row.owed) if row.known_to(row.reader, organises=True) else None

    @admin.display(description=_("worth"), empty_value="–")
    def known_worth(self, row: Any) -> int | None:
        return int(row.worth) if row.known_to(row.reader, organises=True) else None

    @admin.display(description=_("who has taken its case"), empty_value="–")
    def have_case(self, row: Standing) -> str:
        return ", ".join(own_names_of(row.have_case).values())

    @admin.display(description=_("player"), ordering="player")
    def who(self, row: Standing) -> str:
        return named(row, "player")

    @admin.display(description=_("faults"))
    def faults(self, row: Standing) -> str:
        """The number of faults, with a link to the platoon's page, which explains them."""
        n = len(msgspec.json.decode(row.flaws or "{}"))
        if not n:
            return ""
        address = reverse("platoon", args=[row.campaign_id, row.platoon])
        return format_html('<a href="{}">{}</a>', address, ngettext("%(n)d fault", "%(n)d faults", n) % {"n": n})


@admin.register(Vehicle)
class VehicleAdmin(OfCampaign):
    list_display = ("name", "model", "platoon", "campaign", "fate", "crew", "grade", "battles", "hits", "kills")
    list_filter = ("status", "crew", "grade", "held", BY_CAMPAIGN)
    list_select_related = ("campaign",)
    search_fields = ("name", "model", "vehicle", "platoon", "campaign__name")
    exclude = ("price", "bays")  # these tell what its cards cost; the platoon's page shows them to who may know

    @admin.display(description=_("status"), ordering="status")
    def fate(self, row: Vehicle) -> str:
        return _why(row.campaign_id, row.get_status_display(), f"vehicles.{row.vehicle}.status", gettext("Status"))


@admin.register(Appointment)
class AppointmentAdmin(RuledOver, OfCampaign):
    list_display = ("who", "office", "campaign", "ruling")
    list_filter = ("office", BY_CAMPAIGN)
    list_select_related = ("campaign",)
    search_fields = ("campaign__name",)
    people = ("person",)

    @admin.display(description=_("person"), ordering="person")
    def who(self, row: Appointment) -> str:
        return named(row, "person")


def _why(stream: Any, value: Any, of: str, name: str) -> str:
    """A value with a link to the page that says why it is so. `of`: the fact, `name`: what it is called."""
    address = reverse("why", args=[stream], query={"of": of})
    label = gettext("%(name)s: %(fate)s. Why?") % {"name": name, "fate": value}
    return format_html('{} <a class="why" href="{}" aria-label="{}">{}</a>', value, address, label, gettext("why?"))
