"""Fluid Time, the card-driven rules of Anton's blog (rulebook 004), whole. RULES.md says which rule is held where.

Chapters stand in the order of the booklet. The modules below them all are `state` (what a battle is), `tables`
(numbers), `cards`, `activation` (who may do what in an Impulse), `catalogue`, and the words and look-ups
that chapters share.
"""

from __future__ import annotations

from rules.contract import Command
from rules.emblem import Emblem
from rules.kit.chapters import Rulebook
from rules.kit.nations import NATIONS

from . import (
    between,
    commanders,
    deck,
    depth,
    editions,
    fighters,
    hits,
    impulses,
    morale,
    moving,
    overwatch,
    platoons,
    posture,
    shooting,
    strikes,
    support,
    tables,
    turns,
    victory,
    volleys,
)
from .between import UPKEEP, engage
from .catalogue import COLUMNS as HOUSE_COLUMNS
from .catalogue import articles, house
from .draft import draft
from .lookup import side_of, unit_of
from .muster import muster, start
from .ready import FRIENDLY
from .sheet import see, titles, turn
from .state import Condition, Event, State
from .tables import measured_in
from .words import CONDITIONS


def reporter(state: State, command: Command) -> str:
    """Whose report a command is: a side, "" for either, "clerk"."""
    match command:
        case between.Assess():
            return "clerk"
        case strikes.Strike():
            unit = unit_of(state, command.unit)
            return state.strike.side if state.strike else unit.side  # it tells of friend and foe
    if (side := getattr(command, "side", None)) is not None:
        return side_of(state, side)
    id: str | None = getattr(command, "unit", None)
    return "" if id is None else unit_of(state, id).side


SYSTEM = Rulebook[State, Event](
    key=tables.KEY,
    name=tables.NAME,
    number=tables.NUMBER,
    emblem=Emblem("plum", "M6 2h12v3l-5 7 5 7v3H6v-3l5-7-5-7zM9 19h6l-3-4z"),
    chapters=(
        deck.CHAPTER,  # muster, platoons and decklist stand in modules of these names
        commanders.CHAPTER,
        impulses.CHAPTER,
        moving.CHAPTER,
        posture.CHAPTER,
        overwatch.CHAPTER,
        volleys.CHAPTER,
        shooting.CHAPTER,  # `to_hit` says what a shot needs
        hits.CHAPTER,
        platoons.CHAPTER,
        morale.CHAPTER,
        support.CHAPTER,
        fighters.CHAPTER,
        strikes.CHAPTER,
        turns.CHAPTER,
        depth.CHAPTER,  # house rules from here on
        victory.CHAPTER,
        between.CHAPTER,
    ),
    first=(
        *(deck.CHAPTER, commanders.CHAPTER, morale.CHAPTER, moving.CHAPTER),
        *(volleys.CHAPTER, posture.CHAPTER, impulses.CHAPTER),
    ),
    state=State,
    open_to=lambda state, side: side in state.sides and not victory.verdict(state),
    editions=tables.EDITIONS,
    errata=editions.ERRATA,
    scenarios=tables.SCENARIOS,
    nations=NATIONS,
    options=tables.OPTIONS,
    board=tables.BOARD,
    measure=measured_in,
    catalogue=articles,
    condition=Condition,
    conditions=CONDITIONS,
    asks=depth.asks,
    muster=muster,
    start=start,
    reporter=reporter,
    see=see,
    turn=turn,
    titles=titles,
    outcome=victory.outcome,
    aftermath=between.aftermath,
    between_rounds=depth.between_rounds,
    far_hits=shooting.far_hits,
    draft=draft,
    friendly=FRIENDLY,
    model_kinds=("vehicle",),
    card_kinds=("mark",),
    house=house,
    house_columns=HOUSE_COLUMNS,
    upkeep=UPKEEP,
    engage=engage,
)
