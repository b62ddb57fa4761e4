"""Victory (R7, R8): how the battle stands, and giving it up."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import ClassVar

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Message, Outcome, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.lookup import impossible
from rules.kit.outcomes import Fate, unit_outcome

from .state import Condition, Decision, Event, State, Vehicle

CHAPTER = Chapter[State, Event]("Victory", "R7, R8")


class Concede(Command, frozen=True, kw_only=True):
    """A side gives the battle up (R8)."""

    positional: ClassVar = ("side",)
    own_word: ClassVar = True
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R8",)
    side: str


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    yield Conceded(side=command.side)


@CHAPTER.evolves
def conceded(state: State, event: Conceded) -> None:
    state.conceded = event.side
    state.shot = None


CHAPTER.sentences({Conceded: _("%(side)s concede.")})


@CHAPTER.offers
def concessions(state: State, side: str) -> Iterator[Choice]:
    yield Choice(command="Concede", label=say(_("Concede")), side=side, given={"side": side})


def outcome(state: State) -> Outcome:
    """R7: the winner, who holds the field, and a point for every enemy wreck."""
    points = {side: _wrecks(state, side) for side in state.sides}
    winner, how = _winner(state, points)
    units = [unit_outcome(one, _fate(one), Condition(one.damage, one.lost)) for one in state.vehicles.values()]
    return Outcome(over=how is not None, winner=winner, points=points, field=winner, how=how, units=tuple(units))


def _wrecks(state: State, side: str) -> int:
    """Vehicles of the other side put out of action, recovered afterwards or not."""
    return sum(one.side != side and (one.recovered or not one.in_play) for one in state.vehicles.values())


def _winner(state: State, points: dict[str, int]) -> tuple[str, Message | None]:
    """The winner ("" for none) and why the battle is over (None while it is not)."""
    if state.told is not None:
        return state.told, say(_("as reported"))
    if state.conceded:
        return next(side for side in state.sides if side != state.conceded), say(_("the other side conceded"))
    standing = [side for side in state.sides if _stands(state, side)]
    if len(standing) < len(state.sides):
        return standing[0] if standing else "", say(_("no enemy is left"))
    if state.round <= state.options["rounds"]:
        return "", None
    best = [side for side in state.sides if points[side] == max(points.values())]
    return best[0] if len(best) == 1 else "", say(_("the last round is over"))


def _stands(state: State, side: str) -> bool:
    return any(one.side == side and one.in_play and not one.recovered for one in state.vehicles.values())


def _fate(one: Vehicle) -> Fate:
    if one.lost:
        return "lost"
    return "wrecked" if one.wrecked else "damaged" if one.damage else "fit"


@CHAPTER.forbids
def impossible_sides(state: State) -> None:
    for fact, side in (("conceded", state.conceded), ("told", state.told)):
        if side and side not in state.sides:
            text = say(_("There is no side “%(name)s”."), name=side)
            raise impossible(fact, text, say(_("Name a side of this battle.")))


@CHAPTER.explains
def grounds(state: State, of: str) -> Sequence[str]:
    """Winner and points follow from what became of everybody, and that from the damage."""
    if of.startswith("outcome."):
        return [f"units.{unit}.status" for unit in state.vehicles]
    if of.startswith("units.") and of.endswith(".status"):
        return [of.replace(".status", ".damage")]
    return ()
