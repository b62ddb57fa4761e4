"""Every event as a sentence to be translated. Models and cards go by their ids: names are kept beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

from . import events as e
from .narrate_attack import STORIES as ATTACK
from .outcome import HOW
from .words import EDGE_NAMES, ELEVATION_NAMES, OBJECTIVE_NAMES, faces, named, plural


def narrate(event: Event) -> Message:
    return STORIES[type(event)](event)


# -- set-up ------------------------------------------------------------------------------------------------------------


def _terrain_rolled(event: e.TerrainRolled) -> Message:
    if not event.first:
        return say(_("The roll for terrain (%(dice)s) is a tie and is rolled again."), dice=faces(event.roll))
    return say(_("The first Forest is for %(side)s to place (%(dice)s)."), side=event.first, dice=faces(event.roll))


def _role_rolled(event: e.RoleRolled) -> Message:
    if not event.chooser:
        return say(_("The roll for Attacker and Defender (%(dice)s) is a tie."), dice=faces(event.roll))
    return say(
        _("To attack or to defend is for %(side)s to choose (%(dice)s)."), side=event.chooser, dice=faces(event.roll)
    )


def _objective_placed(event: e.ObjectivePlaced) -> Message:
    objective = named(OBJECTIVE_NAMES, event.objective)
    if not event.side:
        return say(_("An objective is on the table: %(objective)s."), objective=objective)
    return say(_("An objective is placed by %(side)s: %(objective)s."), side=event.side, objective=objective)


def _deployed(event: e.Deployed) -> Message:
    if event.reserve:
        return say(_("%(unit)s is held in reserve."), unit=event.unit)
    told = say(_("%(unit)s is deployed."), unit=event.unit)
    if event.moves:
        one = _("%(unit)s is deployed and moves at once.")
        told = plural(one, _("%(unit)s is deployed and moves %(n)d times at once."), event.moves, unit=event.unit)
    return _flying(told, event.elevation)


def _flying(told: Message, elevation: str) -> Message:
    if not elevation:
        return told
    return say(_("%(told)s It flies %(elevation)s."), told=told, elevation=named(ELEVATION_NAMES, elevation))


# -- turns -------------------------------------------------------------------------------------------------------------


def _phase_began(event: e.PhaseBegan) -> Message:
    match event.phase:
        case "movement":
            return say(_("Turn %(turn)s begins: Movement Phase."), turn=event.turn)
        case "shooting":
            return say(_("Shooting Phase."))
        case _:
            return say(_("Command Phase."))


def _moved(event: e.Moved) -> Message:
    return _flying(_move_told(event), event.elevation)


def _move_told(event: e.Moved) -> Message:
    if not event.moves:
        return say(_("%(unit)s stays where it is."), unit=event.unit)
    if event.evading:
        one, many = _("%(unit)s takes %(n)d evasion token."), _("%(unit)s takes %(n)d evasion tokens.")
        return plural(one, many, event.moves, unit=event.unit)
    return plural(_("%(unit)s moves once."), _("%(unit)s moves %(n)d times."), event.moves, unit=event.unit)


def _freely_moved(event: e.FreelyMoved) -> Message:
    if not event.happened:
        text = _("%(unit)s stays where it is: the die (%(dice)s) gives it no further move.")
        return say(text, unit=event.unit, dice=faces(event.roll) if event.roll else "-")
    if event.elevation:
        text = _("%(unit)s changes its height without a speed token: it flies %(elevation)s.")
        return say(text, unit=event.unit, elevation=named(ELEVATION_NAMES, event.elevation))
    text = _("%(unit)s moves once more, without a speed token.")
    if event.paid:
        text = _("%(unit)s gives up %(paid)s and moves once more, without a speed token.")
    return say(text, unit=event.unit, paid=event.paid_name)


def _token_shed(event: e.TokenShed) -> Message:
    text = _("%(unit)s loses its speed token (%(dice)s).")
    if not event.shed:
        text = _("%(unit)s keeps its speed token (%(dice)s).")
    return say(text, unit=event.unit, dice=faces(event.roll))


def _card_used(event: e.CardUsed) -> Message:
    text = _("%(unit)s uses %(card)s.")
    if event.critical:
        text = _("%(unit)s uses %(card)s, gives up %(paid)s and is rid of a critical card.")
    elif event.discarded and event.discarded != event.card:
        text = _("%(unit)s uses %(card)s and gives up %(paid)s.")
    elif event.units:
        text = _("%(unit)s uses %(card)s for %(units)s.")
    elif event.phase:
        text = PHASES[event.phase]
    units = ", ".join(event.units)
    return say(text, unit=event.unit, card=event.name, paid=event.discarded_name, units=units)


PHASES = {
    "movement": _("%(unit)s uses %(card)s for the Movement Phase."),
    "shooting": _("%(unit)s uses %(card)s for the Shooting Phase."),
}

# -- command phase -----------------------------------------------------------------------------------------------------


def _destroyed(event: e.Destroyed) -> Message:
    one, many = _("%(unit)s is destroyed (%(n)d point)."), _("%(unit)s is destroyed (%(n)d points).")
    if not event.wreck:
        one = _("%(unit)s is destroyed and removed (%(n)d point).")
        many = _("%(unit)s is destroyed and removed (%(n)d points).")
    return plural(one, many, event.points, unit=event.unit)


def _objectives_checked(event: e.ObjectivesChecked) -> Message:
    if not event.points:
        return say(_("The objectives are checked: nobody gets a victory point."))
    return say(_("The objectives are checked. Victory points: %(points)s."), points=_points(event.points))


def _points(points: dict[str, int]) -> str:
    return ", ".join(f"{side} {number}" for side, number in points.items())


def _repair_rolled(event: e.RepairRolled) -> Message:
    text = _("%(unit)s repairs %(card)s (%(dice)s).")
    if event.again:
        text = _("%(unit)s repairs %(card)s at the second try (%(dice)s).")
    if not event.repaired:
        text = _("%(unit)s fails to repair %(card)s (%(dice)s).")
    return say(text, unit=event.unit, card=event.card, dice=faces(event.roll))


def _resumed(event: e.Resumed) -> Message:
    one = _("Shots are reported again after %(n)d turn; Advantage is with %(side)s.")
    many = _("Shots are reported again after %(n)d turns; Advantage is with %(side)s.")
    told = plural(one, many, event.turns, side=event.advantage)
    if not event.victory_points:
        return told
    return say(_("%(told)s Victory points: %(points)s."), told=told, points=_points(event.victory_points))


def _battle_decided(event: e.BattleDecided) -> Message:
    if event.winner:
        return say(_("The battle goes to %(side)s. %(how)s"), side=event.winner, how=HOW[event.how])
    return say(_("The battle is a draw. %(how)s"), how=HOW[event.how])


# -- after the battle --------------------------------------------------------------------------------------------------


def _wreck_handled(event: e.WreckHandled) -> Message:
    if event.recovered:
        return say(_("The wreck of %(unit)s is recovered."), unit=event.unit)
    return say(_("The wreck of %(unit)s is lost to the enemy."), unit=event.unit)


def _crew_fate_rolled(event: e.CrewFateRolled) -> Message:
    dice = faces(event.roll)
    if not event.lost:
        return say(_("The crew of %(unit)s comes back (%(dice)s)."), unit=event.unit, dice=dice)
    return say(
        _("Lost of the crew of %(unit)s: %(names)s (%(dice)s)."),
        unit=event.unit,
        names=", ".join(event.lost),
        dice=dice,
    )


def _repaired_between(event: e.RepairedBetween) -> Message:
    if event.in_service:
        one = many = _("%(unit)s is made to drive again, with %(n)d damage.")
    else:
        one = many = _("The workshop leaves %(unit)s with %(n)d damage.")
    return plural(one, many, event.damage, unit=event.unit)


STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.TerrainRolled: _terrain_rolled,
    e.RoleRolled: _role_rolled,
    e.RoleChosen: lambda event: say(_("Attacker, with Advantage: %(side)s."), side=event.attacker),
    e.EdgeChosen: lambda event: say(
        _("The %(edge)s edge goes to %(side)s."), side=event.side, edge=EDGE_NAMES[event.edge]
    ),
    e.ObjectivePlaced: _objective_placed,
    e.Deployed: _deployed,
    e.Redeployed: lambda event: say(_("%(unit)s is deployed anew."), unit=event.unit),
    e.Arrived: lambda event: say(
        _("%(unit)s comes on by the %(edge)s edge."), unit=event.unit, edge=EDGE_NAMES[event.edge]
    ),
    e.PhaseBegan: _phase_began,
    e.Moved: _moved,
    e.FreelyMoved: _freely_moved,
    e.TokenShed: _token_shed,
    e.Withdrew: lambda event: say(_("%(unit)s leaves the table by its own edge."), unit=event.unit),
    **ATTACK,
    e.Destroyed: _destroyed,
    e.ObjectivesChecked: _objectives_checked,
    e.RepairRolled: _repair_rolled,
    e.RepairSkipped: lambda event: say(_("%(unit)s tries no repair."), unit=event.unit),
    e.AdvantageRolled: lambda event: say(
        _("Advantage goes to %(side)s (%(dice)s)."), side=event.side, dice=faces(event.roll)
    ),
    e.CardUsed: _card_used,
    e.HiddenKept: lambda event: say(_("%(unit)s keeps its cards face down."), unit=event.unit),
    e.CardRevealed: lambda event: say(_("%(unit)s reveals %(card)s."), unit=event.unit, card=event.name),
    e.Conceded: lambda event: say(_("The battle is conceded by %(side)s."), side=event.side),
    e.Resumed: _resumed,
    e.BattleDecided: _battle_decided,
    e.WreckHandled: _wreck_handled,
    e.CrewFateRolled: _crew_fate_rolled,
    e.RepairedBetween: _repaired_between,
}
