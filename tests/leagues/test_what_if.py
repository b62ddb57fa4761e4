"""What if of a league: ratings made anew with something changed; and the chances that a season takes from them."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from battles import log
from campaigns import handler, scenarios
from campaigns.models import SavedScenario
from campaigns.presenters.what_if import compared_and_folded
from campaigns.season import Season as State
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from campaigns.season.what_if.changes import Scenario, TurnedResult
from leagues.clerk import games_of
from leagues.league.players import SetProfile
from leagues.league.rating_models import expected, newcomer
from leagues.league.terms import settle_terms
from leagues.league.values import OVERALL, Rating
from leagues.league.what_if import DRAW, AskLeagueWhatIf, TurnedGame, changed, check, compare, with_season
from leagues.presenters.odds import odds
from leagues.presenters.what_if import carried
from rules.adjudicate import Who
from rules.contract import Refused
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Start, Years

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(start: Start) -> Years:
    """Bob has beaten Carol in a battle that counts."""
    assert start.years.state().rated
    return start.years


def test_with_no_change_it_is_the_league(fought: Years) -> None:
    league = fought.state()
    lines = compare(league, AskLeagueWhatIf())
    assert {one.player: one.after for one in lines} == league.current(OVERALL)
    assert all(one.before == one.after and not one.moved for one in lines)


def test_a_turned_game_a_missing_player_and_another_model(fought: Years, cast: Cast) -> None:
    league = fought.state()
    bob, carol = str(cast.bob.pk), str(cast.carol.pk)
    (key,) = league.games
    lines = compare(league, AskLeagueWhatIf(turned=(TurnedGame(game=key, winner="cats"),)))
    assert [(one.player, one.place_after, one.moved) for one in lines] == [(carol, 1, 1), (bob, 2, -1)]
    assert [one.after for one in compare(league, AskLeagueWhatIf(without_players=(carol,)))] == [None, None]
    elo = AskLeagueWhatIf(terms={"rating": "elo", "elo_k": 10}, turned=(TurnedGame(game=key, winner=DRAW),))
    assert {one.after.mean for one in compare(league, elo) if one.after} == {1_500_000_000}
    assert changed(league, elo).terms["elo_k"] == 10
    assert league == fought.state()


@pytest.mark.parametrize(
    "asked",
    [
        AskLeagueWhatIf(turned=(TurnedGame(game="moon", winner=DRAW),)),
        AskLeagueWhatIf(without_players=("nobody",)),
        AskLeagueWhatIf(terms={"up": 2}),
        AskLeagueWhatIf(terms={"elo_k": 0}),
    ],
    ids=str,
)
def test_what_cannot_be_changed_is_refused(fought: Years, asked: AskLeagueWhatIf) -> None:
    with pytest.raises(Refused):
        check(fought.state(), asked)


def test_the_page_compares_and_writes_nothing(fought: Years, cast: Cast) -> None:
    place, head = reverse("league-what-if", args=["long"]), log.head(fought.stream)
    (key,) = fought.state().games
    bob = logged_in(cast.bob)
    assert "Other results" in bob.get(place).content.decode()
    sent = {"id": "x", "given": "{}", "pick:turned#0.game": key, "pick:turned#0.winner": "cats"}
    page = bob.post(place, sent).content.decode()
    assert "▲" in page
    assert log.head(fought.stream) == head
    assert bob.post(place, {**sent, "pick:turned#0.game": "moon"}).status_code == 422


def test_a_stranger_is_not_told_who_hides(fought: Years, cast: Cast) -> None:
    carol = str(cast.carol.pk)
    fought.report(SetProfile(player=carol, hidden=True), Who(carol))
    page = Client().post(reverse("league-what-if", args=["long"]), {"id": "x", "given": "{}"}).content.decode()
    assert "carol" not in page
    assert page.count('<th scope="row"') == 1


def test_chances_follow_from_the_ratings(fought: Years, season: Season) -> None:
    """Who has won before is likelier to win; as many draws as there were, here none."""
    season.report(season.organiser, OpenRound(pairings=(Pairing(home="bears", away="cats"),), deadline=""))
    state = handler.replay(season.stream)[0]
    ((home, draw, away),) = odds(fought.state(), state, [("bears", "cats")]).values()
    assert home > away
    assert draw == 0
    assert home + away == pytest.approx(1)


@pytest.mark.parametrize("model", ["elo", "plackett-luce"])
def test_what_a_model_expects(model: str) -> None:
    terms = settle_terms({"rating": model})
    new = newcomer(terms)
    better = Rating(mean=new.mean * 6 // 5, doubt=new.doubt, games=3)
    assert expected([new], [new], terms) == pytest.approx(0.5)
    assert expected([better], [new], terms) == pytest.approx(1 - expected([new], [better], terms))
    assert expected([better], [new], terms) > 0.5


def test_a_scenario_of_a_league_is_saved_opened_deleted_and_taken_back(fought: Years, cast: Cast) -> None:
    place = reverse("league-what-if", args=["long"])
    (key,) = fought.state().games
    asked = AskLeagueWhatIf(turned=(TurnedGame(game=key, winner="cats"),))
    bob, carol = logged_in(cast.bob), logged_in(cast.carol)
    sent = {"save": "1", "name": "If she had won", "readers": "private", "changes": msgspec.json.encode(asked).decode()}
    assert Client().post(place, sent).status_code == 302
    done = bob.post(place, sent)
    (one,) = SavedScenario.objects.all()
    assert done.headers["Location"] == f"{place}?scenario={one.pk}"
    assert "▲" in bob.get(done.headers["Location"]).content.decode()
    assert carol.get(done.headers["Location"]).status_code == 404
    assert carol.post(place, {"delete": str(one.pk)}).status_code == 404
    bob.post(place, {"delete": str(one.pk)})
    assert bob.get(done.headers["Location"]).status_code == 404
    bob.post(place, {"restore": str(one.pk)})
    assert bob.get(done.headers["Location"]).status_code == 200


def of_season(season: Season, cast: Cast, **more: str) -> SavedScenario:
    """Bob has saved: what if Carol had won."""
    turned = Scenario(changes=(TurnedResult(fixture=next(iter(state_of(season).fixtures)), winner="cats"),))
    return scenarios.save(
        cast.bob, SavedScenario.Kind.CAMPAIGN, season.stream, "If she had won", turned, more.get("readers", "private")
    )


def state_of(season: Season) -> State:
    state: State = handler.replay(season.stream)[0]
    return state


def test_a_scenario_of_a_season_is_carried_into_its_league(fought: Years, season: Season, cast: Cast) -> None:
    """The same as the league's own scenario that turns that game; nothing is written anywhere."""
    one, heads = of_season(season, cast), [log.head(fought.stream), log.head(season.stream)]
    league = fought.state()
    _compared, then = compared_and_folded(season.stream, carried(one).scenario, None, "")
    begun = with_season(league, season.stream, games_of(season.stream, then))
    (key,) = league.games
    turned = AskLeagueWhatIf(turned=(TurnedGame(game=key, winner="cats"),))
    assert compare(league, AskLeagueWhatIf(), begun) == compare(league, turned)
    assert compare(league, turned, begun) == compare(league, turned)
    assert [log.head(fought.stream), log.head(season.stream)] == heads
    assert league == fought.state()


