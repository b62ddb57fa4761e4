"""Teams of a league by its own log: who forms them, who plays for whom in which season, and what that comes to."""

from __future__ import annotations

import pytest

from leagues import league as leagues
from leagues.league.decider import LEAGUES
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.team_players import LeaveTeam, LetGo, PlayerLeftTeam, PlayerTakenIn, TakeIn
from leagues.league.team_table import records
from leagues.league.teams import ChangeTeam, EndTeam, FormTeam, NameCaptain, TeamEnded, TeamFormed
from leagues.league.values import Game, Side
from rules.contract import Command, Message, Refused
from rules.stream.decider import Who
from rules.stream.revision.reports import Undo
from tests.leagues.book import ALICE, BOB, CAROL, Book, game, ranked

WHY = "So they agreed"


@pytest.fixture
def book() -> Book:
    """A first season under way that nobody has played in yet: Bob is captain of the Foxes, Carol of the Owls."""
    book = Book()
    book.one = book.season(1)  # type: ignore[attr-defined]
    book.reported(first(book), enlisted=["bob", "carol", "dave", "erin"])
    for key, name, captain in (("foxes", "The Foxes", "bob"), ("owls", "The Owls", "carol")):
        book.told(FormTeam(team=key, name=name, captain=captain))
    return book


def first(book: Book) -> str:
    return str(book.one)  # type: ignore[attr-defined]


def refused(book: Book, command: Command, who: Who = ALICE) -> Refused:
    with pytest.raises(Refused) as caught:
        book.told(command, who)
    return caught.value


def table(book: Book, season: int) -> list[tuple[str, int, int, int, int, int, int]]:
    return [
        (one.team, one.rank, one.played, one.won, one.drawn, one.lost, one.points)
        for one in records(book.league)
        if one.season == season
    ]


def close(book: Book, campaign: str, number: int, *players: str) -> None:
    book.reported(campaign, places=ranked(*players))
    book.told(CloseLeagueSeason(season=number))


def test_an_organiser_forms_a_team_and_its_captain_is_its_first_player(book: Book) -> None:
    assert book.told(FormTeam(team="bears", name="Bears", colour="#2f6f4e", captain="dave")) == [
        TeamFormed(team="bears", name="Bears", season=1, colour="#2f6f4e", captain="dave"),
        PlayerTakenIn(team="bears", player="dave", since=1),
    ]
    assert book.league.teams["bears"].players == ["dave"]


@pytest.mark.parametrize(
    ("command", "who", "field"),
    [
        (FormTeam(team="bears", name="Bears"), BOB, "by"),
        (FormTeam(team="foxes", name="Bears"), ALICE, "team"),
        (FormTeam(team="bears", name="THE FOXES"), ALICE, "name"),
        (FormTeam(team="bears", name="Bears", captain="carol"), ALICE, "captain"),
        (FormTeam(team="bears", name="Bears", captain="nobody"), ALICE, "captain"),
        (ChangeTeam(team="foxes", name="The Owls", reason=WHY), ALICE, "name"),
        (ChangeTeam(team="foxes", name="The Foxes", reason=WHY), ALICE, "name"),
        (ChangeTeam(team="foxes", name="Bears", reason=WHY), BOB, "by"),
        (ChangeTeam(team="bears", name="Bears", reason=WHY), ALICE, "team"),
        (NameCaptain(team="foxes", captain="carol", reason=WHY), ALICE, "captain"),
        (NameCaptain(team="foxes", captain="bob", reason=WHY), ALICE, "captain"),
        (NameCaptain(team="foxes", captain="bob", reason=WHY), BOB, "by"),
        (EndTeam(team="foxes", reason=WHY), BOB, "by"),
        (TakeIn(team="foxes", player="dave"), CAROL, "by"),
        (TakeIn(team="foxes", player="carol"), BOB, "player"),
        (TakeIn(team="foxes", player="nobody"), BOB, "player"),
        (TakeIn(team="foxes", player="dave", season=1), BOB, "season"),
        (TakeIn(team="foxes", player="dave", season=2), ALICE, "season"),
        (LetGo(team="owls", player="carol", reason=WHY), BOB, "by"),
        (LetGo(team="foxes", player="dave", reason=WHY), BOB, "player"),
        (LeaveTeam(player="bob"), CAROL, "player"),
        (LeaveTeam(player="bob"), ALICE, "player"),
        (LeaveTeam(player="dave"), Who("dave"), "player"),
    ],
)
def test_what_cannot_be_is_refused_naming_the_field(book: Book, command: Command, who: Who, field: str) -> None:
    assert refused(book, command, who).field == field


