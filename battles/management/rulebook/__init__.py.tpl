"""RULEBOOK_NAME: rules RULEBOOK_NUMBER. Its chapters, in the order of the book; RULES.md says which rule is held where."""

from __future__ import annotations

from rules.contract import Command, say
from rules.contract import gettext_noop as _
from rules.declarations import Scenario
from rules.emblem import Emblem
from rules.kit.chapters import Rulebook

from . import aftermath, depth, shooting, tables, victory
from .setting_up import articles, draft, muster, start
from .sheet import see
from .state import Condition, State, vehicle_of


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    if isinstance(command, aftermath.Assess):
        return "clerk"
    if unit := getattr(command, "unit", ""):
        return vehicle_of(state, unit).side
    side = str(getattr(command, "side", ""))
    if side not in ("", *state.sides):
        raise tables.refused("R8", "side", say(_("There is no side “%(name)s”."), name=side))
    return side


SYSTEM = Rulebook(
    key="RULEBOOK_KEY",
    name="RULEBOOK_NAME",
    number=tables.NUMBER,
    emblem=Emblem("brass", "M12 2l10 20H2z"),
    chapters=(shooting.CHAPTER, victory.CHAPTER, depth.CHAPTER, aftermath.CHAPTER),
    state=State,
    open_to=lambda state, side: side in state.sides,
    editions=tables.EDITIONS,
    errata=tables.ERRATA,
    scenarios=(Scenario(key="skirmish", name="Skirmish", rule="R1", sides=("blue", "red")),),
    options=tables.OPTIONS,
    catalogue=articles,
    condition=Condition,
    muster=muster,
    start=start,
    reporter=reporter,
    see=see,
    outcome=victory.outcome,
    aftermath=aftermath.aftermath,
    between_rounds=depth.between_rounds,
    draft=draft,
)
