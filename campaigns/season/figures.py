"""The figures of tie-breakers, cell by cell of the standings, for those who ask what they are made of."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from campaigns.season import names
from campaigns.season.chapters import SCORE, Cause, Chapter, FactKind, Glance
from campaigns.season.scores import by_more
from campaigns.season.standings import BREAKERS, Breaker
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.decider import Value

CHAPTER = Chapter("Figures of tie-breakers")

RULE = "Results"


def _value(breaker: Breaker) -> Callable[[Glance, str], Value]:
    def value(glance: Glance, key: str) -> Value:
        """Nothing where it was not asked: what came before it has parted the platoon from all others."""
        if key not in glance.season.platoons:
            return None
        return next(one.ties.get(breaker.key) for one in glance.tally.level(key) if one.platoon == key)

    return value


def _why(breaker: Breaker) -> Callable[[Glance, Event, str], Iterator[Cause]]:
    def why(glance: Glance, event: Event, key: str) -> Iterator[Cause]:
        if key not in glance.season.platoons:
            return
        yield Cause(say(breaker.help), RULE)
        if parts := [*_parts(glance, breaker, key)]:
            yield Cause(say(_("It is made of %(parts)s."), parts=listed(parts)), RULE)

    return why


def _parts(glance: Glance, breaker: Breaker, key: str) -> Iterator[Message]:
    """What brings something, and how much."""
    tally, season = glance.tally, glance.season
    if breaker.each is not None:
        for fixture, showing in tally.showings(key).items():
            if n := breaker.each(showing):
                yield say(_("%(what)s %(n)d"), what=names.of_fixture(season, fixture), n=n)
    elif breaker.of_met is not None:
        for other, (times, n) in tally.of_met(breaker.of_met, key).items():
            called = verbatim(season.platoons[other].name)
            yield (
                say(_("%(what)s %(n)d"), what=called, n=n)
                if times == 1
                else say(_("%(what)s %(times)d × %(n)d"), what=called, times=times, n=n)
            )


def _kind(breaker: Breaker) -> FactKind:
    return FactKind(
        f"platoons.{breaker.key}",
        breaker.label,
        _("%(name)s in the standings"),
        _value(breaker),
        reasons=_why(breaker),
        hangs_on=lambda glance, key: glance.tally.version,
        moved_with=SCORE,
        follows=SCORE,
        anyway=by_more,
        listed=False,
    )


for _one in BREAKERS.values():
    if _one.key not in ("score", "rung"):  # they have chapters of their own
        CHAPTER.holds(_kind(_one))
