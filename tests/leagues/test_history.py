"""What was before: lists of results are looked at line by line, and become seasons that are marked as history."""

from __future__ import annotations

import io
import json
from pathlib import Path

import pytest
from django.contrib.auth.models import AnonymousUser
from django.core.management import CommandError, call_command

from campaigns import erasure
from leagues import handler, history
from leagues.history import Listed, Past
from leagues.league.history import ImportSeason
from leagues.league.opening import SetTerms
from leagues.models import LeagueGame, LeaguePlayer, LeagueSheet
from leagues.presenters.names import names_for
from rules.contract import Refused
from rules.stream.revision.reports import Undo
from tests.cast import Cast
from tests.leagues.book import BOB, Book, campaign, game, ranked
from tests.leagues.conftest import Years

LIST = """season,date,round,player,opponent,points,against,result
2019,2019-03-01,1,bob,Otto,3,1,won
2019,2019-03-01,1,Otto,Emil,,,½
2020,,1,OTTO,carol,0,2,
"""


def imported(**more: object) -> ImportSeason:
    id = campaign(9)
    games = (game(id, 1, "bob", "past-1", how="history"), game(id, 2, "past-1", "carol", how="history"))
    return ImportSeason(campaign=id, title="2019", games=games, names={"past-1": "Otto"}, **more)  # type: ignore[arg-type]


def test_a_season_of_before_is_closed_and_rated_only_by_the_terms() -> None:
    book = Book()
    book.told(imported(places=ranked("bob", "past-1")))
    (season,) = book.league.seasons
    assert (season.closed, [one.player for one in season.titles]) == (True, ["bob"])
    assert {key: one.name for key, one in book.league.players.items()} == {"bob": "", "past-1": "Otto", "carol": ""}
    assert book.league.rated == []
    book.told(SetTerms(terms={"rates_history": True}, reason="They count"))
    assert len(book.league.rated) == 2
    book.told(Undo(position=2, reason="Another club's"))
    assert (book.league.seasons, book.league.players, book.league.rated) == ([], {}, [])


def test_what_is_no_season_of_before_is_refused() -> None:
    book = Book()
    one = book.season(1)
    with pytest.raises(Refused, match="under way"):
        book.told(imported())
    book = Book()
    fought = ImportSeason(campaign=one, title="x", games=(game(one, 1, "bob", "carol"),))
    with pytest.raises(Refused, match="marked as history"):
        book.told(fought)
    with pytest.raises(Refused, match="no key of a game"):
        book.told(ImportSeason(campaign=one, title="x", games=(game(campaign(2), 1, "bob", "carol", how="history"),)))
    with pytest.raises(Refused, match="Only an organiser"):
        book.told(imported(), BOB)
    book.told(imported())
    with pytest.raises(Refused, match="in the league already"):
        book.told(imported())


def test_each_line_is_understood_or_says_what_would_be_right() -> None:
    wrong = LIST + "2020,,x,bob,carol,1,0,won\n2020,,1,bob,BOB,1,0,won\n2020,,1,bob,,1,0,won\n2020,,1,bob,carol,1,0,?\n"
    found = history.read(wrong, "csv")
    assert [(one.line, one.result) for one in found.games] == [(2, "won"), (3, "drawn"), (4, "lost")]
    assert [one.line for one in found.faults] == [5, 6, 7, 8]
    assert found.faults[0].what == "“x” is no number of round."
    assert all(one.remedy for one in found.faults)
    (fault,) = history.read("name,score\nbob,3\n", "csv").faults
    assert "no column player, opponent" in fault.what


def challonge(**changes: object) -> Listed:
    people = [{"participant": {"id": 7, "name": "bob", "final_rank": 1}}, {"participant": {"id": 8, "name": "Otto"}}]
    match = {"player1_id": 8, "player2_id": 7, "winner_id": 7, "scores_csv": "1-3", "round": 2, "state": "complete"}
    told = {"tournament": {"name": "Cup 2018", "participants": people, "matches": [{"match": match | changes}]}}
    return history.read(json.dumps(told), "challonge")


def test_a_tournament_of_challonge_is_read() -> None:
    found = challonge()
    assert found.games == [Past(1, "Cup 2018", 2, "Otto", "bob", 1, 3, "lost")]
    assert found.ranks == {"Cup 2018": {"bob": 1}}
    assert challonge(scores_csv="1-3,3-2,0-1").games[0][5:8] == (1, 2, "lost")
    assert challonge(winner_id=None).games[0].result == "drawn"
    assert challonge(player2_id=None).faults[0].what == "This match was not played."
    assert challonge(scores_csv="three").faults[0].what == "“three” is no score."
    for other in ("[]", "{", '{"tournament": {"name": "x"}}', '"x"', "null"):
        assert history.read(other, "challonge").faults[0].what == "This is no tournament of Challonge."


def said(*options: str) -> str:
    out = io.StringIO()
    call_command("import_history", *options, stdout=out)
    return out.getvalue()


@pytest.mark.django_db
def test_a_list_comes_in_after_a_look_at_it(years: Years, cast: Cast, tmp_path: Path) -> None:
    file = tmp_path / "before.csv"
    file.write_text(LIST, encoding="utf-8")
    told = said("long", str(file), "--by", "alice")
    assert "2: 2019, round 1: bob (known here) beat Otto (new, kept by this name), 3 : 1" in told
    told = said("long", str(file), "--by", "alice", "--despite", "--person", "Otto=carol", "--person", "Emil=out")
    assert "2: 2019, round 1: bob (known here) beat Otto (carol, known here), 3 : 1" in told
    assert "3: 2019, round 1: Otto and Emil drew, 0 : 0: left out" in told
    assert "4: ! 2020, round 1: OTTO lost to carol, 0 : 2: both names are the same player." in told
    assert not LeagueGame.objects.exists()
    assert "2 seasons" in said("long", str(file), "--by", "alice", "--write")
    otto, bob = LeaguePlayer.objects.get(name="Otto"), LeaguePlayer.objects.get(player=str(cast.bob.pk))
    assert (otto.played, otto.won, otto.drawn, otto.lost, bob.won, bob.rated) == (3, 0, 1, 2, 1, 0)
    assert {one.how for one in LeagueGame.objects.all()} == {"history"}
    with pytest.raises(CommandError, match="already"):
        said("long", str(file), "--by", "alice", "--write")
    with pytest.raises(CommandError, match="Only an organiser"):
        said("long", str(file), "--by", "bob", "--write")
    sheet = LeagueSheet.objects.get()
    assert names_for(AnonymousUser(), years.desk, sheet).name(otto.player) == "Otto"
    erasure.forget_person(cast.alice, "console", "asked for it", texts=True)
    assert not LeaguePlayer.objects.exclude(name="").exists()
    for command in (("rebuild", "--check"), ("verify",)):
        call_command(*command, stdout=io.StringIO(), stderr=io.StringIO())


@pytest.mark.django_db
def test_a_line_at_fault_stops_it_unless_it_is_left_out(years: Years, tmp_path: Path) -> None:
    file = tmp_path / "before.csv"
    file.write_text(LIST + "2020,,1,bob,,1,0,won\n", encoding="utf-8")
    with pytest.raises(CommandError, match="1 line cannot be taken in"):
        said("long", str(file), "--by", "alice", "--write")
    said("long", str(file), "--by", "alice", "--write", "--despite")
    assert len(handler.replay(years.stream)[0].seasons) == 2
