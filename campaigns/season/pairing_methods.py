"""Who meets whom in a round: methods found by registration, each a pure function of the season.

A method is asked for the pairs of one round at a time, and sees what was played and announced before. What it gives is
published at once and never computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from campaigns.season import editions
from campaigns.season.matching import Neighbours, completed
from campaigns.season.state import Fixture, Season
from rules.contract import gettext_noop as _

Pair = tuple[str, str]
Function = Callable[[Season, Sequence[str]], Sequence[Pair]]


@dataclass(frozen=True)
class Method:
    """`of` pairs platoons (of those it is given, in the order they enlisted) for the next round; who is in no pair has
    a bye. `label` and `help` are to be translated."""

    key: str
    label: str
    help: str
    of: Function


METHODS: dict[str, Method] = {}


def method(key: str, label: str, help: str) -> Callable[[Function], Function]:
    """Register a method of pairing under `key`: rounds can be opened by it from then on."""

    def register(function: Function) -> Function:
        if key in METHODS:
            raise ValueError(f"there is a method of pairing {key!r} already")
        METHODS[key] = Method(key, label, help, function)
        return function

    return register


@method(
    "everyone",
    _("everyone once"),
    _("Everyone meets everyone once, of two sides everyone of the other side. Who has met all there are has a bye."),
)
def everyone_once(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """The pairs of the circle's round that has most to offer, and whoever of the rest has not met either.

    Undisturbed, n platoons have all met after n - 1 rounds (n, with a bye each, where n is odd); two sides after as
    many rounds as the larger one has platoons. The circle seats all that ever enlisted, so that who leaves or joins
    late does not upset the seats of the others. Nobody is paired with whom they have met; as few as can be have a bye,
    those who had fewest, and of those who met fewest are paired first. At home is who was less often so far.
    """
    met = meetings(season)
    sides = {platoon.key: platoon.side for platoon in season.platoons.values()}
    apart = len(season.opened.sides) == 2

    def may_meet(one: str, other: str) -> bool:
        return one != other and frozenset((one, other)) not in met and not (apart and sides[one] == sides[other])

    circle = facing(list(season.platoons), sides) if apart else around(list(season.platoons))
    rounds = [[pair for pair in seats if {*pair} <= {*free} and may_meet(*pair)] for seats in circle]
    rounds.sort(key=len, reverse=True)  # the first of the longest before the rest
    times, byes = Counter(key for pair in met for key in pair), byes_of(season)
    ordered = sorted(free, key=lambda key: (-byes[key], times[key]))
    neighbours = {key: [other for other in ordered if may_meet(key, other)] for key in ordered}
    if editions.shares_byes_out(season.opened):
        pairs = fairest(neighbours, rounds, byes)
    else:
        pairs = completed(neighbours, rounds[0] if rounds else (), first_paired=False)
    lead, order = _home_lead(season), list(season.platoons)
    by_lead = (sorted(pair, key=lambda key: (lead[key], order.index(key))) for pair in pairs)
    return [(home, away) for home, away in by_lead]


def fairest(neighbours: Neighbours, rounds: Sequence[Sequence[Pair]], byes: Mapping[str, int]) -> list[Pair]:
    """As many pairs as there can be, who is in none of them having had as few `byes` as can be: made of the first of
    the rounds from which that comes, else of none. The neighbours who had most come first."""

    def second_byes(pairs: Iterable[Pair]) -> list[int]:
        paired = {key for pair in pairs for key in pair}
        return sorted((byes.get(key, 0) for key in neighbours if key not in paired), reverse=True)

    from_none = completed(neighbours)  # who comes first is paired first: nobody does better
    fair = second_byes(from_none)
    made = (completed(neighbours, seats) for seats in rounds)
    return next((pairs for pairs in made if second_byes(pairs) == fair), from_none)


def byes_of(season: Season) -> Counter[str]:
    """How often each platoon had a bye so far. Campaigns whose edition does not ask have none."""
    if not editions.shares_byes_out(season.opened):
        return Counter()
    return Counter(key for round in season.rounds for key in round.byes)


def around(platoons: Sequence[str]) -> Iterator[list[Pair]]:
    """The rounds of the circle method: one seat stays, the others move on by one; an empty seat is a bye."""
    seats: list[str | None] = [*platoons, *([None] if len(platoons) % 2 else [])]
    for _round in seats[1:]:
        half = len(seats) // 2
        opposite = zip(seats[:half], reversed(seats[half:]), strict=True)
        yield [(one, other) for one, other in opposite if one is not None and other is not None]
        seats = [seats[0], seats[-1], *seats[1:-1]]


def facing(platoons: Sequence[str], sides: dict[str, str]) -> Iterator[list[Pair]]:
    """Two rows that face each other, the longer of which moves on by one each round."""
    rows: dict[str, list[str]] = {}
    for key in platoons:
        rows.setdefault(sides[key], []).append(key)
    if len(rows) < 2:
        return
    shorter, longer = sorted(rows.values(), key=len)
    for turn in range(len(longer)):
        yield list(zip(shorter, longer[turn:] + longer[:turn], strict=False))


def meetings(season: Season) -> set[frozenset[str]]:
    """The pairs of platoons that have met or are announced to, but for what does not count."""
    return {
        frozenset((one, other))
        for fixture in season.fixtures.values()
        if _meets(fixture)
        for one in fixture.platoons
        for other in fixture.platoons
        if one != other
    }


def _meets(fixture: Fixture) -> bool:
    if fixture.decided is not None:
        return bool(fixture.decided.results)
    return fixture.announced or bool(fixture.battle)


def _home_lead(season: Season) -> Counter[str]:
    """How much more often each platoon was at home than away."""
    lead: Counter[str] = Counter()
    for fixture in season.fixtures.values():
        if fixture.announced:
            lead[fixture.platoons[0]] += 1
            lead[fixture.platoons[1]] -= 1
    return lead
