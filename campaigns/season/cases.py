"""The case of a platoon: what an organiser takes, on the record, before they read its cards, purchases and purse.

Its orders are no part of it: they are its players' alone until they are disclosed.
"""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season.chapters import Chapter
from campaigns.season.offers import WHY, choice, platoon_field
from campaigns.season.refusals import commanded, no, organiser
from campaigns.season.state import Platoon, Season
from campaigns.season.values import PlatoonKey
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, Refused, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Cases of platoons")


class TakePlatoonCase(Command, frozen=True, kw_only=True):
    """An organiser who does not command a platoon takes its case: from here on, and on the record, they read its cards,
    purchases and purse. Told by itself, with no other report beside it."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    reason: Reason


class LeavePlatoonCase(Command, frozen=True, kw_only=True):
    """Give the case of a platoon back: what is its players' alone is so again."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)

    platoon: PlatoonKey


class PlatoonCaseTaken(Event, frozen=True, kw_only=True):
    """`person` (an account) reads a platoon's cards, purchases and purse, from here on."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    person: str
    reason: str = ""


class PlatoonCaseLeft(Event, frozen=True, kw_only=True):
    platoon: str
    person: str


CHAPTER.heard_afterwards(TakePlatoonCase, LeavePlatoonCase)


@CHAPTER.decides
def take(season: Season, command: TakePlatoonCase, who: Who, dice: Dice) -> Decision:
    organiser(who)
    platoon = _platoon(season, command.platoon)
    if who.id in platoon.players:
        raise no(
            say(_("You command %(platoon)s yourself."), platoon=platoon.key),
            _("Its case is for an organiser who does not."),
            "platoon",
        )
    if who.id in season.cases.get(platoon.key, ()):
        raise no(say(_("You have the case of %(platoon)s already."), platoon=platoon.key), field="platoon")
    yield PlatoonCaseTaken(platoon=platoon.key, person=who.id, reason=command.reason)


@CHAPTER.decides
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
        _("Take it, with a reason: its players are told, and you see its cards, purchases and purse."),
        "platoon",
        "not-yours",
    )


def _platoon(season: Season, key: str) -> Platoon:
    """Whether it is still in the campaign or has left."""
    found = season.platoons.get(key)
    if found is None:
        raise no(say(_("There is no platoon “%(key)s”."), key=key), field="platoon")
    return found


@CHAPTER.offers(TakePlatoonCase)
def _taken(season: Season, who: Who) -> Iterator[Choice]:
    """Of a platoon that has left, too."""
    others = [key for key, one in season.platoons.items() if who.id not in one.players]
    left = [key for key in others if who.id not in season.cases.get(key, ())]
    if who.referee and left:
        yield choice(TakePlatoonCase, say(_("Take the case of a platoon")), platoon_field(season, left), WHY)


@CHAPTER.offers(LeavePlatoonCase)
def _given_back(season: Season, who: Who) -> Iterator[Choice]:
    """Of a platoon whose enlistment was taken back nothing is known any more."""
    if mine := [key for key in season.platoons if who.id in season.cases.get(key, ())]:
        yield choice(LeavePlatoonCase, say(_("Give the case of a platoon back")), platoon_field(season, mine))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _case_taken(season: Season, event: PlatoonCaseTaken) -> None:
    season.cases = season.cases | {event.platoon: (*season.cases.get(event.platoon, ()), event.person)}


@CHAPTER.evolves
def _case_left(season: Season, event: PlatoonCaseLeft) -> None:
    leave_case(season, event.platoon, event.person)


def leave_case(season: Season, platoon: str, person: str) -> None:
    left = tuple(one for one in season.cases.get(platoon, ()) if one != person)
    season.cases = season.cases | {platoon: left}


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_case_taken(season: Season, event: PlatoonCaseTaken) -> Message:
    told = _("An organiser takes the case of %(platoon)s and reads its cards, purchases and purse. %(reason)s")
    return say(told, platoon=event.platoon, reason=event.reason)


@CHAPTER.narrates
def _tell_case_left(season: Season, event: PlatoonCaseLeft) -> Message:
    return say(_("The case of %(platoon)s is given back."), platoon=event.platoon)
