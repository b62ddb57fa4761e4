"""When a battle is over (R7, A2, B2), who has won it, and what a campaign may know of it (sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Outcome, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import (
    DECIDED,
    Fate,
    Verdict,
    ahead,
    grounds_of_unit,
    of_verdict,
    outcome_of,
    statuses,
    unit_outcome,
)

from . import tables
from .lookup import check_side
from .state import Condition, Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("Scoring", "R7, section 4")


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the field up (B2)."""

    positional: ClassVar = ("side",)
    own_word: ClassVar = True
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("B2",)
    side: str


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield Conceded(side=command.side)


CHAPTER.takes_concession(Conceded, _("The field is conceded by %(side)s."), _("Concede the field"), readily=200)


# -- the end -----------------------------------------------------------------------------------------------------------


HOW: dict[str, Message] = {
    "reported": say(_("The result was reported as such.")),
    "conceded": say(_("The enemy has conceded the field.")),
    "left": say(_("A side has no tank left on the table.")),
    "emptied": say(_("Neither side has a tank left on the table.")),
    "turns": say(_("The last round is over.")),
}


def verdict(state: State) -> Verdict | None:
    """How the battle has ended; None while it goes on, and until everybody near an explosion has been told. What people
    report outranks what the rules make of it.

    Who concedes does not win (B2); both sides emptied at once is a draw (A2); else the victory points decide.
    """
    if state.result:
        return Verdict(state.result.winner, "reported", state.result.winner)
    if state.conceded:
        enemy = state.other(state.conceded)
        return Verdict(enemy, "conceded", enemy)
    if state.areas:
        return None
    left = [side for side in state.sides if any(unit.is_tank for unit in state.of_side(side))]
    if not left:
        return Verdict("", "emptied")
    if len(left) == 1:
        return Verdict(_winner(state, left[0]), "left", left[0])
    return Verdict(_winner(state, ""), "turns") if state.round > last_round(state) else None


def _winner(state: State, holder: str) -> str:
    """Section 4: the side with more victory points; with the other scoring who holds the field."""
    if state.options["scoring"] == "last_left":
        return holder
    return ahead(_score(state, holder))


def last_round(state: State) -> int:
    """The round after which the battle ends (R7, house): none goes on for ever."""
    return int(state.options["turn_limit"]) or tables.LAST_ROUND


def goes_on_by_shots(state: State) -> bool:
    """Whether the battle goes on and its shots are reported."""
    return verdict(state) is None and state.depth == "shots"


@CHAPTER.forbids
def impossible_ends(state: State) -> None:
    """Only a side of this battle can have conceded or won."""
    check_side(state, "conceded", state.conceded)
    check_side(state, "result", state.result.winner if state.result else "")


# -- victory points ----------------------------------------------------------------------------------------------------


def points(state: State, side: str, holder: str) -> int:
    """Section 4: what a side has knocked out or made bail out, and half of what it found on the field it holds, rounded
    down over all. Nothing for what has retreated. Half of `captured`, whoever destroyed what is destroyed."""
    enemies = [unit for unit in state.units.values() if unit.side != side]
    destroyed = sum(unit.figures.points for unit in enemies if unit.destroyed)
    return destroyed + sum(unit.figures.points for unit in enemies if is_abandoned(unit, holder)) // 2


def is_abandoned(unit: Vehicle, holder: str) -> bool:
    """B2: left behind on a field that the enemy holds."""
    return unit.on_table and holder not in ("", unit.side) and stays_behind(unit)


def stays_behind(unit: Vehicle) -> bool:
    """B2: tracked or without its gun, a tank is abandoned with the field; and so is a gun of Speed 0, which nobody
    drives off."""
    return unit.tracked or unit.gun_out or not unit.is_tank


class Withdrawal(msgspec.Struct, frozen=True):
    """What a side that withdrew now would save for good, and the victory points it would leave to the enemy."""

    saves: int
    leaves: int


def withdrawal(state: State, side: str) -> Withdrawal:
    """Section 4: the points of its vehicles that would come away, and what the enemy would find on the field."""
    enemy, units = state.other(side), state.of_side(side)
    gained = points(state, enemy, enemy) - points(state, enemy, "")
    return Withdrawal(sum(unit.figures.points for unit in units if not stays_behind(unit)), gained)


def _score(state: State, holder: str) -> dict[str, int]:
    return {side: points(state, side, holder) for side in state.sides}


# -- the outcome -------------------------------------------------------------------------------------------------------


def outcome(state: State) -> Outcome:
    """Points: see `points`."""
    over = verdict(state)
    holder = over.holder if over else ""
    units = (unit_outcome(one, fate(state, one, holder), condition(one)) for one in state.units.values())
    return outcome_of(over, holder, HOW, _score(state, holder), units)


def fate(state: State, unit: Vehicle, holder: str) -> Fate:
    """Section 5, B17: an explosion is a total loss; a hull whose crew bailed out is its owner's to recover, but for one
    on a field the enemy holds."""
    if unit.captured or unit.scrapped or unit.presence == "knocked_out" or is_abandoned(unit, holder):
        return "lost"
    if unit.presence == "bailed_out":
        recoverable = state.options["bailout_recoverable"] and holder in ("", unit.side)
        return "wrecked" if recoverable else "lost"
    if unit.presence == "retreated":
        return "withdrawn"
    return "damaged" if is_hurt(unit) else "fit"


def is_hurt(unit: Vehicle) -> bool:
    """Whether the workshop has something to repair. Stuns, smoke and lists end with the battle."""
    return unit.tracked or unit.gun_out


def condition(unit: Vehicle) -> Condition:
    """What of the vehicle outlives the battle; what its crew has learned is the campaign's to know. A retreat is told
    until the clerk has seen to it."""
    return Condition(
        out="" if unit.presence == "on_table" or (unit.presence == "retreated" and unit.assessed) else unit.presence,
        tracked=unit.tracked,
        gun_out=unit.gun_out,
        captured=unit.captured,
        scrapped=unit.scrapped,
    )


# -- why it is so ------------------------------------------------------------------------------------------------------


# The lines of a vehicle: what each follows from, by the lines of the same vehicle.
LINES = {"status": ("mobility", "gun")}


OUTCOMES = {"fate": ("status",), "condition": ("status", "mobility", "gun")}


@CHAPTER.explains
def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none where a report alone sets it."""
    if of.startswith(("units.", "outcome.units.")):
        return grounds_of_unit(state.units, of, LINES, OUTCOMES)
    if of in DECIDED:
        over = verdict(state)
        return [*of_verdict(of, over.how if over else None, state.units.values(), state.sides)]
    return tuple(_of_side(state, of))


def _of_side(state: State, of: str) -> Iterator[str]:
    for side in state.sides:
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            yield from statuses(unit for unit in state.units.values() if unit.side != side)
        if of == f"facts.withdrawal-{side}":
            yield from statuses(state.units.values())
