"""The office's front page: what waits over all campaigns one rules over, each with a link to its list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Model, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from battles.models import Sheet
from campaigns.admin import waiting as what
from campaigns.models import Fixture, OutboxMessage, Round, Standing
from campaigns.models.outbox import uncertain


class Kind(NamedTuple):
    """Something that can wait: the rows of a model, and the filter by which its list shows the same."""

    label: str | Promise
    model: type[Model]
    where: Callable[[], Q]
    filter: str


class Waits(NamedTuple):
    label: str | Promise
    n: int
    url: str


KINDS = (
    Kind(_("disputes to rule on"), Fixture, what.disputed, "dispute=yes"),
    Kind(
        _("battles with reports to settle after a correction"),
        Sheet,
        lambda: what.FOR["unsettled"][0],
        "waits=unsettled",
    ),
    Kind(_("battles with a proposal to answer"), Sheet, lambda: what.FOR["proposal"][0], "waits=proposal"),
    Kind(_("battles nobody has confirmed yet"), Sheet, lambda: what.FOR["confirmation"][0], "waits=confirmation"),
    Kind(_("platoons with faults"), Standing, what.faulty, "faults=yes"),
    Kind(_("rounds past their deadline"), Round, what.overdue_rounds, "overdue=yes"),
    Kind(_("fixtures without a result past the deadline"), Fixture, what.overdue, "overdue=yes"),
    Kind(_("fixtures with contradicted vehicles"), Fixture, what.contradicted, "contradicted=yes"),
    Kind(_("messages that may not have arrived"), OutboxMessage, uncertain, "state=uncertain"),
)


def waiting(request: HttpRequest) -> list[Waits]:
    """What waits, and how much of it; nothing that does not. One query a kind, however many campaigns there are."""
    counted = (Waits(kind.label, _count(request, kind), _url(kind)) for kind in KINDS)
    return [one for one in counted if one.n]


def _count(request: HttpRequest, kind: Kind) -> int:
    """Of the rows the visitor's list shows."""
    office: Any = admin.site._registry[kind.model]
    return int(office.get_queryset(request).filter(kind.where()).order_by().count())


def _url(kind: Kind) -> str:
    meta = kind.model._meta
    return f"{reverse(f'admin:{meta.app_label}_{meta.model_name}_changelist')}?{kind.filter}"
