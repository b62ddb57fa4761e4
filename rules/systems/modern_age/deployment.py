"""Models come on the table: deployment, Spearheads, and models that are deployed anew (R6, R37)."""

from __future__ import annotations

from collections.abc import Iterator
from typing import Annotated, ClassVar, Literal

import msgspec

from rules.bounds import Key
from rules.contract import Choice, Command, Dice, Field, Message, Pick, Refused, ngettext, say
from rules.contract import gettext_noop as _
from rules.kit.chapters import Chapter

from .choices import in_bulk, mine, of_model
from .effects import Facts, total
from .figures import keyword, speed
from .helicopters import deployed_at
from .order import actors, nothing_asked
from .refusals import impossible, names_of, refused, tank_of
from .reserves import may_wait
from .state import SET_UP, Decision, Elevation, Event, Model, State
from .turns import acting, advance
from .words import ELEVATION_NAMES, flying

CHAPTER = Chapter[State, Event]("Deployment", "R6, R9, R16, R37, B3, B14, B16")


class Deploy(Command, frozen=True, kw_only=True):
    """A model is put on the table by the mission's rule.

    elevation: a helicopter's (R16, B3; low if left out). moves: the moves that a Spearhead makes at once (R37); they
    leave no token. reserve: it is held off the table, if a card allows that.
    """

    positional: ClassVar = ("unit",)
    unit: Key
    elevation: Literal["", "low", "high"] = ""
    moves: Annotated[int, msgspec.Meta(ge=0, le=3)] = 0
    reserve: bool = False


class Deployed(Event, frozen=True, kw_only=True):
    """A model is on the table, or (`reserve`) waits off it. `moves`: those of a Spearhead, which leave no token."""

    version: ClassVar = 2
    rules: ClassVar = ("R6", "R9", "R16", "R37", "B3", "B14", "B16")
    unit: str
    elevation: Elevation = ""
    moves: int = 0
    reserve: bool = False


@CHAPTER.decides
def deploy(state: State, command: Deploy, dice: Dice) -> Decision:
    """R6: lowest initiative first, helicopters among the tanks; in Alpha 66 the defending pair, then the lone tank
    (R45, B14). A Spearhead moves at once (R37, B16). A tank may be held in reserve if a card allows it."""
    model = acting(state, command.unit, "deployment", "R6")
    elevation = deployed_at(model, command.elevation)
    if command.moves > (most := head_start(state, model)):
        raise _too_far(model, most)
    if command.reserve and not may_wait(state, model):
        raise refused(
            "R7",
            say(_("%(unit)s cannot be held in reserve."), unit=model.name),
            _("Deploy it; a card face up holds up to two other tanks of its platoon back."),
            "reserve",
        )
    if command.reserve and command.moves:
        raise refused(
            "R37", _("What is held in reserve does not move."), _("Leave “moves” out, or deploy it."), "moves"
        )
    yield Deployed(unit=model.id, elevation=elevation, moves=command.moves, reserve=command.reserve)
    yield from advance(state)


def head_start(state: State, model: Model) -> int:
    """R37: the moves it may make at once when it is deployed, printed or by a card face up."""
    return speed(state, model) if keyword(state, model, "Spearhead") else 0


def _too_far(model: Model, most: int) -> Refused:
    if most:
        text = say(_("%(unit)s cannot make more than %(speed)s moves."), unit=model.name, speed=most)
        return refused("R37", text, say(_("Report up to %(speed)s."), speed=most), "moves")
    text = say(_("%(unit)s is no Spearhead and does not move when it is deployed."), unit=model.name)
    return refused("R37", text, _("Leave “moves” out; a card that makes it one must be face up."), "moves")


@CHAPTER.evolves
def deployed(state: State, event: Deployed) -> None:
    model = state.models[event.unit]
    model.deployed, model.reserve = True, event.reserve
    model.elevation = event.elevation


