"""The numbers and options of RULEBOOK_NAME.

A new edition adds its figures; those of the old ones stay (RULES.md, "An errata").
"""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.kit.lookup import Refusals
from rules.kit.options import choice, flag, number

NUMBER = "RULEBOOK_NUMBER"
EDITIONS = ("1",)
# What each edition but the first decides otherwise than the one before, in sentences for players.
ERRATA: dict[str, tuple[str, ...]] = {}

SAVES_ON = 3  # R4: Smoke
MENDS_ON = 3  # R11
RECOVERS_ON = {True: 3, False: 5}  # R10: does the owner hold the field?

OPTIONS = (
    number("rounds", _("Rounds"), 6, _("The battle ends after this many rounds."), "R7", least=1, most=12),
    choice(
        "terrain",
        _("Terrain"),
        {"open": _("open ground"), "woods": _("woods")},
        _("In woods every target is in cover."),
        "R3",
    ),
    flag("mending", _("Repairs between battles"), _("Damage is mended between battles."), "R11", default=True),
)


def hits_on(edition: str) -> int:
    """R3: the face from which an attack die hits."""
    return {"1": 5}[edition]


refused = Refusals(NUMBER)
