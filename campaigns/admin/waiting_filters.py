"""Filters of the office's lists for what waits for an organiser (`campaigns.waiting_list`)."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.functional import Promise
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet
from campaigns import waiting as what

FOR = {
    "proposal": (what.proposed(), _("an answer to a proposal")),
    "unsettled": (what.unsettled(), _("reports to settle after a correction")),
    "voided": (Q(voided__gt=""), _("confirmations that fell")),
    "confirmation": (what.unconfirmed(), _("confirmation")),
    "uncounted": (what.uncounted(), _("its campaign, which cannot count it")),
    "settlement": (Q(status=Sheet.Status.CONFIRMED), _("settlement")),
}


class WaitsFilter(admin.SimpleListFilter):
    title = _("what waits")
    parameter_name = "waits"

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("mending", _("anything to mend")), *((key, title) for key, (_where, title) in FOR.items())]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        if self.value() == "mending":
            return rows.filter(FOR["proposal"][0] | FOR["unsettled"][0] | FOR["voided"][0])
        where, _title = FOR.get(self.value() or "", (Q(), ""))
        return rows.filter(where)


def waits(sheet: Sheet) -> str:
    """What waits in a battle, in words; "" if nothing does."""
    said = []
    if sheet.proposed:
        said.append(gettext("%(side)s proposes") % {"side": sheet.side_called(sheet.proposed)})
    if sheet.unsettled:
        told = ngettext("%(n)d report to settle", "%(n)d reports to settle", sheet.unsettled)
        said.append(told % {"n": sheet.unsettled})
    if sheet.voided:
        sides = ", ".join(map(sheet.side_called, sheet.voided.split(",")))
        said.append(gettext("fallen: confirmation of %(sides)s") % {"sides": sides})
    return "; ".join(said)


class YesFilter(admin.SimpleListFilter):
    """A filter of one choice."""

    label: Any
    where: Callable[[], Q]

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", self.label)]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(type(self).where()) if self.value() == "yes" else rows


def _filter(title: Promise, label: Promise, parameter: str, where: Callable[[], Q]) -> type[YesFilter]:
    """A filter for the rows that `where` finds."""
    made = {"title": title, "label": label, "parameter_name": parameter, "where": staticmethod(where)}
    return type("YesFilter", (YesFilter,), made)


DisputedFilter = _filter(_("disputes"), _("disputed"), "dispute", what.disputed)
ContradictedFilter = _filter(_("contradictions"), _("with contradicted vehicles"), "contradicted", what.contradicted)
ReconsideredFilter = _filter(_("retreats"), _("with a retreat to reconsider"), "reconsider", what.reconsidered)
UndatedFilter = _filter(_("dates"), _("without a date"), "undated", what.undated)
OrdersOverdueFilter = _filter(_("orders"), _("not disclosed in time"), "orders", what.orders_overdue)
OverdueFilter = _filter(_("overdue"), _("without a result past the deadline"), "overdue", what.overdue)
CarriedFilter = _filter(_("carried over"), _("not counted, their round closed"), "carried", what.carried)
BetweenRoundsFilter = _filter(_("rounds"), _("under way without an open round"), "between", what.between_rounds)
LeftOpenFilter = _filter(_("corrections"), _("with reports to settle"), "open", what.left_open)
AskedFilter = _filter(_("proposals"), _("with a proposal to answer"), "asked", what.asking)
OverdueRoundFilter = _filter(_("overdue"), _("open past the deadline"), "overdue", what.overdue_rounds)
AllInFilter = _filter(_("results"), _("open with all results in"), "all_in", what.all_in)
FaultsFilter = _filter(_("faults"), _("in the campaign with faults"), "faults", what.faulty)
