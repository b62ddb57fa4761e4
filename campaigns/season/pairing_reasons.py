"""Why two platoons meet, and what a pairing breaks that was changed by hand: said before a round is published. Pure."""

from __future__ import annotations

from collections.abc import Collection, Iterator, Sequence

from campaigns.season import knock_out, names
from campaigns.season.absences import resting
from campaigns.season.pairing_methods import METHODS, Pair, byes_of, home_lead, kept_apart
from campaigns.season.staged_methods import placings
from campaigns.season.standings import DRAWN, standings
from campaigns.season.state import Season
from campaigns.season.unconfirmed import rests_on, unconfirmed
from rules.contract import Message, say
from rules.contract import gettext_noop as _
from rules.messages import listed, verbatim


def reasons(season: Season, pairs: Sequence[Pair], method: str = "", absent: Collection[str] = ()) -> Iterator[Message]:
    """What speaks for each pair, and for each bye; who is `absent` has none."""
    yield from of_pairs(season, pairs, method)
    byes, scores = byes_of(season), {one.platoon: one.score for one in standings(season, without=DRAWN)}
    for key in _resting(season, pairs, method, absent):
        yield say(
            _("%(name)s has a bye: byes so far %(byes)d, %(score)d in the standings."),
            name=names.platoon(season, key),
            byes=byes[key],
            score=scores[key],
        )


def of_pairs(season: Season, pairs: Sequence[Pair], method: str = "") -> Iterator[Message]:
    """What speaks for each pair."""
    seeds, lead = _seeds(season, method), home_lead(season)
    scores = {one.platoon: one.score for one in standings(season, without=DRAWN)}
    for home, away in pairs:
        values = {
            "home": names.platoon(season, home),
            "away": names.platoon(season, away),
            "pair": _pair(season, home, away),
        }
        if home in seeds and away in seeds:
            places = {"first": seeds.index(home) + 1, "second": seeds.index(away) + 1}
            yield say(_("%(pair)s: number %(first)d and number %(second)d of the knock-out."), **values, **places)
            continue
        both = {"first": scores[home], "second": scores[away]}
        if scores[home] == scores[away]:
            yield say(_("%(pair)s: level in the standings, with %(first)d each."), **values, **both)
        else:
            yield say(_("%(pair)s: %(first)d and %(second)d in the standings."), **values, **both)
        if lead[home] < lead[away]:
            yield say(_("%(home)s is at home, having been so less often than %(away)s."), **values)
        elif lead[home] > lead[away]:
            yield say(_("%(away)s was at home less often so far than %(home)s."), **values)


def breaks(season: Season, pairs: Sequence[Pair], method: str = "", absent: Collection[str] = ()) -> Iterator[Message]:
    """What the rules of pairing would have avoided; an organiser may publish it all the same."""
    byes = byes_of(season)
    apart, open_ = kept_apart(season), unconfirmed(season, method)
    fewest = min((byes[key] for pair in pairs for key in pair), default=0)
    for key in _resting(season, pairs, method, absent):
        if byes[key] > fewest:
            yield say(_("%(name)s has a bye again, before others who had fewer."), name=names.platoon(season, key))
    for home, away in pairs:
        if not {*season.platoons[home].players}.isdisjoint(season.platoons[away].players):
            yield say(_("%(pair)s: one player has both platoons."), pair=_pair(season, home, away))
        if frozenset((home, away)) in apart:
            yield say(_("%(pair)s: they are to be kept apart."), pair=_pair(season, home, away))
        if unsure := rests_on(season, (home, away), open_):
            told = listed([names.of_fixture(season, key) for key in unsure])
            text = _("%(pair)s: it rests on a result that is not confirmed (%(fixtures)s).")
            yield say(text, pair=_pair(season, home, away), fixtures=told)
        sides = {season.platoons[home].side, season.platoons[away].side}
        if len(season.opened.sides) == 2 and len(sides) == 1:
            yield say(_("%(pair)s: both are on one side."), pair=_pair(season, home, away))
    if method and METHODS[method].still_in and _seeds(season, method):
        yield from _off_the_bracket(season, pairs, method)


def _off_the_bracket(season: Season, pairs: Sequence[Pair], method: str) -> Iterator[Message]:
    found = knock_out.of(season, METHODS[method].seeds(season))
    due = {frozenset(pair) for pair in found.pairs(placings(season))} if found else set()
    there = {key for pair in due for key in pair}
    for home, away in pairs:
        for key in (home, away):
            if key not in there:
                yield say(
                    _("%(name)s is not due to play in this round of the knock-out."), name=names.platoon(season, key)
                )
        if {home, away} <= there and frozenset((home, away)) not in due:
            yield say(_("%(pair)s: they would not meet by the bracket."), pair=_pair(season, home, away))


def _seeds(season: Season, method: str) -> Sequence[str]:
    """The entrants of the knock-out by which a method pairs now."""
    if not method or METHODS[method].still_in is None or METHODS[method].ladder is not None:
        return ()
    found = knock_out.of(season, METHODS[method].seeds(season))
    return found.seeds if found else ()


def _resting(season: Season, pairs: Sequence[Pair], method: str, absent: Collection[str]) -> list[str]:
    announced = {
        key
        for one in season.fixtures.values()
        if season.under_way and one.round == season.under_way.number
        for key in one.platoons
    }
    return resting(season, method, {key for pair in pairs for key in pair}.union(absent, announced))


def _pair(season: Season, home: str, away: str) -> Message:
    return verbatim(names.pair(season, (home, away)))
