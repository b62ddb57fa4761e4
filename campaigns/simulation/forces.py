"""Platoons and battlefields from drafted musters, made legal by trying, whatever the rulebook."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from msgspec.structs import replace

from campaigns.season import Fixture, Platoon, Season
from campaigns.season.enlistment import Enlist
from campaigns.season.musters import MusterBattle
from campaigns.season.proposals import Proposed, proposal
from campaigns.season.purchases import Buy
from campaigns.season.values import Forces, Recruit
from campaigns.simulation.chance import Chance
from campaigns.simulation.reporters import Reporters
from rules.adjudicate import Who
from rules.contract import Refused

TRIES = 40
LARGEST = 4  # vehicles of a new platoon: battles of many take long
NAMES = (
    *("Anvil", "Badger", "Cobra", "Drake", "Ember", "Falcon", "Griffin", "Hammer", "Ibex", "Jackal", "Kestrel"),
    *("Lance", "Mastiff", "Nomad", "Otter", "Panther", "Quarry", "Raven", "Sabre", "Talon", "Urchin", "Viper"),
    *("Wolf", "Xebec", "Yak", "Zephyr"),
)


def name_of(number: int) -> str:
    """The name of the platoon that enlists after `number` others."""
    again, place = divmod(number, len(NAMES))
    return NAMES[place] + (f" {again + 1}" if again else "")


def platoon(reporters: Reporters, season: Season, number: int, who: Who, chance: Chance) -> Enlist | None:
    """A platoon that the campaign would accept. Vehicles of drafted musters are added as long as it is legal."""
    name = name_of(number)
    key = name.lower().replace(" ", "-")
    best: Enlist | None = None
    for drafted in reporters.drafts.sides(chance, TRIES):
        if best is not None and (best.card != drafted.card or len(best.vehicles) == LARGEST):
            continue
        asked = best or Enlist(platoon=key, name=name, side=_side(season, number), card=drafted.card, vehicles=())
        for model, cards in drafted.vehicles[: LARGEST - len(asked.vehicles)]:
            id = f"{key}-{len(asked.vehicles) + 1}"
            asked = replace(asked, vehicles=(*asked.vehicles, Recruit(id=id, model=model)))
            asked = replace(asked, fittings=asked.fittings | {id: cards}) if cards else asked
        if not isinstance(reporters.would_be(season, who, asked), Refused):
            best = asked
    return best and replace(best, names={one.id: f"{name} {n}" for n, one in enumerate(best.vehicles, 1)})


def enlisted_for(enlist: Enlist, player: str) -> Enlist:
    """The same platoon, enlisted by an organiser for a player."""
    return replace(enlist, player=player)


def purchase(reporters: Reporters, season: Season, platoon: Platoon, who: Who, chance: Chance) -> Buy | None:
    """A vehicle that the platoon may buy and can pay for; None if a few tries found none."""
    id = f"{platoon.key}-{len(platoon.vehicles) + 1}"
    for drafted in reporters.drafts.sides(chance, TRIES // 4):
        for model, cards in drafted.vehicles:
            for fitted in dict.fromkeys((cards, ())):
                fittings = {id: fitted} if fitted else {}
                asked = Buy(platoon=platoon.key, vehicles=(Recruit(id=id, model=model),), fittings=fittings)
                if not isinstance(reporters.would_be(season, who, asked), Refused):
                    return asked
    return None


def battle(reporters: Reporters, season: Season, fixture: Fixture, id: str, chance: Chance) -> MusterBattle | None:
    """A legal battle for a fixture. Faults that an organiser may let pass are let pass. None if none was found."""
    for field in _fields(reporters, season, fixture, chance):
        for fit_alone in (False, True):  # a rulebook may refuse damaged vehicles that a campaign allows
            asked = MusterBattle(
                battle=id,
                fixture=fixture.key,
                scenario=field.scenario,
                options=field.options,
                board=field.board,
                sides={side: _forces(season, key, fit_alone) for side, key in field.sides.items()},
            )
            found = reporters.would_be(season, reporters.referee, asked)
            if isinstance(found, Refused) and all(one.waivable for one in found.faults):
                asked = replace(asked, waivers={one.fault: "For the sake of the evening" for one in found.faults})
                found = reporters.would_be(season, reporters.referee, asked)
            if not isinstance(found, Refused):
                return asked
    return None


def _fields(reporters: Reporters, season: Season, fixture: Fixture, chance: Chance) -> Iterator[Proposed]:
    """Battlefields and scenarios for the fixture, the map's own proposal first."""
    if fixture.ground is not None:
        yield proposal(season, fixture)
    for drafted in reporters.drafts.musters(chance, TRIES):
        sides = dict(zip(drafted.sides, fixture.platoons, strict=True))
        yield Proposed(scenario=drafted.scenario, sides=sides, board=drafted.board)


def _forces(season: Season, platoon: str, fit_alone: bool) -> Forces:
    """Everything of the platoon that can fight, or only what is undamaged."""
    if not fit_alone:
        return Forces(platoon=platoon)
    fighting, vehicles = season.fighting(), [season.vehicles[id] for id in season.platoons[platoon].vehicles]
    fit = [one.id for one in vehicles if one.status == "fit" and one.crew.state == "fit" and one.id not in fighting]
    return Forces(platoon=platoon, vehicles=tuple(fit))


def _side(season: Season, number: int) -> str:
    sides: Sequence[str] = tuple(season.opened.sides)
    return sides[number % len(sides)] if sides else ""
