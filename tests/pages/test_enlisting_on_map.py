"""By form, a platoon begins at the base its player picks, or at that with most room."""

from __future__ import annotations

import pytest

from campaigns import handler
from tests.campaigns.on_map import MAP
from tests.cast import Cast
from tests.pages.by_form import BOB, Season
from tests.pages.conftest import forms

SIDED = MAP.replace("reds", "nato").replace("blues", "pact").replace("value=1 owner=nato", "capacity=1 base=nato")


@pytest.fixture
def season(cast: Cast) -> Season:
    """Two bases of NATO's: Alton with room for three, Bury with room for one."""
    return Season(cast, map=SIDED)


def test_the_base_picked_is_where_it_begins_and_no_sector_else(season: Season) -> None:
    form = season.enlist_form(season.cast.bob, "USA")
    assert form.offers["pick:sector"] == ["", "alton", "bury", "gate"]
    sent = form.filled(name="Alpha 66", side="nato", card="Team Yankee", sector="bury", **BOB)
    wrong = season.enlist(season.cast.bob, sent | {"pick:sector": ["gate"]})
    assert "No platoon of its side begins at" in wrong.content.decode().partition('id="c1-sector-fault"')[2]
    assert forms(wrong.content).of("Enlist").offers["pick:sector"] == ["", "alton", "bury"]  # those of its side
    assert season.enlist(season.cast.bob, sent).status_code == 302
    assert handler.replay(season.stream)[0].platoons["alpha-66"].sector == "bury"
    again = season.enlist_form(season.cast.bob, "USA")
    assert again.offers["pick:sector"] == ["", "alton", "gate"]  # Bury is full
    more = again.filled(name="Bravo", side="nato", card="Team Yankee", **BOB)
    assert season.enlist(season.cast.bob, more).status_code == 302
    assert handler.replay(season.stream)[0].platoons["bravo"].sector == "alton"


def test_without_a_map_nobody_is_asked(cast: Cast) -> None:
    assert "pick:sector" not in Season(cast).enlist_form(cast.bob, "USA").offers
