"""How long the rules are searched for counter-examples: HYPOTHESIS_PROFILE=ci (as always) or soak (an hour or so)."""

from __future__ import annotations

import os

from hypothesis import HealthCheck, settings
from hypothesis.vendor import pretty

from rules.contract import RuleSystem

_slow = [HealthCheck.too_slow, HealthCheck.data_too_large, HealthCheck.filter_too_much]
settings.register_profile("ci", max_examples=20, derandomize=True, deadline=None, suppress_health_check=_slow)
settings.register_profile("soak", max_examples=3000, derandomize=False, deadline=None, suppress_health_check=_slow)
settings.load_profile(os.environ.get("HYPOTHESIS_PROFILE", "ci"))
# A rulebook is a table of functions: in a counter-example its name says all.
pretty.for_type_by_name(
    RuleSystem.__module__, RuleSystem.__name__, lambda system, printer, cycle: printer.text(repr(system))
)
