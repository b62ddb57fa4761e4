"""How long the rules are searched for counter-examples, and a toy rulebook to try what every battle has.

HYPOTHESIS_PROFILE=ci is what always runs, soak is for `make soak`, glance is for what is searched elsewhere, too. What
always runs has a time to keep: the more rulebooks there are, the fewer battles of each are looked at, and the more of
all.
"""

from __future__ import annotations

import os
from collections.abc import Iterator
from types import MappingProxyType

import pytest
from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

import rules
from rules.contract import RuleSystem
from tests.length import AT_LENGTH, many
from tests.rules import together
from tests.rules.toys import toy

_slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
EXAMPLES = 2
settings.register_profile("ci", max_examples=EXAMPLES, derandomize=True, deadline=None, suppress_health_check=_slow)
settings.register_profile("glance", max_examples=2, derandomize=True, deadline=None, suppress_health_check=_slow)
settings.register_profile("soak", max_examples=many(100), derandomize=False, deadline=None, suppress_health_check=_slow)
PROFILE = os.environ.get("HYPOTHESIS_PROFILE", "soak" if AT_LENGTH else "ci")
settings.load_profile(PROFILE)
# A rulebook is a table of functions: in a counter-example its name says all.
pretty.for_type_by_name(
    RuleSystem.__module__, RuleSystem.__name__, lambda system, printer, cycle: printer.text(repr(system))
)


def pytest_collectstart() -> None:
    settings.load_profile(PROFILE)


def pytest_pycollect_makeitem(collector: object, name: str, obj: object) -> pytest.Item | None:
    """All cases of a test are one test in `make test`."""
    if not together.TOGETHER or not isinstance(collector, pytest.Module):
        return None
    return together.item_of_all_cases(collector, name, obj)


@pytest.fixture(scope="session")
def toy_rulebook(tmp_path_factory: pytest.TempPathFactory) -> Iterator[RuleSystem]:
    """The rulebook `startrulebook` writes."""
    with toy(tmp_path_factory.mktemp("systems"), "toy_duel") as system:
        yield system


@pytest.fixture
def duel(toy_rulebook: RuleSystem, monkeypatch: pytest.MonkeyPatch) -> RuleSystem:
    """The toy as the only rulebook there is."""
    monkeypatch.setattr(rules, "all_systems", lambda: MappingProxyType({toy_rulebook.key: toy_rulebook}))
    return toy_rulebook
