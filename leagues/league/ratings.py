"""Ratings of players, over all rulebooks and for each, made anew from the first game that has changed."""

from __future__ import annotations

from collections.abc import Iterator, Sequence
from typing import NamedTuple

from leagues.league import rating_models
from leagues.league.chapters import Chapter
from leagues.league.state import League
from leagues.league.values import OVERALL, Game, Rating
from rules.contract import Event, Message, ngettext

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
        after=tuple(_computed(league, [league.games[key] for key in now], first)),
        model=rating_models.method(league.terms),
    )


def counts(league: League, game: Game) -> bool:
    """Whether a game is rated: by the terms, and where its campaign is."""
    found = league.campaign(game.key.partition("/")[0])
    if found is None or not found[1].rated or not game.how or len(game.sides) < 2:
        return False
    if not all(side.players for side in game.sides):  # a substitute's, by terms that let it be nobody's
        return False
    if game.how == "history":
        return bool(league.terms.get("rates_history"))
    return game.how == "fought" or (league.terms["rates"] == "all" and game.how != "void")


def _first_changed(league: League, now: Sequence[str], changed: Sequence[str]) -> int:
    same = 0
    while same < min(len(now), len(league.rated)) and now[same] == league.rated[same] and now[same] not in changed:
        same += 1
    return same


def _computed(league: League, games: Sequence[Game], first: int) -> Iterator[After]:
    """The ratings after each of these games from number `first` on, as the league has them before it."""
    systems = {id: one.system for season in league.seasons for id, one in season.campaigns.items()}
    standing: dict[str, dict[str, Rating]] = {}
    for after in league.ratings[:first]:
        _take_in(standing, after)
    for game in games[first:]:
        after = {
            ladder: rating_models.rate(game.sides, standing.get(ladder, {}), league.terms)
            for ladder in (OVERALL, systems[game.key.partition("/")[0]])
        }
        _take_in(standing, after)
        yield after


def _take_in(standing: dict[str, dict[str, Rating]], after: After) -> None:
    for ladder, ratings in after.items():
        standing.setdefault(ladder, {}).update(ratings)


def recomputed(league: League) -> dict[str, dict[str, Rating]]:
    """The ratings that all games that count come to by the league's terms, by rating and player; what is recorded is
    not looked at."""
    found: dict[str, dict[str, Rating]] = {}
    for after in _computed(league, [game for game in league.games.values() if counts(league, game)], 0):
        _take_in(found, after)
    return found


class Foreseen(NamedTuple):
    """A player's rating as it is, None of who has none, and as it would be."""

    now: Rating | None
    then: Rating


def foreseen(league: League, game: Game) -> dict[str, dict[str, Foreseen]]:
    """What a game would change, before it is played, or if it were reported otherwise than it was: every rating that
    would be another, by rating and player. Nothing is written."""
    known = [league.games[key] for key in league.rated]
    at = league.rated.index(game.key) if game.key in league.rated else len(known)
    games = [*known[:at], *([game] if counts(league, game) else ()), *known[at + 1 :]]
    then: dict[str, dict[str, Rating]] = {}
    for after in (*league.ratings[:at], *_computed(league, games, at)):
        _take_in(then, after)
    return {
        ladder: {
            player: Foreseen(now.get(player), rating) for player, rating in ratings.items() if now.get(player) != rating
        }
        for ladder, ratings in then.items()
        for now in (league.current(ladder),)
    }


@CHAPTER.evolves
def _rated(league: League, event: Rated) -> None:
    league.rated[event.since :] = event.games
    league.ratings[event.since :] = event.after
    league.model = event.model


@CHAPTER.narrates
def _tell_rated(league: League, event: Rated) -> Message:
    return ngettext(
        "Ratings after %(n)d game are computed (%(model)s).",
        "Ratings after %(n)d games are computed (%(model)s).",
        len(event.games),
        model=event.model,
    )
