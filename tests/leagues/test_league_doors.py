"""A league on a real database: a campaign joins it, the clerk reports what it comes to, and again where it changed."""

from __future__ import annotations

from io import StringIO

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command

from battles import log
from campaigns import clerk, handler
from campaigns.models import User
from campaigns.season.results import Adjudicate
from campaigns.season.season_end import CloseSeason
from leagues import handler as league_handler
from leagues import roles
from leagues.league.officers import AppointOfficer
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.values import Division
from leagues.models import League, LeagueCampaign, LeagueGame, LeagueHonour, LeagueMachine, LeaguePlayer, LeagueSheet
from rules.adjudicate import Who
from rules.contract import Refused
from rules.reports import Amend
from rules.stream.revision.reports import Undo
from tests.campaigns.conftest import Season
from tests.cast import CampaignFactory, Cast
from tests.leagues.conftest import Start, Years

pytestmark = pytest.mark.django_db


def test_a_battle_that_is_counted_is_rated_by_the_next_sweep(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    years.add(season, title="Spring")
    clerk.sweep()
    assert {one.player for one in LeaguePlayer.objects.all()} == {str(cast.bob.pk), str(cast.carol.pk)}
    season.fight()
    clerk.sweep()
    bob, carol = (LeaguePlayer.objects.get(player=str(one.pk)) for one in (cast.bob, cast.carol))
    assert (bob.won, bob.rated, bob.rating > 1500 > carol.rating) == (1, 1, True)
    game = LeagueGame.objects.get(player=bob.player)
    assert (game.change, game.rating) == (bob.rating - 1500, bob.rating)
    assert clerk.sweep() == 0


def test_a_campaign_that_has_ended_joins_with_all_it_has_come_to(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    season.fight()
    clerk.sweep()
    season.report(season.organiser, CloseSeason())
    years.add(season)
    clerk.sweep()
    joined = LeagueCampaign.objects.get()
    assert (joined.position, bool(joined.places)) == (log.head(season.stream).position, True)
    years.report(CloseLeagueSeason(season=1))
    assert LeaguePlayer.objects.get(player=str(cast.bob.pk)).titles == 1
    sheet = LeagueSheet.objects.get()
    assert (sheet.under_way, sheet.players, sheet.games) == (False, 2, 1)


def test_a_corrected_result_is_reported_again(start: Start, season: Season, cast: Cast) -> None:
    battle = start.battle
    better = LeaguePlayer.objects.get(player=str(cast.bob.pk)).rating
    ruling = Adjudicate(fixture=battle, winner="cats", reason="They had swapped the sheets")
    season.report(season.organiser, ruling)
    clerk.sweep()
    now = LeaguePlayer.objects.get(player=str(cast.bob.pk))
    assert (now.lost, now.won, now.rated) == (1, 0, 1)
    assert now.rating < 1500 < better


def test_a_battle_that_is_settled_anew_is_rated_once_and_titles_stay(start: Start, cast: Cast) -> None:
    years, season, battle = start
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))
    season.play(battle, Amend(winner="south", conditions={}, reason="They had swapped the sheets"))
    season.confirm(battle)
    clerk.sweep()
    now = LeaguePlayer.objects.get(player=str(cast.bob.pk))
    assert (now.lost, now.won, now.rated, now.titles) == (1, 0, 1, 1)
    assert now.rating < 1500
    head = log.head(years.stream)
    assert clerk.sweep() == 0
    assert log.head(years.stream) == head
    call_command("rebuild", "--check", stdout=StringIO())


def test_what_vehicles_did_is_read_from_their_battles(start: Start, cast: Cast) -> None:
    years, season, _battle = start
    fury = LeagueMachine.objects.get(machine=f"{season.stream}/bears-1")
    assert (fury.name, fury.kills, fury.battles, fury.player) == ("The Bears", 2, 1, str(cast.bob.pk))
    cat = LeagueMachine.objects.get(machine=f"{season.stream}/cats-1")
    assert (cat.battles, cat.kills, cat.fate) == (1, 0, handler.replay(season.stream)[0].vehicles["cats-1"].status)
    assert LeagueCampaign.objects.get().undone == 0
    told = years.state().deeds[LeagueGame.objects.first().game]  # type: ignore[union-attr]
    assert {one.platoon for one in told.luck} <= {"bears", "cats"}
    season.report(season.organiser, CloseSeason())
    clerk.sweep()
    years.report(CloseLeagueSeason(season=1))
    assert set(LeagueHonour.objects.values_list("season", flat=True)) <= {1}


def test_everything_can_be_folded_again(start: Start) -> None:
    said = StringIO()
    call_command("rebuild", "--check", stdout=said, stderr=said)
    call_command("verify", stdout=said, stderr=said)
    assert "error" not in said.getvalue()
    LeaguePlayer.objects.update(rating=9)
    with pytest.raises(CommandError):
        call_command("rebuild", "--check", stdout=said, stderr=said)


def test_only_campaigns_of_the_club_join_and_each_one_league(years: Years, season: Season, cast: Cast) -> None:
    season.begin()
    years.add(season)
    second = League.objects.create(club=cast.club, name="Another", slug="another")
    league_handler.found(second, {}, [Division(key="one", name="One")], years.organiser, "page")
    stranger = Season(cast)
    stranger.desk.club = CampaignFactory.create().club
    stranger.desk.save()
    stranger.begin()
    with pytest.raises(Refused, match="no open campaign"):
        years.add(stranger)


def test_a_campaign_is_taken_back_and_added_again(start: Start) -> None:
    years, season, _battle = start
    ratings = list(LeaguePlayer.objects.order_by("player").values_list("player", "rating"))
    years.report(Undo(position=2, reason="Too early"))
    assert not LeagueCampaign.objects.exists()
    years.add(season)
    clerk.sweep()
    assert list(LeaguePlayer.objects.order_by("player").values_list("player", "rating")) == ratings


def test_who_organises_it(years: Years, cast: Cast) -> None:
    assert roles.organises(cast.alice, years.desk)
    assert not roles.organises(cast.bob, years.desk)
    years.report(AppointOfficer(person=str(cast.bob.pk), reason="He keeps the tables"))
    assert roles.organises(cast.bob, years.desk)
    with pytest.raises(Refused, match="no player"):
        years.report(AppointOfficer(person="nobody", reason="He keeps the tables"))
    who = roles.who_in_league(cast.carol, years.desk)
    assert who == Who(str(cast.carol.pk))


def test_who_sees_it(years: Years, cast: Cast) -> None:
    stranger = User.objects.create_user("stranger", password="A league of strangers")
    anybody = AnonymousUser()
    assert roles.may_see(anybody, years.desk)
    assert list(roles.listed(anybody)) == [years.desk]
    years.desk.visibility = League.Visibility.MEMBERS
    years.desk.save()
    assert not roles.may_see(anybody, years.desk)
    assert not roles.may_see(stranger, years.desk)
    assert roles.may_see(cast.bob, years.desk)
    assert not roles.listed(stranger).exists()
    assert list(roles.listed(cast.bob)) == [years.desk]
