"""Every word of a club as long as it may be, on the narrowest phone: no page grows wider, and no control smaller."""

from __future__ import annotations

import pytest
from pytest_django.live_server_helper import LiveServer

from campaigns.models import ClubWords
from campaigns.own_words.spelling import LONGEST
from campaigns.own_words.terms import BY_KEY
from leagues.league.seasons import AddCampaign
from tests.browsing import Tabs, show
from tests.leagues.conftest import Years
from tests.pages.conftest import MOVED, Table, as_
from tests.pages.test_languages_fit import NARROW, looked_at
from tests.pages.test_site import pages

pytestmark = [pytest.mark.page, pytest.mark.soak]


@pytest.mark.django_db(transaction=True)
def test_every_page_of_the_club(tabs: Tabs, live_server: LiveServer, table: Table) -> None:
    table.play(MOVED)
    said = {key: f"{number}{'W' * LONGEST}"[:LONGEST] for number, key in enumerate(BY_KEY, 10)}
    ClubWords.objects.create(club=table.cast.club, language="en", said=said)
    page, bob = tabs.open(table.cast.bob, live_server.url, script=True), as_(table.cast.bob)
    page.set_viewport_size(NARROW)
    years = Years(table.cast)
    years.report(AddCampaign(campaign=table.campaign))
    further = ("enlist/", "script/")
    of_club = ("/clubs/steel/", "/leagues/long/", "/leagues/long/teams/")
    seen = ""
    of_campaign = [f"/campaigns/{table.campaign}/{one}" for one in further]
    for number, url in enumerate([*pages(table), *of_campaign, *of_club]):
        show(page, live_server.url, bob, url)
        seen += page.locator("body").inner_text()
        looked_at(page, f"own-words-{number:02}")
    assert sum(word.casefold() in seen.casefold() for word in said.values()) >= 30
