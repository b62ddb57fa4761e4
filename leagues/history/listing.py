"""What a list of past results is read into."""

from __future__ import annotations

from collections.abc import Callable, Iterator, Mapping
from typing import Any, NamedTuple

from django.utils.translation import gettext as _

from leagues.league.values import Result

LONGEST = 80  # characters of a name
MOST = 999_999  # points
LAST_ROUND = 9_999
OTHER: Mapping[Result, Result] = {"won": "lost", "lost": "won", "drawn": "drawn"}


class Met(NamedTuple):
    """Somebody in a game, and how it ended for them."""

    name: str
    points: int
    result: Result


class Past(NamedTuple):
    """A result as a line tells it, from the first player's side. `others`: who met there beside the two."""

    line: int
    season: str
    round: int
    player: str
    opponent: str
    points: int
    against: int
    result: Result
    others: tuple[Met, ...] = ()

    @property
    def sides(self) -> tuple[Met, ...]:
        first = Met(self.player, self.points, self.result)
        return first, Met(self.opponent, self.against, OTHER[self.result]), *self.others

    @property
    def told(self) -> tuple[Any, ...]:
        """What its ids are made of: lists that were taken in before there were games of more than two keep theirs."""
        return tuple(self) if self.others else tuple(self)[:-1]


class Fault(NamedTuple):
    """A line that cannot be taken in, or has no result to take in: what is wrong with it, what would be right, and the
    field it is about, as the file calls it."""

    line: int
    what: str
    remedy: str
    field: str = ""


class Listed(NamedTuple):
    """What a file tells. `ranks`: the final place of each player, by season, where the file has it. `empty`: its lines
    that tell no result and need none, as byes."""

    games: list[Past]
    faults: list[Fault]
    ranks: dict[str, dict[str, int]]
    empty: list[Fault]


class Wrong(Exception):
    def __init__(self, what: str, remedy: str, field: str = "", line: int = 1) -> None:
        super().__init__(what)
        self.what, self.remedy, self.field, self.line = what, remedy, field, line


def take_line(found: Listed, line: int, past: Callable[[int], Past]) -> None:
    """Read a line into what was found: its result, or its fault."""
    try:
        one = past(line)
        names = [each.name.casefold() for each in one.sides]
        if len({*names}) < len(names):
            raise Wrong(_("%(name)s meets nobody else.") % {"name": one.player}, _("Name two players."), "opponent")
    except Wrong as wrong:
        found.faults.append(Fault(line, wrong.what, wrong.remedy, wrong.field))
    else:
        found.games.append(one)


def name_of(said: str, column: str) -> str:
    name = " ".join(said.split())
    if not name or len(name) > LONGEST or not name.isprintable():
        raise Wrong(
            _("“%(said)s” is no %(column)s.") % {"said": name[:LONGEST], "column": column},
            _("Write a name of up to %(most)d characters.") % {"most": LONGEST},
            column,
        )
    return name


def by_points(points: int, against: int) -> Result:
    return "drawn" if points == against else "won" if points > against else "lost"


def names_in(games: list[Past]) -> Iterator[str]:
    """Every name that is in them, once, as it was written first."""
    seen = set()
    for name in (side.name for one in games for side in one.sides):
        if name.casefold() not in seen:
            seen.add(name.casefold())
            yield name
