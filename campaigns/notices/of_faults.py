"""Asks the players of a platoon to mend its faults, as an organiser wants it."""

from __future__ import annotations

from collections.abc import Sequence
from hashlib import sha256

from django.db import transaction
from django.urls import reverse

from battles import log
from battles.own_words import override
from battles.presenters.people import names_of
from campaigns.models import Campaign, User
from campaigns.models.people import accounts_of
from campaigns.notices.telling import News, tell
from campaigns.season import Platoon

MEND = "mend"


def ask(desk: Campaign, stream: str, platoon: Platoon, faults: Sequence[str], by: User) -> int:
    """How many were told: each player once of the same faults. What the faults are stands on their platoon's page, in
    their language, and is in no message."""
    digest = sha256("\n".join(sorted(faults)).encode()).hexdigest()[:16]
    with transaction.atomic():
        return tell([_news(desk, stream, platoon, digest, by, user) for user in accounts_of(platoon.players)])


def _news(desk: Campaign, stream: str, platoon: Platoon, digest: str, by: User, user: User) -> News:
    with override(user.spoken):
        name = names_of([str(by.pk)], str(user.pk))[str(by.pk)]
    link = reverse("platoon", args=[stream, platoon.key])
    return News(
        key=f"{MEND}/{stream}/{platoon.key}/{digest}/{user.pk}",
        user=user,
        kind=MEND,
        template=MEND,
        context={"campaign": desk, "platoon": platoon, "person": name, "link": link},
        stream=stream,
        link=link,
        title=desk.name,
        position=log.head(stream).position,
        about=platoon.key,
        club=desk.club,
    )
