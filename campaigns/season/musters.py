"""A battle is mustered, or called off."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Any, ClassVar, cast

import msgspec
from msgspec.structs import replace

from campaigns.season import adoptions, names
from campaigns.season.chapters import Chapter
from campaigns.season.forces import Proposed, board_of, named, over_limit, proposal, ready_of, unfit
from campaigns.season.map import retreats
from campaigns.season.muster_fields import of_battle
from campaigns.season.offers import WHY, choice, fixture_field
from campaigns.season.refusals import fixture_of, keys, no, organiser, the_one_mustered
from campaigns.season.replays import OF_A_MUSTER
from campaigns.season.seating import speakers
from campaigns.season.standings import as_they_are
from campaigns.season.state import Fixture, Season, Vehicle, add_fixture
from campaigns.season.terms import WHOSE_DICE
from campaigns.season.values import Adoption, Forces, Id, Short, Terms, Waivers
from rules import adjudicate
from rules.adjudicate import Who
from rules.bounds import Key, Text
from rules.contract import (
    Choice,
    Command,
    Decision,
    Dice,
    Event,
    Field,
    Message,
    Muster,
    Pick,
    Refused,
    Rollers,
    Side,
    Unit,
    at_once,
    say,
)
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream import dice
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Musters")


class MusterBattle(Command, frozen=True, kw_only=True):
    """Call platoons to a battle. `battle` is its id, made by the caller; `sides` are the scenario's sides.

    `fixture` is the announced one it is fought for; "" for a battle beside them. `waivers`: the faults of the forces
    that the organiser lets pass, each with the reason, for everyone to read. `dice`: whose they are (as in the battle's
    `Muster`); left out, as the house rules have it.

    `adopted`, as {}: `battle` is a friendly battle that is settled, and that both its players have agreed to adopt, by
    the platoons of `sides`. What stands in it is added here; scenario and options are the battle's own.
    """

    positional: ClassVar[tuple[str, ...]] = ("battle",)
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: Id
    fixture: Short = ""
    scenario: Short = ""
    title: Text = ""
    options: Terms = {}  # over the campaign's
    board: dict[str, Any] = {}
    sides: dict[Key, Forces]
    waivers: Waivers = {}
    dice: Rollers | msgspec.UnsetType = msgspec.UNSET
    adopted: Adoption | msgspec.UnsetType = msgspec.UNSET


class CallOff(Command, frozen=True, kw_only=True):
    """A battle that was mustered will not be fought, or not be counted: its vehicles are free again. Its fixture, if
    it was an announced one, may be mustered anew. By an organiser; a battle that is counted is adjudicated instead."""

    positional: ClassVar[tuple[str, ...]] = ("battle",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    battle: Id
    reason: Reason


class BattleMustered(Event, frozen=True, kw_only=True):
    """A battle was called, with exactly these vehicles on each of its sides; `waivers`: what was let pass, and why.

    `adopted`: it was fought before, as a friendly one; which of its units is which vehicle.
    """

    version: ClassVar[int] = 3
    sealed: ClassVar[tuple[str, ...]] = ("title", "waivers")

    battle: str
    scenario: str
    title: str = ""
    options: Terms
    board: dict[str, Any] = {}
    sides: dict[str, Forces]
    waivers: dict[str, str] = {}
    fixture: str = ""
    dice: Rollers | msgspec.UnsetType = msgspec.UNSET
    adopted: dict[str, str] | msgspec.UnsetType = msgspec.UNSET


class CalledOff(Event, frozen=True, kw_only=True):
    """A battle does not count, whatever is reported of it."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    battle: str
    reason: str = ""


CHAPTER.upcasts(BattleMustered, 1, 2)

CHAPTER.settles(OF_A_MUSTER, MusterBattle)


@CHAPTER.decides
def muster_battle(season: Season, command: MusterBattle, who: Who, dice: Dice) -> Decision:
    """By an organiser; or, where the terms have it so, by a player of an announced fixture for that."""
    fixture = _announced(season, command)
    if not may_muster(season, fixture, who):
        organiser(who)
    at_once(() if who.referee else _not_a_players(command))
    at_once(_not_new(season, command))
    if command.adopted is not msgspec.UNSET:
        yield _adopting(season, command, command.adopted, fixture, who)
        return
    records = as_they_are(season)
    platoons = [forces.platoon for forces in command.sides.values()]
    wrong = [one for side, forces in command.sides.items() for one in unfit(season, records, side, forces)]
    at_once([*wrong, *(_not_of(fixture, platoons) if fixture else ())])
    sides = {side: named(season, records, forces) for side, forces in command.sides.items()}
    at_once(over_limit(season, fixture, sides, who))
    proposed = proposal(season, fixture) if fixture else Proposed()
    scenario = command.scenario or proposed.scenario
    mustered = BattleMustered(
        battle=command.battle,
        fixture=fixture.key if fixture else "",
        scenario=scenario,
        title=command.title,
        options=proposed.options | command.options,
        board=board_of(fixture, scenario, command.board),
        sides=sides,
        waivers=command.waivers,
        dice=command.dice or _dice_of(season, command.fixture),
    )
    # What the rulebook refuses, the campaign does not call. Which campaign it is, the door says; here, that it is one.
    asked = replace(muster_of(season, mustered), campaign="this one")
    first = adjudicate.muster(asked)
    yield replace(mustered, scenario=first.scenario)


