"""A rulebook of one page, for tests of what stands above rulebooks: every unit has two hull points and one gun.

`Shoot`: a die of 5 or 6 costs the target a point; at none it is a wreck. The side left standing wins and scores a point
for every wreck of the other. After the battle each wreck is recovered on 4 or more, or lost.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, ClassVar, Literal

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
    Option,
    Outcome,
    Pick,
    Refused,
    Roll,
    RuleSystem,
    Scenario,
    Side,
    State,
    Unit,
    UnitOutcome,
    UnitView,
    View,
    say,
)
from rules.dice import commitment
from rules.options import settle_options

HULL = 2
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
    shooter: str
    target: str
    hit: bool
    rolls: tuple[Roll, ...]


class Recovered(Event, frozen=True, kw_only=True):
    unit: str
    saved: bool
    rolls: tuple[Roll, ...]


class Condition(msgspec.Struct, frozen=True):
    damage: int = 0


class Board(State, kw_only=True):
    units: dict[str, Unit]
    damage: dict[str, int]
    fate: dict[str, Fate] = {}
    feats: dict[str, list[Feat]] = {}
    shots: int = 0


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
    units = {unit.id: unit for unit in mustered.units}
    return Board(units=units, damage={id: int(unit.condition.get("damage", 0)) for id, unit in units.items()})


def decide(board: Board, command: Command, dice: Dice) -> Decision:
    match command:
        case Shoot():
            for id in (command.shooter, command.target):
                if board.damage.get(id, HULL) >= HULL:
                    raise Refused("skirmish", say("%(unit)s cannot do that.", unit=id), field="shooter")
            roll = dice.roll(f"shot/{board.shots + 1}/{command.shooter}", 1, reported=command.dice)
            yield Shot(shooter=command.shooter, target=command.target, hit=roll.values[0] >= 5, rolls=(roll,))
        case Recover():
            roll = dice.roll(f"recover/{command.unit}", 1)
            yield Recovered(unit=command.unit, saved=roll.values[0] >= 4, rolls=(roll,))


def evolve(board: Board, event: Event) -> None:
    match event:
        case Shot():
            board.shots += 1
            feats = board.feats.setdefault(event.shooter, [])
            feats.append(Feat("shot", board.report))
            if event.hit:
                board.damage[event.target] += 1
                feats.append(Feat("hit", board.report))
                feats.append(Feat("damage", board.report, of=event.target))
                if board.damage[event.target] >= HULL:
                    feats.append(Feat("kill", board.report, of=event.target))
        case Recovered():
            board.fate[event.unit] = "damaged" if event.saved else "lost"
            board.damage[event.unit] = HULL - 1 if event.saved else HULL


def outcome(board: Board) -> Outcome:
    sides = sorted({unit.side for unit in board.units.values()})
    left = [side for side in sides if any(not gone(board, id) for id in side_of(board, side))]
    winner = left[0] if len(left) == 1 else ""
    return Outcome(
        over=len(left) < len(sides),
        winner=winner,
        points={side: sum(gone(board, id) for id in board.units if board.units[id].side != side) for side in sides},
        field=winner,
        units=tuple(
            UnitOutcome(id, unit.side, fate(board, id), {"damage": board.damage[id]}, tuple(board.feats.get(id, ())))
            for id, unit in board.units.items()
        ),
    )


def side_of(board: Board, side: str) -> list[str]:
    return [id for id, unit in board.units.items() if unit.side == side]


def gone(board: Board, id: str) -> bool:
    """Off the table, whatever became of it afterwards."""
    return id in board.fate or board.damage[id] >= HULL


def fate(board: Board, id: str) -> Fate:
    return board.fate[id] if id in board.fate else FATES[board.damage[id]]


def aftermath(board: Board) -> Sequence[Command]:
    return [Recover(unit=id) for id in board.units if board.damage[id] >= HULL and id not in board.fate]


def legal(board: Board, side: str) -> Sequence[Choice]:
    mine = [id for id, unit in board.units.items() if unit.side == side and not gone(board, id)]
    theirs = tuple(Pick(id, say(id)) for id, unit in board.units.items() if unit.side != side and not gone(board, id))
    target = Field(name="target", kind="pick", label=say("Target"), picks=theirs, required=True)
    dice = Field(name="dice", kind="dice", label=say("Die"), least=1, most=1)
    return [
        Choice(command="Shoot", label=say("Shoot"), side=side, given={"shooter": id}, fields=(target, dice))
        for id in mine
    ]


def see(board: Board, side: str) -> View:
    units = tuple(
        UnitView(id, unit.side, unit.name, unit.model, not gone(board, id), say(fate(board, id)), ())
        for id, unit in board.units.items()
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
    return board.units[command.shooter].side if command.shooter in board.units else ""


def draft(choose: Callable[[int], int]) -> Muster:
    units = [
        Unit(id=f"{side}-{n}", side=side, model="Light") for side in ("north", "south") for n in range(choose(3) + 1)
    ]
    return Muster(system="skirmish", sides={"north": Side(), "south": Side()}, units=tuple(units), seed="0" * 64)


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
)
