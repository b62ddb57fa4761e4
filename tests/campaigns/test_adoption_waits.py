"""A friendly battle that waits to be accepted stands in the office among all that waits."""

from __future__ import annotations

from campaigns import waiting_list
from tests.campaigns.conftest import Season
from tests.campaigns.test_adoption import accepted, agreed, fought, page, proposed
from tests.pages.conftest import as_
from tests.where import BOTH

pytestmark = BOTH


def test_an_adoption_waits_in_the_office_from_when_both_agree_until_it_is_accepted(season: Season) -> None:
    season.begin()
    battle, cast = fought(season), season.cast
    proposed(season, battle)
    assert not adoptions(season)
    agreed(season, battle)
    (row,) = adoptions(season)
    assert (row.name, row.url) == ("proposed by bob", page(battle))
    cast.alice.is_staff = True
    cast.alice.save()
    office = as_(cast.alice).get("/admin/").content.decode()
    assert "friendly battle to accept into a campaign" in office
    assert f'href="{page(battle)}"' in office
    assert not waiting_list.in_office(cast.dave)
    accepted(season, battle)
    assert not adoptions(season)


def adoptions(season: Season) -> list[waiting_list.Row]:
    label = waiting_list.ADOPTIONS.label % {"n": 1}
    found = waiting_list.in_office(season.cast.alice)
    return [row for one in found if one.label == label for row in one.rows]
