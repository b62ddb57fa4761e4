"""Refusals of this rulebook: the rule, what is wrong, what would be right, the field at fault."""

from __future__ import annotations

from collections.abc import Sequence

from rules.contract import gettext_noop as _
from rules.contract import say
from rules.kit.refusals import Refusals
from rules.kit.refusals import impossible as impossible

from .state import State
from .tables import NUMBER

refused = Refusals(NUMBER)


def check_side(state: State, fact: str, side: str, needed: bool = False) -> None:
    """`Refused` unless the declared side is one of this battle, or empty where it is not `needed`."""
    if needed and not side:
        raise impossible(
            fact,
            say(_("In this step it has to be a side.")),
            say(_("Name one of: %(sides)s."), sides=", ".join(state.sides)),
        )
    if side not in ("", *state.sides):
        raise impossible(
            fact,
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s; empty for none."), sides=", ".join(state.sides)),
        )


def check_each_once(state: State, fact: str, sides: Sequence[str]) -> None:
    """The same for a list of sides; each may stand there once."""
    for side in sides:
        check_side(state, fact, side)
    if len(set(sides)) < len(sides) or "" in sides:
        raise impossible(fact, say(_("A side is named twice, or is none.")), say(_("Name each side once.")))


def check_waits(done: bool) -> None:
    """`Refused` for a declared step in which nobody has anything left to report: it would have ended by itself."""
    if done:
        raise impossible(
            "phase",
            say(_("Nobody has anything left to report in this step.")),
            say(_("Declare the step that follows.")),
        )
