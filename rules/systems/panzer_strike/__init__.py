"""Panzer Strike: Western Front (rulebook 002), the whole core rulebook. RULES.md says which rule is held where.

Chapters stand in the order of the booklet. The modules below them all are `state` (what a battle is), `tables`
(numbers), `geometry`, `board`, `dicebox`, `catalogue`, and the words and look-ups that chapters share.
"""

from __future__ import annotations

from rules.contract import Command, say
from rules.contract import gettext_noop as _
from rules.emblem import Emblem
from rules.kit.chapters import Rulebook
from rules.kit.nations import NATIONS

from . import (
    aftermath,
    announcements,
    deployment,
    depth,
    editions,
    fire,
    hits,
    movement,
    parabolic,
    recovery,
    repairs,
    spotting,
    squares,
    tables,
    towing,
    turns,
    turrets,
    victory,
    ways,
    withdrawal,
)
from .catalogue import COLUMNS as HOUSE_COLUMNS
from .catalogue import articles, house
from .draft import draft
from .lookup import refused, unit_of
from .muster import muster, start
from .ready import FRIENDLY
from .sheet import see, turn
from .state import Condition, State
from .upkeep import UPKEEP, engage
from .words import CONDITIONS, each


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    if isinstance(command, aftermath.Assess):
        return "clerk"
    if unit := getattr(command, "unit", ""):
        return unit_of(state, unit).side
    side: str = getattr(command, "side", "")
    if side not in ("", *state.sides):
        raise refused(
            "R1",
            "side",
            say(_("There is no side “%(side)s”."), side=side),
            say(_("Sides: %(sides)s."), sides=each(state.sides)),
            code="unknown",
        )
    return side


SYSTEM = Rulebook(
    key=tables.KEY,
    name=tables.NAME,
    number=tables.NUMBER,
    emblem=Emblem("pine", "M12 2l9 5v10l-9 5-9-5V7zM12 6l-5 3v6l5 3 5-3V9z"),
    chapters=(
        squares.CHAPTER,  # general rules: the muster and the forces stand in modules of these names
        turns.CHAPTER,
        movement.CHAPTER,  # with the grammar of `steps`, as a `walk` over `terrain`
        movement.SPEED_DIE,  # option 2
        turrets.CHAPTER,
        announcements.CHAPTER,  # with direct_fire, sight and parabolic
        fire.CHAPTER,
        hits.CHAPTER,  # with `damage`: what penetration does
        parabolic.CHAPTER,
        spotting.CHAPTER,
        towing.CHAPTER,
        repairs.CHAPTER,
        recovery.CHAPTER,
        deployment.CHAPTER,  # the basic scenario
        depth.CHAPTER,
        victory.CHAPTER,
        withdrawal.CHAPTER,  # house rules
        aftermath.CHAPTER,
    ),
    open_to=lambda state, side: side in state.sides and not victory.verdict(state),
    editions=tables.EDITIONS,
    errata=editions.ERRATA,
    scenarios=tables.SCENARIOS,
    options=tables.OPTIONS,
    board=tables.BOARD,
    nations=NATIONS,
    state=State,
    condition=Condition,
    conditions=CONDITIONS,
    asks=depth.asks,
    catalogue=articles,
    muster=muster,
    start=start,
    reporter=reporter,
    see=see,
    turn=turn,
    ways=ways.ways,
    outcome=victory.outcome,
    aftermath=aftermath.aftermath,
    between_rounds=depth.between_rounds,
    far_hits=hits.far_hits,
    draft=draft,
    model_kinds=("unit",),
    card_kinds=("mark",),
    house=house,
    house_columns=HOUSE_COLUMNS,
    upkeep=UPKEEP,
    engage=engage,
    friendly=FRIENDLY,
)
