"""A legal muster picked at random, for random players: few vehicles a side, any options, published vehicles and a
club's own, and mostly a short battle. A club's own have figures at the bounds of the sheet, because the published
vehicles are too well matched to meet every ruling."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any, TypeVar

import msgspec

from rules.contract import Muster, Side, Unit

from . import platoons, tables
from .between import MORALE
from .catalogue import BANDS, COLUMNS, MARK, MODIFIERS, VEHICLE, articles, figures_of, names
from .decklist import Deck, deck_of, write

Choose = Callable[[int], int]
Picked = TypeVar("Picked")
LEAST_LINES, MORE_LINES = 2, 3
NATIONS = ("GER", "USSR", "UK")
ROLES = ("heavy", "medium", "light")
SIZES = (1, 2, 4, 7, 9, 10)
ARMOURS = (1, 3, 7, 10, 14, 20)  # about the totals of one to six dice
MOVES = (0, 5, 7, 12)
DICE = (1, 2, 3, 4, 6, 12)
SHOTS = (1, 1, 2, 3)


def sheet(choose: Choose) -> str:
    """A few lines, whatever `choose(n)` picks; all of the vehicles drive or fire."""
    columns = [column.name for column in COLUMNS]
    lines = [_line(choose, number) for number in range(1, 1 + LEAST_LINES + choose(MORE_LINES))]
    return "\n".join([",".join(columns), *(",".join(line[name] for name in columns) for line in lines), ""])


def models(text: str) -> list[str]:
    """The names of the vehicles of such a sheet."""
    return [line.partition(",")[0] for line in text.splitlines()[1:]]


def _line(choose: Choose, number: int) -> dict[str, str]:
    cells = dict.fromkeys((column.name for column in COLUMNS), "")
    reach = choose(len(BANDS) + 1)
    move = _one_of(choose, MOVES)
    soft = not choose(4)
    cells |= {
        "name": f"Club {number}",
        "nation": _one_of(choose, NATIONS),
        "points": str(5 + choose(20)),
        "role": "soft vehicle" if soft else _one_of(choose, ROLES),
        "size": str(_one_of(choose, SIZES)),
        "armour": str(_one_of(choose, ARMOURS)),
        "shots": str(_one_of(choose, SHOTS)),
        "move": str(move or (0 if reach else 6)),
        "soft": "yes" if soft else "",
        "morale": _one_of(choose, MODIFIERS) if not choose(3) else "",
    }
    for place, band in enumerate(BANDS):
        cells[f"dice_{band}"] = str(_one_of(choose, DICE)) if place < reach else ""
        cells[f"modifier_{band}"] = _one_of(choose, MODIFIERS) if not choose(3) else ""
    return cells


def _one_of(choose: Choose, values: Sequence[Picked]) -> Picked:
    return values[choose(len(values))]


EDITION = tables.EDITIONS[-1]
MOST_UNITS = 8
BEREFT = 12  # one battle of so many is of one vehicle a side
AIR = ("air_support", "support", "support")
NAMES = ("red", "blue", "white")  # a side's number of platoons
DRAWN: dict[str, Callable[[Choose], bool | int | str]] = {
    "last_tank_every_activation": lambda choose: not choose(4),
    "deck_draw": lambda choose: ("leaguer", "leaguer", "table")[choose(3)],
    "half_move_card": lambda choose: ("half_move", "full_move")[choose(2)],
    "multi_reason_tests": lambda choose: ("each", "once")[choose(2)],
    "artillery_dice": lambda choose: (2, 2, 1, 6)[choose(4)],
    "struck_again": lambda choose: ("suppressed", "turn")[choose(2)],
    "nationality": lambda choose: ("vehicle", "side")[choose(2)],
    "soviet_support_six": lambda choose: ("artillery", "none")[choose(2)],
    "support_first": lambda choose: ("nation", "german", "russian")[choose(3)],
    "support_second": lambda choose: ("nation", "german", "russian")[choose(3)],
    "scale": lambda choose: tuple(tables.MEASURES)[choose(2)],
    "impulse_minutes": lambda choose: (5, 5, 0, 10)[choose(4)],
    "turn_overs_to_end": lambda choose: 2 + choose(6) if choose(16) else 0,
    "points": lambda choose: (0, 0, 400)[choose(3)],
}


def draft(choose: Choose) -> Muster:
    """`choose(n)` picks a number below n; the same picks give the same muster."""
    scenario = tables.SCENARIOS[choose(len(tables.SCENARIOS))]
    strikes = choose(5) < 2
    options: dict[str, bool | int | str] = {
        "deck": write(_deck(choose, scenario.sides, strikes)) if strikes or choose(2) else "",
        **{
            option.name: DRAWN[option.name](choose) if option.name in DRAWN else bool(choose(2))
            for option in tables.OPTIONS
            if option.type != "text"
        },
    }
    if choose(2):
        options[tables.HOUSE_UNITS] = sheet(choose)
    own = models(str(options.get(tables.HOUSE_UNITS, "")))
    most = (1, 1, 2, *[MOST_UNITS] * 3)[choose(6)] if strikes else MOST_UNITS  # B19: nobody is left
    units = tuple(unit for side in scenario.sides for unit in _force(choose, side, own, most))
    drafted = Muster(
        system=tables.KEY,
        edition=EDITION,
        scenario=scenario.key,
        options=options,
        board={} if choose(4) else {"platoons": _division(choose, deck_of(scenario.key, options), units)},
        sides={side: Side(players=(player,)) for side, player in zip(scenario.sides, ("bob", "carol"), strict=True)},
        units=units,
        fittings={unit.id: _marks(choose) for unit in units if not choose(3)},
        seed="".join("0123456789abcdef"[choose(16)] for _digit in range(64)),
    )
    return drafted if int(drafted.seed, 16) % BEREFT else msgspec.structs.replace(drafted, units=_bereft(units))


def _bereft(units: Sequence[Unit]) -> tuple[Unit, ...]:
    """A8: of each side all but the first have left before, so that it is the last of its platoon from the start."""
    first = {unit.side: unit for unit in reversed(units)}
    left = {"gun_out": True, "out": "left_table"}
    return tuple(unit if unit is first[unit.side] else msgspec.structs.replace(unit, condition=left) for unit in units)


# -- the deck ----------------------------------------------------------------------------------------------------------


def _deck(choose: Choose, sides: tuple[str, ...], strikes: bool) -> Deck:
    """A deck in which every kind of card turns up sooner or later. A side may have no platoon, and a platoon no card. A
    deck of strikes has many of them in a long turn, because fighters meet strikes only if both sides draw theirs in the
    same turn."""
    named = [(side, name) for side in sides for name in NAMES[: choose(len(NAMES) + 1)]]
    kinds, least = (AIR, 5) if strikes else (tables.SIDE_CARDS, 1)
    cards = [tables.TURN_OVER] * (1 if strikes else 1 + choose(3))
    for side in sides:
        cards += [f"{side}/{_one_of(choose, kinds)}" for _card in range(least + choose(6))]
    for side, name in named:
        cards += [f"{side}/{name}/{_one_of(choose, tuple(tables.GRANTS))}" for _card in range(choose(5))]
    return Deck(tuple(cards), tuple(named))


def _division(choose: Choose, deck: Deck, units: tuple[Unit, ...]) -> str:
    """Each vehicle is put into any platoon of its side."""
    return platoons.write(
        {unit.id: (unit.side, _one_of(choose, platoons.names(deck, unit.side))) for unit in units},
    )


# -- the forces --------------------------------------------------------------------------------------------------------


def _force(choose: Choose, side: str, own: list[str], most: int) -> list[Unit]:
    """The first vehicle is unhurt, so that the side can act."""
    return [
        Unit(
            id=f"{side}-{number}",
            side=side,
            model=own[choose(len(own))] if own and choose(2) else _model(choose, choose(3) == 0),
            condition=_condition(choose) if number > 1 else {},
        )
        for number in range(1, 2 + choose(most))
    ]


def _model(choose: Choose, heavy: bool) -> str:
    """Any vehicle; heavy ones are picked more often, because the Soviet ones have a modifier of their own."""
    known = names(EDITION, VEHICLE)
    fitting = [name for name in known if figures_of(EDITION, name).role == "heavy"] if heavy else known
    return fitting[choose(len(fitting))]


def _marks(choose: Choose) -> tuple[str, ...]:
    """One or two marks."""
    known = [article.name for article in articles(EDITION) if article.kind == MARK]
    return tuple(dict.fromkeys(known[choose(len(known))] for _mark in range(1 + choose(2))))


def _condition(choose: Choose) -> dict[str, Any]:
    """Mostly brand new; sometimes damaged in an earlier battle, or with a crew that has learned."""
    match choose(12):
        case 0:
            return {"immobile": True}
        case 1:
            return {"gun_out": True, "out": ("", "left_table")[choose(2)]}
        case 2:
            return {"morale": tuple(MORALE.values())[choose(len(MORALE))]}
    return {}
