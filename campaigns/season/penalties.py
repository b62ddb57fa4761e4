"""A platoon is penalised: score in the standings, points of its purse."""

from __future__ import annotations

from collections.abc import Iterator
from typing import ClassVar

from campaigns.season import names
from campaigns.season.cases import knows, not_taken
from campaigns.season.chapters import PENALTY, SCORE, Cause, Chapter, FactKind, Glance
from campaigns.season.ledger import Entry
from campaigns.season.offers import WHY, choice, of_platoon, platoon_field
from campaigns.season.refusals import no, organiser, platoon_of
from campaigns.season.state import Season
from campaigns.season.values import PlatoonKey, Points
from campaigns.season.ways import Ways
from rules.adjudicate import Who
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, say
from rules.contract import gettext_noop as _
from rules.stream.decider import Value
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Penalties")


class Penalise(Command, frozen=True, kw_only=True):
    """Take score in the standings, or points of its purse (as far as there are), from a platoon."""

    positional: ClassVar[tuple[str, ...]] = ("platoon",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: PlatoonKey
    score: Points = 0
    points: Points = 0
    reason: Reason


class Penalised(Event, frozen=True, kw_only=True):
    """What a platoon lost: `score` in the standings, `points` of its purse."""

    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    platoon: str
    score: int
    points: int
    reason: str = ""


CHAPTER.settles(
    Ways(keep=_("The penalty counts."), strike=_("The penalty is taken back.")),
    Penalise,
)


@CHAPTER.decides
def penalise(season: Season, command: Penalise, who: Who, dice: Dice) -> Decision:
    """Of the purse what there is: the event says what was taken. A platoon that has left may still lose score."""
    organiser(who)
    platoon = season.platoons.get(command.platoon) or platoon_of(season, command.platoon)
    if not command.score and not command.points:
        raise no(_("The penalty takes nothing."), _("Name score, or points of its purse."), "score")
    if command.points and not knows(season, platoon, who):
        raise not_taken(platoon)
    points = min(command.points, platoon.funds)
    if not command.score and not points:
        raise no(
            _("The penalty takes nothing."),
            say(_("Name score, or points of a purse that holds some: %(points)d."), points=platoon.purse),
            "points",
        )
    yield Penalised(platoon=platoon.key, score=command.score, points=points, reason=command.reason)


@CHAPTER.offers(Penalise)
def _offered(season: Season, who: Who) -> Iterator[Choice]:
    """Score of everybody; points of a purse to those alone who know what it holds, or that it holds nothing."""
    if not who.referee or not season.platoons:
        return
    every = platoon_field(season, season.platoons)
    yield choice(Penalise, say(_("Penalise a platoon")), every, _taken("score", least=1), WHY)
    for platoon in season.platoons.values():
        if knows(season, platoon, who):
            score, points = (0, 1) if platoon.funds else (1, 0)
            fields = (_taken("points", least=points), _taken("score", least=score))
            yield of_platoon(season, Penalise, _("Penalise %(platoon)s"), platoon, *fields, WHY)


def _taken(name: str, least: int) -> Field:
    label = say(_("Score in the standings")) if name == "score" else say(_("Points of its purse"))
    near = (least, least + 1, least + 5)
    return Field(
        name=name, kind="number", label=label, least=least, most=99_999, near=near, required=least > 0, default=least
    )


@CHAPTER.evolves
def _penalised(season: Season, event: Penalised) -> None:
    platoon = season.platoons[event.platoon]
    platoon.penalty += event.score
    platoon.purse -= event.points


@CHAPTER.narrates
def _tell_penalised(season: Season, event: Penalised) -> Message:
    return say(
        _("%(platoon)s is penalised: %(score)d in the standings, %(points)s of its purse. %(reason)s"),
        platoon=event.platoon,
        score=event.score,
        points=names.in_points(event.points),
        reason=event.reason,
    )


@CHAPTER.books
def _booked(season: Season, event: Penalised) -> Iterator[Entry]:
    yield Entry(platoon=event.platoon, points=-event.points, why="penalty")


@CHAPTER.explains(PENALTY, SCORE)
def _why(season: Season, event: Penalised, key: str) -> Iterator[Cause]:
    if event.platoon == key:
        text = _("It is penalised by %(score)d: %(reason)s")
        yield Cause(say(text, score=event.score, reason=event.reason), "Results")


def _penalty(glance: Glance, key: str) -> Value:
    found = glance.season.platoons.get(key)
    return found.penalty if found is not None else None


CHAPTER.holds(FactKind(PENALTY, _("Penalty in the standings"), _("The penalty of %(name)s in the standings"), _penalty))
