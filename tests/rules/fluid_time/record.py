"""Records battles of the golden folder from their scripts: `python -m tests.rules.fluid_time.record 1/posted`.

A battle that is recorded stays as it is: what a later edition does otherwise is recorded in a folder of that edition.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rules.contract import Muster, Side, Unit
from rules.record import RecordedReport
from rules.systems import fluid_time
from rules.systems.fluid_time import tables
from tests.rules import recordings

FOLDER = Path(fluid_time.__file__).parent / "golden"
PLAYERS = ("carol", "bob")  # of the scenario's first side and its second

# With these seeds Leaguer deals the cards that the stories are about.
POSTED, CLUB = "19421144" * 8, "c10bbf63" * 8

SICILY = """\
# House: Sicily, July 1943
2 turn_over
1 first/free_action
2 first/support
1 first/shermans/half_move
1 first/stuarts/free_action
1 second/move
1 second/air_support
1 second/artillery_support
1 second/carri/half_move_free_action
1 second/semoventi/free_action
"""
LORRY = "name,nation,points,role,size,armour,move,soft\nFiat 626 lorry,ITA,4,soft vehicle,7,2,8,yes\n"

COLUMN = """\
2 turn_over
1 germans/air_support
2 germans/flak/double_free_action
1 germans/column/move
1 soviets/free_action
1 soviets/support
2 soviets/guards/double_free_action
1 soviets/guards/half_move
0 soviets/scouts/move  # no card of their own: they act with their side alone
"""
PLATOONS = """\
Germans/Flak: eight-eight moebelwagen
soviets/scouts: bt-5, kv   # all others are dealt to column and guards
"""

KUBAN = """\
2 turn_over
1 germans/free_action
1 germans/panzers/half_move_free_action
1 germans/panzers/free_action
1 germans/reserve/move
1 soviets/free_action
1 soviets/tankovy/half_move_free_action
1 soviets/tankovy/free_action
1 soviets/guards/half_move_free_action
1 soviets/guards/free_action
"""

# A club's own unit sheet, as a spreadsheet writes it. Once it is recorded it has to be read for ever.
SHEET = '''\
name;nation;points;role;size;armour;dice_short;dice_medium;dice_long;modifier_short;modifier_medium;shots;move;soft;morale
"8.8 cm Flak 36 ""the long one""";GER;24;fixed AT gun;7;2;8;7;6;2;1;;0;yes;
Möbelwagen, 3,7 cm;GER;14;SPAA;8;3;2;1;;;;2;8;;-1
"Opel ""Blitz""; 3 t";GER;3;soft vehicle;6;1;;;;;;;9;YES;
БТ-5;USSR;9;light;6;3;2;2;1;;;;11;;
'''

Forces = Mapping[str, Mapping[str, str]]


def _muster(
    seed: str,
    scenario: str,
    forces: Forces,
    edition: str = "1",
    options: Mapping[str, bool | int | str] | None = None,
    board: Mapping[str, str] | None = None,
    conditions: Mapping[str, Mapping[str, str | int | bool]] | None = None,
    fittings: Mapping[str, tuple[str, ...]] | None = None,
) -> Muster:
    """`forces`: by side its vehicles, by id what they are; `conditions` and `fittings` (crew marks) by id, too."""
    left = conditions or {}
    return Muster(
        system=tables.KEY,
        edition=edition,
        scenario=scenario,
        options=dict(options or {}),
        board=dict(board or {}),
        sides={side: Side(players=(player,)) for side, player in zip(forces, PLAYERS, strict=True)},
        units=tuple(
            Unit(id=id, side=side, model=model, condition=dict(left.get(id, {})))
            for side, models in forces.items()
            for id, model in models.items()
        ),
        fittings=dict(fittings or {}),
        seed=seed,
    )


BATTLES: dict[str, Muster] = {
    "1/posted": _muster(
        POSTED,
        "summer_1942",
        {
            "germans": {
                "pz-iii-1": "Pz III L (5 cm L/60)",
                "pz-iii-2": "Pz III L (5 cm L/60)",
                "mark-iv-1": "Pz IV G",
                "mark-iv-2": "Pz IV G",
                "stug": "StuG III G",
                "marder": "Marder III M",
            },
            "soviets": {
                "t34-1": "T-34/76",
                "t34-2": "T-34/76",
                "t60-1": "T-60",
                "t60-2": "T-60",
                "kv": "KV-1",
            },
        },
    ),
    "1/switches": _muster(
        "5eed" * 16,
        "encounter",
        {
            "first": {
                "sherman-1": "Sherman M4A1 (75)",
                "sherman-2": "Sherman M4A1 (75)",
                "stuart-1": "Stuart M5A1",
                "stuart-2": "Stuart M5A1",
            },
            "second": {
                "carro-1": "Carro M13/40",
                "carro-2": "Carro M13/40",
                "lorry": "Fiat 626 lorry",
                "semovente-1": "Semovente 90/53",
                "semovente-2": "Semovente 90/53",
            },
        },
        options={
            "deck": SICILY,
            "deck_draw": "table",
            "full_deck_reshuffle": False,
            "half_move_card": "full_move",
            "last_tank_every_activation": True,
            "multi_reason_tests": "once",
            "artillery_dice": 3,
            "air_modifiers": True,
            "soviet_support_six": "none",
            "support_first": "german",
            "support_second": "russian",
            "scale": "cm",
            "impulse_minutes": 10,
            "turn_overs_to_end": 3,
            "points": 80,
            "house_units": LORRY,
        },
    ),
    "1/club": _muster(
        CLUB,
        "summer_1942",
        {
            "germans": {
                "eight-eight": '8.8 cm Flak 36 "the long one"',
                "moebelwagen": "Möbelwagen, 3,7 cm",
                "escort": "Pz IV F1",
                "opel-1": 'Opel "Blitz"; 3 t',
                "opel-2": "house-opel-blitz-3-t",
            },
            "soviets": {"t34-1": "T-34/76", "t34-2": "T-34/76", "t34-3": "T-34/76", "bt-5": "БТ-5", "kv": "KV-1"},
        },
        options={"deck": COLUMN, "scale": "cm", "house_units": SHEET},
        board={"platoons": PLATOONS},
        conditions={"opel-2": {"out": "left_table"}, "t34-3": {"immobile": True}, "kv": {"gun_out": True, "morale": 2}},
        fittings={"t34-1": ("Fanatics",), "moebelwagen": ("Better", "Poor"), "escort": ("demoralised",)},
    ),
}

BATTLES |= {
    "2/rulings": _muster(
        "5eed" * 16,
        "summer_1942",
        {
            "germans": {"panzer-1": "Pz IV H", "panzer-2": "Pz IV H", "marder": "Marder III M", "stug": "StuG III G"},
            "soviets": {"t34-1": "T-34/76", "t34-2": "T-34/76", "t34-3": "T-34/76", "kv": "KV-1", "t60": "T-60"},
        },
        edition="2",
        options={"deck": KUBAN, "deck_draw": "table"},
    ),
    "2/switches": _muster(
        "5eed" * 16,
        "summer_1942",
        {
            "germans": {"panzer-1": "Pz IV H", "panzer-2": "Pz IV H", "marder": "Marder III M", "prize-kv": "KV-1"},
            "soviets": {"t34-1": "T-34/76", "t34-2": "T-34/76", "kv": "KV-1", "prize-tiger": "Tiger I"},
        },
        edition="2",
        options={
            "deck": KUBAN,
            "deck_draw": "table",
            "turn_overs_to_end": 2,
            "hull_down_flank": False,
            "hull_down_moving": True,
            "struck_again": "turn",
            "nationality": "side",
        },
    ),
}


def played(name: str) -> list[RecordedReport]:
    """The battle of `name`.script, confirmed by both sides, its aftermath done and settled."""
    return recordings.played(BATTLES[name], (FOLDER / f"{name}.script").read_text(encoding="utf-8"))


def main(name: str) -> None:
    recordings.record(FOLDER / f"{name}.jsonl", played(name))


if __name__ == "__main__":
    main(sys.argv[1])
