"""How players are rated: Plackett-Luce as the library `openskill` has it, and Elo.

Called where reports are decided, never where events are folded: what it comes to is recorded, so that a newer release
of the library changes no history.

Plackett-Luce: R. C. Weng and C.-J. Lin, A Bayesian Approximation Method for Online Ranking, JMLR 12 (2011), 267-300.
Elo: A. E. Elo, The Rating of Chessplayers, Past and Present (1978); of teams the mean counts, of more than two sides
every pair, each with its share of K.
"""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from functools import cache
from importlib.metadata import version
from itertools import combinations
from math import erf, sqrt

from openskill.models import PlackettLuce

from leagues.league.values import Rating, Side, Terms

MILLION = 1_000_000
RANKS = {"won": 1, "drawn": 2, "lost": 3}
ELO_BEGINS, ELO_SCALE = 1500, 400

Ratings = Mapping[str, Rating]  # by player


def newcomer(terms: Terms) -> Rating:
    """The rating of somebody who has not played yet."""
    if terms["rating"] == "elo":
        return Rating(mean=ELO_BEGINS * MILLION, doubt=0, games=0)
    model = _model()
    return Rating(mean=round(model.mu * MILLION), doubt=round(model.sigma * MILLION), games=0)


def rate(sides: Sequence[Side], before: Ratings, terms: Terms) -> dict[str, Rating]:
    """The ratings after a game of all who played it, by player. Who stands on both sides of it is left out."""
    met = _apart(sides)
    if len(met) < 2:
        return {}
    return (_elo if terms["rating"] == "elo" else _plackett_luce)(met, before, terms)


def method(terms: Terms) -> str:
    """What computes the ratings, with its version: it stands beside every rating in the log."""
    if terms["rating"] == "elo":
        return f"elo 1, K {terms['elo_k']}"
    return f"plackett-luce, openskill {version('openskill')}"


def shown(rating: Rating, terms: Terms) -> int:
    """A rating as people read it: 1500 for a newcomer. Plackett-Luce's mean is stretched by 60 for that."""
    scale = 1 if terms["rating"] == "elo" else 60
    return (rating.mean * scale + MILLION // 2) // MILLION


def shown_doubt(rating: Rating, terms: Terms) -> int:
    """How far off the rating may be, either way: two standard deviations. 0 where the model has none."""
    return 0 if terms["rating"] == "elo" else (rating.doubt * 120 + MILLION // 2) // MILLION


def _apart(sides: Sequence[Side]) -> list[Side]:
    """The sides without whoever stands on more than one of them."""
    seen: dict[str, int] = {}
    for side in sides:
        for player in dict.fromkeys(side.players):
            seen[player] = seen.get(player, 0) + 1
    kept = [(side, tuple(dict.fromkeys(one for one in side.players if seen[one] == 1))) for side in sides]
    return [Side(players=players, result=side.result) for side, players in kept if players]


@cache
def _model() -> PlackettLuce:
    return PlackettLuce()


def _plackett_luce(sides: Sequence[Side], before: Ratings, terms: Terms) -> dict[str, Rating]:
    model, new = _model(), newcomer(terms)
    old = [[before.get(player, new) for player in side.players] for side in sides]
    teams = [[model.create_rating([one.mean / MILLION, one.doubt / MILLION]) for one in team] for team in old]
    rated = model.rate(teams, ranks=[RANKS[side.result] for side in sides])
    return {
        player: Rating(mean=round(now.mu * MILLION), doubt=round(now.sigma * MILLION), games=was.games + 1)
        for side, team, past in zip(sides, rated, old, strict=True)
        for player, now, was in zip(side.players, team, past, strict=True)
    }


def _elo(sides: Sequence[Side], before: Ratings, terms: Terms) -> dict[str, Rating]:
    new = newcomer(terms)
    old = [[before.get(player, new) for player in side.players] for side in sides]
    means = [sum(one.mean for one in team) / len(team) / MILLION for team in old]
    gains = [0.0] * len(sides)
    share = int(terms["elo_k"]) / (len(sides) - 1)
    for one, other in combinations(range(len(sides)), 2):
        expected = 1 / (1 + 10 ** ((means[other] - means[one]) / ELO_SCALE))
        gain = share * (_score(sides[one], sides[other]) - expected)
        gains[one] += gain
        gains[other] -= gain
    return {
        player: Rating(mean=was.mean + round(gain * MILLION), doubt=0, games=was.games + 1)
        for side, past, gain in zip(sides, old, gains, strict=True)
        for player, was in zip(side.players, past, strict=True)
    }


def _score(one: Side, other: Side) -> float:
    ranks = RANKS[one.result], RANKS[other.result]
    return 0.5 if ranks[0] == ranks[1] else float(ranks[0] < ranks[1])


def expected(one: Sequence[Rating], other: Sequence[Rating], terms: Terms) -> float:
    """What the players of one side may expect of a game against the other: the chance to win, and half of that to draw.
    Of Elo its own formula; of Plackett-Luce that of the normal distributions it rates by, where each
    player adds their doubt and the β of the model."""
    if terms["rating"] == "elo":
        mine, theirs = (sum(each.mean for each in side) / len(side) / MILLION for side in (one, other))
        return float(1 / (1 + 10 ** ((theirs - mine) / ELO_SCALE)))
    model = _model()
    lead = (sum(each.mean for each in one) - sum(each.mean for each in other)) / MILLION
    doubt = sum((each.doubt / MILLION) ** 2 + model.beta**2 for each in (*one, *other))
    return (1 + erf(lead / sqrt(2 * doubt))) / 2
