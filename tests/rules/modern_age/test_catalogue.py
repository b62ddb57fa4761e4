"""The catalogue: every model, card, platoon and critical card, with its figures, effects and source."""

from __future__ import annotations

from collections import Counter
from typing import Any

import pytest

from rules.contract import Refused
from rules.declarations import Article
from rules.systems.modern_age import SYSTEM, tables
from rules.systems.modern_age.catalogue import CARDS, GLOBAL, entries, find_card, open_to
from rules.systems.modern_age.effects import CONDITIONS
from tests.rules.modern_age.musters import ace
from tests.rules.scenario import given

NEWEST = tables.EDITIONS[-1]
NATIONS = {"USA": 12, "UK": 8, "France": 5, "West Germany": 5, "USSR": 11}


def articles(*kinds: str, edition: str = NEWEST) -> list[Article]:
    return [article for article in SYSTEM.catalogue(edition) if article.kind in kinds]


def test_everything_is_there() -> None:
    assert Counter(one.nation for one in articles("model")) == NATIONS
    assert Counter(one.figures["type"] for one in articles("model")) == {"tank": 35, "helicopter": 6}
    assert len(articles("crew")) + len(articles("upgrade")) == 127
    assert {one.nation for one in articles("platoon")} == NATIONS.keys()
    assert len(articles("platoon")) == 5
    assert len(articles("critical")) == 10
    assert sum(one.figures["copies"] for one in articles("critical")) == 29


def test_every_record_keeps_its_source() -> None:
    for edition in tables.EDITIONS:
        assert all(one.source for one in SYSTEM.catalogue(edition))
        assert {one.status for one in SYSTEM.catalogue(edition)} <= {"published_card", "fan_made", "house"}
    assert all(one.status == "house" for one in articles("critical"))
    assert all("BSData/tanks-the-modern-age" in one.source for one in articles("model", *CARDS))


def test_fan_made_articles_are_marked() -> None:
    assert {one.name for one in articles("model") if one.status == "fan_made"} == {
        *("M2 Bradley APC", "M109 Howitzer", "Jaguar 1", "2S1 122mm Howitzer", "BTR-80"),
    }
    assert {one.key for one in articles(*CARDS) if one.status == "fan_made"} == {
        *("artillery-scout-usa-loader", "artillery-scout-usa-radio-op", "artillery-scout-ussr-radio-op"),
        *("tow-missile-system", "target-computer", "a3-upgrade", "autoloading-device"),
    }


@pytest.mark.parametrize(
    ("model", "figures"),
    [  # initiative, attack, defence, damage capacity, Speed, crew slots, points
        ("M1 Abrams", (8, 4, 2, 7, 2, 4, 22)),
        ("T-64", (6, 5, 1, 8, 2, 3, 20)),
        ("M60 Patton", (6, 4, 1, 6, 2, 4, 14)),
        ("M901 ITV", (4, 0, 0, 3, 2, 4, 14)),
        ("Cobra", (7, 2, 3, 4, 3, 2, 20)),
        ("Hind", (7, 2, 3, 5, 3, 3, 28)),
        ("Leopard 2", (8, 5, 2, 9, 2, 4, 32)),
        ("Striker", (4, 0, 0, 3, 3, 3, 13)),
        ("AMX-AUF1", (1, 4, 0, 3, 2, 4, 10)),
    ],
)
def test_printed_figures(model: str, figures: tuple[int, ...]) -> None:
    """A23, B15, and the rest by the community's data."""
    article = next(article for article in articles("model") if article.name == model)
    names = ("initiative", "attack", "defence", "damage_capacity", "speed", "crew_slots")
    assert (*(article.figures[name] for name in names), article.points) == figures


def test_only_helicopters_have_ammo_slots() -> None:
    slots = {one.name: one.figures["ammo_slots"] for one in articles("model") if "ammo_slots" in one.figures}
    assert slots == {"Cobra": 2, "Lynx": 1, "Gazelle (HOT)": 1, "Gazelle (20mm)": 1, "PAH": 1, "Hind": 1}


