"""What may be reported of deployment and of the Movement Phase, model by model."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .deployment import head_start, may_wait, redeployable
from .elevation import height, may_climb
from .figures import keyword, speed
from .movement import must_move
from .offers import mine, number, of_model
from .order import actors, may_halt, repairable
from .state import Model, State
from .words import ELEVATION_NAMES


def deployment(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        fields = [] if model.is_tank else [_elevation(say(_("Low where nothing is said.")))]
        if most := head_start(state, model):
            help_ = say(_("A Spearhead may move at once; that leaves no speed token."))
            fields.append(Field(name="moves", kind="number", label=say(_("Moves at once")), help=help_, most=most))
        yield of_model(model, "Deploy", say(_("Deploy %(unit)s"), unit=model.name), *fields)
        if may_wait(state, model):
            yield of_model(
                model, "Deploy", say(_("Hold %(unit)s in reserve"), unit=model.name), given={"reserve": True}
            )


def redeployment(state: State, side: str) -> Iterator[Choice]:
    for model in redeployable(state, side):
        yield of_model(model, "Redeploy", say(_("Deploy %(unit)s anew"), unit=model.name))


def movement(state: State, side: str) -> Iterator[Choice]:
    for model in mine(actors(state), side):
        if most := speed(state, model):
            yield from _moves(state, model, most)
        if not must_move(state, model):
            stays = say(_("%(unit)s stays where it is"), unit=model.name)
            yield of_model(model, "Stay", stays, *_heights(state, model))
        if may_halt(state, model):
            yield _halt(model)
    yield from redeployment(state, side)


def _moves(state: State, model: Model, most: int) -> Iterator[Choice]:
    moves = number("moves", say(_("Moves")), most)
    yield of_model(model, "Move", say(_("%(unit)s moves"), unit=model.name), moves, *_heights(state, model))
    if keyword(state, model, "Wheeled"):
        label = say(_("%(unit)s moves into or out of a Forest"), unit=model.name)
        yield of_model(model, "Move", label, *_heights(state, model), given={"moves": 1, "terrain": True})
    if not must_move(state, model):
        tokens = number("tokens", say(_("Speed tokens")), most)
        yield of_model(model, "Evade", say(_("%(unit)s takes evasive measures"), unit=model.name), tokens)
    yield of_model(model, "Withdraw", say(_("%(unit)s leaves the table by its own edge"), unit=model.name))


def _heights(state: State, model: Model) -> tuple[Field, ...]:
    """The height it has is the one it keeps where nothing is said."""
    if not may_climb(state, model):
        return ()
    return (_elevation(say(_("Now: %(elevation)s."), elevation=ELEVATION_NAMES[height(model)])),)


def _elevation(help_: Message) -> Field:
    picks = tuple(Pick(name, label) for name, label in ELEVATION_NAMES.items())
    return Field(name="elevation", kind="pick", label=say(_("Elevation")), help=help_, picks=picks)


def _halt(model: Model) -> Choice:
    picks = tuple(Pick(key, verbatim(model.criticals[key].wound.card)) for key in repairable(model))
    card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
    die = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)
    return of_model(
        model, "RepairHalt", say(_("%(unit)s tries a repair in place of moving"), unit=model.name), card, die
    )
