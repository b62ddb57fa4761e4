"""Honours: those the house has, and those that the organisers compose; awarded as a season closes, and kept."""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence
from typing import Annotated, ClassVar

import msgspec
from msgspec.structs import asdict

from leagues.league.chapters import WHY, Chapter, choice
from leagues.league.metrics import METRICS, Metric, Span
from leagues.league.refusals import no, organiser, season_of
from leagues.league.state import League
from leagues.league.values import Composed, Honour, Number
from rules.bounds import Key, Name
from rules.contract import Choice, Command, Decision, Dice, Event, Field, Message, Pick, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.decider import Who
from rules.stream.revision.reports import Reason

CHAPTER = Chapter("Honours")

Least = Annotated[int, msgspec.Meta(ge=-99_999, le=99_999)]

HOUSE: dict[str, Composed] = {
    one.key: one
    for one in (
        Composed(key="ace", name=_("Ace"), metric="kills", at_least=5, everyone=True),
        Composed(key="best-day", name=_("Best day"), metric="best-battle", at_least=3),
        Composed(key="marksman", name=_("Marksman"), metric="hits", at_least=5),
        Composed(key="longest-shot", name=_("Longest shot"), metric="longest-shot"),
        Composed(key="phoenix", name=_("Phoenix"), metric="returns"),
        Composed(key="last-survivor", name=_("Last survivor"), metric="alone"),
        Composed(key="faithful", name=_("Most faithful crew"), metric="battles", at_least=3),
        Composed(key="untouched", name=_("Not a scratch"), metric="unhurt", at_least=3),
        Composed(key="giant-killer", name=_("Giant killer"), metric="upset", at_least=50),
        Composed(key="climber", name=_("Climber"), metric="gain", at_least=25),
        Composed(key="streak", name=_("On a roll"), metric="streak", at_least=3),
        Composed(key="luckiest", name=_("Luckiest dice"), metric="luck", at_least=50),
        Composed(key="unluckiest", name=_("Unluckiest dice"), metric="luck", at_least=-99_999, least=True),
    )
}


class ComposeHonour(Command, frozen=True, kw_only=True):
    """An honour of the league's own, from the next award on: of a metric the most (or the least) of all that have at
    least so much, or everyone who has. One of that key is replaced."""

    positional: ClassVar[tuple[str, ...]] = ("honour",)
    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    honour: Key
    name: Name
    metric: Key
    at_least: Least = 1
    least: bool = False
    everyone: bool = False
    reason: Reason


class DropHonour(Command, frozen=True, kw_only=True):
    """Award one of the league's own honours no more. What was awarded stays."""

    positional: ClassVar[tuple[str, ...]] = ("honour",)
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    honour: Key
    reason: Reason


class AwardHonours(Command, frozen=True, kw_only=True):
    """Award the honours of a season as its games stand now: as it closes it is done by itself; again after a
    correction, or before the season's end, by an organiser."""

    season: Number


