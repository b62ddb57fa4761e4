"""The kinds of notices: what each says, and how people are told of it who have chosen nothing else."""

from __future__ import annotations

from typing import Final, NamedTuple

from django.utils.functional import Promise
from django.utils.translation import gettext_lazy as _

from campaigns.models import NoticeChoice

Timing = NoticeChoice.Timing
ONCE, DAY = Timing.ONCE.value, Timing.DAY.value
USUAL: Final = ""  # the first channel that reaches the person


class Kind(NamedTuple):
    """`name`: what it is called where people choose; `says`: the sentence that a phone shows. `channels`: their keys,
    with commas, or USUAL. `stands`: it tells how things stand, so that it is told anew in the same notice, and is over
    when that has changed."""

    key: str
    name: str | Promise
    says: str | Promise
    timing: str = ONCE
    channels: str = USUAL
    stands: bool = False


class Group(NamedTuple):
    name: str | Promise
    kinds: tuple[Kind, ...]


GROUPS: Final = (
    Group(
        _("Your word is asked for"),
        (
            # At the table a turn takes minutes: mail would come too late, and too often.
            Kind("turn", _("It is your turn"), _("It is your turn."), channels="push", stands=True),
            Kind("confirm", _("Confirm an outcome"), _("It is for you to confirm the outcome."), stands=True),
            Kind("answer", _("Agree to a correction"), _("You are asked to agree."), stands=True),
            Kind("settle", _("Settle what is left"), _("A correction has left something to settle."), stands=True),
            Kind("challenge", _("You are challenged"), _("You are challenged on the ladder.")),
            Kind(
                "substitute",
                _("Somebody is to sit in for your opponent"),
                _("You are asked whether somebody may sit in for your opponent."),
            ),
            Kind("orders", _("Orders are due"), _("Your orders are due soon.")),
            Kind("retreat", _("A retreat is due"), _("A platoon of yours has to retreat.")),
            Kind("mend", _("Your platoon has a fault"), _("An organiser asks you to mend your platoon.")),
            Kind("closing", _("A round closes soon"), _("The round closes soon.")),
        ),
    ),
    Group(
        _("Dates and pairings"),
        (
            Kind("round", _("A round is open"), _("A round is open."), DAY),
            Kind("pairing", _("Your pairing"), _("You have a new pairing.")),
            Kind("proposed", _("A date is proposed"), _("A date is proposed to you.")),
            Kind("dated", _("A date is fixed"), _("The date of a battle of yours is fixed.")),
            Kind("off", _("A date is called off"), _("The date of a battle of yours is called off.")),
            Kind("reminded", _("You play soon"), _("You have a date to play soon.")),
            Kind("beaten", _("Your challenge comes to nothing"), _("A challenge of yours comes to nothing.")),
            Kind("substituted", _("Somebody sits in"), _("Somebody sits in for a platoon.")),
        ),
    ),
    Group(
        _("Results"),
        (
            Kind("disputed", _("A result is disputed"), _("A result is disputed.")),
            Kind("to_rule", _("A dispute waits for your ruling"), _("A disputed result waits for your ruling.")),
            Kind("second", _("A ruling waits for a second officer"), _("A ruling waits for a second officer.")),
            Kind("seconded", _("A second officer answers"), _("A second officer has answered you.")),
            Kind("ruled", _("A result is ruled"), _("A battle of yours is decided.")),
            Kind("settled", _("A battle counts"), _("A battle of yours counts now."), DAY),
            Kind("repaired", _("The workshop is done"), _("Your workshop has worked."), DAY),
        ),
    ),
    Group(
        _("The campaign"),
        (
            Kind("opened", _("A season opens"), _("A season opens."), DAY),
            Kind("over", _("A season is over"), _("The season is over."), DAY),
            Kind("amended", _("House rules are amended"), _("House rules are amended.")),
            Kind("case", _("Somebody takes a case of yours"), _("Somebody has taken a case of yours.")),
            Kind("mentioned", _("Somebody mentions you"), _("Somebody has mentioned you.")),
            Kind(
                "said", _("Somebody writes about your battle"), _("Somebody has written about a battle of yours."), DAY
            ),
        ),
    ),
)
KINDS: Final = {kind.key: kind for group in GROUPS for kind in group.kinds}
assert len(KINDS) == sum(len(group.kinds) for group in GROUPS), "a kind is listed twice"
