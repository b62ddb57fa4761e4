"""The commanders' own cards (R4, B17)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, DiceCommand, Field, Message, Refused, Roll, Spoken, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import impulses
from .lookup import check_sides, impossible, refused, require_phase, side_of
from .offers import of_nobody, of_side
from .state import Decision, Event, Impulse, State
from .table_dice import OneDie
from .victory import verdict
from .words import faces, listed

CHAPTER = Chapter[State, Event]("Commanders", "R4")
FIRST_SIDE = 3  # house: up to this roll the scenario's first side acts first


class InvokeCommander(Command, frozen=True, kw_only=True):
    """A force commander plays a Free Action card before the next card is drawn (R4)."""

    positional: ClassVar = ("side",)
    side: Key


class InvokeTogether(DiceCommand, frozen=True, kw_only=True):
    """Both commanders announced at once. A die says who acts first: on 1 to 3 the scenario's first side (B17).

    Each commander announces for himself (R4), so who tells it holds the seats of both.
    """

    rolls: ClassVar = ("die",)
    spoken: ClassVar = (Spoken("", of="", rule="R4", alone="InvokeCommander"),)

    die: OneDie | None = None


class CommandersTied(Event, frozen=True, kw_only=True):
    """Both commanders announced at once; `first` acts first, then the other."""

    rules: ClassVar = ("R4", "B17")
    roll: Roll
    first: str


@CHAPTER.decides
def invoke_commander(state: State, command: InvokeCommander, dice: Dice) -> Decision:
    """R4: between two cards, or before the first (B17), once a turn."""
    side_of(state, command.side)
    require_phase(state, "gap", "R4")
    if command.side not in invoking(state):
        raise _waits(state, command.side)
    yield from impulses.invoked(state, command.side)


@CHAPTER.decides
def invoke_together(state: State, command: InvokeTogether, dice: Dice) -> Decision:
    """B17: a die says who acts first. The other's Impulse follows by itself."""
    require_phase(state, "gap", "B17")
    if not both_may(state):
        raise refused(
            "B17",
            "",
            _("Not both commanders have their card."),
            say(_("Report which of them plays the card: %(sides)s."), sides=listed(invoking(state))),
        )
    roll = dice.roll(f"{state.here}/commanders", 1, reported=command.die, field="die", near=(FIRST_SIDE,))
    first = state.sides[roll.numbers[0] > FIRST_SIDE]
    yield CommandersTied(roll=roll, first=first)
    yield from impulses.proceed(state)


def invoking(state: State) -> list[str]:
    """The sides whose commander may play a card before the next one is drawn."""
    if state.queue:
        return [state.queue[0]]
    return [side for side in state.sides if side not in state.commanders]


def both_may(state: State) -> bool:
    return not state.commanders and not state.queue


def _waits(state: State, side: str) -> Refused:
    if side in state.commanders:
        return refused(
            "R4",
            "side",
            say(_("The commander of %(side)s has played the Free Action card in this turn."), side=side),
            _("It comes back when the turn is over."),
        )
    return refused(
        "B17",
        "side",
        say(_("The commander of %(side)s acts first."), side=state.queue[0]),
        _("Report that side’s card first."),
    )


@CHAPTER.evolves
def commanders_tied(state: State, event: CommandersTied) -> None:
    state.queue = (event.first, state.other(event.first))


@CHAPTER.narrates
def tell_commanders_tied(event: CommandersTied) -> Message:
    text = _("Both commanders announce their cards at once (%(dice)s); first comes that of %(side)s.")
    return say(text, dice=faces(event.roll), side=event.first)


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """R4, B17: between two cards."""
    if state.phase != "gap":
        return
    if side in invoking(state):
        label = say(_("Our commander plays the Free Action card"))
        yield of_side(side, "InvokeCommander", label, urgent=bool(state.queue))
    if both_may(state):
        help = say(_("1 to 3: first comes that of %(side)s."), side=state.sides[0])
        die = Field(name="die", kind="dice", label=say(_("Who acts first")), help=help, least=1, most=1)
        yield of_nobody(side, "InvokeTogether", say(_("Both commanders announce their cards at once")), die)


@CHAPTER.forbids
def impossible_commanders(state: State) -> None:
    """Commanders are named by the sides of this battle, each once."""
    for fact in ("commanders", "queue"):
        sides = getattr(state, fact)
        check_sides(state, fact, *sides)
        if len(set(sides)) < len(sides):
            raise impossible(fact, _("A side is named twice."), _("Name each side once."))
    if not verdict(state):
        _check_queue(state, state.impulse)


def _check_queue(state: State, impulse: Impulse | None) -> None:
    """B17: if both commanders have announced at once, one waits while the other acts."""
    waiting = (state.other(impulse.side),) if impulse and not impulse.card else ()
    if state.queue and (state.queue != waiting or set(waiting) & set(state.commanders)):
        raise impossible(
            "queue",
            _("Nobody waits but a commander who announced at once with the one who acts."),
            _("Declare it empty, or the Impulse one of a commander."),
        )


CHAPTER.throws_for_nobody(CommandersTied)
