"""When a battle is over (B19), who has won it, and what a campaign learns of it (sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

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
from .lookup import check_sides
from .state import Condition, Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("Victory", "B19, sections 4 and 5")
HOW: dict[str, Message] = {
    "reported": say(_("The result was reported as such.")),
    "conceded": say(_("The enemy has conceded the field.")),
    "left": say(_("A side has no vehicle left that could act.")),
    "emptied": say(_("Neither side has a vehicle left that could act.")),
    "turns": say(_("The last Turn Over card has come.")),
}


class Concede(Command, frozen=True, kw_only=True):
    """A side concedes the field (house)."""

    own_word: ClassVar = True
    positional: ClassVar = ("side",)
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    side: str


def verdict(state: State) -> Verdict | None:
    """How the battle has ended; None while it goes on, and while a strike has targets that were not reported yet. A
    result that people report outranks what the rules say."""
    if state.result:
        return Verdict(state.result.winner, "reported", state.result.winner)
    if state.conceded:
        enemy = state.other(state.conceded)
        return Verdict(enemy, "conceded", enemy)
    if state.strike is not None:
        return None
    left = [side for side in state.sides if any(unit.active for unit in state.units.values() if unit.side == side)]
    if not left:
        return Verdict("", "emptied")
    if len(left) == 1:
        return Verdict(left[0], "left", left[0])
    return Verdict(ahead(_score(state)), "turns") if _out_of_turns(state) else None  # a tie is a draw


def _out_of_turns(state: State) -> bool:
    """B19, house: a Turn Over card ends each turn, including turns that were not reported, so the agreed number of
    cards is reached with that turn. No battle goes on for ever."""
    return state.phase == "shuffle" and state.turn >= (int(state.options["turn_overs_to_end"]) or tables.LAST_TURN)


def points(state: State, side: str) -> int:
    """Section 4: the points of the enemy's vehicles that are out of action, whoever has destroyed them."""
    return sum(unit.figures.points for unit in state.units.values() if unit.side != side and unit.out_of_action)


def _score(state: State) -> dict[str, int]:
    return {side: points(state, side) for side in state.sides}


def outcome(state: State) -> Outcome:
    """For the points see `points`."""
    over = verdict(state)
    holder = over.holder if over else ""
    units = (unit_outcome(one, fate(one, holder), condition(one)) for one in state.units.values())
    return outcome_of(over, holder, HOW, _score(state), units)


# -- vehicles ----------------------------------------------------------------------------------------------------------


def fate(unit: Vehicle, holder: str) -> Fate:
    """Section 5 (house): a vehicle that burns or explodes is lost. A vehicle that its crew has abandoned, or that can
    neither drive nor fire any more, is a hull to recover. Its owner recovers it, unless the enemy holds the field: then
    everything that cannot drive off is lost."""
    if unit.presence in ("burning", "exploded") or unit.captured or is_left_behind(unit, holder):
        return "lost"
    if unit.presence == "left_table":
        return "withdrawn"
    if not unit.active:
        return "wrecked"
    return "damaged" if is_hurt(unit) else "fit"


def is_left_behind(unit: Vehicle, holder: str) -> bool:
    """On a field that the enemy holds: an abandoned hull, or a vehicle that cannot drive off."""
    stays = unit.presence == "abandoned" or (unit.in_play and not unit.drives)
    return stays and holder not in ("", unit.side)


def is_hurt(unit: Vehicle) -> bool:
    """Whether it needs repairs. Markers and suppression do not persist."""
    return unit.immobile or unit.gun_out


def condition(unit: Vehicle) -> Condition:
    """The condition in which the vehicle leaves the battle. What its crew has learned is the campaign's to know. That
    it left the table is kept until the clerk has assessed it; the crew is kept only if the vehicle alone does not say
    what became of it."""
    out = "" if unit.in_play or (unit.presence == "left_table" and unit.assessed) else unit.presence
    plain = Condition(out=out, gun_out=unit.gun_out, immobile=unit.immobile, captured=unit.captured)  # type: ignore[arg-type]
    crew = unit.crew or crew_of(plain)
    return plain if crew == crew_of(plain) else msgspec.structs.replace(plain, crew=crew)


def crew_of(condition: Condition) -> Literal["fit", "lost"]:
    """Section 5 (house): nobody survives an explosion, and a crew captured with its vehicle is prisoner. A crew that
    abandoned its vehicle or got out of the flames fights again. What the condition itself says of the crew comes
    first."""
    if condition.crew:
        return condition.crew
    prisoners = condition.captured and condition.out != "abandoned"
    return "lost" if condition.out == "exploded" or prisoners else "fit"


# -- conceding ---------------------------------------------------------------------------------------------------------


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield Conceded(side=command.side)


CHAPTER.takes_concession(Conceded, _("The field is conceded by %(side)s."), _("Concede the field"), readily=700)


@CHAPTER.forbids
def impossible_end(state: State) -> None:
    if state.conceded:
        check_sides(state, "conceded", state.conceded)
    if state.result is not None and state.result.winner:
        check_sides(state, "result", state.result.winner)


# -- what it follows from ----------------------------------------------------------------------------------------------

# The lines of a vehicle: for each, the lines of the same vehicle that it follows from.
LINES = {"status": ("nerve", "gun", "mobility")}
OUTCOMES = {"fate": ("status",), "condition": ("status", "mobility", "gun")}


@CHAPTER.explains
def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none for a line that a report sets directly."""
    if of.startswith(("units.", "outcome.units.")):
        return grounds_of_unit(state.units, of, LINES, OUTCOMES)
    if of in DECIDED:
        over = verdict(state)
        counted = state.sides if over and over.how == "turns" else ()
        return [*of_verdict(of, over.how if over else None, state.units.values(), counted)]
    return tuple(_of_side(state, of))


def _of_side(state: State, of: str) -> Iterator[str]:
    for side in state.sides:
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            yield from statuses(unit for unit in state.units.values() if unit.side != side)
        if of.startswith(f"facts.strength-{side}-"):
            platoon = of.removeprefix(f"facts.strength-{side}-")
            yield from statuses(state.of_platoon(side, platoon))
