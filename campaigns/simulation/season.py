"""A simulated season: rounds are opened, fought, counted and closed, with everything between."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid5

from battles.secret_seeds import following_from
from campaigns.season import Fixture
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.simulation import battles, forces, map_orders, people, reports
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import Who

Progress = Callable[[int, int], None]
MUSTERED = 88  # percent of fixtures; to the others nobody came


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
    the number of fixtures done, and of all.

    Raises `people.Taken`; `rules.player.Unplayable` if a rulebook contradicts itself.
    """
    reporters = people.opened(system, platoons, rounds, seed, club, sectors)
    with following_from(reporters.season().opened.seed):
        _play(reporters, platoons, rounds, progress)
    return reporters


def _play(reporters: Reporters, platoons: int, rounds: int, progress: Progress) -> None:
    enlist(reporters, platoons)
    total = rounds * (platoons // 2)
    for number in range(1, rounds + 1):
        chance = reporters.chance.under(f"round {number}")
        _announce(reporters, chance)
        _evening(reporters, chance, lambda played: progress((number - 1) * (platoons // 2) + played, total))  # noqa: B023
        reports.give(reporters, chance)
        reports.rule(reporters, chance)
        _look_back(reporters, chance)
        _on_the_map(reporters, chance.under("map"))
        reporters.tell(reporters.referee, CloseRound(round=number))
        reports.give(reporters, chance.under("after"))
        if reporters.season().won is not None:
            break
    _end(reporters, reporters.chance.under("end"))
    progress(total, total)


def enlist(reporters: Reporters, platoons: int) -> None:
    """Each player enlists a platoon, except for the last, who waits for somebody to leave."""
    for number in range(platoons):
        who = Who(str(reporters.players[number].pk))
        chance = reporters.chance.under(f"platoon {number}")
        command = forces.platoon(reporters, reporters.season(), number, who, chance)
        if command is None or not reporters.tell(who, command):
            raise AssertionError(f"no legal platoon of {reporters.season().opened.system} was drafted")


def _announce(reporters: Reporters, chance: Chance) -> None:
    """Open the round. On a map battles come from orders; otherwise everyone meets everyone once, and later random
    pairs."""
    if reporters.on_map:
        reporters.tell(reporters.referee, OpenRound(deadline="", orders_by=""))
        map_orders.order(reporters, chance.under("orders"))
        return
    if reporters.tell(reporters.referee, OpenRound(method="everyone", deadline="")):
        return
    free = chance.shuffled([key for key, one in reporters.season().platoons.items() if not one.dropped])
    pairs = zip(free[::2], free[1::2], strict=False)
    reporters.tell(reporters.referee, OpenRound(pairings=tuple(Pairing(home=a, away=b) for a, b in pairs), deadline=""))


def _evening(reporters: Reporters, chance: Chance, played: Callable[[int], None]) -> None:
    """Muster, fight and confirm the fixtures one after the other. Some are left for later."""
    waiting = [one.key for one in reporters.season().fixtures.values() if one.is_open or one.is_fought]
    for n, key in enumerate(chance.shuffled(waiting)):
        _meet(reporters, key, chance.under(key))
        played(min(n + 1, len(waiting)))


def _meet(reporters: Reporters, key: str, chance: Chance) -> None:
    fixture = reporters.season().fixtures[key]
    if fixture.is_open and fixture.announced and not fixture.battle and chance.happens(MUSTERED):
        fixture = _muster(reporters, fixture, chance)
    if not fixture.is_fought or chance.happens(5):  # as yet
        return
    _fight(reporters, fixture.battle, chance, confirmed=chance.happens(90))


def _muster(reporters: Reporters, fixture: Fixture, chance: Chance) -> Fixture:
    """Muster the battle, by a player if there are no faults to let pass, else by the organiser."""
    season = reporters.season()
    id = str(uuid5(UUID(reporters.campaign), f"battle {len(season.battles) + 1}"))
    command = forces.battle(reporters, season, fixture, id, chance)
    if command is not None:
        player = Who(season.platoons[fixture.platoons[0]].player)
        by_player = not command.waivers and season.terms["players_muster"] and chance.happens(50)
        reporters.tell(player if by_player else reporters.referee, command)
    return reporters.season().fixtures[fixture.key]


def _fight(reporters: Reporters, battle: str, chance: Chance, confirmed: bool) -> None:
    if not reporters.battle(battle).outcome().over:
        battles.play(reporters, battle, chance)
    if confirmed:
        battles.confirm(reporters, battle)


def _on_the_map(reporters: Reporters, chance: Chance) -> None:
    """Retreats of the beaten, and the organiser's rulings on retreats that were made before."""
    if reporters.on_map:
        map_orders.retreat(reporters, chance)
        map_orders.rule(reporters, chance)
        map_orders.reconsider(reporters, chance)


def _look_back(reporters: Reporters, chance: Chance) -> None:
    """Correct some of the battles counted so far."""
    for fixture in tuple(reporters.season().fixtures.values()):
        if fixture.reported is not None and fixture.battle and chance.happens(25):
            battles.correct(reporters, fixture.battle, chance.under(f"correct {fixture.key}"))


def _end(reporters: Reporters, chance: Chance) -> None:
    """Finish what is still open, and close the season. Corrections after that are counted, too."""
    for fixture in tuple(reporters.season().fixtures.values()):
        if fixture.is_fought:
            _fight(reporters, fixture.battle, chance.under(fixture.key), confirmed=True)
    reports.decide_the_rest(reporters, chance)
    if reporters.on_map:
        map_orders.reconsider(reporters, chance.under("map"))
    if not reporters.tell(reporters.referee, CloseSeason(words="Until next year")):
        raise AssertionError("a season with nothing left open did not close")
    _look_back(reporters, chance)
