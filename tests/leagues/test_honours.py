"""Deeds, careers over seasons, and honours: given events, when a command, then events."""

from __future__ import annotations

from collections.abc import Sequence
from typing import Any

import pytest

from leagues.league import metrics
from leagues.league.deeds import DeedsReported, ReportDeeds, due, line_of
from leagues.league.divisions import SetDivisions
from leagues.league.honours import (
    HOUSE,
    AwardHonours,
    ComposeHonour,
    DropHonour,
    HonourComposed,
    HonoursAwarded,
    of_season,
)
from leagues.league.season_end import CloseLeagueSeason
from leagues.league.values import Deed, Division, Fate, Game, Honour, SideLuck
from rules.adjudicate import CLERK
from rules.contract import Event, Refused
from rules.stream.decider import Who
from tests.leagues.book import Book, game, ranked

DIGEST = "d" * 64


def fought(campaign: str, n: int, winner: str = "bob", loser: str = "carol") -> Game:
    return game(campaign, n, winner, loser, battle=f"00000000-0000-4000-9000-{n:012d}", digest=DIGEST)


def deed(player: str, n: int = 1, fate: Fate = "fit", **more: Any) -> Deed:
    return Deed(vehicle=f"{player}-{n}", platoon=f"{player}s", player=player, model="Sherman", fate=fate, **more)


def done(book: Book, one: Game, *deeds: Deed, luck: Sequence[SideLuck] = (), **names: str) -> list[Event]:
    """The clerk reports a game, and what was done in it."""
    book.reported(one.key.partition("/")[0], one)
    named = {vehicle.replace("_", "-"): name for vehicle, name in names.items()}
    command = ReportDeeds(game=one.key, digest=one.digest, deeds=deeds, luck=tuple(luck), names=named)
    return book.told(command, Who(CLERK, referee=True))


def honours(book: Book, key: str, season: int = 1) -> list[tuple[str, int]]:
    return [
        (one.machine.partition("/")[2] or one.player, one.figure)
        for one in of_season(book.league, season)
        if one.key == key
    ]


def test_deeds_are_reported_once_and_of_the_battle_as_it_was_counted() -> None:
    book = Book()
    one = fought(book.season(1), 1)
    book.reported(one.key.partition("/")[0], one)
    assert list(due(book.league)) == [one.key]
    told = done(book, one, deed("bob", kills=2), bob_1="Fury")
    assert isinstance(told[0], DeedsReported)
    assert not list(due(book.league))
    late = ReportDeeds(game=one.key, digest="e" * 64)
    with pytest.raises(Refused):
        book.told(late, Who(CLERK, referee=True))
    with pytest.raises(Refused):
        book.told(ReportDeeds(game=one.key, digest=DIGEST))


def test_a_vehicle_of_the_same_name_goes_on_in_the_next_season() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob", kills=3), deed("bob", 2), bob_1="Fury", bob_2="Lucky")
    book.reported(one, places=ranked("bob", "carol"))
    book.told(CloseLeagueSeason(season=1))
    two = book.season(2)
    done(book, fought(two, 1), deed("bob", 7, kills=2), deed("bob", 8), bob_7="Fury", bob_8="Newcomer")
    assert line_of(book.league, f"{two}/bob-7") == (f"{two}/bob-7", f"{one}/bob-1")
    assert line_of(book.league, f"{two}/bob-8") == (f"{two}/bob-8",)


def test_a_crew_that_was_kept_goes_on_under_another_name() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob"), bob_1="Fury")
    book.reported(one, places=ranked("bob", "carol"))
    book.told(CloseLeagueSeason(season=1))
    two = book.season(2)
    done(book, fought(two, 1), deed("bob", 5, was=f"{one}/bob-1"), deed("bob", 6), bob_5="Fury II", bob_6="Fury")
    assert line_of(book.league, f"{two}/bob-5") == (f"{two}/bob-5", f"{one}/bob-1")
    assert line_of(book.league, f"{two}/bob-6") == (f"{two}/bob-6",)


def test_an_ace_has_five_kills_over_the_season() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob", kills=3), deed("bob", 2, kills=4))
    assert honours(book, "ace") == []
    done(book, fought(one, 2), deed("bob", kills=2), deed("bob", 2))
    assert honours(book, "ace") == [("bob-1", 5)]
    assert honours(book, "best-day") == [("bob-2", 4)]


def test_the_longest_shot_is_one_for_each_rulebook() -> None:
    book = Book()
    divisions = (Division(key="a", name="A"), Division(key="b", name="B"))
    book.told(SetDivisions(divisions=divisions, reason="Two rulebooks"))
    tanks = book.season(1, "a")
    panzer = book.season(2, "b", "panzer_strike", 1)
    done(book, fought(tanks, 1), deed("bob", farthest=38), deed("bob", 2, farthest=40), deed("carol", farthest=40))
    done(book, fought(tanks, 2), deed("bob", farthest=12), deed("dave"))
    done(book, fought(panzer, 1), deed("erin", farthest=7), deed("erin", 2, farthest=6))
    assert honours(book, "longest-shot") == [("bob-2", 40), ("carol-1", 40), ("erin-1", 7)]


