"""Platoons made up beforehand for random battles: cards that few models may carry, and what they act on.

A cast is a model after the other, each with its cards. What a card does hangs on the model that carries it, on friends
beside it, or on what the enemy has; drafted at random, they hardly meet. In `PAIRS` two casts fight each other.
"""

from __future__ import annotations

from typing import Literal, NamedTuple

from rules.systems.modern_age import tables

Hand = tuple[str, ...]  # a model, then its cards
Cast = tuple[Hand, ...]
Worn = Literal["", "nearly destroyed", "stranded", "shaken"]


class Pair(NamedTuple):
    """Casts that act on each other, in one of these missions, with these options, and worn alike if it says how."""

    attackers: Cast
    defenders: Cast
    missions: tuple[str, ...] = ()
    options: tuple[tuple[str, bool | int | str], ...] = ()
    worn: Worn = ""


CASTS: tuple[Cast, ...] = (
    (
        ("M901 ITV", "Clarence Tucker", "Connor Styles", "Red Ferguson", "Tool Kit"),
        ("M60 Patton", "Joel Schrader", "Robert Folk", "David Mason", "Willie Pete"),
        ("Cobra", "Marine Commander", "Harry Stevens", "Improved TOW"),
    ),
    (
        ("M163 VADS", "Clarence Tucker", "David Mason", "Extra Ammunition"),
        ("LAV-25", "Joel Schrader", "Asassin", "Willie Pete"),
        ("Bear of USA", "Randall Avery", "Red Ferguson", "Liquid Courage", "Willie Pete"),
    ),
    (
        ("M2 Bradley APC", "TOW Missile System", "Connor Styles", "Joel Schrader"),
        ("LAV-AT", "Randall Avery", "David Mason", "Extra Ammunition", "Applique Armour"),
        ("M109 Howitzer", "Target Computer", "Artillery Observer"),
    ),
    (
        ("M1 Abrams", "Alpha 66", "Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli"),
        ("Kite of USA", "Harry Stevens", "Connor Styles"),
        ("Bear of USA", "William 'Buck' Taylor", "David Mason", "Clever Mechanic", "Willie Pete", "Applique Armour"),
    ),
    (
        ("Bear of USA", "Randall Avery", "David Mason", "Willie Pete"),
        ("Snail of USA", "Red Ferguson", "Clever Loader", "Extra Ammunition", "Tool Kit"),
        ("M109 Howitzer", "Target Computer", "Clever Loader", "Extra Ammunition"),
    ),
    (
        ("Chieftain", "Charles Leslie", "Bertie McGann", "Julian Reedies"),
        ("Chieftain (Stillbrew)", "Big Game Hunter", "Knife Fighter", "Precise Loader"),
        ("Lynx", "John Davison", "Thomas Baker"),
    ),
    (
        ("Snail of UK", "Charles Leslie", "Bertie McGann", "Clever Loader", "Extra Ammunition"),
        ("Chieftain", "Big Game Hunter", "Knife Fighter"),
        ("Kite of UK", "Life Guard Commander", "John Davison", "Thomas Baker"),
    ),
    (
        ("Bear of UK", "Rupert Spencer", "Knife Fighter", "Dead-Eye Gunner", "Applique Armour"),
        ("Scimitar", "Life Guard Commander", "Bertie McGann", "Asassin"),
    ),
    (
        ("Gazelle (HOT)", "Paul Durand", "Clément Martin"),
        ("AMX-30", "Andre Mareau", "Henri Delacroix", "Camouflage Netting"),
        ("AMX-10P", "Aggressive Commander", "Laurent Dyre", "MILAN Firing Post"),
    ),
    (
        ("Gazelle (20mm)", "Clément Martin", "Baptiste Deschamp"),
        ("Bear of France", "Charging Gunner", "Charging Commander", "Charging Driver"),
        ("Ox of France", "Laurent Dyre", "Henri Delacroix", "Camouflage Netting"),
    ),
    (
        ("Kite of France", "Paul Durand", "Baptiste Deschamp", "Clément Martin"),
        ("Bear of France", "Andre Mareau", "Henri Delacroix", "Camouflage Netting"),
        ("AMX-10P", "Charging Gunner", "MILAN Firing Post"),
    ),
    (
        ("PAH", "Günter Weber", "Karl Hauff"),
        ("Leopard 1", "Platoon Coordinator", "Jurgen Schmidt", "Homeland Defender"),
        ("Jaguar 1", "A3 Upgrade", "Lone Wolf"),
    ),
    (
        ("Kite of West Germany", "Günter Weber", "Jurgen Schmidt"),
        ("Snail of West Germany", "Karl Hauff", "Lone Wolf", "Clever Loader", "Extra Ammunition"),
        ("Jaguar 1", "A3 Upgrade", "Friedrich Wulf", "Platoon Coordinator"),
    ),
    (
        ("Marder", "Karl Hauff", "Mounted MILAN", "Homeland Defender"),
        ("Bear of West Germany", "Ernst Müller", "Jurgen Schmidt", "Homeland Defender"),
        ("Jaguar 1", "A3 Upgrade", "Klaus Katelaan", "Platoon Coordinator"),
    ),
    (
        ("T-72", "AT-11 Sniper", "Komissar", "Ambush", "Supercharger"),
        ("BMP-1", "AT-3 Sagger", "Yuri Pavlovich Volkov"),
        ("BMP-2", "AT-5 Spandrel", "Sergey Osinov", "Tool Kit"),
        ("T-64", "AT-8 Songster", "Forward Commander"),
    ),
    (
        ("T-64", "AT-8 Songster", "Komissar", "Ambush", "Supercharger", "Tool Kit"),
        ("2S1 122mm Howitzer", "Autoloading Device", "Yuri Pavlovich Volkov"),
        ("Bear of USSR", "Yuri Potecknov", "Babatev Lermontov", "Sergey Osinov"),
    ),
    (
        ("Bear of USSR", "Ivan Kasparov", "Babatev Lermontov"),
        ("T-72", "AT-11 Sniper", "Yuri Potecknov"),
        ("Snail of USSR", "Clever Loader", "UB-32 Rocket Launcher"),
        ("2S1 122mm Howitzer", "Autoloading Device", "Yuri Pavlovich Volkov"),
    ),
    (
        ("BMP-1", "AT-3 Sagger", "Komissar", "Tool Kit", "Ambush"),
        ("BMP-2", "AT-5 Spandrel", "Yuri Potecknov"),
        ("T-62M", "AT-10 Stabber", "Superb Commander"),
        ("T-62", "Category C. Tank Crew"),
        ("T-55", "Babatev Lermontov", "Clever Loader", "UB-32 Rocket Launcher"),
    ),
)
# A battle of these alone: who attacks whom is all that the cards hang on.
RISKY = ("Risky Commander", "Sharpshooter Gunner")
KIND = ("Altruistic Commander", "Sharpshooter Gunner")
HELPFUL = ("Altruistic Commander", "True Boy Scout", "Medical Kit", "Fire Extinguisher", "Alpha 66")
LASTING = ("Komissar", "Improvised Armour")
PAIRS: tuple[Pair, ...] = (
    # Both owners pick critical cards; a friend takes one over, and cancels it.
    Pair(
        (("Bear of USA", *RISKY), ("M60 Patton", *KIND, "Medical Kit"), ("Ox of USA", *KIND, "Medical Kit")),
        (
            ("Bear of UK", *RISKY, "Fire Extinguisher"),
            ("Chieftain (Stillbrew)", *KIND, "Fire Extinguisher"),
            ("Ox of UK", *KIND, "Fire Extinguisher"),
        ),
        options=(("critical_deck", "house"),),
    ),
    Pair(
        (
            ("Leopard 2", "Risky Commander", "Klaus Katelaan", "Protected Ammo", "MANPADS"),
            ("Ox of West Germany", *KIND, "Protected Ammo", "MANPADS"),
        ),
        (
            ("Bear of France", *RISKY),
            ("Ox of France", *KIND, "Bigger Hammer"),
            ("Ox of France", *KIND, "Bigger Hammer"),
        ),
        options=(("critical_deck", "house"),),
    ),
    Pair(
        (("Bear of USA", *HELPFUL), ("M60 Patton", *HELPFUL), ("Ox of USA", *HELPFUL)),
        (
            ("Bear of UK", *RISKY, "Fire Extinguisher"),
            ("Ox of UK", "Sharpshooter Gunner", "Bigger Hammer"),
            ("Chieftain", "Sharpshooter Gunner", "Fire Extinguisher"),
        ),
    ),
    # All are about to be destroyed, or may not move.
    Pair(
        (("M1 Abrams", "Alpha 66", "Sean Bannon"), ("Bear of USA", *RISKY), ("IPM1 Abrams", "Risky Commander")),
        (("Ox of UK", "Sharpshooter Gunner"), ("Chieftain", "Improvised Armour"), ("Ox of UK", "Sharpshooter Gunner")),
        worn="nearly destroyed",
    ),
    Pair(
        (("M60 Patton",), ("Bear of USA",)),
        (("Leopard 1",), ("Bear of West Germany",)),
        (tables.TANK_ACE, tables.KING_OF_THE_HILL, tables.FREE_FOR_ALL),
        worn="nearly destroyed",
    ),
    Pair((("Bear of USSR",),), (("M60 Patton",),), worn="stranded"),
    Pair(
        (("Leopard 1", "Homeland Defender"),),
        (("M1 Abrams", "Sean Bannon"),),
        worn="nearly destroyed",
    ),
    Pair(
        (("Chieftain", "Applique Armour"),),
        (("T-62", "Category C. Tank Crew"),),
        (tables.TANK_ACE,),
        worn="nearly destroyed",
    ),
    Pair(
        (("Jaguar 1", "A3 Upgrade"), ("Leopard 2", "Homeland Defender", "Applique Armour")),
        (("T-62", "Category C. Tank Crew"), ("T-55", "Applique Armour")),
        worn="nearly destroyed",
    ),
    Pair((("Ox of USSR", "Yuri Pavlovich Volkov"),), (("Snail of UK", "Knife Fighter"),), worn="stranded"),
    # All tanks that could score wait in reserve.
    Pair(
        (("Gazelle (HOT)", "Paul Durand"), ("AMX-30", "Extra Ammunition")),
        (("Ox of UK", "Bertie McGann"),),
        (tables.NO_RETREAT,),
        (("roles", "by_side"),),
    ),
    Pair(
        (("Kite of France", "Paul Durand", "Baptiste Deschamp"), ("Bear of France", "Andre Mareau"), ("Ox of France",)),
        (("Ox of UK", "Bertie McGann"), ("Lynx", "John Davison")),
        (tables.NO_RETREAT,),
        (("roles", "by_side"),),
    ),
    # What adds to the capacity of a tank goes: to an enemy's critical card, or for another card.
    Pair(
        (("Marder", "Dead-Eye Gunner"), ("Marder", "Dead-Eye Gunner"), ("Marder", "Asassin", "Extra Ammunition")),
        (("T-72", "Ivan Kasparov"), ("T-55", "Komissar", "Improvised Armour")),
        options=(("critical_deck", "free_input"),),
    ),
    Pair(
        (("Scimitar", "Dead-Eye Gunner"), ("Scorpion", "Asassin"), ("Scimitar", "Dead-Eye Gunner", "Big Game Hunter")),
        (
            ("T-55", "Komissar", "Improvised Armour"),
            ("T-72", "Komissar", "Improvised Armour"),
            ("T-62", "Komissar", "Improvised Armour"),
        ),
    ),
    Pair(
        (("Snail of UK",), ("Snail of UK", "Sharpshooter Gunner"), ("Snail of UK", "Asassin")),
        (("T-72", "Ivan Kasparov"), ("T-55", *LASTING), ("T-62", *LASTING), ("T-62M", *LASTING)),
    ),
    # Critical cards come often where cards are given up for them; and a missile for each launcher.
    Pair(
        (("Ox of UK", "Sharpshooter Gunner"), ("Ox of UK", "Asassin"), ("Bear of UK", *RISKY)),
        (
            ("Hind", "AT-6 Spiral"),
            ("T-62M", "AT-10 Stabber", "Komissar", "Ambush"),
            ("BMP-2", "AT-5 Spandrel"),
            ("T-64", "AT-8 Songster", "Komissar", "Ambush", "Supercharger"),
        ),
    ),
    # Who is marked by the first is attacked by others after it.
    Pair(
        (("Bear of France", "Laurent Dyre"), ("Ox of France", "Charging Gunner"), ("Snail of France",)),
        (("M60 Patton", "Robert Folk"), ("Bear of USA", "True Boy Scout", "Tool Kit", "Liquid Courage")),
    ),
    # Tanks that move fast, but for a card; and what does nothing but against a helicopter.
    Pair(
        (
            ("LAV-25", "Improvised Armour", "Duck Hunter", "Risky Driver"),
            ("M2 Bradley APC", "TOW Missile System", "Duck Hunter"),
            ("M109 Howitzer", "Target Computer", "Artillery Observer", "Clever Loader", "Extra Ammunition"),
        ),
        (("Moth of France",), ("Snail of France", "Charging Commander", "Improvised Armour"), ("Ox of France",)),
    ),
    # A model that shoots late is blinded by two.
    Pair(
        (
            ("Bear of USA", "David Mason", "Willie Pete"),
            ("M60 Patton", "Clever Loader", "Willie Pete"),
            ("M1 Abrams", "Resourceful Loader", "Willie Pete", "Willie Pete"),
        ),
        (("Ox of UK", "Hasty Loader"),),
    ),
    Pair(
        (("Bear of USA", "David Mason", "Willie Pete"), ("IPM1 Abrams", "Willie Pete"), ("M60 Patton", "Willie Pete")),
        (("T-62", "Category C. Tank Crew"), ("T-55", "Category C. Tank Crew")),
    ),
    # A helicopter attacks who answers it.
    Pair(
        (("Hind", "AT-6 Spiral"), ("Kite of USSR", "Vasily Popov"), ("Ox of USSR",)),
        (("Bear of USA", "Robert Folk"),),
    ),
    Pair(
        (("PAH", "Günter Weber"), ("Moth of West Germany",), ("Jaguar 1", "A3 Upgrade")),
        (("Ox of USA", "Robert Folk", "Joel Schrader"),),
    ),
    # The only crew card aboard goes.
    Pair(
        (("Bear of West Germany", "Asassin"), ("Leopard 2", "Asassin")),
        (
            ("Ox of USSR", "Category C. Tank Crew", "UB-32 Rocket Launcher"),
            ("T-72", "Category C. Tank Crew", "MANPADS"),
        ),
    ),
    # Nobody is lost for a long time.
    *(
        Pair((("Snail of France",),), (("Snail of UK",),), (mission,), (("turn_limit", 0),))
        for mission in (*[tables.NO_RETREAT] * 3, *[tables.KING_OF_THE_HILL] * 2, tables.FREE_FOR_ALL)
    ),
    # The one who may mark a target damages it, first of all or between others; and the ammunition lies face down.
    *(
        Pair(
            (("Bear of France", *first), ("Ox of France", *second), ("Snail of France",)),
            (("Snail of UK", "Extra Ammunition", "Willie Pete"), ("Snail of UK", "Extra Ammunition", "Willie Pete")),
        )
        for first, second in ((("Laurent Dyre",), ("Charging Gunner",)), (("Charging Gunner",), ("Laurent Dyre",)))
    ),
    # A little damage dooms all, but what lies face down may save them, or what saved them may go.
    Pair(
        (("Snail of UK", "Improvised Armour"), ("Snail of UK", "Improvised Armour"), ("Ox of UK", "Asassin")),
        (("Snail of USSR", *LASTING), ("Snail of USSR", "Improvised Armour"), ("Snail of USSR", "Ivan Kasparov")),
        worn="nearly destroyed",
    ),
    Pair(
        (("Marder", "Asassin"), ("Bear of West Germany", "Asassin"), ("Marder", "Asassin")),
        (("Snail of USSR", "Ivan Kasparov"),),
        worn="nearly destroyed",
    ),
    # Who is rid of a critical card gives up what alone keeps it whole: nobody has destroyed it.
    *(
        Pair(
            (("Snail of UK",), ("Scorpion",), ("Snail of UK",)),
            (("Snail of USSR", *LASTING), ("Snail of USSR", *LASTING), ("Snail of USSR", *LASTING)),
            (mission,),
            worn="shaken",
        )
        for mission in (tables.TANK_ACE, tables.FREE_FOR_ALL)
    ),
    # Both sides lose all, so that nobody holds the field with the wrecks.
    *(
        Pair(
            (("Ox of USA",), ("Ox of USA",)),
            (("Ox of UK",), ("Ox of UK",)),
            (mission,),
            worn="nearly destroyed",
        )
        for mission in (tables.TANK_ACE, tables.KING_OF_THE_HILL)
    ),
    # Who has shot and is about to be lost may shoot once more.
    Pair(
        (("M1 Abrams", "Alpha 66", "Sean Bannon"), ("Snail of USA",)),
        (("Ox of UK", "Sharpshooter Gunner"), ("Ox of UK", "Sharpshooter Gunner"), ("Ox of UK",)),
        (tables.TANK_ACE,),
        worn="nearly destroyed",
    ),
    # Helicopters about to crash attack who answers them.
    Pair(
        (("Kite of USSR",), ("Kite of USSR",), ("Snail of USSR",)),
        (("Snail of USA", "Robert Folk"),),
        worn="nearly destroyed",
    ),
    # Cards that hang on who is close, or in cover.
    Pair(
        (("Bear of West Germany", "Lone Wolf"), ("Ox of West Germany", "Lone Wolf")),
        (("Snail of UK", "Knife Fighter"), ("Snail of UK", "Knife Fighter")),
    ),
    # A helicopter that nobody hurts may change its height again and again.
    Pair((("Kite of West Germany", "Günter Weber"), ("Snail of West Germany",)), (("Snail of UK",),)),
    # Many models that take little: told damage is soon just as much as one can take.
    Pair(
        (("Scimitar",), ("Scorpion",), ("Lynx",), ("Striker",)),
        (("LAV-25",), ("M163 VADS",), ("M109 Howitzer",), ("LAV-AT",)),
    ),
    # All shoot before the one that they blind.
    Pair(
        (("Bear of USA", "Willie Pete", "Willie Pete"), ("M1 Abrams", "Willie Pete", "Willie Pete")),
        (("Ox of UK",),),
    ),
)
