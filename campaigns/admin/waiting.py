"""What waits for an organiser, as lists filter it and the front page counts it."""

from __future__ import annotations

from abc import abstractmethod
from typing import Any

from django.contrib import admin
from django.db.models import Exists, OuterRef, Q, QuerySet
from django.http import HttpRequest
from django.utils import timezone
from django.utils.translation import gettext, ngettext
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet
from campaigns.models import Fixture, Round

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


# -- of campaigns ------------------------------------------------------------------------------------------------------


def disputed() -> Q:
    """Fixtures whose result a player disputes."""
    return Q(disputed__gt="")


def contradicted() -> Q:
    """Fixtures whose newest report contradicts what their vehicles have done since."""
    return Q(contradicted__gt="")


def reconsidered() -> Q:
    """Fixtures whose corrected battle contradicts a retreat that was made."""
    return Q(reconsidered__gt="")


def orders_overdue() -> Q:
    """Rounds on a map whose orders should have been disclosed."""
    return Q(status=Round.Status.OPEN, orders_by__gt="", orders_by__lte=_now(), resolved=False)


def overdue_rounds() -> Q:
    """Rounds that are open past their deadline."""
    return Q(status=Round.Status.OPEN, deadline__gt="", deadline__lte=_now())


def overdue() -> Q:
    """Fixtures without a result whose round is over, or past its deadline; but for battles carried over."""
    past = Q(status=Round.Status.CLOSED) | overdue_rounds()
    waits = Q(status__in=(Fixture.Status.ANNOUNCED, Fixture.Status.MUSTERED))
    return Q(Exists(_rounds_of_fixtures(past))) & waits & ~carried()


def carried() -> Q:
    """Fixtures whose battle is not counted yet though their round is closed: no season closes over them."""
    return Q(Exists(_rounds_of_fixtures(Q(status=Round.Status.CLOSED))), status=Fixture.Status.MUSTERED)


def _rounds_of_fixtures(where: Q) -> QuerySet[Round]:
    return Round.objects.filter(where, campaign=OuterRef("campaign"), number=OuterRef("round"))


def faulty() -> Q:
    """Platoons still in the campaign that stand with faults."""
    return Q(dropped=False) & ~Q(flaws__in=("", "{}"))


def _now() -> str:
    return timezone.now().strftime("%Y-%m-%dT%H:%M:%SZ")


class YesFilter(admin.SimpleListFilter):
    """A filter of one choice."""

    label: Any = ""

    @abstractmethod
    def where(self) -> Q:
        """The rows it leaves."""

    def lookups(self, request: HttpRequest, model_admin: Any) -> list[tuple[str, Any]]:
        return [("yes", self.label)]

    def queryset(self, request: HttpRequest, rows: QuerySet[Any]) -> QuerySet[Any]:
        return rows.filter(self.where()) if self.value() == "yes" else rows


class DisputedFilter(YesFilter):
    title, label, parameter_name = _("disputes"), _("disputed"), "dispute"

    def where(self) -> Q:
        return disputed()


class ContradictedFilter(YesFilter):
    title, label, parameter_name = _("contradictions"), _("with contradicted vehicles"), "contradicted"

    def where(self) -> Q:
        return contradicted()


class ReconsideredFilter(YesFilter):
    title, label, parameter_name = _("retreats"), _("with a retreat to reconsider"), "reconsider"

    def where(self) -> Q:
        return reconsidered()


class OrdersOverdueFilter(YesFilter):
    title, label, parameter_name = _("orders"), _("not disclosed in time"), "orders"

    def where(self) -> Q:
        return orders_overdue()


class OverdueFilter(YesFilter):
    title, label, parameter_name = _("overdue"), _("without a result past the deadline"), "overdue"

    def where(self) -> Q:
        return overdue()


class CarriedFilter(YesFilter):
    title, label, parameter_name = _("carried over"), _("not counted, their round closed"), "carried"

    def where(self) -> Q:
        return carried()


class OverdueRoundFilter(YesFilter):
    title, label, parameter_name = _("overdue"), _("open past the deadline"), "overdue"

    def where(self) -> Q:
        return overdue_rounds()


class FaultsFilter(YesFilter):
    title, label, parameter_name = _("faults"), _("in the campaign with faults"), "faults"

    def where(self) -> Q:
        return faulty()
