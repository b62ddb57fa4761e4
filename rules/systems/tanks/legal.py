"""What may be reported now, and the facts and dice each report needs: `decide` turned round."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from rules.contract import Choice, Field, Pick, say
from rules.contract import gettext_noop as _

from . import measures, tables
from .areas import certain, saves_in, victims
from .legal_fire import fire_choices
from .legal_moves import move_choices
from .offers import dice_fields, facing_field, of_side, of_unit, pick_field, unit_picks
from .outcome import verdict
from .ramming import takes_it
from .setup import deploys_next, rounds_to_declare
from .state import Area, State
from .turns import listing, open_rams
from .words import all_called, distance


def legal(state: State, side: str) -> Sequence[Choice]:
    """The choices of `side`; none for anybody else, and none once the battle is over."""
    if side not in state.sides or verdict(state):
        return ()
    return (*_now(state, side), of_side(side, "Concede", say(_("Concede the field")), readily=200))


def _now(state: State, side: str) -> Iterator[Choice]:
    if state.area is not None:
        if side == state.side:
            yield from _area(state, state.area, side)
        return
    match state.phase:
        case "setup":
            order = say(_("One die each, in this order: %(sides)s."), sides=all_called(state.sides))
            dice = Field(name="dice", kind="dice", label=say(_("Dice")), help=order, least=2, most=2)
            yield Choice(command="RollSetup", label=say(_("Roll for the set-up")), side=side, fields=(dice,))
        case "choice" if side == state.winner:
            yield of_side(side, "ChooseSetup", say(_("Choose the set-up")), _setup())
        case "deployment" if side == deploys_next(state):
            yield of_side(side, "Deploy", say(_("Our vehicles are on the table")))
        case "round":
            least, most = rounds_to_declare(state)
            label = say(_("Round that comes next"))
            field = Field(name="round", kind="number", label=label, least=least, most=most, required=True)
            yield Choice(command="DeclareRound", label=say(_("Play on by rounds")), side=side, fields=(field,))
        case "move" if side == state.side:
            yield from move_choices(state, side)
            yield of_side(side, "EndMovement", say(_("End the Move step")), readily=400)
        case "shoot" if side == state.side:
            yield from fire_choices(state, side)
            yield of_side(side, "HoldFire", say(_("End the Shoot step")), readily=150)
        case "ram" if side == state.side:
            yield from _rams(state)
        case "radio" if side in listing(state):
            yield _radio(state, side)


def _setup() -> Field:
    picks = (
        Pick("build", say(_("We build the table and move first; they pick an edge and deploy first"))),
        Pick("pick", say(_("They build the table and move first; we pick an edge and deploy first"))),
    )
    return pick_field("choice", say(_("Set-up")), picks)


def _area(state: State, area: Area, side: str) -> Iterator[Choice]:
    """R22, R27: urgent, for everything else waits for it."""
    found = victims(state, area)
    if found:
        unit = pick_field("unit", say(_("Vehicle")), unit_picks(found))
        saves = dice_fields("save_smoke") if any(saves_in(state, area, one) for one in found) else ()
        fields = (unit, *saves, *dice_fields("penetration", "damage", "radius"))
        across = distance(measures.measured(state.options, tables.CAP), measures.measure(state.options))
        label = say(_("A vehicle is under the cap (%(across)s across, any overlap)"), across=across)
        if area.kind == "blast":
            facing = facing_field(say(_("Facing the wreck")))
            fields = (unit, facing, *dice_fields("penetration", "damage", "radius"))
            label = say(_("A vehicle is within the radius of the explosion"))
        yield Choice(command="Strike", label=label, side=side, fields=fields, urgent=True, readily=5000)
    if not certain(state, area):
        text = say(_("Nobody else is within the radius")) if area.kind == "blast" else say(_("Nobody else is under it"))
        yield of_side(side, "CloseArea", text, urgent=True)


def _rams(state: State) -> Iterator[Choice]:
    for unit in open_rams(state):
        target = state.units[unit.ram]
        label = say(_("%(unit)s rams %(target)s"), unit=unit.name, target=target.name)
        dice = ("penetration", "damage", "radius")
        if takes_it(unit, target):
            yield of_unit(unit, "Ram", label, facing_field(say(_("Struck on its"))), *dice_fields(*dice))
        else:
            yield of_unit(unit, "Ram", label, *dice_fields(*dice, faces={"penetration": 3}))


def _radio(state: State, side: str) -> Choice:
    picks = unit_picks(state.enemies(side))
    label = say(_("Enemies in sight of any of us"))
    field = Field(name="spotted", kind="picks", label=label, picks=picks, most=len(picks))
    return of_side(side, "Spot", say(_("Radio: spotted enemies")), field)