class HonourComposed(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("name", "reason")

    honour: str
    name: str
    metric: str
    at_least: int
    least: bool
    everyone: bool
    reason: str = ""


class HonourDropped(Event, frozen=True, kw_only=True):
    sealed: ClassVar[tuple[str, ...]] = ("reason",)

    honour: str
    reason: str = ""


class HonoursAwarded(Event, frozen=True, kw_only=True):
    """All honours of a season, in place of those it had."""

    season: int
    honours: tuple[Honour, ...]


def of_season(league: League, number: int) -> tuple[Honour, ...]:
    """What the honours of a season come to as its games stand now."""
    span = Span(league, number)
    figures: dict[str, Mapping[str, int]] = {}
    found: list[Honour] = []
    own = (one for one in league.own_honours.values() if one.key not in league.dropped)
    for one in (*HOUSE.values(), *own):
        metric = METRICS.get(one.metric)
        if metric is not None:
            figures.setdefault(one.metric, metric.measure(span))
            found += _awarded(league, one, metric, figures[one.metric])
    return tuple(found)


def _awarded(league: League, one: Composed, metric: Metric, figures: Mapping[str, int]) -> Iterator[Honour]:
    """Whoever is equal is honoured alike, in the order of their keys; of a metric that compares only within groups, the
    best of each."""
    able = {key: figure for key, figure in figures.items() if figure >= one.at_least}
    group = {key: metric.within(league, key) for key in able}
    best: dict[str, int] = {}
    for key, figure in able.items():
        best[group[key]] = (min if one.least else max)(figure, best.get(group[key], figure))
    for key in sorted(able):
        if one.everyone or able[key] == best[group[key]]:
            machine = league.machines.get(key) if metric.of == "machine" else None
            if metric.of == "player" or machine is not None:
                player = machine.player if machine is not None else key
                held = key if machine is not None else ""
                yield Honour(key=one.key, player=player, machine=held, figure=able[key])


@CHAPTER.decides
def compose(league: League, command: ComposeHonour, who: Who, dice: Dice) -> Decision:
    organiser(who)
    if command.metric not in METRICS:
        raise no(
            say(_("There is no metric “%(metric)s”."), metric=command.metric),
            say(_("Metrics: %(names)s."), names=", ".join(METRICS)),
            "metric",
        )
    if command.honour in HOUSE:
        raise no(_("The house has an honour of that key."), _("Choose another one."), "honour")
    event = HonourComposed(**asdict(command))
    if command.honour not in league.dropped and league.own_honours.get(command.honour) == _as_composed(event):
        raise no(_("The honour is so already."), field="honour")
    yield event


def _as_composed(event: HonourComposed) -> Composed:
    return Composed(
        key=event.honour,
        name=event.name,
        metric=event.metric,
        at_least=event.at_least,
        least=event.least,
        everyone=event.everyone,
    )


@CHAPTER.decides
def drop(league: League, command: DropHonour, who: Who, dice: Dice) -> Decision:
    organiser(who)
    own = [key for key in league.own_honours if key not in league.dropped]
    if command.honour not in own:
        known = ", ".join(own) or "-"
        raise no(
            say(_("The league has no honour “%(key)s” of its own."), key=command.honour),
            say(_("Its own honours: %(keys)s."), keys=known),
            "honour",
        )
    yield HonourDropped(honour=command.honour, reason=command.reason)


@CHAPTER.decides
def award(league: League, command: AwardHonours, who: Who, dice: Dice) -> Decision:
    organiser(who)
    season = season_of(league, command.season)
    honours = of_season(league, season.number)
    if honours == league.honours.get(season.number, ()):
        raise no(say(_("The honours of season %(season)d are so already."), season=season.number), field="season")
    yield HonoursAwarded(season=season.number, honours=honours)


@CHAPTER.offers(ComposeHonour)
def _offer_composing(league: League, who: Who) -> Iterator[Choice]:
    if not who.referee:
        return
    metrics = tuple(Pick(one.name, say(one.label)) for one in METRICS.values())
    fields = (
        Field(name="honour", kind="text", label=say(_("Key")), most=40, required=True, readily=0),
        Field(name="name", kind="text", label=say(_("Name")), most=80, required=True),
        Field(name="metric", kind="pick", label=say(_("What counts")), picks=metrics, required=True),
        Field(
            name="at_least", kind="number", label=say(_("At least")), least=-99_999, most=99_999, default=1, near=(1, 5)
        ),
        Field(name="least", kind="flag", label=say(_("The least wins"))),
        Field(name="everyone", kind="flag", label=say(_("Everyone who has that much"))),
    )
    yield choice(ComposeHonour, say(_("Compose an honour")), *fields, WHY)


@CHAPTER.offers(DropHonour)
def _offer_dropping(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for one in (own for key, own in league.own_honours.items() if key not in league.dropped):
            label = say(_("Award “%(honour)s” no more"), honour=verbatim(one.name))
            yield choice(DropHonour, label, WHY, honour=one.key)


@CHAPTER.offers(AwardHonours)
def _offer_awarding(league: League, who: Who) -> Iterator[Choice]:
    if who.referee:
        for season in league.seasons:
            if of_season(league, season.number) != league.honours.get(season.number, ()):
                label = say(_("Award the honours of season %(season)d"), season=season.number)
                yield choice(AwardHonours, label, season=season.number)


@CHAPTER.evolves
def _composed(league: League, event: HonourComposed) -> None:
    league.own_honours[event.honour] = _as_composed(event)
    league.dropped.discard(event.honour)


@CHAPTER.evolves
def _dropped(league: League, event: HonourDropped) -> None:
    league.dropped.add(event.honour)


@CHAPTER.evolves
def _awarded_now(league: League, event: HonoursAwarded) -> None:
    league.honours[event.season] = event.honours


@CHAPTER.narrates
def _tell_composed(league: League, event: HonourComposed) -> Message:
    return say(_("An honour of the league’s own: %(name)s. %(reason)s"), name=event.name, reason=event.reason)


@CHAPTER.narrates
def _tell_dropped(league: League, event: HonourDropped) -> Message:
    return say(_("The honour “%(honour)s” is awarded no more. %(reason)s"), honour=event.honour, reason=event.reason)


@CHAPTER.narrates
def _tell_awarded(league: League, event: HonoursAwarded) -> Message:
    if not event.honours:
        return say(_("Season %(season)d has no honours."), season=event.season)
    told, *more = (_told(league, key, event.honours) for key in dict.fromkeys(one.key for one in event.honours))
    for other in more:
        told = say(_("%(one)s; %(other)s"), one=told, other=other)
    return say(_("Honours of season %(season)d: %(honours)s."), season=event.season, honours=told)


def called(league: League, key: str) -> Message:
    """An honour's name: the house's own in the reader's language."""
    if key in HOUSE:
        return say(HOUSE[key].name)
    own = league.own_honours.get(key)
    return verbatim(own.name if own is not None and own.name else key)


def _told(league: League, key: str, honours: Sequence[Honour]) -> Message:
    """An honour with everyone who has it: each once, however many of their vehicles have it."""
    players = dict.fromkeys(one.player for one in honours if one.key == key)
    told = listed([say(_("%(player)s"), player=player) for player in players])
    return say(_("%(honour)s: %(player)s"), honour=called(league, key), player=told)
