"""Scores and places, for those who ask why: what each fixture counts, and what parts a platoon from its neighbours.

They are counted in `standings`; the chapters of results, penalties, rounds and house rules say what they do to them.
"""

from __future__ import annotations

from collections.abc import Iterator, Mapping, Sequence

from campaigns.season import names
from campaigns.season.amendments import why_by
from campaigns.season.chapters import RESULT, SCORE, Cause, Chapter, FactKind, Glance
from campaigns.season.standings import BREAKERS, Place, breakers_of, late_bye, parts_of, results_in, showings_of
from campaigns.season.state import Fixture, Season
from campaigns.season.terms import staged
from campaigns.season.values import Result
from rules.contract import Event, Message, ngettext, pgettext, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim
from rules.stream.decider import Value

CHAPTER = Chapter("Scores and places")

RULE = "Results"
NAMED = 6  # platoons that one sentence names
PARTS: dict[str, str] = {
    "won": pgettext("a result", "won"),
    "drawn": pgettext("a result", "drawn"),
    "lost": pgettext("a result", "lost"),
    "scored": _("points scored"),
    "objectives": _("objectives and victory points"),
    "destroyed": _("enemy vehicles destroyed"),
    "preserved": _("own vehicles brought home"),
}


# -- what a fixture counts ---------------------------------------------------------------------------------------------


def why_counts(season: Season, fixture: Fixture | None, key: str) -> Iterator[Cause]:
    """What a fixture counts for a platoon as the season stands, and by which amendment; nothing where the platoon is
    not in it."""
    yield from _why_counts(season, fixture, key)
    if fixture is not None and key in fixture.platoons:
        yield from why_by(season, fixture.round)


def _why_counts(season: Season, fixture: Fixture | None, key: str) -> Iterator[Cause]:
    if fixture is None or key not in fixture.platoons:
        return
    called = names.of_fixture(season, fixture.key)
    showing = next((one for one in showings_of(fixture) if one.platoon == key), None)
    if showing is None:
        yield Cause(say(_("%(fixture)s does not count."), fixture=called), RULE)
        return
    parts = parts_of(showing, season.settings(fixture.round).scoring)
    points = sum(n * each for _what, n, each in parts)
    told = listed([_part(*one) for one in parts if one[1] and (one[2] or one is parts[0])])
    yield Cause(say(_("%(fixture)s counts %(points)d: %(parts)s."), fixture=called, points=points, parts=told), RULE)


def _part(what: str, n: int, each: int) -> Message:
    if what in ("won", "drawn", "lost"):
        return say(_("%(what)s %(points)d"), what=say(PARTS[what]), points=each)
    return say(_("%(what)s %(n)d × %(each)d"), what=say(PARTS[what]), n=n, each=each)


def why_result(season: Season, fixture: Fixture | None) -> Iterator[Cause]:
    """What it counts for each of its platoons, and by which amendment."""
    for key in fixture.platoons if fixture is not None else ():
        for one in _why_counts(season, fixture, key):
            text = say(_("%(platoon)s: %(told)s"), platoon=names.platoon(season, key), told=one.text)
            yield Cause(text, one.rule)
    if fixture is not None:
        yield from why_by(season, fixture.round)


def result_in_words(season: Season, results: Mapping[str, Result]) -> Message:
    winner = next((key for key, result in results.items() if result == "won"), "")
    if winner:
        return say(_("won by %(winner)s"), winner=names.platoon(season, winner))
    if not results:
        return say(_("it does not count"))
    return say(_("a draw")) if "drawn" in results.values() else say(_("lost by both"))


def is_in(fixture: Fixture | None, key: str) -> bool:
    return fixture is not None and key in fixture.platoons


def why_idle(season: Season, round: int) -> Cause:
    """A round without a fixture."""
    points = int(season.settings(round).terms["bye_score"])
    return Cause(say(_("It has a bye in round %(round)d, which scores %(points)d."), round=round, points=points), RULE)


def why_late(season: Season, key: str) -> Cause:
    """The one bye of who came late."""
    points = int(season.settings(late_bye(season, key)).terms["bye_score"])
    return Cause(say(_("It has one bye for all it missed, which scores %(points)d."), points=points), "Pairings")


def why_since(season: Season, round: int, key: str) -> Iterator[Cause]:
    """What all fixtures and byes of a platoon count from a round on."""
    for fixture in season.fixtures.values():
        if fixture.round >= round and not fixture.is_open:
            yield from _why_counts(season, fixture, key)
    for one in season.rounds:
        if one.number >= round and key in one.byes:
            yield why_idle(season, one.number)
    if key in season.platoons and late_bye(season, key) >= max(round, 1):
        yield why_late(season, key)


