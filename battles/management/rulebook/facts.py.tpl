"""What can be declared of a battle: its facts in words, the states no battle can be in, what follows from what."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.systems.RULEBOOK_KEY.aftermath import outcome
from rules.systems.RULEBOOK_KEY.state import Shot, State, Vehicle

# Every field of a State or Piece that is not `fixed`, a * for each key on the way.
FACTS = {
    "round": say(_("Round")),
    "round_unknown": say(_("The next round has to be told")),
    "shot": say(_("Shot that waits for an answer")),
    "conceded": say(_("Conceded by")),
    "told": say(_("Winner as reported")),
    "vehicles.*.damage": say(_("Damage")),
    "vehicles.*.turned": say(_("Card is turned up")),
    "vehicles.*.acted": say(_("Has acted")),
    "vehicles.*.lost": say(_("Lost")),
    "vehicles.*.recovered": say(_("Wreck is recovered")),
    "vehicles.*.tended": say(_("Seen to after the battle")),
    "vehicles.*.feats": say(_("Service record of this battle")),
}

# The lines of the sheet that show them, where they go by another name.
LINES = {
    "round": "round",
    "conceded": "outcome.winner",
    "told": "outcome.winner",
    "vehicles.*.turned": "units.{0}.card",
    "vehicles.*.lost": "units.{0}.status",
    "vehicles.*.recovered": "outcome.units.{0}.fate",
}


def possible(state: State) -> None:
    """`Refused` for what no battle can be in. Types bound each fact; here they have to fit one another."""
    for fact, side in (("conceded", state.conceded), ("told", state.told)):
        if side and side not in state.sides:
            raise _refused(fact, _("There is no side “%(name)s”."), _("Name a side of this battle."), name=side)
    last = state.options["rounds"]
    if state.round > last + 1:
        raise _refused("round", _("This battle has %(n)s rounds."), _("Name one of them."), n=last)
    for vehicle in state.vehicles.values():
        _check_vehicle(state, vehicle)
    if state.shot is not None:
        _check_shot(state, state.shot)
    elif not outcome(state).over and all(one.acted for one in state.vehicles.values() if one.in_play):
        text, remedy = _("Nobody is left to act in round %(n)s."), _("Declare the next one, in which nobody has acted.")
        raise _refused("round", text, remedy, n=state.round)


def _check_vehicle(state: State, one: Vehicle) -> None:
    if one.recovered and (not one.tended or not one.in_play):
        text, remedy = _("A recovered wreck has been seen to and is none any more."), _("Declare its damage, too.")
        raise _refused(f"vehicles.{one.id}.recovered", text, remedy)
    for feat in one.feats:
        if feat.of and feat.of not in state.vehicles:
            text, remedy = _("There is no vehicle “%(name)s”."), _("Name a vehicle of this battle.")
            raise _refused(f"vehicles.{one.id}.feats", text, remedy, name=feat.of)


def _check_shot(state: State, shot: Shot) -> None:
    """R4: what waits is a shot at an enemy in play that has a card to play."""
    shooter, target = state.vehicles.get(shot.unit), state.vehicles.get(shot.target)
    if shooter is None or target is None or target.side == shooter.side or not target.in_play:
        raise _refused("shot", _("That is no shot at an enemy in play."), _("Name a vehicle and its target."))
    if not target.card or target.turned:
        text, remedy = _("%(name)s has no card to answer with."), _("Declare its damage, and no shot.")
        raise _refused("shot", text, remedy, name=target.id)


def _refused(fact: str, text: str, remedy: str, **values: str | int) -> Refused:
    return Refused("declared", say(text, **values), say(remedy, **values), field=f"facts.{fact}")


def grounds(state: State, of: str) -> Sequence[str]:
    """The lines of the sheet that the line `of` follows from (R7: winner and points from what became of everybody)."""
    if of.startswith("outcome."):
        return [f"units.{unit}.status" for unit in state.vehicles]
    if of.startswith("units.") and of.endswith(".status"):
        return [of.replace(".status", ".damage")]
    return ()
