"""TANKS: The Modern Age (rulebook 003), whole. Its chapters stand in the order of its book.

RULES.md says which rule is held where.
"""

from __future__ import annotations

from rules.emblem import Emblem
from rules.kit.chapters import Chapter, Rulebook
from rules.stream.codec import as_it_was
from rules.systems.modern_age import (
    damage,
    deployment,
    depths,
    free_moves,
    helicopters,
    models,
    movement,
    repairs,
    reserves,
    setting_up,
    turns,
)
from rules.systems.modern_age.attack import declared, sequence
from rules.systems.modern_age.between import aftermath as after_the_battle
from rules.systems.modern_age.between.aftermath import engage, outcome
from rules.systems.modern_age.cards import hidden, lost, reveal, use
from rules.systems.modern_age.criticals import draws, spent_cards, wounds
from rules.systems.modern_age.defence import cancels, defence_rerolls, defend
from rules.systems.modern_age.missions import end, objectives, victory
from rules.systems.modern_age.roster import ROSTERS
from rules.systems.modern_age.shooting import (
    after,
    ammo,
    attack_roll,
    changes,
    fire,
    rerolls,
    return_fire,
    smoke,
)

from . import editions, tables
from .between.aftermath import aftermath
from .between.upkeep import CONDITION_WORDS, UPKEEP
from .catalogue import COLUMNS, catalogue, house
from .depths import between_rounds
from .platoon.draft import draft
from .platoon.muster import muster, start
from .ready import FRIENDLY
from .sheet import reporter, see, see_event, turn
from .state import Condition, Event, State

CHAPTERS: tuple[Chapter[State, Event], ...] = (
    setting_up.CHAPTER,
    models.CHAPTER,
    objectives.CHAPTER,
    deployment.CHAPTER,
    turns.CHAPTER,
    movement.CHAPTER,
    helicopters.CHAPTER,
    sequence.CHAPTER,
    declared.CHAPTER,
    attack_roll.CHAPTER,
    fire.CHAPTER,
    smoke.CHAPTER,
    rerolls.CHAPTER,
    changes.CHAPTER,
    defend.CHAPTER,
    defence_rerolls.CHAPTER,
    cancels.CHAPTER,
    draws.CHAPTER,
    spent_cards.CHAPTER,
    wounds.CHAPTER,
    return_fire.CHAPTER,
    turns.COMMAND_PHASE,
    damage.CHAPTER,
    reserves.CHAPTER,
    free_moves.CHAPTER,
    after.CHAPTER,
    ammo.CHAPTER,
    hidden.CHAPTER,
    use.CHAPTER,
    repairs.CHAPTER,
    victory.CLOCK,
    reveal.CHAPTER,
    lost.CHAPTER,
    depths.CHAPTER,
    victory.CHAPTER,
    end.CHAPTER,
    after_the_battle.CHAPTER,
)


UPCASTERS = {
    (event.__name__, old): as_it_was
    for chapter in CHAPTERS
    for event in chapter.narrating
    for old in range(1, event.version)
}
SYSTEM = Rulebook(
    key=tables.KEY,
    name=tables.NAME,
    number=tables.NUMBER,
    emblem=Emblem("steel", "M12 2l8 4v6c0 5-4 8-8 10-4-2-8-5-8-10V6zM12 6l-4 2v4c0 3 2 5 4 6z"),
    chapters=CHAPTERS,
    open_to=lambda state, side: state.result is None and side in state.sides,
    first=(depths.CHAPTER, sequence.CHAPTER),
    editions=tables.EDITIONS,
    errata=editions.ERRATA,
    scenarios=tables.SCENARIOS,
    options=tables.OPTIONS,
    state=State,
    condition=Condition,
    conditions=CONDITION_WORDS,
    asks=depths.asks,
    catalogue=catalogue,
    muster=muster,
    start=start,
    reporter=reporter,
    see=see,
    turn=turn,
    see_event=see_event,
    outcome=outcome,
    aftermath=aftermath,
    between_rounds=between_rounds,
    draft=draft,
    upcasters=UPCASTERS,
    card_kinds=("crew", "upgrade"),
    rosters=ROSTERS,
    upkeep=UPKEEP,
    house=house,
    house_columns=COLUMNS,
    engage=engage,
    friendly=FRIENDLY,
)
