"""Laws of walking: whatever is told of whatever board, the rulebook and a naive model of it agree (R1, R7 to R13, R49,
R64, R65)."""

from __future__ import annotations

from collections import Counter

from hypothesis import given
from hypothesis import strategies as st

from rules.systems.panzer_strike.geometry import COMPASS, Square, name, named, step
from rules.systems.panzer_strike.movement import first_steps
from rules.systems.panzer_strike.state import Miniature, State
from rules.systems.panzer_strike.terrain import Ground
from rules.systems.panzer_strike.walk import Mover, coordinated
from tests.rules.panzer_strike.naive_walk import Piece, Table
from tests.rules.panzer_strike.table import battle
from tests.rules.panzer_strike.walking import wrecked
from tests.rules.scenario import Story

SIZE = 7
SQUARES = [(x, y) for x in range(SIZE) for y in range(SIZE)]
MODELS = ("Panther", "Hellcat", "Fiat L6/40", "Greyhound M8", "M16 MGMC (SPAA)", "Churchill VII", "Tiger II")
GUNS = ("7.5 cm Pak 40 (FW)", "8.8 cm Pak 43/41 (FW)")
SYMBOLS = ("F", "B", "R+", "R-", "FL", "FR", "BL", "BR")
# What is told of a unit by its drive: mostly what it can do, and straight on more often than not.
TOLD = {
    "T": ("F", "F", "F", "F", "R+", "R-", "R+", "R-", "B", "FL"),
    "W": ("F", "F", "F", "FL", "FR", "FL", "FR", "B", "BL", "BR", "R+"),
    "fixed": ("R+", "R-", "R+", "R-", "F"),
}


@st.composite
def boards(draw: st.DrawFn) -> Story:
    """Three vehicles, a weapon behind the first, a wreck before the second, a wall before the third; a weapon more, an
    enemy, and all kinds of terrain."""
    places = list(draw(st.permutations(SQUARES)))
    units: dict[str, tuple[str, ...]] = {}
    ahead: dict[str, Square] = {}
    for unit in ("gun", "one", "two"):
        spot = places.pop()
        heading = draw(st.sampled_from([h for h in range(8) if step(spot, h) in places]))
        ahead[unit] = step(spot, heading)
        places.remove(ahead[unit])
        if unit == "gun":
            units["tug"] = (draw(st.sampled_from(MODELS)), "axis", name(ahead[unit]), COMPASS[heading])
            units["gun"] = (draw(st.sampled_from(GUNS)), "axis", name(spot), COMPASS[(heading + 4) % 8])
        else:
            units[unit] = (draw(st.sampled_from(MODELS)), "axis", name(spot), COMPASS[heading])
    units["hulk"] = (draw(st.sampled_from(MODELS)), "allies", name(ahead["one"]), draw(st.sampled_from(COMPASS)))
    for unit, models, side in (("pak", GUNS, "axis"), ("foe", MODELS, "allies")):
        units[unit] = (draw(st.sampled_from(models)), side, name(places.pop()), draw(st.sampled_from(COMPASS)))
    signs = dict(zip(places, draw(st.lists(st.sampled_from("#wwbhxx..."), max_size=9)), strict=False))
    signs[ahead["two"]] = "w"
    story = wrecked(battle(_drawn(draw, signs), units, round=2), "hulk")
    story.play.units["tug"].tows, story.play.units["tug"].hooked = "gun", 1
    story.play.units["one"].dozer = draw(st.booleans())
    story.play.limit = draw(st.integers(1, 3))
    return story


def _drawn(draw: st.DrawFn, signs: dict[Square, str]) -> str:
    rows = ["".join(signs.get((x, y), ".") for x in range(SIZE)) for y in reversed(range(SIZE))]
    lying = [spot for spot, sign in signs.items() if sign == "x"]
    return "\n".join([*rows, *(f"wreck {name(spot)} {draw(st.sampled_from((2, 10, 15, 25, 45)))}" for spot in lying)])


