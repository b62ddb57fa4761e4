"""Records battles of the golden folder from their scripts: `python -m tests.rules.modern_age.record 2018.3/alpha_66`.

A recorded battle is never written over; a new edition gets a folder and recordings of its own.
"""

from __future__ import annotations

import sys
from pathlib import Path

import msgspec

from rules.contract import Muster, Side, Unit
from rules.record import RecordedReport
from rules.systems import modern_age
from tests.rules import recordings
from tests.rules.modern_age.musters import SEED, alpha_66
from tests.rules.recordings import Accepted

FOLDER = Path(modern_age.__file__).parent / "golden"


def _forces(
    scenario: str,
    platoons: dict[str, str],
    models: dict[str, dict[str, tuple[str, ...]]],
    **options: bool | int | str,
) -> Muster:
    """By side its platoon card, and its models: each a model's name, then its cards. Bob plays the first side, Carol
    the other."""
    units = [(side, key, words) for side, fielded in models.items() for key, words in fielded.items()]
    return Muster(
        system="modern_age",
        scenario=scenario,
        options=options,
        sides={
            side: Side(players=(player,), platoon=platoon)
            for (side, platoon), player in zip(platoons.items(), ("bob", "carol"), strict=True)
        },
        units=tuple(Unit(id=key, side=side, model=model) for side, key, (model, *_cards) in units),
        fittings={key: tuple(cards) for _side, key, (_model, *cards) in units if cards},
        seed=SEED,
    )


MISSIONS = {
    "alpha_66": alpha_66(critical_deck="house"),
    "king_of_the_hill": _forces(
        "king_of_the_hill",
        {"americans": "Team Yankee", "soviets": "Red Banner"},
        {
            "americans": {
                "cobra": ("Cobra", "Improved TOW", "M159 Rocket Launcher", "Harry Stevens", "Connor Styles"),
                "m60": ("M60 Patton", "Altruistic Commander", "Red Ferguson", "Willie Pete", "Asassin"),
                "m1": ("M1 Abrams", "Silver Bullet", "Clever Loader", "Dead-Eye Gunner", "Fire Extinguisher"),
            },
            "soviets": {
                "hind": ("Hind", "AT-6 Spiral", "Countermeasures", "Defensive Manoeuvres", "Vasily Popov"),
                "t72": ("T-72", "Grisha Malakov", "Sergey Osinov", "Babatev Lermontov", "Extra Ammunition"),
                "t64": ("T-64", "Yuri Pavlovich Volkov", "Tool Kit"),
            },
        },
    ),
    "no_retreat": _forces(
        "no_retreat",
        {"french": "Cuirassier Squadron", "germans": "First Panzer"},
        {
            "french": {
                "first": ("AMX-30", "Paul Durand", "Laurent Dyre", "Henri Delacroix"),
                "second": ("AMX-30", "Charging Gunner", "Defensive Driver"),
                "guns": (
                    "AMX-AUF1",
                    "Bomblet Bombardement",
                ),
            },
            "germans": {
                "leopard": ("Leopard 1", "Klaus Katelaan", "Karl Hauff", "Homeland Defender"),
                "panther": ("Leopard 1", "Jurgen Schmidt", "Dietrich Manheim", "Medical Kit"),
            },
        },
    ),
    "free_for_all": _forces(
        "free_for_all",
        {"british": "Berlin Brigade", "soviets": "Red Banner"},
        {
            "british": {
                "chieftain": ("Chieftain", "Bertie McGann", "Julian Reedies", "Medical Kit"),
                "scorpion": (
                    "Scorpion",
                    "Jaguar Engine",
                ),
            },
            "soviets": {
                "t55": ("T-55", "Komissar", "Camouflage Netting", "Ambush"),
                "t62": (
                    "T-62",
                    "Forward Commander",
                ),
            },
        },
        critical_deck="house",
        time_limit=90,
    ),
}
HIDDEN_CARDS = _forces(
    "tank_ace",
    {"americans": "Team Yankee", "soviets": "Red Banner"},
    {
        "americans": {
            "m60": ("M60 Patton", "Dead-Eye Gunner", "Precise Loader", "Medical Kit"),
            "m1": ("M1 Abrams", "Robert Folk", "Applique Armour"),
        },
        "soviets": {
            "t64": ("T-64", "Komissar", "Defensive Driver", "Kontact-5"),
            "t72": ("T-72", "Sharpshooter Gunner", "Improvised Armour"),
        },
    },
    critical_deck="house",
)


def _of(edition: str, *names: str) -> dict[str, Muster]:
    return {f"{edition}/{name}": msgspec.structs.replace(MISSIONS[name], edition=edition) for name in names}


BATTLES: dict[str, Muster] = {
    **_of("2018.1", "alpha_66"),
    **_of("2018.2", *MISSIONS),
    **_of("2018.3", *MISSIONS),
    "2018.3/hidden_cards": msgspec.structs.replace(HIDDEN_CARDS, edition="2018.3"),
}


def played(name: str) -> list[RecordedReport]:
    """The battle of `name`.script, confirmed by both sides, its aftermath done and settled. One shot in it says in the
    target's name what today is said by who holds that seat."""
    return recordings.played(BATTLES[name], (FOLDER / f"{name}.script").read_text(encoding="utf-8"), Accepted)


def main(name: str) -> None:
    recordings.record(FOLDER / f"{name}.jsonl", played(name))


if __name__ == "__main__":
    main(sys.argv[1])
