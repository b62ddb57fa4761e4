"""Word to a club's organisers that something of theirs is not sent any more."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from django.utils import timezone

from campaigns import mail
from campaigns.models import Club


def write(club: Club, about: str, template: str, context: Mapping[str, Any]) -> int:
    """A mail to each of them, once a minute at most for what it is `about`; how many have an address and want mail. It
    is part of the caller's transaction."""
    now = timezone.now().strftime("%Y-%m-%dT%H:%M")
    letters = [
        mail.Letter(
            f"{about}/{now}/{user.pk}", user, mail.write(template, user.spoken, {**context, "user": user}), club
        )
        for user in club.organisers.all()
    ]
    return mail.put(letters)
