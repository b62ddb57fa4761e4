"""Musters for friendly battles: from a rulebook's ready-made list, from a draft within points, or as somebody fought
last, or as the roster of a tool has it. Pure: `choose(n)`, who plays and the seed are the caller's.

Every muster that is returned was judged by the rulebook's own `muster`; what it refuses is raised as it stands.
"""

from __future__ import annotations

from collections.abc import Collection, Mapping, Sequence, Set
from itertools import count
from typing import Any

import msgspec

from rules import adjudicate, ready_forces
from rules.contract import Muster, Mustered, Refused, RuleSystem, Side, Unit, refuses, say
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
        raise _no_list(key, rules.friendly.ready)
    options = {**rules.friendly.options, **found.options}
    return _judged(_muster(rules, found.scenario, found.forces, options, found.board))


def drafted(rules: RuleSystem, scenario: str, points: int, choose: Choose) -> Muster:
    """A legal force of at most so many points for every side of the scenario, picked by `choose`."""
    chosen = scenario_of(rules, scenario)
    if points not in rules.friendly.points:
        raise _no_size(points, rules.friendly.points)
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


# -- the other player brings forces of their own -----------------------------------------------------------------------


def lists_for(rules: RuleSystem, muster: Muster, side: str) -> list[ReadyMade]:
    """The ready-made lists with forces for this side that go with these ones: some scenarios have preset forces."""
    known = [one for one in rules.friendly.ready if side in one.forces]
    return [one for one in known if not refuses(_with_force, muster, side, one.forces[side])]


def sizes_for(rules: RuleSystem, muster: Muster) -> list[int]:
    """The points for which a force may be drawn into these forces: none where the scenario is drafted for by nobody."""
    if muster.scenario not in {one.key for one in drafted_for(rules)}:
        return []
    limit = muster.options.get(rules.friendly.limited_by) or 0
    return [size for size in rules.friendly.points if not limit or size <= int(limit)]


def with_list(rules: RuleSystem, muster: Muster, side: str, key: str) -> Muster:
    """These forces, with those of a ready-made list on one side. `Refused` if there is no such list for it."""
    known = [one for one in rules.friendly.ready if side in one.forces]
    found = next((one for one in known if one.key == key), None)
    if found is None:
        raise _no_list(key, known)
    return _with_force(muster, side, found.forces[side])


def with_draft(rules: RuleSystem, muster: Muster, side: str, points: int, choose: Choose) -> Muster:
    """These forces, with a force of at most so many points on one side, picked by `choose`."""
    if points not in (sizes := sizes_for(rules, muster)):
        raise _no_size(points, sizes)
    scenario, refusals = scenario_of(rules, muster.scenario), list[Refused]()
    for _try in range(TRIES):
        try:
            return _with_force(muster, side, _drafted(rules, scenario, side, points, choose))
        except Refused as why:
            refusals.append(why)
    raise min(refusals, key=lambda one: len(one.faults))


def with_roster(muster: Muster, side: str, roster: Roster) -> Muster:
    """These forces, with those of a roster on one side."""
    return _with_force(muster, side, _force_of(roster))


def _with_force(muster: Muster, side: str, force: Force) -> Muster:
    """Nothing of what the others bring changes, and no refusal names their cards: they may lie face down."""
    others = tuple(unit for unit in muster.units if unit.side != side)
    taken = {unit.id for unit in others}
    units, fittings, names = _numbered(side, force, taken)
    theirs = {id: cards for id, cards in muster.fittings.items() if id in taken}
    made = msgspec.structs.replace(
        muster,
        sides={**muster.sides, side: Side(platoon=force.platoon, role=muster.sides[side].role)},
        units=(*others, *units),
        fittings=theirs | fittings,
        names={id: name for id, name in muster.names.items() if id in taken} | names,
    )
    try:
        return _judged(made)
    except Refused as why:
        own = {card for cards in fittings.values() for card in cards}
        raise _without(why, {card for cards in theirs.values() for card in cards} - own) from None


def _without(why: Refused, hidden: Set[str]) -> Refused:
    """The refusal, without faults that name what is hidden."""
    told = [one for one in why.faults if not any(card in one.text.text() for card in hidden)]
    if len(told) == len(why.faults):
        return why
    if not told:
        text, remedy = _("Your forces do not go with those of the other side."), _("Choose other ones.")
        return Refused("friendly", text, remedy, field="forces")
    told[0].also = tuple(told[1:])
    return told[0]


def _no_list(key: str, known: Sequence[ReadyMade]) -> Refused:
    return Refused(
        "friendly",
        say(_("There is no ready-made list “%(key)s”."), key=key[:40]),
        say(_("Lists: %(lists)s."), lists=", ".join(one.key for one in known) or "–"),
        field="forces",
        code="unknown",
    )


def _no_size(points: int, sizes: Sequence[int]) -> Refused:
    return Refused(
        "friendly",
        say(_("Forces of %(points)s points are not drafted here."), points=points),
        say(_("Sizes: %(sizes)s."), sizes=", ".join(map(str, sizes)) or "–"),
        field="points",
    )


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
        added = _numbered(side, force, ())
        units, fittings, names = units + added[0], fittings | added[1], names | added[2]
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


def _numbered(
    side: str, force: Force, taken: Collection[str]
) -> tuple[list[Unit], dict[str, tuple[str, ...]], dict[str, str]]:
    """The force's units with ids that are not taken; by id their cards and their names."""
    ids = (id for number in count(1) if (id := f"{side}-{number}") not in taken)
    brought = dict(zip(ids, force.vehicles, strict=False))
    return (
        [Unit(id=id, side=side, model=one.model) for id, one in brought.items()],
        {id: one.cards for id, one in brought.items() if one.cards},
        {id: one.name for id, one in brought.items() if one.name},
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
