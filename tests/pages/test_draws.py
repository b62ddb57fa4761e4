"""A card that Leaguer draws is shown by its name; the die behind it has more faces than anybody could read."""

from __future__ import annotations

import pytest

from rules.stream.dice import TABLE_FACES, is_draw, rolls_of
from tests.pages.conftest import MOVED, Table, as_, forms
from tests.pages.kept import cast, kept_table, table

__all__ = ["cast", "kept_table", "table"]
pytestmark = pytest.mark.django_db
HIT = MOVED + "fire alpha-1 red-1 dice=6,1,1,1,1 stationary='' stabiliser='' swap=no\n"


def test_a_die_for_a_draw_is_one_that_no_table_has() -> None:
    assert not is_draw(6)
    assert not is_draw(TABLE_FACES)
    assert is_draw(TABLE_FACES + 1)


def test_a_card_that_was_drawn_is_told_by_its_name(table: Table) -> None:
    told = table.play(HIT + "defend red-1 dice=1,1,1\n").answers[-1].events
    (roll,) = [roll for fact in told for roll in rolls_of(fact.event) if is_draw(roll.faces)]
    page = as_(table.cast.carol).get(table.url).content.decode()
    assert "draws the critical card" in page
    assert str(roll.values[0]) not in page
    assert str(roll.values[0]) in as_(table.cast.carol).get(f"{table.url}dice/").content.decode()


def test_a_draw_that_is_still_to_come_is_announced_without_its_faces(table: Table) -> None:
    table.play(HIT)
    carol = as_(table.cast.carol)
    sent = forms(carol.get(table.url).content).of("Defend").filled(dice="1 1 1")
    page = carol.post(f"{table.url}report/", sent | {"check": ["1"]}).content.decode()
    assert "So far it is in order. Then Leaguer draws; what follows shows then." in page
    told = table.play("defend red-1 dice=1,1,1\n").answers[-1].events
    (roll,) = [roll for fact in told for roll in rolls_of(fact.event) if is_draw(roll.faces)]
    assert str(roll.faces) not in page
    assert str(roll.values[0]) not in page
