"""Its pages are told from those of another rulebook by a sign and a colour."""

from __future__ import annotations

import re
from typing import get_args

from rules.contract import RuleSystem
from rules.emblem import Accent


def test_the_emblem_can_be_drawn(system: RuleSystem) -> None:
    assert system.emblem.accent in get_args(Accent)
    assert re.fullmatch(r"(M[-0-9.MmLlHhVvCcSsQqTtAaZz, ]{1,600})?", system.emblem.path)
