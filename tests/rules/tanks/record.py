"""Records battles of the golden folder from their scripts: `python -m tests.rules.tanks.record 1/chain`.

A recorded battle is never written over; a new edition gets a folder and recordings of its own.
"""

from __future__ import annotations

import sys
from collections.abc import Mapping
from pathlib import Path

from rules.contract import Muster
from rules.record import RecordedReport
from rules.systems import tanks
from tests.rules import recordings
from tests.rules.tanks.table import Passed, muster

FOLDER = Path(tanks.__file__).parent / "golden"

# A club's own unit sheet. Once it is recorded it has to be read for ever.
SHEET = """\
name,nation,points,role,speed,strength,front,side,rear,range,indirect,turret,skill,reload
Maus,GER,80,heavy,5,24,28,21,18,50,,yes,3,1
Famo 18 t (crane),GER,10,recovery,12,,4,3,3,,,,,
Black Prince,UK,50,heavy,5,17,18,13,10,45,,yes,4,
"25-pounder, (FW)",UK,16,fixed howitzer,0,9,4,3,3,120,yes,,3,
"""


def _forces(
    units: Mapping[str, Mapping[str, str]],
    conditions: Mapping[str, Mapping[str, str | int | bool]] | None = None,
    edition: Passed = "1",
    **options: Passed,
) -> Muster:
    """By side its vehicles, by id what they are. Bob plays the allies, Carol the axis."""
    fielded = {id: (model, side) for side, models in units.items() for id, model in models.items()}
    return muster(fielded, conditions, edition, **options)


BATTLES: dict[str, Muster] = {
    "1/chain": _forces(
        {
            "allies": {
                "firefly": "Sherman Firefly",
                "m4": "Sherman M4A1 (75)",
                "hellcat": "Hellcat M18",
                "stuart": "Stuart M5A1",
                "priest": "M7 Priest",
            },
            "axis": {
                "tiger": "Tiger I",
                "panther": "Panther G",
                "stug": "StuG III G",
                "wespe": "Wespe",
                "pak": "7.5 cm Pak 40 (FW)",
            },
        },
    ),
    "1/switches": _forces(
        {
            "allies": {"cromwell": "Cromwell", "churchill": "Churchill VII", "priest": "M7 Priest"},
            "axis": {"mark-iv": "Pz IV H", "marder": "Marder III M", "hetzer": "Hetzer", "hummel": "Hummel"},
        },
        scale="double_cm",
        fast_target_cumulative=True,
        stack_cover_and_smoke=False,
        artillery_ignores_smoke=True,
        artillery_verify_now=False,
        glance_zero_is_stunned=False,
        explosion_chain=False,
        reload_turns=1,
        turn_limit=6,
        bailout_recoverable=False,
        crossing_cm=3,
        scoring="last_left",
        points=200,
    ),
    "1/club": _forces(
        {
            "allies": {"prince": "Black Prince", "gun": "25-pounder, (FW)", "m4": "Sherman M4A1 (75)"},
            "axis": {"maus": "Maus", "crane": "house-famo-18-t-crane", "mark-iv": "Pz IV H"},
        },
        {"m4": {"skill": 3}, "mark-iv": {"skill": 5}, "crane": {"out": "retreated"}},
        scale="inch",
        turn_limit=3,
        house_units=SHEET,
    ),
    "2/crowd": _forces(
        {
            "allies": {"m4": "Sherman M4A1 (75)", "stuart": "Stuart M5A1"},
            "axis": {"tiger": "Tiger I", "mark-iv": "Pz IV H"},
        },
        edition="2",
    ),
}


def played(name: str) -> list[RecordedReport]:
    """The battle of `name`.script, confirmed by both sides, its aftermath done and settled."""
    return recordings.played(BATTLES[name], (FOLDER / f"{name}.script").read_text(encoding="utf-8"))


def main(name: str) -> None:
    recordings.record(FOLDER / f"{name}.jsonl", played(name))


if __name__ == "__main__":
    main(sys.argv[1])
