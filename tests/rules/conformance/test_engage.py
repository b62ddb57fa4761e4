"""Whatever ground two platoons meet on, what a rulebook proposes for their battle is something it could muster."""

from __future__ import annotations

from itertools import product
from typing import get_args

from rules.contract import RuleSystem
from rules.kit.options import settle_options
from rules.upkeep import Engagement, Terrain

LIMITS = ((0, 0), (1, 2), (90, 120), (99_999, 99_999))


def test_every_ground_has_a_proposal(system: RuleSystem) -> None:
    if system.engage is None:
        return
    scenarios = {scenario.key: scenario for scenario in system.scenarios}
    flags = (False, True)
    for edition, kind, terrain in product(system.editions, ("assault", "meeting"), get_args(Terrain)):
        for river, entrenched, limits in product(flags, flags, LIMITS):
            ground = Engagement(
                edition=edition,
                kind=kind,  # type: ignore[arg-type]
                terrain=terrain,
                river=river,
                entrenched=entrenched,
                limits=limits,
                sides=("reds", "blues"),
            )
            proposal = system.engage(ground)
            assert len(set(proposal.sides)) == 2
            assert set(proposal.sides) <= set(scenarios[proposal.scenario].sides)
            assert proposal.options.items() <= settle_options(system.options, proposal.options, "test").items()
            if system.board:
                settle_options(system.board, proposal.board, "test", "board")
            assert proposal == system.engage(ground)
