"""Template tags of the office's front page."""

from __future__ import annotations

from typing import Any

from django import template

from campaigns import waiting_list

register = template.Library()


@register.inclusion_tag("admin/_waits.html", takes_context=True)
def what_waits(context: Any) -> dict[str, Any]:
    """What waits in all campaigns that the visitor rules over."""
    return {"waits": waiting_list.in_office(context["request"].user)}
