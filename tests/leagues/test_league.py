"""A league by its own log: given events, when a command, then events."""

from __future__ import annotations

import pytest

from leagues import league as leagues
from leagues.league.divisions import DivisionsSet, MovePlayer, SetDivisions
from leagues.league.opening import Found, SetTerms
from leagues.league.players import ProfileSet, SetProfile
from leagues.league.ratings import Rated
from leagues.league.results import ReportResults, ResultsReported
from leagues.league.season_end import CloseLeagueSeason, LeagueSeasonClosed
from leagues.league.seasons import AddCampaign, CampaignAdded
from leagues.league.values import CampaignFacts, Division, Game, Move, Title
from rules.contract import Command, Refused
from rules.stream.decider import Who
from rules.stream.revision.reports import Correct, Declare, Resolve, Undo
from tests.leagues.book import ALICE, BOB, CAROL, CLUB, PREMIER, SECOND, Book, campaign, game, ranked


def refused(book: Book, command: Command, who: Who = ALICE) -> Refused:
    with pytest.raises(Refused) as caught:
        book.told(command, who)
    return caught.value


def test_only_an_organiser_founds_a_league_and_only_once() -> None:
    book = Book()
    assert refused(book, Found(name="Another", club=CLUB)).rule == "league"
    command = Found(name="Twins", club=CLUB, divisions=(PREMIER, Division(key="other", name="PREMIER")))
    with pytest.raises(Refused) as caught:
        Book(*command.divisions)
    assert caught.value.field == "divisions"


def test_a_campaign_begins_a_season_and_another_division_joins_it() -> None:
    book = Book(PREMIER, SECOND)
    book.season(1, "premier", title="Spring")
    assert refused(book, AddCampaign(campaign=campaign(2), facts=facts(), division="second")).field == "season"
    book.season(2, "second", season=1)
    (season,) = book.league.seasons
    assert (season.number, season.title, [one.division for one in season.campaigns.values()]) == (
        *(1, "Spring"),
        ["premier", "second"],
    )
    assert (
        refused(book, AddCampaign(campaign=campaign(3), season=1, division="second", facts=facts())).field == "division"
    )


def facts(**more: bool) -> CampaignFacts:
    return CampaignFacts(name="Autumn", system="tanks", **{"found": True, "ours": True} | more)


@pytest.mark.parametrize(
    ("command", "field"),
    [
        (AddCampaign(campaign=campaign(9), facts=facts(found=False)), "campaign"),
        (AddCampaign(campaign=campaign(9), facts=facts(ours=False)), "campaign"),
        (AddCampaign(campaign=campaign(9), facts=facts(test=True)), "campaign"),
        (AddCampaign(campaign=campaign(9), facts=facts(elsewhere=True)), "campaign"),
        (AddCampaign(campaign=campaign(1), season=1, facts=facts()), "campaign"),
        (AddCampaign(campaign=campaign(9), season=4, facts=facts()), "season"),
        (AddCampaign(campaign=campaign(9), season=1, facts=facts()), "season"),
        (AddCampaign(campaign=campaign(9), division="x", season=1, facts=facts()), "division"),
    ],
)
def test_a_campaign_that_cannot_join_is_refused_naming_the_field(command: AddCampaign, field: str) -> None:
    book = Book()
    book.season(1)
    assert refused(book, command).field == field


def test_results_bring_players_and_ratings_and_those_of_a_test_of_strength_alone() -> None:
    book = Book()
    one = book.season(1)
    first = game(one, 1, "bob", "carol")
    told = book.reported(one, first, game(one, 2, "carol", "dave", how="walkover"), enlisted=["erin"])
    assert told[0] == ResultsReported(
        campaign=one,
        season=1,
        position=1,
        digest="0" * 64,
        games=(first, game(one, 2, "carol", "dave", how="walkover")),
        joined=("erin", "bob", "carol", "dave"),
    )
    (rated,) = told[1:]
    assert isinstance(rated, Rated)
    assert (rated.since, rated.games) == (0, (first.key,))
    assert {*rated.after[0]} == {"", "tanks"}
    assert book.league.current("")["bob"].mean > book.league.current("")["carol"].mean


