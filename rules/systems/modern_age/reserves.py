"""Reserves: tanks held off the table until the first repairs (Paul Durand; R7, R38)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .choices import mine, of_model
from .figures import active
from .missions.objectives import check_first
from .refusals import names_of, refused, tank_of, wrong_phase
from .state import Decision, Edge, Event, Model, State
from .tables import EDGES
from .words import EDGE_NAMES

CHAPTER = Chapter[State, Event]("Reserves", "R7, R38")


def may_wait(state: State, model: Model) -> bool:
    """Whether it may be held in reserve: a tank other than the one whose card, face up, may still hold one back."""
    if not model.is_tank:
        return False
    friends = [friend for friend in state.models.values() if friend.side == model.side]
    held = sum(friend.reserve for friend in friends)
    return any(held < room for friend in friends if friend is not model for room in _rooms(state, friend))


def _rooms(state: State, model: Model) -> list[int]:
    effects = [effect for card in model.cards.values() for effect in active(state, model, card)]
    return [effect.delta for effect in effects if effect.does == "reserve" and model.in_play]


def waiting_reserves(state: State) -> list[Model]:
    """The tanks that have to come on in this repair step, before the roll for Advantage."""
    return [model for model in state.models.values() if model.reserve and model.in_play]


OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def free_edges(state: State) -> list[str]:
    """The edges at which nobody deployed: neither the Defender's nor the one opposite."""
    return [edge for edge in EDGES if edge != state.edge and edge != OPPOSITE.get(state.edge)]


class Arrive(Command, frozen=True, kw_only=True):
    """A tank held in reserve comes on, in the first repair step, by an edge at which nobody deployed (Paul Durand)."""

    positional: ClassVar = ("unit", "edge")
    unit: Key
    edge: Literal["north", "east", "south", "west"]


class Arrived(Event, frozen=True, kw_only=True):
    """A tank that was held in reserve is on the table."""

    rules: ClassVar = ("R7", "R38")
    unit: str
    edge: Edge


@CHAPTER.decides
def arrive(state: State, command: Arrive, dice: Dice) -> Decision:
    """A tank in reserve comes on by an edge at which nobody deployed."""
    model = tank_of(state, command.unit)
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    waiting = waiting_reserves(state)
    if model not in waiting:
        raise refused(
            "R7",
            say(_("%(unit)s is not in reserve."), unit=model.name),
            say(_("In reserve: %(units)s."), units=names_of(waiting)),
            "unit",
        )
    if command.edge not in free_edges(state):
        raise refused(
            "R7",
            say(_("Somebody has deployed at the edge “%(edge)s”."), edge=command.edge),
            say(_("Free edges: %(edges)s."), edges=", ".join(free_edges(state))),
            "edge",
        )
    yield Arrived(unit=model.id, edge=command.edge)


@CHAPTER.evolves
def arrived(state: State, event: Arrived) -> None:
    state.models[event.unit].reserve = False


@CHAPTER.narrates
def tell_arrived(event: Arrived) -> Message:
    return say(_("%(unit)s comes on by the %(edge)s edge."), unit=event.unit, edge=EDGE_NAMES[event.edge])


def arrivals(state: State, side: str) -> Iterator[Choice]:
    for model in mine(waiting_reserves(state), side):
        edges = tuple(Pick(edge, EDGE_NAMES[edge]) for edge in free_edges(state))
        field = Field(name="edge", kind="pick", label=say(_("Edge of the table")), picks=edges, required=True)
        yield of_model(model, "Arrive", say(_("%(unit)s comes on"), unit=model.name), field)
