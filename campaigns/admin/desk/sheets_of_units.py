"""CSV downloads: the empty sheet for a club's own units, and a rulebook's catalogue."""

from __future__ import annotations

from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse

import rules
from campaigns.admin import house_units
from campaigns.admin.office import OfClubs, in_office
from rules.contract import RuleSystem


def template(office: OfClubs, request: HttpRequest, key: str) -> HttpResponse:
    """The empty sheet. 404 for a rulebook without units of a club's own."""
    system = _system(request, key)
    if not system.house_columns:
        raise Http404
    return house_units.template(system)


def catalogue(office: OfClubs, request: HttpRequest, key: str) -> HttpResponse:
    """The catalogue of the newest edition, or of `?edition=`."""
    system = _system(request, key)
    edition = request.GET.get("edition", system.edition)
    if edition not in system.editions:
        raise Http404
    return house_units.catalogue(system, edition)


def _system(request: HttpRequest, key: str) -> RuleSystem:
    if not in_office(request):
        raise PermissionDenied
    found = rules.all_systems().get(key)
    if found is None:
        raise Http404
    return found
