"""The case of a platoon: what an organiser takes, on the record, before they read its cards, purchases and purse. Pure.

Its orders are no part of it: they are its players' alone until they are disclosed.
"""

from __future__ import annotations

from campaigns.reports import LeavePlatoonCase, PlatoonCaseLeft, PlatoonCaseTaken, TakePlatoonCase
from campaigns.ruling.checks import commanded, no, organiser
from campaigns.season import Platoon, Season
from rules.adjudicate import Who
from rules.contract import Decision, Dice, Refused, say
from rules.contract import gettext_noop as _


def take(season: Season, command: TakePlatoonCase, who: Who, dice: Dice) -> Decision:
    organiser(who)
    platoon = _platoon(season, command.platoon)
    if who.id in platoon.players:
        raise no(
            say(_("You command %(platoon)s yourself."), platoon=platoon.key),
            say(_("Its case is for an organiser who does not.")),
            "platoon",
        )
    if who.id in season.cases.get(platoon.key, ()):
        raise no(say(_("You have the case of %(platoon)s already."), platoon=platoon.key), field="platoon")
    yield PlatoonCaseTaken(platoon=platoon.key, person=who.id, reason=command.reason)


def leave(season: Season, command: LeavePlatoonCase, who: Who, dice: Dice) -> Decision:
    platoon = _platoon(season, command.platoon)
    if who.id not in season.cases.get(platoon.key, ()):
        raise not_taken(platoon)
    yield PlatoonCaseLeft(platoon=platoon.key, person=who.id)


def opened(season: Season, key: str, who: Who) -> Platoon:
    """The platoon of that key, if `who` may rule on what its cards cost and its purse holds: who commands it, and an
    organiser who has taken its case. `Refused` for everybody else, and by nothing that hangs on either."""
    platoon = commanded(season, key, who)
    if not knows(season, platoon, who):
        raise not_taken(platoon)
    return platoon


def knows(season: Season, platoon: Platoon, who: Who) -> bool:
    """Whether what is hidden of a platoon is no secret to `who`: nothing is to the clerk."""
    return not who.needs_case or season.known_to(platoon.key, who.id)


def not_taken(platoon: Platoon) -> Refused:
    return no(
        say(_("You have not taken the case of %(platoon)s."), platoon=platoon.key),
        say(_("Take it, with a reason: its players are told, and you see its cards, purchases and purse.")),
        "platoon",
        "not-yours",
    )


def _platoon(season: Season, key: str) -> Platoon:
    """Whether it is still in the campaign or has left."""
    found = season.platoons.get(key)
    if found is None:
        raise no(say(_("There is no platoon “%(key)s”."), key=key), field="platoon")
    return found
