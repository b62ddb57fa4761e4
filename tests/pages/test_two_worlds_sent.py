"""Two worlds that differ in what a platoon holds, is ordered and has asked to correct: what is sent to programs and to
Discord is the same in both."""

from __future__ import annotations

import re

import msgspec
import pytest
from django.db import transaction

from campaigns.discord import embeds
from campaigns.models import CampaignSheet, User
from campaigns.presenters import bulletins
from campaigns.webhooks import events
from tests.api.conftest import _skirmish
from tests.api.test_command_roles import at_first, season
from tests.campaigns.conftest import Season
from tests.pages.test_two_worlds import OWN
from tests.pages.test_two_worlds_everywhere import WORLDS, alike, cast, fred, tell
from tests.receiver import hook

__all__ = ["_skirmish", "alike", "at_first", "cast", "fred", "season"]
pytestmark = pytest.mark.django_db


def sent(season: Season, streams: list[str]) -> list[str]:
    """All bodies there are of these logs, and what is posted, without what every world has of its own."""
    endpoint = hook(season.cast.club, "https://hooks.example/in")
    bodies = []
    for stream in streams:
        kind, read = events.read(stream, 0, 1000)
        bodies += [msgspec.json.encode(events.message(endpoint, kind, stream, row)).decode() for row in read.rows]
    for one in bulletins.of_campaign(CampaignSheet.objects.get(pk=season.stream)):
        bodies.append(msgspec.json.encode(embeds.payload(one, True)).decode())
    return [re.sub(OWN, "", one) for one in bodies]


def test_what_is_sent_does_not_tell_the_worlds_apart(alike: Season, fred: User) -> None:
    found = []
    for bought, meant, do in WORLDS:
        with transaction.atomic():
            tell(alike, fred, bought, meant, do)
            found.append(sent(alike, [alike.stream]))
            transaction.set_rollback(True)
    one, other = found
    assert len(one) > 10
    assert one == other
    assert any("campaign.bought" in body for body in one)  # that it was bought is no secret
