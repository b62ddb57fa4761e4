"""A rulebook of one page, for tests of what stands above rulebooks: every unit has two hull points and one gun.

`Shoot`: a die of 5 or 6 costs the target a point; at none it is a wreck. The side left standing wins and scores a point
for every wreck of the other. After the battle each wreck is recovered on 4 or more, or lost.

Between battles a wreck is rebuilt in two rounds for three points, which leaves it damaged; damage is welded in a round
for a point, on a die if the terms have it so. A Light is worth 20 points, a Heavy 40, a Sight 5, and a Bargain takes 2
off. A Tow tows wrecks. Two heavies are one too many.
"""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping, Sequence
from typing import Annotated, Any, ClassVar, Literal

import msgspec

from rules.bounds import DiceFaces, Key
from rules.contract import (
    Choice,
    Command,
    Decision,
    Dice,
    Event,
    Feat,
    Field,
    Message,
    Muster,
    Mustered,
    Outcome,
    Pick,
    Piece,
    Refused,
    Roll,
    RuleSystem,
    Side,
    State,
    Unit,
    UnitOutcome,
    UnitView,
    View,
    say,
)
from rules.declarations import Option, Scenario
from rules.kit.options import settle_options
from rules.ready_forces import Brought, Force, Friendly, ReadyMade
from rules.reports import ResultReported, StatusReported
from rules.stream.dice import commitment
from rules.upkeep import Flaw, Job, Owned, Terms, Upkeep
from tests.campaigns.lines import LINES

HULL = 2
Damage = Annotated[int, msgspec.Meta(ge=0, le=HULL)]
Fate = Literal["fit", "damaged", "wrecked", "lost"]
FATES: tuple[Fate, ...] = ("fit", "damaged", "wrecked")  # by damage


class Shoot(Command, frozen=True, kw_only=True):
    positional: ClassVar = ("shooter", "target")
    shooter: Key
    target: Key
    dice: DiceFaces | None = None


class Recover(Command, frozen=True, kw_only=True):
    unit: Key


