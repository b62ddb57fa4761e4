"""Forces for a battle that nobody prepares: lists that a rulebook has ready, and how it drafts one within points.

A rulebook declares them as `RuleSystem.friendly`; `rules.friendly` makes musters of them. Pure. What a rulebook says
here is judged by its own muster, as all forces are.
"""

from __future__ import annotations

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass, field
from typing import Any

import msgspec

from rules.declarations import Article
from rules.messages import Message

Choose = Callable[[int], int]  # `choose(n)` picks a number below n


class Brought(msgspec.Struct, frozen=True):
    """A vehicle as good as new: its model and its cards, by name or key, and what its player calls it."""

    model: str
    cards: tuple[str, ...] = ()
    name: str = ""


class Force(msgspec.Struct, frozen=True):
    """What one side brings: its vehicles in their order, and its platoon card where the rulebook has any."""

    vehicles: tuple[Brought, ...]
    platoon: str = ""


def force(*models: str) -> Force:
    """Such vehicles, without cards."""
    return Force(tuple(map(Brought, models)))


class ReadyMade(msgspec.Struct, frozen=True, kw_only=True):
    """Forces for every side of a scenario. `key` is the list's own in its rulebook, and stays the same."""

    key: str
    label: Message
    scenario: str
    forces: dict[str, Force]
    options: dict[str, bool | int | str] = {}
    board: dict[str, Any] = {}


@dataclass(frozen=True, kw_only=True, eq=False)
class Friendly:
    """How battles begin that nobody prepares. All of it is of the newest edition.

    `draft`: a force for a side of a scenario, of at most so many points, picked by `choose`; the same picks give the
    same force. It takes vehicles as anybody would bring them: no wear, no house rules of a club. None: any vehicles of
    the catalogue. `points`: the sizes a form offers, smallest first. `limited_by`: the option by which the muster
    holds both sides to that size, "" for none.
    """

    ready: tuple[ReadyMade, ...] = ()
    scenarios: tuple[str, ...] = ()  # those that are drafted for; () for all
    points: tuple[int, ...] = (50, 100, 200)
    draft: Callable[[str, str, int, Choose], Force] | None = None
    limited_by: str = ""
    options: Mapping[str, bool | int | str] = field(default_factory=dict)  # of every battle that begins so


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
