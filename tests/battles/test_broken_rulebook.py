"""A rulebook that breaks on what people declare locks nobody out, and its author hears of it."""

from __future__ import annotations

from dataclasses import replace
from types import MappingProxyType
from typing import Any

import pytest

import rules
from rules.contract import Refused
from rules.stream.revision.reports import Declare
from rules.systems.modern_age import SYSTEM
from tests.battles.duel import ALICE, Duel, report

pytestmark = pytest.mark.django_db


def test_what_a_rulebook_breaks_on_is_refused_and_logged(
    monkeypatch: pytest.MonkeyPatch, caplog: pytest.LogCaptureFixture
) -> None:
    def breaks(state: Any) -> None:
        raise ZeroDivisionError("so many tanks")

    broken = replace(SYSTEM, possible=breaks)
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({broken.key: broken}))
    duel = Duel().moved()
    declared = report(Declare(facts={"models.m1.damage": 1}, reason="It was hit."))
    with pytest.raises(Refused) as refused:
        duel.tell(ALICE, declared)
    assert refused.value.field == "facts"
    assert isinstance(refused.value.__cause__, ZeroDivisionError)
    assert f"a rulebook failed on report {declared.id}" in caplog.text
    assert "so many tanks" in caplog.text
    assert duel.battle.play.models["m1"].damage == 0
