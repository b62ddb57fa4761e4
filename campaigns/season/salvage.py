"""What a counted battle brings its platoons in points: salvage for who holds the field, towing where nobody does.

Nothing is taken of an empty purse. What it cannot return, or pay for a tow, is owed, and collected by
`campaigns.season.reinforcements`.
"""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import editions
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Grant, Terms
from campaigns.season.vehicles import price_of
from rules.contract import Outcome, UnitOutcome

OF_THE_FIELD = ("salvage", "towing")  # what points of a battle are for, as against those of its result
Grants = tuple[Grant, ...]


def shared_out(season: Season, terms: Terms, fixture: Fixture, outcome: Outcome) -> tuple[Grants, Grants]:
    """What is given and taken now, over what was before, and what is owed in all for this battle from now on."""
    if not editions.tells_salvage_from_towing(season.opened):
        return tuple(_by_sign(season, terms, fixture, outcome)), ()
    gains, owed = list[Grant](), list[Grant]()
    for side, forces in fixture.sides.items():
        whole = {
            "salvage": _salvage(season, terms, outcome, side),
            "towing": -_towing(season, terms, outcome, side),
        }
        left = season.platoons[forces.platoon].funds
        changes = {why: points - fixture.shares.get((forces.platoon, why), 0) for why, points in whole.items()}
        for why, change in sorted(changes.items(), key=lambda one: one[1] < 0):  # first what comes in
            points = max(change, -left)
            left += points
            gains += [Grant(platoon=forces.platoon, points=points, why=why)] if points else []
            owed += [Grant(platoon=forces.platoon, points=change - points, why=why)] if change != points else []
    return tuple(gains), tuple(owed)


def _by_sign(season: Season, terms: Terms, fixture: Fixture, outcome: Outcome) -> Iterator[Grant]:
    """As campaigns of the first edition have it."""
    for side, forces in fixture.sides.items():
        whole = _salvage(season, terms, outcome, side) - _towing(season, terms, outcome, side)
        points = max(whole - fixture.gains.get(forces.platoon, 0), -season.platoons[forces.platoon].funds)
        if points:
            yield Grant(platoon=forces.platoon, points=points, why="salvage" if points > 0 else "towing")


def _salvage(season: Season, terms: Terms, outcome: Outcome, side: str) -> int:
    """What the hulls that the enemy has lost bring the side, if it holds the field."""
    if side != outcome.field:
        return 0
    return sum(_hull(season, terms, unit) for unit in outcome.units if unit.side != side)


def _hull(season: Season, terms: Terms, unit: UnitOutcome) -> int:
    """What the hull of a vehicle left to the enemy brings: without its cards, which the enemy may not know."""
    if unit.id not in season.vehicles:  # its purchase was taken back since
        return 0
    if unit.fate != "lost" or not season.rules.upkeep.hull(unit.condition):
        return 0
    cards = () if editions.prices_without_cards(season.opened) else None
    return price_of(season, season.vehicles[unit.id], cards) * int(terms["salvage"]) // 100


def _towing(season: Season, terms: Terms, outcome: Outcome, side: str) -> int:
    """What its wrecks cost a side on a field that nobody holds, where no recovery vehicle of its own came home."""
    if outcome.field or _has_recovery(season, outcome, side):
        return 0
    return int(terms["tow_points"]) * sum(unit.side == side and unit.fate == "wrecked" for unit in outcome.units)


def _has_recovery(season: Season, outcome: Outcome, side: str) -> bool:
    """A recovery vehicle of theirs came back on its own, wherever it is by now."""
    recovers, edition = season.rules.upkeep.recovers, season.edition
    return any(
        recovers(season.house, edition, season.vehicles[unit.id].model)
        for unit in outcome.units
        if unit.side == side and unit.fate in ("fit", "damaged", "withdrawn") and unit.id in season.vehicles
    )


def share(fixture: Fixture, gain: Grant) -> None:
    share = gain.platoon, gain.why
    fixture.shares = fixture.shares | {share: fixture.shares.get(share, 0) + gain.points}
