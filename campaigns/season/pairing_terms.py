"""The terms by which pairings are drawn up, challenges on a ladder go, and substitutes sit in for players in a fixture.

Campaigns have them only where they were told them.
"""

from __future__ import annotations

from campaigns.season.term_kinds import choice, number
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
LADDER: tuple[Option, ...] = (
    number(
        "ladder_range",
        _("Range of a challenge"),
        3,
        _("How many rungs above one’s own a platoon may challenge."),
        99,
        1,
    ),
    number(
        "answer_days",
        _("Days to answer a challenge"),
        3,
        _("Days in which a challenge is accepted or refused; 0 for no limit."),
        366,
    ),
    choice(
        "unanswered",
        _("Challenges nobody answers"),
        {"refused": _("count as refused"), "forfeit": _("are lost by who was challenged"), "nothing": _("lapse")},
        _("What follows when the time to answer has passed."),
    ),
    number(
        "free_refusals",
        _("Free refusals a round"),
        1,
        _("How many challenges a platoon may refuse in each round without losing anything."),
        99,
    ),
    choice(
        "refusal_costs",
        _("What a refusal costs"),
        {"place": _("the rung"), "swap": _("both change rungs"), "nothing": _("nothing")},
        _("A refusal that is not free: the challenger takes the rung as by a win, both change rungs, or nothing."),
    ),
    number(
        "rest_days",
        _("Days of rest after a battle"),
        2,
        _("Days in which who has fought neither challenges nor is challenged; 0 for none."),
        366,
    ),
    number(
        "rematch_days",
        _("Days until a rematch"),
        14,
        _("Days in which two who have met do not challenge each other again; 0 for none."),
        366,
    ),
)
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