class Shot(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("S1",)
    shooter: str
    target: str
    hit: bool
    rolls: tuple[Roll, ...]


class Recovered(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("S2",)
    unit: str
    saved: bool
    rolls: tuple[Roll, ...]


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: Damage = 0
    crew: Literal["wounded", "lost"] | msgspec.UnsetType = msgspec.UNSET


class Vehicle(Piece):
    """`fate` is what became of a wreck after the battle; "" while its damage says it all."""

    fixed: ClassVar = ("unit",)
    unit: Unit
    damage: Damage
    fate: Literal["", "damaged", "lost"] = ""
    feats: Annotated[list[Feat], msgspec.Meta(max_length=1000)] = []


class Board(State, kw_only=True):
    """`told`: the winner as people have ruled it, "" for a draw."""

    fixed: ClassVar = ("sides",)
    sides: tuple[str, ...]
    vehicles: dict[str, Vehicle]
    shots: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0
    told: Annotated[str, msgspec.Meta(max_length=40)] | None = None


def muster(command: Muster) -> Mustered:
    for unit in command.units:
        if unit.model not in ("Light", "Heavy"):
            raise Refused("skirmish", say("There is no model %(model)s.", model=unit.model), field="units")
    return Mustered(
        system="skirmish",
        edition=command.edition or "1",
        scenario=command.scenario or "ridge",
        title=command.title,
        options=settle_options(SYSTEM.options, command.options, "skirmish"),
        sides=command.sides,
        units=command.units,
        secrets={f"{unit}/{n}": name for unit, names in command.fittings.items() for n, name in enumerate(names)},
        seed=command.seed,
        commitment=commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
    )


def start(mustered: Mustered) -> Board:
    vehicles = {unit.id: Vehicle(unit, int(unit.condition.get("damage", 0))) for unit in mustered.units}
    return Board(sides=tuple(sorted(mustered.sides)), vehicles=vehicles)


def decide(board: Board, command: Command, dice: Dice) -> Decision:
    match command:
        case Shoot():
            for id in (command.shooter, command.target):
                if id not in board.vehicles or gone(board.vehicles[id]):
                    raise Refused("skirmish", say("%(unit)s cannot do that.", unit=id), field="shooter")
            roll = dice.roll(f"shot/{board.shots + 1}/{command.shooter}", 1, reported=command.dice)
            yield Shot(shooter=command.shooter, target=command.target, hit=roll.numbers[0] >= 5, rolls=(roll,))
        case Recover():
            roll = dice.roll(f"recover/{command.unit}", 1)
            yield Recovered(unit=command.unit, saved=roll.numbers[0] >= 4, rolls=(roll,))


def evolve(board: Board, event: Event) -> None:
    match event:
        case Shot():
            board.shots += 1
            shooter, target = board.vehicles[event.shooter], board.vehicles[event.target]
            shooter.feats.append(Feat("shot", board.report))
            if event.hit:
                target.damage += 1
                shooter.feats.append(Feat("hit", board.report))
                shooter.feats.append(Feat("damage", board.report, of=event.target))
                if target.damage >= HULL:
                    shooter.feats.append(Feat("kill", board.report, of=event.target))
        case Recovered():
            wreck = board.vehicles[event.unit]
            wreck.fate, wreck.damage = ("damaged", HULL - 1) if event.saved else ("lost", HULL)
        case StatusReported():
            put(board.vehicles[event.unit], event.condition)
        case ResultReported():
            board.told = event.winner
            for id, condition in event.conditions.items():
                put(board.vehicles[id], condition)


def put(vehicle: Vehicle, condition: dict[str, Any]) -> None:
    vehicle.damage, vehicle.fate = msgspec.convert(condition, Condition).damage, ""


def outcome(board: Board) -> Outcome:
    left = [side for side in board.sides if any(not gone(one) for one in side_of(board, side))]
    winner = left[0] if len(left) == 1 else ""
    winner = winner if board.told is None else board.told
    return Outcome(
        over=board.told is not None or len(left) < len(board.sides),
        winner=winner,
        points={s: sum(gone(one) for one in board.vehicles.values() if one.unit.side != s) for s in board.sides},
        field=winner,
        units=tuple(
            UnitOutcome(id, one.unit.side, fate(one), {"damage": one.damage}, tuple(one.feats))
            for id, one in board.vehicles.items()
        ),
    )


def side_of(board: Board, side: str) -> list[Vehicle]:
    return [one for one in board.vehicles.values() if one.unit.side == side]


def gone(one: Vehicle) -> bool:
    """Off the table, whatever became of it afterwards."""
    return bool(one.fate) or one.damage >= HULL


def fate(one: Vehicle) -> Fate:
    return one.fate or FATES[one.damage]


def aftermath(board: Board) -> Sequence[Command]:
    return [Recover(unit=id) for id, one in board.vehicles.items() if one.damage >= HULL and not one.fate]


FACTS = {
    "shots": say("Shots so far"),
    "told": say("Winner as ruled"),
    "vehicles.*.damage": say("Damage"),
    "vehicles.*.fate": say("What became of the wreck"),
    "vehicles.*.feats": say("Feats"),
}


SHOWN = {
    "shots": "round",
    "told": "outcome.winner",
    "vehicles.*.damage": "units.{0}.status",
    "vehicles.*.fate": "units.{0}.status",
    "vehicles.*.feats": "",
}


def possible(board: Board) -> None:
    if board.told and board.told not in board.sides:
        raise impossible("told", "There is no such side.", "Name a side, or nobody for a draw.")
    for id, one in board.vehicles.items():
        if one.fate and one.damage != {"damaged": HULL - 1, "lost": HULL}[one.fate]:
            raise impossible(f"vehicles.{id}.damage", "That is not what became of it.", "Declare fate and damage.")


def impossible(fact: str, text: str, remedy: str) -> Refused:
    return Refused("skirmish", say(text), say(remedy), f"facts.{fact}")


def grounds(board: Board, of: str) -> Sequence[str]:
    """Winner and points follow from what became of everybody."""
    return [f"units.{id}.status" for id in board.vehicles] if of.startswith("outcome.") else ()


def legal(board: Board, side: str) -> Sequence[Choice]:
    mine = [id for id, one in board.vehicles.items() if one.unit.side == side and not gone(one)]
    theirs = tuple(Pick(id, say(id)) for id, one in board.vehicles.items() if one.unit.side != side and not gone(one))
    target = Field(name="target", kind="pick", label=say("Target"), picks=theirs, required=True)
    dice = Field(name="dice", kind="dice", label=say("Die"), least=1, most=1)
    return [
        Choice(command="Shoot", label=say("Shoot"), side=side, given={"shooter": id}, fields=(target, dice))
        for id in (mine if theirs else ())
    ]


def see(board: Board, side: str) -> View:
    units = tuple(
        UnitView(id, one.unit.side, one.unit.name, one.unit.model, not gone(one), say(fate(one)), ())
        for id, one in board.vehicles.items()
    )
    return View(round=board.shots, phase=say("Fire"), facts=(), units=units)


def narrate(event: Event) -> Message:
    match event:
        case Shot():
            return say("%(a)s shoots at %(b)s.", a=event.shooter, b=event.target)
        case Recovered():
            return say("%(a)s is looked for.", a=event.unit)
        case _:
            raise TypeError(type(event).__name__)


def reporter(board: Board, command: Any) -> str:
    if isinstance(command, Recover):
        return "clerk"
    return board.vehicles[command.shooter].unit.side if command.shooter in board.vehicles else ""


def draft(choose: Callable[[int], int]) -> Muster:
    units = [
        Unit(id=f"{side}-{n}", side=side, model="Light") for side in ("north", "south") for n in range(choose(3) + 1)
    ]
    return Muster(system="skirmish", sides={"north": Side(), "south": Side()}, units=tuple(units), seed="0" * 64)


PRICES = {"Light": 20, "Heavy": 40, "Sight": 5, "Bargain": -2}
WELD = Option("weld_needs", "number", 0, "What a die has to show for a weld to hold; 0 for no die.", "skirmish", most=6)
REBUILDING = Job(key="rebuild", label=say("rebuild"), rounds=2, points=3)


def jobs(terms: Terms, owned: Owned) -> Sequence[Job]:
    damage = owned.condition.get("damage", 0)
    weld = Job(key="weld", label=say("weld"), points=1, needs=int(terms["weld_needs"]))
    return (*((REBUILDING,) if damage == HULL else ()), *((weld,) if damage else ()))


def mend(condition: Mapping[str, Any], job: str) -> dict[str, Any]:
    """A wreck is not welded, and what drives is not rebuilt."""
    works = (condition.get("damage", 0) == HULL) == (job == "rebuild")
    return dict(condition) | ({"damage": HULL - 1 if job == "rebuild" else 0} if works else {})


def flaws(terms: Terms, edition: str, card: str, vehicles: Sequence[Owned]) -> Iterator[Flaw]:
    heavies = sum(owned.model == "Heavy" for owned in vehicles)
    if heavies > 1:
        yield Flaw("S3/heavies", "skirmish S3", say("There are %(n)s heavies.", n=heavies), say("Take one."))


UPKEEP = Upkeep(
    terms=(WELD,),
    jobs=jobs,
    mend=mend,
    crew=lambda condition: condition.get("crew", "fit"),
    heal=lambda condition: {name: value for name, value in condition.items() if name != "crew"},
    recovers=lambda terms, edition, model: model == "Tow",
    price=lambda terms, edition, model, cards: sum(PRICES.get(name, 0) for name in (model, *cards)),
    flaws=flaws,
)

FORCE = Force((Brought("Light"), Brought("Light")))
DUEL = ReadyMade(key="duel", label=say("A duel"), scenario="ridge", forces={"north": FORCE, "south": FORCE})

SYSTEM = RuleSystem(
    key="skirmish",
    name="Skirmish",
    number="skirmish",
    editions=("1",),
    scenarios=(Scenario("ridge", "The ridge", "skirmish", ("north", "south")),),
    options=(Option("fog", "flag", False, "Nobody sees far.", "skirmish"),),
    commands=(Shoot, Recover),
    events=(Shot, Recovered),
    condition=Condition,
    catalogue=lambda edition: (),
    muster=muster,
    start=start,
    decide=decide,
    evolve=evolve,
    reporter=reporter,
    legal=legal,
    see=see,
    see_event=lambda event, side: event,
    outcome=outcome,
    narrate=narrate,
    aftermath=aftermath,
    between_rounds=lambda board: True,
    draft=draft,
    facts=FACTS,
    possible=possible,
    grounds=grounds,
    lines=SHOWN,
    rosters=(LINES,),
    friendly=Friendly(ready=(DUEL,)),
    upkeep=UPKEEP,
)
