"""Who sits in is named, or named no more."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season import names
from campaigns.season.chapters import Cause, Chapter, FactKind, Glance
from campaigns.season.kept_events import GameOf, Substituted, SubstituteProposed
from campaigns.season.offers import WHY, choice, in_command, people
from campaigns.season.refusals import commanded, no
from campaigns.season.state import Fixture, Season
from campaigns.season.substitutes.rule import (
    GAMES,
    asks_opponent,
    game_of,
    open_ones,
    over_limit,
    rule,
    undecided,
    why_not,
    wrong,
)
from campaigns.season.values import FixtureKey, Person, PlatoonKey
from campaigns.season.visibility import is_one
from rules.adjudicate import CLERK, Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, at_once, say
from rules.contract import gettext_noop as _
from rules.stream.decider import Value
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Substitutes")
SITS_IN = "fixtures.substitutes"


class Substitute(Command, frozen=True, kw_only=True):
    """Somebody plays a fixture for a platoon in the place of its players: from its announcement on, and while its
    battle is fought. By one of them, or an organiser; where the terms have it so, once the opponent has accepted."""

    positional: ClassVar[tuple[str, ...]] = ("fixture", "platoon")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    platoon: PlatoonKey
    person: Person
    reason: Reason


class WithdrawSubstitute(Command, frozen=True, kw_only=True):
    """Nobody is to sit in for a platoon any more: its players play again. By one of them, by who sits in, or an
    organiser."""

    positional: ClassVar[tuple[str, ...]] = ("fixture", "platoon")
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: FixtureKey
    platoon: PlatoonKey
    reason: Reason


class SubstituteWithdrawn(Event, frozen=True, kw_only=True):
    """What was proposed does not stand either."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    fixture: str
    platoon: str
    reason: str = ""


# -- what is decided ---------------------------------------------------------------------------------------------------


@CHAPTER.decides
def substitute(season: Season, command: Substitute, who: Who, dice: Dice) -> Decision:
    fixture = undecided(season, command.fixture, command.platoon)
    commanded(season, command.platoon, who)
    at_once(wrong(season, fixture, command.platoon, command.person, asks=True))
    if asks_opponent(season, fixture, command.platoon, who):
        yield SubstituteProposed(
            fixture=fixture.key, platoon=command.platoon, person=command.person, reason=command.reason
        )
    else:
        yield substituted(season, fixture, command.platoon, command.person, command.reason)


@CHAPTER.decides
def withdraw_substitute(season: Season, command: WithdrawSubstitute, who: Who, dice: Dice) -> Decision:
    fixture = undecided(season, command.fixture, command.platoon)
    sits = fixture.substitutes.get(command.platoon)
    if sits is None or who.id != sits.person:
        commanded(season, command.platoon, who)
    if sits is None and command.platoon not in fixture.asked_for:
        raise no(say(_("Nobody sits in for %(platoon)s in it."), platoon=command.platoon), field="platoon")
    yield SubstituteWithdrawn(fixture=fixture.key, platoon=command.platoon, reason=command.reason)


def substituted(season: Season, fixture: Fixture, platoon: str, person: str, reason: str) -> Substituted:
    return Substituted(
        fixture=fixture.key,
        platoon=platoon,
        person=person,
        players=season.platoons[platoon].players,
        game=game_of(season, fixture),
        reason=reason,
    )


# -- what of it is offered ---------------------------------------------------------------------------------------------


HELP: dict[str, Message] = {
    "accepted": say(_("Anybody with an account whom your opponent accepts.")),
    "enlisted": say(_("Somebody who is enlisted in this campaign.")),
    "free": say(_("Somebody who is enlisted in this campaign and has no fixture in that round.")),
}


@CHAPTER.offers(Substitute)
def _substitutable(season: Season, who: Who) -> Iterator[Choice]:
    mine = [one.key for one in in_command(season, who)]
    for fixture in open_ones(season) if mine else ():
        if rule(season, fixture) == "nobody":
            continue
        for key in mine:
            if key not in fixture.platoons or over_limit(season, fixture, key):
                continue
            if (person := _person_field(season, fixture, key)) is not None:
                label = say(_("Somebody sits in for %(platoon)s"), platoon=names.platoon(season, key))
                help_ = GAMES[game_of(season, fixture)]
                yield choice(Substitute, label, person, WHY, help=help_, fixture=fixture.key, platoon=key)


