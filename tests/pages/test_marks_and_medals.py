"""Marks on counters follow the state and what a reader may know; medals say in words what they show."""

from __future__ import annotations

from typing import Literal
from xml.etree import ElementTree

import msgspec
import pytest
from django.test import Client

import rules
from battles import handler, viewer
from battles.presenters.markers import Marks, marks_of
from battles.presenters.medals import LOOKS, SHAPES, Kind, Medal, barrel, drawing, of_battle, of_career
from rules.contract import Feat, UnitOutcome
from tests.api.conftest import unlimited
from tests.cast import Cast
from tests.pages import shots
from tests.pages.conftest import Table, as_
from tests.pages.midway import told
from tests.pages.test_accessible import SHOTS
from tests.pages.test_replay import fought

__all__ = ["unlimited"]
SVG = "{http://www.w3.org/2000/svg}"


Fate = Literal["fit", "damaged", "withdrawn", "wrecked", "lost"]


def unit(id: str, side: str, fate: Fate, *feats: Feat) -> UnitOutcome:
    return UnitOutcome(id=id, side=side, fate=fate, condition={}, feats=feats)


@pytest.mark.django_db
@pytest.mark.usefixtures("unlimited")
@pytest.mark.parametrize("key", list(rules.all_systems()))
@pytest.mark.only_on("sqlite")
def test_marks_follow_the_state_at_every_moment(cast: Cast, key: str) -> None:
    stream = str(told(fought(key), cast.bob, cast.carol))
    head = handler.state(stream).head[0]
    for at in range(1, head + 1, max(1, head // 8)):
        look = viewer.look(stream, None, at, offers=False)
        marks = marks_of(look, at)
        assert marks.keys() == {one.id for one in look.view.units}
        fates = {one.id: one for one in look.outcome.units}
        for one in look.view.units:
            assert not (marks[one.id].wreck and one.in_play)
            assert marks[one.id].wreck == (not one.in_play and fates[one.id].fate in ("wrecked", "lost"))
            assert marks[one.id].kills == sum(feat.n for feat in fates[one.id].feats if feat.kind == "kill")
        struck = {feat.of for one in look.outcome.units for feat in one.feats if feat.report >= at}
        assert {id for id, one in marks.items() if one.struck} <= struck, "only of the report that is shown"


@pytest.mark.django_db
def test_no_mark_for_a_unit_the_reader_does_not_see(table: Table) -> None:
    look = viewer.look(str(table.battle), None, offers=False)
    first, *others = look.view.units
    blows = tuple(Feat(kind, 9, of=first.id) for kind in ("hit", "kill", "damage"))
    outcome = msgspec.structs.replace(look.outcome, units=(unit(others[0].id, others[0].side, "fit", *blows),))
    seen = msgspec.structs.replace(look, outcome=outcome)
    assert marks_of(seen, 9)[first.id] == Marks(struck="kill"), "the worst of them"
    assert marks_of(seen, 10)[first.id] == Marks(), "not of an earlier report"
    assert marks_of(seen)[first.id] == Marks()
    hidden = msgspec.structs.replace(seen, view=msgspec.structs.replace(look.view, units=tuple(others)))
    assert first.id not in marks_of(hidden, 9)


@pytest.mark.django_db
@pytest.mark.usefixtures("unlimited")
@pytest.mark.only_on("sqlite")
def test_counters_show_marks_and_say_them(cast: Cast) -> None:
    shot = shots.panzer_strike_(cast.bob)
    shot.tell(*SHOTS["panzer_strike"][2])
    page = as_(cast.dave).get(f"/battles/{shot.stream}/").content.decode()
    field = page[page.index('id="field"') : page.index('id="board"')]
    assert (field.count('class="rings"'), field.count('class="fire"')) == (1, 1)
    assert ", 1 kill" in field
    board = page[page.index('id="board"') :]
    assert (board.count('class="rings"'), board.count('class="fire"'), board.count("burst")) == (1, 1, 0)
    assert board.count("out of action, 1 kill") == 0 < board.count(", 1 kill")
    head = len(shot.events)
    frame = Client().get(f"/battles/{shot.stream}/replay/?at={head}").content.decode()
    assert frame.count('class="burst kill"') == 2, "in the row of counters and on the board"
    before = Client().get(f"/battles/{shot.stream}/replay/?at={head - 3}").content.decode()
    assert "burst" not in before
    assert 'class="fire"' not in before
    assert 'class="rings"' not in before


def test_medals_of_a_battle_go_to_who_is_best_and_alone() -> None:
    names = {"a": "Anna", "c": "Carla", "d": "Dora"}
    anna = unit("a", "west", "fit", Feat("kill", 5, "c"), Feat("kill", 9, "d"), Feat("damage", 5, "c", 3))
    carla, dora = unit("c", "east", "wrecked", Feat("damage", 4, "a", 3)), unit("d", "east", "lost")
    last = unit("e", "east", "damaged")
    found = [(one.kind, one.of) for one in of_battle([anna, carla, dora, last], names)]
    assert found == [("first", "Anna"), ("kills", "Anna"), ("survivor", "e")], "equal damage is nobody's"
    assert of_battle([unit("a", "west", "fit"), unit("c", "east", "withdrawn")], names) == []


def test_medals_of_a_career_have_levels() -> None:
    assert of_career(0, 0) == []
    assert [one.level for one in of_career(1, 2)] == [1]
    assert [(one.kind, one.level) for one in of_career(20, 6, "ace", "ace")] == [
        ("kills", 5),
        ("service", 2),
        ("crew", 2),
    ]
    assert of_career(0, 0, "green", "green") == []


@pytest.mark.parametrize("kind", list(LOOKS))
def test_a_medal_is_drawn_with_words_for_who_does_not_see_it(kind: Kind) -> None:
    medal = Medal(kind, "<First> & last", "3 battles", 2)
    alone = ElementTree.fromstring(f'<a xmlns="http://www.w3.org/2000/svg">{drawing(medal)}</a>')[0]
    assert (alone.get("role"), alone.get("aria-label")) == ("img", "<First> & last, level 2: 3 battles")
    assert [one.text for one in alone.iter(f"{SVG}text")] == ["2"]
    assert SHAPES[LOOKS[medal.kind][0]] in {one.get("d") for one in alone.iter(f"{SVG}path")}
    beside = ElementTree.fromstring(drawing(medal, alone=False))
    assert beside.get("aria-hidden") == "true"
    assert "style" not in drawing(medal), "the content security policy takes no style of its own"


def test_a_gun_has_a_ring_for_each_kill() -> None:
    assert barrel(0) == ""
    assert [barrel(n).count("v8") for n in (1, 4, 99)] == [1, 4, 10]
    assert 'aria-label="99 vehicles destroyed"' in barrel(99)
