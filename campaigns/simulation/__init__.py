"""Plays a whole season at random, by ordinary reports: for tests, for load, and to see what a campaign is like. The
same seed gives the same log."""

from __future__ import annotations

from collections.abc import Callable

from battles.secret_seeds import following_from
from campaigns.clerk.battles import tell_of_cases, with_untold_cases
from campaigns.simulation import desk
from campaigns.simulation.desk import SIDES as SIDES
from campaigns.simulation.desk import Taken as Taken
from campaigns.simulation.player import Player
from campaigns.simulation.reporters import Reporters

Progress = Callable[[int, int], None]


def simulate(
    system: str,
    platoons: int,
    rounds: int,
    seed: int,
    club: str,
    sectors: int = 0,
    progress: Progress = lambda done, of: None,
) -> Reporters:
    """Play a season and close it, on a map of so many sectors (0: none), where the war may end early. `progress` gets
    the number of rounds done, and of all.

    Raises `people.Taken`; `rules.player.Unplayable` if a rulebook contradicts itself.
    """
    reporters = desk.opened(system, platoons, rounds, seed, club, sectors)
    play(reporters, platoons, rounds, progress)
    return reporters


def play(reporters: Reporters, platoons: int, rounds: int, progress: Progress = lambda done, of: None) -> None:
    """Play a season that was opened, from enlisting to its end."""
    with following_from(reporters.season().opened.seed):
        _play(reporters, platoons, rounds, progress)


def _play(reporters: Reporters, platoons: int, rounds: int, progress: Progress) -> None:
    player = enlist(reporters, platoons, rounds)
    done = 0
    while (season := reporters.season()).closed is None:
        player.advance(season)
        closed = sum(one.closed for one in season.rounds)
        if closed > done:
            done = closed
            progress(min(done, rounds), rounds)
    for _step in range(platoons):  # what comes up when all is over
        player.advance(reporters.season())
    for battle in list(with_untold_cases()):  # the clerk's, which nothing wakes while this plays
        tell_of_cases(battle)
    if done < rounds:
        progress(rounds, rounds)


def enlist(reporters: Reporters, platoons: int, rounds: int = 1) -> Player:
    """Each player enlists a platoon, except for the last, who waits for somebody to leave. Returns who plays on."""
    player = Player(reporters, platoons, rounds)
    for user in reporters.players[:platoons]:
        player.enlist(str(user.pk))
    return player
