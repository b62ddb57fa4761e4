"""Orders of a round, all at once: the examples of campaigns/RULES.md, "Orders meet", step by step."""

from __future__ import annotations

import pytest

from campaigns.theatre import RESERVE
from campaigns.theatre.contact import Points
from campaigns.theatre.resolution import resolve
from tests.campaigns.marshalled import meet, situation

VALLEY = """
sector alton "Alton" at=0,0 value=1 capacity=3 base=reds
sector bury "Bury" at=1,0 value=1 capacity=2 base=blues
sector clay "Clay" at=2,0 value=2 capacity=2
river alton bury
road bury clay
"""
TRIANGLE = """
sector east "East" at=2,0 capacity=4 base=blues
sector heart "Heart" at=1,1 capacity=4 value=5
sector south "South" at=1,2 capacity=4 base=greens
sector west "West" at=0,0 capacity=4 base=reds
road east heart
road heart south
road heart west
"""


def test_the_example_of_the_rules() -> None:
    """P is 100; Ada attacks over the river, Bo supports her, Cid holds in his trench."""
    met = meet(
        "ada reds alton worth=90, bo reds alton worth=70, cid blues bury trench worth=80",
        "ada attack bury, bo support bury",
        map=VALLEY,
        battle=100,
    )
    assert met.places == {"ada": "bury", "bo": "alton", "cid": "bury"}
    (contact,) = met.contacts
    assert (contact.one, contact.other, contact.attacks, contact.river, contact.entrenched) == (
        *("ada", "cid"),
        *(True, True, True),
    )
    assert contact.limits == (90, 120)
    assert met.resolution.held == {}


# -- 1. orders ---------------------------------------------------------------------------------------------------------


def test_no_order_is_hold_and_said_so() -> None:
    found = resolve(situation("ada reds alton"), {}, Points())
    assert [(one.do, one.place, one.why) for one in found.marches] == [("hold", "alton", "late")]


def test_who_gave_no_order_because_it_was_engaged_is_told_so() -> None:
    """Nobody could have ordered it anything: it was not late."""
    found = resolve(situation("ada reds alton engaged"), {}, Points())
    assert [(one.do, one.place, one.why) for one in found.marches] == [("hold", "alton", "engaged")]


@pytest.mark.parametrize(
    ("platoon", "order", "why"),
    [
        ("ada reds alton", "ada attack gate", "illegal"),
        ("ada reds alton", "ada move nowhere", "illegal"),
        ("ada reds bury march=2", "ada attack clay", "illegal"),  # over a river, too far
        ("ada reds bury", "ada move alton", ""),
        ("ada reds alton unfit", "ada attack clay", "unfit"),
        ("ada reds alton unfit", "ada move clay", ""),
        ("ada reds alton unfit", "ada attack gate", "illegal"),
        ("ada reds alton engaged", "ada move bury", "engaged"),
        ("ada reds alton engaged", "ada hold", ""),
        ("ada reds alton beaten", "ada move bury", "illegal"),
        ("ada reds reserve", "ada move alton", ""),
        ("ada reds reserve", "ada move bury", "illegal"),
        ("ada reds reserve", "ada entrench", "illegal"),
    ],
)
def test_what_is_not_legal_any_more_is_hold(platoon: str, order: str, why: str) -> None:
    met = meet(platoon, order)
    assert met.why == ({"ada": why} if why else {})
    if why:
        assert met.places["ada"] == platoon.split()[2]


def test_a_march_goes_by_the_cheapest_way_through_what_its_side_has_to_itself() -> None:
    met = meet("ada reds alton", "ada move elm")
    assert met.march["ada"].way == ("alton", "bury", "elm")
    assert met.resolution.held == {"elm": "reds"}
    assert meet("ada reds alton", "ada move elm", owners={"bury": ""}).why == {"ada": "illegal"}
    assert meet("ada reds alton, bo reds bury, cid blues bury", "ada move elm").why == {"ada": "illegal"}
    assert meet("ada reds alton", "ada move elm", closed={("alton", "bury")}).why == {"ada": "illegal"}


