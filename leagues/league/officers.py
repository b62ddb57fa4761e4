"""Who organises the league beside the organisers of its club."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from leagues.league.chapters import WHY, Chapter, choice, person_picks
from leagues.league.refusals import no, organiser
from leagues.league.state import League
from leagues.league.values import Person
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.messages import called
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Officers")


class AppointOfficer(Command, frozen=True, kw_only=True):
    """Make somebody an organiser of this league, who need not organise its club."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Person
    reason: Reason


class DismissOfficer(Command, frozen=True, kw_only=True):
    """Take that back. Organisers of the club stay what they are."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Person
    reason: Reason


class OfficerAppointed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    reason: str = ""


class OfficerDismissed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    reason: str = ""


@CHAPTER.decides
def appoint(league: League, command: AppointOfficer, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if command.person in league.offices:
        raise no(say(_("%(person)s organises the league already."), person=command.person), field="person")
    yield OfficerAppointed(person=command.person, reason=command.reason)


@CHAPTER.decides
def dismiss(league: League, command: DismissOfficer, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if command.person not in league.offices:
        raise no(
            say(_("%(person)s was never appointed here."), person=command.person),
            _("Organisers of the club are named on the club’s page of the office."),
            "person",
        )
    yield OfficerDismissed(person=command.person, reason=command.reason)


@CHAPTER.offers(AppointOfficer)
def _offer_appointing(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        others = [key for key in league.players if key not in league.offices]
        person = Field(
            name="person",
            kind="person",
            label=say(_("Person")),
            picks=person_picks(league, others),
            required=True,
            but=tuple(league.offices),
        )
        yield choice(AppointOfficer, say(_("Appoint an organiser")), person, WHY)


@CHAPTER.offers(DismissOfficer)
def _offer_dismissing(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for person in league.offices:
            label = say(_("Dismiss %(person)s"), person=called(person))
            yield choice(DismissOfficer, label, WHY, person=person)


@CHAPTER.evolves
def _appointed(league: League, event: OfficerAppointed) -> None:
    league.offices[event.person] = "organiser"


@CHAPTER.evolves
def _dismissed(league: League, event: OfficerDismissed) -> None:
    del league.offices[event.person]


@CHAPTER.narrates
def _tell_appointed(league: League, event: OfficerAppointed) -> Message:
    return say(_("%(person)s organises the league from here on. %(reason)s"), person=event.person, reason=event.reason)


@CHAPTER.narrates
def _tell_dismissed(league: League, event: OfficerDismissed) -> Message:
    return say(_("%(person)s organises the league no more. %(reason)s"), person=event.person, reason=event.reason)
