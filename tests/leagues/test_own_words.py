"""The pages of a league and of a club say the club's own words."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import ClubWords
from tests.campaigns.office import text
from tests.leagues.conftest import Start

pytestmark = pytest.mark.django_db


@pytest.mark.parametrize("address", ["/leagues/long/", "/clubs/steel/"])
def test_they_say_seasons_as_the_club_does(start: Start, address: str) -> None:
    ours = text(Client().get(address))
    said = {"season": "Year", "organisers": "Staff"}
    ClubWords.objects.create(club=start.season.cast.club, language="en", said=said)
    page = text(Client().get(address))
    assert "season 1" in ours.casefold()
    assert "year 1" in page.casefold()
    assert ("Organisers alice" in ours, "Staff alice" in page) == (True, True)
    assert "year 1" not in text(Client().get(address, headers={"Accept-Language": "de"})).casefold()
