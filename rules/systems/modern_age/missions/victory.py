"""Who has won: the last tanks, victory points, the club's clock, a concession (R38.2, R39 to R43, A9, A13, A14)."""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Annotated, ClassVar

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, Pick, Refused, Sentence, called, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter
from rules.kit.outcomes import ahead, statuses
from rules.systems.modern_age.damage import destroy
from rules.systems.modern_age.figures import is_doomed
from rules.systems.modern_age.order import actors, nothing_asked, savable
from rules.systems.modern_age.refusals import impossible, refused, wrong_phase
from rules.systems.modern_age.state import AnyTime, Decision, Event, State
from rules.systems.modern_age.tables import ALPHA_66, NO_RETREAT
from rules.systems.modern_age.words import OBJECTIVE_NAMES

from .end import BattleDecided, decided_for
from .objectives import (
    enough_points,
    is_check_due,
    mission_of,
    points_of,
    points_said,
    reachable,
    scored,
    scorers,
    with_tanks,
)
from .preset import is_destroyed, verdict_of_alpha_66

CLOCK = Chapter[State, Event]("The clock", "A13")


class CallTime(Command, frozen=True, kw_only=True):
    """Time is up on the club's clock (A13); only where the battle has a time limit."""


@CLOCK.decides
def call_time(state: State, command: CallTime, dice: Dice) -> Decision:
    """A13: the club's clock ends the battle. Doomed tanks are destroyed, then R39 and the mission decide."""
    if not state.options.get("time_limit"):
        raise refused(
            "A13", _("This battle has no time limit."), _("Play on, concede, or agree on a result by declaring it.")
        )
    if state.phase not in ("movement", "shooting", "command"):
        raise wrong_phase(state, "A13")
    yield from destroy(state)
    yield verdict(state) or time_is_up(state)


@CLOCK.offers
def time_is_called(state: State, side: str) -> Iterator[Choice]:
    limited = state.options.get("time_limit") and state.phase in ("movement", "shooting", "command")
    if limited and nothing_asked(state):
        readily = 3000 if any_doomed(state) else 500 if state.scenario == NO_RETREAT else 150
        yield Choice(command="CallTime", label=say(_("Time is up on the clock")), side=side, readily=readily)


CHAPTER = Chapter[State, Event]("Victory", "R38 to R43, A9, A13, A14")


def verdict(state: State) -> BattleDecided | None:
    """The end of the battle if it has come. R39 comes before victory points (B5), but Alpha 66 before R39."""
    mission = verdict_of_alpha_66(state) if state.scenario == ALPHA_66 else None
    return mission or _last_tanks(state) or enough_points(state)


def _last_tanks(state: State) -> BattleDecided | None:
    """R39: a side without tanks in play has lost; if neither has any it is a draw. Helicopters do not count (A9)."""
    in_play = [model for model in state.models.values() if model.is_tank and model.in_play]
    left = [side for side in state.sides if any(model.side == side for model in in_play)]
    if len(left) == len(state.sides):
        return None
    return decided_for(left[0], "last") if left else decided_for("", "none_left")


def check_victory(state: State, turns_played: int = 0) -> Decision:
    """R38.2, and at once if a model leaves the table. `turns_played`: the turns that were played to their end, so that
    time may be up."""
    decided: BattleDecided | None = verdict(state) or timed_out(state, turns_played)
    if decided:
        yield decided


def destroyed_points(state: State, side: str) -> int:
    """The points of the enemy's models that `side` has destroyed, with the cards each model began with (R40)."""
    return sum(model.points for model in state.models.values() if model.side != side and is_destroyed(model))


# -- the check of the objectives ---------------------------------------------------------------------------------------


Held = Annotated[str, msgspec.Meta(max_length=60, pattern=r"^[a-z0-9_:-]+$(?!\n)")]  # "side:objective"


class CheckObjectives(Command, frozen=True, kw_only=True):
    """Which sides have a tank within an arrow of which objective, for the victory check: "side:objective" (R41 to R43).

    An objective that both sides reach, or neither, gives nobody a point (A21).
    """

    held: Annotated[tuple[Held, ...], msgspec.Meta(max_length=9)] = ()


