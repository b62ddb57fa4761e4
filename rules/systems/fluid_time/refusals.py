"""Refusals of this rulebook: the rule, what is wrong, what would be right, the field at fault."""

from __future__ import annotations

from rules.kit.refusals import Refusals
from rules.kit.refusals import impossible as impossible

from .tables import NUMBER

refused = Refusals(NUMBER)