@CHAPTER.narrates
def tell_deployed(event: Deployed) -> Message:
    if event.reserve:
        return say(_("%(unit)s is held in reserve."), unit=event.unit)
    told = say(_("%(unit)s is deployed."), unit=event.unit)
    if event.moves:
        told = ngettext(
            "%(unit)s is deployed and moves at once.",
            "%(unit)s is deployed and moves %(n)d times at once.",
            event.moves,
            unit=event.unit,
        )
    return flying(told, event.elevation)


@CHAPTER.offers
def deploys(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side) if state.phase == "deployment" and nothing_asked(state) else ():
        fields = [] if model.is_tank else [elevation_field(say(_("Low where nothing is said.")))]
        if most := head_start(state, model):
            help_ = say(_("A Spearhead may move at once; that leaves no speed token."))
            fields.append(Field(name="moves", kind="number", label=say(_("Moves at once")), help=help_, most=most))
        yield of_model(model, "Deploy", say(_("Deploy %(unit)s"), unit=model.name), *fields, bulk=DEPLOYING)
        if may_wait(state, model):
            label = say(_("Hold %(unit)s in reserve"), unit=model.name)
            yield of_model(model, "Deploy", label, given={"reserve": True}, readily=3000)


DEPLOYING = in_bulk(ngettext("Deploy %(n)d model", "Deploy %(n)d models", 1))


def elevation_field(help_: Message) -> Field:
    picks = tuple(Pick(name, label) for name, label in ELEVATION_NAMES.items())
    return Field(name="elevation", kind="pick", label=say(_("Elevation")), help=help_, picks=picks)


# -- deployed anew (First Panzer) --------------------------------------------------------------------------------------


class Redeploy(Command, frozen=True, kw_only=True):
    """After deployment a tank is deployed anew, if the platoon card allows it (First Panzer)."""

    positional: ClassVar = ("unit",)
    unit: Key


class Redeployed(Event, frozen=True, kw_only=True):
    rules: ClassVar = ("R6", "R7")
    unit: str


def redeployable(state: State, side: str) -> list[Model]:
    """The tanks one of which may be deployed anew: by the platoon card, from the end of deployment until the first
    report of the Movement Phase."""
    window = state.phase == "movement" and state.turn == 1 and not state.acted
    if not window or state.redeployed.count(side) >= total(state.platoons[side], "redeploy", Facts()):
        return []
    return [model for model in state.models.values() if model.side == side and model.is_tank and model.on_table]


@CHAPTER.decides
def redeploy(state: State, command: Redeploy, dice: Dice) -> Decision:
    """One tank is deployed anew by the normal rules. That is not a move."""
    model = tank_of(state, command.unit)
    able = redeployable(state, model.side)
    if model not in able:
        raise refused(
            "R7",
            say(_("%(unit)s cannot be deployed anew now."), unit=model.name),
            say(
                _("A platoon card that allows it does so for one tank, before anybody moves in turn 1: %(units)s."),
                units=names_of(able),
            ),
            "unit",
        )
    yield Redeployed(unit=model.id)


@CHAPTER.evolves
def redeployed(state: State, event: Redeployed) -> None:
    state.redeployed.append(state.models[event.unit].side)


CHAPTER.sentences({Redeployed: _("%(unit)s is deployed anew.")})


def redeploys(state: State, side: str) -> Iterator[Choice]:
    for model in redeployable(state, side):
        yield of_model(model, "Redeploy", say(_("Deploy %(unit)s anew"), unit=model.name))


# -- what no battle can be in ------------------------------------------------------------------------------------------


@CHAPTER.forbids
def impossible_deployment(state: State) -> None:
    """R6: models come on the table during deployment, neither before nor after it."""
    if state.result or state.phase == "deployment":
        return
    early = state.phase in (*SET_UP, "objectives")
    for model in state.models.values():
        if model.deployed == early:
            text = _("%(unit)s cannot be deployed yet.") if early else _("%(unit)s is not deployed.")
            raise impossible(
                f"models.{model.id}.deployed",
                say(text, unit=model.id),
                _("Declare the phase “deployment”, or it otherwise."),
            )
