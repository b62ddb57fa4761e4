"""Records battles of the golden folder from their scripts: `python -m tests.rules.panzer_strike.record 1/northern`.

A recorded battle is never written over; a new edition gets a folder and recordings of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

from rules.contract import Muster
from rules.record import RecordedReport
from rules.systems import panzer_strike
from rules.systems.panzer_strike import tables
from tests.rules import recordings
from tests.rules.panzer_strike.table import muster

FOLDER = Path(panzer_strike.__file__).parent / "golden"

# Four walls to drive through and to shoot at, and a wreck of 25 t in the way.
YARD = """\
................
................
.......w........
.......w...##...
..#.............
......x....b....
.....w.....b....
................
...##......w....
...........w....
................
................
"""

# A village between the guns: what one side's howitzers fire at they do not see.
VILLAGE = """\
....................
....................
.....b..............
..............#.....
....##..............
....##...h..........
.........h...##.....
...w.........##.....
...w................
..........#....x....
......##............
......##............
................b...
....................
"""

# A club's own unit sheet. Once it is recorded it has to be read for ever.
SHEET = """\
name,nation,points,role,drive,mount,mass,speed,reverse,front,side,rear,top,tracks,shell,penetration,die,range,accuracy,\
proximity,parabolic,one_piece,recovery,model
Maus,GER,30,heavy,T,turret,190,2,1,20,16,14,5,19,AP,20,II,8,4,yes,,,,
Famo 18 t (crane),GER,2,recovery,W,hull,15,5,2,1,1,1,0,1,,,,,,,,,yes,
Black Prince,UK,15,heavy,T,turret,50,2,1,14,9,7,2,5,AP,15,II,7,3,,,,,"A22, kit-built"
25-pounder (FW),UK,3,fixed howitzer,fixed,fixed,2,0,0,1,0,0,0,0,HE,9,I,4,1,,3-8,,,
"""

# Both sides within reach of each other, anti-aircraft guns before the others; a light wreck to back into.
MEETING = """\
................
................
................
................
................
................
................
................
................
................
................
................
................
.......x........
................
................
zone 1 A a1-p7
zone 1 B a1-p3
zone 2 A a9-p16
zone 2 B a8-p16
wreck h3 10
"""

GUN = """\
name,nation,points,role,drive,mount,mass,speed,reverse,front,side,rear,top,tracks,shell,penetration,die,range,accuracy,\
proximity,parabolic,one_piece,recovery,model
17-pounder (FW),UK,4,fixed AT gun,fixed,fixed,4,0,0,1,0,0,0,0,AP,15,II,7,3,,,,,
"""


def _forces(
    map: str,
    scenario: str,
    units: dict[str, dict[str, str]],
    marks: dict[str, tuple[str, ...]] | None = None,
    conditions: dict[str, dict[str, str | int]] | None = None,
    edition: str = "1",
    **options: bool | int | str,
) -> Muster:
    """By side its units, by id what they are. Bob plays the allies, Carol the axis."""
    fielded = {id: (model, side) for side, models in units.items() for id, model in models.items()}
    return muster(map, fielded, scenario, marks, conditions, edition, **options)


BATTLES: dict[str, Muster] = {
    "1/northern": _forces(
        "northern",
        tables.BASIC,
        {
            "allies": {
                "firefly": "Sherman Firefly",
                "jumbo": "Jumbo",
                "sherman": "Sherman",
                "easy": "Sherman M4A3 (76)W",
                "hellcat": "Hellcat",
                "greyhound": "Greyhound M8",
                "quad-1": "M16 MGMC (SPAA)",
                "quad-2": "M16 MGMC (SPAA)",
                "quad-3": "M16 MGMC (SPAA)",
            },
            "axis": {
                "tiger": "Tiger",
                "panther": "Panther",
                "mark-iv": "Pz IV G",
                "stug": "StuG III G",
                "pak": "7.5 cm Pak 40 (FW)",
                "flak-1": "Wirbelwind (SPAA)",
                "flak-2": "Wirbelwind (SPAA)",
                "flak-3": "Wirbelwind (SPAA)",
            },
        },
    ),
    "1/workshop": _forces(
        YARD,
        tables.OPEN_BATTLE,
        {
            "allies": {
                "jumbo": "Jumbo",
                "m32": "M32 ARV (recovery)",
                "dozer": "Sherman",
                "gun": "3-inch M5 (FW)",
                "greyhound": "Greyhound M8",
            },
            "axis": {
                "panther": "Panther",
                "hetzer": "Hetzer",
                "pak": "8.8 cm Pak 43/41 (FW)",
                "mark-iv": "Pz IV G",
            },
        },
        {"dozer": ("Dozer blade",)},
        {"mark-iv": {"mobility": "immobilised", "timer": 2}},
        semi_immobilised=True,
        first="1",
    ),
    "1/all_options": _forces(
        VILLAGE,
        tables.OPEN_BATTLE,
        {
            "allies": {
                "cromwell": "Cromwell",
                "firefly": "Sherman Firefly",
                "stuart": "M5 Stuart",
                "priest": "M7 Priest",
                "howitzer": "105 mm M2A1 howitzer (FW)",
            },
            "axis": {
                "tiger": "Tiger",
                "mark-iv": "Pz IV G",
                "stug": "StuG III G",
                "marder": "Marder III M",
                "wespe": "Wespe",
            },
        },
        {"cromwell": ("Command tank",), "tiger": ("Command tank",), "stuart": (), "marder": ("No radio",)},
        command_tank=True,
        speed_die=True,
        free_turrets=True,
        targeted_area=True,
        firing_on_the_move=True,
        angled_armour=True,
        semi_immobilised=True,
        radio_needed=True,
        missed_shots=True,
        rounds=12,
    ),
    "1/club": _forces(
        "\n".join(["." * 12] * 12),
        tables.OPEN_BATTLE,
        {
            "allies": {"prince": "Black Prince", "howitzer": "25-pounder (FW)", "m4": "Sherman"},
            "axis": {"maus": "Maus", "crane": "house-famo-18-t-crane", "mark-iv": "Pz IV G"},
        },
        {"m4": ("Dozer blade",)},
        {
            "prince": {"mobility": "immobilised", "gunnery": 1, "haste": 2},
            "m4": {"gunnery": 1, "haste": 1},
            "howitzer": {"gunnery": 1},
            "mark-iv": {"haste": 1},
        },
        first="1",
        house_units=SHEET,
    ),
    "2/positions": _forces(
        MEETING,
        tables.BASIC,
        {
            "allies": {
                "stuart": "M5 Stuart",
                "priest": "M7 Priest",
                "jumbo": "Jumbo",
                "m32": "M32 ARV (recovery)",
                "m8": "Greyhound M8",
                "gun-1": "17-pounder (FW)",
                "gun-2": "17-pounder (FW)",
                "sherman": "Sherman",
                "quad-1": "M16 MGMC (SPAA)",
                "quad-2": "M16 MGMC (SPAA)",
                "quad-3": "M16 MGMC (SPAA)",
            },
            "axis": {
                "panther": "Panther",
                "wespe": "Wespe",
                "marder": "Marder III M",
                "flak-1": "Wirbelwind (SPAA)",
                "flak-2": "Wirbelwind (SPAA)",
                "flak-3": "Wirbelwind (SPAA)",
            },
        },
        None,
        {"priest": {"injured": True}, "jumbo": {"mobility": "immobilised"}},
        "2",
        missed_shots=True,
        drift_by_hit_die=True,
        push_in_reverse=True,
        leaving=False,
        first="1",
        house_units=GUN,
    ),
}


def played(name: str) -> list[RecordedReport]:
    """The battle of `name`.script, confirmed by both sides, its aftermath done and settled."""
    return recordings.played(BATTLES[name], (FOLDER / f"{name}.script").read_text(encoding="utf-8"))


def main(name: str) -> None:
    recordings.record(FOLDER / f"{name}.jsonl", played(name))


if __name__ == "__main__":
    main(sys.argv[1])
