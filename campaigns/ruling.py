"""Deciding a report on a campaign: who may report it, whether it is legal, and the events that follow. Pure."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterable, Iterator
from unicodedata import normalize

import msgspec

from campaigns.reports import (
    BattleMustered,
    BattleReported,
    Enlist,
    Enlisted,
    Forces,
    MusterBattle,
    Open,
    Opened,
    ReportBattle,
    Terms,
)
from campaigns.season import Season, muster_of
from campaigns.standings import Service, service
from rules import adjudicate, dice
from rules import system as find_system
from rules.adjudicate import CLERK, Who
from rules.contract import Command, Decision, Message, Refused, RuleSystem, at_once, say
from rules.contract import gettext_noop as _
from rules.options import settle_options

GONE = {
    "wrecked": _("%(vehicle)s is a wreck."),
    "lost": _("%(vehicle)s is lost."),
}


def decide(season: Season | None, command: Command, who: Who) -> Decision:
    """Legality first (`Refused`), then the events. `season` is None before the campaign is opened."""
    if season is None:
        if not isinstance(command, Open):
            raise _no(say(_("The campaign is not open yet.")), say(_("Its organiser opens it.")))
        yield _open(command, who)
        return
    match command:
        case Open():
            raise _no(say(_("The campaign is open already.")))
        case Enlist():
            yield _enlist(season, command, who)
        case MusterBattle():
            yield _muster(season, command, who)
        case ReportBattle():
            yield _report(season, command, who)


def _open(command: Open, who: Who) -> Opened:
    _organiser(who)
    system = find_system(command.system)
    if command.edition and command.edition not in system.editions:
        raise _no(
            say(_("There is no edition “%(edition)s” of these rules."), edition=command.edition),
            say(_("Editions: %(editions)s."), editions=", ".join(system.editions)),
            "edition",
        )
    if len(command.sides) == 1:
        raise _no(say(_("A campaign of one side has nobody to fight.")), say(_("Name two sides or none.")), "sides")
    at_once(_alike(command.sides.values(), "sides"))
    options = settle_options(system.options, command.options, system.number)
    if any(option.type == "text" and options[option.name] != option.default for option in system.options):
        _read(system, command.edition, options)
    return Opened(
        name=command.name,
        system=command.system,
        edition=command.edition or system.edition,
        options=options,
        sides=command.sides,
        scoring=command.scoring,
        confirm_within=command.confirm_within,
        seed=command.seed,
        commitment=dice.commitment(command.seed),
    )


def _read(system: RuleSystem, edition: str, options: Terms) -> None:
    """What a text may say a rulebook only says at a muster: what it would refuse of every battle is refused here."""
    numbers = iter(range(10**6))
    draft = system.draft(lambda n: next(numbers) % n)
    try:
        adjudicate.muster(msgspec.structs.replace(draft, edition=edition, options=options))
    except Refused as refused:
        at_once(fault for fault in refused.faults if fault.field.partition(".")[0] == "options")


def _enlist(season: Season, command: Enlist, who: Who) -> Enlisted:
    player = command.player or who.id
    if player != who.id and not who.referee:
        raise _no(
            say(_("You enlist your own platoon.")),
            say(_("Leave the player out; an organiser enlists for others.")),
            "player",
            "not-yours",
        )
    at_once(_enlisting(season, command))
    cards = {f"{id}/{n}": card for id, cards in command.fittings.items() for n, card in enumerate(cards, 1)}
    return Enlisted(
        platoon=command.platoon,
        name=command.name,
        side=command.side,
        card=command.card,
        player=player,
        vehicles=command.vehicles,
        names=command.names,
        cards=cards,
    )


def _enlisting(season: Season, command: Enlist) -> Iterator[Refused]:
    """All that is wrong with a platoon that would enlist."""
    if command.platoon in season.platoons:
        yield _no(say(_("There is a platoon “%(key)s” already."), key=command.platoon), field="platoon")
    yield from _alike((command.name, *(platoon.name for platoon in season.platoons.values())), "name")
    yield from _side_of_campaign(season, command.side)
    yield from _recruits(season, command)


def _side_of_campaign(season: Season, side: str) -> Iterator[Refused]:
    sides = season.opened.sides
    if side in sides or (not side and not sides):
        return
    found = say(_("There is no side “%(side)s”."), side=side) if side else say(_("The platoon has no side."))
    right = say(_("Everyone is on their own here: leave the side out."))
    if sides:
        right = say(_("Sides: %(sides)s."), sides=", ".join(sides))
    yield _no(found, right, "side")


def _recruits(season: Season, command: Enlist) -> Iterator[Refused]:
    """Every vehicle has an id of its own in the campaign, and every name and card belongs to one."""
    ids = [recruit.id for recruit in command.vehicles]
    for id in sorted(taken_words(season).intersection(ids)):
        yield _no(
            say(_("The name “%(name)s” is taken."), name=id),
            say(_("Give it another id; its name may stay.")),
            "vehicles",
        )
    # the vehicles of a platoon that enlists under a key that is taken are mostly there already: that is said once
    there = season.vehicles if command.platoon not in season.platoons else {}
    for id, times in Counter(ids).items():
        if times > 1 or id in there:
            yield _no(
                say(_("Two vehicles of the campaign are called “%(id)s”."), id=id),
                say(_("Give it another id; its name may stay.")),
                "vehicles",
            )
    for field in ("names", "fittings"):
        for id in getattr(command, field):
            if id not in ids:
                yield _no(
                    say(_("The platoon has no vehicle “%(id)s”."), id=id),
                    say(_("Its vehicles: %(ids)s."), ids=", ".join(ids)),
                    field,
                )
    yield from _alike(command.names.values(), "names")
    yield from _in_catalogue(season, command)


def _in_catalogue(season: Season, command: Enlist) -> Iterator[Refused]:
    """Every model and card is one of the rulebook's catalogue, if it has one: a platoon enlisted is there to stay."""
    articles = season.rules.catalogue(season.opened.edition)
    rules = season.rules
    models = (("vehicles", recruit.model, rules.model_kinds) for recruit in command.vehicles)
    cards = ((f"fittings.{id}", card, rules.card_kinds) for id, cards in command.fittings.items() for card in cards)
    platoon = (("card", command.card, rules.platoon_kinds),) if command.card else ()
    for field, name, kinds in (*models, *cards, *platoon):
        known = any(name in (article.name, article.key) for article in articles if article.kind in kinds)
        if articles and not known:
            yield _no(
                say(_("%(system)s knows no “%(name)s”."), system=season.rules.name, name=name),
                say(_("Its models and cards are listed under /api/v1/systems/%(key)s/units/."), key=season.rules.key),
                field,
            )