def test_out_of_the_reserve_it_comes_to_a_base() -> None:
    met = meet("ada reds reserve", "ada move alton")
    assert (met.march["ada"].origin, met.places["ada"], met.march["ada"].way) == (RESERVE, "alton", ("alton",))
    assert meet("ada reds reserve, cid blues alton", "ada move alton").why == {"ada": "illegal"}


# -- 2. met on the way -------------------------------------------------------------------------------------------------


def test_a_swap_is_fought_in_the_better_of_the_two_sectors() -> None:
    """Bury is worth 1, as Elm is, and first by key: Ada, who leaves it, is met in it."""
    met = meet("ada reds bury, cid blues elm", "ada attack elm, cid attack bury")
    assert met.places == {"ada": "bury", "cid": "bury"}
    assert met.why == {"ada": "met"}
    assert met.march["ada"].way == ()
    assert met.pairs == [("bury", "cid", ">", "ada")]


def test_value_comes_before_the_key() -> None:
    met = meet("ada reds dunes, cid blues fay", "ada attack fay, cid attack dunes")
    assert met.places == {"ada": "fay", "cid": "fay"}
    assert met.why == {"cid": "met"}
    assert met.pairs == [("fay", "ada", ">", "cid")]


def test_friends_who_swap_pass_each_other() -> None:
    met = meet("ada reds bury, bo reds alton", "ada move alton, bo move bury")
    assert met.places == {"ada": "alton", "bo": "bury"}
    assert not met.why


def test_a_longer_march_ends_where_it_is_met() -> None:
    """Ada marches from Alton over Bury to Elm, which Cid has left: they meet in Bury, and neither stood there."""
    met = meet("ada reds alton, cid blues elm", "ada move bury, cid hold")
    assert not met.why
    met = meet("ada reds alton, cid blues gate", "ada move elm, cid attack elm", owners={"elm": ""})
    assert met.pairs == [("elm", "ada", "-", "cid")]
    chain = """
    sector a "A" at=0,0 base=reds
    sector b "B" at=1,0 owner=reds value=9
    sector c "C" at=2,0 owner=blues
    sector d "D" at=3,0 base=blues
    rail a b
    rail b c
    rail c d
    """
    met = meet("ada reds a, cid blues d", "ada move c, cid move b", map=chain)
    assert met.places == {"ada": "b", "cid": "b"}
    assert met.why == {"ada": "met"}
    assert met.march["ada"].way == ("a", "b")
    assert met.pairs == [("b", "ada", "-", "cid")]


# -- 3. room -----------------------------------------------------------------------------------------------------------


def test_who_stays_has_room_and_attackers_come_before_movers() -> None:
    """Clay holds two of each side: Bo stands there; of those who come, who attacks is kept."""
    met = meet(
        "ada reds alton, bo reds clay, cat reds bury",
        "ada move clay, cat attack clay",
        owners={"clay": "blues"},
    )
    assert met.why == {"ada": "full"}
    assert met.places == {"ada": "alton", "bo": "clay", "cat": "clay"}


@pytest.mark.parametrize(
    ("ada", "bo", "sent_back"),
    [
        ("strained worth=99", "worth=10", "ada"),
        ("worth=10", "worth=99", "ada"),
        ("worth=50", "worth=50", "bo"),
        ("worth=50 trench", "worth=49", "bo"),
    ],
)
def test_then_who_is_supplied_best_worth_more_or_first_by_key(ada: str, bo: str, sent_back: str) -> None:
    met = meet(f"ada reds alton {ada}, bo reds alton {bo}", "ada move dunes, bo move dunes")
    assert met.why == {sent_back: "full"}


def test_sides_do_not_crowd_each_other() -> None:
    met = meet("ada reds dunes, cid blues fay", "cid attack dunes")
    assert met.places == {"ada": "dunes", "cid": "dunes"}


