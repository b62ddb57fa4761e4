"""Who stands below challenges who stands above; a challenge that nobody has answered can be taken back."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar, Literal

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.challenges.situation import later, situation, waiting
from campaigns.season.chapters import Chapter
from campaigns.season.ladder import Challenge as Pending
from campaigns.season.offers import choice, in_command
from campaigns.season.refusals import commanded, keys, no, platoon_of, under_way
from campaigns.season.state import Season
from campaigns.season.terms import staged
from campaigns.season.values import Moment, PlatoonKey
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Challenges")


class Challenge(Command, frozen=True, kw_only=True):
    """A platoon challenges another one that stands above it on the ladder. By one of its players.

    `at`: the time, which is added as the report comes in.
    """

    positional: ClassVar[tuple[str, ...]] = ("platoon", "against")

    platoon: PlatoonKey
    against: PlatoonKey
    at: Moment | msgspec.UnsetType = msgspec.UNSET


class WithdrawChallenge(Command, frozen=True, kw_only=True):
    """A platoon takes back a challenge that is not answered yet. By one of its players."""

    positional: ClassVar[tuple[str, ...]] = ("platoon", "against")

    platoon: PlatoonKey
    against: PlatoonKey


class Challenged(Event, frozen=True, kw_only=True):
    """`at`: when, "" where nobody has told; `due`: until when it can be answered, "" for ever."""

    challenger: str
    challenged: str
    at: str = ""
    due: str = ""


class ChallengeWithdrawn(Event, frozen=True, kw_only=True):
    """It is over, and nothing follows: its challenger took it back, or the round was closed before it was answered."""

    challenger: str
    challenged: str
    how: Literal["taken back", "round closed"] = "taken back"


@CHAPTER.decides
def challenge(season: Season, command: Challenge, who: Who, dice: Dice) -> Decision:
    """A moment that is unset is the last that the log was told: rulings have no clock."""
    commanded(season, command.platoon, who)
    platoon_of(season, command.against, "against")
    if not under_way(season).ladder:
        raise no(
            _("Nobody challenges in the round under way: it was not opened by the ladder."),
            _("Ask an organiser to open one by it."),
        )
    there = situation(season)
    for field, key in (("platoon", command.platoon), ("against", command.against)):
        if key not in there.rungs:
            raise no(say(_("%(platoon)s does not stand on the ladder."), platoon=key), field=field)
    if (why := there.why_not(command.platoon, command.against)) is not None:
        remedy = say(_("It may challenge now: %(platoons)s."), platoons=keys(there.targets(command.platoon)))
        raise no(why, remedy, "against")
    assert season.ladder is not None
    at = season.ladder.now if command.at is msgspec.UNSET else command.at
    due = later(at, int(staged(season.terms, "answer_days")))
    yield Challenged(challenger=command.platoon, challenged=command.against, at=at, due=due)


@CHAPTER.decides
def withdraw(season: Season, command: WithdrawChallenge, who: Who, dice: Dice) -> Decision:
    commanded(season, command.platoon, who)
    pending(season, command.platoon, command.against, "against")
    yield ChallengeWithdrawn(challenger=command.platoon, challenged=command.against)


def close_all(season: Season) -> Iterator[Event]:
    """Challenges that wait for an answer as their round closes: nothing follows from them."""
    for one in waiting(season):
        yield ChallengeWithdrawn(challenger=one.challenger, challenged=one.challenged, how="round closed")


def pending(season: Season, challenger: str, challenged: str, field: str) -> Pending:
    """The challenge of the one to the other that waits for an answer; `Refused` naming `field`."""
    there = (one for one in waiting(season) if (one.challenger, one.challenged) == (challenger, challenged))
    if (found := next(there, None)) is None:
        raise no(
            say(_("No challenge of %(one)s to %(other)s waits for an answer."), one=challenger, other=challenged),
            _("It may be answered or taken back already, or its time has passed."),
            field,
        )
    return found


# -- what of it is offered ---------------------------------------------------------------------------------------------


@CHAPTER.offers(Challenge)
def _challenges(season: Season, who: Who) -> Iterator[Choice]:
    """Exactly whom a platoon may challenge now, with their rungs; and why not the others within its range."""
    if season.ladder is None or season.under_way is None or not season.under_way.ladder:
        return
    there = situation(season)
    for platoon in in_command(season, who):
        if targets := there.targets(platoon.key):
            picks = tuple(
                Pick(key, names.platoon(season, key), notes=(say(_("rung %(n)d"), n=there.rungs.index(key) + 1),))
                for key in targets
            )
            against = Field(name="against", kind="pick", label=say(_("Whom")), picks=picks, required=True)
            others = [
                say(_("%(platoon)s: %(why)s"), platoon=names.platoon(season, key), why=why)
                for key, why in there.out_of_reach(platoon.key)
            ]
            against = replace(against, help=_in_a_row(others) if others else None)
            label = say(_("%(platoon)s challenges"), platoon=names.platoon(season, platoon.key))
            yield choice(Challenge, label, against, of=platoon.key, platoon=platoon.key)


def _in_a_row(texts: list[Message]) -> Message:
    told, *rest = texts
    for one in rest:
        told = say("%(some)s %(other)s", some=told, other=one)
    return told


@CHAPTER.offers(WithdrawChallenge)
def _withdrawable(season: Season, who: Who) -> Iterator[Choice]:
    mine = {one.key for one in in_command(season, who)}
    for one in waiting(season):
        if one.challenger in mine:
            both = pair_of(season, one.challenger, one.challenged)
            label = say(_("Take back the challenge to %(challenged)s"), **both)
            yield choice(WithdrawChallenge, label, of=one.challenger, platoon=one.challenger, against=one.challenged)


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _challenged(season: Season, event: Challenged) -> None:
    assert season.ladder is not None
    pending = Pending(event.challenger, event.challenged, season.turn, event.due)
    season.ladder.challenges.append(pending)
    season.ladder.tell(event.at)


@CHAPTER.evolves
def _withdrawn(season: Season, event: ChallengeWithdrawn) -> None:
    assert season.ladder is not None
    if (one := season.ladder.between(event.challenger, event.challenged)) is not None:
        one.answer = "withdrawn"


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_challenged(season: Season, event: Challenged) -> Message:
    both = pair_of(season, event.challenger, event.challenged)
    if not event.due:
        return say(_("%(challenger)s challenges %(challenged)s."), **both)
    text = _("%(challenger)s challenges %(challenged)s, which has until %(due)s to answer.")
    return say(text, due=names.moment(season, event.due), **both)


@CHAPTER.narrates
def _tell_withdrawn(season: Season, event: ChallengeWithdrawn) -> Message:
    both = pair_of(season, event.challenger, event.challenged)
    if event.how == "round closed":
        text = _("The challenge of %(challenger)s to %(challenged)s ends with the round: nobody had answered it.")
        return say(text, **both)
    return say(_("%(challenger)s takes back its challenge to %(challenged)s."), **both)


def pair_of(season: Season, challenger: str, challenged: str) -> dict[str, Message]:
    """Both by name, for a sentence."""
    return {"challenger": names.platoon(season, challenger), "challenged": names.platoon(season, challenged)}
