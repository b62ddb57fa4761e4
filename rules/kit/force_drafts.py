"""Vehicles picked at random within points, as somebody would who brings a small force to a friendly battle."""

from __future__ import annotations

from collections.abc import Callable, Sequence

from rules.declarations import Article
from rules.ready_forces import Choose

TRIES = 12  # of which the one is kept that leaves the fewest points
MOST = 6  # vehicles a side: more take an evening


def within(
    points: int,
    articles: Sequence[Article],
    choose: Choose,
    *,
    most: int = MOST,
    first: Callable[[Article], bool] = lambda article: True,
) -> list[Article]:
    """Articles that cost at most `points` together, one of them such that `first` holds; several may be alike. None at
    all if nothing of that kind is cheap enough."""
    tries = (_one_try(points, articles, choose, most, first) for _try in range(TRIES))
    return max(tries, key=lambda picked: sum(map(price, picked)))


def _one_try(
    points: int, articles: Sequence[Article], choose: Choose, most: int, first: Callable[[Article], bool]
) -> list[Article]:
    picked: list[Article] = []
    left, count = points, 1 + choose(most)
    while len(picked) < count:
        known = [one for one in articles if price(one) <= left and (picked or first(one))]
        if not known:
            break
        picked.append(known[choose(len(known))])
        left -= price(picked[-1])
    return picked


def price(article: Article) -> int:
    """What it counts; what costs nothing counts one, so that it is not there by the dozen."""
    return max(1, article.points)


def one_nation(articles: Sequence[Article], nations: Sequence[str], choose: Choose) -> list[Article]:
    """Those of one of these nations; of those that have any, each is as likely as the others."""
    known = [nation for nation in nations if any(one.nation == nation for one in articles)]
    nation = known[choose(len(known))]
    return [one for one in articles if one.nation == nation]
