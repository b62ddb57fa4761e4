"""The season templates that Leaguer brings along, for any rulebook."""

from __future__ import annotations

import msgspec
from django.utils.translation import gettext

from campaigns.season_templates.template import SeasonTemplate
from rules.contract import gettext_noop as _

HOUR = 60 * 60
# Of a season in which platoons come to each battle as they enlisted.
NOTHING_BETWEEN = {"purse": 0, "per_round": 0, "per_win": 0, "per_draw": 0, "per_loss": 0}
NOTHING_BETWEEN_BUT_POINTS = NOTHING_BETWEEN | {"workshop": False, "crews": False, "minimum_force": 0}

BUILT_IN: dict[str, SeasonTemplate] = {
    "friendly": SeasonTemplate(
        name=_("A friendly season"),
        about=_(
            "Everyone meets everyone once, two weeks for each round. Damage is repaired in the workshop, crews learn, "
            "and a late friend can still come in."
        ),
        terms={"pairing_method": "everyone", "round_days": 14, "remind_hours": 48, "substitutes": "accepted"},
    ),
    "war": SeasonTemplate(
        name=_("A map war"),
        about=_(
            "Two sides on a map that is made up for you. Platoons are ordered from sector to sector, and fight where "
            "they meet. Six rounds, and the side with more ground has won."
        ),
        sides={"blue": _("Blue"), "red": _("Red")},
        made_up=14,
        terms={"victory": "rounds", "victory_rounds": 6, "round_days": 14, "orders_days": 4},
    ),
    "swiss": SeasonTemplate(
        name=_("A one-day Swiss"),
        about=_(
            "A tournament for one day: who stands level meets, and nobody twice. No workshop and no crews; an outcome "
            "counts an hour after the battle if the other side stays silent."
        ),
        terms={
            "pairing_method": "swiss",
            "round_days": 0,
            "remind_hours": 0,
            "late_byes": 2,
            "bye_score": 3,
            "platoons_each": 1,
            **NOTHING_BETWEEN_BUT_POINTS,
        },
        breakers=["strength", "second_strength", "direct", "lots"],
        confirm_within=HOUR,
    ),
    "ladder": SeasonTemplate(
        name=_("A ladder"),
        about=_(
            "Players challenge who stands up to three rungs above them, whenever they like. Who wins from below takes "
            "the other's rung."
        ),
        terms={
            "pairing_method": "ladder",
            "round_days": 0,
            "remind_hours": 0,
            "ladder_range": 3,
            "answer_days": 5,
            "platoons_each": 1,
            **NOTHING_BETWEEN_BUT_POINTS,
        },
    ),
}


def in_words(template: SeasonTemplate) -> SeasonTemplate:
    """One of these in the reader's language: its name, its sides, and what it says of itself."""
    sides = {key: gettext(name) for key, name in template.sides.items()}
    return msgspec.structs.replace(template, name=gettext(template.name), about=gettext(template.about), sides=sides)
