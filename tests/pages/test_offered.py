"""What a campaign's pages lead to is what it offers their reader: no page has a rule of its own on who may do what."""

from __future__ import annotations

from pathlib import Path

import pytest

from campaigns.models import User
from campaigns.season.people import Drop
from campaigns.season.round_end import CloseRound
from campaigns.season.season_end import CloseSeason
from tests.campaigns.conftest import _skirmish
from tests.cast import Cast
from tests.pages.conftest import as_
from tests.pages.seasons import League

__all__ = ["_skirmish"]
pytestmark = pytest.mark.django_db
PAGES = Path("campaigns/pages"), Path("campaigns/templates/campaigns")
LINKS = {"enlist/": "enlist", "muster/": "muster", "script/": "script"}


def led_to(league: League, user: User) -> set[str]:
    """Where the buttons of the campaign's page lead."""
    page = as_(user).get(league.url).content.decode()
    return {name for path, name in LINKS.items() if f'href="{league.url}{path}"' in page}


def test_buttons_lead_to_what_is_offered(cast: Cast) -> None:
    """A player has a platoon already, as many as the terms let one have; who rules enlists for others."""
    league = League(cast, platoons_each=1).start()
    cast.club.members.add(cast.dave)
    assert led_to(league, cast.bob) == {"script"}
    assert led_to(league, cast.dave) == {"enlist", "script"}
    assert led_to(league, cast.alice) == {"enlist", "muster", "script"}
    for key in ("cats", "dogs"):
        league.tell(league.organiser, Drop(platoon=key, reason="Moved"))
    assert led_to(league, cast.alice) == {"enlist", "script"}  # nobody is left to fight against
    league.tell(league.organiser, CloseRound(round=1))
    league.tell(league.organiser, CloseSeason())
    assert led_to(league, cast.bob) == led_to(league, cast.dave) == set()
    assert led_to(league, cast.alice) == {"script"}  # a result may turn out wrong


def test_no_page_asks_itself_who_rules() -> None:
    """Choices say who may do what, and `visibility` who sees what."""
    texts = {
        path: path.read_text(encoding="utf-8")
        for root in PAGES
        for path in root.rglob("*.*")
        if path.suffix in (".py", ".html")
    }
    assert len(texts) > 60
    assert not [path for path, text in texts.items() if ".referee" in text]