class ObjectivesChecked(Event, frozen=True, kw_only=True):
    """The victory check of a mission with objectives: who reaches which ("side:objective"), and who gets points."""

    rules: ClassVar = ("R41", "R42", "R43", "A20", "A21", "B5", "B13")
    held: tuple[str, ...]
    points: dict[str, int]


@CHAPTER.decides
def check_objectives(state: State, command: CheckObjectives, dice: Dice) -> Decision:
    """A side gets points for objectives that only it reaches; then the mission may end, or its last turn."""
    if not is_check_due(state):
        raise refused(
            "R38",
            _("No objectives are to be checked now."),
            _("They are checked once a turn, when the Command Phase begins; in most missions from turn 2 on."),
        )
    for word in command.held:
        _check_word(state, word)
    if len(set(command.held)) < len(command.held):
        raise _held(_("The same objective is named twice for one side."), _("Name each pair once."))
    yield ObjectivesChecked(held=command.held, points=scored(state, command.held))
    yield from check_victory(state, turns_played=state.turn)


def _check_word(state: State, word: str) -> None:
    side, _colon, objective = word.partition(":")
    if side not in state.sides:
        raise _held(
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
        )
    if objective not in state.objectives:
        raise _held(
            say(_("There is no objective “%(objective)s”."), objective=objective),
            say(_("Objectives: %(objectives)s."), objectives=", ".join(state.objectives)),
        )
    if word not in reachable(state):
        raise _held(
            say(_("No tank of %(side)s is on the table, and helicopters hold nothing."), side=side),
            say(_("Sides with tanks: %(sides)s."), sides=", ".join(with_tanks(state))),
        )


def _held(text: Sentence, remedy: Sentence) -> Refused:
    return refused("R41", text, remedy, "held")


@CHAPTER.evolves
def objectives_checked(state: State, event: ObjectivesChecked) -> None:
    state.checked = True
    for side, points in event.points.items():
        state.victory_points[side] = state.victory_points.get(side, 0) + points


@CHAPTER.narrates
def tell_objectives_checked(event: ObjectivesChecked) -> Message:
    if not event.points:
        return say(_("The objectives are checked: nobody gets a victory point."))
    return say(_("The objectives are checked. Victory points: %(points)s."), points=points_said(event.points))


def check_choice(state: State, side: str) -> Choice:
    """Either side reports for both, because everybody sees what lies on the table."""
    picks = tuple(Pick(word, _reach(word), _readily(state, word)) for word in reachable(state))
    field = Field(
        name="held",
        kind="picks",
        label=say(_("Who has a tank within an arrow of an objective")),
        help=say(_("Helicopters do not count. Tick nothing where nobody has.")),
        picks=picks,
        most=len(picks),
        readily=900 if len(scorers(state)) > 1 else 700,
    )
    label = say(_("Check the objectives for victory points"))
    return Choice(command="CheckObjectives", label=label, side=side, fields=(field,), urgent=True)


def _readily(state: State, word: str) -> int:
    """Random players rather reach what is worth a point where both may score, and rather not the last one needed."""
    if not scored(state, [word]):
        return 1000
    if len(scorers(state)) > 1:
        return 6000
    return 600 if any(state.victory_points.values()) else 1000


def _reach(word: str) -> Message:
    side, _colon, objective = word.partition(":")
    return say(_("%(side)s: %(objective)s"), side=side, objective=OBJECTIVE_NAMES[objective])


# -- time --------------------------------------------------------------------------------------------------------------


def timed_out(state: State, turns_played: int) -> BattleDecided | None:
    """A13: the end after the last turn, once its objectives have been checked."""
    limit = turn_limit(state)
    if not limit or turns_played < limit or is_check_due(state):
        return None
    return time_is_up(state)


def turn_limit(state: State) -> int:
    """The last turn, 0 for none. The eight turns of R43 may be shortened by the option, not prolonged."""
    limit = int(state.options["turn_limit"])
    if (mission := mission_of(state)) and mission.turns:
        return min(limit or mission.turns, mission.turns)
    return limit


