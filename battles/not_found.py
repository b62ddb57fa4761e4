"""What an address or a form names, and may not be there."""

from __future__ import annotations

from typing import TypeVar
from uuid import UUID

from django.http import Http404

T = TypeVar("T")


def or_404(found: T | None) -> T:
    """What was found; `Http404` for nothing."""
    if found is None:
        raise Http404
    return found


def uuid_in(text: str) -> UUID | None:
    """The UUID that a text is; None for another text."""
    try:
        return UUID(text)
    except ValueError:
        return None