def test_every_effect_can_be_read() -> None:
    """An effect that does not decode breaks the reading; here, that its words are words of the language."""
    criticals = {one.name for one in articles("critical")}
    models = {one.name for one in articles("model")}
    for entry in entries(NEWEST, "platoon", "critical", *CARDS):
        for effect in entry.effects:
            assert set(effect.when) <= CONDITIONS.keys(), entry.name
            assert set(effect.aura) <= {"platoon", "named", *models}, entry.name
            if effect.does in ("cancel", "redraw", "reroll_repair"):
                assert set(effect.names) <= criticals, entry.name
    assert all(entry.effects for entry in entries(NEWEST, "platoon", *CARDS))


def test_the_models_a_card_asks_for_exist() -> None:
    models = {one.name for one in articles("model")}
    asked = {model for one in articles(*CARDS) for model in one.figures.get("models", ())}
    assert asked
    assert asked <= models


def test_cards_of_one_name_are_told_apart() -> None:
    """Three are called Artillery Scout: the nation decides, or the type, or the key."""
    scout = "Artillery Scout"
    found = [
        find_card(NEWEST, scout, "USSR"),
        find_card(NEWEST, scout, "USA", "Radio Op"),
        find_card(NEWEST, "artillery-scout-usa-radio-op", "USSR"),
    ]
    keys = [entry.article.key if entry else "" for entry in found]
    assert keys == ["artillery-scout-ussr-radio-op", "artillery-scout-usa-radio-op", "artillery-scout-usa-radio-op"]
    fittings: dict[str, tuple[str, ...]] = {"t64": ("Artillery Scout",)}
    story = given(ace({"x": "M1 Abrams"}, {"t64": "T-64"}, fittings, allow_fan_made=True))
    assert [card.kind for card in story.play.models["t64"].cards.values()] == ["Radio Op"]


def test_alliances_open_cards_marked_with_them() -> None:
    """R3, B8: no card of the data carries such a mark; one that did would be open to the five countries."""
    assert open_to(NEWEST, "USA") == {"USA", GLOBAL, "NATO"}
    assert open_to(NEWEST, "USSR") == {"USSR", GLOBAL, "Warsaw Pact"}
    assert {one.nation for one in articles(*CARDS)} == {*NATIONS, GLOBAL}


def test_the_first_edition_lists_what_it_played() -> None:
    """Tanks without missiles, the cards it knew, four platoon cards; each with the figures of today."""
    old, new = ({one.key: one for one in SYSTEM.catalogue(edition)} for edition in ("2018.1", NEWEST))
    assert old.keys() < new.keys()
    kinds = Counter(one.kind for one in old.values())
    assert kinds == {"model": 28, "crew": 18, "upgrade": 5, "platoon": 4, "critical": 10}
    models = [one for one in old.values() if one.kind == "model"]
    assert {one.figures["type"] for one in models} == {"tank"}
    assert not any(word.startswith("Missiles") for one in models for word in one.figures["keywords"])
    assert all((one.points, _figures(one)) == (new[key].points, _figures(new[key])) for key, one in old.items())


def _figures(one: Article) -> dict[str, Any]:
    return {name: one.figures[name] for name in one.figures if name not in ("effects", "summary")}


def test_the_draft_is_legal() -> None:
    """Random platoons: every country, helicopters among tanks, fan-made articles only with leave, all missions."""
    import random

    seen: set[str] = set()
    for seed in range(75):
        picks = random.Random(seed)  # nothing is kept secret by it
        forces = SYSTEM.draft(picks.randrange)
        try:
            state = given(forces).play
        except Refused as refused:  # pragma: no cover
            pytest.fail(f"{seed}: {refused}")
        seen |= {forces.scenario, *(model.nation for model in state.models.values())}
        seen |= {model.kind for model in state.models.values()}
        made = {entry.name for entry in entries(NEWEST, "model", *CARDS) if entry.fan_made}
        fielded = {
            name for model in state.models.values() for name in (model.model, *(c.name for c in model.cards.values()))
        }
        assert forces.options["allow_fan_made"] or not fielded & made
        seen |= {"fan made"} if fielded & made else set()
    assert seen == {*(one.key for one in tables.SCENARIOS), *NATIONS, "tank", "helicopter", "fan made"}
