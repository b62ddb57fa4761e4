"""The numbers and options of RULEBOOK_NAME.

A new edition adds its figures; those of the old ones stay.
"""

from __future__ import annotations

from rules.contract import gettext_noop as _
from rules.declarations import Option

NUMBER = "RULEBOOK_NUMBER"
EDITIONS = ("1",)

SAVES_ON = 3  # R4: Smoke
MENDS_ON = 3  # R11
RECOVERS_ON = {True: 3, False: 5}  # R10: does the owner hold the field?

OPTIONS = (
    Option(
        name="rounds",
        label=_("Rounds"),
        type="number",
        default=6,
        least=1,
        most=12,
        help=_("The battle ends after this many rounds."),
        rule="R7",
    ),
    Option(
        name="terrain",
        label=_("Terrain"),
        type="choice",
        default="open",
        choices=("open", "woods"),
        labels=(_("open ground"), _("woods")),
        help=_("In woods every target is in cover."),
        rule="R3",
    ),
    Option(
        name="mending",
        label=_("Repairs between battles"),
        type="flag",
        default=True,
        help=_("Damage is mended between battles."),
        rule="R11",
    ),
)


def hits_on(edition: str) -> int:
    """R3: the face from which an attack die hits."""
    return {"1": 5}[edition]


def rule(number: str) -> str:
    """A rule's number as refusals cite it: `RULEBOOK_NUMBER R3`."""
    return f"{NUMBER} {number}"
