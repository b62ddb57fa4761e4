"""What a ruling over a campaign would change in its standings and conditions."""

from __future__ import annotations

from collections.abc import Iterable

from api import shapes
from battles.words import words
from campaigns import door
from campaigns.amendments import Preview, Standing, Stock, preview
from campaigns.reports import Adjudicate, Amend, Amended, Penalise
from campaigns.season import Season

RULINGS = frozenset(kind.__name__ for kind in (Amend, Adjudicate, Penalise))


def foretell(given: shapes.Answer, stream: str, after: Season) -> None:
    """Put what would differ into the answer to a dry run, unless it was refused, needs a die or has counted already."""
    if given.status == "accepted" and not any(ruling.digest for ruling in given.events):
        before, _told, _rows = door.replay(stream)
        given.shift = _shift(preview(before, after, _round(after, given.events)))


def _round(after: Season, rulings: Iterable[shapes.Ruling]) -> int | None:
    """The round from which house rules are amended, if that is a later one."""
    amended = [ruling.data["round"] for ruling in rulings if ruling.type == Amended.__name__]
    return max(amended[-1], after.turn) if amended else None


def _shift(one: Preview) -> shapes.Shift:
    return shapes.Shift(
        platoons=[shapes.Moved(each.platoon, _stood(each.before), _stood(each.after)) for each in one.platoons],
        vehicles=[
            shapes.Altered(each.platoon, each.vehicle, _condition(each.before), _condition(each.after))
            for each in one.vehicles
        ],
    )


def _stood(one: Standing) -> shapes.Stood:
    return shapes.Stood(one.rank, one.score, one.purse)


def _condition(one: Stock) -> shapes.Condition:
    jobs = [shapes.Work(job.key, words(job.label), job.rounds, job.points, job.needs, job.faces) for job in one.jobs]
    return shapes.Condition(one.status, one.condition, one.grade, jobs)
