"""What a dry run of a report to a league adds to its answer: what would change, and a correction's report by report
preview."""

from __future__ import annotations

from collections.abc import Collection
from contextlib import suppress

from api.campaign_preview import telling
from api.revision_preview import in_shape
from api.shapes import league_preview as shapes
from api.shapes.reports import Answer
from battles import mended
from battles.reports import Report
from leagues import handler
from leagues.league import MENDS, League
from leagues.league.decider import LEAGUES
from leagues.presenters.foretold import shift_of
from leagues.presenters.log import teller
from leagues.presenters.names import Names
from leagues.projections import rating_of
from rules.adjudicate import Who
from rules.contract import Refused, Unfallen

MENDING = frozenset(kind.__name__ for kind in MENDS)


def foretell(
    given: Answer, stream: str, report: Report, who: Who, after: League, names: Names, unseen: Collection[str]
) -> None:
    """Add it, unless the report was refused or has counted already."""
    if given.status != "accepted" or any(ruling.digest for ruling in given.events):
        return
    before, told, rows = handler.replay(stream)
    given.league = _shift(before, after, names, unseen)
    if report.type in MENDING:
        with suppress(Refused, Unfallen):
            found = mended.foresee(handler.LEAGUE, mended.history_of(LEAGUES, told, rows), report, who)
            once, then = (teller(league, names, who.id, unseen) for league in (before, after))
            given.preview = in_shape(found, telling(then), names.in_sentences(), telling(once))


def _shift(before: League, after: League, names: Names, unseen: Collection[str]) -> shapes.LeagueShift:
    found = shift_of(before, after, names, unseen)
    people = {
        *(one.player for one in found.ratings),
        *(one.player for one in found.divisions),
        *(one.title.player for one in found.titles),
        *(one.honour.player for one in found.honours),
    }
    return shapes.LeagueShift(
        ratings=[
            shapes.LeagueRerated(one.player, one.ladder, rating_of(one.before, before), rating_of(one.after, after))
            for one in found.ratings
        ],
        divisions=[shapes.LeagueTransferred(one.player, one.before, one.after) for one in found.divisions],
        titles=[shapes.LeagueWon(one.season, one.title.division, one.title.player, one.given) for one in found.titles],
        honours=[
            shapes.LeagueAwarded(
                season=one.season,
                honour=one.honour.key,
                player=one.honour.player,
                machine=one.honour.machine or None,
                figure=one.honour.figure,
                given=one.given,
            )
            for one in found.honours
        ],
        people=names.by_key(people),
    )
