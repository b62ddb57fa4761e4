"""Whatever is sent to a battle on a squared board, the answer is a ruling or a problem of our table; never a fault."""

from __future__ import annotations

from collections.abc import Iterator
from copy import deepcopy
from random import Random
from typing import Any, NamedTuple
from uuid import uuid4

import msgspec
import pytest
from django.db import transaction
from hypothesis import given, settings
from hypothesis import strategies as st
from hypothesis.strategies import SearchStrategy
from pytest_django import DjangoDbBlocker

from rules import all_systems
from rules.contract import Muster, Side, Unit
from tests.api.conftest import Caller, called, rolled_back, said
from tests.api.playing import Hands, opened
from tests.api.test_fuzz import FUZZ, JSON, NUMBERS, encoded, is_sound, mends
from tests.cast import Cast
from tests.length import AT_LENGTH, examples

pytestmark = [pytest.mark.django_db, pytest.mark.usefixtures("unlimited")]
MAP = "........\n..#.w...\n.b..x.h.\n........\n..w.....\n........\nzone 1 A a1-h6\nzone 2 A a1-h6\nwreck e4 10"
OPTIONS = ("targeted_area", "firing_on_the_move", "angled_armour", "semi_immobilised", "missed_shots", "speed_die")
UNITS = {
    "m4": ("allies", "Sherman"),
    "priest": ("allies", "M7 Priest"),
    "arv": ("allies", "M32 ARV (recovery)"),
    "tiger": ("axis", "Tiger"),
    "pak": ("axis", "7.5 cm Pak 40 (FW)"),
    "pz38": ("axis", "Pz 38 t"),
}
FEWER = settings(FUZZ, max_examples=examples(20) if AT_LENGTH else 6)
COMMANDS = all_systems()["panzer_strike"].commands
KNOWN = (*UNITS, "allies", "axis", "terrain", "wreck-e4", "a1", "c3", "h6", "z99", "N", "SW", "F", "R+", "BL", "white")
WORDS = st.sampled_from((*KNOWN, "direct", "parabolic", "held", "new", "ok", "track+x", "")) | st.text(max_size=40)
LISTS = st.lists(WORDS, max_size=4) | st.lists(st.integers(-4, 9), max_size=3)


def reports() -> SearchStrategy[Any]:
    """Objects that look like a report: its fields, some of them, with values that may fit."""
    like = st.sampled_from(COMMANDS).flatmap(
        lambda command: st.fixed_dictionaries(
            {
                "id": st.builds(lambda: str(uuid4())),
                "type": st.just(command.__name__),
                "data": st.fixed_dictionaries(
                    {},
                    optional={
                        field.name: st.one_of(WORDS, LISTS, NUMBERS, JSON) for field in msgspec.structs.fields(command)
                    },
                ),
            }
        )
    )
    return like | st.lists(like, max_size=4)


class Played(NamedTuple):
    cast: Cast
    people: dict[str, Caller]
    battle: str


@pytest.fixture(scope="module")
def at_first(django_db_setup: None, django_db_blocker: DjangoDbBlocker) -> Iterator[Played]:
    with rolled_back(django_db_blocker, played, skirmishes=False) as there:
        yield there


@pytest.fixture
def cast(db: None, at_first: Played) -> Cast:
    return deepcopy(at_first.cast)


@pytest.fixture
def people(db: None, at_first: Played) -> dict[str, Caller]:
    return at_first.people


@pytest.fixture
def battle(db: None, at_first: Played) -> str:
    return at_first.battle


def played(cast: Cast) -> Played:
    """As far as a Firing Phase."""
    people = called(cast)
    muster = Muster(
        system="panzer_strike",
        scenario="open",
        board={"map": MAP},
        options={**dict.fromkeys(OPTIONS, True), "first": "1", "ruler": 1},
        sides={"allies": Side(players=(str(cast.bob.pk),)), "axis": Side(players=(str(cast.carol.pk),))},
        units=tuple(Unit(id=id, side=side, model=model) for id, (side, model) in UNITS.items()),
        seed="5eed" * 16,
    )
    stream = opened(muster)
    hands = Hands(stream, {"allies": people["bob"], "axis": people["carol"]}, Random(8))
    for _report in range(60):
        if said(people["bob"].get(f"battles/{stream}/"))["phase"] == "Firing Phase":
            return Played(cast, people, stream)
        answer = hands.advance()
        assert answer is not None
        assert answer.status_code == 200, answer.content
    raise AssertionError("no Firing Phase")


@FEWER
@given(body=reports(), query=st.sampled_from(["", "?dry_run=true", "?atomic=false"]))
def test_any_report(battle: str, bob: Caller, body: Any, query: str) -> None:
    is_sound(bob.post(f"battles/{battle}/commands/{query}", encoded(body)), battle)


@settings(FUZZ, max_examples=examples(15) if AT_LENGTH else 4)
@given(data=st.data())
def test_any_mending(battle: str, people: dict[str, Caller], cast: Cast, data: st.DataObject) -> None:
    """Facts set to anything, reports struck and corrected: a ruling or a problem, and a battle everyone can look at."""
    cast.alice.is_superuser = True
    cast.alice.save()
    facts = {one["path"]: one["value"] for one in said(people["alice"].get(f"battles/{battle}/facts/"))["facts"]}
    told = said(people["bob"].get(f"battles/{battle}/events/?limit=200"))["events"]
    places = [one["position"] for one in told if one["report_type"]]
    whose = st.sampled_from(["alice", "alice", "bob", "carol"])
    several = data.draw(st.lists(st.tuples(whose, mends(facts, [*places, len(told) + 1])), min_size=1, max_size=4))
    with transaction.atomic():  # taken back at the end: every example begins with the same battle
        for who, body in several:
            is_sound(people[who].post(f"battles/{battle}/commands/", encoded(body)), battle)
        for reader in ("dave", "bob", "carol"):
            for place in ("", "explain/", "events/?history=all"):
                assert people[reader].get(f"battles/{battle}/{place}").status_code == 200, (place, several)
        transaction.set_rollback(True)
