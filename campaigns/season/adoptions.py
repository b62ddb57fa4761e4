"""Friendly battles that a campaign adopts: with which of its vehicles they were fought, and why one cannot be adopted.

A friendly battle knows nothing of the campaign. Each of its units stands for a vehicle of the same model, as good as
new, of the platoon that takes that side; its outcome is then counted as theirs.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator, Mapping

from msgspec.structs import replace

from campaigns.season.refusals import no, platoon_of
from campaigns.season.standings import Service
from campaigns.season.state import Fixture, Season
from campaigns.season.values import Adoption, Forces
from campaigns.season.vehicles import can_fight
from rules.contract import Outcome, Refused, UnitOutcome, at_once, say
from rules.contract import gettext_noop as _


def not_adoptable(season: Season, battle: Adoption, sides: Mapping[str, Forces]) -> Iterator[Refused]:
    """Why the battle is none that this campaign can count, whatever its vehicles."""
    if not battle.settled:
        yield no(
            _("The battle is not settled yet."),
            _("Confirm it; the clerk settles it within a minute."),
            "battle",
        )
    if battle.campaign:
        yield no(_("The battle belongs to a campaign already."), field="battle")
    if battle.system != season.opened.system:
        yield no(_("The battle was fought by another rulebook than the campaign’s."), field="battle")
    elif battle.edition != season.edition:
        yield no(
            say(
                _("The battle was fought by edition %(theirs)s of the rulebook, the campaign by edition %(ours)s."),
                theirs=battle.edition,
                ours=season.edition,
            ),
            field="battle",
        )
    if {*sides} != {*battle.models}:
        yield no(_("A platoon has to be named for each side of the battle, and for no other."), field="sides")


def of_others(
    season: Season, battle: Adoption, sides: Mapping[str, Forces], fixture: Fixture | None
) -> Iterator[Refused]:
    """Platoons that are not there any more, or that nobody commands, or sits in for, who played their side."""
    for side, forces in sides.items():
        field = f"sides.{side}.platoon"
        try:
            platoon = platoon_of(season, forces.platoon, field)
        except Refused as refused:
            yield refused
            continue
        sits = fixture.substitutes.get(platoon.key) if fixture is not None else None
        if not {*battle.players.get(side, ())} & {*platoon.players, *((sits.person,) if sits is not None else ())}:
            yield no(
                say(_("%(platoon)s is not commanded by who played this side of the battle."), platoon=platoon.key),
                _("Name a platoon of theirs; who has none cannot adopt the battle."),
                field,
            )


def fielded(
    season: Season, records: Mapping[str, Service], battle: Adoption, sides: Mapping[str, Forces]
) -> tuple[dict[str, Forces], dict[str, str]]:
    """The forces with the vehicles that the units stand for, and which unit is which vehicle. `Refused`, with all that
    is wrong, where a platoon lacks any."""
    units, forces, faults = dict[str, str](), dict[str, Forces](), list[Refused]()
    for side, said in sides.items():
        free = [id for id in season.platoons[said.platoon].vehicles if _stands_for_one(season, records, id)]
        found, missing = dict[str, str](), Counter[str]()
        for unit, model in battle.models[side].items():
            match = next((id for id in free if season.vehicles[id].model == model), None)
            if match is None:
                missing[model] += 1
            else:
                free.remove(match)
                found[unit] = match
        faults += [_lacks(said.platoon, side, model, n) for model, n in missing.items()]
        units |= found
        forces[side] = Forces(platoon=said.platoon, vehicles=tuple(found.values()))
    at_once(faults)
    return forces, units


def _stands_for_one(season: Season, records: Mapping[str, Service], id: str) -> bool:
    """A friendly battle is fought by vehicles as good as new: none may come home better than it went."""
    return can_fight(records[id]) and not any(season.vehicles[id].condition.values())


def _lacks(platoon: str, side: str, model: str, n: int) -> Refused:
    return no(
        say(
            _("%(platoon)s lacks %(n)s × %(model)s, as good as new and free to fight."),
            platoon=platoon,
            n=n,
            model=model,
        ),
        _("Repair or buy them first; or leave the battle a friendly one."),
        f"sides.{side}.vehicles",
    )


def as_fielded(units: Mapping[str, str], outcome: Outcome) -> Outcome:
    """The outcome of an adopted battle, by the campaign's vehicles. Of a battle that was mustered here, as it is."""
    if not units:
        return outcome

    def named(one: UnitOutcome) -> UnitOutcome:
        feats = tuple(replace(feat, of=units.get(feat.of, feat.of)) for feat in one.feats)
        return replace(one, id=units.get(one.id, one.id), feats=feats)

    return replace(outcome, units=tuple(map(named, outcome.units)))
