"""Models of a club's own: a sheet in the muster, with the figures of the catalogue's models."""

from __future__ import annotations

from random import Random
from typing import Any

import msgspec
import pytest

from rules.contract import Muster, Refused
from rules.declarations import Article
from rules.player import play
from rules.record import Table
from rules.systems.modern_age import SYSTEM
from rules.systems.modern_age.catalogue import NATIONS, house
from rules.systems.modern_age.tables import EDITIONS
from rules.upkeep import Owned
from tests.rules.modern_age.duels import dice_of, until
from tests.rules.modern_age.musters import ace, shooting
from tests.rules.modern_age.test_sheet import lines

EDITION = EDITIONS[-1]
PLAIN = "name,nation,points,type,initiative,attack,defence,capacity,crew_slots"
SHEET = f"""{PLAIN},fast,stabiliser,missiles,rapid_fire,ammo_slots
Grizzly,USA,18,tank,7,6,1,6,3,yes,stabiliser,5,,
Osprey,USA,25,helicopter,8,2,3,4,2,,,,6,2
"""


def forces(model: str = "Grizzly", edition: str = "", **more: Any) -> Muster:
    muster = ace({"own": model, "m1": "M1 Abrams"}, {"t64": "T-64"}, house_units=SHEET, **more)
    return msgspec.structs.replace(muster, edition=edition)


def faults(*rows: str, header: str = PLAIN) -> list[str]:
    with pytest.raises(Refused) as caught:
        house(EDITION, "\n".join((header, *rows)))
    assert {(one.rule, one.field) for one in caught.value.faults} == {("003 R3", "options.house_units")}
    return [one.text.text() for one in caught.value.faults]


def test_a_line_is_a_model_with_the_figures_of_the_catalogue_s() -> None:
    grizzly, osprey = house(EDITION, SHEET)
    assert grizzly == Article(
        key="house-grizzly",
        name="Grizzly",
        kind="model",
        nation="USA",
        points=18,
        figures={
            "type": "tank",
            "initiative": 7,
            "attack": 6,
            "defence": 1,
            "crew_slots": 3,
            "damage_capacity": 6,
            "speed": 3,
            "keywords": ["Fast", "Missiles (5)", "Stabiliser"],
            "effects": [],
            "summary": "",
        },
        status="house",
        source="The club's own sheet (option house_units), line 2.",
    )
    assert (osprey.figures["speed"], osprey.figures["ammo_slots"]) == (3, 2)
    assert osprey.figures["keywords"] == ["Rapid Fire (6)"]


def test_a_model_of_the_house_has_every_figure_a_published_one_has() -> None:
    published = [article for article in SYSTEM.catalogue(EDITION) if article.kind == "model"]
    for own in house(EDITION, SHEET):
        alike = next(article for article in published if article.figures["type"] == own.figures["type"])
        assert set(own.figures) == set(alike.figures)
        assert {name: type(value) for name, value in own.figures.items()} == {
            name: type(value) for name, value in alike.figures.items()
        }


def test_it_fights_as_it_is_written_down() -> None:
    story = until(shooting(forces(), moves={"own": 1}), "own")
    shown = lines(story, "own")
    assert (shown["damage"], shown["keywords"]) == ("0/6", "Fast, Missiles (5), Stabiliser")
    dice_of(story, "fire own t64", 6)


@pytest.mark.parametrize("edition", EDITIONS)
def test_whole_battles_are_fought_with_it(edition: str) -> None:
    for seed in range(3):
        table = play(SYSTEM, Random(seed).randrange, 60, forces(edition=edition))
        assert table.mustered.units[1].model in ("Grizzly", "M1 Abrams")
        assert Table(table.entries).battle.play == table.battle.play


def test_it_obeys_the_rules_of_platoons() -> None:
    with pytest.raises(Refused, match="003 R3"):
        Table.open(msgspec.structs.replace(forces(), options={}))
    with pytest.raises(Refused) as caught:
        Table.open(forces(fittings={"own": ("Sean Bannon", "Robert Folk", "Richard Kelp", "Joseph Ortelli")}))
    assert caught.value.fault == "R4/crew/own"
    with pytest.raises(Refused) as caught:
        Table.open(ace({"own": "Osprey"}, {"t64": "T-64"}, house_units=SHEET))
    assert caught.value.fault == "R39/tanks/americans"


def test_a_muster_refuses_a_sheet_that_cannot_be_read() -> None:
    muster = ace({"m1": "M1 Abrams"}, {"t64": "T-64"}, house_units="nonsense")
    with pytest.raises(Refused) as caught:
        Table.open(muster)
    assert caught.value.field == "options.house_units"


def test_what_is_for_one_kind_alone_the_other_has_not() -> None:
    assert faults("Bat,USA,9,helicopter,1,1,1,1,1,yes,Stabiliser", header=f"{PLAIN},scout,stabiliser") == [
        "Line 2, scout: A helicopter has none of that.",
        "Line 2, stabiliser: A helicopter has none of that.",
    ]
    assert faults("Cat,USA,9,tank,1,1,1,1,1,yes,2", header=f"{PLAIN},predator,ammo_slots") == [
        "Line 2, predator: A tank has none of that.",
        "Line 2, ammo_slots: A tank has none of that.",
    ]


def test_its_country_has_a_platoon_card() -> None:
    assert faults("Cat,Spain,9,tank,1,1,1,1,1") == ["Line 2, nation: “Spain” cannot stand here."]
    with_cards = {article.nation for article in SYSTEM.catalogue(EDITION) if article.kind == "platoon"}
    assert set(NATIONS) == with_cards


def test_a_name_that_is_taken() -> None:
    assert faults("m1 abrams,USA,9,tank,1,1,1,1,1") == ["Line 2, name: There is a unit called “m1 abrams” already."]


def test_campaigns_know_it_by_their_terms() -> None:
    upkeep, terms = SYSTEM.upkeep, {"house_units": SHEET}
    assert upkeep.price is not None
    assert upkeep.price(terms, EDITION, "Grizzly", ("Tool Kit",)) == 19
    assert upkeep.price({}, EDITION, "Grizzly", ()) == 0
    assert upkeep.price({"house_units": "nonsense"}, EDITION, "M1 Abrams", ()) == 22
    own = Owned(edition=EDITION, model="Grizzly", condition={"fate": "destroyed"})
    assert [job.points for job in upkeep.jobs(terms, own)] == [9]
    assert not list(upkeep.flaws(terms, EDITION, "Team Yankee", [own]))
    assert [flaw.key for flaw in upkeep.flaws({}, EDITION, "Team Yankee", [own])] == ["R3/unknown/model"]
