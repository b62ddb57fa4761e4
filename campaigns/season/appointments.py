"""When and where the players of a fixture meet: proposed, agreed, moved, called off, or set by an organiser.

A date is a fact of the season, as the result is. Its place is read by whoever is logged in: it may be somebody's home.
"""

from __future__ import annotations

from collections.abc import Iterable, Iterator
from typing import Any, ClassVar

from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.chapters import Chapter
from campaigns.season.kept_events import DateProposed
from campaigns.season.offers import WHY, choice, fixture_field
from campaigns.season.refusals import fixture_of, no, organiser, platoon_of
from campaigns.season.results import not_begun, waiting
from campaigns.season.rounds import unsound_moment
from campaigns.season.seating import speakers
from campaigns.season.state import Fixture, Season
from campaigns.season.values import FixtureKey, Moment, Short, SomeMoment
from campaigns.season.visibility import is_one
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Refused, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import verbatim
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Appointments")


class ProposeDate(Command, frozen=True, kw_only=True):
    """A player of a fixture proposes when it is played, and where. It stands in the place of what was proposed before;
    a date that is agreed stands until this one is."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("place",)

    fixture: FixtureKey
    at: SomeMoment
    place: Short = ""


class AcceptDate(Command, frozen=True, kw_only=True):
    """The other player agrees to what is proposed; `at`: the moment they have read."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey
    at: SomeMoment


class DeclineDate(Command, frozen=True, kw_only=True):
    """A proposal does not stand any more: the other player declines it, or who made it takes it back."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey


class CancelDate(Command, frozen=True, kw_only=True):
    """A player cannot come: the agreed date does not stand any more."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    reason: Reason


class SetDate(Command, frozen=True, kw_only=True):
    """An organiser sets when a fixture is played, whatever its players have agreed; `at` "" for no date."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("place", "reason")

    fixture: FixtureKey
    at: Moment = ""
    place: Short = ""
    reason: Reason


class DateAgreed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("place",)

    fixture: str
    at: str
    place: str = ""


class DateDeclined(Event, frozen=True, kw_only=True):
    """By `platoon`, which may have made the proposal."""

    fixture: str
    platoon: str


class DateCancelled(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    reason: str = ""


class DateSet(Event, frozen=True, kw_only=True):
    """By an organiser; `at` "" for no date."""

    sealed: ClassVar[tuple[str, ...]] = ("place", "reason")

    fixture: str
    at: str
    place: str = ""
    reason: str = ""


Dated = DateProposed | DateAgreed | DateSet


# -- what is decided ---------------------------------------------------------------------------------------------------


@CHAPTER.decides
def propose_date(season: Season, command: ProposeDate, who: Who, dice: Dice) -> Decision:
    """Who plays both platoons agrees with themselves."""
    fixture, mine = _theirs(season, command.fixture, who)
    at_once(_wrong(season, fixture, command, mine))
    if len(mine) == len(fixture.platoons):
        yield DateAgreed(fixture=fixture.key, at=command.at, place=command.place)
    else:
        yield DateProposed(fixture=fixture.key, platoon=mine[0], at=command.at, place=command.place)


@CHAPTER.decides
def accept_date(season: Season, command: AcceptDate, who: Who, dice: Dice) -> Decision:
    fixture, mine = _theirs(season, command.fixture, who)
    found = _proposal(fixture)
    if found.platoon in mine:
        raise no(_("You have proposed it yourself."), _("The other player accepts it."), "fixture")
    if found.at != command.at:
        raise no(
            say(_("What is proposed is another date by now: %(at)s."), at=names.moment(season, found.at)),
            _("Look at it again."),
            "at",
        )
    yield DateAgreed(fixture=fixture.key, at=found.at, place=found.place)


@CHAPTER.decides
def decline_date(season: Season, command: DeclineDate, who: Who, dice: Dice) -> Decision:
    fixture, mine = _theirs(season, command.fixture, who)
    found = _proposal(fixture)
    yield DateDeclined(fixture=fixture.key, platoon=found.platoon if found.platoon in mine else mine[0])


@CHAPTER.decides
def cancel_date(season: Season, command: CancelDate, who: Who, dice: Dice) -> Decision:
    fixture, mine = _theirs(season, command.fixture, who)
    _dated(fixture)
    yield DateCancelled(fixture=fixture.key, platoon=mine[0], reason=command.reason)


@CHAPTER.decides
def set_date(season: Season, command: SetDate, who: Who, dice: Dice) -> Decision:
    """Also after the round's deadline: an organiser moves that as they like."""
    organiser(who)
    fixture = fixture_of(season, command.fixture)
    not_begun(fixture, BEGUN)
    if command.at:
        at_once([*unsound_moment(command.at, "at"), *_as_it_is(season, fixture, command.at, command.place)])
    else:
        _dated(fixture)
        if command.place:
            raise no(_("There is no place without a date."), _("Name a date, too."), "place")
    yield DateSet(fixture=fixture.key, at=command.at, place=command.place, reason=command.reason)


