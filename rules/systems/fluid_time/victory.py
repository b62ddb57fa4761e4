"""When a battle is over (B19), who has won it, and what a campaign may know of it (sections 4 and 5)."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, Outcome, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.explain import DECIDED, of_unit, of_verdict, statuses
from rules.kit.outcomes import Fate, outcome_of, unit_outcome

from . import tables
from .lookup import check_sides
from .offers import of_side
from .state import Condition, Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("Victory", "B19, sections 4 and 5")
How = Literal["reported", "conceded", "left", "emptied", "turns"]
HOW: dict[How, Message] = {
    "reported": say(_("The result was reported as such.")),
    "conceded": say(_("The enemy has conceded the field.")),
    "left": say(_("A side has no vehicle left that could act.")),
    "emptied": say(_("Neither side has a vehicle left that could act.")),
    "turns": say(_("The last Turn Over card has come.")),
}


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the field up (house)."""

    positional: ClassVar = ("side",)
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("house",)
    side: str


class Verdict(msgspec.Struct, frozen=True):
    """A battle that is over. `winner` is "" for a draw, `holder` of the field "" for nobody."""

    winner: str
    how: How
    holder: str = ""


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield Conceded(side=command.side)


def verdict(state: State) -> Verdict | None:
    """How the battle has ended; None while it goes on, and while a strike has targets that were not told yet. What
    people report outranks what the rules make of it."""
    if state.result:
        return Verdict(state.result.winner, "reported", state.result.winner)
    if state.conceded:
        enemy = state.other(state.conceded)
        return Verdict(enemy, "conceded", enemy)
    if state.strike is not None:
        return None
    left = [side for side in state.sides if any(unit.active for unit in state.of_side(side))]
    if not left:
        return Verdict("", "emptied")
    if len(left) == 1:
        return Verdict(left[0], "left", left[0])
    return Verdict(_ahead(state), "turns") if _out_of_turns(state) else None


def _out_of_turns(state: State) -> bool:
    """B19, house: a Turn Over card ends each turn, those that were not reported, too; so the agreed number has come
    with that turn. And no battle goes on for ever."""
    return state.phase == "shuffle" and state.turn >= (int(state.options["turn_overs_to_end"]) or tables.LAST_TURN)


def _ahead(state: State) -> str:
    """B19: the side with more points; ties are draws."""
    one, other = state.sides
    ahead = points(state, one) - points(state, other)
    return (one if ahead > 0 else other) if ahead else ""


def points(state: State, side: str) -> int:
    """Section 4: the points of the enemy's vehicles that are out of action, whoever has destroyed them."""
    return sum(unit.figures.points for unit in state.units.values() if unit.side != side and unit.out_of_action)


def outcome(state: State) -> Outcome:
    """Points: see `points`."""
    over = verdict(state)
    holder = over.holder if over else ""
    score = {side: points(state, side) for side in state.sides}
    units = (unit_outcome(one, fate(one, holder), condition(one)) for one in state.units.values())
    return outcome_of(over, holder, HOW, score, units)


# -- vehicles ----------------------------------------------------------------------------------------------------------


def fate(unit: Vehicle, holder: str) -> Fate:
    """Section 5 (house): what burns or explodes is lost. What its crew has abandoned, or what neither drives nor fires
    any more, is a hull to recover, its owner's but for a field the enemy holds: there all that cannot drive off is
    lost."""
    if unit.presence in ("burning", "exploded") or unit.captured or is_left_behind(unit, holder):
        return "lost"
    if unit.presence == "left_table":
        return "withdrawn"
    if not unit.active:
        return "wrecked"
    return "damaged" if is_hurt(unit) else "fit"


def is_left_behind(unit: Vehicle, holder: str) -> bool:
    """On a field the enemy holds: an abandoned hull, and what cannot drive off."""
    stays = unit.presence == "abandoned" or (unit.in_play and not unit.drives)
    return stays and holder not in ("", unit.side)


def is_hurt(unit: Vehicle) -> bool:
    """What repairs are for: markers and suppression do not persist."""
    return unit.immobile or unit.gun_out


def condition(unit: Vehicle) -> Condition:
    """What of the vehicle outlives the battle; what its crew has learned is the campaign's to know. That it left the
    table is told until the clerk has seen to it; its crew, where it is not what the vehicle tells."""
    out = "" if unit.in_play or (unit.presence == "left_table" and unit.assessed) else unit.presence
    plain = Condition(out=out, gun_out=unit.gun_out, immobile=unit.immobile, captured=unit.captured)  # type: ignore[arg-type]
    crew = unit.crew or crew_of(plain)
    return plain if crew == crew_of(plain) else msgspec.structs.replace(plain, crew=crew)


def crew_of(condition: Condition) -> Literal["fit", "lost"]:
    """Section 5 (house): nobody survives an explosion, and who was captured with a vehicle is a prisoner; who has
    abandoned it or got out of the flames, fights again. What a condition itself says of them goes first."""
    if condition.crew:
        return condition.crew
    prisoners = condition.captured and condition.out != "abandoned"
    return "lost" if condition.out == "exploded" or prisoners else "fit"


# -- conceding ---------------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def conceded(state: State, event: Conceded) -> None:
    state.conceded = event.side


CHAPTER.sentences({Conceded: _("The field is conceded by %(side)s.")})


@CHAPTER.offers
def concession(state: State, side: str) -> Iterator[Choice]:
    yield of_side(side, "Concede", say(_("Concede the field")), readily=700)


@CHAPTER.forbids
def impossible_end(state: State) -> None:
    if state.conceded:
        check_sides(state, "conceded", state.conceded)
    if state.result is not None and state.result.winner:
        check_sides(state, "result", state.result.winner)


# -- what it follows from ----------------------------------------------------------------------------------------------

# The lines of a vehicle: what each follows from, by the lines of the same vehicle.
LINES = {"status": ("nerve", "gun", "mobility")}
OUTCOMES = {"fate": ("status",), "condition": ("status", "mobility", "gun")}


@CHAPTER.explains
def grounds(state: State, of: str) -> Sequence[str]:
    """Paths of the lines that the line `of` follows from; none for what a report says by itself."""
    if of.startswith(("units.", "outcome.units.")):
        return of_unit(state.units, of, LINES, OUTCOMES)
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
