"""In the log people read platoons by the names they have, and not by their keys."""

from __future__ import annotations

import pytest

from battles import handler, naming
from battles.sentences import words
from rules import visibility
from rules.systems.fluid_time.impulses import ImpulseBegan
from tests.battles.fluid_time.dealt import OVER, dealt
from tests.rules.fluid_time.table import SIX


@pytest.mark.django_db
def test_a_platoon_goes_by_its_name_in_the_log_and_on_the_sheet() -> None:
    card = "germans/panzers_a/free_action"
    told = dealt(card, OVER, units=SIX).alice("draw")
    battle = handler.state(told.stream)
    names = naming.called(told.stream, battle)
    assert words(visibility.narrate(battle.rules, told.last(ImpulseBegan)), names) == (
        "Impulse of Germans, Panzers A: a Free Action for each vehicle."
    )
    view = visibility.see(battle, "")
    assert view.pending is not None
    assert words(view.pending, names).startswith("Impulse of Germans, Panzers A:")
    platoon = next(fact.value for unit in view.units if unit.id == "a" for fact in unit.facts if fact.name == "platoon")
    assert words(platoon, names) == "Panzers A"
    assert "Strength of Panzers A, Germans" in [words(fact.label, names) for fact in view.facts]
