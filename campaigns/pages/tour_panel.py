"""What stands above every page of a sample while its evening is under way: how far it is, and what comes next."""

from __future__ import annotations

from typing import Any

from django.http import HttpRequest
from django.utils.functional import SimpleLazyObject

from battles.models import Sheet
from campaigns import sample, tour
from campaigns.models import User
from campaigns.tour import Step, Tour


class Panel:
    """`here`: the step of this page, None if it has none or if it is done; `next`: the one to go to."""

    def __init__(self, found: Tour, path: str) -> None:
        self.tour = found
        there = found.at(path)
        self.here: Step | None = there if there is not None and not there.done else None
        self.next = found.next(there.key if there else "")
        self.done = there if there is not None and there.done else None


def beside(request: HttpRequest) -> dict[str, Any]:
    """For every template; it costs nothing until a page asks, and one query where there is no evening."""
    return {"tour_panel": SimpleLazyObject(lambda: _panel(request))}


def _panel(request: HttpRequest) -> Panel | None:
    user, match = getattr(request, "user", None), getattr(request, "resolver_match", None)
    stream = match.kwargs.get("stream") if match else None
    if stream is None or not isinstance(user, User) or not user.is_staff:
        return None
    campaign = sample.of(user)
    if campaign is None or not (
        campaign.pk == stream or Sheet.objects.filter(pk=stream, campaign=campaign.pk).exists()
    ):
        return None
    found = tour.of(user, campaign)
    return Panel(found, request.path) if found else None