def test_who_goes_back_sends_back_who_came_into_its_place() -> None:
    """Dunes has room for one. Ada goes there, Bo takes her place in Fay, Cat takes Bo's; Dan is in Dunes and stays."""
    lane = """
    sector a "A" at=0,0 capacity=1 base=reds
    sector b "B" at=1,0 capacity=1 owner=reds
    sector c "C" at=2,0 capacity=1 owner=reds
    sector d "D" at=3,0 capacity=1 owner=reds base=blues
    rail a b
    rail b c
    rail c d
    """.replace("owner=reds base=blues", "base=blues")
    platoons = "ada reds c, bo reds b, cat reds a, dan reds d"
    assert meet(platoons, "ada move d, bo move c, cat move b", map=lane, owners={"d": "reds"}).why == {
        "ada": "full",
        "bo": "full",
        "cat": "full",
    }
    going = meet("ada reds c, bo reds b, cat reds a", "ada attack d, bo move c, cat move b", map=lane)
    assert going.places == {"ada": "d", "bo": "c", "cat": "b"}


def test_where_an_organiser_has_put_too_many_nobody_else_comes() -> None:
    met = meet("ada reds dunes, bo reds dunes, cat reds alton", "cat move dunes, ada move alton")
    assert met.places == {"ada": "alton", "bo": "dunes", "cat": "alton"}
    met = meet("ada reds dunes, bo reds dunes, cat reds alton", "cat move dunes")
    assert met.places == {"ada": "dunes", "bo": "dunes", "cat": "alton"}


# -- 4. contact --------------------------------------------------------------------------------------------------------


def test_where_both_come_they_meet() -> None:
    met = meet("ada reds bury, cid blues gate", "ada move fay, cid attack fay", owners={"elm": "reds"})
    assert met.why == {}
    assert met.pairs == [("fay", "ada", "-", "cid")]
    assert met.resolution.held == {}


def test_a_shared_sector_is_fought_for_again_by_who_does_not_own_it() -> None:
    assert meet("ada reds bury, cid blues bury", "").pairs == [("bury", "cid", ">", "ada")]
    assert meet("ada reds clay, cid blues clay", "").pairs == [("clay", "ada", "-", "cid")]


def test_the_worthiest_meet_first_one_to_one() -> None:
    met = meet(
        "ada reds alton worth=10, bo reds alton worth=30, cat reds alton worth=20, dot blues clay worth=5",
        "dot attack alton",
    )
    assert met.pairs == [("alton", "dot", ">", "bo")]
    met = meet(
        "ada reds alton worth=10, bo reds alton worth=30, dot blues clay worth=5, eve blues clay worth=9",
        "dot attack alton, eve attack alton",
    )
    assert met.pairs == [("alton", "dot", ">", "ada"), ("alton", "eve", ">", "bo")]


def test_nobody_meets_who_is_engaged() -> None:
    met = meet("ada reds bury engaged, cid blues bury engaged, eve blues elm", "eve attack bury")
    assert met.pairs == []
    assert met.resolution.held == {}
    met = meet("ada reds bury engaged, bo reds bury, cid blues bury engaged, eve blues elm", "eve attack bury")
    assert met.pairs == [("bury", "eve", ">", "bo")]


def test_with_three_sides_the_owners_are_matched_first() -> None:
    """Blues and greens both attack the Heart of the reds; only then they would fight each other."""
    everyone = "ada reds heart worth=1, cid blues east worth=9, gus greens south worth=8"
    orders = "cid attack heart, gus attack heart"
    assert meet(everyone, orders, map=TRIANGLE).pairs == [("heart", "cid", ">", "ada")]
    both = everyone + ", bo reds heart worth=2"
    assert meet(both, orders, map=TRIANGLE).pairs == [("heart", "cid", ">", "bo"), ("heart", "gus", ">", "ada")]
    nobody = "cid blues east worth=9, gus greens south worth=8, ada reds west worth=1"
    assert meet(nobody, orders + ", ada attack heart", map=TRIANGLE).pairs == [("heart", "cid", "-", "gus")]


