"""Why a figure of a league is what it is: given its log, when somebody asks, then the games and rows behind it."""

from __future__ import annotations

import pytest

from leagues.league import explain
from leagues.league.divisions import MovePlayer
from leagues.league.explain import Explanation, Step
from leagues.league.grounds import grounds_of
from leagues.league.metrics import METRICS, Span
from leagues.league.opening import SetTerms
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.values import SideLuck
from rules.contract import Refused
from rules.messages import Message
from tests.leagues.book import PREMIER, SECOND, Book, game, ranked
from tests.leagues.test_honours import deed, done, fought


def why(book: Book, of: str) -> Explanation:
    return explain.explain(book.league, [(row.position, row.event) for row in book.rows], of)


def told(step: Step) -> str:
    return " ".join(one.text() for one in step.reasons)


def as_text(value: object) -> object:
    return value.text() if isinstance(value, Message) else value


def test_each_change_of_a_rating_leads_to_its_game() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    book.reported(one, game(one, 2, "carol", "bob"))
    found = why(book, "players.bob.rating")
    first, second = found.steps
    assert (first.game, first.before, second.game) == (f"{one}/r1-1", None, f"{one}/r1-2")
    assert (second.before, second.after) == (first.after, found.fact.value)
    assert told(first).startswith("Won against carol (new).")
    assert "Lost to carol (" in told(second)
    assert book.rows[second.position - 1].event.games[-1] == f"{one}/r1-2"  # type: ignore[attr-defined]
    assert why(book, "players.bob.rating:tanks").fact.value == found.fact.value


def test_a_rating_that_is_made_anew_is_explained_by_the_row_that_did() -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    book.told(SetTerms(terms={"rating": "elo"}, reason="We know it"))
    found = why(book, "players.bob.rating")
    assert found.fact.value == found.steps[0].after == 1516
    assert found.steps[0].position == len(book.rows)


def test_a_division_is_explained_by_what_put_the_player_there() -> None:
    book = Book(PREMIER, SECOND, up=1, down=0)
    one = book.season(1, "premier")
    two = book.season(2, "second", season=1)
    book.reported(one, game(one, 1, "alice", "bob"), places=ranked("alice", "bob"))
    book.reported(two, game(two, 1, "carol", "dave"), places=ranked("carol", "dave"))
    book.told(CloseLeagueSeason(season=1))
    book.told(MovePlayer(player="carol", division="second", reason="Her wish"))
    steps = why(book, "players.carol.division").steps
    assert [as_text(one.after) for one in steps] == ["Second", "Premier", "Second"]
    assert told(steps[1]) == "It follows from season 1. Rank 1 of Campaign 2, with a score of 99."
    assert told(steps[2]) == "An organiser ruled it: Her wish"
    (title,) = why(book, "players.carol.titles").steps
    assert (title.after, title.campaign) == (1, two)
    (place,) = why(book, f"players.dave.place:{two}").steps
    assert (place.after, place.campaign) == (2, two)


def test_every_metric_is_explained_by_games_that_come_to_it() -> None:
    """Whatever is measured of anybody, its last game comes to that figure."""
    book = Book()
    one = book.season(1)
    luck = [SideLuck(platoon="bobs", player="bob", dice=20, over=2500, variance=9000)]
    crews = [deed("bob", 1, shots=3, hits=2, kills=1, damage=4), deed("bob", 2, "lost"), deed("bob", 3, "wrecked")]
    for n in range(1, 4):
        done(book, fought(one, n), *crews, deed("carol", 1), luck=luck)
    done(book, fought(one, 4, "carol", "bob"), deed("carol", 1, kills=2), deed("bob", 3))
    span = Span(book.league)
    asked = 0
    for metric in METRICS.values():
        for key, figure in metric.measure(span).items():
            grounds = grounds_of(metric.name, span, key)
            assert (grounds[-1].figure if grounds else 0) == figure, (metric.name, key)
            asked += 1
    assert asked > 40
    found = why(book, f"vehicles.{one}/bob-1.kills")
    assert (found.fact.player, found.fact.value, len(found.steps)) == ("bob", 3, 3)
    assert {each.vehicle for each in found.steps} == {"bob-1"}


def test_an_honour_is_explained_as_it_was_awarded() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob", kills=3))
    done(book, fought(one, 2), deed("bob", kills=4))
    book.reported(one, places=ranked("bob", "carol"))
    book.told(CloseLeagueSeason(season=1))
    done(book, fought(one, 3), deed("bob", kills=9))  # reported afterwards
    n = next(n for n, one in enumerate(book.league.honours[1], 1) if one.key == "ace")
    found = why(book, f"honours.1.{n}")
    assert (found.fact.value, [step.after for step in found.steps]) == (7, [3, 7, 7])
    assert told(found.steps[-1]) == "For everyone with at least 5. What counts: Kills."


@pytest.mark.parametrize(
    "of", ["", "players", "players.nobody.rating", "honours.1.99", "honours.1.0", "vehicles.x.kills"]
)
def test_what_is_no_figure_has_no_explanation(of: str) -> None:
    book = Book()
    one = book.season(1)
    book.reported(one, game(one, 1, "bob", "carol"))
    with pytest.raises(Refused):
        why(book, of)
    every = explain.facts(book.league)
    assert {"players.bob.rating", "players.carol.lost"} <= {one.of for one in every}
    assert all(why(book, one.of).fact == one for one in every)
