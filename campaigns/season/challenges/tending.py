"""What the clerk does on a ladder: challenges whose time has passed, and until when rests who has fought."""

from __future__ import annotations

from collections.abc import Iterator

import msgspec
from msgspec.structs import replace

from campaigns.season import names
from campaigns.season.challenges.answers import answered, fixture_for, pay
from campaigns.season.challenges.making import pair_of
from campaigns.season.challenges.situation import cost_of, days_after, ends, later, overdue, untold
from campaigns.season.chapters import RUNG, Cause, Chapter
from campaigns.season.kept_events import Decided
from campaigns.season.ladder import Challenge, Cost
from campaigns.season.refusals import clerk, no
from campaigns.season.results import won_by
from campaigns.season.rungs import why_paid
from campaigns.season.state import Season, announce
from campaigns.season.terms import staged
from campaigns.season.values import Announced, Moment
from rules.adjudicate import Who
from rules.contract import Command, Decision, Dice, Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("The ladder’s clock")


class TendLadder(Command, frozen=True, kw_only=True):
    """The clerk looks at the ladder: challenges whose time has passed, and until when who has fought rests."""

    at: Moment


class ChallengeLapsed(Event, frozen=True, kw_only=True):
    """Nobody answered in time. `cost` as of a refusal; `fixture`: the challenged has lost this one without a battle."""

    challenger: str
    challenged: str
    cost: Cost = ""
    fixture: Announced | None = None


class Rest(msgspec.Struct, frozen=True, kw_only=True):
    """After the battle of this challenge both rest until then, and do not challenge each other until `rematch`; ""
    where the terms know of none."""

    fixture: str
    rests: str = ""
    rematch: str = ""


class LadderTended(Event, frozen=True, kw_only=True):
    """It is `at` now: rests that end up to then are over, and these begin."""

    at: str
    rests: tuple[Rest, ...] = ()


@CHAPTER.decides
def tend(season: Season, command: TendLadder, who: Who, dice: Dice) -> Decision:
    """Rests are told first: who has lost without a battle since rests from now on, as the clerk says it next."""
    clerk(who)
    if season.ladder is None:
        raise no(_("This campaign has no ladder."))
    resting, late = untold(season), overdue(season, command.at)
    over = any(moment <= command.at for moment in ends(season.ladder.challenges, season.ladder.now))
    if not (resting or late or over):
        raise no(_("Nothing is due on the ladder."), field="at")
    if resting or over:
        yield LadderTended(at=command.at, rests=tuple(_rest(season, one, command.at) for one in resting))
    for one in late:
        yield from _lapse(season, one)


def _lapse(season: Season, one: Challenge) -> Iterator[Event]:
    lapsed = ChallengeLapsed(challenger=one.challenger, challenged=one.challenged)
    rule = staged(season.terms, "unanswered")
    if rule != "forfeit":
        yield replace(lapsed, cost=cost_of(season, one.challenged) if rule == "refused" else "")
        return
    fixture = fixture_for(season, one.challenger, one.challenged)
    yield replace(lapsed, fixture=fixture)
    results = won_by(season.fixtures[fixture.key], one.challenger)
    yield Decided(fixture=fixture.key, how="walkover", results=results)


def _rest(season: Season, one: Challenge, at: str) -> Rest:
    rest, again = days_after(season, one)
    return Rest(fixture=one.fixture, rests=later(at, rest), rematch=later(at, again))


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _lapsed(season: Season, event: ChallengeLapsed) -> None:
    one = answered(season, event.challenger, event.challenged)
    if one is not None:
        one.answer, one.cost = "lapsed", event.cost
    if event.fixture is not None:
        announce(season, (event.fixture,))
        if one is not None:
            one.fixture = event.fixture.key
    pay(season, event.challenger, event.challenged, event.cost)


@CHAPTER.evolves
def _tended(season: Season, event: LadderTended) -> None:
    assert season.ladder is not None
    season.ladder.tell(event.at)
    told = {one.fixture: one for one in event.rests}
    for one in season.ladder.challenges:
        if (rest := told.get(one.fixture)) is not None:
            one.told, one.rests, one.rematch = True, rest.rests, rest.rematch


# -- how it reads ------------------------------------------------------------------------------------------------------


LAPSED: dict[Cost, str] = {
    "": _("%(challenged)s has not answered the challenge of %(challenger)s in time; nothing follows."),
    "place": _("%(challenged)s has not answered the challenge of %(challenger)s in time, which takes its rung."),
    "swap": _("%(challenged)s has not answered the challenge of %(challenger)s in time: both change rungs."),
}
FORFEIT = _("%(challenged)s has not answered the challenge of %(challenger)s in time, and loses the fixture.")


@CHAPTER.narrates
def _tell_lapsed(season: Season, event: ChallengeLapsed) -> Message:
    text = LAPSED[event.cost] if event.fixture is None else FORFEIT
    return say(text, **pair_of(season, event.challenger, event.challenged))


@CHAPTER.narrates
def _tell_tended(season: Season, event: LadderTended) -> Message:
    resting = [one for one in event.rests if one.rests]
    if not resting:
        return say(_("The clerk looks at the ladder: rests are over, or begin."))
    platoons = [key for one in resting for key in season.fixtures[one.fixture].platoons]
    text = _("After their battle these rest until %(moment)s: %(platoons)s.")
    return say(text, moment=names.moment(season, resting[0].rests), platoons=names.platoons(season, platoons))


@CHAPTER.explains(RUNG)
def _why_paid(season: Season, event: ChallengeLapsed, key: str) -> Iterator[Cause]:
    return why_paid(season, event.challenger, event.challenged, event.cost)
