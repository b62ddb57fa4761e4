"""RULEBOOK_NAME: rules RULEBOOK_NUMBER.

RULES.md lists every rule and the function that holds it.
"""

from __future__ import annotations

from rules.contract import RuleSystem
from rules.declarations import Scenario
from rules.systems.RULEBOOK_KEY import (
    aftermath,
    catalogue,
    commands,
    decide,
    events,
    facts,
    legal,
    muster,
    narrate,
    see,
    state,
    tables,
)

SYSTEM = RuleSystem(
    key="RULEBOOK_KEY",
    name="RULEBOOK_NAME",
    number=tables.NUMBER,
    editions=tables.EDITIONS,
    scenarios=(Scenario(key="skirmish", name="Skirmish", rule="R1", sides=("blue", "red")),),
    options=tables.OPTIONS,
    commands=commands.COMMANDS,
    events=events.EVENTS,
    condition=state.Condition,
    catalogue=catalogue.articles,
    muster=muster.muster,
    start=state.start,
    decide=decide.decide,
    evolve=state.evolve,
    reporter=decide.reporter,
    legal=legal.legal,
    see=see.see,
    see_event=see.see_event,
    outcome=aftermath.outcome,
    narrate=narrate.narrate,
    aftermath=aftermath.aftermath,
    between_rounds=state.between_rounds,
    draft=muster.draft,
    facts=facts.FACTS,
    possible=facts.possible,
    grounds=facts.grounds,
    lines=facts.LINES,
)
