"""The terms by which pairings are drawn up. Campaigns have them only where they were told them."""

from __future__ import annotations

from campaigns.season.term_kinds import choice
from rules.contract import gettext_noop as _
from rules.declarations import Option

APART = "apart"
UNCONFIRMED = "pair_unconfirmed"
METHOD = "pairing_method"
PAIRING: tuple[Option, ...] = (
    choice(
        METHOD,
        _("How rounds are paired"),
        {
            "everyone": _("everyone once"),
            "twice": _("everyone twice"),
            "swiss": _("Swiss"),
            "knockout": _("knock-out"),
            "groups": _("groups, then knock-out"),
            "ladder": _("ladder"),
        },
        _("The method that the form of the next round begins with. Each round may have another one."),
    ),
    Option(
        name=APART,
        label=_("Kept apart"),
        type="text",
        default="",
        help=_("Who shall meet in a Swiss only if there is no other way: a line a club, its platoons, with commas."),
        rule="campaign",
        most=20_000,
    ),
    choice(
        UNCONFIRMED,
        _("Pairing from unconfirmed results"),
        {"allowed": _("allowed"), "refused": _("refused")},
        _(
            "Whether a method that looks at results pairs while one of them is not confirmed, or disputed. Where it"
            " may, such pairings are marked."
        ),
    ),
)