def test_the_same_report_again_says_nothing_new_and_an_older_one_is_refused() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    assert [type(event) for event in book.reported(one, game(one, 1, "bob", "carol"))] == [ResultsReported]
    late = ReportResults(campaign=one, position=1, digest="0" * 64)
    assert refused(book, late, Who("clerk", referee=True)).field == "position"
    assert refused(book, late).code == "not-yours"


def test_a_result_that_is_taken_back_is_rated_no_more() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"), game(one, 2, "carol", "dave"))
    before = book.league.current("")
    book.reported(one, Game(key=f"{one}/r1-1"))
    assert book.league.rated == [f"{one}/r1-2"]
    assert "bob" not in book.league.current("")
    book.reported(one, game(one, 1, "bob", "carol"))
    assert (book.league.rated, book.league.current("")) == ([f"{one}/r1-1", f"{one}/r1-2"], before)


def test_a_season_closes_with_titles_promotion_and_relegation() -> None:
    book = Book(PREMIER, SECOND)
    top, low = book.season(1, "premier"), book.season(2, "second", season=1)
    assert refused(book, CloseLeagueSeason(season=1)).field == "season"
    book.reported(top, places=ranked("bob", "carol", "dave"), enlisted=["bob", "carol", "dave"])
    book.reported(low, places=ranked("erin", "frank"), enlisted=["erin", "frank"])
    assert book.told(CloseLeagueSeason(season=1)) == [
        LeagueSeasonClosed(
            season=1,
            titles=(Title(player="bob", division="premier"), Title(player="erin", division="second")),
            moves=(Move(player="dave", division="second"), Move(player="erin", division="premier")),
        )
    ]
    assert {key: one.division for key, one in book.league.players.items()} == {
        "bob": "premier",
        "carol": "premier",
        "dave": "second",
        "erin": "premier",
        "frank": "second",
    }


def test_in_a_small_division_nobody_moves_both_ways() -> None:
    book = Book(PREMIER, SECOND, Division(key="third", name="Third"), up=2, down=2)
    middle = book.season(1, "second")
    book.reported(middle, places=ranked("bob", "carol", "dave"), enlisted=["bob", "carol", "dave"])
    (closed,) = book.told(CloseLeagueSeason(season=1))
    assert isinstance(closed, LeagueSeasonClosed)
    assert {one.player: one.division for one in closed.moves} == {"bob": "premier", "carol": "premier", "dave": "third"}


def test_an_organiser_says_who_moves_and_nobody_moves_to_nowhere() -> None:
    book = Book(PREMIER, SECOND)
    book.reported(book.season(1, "premier"), places=ranked("bob", "carol"), enlisted=["bob", "carol"])
    nowhere = CloseLeagueSeason(season=1, moves=(Move(player="bob", division="third"),))
    assert refused(book, nowhere).field == "moves"
    book.told(CloseLeagueSeason(season=1, moves=()))
    assert book.league.players["carol"].division == "premier"


def test_a_division_in_use_stays() -> None:
    book = Book(PREMIER, SECOND)
    book.reported(book.season(1, "premier"), enlisted=["bob"])
    assert refused(book, SetDivisions(divisions=(SECOND,), reason="Smaller")).field == "divisions"
    assert book.told(SetDivisions(divisions=(PREMIER,), reason="Smaller")) == [
        DivisionsSet(divisions=(PREMIER,), reason="Smaller")
    ]


def test_how_players_are_shown_is_theirs_to_say() -> None:
    book = Book()
    book.reported(book.season(1), enlisted=["bob", "carol"])
    assert book.told(SetProfile(player="bob", alias="Desert Fox"), BOB) == [
        ProfileSet(player="bob", alias="Desert Fox")
    ]
    assert refused(book, SetProfile(player="bob", hidden=True), CAROL).code == "not-yours"
    assert refused(book, SetProfile(player="carol", alias="desert fox"), CAROL).field == "alias"


def test_other_terms_of_ratings_make_all_of_them_anew() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"), game(one, 2, "bob", "carol", how="walkover"))
    assert len(book.league.rated) == 1
    book.told(SetTerms(terms={"rating": "elo", "rates": "all"}, reason="As in chess"))
    assert (
        book.league.current("")["bob"].mean == 1_500_000_000 + 16_000_000 + 14_530_498
    )  # of 32: what was not expected
    assert len(book.league.rated) == 2


