"""The page on which a league is managed leads to the rounds of its season, and says what waits in them."""

from __future__ import annotations

import pytest
from django.db import connection
from django.test.utils import CaptureQueriesContext

from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from leagues.models import LeagueSheet
from leagues.presenters import under_way
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Years
from tests.leagues.test_league_pages import HOME, text

pytestmark = pytest.mark.django_db


def test_what_waits_in_the_season_and_where_it_is_ruled_on(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    assert "To the round" not in text(logged_in(cast.alice), f"{HOME}manage/")
    years.add(season, title="Spring")
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    page = text(logged_in(cast.alice), f"{HOME}manage/")
    assert "Spring" in page
    assert "1 fixture without a result" in page
    assert "To the round" not in page, "she may not enter the office"
    cast.alice.is_staff = True
    cast.alice.save()
    page = text(logged_in(cast.alice), f"{HOME}manage/")
    assert f"/admin/campaigns/campaignsheet/{season.stream}/" in page
    with CaptureQueriesContext(connection) as asked:
        assert len(under_way.parts(LeagueSheet.objects.get(), cast.alice)) == 1
    assert len(asked) <= 4
