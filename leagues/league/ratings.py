"""Ratings of players, over all rulebooks and for each, made anew from the first game that has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence

from leagues.league import rating_models
from leagues.league.chapters import Chapter
from leagues.league.state import League
from leagues.league.values import OVERALL, Game, Rating
from rules.contract import Event, Message, say
from rules.contract import gettext_noop as _

CHAPTER = Chapter("Ratings")

After = dict[str, dict[str, Rating]]  # of who played a game, by rating and player


class Rated(Event, frozen=True, kw_only=True):
    """The ratings of all rated games from number `since` on (counted from 0), in place of what stood there: `games` by
    key, and after each of them those of who played it. `model`: what computed them, with its version."""

    since: int
    games: tuple[str, ...]
    after: tuple[After, ...]
    model: str


def rated_anew(league: League, since: int | None = None, changed: Sequence[str] = ()) -> Iterator[Rated]:
    """What the ratings come to where they are not as the games are: none where they are. `changed`: the games that
    may rate otherwise than they did; `since` makes all from that number on anew."""
    now = [key for key, game in league.games.items() if counts(league, game)]
    first = _first_changed(league, now, changed) if since is None else since
    if first >= len(now) and len(now) == len(league.rated):
        return
    yield Rated(
        since=first,
        games=tuple(now[first:]),
        after=tuple(_computed(league, now, first)),
        model=rating_models.method(league.terms),
    )


def counts(league: League, game: Game) -> bool:
    """Whether a game is rated: by the terms, and where its campaign is."""
    found = league.campaign(game.key.partition("/")[0])
    if found is None or not found[1].rated or not game.how or len(game.sides) < 2:
        return False
    return game.how == "fought" or (league.terms["rates"] == "all" and game.how != "void")


def _first_changed(league: League, now: Sequence[str], changed: Sequence[str]) -> int:
    same = 0
    while same < min(len(now), len(league.rated)) and now[same] == league.rated[same] and now[same] not in changed:
        same += 1
    return same


def _computed(league: League, games: Sequence[str], first: int) -> Iterator[After]:
    systems = {id: one.system for season in league.seasons for id, one in season.campaigns.items()}
    standing: dict[str, dict[str, Rating]] = {}
    for after in league.ratings[:first]:
        _take_in(standing, after)
    for key in games[first:]:
        game = league.games[key]
        after = {
            ladder: rating_models.rate(game.sides, standing.get(ladder, {}), league.terms)
            for ladder in (OVERALL, systems[key.partition("/")[0]])
        }
        _take_in(standing, after)
        yield after


def _take_in(standing: dict[str, dict[str, Rating]], after: After) -> None:
    for ladder, ratings in after.items():
        standing.setdefault(ladder, {}).update(ratings)


def foreseen(league: League, game: Game) -> After:
    """What the ratings of those who play it would be after one more game: nothing is written."""
    found = league.campaign(game.key.partition("/")[0])
    ladders = (OVERALL, found[1].system) if found is not None else (OVERALL,)
    return {one: rating_models.rate(game.sides, league.current(one), league.terms) for one in ladders}


@CHAPTER.evolves
def _rated(league: League, event: Rated) -> None:
    league.rated[event.since :] = event.games
    league.ratings[event.since :] = event.after
    league.model = event.model


@CHAPTER.narrates
def _tell_rated(league: League, event: Rated) -> Message:
    return say(_("Ratings after %(games)d games are computed (%(model)s)."), games=len(event.games), model=event.model)