def time_is_up(state: State) -> BattleDecided:
    """R43: the Defender has held. R41, R42: more victory points win; if they are level, and in R40, more destroyed
    points. A tie is a draw (A14)."""
    if (mission := mission_of(state)) and mission.turns:
        return decided_for(state.defender, "held")
    if scorers(state) and (winner := ahead({side: points_of(state, side) for side in state.sides})):
        return decided_for(winner, "time_points")
    return decided_for(ahead({side: destroyed_points(state, side) for side in state.sides}), "time")


# -- giving up ---------------------------------------------------------------------------------------------------------


class Concede(AnyTime, frozen=True, kw_only=True):
    """A side gives up; the battle ends at once."""

    positional: ClassVar = ("side",)
    own_word: ClassVar = True
    side: Key


class Conceded(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("A9",)
    side: str


@CHAPTER.decides
def concede(state: State, command: Concede, dice: Dice) -> Decision:
    """A concession ends the battle at once (A9); doomed tanks are destroyed."""
    if command.side not in state.sides:
        raise refused(
            "A9",
            say(_("There is no side “%(side)s”."), side=command.side),
            say(_("Sides: %(sides)s."), sides=", ".join(state.sides)),
            "side",
        )
    yield Conceded(side=command.side)
    yield from destroy(state)
    yield BattleDecided(winner=state.enemy_of(command.side), how="conceded")


CHAPTER.changes_nothing(Conceded)


CHAPTER.sentences({Conceded: _("The battle is conceded by %(side)s.")})


@CHAPTER.offers
def concedes(state: State, side: str) -> Iterator[Choice]:
    readily = 400 if state.shot or state.after else 1500 if any_doomed(state) else 300
    label = say(_("Concede the battle"))
    yield Choice(command="Concede", label=label, side=side, given={"side": side}, readily=readily)


def any_doomed(state: State) -> bool:
    """Whether a model is still to be destroyed."""
    return any(model.in_play and is_doomed(state, model) for model in state.models.values())


# -- what no battle can be in ------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_play(state: State) -> None:
    """While shots are reported the battle is not decided, and somebody has something to do."""
    if state.result or state.depth != "shots" or state.resuming:
        return
    if decided := verdict(state):
        winner = called(decided.winner) if decided.winner else say(_("nobody"))
        raise impossible(
            "result",
            say(_("With that the battle is over, and won by %(side)s."), side=winner),
            say(
                _("Declare the result, too: winner “%(winner)s”, how “%(how)s”."),
                winner=decided.winner,
                how=decided.how,
            ),
        )
    waits = state.shot or state.after or savable(state)
    if state.phase in ("deployment", "movement", "shooting") and not waits and not actors(state):
        raise impossible(
            "phase", _("Nobody has anything left to do in this phase."), _("Declare the phase that follows.")
        )


# -- what the sheet's lines follow from --------------------------------------------------------------------------------


@CHAPTER.explains
def grounds_of_the_end(state: State, of: str) -> Iterable[str]:
    """What the winner, the way they won, the field and the points follow from."""
    if of in ("outcome.winner", "outcome.how", "facts.winner", "facts.how"):
        return _decided(state)
    if of == "outcome.field":
        return ("outcome.winner",)
    for side in state.sides:
        if of in (f"outcome.points.{side}", f"facts.points-{side}"):
            return statuses(model for model in state.models.values() if model.side != side)
    return ()


def _decided(state: State) -> Iterator[str]:
    """What decided the battle (R39 to R43, R45). A concession and a result that people reported follow from nothing
    else."""
    winner, models = holds_field(state), [model for model in state.models.values() if model.is_tank]
    checked = [f"facts.victory_points-{side}" for side in scorers(state)]
    match state.result.how if state.result else "":
        case "last" | "both_destroyed":
            yield from statuses(model for model in models if model.side != winner)
        case "none_left" | "abrams_lost":
            yield from statuses(models)
        case "hill" | "broken_through":
            yield from checked
        case "held" | "time_points":
            yield from ("round", *checked)
        case "time":
            yield from ("round", *checked, *(f"facts.points-{side}" for side in state.sides))


def holds_field(state: State) -> str:
    """The winner holds the field; "" after a draw."""
    return state.result.winner if state.result else ""
