"""Round sequence: rounds, turns and their two phases (R2, R6, R8, R15), and what the side whose turn it is may
report."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from rules import contract
from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from . import tables
from .announcements import stands
from .fire import shots
from .lookup import impossible, refused, require_turn
from .movement import moves, rolls
from .offers import unit_pick
from .recovery import look_at_end, look_at_start, work
from .repairs import first_cycles, repair_choices, tick
from .spotting import contacts
from .state import Decision, Event, Miniature, State
from .terrain import Ground
from .towing import hookable, tows, weapons_ready
from .turrets import named_aims, traverses
from .victory import check_sides, last_round, verdict
from .walk import Mover, coordinated
from .withdrawal import departures
from .words import all_called, as_reported, called, each

CHAPTER = Chapter[State, Event]("Round sequence", "R2, R6, R8, R15")


class EndMovement(Command, frozen=True, kw_only=True):
    """A side has moved everything it wants to move (R15)."""

    positional: ClassVar = ("side",)
    side: Key


class EndTurn(Command, frozen=True, kw_only=True):
    """A side has fired everything it wants to fire (R2). `again`: vehicles whose crews go straight on with a second
    cycle of repairs if the first ends now (R56)."""

    positional: ClassVar = ("side",)
    side: Key
    again: Annotated[tuple[Key, ...], msgspec.Meta(max_length=60)] = ()


class RoundBegan(Event, frozen=True, kw_only=True):
    """`contacts`: the enemies that each unit that can report sees now, if option contact_at_round_start asks for it."""

    rules: ClassVar = ("R2", "B14")
    round: int
    contacts: dict[str, tuple[str, ...]] = {}


class TurnBegan(Event, frozen=True, kw_only=True):
    """`limit`: coordinated movements of this turn, by the `active` vehicles at its start. `contacts` as in
    `RoundBegan`."""

    rules: ClassVar = ("R2", "R6", "R8", "A1", "B14")
    side: str
    active: int
    limit: int
    contacts: dict[str, tuple[str, ...]] = {}


class MovementEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2", "R15")
    side: str


class TurnEnded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R2",)
    side: str


def begin_round(state: State) -> Decision:
    """The round that `state.round` names begins (the first if none was played), with the first side's turn."""
    seen: dict[str, tuple[str, ...]] = {}
    if state.options["contact_at_round_start"]:
        for side in state.sides:
            seen |= contacts(state, side)
    yield RoundBegan(round=max(1, state.round), contacts=seen)
    yield from begin_turn(state, state.first)


def begin_turn(state: State, side: str) -> Decision:
    """R6, A1, B14: the limit of coordinated movements, and who sees whom, as the turn begins."""
    active = sum(unit.figures.is_vehicle for unit in state.of_side(side))
    yield TurnBegan(
        side=side,
        active=active,
        limit=tables.coordinated(active) + commanded(state, side),
        contacts={} if state.options["contact_at_round_start"] else contacts(state, side),
    )


def commanded(state: State, side: str) -> bool:
    """R8: whether the side has an active command tank. Only with option 1."""
    return any(unit.commands for unit in state.of_side(side))


@CHAPTER.evolves
def round_began(state: State, event: RoundBegan) -> None:
    state.round = event.round
    if state.options["contact_at_round_start"]:
        for unit in state.units.values():
            unit.sees = event.contacts.get(unit.id, ())


@CHAPTER.evolves
def turn_began(state: State, event: TurnBegan) -> None:
    state.phase, state.side, state.limit = "movement", event.side, event.limit
    state.broken, state.volley = (), False
    for unit in state.units.values():
        if unit.side == event.side:
            refresh(unit)
            if not state.options["contact_at_round_start"]:
                unit.sees = event.contacts.get(unit.id, ())
    look_at_start(state, event.side)


def refresh(unit: Miniature) -> None:
    """B21: what belonged to the last turn is over."""
    unit.used = unit.spun = 0
    unit.gear, unit.change = "", None
    unit.moved = unit.turned = unit.halted = unit.pulled = False
    unit.turret_was, unit.facing_was = unit.turret, unit.facing
    unit.along = ""
    unit.aim = None


@CHAPTER.decides
def end_movement(state: State, command: EndMovement, dice: Dice) -> Decision:
    """R15: the Firing Phase follows all movement."""
    require_turn(state, command.side, "movement", "R15")
    yield MovementEnded(side=command.side)


@CHAPTER.evolves
def movement_ended(state: State, event: MovementEnded) -> None:
    state.phase = "firing"


@CHAPTER.decides
def end_turn(state: State, command: EndTurn, dice: Dice) -> Decision:
    """R2, B8: repairs and recoveries go on, then the other side's turn or the next round begins."""
    require_turn(state, command.side, "firing", "R2")
    if open_ := open_shots(state, command.side):
        text = say(_("%(unit)s has announced a shot and not fired it."), unit=open_[0].called)
        raise refused("R16", "", text, say(_("Fire what was announced first: %(units)s."), units=all_called(open_)))
    _require_second_cycles(state, command)
    yield from tick(state, command.side, command.again)
    yield from work(state, command.side)
    yield TurnEnded(side=command.side)
    if verdict(state):
        return
    if command.side == state.first:
        yield from begin_turn(state, state.other(command.side))
    else:
        yield from begin_round(state)


def open_shots(state: State, side: str) -> list[Miniature]:
    """R16, A22: the units with an announced shot that can still be fired. A shot at a destroyed target is wasted."""
    return [unit for unit in state.of_side(side) if stands(state, unit)]


