"""Every event as a sentence to be translated. Models and cards go by their ids: names are kept beside the log."""

from __future__ import annotations

from collections.abc import Callable
from typing import Any

from rules.contract import Event, Message, Roll, say
from rules.contract import gettext_noop as _

from . import events as e
from .outcome import HOW


def narrate(event: Event) -> Message:
    return STORIES[type(event)](event)


def _faces(roll: Roll) -> str:
    return ", ".join(map(str, roll.values)) or "-"


def _plural(one: str, many: str, n: int, **values: str | int | Message) -> Message:
    return Message(one, many, n, dict(values))


def hits_said(hits: int, criticals: int) -> Message:
    return say(
        _("%(hits)s and %(criticals)s"),
        hits=_plural(_("%(n)d hit"), _("%(n)d hits"), hits),
        criticals=_plural(_("%(n)d critical"), _("%(n)d criticals"), criticals),
    )


def _terrain_rolled(event: e.TerrainRolled) -> Message:
    if not event.first:
        return say(_("The roll for terrain (%(dice)s) is a tie and is rolled again."), dice=_faces(event.roll))
    return say(_("%(side)s place the first Forest (%(dice)s)."), side=event.first, dice=_faces(event.roll))


def _role_rolled(event: e.RoleRolled) -> Message:
    if not event.chooser:
        return say(_("The roll for Attacker and Defender (%(dice)s) is a tie."), dice=_faces(event.roll))
    return say(_("%(side)s choose to attack or defend (%(dice)s)."), side=event.chooser, dice=_faces(event.roll))


def _phase_began(event: e.PhaseBegan) -> Message:
    match event.phase:
        case "movement":
            return say(_("Turn %(turn)s begins: Movement Phase."), turn=event.turn)
        case "shooting":
            return say(_("Shooting Phase."))
        case _:
            return say(_("Command Phase."))


def _moved(event: e.Moved) -> Message:
    if not event.moves:
        return say(_("%(unit)s stays where it is."), unit=event.unit)
    if event.evading:
        one, many = _("%(unit)s takes %(n)d evasion token."), _("%(unit)s takes %(n)d evasion tokens.")
        return _plural(one, many, event.moves, unit=event.unit)
    return _plural(_("%(unit)s moves once."), _("%(unit)s moves %(n)d times."), event.moves, unit=event.unit)


def _attack_rolled(event: e.AttackRolled) -> Message:
    text = _("%(unit)s fires at %(target)s (%(dice)s): %(hits)s.")
    if event.final_fury:
        text = _("In Final Fury %(unit)s fires at %(target)s (%(dice)s): %(hits)s.")
    hits = hits_said(event.hits, event.criticals)
    return say(text, unit=event.unit, target=event.target, dice=_faces(event.roll), hits=hits)


def _attack_rerolled(event: e.AttackRerolled) -> Message:
    again = len(event.stationary) + len(event.stabiliser)
    if not again:
        return say(_("%(unit)s keeps its dice."), unit=event.unit)
    one = _("%(unit)s re-rolls %(n)d die (%(dice)s): now %(hits)s.")
    many = _("%(unit)s re-rolls %(n)d dice (%(dice)s): now %(hits)s.")
    hits = hits_said(event.hits, event.criticals)
    return _plural(one, many, again, unit=event.unit, dice=_faces(event.roll), hits=hits)


def _critical_swapped(event: e.CriticalSwapped) -> Message:
    if not event.swapped:
        return say(_("%(unit)s keeps its criticals."), unit=event.unit)
    hits = hits_said(event.hits, event.criticals)
    return say(_("Sharpshooter: %(unit)s turns a critical into two hits: now %(hits)s."), unit=event.unit, hits=hits)


def _defence_rolled(event: e.DefenceRolled) -> Message:
    left = hits_said(event.hits, event.criticals)
    if not event.roll.values:
        return say(_("%(unit)s has no defence dice: %(left)s get through."), unit=event.unit, left=left)
    return say(
        _("%(unit)s defends (%(dice)s): %(left)s get through."), unit=event.unit, dice=_faces(event.roll), left=left
    )


def _critical_drawn(event: e.CriticalDrawn) -> Message:
    one = _("%(unit)s draws the critical card %(card)s: %(n)d damage.")
    return _plural(one, one, event.damage, unit=event.unit, card=event.card)


def _card_spent(event: e.CardSpent) -> Message:
    if not event.card:
        return say(_("%(unit)s spends nothing against %(card)s."), unit=event.unit, card=event.against)
    return say(
        _("%(unit)s spends %(card)s against %(against)s."), unit=event.unit, card=event.name, against=event.against
    )


def _critical_settled(event: e.CriticalSettled) -> Message:
    if event.attached:
        return say(_("%(card)s stays on %(unit)s until repaired."), unit=event.unit, card=event.card)
    return say(_("%(card)s on %(unit)s is dealt with."), unit=event.unit, card=event.card)


