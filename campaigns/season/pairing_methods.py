"""Who meets whom in a round: methods found by registration, each a pure function of the season.

A method is asked for the pairs of one round at a time, and sees what was played and announced before. What it gives is
published at once and never computed again.
"""

from __future__ import annotations

from collections import Counter
from collections.abc import Callable, Collection, Iterable, Iterator, Mapping, Sequence, Set
from dataclasses import dataclass
from itertools import combinations
from typing import Any

from campaigns.season import editions
from campaigns.season.matching import Neighbours, completed
from campaigns.season.pairing_terms import APART
from campaigns.season.standings import DRAWN, earlier, idle_in, standings
from campaigns.season.state import Fixture, Season
from campaigns.season.swiss import Before, Entrant, paired
from campaigns.season.terms import staged
from rules.contract import Refused
from rules.contract import gettext_noop as _

Pair = tuple[str, str]
Function = Callable[[Season, Sequence[str]], Sequence[Pair]]


@dataclass(frozen=True)
class Method:
    """`of` pairs platoons (of those it is given, in the order they enlisted) for the next round; who is in no pair has
    a bye. `label` and `help` are to be translated.

    Of a method that goes from stage to stage (`campaigns.season.staged_methods`): `seeds` are the entrants of the stage
    that would begin now, which its first round records; only who is `still_in` has a bye; `wrong`: why nobody can be
    paired yet. `across`: it can pair two sides across them.

    `looks_at`: the fixtures whose results decide who meets whom now (`campaigns.season.unconfirmed`).

    `ladder`: of a method that pairs nobody, as players challenge each other while the round is under way: who stands on
    the ladder, from the top.
    """

    key: str
    label: str
    help: str
    of: Function
    seeds: Callable[[Season], tuple[str, ...]] = lambda season: ()
    still_in: Callable[[Season], Collection[str]] | None = None
    wrong: Callable[[Season], Iterable[Refused]] = lambda season: ()
    across: bool = True
    ladder: Callable[[Season], tuple[str, ...]] | None = None
    looks_at: Callable[[Season], Iterable[Fixture]] = lambda season: ()


METHODS: dict[str, Method] = {}


def method(key: str, label: str, help: str, **staged: Any) -> Callable[[Function], Function]:
    """Register a method of pairing under `key`: rounds can be opened by it from then on. `staged`: see `Method`."""

    def register(function: Function) -> Function:
        if key in METHODS:
            raise ValueError(f"there is a method of pairing {key!r} already")
        METHODS[key] = Method(key, label, help, function, **staged)
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
    return _round_robin(season, free, times=1)


