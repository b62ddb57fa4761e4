"""The terms of a league, declared once: forms, pages and API are made from the declaration."""

from __future__ import annotations

from collections.abc import Mapping
from typing import Any

from leagues.league.values import Terms
from rules.contract import gettext_noop as _
from rules.declarations import Option
from rules.kit.options import choice, flag, number, settle_options

RULE = "league"

TERMS: tuple[Option, ...] = (
    choice(
        "rating",
        _("Rating"),
        {"plackett-luce": _("Plackett-Luce"), "elo": _("Elo")},
        _("How players are rated. Plackett-Luce takes teams and more than two sides; Elo is for those who know it."),
        RULE,
    ),
    number("elo_k", _("Elo: most points a game moves"), 32, _("The K factor of Elo."), RULE, least=1, most=200),
    choice(
        "rates",
        _("What is rated"),
        {"fought": _("battles that were fought"), "all": _("every result")},
        _("Walkovers and concessions say little of skill; a league may rate them all the same."),
        RULE,
    ),
    flag(
        "rates_history",
        _("Results of before are rated"),
        _("Those that were taken in from lists, without a battle here."),
        RULE,
        default=False,
    ),
    number(
        "settled_after",
        _("Games until a rating is settled"),
        5,
        _("Until then it is shown as provisional."),
        RULE,
        least=0,
        most=100,
    ),
    number(
        "up",
        _("Promoted"),
        1,
        _("So many of each division move up as a season closes, but for the highest."),
        RULE,
        most=40,
    ),
    number(
        "down",
        _("Relegated"),
        1,
        _("So many of each division move down as a season closes, but for the lowest."),
        RULE,
        most=40,
    ),
    flag(
        "show_names",
        _("Strangers see names"),
        _("Otherwise who does not belong to the club sees aliases alone, and initials of who has none."),
        RULE,
        default=True,
    ),
)


def settle_terms(asked: Mapping[str, Any]) -> Terms:
    """The complete terms; `Refused` naming "terms" for one that is unknown or cannot be."""
    return settle_options(TERMS, asked, RULE, "terms")