def test_an_undo_takes_back_one_report_and_what_followed_is_decided_again() -> None:
    book = Book(PREMIER, SECOND)
    one = book.season(1, "premier")
    book.reported(one, game(one, 1, "bob", "carol"), places=ranked("bob", "carol"))
    book.told(CloseLeagueSeason(season=1))
    closed = next(row.position for row in book.rows if row.type == "CloseLeagueSeason")
    book.told(MovePlayer(player="bob", division="second", reason="A year abroad"))
    moved = book.league.players["carol"].division
    book.told(Undo(position=closed, reason="Too early"))
    assert not book.league.seasons[0].closed
    assert (moved, book.league.players["carol"].division) == ("second", "premier")
    assert book.league.players["bob"].division == "second"
    assert book.league.current("")["bob"].games == 1


def test_undo_then_redo_is_identity() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    book.told(SetProfile(player="bob", alias="Fox"))
    players = {key: (one.alias, one.since) for key, one in book.league.players.items()}
    book.told(Undo(position=len(book.rows), reason="Oops"))
    assert book.league.players["bob"].alias == ""
    book.told(Undo(position=book.league.redo, reason="It was right"))
    assert {key: (one.alias, one.since) for key, one in book.league.players.items()} == players


def test_what_the_clerk_reports_is_corrected_in_the_campaign() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    row = next(row.position for row in book.rows if row.type == "ReportResults")
    assert refused(book, Undo(position=row, reason="Wrong")).field == "position"
    assert refused(book, Correct(position=row, how="strike", reason="Wrong")).field == "position"


def test_a_campaign_that_is_taken_back_takes_its_results_and_ratings_with_it() -> None:
    book = Book()
    one = book.season(1)
    row = len(book.rows)
    book.reported(one, game(one, 1, "bob", "carol"))
    book.told(Undo(position=row, reason="Another league's"))
    assert (book.league.seasons, book.league.games, book.league.rated) == ([], {}, [])


def test_only_organisers_mend_and_divisions_can_be_declared() -> None:
    book = Book(PREMIER, SECOND)
    book.reported(book.season(1, "premier"), enlisted=["bob"])
    declare = Declare(facts={"players.bob.division": "second"}, reason="As agreed")
    assert refused(book, declare, BOB).code == "not-yours"
    book.told(declare)
    assert book.league.players["bob"].division == "second"
    assert refused(book, Declare(facts={"players.bob.division": "tenth"}, reason="No")).field.startswith("facts")


def test_a_corrected_row_that_no_longer_fits_waits_as_an_open_item() -> None:
    book = Book(PREMIER, SECOND)
    book.reported(book.season(1, "premier"), enlisted=["bob"])
    book.told(SetDivisions(divisions=(PREMIER, SECOND, Division(key="third", name="Third")), reason="More of us"))
    row = len(book.rows)
    book.told(MovePlayer(player="bob", division="third", reason="New"))
    book.told(Undo(position=row, reason="Not yet"))
    (item,) = book.league.items or book.league.waiting
    book.told(Resolve(position=item, how="strike"))
    assert not book.league.items


def test_the_choices_are_what_is_decided() -> None:
    """What is offered names commands that exist; who rules nothing is offered their own profile alone."""
    book = Book(PREMIER, SECOND)
    book.reported(book.season(1, "premier"), enlisted=["bob", "carol"])
    assert {one.command for one in leagues.legal(book.league, BOB)} == {"SetProfile"}
    assert {one.command for one in leagues.legal(book.league, ALICE)} >= {"SetTerms", "AddCampaign", "MovePlayer"}
    assert not list(leagues.legal(book.league, None))


def test_every_added_event_is_told_in_a_sentence() -> None:
    book = Book(PREMIER, SECOND)
    one = book.season(1, "premier")
    book.reported(one, game(one, 1, "bob", "carol"), places=ranked("bob", "carol"))
    book.told(CloseLeagueSeason(season=1))
    for row in book.rows:
        assert leagues.narrate(book.league, row.event).singular
    assert isinstance(book.rows[1].event, CampaignAdded)
