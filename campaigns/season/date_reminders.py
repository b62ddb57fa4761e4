"""The clerk reminds the players of a fixture of the date they have agreed on."""

from __future__ import annotations

from campaigns.season import names
from campaigns.season.appointments import BEGUN
from campaigns.season.chapters import Chapter
from campaigns.season.refusals import clerk, fixture_of, no
from campaigns.season.results import not_begun
from campaigns.season.seating import speakers
from campaigns.season.state import Fixture, Season
from campaigns.season.values import FixtureKey, SomeMoment
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Reminders of dates")


class RemindDate(Command, frozen=True, kw_only=True):
    """The clerk reminds the players of a fixture of its date; `at`: that date."""

    fixture: FixtureKey
    at: SomeMoment


class DateReminded(Event, frozen=True, kw_only=True):
    """Players were reminded of a date; the messages that went out are the outbox's."""

    fixture: str
    at: str
    players: tuple[str, ...]


@CHAPTER.decides
def remind_date(season: Season, command: RemindDate, who: Who, dice: Dice) -> Decision:
    """Once for each date."""
    clerk(who)
    fixture = fixture_of(season, command.fixture)
    not_begun(fixture, BEGUN)
    if not fixture.date or fixture.date != command.at:
        raise no(say(_("“%(fixture)s” is not dated so."), fixture=fixture.key), field="at")
    if fixture.date_told:
        raise no(say(_("The players of “%(fixture)s” were reminded."), fixture=fixture.key), field="fixture")
    yield DateReminded(fixture=fixture.key, at=fixture.date, players=tuple(players_of(season, fixture)))


def players_of(season: Season, fixture: Fixture) -> list[str]:
    """Who commands its platoons, and who sits in for them, each once."""
    there = (key for key in fixture.platoons if not season.platoons[key].dropped)
    return list(dict.fromkeys(player for key in there for player in speakers(season, fixture, key) if player))


@CHAPTER.evolves
def _reminded(season: Season, event: DateReminded) -> None:
    """A report that stands as it was played may be about a date that is another one by now."""
    fixture = season.fixtures.get(event.fixture)
    if fixture is not None and fixture.date == event.at:
        fixture.date_told = True


@CHAPTER.narrates
def _tell_reminded(season: Season, event: DateReminded) -> Message:
    platoons = names.pair(season, season.fixtures[event.fixture].platoons)
    return say(_("The clerk reminds the players of %(platoons)s of their date."), platoons=platoons)