def _not_new(season: Season, command: MusterBattle) -> Iterator[Refused]:
    if command.battle in season.battles or command.battle in season.fixtures:
        yield no(_("This battle is mustered already."), _("Give every new battle an id of its own."), "battle")
    for platoon, times in Counter(forces.platoon for forces in command.sides.values()).items():
        if times > 1:
            yield no(say(_("Platoon “%(key)s” cannot fight itself."), key=platoon), field="sides")


def _adopting(
    season: Season, command: MusterBattle, battle: Adoption, fixture: Fixture | None, who: Who
) -> BattleMustered:
    """By an organiser, whoever may muster. What the rulebook has against the forces it had against the battle."""
    organiser(who)
    at_once(adoptions.not_adoptable(season, battle, command.sides))
    at_once(adoptions.of_others(season, battle, command.sides, fixture))
    platoons = [forces.platoon for forces in command.sides.values()]
    at_once(_not_of(fixture, platoons) if fixture else ())
    sides, units = adoptions.fielded(season, as_they_are(season), battle, command.sides)
    return BattleMustered(
        battle=command.battle,
        fixture=fixture.key if fixture else "",
        scenario=battle.scenario,
        options=battle.options,
        sides=sides,
        adopted=units,
    )


def _announced(season: Season, command: MusterBattle) -> Fixture | None:
    """The fixture the battle is fought for; None for one beside the rounds."""
    if not command.fixture:
        return None
    fixture = fixture_of(season, command.fixture)
    if not fixture.announced or fixture.battle or not fixture.is_open:
        raise no(
            say(_("“%(fixture)s” is mustered or decided already."), fixture=fixture.key),
            _("Leave the fixture out for a battle beside it."),
            "fixture",
        )
    if fixture.scenario and command.scenario not in ("", fixture.scenario):
        raise no(
            say(_("“%(fixture)s” was announced as another scenario."), fixture=fixture.key),
            say(_("It is “%(scenario)s”."), scenario=fixture.scenario),
            "scenario",
        )
    return fixture


def _not_a_players(command: MusterBattle) -> Iterator[Refused]:
    """What only an organiser may say of a battle."""
    for field in ("waivers", "options"):
        if getattr(command, field):
            yield no(
                _("Only an organiser lets faults pass, or changes the house rules of a battle."),
                _("Leave it out, or ask an organiser."),
                field,
                "not-yours",
            )


def may_muster(season: Season, fixture: Fixture | None, who: Who) -> bool:
    """An organiser always; a player an announced fixture of theirs, where the terms have it so."""
    if who.referee or fixture is None:
        return who.referee
    plays = any(who.id in speakers(season, fixture, key) for key in fixture.platoons)
    return bool(season.terms["players_muster"]) and plays


def is_beside(choice: Choice) -> bool:
    """Whether a choice musters a battle beside the fixtures."""
    return all(field.name != "fixture" for field in choice.fields)


def _not_of(fixture: Fixture, platoons: list[str]) -> Iterator[Refused]:
    if sorted(platoons) != sorted(fixture.platoons):
        yield no(
            say(_("“%(fixture)s” is between other platoons."), fixture=fixture.key),
            say(_("They are %(platoons)s."), platoons=keys(fixture.platoons)),
            "sides",
        )


@CHAPTER.decides
def call_off(season: Season, command: CallOff, who: Who, dice: Dice) -> Decision:
    """Frees the vehicles of a battle that will not be fought."""
    organiser(who)
    fixture = the_one_mustered(season, command.battle)
    if fixture.reported is not None:
        raise no(_("The battle is counted already."), _("Adjudicate its fixture, or correct the battle."), "battle")
    yield CalledOff(battle=command.battle, reason=command.reason)
    yield from retreats.after(season, fixture, dice)  # where an organiser had ruled on it meanwhile


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(MusterBattle)
def _mustered_by(season: Season, who: Who) -> Iterator[Choice]:
    """For each fixture nobody has mustered; and, by an organiser, beside them. What forces a scenario takes on what
    board is its rulebook's to say."""
    records = as_they_are(season)
    able = {key: vehicles for key in season.platoons if (vehicles := ready_of(season, records, key))}
    for fixture in season.fixtures.values():
        waits = fixture.announced and not fixture.battle and fixture.is_open
        if waits and may_muster(season, fixture, who) and all(key in able for key in fixture.platoons):
            label = say(_("Muster a battle: %(fixture)s"), fixture=names.pair(season, fixture.platoons))
            forces = {key: able[key] for key in fixture.platoons}
            yield choice(
                MusterBattle, label, fixture_field(season, [fixture]), *of_battle(season, forces, fixture, who)
            )
    if who.referee and len(able) > 1:
        yield choice(MusterBattle, say(_("Muster a battle beside the fixtures")), *of_battle(season, able, None, who))


