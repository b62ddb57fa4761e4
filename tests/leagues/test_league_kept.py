"""What a league holds is exported, verified, taken in again, and forgotten where a person asks for it."""

from __future__ import annotations

import io
from typing import Any

import pytest
from django.core.management import call_command
from django.utils import timezone

from battles import log
from campaigns import clerk, erasure, handler
from deploy.verify_export import verify
from leagues import clerk as leagues_clerk
from leagues.league.players import SetProfile
from leagues.models import READ_TABLES, LeagueCampaign, LeaguePlayer
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.grounds import once
from tests.leagues.conftest import Start, Years, after_spring

pytestmark = pytest.mark.django_db


@pytest.fixture
def start(db: None) -> Start:
    return once(after_spring)


@pytest.fixture
def played(start: Start) -> Years:
    """A season from its beginning to its titles, and Bob under another name."""
    return start.years


def run(*arguments: str) -> str:
    said = io.StringIO()
    call_command(*arguments, stdout=said, stderr=said)
    return said.getvalue()


def called(season: Season, platoon: str) -> str:
    return handler.replay(season.stream)[0].platoons[platoon].name


def tables() -> list[list[Any]]:
    return [sorted(model._base_manager.values_list()) for model in READ_TABLES]


def test_an_export_verifies_without_leaguer_and_comes_in_again(played: Years) -> None:
    before, lines = tables(), list(log.export_lines(played.stream, with_sealed=True))
    told = [f"{line.strip()}\n".encode() for line in lines]
    assert verify(told).startswith(f"league {played.stream}, {log.head(played.stream).position} rows")
    with pytest.raises(ValueError, match="line 3"):
        verify([*told[:2], told[2].replace(b"Spring", b"Autumn"), *told[3:]])
    log.forget_stream(played.stream, "console", "to take it in again", timezone.now())
    assert log.import_lines(io.BytesIO(b"".join(told))).kind == "league"
    run("rebuild")
    assert tables() == before
    run("verify")


def test_what_a_person_typed_goes_and_everything_still_holds(played: Years, season: Season, cast: Cast) -> None:
    name = called(season, "bears")
    places = LeagueCampaign.objects.get().places
    assert name in places
    heads = {stream: log.head(stream) for stream, _kind in log.streams()}
    erasure.forget_person(cast.bob, "console", "asked for it", texts=True)
    assert LeaguePlayer.objects.get(player=str(cast.bob.pk)).alias == ""
    assert name not in LeagueCampaign.objects.get().places
    assert called(season, "cats") in LeagueCampaign.objects.get().places
    kept = "".join(text.value for stream, _kind in log.streams() for text in log.sealed_in(stream))
    assert "Desert Fox" not in kept
    assert name not in kept
    assert {stream: log.head(stream) for stream, _kind in log.streams()} == heads
    assert clerk.sweep() == 0
    run("rebuild", "--check")
    run("verify")


def test_an_organiser_s_words_go_and_the_campaign_s_name_with_them(played: Years, cast: Cast) -> None:
    erasure.forget_person(cast.alice, "console", "asked for it", texts=True)
    joined = LeagueCampaign.objects.get()
    assert (joined.name, joined.title, joined.system) == ("", "", "skirmish")
    run("rebuild", "--check")
    run("verify")


def test_an_alias_goes_with_its_player_not_with_the_organiser_who_has_set_it(played: Years, cast: Cast) -> None:
    carol = str(cast.carol.pk)
    played.report(SetProfile(player=carol, alias="Night Owl"))
    erasure.forget_person(cast.alice, "console", "asked for it", texts=True)
    assert {one.player: one.alias for one in LeaguePlayer.objects.all()} == {
        str(cast.bob.pk): "Desert Fox",
        carol: "Night Owl",
    }
    erasure.forget_person(cast.carol, "console", "asked for it", texts=True)
    assert LeaguePlayer.objects.get(player=carol).alias == ""
    kept = "".join(text.value for text in log.sealed_in(played.stream))
    assert ("Night Owl" in kept, "Desert Fox" in kept) == (False, True)
    run("rebuild", "--check")
    run("verify")


def test_a_league_outlives_a_campaign_that_is_forgotten(played: Years, season: Season) -> None:
    season.desk.refresh_from_db()
    before = tables()
    erasure.forget_campaign(season.desk, "console", "its club is gone", really=True)
    clerk.sweep()
    assert not leagues_clerk.attend(played.stream)
    assert tables() == before
    run("rebuild", "--check")
