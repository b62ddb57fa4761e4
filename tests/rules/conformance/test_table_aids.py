"""What a rulebook declares for the table: where steps lead on a board, and drawings of what people judge."""

from __future__ import annotations

from collections.abc import Iterator
from xml.etree import ElementTree

import msgspec
from hypothesis import given

from rules import visibility
from rules.contract import Choice, Drawing, Field, RuleSystem, Way
from rules.player import complete
from rules.record import Table
from tests.rules.conformance.games import Game, games
from tests.rules.conformance.test_choices import offered
from tests.rules.conformance.test_words import check_message
from tests.rules.conformance.wild import refusal

SVG = "{http://www.w3.org/2000/svg}"
SHAPES = {"svg", "g", "path", "rect", "circle", "ellipse", "line", "polyline", "polygon"}
PLACES = {"d", "x", "y", "x1", "x2", "y1", "y2", "cx", "cy", "r", "rx", "ry", "width", "height", "points", "transform"}
LOOKS = {"solid", "shade", "dash"}  # classes of `board.css`; all else is a line in the colour of the text
TRIED = 6  # ways of one choice


@given(game=games())
def test_a_way_on_the_board_is_one_that_can_be_reported(system: RuleSystem, game: Game) -> None:
    table, chance = game.played(system), game.chance()
    asking = [(one, field) for one in offered(table) for field in one.fields if field.kind == "path"]
    for choice, path in chance.sample(asking, min(2, len(asking))):
        ways = list(system.ways(table.battle.play, choice))
        if (grid := visibility.see(table.battle, choice.side).grid) is None:
            assert not ways
            continue
        single = [way for way in ways if len(way.steps) == 1]
        assert [way.steps[0] for way in single if not way.barred] == [pick.value for pick in path.picks]
        assert len({way.toward for way in single}) == len(single), "no two lie on the same place of a pad"
        squares = {f"{column}{row}" for column in grid.columns for row in grid.rows}
        for way in chance.sample(ways, min(TRIED, len(ways))):
            check_message(way.label)
            assert way.square in squares or way.barred
            assert way.toward in range(0, 360, 45)
            _reported(table, choice, path, way, chance.randrange)


def _reported(table: Table, choice: Choice, path: Field, way: Way, choose: object) -> None:
    others = tuple(field for field in choice.fields if field is not path)
    given = choice.given | {path.name: way.steps}
    told = msgspec.structs.replace(choice, given=given, fields=others)
    command = complete(table, told, choose)  # type: ignore[arg-type]
    refused = refusal(table, choice.side, command)
    assert (refused is not None) is way.barred, f"{way}: {refused}"
    if refused is None:
        after = table.copy()
        after.report(choice.side, command)
        grid = visibility.see(after.battle, choice.side).grid
        assert grid is not None
        (counter,) = (one for one in grid.counters if one.unit == choice.given["unit"])
        assert f"{grid.columns[counter.column]}{grid.rows[counter.row]}" == way.square


@given(game=games())
def test_drawings_are_plain_and_take_the_colour_of_the_text(system: RuleSystem, game: Game) -> None:
    for one in {drawing.svg: drawing for choice in offered(game.played(system)) for drawing in _of(choice)}.values():
        check_message(one.title)
        check_message(one.says)
        root = ElementTree.fromstring(one.svg)
        assert root.tag == f"{SVG}svg"
        assert root.get("viewBox")
        for element in root.iter():
            assert element.tag.removeprefix(SVG) in SHAPES
            assert element.get("class", "solid") in LOOKS
            assert {*element.keys()} <= PLACES | {"class", "viewBox"}, "colours and styles are the page's"


def _of(choice: Choice) -> Iterator[Drawing]:
    return (field.drawing for field in choice.fields if field.drawing is not None)
