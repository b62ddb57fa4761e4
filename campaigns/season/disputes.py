"""What the players of a fixture say to its result: that it is wrong, or that they accept it."""

from __future__ import annotations

from collections.abc import Collection, Iterator
from typing import ClassVar

from campaigns.season.chapters import RESULT, Chapter
from campaigns.season.offers import WHY, choice, fixture_field
from campaigns.season.refusals import fixture_of, no
from campaigns.season.results import RULED, played
from campaigns.season.state import Fixture, Season
from campaigns.season.values import FixtureKey
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Disputes")


class Dispute(Command, frozen=True, kw_only=True):
    """A player says that the result of a fixture is wrong. It waits for an organiser; the result stands meanwhile."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    reason: Reason


class Confirm(Command, frozen=True, kw_only=True):
    """A player accepts the result of a fixture as it stands; their own dispute of it is over."""

    positional: ClassVar[tuple[str, ...]] = ("fixture",)

    fixture: FixtureKey


class Disputed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    reason: str = ""


class Accepted(Event, frozen=True, kw_only=True):
    """A platoon accepts a fixture's result as it stands."""

    fixture: str
    platoon: str


@CHAPTER.decides
def dispute(season: Season, command: Dispute, who: Who, dice: Dice) -> Decision:
    """Until the season closes; not what one has accepted, nor what an organiser has ruled."""
    fixture = fixture_of(season, command.fixture)
    mine = played(season, fixture, who)
    _has_result(fixture)
    if _is_ruled(fixture):
        raise no(
            say(_("An organiser has ruled on “%(fixture)s”: that stands."), fixture=fixture.key),
            _("Talk to the organiser, who may rule anew."),
            "fixture",
        )
    platoon = next((key for key in mine if key not in fixture.accepted and key not in fixture.disputes), None)
    if platoon is None and any(key in fixture.disputes for key in mine):
        raise no(
            say(_("You dispute “%(fixture)s” already."), fixture=fixture.key),
            _("It waits for an organiser."),
            "fixture",
        )
    if platoon is None:
        raise no(
            say(_("You have accepted the result of “%(fixture)s”."), fixture=fixture.key),
            _("Ask an organiser to look at it."),
            "fixture",
        )
    yield Disputed(fixture=fixture.key, platoon=platoon, reason=command.reason)


@CHAPTER.decides
def confirm(season: Season, command: Confirm, who: Who, dice: Dice) -> Decision:
    fixture = fixture_of(season, command.fixture)
    mine = played(season, fixture, who)
    _has_result(fixture)
    left = [key for key in mine if key not in fixture.accepted]
    if not left:
        raise no(say(_("You have accepted the result of “%(fixture)s”."), fixture=fixture.key), field="fixture")
    for key in left:
        yield Accepted(fixture=fixture.key, platoon=key)


def _has_result(fixture: Fixture) -> None:
    if fixture.is_open:
        raise no(
            say(_("“%(fixture)s” has no result yet."), fixture=fixture.key),
            _("Wait until it is counted or decided."),
            "fixture",
        )


# -- what of it is offered ---------------------------------------------------------------------------------------------


UNTIL_RULED = _(
    "An organiser rules on it; until then the result stands. If something was reported wrongly, correct it in the"
    " battle itself."
)


@CHAPTER.offers(Dispute)
def _disputable(season: Season, who: Who) -> Iterator[Choice]:
    found = [one for one in _with_result(season) if not _is_ruled(one) and _mine(season, one, who, one.disputes)]
    if found:
        yield choice(Dispute, say(_("Dispute the result")), fixture_field(season, found), WHY, help=say(UNTIL_RULED))


@CHAPTER.offers(Confirm)
def _acceptable(season: Season, who: Who) -> Iterator[Choice]:
    if found := [one for one in _with_result(season) if _mine(season, one, who)]:
        help_ = say(_("The result is right. This ends your own dispute of it, if there is one."))
        yield choice(Confirm, say(_("Accept the result")), fixture_field(season, found), help=help_)


def _with_result(season: Season) -> Iterator[Fixture]:
    return (one for one in season.fixtures.values() if not one.is_open)


def _is_ruled(fixture: Fixture) -> bool:
    return fixture.decided is not None and fixture.decided.how in RULED


def _mine(season: Season, fixture: Fixture, who: Who, but: Collection[str] = ()) -> bool:
    """Whether a platoon of theirs has not accepted it, and is none of these."""
    mine = (key for key in fixture.platoons if who.id in season.platoons[key].players)
    return any(key not in fixture.accepted and key not in but for key in mine)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _disputed(season: Season, event: Disputed) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.disputes = fixture.disputes | {event.platoon: event.reason}
    fixture.accepted = tuple(key for key in fixture.accepted if key != event.platoon)


@CHAPTER.evolves
def _accepted(season: Season, event: Accepted) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.accepted = (*fixture.accepted, event.platoon)
    fixture.disputes = {key: why for key, why in fixture.disputes.items() if key != event.platoon}


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_disputed(season: Season, event: Disputed) -> Message:
    return say(
        _("%(platoon)s disputes “%(fixture)s”: %(reason)s"),
        platoon=event.platoon,
        fixture=event.fixture,
        reason=event.reason,
    )


@CHAPTER.narrates
def _tell_accepted(season: Season, event: Accepted) -> Message:
    return say(_("%(platoon)s accepts “%(fixture)s” as it stands."), platoon=event.platoon, fixture=event.fixture)


@CHAPTER.speaks(RESULT)
def _speaks(season: Season, event: Disputed | Accepted, key: str) -> bool:
    return event.fixture == key
