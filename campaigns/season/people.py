"""Who commands a platoon, who has left, and who holds an office in the campaign."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from typing import Annotated, ClassVar

import msgspec

from campaigns.season import names
from campaigns.season.cases import leave_case
from campaigns.season.chapters import RUNG, SECTOR, Cause, Chapter
from campaigns.season.map.defeat import relieved
from campaigns.season.offers import WHY, choice, in_command, of_platoon, people, platoon_field
from campaigns.season.positions import changing_hands, hold, places
from campaigns.season.refusals import commanded, no, organiser
from campaigns.season.state import Platoon, Season
from campaigns.season.values import Office, Person, PlatoonKey
from rules.adjudicate import CLERK, Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import called
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("People")

NAMED = _("Named before the campaign opened.")  # the reason the house itself gives for an appointment


class Drop(Command, frozen=True, kw_only=True):
    """A platoon leaves the campaign. What it has done stays; what was announced for it is decided by the terms. Its
    player leaves so, or an organiser says that it has left."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    reason: Reason


class HandOver(Command, frozen=True, kw_only=True):
    """Who commands a platoon from now on, in its running battles too: a substitute, or two players beside each other.
    By one of its players, or an organiser."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    players: Annotated[tuple[Person, ...], msgspec.Meta(min_length=1, max_length=4)]
    reason: Reason


class Appoint(Command, frozen=True, kw_only=True):
    """Give someone an office in this campaign: an organiser rules over it, an umpire referees in its battles."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Person
    office: Office
    reason: Reason


