"""An errata, by the steps that a rulebook's own RULES.md tells: a new edition differs in one table, and battles of the
released one are replayed by it for ever."""

from __future__ import annotations

import re
from collections.abc import Iterator
from pathlib import Path
from types import MappingProxyType

import pytest

import rules
from rules.battle import History
from rules.contract import Mustered, RuleSystem
from rules.record import Table
from rules.reread import Terms, reread
from tests.rules.conformance.goldens import recorded
from tests.rules.recordings import decided_again, loads
from tests.rules.toys import toy

KEY = "errata_toy"
ERRATA = {
    'EDITIONS = ("1",)': 'EDITIONS = ("1", "2")',
    "ERRATA: dict[str, tuple[str, ...]] = {}": 'ERRATA = {"2": (_("A shot hits on 4 and more; before, on 5."),)}',
    'return {"1": 5}[edition]': 'return {"1": 5, "2": 4}[edition]',
}


@pytest.fixture
def second(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Iterator[RuleSystem]:
    """The rulebook as `startrulebook` writes it, with an errata."""
    with toy(tmp_path, KEY, ERRATA) as system:
        every = MappingProxyType({**rules.all_systems(), KEY: system})
        monkeypatch.setattr(rules, "all_systems", lambda: every)
        yield system


def test_what_was_recorded_of_the_released_edition_is_decided_as_it_was(second: RuleSystem) -> None:
    (golden,) = recorded(second)
    entries = loads(golden.read_text(encoding="utf-8"))
    assert decided_again(entries) == entries
    mustered = entries[0].events[0]
    assert isinstance(mustered, Mustered)
    assert (mustered.edition, second.edition) == ("1", "2")


def test_it_is_listed_what_the_errata_would_have_decided_otherwise(second: RuleSystem) -> None:
    """Begun where a die showed the figure in which the tables differ."""
    history = _history(second)
    assert not reread(history).differs
    found = reread(history, Terms(edition="2"))
    shots = {at: past for at, past in history.reports.items() if past.type == "Fire"}
    first = next(at for at, past in shots.items() if 4 in past.events[0].attack.values)  # type: ignore[attr-defined]
    hits = {one.position: (one.before[0].hits, one.after[0].hits) for one in found.changes if one.position in shots}  # type: ignore[attr-defined]
    assert hits[first] == (0, 1)
    assert [before for at, (before, after) in hits.items() if at < first and before != after] == []


def _history(system: RuleSystem) -> History:
    return Table(loads(recorded(system)[0].read_text(encoding="utf-8"))).history


@pytest.mark.parametrize("system", rules.all_systems().values(), ids=str)
def test_every_edition_but_the_first_says_what_it_decides_otherwise(system: RuleSystem) -> None:
    assert set(system.errata) == set(system.editions[1:])
    for texts in system.errata.values():
        assert texts
        assert all(re.fullmatch(r"[A-Z].*\.", text) for text in texts)
