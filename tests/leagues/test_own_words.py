"""The pages of a league and of a club say the club's own words."""

from __future__ import annotations

import pytest
from django.test import Client

from campaigns.models import ClubWords
from tests.campaigns.office import text
from tests.leagues.conftest import Start

pytestmark = pytest.mark.django_db


def test_they_say_seasons_as_the_club_does(start: Start) -> None:
    said = {"season": "Year", "organisers": "Staff"}
    for address in ("/leagues/long/", "/clubs/steel/"):
        ours = text(Client().get(address))
        ClubWords.objects.create(club=start.season.cast.club, language="en", said=said)
        page = text(Client().get(address))
        assert ("season 1" in ours.casefold(), "year 1" in page.casefold()) == (True, True)
        assert ("Organisers alice" in ours, "Staff alice" in page) == (True, True)
        ClubWords.objects.all().delete()
