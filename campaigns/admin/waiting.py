"""What a battle waits for, as the office lists and filters it."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.db.models import Q, QuerySet
from django.http import HttpRequest
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet

FOR = {
    "proposal": (Q(proposed__gt=""), _("an answer to a proposal")),
    "unsettled": (Q(unsettled__gt=0), _("reports to settle after a correction")),
    "voided": (Q(voided__gt=""), _("confirmations that fell")),
    "confirmation": (Q(status=Sheet.Status.OVER), _("confirmation")),
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
    """What of a battle waits to be mended, in words; "" for nothing."""
    said = []
    if sheet.proposed:
        said.append(gettext("%(side)s proposes") % {"side": sheet.proposed})
    if sheet.unsettled:
        told = ngettext("%(n)d report to settle", "%(n)d reports to settle", sheet.unsettled)
        said.append(told % {"n": sheet.unsettled})
    if sheet.voided:
        said.append(gettext("fallen: confirmation of %(sides)s") % {"sides": sheet.voided.replace(",", ", ")})
    return "; ".join(said)
