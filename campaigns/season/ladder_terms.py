"""What a ladder's challenges go by. Campaigns have these terms only where they were told them."""

from __future__ import annotations

from campaigns.season.term_kinds import choice, number
from rules.contract import gettext_noop as _
from rules.declarations import Option

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
