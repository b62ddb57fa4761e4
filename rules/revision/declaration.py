"""What people set, whatever the rules would say: the event that follows from a Declare or an Amend."""

from __future__ import annotations

from rules.adjudicate import condition_of
from rules.battle import Battle
from rules.contract import Refused, say
from rules.contract import gettext_noop as _
from rules.revision.reports import Amend, Amended, Authority, Declare, Declared
from rules.stream.codec import as_stored, encode


def as_set(battle: Battle, command: Declare | Amend, right: Authority) -> Declared | Amended:
    """`Refused` when an outcome names a side or unit there is not; facts are checked when they are applied."""
    if isinstance(command, Declare):
        return as_stored(Declared(facts=command.facts, reason=command.reason, authority=right))
    if command.winner and command.winner not in battle.muster.sides:
        raise Refused(
            "battle",
            say(_("There is no side “%(side)s”."), side=command.winner),
            say(_("Sides: %(sides)s; empty for a draw."), sides=", ".join(battle.muster.sides)),
            field="winner",
        )
    conditions = {
        unit: condition_of(battle, unit, said, f"conditions.{unit}") for unit, said in command.conditions.items()
    }
    return as_stored(Amended(winner=command.winner, conditions=conditions, reason=command.reason))


def touches_hidden(battle: Battle, command: Declare, sides: tuple[str, ...]) -> bool:
    """Whether facts are to be set of what carries cards that only another side than `sides` may know: what would
    follow from them might tell which."""
    owners = {unit.id: unit.side for unit in battle.muster.units}
    carriers = {key.partition("/")[0] for key in battle.muster.secrets}
    said = encode(command.facts)
    return any(owners[unit] not in sides and (f'"{unit}"' in said or f".{unit}." in said) for unit in carriers)
