"""Models come on the table: deployment, Spearheads, what is deployed anew and what waits in reserve (R6, R37)."""

from __future__ import annotations

from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _

from . import commands as c
from . import events as e
from .effects import Facts, total
from .elevation import deployed_at
from .figures import active, keyword, speed
from .missions import check_first
from .refusals import names_of, refused, tank_of, wrong_phase
from .state import Model, State
from .tables import EDGES
from .turns import acting, advance

OPPOSITE = {"north": "south", "south": "north", "east": "west", "west": "east"}


def deploy(state: State, command: c.Deploy, dice: Dice) -> Decision:
    """R6: lowest initiative first, helicopters among the tanks; in Alpha 66 the defending pair, then the lone tank
    (R45, B14). A Spearhead moves at once (R37, B16); a tank may be held in reserve where a card allows it."""
    model = acting(state, command.unit, "deployment", "R6")
    elevation = deployed_at(model, command.elevation)
    if command.moves > (most := head_start(state, model)):
        raise _too_far(model, most)
    if command.reserve and not may_wait(state, model):
        raise refused(
            "R7",
            say(_("%(unit)s cannot be held in reserve."), unit=model.name),
            say(_("Deploy it; a card face up holds up to two other tanks of its platoon back.")),
            "reserve",
        )
    if command.reserve and command.moves:
        raise refused(
            "R37",
            say(_("What is held in reserve does not move.")),
            say(_("Leave “moves” out, or deploy it.")),
            "moves",
        )
    yield e.Deployed(unit=model.id, elevation=elevation, moves=command.moves, reserve=command.reserve)
    yield from advance(state)


def head_start(state: State, model: Model) -> int:
    """R37: the moves it may make at once when it is deployed, printed or by a card face up."""
    return speed(state, model) if keyword(state, model, "Spearhead") else 0


def _too_far(model: Model, most: int) -> Refused:
    if most:
        text = say(_("%(unit)s cannot make more than %(speed)s moves."), unit=model.name, speed=most)
        return refused("R37", text, say(_("Report up to %(speed)s."), speed=most), "moves")
    text = say(_("%(unit)s is no Spearhead and does not move when it is deployed."), unit=model.name)
    return refused("R37", text, say(_("Leave “moves” out; a card that makes it one must be face up.")), "moves")


# -- reserves (Paul Durand) --------------------------------------------------------------------------------------------


def may_wait(state: State, model: Model) -> bool:
    """May it be held in reserve: a tank other than the one whose card, face up, still holds one back?"""
    if not model.is_tank:
        return False
    friends = [friend for friend in state.models.values() if friend.side == model.side]
    held = sum(friend.reserve for friend in friends)
    return any(held < room for friend in friends if friend is not model for room in _rooms(state, friend))


def _rooms(state: State, model: Model) -> list[int]:
    effects = [effect for card in model.cards.values() for effect in active(state, model, card)]
    return [effect.delta for effect in effects if effect.does == "reserve" and model.in_play]


def waiting_reserves(state: State) -> list[Model]:
    """The tanks that have to come on in this repair step, before the roll for Advantage."""
    return [model for model in state.models.values() if model.reserve and model.in_play]


def free_edges(state: State) -> list[str]:
    """The edges nobody deployed at: neither the Defender's nor the one opposite."""
    return [edge for edge in EDGES if edge != state.edge and edge != OPPOSITE.get(state.edge)]


def arrive(state: State, command: c.Arrive, dice: Dice) -> Decision:
    """A tank in reserve comes on by an edge nobody deployed at."""
    model = tank_of(state, command.unit)
    if state.phase != "command":
        raise wrong_phase(state, "R38")
    check_first(state)
    waiting = waiting_reserves(state)
    if model not in waiting:
        raise refused(
            "R7",
            say(_("%(unit)s is not in reserve."), unit=model.name),
            say(_("In reserve: %(units)s."), units=names_of(waiting)),
            "unit",
        )
    if command.edge not in free_edges(state):
        raise refused(
            "R7",
            say(_("Somebody has deployed at the edge “%(edge)s”."), edge=command.edge),
            say(_("Free edges: %(edges)s."), edges=", ".join(free_edges(state))),
            "edge",
        )
    yield e.Arrived(unit=model.id, edge=command.edge)


# -- deployed anew (First Panzer) --------------------------------------------------------------------------------------


def redeployable(state: State, side: str) -> list[Model]:
    """The tanks of which one may be deployed anew: by the platoon card, from the end of deployment until the first
    report of the Movement Phase."""
    window = state.phase == "movement" and state.turn == 1 and not state.acted
    if not window or state.redeployed.count(side) >= total(state.platoons[side], "redeploy", Facts()):
        return []
    return [model for model in state.models.values() if model.side == side and model.is_tank and model.on_table]


def redeploy(state: State, command: c.Redeploy, dice: Dice) -> Decision:
    """One tank is deployed anew by the normal rules; that is no move."""
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
    yield e.Redeployed(unit=model.id)