def test_a_captain_takes_players_in_and_lets_them_go(book: Book) -> None:
    assert book.told(TakeIn(team="foxes", player="dave"), BOB) == [PlayerTakenIn(team="foxes", player="dave", since=1)]
    assert refused(book, TakeIn(team="owls", player="dave"), CAROL).field == "player"
    book.told(LetGo(team="foxes", player="dave", reason=WHY), BOB)
    assert book.league.teams["foxes"].players == ["bob"]
    assert [stay.player for stay in book.league.teams["foxes"].stays] == ["bob"]  # he has never played for it
    book.told(TakeIn(team="owls", player="dave"), CAROL)
    assert book.league.teams["owls"].had("dave", 1)


def test_a_captain_who_leaves_is_captain_no_more(book: Book) -> None:
    book.told(LeaveTeam(player="bob"), BOB)
    assert book.league.teams["foxes"].captain == ""
    assert refused(book, TakeIn(team="foxes", player="dave"), BOB).code == "not-yours"
    book.told(TakeIn(team="foxes", player="dave"))
    book.told(NameCaptain(team="foxes", captain="dave", reason=WHY))
    book.told(TakeIn(team="foxes", player="erin"), Who("dave"))


def test_an_earlier_season_keeps_who_played_for_whom(book: Book) -> None:
    one = first(book)
    book.reported(one, game(one, 1, "bob", "carol"), game(one, 2, "bob", "dave", drawn=True))
    assert book.told(LeaveTeam(player="bob"), BOB) == [PlayerLeftTeam(team="foxes", player="bob", until=1)]
    assert book.told(TakeIn(team="owls", player="bob"), CAROL) == [PlayerTakenIn(team="owls", player="bob", since=2)]
    assert table(book, 1) == [("foxes", 1, 2, 1, 1, 0, 0), ("owls", 2, 1, 0, 0, 1, 0)]
    close(book, one, 1, "bob", "carol")
    two = book.season(2)
    book.reported(two, game(two, 1, "bob", "carol"))
    assert table(book, 1) == [("foxes", 1, 2, 1, 1, 0, 0), ("owls", 2, 1, 0, 0, 1, 0)]
    assert table(book, 2) == [("owls", 1, 2, 1, 0, 1, 0)]


def test_nobody_brings_a_team_what_they_have_played_without_it(book: Book) -> None:
    one = first(book)
    book.reported(one, game(one, 1, "dave", "erin"))
    assert book.told(TakeIn(team="foxes", player="dave"), BOB) == [PlayerTakenIn(team="foxes", player="dave", since=2)]
    assert table(book, 1)[0][:3] == ("foxes", 1, 0)
    book.told(LetGo(team="foxes", player="dave", reason=WHY), BOB)
    assert not book.league.teams["foxes"].had("dave", 2)
    book.told(TakeIn(team="foxes", player="dave", season=1))  # an organiser may have it otherwise
    assert table(book, 1)[0][:4] == ("foxes", 1, 1, 1)


def test_a_season_that_was_played_for_one_team_is_not_named_for_another(book: Book) -> None:
    one = first(book)
    book.reported(one, game(one, 1, "bob", "dave"))
    book.told(LeaveTeam(player="bob"), BOB)
    assert refused(book, TakeIn(team="owls", player="bob", season=1)).field == "season"


def test_between_seasons_one_leaves_after_the_last_and_comes_before_the_next(book: Book) -> None:
    one = first(book)
    book.reported(one, game(one, 1, "bob", "carol"))
    close(book, one, 1, "bob", "carol")
    assert book.told(LeaveTeam(player="bob"), BOB) == [PlayerLeftTeam(team="foxes", player="bob", until=1)]
    assert book.told(TakeIn(team="owls", player="bob"), CAROL) == [PlayerTakenIn(team="owls", player="bob", since=2)]
    assert book.told(LeaveTeam(player="bob"), BOB) == [PlayerLeftTeam(team="owls", player="bob", until=1)]
    assert book.told(TakeIn(team="owls", player="bob"), CAROL) == [PlayerTakenIn(team="owls", player="bob", since=2)]


