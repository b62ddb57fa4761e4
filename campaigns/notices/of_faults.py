"""Asks the players of a platoon to mend its faults, as an organiser wants it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256
from typing import Any

from django.db import transaction
from django.urls import reverse

from battles import log
from campaigns.models import Campaign, User
from campaigns.models.people import accounts_of
from campaigns.notices.telling import of_campaign, tell
from campaigns.season import Platoon

MEND = "mend"


def ask(desk: Campaign, stream: str, platoon: Platoon, faults: Sequence[str], by: User) -> int:
    """How many were told: each player once of the same faults. What the faults are stands on their platoon's page, in
    their language, and is in no message."""
    digest = sha256("\n".join(sorted(faults)).encode()).hexdigest()[:16]
    key, link = f"{MEND}/{stream}/{platoon.key}/{digest}", reverse("platoon", args=[stream, platoon.key])
    with transaction.atomic():
        about: dict[str, Any] = {"person": str(by.pk), "position": log.head(stream).position, "about": platoon.key}
        told = accounts_of(platoon.players)
        return tell(
            [of_campaign(desk, one, MEND, f"{key}/{one.pk}", link, {"platoon": platoon}, **about) for one in told]
        )