def taken_words(season: Season) -> set[str]:
    """What sentences about its battles call by other names: a vehicle of that id could join no battle."""
    scenarios = season.rules.scenarios
    return {scenario.key for scenario in scenarios}.union(*(scenario.sides for scenario in scenarios))


def _muster(season: Season, command: MusterBattle, who: Who) -> BattleMustered:
    _organiser(who)
    if command.battle in season.fixtures:
        raise _no(
            say(_("This battle is mustered already.")), say(_("Give every new battle an id of its own.")), "battle"
        )
    records = service(season)
    platoons = [forces.platoon for forces in command.sides.values()]
    for platoon, times in Counter(platoons).items():
        if times > 1:
            raise _no(say(_("Platoon “%(key)s” cannot fight itself."), key=platoon), field="sides")
    wrong = [one for side, forces in command.sides.items() for one in _unfit(season, records, side, forces)]
    at_once(wrong)
    sides = {side: _named(season, records, forces) for side, forces in command.sides.items()}
    mustered = BattleMustered(
        battle=command.battle,
        scenario=command.scenario,
        title=command.title,
        options=command.options,
        board=command.board,
        sides=sides,
        waivers=command.waivers,
    )
    first = adjudicate.muster(muster_of(season, mustered))  # what the rulebook refuses, the campaign does not call
    return msgspec.structs.replace(mustered, scenario=first.scenario)