@CHAPTER.offers(CallOff)
def _called_off_by(season: Season, who: Who) -> Iterator[Choice]:
    fought = [one for one in season.fixtures.values() if one.battle and one.reported is None]
    if who.referee and fought:
        picks = tuple(Pick(one.battle, verbatim(names.pair(season, one.platoons))) for one in fought)
        battle = Field(name="battle", kind="pick", label=say(_("Battle")), picks=picks, required=True)
        yield choice(CallOff, say(_("Call a battle off")), battle, WHY)


# -- from the campaign to the first report of the battle ---------------------------------------------------------------


def muster_of(season: Season, event: BattleMustered) -> Muster:
    """The first report of the battle: its vehicles as earlier battles and the workshop have left them, with what their
    crews have learnt; its seed from the campaign's."""
    fielded = {vehicle: side for side, forces in event.sides.items() for vehicle in forces.vehicles}
    platoons = {side: season.platoons[forces.platoon] for side, forces in event.sides.items()}
    units = tuple(
        Unit(
            id=vehicle,
            side=side,
            model=season.vehicles[vehicle].model,
            condition=_as_posted(season, season.vehicles[vehicle]),
        )
        for vehicle, side in fielded.items()
    )
    house = season.settings(round_of(season, event.fixture))
    return Muster(
        system=season.opened.system,
        edition=house.edition,
        scenario=event.scenario,
        title=event.title,
        options=house.options | event.options,
        board=event.board,
        sides={side: Side(players=platoon.players, platoon=platoon.card) for side, platoon in platoons.items()},
        units=units,
        names=names.in_battle(season, fielded),
        fittings={vehicle: cards for vehicle, side in fielded.items() if (cards := platoons[side].fittings[vehicle])},
        seed=dice.derived_seed(season.opened.seed, f"battle/{event.battle}"),
        confirm_within=season.opened.confirm_within,
        waivers=event.waivers,
        dice=event.dice,
    )


def _dice_of(season: Season, fixture: str) -> Rollers | msgspec.UnsetType:
    """As the house rules have it; unset where they say nothing of it."""
    found = season.settings(round_of(season, fixture)).terms.get(WHOSE_DICE)
    return cast(Rollers, found) if found else msgspec.UNSET


def _as_posted(season: Season, vehicle: Vehicle) -> dict[str, object]:
    if not season.terms["crews"]:
        return vehicle.condition
    return season.rules.upkeep.post(season.house, season.grade(vehicle), vehicle.condition)


def round_of(season: Season, fixture: str) -> int:
    """The round a battle is mustered for: that of its fixture, else the present one."""
    found = season.fixtures.get(fixture)
    return found.round if found else season.turn


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _mustered(season: Season, event: BattleMustered) -> None:
    platoons = tuple(forces.platoon for forces in event.sides.values())
    fixture = season.fixtures.get(event.fixture)
    # after a correction there may be another pairing of this name, or none: the battle goes on beside the rounds
    if fixture is None or {*fixture.platoons} != {*platoons} or fixture.battle not in ("", event.battle):
        fixture = add_fixture(season, event.battle, season.turn, platoons)
        fixture.was = event.fixture if event.fixture in season.published else ""
    fixture.battle, fixture.sides, fixture.waivers = event.battle, event.sides, event.waivers
    fixture.adopted = event.adopted or {}
    fixture.scenario, fixture.title = event.scenario, event.title
    now = {side: season.platoons[forces.platoon].players for side, forces in event.sides.items()}
    if season.manned is not None:
        fixture.manned = season.manned.get(event.battle, now)
    else:  # after a correction others may command it than were mustered
        fixture.manned = {} if season.retold else now
    fixture.stand_ins = {key: one for key, one in fixture.substitutes.items() if key in platoons}
    season.battles[event.battle] = fixture.key
    fixture.mustered = len(season.battles)


@CHAPTER.evolves
def _called_off(season: Season, event: CalledOff) -> None:
    fixture = season.fixtures[season.battles[event.battle]]
    fixture.called_off = (*fixture.called_off, event.battle)
    fixture.battle, fixture.sides, fixture.manned, fixture.waivers, fixture.mustered = "", {}, {}, {}, 0
    fixture.adopted, fixture.stand_ins = {}, {}


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_mustered(season: Season, event: BattleMustered) -> Message:
    adopted = event.adopted is not msgspec.UNSET
    return say(
        _("A friendly battle is adopted: %(scenario)s, %(platoons)s.")
        if adopted
        else _("A battle is mustered: %(scenario)s, %(platoons)s."),
        scenario=event.scenario,
        platoons=names.pair(season, (forces.platoon for forces in event.sides.values())),
    )


@CHAPTER.narrates
def _tell_called_off(season: Season, event: CalledOff) -> Message:
    if not event.reason:  # by the clerk as its round closed, or the reason was erased
        return say(_("“%(battle)s” is called off."), battle=event.battle)
    return say(_("“%(battle)s” is called off: %(reason)s"), battle=event.battle, reason=event.reason)
