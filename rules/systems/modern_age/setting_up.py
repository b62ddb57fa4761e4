"""Set-up: rolls, roles and the Defender's edge (R1, R2)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.bounds import DiceFaces
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import ahead

from . import tables
from .choices import opposed
from .missions.objectives import ObjectivePlaced, next_objective, placer
from .order import nothing_asked
from .refusals import expect_phase, impossible
from .state import SET_UP, TURN, Decision, Edge, Event, State
from .tables import EDGES
from .words import EDGE_NAMES, faces

CHAPTER = Chapter[State, Event]("Set-up", "R1, R2, B16")


# -- the first Forest --------------------------------------------------------------------------------------------------


class RollForTerrain(DiceCommand, frozen=True, kw_only=True):
    """Each side rolls a die, in the order of the sides' names, for who places the first Forest."""

    rolls: ClassVar = ("dice",)

    dice: DiceFaces | None = None


class TerrainRolled(Event, frozen=True, kw_only=True):
    """`first` places the first Forest; "" is a tie, rolled again."""

    rules: ClassVar = ("R1", "B16")
    roll: Roll
    first: str


@CHAPTER.decides
def roll_for_terrain(state: State, command: RollForTerrain, dice: Dice) -> Decision:
    """R1: the higher die places the first Forest; a tie is rolled again (B16)."""
    expect_phase(state, "terrain", "R1")
    roll = dice.roll(f"setup/terrain/{state.tries}", 2, reported=command.dice)
    yield TerrainRolled(roll=roll, first=higher(state, roll))
    if state.first and _role_is_known(state):
        yield RoleChosen(attacker=tables.ATTACKERS)


def _role_is_known(state: State) -> bool:
    """House: on a campaign's map it is known who attacks, and the sides are named accordingly."""
    return state.options.get("roles") == "by_side" and tables.ATTACKERS in state.sides


def higher(state: State, roll: Roll) -> str:
    """The side whose die is higher; dice are in the order of the sides' names. "" for a tie."""
    return ahead(dict(zip(state.sides, roll.numbers, strict=True)))


@CHAPTER.evolves
def terrain_rolled(state: State, event: TerrainRolled) -> None:
    state.first = event.first
    state.phase, state.tries = ("roll", 1) if event.first else ("terrain", state.tries + 1)


@CHAPTER.narrates
def tell_terrain_rolled(event: TerrainRolled) -> Message:
    if not event.first:
        return say(_("The roll for terrain (%(dice)s) is a tie and is rolled again."), dice=faces(event.roll))
    return say(_("The first Forest is for %(side)s to place (%(dice)s)."), side=event.first, dice=faces(event.roll))


# -- Attacker and Defender ---------------------------------------------------------------------------------------------


class RollForRole(DiceCommand, frozen=True, kw_only=True):
    """Each side rolls a die, in the order of the sides' names, for who chooses to attack or defend."""

    rolls: ClassVar = ("dice",)

    dice: DiceFaces | None = None


class RoleRolled(Event, frozen=True, kw_only=True):
    """`chooser` attacks or defends as it likes; "" is a tie, rolled again."""

    rules: ClassVar = ("R2", "B16")
    roll: Roll
    chooser: str


@CHAPTER.decides
def roll_for_role(state: State, command: RollForRole, dice: Dice) -> Decision:
    """R2: the higher die chooses to attack or defend; a tie is rolled again (B16)."""
    expect_phase(state, "roll", "R2")
    roll = dice.roll(f"setup/role/{state.tries}", 2, reported=command.dice)
    yield RoleRolled(roll=roll, chooser=higher(state, roll))


CHAPTER.throws_a_die_each(TerrainRolled, RoleRolled)


@CHAPTER.evolves
def role_rolled(state: State, event: RoleRolled) -> None:
    state.chooser = event.chooser
    state.phase, state.tries = ("role", 1) if event.chooser else ("roll", state.tries + 1)


@CHAPTER.narrates
def tell_role_rolled(event: RoleRolled) -> Message:
    if not event.chooser:
        return say(_("The roll for Attacker and Defender (%(dice)s) is a tie."), dice=faces(event.roll))
    return say(
        _("To attack or to defend is for %(side)s to choose (%(dice)s)."), side=event.chooser, dice=faces(event.roll)
    )


class ChooseRole(Command, frozen=True, kw_only=True):
    """The winner of the roll attacks or defends."""

    positional: ClassVar = ("role",)
    role: Literal["attacker", "defender"]


class RoleChosen(Event, frozen=True, kw_only=True):
    """The Attacker starts with Advantage (R2)."""

    rules: ClassVar = ("R2",)
    attacker: str


@CHAPTER.decides
def choose_role(state: State, command: ChooseRole, dice: Dice) -> Decision:
    expect_phase(state, "role", "R2")
    attacks = command.role == "attacker"
    yield RoleChosen(attacker=state.chooser if attacks else state.enemy_of(state.chooser))