BEGUN = say(_("Its battle is mustered: play it."))


def _theirs(season: Season, key: str, who: Who) -> tuple[Fixture, list[str]]:
    """A fixture that is still to be played, and the platoons of it that `who` speaks for; `Refused` if none."""
    fixture = fixture_of(season, key)
    mine = [one for one in fixture.platoons if is_one(who.id, *speakers(season, fixture, one))]
    if not mine:
        raise no(
            say(_("You do not play in “%(fixture)s”."), fixture=fixture.key),
            _("Its players agree when they meet; an organiser may set a date."),
            "by",
            "not-yours",
        )
    not_begun(fixture, BEGUN)
    for one in fixture.platoons:
        platoon_of(season, one, "fixture")
    return fixture, mine


def _proposal(fixture: Fixture) -> DateProposed:
    if fixture.proposed is None:
        raise no(say(_("No date is proposed for “%(fixture)s”."), fixture=fixture.key), _("Propose one."), "fixture")
    return fixture.proposed


def _dated(fixture: Fixture) -> None:
    if not fixture.date:
        raise no(say(_("“%(fixture)s” has no date."), fixture=fixture.key), _("Propose one."), "fixture")


def _wrong(season: Season, fixture: Fixture, command: ProposeDate, mine: Iterable[str]) -> Iterator[Refused]:
    """Moments of one shape sort as texts."""
    yield from unsound_moment(command.at, "at")
    deadline = next((one.deadline for one in season.rounds if one.number == fixture.round), "")
    if deadline and command.at > deadline:
        remedy = say(_("Propose a date up to %(deadline)s."), deadline=names.moment(season, deadline))
        yield no(say(_("Round %(round)d is closed by then."), round=fixture.round), remedy, "at")
    yield from _as_it_is(season, fixture, command.at, command.place)
    found = fixture.proposed
    if found is not None and (found.at, found.place) == (command.at, command.place):
        remedy = say(_("Wait for the answer.")) if found.platoon in mine else say(_("Accept it."))
        yield no(_("That is what is proposed already."), remedy, "at")


def _as_it_is(season: Season, fixture: Fixture, at: str, place: str) -> Iterator[Refused]:
    if (fixture.date, fixture.place) == (at, place):
        yield no(
            say(_("That is the date already: %(at)s."), at=names.moment(season, at)),
            _("Name another moment or place."),
            "at",
        )


# -- what of it is offered ---------------------------------------------------------------------------------------------


def _mine(season: Season, who: Who) -> list[tuple[Fixture, list[str]]]:
    """The fixtures still to be played whose players can agree, with the platoons of each that `who` speaks for."""
    found = []
    for one in waiting(season):
        mine = [key for key in one.platoons if is_one(who.id, *speakers(season, one, key))]
        if mine and not any(season.platoons[key].dropped for key in one.platoons):
            found.append((one, mine))
    return found


def _at_field(season: Season) -> Field:
    told = names.by_clocks(season, _("When"))
    return Field(name="at", kind="moment", label=told, required=True, but=("",), readily=700, zone=season.zone)


PLACE = Field(
    name="place",
    kind="text",
    label=say(_("Where")),
    help=say(_("Read by whoever is logged in and sees the campaign.")),
    most=80,
)


@CHAPTER.offers(ProposeDate)
def _proposable(season: Season, who: Who) -> Iterator[Choice]:
    for label, dated in ((_("Propose a date"), False), (_("Propose another date"), True)):
        found = [one for one, _mine_of in _mine(season, who) if bool(one.date or one.proposed) is dated]
        if found:
            help_ = say(_("A date that is agreed stands until the other player agrees to this one.")) if dated else None
            fields = (fixture_field(season, found), _at_field(season), PLACE)
            yield choice(ProposeDate, say(label), *fields, help=help_)


@CHAPTER.offers(AcceptDate)
def _acceptable(season: Season, who: Who) -> Iterator[Choice]:
    for one, mine in _mine(season, who):
        if one.proposed is not None and one.proposed.platoon not in mine:
            at = names.moment(season, one.proposed.at)
            text = _("Agree to %(at)s, %(place)s") if one.proposed.place else _("Agree to %(at)s")
            label = say(text, at=at, place=verbatim(one.proposed.place))
            yield choice(AcceptDate, label, fixture=one.key, at=one.proposed.at)


