"""Given that somebody sat in for a platoon's players, then the league has the game as the season's terms say."""

from __future__ import annotations

import re
from uuid import uuid4

import pytest
from django.test import Client

from battles import handler as battle_door
from campaigns import clerk, handler
from campaigns.season.musters import MusterBattle
from campaigns.season.people import HandOver
from campaigns.season.results import Adjudicate
from campaigns.season.rounds import OpenRound
from campaigns.season.substitutes.naming import Substitute
from campaigns.season.values import Forces, Pairing
from leagues.league.metrics import thrown_for
from leagues.league.values import Game, Side, SideLuck
from leagues.models import LeagueGame, LeagueMachine
from rules.reports import Confirm
from rules.stream.revision.reports import Correct
from tests.campaigns.conftest import Season
from tests.cast import Cast
from tests.leagues.conftest import Years

pytestmark = pytest.mark.django_db


def played(years: Years, season: Season, game: str) -> str:
    """Dave sits in for Bob's bears, who win; the clerk reports it."""
    season.desk.terms |= {"substitutes": "accepted", "substitute_game": game, "round_days": 0}
    season.desk.save()
    season.begin()
    years.add(season)
    season.report(season.organiser, OpenRound(deadline="", pairings=(Pairing(home="bears", away="cats"),)))
    dave = str(season.cast.dave.pk)
    season.report(season.organiser, Substitute(fixture="r1-1", platoon="bears", person=dave, reason="Bob is ill"))
    return fought(season)


def fought(season: Season) -> str:
    battle, sides = str(uuid4()), {"north": Forces(platoon="bears"), "south": Forces(platoon="cats")}
    said = MusterBattle(battle=battle, fixture="r1-1", sides=sides)
    handler.muster_battle(season.stream, str(uuid4()), said, season.organiser, "page")
    season.win(battle)
    for side in ("north", "south"):
        position, digest = battle_door.state(battle).fought
        season.play(battle, Confirm(side=side, position=position, digest=digest))
    clerk.sweep()
    return battle


def record() -> dict[str, tuple[str, int, str, str]]:
    """By player: the result, whether it is rated, who sat in for them or for whom they did."""
    found = {}
    for one in LeagueGame.objects.order_by("player"):
        found[one.player] = (one.result, int(one.rating is not None), one.substitute, one.platoon_of)
    return found


@pytest.mark.parametrize("game", ["own", "substitute", "nobody"])
def test_the_game_is_whose_the_terms_say(years: Years, season: Season, cast: Cast, game: str) -> None:
    played(years, season, game)
    bob, carol, dave = (str(one.pk) for one in (cast.bob, cast.carol, cast.dave))
    wanted = {
        "own": {bob: ("won", 1, dave, ""), carol: ("lost", 1, "", "")},
        "substitute": {dave: ("won", 1, "", f'["{bob}"]'), carol: ("lost", 1, "", "")},
        "nobody": {carol: ("lost", 0, "", "")},
    }
    assert record() == wanted[game]
    assert {one.player for one in LeagueMachine.objects.filter(machine__contains="bears")} == {bob}
    # neither a platoon that is handed over nor a ruling on the result changes whose it was
    season.report(season.organiser, HandOver(platoon="bears", players=(carol,), reason="Moved away"))
    season.report(season.organiser, Adjudicate(fixture="r1-1", winner="cats", reason="They swapped the sheets"))
    clerk.sweep()
    turned = {player: ("lost" if one[0] == "won" else "won", *one[1:]) for player, one in wanted[game].items()}
    assert record() == turned
    page = Client()
    page.force_login(cast.alice)
    told = page.get(f"/leagues/long/players/{carol}/").content.decode()
    assert ("a substitute" in told) is (game == "nobody")
    if game == "substitute":
        assert "for the platoon of" in page.get(f"/leagues/long/players/{dave}/").content.decode()
    if game == "own":
        assert re.search("played by .{0,60}dave", page.get(f"/leagues/long/players/{bob}/").content.decode(), re.S)


def test_a_substitute_that_is_struck_from_the_log_gives_the_game_back(years: Years, season: Season, cast: Cast) -> None:
    played(years, season, "substitute")
    rows = handler.replay(season.stream)[2]
    at = next(row.position for row in rows if row.command_type == "Substitute")
    season.report(season.organiser, Correct(position=at, how="strike", reason="Bob played it himself"))
    clerk.sweep()
    bob, carol = str(cast.bob.pk), str(cast.carol.pk)
    assert {player: (one[0], one[2], one[3]) for player, one in record().items()} == {
        bob: ("won", "", ""),
        carol: ("lost", "", ""),
    }


@pytest.mark.parametrize(("players", "whose"), [(("bob",), "bob"), (("dave",), "dave"), ((), "")])
def test_luck_follows_the_game(players: tuple[str, ...], whose: str) -> None:
    side = Side(players=players, result="won", platoon="bears", substitute="dave", own=("bob",))
    luck = SideLuck(platoon="bears", player="bob")
    assert thrown_for(Game(key="x/y", sides=(side,)), luck) == whose
    plain = Side(players=("carol",), result="won", platoon="bears")
    assert thrown_for(Game(key="x/y", sides=(plain,)), luck) == "bob"
