"""The map of a season from round to round is the map as the log had it when each round was over."""

from __future__ import annotations

import re

import pytest
from django.test import Client

from campaigns import handler
from campaigns.season.round_end import CloseRound, RoundClosed
from tests.pages.conftest import as_
from tests.pages.on_map import War, war

__all__ = ["war"]
pytestmark = pytest.mark.django_db


def test_a_map_is_replayed_round_by_round_for_anybody(war: War) -> None:
    address = f"/campaigns/{war.stream}/map/replay/"
    war.put(bears="bury")
    war.disclose()
    war.tell(war.organiser, CloseRound(round=1))
    page = Client().get(address).content.decode()
    stops = re.findall(r"\d+", page.partition('data-stops="')[2].partition('"')[0])
    assert stops[0] == "0"
    assert "Before round 1" in page
    parts = Client().get(f"{address}frames/")
    assert re.findall(r'data-number="(\d+)"', parts.content.decode()) == stops
    assert Client().get(f"{address}frames/", headers={"If-None-Match": parts["ETag"]}).status_code == 304
    _season, told, _rows = handler.replay(war.stream)
    (row,) = [ruled.position for ruled in told if isinstance(ruled.event, RoundClosed)]
    season = handler.replay(war.stream, row)[0]
    shown = Client().get(f"{address}?at=1").content.decode()
    assert "After round 1" in shown
    for side, name in season.opened.sides.items():
        owned = sum(owner == side for owner in season.owners.values())
        assert re.search(rf'{re.escape(name)}</th><td class="n">\d+</td><td class="n">{owned}</td>', shown)
    assert Client().get(f"{address}?at=99").status_code == 404
    assert f'href="{address}"' in Client().get(f"/campaigns/{war.stream}/map/").content.decode()
    secret = as_(war.cast.bob).get(f"{address}?at={stops[-1]}").content.decode()
    drawn = re.compile(r"<svg.*?</svg>", re.DOTALL)
    assert drawn.findall(secret)[0] == drawn.findall(Client().get(f"{address}?at={stops[-1]}").content.decode())[0]
