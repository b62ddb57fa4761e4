"""Who has won (R5, R67, R68), and what a campaign learns of a battle (sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator, Mapping
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Command, Dice, Message, Outcome, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import Fate, Verdict, grounds_of_unit, outcome_of, statuses, unit_outcome

from . import tables
from .editions import counts_enemy_fire_alone
from .likelihood import SELDOM
from .lookup import impossible
from .state import Condition, Decision, Event, Miniature, State
from .words import each

CHAPTER = Chapter[State, Event]("Victory", "R5, R68")


class Concede(Command, frozen=True, kw_only=True):
    """A side concedes the battle."""

    positional: ClassVar = ("side",)
    own_word: ClassVar = True
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    side: str


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield Conceded(side=command.side)


CHAPTER.takes_concession(Conceded, _("The battle is conceded by %(side)s."), _("Concede"), readily=SELDOM)


HOW: dict[str, Message] = {
    "reported": say(_("The result was reported as such.")),
    "conceded": say(_("The enemy has conceded.")),
    "objectives": say(_("The enemy has lost two anti-aircraft guns.")),
    "wiped_out": say(_("The enemy has no active unit left.")),
    "rounds": say(_("The last round is over.")),
}


def verdict(state: State) -> Verdict | None:
    """How the battle has ended; None while it goes on. A result that people report outranks what the rules say.

    If a side is beaten, the other has won; if both are beaten at once, the side whose turn it is has won.
    """
    if state.result:
        return Verdict(state.result.winner, "reported")
    if state.conceded:
        return Verdict(state.other(state.conceded), "conceded")
    beaten = {side: how for side in state.sides if (how := _beaten(state, side))}
    if beaten:
        winner = state.side if len(beaten) == len(state.sides) else state.other(*beaten)
        return Verdict(winner, beaten.get(state.other(winner), "wiped_out") if winner else "wiped_out")
    return Verdict("", "rounds") if state.round > (last_round(state) or tables.LAST_ROUND) else None


def _beaten(state: State, side: str) -> str | None:
    """R68: a side is beaten if the enemy has destroyed two of its anti-aircraft guns. R5: a side is beaten if none of
    its units is active; units that left the board are not."""
    if state.scenario == tables.BASIC and objectives_lost(state, side) >= tables.BASIC_KILLS:
        return "objectives"
    return None if any(unit.active for unit in state.units.values() if unit.side == side) else "wiped_out"


def objectives_lost(state: State, side: str) -> int:
    """How many of the anti-aircraft guns that a side has to guard count as destroyed (R68): those that the enemy shot;
    in edition 1 also those that its own side shot."""
    own_fire_too = not counts_enemy_fire_alone(state.edition)
    guns = [unit for unit in state.units.values() if unit.side == side and unit.objective]
    return sum(gun.life == "destroyed" and (own_fire_too or not gun.own_fire) for gun in guns)


def last_round(state: State) -> int:
    """The round after which the battle is a draw (R68, house). No battle goes on for ever."""
    asked = tables.BASIC_ROUNDS if state.scenario == tables.BASIC else int(state.options["rounds"])
    return asked or tables.LAST_ROUND


def holds_field(state: State) -> str:
    """The winner holds the field; "" after a draw, and while the battle goes on."""
    over = verdict(state)
    return over.winner if over else ""


def outcome(state: State) -> Outcome:
    """The winner holds the field. For the points see `points`."""
    over = verdict(state)
    holder = over.winner if over else ""
    score = {side: points(state, side, holder) for side in state.sides}
    units = (unit_outcome(one, fate(state, one, holder), condition(one)) for one in state.units.values())
    return outcome_of(over, holder, HOW, score, units)


def points(state: State, side: str, holder: str) -> int:
    """The Effectiveness of the enemy's losses, whoever destroyed them, and half of that of enemies left behind on a
    field that the side holds."""
    enemies = [unit for unit in state.units.values() if unit.side != side]
    destroyed = sum(unit.figures.effectiveness for unit in enemies if unit.life == "destroyed")
    found = sum(unit.figures.effectiveness for unit in enemies if is_abandoned(state, unit, holder))
    return destroyed + found // 2


def is_abandoned(state: State, unit: Miniature, holder: str) -> bool:
    """House: left behind on a field that the enemy holds. Vehicles that cannot drive off stay behind, with injured
    crews or damaged tracks, and fixed weapons that nobody tows away."""
    if not unit.active or holder in ("", unit.side):
        return False
    return not any(_drives_off(tug) for tug in (unit, *_tugs(state, unit)))


def _drives_off(unit: Miniature) -> bool:
    return unit.active and unit.figures.is_vehicle and not unit.injured and unit.mobility == "mobile"


def _tugs(state: State, weapon: Miniature) -> list[Miniature]:
    """The vehicles that have this fixed weapon in tow."""
    if weapon.figures.is_vehicle:
        return []
    return [unit for unit in state.units.values() if unit.tows == weapon.id]


def fate(state: State, unit: Miniature, holder: str) -> Fate:
    """Its owner recovers a wreck, unless it lies on a field that the enemy holds."""
    if unit.lost or is_abandoned(state, unit, holder):
        return "lost"
    if unit.life == "destroyed":
        return "wrecked" if holder in ("", unit.side) else "lost"
    if unit.life == "left":
        return "withdrawn"
    return "damaged" if is_hurt(unit) else "fit"


def is_hurt(unit: Miniature) -> bool:
    return unit.injured or unit.mobility != "mobile"


def condition(unit: Miniature) -> Condition:
    """The condition in which the unit leaves the battle. What its crew has learned is the campaign's to know. That it
    left the board is kept until the clerk has assessed it."""
    return Condition(
        destroyed=unit.life == "destroyed",
        lost=unit.lost,
        left=unit.life == "left" and not unit.assessed,
        injured=unit.injured,
        mobility=unit.mobility,
        timer=unit.timer,
        rounds=unit.rounds,
        stuck=unit.stuck,
    )


@CHAPTER.forbids
def impossible_end(state: State) -> None:
    """A side that is not in this battle."""
    winner = state.result.winner if state.result else ""
    check_sides(state, {"conceded": state.conceded, "result": winner})


def check_sides(state: State, named: Mapping[str, str]) -> None:
    """Raises `Refused` for a fact that names a side that is not in this battle. Facts come by their paths; "" names no
    side."""
    for fact, side in named.items():
        if side not in ("", *state.sides):
            raise impossible(
                fact,
                say(_("There is no side “%(side)s”."), side=side),
                say(_("Sides: %(sides)s; empty for none."), sides=each(state.sides)),
            )


@CHAPTER.explains
def grounds(state: State, of: str) -> Iterable[str]:
    """What the lines follow from: who has won, what it counts, and what is left of each unit."""
    if of in ("outcome.winner", "outcome.how", "facts.winner", "facts.how"):
        return _decided(state)
    if of == "outcome.field":
        return ("outcome.winner",)
    if of.startswith("outcome.units."):
        return grounds_of_unit(state.units, of, {}, OUTCOMES)
    return _points_by(state, of)


OUTCOMES = {"fate": ("status",), "condition": ("status", "mobility", "crew", "timer")}  # of lines of the unit's sheet


def _decided(state: State) -> Iterator[str]:
    """A concession and a result that people reported follow from nothing else."""
    over = verdict(state)
    match over.how if over else "":
        case "objectives":
            yield from statuses(unit for unit in state.units.values() if unit.objective)
        case "wiped_out":
            yield from statuses(unit for unit in state.units.values() if unit.side != over.winner)  # type: ignore[union-attr]
        case "rounds":
            yield "round"


def _points_by(state: State, of: str) -> Iterator[str]:
    for side in state.sides:
        enemies = [unit for unit in state.units.values() if unit.side != side]
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            yield from (*statuses(enemies), "outcome.field")
        if of == f"facts.objectives-{side}":
            yield from statuses(unit for unit in enemies if unit.objective)