def test_two_of_a_team_on_one_side_are_one_game_and_on_two_sides_two(book: Book) -> None:
    one = first(book)
    book.told(TakeIn(team="foxes", player="dave"), BOB)
    together = Game(
        key=f"{one}/r1-1",
        how="fought",
        sides=(
            Side(players=("bob", "dave"), result="won", points=7),
            Side(players=("carol", "erin"), result="lost", points=3),
        ),
    )
    book.reported(one, together, game(one, 2, "bob", "dave"))
    assert table(book, 1) == [("foxes", 1, 3, 2, 0, 1, 7), ("owls", 2, 1, 0, 0, 1, 3)]


def test_equal_teams_share_a_rank_and_titles_are_their_players(book: Book) -> None:
    one = first(book)
    book.reported(one, game(one, 1, "bob", "carol", drawn=True))
    assert [(one.team, one.rank) for one in records(book.league)] == [("foxes", 1), ("owls", 1)]
    close(book, one, 1, "carol", "bob")
    assert [(one.team, one.titles) for one in records(book.league)] == [("foxes", 0), ("owls", 1)]


def test_a_team_ends_and_what_it_has_played_stays(book: Book) -> None:
    one = first(book)
    book.told(TakeIn(team="foxes", player="dave"), BOB)
    book.reported(one, game(one, 1, "bob", "carol"))
    assert book.told(EndTeam(team="foxes", reason=WHY)) == [
        TeamEnded(team="foxes", until={"bob": 1, "dave": 0}, reason=WHY)
    ]
    assert refused(book, TakeIn(team="foxes", player="dave")).field == "team"
    assert table(book, 1)[0] == ("foxes", 1, 1, 1, 0, 0, 0)
    book.told(FormTeam(team="new-foxes", name="The Foxes", captain="bob"))
    assert book.league.teams["new-foxes"].stays[0].since == 2
    assert refused(book, FormTeam(team="foxes", name="Others")).field == "team"


def test_an_undo_takes_back_that_report_alone(book: Book) -> None:
    formed = next(row.position for row in book.rows if row.type == "FormTeam")
    book.told(TakeIn(team="owls", player="dave"), CAROL)
    book.told(TakeIn(team="foxes", player="erin"), BOB)
    book.told(Undo(position=formed, reason=WHY))
    assert set(book.league.teams) == {"owls"}
    assert book.league.teams["owls"].players == ["carol", "dave"]
    assert book.league.items or book.league.waiting  # whom nobody can take in any more
    book.told(Undo(position=book.league.redo, reason=WHY))
    assert book.league.teams["foxes"].players == ["bob", "erin"]


def test_everybody_is_offered_what_is_theirs(book: Book) -> None:
    def offered(who: Who) -> set[str]:
        return {one.command for one in leagues.legal(book.league, who)} - {"SetProfile"}

    assert offered(BOB) == {"TakeIn", "LetGo", "LeaveTeam"}
    assert offered(Who("dave")) == set()
    assert offered(ALICE) >= {"FormTeam", "ChangeTeam", "EndTeam", "TakeIn", "LetGo"}
    book.told(TakeIn(team="foxes", player="dave"), BOB)
    assert offered(Who("dave")) == {"LeaveTeam"}
    assert "NameCaptain" in offered(ALICE)
    team = LEAGUES.see(book.league, None)["players.dave.team"].value
    assert isinstance(team, Message)
    assert team.text() == "The Foxes"


def test_every_event_is_told_in_a_sentence(book: Book) -> None:
    book.told(TakeIn(team="foxes", player="dave"), BOB)
    book.told(NameCaptain(team="foxes", captain="dave", reason=WHY))
    book.told(ChangeTeam(team="foxes", name="Old Foxes", reason=WHY))
    book.told(LetGo(team="foxes", player="bob", reason=WHY))
    book.told(LeaveTeam(player="dave"), Who("dave"))
    book.told(EndTeam(team="foxes", reason=WHY))
    told = [leagues.narrate(book.league, row.event).text() for row in book.rows][2:]
    assert "A team is formed: The Foxes. Its captain is bob." in told
    assert "dave plays for Old Foxes from season 1 on." in told
    assert f"bob is let go from Old Foxes. {WHY}" in told
    assert "dave leaves Old Foxes." in told
    assert all(told)