@CHAPTER.evolves
def role_chosen(state: State, event: RoleChosen) -> None:
    state.attacker = state.advantage = event.attacker
    state.phase = "edge"


@CHAPTER.narrates
def tell_role_chosen(event: RoleChosen) -> Message:
    return say(_("Attacker, with Advantage: %(side)s."), side=event.attacker)


# -- the Defender's edge -----------------------------------------------------------------------------------------------


class ChooseEdge(Command, frozen=True, kw_only=True):
    """The Defender's edge of the table; the Attacker gets the opposite one."""

    positional: ClassVar = ("edge",)
    edge: Literal["north", "east", "south", "west"]


class EdgeChosen(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    side: str
    edge: Edge


@CHAPTER.decides
def choose_edge(state: State, command: ChooseEdge, dice: Dice) -> Decision:
    """R2; in some missions the map then has its objective in place (R41)."""
    expect_phase(state, "edge", "R2")
    yield EdgeChosen(side=state.defender, edge=command.edge)
    while (objective := next_objective(state)) and not placer(state):
        yield ObjectivePlaced(objective=objective, side="")


@CHAPTER.evolves
def edge_chosen(state: State, event: EdgeChosen) -> None:
    state.edge = event.edge
    state.phase = "objectives" if next_objective(state) else "deployment"


@CHAPTER.narrates
def tell_edge_chosen(event: EdgeChosen) -> Message:
    return say(_("The %(edge)s edge goes to %(side)s."), side=event.side, edge=EDGE_NAMES[event.edge])


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def rolls_and_roles(state: State, side: str) -> Iterator[Choice]:
    if not nothing_asked(state):
        return
    match state.phase:
        case "terrain":
            yield opposed(state, side, "RollForTerrain", say(_("Roll for the first Forest")))
        case "roll":
            yield opposed(state, side, "RollForRole", say(_("Roll for Attacker and Defender")))
        case "role" if side == state.chooser:
            roles = (Pick("attacker", say(_("Attacker"))), Pick("defender", say(_("Defender"))))
            field = Field(name="role", kind="pick", label=say(_("Role")), picks=roles, required=True)
            label = say(_("Attack or defend"))
            yield Choice(command="ChooseRole", label=label, side=side, fields=(field,), urgent=True)
        case "edge" if side == state.defender:
            picks = tuple(Pick(edge, EDGE_NAMES[edge]) for edge in EDGES)
            field = Field(name="edge", kind="pick", label=say(_("Edge of the table")), picks=picks, required=True)
            label = say(_("Choose your edge"))
            yield Choice(command="ChooseEdge", label=label, side=side, fields=(field,), urgent=True)


# -- what no battle can be in ------------------------------------------------------------------------------------------


PLACED_BY_SIDES = (*SET_UP, "objectives", "deployment", *TURN)
PHASES_OF = {
    tables.FIRST_GAME: TURN,
    tables.ALPHA_66: ("deployment", *TURN),
    tables.TANK_ACE: (*SET_UP, "deployment", *TURN),
    tables.KING_OF_THE_HILL: (*SET_UP, "deployment", *TURN),  # its objective lies there once the edge is known
    tables.FREE_FOR_ALL: PLACED_BY_SIDES,
    tables.NO_RETREAT: PLACED_BY_SIDES,
}


@CHAPTER.forbids
def impossible_sides(state: State) -> None:
    named = {fact: getattr(state, fact) for fact in ("attacker", "advantage", "first", "chooser")}
    named["result"] = state.result.winner if state.result else ""
    for fact, side in (*named.items(), *(("redeployed", side) for side in state.redeployed)):
        if side not in ("", *state.sides):
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s; empty for none."), sides=", ".join(state.sides)),
            )


@CHAPTER.forbids
def impossible_phase(state: State) -> None:
    """Missions with given roles or a given table skip their part of the set-up (R44, R45)."""
    known = PHASES_OF[state.scenario]
    if state.phase not in known:
        raise impossible(
            "phase",
            say(_("This mission has no phase “%(phase)s”."), phase=state.phase),
            say(_("Phases: %(phases)s."), phases=", ".join(known)),
        )


@CHAPTER.forbids
def impossible_roles(state: State) -> None:
    """R2: the side that chooses is known before roles are chosen, Attacker and Advantage from then on.

    After a time without shots they may be unknown; the players are asked for them when shots are reported again.
    """
    wanted = {"role": ("chooser",)}.get(state.phase, () if state.phase in SET_UP[:2] else ("attacker", "advantage"))
    if state.result or state.resuming or state.depth != "shots":
        wanted = ()
    for fact in wanted:
        if not getattr(state, fact):
            raise impossible(
                fact,
                _("In this phase it has to be a side."),
                say(_("Name one of: %(sides)s."), sides=", ".join(state.sides)),
            )
