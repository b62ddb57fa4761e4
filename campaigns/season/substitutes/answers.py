"""The opponent accepts who is to sit in for a platoon, or not."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season import names
from campaigns.season.chapters import Chapter
from campaigns.season.kept_events import SubstituteProposed
from campaigns.season.offers import choice
from campaigns.season.refusals import no, platoon_of
from campaigns.season.state import Fixture, Season
from campaigns.season.substitutes.naming import settle, substituted, told
from campaigns.season.substitutes.rule import GAMES, game_of, open_ones, rivals_of, undecided, wrong
from campaigns.season.values import FixtureKey, Person, PlatoonKey
from campaigns.season.visibility import is_one
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, at_once, say
from rules.contract import gettext_noop as _
from rules.messages import called

CHAPTER = Chapter("Answers to substitutes")


class AcceptSubstitute(Command, frozen=True, kw_only=True):
    """The opponent accepts who is to sit in for a platoon; `person`: whom they have read of. By one of the opponent's
    players, or an organiser."""

    positional: ClassVar[tuple[str, ...]] = ("fixture", "platoon")

    fixture: FixtureKey
    platoon: PlatoonKey
    person: Person


class DeclineSubstitute(Command, frozen=True, kw_only=True):
    """The opponent does not accept who is to sit in for a platoon. By one of the opponent's players, or an
    organiser."""

    positional: ClassVar[tuple[str, ...]] = ("fixture", "platoon")

    fixture: FixtureKey
    platoon: PlatoonKey


class SubstituteDeclined(Event, frozen=True, kw_only=True):
    fixture: str
    platoon: str


@CHAPTER.decides
def accept_substitute(season: Season, command: AcceptSubstitute, who: Who, dice: Dice) -> Decision:
    """By the rules as they are by now: who was proposed may have come to play against the platoon."""
    fixture, found = _asked(season, command.fixture, command.platoon, who)
    if found.person != command.person:
        remedy = say(_("Look at it again."))
        raise no(say(_("Somebody else is to sit in by now: %(person)s."), person=found.person), remedy, "person")
    at_once(wrong(season, fixture, command.platoon, found.person))
    yield substituted(season, fixture, command.platoon, found.person, found.reason)


@CHAPTER.decides
def decline_substitute(season: Season, command: DeclineSubstitute, who: Who, dice: Dice) -> Decision:
    fixture, _found = _asked(season, command.fixture, command.platoon, who)
    yield SubstituteDeclined(fixture=fixture.key, platoon=command.platoon)


def _asked(season: Season, key: str, platoon: str, who: Who) -> tuple[Fixture, SubstituteProposed]:
    """The fixture and who is proposed, for somebody who may answer: none of the platoon's own players."""
    fixture = undecided(season, key, platoon)
    platoon_of(season, platoon)
    if not _may_answer(season, fixture, platoon, who):
        raise no(
            say(_("You do not play against %(platoon)s in it."), platoon=platoon),
            _("Its opponent accepts who sits in, or an organiser."),
            "by",
            "not-yours",
        )
    if (found := fixture.asked_for.get(platoon)) is None:
        raise no(say(_("Nobody is proposed to sit in for %(platoon)s."), platoon=platoon), field="platoon")
    return fixture, found


def _may_answer(season: Season, fixture: Fixture, platoon: str, who: Who) -> bool:
    own = is_one(who.id, *season.platoons[platoon].players)
    against = any(is_one(who.id, *season.platoons[key].players) for key in rivals_of(fixture, platoon))
    return against or (who.referee and not own)


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(AcceptSubstitute)
def _acceptable(season: Season, who: Who) -> Iterator[Choice]:
    for fixture, found in _answerable(season, who):
        if not any(wrong(season, fixture, found.platoon, found.person)):
            both = {"platoon": names.platoon(season, found.platoon), "person": called(found.person)}
            label = say(_("Agree that %(person)s sits in for %(platoon)s"), **both)
            given = {"fixture": fixture.key, "platoon": found.platoon, "person": found.person}
            yield choice(AcceptSubstitute, label, help=GAMES[game_of(season, fixture)], **given)


@CHAPTER.offers(DeclineSubstitute)
def _declinable(season: Season, who: Who) -> Iterator[Choice]:
    for fixture, found in _answerable(season, who):
        both = {"platoon": names.platoon(season, found.platoon), "person": called(found.person)}
        label = say(_("Do not agree that %(person)s sits in for %(platoon)s"), **both)
        yield choice(DeclineSubstitute, label, fixture=fixture.key, platoon=found.platoon)


def _answerable(season: Season, who: Who) -> Iterator[tuple[Fixture, SubstituteProposed]]:
    for fixture in open_ones(season):
        for key, found in fixture.asked_for.items():
            if not season.platoons[key].dropped and _may_answer(season, fixture, key, who):
                yield fixture, found


# -- what it changes, and how it reads ---------------------------------------------------------------------------------


@CHAPTER.evolves
def _declined(season: Season, event: SubstituteDeclined) -> None:
    settle(season.fixtures[event.fixture], event.platoon)


@CHAPTER.narrates
def _tell_declined(season: Season, event: SubstituteDeclined) -> Message:
    return told(
        season,
        _("The substitute that %(platoon)s proposed for %(platoons)s is not accepted."),
        event.platoon,
        event.fixture,
    )