def test_who_cannot_fight_is_beaten_by_who_can() -> None:
    assert meet("ada reds bury unfit, cid blues elm", "cid attack bury").resolution.beaten == ("ada",)
    assert meet("ada reds bury unfit, cid blues bury engaged", "").resolution.beaten == ("ada",)
    neither = meet("ada reds bury unfit, cid blues bury unfit", "")
    assert (neither.resolution.beaten, neither.pairs) == ((), [])


# -- 5. support, 6. limits ---------------------------------------------------------------------------------------------


def test_support_is_cut_where_enemies_come_to_the_supporter() -> None:
    platoons = "ada reds alton, bo reds bury, cid blues clay, eve blues elm"
    met = meet(platoons, "ada attack clay, bo support clay", battle=100)
    assert met.contacts[0].limits == (110, 100)
    met = meet(platoons, "ada attack clay, bo support clay, eve attack bury", battle=100)
    assert met.why == {"bo": "cut"}
    assert [one.limits for one in met.contacts] == [(100, 100), (100, 100)]


def test_who_has_nobody_to_meet_helps_where_it_stands() -> None:
    met = meet("ada reds alton worth=9, bo reds alton, cat reds alton unfit, cid blues clay", "cid attack alton")
    assert met.contacts[0].supports == (0, 1)
    met = meet("ada reds alton, cid blues clay, eve blues clay, fay blues dunes", "cid attack alton, eve support alton")
    assert met.contacts[0].supports == (1, 0)


def test_without_battle_points_there_is_no_limit() -> None:
    met = meet("ada reds bury, cid blues elm trench", "ada attack elm")
    assert met.contacts[0].limits == (0, 0)


def test_percents_are_of_the_battle_points_and_add_up() -> None:
    met = meet(
        "ada reds bury, bo reds alton, cid blues clay trench, eve blues fay, fox blues clay worth=1",
        "ada attack clay, bo support clay, eve support clay",
        battle=55,
        entrenched=30,
        support=7,
        river=50,
    )
    assert met.contacts[0].limits == (55 * 57 // 100, 55 * 144 // 100)


def test_whatever_is_taken_off_a_limit_is_left() -> None:
    """A limit of nothing would be none."""
    met = meet("ada reds bury, cid blues clay", "ada attack clay", battle=1, river=90)
    assert met.contacts[0].limits == (1, 1)


# -- 7. trenches, 8. ground --------------------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("platoons", "order", "entrenched"),
    [
        ("ada reds alton", "ada entrench", True),
        ("ada reds alton", "ada hold", False),
        ("ada reds alton trench", "ada hold", True),
        ("ada reds alton trench", "ada support clay", True),
        ("ada reds alton trench", "ada move bury", False),
        ("ada reds alton trench", "ada move gate", True),  # not legal: it holds
        ("ada reds alton trench engaged", "ada move bury", True),
        ("ada reds alton trench, bo reds dunes", "ada move dunes", False),  # it came back
        ("ada reds bury trench, cid blues elm", "ada attack elm, cid attack bury", False),  # met as it left
        ("ada reds bury, cid blues elm", "ada entrench, cid attack bury", True),
        ("ada reds alton unfit", "ada entrench", False),
    ],
)
def test_entrenched_is_who_stood_still(platoons: str, order: str, entrenched: bool) -> None:
    assert ("ada" in meet(platoons, order).resolution.entrenched) == entrenched


def test_a_trench_counts_as_soon_as_it_is_dug() -> None:
    met = meet("ada reds bury, cid blues elm", "ada entrench, cid attack bury", battle=100)
    assert met.contacts[0].limits == (100, 120)


def test_what_one_side_alone_stands_in_is_its_own() -> None:
    met = meet("ada reds bury, cid blues elm", "ada attack clay, cid attack bury")
    assert met.resolution.held == {"bury": "blues", "clay": "reds"}
    assert meet("ada reds alton", "ada move bury").resolution.held == {}  # and Alton stays theirs
