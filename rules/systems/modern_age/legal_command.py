"""What may be reported of objectives, in the Command Phase, when time is up and after a time without shots."""

from __future__ import annotations

from collections.abc import Iterator

from rules.contract import Choice, Field, Message, Pick, say, verbatim
from rules.contract import gettext_noop as _

from .deployment import free_edges, waiting_reserves
from .missions import check_due, most_points, next_objective, placer, point_roles, reachable
from .offers import mine, number, of_model, opposed, side_pick
from .order import repairable, repairers
from .repairs import second_try
from .state import Model, State
from .words import EDGE_NAMES, OBJECTIVE_NAMES


def objectives(state: State, side: str) -> Iterator[Choice]:
    if side == placer(state):
        name = next_objective(state)
        label = say(_("Place %(objective)s"), objective=OBJECTIVE_NAMES[name])
        yield Choice(command="PlaceObjective", label=label, side=side, given={"objective": name}, urgent=True)


def command_phase(state: State, side: str) -> Iterator[Choice]:
    """In the order of R38: the victory check, repairs and with them reserves, the roll for Advantage."""
    if check_due(state):
        yield _check(state, side)
        return
    waiting = repairers(state)
    for model in mine(waiting, side):
        cards = [(key, model.criticals[key].wound.card) for key in repairable(model)]
        picks = tuple(Pick(key, verbatim(name)) for key, name in cards)
        card = Field(name="critical", kind="pick", label=say(_("Critical card")), picks=picks, required=True)
        yield of_model(model, "Repair", say(_("%(unit)s tries a repair"), unit=model.name), card, REPAIR_DIE)
        yield of_model(model, "SkipRepair", say(_("%(unit)s tries no repair"), unit=model.name))
    reserves = waiting_reserves(state)
    for model in mine(reserves, side):
        edges = tuple(Pick(edge, EDGE_NAMES[edge]) for edge in free_edges(state))
        field = Field(name="edge", kind="pick", label=say(_("Edge of the table")), picks=edges, required=True)
        yield of_model(model, "Arrive", say(_("%(unit)s comes on"), unit=model.name), field)
    if not waiting and not reserves:
        yield opposed(state, side, "RollAdvantage", say(_("Roll for Advantage")))


def _check(state: State, side: str) -> Choice:
    """Either side tells of both: what lies on the table everyone sees."""
    picks = tuple(Pick(word, _reach(word)) for word in reachable(state))
    field = Field(
        name="held",
        kind="picks",
        label=say(_("Who has a tank within an arrow of an objective")),
        help=say(_("Helicopters do not count. Tick nothing where nobody has.")),
        picks=picks,
        most=len(picks),
    )
    label = say(_("Check the objectives for victory points"))
    return Choice(command="CheckObjectives", label=label, side=side, fields=(field,), urgent=True)


def _reach(word: str) -> Message:
    side, _colon, objective = word.partition(":")
    return say(_("%(side)s: %(objective)s"), side=side, objective=OBJECTIVE_NAMES[objective])


def whenever(state: State, side: str) -> Iterator[Choice]:
    """What the rest of the phase does not wait for: repairs tried again by a card, and the club's clock (A13)."""
    for model in mine(state.models.values(), side):
        if second_try(state, model):
            yield _again(model)
    if state.options.get("time_limit") and state.phase in ("movement", "shooting", "command"):
        yield Choice(command="CallTime", label=say(_("Time is up on the clock")), side=side)


def _again(model: Model) -> Choice:
    card = model.criticals[model.failed].wound.card
    label = say(_("%(unit)s tries to repair %(card)s once more"), unit=model.name, card=card)
    return of_model(model, "Repair", label, REPAIR_DIE, given={"critical": model.failed})


def resume(state: State, side: str) -> Choice:
    """What is not known after a time without shots; the Attacker only if the roles were never reported."""
    fields = [side_pick(state, "advantage", say(_("Advantage")))]
    if not state.attacker:
        fields.append(side_pick(state, "attacker", say(_("Attacker"))))
    fields.append(Field(name="turns", kind="number", label=say(_("Turns played unreported")), most=99))
    for role in point_roles(state):
        fields.append(number(f"{role}_points", POINTS[role], most_points(state), least=0))
    label = say(_("Say how things stand before shots are reported again"))
    return Choice(command="Resume", label=label, side=side, fields=tuple(fields), urgent=True)


REPAIR_DIE = Field(name="dice", kind="dice", label=say(_("Repair die")), least=1, most=1)
POINTS = {
    "attacker": say(_("Victory points of the Attacker")),
    "defender": say(_("Victory points of the Defender")),
}
