"""Laws of orders, on any map, whatever anybody is told: as a naive reader of campaigns/RULES.md has them."""

from __future__ import annotations

from collections import Counter
from collections.abc import Iterator
from itertools import pairwise, product
from random import Random
from time import process_time
from typing import get_args

import msgspec
from hypothesis import given
from hypothesis import strategies as st

from campaigns.theatre import COSTS, RESERVE, Deed, Link, March, Sector, Theatre
from campaigns.theatre.contact import Points
from campaigns.theatre.graph import ends
from campaigns.theatre.map_parts import Way
from campaigns.theatre.possible_orders import Situation, Stand, possible
from campaigns.theatre.resolution import OrderGiven, Resolution, resolve

KEYS = tuple("abcdef")
SIDES = ("reds", "blues", "greens")
DEEDS: tuple[Deed, ...] = get_args(Deed)
POINTS = Points(battle=100)


# -- any map with anybody on it, told anything -------------------------------------------------------------------------


@st.composite
def situations(draw: st.DrawFn) -> Situation:
    """Sectors with room for few, so that it is crowded; some links are closed; nobody is too many anywhere."""
    keys = KEYS[: draw(st.integers(3, len(KEYS)))]
    sides = SIDES[: draw(st.sampled_from((2, 2, 3)))]
    some = st.sampled_from((*sides, ""))
    sectors = tuple(
        Sector(
            key=key,
            x=n,
            y=0,
            value=draw(st.integers(0, 2)),
            capacity=draw(st.integers(1, 3)),
            base=draw(st.sampled_from((*sides, "", "", ""))),
        )
        for n, key in enumerate(keys)
    )
    tree = {ends(key, keys[draw(st.integers(0, n))]) for n, key in enumerate(keys[1:])}
    more = draw(st.sets(st.tuples(st.sampled_from(keys), st.sampled_from(keys)), max_size=8))
    joined = sorted(tree | {ends(*pair) for pair in more if pair[0] != pair[1]})
    links = tuple(Link(kind=draw(st.sampled_from(tuple(COSTS))), one=one, other=other) for one, other in joined)
    closed = draw(st.sets(st.sampled_from(joined), max_size=1))
    stands = draw(st.lists(_stands(sectors, sides), min_size=4, max_size=10))
    stands = [msgspec.structs.replace(one, key=f"p{n}") for n, one in enumerate(_with_room(sectors, stands))]
    owners = {key: side for key in keys if (side := draw(some))}
    owners |= {one.sector: one.side for one in stands if _alone(one, stands)}
    return Situation(Theatre(sectors=sectors, links=links), stands, owners, closed)


def _stands(sectors: tuple[Sector, ...], sides: tuple[str, ...]) -> st.SearchStrategy[Stand]:
    return st.builds(
        Stand,
        key=st.just(""),
        side=st.sampled_from(sides),
        sector=st.sampled_from((*(one.key for one in sectors), *(one.key for one in sectors), RESERVE)),
        march=st.sampled_from((6, 4, 3, 3, 2, 1, 0)),
        supply=st.sampled_from(("supplied", "strained", "cut off")),
        worth=st.integers(0, 3),
        fit=st.sampled_from((*(True,) * 7, False)),
        engaged=st.sampled_from((*(False,) * 7, True)),
        entrenched=st.booleans(),
    )


def _with_room(sectors: tuple[Sector, ...], stands: list[Stand]) -> Iterator[Stand]:
    room = {(sector.key, side): sector.capacity for sector in sectors for side in SIDES}
    for one in stands:
        room[one.sector, one.side] = room.get((one.sector, one.side), 99) - 1
        if room[one.sector, one.side] >= 0:
            yield one if one.sector != RESERVE else msgspec.structs.replace(one, engaged=False, entrenched=False)


def _alone(one: Stand, stands: list[Stand]) -> bool:
    return one.sector != RESERVE and {other.side for other in stands if other.sector == one.sector} == {one.side}


@st.composite
def told(draw: st.DrawFn) -> tuple[Situation, dict[str, OrderGiven]]:
    """Most are told something legal, some anything, some nothing."""
    here = draw(situations())
    orders: dict[str, OrderGiven] = {}
    for key, one in here.stands.items():
        legal = [(order.do, order.to) for order in possible(here, one)]
        going = [order for order in legal if order[0] in ("attack", "move", "withdraw")]
        anything = st.tuples(st.sampled_from(DEEDS), st.sampled_from((*here.sectors, "", "nowhere")))
        choice = draw(st.integers(0, 9))
        if choice < 7 and going:
            orders[key] = draw(st.sampled_from(going))
        elif choice < 8:
            orders[key] = draw(st.sampled_from(legal))
        elif choice < 9:
            orders[key] = draw(anything)
    return here, orders