def _unfit(season: Season, records: dict[str, Service], side: str, forces: Forces) -> Iterator[Refused]:
    """Why these cannot be called: all that is wrong with them."""
    platoon = season.platoons.get(forces.platoon)
    if platoon is None:
        yield _no(
            say(_("There is no platoon “%(key)s”."), key=forces.platoon),
            say(_("Platoons: %(keys)s."), keys=", ".join(season.platoons) or "-"),
            f"sides.{side}.platoon",
        )
        return
    able = _able(season, records, forces)
    for id in dict.fromkeys(forces.vehicles):
        if id not in able:
            yield _cannot(season, records, side, platoon.key, id)
    if len(set(forces.vehicles)) != len(forces.vehicles):
        yield _no(say(_("A vehicle is named twice.")), field=f"sides.{side}.vehicles")
    if not able and not forces.vehicles:
        yield _no(
            say(_("No vehicle of platoon “%(key)s” can fight now."), key=platoon.key),
            say(_("Wait until its battle is counted, or enlist another platoon.")),
            f"sides.{side}.platoon",
        )


def _able(season: Season, records: dict[str, Service], forces: Forces) -> tuple[str, ...]:
    vehicles = season.platoons[forces.platoon].vehicles
    return tuple(id for id in vehicles if records[id].status not in ("fighting", *GONE))


def _named(season: Season, records: dict[str, Service], forces: Forces) -> Forces:
    """The forces with every vehicle named: those asked for, or all of the platoon that can fight."""
    return Forces(platoon=forces.platoon, vehicles=forces.vehicles or _able(season, records, forces))


def _cannot(season: Season, records: dict[str, Service], side: str, platoon: str, id: str) -> Refused:
    """Why a vehicle that was asked for cannot fight."""
    field = f"sides.{side}.vehicles"
    if id not in season.platoons[platoon].vehicles:
        ids = ", ".join(season.platoons[platoon].vehicles)
        return _no(
            say(_("Platoon “%(key)s” has no vehicle “%(id)s”."), key=platoon, id=id),
            say(_("Its vehicles: %(ids)s."), ids=ids),
            field,
        )
    status = records[id].status
    if status == "fighting":
        return _no(
            say(_("%(vehicle)s is in a battle that is not counted yet."), vehicle=id),
            say(_("Settle battle %(battle)s first, or leave it out."), battle=records[id].battle),
            field,
        )
    return _no(say(GONE[status], vehicle=id), say(_("Leave it out.")), field)


def _report(season: Season, command: ReportBattle, who: Who) -> BattleReported:
    if who.id != CLERK:
        raise _no(say(_("Only the clerk counts battles.")), field="by", code="not-yours")
    fixture = season.fixtures.get(command.battle)
    if fixture is None:
        raise _no(say(_("This campaign has not mustered battle %(battle)s."), battle=command.battle), field="battle")
    if fixture.reported is not None and command.position <= fixture.reported.position:
        raise _no(
            say(_("The battle was counted as it stood at position %(n)s."), n=fixture.reported.position),
            say(_("Report it again only when its log has grown.")),
            "position",
        )
    if not command.outcome.over:
        raise _no(say(_("The battle is not over.")), field="outcome")
    fielded = {vehicle for forces in fixture.sides.values() for vehicle in forces.vehicles}
    if {unit.id for unit in command.outcome.units} != fielded:
        raise _no(say(_("The outcome is not that of the vehicles that were mustered.")), field="outcome")
    return BattleReported(
        battle=command.battle, position=command.position, digest=command.digest, outcome=command.outcome
    )


def _organiser(who: Who) -> None:
    if not who.referee:
        raise _no(
            say(_("Only an organiser of the campaign may do this.")), say(_("Ask one.")), field="by", code="not-yours"
        )


def _alike(names: Iterable[str], field: str) -> Iterator[Refused]:
    for name, times in Counter(normalize("NFKC", name).casefold() for name in names).items():
        if times > 1:
            yield _no(say(_("The name “%(name)s” is taken."), name=name), say(_("Choose another one.")), field)


def _no(text: Message, remedy: Message | None = None, field: str = "", code: str = "refused") -> Refused:
    return Refused("campaign", text, remedy, field=field, code=code)
