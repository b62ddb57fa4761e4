"""A rulebook of one page on a squared board, for tests of what stands above rulebooks.

Tanks drive step by step and shoot. A shot is rolled for with two number dice; on `HITS_ON` and more a symbol die tells
where it hit, and costs the target a point of its hull. The side left standing wins.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Annotated, ClassVar, Literal, NamedTuple

import msgspec

from rules.bounds import Key
from rules.contract import (
    Choice,
    Command,
    Counter,
    Decision,
    Dice,
    Event,
    Field,
    Grid,
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
    Square,
    State,
    Unit,
    UnitOutcome,
    UnitView,
    View,
    say,
    verbatim,
)
from rules.declarations import Option, Scenario
from rules.kit.options import settle_options
from rules.stream.dice import commitment

HULL, HITS_ON, LONGEST = 2, 4, 6
NUMBERS = ((0, 0, 1, 2, 3, 4), (2, 2, 3, 3, 4, 5))
SYMBOLS = (("hull", "hull", "track", "track+x", "turret", "-"),)
AHEAD = {0: (0, -1), 90: (1, 0), 180: (0, 1), 270: (-1, 0)}
MAP = "....\n.#..\n...."
Step = Literal["F", "R+", "R-"]
STEPS: dict[Step, str] = {"F": "Forward", "R+": "Turn right", "R-": "Turn left"}
Number = Annotated[int, msgspec.Meta(ge=0, le=9)]
Symbol = Annotated[str, msgspec.Meta(min_length=1, max_length=20)]


class Drive(Command, frozen=True, kw_only=True):
    positional: ClassVar = ("unit", "steps")
    unit: Key
    steps: Annotated[tuple[Step, ...], msgspec.Meta(min_length=1, max_length=LONGEST)]


class Shoot(Command, frozen=True, kw_only=True):
    positional: ClassVar = ("unit", "target")
    unit: Key
    target: Key
    accuracy: Annotated[tuple[Number, ...], msgspec.Meta(max_length=2)] | None = None
    hit: Annotated[tuple[Symbol | Number, ...], msgspec.Meta(max_length=1)] | None = None


class Drove(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("Q1",)
    unit: str
    column: int
    row: int
    facing: int


class Shot(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("Q2",)
    unit: str
    target: str
    accuracy: Roll
    hit: Roll | None = None


class Condition(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    damage: Annotated[int, msgspec.Meta(ge=0, le=HULL)] = 0


class Tank(Piece):
    fixed: ClassVar = ("unit",)
    unit: Unit
    column: Annotated[int, msgspec.Meta(ge=0, le=25)]
    row: Annotated[int, msgspec.Meta(ge=0, le=25)]
    facing: Literal[0, 90, 180, 270]
    damage: Annotated[int, msgspec.Meta(ge=0, le=HULL)] = 0


class Table(State, kw_only=True):
    fixed: ClassVar = ("sides", "map")
    sides: tuple[str, ...]
    map: tuple[str, ...]
    tanks: dict[str, Tank]
    shots: Annotated[int, msgspec.Meta(ge=0, le=9999)] = 0


class Place(NamedTuple):
    column: int
    row: int
    facing: int


def muster(command: Muster) -> Mustered:
    rows = str(command.board.get("map") or MAP).split("\n")
    if any(len(row) != len(rows[0]) or set(row) - set(".#") for row in rows):
        raise Refused("squares Q3", say("That is no map."), say("Draw rows of . and #."), field="board.map")
    options = settle_options(SYSTEM.options, command.options, "squares")
    if "?" in str(options["letters"]):
        raise Refused("squares Q4", say("No questions."), say("Write what you know."), field="options.letters")
    return Mustered(
        system="squares",
        edition=command.edition or "1",
        scenario=command.scenario or "village",
        title=command.title,
        options=options,
        board=command.board,
        sides=command.sides,
        units=command.units,
        seed=command.seed,
        commitment=commitment(command.seed),
        campaign=command.campaign,
        confirm_within=command.confirm_within,
    )


def start(mustered: Mustered) -> Table:
    """One side along the top looking down, the other along the bottom looking up."""
    rows = tuple(str(mustered.board.get("map") or MAP).split("\n"))
    sides = tuple(sorted(mustered.sides))
    tanks: dict[str, Tank] = {}
    for number, side in enumerate(sides):
        own = [unit for unit in mustered.units if unit.side == side]
        for column, unit in enumerate(own):
            row, facing = ((0, 180), (len(rows) - 1, 0))[number]
            tanks[unit.id] = Tank(unit, column, row, facing, int(unit.condition.get("damage", 0)))  # type: ignore[arg-type]
    return Table(sides=sides, map=rows, tanks=tanks)


def able(table: Table, id: str) -> Tank:
    tank = table.tanks.get(id)
    if tank is None or tank.damage >= HULL:
        raise Refused("squares Q1", say("%(unit)s cannot do that.", unit=id), field="unit")
    return tank


def stepped(table: Table, unit: str, at: Place, step: str) -> Place:
    if step != "F":
        return at._replace(facing=(at.facing + (90 if step == "R+" else -90)) % 360)
    across, down = AHEAD[at.facing]
    to = at._replace(column=at.column + across, row=at.row + down)
    taken = any((one.column, one.row) == to[:2] for id, one in table.tanks.items() if id != unit)
    inside = 0 <= to.row < len(table.map) and 0 <= to.column < len(table.map[0])
    if taken or not inside or table.map[to.row][to.column] == "#":
        raise Refused("squares Q1", say("The way is blocked."), say("Turn first."), field="steps")
    return to


def decide(table: Table, command: Command, dice: Dice) -> Decision:
    match command:
        case Drive():
            tank = able(table, command.unit)
            at = Place(tank.column, tank.row, tank.facing)
            for step in command.steps:
                at = stepped(table, command.unit, at, step)
            yield Drove(unit=command.unit, column=at.column, row=at.row, facing=at.facing)
        case Shoot():
            tank, target = able(table, command.unit), able(table, command.target)
            if tank.unit.side == target.unit.side:
                raise Refused("squares Q2", say("That is a friend."), field="target")
            question = f"shot/{table.shots + 1}"
            accuracy = dice.roll(f"{question}/accuracy", 2, shows=NUMBERS, reported=command.accuracy, field="accuracy")
            hit = None
            if sum(accuracy.numbers) >= HITS_ON:
                hit = dice.roll(f"{question}/hit", 1, shows=SYMBOLS, may=("flag", 7), reported=command.hit, field="hit")
            elif command.hit is not None:
                raise Refused("squares Q2", say("It missed."), say("Leave the die out."), field="hit")
            yield Shot(unit=command.unit, target=command.target, accuracy=accuracy, hit=hit)


def evolve(table: Table, event: Event) -> None:
    match event:
        case Drove():
            tank = table.tanks[event.unit]
            tank.column, tank.row, tank.facing = event.column, event.row, event.facing  # type: ignore[assignment]
        case Shot():
            table.shots += 1
            if event.hit is not None and event.hit.values != ("-",):
                table.tanks[event.target].damage += 1


def outcome(table: Table) -> Outcome:
    left = [side for side in table.sides if any(one.damage < HULL for one in of(table, side))]
    winner = left[0] if len(left) == 1 else ""
    fates: tuple[Literal["fit", "damaged", "lost"], ...] = ("fit", "damaged", "lost")
    return Outcome(
        over=len(left) < len(table.sides),
        winner=winner,
        field=winner,
        units=tuple(
            UnitOutcome(id, one.unit.side, fates[one.damage], {"damage": one.damage}) for id, one in table.tanks.items()
        ),
    )


def of(table: Table, side: str) -> list[Tank]:
    return [one for one in table.tanks.values() if one.unit.side == side]


def legal(table: Table, side: str) -> Sequence[Choice]:
    if side not in table.sides or outcome(table).over:
        return []
    mine = [(id, one) for id, one in table.tanks.items() if one.unit.side == side and one.damage < HULL]
    theirs = tuple(
        Pick(id, verbatim(one.unit.name)) for id, one in table.tanks.items() if one.unit.side != side and one.damage < 2
    )
    numbers = tuple(Pick(str(n), verbatim(str(n))) for n in sorted({*NUMBERS[0], *NUMBERS[1]}))
    symbols = tuple(Pick(one, verbatim(one)) for one in (*dict.fromkeys(SYMBOLS[0]), "flag", "7"))
    target = Field(name="target", kind="pick", label=say("Target"), picks=theirs, required=True)
    accuracy = Field(name="accuracy", kind="dice", label=say("Accuracy"), picks=numbers, least=2, most=2)
    hit = Field(name="hit", kind="dice", label=say("Hit die"), picks=symbols, least=1, most=1)
    choices = []
    for id, one in mine:
        first = tuple(Pick(step, say(STEPS[step])) for step in STEPS if may(table, id, one, step))
        path = Field(name="steps", kind="path", label=say("Way"), picks=first, least=1, most=LONGEST, required=True)
        name = one.unit.name
        choices.append(
            Choice(command="Drive", label=say("%(u)s drives", u=name), side=side, given={"unit": id}, fields=(path,))
        )
        choices.append(
            Choice(
                command="Shoot",
                label=say("%(u)s shoots", u=name),
                side=side,
                given={"unit": id},
                fields=(target, accuracy, hit),
            )
        )
    return choices


def may(table: Table, id: str, one: Tank, step: str) -> bool:
    try:
        stepped(table, id, Place(one.column, one.row, one.facing), step)
    except Refused:
        return False
    return True


def see(table: Table, side: str) -> View:
    units = tuple(
        UnitView(
            id,
            one.unit.side,
            one.unit.name,
            one.unit.model,
            one.damage < HULL,
            say(("fit", "hurt", "out")[one.damage]),
            (),
        )
        for id, one in table.tanks.items()
    )
    grid = Grid(
        columns=tuple("abcdefghijklmnopqrstuvwxyz"[: len(table.map[0])]),
        rows=tuple(str(len(table.map) - n) for n in range(len(table.map))),
        squares=tuple(
            Square(column, row, "building", say("house"))
            for row, line in enumerate(table.map)
            for column, mark in enumerate(line)
            if mark == "#"
        ),
        counters=tuple(
            Counter(
                unit=id,
                side=one.unit.side,
                column=one.column,
                row=one.row,
                label=verbatim(one.unit.name),
                facing=one.facing,
                gun=one.facing if one.damage < HULL else None,
                state=("active", "hurt", "out")[one.damage],
            )
            for id, one in table.tanks.items()
        ),
    )
    return View(round=table.shots, phase=say("Battle"), facts=(), units=units, grid=grid)


def narrate(event: Event) -> Message:
    match event:
        case Drove():
            return say("%(a)s drives.", a=event.unit)
        case Shot():
            where = event.hit.values[0] if event.hit and event.hit.values else "nothing"
            return say("%(a)s shoots at %(b)s: %(where)s.", a=event.unit, b=event.target, where=where)
    raise TypeError(type(event).__name__)


def draft(choose: Callable[[int], int]) -> Muster:
    units = [
        Unit(id=f"{side}-{n}", side=side, model="Tank") for side in ("north", "south") for n in range(1, choose(3) + 2)
    ]
    return Muster(system="squares", sides={"north": Side(), "south": Side()}, units=tuple(units), seed="0" * 64)


FACTS = {
    "shots": say("Shots so far"),
    "tanks.*.column": say("Column"),
    "tanks.*.row": say("Row"),
    "tanks.*.facing": say("Facing"),
    "tanks.*.damage": say("Damage"),
}

SYSTEM = RuleSystem(
    key="squares",
    name="Squares",
    number="squares",
    editions=("1",),
    scenarios=(Scenario("village", "The village", "squares Q3", ("north", "south")),),
    options=(
        Option("letters", "text", "", "What the umpire has written.", "squares Q4", most=60),
        Option("fog", "flag", False, "Nobody sees far.", "squares Q4"),
    ),
    board=(
        Option("map", "text", "", "Rows of squares: . open, # a house.", "squares Q3", most=400),
        Option("weather", "choice", "dry", "What the weather is like.", "squares Q3", choices=("dry", "wet")),
        Option("wind", "number", 0, "How strong the wind is.", "squares Q3", most=9),
        Option("night", "flag", False, "Whether it is dark.", "squares Q3"),
    ),
    commands=(Drive, Shoot),
    events=(Drove, Shot),
    condition=Condition,
    catalogue=lambda edition: (),
    muster=muster,
    start=start,
    decide=decide,
    evolve=evolve,
    reporter=lambda table, command: table.tanks[command.unit].unit.side if command.unit in table.tanks else "",
    legal=legal,
    see=see,
    see_event=lambda event, side: event,
    outcome=outcome,
    narrate=narrate,
    aftermath=lambda table: (),
    between_rounds=lambda table: False,
    draft=draft,
    facts=FACTS,
    possible=lambda table: None,
    grounds=lambda table, of: (),
    lines=dict.fromkeys(FACTS, ""),
)
