"""Tanks, the 1/285 club rules (rulebook 001), whole. RULES.md says which rule is held where."""

from __future__ import annotations

from rules.contract import RuleSystem

from . import tables
from .aftermath import aftermath
from .catalogue import articles, house
from .commands import COMMANDS
from .conditions import CONDITIONS
from .decide import decide, reporter
from .draft import draft
from .engage import engage
from .events import EVENTS
from .evolve import between_rounds, evolve
from .facts import FACTS, LENGTHS, LINES
from .grounds import grounds
from .house_units import COLUMNS as HOUSE_COLUMNS
from .legal import legal
from .measures import measured_in
from .muster import muster
from .narrate import narrate
from .outcome import outcome
from .possible import possible
from .see import see, see_event
from .start import start
from .state import Condition
from .upkeep import UPKEEP

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
    catalogue=articles,
    measure=measured_in,
    lengths=LENGTHS,
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
    facts=FACTS,
    possible=possible,
    grounds=grounds,
    lines=LINES,
    model_kinds=("vehicle",),
    house=house,
    house_columns=HOUSE_COLUMNS,
    upkeep=UPKEEP,
    engage=engage,
)
