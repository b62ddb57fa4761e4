"""manage.py simulate --league: years through the doors, and the same ones for the same seed."""

from __future__ import annotations

import io
import json
from typing import Any

import pytest
from django.core.management import CommandError, call_command
from django.db import transaction

from campaigns import clerk
from leagues import handler
from leagues.models import LeagueSheet

pytestmark = pytest.mark.django_db


def played(*options: str) -> dict[str, Any]:
    out = io.StringIO()
    call_command("simulate", "--system", "fluid_time", "--rounds", "1", "--json", *options, stdout=out)
    found: dict[str, Any] = json.loads(out.getvalue())
    return found


def holds(league: str, seasons: int, players: int) -> None:
    sheet = LeagueSheet.objects.get(pk=league)
    assert (sheet.season, sheet.under_way) == (seasons, False)
    assert players * 3 // 4 <= sheet.players <= players + 1  # some find no force that a season's terms allow
    assert clerk.sweep() == 0
    for command in (("rebuild", "--check"), ("verify",)):
        call_command(*command, stdout=io.StringIO(), stderr=io.StringIO())


def test_two_years_of_six_players() -> None:
    told = played("--league", "2", "--platoons", "6", "--seed", "6")
    league = told["league"]
    holds(league, 2, 6)
    first, second = handler.replay(league)[0].seasons
    assert len(first.moves) == 2
    (up,) = [one.player for one in first.moves if one.division == "premier"]
    premier = next(one for one in second.campaigns.values() if one.division == "premier")
    assert up in {player for place in premier.places for player in place.players}
    with pytest.raises(CommandError, match="take another seed"):
        played("--league", "2", "--platoons", "6", "--seed", "6")


def test_a_league_has_bounds() -> None:
    with pytest.raises(CommandError, match="from 4 to 64"):
        played("--league", "2", "--platoons", "3")


@pytest.mark.soak
def test_ten_years_of_forty_players() -> None:
    holds(played("--league", "10", "--platoons", "40", "--seed", "1")["league"], 10, 40)


@pytest.mark.soak
def test_the_same_seed_is_the_same_league() -> None:
    digests = []
    for seed in ("3", "3", "4"):
        with transaction.atomic():
            digests.append(played("--league", "3", "--platoons", "8", "--seed", seed)["digest"])
            transaction.set_rollback(True)
    assert digests[0] == digests[1] != digests[2]