@method(
    "twice",
    _("everyone twice"),
    _("Everyone meets everyone once, and then once more with home and away changed; of two sides across them."),
)
def everyone_twice(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """As `everyone_once`; who has met all there are once meets them again, and is away where they were at home."""
    return _round_robin(season, free, times=2)


@method(
    "swiss",
    _("Swiss"),
    _(
        "Who stands level meets, and nobody twice while there is another way. Of an odd number the lowest of those who"
        " had fewest byes has one."
    ),
    looks_at=lambda season: season.fixtures.values(),
)
def swiss(season: Season, free: Sequence[str]) -> Sequence[Pair]:
    """By the standings as they are; equals go by the order of enlisting. Of two sides across them; two platoons of one
    player never meet, and who is `apart` by the terms only where there is no other way."""
    byes, lead, sides = byes_of(season), home_lead(season), _sides(season)
    order = {key: n for n, key in enumerate(season.platoons)}
    players = {key: {*platoon.players} for key, platoon in season.platoons.items()}

    def never(one: str, other: str) -> bool:
        return not players[one].isdisjoint(players[other]) or bool(sides and sides[one] == sides[other])

    places = sorted(standings(season, without=DRAWN), key=lambda place: (place.rank, order[place.platoon]))
    entrants = [
        Entrant(place.platoon, place.score, byes[place.platoon], lead[place.platoon])
        for place in places
        if place.platoon in free
    ]
    return paired(entrants, Before(met=times_met(season), apart=kept_apart(season), never=never))


def _round_robin(season: Season, free: Sequence[str], times: int) -> Sequence[Pair]:
    """Pairs of those who have met fewer than so many `times`."""
    return round_of_circle(season, free, _circle(season), season.platoons.keys(), byes_of(season), times)


def round_of_circle(
    season: Season,
    free: Sequence[str],
    circle: Sequence[Sequence[Pair]],
    among: Set[str],
    byes: Mapping[str, int],
    times: int = 1,
) -> Sequence[Pair]:
    """Pairs of those `among` whom everyone meets everyone so many `times`, by the rounds of a circle of them."""
    meets, sides = times_met(season), _sides(season)

    def may_meet(one: str, other: str, most: int = times) -> bool:
        return one != other and meets[frozenset((one, other))] < most and not (sides and sides[one] == sides[other])

    rounds = [
        [pair for pair in seats if {*pair} <= {*free} and may_meet(*pair, most=most)]
        for most in range(1, times + 1)
        for seats in circle
    ]
    rounds.sort(key=len, reverse=True)  # the first of the longest before the rest
    met = Counter(key for pair, n in meets.items() if pair <= among for key in list(pair) * min(n, times))
    ordered = sorted(free, key=lambda key: (-byes.get(key, 0), met[key]))
    neighbours = {key: [other for other in ordered if may_meet(key, other)] for key in ordered}
    if editions.shares_byes_out(season.opened):
        pairs = fairest(neighbours, rounds, byes)
    else:
        pairs = completed(neighbours, rounds[0] if rounds else (), first_paired=False)
    return [*_seated(season, pairs, circle)]


def _circle(season: Season) -> list[list[Pair]]:
    """The rounds in which all that ever enlisted meet once, two sides across them."""
    sides, platoons = _sides(season), list(season.platoons)
    if sides:
        return list(facing(platoons, sides))
    return list(around(platoons, stays=None if editions.takes_turns_at_home(season.opened) else platoons[0]))


def _seated(season: Season, pairs: Iterable[Pair], circle: Iterable[Iterable[Pair]]) -> Iterator[Pair]:
    """Who is at home, first: whoever was away when two met last; else who was less often so far; of equals as the
    circle has it, in campaigns whose edition does not take turns the one who enlisted first."""
    turns = editions.takes_turns_at_home(season.opened)
    planned = {frozenset(pair): pair for seats in circle for pair in seats} if turns else {}
    last, lead, order = _last_at_home(season), home_lead(season), list(season.platoons)
    for pair in pairs:
        two = frozenset(pair)
        equal = planned.get(two) or sorted(pair, key=order.index)
        home, away = sorted(equal, key=lambda key: (key == last.get(two), lead[key]))
        yield home, away


def _sides(season: Season) -> dict[str, str]:
    """The side of each platoon where only enemies meet: in campaigns of two sides; else nothing."""
    if len(season.opened.sides) != 2:
        return {}
    return {platoon.key: platoon.side for platoon in season.platoons.values()}


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
    """How often each platoon had a bye so far, with those of the platoons that its players brought in before and that
    have left: nobody is rid of a bye by leaving and coming back. Campaigns whose edition does not ask have none."""
    if not editions.shares_byes_out(season.opened):
        return Counter()
    had = Counter(key for round in season.rounds for key in round.byes)
    if not editions.remembers_who_left(season.opened):
        return had
    own = {key: len(idle_in(season, key)) for key in season.platoons}
    return Counter(
        {
            key: own[key] + sum(own[one.key] for one in earlier(season, platoon) if one.dropped)
            for key, platoon in season.platoons.items()
        }
    )


def around(platoons: Sequence[str], stays: str | None) -> Iterator[list[Pair]]:
    """The rounds of the circle method: one seat stays, the others move on by one. Of an odd number one seat is empty:
    who faces it has a bye. The empty one stays if it can be chosen (`stays` is None); then each is at home and away in
    turn, and as often."""
    odd = [None] if len(platoons) % 2 else []
    seats: list[str | None] = [*odd, *platoons] if stays is None else [*platoons, *odd]
    for round in range(1, len(seats)):
        half = len(seats) // 2
        facing_each_other = zip(seats[:half], reversed(seats[half:]), strict=True)
        # Who moves on sits at an odd and at an even seat in turn; who stays has to take turns by themselves.
        yield [
            (one, other) if (seat or round) % 2 else (other, one)
            for seat, (one, other) in enumerate(facing_each_other)
            if one is not None and other is not None
        ]
        seats = [seats[0], seats[-1], *seats[1:-1]]


def facing(platoons: Sequence[str], sides: dict[str, str]) -> Iterator[list[Pair]]:
    """Two rows that face each other, the longer of which moves on by one each round."""
    rows: dict[str, list[str]] = {}
    for key in platoons:
        rows.setdefault(sides[key], []).append(key)
    if len(rows) < 2:
        return
    shorter, longer = sorted(rows.values(), key=len)
    at = {key: n for n, key in enumerate(longer)}
    for turn in range(len(longer)):
        pairs = zip(shorter, longer[turn:] + longer[:turn], strict=False)
        yield [(one, other) if (n + at[other]) % 2 else (other, one) for n, (one, other) in enumerate(pairs)]


def meetings(season: Season) -> set[frozenset[str]]:
    """The pairs of platoons that have met or are announced to, but for what does not count."""
    return {*times_met(season)}


def times_met(season: Season) -> Counter[frozenset[str]]:
    """How often two platoons have met or are announced to, but for what does not count."""
    fixtures = (fixture.platoons for fixture in season.fixtures.values() if _meets(fixture))
    return Counter(frozenset(pair) for platoons in fixtures for pair in combinations(dict.fromkeys(platoons), 2))


def _meets(fixture: Fixture) -> bool:
    if fixture.decided is not None:
        return bool(fixture.decided.results)
    return fixture.announced or bool(fixture.battle)


def home_lead(season: Season) -> Counter[str]:
    """How much more often each platoon was at home than away."""
    lead: Counter[str] = Counter()
    for fixture in season.fixtures.values():
        if fixture.announced:
            lead[fixture.platoons[0]] += 1
            lead[fixture.platoons[1]] -= 1
    return lead


def _last_at_home(season: Season) -> dict[frozenset[str], str]:
    """Who was at home when two met last."""
    fixtures = (fixture for fixture in season.fixtures.values() if fixture.announced and _meets(fixture))
    return {frozenset(fixture.platoons[:2]): fixture.platoons[0] for fixture in fixtures}


def kept_apart(season: Season) -> frozenset[frozenset[str]]:
    """The pairs of platoons that the term keeps apart as it is now: they do not meet where it can be helped."""
    return frozenset(frozenset(pair) for group in _apart(season) for pair in combinations(group, 2))


def _apart(season: Season) -> Iterator[list[str]]:
    """A line each, of platoons by name or key between commas. Who is not there, or not yet, is nobody."""
    known = {platoon.name.casefold(): key for key, platoon in season.platoons.items()}
    known |= {key.casefold(): key for key in season.platoons}
    for line in str(staged(season.terms, APART)).splitlines():
        said = (one.strip().casefold() for one in line.split(","))
        yield list(dict.fromkeys(known[one] for one in said if one in known))