def naive(state: State) -> Table:
    pieces = {unit.id: _piece(unit) for unit in state.units.values()}
    pieces |= {one.id: Piece(_spot(one.square), one.mass, active=False) for one in state.wrecks.values()}
    signs = {"building": "#", "wall": "w", "low": "b", "high": "h"}
    pieces["tug"].gun, pieces["gun"].towed = "gun", True
    return Table(SIZE, SIZE, {spot: signs[kind] for spot, kind in state.board.terrain.items()}, pieces, state.limit)


def _piece(unit: Miniature) -> Piece:
    figures = unit.figures
    return Piece(
        unit.at,
        figures.mass,
        unit.heading * 45,
        figures.drive,
        figures.speed,
        figures.reverse,
        unit.dozer,
        unit.active,
    )


def _spot(square: str) -> Square:
    spot = named(square)
    assert spot is not None
    return spot


REPORTS = st.lists(
    st.tuples(
        st.sampled_from(("tug", "tug", "one", "one", "two", "two", "pak", "gun")),
        st.lists(st.integers(0, 10_000), min_size=1, max_size=4),
    ),
    min_size=5,
    max_size=20,
)


@given(story=boards(), reports=REPORTS)
def test_the_rulebook_and_the_naive_model_agree(story: Story, reports: list[tuple[str, list[int]]]) -> None:
    table = naive(story.play)
    for unit, numbers in reports:
        kinds = TOLD[story.play.units[unit].figures.drive]
        steps = [kinds[number % len(kinds)] for number in numbers]
        after = table.told(unit, steps)
        told = story.when("axis", f"move {unit} {','.join(steps)}")
        assert (told._refused is None) == (after is not None), (unit, steps, told._refused)
        table = after or table
        _same(story.play, table)


def _same(state: State, table: Table) -> None:
    for unit in state.units.values():
        piece = table.pieces[unit.id]
        assert (unit.at, unit.heading * 45) == (piece.spot, piece.angle)
        assert (unit.used, unit.halted) == (piece.cost, piece.stuck)
        assert unit.turned == any(step != "F" and step != "B" for step in piece.steps)
    assert [_spot(wreck.square) for wreck in state.wrecks.values()] == [
        table.pieces[wreck.id].spot for wreck in state.wrecks.values()
    ]
    assert {_spot(wall) for wall in state.walls} == {spot for spot, sign in table.signs.items() if sign == "w"}


@given(story=boards(), choices=st.lists(st.integers(0, 10_000), max_size=25))
def test_random_legal_walks(story: Story, choices: list[int]) -> None:
    """Whatever is offered is accepted, and nothing else is; units stay on the board, one to a square."""
    state: State = story.play
    table = naive(state)
    for choice in choices:
        offers = [(unit, symbol) for unit in ("tug", "gun", "one", "two", "pak") for symbol in _offered(state, unit)]
        possible = [
            (unit, symbol)
            for unit in ("tug", "gun", "one", "two", "pak")
            for symbol in SYMBOLS
            if table.told(unit, [symbol])
        ]
        assert sorted(offers) == sorted(possible)
        if not offers:
            break
        unit, symbol = offers[choice % len(offers)]
        story.tell(f"axis: move {unit} {symbol}")
        table = table.told(unit, [symbol]) or table
        _check_board(state)


def _offered(state: State, unit: str) -> list[str]:
    miniature = state.units[unit]
    return list(first_steps(Mover(state, miniature, Ground(state), coordinated(state, miniature.side))))


def _check_board(state: State) -> None:
    squares = [unit.at for unit in state.units.values()] + [_spot(wreck.square) for wreck in state.wrecks.values()]
    assert max(Counter(squares).values()) == 1
    standing = {square for square, kind in state.board.terrain.items() if kind != "wall"}
    standing |= {_spot(wall) for wall in state.walls}
    assert not standing & set(squares)
    assert all(state.board.has(square) for square in squares)
    assert len(coordinated(state, "axis")) <= state.limit