def test_a_phoenix_fights_again_after_it_was_a_wreck() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob", fate="wrecked"), deed("bob", 2, fate="damaged"))
    done(book, fought(one, 2), deed("bob"), deed("bob", 2))
    assert honours(book, "phoenix") == [("bob-1", 1)]


def test_the_last_survivor_is_all_that_is_left_of_three() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob"), deed("bob", 2, "lost"), deed("bob", 3, "wrecked"), deed("carol"))
    assert honours(book, "last-survivor") == [("bob-1", 1)]


def test_a_giant_killer_beats_who_stood_far_above() -> None:
    book = Book()
    one = book.season(1)
    for n in range(4):
        done(book, fought(one, n, "bob", "dave"))
    done(book, fought(one, 5, "erin", "dave"))
    done(book, fought(one, 6, "dave", "bob"))
    ((who, gap),) = honours(book, "giant-killer")
    ratings = book.league.ratings[-2][""]
    assert who == "dave"
    assert gap > 200
    assert ratings


def test_luck_is_of_many_dice_and_has_two_ends() -> None:
    book = Book()
    one = book.season(1)
    lucky = SideLuck(platoon="bobs", player="bob", dice=40, over=6000, variance=9000)
    unlucky = SideLuck(platoon="carols", player="carol", dice=40, over=-6000, variance=9000)
    few = SideLuck(platoon="daves", player="dave", dice=5, over=4000, variance=1000)
    done(book, fought(one, 1), luck=[lucky, unlucky, few])
    assert metrics.METRICS["luck"].measure(metrics.Span(book.league)) == {"bob": 200, "carol": -200}
    assert (honours(book, "luckiest"), honours(book, "unluckiest")) == ([("bob", 200)], [("carol", -200)])


def test_whoever_is_equal_is_honoured_alike() -> None:
    book = Book()
    one = book.season(1)
    for n, (winner, loser) in enumerate([("bob", "dave"), ("carol", "dave")] * 3):
        book.reported(one, fought(one, n, winner, loser))
    assert honours(book, "streak") == [("bob", 3), ("carol", 3)]


def test_honours_are_awarded_as_a_season_closes_and_stay_what_they_were() -> None:
    book = Book()
    one = book.season(1)
    first = fought(one, 1)
    done(book, first, deed("bob", kills=6))
    book.reported(one, places=ranked("bob", "carol"))
    awarded = book.told(CloseLeagueSeason(season=1))[-1]
    assert isinstance(awarded, HonoursAwarded)
    assert Honour(key="ace", player="bob", machine=f"{one}/bob-1", figure=6) in awarded.honours
    done(book, msg(first, "e" * 64), deed("bob", kills=1))
    assert book.league.honours[1] == awarded.honours
    book.told(AwardHonours(season=1))
    assert "ace" not in {one.key for one in book.league.honours[1]}


def msg(one: Game, digest: str) -> Game:
    """The same game, counted again after a correction of its battle."""
    return Game(key=one.key, round=one.round, how=one.how, battle=one.battle, digest=digest, sides=one.sides)


def test_a_correction_of_points_alone_rates_nothing_anew() -> None:
    book = Book()
    one = fought(book.season(1), 1)
    book.reported(one.key.partition("/")[0], one)
    told = book.reported(one.key.partition("/")[0], msg(one, "e" * 64))
    assert [type(event).__name__ for event in told] == ["ResultsReported"]


def test_organisers_compose_honours_of_their_own() -> None:
    book = Book()
    one = book.season(1)
    done(book, fought(one, 1), deed("bob", shots=9), deed("carol", shots=2))
    command = ComposeHonour(
        honour="trigger-happy", name="Trigger happy", metric="shots", at_least=3, reason="A club joke"
    )
    (composed,) = book.told(command)
    assert isinstance(composed, HonourComposed)
    assert honours(book, "trigger-happy") == [("bob-1", 9)]
    book.told(DropHonour(honour="trigger-happy", reason="Not funny any more"))
    assert honours(book, "trigger-happy") == []
    for wrong in ("ace", "nothing"):
        with pytest.raises(Refused) as caught:
            book.told(
                ComposeHonour(honour=wrong, name="No", metric="kill" if wrong == "nothing" else "kills", reason="x")
            )
        assert caught.value.field == ("metric" if wrong == "nothing" else "honour")


def test_every_honour_of_the_house_is_of_a_metric_that_there_is() -> None:
    assert {one.metric for one in HOUSE.values()} <= {*metrics.METRICS}
    assert all(one.key == key for key, one in HOUSE.items())