def _require_second_cycles(state: State, command: EndTurn) -> None:
    """R56: crews go straight on only if the first of two cycles ends now."""
    may = first_cycles(state, command.side)
    wrong = [unit for unit in command.again if unit not in [one.id for one in may]]
    if wrong or len(set(command.again)) < len(command.again):
        raise refused(
            "R56",
            "again",
            say(
                _("%(unit)s does not end a first cycle of repairs now, or is named twice."),
                unit=called(state, (wrong or list(command.again))[0]),
            ),
            say(_("Name only these, once each: %(units)s."), units=as_reported(may)),
        )


@CHAPTER.evolves
def turn_ended(state: State, event: TurnEnded) -> None:
    """After the second side's turn the round is over."""
    look_at_end(state, event.side)
    state.side = ""
    if event.side != state.first:
        state.round += 1


@CHAPTER.offers
def choices(state: State, side: str) -> Iterator[Choice]:
    """For the side whose turn it is: unit by unit what the chapters of the phase offer, then the end of the phase."""
    if state.side != side:
        return
    if state.phase == "movement":
        yield from _movements(state, side)
        label, given = say(_("End the Movement Phase")), {"side": side}
        yield Choice(command="EndMovement", label=label, side=side, given=given, readily=600)
    elif state.phase == "firing":
        yield from shots(state, side)
        yield from repair_choices(state, side)
        yield from _end_of_turn(state, side)


def _movements(state: State, side: str) -> Iterator[Choice]:
    ground, made = Ground(state), coordinated(state, side)
    units = [unit for unit in state.of_side(side) if unit.on_board]
    hooks, aims = hookable(state, units), named_aims(state)
    for unit in units:
        movers = [Mover(state, unit, ground, made, weapon) for weapon in (None, *weapons_ready(state, unit))]
        asked = len(movers) > 1  # for a vehicle that stood ready to tow: how it drives without, and with each weapon
        yield from rolls(state, unit)
        for mover in movers:
            yield from moves(mover, asked)
        yield from traverses(state, unit, aims)
        yield from tows(state, unit, hooks.get(unit.id, ()))
        for mover in movers:
            yield from departures(mover, asked)


def _end_of_turn(state: State, side: str) -> Iterator[Choice]:
    """R2: once no announced shot is left."""
    if open_shots(state, side):
        return
    fields: tuple[Field, ...] = ()
    if units := first_cycles(state, side):
        label, help_ = say(_("Repaired on")), say(_("Crews that go straight on with a second cycle of repairs."))
        picks = tuple(map(unit_pick, units))
        fields = (Field(name="again", kind="picks", label=label, help=help_, picks=picks, most=len(picks)),)
    label, given = say(_("End the turn")), {"side": side}
    yield Choice(command="EndTurn", label=label, side=side, given=given, fields=fields, readily=600)


@CHAPTER.narrates
def tell_turn_began(event: TurnBegan) -> Message:
    active = ngettext("%(n)d active vehicle", "%(n)d active vehicles", event.active)
    moves = ngettext("%(n)d coordinated movement", "%(n)d coordinated movements", event.limit)
    return say(_("Turn of %(side)s: %(active)s, %(moves)s."), side=event.side, active=active, moves=moves)


@CHAPTER.after_each
def note_quiet(state: State, event: contract.Event) -> None:
    """Nothing but its beginning has been reported in this round, so the depth of reporting may still change."""
    state.quiet = type(event) is TurnBegan and event.side == state.first


CHAPTER.sentences(
    {
        RoundBegan: _("Round %(round)s begins."),
        MovementEnded: _("The movement of %(side)s is over; now for the shots."),
        TurnEnded: _("The turn of %(side)s is over."),
    }
)
TURN = ("movement", "firing")  # phases of somebody's turn


@CHAPTER.forbids
def impossible_turns(state: State) -> None:
    """Sides that are not in this battle; while it goes on, a limit that no side has (R6, R8), and a turn that does not
    fit."""
    check_sides(state, {"first": state.first, "side": state.side})
    if verdict(state):
        return
    most = tables.MOST_COORDINATED + bool(state.options["command_tank"])
    if state.limit > most:
        raise impossible(
            "limit",
            say(_("Nobody has %(n)s coordinated movements in a turn."), n=state.limit),
            say(_("Declare at most %(most)s."), most=most),
        )
    if state.depth == "shots":
        _check_phase(state)


def _check_phase(state: State) -> None:
    """If shots are reported: phase, round and turn fit one another (R2, B17)."""
    if state.phase in TURN:
        for fact, side in (("first", state.first), ("side", state.side)):
            if not side:
                raise impossible(
                    fact,
                    _("In this phase it has to be a side."),
                    say(_("Name one of: %(sides)s."), sides=each(state.sides)),
                )
    elif state.side:
        raise impossible(
            "side", _("In this phase it is nobody's turn."), _("Declare it empty, or the phase “movement” or “firing”.")
        )
    if state.phase == "first" and state.first:
        raise impossible(
            "first",
            _("Who goes first is still to be rolled for in this phase."),
            _("Declare it empty, or the phase that follows: “movement”."),
        )
    _check_round(state)
    if state.volley and state.phase != "firing":
        raise impossible(
            "volley",
            _("Dice of shots fall in the Firing Phase."),
            _("Declare that none has fallen, or the phase “firing”."),
        )


def _check_round(state: State) -> None:
    """No round before the battle, one while it is fought, and none after its last."""
    least = 1 if state.phase in (*TURN, "placing") else 0
    most = 0 if state.phase == "deployment" else last_round(state)
    if not least <= state.round <= most:
        raise impossible(
            "round",
            say(_("In this phase it cannot be round %(round)s."), round=state.round),
            say(_("Declare a round from %(least)s to %(most)s, or another phase."), least=least, most=most),
        )