# -- what a place comes of ---------------------------------------------------------------------------------------------


def _why_place(glance: Glance, event: Event, key: str) -> Iterator[Cause]:
    """Who has more, then what has parted it from those with as much, tie-breaker by tie-breaker."""
    season = glance.season
    if key not in season.platoons:
        return
    count, ahead = glance.tally.ahead(key, NAMED)
    first, *others = glance.tally.order
    level = glance.tally.level(key)
    mine = next(one for one in level if one.platoon == key)
    if count:
        text = ngettext(
            "It has %(score)d; %(n)d platoon has more: %(platoons)s.",
            "It has %(score)d; %(n)d platoons have more: %(platoons)s.",
            count,
            score=_figure(mine, first),
            platoons=_with_figures(season, ahead, first),
        )
        yield _counted_by(first, Cause(text, RULE))
    else:
        text = say(_("It has %(score)d, and nobody has more."), score=_figure(mine, first))
        yield _counted_by(first, Cause(text, RULE))
    yield from _why_parted(season, mine, level, others)


def _counted_by(first: str, cause: Cause) -> Cause:
    """With what it is that is counted first, where that is not the score."""
    if first == "score":
        return cause
    text = say(_("First counts %(breaker)s: %(told)s"), breaker=say(BREAKERS[first].label), told=cause.text)
    return Cause(text, cause.rule)


def _figure(place: Place, breaker: str) -> int:
    return place.score if breaker == "score" else place.ties[breaker]


def _why_parted(season: Season, mine: Place, level: Sequence[Place], by: Sequence[str]) -> Iterator[Cause]:
    """`level`: those that are level with it so far, itself among them. Each tie-breaker is asked of those that are
    level still; one that parts nobody is not told."""
    for breaker in by:
        own = _figure(mine, breaker) if len(level) > 1 else 0
        still = [one for one in level if _figure(one, breaker) == own] if len(level) > 1 else level
        if len(still) < len(level):
            text = _("Of those who are level with it, %(breaker)s: %(platoons)s.")
            figures = _with_figures(season, _around(mine, level), breaker)
            yield Cause(say(text, breaker=say(BREAKERS[breaker].label), platoons=figures), RULE)
        level = still
    if len(level) > 1:
        others = [one for one in level if one is not mine]
        told = names.platoons(season, [one.platoon for one in others[:NAMED]])
        yield Cause(say(_("Nothing parts it from %(platoons)s: they share the place."), platoons=told), RULE)


def _around(mine: Place, level: Sequence[Place]) -> Sequence[Place]:
    """Its nearest neighbours, itself among them: a big season has many that are level."""
    at = level.index(mine)
    return level[max(0, at - NAMED // 2) : at + 1 + NAMED // 2]


def _with_figures(season: Season, places: Sequence[Place], breaker: str) -> Message:
    figures = (_figure(one, breaker) for one in places)
    told = zip(places, figures, strict=True)
    return verbatim(", ".join(f"{season.platoons[one.platoon].name} {figure}" for one, figure in told))


# -- what can be asked -------------------------------------------------------------------------------------------------


def _score(glance: Glance, key: str) -> Value:
    return glance.tally.score(key) if key in glance.season.platoons else None


def _place(glance: Glance, key: str) -> Value:
    return glance.tally.rank(key) if key in glance.season.platoons else None


def by_more(season: Season) -> bool:
    """Whether places hang on more than fixtures: on what befalls a vehicle, on who has which platoon, on challenges."""
    return season.ladder is not None or "alive" in breakers_of(season) or bool(staged(season.terms, "late_byes"))


def _result(glance: Glance, key: str) -> Value:
    fixture = glance.season.fixtures.get(key)
    if fixture is None:
        return None
    if fixture.is_open:
        return say(_("no result yet"))
    told = result_in_words(glance.season, results_in(fixture))
    return say(_("%(result)s, disputed"), result=told) if fixture.disputes else told


def _what_counts(glance: Glance, key: str) -> object:
    return glance.tally.version


CHAPTER.holds(
    FactKind(
        SCORE,
        _("Score"),
        _("The score of %(name)s"),
        _score,
        hangs_on=_what_counts,
        moved_with=SCORE,
        anyway=by_more,
    )
)
CHAPTER.holds(
    FactKind(
        "platoons.place",
        _("Rank"),
        _("The rank of %(name)s in the standings"),
        _place,
        reasons=_why_place,
        hangs_on=_what_counts,
        moved_with=SCORE,
        follows=SCORE,
        anyway=by_more,
    )
)
CHAPTER.holds(FactKind(RESULT, _("Result"), _("The result of %(name)s"), _result))