class Dismiss(Command, frozen=True, kw_only=True):
    """Take someone's office in this campaign back. Organisers of its club stay what they are."""

    positional: ClassVar[tuple[str, ...]] = ("person",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: Person
    reason: Reason


class Dropped(Event, frozen=True, kw_only=True):
    """A platoon has left the campaign. `held`: the sector that is its enemies' with it."""

    version: ClassVar[int] = 2
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    held: dict[str, str] = {}
    reason: str = ""


class HandedOver(Event, frozen=True, kw_only=True):
    """These people command a platoon from here on."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    players: tuple[str, ...]
    reason: str = ""


class Appointed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    office: str
    reason: str = ""


class Dismissed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    person: str
    reason: str = ""


CHAPTER.upcasts(Dropped, 1)


@CHAPTER.decides
def drop(season: Season, command: Drop, who: Who, dice: Dice) -> Decision:
    """Its fixtures stay announced until the round closes: who took its place there would have to be handed it over."""
    commanded(season, command.platoon, who)
    held = changing_hands(season, places(season) | {command.platoon: ""})
    yield Dropped(platoon=command.platoon, held=held, reason=command.reason)
    yield from relieved(season)


@CHAPTER.decides
def hand_over(season: Season, command: HandOver, who: Who, dice: Dice) -> Decision:
    platoon = commanded(season, command.platoon, who)
    at_once([*_wrong_players(platoon, command.players), *_against_it(season, platoon.key, command.players)])
    yield HandedOver(platoon=command.platoon, players=command.players, reason=command.reason)


def _wrong_players(platoon: Platoon, players: tuple[str, ...]) -> Iterator[Refused]:
    for player, times in Counter(players).items():
        if times > 1:
            yield no(say(_("Player %(player)s is named twice."), player=player), _("Name each once."), field="players")
    if not all(players):
        yield no(_("A player has no name."), _("Name who commands the platoon."), "players")
    if CLERK in players:
        yield no(_("The clerk commands no platoon."), _("Name a person."), "players")
    if players == platoon.players:
        yield no(
            say(_("They command %(platoon)s already."), platoon=platoon.key),
            _("Name others, or the same in another order."),
            "players",
        )


def _against_it(season: Season, platoon: str, players: tuple[str, ...]) -> Iterator[Refused]:
    """Nobody comes to play both sides of a fixture because they sit in on the other one."""
    for player in _rivals(season, platoon):
        if player in players:
            yield no(
                say(_("%(player)s sits in against %(platoon)s."), player=player, platoon=platoon),
                _("Name somebody else, or take the substitute back first."),
                "players",
            )


@CHAPTER.decides
def appoint(season: Season, command: Appoint, who: Who, dice: Dice) -> Decision:
    """Whoever holds the other office changes it: nobody holds two."""
    organiser(who)
    if command.person in ("", CLERK):
        raise no(_("Neither the clerk nor nobody can hold an office."), _("Name a person."), "person")
    if season.offices.get(command.person) == command.office:
        raise no(_("They hold this office already."), field="person")
    yield Appointed(person=command.person, office=command.office, reason=command.reason)


@CHAPTER.decides
def dismiss(season: Season, command: Dismiss, who: Who, dice: Dice) -> Decision:
    """Oneself too: a campaign is never without organisers, for those of its club stay what they are."""
    organiser(who)
    if command.person not in season.offices:
        raise no(
            _("They hold no office in this campaign."),
            _("Organisers of the club are named with the club."),
            "person",
        )
    yield Dismissed(person=command.person, reason=command.reason)


# -- what of it is offered ---------------------------------------------------------------------------------------------


FINAL = _(
    "What the platoon has done stays. Its announced fixtures are decided by the house rules when the round closes. If"
    " it comes back, it has nothing for the rounds it missed."
)
IN_COMMAND = _("Choose who commands it from now on, also in a battle that is under way. They may then read its cards.")


@CHAPTER.offers(Drop)
def _drops(season: Season, who: Who) -> Iterator[Choice]:
    if mine := [one.key for one in in_command(season, who)]:
        field = platoon_field(season, mine)
        yield choice(Drop, say(_("Take a platoon out of the campaign")), field, WHY, help=say(FINAL))


@CHAPTER.offers(HandOver)
def _handed(season: Season, who: Who) -> Iterator[Choice]:
    for platoon in in_command(season, who):
        players = Field(
            name="players",
            kind="people",
            label=say(_("Who commands it")),
            help=say(_("The first is in command; the others command it beside them.")),
            picks=people(season, but=_rivals(season, platoon.key)),
            least=1,
            most=4,
            required=True,
            default=platoon.players,
            but=(platoon.players, *_rivals(season, platoon.key), CLERK, ""),
        )
        yield of_platoon(season, HandOver, _("Hand %(platoon)s over"), platoon, players, WHY, help=say(IN_COMMAND))


def _rivals(season: Season, platoon: str) -> list[str]:
    """Who sits in against it."""
    there = (one for one in season.fixtures.values() if one.is_open and platoon in one.platoons)
    return [one.person for fixture in there for key, one in fixture.substitutes.items() if key != platoon]


@CHAPTER.offers(Appoint)
def _appointed_by(season: Season, who: Who) -> Iterator[Choice]:
    for office, label in (("organiser", _("Appoint an organiser")), ("umpire", _("Appoint an umpire"))):
        if who.referee:
            holders = tuple(person for person, has in season.offices.items() if has == office)
            person = Field(
                name="person",
                kind="person",
                label=say(_("Person")),
                picks=people(season, but=(*holders, CLERK)),
                but=(*holders, CLERK, ""),
                required=True,
            )
            yield choice(Appoint, say(label), person, WHY, office=office)


@CHAPTER.offers(Dismiss)
def _dismissed_by(season: Season, who: Who) -> Iterator[Choice]:
    if who.referee and season.offices:
        picks = tuple(Pick(person, called(person)) for person in season.offices)
        person = Field(name="person", kind="pick", label=say(_("Person")), picks=picks, required=True)
        yield choice(Dismiss, say(_("End somebody’s office")), person, WHY)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _dropped(season: Season, event: Dropped) -> None:
    platoon = season.platoons[event.platoon]
    platoon.dropped, platoon.sector, platoon.entrenched = True, "", False
    season.orders.pop(event.platoon, None)
    season.retreats.pop(event.platoon, None)
    hold(season, event.held)
    if season.ladder is not None:
        season.ladder.left(event.platoon)


@CHAPTER.evolves
def _handed_over(season: Season, event: HandedOver) -> None:
    season.platoons[event.platoon].players = event.players


@CHAPTER.evolves
def _appointed(season: Season, event: Appointed) -> None:
    season.offices[event.person] = event.office


@CHAPTER.evolves
def _dismissed(season: Season, event: Dismissed) -> None:
    season.offices.pop(event.person, None)
    for platoon in season.cases:
        leave_case(season, platoon, event.person)


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_dropped(season: Season, event: Dropped) -> Message:
    return say(_("%(platoon)s leaves the campaign: %(reason)s"), platoon=event.platoon, reason=event.reason)


@CHAPTER.narrates
def _tell_handed_over(season: Season, event: HandedOver) -> Message:
    return say(_("%(platoon)s is handed over: %(reason)s"), platoon=event.platoon, reason=event.reason)


@CHAPTER.narrates
def _tell_appointed(season: Season, event: Appointed) -> Message:
    text = _("An organiser is appointed. %(reason)s")
    reason = say(NAMED) if event.reason == NAMED else event.reason
    return say(text if event.office == "organiser" else _("An umpire is appointed. %(reason)s"), reason=reason)


@CHAPTER.narrates
def _tell_dismissed(season: Season, event: Dismissed) -> Message:
    return say(_("Somebody’s office in the campaign ends. %(reason)s"), reason=event.reason)


# -- beside ------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(SECTOR)
def _why_nowhere(season: Season, event: Dropped, key: str) -> Iterator[Cause]:
    yield Cause(say(_("It left the campaign: %(reason)s"), reason=event.reason))


@CHAPTER.explains(RUNG)
def _why_higher(season: Season, event: Dropped, key: str) -> Iterator[Cause]:
    text = _("%(platoon)s left the ladder: who stood below moves up.")
    yield Cause(say(text, platoon=names.platoon(season, event.platoon)), "The ladder")
