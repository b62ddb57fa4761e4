"""The office's lists are filtered by the campaigns that moved last, and by none of somebody else's."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.admin import by_campaign
from campaigns.models import CampaignSheet, Standing
from tests.campaigns.conftest import Season
from tests.campaigns.office import office_of, url
from tests.cast import Cast, ClubFactory, UserFactory
from tests.where import BOTH

pytestmark = pytest.mark.django_db
BY = "campaign__stream__exact"


def offered(client: Client, **asked: str) -> list[str]:
    page = client.get(url(Standing, "changelist"), asked)
    filters = [one for one in page.context["cl"].filter_specs if getattr(one, "lookup_kwarg", "") == BY]
    return [str(stream) for one in filters for stream, _name in one.lookup_choices]


@BOTH
def test_the_last_campaigns_with_such_rows_are_offered(cast: Cast, monkeypatch: pytest.MonkeyPatch) -> None:
    seasons = [Season(cast).begin() for _time in range(3)]
    without = Season(cast)
    without.open()  # no platoon of it is listed
    for place, one in enumerate((*seasons, without)):
        CampaignSheet.objects.filter(pk=one.stream).update(
            moved_at=f"2026-01-0{place + 1}", opened_at=f"2026-01-0{place + 1}"
        )
    first, second, third = (one.stream for one in seasons)
    alice = office_of(cast.alice)
    assert offered(alice) == [third, second, first]
    monkeypatch.setattr(by_campaign, "MOST", 3)
    assert offered(alice) == [third, second]
    assert offered(alice, **{BY: first}) == [third, second, first]  # it stays among them while it is chosen
    assert alice.get(url(Standing, "changelist"), {BY: "nonsense"}).status_code == 302  # as for every such filter

    eve = UserFactory.create(username="eve")
    ClubFactory.create(organisers=[eve])
    assert offered(office_of(eve)) == offered(office_of(eve), **{BY: first}) == []
