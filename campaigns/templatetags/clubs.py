"""A club wherever it is named."""

from __future__ import annotations

from typing import Any

from django import template
from django.urls import NoReverseMatch, reverse
from django.utils.html import format_html
from django.utils.safestring import SafeString

from campaigns import roles
from campaigns.models import Club

register = template.Library()


@register.simple_tag(takes_context=True)
def club_called(context: Any, club: Club) -> SafeString:
    """Its name, which leads to its page where the reader may open that. No query but for a club that only its members
    may read, and one then for all of those."""
    try:
        address = reverse("club", args=[club.slug])
    except NoReverseMatch:  # the floor that has the page may be left out
        address = ""
    if not address or not roles.may_see_club(context["request"].user, club):
        return format_html('<span translate="no">{}</span>', club.name)
    return format_html('<a href="{}" translate="no">{}</a>', address, club.name)
