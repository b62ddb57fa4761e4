"""An umpire at work on the pages: a referee in a battle, a member in its campaign, nobody in the office."""

from __future__ import annotations

import pytest

from battles import handler as battle_door
from battles import log
from campaigns.models import Campaign
from rules.reports import Amended
from tests.campaigns.conftest import Season, _skirmish  # noqa: F401
from tests.cast import Cast
from tests.pages.conftest import as_, forms

pytestmark = pytest.mark.django_db


@pytest.fixture
def season(cast: Cast) -> Season:
    return Season(cast)


def test_she_rules_on_a_battles_pages(season: Season) -> None:
    battle, cast = season.begin().muster(), season.cast
    Campaign.objects.update(visibility=Campaign.Visibility.MEMBERS)
    amend = f"/battles/{battle}/amend/"
    assert as_(cast.dave).get(amend).status_code == 404
    form = next(form for form in forms(as_(cast.erin).get(amend).content).forms if form.id == "mend")
    ruling = form.filled(winner="north", reason="Dusk fell") | {"step": ["do"]}
    assert as_(cast.bob).post(amend, ruling).status_code == 403
    assert as_(cast.erin).post(amend, ruling).status_code == 302
    _state, told, rows = battle_door.replay(battle)
    assert isinstance(told[-1].event, Amended)
    assert rows[-1].by == str(cast.erin.pk)
    assert log.verify_stream(battle) is None


def test_the_campaign_is_its_organisers(season: Season) -> None:
    url, erin = f"/campaigns/{season.begin().stream}/", as_(season.cast.erin)
    assert f'href="{url}muster/"' not in erin.get(url).content.decode()
    assert "Only an organiser of the campaign may do this." in erin.get(f"{url}muster/").content.decode()
    assert "Player</l" not in erin.get(f"{url}enlist/").content.decode()
    assert f'href="{url}muster/"' in as_(season.cast.alice).get(url).content.decode()
    assert "Player</l" in as_(season.cast.alice).get(f"{url}enlist/").content.decode()
