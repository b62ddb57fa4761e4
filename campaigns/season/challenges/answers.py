"""Who was challenged accepts, and has a fixture, or refuses at what the terms say a refusal costs."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season.challenges.making import pair_of, pending
from campaigns.season.challenges.situation import cost_of, waiting
from campaigns.season.chapters import RUNG, Cause, Chapter
from campaigns.season.ladder import Challenge, Climb, Cost
from campaigns.season.offers import choice, in_command
from campaigns.season.pairings import announced
from campaigns.season.refusals import commanded, under_way
from campaigns.season.rungs import why_paid
from campaigns.season.state import Season, announce
from campaigns.season.values import Announced, Pairing, PlatoonKey
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Answers to challenges")


class AcceptChallenge(Command, frozen=True, kw_only=True):
    """A platoon accepts the challenge of another one: they have a fixture in the round under way. By one of its
    players."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "challenger")

    platoon: PlatoonKey
    challenger: PlatoonKey


class RefuseChallenge(Command, frozen=True, kw_only=True):
    """A platoon refuses the challenge of another one, at what the terms say it costs. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "challenger")

    platoon: PlatoonKey
    challenger: PlatoonKey


class ChallengeAccepted(Event, frozen=True, kw_only=True):
    challenger: str
    challenged: str
    fixture: Announced


class ChallengeRefused(Event, frozen=True, kw_only=True):
    """`cost`: the challenged loses its rung to the challenger ("place"), changes rungs with it ("swap"), or nothing."""

    challenger: str
    challenged: str
    cost: Cost = ""


@CHAPTER.decides
def accept(season: Season, command: AcceptChallenge, who: Who, dice: Dice) -> Decision:
    commanded(season, command.platoon, who)
    pending(season, command.challenger, command.platoon, "challenger")
    fixture = fixture_for(season, command.challenger, command.platoon)
    yield ChallengeAccepted(challenger=command.challenger, challenged=command.platoon, fixture=fixture)


@CHAPTER.decides
def refuse(season: Season, command: RefuseChallenge, who: Who, dice: Dice) -> Decision:
    commanded(season, command.platoon, who)
    pending(season, command.challenger, command.platoon, "challenger")
    cost = cost_of(season, command.platoon)
    yield ChallengeRefused(challenger=command.challenger, challenged=command.platoon, cost=cost)


def fixture_for(season: Season, challenger: str, challenged: str) -> Announced:
    """Who was challenged is at home."""
    (fixture,) = announced(season, [Pairing(home=challenged, away=challenger)], under_way(season).number)
    return fixture


# -- what of it is offered ---------------------------------------------------------------------------------------------


COSTS: dict[Cost, str] = {
    "": _("A refusal is free this time."),
    "place": _("A refusal costs the rung: %(challenger)s takes it, as by a win."),
    "swap": _("A refusal costs the rung: %(challenger)s and %(challenged)s change rungs."),
}


@CHAPTER.offers(AcceptChallenge)
def _acceptable(season: Season, who: Who) -> Iterator[Choice]:
    for one in _to_answer(season, who):
        label = say(_("Accept the challenge of %(challenger)s"), **pair_of(season, one.challenger, one.challenged))
        help_ = say(_("You have a fixture then, in the round under way."))
        given = {"platoon": one.challenged, "challenger": one.challenger}
        yield choice(AcceptChallenge, label, of=one.challenged, help=help_, **given)


@CHAPTER.offers(RefuseChallenge)
def _refusable(season: Season, who: Who) -> Iterator[Choice]:
    for one in _to_answer(season, who):
        both = pair_of(season, one.challenger, one.challenged)
        label, help_ = say(_("Refuse the challenge of %(challenger)s"), **both), what_it_costs(season, one)
        given = {"platoon": one.challenged, "challenger": one.challenger}
        yield choice(RefuseChallenge, label, of=one.challenged, help=help_, **given)


def what_it_costs(season: Season, one: Challenge) -> Message:
    """To refuse a challenge that waits for an answer."""
    return say(COSTS[cost_of(season, one.challenged)], **pair_of(season, one.challenger, one.challenged))


def _to_answer(season: Season, who: Who) -> Iterator[Challenge]:
    mine = {one.key for one in in_command(season, who)}
    return (one for one in waiting(season) if one.challenged in mine)


# -- what it changes ---------------------------------------------------------------------------------------------------


def answered(season: Season, challenger: str, challenged: str) -> Challenge | None:
    """The challenge that has its answer now; None where a correction has struck it."""
    return season.ladder.between(challenger, challenged) if season.ladder is not None else None


@CHAPTER.evolves
def _accepted(season: Season, event: ChallengeAccepted) -> None:
    announce(season, (event.fixture,))
    if (one := answered(season, event.challenger, event.challenged)) is not None:
        one.answer, one.fixture = "accepted", event.fixture.key


@CHAPTER.evolves
def _refused(season: Season, event: ChallengeRefused) -> None:
    if (one := answered(season, event.challenger, event.challenged)) is not None:
        one.answer, one.cost = "refused", event.cost
    pay(season, event.challenger, event.challenged, event.cost)


def pay(season: Season, challenger: str, challenged: str, cost: Cost) -> None:
    assert season.ladder is not None
    if cost:
        season.ladder.climbs.append(Climb(cost, challenger, challenged))


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_accepted(season: Season, event: ChallengeAccepted) -> Message:
    both = pair_of(season, event.challenger, event.challenged)
    return say(_("%(challenged)s accepts the challenge of %(challenger)s: they have a fixture."), **both)


REFUSED: dict[Cost, str] = {
    "": _("%(challenged)s refuses the challenge of %(challenger)s, which costs nothing."),
    "place": _("%(challenged)s refuses the challenge of %(challenger)s, which takes its rung."),
    "swap": _("%(challenged)s refuses the challenge of %(challenger)s: both change rungs."),
}


@CHAPTER.narrates
def _tell_refused(season: Season, event: ChallengeRefused) -> Message:
    return say(REFUSED[event.cost], **pair_of(season, event.challenger, event.challenged))


@CHAPTER.explains(RUNG)
def _why_paid(season: Season, event: ChallengeRefused, key: str) -> Iterator[Cause]:
    return why_paid(season, event.challenger, event.challenged, event.cost)
