"""What a side may know: everything but the cards that lie face down on the other side.

Events hide nothing: a card is named only by the event that turns it up.
"""

from __future__ import annotations

from rules.contract import Fact, Message, UnitView, View, say, verbatim
from rules.contract import gettext_noop as _
from rules.kit.words import view_of

from .state import State, Vehicle


def see(state: State, side: str) -> View:
    """The battle as `side` sees it; "" is a spectator."""
    pending = None
    waiting_for: tuple[str, ...] = ()
    if state.round_unknown:
        pending, waiting_for = say(_("Which round comes next is not known.")), state.sides
    elif state.shot is not None:
        target = state.vehicles[state.shot.target]
        pending, waiting_for = say(_("%(name)s was hit: does it play its card?"), name=target.name), (target.side,)
    return View(
        round=state.round,
        phase=say(_("Fire")),
        facts=(Fact("rounds", say(_("Rounds")), state.options["rounds"]),),
        units=tuple(_unit(one, side) for one in state.vehicles.values()),
        pending=pending,
        waiting_for=waiting_for,
    )


def _unit(one: Vehicle, side: str) -> UnitView:
    facts = [
        Fact("damage", say(_("Damage")), say(_("%(damage)s of %(armour)s"), damage=one.damage, armour=one.armour)),
        Fact("acted", say(_("Acted")), one.acted),
    ]
    if one.card:
        facts.append(Fact("card", say(_("Card")), _card(one, side)))
    # What its counter shows: a tank (`Icon` has others), hurt, and whether it has acted this round.
    return view_of(one, one.in_play, _status(one), facts, icon="tank", hurt=bool(one.damage), acted=one.acted)


def _card(one: Vehicle, side: str) -> Message:
    return verbatim(one.card) if one.turned or one.side == side else say(_("face down"))


def _status(one: Vehicle) -> Message:
    if one.lost:
        return say(_("lost"))
    if one.wrecked:
        return say(_("wrecked"))
    return say(_("damaged")) if one.damage else say(_("fit"))
