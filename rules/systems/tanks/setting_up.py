"""Setting up: the set-up roll, its choice, and deployment (R6, A1, B14)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Pick, Roll, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .lookup import check_each_once, check_side, check_waits, refused, require_phase, side_of
from .report_dice import D6
from .scoring import goes_on_by_shots
from .state import Decision, Event, State
from .turns import proceed
from .words import all_called, faces, of_side, pick_field

CHAPTER = Chapter[State, Event]("Setting up", "R6")


class RollSetup(DiceCommand, frozen=True, kw_only=True):
    """A die each, in the order of the sides' names: the higher chooses (R6)."""

    positional: ClassVar = ()
    rolls: ClassVar = ("dice",)
    dice: Annotated[tuple[D6, ...], msgspec.Meta(max_length=2)] | None = None


class SetupRolled(Event, frozen=True, kw_only=True):
    """`winner` is "" while the dice tie."""

    rules: ClassVar = ("R6", "A1")
    roll: Roll
    winner: str


@CHAPTER.decides
def roll_setup(state: State, command: RollSetup, dice: Dice) -> Decision:
    """R6, A1: a die each, in the order of the sides' names; ties roll again."""
    require_phase(state, "setup", "R6")
    roll = dice.roll(f"setup/{state.rolled + 1}", 2, reported=command.dice)
    one, other = roll.numbers
    yield SetupRolled(roll=roll, winner="" if one == other else state.sides[one < other])


@CHAPTER.evolves
def setup_rolled(state: State, event: SetupRolled) -> None:
    state.winner = event.winner
    if event.winner:
        state.phase = "choice"
    else:
        state.rolled += 1


CHAPTER.throws_a_die_each(SetupRolled)


@CHAPTER.narrates
def tell_setup_rolled(event: SetupRolled) -> Message:
    if not event.winner:
        return say(_("The set-up roll (%(dice)s) is a tie."), dice=faces(event.roll))
    return say(_("The set-up roll (%(dice)s) goes to %(side)s."), side=event.winner, dice=faces(event.roll))


class ChooseSetup(Command, frozen=True, kw_only=True):
    """What the winner of the roll does (R6): "build" sets up the table and moves first; "pick" lets the other one do
    both, picks an edge of the table and deploys first."""

    positional: ClassVar = ("side", "choice")
    side: Key
    choice: Literal["build", "pick"]


class SetupChosen(Event, frozen=True, kw_only=True):
    """`first` moves first and has built the table; the other side deploys first."""

    rules: ClassVar = ("R6", "A1", "B14")
    side: str
    choice: str
    first: str


@CHAPTER.decides
def choose_setup(state: State, command: ChooseSetup, dice: Dice) -> Decision:
    """B14: who builds the table moves first; the other picks an edge and deploys first."""
    side_of(state, command.side)
    require_phase(state, "choice", "R6")
    if command.side != state.winner:
        raise refused(
            "R6",
            "side",
            say(_("The set-up roll went to %(side)s, whose choice it is."), side=state.winner),
            say(_("Have %(side)s report it."), side=state.winner),
        )
    first = command.side if command.choice == "build" else state.other(command.side)
    yield SetupChosen(side=command.side, choice=command.choice, first=first)
    yield from proceed(state)


@CHAPTER.evolves
def setup_chosen(state: State, event: SetupChosen) -> None:
    state.first = event.first
    state.phase = "deployment" if len(state.deployed) < len(state.sides) else "radio"


@CHAPTER.narrates
def tell_setup_chosen(event: SetupChosen) -> Message:
    text = _("%(side)s: the choice is to pick an edge and deploy first; %(first)s: the table and the first move.")
    if event.choice == "build":
        text = _("%(side)s: the choice is to build the table and move first; the other side deploys first.")
    return say(text, side=event.side, first=event.first)


class Deploy(Command, frozen=True, kw_only=True):
    """A side has put its vehicles on the table."""

    positional: ClassVar = ("side",)
    side: Key


class Deployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6", "B14")
    side: str


@CHAPTER.decides
def deploy(state: State, command: Deploy, dice: Dice) -> Decision:
    """B14: who moves first deploys last."""
    side_of(state, command.side)
    require_phase(state, "deployment", "R6")
    if command.side != (wanted := deploys_next(state)):
        raise refused(
            "B14",
            "side",
            say(_("The vehicles of %(side)s are put on the table now."), side=wanted),
            _("Who moves first deploys last; each side once."),
        )
    yield Deployed(side=command.side)
    yield from proceed(state)


def deploys_next(state: State) -> str:
    """The side whose vehicles are to be put on the table now."""
    other = state.other(state.first)
    return state.first if other in state.deployed else other


@CHAPTER.evolves
def deployed(state: State, event: Deployed) -> None:
    state.deployed += (event.side,)
    if len(state.deployed) == len(state.sides):
        state.phase = "radio"  # B13: the first lists are made as the sides stand


CHAPTER.sentences({Deployed: _("The vehicles of %(side)s are on the table.")})


# -- what may be reported ----------------------------------------------------------------------------------------------


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    match state.phase:
        case "setup":
            order = say(_("One die each, in this order: %(sides)s."), sides=all_called(state.sides))
            dice = Field(name="dice", kind="dice", label=say(_("Dice")), help=order, least=2, most=2)
            yield Choice(command="RollSetup", label=say(_("Roll for the set-up")), side=side, fields=(dice,))
        case "choice" if side == state.winner:
            field = pick_field("choice", say(_("Set-up")), SETUPS)
            yield of_side(side, "ChooseSetup", say(_("Choose the set-up")), field)
        case "deployment" if side == deploys_next(state):
            yield of_side(side, "Deploy", say(_("Our vehicles are on the table")))


SETUPS = (
    Pick("build", say(_("We build the table and move first; they pick an edge and deploy first"))),
    Pick("pick", say(_("They build the table and move first; we pick an edge and deploy first"))),
)


@CHAPTER.forbids
def impossible_setup(state: State) -> None:
    """Declared sides are sides of this battle; each step of the set-up has its side, and waits for somebody."""
    check_side(state, "winner", state.winner)
    check_side(state, "first", state.first)
    check_each_once(state, "deployed", state.deployed)
    if goes_on_by_shots(state):
        for phase, fact in (("choice", "winner"), ("deployment", "first")):
            check_side(state, fact, getattr(state, fact), needed=state.phase == phase)
        check_waits(state.phase == "deployment" and len(state.deployed) == len(state.sides))
