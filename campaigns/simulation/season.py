"""A whole season, evening by evening: rounds announced, fought, counted and closed, and all that happens between."""

from __future__ import annotations

from collections.abc import Callable
from uuid import UUID, uuid5

from campaigns.season import Fixture
from campaigns.season.round_end import CloseRound
from campaigns.season.rounds import OpenRound
from campaigns.season.season_end import CloseSeason
from campaigns.season.values import Pairing
from campaigns.simulation import battles, drafting, manoeuvres, orders, people
from campaigns.simulation.chance import Chance
from campaigns.simulation.doors import Doors
from rules.adjudicate import Who

Progress = Callable[[int, int], None]
MUSTERED = 88  # percent of fixtures; of the others nobody came


def simulate(
    system: str,
    platoons: int,
    rounds: int,
    seed: int,
    club: str,
    sectors: int = 0,
    progress: Progress = lambda done, of: None,
) -> Doors:
    """Play it, and close it; on a map of so many sectors (0: on none), where the war may end before the last round.
    `progress` is told the share that is done: so many fixtures of so many.

    Raises `people.Taken`; `rules.player.Unplayable` when a rulebook contradicts itself.
    """
    doors = people.opened(system, platoons, rounds, seed, club, sectors)
    enlist(doors, platoons)
    total = rounds * (platoons // 2)
    for number in range(1, rounds + 1):
        chance = doors.chance.under(f"round {number}")
        _announce(doors, chance)
        _evening(doors, chance, lambda played: progress((number - 1) * (platoons // 2) + played, total))  # noqa: B023
        orders.give(doors, chance)
        orders.rule(doors, chance)
        _look_back(doors, chance)
        _on_the_map(doors, chance.under("map"))
        doors.tell(doors.referee, CloseRound(round=number))
        orders.give(doors, chance.under("after"))
        if doors.season().won is not None:
            break
    _end(doors, doors.chance.under("end"))
    progress(total, total)
    return doors


def enlist(doors: Doors, platoons: int) -> None:
    """Each player brings a platoon; the last one waits for somebody to leave."""
    for number in range(platoons):
        who = Who(str(doors.players[number].pk))
        chance = doors.chance.under(f"platoon {number}")
        command = drafting.platoon(doors, doors.season(), number, who, chance)
        if command is None or not doors.tell(who, command):
            raise AssertionError(f"no legal platoon of {doors.season().opened.system} was drafted")


def _announce(doors: Doors, chance: Chance) -> None:
    """On a map by orders; else everyone meets everyone once, and then whoever the organiser pairs."""
    if doors.on_map:
        doors.tell(doors.referee, OpenRound(deadline="", orders_by=""))
        manoeuvres.order(doors, chance.under("orders"))
        return
    if doors.tell(doors.referee, OpenRound(method="everyone", deadline="")):
        return
    free = chance.shuffled([key for key, one in doors.season().platoons.items() if not one.dropped])
    pairs = zip(free[::2], free[1::2], strict=False)
    doors.tell(doors.referee, OpenRound(pairings=tuple(Pairing(home=a, away=b) for a, b in pairs), deadline=""))


def _evening(doors: Doors, chance: Chance, played: Callable[[int], None]) -> None:
    """Fixtures are mustered, fought and confirmed one after the other; of some the end comes another time."""
    waiting = [one.key for one in doors.season().fixtures.values() if one.is_open or one.is_fought]
    for n, key in enumerate(chance.shuffled(waiting)):
        _meet(doors, key, chance.under(key))
        played(min(n + 1, len(waiting)))


def _meet(doors: Doors, key: str, chance: Chance) -> None:
    fixture = doors.season().fixtures[key]
    if fixture.is_open and fixture.announced and not fixture.battle and chance.happens(MUSTERED):
        fixture = _muster(doors, fixture, chance)
    if not fixture.is_fought or chance.happens(5):  # as yet
        return
    _fight(doors, fixture.battle, chance, confirmed=chance.happens(90))


def _muster(doors: Doors, fixture: Fixture, chance: Chance) -> Fixture:
    """By the organiser, or by a player where it needs nobody to let anything pass."""
    season = doors.season()
    id = str(uuid5(UUID(doors.campaign), f"battle {len(season.battles) + 1}"))
    command = drafting.battle(doors, season, fixture, id, chance)
    if command is not None:
        player = Who(season.platoons[fixture.platoons[0]].player)
        by_player = not command.waivers and season.terms["players_muster"] and chance.happens(50)
        doors.tell(player if by_player else doors.referee, command)
    return doors.season().fixtures[fixture.key]


def _fight(doors: Doors, battle: str, chance: Chance, confirmed: bool) -> None:
    if not doors.battle(battle).outcome().over:
        battles.play(doors, battle, chance)
    if confirmed:
        battles.confirm(doors, battle)


def _on_the_map(doors: Doors, chance: Chance) -> None:
    """The beaten retreat, and the organiser rules on what has become of retreats that were made already."""
    if doors.on_map:
        manoeuvres.retreat(doors, chance)
        manoeuvres.rule(doors, chance)
        manoeuvres.reconsider(doors, chance)


def _look_back(doors: Doors, chance: Chance) -> None:
    """Of what was counted, this round or before, something turns out to have been otherwise."""
    for fixture in tuple(doors.season().fixtures.values()):
        if fixture.reported is not None and fixture.battle and chance.happens(25):
            battles.correct(doors, fixture.battle, chance.under(f"correct {fixture.key}"))


def _end(doors: Doors, chance: Chance) -> None:
    """What is open still is brought to its end; a correction that comes late is counted all the same."""
    for fixture in tuple(doors.season().fixtures.values()):
        if fixture.is_fought:
            _fight(doors, fixture.battle, chance.under(fixture.key), confirmed=True)
    orders.decide_the_rest(doors, chance)
    if doors.on_map:
        manoeuvres.reconsider(doors, chance.under("map"))
    if not doors.tell(doors.referee, CloseSeason(words="Until next year")):
        raise AssertionError("a season with nothing left open did not close")
    _look_back(doors, chance)
