"""Finds the campaign of the desk that a page is about."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.core.exceptions import PermissionDenied
from django.http import Http404, HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.admin.office import OfClubs, in_office
from campaigns.models import Campaign


def desk_of(office: OfClubs, request: HttpRequest, key: Any) -> Campaign:
    """The campaign, for its organisers. Others get a 404, whether it exists or not."""
    if not in_office(request):
        raise PermissionDenied
    found = office.get_queryset(request).select_related("club").filter(pk=key).first()
    if found is None:
        raise Http404
    desk: Campaign = found
    return desk


def page(request: HttpRequest, desk: Campaign, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    common = admin.site.each_context(request)
    mine = {"desk": desk, "opts": Campaign._meta, "has_view_permission": True}
    return render(request, f"admin/desk/{name}.html", {**common, **mine, **context}, status=status)
