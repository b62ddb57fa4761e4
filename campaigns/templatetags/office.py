"""Template tags of the office's front page."""

from __future__ import annotations

from typing import Any

from django import template

from campaigns.admin import evening

register = template.Library()


@register.simple_tag(takes_context=True)
def this_evening(context: Any) -> evening.Evening:
    """What waits in all campaigns that the visitor rules over, and those campaigns."""
    return evening.evening(context["request"])