def _person_field(season: Season, fixture: Fixture, platoon: str) -> Field | None:
    """Who may be named; None if nobody can. Anybody with an account, where the opponent has only to accept."""
    free = rule(season, fixture) == "accepted"
    asked = fixture.asked_for.get(platoon)
    known = people(season)
    barred = [one.value for one in known if why_not(season, fixture, platoon, str(one.value)) is not None]
    barred += [asked.person] if asked is not None else []
    sits = [found.person for key in fixture.platoons if (found := fixture.substitutes.get(key))]
    barred = list(dict.fromkeys((*barred, *sits, *(one.person for one in fixture.asked_for.values()), CLERK, "")))
    picks = tuple(one for one in known if one.value not in barred)
    if not free and not picks:
        return None
    return Field(
        name="person",
        kind="person" if free else "pick",
        label=say(_("Who sits in")),
        help=HELP[rule(season, fixture)],
        picks=picks,
        but=tuple(barred) if free else (),
        required=True,
    )


@CHAPTER.offers(WithdrawSubstitute)
def _withdrawable(season: Season, who: Who) -> Iterator[Choice]:
    mine = {one.key for one in in_command(season, who)}
    for fixture in open_ones(season):
        for key in fixture.platoons:
            sits = fixture.substitutes.get(key)
            asked = key in mine and key in fixture.asked_for
            if asked or (sits is not None and (key in mine or is_one(who.id, sits.person))):
                label = say(_("Nobody sits in for %(platoon)s after all"), platoon=names.platoon(season, key))
                yield choice(WithdrawSubstitute, label, WHY, fixture=fixture.key, platoon=key)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _proposed(season: Season, event: SubstituteProposed) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.asked_for = fixture.asked_for | {event.platoon: event}


@CHAPTER.evolves
def _sits_in(season: Season, event: Substituted) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.substitutes = fixture.substitutes | {event.platoon: event}
    settle(fixture, event.platoon)


@CHAPTER.evolves
def _withdrawn(season: Season, event: SubstituteWithdrawn) -> None:
    fixture = season.fixtures[event.fixture]
    fixture.substitutes = {key: one for key, one in fixture.substitutes.items() if key != event.platoon}
    settle(fixture, event.platoon)


def settle(fixture: Fixture, platoon: str) -> None:
    fixture.asked_for = {key: one for key, one in fixture.asked_for.items() if key != platoon}


# -- how it reads ------------------------------------------------------------------------------------------------------
# People stand in no sentence of a season: who sits in is said by name where the fixture is shown, to who may know it.


def told(season: Season, text: str, platoon: str, fixture: str, **values: str) -> Message:
    there = season.fixtures[fixture].platoons
    return say(text, platoon=platoon, platoons=names.pair(season, there), **values)


@CHAPTER.narrates
def _tell_proposed(season: Season, event: SubstituteProposed) -> Message:
    text = _("%(platoon)s proposes a substitute for %(platoons)s: %(reason)s")
    return told(season, text, event.platoon, event.fixture, reason=event.reason)


SUBSTITUTED: dict[GameOf, str] = {
    "own": _("A substitute plays for %(platoon)s in %(platoons)s: %(reason)s"),
    "substitute": _("A substitute plays for %(platoon)s in %(platoons)s, and the game is theirs: %(reason)s"),
    "nobody": _("A substitute plays for %(platoon)s in %(platoons)s, which is not rated: %(reason)s"),
}


@CHAPTER.narrates
def _tell_sits_in(season: Season, event: Substituted) -> Message:
    return told(season, SUBSTITUTED[event.game], event.platoon, event.fixture, reason=event.reason)


@CHAPTER.narrates
def _tell_withdrawn(season: Season, event: SubstituteWithdrawn) -> Message:
    text = _("%(platoon)s plays %(platoons)s without a substitute: %(reason)s")
    return told(season, text, event.platoon, event.fixture, reason=event.reason)


# -- beside ------------------------------------------------------------------------------------------------------------


def _who_sit_in(glance: Glance, key: str) -> Value:
    """The platoons that somebody sits in for."""
    fixture = glance.season.fixtures.get(key)
    there = fixture is not None and fixture.substitutes
    return names.platoons(glance.season, there) if there else None


CHAPTER.holds(
    FactKind(
        SITS_IN,
        _("Substitutes"),
        _("Who is substituted in %(name)s"),
        _who_sit_in,
        moved_with=SITS_IN,
        listed=False,
    )
)


@CHAPTER.explains(SITS_IN)
def _why_substituted(season: Season, event: Substituted, key: str) -> Iterator[Cause]:
    if event.fixture == key:
        yield Cause(GAMES[event.game], "Substitutes 3")


@CHAPTER.explains(SITS_IN)
def _why_not_any_more(season: Season, event: SubstituteWithdrawn, key: str) -> Iterator[Cause]:
    if event.fixture == key:
        yield Cause(say(_("Its players play again: %(reason)s"), reason=event.reason), "Substitutes 2")
