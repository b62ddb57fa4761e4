"""A campaign opens with its map, and platoons begin at a base."""

from __future__ import annotations

import pytest

from campaigns.season import decide
from campaigns.season.house_rules import Amend
from campaigns.season.opening import Open
from rules.contract import Refused
from rules.stream.dice import FallenDice
from tests.campaigns.between import ALICE, BOB, SEED, Camp, enlist
from tests.campaigns.on_map import MAP, SIDES, OnMap

TWO_BASES = MAP.replace("value=1 owner=reds", "value=1 capacity=3 base=reds")


def test_the_map_is_frozen_and_platoons_begin_at_their_bases() -> None:
    it = OnMap()
    assert it.season.opened.sectors["fay"] == "Fay"
    assert (it.at("bears"), it.at("cobras"), it.owner("bury"), it.owner("clay")) == ("alton", "gate", "reds", "")


def test_without_a_map_there_are_neither_sectors_nor_terms_of_one() -> None:
    it = Camp({"reds": "R", "blues": "B"}, empty=True)
    it.open(Open(name="Flat", system="skirmish", sides=SIDES, seed=SEED, map=" \n"))
    it.report(enlist("bears", side="reds"), BOB)
    assert (it.season.opened.theatre, it.season.opened.sectors, it.season.platoons["bears"].sector) == (None, {}, "")
    assert "supply_reach" not in it.season.opened.terms
    refused = it.refused(enlist("boars", side="reds", sector="alton"), BOB)
    assert (refused.field, refused.text.text()) == ("sector", "The campaign has no map.")


def test_a_map_that_is_wrong_opens_nothing() -> None:
    command = Open(name="X", system="skirmish", sides=SIDES, seed=SEED, map=MAP + "road alton nowhere")
    with pytest.raises(Refused) as caught:
        list(decide(None, command, ALICE, FallenDice()))
    assert caught.value.field == "map"


def test_it_begins_where_there_is_most_room_then_where_it_counts_then_by_key() -> None:
    it = OnMap(map=TWO_BASES, reds=4)
    assert [it.at(key) for key in ("bears", "boars", "bulls", "bisons")] == ["alton", "bury", "alton", "bury"]
    even = OnMap(map=TWO_BASES.replace("value=3 capacity=3 base=reds", "value=1 capacity=3 base=reds"), reds=1)
    assert even.at("bears") == "alton"


def test_it_begins_at_the_base_it_names() -> None:
    it = OnMap(map=TWO_BASES, reds=0)
    assert it.join("bears", "reds", sector="bury").sector == "bury"


@pytest.mark.parametrize("sector", ["clay", "gate", "nowhere", "reserve"])
def test_it_begins_nowhere_but_at_a_base_of_its_side(sector: str) -> None:
    it = OnMap(map=TWO_BASES, reds=0)
    refused = it.refused(enlist("bears", side="reds", sector=sector), BOB)
    assert refused.field == "sector"
    assert refused.remedy is not None
    assert refused.remedy.text() == "Bases of its side with room: alton, bury."


def test_a_full_base_takes_nobody_and_who_finds_none_is_in_reserve() -> None:
    it = OnMap(reds=3)
    refused = it.refused(enlist("bisons", side="reds", sector="alton"), BOB)
    assert refused.remedy is not None
    assert "begins in reserve" in refused.remedy.text()
    assert it.join("bisons", "reds").sector == "reserve"


def test_nobody_begins_at_a_base_that_the_enemy_holds_or_stands_in() -> None:
    it = OnMap(map=TWO_BASES, reds=0).put(cats="alton", cobras="bury")
    assert it.owner("alton") == "blues"
    assert it.join("bears", "reds").sector == "reserve"
    it.put(bears="bury")  # shared with the enemy, whose it stays
    assert it.join("boars", "reds").sector == "reserve"
    it.put(cobras="gate", bears="bury")
    assert it.join("bulls", "reds").sector == "bury"


def test_capitals_win_a_war_only_on_a_map_that_has_one_of_each_side() -> None:
    amend = Amend(round=1, terms={"victory": "capital"}, reason="Shorter")
    it = OnMap(map=MAP.replace(" capital", "", 1))
    refused = it.refused(amend, ALICE)
    assert (refused.field, refused.text.text()) == ("terms.victory", "The map has no capital of reds.")
    OnMap().report(amend, ALICE)