def test_the_pages_lead_from_a_season_to_its_league(fought: Years, season: Season, cast: Cast) -> None:
    one = of_season(season, cast)
    bob, carol, place = logged_in(cast.bob), logged_in(cast.carol), reverse("league-what-if", args=["long"])
    there = f"{place}?of={one.pk}"
    assert there in bob.get(reverse("scenario", args=[season.stream, one.pk])).content.decode()
    assert f"?of={one.pk}" in bob.get(place).content.decode()
    assert f"?of={one.pk}" not in carol.get(place).content.decode()
    page = bob.get(there).content.decode()
    assert "If she had won" in page
    standings, ratings = page.partition('id="rated"')[::2]
    assert standings.count("▲") == ratings.count("▲") == 1
    assert "cats" in standings.casefold()
    assert "carol" in ratings
    assert bob.post(there, {"id": "x", "given": "{}"}).content.decode().count("▲") == 2
    for reader in (carol, Client()):
        assert reader.get(there).status_code == 404
    assert bob.get(f"{place}?of=moon").status_code == 404


def test_no_scenario_leads_into_a_season_one_may_not_read(fought: Years, season: Season, cast: Cast) -> None:
    one = of_season(season, cast, readers="link")
    there = f"{reverse('league-what-if', args=['long'])}?of={one.pk}"
    assert Client().get(there).status_code == 200
    season.desk.refresh_from_db()
    season.desk.visibility = "members"
    season.desk.save()
    assert Client().get(there).status_code == 404
    assert logged_in(cast.carol).get(there).status_code == 200


def test_games_that_a_scenario_takes_away_are_gone_and_others_stay_where_they_stood(fought: Years) -> None:
    league = fought.state()
    (key,) = league.games
    campaign, _slash, _fixture = key.partition("/")
    assert with_season(league, campaign, {}).games == {}
    more = {key: league.games[key], f"{campaign}/r9-1": league.games[key]}
    assert [*with_season(league, campaign, more).games] == [*more]
    assert with_season(league, "another", {}).games == league.games


def test_a_saved_scenario_of_a_league_is_called_otherwise(fought: Years, cast: Cast) -> None:
    place, stream = reverse("league-what-if", args=["long"]), fought.stream
    one = scenarios.save(cast.bob, SavedScenario.Kind.LEAGUE, stream, "If", AskLeagueWhatIf(), "private")
    bob, carol = logged_in(cast.bob), logged_in(cast.carol)
    sent = {"change": str(one.pk), "name": "As it is", "readers": "club"}
    assert carol.post(place, sent).status_code == 404
    assert bob.post(place, sent).headers["Location"] == f"{place}?scenario={one.pk}"
    one.refresh_from_db()
    assert (one.name, one.readers) == ("As it is", "club")
    assert carol.post(place, sent).status_code == 404
    assert 'value="As it is"' in bob.get(f"{place}?scenario={one.pk}").content.decode()
    bob.post(place, {**sent, "name": " "})
    one.refresh_from_db()
    assert one.name == "As it is"
