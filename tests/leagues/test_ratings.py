"""Ratings: those of the library on the same games in the same order, and all of them anew where one has changed."""

from __future__ import annotations

import time
from random import Random
from typing import Any

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st
from openskill.models import PlackettLuce

from leagues.league.ratings import foreseen
from leagues.league.values import Game, Side
from tests.leagues.book import Book, game
from tests.length import examples

PLAYERS = [f"player-{n}" for n in range(6)]
PAIRS = st.lists(st.sampled_from(PLAYERS), min_size=2, max_size=2, unique=True)
GAMES = st.lists(st.tuples(PAIRS, st.booleans()), min_size=1, max_size=30)


def by_the_library(games: list[tuple[str, str, bool]]) -> dict[str, tuple[float, float]]:
    """The naive way: never rounded."""
    model = PlackettLuce()
    found: dict[str, Any] = {}
    for one, other, drawn in games:
        teams = [[found.setdefault(one, model.rating())], [found.setdefault(other, model.rating())]]
        (now,), (then,) = model.rate(teams, ranks=[1, 1] if drawn else [1, 2])
        found |= {one: now, other: then}
    return {player: (one.mu, one.sigma) for player, one in found.items()}


@given(GAMES)
@settings(max_examples=examples(20), deadline=None)
def test_ratings_are_the_library_s(games: list[tuple[list[str], bool]]) -> None:
    book = Book()
    one = book.season(1)
    for n, ((winner, loser), drawn) in enumerate(games):
        book.reported(one, game(one, n, winner, loser, drawn))
    mine = {player: (r.mean / 1e6, r.doubt / 1e6) for player, r in book.league.current("").items()}
    for player, (mu, sigma) in by_the_library([(a, b, drawn) for (a, b), drawn in games]).items():
        assert mine[player] == pytest.approx((mu, sigma), abs=1e-4)


@given(GAMES, st.data())
@settings(max_examples=examples(20), deadline=None)
def test_a_corrected_result_gives_the_ratings_of_who_knew_it_from_the_start(
    games: list[tuple[list[str], bool]], data: st.DataObject
) -> None:
    wrong = data.draw(st.integers(0, len(games) - 1))
    book, right = Book(), Book()
    one = book.season(1)
    right.season(1)
    for n, ((winner, loser), drawn) in enumerate(games):
        ends = (loser, winner) if n == wrong else (winner, loser)
        book.reported(one, game(one, n, *ends, drawn))
        right.reported(one, game(one, n, winner, loser, drawn))
    (winner, loser), drawn = games[wrong]
    book.reported(one, game(one, wrong, winner, loser, drawn))
    assert book.league.ratings == right.league.ratings


@given(GAMES, st.data())
@settings(max_examples=examples(15), deadline=None)
def test_what_a_game_would_change_is_what_it_then_changes(
    games: list[tuple[list[str], bool]], data: st.DataObject
) -> None:
    """One more game, or one that was reported otherwise."""
    book = Book()
    one = book.season(1)
    for n, ((winner, loser), drawn) in enumerate(games):
        book.reported(one, game(one, n, winner, loser, drawn))
    (winner, loser), at = data.draw(PAIRS), data.draw(st.integers(0, len(games)))
    before, then = book.league.current(""), game(one, at, winner, loser)
    told = foreseen(book.league, then)[""]
    book.reported(one, then)
    after = book.league.current("")
    assert {player: one.then for player, one in told.items()} == {
        player: rating for player, rating in after.items() if before.get(player) != rating
    }
    assert all(one.now == before.get(player) for player, one in told.items())


def test_teams_and_three_sides_are_rated_and_nobody_against_themselves() -> None:
    book = Book()
    one = book.season(1)
    sides = (
        Side(players=("bob", "carol"), result="won"),
        Side(players=("dave",), result="drawn"),
        Side(players=("erin", "bob"), result="lost"),
    )
    for rating in ("plackett-luce", "elo"):
        book = Book(rating=rating)
        one = book.season(1)
        book.reported(one, Game(key=f"{one}/r1-1", how="fought", sides=sides))
        now = book.league.current("")
        assert {*now} == {"carol", "dave", "erin"}
        assert now["carol"].mean > now["dave"].mean > now["erin"].mean


def met(campaign: str, n: int, players: list[str]) -> Game:
    return game(campaign, n, players[0], players[1])


def test_two_thousand_games_are_rated_anew_within_two_seconds() -> None:
    """A result of season 1 that was wrong, with ten seasons of forty players on it. By its CPU time."""
    chance, book = Random(7), Book()
    everyone = [f"player-{n}" for n in range(40)]
    for season in range(1, 11):
        one = book.season(season)
        book.reported(one, *(met(one, n, chance.sample(everyone, 2)) for n in range(200)))
        book.league.seasons[-1].closed = True
    first = book.league.games[book.league.rated[0]]
    one = first.key.partition("/")[0]
    players = [side.players[0] for side in first.sides]
    begun = time.process_time()
    book.reported(one, game(one, 0, players[1], players[0]))
    assert time.process_time() - begun < 2
    assert len(book.league.ratings) == 2000