def _fire_returned(event: e.FireReturned) -> Message:
    if event.roll is None:
        return say(_("%(unit)s lets the damage pass."), unit=event.unit)
    dice = _faces(event.roll)
    if not event.damage:
        return say(_("%(unit)s answers (%(dice)s): in vain."), unit=event.unit, dice=dice)
    one = _("%(unit)s answers (%(dice)s): %(n)d damage to %(target)s.")
    return _plural(one, one, event.damage, unit=event.unit, target=event.target, dice=dice)


def _attack_resolved(event: e.AttackResolved) -> Message:
    if not event.damage:
        return say(_("The attack on %(target)s does no damage."), target=event.target)
    one = _("The attack on %(target)s does %(n)d damage in all.")
    return _plural(one, one, event.damage, target=event.target)


def _destroyed(event: e.Destroyed) -> Message:
    one, many = _("%(unit)s is destroyed (%(n)d point)."), _("%(unit)s is destroyed (%(n)d points).")
    if not event.wreck:
        one = _("%(unit)s is destroyed and removed (%(n)d point).")
        many = _("%(unit)s is destroyed and removed (%(n)d points).")
    return _plural(one, many, event.points, unit=event.unit)


def _repair_rolled(event: e.RepairRolled) -> Message:
    text = _("%(unit)s repairs %(card)s (%(dice)s).")
    if not event.repaired:
        text = _("%(unit)s fails to repair %(card)s (%(dice)s).")
    return say(text, unit=event.unit, card=event.card, dice=_faces(event.roll))


def _resumed(event: e.Resumed) -> Message:
    one = _("Shots are reported again after %(n)d turn; %(side)s have Advantage.")
    many = _("Shots are reported again after %(n)d turns; %(side)s have Advantage.")
    return _plural(one, many, event.turns, side=event.advantage)


def _battle_decided(event: e.BattleDecided) -> Message:
    if event.winner:
        return say(_("The battle goes to %(side)s. %(how)s"), side=event.winner, how=HOW[event.how])
    return say(_("The battle is a draw. %(how)s"), how=HOW[event.how])


def _wreck_handled(event: e.WreckHandled) -> Message:
    if event.recovered:
        return say(_("The wreck of %(unit)s is recovered."), unit=event.unit)
    return say(_("The wreck of %(unit)s is lost to the enemy."), unit=event.unit)


def _crew_fate_rolled(event: e.CrewFateRolled) -> Message:
    dice = _faces(event.roll)
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
    return _plural(one, many, event.damage, unit=event.unit)


EDGE_NAMES: dict[str, Message] = {
    "north": say(_("north")),
    "east": say(_("east")),
    "south": say(_("south")),
    "west": say(_("west")),
}
STORIES: dict[type[Event], Callable[[Any], Message]] = {
    e.TerrainRolled: _terrain_rolled,
    e.RoleRolled: _role_rolled,
    e.RoleChosen: lambda event: say(_("%(side)s attack and have Advantage."), side=event.attacker),
    e.EdgeChosen: lambda event: say(
        _("%(side)s take the %(edge)s edge."), side=event.side, edge=EDGE_NAMES[event.edge]
    ),
    e.Deployed: lambda event: say(_("%(unit)s is deployed."), unit=event.unit),
    e.PhaseBegan: _phase_began,
    e.Moved: _moved,
    e.Withdrew: lambda event: say(_("%(unit)s leaves the table by its own edge."), unit=event.unit),
    e.AttackRolled: _attack_rolled,
    e.AttackRerolled: _attack_rerolled,
    e.CriticalSwapped: _critical_swapped,
    e.DefenceRolled: _defence_rolled,
    e.CriticalDrawn: _critical_drawn,
    e.CardSpent: _card_spent,
    e.CardLost: lambda event: say(
        _("%(unit)s loses %(card)s to %(cause)s."), unit=event.unit, card=event.name, cause=event.cause
    ),
    e.CriticalSettled: _critical_settled,
    e.FireReturned: _fire_returned,
    e.AttackResolved: _attack_resolved,
    e.FireHeld: lambda event: say(_("%(unit)s holds its fire."), unit=event.unit),
    e.Destroyed: _destroyed,
    e.RepairRolled: _repair_rolled,
    e.RepairSkipped: lambda event: say(_("%(unit)s tries no repair."), unit=event.unit),
    e.AdvantageRolled: lambda event: say(
        _("%(side)s have Advantage (%(dice)s)."), side=event.side, dice=_faces(event.roll)
    ),
    e.CardRevealed: lambda event: say(_("%(unit)s reveals %(card)s."), unit=event.unit, card=event.name),
    e.Conceded: lambda event: say(_("%(side)s concede."), side=event.side),
    e.Resumed: _resumed,
    e.BattleDecided: _battle_decided,
    e.WreckHandled: _wreck_handled,
    e.CrewFateRolled: _crew_fate_rolled,
    e.RepairedBetween: _repaired_between,
}
