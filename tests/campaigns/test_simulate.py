"""manage.py simulate: what it says, that it can be forgotten, and that a seed means a season."""

from __future__ import annotations

import json
import os
from io import StringIO
from pathlib import Path
from typing import Any

import pytest
from django.core.management import CommandError, call_command

from battles import log
from campaigns.models import Campaign, CampaignSheet, Club, Standing, User
from campaigns.simulation import desk, simulate
from tests.campaigns import explained, plainly
from tests.campaigns.decided_again import differing
from tests.databases import Scratch, scratch
from tests.deploy.conftest import Manage, manage, migrated

__all__ = ["manage", "migrated"]
SMALLEST = ("--system", "panzer_strike", "--platoons", "2", "--rounds", "2", "--seed", "5")
SHORT = ("--rounds", "1")  # what is said last counts
WITH_CARDS = ("--system", "modern_age", "--platoons", "2", "--rounds", "1", "--seed", "1", "--map", "6")


class Terminal(StringIO):
    def isatty(self) -> bool:
        return True


def said(*options: str, err: StringIO | None = None) -> str:
    out, looked_at = StringIO(), err or StringIO()
    call_command("simulate", *SMALLEST, *options, stdout=out, stderr=looked_at)
    assert err or looked_at.getvalue() == ""  # no bar where nobody looks
    return out.getvalue()


@pytest.mark.django_db
def test_it_plays_seasons_and_says_where_to_look_with_a_bar_for_whoever_waits() -> None:
    """The same one is not played twice, and another one may be."""
    bar = Terminal()
    told = said(*SHORT, "--club", "The Tin Club", "--address", "http://leaguer.example/", err=bar)
    shown = bar.getvalue().split("\r")[1:]
    assert shown[-1] == f"[{'#' * 40}] 1/1\n"
    assert len({len(one.strip()) for one in shown}) == 1
    sheet = CampaignSheet.objects.get()
    assert (sheet.system, sheet.status, sheet.round) == ("panzer_strike", CampaignSheet.Status.CLOSED, 2)
    assert f"http://leaguer.example/campaigns/{sheet.pk}/" in told
    places = Standing.objects.order_by("rank", "platoon")
    assert all(f" {one.name} " in line for one, line in zip(places, told.splitlines(), strict=False))
    club = Club.objects.get()
    assert (club.name, club.slug) == ("The Tin Club", "the-tin-club")
    assert f"manage.py changepassword {club.organisers.get().username}" in told
    assert not any(user.has_usable_password() for user in User.objects.all())
    before = list(log.streams())
    with pytest.raises(CommandError, match="take another seed"):
        said(*SHORT, "--club", "The Tin Club")
    assert list(log.streams()) == before
    assert {kind for _stream, kind in before} == {"campaign", "battle"}
    assert desk.opened(sheet.system, 2, 1, 6, "The Tin Club").campaign != str(sheet.pk)
    all_is_forgotten()


def it_is_told_to_a_program(told: dict[str, Any]) -> None:
    sheet = CampaignSheet.objects.get()
    assert told["campaign"] == str(sheet.pk)
    assert told["standings"][0]["rank"] == 1
    kinds = [kind for _stream, kind in log.streams()]
    assert {*kinds} == {"campaign", "battle"}
    assert told["battles"] == kinds.count("battle")


def all_is_forgotten() -> None:
    for one in Campaign.objects.all():
        assert one.test
        call_command("forget", "campaign", str(one.pk), "--reason", "we have seen it", "--yes", stdout=StringIO())
    assert list(log.streams()) == []


@pytest.mark.django_db
def test_who_tells_that_both_commanders_announced_has_both_seats() -> None:
    """In that season a player does: the other side has lent its seat before."""
    reporters = simulate("fluid_time", 2, 1, 8, "c6")
    assert differing(log.read(reporters.campaign)) == []
    assert explained.every(reporters.campaign)
    call_command("rebuild", "--check", stdout=StringIO(), stderr=StringIO())
    call_command("verify", stdout=StringIO(), stderr=StringIO())
    rows = [row for stream, kind in log.streams() if kind == "battle" for row in log.read(stream)]
    lent, together = [row for row in rows if row.type in ("SeatLent", "CommandersTied")]
    assert (lent.type, together.type) == ("SeatLent", "CommandersTied")
    assert (lent.stream, lent.by != together.by) == (together.stream, True)


@pytest.mark.django_db
def test_nobody_else_is_made_to_play() -> None:
    User.objects.create_user("the-simulated-club-player-2")
    with pytest.raises(CommandError, match="the-simulated-club-player-2 is here already"):
        said()
    assert not Campaign.objects.exists()
    assert User.objects.count() == 1


@pytest.mark.django_db
@pytest.mark.parametrize(("option", "value"), [("--platoons", "1"), ("--platoons", "65"), ("--rounds", "0")])
def test_a_season_has_bounds(option: str, value: str) -> None:
    with pytest.raises(CommandError, match="has to be a number from"):
        said(option, value)


# ------------------------------------------------------------------------------------------------------------ the seed


@pytest.mark.only_on("sqlite")  # no database shuffles them
def test_the_same_seed_gives_the_same_log_in_every_process(
    migrated: Scratch, tmp_path: Path, manage: Manage, django_db_blocker: Any
) -> None:
    """And the same map, however Python shuffles its sets: otherwise in the other process than in this one."""
    logs, shuffled = [], "2" if os.environ.get("PYTHONHASHSEED") == "1" else "1"
    with django_db_blocker.unblock():
        with scratch(tmp_path, like=migrated) as database, database.used():
            out = StringIO()
            call_command("simulate", *WITH_CARDS, "--json", stdout=out)
            logs.append((json.loads(out.getvalue()), plainly.untimed()))
            it_is_told_to_a_program(logs[0][0])
            all_is_forgotten()
        with scratch(tmp_path, like=migrated) as database, database.used():
            environment = database.environment() | {"LEAGUER_ENV": "development", "SECRET_KEY": "of a test " * 9}
            asked = (*WITH_CARDS, "--json", "--skip-checks")
            run = manage("simulate", *asked, PYTHONHASHSEED=shuffled, **environment)
            assert run.returncode == 0, run.stderr
            logs.append((json.loads(run.stdout), plainly.untimed()))
    assert len(logs[0][1]) >= 2  # the season and a battle
    assert logs[0] == logs[1]
