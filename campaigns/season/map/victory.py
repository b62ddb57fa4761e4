"""What each side's sectors score as a round closes, and how the war ends."""

from __future__ import annotations

from collections.abc import Iterator

from campaigns.season import names
from campaigns.season.chapters import TOTAL, Cause, Chapter, FactKind, Glance
from campaigns.season.kept_events import Victory, Won
from campaigns.season.positions import lay_of, supplies
from campaigns.season.state import Season
from campaigns.theatre import Supply
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _
from rules.stream.decider import Value

CHAPTER = Chapter("Victory")


class TheatreScored(Event, frozen=True, kw_only=True):
    """A round closes on the map: what each side's sectors scored, and the sides' totals with it. `supply`: that of
    every platoon by key, as the workshop then went by it. `final`: it is the score of the end, not of a round."""

    round: int
    gained: dict[str, int] = {}
    totals: dict[str, int] = {}
    supply: dict[str, Supply] = {}
    final: bool = False


def score_round(season: Season, number: int) -> Iterator[Event]:
    """As round `number` closes on the map, with the supply that the workshop goes by; and the end of the war, if that
    is what it has come to. Each event has to be applied before the next is asked for."""
    if season.opened.theatre is None:
        return
    gained = _values(season, int(season.terms["round_value"]))
    yield TheatreScored(round=number, gained=gained, totals=_with(season, gained), supply=supplies(season))
    if how := _ended(season, number):
        yield from _the_end(season, number, how, _conqueror(season) if how == "capital" else "")


def score_end(season: Season) -> Iterator[Event]:
    """As the season closes, where the war has not ended before."""
    if season.opened.theatre is not None and season.won is None:
        yield from _the_end(season, season.rounds[-1].number if season.rounds else 0, "closed", "")


def _the_end(season: Season, number: int, how: Victory, victor: str) -> Iterator[Event]:
    """`victor`: who has won whatever the score; "" for who leads."""
    gained = _values(season, int(season.terms["end_value"]))
    totals = _with(season, gained)
    yield TheatreScored(round=number, gained=gained, totals=totals, final=True)
    yield Won(side=victor or _leader(totals), how=how, totals=totals)


def _values(season: Season, points: int) -> dict[str, int]:
    """So many points for each point of value of what a side owns and shares with nobody, by side."""
    lay = lay_of(season)
    return {side: points * sum(lay.sectors[key].value for key in lay.through(side)) for side in season.opened.sides}


def _with(season: Season, gained: dict[str, int]) -> dict[str, int]:
    return {side: season.scores.get(side, 0) + points for side, points in gained.items()}


def _leader(totals: dict[str, int]) -> str:
    """The side with more than every other; "" where several have as much."""
    most = max(totals.values())
    leaders = [side for side, points in totals.items() if points == most]
    return leaders[0] if len(leaders) == 1 else ""


def _ended(season: Season, number: int) -> Victory | None:
    """How the war ends with this round, by the term `victory`; None while it goes on."""
    terms = season.terms
    match terms["victory"]:
        case "points":
            leader = _leader(season.scores)
            return "points" if leader and season.scores[leader] >= int(terms["victory_points"]) else None
        case "capital":
            return "capital" if _conqueror(season) else None
        case _:
            return "rounds" if number >= int(terms["victory_rounds"]) else None


def _conqueror(season: Season) -> str:
    """The side that alone owns every capital; "" for none. Where capitals win, each side has one."""
    lay = lay_of(season)
    capitals = {one.key for one in lay.theatre.sectors if one.capital}
    return next((side for side in season.opened.sides if capitals <= lay.through(side)), "")


# -- what it changes ---------------------------------------------------------------------------------------------------


@CHAPTER.evolves
def _scored(season: Season, event: TheatreScored) -> None:
    season.scores = dict(event.totals)


@CHAPTER.evolves
def _won(season: Season, event: Won) -> None:
    season.won = event


# -- how it reads ------------------------------------------------------------------------------------------------------


@CHAPTER.narrates
def _tell_scored(season: Season, event: TheatreScored) -> Message:
    text = _("The map scores for round %(round)d: %(gained)s. In all: %(totals)s.")
    if event.final:
        text = _("The map scores for the end of the war: %(gained)s. In all: %(totals)s.")
    return say(
        text, round=event.round, gained=names.totals(season, event.gained), totals=names.totals(season, event.totals)
    )


VICTORIES: dict[str, str] = {
    "points": _("The war is won by %(side)s, by points: %(totals)s."),
    "capital": _("The war is won by %(side)s. Every capital is taken; points: %(totals)s."),
    "rounds": _("The war is won by %(side)s, after its last round: %(totals)s."),
    "closed": _("The war is won by %(side)s, as the season closes: %(totals)s."),
}


@CHAPTER.narrates
def _tell_won(season: Season, event: Won) -> Message:
    scores = names.totals(season, event.totals)
    if not event.side:
        return say(_("The war ends in a draw: %(totals)s."), totals=scores)
    return say(VICTORIES[event.how], side=names.side(season, event.side), totals=scores)


# -- why ---------------------------------------------------------------------------------------------------------------


@CHAPTER.explains(TOTAL)
def _why_scored(season: Season, event: TheatreScored, key: str) -> Iterator[Cause]:
    text = _("Its sectors scored %(points)d for round %(round)d.")
    if event.final:
        text = _("Its sectors scored %(points)d for the end of the war.")
    yield Cause(say(text, points=event.gained.get(key, 0), round=event.round), "Score and victory")


@CHAPTER.speaks(TOTAL)
def _speaks(season: Season, event: TheatreScored, key: str) -> bool:
    return True


def _total(glance: Glance, key: str) -> Value:
    return glance.season.scores.get(key, 0)


CHAPTER.holds(FactKind(TOTAL, _("Score on the map"), _("The score of %(name)s on the map"), _total, on_map=True))
