"""Nations of the Second World War as catalogues write them, in words, and which of its sides they were on."""

from __future__ import annotations

from rules.messages import gettext_noop as _

NATIONS = {
    "GER": _("Germany"),
    "ITA": _("Italy"),
    "UK": _("United Kingdom"),
    "USA": _("United States"),
    "USSR": _("Soviet Union"),
}
ALLIES_AND_AXIS = {"allies": ("UK", "USA", "USSR"), "axis": ("GER", "ITA")}