# -- what is legal -----------------------------------------------------------------------------------------------------


def _kind(here: Situation, one: str, other: str) -> Way | None:
    """Of the open link between two sectors."""
    if ends(one, other) in here.closed:
        return None
    return next((link.kind for link in here.theatre.links if {link.one, link.other} == {one, other}), None)


def _enemies(here: Situation, side: str, sector: str) -> bool:
    return any(one.sector == sector and one.side != side for one in here.stands.values())


def _mine(here: Situation, side: str, sector: str) -> bool:
    sides = {one.side for one in here.stands.values() if one.sector == sector}
    return here.owners.get(sector) == side and len(sides) < 2


def _costs(here: Situation, sources: dict[str, int], side: str) -> dict[str, int]:
    """The cheapest way from any of the sources over sectors of the side, and one link further: tried until nothing gets
    better."""
    costs, better = dict(sources), True
    while better:
        better = False
        for one, other in product(here.sectors, here.sectors):
            on = one in sources or _mine(here, side, one)
            kind = _kind(here, one, other) if one in costs and on else None
            if kind and costs[one] + COSTS[kind] < costs.get(other, 10**6):
                costs[other], better = costs[one] + COSTS[kind], True
    return costs


def _supply(here: Situation, side: str) -> dict[str, int]:
    bases = {s.key: 0 for s in here.theatre.sectors if s.base == side and _mine(here, side, s.key)}
    return _costs(here, bases, side)


def _legal(here: Situation, one: Stand, do: Deed, to: str) -> bool:
    """Whether an order is legal, read straight from the rules."""
    if do == "hold":
        return to == one.sector
    if one.engaged or (not one.fit and do in ("entrench", "attack", "support")):
        return False
    if one.sector == RESERVE:
        return do == "move" and to in here.sectors and here.sectors[to].base == one.side and _mine(here, one.side, to)
    if do == "entrench" or to not in here.sectors or to == one.sector:
        return do == "entrench" and to == one.sector
    kind = _kind(here, one.sector, to)
    near = kind is not None and COSTS[kind] <= one.march
    if do == "support":
        return kind is not None
    if do == "attack":
        return near and not _mine(here, one.side, to)
    if _enemies(here, one.side, to):
        return False
    if do == "withdraw":
        return near and to in _supply(here, one.side)
    return _costs(here, {one.sector: 0}, one.side).get(to, 10**6) <= one.march


@given(situations())
def test_what_is_offered_is_what_the_rules_allow(here: Situation) -> None:
    for one in here.stands.values():
        offered = [(order.do, order.to) for order in possible(here, one)]
        allowed = {(do, to) for do in DEEDS for to in ("", RESERVE, *here.sectors) if _legal(here, one, do, to)}
        assert len(offered) == len(set(offered))
        assert set(offered) == allowed


@given(situations())
def test_supply_is_that_of_a_naive_search(here: Situation) -> None:
    for side in SIDES:
        assert here.supplied(side) == _supply(here, side)


# -- what becomes of it ------------------------------------------------------------------------------------------------


@given(told(), st.randoms(use_true_random=False))
def test_the_order_in_which_anything_comes_or_is_kept_is_nothing_to_it(
    given: tuple[Situation, dict[str, OrderGiven]], chance: Random
) -> None:
    here, orders = given
    other = Situation(
        here.theatre,
        chance.sample(list(here.stands.values()), len(here.stands)),
        dict(chance.sample(sorted(here.owners.items()), len(here.owners))),
        here.closed,
    )
    shuffled = dict(chance.sample(sorted(orders.items()), len(orders)))
    assert resolve(here, orders, POINTS) == resolve(other, shuffled, POINTS)


@given(told())
def test_everybody_is_somewhere_with_room_and_came_there_by_a_legal_way(
    given: tuple[Situation, dict[str, OrderGiven]],
) -> None:
    here, orders = given
    found = resolve(here, orders, POINTS)
    assert [one.platoon for one in found.marches] == sorted(here.stands)
    crowds = Counter((one.place, here.stands[one.platoon].side) for one in found.marches)
    assert all(n <= here.sectors[place].capacity for (place, _side), n in crowds.items() if place != RESERVE)
    for march in found.marches:
        _came_legally(here, orders.get(march.platoon), march)
        if march.why == "full":
            ways = [order.way for order in possible(here, here.stands[march.platoon]) if order.to == march.to]
            side = here.stands[march.platoon].side
            assert any(crowds[place, side] == here.sectors[place].capacity for way in ways for place in way)


