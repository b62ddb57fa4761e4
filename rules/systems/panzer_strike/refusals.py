"""Refusals of this rulebook: the rule, what is wrong, what would be right, the field at fault."""

from __future__ import annotations

from collections.abc import Callable
from typing import NamedTuple

from rules.contract import Message, Refused, say
from rules.contract import gettext_noop as _
from rules.kit.refusals import Refusals
from rules.kit.refusals import impossible as impossible

from .state import Miniature, State
from .tables import NUMBER

refused = Refusals(NUMBER)


def impossible_of(unit: Miniature, fact: str, text: Message, remedy: Message) -> Refused:
    """The same for a fact of one unit ("square")."""
    return impossible(f"units.{unit.id}.{fact}", text, remedy)


class Fault(NamedTuple):
    """A fact that does not fit the other facts of its unit. Texts may name %(unit)s and %(round)s."""

    fact: str
    holds: Callable[[State, Miniature], bool]
    text: str
    remedy: str


def check_faults(state: State, *faults: Fault) -> None:
    """Raises `Refused` about `facts.units.<id>` for the first unit with one of these faults."""
    for unit in state.units.values():
        for fault in faults:
            if fault.holds(state, unit):
                text = say(fault.text, unit=unit.called, round=state.round)
                raise impossible_of(unit, fault.fact, text, say(fault.remedy, unit=unit.called, round=state.round))


def later(fact: str) -> Fault:
    """The fault of a fact that names a round which has not been played yet."""
    return Fault(fact, lambda state, unit: getattr(unit, fact) > state.round, LATER, EARLIER)


LATER = _("It cannot be of a later round than the one being played, round %(round)s.")
EARLIER = _("Declare round %(round)s or an earlier one; 0 for none.")
