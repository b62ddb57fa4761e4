"""Musters for friendly battles: from a rulebook's ready-made list, from a draft within points, or as somebody fought
last, or as the roster of a tool has it. Pure: `choose(n)`, who plays and the seed are the caller's.

Every muster that is returned was judged by the rulebook's own `muster`; what it refuses is raised as it stands.
"""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

import msgspec

from rules import adjudicate, ready_forces
from rules.contract import Muster, Mustered, Refused, RuleSystem, Side, Unit, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.ready_forces import Brought, Choose, Force, ReadyMade
from rules.rosters import Roster

TRIES = 20  # drafts of which the muster may refuse all but the last
NO_SEED = "0" * 64  # until the battle is opened


def ready_made(rules: RuleSystem, key: str) -> Muster:
    """The ready-made list of this key. `Refused` if the rulebook has none such."""
    found = next((one for one in rules.friendly.ready if one.key == key), None)
    if found is None:
        raise Refused(
            "friendly",
            say(_("There is no ready-made list “%(key)s”."), key=key[:40]),
            say(_("Lists: %(lists)s."), lists=", ".join(one.key for one in rules.friendly.ready) or "–"),
            field="forces",
            code="unknown",
        )
    return _judged(_of_list(rules, found))


def drafted(rules: RuleSystem, scenario: str, points: int, choose: Choose) -> Muster:
    """A legal force of at most so many points for every side of the scenario, picked by `choose`."""
    chosen = scenario_of(rules, scenario)
    if points not in rules.friendly.points:
        raise Refused(
            "friendly",
            say(_("Forces of %(points)s points are not drafted here."), points=points),
            say(_("Sizes: %(sizes)s."), sizes=", ".join(map(str, rules.friendly.points))),
            field="points",
        )
    options = {rules.friendly.limited_by: points} if rules.friendly.limited_by else {}
    return _with_drafts(rules, chosen, {}, points, choose, options)


def of_rosters(rules: RuleSystem, scenario: str, rosters: Mapping[str, Roster], points: int, choose: Choose) -> Muster:
    """The platoons of these rosters, by side; sides without one are drafted for at most so many points."""
    return _with_drafts(rules, scenario_of(rules, scenario), rosters, points, choose, {})


def _with_drafts(
    rules: RuleSystem,
    scenario: Scenario,
    rosters: Mapping[str, Roster],
    points: int,
    choose: Choose,
    options: Mapping[str, bool | int | str],
) -> Muster:
    """Drafted until the muster allows it. If it never does: the refusal with the fewest faults, as the other ones have
    those of a draft beside those of the rosters."""
    given = {side: _force_of(roster) for side, roster in rosters.items()}
    refusals = list[Refused]()
    for _try in range(TRIES if len(given) < len(scenario.sides) else 1):
        forces = {side: given.get(side) or _drafted(rules, scenario, side, points, choose) for side in scenario.sides}
        try:
            return _judged(_muster(rules, scenario.key, forces, {**rules.friendly.options, **options}, {}))
        except Refused as why:
            refusals.append(why)
    raise min(refusals, key=lambda one: len(one.faults))


def _force_of(roster: Roster) -> Force:
    vehicles = (Brought(one.model, one.cards, one.name) for one in roster.vehicles)
    return Force(tuple(vehicles), roster.platoon)


def drafted_for(rules: RuleSystem) -> list[Scenario]:
    """The scenarios for which forces are drafted, the likeliest first."""
    wanted = rules.friendly.scenarios or tuple(one.key for one in rules.scenarios)
    return [scenario_of(rules, key) for key in wanted]


def scenario_of(rules: RuleSystem, key: str) -> Scenario:
    known = rules.friendly.scenarios or tuple(one.key for one in rules.scenarios)
    found = next((one for one in rules.scenarios if one.key == key and key in known), None)
    if found is None:
        raise Refused(
            "friendly",
            say(_("No forces are drafted for the scenario “%(scenario)s”."), scenario=key[:40]),
            say(_("Scenarios: %(scenarios)s."), scenarios=", ".join(known)),
            field="scenario",
            code="unknown",
        )
    return found


def again(rules: RuleSystem, last: Mustered, mine: str) -> Muster:
    """The forces of an earlier battle, repaired, in the newest edition. Of `mine` with all cards; of the other sides
    with those that everybody saw, so that nobody learns here what lay face down. Nobody's names are taken along."""
    units = tuple(Unit(id=unit.id, side=unit.side, model=unit.model) for unit in last.units)
    fittings = {unit.id: cards for unit in last.units if (cards := _cards(last, unit, unit.side == mine))}
    sides = {side: Side(platoon=known.platoon, role=known.role) for side, known in last.sides.items()}
    return _judged(
        Muster(
            system=rules.key,
            edition=rules.edition,
            scenario=last.scenario,
            options=last.options,
            board=last.board,
            sides=sides,
            units=units,
            fittings=fittings,
            seed=NO_SEED,
        )
    )


def _cards(last: Mustered, unit: Unit, mine: bool) -> tuple[str, ...]:
    hidden = last.secrets if mine else {}
    names = (fitting.name or hidden.get(f"{unit.id}/{fitting.id}", "") for fitting in unit.fittings)
    return tuple(name for name in names if name)


def _of_list(rules: RuleSystem, one: ReadyMade) -> Muster:
    return _muster(rules, one.scenario, one.forces, {**rules.friendly.options, **one.options}, one.board)


def _muster(
    rules: RuleSystem,
    scenario: str,
    forces: Mapping[str, Force],
    options: Mapping[str, bool | int | str],
    board: Mapping[str, Any],
) -> Muster:
    """Without players: they are named as the battle is opened."""
    units, fittings, names = list[Unit](), dict[str, tuple[str, ...]](), dict[str, str]()
    for side, force in forces.items():
        for number, one in enumerate(force.vehicles, 1):
            units.append(Unit(id=f"{side}-{number}", side=side, model=one.model))
            if one.cards:
                fittings[units[-1].id] = one.cards
            if one.name:
                names[units[-1].id] = one.name
    return Muster(
        system=rules.key,
        edition=rules.edition,
        scenario=scenario,
        options=dict(options),
        board=dict(board),
        sides={side: Side(platoon=force.platoon) for side, force in forces.items()},
        units=tuple(units),
        names=names,
        fittings=fittings,
        seed=NO_SEED,
    )


def _drafted(rules: RuleSystem, scenario: Scenario, side: str, points: int, choose: Choose) -> Force:
    if rules.friendly.draft is not None:
        return rules.friendly.draft(scenario.key, side, points, choose)
    models = [one for one in rules.catalogue(rules.edition) if one.kind in rules.model_kinds]
    return Force(tuple(Brought(one.name) for one in ready_forces.within(points, models, choose)))


def _judged(muster: Muster) -> Muster:
    adjudicate.muster(muster)
    return muster


def opened(muster: Muster, players: Mapping[str, str], seed: str, **said: Any) -> Muster:
    """The muster as the first report of a battle: who plays which side, its seed, and what else of it is `said`."""
    sides = {
        side: msgspec.structs.replace(known, players=(players[side],) if side in players else ())
        for side, known in muster.sides.items()
    }
    return msgspec.structs.replace(muster, sides=sides, seed=seed, **said)
