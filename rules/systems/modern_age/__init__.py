"""TANKS: The Modern Age (rulebook 003), whole. RULES.md says which rule is held where."""

from __future__ import annotations

from rules.contract import RuleSystem
from rules.kit.declarable import declarables

from . import tables
from .aftermath import aftermath
from .catalogue import catalogue, house
from .commands import COMMANDS
from .conditions import CONDITIONS
from .decide import decide, reporter
from .draft import draft
from .engage import engage
from .events import EVENTS, UPCASTERS
from .evolve import evolve
from .grounds import grounds
from .house_units import COLUMNS as HOUSE_COLUMNS
from .legal import legal
from .muster import muster
from .narrate import narrate
from .order import between_rounds
from .outcome import outcome
from .possible import possible
from .roster import ROSTERS
from .see import see, see_event
from .start import start
from .state import Condition, State
from .upkeep import UPKEEP

FACTS = declarables(State)

SYSTEM = RuleSystem(
    key=tables.KEY,
    name=tables.NAME,
    number=tables.NUMBER,
    editions=tables.EDITIONS,
    scenarios=tables.SCENARIOS,
    options=tables.OPTIONS,
    commands=COMMANDS,
    events=EVENTS,
    condition=Condition,
    conditions=CONDITIONS,
    catalogue=catalogue,
    muster=muster,
    start=start,
    decide=decide,
    evolve=evolve,
    reporter=reporter,
    legal=legal,
    see=see,
    see_event=see_event,
    outcome=outcome,
    narrate=narrate,
    aftermath=aftermath,
    between_rounds=between_rounds,
    draft=draft,
    facts=FACTS.facts,
    possible=possible,
    grounds=grounds,
    lines=FACTS.lines,
    upcasters=UPCASTERS,
    card_kinds=("crew", "upgrade"),
    rosters=ROSTERS,
    upkeep=UPKEEP,
    house=house,
    house_columns=HOUSE_COLUMNS,
    engage=engage,
)
