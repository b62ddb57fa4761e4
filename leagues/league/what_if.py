"""What if: a league's ratings made anew with something changed, beside its log. Pure; nothing of it is written."""

from __future__ import annotations

from collections.abc import Iterator, Mapping
from copy import copy
from typing import Annotated

import msgspec
from msgspec.structs import replace

from leagues.league.ratings import recomputed
from leagues.league.refusals import no
from leagues.league.state import League
from leagues.league.terms import settle_terms
from leagues.league.values import OVERALL, Game, GameKey, PlayerKey, Rating, Result, Terms
from rules.contract import Command, Refused, at_once, say
from rules.contract import gettext_noop as _

RATED_BY = ("rating", "elo_k", "rates", "rates_history")  # the terms that ratings follow from
DRAW = "-"


class TurnedGame(msgspec.Struct, frozen=True, kw_only=True, forbid_unknown_fields=True):
    """A game has another result: `winner`, a platoon of it; "-" for a draw."""

    game: GameKey
    winner: Annotated[str, msgspec.Meta(max_length=80)]


class AskLeagueWhatIf(Command, frozen=True, kw_only=True):
    """Nothing that is reported: what would be otherwise. `terms`: those of `RATED_BY`."""

    turned: Annotated[tuple[TurnedGame, ...], msgspec.Meta(max_length=20)] = ()
    without_players: Annotated[tuple[PlayerKey, ...], msgspec.Meta(max_length=20)] = ()
    terms: Terms = {}


class Line(msgspec.Struct, frozen=True):
    """A player's place and rating, before and after; 0 and None for none."""

    player: str
    place_before: int
    before: Rating | None
    place_after: int
    after: Rating | None

    @property
    def moved(self) -> int:
        return self.place_before - self.place_after if self.place_before and self.place_after else 0


def check(league: League, asked: AskLeagueWhatIf) -> None:
    """`Refused`, all faults at once."""
    at_once(_wrong(league, asked))


def _wrong(league: League, asked: AskLeagueWhatIf) -> Iterator[Refused]:
    try:
        settle_terms(asked.terms)
    except Refused as refused:
        yield from refused.faults
    for name in asked.terms.keys() - {*RATED_BY}:
        yield no(say(_("Ratings do not follow from “%(name)s”."), name=name), field="terms")
    for one in asked.turned:
        game = league.games.get(one.game)
        if game is None:
            yield no(say(_("There is no game “%(game)s”."), game=one.game), field="turned")
        elif one.winner != DRAW and one.winner not in [side.platoon for side in game.sides]:
            yield no(say(_("“%(key)s” did not play this game."), key=one.winner), field="turned")
    for key in asked.without_players:
        if key not in league.players:
            yield no(say(_("There is no player “%(key)s”."), key=key), field="without_players")


def changed(league: League, asked: AskLeagueWhatIf) -> League:
    """The league as it would be, with ratings made anew; only its terms, its games and its ratings are others."""
    then = copy(league)
    then.terms = league.terms | asked.terms
    turned, gone = {one.game: one.winner for one in asked.turned}, {*asked.without_players}
    then.games = {
        key: _turned(game, turned[key]) if key in turned else game
        for key, game in league.games.items()
        if not any(player in gone for side in game.sides for player in side.players)
    }
    return then


def with_season(league: League, campaign: str, games: Mapping[str, Game]) -> League:
    """The league with other games of one of its seasons, by key: each where it stood, and those that are new at the
    end. Only its games are others."""
    then = copy(league)
    stay = {
        key: games.get(key, game)
        for key, game in league.games.items()
        if key in games or key.partition("/")[0] != campaign
    }
    then.games = stay | {key: game for key, game in games.items() if key not in stay}
    return then


def _turned(game: Game, winner: str) -> Game:
    def result(platoon: str) -> Result:
        return "drawn" if winner == DRAW else "won" if platoon == winner else "lost"

    return replace(game, sides=tuple(replace(side, result=result(side.platoon)) for side in game.sides))


def compare(league: League, asked: AskLeagueWhatIf, begun: League | None = None) -> list[Line]:
    """Over all rulebooks, best first as it would be; then who has no rating any more. What is recorded is compared with
    what is computed now: another release of the model's library may differ by itself. `begun`: the league with
    something changed already, to begin with."""
    was, would = league.current(OVERALL), recomputed(changed(begun or league, asked)).get(OVERALL, {})
    before, after = _places(was), _places(would)
    order = [*sorted(would, key=lambda key: after[key]), *(key for key in was if key not in would)]
    return [Line(key, before.get(key, 0), was.get(key), after.get(key, 0), would.get(key)) for key in order]


def _places(ratings: dict[str, Rating]) -> dict[str, int]:
    """Who has the same mean shares a place."""
    means = sorted((one.mean for one in ratings.values()), reverse=True)
    first = {mean: place for place, mean in reversed([*enumerate(means, 1)])}
    return {key: first[one.mean] for key, one in ratings.items()}
