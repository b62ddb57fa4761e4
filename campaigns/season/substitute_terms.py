"""The terms of substitutes: who may sit in for a player in one fixture. Campaigns have them only where they were told
them."""

from __future__ import annotations

from campaigns.season.term_kinds import choice, number
from rules.contract import gettext_noop as _
from rules.declarations import Option

SUBSTITUTES: tuple[Option, ...] = (
    choice(
        "substitutes",
        _("Substitutes"),
        {
            "nobody": _("nobody"),
            "accepted": _("whom the opponent accepts"),
            "enlisted": _("who is enlisted"),
            "free": _("who is enlisted and has no fixture in that round"),
        },
        _("Who may sit in for a player in one fixture: nobody, whom the opponent accepts, or players of the season."),
    ),
    number(
        "substitutions",
        _("Substitutions of a platoon"),
        0,
        _("In how many fixtures of a season somebody may sit in for the players of a platoon; 0 for any number."),
        99,
    ),
    choice(
        "substitute_game",
        _("Who a substitute’s game counts for"),
        {
            "own": _("the player who was to play"),
            "substitute": _("the substitute"),
            "nobody": _("nobody: it is not rated"),
        },
        _("In ratings, careers and honours of a league. Result, points and vehicles are the platoon’s all the same."),
    ),
)