@CHAPTER.offers(DeclineDate)
def _declinable(season: Season, who: Who) -> Iterator[Choice]:
    for one, mine in _mine(season, who):
        if one.proposed is not None:
            own = one.proposed.platoon in mine
            label = _("Take your proposal back") if own else _("Decline the proposed date")
            yield choice(DeclineDate, say(label), fixture=one.key)


@CHAPTER.offers(CancelDate)
def _cancellable(season: Season, who: Who) -> Iterator[Choice]:
    if found := [one for one, _mine_of in _mine(season, who) if one.date]:
        yield choice(CancelDate, say(_("Call the date off")), fixture_field(season, found), WHY)


@CHAPTER.offers(SetDate)
def _settable(season: Season, who: Who) -> Iterator[Choice]:
    """What has a date may lose it; a form then begins with it."""
    if not who.referee:
        return
    undated = [one for one in waiting(season) if not one.date]
    if undated:
        yield choice(
            SetDate, say(_("Set the date of a fixture")), fixture_field(season, undated), _at_field(season), PLACE, WHY
        )
    for one in waiting(season):
        if one.date:
            label = say(_("Set another date: %(fixture)s"), fixture=names.pair(season, one.platoons))
            at, place = replace(_at_field(season), default=one.date), replace(PLACE, default=one.place)
            yield choice(SetDate, label, at, place, WHY, fixture=one.key)
            label = say(_("Take the date away: %(fixture)s"), fixture=names.pair(season, one.platoons))
            yield choice(SetDate, label, WHY, fixture=one.key, at="")


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _proposed(season: Season, event: DateProposed) -> None:
    season.fixtures[event.fixture].proposed = event


@CHAPTER.evolves
def _agreed(season: Season, event: DateAgreed | DateSet) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.date_told = fixture.date_told and fixture.date == event.at
    fixture.date, fixture.place, fixture.proposed = event.at, event.place, None


@CHAPTER.evolves
def _declined(season: Season, event: DateDeclined) -> None:
    season.fixtures[event.fixture].proposed = None


@CHAPTER.evolves
def _cancelled(season: Season, event: DateCancelled) -> None:
    """What is proposed instead goes on to wait for its answer."""
    fixture = season.fixtures[event.fixture]
    fixture.date, fixture.place, fixture.date_told = "", "", False


# -- who reads it ------------------------------------------------------------------------------------------------------


@CHAPTER.sees
def _see(season: Season, event: Dated, player: str) -> Dated:
    return event if player else replace(event, place="")


# -- how it reads ------------------------------------------------------------------------------------------------------


def _told(season: Season, text: str, fixture: str, at: str, place: str, **values: Any) -> Message:
    """With what is known of the place behind the moment."""
    when = names.moment(season, at)
    if place:
        when = say(_("%(at)s, %(place)s"), at=when, place=verbatim(place))
    return say(text, platoons=_pair(season, fixture), at=when, **values)


@CHAPTER.narrates
def _tell_proposed(season: Season, event: DateProposed) -> Message:
    text = _("%(platoon)s proposes a date for %(platoons)s: %(at)s.")
    return _told(season, text, event.fixture, event.at, event.place, platoon=event.platoon)


@CHAPTER.narrates
def _tell_agreed(season: Season, event: DateAgreed) -> Message:
    return _told(season, _("%(platoons)s is to be played: %(at)s."), event.fixture, event.at, event.place)


@CHAPTER.narrates
def _tell_declined(season: Season, event: DateDeclined) -> Message:
    text = _("%(platoon)s: the date that was proposed for %(platoons)s does not stand.")
    return say(text, platoon=event.platoon, platoons=_pair(season, event.fixture))


@CHAPTER.narrates
def _tell_cancelled(season: Season, event: DateCancelled) -> Message:
    text = _("%(platoon)s calls the date of %(platoons)s off: %(reason)s")
    return say(text, platoon=event.platoon, platoons=_pair(season, event.fixture), reason=event.reason)


def _pair(season: Season, fixture: str) -> str:
    return names.pair(season, season.fixtures[fixture].platoons)


@CHAPTER.narrates
def _tell_set(season: Season, event: DateSet) -> Message:
    if not event.at:
        text = _("%(platoons)s has no date any more: %(reason)s")
        return say(text, platoons=_pair(season, event.fixture), reason=event.reason)
    text = _("An organiser sets the date of %(platoons)s: %(at)s. %(reason)s")
    return _told(season, text, event.fixture, event.at, event.place, reason=event.reason)
