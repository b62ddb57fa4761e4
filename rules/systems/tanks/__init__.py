"""Tanks, the 1/285 club rules (rulebook 001), whole. RULES.md says which rule is held where.

Chapters stand in the order of the booklet; what stands below them all: `state` (what a battle is), `tables` (numbers),
`measures`, `catalogue`, and the words and look-ups they share.
"""

from __future__ import annotations

from rules.contract import Command
from rules.emblem import Emblem
from rules.kit.chapters import Rulebook
from rules.kit.declarable import declarables
from rules.kit.lookup import DeclareRound
from rules.kit.nations import NATIONS

from . import (
    artillery,
    between,
    contacts,
    damage,
    depth,
    editions,
    explosions,
    moving,
    ramming,
    scoring,
    setting_up,
    shooting,
    smoke,
    tables,
    turns,
)
from .between import UPKEEP, engage
from .catalogue import COLUMNS as HOUSE_COLUMNS
from .catalogue import articles, house
from .draft import draft
from .lookup import side_of, unit_of
from .measures import measured_in
from .muster import muster, start
from .ready import FRIENDLY
from .sheet import see, turn
from .state import Condition, OneContact, State
from .words import CONDITIONS

FACTS = declarables(State)
CONTACT = {"units.*.touches": declarables(OneContact).facts["touches"]}  # declared in battles of edition 1


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    match command:
        case setting_up.RollSetup() | DeclareRound():
            return ""
        case between.Assess():
            return "clerk"
        case explosions.Strike():
            unit_of(state, command.unit)
            return state.side  # it tells of friend and foe
    if (side := getattr(command, "side", None)) is not None:
        return side_of(state, side)
    unit: str = getattr(command, "unit")  # noqa: B009 - every other report is of a vehicle
    return unit_of(state, unit).side


SYSTEM = Rulebook(
    key=tables.KEY,
    name=tables.NAME,
    number=tables.NUMBER,
    emblem=Emblem("rust", "M3 15h18v3l-2 2H5l-2-2zM7 10h8l2 4H7zM15 11h7v1h-7z"),
    chapters=(
        setting_up.CHAPTER,  # the muster stands in a module of this name
        turns.CHAPTER,  # with the Radio step
        moving.CHAPTER,  # by `stretches` of ground
        contacts.CHAPTER,
        smoke.CHAPTER,
        shooting.CHAPTER,
        damage.CHAPTER,  # saves and penetration with it
        explosions.CHAPTER,
        artillery.CHAPTER,
        ramming.CHAPTER,
        depth.CHAPTER,  # house rules
        scoring.CHAPTER,
        between.CHAPTER,
    ),
    open_to=lambda state, side: side in state.sides and not scoring.verdict(state),
    editions=tables.EDITIONS,
    errata=editions.ERRATA,
    scenarios=tables.SCENARIOS,
    nations=NATIONS,
    options=tables.OPTIONS,
    state=State,
    condition=Condition,
    conditions=CONDITIONS,
    catalogue=articles,
    measure=measured_in,
    muster=muster,
    start=start,
    reporter=reporter,
    see=see,
    turn=turn,
    outcome=scoring.outcome,
    aftermath=between.aftermath,
    between_rounds=depth.between_rounds,
    far_hits=artillery.far_hits,
    draft=draft,
    facts=FACTS.facts | CONTACT,
    model_kinds=("vehicle",),
    house=house,
    house_columns=HOUSE_COLUMNS,
    upkeep=UPKEEP,
    engage=engage,
    friendly=FRIENDLY,
)
