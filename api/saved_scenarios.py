"""Saved scenarios, whatever they are of: how they are found, called otherwise, and deleted. Seasons and leagues say the
rest in modules of their own."""

from __future__ import annotations

from typing import Any, NamedTuple, TypeVar
from uuid import UUID

import msgspec
from django.http import Http404, HttpResponse
from django.utils.translation import gettext
from rest_framework.request import Request

from api import bodies
from api.problems import Trouble
from api.shapes.what_if import ChangeScenario
from campaigns import scenarios
from campaigns.models import Club, SavedScenario
from rules.contract import Refused
from rules.contract import gettext_noop as _

T = TypeVar("T")
CALLED_OTHERWISE = {"name": "If she had won at home", "readers": "club"}


class Place(NamedTuple):
    """What scenarios are of: its kind, its log, and the club that owns it."""

    kind: str
    stream: UUID
    club: Club


def changes_of(said: Any, kind: type[T], rule: str) -> T:
    """What would be otherwise. `Refused` for what is no scenario."""
    try:
        return msgspec.convert(said, kind)
    except msgspec.ValidationError:
        raise Refused(rule, _("This is no scenario."), field="changes", code="malformed") from None


def found(request: Request, place: Place, key: UUID) -> SavedScenario:
    """One that the caller may see; `Http404` for any other."""
    one = scenarios.found(request.user, place.stream, place.club, key)
    if one is None or one.kind != place.kind:
        raise Http404
    return one


def change(request: Request, one: SavedScenario) -> SavedScenario:
    """Another name, other readers; what is left out stays. `Refused` for a name that cannot be."""
    if not scenarios.is_mine(request.user, one):
        raise Trouble("not-yours", gettext("Only the person who saved it may change it."))
    said = bodies.said(request._request, ChangeScenario)
    name = one.name if said.name is msgspec.UNSET else said.name
    scenarios.change(one, name, one.readers if said.readers is msgspec.UNSET else said.readers)
    return one


def delete(request: Request, one: SavedScenario) -> HttpResponse:
    """For a week its owner can take it back, on the page."""
    if not scenarios.is_mine(request.user, one):
        raise Trouble("not-yours", gettext("Only the person who saved it may delete it."))
    scenarios.delete(one)
    return HttpResponse(status=204)


def told(request: Request, one: SavedScenario) -> dict[str, Any]:
    """What is told of each, whatever it is of."""
    mine = scenarios.is_mine(request.user, one)
    return {"id": str(one.pk), "name": one.name, "readers": one.readers, "mine": mine, "made_at": one.made_at}
