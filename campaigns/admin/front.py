"""The office's front page: what waits over all campaigns one rules over, each with a link to its list."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any, NamedTuple

from django.contrib import admin
from django.db.models import Model, Q
from django.http import HttpRequest
from django.urls import reverse
from django.utils.translation import ngettext_lazy

from battles.models import Sheet
from campaigns.admin import waiting as what
from campaigns.models import Fixture, OutboxMessage, Round, Standing
from campaigns.models.outbox import uncertain


class Kind(NamedTuple):
    """Something that can wait, said of `n` of it: the rows of a model, and the filter by which its list shows them."""

    label: Any
    model: type[Model]
    where: Callable[[], Q]
    filter: str


class Waits(NamedTuple):
    label: str
    n: int
    url: str


KINDS = (
    Kind(ngettext_lazy("dispute to rule on", "disputes to rule on", "n"), Fixture, what.disputed, "dispute=yes"),
    Kind(
        ngettext_lazy(
            "battle with reports to settle after a correction", "battles with reports to settle after a correction", "n"
        ),
        Sheet,
        lambda: what.FOR["unsettled"][0],
        "waits=unsettled",
    ),
    Kind(
        ngettext_lazy("battle with a proposal to answer", "battles with a proposal to answer", "n"),
        Sheet,
        lambda: what.FOR["proposal"][0],
        "waits=proposal",
    ),
    Kind(
        ngettext_lazy("battle nobody has confirmed yet", "battles nobody has confirmed yet", "n"),
        Sheet,
        lambda: what.FOR["confirmation"][0],
        "waits=confirmation",
    ),
    Kind(ngettext_lazy("platoon with faults", "platoons with faults", "n"), Standing, what.faulty, "faults=yes"),
    Kind(
        ngettext_lazy("round past its deadline", "rounds past their deadline", "n"),
        Round,
        what.overdue_rounds,
        "overdue=yes",
    ),
    Kind(
        ngettext_lazy("fixture without a result past the deadline", "fixtures without a result past the deadline", "n"),
        Fixture,
        what.overdue,
        "overdue=yes",
    ),
    Kind(
        ngettext_lazy(
            "battle carried over: until it is counted or called off, its season cannot close",
            "battles carried over: until they are counted or called off, their seasons cannot close",
            "n",
        ),
        Fixture,
        what.carried,
        "carried=yes",
    ),
    Kind(
        ngettext_lazy("fixture with contradicted vehicles", "fixtures with contradicted vehicles", "n"),
        Fixture,
        what.contradicted,
        "contradicted=yes",
    ),
    Kind(
        ngettext_lazy("retreat to reconsider", "retreats to reconsider", "n"),
        Fixture,
        what.reconsidered,
        "reconsider=yes",
    ),
    Kind(
        ngettext_lazy("round whose orders are overdue", "rounds whose orders are overdue", "n"),
        Round,
        what.orders_overdue,
        "orders=yes",
    ),
    Kind(
        ngettext_lazy("message that may not have arrived", "messages that may not have arrived", "n"),
        OutboxMessage,
        uncertain,
        "state=uncertain",
    ),
)


def waiting(request: HttpRequest) -> list[Waits]:
    """What waits, and how much of it; nothing that does not. One query a kind, however many campaigns there are."""
    counted = ((kind, _count(request, kind)) for kind in KINDS)
    return [Waits(kind.label % {"n": n}, n, _url(kind)) for kind, n in counted if n]


def _count(request: HttpRequest, kind: Kind) -> int:
    """Of the rows the visitor's list shows."""
    office: Any = admin.site._registry[kind.model]
    return int(office.get_queryset(request).filter(kind.where()).order_by().count())


def _url(kind: Kind) -> str:
    meta = kind.model._meta
    return f"{reverse(f'admin:{meta.app_label}_{meta.model_name}_changelist')}?{kind.filter}"
