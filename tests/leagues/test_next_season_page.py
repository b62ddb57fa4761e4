"""The next season by its page: forms that carry along what was chosen before."""

from __future__ import annotations

import re
from typing import Any

import pytest
from django.test import Client

from campaigns import handler
from campaigns.models import Campaign, CampaignSheet
from leagues.league.values import Division
from leagues.models import League
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Start, Years
from tests.leagues.test_next_season import over, start

pytestmark = pytest.mark.django_db
__all__ = ["start"]

URL = "/leagues/long/seasons/next/"
FIELD = re.compile(r'<input type="(\w+)"[^>]*? name="([^"]+)"[^>]*?(?: value="([^"]*)")?( checked)?[^>]*>')


def fields(page: str) -> dict[str, Any]:
    """What a browser would send of the page's form as it stands."""
    form = page[page.index('aria-label="The next season"') :]
    found: dict[str, Any] = {}
    for kind, name, value, checked in FIELD.findall(form):
        if kind != "checkbox" or checked:
            found[name] = [*found.get(name, []), value]
    for name, options in re.findall(r'<select[^>]* name="([^"]+)"[^>]*>(.*?)</select>', form):
        found[name] = re.findall(r'value="([^"]*)" selected', options)
    return found


def sent(client: Client, form: dict[str, Any], status: int = 200, **more: Any) -> str:
    response = client.post(URL, form | more)
    assert response.status_code == status, response.content.decode()
    return response.content.decode()


def test_a_season_begins_with_four_clicks(start: Start, cast: Cast) -> None:
    """Without divisions, from the league's page and with everything as it is prefilled: the link, Next, See what it
    comes to, Begin."""
    alice = logged_in(cast.alice)
    assert URL in alice.get("/leagues/long/").content.decode()
    assert URL in alice.get("/leagues/long/manage/").content.decode()
    assert URL not in logged_in(cast.bob).get("/leagues/long/").content.decode()
    page = alice.get(URL).content.decode()
    assert "Step 1 of 2" in page
    page = sent(alice, fields(page), step="what")
    assert "Step 2 of 2" in page
    page = sent(alice, fields(page) | {"keep": "1"}, step="look")
    assert "Nothing is changed yet." in page
    assert "1 crew would be kept." in page
    assert Campaign.objects.count() == 1
    done = alice.post(URL, fields(page) | {"step": "do"})
    assert (done.status_code, done.headers["Location"]) == (302, "/leagues/long/#now")
    following = CampaignSheet.objects.get(name="Season 2")
    assert {one.player for one in handler.replay(str(following.pk))[0].platoons.values()} >= {str(cast.bob.pk)}
    assert URL not in alice.get("/leagues/long/").content.decode()
    assert "is under way" in sent(alice, fields(page), 422, step="do")
    assert Campaign.objects.count() == 2


def test_who_returns_plays_where_the_organiser_chooses(cast: Cast, season: Season) -> None:
    """Five clicks with divisions, one more for each platoon that is put elsewhere or left out."""
    years = Years(cast, Division(key="one", name="One"), Division(key="two", name="Two"))
    over(years, season, "one")
    alice = logged_in(cast.alice)
    bears = f"{season.stream}/bears"
    page = sent(alice, fields(alice.get(URL).content.decode()) | {"returns": [bears]}, step="where")
    assert f'name="division:{bears}"' in page
    assert "Step 2 of 3" in page
    page = sent(alice, fields(page) | {f"division:{bears}": "two"}, step="what")
    assert 'value="Season 2 – Two"' in page
    page = sent(alice, fields(page) | {"name:one": "", "name:two": "The second ridge", "title": "Autumn"}, step="look")
    assert "The second ridge" in page
    assert "Every crew begins anew." in page
    wrong = fields(page) | {"keep": "1", "price": "−1"}
    assert "number from 0" in sent(alice, wrong, 422, step="do")
    assert "1 to 80 characters" in sent(alice, fields(page) | {"name:two": "x" * 81}, 422, step="look")
    assert "division that plays" in sent(alice, fields(page) | {f"division:{bears}": "one"}, 422, step="look")
    assert Campaign.objects.count() == 1
    assert alice.post(URL, fields(page) | {"step": "do"}).status_code == 302
    state = years.state()
    assert state.under_way is not None
    ((_id, only),) = state.under_way.campaigns.items()
    assert (only.name, only.division, state.under_way.title) == ("The second ridge", "two", "Autumn")
    assert state.players[str(cast.bob.pk)].division == "two"


def test_only_organisers_who_may_read_the_last_season_begin_one(years: Years, season: Season, cast: Cast) -> None:
    alice = logged_in(cast.alice)
    assert "no season yet" in alice.get(URL).content.decode()
    over(years, season)
    assert Client().get(URL).status_code == 302
    assert logged_in(cast.bob).get(URL).status_code == 403
    assert logged_in(cast.bob).post(URL, {"step": "do"}).status_code == 403
    for strange in ({}, {"step": "nowhere"}, {"step": "look", "returns": "nothing"}):
        assert alice.post(URL, strange).status_code in (200, 422), strange
    assert League.objects.count() == Campaign.objects.count() == 1
