"""What if of a league: ratings made anew with something changed; and the chances that a season takes from them."""

from __future__ import annotations

import msgspec
import pytest
from django.test import Client
from django.urls import reverse

from battles import log
from campaigns import clerk, handler
from campaigns.models import SavedScenario
from campaigns.season.rounds import OpenRound
from campaigns.season.values import Pairing
from leagues.league.players import SetProfile
from leagues.league.rating_models import expected, newcomer
from leagues.league.terms import settle_terms
from leagues.league.values import OVERALL, Rating
from leagues.league.what_if import DRAW, AskLeagueWhatIf, TurnedGame, changed, check, compare
from leagues.presenters.odds import odds
from rules.adjudicate import Who
from rules.contract import Refused
from tests.campaigns.conftest import Season
from tests.cast import Cast, logged_in
from tests.leagues.conftest import Years

pytestmark = pytest.mark.django_db


@pytest.fixture
def fought(years: Years, season: Season) -> Years:
    """Bob has beaten Carol in a battle that counts."""
    season.begin()
    years.add(season)
    season.fight()
    clerk.sweep()
    assert years.state().rated
    return years


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
