"""Finds the campaign of the desk that a page is about."""

from __future__ import annotations

from typing import Any

from django.contrib import admin
from django.http import HttpRequest, HttpResponse
from django.shortcuts import render

from campaigns.admin.office import OfClubs, found_in
from campaigns.models import Campaign


def desk_of(office: OfClubs, request: HttpRequest, key: Any) -> Campaign:
    """The campaign, for its organisers. Others get a 404, whether it exists or not."""
    desk: Campaign = found_in(office, request, key)
    return desk


def page(request: HttpRequest, desk: Campaign, name: str, context: dict[str, Any], status: int = 200) -> HttpResponse:
    common = admin.site.each_context(request)
    mine = {"desk": desk, "opts": Campaign._meta, "has_view_permission": True}
    return render(request, f"admin/desk/{name}.html", {**common, **mine, **context}, status=status)