def _came_legally(here: Situation, order: OrderGiven | None, march: March) -> None:
    one = here.stands[march.platoon]
    assert march.origin == one.sector
    if order is None:
        assert march.why in ("late", "engaged")
    elif not _legal(here, one, *order):
        assert march.why in ("illegal", "engaged", "unfit")
    else:
        do, to = order
        assert (march.do, march.to) == (do, "" if do in ("hold", "entrench") else to)
        assert march.why in ("", "met", "full", "cut")
    if march.place == march.origin:
        assert march.way == ()
        assert march.do not in ("move", "attack", "withdraw") or march.why
        return
    assert march.place == march.to or march.why == "met"
    assert march.way[-1] == march.place
    if one.sector == RESERVE:
        return
    assert march.way[0] == march.origin
    kinds = [_kind(here, *step) for step in pairwise(march.way)]
    assert sum(COSTS[kind] for kind in kinds if kind) <= one.march
    assert None not in kinds
    assert all(_mine(here, one.side, place) for place in march.way[1:-1])


@given(told())
def test_enemies_never_pass_each_other(given: tuple[Situation, dict[str, OrderGiven]]) -> None:
    here, orders = given
    steps = [
        (here.stands[m.platoon].side, step) for m in resolve(here, orders, POINTS).marches for step in pairwise(m.way)
    ]
    gone = set(steps)
    assert not any(side != other and (b, a) == back for side, (a, b) in gone for other, back in gone)


@given(told())
def test_each_meets_one_enemy_at_most_and_whoever_can_does(given: tuple[Situation, dict[str, OrderGiven]]) -> None:
    here, orders = given
    found = resolve(here, orders, POINTS)
    places = {one.platoon: one.place for one in found.marches}
    fought = [key for contact in found.contacts for key in (contact.one, contact.other)]
    assert len(fought) == len(set(fought))
    for contact in found.contacts:
        one, other = here.stands[contact.one], here.stands[contact.other]
        assert one.side != other.side
        assert places[one.key] == places[other.key] == contact.sector != RESERVE
        assert [one.fit, other.fit, one.engaged, other.engaged] == [True, True, False, False]
        assert min(contact.limits) > 0
    idle = [one for one in here.stands.values() if one.fit and not one.engaged and one.key not in fought]
    left = {(places[one.key], one.side) for one in idle if places[one.key] != RESERVE}
    assert all(side == other for place, side in left for there, other in left if place == there)
    _held(here, found, places)


def _held(here: Situation, found: Resolution, places: dict[str, str]) -> None:
    after = {**here.owners, **found.held}
    for sector in here.sectors:
        sides = {here.stands[key].side for key, place in places.items() if place == sector}
        assert after.get(sector) == (sides.pop() if len(sides) == 1 else here.owners.get(sector))


# -- large -------------------------------------------------------------------------------------------------------------


def _large(sectors: int, platoons: int, chance: Random) -> tuple[Situation, dict[str, OrderGiven]]:
    """A square of sectors in which two sides stand mingled, each of its platoons under way."""
    wide = int(sectors**0.5) + 1
    keys = [f"s{n:03}" for n in range(sectors)]
    links = [(n, n + 1) for n in range(sectors - 1) if (n + 1) % wide] + [(n, n + wide) for n in range(sectors - wide)]
    kinds = tuple(COSTS)
    theatre = Theatre(
        sectors=tuple(
            Sector(key=key, x=n % wide, y=n // wide, base={0: "reds", sectors - 1: "blues"}.get(n, ""))
            for n, key in enumerate(keys)
        ),
        links=tuple(Link(kind=chance.choice(kinds), one=keys[one], other=keys[other]) for one, other in sorted(links)),
    )
    places = chance.sample(keys, platoons)
    stands = [
        Stand(key=f"p{n:03}", side=SIDES[n % 2], sector=place, march=30, worth=chance.randrange(100))
        for n, place in enumerate(places)
    ]
    owners = {key: chance.choice(SIDES[:2]) for key in keys} | {one.sector: one.side for one in stands}
    here = Situation(theatre, stands, owners)
    orders = {}
    for key, one in here.stands.items():
        going = [order for order in possible(here, one) if order.way]
        order = chance.choice(going)
        orders[key] = (order.do, order.to)
    return Situation(theatre, stands, owners), orders


def test_two_hundred_platoons_on_five_hundred_sectors_take_less_than_a_second() -> None:
    here, orders = _large(500, 200, Random(7))
    before = process_time()
    found = resolve(here, orders, POINTS)
    assert process_time() - before < 1
    assert len(found.marches) == 200
    assert len(found.contacts) > 10
