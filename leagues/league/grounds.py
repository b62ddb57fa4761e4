"""What a figure is made of: for each metric the games that count in it, with what each of them adds. Pure."""

from __future__ import annotations

from collections.abc import Callable, Iterator
from typing import NamedTuple

from leagues.league import metrics, rating_models
from leagues.league.metrics import METRICS, Span
from leagues.league.values import Deed, Rating
from rules.contract import Message, say
from rules.contract import gettext_noop as _

TOLD = {"won": _("Won."), "drawn": _("Drawn."), "lost": _("Lost.")}


class Ground(NamedTuple):
    """A game, by key, and the figure after it; None where it is too early for one. `vehicle`: whose deeds they are, by
    its id in the season, "" for a player's."""

    game: str
    figure: int | None
    text: Message
    vehicle: str = ""


Finds = Callable[[Span, str], Iterator[Ground]]


def grounds_of(metric: str, span: Span, key: str) -> list[Ground]:
    """The games behind a player's, or a vehicle's figure (by its key), the oldest first."""
    return [*GROUNDS[metric](span, key)]


def _results(*results: str) -> Finds:
    def find(span: Span, key: str) -> Iterator[Ground]:
        n = 0
        for game, player, how in span.sides:
            if player == key and how in results:
                n += 1
                yield Ground(game.key, n, say(TOLD[how]))

    return find


def _streak(span: Span, key: str) -> Iterator[Ground]:
    """The games of the longest row of them; of the first, where there are several."""
    best: list[Ground] = []
    now: list[Ground] = []
    for game, player, how in span.sides:
        if player == key:
            now = [*now, Ground(game.key, len(now) + 1, say(TOLD["won"]))] if how == "won" else []
            best = now if len(now) > len(best) else best
    yield from best


def _upset(span: Span, key: str) -> Iterator[Ground]:
    """The game against the best opponent beaten, if that was no worse one."""
    mine = [(gap, game.key) for game, player, gap in metrics.upsets(span) if player == key and gap > 0]
    for gap, game in sorted(mine, key=lambda one: -one[0])[:1]:
        yield Ground(game, gap, say(_("Beat somebody whose rating was %(gap)d higher."), gap=gap))


def _gain(span: Span, key: str) -> Iterator[Ground]:
    terms, first = span.league.terms, None
    for game, before, after in span.ratings:
        if key in after:
            was: Rating = before.get(key) or rating_models.newcomer(terms)
            old, new = rating_models.shown(was, terms), rating_models.shown(after[key], terms)
            first = old if first is None else first
            yield Ground(game.key, new - first, say(_("The rating went from %(old)d to %(new)d."), old=old, new=new))


def _luck(span: Span, key: str) -> Iterator[Ground]:
    told = _("%(dice)d dice came to %(over)s more than was to be expected.")
    dice = over = variance = 0
    for game in span.games:
        deeds = span.league.deeds.get(game.key)
        for one in deeds.luck if deeds is not None else ():
            if metrics.thrown_for(game, one) == key:
                dice, over, variance = dice + one.dice, over + one.over, variance + one.variance
                figure = metrics.luck_of(dice, over, variance)
                yield Ground(game.key, figure, say(told, dice=one.dice, over=f"{one.over / 1000:+.2f}"))


def _deeds(metric: str, count: Callable[[Deed], int]) -> Finds:
    label = METRICS[metric].label

    def find(span: Span, key: str) -> Iterator[Ground]:
        n = 0
        for machine, game, deed in span.deeds:
            if machine == key and (added := count(deed)):
                n += added
                yield Ground(game.key, n, say(_("%(what)s: %(n)d"), what=say(label), n=added), deed.vehicle)

    return find


def _best_battle(span: Span, key: str) -> Iterator[Ground]:
    mine = [(game, deed) for machine, game, deed in span.deeds if machine == key]
    if mine:
        game, deed = max(mine, key=lambda one: one[1].kills)
        told = say(_("%(what)s: %(n)d"), what=say(METRICS["kills"].label), n=deed.kills)
        yield Ground(game.key, deed.kills, told, deed.vehicle)


def _returns(span: Span, key: str) -> Iterator[Ground]:
    wrecked, n = False, 0
    for machine, game, deed in span.deeds:
        if machine == key:
            if wrecked:
                n += 1
                yield Ground(game.key, n, say(_("It fought again, after it had been left a wreck.")), deed.vehicle)
            wrecked = deed.fate in metrics.GONE


def _alone(span: Span, key: str) -> Iterator[Ground]:
    n = 0
    for game, left, size in metrics.left(span):
        if len(left) == 1 and size >= metrics.FEWEST_ALONE and left[0] == key:
            n += 1
            told = say(_("It was all that was left of %(n)d vehicles."), n=size)
            yield Ground(game, n, told, key.partition("/")[2])


GROUNDS: dict[str, Finds] = {
    "played": _results("won", "drawn", "lost"),
    "won": _results("won"),
    "drawn": _results("drawn"),
    "lost": _results("lost"),
    "streak": _streak,
    "upset": _upset,
    "gain": _gain,
    "luck": _luck,
    **{name: _deeds(name, count) for name, count in metrics.COUNTS.items()},
    "best-battle": _best_battle,
    "returns": _returns,
    "alone": _alone,
}
