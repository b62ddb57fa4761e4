"""Reports to the campaign between battles of a simulated season. Most of them are legal; the rest is refused."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from campaigns.season import Fixture, Platoon, Season
from campaigns.season.crews import ReplaceCrew
from campaigns.season.disputes import Confirm, Dispute
from campaigns.season.house_rules import Amend
from campaigns.season.musters import CallOff
from campaigns.season.pairings import Pair
from campaigns.season.penalties import Penalise
from campaigns.season.people import Appoint, Dismiss, Drop, HandOver
from campaigns.season.results import Adjudicate, Concede, ReportReady, WalkOver
from campaigns.season.sales import Sell
from campaigns.season.standings import BREAKERS
from campaigns.season.values import Pairing, Scoring
from campaigns.season.vehicles import present
from campaigns.season.workshop import Prioritise, Repair
from campaigns.season.write_offs import WriteOff
from campaigns.simulation import forces, house_rules
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import Who
from rules.contract import Command

Order = Callable[[Reporters, Season, Platoon, Chance], "Command | None"]
FEWEST = 3  # platoons that stay in a season, whoever leaves


def give(reporters: Reporters, chance: Chance) -> None:
    """For every platoon, in random order, a few random reports."""
    for key in chance.shuffled(tuple(reporters.season().platoons)):
        for _time in range(chance.choose(4)):
            season = reporters.season()
            platoon = season.platoons[key]
            order = _weighted(chance)
            if not platoon.dropped and (command := order(reporters, season, platoon, chance)) is not None:
                reporters.tell(Who(chance.one_of(platoon.players)), command)


def rule(reporters: Reporters, chance: Chance) -> None:
    """The organiser settles disputes and now and then does something else."""
    for fixture in _disputed(reporters.season()):
        if chance.happens(70):
            reporters.tell(reporters.referee, _ruling(fixture, chance))
    for act in (_penalty, _amendment, _office, _further_fixture, _late_platoon, _walk_over, _call_off):
        if chance.happens(25) and (command := act(reporters, reporters.season(), chance)) is not None:
            reporters.tell(reporters.referee, command)


def decide_the_rest(reporters: Reporters, chance: Chance) -> None:
    """Decide fixtures that are open or disputed, so that the season can close."""
    for fixture in reporters.season().fixtures.values():
        if fixture.disputes or (fixture.announced and fixture.is_open and not fixture.is_fought):
            reporters.tell(reporters.referee, _ruling(fixture, chance))


# ------------------------------------------------------------------------------------------------------------ players


def _weighted(chance: Chance) -> Order:
    place = chance.choose(sum(weight for weight, _order in ORDERS))
    for weight, order in ORDERS:
        place -= weight
        if place < 0:
            return order
    raise AssertionError("a place beyond all weights")


def _buy(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    return forces.purchase(reporters, season, platoon, Who(platoon.player), chance)


def _sell(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    """Sell a wreck, or another vehicle if there are more."""
    there = present(season, platoon)
    wrecks = [one for one in there if one.status == "wrecked"]
    sold = wrecks or (there if len(there) > 2 else [])
    return Sell(platoon=platoon.key, vehicles=(chance.one_of(sold).id,)) if sold else None


def _prioritise(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    order = chance.some_of(platoon.vehicles, 4)
    hold = chance.some_of(platoon.vehicles, 2) if chance.happens(30) else ()
    return Prioritise(platoon=platoon.key, order=order, hold=hold)


def _repair(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    """Repair all that need it; sometimes a named one, whatever it needs."""
    one = chance.some_of([vehicle.id for vehicle in present(season, platoon)], 1)
    return Repair(platoon=platoon.key, vehicles=one if chance.happens(30) else ())


def _replace_crew(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    unwell = [vehicle.id for vehicle in present(season, platoon) if vehicle.crew.state != "fit"]
    return ReplaceCrew(vehicle=chance.one_of(unwell)) if unwell else None


def _write_off(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    hurt = [one.id for one in present(season, platoon) if one.status in ("wrecked", "workshop")]
    reason = "Not worth the fuel to fetch it"
    return WriteOff(platoon=platoon.key, vehicles=(chance.one_of(hurt),), reason=reason) if hurt else None


def _hand_over(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    """Hand the platoon over to somebody else, or to two."""
    players = chance.some_of([str(user.pk) for user in reporters.players], 2)
    return HandOver(platoon=platoon.key, players=players, reason="Away for a fortnight")


def _drop(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    left = sum(not one.dropped for one in season.platoons.values())
    return Drop(platoon=platoon.key, reason="Moved to another town") if left > FEWEST else None


def _dispute(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    mine = [one.key for one in season.fixtures.values() if platoon.key in one.platoons and not one.is_open]
    return Dispute(fixture=chance.one_of(mine), reason="That was never in range") if mine else None


def _accept(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    mine = [one.key for one in season.fixtures.values() if platoon.key in one.platoons and not one.is_open]
    return Confirm(fixture=chance.one_of(mine)) if mine else None


def _concede(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    mine = [one.key for one in season.fixtures.values() if platoon.key in one.platoons and one.is_open]
    return Concede(fixture=chance.one_of(mine), platoon=platoon.key) if mine else None


def _ready(reporters: Reporters, season: Season, platoon: Platoon, chance: Chance) -> Command | None:
    mine = [one for one in season.fixtures.values() if platoon.key in one.platoons and one.announced and one.is_open]
    waiting = [one.key for one in mine if not one.battle and platoon.key not in one.ready]
    return ReportReady(fixture=chance.one_of(waiting)) if waiting else None


ORDERS: tuple[tuple[int, Order], ...] = (
    (20, _repair),
    (15, _buy),
    (12, _prioritise),
    (12, _replace_crew),
    (12, _ready),
    (8, _accept),
    (6, _sell),
    (6, _dispute),
    (4, _write_off),
    (4, _hand_over),
    (2, _concede),
    (1, _drop),
)

# ---------------------------------------------------------------------------------------------------------- organiser


def _disputed(season: Season) -> Iterator[Fixture]:
    yield from (fixture for fixture in season.fixtures.values() if fixture.disputes)


def _ruling(fixture: Fixture, chance: Chance) -> Adjudicate:
    """Decide a fixture: won by one of them, drawn, or void; sometimes with points."""
    reason = "As both of them told it"
    if chance.happens(10):
        return Adjudicate(fixture=fixture.key, void=True, reason=reason)
    winner = chance.one_of(("", *fixture.platoons))
    if chance.happens(50):
        return Adjudicate(fixture=fixture.key, winner=winner, reason=reason)
    points = {key: chance.choose(7) for key in fixture.platoons}
    return Adjudicate(fixture=fixture.key, winner=winner, points=points, reason=reason)


def _penalty(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    platoon = chance.one_of(tuple(season.platoons))
    score, points = chance.choose(3), chance.choose(12)
    return Penalise(platoon=platoon, score=score, points=points, reason="Late, and without a word")


def _amendment(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    """Amend a term or the scoring, from this round on or from the next."""
    number, reason = season.turn + chance.choose(2), "Voted on at the club"
    if chance.happens(70):
        terms = house_rules.some_term(season.rules, reporters.on_map, chance)
        return Amend(round=number, terms=terms, reason=reason)
    scoring = Scoring(win=1 + chance.choose(5), draw=1, destroyed=chance.choose(2), preserved=chance.choose(2))
    return Amend(round=number, scoring=scoring, breakers=chance.some_of(tuple(BREAKERS), 4), reason=reason)


def _office(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    person = str(chance.one_of(reporters.players).pk)
    if person in season.offices:
        return Dismiss(person=person, reason="Wants to play again")
    return Appoint(person=person, office="umpire", reason="Knows the rules best")


def _further_fixture(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    pair = chance.some_of([key for key, one in season.platoons.items() if not one.dropped], 2)
    return Pair(pairings=(Pairing(home=pair[0], away=pair[1]),)) if len(pair) == 2 else None


def _late_platoon(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    enlist = forces.platoon(reporters, season, len(season.platoons), Who(str(reporters.players[-1].pk)), chance)
    if enlist is None or not chance.happens(40):
        return None
    return forces.enlisted_for(enlist, str(chance.one_of(reporters.players).pk))


def _walk_over(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    waiting = [one for one in season.fixtures.values() if one.announced and one.is_open and not one.is_fought]
    if not waiting:
        return None
    fixture = chance.one_of(waiting)
    return WalkOver(fixture=fixture.key, winner=chance.one_of(fixture.platoons), reason="Waited for an hour")


def _call_off(reporters: Reporters, season: Season, chance: Chance) -> Command | None:
    fought = [one.battle for one in season.fixtures.values() if one.is_fought]
    return CallOff(battle=chance.one_of(fought), reason="The hall was closed") if fought else None
